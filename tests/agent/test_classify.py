"""Tests of the kinds of blobs."""

import hypothesis
from hypothesis import strategies as hypothesis_strategies

from cursor_plaso.agent import classify
from cursor_plaso.agent import schema
from tests import strategies
from tests.agent import tree_lib

_IDENTIFIER = b"\xfe" * 32


def _GetKind(message):
    """Determines the kind of a blob.

    Args:
      message (bytes | Message): data.

    Returns:
      str: name of the kind.
    """
    if not isinstance(message, bytes):
        message = message.SerializeToString()
    kind, _ = classify.Classify(message)
    return classify.KIND_NAMES[kind]


def testMessages():
    """A JSON object with a role is a message, another one is text."""
    assert _GetKind(b'{"role":"user","content":"x"}') == "JSON message"
    assert _GetKind(b'{"name":"package"}') == "text"


def testTurns():
    """A turn is a single field that begins with an identifier."""
    turn = tree_lib.Make("ConversationTurnStructure")
    turn.agent_conversation_turn.user_message = _IDENTIFIER
    assert _GetKind(turn) == "turn"
    turn.agent_conversation_turn.steps.append(_IDENTIFIER)
    turn.agent_conversation_turn.request_id = b"r1"
    assert _GetKind(turn) == "turn"

    turn = tree_lib.Make("ConversationTurnStructure")
    turn.shell_conversation_turn.shell_command = _IDENTIFIER
    turn.shell_conversation_turn.shell_output = _IDENTIFIER
    assert _GetKind(turn) == "turn"


def testSteps():
    """Replies, thoughts and tool calls are steps, also a reply of 32 characters."""
    step = tree_lib.Make("ConversationStep")
    step.assistant_message.text = b"x" * 32
    assert _GetKind(step) == "step"
    step.assistant_message.started_at_ms = tree_lib.START_MS
    assert _GetKind(step) == "step"

    step = tree_lib.Make("ConversationStep")
    step.thinking_message.text = b"Hm."
    step.thinking_message.duration_ms = 5
    assert _GetKind(step) == "step"

    builder = tree_lib.TreeBuilder()
    step_id = builder.PutShell("c1", "ls")
    assert _GetKind(builder.stored_values[step_id.hex()]) == "step"


def testUserMessages():
    """A message with text and an identifier is a user message."""
    user = tree_lib.Make("UserMessage", text=b"hi", message_id=b"m1", mode=1)
    assert _GetKind(user) == "user message"
    user = tree_lib.Make("UserMessage", message_id=b"m1", text_blob_id=_IDENTIFIER)
    assert _GetKind(user) == "user message"


def testRoots():
    """A root names messages, turns or archives by identifiers only."""
    state = tree_lib.Make(
        "ConversationStateStructure", root_prompt_messages_json=[_IDENTIFIER], mode=1
    )
    assert _GetKind(state) == "root"
    # The node of the seed's fixture: 0a 20 and 32 bytes.
    assert _GetKind(b"\x0a\x20" + _IDENTIFIER) == "root"

    state.turns.append(b"\xfe" * 31)
    assert _GetKind(state) != "root"

    state = tree_lib.Make("ConversationStateStructure", turns=[_IDENTIFIER])
    assert _GetKind(state.SerializeToString() + b"\x82\x03\x01x") != "root"
    # Field 99 is newer than every table.
    assert _GetKind(state.SerializeToString() + b"\x9a\x06\x01x") == "root"


def testArchivesAndSubagents():
    """An archive is told from a root, and so is the state of a subagent."""
    archive = tree_lib.Make(
        "ConversationSummaryArchive",
        summarized_messages=[_IDENTIFIER],
        summary=b"They talked.",
        window_tail=3,
    )
    assert _GetKind(archive) == "archive"
    archive.ClearField("window_tail")
    assert _GetKind(archive) == "archive"

    subagent = tree_lib.Make("SubagentPersistedState", created_timestamp_ms=5)
    subagent.conversation_state.turns.append(_IDENTIFIER)
    assert _GetKind(subagent) == "subagent"


def testOtherBlobs():
    """Contents of files are text or other data."""
    assert _GetKind(b"") == "empty"
    assert _GetKind(b"# demo\n") == "text"
    assert _GetKind("příliš\n".encode() * 200) == "text"
    assert _GetKind(b"\xff\xd8\xff\xe0" + bytes(100)) == "other"
    assert _GetKind(b"\x89PNG\r\n\x1a\n") == "other"
    assert _GetKind(b"latin \xe9 1") == "other"


@strategies.PROPERTY
@hypothesis.given(hypothesis_strategies.binary(max_size=200))
def testClassifyProperties(data):
    """Whatever the data, it has a kind; what is a message can be read as it."""
    kind, message = classify.Classify(data)

    assert kind in classify.KIND_NAMES
    if message is not None:
        schema.CountUnknownFields(message, {})
