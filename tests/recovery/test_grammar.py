"""Tests for the grammar of records."""

import pytest

from cursor_plaso import sqlite_schema
from cursor_plaso.recovery import grammar

_COMPOSER = "5d0f9a3e-1111-4222-8333-444455556666"
_BUBBLE = "0a1b2c3d-aaaa-4bbb-8ccc-ddddeeeeffff"
_KEY = f"bubbleId:{_COMPOSER:s}:{_BUBBLE:s}".encode("ascii")
_TOOL_KEY = _KEY + f"/t:call-{_BUBBLE:s}-1\nfc_{_BUBBLE:s}_1".encode("ascii")

# The sizes are those of the file format: 13 plus twice the size of a text.
_KEY_TYPE = b"\x81\x31"
_VALUE = b'{"a":1}'
_VALUE_TYPE = b"\x1b"
_HEADER = b"\x04" + _KEY_TYPE + _VALUE_TYPE
_RECORD = _HEADER + _KEY + _VALUE


def _CreateGrammar(sql, name="cursorDiskKV", encoding="utf-8"):
    """Creates a grammar.

    Args:
      sql (str): CREATE statement.
      name (Optional[str]): name of the table.
      encoding (Optional[str]): encoding.

    Returns:
      RecordGrammar: grammar.
    """
    table = sqlite_schema.Table(name, "table", 2, sql)
    table.AddIndex(f"sqlite_autoindex_{name:s}_1", 3, "")
    return grammar.RecordGrammar(table, 1, encoding)


_KEY_VALUE_SQL = (
    "CREATE TABLE cursorDiskKV (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)"
)


def testKeyValueTable():
    """A table of two columns, of which the first is a key, is one of keys and values."""
    test_grammar = _CreateGrammar(_KEY_VALUE_SQL)

    assert test_grammar.is_key_value
    assert test_grammar.is_replaced
    assert test_grammar.has_families
    assert test_grammar.key_index == 0


def testOtherTables():
    """Tables are told apart by what their columns can hold."""
    headers = _CreateGrammar(
        "CREATE TABLE h (composerId TEXT PRIMARY KEY, n INTEGER, value TEXT)", name="h"
    )
    keyless = _CreateGrammar(
        "CREATE TABLE k (id INTEGER PRIMARY KEY, c0, c1)", name="k"
    )

    assert not headers.is_key_value
    assert headers.key_index == 0
    assert headers.HasTypes([85, 4, 0])
    # A column was added after the row was written.
    assert headers.HasTypes([85, 4])
    assert not headers.HasTypes([0, 4, 0])
    assert not headers.HasTypes([85, 21, 0])
    assert not headers.HasTypes([85, 4, 0, 0])
    assert keyless.key_index is None
    assert keyless.HasTypes([0, 1, 99])
    assert not keyless.HasTypes([1, 1, 99])


def testNoValues():
    """A row of NULL values alone is none: a run of zero bytes looks like one."""
    test_grammar = _CreateGrammar(
        "CREATE TABLE conversations (fts_rowid INTEGER PRIMARY KEY, source TEXT, "
        "id TEXT, updated_at INTEGER)",
        name="conversations",
    )

    assert not test_grammar.HasTypes([0, 0, 0, 0])
    assert not test_grammar.HasTypes([0, 13, 13, 8])
    assert test_grammar.HasTypes([0, 0, 0, 6])
    assert test_grammar.HasTypes([0, 23, 17, 6])


def testContentOfIndex():
    """The text of a full-text index has all its columns, which are text or NULL."""
    test_grammar = _CreateGrammar(
        "CREATE TABLE 'conversation_fts_content' (id INTEGER PRIMARY KEY, c0, c1, c2)",
        name="conversation_fts_content",
    )

    assert test_grammar.HasTypes([0, 29, 41, 13])
    assert test_grammar.HasTypes([0, 29, 0, 0])
    # A block of the index itself (id, block), and numbers.
    assert not test_grammar.HasTypes([0, 200])
    assert not test_grammar.HasTypes([0, 200, 29, 13])
    assert not test_grammar.HasTypes([0, 29, 2, 13])


