"""Tests of the readers of copies of edited files."""

import unittest

from tests.files import test_lib

_USER = "/home/ana/.config/Cursor/User"

_CODE_USER = "/home/ana/.config/Code/User"

_CODE_FILES = {f"{_CODE_USER:s}/globalStorage/state.vscdb": b""}


class FileCopiesTest(unittest.TestCase):
    """Tests of the readers of copies of edited files."""

    _SHA256 = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"

    def testLocalHistory(self):
        """Each entry stands at its time, with size and hash of the copy."""
        directory = f"{_USER:s}/History/-1a2b3c4d"
        producer, _ = test_lib.ReadFile(
            f"{directory:s}/entries.json",
            {
                "version": 1,
                "resource": "file:///srv/proj/calc.py",
                "entries": [
                    {"id": "AbCd.py", "timestamp": 1790848800000, "source": "Edit"},
                    {"id": "../../settings.json", "timestamp": 1790848801000},
                    5,
                ],
            },
            {f"{directory:s}/AbCd.py": b"hello"},
        )

        self.assertEqual(
            [test_lib.GetValues(event_data) for event_data in producer.event_data],
            [
                {
                    "change_summary": "Edit",
                    "content_sha256": self._SHA256,
                    "content_size": 5,
                    "creation_time": "2026-10-01T10:00:00.000+00:00",
                    "edit_kind": "local history",
                    "file_path": "/srv/proj/calc.py",
                    "time_source": "timestamp",
                },
                {
                    "creation_time": "2026-10-01T10:00:01.000+00:00",
                    "edit_kind": "local history",
                    "file_path": "/srv/proj/calc.py",
                    "time_source": "timestamp",
                },
            ],
        )
        self.assertEqual(len(producer.warnings), 1)

    def testDiffThatIsTooLarge(self):
        """A diff that is too large to be read is told."""
        directory = (
            f"{_USER:s}/globalStorage/anysphere.cursor-commits/checkpoints/"
            "5b1f0c1e-0000-4000-8000-00000000c1a1"
        )
        producer, _ = test_lib.ReadFile(
            f"{directory:s}/metadata.json",
            {"requestFiles": [{"fileUuid": "f1", "fsPath": "/srv/proj/calc.py"}]},
            {f"{directory:s}/diffs/f1": b" " * (1024 * 1024 + 1)},
        )

        self.assertEqual(len(producer.event_data), 1)
        self.assertEqual(len(producer.warnings), 1)
        self.assertIn("1 diffs are too large", producer.warnings[0])

    def testForeignLocalHistory(self):
        """The local history of another program is refused in silence."""
        producer, is_known = test_lib.ReadFile(
            f"{_CODE_USER:s}/History/-1a2b3c4d/entries.json",
            {"version": 1, "resource": "file:///a", "entries": [{"id": "a"}]},
            _CODE_FILES,
        )

        self.assertFalse(is_known)
        self.assertEqual(producer.event_data, [])

    def testCheckpoint(self):
        """A shadow copy names the request, the file and its commit."""
        for name in ("anysphere.cursor-retrieval", "anysphere.cursor-commits"):
            directory = f"{_USER:s}/globalStorage/{name:s}/checkpoints/r1"
            producer, is_known = test_lib.ReadFile(
                f"{directory:s}/metadata.json",
                {
                    "agentRequestId": "r1",
                    "workspaceId": "0123",
                    "startTrackingDateUnixMilliseconds": 1790848800000,
                    "fileSizeBytes": 5,
                    "requestFiles": [
                        {
                            "fileUuid": "f1",
                            "fsPath": "/srv/proj/calc.py",
                            "gitInfo": {
                                "gitInfo": {
                                    "branch": "main",
                                    "commitHash": "0" * 40,
                                    "gitRoot": "/srv/proj",
                                }
                            },
                        }
                    ],
                    "deduplicatedGitInfos": [],
                },
                {f"{directory:s}/files/f1": b"hello"},
            )

            self.assertTrue(is_known)
            self.assertEqual(
                test_lib.GetValues(producer.event_data[0]),
                {
                    "content_sha256": self._SHA256,
                    "content_size": 5,
                    "creation_time": "2026-10-01T10:00:00.000+00:00",
                    "edit_kind": "shadow copy",
                    "file_path": "/srv/proj/calc.py",
                    "git_branch": "main",
                    "git_commit": "0" * 40,
                    "project_path": "/srv/proj",
                    "request_identifier": "r1",
                    "time_source": "startTrackingDateUnixMilliseconds",
                    "workspace_identifier": "0123",
                },
            )

    def testCheckpointDiff(self):
        """The diff beside a shadow copy tells what the request changed."""
        directory = f"{_USER:s}/globalStorage/anysphere.cursor-commits/checkpoints/r1"
        producer, _ = test_lib.ReadFile(
            f"{directory:s}/metadata.json",
            {
                "agentRequestId": "r1",
                "requestFiles": [
                    {"fileUuid": "f1", "fsPath": "/srv/a.py"},
                    {"fileUuid": "f2", "fsPath": "/srv/b.py", "tooBig": True},
                    {"fileUuid": "f3", "fsPath": "/srv/c.py"},
                ],
                "startTrackingDateUnixMilliseconds": 1790848800000,
            },
            {
                f"{directory:s}/diffs/f1": {
                    "kind": "KIND_MODIFIED",
                    "diffChanges": [
                        {
                            "originalStartLineNumberOneIndexed": 3,
                            "originalEndLineNumberExclusiveOneIndexed": 5,
                            "addedLines": ["one", "two", "three"],
                        },
                        5,
                    ],
                },
                f"{directory:s}/diffs/f3": b"{",
            },
        )

        self.assertEqual(
            [
                (
                    event_data.change_summary,
                    event_data.lines_added,
                    event_data.lines_removed,
                )
                for event_data in producer.event_data
            ],
            [("modified", 3, 2), ("too big, no copy", None, None), (None, None, None)],
        )
        self.assertEqual(producer.warnings, [])

    def testDamagedCheckpoint(self):
        """Parts of other shapes cost no other part."""
        producer, _ = test_lib.ReadFile(
            f"{_USER:s}/globalStorage/anysphere.cursor-commits/checkpoints/r2/"
            "metadata.json",
            {"requestFiles": [5, {"fsPath": "/a", "gitInfo": 5, "fileUuid": "../x"}]},
        )

        self.assertEqual(
            test_lib.GetValues(producer.event_data[0]),
            {
                "edit_kind": "shadow copy",
                "file_path": "/a",
                "modification_time": test_lib.FILE_TIME,
                "request_identifier": "r2",
                "time_source": "file modification time",
            },
        )
        self.assertEqual(len(producer.warnings), 2)
        self.assertTrue(
            producer.warnings[0].endswith(": can not read requestFiles[1].gitInfo")
        )


if __name__ == "__main__":
    unittest.main()
