"""Tests of damaged pages: what they cost, what is said, and what stays."""

import random
import struct

import pytest

from cursor_plaso import sqlite_format

from tests import sqlite_lib

PAGE_SIZE = 1024

_TABLE = "cursorDiskKV"


@pytest.fixture(name="data", scope="module")
def _MakeData():
    """Makes a database of a table with interior pages and overflow chains."""
    with sqlite_lib.MakeDatabase(
        page_size=PAGE_SIZE,
        statements=[
            "CREATE TABLE ItemTable (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)",
            f"CREATE TABLE {_TABLE:s} (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)",
            "CREATE TABLE keyed (key TEXT PRIMARY KEY, value) WITHOUT ROWID",
        ],
    ) as (connection, path):
        connection.execute("BEGIN")
        for table in (_TABLE, "ItemTable", "keyed"):
            sqlite_lib.AddRows(connection, table, 400, seed=5, size=500)
        connection.execute("COMMIT")
        connection.execute(f"DELETE FROM {_TABLE:s} WHERE rowid BETWEEN 100 AND 160")
        yield sqlite_lib.ReadFile(path)


def _Change(data, page_number, offset, value):
    """Changes bytes of a page."""
    changed = bytearray(data)
    start = (page_number - 1) * PAGE_SIZE + offset
    changed[start : start + len(value)] = value
    return bytes(changed)


def _GetFirstOverflowPage(view, row):
    """Determines the first overflow page of a row, or 0."""
    page = view.ReadPage(row.page_number)
    payload_size, offset = sqlite_format.ReadVarint(page, row.cell_offset)
    _, offset = sqlite_format.ReadVarint(page, offset)
    local_size = sqlite_format.GetLocalSize(payload_size, PAGE_SIZE)
    if local_size == payload_size:
        return 0
    return struct.unpack_from(">I", page, offset + local_size)[0]


def _GetRows(data, table=_TABLE):
    """Retrieves the rows of a sound database."""
    database, evidence_producer = sqlite_lib.Open(data)
    rows = list(database.live.ReadRows(table))
    assert evidence_producer.warnings == []
    return database.live, rows


@pytest.mark.parametrize(
    "offset, value, reason",
    [
        (0, b"\x00", "page of type 0"),
        (0, b"\x0a", "of type 10"),
        (3, b"\xff\xff", "more cells than it can hold"),
        (0, bytes(PAGE_SIZE), "of type 0"),
    ],
)
def testDamagedLeafCostsItsRows(data, offset, value, reason):
    view, rows = _GetRows(data)
    page_number = rows[50].page_number
    assert page_number != view.GetTable(_TABLE).root_page

    database, evidence_producer = sqlite_lib.Open(
        _Change(data, page_number, offset, value)
    )

    left = [row.values for row in rows if row.page_number != page_number]
    assert [row.values for row in database.live.ReadRows(_TABLE)] == left
    (warning,) = evidence_producer.warnings
    assert f"table {_TABLE:s}: page {page_number:d}: " in warning
    assert reason.rpartition(" of ")[2] in warning
    # A second pass says nothing twice.
    assert len(list(database.live.ReadRows(_TABLE))) == len(left)
    assert len(evidence_producer.warnings) == 1


@pytest.mark.parametrize("pointer", [0, 9, PAGE_SIZE, 65535])
def testCellPointerThatLeavesThePageCostsOneRow(data, pointer):
    _, rows = _GetRows(data)
    page_number = rows[50].page_number
    page_rows = [row for row in rows if row.page_number == page_number]

    database, evidence_producer = sqlite_lib.Open(
        _Change(data, page_number, 8, struct.pack(">H", pointer))
    )

    expected = [row.values for row in rows if row is not page_rows[0]]
    assert [row.values for row in database.live.ReadRows(_TABLE)] == expected
    (warning,) = evidence_producer.warnings
    assert f"page {page_number:d}: 1 of {len(page_rows):d} rows" in warning


def testDamagedInteriorPointer(data):
    view, rows = _GetRows(data)
    root_page = view.GetTable(_TABLE).root_page
    page = view.ReadPage(root_page)
    assert page[0] == sqlite_format.TABLE_INTERIOR_PAGE
    (cell_offset,) = struct.unpack_from(">H", page, 12)

    for child, reason in (
        (0, "page 0: does not exist"),
        (1 << 31, "page 2147483648: does not exist"),
        (root_page, f"page {root_page:d}: is part of something else"),
    ):
        database, evidence_producer = sqlite_lib.Open(
            _Change(data, root_page, cell_offset, struct.pack(">I", child))
        )
        left = [row.values for row in database.live.ReadRows(_TABLE)]
        assert left == [row.values for row in rows][-len(left) :]
        assert 0 < len(left) < len(rows)
        assert evidence_producer.warnings == [f"SQLite table {_TABLE:s}: {reason:s}"]


