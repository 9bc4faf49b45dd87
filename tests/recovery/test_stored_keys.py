"""Tests for keys that are found by their text."""

import pytest

from cursor_plaso.recovery import stored_keys

_COMPOSER = "5d0f9a3e-1111-4222-8333-444455556666"
_BUBBLE = "0a1b2c3d-aaaa-4bbb-8ccc-ddddeeeeffff"
_KEY = f"bubbleId:{_COMPOSER:s}:{_BUBBLE:s}".encode("ascii")
_TOOL_KEY = _KEY + f"/t:call-{_BUBBLE:s}-1\nfc_{_BUBBLE:s}_1".encode("ascii")


def testReadKeyOfIndex():
    """The entry of an index tells the size of the key, where a number follows it."""
    header = b"\x04\x82\x61\x01"
    entry = header + _TOOL_KEY + b"2"
    size = len(entry)
    data = bytes([size >> 7 | 128, size & 127]) + entry + b"\x59\x04"
    offset = 2 + len(header)

    assert len(_TOOL_KEY) == 170
    assert stored_keys.ReadKey(data, offset, len(data), "utf-8") == _TOOL_KEY


def testReadKeyOfDamagedEntry():
    """A key that is cut, or runs into what follows, is none."""
    entry = b"\x00\x00\x81\x31\x01" + _KEY + b"\x22"

    assert stored_keys.ReadKey(entry, 5, len(entry), "utf-8") == _KEY
    # The next entry begins before the key ends.
    cut = entry[:-3] + b"\x58\x04\x81\x31\x02"
    assert stored_keys.ReadKey(cut, 5, len(cut), "utf-8") is None
    # The key has a part that is lost.
    cut = b"\x00\x00\x82\x61\x01" + _KEY + b"/t:ca\x58\x04"
    assert stored_keys.ReadKey(cut, 5, len(cut), "utf-8") is None
    assert stored_keys.ReadKey(_KEY, 0, len(_KEY), "utf-8") is None


def testReadKeyOfUTF16():
    """Keys are found in a database of UTF-16 as well."""
    data = _KEY.decode("ascii").encode("utf-16-le") + b"{\x00"

    assert stored_keys.ReadKey(data, 0, len(data), "utf-16-le") == data[:-2]


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

    assert stored_keys.ReadFreedKey(data, offset, 10, end) == key
    # The front of the entry has to be in the region, and all of it.
    assert stored_keys.ReadFreedKey(data, offset, 11, end) is None
    assert stored_keys.ReadFreedKey(data, offset, 10, end - 1) is None


@pytest.mark.parametrize("slack", [1, 2, 3])
def testReadFreedKeyWithSlack(slack):
    """A freeblock may be up to three bytes larger than its entry."""
    entry = _MakeFreedEntry(_KEY, b"\x05")
    data = _MakeFreedEntry(_KEY, b"\x05", size=len(entry) + slack) + b"\xff" * slack

    assert stored_keys.ReadFreedKey(data, 5, 0, len(data)) == _KEY


def testReadFreedKeyOfSeveral():
    """The first of several entries that became one freeblock is known by its place."""
    data = _MakeFreedEntry(_KEY, b"\x05", size=200) + b"\xff" * 112
    assert len(data) == 200

    assert stored_keys.ReadFreedKey(data, 5, 0, 200, is_freeblock=True) == _KEY
    assert stored_keys.ReadFreedKey(data, 5, 0, 200) is None
    data = b"\xff" * 10 + data
    assert stored_keys.ReadFreedKey(data, 15, 0, 210, is_freeblock=True) is None


def testReadFreedKeyThatIsCut():
    """A key that may have had more is not told, and one that is none is none."""
    # Three bytes of a rowid, or the rest of "/s:1" of a key whose end was used again.
    data = _MakeFreedEntry(_KEY, b"/s:")
    assert stored_keys.ReadFreedKey(data, 5, 0, len(data)) is None
    assert stored_keys.ReadFreedKey(data, 5, 0, len(data), is_freeblock=True) is None

    data = _MakeFreedEntry(_KEY[:-1] + b"x", b"\x05")
    assert stored_keys.ReadFreedKey(data, 5, 0, len(data)) is None
    # The type of a rowid is not 7, which is that of a real number.
    data = _MakeFreedEntry(_KEY, b"\x05")
    data = data[:4] + b"\x07" + data[5:]
    assert stored_keys.ReadFreedKey(data, 5, 0, len(data)) is None


def testIsKnownKey():
    """A key of a known family, or one that is a hash, is none by chance."""
    assert stored_keys.IsKnownKey(_KEY)
    assert stored_keys.IsKnownKey(b"0a" * 32)
    assert not stored_keys.IsKnownKey(b"0A" * 32)
    assert not stored_keys.IsKnownKey(b"0a" * 31)
    assert not stored_keys.IsKnownKey(b"workbench.view")
