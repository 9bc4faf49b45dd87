"""Tests for cursor_plaso.rollback_journal, against what sqlite3 reads from copies."""

import io
import struct

import pytest

from cursor_plaso import rollback_journal
from cursor_plaso import wal
from tests import journal_lib
from tests import sqlite_lib

KIND = "SQLite rollback journal: "

_MUTATIONS = 60

# A database of pages that are told apart by their bytes.
_PAGE_COUNT = 6


def _GetPage(number, page_size=512):
    """Retrieves a page of a table that has no rows."""
    return b"\x0d".ljust(8, b"\x00") + bytes([number]) * (page_size - 8)


def _Read(journal, page_size=512, page_count=_PAGE_COUNT, **options):
    """Reads a journal.

    Returns:
      RollbackJournal: journal whose frames were read.
    """
    result = rollback_journal.RollbackJournal(
        io.BytesIO(journal), page_size=page_size, page_count=page_count
    )
    result.ReadFrames(**options)
    return result


def _GetFrames(journal):
    """Retrieves number and page of the frames, which are numbered by their bytes."""
    frames = []
    for frame_number in range(1, journal.frame_count + 1):
        page = journal.ReadFrame(frame_number)
        frames.append((journal.page_numbers[frame_number], page[-1]))
    return frames


def _ReadPages(opened_database):
    """Reads all pages of the live view."""
    view = opened_database.live
    return b"".join(
        view.ReadPage(number) or bytes(opened_database.page_size)
        for number in range(1, view.page_count + 1)
    )


@pytest.fixture(name="hot", scope="module")
def fixture_hot():
    """Database file and journal of a transaction that was not committed."""
    contents, _, _ = journal_lib.CreateHot()
    return contents


@pytest.mark.parametrize("mode", ["DELETE", "PERSIST", "TRUNCATE"])
@pytest.mark.parametrize("synchronous", ["FULL", "OFF"])
@pytest.mark.parametrize("page_size", [512, 1024, 4096])
def testHotJournal(page_size, synchronous, mode):
    """The live rows are those that sqlite3 reads, the others in the file alone."""
    (data, journal), bubbles, _ = journal_lib.CreateHot(page_size, synchronous, mode)

    opened_database, evidence_producer = journal_lib.Open(data, journal)

    rows = sqlite_lib.ReadRows(opened_database.live, journal_lib.TABLE)
    assert rows == journal_lib.ReadSQLiteRows(data, journal)
    assert {row[1]: row[2] for row in rows} == bubbles
    assert sqlite_lib.ReadRows(opened_database.base, journal_lib.TABLE) != rows
    assert opened_database.is_rolled_back
    assert opened_database.wal.last_commit_frame == opened_database.wal.frame_count
    # A file that is torn is what a journal is for.
    assert not evidence_producer.warnings


def testWalHeader(hot):
    """A header that asks for a log does not keep SQLite from rolling back."""
    data, journal = hot
    data = data[:18] + b"\x02\x02" + data[20:]

    opened_database, _ = journal_lib.Open(data, journal)

    rows = sqlite_lib.ReadRows(opened_database.live, journal_lib.TABLE)
    assert rows == journal_lib.ReadSQLiteRows(data, journal)


def testTruncatedJournal(hot):
    """What is left of a journal is put back, as far as SQLite does."""
    data, journal = hot
    for size in [0, 1, 27, 28, 511, 512, 513] + list(range(1000, len(journal), 2111)):
        opened_database, _ = journal_lib.Open(data, journal[:size])

        assert _ReadPages(opened_database) == journal_lib.RollBack(data, journal[:size])


def testMutations(hot):
    """Whatever is wrong with a journal, the pages are those that SQLite reads."""
    data, journal = hot
    number_of_hot = 0
    for number in range(_MUTATIONS):
        mutated = journal_lib.Mutate(journal, number)
        opened_database, evidence_producer = journal_lib.Open(data, mutated)
        pages = _ReadPages(opened_database)
        opened_database.ReadColdJournal()

        kinds = [message.startswith(KIND) for message in evidence_producer.warnings]
        assert sum(kinds) <= 1
        header = mutated[:28].ljust(28, b"\x00")
        (page_size,) = struct.unpack_from(">I", header, 24)
        number_of_hot += opened_database.is_rolled_back
        if page_size in (0, 1024):
            expected = journal_lib.RollBack(data, mutated)
            assert pages == expected[: len(pages)], number
            # A header can claim any number of pages.
            assert not any(expected[len(pages) :])

    assert number_of_hot > _MUTATIONS // 4


