"""Tests of the write-ahead log.

Which frames count is compared with sqlite3, which recovers a copy of the same bytes.
"""

import io
import random
import struct

import pytest

from cursor_plaso import wal

from tests import sqlite_lib

PAGE_SIZE = 512
FRAME_SIZE = PAGE_SIZE + 24


def _MakePage(number):
    return bytes([number]) * PAGE_SIZE


def _Open(data, **kwargs):
    return wal.Wal(io.BytesIO(data), **kwargs)


@pytest.fixture(name="pending", scope="module")
def _MakePending():
    """Makes a database with five transactions that are only in its log."""
    with sqlite_lib.MakeDatabase(
        page_size=PAGE_SIZE, pragmas=["journal_mode=WAL", "wal_autocheckpoint=0"]
    ) as (connection, path):
        connection.execute("CREATE TABLE t(key TEXT UNIQUE, value BLOB)")
        sqlite_lib.AddRows(connection, "t", 3, seed=0)
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for seed in range(1, 6):
            connection.execute("BEGIN")
            sqlite_lib.AddRows(connection, "t", 4, seed=seed)
            connection.execute("COMMIT")
        yield sqlite_lib.Snapshot(path)


@pytest.mark.parametrize("is_big_endian", [False, True])
def testFramesOfTwoTransactions(is_big_endian):
    data = sqlite_lib.BuildWal(
        PAGE_SIZE,
        [(2, 0, _MakePage(1)), (3, 3, _MakePage(2)), (2, 4, _MakePage(3))],
        is_big_endian=is_big_endian,
    )

    log = _Open(data)

    assert log.problem is None
    assert log.is_valid
    assert log.page_size == PAGE_SIZE
    assert log.salts == sqlite_lib.WAL_SALTS
    assert log.frame_count == 3
    assert list(log.page_numbers[1:]) == [2, 3, 2]
    assert list(log.commit_sizes[1:]) == [0, 3, 4]
    assert log.last_commit_frame == 3
    assert log.page_count == 4
    assert log.committed == {2: 3, 3: 2}
    assert log.ReadFrame(2) == _MakePage(2)
    assert log.ReadFrame(0) is None
    assert log.ReadFrame(4) is None
    assert [log.GetFrameState(number) for number in (1, 2, 3)] == [
        wal.STATE_SUPERSEDED,
        wal.STATE_COMMITTED,
        wal.STATE_COMMITTED,
    ]
    assert not log.uncommitted_frames
    assert not log.stale_frames


def testUncommittedTailIsNormal():
    data = sqlite_lib.BuildWal(
        PAGE_SIZE,
        [(2, 2, _MakePage(1)), (3, 0, _MakePage(2)), (2, 0, _MakePage(3))],
    )

    log = _Open(data)

    assert log.problem is None
    assert log.committed == {2: 1}
    assert list(log.uncommitted_frames) == [2, 3]
    assert log.GetFrameState(2) == wal.STATE_UNCOMMITTED
    assert log.IsChecksumGood(3)


def testUncommittedTailWithOldChecksumsIsNormal():
    """SQLite spills pages of an open transaction and corrects checksums at its end."""
    data = bytearray(
        sqlite_lib.BuildWal(
            PAGE_SIZE,
            [(2, 2, _MakePage(1)), (3, 0, _MakePage(2)), (4, 0, _MakePage(3))],
        )
    )
    data[32 + FRAME_SIZE + 100] ^= 1

    log = _Open(bytes(data))

    assert log.problem is None
    assert log.last_commit_frame == 1
    assert log.first_bad_frame == 2
    assert list(log.uncommitted_frames) == [2, 3]
    assert not log.IsChecksumGood(2)
    # A frame can be checked without those before it.
    assert log.IsChecksumGood(3)


def testBadChecksumEndsTheLog():
    frames = [(number, number, _MakePage(number)) for number in range(2, 7)]
    data = bytearray(sqlite_lib.BuildWal(PAGE_SIZE, frames))
    data[32 + 2 * FRAME_SIZE + 30] ^= 0x80

    log = _Open(bytes(data))

    assert log.last_commit_frame == 2
    assert log.page_count == 3
    assert log.committed == {2: 1, 3: 2}
    assert "frame 3" in log.problem
    assert "checksum" in log.problem
    assert log.GetFrameState(5) == wal.STATE_UNCOMMITTED


