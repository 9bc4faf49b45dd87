"""Tests of the writer of event data of trees."""

import json

from cursor_plaso.agent import conversation as agent_conversation
from cursor_plaso.agent import event_writer
from cursor_plaso.agent import messages
from tests.agent import tree_lib


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


def testWarningsOfRecords(monkeypatch):
    """What is wrong with a record, or left out of it, is told with its place."""
    monkeypatch.setattr(messages, "_MAXIMUM_PARTS", 1)
    monkeypatch.setattr(agent_conversation, "_MAXIMUM_STEPS", 1)
    builder = tree_lib.TreeBuilder()
    user_id = builder.Put(tree_lib.Make("UserMessage", text=b"\xff"))
    builder.PutTurn(user_id, [builder.PutText("good")] * 3)
    builder.PutTurn(builder.PutUser("two", "m2"), [builder.Put(b"\xff\xff")])
    root_id = builder.PutRoot(turns_old=[b"old"])
    reader = agent_conversation.ConversationReader(builder.GetSource())
    warnings = []
    writer = event_writer.ConversationEventWriter(
        lambda *unused_arguments, **unused_keyword_arguments: None,
        "c1",
        "test",
        warn=warnings.append,
    )

    writer.WriteConversation(reader, reader.ReadRoot(root_id.hex()))
    writer.WriteMessages(_Read(_CALL))

    turn_ids = [turn_id.hex() for turn_id in builder.turn_ids]
    assert warnings == [
        f"blobs row {turn_ids[0]:s} turn 1: 2 steps not read",
        f"blobs row {turn_ids[0]:s} turn 1 user: text that is not UTF-8",
        f"blobs row {turn_ids[1]:s} turn 2 step 1: not a ConversationStep",
        f"root {root_id.hex():s}: 1 turns of an old form not read",
        f"blobs row {0:064x}: 1 further parts left out",
    ]
