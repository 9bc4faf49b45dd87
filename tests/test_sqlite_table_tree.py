"""Tests of the trees of tables: damaged pages, what they cost, and what stays."""

import struct

import pytest

from cursor_plaso import sqlite_format

from tests import sqlite_damage
from tests import sqlite_lib


@pytest.mark.parametrize(
    "offset, value, reason",
    [
        (0, b"\x00", "page of type 0"),
        (0, b"\x0a", "of type 10"),
        (3, b"\xff\xff", "more cells than it can hold"),
        (0, bytes(sqlite_damage.PAGE_SIZE), "of type 0"),
    ],
)
def testDamagedLeafCostsItsRows(offset, value, reason):
    data = sqlite_damage.GetData()
    view, rows = sqlite_damage.GetRows(data)
    page_number = rows[50].page_number
    assert page_number != view.GetTable(sqlite_damage.TABLE).root_page

    database, evidence_producer = sqlite_lib.Open(
        sqlite_damage.Change(data, page_number, offset, value)
    )

    left = [row.values for row in rows if row.page_number != page_number]
    assert [row.values for row in database.live.ReadRows(sqlite_damage.TABLE)] == left
    (warning,) = evidence_producer.warnings
    assert f"table {sqlite_damage.TABLE:s}: page {page_number:d}: " in warning
    assert reason.rpartition(" of ")[2] in warning
    # A second pass says nothing twice.
    assert len(list(database.live.ReadRows(sqlite_damage.TABLE))) == len(left)
    assert len(evidence_producer.warnings) == 1


def testDamagedInteriorPointer():
    data = sqlite_damage.GetData()
    view, rows = sqlite_damage.GetRows(data)
    root_page = view.GetTable(sqlite_damage.TABLE).root_page
    page = view.ReadPage(root_page)
    assert page[0] == sqlite_format.TABLE_INTERIOR_PAGE
    (cell_offset,) = struct.unpack_from(">H", page, 12)

    for child, reason in (
        (0, "page 0: does not exist"),
        (1 << 31, "page 2147483648: does not exist"),
        (root_page, f"page {root_page:d}: is part of something else"),
    ):
        database, evidence_producer = sqlite_lib.Open(
            sqlite_damage.Change(data, root_page, cell_offset, struct.pack(">I", child))
        )
        left = [row.values for row in database.live.ReadRows(sqlite_damage.TABLE)]
        assert left == [row.values for row in rows][-len(left) :]
        assert 0 < len(left) < len(rows)
        assert evidence_producer.warnings == [
            f"SQLite table {sqlite_damage.TABLE:s}: {reason:s}"
        ]


def testTreeThatHoldsItselfComesOnce():
    """An interior page whose children are all the same leaf."""
    data = sqlite_damage.GetData()
    view, rows = sqlite_damage.GetRows(data)
    root_page = view.GetTable(sqlite_damage.TABLE).root_page
    page = bytearray(view.ReadPage(root_page))
    leaf_page = rows[50].page_number
    (count,) = struct.unpack_from(">H", page, 3)
    for (pointer,) in struct.iter_unpack(">H", page[12 : 12 + 2 * count]):
        struct.pack_into(">I", page, pointer, leaf_page)
    struct.pack_into(">I", page, 8, leaf_page)

    database, evidence_producer = sqlite_lib.Open(
        sqlite_damage.Change(data, root_page, 0, bytes(page))
    )

    expected = [row.values for row in rows if row.page_number == leaf_page]
    assert [
        row.values for row in database.live.ReadRows(sqlite_damage.TABLE)
    ] == expected
    (warning,) = evidence_producer.warnings
    assert f"page {leaf_page:d}: is part of something else" in warning
