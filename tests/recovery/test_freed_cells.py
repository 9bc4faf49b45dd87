"""Tests of finding rows of which a freeblock took the front.

The regions are made as SQLite leaves them (https://www.sqlite.org/fileformat2.html): a
freeblock starts with the offset of the next one and its size, of two bytes each.
"""

import struct

from cursor_plaso import sqlite_schema
from cursor_plaso.recovery import freed_cells
from cursor_plaso.recovery import grammar
from tests.recovery import page_lib

_BASE = 512
_HEADERS_SQL = (
    "CREATE TABLE composerHeaders (composerId TEXT PRIMARY KEY, workspaceId TEXT, "
    "createdAt INTEGER, isArchived INTEGER, value TEXT)"
)
_ITEM_SQL = "CREATE TABLE ItemTable (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)"
_USABLE_SIZE = 512


def _CreateGrammar(sql, name):
    """Creates a grammar.

    Args:
      sql (str): CREATE statement.
      name (str): name of the table.

    Returns:
      RecordGrammar: grammar.
    """
    table = sqlite_schema.Table(name, "table", 2, sql)
    table.AddIndex(f"sqlite_autoindex_{name:s}_1", 3, "")
    return grammar.RecordGrammar(table, 1, "utf-8")


def _MakeCells(keys, rowid=300, size=40):
    """Makes cells of a table of keys and values.

    Args:
      keys (list[str]): keys.
      rowid (Optional[int]): rowid of the first.
      size (Optional[int]): size of the values.

    Returns:
      list[bytes]: cells.
    """
    return [
        page_lib.MakeCell(
            rowid + number, page_lib.MakeRecord([key, '"' + "x" * (size - 2) + '"'])
        )
        for number, key in enumerate(keys)
    ]


def _Free(cells, start, sizes=None, next_offset=0):
    """Joins cells of which each was freed.

    Args:
      cells (list[bytes]): cells in the order of their offsets.
      start (int): offset of the first cell in its page.
      sizes (Optional[list[int]]): sizes of the freeblocks, where None represents that
          of all cells from each on, as if the last had been freed first.
      next_offset (Optional[int]): offset of the next freeblock.

    Returns:
      bytes: page up to the end of the cells, after as many zero bytes.
    """
    data = bytes(_BASE + start)
    for number, cell in enumerate(cells):
        size = sum(map(len, cells[number:])) if sizes is None else sizes[number]
        data += struct.pack(">2H", next_offset, size) + cell[4:]
    return data


def _Find(test_grammar, data, start, end=None, known_cells=(), is_freeblock=False):
    """Finds the cells of a region.

    Args:
      test_grammar (RecordGrammar): grammar.
      data (bytes): data.
      start (int): offset of the region in its page.
      end (Optional[int]): offset of its end in its page, where None represents that of
          the data.
      known_cells (Optional[list[tuple[int, int, int]]]): cells that were found.
      is_freeblock (Optional[bool]): True if the region is a freeblock.

    Returns:
      list[tuple[bytes, int]]: key, and offset of the cell in its page, in this order.
    """
    end = len(data) if end is None else _BASE + end
    finder = freed_cells.FreedCellFinder(_USABLE_SIZE)
    place = ([test_grammar], data.ljust(2 * _BASE, b"\0"), _BASE, _BASE + start, end)
    found = finder.Find(
        *place,
        finder.FindHeaders(*place),
        known_cells,
        is_freeblock=is_freeblock,
    )
    return sorted((cell.key, cell.cell_offset - _BASE) for cell in found)


def testCellInGap():
    """A cell that no chain of freeblocks leads to is found by its old size."""
    (cell,) = _MakeCells(["workbench.view"])
    data = _Free([cell], 100) + b"\0" * 50

    for test_grammar in (_CreateGrammar(_ITEM_SQL, "ItemTable"),):
        assert _Find(test_grammar, data, 8) == [(b"workbench.view", 100)]


def testOtherSize():
    """What does not end where a freeblock or another cell does is not believed."""
    (cell,) = _MakeCells(["workbench.view"])
    test_grammar = _CreateGrammar(_ITEM_SQL, "ItemTable")

    for size in (len(cell) - 1, len(cell) + 4):
        data = _Free([cell], 100, sizes=[size]) + b"\0" * 50
        assert not _Find(test_grammar, data, 8)
    # A freeblock may be up to three bytes larger than the cell.
    data = _Free([cell], 100, sizes=[len(cell) + 3]) + b"\0" * 50
    assert _Find(test_grammar, data, 8)


