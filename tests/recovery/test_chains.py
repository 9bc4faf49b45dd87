"""Tests of how overflow chains are followed."""

import pytest

from cursor_plaso.recovery import chains
from tests import sqlite_lib
from tests.recovery import page_lib

# Pages are of 512 bytes, of which the first 4 hold the number of the next page.
_CHUNK_SIZE = 508

_OTHER_SALTS = (0x11111111, 0x22222222)


def _MakeReader(pages, free_pages=(), log=None):
    """Makes a reader of chains.

    Args:
      pages (dict[int, bytes]): page per number.
      free_pages (Optional[list[int]]): numbers of the free pages, of which the first is
          the trunk page.
      log (Optional[bytes]): write-ahead log.

    Returns:
      ChainReader: reader.
    """
    data = page_lib.MakeFile(pages, free_pages=free_pages)
    test_database, test_map, _ = page_lib.Open(data, log)
    return chains.ChainReader(test_database, test_map)


def _MakePage(next_page, letter):
    """Makes an overflow page that is full of one letter.

    Args:
      next_page (int): number of the next page or 0.
      letter (bytes): letter.

    Returns:
      bytes: page.
    """
    return page_lib.MakeOverflowPage(next_page, letter * _CHUNK_SIZE)


def _CheckBroken(chain, parts, reason, is_plausible):
    """Checks a chain that does not end where it should.

    Args:
      chain (Chain): chain.
      parts (list[bytes]): letter per page that was read.
      reason (str): reason.
      is_plausible (bool): True if what was read is believed.
    """
    assert not chain.is_exact
    assert [part[:1] for part in chain.parts] == parts
    assert chain.reason == reason
    assert chain.is_plausible is is_plausible


def testNewChain():
    """A chain of which nothing was read is none that ends where it should."""
    chain = chains.Chain()

    assert chain.parts == []
    assert chain.free_pages == []
    assert chain.is_exact is False
    assert chain.is_plausible is True
    assert chain.reason is None


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        # What fits: up to U - 35.
        (1, (1, 0)),
        (477, (477, 0)),
        # K = 39 + (478 - 39) % 508 = 478 is too large: M = 39 bytes stay.
        (478, (39, 439)),
        # K = 39 + (547 - 39) % 508 = 39: the overflow page is full.
        (547, (39, 508)),
        # K = 39 + (600 - 39) % 508 = 92: the overflow page is full as well.
        (600, (92, 508)),
        (985, (477, 508)),
        (986, (39, 947)),
    ],
)
def testGetLocalPart(size, expected):
    """A record is divided as the file format says."""
    assert chains.GetLocalPart(size, 512) == expected
    assert sum(chains.GetLocalPart(size, 512)) == size


# Rows that were deleted.


def testFreePages():
    """The chain of a deleted row stands in free pages, in any order."""
    reader = _MakeReader(
        {5: _MakePage(0, b"c"), 6: _MakePage(5, b"b"), 7: _MakePage(6, b"a")},
        free_pages=[4, 5, 6, 7],
    )
    chain = reader.Read(7, 2 * _CHUNK_SIZE + 3)

    assert chain.is_exact
    assert chain.is_plausible
    assert chain.reason is None
    assert chain.parts == [b"a" * _CHUNK_SIZE, b"b" * _CHUNK_SIZE, b"ccc"]
    assert chain.free_pages == [7, 6, 5]


def testFullPage():
    """A chain that fills its last page has no further page."""
    reader = _MakeReader({5: _MakePage(0, b"a")}, free_pages=[4, 5])
    chain = reader.Read(5, _CHUNK_SIZE)

    assert chain.is_exact
    assert chain.parts == [b"a" * _CHUNK_SIZE]


def testNothingToRead():
    """Nothing is read of a chain without bytes."""
    chain = _MakeReader({}).Read(0, 0)

    assert chain.is_exact
    assert chain.parts == []


def testNoFirstPage():
    """A chain that has no first page ends before it began."""
    reader = _MakeReader({5: _MakePage(0, b"a")}, free_pages=[4, 5])

    _CheckBroken(reader.Read(0, 10), [], "overflow chain ends early", False)


@pytest.mark.parametrize("page_number", [1, 6, 0xFFFFFFFF])
def testFirstPageIsNowhere(page_number):
    """Page 1 is never an overflow page, and neither is one past the end."""
    reader = _MakeReader({5: _MakePage(0, b"a")}, free_pages=[4, 5])

    _CheckBroken(
        reader.Read(page_number, 10), [], "overflow chain leads nowhere", False
    )


