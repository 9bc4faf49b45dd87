"""Tests for the agent sync store plugin."""

import os
import tempfile
import unittest

from cursor_plaso.parsers import sqlite_cursor_agent_sync
from tests import evidence
from tests import lib
from tests import table_plugin_lib


class CursorAgentSyncPluginTest(table_plugin_lib.TablePluginTests, unittest.TestCase):
    """Tests for the agent sync store plugin."""

    EXPRESSION = "sqlite/cursor_agent_sync"
    PLUGIN_CLASS = sqlite_cursor_agent_sync.CursorAgentSyncPlugin
    SAMPLES = (
        (
            ("agent_sync", "u1001", ".sync", "index.sqlite"),
            {"cursor:sync:file": 11},
        ),
    )

    def testProcessWithWAL(self):
        """A row that the log changes is read once, as the log has it."""
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, "index.sqlite")
            evidence.WriteAgentSync(
                path,
                {"files": [{"rel_path": name, "state": "live"} for name in ("a", "b")]},
            )
            with evidence.PendingWAL(path) as connection:
                connection.execute(
                    "UPDATE files SET state = 'tombstoned' WHERE rel_path = 'b'"
                )
            result = lib.ParsePath(self.EXPRESSION, path)
        self.assertEqual(result.warnings, [])
        self.assertEqual(
            [
                (event_data.file_path, event_data.status)
                for event_data in result.event_data
            ],
            # The base database still has the version before.
            [("a", "live"), ("b", "tombstoned"), ("b", "live")],
        )


if __name__ == "__main__":
    unittest.main()
