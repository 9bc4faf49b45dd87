"""Parser for usage exports of Cursor's dashboard."""

from plaso.lib import errors
from plaso.parsers import interface
from plaso.parsers import manager

from cursor_plaso import producer as cursor_producer
from cursor_plaso.files import usage_export
from cursor_plaso.parsers import file_filters


class CursorUsageExportParser(interface.FileObjectParser):
    """Parser for usage exports of Cursor's dashboard."""

    NAME = "cursor_usage_export"
    DATA_FORMAT = "Cursor usage export (CSV) file"

    FILTERS = frozenset([file_filters.SuffixFileEntryFilter(".csv")])

    def ParseFileObject(self, parser_mediator, file_object):
        """Parses a file-like object.

        Args:
          parser_mediator (ParserMediator): mediates interactions between parsers and
              other components, such as storage and dfVFS.
          file_object (dfvfs.FileIO): a file-like object to parse.

        Raises:
          WrongParser: when the file is not a usage export.
        """
        if not usage_export.IsUsageExport(file_object.read(usage_export.HEAD_SIZE)):
            raise errors.WrongParser("Not a usage export of Cursor.")
        producer = cursor_producer.Producer(parser_mediator)
        with producer.Guard(usage_export.KIND):
            usage_export.ReadUsageExport(file_object, producer)
        producer.Close()


manager.ParsersManager.RegisterParser(CursorUsageExportParser)
