"""Tests of the readers of the user data directory: identifiers, folders, copies."""

import unittest

from tests import evidence
from tests.files import test_lib

_USER = "/home/ana/.config/Cursor/User"

# A user data directory that was renamed, and what tells that it is one of Cursor.
_PORTABLE_USER = "/opt/editor/data/user-data/User"
_PORTABLE_FILES = {f"{_PORTABLE_USER:s}/globalStorage/anysphere.cursor-commits/x": b""}

_CODE_USER = "/home/ana/.config/Code/User"
_CODE_FILES = {f"{_CODE_USER:s}/globalStorage/state.vscdb": b""}

_STORAGE = {
    "telemetry.machineId": "a" * 64,
    "telemetry.macMachineId": "b" * 64,
    "telemetry.devDeviceId": "c0000000-0000-4000-8000-000000000000",
    "telemetry.sqmId": "",
    "backupWorkspaces": {
        "workspaces": [{"id": "w1", "configURIPath": "file:///srv/two.code-workspace"}],
        "folders": [{"folderUri": "file:///c%3A/Users/ana/proj"}],
        "emptyWindows": [],
    },
    "windowsState": {
        "lastActiveWindow": {"folder": "file:///c%3A/Users/ana/proj", "uiState": {}},
        "openedWindows": [
            {"folder": "vscode-remote://ssh-remote%2Bhost/srv/app"},
            {"backupPath": "/x"},
            5,
        ],
    },
}


class IdentityTest(unittest.TestCase):
    """Tests of the readers of identifiers and of the presence of secrets."""

    def testArguments(self):
        """The identifier of the crash reporter is read, comments or not."""
        producer, _ = test_lib.ReadFile(
            "/home/ana/.cursor/argv.json",
            b'// Comment\n{\n\t"enable-crash-reporter": true, // on\n'
            b'\t"crash-reporter-id": "c0000000-0000-4000-8000-000000000001"\n}\n',
        )

        self.assertEqual(
            test_lib.GetValues(producer.event_data[0]),
            {
                "identity_name": "crash-reporter-id",
                "identity_value": "c0000000-0000-4000-8000-000000000001",
                "modification_time": test_lib.FILE_TIME,
                "time_source": "file modification time",
            },
        )

        _, is_known = test_lib.ReadFile(
            "/home/ana/.vscode/argv.json", {"crash-reporter-id": "x"}
        )
        self.assertFalse(is_known)

    def testMachineIdentifier(self):
        """The device identifier of Windows is read, that of another program not."""
        identifier = b"c0000000-0000-4000-8000-000000000002"
        producer, _ = test_lib.ReadFile(
            "/Users/ana/AppData/Roaming/Cursor/machineid", identifier
        )
        self.assertEqual(
            producer.event_data[0].identity_value, identifier.decode("ascii")
        )

        producer, is_known = test_lib.ReadFile(
            "/Users/ana/AppData/Roaming/Code/machineid", identifier
        )
        self.assertFalse(is_known)
        self.assertEqual(producer.event_data, [])

        producer, _ = test_lib.ReadFile(
            "/Users/ana/AppData/Roaming/Cursor/machineid", b"\x00" * 36
        )
        self.assertEqual(producer.event_data, [])
        self.assertEqual(len(producer.warnings), 1)

    def testSecretFiles(self):
        """A file of secrets is present, and is not opened."""
        for path, expected_name in (
            ("/home/ana/.config/cursor/auth.json", "Agent CLI tokens (auth.json)"),
            ("/Users/ana/.cursor/auth.json", "Agent CLI tokens (auth.json)"),
            (
                "/Users/ana/AppData/Roaming/Cursor/auth.json",
                "Agent CLI tokens (auth.json)",
            ),
            (
                "/home/ana/.cursor/projects/srv-proj/mcp-auth.json",
                "MCP OAuth tokens (mcp-auth.json)",
            ),
            ("/home/ana/.cursor_info", "authentication token (.cursor_info)"),
        ):
            with self.subTest(path=path):
                evidence_file = test_lib.MakeFile(path, evidence.SECRET_SENTINEL)
                producer = test_lib.ReadClosedFile(evidence_file)

                self.assertEqual(
                    test_lib.GetValues(producer.event_data[0]),
                    {
                        "modification_time": test_lib.FILE_TIME,
                        "secret_name": expected_name,
                        "secret_present": True,
                        "time_source": "file modification time",
                    },
                )

    def testForeignSecretFiles(self):
        """An auth.json of another program, or one that is empty, is no event."""
        for path, content in (
            ("/home/ana/.local/share/opencode/auth.json", b"x"),
            ("/home/ana/.codex/auth.json", b"x"),
            ("/home/ana/.cursor/auth.json", b""),
        ):
            with self.subTest(path=path):
                producer, _ = test_lib.ReadFile(path, content)

                self.assertEqual(producer.event_data, [])
                self.assertEqual(producer.warnings, [])


