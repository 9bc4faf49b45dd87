"""Tests of the scanner, on pages that are made byte by byte."""

import struct

import pytest

from cursor_plaso import producer as cursor_producer
from cursor_plaso.recovery import candidates
from cursor_plaso.recovery import live_cells
from cursor_plaso.recovery import scanner
from tests import sqlite_lib
from tests.recovery import page_lib

_COMPOSER = "5d0f9a3e-1111-4222-8333-444455556666"
_BUBBLE = "0a1b2c3d-aaaa-4bbb-8ccc-ddddeeeeffff"

# 82 characters: the serial type 13 + 2 * 82 = 177 takes two bytes.
_KEY = f"bubbleId:{_COMPOSER:s}:{_BUBBLE:s}"
_KEY_TYPE = 177
_LIVE_KEY = f"composerData:{_COMPOSER:s}"

_VALUE = '{"_v":3,"text":"gone"}'
_VALUE_TYPE = 13 + 2 * len(_VALUE)
_LARGE_VALUE = '{"_v":3,"text":"' + "gone " * 200 + '"}'

_IN_ARRAY = candidates.FLAG_IN_ARRAY
_INTACT = candidates.FLAG_INTACT
_BASE_ROW = candidates.FLAG_BASE_ROW
_FREEBLOCK = candidates.FLAG_FREEBLOCK
_FREE_PAGE = candidates.FLAG_FREE_PAGE
_REBUILT = candidates.FLAG_REBUILT

_ITEM_TABLE_SCHEMA = (
    (
        "table",
        "ItemTable",
        "ItemTable",
        4,
        "CREATE TABLE ItemTable (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)",
    ),
    ("index", "sqlite_autoindex_ItemTable_1", "ItemTable", 5, None),
)

_NO_KEY_SCHEMA = (
    ("table", "t", "t", 2, "CREATE TABLE t (id INTEGER PRIMARY KEY, c0 TEXT, n INT)"),
)

_LIVE_RECORD = page_lib.MakeRecord([_LIVE_KEY, '{"_v":3,"name":"live"}'])
_LIVE_CELL = page_lib.MakeCell(1, _LIVE_RECORD)
_RECORD = page_lib.MakeRecord([_KEY, _VALUE])


def _Scan(
    data,
    log=None,
    names=(page_lib.TABLE_NAME,),
    other_names=(),
    producer=None,
    skips_live_pages=False,
):
    """Scans a database.

    Args:
      data (bytes|file): database file.
      log (Optional[bytes]): write-ahead log.
      names (Optional[list[str]]): names of the wanted tables.
      other_names (Optional[list[str]]): names of the other tables.
      producer (Optional[BaseProducer]): producer.
      skips_live_pages (Optional[bool]): True to scan free pages and the log only.

    Returns:
      Scanner: scanner.
    """
    test_database, test_map, grammars = page_lib.Open(
        data, log, names=names, other_names=other_names, producer=producer
    )
    test_scanner = scanner.Scanner(
        test_database, test_map, grammars, skips_live_pages=skips_live_pages
    )
    test_scanner.ScanFile()
    test_scanner.ScanLog()
    return test_scanner


def _GetCandidates(test_scanner):
    """Retrieves what was found.

    Args:
      test_scanner (Scanner): scanner.

    Returns:
      list[tuple[int, int, int, int, int, int, int]]: frame, page, offset of the record,
          size that is available, whole size, rowid and flags of each.
    """
    found = test_scanner.regions.candidates
    return list(
        zip(
            found.frames,
            found.pages,
            found.offsets,
            found.available_sizes,
            found.sizes,
            found.rowids,
            found.flags,
        )
    )


def _CheckNothing(test_scanner):
    """Checks that nothing was found.

    Args:
      test_scanner (Scanner): scanner.
    """
    assert _GetCandidates(test_scanner) == []
    assert test_scanner.regions.keys.CountKeys() == {}


def _MakeIndexCell(key, rowid):
    """Makes a cell of an index page.

    Args:
      key (str): key.
      rowid (int): rowid.

    Returns:
      bytes: cell.
    """
    # An integer of one byte, as SQLite writes it.
    key_type = page_lib.MakeVarint(13 + 2 * len(key))
    record = bytes((len(key_type) + 2,)) + key_type + b"\x01" + key.encode("ascii")
    record += bytes((rowid,))
    return page_lib.MakeVarint(len(record)) + record


