"""Tests of the blob stores."""

import hashlib
import os
import sqlite3

from cursor_plaso import database
from cursor_plaso import keys
from cursor_plaso.agent import blobs

_DATA = b'{"role":"user"}'
_IDENTIFIER = hashlib.sha256(_DATA).hexdigest()
_EMPTY_IDENTIFIER = hashlib.sha256(b"").hexdigest()


def testBlob():
    """A BLOB of which the hash is the identifier."""
    blob = blobs.DecodeStoredBlob(_IDENTIFIER, _DATA)

    assert blob.data == _DATA
    assert blob.encoding == "blob"
    assert blob.hash_matches
    assert blob.identifier == _IDENTIFIER


def testHexadecimalText():
    """Older versions store a blob as hexadecimal text (storage-facts.md 8)."""
    blob = blobs.DecodeStoredBlob(_IDENTIFIER, _DATA.hex().upper())

    assert (blob.data, blob.encoding) == (_DATA, "hexadecimal text")
    assert blob.hash_matches


def testJSONText():
    """A JSON message may be stored as text."""
    blob = blobs.DecodeStoredBlob(_IDENTIFIER, _DATA.decode())

    assert (blob.data, blob.encoding, blob.hash_matches) == (_DATA, "text", True)


def testHexadecimalDigitsThatAreTheContent():
    """A file that consists of hexadecimal digits stays what it is."""
    identifier = hashlib.sha256(b"cafe").hexdigest()

    assert blobs.DecodeStoredBlob(identifier, b"cafe").data == b"cafe"
    assert blobs.DecodeStoredBlob(identifier, "cafe").data == b"cafe"
    # A BLOB with another hash is damaged, it is not decoded on a guess.
    assert blobs.DecodeStoredBlob(_IDENTIFIER, b"cafe").data == b"cafe"
    assert not blobs.DecodeStoredBlob(_IDENTIFIER, b"cafe").hash_matches


def testEmptyBlob():
    """A single zero byte stands for an empty blob."""
    blob = blobs.DecodeStoredBlob(_EMPTY_IDENTIFIER, b"\x00")
    assert (blob.data, blob.encoding, blob.hash_matches) == (b"", "empty blob", True)

    # A blob that is a zero byte.
    blob = blobs.DecodeStoredBlob(hashlib.sha256(b"\x00").hexdigest(), b"\x00")
    assert (blob.data, blob.encoding, blob.hash_matches) == (b"\x00", "blob", True)

    # A root with a fixed identifier.
    blob = blobs.DecodeStoredBlob("00" * 32, b"\x00")
    assert (blob.data, blob.hash_matches) == (b"", False)


def testHashMismatch():
    """A blob that is not what its identifier says is flagged, not refused."""
    blob = blobs.DecodeStoredBlob(_IDENTIFIER, _DATA + b" ")

    assert blob.data == _DATA + b" "
    assert not blob.hash_matches


def testValuesThatAreNoBlobs():
    """NULL and numbers hold no blob."""
    for value in (None, 7, 1.5):
        assert blobs.DecodeStoredBlob(_IDENTIFIER, value) is None


def testBlobData():
    """The data is the same whether the hash is looked at or not."""
    for identifier, value in (
        (_IDENTIFIER, _DATA),
        (_IDENTIFIER, _DATA.decode()),
        (_IDENTIFIER, _DATA.hex()),
        (_IDENTIFIER, _DATA.hex().encode()),
        (_IDENTIFIER, b"cafe"),
        (_IDENTIFIER, "cafe"),
        (_IDENTIFIER, b"caf\xc3\xa9"),
        (_IDENTIFIER, b"0" * 65 + b"x"),
        (_EMPTY_IDENTIFIER, b"\x00"),
        (_EMPTY_IDENTIFIER, b""),
        (_EMPTY_IDENTIFIER, ""),
    ):
        expected_data = blobs.DecodeStoredBlob(identifier, value).data

        assert blobs.DecodeBlobData(identifier, value) == expected_data

    assert blobs.DecodeBlobData(_IDENTIFIER, None) is None
    assert blobs.DecodeBlobData(_IDENTIFIER, 5) is None


def testIsBlobIdentifier():
    """An identifier has 64 hexadecimal digits in lower case."""
    assert blobs.IsBlobIdentifier(_IDENTIFIER)
    for value in (_IDENTIFIER.upper(), _IDENTIFIER[:-1], "x" * 64, "", None, 7):
        assert not blobs.IsBlobIdentifier(value)


def testDictionaryBlobSource():
    """What the store does not have, and what is no identifier, gives None."""
    source = blobs.DictionaryBlobSource({_IDENTIFIER: _DATA, "short": b"x"})

    assert source.Get(_IDENTIFIER) == _DATA
    assert source.Get(_EMPTY_IDENTIFIER) is None
    assert source.Get("short") is None
    assert source.Get(None) is None


