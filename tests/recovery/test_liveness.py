"""Tests of which recovered rows are live after all."""

import array

import pytest

from cursor_plaso import sqlite_view
from cursor_plaso.recovery import grammar as record_grammar
from cursor_plaso.recovery import liveness
from tests import sqlite_lib
from tests.recovery import page_lib

_FIRST_KEY = "composerData:c1"
_SECOND_KEY = "composerDraft:c1"
_LOST_KEY = "checkpointId:c1:lost"

# Longer than what is compared of a value is likely to be.
_LONG_TEXT = '{"_v":3,"text":"' + "same words " * 30

_NO_INDEX_SCHEMA = (("table", "kv", "kv", 2, "CREATE TABLE kv (key TEXT, value BLOB)"),)

_NO_KEY_SCHEMA = (
    ("table", "t", "t", 2, "CREATE TABLE t (id INTEGER PRIMARY KEY, c0, c1)"),
)


def _MakeIndexPage(keys, encoding=1):
    """Makes the page of an index.

    Args:
      keys (list[tuple[str, int]]): keys in ascending order, and rowids.
      encoding (Optional[int]): encoding as the file header has it.

    Returns:
      bytes: page.
    """
    cells = []
    for entry in keys:
        record = page_lib.MakeRecord(entry, encoding)
        cells.append(page_lib.MakeVarint(len(record)) + record)
    return page_lib.MakePage(cells, page_type=page_lib.INDEX_LEAF)[0]


def _MakeIndexedFile(encoding=1, values=("first", b"second")):
    """Makes a database with two live rows that can be looked up.

    Args:
      encoding (Optional[int]): encoding as the file header has it.
      values (Optional[tuple[bytes|str, bytes|str]]): values.

    Returns:
      bytes: database file.
    """
    keys = (_FIRST_KEY, _SECOND_KEY)
    cells = [
        page_lib.MakeCell(rowid, page_lib.MakeRecord(row, encoding))
        for rowid, row in enumerate(zip(keys, values), 1)
    ]
    return page_lib.MakeFile(
        {
            2: page_lib.MakePage(cells)[0],
            3: _MakeIndexPage([(_FIRST_KEY, 1), (_SECOND_KEY, 2)], encoding),
        },
        encoding=encoding,
    )


def _MakeTableFile(schema, rows):
    """Makes a database with a table that has no index.

    Args:
      schema (tuple[tuple[str, str, str, int, str]]): schema.
      rows (dict[int, tuple[bytes|int|str]]): values per rowid.

    Returns:
      bytes: database file.
    """
    cells = [
        page_lib.MakeCell(rowid, page_lib.MakeRecord(values))
        for rowid, values in rows.items()
    ]
    return page_lib.MakeFile({2: page_lib.MakePage(cells)[0]}, schema=schema)


def _MakeLiveRows(data, row_counts=None, live_keys=None, name=page_lib.TABLE_NAME):
    """Makes live rows of a database with one table.

    Args:
      data (bytes): database file.
      row_counts (Optional[dict[int, int]]): number of live rows per table.
      live_keys (Optional[dict[int, tuple[array.array, array.array]]]): live keys and
          their pages per table.
      name (Optional[str]): name of the table.

    Returns:
      tuple[LiveRows, RecordGrammar]: live rows and grammar of the table.
    """
    test_database, _, grammars = page_lib.Open(data, names=[name])
    live_rows = liveness.LiveRows(
        test_database, grammars, row_counts or {}, live_keys=live_keys
    )
    return live_rows, grammars[0]


def _Hash(key, encoding="ascii"):
    """Retrieves the identity of a row with a key.

    Args:
      key (str): key.
      encoding (Optional[str]): encoding that it is stored in.

    Returns:
      int: hash of the stored key.
    """
    return hash(key.encode(encoding))


def _MakeLiveKeys(*keys, page_number=2, encoding="ascii"):
    """Makes the keys that the scanner found.

    Args:
      keys (list[str]): keys.
      page_number (Optional[int]): number of the page of all of them.
      encoding (Optional[str]): encoding that they are stored in.

    Returns:
      dict[int, tuple[array.array, array.array]]: live keys per table.
    """
    hashes = array.array("q", [_Hash(key, encoding) for key in keys])
    return {1: (hashes, array.array("I", [page_number] * len(keys)))}


# Tables that have an index of their keys.


