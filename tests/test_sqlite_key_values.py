"""Tests of passes over the rows of tables of keys and values."""

import struct

import pytest

from tests import sqlite_damage
from tests import sqlite_lib
from tests import sqlite_tables


def testNullAndForeignKeys():
    """A key can be NULL, several times, or no text at all."""
    values = [
        (None, "a"),
        (None, b"b"),
        (b"blob", "c"),
        ("text", None),
        ("", ""),
        ("zero\x00", "d\x00e"),
    ]
    with sqlite_lib.MakeDatabase(statements=[sqlite_tables.KEY_VALUE_SQL]) as (
        connection,
        path,
    ):
        connection.executemany("INSERT INTO cursorDiskKV VALUES (?, ?)", values)
        connection.execute("CREATE TABLE n(key, value)")
        connection.execute("INSERT INTO n VALUES (7, 'x')")
        connection.execute("INSERT INTO n VALUES (0.5, 'y')")
        view = sqlite_tables.CheckAgainstSQLite(sqlite_lib.ReadFile(path))

    assert [row.values for row in view.ReadRows("cursorDiskKV")] == values
    assert list(view.ReadKeys("cursorDiskKV")) == [b"", b"text", b"zero\x00", b"blob"]
    assert list(view.ReadKeys("cursorDiskKV", b"bl")) == [b"blob"]
    asked = []
    assert not list(view.ReadRows("cursorDiskKV", asked.append))
    assert asked == [None, None, b"blob", b"text", b"", b"zero\x00"]
    assert [row.values for row in view.ReadRows("n")] == [(7, "x"), (0.5, "y")]
    assert not list(view.ReadKeys("n"))


def testInvalidTextKeepsTheRest():
    value = b'{"text":"\xff\xfe\xed\xa0\xbd","n":1}'
    with sqlite_lib.MakeDatabase(statements=[sqlite_tables.KEY_VALUE_SQL]) as (
        connection,
        path,
    ):
        connection.execute(
            "INSERT INTO cursorDiskKV VALUES (CAST(? AS TEXT), CAST(? AS TEXT))",
            (b"k\xff", value),
        )
        view = sqlite_tables.CheckAgainstSQLite(sqlite_lib.ReadFile(path))

    (row,) = view.ReadRows("cursorDiskKV")
    assert row.values == ("k\udcff", value.decode("utf-8", "surrogateescape"))
    assert list(view.ReadKeys("cursorDiskKV")) == [b"k\xff"]
    assert view.Lookup("cursorDiskKV", "k\udcff").rowid == 1
    # What can not be stored is not found, and is no error.
    assert view.Lookup("cursorDiskKV", "k\ud83d") is None
    assert not view.GetTable("cursorDiskKV").index_damaged


def testUnwantedRowsCostNoOverflowPages():
    with sqlite_lib.MakeDatabase(statements=[sqlite_tables.KEY_VALUE_SQL]) as (
        connection,
        path,
    ):
        for index in range(20):
            connection.execute(
                "INSERT INTO cursorDiskKV VALUES (?, ?)",
                (f"{'ab'[index % 2]:s}:{index:02d}", "x" * 200000),
            )
        data = sqlite_lib.ReadFile(path)

    for wanted in (lambda key: key.startswith(b"a:"), (b"a:", b"c:")):
        database, _ = sqlite_lib.Open(data)
        # The overflow pages of the others are cut off, and nobody notices.
        wanted_rows = list(database.live.ReadRows("cursorDiskKV", wanted))
        assert [row.values[0] for row in wanted_rows] == [
            f"a:{index:02d}" for index in range(0, 20, 2)
        ]
        assert all(len(row.values[1]) == 200000 for row in wanted_rows)

    database, evidence_producer = sqlite_lib.Open(data)
    before = set(database.blocks)
    assert not list(database.live.ReadRows("cursorDiskKV", lambda key: False))
    # Of 4 MB the blocks with the leaf pages were read, which are a few.
    assert len(set(database.blocks) - before) < 25
    assert evidence_producer.warnings == []


def testKeyThatSpillsIsAskedWhole():
    keys = ["k" * 5000 + "1", "k" * 5000 + "2", "k" * 300000]
    with sqlite_lib.MakeDatabase(statements=[sqlite_tables.KEY_VALUE_SQL]) as (
        connection,
        path,
    ):
        for key in keys:
            connection.execute("INSERT INTO cursorDiskKV VALUES (?, 'v')", (key,))
        view = sqlite_tables.CheckAgainstSQLite(sqlite_lib.ReadFile(path))

    asked = []

    def IsWanted(key):
        asked.append(key)
        return key.endswith(b"2")

    rows = list(view.ReadRows("cursorDiskKV", IsWanted))
    assert asked == [key.encode("ascii") for key in keys]
    assert [row.values for row in rows] == [(keys[1], "v")]
    assert list(view.ReadKeys("cursorDiskKV")) == sorted(asked)
    for key in keys:
        assert view.Lookup("cursorDiskKV", key).values == (key, "v")


@pytest.mark.parametrize("pointer", [0, 9, sqlite_damage.PAGE_SIZE, 65535])
def testCellPointerThatLeavesThePageCostsOneRow(pointer):
    data = sqlite_damage.GetData()
    _, rows = sqlite_damage.GetRows(data)
    page_number = rows[50].page_number
    page_rows = [row for row in rows if row.page_number == page_number]

    database, evidence_producer = sqlite_lib.Open(
        sqlite_damage.Change(data, page_number, 8, struct.pack(">H", pointer))
    )

    expected = [row.values for row in rows if row is not page_rows[0]]
    assert [
        row.values for row in database.live.ReadRows(sqlite_damage.TABLE)
    ] == expected
    (warning,) = evidence_producer.warnings
    assert f"page {page_number:d}: 1 of {len(page_rows):d} rows" in warning


def testOverlappingCellsAreNotAmplified():
    """Thousands of pointers to one large cell yield no more than a page holds."""
    with sqlite_lib.MakeDatabase(
        page_size=65536,
        statements=[f"CREATE TABLE {sqlite_damage.TABLE:s} (key TEXT, value BLOB)"],
    ) as (connection, path):
        connection.execute(
            f"INSERT INTO {sqlite_damage.TABLE:s} VALUES ('k', ?)", ("x" * 30000,)
        )
        data = bytearray(sqlite_lib.ReadFile(path))
    (pointer,) = struct.unpack_from(">H", data, 65536 + 8)
    count = (pointer - 8) // 2
    struct.pack_into(">H", data, 65536 + 3, count)
    struct.pack_into(f">{count:d}H", data, 65536 + 8, *[pointer] * count)

    database, evidence_producer = sqlite_lib.Open(bytes(data))

    assert len(list(database.live.ReadRows(sqlite_damage.TABLE))) == 1
    assert not list(database.live.ReadRows(sqlite_damage.TABLE, (b"other",)))
    asked = []
    assert not list(database.live.ReadRows(sqlite_damage.TABLE, asked.append))
    assert sum(len(key) for key in asked) <= 65536
    assert len(list(database.live.ReadKeys(sqlite_damage.TABLE))) <= 65536
    assert any("overlap" in text for text in evidence_producer.warnings)
