"""Tests of the SQLite file format: values from https://sqlite.org/fileformat2.html."""

import math
import struct

import pytest

from cursor_plaso import sqlite_format


def _MakeHeader(page_size=4096, reserved_size=0, encoding=1):
    header = bytearray(100)
    header[:16] = b"SQLite format 3\x00"
    struct.pack_into(">H3B", header, 16, page_size, 2, 2, reserved_size)
    # Change counter, pages, first trunk, free pages.
    struct.pack_into(">4I", header, 24, 7, 100, 5, 3)
    # Largest root page, encoding, user version, incremental vacuum, application.
    struct.pack_into(">5I", header, 52, 9, encoding, 1, 1, 0x1234)
    struct.pack_into(">I", header, 92, 7)
    return bytes(header)


def testFileHeader():
    header = sqlite_format.FileHeader.FromBytes(_MakeHeader(reserved_size=8))

    assert header.page_size == 4096
    assert header.reserved_size == 8
    assert header.usable_size == 4088
    assert header.page_count == 100
    assert header.freelist_trunk == 5
    assert header.freelist_count == 3
    assert header.auto_vacuum
    assert header.incremental_vacuum
    assert header.encoding == "utf-8"
    assert header.user_version == 1
    assert header.application_identifier == 0x1234
    assert (header.write_version, header.read_version) == (2, 2)


def testFileHeaderDistrustsPageCountOfOldWriter():
    data = bytearray(_MakeHeader())
    struct.pack_into(">I", data, 92, 6)

    assert sqlite_format.FileHeader.FromBytes(bytes(data)).page_count == 0


@pytest.mark.parametrize(
    "page_size, expected",
    [(512, 512), (1, 65536), (32768, 32768), (0, None), (256, None), (4095, None)],
)
def testFileHeaderPageSize(page_size, expected):
    header = sqlite_format.FileHeader.FromBytes(_MakeHeader(page_size=page_size))

    assert (header and header.page_size) == expected


@pytest.mark.parametrize(
    "encoding, expected",
    [(0, "utf-8"), (1, "utf-8"), (2, "utf-16-le"), (3, "utf-16-be"), (5, "utf-8")],
)
def testFileHeaderEncoding(encoding, expected):
    header = sqlite_format.FileHeader.FromBytes(_MakeHeader(encoding=encoding))

    assert header.encoding == expected


def testFileHeaderIgnoresImpossibleReservedSize():
    header = sqlite_format.FileHeader.FromBytes(
        _MakeHeader(page_size=512, reserved_size=200)
    )

    assert header.usable_size == 512


def testFileHeaderRefusesOtherFiles():
    assert sqlite_format.FileHeader.FromBytes(b"") is None
    assert sqlite_format.FileHeader.FromBytes(_MakeHeader()[:99]) is None
    assert sqlite_format.FileHeader.FromBytes(b"\x00" * 100) is None


@pytest.mark.parametrize(
    "value, encoded",
    [
        (0, "00"),
        (127, "7f"),
        (128, "8100"),
        (16383, "ff7f"),
        (16384, "818000"),
        ((1 << 56) - 1, "ffffffffffffff7f"),
        (1 << 56, "80c080808080808000"),
        ((1 << 64) - 1, "ff" * 9),
    ],
)
def testVarint(value, encoded):
    data = bytes.fromhex(encoded)

    assert sqlite_format.WriteVarint(value) == data
    assert sqlite_format.ReadVarint(b"\xff" + data + b"\x01", 1) == (
        value,
        1 + len(data),
    )


def testReadVarintOfCutData():
    with pytest.raises(IndexError):
        sqlite_format.ReadVarint(b"\x81", 0)


def testToSigned():
    assert sqlite_format.ToSigned(5) == 5
    assert sqlite_format.ToSigned((1 << 64) - 1) == -1


@pytest.mark.parametrize(
    "serial_type, data, expected",
    [
        (0, "", None),
        (1, "ff", -1),
        (2, "0100", 256),
        (3, "800000", -8388608),
        (4, "00000001", 1),
        (5, "000000000001", 1),
        (6, "7fffffffffffffff", (1 << 63) - 1),
        (7, "3ff8000000000000", 1.5),
        (8, "", 0),
        (9, "", 1),
        (10, "", None),
        (11, "", None),
        (12, "", b""),
        (13, "", ""),
        (16, "6162", b"ab"),
        (17, "6162", "ab"),
        (6, "7fff", None),
        (7, "7ff8000000000000", None),
    ],
)
def testDecodeValue(serial_type, data, expected):
    data = bytes.fromhex(data)

    assert sqlite_format.DecodeValue(serial_type, data, "utf-8") == expected
    if serial_type < 12 and expected is not None:
        assert sqlite_format.GetSerialTypeSize(serial_type) == len(data)


