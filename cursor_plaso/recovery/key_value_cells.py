"""Cells and records of tables of a key and a value.

Sources: https://www.sqlite.org/fileformat2.html#record_format; recovery.md B.2 and B.5.
"""

from cursor_plaso import sqlite_format
from cursor_plaso.recovery import stored_keys


def FindCellStart(data, offset, size, start_offset):
    """Finds the start of a cell of a table by what is in front of its record.

    Args:
      data (bytes): data.
      offset (int): offset of the record.
      size (int): size of the record.
      start_offset (int): offset that the cell can start at.

    Returns:
      tuple[int, int]: offset of the cell and rowid, or (None, None) if what is in front
          of the record is not its size and a rowid.
    """
    position = offset - 1
    if position <= start_offset or data[position] > 127:
        return None, None
    position -= 1
    while position >= start_offset and data[position] > 127:
        position -= 1
    # The size ends here, the rowid starts at the next byte.
    if size < 128:
        cell_offset = position
        is_equal = data[position] == size
    elif size < 16384:
        cell_offset = position - 1
        is_equal = (
            cell_offset >= 0
            and data[position] == size & 127
            and data[cell_offset] == size >> 7 | 128
        )
    else:
        size_data = sqlite_format.WriteVarint(size)
        cell_offset = position + 1 - len(size_data)
        is_equal = cell_offset >= 0 and data[cell_offset : position + 1] == size_data
    if not is_equal or cell_offset < start_offset or offset - position > 10:
        return None, None
    rowid, _ = sqlite_format.ReadVarint(data, position + 1)
    return cell_offset, sqlite_format.ToSigned(rowid)


def ReadKeyValueHeader(data, offset, end_offset):
    """Reads the header of a record of a key and a value.

    Args:
      data (bytes): data.
      offset (int): offset of the header, whose size is a byte.
      end_offset (int): offset where the available part ends.

    Returns:
      tuple[int, int, int]: offsets of the start and end of the key and size of the
          record, or None if it is no such header or the key does not end within the
          available part.
    """
    try:
        position = offset + 2
        key_type = data[offset + 1]
        if key_type > 127:
            byte = data[position]
            if byte > 127 or key_type == 128:
                return None
            key_type = (key_type & 127) << 7 | byte
            position += 1
        if key_type < 15 or not key_type & 1:
            return None
        value_type = data[position]
        position += 1
        if value_type > 127:
            value_type &= 127
            if not value_type:
                return None
            for _ in range(3):
                byte = data[position]
                position += 1
                value_type = value_type << 7 | byte & 127
                if byte < 128:
                    break
            else:
                return None
    except IndexError:
        return None
    header_size = position - offset
    if data[offset] != header_size or 0 < value_type < 12:
        return None
    key_end = position + ((key_type - 13) >> 1)
    if key_end > end_offset:
        return None
    size = key_end - offset
    if value_type:
        size += (value_type - 12) >> 1
    return position, key_end, size


def RebuildKeyValueHeader(data, key_offset, start_offset, end_offset, encoding):
    """Rebuilds the header of a record of a key and a value whose front is lost.

    The serial type of the value stands right before the key, and that of the key before
    it. The latter, or a part of it, may be lost where the text tells the size of the
    key.

    Args:
      data (bytes): data.
      key_offset (int): offset of the key, which is of a known family.
      start_offset (int): offset of the region.
      end_offset (int): offset where the region ends.
      encoding (str): encoding of the database.

    Returns:
      tuple[bytes, list[int], int]: stored key, serial types and size of the header, or
          None if it can not be told or the key is that of an index.
    """
    position = key_offset - 1
    if position < start_offset or data[position] > 127:
        return None
    first = position
    while first - 1 >= start_offset and data[first - 1] > 127 and position - first < 3:
        first -= 1
    if first - 1 < start_offset:
        return None
    value_type, _ = sqlite_format.ReadVarint(data, first)
    if value_type < 12:
        # A serial type of an integer: the entry of an index, which ends in a rowid.
        return None
    key = stored_keys.ReadKey(data, key_offset, end_offset, encoding)
    if encoding == "utf-8":
        key_end = stored_keys.FindKeyEnd(data, key_offset, end_offset)
        key = data[key_offset:key_end] if key_end is not None else None
    size = stored_keys.ReadSizeBackwards(data, first - 1)
    if key is None:
        # The whole serial type of the key and the size of the header have to be there.
        if not size or key_offset + size > end_offset:
            return None
        key = data[key_offset : key_offset + size]
        header_size = len(sqlite_format.WriteVarint(13 + 2 * size)) + 1
        header_size += key_offset - first
        if data[key_offset - header_size] != header_size:
            return None
        if stored_keys.CONTROL_RE.search(key) and encoding == "utf-8":
            return None
    else:
        type_data = sqlite_format.WriteVarint(13 + 2 * len(key))
        available = min(len(type_data), first - start_offset)
        # The freeblock took what is before its fifth byte.
        is_equal = data[first - available : first] == type_data[-available:]
        if not is_equal and first - start_offset > 4 and size != len(key):
            if data[first - 1] != type_data[-1]:
                return None
    key_type = 13 + 2 * len(key)
    header_size = 1 + len(sqlite_format.WriteVarint(key_type)) + key_offset - first
    return key, [key_type, value_type], header_size
