"""Tests of which reader reads which file."""

import unittest

from cursor_plaso.files import registry
from tests import evidence
from tests.files import test_lib


class RegistryTest(unittest.TestCase):
    """Tests of which reader reads which file."""

    def testGetReaders(self):
        """A path alone tells the reader, whatever the case of its letters."""
        for path, expected_kind in (
            ("/home/ana/.cursor/cli-config.json", "cli-config.json"),
            ("/Users/Ana/.Cursor/CLI-CONFIG.JSON", "cli-config.json"),
            ("/x/mcp-oauth-attempts/1.json", "mcp-oauth-attempts"),
            ("/x/.control/u1/pins/1-a.json", "AgentStores"),
            ("/x/.sync/sync.lock", "AgentStores"),
            ("/x/a.plan.md", "plan"),
            ("/x/cursor-agent-worker-1.owner.json", "agent worker owner.json"),
            ("/x/cursor-agent-worker-1.restart.json", "agent worker restart.json"),
            ("/x/.agent-data-cleanup-2026-10-01", "agent data clean-up marker"),
            ("/x/projects/p/terminals/1.txt", "terminal capture"),
        ):
            with self.subTest(path=path):
                self.assertIn(
                    expected_kind,
                    [reader.KIND for reader in registry.GetReaders(path)],
                )

    def testGetReadersOfForeignFiles(self):
        """Almost every file has no reader; the noise of the seed has none either."""
        for path in (
            "/",
            "/etc/passwd",
            "/home/ana/proj/package.json",
            "/home/ana/proj/meta.json",
            "/home/ana/proj/settings.json",
            "/home/ana/proj/result.json",
            "/home/ana/proj/terminals.txt",
            "/home/ana/proj/pins/a.txt",
            "/home/ana/proj/README.md",
            "/home/ana/.cursor/statsig-cache.json",
            "/home/ana/.cursor/projects/srv-proj/mcps/cursor-ide-browser/"
            "SERVER_METADATA.json",
            "/home/ana/.cursor/projects/srv-proj/agent-tools/a.txt",
            "/x/cursor-agent-worker-1.log",
            "/x/.agent-data-cleanup-today",
            # What macOS keeps of a file beside it.
            "/x/mcp-oauth-attempts/._1.json",
            "/x/.control/u1/pins/._1-a.json",
        ):
            with self.subTest(path=path):
                self.assertEqual(registry.GetReaders(path), [])

    def testHostileFiles(self):
        """No content makes a reader raise, or say what it holds."""
        contents = (
            b"",
            b"\x00" * 1000,
            b"\xff\xfe\x00",
            b"[" * 100000,
            b'{"a":' * 100000,
            b"9" * 10000,
            b'{"createdAtMs": 1e999, "updatedAtMs": NaN, "cwd": {}}',
            b'{"hooks": {"a": [[]], "b": {}}}',
            b'{"mcpServers": {"\\ud83d": {"command": ["\\u0000"], "args": {"a": 1}}}}',
            b'{"permissions": {"allow": [[[]], {}, null, true, 1e308]}, "hooks": []}',
            b'{"windowsState": {"openedWindows": [[[]]]}, "backupWorkspaces": 5}',
            b'{"requestFiles": [[]], "entries": [[]], "recentlyViewedFiles": {"a": 1}}',
            b'{"recentlyViewedFiles": "a", "workerIdsByDisplayName": [1], "roots": 5}',
        )
        for path in (
            "/home/ana/.cursor/cli-config.json",
            "/home/ana/.cursor/mcp.json",
            "/home/ana/.cursor/hooks.json",
            "/home/ana/.cursor/permissions.json",
            "/home/ana/.cursor/sandbox.json",
            "/home/ana/.cursor/argv.json",
            "/home/ana/.cursor/agent-cli-state.json",
            "/home/ana/.cursor/ide_state.json",
            "/home/ana/.cursor/prompt_history.json",
            "/home/ana/.cursor/plans/a.plan.md",
            "/home/ana/.cursor/chats/1/2/meta.json",
            "/home/ana/.cursor/projects/p/.workspace-trusted",
            "/home/ana/.cursor/projects/p/repo.json",
            "/home/ana/.cursor/projects/p/mcp-approvals.json",
            "/home/ana/.cursor/projects/p/terminals/1.txt",
            "/srv/p/.cursor/cli.json",
            "/h/.config/Cursor/machineid",
            "/h/.config/Cursor/User/globalStorage/storage.json",
            "/h/.config/Cursor/User/globalStorage/mcp-oauth-attempts/1.json",
            "/h/.config/Cursor/User/globalStorage/anysphere.cursor-commits/checkpoints/"
            "r/metadata.json",
            "/h/.config/Cursor/User/workspaceStorage/1/workspace.json",
            "/h/.config/Cursor/User/History/1/entries.json",
            "/h/.config/Cursor/update-supervisor/u/result.json",
            "/h/.config/Cursor/update-supervisor/u/events.jsonl",
            "/h/.config/Cursor/User/globalStorage/x/cursor-agent-worker-1.restart.json",
            "/h/cursor_agent_stores/u1/.sync/sync.lock",
            "/h/cursor_agent_stores/.store-eviction-last-run",
        ):
            for content in contents:
                with self.subTest(path=path, content=content[:40]):
                    producer, _ = test_lib.ReadFile(path, content)

                    self.assertLessEqual(len(producer.warnings), 5)

    def testTooLarge(self):
        """A document over 64 MiB is one warning and is not read."""
        evidence_file = test_lib.MakeFile("/home/ana/.cursor/mcp.json", b"{}")
        evidence_file.size = (64 << 20) + 1
        producer = test_lib.ReadClosedFile(evidence_file)

        self.assertEqual(
            producer.warnings,
            ["mcp.json /home/ana/.cursor/mcp.json: too large to read: 67108865 bytes"],
        )

    def testForeignFilesAreNotOpened(self):
        """A generic name outside of Cursor's directories costs no reading."""
        for path in (
            "/home/ana/proj/.cursor-not/mcp.json",
            "/home/ana/.config/Code/User/globalStorage/storage.json",
            "/home/ana/.config/Code/User/workspaceStorage/1/workspace.json",
            "/home/ana/.config/Code/User/History/1/entries.json",
            "/home/ana/.config/Windsurf/User/globalStorage/storage.json",
            "/home/ana/.vscode/argv.json",
            "/home/ana/.codex/auth.json",
        ):
            with self.subTest(path=path):
                evidence_file = test_lib.MakeFile(path, evidence.SECRET_SENTINEL)
                producer = test_lib.ReadClosedFile(evidence_file)

                self.assertEqual(producer.event_data, [])
                self.assertEqual(producer.warnings, [])


if __name__ == "__main__":
    unittest.main()
