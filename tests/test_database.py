"""Tests of opening databases: views, faults of reading, and files beside."""

import hashlib
import io
import os
import random
import struct
import tarfile
import zipfile

import pytest

from dfvfs.lib import errors as dfvfs_errors
from dfvfs.path import apfs_path_spec
from dfvfs.path import ext_path_spec
from dfvfs.path import fake_path_spec
from dfvfs.path import ntfs_path_spec
from dfvfs.path import os_path_spec
from dfvfs.path import tsk_path_spec
from dfvfs.path import vshadow_path_spec
from dfvfs.path import factory as path_spec_factory
from dfvfs.resolver import resolver as path_spec_resolver

from cursor_plaso import database
from cursor_plaso import producer
from cursor_plaso import wal

from tests import journal_lib
from tests import lib
from tests import sqlite_lib

PAGE_SIZE = 512

_SQL = "CREATE TABLE cursorDiskKV (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)"


@pytest.fixture(name="snapshots", scope="module")
def _MakeSnapshots():
    """Makes the states that a database and its log go through."""
    snapshots = {}
    with sqlite_lib.MakeDatabase(
        page_size=PAGE_SIZE,
        pragmas=["journal_mode=WAL", "wal_autocheckpoint=0"],
        statements=[_SQL],
    ) as (connection, path):
        connection.execute("BEGIN")
        sqlite_lib.AddRows(connection, "cursorDiskKV", 60)
        connection.execute("COMMIT")
        # The file itself has no byte so far.
        snapshots["wal only"] = b"", sqlite_lib.Snapshot(path)[1]
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        snapshots["truncated"] = sqlite_lib.Snapshot(path)

        connection.execute("BEGIN")
        connection.execute("DELETE FROM cursorDiskKV WHERE rowid % 3 = 0")
        sqlite_lib.AddRows(connection, "cursorDiskKV", 20, seed=2)
        connection.execute("COMMIT")
        connection.execute("UPDATE cursorDiskKV SET value = 'new' WHERE rowid = 1")
        snapshots["pending"] = sqlite_lib.Snapshot(path)

        connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
        snapshots["checkpointed"] = sqlite_lib.Snapshot(path)
        connection.execute("UPDATE cursorDiskKV SET value = 'newer' WHERE rowid = 2")
        snapshots["restarted"] = sqlite_lib.Snapshot(path)

        connection.execute("PRAGMA cache_size=1")
        connection.execute("PRAGMA cache_spill=1")
        connection.execute("BEGIN")
        sqlite_lib.AddRows(connection, "cursorDiskKV", 200, seed=3)
        connection.execute("DELETE FROM cursorDiskKV WHERE rowid < 20")
        snapshots["uncommitted"] = sqlite_lib.Snapshot(path)
        connection.execute("ROLLBACK")
        connection.execute("PRAGMA auto_vacuum=1")
        connection.execute("DELETE FROM cursorDiskKV WHERE rowid > 10")
        connection.execute("VACUUM")
        snapshots["shrunk"] = sqlite_lib.Snapshot(path)
    return snapshots


@pytest.fixture(name="data", scope="module")
def _MakeData():
    """Makes a database."""
    with sqlite_lib.MakeDatabase(page_size=PAGE_SIZE, statements=[_SQL]) as (
        connection,
        path,
    ):
        connection.execute("BEGIN")
        sqlite_lib.AddRows(connection, "cursorDiskKV", 150)
        connection.execute("COMMIT")
        connection.execute("DELETE FROM cursorDiskKV WHERE rowid BETWEEN 70 AND 90")
        return sqlite_lib.ReadFile(path)


