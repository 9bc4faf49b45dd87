"""Blob stores: from the identifier of a blob to its data.

A blob is the raw bytes of one message, its identifier the SHA-256 of the bytes
(agent-v1-fields.md section 1.1). Three stores hold blobs: the table blobs(id, data) of
a CLI or SDK store.db, the rows agentKv:blob:<id> of the IDE's cursorDiskKV, and the
checkpoints.ndjson of the SDK's other store.
"""

import hashlib
import re

# A larger value is not taken into memory.
MAXIMUM_BLOB_SIZE = 256 * 1024 * 1024

_BLOB_IDENTIFIER_RE = re.compile(r"\A[0-9a-f]{64}\Z")
_HEXADECIMAL_RE = re.compile(rb"\A[0-9A-Fa-f]+\Z")
_NO_HEXADECIMAL_RE = re.compile(rb"[0-9A-Fa-f]{0,64}[^0-9A-Fa-f]")

# How a store without empty values keeps an empty blob.
_EMPTY_BLOB = b"\x00"


class Blob:
    """Blob.

    Attributes:
      data (bytes): data.
      encoding (str): "blob", "empty blob", "hexadecimal text" or "text": how the store
          holds the data.
      hash_matches (bool): True if the SHA-256 of the data is the identifier.
      identifier (str): identifier, 64 hexadecimal digits.
    """

    __slots__ = ("data", "encoding", "hash_matches", "identifier")

    def __init__(self, identifier, data, encoding, hash_matches):
        """Initializes a blob.

        Args:
          identifier (str): identifier.
          data (bytes): data.
          encoding (str): how the store holds the data.
          hash_matches (bool): True if the SHA-256 of the data is the identifier.
        """
        super().__init__()
        self.data = data
        self.encoding = encoding
        self.hash_matches = hash_matches
        self.identifier = identifier


class BlobSource:
    """Blob store interface."""

    def Get(self, identifier):
        """Retrieves the data of a blob.

        Args:
          identifier (str): identifier, 64 hexadecimal digits.

        Returns:
          bytes: data or None if the store does not have the blob.
        """
        blob = self.GetBlob(identifier)
        return None if blob is None else blob.data

    def GetBlob(self, identifier):
        """Retrieves a blob.

        Args:
          identifier (str): identifier, 64 hexadecimal digits.

        Returns:
          Blob: blob or None if the store does not have it.
        """
        if not IsBlobIdentifier(identifier):
            return None
        return DecodeStoredBlob(identifier, self.ReadValue(identifier))

    def ReadValue(self, identifier):
        """Reads the stored value of a blob.

        Args:
          identifier (str): identifier.

        Returns:
          object: stored value or None if the store does not have the blob.
        """
        raise NotImplementedError()


class DictionaryBlobSource(BlobSource):
    """Blob store in memory."""

    def __init__(self, stored_values):
        """Initializes a blob store.

        Args:
          stored_values (dict[str, object]): stored values by identifier.
        """
        super().__init__()
        self._stored_values = stored_values

    def ReadValue(self, identifier):
        """Reads the stored value of a blob.

        Args:
          identifier (str): identifier.

        Returns:
          object: stored value or None if the store does not have the blob.
        """
        return self._stored_values.get(identifier)


class OverlayBlobSource(BlobSource):
    """Blobs that come before those of another source."""

    def __init__(self, stored_values, source):
        """Initializes a source.

        Args:
          stored_values (dict[str, object]): stored values per identifier.
          source (BlobSource): source of all other blobs.
        """
        super().__init__()
        self._source = source
        self._stored_values = stored_values

    def ReadValue(self, identifier):
        """Reads the stored value of a blob.

        Args:
          identifier (str): identifier.

        Returns:
          object: stored value or None if neither has the blob.
        """
        if identifier in self._stored_values:
            return self._stored_values[identifier]
        return self._source.ReadValue(identifier)


