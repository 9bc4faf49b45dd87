"""JSON-L parser plugin for Cursor agent transcripts."""

import os
import weakref

from plaso.parsers import jsonl_parser
from plaso.parsers.jsonl_plugins import interface

from cursor_plaso import producer
from cursor_plaso import siblings
from cursor_plaso.transcripts import formats
from cursor_plaso.transcripts import location as transcript_location
from cursor_plaso.transcripts import reader as transcript_reader


class CursorTranscriptJSONLPlugin(interface.JSONLPlugin):
    """JSON-L parser plugin for Cursor agent transcripts.

    Transcripts stand in:
    .cursor/projects/<project>/agent-transcripts/<conversation>/<conversation>.jsonl

    The parser cursor_transcript reads what the JSON-L parser refuses, and the other
    formats.
    """

    NAME = "cursor_transcript"
    DATA_FORMAT = "Cursor agent transcript JSON-L file"

    # The plugins of the parsers that are in use.
    _plugins = weakref.WeakSet()

    def __init__(self):
        """Initializes a JSON-L parser plugin."""
        super().__init__()
        self._plugins.add(self)

    @classmethod
    def IsEnabled(cls):
        """Determines if there is a JSON-L parser with this plugin.

        plaso creates a parser with its plugins for each extraction, and a parser that
        does not enable a plugin does not keep it.

        Returns:
          bool: True if there is one in this process.
        """
        return bool(cls._plugins)

    def _ParseRecord(self, parser_mediator, json_dict):
        """Parses a log record.

        A record alone says neither its line nor its turn: Process() hands the whole
        file to the reader instead.

        Args:
          parser_mediator (ParserMediator): mediates interactions between parsers and
              other components, such as storage and dfVFS.
          json_dict (dict): JSON dictionary of the log record.
        """

    def CheckRequiredFormat(self, json_dict):
        """Check if the log record has the minimal structure required by the plugin.

        Args:
          json_dict (dict): JSON dictionary of the log record.

        Returns:
          bool: True if this is the correct parser, False otherwise.
        """
        return formats.IsTranscriptRecord(json_dict)

    # pylint: disable=arguments-differ
    def Process(self, parser_mediator, file_object=None, **unused_kwargs):
        """Extracts events from a transcript.

        Unlike that of the interface this method does not stop at a line that can not be
        read.

        Args:
          parser_mediator (ParserMediator): mediates interactions between parsers and
              other components, such as storage and dfVFS.
          file_object (Optional[dfvfs.FileIO]): a file-like object.
          unused_kwargs (dict[str, object]): further arguments, of which there are none.
        """
        file_object.seek(0, os.SEEK_SET)
        ReadTranscript(parser_mediator, file_object, formats.FORMAT_JSON_LINES)


def ReadTranscript(parser_mediator, file_object, transcript_format):
    """Reads the transcript that a parser mediator has open.

    Args:
      parser_mediator (ParserMediator): mediates interactions between parsers and other
          components, such as storage and dfVFS.
      file_object (dfvfs.FileIO): file-like object, at the start of the file.
      transcript_format (str): format.
    """
    file_entry = parser_mediator.GetFileEntry()
    location = transcript_location.TranscriptLocation(siblings.GetLocation(file_entry))
    transcript_producer = producer.Producer(parser_mediator)
    with transcript_producer.Guard("transcript"):
        transcript_reader.ReadTranscript(
            file_object,
            transcript_format,
            transcript_producer,
            location,
            project_path=transcript_location.GetProjectPath(file_entry, location),
        )
    transcript_producer.Close()


jsonl_parser.JSONLParser.RegisterPlugin(CursorTranscriptJSONLPlugin)
