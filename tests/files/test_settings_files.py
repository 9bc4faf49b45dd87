"""Tests of the readers of the settings files of users, projects and administrators."""

import json
import unittest

from tests import evidence
from tests.files import test_lib


def _ReadSettings(path, content):
    """Reads the settings of a file.

    Args:
      path (str): path of the file.
      content (object): content of the file.

    Returns:
      tuple[list[tuple[str, str, str]], CollectingProducer]: name, value and details per
          setting, and the producer.
    """
    producer, _ = test_lib.ReadFile(path, content)
    settings = [
        (event_data.setting_name, event_data.setting_value, event_data.setting_details)
        for event_data in producer.GetByDataType("cursor:permission:setting")
    ]
    return settings, producer


class ProjectCLITest(unittest.TestCase):
    """Tests of the reader of cli.json."""

    def testRead(self):
        """Each entry is an event of the project."""
        producer, is_known = test_lib.ReadFile(
            "/home/ana/proj/.cursor/cli.json",
            {"permissions": {"allow": ["Read(**)"], "deny": ["Write(.env)"]}},
        )

        self.assertTrue(is_known)
        self.assertEqual(
            [test_lib.GetValues(event_data) for event_data in producer.event_data],
            [
                {
                    "modification_time": test_lib.FILE_TIME,
                    "project_path": "/home/ana/proj",
                    "setting_name": f"permissions.{name:s}",
                    "setting_note": "time is that of the file",
                    "setting_scope": "project",
                    "setting_value": value,
                    "time_source": "file modification time",
                }
                for name, value in (("allow", "Read(**)"), ("deny", "Write(.env)"))
            ],
        )

    def testForeign(self):
        """A file of this name elsewhere is not read."""
        producer, is_known = test_lib.ReadFile(
            "/home/ana/proj/cli.json", {"permissions": {"allow": ["Read(**)"]}}
        )

        self.assertFalse(is_known)
        self.assertEqual(producer.warnings, [])