# Pages in use.


def testLivePage():
    """Live rows are no candidates: their keys, places and starts are noted."""
    other_cell = page_lib.MakeCell(2, page_lib.MakeRecord(["k", b"v"]))
    page, _ = page_lib.MakePage([_LIVE_CELL, other_cell])
    test_scanner = _Scan(page_lib.MakeFile({2: page}))

    _CheckNothing(test_scanner)
    assert test_scanner.live_cells.row_counts == {1: 2}
    key_hashes, pages = test_scanner.live_cells.keys[1]
    assert list(key_hashes) == [hash(_LIVE_KEY.encode("ascii")), hash(b"k")]
    assert list(pages) == [2, 2]
    first, second = test_scanner.live_cells.fingerprints[1]
    assert first == hash(_LIVE_CELL[: live_cells.FINGERPRINT_SIZE])
    # Of a cell at the end of the page what follows it belongs to its start.
    assert second == hash((other_cell + _LIVE_CELL)[: live_cells.FINGERPRINT_SIZE])


def testEmptyDatabase():
    """Without rows there is nothing."""
    test_scanner = _Scan(page_lib.MakeFile({}))

    _CheckNothing(test_scanner)
    assert test_scanner.live_cells.row_counts == {1: 0}
    assert test_scanner.regions.records == {}
    assert not any(test_scanner.pointed_pages)


@pytest.mark.parametrize("rowid", [1, 127, 128, 100000])
def testGap(rowid):
    """A cell in the gap is whole: its rowid and start are known."""
    cell = page_lib.MakeCell(rowid, _RECORD)
    page, (live_offset,) = page_lib.MakePage([_LIVE_CELL], gap=cell)
    test_scanner = _Scan(page_lib.MakeFile({2: page}))

    assert _GetCandidates(test_scanner) == [
        (
            0,
            2,
            live_offset - len(_RECORD),
            len(_RECORD),
            len(_RECORD),
            rowid,
            _INTACT,
        )
    ]
    found = test_scanner.regions.candidates
    assert list(found.tables) == [1]
    assert list(found.identities) == [hash(_KEY.encode("ascii"))]
    assert list(found.fingerprints) == [hash(cell[: live_cells.FINGERPRINT_SIZE])]
    assert test_scanner.regions.records == {0: _RECORD}
    assert test_scanner.regions.keys.CountKeys() == {}
    assert test_scanner.live_cells.row_counts == {1: 1}


def testGapWithoutContent():
    """A gap of zero bytes, or one that is too small for a row, is passed over."""
    page, _ = page_lib.MakePage([_LIVE_CELL])
    _CheckNothing(_Scan(page_lib.MakeFile({2: page})))

    # The gap is what the page has left: 512 less header, pointers and cells.
    filler = page_lib.MakeCell(
        2, page_lib.MakeRecord(["k", b"\xff" * (512 - 12 - len(_LIVE_CELL) - 20)])
    )
    gap_size = 512 - 12 - len(_LIVE_CELL) - len(filler)
    assert gap_size < 16
    page, _ = page_lib.MakePage([_LIVE_CELL, filler], gap=b"\x01" * gap_size)
    _CheckNothing(_Scan(page_lib.MakeFile({2: page})))


def testGapWithOverwrittenRow():
    """What a later cell overwrote of a row is not available."""
    first_cell = page_lib.MakeCell(300, page_lib.MakeRecord([_KEY, _VALUE * 5]))
    first_size = len(first_cell) - 4
    second_cell = page_lib.MakeCell(301, page_lib.MakeRecord([_KEY[:-1] + "0", _VALUE]))
    # The second was written over the last 60 bytes of the first.
    gap = first_cell[:-60] + second_cell
    page, (live_offset,) = page_lib.MakePage([_LIVE_CELL], gap=gap)
    test_scanner = _Scan(page_lib.MakeFile({2: page}))

    first_offset = live_offset - len(gap)
    second_offset = live_offset - len(second_cell)
    assert len(page_lib.MakeVarint(first_size)) == 2
    assert _GetCandidates(test_scanner) == [
        (0, 2, first_offset + 4, first_size - 60, first_size, 300, _INTACT),
        (
            0,
            2,
            second_offset + 3,
            len(second_cell) - 3,
            len(second_cell) - 3,
            301,
            _INTACT,
        ),
    ]