@pytest.mark.parametrize(
    "name, frames",
    [
        ("truncated", None),
        ("pending", "committed superseded"),
        ("checkpointed", "committed superseded"),
        ("restarted", "committed stale"),
        ("uncommitted", "committed uncommitted"),
        ("shrunk", "committed"),
    ],
)
def testStatesOfTheLog(snapshots, name, frames):
    """Every row comes once, as SQLite sees it, and nothing is warned of."""
    data, wal_data = snapshots[name]
    expected = sqlite_lib.ReadSQLiteRows(data, "cursorDiskKV", wal_data)

    opened_database, evidence_producer = sqlite_lib.Open(data, wal_data)

    assert expected
    view = opened_database.live
    assert sqlite_lib.ReadRows(view, "cursorDiskKV") == expected
    assert sorted(view.ReadKeys("cursorDiskKV")) == sorted(
        row[1].encode("ascii") for row in expected
    )
    assert view.Lookup("cursorDiskKV", expected[-1][1]).values == expected[-1][1:]
    assert len(list(view.FreePages())) == view.freelist_count
    assert evidence_producer.warnings == []

    log = opened_database.wal
    if not frames:
        assert log is None
        assert opened_database.base is view
        return
    states = {log.GetFrameState(number) for number in range(1, log.frame_count + 1)}
    assert states >= set(frames.split())
    assert opened_database.base is not view
    assert sqlite_lib.ReadRows(opened_database.base, "cursorDiskKV") == (
        sqlite_lib.ReadSQLiteRows(data, "cursorDiskKV")
    )
    assert view.uses_wal
    assert not opened_database.base.uses_wal


def testBaseViewHoldsWhatTheLogDeletes(snapshots):
    data, wal_data = snapshots["pending"]

    opened_database, _ = sqlite_lib.Open(data, wal_data)

    base_keys = set(opened_database.base.ReadKeys("cursorDiskKV"))
    live_keys = set(opened_database.live.ReadKeys("cursorDiskKV"))
    assert len(base_keys) == 60
    assert len(base_keys - live_keys) == 20
    assert len(live_keys - base_keys) == 20
    row = next(opened_database.live.ReadRows("cursorDiskKV"))
    assert row.values[1] == "new"
    frame_number = opened_database.live.GetFrameNumber(row.page_number)
    assert opened_database.wal.page_numbers[frame_number] == row.page_number
    assert opened_database.base.GetFrameNumber(row.page_number) is None


def testDatabaseThatIsOnlyInItsLog(snapshots):
    """A file of zero bytes is read if its log holds page 1.

    SQLite itself deletes the log of such a file, in some of its versions.
    """
    data, wal_data = snapshots["wal only"]
    assert data == b""

    opened_database, _ = sqlite_lib.Open(data, wal_data)

    assert opened_database.page_size == PAGE_SIZE
    assert opened_database.page_count == 0
    assert opened_database.base.page_count == 0
    assert opened_database.base.ReadPage(1) is None
    assert opened_database.live.page_count > 0
    expected = sqlite_lib.ReadSQLiteRows(snapshots["truncated"][0], "cursorDiskKV")
    assert len(expected) == 60
    assert sqlite_lib.ReadRows(opened_database.live, "cursorDiskKV") == expected
    assert not list(opened_database.base.ReadRows("cursorDiskKV"))


def testDamagedHeaderIsThatOfTheLog(snapshots):
    """The page 1 of the log stands for a damaged one of the file."""
    data, wal_data = snapshots["wal only"]

    opened_database, _ = sqlite_lib.Open(b"\x00" * 4096, wal_data)

    assert len(list(opened_database.live.ReadRows("cursorDiskKV"))) == 60


@pytest.mark.parametrize(
    "data, wal_data",
    [
        (b"", None),
        (b"", b""),
        (b"", sqlite_lib.BuildWal(512, [(2, 2, bytes(512))])),
        (b"SQLite format 3\x00", None),
        (b"not a database" * 100, None),
        (b"not a database" * 100, b"neither" * 100),
        (b"SQLite format 3\x00\x00\x07" + bytes(1000), None),
        (b"", sqlite_lib.BuildWal(512, [(1, 1, bytes(512))])),
    ],
)
def testNoDatabase(data, wal_data):
    with pytest.raises(database.NotADatabaseError):
        sqlite_lib.Open(data, wal_data)


def testForeignFileIsRefusedCheaply():
    class CountingFile(io.BytesIO):
        sizes = []

        def read(self, size=-1):
            self.sizes.append(size)
            return super().read(size)

    with pytest.raises(database.NotADatabaseError):
        database.Database(CountingFile(b"x" * 10**6))

    assert sum(CountingFile.sizes) == 100


def testLogOfAnotherPageSizeIsIgnored(data):
    wal_data = sqlite_lib.BuildWal(1024, [(2, 2, bytes(1024))])

    opened_database, evidence_producer = sqlite_lib.Open(data, wal_data)

    assert opened_database.wal is None
    assert opened_database.live is opened_database.base
    assert sqlite_lib.ReadRows(opened_database.live, "cursorDiskKV") == (
        sqlite_lib.ReadSQLiteRows(data, "cursorDiskKV")
    )
    (warning,) = evidence_producer.warnings
    assert "page size 1024" in warning


