"""One state of a SQLite database: its tables, rows, keys and free pages.

Source of the format: https://www.sqlite.org/fileformat2.html.
"""

import array
import functools
import struct

from cursor_plaso import sqlite_btree
from cursor_plaso import sqlite_format
from cursor_plaso import sqlite_schema

_MASTER_SQL = (
    "CREATE TABLE sqlite_master(type text, name text, tbl_name text, rootpage int, "
    "sql text)"
)

_UINT32 = struct.Struct(">I")

# The rows that are looked up between two signs of activity, each of which may be at the
# other end of a large file.
_LOOKUPS_PER_TOUCH = 64

_TOO_LARGE = f"it is read up to {sqlite_btree.MAXIMUM_RECORD_SIZE:d} bytes"

# Entries of a schema that are read, and what of their statements is kept: the schemas
# of Cursor have fewer than 50 entries.
_MAXIMUM_SCHEMA_ENTRIES = 20_000
_MAXIMUM_SCHEMA_SIZE = 16 * 1024 * 1024


# Overflow pages that may be read again by lookups: so many times all pages, and a GiB
# of the usual size for small databases.
_MAXIMUM_REPEATS = 16
_REPEATED_PAGES = 256 * 1024


class Row:
    """Row of a table.

    Attributes:
      cell_offset (int): offset of the cell in its page.
      missing_size (int): number of bytes of the row that could not be read.
      page_number (int): number of the page that holds the cell.
      rowid (int): rowid, or None in a table without.
      table (sqlite_schema.Table): table.
      values (tuple[bytes|float|int|str]): value per column in the order declared,
          None for NULL and for what is missing. TEXT is decoded with
          "surrogateescape", so that bytes that are no UTF-8 keep their place.
    """

    __slots__ = (
        "cell_offset",
        "missing_size",
        "page_number",
        "rowid",
        "table",
        "values",
    )

    def __init__(self, table, rowid, values, page_number, cell_offset, missing_size):
        """Initializes a row.

        Args:
          table (sqlite_schema.Table): table.
          rowid (int): rowid or None.
          values (tuple[bytes|float|int|str]): value per column.
          page_number (int): number of the page that holds the cell.
          cell_offset (int): offset of the cell in its page.
          missing_size (int): number of bytes that could not be read.
        """
        self.cell_offset = cell_offset
        self.missing_size = missing_size
        self.page_number = page_number
        self.rowid = rowid
        self.table = table
        self.values = values

    @property
    def columns(self):
        """list[str]: names of the columns."""
        return self.table.columns

    @property
    def complete(self):
        """bool: True if all of the row could be read."""
        return not self.missing_size

    def GetValue(self, name, default=None):
        """Retrieves the value of a column.

        Args:
          name (str): name of the column, in any case.
          default (Optional[object]): value if the table has no such column.

        Returns:
          object: value (bytes, float, int or str), None for NULL.
        """
        index = self.table.GetColumnIndex(name)
        if index is None or index >= len(self.values):
            return default
        return self.values[index]


