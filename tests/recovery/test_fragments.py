"""Tests of overflow chains without a row."""

from cursor_plaso import producer as cursor_producer
from cursor_plaso.recovery import fragments
from cursor_plaso.recovery import page_map
from tests import sqlite_lib
from tests.recovery import page_lib

_CHUNK_SIZE = 508

_FIRST = "5d0f9a3e-1111-4222-8333-444455556666"
_SECOND = "0a1b2c3d-aaaa-4bbb-8ccc-ddddeeeeffff"


def _MakePage(next_page, text):
    """Makes an overflow page that is full of text.

    Args:
      next_page (int): number of the next page or 0.
      text (str): text that is in it.

    Returns:
      bytes: page.
    """
    return page_lib.MakeOverflowPage(
        next_page, text.encode("ascii").ljust(_CHUNK_SIZE, b"x")
    )


def _Name(identifier, name="composerId", separator=":"):
    """Makes the text that names a conversation or request.

    Args:
      identifier (str): identifier.
      name (Optional[str]): name of the member.
      separator (Optional[str]): what stands between the name and the value.

    Returns:
      str: text.
    """
    return f'text","{name:s}"{separator:s}"{identifier:s}","more'


def _Count(pages, free_pages, claimed=(), pointed=(), producer=None):
    """Counts the fragments of a database.

    Args:
      pages (dict[int, bytes]): page per number.
      free_pages (list[int]): numbers of the free pages, of which the first is the trunk
          page.
      claimed (Optional[list[int]]): numbers of the pages that are of a recovered row.
      pointed (Optional[list[int]]): numbers of the pages that a free page leads to.
      producer (Optional[BaseProducer]): producer.

    Returns:
      dict[str, int]: number of chains per identifier.
    """
    data = page_lib.MakeFile(pages, free_pages=free_pages)
    test_database, test_map, _ = page_lib.Open(data, producer=producer)
    bitmaps = []
    for page_numbers in (claimed, pointed):
        bitmap = bytearray(test_map.page_count // 8 + 1)
        for page_number in page_numbers:
            bitmap[page_number >> 3] |= 1 << (page_number & 7)
        bitmaps.append(bitmap)
    return dict(fragments.CountFragments(test_database, test_map, *bitmaps))


def testNoFreePages():
    """Without free pages there is nothing to count."""
    assert not _Count({4: _MakePage(0, _Name(_FIRST))}, [])


def testChains():
    """A chain counts once, for the conversation that any of its pages names."""
    pages = {
        5: _MakePage(8, _Name(_FIRST)),
        6: _MakePage(0, _Name(_FIRST)),
        7: _MakePage(0, _Name(_SECOND)),
        8: _MakePage(0, _Name(_FIRST)),
    }

    assert _Count(pages, [4, 5, 6, 7, 8], pointed=[8]) == {_FIRST: 2, _SECOND: 1}


def testLaterPage():
    """The name may stand in a page that is not the first."""
    pages = {
        5: _MakePage(0, _Name(_FIRST)),
        6: _MakePage(5, "text without a name"),
    }

    assert _Count(pages, [4, 5, 6], pointed=[5]) == {_FIRST: 1}


def testNoName():
    """A chain whose text names no conversation is counted as such."""
    pages = {
        5: _MakePage(0, "text without a name"),
        6: _MakePage(0, f"{_FIRST:s} stands here, but is not said to be of what"),
        7: _MakePage(0, _Name(_FIRST, name="bubbleId")),
        8: _MakePage(0, _Name(_FIRST[:-1])),
    }

    assert _Count(pages, [4, 5, 6, 7, 8]) == {None: 4}


def testNames():
    """A conversation goes by two names, and a request counts as well."""
    pages = {
        5: _MakePage(0, _Name(_FIRST, name="composerId")),
        6: _MakePage(0, _Name(_FIRST, name="conversationId", separator=" : ")),
        7: _MakePage(0, _Name(_SECOND, name="requestId")),
    }

    assert _Count(pages, [4, 5, 6, 7]) == {_FIRST: 2, _SECOND: 1}


def testTwoNames():
    """A chain that names several counts for each, and once for each."""
    text = _Name(_FIRST) + _Name(_FIRST) + _Name(_SECOND, name="requestId")

    assert _Count({5: _MakePage(0, text)}, [4, 5]) == {_FIRST: 1, _SECOND: 1}


def testClaimedPages():
    """The pages of a recovered row are none of a chain without a row."""
    pages = {
        5: _MakePage(6, _Name(_FIRST)),
        6: _MakePage(0, _Name(_FIRST)),
        7: _MakePage(0, _Name(_SECOND)),
    }

    assert _Count(pages, [4, 5, 6, 7], claimed=[5, 6], pointed=[6]) == {_SECOND: 1}
    assert _Count(pages, [4, 5, 6, 7], claimed=[5, 6, 7], pointed=[6]) == {}


def testChainIntoClaimedPage():
    """A chain ends where it runs into the pages of a recovered row."""
    pages = {
        5: _MakePage(6, "text without a name"),
        6: _MakePage(0, _Name(_FIRST)),
    }

    assert _Count(pages, [4, 5, 6], claimed=[6], pointed=[6]) == {None: 1}


def testPointedPages():
    """A page that another leads to is no start of a chain."""
    pages = {6: _MakePage(0, _Name(_FIRST)), 5: bytes(512)}

    assert _Count(pages, [4, 5, 6], pointed=[6]) == {}


def testSharedEnd():
    """Pages that two chains lead to count with the first of them."""
    pages = {
        5: _MakePage(7, "text without a name"),
        6: _MakePage(7, "text without a name"),
        7: _MakePage(0, _Name(_FIRST)),
    }

    assert _Count(pages, [4, 5, 6, 7], pointed=[7]) == {_FIRST: 1, None: 1}


def testLoop():
    """A chain that comes back to itself ends."""
    pages = {
        5: _MakePage(6, _Name(_FIRST)),
        6: _MakePage(7, "text"),
        7: _MakePage(6, "text"),
    }

    assert _Count(pages, [4, 5, 6, 7], pointed=[6, 7]) == {_FIRST: 1}


def testOtherPages():
    """Free pages of trees, empty pages and old trunks are no chains."""
    leaf, _ = page_lib.MakePage(
        [page_lib.MakeCell(1, page_lib.MakeRecord(["k", _Name(_FIRST)]))]
    )
    pages = {
        5: leaf,
        6: bytes((page_lib.INDEX_LEAF,)) + leaf[1:],
        7: bytes((5,)) + leaf[1:],
        8: bytes((2,)) + leaf[1:],
        9: bytes(512),
        # 100 pages at most: the number starts with two zero bytes.
        10: page_lib.MakeTrunk([5, 6, 7, 8]),
    }

    assert _Count(pages, list(range(4, 11))) == {}


def testTrunkPage():
    """The trunk page of the freelist is no chain, and a chain ends before it."""
    pages = {5: _MakePage(4, _Name(_FIRST))}

    assert _Count(pages, [4, 5], pointed=[4]) == {_FIRST: 1}


def testPageInUse():
    """A page that is in use ends a chain, and starts none."""
    pages = {
        4: _MakePage(0, _Name(_SECOND)),
        6: _MakePage(4, _Name(_FIRST)),
    }

    assert _Count(pages, [5, 6], pointed=[4]) == {_FIRST: 1}


def testNowhere():
    """What leads to a page that does not exist is no page of a chain."""
    pages = {
        5: _MakePage(99, _Name(_FIRST)),
        6: _MakePage(5, _Name(_SECOND)),
        7: b"text" + _MakePage(0, _Name(_FIRST))[4:],
    }

    assert _Count(pages, [4, 5, 6, 7], pointed=[5]) == {_SECOND: 1}


def testFreedByTheLog():
    """Pages that only the log frees are of rows that the base state has."""
    pages = {4: _MakePage(0, _Name(_FIRST)), 5: _MakePage(0, _Name(_SECOND))}
    base = page_lib.MakeFile(pages)
    live = page_lib.MakeFile(
        {4: page_lib.MakeTrunk([5]), 5: pages[5]}, free_pages=[4, 5]
    )
    log = sqlite_lib.BuildWal(
        512, [(1, 0, live[:512]), (4, 5, page_lib.MakeTrunk([5]))]
    )
    test_database, test_map, _ = page_lib.Open(base, log)
    assert [test_map.GetLiveUse(page_number) for page_number in (4, 5)] == [
        page_map.USE_TRUNK,
        page_map.USE_FREE,
    ]
    assert test_map.base_free_count == 0

    assert not fragments.CountFragments(
        test_database, test_map, bytearray(1), bytearray(1)
    )


def testUsedAgainByTheLog():
    """What the log uses again is still in the file, until a checkpoint."""
    pages = {5: _MakePage(0, _Name(_FIRST))}
    base = page_lib.MakeFile(pages, free_pages=[4, 5])
    live = page_lib.MakeFile({4: _MakePage(5, "new"), 5: _MakePage(0, "new")})
    log = sqlite_lib.BuildWal(
        512,
        [
            (1, 0, live[:512]),
            (4, 0, live[3 * 512 : 4 * 512]),
            (5, 5, live[4 * 512 :]),
        ],
    )
    test_database, test_map, _ = page_lib.Open(base, log)
    assert page_map.USE_FREE not in map(test_map.GetLiveUse, (4, 5))
    assert test_map.base_free_count == 2

    assert fragments.CountFragments(
        test_database, test_map, bytearray(1), bytearray(1)
    ) == {_FIRST: 1}


def testAbort():
    """Counting stops when it is told to."""
    producer = cursor_producer.CollectingProducer()
    pages = {5: _MakePage(0, _Name(_FIRST))}
    data = page_lib.MakeFile(pages, free_pages=[4, 5])
    test_database, test_map, _ = page_lib.Open(data, producer=producer)
    producer.SignalAbort()
    test_database.Touch()

    assert not fragments.CountFragments(
        test_database, test_map, bytearray(1), bytearray(1)
    )