def testRecords():
    """Records count as the header says, those of pages that were not there do not."""
    journal = b"".join(
        [
            journal_lib.BuildHeader(512, 3, 4),
            journal_lib.BuildRecord(2, _GetPage(2)),
            # SQLite does not look at the checksum of a page that was not there.
            journal_lib.BuildRecord(5, _GetPage(5), nonce=7),
            journal_lib.BuildRecord(3, _GetPage(3)),
        ]
    )

    result = _Read(journal)

    assert result.is_hot and result.problem is None
    assert result.page_count == 4
    assert _GetFrames(result) == [(2, 2), (5, 5), (3, 3)]
    assert result.committed == {2: 1, 3: 3}
    states = [result.GetFrameState(number) for number in (1, 2, 3)]
    assert states == [wal.STATE_COMMITTED, wal.STATE_SUPERSEDED, wal.STATE_COMMITTED]
    assert result.ReadFrame(0) is None
    assert result.ReadFrame(4) is None


@pytest.mark.parametrize("sector_size", [512, 4096])
def testHeaders(sector_size):
    """Every header stands on a sector and has a nonce of its own."""
    parts = []
    for nonce, numbers in ((1, (2, 3)), (2, (4,)), (0xFFFFFFFF, (5, 6))):
        part = journal_lib.BuildHeader(
            512, len(numbers), 6, nonce=nonce, sector_size=sector_size
        )
        for number in numbers:
            part += journal_lib.BuildRecord(number, _GetPage(number), nonce=nonce)
        parts.append(part.ljust(-(-len(part) // sector_size) * sector_size, b"\x00"))

    result = _Read(b"".join(parts))

    assert _GetFrames(result) == [(2, 2), (3, 3), (4, 4), (5, 5), (6, 6)]
    assert list(result.committed) == [2, 3, 4, 5, 6]
    assert set(result.generations) == {0}


def testUnknownCount():
    """Records whose number is not known end with the first that is none."""
    journal = journal_lib.BuildHeader(512, journal_lib.UNKNOWN_COUNT, 6)
    for number in (2, 3):
        journal += journal_lib.BuildRecord(number, _GetPage(number))

    result = _Read(journal + bytes(2000))
    assert list(result.committed) == [2, 3]
    assert result.problem is None

    result = _Read(journal[:-1])
    assert list(result.committed) == [2]
    assert result.problem is None


def testNoRecords():
    """A header without records gives the file its size back, even none."""
    with sqlite_lib.MakeDatabase(512, statements=["CREATE TABLE t (a, b)"]) as (
        _,
        path,
    ):
        data = sqlite_lib.ReadFile(path)

    for page_count in (0, 1, 2):
        journal = journal_lib.BuildHeader(512, 0, page_count)
        opened_database, evidence_producer = journal_lib.Open(
            data.ljust(5 * 512, b"\x00"), journal
        )
        assert opened_database.live.page_count == page_count
        assert opened_database.base.page_count == 5
        assert list(opened_database.live.tables) == (["t"] if page_count else [])
        assert not evidence_producer.warnings


def testColdJournal():
    """Records are found without the header, by the nonce that they share."""
    records = [
        journal_lib.BuildRecord(number, _GetPage(number), nonce=0x99)
        for number in (2, 3, 4)
    ]
    for sector_size in (512, 4096):
        result = _Read(bytes(sector_size) + b"".join(records))

        assert not result.is_hot and result.problem is None
        assert _GetFrames(result) == [(2, 2), (3, 3), (4, 4)]
        assert not result.committed and not result.last_commit_frame
        assert result.current_end == 3
        assert result.GetFrameState(1) == wal.STATE_SUPERSEDED


def testOlderTransactions():
    """What a transaction left of older ones is told apart from its own records."""
    journal = bytes(512)
    for number in (1, 2, 3):
        journal += journal_lib.BuildRecord(number, _GetPage(number), nonce=0x10)
    # The rest of the records of an older transaction, and one of a still older one.
    for number in (2, 3):
        journal += journal_lib.BuildRecord(number, _GetPage(10 + number), nonce=0x20)
    journal += journal_lib.BuildRecord(4, _GetPage(24), nonce=0x30)

    result = _Read(journal)

    assert list(result.generations)[1:] == [0, 0, 0, 1, 1, 2]
    assert _GetFrames(result)[3:] == [(2, 12), (3, 13), (4, 24)]
    states = [result.GetFrameState(number) for number in range(1, 7)]
    assert states == [wal.STATE_SUPERSEDED] * 3 + [wal.STATE_STALE] * 3


def testHeadersOfColdJournal():
    """A header that is signed, or not yet, goes on with the transaction."""
    for magic, generation in (
        (journal_lib.MAGIC, 0),
        (bytes(8), 0),
        # A later transaction that ended right before took the signature away.
        (b"\x00" + journal_lib.MAGIC[1:], 1),
    ):
        part = bytes(512)
        for number in (1, 2):
            part += journal_lib.BuildRecord(number, _GetPage(number), nonce=0x10)
        journal = part.ljust(2048, b"\x00")
        journal += journal_lib.BuildHeader(512, 0, 6, nonce=0x20, magic=magic)
        if magic == journal_lib.MAGIC:
            journal = journal[:2056] + struct.pack(">I", 2) + journal[2060:]
        for number in (3, 4):
            journal += journal_lib.BuildRecord(number, _GetPage(number), nonce=0x20)

        result = _Read(journal)

        assert _GetFrames(result) == [(1, 1), (2, 2), (3, 3), (4, 4)]
        assert list(result.generations)[1:] == [0, 0, generation, generation]


def testLostRecords():
    """After a gap the next header with a signature is looked for."""
    journal = bytes(512)
    for number in (1, 2):
        journal += journal_lib.BuildRecord(number, _GetPage(number), nonce=0x10)
    journal += b"\xff" * (-len(journal) % 512 + 300 * 1024)
    # No header: it does not stand on a sector.
    journal = journal[:-100] + journal_lib.MAGIC + journal[-92:]
    journal += journal_lib.BuildHeader(512, 1, 6, nonce=0x20)
    journal += journal_lib.BuildRecord(3, _GetPage(3), nonce=0x20)

    result = _Read(journal)

    assert _GetFrames(result) == [(1, 1), (2, 2), (3, 3)]
    assert list(result.generations)[1:] == [0, 0, 1]


def testChangeCounter():
    """The pages are just before the file if the file counted one transaction more."""
    page = bytearray(b"SQLite format 3\x00".ljust(512, b"\x01"))
    struct.pack_into(">I", page, 24, 77)
    journal = bytes(512) + journal_lib.BuildRecord(1, bytes(page))
    journal += journal_lib.BuildRecord(2, _GetPage(2))

    for change_counter, state in (
        (77, wal.STATE_SUPERSEDED),
        (78, wal.STATE_SUPERSEDED),
        (79, wal.STATE_STALE),
        (76, wal.STATE_STALE),
    ):
        result = _Read(journal, change_counter=change_counter)
        assert result.GetFrameState(2) == state


@pytest.mark.parametrize(
    ("journal", "problem"),
    [
        (b"", None),
        (bytes(28), "it is ignored, no pages of the database are in it"),
        (b"\x01" * 4096, "it is ignored, its header has no signature"),
        (
            journal_lib.BuildHeader(4096, 1, 6),
            "it is ignored, its page size 4096 is not the 512 of the database",
        ),
        (
            journal_lib.BuildHeader(500, 1, 6),
            "it is ignored, its header has an invalid size",
        ),
        (
            journal_lib.BuildHeader(512, 1, 6)
            + journal_lib.BuildRecord(2, _GetPage(2))[:-1],
            "it is ignored from record 1 on, which is cut off",
        ),
        (
            journal_lib.BuildHeader(512, 1, 6)
            + journal_lib.BuildRecord(2, _GetPage(2), nonce=5),
            "it is ignored from record 1 on, which has a wrong checksum",
        ),
        (
            journal_lib.BuildHeader(512, 1, 6)
            + journal_lib.BuildRecord(0, _GetPage(2)),
            "it is ignored from record 1 on, which is none",
        ),
        (
            journal_lib.BuildHeader(512, 0, 6) * 5000,
            "it is ignored after too many headers",
        ),
    ],
)
def testProblems(journal, problem):
    """What is no journal of the database is told once."""
    assert _Read(journal).problem == problem


def testReadErrors():
    """A journal that can not be read costs itself only."""
    journal = bytes(512)
    for number in range(1, 2000):
        journal += journal_lib.BuildRecord(number % 6 + 1, _GetPage(2))
    for start in (0, 300 * 1024, len(journal) - 100):
        faulty_file = sqlite_lib.FaultyFile(journal, start, start + 100)
        result = rollback_journal.RollbackJournal(
            faulty_file, page_size=512, page_count=6
        )
        result.ReadFrames()
        assert "can not be read" in result.problem
        assert bool(result.frame_count) == bool(start)


def testAbort():
    """Reading stops when it is told to."""
    journal = journal_lib.BuildHeader(512, journal_lib.UNKNOWN_COUNT, 6)
    journal += journal_lib.BuildRecord(2, _GetPage(2)) * 5000
    for data in (journal, bytes(512) + journal[512:]):
        answers = iter([True, True])
        result = rollback_journal.RollbackJournal(
            io.BytesIO(data),
            page_size=512,
            page_count=6,
            touch=lambda answers=answers: next(answers, False),
        )
        result.ReadFrames()
        assert 0 < result.frame_count < 1000


def testSuperJournal(hot):
    """A part of a larger transaction is committed once its super-journal is gone."""
    data, journal = hot
    name = b"/home/u/state.vscdb-mj00112233"
    journal += struct.pack(">I", 0x40000000 // 1024 + 1) + name
    journal += struct.pack(">2I", len(name), sum(name)) + journal_lib.MAGIC
    asked_paths = []

    def HasFile(path):
        asked_paths.append(path)
        return len(asked_paths) == 1

    for is_rolled_back in (True, False):
        opened_database, _ = journal_lib.Open(data, journal, has_file=HasFile)
        assert opened_database.is_rolled_back is is_rolled_back
    assert asked_paths == [name.decode("ascii")] * 2
    # No super-journal of copies is where they were made.
    rows = sqlite_lib.ReadRows(opened_database.live, journal_lib.TABLE)
    expected = journal_lib.ReadSQLiteRows(data, journal)
    assert expected is None or rows == expected
    opened_database.ReadColdJournal()
    assert opened_database.wal.frame_count


def testLogAndJournal(hot):
    """A log that has committed pages is read, and the journal is not."""
    data, journal = hot
    page = data[:1024]
    log = sqlite_lib.BuildWal(1024, [(1, len(data) // 1024, page)])
    for content in (journal, bytes(28) + journal[28:]):
        opened_database, evidence_producer = _OpenBoth(data, log, content)
        assert not opened_database.wal.IS_JOURNAL
        assert evidence_producer.warnings == [
            f"{KIND:s}it is ignored, there is a write-ahead log as well"
        ]

    # A log without a commit changes nothing, a hot journal does.
    log = sqlite_lib.BuildWal(1024, [(1, 0, page)])
    opened_database, evidence_producer = _OpenBoth(data, log, journal)
    assert opened_database.is_rolled_back
    assert len(evidence_producer.warnings) == 1


def _OpenBoth(data, log, journal):
    """Opens a database that has a log and a journal."""
    evidence_producer = sqlite_lib.producer.CollectingProducer()
    opened_database = sqlite_lib.database.Database(
        io.BytesIO(data),
        io.BytesIO(log),
        producer=evidence_producer,
        journal_file_object=io.BytesIO(journal),
    )
    return opened_database, evidence_producer
