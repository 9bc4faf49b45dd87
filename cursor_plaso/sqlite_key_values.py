"""Passes over the rows of a table of keys and values, as Cursor has most of them in.

It is what sqlite_table_rows.py does for any table, written out for the speed of the
tables that hold nearly all of a large database.
"""

import struct

from cursor_plaso import sqlite_btree
from cursor_plaso import sqlite_format
from cursor_plaso import sqlite_records
from cursor_plaso import sqlite_table_tree

_UINT32 = struct.Struct(">I")


class KeyValueReader:
    """Reader of all rows of a table of two plain columns."""

    def __init__(self, pages, payloads, records):
        """Initializes a reader of keys and values.

        Args:
          pages (sqlite_pages.PageReader): pages.
          payloads (sqlite_payloads.PayloadReader): payloads of their cells.
          records (sqlite_records.RecordReader): records of the cells.
        """
        super().__init__()
        self._pages = pages
        self._payloads = payloads
        self._records = records

    def ReadRows(self, table, wanted, prefixes):
        """Reads the rows of a table, in rowid order.

        This is the loop that all rows of a large database go through. It reads the
        cells that are as they should be without a call per row, and leaves the others
        to the reader of records, which says what is wrong with them. It takes a first
        column of TEXT or BLOB within the cell and a second one that is TEXT, BLOB or
        NULL, in UTF-8.

        Args:
          table (sqlite_schema.Table): table of two plain columns.
          wanted (function): asked if a row is wanted, or None.
          prefixes (tuple[bytes]): what the keys of wanted rows start with, or None.

        Yields:
          sqlite_records.Row: row.
        """
        database = self._pages.database
        kind = f"SQLite table {table.name[:100]:s}"
        new_row = sqlite_records.Row.__new__
        read_varint = sqlite_format.ReadVarint
        to_signed = sqlite_format.ToSigned
        unpack_page_number = _UINT32.unpack_from
        chunk_size = database.usable_size - 4
        maximum_size = sqlite_format.GetMaximumLocalSize(database.usable_size)
        maximum_record_size = sqlite_btree.MAXIMUM_RECORD_SIZE
        minimum_size = sqlite_format.GetMinimumLocalSize(database.usable_size)
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
                ask = wanted
                try:
                    position = cell_offset + 1
                    payload_size = page[cell_offset]
                    if payload_size > 127:
                        byte = page[position]
                        if byte < 128:
                            payload_size = (payload_size & 127) << 7 | byte
                            position += 1
                        else:
                            payload_size, position = read_varint(page, cell_offset)

                    rowid = page[position]
                    if rowid < 128:
                        position += 1
                    else:
                        byte = page[position + 1]
                        if byte < 128:
                            rowid = (rowid & 127) << 7 | byte
                            position += 2
                        else:
                            last_byte = page[position + 2]
                            if last_byte < 128:
                                rowid = (rowid & 127) << 14 | (byte & 127) << 7
                                rowid |= last_byte
                                position += 3
                            else:
                                rowid, position = read_varint(page, position)
                                rowid = to_signed(rowid)

                    header_size = page[position]
                    key_offset = position + header_size
                    key_type = page[position + 1]
                    header_offset = position + 2
                    if key_type > 127:
                        byte = page[header_offset]
                        if byte < 128:
                            key_type = (key_type & 127) << 7 | byte
                            header_offset += 1
                        else:
                            key_type, header_offset = read_varint(page, position + 1)
                    key_end = key_offset + ((key_type - 12) >> 1)
                    key_size = key_end - position
                    value_size = payload_size - key_size

                    value_type = 0
                    if (
                        key_type > 11
                        and header_size < 128
                        and key_size <= minimum_size
                        and used_size <= limit
                    ):
                        used_size += key_size
                        if prefixes is not None:
                            if not page.startswith(prefixes, key_offset, key_end):
                                continue
                        elif wanted is not None:
                            if not wanted(page[key_offset:key_end]):
                                continue
                        ask = None

                        value_type = page[header_offset]
                        if value_type < 128:
                            header_offset += 1
                        else:
                            byte = page[header_offset + 1]
                            if byte < 128:
                                value_type = (value_type & 127) << 7 | byte
                                header_offset += 2
                            else:
                                value_type, header_offset = read_varint(
                                    page, header_offset
                                )
                except IndexError:
                    value_type = 0

                reason = None
                if (
                    value_type > 11
                    and value_size == (value_type - 12) >> 1
                    and header_offset == key_offset
                    and cell_offset >= first_offset
                ):
                    row = None
                    if payload_size <= maximum_size:
                        value_end = position + payload_size
                        if value_end <= limit:
                            row = new_row(sqlite_records.Row)
                            row.missing_size = 0
                            value = page[key_end:value_end]
                    else:
                        local_size = (
                            minimum_size + (payload_size - minimum_size) % chunk_size
                        )
                        if local_size > maximum_size:
                            local_size = minimum_size
                        value_end = position + local_size
                        if value_end + 4 <= limit:
                            row = new_row(sqlite_records.Row)
                            parts = [page[key_end:value_end]]
                            (overflow_page,) = unpack_page_number(page, value_end)
                            wanted_size = payload_size
                            if payload_size > maximum_record_size:
                                wanted_size = maximum_record_size
                            row.missing_size, reason = read_overflow(
                                overflow_page, wanted_size - local_size, parts
                            )
                            if wanted_size < payload_size:
                                row.missing_size += payload_size - wanted_size
                                reason = reason or sqlite_records.TOO_LARGE
                            value = b"".join(parts)
                            # Large values would be there twice.
                            del parts

                    if row is not None:
                        used_size += value_end - key_end
                        key = page[key_offset:key_end]
                        if key_type & 1:
                            key = str(key, "utf-8", "surrogateescape")
                        if value_type & 1:
                            value = str(value, "utf-8", "surrogateescape")
                        row.cell_offset = cell_offset
                        row.page_number = page_number
                        row.rowid = rowid
                        row.table = table
                        row.values = (key, value)
                        if reason is not None:
                            bad_count += 1
                            bad_reason = bad_reason or reason
                        yield row
                        continue

                row, reason, size = self._records.ReadCell(
                    table,
                    page_number,
                    page,
                    limit,
                    first_offset,
                    used_size,
                    cell_offset,
                    read_overflow,
                    ask,
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