def testReadKeyValueHeader():
    """A header is one if its size and types fit, and the key is there."""
    data = b"\x61\x05" + _RECORD

    assert grammar.ReadKeyValueHeader(data, 2, len(data)) == (
        6,
        6 + len(_KEY),
        len(_RECORD),
    )
    assert grammar.ReadKeyValueHeader(data, 2, 6 + len(_KEY) - 1) is None
    assert grammar.ReadKeyValueHeader(b"\x05" + data[3:], 0, len(data)) is None
    # A blob, or a number, is no key.
    assert grammar.ReadKeyValueHeader(b"\x03\x10\x0dab", 0, 5) is None
    assert grammar.ReadKeyValueHeader(b"\x03\x01\x0da", 0, 4) is None
    # A NULL is a value, a number is none.
    assert grammar.ReadKeyValueHeader(b"\x03\x0f\x00a", 0, 4) == (3, 4, 4)
    assert grammar.ReadKeyValueHeader(b"\x03\x0f\x01ab", 0, 5) is None


@pytest.mark.parametrize("end", range(4))
def testReadKeyValueHeaderOfCutData(end):
    """A header that is cut is none."""
    assert grammar.ReadKeyValueHeader(_RECORD[: end + 1], 0, end + 1) is None


def testFindCellStart():
    """A cell starts with the size of the record and the rowid."""
    size = bytes([len(_RECORD)])
    for rowid, encoded in ((5, b"\x05"), (300, b"\x82\x2c"), (70000, b"\x84\xa2\x70")):
        data = b"zzz" + size + encoded + _RECORD
        offset = len(data) - len(_RECORD)

        assert grammar.FindCellStart(data, offset, len(_RECORD), 0) == (3, rowid)
        assert grammar.FindCellStart(data, offset, len(_RECORD), 4) == (None, None)
        assert grammar.FindCellStart(data, offset, len(_RECORD) + 1, 0) == (None, None)


def testReadKeyOfIndex():
    """The entry of an index tells the size of the key, where a number follows it."""
    header = b"\x04\x82\x61\x01"
    entry = header + _TOOL_KEY + b"2"
    size = len(entry)
    data = bytes([size >> 7 | 128, size & 127]) + entry + b"\x59\x04"
    offset = 2 + len(header)

    assert len(_TOOL_KEY) == 170
    assert grammar.ReadKey(data, offset, len(data), "utf-8") == _TOOL_KEY


def testReadKeyOfDamagedEntry():
    """A key that is cut, or runs into what follows, is none."""
    entry = b"\x00\x00\x81\x31\x01" + _KEY + b"\x22"

    assert grammar.ReadKey(entry, 5, len(entry), "utf-8") == _KEY
    # The next entry begins before the key ends.
    cut = entry[:-3] + b"\x58\x04\x81\x31\x02"
    assert grammar.ReadKey(cut, 5, len(cut), "utf-8") is None
    # The key has a part that is lost.
    cut = b"\x00\x00\x82\x61\x01" + _KEY + b"/t:ca\x58\x04"
    assert grammar.ReadKey(cut, 5, len(cut), "utf-8") is None
    assert grammar.ReadKey(_KEY, 0, len(_KEY), "utf-8") is None


def testReadKeyOfUTF16():
    """Keys are found in a database of UTF-16 as well."""
    data = _KEY.decode("ascii").encode("utf-16-le") + b"{\x00"

    assert grammar.ReadKey(data, 0, len(data), "utf-16-le") == data[:-2]


@pytest.mark.parametrize("lost_size", range(3))
def testRebuildKeyValueHeader(lost_size):
    """The header is rebuilt from the type of the value and the text of the key."""
    kept = _HEADER[lost_size:]
    data = b"\x00" * 8 + kept + _KEY + _VALUE
    key_offset = 8 + len(kept)
    rebuilt = grammar.RebuildKeyValueHeader(data, key_offset, 0, len(data), "utf-8")

    assert rebuilt == (_KEY, [177, 27], 4)


