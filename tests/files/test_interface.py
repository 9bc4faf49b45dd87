"""Tests of the interface of the readers of small files."""

import json
import re
import unittest
from unittest import mock

from cursor_plaso.files import evidence
from cursor_plaso.files import interface
from tests.files import test_lib

_CURSOR_PATH = "/home/ana/.cursor/test.json"
_FOREIGN_PATH = "/home/ana/Downloads/test.json"


class _TestReader(interface.JSONFileReader):
    """Reader that keeps the documents that it is given.

    Attributes:
      documents (list[object]): documents.
    """

    KIND = "test.json"

    def __init__(self):
        """Initializes a reader."""
        super().__init__()
        self.documents = []

    def _ReadDocumentValue(self, json_value, evidence_file, producer):
        """Reads the document.

        Args:
          json_value (object): document.
          evidence_file (EvidenceFile): file.
          producer (BaseProducer): producer.
        """
        self.documents.append(json_value)


class _ListReader(_TestReader):
    """Reader of documents that are lists."""

    DOCUMENT_TYPE = list


class _MarkerReader(_TestReader):
    """Reader that knows files by a marker and their shape, wherever they stand."""

    MARKER_RE = interface.CompileMarker("createdAtMs")

    def _CheckShape(self, json_value, is_cursor_file):
        """Determines if the document has the shape of this kind.

        Args:
          json_value (dict[str, object]): document.
          is_cursor_file (bool): True if the path tells that the file is of Cursor.

        Returns:
          bool: True if the document has the shape of this kind.
        """
        return is_cursor_file or isinstance(json_value.get("createdAtMs"), int)


# pylint: disable-next=abstract-method
class _BareReader(interface.JSONFileReader):
    """Reader that says of no document what is in it."""


# pylint: disable-next=abstract-method
class _EntryReader(interface.FileReader):
    """Reader that limits the entries of a list."""

    KIND = "entries"

    def Limit(self, entries, producer):
        """Limits the entries of a list.

        Args:
          entries (list[object]): entries.
          producer (BaseProducer): producer.

        Returns:
          list[object]: entries.
        """
        return self._LimitEntries(test_lib.MakeFile(_CURSOR_PATH), entries, producer)


def _Read(reader, path, content):
    """Reads a file.

    Args:
      reader (JSONFileReader): reader.
      path (str): path of the file.
      content (bytes|str|object): content.

    Returns:
      tuple[bool, list[str]]: whether the file is of the kind, and warnings.
    """
    producer = test_lib.CheckingProducer()
    is_known = reader.ReadFile(test_lib.MakeFile(path, content), producer)
    return is_known, producer.warnings


class FileReaderTest(unittest.TestCase):
    """Tests of what all readers have in common."""

    def testMatchesPath(self):
        """Without an expression any path may be of the kind."""
        reader = interface.FileReader()
        self.assertTrue(reader.MatchesPath("/any/path"))

        path_re = re.compile(r"/\.cursor/test\.json\Z")
        with mock.patch.object(interface.FileReader, "PATH_RE", path_re):
            self.assertIs(reader.MatchesPath("/home/ana/.cursor/test.json"), True)
            self.assertIs(reader.MatchesPath("/home/ana/.cursor/test.json.bak"), False)
            self.assertIs(reader.MatchesPath("/home/ana/test.json"), False)

    def testReadFile(self):
        """A reader has to say how a file is read."""
        with self.assertRaises(NotImplementedError):
            interface.FileReader().ReadFile(
                test_lib.MakeFile(_CURSOR_PATH), test_lib.CheckingProducer()
            )

    def testNames(self):
        """A reader that names no files knows none."""
        reader = interface.FileReader

        self.assertFalse(
            reader.NAMES or reader.DIRECTORY_NAMES or reader.PREFIXES or reader.SUFFIXES
        )
        self.assertEqual(reader.KIND, "")

    def testLimitEntries(self):
        """Of more than ten thousand entries the first are read, with one warning."""
        producer = test_lib.CheckingProducer()
        entries = list(range(10000))
        self.assertEqual(_EntryReader().Limit(entries, producer), entries)
        self.assertEqual(_EntryReader().Limit([], producer), [])
        self.assertEqual(producer.warnings, [])

        self.assertEqual(_EntryReader().Limit(entries + [1], producer), entries)
        self.assertEqual(
            producer.warnings,
            [
                f"entries {_CURSOR_PATH:s}: 10001 entries, only the first 10000 are "
                "read"
            ],
        )