def testGapWithLostFront():
    """A row whose front was overwritten is rebuilt, if its key is of a known family."""
    # All before the serial types is gone.
    gap = b"\xff" * 12 + _RECORD[1:]
    page, (live_offset,) = page_lib.MakePage([_LIVE_CELL], gap=gap)
    test_scanner = _Scan(page_lib.MakeFile({2: page}))

    assert _GetCandidates(test_scanner) == [
        (0, 2, live_offset - len(_RECORD), len(_RECORD), len(_RECORD), -1, _REBUILT)
    ]
    assert test_scanner.regions.candidates.rebuilt == {0: [_KEY_TYPE, _VALUE_TYPE]}
    assert list(test_scanner.regions.candidates.fingerprints) == [0]


def testLargeRow():
    """Of a row with overflow pages the local part and the page number are there."""
    record = page_lib.MakeRecord([_KEY, _LARGE_VALUE])
    local_part, _ = page_lib.SplitRecord(record)
    assert len(local_part) > len(_KEY) + 5
    cell = page_lib.MakeCell(9, local_part, (len(record), 77))
    page, (live_offset,) = page_lib.MakePage([_LIVE_CELL], gap=cell)
    test_scanner = _Scan(page_lib.MakeFile({2: page}))

    size = len(local_part) + 4
    assert _GetCandidates(test_scanner) == [
        (0, 2, live_offset - size, size, len(record), 9, _INTACT)
    ]
    assert test_scanner.regions.records == {0: local_part + struct.pack(">I", 77)}


@pytest.mark.parametrize(
    ("rowid", "value", "flags"),
    [
        # Size, rowid, size of the header and the first byte of the type of the key are
        # what the freeblock took.
        (5, "", _FREEBLOCK | _REBUILT),
        (5, _VALUE, _FREEBLOCK | _REBUILT),
        # The size takes two bytes: the type of the key is left.
        (5, _VALUE * 4, _FREEBLOCK | _REBUILT),
        # The rowid takes two bytes more: all of the record is left.
        (5000, _VALUE * 4, _FREEBLOCK),
        (500000, _VALUE * 4, _FREEBLOCK),
    ],
)
def testFreeblock(rowid, value, flags):
    """A cell that was freed has lost its first four bytes, and its rowid with them."""
    record = page_lib.MakeRecord([_KEY, value])
    cell = page_lib.MakeCell(rowid, record)
    page, offsets = page_lib.MakePage([_LIVE_CELL, cell, _LIVE_CELL], freed=[1])
    test_scanner = _Scan(page_lib.MakeFile({2: page}))

    offset = offsets[1] + len(cell) - len(record)
    assert _GetCandidates(test_scanner) == [
        (0, 2, offset, len(record), len(record), -1, flags)
    ]
    assert list(test_scanner.regions.candidates.identities) == [
        hash(_KEY.encode("ascii"))
    ]
    assert list(test_scanner.regions.candidates.fingerprints) == [0]
    rebuilt = {}
    if flags & _REBUILT:
        rebuilt = {0: [_KEY_TYPE, 13 + 2 * len(value)]}
    assert test_scanner.regions.candidates.rebuilt == rebuilt
    assert test_scanner.live_cells.row_counts == {1: 2}


def testFreeblockOfUnknownKey():
    """A key of no known family is found where its freeblock is as large as its cell."""
    record = page_lib.MakeRecord(["workbench.view.state", _VALUE])
    cell = page_lib.MakeCell(5, record)
    page, offsets = page_lib.MakePage([_LIVE_CELL, cell, _LIVE_CELL], freed=[1])
    test_scanner = _Scan(page_lib.MakeFile({2: page}))

    assert _GetCandidates(test_scanner) == [
        (0, 2, offsets[1] + 2, len(record), len(record), -1, _FREEBLOCK | _REBUILT)
    ]
    assert list(test_scanner.regions.candidates.identities) == [
        hash(b"workbench.view.state")
    ]
    assert test_scanner.regions.candidates.rebuilt == {0: [13 + 2 * 20, _VALUE_TYPE]}


