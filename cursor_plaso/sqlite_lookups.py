"""Single rows of a SQLite database, found by their key or by their place."""

from cursor_plaso import sqlite_btree
from cursor_plaso import sqlite_format
from cursor_plaso import sqlite_table_tree

# The rows that are looked up between two signs of activity, each of which may be at the
# other end of a large file.
_LOOKUPS_PER_TOUCH = 64

# Overflow pages that may be read again by lookups: so many times all pages, and a GiB
# of the usual size for small databases.
_MAXIMUM_REPEATS = 16
_REPEATED_PAGES = 256 * 1024


class LookupReader:
    """Reader of single rows."""

    def __init__(self, pages, indexes, records):
        """Initializes a lookup reader.

        Args:
          pages (sqlite_pages.PageReader): pages.
          indexes (sqlite_index_tree.IndexReader): index trees.
          records (sqlite_records.RecordReader): records of the cells.
        """
        super().__init__()
        self._indexes = indexes
        self._lookup_cells = set()
        self._lookup_count = 0
        self._lookup_pages = 0
        self._pages = pages
        self._records = records
        self._repeated_pages = 0

    def _CountLookup(self, page_number, cell_offset, payload_size, rowid):
        """Counts the overflow pages of a row that was looked up.

        Rows of a sound database never share a page. In one where they do, looking up
        all would take time beyond the size of the file, as would looking up the same
        large row over and over.

        Args:
          page_number (int): page number.
          cell_offset (int): offset of the cell.
          payload_size (int): size of the record.
          rowid (int): rowid or None.

        Returns:
          bool: False if the rows looked up so far need more pages than there are, or
              many times as many if each lookup counts.
        """
        payload_size = min(payload_size, sqlite_btree.MAXIMUM_RECORD_SIZE)
        usable_size = self._pages.database.usable_size
        local_size = sqlite_format.GetLocalSize(
            payload_size, usable_size, rowid is not None
        )
        if local_size < payload_size:
            number_of_pages = -((local_size - payload_size) // (usable_size - 4))
            cell = (page_number, cell_offset)
            if cell not in self._lookup_cells:
                self._lookup_cells.add(cell)
                self._lookup_pages += number_of_pages
            else:
                self._repeated_pages += number_of_pages
        return (
            self._lookup_pages <= self._pages.page_count
            and self._repeated_pages
            <= _MAXIMUM_REPEATS * self._pages.page_count + _REPEATED_PAGES
        )

    def _ReadAt(self, table, page_number, page, limit, cell_offset):
        """Reads the row of a cell.

        Args:
          table (sqlite_schema.Table): table.
          page_number (int): page number.
          page (bytes): page.
          limit (int): offset in the page where its usable part ends.
          cell_offset (int): offset of the cell.

        Returns:
          tuple[sqlite_records.Row, str, bool]: row, or None if nothing can be made of
              the cell; what is wrong with it, or None; and True if the row was not
              read since the rows looked up so far need too many pages.
        """
        rowid = None
        position = cell_offset
        try:
            if table.without_rowid:
                if page[0] == sqlite_format.INDEX_INTERIOR_PAGE:
                    position += 4
                payload_size, position = sqlite_format.ReadVarint(page, position)
            else:
                payload_size, position = sqlite_format.ReadVarint(page, position)
                rowid, position = sqlite_format.ReadVarint(page, position)
                rowid = sqlite_format.ToSigned(rowid)
        except IndexError:
            return None, None, False
        if not self._CountLookup(page_number, cell_offset, payload_size, rowid):
            return None, None, True
        row, reason, _ = self._records.ReadRecord(
            table,
            rowid,
            page_number,
            page,
            limit,
            cell_offset,
            position,
            payload_size,
            None,
            None,
        )
        return row, reason, False

    def Lookup(self, table, key):
        """Looks up a row by its key, through the index.

        Args:
          table (sqlite_schema.Table): table.
          key (str): key.

        Returns:
          sqlite_records.Row: row or None if there is none, or it can not be found since
              the index is missing or damaged, which the table's "index_damaged" then
              tells, or reading was aborted. The table is never searched.
        """
        database = self._pages.database
        self._lookup_count += 1
        if self._lookup_count % _LOOKUPS_PER_TOUCH == 0:
            database.Touch()
        if database.is_aborted:
            return None
        if not table.index_root_page:
            table.index_damaged = True
            return None

        target = (
            sqlite_btree.RANK_TEXT,
            sqlite_format.EncodeText(key, database.encoding),
        )
        cell, is_damaged = self._indexes.FindEntry(table.index_root_page, target)
        if is_damaged:
            self._indexes.MarkDamaged(table)
        if cell is None:
            return None

        page_number, page, limit, cell_offset, is_leaf = cell
        # In a table without rowids the primary key is the table itself.
        if not table.without_rowid:
            rowid = self._indexes.ReadRowid(page, limit, cell_offset, is_leaf)
            cell = None
            if rowid is not None:
                cell = sqlite_table_tree.FindRow(self._pages, table.root_page, rowid)
            if cell is None:
                self._indexes.MarkDamaged(table)
                return None
            page_number, page, limit, cell_offset = cell
        elif table.index_root_page != table.root_page:
            table.index_damaged = True
            return None

        row, reason, is_refused = self._ReadAt(
            table, page_number, page, limit, cell_offset
        )
        if reason:
            kind = f"SQLite table {table.name[:100]:s}"
            self._pages.Warn(kind, page_number, f"a row is damaged: {reason:s}")
        if is_refused or (
            row and row.complete and row.values[table.key_column_index] != key
        ):
            self._indexes.MarkDamaged(table)
            return None
        return row

    def ReadRowAt(self, table, page_number, cell_offset):
        """Reads a row again of which the place is known.

        Args:
          table (sqlite_schema.Table): table.
          page_number (int): page number of the row.
          cell_offset (int): offset of its cell in the page.

        Returns:
          sqlite_records.Row: row, or None if there is none.
        """
        page, limit = self._pages.ReadPage(page_number)
        if not page or cell_offset >= limit:
            return None
        row, _, _ = self._ReadAt(table, page_number, page, limit, cell_offset)
        return row
