"""The SQLite file format: numbers, headers and records, without any file access.

Everything here is what database.py, wal.py and the recovery readers share. Source:
https://www.sqlite.org/fileformat2.html. Nothing here raises for content unless its
docstring says so.
"""

import math
import struct

# Page types: the first byte of a b-tree page.
INDEX_INTERIOR_PAGE = 2
TABLE_INTERIOR_PAGE = 5
INDEX_LEAF_PAGE = 10
TABLE_LEAF_PAGE = 13

FILE_HEADER_SIZE = 100
SIGNATURE = b"SQLite format 3\x00"

_ENCODINGS = ("utf-8", "utf-8", "utf-16-le", "utf-16-be")

# SQLite refuses a page of which fewer bytes are used.
_MINIMUM_USABLE_SIZE = 480

# That of a record of 32767 columns, which SQLite allows at most.
_MAXIMUM_HEADER_SIZE = 9 * 32768

_FLOAT64 = struct.Struct(">d")

_INTEGER_SIZES = (1, 2, 3, 4, 6, 8)


class FileHeader:
    """Header of a database file, the first 100 bytes of page 1.

    Attributes:
      application_identifier (int): application identifier.
      auto_vacuum (bool): True if the database has pointer-map pages.
      change_counter (int): file change counter.
      encoding (str): encoding of TEXT: "utf-8", "utf-16-le" or "utf-16-be".
      freelist_count (int): number of pages on the freelist, trunks included, as the
          header claims.
      freelist_trunk (int): page number of the first freelist trunk page or 0.
      incremental_vacuum (bool): True if auto_vacuum is incremental.
      page_count (int): size of the database in pages as the header claims, or 0 if
          the header holds no size that SQLite would believe.
      page_size (int): size of a page in bytes.
      read_version (int): file format read version, where 2 represents WAL.
      reserved_size (int): number of bytes at the end of every page that are not used.
      usable_size (int): size of the used part of a page in bytes.
      user_version (int): user version.
      write_version (int): file format write version, where 2 represents WAL.
    """

    def __init__(self, data):
        """Initializes a file header.

        Args:
          data (bytes): first 100 bytes of page 1.
        """
        super().__init__()
        page_size, self.write_version, self.read_version, reserved_size = (
            struct.unpack_from(">H3B", data, 16)
        )
        (
            self.change_counter,
            page_count,
            self.freelist_trunk,
            self.freelist_count,
        ) = struct.unpack_from(">4I", data, 24)
        (
            largest_root_page,
            encoding,
            self.user_version,
            incremental_vacuum,
            self.application_identifier,
        ) = struct.unpack_from(">5I", data, 52)
        (version_valid_for,) = struct.unpack_from(">I", data, 92)

        self.auto_vacuum = largest_root_page != 0
        self.encoding = _ENCODINGS[encoding & 3]
        self.incremental_vacuum = incremental_vacuum != 0
        self.page_count = page_count if version_valid_for == self.change_counter else 0
        self.page_size = 65536 if page_size == 1 else page_size
        if self.page_size - reserved_size < _MINIMUM_USABLE_SIZE:
            reserved_size = 0
        self.reserved_size = reserved_size
        self.usable_size = self.page_size - reserved_size

    @classmethod
    def FromBytes(cls, data):
        """Reads a file header.

        Args:
          data (bytes): first 100 bytes, or more, of page 1.

        Returns:
          FileHeader: file header or None if the bytes are no SQLite file header or
              have an invalid page size.
        """
        if len(data) < FILE_HEADER_SIZE or not data.startswith(SIGNATURE):
            return None
        header = cls(data)
        return header if IsPageSize(header.page_size) else None


def DecodeText(data, encoding):
    """Decodes TEXT, whatever its bytes.

    Args:
      data (bytes): stored bytes.
      encoding (str): encoding of the database.

    Returns:
      str: text, in which bytes that are no UTF-8 are the lone surrogates of Python's
          "surrogateescape"; in UTF-16 lone surrogates stay and a trailing half
          character becomes the replacement character.
    """
    if encoding == "utf-8":
        return str(data, "utf-8", "surrogateescape")
    try:
        return str(data, encoding, "surrogatepass")
    except UnicodeDecodeError:
        return str(data, encoding, "replace")


def DecodeValue(serial_type, data, encoding):
    """Decodes a stored value.

    Args:
      serial_type (int): serial type.
      data (bytes): bytes of the value, fewer than the serial type says if it is cut.
      encoding (str): encoding of the database.

    Returns:
      object: value (bytes, float, int or str), or None if it is NULL, or cut and
          neither text nor blob.
    """
    if serial_type >= 12:
        return DecodeText(data, encoding) if serial_type & 1 else data
    if serial_type == 8:
        return 0
    if serial_type == 9:
        return 1
    if serial_type in (0, 10, 11) or len(data) < GetSerialTypeSize(serial_type):
        return None
    if serial_type == 7:
        (value,) = _FLOAT64.unpack(data)
        # SQLite reads NaN as NULL.
        return None if math.isnan(value) else value
    return int.from_bytes(data, "big", signed=True)


def EncodeText(text, encoding):
    """Encodes text as it is stored.

    Args:
      text (str): text, as DecodeText gives it.
      encoding (str): encoding of the database.

    Returns:
      bytes: stored bytes.
    """
    if encoding == "utf-8":
        try:
            return text.encode("utf-8", "surrogateescape")
        except UnicodeEncodeError:
            pass
    return text.encode(encoding, "surrogatepass")


