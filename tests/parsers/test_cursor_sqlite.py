"""Tests for the common part of the SQLite plugins."""

import os
import shutil
import sqlite3
import tempfile
import unittest

from plaso.parsers import sqlite

from cursor_plaso import database as cursor_database
from cursor_plaso import events
from cursor_plaso import table_store
from cursor_plaso.parsers import cursor_sqlite

from tests import evidence
from tests import lib


class TestReader(table_store.TableStoreReader):
    """Reader for tests."""

    __test__ = False

    TABLE_NAMES = ("cursor_test",)

    def ReadRow(self, table_name, row):
        """Reads a row.

        Args:
          table_name (str): name of the table.
          row (Row): row.
        """
        event_data = events.CursorAICodeStateEventData()
        event_data.setting_value = table_store.GetText(row, "value")
        self._Produce(event_data, table_name, self._GetKey(row, "key"), row)


class TestPlugin(cursor_sqlite.CursorTableStorePlugin):
    """Plugin for tests."""

    __test__ = False

    NAME = "cursor_test_store"
    DATA_FORMAT = "Test store"
    READER_CLASS = TestReader
    REQUIRED_STRUCTURE = {"cursor_test": frozenset(["key", "value"])}


class CursorSQLitePluginTest(unittest.TestCase):
    """Tests for the common part of the SQLite plugins, in plaso's own extractor."""

    _EXPRESSION = "sqlite/cursor_test_store"

    @classmethod
    def setUpClass(cls):
        """Registers the plugin."""
        super().setUpClass()
        sqlite.SQLiteParser.RegisterPlugin(TestPlugin)

    @classmethod
    def tearDownClass(cls):
        """Deregisters the plugin."""
        sqlite.SQLiteParser.DeregisterPlugin(TestPlugin)
        super().tearDownClass()

    def setUp(self):
        """Makes a directory."""
        temporary_directory = tempfile.TemporaryDirectory()
        self.addCleanup(temporary_directory.cleanup)
        self.path = os.path.join(temporary_directory.name, "store.db")

    def _CreateTable(self, connection, *rows):
        """Creates the table of the store.

        Args:
          connection (sqlite3.Connection): connection.
          rows (list[tuple[str, str]]): rows.
        """
        connection.execute("CREATE TABLE cursor_test (key TEXT PRIMARY KEY, value)")
        connection.executemany("INSERT INTO cursor_test VALUES (?, ?)", rows)

    def _GetRows(self, result):
        """Retrieves the rows that were read and the files they are of.

        Args:
          result (lib.ParseResult): result.

        Returns:
          list[tuple[str, str, str]]: key, value and name of the file.
        """
        rows = []
        for event_data in result.event_data:
            identifier = event_data.GetEventDataStreamIdentifier()
            event_data_stream = result.storage_writer.GetAttributeContainerByIdentifier(
                "event_data_stream", identifier
            )
            rows.append(
                (
                    event_data.record_key,
                    event_data.setting_value,
                    os.path.basename(event_data_stream.path_spec.location),
                )
            )
        return rows

    def testProcess(self):
        """A database without a log is read once."""
        with evidence.NewDatabase(self.path) as connection:
            self._CreateTable(connection, ("a", "1"), ("b", "2"))
        result = lib.ParsePath(self._EXPRESSION, self.path)
        self.assertEqual(result.warnings, [])
        self.assertEqual(
            self._GetRows(result),
            [
                ("cursor_test[a]", "1", "store.db"),
                ("cursor_test[b]", "2", "store.db"),
            ],
        )

    def testProcessWithWAL(self):
        """A database and its log are read once, together, as the database.

        The version of a row the log supersedes is recovered, after the rows.
        """
        with evidence.NewDatabase(self.path) as connection:
            self._CreateTable(connection, ("a", "1"), ("b", "2"))
        with evidence.PendingWAL(self.path) as connection:
            connection.execute("UPDATE cursor_test SET value = '3' WHERE key = 'b'")
            connection.execute("INSERT INTO cursor_test VALUES ('c', '4')")
        self.assertTrue(os.path.getsize(f"{self.path:s}-wal"))

        result = lib.ParsePath(self._EXPRESSION, self.path)
        self.assertEqual(result.warnings, [])
        self.assertEqual(
            self._GetRows(result),
            [
                ("cursor_test[a]", "1", "store.db"),
                ("cursor_test[b]", "3", "store.db"),
                ("cursor_test[c]", "4", "store.db"),
                ("cursor_test[b]", "2", "store.db"),
            ],
        )

    def testProcessWithTablesInWAL(self):
        """Tables that only the log has are read, as those of the database."""
        with evidence.NewDatabase(self.path) as connection:
            connection.execute("CREATE TABLE other (key)")
        with evidence.PendingWAL(self.path) as connection:
            self._CreateTable(connection, ("a", "1"))

        result = lib.ParsePath(self._EXPRESSION, self.path)
        self.assertEqual(result.warnings, [])
        self.assertEqual(self._GetRows(result), [("cursor_test[a]", "1", "store.db")])

    def testProcessTwice(self):
        """What one database left behind does not keep the next from being read."""
        with evidence.NewDatabase(self.path) as connection:
            connection.execute("CREATE TABLE other (key)")
        with evidence.PendingWAL(self.path) as connection:
            self._CreateTable(connection, ("a", "1"))
        paths = [self.path]
        for name in ("second.db", "third.db"):
            path = os.path.join(os.path.dirname(self.path), name)
            shutil.copyfile(self.path, path)
            shutil.copyfile(f"{self.path:s}-wal", f"{path:s}-wal")
            paths.append(path)

        result = lib.ParsePath(self._EXPRESSION, *paths, self.path)
        self.assertEqual(
            [name for _, _, name in self._GetRows(result)],
            ["store.db", "second.db", "third.db", "store.db"],
        )

    def testProcessOfNamedLikeWAL(self):
        """A database whose name ends as that of a log is a database."""
        path = f"{self.path:s}-wal"
        with evidence.NewDatabase(path) as connection:
            self._CreateTable(connection, ("a", "1"))
        result = lib.ParsePath(self._EXPRESSION, path)
        self.assertEqual(
            self._GetRows(result), [("cursor_test[a]", "1", "store.db-wal")]
        )

    def testProcessOfForeignDatabase(self):
        """A foreign database gives nothing, and no warning."""
        connection = sqlite3.connect(self.path)
        connection.execute("CREATE TABLE cursor_test (key, other)")
        connection.close()
        result = lib.ParsePath(self._EXPRESSION, self.path)
        self.assertEqual(result.event_data, [])
        self.assertEqual(result.warnings, [])

    def testProcessOfRefusedDatabase(self):
        """A database that the reader refuses is one warning."""
        with evidence.NewDatabase(self.path) as connection:
            self._CreateTable(connection, ("a", "1"))
        with evidence.PendingWAL(self.path) as connection:
            connection.execute("INSERT INTO cursor_test VALUES ('c', '4')")

        def _Refuse(*unused_arguments, **unused_keyword_arguments):
            raise cursor_database.NotADatabaseError("no header")

        original = cursor_database.Database.OpenFileEntry
        cursor_database.Database.OpenFileEntry = _Refuse
        try:
            result = lib.ParsePath(self._EXPRESSION, self.path)
        finally:
            cursor_database.Database.OpenFileEntry = original
        self.assertEqual(result.event_data, [])
        self.assertEqual(result.warnings, ["unable to read database: no header"])


if __name__ == "__main__":
    unittest.main()