def testSeveralFreeblocks():
    """All freeblocks of a page are looked at."""
    cells = [_LIVE_CELL]
    keys = [_KEY, f"composerDraft:{_COMPOSER:s}"]
    for rowid, key in enumerate(keys, 1000):
        cells.append(page_lib.MakeCell(rowid, page_lib.MakeRecord([key, _VALUE])))
        cells.append(page_lib.MakeCell(2, page_lib.MakeRecord(["k", b"v"])))
    page, _ = page_lib.MakePage(cells, freed=[1, 3])
    test_scanner = _Scan(page_lib.MakeFile({2: page}))

    assert sorted(test_scanner.regions.candidates.identities) == sorted(
        hash(key.encode("ascii")) for key in keys
    )


@pytest.mark.parametrize(
    "block",
    [
        # It leads to itself, is too small, is larger than the page, or outside of it.
        lambda offset: (offset, 40),
        lambda offset: (0, 3),
        lambda offset: (0, 512),
        lambda offset: (511, 40),
    ],
)
def testBrokenFreeblocks(block):
    """A chain of freeblocks that is broken ends: the live rows are none the worse."""
    cell = page_lib.MakeCell(5000, page_lib.MakeRecord([_KEY, _VALUE]))
    page, offsets = page_lib.MakePage([_LIVE_CELL, cell, _LIVE_CELL], freed=[1])
    page = bytearray(page)
    struct.pack_into(">2H", page, offsets[1], *block(offsets[1]))
    test_scanner = _Scan(page_lib.MakeFile({2: bytes(page)}))

    assert len(test_scanner.regions.candidates) <= 1
    assert test_scanner.live_cells.row_counts == {1: 2}


def testSkipsLivePages():
    """Live pages can be left out: their keys are noted all the same."""
    cell = page_lib.MakeCell(5, _RECORD)
    page, _ = page_lib.MakePage([_LIVE_CELL], gap=cell)
    free_page, _ = page_lib.MakePage([cell])
    data = page_lib.MakeFile({2: page, 5: free_page}, free_pages=[4, 5])

    assert [
        (page_number, flags)
        for _, page_number, _, _, _, _, flags in _GetCandidates(
            _Scan(data, skips_live_pages=True)
        )
    ] == [(5, _IN_ARRAY | _INTACT | _FREE_PAGE)]
    assert _Scan(data, skips_live_pages=True).live_cells.row_counts == {1: 1}
    assert list(_Scan(data).regions.candidates.pages) == [2, 5]


def testOtherTable():
    """The rows of a table that is not wanted look the same, and are left alone."""
    item_cell = page_lib.MakeCell(5, page_lib.MakeRecord(["other.item", "value" * 9]))
    item_page, _ = page_lib.MakePage([item_cell], gap=item_cell)
    data = page_lib.MakeFile(
        {4: item_page}, schema=page_lib.SCHEMA + _ITEM_TABLE_SCHEMA
    )

    _CheckNothing(_Scan(data, other_names=["ItemTable"]))
    assert _Scan(data, names=["ItemTable"]).live_cells.row_counts == {1: 1}
    assert list(_Scan(data, names=["ItemTable"]).regions.candidates.rowids) == [5]


def testTableWithoutKey():
    """A row without a key goes by its rowid."""
    record = page_lib.MakeRecord([None, "text of a row", 70000])
    page, (live_offset,) = page_lib.MakePage(
        [page_lib.MakeCell(1, page_lib.MakeRecord([None, "live", 70001]))],
        gap=page_lib.MakeCell(600, record),
    )
    data = page_lib.MakeFile({2: page}, schema=_NO_KEY_SCHEMA)
    test_scanner = _Scan(data, names=["t"])

    assert _GetCandidates(test_scanner) == [
        (0, 2, live_offset - len(record), len(record), len(record), 600, _INTACT)
    ]
    identity = hash((600).to_bytes(8, "big"))
    assert list(test_scanner.regions.candidates.identities) == [identity]
    # Its rows may be changed in place, so that a start tells nothing.
    assert test_scanner.live_cells.fingerprints == {}
    assert test_scanner.live_cells.keys == {}


# Pages of the freelist.