@pytest.mark.parametrize(
    "change",
    [
        lambda wal_data: b"\x00" * 32 + wal_data[32:],
        # Salts and checksums are random: any byte may be zero already.
        lambda wal_data: wal_data[:20] + bytes([wal_data[20] ^ 1]) + wal_data[21:],
        lambda wal_data: wal_data[:60] + bytes([wal_data[60] ^ 1]) + wal_data[61:],
    ],
)
def testDamagedLogIsIgnoredWithOneWarning(snapshots, change):
    data, wal_data = snapshots["pending"]

    opened_database, evidence_producer = sqlite_lib.Open(data, change(wal_data))

    assert opened_database.live is opened_database.base
    assert sqlite_lib.ReadRows(opened_database.live, "cursorDiskKV") == (
        sqlite_lib.ReadSQLiteRows(data, "cursorDiskKV")
    )
    (warning,) = evidence_producer.warnings
    assert warning.startswith("SQLite write-ahead log: ")
    assert opened_database.wal.frame_count


def testSizesThatCanNotBeAreNotBelieved(data):
    """Neither a size nor a page number of the log makes a view huge."""
    huge = 0xFFFFFFF0
    pages = sqlite_lib.GetPages(data, PAGE_SIZE)
    wal_data = sqlite_lib.BuildWal(
        PAGE_SIZE, [(1, 0, pages[0]), (huge, huge + 1, bytes(PAGE_SIZE))]
    )

    opened_database, _ = sqlite_lib.Open(data, wal_data)

    assert opened_database.live.page_count < 100000
    assert len(list(opened_database.live.ReadRows("cursorDiskKV"))) == 129


def testPagesBeyondACutFileAreReadFromTheLog(data):
    """A log can hold pages that lie behind the end of a file that was cut."""
    pages = sqlite_lib.GetPages(data, PAGE_SIZE)
    page_count = len(pages)
    wal_data = sqlite_lib.BuildWal(
        PAGE_SIZE,
        [
            (number, page_count if number == page_count else 0, pages[number - 1])
            for number in range(2, page_count + 1)
        ],
    )

    opened_database, evidence_producer = sqlite_lib.Open(data[:PAGE_SIZE], wal_data)

    assert opened_database.live.page_count == page_count
    assert sqlite_lib.ReadRows(opened_database.live, "cursorDiskKV") == (
        sqlite_lib.ReadSQLiteRows(data, "cursorDiskKV")
    )
    assert evidence_producer.warnings == []


def testBigEndianLog(data):
    pages = sqlite_lib.GetPages(data, PAGE_SIZE)
    frames = [(number, len(pages), page) for number, page in enumerate(pages, 1)]
    wal_data = sqlite_lib.BuildWal(PAGE_SIZE, frames, is_big_endian=True)
    truncated = data[: PAGE_SIZE * 3]

    opened_database, evidence_producer = sqlite_lib.Open(truncated, wal_data)

    expected = sqlite_lib.ReadSQLiteRows(truncated, "cursorDiskKV", wal_data)
    assert sqlite_lib.ReadRows(opened_database.live, "cursorDiskKV") == expected
    assert len(expected) == 129
    assert evidence_producer.warnings == []


