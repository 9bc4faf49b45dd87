"""JSON-L parser plugin for the NDJSON index of SDK agents of Cursor."""

from plaso.parsers import jsonl_parser
from plaso.parsers.jsonl_plugins import interface

from cursor_plaso import agent_files
from cursor_plaso import producer as cursor_producer
from cursor_plaso import sdk_index
from cursor_plaso import siblings


class CursorSDKIndexJSONLPlugin(interface.JSONLPlugin):
    """JSON-L parser plugin for agents.ndjson, runs.ndjson and run_events.ndjson."""

    NAME = "cursor_sdk_index"
    DATA_FORMAT = "Cursor SDK agent index NDJSON file"

    def _ParseRecord(self, parser_mediator, json_dict):
        """Parses a record: not used, since the lines are read by Process.

        Args:
          parser_mediator (ParserMediator): parser mediator.
          json_dict (dict): JSON dictionary of the record.
        """

    def CheckRequiredFormat(self, json_dict):
        """Check if the record has the minimal structure required by the plugin.

        Args:
          json_dict (dict): JSON dictionary of the record.

        Returns:
          bool: True if this is the correct plugin, False otherwise.
        """
        return isinstance(json_dict, dict) and bool(sdk_index.GetRecordKind(json_dict))

    # pylint: disable=arguments-differ
    def Process(self, parser_mediator, file_object=None, **kwargs):
        """Extracts events from the file.

        Args:
          parser_mediator (ParserMediator): parser mediator.
          file_object (Optional[dfvfs.FileIO]): a file-like object.
        """
        producer = cursor_producer.Producer(parser_mediator)
        with producer.Guard("SDK index"):
            agents_data = siblings.ReadFile(
                siblings.GetFileEntry(
                    parser_mediator.GetFileEntry(), agent_files.AGENTS_FILE_NAME
                ),
                agent_files.MAXIMUM_AGENTS_FILE_SIZE,
            )
            sdk_index.ReadIndexLines(
                file_object, producer, agents=agent_files.ReadAgents(agents_data)
            )
        producer.Close()


jsonl_parser.JSONLParser.RegisterPlugin(CursorSDKIndexJSONLPlugin)
