"""Tests for the reader of recovered rows."""

import collections
import random
import sqlite3

import pytest

from cursor_plaso import producer
from cursor_plaso.recovery import mode
from cursor_plaso.recovery import rows
from tests.recovery import recovery_lib


def _GetValues(recovered_rows, **conditions):
    """Retrieves the values of complete rows per key.

    Args:
      recovered_rows (list[RecoveredRow]): recovered rows.
      conditions (dict[str, object]): values that attributes of the rows have.

    Returns:
      dict[str, str|bytes]: value per key.
    """
    return {
        row.key: row.value
        for row in recovered_rows
        if row.complete
        and all(getattr(row, name) == value for name, value in conditions.items())
    }


def _AssertNothingLiveOrTwice(connection, recovered_rows):
    """Asserts that no row is live and none is told twice.

    Args:
      connection (sqlite3.Connection): connection.
      recovered_rows (list[RecoveredRow]): recovered rows.
    """
    live = set(connection.execute("SELECT key, value FROM cursorDiskKV"))
    told = collections.Counter((row.key, row.value) for row in recovered_rows)

    assert not live & set(told)
    assert not told or max(told.values()) == 1


@pytest.mark.parametrize("page_size", [512, 1024, 4096, 65536])
@pytest.mark.parametrize("auto_vacuum", [0, 2])
def testDeletedConversation(page_size, auto_vacuum):
    """Rows of any size are whole where their pages are free and not used again."""
    with recovery_lib.Create(page_size, auto_vacuum=auto_vacuum) as connection:
        connection.execute("BEGIN")
        recovery_lib.AddBubbles(connection, 20, 3000, seed=8)
        bubbles = recovery_lib.AddBubbles(connection, 30, 2 * page_size)
        connection.execute("COMMIT")
        recovery_lib.Checkpoint(connection)
        connection.execute("BEGIN")
        recovery_lib.Delete(connection, bubbles)
        connection.execute("COMMIT")
        recovery_lib.Checkpoint(connection)
        recovered_rows = recovery_lib.Recover(connection)
        _AssertNothingLiveOrTwice(connection, recovered_rows)

    values = _GetValues(recovered_rows)
    assert set(values) <= set(bubbles)
    assert all(bubbles[key] == value for key, value in values.items())
    # What was on pages that are trunks now, or were merged, is lost.
    assert len(values) >= 10
    assert rows.METHOD_FREELIST_PAGE in {row.method for row in recovered_rows}
    assert {row.kind for row in recovered_rows} == {rows.KIND_DELETED}
    assert all(row.completeness == "complete" for row in recovered_rows if row.complete)


@pytest.mark.parametrize("encoding", ["UTF-8", "UTF-16le", "UTF-16be"])
def testFreeblocks(encoding):
    """A row whose first four bytes a freeblock took is rebuilt, whatever its rowid."""
    with recovery_lib.Create(4096, encoding=encoding) as connection:
        bubbles = recovery_lib.AddBubbles(connection, 200, 300)
        deleted = list(bubbles)[5:200:9]
        recovery_lib.Delete(connection, deleted)
        recovery_lib.Checkpoint(connection)
        recovered_rows = recovery_lib.Recover(connection)
        _AssertNothingLiveOrTwice(connection, recovered_rows)

    values = _GetValues(recovered_rows)
    assert values == {key: bubbles[key] for key in deleted}
    methods = {row.method for row in recovered_rows}
    # A freeblock that comes to lie before the first cell becomes a part of the gap.
    assert rows.METHOD_FREEBLOCK in methods
    assert methods <= {rows.METHOD_FREEBLOCK, rows.METHOD_PAGE_SLACK}
    for row in recovered_rows:
        assert row.location.startswith(f"{row.method:s}, page {row.page_number:d}, ")


