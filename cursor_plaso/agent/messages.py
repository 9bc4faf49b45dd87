"""JSON model messages: what was sent to and came from the model.

The root of a conversation names them in its first field, archives name those that a
summary took the place of, and stores without a readable root hold nothing better. They
have no times (seed "CLI chat store", "agentKv blobs").
"""

import re

from cursor_plaso import user_text
from cursor_plaso import values
from cursor_plaso.agent import records

# Larger messages are not read: the writer of the transcripts leaves out what is over
# 5 MB.
MAXIMUM_MESSAGE_SIZE = 16 * 1024 * 1024

_MAXIMUM_PARTS = 2000

# What the context that comes before the first query of a conversation starts with.
_CONTEXT_START = "<user_info>"

_ROLES = frozenset(["assistant", "system", "tool", "user"])

# Any of these comes early in a message, as JSON.stringify keeps the order of keys.
_ROLE_RE = re.compile(rb'"role"\s*:\s*"(?:assistant|system|tool|user)"')
_ROLE_SEARCH_SIZE = 64 * 1024

# What stands beside the outcome of a call.
_OUTCOME_DETAILS = ("isBackground", "pid", "sandboxPolicy", "terminalsFolder")


def IsMessage(data):
    """Determines if a blob looks like a JSON model message.

    Args:
      data (bytes): data of the blob.

    Returns:
      bool: True if the blob is a JSON object with a role.
    """
    return data[:1] == b"{" and bool(_ROLE_RE.search(data, 0, _ROLE_SEARCH_SIZE))


def ReadMessage(data, blob_id=None):
    """Reads a JSON model message.

    Args:
      data (bytes | str): JSON.
      blob_id (Optional[str]): identifier of the blob.

    Returns:
      ModelMessage: message; its role is None if the data is not one.
    """
    message = records.ModelMessage(blob_id=blob_id)
    if len(data) > MAXIMUM_MESSAGE_SIZE:
        message.warnings.append(f"message of {len(data):d} bytes not read")
        return message

    json_value, problem = values.DecodeJSON(data)
    if problem:
        message.warnings.append(problem)
        return message
    if not isinstance(json_value, dict) or (
        values.GetString(json_value, "role") not in _ROLES
    ):
        message.warnings.append("JSON, but not a message with a role")
        return message

    message.role = json_value["role"]
    message.message_id = values.GetString(json_value, "id")
    cursor_options = _GetCursorOptions(json_value)
    message.is_summary = values.GetBoolean(cursor_options, "isSummary") is True
    message.provider_message_id = values.GetString(
        cursor_options, "modelProviderMessageId"
    )
    message.request_id = values.GetString(cursor_options, "requestId")
    message.pending_ms = (
        values.GetInteger(cursor_options, "pendingToolCallStartedAtMs") or None
    )
    if message.pending_ms:
        message.pending_source = "providerOptions.cursor.pendingToolCallStartedAtMs"

    fingerprint = values.GetDictionary(cursor_options, "systemPromptFingerprint")
    message.agent_type = values.GetString(fingerprint, "agentType")
    message.mode = values.GetString(fingerprint, "mode")
    message.model_name = values.GetString(fingerprint, "model")

    texts = _ReadContent(message, json_value.get("content"), cursor_options)
    if message.role == "user":
        _ReadUserText(message, texts, cursor_options)
    return message


def ReadPendingCalls(text, root_id=None):
    """Reads a message of which the tool calls wait for an approval.

    Args:
      text (str): JSON, an element of pending_tool_calls of a root.
      root_id (Optional[str]): identifier of the root.

    Returns:
      list[PendingCall]: calls; if the JSON can not be read one without name, the
          arguments of which are the text.
    """
    message = ReadMessage(text)
    calls = []
    for part in message.parts:
        if part.kind == "tool-call":
            calls.append(
                records.PendingCall(
                    arguments=part.arguments,
                    root_id=root_id,
                    started_ms=message.pending_ms,
                    started_source=message.pending_source,
                    tool_call_id=part.tool_call_id,
                    tool_name=part.tool_name,
                )
            )
    if not calls and text:
        arguments, _, _ = values.CutText(values.CleanText(text))
        calls.append(records.PendingCall(arguments=arguments, root_id=root_id))
    return calls


def _GetCursorOptions(json_dict):
    """Retrieves what Cursor adds to a message or a part of one.

    Args:
      json_dict (dict[str, object]): message or part.

    Returns:
      dict[str, object]: providerOptions.cursor, empty if not available.
    """
    return values.GetDictionary(
        values.GetDictionary(json_dict, "providerOptions"), "cursor"
    )


def _IsContext(text, cursor_options):
    """Determines if a text is the context that the program sends to the model.

    Args:
      text (str): text of a user message.
      cursor_options (dict[str, object]): what Cursor adds to the message.

    Returns:
      bool: True if the text has none of the tags of a turn, and is marked as context or
          begins with a block of it.
    """
    if "<user_query>" in text or "<timestamp>" in text:
        return False
    return "requestContextCompleteness" in cursor_options or text.startswith(
        _CONTEXT_START
    )


