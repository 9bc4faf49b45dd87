"""Databases that are made byte by byte, so that every offset in them is known.

The pages are small (512 bytes, all of them used) and sound: test_page_lib.py has sqlite3
check one. Source: https://www.sqlite.org/fileformat2.html.
"""

import io
import struct

from cursor_plaso import database
from cursor_plaso.recovery import grammar
from cursor_plaso.recovery import page_map

PAGE_SIZE = 512

INDEX_LEAF = 10
TABLE_LEAF = 13

# Name and root page of the table, and root page of the automatic index of its key.
TABLE_NAME = "cursorDiskKV"
TABLE_PAGE = 2
INDEX_PAGE = 3

_NAME_PER_ENCODING = {1: "utf-8", 2: "utf-16-le", 3: "utf-16-be"}

SCHEMA = (
    (
        "table",
        TABLE_NAME,
        TABLE_NAME,
        TABLE_PAGE,
        f"CREATE TABLE {TABLE_NAME:s} "
        "(key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)",
    ),
    ("index", f"sqlite_autoindex_{TABLE_NAME:s}_1", TABLE_NAME, INDEX_PAGE, None),
)


def MakeVarint(value):
    """Makes a variable-length integer.

    Args:
      value (int): integer of less than 56 bits.

    Returns:
      bytes: encoded integer.
    """
    encoded = bytes((value & 127,))
    while value > 127:
        value >>= 7
        encoded = bytes((value & 127 | 128,)) + encoded
    return encoded


def MakeRecord(values, encoding=1):
    """Makes a record.

    Args:
      values (list[bytes|int|str]): values, None for NULL. Integers fit in 32 bits.
      encoding (Optional[int]): encoding as the file header has it.

    Returns:
      bytes: record.
    """
    header = b""
    body = b""
    for value in values:
        data = b""
        if value is None:
            serial_type = 0
        elif isinstance(value, int):
            serial_type = 4
            data = struct.pack(">i", value)
        elif isinstance(value, str):
            data = value.encode(_NAME_PER_ENCODING[encoding])
            serial_type = 13 + 2 * len(data)
        else:
            data = value
            serial_type = 12 + 2 * len(data)
        header += MakeVarint(serial_type)
        body += data
    return MakeVarint(len(header) + 1) + header + body


def MakeCell(rowid, record, overflow_page=None):
    """Makes a cell of a leaf page of a table.

    Args:
      rowid (int): rowid.
      record (bytes): record, or the local part of it.
      overflow_page (Optional[tuple[int, int]]): size of the record and number of the
          page with the rest of it.

    Returns:
      bytes: cell.
    """
    size, page_number = overflow_page or (len(record), None)
    cell = MakeVarint(size) + MakeVarint(rowid) + record
    if page_number is not None:
        cell += struct.pack(">I", page_number)
    return cell


def SplitRecord(record):
    """Splits a record into what is in its cell and what is in overflow pages.

    Args:
      record (bytes): record.

    Returns:
      tuple[bytes, bytes]: local part and the rest, which is empty if the record fits.
    """
    # With U for the usable size of a page: X is U - 35, M is (U - 12) * 32 / 255 - 23
    # and K is M + (P - M) % (U - 4).
    if len(record) <= 477:
        return record, b""
    local_size = 39 + (len(record) - 39) % 508
    if local_size > 477:
        local_size = 39
    return record[:local_size], record[local_size:]


def MakePage(cells, gap=b"", freed=(), page_number=2, page_type=TABLE_LEAF):
    """Makes a leaf page, whose cells fill it from its end on.

    Args:
      cells (list[bytes]): cells in the order of their pointers.
      gap (Optional[bytes]): what the gap before the cells ends with.
      freed (Optional[list[int]]): indexes of cells that became freeblocks. SQLite has
          none of them next to another, and never frees the last cell that way.
      page_number (Optional[int]): page number.
      page_type (Optional[int]): type of the page.

    Returns:
      tuple[bytes, list[int]]: page and offsets of the cells.
    """
    page = bytearray(PAGE_SIZE)
    header_offset = 100 if page_number == 1 else 0
    position = PAGE_SIZE
    offsets = []
    for cell in cells:
        position -= len(cell)
        offsets.append(position)
        page[position : position + len(cell)] = cell
    page[position - len(gap) : position] = gap

    pointers = [
        offset for index, offset in enumerate(offsets) if index not in set(freed)
    ]
    next_block = 0
    for index in sorted(freed):
        struct.pack_into(">2H", page, offsets[index], next_block, len(cells[index]))
        next_block = offsets[index]
    struct.pack_into(
        f">BHHHB{len(pointers):d}H",
        page,
        header_offset,
        page_type,
        next_block,
        len(pointers),
        position,
        0,
        *pointers,
    )
    return bytes(page), offsets


