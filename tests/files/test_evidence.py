"""Tests of the file that a reader is given."""

import types
import unittest

from cursor_plaso import events
from cursor_plaso.files import evidence as evidence_files
from tests.files import test_lib


class EvidenceFileTest(unittest.TestCase):
    """Tests of the file that a reader is given."""

    def testWindowsPath(self):
        """On a volume of Windows paths have backslashes and no drive letter."""
        location = "\\Users\\ana\\proj\\.cursor\\plans\\a.plan.md"
        evidence_file = evidence_files.EvidenceFile(
            types.SimpleNamespace(
                modification_time=None,
                path_spec=types.SimpleNamespace(location=location),
                size=1,
            )
        )

        self.assertEqual(evidence_file.name, "a.plan.md")
        self.assertEqual(evidence_file.path, "/Users/ana/proj/.cursor/plans/a.plan.md")
        self.assertEqual(evidence_file.native_path, location)
        self.assertEqual(evidence_file.project_path, "\\Users\\ana\\proj")
        self.assertTrue(evidence_file.is_cursor_path)

    def testNeighbours(self):
        """Files beside the file are read, and nothing outside of its directory."""
        evidence_file = test_lib.MakeFile(
            "/a/b/c.json",
            b"{}",
            {"/a/b/d.txt": b"hello", "/a/e.txt": b"secret", "/a/b/f/g.txt": b"hello"},
        )
        sha256 = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"

        self.assertEqual(evidence_file.ReadNeighbour("d.txt"), b"hello")
        self.assertIsNone(evidence_file.ReadNeighbour("x.txt"))
        self.assertEqual(evidence_file.HashNeighbour("d.txt"), (5, sha256))
        self.assertEqual(evidence_file.HashNeighbour("f", "g.txt"), (5, sha256))
        self.assertEqual(evidence_file.HashNeighbour("f"), (None, None))
        self.assertEqual(evidence_file.HashNeighbour(".."), (None, None))
        self.assertEqual(evidence_file.HashNeighbour("../e.txt"), (None, None))

    def testGetDirectoryName(self):
        """The directories above the file have names, the root has none."""
        evidence_file = test_lib.MakeFile("/a/b/c.json")

        self.assertEqual(evidence_file.GetDirectoryName(), "b")
        self.assertEqual(evidence_file.GetDirectoryName(2), "a")
        self.assertIsNone(evidence_file.GetDirectoryName(3))

    def testReadData(self):
        """A file is read from its start, however far it has been read before."""
        evidence_file = test_lib.MakeFile("/a/b/c.json", b"0123456789")

        self.assertEqual(evidence_file.ReadData(4), b"0123")
        self.assertEqual(evidence_file.ReadData(4), b"0123")
        self.assertEqual(evidence_file.ReadData(), b"0123456789")

    def testSetFileTime(self):
        """A file without a time gives no time and no source of one."""
        event_data = events.CursorPlanEventData()
        evidence_file = test_lib.MakeFile("/a/b/c.json")
        evidence_file.SetFileTime(event_data)
        self.assertEqual(
            test_lib.GetValues(event_data),
            {
                "modification_time": test_lib.FILE_TIME,
                "time_source": "file modification time",
            },
        )

        event_data = events.CursorPlanEventData()
        evidence_file.modification_time = None
        evidence_file.SetFileTime(event_data)
        self.assertEqual(test_lib.GetValues(event_data), {})

    def testUserDataCache(self):
        """What is known of a user data directory is asked for once."""
        cache = {"/x/data/user-data/User": True}
        evidence_file = test_lib.MakeFile(
            "/x/data/user-data/User/globalStorage/storage.json", b"{}"
        )
        self.assertFalse(evidence_file.IsCursorUserData())

        # pylint: disable=protected-access
        evidence_file._cache = cache
        self.assertTrue(evidence_file.IsCursorUserData())


if __name__ == "__main__":
    unittest.main()
