"""Tests of reading tables, keys and free pages, compared with sqlite3."""

import random
import sqlite3

import pytest

from cursor_plaso import database
from cursor_plaso import sqlite_format
from cursor_plaso import sqlite_records

from tests import evidence
from tests import sqlite_lib

PAGE_SIZES = [512, 1024, 2048, 4096, 8192, 16384, 32768, 65536]

_KEY_VALUE_SQL = (
    "CREATE TABLE cursorDiskKV (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)"
)
_MIXED_SQL = (
    "CREATE TABLE mixed (id INTEGER PRIMARY KEY, number NUMERIC, ratio REAL, "
    "name TEXT, data BLOB, anything)"
)
_KEYED_SQL = (
    "CREATE TABLE keyed (value, key TEXT PRIMARY KEY, ratio REAL) WITHOUT ROWID"
)


def _AddMixedRows(connection, count, seed=3):
    """Adds rows of every storage class, with rowids of every size."""
    generator = random.Random(seed)
    rowids = [-(2**63), -1, 0, 1, 127, 128, 16383, 16384, 2**21, 2**35, 2**63 - 1]
    while len(rowids) < count:
        rowids.append(generator.randrange(2 ** generator.randrange(5, 50)))
    choices = (
        lambda: None,
        lambda: generator.randrange(-(2**63), 2**63) >> generator.randrange(64),
        lambda: generator.random() * 10 ** generator.randrange(-300, 300),
        lambda: float(generator.randrange(100)),
        lambda: "é\U0001f600\x00x" * generator.randrange(90),
        lambda: generator.randbytes(generator.randrange(3000)),
    )
    for rowid in rowids[:count]:
        connection.execute(
            "INSERT OR REPLACE INTO mixed VALUES (?, ?, ?, ?, ?, ?)",
            [rowid] + [generator.choice(choices)() for _ in range(5)],
        )


def _AddKeyedRows(connection, count, seed=4):
    """Adds rows of keys of many sizes to the table without rowids."""
    generator = random.Random(seed)
    for index in range(count):
        key = f"{generator.random():.12f}" * generator.randrange(1, 9)
        value = "v" * generator.randrange(1200) if index % 7 else None
        connection.execute(
            "INSERT INTO keyed VALUES (?, ?, ?)", (value, key, float(index))
        )


def _CheckAgainstSQLite(data, wal_data=None):
    """Compares every table with sqlite3, and expects no warning."""
    database, evidence_producer = sqlite_lib.Open(data, wal_data)
    view = database.live
    for name, table in view.tables.items():
        if table.without_rowid:
            expected = sqlite_lib.ReadSQLiteRows(
                data, name, wal_data, columns="*", order="key"
            )
            rows = [row.values for row in view.ReadRows(name)]
        else:
            expected = sqlite_lib.ReadSQLiteRows(data, name, wal_data)
            rows = sqlite_lib.ReadRows(view, name)
        assert expected is not None
        assert rows == expected
        assert all(row.complete for row in view.ReadRows(name))
    free_pages = list(view.FreePages())
    assert len(free_pages) == len(set(free_pages)) == view.freelist_count
    assert evidence_producer.warnings == []
    return view


@pytest.mark.parametrize("page_size", PAGE_SIZES)
def testPageSizes(page_size):
    with sqlite_lib.MakeDatabase(
        page_size=page_size, statements=[_KEY_VALUE_SQL, _MIXED_SQL, _KEYED_SQL]
    ) as (connection, path):
        connection.execute("BEGIN")
        sqlite_lib.AddRows(connection, "cursorDiskKV", 300, size=2 * page_size)
        _AddMixedRows(connection, 150)
        _AddKeyedRows(connection, 150)
        connection.execute("COMMIT")
        connection.execute("DELETE FROM cursorDiskKV WHERE rowid % 3 = 1")
        connection.execute("DELETE FROM keyed WHERE ratio < 40")
        view = _CheckAgainstSQLite(sqlite_lib.ReadFile(path))

    assert view.freelist_count


