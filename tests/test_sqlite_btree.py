"""Tests of what the pages of all b-trees have in common."""

import struct

import pytest

from cursor_plaso import sqlite_btree
from cursor_plaso import sqlite_format

from tests import sqlite_lib


def testDeepChainOfInteriorPages():
    """Interior pages that lead from one to the next take no memory each."""
    with sqlite_lib.MakeDatabase(
        page_size=512,
        statements=["CREATE TABLE t(key TEXT UNIQUE, value) /* two pages */"],
    ) as (_, path):
        data = bytearray(sqlite_lib.ReadFile(path))
    table = sqlite_lib.Open(bytes(data))[0].live.GetTable("t")
    first_page = len(data) // 512 + 1
    for page_type, root_page in (
        (sqlite_format.TABLE_INTERIOR_PAGE, table.root_page),
        (sqlite_format.INDEX_INTERIOR_PAGE, table.index_root_page),
    ):
        changed = bytearray(data)
        struct.pack_into(">B7xI", changed, (root_page - 1) * 512, page_type, first_page)
        for index in range(3000):
            page = bytearray(512)
            struct.pack_into(">B7xI", page, 0, page_type, first_page + index + 1)
            changed += page
        database, evidence_producer = sqlite_lib.Open(bytes(changed))

        assert not list(database.live.ReadRows("t"))
        assert not list(database.live.ReadKeys("t"))
        assert database.live.Lookup("t", "x") is None
        assert evidence_producer.warnings


@pytest.mark.parametrize("is_leaf, array_offset", [(True, 108), (False, 112)])
@pytest.mark.parametrize("cell_count", [0, 3, 63, 64, 200])
def testGetCells(cell_count, is_leaf, array_offset):
    """The array of the cell pointers follows the page header."""
    page = bytearray(1024)
    struct.pack_into(">H", page, 103, cell_count)
    expected = tuple(range(900, 900 + cell_count))
    struct.pack_into(f">{cell_count:d}H", page, array_offset, *expected)

    cells = sqlite_btree.GetCells(bytes(page), 1024, 100, is_leaf)
    assert cells == (expected, array_offset + 2 * cell_count)


def testGetCellsOfMoreThanAPageHolds():
    page = bytearray(512)
    struct.pack_into(">H", page, 3, 252)
    assert len(sqlite_btree.GetCells(bytes(page), 512, 0, True)[0]) == 252
    struct.pack_into(">H", page, 3, 253)
    assert sqlite_btree.GetCells(bytes(page), 512, 0, True) == (None, 0)
