"""Tests for the grammar of records."""

from cursor_plaso import sqlite_schema
from cursor_plaso.recovery import grammar

_COMPOSER = "5d0f9a3e-1111-4222-8333-444455556666"
_BUBBLE = "0a1b2c3d-aaaa-4bbb-8ccc-ddddeeeeffff"
_KEY = f"bubbleId:{_COMPOSER:s}:{_BUBBLE:s}".encode("ascii")
_TOOL_KEY = _KEY + f"/t:call-{_BUBBLE:s}-1\nfc_{_BUBBLE:s}_1".encode("ascii")


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
