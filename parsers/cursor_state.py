"""Parser for state.vscdb databases of the Cursor editor."""

from plaso.parsers import manager

from cursor_plaso.parsers import in_place
from cursor_plaso.state import store


class CursorStateParser(in_place.InPlaceDatabaseParser):
    """Parser for state.vscdb databases of the Cursor editor, read in place."""

    NAME = "cursor_state"
    DATA_FORMAT = "Cursor state database (state.vscdb) file"

    def _CheckDatabase(self, database, file_entry):
        """Checks if a database is a state.vscdb of Cursor.

        Args:
          database (Database): database.
          file_entry (dfvfs.FileEntry): file entry of the database.

        Returns:
          bool: True if the parser reads the database.
        """
        return store.IsStateDatabase(database.live)

    def _ReadDatabase(self, producer, database, file_entry):
        """Reads a database.

        Args:
          producer (BaseProducer): producer.
          database (Database): database.
          file_entry (dfvfs.FileEntry): file entry of the database.
        """
        store.ReadStateDatabase(producer, database, file_entry)


manager.ParsersManager.RegisterParser(CursorStateParser)
