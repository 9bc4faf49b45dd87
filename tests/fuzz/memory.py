"""Databases that are only rows in memory, to feed a reader millions of them.

The page reader has decoders of its own: what is fuzzed through these is what reads the
rows.
"""

from cursor_plaso import sqlite_records
from cursor_plaso import sqlite_schema

_KEY_VALUE_SQL = "(key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)"

_STATE_TABLES = {
    "ItemTable": f"CREATE TABLE ItemTable {_KEY_VALUE_SQL:s}",
    "composerHeaders": (
        "CREATE TABLE composerHeaders (composerId TEXT PRIMARY KEY, workspaceId TEXT, "
        "createdAt INTEGER, lastUpdatedAt INTEGER, isArchived INTEGER, isSubagent "
        "INTEGER, value TEXT, recency INTEGER, subagentTypeName TEXT)"
    ),
    "cursorDiskKV": f"CREATE TABLE cursorDiskKV {_KEY_VALUE_SQL:s}",
}


class MemoryView:
    """Rows of tables, with the methods of a view of a database.

    Attributes:
      tables (dict[str, sqlite_schema.Table]): tables per name.
    """

    def __init__(self, statements=None):
        """Initializes a view.

        Args:
          statements (Optional[dict[str, str]]): statements that create the tables, per
              name, where None stands for those of a state.vscdb.
        """
        super().__init__()
        self._rows = {}
        self.tables = {
            name: sqlite_schema.Table(name, "table", 2, sql)
            for name, sql in (statements or _STATE_TABLES).items()
        }

    def AddRow(self, table_name, row_values):
        """Adds a row.

        Args:
          table_name (str): name of the table.
          row_values (tuple[object]): value per column.
        """
        rows = self._rows.setdefault(table_name, [])
        number = len(rows) + 1
        rows.append(
            sqlite_records.Row(
                self.tables[table_name], number, tuple(row_values), 3, number, 0
            )
        )

    def GetTable(self, name):
        """Retrieves a table.

        Args:
          name (str): name.

        Returns:
          sqlite_schema.Table: table or None if there is none.
        """
        return self.tables.get(name)

    def Lookup(self, table_name, key):
        """Looks up the row of a key.

        Args:
          table_name (str): name of the table.
          key (str): value of the first column.

        Returns:
          sqlite_records.Row: row or None if there is none.
        """
        for row in self._rows.get(table_name, ()):
            if row.values[0] == key:
                return row
        return None

    def ReadRowAt(self, table_name, unused_page_number, cell_offset):
        """Reads a row again.

        Args:
          table_name (str): name of the table.
          unused_page_number (int): page number.
          cell_offset (int): number of the row.

        Returns:
          sqlite_records.Row: row.
        """
        return self._rows[table_name][cell_offset - 1]

    def ReadKeys(self, table_name, prefix=b""):
        """Reads the keys of a table.

        Args:
          table_name (str): name of the table.
          prefix (Optional[bytes]): what the keys start with.

        Yields:
          bytes: key.
        """
        for row in self._rows.get(table_name, ()):
            key = _GetRawKey(row)
            if key is not None and key.startswith(prefix):
                yield key

    def ReadRows(self, table_name, wanted=None):
        """Reads the rows of a table.

        Args:
          table_name (str): name of the table.
          wanted (Optional[function|tuple[bytes]]): tells if a key is wanted.

        Yields:
          sqlite_records.Row: row.
        """
        for row in self._rows.get(table_name, ()):
            key = _GetRawKey(row)
            if isinstance(wanted, tuple):
                if key is None or not key.startswith(wanted):
                    continue
            elif wanted and not wanted(key):
                continue
            yield row


class MemoryDatabase:
    """Database of which only the rows of the live view are there.

    Attributes:
      live (MemoryView): live view.
    """

    def __init__(self, view):
        """Initializes a database.

        Args:
          view (MemoryView): live view.
        """
        super().__init__()
        self.base = self.live = view

    def IsDamaged(self, unused_table_name):
        """Determines if rows of a table may be missing.

        Returns:
          bool: False, as none are.
        """
        return False


def _GetRawKey(row):
    """Retrieves the key of a row as a page reader gives it.

    Args:
      row (sqlite_records.Row): row.

    Returns:
      bytes: key or None.
    """
    key = row.values[0]
    if isinstance(key, str):
        return key.encode("utf-8", errors="surrogateescape")
    return key if isinstance(key, bytes) else None
