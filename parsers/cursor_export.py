"""Parser for Cursor conversations that were exported as Markdown."""

from plaso.lib import errors
from plaso.parsers import interface
from plaso.parsers import manager

from cursor_plaso import producer as cursor_producer
from cursor_plaso.files import evidence
from cursor_plaso.files import exported_markdown
from cursor_plaso.parsers import file_filters


class CursorExportParser(interface.FileObjectParser):
    """Parser for Cursor conversations that were exported as Markdown."""

    NAME = "cursor_export"
    DATA_FORMAT = "Cursor exported conversation (Markdown) file"

    FILTERS = frozenset([file_filters.SuffixFileEntryFilter(".md")])

    def ParseFileObject(self, parser_mediator, file_object):
        """Parses a file-like object.

        Args:
          parser_mediator (ParserMediator): mediates interactions between parsers and
              other components, such as storage and dfVFS.
          file_object (dfvfs.FileIO): a file-like object to parse.

        Raises:
          WrongParser: when the file is not an exported conversation.
        """
        if not exported_markdown.IsExport(
            file_object.read(exported_markdown.HEAD_SIZE)
        ):
            raise errors.WrongParser("Not a conversation that Cursor exported.")
        producer = cursor_producer.Producer(parser_mediator)
        evidence_file = evidence.EvidenceFile(parser_mediator.GetFileEntry())
        with producer.Guard(exported_markdown.KIND):
            exported_markdown.ReadExport(evidence_file, producer)
        producer.Close()


manager.ParsersManager.RegisterParser(CursorExportParser)