class JSONFileReaderTest(unittest.TestCase):
    """Tests of the readers of JSON documents."""

    def testRead(self):
        """A document of Cursor is handed on, with its comments left out."""
        for content in ({"a": 1}, '\ufeff{"a": 1,}', '// comment\n{"a": 1}'):
            reader = _TestReader()
            self.assertEqual(_Read(reader, _CURSOR_PATH, content), (True, []))
            self.assertEqual(reader.documents, [{"a": 1}])

    def testReadEmptyDocument(self):
        """An empty document is one all the same."""
        for reader, content in ((_TestReader(), {}), (_ListReader(), [])):
            self.assertEqual(_Read(reader, _CURSOR_PATH, content), (True, []))
            self.assertEqual(reader.documents, [content])

    def testReadOtherType(self):
        """A document that is no object, or no list, is warned of."""
        for reader_class, content, name in (
            (_TestReader, [1], "object"),
            (_TestReader, "5", "object"),
            (_TestReader, "null", "object"),
            (_ListReader, {"a": 1}, "array"),
        ):
            reader = reader_class()
            self.assertEqual(
                _Read(reader, _CURSOR_PATH, content),
                (True, [f"test.json {_CURSOR_PATH:s}: not a JSON {name:s}"]),
            )
            self.assertEqual(reader.documents, [])

    def testReadDamagedDocument(self):
        """A damaged document of Cursor is warned of, without what stands in it."""
        for content in (
            b'{"token": "s3cr3t-value',
            b"",
            b"\x00" * 100,
            b"s3cr3t-value",
        ):
            reader = _TestReader()
            is_known, warnings = _Read(reader, _CURSOR_PATH, content)

            self.assertIs(is_known, True)
            self.assertEqual(len(warnings), 1)
            self.assertTrue(warnings[0].startswith(f"test.json {_CURSOR_PATH:s}: "))
            self.assertNotIn("s3cr3t", warnings[0])
            self.assertEqual(reader.documents, [])

    def testReadUnreadableFile(self):
        """A file that can not be read is warned of if it is of Cursor."""
        reader = _MarkerReader()
        for path, warnings in (
            (_CURSOR_PATH, [f"test.json {_CURSOR_PATH:s}: unable to read file"]),
            (_FOREIGN_PATH, []),
        ):
            producer = test_lib.CheckingProducer()
            evidence_file = test_lib.MakeFile(path, {"createdAtMs": 1})
            with mock.patch.object(evidence_file, "OpenFileObject", return_value=None):
                is_known = reader.ReadFile(evidence_file, producer)

            self.assertIs(is_known, bool(warnings))
            self.assertEqual(producer.warnings, warnings)
        self.assertEqual(reader.documents, [])

    def testReadLargeFile(self):
        """A file that is too large is not opened, and warned of if it is of Cursor."""
        reader = _MarkerReader()
        for path, warnings in (
            (
                _CURSOR_PATH,
                [f"test.json {_CURSOR_PATH:s}: too large to read: 67108865 bytes"],
            ),
            (_FOREIGN_PATH, []),
        ):
            producer = test_lib.CheckingProducer()
            evidence_file = test_lib.MakeFile(path, {"createdAtMs": 1})
            evidence_file.size = evidence.MAXIMUM_DOCUMENT_SIZE + 1
            with mock.patch.object(
                evidence_file, "OpenFileObject", side_effect=AssertionError
            ):
                is_known = reader.ReadFile(evidence_file, producer)

            self.assertIs(is_known, bool(warnings))
            self.assertEqual(producer.warnings, warnings)
        self.assertEqual(reader.documents, [])

    def testReadForeignFile(self):
        """A foreign file is not opened by a reader that knows files by path alone."""
        evidence_file = test_lib.MakeFile(_FOREIGN_PATH, {"a": 1})
        producer = test_lib.CheckingProducer()
        with mock.patch.object(
            evidence_file, "OpenFileObject", side_effect=AssertionError
        ):
            is_known = _TestReader().ReadFile(evidence_file, producer)

        self.assertIs(is_known, False)
        self.assertEqual(producer.warnings, [])

    def testReadFileWithMarker(self):
        """A file that stands elsewhere is known by its marker and its shape."""
        content = {"createdAtMs": 1790000000000, "a": 1}
        for text in (
            json.dumps(content),
            "\ufeff \r\n\t" + json.dumps(content),
            "// comment\n" + json.dumps(content),
        ):
            reader = _MarkerReader()
            self.assertEqual(_Read(reader, _FOREIGN_PATH, text), (True, []))
            self.assertEqual(reader.documents, [content])

    def testReadForeignFileWithMarker(self):
        """What has the marker but not the shape, or is damaged, is refused silently."""
        for content in (
            {"createdAtMs": "text"},
            [{"createdAtMs": 1}],
            b'{"createdAtMs": 1',
            b'text {"createdAtMs": 1}',
            {"a": "createdAtMs"},
            b"",
            # The marker has to stand in the first 64 KiB.
            {"a": "x" * 65536, "createdAtMs": 1},
        ):
            reader = _MarkerReader()
            self.assertEqual(_Read(reader, _FOREIGN_PATH, content), (False, []))
            self.assertEqual(reader.documents, [])

    def testCheckShape(self):
        """Unless a reader says otherwise no shape tells that a file is of Cursor."""
        reader = _TestReader()
        marker_re = interface.CompileMarker("createdAtMs")
        with mock.patch.object(_TestReader, "MARKER_RE", marker_re):
            result = _Read(reader, _FOREIGN_PATH, {"createdAtMs": 1})

        self.assertEqual(result, (False, []))
        self.assertEqual(reader.documents, [])

    def testReadDocumentValue(self):
        """A reader has to say what is in a document."""
        with self.assertRaises(NotImplementedError):
            _Read(_BareReader(), _CURSOR_PATH, {})


class CompileMarkerTest(unittest.TestCase):
    """Tests of the expressions that find JSON names."""

    def testCompileMarker(self):
        """A marker is one of several names, with a value."""
        marker_re = interface.CompileMarker("trustedAt", "a.b")

        for data in (b'{"trustedAt":1}', b'{"x":1,"a.b" \r\n\t: 2}', b'"a.b":'):
            self.assertTrue(marker_re.search(data), data)
        for data in (
            b'{"trustedat":1}',
            b'{"trustedAt2":1}',
            b'["trustedAt"]',
            b"trustedAt:1",
            b'{"axb":1}',
            b"",
        ):
            self.assertIsNone(marker_re.search(data), data)

    def testWhiteSpace(self):
        """White space before the colon is bounded."""
        marker_re = interface.CompileMarker("trustedAt")

        self.assertTrue(marker_re.search(b'"trustedAt"' + b" " * 64 + b":"))
        self.assertIsNone(marker_re.search(b'"trustedAt"' + b" " * 65 + b":"))


if __name__ == "__main__":
    unittest.main()