def testFrameOfPageZeroEndsTheLog():
    data = sqlite_lib.BuildWal(
        PAGE_SIZE, [(2, 2, _MakePage(1)), (0, 3, _MakePage(2)), (3, 3, _MakePage(3))]
    )

    log = _Open(data)

    assert log.last_commit_frame == 1
    assert "frame 2" in log.problem


def testFramesOfAnOlderGenerationAreNormal():
    """A restart of the log adds one to the first salt and to the sequence."""
    old_salts = (sqlite_lib.WAL_SALTS[0] - 1, 77)
    old = sqlite_lib.BuildWal(
        PAGE_SIZE,
        [(number, number, _MakePage(number)) for number in range(2, 6)],
        salts=old_salts,
    )
    data = sqlite_lib.BuildWal(
        PAGE_SIZE,
        [(2, 5, _MakePage(9))],
        checkpoint_sequence=1,
        old_frames=[old[32 + FRAME_SIZE :]],
    )

    log = _Open(data)

    assert log.problem is None
    assert log.frame_count == 4
    assert log.committed == {2: 1}
    assert list(log.stale_frames) == [2, 3, 4]
    assert log.GetFrameState(2) == wal.STATE_STALE
    assert log.GetSalts(1) == sqlite_lib.WAL_SALTS
    assert log.GetSalts(2) == old_salts
    # The checksum of the first can not be checked, that of the others can.
    assert not log.IsChecksumGood(2)
    assert log.IsChecksumGood(3)


def testLogWhollyOfAnOlderGenerationIsNormal():
    """The header of a restarted log is written before its first frame."""
    old = sqlite_lib.BuildWal(
        PAGE_SIZE,
        [(2, 2, _MakePage(1))],
        salts=(sqlite_lib.WAL_SALTS[0] - 1, 77),
    )
    data = sqlite_lib.BuildWal(
        PAGE_SIZE, [], checkpoint_sequence=1, old_frames=[old[32:]]
    )

    log = _Open(data)

    assert log.problem is None
    assert log.last_commit_frame == 0
    assert not log.committed
    assert list(log.stale_frames) == [1]


def testForeignSaltIsAProblem():
    foreign = sqlite_lib.BuildWal(
        PAGE_SIZE, [(2, 2, _MakePage(1))], salts=(0x77777777, 1)
    )
    data = sqlite_lib.BuildWal(
        PAGE_SIZE, [], checkpoint_sequence=1, old_frames=[foreign[32:]]
    )

    log = _Open(data)

    assert log.last_commit_frame == 0
    assert "frame 1" in log.problem
    assert "salts" in log.problem


@pytest.mark.parametrize("size", [8, 16, 24, 100, FRAME_SIZE - 1])
def testHalfFrameIsAProblem(size):
    data = sqlite_lib.BuildWal(PAGE_SIZE, [(2, 2, _MakePage(1)), (3, 3, _MakePage(2))])

    log = _Open(data[: 32 + FRAME_SIZE + size])

    assert log.last_commit_frame == 1
    assert "frame 2" in log.problem


def testHalfFrameOfAnOlderGenerationIsNormal():
    old = sqlite_lib.BuildWal(
        PAGE_SIZE,
        [(2, 2, _MakePage(1))],
        salts=(sqlite_lib.WAL_SALTS[0] - 1, 77),
    )
    data = sqlite_lib.BuildWal(
        PAGE_SIZE,
        [(2, 2, _MakePage(1))],
        checkpoint_sequence=1,
        old_frames=[old[32:200]],
    )

    assert _Open(data).problem is None


def testEmptyLogs():
    for data in (b"", sqlite_lib.BuildWal(PAGE_SIZE, [])):
        log = _Open(data)

        assert log.problem is None
        assert log.frame_count == 0
        assert log.size == len(data)


@pytest.mark.parametrize(
    "offset, value, word",
    [
        (0, b"\x00\x00\x00\x00", "signature"),
        (8, struct.pack(">I", 513), "page size"),
        (16, b"\xff\xff", "checksum"),
        (24, b"\xff\xff", "checksum"),
    ],
)
def testDamagedHeader(offset, value, word):
    data = bytearray(sqlite_lib.BuildWal(PAGE_SIZE, [(2, 2, _MakePage(1))]))
    data[offset : offset + len(value)] = value

    log = _Open(bytes(data), page_size=PAGE_SIZE)

    assert not log.is_valid
    assert word in log.problem
    assert not log.committed
    # The frames are still there as evidence.
    assert log.frame_count == 1
    assert log.GetFrameState(1) == wal.STATE_STALE
    assert log.ReadFrame(1) == _MakePage(1)
    assert not log.IsChecksumGood(1)


