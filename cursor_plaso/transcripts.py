"""Agent transcripts: the copy of a conversation that the agent writes for itself.

A transcript stands in .cursor/projects/<project>/agent-transcripts, written by the
worker of the IDE and by the CLI alike, and outlives a delete of the conversation. It
holds what was said and which tools were called with which arguments, but no results,
no decisions, no models, and no times but the <timestamp> tags of the user turns. There
are three forms: JSON-L (one message a line), and the older .txt and .json.

Sources: seed "Agent transcript JSONL" and "Past-use rows and secondary sources",
storage-facts 6, bug-reports 7 to 13, 19, 49, 54, 61, and the vendor-written samples.
"""

import json
import posixpath
import re
import sys

from dfvfs.lib import errors as dfvfs_errors

from cursor_plaso import calls
from cursor_plaso import events
from cursor_plaso import lines
from cursor_plaso import locations
from cursor_plaso import siblings
from cursor_plaso import user_text
from cursor_plaso import values
from cursor_plaso.files import paths

EVIDENCE_SOURCE = "transcript"

FORMAT_JSON = "JSON"
FORMAT_JSON_LINES = "JSON-L"
FORMAT_TEXT = "text"

# Number of bytes that tell the format of a file.
HEAD_SIZE = 64 * 1024

DIRECTORY_NAME = "agent-transcripts"

_PROJECTS_DIRECTORY_NAME = "projects"
_SUBAGENTS_DIRECTORY_NAME = "subagents"

_SUFFIXES = {
    ".json": FORMAT_JSON,
    ".jsonl": FORMAT_JSON_LINES,
    ".txt": FORMAT_TEXT,
}

# A file in this format is read into memory, up to this size.
_MAXIMUM_JSON_SIZE = 64 * 1024 * 1024

_MAXIMUM_TRUST_FILE_SIZE = 64 * 1024

# A single character of another plane makes Python use four bytes for every character.
_MAXIMUM_TEXT_MEMORY = 2 * lines.MAXIMUM_LINE_SIZE + 1024

# What Python needs for a line beside its text.
_LINE_OVERHEAD = 128

# A turn of a transcript in text format, with that.
_MAXIMUM_TURN_SIZE = 64 * 1024 * 1024

_IDENTIFIER_RE = re.compile(
    r"\A(?:bc-|agent-)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\Z", re.IGNORECASE
)

# How a line of a transcript in JSON-L format begins, for files that do not stand where
# transcripts do.
_JSON_LINE_RE = re.compile(
    rb'^\{\s{0,8}"role"\s{0,8}:\s{0,8}"(?:assistant|user)"\s{0,8},'
    rb'\s{0,8}"message"\s{0,8}:\s{0,8}\{\s{0,8}"content"\s{0,8}:\s{0,8}\[',
    re.MULTILINE,
)

_JSON_RE = re.compile(
    rb'\A\{\s{0,8}"mode"\s{0,8}:\s{0,8}"[^"]{0,64}"\s{0,8},'
    rb'\s{0,8}"messages"\s{0,8}:\s{0,8}\[\s{0,8}\{\s{0,8}"role"\s{0,8}:'
)

_TEXT_RE = re.compile(
    rb"\Auser:\r?\n(?:\[(?:Image|File)|<(?:timestamp|user_query|image_files|"
    rb"uploaded_documents|manually_attached_skills|system_notification)>)"
)

_TEXT_HEADERS = {"assistant:": "assistant", "user:": "user"}

_TEXT_ARGUMENT_RE = re.compile(r"\A  ([A-Za-z_][A-Za-z0-9_.-]{0,127}):(?: (.*))?\Z")

_TOOL_CALL_MARKER = "[Tool call] "
_TOOL_RESULT_MARKER = "[Tool result]"
_THINKING_MARKER = "[Thinking]"
_TURN_ENDED_MARKER = "Turn ended: "

_QUERY_TAG_RE = re.compile(r"</?user_query>")

_WORD_RE = re.compile(r"\A[A-Za-z0-9_.-]{1,64}\Z")

