"""Parser for the small files of Cursor: settings, sessions, plans, identifiers."""

from plaso.lib import errors
from plaso.parsers import interface
from plaso.parsers import manager

from cursor_plaso import producer as cursor_producer
from cursor_plaso.files import evidence
from cursor_plaso.files import registry
from cursor_plaso.parsers import file_filters


class CursorFilesParser(interface.FileEntryParser):
    """Parser for the small files of Cursor.

    A parser of file entries, not of file objects: of a file of secrets only the name is
    looked at, and an empty marker file is evidence too.
    """

    NAME = "cursor_files"
    DATA_FORMAT = "Cursor settings, session and state file"

    FILTERS = frozenset([file_filters.CursorFileEntryFilter()])

    def __init__(self):
        """Initializes a parser."""
        super().__init__()
        self._user_data_cache = {}

    def ParseFileEntry(self, parser_mediator, file_entry):
        """Parses a file entry.

        Args:
          parser_mediator (ParserMediator): mediates interactions between parsers and
              other components, such as storage and dfVFS.
          file_entry (dfvfs.FileEntry): a file entry to parse.

        Raises:
          WrongParser: when the file is not one of Cursor.
        """
        evidence_file = evidence.EvidenceFile(file_entry, cache=self._user_data_cache)
        producer = cursor_producer.Producer(parser_mediator, file_entry=file_entry)
        is_read = True
        with producer.Guard(evidence_file.name):
            is_read = registry.ReadFile(evidence_file, producer)
        if not is_read:
            raise errors.WrongParser("Not a file of Cursor.")
        producer.Close()


manager.ParsersManager.RegisterParser(CursorFilesParser)
