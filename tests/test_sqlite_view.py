"""Tests of whole databases, compared with sqlite3, sound and damaged."""

import random
import sqlite3

import pytest


from tests import sqlite_damage
from tests import sqlite_lib
from tests import sqlite_tables

PAGE_SIZES = [512, 1024, 2048, 4096, 8192, 16384, 32768, 65536]


@pytest.mark.parametrize("page_size", PAGE_SIZES)
def testPageSizes(page_size):
    with sqlite_lib.MakeDatabase(
        page_size=page_size,
        statements=[
            sqlite_tables.KEY_VALUE_SQL,
            sqlite_tables.MIXED_SQL,
            sqlite_tables.KEYED_SQL,
        ],
    ) as (connection, path):
        connection.execute("BEGIN")
        sqlite_lib.AddRows(connection, "cursorDiskKV", 300, size=2 * page_size)
        sqlite_tables.AddMixedRows(connection, 150)
        sqlite_tables.AddKeyedRows(connection, 150)
        connection.execute("COMMIT")
        connection.execute("DELETE FROM cursorDiskKV WHERE rowid % 3 = 1")
        connection.execute("DELETE FROM keyed WHERE ratio < 40")
        view = sqlite_tables.CheckAgainstSQLite(sqlite_lib.ReadFile(path))

    assert view.freelist_count


@pytest.mark.parametrize("encoding", ["UTF-8", "UTF-16le", "UTF-16be"])
def testEncodings(encoding):
    with sqlite_lib.MakeDatabase(
        page_size=1024,
        encoding=encoding,
        statements=[
            sqlite_tables.KEY_VALUE_SQL,
            sqlite_tables.MIXED_SQL,
            sqlite_tables.KEYED_SQL,
        ],
    ) as (connection, path):
        connection.execute("BEGIN")
        sqlite_lib.AddRows(connection, "cursorDiskKV", 60)
        connection.execute("INSERT INTO cursorDiskKV VALUES ('clé:é', 'x')")
        connection.execute("INSERT INTO cursorDiskKV VALUES ('clé:\U0001f600', 'y')")
        sqlite_tables.AddMixedRows(connection, 60)
        sqlite_tables.AddKeyedRows(connection, 60)
        connection.execute("COMMIT")
        keys = connection.execute("SELECT key FROM cursorDiskKV").fetchall()
        view = sqlite_tables.CheckAgainstSQLite(sqlite_lib.ReadFile(path))

    assert sorted(view.ReadKeys("cursorDiskKV")) == sorted(
        key.encode("utf-8") for key, in keys
    )
    prefix = "clé:".encode("utf-8")
    assert len(list(view.ReadKeys("cursorDiskKV", prefix))) == 2
    rows = list(view.ReadRows("cursorDiskKV", lambda key: key.startswith(prefix)))
    assert [row.values for row in rows] == [("clé:é", "x"), ("clé:\U0001f600", "y")]
    assert view.Lookup("cursorDiskKV", "clé:\U0001f600").GetValue("value") == "y"


