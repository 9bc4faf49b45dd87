"""SQLite parser plugins for the stores of the Cursor Agent CLI and of SDK agents."""

from plaso.parsers import sqlite

from cursor_plaso import agent_store
from cursor_plaso import sdk_index
from cursor_plaso.parsers import cursor_sqlite


class CursorAgentStorePlugin(cursor_sqlite.CursorSQLitePlugin):
    """SQLite parser plugin for store.db files.

    The parser of the same name reads the same files, without plaso's copies; where it
    is active this plugin never sees them.
    """

    NAME = "cursor_agent_store"
    DATA_FORMAT = "Cursor agent store SQLite database (store.db) file"

    REQUIRED_STRUCTURE = {
        "blobs": frozenset(["data", "id"]),
        "meta": frozenset(["key", "value"]),
    }

    def _ReadDatabase(self, producer, database, file_entry):
        """Reads a database.

        Args:
          producer (BaseProducer): producer.
          database (Database): database with its write-ahead log.
          file_entry (dfvfs.FileEntry): file entry of the database.
        """
        if agent_store.IsAgentStore(database.live):
            agent_store.ReadAgentStore(producer, database, file_entry)


class CursorSDKIndexPlugin(cursor_sqlite.CursorSQLitePlugin):
    """SQLite parser plugin for index.db files of SDK agents."""

    NAME = "cursor_sdk_index"
    DATA_FORMAT = "Cursor SDK agent index SQLite database (index.db) file"

    REQUIRED_STRUCTURE = {
        "agents": frozenset(["agent_id", "workspace_ref"]),
        "run_events": frozenset(["event_type", "run_id", "seq"]),
        "runs": frozenset(["agent_id", "run_id", "turn_number"]),
    }

    def _ReadDatabase(self, producer, database, file_entry):
        """Reads a database.

        Args:
          producer (BaseProducer): producer.
          database (Database): database with its write-ahead log.
          file_entry (dfvfs.FileEntry): file entry of the database.
        """
        sdk_index.ReadSDKIndex(producer, database, file_entry)


sqlite.SQLiteParser.RegisterPlugins([CursorAgentStorePlugin, CursorSDKIndexPlugin])