@pytest.mark.parametrize("row_count", [0, 1000000])
def testIndex(monkeypatch, row_count):
    """Few keys of a large table are looked up, many are read in order."""
    live_rows, grammar = _MakeLiveRows(_MakeIndexedFile(), row_counts={1: row_count})
    if row_count:
        monkeypatch.delattr(sqlite_view.View, "ReadKeys")
    live_rows.Prepare(grammar, {_Hash(_FIRST_KEY), _Hash(_LOST_KEY)})

    assert not live_rows.HasSummary(grammar)
    assert live_rows.IsLive(grammar, _Hash(_FIRST_KEY), _FIRST_KEY.encode("ascii"))
    assert not live_rows.IsLive(grammar, _Hash(_LOST_KEY), _LOST_KEY.encode("ascii"))


def testNothingToPrepare():
    """Without candidates nothing is read, and a key is looked up all the same."""
    live_rows, grammar = _MakeLiveRows(_MakeIndexedFile())
    live_rows.Prepare(grammar, set())

    assert not live_rows.HasSummary(grammar)
    assert live_rows.IsLive(grammar, _Hash(_FIRST_KEY), _FIRST_KEY.encode("ascii"))
    assert not live_rows.IsLive(grammar, _Hash(_FIRST_KEY), None)


def testGetValues():
    """The values of a live row are looked up by its stored key."""
    live_rows, grammar = _MakeLiveRows(_MakeIndexedFile())

    assert live_rows.GetValues(grammar, _FIRST_KEY.encode("ascii")) == (
        _FIRST_KEY,
        "first",
    )
    assert live_rows.GetValues(grammar, _SECOND_KEY.encode("ascii")) == (
        _SECOND_KEY,
        b"second",
    )
    assert live_rows.GetValues(grammar, _LOST_KEY.encode("ascii")) is None
    assert live_rows.GetValues(grammar, _FIRST_KEY[:-1].encode("ascii")) is None


@pytest.mark.parametrize(("encoding", "name"), [(2, "utf-16-le"), (3, "utf-16-be")])
def testEncodings(encoding, name):
    """Keys are compared as they are stored."""
    live_rows, grammar = _MakeLiveRows(_MakeIndexedFile(encoding, ("first", "second")))
    stored_key = _FIRST_KEY.encode(name)
    live_rows.Prepare(grammar, {_Hash(_FIRST_KEY, name), _Hash(_LOST_KEY, name)})

    assert live_rows.IsLive(grammar, hash(stored_key), stored_key)
    assert not live_rows.IsLive(grammar, _Hash(_FIRST_KEY), _FIRST_KEY.encode("ascii"))
    assert live_rows.GetValues(grammar, stored_key) == (_FIRST_KEY, "first")
    assert live_rows.GetLiveHashes(
        grammar, [hash(stored_key), _Hash(_LOST_KEY, name)]
    ) == {hash(stored_key)}


def testGetLiveHashes():
    """Of many keys those that are live are told, prepared for or not."""
    hashes = [_Hash(_FIRST_KEY), _Hash(_LOST_KEY)]
    for is_prepared in (False, True):
        live_rows, grammar = _MakeLiveRows(_MakeIndexedFile())
        if is_prepared:
            live_rows.Prepare(grammar, set(hashes))

        live = live_rows.GetLiveHashes(grammar, hashes)
        assert _Hash(_FIRST_KEY) in live
        assert _Hash(_LOST_KEY) not in live


def testLiveKeys():
    """Keys that the scanner saw are not read again, and used once."""
    live_keys = _MakeLiveKeys(_FIRST_KEY, _SECOND_KEY)
    live_rows, grammar = _MakeLiveRows(_MakeIndexedFile(), live_keys=live_keys)
    live_rows.Prepare(grammar, {_Hash(_FIRST_KEY), _Hash(_LOST_KEY)})

    assert not live_rows.HasSummary(grammar)
    # Only what was asked for is kept.
    assert live_rows.IsLive(grammar, _Hash(_FIRST_KEY), None)
    assert not live_rows.IsLive(grammar, _Hash(_LOST_KEY), None)
    assert set(live_rows.GetLiveHashes(grammar, [_Hash(_FIRST_KEY)])) == {
        _Hash(_FIRST_KEY)
    }
    assert not live_keys


# The part of a live row that is in its cell.


@pytest.mark.parametrize(
    ("value", "is_text"),
    [("first", True), (b"first", False), ("", True), (None, False)],
)
def testGetLocalPart(value, is_text):
    """A row that fits in its cell is told as a whole."""
    live_rows, grammar = _MakeLiveRows(
        _MakeIndexedFile(values=(value, b"second")),
        live_keys=_MakeLiveKeys(_FIRST_KEY, _SECOND_KEY),
    )
    live_rows.Prepare(grammar, {_Hash(_FIRST_KEY)})
    stored_key = _FIRST_KEY.encode("ascii")
    body = stored_key + (b"first" if value else b"")

    assert live_rows.GetLocalPart(grammar, hash(stored_key), stored_key) == (
        body,
        len(body),
        is_text,
    )


