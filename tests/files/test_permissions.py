"""Tests of the readers of permissions.json and mcp-approvals.json."""

import unittest

from tests.files import test_lib


class PermissionsTest(unittest.TestCase):
    """Tests of the readers of permissions.json and mcp-approvals.json."""

    def testBundleShape(self):
        """The shape that the bundle of 3.25.9 names is read."""
        settings, producer = test_lib.ReadSettings(
            "/home/ana/.cursor/permissions.json",
            {
                "allowlists": {"mcp": ["srv:tool"], "terminal": ["git"]},
                "approvalMode": "allowlist",
                "allowInstructions": ["reading"],
                "blockInstructions": ["pushing"],
            },
        )

        self.assertEqual(
            settings,
            [
                ("approvalMode", "allowlist", None),
                ("allowInstructions", "reading", None),
                ("blockInstructions", "pushing", None),
                ("allowlists.terminal", "git", None),
                ("allowlists.mcp", "srv:tool", None),
            ],
        )
        self.assertEqual(producer.warnings, [])

    def testDocumentedShape(self):
        """The shape that Cursor documents is read, with comments."""
        settings, producer = test_lib.ReadSettings(
            "/home/ana/proj/.cursor/permissions.json",
            b"""// for the team
            {
              "mcpAllowlist": ["srv:*"],
              "terminalAllowlist": ["git", "npm:install",], /* no more */
              "autoRun": {"allow_instructions": ["reading"],
                          "block_instructions": ["pushing"]}
            }""",
        )

        self.assertEqual(
            settings,
            [
                ("terminalAllowlist", "git", None),
                ("terminalAllowlist", "npm:install", None),
                ("mcpAllowlist", "srv:*", None),
                ("autoRun.allow_instructions", "reading", None),
                ("autoRun.block_instructions", "pushing", None),
            ],
        )
        self.assertEqual(producer.warnings, [])

    def testDamaged(self):
        """A file that is not JSON is one warning."""
        settings, producer = test_lib.ReadSettings(
            "/home/ana/.cursor/permissions.json", b"{"
        )

        self.assertEqual(settings, [])
        self.assertEqual(len(producer.warnings), 1)

    def testApprovals(self):
        """The servers that were approved for a project are named."""
        settings, producer = test_lib.ReadSettings(
            "/home/ana/.cursor/projects/srv-proj/mcp-approvals.json",
            ["my-tracker-0123456789abcdef", 5],
        )

        self.assertEqual(
            settings,
            [("MCP server approved", "my-tracker", "definition=0123456789abcdef")],
        )
        self.assertEqual(
            producer.event_data[0].setting_scope, "project directory srv-proj"
        )
        self.assertEqual(len(producer.warnings), 1)


if __name__ == "__main__":
    unittest.main()
