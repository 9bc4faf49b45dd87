"""Interface of the readers of small files.

A reader says by path alone which files it may know (cheap, asked for every file of an
image), and by content whether a file is one of Cursor. A foreign file is refused in
silence; a damaged file is only warned of when its path leaves no doubt that it is one
of Cursor.
"""

import re

from cursor_plaso.files import documents
from cursor_plaso.files import evidence
from cursor_plaso.files import shapes

# Entries of one list that are read: a hostile file must not give millions of events.
MAXIMUM_NUMBER_OF_ENTRIES = 10000


class FileReader:
    """Reader of one kind of file."""

    # What the kind is called in warnings and in the attribute evidence_source.
    KIND = ""

    # Lower-case names of files, of the directories that hold files of the kind, and
    # starts and ends of names. One of them has to match.
    NAMES = frozenset()
    DIRECTORY_NAMES = frozenset()
    PREFIXES = ()
    SUFFIXES = ()

    # Regular expression that has to match the end of the lower-case path, or None.
    PATH_RE = None

    def MatchesPath(self, lower_path):
        """Determines if a file may be of this kind.

        Args:
          lower_path (str): normalised path in lower case.

        Returns:
          bool: True if the file may be of this kind.
        """
        return self.PATH_RE is None or bool(self.PATH_RE.search(lower_path))

    def ReadFile(self, evidence_file, producer):
        """Reads a file.

        Args:
          evidence_file (EvidenceFile): file.
          producer (BaseProducer): producer.

        Returns:
          bool: True if the file is of this kind, even if it is damaged.
        """
        raise NotImplementedError

    def _LimitEntries(self, evidence_file, entries, producer):
        """Limits the entries of a list.

        Args:
          evidence_file (EvidenceFile): file.
          entries (list[object]): entries.
          producer (BaseProducer): producer.

        Returns:
          list[object]: entries.
        """
        if len(entries) <= MAXIMUM_NUMBER_OF_ENTRIES:
            return entries
        self._Warn(
            evidence_file,
            f"{len(entries):d} entries, only the first "
            f"{MAXIMUM_NUMBER_OF_ENTRIES:d} are read",
            producer,
        )
        return entries[:MAXIMUM_NUMBER_OF_ENTRIES]

    def _Warn(self, evidence_file, reason, producer):
        """Warns of a file.

        Args:
          evidence_file (EvidenceFile): file.
          reason (str): what is wrong, without any value of the file.
          producer (BaseProducer): producer.
        """
        producer.Warn(
            f"{self.KIND:s} {evidence_file.path:s}: {reason:s}", kind=self.KIND
        )


class JSONFileReader(FileReader):
    """Reader of one kind of JSON document."""

    # Type of the document: dict or list.
    DOCUMENT_TYPE = dict

    # Regular expression of bytes, one of which has to be in the first 64 KiB of a file
    # that is not in a directory of Cursor, or None if such a file is never read.
    MARKER_RE = None

    # Shape of what is read of the document and has no warning of its own (shapes.py).
    SHAPE = shapes.ANY

    def ReadFile(self, evidence_file, producer):
        """Reads a file.

        Args:
          evidence_file (EvidenceFile): file.
          producer (BaseProducer): producer.

        Returns:
          bool: True if the file is of this kind, even if it is damaged.
        """
        is_cursor_file = self._IsCursorFile(evidence_file)
        if not is_cursor_file and not self._HasMarker(evidence_file):
            return False

        json_value, reason = self._ReadDocument(evidence_file)
        if not reason and not isinstance(json_value, self.DOCUMENT_TYPE):
            name = "object" if self.DOCUMENT_TYPE is dict else "array"
            reason = f"not a JSON {name:s}"
        if reason:
            if is_cursor_file:
                self._Warn(evidence_file, reason, producer)
            return is_cursor_file

        if not self._CheckShape(json_value, is_cursor_file):
            return False

        problems = shapes.DescribeProblems(json_value, self.SHAPE)
        if problems:
            self._Warn(evidence_file, f"can not read {problems:s}", producer)
        self._ReadDocumentValue(json_value, evidence_file, producer)
        return True

    # pylint: disable=unused-argument
    def _CheckShape(self, json_value, is_cursor_file):
        """Determines if the document has the shape of this kind.

        Args:
          json_value (dict[str, object]|list[object]): document.
          is_cursor_file (bool): True if the path tells that the file is of Cursor.

        Returns:
          bool: True if the document has the shape of this kind.
        """
        return is_cursor_file

    def _HasMarker(self, evidence_file):
        """Determines if the start of a file has a marker of this kind.

        Args:
          evidence_file (EvidenceFile): file.

        Returns:
          bool: True if the start of the file has a marker of this kind.
        """
        if not self.MARKER_RE or evidence_file.size > evidence.MAXIMUM_DOCUMENT_SIZE:
            return False
        data = evidence_file.ReadData(evidence.HEAD_SIZE)
        return bool(
            data
            and data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b"[", b"/")
            and self.MARKER_RE.search(data)
        )

    def _IsCursorFile(self, evidence_file):
        """Determines if the path tells that the file is of Cursor.

        Args:
          evidence_file (EvidenceFile): file.

        Returns:
          bool: True if the file is of Cursor.
        """
        return evidence_file.is_cursor_path

    def _ReadDocument(self, evidence_file):
        """Reads the document.

        Args:
          evidence_file (EvidenceFile): file.

        Returns:
          tuple[object, str]: JSON value, and the reason it could not be read or None.
        """
        if evidence_file.size > evidence.MAXIMUM_DOCUMENT_SIZE:
            return None, f"too large to read: {evidence_file.size:d} bytes"
        data = evidence_file.ReadData()
        if data is None:
            return None, "unable to read file"
        return documents.DecodeDocument(data)

    def _ReadDocumentValue(self, json_value, evidence_file, producer):
        """Reads the document.

        Args:
          json_value (dict[str, object]|list[object]): document.
          evidence_file (EvidenceFile): file.
          producer (BaseProducer): producer.
        """
        raise NotImplementedError


def CompileMarker(*names):
    """Compiles a regular expression that finds one of a number of JSON names.

    Args:
      names (list[str]): names.

    Returns:
      re.Pattern: regular expression of bytes.
    """
    pattern = "|".join(re.escape(name) for name in names)
    return re.compile(f'"(?:{pattern:s})"\\s{{0,64}}:'.encode("ascii"))
