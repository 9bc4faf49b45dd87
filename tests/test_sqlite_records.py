"""Tests of rows and the records that they are read from."""

import struct

from cursor_plaso import sqlite_records

from tests import sqlite_damage
from tests import sqlite_lib
from tests import sqlite_tables


def testRowTellsWhereItIs():
    with sqlite_lib.MakeDatabase(
        statements=[
            sqlite_tables.KEY_VALUE_SQL,
            "INSERT INTO cursorDiskKV VALUES ('key', 'value')",
        ]
    ) as (_, path):
        view = sqlite_lib.Open(sqlite_lib.ReadFile(path))[0].live

    (row,) = view.ReadRows("cursorDiskKV")
    assert isinstance(row, sqlite_records.Row)
    assert row.page_number == view.GetTable("cursorDiskKV").root_page
    assert row.missing_size == 0
    # Payload size 11, rowid 1, header of 3 bytes, and the record.
    page = view.ReadPage(row.page_number)
    assert page[row.cell_offset :].startswith(b"\x0b\x01\x03\x13\x17keyvalue")
    assert view.GetFrameNumber(row.page_number) is None


def testColumnsAddedLaterAreNone():
    with sqlite_lib.MakeDatabase(
        statements=[
            "CREATE TABLE t(key TEXT UNIQUE, value TEXT)",
            "INSERT INTO t VALUES ('a', 'b')",
            "ALTER TABLE t ADD COLUMN added TEXT",
            "INSERT INTO t VALUES ('c', 'd', 'e')",
        ]
    ) as (_, path):
        view = sqlite_tables.CheckAgainstSQLite(sqlite_lib.ReadFile(path))

    rows = list(view.ReadRows("t"))
    assert [row.values for row in rows] == [("a", "b", None), ("c", "d", "e")]
    assert rows[0].columns == ["key", "value", "added"]
    assert rows[0].GetValue("added") is None
    assert rows[1].GetValue("ADDED") == "e"
    assert rows[1].GetValue("missing", "default") == "default"


def testGeneratedColumnsAreNotRun():
    with sqlite_lib.MakeDatabase(
        statements=[
            "CREATE TABLE t(a, b AS (a || 'x'), c AS (a || 'y') STORED, d)",
            "INSERT INTO t (a, d) VALUES ('1', '2')",
        ]
    ) as (_, path):
        view = sqlite_lib.Open(sqlite_lib.ReadFile(path))[0].live

    assert [row.values for row in view.ReadRows("t")] == [("1", None, "1y", "2")]


def testRowLargerThanItsPage():
    """A payload size that says more than there is yields what there is."""
    data = sqlite_damage.GetData()
    view, rows = sqlite_damage.GetRows(data)
    row = next(row for row in rows if 200 < len(row.values[1]) < 400)
    page = view.ReadPage(row.page_number)
    # The value serial type, two bytes before the key, grows by 8,192.
    key = row.values[0].encode("ascii")
    offset = page.index(key, row.cell_offset) - 2
    changed = struct.pack(">H", struct.unpack_from(">H", page, offset)[0] | 0x7F00)

    database, evidence_producer = sqlite_lib.Open(
        sqlite_damage.Change(data, row.page_number, offset, changed)
    )
    read_rows = {row.rowid: row for row in database.live.ReadRows(sqlite_damage.TABLE)}

    assert len(read_rows) == len(rows)
    read_row = read_rows[row.rowid]
    assert not read_row.complete
    assert read_row.values[0] == row.values[0]
    assert len(read_row.values[1]) == len(row.values[1])
    assert read_row.missing_size > 7000
    assert "larger than its cell" in evidence_producer.warnings[0]