def testUnknownVersion():
    data = bytearray(sqlite_lib.BuildWal(PAGE_SIZE, [(2, 2, _MakePage(1))]))
    struct.pack_into(">I", data, 4, 3007001)
    checksum = [0, 0]
    words = struct.unpack("<6I", data[:24])
    for first, second in zip(words[::2], words[1::2]):
        checksum[0] = (checksum[0] + first + checksum[1]) % 2**32
        checksum[1] = (checksum[1] + second + checksum[0]) % 2**32
    struct.pack_into(">2I", data, 24, *checksum)

    log = _Open(bytes(data))

    assert "version" in log.problem
    assert not log.committed


def testHeaderThatIsCut():
    assert "header" in _Open(b"\x37\x7f\x06\x82").problem


def testReadErrors():
    data = sqlite_lib.BuildWal(PAGE_SIZE, [(2, 2, _MakePage(1)), (3, 3, _MakePage(2))])

    log = wal.Wal(sqlite_lib.FaultyFile(data, 0, 1))
    assert "read" in log.problem
    assert not log.committed

    log = wal.Wal(sqlite_lib.FaultyFile(data, 40, 41))
    assert "frame 1" in log.problem
    assert not log.committed
    assert log.ReadFrame(1) is None


def testManyPagesAreKeptCompactly():
    """Above 65,536 pages the newest frames are in arrays, with the same answers."""
    frames = {number * 3 + 2: number + 1 for number in range(1000)}

    # pylint: disable=protected-access
    mapping = wal._SortedMap(frames)

    assert len(mapping) == len(frames)
    assert list(mapping) == sorted(frames)
    assert all(mapping.get(page) == frame for page, frame in frames.items())
    assert mapping.get(3) is None
    assert mapping.get(10**9) is None
    assert mapping.keys().isdisjoint(range(3, 5))
    assert not mapping.keys().isdisjoint(range(3, 6))
    assert mapping.keys().isdisjoint(range(10**6, 10**7))
    assert 5 in mapping
    assert 6 not in mapping


def testTouchStopsTheReading():
    data = sqlite_lib.BuildWal(PAGE_SIZE, [(2, 2, _MakePage(1))])

    assert _Open(data, touch=lambda: False).frame_count == 0
    assert _Open(data, touch=lambda: True).frame_count == 1


def testCommittedFramesOfPendingLog(pending):
    data, wal_data = pending
    log = _Open(wal_data)

    assert log.problem is None
    assert log.last_commit_frame == log.frame_count
    assert sum(1 for size in log.commit_sizes if size) == 5
    view = sqlite_lib.Open(data, wal_data)[0].live
    assert sqlite_lib.ReadRows(view, "t") == sqlite_lib.ReadSQLiteRows(
        data, "t", wal_data
    )


def testDamagedLogsCountAsInSQLite(pending):
    """Whatever happens to a log, what counts of it is what SQLite makes of it."""
    data, wal_data = pending
    generator = random.Random(20)
    counts = set()
    for _ in range(60):
        damaged = bytearray(wal_data)
        action = generator.randrange(4)
        if action == 0:
            del damaged[generator.randrange(len(damaged)) :]
        elif action == 1:
            damaged[generator.randrange(len(damaged))] ^= generator.randrange(1, 256)
        elif action == 2:
            # The header of a frame.
            offset = 32 + generator.randrange(len(damaged) // FRAME_SIZE) * FRAME_SIZE
            damaged[offset + generator.randrange(24)] ^= generator.randrange(1, 256)
        else:
            offset = generator.randrange(len(damaged))
            size = generator.randrange(1, 2000)
            damaged[offset : offset + size] = bytes(len(damaged[offset:][:size]))

        expected = sqlite_lib.ReadSQLiteRows(data, "t", bytes(damaged))
        if expected is None:
            # A version that SQLite does not know.
            continue
        view = sqlite_lib.Open(data, bytes(damaged))[0].live
        assert sqlite_lib.ReadRows(view, "t") == expected
        counts.add(len(expected))
    # Each of the first four transactions has been the last that counts, and none.
    assert counts == {3, 7, 11, 15, 19}
