"""Tests of the freelist, sound and damaged."""

import struct

import pytest

from tests import sqlite_damage
from tests import sqlite_lib
from tests import sqlite_tables


def testFreelistOfManyTrunks():
    with sqlite_lib.MakeDatabase(
        page_size=512, statements=[sqlite_tables.KEY_VALUE_SQL]
    ) as (
        connection,
        path,
    ):
        connection.execute("BEGIN")
        sqlite_lib.AddRows(connection, "cursorDiskKV", 500, size=1000)
        connection.execute("COMMIT")
        connection.execute("DELETE FROM cursorDiskKV")
        (count,) = connection.execute("PRAGMA freelist_count").fetchone()
        view = sqlite_tables.CheckAgainstSQLite(sqlite_lib.ReadFile(path))

    free_pages = list(view.FreePages())
    assert len(free_pages) == count
    # A trunk of 512 bytes holds up to 126 entries; SQLite fills 120.
    assert sum(is_trunk for _, is_trunk in free_pages) >= count // 127
    assert free_pages[0] == (view.freelist_trunk, True)


@pytest.mark.parametrize(
    "offset, value, reason",
    [
        (0, b"\xff\xff\xff\xff", "page 4294967295: does not exist"),
        (4, b"\xff\xff\xff\xff", "more entries than it can hold"),
        (8, b"\x00\x00\x00\x00", "entries do not exist or come twice"),
    ],
)
def testDamagedFreelist(offset, value, reason):
    data = sqlite_damage.GetData()
    view, _ = sqlite_damage.GetRows(data)
    expected = list(view.FreePages())
    trunk_page = view.freelist_trunk

    database, evidence_producer = sqlite_lib.Open(
        sqlite_damage.Change(data, trunk_page, offset, value)
    )

    free_pages = list(database.live.FreePages())
    assert free_pages[0] == (trunk_page, True)
    assert set(free_pages) <= set(expected)
    assert reason in evidence_producer.warnings[0]


def testFreelistThatLoops():
    data = sqlite_damage.GetData()
    view, _ = sqlite_damage.GetRows(data)
    trunk_page = view.freelist_trunk

    database, evidence_producer = sqlite_lib.Open(
        sqlite_damage.Change(data, trunk_page, 0, struct.pack(">I", trunk_page))
    )

    free_pages = list(database.live.FreePages())
    assert len(free_pages) == len(set(free_pages))
    assert len(evidence_producer.warnings) == 1
