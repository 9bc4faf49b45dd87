"""Tests of reading lines."""

import io

import hypothesis
import pytest
from hypothesis import strategies as hypothesis_strategies

from cursor_plaso import lines
from tests import strategies


def Read(data, maximum_size=lines.MAXIMUM_LINE_SIZE):
    """Reads the lines of data.

    Args:
      data (bytes): data.
      maximum_size (Optional[int]): maximum size of a line.

    Returns:
      list[tuple[int, bytes]]: numbers and lines.
    """
    return [
        (number, None if line is None else bytes(line))
        for number, line in lines.ReadLines(io.BytesIO(data), maximum_size=maximum_size)
    ]


class ShortReads:
    """File-like object that gives a few bytes at a time."""

    def __init__(self, data, size):
        """Initializes a file-like object.

        Args:
          data (bytes): data.
          size (int): number of bytes a read gives at most.
        """
        super().__init__()
        self._file_object = io.BytesIO(data)
        self._size = size

    # The name of the method is that of file-like objects.
    # pylint: disable=invalid-name

    def read(self, size):
        """Reads.

        Args:
          size (int): number of bytes asked for.

        Returns:
          bytes: data.
        """
        return self._file_object.read(min(size, self._size))


def testReadLines():
    """A line ends with a line feed or with the file; a blank line is a line."""
    assert Read(b"") == []
    assert Read(b"a") == [(1, b"a")]
    assert Read(b"a\n") == [(1, b"a")]
    assert Read(b"a\n\nb\r\n") == [(1, b"a"), (2, b""), (3, b"b\r")]
    assert Read(b"\n") == [(1, b"")]


def testReadLinesOverTheMaximum():
    """A line over the maximum is passed over and counted, wherever it stands."""
    assert Read(b"aaa\naaaa\na\n", 3) == [(1, b"aaa"), (2, None), (3, b"a")]
    assert Read(b"aaaa", 3) == [(1, None)]


def testReadLinesLongerThanABlock():
    """A line of several blocks is one line."""
    line = b"x" * 1000000

    assert Read(b"a\n" + line + b"\nb") == [(1, b"a"), (2, line), (3, b"b")]
    assert Read(b"a\n" + line + b"\nb", 999999) == [(1, b"a"), (2, None), (3, b"b")]


def testReadLinesShowsActivity():
    """The function is called for every block."""
    touches = []
    number_of_lines = sum(
        1
        for _ in lines.ReadLines(
            io.BytesIO(b"\n" * 1000000), touch=lambda: touches.append(1)
        )
    )

    assert number_of_lines == 1000000
    assert len(touches) == 4


def testDecodeFirstLine():
    """The first line is decoded if plaso's JSON-L parser can decode it."""
    for data, expected_value in (
        (b'{"a":1}\n{"b":', {"a": 1}),
        (b'{"a":1}\r\n', {"a": 1}),
        (b'{"a":1}', {"a": 1}),
        (b"", None),
        (b'\n{"a":1}', None),
        (b'{"a":', None),
        (b'\xef\xbb\xbf{"a":1}\n', None),
        (b'{"a":"\xff"}\n', None),
        (b'{"a":' * 10000, None),
        (b'{"a":1}' + b" " * 65529 + b"\n", {"a": 1}),
        (b'{"a":1}' + b" " * 65530 + b"\n", {"a": 1}),
        (b" " * 65529 + b'{"a":1}\n', {"a": 1}),
        (b" " * 65530 + b'{"a":1}\n', None),
    ):
        file_object = io.BytesIO(data)
        file_object.seek(3)

        assert lines.DecodeFirstLine(file_object) == expected_value


def testReadLinesRaisesReadErrors():
    """The lines before an error are read, the error is the caller's."""

    class BrokenFile(ShortReads):
        """File-like object that fails at its end."""

        def read(self, size):
            """Reads.

            Args:
              size (int): number of bytes asked for.

            Returns:
              bytes: data.

            Raises:
              OSError: at the end of the data.
            """
            data = super().read(size)
            if not data:
                raise OSError("bad sector")
            return data

    read_lines = []
    with pytest.raises(OSError):
        for _, line in lines.ReadLines(BrokenFile(b"a\nb\nc", 2)):
            read_lines.append(bytes(line))

    assert read_lines == [b"a", b"b"]


@strategies.PROPERTY
@hypothesis.given(
    hypothesis_strategies.lists(
        hypothesis_strategies.sampled_from([b"\n", b"a", b"bcd", b"\r", b"\xff"])
    ).map(b"".join),
    hypothesis_strategies.integers(min_value=1, max_value=7),
)
def testReadLinesProperties(data, size):
    """The lines are those of split(), however the file is read."""
    expected = data.split(b"\n")
    if not expected[-1]:
        expected.pop()

    actual = [bytes(line) for _, line in lines.ReadLines(ShortReads(data, size))]
    assert actual == expected

    limited = [line for _, line in Read(data, 2)]
    assert limited == [line if len(line) <= 2 else None for line in expected]
