"""The rows of a SQLite database, and the records of cells that they are read from.

Source of the format: https://www.sqlite.org/fileformat2.html, "Record Format".
"""

from cursor_plaso import sqlite_btree
from cursor_plaso import sqlite_format

# Why a row of which a part was not read is damaged.
TOO_LARGE = f"it is read up to {sqlite_btree.MAXIMUM_RECORD_SIZE:d} bytes"


class TableRow:
    """What a row of a table has, wherever it was read.

    Attributes:
      rowid (int): rowid, or None in a table without or if it is not known.
      table (sqlite_schema.Table): table.
      values (tuple[bytes|float|int|str]): value per column in the order declared,
          None for NULL and for what is missing. TEXT is decoded with
          "surrogateescape", so that bytes that are no UTF-8 keep their place.
    """

    __slots__ = ("rowid", "table", "values")

    def __init__(self, table, rowid, values):
        """Initializes a row.

        Args:
          table (sqlite_schema.Table): table.
          rowid (int): rowid or None.
          values (tuple[bytes|float|int|str]): value per column.
        """
        super().__init__()
        self.rowid = rowid
        self.table = table
        self.values = values

    @property
    def columns(self):
        """list[str]: names of the columns."""
        return self.table.columns

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


class Row(TableRow):
    """Row of a table.

    Attributes:
      cell_offset (int): offset of the cell in its page.
      missing_size (int): number of bytes of the row that could not be read.
      page_number (int): number of the page that holds the cell.
    """

    __slots__ = ("cell_offset", "missing_size", "page_number")

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
        super().__init__(table, rowid, values)
        self.cell_offset = cell_offset
        self.missing_size = missing_size
        self.page_number = page_number

    @property
    def complete(self):
        """bool: True if all of the row could be read."""
        return not self.missing_size


class RecordReader:
    """Reader of rows from the records of cells."""

    def __init__(self, pages, payloads):
        """Initializes a record reader.

        Args:
          pages (sqlite_pages.PageReader): pages.
          payloads (sqlite_payloads.PayloadReader): payloads of their cells.
        """
        super().__init__()
        self._pages = pages
        self._payloads = payloads

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
            return sqlite_format.ToUTF8(data, self._pages.database.encoding)
        return data

    def ReadCell(
        self,
        table,
        page_number,
        page,
        limit,
        first_offset,
        used_size,
        cell_offset,
        read_overflow,
        wanted,
    ):
        """Reads the row of a cell of a table leaf page.

        Args:
          table (sqlite_schema.Table): table.
          page_number (int): page number.
          page (bytes): page.
          limit (int): offset in the page where its usable part ends.
          first_offset (int): offset that the first cell can have.
          used_size (int): how many bytes of the page the cells before it used.
          cell_offset (int): offset of the cell.
          read_overflow (function): reads a chain of overflow pages, or None for one
              that is not part of a pass.
          wanted (function): asked if the row is wanted, or None.

        Returns:
          tuple[Row, str, int]: row, or None if it is not wanted or nothing can be made
              of the cell; what is wrong with it, or None; and how many bytes of its
              page were used.
        """
        if used_size > limit:
            return None, "cells overlap", 0
        if not first_offset <= cell_offset < limit:
            return None, "a cell pointer leaves the page", 0
        try:
            payload_size, position = sqlite_format.ReadVarint(page, cell_offset)
            rowid, position = sqlite_format.ReadVarint(page, position)
        except IndexError:
            return None, "a cell is cut off", 0
        return self.ReadRecord(
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

    def ReadRecord(
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
            payload_size, self._pages.database.usable_size, is_table
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
        data, missing_size, reason = self._payloads.ReadPayload(
            page, limit, position, payload_size, wanted_size, is_table, read_overflow
        )
        if wanted_size < payload_size:
            missing_size += payload_size - wanted_size
            reason = reason or TOO_LARGE
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

        encoding = self._pages.database.encoding
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

    def WarnRows(self, kind, page_number, bad_count, row_count, reason):
        """Warns of damaged rows of a page.

        Args:
          kind (str): what the page belongs to.
          page_number (int): page number.
          bad_count (int): number of rows that are damaged.
          row_count (int): number of rows of the page.
          reason (str): what is wrong with the first.
        """
        self._pages.Warn(
            kind,
            page_number,
            f"{bad_count:d} of {row_count:d} rows are damaged: {reason:s}",
        )