def testItems():
    """Keys of ItemTable need no family, also where their header is lost."""
    with recovery_lib.Create(4096) as connection:
        items = {}
        for number in range(150):
            items[f"some.extension/{number:d}"] = f"value {number:d} " * (number % 20)
        connection.executemany("INSERT INTO ItemTable VALUES (?, ?)", items.items())
        deleted = [key for key in items if key.endswith(("2", "7")) and items[key]]
        for key in deleted:
            connection.execute("DELETE FROM ItemTable WHERE key = ?", (key,))
        recovery_lib.Checkpoint(connection)
        recovered_rows = recovery_lib.Recover(connection)

    values = _GetValues(recovered_rows, table_name="ItemTable")
    assert set(values) <= set(deleted)
    assert all(items[key] == value for key, value in values.items())
    assert len(values) >= len(deleted) * 3 // 4


def testHeaders():
    """A header row is rebuilt without its size, rowid and the start of its header."""
    with recovery_lib.Create(4096) as connection:
        generator = random.Random(3)
        identifiers = [recovery_lib.GetIdentifier(generator) for _ in range(20)]
        for number, identifier in enumerate(identifiers):
            connection.execute(
                "INSERT INTO composerHeaders VALUES (?, ?, ?, ?, 0, 1, ?, NULL, ?, '')",
                (identifier, "workspace", 5, 1790002000000, number, '{"name":"talk"}'),
            )
        connection.execute("DELETE FROM composerHeaders WHERE recency % 5 = 2")
        recovery_lib.Checkpoint(connection)
        recovered_rows = recovery_lib.Recover(connection)

    assert {row.key for row in recovered_rows} == set(identifiers[2::5])
    for row in recovered_rows:
        assert row.table_name == "composerHeaders"
        assert row.GetValue("lastUpdatedAt") == 1790002000000
        assert row.GetValue("isSubagent") == 1
        assert row.value == '{"name":"talk"}'
        assert row.rowid is None


def testTableWithoutKey():
    """A table without a key is recovered by its columns."""
    schema = (
        "CREATE TABLE conversation_fts_content (id INTEGER PRIMARY KEY, c0, c1, c2)",
    )
    with recovery_lib.Create(4096, schema=schema) as connection:
        for number in range(40):
            connection.execute(
                "INSERT INTO conversation_fts_content VALUES (NULL, ?, ?, '')",
                (f"title {number:d}", f"body of {number:d}\nreply " * 4),
            )
        connection.execute("DELETE FROM conversation_fts_content WHERE id % 4 = 3")
        recovery_lib.Checkpoint(connection)
        recovered_rows = recovery_lib.Recover(
            connection, table_names=["conversation_fts_content"]
        )

    titles = {row.GetValue("c0") for row in recovered_rows if row.complete}
    assert titles == {f"title {number:d}" for number in range(2, 40, 4)}
    assert all(row.key is None for row in recovered_rows)


def testBlobStore():
    """The rows of a CLI store are recovered as they are, binary ones too."""
    schema = (
        "CREATE TABLE blobs (id TEXT PRIMARY KEY, data BLOB)",
        "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT)",
    )
    with recovery_lib.Create(4096, schema=schema) as connection:
        blobs = {
            f"{number:064x}": bytes([10, number % 256]) * 50 for number in range(80)
        }
        connection.executemany("INSERT INTO blobs VALUES (?, ?)", blobs.items())
        deleted = list(blobs)[3::10]
        for key in deleted:
            connection.execute("DELETE FROM blobs WHERE id = ?", (key,))
        recovery_lib.Checkpoint(connection)
        recovered_rows = recovery_lib.Recover(connection, table_names=["blobs", "meta"])

    for row in recovered_rows:
        assert row.key in deleted
        assert row.GetValue("data") == blobs[row.key]


