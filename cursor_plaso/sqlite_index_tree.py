"""The b-trees of the indexes of a SQLite database, and of tables without rowids.

An entry is compared by its first column, which in the tables of Cursor is its key: the
rank of the storage class and the stored bytes. A page that is damaged, or comes twice,
costs what is on it and one warning. Source of the format:
https://www.sqlite.org/fileformat2.html, "B-tree Pages" and "Record Sort Order".
"""

import struct

from cursor_plaso import sqlite_btree
from cursor_plaso import sqlite_format

_UINT32 = struct.Struct(">I")


class IndexReader:
    """Reader of index b-trees."""

    def __init__(self, pages, payloads):
        """Initializes an index reader.

        Args:
          pages (sqlite_pages.PageReader): pages.
          payloads (sqlite_payloads.PayloadReader): payloads of their cells.
        """
        super().__init__()
        self._maximum_local_size = sqlite_format.GetMaximumLocalSize(
            pages.database.usable_size, is_table_leaf=False
        )
        self._pages = pages
        self._payloads = payloads

    def _FindCell(self, page, limit, pointers, is_leaf, target):
        """Finds the first cell of an index page that is not before a key.

        Args:
          page (bytes): page.
          limit (int): offset in the page where its usable part ends.
          pointers (tuple[int]): offsets of the cells.
          is_leaf (bool): True for a leaf page.
          target (tuple[int, bytes]): rank and bytes of the key.

        Returns:
          tuple[int, bool]: index of the cell, which is the number of cells if all are
              before the key, and True if it has the very key; or (None, False) if the
              page is damaged.
        """
        first, end = 0, len(pointers)
        is_equal = False
        while first < end:
            middle = (first + end) // 2
            key = self.ReadKey(
                page,
                limit,
                pointers[middle],
                is_leaf,
                None,
                maximum_size=len(target[1]) + 1,
            )
            if key is None:
                return None, False
            if key < target:
                first = middle + 1
            else:
                end = middle
                is_equal = key == target
        return first, is_equal and first < len(pointers)

    def _GetChild(self, page, pointers, index):
        """Retrieves a child of an interior index page.

        Args:
          page (bytes): page.
          pointers (tuple[int]): offsets of the cells.
          index (int): index of the cell whose left child to retrieve, where the number
              of cells represents the last child.

        Returns:
          int: page number.
        """
        offset = pointers[index] if index < len(pointers) else 8
        (page_number,) = _UINT32.unpack_from(page, offset)
        return page_number

    def _ReadPage(self, page_number, visited=None):
        """Reads a page of an index b-tree.

        Args:
          page_number (int): page number.
          visited (Optional[bytearray]): pages seen so far in this pass.

        Returns:
          tuple[bytes, int, tuple[int], bool, str]: page, the offset where its usable
              part ends, offsets of the cells, True for a leaf page, and None; or what
              is wrong with it as the last value.
        """
        if visited is not None and 0 < page_number <= self._pages.page_count:
            if visited[page_number]:
                return b"", 0, (), False, "is part of something else"
            visited[page_number] = 1
        page, limit = self._pages.ReadPage(page_number)
        if not page:
            return b"", 0, (), False, self._pages.DescribeUnreadable(page_number)
        is_leaf = page[0] == sqlite_format.INDEX_LEAF_PAGE
        if not is_leaf and page[0] != sqlite_format.INDEX_INTERIOR_PAGE:
            return b"", 0, (), False, f"is no index page but of type {page[0]:d}"
        pointers, first_offset = sqlite_btree.GetCells(page, limit, 0, is_leaf)
        if pointers is None:
            return b"", 0, (), False, "has more cells than it can hold"
        # An interior cell starts with the number of its child.
        last_offset = limit - (1 if is_leaf else 5)
        if pointers and not (
            first_offset <= min(pointers) and max(pointers) <= last_offset
        ):
            return b"", 0, (), False, "has cell pointers that leave the page"
        return page, limit, pointers, is_leaf, None

    def FindEntry(self, root_page, target):
        """Finds an index entry.

        Args:
          root_page (int): number of the root page.
          target (tuple[int, bytes]): rank and bytes of the key.

        Returns:
          tuple[tuple[int, bytes, int, int, bool], bool]: page number, page, the offset
              where its usable part ends, offset of the cell and True for a leaf page,
              or None if there is no such entry; and True if the index is damaged.
        """
        page_number = root_page
        for _ in range(sqlite_btree.MAXIMUM_DEPTH):
            page, limit, pointers, is_leaf, reason = self._ReadPage(page_number)
            if reason:
                return None, True
            index, is_equal = self._FindCell(page, limit, pointers, is_leaf, target)
            if index is None:
                return None, True
            if is_equal:
                return (page_number, page, limit, pointers[index], is_leaf), False
            if is_leaf:
                return None, False
            page_number = self._GetChild(page, pointers, index)
        return None, True

    def MarkDamaged(self, table):
        """Remembers, and warns once, that the index of a table does not hold together.

        Args:
          table (sqlite_schema.Table): table.
        """
        if not table.index_damaged:
            table.index_damaged = True
            self._pages.database.Warn(
                f"SQLite index of table {table.name[:100]:s}",
                "does not lead to all rows",
                recovered=self._pages.recovered,
            )

    def ReadKey(
        self, page, limit, cell_offset, is_leaf, read_overflow, maximum_size=None
    ):
        """Reads the first column of an index entry.

        Args:
          page (bytes): page.
          limit (int): offset in the page where its usable part ends.
          cell_offset (int): offset of the cell.
          is_leaf (bool): True for a leaf page.
          read_overflow (function): reads a chain of overflow pages, or None for one
              that is not part of a pass.
          maximum_size (Optional[int]): number of bytes to read at most.

        Returns:
          tuple[int, bytes]: rank and bytes of the key, or None if they are damaged.
        """
        position = cell_offset if is_leaf else cell_offset + 4
        try:
            payload_size, position = sqlite_format.ReadVarint(page, position)
            if payload_size <= self._maximum_local_size:
                # What nearly all entries are: keys that are wholly in the page.
                end_offset = position + payload_size
                header_size = page[position]
                serial_type, _ = sqlite_format.ReadVarint(page, position + 1)
                key_offset = position + header_size
                key_end = key_offset + ((serial_type - 12) >> 1)
                if (
                    serial_type > 11
                    and header_size < 128
                    and (key_end <= end_offset <= limit)
                ):
                    rank = sqlite_btree.RANK_BLOB
                    if serial_type & 1:
                        rank = sqlite_btree.RANK_TEXT
                    return rank, page[key_offset:key_end]
        except IndexError:
            return None
        if payload_size > sqlite_btree.MAXIMUM_PAYLOAD_SIZE or position >= limit:
            return None
        return self._payloads.ReadColumn(
            page, limit, position, payload_size, 0, maximum_size, False, read_overflow
        )

    def ReadRowid(self, page, limit, cell_offset, is_leaf):
        """Reads the rowid that an index entry points to.

        Args:
          page (bytes): page.
          limit (int): offset in the page where its usable part ends.
          cell_offset (int): offset of the cell.
          is_leaf (bool): True for a leaf page.

        Returns:
          int: rowid or None if the entry is damaged.
        """
        position = cell_offset if is_leaf else cell_offset + 4
        try:
            payload_size, position = sqlite_format.ReadVarint(page, position)
        except IndexError:
            return None
        if payload_size > sqlite_btree.MAXIMUM_PAYLOAD_SIZE:
            return None
        data, missing_size, _ = self._payloads.ReadPayload(
            page,
            limit,
            position,
            payload_size,
            payload_size,
            False,
            None,
        )
        serial_types, offset = sqlite_format.ReadRecordHeader(data, 0, len(data))
        if missing_size or not serial_types:
            return None
        for serial_type in serial_types[:-1]:
            offset += sqlite_format.GetSerialTypeSize(serial_type)
        end_offset = offset + sqlite_format.GetSerialTypeSize(serial_types[-1])
        value = sqlite_format.DecodeValue(
            serial_types[-1], data[offset:end_offset], self._pages.database.encoding
        )
        return value if isinstance(value, int) else None

    def Walk(self, root_page, target, visited, kind):
        """Walks a tree in the order of its keys.

        Args:
          root_page (int): number of the root page.
          target (tuple[int, bytes]): rank and bytes of the key to start from or None.
          visited (bytearray): pages seen so far in this pass.
          kind (str): start of the warnings.

        Yields:
          tuple[int, bytes, int, int, bool]: page number, page, the offset where its
              usable part ends, offset of the cell and True for a leaf page; or None
              for each page that is damaged, where entries are missing.
        """
        page_total = 0
        stack = []
        page_number = root_page
        while page_number is not None or stack:
            if page_number is None:
                parent_number, page, limit, pointers, index = stack.pop()
                if index < len(pointers):
                    # Only the way to the first key depends on the target.
                    target = None
                    yield parent_number, page, limit, pointers[index], False
                    index += 1
                    stack.append((parent_number, page, limit, pointers, index))
                    page_number = self._GetChild(page, pointers, index)
                continue

            page_total += 1
            if page_total % sqlite_btree.PAGES_PER_TOUCH == 0:
                self._pages.database.Touch()
            if self._pages.database.is_aborted:
                return
            page, limit, pointers, is_leaf, reason = self._ReadPage(
                page_number, visited
            )
            index = 0
            if len(stack) >= sqlite_btree.MAXIMUM_DEPTH:
                reason = reason or "is too deep in its tree"
            if not reason and target is not None:
                index, _ = self._FindCell(page, limit, pointers, is_leaf, target)
                if index is None:
                    reason = "has a damaged key"

            child_number = None
            if reason:
                self._pages.Warn(kind, page_number, reason)
                yield None
            elif is_leaf:
                for cell_offset in pointers[index:]:
                    yield page_number, page, limit, cell_offset, True
            else:
                stack.append((page_number, page, limit, pointers, index))
                child_number = self._GetChild(page, pointers, index)
            page_number = child_number
