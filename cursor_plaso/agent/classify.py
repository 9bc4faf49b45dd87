"""Kinds of blobs: what the bytes of a blob are, without knowing what names it.

A blob has no type: its type follows from the field that names it (agent-v1-fields.md
section 1.2). Where no root is left to start from, the shape of the bytes has to do; the
tests are those of conversation-tree.md step 12.
"""

import re

from cursor_plaso.agent import messages
from cursor_plaso.agent import schema
from cursor_plaso.agent import wire

KIND_ABSENT = 0
KIND_OTHER = 1
KIND_EMPTY = 2
KIND_MESSAGE = 3
KIND_TURN = 4
KIND_STEP = 5
KIND_USER_MESSAGE = 6
KIND_ROOT = 7
KIND_SUBAGENT = 8
KIND_ARCHIVE = 9
KIND_TEXT = 10

KIND_NAMES = {
    KIND_ABSENT: "absent",
    KIND_ARCHIVE: "archive",
    KIND_EMPTY: "empty",
    KIND_MESSAGE: "JSON message",
    KIND_OTHER: "other",
    KIND_ROOT: "root",
    KIND_STEP: "step",
    KIND_SUBAGENT: "subagent",
    KIND_TEXT: "text",
    KIND_TURN: "turn",
    KIND_USER_MESSAGE: "user message",
}

# Fields up to these numbers are known, whatever the version of Cursor.
_KNOWN_ROOT_FIELDS = 50
_KNOWN_TURN_FIELDS = 15
_KNOWN_USER_FIELDS = 38

_IDENTIFIER_SIZE = 32

_MESSAGE_ID_RE = re.compile(rb"\A[\x21-\x7e]{1,128}\Z")

_TEXT_CHECK_SIZE = 512


def Classify(data):
    """Determines the kind of a blob.

    Args:
      data (bytes): data of the blob.

    Returns:
      tuple[int, Message]: kind and the parsed message, None if the blob is none.
    """
    if not data:
        return KIND_EMPTY, None
    first_byte = data[0]
    if first_byte == 0x7B and messages.IsMessage(data):
        return KIND_MESSAGE, None

    size = len(data)
    number, wire_type, start, end = wire.ReadField(data, 0, size)
    if number is None or wire_type != wire.WIRE_TYPE_LENGTH:
        return _ClassifyText(data), None

    if end == size and number in (1, 2, 3):
        kind, message = _ClassifySingle(data, number, start)
        if kind:
            return kind, message

    if number <= _KNOWN_ROOT_FIELDS:
        value = data[start:end]
        if number <= 2 and (len(value) != _IDENTIFIER_SIZE or schema.IsUTF8(value)):
            message = _ParseUserMessage(data)
            if message is not None:
                return KIND_USER_MESSAGE, message
        message = ParseRoot(data)
        if message is not None:
            return KIND_ROOT, message
        if number == 1:
            message = ParseArchive(data)
            if message is not None:
                return KIND_ARCHIVE, message
            message = _ParseSubagent(data)
            if message is not None:
                return KIND_SUBAGENT, message
    return _ClassifyText(data), None


def GetStepContent(message):
    """Retrieves what tells a step from others.

    Args:
      message (Message): ConversationStep message.

    Returns:
      tuple[str, str]: "tool" and the identifier of the call, or the role and the text;
          the second is None if the step has none.
    """
    if message.HasField("tool_call"):
        return "tool", schema.GetText(message.tool_call, "tool_call_id")
    if message.HasField("thinking_message"):
        return "thinking", schema.GetText(message.thinking_message, "text")
    return "assistant", schema.GetText(message.assistant_message, "text")


def IsRoot(state):
    """Determines if a message that parses as a root is one.

    Args:
      state (Message): ConversationStateStructure message.

    Returns:
      bool: True if the fields that name blobs hold identifiers only, at least one.
    """
    references = 0
    for elements in (
        state.root_prompt_messages_json,
        state.turns,
        state.summary_archives,
        state.turns_old,
    ):
        for element in elements:
            if len(element) != _IDENTIFIER_SIZE:
                return False
        references += len(elements)
    if not references or schema.HasUnknownFields(state, _KNOWN_ROOT_FIELDS):
        return False
    return all(schema.IsUTF8(text) for text in state.pending_tool_calls)


def ParseArchive(data):
    """Parses an archive.

    Args:
      data (bytes): data of the blob.

    Returns:
      Message: ConversationSummaryArchive message or None if the blob is not one.
    """
    message = schema.ParseStrictly("ConversationSummaryArchive", data)
    if message is None or not message.summarized_messages:
        return None
    for element in message.summarized_messages:
        if len(element) != _IDENTIFIER_SIZE:
            return None
    if len(message.summary_message) not in (0, _IDENTIFIER_SIZE):
        return None
    if schema.HasUnknownFields(message, 4) or not schema.IsUTF8(message.summary):
        return None
    return message


