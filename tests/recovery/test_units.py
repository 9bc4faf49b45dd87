"""Tests for units of candidates."""

from cursor_plaso.recovery import candidates
from cursor_plaso.recovery import units


def _MakeCandidates(entries):
    """Makes candidates.

    Args:
      entries (list[tuple[int, int, int, int, int]]): identity, size, rowid, number of
          the frame, and flags.

    Returns:
      CandidateList: candidates of table 1.
    """
    found = candidates.CandidateList()
    for identity, size, rowid, frame_number, flags in entries:
        found.Append(1, 2, frame_number, 100, size, size, rowid, identity, 0, flags)
    return found


def testUnits():
    """Candidates of one key and size are a unit."""
    found = _MakeCandidates(
        [(7, 50, 3, 0, 0), (7, 60, 4, 0, 0), (7, 50, 3, 0, 0), (8, 50, 5, 0, 0)]
    )
    grouped = units.Units(found, [0, 1, 2, 3])

    assert grouped.in_order == [((1, 8), [3]), ((1, 7), [1]), ((1, 7), [0, 2])]
    assert grouped.counts == {(1, 7): 2, (1, 8): 1}
    assert grouped.largest_sizes == {(1, 7): 60, (1, 8): 50}
    assert units.Units(found, [3]).in_order == [((1, 8), [3])]


def testOrder():
    """What was alive in the base state or a frame owns its pages: it comes first."""
    found = _MakeCandidates(
        [
            (7, 50, 9, 0, 0),
            (8, 50, 3, 0, candidates.FLAG_BASE_ROW),
            (9, 50, 4, 12, 0),
            (10, 50, 10, 0, 0),
        ]
    )

    assert [key for (_, key), _ in units.Units(found, range(4)).in_order] == [
        9,
        8,
        10,
        7,
    ]
