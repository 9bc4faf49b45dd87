"""Parser for Cursor agent transcripts that plaso's JSON-L parser does not read."""

import json
import os

from plaso.lib import errors
from plaso.parsers import interface
from plaso.parsers import jsonl_parser
from plaso.parsers import manager

from cursor_plaso import siblings
from cursor_plaso import wal
from cursor_plaso.parsers import jsonl_cursor_transcript
from cursor_plaso.transcripts import formats
from cursor_plaso.transcripts import location as transcript_location


class TranscriptFileEntryFilter(interface.BaseFileEntryFilter):
    """Filter of files that can be transcripts, by the suffix of their name."""

    _SUFFIXES = (".json", ".jsonl", ".txt")

    def Match(self, file_entry):
        """Determines if a file entry matches the filter.

        Args:
          file_entry (dfvfs.FileEntry): a file entry.

        Returns:
          bool: True if the file entry matches the filter.
        """
        path = siblings.GetLocation(file_entry)
        return path.lower().endswith(self._SUFFIXES)


class _JSONLFirstRecordParser(jsonl_parser.JSONLParser):
    """Finds out what plaso's JSON-L parser makes of a file.

    It is that parser, up to where it asks its plugins, which is only this object.

    Attributes:
      json_dict (dict): JSON dictionary that the plugins would be asked about or None.
    """

    NAME = "cursor_transcript_first_record"

    _plugin_classes = {}

    def __init__(self):
        """Initializes a parser."""
        super().__init__()
        self._plugins_per_name = {self.NAME: self}
        self.json_dict = None

    def CheckRequiredFormat(self, json_dict):
        """Keeps the first record, in place of a plugin.

        Args:
          json_dict (dict): JSON dictionary of the log record.

        Returns:
          bool: False, since there is nothing to be read.
        """
        self.json_dict = json_dict
        return False


class JSONLFirstLineFilter(interface.BaseFileEntryFilter):
    """Filter that keeps plaso's JSON-L parser from transcripts it fails on.

    JSON that is nested too deeply, or a number of thousands of digits, makes that
    parser raise an error that costs the file all other parsers.
    """

    _MAXIMUM_LINE_LENGTH = 64 * 1024

    def Match(self, file_entry):
        """Determines if a file entry matches the filter.

        Args:
          file_entry (dfvfs.FileEntry): a file entry.

        Returns:
          bool: True unless the file is a transcript whose first line the parser
              fails on.
        """
        path = siblings.GetLocation(file_entry)
        if not transcript_location.TranscriptLocation(path).is_known:
            return True
        try:
            file_object = file_entry.GetFileObject()
            file_object.seek(0, os.SEEK_SET)
            line = file_object.read(self._MAXIMUM_LINE_LENGTH).partition(b"\n")[0]
        except wal.READ_ERRORS:
            return True
        try:
            json.loads(line)
        except json.JSONDecodeError:
            return True
        except UnicodeDecodeError:
            return True
        except (RecursionError, ValueError):
            return False
        return True


class CursorTranscriptParser(interface.FileObjectParser):
    """Parser for Cursor agent transcripts.

    Transcripts in JSON-L format are left to the plugin jsonl/cursor_transcript, if
    plaso's JSON-L parser accepts the file and the plugin is enabled. What is left are
    those whose first line is longer than 64 KiB, blank or broken, and those in the .txt
    and .json formats. Without the plugin this parser reads them all.
    """

    NAME = "cursor_transcript"
    DATA_FORMAT = "Cursor agent transcript file"

    FILTERS = frozenset([TranscriptFileEntryFilter()])

    def _HasJSONLRecord(self, parser_mediator, file_object):
        """Determines if the JSON-L parser would have the plugin read a file.

        Args:
          parser_mediator (ParserMediator): mediates interactions between parsers and
              other components, such as storage and dfVFS.
          file_object (dfvfs.FileIO): a file-like object to parse.

        Returns:
          bool: True if the first line is accepted by the JSON-L parser and the plugin.
        """
        parser = _JSONLFirstRecordParser()
        file_object.seek(0, os.SEEK_SET)
        try:
            parser.ParseFileObject(parser_mediator, file_object)
        except errors.WrongParser:
            return False
        except (IndexError, RecursionError, ValueError):
            # The JSON-L parser fails on what is nested too deeply.
            return False

        return bool(parser.json_dict) and formats.IsTranscriptRecord(parser.json_dict)

    def ParseFileObject(self, parser_mediator, file_object):
        """Parses a transcript.

        Args:
          parser_mediator (ParserMediator): mediates interactions between parsers and
              other components, such as storage and dfVFS.
          file_object (dfvfs.FileIO): a file-like object to parse.

        Raises:
          WrongParser: when the file is not a transcript, or read by the plugin.
        """
        file_entry = parser_mediator.GetFileEntry()
        location = transcript_location.TranscriptLocation(
            siblings.GetLocation(file_entry)
        )
        if getattr(getattr(file_entry, "path_spec", None), "data_stream", None):
            # Another stream of a transcript, such as Zone.Identifier.
            location.is_known = False

        transcript_format = formats.DetectFormat(
            file_object.read(formats.HEAD_SIZE), location
        )
        if not transcript_format:
            raise errors.WrongParser("Not a Cursor agent transcript.")

        if self._HasJSONLRecord(parser_mediator, file_object):
            if jsonl_cursor_transcript.CursorTranscriptJSONLPlugin.IsEnabled():
                raise errors.WrongParser("Transcript of the JSON-L parser.")
            transcript_format = formats.FORMAT_JSON_LINES

        file_object.seek(0, os.SEEK_SET)
        jsonl_cursor_transcript.ReadTranscript(
            parser_mediator, file_object, transcript_format
        )


if not jsonl_parser.JSONLParser.FILTERS:
    jsonl_parser.JSONLParser.FILTERS = frozenset([JSONLFirstLineFilter()])

manager.ParsersManager.RegisterParser(CursorTranscriptParser)