def testPendingDeletion():
    """What only the log deletes is whole in the base database, as SQL has it."""
    with recovery_lib.Create() as connection:
        bubbles = recovery_lib.AddBubbles(connection, 40, 1500)
        recovery_lib.Checkpoint(connection)
        deleted = list(bubbles)[:25]
        recovery_lib.Delete(connection, deleted)
        replaced = list(bubbles)[30]
        connection.execute(
            "INSERT INTO cursorDiskKV VALUES (?, ?)", (replaced, '{"text":"new"}')
        )
        recovered_rows = recovery_lib.Recover(connection)
        _AssertNothingLiveOrTwice(connection, recovered_rows)

    values = _GetValues(recovered_rows)
    assert values == {key: bubbles[key] for key in deleted + [replaced]}
    kinds = {row.key: row.kind for row in recovered_rows}
    assert kinds.pop(replaced) == rows.KIND_SUPERSEDED
    assert set(kinds.values()) == {rows.KIND_DELETED}
    places = {
        place.split(",")[0]
        for row in recovered_rows
        for place in [row.location] + row.other_places
    }
    assert rows.METHOD_BASE_DATABASE in places


def testSupersededFrames():
    """Every committed version of a row is told, the newest place of each first."""
    with recovery_lib.Create() as connection:
        key = f"composerData:{recovery_lib.COMPOSER_IDENTIFIER:s}"
        versions = [f'{{"name":"version {number:d}"}}' for number in range(5)]
        for value in versions:
            connection.execute("INSERT INTO cursorDiskKV VALUES (?, ?)", (key, value))
            recovery_lib.AddBubbles(connection, 1, 100, seed=hash(value))
        recovered_rows = recovery_lib.Recover(connection)
        _AssertNothingLiveOrTwice(connection, recovered_rows)

    superseded = [row for row in recovered_rows if row.key == key]
    assert {row.value for row in superseded} == set(versions[:-1])
    assert {row.kind for row in superseded} == {rows.KIND_SUPERSEDED}
    assert {row.method for row in superseded} == {rows.METHOD_WAL_FRAME}
    for row in superseded:
        assert row.location.startswith(f"WAL frame {row.frame_number:d}, page ")
        frames = [int(place.split()[2].rstrip(",")) for place in row.other_places]
        assert all(frame < row.frame_number for frame in frames)


def testUncommittedFrames():
    """Rows of a transaction that was not committed are marked so."""
    with recovery_lib.Create() as connection:
        recovery_lib.AddBubbles(connection, 5, 200)
        connection.execute("PRAGMA cache_size = 10")
        connection.execute("BEGIN")
        bubbles = recovery_lib.AddBubbles(connection, 60, 900, seed=2)
        recovered_rows = recovery_lib.Recover(connection)
        connection.execute("ROLLBACK")

    values = _GetValues(recovered_rows)
    assert values
    assert all(bubbles[key] == value for key, value in values.items())
    assert {row.kind for row in recovered_rows} == {rows.KIND_UNCOMMITTED}
    assert {row.method for row in recovered_rows} == {rows.METHOD_UNCOMMITTED_FRAME}


def testStaleFrames():
    """Frames that a restart of the log left behind are read by their own salts."""
    with recovery_lib.Create() as connection:
        bubbles = recovery_lib.AddBubbles(connection, 30, 1200)
        recovery_lib.Delete(connection, bubbles)
        # All of it is copied to the file, and the next write begins at the start.
        connection.execute("PRAGMA wal_checkpoint(FULL)").fetchone()
        connection.execute("VACUUM")
        connection.execute("PRAGMA wal_checkpoint(FULL)").fetchone()
        connection.execute("INSERT INTO ItemTable VALUES ('a', 'b')")
        recovered_rows = recovery_lib.Recover(connection)

    values = _GetValues(recovered_rows)
    assert len(values) > 20
    assert all(bubbles[key] == value for key, value in values.items())


def testPartialRow():
    """A row of which the chain was used again is cut, and says how much there is."""
    with recovery_lib.Create(4096) as connection:
        bubbles = recovery_lib.AddBubbles(connection, 12, 30000)
        recovery_lib.Checkpoint(connection)
        recovery_lib.Delete(connection, list(bubbles)[:6])
        recovery_lib.AddBubbles(connection, 3, 45000, seed=7)
        recovery_lib.Checkpoint(connection)
        reader = recovery_lib.CreateReader(recovery_lib.ReadFiles(connection))
        recovered_rows = list(reader.ReadRows())
        _AssertNothingLiveOrTwice(connection, recovered_rows)

    partial = [row for row in recovered_rows if not row.complete]
    assert partial
    for row in partial:
        assert bubbles[row.key].startswith(row.value)
        assert row.completeness.startswith(
            f"{len(row.value):,d} of {len(bubbles[row.key]):,d} bytes: "
        )


