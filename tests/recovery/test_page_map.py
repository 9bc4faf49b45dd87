"""Tests for the map of pages."""

import io

from cursor_plaso import database
from cursor_plaso.recovery import page_map
from tests.recovery import recovery_lib


def _CreateMap(contents, name="cursorDiskKV"):
    """Creates a map with one table.

    Args:
      contents (tuple[bytes, bytes]): database file and log.
      name (Optional[str]): name of the table.

    Returns:
      tuple[database.Database, PageMap]: database and map.
    """
    data, log = contents
    test_database = database.Database(
        io.BytesIO(data), wal_file_object=io.BytesIO(log) if log else None
    )
    tables = (test_database.live.GetTable(name), test_database.base.GetTable(name))
    return test_database, page_map.PageMap(test_database, [tables])


def testTwoStates():
    """A page can be free in one state and part of a table in the other."""
    with recovery_lib.Create(512) as connection:
        bubbles = recovery_lib.AddBubbles(connection, 80, 900)
        recovery_lib.Checkpoint(connection)
        recovery_lib.Delete(connection, list(bubbles)[:40])
        free_count = connection.execute("PRAGMA freelist_count").fetchone()[0]
        test_database, test_map = _CreateMap(recovery_lib.ReadFiles(connection))

    assert test_map.has_two_states
    assert not test_map.is_damaged
    uses = [
        test_map.GetLiveUse(page_number)
        for page_number in range(1, test_map.page_count + 1)
    ]
    assert uses.count(page_map.USE_FREE) + uses.count(page_map.USE_TRUNK) == free_count
    freed = [
        page_number
        for page_number in range(1, test_map.page_count + 1)
        if test_map.GetLiveUse(page_number) == page_map.USE_FREE
        and test_map.GetBaseUse(page_number) == page_map.USE_OTHER
    ]
    # The leaf pages among them are those of the base state.
    owners = {page_number: test_map.GetBaseOwner(page_number) for page_number in freed}
    leaves = [
        page_number
        for page_number in freed
        if test_database.base.ReadPage(page_number)[0] == 13
    ]
    assert leaves
    assert [number for number, owner in owners.items() if owner] == leaves


def testOwners():
    """All leaf pages of a table are found without being read."""
    with recovery_lib.Create(512) as connection:
        recovery_lib.AddBubbles(connection, 300, 200)
        recovery_lib.Checkpoint(connection)
        contents = recovery_lib.ReadFiles(connection)
    test_database, test_map = _CreateMap(contents)

    assert not test_map.has_two_states
    pages = {row.page_number for row in test_database.live.ReadRows("cursorDiskKV")}
    for page_number in range(1, test_map.page_count + 1):
        page_type = test_database.live.ReadPage(page_number)[0]
        if page_type == 13 and page_number > 1:
            assert bool(test_map.GetOwner(page_number)) == (page_number in pages)


def testDamagedTree():
    """An interior page that leads to itself ends, and is told."""
    with recovery_lib.Create(512) as connection:
        recovery_lib.AddBubbles(connection, 300, 200)
        recovery_lib.Checkpoint(connection)
        data, _ = recovery_lib.ReadFiles(connection)
        (root_page,) = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'cursorDiskKV'"
        ).fetchone()
    data = bytearray(data)
    offset = (root_page - 1) * 512 + 8
    data[offset : offset + 4] = root_page.to_bytes(4, "big")
    _, test_map = _CreateMap((bytes(data), b""))

    assert test_map.is_damaged


def testLostRoot():
    """A tree that can not be walked at all is damaged, whatever its root has become."""
    with recovery_lib.Create(512) as connection:
        recovery_lib.AddBubbles(connection, 300, 200)
        recovery_lib.Checkpoint(connection)
        data, _ = recovery_lib.ReadFiles(connection)
        (root_page,) = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'cursorDiskKV'"
        ).fetchone()
    start, end = (root_page - 1) * 512, root_page * 512
    # Zero bytes, a page of an index, and an interior page with one child past the end.
    for root in (
        bytes(512),
        b"\x0a" + data[start + 1 : end],
        b"\x05\x00\x00\x00\x00\x02\x00\x00\x0f\xff\xff\xff".ljust(512, b"\x00"),
    ):
        _, test_map = _CreateMap((data[:start] + root + data[end:], b""))
        assert test_map.is_damaged


def testOtherTables():
    """The pages of tables whose rows are not wanted are known as theirs."""
    with recovery_lib.Create(512) as connection:
        recovery_lib.AddBubbles(connection, 20, 900)
        connection.execute("CREATE TABLE other (id INTEGER PRIMARY KEY, block BLOB)")
        connection.executemany(
            "INSERT INTO other VALUES (?, ?)",
            [(number, b"x" * 200) for number in range(40)],
        )
        connection.commit()
        data, log = recovery_lib.ReadFiles(connection)
    test_database = database.Database(
        io.BytesIO(data), wal_file_object=io.BytesIO(log) if log else None
    )
    wanted, other = map(test_database.live.GetTable, ("cursorDiskKV", "other"))

    # The file is empty until the first checkpoint.
    assert test_database.base.GetTable("cursorDiskKV") is None
    test_map = page_map.PageMap(test_database, [(wanted, None)], other_tables=[other])

    assert not test_map.is_damaged
    owners = {
        number: test_map.GetOwner(number) for number in range(test_map.page_count + 1)
    }
    assert owners[wanted.root_page] == 1
    assert owners[other.root_page] == page_map.OTHER_TABLE
    assert list(owners.values()).count(page_map.OTHER_TABLE) > 10