class TableBlobSource(BlobSource):
    """Blob store in a table of a database.

    A table blobs(id, data) has the identifiers as keys; in cursorDiskKV(key, value)
    they follow the prefix "agentKv:blob:".

    Where the index of the table is damaged the places of the rows are collected in one
    pass, as searching the table for every blob would take for ever.
    """

    def __init__(self, view, table_name, key_prefix="", value_column="data"):
        """Initializes a blob store.

        Args:
          view (View): view of the database, see sqlite_view.py.
          table_name (str): name of the table.
          key_prefix (Optional[str]): what comes before the identifier in a key.
          value_column (Optional[str]): name of the column with the data, the other one
              being that of the key.
        """
        super().__init__()
        self._key_prefix = key_prefix
        self._places = None
        self._table_name = table_name
        self._value_column = value_column
        self._view = view

    def _CollectPlaces(self):
        """Collects where the rows of the blobs stand."""
        self._places = {}
        for identifier, row in self._ReadRows():
            # As numbers, which take less memory than a tuple.
            self._places.setdefault(
                bytes.fromhex(identifier), row.page_number << 16 | row.cell_offset
            )

    def _ReadRows(self):
        """Reads the rows of the table that are blobs.

        Yields:
          tuple[str, Row]: identifier and row.
        """
        key_prefix = self._key_prefix.encode("utf-8")
        for row in self._view.ReadRows(self._table_name, wanted=(key_prefix,)):
            key = row.values[0] if row.values else None
            value = row.GetValue(self._value_column)
            if isinstance(key, str) and isinstance(value, (bytes, str)):
                identifier = key[len(self._key_prefix) :]
                if IsBlobIdentifier(identifier):
                    yield identifier, row

    def ReadValue(self, identifier):
        """Reads the stored value of a blob.

        Args:
          identifier (str): identifier.

        Returns:
          object: stored value or None if the store does not have the blob.
        """
        if self._places is None:
            row = self._view.Lookup(
                self._table_name, f"{self._key_prefix:s}{identifier:s}"
            )
            if row is not None:
                return row.GetValue(self._value_column)
            table = self._view.GetTable(self._table_name)
            if table is None or not table.index_damaged:
                return None
            self._CollectPlaces()

        place = self._places.get(bytes.fromhex(identifier))
        if place is None:
            return None
        row = self._view.ReadRowAt(self._table_name, place >> 16, place & 0xFFFF)
        return row.GetValue(self._value_column) if row else None


def DecodeBlobData(identifier, value):
    """Decodes the stored value of a blob to its data.

    Where DecodeStoredBlob needs the hash only to tell if it matches, none is
    calculated.

    Args:
      identifier (str): identifier, see DecodeStoredBlob.
      value (object): stored value.

    Returns:
      bytes: data or None if the value has no data.
    """
    data = value
    if isinstance(value, str):
        data = value.encode("utf-8", errors="surrogateescape")
    if isinstance(data, bytes) and len(data) <= MAXIMUM_BLOB_SIZE:
        if data != _EMPTY_BLOB and _NO_HEXADECIMAL_RE.match(data):
            return data
    blob = DecodeStoredBlob(identifier, value)
    return None if blob is None else blob.data


def DecodeStoredBlob(identifier, value):
    """Decodes the stored value of a blob.

    The value is a BLOB, or on older versions hexadecimal TEXT or JSON TEXT
    (storage-facts.md section 8). Which of them is decided by the hash where it can be.

    Args:
      identifier (str): identifier, the SHA-256 of the data; the identifier of a root
          may be a fixed one instead.
      value (object): stored value.

    Returns:
      Blob: blob or None if the value has no data.
    """
    if isinstance(value, str):
        encoding = "text"
        data = value.encode("utf-8", errors="surrogateescape")
    elif isinstance(value, (bytes, bytearray, memoryview)):
        encoding = "blob"
        data = bytes(value)
    else:
        return None

    if len(data) > MAXIMUM_BLOB_SIZE:
        return None
    if _GetHash(data) == identifier:
        return Blob(identifier, data, encoding, True)
    if data == _EMPTY_BLOB:
        return Blob(identifier, b"", "empty blob", _GetHash(b"") == identifier)

    if len(data) % 2 == 0 and _HEXADECIMAL_RE.match(data):
        decoded_data = bytes.fromhex(data.decode("ascii"))
        hash_matches = _GetHash(decoded_data) == identifier
        # Text is never a message, while a BLOB of digits may be the text of a file.
        if hash_matches or encoding == "text":
            return Blob(identifier, decoded_data, "hexadecimal text", hash_matches)

    return Blob(identifier, data, encoding, False)


def IsBlobIdentifier(identifier):
    """Determines if a value is the identifier of a blob.

    Args:
      identifier (object): value.

    Returns:
      bool: True if the value is an identifier of 64 hexadecimal digits.
    """
    return isinstance(identifier, str) and bool(_BLOB_IDENTIFIER_RE.match(identifier))


def _GetHash(data):
    """Calculates the identifier of data.

    Args:
      data (bytes): data.

    Returns:
      str: SHA-256 as 64 hexadecimal digits.
    """
    return hashlib.sha256(data).hexdigest()