def testLoop():
    """A chain that comes back ends there: not all of it can be of the row."""
    reader = _MakeReader(
        {5: _MakePage(6, b"a"), 6: _MakePage(5, b"b")}, free_pages=[4, 5, 6]
    )

    _CheckBroken(
        reader.Read(5, 3 * _CHUNK_SIZE),
        [b"a", b"b"],
        "overflow chain leads nowhere",
        False,
    )


def testEarlyEnd():
    """A chain that has too few pages is of another row."""
    reader = _MakeReader(
        {5: _MakePage(6, b"a"), 6: _MakePage(0, b"b")}, free_pages=[4, 5, 6]
    )

    _CheckBroken(
        reader.Read(5, 2 * _CHUNK_SIZE + 1),
        [b"a"],
        "page 6 is not of its overflow chain",
        False,
    )


def testTooManyPages():
    """A chain that goes on after its end is of another row."""
    reader = _MakeReader(
        {5: _MakePage(6, b"a"), 6: _MakePage(7, b"b"), 7: _MakePage(0, b"c")},
        free_pages=[4, 5, 6, 7],
    )

    _CheckBroken(
        reader.Read(5, 2 * _CHUNK_SIZE),
        [b"a"],
        "page 6 is not of its overflow chain",
        False,
    )


def testNextPageIsNowhere():
    """A page whose next page does not exist is none of the chain."""
    reader = _MakeReader(
        {5: _MakePage(6, b"a"), 6: _MakePage(0x61616161, b"b")}, free_pages=[4, 5, 6]
    )

    _CheckBroken(
        reader.Read(5, 3 * _CHUNK_SIZE),
        [b"a"],
        "page 6 is not of its overflow chain",
        False,
    )


def testUsedAgain():
    """What was read before a page that is in use again is still of the row."""
    reader = _MakeReader(
        {5: _MakePage(6, b"a"), 6: _MakePage(0, b"b")}, free_pages=[4, 5]
    )
    chain = reader.Read(5, 2 * _CHUNK_SIZE)

    _CheckBroken(chain, [b"a"], "overflow page 6 was used again", True)
    assert chain.free_pages == [5]


def testTrunkPage():
    """A trunk page of the freelist wrote over the page that it was."""
    reader = _MakeReader({5: _MakePage(4, b"a")}, free_pages=[4, 5])

    _CheckBroken(
        reader.Read(5, 2 * _CHUNK_SIZE),
        [b"a"],
        "overflow page 4 was overwritten by a trunk page of the freelist",
        True,
    )


def testCutFile():
    """A page that the file does not hold as a whole is missing."""
    data = page_lib.MakeFile(
        {5: _MakePage(6, b"a"), 6: _MakePage(0, b"b")}, free_pages=[4, 5, 6]
    )
    test_database, test_map, _ = page_lib.Open(data[:-100])
    reader = chains.ChainReader(test_database, test_map)

    _CheckBroken(
        reader.Read(5, 2 * _CHUNK_SIZE), [b"a"], "overflow page 6 is missing", True
    )


def testUnreadablePage():
    """A page that can not be read is missing, and costs nothing but itself."""
    data = page_lib.MakeFile(
        {5: _MakePage(6, b"a"), 6: _MakePage(0, b"b"), 7: _MakePage(0, b"c")},
        free_pages=[4, 5, 6, 7],
    )
    file_object = sqlite_lib.FaultyFile(data, 5 * 512, 5 * 512 + 1)
    test_database, test_map, _ = page_lib.Open(file_object)
    reader = chains.ChainReader(test_database, test_map)

    _CheckBroken(
        reader.Read(5, 2 * _CHUNK_SIZE), [b"a"], "overflow page 6 is missing", True
    )
    assert reader.Read(7, 5).parts == [b"ccccc"]


def testTooManyReads(monkeypatch):
    """Rows that claim the same pages over and over do not cost without end."""
    monkeypatch.setattr(chains, "_MAXIMUM_READS", 1)
    monkeypatch.setattr(chains, "_SPARE_READS", 0)
    reader = _MakeReader(
        {5: _MakePage(6, b"a"), 6: _MakePage(0, b"b")}, free_pages=[4, 5, 6]
    )

    # Six pages may be read.
    for _ in range(3):
        assert reader.Read(5, 2 * _CHUNK_SIZE).is_exact
    for _ in range(2):
        _CheckBroken(
            reader.Read(5, 2 * _CHUNK_SIZE),
            [],
            "too many rows claim the pages of overflow chains",
            False,
        )


