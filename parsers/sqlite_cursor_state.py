"""SQLite parser plugin for state.vscdb files of the Cursor editor."""

from plaso.parsers import sqlite

from cursor_plaso.parsers import cursor_sqlite
from cursor_plaso.state import store


class CursorStatePlugin(cursor_sqlite.CursorSQLitePlugin):
    """SQLite parser plugin for state.vscdb files of the Cursor editor.

    The parser of the same name reads the same files, without plaso's copies; where it
    is active this plugin never sees them.
    """

    NAME = "cursor_state"
    DATA_FORMAT = "Cursor state SQLite database (state.vscdb) file"

    # Every fork of VS Code has this table: the reader tells them apart.
    REQUIRED_STRUCTURE = {"ItemTable": frozenset(["key", "value"])}

    def _ReadDatabase(self, producer, database, file_entry):
        """Reads a database.

        Args:
          producer (BaseProducer): producer.
          database (Database): database with its write-ahead log.
          file_entry (dfvfs.FileEntry): file entry of the database.
        """
        if store.IsStateDatabase(database.live):
            store.ReadStateDatabase(producer, database, file_entry)


sqlite.SQLiteParser.RegisterPlugin(CursorStatePlugin)