def testGetLocalPartOfLargeRow():
    """Of a larger row the size of all of it is told, and what is in the cell."""
    stored_key = _FIRST_KEY.encode("ascii")
    record = page_lib.MakeRecord([_FIRST_KEY, "x" * 1000])
    local_part, rest = page_lib.SplitRecord(record)
    pages = {
        2: page_lib.MakePage([page_lib.MakeCell(300, local_part, (len(record), 4))])[0],
        3: _MakeIndexPage([(_FIRST_KEY, 300)]),
        4: page_lib.MakeOverflowPage(5, rest[:508]),
        5: page_lib.MakeOverflowPage(0, rest[508:]),
    }
    live_rows, grammar = _MakeLiveRows(
        page_lib.MakeFile(pages), live_keys=_MakeLiveKeys(_FIRST_KEY)
    )
    live_rows.Prepare(grammar, {hash(stored_key)})

    # The header has a byte for its size, one for the key and two for the value.
    header_size = len(record) - len(stored_key) - 1000
    assert header_size == 4
    assert live_rows.GetLocalPart(grammar, hash(stored_key), stored_key) == (
        local_part[header_size:],
        len(stored_key) + 1000,
        True,
    )
    assert live_rows.GetValues(grammar, stored_key) == (_FIRST_KEY, "x" * 1000)


def testGetLocalPartOfOtherPlaces():
    """The text of a key in a value or in a freeblock is no row."""
    stored_key = _FIRST_KEY.encode("ascii")
    record = page_lib.MakeRecord([_FIRST_KEY, "gone"])
    cells = [
        page_lib.MakeCell(1, page_lib.MakeRecord([_FIRST_KEY, "live"])),
        page_lib.MakeCell(2, record),
        page_lib.MakeCell(3, page_lib.MakeRecord(["other", f"a {_FIRST_KEY:s} b"])),
    ]
    page, _ = page_lib.MakePage(cells, freed=[1])
    pages = {2: page, 3: _MakeIndexPage([(_FIRST_KEY, 1), ("other", 3)])}
    live_rows, grammar = _MakeLiveRows(
        page_lib.MakeFile(pages), live_keys=_MakeLiveKeys(_FIRST_KEY)
    )
    live_rows.Prepare(grammar, {hash(stored_key)})

    assert live_rows.GetLocalPart(grammar, hash(stored_key), stored_key) == (
        stored_key + b"live",
        len(stored_key) + 4,
        True,
    )


@pytest.mark.parametrize("page_number", [0, 1, 3, 9])
def testGetLocalPartOfOtherPage(page_number):
    """A page that is no leaf page of the table, or none at all, has no row."""
    live_rows, grammar = _MakeLiveRows(
        _MakeIndexedFile(),
        live_keys=_MakeLiveKeys(_FIRST_KEY, page_number=page_number),
    )
    live_rows.Prepare(grammar, {_Hash(_FIRST_KEY)})

    assert (
        live_rows.GetLocalPart(grammar, _Hash(_FIRST_KEY), _FIRST_KEY.encode("ascii"))
        is None
    )


def testGetLocalPartOfCutKey():
    """Of a key that ends in an overflow page it can not be told."""
    key = "composerData:" + "c" * 100
    record = page_lib.MakeRecord([key, "x" * 900])
    local_part, rest = page_lib.SplitRecord(record)
    assert len(local_part) == 39
    pages = {
        2: page_lib.MakePage([page_lib.MakeCell(1, local_part, (len(record), 4))])[0],
        4: page_lib.MakeOverflowPage(5, rest[:508]),
        5: page_lib.MakeOverflowPage(0, rest[508:]),
    }
    live_rows, grammar = _MakeLiveRows(
        page_lib.MakeFile(pages), live_keys=_MakeLiveKeys(key)
    )
    live_rows.Prepare(grammar, {_Hash(key)})

    assert live_rows.GetLocalPart(grammar, _Hash(key), key.encode("ascii")) is None


def testGetLocalPartWithoutPages():
    """Without the pages of the keys it can not be told."""
    live_rows, grammar = _MakeLiveRows(_MakeIndexedFile())
    stored_key = _FIRST_KEY.encode("ascii")
    assert live_rows.GetLocalPart(grammar, hash(stored_key), stored_key) is None

    live_rows.Prepare(grammar, {hash(stored_key)})
    assert live_rows.GetLocalPart(grammar, hash(stored_key), stored_key) is None


