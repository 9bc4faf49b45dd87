"""Tests of what the readers of the forms of a transcript share."""

import pytest

from cursor_plaso.transcripts import interface


@pytest.mark.parametrize(
    "value,expected",
    [
        ("tool", "unsupported role: tool"),
        (7, "unsupported role: 7"),
        (None, "unsupported role: none"),
        ("two words", "unsupported role: not a word"),
        (["tool"], "unsupported role: not a word"),
    ],
)
def testGetUnsupported(value, expected):
    """Only a word of the evidence is shown."""
    assert interface.GetUnsupported("role", value) == expected