class PermissionsTest(unittest.TestCase):
    """Tests of the readers of permissions.json and mcp-approvals.json."""

    def testBundleShape(self):
        """The shape that the bundle of 3.25.9 names is read."""
        settings, producer = _ReadSettings(
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
        settings, producer = _ReadSettings(
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
        settings, producer = _ReadSettings("/home/ana/.cursor/permissions.json", b"{")

        self.assertEqual(settings, [])
        self.assertEqual(len(producer.warnings), 1)

    def testApprovals(self):
        """The servers that were approved for a project are named."""
        settings, producer = _ReadSettings(
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


class SandboxTest(unittest.TestCase):
    """Tests of the reader of sandbox.json."""

    def testRead(self):
        """Each switch and each entry is an event."""
        settings, producer = _ReadSettings(
            "/home/ana/.cursor/sandbox.json",
            {
                "type": "workspace_readwrite",
                "disableTmpWrite": False,
                "additionalReadwritePaths": ["/opt/build"],
                "networkPolicy": {"default": "deny", "allow": ["pypi.org"], "deny": []},
            },
        )

        self.assertEqual(
            settings,
            [
                ("sandbox type", "workspace_readwrite", None),
                ("sandbox disableTmpWrite", "false", None),
                ("sandbox additionalReadwritePaths", "/opt/build", None),
                ("sandbox networkPolicy.default", "deny", None),
                ("sandbox networkPolicy.allow", "pypi.org", None),
            ],
        )
        self.assertEqual(producer.warnings, [])


class HooksTest(unittest.TestCase):
    """Tests of the reader of hooks.json."""

    _DOCUMENT = {
        "version": 1,
        "hooks": {
            "beforeShellExecution": [
                {"command": "./audit.sh", "matcher": "curl|wget", "failClosed": True},
                {"command": f"curl -H 'X-Key: {evidence.SECRET_SENTINEL:s}' a.test"},
            ],
            "stop": [{"type": "prompt", "prompt": "Is the work done?", "timeout": 10}],
        },
    }

    def testRead(self):
        """Each hook is an event with its command, secrets masked."""
        settings, producer = _ReadSettings(
            "/home/ana/proj/.cursor/hooks.json", self._DOCUMENT
        )

        self.assertEqual(
            settings,
            [
                (
                    "hook beforeShellExecution",
                    "./audit.sh",
                    "matcher=curl|wget failClosed=true",
                ),
                ("hook beforeShellExecution", "curl -H 'X-Key: ***' a.test", None),
                ("hook stop", "Is the work done?", "type=prompt timeout=10"),
            ],
        )
        self.assertEqual(producer.warnings, [])

    def testScopes(self):
        """The path tells who set the hooks."""
        for path, expected_scope, expected_project_path in (
            ("/home/ana/.cursor/hooks.json", "user", None),
            ("/srv/proj/.cursor/hooks.json", "project", "/srv/proj"),
            ("/root/.cursor/managed/active-team-hooks/hooks.json", "managed", None),
            ("/Library/Application Support/Cursor/hooks.json", "enterprise", None),
            ("/etc/cursor/hooks.json", "enterprise", None),
            ("/ProgramData/Cursor/hooks.json", "enterprise", None),
        ):
            with self.subTest(path=path):
                producer, is_known = test_lib.ReadFile(path, self._DOCUMENT)

                self.assertTrue(is_known)
                event_data = producer.event_data[0]
                self.assertEqual(event_data.setting_scope, expected_scope)
                self.assertEqual(event_data.project_path, expected_project_path)

    def testForeign(self):
        """Hooks of other programs, and of extensions, are refused in silence."""
        for path in (
            "/home/ana/.claude/plugins/x/hooks/hooks.json",
            "/home/ana/.codeium/windsurf/hooks.json",
            "/home/ana/.cursor/extensions/acme.x-1.0.0/hooks.json",
            "/home/ana/.cursor/plugins/cache/m/p/s/hooks.json",
        ):
            with self.subTest(path=path):
                producer, is_known = test_lib.ReadFile(path, self._DOCUMENT)

                self.assertFalse(is_known)
                self.assertEqual(producer.event_data, [])
                self.assertEqual(producer.warnings, [])

    def testDamaged(self):
        """A hook of another shape costs no other."""
        settings, producer = _ReadSettings(
            "/home/ana/.cursor/hooks.json",
            {"hooks": {"stop": {"command": "a"}, "sessionStart": ["./b.sh", None, 5]}},
        )

        self.assertEqual(
            settings,
            [("hook sessionStart", "./b.sh", None), ("hook sessionStart", "5", None)],
        )
        self.assertEqual(len(producer.warnings), 1)

    def testManyEntries(self):
        """A list without end is cut, with one warning."""
        settings, producer = _ReadSettings(
            "/home/ana/.cursor/hooks.json",
            json.dumps({"hooks": {"stop": [{"command": "a"}] * 10005}}),
        )

        self.assertEqual(len(settings), 10000)
        self.assertEqual(len(producer.warnings), 1)
        self.assertIn("10005 entries", producer.warnings[0])


class MCPTest(unittest.TestCase):
    """Tests of the reader of mcp.json."""

    _DOCUMENT = {
        "mcpServers": {
            "tracker": {
                "command": "npx",
                "args": ["-y", "tracker-mcp", "--api-key", evidence.SECRET_SENTINEL],
                "env": {"TRACKER_KEY": evidence.SECRET_SENTINEL},
            },
            "calendar": {
                "type": "http",
                "url": (
                    f"https://ana:{evidence.SECRET_SENTINEL:s}@calendar.test/mcp"
                    f"?key={evidence.SECRET_SENTINEL:s}"
                ),
                "headers": {"Authorization": f"Bearer {evidence.SECRET_SENTINEL:s}"},
                "auth": {"CLIENT_SECRET": evidence.SECRET_SENTINEL},
            },
        }
    }

    def testRead(self):
        """Each server is an event, without its environment, headers and secrets."""
        producer, is_known = test_lib.ReadFile(
            "/srv/proj/.cursor/mcp.json", self._DOCUMENT
        )

        self.assertTrue(is_known)
        common = {
            "modification_time": test_lib.FILE_TIME,
            "project_path": "/srv/proj",
            "time_source": "file modification time",
        }
        self.assertEqual(
            [test_lib.GetValues(event_data) for event_data in producer.event_data],
            [
                {
                    **common,
                    "command": "npx -y tracker-mcp --api-key ***",
                    "server_name": "tracker",
                },
                {
                    **common,
                    "server_name": "calendar",
                    "url": "https://***@calendar.test/mcp?key=***",
                },
            ],
        )

    def testForeign(self):
        """The servers of other programs are refused in silence."""
        for path in (
            "/home/ana/proj/.vscode/mcp.json",
            "/home/ana/.config/Code/User/mcp.json",
            "/home/ana/proj/mcp.json",
            "/home/ana/.cursor/plugins/cache/m/p/s/mcp.json",
        ):
            with self.subTest(path=path):
                producer, is_known = test_lib.ReadFile(path, self._DOCUMENT)

                self.assertFalse(is_known)
                self.assertEqual(producer.event_data, [])

    def testDamaged(self):
        """A damaged file warns without a word of its content."""
        content = json.dumps(self._DOCUMENT)
        for size in range(1, len(content) - 1, 7):
            producer, _ = test_lib.ReadFile(
                "/srv/proj/.cursor/mcp.json", content[:size]
            )

            self.assertEqual(len(producer.warnings), 1)
            self.assertNotIn(evidence.SECRET_SENTINEL[:6], producer.warnings[0])

        producer, _ = test_lib.ReadFile(
            "/srv/proj/.cursor/mcp.json", {"mcpServers": {"a": 5, "b": {"url": 7}}}
        )
        self.assertEqual(
            [event_data.server_name for event_data in producer.event_data], ["b"]
        )
        self.assertEqual(len(producer.warnings), 1)


if __name__ == "__main__":
    unittest.main()
