"""What the readers of the forms of a transcript share."""

import re

from cursor_plaso import lines
from cursor_plaso import values
from cursor_plaso import wal

_WORD_RE = re.compile(r"\A[A-Za-z0-9_.-]{1,64}\Z")


class TranscriptFormatReader:
    """Reader of one form of transcript."""

    def __init__(self, producer, writer):
        """Initializes a reader of one transcript.

        Args:
          producer (BaseProducer): producer, which tells to abort.
          writer (TranscriptWriter): writer of the event data and warnings.
        """
        super().__init__()
        self._producer = producer
        self._writer = writer

    def Read(self, file_object):
        """Reads a transcript.

        Args:
          file_object (object): file-like object, of which only read() is used.
        """
        raise NotImplementedError

    def _DecodeText(self, data, place=None):
        """Decodes text and notes whether it is corrupted.

        Args:
          data (bytes|bytearray): text as UTF-8.
          place (Optional[str]): place in the file, where None represents all of it.

        Returns:
          str: text, in which bytes that are not UTF-8 are lone surrogates.
        """
        self._writer.is_corrupted = False
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError as exception:
            self._writer.is_corrupted = True
            self._writer.Warn(
                place, f"not UTF-8 at byte {exception.start:d}", kind="not UTF-8"
            )
        return data.decode("utf-8", errors="surrogateescape")

    def _ReadLines(self, file_object):
        """Reads lines and warns of those that can not be read.

        Args:
          file_object (object): file-like object.

        Yields:
          tuple[int, bytes]: number of the line and line.
        """
        number = 0
        try:
            for number, line in lines.ReadLines(
                file_object, touch=self._producer.Touch
            ):
                if self._producer.abort:
                    return
                if line is None:
                    self._writer.Warn(
                        f"line {number:d}",
                        f"larger than {lines.MAXIMUM_LINE_SIZE:d} bytes, not read",
                        kind="too large",
                    )
                else:
                    yield number, line
        except wal.READ_ERRORS as exception:
            self._producer.Warn(
                f"transcript: unable to read after line {number:d}: {exception!s}"
            )


def GetUnsupported(name, value):
    """Describes a form of record that is not known.

    Args:
      name (str): what is not known, such as "role".
      value (object): JSON value that is not known.

    Returns:
      str: what is not known, and the value if it is a word.
    """
    text = values.ToString(value)
    if not text or not _WORD_RE.match(text):
        text = "none" if value is None else "not a word"
    return f"unsupported {name:s}: {text:s}"
