"""The pages of a SQLite database: b-trees and overflow chains.

The readers walk page by page. A page that is damaged, or comes twice, costs what is on
it and one warning; what is left is read on. Every page is visited once in a pass, as
part of a tree or of an overflow chain, so that a pass takes time linear in the size of
the file whatever its pointers say.

Source of the format: https://www.sqlite.org/fileformat2.html.
"""

import struct

from cursor_plaso import sqlite_format

# Order of the storage classes in an index.
RANK_NULL, RANK_NUMBER, RANK_TEXT, RANK_BLOB = range(4)

# SQLite reads no larger record.
MAXIMUM_PAYLOAD_SIZE = 0x7FFFFFFF

# A larger record is read up to here: Cursor can not have written it.
MAXIMUM_RECORD_SIZE = 64 * 1024 * 1024

# The pages between two signs of activity, a power of two.
PAGES_PER_TOUCH = 256

# SQLite does not descend deeper: 20 levels hold more pages than a file can have.
_MAXIMUM_DEPTH = 20

_REPEATED_CELLS = "cells overlap: it has the same one more than once"

_UINT16 = struct.Struct(">H")
_UINT32 = struct.Struct(">I")

# Cell pointer arrays of pages with few cells, which most pages of large rows are.
_POINTER_ARRAYS = tuple(struct.Struct(f">{count:d}H") for count in range(64))


class _VisitedPages:
    """Pages of a chain that is read by itself, not in a pass over a whole file."""

    def __init__(self):
        """Initializes visited pages."""
        super().__init__()
        self._pages = set()

    def __getitem__(self, page_number):
        """Determines if a page was visited."""
        return page_number in self._pages

    def __setitem__(self, page_numbers, unused_value):
        """Remembers a page or a slice of pages."""
        if isinstance(page_numbers, slice):
            self._pages.update(range(page_numbers.start, page_numbers.stop))
        else:
            self._pages.add(page_numbers)

    # The name is that of a bytearray, whose place this takes.
    def find(self, unused_value, first, end):  # pylint: disable=invalid-name
        """Finds a visited page.

        Args:
          first (int): first page number.
          end (int): number after the last page.

        Returns:
          int: page number or -1 if none was visited.
        """
        for page_number in range(first, end):
            if page_number in self._pages:
                return page_number
        return -1


