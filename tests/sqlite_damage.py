"""A sound SQLite database for tests that damage it, and what is in it."""

import functools
import struct

from cursor_plaso import sqlite_format

from tests import sqlite_lib

PAGE_SIZE = 1024

TABLE = "cursorDiskKV"


def Change(data, page_number, offset, value):
    """Changes bytes of a page.

    Args:
      data (bytes): database.
      page_number (int): page number.
      offset (int): offset in the page.
      value (bytes): bytes.

    Returns:
      bytes: database.
    """
    changed = bytearray(data)
    start = (page_number - 1) * PAGE_SIZE + offset
    changed[start : start + len(value)] = value
    return bytes(changed)


@functools.cache
def GetData():
    """Retrieves a database of tables with interior pages and overflow chains.

    Returns:
      bytes: database.
    """
    with sqlite_lib.MakeDatabase(
        page_size=PAGE_SIZE,
        statements=[
            "CREATE TABLE ItemTable (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)",
            f"CREATE TABLE {TABLE:s} (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)",
            "CREATE TABLE keyed (key TEXT PRIMARY KEY, value) WITHOUT ROWID",
        ],
    ) as (connection, path):
        connection.execute("BEGIN")
        for table in (TABLE, "ItemTable", "keyed"):
            sqlite_lib.AddRows(connection, table, 400, seed=5, size=500)
        connection.execute("COMMIT")
        connection.execute(f"DELETE FROM {TABLE:s} WHERE rowid BETWEEN 100 AND 160")
        return sqlite_lib.ReadFile(path)


def GetFirstOverflowPage(view, row):
    """Determines the first overflow page of a row.

    Args:
      view (View): view.
      row (Row): row.

    Returns:
      int: page number or 0.
    """
    page = view.ReadPage(row.page_number)
    payload_size, offset = sqlite_format.ReadVarint(page, row.cell_offset)
    _, offset = sqlite_format.ReadVarint(page, offset)
    local_size = sqlite_format.GetLocalSize(payload_size, PAGE_SIZE)
    if local_size == payload_size:
        return 0
    return struct.unpack_from(">I", page, offset + local_size)[0]


def GetRows(data, table=TABLE):
    """Retrieves the rows of a sound database.

    Args:
      data (bytes): database.
      table (Optional[str]): name of the table.

    Returns:
      tuple[View, list[Row]]: view and rows.
    """
    database, evidence_producer = sqlite_lib.Open(data)
    rows = list(database.live.ReadRows(table))
    assert evidence_producer.warnings == []
    return database.live, rows