def testTreeThatHoldsItselfComesOnce(data):
    """An interior page whose children are all the same leaf."""
    view, rows = _GetRows(data)
    root_page = view.GetTable(_TABLE).root_page
    page = bytearray(view.ReadPage(root_page))
    leaf_page = rows[50].page_number
    (count,) = struct.unpack_from(">H", page, 3)
    for (pointer,) in struct.iter_unpack(">H", page[12 : 12 + 2 * count]):
        struct.pack_into(">I", page, pointer, leaf_page)
    struct.pack_into(">I", page, 8, leaf_page)

    database, evidence_producer = sqlite_lib.Open(
        _Change(data, root_page, 0, bytes(page))
    )

    expected = [row.values for row in rows if row.page_number == leaf_page]
    assert [row.values for row in database.live.ReadRows(_TABLE)] == expected
    (warning,) = evidence_producer.warnings
    assert f"page {leaf_page:d}: is part of something else" in warning


@pytest.mark.parametrize(
    "kind, reason",
    [
        ("zero", "ends early"),
        ("far", "does not exist"),
        ("loop", "is part of something else"),
        ("shared", "is part of something else"),
    ],
)
def testDamagedOverflowChain(data, kind, reason):
    """A row whose chain breaks is there, cut, and the others are whole."""
    view, rows = _GetRows(data)
    chained = [
        row
        for row in rows
        if _GetFirstOverflowPage(view, row) and len(row.values[1]) > 1700
    ]
    row, other_row = chained[4], chained[2]
    first_page = _GetFirstOverflowPage(view, row)
    next_page = {
        "zero": 0,
        "far": 99999999,
        "loop": first_page,
        "shared": _GetFirstOverflowPage(view, other_row),
    }[kind]

    database, evidence_producer = sqlite_lib.Open(
        _Change(data, first_page, 0, struct.pack(">I", next_page))
    )
    read_rows = list(database.live.ReadRows(_TABLE))

    assert len(read_rows) == len(rows)
    for expected, read_row in zip(rows, read_rows):
        if expected.rowid != row.rowid:
            assert read_row.complete
            assert read_row.values == expected.values
            continue
        assert not read_row.complete
        assert read_row.values[0] == expected.values[0]
        value = read_row.values[1]
        assert 0 < len(value) < len(expected.values[1])
        assert expected.values[1].startswith(value)
        assert read_row.missing_size == len(expected.values[1]) - len(value)
    (warning,) = evidence_producer.warnings
    assert f"page {row.page_number:d}: 1 of " in warning
    assert reason in warning


def testRowLargerThanItsPage(data):
    """A payload size that says more than there is yields what there is."""
    view, rows = _GetRows(data)
    row = next(row for row in rows if 200 < len(row.values[1]) < 400)
    page = view.ReadPage(row.page_number)
    # The value serial type, two bytes before the key, grows by 8,192.
    key = row.values[0].encode("ascii")
    offset = page.index(key, row.cell_offset) - 2
    changed = struct.pack(">H", struct.unpack_from(">H", page, offset)[0] | 0x7F00)

    database, evidence_producer = sqlite_lib.Open(
        _Change(data, row.page_number, offset, changed)
    )
    read_rows = {row.rowid: row for row in database.live.ReadRows(_TABLE)}

    assert len(read_rows) == len(rows)
    read_row = read_rows[row.rowid]
    assert not read_row.complete
    assert read_row.values[0] == row.values[0]
    assert len(read_row.values[1]) == len(row.values[1])
    assert read_row.missing_size > 7000
    assert "larger than its cell" in evidence_producer.warnings[0]


def testOverlappingCellsAreNotAmplified():
    """Thousands of pointers to one large cell yield no more than a page holds."""
    with sqlite_lib.MakeDatabase(
        page_size=65536, statements=[f"CREATE TABLE {_TABLE:s} (key TEXT, value BLOB)"]
    ) as (connection, path):
        connection.execute(f"INSERT INTO {_TABLE:s} VALUES ('k', ?)", ("x" * 30000,))
        data = bytearray(sqlite_lib.ReadFile(path))
    (pointer,) = struct.unpack_from(">H", data, 65536 + 8)
    count = (pointer - 8) // 2
    struct.pack_into(">H", data, 65536 + 3, count)
    struct.pack_into(f">{count:d}H", data, 65536 + 8, *[pointer] * count)

    database, evidence_producer = sqlite_lib.Open(bytes(data))

    assert len(list(database.live.ReadRows(_TABLE))) == 1
    assert not list(database.live.ReadRows(_TABLE, (b"other",)))
    asked = []
    assert not list(database.live.ReadRows(_TABLE, asked.append))
    assert sum(len(key) for key in asked) <= 65536
    assert len(list(database.live.ReadKeys(_TABLE))) <= 65536
    assert any("overlap" in text for text in evidence_producer.warnings)