class PageReader:
    """Reader of the pages of one state of a database.

    Attributes:
      page_count (int): number of pages; at most a small multiple of the pages that are
          there, whatever the file claims.
      uses_wal (bool): True if the write-ahead log is part of the state.
    """

    def __init__(self, database, page_count, frames=None, recovered=False):
        """Initializes a page reader.

        Args:
          database (Database): database.
          page_count (int): number of pages.
          frames (Optional[dict[int, int]]): frame number per page number.
          recovered (Optional[bool]): True if what only this state has is recovered.
        """
        super().__init__()
        self._database = database
        self._frames = frames or None
        self._maximum_index_size = sqlite_format.GetMaximumLocalSize(
            database.usable_size, is_table_leaf=False
        )
        self._recovered = recovered
        self.page_count = page_count
        self.uses_wal = bool(frames)

    def _DescribePage(self, page_number):
        """Describes a page for a warning.

        Args:
          page_number (int): page number.

        Returns:
          str: description.
        """
        frame_number = self.GetFrameNumber(page_number)
        if frame_number is None:
            return f"page {page_number:d}"
        frame_name = self._database.wal.FRAME_NAME
        return f"page {page_number:d} ({frame_name:s} {frame_number:d})"

    def _DescribeUnreadable(self, page_number):
        """Describes why a page could not be read.

        Args:
          page_number (int): page number.

        Returns:
          str: reason.
        """
        if not 0 < page_number <= self.page_count:
            return "does not exist"
        return f"can not be read: {self._database.last_error or 'the file is shorter'}"

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
            key = self._ReadIndexKey(
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

    def _GetCells(self, page, limit, header_offset, is_leaf):
        """Retrieves the cells of a b-tree page.

        Args:
          page (bytes): page.
          limit (int): offset in the page where its usable part ends.
          header_offset (int): offset of the page header.
          is_leaf (bool): True for a leaf page.

        Returns:
          tuple[tuple[int], int]: offsets of the cells and the offset that the first
              can have, or (None, 0) if the page can not hold as many.
        """
        array_offset = header_offset + (8 if is_leaf else 12)
        (cell_count,) = _UINT16.unpack_from(page, header_offset + 3)
        first_offset = array_offset + 2 * cell_count
        if first_offset > limit:
            return None, 0
        if cell_count < len(_POINTER_ARRAYS):
            pointers = _POINTER_ARRAYS[cell_count].unpack_from(page, array_offset)
        else:
            pointers = struct.unpack_from(f">{cell_count:d}H", page, array_offset)
        return pointers, first_offset

    def _GetIndexChild(self, page, pointers, index):
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

    def _GetOverflowReader(self, visited):
        """Retrieves a function that reads chains of overflow pages.

        Args:
          visited (bytearray|_VisitedPages): pages seen so far in this pass; one that
              comes again belongs to something else.

        Returns:
          function: reads a chain, see below. A function that has all it needs at hand
              is quicker than a method, and it is called for most rows.
        """
        database = self._database
        block_size = database.block_size
        block_mask = block_size - 1
        block_shift = block_size.bit_length() - 1
        frames = self._frames
        get_block = database.blocks.get
        page_count = self.page_count
        page_shift = database.page_size.bit_length() - 1
        run_structs = database.overflow_run_structs
        unpack_page_number = _UINT32.unpack_from
        usable_size = database.usable_size
        chunk_size = usable_size - 4

        def ReadOverflow(page_number, size, parts):
            """Reads a chain of overflow pages.

            Args:
              page_number (int): number of the first page.
              size (int): number of bytes to read.
              parts (list[bytes]): where the data goes.

            Returns:
              tuple[int, str]: number of bytes that could not be read and why, or None.
            """
            while size > 0:
                if not 1 < page_number <= page_count:
                    if not page_number:
                        return size, "its overflow chain ends early"
                    return size, f"overflow page {page_number:d} does not exist"
                if visited[page_number]:
                    reason = "is part of something else"
                    return size, f"overflow page {page_number:d} {reason:s}"
                visited[page_number] = 1

                page = None
                if frames is None or page_number not in frames:
                    offset = (page_number - 1) << page_shift
                    page = get_block(offset >> block_shift)
                    if page is None:
                        page = database.LoadBlock(offset >> block_shift)
                    offset &= block_mask

                if page is not None and size > chunk_size:
                    # Most chains go from page to page, which a block holds many of.
                    count = min(
                        (size + chunk_size - 1) // chunk_size,
                        (block_size - offset) >> page_shift,
                    )
                    end_number = page_number + count
                    fields = run_structs[count].unpack_from(page, offset)
                    if (
                        fields[:-2:2] == tuple(range(page_number + 1, end_number))
                        and visited.find(1, page_number + 1, end_number) < 0
                        and end_number <= page_count + 1
                        and (
                            frames is None
                            or frames.keys().isdisjoint(range(page_number, end_number))
                        )
                    ):
                        visited[page_number:end_number] = b"\x01" * count
                        parts.extend(fields[1::2])
                        size -= count * chunk_size
                        if size < 0:
                            parts[-1] = parts[-1][:size]
                        page_number = fields[-2]
                        continue

                if page is None:
                    offset = 0
                    page, limit = self._ReadPage(page_number)
                    if not page:
                        reason = self._DescribeUnreadable(page_number)
                        return size, f"overflow page {page_number:d} {reason:s}"
                    if limit < min(usable_size, size + 4):
                        if limit > 4:
                            parts.append(page[4:limit])
                            size -= limit - 4
                        return size, f"overflow page {page_number:d} is cut off"

                if size > chunk_size:
                    parts.append(page[offset + 4 : offset + usable_size])
                else:
                    parts.append(page[offset + 4 : offset + 4 + size])
                size -= chunk_size
                (page_number,) = unpack_page_number(page, offset)
            return 0, None

        return ReadOverflow

    def _ReadColumn(
        self,
        page,
        limit,
        position,
        payload_size,
        column_index,
        maximum_size,
        is_table,
        read_overflow,
    ):
        """Reads the stored value of one column.

        Args:
          page (bytes): page.
          limit (int): offset in the page where its usable part ends.
          position (int): offset of the record.
          payload_size (int): size of the record.
          column_index (int): index of the stored value.
          maximum_size (int): number of bytes to read at most, or None for all.
          is_table (bool): True for a cell of a table page.
          read_overflow (function): reads a chain of overflow pages, or None for one
              that is not part of a pass.

        Returns:
          tuple[int, bytes]: rank and bytes of the value, or None if they are damaged.
        """
        local_size = sqlite_format.GetLocalSize(
            payload_size, self._database.usable_size, is_table
        )
        try:
            header_size, header_position = sqlite_format.ReadVarint(page, position)
            value_offset = header_size
            serial_type = 0
            value_size = 0
            for _ in range(column_index + 1):
                value_offset += value_size
                if header_position >= position + header_size:
                    serial_type, value_size = 0, 0
                    break
                serial_type, header_position = sqlite_format.ReadVarint(
                    page, header_position
                )
                value_size = sqlite_format.GetSerialTypeSize(serial_type)
        except IndexError:
            return None
        if header_position > min(position + min(local_size, header_size), limit):
            return None
        if value_offset + value_size > payload_size:
            return None

        if maximum_size is not None and value_size > maximum_size:
            value_size = maximum_size
        end_offset = value_offset + value_size
        if end_offset <= local_size:
            if position + end_offset > limit:
                return None
            data = page[position + value_offset : position + end_offset]
        else:
            data, missing_size, _ = self._ReadPayload(
                page, limit, position, payload_size, end_offset, is_table, read_overflow
            )
            if missing_size:
                return None
            data = data[value_offset:end_offset]

        if serial_type >= 12:
            return (RANK_TEXT if serial_type & 1 else RANK_BLOB), data
        if serial_type in (0, 10, 11):
            return RANK_NULL, b""
        return RANK_NUMBER, data

    def _ReadIndexKey(
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
            if payload_size <= self._maximum_index_size:
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
                    rank = RANK_TEXT if serial_type & 1 else RANK_BLOB
                    return rank, page[key_offset:key_end]
        except IndexError:
            return None
        if payload_size > MAXIMUM_PAYLOAD_SIZE or position >= limit:
            return None
        return self._ReadColumn(
            page, limit, position, payload_size, 0, maximum_size, False, read_overflow
        )

    def _ReadIndexPage(self, page_number, visited=None):
        """Reads a page of an index b-tree.

        Args:
          page_number (int): page number.
          visited (Optional[bytearray]): pages seen so far in this pass.

        Returns:
          tuple[bytes, int, tuple[int], bool, str]: page, the offset where its usable
              part ends, offsets of the cells, True for a leaf page, and None; or what
              is wrong with it as the last value.
        """
        if visited is not None and 0 < page_number <= self.page_count:
            if visited[page_number]:
                return b"", 0, (), False, "is part of something else"
            visited[page_number] = 1
        page, limit = self._ReadPage(page_number)
        if not page:
            return b"", 0, (), False, self._DescribeUnreadable(page_number)
        is_leaf = page[0] == sqlite_format.INDEX_LEAF_PAGE
        if not is_leaf and page[0] != sqlite_format.INDEX_INTERIOR_PAGE:
            return b"", 0, (), False, f"is no index page but of type {page[0]:d}"
        pointers, first_offset = self._GetCells(page, limit, 0, is_leaf)
        if pointers is None:
            return b"", 0, (), False, "has more cells than it can hold"
        # An interior cell starts with the number of its child.
        last_offset = limit - (1 if is_leaf else 5)
        if pointers and not (
            first_offset <= min(pointers) and max(pointers) <= last_offset
        ):
            return b"", 0, (), False, "has cell pointers that leave the page"
        return page, limit, pointers, is_leaf, None

    def _ReadPage(self, page_number):
        """Reads a page.

        Args:
          page_number (int): page number.

        Returns:
          tuple[bytes, int]: page, filled up with zero bytes, and the offset where its
              usable part ends, or (b"", 0) if there is no such page or it can not be
              read.
        """
        if not 0 < page_number <= self.page_count:
            return b"", 0
        if self._frames is not None:
            frame_number = self._frames.get(page_number)
            if frame_number is not None:
                return self._database.ReadFrame(frame_number)
        return self._database.ReadBasePage(page_number)

    def _ReadPayload(
        self, page, limit, position, payload_size, needed_size, is_table, read_overflow
    ):
        """Reads a payload.

        Args:
          page (bytes): page.
          limit (int): offset in the page where its usable part ends.
          position (int): offset of the payload.
          payload_size (int): size of the payload.
          needed_size (int): number of bytes that are needed.
          is_table (bool): True for a cell of a table page.
          read_overflow (function): reads a chain of overflow pages, or None for one
              that is not part of a pass.

        Returns:
          tuple[bytes, int, str]: data, the number of needed bytes that could not be
              read and why, or None.
        """
        local_size = sqlite_format.GetLocalSize(
            payload_size, self._database.usable_size, is_table
        )
        needed_size = min(needed_size, payload_size)
        end_position = position + local_size
        data = page[position : min(end_position, limit)]
        if needed_size <= len(data):
            return data, 0, None
        if end_position + (4 if local_size < payload_size else 0) > limit:
            return data, needed_size - len(data), "it leaves its page"
        (overflow_page,) = _UINT32.unpack_from(page, end_position)
        parts = [data]
        if read_overflow is None:
            read_overflow = self._GetOverflowReader(_VisitedPages())
        missing_size, reason = read_overflow(
            overflow_page, needed_size - local_size, parts
        )
        return b"".join(parts), missing_size, reason

    def _SeekKey(self, table, target):
        """Finds an index entry.

        Args:
          table (sqlite_schema.Table): table.
          target (tuple[int, bytes]): rank and bytes of the key.

        Returns:
          tuple[tuple[int, bytes, int, int, bool], bool]: page number, page, the offset
              where its usable part ends, offset of the cell and True for a leaf page,
              or None if there is no such entry; and True if the index is damaged.
        """
        page_number = table.index_root_page
        for _ in range(_MAXIMUM_DEPTH):
            page, limit, pointers, is_leaf, reason = self._ReadIndexPage(page_number)
            if reason:
                return None, True
            index, is_equal = self._FindCell(page, limit, pointers, is_leaf, target)
            if index is None:
                return None, True
            if is_equal:
                return (page_number, page, limit, pointers[index], is_leaf), False
            if is_leaf:
                return None, False
            page_number = self._GetIndexChild(page, pointers, index)
        return None, True

    def _SeekRow(self, table, rowid):
        """Finds the cell of a row.

        Args:
          table (sqlite_schema.Table): table.
          rowid (int): rowid.

        Returns:
          tuple[int, bytes, int, int]: page number, page, the offset where its usable
              part ends and the offset of the cell; or None if there is no such row or
              its tree is damaged.
        """
        page_number = table.root_page
        for _ in range(_MAXIMUM_DEPTH):
            page, limit = self._ReadPage(page_number)
            if not page:
                return None
            header_offset = 100 if page_number == 1 else 0
            is_leaf = page[header_offset] == sqlite_format.TABLE_LEAF_PAGE
            if not is_leaf and page[header_offset] != sqlite_format.TABLE_INTERIOR_PAGE:
                return None
            pointers, first_offset = self._GetCells(page, limit, header_offset, is_leaf)
            if pointers is None:
                return None

            first, end = 0, len(pointers)
            found_rowid = None
            while first < end:
                middle = (first + end) // 2
                position = pointers[middle]
                if not first_offset <= position < limit:
                    return None
                try:
                    if is_leaf:
                        _, position = sqlite_format.ReadVarint(page, position)
                    else:
                        position += 4
                    value, _ = sqlite_format.ReadVarint(page, position)
                except IndexError:
                    return None
                value = sqlite_format.ToSigned(value)
                if value < rowid:
                    first = middle + 1
                else:
                    end = middle
                    found_rowid = value

            if is_leaf:
                if found_rowid != rowid:
                    return None
                return page_number, page, limit, pointers[first]
            position = header_offset + 8
            if first < len(pointers):
                position = pointers[first]
            if position + 4 > limit:
                return None
            (page_number,) = _UINT32.unpack_from(page, position)
        return None

    def _WalkIndex(self, root_page, target, visited, kind):
        """Walks an index b-tree in the order of its keys.

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
                    page_number = self._GetIndexChild(page, pointers, index)
                continue

            page_total += 1
            if page_total % PAGES_PER_TOUCH == 0:
                self._database.Touch()
            if self._database.is_aborted:
                return
            page, limit, pointers, is_leaf, reason = self._ReadIndexPage(
                page_number, visited
            )
            index = 0
            if len(stack) >= _MAXIMUM_DEPTH:
                reason = reason or "is too deep in its tree"
            if not reason and target is not None:
                index, _ = self._FindCell(page, limit, pointers, is_leaf, target)
                if index is None:
                    reason = "has a damaged key"

            child_number = None
            if reason:
                self._Warn(kind, page_number, reason)
                yield None
            elif is_leaf:
                for cell_offset in pointers[index:]:
                    yield page_number, page, limit, cell_offset, True
            else:
                stack.append((page_number, page, limit, pointers, index))
                child_number = self._GetIndexChild(page, pointers, index)
            page_number = child_number

    def _WalkTable(self, root_page, visited, kind):
        """Walks the leaf pages of a table b-tree in the order of the rowids.

        Args:
          root_page (int): number of the root page.
          visited (bytearray): pages seen so far in this pass.
          kind (str): start of the warnings.

        Yields:
          tuple[int, bytes, int, tuple[int], int]: page number, page, the offset where
              its usable part ends, offsets of the cells and the offset that the first
              can have.
        """
        database = self._database
        block_mask = database.block_size - 1
        block_shift = database.block_size.bit_length() - 1
        frames = self._frames
        get_block = database.blocks.get
        leaf_type = sqlite_format.TABLE_LEAF_PAGE
        page_count = self.page_count
        page_size = database.page_size
        page_shift = page_size.bit_length() - 1
        pointer_array_count = len(_POINTER_ARRAYS)
        usable_size = database.usable_size
        page_total = 0
        touch_mask = PAGES_PER_TOUCH - 1
        stack = [root_page]
        while stack:
            page_number = stack.pop()
            page_total += 1
            if database.is_aborted or not (page_total & touch_mask or database.Touch()):
                return
            if not 0 < page_number <= page_count:
                self._Warn(kind, page_number, "does not exist")
                continue
            if visited[page_number]:
                self._Warn(kind, page_number, "is part of something else")
                continue
            visited[page_number] = 1

            block = None
            if frames is None or page_number not in frames:
                offset = (page_number - 1) << page_shift
                block = get_block(offset >> block_shift)
            if block is not None:
                offset &= block_mask
                page = block[offset : offset + page_size]
                limit = usable_size
            else:
                page, limit = self._ReadPage(page_number)
                if not page:
                    reason = self._DescribeUnreadable(page_number)
                    self._Warn(kind, page_number, reason)
                    continue

            header_offset = 0 if page_number > 1 else 100
            page_type = page[header_offset]
            if page_type == leaf_type and not page[3] and header_offset == 0:
                # What nearly all pages of a large table are: leaves of few cells.
                cell_count = page[4]
                first_offset = 8 + 2 * cell_count
                if cell_count < pointer_array_count and first_offset <= limit:
                    pointers = _POINTER_ARRAYS[cell_count].unpack_from(page, 8)
                    if len(set(pointers)) < cell_count:
                        self._Warn(kind, page_number, _REPEATED_CELLS)
                        pointers = tuple(dict.fromkeys(pointers))
                    yield page_number, page, limit, pointers, first_offset
                    continue

            is_leaf = page_type == sqlite_format.TABLE_LEAF_PAGE
            if not is_leaf and page_type != sqlite_format.TABLE_INTERIOR_PAGE:
                reason = f"is no table page but of type {page_type:d}"
                self._Warn(kind, page_number, reason)
                continue
            pointers, first_offset = self._GetCells(page, limit, header_offset, is_leaf)
            if pointers is None:
                self._Warn(kind, page_number, "has more cells than it can hold")
                continue
            if is_leaf:
                if len(set(pointers)) < len(pointers):
                    self._Warn(kind, page_number, _REPEATED_CELLS)
                    pointers = tuple(dict.fromkeys(pointers))
                yield page_number, page, limit, pointers, first_offset
                continue

            children = [
                _UINT32.unpack_from(page, cell_offset)[0]
                for cell_offset in pointers
                if first_offset <= cell_offset <= limit - 5
            ]
            if len(children) < len(pointers):
                self._Warn(kind, page_number, "has cell pointers that leave the page")
            stack.append(_UINT32.unpack_from(page, header_offset + 8)[0])
            stack.extend(reversed(children))

    def _Warn(self, kind, page_number, reason):
        """Warns of a damaged page.

        Args:
          kind (str): what the page belongs to.
          page_number (int): page number.
          reason (str): what is wrong.
        """
        self._database.Warn(
            kind,
            f"{self._DescribePage(page_number):s}: {reason:s}",
            recovered=self._recovered,
        )

    def GetFrameNumber(self, page_number):
        """Determines where a page of this view comes from.

        Args:
          page_number (int): page number.

        Returns:
          int: number of the frame of the write-ahead log, from 1, or None if it is the
              page of the database file.
        """
        return None if self._frames is None else self._frames.get(page_number)

    def ReadPage(self, page_number):
        """Reads a page.

        Args:
          page_number (int): page number, from 1.

        Returns:
          bytes: whole page, filled up with zero bytes if the file ends within, or None
              if there is no such page or it can not be read.
        """
        page, _ = self._ReadPage(page_number)
        if not page and 0 < page_number <= self.page_count:
            reason = self._DescribeUnreadable(page_number)
            self._Warn("SQLite database", page_number, reason)
        return page or None