def MakeOverflowPage(next_page, data):
    """Makes an overflow page.

    Args:
      next_page (int): number of the next page or 0.
      data (bytes): data.

    Returns:
      bytes: page.
    """
    return (struct.pack(">I", next_page) + data).ljust(PAGE_SIZE, b"\x00")


def MakeTrunk(page_numbers):
    """Makes the only trunk page of a freelist.

    Args:
      page_numbers (list[int]): numbers of the other free pages.

    Returns:
      bytes: page.
    """
    count = len(page_numbers)
    trunk = struct.pack(f">2I{count:d}I", 0, count, *page_numbers)
    return trunk.ljust(PAGE_SIZE, b"\x00")


def MakeFile(pages, free_pages=(), encoding=1, schema=SCHEMA):
    """Makes a database file.

    Args:
      pages (dict[int, bytes]): page per number, from 2 on. What is not given, but is
          the root page of a table or an index, is an empty leaf page.
      free_pages (Optional[list[int]]): numbers of the free pages, of which the first is
          the trunk page.
      encoding (Optional[int]): encoding as the file header has it.
      schema (Optional[tuple[tuple[str, str, str, int, str]]]): type, name, name of the
          table, root page and statement per table and index.

    Returns:
      bytes: database file.
    """
    pages = dict(pages)
    for entry_type, _, _, root_page, _ in schema:
        page_type = TABLE_LEAF if entry_type == "table" else INDEX_LEAF
        pages.setdefault(root_page, MakePage([], page_type=page_type)[0])
    if free_pages:
        pages.setdefault(free_pages[0], MakeTrunk(free_pages[1:]))
    page_count = max(pages)
    assert set(pages) == set(range(2, page_count + 1)), "pages are missing"

    cells = [
        MakeCell(rowid, MakeRecord(entry, encoding))
        for rowid, entry in enumerate(schema, 1)
    ]
    first_page = bytearray(MakePage(cells, page_number=1)[0])
    header = struct.pack(
        ">16sH6B12I20x2I",
        b"SQLite format 3\x00",
        PAGE_SIZE,
        1,  # write version
        1,  # read version
        0,  # reserved bytes
        64,
        32,
        32,
        1,  # change counter
        page_count,
        free_pages[0] if free_pages else 0,
        len(free_pages),
        1,  # schema cookie
        4,  # schema format
        0,
        0,
        encoding,
        0,
        0,
        0,
        1,  # change counter that the number of pages is valid for
        3039004,
    )
    first_page[: len(header)] = header
    return bytes(first_page) + b"".join(pages[number] for number in sorted(pages))


def Open(data, log=None, producer=None, names=(TABLE_NAME,), other_names=()):
    """Opens a database.

    Args:
      data (bytes|file): database file, or a file object of it.
      log (Optional[bytes]): write-ahead log.
      producer (Optional[BaseProducer]): producer.
      names (Optional[list[str]]): names of the tables whose rows are wanted.
      other_names (Optional[list[str]]): names of the other tables.

    Returns:
      tuple[Database, PageMap, list[RecordGrammar]]: database, map of its pages and
          grammars of the tables.
    """
    test_database = database.Database(
        io.BytesIO(data) if isinstance(data, bytes) else data,
        wal_file_object=io.BytesIO(log) if log else None,
        producer=producer,
    )
    live_tables = list(map(test_database.live.GetTable, names))
    base_tables = list(map(test_database.base.GetTable, names))
    test_map = page_map.PageMap(
        test_database,
        list(zip(live_tables, base_tables)),
        other_tables=list(map(test_database.live.GetTable, other_names)),
    )
    grammars = [
        grammar.RecordGrammar(table, number, test_database.encoding)
        for number, table in enumerate(live_tables, 1)
    ]
    return test_database, test_map, grammars
