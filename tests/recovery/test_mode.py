"""Tests for how much is recovered."""

import pytest

from cursor_plaso.recovery import mode


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, "all"),
        ("", "all"),
        ("all", "all"),
        ("FREE", "free"),
        (" off ", "off"),
    ],
)
def testGetMode(monkeypatch, value, expected):
    """The environment says how much, in any case."""
    monkeypatch.delenv("CURSOR_PLASO_CARVE", raising=False)
    if value is not None:
        monkeypatch.setenv("CURSOR_PLASO_CARVE", value)

    assert mode.GetMode() == (expected, None)


def testGetModeOfOtherValue(monkeypatch):
    """A value that is not known recovers all, and is told."""
    monkeypatch.setenv("CURSOR_PLASO_CARVE", "some")
    value, problem = mode.GetMode()

    assert value == "all"
    assert "CURSOR_PLASO_CARVE" in problem
