"""Tests of passes over the rows of tables of any columns."""

import struct

import pytest

from cursor_plaso import database

from tests import evidence
from tests import sqlite_damage
from tests import sqlite_lib


def testReadRowsByAKeyThatIsNotTheFirstColumn(tmp_path):
    """Rows are chosen by the column named key, wherever it stands."""
    path = str(tmp_path / "rows.db")
    with evidence.NewDatabase(path, page_size=512) as connection:
        connection.execute("CREATE TABLE t (other, key TEXT UNIQUE, value BLOB)")
        connection.executemany(
            "INSERT INTO t VALUES (?, ?, ?)",
            [("a1", "b1", "x"), ("b2", "a2", "y"), (None, None, "z")],
        )
    with open(path, "rb") as file_object:
        view = database.Database(file_object).live

        assert [row.GetValue("value") for row in view.ReadRows("t", (b"a",))] == ["y"]
        assert [row.GetValue("value") for row in view.ReadRows("t")] == ["x", "y", "z"]


@pytest.mark.parametrize("pointer", [0, 9, 65535])
def testCellPointerThatLeavesThePageCostsOneRow(pointer):
    """In a table of more columns than two, too."""
    with sqlite_lib.MakeDatabase(
        page_size=sqlite_damage.PAGE_SIZE, statements=["CREATE TABLE t (key, a, b)"]
    ) as (connection, path):
        for index in range(8):
            connection.execute("INSERT INTO t VALUES (?, 'a', 2)", (f"k{index:d}",))
        data = sqlite_lib.ReadFile(path)
    root_page = sqlite_lib.Open(data)[0].live.GetTable("t").root_page

    changed, evidence_producer = sqlite_lib.Open(
        sqlite_damage.Change(data, root_page, 10, struct.pack(">H", pointer))
    )

    assert sqlite_lib.ReadRows(changed.live, "t") == [
        (index + 1, f"k{index:d}", "a", 2) for index in range(8) if index != 1
    ]
    assert evidence_producer.warnings == [
        f"SQLite table t: page {root_page:d}: 1 of 8 rows are damaged: a cell pointer "
        f"leaves the page"
    ]
