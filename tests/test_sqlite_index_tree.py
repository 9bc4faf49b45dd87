"""Tests of the trees of indexes: damaged pages, and what makes up for them."""

import struct

from cursor_plaso import sqlite_format

from tests import sqlite_damage
from tests import sqlite_lib


def testDamagedIndexIsMadeUpForByTheTable():
    data = sqlite_damage.GetData()
    view, rows = sqlite_damage.GetRows(data)
    table = view.GetTable(sqlite_damage.TABLE)
    keys = {row.values[0].encode("ascii") for row in rows}
    root = view.ReadPage(table.index_root_page)
    assert root[0] == sqlite_format.INDEX_INTERIOR_PAGE
    (count,) = struct.unpack_from(">H", root, 3)
    pointers = struct.unpack_from(f">{count:d}H", root, 12)
    (child_page,) = struct.unpack_from(">I", root, pointers[count // 2])

    for page_number, offset, value in (
        (child_page, 0, b"\x00"),
        (child_page, 3, b"\xff\xff"),
        (child_page, 8, b"\x00\x00"),
        (table.index_root_page, 0, b"\x00"),
        (table.index_root_page, pointers[count // 2], struct.pack(">I", 1 << 30)),
        (
            table.index_root_page,
            pointers[count // 2],
            struct.pack(">I", table.index_root_page),
        ),
    ):
        database, evidence_producer = sqlite_lib.Open(
            sqlite_damage.Change(data, page_number, offset, value)
        )
        read_keys = list(database.live.ReadKeys(sqlite_damage.TABLE))
        assert len(read_keys) == len(keys)
        assert set(read_keys) == keys
        assert len(evidence_producer.warnings) == 2
        assert all("index" in text for text in evidence_producer.warnings)

        database, evidence_producer = sqlite_lib.Open(
            sqlite_damage.Change(data, page_number, offset, value)
        )
        found = [
            database.live.Lookup(sqlite_damage.TABLE, row.values[0]) for row in rows
        ]
        assert database.live.GetTable(sqlite_damage.TABLE).index_damaged
        for row, found_row in zip(rows, found):
            assert found_row is None or found_row.values == row.values
        assert None in found
        # Rows do not need the index.
        assert len(list(database.live.ReadRows(sqlite_damage.TABLE))) == len(rows)
        assert len(evidence_producer.warnings) == 1


def testDamagedTableWithoutRowids():
    data = sqlite_damage.GetData()
    _, rows = sqlite_damage.GetRows(data, "keyed")
    page_number = rows[150].page_number

    database, evidence_producer = sqlite_lib.Open(
        sqlite_damage.Change(data, page_number, 0, b"\x00")
    )

    values = [row.values for row in database.live.ReadRows("keyed")]
    expected = [row.values for row in rows]
    assert 0 < len(values) < len(rows)
    assert [value for value in expected if value in set(values)] == values
    assert f"page {page_number:d}" in evidence_producer.warnings[0]
    keys = list(database.live.ReadKeys("keyed"))
    assert keys == [key.encode("ascii") for key, _ in values]
