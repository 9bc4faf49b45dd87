"""How the rows of a table look on disk, so that they are found where no pointer leads.

A record starts with its header: the size of the header and a serial type per stored
value. What the columns of a table can hold tells which bytes can be such a header, and
the sizes that it adds up to have to be those in front of it.

Sources: https://www.sqlite.org/fileformat2.html#record_format; recovery.md B.2 and B.5.
"""

import re

from cursor_plaso import sqlite_btree
from cursor_plaso import sqlite_format
from cursor_plaso.recovery import stored_keys

_UUID_RE = re.compile(stored_keys.UUID.encode("ascii"))
_UUID_SIZE = 36

# The table of which the keys have these families.
_FAMILIES_TABLE_NAME = "cursordiskkv"

_REPLACE_RE = re.compile(r"ON\s+CONFLICT\s+REPLACE", re.IGNORECASE)

# Shadow table of a full-text index with the indexed text, in columns without a type.
_CONTENT_TABLE_RE = re.compile(r"_content\Z", re.IGNORECASE)
_CONTENT_COLUMN_RE = re.compile(r"\Ac[0-9]+\Z", re.IGNORECASE)

# What the type of a column of text has.
_TEXT_TYPE_NAMES = ("CHAR", "CLOB", "TEXT")

# Stored columns that a row may have fewer than its table: columns are added at the end.
_MAXIMUM_ADDED_COLUMNS = 6

# Bytes of the values that identify a row without a key and a rowid.
CONTENT_IDENTITY_SIZE = 64

_MAXIMUM_HEADER_SIZE = 127

# Sizes of the size and the rowid of a cell together, those of which least is lost
# first: a freeblock takes four bytes.
_FRONT_SIZES = (4, 5, 6, 7, 8, 9, 3, 2)
_MAXIMUM_ROWID_SIZE = 5


def _GetBytesClass(numbers):
    """Determines a class of bytes of a regular expression.

    Args:
      numbers (iterable[int]): bytes.

    Returns:
      bytes: class.
    """
    return b"[" + b"".join(b"\\x%02x" % number for number in numbers) + b"]"


def _GetVarintPattern(minimum, last_byte):
    """Determines the pattern of serial types of texts and blobs.

    Args:
      minimum (int): smallest serial type.
      last_byte (iterable[int]): what the last byte can be.

    Returns:
      bytes: pattern of one to four bytes.
    """
    last_byte = list(last_byte)
    short = _GetBytesClass(number for number in last_byte if number >= minimum)
    last = _GetBytesClass(last_byte)
    return (
        short
        + rb"|[\x81-\xff]"
        + last
        + rb"|[\x81-\xff][\x80-\xff]"
        + last
        + rb"|[\x81-\xff][\x80-\xff][\x80-\xff]"
        + last
    )


_TEXT_OR_BLOB = _GetVarintPattern(12, range(128))

_TEXT = _GetVarintPattern(13, range(1, 128, 2))

# What the serial type of a column can be beside that of NULL.
_PATTERN_ANY = rb"[\x01-\x09]|" + _TEXT_OR_BLOB
_PATTERN_CONTENT = _TEXT_OR_BLOB
_PATTERN_INTEGER = rb"[\x01-\x06\x08\x09]"
_PATTERN_REAL = rb"[\x01-\x09]"
# Text alone, which is what the full-text index is given.
_PATTERN_TEXT = _TEXT

_PATTERN_KEY = b"(?:" + _TEXT + b")"
_PATTERN_NULL = rb"\x00"

# The first byte of a key in UTF-8.
_PATTERN_KEY_START = rb"(?=[!-~\xc2-\xf4])"


