"""Tests for cells of tables of a key and a value."""

import pytest

from cursor_plaso.recovery import key_value_cells

_COMPOSER = "5d0f9a3e-1111-4222-8333-444455556666"
_BUBBLE = "0a1b2c3d-aaaa-4bbb-8ccc-ddddeeeeffff"
_KEY = f"bubbleId:{_COMPOSER:s}:{_BUBBLE:s}".encode("ascii")

# The sizes are those of the file format: 13 plus twice the size of a text.
_KEY_TYPE = b"\x81\x31"
_VALUE = b'{"a":1}'
_VALUE_TYPE = b"\x1b"
_HEADER = b"\x04" + _KEY_TYPE + _VALUE_TYPE
_RECORD = _HEADER + _KEY + _VALUE


def testReadKeyValueHeader():
    """A header is one if its size and types fit, and the key is there."""
    data = b"\x61\x05" + _RECORD

    assert key_value_cells.ReadKeyValueHeader(data, 2, len(data)) == (
        6,
        6 + len(_KEY),
        len(_RECORD),
    )
    assert key_value_cells.ReadKeyValueHeader(data, 2, 6 + len(_KEY) - 1) is None
    assert key_value_cells.ReadKeyValueHeader(b"\x05" + data[3:], 0, len(data)) is None
    # A blob, or a number, is no key.
    assert key_value_cells.ReadKeyValueHeader(b"\x03\x10\x0dab", 0, 5) is None
    assert key_value_cells.ReadKeyValueHeader(b"\x03\x01\x0da", 0, 4) is None
    # A NULL is a value, a number is none.
    assert key_value_cells.ReadKeyValueHeader(b"\x03\x0f\x00a", 0, 4) == (3, 4, 4)
    assert key_value_cells.ReadKeyValueHeader(b"\x03\x0f\x01ab", 0, 5) is None


@pytest.mark.parametrize("end", range(4))
def testReadKeyValueHeaderOfCutData(end):
    """A header that is cut is none."""
    assert key_value_cells.ReadKeyValueHeader(_RECORD[: end + 1], 0, end + 1) is None


def testFindCellStart():
    """A cell starts with the size of the record and the rowid."""
    size = bytes([len(_RECORD)])
    for rowid, encoded in ((5, b"\x05"), (300, b"\x82\x2c"), (70000, b"\x84\xa2\x70")):
        data = b"zzz" + size + encoded + _RECORD
        offset = len(data) - len(_RECORD)

        assert key_value_cells.FindCellStart(data, offset, len(_RECORD), 0) == (
            3,
            rowid,
        )
        assert key_value_cells.FindCellStart(data, offset, len(_RECORD), 4) == (
            None,
            None,
        )
        assert key_value_cells.FindCellStart(data, offset, len(_RECORD) + 1, 0) == (
            None,
            None,
        )


@pytest.mark.parametrize("lost_size", range(3))
def testRebuildKeyValueHeader(lost_size):
    """The header is rebuilt from the type of the value and the text of the key."""
    kept = _HEADER[lost_size:]
    data = b"\x00" * 8 + kept + _KEY + _VALUE
    key_offset = 8 + len(kept)
    rebuilt = key_value_cells.RebuildKeyValueHeader(
        data, key_offset, 0, len(data), "utf-8"
    )

    assert rebuilt == (_KEY, [177, 27], 4)


def testRebuildKeyValueHeaderOfIndex():
    """The entry of an index is no row."""
    data = b"\x00" * 8 + b"\x04\x81\x31\x02" + _KEY + b"\x22\x22"

    assert (
        key_value_cells.RebuildKeyValueHeader(data, 12, 0, len(data), "utf-8") is None
    )
