"""What the SQLite plugins of this package have in common.

plaso copies a database into its temporary directory, twice if there is a write-ahead
log, and runs a plugin on the database alone and again on both, so that every row that
the log leaves alone comes twice (storage-facts 2; log2timeline/plaso#775). A plugin of
this package reads the evidence itself, in place and once, with its log: when plaso
comes with the database. plaso's second pass adds nothing, unless the tables exist in
the log only, so that the plugin was not asked in the first: then it reads then.
"""

import abc
import os

from plaso.containers import events
from plaso.parsers.sqlite_plugins import interface

from cursor_plaso import database as cursor_database
from cursor_plaso import producer as cursor_producer
from cursor_plaso import siblings
from cursor_plaso import sqlite_format
from cursor_plaso import table_store
from cursor_plaso import wal
from cursor_plaso.state import context

_WAL_SUFFIX = "-wal"


class CursorSQLitePlugin(interface.SQLitePlugin):
    """Shared functionality of SQLite plugins that read in place."""

    def __init__(self):
        """Initializes a plugin."""
        super().__init__()
        # The database of the first pass, which the second pass follows.
        self._database_identifier = None

    def _GetDatabaseFileEntry(self, file_entry):
        """Retrieves the file entry of the database that plaso has opened.

        Args:
          file_entry (dfvfs.FileEntry): file entry of the mediator: the database or, in
              the second pass, its write-ahead log.

        Returns:
          dfvfs.FileEntry: file entry, which is the one given if that is a database, or
              None if there is none.
        """
        name = siblings.GetName(file_entry)
        if not name.endswith(_WAL_SUFFIX) or self._HasSignature(file_entry):
            return file_entry
        return siblings.GetFileEntry(file_entry, name[: -len(_WAL_SUFFIX)])

    def _GetIdentifier(self, file_entry):
        """Retrieves what identifies a file.

        The file of a path specification with and one without an inode is the same.

        Args:
          file_entry (dfvfs.FileEntry): file entry.

        Returns:
          tuple[str, str, str]: type, location and parent of the path specification.
        """
        path_spec = file_entry.path_spec
        return (
            path_spec.type_indicator,
            getattr(path_spec, "location", None),
            path_spec.parent.comparable if path_spec.parent else None,
        )

    def _HasSignature(self, file_entry):
        """Determines if a file starts as a database does.

        Args:
          file_entry (dfvfs.FileEntry): file entry.

        Returns:
          bool: True if the file has the signature of SQLite, which a write-ahead log
              has not.
        """
        signature = sqlite_format.SIGNATURE
        try:
            file_object = file_entry.GetFileObject()
            file_object.seek(0, os.SEEK_SET)
            return file_object.read(len(signature)) == signature
        except wal.READ_ERRORS:
            return False

    def _ReadFileEntry(self, parser_mediator, file_entry):
        """Reads a database in place.

        Args:
          parser_mediator (ParserMediator): parser mediator.
          file_entry (dfvfs.FileEntry): file entry of the database.
        """
        producer = cursor_producer.Producer(parser_mediator, file_entry=file_entry)
        with producer.Guard("database"):
            database = cursor_database.Database.OpenFileEntry(
                file_entry, producer=producer
            )
            self._ReadDatabase(producer, database, file_entry)
            database.CloseWarnings()
        producer.Close()

    def _SetFileEntry(self, parser_mediator, file_entry):
        """Sets the file that event data is of.

        Args:
          parser_mediator (ParserMediator): parser mediator.
          file_entry (dfvfs.FileEntry): file entry.
        """
        # The mediator forgets the event data stream of the file before.
        parser_mediator.SetFileEntry(file_entry)
        event_data_stream = events.EventDataStream()
        event_data_stream.path_spec = file_entry.path_spec
        parser_mediator.ProduceEventDataStream(event_data_stream)

    @abc.abstractmethod
    def _ReadDatabase(self, producer, database, file_entry):
        """Reads a database.

        Args:
          producer (BaseProducer): producer.
          database (Database): database with its write-ahead log.
          file_entry (dfvfs.FileEntry): file entry of the database.
        """

    # pylint: disable=arguments-differ,unused-argument
    def Process(self, parser_mediator, cache=None, database=None, **unused_kwargs):
        """Extracts events from a SQLite database.

        Args:
          parser_mediator (ParserMediator): parser mediator.
          cache (Optional[SQLiteCache]): cache, which is not used.
          database (Optional[SQLiteDatabase]): plaso's copy, which is not used.
        """
        file_entry = parser_mediator.GetFileEntry()
        database_file_entry = self._GetDatabaseFileEntry(file_entry)
        if database_file_entry is None:
            return

        identifier = self._GetIdentifier(database_file_entry)
        if database_file_entry is file_entry:
            self._database_identifier = identifier
            self._ReadFileEntry(parser_mediator, database_file_entry)
            return

        is_read = identifier == self._database_identifier
        self._database_identifier = None
        if is_read:
            return

        self._SetFileEntry(parser_mediator, database_file_entry)
        try:
            self._ReadFileEntry(parser_mediator, database_file_entry)
        finally:
            # The plugins that come after see the log again.
            self._SetFileEntry(parser_mediator, file_entry)


class CursorTableStorePlugin(CursorSQLitePlugin):
    """Shared functionality of plugins of stores with tables of their own."""

    # Class of the reader of the store.
    READER_CLASS = table_store.TableStoreReader

    def _ReadDatabase(self, producer, database, file_entry):
        """Reads a database.

        Args:
          producer (BaseProducer): producer.
          database (Database): database with its write-ahead log.
          file_entry (dfvfs.FileEntry): file entry of the database.
        """
        state_context = context.StateContext(
            producer,
            database.live,
            file_entry=file_entry,
            filename=siblings.GetName(file_entry),
        )
        reader = self.READER_CLASS(state_context)
        reader.Read()
        reader.ReadRemnants(database)