# Tables that have no index.


def testNoIndex():
    """Without an index the rows are read once, and their values not kept."""
    data = _MakeTableFile(_NO_INDEX_SCHEMA, {1: (_FIRST_KEY, "live"), 2: (5, "x")})
    live_rows, grammar = _MakeLiveRows(data, row_counts={1: 1000000}, name="kv")
    # A key that has no unique index is none of the grammar: it goes by rowid.
    assert grammar.key_index is None
    identities = {hash(record_grammar.GetRowidIdentity(rowid)) for rowid in (1, 3)}
    live_rows.Prepare(grammar, identities)

    assert live_rows.HasSummary(grammar)
    for rowid, is_live in ((1, True), (3, False)):
        identity = hash(record_grammar.GetRowidIdentity(rowid))
        assert live_rows.IsLive(grammar, identity, None) is is_live
    assert live_rows.GetLiveHashes(grammar, identities) == {
        hash(record_grammar.GetRowidIdentity(1))
    }


def testContentIdentity():
    """What is left of a live row is told by its first values where the rowid is lost."""
    schema = ((*_NO_INDEX_SCHEMA[0][:4], "CREATE TABLE kv (title TEXT, body TEXT)"),)
    title, body = "A title of a conversation", "Its text, of which the end is lost"
    data = _MakeTableFile(schema, {1: (title, body), 2: ("Other", "text")})
    live_rows, grammar = _MakeLiveRows(data, row_counts={1: 2}, name="kv")
    identity = hash((title + body).encode("utf-8")[:64])
    live_rows.Prepare(grammar, {identity})

    for cut_values, is_live in (
        ((title, body[:8]), True),
        ((title, body[:8] + "?"), False),
        ((title[:-1], None), True),
    ):
        assert (
            live_rows.HasSameValues(grammar, identity, cut_values, False) is is_live
        ), cut_values


def _MakeDamagedIndex(rows):
    """Makes live rows of a table whose index can not be read.

    Args:
      rows (list[tuple[str, bytes|str]]): keys and values.

    Returns:
      tuple[LiveRows, RecordGrammar]: live rows and grammar of the table.
    """
    cells = [
        page_lib.MakeCell(rowid, page_lib.MakeRecord(row))
        for rowid, row in enumerate(rows, 1)
    ]
    data = page_lib.MakeFile({2: page_lib.MakePage(cells)[0], 3: bytes(512)})
    live_rows, grammar = _MakeLiveRows(data)
    live_rows.Prepare(grammar, {_Hash(_FIRST_KEY), _Hash(_LOST_KEY)})
    return live_rows, grammar


def testDamagedIndex():
    """What the index does not tell any more is told by the rows."""
    live_rows, grammar = _MakeDamagedIndex([(_FIRST_KEY, "live"), (_SECOND_KEY, "x")])

    assert live_rows.HasSummary(grammar)
    assert live_rows.IsLive(grammar, _Hash(_FIRST_KEY), None)
    assert not live_rows.IsLive(grammar, _Hash(_LOST_KEY), None)
    # Only what was asked for is kept.
    assert not live_rows.IsLive(grammar, _Hash(_SECOND_KEY), None)


def testSameValues():
    """A whole row is live if a live row of its key has its values."""
    live_rows, grammar = _MakeDamagedIndex([(_FIRST_KEY, _LONG_TEXT)])
    identity = _Hash(_FIRST_KEY)

    for values, is_same in (
        ((_FIRST_KEY, _LONG_TEXT), True),
        ((_FIRST_KEY, _LONG_TEXT + "!"), False),
        ((_FIRST_KEY, _LONG_TEXT[:-1]), False),
        ((_FIRST_KEY, None), False),
    ):
        assert live_rows.HasSameValues(grammar, identity, values, True) is is_same
    assert not live_rows.HasSameValues(
        grammar, _Hash(_LOST_KEY), (_LOST_KEY, _LONG_TEXT), True
    )


def testStartOfLiveRow():
    """A row that was cut is live if the live row of its key starts with it."""
    live_rows, grammar = _MakeDamagedIndex([(_FIRST_KEY, _LONG_TEXT)])
    identity = _Hash(_FIRST_KEY)

    for size in (1, 20, 63, 64, 65, len(_LONG_TEXT) - 1):
        values = (_FIRST_KEY, _LONG_TEXT[:size])
        assert live_rows.HasSameValues(grammar, identity, values, False)
        # What starts in the same way is another value all the same.
        values = (_FIRST_KEY, f"{_LONG_TEXT[:size]:s}!")
        assert not live_rows.HasSameValues(grammar, identity, values, False)
    assert live_rows.HasSameValues(grammar, identity, (_FIRST_KEY, None), False)
    assert not live_rows.HasSameValues(
        grammar, identity, (_FIRST_KEY, _LONG_TEXT[:20].encode("ascii")), False
    )


