"""Tests for the live cells of tables."""

from cursor_plaso.recovery import live_cells
from tests.recovery import page_lib


class _Grammar:
    """Grammar of a table of keys and values.

    Attributes:
      is_key_value (bool): True.
      is_replaced (bool): True.
      number (int): number of the table.
    """

    is_key_value = True
    is_replaced = True
    number = 1


def testAdd():
    """Keys, pages and starts of the cells are noted, whatever the size of a varint."""
    keys = ["some.key", "k" * 80, "other.key"]
    cells = [
        page_lib.MakeCell(rowid, page_lib.MakeRecord([key, "v" * size]))
        for key, rowid, size in zip(keys, (1, 300, 70000), (3, 200, 60))
    ]
    data = b"".join(cells)
    pointers = (0, len(cells[0]), len(cells[0]) + len(cells[1]))
    live = live_cells.LiveCells([_Grammar])
    live.Add(b"??" + data, 2, pointers, 1, 9)

    assert list(live.keys[1][0]) == [hash(key.encode("ascii")) for key in keys]
    assert list(live.keys[1][1]) == [9, 9, 9]
    assert list(live.fingerprints[1]) == [
        hash(data[pointer : pointer + live_cells.FINGERPRINT_SIZE])
        for pointer in pointers
    ]
    assert live.row_counts == {1: 3}


def testDamagedPage():
    """Of a table with a damaged page the index is asked."""
    live = live_cells.LiveCells([_Grammar])
    live.Add(b"\xff\xff", 0, (0,), 1, 9)

    assert live.keys == {}
    assert live.row_counts == {1: 1}
