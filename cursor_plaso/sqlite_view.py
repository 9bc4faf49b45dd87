"""One state of a SQLite database: its tables, rows, keys and free pages.

The readers that a view is made of are modules of their own:

* sqlite_pages.py: pages of the file and of the log
* sqlite_btree.py: what all b-trees have in common
* sqlite_table_tree.py, sqlite_index_tree.py: trees of tables and of indexes
* sqlite_payloads.py: cells that go on in overflow pages
* sqlite_records.py: rows that cells hold
* sqlite_master.py: tables that there are
* sqlite_table_rows.py: all rows of a table, sqlite_key_values.py: those of Cursor
* sqlite_keys.py: all keys of a table
* sqlite_lookups.py: single rows
* sqlite_freelist.py: free pages

Every page is visited once in a pass, as part of a tree or of an overflow chain, so that
a pass takes time linear in the size of the file whatever its pointers say.
"""

from cursor_plaso import sqlite_freelist
from cursor_plaso import sqlite_index_tree
from cursor_plaso import sqlite_keys
from cursor_plaso import sqlite_lookups
from cursor_plaso import sqlite_master
from cursor_plaso import sqlite_pages
from cursor_plaso import sqlite_payloads
from cursor_plaso import sqlite_records
from cursor_plaso import sqlite_table_rows


class View:
    """State of a database: the file alone, or with the committed log.

    Attributes:
      freelist_count (int): number of pages on the freelist as the header claims.
      freelist_trunk (int): page number of the first freelist trunk page or 0.
      header (sqlite_format.FileHeader): header of this view.
      page_count (int): number of pages; at most a small multiple of the pages that are
          there, whatever the file claims.
      uses_wal (bool): True if the write-ahead log is part of the state.
    """

    def __init__(self, database, header, page_count, frames=None, recovered=False):
        """Initializes a view.

        Args:
          database (Database): database.
          header (sqlite_format.FileHeader): header.
          page_count (int): number of pages.
          frames (Optional[dict[int, int]]): frame number per page number.
          recovered (Optional[bool]): True if what only this view has is recovered.
        """
        super().__init__()
        pages = sqlite_pages.PageReader(
            database, page_count, frames=frames, recovered=recovered
        )
        payloads = sqlite_payloads.PayloadReader(pages)
        indexes = sqlite_index_tree.IndexReader(pages, payloads)
        records = sqlite_records.RecordReader(pages, payloads)
        self._database = database
        self._keys = sqlite_keys.KeyReader(pages, payloads, indexes)
        self._lookups = sqlite_lookups.LookupReader(pages, indexes, records)
        self._pages = pages
        self._rows = sqlite_table_rows.TableRowReader(pages, payloads, indexes, records)
        self._table_per_name = {}
        self._tables = None
        self.freelist_count = header.freelist_count
        self.freelist_trunk = header.freelist_trunk
        self.header = header
        self.page_count = page_count
        self.uses_wal = bool(frames)

    @property
    def tables(self):
        """dict[str, sqlite_schema.Table]: tables, views and virtual tables by name."""
        if self._tables is None:
            tables = sqlite_master.ReadTables(self._pages, self._rows)
            self._table_per_name = {table.name.lower(): table for table in tables}
            self._tables = {table.name: table for table in tables}
        return self._tables

    def _GetStoredTable(self, name):
        """Retrieves a table that has rows.

        Args:
          name (str): name, in any case.

        Returns:
          sqlite_schema.Table: table or None if there is none, or a view or virtual
              table.
        """
        table = self.GetTable(name)
        return table if table is not None and table.type == "table" else None

    def FreePages(self):
        """Walks the freelist.

        Yields:
          tuple[int, bool]: page number and True for a trunk page. Every page comes
              once and exists.
        """
        yield from sqlite_freelist.WalkFreelist(self._pages, self.freelist_trunk)
        self._database.CloseWarnings()

    def GetFrameNumber(self, page_number):
        """Determines where a page of this view comes from.

        Args:
          page_number (int): page number.

        Returns:
          int: number of the frame of the write-ahead log, from 1, or None if it is the
              page of the database file.
        """
        return self._pages.GetFrameNumber(page_number)

    def GetTable(self, name):
        """Retrieves a table.

        Args:
          name (str): name, in any case.

        Returns:
          sqlite_schema.Table: table, view or virtual table, or None if there is none.
        """
        return self.tables.get(name) or self._table_per_name.get(name.lower())

    def Lookup(self, table_name, key):
        """Looks up a row by its key, through the index.

        Args:
          table_name (str): name of the table, in any case.
          key (str): key.

        Returns:
          sqlite_records.Row: row or None if there is none, or it can not be found since
              the index is missing or damaged, which the table's "index_damaged" then
              tells, or reading was aborted. The table is never searched.
        """
        table = self._GetStoredTable(table_name)
        if table is None or not isinstance(key, str):
            return None
        return self._lookups.Lookup(table, key)

    def ReadKeys(self, table_name, prefix=b""):
        """Reads the keys of a table, from its index where there is one.

        Args:
          table_name (str): name of the table, in any case.
          prefix (Optional[bytes]): what the keys start with, TEXT in UTF-8.

        Yields:
          bytes: key, TEXT in UTF-8, in ascending order as long as the index holds
              together. Keys that are NULL or numbers are left out.
        """
        table = self._GetStoredTable(table_name)
        if table is not None:
            yield from self._keys.ReadKeys(table, prefix)
            self._database.CloseWarnings()

    def ReadPage(self, page_number):
        """Reads a page.

        Args:
          page_number (int): page number, from 1.

        Returns:
          bytes: whole page, filled up with zero bytes if the file ends within, or None
              if there is no such page or it can not be read.
        """
        page, _ = self._pages.ReadPage(page_number)
        if not page and 0 < page_number <= self.page_count:
            reason = self._pages.DescribeUnreadable(page_number)
            self._pages.Warn("SQLite database", page_number, reason)
        return page or None

    def ReadRowAt(self, table_name, page_number, cell_offset):
        """Reads a row again of which the place is known.

        Args:
          table_name (str): name of the table.
          page_number (int): page number of the row.
          cell_offset (int): offset of its cell in the page.

        Returns:
          sqlite_records.Row: row, or None if there is none.
        """
        table = self.GetTable(table_name)
        if table is None:
            return None
        return self._lookups.ReadRowAt(table, page_number, cell_offset)

    def ReadRows(self, table_name, wanted=None):
        """Reads the rows of a table in rowid order.

        Args:
          table_name (str): name of the table, in any case. A view or virtual table has
              no rows here.
          wanted (Optional[function|tuple[bytes]]): asked with the bytes of the key,
              TEXT in UTF-8 and None for NULL, if the row is wanted; or what the key
              starts with, one of several. The key is the column named so, which in the
              tables of Cursor is the first, or the first stored column. A row that is
              not wanted costs nothing more: its overflow pages are not read.

        Yields:
          sqlite_records.Row: row, in the order of the key in a table without rowids.
        """
        table = self._GetStoredTable(table_name)
        if table is not None:
            yield from self._rows.GetRows(table, wanted)
            self._database.CloseWarnings()