def testDecodeValueKeepsInfinity():
    assert math.isinf(
        sqlite_format.DecodeValue(7, bytes.fromhex("7ff0000000000000"), "utf-8")
    )


def testDecodeTextKeepsBytesThatAreNoText():
    text = sqlite_format.DecodeText(b'{"a":"\xff\xfe"}', "utf-8")

    assert text == '{"a":"\udcff\udcfe"}'
    assert sqlite_format.EncodeText(text, "utf-8") == b'{"a":"\xff\xfe"}'


def testDecodeTextOfUTF16():
    assert sqlite_format.DecodeText(b"a\x00", "utf-16-le") == "a"
    assert sqlite_format.DecodeText(b"\x00a", "utf-16-be") == "a"
    # A lone surrogate, and half a character.
    assert sqlite_format.DecodeText(b"\x00\xd8a\x00", "utf-16-le") == "\ud800a"
    assert sqlite_format.DecodeText(b"a\x00b", "utf-16-le") == "a\ufffd"


def testEncodeTextOfLoneSurrogates():
    assert sqlite_format.EncodeText("\ud83d", "utf-8") == b"\xed\xa0\xbd"
    assert sqlite_format.EncodeText("\ud83d", "utf-16-le") == b"\x3d\xd8"


def testGetLocalSize():
    # U = 4096: X = 4061, M = 489, and K = M + (P - M) % 4092.
    assert sqlite_format.GetLocalSize(4061, 4096) == 4061
    assert sqlite_format.GetLocalSize(4062, 4096) == 489
    assert sqlite_format.GetLocalSize(4581, 4096) == 489
    assert sqlite_format.GetLocalSize(4582, 4096) == 490
    # Index pages: X = 1002.
    assert sqlite_format.GetLocalSize(1002, 4096, is_table_leaf=False) == 1002
    assert sqlite_format.GetLocalSize(1003, 4096, is_table_leaf=False) == 1003 - 514


def testReadRecordHeader():
    assert sqlite_format.ReadRecordHeader(b"\x03\x17\x01abcde\x05", 0, 9) == (
        [23, 1],
        3,
    )
    # Does not end where it says, is cut, is empty.
    assert sqlite_format.ReadRecordHeader(b"\x02\x81\x01", 0, 3)[0] is None
    assert sqlite_format.ReadRecordHeader(b"\x05\x17\x01", 0, 3)[0] is None
    assert sqlite_format.ReadRecordHeader(b"\x00\x17\x01", 0, 3)[0] is None


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, b""),
        (0, b""),
        (1, b""),
        (-1, b"\xff"),
        (127, b"\x7f"),
        (128, b"\x00\x80"),
        (1790000000000, b"\x01\xa0\xc4\x50\x6c\x00"),
        (1 << 47, b"\x00\x00\x80\x00\x00\x00\x00\x00"),
        (1.5, b"\x3f\xf8\x00\x00\x00\x00\x00\x00"),
        ("é", b"\xc3\xa9"),
        (b"\x00\x01", b"\x00\x01"),
    ],
)
def testEncodeValue(value, expected):
    """A value is stored in the fewest bytes that its type has."""
    assert sqlite_format.EncodeValue(value, "utf-8") == expected


def testGetSizeInPage():
    """Of a payload that is too large a part is in the page, and a page number."""
    assert sqlite_format.GetSizeInPage(4061, 4096) == 4061
    # M is 489, and K is M + (4062 - M) % 4092, which is more than X.
    assert sqlite_format.GetSizeInPage(4062, 4096) == 489 + 4
    assert sqlite_format.GetSizeInPage(4700, 4096) == 489 + (4700 - 489) % 4092 + 4


def testToUTF8():
    """TEXT in UTF-16 becomes UTF-8, and UTF-8 stays, also where it is none."""
    assert sqlite_format.ToUTF8(b"k\xff", "utf-8") == b"k\xff"
    assert sqlite_format.ToUTF8(b"\xe9\x00", "utf-16-le") == b"\xc3\xa9"
    assert sqlite_format.ToUTF8(b"\x00\xe9", "utf-16-be") == b"\xc3\xa9"
    assert sqlite_format.ToUTF8(b"\x3d\xd8", "utf-16-le") == b"\xed\xa0\xbd"
