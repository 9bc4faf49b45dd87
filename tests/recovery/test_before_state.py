"""Tests for cursor_plaso.recovery.before_state."""

from cursor_plaso.recovery import before_state
from cursor_plaso.recovery import page_map
from tests import journal_lib
from tests.recovery import recovery_lib

_NAMES = ("cursorDiskKV", "ItemTable")


def _Open(data, journal):
    """Opens a database and reads its cold journal."""
    opened_database, evidence_producer = journal_lib.Open(data, journal)
    opened_database.ReadColdJournal()
    return opened_database, evidence_producer


def testOwners():
    """A page is of the table that it was of before the last transaction."""
    with journal_lib.Create(mode="PERSIST") as connection:
        execute = connection.execute
        execute("BEGIN")
        recovery_lib.AddBubbles(connection, 30, 400)
        for number in range(60):
            execute("INSERT INTO ItemTable VALUES (?, ?)", (f"item.{number:d}", "v"))
        execute("COMMIT")
        # Nothing is free now, and pages follow each other table by table.
        execute("VACUUM")
        data, _ = journal_lib.ReadFiles(connection)
        before_database, _ = journal_lib.Open(data)
        tables = [(before_database.live.GetTable(name), None) for name in _NAMES]
        before_map = page_map.PageMap(before_database, tables)
        execute("BEGIN")
        execute("DROP TABLE cursorDiskKV")
        execute("CREATE TABLE other (a)")
        execute("INSERT INTO other SELECT zeroblob(400) FROM ItemTable")
        execute("COMMIT")
        contents = journal_lib.ReadFiles(connection)
    opened_database, evidence_producer = _Open(*contents)

    found_map = before_state.GetPageMap(opened_database, _NAMES)

    numbers = set(opened_database.wal.page_numbers[1:])
    owners = {number: found_map.GetOwner(number) for number in numbers}
    assert owners == {number: before_map.GetOwner(number) for number in numbers}
    assert 1 in owners.values()
    assert not evidence_producer.warnings


def testOtherTables():
    """Tables that are not wanted are known as that."""
    with journal_lib.Create(mode="PERSIST") as connection:
        connection.execute("CREATE TABLE other (a)")
        connection.execute("INSERT INTO other VALUES (1)")
        (root_page,) = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'other'"
        ).fetchone()
        contents = journal_lib.ReadFiles(connection)
    opened_database, _ = _Open(*contents)

    found_map = before_state.GetPageMap(opened_database, _NAMES)

    assert found_map.GetOwner(root_page) == page_map.OTHER_TABLE


def testNoState():
    """A journal of a time that is not known tells of no state."""
    with journal_lib.Create(mode="PERSIST") as connection:
        recovery_lib.AddBubbles(connection, 30, 400)
        _, journal = journal_lib.ReadFiles(connection)
        for number in range(3):
            recovery_lib.AddBubbles(connection, 1, 400, seed=number + 5)
        data, _ = journal_lib.ReadFiles(connection)
    opened_database, _ = _Open(data, journal)
    assert opened_database.wal.frame_count

    assert before_state.GetPageMap(opened_database, _NAMES) is None
