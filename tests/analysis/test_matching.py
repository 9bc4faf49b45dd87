"""Tests of the finding of copies."""

import pytest

from cursor_plaso.analysis import matching
from cursor_plaso.analysis import records

_MINUTE = 60 * 1000000


def _MakeIndex(*entries):
    """Makes an index.

    Args:
      *entries (tuple[int, int, int]): key, number of the store and time.

    Returns:
      CopyIndex: index.
    """
    index = matching.CopyIndex()
    for entry in entries:
        index.Add(*entry)
    index.Close()
    return index


@pytest.mark.parametrize(
    ("time", "expected_result"),
    [
        (10 * _MINUTE, True),
        (11 * _MINUTE, True),
        (9 * _MINUTE, True),
        (11 * _MINUTE + 1, False),
        (9 * _MINUTE - 1, False),
        (21 * _MINUTE, True),
        (records.NO_TIME, True),
    ],
)
def testTolerance(time, expected_result):
    """Times are 60 seconds apart at most (seed, secondary_tolerance)."""
    index = _MakeIndex((1, 0, 20 * _MINUTE), (1, 0, 10 * _MINUTE))

    assert index.HasCopy(1, time) is expected_result


def testCopyWithoutTime():
    """Without a time the text alone decides."""
    index = _MakeIndex((1, 0, 10 * _MINUTE), (1, 0, records.NO_TIME))

    assert index.HasCopy(1, 99 * _MINUTE)
    assert not index.HasCopy(2, 99 * _MINUTE)


def testStores():
    """A copy is looked for in one store, or in all others."""
    index = _MakeIndex((1, 0, 10 * _MINUTE), (1, 2, 30 * _MINUTE))

    assert index.HasCopy(1, 10 * _MINUTE, store=0)
    assert not index.HasCopy(1, 10 * _MINUTE, store=1)
    assert not index.HasCopy(1, 10 * _MINUTE, store=2)
    assert not index.HasCopy(1, 10 * _MINUTE, other_than=0)
    assert index.HasCopy(1, 10 * _MINUTE, other_than=2)


def testMessageHash():
    """A typed and an injected turn with the same text are copies of each other."""
    hashes = {
        kind: matching.GetMessageHash(kind, "Text") for kind in records.MESSAGE_KINDS
    }

    assert hashes[records.KIND_TYPED] == hashes[records.KIND_INJECTED]
    assert len(set(hashes.values())) == 4


def testRetain():
    """What is not asked for any more is dropped."""
    index = _MakeIndex((1, 0, _MINUTE), (2, 0, _MINUTE))

    index.Retain({2, 3})

    assert not index.HasCopy(1, _MINUTE)
    assert index.HasCopy(2, _MINUTE)
