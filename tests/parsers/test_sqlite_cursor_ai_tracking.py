"""Tests for the AI code tracking plugin."""

import os
import tempfile
import unittest

from cursor_plaso.parsers import sqlite_cursor_ai_tracking

from tests import evidence
from tests import lib


class CursorAITrackingPluginTest(unittest.TestCase):
    """Tests for the AI code tracking plugin."""

    _EXPRESSION = "sqlite/cursor_ai_tracking"

    def testProcess(self):
        """The committed databases of every schema are read, each row once."""
        for filename, counts in (
            (
                ("ai_tracking", "ai-code-tracking.db"),
                {
                    "cursor:ai_code:line": 5,
                    "cursor:ai_code:deleted_file": 1,
                    "cursor:ai_code:summary": 1,
                    "cursor:ai_code:commit": 3,
                    "cursor:ai_code:tracked_file": 1,
                    "cursor:ai_code:state": 1,
                },
            ),
            (
                ("ai_tracking", "ai-code-tracking_2025.db"),
                {
                    "cursor:ai_code:line": 2,
                    "cursor:ai_code:commit": 1,
                    "cursor:ai_code:state": 1,
                },
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
            path = os.path.join(directory, "ai-code-tracking.db")
            evidence.WriteAICodeTracking(
                path,
                {
                    "ai_code_hashes": [
                        {"hash": key, "source": "composer", "createdAt": 1}
                        for key in ("h1", "h2")
                    ]
                },
            )
            with evidence.PendingWAL(path) as connection:
                connection.execute(
                    "UPDATE ai_code_hashes SET source = 'cli' WHERE hash = 'h2'"
                )
            result = lib.ParsePath(self._EXPRESSION, path)
        self.assertEqual(result.warnings, [])
        self.assertEqual(
            [
                (event_data.line_hash, event_data.code_source)
                for event_data in result.event_data
            ],
            # The base database still has the version before.
            [("h1", "composer"), ("h2", "cli"), ("h2", "composer")],
        )

    def testProcessOfForeignDatabase(self):
        """Databases of other stores of Cursor, and of others, are refused in silence."""
        for segments in (
            ("search", "conversation-search.db"),
            ("agent_sync", "u1001", ".sync", "index.sqlite"),
            ("workspaces", "era_0_16", "state.vscdb"),
        ):
            result = lib.ParsePath(
                self._EXPRESSION, os.path.join(lib.TEST_DATA_PATH, *segments)
            )
            self.assertEqual(result.event_data, [])
            self.assertEqual(result.warnings, [])

    def testRequiredStructure(self):
        """Every table that identifies the store has to be there."""
        tables = sqlite_cursor_ai_tracking.CursorAITrackingPlugin.REQUIRED_STRUCTURE
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
