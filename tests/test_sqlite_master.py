"""Tests of the tables that a database has."""

import pytest

from cursor_plaso import sqlite_format
from cursor_plaso import sqlite_master

from tests import sqlite_lib


@pytest.fixture(name="view")
def _MakeView():
    """Makes the live view of a database of every kind of entry."""
    with sqlite_lib.MakeDatabase(
        statements=[
            "CREATE TABLE t (key TEXT UNIQUE, value)",
            "CREATE INDEX i ON t (value)",
            "CREATE VIEW v AS SELECT key FROM t",
            "CREATE TABLE other (key TEXT)",
            "CREATE UNIQUE INDEX other_key ON other (key)",
            "CREATE TRIGGER tr AFTER INSERT ON t BEGIN DELETE FROM other; END",
        ]
    ) as (_, path):
        yield sqlite_lib.Open(sqlite_lib.ReadFile(path))[0].live


def testReadTables(view):
    """Tables and views are there, with the index of the key, and triggers are not."""
    assert {name: table.type for name, table in view.tables.items()} == {
        "t": "table",
        "v": "view",
        "other": "table",
    }
    for name in ("t", "other"):
        page = view.ReadPage(view.tables[name].root_page)
        assert page[0] == sqlite_format.TABLE_LEAF_PAGE
        page = view.ReadPage(view.tables[name].index_root_page)
        assert page[0] == sqlite_format.INDEX_LEAF_PAGE
    assert view.GetTable("OTHER") is view.tables["other"]
    assert view.GetTable("tr") is None


def testSchemaThatIsTooLarge(monkeypatch):
    """Tables up to the limit are there, and a warning says that there are more."""
    monkeypatch.setattr(sqlite_master, "_MAXIMUM_SCHEMA_ENTRIES", 3)
    statements = [f"CREATE TABLE t{index:d} (key TEXT)" for index in range(5)]
    with sqlite_lib.MakeDatabase(statements=statements) as (_, path):
        database, evidence_producer = sqlite_lib.Open(sqlite_lib.ReadFile(path))

    assert list(database.live.tables) == ["t0", "t1", "t2"]
    assert evidence_producer.warnings == [
        "SQLite schema: it is too large, the rest of it is not read"
    ]