# Rows of the base state.


def testBaseRow():
    """The chain of a row that was alive in the file stands in pages in use there."""
    reader = _MakeReader(
        {4: _MakePage(5, b"a"), 5: _MakePage(0, b"b"), 7: _MakePage(0, b"c")},
        free_pages=[6, 7],
    )
    chain = reader.Read(4, _CHUNK_SIZE + 1, is_base_row=True, is_in_array=True)

    assert chain.is_exact
    assert chain.parts == [b"a" * _CHUNK_SIZE, b"b"]
    assert chain.free_pages == []
    # A free page is not of a row that is alive.
    _CheckBroken(
        reader.Read(7, 5, is_base_row=True), [], "overflow page 7 is missing", True
    )


def testFreedByTheLog():
    """What the log frees is in use in the file: only a base row has its chain there."""
    pages = {4: _MakePage(5, b"a"), 5: _MakePage(0, b"b")}
    base = page_lib.MakeFile(pages)
    live = page_lib.MakeFile({4: page_lib.MakeTrunk([5]), 5: pages[5]}, [4, 5])
    log = sqlite_lib.BuildWal(
        512, [(1, 0, live[:512]), (4, 5, live[3 * 512 : 4 * 512])]
    )
    test_database, test_map, _ = page_lib.Open(base, log)
    reader = chains.ChainReader(test_database, test_map)

    assert reader.Read(4, _CHUNK_SIZE + 1, is_base_row=True).is_exact
    # The cell of a row that was deleted before the log began can not own them.
    _CheckBroken(
        reader.Read(4, _CHUNK_SIZE + 1), [], "overflow page 4 was used again", True
    )


def testPastTheEndOfTheFile():
    """A page that is in the log alone is none of a row that was dead before it."""
    log = sqlite_lib.BuildWal(512, [(6, 6, _MakePage(0, b"z"))])
    reader = _MakeReader({5: _MakePage(6, b"a")}, free_pages=[4, 5], log=log)

    _CheckBroken(
        reader.Read(5, 2 * _CHUNK_SIZE),
        [b"a"],
        "overflow page 6 is past the end",
        True,
    )


# Rows of a frame of the log.


def _MakeLogReader():
    """Makes a reader of a database with two transactions in its log.

    Frame 1 and 2 are a transaction, frame 3 and 4 are another, which writes the page of
    the chain again.

    Returns:
      ChainReader: reader.
    """
    return _MakeReader(
        {5: _MakePage(0, b"o"), 6: _MakePage(0, b"p")},
        free_pages=[4, 5],
        log=sqlite_lib.BuildWal(
            512,
            [
                (2, 0, page_lib.MakePage([])[0]),
                (6, 6, _MakePage(0, b"a")),
                (6, 0, _MakePage(0, b"b")),
                (2, 6, page_lib.MakePage([])[0]),
            ],
        ),
    )


@pytest.mark.parametrize(
    ("frame_number", "letter"), [(1, b"a"), (2, b"a"), (3, b"b"), (4, b"b")]
)
def testTransaction(frame_number, letter):
    """A row of a frame sees the frames up to the end of its transaction."""
    reader = _MakeLogReader()
    for is_in_array in (False, True):
        chain = reader.Read(6, 3, frame_number=frame_number, is_in_array=is_in_array)

        assert chain.is_exact
        assert chain.parts == [letter * 3]
        assert chain.free_pages == []


def testBeforeTransaction():
    """What a transaction wrote can be left out."""
    reader = _MakeLogReader()
    for frame_number in (3, 4):
        chain = reader.Read(6, 3, frame_number=frame_number, is_before=True)
        assert chain.is_exact
        assert chain.parts == [b"aaa"]

    # Before the first transaction there is the file, where the page was in use.
    _CheckBroken(
        reader.Read(6, 3, frame_number=1, is_before=True),
        [],
        "overflow page 6 was used again",
        True,
    )


def testFreePageBesideFrame():
    """A page that is not in the log is read from the file, if it is free there."""
    reader = _MakeLogReader()
    chain = reader.Read(5, 3, frame_number=1)

    assert chain.is_exact
    assert chain.parts == [b"ooo"]
    assert chain.free_pages == [5]


def testPageNotInLog():
    """A page past the end of the file is nowhere but in the log."""
    log = sqlite_lib.BuildWal(
        512,
        [
            (2, 6, page_lib.MakePage([])[0]),
            (6, 6, _MakePage(0, b"a")),
        ],
    )
    reader = _MakeReader({5: _MakePage(0, b"o")}, free_pages=[4, 5], log=log)

    _CheckBroken(
        reader.Read(6, 3, frame_number=1), [], "overflow page 6 is not in the log", True
    )
    assert reader.Read(6, 3, frame_number=2).parts == [b"aaa"]


