"""Tests of the writer of event data of trees."""

import json

from cursor_plaso.agent import event_writer
from cursor_plaso.agent import messages


def _Read(*json_dicts):
    """Reads model messages, one after the other.

    Args:
      json_dicts (list[dict]): messages.

    Yields:
      ModelMessage: message.
    """
    for number, json_dict in enumerate(json_dicts):
        yield messages.ReadMessage(json.dumps(json_dict), blob_id=f"{number:064x}")


def _Write(model_messages):
    """Writes model messages.

    Args:
      model_messages (iterable[ModelMessage]): messages.

    Returns:
      list[CursorEventData]: event data.
    """
    event_data = []
    writer = event_writer.ConversationEventWriter(
        lambda data, key, corrupted=False: event_data.append(data), "c1", "test"
    )
    writer.WriteMessages(model_messages)
    return event_data


_CALL = {
    "role": "assistant",
    "content": [
        {"type": "text", "text": "I read it."},
        {"type": "tool-call", "toolCallId": "t1", "toolName": "read", "args": {}},
    ],
}
_RESULT = {
    "role": "tool",
    "content": [{"type": "tool-result", "toolCallId": "t1", "result": "content"}],
}


def testWriteMessagesOfAnIterator():
    """Messages that are read one by one are written, and a call has its result."""
    text, call = _Write(_Read(_CALL, _RESULT))

    assert (text.role, text.message_body) == ("assistant", "I read it.")
    assert (call.tool_call_identifier, call.result) == ("t1", "content")


def testWriteMessagesInBatches(monkeypatch):
    """What does not fit in memory at once loses no result."""
    monkeypatch.setattr(event_writer, "_MAXIMUM_BATCH_LENGTH", 1)

    _, call, result = _Write(_Read(_CALL, _RESULT))

    assert (call.tool_call_identifier, call.result) == ("t1", None)
    assert (result.tool_call_identifier, result.result) == ("t1", "content")