@pytest.mark.parametrize("encoding", ["UTF-8", "UTF-16le", "UTF-16be"])
def testEncodings(encoding):
    with sqlite_lib.MakeDatabase(
        page_size=1024,
        encoding=encoding,
        statements=[_KEY_VALUE_SQL, _MIXED_SQL, _KEYED_SQL],
    ) as (connection, path):
        connection.execute("BEGIN")
        sqlite_lib.AddRows(connection, "cursorDiskKV", 60)
        connection.execute("INSERT INTO cursorDiskKV VALUES ('clé:é', 'x')")
        connection.execute("INSERT INTO cursorDiskKV VALUES ('clé:\U0001f600', 'y')")
        _AddMixedRows(connection, 60)
        _AddKeyedRows(connection, 60)
        connection.execute("COMMIT")
        keys = connection.execute("SELECT key FROM cursorDiskKV").fetchall()
        view = _CheckAgainstSQLite(sqlite_lib.ReadFile(path))

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
        connection.execute(_KEY_VALUE_SQL)
        for length in sorted(lengths):
            connection.execute(
                "INSERT INTO cursorDiskKV VALUES (?, ?)",
                (f"k{length:06d}", b"x" * length),
            )
        connection.execute("COMMIT")
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        connection.close()
        data = sqlite_lib.ReadFile(path)
    view = _CheckAgainstSQLite(data)

    assert view.header.usable_size == usable_size
    assert len(list(view.ReadRows("cursorDiskKV"))) == len(lengths)


def testLengthsOfValues():
    """Every length around those where a payload gets another overflow page."""
    lengths = set(range(0, 300, 7))
    for size in (4061, 4061 + 4092, 489 + 4092, 489 + 2 * 4092, 3 * 4092, 70 * 4092):
        lengths.update(range(size - 24, size + 8))
    with sqlite_lib.MakeDatabase(statements=[_KEY_VALUE_SQL]) as (connection, path):
        connection.execute("BEGIN")
        for length in sorted(lengths):
            text = "".join(chr(97 + index % 26) for index in range(length))
            connection.execute(
                "INSERT INTO cursorDiskKV VALUES (?, ?)", (f"k{length:06d}", text)
            )
        connection.execute("COMMIT")
        _CheckAgainstSQLite(sqlite_lib.ReadFile(path))


@pytest.mark.parametrize("mode", [0, 1, 2])
def testVacuumModes(mode):
    with sqlite_lib.MakeDatabase(
        page_size=512, pragmas=[f"auto_vacuum={mode:d}"], statements=[_KEY_VALUE_SQL]
    ) as (connection, path):
        connection.execute("BEGIN")
        sqlite_lib.AddRows(connection, "cursorDiskKV", 400)
        connection.execute("COMMIT")
        connection.execute("DELETE FROM cursorDiskKV WHERE rowid % 2")
        view = _CheckAgainstSQLite(sqlite_lib.ReadFile(path))
        assert view.header.auto_vacuum == (mode != 0)
        assert view.header.incremental_vacuum == (mode == 2)
        trunks = [page for page, is_trunk in view.FreePages() if is_trunk]
        assert bool(trunks) == (mode != 1)
        if mode == 2:
            connection.executescript("PRAGMA incremental_vacuum(100)")
            assert not _CheckAgainstSQLite(sqlite_lib.ReadFile(path)).freelist_count > (
                view.freelist_count - 100
            )
        connection.execute("VACUUM")
        assert not _CheckAgainstSQLite(sqlite_lib.ReadFile(path)).freelist_count


def testPointerMapPagesAreThoseOfSQLite():
    with sqlite_lib.MakeDatabase(
        page_size=512, pragmas=["auto_vacuum=2"], statements=[_KEY_VALUE_SQL]
    ) as (connection, path):
        connection.execute("BEGIN")
        sqlite_lib.AddRows(connection, "cursorDiskKV", 400)
        connection.execute("COMMIT")
        database, _ = sqlite_lib.Open(sqlite_lib.ReadFile(path))

    # Entry of 5 bytes per page: type 1 for a root page, and no parent.
    root_page = database.live.GetTable("cursorDiskKV").root_page
    map_page = sqlite_format.GetPointerMapPage(
        root_page, database.usable_size, database.page_size
    )
    offset = 5 * (root_page - map_page - 1)
    entry = database.live.ReadPage(map_page)[offset : offset + 5]
    assert entry == b"\x01\x00\x00\x00\x00"


