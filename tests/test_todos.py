"""Tests of to-do items."""

import pytest

from cursor_plaso import todos

_ITEMS = [
    {"id": "1", "content": "test it", "status": "pending"},
    {"id": "2", "content": "ship it"},
    {"id": "3", "status": "done"},
    "no item",
]


def testGetTodos():
    """To-do items have a status, if it is known; one without a text is none."""
    assert todos.GetTodos({"todos": _ITEMS}) == ["test it (pending)", "ship it"]


def testContentNames():
    """The first member that has a text tells what is to be done."""
    assert todos.GetTodos({"todos": _ITEMS}, content_names=("content", "id")) == [
        "test it (pending)",
        "ship it",
        "3 (done)",
    ]


@pytest.mark.parametrize("value", [None, {}, "x", 5, [], [None]])
def testNothing(value):
    """A member of another shape says nothing."""
    assert todos.GetTodos({"todos": value}) == []
    assert todos.GetTodos({}) == []