_SURROGATE_RE = re.compile("[\ud800-\udfff]")

_READ_ERRORS = (OSError, dfvfs_errors.BackEndError)


class TranscriptLocation:
    """What the path of a transcript tells.

    Attributes:
      conversation_identifier (str): identifier of the conversation, as the name of the
          file has it: characters of the identifier that are not of a file name are
          replaced. None if the path does not tell.
      is_known (bool): True if the file stands where a transcript does.
      parent_conversation_identifier (str): identifier of the conversation that started
          this one as a sub-agent or None.
      project_directory (str): name of the directory of the project in
          ~/.cursor/projects or None.
      project_segments (list[str]): path segments from the directory of the file to
          that of the project, None if the path does not tell.
      suffix (str): suffix of the file in lower case, such as ".jsonl".
    """

    def __init__(self, path):
        """Reads a path.

        Args:
          path (str): path of a file with slashes or backslashes.
        """
        super().__init__()
        segments = path.replace("\\", "/").split("/")
        name, suffix = posixpath.splitext(segments[-1])
        directories = segments[:-1]

        self.conversation_identifier = None
        self.is_known = False
        self.parent_conversation_identifier = None
        self.project_directory = None
        self.project_segments = None
        self.suffix = suffix.lower()

        depth = 0
        if directories and directories[-1] == _SUBAGENTS_DIRECTORY_NAME:
            depth = 2
            if len(directories) > 1:
                self.parent_conversation_identifier = directories[-2] or None
        elif directories and directories[-1] == name:
            depth = 1

        if DIRECTORY_NAME in directories:
            index = len(directories) - directories[::-1].index(DIRECTORY_NAME)
            below = len(directories) - index
            # The sub-agents of a sub-agent stand below it.
            self.is_known = (
                self.suffix in _SUFFIXES
                and depth in (below, 2)
                and not name.startswith(paths.APPLE_DOUBLE_PREFIX)
            )
            self.project_segments = [".."] * (below + 1)
            if directories[index - 3 : index - 2] == [_PROJECTS_DIRECTORY_NAME]:
                self.project_directory = directories[index - 2] or None

        if self.is_known or depth or _IDENTIFIER_RE.match(name):
            self.conversation_identifier = name or None


def DetectFormat(head, location):
    """Detects the format of a transcript.

    Args:
      head (bytes): start of the file.
      location (TranscriptLocation): what the path of the file tells.

    Returns:
      str: format or None if the file is not a transcript.
    """
    head = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if not location.is_known:
        if location.suffix == ".txt":
            return FORMAT_TEXT if _TEXT_RE.match(head) else None
        if location.suffix == ".json":
            return FORMAT_JSON if _JSON_RE.match(head) else None
        if location.suffix == ".jsonl":
            return FORMAT_JSON_LINES if _JSON_LINE_RE.search(head) else None
        return None

    if location.suffix == ".jsonl" or not head.startswith(b"{"):
        return _SUFFIXES[location.suffix]

    # Whatever the suffix says.
    return FORMAT_JSON_LINES if _JSON_LINE_RE.match(head) else FORMAT_JSON


def GetProjectPath(file_entry, location):
    """Retrieves the path of the project of a transcript.

    The name of the project directory is not reversible (bug-reports 49): the path is
    known only where the user trusted the folder in the CLI.

    Args:
      file_entry (dfvfs.FileEntry): file entry of the transcript.
      location (TranscriptLocation): what the path of the transcript tells.

    Returns:
      str: path of the project or None if not available.
    """
    if not location.project_segments:
        return None

    trust_file_entry = siblings.GetFileEntry(
        file_entry, *location.project_segments, ".workspace-trusted"
    )
    json_value, _ = values.DecodeJSON(
        siblings.ReadFile(trust_file_entry, _MAXIMUM_TRUST_FILE_SIZE)
    )
    if not isinstance(json_value, dict):
        return None

    path = values.GetString(json_value, "workspacePath")
    return locations.NormalizePath(path) if path else None