def testCutFile(data):
    """A file that was cut within a page yields what is there."""
    expected = {row[0]: row for row in sqlite_lib.ReadSQLiteRows(data, "cursorDiskKV")}
    pages = len(data) // PAGE_SIZE
    for size in (PAGE_SIZE * pages - 100, PAGE_SIZE * pages // 2 + 77, 700, 150, 100):
        opened_database, evidence_producer = sqlite_lib.Open(data[:size])
        rows = list(opened_database.live.ReadRows("cursorDiskKV"))
        assert opened_database.page_count == -(-size // PAGE_SIZE)
        for row in rows:
            values = expected[row.rowid]
            if row.complete:
                assert (row.rowid, *row.values) == values
            else:
                assert values[2].startswith(row.values[1] or values[2][:0])
        assert evidence_producer.warnings


def testFileThatShrinksWhileItIsRead(data):
    file_object = io.BytesIO(data * 20)
    opened_database = database.Database(file_object)
    iterator = opened_database.live.ReadRows("cursorDiskKV")
    next(iterator)
    opened_database.blocks.clear()
    file_object.truncate(1000)

    assert len(list(iterator)) < 129
    assert opened_database.live.ReadPage(100) is None


def testReadErrorCostsItsPages(data):
    """For a fault at every place of a file the rows elsewhere come."""
    expected = list(sqlite_lib.Open(data)[0].live.ReadRows("cursorDiskKV"))
    expected_values = {row.rowid: row.values for row in expected}
    for offset in range(PAGE_SIZE, len(data), 3 * PAGE_SIZE):
        page_number = offset // PAGE_SIZE + 1
        evidence_producer = producer.CollectingProducer()
        opened_database = database.Database(
            sqlite_lib.FaultyFile(data, offset, offset + 1),
            producer=evidence_producer,
        )
        rows = list(opened_database.live.ReadRows("cursorDiskKV"))
        list(opened_database.live.ReadKeys("cursorDiskKV"))
        list(opened_database.live.FreePages())
        assert opened_database.live.ReadPage(page_number) is None
        whole = {row.rowid: row.values for row in rows if row.complete}
        assert whole.items() <= expected_values.items()
        lost = [
            row
            for row in expected
            if row.rowid not in whole and row.page_number != page_number
        ]
        # Unless an interior page is lost the rows of one page are, and one chain.
        table = opened_database.live.GetTable("cursorDiskKV")
        assert len(lost) <= 1 or page_number == table.root_page or len(rows) < 129
        assert any("no data at" in text for text in evidence_producer.warnings)
        assert all(
            f"page {page_number:d}" in text or "index" in text
            for text in evidence_producer.warnings
        )


@pytest.mark.parametrize(
    "error", [OSError("gone"), dfvfs_errors.BackEndError("gone"), EOFError()]
)
def testFileThatCanNotBeReadAtAll(error):
    class BrokenFile(io.BytesIO):
        def read(self, size=-1):
            raise error

    with pytest.raises(database.NotADatabaseError):
        database.Database(BrokenFile(b"x" * 1000))


def testReadErrorsOfTheLog(snapshots):
    data, wal_data = snapshots["pending"]
    for offset in range(0, len(wal_data), 700):
        evidence_producer = producer.CollectingProducer()
        opened_database = database.Database(
            io.BytesIO(data),
            sqlite_lib.FaultyFile(wal_data, offset, offset + 1),
            producer=evidence_producer,
        )
        list(opened_database.live.ReadRows("cursorDiskKV"))
        assert evidence_producer.warnings


def testAbort(data):
    evidence_producer = producer.CollectingProducer()
    opened_database, _ = sqlite_lib.Open(data, evidence_producer=evidence_producer)
    with sqlite_lib.MakeDatabase(page_size=PAGE_SIZE, statements=[_SQL]) as (
        connection,
        path,
    ):
        connection.execute("BEGIN")
        sqlite_lib.AddRows(connection, "cursorDiskKV", 3000)
        connection.execute("COMMIT")
        opened_database, _ = sqlite_lib.Open(
            sqlite_lib.ReadFile(path), evidence_producer=evidence_producer
        )
    view = opened_database.live
    assert len(list(view.ReadRows("cursorDiskKV"))) == 3000
    assert evidence_producer.touches > 3
    assert not opened_database.is_aborted

    evidence_producer.SignalAbort()

    assert len(list(view.ReadRows("cursorDiskKV"))) < 1000
    assert len(list(view.ReadKeys("cursorDiskKV"))) < 3000
    assert opened_database.is_aborted
    assert evidence_producer.warnings == []


def testMemoryIsBounded():
    """Of a database of 6 MB not more than 4 MiB are kept."""
    with sqlite_lib.MakeDatabase(statements=[_SQL]) as (connection, path):
        connection.execute("BEGIN")
        for index in range(600):
            connection.execute(
                "INSERT INTO cursorDiskKV VALUES (?, ?)", (str(index), "x" * 10000)
            )
        connection.execute("COMMIT")
        opened_database, _ = sqlite_lib.Open(sqlite_lib.ReadFile(path))

    assert len(list(opened_database.live.ReadRows("cursorDiskKV"))) == 600
    for index in range(600):
        assert opened_database.live.Lookup("cursorDiskKV", str(index))
    assert opened_database.file_size > 6 * 10**6
    assert sum(map(len, opened_database.blocks.values())) <= 4 * 1024 * 1024


def testRandomDamageNeverRaises(snapshots):
    """Whatever the bytes are, every reader ends, without an exception."""
    generator = random.Random(7)
    names = sorted(snapshots)
    for index in range(300):
        data, wal_data = (bytearray(part) for part in snapshots[names[index % 7]])
        for _ in range(generator.choice([1, 2, 5, 30])):
            part = generator.choice([data or wal_data, wal_data or data])
            offset = generator.randrange(len(part))
            if generator.randrange(3) == 0:
                # The header of a page.
                offset = offset // PAGE_SIZE * PAGE_SIZE + generator.randrange(16)
            garbage = generator.choice(
                [b"\x00", b"\xff", b"\x0d", b"\x05", b"\x81\x80"]
            )
            if generator.randrange(2):
                garbage = generator.randbytes(generator.choice([1, 2, 4, 100]))
            part[offset : offset + len(garbage)] = garbage
        if generator.randrange(8) == 0:
            del data[generator.randrange(len(data) + 1) :]

        try:
            opened_database, evidence_producer = sqlite_lib.Open(
                bytes(data), bytes(wal_data)
            )
        except database.NotADatabaseError:
            continue
        for view in (opened_database.live, opened_database.base):
            for name, table in view.tables.items():
                assert table.columns is not None
                rows = list(view.ReadRows(name))
                list(view.ReadRows(name, lambda key: False))
                for row in rows[:10]:
                    key = row.GetValue("key")
                    view.Lookup(name, key if isinstance(key, str) else "")
                list(view.ReadKeys(name))
                list(view.ReadKeys(name, b"bubbleId:7"))
            list(view.FreePages())
            for page_number in (0, 1, 2, view.page_count, view.page_count + 1):
                view.ReadPage(page_number)
        assert len(evidence_producer.warnings) < 300


def _WriteEvidence(directory, snapshot):
    """Writes a database and its log."""
    path = os.path.join(directory, "state.vscdb")
    for suffix, data in zip(("", "-wal"), snapshot):
        with open(f"{path:s}{suffix:s}", "wb") as file_object:
            file_object.write(data)
    return path


def _HashDirectory(directory):
    """Hashes the names and contents of a directory."""
    return {
        name: hashlib.sha256(
            sqlite_lib.ReadFile(os.path.join(directory, name))
        ).hexdigest()
        for name in sorted(os.listdir(directory))
    }


@pytest.mark.parametrize("kind", ["os", "tar", "zip", "tar.gz"])
def testOpenFileEntry(snapshots, tmp_path, kind):
    """The log beside a file is found through the file system of the file."""
    data, wal_data = snapshots["pending"]
    path = _WriteEvidence(tmp_path, (data, wal_data))
    path_spec = os_path_spec.OSPathSpec(location=path)
    if kind != "os":
        archive_path = str(tmp_path / f"evidence.{kind:s}")
        names = [(path, "state.vscdb"), (f"{path:s}-wal", "state.vscdb-wal")]
        if kind == "zip":
            with zipfile.ZipFile(archive_path, "w", zipfile.ZIP_DEFLATED) as archive:
                for source_path, name in names:
                    archive.write(source_path, name)
        else:
            mode = "w:gz" if kind == "tar.gz" else "w"
            with tarfile.open(archive_path, mode) as archive:
                for source_path, name in names:
                    archive.add(source_path, name)
        parent = os_path_spec.OSPathSpec(location=archive_path)
        if kind == "tar.gz":
            parent = path_spec_factory.Factory.NewPathSpec("GZIP", parent=parent)
        path_spec = path_spec_factory.Factory.NewPathSpec(
            "ZIP" if kind == "zip" else "TAR", location="/state.vscdb", parent=parent
        )
    hashes = _HashDirectory(tmp_path)
    file_entry = path_spec_resolver.Resolver.OpenFileEntry(path_spec)

    opened_database = database.Database.OpenFileEntry(file_entry)

    assert sqlite_lib.ReadRows(opened_database.live, "cursorDiskKV") == (
        sqlite_lib.ReadSQLiteRows(data, "cursorDiskKV", wal_data)
    )
    assert opened_database.wal.frame_count
    # Nothing is written, and nothing comes beside the evidence.
    assert _HashDirectory(tmp_path) == hashes


@pytest.mark.parametrize("kind", ["os", "zip"])
def testOpenFileEntryWithJournal(tmp_path, kind):
    """The rollback journal beside a file is found and not rolled back."""
    (data, journal), bubbles, _ = journal_lib.CreateHot()
    path = _WriteEvidence(tmp_path, (data, b""))
    os.rename(f"{path:s}-wal", f"{path:s}-journal")
    with open(f"{path:s}-journal", "wb") as file_object:
        file_object.write(journal)
    path_spec = os_path_spec.OSPathSpec(location=path)
    if kind == "zip":
        archive_path = str(tmp_path / "evidence.zip")
        with zipfile.ZipFile(archive_path, "w") as archive:
            for suffix in ("", "-journal"):
                archive.write(f"{path:s}{suffix:s}", f"state.vscdb{suffix:s}")
        path_spec = path_spec_factory.Factory.NewPathSpec(
            "ZIP",
            location="/state.vscdb",
            parent=os_path_spec.OSPathSpec(location=archive_path),
        )
    hashes = _HashDirectory(tmp_path)
    file_entry = path_spec_resolver.Resolver.OpenFileEntry(path_spec)

    opened_database = database.Database.OpenFileEntry(file_entry)
    alone = database.Database.OpenFileEntry(file_entry, with_wal=False)

    rows = opened_database.live.ReadRows("cursorDiskKV")
    assert dict(row.values for row in rows) == bubbles
    assert not alone.is_rolled_back
    assert database.Database.ReadForCheck(
        file_entry, lambda checked_database: "ItemTable" in checked_database.live.tables
    )
    assert _HashDirectory(tmp_path) == hashes


def testOpenFileEntryWithSuperJournal(tmp_path):
    """A super-journal counts if it is in the directory of the database."""
    (data, journal), _, _ = journal_lib.CreateHot()
    name = b"C:\\Users\\u\\state.vscdb-mj00112233"
    journal += struct.pack(">I", 0x40000000 // 1024 + 1) + name
    journal += struct.pack(">2I", len(name), sum(name)) + journal_lib.MAGIC
    path = tmp_path / "state.vscdb"
    path.write_bytes(data)
    tmp_path.joinpath("state.vscdb-journal").write_bytes(journal)
    file_entry = path_spec_resolver.Resolver.OpenFileEntry(
        os_path_spec.OSPathSpec(location=str(path))
    )

    assert not database.Database.OpenFileEntry(file_entry).is_rolled_back

    tmp_path.joinpath("state.vscdb-mj00112233").write_bytes(b"")
    assert database.Database.OpenFileEntry(file_entry).is_rolled_back


def testOpenFileEntryWithoutLog(snapshots, tmp_path):
    path = _WriteEvidence(tmp_path, snapshots["truncated"])
    os.remove(f"{path:s}-wal")
    os.mkdir(f"{path:s}-wal")
    file_entry = path_spec_resolver.Resolver.OpenFileEntry(
        os_path_spec.OSPathSpec(location=path)
    )

    opened_database = database.Database.OpenFileEntry(file_entry)

    assert opened_database.wal is None
    assert len(list(opened_database.live.ReadRows("cursorDiskKV"))) == 60


def testOpenFileEntryOfDirectory(tmp_path):
    file_entry = path_spec_resolver.Resolver.OpenFileEntry(
        os_path_spec.OSPathSpec(location=str(tmp_path))
    )

    with pytest.raises(database.NotADatabaseError):
        database.Database.OpenFileEntry(file_entry)


def testPathSpecificationsOfTheLog():
    """What identifies the file is left out, what identifies the volume stays."""

    class FileSystem:
        path_spec = None

        def GetFileEntryByPathSpec(self, path_spec):
            self.path_spec = path_spec

    class FileEntry:
        def __init__(self, path_spec):
            self.file_system = FileSystem()
            self.path_spec = path_spec

        def GetFileSystem(self):
            return self.file_system

    parent = vshadow_path_spec.VShadowPathSpec(
        location="/vss2",
        store_index=1,
        parent=fake_path_spec.FakePathSpec(location="/image"),
    )
    location = "/Users/u/state.vscdb"
    wal_location = f"{location:s}-wal"
    for path_spec, expected in (
        (
            ntfs_path_spec.NTFSPathSpec(
                location="\\Users\\u\\state.vscdb",
                mft_attribute=2,
                mft_entry=77,
                parent=parent,
            ),
            ntfs_path_spec.NTFSPathSpec(
                location="\\Users\\u\\state.vscdb-wal", parent=parent
            ),
        ),
        (
            tsk_path_spec.TSKPathSpec(inode=7, location=location, parent=parent),
            tsk_path_spec.TSKPathSpec(location=wal_location, parent=parent),
        ),
        (
            ext_path_spec.EXTPathSpec(inode=7, location=location, parent=parent),
            ext_path_spec.EXTPathSpec(location=wal_location, parent=parent),
        ),
        (
            apfs_path_spec.APFSPathSpec(identifier=7, location=location, parent=parent),
            apfs_path_spec.APFSPathSpec(location=wal_location, parent=parent),
        ),
        (
            ext_path_spec.EXTPathSpec(inode=7, parent=parent),
            None,
        ),
        (
            ntfs_path_spec.NTFSPathSpec(data_stream="x", location="\\a", parent=parent),
            None,
        ),
    ):
        file_entry = FileEntry(path_spec)

        assert database.GetFileEntryBeside(file_entry, "-wal") is None
        assert file_entry.file_system.path_spec == expected


def testHeaderFacts(data):
    opened_database, _ = sqlite_lib.Open(data)

    assert opened_database.page_size == PAGE_SIZE
    assert opened_database.usable_size == PAGE_SIZE
    assert opened_database.encoding == "utf-8"
    assert not opened_database.auto_vacuum
    assert opened_database.page_count == len(data) // PAGE_SIZE
    assert opened_database.header.page_count == opened_database.page_count
    assert opened_database.file_size == len(data)
    assert opened_database.live.freelist_trunk
    assert opened_database.live.ReadPage(1) == data[:PAGE_SIZE]
    assert opened_database.ReadRaw(16, 2) == data[16:18]


def testHeaderThatLiesAboutThePageCount(data):
    """A number of pages that is too small costs no row."""
    changed = bytearray(data)
    struct.pack_into(">I", changed, 28, 3)

    opened_database, _ = sqlite_lib.Open(bytes(changed))

    assert opened_database.page_count == len(data) // PAGE_SIZE
    assert len(list(opened_database.live.ReadRows("cursorDiskKV"))) == 129


def testWarningsWithoutProducer(data):
    opened_database = database.Database(
        io.BytesIO(b"".join([data[:3000], bytes(9000)]))
    )

    assert len(list(opened_database.live.ReadRows("cursorDiskKV"))) < 129


def testLargeLogsAreKeptCompactly(snapshots, monkeypatch):
    """With the mapping for large logs the views are the same."""
    expected = {}
    for name, (data, wal_data) in snapshots.items():
        view = sqlite_lib.Open(data, wal_data)[0].live
        expected[name] = sqlite_lib.ReadRows(view, "cursorDiskKV")

    monkeypatch.setattr(wal, "_MAXIMUM_DICTIONARY_SIZE", 1)

    for name, (data, wal_data) in snapshots.items():
        view = sqlite_lib.Open(data, wal_data)[0].live
        assert sqlite_lib.ReadRows(view, "cursorDiskKV") == expected[name]
        assert len(list(view.FreePages())) == view.freelist_count


def testLongChainsAreReadAroundTheLog():
    """Pages of a chain that are in the log are not taken from the file beside them."""
    with sqlite_lib.MakeDatabase(
        page_size=PAGE_SIZE,
        pragmas=["journal_mode=WAL", "wal_autocheckpoint=0"],
        statements=[_SQL],
    ) as (connection, path):
        for index in range(8):
            connection.execute(
                "INSERT INTO cursorDiskKV VALUES (?, ?)",
                (str(index), f"{index:04d}" * 40000),
            )
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        # Same size: the chain keeps its pages, whose content is only in the log.
        connection.execute("DELETE FROM cursorDiskKV WHERE rowid IN (2, 5)")
        connection.execute(
            "INSERT INTO cursorDiskKV VALUES ('new', ?)", ("abcd" * 40000,)
        )
        data, wal_data = sqlite_lib.Snapshot(path)
    opened_database, evidence_producer = sqlite_lib.Open(data, wal_data)

    for view, part in ((opened_database.live, wal_data), (opened_database.base, None)):
        expected = sqlite_lib.ReadSQLiteRows(data, "cursorDiskKV", part)
        assert sqlite_lib.ReadRows(view, "cursorDiskKV") == expected
        for _, key, value in expected:
            assert view.Lookup("cursorDiskKV", key).values == (key, value)
    assert evidence_producer.warnings == []


def _FindEvidence():
    """Finds the databases of the evidence files."""
    for directory, _, names in sorted(os.walk(lib.TEST_DATA_PATH)):
        # Of these test_hostile.py tells what is to come out.
        if os.path.relpath(directory, lib.TEST_DATA_PATH).startswith("hostile"):
            continue
        for name in sorted(names):
            path = os.path.join(directory, name)
            with open(path, "rb") as file_object:
                if file_object.read(16) == b"SQLite format 3\x00":
                    yield os.path.relpath(path, lib.TEST_DATA_PATH)


@pytest.mark.parametrize("name", list(_FindEvidence()))
def testEvidenceIsReadAsBySQLite(name):
    """What SQLite can read of an evidence file is read, row by row."""
    path = os.path.join(lib.TEST_DATA_PATH, name)
    data = sqlite_lib.ReadFile(path)
    wal_data = sqlite_lib.ReadFile(f"{path:s}-wal")

    view = sqlite_lib.Open(data, wal_data)[0].live

    for table_name, table in view.tables.items():
        if table.type != "table":
            continue
        columns = "*" if table.without_rowid else "rowid, *"
        order = "1" if table.without_rowid else "rowid"
        expected = sqlite_lib.ReadSQLiteRows(
            data, f'"{table_name:s}"', wal_data or None, columns, order
        )
        rows = sqlite_lib.ReadRows(view, table_name)
        if table.without_rowid:
            rows = [row[1:] for row in rows]
        # SQLite gives up on a damaged table, this reader does not.
        if expected is not None:
            assert rows == expected


@pytest.mark.parametrize(
    "name, expected",
    (("pending", [False]), ("wal only", [True]), ("truncated", [False])),
)
def testReadForCheck(snapshots, tmp_path, monkeypatch, name, expected):
    """The log is read to tell what a database is only if the file does not tell."""
    data, wal_data = snapshots[name]
    path = str(tmp_path / "state.vscdb")
    for suffix, part in (("", data), ("-wal", wal_data)):
        if part or not suffix:
            with open(f"{path:s}{suffix:s}", "wb") as file_object:
                file_object.write(part)
    opened = []
    open_file_entry = database.Database.OpenFileEntry

    def Open(file_entry, producer=None, with_wal=True):
        opened_database = open_file_entry(
            file_entry, producer=producer, with_wal=with_wal
        )
        assert with_wal or opened_database.wal is None
        opened.append(with_wal)
        return opened_database

    monkeypatch.setattr(database.Database, "OpenFileEntry", Open)
    file_entry = lib.MakeFileEntry(lib.MakePathSpec(path))

    assert database.Database.ReadForCheck(
        file_entry, lambda checked: checked.live.GetTable("cursorDiskKV") is not None
    )
    assert opened == expected


def testReadForCheckOfAnother(snapshots, tmp_path):
    """What a database is not it is not with its log either."""
    data, wal_data = snapshots["pending"]
    path = str(tmp_path / "state.vscdb")
    for suffix, part in (("", data), ("-wal", wal_data)):
        with open(f"{path:s}{suffix:s}", "wb") as file_object:
            file_object.write(part)
    checked = []
    file_entry = lib.MakeFileEntry(lib.MakePathSpec(path))

    assert not database.Database.ReadForCheck(file_entry, checked.append)
    assert [opened.wal is not None for opened in checked] == [False, True]


def testReadForCheckWithoutLog(snapshots, tmp_path):
    """A file that has no log is opened once, whatever it is."""
    path = tmp_path / "state.vscdb"
    path.write_bytes(snapshots["truncated"][0])
    checked = []
    file_entry = lib.MakeFileEntry(lib.MakePathSpec(str(path)))

    assert not database.Database.ReadForCheck(file_entry, checked.append)
    assert len(checked) == 1

    path.write_bytes(b"none")
    file_entry = lib.MakeFileEntry(lib.MakePathSpec(str(path)))
    with pytest.raises(database.NotADatabaseError):
        database.Database.ReadForCheck(file_entry, checked.append)
    assert len(checked) == 1