def testNextFreeblock():
    """The next freeblock is further on and does not touch this one."""
    (cell,) = _MakeCells(["workbench.view"])
    test_grammar = _CreateGrammar(_ITEM_SQL, "ItemTable")
    end = 100 + len(cell)

    for next_offset, is_sound in (
        (end + 4, True),
        (end + 3, False),
        (60, False),
        (_USABLE_SIZE, False),
    ):
        data = _Free([cell], 100, next_offset=next_offset) + b"\0" * 50
        assert bool(_Find(test_grammar, data, 8)) == is_sound, next_offset


def testMergedCells():
    """Of cells that became one freeblock each has the size of what was free then."""
    keys = ["some.key", "other.key", "third.key"]
    cells = _MakeCells(keys)
    test_grammar = _CreateGrammar(_ITEM_SQL, "ItemTable")
    data = _Free(cells, 100)
    expected = sorted(
        (key.encode("ascii"), 100 + sum(map(len, cells[:number])))
        for number, key in enumerate(keys)
    )

    assert _Find(test_grammar, data, 100, is_freeblock=True) == expected
    # The page was tidied since.
    assert _Find(test_grammar, data + b"\0" * 20, 8) == expected


def testMergedCellsWithLostTypes():
    """Of small rows the type of the key is lost too: the next cell tells its size."""
    keys = ["some.key", "other.key", "third.key"]
    cells = _MakeCells(keys, rowid=5)
    test_grammar = _CreateGrammar(_ITEM_SQL, "ItemTable")

    assert [
        key for key, _ in _Find(test_grammar, _Free(cells, 100), 100, is_freeblock=True)
    ] == sorted(key.encode("ascii") for key in keys)


def testCellBeforeCutOne():
    """A cell is believed by what is left of the one that it was freed with."""
    cells = _MakeCells(["some.key", "other.key"])
    test_grammar = _CreateGrammar(_ITEM_SQL, "ItemTable")
    size = len(cells[0]) + 30
    data = _Free(cells, 100, sizes=[size, 200])[: _BASE + 100 + size]

    assert _Find(test_grammar, data, 100, is_freeblock=True) == [(b"some.key", 100)]


def testCellBeforeKnownOne():
    """A cell is believed by the whole cell that follows it."""
    first, second = _MakeCells(["some.key", "other.key"])
    test_grammar = _CreateGrammar(_ITEM_SQL, "ItemTable")
    data = _Free([first], 100, sizes=[300]) + second + b"\0" * 20
    offset = _BASE + 100 + len(first)

    assert _Find(
        test_grammar, data, 8, known_cells=[(offset, offset + 3, offset + len(second))]
    ) == [(b"some.key", 100)]
    assert not _Find(test_grammar, data, 8)


def testOverflow():
    """Of a row with an overflow chain the part in the page counts."""
    record = page_lib.MakeRecord(["some.key", '"' + "x" * 800 + '"'])
    local, rest = page_lib.SplitRecord(record)
    cell = page_lib.MakeCell(300, local, overflow_page=(len(record), 9))
    test_grammar = _CreateGrammar(_ITEM_SQL, "ItemTable")

    assert rest
    assert _Find(test_grammar, _Free([cell], 60), 8) == [(b"some.key", 60)]


def testManyColumns():
    """A row of many columns is believed although its freeblock ended elsewhere."""
    test_grammar = _CreateGrammar(_HEADERS_SQL, "composerHeaders")
    record = page_lib.MakeRecord(
        ["c0ffee", "workspace", 1790000000, 0, '{"name":"' + "x" * 130 + '"}']
    )
    cell = page_lib.MakeCell(300, record)
    data = _Free([cell], 100, sizes=[300]) + b"\0" * 20
    assert _Find(test_grammar, data, 8) == [(b"c0ffee", 100)]


def testControlCharacters():
    """What should be text is."""
    record = page_lib.MakeRecord(["c0ffee", "work\x01space", 1790000000, 0, "x" * 150])
    cell = page_lib.MakeCell(300, record)
    test_grammar = _CreateGrammar(_HEADERS_SQL, "composerHeaders")

    assert not _Find(test_grammar, _Free([cell], 100) + b"\0" * 20, 8)


def testKnownFamilies():
    """Keys of known families are left to those who find them by their text."""
    cells = _MakeCells([f"composerData:{'0' * 8}-1111-4111-8111-{'2' * 12}"])
    test_grammar = _CreateGrammar(_ITEM_SQL, "ItemTable")

    assert not _Find(test_grammar, _Free(cells, 100), 100, is_freeblock=True)


def testTooManyHeaders():
    """A page has no more cells than there is room for."""
    # Each two bytes can be the header of a freeblock before a row.
    data = bytes(_BASE + 8) + b"\x00\x0c" * 252
    test_grammar = _CreateGrammar(_ITEM_SQL, "ItemTable")

    assert not _Find(test_grammar, data, 8)
