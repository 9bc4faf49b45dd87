"""Tests of the parsers of the small files of Cursor."""

import gzip
import json
import os
import tempfile
import unittest

from dfvfs.lib import definitions as dfvfs_definitions
from dfvfs.path import factory as path_spec_factory

from tests import evidence
from tests import lib

_FILES_PATH = os.path.join(lib.TEST_DATA_PATH, "files")
_TREES_PATH = os.path.join(lib.TEST_DATA_PATH, "trees")

_PARSERS = "cursor_export,cursor_files,cursor_usage_export,jsonl/cursor_update"


def _ParseTree(path):
    """Parses all files of a directory.

    Args:
      path (str): path of the directory.

    Returns:
      ParseResult: event data and warnings.
    """
    return lib.ParsePath(
        _PARSERS,
        *sorted(
            os.path.join(directory, name)
            for directory, _, names in os.walk(path)
            for name in names
        ),
    )


def _WriteFiles(directory, files):
    """Writes files.

    Args:
      directory (str): path of the directory.
      files (dict[str, object]): content per path in the directory: bytes or JSON.
    """
    for path, content in files.items():
        path = os.path.join(directory, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if not isinstance(content, bytes):
            content = json.dumps(content).encode("utf-8")
        with open(path, "wb") as file_object:
            file_object.write(content)
        os.utime(path, (evidence.FILE_SECONDS, evidence.FILE_SECONDS))


class CursorFilesParserTest(unittest.TestCase):
    """Tests of the parsers of the small files of Cursor."""

    def _GetTimeline(self, result):
        """Retrieves a timeline.

        Args:
          result (ParseResult): event data.

        Returns:
          list[tuple[str, str, str]]: time, its description and the message.
        """
        mediator = lib.MakeOutputMediator()
        return [
            (time, description, lib.FormatMessage(event_data, mediator)[0])
            for time, description, event_data in lib.MakeEvents(result)
        ]

    def testCLISession(self):
        """The seed's session has its project, its empty start, trust and prompts."""
        home = os.path.join(_TREES_PATH, "linux", "home", "ana", ".cursor")
        chats = os.path.join(home, "chats", "6da544f59eb1005eef665ccbade87510")
        result = lib.ParsePath(
            "cursor_files",
            os.path.join(chats, "s0", "meta.json"),
            os.path.join(chats, "s1", "meta.json"),
            os.path.join(chats, "s1", "prompt_history.json"),
            os.path.join(home, "projects", "srv-proj", ".workspace-trusted"),
        )

        self.assertEqual(result.warnings, [])
        self.assertEqual(
            self._GetTimeline(result),
            [
                (
                    "2026-09-21T16:58:20.000+00:00",
                    description,
                    "conversation started, nothing sent (project: /srv/proj) "
                    "(application: CLI) (read from: meta.json) [s0]",
                )
                for description in ("Creation Time", "Last Update Time")
            ]
            + [
                (
                    time,
                    description,
                    "conversation: Run python (project: /srv/proj) (application: CLI) "
                    "(read from: meta.json) [s1]",
                )
                for time, description in (
                    ("2026-09-21T17:00:00.000+00:00", "Creation Time"),
                    ("2026-09-21T17:02:00.000+00:00", "Last Update Time"),
                )
            ]
            + [
                (
                    "Not set",
                    "Not a time",
                    f"prompt: {prompt:s} (read from: prompt_history.json) "
                    "(project: /srv/proj) [s1]",
                )
                for prompt in ("Run python3 twice", "skip it")
            ]
            + [
                (
                    "2026-10-01T12:58:00.000+00:00",
                    "Recorded Time",
                    "permission setting: workspace trust=trusted (scope: /srv/proj) "
                    "(project: /srv/proj)",
                )
            ],
        )
        for event_data in result.event_data:
            self.assertEqual(event_data.username, "ana")
            self.assertEqual(event_data.platform, "Linux")

    def testMCPOAuthAttempts(self):
        """The seed's attempt, the short one and the malformed ones are as it says."""
        directory = os.path.join(_FILES_PATH, "mcp-oauth-attempts")
        result = lib.ParsePath(
            "cursor_files",
            os.path.join(
                _TREES_PATH,
                *"linux/home/ana/.config/Cursor/User/globalStorage".split("/"),
                "mcp-oauth-attempts",
                "0000.json",
            ),
            os.path.join(directory, "short.json"),
            os.path.join(directory, "cut.json"),
            os.path.join(directory, "list.json"),
        )
        timeline = self._GetTimeline(result)

        self.assertEqual(
            timeline[0],
            (
                "2026-10-01T10:08:00.000+00:00",
                "Creation Time",
                "mcp oauth attempt: server=https://calendar.mcp.example.test/mcp "
                "client_id=client-0123456789abcdef workspace=empty-window "
                "redirects=cursor://anysphere.cursor-mcp/oauth/callback "
                "(plugin-calendar-calendar) "
                "(profile: plugin-calendar-calendar::mcpScope:profile:default) "
                "(from mcp-oauth-attempts/0000.json) (time: createdAtMs)",
            ),
        )
        self.assertEqual(len(timeline), 2)
        self.assertEqual(timeline[1][1], "Content Modification Time")
        self.assertEqual(
            timeline[1][2],
            "mcp oauth attempt: server=https://x.test/mcp "
            "(from mcp-oauth-attempts/short.json) (time: file modification time)",
        )
        self.assertEqual(len(result.warnings), 2)
        self.assertIn("cut.json: not JSON", result.warnings[0])
        self.assertIn("list.json: not a JSON object", result.warnings[1])

    def testStandingRows(self):
        """The settings of the CLI and of permissions.json are standing rows."""
        home = os.path.join(_TREES_PATH, "linux", "home", "ana", ".cursor")
        result = lib.ParsePath(
            "cursor_files",
            os.path.join(home, "cli-config.json"),
            os.path.join(home, "permissions.json"),
        )
        messages = [message for _, _, message in self._GetTimeline(result)]

        for setting in (
            "approvalMode=allowlist",
            "permissions.allow=Shell(ls)",
            "permissions.allow=Shell(python3)",
            "sandbox.mode=disabled",
            "allowlists.terminal=git status",
            "allowlists.mcp=calendar:list_events",
        ):
            self.assertIn(
                f"permission setting: {setting:s} (scope: user) "
                "(time is that of the file)",
                messages,
            )

    def testForeignFiles(self):
        """The files of other programs give neither an event nor a warning."""
        with tempfile.TemporaryDirectory() as directory:
            _WriteFiles(
                directory,
                {
                    ".config/Code/User/globalStorage/storage.json": {
                        "telemetry.machineId": "a"
                    },
                    ".config/Code/User/workspaceStorage/1/workspace.json": {
                        "folder": "file:///a"
                    },
                    ".config/Code/User/History/1/entries.json": {
                        "version": 1,
                        "resource": "file:///a",
                        "entries": [{"id": "b", "timestamp": 1790848800000}],
                    },
                    ".config/Code/machineid": b"c0000000-0000-4000-8000-000000000000",
                    ".vscode/argv.json": {"crash-reporter-id": "a"},
                    ".vscode/mcp.json": {"servers": {"a": {"command": "b"}}},
                    ".claude/hooks.json": {"hooks": {"Stop": [{"command": "a"}]}},
                    ".codex/auth.json": {"token": evidence.SECRET_SENTINEL},
                    ".npm/meta.json": {"createdAt": 1},
                    "proj/cli.json": {"permissions": {"allow": ["a"]}},
                    "proj/state.json": {"stage": "a"},
                    "proj/result.json": b"{",
                    "proj/events.jsonl": b'{"type": "a"}\n',
                    "proj/README.md": b"# A\n\nText\n",
                    "proj/a.plan.md": b"# Plan\n",
                    "proj/terminals/1.txt": b"text",
                    "proj/table.csv": b"Date,Model\n2026-01-01,a\n",
                    "proj/empty.csv": b"",
                    "proj/empty.md": b"",
                },
            )
            result = _ParseTree(directory)

        self.assertEqual(result.event_data, [])
        self.assertEqual(result.warnings, [])
        self.assertEqual(result.recovery_warnings, [])

    def testSecrets(self):
        """What stands in the places of secrets comes out nowhere."""
        secret = evidence.SECRET_SENTINEL
        with tempfile.TemporaryDirectory() as directory:
            _WriteFiles(
                directory,
                {
                    "home/ana/.cursor/auth.json": {"accessToken": secret},
                    "home/ana/.cursor_info": secret.encode(),
                    "home/ana/.config/cursor/auth.json": {"apiKey": secret},
                    "home/ana/.cursor/projects/p/mcp-auth.json": {"a": secret},
                    "home/ana/.cursor/mcp.json": {
                        "mcpServers": {
                            "a": {
                                "command": "npx",
                                "args": ["--api-key", secret, f"--token={secret:s}"],
                                "env": {"KEY": secret},
                            },
                            "b": {
                                "url": f"https://u:{secret:s}@a.test/?token={secret:s}",
                                "headers": {"Authorization": f"Bearer {secret:s}"},
                            },
                        }
                    },
                    "proj/.cursor/mcp.json": f'{{"mcpServers": {{"{secret:s}'.encode(),
                    "home/ana/.cursor/hooks.json": {
                        "hooks": {"stop": [{"command": f"a --token {secret:s}"}]}
                    },
                    "home/ana/.cursor/cli-config.json": {
                        "approvalMode": "allowlist",
                        "permissions": {"allow": [f"Shell(A_KEY={secret:s} b)"]},
                        "serverConfigCache": {"authCacheKey": secret},
                        "authInfo": {"accessToken": secret, "userId": 1},
                    },
                    "home/ana/.config/Cursor/User/globalStorage/mcp-oauth-attempts/"
                    "1.json": {
                        "serverUrl": f"https://a.test/?client_secret={secret:s}",
                        "codeVerifier": secret,
                        "clientInformation": {"client_secret": secret},
                    },
                    "home/ana/.config/Cursor/User/globalStorage/"
                    "anysphere.cursor-agent-worker/cursor-agent-worker-1.owner.json": {
                        "ownerHash": secret
                    },
                },
            )
            result = _ParseTree(directory)

        mediator = lib.MakeOutputMediator()
        output = [str(warning) for warning in result.warnings]
        for event_data in result.event_data:
            output.append(str(event_data.CopyToDict()))
            output.extend(lib.FormatMessage(event_data, mediator))
        self.assertEqual(len(result.event_data), 12)
        self.assertEqual(len(result.warnings), 1)
        self.assertNotIn(secret, "\n".join(output))

    def testCompressedFile(self):
        """A file that was compressed for collection is read by its name."""
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, "cli-config.json.gz")
            with gzip.open(path, "wb") as file_object:
                file_object.write(
                    json.dumps(
                        {"version": 1, "approvalMode": "allowlist", "permissions": {}}
                    ).encode("utf-8")
                )
            result = lib.ParsePathSpec(
                "cursor_files",
                path_spec_factory.Factory.NewPathSpec(
                    dfvfs_definitions.TYPE_INDICATOR_GZIP, parent=lib.MakePathSpec(path)
                ),
            )

        self.assertEqual(len(result.event_data), 1)
        self.assertEqual(result.event_data[0].setting_value, "allowlist")


if __name__ == "__main__":
    unittest.main()