def testChainSharedByManyRowsIsReadOnce(data):
    """Rows that all claim one chain do not multiply it."""
    view, rows = _GetRows(data)
    chained = [row for row in rows if _GetFirstOverflowPage(view, row)]
    longest = max(chained, key=lambda row: len(row.values[1]))
    first_page = _GetFirstOverflowPage(view, longest)
    changed = data
    for row in chained:
        page = view.ReadPage(row.page_number)
        number = struct.pack(">I", _GetFirstOverflowPage(view, row))
        offset = page.index(number, row.cell_offset)
        number = struct.pack(">I", first_page)
        changed = _Change(changed, row.page_number, offset, number)

    database, _ = sqlite_lib.Open(changed)
    read_rows = list(database.live.ReadRows(_TABLE))

    assert [row.values[0] for row in read_rows] == [row.values[0] for row in rows]
    assert sum(len(row.values[1]) for row in read_rows) <= len(data)
    # Look-ups stop once they took more pages than there are.
    found = [database.live.Lookup(_TABLE, row.values[0]) for row in rows]
    assert sum(len(row.values[1]) for row in found if row) <= 3 * len(data)


def testDamagedIndexIsMadeUpForByTheTable(data):
    view, rows = _GetRows(data)
    table = view.GetTable(_TABLE)
    keys = {row.values[0].encode("ascii") for row in rows}
    root = view.ReadPage(table.index_root_page)
    assert root[0] == sqlite_format.INDEX_INTERIOR_PAGE
    (count,) = struct.unpack_from(">H", root, 3)
    pointers = struct.unpack_from(f">{count:d}H", root, 12)
    (child_page,) = struct.unpack_from(">I", root, pointers[count // 2])

    for page_number, offset, value in (
        (child_page, 0, b"\x00"),
        (child_page, 3, b"\xff\xff"),
        (child_page, 8, b"\x00\x00"),
        (table.index_root_page, 0, b"\x00"),
        (table.index_root_page, pointers[count // 2], struct.pack(">I", 1 << 30)),
        (
            table.index_root_page,
            pointers[count // 2],
            struct.pack(">I", table.index_root_page),
        ),
    ):
        database, evidence_producer = sqlite_lib.Open(
            _Change(data, page_number, offset, value)
        )
        read_keys = list(database.live.ReadKeys(_TABLE))
        assert len(read_keys) == len(keys)
        assert set(read_keys) == keys
        assert len(evidence_producer.warnings) == 2
        assert all("index" in text for text in evidence_producer.warnings)

        database, evidence_producer = sqlite_lib.Open(
            _Change(data, page_number, offset, value)
        )
        found = [database.live.Lookup(_TABLE, row.values[0]) for row in rows]
        assert database.live.GetTable(_TABLE).index_damaged
        for row, found_row in zip(rows, found):
            assert found_row is None or found_row.values == row.values
        assert None in found
        # Rows do not need the index.
        assert len(list(database.live.ReadRows(_TABLE))) == len(rows)
        assert len(evidence_producer.warnings) == 1


def testIndexOutOfOrderIsDamaged(data):
    view, rows = _GetRows(data)
    page_number = view.GetTable(_TABLE).index_root_page
    while view.ReadPage(page_number)[0] == sqlite_format.INDEX_INTERIOR_PAGE:
        (page_number,) = struct.unpack_from(">I", view.ReadPage(page_number), 8)
    page = view.ReadPage(page_number)
    swapped = page[10:12] + page[8:10]

    database, evidence_producer = sqlite_lib.Open(
        _Change(data, page_number, 8, swapped)
    )

    read_keys = list(database.live.ReadKeys(_TABLE))
    assert sorted(read_keys) == sorted(row.values[0].encode() for row in rows)
    assert "index" in evidence_producer.warnings[0]


def testDamagedTableWithoutRowids(data):
    _, rows = _GetRows(data, "keyed")
    page_number = rows[150].page_number

    database, evidence_producer = sqlite_lib.Open(
        _Change(data, page_number, 0, b"\x00")
    )

    values = [row.values for row in database.live.ReadRows("keyed")]
    expected = [row.values for row in rows]
    assert 0 < len(values) < len(rows)
    assert [value for value in expected if value in set(values)] == values
    assert f"page {page_number:d}" in evidence_producer.warnings[0]
    keys = list(database.live.ReadKeys("keyed"))
    assert keys == [key.encode("ascii") for key, _ in values]


@pytest.mark.parametrize(
    "offset, value, reason",
    [
        (0, b"\xff\xff\xff\xff", "page 4294967295: does not exist"),
        (4, b"\xff\xff\xff\xff", "more entries than it can hold"),
        (8, b"\x00\x00\x00\x00", "entries do not exist or come twice"),
    ],
)
def testDamagedFreelist(data, offset, value, reason):
    view, _ = _GetRows(data)
    expected = list(view.FreePages())
    trunk_page = view.freelist_trunk

    database, evidence_producer = sqlite_lib.Open(
        _Change(data, trunk_page, offset, value)
    )

    free_pages = list(database.live.FreePages())
    assert free_pages[0] == (trunk_page, True)
    assert set(free_pages) <= set(expected)
    assert reason in evidence_producer.warnings[0]


def testFreelistThatLoops(data):
    view, _ = _GetRows(data)
    trunk_page = view.freelist_trunk

    database, evidence_producer = sqlite_lib.Open(
        _Change(data, trunk_page, 0, struct.pack(">I", trunk_page))
    )

    free_pages = list(database.live.FreePages())
    assert len(free_pages) == len(set(free_pages))
    assert len(evidence_producer.warnings) == 1


def testOneClosingLineForManyWarnings(data):
    _, rows = _GetRows(data)
    changed = data
    page_numbers = sorted({row.page_number for row in rows})
    for page_number in page_numbers:
        changed = _Change(changed, page_number, 0, b"\x00")

    database, evidence_producer = sqlite_lib.Open(changed)

    assert not list(database.live.ReadRows(_TABLE))
    assert len(evidence_producer.warnings) == 21
    assert evidence_producer.warnings[-1] == (
        f"SQLite table {_TABLE:s}: {len(page_numbers) - 20:d} more warnings of this "
        f"kind"
    )
    # Other tables are warned of by themselves, and this one no more.
    assert len(list(database.live.ReadRows("ItemTable"))) == 400
    assert not list(database.live.ReadRows(_TABLE))
    assert len(evidence_producer.warnings) == 21


def testDeepChainOfInteriorPages():
    """Interior pages that lead from one to the next take no memory each."""
    with sqlite_lib.MakeDatabase(
        page_size=512,
        statements=["CREATE TABLE t(key TEXT UNIQUE, value) /* two pages */"],
    ) as (_, path):
        data = bytearray(sqlite_lib.ReadFile(path))
    table = sqlite_lib.Open(bytes(data))[0].live.GetTable("t")
    first_page = len(data) // 512 + 1
    for page_type, root_page in (
        (sqlite_format.TABLE_INTERIOR_PAGE, table.root_page),
        (sqlite_format.INDEX_INTERIOR_PAGE, table.index_root_page),
    ):
        changed = bytearray(data)
        struct.pack_into(">B7xI", changed, (root_page - 1) * 512, page_type, first_page)
        for index in range(3000):
            page = bytearray(512)
            struct.pack_into(">B7xI", page, 0, page_type, first_page + index + 1)
            changed += page
        database, evidence_producer = sqlite_lib.Open(bytes(changed))

        assert not list(database.live.ReadRows("t"))
        assert not list(database.live.ReadKeys("t"))
        assert database.live.Lookup("t", "x") is None
        assert evidence_producer.warnings


def testRandomDamageCostsNoOtherPage(data):
    """Garbage in one leaf page leaves every row that does not touch it."""
    view, rows = _GetRows(data)
    generator = random.Random(6)
    page_numbers = sorted({row.page_number for row in rows})
    for _ in range(40):
        page_number = generator.choice(page_numbers)
        garbage = generator.randbytes(generator.choice([1, 4, 40, PAGE_SIZE]))
        offset = generator.randrange(PAGE_SIZE - len(garbage) + 1)

        database, _ = sqlite_lib.Open(_Change(data, page_number, offset, garbage))
        read_rows = {
            row.rowid: row.values
            for row in database.live.ReadRows(_TABLE)
            if row.page_number != page_number and row.complete
        }

        # A chain that garbage now points into is taken from the row it belongs to.
        left = [row for row in rows if row.page_number != page_number]
        lost = [row for row in left if read_rows.get(row.rowid) != row.values]
        assert all(_GetFirstOverflowPage(view, row) for row in lost)
        assert len(lost) <= 3