def IsTranscriptRecord(json_dict):
    """Determines if a JSON object is a line of a transcript, without knowing its place.

    Args:
      json_dict (dict[str, object]): JSON object.

    Returns:
      bool: True if the object has the members of a message, of the end of a turn or of
          the metadata line, and no other.
    """
    names = set(json_dict)
    if names == {"message", "role"}:
        content = values.GetDictionary(json_dict, "message").get("content")
        return (
            json_dict["role"] in ("assistant", "user")
            and isinstance(content, list)
            and all(
                isinstance(block, dict) and isinstance(block.get("type"), str)
                for block in content
            )
        )

    if json_dict.get("type") == "turn_ended":
        return names in ({"type", "status"}, {"type", "status", "error"})

    if json_dict.get("type") == "metadata" and names == {"type", "metadata"}:
        return "overview" in values.GetDictionary(json_dict, "metadata")

    return False


class TranscriptReader:
    """Reads transcripts."""

    def __init__(self, producer, location, project_path=None):
        """Initializes a reader of one transcript.

        Args:
          producer (BaseProducer): producer.
          location (TranscriptLocation): what the path of the transcript tells.
          project_path (Optional[str]): path of the project.
        """
        super().__init__()
        self._agent_mode = None
        self._corrupted = False
        self._location = location
        self._producer = producer
        self._project_path = project_path
        self._sequence_number = 0
        self._turn_number = None
        self._turn_start_time = None

    def Read(self, file_object, transcript_format):
        """Reads a transcript.

        Args:
          file_object (object): file-like object, of which only read() is used.
          transcript_format (str): format.
        """
        if transcript_format == FORMAT_TEXT:
            self.ReadText(file_object)
        elif transcript_format == FORMAT_JSON:
            self.ReadJSON(file_object)
        else:
            self.ReadJSONLines(file_object)

    def ReadJSON(self, file_object):
        """Reads a transcript in JSON format.

        Of a file that is cut off or broken the messages before the damage are read.

        Args:
          file_object (object): file-like object, of which only read() is used.
        """
        data = self._ReadAll(file_object)
        text = self._DecodeText(data)
        is_utf8 = not self._corrupted
        del data

        json_value, reason = values.DecodeJSON(text)
        if reason:
            self._producer.Warn(f"transcript: {reason:s}, messages before it are read")
            for number, message in enumerate(_SalvageMessages(text), start=1):
                if self._producer.abort:
                    return
                self._ReadJSONMessage(message, number, is_utf8)
            return

        del text
        if not isinstance(json_value, dict):
            self._producer.Warn("transcript: not a JSON object")
            return

        self._agent_mode = values.GetString(json_value, "mode")
        messages = json_value.get("messages")
        if not isinstance(messages, list):
            self._producer.Warn("transcript: no list of messages")
            messages = []

        for number, message in enumerate(messages, start=1):
            if self._producer.abort:
                return
            self._ReadJSONMessage(message, number, is_utf8)

        self._corrupted = False
        turn_ended = json_value.get("turnEnded")
        if isinstance(turn_ended, dict):
            self._ReadTurnEnded(turn_ended, "turnEnded")
        elif turn_ended is not None:
            self._producer.Warn("transcript: turnEnded of unsupported form")

    def ReadJSONLines(self, file_object):
        """Reads a transcript in JSON-L format.

        Args:
          file_object (object): file-like object, of which only read() is used.
        """
        for number, line in self._ReadLines(file_object):
            place = f"line {number:d}"
            text = self._DecodeText(line, place)
            del line

            if sys.getsizeof(text) > _MAXIMUM_TEXT_MEMORY:
                self._Warn(
                    place,
                    f"larger than {_MAXIMUM_TEXT_MEMORY:d} bytes in memory, not read",
                    kind="too large",
                )
                continue

            if number == 1:
                text = text.removeprefix("\ufeff")
            if not text or text.isspace():
                self._Warn(place, "blank")
                continue

            record, reason = values.DecodeJSON(text)
            del text
            if reason:
                self._Warn(place, reason, kind="unreadable")
            elif isinstance(record, dict):
                self._ReadRecord(record, place)
            else:
                self._Warn(place, "not a JSON object")

    def ReadText(self, file_object):
        """Reads a transcript in text format.

        Args:
          file_object (object): file-like object, of which only read() is used.
        """
        text_reader = _TextReader(self)
        for number, line in self._ReadLines(file_object):
            text = self._DecodeText(line, f"line {number:d}")
            del line
            if number == 1:
                text = text.removeprefix("\ufeff")
            text_reader.ReadLine(number, text.removesuffix("\r"), self._corrupted)
            if self._producer.abort:
                return

        text_reader.Close()

    def ReadTextBlock(self, role, text_lines, corrupted):
        """Reads a block of a transcript in text format.

        Args:
          role (str): "assistant", "system", "tool" or "user".
          text_lines (list[tuple[int, str]]): numbers and texts of the lines.
          corrupted (bool): True if a line is not UTF-8.
        """
        self._corrupted = corrupted
        place = f"line {text_lines[0][0]:d}"
        if role == "user":
            text = "\n".join(line for _, line in text_lines[1:])
            self._ReadUserMessage(text.strip("\n"), place)

        elif role == "system":
            text = "\n".join(line for _, line in text_lines).strip()
            status, _, error = text[len(_TURN_ENDED_MARKER) :].partition(":")
            self._ReadTurnEnded(
                {"error": error.strip(), "status": status.strip().rstrip(".")}, place
            )

        else:
            self._ReadTextParts(text_lines)

    def WarnTextLine(self, number, reason):
        """Warns of a line of a transcript in text format.

        Args:
          number (int): number of the line.
          reason (str): what is wrong with it.
        """
        self._Warn(f"line {number:d}", reason)

    def _DecodeText(self, data, place=None):
        """Decodes text and notes whether it is corrupted.

        Args:
          data (bytes|bytearray): text as UTF-8.
          place (Optional[str]): place in the file, where None represents all of it.

        Returns:
          str: text, in which bytes that are not UTF-8 are lone surrogates.
        """
        self._corrupted = False
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError as exception:
            self._corrupted = True
            self._Warn(
                place, f"not UTF-8 at byte {exception.start:d}", kind="not UTF-8"
            )
        return data.decode("utf-8", errors="surrogateescape")

    def _Produce(self, event_data, record_key):
        """Produces event data.

        Args:
          event_data (CursorEventData): event data.
          record_key (str): place in the file.
        """
        event_data.conversation_identifier = self._location.conversation_identifier
        event_data.evidence_source = EVIDENCE_SOURCE
        event_data.parent_conversation_identifier = (
            self._location.parent_conversation_identifier
        )
        event_data.project_path = self._project_path
        if not self._project_path:
            # The name is all there is: no path can be made of it (bug-reports 49).
            event_data.project_directory = self._location.project_directory
        event_data.record_key = record_key
        event_data.sequence_number = self._sequence_number
        event_data.turn_number = self._turn_number
        self._sequence_number += 1

        if event_data.data_type == events.CursorMessageEventData.DATA_TYPE:
            event_data.agent_mode = self._agent_mode
            if event_data.role == "user":
                self._producer.Produce(event_data, corrupted=self._corrupted)
                return

        if self._turn_start_time:
            event_data.turn_start_time = self._turn_start_time
            event_data.time_source = "<timestamp> tag of the turn"
        self._producer.Produce(event_data, corrupted=self._corrupted)

    def _ProduceMessage(self, role, text, record_key, error_text=None):
        """Produces a message that is not the user's.

        Args:
          role (str): role.
          text (str): text or None.
          record_key (str): place in the file.
          error_text (Optional[str]): error.
        """
        event_data = events.CursorMessageEventData()
        event_data.error_text = error_text
        event_data.message_body = text
        event_data.role = role
        self._Produce(event_data, record_key)

    def _ProduceToolCall(self, name, arguments, record_key):
        """Produces a tool call.

        Args:
          name (object): JSON value of the name of the tool.
          arguments (object): JSON value of the arguments.
          record_key (str): place in the file.

        Returns:
          str: what is wrong with the call or None.
        """
        event_data = events.CursorToolCallEventData()
        event_data.arguments = values.ToText(arguments)
        event_data.tool_name = values.ToString(name)
        event_data.call_summary = calls.GetCallSummary(event_data.tool_name, arguments)
        event_data.working_directory = calls.GetWorkingDirectory(arguments)
        self._Produce(event_data, record_key)

        if not event_data.tool_name:
            return "tool call without a name"
        if arguments not in (None, "") and event_data.arguments is None:
            return "arguments of a tool call nested too deeply"
        return None

    def _ReadAll(self, file_object):
        """Reads a file into memory, up to a limit.

        Args:
          file_object (object): file-like object.

        Returns:
          bytearray: contents.
        """
        data = bytearray()
        try:
            block = file_object.read(HEAD_SIZE)
            while block and len(data) <= _MAXIMUM_JSON_SIZE:
                data += block
                self._producer.Touch()
                block = file_object.read(HEAD_SIZE)
        except _READ_ERRORS as exception:
            self._producer.Warn(
                f"transcript: unable to read after byte {len(data):d}: {exception!s}"
            )

        if len(data) > _MAXIMUM_JSON_SIZE:
            del data[_MAXIMUM_JSON_SIZE:]
            # Nor a part of a character.
            while data and data[-1] >= 0x80:
                lead = data.pop()
                if lead >= 0xC0:
                    break
            self._producer.Warn(
                f"transcript: larger than {_MAXIMUM_JSON_SIZE:d} bytes, rest not read"
            )
        return data

    def _ReadAssistantBlock(self, block, record_key):
        """Reads a block of the content of an assistant message.

        Args:
          block (object): JSON value.
          record_key (str): place in the file.

        Returns:
          str: what is wrong with the block or None.
        """
        if isinstance(block, str):
            block = {"text": block, "type": "text"}

        block_type = block.get("type") if isinstance(block, dict) else None
        if block_type == "tool_use":
            return self._ProduceToolCall(
                block.get("name"), block.get("input"), record_key
            )

        if block_type == "text":
            text = values.ToText(block.get("text"))
            if text:
                self._ProduceMessage("assistant", text, record_key)
            return None

        if block_type == "thinking":
            text = values.ToText(block.get("thinking") or block.get("text"))
            self._ProduceMessage("thinking", text, record_key)
            return None

        return _GetUnsupported("block", block_type)

    def _ReadJSONMessage(self, message, number, is_utf8):
        """Reads a message of a transcript in JSON format.

        Args:
          message (object): JSON value.
          number (int): number of the message.
          is_utf8 (bool): False if some of the file is not UTF-8.
        """
        self._corrupted = not is_utf8 and bool(
            _SURROGATE_RE.search(values.EncodeJSON(message) or "")
        )
        place = f"message {number:d}"
        if not isinstance(message, dict):
            self._Warn(place, "not a JSON object")
            return

        reasons = []
        role = message.get("role")
        text = values.ToText(message.get("text"))
        if role == "user":
            self._ReadUserMessage(text or "", place)
        elif role not in ("assistant", "system", "tool"):
            reasons.append(_GetUnsupported("role", role))
        elif text:
            self._ProduceMessage(
                "assistant" if role == "assistant" else "system", text, place
            )

        thinking = values.ToText(message.get("thinking"))
        if thinking:
            self._ProduceMessage("thinking", thinking, f"{place:s} thinking")

        # The result of a call is named, not kept.
        for index, call in enumerate(values.GetList(message, "toolCalls"), start=1):
            if isinstance(call, dict):
                reasons.append(
                    self._ProduceToolCall(
                        call.get("toolName"),
                        call.get("args"),
                        f"{place:s} call {index:d}",
                    )
                )
            else:
                reasons.append("tool call that is not a JSON object")

        self._WarnOnce(place, reasons)

    def _ReadLines(self, file_object):
        """Reads lines and warns of those that can not be read.

        Args:
          file_object (object): file-like object.

        Yields:
          tuple[int, bytes]: number of the line and line.
        """
        number = 0
        try:
            for number, line in lines.ReadLines(
                file_object, touch=self._producer.Touch
            ):
                if self._producer.abort:
                    return
                if line is None:
                    self._Warn(
                        f"line {number:d}",
                        f"larger than {lines.MAXIMUM_LINE_SIZE:d} bytes, not read",
                        kind="too large",
                    )
                else:
                    yield number, line
        except _READ_ERRORS as exception:
            self._producer.Warn(
                f"transcript: unable to read after line {number:d}: {exception!s}"
            )

    def _ReadRecord(self, record, place):
        """Reads a line of a transcript in JSON-L format.

        Args:
          record (dict[str, object]): JSON object.
          place (str): place in the file.
        """
        role = record.get("role")
        if role is not None:
            self._ReadRoleRecord(record, role, place)
            return

        record_type = record.get("type")
        if record_type == "turn_ended":
            self._ReadTurnEnded(record, place)

        elif record_type == "metadata":
            overview = values.GetDictionary(record, "metadata").get("overview")
            overview = values.ToText(overview)
            if overview:
                self._ProduceMessage("system", f"Overview: {overview:s}", place)
            else:
                self._Warn(place, "metadata without an overview")

        elif record_type == "error":
            error = values.ToText(record.get("error")) or values.ToText(
                record.get("message")
            )
            self._ProduceMessage("system", "Error", place, error_text=error)

        else:
            self._WarnOnce(place, [_GetUnsupported("type", record_type)])

    def _ReadRoleRecord(self, record, role, place):
        """Reads a message of a transcript in JSON-L format.

        Args:
          record (dict[str, object]): JSON object.
          role (object): JSON value of the role.
          place (str): place in the file.
        """
        reasons = []
        message = record.get("message")
        content = message.get("content") if isinstance(message, dict) else message
        if isinstance(content, (str, dict)):
            content = [content]
        elif not isinstance(content, list):
            reasons.append("message without content")
            content = []

        if role == "assistant":
            for index, block in enumerate(content, start=1):
                if self._producer.abort:
                    return
                reasons.append(
                    self._ReadAssistantBlock(block, f"{place:s} block {index:d}")
                )

        else:
            texts = []
            for block in content:
                if isinstance(block, dict) and block.get("type") == "text":
                    block = block.get("text")
                if isinstance(block, str):
                    texts.append(block)
                elif block is not None:
                    block_type = block.get("type") if isinstance(block, dict) else None
                    reasons.append(_GetUnsupported("block", block_type))

            text = "\n".join(texts)
            if role == "user":
                self._ReadUserMessage(text, place)
            else:
                reasons.append(_GetUnsupported("role", role))
                if text:
                    self._ProduceMessage("system", text, place)

        self._WarnOnce(place, reasons)

    def _ReadTextParts(self, text_lines):
        """Reads an assistant block of a transcript in text format.

        Args:
          text_lines (list[tuple[int, str]]): numbers and texts of the lines, the first
              of which is the header.
        """
        parts = []
        for number, line in text_lines[1:]:
            if line.startswith(_TOOL_CALL_MARKER):
                parts.append(("call", number, [line[len(_TOOL_CALL_MARKER) :]]))
            elif line.startswith(_TOOL_RESULT_MARKER):
                parts.append(("result", number, []))
            elif line == _THINKING_MARKER or line.startswith(f"{_THINKING_MARKER:s} "):
                # Only the line of the marker is certain to be reasoning.
                parts.append(("thinking", number, [line[len(_THINKING_MARKER) + 1 :]]))
                parts.append(("text", number + 1, []))
            else:
                if not parts or parts[-1][0] == "result":
                    parts.append(("text", number, []))
                parts[-1][2].append(line)

        for part, number, part_lines in parts:
            place = f"line {number:d}"
            if part == "call":
                self._ReadTextToolCall(part_lines, place)
            elif part == "thinking":
                self._ProduceMessage("thinking", part_lines[0] or None, place)
            elif part == "text":
                text = "\n".join(part_lines).strip("\n")
                if text:
                    self._ProduceMessage("assistant", text, place)

    def _ReadTextToolCall(self, part_lines, place):
        """Reads a tool call of a transcript in text format.

        Args:
          part_lines (list[str]): name of the tool and lines of the arguments.
          place (str): place in the file.
        """
        reasons = []
        arguments = {}
        name = None
        for line in part_lines[1:]:
            match = _TEXT_ARGUMENT_RE.match(line)
            if match:
                name = match.group(1)
                arguments[name] = [match.group(2) or ""]
            elif name:
                arguments[name].append(line)
            elif line:
                reasons.append("argument of a tool call without a name")
                name = ""
                arguments[name] = [line]

        reason = self._ProduceToolCall(
            part_lines[0].strip(),
            {
                name: "\n".join(argument_lines).rstrip("\n")
                for name, argument_lines in arguments.items()
            }
            or None,
            place,
        )
        self._WarnOnce(place, reasons + [reason])

    def _ReadTurnEnded(self, record, place):
        """Reads the end of a turn.

        Args:
          record (dict[str, object]): JSON object with status and error.
          place (str): place in the file.
        """
        status = values.GetString(record, "status")
        error_text = values.ToText(record.get("error"))
        if status != "success" or error_text:
            self._ProduceMessage(
                "system",
                f"Turn ended: {status or 'status not stored':s}",
                place,
                error_text=error_text,
            )

        # What follows without a user turn is of a turn whose start is not known.
        self._turn_start_time = None

    def _ReadUserMessage(self, text, place):
        """Reads a user message.

        Args:
          text (str): text.
          place (str): place in the file.
        """
        user_turn = user_text.ParseUserText(text)
        if user_turn.unreadable_timestamp:
            self._Warn(place, "<timestamp> tag that is not a time")

        self._turn_number = (self._turn_number or 0) + 1
        self._turn_start_time = user_turn.timestamp

        if user_turn.notification:
            self._ProduceUserMessage(
                user_turn,
                user_turn.notification,
                f"{place:s} notification",
                user_turn.notification_reason,
            )
        self._ProduceUserMessage(
            user_turn,
            user_turn.body,
            place,
            user_turn.injection_reason,
            attachments=user_turn.attachments,
        )

    def _ProduceUserMessage(
        self, user_turn, text, record_key, injection_reason, attachments=None
    ):
        """Produces a user message.

        Args:
          user_turn (UserText): text of the turn, taken apart.
          text (str): text of the message or None.
          record_key (str): place in the file.
          injection_reason (str): reason of an injected turn, None represents one that
              was typed.
          attachments (Optional[list[str]]): attachments.
        """
        event_data = events.CursorMessageEventData()
        event_data.attachments = attachments
        event_data.injected = True if injection_reason else None
        event_data.injection_reason = injection_reason
        event_data.message_body = text
        event_data.role = "user"
        event_data.sent_time = user_turn.timestamp
        event_data.time_source = "<timestamp> tag" if user_turn.timestamp else None
        self._Produce(event_data, record_key)

    def _Warn(self, place, reason, kind=None):
        """Warns of a record.

        Args:
          place (str): place in the file or None for all of it.
          reason (str): what is wrong with the record.
          kind (Optional[str]): kind of warning, where None represents the reason.
        """
        prefix = f"transcript {place:s}" if place else "transcript"
        self._producer.Warn(
            f"{prefix:s}: {reason:s}", kind=f"transcript: {kind or reason:s}"
        )

    def _WarnOnce(self, place, reasons):
        """Warns of a record once, whatever is wrong with it.

        Args:
          place (str): place in the file.
          reasons (list[str]): what is wrong with the parts of the record, where None
              represents nothing.
        """
        reasons = [reason for reason in reasons if reason]
        if reasons:
            more = f", and {len(reasons) - 1:d} more" if len(reasons) > 1 else ""
            self._Warn(
                place, f"{reasons[0]:s}{more:s}", kind=reasons[0].partition(":")[0]
            )


