"""Tests for the conversation search plugin."""

import os
import tempfile
import unittest

from cursor_plaso.parsers import sqlite_cursor_search
from tests import evidence
from tests import lib
from tests import table_plugin_lib


class CursorSearchPluginTest(table_plugin_lib.TablePluginTests, unittest.TestCase):
    """Tests for the conversation search plugin."""

    EXPRESSION = "sqlite/cursor_search"
    PLUGIN_CLASS = sqlite_cursor_search.CursorSearchPlugin
    SAMPLES = (
        (
            ("search", "conversation-search.db"),
            {"cursor:search:conversation": 7, "cursor:cloud_agent:text": 1},
        ),
        (
            ("search", "conversation-search_3_15.db"),
            {"cursor:search:conversation": 4, "cursor:cloud_agent:text": 1},
        ),
    )

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
            result = lib.ParsePath(self.EXPRESSION, path)
        self.assertEqual(result.warnings, [])
        self.assertEqual(
            [
                (event_data.conversation_identifier, event_data.is_archived)
                for event_data in result.event_data
            ],
            # The base database still has the version before.
            [("c1", False), ("c2", True), ("c2", False)],
        )


if __name__ == "__main__":
    unittest.main()
