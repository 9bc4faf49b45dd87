"""Tests for the agent sync store plugin."""

import os
import tempfile
import unittest

from cursor_plaso.parsers import sqlite_cursor_agent_sync

from tests import evidence
from tests import lib


class CursorAgentSyncPluginTest(unittest.TestCase):
    """Tests for the agent sync store plugin."""

    _EXPRESSION = "sqlite/cursor_agent_sync"

    def testProcess(self):
        """The committed databases of every schema are read, each row once."""
        for filename, counts in (
            (
                ("agent_sync", "u1001", ".sync", "index.sqlite"),
                {"cursor:sync:file": 11},
            ),
        ):
            result = lib.ParsePath(
                self._EXPRESSION, os.path.join(lib.TEST_DATA_PATH, *filename)
            )
            self.assertEqual(result.recovery_warnings, [])
            self.assertEqual(
                {
                    data_type: len(result.GetByDataType(data_type))
                    for data_type in {
                        event_data.data_type for event_data in result.event_data
                    }
                },
                counts,
                filename,
            )
            record_keys = [event_data.record_key for event_data in result.event_data]
            self.assertEqual(len(record_keys), len(set(record_keys)))

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
            result = lib.ParsePath(self._EXPRESSION, path)
        self.assertEqual(result.warnings, [])
        self.assertEqual(
            [
                (event_data.file_path, event_data.status)
                for event_data in result.event_data
            ],
            # The base database still has the version before.
            [("a", "live"), ("b", "tombstoned"), ("b", "live")],
        )

    def testProcessOfForeignDatabase(self):
        """Databases of other stores of Cursor, and of others, are refused in silence."""
        for segments in (
            ("search", "conversation-search.db"),
            ("ai_tracking", "ai-code-tracking.db"),
            ("workspaces", "era_0_16", "state.vscdb"),
        ):
            result = lib.ParsePath(
                self._EXPRESSION, os.path.join(lib.TEST_DATA_PATH, *segments)
            )
            self.assertEqual(result.event_data, [])
            self.assertEqual(result.warnings, [])

    def testRequiredStructure(self):
        """Every table that identifies the store has to be there."""
        tables = sqlite_cursor_agent_sync.CursorAgentSyncPlugin.REQUIRED_STRUCTURE
        for missing_table in tables:
            with tempfile.TemporaryDirectory() as directory:
                path = os.path.join(directory, "foreign.db")
                with evidence.NewDatabase(path) as connection:
                    for table, columns in tables.items():
                        if table != missing_table:
                            names = ", ".join(sorted(columns) or ["x"])
                            connection.execute(f"CREATE TABLE {table:s} ({names:s})")
                result = lib.ParsePath(self._EXPRESSION, path)
            self.assertEqual(result.event_data, [])
            self.assertEqual(result.warnings, [])


if __name__ == "__main__":
    unittest.main()
