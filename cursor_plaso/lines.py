"""Lines of a file, read in bounded blocks."""

# Lines over this size are passed over.
MAXIMUM_LINE_SIZE = 64 * 1024 * 1024

_BLOCK_SIZE = 256 * 1024


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
