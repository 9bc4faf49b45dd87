"""Tables of every kind for tests of SQLite databases, and what sqlite3 reads of them."""

import random

from tests import sqlite_lib

KEY_VALUE_SQL = (
    "CREATE TABLE cursorDiskKV (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)"
)
KEYED_SQL = "CREATE TABLE keyed (value, key TEXT PRIMARY KEY, ratio REAL) WITHOUT ROWID"
MIXED_SQL = (
    "CREATE TABLE mixed (id INTEGER PRIMARY KEY, number NUMERIC, ratio REAL, "
    "name TEXT, data BLOB, anything)"
)


def AddKeyedRows(connection, count, seed=4):
    """Adds rows of keys of many sizes to the table without rowids.

    Args:
      connection (sqlite3.Connection): connection.
      count (int): number of rows.
      seed (Optional[int]): seed.
    """
    generator = random.Random(seed)
    for index in range(count):
        key = f"{generator.random():.12f}" * generator.randrange(1, 9)
        value = "v" * generator.randrange(1200) if index % 7 else None
        connection.execute(
            "INSERT INTO keyed VALUES (?, ?, ?)", (value, key, float(index))
        )


def AddMixedRows(connection, count, seed=3):
    """Adds rows of every storage class, with rowids of every size.

    Args:
      connection (sqlite3.Connection): connection.
      count (int): number of rows.
      seed (Optional[int]): seed.
    """
    generator = random.Random(seed)
    rowids = [-(2**63), -1, 0, 1, 127, 128, 16383, 16384, 2**21, 2**35, 2**63 - 1]
    while len(rowids) < count:
        rowids.append(generator.randrange(2 ** generator.randrange(5, 50)))
    choices = (
        lambda: None,
        lambda: generator.randrange(-(2**63), 2**63) >> generator.randrange(64),
        lambda: generator.random() * 10 ** generator.randrange(-300, 300),
        lambda: float(generator.randrange(100)),
        lambda: "é\U0001f600\x00x" * generator.randrange(90),
        lambda: generator.randbytes(generator.randrange(3000)),
    )
    for rowid in rowids[:count]:
        connection.execute(
            "INSERT OR REPLACE INTO mixed VALUES (?, ?, ?, ?, ?, ?)",
            [rowid] + [generator.choice(choices)() for _ in range(5)],
        )


def CheckAgainstSQLite(data, wal_data=None):
    """Compares every table with sqlite3, and expects no warning.

    Args:
      data (bytes): database.
      wal_data (Optional[bytes]): write-ahead log.

    Returns:
      View: live view.
    """
    database, evidence_producer = sqlite_lib.Open(data, wal_data)
    view = database.live
    for name, table in view.tables.items():
        if table.without_rowid:
            expected = sqlite_lib.ReadSQLiteRows(
                data, name, wal_data, columns="*", order="key"
            )
            rows = [row.values for row in view.ReadRows(name)]
        else:
            expected = sqlite_lib.ReadSQLiteRows(data, name, wal_data)
            rows = sqlite_lib.ReadRows(view, name)
        assert expected is not None
        assert rows == expected
        assert all(row.complete for row in view.ReadRows(name))
    free_pages = list(view.FreePages())
    assert len(free_pages) == len(set(free_pages)) == view.freelist_count
    assert evidence_producer.warnings == []
    return view
