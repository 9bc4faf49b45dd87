"""Tests of the search for the identifiers of conversations."""

import pytest

from cursor_plaso.agent import mentions

_UUIDS = [f"{number:08x}-0000-4000-8000-000000000000" for number in range(40)]
_WORDS = [f"task-{number:d}" for number in range(40)]
_OTHERS = [f"odd {number:d};" for number in range(40)]


@pytest.mark.parametrize("number", (3, 40))
def testFind(number):
    """Identifiers are found, be they few or many, in the order they were given."""
    search = mentions.IdentifierSearch(_WORDS[:number] + _UUIDS[:number])

    assert search.Find(b"of " + _UUIDS[2].encode() + b", then (task-1)") == [
        "task-1",
        _UUIDS[2],
    ]
    assert search.Find(b"tasks") == []
    assert search.number_left_out == 0


def testFindOthers():
    """Of many identifiers that are no words the first are looked for."""
    search = mentions.IdentifierSearch(_OTHERS)

    assert search.Find(b"an odd 7; one, an odd 39; one") == ["odd 7;"]
    assert search.number_left_out == 24


def testFindNothing():
    """Without identifiers nothing is found."""
    search = mentions.IdentifierSearch([None, ""])

    assert search.Find(b"text") == []


def testFindOnce():
    """An identifier that is given or named twice is found once."""
    search = mentions.IdentifierSearch(["a", "a", "b"])

    assert search.Find(b"b a a b") == ["a", "b"]
