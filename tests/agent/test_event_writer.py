"""Tests of the writer of event data of trees."""

import json

from cursor_plaso import events
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


def testStateOfARoot():
    """Plan, summaries, files, goal and account of a root are told, without a time."""
    builder = tree_lib.TreeBuilder()
    user = tree_lib.Make("UserMessage", text=b"Go on", message_id=b"m1")
    user.triggering_user_info.auth_id = b"auth0|user_01"
    builder.PutTurn(builder.Put(user), [builder.PutText("Done.")])
    archive_id = builder.Put(
        tree_lib.Make("ConversationSummaryArchive", summary=b"They added add().")
    )
    state = tree_lib.Make("ConversationStateStructure")
    entry = state.file_states_v2.add(key=b"/srv/proj/calc.py")
    entry.value.content = b"\x07" * 32
    entry.value.initial_content = b"\x06" * 32
    state.goal_state.objective = b"All tests pass"
    state.goal_state.status = 1
    state.voice_call_utterances.add(id=b"v1", text=b"Run the tests")
    root_id = builder.PutRoot(
        agent_type=b"cli",
        durable_custom_mode_id=b"reviewer",
        file_states_v2=state.file_states_v2,
        goal_state=state.goal_state,
        plan=builder.Put(tree_lib.Make("ConversationPlan", plan=b"1. Test")),
        # The text of an archive that is the summary in force is told once.
        summary=builder.Put(
            tree_lib.Make("ConversationSummary", summary=b"They added add().")
        ),
        summary_archives=[archive_id],
        voice_call_utterances=state.voice_call_utterances,
    )
    reader = agent_conversation.ConversationReader(builder.GetSource())
    conversation = reader.ReadRoot(root_id.hex())
    event_data = []
    writer = event_writer.ConversationEventWriter(
        lambda data, key, corrupted=False: event_data.append((key, data)), "c1", "test"
    )

    writer.WriteConversation(reader, conversation)

    (
        (_, user_data),
        _,
        (plan_key, plan),
        (summary_key, summary),
        (_, said),
        (
            file_key,
            file_data,
        ),
    ) = event_data
    assert user_data.account_identifier == "auth0|user_01"
    assert (plan.data_type, plan.message_body) == ("cursor:plan", "1. Test")
    assert plan_key == f"blobs[{root_id.hex():s} plan]"
    assert (summary.role, summary.injected, summary.message_body) == (
        "system",
        True,
        "They added add().",
    )
    assert summary.injection_reason == "summary of earlier messages"
    assert summary_key == f"blobs[archive {archive_id.hex():s}]"
    assert (said.role, said.message_body) == (
        "system",
        "voice call utterance: Run the tests",
    )
    assert file_key == f"blobs[{root_id.hex():s} file state 0]"
    assert (file_data.edit_kind, file_data.file_path) == (
        "edited content kept",
        "/srv/proj/calc.py",
    )
    assert file_data.content_sha256 == "07" * 32
    assert file_data.change_summary == (
        f"content before the first edit: SHA-256 {'06' * 32:s}"
    )
    for _, data in event_data:
        assert data.time_source is None

    conversation_data = events.CursorConversationEventData()
    event_writer.FillConversation(conversation_data, conversation)
    assert conversation_data.custom_mode == "reviewer"
    assert conversation_data.details == ["agent type: cli"]
    assert conversation_data.goal == "All tests pass (active)"
