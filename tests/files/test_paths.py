"""Tests of the paths of evidence files."""

import unittest

from cursor_plaso.files import paths


class PathsTest(unittest.TestCase):
    """Tests of the paths of evidence files."""

    def testIsCursorPath(self):
        """A path tells that Cursor wrote a file on each platform."""
        for path in (
            "/home/ana/.cursor/mcp.json",
            "/Users/ana/proj/.cursor/hooks.json",
            "/Users/ana/Library/Application Support/Cursor/User/globalStorage/x",
            "/home/ana/.config/Cursor/User/globalStorage/x",
            "/home/ana/.config/cursor/auth.json",
            "/Users/ana/AppData/Roaming/Cursor/User/globalStorage/x",
            "/Users/ana/AppData/Local/Cursor/AgentStores/x",
            "/home/ana/.local/state/cursor/agent-stores/x",
            "/home/ana/.cursor-server/data/User/globalStorage/x",
            "/ProgramData/Cursor/hooks.json",
            "/etc/cursor/hooks.json",
            "/evidence/Cursor/User/globalStorage/storage.json",
            "/home/ana/.config/Cursor Nightly/User/globalStorage/x",
        ):
            with self.subTest(path=path):
                self.assertTrue(paths.IsCursorPath(path))

    def testExtensionStorage(self):
        """What the extensions of Cursor keep is of Cursor, whatever holds it."""
        worker = (
            "/opt/x/data/user-data/User/globalStorage/anysphere.cursor-agent-worker"
        )

        self.assertTrue(
            paths.IsCursorPath(f"{worker:s}/worker-data/w/projects/p/terminals/1.txt")
        )
        self.assertFalse(paths.IsCursorPath(f"{worker:s}/agent-cli/x/mcp.json"))

    def testIsNotCursorPath(self):
        """Other programs, and what extensions and plugins brought, are not Cursor's."""
        for path in (
            "/home/ana/.config/Code/User/globalStorage/storage.json",
            "/home/ana/.vscode/mcp.json",
            "/home/ana/.claude/settings.json",
            "/usr/share/icons/cursor/hooks.json",
            "/home/ana/src/cursor/mcp.json",
            "/home/ana/.cursor/extensions/acme.x-1.0/hooks.json",
            "/home/ana/.cursor/plugins/cache/m/p/s/mcp.json",
            "/home/ana/.cursor-server/bin/1234/product.json",
            "/home/ana/.cursor/projects/p/canvases/node_modules/a/meta.json",
        ):
            with self.subTest(path=path):
                self.assertFalse(paths.IsCursorPath(path))

    def testGetProjectPath(self):
        """The project is the folder that holds .cursor, unless that is a home."""
        for path, expected_path in (
            ("/home/ana/proj/.cursor/cli.json", "/home/ana/proj"),
            (
                "/srv/a/.cursor/worktrees/b/c/.cursor/mcp.json",
                "/srv/a/.cursor/worktrees/b/c",
            ),
            ("/srv/proj/.cursor/plans/a.plan.md", "/srv/proj"),
            ("/home/ana/.cursor/mcp.json", None),
            ("/Users/ana/.cursor/mcp.json", None),
            ("/root/.cursor/mcp.json", None),
            ("/var/lib/svc/.cursor/projects/p/mcp-approvals.json", None),
            ("/etc/cursor/hooks.json", None),
            ("/.cursor/mcp.json", None),
        ):
            with self.subTest(path=path):
                self.assertEqual(paths.GetProjectPath(path), expected_path)

    def testGetScope(self):
        """The path tells what settings apply to."""
        for path, expected_scope in (
            ("/home/ana/.cursor/hooks.json", "user"),
            ("/home/ana/.config/cursor/cli-config.json", "user"),
            ("/home/ana/proj/.cursor/hooks.json", "project"),
            ("/home/ana/.cursor/managed/active-team-hooks/hooks.json", "managed"),
            ("/Library/Application Support/Cursor/hooks.json", "enterprise"),
            ("/ProgramData/Cursor/hooks.json", "enterprise"),
            ("/etc/cursor/hooks.json", "enterprise"),
        ):
            with self.subTest(path=path):
                self.assertEqual(paths.GetScope(path), expected_scope)

    def testGetUserDataPath(self):
        """The directory User is found whatever the program is called."""
        self.assertEqual(
            paths.GetUserDataPath("/x/data/user-data/User/globalStorage/storage.json"),
            "/x/data/user-data/User",
        )
        self.assertIsNone(paths.GetUserDataPath("/home/user/storage.json"))

    def testNormalize(self):
        """A location becomes a path with forward slashes."""
        self.assertEqual(paths.Normalize("\\Users\\ana\\.cursor"), "/Users/ana/.cursor")
        self.assertEqual(paths.Normalize("Users/ana"), "/Users/ana")
        self.assertEqual(paths.Normalize(""), "/")


if __name__ == "__main__":
    unittest.main()
