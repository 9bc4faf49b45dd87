"""Tests of payloads that go on in overflow pages."""

import struct

import pytest

from tests import sqlite_damage
from tests import sqlite_lib
from tests import sqlite_tables


def testLengthsOfValues():
    """Every length around those where a payload gets another overflow page."""
    lengths = set(range(0, 300, 7))
    for size in (4061, 4061 + 4092, 489 + 4092, 489 + 2 * 4092, 3 * 4092, 70 * 4092):
        lengths.update(range(size - 24, size + 8))
    with sqlite_lib.MakeDatabase(statements=[sqlite_tables.KEY_VALUE_SQL]) as (
        connection,
        path,
    ):
        connection.execute("BEGIN")
        for length in sorted(lengths):
            text = "".join(chr(97 + index % 26) for index in range(length))
            connection.execute(
                "INSERT INTO cursorDiskKV VALUES (?, ?)", (f"k{length:06d}", text)
            )
        connection.execute("COMMIT")
        sqlite_tables.CheckAgainstSQLite(sqlite_lib.ReadFile(path))


@pytest.mark.parametrize(
    "kind, reason",
    [
        ("zero", "ends early"),
        ("far", "does not exist"),
        ("loop", "is part of something else"),
        ("shared", "is part of something else"),
    ],
)
def testDamagedOverflowChain(kind, reason):
    """A row whose chain breaks is there, cut, and the others are whole."""
    data = sqlite_damage.GetData()
    view, rows = sqlite_damage.GetRows(data)
    chained = [
        row
        for row in rows
        if sqlite_damage.GetFirstOverflowPage(view, row) and len(row.values[1]) > 1700
    ]
    row, other_row = chained[4], chained[2]
    first_page = sqlite_damage.GetFirstOverflowPage(view, row)
    next_page = {
        "zero": 0,
        "far": 99999999,
        "loop": first_page,
        "shared": sqlite_damage.GetFirstOverflowPage(view, other_row),
    }[kind]

    database, evidence_producer = sqlite_lib.Open(
        sqlite_damage.Change(data, first_page, 0, struct.pack(">I", next_page))
    )
    read_rows = list(database.live.ReadRows(sqlite_damage.TABLE))

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


def testChainSharedByManyRowsIsReadOnce():
    """Rows that all claim one chain do not multiply it."""
    data = sqlite_damage.GetData()
    view, rows = sqlite_damage.GetRows(data)
    chained = [row for row in rows if sqlite_damage.GetFirstOverflowPage(view, row)]
    longest = max(chained, key=lambda row: len(row.values[1]))
    first_page = sqlite_damage.GetFirstOverflowPage(view, longest)
    changed = data
    for row in chained:
        page = view.ReadPage(row.page_number)
        number = struct.pack(">I", sqlite_damage.GetFirstOverflowPage(view, row))
        offset = page.index(number, row.cell_offset)
        number = struct.pack(">I", first_page)
        changed = sqlite_damage.Change(changed, row.page_number, offset, number)

    database, _ = sqlite_lib.Open(changed)
    read_rows = list(database.live.ReadRows(sqlite_damage.TABLE))

    assert [row.values[0] for row in read_rows] == [row.values[0] for row in rows]
    assert sum(len(row.values[1]) for row in read_rows) <= len(data)
    # Look-ups stop once they took more pages than there are.
    found = [database.live.Lookup(sqlite_damage.TABLE, row.values[0]) for row in rows]
    assert sum(len(row.values[1]) for row in found if row) <= 3 * len(data)
