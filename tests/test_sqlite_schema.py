"""Tests of reading CREATE statements."""

import pytest

from cursor_plaso import sqlite_schema

from tests import sqlite_lib


@pytest.mark.parametrize(
    "sql, names",
    [
        (
            "CREATE TABLE ItemTable (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)",
            "key value",
        ),
        ('CREATE TABLE "a (b" ("x,y" TEXT, [z(] INT, `q``r`, \'s\')', "x,y z( q`r s"),
        ("CREATE TABLE t(a INT DEFAULT (1, ')'), b VARCHAR(10, 2) NOT NULL)", "a b"),
        ("CREATE TABLE t(a -- the first, of two\n, b /* , c */ TEXT)", "a b"),
        ("CREATE TABLE t(a, b, CONSTRAINT k UNIQUE (a, b) CHECK (a > 1))", "a b"),
        ("CREATE TABLE t(a REFERENCES o(x) ON DELETE SET NULL, b)", "a b"),
        ("CREATE TABLE t(\"primary\" TEXT, 'unique' TEXT)", "primary unique"),
        ("CREATE TABLE t(a, b", "a b"),
        ("CREATE TABLE t", ""),
        ("", ""),
        ("CREATE TABLE t(", ""),
        ("CREATE TABLE t(,,a,)", "a"),
        ('CREATE TABLE t("a', "a"),
    ],
)
def testParseTableColumns(sql, names):
    assert [column.name for column in sqlite_schema.ParseTable(sql).columns] == (
        names.split()
    )


@pytest.mark.parametrize(
    "columns, rowid_alias",
    [
        ("a INTEGER PRIMARY KEY, b", 0),
        ("b, a integer primary key autoincrement", 1),
        ("a INTEGER PRIMARY KEY DESC, b", None),
        ("b, a INTEGER, PRIMARY KEY (a)", 1),
        ("b, a INTEGER, PRIMARY KEY (a DESC)", 1),
        ("b, a INT PRIMARY KEY", None),
        ("a INTEGER, b INTEGER, PRIMARY KEY (a, b)", None),
        ("a TEXT PRIMARY KEY", None),
    ],
)
def testRowidAliasIsThatOfSQLite(columns, rowid_alias):
    """Whether a column is the rowid is decided as SQLite decides it."""
    sql = f"CREATE TABLE t({columns:s})"

    assert sqlite_schema.ParseTable(sql).rowid_alias == rowid_alias
    with sqlite_lib.MakeDatabase(statements=[sql]) as (connection, _):
        connection.execute("INSERT INTO t (rowid) VALUES (7)")
        values = connection.execute("SELECT * FROM t").fetchone()
    assert [index for index, value in enumerate(values) if value == 7] == (
        [] if rowid_alias is None else [rowid_alias]
    )


def testWithoutRowidStoresThePrimaryKeyFirst():
    definition = sqlite_schema.ParseTable(
        "CREATE TABLE t(a, b, c, PRIMARY KEY (c, a)) STRICT, WITHOUT ROWID"
    )

    assert definition.without_rowid
    assert definition.stored_order == [2, 0, 1]


def testVirtualGeneratedColumnsAreNotStored():
    definition = sqlite_schema.ParseTable(
        "CREATE TABLE t(a, b AS (a + 1), c GENERATED ALWAYS AS (a * 2) STORED, d)"
    )

    assert definition.stored_order == [0, 2, 3]


def testNumberOfColumnsIsBounded():
    columns = ", ".join(f"c{index:d}" for index in range(5000))

    definition = sqlite_schema.ParseTable(f"CREATE TABLE t({columns:s})")

    assert len(definition.columns) == 2000


