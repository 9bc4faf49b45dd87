"""Tests of the reader of workspace.json."""

import unittest

from tests.files import test_lib

_USER = "/home/ana/.config/Cursor/User"

_CODE_USER = "/home/ana/.config/Code/User"

_CODE_FILES = {f"{_CODE_USER:s}/globalStorage/state.vscdb": b""}


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


if __name__ == "__main__":
    unittest.main()
