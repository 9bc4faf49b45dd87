"""Tests for the files beside a file of evidence."""

import gzip
import hashlib
import os
import tempfile
import unittest

from dfvfs.lib import definitions as dfvfs_definitions
from dfvfs.path import factory as path_spec_factory

from cursor_plaso import siblings

from tests import evidence
from tests import lib


class SiblingsTest(unittest.TestCase):
    """Tests for the files beside a file of evidence."""

    def setUp(self):
        """Makes a tree: globalStorage/state.vscdb, workspaceStorage/w1/a.json."""
        temporary_directory = tempfile.TemporaryDirectory()
        self.addCleanup(temporary_directory.cleanup)
        self.directory = os.path.join(temporary_directory.name, "User")
        path = os.path.join(self.directory, "globalStorage", "state.vscdb")
        evidence.WriteFile(path, b"database")
        evidence.WriteFile(
            os.path.join(self.directory, "workspaceStorage", "w1", "a.json"), b"{}"
        )
        evidence.WriteFile(
            os.path.join(self.directory, "globalStorage", "b"), b"0123456789"
        )
        self.file_entry = lib.MakeFileEntry(lib.MakePathSpec(path))

    def testGetDirectoryName(self):
        """The names of the directories a file is in."""
        self.assertEqual(siblings.GetDirectoryName(self.file_entry), "globalStorage")
        self.assertEqual(siblings.GetDirectoryName(self.file_entry, 1), "User")
        self.assertIsNone(siblings.GetDirectoryName(self.file_entry, 100))
        self.assertIsNone(siblings.GetDirectoryName(None))

    def testGetFileEntry(self):
        """Files are found beside, below and above."""
        sibling = siblings.GetFileEntry(self.file_entry, "b")
        self.assertEqual(siblings.ReadFile(sibling, 100), b"0123456789")
        sibling = siblings.GetFileEntry(
            self.file_entry, "..", "workspaceStorage", "w1", "a.json"
        )
        self.assertEqual(siblings.ReadFile(sibling, 100), b"{}")
        self.assertIsNone(siblings.GetFileEntry(self.file_entry, "missing"))
        self.assertIsNone(siblings.GetFileEntry(None, "b"))

        # A link could lead out of the evidence, into the machine of the examiner.
        os.symlink(
            os.path.join(self.directory, "globalStorage", "b"),
            os.path.join(self.directory, "globalStorage", "link"),
        )
        self.assertIsNone(siblings.GetFileEntry(self.file_entry, "link"))

    def testGetLocation(self):
        """The path of a file, and that of what a compressed file holds."""
        location = siblings.GetLocation(self.file_entry)
        self.assertEqual(
            location, os.path.join(self.directory, "globalStorage", "state.vscdb")
        )
        self.assertEqual(siblings.GetLocation(None), "")

        path = os.path.join(self.directory, "c1.jsonl.gz")
        with gzip.open(path, "wb") as file_object:
            file_object.write(b"data")
        path_spec = path_spec_factory.Factory.NewPathSpec(
            dfvfs_definitions.TYPE_INDICATOR_GZIP, parent=lib.MakePathSpec(path)
        )
        self.assertEqual(
            siblings.GetLocation(lib.MakeFileEntry(path_spec)),
            os.path.join(self.directory, "c1.jsonl"),
        )

    def testGetName(self):
        """The name of a file."""
        self.assertEqual(siblings.GetName(self.file_entry), "state.vscdb")
        self.assertEqual(siblings.GetName(None), "")

    def testGetNames(self):
        """The names in a directory, in order and bounded."""
        directory = siblings.GetFileEntry(self.file_entry, "..")
        self.assertIsNotNone(directory)
        directory = siblings.GetFileEntry(self.file_entry, "..", "globalStorage")
        self.assertEqual(siblings.GetNames(directory, 10), ["b", "state.vscdb"])
        self.assertEqual(len(siblings.GetNames(directory, 1)), 1)
        self.assertEqual(siblings.GetNames(self.file_entry, 10), [])
        self.assertEqual(siblings.GetNames(None, 10), [])

    def testHashFile(self):
        """A file is measured; over the limit only its size is."""
        sibling = siblings.GetFileEntry(self.file_entry, "b")
        self.assertEqual(
            siblings.HashFile(sibling, 10),
            (10, hashlib.sha256(b"0123456789").hexdigest()),
        )
        self.assertEqual(siblings.HashFile(sibling, 9), (10, None))
        self.assertEqual(siblings.HashFile(None, 9), (None, None))

    def testIsSafeName(self):
        """A name that evidence gives must not lead anywhere."""
        for name in ("w1", "-3a879060", "a.b", "a_b+c", "..."):
            self.assertTrue(siblings.IsSafeName(name), name)
        for name in ("", ".", "..", "a/b", "a\\b", "../b", "a\0", None, 5, "a" * 256):
            self.assertFalse(siblings.IsSafeName(name), name)

    def testReadFile(self):
        """A file over the limit is not read, and a directory never."""
        sibling = siblings.GetFileEntry(self.file_entry, "b")
        self.assertIsNone(siblings.ReadFile(sibling, 9))
        self.assertIsNone(siblings.ReadFile(None, 9))
        directory = siblings.GetFileEntry(
            self.file_entry, "..", "workspaceStorage", "w1"
        )
        self.assertIsNone(siblings.ReadFile(directory, 100))


if __name__ == "__main__":
    unittest.main()
