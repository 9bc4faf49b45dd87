"""Parser for Cursor conversations that were exported as Markdown or as JSON."""

from plaso.lib import errors
from plaso.parsers import interface
from plaso.parsers import manager

from cursor_plaso import agent_files
from cursor_plaso import producer as cursor_producer
from cursor_plaso.files import evidence
from cursor_plaso.files import exported_markdown
from cursor_plaso.parsers import file_filters


class CursorExportParser(interface.FileObjectParser):
    """Parser for Cursor conversations that were exported as Markdown or as JSON."""

    NAME = "cursor_export"
    DATA_FORMAT = "Cursor exported conversation (Markdown, JSON) file"

    FILTERS = frozenset(
        [
            file_filters.SuffixFileEntryFilter(".json"),
            file_filters.SuffixFileEntryFilter(".md"),
        ]
    )

    def ParseFileObject(self, parser_mediator, file_object):
        """Parses a file-like object.

        Args:
          parser_mediator (ParserMediator): mediates interactions between parsers and
              other components, such as storage and dfVFS.
          file_object (dfvfs.FileIO): a file-like object to parse.

        Raises:
          WrongParser: when the file is not an exported conversation.
        """
        head = file_object.read(evidence.HEAD_SIZE)
        is_chat = agent_files.IsChatExport(head)
        if not is_chat and not exported_markdown.IsExport(
            head[: exported_markdown.HEAD_SIZE]
        ):
            raise errors.WrongParser("Not a conversation that Cursor exported.")
        producer = cursor_producer.Producer(parser_mediator)
        evidence_file = evidence.EvidenceFile(parser_mediator.GetFileEntry())
        is_read = True
        with producer.Guard(
            agent_files.CHAT_EXPORT_KIND if is_chat else exported_markdown.KIND
        ):
            if is_chat:
                is_read = agent_files.ReadChatExport(evidence_file, producer)
            else:
                exported_markdown.ReadExport(evidence_file, producer)
        if not is_read:
            raise errors.WrongParser("Not a conversation that Cursor exported.")
        producer.Close()


manager.ParsersManager.RegisterParser(CursorExportParser)