class StorageTest(unittest.TestCase):
    """Tests of the reader of storage.json."""

    def testIdentifiers(self):
        """The device identifiers are read."""
        producer, _ = test_lib.ReadFile(
            f"{_USER:s}/globalStorage/storage.json", _STORAGE
        )

        self.assertEqual(
            {
                event_data.identity_name: event_data.identity_value
                for event_data in producer.GetByDataType("cursor:account")
            },
            {
                "telemetry.machineId": "a" * 64,
                "telemetry.macMachineId": "b" * 64,
                "telemetry.devDeviceId": "c0000000-0000-4000-8000-000000000000",
            },
        )

    def testFolders(self):
        """Each folder is one event, however often it is named."""
        producer, _ = test_lib.ReadFile(
            f"{_USER:s}/globalStorage/storage.json", _STORAGE
        )

        self.assertEqual(
            [
                (
                    event_data.project_path,
                    event_data.workspace_kind,
                    event_data.remote_authority,
                    event_data.workspace_identifier,
                )
                for event_data in producer.GetByDataType("cursor:workspace")
            ],
            [
                ("c:\\Users\\ana\\proj", "window, backup", None, None),
                ("/srv/app", "window", "ssh-remote+host", None),
                ("/srv/two.code-workspace", "backup", None, "w1"),
            ],
        )
        self.assertEqual(producer.warnings, [])

    def testOwner(self):
        """What stands beside the file tells whose a renamed directory is."""
        producer, is_known = test_lib.ReadFile(
            f"{_PORTABLE_USER:s}/globalStorage/storage.json", _STORAGE, _PORTABLE_FILES
        )
        self.assertTrue(is_known)
        self.assertEqual(len(producer.event_data), 6)

        producer, is_known = test_lib.ReadFile(
            f"{_CODE_USER:s}/globalStorage/storage.json", _STORAGE, _CODE_FILES
        )
        self.assertFalse(is_known)
        self.assertEqual(producer.event_data, [])

        producer, is_known = test_lib.ReadFile(
            "/home/ana/.cursor-server/data/User/globalStorage/storage.json", _STORAGE
        )
        self.assertTrue(is_known)

    def testDamaged(self):
        """Values of other types cost no other value."""
        producer, _ = test_lib.ReadFile(
            f"{_USER:s}/globalStorage/storage.json",
            {
                "telemetry.machineId": ["a"],
                "telemetry.devDeviceId": "d",
                "windowsState": {"lastActiveWindow": "x://y", "openedWindows": {}},
                "backupWorkspaces": [],
                "profileAssociations": {"workspaces": {"file:///srv/p": "default"}},
            },
        )

        self.assertEqual(
            [event_data.data_type for event_data in producer.event_data],
            ["cursor:account", "cursor:workspace", "cursor:workspace"],
        )


class WorkspaceTest(unittest.TestCase):
    """Tests of the reader of workspace.json."""

    def testRead(self):
        """The folder is read in the form that VS Code's fsPath has."""
        for content, expected_path, expected_authority in (
            ({"folder": "file:///srv/proj"}, "/srv/proj", None),
            ({"folder": "file:///c%3A/dev/my-app"}, "c:\\dev\\my-app", None),
            (
                {"workspace": "file:///srv/a.code-workspace"},
                "/srv/a.code-workspace",
                None,
            ),
            (
                {"configuration": {"fsPath": "/srv/b.code-workspace"}},
                "/srv/b.code-workspace",
                None,
            ),
            (
                {"folder": "vscode-remote://wsl%2BUbuntu/home/ana/proj"},
                "/home/ana/proj",
                "wsl+Ubuntu",
            ),
        ):
            with self.subTest(content=content):
                producer, _ = test_lib.ReadFile(
                    f"{_USER:s}/workspaceStorage/0123/workspace.json", content
                )
                event_data = producer.event_data[0]

                self.assertEqual(len(producer.event_data), 1)
                self.assertEqual(event_data.project_path, expected_path)
                self.assertEqual(event_data.remote_authority, expected_authority)
                self.assertEqual(event_data.workspace_identifier, "0123")
                self.assertEqual(event_data.time_source, "file modification time")

    def testCloudAgent(self):
        """The remote workspace of a cloud agent is joined to the agent."""
        producer, _ = test_lib.ReadFile(
            f"{_USER:s}/workspaceStorage/-3a879060/workspace.json",
            {"folder": "vscode-remote://background-composer%2Bbc-e1/home/ubuntu/demo"},
        )

        self.assertEqual(producer.event_data[0].conversation_identifier, "bc-e1")

    def testForeign(self):
        """The workspaces of another program are refused in silence."""
        producer, is_known = test_lib.ReadFile(
            f"{_CODE_USER:s}/workspaceStorage/0123/workspace.json",
            {"folder": "file:///srv/proj"},
            _CODE_FILES,
        )

        self.assertFalse(is_known)
        self.assertEqual(producer.event_data, [])
        self.assertEqual(producer.warnings, [])

    def testDamaged(self):
        """A file that names no folder is one warning."""
        for content in ({}, {"folder": 5}, b"{", []):
            with self.subTest(content=content):
                producer, _ = test_lib.ReadFile(
                    f"{_USER:s}/workspaceStorage/0123/workspace.json", content
                )

                self.assertEqual(producer.event_data, [])
                self.assertEqual(len(producer.warnings), 1)


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
        self.assertEqual(len(producer.warnings), 1)


if __name__ == "__main__":
    unittest.main()