def ParseRoot(data):
    """Parses a root.

    Args:
      data (bytes): data of the blob.

    Returns:
      Message: ConversationStateStructure message or None if the blob is not one.
    """
    message = schema.ParseStrictly("ConversationStateStructure", data)
    if message is None or not IsRoot(message):
        return None
    return message


def _ClassifySingle(data, number, start):
    """Determines the kind of a blob that is a single field.

    Args:
      data (bytes): data of the blob.
      number (int): number of the field, 1, 2 or 3.
      start (int): position of the value of the field.

    Returns:
      tuple[int, Message]: kind, None if it is no turn and no step, and the parsed
          message.
    """
    # A turn begins with an identifier: 32 bytes that are no text.
    if number != 3 and data[start + 1 : start + 2] == b"\x20":
        identifier = data[start + 2 : start + 2 + _IDENTIFIER_SIZE]
        if len(identifier) == _IDENTIFIER_SIZE and not schema.IsUTF8(identifier):
            message = _ParseTurn(data, number)
            if message is not None:
                return KIND_TURN, message

    message = schema.ParseStrictly("ConversationStep", data)
    if message is None:
        return None, None
    if number == 2:
        if not _IsToolCall(message.tool_call):
            return None, None
        return KIND_STEP, message

    part = message.assistant_message if number == 1 else message.thinking_message
    if not schema.IsUTF8(part.text) or schema.HasUnknownFields(part, 4):
        return None, None
    if not part.text and not part.ListFields():
        return None, None
    return KIND_STEP, message


def _ClassifyText(data):
    """Determines if a blob is text.

    Args:
      data (bytes): data of the blob.

    Returns:
      int: kind.
    """
    sample = data[:_TEXT_CHECK_SIZE]
    if b"\x00" in sample:
        return KIND_OTHER
    try:
        sample.decode("utf-8")
    except UnicodeDecodeError as exception:
        # A character may be cut off at the end of the sample.
        if len(data) <= _TEXT_CHECK_SIZE or exception.start < _TEXT_CHECK_SIZE - 3:
            return KIND_OTHER
    return KIND_TEXT


def _IsToolCall(tool_call):
    """Determines if a message that parses as a tool call is one.

    Args:
      tool_call (Message): ToolCall message.

    Returns:
      bool: True if the message has a tool, or an identifier of a call.
    """
    if not schema.IsUTF8(tool_call.tool_call_id):
        return False
    return bool(tool_call.WhichOneof("tool") or tool_call.tool_call_id)


def _ParseSubagent(data):
    """Parses the state of a subagent.

    Args:
      data (bytes): data of the blob.

    Returns:
      Message: SubagentPersistedState message or None if the blob is not one.
    """
    message = schema.ParseStrictly("SubagentPersistedState", data)
    if (
        message is None
        or not message.HasField("conversation_state")
        or schema.HasUnknownFields(message, 10)
        or not IsRoot(message.conversation_state)
    ):
        return None
    return message


def _ParseTurn(data, number):
    """Parses a turn.

    Args:
      data (bytes): data of the blob.
      number (int): number of the field, 1 or 2.

    Returns:
      Message: ConversationTurnStructure message or None if the blob is not one.
    """
    message = schema.ParseStrictly("ConversationTurnStructure", data)
    if message is None:
        return None
    if number == 2:
        shell_turn = message.shell_conversation_turn
        references = [shell_turn.shell_command, shell_turn.shell_output]
        has_unknown_fields = schema.HasUnknownFields(shell_turn, _KNOWN_TURN_FIELDS)
    else:
        agent_turn = message.agent_conversation_turn
        references = [agent_turn.user_message, *agent_turn.steps]
        has_unknown_fields = schema.HasUnknownFields(agent_turn, _KNOWN_TURN_FIELDS)
    if has_unknown_fields:
        return None
    if any(len(reference) not in (0, _IDENTIFIER_SIZE) for reference in references):
        return None
    return message


def _ParseUserMessage(data):
    """Parses a user message.

    Args:
      data (bytes): data of the blob.

    Returns:
      Message: UserMessage message or None if the blob is not one.
    """
    message = schema.ParseStrictly("UserMessage", data)
    if (
        message is None
        or not _MESSAGE_ID_RE.match(message.message_id)
        or not schema.IsUTF8(message.text)
        or schema.HasUnknownFields(message, _KNOWN_USER_FIELDS)
    ):
        return None
    return message
