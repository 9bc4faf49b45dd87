"""The keys of a table of a SQLite database, without its rows.

They are read from the index of the key where there is one, in ascending order. Where it
is damaged, the keys that it does not lead to are read from the table.
"""

import array

from cursor_plaso import sqlite_btree
from cursor_plaso import sqlite_format
from cursor_plaso import sqlite_table_tree


class KeyReader:
    """Reader of all keys of a table."""

    def __init__(self, pages, payloads, indexes):
        """Initializes a key reader.

        Args:
          pages (sqlite_pages.PageReader): pages.
          payloads (sqlite_payloads.PayloadReader): payloads of their cells.
          indexes (sqlite_index_tree.IndexReader): index trees.
        """
        super().__init__()
        self._indexes = indexes
        self._pages = pages
        self._payloads = payloads

    def _ReadIndexKeys(self, table, ranges):
        """Reads keys from the index of a table, in ascending order.

        Args:
          table (sqlite_schema.Table): table that has an index.
          ranges (list[tuple[int, bytes]]): rank and stored prefix of the keys to read.

        Yields:
          tuple[int, bytes]: rank and bytes of the key, or None where keys may be
              missing.
        """
        kind = f"SQLite index of table {table.name[:100]:s}"
        last_key = (sqlite_btree.RANK_NULL, b"")
        read_key = self._indexes.ReadKey
        for target in ranges:
            visited = bytearray(self._pages.page_count + 1)
            read_overflow = self._payloads.GetOverflowReader(visited)
            entries = self._indexes.Walk(table.index_root_page, target, visited, kind)
            for entry in entries:
                key = None
                if entry is not None:
                    page_number, page, limit, cell_offset, is_leaf = entry
                    key = read_key(page, limit, cell_offset, is_leaf, read_overflow)
                    if key is None or key <= last_key:
                        self._pages.Warn(kind, page_number, "has keys out of order")
                        key = None
                if key is None:
                    yield None
                elif key[0] != target[0] or not key[1].startswith(target[1]):
                    break
                else:
                    last_key = key
                    yield key

    def _ReadTableKey(self, page, limit, cell_offset, column_index, read_overflow):
        """Reads the key of a row.

        Args:
          page (bytes): page.
          limit (int): offset in the page where its usable part ends.
          cell_offset (int): offset of the cell.
          column_index (int): index of the stored value that is the key.
          read_overflow (function): reads a chain of overflow pages, or None for one
              that is not part of a pass.

        Returns:
          tuple[int, bytes]: rank and bytes of the key, or None if they are damaged.
        """
        try:
            payload_size, position = sqlite_format.ReadVarint(page, cell_offset)
            _, position = sqlite_format.ReadVarint(page, position)
        except IndexError:
            return None
        if (
            not 0 < payload_size <= sqlite_btree.MAXIMUM_PAYLOAD_SIZE
            or position >= limit
        ):
            return None
        return self._payloads.ReadColumn(
            page, limit, position, payload_size, column_index, None, True, read_overflow
        )

    def _ReadTableKeys(self, table, ranges):
        """Reads the keys of a table from its rows.

        Args:
          table (sqlite_schema.Table): table.
          ranges (list[tuple[int, bytes]]): rank and stored prefix of the keys to read.

        Yields:
          tuple[int, bytes]: rank and bytes of the key.
        """
        kind = f"SQLite table {table.name[:100]:s}"
        visited = bytearray(self._pages.page_count + 1)
        minimum_size = sqlite_format.GetMinimumLocalSize(
            self._pages.database.usable_size
        )
        column_index = table.key_column_index or 0
        if column_index in table.definition.stored_order:
            column_index = table.definition.stored_order.index(column_index)
        read_overflow = self._payloads.GetOverflowReader(visited)
        leaves = sqlite_table_tree.WalkLeaves(
            self._pages, table.root_page, visited, kind
        )
        for page_number, page, limit, pointers, first_offset in leaves:
            bad_count = 0
            used_size = 0
            for cell_offset in pointers:
                key = None
                if used_size <= limit and first_offset <= cell_offset < limit:
                    key = self._ReadTableKey(
                        page, limit, cell_offset, column_index, read_overflow
                    )
                if key is None:
                    bad_count += 1
                    continue
                used_size += min(len(key[1]), minimum_size)
                if _IsInRange(key, ranges):
                    yield key
            if bad_count:
                self._pages.Warn(
                    kind, page_number, f"{bad_count:d} keys can not be read"
                )

    def ReadKeys(self, table, prefix):
        """Reads the keys of a table, from its index where there is one.

        Args:
          table (sqlite_schema.Table): table.
          prefix (bytes): what the keys start with, TEXT in UTF-8.

        Yields:
          bytes: key, TEXT in UTF-8, in ascending order as long as the index holds
              together. Keys that are NULL or numbers are left out.
        """
        encoding = self._pages.database.encoding
        ranges = _GetRanges(prefix, encoding)
        is_complete = False
        is_table = table.index_root_page == table.root_page
        known_keys = array.array("q")
        if table.index_root_page:
            is_complete = True
            for key in self._ReadIndexKeys(table, ranges):
                if key is not None:
                    known_keys.append(hash(key))
                    yield _ToKeyBytes(key, encoding)
                elif not is_table:
                    is_complete = False
                    break

        if not is_complete and not self._pages.database.is_aborted:
            if table.index_root_page:
                self._indexes.MarkDamaged(table)
            known_keys = set(known_keys)
            for key in self._ReadTableKeys(table, ranges):
                if hash(key) not in known_keys:
                    yield _ToKeyBytes(key, encoding)


def _GetRanges(prefix, encoding):
    """Determines where in an index the keys with a prefix are.

    Args:
      prefix (bytes): prefix, TEXT in UTF-8.
      encoding (str): encoding of the database.

    Returns:
      list[tuple[int, bytes]]: rank and stored prefix.
    """
    text_prefix = prefix
    if encoding != "utf-8":
        text = prefix.decode("utf-8", "surrogateescape")
        text_prefix = sqlite_format.EncodeText(text, encoding)
    return [(sqlite_btree.RANK_TEXT, text_prefix), (sqlite_btree.RANK_BLOB, prefix)]


def _IsInRange(key, ranges):
    """Determines if a key has a prefix.

    Args:
      key (tuple[int, bytes]): rank and stored bytes of the key.
      ranges (list[tuple[int, bytes]]): rank and stored prefix.

    Returns:
      bool: True if the key has a prefix.
    """
    return any(key[0] == rank and key[1].startswith(prefix) for rank, prefix in ranges)


def _ToKeyBytes(key, encoding):
    """Converts a stored key.

    Args:
      key (tuple[int, bytes]): rank and stored bytes of the key.
      encoding (str): encoding of the database.

    Returns:
      bytes: bytes, TEXT in UTF-8.
    """
    rank, data = key
    if rank != sqlite_btree.RANK_TEXT or encoding == "utf-8":
        return data
    return sqlite_format.ToUTF8(data, encoding)