def testStartOfRowOfManyValues():
    """Where several values are left all of them have to be those of the live row."""
    text = "words " * 20
    data = _MakeTableFile(_NO_KEY_SCHEMA, {7: (None, text, "second")})
    live_rows, grammar = _MakeLiveRows(data, name="t")
    identity = hash(record_grammar.GetRowidIdentity(7))
    live_rows.Prepare(grammar, {identity})

    for values, is_same in (
        ((7, text[:30], None), True),
        ((7, text, None), True),
        ((7, text, "sec"), True),
        ((7, text, "sex"), False),
        ((7, text[:-1], "sec"), True),
        ((7, "other words", None), False),
        ((7, 5, None), False),
    ):
        assert live_rows.HasSameValues(grammar, identity, values, False) is is_same


def testRowsWithoutKey():
    """Without a key a copy of any live row is live, whatever its rowid was."""
    data = _MakeTableFile(_NO_KEY_SCHEMA, {7: (None, "a", "b"), -1 & 255: (None, 1, 2)})
    live_rows, grammar = _MakeLiveRows(data, name="t")
    identities = [hash(record_grammar.GetRowidIdentity(rowid)) for rowid in (7, 8)]
    live_rows.Prepare(grammar, set(identities))

    assert live_rows.HasSameValues(grammar, identities[0], (7, "a", "b"), True)
    assert live_rows.HasSameValues(grammar, identities[1], (8, "a", "b"), True)
    assert live_rows.HasSameValues(grammar, identities[1], (None, "a", "b"), True)
    assert not live_rows.HasSameValues(grammar, identities[0], (7, "a", "c"), True)
    # Of a part it can not be told of which row it is.
    assert not live_rows.HasSameValues(grammar, identities[1], (8, "a", None), False)


def testManyRowsOfOneKey():
    """Rows that a key has in spite of its index are compared, a bounded number."""
    rows = [(_FIRST_KEY, chr(97 + number)) for number in range(7)]
    live_rows, grammar = _MakeDamagedIndex(rows)
    identity = _Hash(_FIRST_KEY)

    assert all(live_rows.HasSameValues(grammar, identity, row, True) for row in rows)
    assert all(live_rows.HasSameValues(grammar, identity, row, False) for row in rows)
    assert not live_rows.HasSameValues(grammar, identity, (_FIRST_KEY, "h"), True)


def testTableOfTheBaseState():
    """A table that is in the file alone has no live rows."""
    data = _MakeIndexedFile()
    empty = page_lib.MakeFile({}, schema=_NO_INDEX_SCHEMA)
    log = sqlite_lib.BuildWal(512, [(1, 3, empty[:512])])
    test_database, _, _ = page_lib.Open(data, log, names=["kv"])
    table = test_database.base.GetTable(page_lib.TABLE_NAME)
    grammar = record_grammar.RecordGrammar(table, 2, "utf-8")
    live_rows = liveness.LiveRows(test_database, [grammar], {})
    live_rows.Prepare(grammar, {_Hash(_FIRST_KEY)})

    assert not live_rows.IsLive(grammar, _Hash(_FIRST_KEY), _FIRST_KEY.encode("ascii"))
    assert live_rows.GetLiveHashes(grammar, [_Hash(_FIRST_KEY)]) == set()
    assert not live_rows.HasSameValues(
        grammar, _Hash(_FIRST_KEY), (_FIRST_KEY, "first"), True
    )


@pytest.mark.parametrize(
    ("values", "live_values", "is_prefix"),
    [
        (("k", "ab"), ("k", "abc"), True),
        (("k", "abc"), ("k", "abc"), True),
        (("k", "abd"), ("k", "abc"), False),
        (("k", "abcd"), ("k", "abc"), False),
        (("k", None), ("k", "abc"), True),
        (("k", b"ab"), ("k", b"abc"), True),
        (("k", b"ab"), ("k", "abc"), False),
        (("k", 5), ("k", 51), False),
        (("k", "ab", None), ("k", "abc", 5), True),
        (("k", "ab"), ("k", None), False),
        (("l", "ab"), ("k", "abc"), False),
        # Columns that were added later.
        (("k",), ("k", "abc"), True),
        ((), (), True),
    ],
)
def testIsPrefix(values, live_values, is_prefix):
    """Values are the start of others if all but the cut ones are the same."""
    assert liveness.IsPrefix(values, live_values) is is_prefix