def testKeyOnly():
    """A key without a row is counted per conversation."""
    with recovery_lib.Create() as connection:
        bubbles = recovery_lib.AddBubbles(connection, 60, 40)
        recovery_lib.Checkpoint(connection)
        recovery_lib.Delete(connection, bubbles)
        recovery_lib.Checkpoint(connection)
        data, _ = recovery_lib.ReadFiles(connection)
        (table_page,) = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'cursorDiskKV'"
        ).fetchone()

    # The pages of the table are gone, those of the index are not.
    pages = [data[offset : offset + 1024] for offset in range(0, len(data), 1024)]
    for number, page in enumerate(pages, 1):
        if page[0] == 13 and b"_v" in page or number == table_page:
            pages[number - 1] = page[:8].ljust(1024, b"\x00")
    reader = recovery_lib.CreateReader((b"".join(pages), b""))
    recovered_rows = list(reader.ReadRows())

    assert not [row for row in recovered_rows if row.complete]
    count = reader.key_only_counts[recovery_lib.COMPOSER_IDENTIFIER]
    assert 0 < count <= len(bubbles)
    assert set(reader.key_only_counts) == {recovery_lib.COMPOSER_IDENTIFIER}
    assert set(reader.GetKeyOnlyHashes()) <= {
        hash(key.encode("ascii")) for key in bubbles
    }


def testFragments():
    """A chain without its row is counted for the conversation that its text names."""
    with recovery_lib.Create(4096) as connection:
        text = f'"composerId":"{recovery_lib.COMPOSER_IDENTIFIER:s}",' * 400
        connection.execute(
            "INSERT INTO cursorDiskKV VALUES ('checkpointId:x:y', ?)", (text,)
        )
        recovery_lib.Checkpoint(connection)
        connection.execute("DELETE FROM cursorDiskKV")
        recovery_lib.Checkpoint(connection)
        data, _ = recovery_lib.ReadFiles(connection)

    reader = recovery_lib.CreateReader(
        (data.replace(b"checkpointId:x:y", b"\x00" * 16), b"")
    )
    assert not list(reader.ReadRows())
    assert reader.fragment_counts == {recovery_lib.COMPOSER_IDENTIFIER: 1}


@pytest.mark.parametrize("secure_delete", ["ON", "FAST"])
def testSecureDelete(secure_delete):
    """Where SQLite overwrites what it deletes nothing is made up."""
    with recovery_lib.Create(secure_delete=secure_delete) as connection:
        bubbles = recovery_lib.AddBubbles(connection, 50, 900)
        recovery_lib.Checkpoint(connection)
        recovery_lib.Delete(connection, list(bubbles)[10:30])
        recovery_lib.Checkpoint(connection)
        recovered_rows = recovery_lib.Recover(connection)
        _AssertNothingLiveOrTwice(connection, recovered_rows)

    for row in recovered_rows:
        assert bubbles[row.key].startswith(row.value)
    if secure_delete == "ON":
        assert not [row for row in recovered_rows if row.complete]


def testVacuum():
    """After a VACUUM there is nothing."""
    with recovery_lib.Create() as connection:
        bubbles = recovery_lib.AddBubbles(connection, 50, 900)
        recovery_lib.Delete(connection, list(bubbles)[10:30])
        connection.execute("VACUUM")
        recovery_lib.Checkpoint(connection)
        assert not recovery_lib.Recover(connection)