def testFreePage():
    """All cells of a free page are rows that were deleted."""
    records = [_RECORD, page_lib.MakeRecord(["composerData:c2", b"\x01\x02" * 20])]
    cells = [page_lib.MakeCell(rowid, record) for rowid, record in enumerate(records)]
    page, offsets = page_lib.MakePage(cells)
    test_scanner = _Scan(page_lib.MakeFile({5: page}, free_pages=[4, 5]))

    assert _GetCandidates(test_scanner) == [
        (
            0,
            5,
            offset + 2,
            len(record),
            len(record),
            rowid,
            _IN_ARRAY | _INTACT | _FREE_PAGE,
        )
        for rowid, (offset, record) in enumerate(zip(offsets, records))
    ]
    assert test_scanner.live_cells.row_counts == {1: 0}


def testFreePageWithRemnants():
    """Between the cells of a free page there may be older ones."""
    cell = page_lib.MakeCell(700, page_lib.MakeRecord([_KEY, _VALUE]))
    other_cell = page_lib.MakeCell(8, page_lib.MakeRecord(["k", b"v" * 20]))
    page, offsets = page_lib.MakePage([other_cell, cell, other_cell], freed=[1])
    test_scanner = _Scan(page_lib.MakeFile({5: page}, free_pages=[4, 5]))

    found = sorted(_GetCandidates(test_scanner), key=lambda candidate: candidate[2])
    assert [(offset, rowid) for _, _, offset, _, _, rowid, _ in found] == [
        (offsets[2] + 2, 8),
        (offsets[1] + 3, -1),
        (offsets[0] + 2, 8),
    ]
    assert all(candidate[6] & _FREE_PAGE for candidate in found)


def testFreePageOfTwoTables():
    """The family of a key tells which of two tables a row is of."""
    cells = [
        page_lib.MakeCell(1, page_lib.MakeRecord([_KEY, _VALUE])),
        page_lib.MakeCell(2, page_lib.MakeRecord(["some.item", _VALUE])),
    ]
    page, _ = page_lib.MakePage(cells)
    data = page_lib.MakeFile(
        {7: page}, free_pages=[6, 7], schema=page_lib.SCHEMA + _ITEM_TABLE_SCHEMA
    )
    for names, tables in (
        ([page_lib.TABLE_NAME, "ItemTable"], [1, 2]),
        (["ItemTable", page_lib.TABLE_NAME], [2, 1]),
        (["ItemTable"], [1, 1]),
    ):
        assert list(_Scan(data, names=names).regions.candidates.tables) == tables


def testTrunkPage():
    """A trunk page of the freelist is the front of a page that was overwritten."""
    page, offsets = page_lib.MakePage([page_lib.MakeCell(5, _RECORD)])
    trunk = page_lib.MakeTrunk([5])[:12] + page[12:]
    test_scanner = _Scan(page_lib.MakeFile({4: trunk, 5: bytes(512)}, [4, 5]))

    assert _GetCandidates(test_scanner) == [
        (
            0,
            4,
            offsets[0] + 2,
            len(_RECORD),
            len(_RECORD),
            5,
            _INTACT | _FREE_PAGE,
        )
    ]


def testFreeOverflowPages():
    """Free pages with text have no rows, and lead to the next of their chain."""
    pages = {
        5: page_lib.MakeOverflowPage(7, b"text " * 100),
        6: page_lib.MakeOverflowPage(0, b"text " * 100),
        7: page_lib.MakeOverflowPage(6, b"text " * 100),
        8: page_lib.MakeOverflowPage(99, b"text " * 100),
    }
    test_scanner = _Scan(page_lib.MakeFile(pages, free_pages=[4, 5, 6, 7, 8]))

    _CheckNothing(test_scanner)
    assert [
        number
        for number in range(9)
        if test_scanner.pointed_pages[number >> 3] & 1 << (number & 7)
    ] == [6, 7]


def testFreePageOfZeroBytes():
    """A free page that was never written to has nothing."""
    _CheckNothing(_Scan(page_lib.MakeFile({5: bytes(512)}, free_pages=[4, 5])))


# Keys without a row.


def testFreeIndexPage():
    """The entries of a free page of an index are keys without a row."""
    page, _ = page_lib.MakePage(
        [_MakeIndexCell(_KEY, 5), _MakeIndexCell("bubbleId:c2:b1", 6)],
        page_type=page_lib.INDEX_LEAF,
    )
    test_scanner = _Scan(page_lib.MakeFile({5: page}, free_pages=[4, 5]))

    assert _GetCandidates(test_scanner) == []
    assert test_scanner.regions.keys.CountKeys() == {_COMPOSER: 1, "c2": 1}
    assert set(test_scanner.regions.keys.GetHashes()) == {
        hash(_KEY.encode("ascii")),
        hash(b"bubbleId:c2:b1"),
    }


