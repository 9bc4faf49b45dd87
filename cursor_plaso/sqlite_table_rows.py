"""Passes over the rows of a table of a SQLite database.

A cell that is damaged costs its row, or a part of it, and every page warns once of the
rows that are. Tables of keys and values are read by sqlite_key_values.py.
"""

import functools

from cursor_plaso import sqlite_format
from cursor_plaso import sqlite_key_values
from cursor_plaso import sqlite_table_tree


class TableRowReader:
    """Reader of all rows of a table."""

    def __init__(self, pages, payloads, indexes, records):
        """Initializes a table row reader.

        Args:
          pages (sqlite_pages.PageReader): pages.
          payloads (sqlite_payloads.PayloadReader): payloads of their cells.
          indexes (sqlite_index_tree.IndexReader): trees of tables without rowids.
          records (sqlite_records.RecordReader): records of the cells.
        """
        super().__init__()
        self._indexes = indexes
        self._key_values = sqlite_key_values.KeyValueReader(pages, payloads, records)
        self._pages = pages
        self._payloads = payloads
        self._records = records

    def _ReadIndexRows(self, table, wanted):
        """Reads the rows of a table without rowids, in the order of its key.

        Args:
          table (sqlite_schema.Table): table.
          wanted (function): asked if a row is wanted, or None.

        Yields:
          sqlite_records.Row: row.
        """
        kind = f"SQLite table {table.name[:100]:s}"
        visited = bytearray(self._pages.page_count + 1)
        read_overflow = self._payloads.GetOverflowReader(visited)
        last_page_number, used_size = 0, 0
        for entry in self._indexes.Walk(table.root_page, None, visited, kind):
            if entry is None:
                continue
            page_number, page, limit, cell_offset, is_leaf = entry
            # The cells of an interior page come one by one between its children, which
            # a page has too few of to matter.
            if page_number != last_page_number:
                last_page_number, used_size = page_number, 0
            position = cell_offset if is_leaf else cell_offset + 4
            if used_size > limit:
                self._pages.Warn(kind, page_number, "cells overlap")
                continue
            try:
                payload_size, position = sqlite_format.ReadVarint(page, position)
            except IndexError:
                row, reason = None, "a cell is cut off"
            else:
                row, reason, size = self._records.ReadRecord(
                    table,
                    None,
                    page_number,
                    page,
                    limit,
                    cell_offset,
                    position,
                    payload_size,
                    read_overflow,
                    wanted,
                )
                used_size += size
            if reason:
                self._pages.Warn(kind, page_number, f"a row is damaged: {reason:s}")
            if row:
                yield row

    def _ReadTableRows(self, table, wanted):
        """Reads the rows of a table with rowids, in their order.

        Args:
          table (sqlite_schema.Table): table.
          wanted (function): asked if a row is wanted, or None.

        Yields:
          sqlite_records.Row: row.
        """
        kind = f"SQLite table {table.name[:100]:s}"
        visited = bytearray(self._pages.page_count + 1)
        read_overflow = self._payloads.GetOverflowReader(visited)
        leaves = sqlite_table_tree.WalkLeaves(
            self._pages, table.root_page, visited, kind
        )
        for page_number, page, limit, pointers, first_offset in leaves:
            bad_count = 0
            bad_reason = None
            used_size = 0
            for cell_offset in pointers:
                row, reason, size = self._records.ReadCell(
                    table,
                    page_number,
                    page,
                    limit,
                    first_offset,
                    used_size,
                    cell_offset,
                    read_overflow,
                    wanted,
                )
                used_size += size
                if reason:
                    bad_count += 1
                    bad_reason = bad_reason or reason
                if row:
                    yield row
            if bad_count:
                self._records.WarnRows(
                    kind, page_number, bad_count, len(pointers), bad_reason
                )

    def _ReadRowsByColumn(self, table, column_index, wanted):
        """Reads the rows of which a column that is not the first stored is wanted.

        Cursor writes no table that needs it.

        Args:
          table (sqlite_schema.Table): table.
          column_index (int): index of the column.
          wanted (function): asked if a row is wanted.

        Yields:
          sqlite_records.Row: row.
        """
        for row in self.GetRows(table, None):
            key = row.values[column_index]
            if isinstance(key, str):
                key = sqlite_format.EncodeText(key, "utf-8")
            if wanted(key if isinstance(key, bytes) else None):
                yield row

    def GetRows(self, table, wanted):
        """Retrieves the rows of a table in rowid order.

        Args:
          table (sqlite_schema.Table): table.
          wanted (function|tuple[bytes]): asked with the bytes of the key, TEXT in UTF-8
              and None for NULL, if the row is wanted; or what the key starts with, one
              of several; or None for all rows. See sqlite_view.View.ReadRows.

        Returns:
          generator[sqlite_records.Row]: rows, in the order of the key in a table
              without rowids. This is the loop itself, not one around it, which would
              cost time for every row.
        """
        prefixes = None
        if isinstance(wanted, tuple):
            prefixes = wanted
            wanted = functools.partial(_StartsWith, prefixes)

        key_index = table.GetColumnIndex("key")
        if wanted and key_index and table.definition.stored_order[:1] != [key_index]:
            return self._ReadRowsByColumn(table, key_index, wanted)
        if table.without_rowid:
            return self._ReadIndexRows(table, wanted)
        if (
            table.is_plain
            and len(table.columns) == 2
            and self._pages.database.encoding == "utf-8"
        ):
            return self._key_values.ReadRows(table, wanted, prefixes)
        return self._ReadTableRows(table, wanted)


def _StartsWith(prefixes, key):
    """Determines if a key starts with one of several prefixes.

    Args:
      prefixes (tuple[bytes]): prefixes.
      key (bytes): key or None.

    Returns:
      bool: True if the key starts with a prefix.
    """
    return key is not None and key.startswith(prefixes)
