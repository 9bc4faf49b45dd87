"""Tests of the recognition of state.vscdb databases."""

import os
import sqlite3
import tempfile
import unittest

from cursor_plaso import database
from cursor_plaso.state import store
from tests import evidence


def _IsState(statements):
    """Determines if a database made by statements is recognised.

    Args:
      statements (str): SQL statements.

    Returns:
      bool: True if the database is recognised.
    """
    with tempfile.TemporaryDirectory() as directory:
        path = os.path.join(directory, "x.db")
        connection = sqlite3.connect(path)
        connection.executescript(statements)
        connection.commit()
        connection.close()
        with open(path, "rb") as file_object:
            return store.IsStateDatabase(database.Database(file_object).live)


_ITEM_TABLE = (
    "CREATE TABLE ItemTable (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB);"
)
_DISK_TABLE = "CREATE TABLE cursorDiskKV (key TEXT UNIQUE, value BLOB);"


class StoreTest(unittest.TestCase):
    """Tests of recognition and names."""

    def testCursor(self):
        """The table cursorDiskKV, or a key that only Cursor writes, tells."""
        self.assertTrue(_IsState(_ITEM_TABLE + _DISK_TABLE))
        for key in (
            "aiService.prompts",
            "workbench.panel.aichat.view.aichat.chatdata",
            "cursorAuth/cachedEmail",
            "aiCodeTrackingLines",
            "glass.localAgentProjects.v1",
        ):
            self.assertTrue(
                _IsState(
                    f"{_ITEM_TABLE:s}INSERT INTO ItemTable VALUES ('{key:s}', '');"
                ),
                key,
            )

    def testForeign(self):
        """The ItemTable of other forks of VS Code is none of Cursor's."""
        for statements in (
            "CREATE TABLE moz_places (id INTEGER);",
            _ITEM_TABLE,
            _ITEM_TABLE
            + "INSERT INTO ItemTable VALUES ('history.recentlyOpenedPathsList', '{}');"
            + "INSERT INTO ItemTable VALUES ('interactive.sessions', '[]');"
            + "INSERT INTO ItemTable VALUES ('windsurf.x', '[]');",
            "CREATE VIEW ItemTable AS SELECT 1 AS key, 2 AS value;",
        ):
            self.assertFalse(_IsState(statements), statements)

    def testViewIsNeverRun(self):
        """A table that is a view is told, and nothing of it is read."""
        self.assertTrue(
            _IsState(
                _ITEM_TABLE
                + "CREATE VIEW cursorDiskKV AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL"
                + " SELECT x + 1 FROM c) SELECT x AS key, x AS value FROM c;"
            )
        )

    def testEvidenceIsRecognised(self):
        """A database of the evidence builders is recognised."""
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, "state.vscdb")
            evidence.WriteStateDatabase(
                path, has_disk_kv=False, item_rows=[("cursor/x", "1")]
            )
            with open(path, "rb") as file_object:
                view = database.Database(file_object).live
                self.assertTrue(store.IsStateDatabase(view))


if __name__ == "__main__":
    unittest.main()
