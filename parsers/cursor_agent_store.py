"""Parser for the chat stores of the Cursor Agent CLI and of SDK agents."""

from plaso.parsers import manager

from cursor_plaso import agent_store
from cursor_plaso import blob_store
from cursor_plaso import sdk_index
from cursor_plaso.parsers import in_place


class CursorAgentStoreParser(in_place.InPlaceDatabaseParser):
    """Parser for store.db and index.db databases, read in place."""

    NAME = "cursor_agent_store"
    DATA_FORMAT = (
        "Cursor agent store database (store.db, index.db, conversation-blobs.db) file"
    )

    def _CheckDatabase(self, database, file_entry):
        """Checks if a database is a store of the agents of Cursor.

        Args:
          database (Database): database.
          file_entry (dfvfs.FileEntry): file entry of the database.

        Returns:
          bool: True if the parser reads the database.
        """
        return (
            agent_store.IsAgentStore(database.live)
            or sdk_index.IsSDKIndex(database.live)
            or blob_store.IsBlobStore(database.live, file_entry)
        )

    def _ReadDatabase(self, producer, database, file_entry):
        """Reads a database.

        Args:
          producer (BaseProducer): producer.
          database (Database): database.
          file_entry (dfvfs.FileEntry): file entry of the database.
        """
        if sdk_index.IsSDKIndex(database.live):
            sdk_index.ReadSDKIndex(producer, database, file_entry)
        elif blob_store.IsBlobStore(database.live, file_entry):
            blob_store.ReadBlobStore(producer, database, file_entry)
        else:
            agent_store.ReadAgentStore(producer, database, file_entry)


manager.ParsersManager.RegisterParser(CursorAgentStoreParser)