def testColumnsAddedLaterAreNone():
    with sqlite_lib.MakeDatabase(
        statements=[
            "CREATE TABLE t(key TEXT UNIQUE, value TEXT)",
            "INSERT INTO t VALUES ('a', 'b')",
            "ALTER TABLE t ADD COLUMN added TEXT",
            "INSERT INTO t VALUES ('c', 'd', 'e')",
        ]
    ) as (_, path):
        view = _CheckAgainstSQLite(sqlite_lib.ReadFile(path))

    rows = list(view.ReadRows("t"))
    assert [row.values for row in rows] == [("a", "b", None), ("c", "d", "e")]
    assert rows[0].columns == ["key", "value", "added"]
    assert rows[0].GetValue("added") is None
    assert rows[1].GetValue("ADDED") == "e"
    assert rows[1].GetValue("missing", "default") == "default"


def testGeneratedColumnsAreNotRun():
    with sqlite_lib.MakeDatabase(
        statements=[
            "CREATE TABLE t(a, b AS (a || 'x'), c AS (a || 'y') STORED, d)",
            "INSERT INTO t (a, d) VALUES ('1', '2')",
        ]
    ) as (_, path):
        view = sqlite_lib.Open(sqlite_lib.ReadFile(path))[0].live

    assert [row.values for row in view.ReadRows("t")] == [("1", None, "1y", "2")]


def testNullAndForeignKeys():
    """A key can be NULL, several times, or no text at all."""
    values = [
        (None, "a"),
        (None, b"b"),
        (b"blob", "c"),
        ("text", None),
        ("", ""),
        ("zero\x00", "d\x00e"),
    ]
    with sqlite_lib.MakeDatabase(statements=[_KEY_VALUE_SQL]) as (connection, path):
        connection.executemany("INSERT INTO cursorDiskKV VALUES (?, ?)", values)
        connection.execute("CREATE TABLE n(key, value)")
        connection.execute("INSERT INTO n VALUES (7, 'x')")
        connection.execute("INSERT INTO n VALUES (0.5, 'y')")
        view = _CheckAgainstSQLite(sqlite_lib.ReadFile(path))

    assert [row.values for row in view.ReadRows("cursorDiskKV")] == values
    assert list(view.ReadKeys("cursorDiskKV")) == [b"", b"text", b"zero\x00", b"blob"]
    assert list(view.ReadKeys("cursorDiskKV", b"bl")) == [b"blob"]
    asked = []
    assert not list(view.ReadRows("cursorDiskKV", asked.append))
    assert asked == [None, None, b"blob", b"text", b"", b"zero\x00"]
    assert [row.values for row in view.ReadRows("n")] == [(7, "x"), (0.5, "y")]
    assert not list(view.ReadKeys("n"))


def testInvalidTextKeepsTheRest():
    value = b'{"text":"\xff\xfe\xed\xa0\xbd","n":1}'
    with sqlite_lib.MakeDatabase(statements=[_KEY_VALUE_SQL]) as (connection, path):
        connection.execute(
            "INSERT INTO cursorDiskKV VALUES (CAST(? AS TEXT), CAST(? AS TEXT))",
            (b"k\xff", value),
        )
        view = _CheckAgainstSQLite(sqlite_lib.ReadFile(path))

    (row,) = view.ReadRows("cursorDiskKV")
    assert row.values == ("k\udcff", value.decode("utf-8", "surrogateescape"))
    assert list(view.ReadKeys("cursorDiskKV")) == [b"k\xff"]
    assert view.Lookup("cursorDiskKV", "k\udcff").rowid == 1
    # What can not be stored is not found, and is no error.
    assert view.Lookup("cursorDiskKV", "k\ud83d") is None
    assert not view.GetTable("cursorDiskKV").index_damaged