def testRebuildKeyValueHeaderOfIndex():
    """The entry of an index is no row."""
    data = b"\x00" * 8 + b"\x04\x81\x31\x02" + _KEY + b"\x22\x22"

    assert grammar.RebuildKeyValueHeader(data, 12, 0, len(data), "utf-8") is None


def _Rebuild(test_grammar, block):
    """Rebuilds the record of a cell that became a freeblock of its size.

    Args:
      test_grammar (RecordGrammar): grammar.
      block (bytes): freeblock.

    Returns:
      list[tuple[bytes, int, list[int], int, int]]: every way to read the record.
    """
    return list(test_grammar.RebuildRecords(block, 0, len(block), len(block)))


def testRebuildRecords():
    """A row of a table without families is rebuilt by the size of its freeblock."""
    test_grammar = _CreateGrammar(
        "CREATE TABLE ItemTable (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)",
        name="ItemTable",
    )
    key, value = b"some.key", b"true"
    # Size, rowid, size of the header and the type of the key are lost.
    cell = b"\x0f\x07\x03\x1d\x15" + key + value
    block = b"\x00\x00\x00" + bytes([len(cell)]) + cell[4:]

    assert (key, 2, [29, 21], 5, 15) in _Rebuild(test_grammar, block)
    # With a larger rowid the type of the key is left.
    cell = b"\x0f\x87\x07\x03\x1d\x15" + key + value
    block = b"\x00\x00\x00" + bytes([len(cell)]) + cell[4:]
    assert _Rebuild(test_grammar, block)[0] == (key, 3, [29, 21], 6, 15)


def testRebuildRecordsOfLongKey():
    """Of a type of two bytes the second is left, and has to fit."""
    test_grammar = _CreateGrammar(
        "CREATE TABLE blobs (id TEXT PRIMARY KEY, data BLOB)", name="blobs"
    )
    key, value = b"ab" * 32, b"\x0a\x05hello"
    # 13 + 2 * 64 is 141, which is 81 0d; 12 + 2 * 7 is 26.
    cell = b"\x4b\x07\x04\x81\x0d\x1a" + key + value
    block = b"\x00\x00\x00" + bytes([len(cell)]) + cell[4:]

    assert (key, 2, [141, 26], 6, 75) in _Rebuild(test_grammar, block)
    block = block[:4] + b"\x0f" + block[5:]
    assert [141, 26] not in [rebuilt[2] for rebuilt in _Rebuild(test_grammar, block)]


def testRebuildRecordsOfHeaders():
    """An identifier tells its own size where its type is lost."""
    test_grammar = _CreateGrammar(
        "CREATE TABLE h (composerId TEXT PRIMARY KEY, n INTEGER, value TEXT)", name="h"
    )
    body = b"\x01\x11" + _COMPOSER.encode("ascii") + b"\x09" + b"{}"
    block = b"\x00\x00\x00\x64" + body + b"what another cell had" * 3

    assert [85, 1, 17] in [rebuilt[2] for rebuilt in _Rebuild(test_grammar, block)]


def testRebuildRecordsOfOlderRows():
    """A row that is older than a column has a value less."""
    test_grammar = _CreateGrammar(
        "CREATE TABLE h (id TEXT PRIMARY KEY, n INTEGER, m INTEGER, value TEXT, "
        "added TEXT)",
        name="h",
    )
    # Size, rowid and size of the header are lost: 4 bytes.
    body = b"\x17\x01\x01\x82\x0d" + b"ident" + b"\x02\x03" + b"v" * 128
    cell = b"\x81\x0d\x07\x06" + body
    block = b"\x00\x00" + len(cell).to_bytes(2, "big") + cell[4:]

    assert [23, 1, 1, 269] in [rebuilt[2] for rebuilt in _Rebuild(test_grammar, block)]


def testRequiredColumns():
    """What is declared NOT NULL is never NULL."""
    test_grammar = _CreateGrammar(
        "CREATE TABLE h (id TEXT PRIMARY KEY, n INTEGER NOT NULL, value TEXT)",
        name="h",
    )

    assert test_grammar.HasTypes([85, 1, 0])
    assert not test_grammar.HasTypes([85, 0, 17])