def _ReadContent(message, content, cursor_options):
    """Reads the content of a message.

    Args:
      message (ModelMessage): message to fill.
      content (object): JSON value, a string or a list of parts.
      cursor_options (dict[str, object]): what Cursor adds to the message.

    Returns:
      list[str]: the whole texts of the parts of type text.
    """
    if isinstance(content, str):
        part = records.MessagePart()
        records.SetText(part, "text", content)
        message.parts.append(part)
        return [content]
    if not isinstance(content, list):
        message.warnings.append("message without content")
        return []

    texts = []

    for index, json_part in enumerate(content):
        if len(message.parts) >= _MAXIMUM_PARTS:
            records.AddWarning(
                message.warnings, f"{len(content) - index:d} further parts left out"
            )
            break
        if isinstance(json_part, str):
            json_part = {"type": "text", "text": json_part}
        if not isinstance(json_part, dict):
            records.AddWarning(message.warnings, "part that is not an object")
            continue
        part = _ReadPart(json_part, cursor_options)
        if part.model_name and part.model_name not in message.model_names:
            message.model_names.append(part.model_name)
        message.parts.append(part)
        text = values.GetString(json_part, "text")
        if part.kind == "text" and text:
            texts.append(text)
    return texts


def _ReadFileEdit(detail):
    """Reads what an edit did to a file.

    Args:
      detail (dict[str, object]): outcome of a call.

    Returns:
      FileEdit: edit, of whose contents size and hash are kept, or None if the call is
          not one of an edit (seed, "CLI chat store").
    """
    file_edit = records.FileEdit()
    file_edit.after_size, file_edit.after_sha256 = values.HashContent(
        detail.get("afterFullFileContent")
    )
    file_edit.before_size, file_edit.before_sha256 = values.HashContent(
        detail.get("beforeFullFileContent")
    )
    if file_edit.after_size is None and file_edit.before_size is None:
        return None
    file_edit.lines_added = values.GetInteger(detail, "linesAdded")
    file_edit.lines_removed = values.GetInteger(detail, "linesRemoved")
    file_edit.path = values.GetString(detail, "path")
    return file_edit


def _ReadOutcome(part, cursor_options):
    """Reads what came of a call.

    Args:
      part (MessagePart): result to fill.
      cursor_options (dict[str, object]): what Cursor adds to the message.
    """
    call_result = values.GetDictionary(cursor_options, "highLevelToolCallResult")
    output = values.GetDictionary(call_result, "output")
    for name, detail in output.items():
        if name in _OUTCOME_DETAILS or not isinstance(detail, dict):
            continue
        part.outcome = name
        part.reason = values.GetString(detail, "reason")
        part.error = values.GetString(detail, "error") or values.GetString(
            detail, "errorMessage"
        )
        part.exit_code = values.GetInteger(detail, "exitCode")
        part.file_edit = _ReadFileEdit(detail)
        break
    for name in _OUTCOME_DETAILS:
        value = output.get(name)
        if isinstance(value, dict):
            value = values.GetString(value, "type")
        if value not in (None, "", False):
            part.facts.append(f"{name:s}: {values.ToText(value):s}")
    if part.outcome is None:
        is_error = values.GetBoolean(call_result, "isError")
        if is_error is not None:
            part.outcome = "error" if is_error else "success"


def _ReadPart(json_part, cursor_options):
    """Reads a part of a message.

    Args:
      json_part (dict[str, object]): part.
      cursor_options (dict[str, object]): what Cursor adds to the message.

    Returns:
      MessagePart: part.
    """
    part = records.MessagePart()
    part.kind = values.GetString(json_part, "type") or "unknown"
    part.tool_call_id = values.GetString(json_part, "toolCallId")
    part.tool_name = values.GetString(json_part, "toolName")
    part.model_name = values.GetString(_GetCursorOptions(json_part), "modelName")

    if part.kind == "tool-call":
        arguments = json_part.get("args", json_part.get("input"))
        records.SetText(part, "arguments", values.ToText(_ReplaceBinary(arguments)))
    elif part.kind == "tool-result":
        result = json_part.get("result", json_part.get("output"))
        records.SetText(part, "text", values.ToText(_ReplaceBinary(result)))
        _ReadOutcome(part, cursor_options)
    elif part.kind in ("text", "reasoning"):
        records.SetText(part, "text", values.GetString(json_part, "text"))
    elif part.kind != "redacted-reasoning":
        json_part = {
            name: value for name, value in json_part.items() if name != "signature"
        }
        records.SetText(part, "text", values.ToText(_ReplaceBinary(json_part)))
    return part


def _ReadUserText(message, texts, cursor_options):
    """Reads what a user message asks.

    Args:
      message (ModelMessage): message to fill.
      texts (list[str]): texts of the message.
      cursor_options (dict[str, object]): what Cursor adds to the message.
    """
    bodies = []
    for text in texts:
        if _IsContext(text, cursor_options):
            message.is_context = True
            continue
        parts = user_text.ParseUserText(text)
        message.attachments.extend(parts.attachments)
        message.injection_reason = message.injection_reason or parts.injection_reason
        message.notification = message.notification or parts.notification
        message.timestamp = message.timestamp or parts.timestamp
        if parts.body:
            bodies.append(parts.body)

    records.SetText(message, "query_text", "\n".join(bodies))
    if message.query_text or message.timestamp:
        message.is_context = False


def _ReplaceBinary(value, depth=0):
    """Replaces binary data by its size.

    The writer stores an array of bytes as {"__type": "Uint8Array", "hex": "..."}.

    Args:
      value (object): JSON value.
      depth (Optional[int]): number of values the value is nested in.

    Returns:
      object: JSON value.
    """
    if depth > 32:
        return value
    if isinstance(value, dict):
        if value.get("__type") == "Uint8Array" and isinstance(value.get("hex"), str):
            return f"({len(value['hex']) // 2:d} bytes)"
        return {
            name: _ReplaceBinary(element, depth + 1) for name, element in value.items()
        }
    if isinstance(value, list):
        return [_ReplaceBinary(element, depth + 1) for element in value]
    return value