def testIndexPage():
    """Of an index in use the gap and the freeblocks are looked at, not the entries."""
    live_cell = _MakeIndexCell(_LIVE_KEY, 1)
    keys = [f"bubbleId:{_COMPOSER:s}:{_BUBBLE[:-1]:s}{digit:d}" for digit in range(3)]
    page, _ = page_lib.MakePage(
        [live_cell, _MakeIndexCell(keys[0], 5), live_cell],
        gap=_MakeIndexCell(keys[1], 6),
        freed=[1],
        page_type=page_lib.INDEX_LEAF,
    )
    test_scanner = _Scan(page_lib.MakeFile({3: page}))

    assert _GetCandidates(test_scanner) == []
    assert set(test_scanner.regions.keys.GetHashes()) == {
        hash(key.encode("ascii")) for key in keys[:2]
    }
    # They are of a live page.
    assert not _Scan(
        page_lib.MakeFile({3: page}), skips_live_pages=True
    ).regions.keys.GetHashes()


def testLiveIndexPage():
    """Live entries of an index are no keys without a row."""
    page, _ = page_lib.MakePage(
        [_MakeIndexCell(_KEY, 5)], page_type=page_lib.INDEX_LEAF
    )

    _CheckNothing(_Scan(page_lib.MakeFile({3: page})))


# Two states, and the log.


def _MakeLoggedPage(page, *frames, old_frames=()):
    """Makes a database and a log that writes its table again.

    Args:
      page (bytes): page of the table in the file.
      frames (list[tuple[bytes, bool]]): page of the table, and True if it ends a
          transaction.
      old_frames (Optional[list[bytes]]): whole frames that follow.

    Returns:
      tuple[bytes, bytes]: database file and log.
    """
    log = sqlite_lib.BuildWal(
        512,
        [(2, 3 if is_commit else 0, page) for page, is_commit in frames],
        checkpoint_sequence=1,
        old_frames=old_frames,
    )
    return page_lib.MakeFile({2: page}), log


_GONE_PAGE, _GONE_OFFSETS = page_lib.MakePage(
    [_LIVE_CELL, page_lib.MakeCell(5, _RECORD)]
)
_LIVE_PAGE, _ = page_lib.MakePage([_LIVE_CELL])
_GONE = (2, _GONE_OFFSETS[1] + 2, len(_RECORD), len(_RECORD), 5)
_KEPT = (2, _GONE_OFFSETS[0] + 2, len(_LIVE_RECORD), len(_LIVE_RECORD), 1)


def testHiddenPage():
    """The cells of a page that the log hides were rows of the base state."""
    test_scanner = _Scan(*_MakeLoggedPage(_GONE_PAGE, (_LIVE_PAGE, True)))

    assert _GetCandidates(test_scanner) == [
        (0, *_KEPT, _IN_ARRAY | _INTACT | _BASE_ROW),
        (0, *_GONE, _IN_ARRAY | _INTACT | _BASE_ROW),
    ]
    # What is live is in the log: those of the file are not.
    assert test_scanner.live_cells.row_counts == {1: 1}
    assert list(test_scanner.live_cells.keys[1][1]) == [2]


def testPageThatTheLogFrees():
    """A page that the log frees has no frame: its rows are of the base state."""
    leaf, offsets = page_lib.MakePage([page_lib.MakeCell(5, _RECORD)])
    root = bytearray(512)
    # An interior page with one child, page 4.
    struct.pack_into(">BHHHBI", root, 0, 5, 0, 0, 512, 0, 4)
    base = page_lib.MakeFile({2: bytes(root), 4: leaf})
    live = page_lib.MakeFile({4: leaf, 5: bytes(512)}, free_pages=[5, 4])
    log = sqlite_lib.BuildWal(
        512,
        [
            (1, 0, live[:512]),
            (2, 0, page_lib.MakePage([])[0]),
            (5, 5, page_lib.MakeTrunk([4])),
        ],
    )
    test_scanner = _Scan(base, log)

    assert _GetCandidates(test_scanner) == [
        (
            0,
            4,
            offsets[0] + 2,
            len(_RECORD),
            len(_RECORD),
            5,
            _IN_ARRAY | _INTACT | _BASE_ROW,
        )
    ]


