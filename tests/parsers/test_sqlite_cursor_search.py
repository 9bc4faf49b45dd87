"""Tests for the conversation search plugin."""

import os
import tempfile
import unittest

from cursor_plaso.parsers import sqlite_cursor_search

from tests import evidence
from tests import lib


class CursorSearchPluginTest(unittest.TestCase):
    """Tests for the conversation search plugin."""

    _EXPRESSION = "sqlite/cursor_search"

    def testProcess(self):
        """The committed databases of every schema are read, each row once."""
        for filename, counts in (
            (
                ("search", "conversation-search.db"),
                {"cursor:search:conversation": 7, "cursor:cloud_agent:text": 1},
            ),
            (
                ("search", "conversation-search_3_15.db"),
                {"cursor:search:conversation": 4, "cursor:cloud_agent:text": 1},
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
            path = os.path.join(directory, "conversation-search.db")
            evidence.WriteConversationSearch(
                path,
                [
                    {
                        "fts_rowid": number,
                        "source": "local",
                        "scope": "",
                        "id": f"c{number:d}",
                        "title": "",
                        "branches": "",
                        "updated_at": evidence.START_MILLISECONDS,
                        "is_archived": 0,
                    }
                    for number in (1, 2)
                ],
            )
            with evidence.PendingWAL(path) as connection:
                connection.execute(
                    "UPDATE conversations SET is_archived = 1 WHERE id = 'c2'"
                )
            result = lib.ParsePath(self._EXPRESSION, path)
        self.assertEqual(result.warnings, [])
        self.assertEqual(
            [
                (event_data.conversation_identifier, event_data.is_archived)
                for event_data in result.event_data
            ],
            # The base database still has the version before.
            [("c1", False), ("c2", True), ("c2", False)],
        )

    def testProcessOfForeignDatabase(self):
        """Databases of other stores of Cursor, and of others, are refused in silence."""
        for segments in (
            ("ai_tracking", "ai-code-tracking.db"),
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
        tables = sqlite_cursor_search.CursorSearchPlugin.REQUIRED_STRUCTURE
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