@pytest.mark.parametrize("page_size, reserved_size", [(512, 32), (4096, 8), (1024, 1)])
def testReservedBytes(page_size, reserved_size):
    """Values of every length around those where a page more is needed."""
    usable_size = page_size - reserved_size
    lengths = set()
    for multiple in range(3):
        # X, and M with the header and key of the row.
        for base in (usable_size - 35, (usable_size - 12) * 32 // 255 - 23):
            for length in range(base - 24, base + 8):
                lengths.add(max(0, multiple * (usable_size - 4) + length))

    with sqlite_lib.MakeDatabase(page_size, statements=["PRAGMA user_version=1"]) as (
        connection,
        path,
    ):
        connection.close()
        # No statement sets the reserved size: the empty database is changed by hand.
        data = bytearray(sqlite_lib.ReadFile(path))
        data[20] = reserved_size
        data[105:107] = usable_size.to_bytes(2, "big")
        with open(path, "wb") as file_object:
            file_object.write(data)

        connection = sqlite3.connect(path, isolation_level=None)
        connection.execute("BEGIN")
        connection.execute(sqlite_tables.KEY_VALUE_SQL)
        for length in sorted(lengths):
            connection.execute(
                "INSERT INTO cursorDiskKV VALUES (?, ?)",
                (f"k{length:06d}", b"x" * length),
            )
        connection.execute("COMMIT")
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        connection.close()
        data = sqlite_lib.ReadFile(path)
    view = sqlite_tables.CheckAgainstSQLite(data)

    assert view.header.usable_size == usable_size
    assert len(list(view.ReadRows("cursorDiskKV"))) == len(lengths)


@pytest.mark.parametrize("mode", [0, 1, 2])
def testVacuumModes(mode):
    with sqlite_lib.MakeDatabase(
        page_size=512,
        pragmas=[f"auto_vacuum={mode:d}"],
        statements=[sqlite_tables.KEY_VALUE_SQL],
    ) as (connection, path):
        connection.execute("BEGIN")
        sqlite_lib.AddRows(connection, "cursorDiskKV", 400)
        connection.execute("COMMIT")
        connection.execute("DELETE FROM cursorDiskKV WHERE rowid % 2")
        view = sqlite_tables.CheckAgainstSQLite(sqlite_lib.ReadFile(path))
        assert view.header.auto_vacuum == (mode != 0)
        assert view.header.incremental_vacuum == (mode == 2)
        trunks = [page for page, is_trunk in view.FreePages() if is_trunk]
        assert bool(trunks) == (mode != 1)
        if mode == 2:
            connection.executescript("PRAGMA incremental_vacuum(100)")
            assert not sqlite_tables.CheckAgainstSQLite(
                sqlite_lib.ReadFile(path)
            ).freelist_count > (view.freelist_count - 100)
        connection.execute("VACUUM")
        assert not sqlite_tables.CheckAgainstSQLite(
            sqlite_lib.ReadFile(path)
        ).freelist_count


def testPointerMapPagesAreThoseOfSQLite():
    with sqlite_lib.MakeDatabase(
        page_size=512,
        pragmas=["auto_vacuum=2"],
        statements=[sqlite_tables.KEY_VALUE_SQL],
    ) as (connection, path):
        connection.execute("BEGIN")
        sqlite_lib.AddRows(connection, "cursorDiskKV", 400)
        connection.execute("COMMIT")
        database, _ = sqlite_lib.Open(sqlite_lib.ReadFile(path))

    # Entry of 5 bytes per page: type 1 for a root page, and no parent.
    root_page = database.live.GetTable("cursorDiskKV").root_page
    offset = 5 * (root_page - 3)
    entry = database.live.ReadPage(2)[offset : offset + 5]
    assert entry == b"\x01\x00\x00\x00\x00"


@pytest.mark.parametrize("library", sqlite_lib.GetLibraries())
def testLibrariesReadTheSame(library, tmp_path):
    """Each SQLite at hand makes a database with a log, and reads the same rows."""
    path = str(tmp_path / "test.db")
    connection = library.Connection(path)
    # The module of Python begins transactions of its own where it is not told to.
    if library is sqlite3:
        connection.isolation_level = None
    for statement in (
        "PRAGMA page_size=1024",
        "PRAGMA journal_mode=WAL",
        "PRAGMA wal_autocheckpoint=0",
        sqlite_tables.KEY_VALUE_SQL,
        "CREATE TABLE strict (key TEXT PRIMARY KEY, ratio REAL, n INT) STRICT",
        "BEGIN",
    ):
        connection.execute(statement)
    for index in range(300):
        connection.execute(
            "INSERT INTO cursorDiskKV VALUES (?, ?)", (f"k{index:d}", "v" * index * 7)
        )
        connection.execute(
            "INSERT INTO strict VALUES (?, ?, ?)", (f"k{index:d}", index / 4, index)
        )
    connection.execute("COMMIT")
    connection.execute("DELETE FROM cursorDiskKV WHERE rowid % 5 = 0")
    view = sqlite_lib.Open(*sqlite_lib.Snapshot(path))[0].live

    for name in ("cursorDiskKV", "strict"):
        expected = connection.execute(f"SELECT rowid, * FROM {name:s} ORDER BY rowid")
        assert sqlite_lib.ReadRows(view, name) == list(expected)
    assert view.uses_wal
    connection.close()


def testOneClosingLineForManyWarnings():
    data = sqlite_damage.GetData()
    _, rows = sqlite_damage.GetRows(data)
    changed = data
    page_numbers = sorted({row.page_number for row in rows})
    for page_number in page_numbers:
        changed = sqlite_damage.Change(changed, page_number, 0, b"\x00")

    database, evidence_producer = sqlite_lib.Open(changed)

    assert not list(database.live.ReadRows(sqlite_damage.TABLE))
    assert len(evidence_producer.warnings) == 21
    assert evidence_producer.warnings[-1] == (
        f"SQLite table {sqlite_damage.TABLE:s}: {len(page_numbers) - 20:d} more warnings of this "
        f"kind"
    )
    # Other tables are warned of by themselves, and this one no more.
    assert len(list(database.live.ReadRows("ItemTable"))) == 400
    assert not list(database.live.ReadRows(sqlite_damage.TABLE))
    assert len(evidence_producer.warnings) == 21


def testRandomDamageCostsNoOtherPage():
    """Garbage in one leaf page leaves every row that does not touch it."""
    data = sqlite_damage.GetData()
    view, rows = sqlite_damage.GetRows(data)
    generator = random.Random(6)
    page_numbers = sorted({row.page_number for row in rows})
    for _ in range(40):
        page_number = generator.choice(page_numbers)
        garbage = generator.randbytes(
            generator.choice([1, 4, 40, sqlite_damage.PAGE_SIZE])
        )
        offset = generator.randrange(sqlite_damage.PAGE_SIZE - len(garbage) + 1)

        database, _ = sqlite_lib.Open(
            sqlite_damage.Change(data, page_number, offset, garbage)
        )
        read_rows = {
            row.rowid: row.values
            for row in database.live.ReadRows(sqlite_damage.TABLE)
            if row.page_number != page_number and row.complete
        }

        # A chain that garbage now points into is taken from the row it belongs to.
        left = [row for row in rows if row.page_number != page_number]
        lost = [row for row in left if read_rows.get(row.rowid) != row.values]
        assert all(sqlite_damage.GetFirstOverflowPage(view, row) for row in lost)
        assert len(lost) <= 3


@pytest.mark.parametrize("encoding", ["UTF-8", "UTF-16le"])
def testRandomDamageNeverRaises(encoding):
    """Whatever the bytes are, every reader of every kind of table ends."""
    with sqlite_lib.MakeDatabase(
        512,
        encoding,
        pragmas=["auto_vacuum=2"],
        statements=[
            sqlite_tables.KEY_VALUE_SQL,
            sqlite_tables.MIXED_SQL,
            sqlite_tables.KEYED_SQL,
        ],
    ) as (connection, path):
        connection.execute("BEGIN")
        sqlite_lib.AddRows(connection, "cursorDiskKV", 60)
        sqlite_tables.AddMixedRows(connection, 40)
        sqlite_tables.AddKeyedRows(connection, 40)
        connection.execute("COMMIT")
        connection.execute("DELETE FROM cursorDiskKV WHERE rowid % 3 = 0")
        data = sqlite_lib.ReadFile(path)

    generator = random.Random(8)
    for _ in range(80):
        damaged = bytearray(data)
        for _ in range(generator.choice([1, 5, 50])):
            offset = generator.randrange(100, len(data))
            if generator.randrange(2):
                offset = offset // 512 * 512 + generator.randrange(16)
            if offset >= 100:
                damaged[offset] = generator.choice([0, 2, 5, 10, 13, 129, 255])
        view = sqlite_lib.Open(bytes(damaged))[0].live
        for name in view.tables:
            for row in list(view.ReadRows(name))[:5]:
                key = row.GetValue("key")
                view.Lookup(name, key if isinstance(key, str) else "")
            list(view.ReadRows(name, (b"bubbleId:7", b"0")))
            list(view.ReadKeys(name))
        list(view.FreePages())
