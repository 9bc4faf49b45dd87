"""Tests of the reader of storage.json."""

import unittest

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

    def testMenu(self):
        """What the menu listed is told, a folder that is known once."""
        recent_items = [
            {
                "id": "openRecentFolder",
                "uri": {"$mid": 1, "path": "/c:/Users/ana/proj", "scheme": "file"},
                "label": "proj",
            },
            {
                "id": "openRecentFolder",
                "uri": {
                    "$mid": 1,
                    "external": "vscode-remote://ssh-remote%2Bhost/srv/old",
                    "path": "/srv/old",
                    "scheme": "vscode-remote",
                },
                "remoteAuthority": "ssh-remote+host",
            },
            {
                "id": "openRecentFile",
                "uri": {"$mid": 1, "path": "/srv/notes.txt", "scheme": "file"},
            },
            {"id": "openRecentFile", "uri": 5},
            {"id": "vscode.menubar.separator"},
        ]
        menus = {
            "File": {
                "items": [
                    {"id": "workbench.action.newWindow", "label": "New Window"},
                    {"id": "submenu", "submenu": {"items": recent_items}},
                ]
            }
        }

        producer, _ = test_lib.ReadFile(
            f"{_USER:s}/globalStorage/storage.json",
            {**_STORAGE, "lastKnownMenubarData": {"menus": menus}},
        )

        workspaces = {
            event_data.location_uri: event_data
            for event_data in producer.GetByDataType("cursor:workspace")
        }
        self.assertEqual(
            {
                uri: (event_data.workspace_kind, event_data.project_path)
                for uri, event_data in workspaces.items()
            },
            {
                "file:///c%3A/Users/ana/proj": (
                    "window, backup, recent folder",
                    "c:\\Users\\ana\\proj",
                ),
                "vscode-remote://ssh-remote%2Bhost/srv/app": ("window", "/srv/app"),
                "file:///srv/two.code-workspace": (
                    "backup",
                    "/srv/two.code-workspace",
                ),
                "vscode-remote://ssh-remote%2Bhost/srv/old": (
                    "recent folder",
                    "/srv/old",
                ),
                "file:///srv/notes.txt": ("recent file", None),
            },
        )
        self.assertEqual(
            workspaces["vscode-remote://ssh-remote%2Bhost/srv/old"].remote_authority,
            "ssh-remote+host",
        )

    def testIdentifierOfWindow(self):
        """An identifier that is no text costs nothing else of the state of a window."""
        producer, _ = test_lib.ReadFile(
            f"{_USER:s}/globalStorage/storage.json",
            {"backupWorkspaces": {"folders": [{"id": [], "folderUri": "file:///p"}]}},
        )

        (event_data,) = producer.GetByDataType("cursor:workspace")
        self.assertEqual(event_data.project_path, "/p")

    def testManyFolders(self):
        """Of a long list the first folders are read, and the rest is told."""
        producer, _ = test_lib.ReadFile(
            f"{_USER:s}/globalStorage/storage.json",
            {
                "telemetry.machineId": "a" * 64,
                "openedPathsList": {
                    "entries": [f"file:///d/{n:d}" for n in range(10001)]
                },
                "profileAssociations": {
                    "workspaces": {f"file:///p/{n:d}": "x" for n in range(10002)}
                },
            },
        )

        self.assertEqual(len(producer.GetByDataType("cursor:workspace")), 20000)
        self.assertEqual(
            [warning.rpartition(": ")[2] for warning in producer.warnings],
            [
                "10001 entries, only the first 10000 are read",
                "10002 entries, only the first 10000 are read",
            ],
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
        self.assertEqual(
            producer.warnings,
            [
                f"storage.json {_USER:s}/globalStorage/storage.json: can not read "
                "windowsState.openedWindows[2]"
            ],
        )

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


if __name__ == "__main__":
    unittest.main()