def testUnwantedRowsCostNoOverflowPages():
    with sqlite_lib.MakeDatabase(statements=[_KEY_VALUE_SQL]) as (connection, path):
        for index in range(20):
            connection.execute(
                "INSERT INTO cursorDiskKV VALUES (?, ?)",
                (f"{'ab'[index % 2]:s}:{index:02d}", "x" * 200000),
            )
        data = sqlite_lib.ReadFile(path)

    for wanted in (lambda key: key.startswith(b"a:"), (b"a:", b"c:")):
        database, _ = sqlite_lib.Open(data)
        # The overflow pages of the others are cut off, and nobody notices.
        wanted_rows = list(database.live.ReadRows("cursorDiskKV", wanted))
        assert [row.values[0] for row in wanted_rows] == [
            f"a:{index:02d}" for index in range(0, 20, 2)
        ]
        assert all(len(row.values[1]) == 200000 for row in wanted_rows)

    database, evidence_producer = sqlite_lib.Open(data)
    before = set(database.blocks)
    assert not list(database.live.ReadRows("cursorDiskKV", lambda key: False))
    # Of 4 MB the blocks with the leaf pages were read, which are a few.
    assert len(set(database.blocks) - before) < 25
    assert evidence_producer.warnings == []


def testKeyThatSpillsIsAskedWhole():
    keys = ["k" * 5000 + "1", "k" * 5000 + "2", "k" * 300000]
    with sqlite_lib.MakeDatabase(statements=[_KEY_VALUE_SQL]) as (connection, path):
        for key in keys:
            connection.execute("INSERT INTO cursorDiskKV VALUES (?, 'v')", (key,))
        view = _CheckAgainstSQLite(sqlite_lib.ReadFile(path))

    asked = []

    def IsWanted(key):
        asked.append(key)
        return key.endswith(b"2")

    rows = list(view.ReadRows("cursorDiskKV", IsWanted))
    assert asked == [key.encode("ascii") for key in keys]
    assert [row.values for row in rows] == [(keys[1], "v")]
    assert list(view.ReadKeys("cursorDiskKV")) == sorted(asked)
    for key in keys:
        assert view.Lookup("cursorDiskKV", key).values == (key, "v")


@pytest.mark.parametrize("page_size", [512, 4096])
def testKeysAndLookups(page_size):
    with sqlite_lib.MakeDatabase(
        page_size=page_size, statements=[_KEY_VALUE_SQL, _KEYED_SQL, _MIXED_SQL]
    ) as (connection, path):
        connection.execute("BEGIN")
        sqlite_lib.AddRows(connection, "cursorDiskKV", 1000, size=60)
        _AddKeyedRows(connection, 200)
        connection.execute("INSERT INTO mixed (name) VALUES ('no index')")
        connection.execute("COMMIT")
        rows = connection.execute("SELECT rowid, * FROM cursorDiskKV").fetchall()
        keyed_rows = connection.execute("SELECT * FROM keyed ORDER BY key").fetchall()
        view = sqlite_lib.Open(sqlite_lib.ReadFile(path))[0].live

    keys = sorted(row[1].encode("ascii") for row in rows)
    assert list(view.ReadKeys("CURSORDISKKV")) == keys
    for prefix in (b"bubbleId:", b"bubbleId:7", b"bubbleId:7f", b"b", b"zz", b"A"):
        assert list(view.ReadKeys("cursorDiskKV", prefix)) == [
            key for key in keys if key.startswith(prefix)
        ]
    for row in rows:
        found_row = view.Lookup("cursordiskkv", row[1])
        assert (found_row.rowid, *found_row.values) == row
    for key in ("", "a", "bubbleId:", keys[500].decode("ascii") + "0", "zz"):
        assert view.Lookup("cursorDiskKV", key) is None
    assert not view.GetTable("cursorDiskKV").index_damaged

    assert list(view.ReadKeys("keyed")) == [row[1].encode() for row in keyed_rows]
    for row in keyed_rows:
        assert view.Lookup("keyed", row[1]).values == row
    assert view.Lookup("keyed", "9") is None
    assert view.Lookup("mixed", "no index") is None
    assert view.GetTable("mixed").index_damaged


def testKeysOfTableWithoutIndex():
    with sqlite_lib.MakeDatabase(
        statements=[
            "CREATE TABLE t(key TEXT, value)",
            "INSERT INTO t VALUES ('b', 1), ('a', 2), (NULL, 3), ('bb', 4)",
        ]
    ) as (_, path):
        database, evidence_producer = sqlite_lib.Open(sqlite_lib.ReadFile(path))

    assert list(database.live.ReadKeys("t")) == [b"b", b"a", b"bb"]
    assert list(database.live.ReadKeys("t", b"b")) == [b"b", b"bb"]
    assert evidence_producer.warnings == []


