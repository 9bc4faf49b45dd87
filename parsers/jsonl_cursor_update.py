"""JSON-L parser plugin for the events of Cursor's update supervisor."""

from plaso.parsers import jsonl_parser
from plaso.parsers.jsonl_plugins import interface

from cursor_plaso import producer as cursor_producer
from cursor_plaso.files import update_supervisor


class CursorUpdateJSONLPlugin(interface.JSONLPlugin):
    """JSON-L parser plugin for the events of Cursor's update supervisor."""

    NAME = "cursor_update"
    DATA_FORMAT = "Cursor update supervisor events file"

    def _ParseRecord(self, parser_mediator, json_dict):
        """Parses a record: not used, since the lines are read by Process.

        Args:
          parser_mediator (ParserMediator): mediates interactions between parsers and
              other components, such as storage and dfVFS.
          json_dict (dict): JSON dictionary of the record.
        """

    def CheckRequiredFormat(self, json_dict):
        """Check if the record has the minimal structure required by the plugin.

        Args:
          json_dict (dict): JSON dictionary of the record.

        Returns:
          bool: True if this is the correct plugin, False otherwise.
        """
        return update_supervisor.IsEventLine(json_dict)

    # pylint: disable=arguments-differ
    def Process(self, parser_mediator, file_object=None, **kwargs):
        """Extracts events from the file.

        The lines are read by our own reader, since the interface stops at the first
        line that is not JSON.

        Args:
          parser_mediator (ParserMediator): mediates interactions between parsers and
              other components, such as storage and dfVFS.
          file_object (Optional[dfvfs.FileIO]): a file-like object.
        """
        producer = cursor_producer.Producer(parser_mediator)
        with producer.Guard("update-supervisor events.jsonl"):
            update_supervisor.ReadEventLines(file_object, producer)
        producer.Close()


jsonl_parser.JSONLParser.RegisterPlugin(CursorUpdateJSONLPlugin)
