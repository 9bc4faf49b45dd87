"""Tests for the AI code tracking plugin."""

import os
import tempfile
import unittest

from cursor_plaso.parsers import sqlite_cursor_ai_tracking
from tests import evidence
from tests import lib
from tests import table_plugin_lib


class CursorAITrackingPluginTest(table_plugin_lib.TablePluginTests, unittest.TestCase):
    """Tests for the AI code tracking plugin."""

    EXPRESSION = "sqlite/cursor_ai_tracking"
    PLUGIN_CLASS = sqlite_cursor_ai_tracking.CursorAITrackingPlugin
    SAMPLES = (
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
    )

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
            result = lib.ParsePath(self.EXPRESSION, path)
        self.assertEqual(result.warnings, [])
        self.assertEqual(
            [
                (event_data.line_hash, event_data.code_source)
                for event_data in result.event_data
            ],
            # The base database still has the version before.
            [("h1", "composer"), ("h2", "cli"), ("h2", "composer")],
        )


if __name__ == "__main__":
    unittest.main()
