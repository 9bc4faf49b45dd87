"""Parsers that read a database of Cursor in place.

plaso's SQLite parser copies a database into the temporary directory before any plugin
is asked, and once more with its write-ahead log. A parser of this module reads the
file where it is. When one is active, plaso's parser is kept from the same file through
the seam that plaso has for it, FILTERS of a parser: InPlaceFilter, which is set on
SQLiteParser when this module is imported, lets every file pass but those that an
active parser of this module recognises. Without such a parser, as with the filter
expression "sqlite", plaso's parser gets every file, and the plugins of the same name
read it.
"""

import abc
import weakref

from plaso.lib import errors
from plaso.lib import specification
from plaso.parsers import interface
from plaso.parsers import sqlite

from cursor_plaso import database as cursor_database
from cursor_plaso import producer as cursor_producer


class InPlaceDatabaseParser(interface.FileEntryParser):
    """Shared functionality of parsers that read a database in place."""

    # The parsers that are in use, of which plaso makes new ones per extraction.
    _active_parsers = weakref.WeakSet()

    # A weak reference to the file entry that was checked last, the classes of the
    # parsers that were asked, and of those that recognise it: plaso's filter and every
    # parser ask about the same file entry, one after the other.
    _last_check = None

    def __init__(self):
        """Initializes a parser."""
        super().__init__()
        self._active_parsers.add(self)

    @abc.abstractmethod
    def _CheckDatabase(self, database, file_entry):
        """Checks if a database is of the store that the parser reads.

        Args:
          database (Database): database.
          file_entry (dfvfs.FileEntry): file entry of the database.

        Returns:
          bool: True if the parser reads the database.
        """

    @abc.abstractmethod
    def _ReadDatabase(self, producer, database, file_entry):
        """Reads a database.

        Args:
          producer (BaseProducer): producer.
          database (Database): database.
          file_entry (dfvfs.FileEntry): file entry of the database.
        """

    @classmethod
    def GetFormatSpecification(cls):
        """Retrieves the format specification.

        Returns:
          FormatSpecification: format specification.
        """
        format_specification = specification.FormatSpecification(cls.NAME)
        format_specification.AddNewSignature(b"SQLite format 3", offset=0)
        return format_specification

    @classmethod
    def _GetRecognisingClasses(cls, file_entry):
        """Determines which parsers recognise a database.

        Args:
          file_entry (dfvfs.FileEntry): file entry of a SQLite database.

        Returns:
          frozenset[type]: classes of the parsers in use that recognise the database.
        """
        parsers = {type(parser): parser for parser in list(cls._active_parsers)}
        last_check = InPlaceDatabaseParser._last_check
        if last_check is not None:
            reference, asked_classes, recognising_classes = last_check
            if reference() is file_entry and asked_classes == parsers.keys():
                return recognising_classes

        recognising_classes = frozenset()
        try:
            recognising_classes = cursor_database.Database.ReadForCheck(
                file_entry,
                lambda database: frozenset(
                    parser_class
                    for parser_class, parser in parsers.items()
                    # pylint: disable-next=protected-access
                    if parser._CheckDatabase(database, file_entry)
                ),
            )
        except Exception:  # pylint: disable=broad-except
            # Of any other program's database nothing may go wrong here.
            pass
        InPlaceDatabaseParser._last_check = (
            weakref.ref(file_entry),
            frozenset(parsers),
            recognising_classes,
        )
        return recognising_classes

    @classmethod
    def IsReadInPlace(cls, file_entry):
        """Determines if an active parser reads a file in place.

        Args:
          file_entry (dfvfs.FileEntry): file entry of a SQLite database.

        Returns:
          bool: True if a parser that is in use recognises the database.
        """
        return file_entry is not None and bool(cls._GetRecognisingClasses(file_entry))

    def ParseFileEntry(self, parser_mediator, file_entry):
        """Parses a SQLite database file entry.

        Args:
          parser_mediator (ParserMediator): parser mediator.
          file_entry (dfvfs.FileEntry): file entry to be parsed.

        Raises:
          WrongParser: when the file is not a database of the store.
        """
        if type(self) not in self._GetRecognisingClasses(file_entry):
            raise errors.WrongParser(f"[{self.NAME:s}] not a database of Cursor")

        producer = cursor_producer.Producer(parser_mediator, file_entry=file_entry)
        with producer.Guard("database"):
            database = cursor_database.Database.OpenFileEntry(
                file_entry, producer=producer
            )
            self._ReadDatabase(producer, database, file_entry)
            database.CloseWarnings()
        producer.Close()


class InPlaceFilter(interface.BaseFileEntryFilter):
    """Filter that keeps plaso's SQLite parser from what is read in place."""

    def Match(self, file_entry):
        """Determines if a file entry matches the filter.

        Args:
          file_entry (dfvfs.FileEntry): a file entry.

        Returns:
          bool: True if no active parser reads the file in place.
        """
        return not InPlaceDatabaseParser.IsReadInPlace(file_entry)


if not sqlite.SQLiteParser.FILTERS:
    sqlite.SQLiteParser.FILTERS = frozenset([InPlaceFilter()])
