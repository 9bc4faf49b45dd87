"""Tests of the recovery of rows from rollback journals.

What the right rows are is what the statements wrote and deleted.
"""

import collections
import io
import random

import pytest

from cursor_plaso import database
from cursor_plaso import producer
from cursor_plaso import recovery
from cursor_plaso.recovery import mode as recovery_mode
from cursor_plaso.recovery import rows
from tests import journal_lib
from tests.recovery import recovery_lib

_MUTATIONS = 60


def _Recover(contents, mode=recovery_mode.MODE_ALL):
    """Recovers rows, of which none is live or comes twice.

    Args:
      contents (tuple[bytes, bytes]): database file and journal.
      mode (Optional[str]): one of the MODE values.

    Returns:
      tuple[list[RecoveredRow], CollectingProducer]: rows and producer.
    """
    opened_database, evidence_producer = journal_lib.Open(*contents)
    live_rows = set()
    for name in recovery_lib.TABLE_NAMES:
        for row in opened_database.live.ReadRows(name):
            live_rows.add((name, row.values))
    reader = recovery.RecoveryReader(
        opened_database, recovery_lib.TABLE_NAMES, evidence_producer, mode=mode
    )
    recovered_rows = list(reader.ReadRows())
    found = collections.Counter(
        (row.table_name, row.values) for row in recovered_rows if row.complete
    )
    assert not live_rows.intersection(found)
    assert all(count == 1 for count in found.values())
    return recovered_rows, evidence_producer


def _GetValues(recovered_rows):
    """Retrieves the value per key of whole rows of cursorDiskKV."""
    return {
        row.key: row.value
        for row in recovered_rows
        if row.complete and row.table_name == journal_lib.TABLE
    }


@pytest.mark.parametrize("synchronous", ["FULL", "OFF"])
@pytest.mark.parametrize("page_size", [512, 1024, 4096])
def testHotJournal(page_size, synchronous):
    """The rows that a transaction wrote and did not commit are told as that."""
    contents, _, added = journal_lib.CreateHot(page_size, synchronous)

    recovered_rows, evidence_producer = _Recover(contents)

    values = _GetValues(recovered_rows)
    # The rest was still in the page cache.
    assert len(values) > 30
    assert all(added[key] == value for key, value in values.items())
    for row in recovered_rows:
        assert row.kind == rows.KIND_UNCOMMITTED
        assert row.method == rows.METHOD_UNCOMMITTED_PAGE
        page = f"uncommitted page {row.page_number:d}, offset {row.offset:d}"
        assert row.location == page
        assert row.frame_number is None
    assert not evidence_producer.warnings


def testChangedRow():
    """A row that a transaction changed is live as it was, and told as it became."""
    with journal_lib.Create() as connection:
        execute = connection.execute
        bubbles = recovery_lib.AddBubbles(connection, 30, 400)
        execute("PRAGMA cache_size = 4")
        execute("BEGIN")
        key = list(bubbles)[3]
        execute(f"INSERT INTO {journal_lib.TABLE:s} VALUES (?, 'new text')", (key,))
        recovery_lib.AddBubbles(connection, 30, 400, seed=2)
        contents = journal_lib.ReadFiles(connection)
        execute("ROLLBACK")

    recovered_rows, _ = _Recover(contents)

    (row,) = [row for row in recovered_rows if row.key == key]
    assert row.value == "new text"
    assert row.kind == rows.KIND_UNCOMMITTED


def testWhatWasDeletedBefore():
    """Rows that were deleted and committed before are no part of the transaction."""
    with journal_lib.Create() as connection:
        execute = connection.execute
        bubbles = recovery_lib.AddBubbles(connection, 40, 3000)
        deleted = list(bubbles)[10:20]
        recovery_lib.Delete(connection, deleted)
        execute("PRAGMA cache_size = 4")
        execute("BEGIN")
        execute("UPDATE ItemTable SET value = 1")
        recovery_lib.Delete(connection, list(bubbles)[20:30])
        contents = journal_lib.ReadFiles(connection)
        execute("ROLLBACK")

    recovered_rows, _ = _Recover(contents)

    assert recovered_rows
    assert {row.key for row in recovered_rows} <= set(deleted)
    assert {row.kind for row in recovered_rows} == {rows.KIND_DELETED}


@pytest.mark.parametrize("mode", [recovery_mode.MODE_ALL, recovery_mode.MODE_FREE])
@pytest.mark.parametrize("page_size", [512, 1024, 4096])
def testDeletion(page_size, mode):
    """All that the last transaction deleted is in the journal that it left."""
    with journal_lib.Create(page_size, mode="PERSIST") as connection:
        connection.execute("BEGIN")
        bubbles = recovery_lib.AddBubbles(connection, 60, 300)
        bubbles.update(recovery_lib.AddBubbles(connection, 12, 9000, seed=2))
        connection.execute("COMMIT")
        connection.execute("PRAGMA cache_size = 8")
        connection.execute("BEGIN")
        deleted = list(bubbles)[::3]
        recovery_lib.Delete(connection, deleted)
        connection.execute("COMMIT")
        contents = journal_lib.ReadFiles(connection)
    assert not any(contents[1][:28])

    recovered_rows, evidence_producer = _Recover(contents, mode=mode)

    assert _GetValues(recovered_rows) == {key: bubbles[key] for key in deleted}
    assert {row.kind for row in recovered_rows} == {rows.KIND_DELETED}
    journal_rows = [
        row for row in recovered_rows if row.method == rows.METHOD_JOURNAL_PAGE
    ]
    assert journal_rows
    for row in journal_rows:
        assert row.location == (
            f"rollback journal page {row.page_number:d}, record "
            f"{row.frame_number:d}, offset {row.offset:d}"
        )
    assert not evidence_producer.warnings