def testModes():
    """Free pages and the log can be read alone, or nothing at all."""
    with recovery_lib.Create(4096) as connection:
        bubbles = recovery_lib.AddBubbles(connection, 200, 300)
        recovery_lib.Delete(connection, list(bubbles)[5:200:9])
        recovery_lib.Delete(connection, list(bubbles)[60:120])
        recovery_lib.Checkpoint(connection)
        every_method = {row.method for row in recovery_lib.Recover(connection)}
        free_methods = {
            row.method for row in recovery_lib.Recover(connection, mode=mode.MODE_FREE)
        }
        assert not recovery_lib.Recover(connection, mode=mode.MODE_OFF)

    assert {rows.METHOD_FREEBLOCK, rows.METHOD_FREELIST_PAGE} <= every_method
    assert free_methods == {rows.METHOD_FREELIST_PAGE}


def testAbort():
    """Reading shows activity and stops when it is told to."""
    test_producer = producer.CollectingProducer()
    with recovery_lib.Create(4096) as connection:
        bubbles = recovery_lib.AddBubbles(connection, 200, 300)
        recovery_lib.Delete(connection, list(bubbles)[::2])
        recovery_lib.Checkpoint(connection)
        contents = recovery_lib.ReadFiles(connection)

    reader = recovery_lib.CreateReader(contents, producer=test_producer)
    assert list(reader.ReadRows())
    assert test_producer.touches
    assert not test_producer.warnings

    test_producer.SignalAbort()
    reader = recovery_lib.CreateReader(contents, producer=test_producer)
    assert not list(reader.ReadRows())


def testNoTables():
    """A database without any of the tables has nothing."""
    with recovery_lib.Create(schema=("CREATE TABLE t (a)",)) as connection:
        recovery_lib.Checkpoint(connection)
        assert not recovery_lib.Recover(connection)


def testPythonSQLite():
    """The SQLite of this Python leaves remnants if it is told to."""
    connection = sqlite3.connect(":memory:")
    connection.execute("PRAGMA secure_delete = OFF")
    assert connection.execute("PRAGMA secure_delete").fetchone() == (0,)
    connection.close()


def testUnreachablePages():
    """Rows below a damaged page of a tree are recovered, not lost."""
    with recovery_lib.Create(1024) as connection:
        bubbles = recovery_lib.AddBubbles(connection, 300, 600)
        recovery_lib.Checkpoint(connection)
        data, _ = recovery_lib.ReadFiles(connection)
        (root_page,) = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'cursorDiskKV'"
        ).fetchone()
    data = bytearray(data)
    # The first child of the root is lost.
    offset = (root_page - 1) * 1024
    cell_offset = int.from_bytes(data[offset + 12 : offset + 14], "big")
    data[offset + cell_offset : offset + cell_offset + 4] = b"\x00\x00\x00\x01"
    contents = (bytes(data), b"")
    recovered_rows = list(recovery_lib.CreateReader(contents).ReadRows())
    live = recovery_lib.CreateReader(contents).database.live
    live_keys = {row.values[0] for row in live.ReadRows("cursorDiskKV")}

    assert 0 < len(live_keys) < len(bubbles)
    values = _GetValues(recovered_rows, kind=rows.KIND_UNREACHABLE)
    assert values == {
        key: value for key, value in bubbles.items() if key not in live_keys
    }


def testFreePagesOfBlobStore():
    """No live row is told where live pages are not searched."""
    schema = ("CREATE TABLE blobs (id TEXT PRIMARY KEY, data BLOB)",)
    with recovery_lib.Create(4096, schema=schema) as connection:
        blobs = {f"{number:064x}": b"\x0a\x01" * 700 for number in range(80)}
        connection.executemany("INSERT INTO blobs VALUES (?, ?)", blobs.items())
        recovery_lib.Checkpoint(connection)
        connection.execute("DELETE FROM blobs WHERE rowid < 30")
        live_keys = {key for key, in connection.execute("SELECT id FROM blobs")}
        recovered_rows = recovery_lib.Recover(
            connection, table_names=["blobs"], mode=mode.MODE_FREE
        )

    keys = {row.key for row in recovered_rows}
    assert keys == set(blobs) - live_keys