class View(sqlite_btree.PageReader):
    """State of a database: the file alone, or with the committed log.

    Attributes:
      freelist_count (int): number of pages on the freelist as the header claims.
      freelist_trunk (int): page number of the first freelist trunk page or 0.
      header (sqlite_format.FileHeader): header of this view.
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
        super().__init__(database, page_count, frames=frames, recovered=recovered)
        self._lookup_cells = set()
        self._lookup_count = 0
        self._lookup_pages = 0
        self._repeated_pages = 0
        self._table_per_name = {}
        self._tables = None
        self.freelist_count = header.freelist_count
        self.freelist_trunk = header.freelist_trunk
        self.header = header

    @property
    def tables(self):
        """dict[str, sqlite_schema.Table]: tables, views and virtual tables by name."""
        if self._tables is None:
            self._ReadSchema()
        return self._tables

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
        usable_size = self._database.usable_size
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
            self._lookup_pages <= self.page_count
            and self._repeated_pages
            <= _MAXIMUM_REPEATS * self.page_count + _REPEATED_PAGES
        )

    def _GetIndexRowid(self, page, limit, cell_offset, is_leaf):
        """Retrieves the rowid that an index entry points to.

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
        data, missing_size, _ = self._ReadPayload(
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
            serial_types[-1], data[offset:end_offset], self._database.encoding
        )
        return value if isinstance(value, int) else None

    def _GetRanges(self, prefix):
        """Determines where in an index the keys with a prefix are.

        Args:
          prefix (bytes): prefix, TEXT in UTF-8.

        Returns:
          list[tuple[int, bytes]]: rank and stored prefix.
        """
        text_prefix = prefix
        encoding = self._database.encoding
        if encoding != "utf-8":
            text = prefix.decode("utf-8", "surrogateescape")
            text_prefix = sqlite_format.EncodeText(text, encoding)
        return [(sqlite_btree.RANK_TEXT, text_prefix), (sqlite_btree.RANK_BLOB, prefix)]

    def _IsInRange(self, key, ranges):
        """Determines if a key has a prefix.

        Args:
          key (tuple[int, bytes]): rank and stored bytes of the key.
          ranges (list[tuple[int, bytes]]): rank and stored prefix.

        Returns:
          bool: True if the key has a prefix.
        """
        return any(
            key[0] == rank and key[1].startswith(prefix) for rank, prefix in ranges
        )

    def _MarkIndexDamaged(self, table):
        """Remembers, and warns once, that the index of a table does not hold together.

        Args:
          table (sqlite_schema.Table): table.
        """
        if not table.index_damaged:
            table.index_damaged = True
            self._database.Warn(
                f"SQLite index of table {table.name[:100]:s}",
                "does not lead to all rows",
                recovered=self._recovered,
            )

    def _ReadCell(
        self, table, page_number, page, limit, cell_offset, read_overflow, wanted
    ):
        """Reads the row of a cell of a table leaf page.

        Args:
          table (sqlite_schema.Table): table.
          page_number (int): page number.
          page (bytes): page.
          limit (int): offset in the page where its usable part ends.
          cell_offset (int): offset of the cell.
          read_overflow (function): reads a chain of overflow pages, or None for one
              that is not part of a pass.
          wanted (function): asked if the row is wanted, or None.

        Returns:
          tuple[Row, str, int]: row, or None if it is not wanted or nothing can be made
              of the cell; what is wrong with it, or None; and how many bytes of its
              page were used.
        """
        try:
            payload_size, position = sqlite_format.ReadVarint(page, cell_offset)
            rowid, position = sqlite_format.ReadVarint(page, position)
        except IndexError:
            return None, "a cell is cut off", 0
        return self._ReadRecord(
            table,
            sqlite_format.ToSigned(rowid),
            page_number,
            page,
            limit,
            cell_offset,
            position,
            payload_size,
            read_overflow,
            wanted,
        )

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
        for target in ranges:
            visited = bytearray(self.page_count + 1)
            read_overflow = self._GetOverflowReader(visited)
            for entry in self._WalkIndex(table.index_root_page, target, visited, kind):
                key = None
                if entry is not None:
                    page_number, page, limit, cell_offset, is_leaf = entry
                    key = self._ReadIndexKey(
                        page, limit, cell_offset, is_leaf, read_overflow
                    )
                    if key is None or key <= last_key:
                        self._Warn(kind, page_number, "has keys out of order")
                        key = None
                if key is None:
                    yield None
                elif key[0] != target[0] or not key[1].startswith(target[1]):
                    break
                else:
                    last_key = key
                    yield key

    def _ReadIndexRows(self, table, wanted):
        """Reads the rows of a table without rowids, in the order of its key.

        Args:
          table (sqlite_schema.Table): table.
          wanted (function): asked if a row is wanted, or None.

        Yields:
          Row: row.
        """
        kind = f"SQLite table {table.name[:100]:s}"
        visited = bytearray(self.page_count + 1)
        read_overflow = self._GetOverflowReader(visited)
        last_page_number, used_size = 0, 0
        for entry in self._WalkIndex(table.root_page, None, visited, kind):
            if entry is None:
                continue
            page_number, page, limit, cell_offset, is_leaf = entry
            # The cells of an interior page come one by one between its children, which
            # a page has too few of to matter.
            if page_number != last_page_number:
                last_page_number, used_size = page_number, 0
            position = cell_offset if is_leaf else cell_offset + 4
            if used_size > limit:
                self._Warn(kind, page_number, "cells overlap")
                continue
            try:
                payload_size, position = sqlite_format.ReadVarint(page, position)
            except IndexError:
                row, reason = None, "a cell is cut off"
            else:
                row, reason, size = self._ReadRecord(
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
                self._Warn(kind, page_number, f"a row is damaged: {reason:s}")
            if row:
                yield row

    def _ReadKeyValueRows(self, table, wanted, prefixes):
        """Reads the rows of a table of keys and values, in rowid order.

        This is the loop that all rows of a large database go through. It reads the
        cells that are as they should be without a call per row, and leaves the others
        to _ReadCell, which says what is wrong with them. It takes a first column of
        TEXT or BLOB within the cell and a second one that is TEXT, BLOB or NULL, in
        UTF-8.

        Args:
          table (sqlite_schema.Table): table of two plain columns.
          wanted (function): asked if a row is wanted, or None.
          prefixes (tuple[bytes]): what the keys of wanted rows start with, or None.

        Yields:
          Row: row.
        """
        database = self._database
        kind = f"SQLite table {table.name[:100]:s}"
        new_row = Row.__new__
        read_varint = sqlite_format.ReadVarint
        to_signed = sqlite_format.ToSigned
        unpack_page_number = _UINT32.unpack_from
        chunk_size = database.usable_size - 4
        maximum_size = sqlite_format.GetMaximumLocalSize(database.usable_size)
        maximum_record_size = sqlite_btree.MAXIMUM_RECORD_SIZE
        minimum_size = sqlite_format.GetMinimumLocalSize(database.usable_size)
        visited = bytearray(self.page_count + 1)
        read_overflow = self._GetOverflowReader(visited)

        for page_number, page, limit, pointers, first_offset in self._WalkTable(
            table.root_page, visited, kind
        ):
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
                            row = new_row(Row)
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
                            row = new_row(Row)
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
                                reason = reason or _TOO_LARGE
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

                if used_size > limit:
                    row, reason = None, "cells overlap"
                elif first_offset <= cell_offset < limit:
                    row, reason, size = self._ReadCell(
                        table,
                        page_number,
                        page,
                        limit,
                        cell_offset,
                        read_overflow,
                        ask,
                    )
                    used_size += size
                else:
                    row, reason = None, "a cell pointer leaves the page"
                if reason:
                    bad_count += 1
                    bad_reason = bad_reason or reason
                if row:
                    yield row

            if bad_count:
                self._WarnRows(kind, page_number, bad_count, len(pointers), bad_reason)

    def _ReadRecord(
        self,
        table,
        rowid,
        page_number,
        page,
        limit,
        cell_offset,
        position,
        payload_size,
        read_overflow,
        wanted,
    ):
        """Reads the row of a record.

        Args:
          table (sqlite_schema.Table): table.
          rowid (int): rowid, or None for a record of an index page.
          page_number (int): page number.
          page (bytes): page.
          limit (int): offset in the page where its usable part ends.
          cell_offset (int): offset of the cell.
          position (int): offset of the record.
          payload_size (int): size of the record.
          read_overflow (function): reads a chain of overflow pages, or None for one
              that is not part of a pass.
          wanted (function): asked if the row is wanted, or None.

        Returns:
          tuple[Row, str, int]: row, or None if it is not wanted or nothing can be made
              of the record; what is wrong with it, or None; and how many bytes of its
              page were used.
        """
        if (
            not 0 < payload_size <= sqlite_btree.MAXIMUM_PAYLOAD_SIZE
            or position >= limit
        ):
            return None, "a cell has an impossible size", 0
        is_table = rowid is not None
        local_size = sqlite_format.GetLocalSize(
            payload_size, self._database.usable_size, is_table
        )
        data = page[position : min(position + local_size, limit)]
        serial_types, offset = sqlite_format.ReadRecordHeader(data, 0, len(data))
        if wanted and serial_types:
            end_offset = offset + sqlite_format.GetSerialTypeSize(serial_types[0])
            if end_offset <= len(data):
                if not wanted(self._ToKey(serial_types[0], data[offset:end_offset])):
                    return None, None, end_offset
                wanted = None

        wanted_size = min(payload_size, sqlite_btree.MAXIMUM_RECORD_SIZE)
        data, missing_size, reason = self._ReadPayload(
            page, limit, position, payload_size, wanted_size, is_table, read_overflow
        )
        if wanted_size < payload_size:
            missing_size += payload_size - wanted_size
            reason = reason or _TOO_LARGE
        if serial_types is None:
            serial_types, offset = sqlite_format.ReadRecordHeader(data, 0, len(data))
            if serial_types is None:
                reason = reason or "a record has a damaged header"
                return None, reason, local_size
        if wanted:
            key = None
            if serial_types:
                end_offset = offset + sqlite_format.GetSerialTypeSize(serial_types[0])
                key = self._ToKey(serial_types[0], data[offset:end_offset])
            if not wanted(key):
                return None, None, local_size

        encoding = self._database.encoding
        stored_count = len(table.definition.stored_order) or len(serial_types)
        values = []
        for serial_type in serial_types[:stored_count]:
            end_offset = offset + sqlite_format.GetSerialTypeSize(serial_type)
            value = None
            if offset < len(data) or end_offset <= len(data):
                value = sqlite_format.DecodeValue(
                    serial_type, data[offset:end_offset], encoding
                )
            values.append(value)
            offset = end_offset
        if offset - len(data) > missing_size:
            missing_size = offset - len(data)
            reason = reason or "a record is larger than its cell"
        row = Row(
            table,
            rowid,
            table.ArrangeValues(values, rowid),
            page_number,
            cell_offset,
            missing_size,
        )
        return row, reason, local_size

    def _ReadSchema(self):
        """Reads the tables from sqlite_master."""
        self._tables = {}
        if not self.page_count:
            # The transaction that was rolled back made the database.
            return
        indexes = []
        number_of_entries, schema_size = 0, 0
        master = sqlite_schema.Table("sqlite_master", "table", 1, _MASTER_SQL)
        for row in self._ReadTableRows(master, None):
            entry_type, name, table_name, root_page, sql = row.values
            if not isinstance(name, str) or not isinstance(table_name, str):
                continue
            if not isinstance(root_page, int):
                root_page = 0
            if not isinstance(sql, str):
                sql = ""
            number_of_entries += 1
            schema_size += len(name) + len(table_name) + len(sql)
            if (
                number_of_entries > _MAXIMUM_SCHEMA_ENTRIES
                or schema_size > _MAXIMUM_SCHEMA_SIZE
            ):
                self._database.Warn(
                    "SQLite schema", "it is too large, the rest of it is not read"
                )
                break
            sql = sql[: sqlite_schema.MAXIMUM_STATEMENT_SIZE]
            if entry_type == "index":
                indexes.append((table_name, name, root_page, sql))
            elif entry_type in ("table", "view"):
                if entry_type == "table" and not root_page:
                    entry_type = "virtual"
                if name.lower() not in self._table_per_name:
                    table = sqlite_schema.Table(name, entry_type, root_page, sql)
                    self._tables[name] = table
                    self._table_per_name[name.lower()] = table

        for table_name, name, root_page, sql in indexes:
            table = self._table_per_name.get(table_name.lower())
            if table:
                table.AddIndex(name, root_page, sql)
        self._database.CloseWarnings()

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
        return self._ReadColumn(
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
        visited = bytearray(self.page_count + 1)
        minimum_size = sqlite_format.GetMinimumLocalSize(self._database.usable_size)
        column_index = table.key_column_index or 0
        if column_index in table.definition.stored_order:
            column_index = table.definition.stored_order.index(column_index)
        read_overflow = self._GetOverflowReader(visited)
        for page_number, page, limit, pointers, first_offset in self._WalkTable(
            table.root_page, visited, kind
        ):
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
                if self._IsInRange(key, ranges):
                    yield key
            if bad_count:
                self._Warn(kind, page_number, f"{bad_count:d} keys can not be read")

    def _ReadTableRows(self, table, wanted):
        """Reads the rows of a table with rowids, in their order.

        Args:
          table (sqlite_schema.Table): table.
          wanted (function): asked if a row is wanted, or None.

        Yields:
          Row: row.
        """
        kind = f"SQLite table {table.name[:100]:s}"
        visited = bytearray(self.page_count + 1)
        read_overflow = self._GetOverflowReader(visited)
        for page_number, page, limit, pointers, first_offset in self._WalkTable(
            table.root_page, visited, kind
        ):
            bad_count = 0
            bad_reason = None
            used_size = 0
            for cell_offset in pointers:
                if used_size > limit:
                    row, reason = None, "cells overlap"
                elif first_offset <= cell_offset < limit:
                    row, reason, size = self._ReadCell(
                        table,
                        page_number,
                        page,
                        limit,
                        cell_offset,
                        read_overflow,
                        wanted,
                    )
                    used_size += size
                else:
                    row, reason = None, "a cell pointer leaves the page"
                if reason:
                    bad_count += 1
                    bad_reason = bad_reason or reason
                if row:
                    yield row
            if bad_count:
                self._WarnRows(kind, page_number, bad_count, len(pointers), bad_reason)

    def _ToKey(self, serial_type, data):
        """Converts a stored value to what a reader is asked with.

        Args:
          serial_type (int): serial type.
          data (bytes): stored bytes.

        Returns:
          bytes: bytes, TEXT in UTF-8, or None for NULL.
        """
        if serial_type in (0, 10, 11):
            return None
        if serial_type & 1 and serial_type > 12:
            return self._ToKeyBytes(sqlite_btree.RANK_TEXT, data)
        return data

    def _ToKeyBytes(self, rank, data):
        """Converts the stored bytes of a key.

        Args:
          rank (int): rank of the storage class.
          data (bytes): stored bytes.

        Returns:
          bytes: bytes, TEXT in UTF-8.
        """
        encoding = self._database.encoding
        if rank != sqlite_btree.RANK_TEXT or encoding == "utf-8":
            return data
        return sqlite_format.EncodeText(
            sqlite_format.DecodeText(data, encoding), "utf-8"
        )

    def _WarnRows(self, kind, page_number, bad_count, row_count, reason):
        """Warns of damaged rows of a page.

        Args:
          kind (str): what the page belongs to.
          page_number (int): page number.
          bad_count (int): number of rows that are damaged.
          row_count (int): number of rows of the page.
          reason (str): what is wrong with the first.
        """
        self._Warn(
            kind,
            page_number,
            f"{bad_count:d} of {row_count:d} rows are damaged: {reason:s}",
        )

    def FreePages(self):
        """Walks the freelist.

        Yields:
          tuple[int, bool]: page number and True for a trunk page. Every page comes
              once and exists.
        """
        kind = "SQLite freelist"
        database = self._database
        maximum_count = database.usable_size // 4 - 2
        visited = bytearray(self.page_count + 1)
        trunk_total = 0
        trunk_page = self.freelist_trunk
        while trunk_page:
            trunk_total += 1
            if trunk_total % sqlite_btree.PAGES_PER_TOUCH == 0 and not database.Touch():
                break
            if not 1 < trunk_page <= self.page_count or visited[trunk_page]:
                reason = "does not exist"
                if 0 < trunk_page <= self.page_count:
                    reason = "is part of something else"
                self._Warn(kind, trunk_page, reason)
                break
            visited[trunk_page] = 1
            page, limit = self._ReadPage(trunk_page)
            if limit < 8:
                self._Warn(kind, trunk_page, self._DescribeUnreadable(trunk_page))
                break
            yield trunk_page, True

            next_page, count = struct.unpack_from(">2I", page)
            if count > maximum_count:
                self._Warn(kind, trunk_page, "has more entries than it can hold")
                count = 0
            count = min(count, (limit - 8) // 4)
            bad_count = 0
            for leaf_page in struct.unpack_from(f">{count:d}I", page, 8):
                if not 1 < leaf_page <= self.page_count or visited[leaf_page]:
                    bad_count += 1
                    continue
                visited[leaf_page] = 1
                yield leaf_page, False
            if bad_count:
                self._Warn(
                    kind,
                    trunk_page,
                    f"{bad_count:d} of {count:d} entries do not exist or come twice",
                )
            trunk_page = next_page
        database.CloseWarnings()

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
          Row: row or None if there is none, or it can not be found since the index is
              missing or damaged, which the table's "index_damaged" then tells, or
              reading was aborted. The table is never searched.
        """
        table = self.GetTable(table_name)
        if table is None or table.type != "table" or not isinstance(key, str):
            return None
        self._lookup_count += 1
        if self._lookup_count % _LOOKUPS_PER_TOUCH == 0:
            self._database.Touch()
        if self._database.is_aborted:
            return None
        if not table.index_root_page:
            table.index_damaged = True
            return None

        target = (
            sqlite_btree.RANK_TEXT,
            sqlite_format.EncodeText(key, self._database.encoding),
        )
        cell, is_damaged = self._SeekKey(table, target)
        if is_damaged:
            self._MarkIndexDamaged(table)
        if cell is None:
            return None

        page_number, page, limit, cell_offset, is_leaf = cell
        rowid = None
        position = cell_offset if is_leaf else cell_offset + 4
        # In a table without rowids the primary key is the table itself.
        if not table.without_rowid:
            rowid = self._GetIndexRowid(page, limit, cell_offset, is_leaf)
            cell = None if rowid is None else self._SeekRow(table, rowid)
            if cell is None:
                self._MarkIndexDamaged(table)
                return None
            page_number, page, limit, cell_offset = cell
            position = cell_offset
        elif table.index_root_page != table.root_page:
            table.index_damaged = True
            return None

        try:
            payload_size, position = sqlite_format.ReadVarint(page, position)
            if rowid is not None:
                _, position = sqlite_format.ReadVarint(page, position)
        except IndexError:
            return None
        if not self._CountLookup(page_number, cell_offset, payload_size, rowid):
            self._MarkIndexDamaged(table)
            return None
        row, reason, _ = self._ReadRecord(
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
        if reason:
            kind = f"SQLite table {table.name[:100]:s}"
            self._Warn(kind, page_number, f"a row is damaged: {reason:s}")
        if row and row.complete and row.values[table.key_column_index] != key:
            self._MarkIndexDamaged(table)
            return None
        return row

    def ReadKeys(self, table_name, prefix=b""):
        """Reads the keys of a table, from its index where there is one.

        Args:
          table_name (str): name of the table, in any case.
          prefix (Optional[bytes]): what the keys start with, TEXT in UTF-8.

        Yields:
          bytes: key, TEXT in UTF-8, in ascending order as long as the index holds
              together. Keys that are NULL or numbers are left out.
        """
        table = self.GetTable(table_name)
        if table is None or table.type != "table":
            return
        ranges = self._GetRanges(prefix)
        is_complete = False
        is_table = table.index_root_page == table.root_page
        known_keys = array.array("q")
        if table.index_root_page:
            is_complete = True
            for key in self._ReadIndexKeys(table, ranges):
                if key is not None:
                    known_keys.append(hash(key))
                    yield self._ToKeyBytes(*key)
                elif not is_table:
                    is_complete = False
                    break

        if not is_complete and not self._database.is_aborted:
            if table.index_root_page:
                self._MarkIndexDamaged(table)
            known_keys = set(known_keys)
            for key in self._ReadTableKeys(table, ranges):
                if hash(key) not in known_keys:
                    yield self._ToKeyBytes(*key)
        self._database.CloseWarnings()

    def ReadRowAt(self, table_name, page_number, cell_offset):
        """Reads a row again of which the place is known.

        Args:
          table_name (str): name of the table.
          page_number (int): page number of the row.
          cell_offset (int): offset of its cell in the page.

        Returns:
          Row: row, or None if there is none.
        """
        table = self.GetTable(table_name)
        page, limit = self._ReadPage(page_number)
        if table is None or not page or cell_offset >= limit:
            return None

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
            return None
        if not self._CountLookup(page_number, cell_offset, payload_size, rowid):
            return None
        row, _, _ = self._ReadRecord(
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
        return row

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
          Row: row, in the order of the key in a table without rowids.
        """
        table = self.GetTable(table_name)
        if table is None or table.type != "table":
            return
        prefixes = None
        if isinstance(wanted, tuple):
            prefixes = wanted
            wanted = functools.partial(_StartsWith, prefixes)

        key_index = table.GetColumnIndex("key")
        if wanted and key_index and table.definition.stored_order[:1] != [key_index]:
            # Cursor writes no such table.
            for row in self.ReadRows(table_name):
                key = row.values[key_index]
                if isinstance(key, str):
                    key = sqlite_format.EncodeText(key, "utf-8")
                if wanted(key if isinstance(key, bytes) else None):
                    yield row
            return

        if table.without_rowid:
            yield from self._ReadIndexRows(table, wanted)
        elif (
            table.is_plain
            and len(table.columns) == 2
            and self._database.encoding == "utf-8"
        ):
            yield from self._ReadKeyValueRows(table, wanted, prefixes)
        else:
            yield from self._ReadTableRows(table, wanted)
        self._database.CloseWarnings()


def _StartsWith(prefixes, key):
    """Determines if a key starts with one of several prefixes.

    Args:
      prefixes (tuple[bytes]): prefixes.
      key (bytes): key or None.

    Returns:
      bool: True if the key starts with a prefix.
    """
    return key is not None and key.startswith(prefixes)