def testSupersededFrame():
    """The cells of a frame that a later one replaced are candidates."""
    data, log = _MakeLoggedPage(_LIVE_PAGE, (_GONE_PAGE, True), (_LIVE_PAGE, True))
    test_scanner = _Scan(data, log)

    frames = [candidate for candidate in _GetCandidates(test_scanner) if candidate[0]]
    assert frames == [
        (1, *_KEPT, _IN_ARRAY | _INTACT),
        (1, *_GONE, _IN_ARRAY | _INTACT),
    ]
    assert test_scanner.live_cells.row_counts == {1: 1}


def testLiveFrame():
    """Of the newest committed frame the gap is looked at, as of a page of the file."""
    cell = page_lib.MakeCell(5, _RECORD)
    page, (live_offset,) = page_lib.MakePage([_LIVE_CELL], gap=cell)
    data, log = _MakeLoggedPage(page_lib.MakePage([])[0], (page, True))
    test_scanner = _Scan(data, log)

    assert _GetCandidates(test_scanner) == [
        (
            1,
            2,
            live_offset - len(_RECORD),
            len(_RECORD),
            len(_RECORD),
            5,
            _INTACT,
        )
    ]
    assert test_scanner.live_cells.row_counts == {1: 1}


def testUncommittedFrame():
    """A frame that was not committed is not live: all its cells are candidates."""
    data, log = _MakeLoggedPage(_LIVE_PAGE, (_LIVE_PAGE, True), (_GONE_PAGE, False))
    test_scanner = _Scan(data, log)

    frames = [
        candidate for candidate in _GetCandidates(test_scanner) if candidate[0] == 2
    ]
    assert frames == [
        (2, *_KEPT, _IN_ARRAY | _INTACT),
        (2, *_GONE, _IN_ARRAY | _INTACT),
    ]
    # The page of the file is hidden by the first frame, the only one that is live.
    assert test_scanner.live_cells.row_counts == {1: 1}


def testStaleFrame():
    """A frame of before a restart of the log is evidence as well."""
    # A log whose second frame is not overwritten by the new one.
    old_log = sqlite_lib.BuildWal(
        512, [(3, 0, bytes(512)), (2, 3, _GONE_PAGE)], salts=(1, 2)
    )
    data, log = _MakeLoggedPage(
        _LIVE_PAGE, (_LIVE_PAGE, True), old_frames=[old_log[32 + 536 :]]
    )
    test_scanner = _Scan(data, log)

    assert [
        candidate for candidate in _GetCandidates(test_scanner) if candidate[0] == 2
    ] == [
        (2, *_KEPT, _IN_ARRAY | _INTACT),
        (2, *_GONE, _IN_ARRAY | _INTACT),
    ]


def testFramesOfOtherPages():
    """The schema has no rows that are looked for, and overflow pages have none."""
    data = page_lib.MakeFile({4: page_lib.MakeOverflowPage(0, b"text")})
    log = sqlite_lib.BuildWal(
        512,
        [
            (1, 0, data[:512]),
            (4, 4, page_lib.MakeOverflowPage(0, b"text " * 100)),
        ],
    )

    _CheckNothing(_Scan(data, log))


def testIndexFrames():
    """Of an index in the log keys are noted: all of an older frame, else the gap."""
    live_page, _ = page_lib.MakePage(
        [_MakeIndexCell(_LIVE_KEY, 1)],
        gap=_MakeIndexCell("bubbleId:c2:b2", 6),
        page_type=page_lib.INDEX_LEAF,
    )
    old_page, _ = page_lib.MakePage(
        [_MakeIndexCell(_KEY, 5)], page_type=page_lib.INDEX_LEAF
    )
    log = sqlite_lib.BuildWal(512, [(3, 3, old_page), (3, 3, live_page)])
    test_scanner = _Scan(page_lib.MakeFile({}), log)

    assert _GetCandidates(test_scanner) == []
    assert test_scanner.regions.keys.CountKeys() == {_COMPOSER: 1, "c2": 1}


