"""Tests of reading the keys of a table."""

import struct

from cursor_plaso import sqlite_format

from tests import sqlite_damage
from tests import sqlite_lib


def testKeysOfTableWithoutIndex():
    with sqlite_lib.MakeDatabase(
        statements=[
            "CREATE TABLE t(key TEXT, value)",
            "INSERT INTO t VALUES ('b', 1), ('a', 2), (NULL, 3), ('bb', 4)",
        ]
    ) as (_, path):
        database, evidence_producer = sqlite_lib.Open(sqlite_lib.ReadFile(path))

    assert list(database.live.ReadKeys("t")) == [b"b", b"a", b"bb"]
    assert list(database.live.ReadKeys("t", b"b")) == [b"b", b"bb"]
    assert evidence_producer.warnings == []


def testIndexOutOfOrderIsDamaged():
    data = sqlite_damage.GetData()
    view, rows = sqlite_damage.GetRows(data)
    page_number = view.GetTable(sqlite_damage.TABLE).index_root_page
    while view.ReadPage(page_number)[0] == sqlite_format.INDEX_INTERIOR_PAGE:
        (page_number,) = struct.unpack_from(">I", view.ReadPage(page_number), 8)
    page = view.ReadPage(page_number)
    swapped = page[10:12] + page[8:10]

    database, evidence_producer = sqlite_lib.Open(
        sqlite_damage.Change(data, page_number, 8, swapped)
    )

    read_keys = list(database.live.ReadKeys(sqlite_damage.TABLE))
    assert sorted(read_keys) == sorted(row.values[0].encode() for row in rows)
    assert "index" in evidence_producer.warnings[0]