class _TextReader:
    """Splits a transcript in text format into blocks.

    A block starts with a header, which stands at the start of the file or after a blank
    line. A query may hold such lines as text, so headers within its tags do not count,
    unless the tag is never closed.
    """

    def __init__(self, reader):
        """Initializes a reader of blocks.

        Args:
          reader (TranscriptReader): reader that is given the blocks.
        """
        super().__init__()
        self._corrupted = False
        self._depth = 0
        self._is_after_blank = True
        self._is_protected = True
        self._lines = []
        self._reader = reader
        self._role = None
        self._size = 0

    def Close(self):
        """Ends the file."""
        if self._depth > 0:
            self._ReadLinesAgain()
        self._Flush()

    def ReadLine(self, number, line, corrupted):
        """Reads a line.

        Args:
          number (int): number of the line.
          line (str): text of the line.
          corrupted (bool): True if the line is not UTF-8.
        """
        role = None
        if self._is_after_blank and self._depth <= 0:
            role = _TEXT_HEADERS.get(line.rstrip())
            if line.startswith(_TURN_ENDED_MARKER):
                role = "system"
            elif line.startswith(_TOOL_RESULT_MARKER):
                role = "tool"

        self._is_after_blank = not line or line.isspace()
        if role:
            self._Flush()
            self._role = role
        elif not self._role:
            if not self._is_after_blank:
                self._reader.WarnTextLine(number, "text outside of a turn")
            return

        size = sys.getsizeof(line) + _LINE_OVERHEAD
        self._size += size
        if self._size > _MAXIMUM_TURN_SIZE:
            if self._depth > 0:
                self._ReadLinesAgain()
                self.ReadLine(number, line, corrupted)
            elif self._size - size <= _MAXIMUM_TURN_SIZE:
                self._reader.WarnTextLine(
                    number,
                    f"turn larger than {_MAXIMUM_TURN_SIZE:d} bytes in memory, rest "
                    f"not read",
                )
            return

        self._lines.append((number, line))
        self._corrupted = self._corrupted or corrupted
        if self._role == "user" and self._is_protected:
            for match in _QUERY_TAG_RE.finditer(line):
                self._depth += -1 if match.group().startswith("</") else 1

    def _Flush(self):
        """Gives the block to the reader."""
        if self._lines:
            self._reader.ReadTextBlock(self._role, self._lines, self._corrupted)
        self._corrupted = False
        self._depth = 0
        self._lines = []
        self._role = None
        self._size = 0

    def _ReadLinesAgain(self):
        """Reads the lines of a query that is never closed again, with their headers."""
        text_lines = self._lines
        corrupted = self._corrupted
        self._corrupted = False
        self._depth = 0
        self._is_after_blank = True
        self._is_protected = False
        self._lines = []
        self._role = None
        self._size = 0
        for number, line in text_lines:
            self.ReadLine(number, line, corrupted)


def _SalvageMessages(text):
    """Reads the messages of a transcript in JSON format that is broken.

    Args:
      text (str): text of the transcript.

    Yields:
      object: JSON value of a message.
    """
    match = re.search(r'"messages"\s{0,64}:\s{0,64}\[', text[:HEAD_SIZE])
    if not match:
        return

    decoder = json.JSONDecoder(strict=False)
    space_re = re.compile(r"[\s,]*")
    position = space_re.match(text, match.end()).end()
    while position < len(text):
        try:
            message, position = decoder.raw_decode(text, position)
        except (RecursionError, ValueError):
            return
        yield message
        position = space_re.match(text, position).end()


def _GetUnsupported(name, value):
    """Describes a form of record that is not known.

    Args:
      name (str): what is not known, such as "role".
      value (object): JSON value that is not known.

    Returns:
      str: what is not known, and the value if it is a word.
    """
    text = values.ToString(value)
    if not text or not _WORD_RE.match(text):
        text = "none" if value is None else "not a word"
    return f"unsupported {name:s}: {text:s}"