def testTrunkFrame():
    """A trunk page in the log may have been a page of the table."""
    page, offsets = page_lib.MakePage([page_lib.MakeCell(5, _RECORD)])
    trunk = page_lib.MakeTrunk([5])[:12] + page[12:]
    live = page_lib.MakeFile({4: trunk, 5: bytes(512)}, free_pages=[4, 5])
    base = page_lib.MakeFile({4: bytes(512), 5: bytes(512)})
    log = sqlite_lib.BuildWal(512, [(1, 0, live[:512]), (4, 5, trunk)])
    test_scanner = _Scan(base, log)

    assert [
        candidate for candidate in _GetCandidates(test_scanner) if candidate[0]
    ] == [(2, 4, offsets[0] + 2, len(_RECORD), len(_RECORD), 5, _INTACT)]


# Damage.


def testUnreachablePage():
    """A page that a damaged tree does not lead to has rows that no reader sees."""
    leaf, offsets = page_lib.MakePage([page_lib.MakeCell(5, _RECORD)])
    root = bytearray(512)
    # An interior page whose only child does not exist.
    struct.pack_into(">BHHHBI", root, 0, 5, 0, 0, 512, 0, 99)
    test_scanner = _Scan(page_lib.MakeFile({2: bytes(root), 4: leaf}))

    assert _GetCandidates(test_scanner) == [
        (
            0,
            4,
            offsets[0] + 2,
            len(_RECORD),
            len(_RECORD),
            5,
            _IN_ARRAY | _INTACT | _BASE_ROW,
        )
    ]


def testUnreadablePage():
    """A page that can not be read costs nothing but itself."""
    leaf, _ = page_lib.MakePage([page_lib.MakeCell(5, _RECORD)])
    data = page_lib.MakeFile({5: leaf, 6: leaf, 7: leaf}, free_pages=[4, 5, 6, 7])
    file_object = sqlite_lib.FaultyFile(data, 5 * 512, 5 * 512 + 1)

    assert list(_Scan(file_object).regions.candidates.pages) == [5, 7]


def testCutPage():
    """Of a page that the file ends within what is there is looked at."""
    leaf, _ = page_lib.MakePage([_LIVE_CELL, page_lib.MakeCell(5, _RECORD)])
    data = page_lib.MakeFile({5: leaf}, free_pages=[4, 5])

    test_scanner = _Scan(data[: -len(_LIVE_CELL)])
    assert 5 in list(test_scanner.regions.candidates.rowids)


@pytest.mark.parametrize("cell_count", [300, 65535])
def testTooManyPointers(cell_count):
    """A number of cells that a page has no room for tells nothing."""
    page = bytearray(page_lib.MakePage([page_lib.MakeCell(5, _RECORD)])[0])
    struct.pack_into(">H", page, 3, cell_count)
    page = bytes(page)

    test_scanner = _Scan(page_lib.MakeFile({2: page, 5: page}, free_pages=[4, 5]))
    # The row is found by its header in the page that is free.
    assert [
        (page_number, rowid, flags)
        for _, page_number, _, _, _, rowid, flags in _GetCandidates(test_scanner)
    ] == [(5, 5, _INTACT | _FREE_PAGE)]


def testAbort():
    """Scanning stops when it is told to."""
    leaf, _ = page_lib.MakePage([page_lib.MakeCell(5, _RECORD)])
    data = page_lib.MakeFile({5: leaf}, free_pages=[4, 5])
    producer = cursor_producer.CollectingProducer()
    assert len(_Scan(data, producer=producer).regions.candidates) == 1
    assert producer.touches

    producer.SignalAbort()
    assert not _Scan(data, producer=producer).regions.candidates


@pytest.mark.parametrize(("encoding", "name"), [(2, "utf-16-le"), (3, "utf-16-be")])
def testEncodings(encoding, name):
    """Rows and keys in UTF-16 are found as well."""
    key, value = "bubbleId:c1:b1", '{"a":1}'
    record = page_lib.MakeRecord([key, value], encoding)
    leaf, offsets = page_lib.MakePage([page_lib.MakeCell(5, record)])
    data = page_lib.MakeFile({5: leaf}, free_pages=[4, 5], encoding=encoding)
    test_scanner = _Scan(data)

    assert _GetCandidates(test_scanner) == [
        (
            0,
            5,
            offsets[0] + 2,
            len(record),
            len(record),
            5,
            _IN_ARRAY | _INTACT | _FREE_PAGE,
        )
    ]
    assert list(test_scanner.regions.candidates.identities) == [hash(key.encode(name))]