def testRowTellsWhereItIs():
    with sqlite_lib.MakeDatabase(
        statements=[_KEY_VALUE_SQL, "INSERT INTO cursorDiskKV VALUES ('key', 'value')"]
    ) as (_, path):
        view = sqlite_lib.Open(sqlite_lib.ReadFile(path))[0].live

    (row,) = view.ReadRows("cursorDiskKV")
    assert isinstance(row, sqlite_records.Row)
    assert row.page_number == view.GetTable("cursorDiskKV").root_page
    assert row.missing_size == 0
    # Payload size 11, rowid 1, header of 3 bytes, and the record.
    page = view.ReadPage(row.page_number)
    assert page[row.cell_offset :].startswith(b"\x0b\x01\x03\x13\x17keyvalue")
    assert view.GetFrameNumber(row.page_number) is None


def testFreelistOfManyTrunks():
    with sqlite_lib.MakeDatabase(page_size=512, statements=[_KEY_VALUE_SQL]) as (
        connection,
        path,
    ):
        connection.execute("BEGIN")
        sqlite_lib.AddRows(connection, "cursorDiskKV", 500, size=1000)
        connection.execute("COMMIT")
        connection.execute("DELETE FROM cursorDiskKV")
        (count,) = connection.execute("PRAGMA freelist_count").fetchone()
        view = _CheckAgainstSQLite(sqlite_lib.ReadFile(path))

    free_pages = list(view.FreePages())
    assert len(free_pages) == count
    # A trunk of 512 bytes holds up to 126 entries; SQLite fills 120.
    assert sum(is_trunk for _, is_trunk in free_pages) >= count // 127
    assert free_pages[0] == (view.freelist_trunk, True)


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
        _KEY_VALUE_SQL,
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


@pytest.mark.parametrize("encoding", ["UTF-8", "UTF-16le"])
def testRandomDamageNeverRaises(encoding):
    """Whatever the bytes are, every reader of every kind of table ends."""
    with sqlite_lib.MakeDatabase(
        512,
        encoding,
        pragmas=["auto_vacuum=2"],
        statements=[_KEY_VALUE_SQL, _MIXED_SQL, _KEYED_SQL],
    ) as (connection, path):
        connection.execute("BEGIN")
        sqlite_lib.AddRows(connection, "cursorDiskKV", 60)
        _AddMixedRows(connection, 40)
        _AddKeyedRows(connection, 40)
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


@pytest.mark.parametrize("options", ("", " WITHOUT ROWID"))
def testReadRowAt(tmp_path, options):
    """A row is read again at its place, and at no other place is there one."""
    path = str(tmp_path / "rows.db")
    with evidence.NewDatabase(path, page_size=512) as connection:
        connection.execute(
            f"CREATE TABLE t (k TEXT PRIMARY KEY, v BLOB) {options:s}".rstrip()
        )
        connection.executemany(
            "INSERT INTO t VALUES (?, ?)",
            [(f"key {number:03d}", bytes(number * 20)) for number in range(80)],
        )
    with open(path, "rb") as file_object:
        view = database.Database(file_object).live
        rows = list(view.ReadRows("t"))
        again = [view.ReadRowAt("t", row.page_number, row.cell_offset) for row in rows]

        assert [row.values for row in again] == [row.values for row in rows]
        assert [row.rowid for row in again] == [row.rowid for row in rows]
        assert view.ReadRowAt("t", 10**6, 100) is None
        assert view.ReadRowAt("t", rows[0].page_number, 512) is None
        assert view.ReadRowAt("other", rows[0].page_number, 100) is None


def testReadRowsByAKeyThatIsNotTheFirstColumn(tmp_path):
    """Rows are chosen by the column named key, wherever it stands."""
    path = str(tmp_path / "rows.db")
    with evidence.NewDatabase(path, page_size=512) as connection:
        connection.execute("CREATE TABLE t (other, key TEXT UNIQUE, value BLOB)")
        connection.executemany(
            "INSERT INTO t VALUES (?, ?, ?)",
            [("a1", "b1", "x"), ("b2", "a2", "y"), (None, None, "z")],
        )
    with open(path, "rb") as file_object:
        view = database.Database(file_object).live

        assert [row.GetValue("value") for row in view.ReadRows("t", (b"a",))] == ["y"]
        assert [row.GetValue("value") for row in view.ReadRows("t")] == ["x", "y", "z"]
