"""Lines of a file, read in bounded blocks."""

import json
import os

# Lines over this size are passed over.
MAXIMUM_LINE_SIZE = 64 * 1024 * 1024

_BLOCK_SIZE = 256 * 1024

# What plaso's JSON-L parser reads of the first line, by which it knows its plugin.
_JSONL_PARSER_LINE_SIZE = 64 * 1024


def DecodeFirstLine(file_object):
    """Decodes the first line of a file as plaso's JSON-L parser does.

    The parser passes a file to a plugin only if it can decode the first line: of a
    file whose first line is damaged or long it says nothing.

    Args:
      file_object (object): file-like object, which is read from its start.

    Returns:
      object: JSON value or None if the parser does not decode the line.

    Raises:
      OSError: if the file can not be read.
    """
    # dfVFS may hand out the file-like object that another parser has read.
    file_object.seek(0, os.SEEK_SET)
    # Of a longer line the parser takes the start, which may be whole JSON and spaces.
    line = file_object.read(_JSONL_PARSER_LINE_SIZE).partition(b"\n")[0]
    try:
        return json.loads(line.decode("utf-8"))
    except (RecursionError, ValueError):
        return None


def ReadLines(file_object, maximum_size=MAXIMUM_LINE_SIZE, touch=None):
    """Reads the lines of a file.

    A line ends with a line feed, or with the file. The file is read once, from where
    it stands, and at most one line is kept.

    Args:
      file_object (object): file-like object, of which only read() is used.
      maximum_size (Optional[int]): maximum size of a line in bytes.
      touch (Optional[function]): function that is called after every block.

    Yields:
      tuple[int, bytes]: number of the line, starting at 1, and the line without its
          line feed, as bytes or bytearray, or None if it is larger than the maximum.

    Raises:
      OSError: if the file can not be read.
    """
    number = 0
    buffer = bytearray()
    size = 0

    block = file_object.read(_BLOCK_SIZE)
    while block:
        if touch:
            touch()

        *lines, rest = block.split(b"\n")
        for line in lines:
            number += 1
            size += len(line)
            if size > maximum_size:
                line = None
            elif buffer:
                buffer += line
                line = buffer
            if buffer:
                buffer = bytearray()
            size = 0
            yield number, line

        size += len(rest)
        if size <= maximum_size:
            buffer += rest
        elif buffer:
            buffer = bytearray()

        block = file_object.read(_BLOCK_SIZE)

    if size:
        yield number + 1, buffer if size <= maximum_size else None