def EncodeValue(value, encoding):
    """Encodes a value as it is stored in the body of a record.

    Args:
      value (bytes|float|int|str): value, None represents NULL.
      encoding (str): encoding of the database.

    Returns:
      bytes: stored value, empty for one that its serial type tells.
    """
    if value is None:
        return b""
    if isinstance(value, str):
        return EncodeText(value, encoding)
    if isinstance(value, float):
        return _FLOAT64.pack(value)
    if isinstance(value, int):
        if value in (0, 1):
            return b""
        size = next(
            size
            for size in _INTEGER_SIZES
            if -(1 << 8 * size - 1) <= value < 1 << 8 * size - 1
        )
        return value.to_bytes(size, "big", signed=True)
    return value


def GetLocalSize(payload_size, usable_size, is_table_leaf=True):
    """Determines how much of a payload is stored in the cell itself.

    Args:
      payload_size (int): size of the payload in bytes.
      usable_size (int): usable size of a page in bytes.
      is_table_leaf (Optional[bool]): True for a cell of a table leaf page, False for
          one of an index page.

    Returns:
      int: size in bytes; when smaller than the payload size the four bytes that
          follow are the number of the first overflow page.
    """
    maximum_size = GetMaximumLocalSize(usable_size, is_table_leaf)
    if payload_size <= maximum_size:
        return payload_size
    minimum_size = GetMinimumLocalSize(usable_size)
    local_size = minimum_size + (payload_size - minimum_size) % (usable_size - 4)
    return local_size if local_size <= maximum_size else minimum_size


def GetMaximumLocalSize(usable_size, is_table_leaf=True):
    """Determines the largest payload that is stored in the cell itself.

    Args:
      usable_size (int): usable size of a page in bytes.
      is_table_leaf (Optional[bool]): True for a cell of a table leaf page, False for
          one of an index page.

    Returns:
      int: size in bytes.
    """
    if is_table_leaf:
        return usable_size - 35
    return (usable_size - 12) * 64 // 255 - 23


def GetMinimumLocalSize(usable_size):
    """Determines how much of a larger payload is stored in the cell at least.

    Args:
      usable_size (int): usable size of a page in bytes.

    Returns:
      int: size in bytes.
    """
    return (usable_size - 12) * 32 // 255 - 23


def GetSerialTypeSize(serial_type):
    """Determines the size of a value.

    Args:
      serial_type (int): serial type.

    Returns:
      int: size in bytes.
    """
    if serial_type >= 12:
        return (serial_type - 12) >> 1
    # The types 10 and 11 are reserved: SQLite reads them as NULL.
    return (0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0)[serial_type]


def GetSizeInPage(payload_size, usable_size):
    """Determines how much of a cell of a table is payload or what leads to the rest.

    Args:
      payload_size (int): size of the payload.
      usable_size (int): usable size of a page.

    Returns:
      int: size of the part of the payload that is in the cell, with that of the number
          of its first overflow page.
    """
    local_size = GetLocalSize(payload_size, usable_size)
    return local_size if local_size == payload_size else local_size + 4


def IsPageSize(page_size):
    """Determines if a number can be a page size.

    Args:
      page_size (int): number.

    Returns:
      bool: True if it is a power of two from 512 to 65536.
    """
    return 512 <= page_size <= 65536 and not page_size & (page_size - 1)


def ReadRecordHeader(data, offset, end_offset):
    """Reads the header of a record.

    Args:
      data (bytes): data that holds the record.
      offset (int): offset of the record.
      end_offset (int): offset where the available part of the record ends.

    Returns:
      tuple[list[int], int]: serial types and the offset of the first value, or
          (None, offset) if the bytes are no record header or it does not end where
          it says within the available part.
    """
    try:
        header_size, position = ReadVarint(data, offset)
        body_offset = offset + header_size
        if not 1 <= header_size <= _MAXIMUM_HEADER_SIZE or body_offset > end_offset:
            return None, offset
        serial_types = []
        while position < body_offset:
            serial_type = data[position]
            position += 1
            if serial_type > 127:
                serial_type, position = ReadVarint(data, position - 1)
            serial_types.append(serial_type)
    except IndexError:
        return None, offset
    if position != body_offset:
        return None, offset
    return serial_types, body_offset


def ReadVarint(data, offset):
    """Reads a variable-length integer.

    Args:
      data (bytes): data.
      offset (int): offset of the integer.

    Returns:
      tuple[int, int]: unsigned 64-bit integer and the offset of what follows it.

    Raises:
      IndexError: if the data ends within the integer.
    """
    value = 0
    for position in range(offset, offset + 8):
        byte = data[position]
        if byte < 128:
            return value << 7 | byte, position + 1
        value = value << 7 | byte & 127
    return value << 8 | data[offset + 8], offset + 9


def ToSigned(value):
    """Converts an unsigned 64-bit integer, such as a rowid, to a signed one.

    Args:
      value (int): unsigned 64-bit integer.

    Returns:
      int: signed 64-bit integer.
    """
    return value - (1 << 64) if value >> 63 else value


def ToUTF8(data, encoding):
    """Converts stored TEXT to UTF-8.

    Args:
      data (bytes): stored bytes.
      encoding (str): encoding of the database.

    Returns:
      bytes: text in UTF-8; of a database in UTF-8 the stored bytes, whatever they are.
    """
    if encoding == "utf-8":
        return data
    return EncodeText(DecodeText(data, encoding), "utf-8")


def WriteVarint(value):
    """Encodes a variable-length integer.

    Args:
      value (int): unsigned 64-bit integer.

    Returns:
      bytes: encoded integer.
    """
    if value >> 56:
        encoded = [value & 255]
        value >>= 8
        for _ in range(8):
            encoded.append(value & 127 | 128)
            value >>= 7
        return bytes(reversed(encoded))
    encoded = [value & 127]
    value >>= 7
    while value:
        encoded.append(value & 127 | 128)
        value >>= 7
    return bytes(reversed(encoded))
