"""Tests of the reader of databases that are none any more."""

import unittest

from tests.files import test_lib

_SIGNATURE = b"SQLite format 3\x00"

_PATHS = (
    "/home/ana/.cursor/ai-tracking/ai-code-tracking.db",
    "/home/ana/.cursor/chats/6da544f59eb1005eef665ccbade87510/s1/store.db",
    "/home/ana/.cursor/acp-sessions/s1/store.db",
    "/home/ana/.cursor/projects/p/sdk-agent-store/a/index.db",
    "/home/ana/.cursor/projects/p/sdk-agent-store/a/agents/agent-b/store.db",
    "/home/ana/.config/Cursor/User/globalStorage/state.vscdb",
    "/home/ana/.config/Cursor/User/globalStorage/state.vscdb.backup",
    "/home/ana/.config/Cursor/User/globalStorage/conversation-search.db",
    "/home/ana/.config/Cursor/User/workspaceStorage/a/state.vscdb",
    "/home/ana/.local/state/cursor/agent-stores/cursor_agent_stores/u1/.sync/"
    "index.sqlite",
)


class DamagedDatabaseTest(unittest.TestCase):
    """Tests of the reader of databases that are none any more."""

    def testDamaged(self):
        """A database whose start is gone is one warning, that names it."""
        for path in _PATHS:
            for content in (b"\x00" * 4096, b"short", _SIGNATURE[:-1]):
                with self.subTest(path=path, content=content):
                    producer, is_known = test_lib.ReadFile(path, content)

                    self.assertTrue(is_known)
                    self.assertEqual(producer.event_data, [])
                    self.assertEqual(
                        producer.warnings, [f"database {path:s}: not a SQLite database"]
                    )

    def testDatabase(self):
        """A database, and a file that nothing was written to, are left to others."""
        for path in _PATHS:
            for content in (_SIGNATURE + b"\x10\x00", b""):
                with self.subTest(path=path, content=content):
                    producer, is_known = test_lib.ReadFile(path, content)

                    self.assertFalse(is_known)
                    self.assertEqual(producer.warnings, [])

    def testForeign(self):
        """Files of the names that are of other programs are refused in silence."""
        for path in (
            "/home/ana/.config/Code/User/globalStorage/state.vscdb",
            "/home/ana/store.db",
            "/home/ana/chats/a/b/store.db",
            "/var/lib/x/index.db",
        ):
            producer, is_known = test_lib.ReadFile(path, b"x" * 100)

            self.assertFalse(is_known)
            self.assertEqual(producer.warnings, [])


if __name__ == "__main__":
    unittest.main()