class RecordGrammar:
    """Grammar of the records of a table.

    Attributes:
      has_families (bool): True if the keys of the table have the known families.
      header_re (re.Pattern): what the header of a record starts with.
      is_key_value (bool): True if the table has two columns, a key and a value.
      is_replaced (bool): True if a row of the table is replaced, by one with another
          rowid, and never changed.
      key_index (int): index of the stored value that is a key, or None.
      maximum_count (int): number of stored values that a row has, if it is not older
          than some of the columns.
      number (int): number of the table in the page map.
      table (sqlite_schema.Table): table.
    """

    def __init__(self, table, number, encoding):
        """Initializes a grammar.

        Args:
          table (sqlite_schema.Table): table.
          number (int): number of the table in the page map.
          encoding (str): encoding of the database.
        """
        super().__init__()
        definition = table.definition
        self.encoding = encoding
        self.number = number
        self.table = table
        self.key_index = None
        if table.key_column_index in definition.stored_order:
            index = definition.stored_order.index(table.key_column_index)
            if table.key_column_index != table.rowid_alias:
                self.key_index = index

        self.has_families = table.name.lower() == _FAMILIES_TABLE_NAME
        self.is_key_value = len(definition.stored_order) == 2 and self.key_index == 0
        self.is_replaced = self.is_key_value and bool(_REPLACE_RE.search(table.sql))
        is_content = bool(_CONTENT_TABLE_RE.search(table.name)) and any(
            _CONTENT_COLUMN_RE.match(column.name) for column in definition.columns
        )
        patterns = []
        self._text_indexes = []
        for index, column_index in enumerate(definition.stored_order):
            column = definition.columns[column_index]
            if column_index == table.rowid_alias:
                pattern = _PATTERN_NULL
            elif index == self.key_index:
                pattern = _PATTERN_KEY
            else:
                pattern = self._GetPattern(column, is_content)
                null = b"" if column.is_required else _PATTERN_NULL + b"|"
                pattern = b"(?:" + null + pattern + b")"
            if any(name in column.type_name for name in _TEXT_TYPE_NAMES):
                self._text_indexes.append(index)
            patterns.append(pattern)

        self._first_pattern = patterns[0]
        self._column_res = [re.compile(pattern) for pattern in patterns]
        self._patterns = patterns
        self.maximum_count = len(patterns)
        self._minimum_count = len(patterns)
        if not is_content:
            # Of fewer values than half of the columns all kinds of data look like one.
            self._minimum_count = max(
                min(len(patterns), 2),
                (len(patterns) + 1) // 2,
                len(patterns) - _MAXIMUM_ADDED_COLUMNS,
            )
        self._minimum_stored_count = 1 if len(patterns) < 5 else 2
        minimum_size = self._minimum_count + 1
        maximum_size = len(patterns) + 7
        if self.is_key_value:
            maximum_size = 7
        sizes = rb"[\x%02x-\x%02x]" % (minimum_size, min(maximum_size, 127))
        head = b"".join(patterns[: self._minimum_count][:3])
        if self.is_key_value and encoding == "utf-8":
            head += _PATTERN_KEY_START
        self.header_re = re.compile(sizes + head)

    def _GetPattern(self, column, is_content):
        """Determines what the serial type of a value of a column can be.

        Args:
          column (sqlite_schema.Column): column.
          is_content (bool): True if the table is that of the text of a full-text index.

        Returns:
          bytes: pattern.
        """
        if self.is_key_value:
            return _PATTERN_CONTENT
        if is_content and _CONTENT_COLUMN_RE.match(column.name):
            return _PATTERN_TEXT
        type_name = column.type_name
        if "INT" in type_name:
            return _PATTERN_INTEGER
        if any(name in type_name for name in _TEXT_TYPE_NAMES):
            return _PATTERN_CONTENT
        if column.is_real:
            return _PATTERN_REAL
        return _PATTERN_ANY

    def HasTypes(self, serial_types):
        """Determines if a record of the table can have serial types.

        Args:
          serial_types (list[int]): serial types.

        Returns:
          bool: True if the number of values and their types fit, and a value is
              stored, of many columns two: a run of zero bytes looks like a header of
              NULL values, and the cells of an interior page like a short text.
        """
        count = len(serial_types)
        if not self._minimum_count <= count <= self.maximum_count:
            return False
        stored_count = sum(
            1 for size in map(sqlite_format.GetSerialTypeSize, serial_types) if size
        )
        if stored_count < self._minimum_stored_count:
            return False
        return all(
            pattern.fullmatch(sqlite_format.WriteVarint(serial_type))
            for pattern, serial_type in zip(self._column_res, serial_types)
        )

    def ReadHeader(self, data, offset, end_offset):
        """Reads the header of a record.

        Args:
          data (bytes): data.
          offset (int): offset of the header.
          end_offset (int): offset where the available part ends.

        Returns:
          tuple[list[int], int, int]: serial types, size of the header and size of the
              record, or None if it is no header of a record of the table.
        """
        if data[offset] > _MAXIMUM_HEADER_SIZE:
            return None
        serial_types, body_offset = sqlite_format.ReadRecordHeader(
            data, offset, end_offset
        )
        if not serial_types or not self.HasTypes(serial_types):
            return None
        header_size = body_offset - offset
        size = header_size + sum(map(sqlite_format.GetSerialTypeSize, serial_types))
        if size > sqlite_btree.MAXIMUM_RECORD_SIZE:
            return None
        return serial_types, header_size, size

    def GetKey(self, data, body_offset, serial_types, end_offset):
        """Retrieves the stored key of a record.

        Args:
          data (bytes): data.
          body_offset (int): offset of the first value.
          serial_types (list[int]): serial types.
          end_offset (int): offset where the available part ends.

        Returns:
          bytes: key, or None if the table has none, it is cut or no text.
        """
        if self.key_index is None or self.key_index >= len(serial_types):
            return None
        for serial_type in serial_types[: self.key_index]:
            body_offset += sqlite_format.GetSerialTypeSize(serial_type)
        key_end = body_offset + sqlite_format.GetSerialTypeSize(
            serial_types[self.key_index]
        )
        if key_end > end_offset:
            return None
        key = data[body_offset:key_end]
        return key if key and self.IsKey(key) else None

    def _ReadTypes(self, data, offset, count):
        """Reads serial types.

        Args:
          data (bytes): data.
          offset (int): offset of the first serial type.
          count (int): number of serial types.

        Returns:
          tuple[list[int], int]: serial types and offset of the first value, or None if
              there are fewer.
        """
        serial_types = []
        try:
            for _ in range(count):
                serial_type, offset = sqlite_format.ReadVarint(data, offset)
                serial_types.append(serial_type)
        except IndexError:
            return None
        return serial_types, offset

    def _RebuildTypes(self, data, type_offset, lost_count, block_end):
        """Rebuilds the serial types of a record whose header is cut at the front.

        Args:
          data (bytes): data.
          type_offset (int): offset of the first byte of the serial types that is left.
          lost_count (int): number of bytes of the serial types that are lost, 0 or 1.
          block_end (int): offset where the freeblock ended.

        Yields:
          tuple[list[int], int]: serial types and offset of the first value.
        """
        # Rows that are older than columns have fewer.
        for count in range(self.maximum_count, self._minimum_count - 1, -1):
            if not lost_count:
                types = self._ReadTypes(data, type_offset, count)
                if types is not None:
                    yield types
                continue
            yield from self._RebuildFirstType(data, type_offset, count, block_end)

    def _RebuildFirstType(self, data, type_offset, count, block_end):
        """Rebuilds the serial type of the first value.

        Its text or the size of the freeblock tells it. Of one of two bytes the second
        is left.

        Args:
          data (bytes): data.
          type_offset (int): offset of the first byte of the serial types that is left.
          count (int): number of serial types.
          block_end (int): offset where the freeblock ended.

        Yields:
          tuple[list[int], int]: serial types and offset of the first value.
        """
        for left_count in (0, 1):
            types = self._ReadTypes(data, type_offset + left_count, count - 1)
            if types is None:
                return
            serial_types, position = types
            if self._first_pattern == _PATTERN_NULL:
                yield [0] + serial_types, position
                return
            size = block_end - position
            size -= sum(map(sqlite_format.GetSerialTypeSize, serial_types))
            sizes = [size] if size >= 0 else []
            if not left_count and self.key_index == 0:
                if _UUID_RE.match(data, position, block_end):
                    sizes.insert(0, _UUID_SIZE)
            for size in sizes:
                serial_type = 13 + 2 * size
                is_equal = serial_type < 128
                if left_count:
                    is_equal = data[type_offset] == serial_type & 127
                    is_equal = is_equal and 128 <= serial_type < 16384
                if is_equal:
                    yield [serial_type] + serial_types, position

    def _HasTextTypes(self, serial_types):
        """Determines if the columns that are declared as text hold text.

        Args:
          serial_types (list[int]): serial types.

        Returns:
          bool: True if they hold text or NULL.
        """
        return all(
            not serial_types[index] or serial_types[index] & 1
            for index in self._text_indexes
            if index < len(serial_types)
        )

    def GetFreedPattern(self):
        """Determines what follows the header of a freeblock that took a front.

        Returns:
          bytes: pattern of what is left of the front of a record, which is its whole
              header, after up to three bytes of the rowid, or all but the first byte
              or the first two.
        """
        patterns = self._patterns[: self._minimum_count]
        end = b""
        if self.is_key_value and self.encoding == "utf-8":
            end = _PATTERN_KEY_START
        return b"|".join(
            (
                rb"(?:[\x80-\xff]{0,2}[\x00-\x7f])?" + self.header_re.pattern,
                b"".join(patterns[:3]) + end,
                rb"[\x00-\x7f]?" + b"".join(patterns[1:4]) + end,
            )
        )

    def RebuildRecords(self, data, start_offset, block_end, end_offset):
        """Rebuilds the record of a cell whose front a freeblock took.

        The first four bytes of the cell are lost: its size and rowid, and where these
        are shorter the start of the record header.

        Args:
          data (bytes): data.
          start_offset (int): offset of the cell.
          block_end (int): offset where the freeblock ended.
          end_offset (int): offset where what is available ends.

        Yields:
          tuple[bytes, int, list[int], int, int]: key, or what identifies the row
              otherwise; offset of the record, serial types, offset of the first value
              and size of the record. What loses least comes first: of less there is
              more than one way to read it.
        """
        left_offset = start_offset + 4
        for front_size in _FRONT_SIZES:
            offset = start_offset + front_size
            if offset >= end_offset:
                continue
            ways = ()
            if front_size >= 4:
                tail = data[left_offset:offset]
                if any(byte < 128 for byte in tail[:-1]) or tail[-1:] > b"\x7f":
                    continue
                header = self.ReadHeader(data, offset, end_offset)
                if header is not None:
                    ways = [(header[0], offset + header[1])]
            else:
                ways = self._RebuildTypes(data, left_offset, 3 - front_size, block_end)
            for serial_types, body_offset in ways:
                if body_offset - offset > _MAXIMUM_HEADER_SIZE:
                    continue
                if body_offset > end_offset or not self.HasTypes(serial_types):
                    continue
                if not self._HasTextTypes(serial_types):
                    continue
                size = body_offset - offset
                size += sum(map(sqlite_format.GetSerialTypeSize, serial_types))
                if size > sqlite_btree.MAXIMUM_RECORD_SIZE:
                    continue
                rowid_size = front_size - len(sqlite_format.WriteVarint(size))
                if not 1 <= rowid_size <= _MAXIMUM_ROWID_SIZE:
                    continue
                key = self.GetKey(data, body_offset, serial_types, end_offset)
                if self.key_index is None:
                    key_end = min(body_offset + CONTENT_IDENTITY_SIZE, end_offset)
                    key = data[body_offset:key_end]
                if key:
                    yield key, offset, serial_types, body_offset, size

    def IsKey(self, key):
        """Determines if bytes can be a key: text without control characters.

        Args:
          key (bytes): stored bytes.

        Returns:
          bool: True if they can.
        """
        if self.encoding == "utf-8":
            if key.isascii():
                return not stored_keys.CONTROL_RE.search(key)
            try:
                key.decode("utf-8")
            except UnicodeDecodeError:
                return False
            return not stored_keys.CONTROL_RE.search(key)
        try:
            text = key.decode(self.encoding)
        except UnicodeDecodeError:
            return False
        return all(character.isprintable() or character == "\n" for character in text)


def GetRowidIdentity(rowid):
    """Retrieves what identifies a row of a table without a key.

    Args:
      rowid (int): rowid.

    Returns:
      bytes: identity.
    """
    return (rowid & 0xFFFFFFFFFFFFFFFF).to_bytes(8, "big")
