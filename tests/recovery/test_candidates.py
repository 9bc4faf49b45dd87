"""Tests of the list of what may be a row."""

import array

from cursor_plaso.recovery import candidates

_ARRAY_NAMES = (
    "available_sizes",
    "fingerprints",
    "flags",
    "frames",
    "identities",
    "offsets",
    "pages",
    "rowids",
    "sizes",
    "tables",
)


def testFlags():
    """The flags are bits of their own, which fit in a byte together."""
    flags = [
        candidates.FLAG_IN_ARRAY,
        candidates.FLAG_INTACT,
        candidates.FLAG_BASE_ROW,
        candidates.FLAG_FREEBLOCK,
        candidates.FLAG_FREE_PAGE,
        candidates.FLAG_REBUILT,
    ]

    assert len(set(flags)) == len(flags)
    assert all(flag.bit_count() == 1 for flag in flags)
    assert sum(flags) < 256


def testEmptyList():
    """A new list has no candidates."""
    test_list = candidates.CandidateList()

    assert len(test_list) == 0
    assert not test_list
    assert all(len(getattr(test_list, name)) == 0 for name in _ARRAY_NAMES)
    assert test_list.rebuilt == {}


def testAppend():
    """Every array gets one entry, at the same index."""
    test_list = candidates.CandidateList()
    test_list.Append(1, 5, 0, 345, 100, 120, 7, -11, 13, candidates.FLAG_IN_ARRAY)
    test_list.Append(2, 6, 12, 0, 0, 70000, -1, 17, 0, candidates.FLAG_REBUILT)

    assert len(test_list) == 2
    assert {name: list(getattr(test_list, name)) for name in _ARRAY_NAMES} == {
        "available_sizes": [100, 0],
        "fingerprints": [13, 0],
        "flags": [candidates.FLAG_IN_ARRAY, candidates.FLAG_REBUILT],
        "frames": [0, 12],
        "identities": [-11, 17],
        "offsets": [345, 0],
        "pages": [5, 6],
        "rowids": [7, -1],
        "sizes": [120, 70000],
        "tables": [1, 2],
    }
    # What is rebuilt is put there by who rebuilds it.
    assert test_list.rebuilt == {}


def testLimits():
    """The largest numbers that the file format has fit, in some forty bytes a candidate."""
    largest_rowid = (1 << 63) - 1
    test_list = candidates.CandidateList()
    for rowid in (largest_rowid, -largest_rowid - 1):
        # Page numbers have 32 bits, offsets in a page of 64 KiB and sizes in it have
        # 16, and the size of a record is less than 2 GiB.
        test_list.Append(
            14,
            0xFFFFFFFE,
            0xFFFFFFFF,
            65535,
            65535,
            0x7FFFFFFF,
            rowid,
            hash(b"key"),
            hash(b"cell"),
            63,
        )

    assert list(test_list.rowids) == [largest_rowid, -largest_rowid - 1]
    assert list(test_list.pages) == [0xFFFFFFFE] * 2
    assert list(test_list.sizes) == [0x7FFFFFFF] * 2
    assert list(test_list.available_sizes) == list(test_list.offsets) == [65535] * 2
    sizes = [getattr(getattr(test_list, name), "itemsize", 1) for name in _ARRAY_NAMES]
    assert isinstance(test_list.identities, array.array)
    assert sum(sizes) <= 48


def testDropLiveCopies():
    """A cell that is the copy of a live one is dropped, unless it was alive itself."""
    found = candidates.CandidateList()
    for frame_number, fingerprint, flags in (
        (0, 11, 0),
        (0, 12, 0),
        (3, 11, 0),
        (0, 11, candidates.FLAG_BASE_ROW),
        (0, 0, 0),
    ):
        found.Append(1, 2, frame_number, 100, 50, 50, 7, 5, fingerprint, flags)
    live_fingerprints = {1: array.array("q", [11, 13])}

    assert found.DropLiveCopies(live_fingerprints) == [1, 2, 3, 4]
    assert live_fingerprints == {}


def testJoinFreedCopies():
    """A copy without a rowid gets the identity of the row with its content."""
    found = candidates.CandidateList()
    for identity, flags in (
        (5, candidates.FLAG_INTACT),
        (6, 0),
        (7, 0),
        (8, candidates.FLAG_INTACT),
    ):
        found.Append(1, 2, 0, 100, 50, 50, 7, identity, 0, flags)
    found.contents = {0: 99, 1: 99, 2: 98, 3: 99}
    found.JoinFreedCopies(range(4))

    assert list(found.identities) == [5, 5, 7, 8]
    assert found.contents == {}
