"""Tests of finding single rows."""

import pytest

from cursor_plaso import database

from tests import evidence
from tests import sqlite_lib
from tests import sqlite_tables


@pytest.mark.parametrize("page_size", [512, 4096])
def testKeysAndLookups(page_size):
    with sqlite_lib.MakeDatabase(
        page_size=page_size,
        statements=[
            sqlite_tables.KEY_VALUE_SQL,
            sqlite_tables.KEYED_SQL,
            sqlite_tables.MIXED_SQL,
        ],
    ) as (connection, path):
        connection.execute("BEGIN")
        sqlite_lib.AddRows(connection, "cursorDiskKV", 1000, size=60)
        sqlite_tables.AddKeyedRows(connection, 200)
        connection.execute("INSERT INTO mixed (name) VALUES ('no index')")
        connection.execute("COMMIT")
        rows = connection.execute("SELECT rowid, * FROM cursorDiskKV").fetchall()
        keyed_rows = connection.execute("SELECT * FROM keyed ORDER BY key").fetchall()
        view = sqlite_lib.Open(sqlite_lib.ReadFile(path))[0].live

    keys = sorted(row[1].encode("ascii") for row in rows)
    assert list(view.ReadKeys("CURSORDISKKV")) == keys
    for prefix in (b"bubbleId:", b"bubbleId:7", b"bubbleId:7f", b"b", b"zz", b"A"):
        assert list(view.ReadKeys("cursorDiskKV", prefix)) == [
            key for key in keys if key.startswith(prefix)
        ]
    for row in rows:
        found_row = view.Lookup("cursordiskkv", row[1])
        assert (found_row.rowid, *found_row.values) == row
    for key in ("", "a", "bubbleId:", keys[500].decode("ascii") + "0", "zz"):
        assert view.Lookup("cursorDiskKV", key) is None
    assert not view.GetTable("cursorDiskKV").index_damaged

    assert list(view.ReadKeys("keyed")) == [row[1].encode() for row in keyed_rows]
    for row in keyed_rows:
        assert view.Lookup("keyed", row[1]).values == row
    assert view.Lookup("keyed", "9") is None
    assert view.Lookup("mixed", "no index") is None
    assert view.GetTable("mixed").index_damaged


@pytest.mark.parametrize("options", ("", " WITHOUT ROWID"))
def testReadRowAt(tmp_path, options):
    """A row is read again at its place, and at no other place is there one."""
    path = str(tmp_path / "rows.db")
    with evidence.NewDatabase(path, page_size=512) as connection:
        connection.execute(
            f"CREATE TABLE t (k TEXT PRIMARY KEY, v BLOB) {options:s}".rstrip()
        )
        connection.executemany(
            "INSERT INTO t VALUES (?, ?)",
            [(f"key {number:03d}", bytes(number * 20)) for number in range(80)],
        )
    with open(path, "rb") as file_object:
        view = database.Database(file_object).live
        rows = list(view.ReadRows("t"))
        again = [view.ReadRowAt("t", row.page_number, row.cell_offset) for row in rows]

        assert [row.values for row in again] == [row.values for row in rows]
        assert [row.rowid for row in again] == [row.rowid for row in rows]
        assert view.ReadRowAt("t", 10**6, 100) is None
        assert view.ReadRowAt("t", rows[0].page_number, 512) is None
        assert view.ReadRowAt("other", rows[0].page_number, 100) is None