def testParseIndex():
    constraint = sqlite_schema.ParseIndex('CREATE UNIQUE INDEX i ON t("Key")')

    assert constraint.column_names == ["key"]
    assert constraint.is_plain
    assert sqlite_schema.ParseIndex("CREATE INDEX i ON t(a)") is None
    assert sqlite_schema.ParseIndex("CREATE UNIQUE INDEX i ON t(a) WHERE a > 1") is None
    for columns in ("a DESC", "a COLLATE NOCASE", "lower(a)", "a COLLATE"):
        sql = f"CREATE UNIQUE INDEX i ON t({columns:s})"
        assert not sqlite_schema.ParseIndex(sql).is_plain


@pytest.mark.parametrize(
    "columns, key_column",
    [
        ("key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB", 0),
        ("value BLOB, id INTEGER PRIMARY KEY, key TEXT UNIQUE", 2),
        ("id TEXT PRIMARY KEY UNIQUE, data BLOB", 0),
        ("a TEXT, key TEXT, UNIQUE (a, key), UNIQUE (key)", 1),
        ("key TEXT COLLATE NOCASE UNIQUE, value BLOB", None),
        ("key TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID --", 0),
        ("key TEXT, value BLOB", None),
    ],
)
def testKeyIndex(columns, key_column):
    """The index that is taken for that of the key leads to its rows."""
    sql = f"CREATE TABLE t({columns:s}\n)"
    if "--" in sql:
        sql = sql.replace("--\n)", "")
    with sqlite_lib.MakeDatabase(statements=[sql]) as (connection, path):
        names = [row[1] for row in connection.execute("PRAGMA table_info(t)")]
        for index in range(50):
            values = [
                index if name == "id" and names[0] != "id" else f"{name:s}{index:02d}"
                for name in names
            ]
            marks = ", ".join("?" for _ in names)
            connection.execute(f"INSERT INTO t VALUES ({marks:s})", values)
        data = sqlite_lib.ReadFile(path)

    view = sqlite_lib.Open(data)[0].live
    table = view.GetTable("T")
    assert table.key_column_index == key_column
    if key_column is None:
        assert table.index_root_page is None
        assert view.Lookup("t", "key07") is None
        assert table.index_damaged
    else:
        key = f"{names[key_column]:s}07"
        row = view.Lookup("t", key)
        assert row.values[key_column] == key
        assert not table.index_damaged


def testExplicitUniqueIndexIsTheKeyIndex():
    with sqlite_lib.MakeDatabase(
        statements=[
            "CREATE TABLE t(a, key TEXT)",
            "CREATE UNIQUE INDEX i ON t(key)",
            "INSERT INTO t VALUES (1, 'x')",
        ]
    ) as (_, path):
        view = sqlite_lib.Open(sqlite_lib.ReadFile(path))[0].live

    assert view.Lookup("t", "x").values == (1, "x")


def testTypesOfTables():
    with sqlite_lib.MakeDatabase(
        statements=[
            "CREATE TABLE t(a)",
            "CREATE VIEW v AS SELECT a FROM t",
            "CREATE VIRTUAL TABLE f USING fts4(x)",
        ]
    ) as (_, path):
        view = sqlite_lib.Open(sqlite_lib.ReadFile(path))[0].live

    types = {name: table.type for name, table in view.tables.items()}
    assert types["t"] == "table"
    assert types["v"] == "view"
    assert types["f"] == "virtual"
    assert view.tables["v"].columns == []
    assert view.tables["v"].root_page == view.tables["f"].root_page == 0
    for name in ("v", "f", "nothing"):
        assert not list(view.ReadRows(name))
        assert not list(view.ReadKeys(name))
        assert view.Lookup(name, "a") is None


def testRequiredColumns():
    definition = sqlite_schema.ParseTable(
        "CREATE TABLE t(a TEXT NOT NULL, b TEXT DEFAULT 'NOT NULL', c INT NOT NULL "
        "DEFAULT 1, d TEXT NULL, e CHECK (e NOT NULL))"
    )

    assert [column.is_required for column in definition.columns] == [
        True,
        False,
        True,
        False,
        False,
    ]