def testIsKey():
    """A key is text without control characters, except for line feeds."""
    test_grammar = _CreateGrammar(_KEY_VALUE_SQL)

    assert test_grammar.IsKey(_TOOL_KEY)
    assert test_grammar.IsKey("schlüssel".encode("utf-8"))
    assert not test_grammar.IsKey(b"a\x00b")
    assert not test_grammar.IsKey(b"\xff\xfe")
    assert _CreateGrammar(_KEY_VALUE_SQL, encoding="utf-16-le").IsKey(b"a\x00")


def _MakeFreedEntry(key, rowid, size=None):
    """Makes an entry of an index that became a freeblock.

    Args:
      key (bytes): key of up to 57 bytes, or of more but less than 120.
      rowid (bytes): rowid.
      size (Optional[int]): size of the freeblock, where None represents that of the
          entry.

    Returns:
      bytes: entry.
    """
    # Size of the record, header, key and rowid; the size of the header and the serial
    # types of key and rowid, which is the number of its bytes for up to four.
    key_type = 13 + 2 * len(key)
    header = bytes((3, key_type))
    if len(key) > 57:
        header = bytes((4, key_type >> 7 | 128, key_type & 127))
    header += bytes((len(rowid),))
    entry = bytes((len(header) + len(key) + len(rowid),)) + header + key + rowid
    size = size or len(entry)
    return b"\x00\x00" + size.to_bytes(2, "big") + entry[4:]


@pytest.mark.parametrize(
    "key", [_KEY, _KEY + b"/s:12", b"composerData:" + _COMPOSER.encode("ascii")]
)
@pytest.mark.parametrize("rowid", [b"\x05", b"23", b"\x01\x02\x03"])
def testReadFreedKey(key, rowid):
    """The size of a freeblock tells where the key of an entry of an index ends."""
    data = b"\xff" * 10 + _MakeFreedEntry(key, rowid) + b"\xff" * 10
    offset = data.index(key)
    end = len(data) - 10

    assert grammar.ReadFreedKey(data, offset, 10, end) == key
    # The front of the entry has to be in the region, and all of it.
    assert grammar.ReadFreedKey(data, offset, 11, end) is None
    assert grammar.ReadFreedKey(data, offset, 10, end - 1) is None


@pytest.mark.parametrize("slack", [1, 2, 3])
def testReadFreedKeyWithSlack(slack):
    """A freeblock may be up to three bytes larger than its entry."""
    entry = _MakeFreedEntry(_KEY, b"\x05")
    data = _MakeFreedEntry(_KEY, b"\x05", size=len(entry) + slack) + b"\xff" * slack

    assert grammar.ReadFreedKey(data, 5, 0, len(data)) == _KEY


def testReadFreedKeyOfSeveral():
    """The first of several entries that became one freeblock is known by its place."""
    data = _MakeFreedEntry(_KEY, b"\x05", size=200) + b"\xff" * 112
    assert len(data) == 200

    assert grammar.ReadFreedKey(data, 5, 0, 200, is_freeblock=True) == _KEY
    assert grammar.ReadFreedKey(data, 5, 0, 200) is None
    data = b"\xff" * 10 + data
    assert grammar.ReadFreedKey(data, 15, 0, 210, is_freeblock=True) is None


def testReadFreedKeyThatIsCut():
    """A key that may have had more is not told, and one that is none is none."""
    # Three bytes of a rowid, or the rest of "/s:1" of a key whose end was used again.
    data = _MakeFreedEntry(_KEY, b"/s:")
    assert grammar.ReadFreedKey(data, 5, 0, len(data)) is None
    assert grammar.ReadFreedKey(data, 5, 0, len(data), is_freeblock=True) is None

    data = _MakeFreedEntry(_KEY[:-1] + b"x", b"\x05")
    assert grammar.ReadFreedKey(data, 5, 0, len(data)) is None
    # The type of a rowid is not 7, which is that of a real number.
    data = _MakeFreedEntry(_KEY, b"\x05")
    data = data[:4] + b"\x07" + data[5:]
    assert grammar.ReadFreedKey(data, 5, 0, len(data)) is None
