"""What the pages of all b-trees of a SQLite database have in common.

See sqlite_table_tree.py and sqlite_index_tree.py for the two kinds of trees. Source of
the format: https://www.sqlite.org/fileformat2.html, "B-tree Pages".
"""

import struct

# Order of the storage classes in an index.
RANK_NULL, RANK_NUMBER, RANK_TEXT, RANK_BLOB = range(4)

# SQLite does not descend deeper: 20 levels hold more pages than a file can have.
MAXIMUM_DEPTH = 20

# SQLite reads no larger record.
MAXIMUM_PAYLOAD_SIZE = 0x7FFFFFFF

# A larger record is read up to here: Cursor can not have written it.
MAXIMUM_RECORD_SIZE = 64 * 1024 * 1024

# The pages between two signs of activity, a power of two.
PAGES_PER_TOUCH = 256

# Cell pointer arrays of pages with few cells, which most pages of large rows are.
POINTER_ARRAYS = tuple(struct.Struct(f">{count:d}H") for count in range(64))

_UINT16 = struct.Struct(">H")


def GetCells(page, limit, header_offset, is_leaf):
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
    if cell_count < len(POINTER_ARRAYS):
        pointers = POINTER_ARRAYS[cell_count].unpack_from(page, array_offset)
    else:
        pointers = struct.unpack_from(f">{cell_count:d}H", page, array_offset)
    return pointers, first_offset