def testEdit():
    """The version of a row before the last transaction is in the journal."""
    with journal_lib.Create(mode="PERSIST") as connection:
        bubbles = recovery_lib.AddBubbles(connection, 20, 4000)
        edited = list(bubbles)[4:9]
        connection.execute("BEGIN")
        for key in edited:
            connection.execute(
                f"INSERT INTO {journal_lib.TABLE:s} VALUES (?, '{{}}')", (key,)
            )
        # What was free is used again.
        recovery_lib.AddBubbles(connection, 20, 4000, seed=5)
        connection.execute("COMMIT")
        contents = journal_lib.ReadFiles(connection)

    recovered_rows, _ = _Recover(contents)

    assert _GetValues(recovered_rows) == {key: bubbles[key] for key in edited}
    assert {row.kind for row in recovered_rows} == {rows.KIND_SUPERSEDED}


def testVacuum():
    """The journal of VACUUM holds all pages, each of the table that it was of then."""
    with journal_lib.Create(4096, mode="PERSIST") as connection:
        connection.execute("BEGIN")
        bubbles = recovery_lib.AddBubbles(connection, 60, 300)
        bubbles.update(recovery_lib.AddBubbles(connection, 12, 9000, seed=2))
        for number in range(300):
            connection.execute(
                "INSERT INTO ItemTable VALUES (?, ?)",
                (f"item.{number:d}", f"value {number:d}" * 20),
            )
        connection.execute("COMMIT")
        deleted = list(bubbles)[::3]
        connection.execute("BEGIN")
        recovery_lib.Delete(connection, deleted)
        connection.execute("COMMIT")
        connection.execute("VACUUM")
        data, journal = journal_lib.ReadFiles(connection)
    assert not [row for row in _Recover((data, None))[0] if row.complete]

    recovered_rows, _ = _Recover((data, journal))

    values = _GetValues(recovered_rows)
    # Freeblocks took the fronts of the others.
    assert len(values) > 18
    assert all(value == bubbles[key] for key, value in values.items())
    assert set(values) <= set(deleted)
    assert {row.table_name for row in recovered_rows} == {journal_lib.TABLE}
    methods = {row.method for row in recovered_rows}
    assert methods == {rows.METHOD_JOURNAL_PAGE}


def testUnsyncedJournal():
    """A journal of which the pages are those of the file tells nothing."""
    with journal_lib.Create() as connection:
        bubbles = recovery_lib.AddBubbles(connection, 30, 2000)
        connection.execute("BEGIN")
        recovery_lib.Delete(connection, list(bubbles)[:5])
        contents = journal_lib.ReadFiles(connection)
        connection.execute("ROLLBACK")
    assert contents[1] and not any(contents[1][:12])

    recovered_rows, evidence_producer = _Recover(contents)

    assert not recovered_rows
    assert not evidence_producer.warnings


def testOlderJournal():
    """A journal that is not of the last transaction gives no value of two halves."""
    with journal_lib.Create(mode="PERSIST") as connection:
        bubbles = recovery_lib.AddBubbles(connection, 12, 4000)
        key = list(bubbles)[5]
        table = journal_lib.TABLE
        connection.execute(f"INSERT INTO {table:s} VALUES (?, '{{}}')", (key,))
        _, journal = journal_lib.ReadFiles(connection)
        for number in range(4):
            recovery_lib.AddBubbles(connection, 4, 4000, seed=10 + number)
        data, _ = journal_lib.ReadFiles(connection)

    recovered_rows, _ = _Recover((data, journal))

    (row,) = [row for row in recovered_rows if row.key == key]
    assert row.kind == rows.KIND_SUPERSEDED
    assert bubbles[key].startswith(row.value)


def testForeignJournal():
    """What is no journal is told once and costs nothing else."""
    contents, _, _ = journal_lib.CreateHot()
    rows_without, _ = _Recover((contents[0], None))

    for journal in (b"no journal " * 400, bytes(28) + b"\xff" * 9000):
        recovered_rows, evidence_producer = _Recover((contents[0], journal))

        warnings = [
            message for message in evidence_producer.warnings if "rollback" in message
        ]
        assert len(warnings) == 1
        assert [row.location for row in recovered_rows] == [
            row.location for row in rows_without
        ]


def testMutations():
    """No damage of database and journal raises."""
    sources = [journal_lib.CreateHot(1024)[0], journal_lib.CreateHot(512, "OFF")[0]]
    with journal_lib.Create(mode="PERSIST") as connection:
        bubbles = recovery_lib.AddBubbles(connection, 30, 2000)
        for key in list(bubbles)[::3]:
            recovery_lib.Delete(connection, [key])
        connection.execute("VACUUM")
        sources.append(journal_lib.ReadFiles(connection))

    for number in range(_MUTATIONS):
        generator = random.Random(number)
        data, journal = generator.choice(sources)
        data = data[:100] + journal_lib.Mutate(data[100:], number)
        if number % 2:
            data = sources[0][0]
        journal = journal_lib.Mutate(journal, number)
        opened_database = database.Database(
            io.BytesIO(data),
            producer=producer.CollectingProducer(),
            journal_file_object=io.BytesIO(journal),
        )
        reader = recovery.RecoveryReader(
            opened_database, recovery_lib.TABLE_NAMES, None
        )
        for row in reader.ReadRows():
            assert row.location