def _MakeDatabase(path, sql, rows):
    """Makes a database.

    Args:
      path (str): path of the database.
      sql (str): statement that creates the table.
      rows (list[tuple[str, object]]): rows.
    """
    connection = sqlite3.connect(path)
    connection.execute(sql)
    table_name = sql.split()[2]
    connection.executemany(f"INSERT INTO {table_name:s} VALUES (?, ?)", rows)
    connection.commit()
    connection.close()


def testTableBlobSource(tmp_path):
    """Blobs of a CLI store and of the IDE's table are looked up by their key."""
    path = os.path.join(tmp_path, "store.db")
    _MakeDatabase(
        path,
        "CREATE TABLE blobs (id TEXT PRIMARY KEY, data BLOB)",
        [(_IDENTIFIER, _DATA), (_EMPTY_IDENTIFIER, b"\x00")],
    )
    with open(path, "rb") as file_object:
        source = blobs.TableBlobSource(database.Database(file_object).live, "blobs")
        assert source.Get(_IDENTIFIER) == _DATA
        assert source.Get(_EMPTY_IDENTIFIER) == b""
        assert source.Get("00" * 32) is None

    path = os.path.join(tmp_path, "state.vscdb")
    _MakeDatabase(
        path,
        "CREATE TABLE cursorDiskKV (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)",
        [
            (f"agentKv:blob:{_IDENTIFIER:s}", _DATA.hex()),
            (f"agentKv:blob:{_EMPTY_IDENTIFIER:s}", None),
            ("agentKv:checkpoint:c1", _IDENTIFIER),
        ],
    )
    with open(path, "rb") as file_object:
        source = blobs.TableBlobSource(
            database.Database(file_object).live,
            "cursorDiskKV",
            key_prefix=keys.BLOB_PREFIX,
            value_column="value",
        )
        assert source.Get(_IDENTIFIER) == _DATA
        assert source.Get(_EMPTY_IDENTIFIER) is None


class _Table:
    """Table of which the index is damaged."""

    index_damaged = True


class _Row:
    """Row of a table with a damaged index."""

    def __init__(self, key, value, number):
        """Initializes a row.

        Args:
          key (object): key.
          value (object): value.
          number (int): number of the row.
        """
        super().__init__()
        self.cell_offset = number
        self.page_number = 7
        self.values = (key, value)

    def GetValue(self, unused_name):
        """Retrieves the value.

        Returns:
          object: value.
        """
        return self.values[1]


class _View:
    """View of a database with a damaged index.

    Attributes:
      number_of_passes (int): number of times the table was read.
    """

    def __init__(self, rows):
        """Initializes a view.

        Args:
          rows (list[tuple[object, object]]): keys and values.
        """
        super().__init__()
        self._rows = rows
        self.number_of_passes = 0

    def GetTable(self, unused_name):
        """Retrieves the table.

        Returns:
          _Table: table.
        """
        return _Table()

    def Lookup(self, unused_name, unused_key):
        """Looks up a row, which the index does not allow.

        Returns:
          None: always.
        """
        return None

    def ReadRowAt(self, unused_name, page_number, cell_offset):
        """Reads a row again.

        Args:
          page_number (int): page number.
          cell_offset (int): number of the row.

        Returns:
          _Row: row.
        """
        assert page_number == 7
        return _Row(*self._rows[cell_offset], cell_offset)

    def ReadRows(self, unused_name, wanted=None):
        """Reads the rows.

        Args:
          wanted (Optional[tuple[bytes]]): what the keys start with.

        Yields:
          _Row: row.
        """
        self.number_of_passes += 1
        for number, (key, value) in enumerate(self._rows):
            if isinstance(key, str) and key.encode().startswith(wanted):
                yield _Row(key, value, number)


def testTableBlobSourceWithDamagedIndex():
    """Without an index the table is read once, whatever the number of blobs."""
    view = _View(
        [
            (f"agentKv:blob:{_IDENTIFIER:s}", _DATA.decode()),
            (f"agentKv:blob:{_IDENTIFIER:s}", b"another row of the same key"),
            (f"agentKv:blob:{_EMPTY_IDENTIFIER:s}", b"\x00"),
            ("agentKv:blob:short", b"x"),
            (f"agentKv:blob:{'ab' * 32:s}", 7),
            ("other", b"y"),
        ]
    )
    source = blobs.TableBlobSource(
        view, "cursorDiskKV", key_prefix=keys.BLOB_PREFIX, value_column="value"
    )

    assert source.GetBlob(_IDENTIFIER).encoding == "text"
    assert source.Get(_EMPTY_IDENTIFIER) == b""
    assert source.Get("ab" * 32) is None
    assert source.Get("cd" * 32) is None
    assert view.number_of_passes == 1
