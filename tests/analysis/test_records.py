"""Tests of the table of records."""

import sys

from cursor_plaso.analysis import records


def testRecords():
    """A record is found by its identity and has the first time that is its own."""
    table = records.RecordTable()

    assert table.GetNumber(7) is None
    number = table.AddRecord(7, records.KIND_TYPED, 1, 2, 3, 4, 5)
    table.AddEvent(number, 100, records.NO_TIME)
    table.AddEvent(number, 101, 1790000000000000)
    table.AddEvent(number, 102, 1790000000000001)

    assert table.GetNumber(7) == number == 0
    assert len(table) == 1
    assert table.times[number] == 1790000000000000
    assert list(table.event_numbers) == [100, 101, 102]
    assert list(table.event_records) == [0, 0, 0]
    assert (
        table.kinds[0],
        table.conversations[0],
        table.stores[0],
        table.text_hashes[0],
        table.identifier_hashes[0],
        table.flags[0],
    ) == (records.KIND_TYPED, 1, 2, 3, 4, 5)


def testMemory():
    """A record takes numbers only: less than 200 bytes with its event."""
    table = records.RecordTable()
    for index in range(10000):
        number = table.AddRecord(
            hash(("identity", index)), records.KIND_TYPED, 0, 0, index, 0, 0
        )
        table.AddEvent(number, index, index)

    size = sum(
        sys.getsizeof(value)
        for value in vars(table).values()
        if not isinstance(value, int)
    )
    # Each key and each value of the dictionary is an integer object of 32 bytes or less.
    assert (size + 10000 * 64) / 10000 < 200