def testUnchangedPage():
    """A row that is alive in a frame has pages that the log did not change."""
    log = sqlite_lib.BuildWal(512, [(2, 5, page_lib.MakePage([])[0])])
    reader = _MakeReader({4: _MakePage(5, b"a"), 5: _MakePage(0, b"b")}, log=log)
    chain = reader.Read(4, _CHUNK_SIZE + 2, frame_number=1, is_in_array=True)

    assert chain.is_exact
    assert chain.parts == [b"a" * _CHUNK_SIZE, b"bb"]
    assert chain.free_pages == []
    # Of a row that is dead in the frame the pages may be those of any other.
    _CheckBroken(
        reader.Read(4, _CHUNK_SIZE + 2, frame_number=1),
        [],
        "overflow page 4 was used again",
        True,
    )


@pytest.mark.parametrize("is_checkpointed", [False, True])
def testCheckpointedPage(is_checkpointed):
    """A checkpoint may have copied a later frame over the page of the row."""
    later_page = _MakePage(0, b"z")
    log = sqlite_lib.BuildWal(
        512, [(2, 4, page_lib.MakePage([])[0]), (4, 4, later_page)]
    )
    reader = _MakeReader(
        {4: later_page if is_checkpointed else _MakePage(0, b"a")}, log=log
    )
    chain = reader.Read(4, 3, frame_number=1, is_in_array=True)

    if is_checkpointed:
        _CheckBroken(chain, [], "overflow page 4 was used again", True)
    else:
        assert chain.is_exact
        assert chain.parts == [b"aaa"]


def testUncommittedFrame():
    """A row that was not committed has its chain in frames that were not either."""
    log = sqlite_lib.BuildWal(
        512,
        [
            (5, 0, _MakePage(0, b"a")),
            (2, 6, page_lib.MakePage([])[0]),
            (2, 0, page_lib.MakePage([])[0]),
            (6, 0, _MakePage(0, b"b")),
        ],
    )
    reader = _MakeReader(
        {5: _MakePage(0, b"o"), 6: _MakePage(0, b"p")}, free_pages=[4, 5], log=log
    )
    chain = reader.Read(6, 3, frame_number=3, is_in_array=True)

    assert chain.is_exact
    assert chain.parts == [b"bbb"]
    _CheckBroken(
        reader.Read(5, 3, frame_number=3, is_in_array=True),
        [],
        "overflow page 5 was not written to the log",
        True,
    )
    # A row that was dead in the frame was alive before.
    assert reader.Read(5, 3, frame_number=3).parts == [b"aaa"]


def testOtherGeneration():
    """Frames of before a restart of the log go with those of the same salts alone."""
    old_log = sqlite_lib.BuildWal(
        512,
        [
            (9, 0, bytes(512)),
            (9, 0, bytes(512)),
            (2, 0, page_lib.MakePage([])[0]),
            (6, 6, _MakePage(0, b"a")),
        ],
        salts=_OTHER_SALTS,
    )
    frame_size = 24 + 512
    old_frames = [
        old_log[offset : offset + frame_size]
        for offset in range(32 + 2 * frame_size, len(old_log), frame_size)
    ]
    log = sqlite_lib.BuildWal(
        512,
        [(6, 0, _MakePage(0, b"b")), (2, 6, page_lib.MakePage([])[0])],
        checkpoint_sequence=1,
        old_frames=old_frames,
    )
    reader = _MakeReader(
        {5: _MakePage(0, b"o"), 6: _MakePage(0, b"p")}, free_pages=[4, 5], log=log
    )

    # Frames 1 and 2 are of this log, 3 and 4 of the one before.
    assert reader.Read(6, 3, frame_number=2, is_in_array=True).parts == [b"bbb"]
    assert reader.Read(6, 3, frame_number=3, is_in_array=True).parts == [b"aaa"]
    # The file has changed since the log was restarted: what is in use there is not what
    # the older frames had, and what is free may be.
    _CheckBroken(
        reader.Read(3, 3, frame_number=3, is_in_array=True),
        [],
        "overflow page 3 was used again",
        True,
    )
    chain = reader.Read(5, 3, frame_number=3, is_in_array=True)
    assert chain.parts == [b"ooo"]
    assert chain.free_pages == [5]
