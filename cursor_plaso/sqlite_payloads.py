"""The payloads of the cells of a SQLite database, in their page and in overflow pages.

Every overflow page is visited once in a pass, so that a pass takes time linear in the
size of the file whatever its pointers say. Source of the format:
https://www.sqlite.org/fileformat2.html, "Cell Payload Overflow Pages".
"""

import struct

from cursor_plaso import sqlite_btree
from cursor_plaso import sqlite_format

_UINT32 = struct.Struct(">I")


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


class PayloadReader:
    """Reader of the payloads of cells."""

    def __init__(self, pages):
        """Initializes a payload reader.

        Args:
          pages (sqlite_pages.PageReader): pages.
        """
        super().__init__()
        self._pages = pages

    def GetOverflowReader(self, visited):
        """Retrieves a function that reads chains of overflow pages.

        Args:
          visited (bytearray|_VisitedPages): pages seen so far in this pass; one that
              comes again belongs to something else.

        Returns:
          function: reads a chain, see below. A function that has all it needs at hand
              is quicker than a method, and it is called for most rows.
        """
        database = self._pages.database
        block_size = database.block_size
        block_mask = block_size - 1
        block_shift = block_size.bit_length() - 1
        frames = self._pages.frames
        get_block = database.blocks.get
        page_count = self._pages.page_count
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
                    page, limit = self._pages.ReadPage(page_number)
                    if not page:
                        reason = self._pages.DescribeUnreadable(page_number)
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

    def ReadColumn(
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
            payload_size, self._pages.database.usable_size, is_table
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
            data, missing_size, _ = self.ReadPayload(
                page, limit, position, payload_size, end_offset, is_table, read_overflow
            )
            if missing_size:
                return None
            data = data[value_offset:end_offset]

        if serial_type >= 12:
            return (
                sqlite_btree.RANK_TEXT if serial_type & 1 else sqlite_btree.RANK_BLOB
            ), data
        if serial_type in (0, 10, 11):
            return sqlite_btree.RANK_NULL, b""
        return sqlite_btree.RANK_NUMBER, data

    def ReadPayload(
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
            payload_size, self._pages.database.usable_size, is_table
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
            read_overflow = self.GetOverflowReader(_VisitedPages())
        missing_size, reason = read_overflow(
            overflow_page, needed_size - local_size, parts
        )
        return b"".join(parts), missing_size, reason
