"""Tests of the walk through a conversation."""

import hashlib
import json

from cursor_plaso.agent import conversation
from tests.agent import tree_lib

_START_MS = tree_lib.START_MS


def _GetReader(builder):
    """Creates a reader.

    Args:
      builder (TreeBuilder): builder of the store.

    Returns:
      ConversationReader: reader.
    """
    return conversation.ConversationReader(builder.GetSource())


def _Timings(*pairs):
    """Makes timings of turns.

    Args:
      pairs (tuple[tuple[int, int]]): durations and ends in milliseconds.

    Returns:
      list[Message]: timings.
    """
    return [
        tree_lib.Make("StepTiming", duration_ms=duration_ms, timestamp_ms=ended_ms)
        for duration_ms, ended_ms in pairs
    ]


def testMissingBlobsKeepTheirPlace():
    """What the store does not have is reported where it belongs, nothing is skipped."""
    builder = tree_lib.TreeBuilder()
    user_id = builder.PutUser("first", "m1", started_at_ms=_START_MS)
    steps = [builder.PutText("one"), builder.PutText("two"), builder.PutText("three")]
    builder.PutTurn(user_id, steps)
    missing_turn = builder.PutTurn(user_id, [])
    missing_user = builder.PutUser("third", "m3")
    builder.PutTurn(missing_user, [builder.PutText("four")])
    root_id = builder.PutRoot()
    for identifier in (steps[1], missing_turn, missing_user):
        del builder.stored_values[identifier.hex()]

    reader = _GetReader(builder)
    turns = list(reader.ReadTurns(reader.ReadRoot(root_id.hex())))

    assert [turn.kind for turn in turns] == ["agent", "missing", "agent"]
    assert [step.kind for step in turns[0].steps] == [
        "assistant",
        "missing",
        "assistant",
    ]
    assert turns[0].steps[1].is_missing
    assert turns[0].steps[1].blob_id == steps[1].hex()
    assert turns[1].is_missing
    assert turns[1].blob_id == missing_turn.hex()
    # The vendor drops a turn of which the user message is missing, its steps too.
    assert turns[2].user.is_missing
    assert turns[2].user.blob_id == missing_user.hex()
    assert turns[2].steps[0].text == "four"


def testMissingRoot():
    """A root that the store does not have is missing, not empty."""
    root = _GetReader(tree_lib.TreeBuilder()).ReadRoot("ab" * 32)

    assert root.is_missing
    assert root.root_id == "ab" * 32


def testEmptyRoot():
    """An empty root is that of a draft."""
    root = _GetReader(tree_lib.TreeBuilder()).ReadRootData(b"")

    assert not root.is_missing
    assert not root.is_corrupted
    assert root.turn_ids == []


def testHashMismatch():
    """A node that is not what its identifier says is flagged and read."""
    builder = tree_lib.TreeBuilder()
    step = builder.PutText("original")
    builder.PutTurn(builder.PutUser("hi", "m1"), [step])
    root_id = builder.PutRoot()
    changed = tree_lib.Make("ConversationStep")
    changed.assistant_message.text = b"changed"
    builder.stored_values[step.hex()] = changed.SerializeToString()

    reader = _GetReader(builder)
    (turn,) = reader.ReadTurns(reader.ReadRoot(root_id.hex()))

    assert turn.steps[0].hash_mismatch
    assert turn.steps[0].text == "changed"
    assert not turn.hash_mismatch


def testFixedRootIdentifier():
    """A root may have a fixed identifier, which is no damage."""
    builder = tree_lib.TreeBuilder()
    builder.PutTurn(builder.PutUser("hi", "m1"), [])
    root_id = builder.PutRoot()
    builder.stored_values["11" * 32] = builder.stored_values.pop(root_id.hex())

    root = _GetReader(builder).ReadRoot("11" * 32)

    assert not root.root_hash_matches
    assert not root.is_corrupted
    assert len(root.turn_ids) == 1


def testCutNodes():
    """Of nodes that were cut off what is left is read, and flagged."""
    builder = tree_lib.TreeBuilder()
    step = builder.PutShell("c1", "ls -la", started_at_ms=_START_MS)
    builder.PutTurn(builder.PutUser("hi", "m1"), [step])
    root_id = builder.PutRoot()
    builder.stored_values[step.hex()] = builder.stored_values[step.hex()][:-2]

    reader = _GetReader(builder)
    (turn,) = reader.ReadTurns(reader.ReadRoot(root_id.hex()))

    (step,) = turn.steps
    assert step.is_corrupted
    assert step.command == "ls -la"
    assert step.started_ms is None


def testBlobOfTheWrongType():
    """A blob that is whole, but of another type, is not forced into shape."""
    builder = tree_lib.TreeBuilder()
    message_id = builder.Put(b'{"role":"user","content":"x"}')
    builder.PutTurn(message_id, [message_id])
    builder.turn_ids.append(message_id)
    root_id = builder.PutRoot()

    reader = _GetReader(builder)
    turns = list(reader.ReadTurns(reader.ReadRoot(root_id.hex())))

    assert turns[0].user.warnings == ["not a UserMessage"]
    assert turns[0].steps[0].kind == "unknown"
    assert turns[0].steps[0].warnings == ["not a ConversationStep"]
    assert turns[1].kind == "unknown"
    assert turns[1].warnings == ["not a ConversationTurnStructure"]


def testTimesOfOlderBuilds():
    """Without times of their own steps know when their turn started, no more."""
    builder = tree_lib.TreeBuilder()
    builder.PutTurn(builder.PutUser("one", "m1"), [builder.PutText("a")])
    builder.PutTurn(builder.PutUser("two", "m2"), [builder.PutText("b")])
    # The turn that is running has no timing.
    root_id = builder.PutRoot(turn_timings=_Timings((5000, _START_MS + 5000)))

    reader = _GetReader(builder)
    turns = list(reader.ReadTurns(reader.ReadRoot(root_id.hex())))

    assert turns[0].started_ms == _START_MS
    assert turns[0].ended_ms == _START_MS + 5000
    assert turns[0].steps[0].started_ms is None
    assert turns[0].steps[0].completed_ms is None
    assert (turns[1].started_ms, turns[1].ended_ms) == (None, None)


def testTimingsThatDoNotPair():
    """Timings are not used if their number and that of the turns differ by two."""
    builder = tree_lib.TreeBuilder()
    for index in range(3):
        builder.PutTurn(builder.PutUser("x", f"m{index:d}"), [])
    root_id = builder.PutRoot(turn_timings=_Timings((5000, _START_MS)))

    reader = _GetReader(builder)
    root = reader.ReadRoot(root_id.hex())
    turns = list(reader.ReadTurns(root))

    assert all(turn.ended_ms is None for turn in turns)
    assert root.warnings == ["1 timings for 3 turns: not used"]


def testSimulatedMessage():
    """A message that the program wrote says so, and why."""
    builder = tree_lib.TreeBuilder()
    user_id = builder.PutUser(
        "The task is done.",
        "m1",
        is_simulated_msg=True,
        simulated_msg_reason=3,
        mode=3,
        best_of_n_group_id=b"g1",
        conversation_state_blob_id=b"\x01" * 32,
        simulated_message_metadata=tree_lib.Make(
            "UserMessage.SimulatedMessageMetadata", task_id=b"t1", title=b"Build"
        ),
    )
    builder.PutTurn(user_id, [])

    turn = _GetReader(builder).ReadTurn(builder.turn_ids[0].hex())

    user = turn.user
    assert user.is_simulated
    assert user.simulated_reason_number == 3
    assert user.simulated_reason == "background task completion"
    assert (user.task_id, user.simulated_title) == ("t1", "Build")
    assert (user.mode_number, user.mode) == (3, "plan")
    assert user.best_of_n_group_id == "g1"
    assert user.state_blob_id == "01" * 32


def testTextInABlobOfItsOwn():
    """Long text is in another blob, or only in the rich text."""
    builder = tree_lib.TreeBuilder()
    rich_text = json.dumps({"root": {"children": [{"text": "rich"}]}}).encode()
    cases = [
        ({"text_blob_id": builder.Put(b"long text")}, "long text", "text_blob_id"),
        ({"rich_text": rich_text}, "rich", "rich_text"),
        ({"rich_text_blob_id": builder.Put(rich_text)}, "rich", "rich_text_blob_id"),
        ({}, None, None),
    ]
    for fields, text, text_source in cases:
        builder.PutTurn(builder.PutUser("", "m1", **fields), [])

        user = _GetReader(builder).ReadTurn(builder.turn_ids[-1].hex()).user

        assert (user.text, user.text_source) == (text, text_source)

    builder.PutTurn(builder.PutUser("", "m1", text_blob_id=b"\x02" * 32), [])
    user = _GetReader(builder).ReadTurn(builder.turn_ids[-1].hex()).user
    assert user.text is None
    assert user.warnings == [f"text {'02' * 32:s} is missing"]


def testAttachments():
    """What was attached is listed, whatever it is."""
    builder = tree_lib.TreeBuilder()
    context = tree_lib.Make(
        "SelectedContext",
        extra_context=[b"note"],
        files=[b"\x0a\x08/srv/a.p\x12\x01x"] * 70,
    )
    builder.PutTurn(builder.PutUser("hi", "m1", selected_context=context), [])

    user = _GetReader(builder).ReadTurn(builder.turn_ids[0].hex()).user

    assert user.attachments[0] == "extra_context: note"
    assert user.attachments[1] == 'files: {"field_1":"/srv/a.p","field_2":"x"}'
    assert len(user.attachments) == 65
    assert user.attachments[-1] == "7 further attachments left out"


def testShellTurn():
    """A command that the user typed is a turn of its own kind."""
    builder = tree_lib.TreeBuilder()
    turn = tree_lib.Make("ConversationTurnStructure")
    shell_turn = turn.shell_conversation_turn
    shell_turn.shell_command = builder.Put(tree_lib.Make("ShellCommand", command=b"ls"))
    shell_turn.shell_output = builder.Put(tree_lib.Make("ShellOutput", stdout=b"a.py"))
    turn_id = builder.Put(turn)

    result = _GetReader(builder).ReadTurn(turn_id.hex())

    assert result.kind == "shell"
    assert result.shell.command == "ls"
    assert result.shell.stdout == "a.py"
    # A 0 is not on the wire.
    assert result.shell.exit_code == 0

    del builder.stored_values[shell_turn.shell_output.hex()]
    result = _GetReader(builder).ReadTurn(turn_id.hex())
    assert result.shell.is_output_missing
    assert result.shell.exit_code is None


def _PutTruncated(builder, original_id, preview=None):
    """Stores a step with a truncated call.

    Args:
      builder (TreeBuilder): builder of the store.
      original_id (bytes): identifier of the original step.
      preview (Optional[Message]): preview of the call.

    Returns:
      bytes: identifier.
    """
    step = tree_lib.Make("ConversationStep")
    step.tool_call.tool_call_id = b"c1"
    step.tool_call.started_at_ms = _START_MS + 7
    truncated_call = step.tool_call.truncated_tool_call
    truncated_call.original_step_blob_id = original_id
    if preview is not None:
        truncated_call.preview.CopyFrom(preview)
    return builder.Put(step)


def testTruncatedCall():
    """A truncated call is read from its original, with the times it has itself."""
    builder = tree_lib.TreeBuilder()
    original_id = builder.PutShell(
        "other", "cat big", started_at_ms=1, completed_at_ms=_START_MS + 90
    )
    step_id = _PutTruncated(builder, original_id)

    step = _GetReader(builder).ReadStep(step_id.hex())

    assert step.from_original
    assert not step.is_truncated
    assert (step.tool_name, step.command) == ("shell", "cat big")
    assert step.tool_call_id == "c1"
    assert step.started_ms == _START_MS + 7
    assert step.completed_ms == _START_MS + 90


def testTruncatedCallWithoutOriginal():
    """Where the original is missing the preview has to do."""
    builder = tree_lib.TreeBuilder()
    preview = tree_lib.Make("ToolCall")
    preview.read_tool_call.args.path = b"/big"

    step = _GetReader(builder).ReadStep(
        _PutTruncated(builder, b"\x03" * 32, preview).hex()
    )
    assert step.is_truncated
    assert (step.tool_name, step.path) == ("read", "/big")
    assert step.warnings == [f"original step {'03' * 32:s} is missing"]

    step = _GetReader(builder).ReadStep(_PutTruncated(builder, b"\x03" * 32).hex())
    assert step.is_truncated
    assert step.tool_name == "truncated"


def testTruncatedCallThatNamesItself():
    """A truncated call that names itself, or a ring of them, ends."""
    builder = tree_lib.TreeBuilder()
    first = _PutTruncated(builder, b"\x04" * 32)
    builder.stored_values["04" * 32] = builder.stored_values[first.hex()]

    step = _GetReader(builder).ReadStep("04" * 32)

    assert step.is_truncated
    assert step.warnings == ["the truncated call names itself as its original"]


def testResultInABlobOfItsOwn():
    """The content of a file that was read may be in another blob."""
    builder = tree_lib.TreeBuilder()
    content_id = builder.Put(b"# demo\n")
    message = tree_lib.Make("ConversationStep")
    read_call = message.tool_call.read_tool_call
    read_call.args.path = b"/README.md"
    read_call.result.success.content_blob_id = content_id
    step_id = builder.Put(message)

    step = _GetReader(builder).ReadStep(step_id.hex())
    assert step.result == "# demo\n"
    assert step.result_blob_id == content_id.hex()

    del builder.stored_values[content_id.hex()]
    step = _GetReader(builder).ReadStep(step_id.hex())
    assert step.warnings == [f"result {content_id.hex():s} is missing"]


def testRepeatedTurn():
    """A turn that is named twice is read once."""
    builder = tree_lib.TreeBuilder()
    builder.PutTurn(builder.PutUser("hi", "m1"), [builder.PutText("a")])
    builder.turn_ids.append(builder.turn_ids[0])
    root_id = builder.PutRoot()

    reader = _GetReader(builder)
    turns = list(reader.ReadTurns(reader.ReadRoot(root_id.hex())))

    assert [turn.is_duplicate for turn in turns] == [False, True]
    assert turns[1].steps == []


def testRepeatedStep():
    """Two equal texts without times are one blob, and two steps."""
    builder = tree_lib.TreeBuilder()
    step_id = builder.PutText("ok")
    builder.PutTurn(builder.PutUser("hi", "m1"), [step_id, step_id])

    turn = _GetReader(builder).ReadTurn(builder.turn_ids[0].hex())

    assert [step.text for step in turn.steps] == ["ok", "ok"]
    assert [step.index for step in turn.steps] == [0, 1]


def testRepeatedStepBomb():
    """A large step that is named thousands of times is not read for ever."""
    builder = tree_lib.TreeBuilder()
    step_id = builder.PutText("x" * 65536)
    builder.PutTurn(builder.PutUser("hi", "m1"), [step_id] * 19_000)

    turn = _GetReader(builder).ReadTurn(builder.turn_ids[0].hex())

    assert len(turn.steps) < 1100
    assert turn.warnings[0].startswith("blobs are repeated: ")


def testTooManySteps():
    """The number of steps of a turn is bounded."""
    builder = tree_lib.TreeBuilder()
    builder.PutTurn(
        builder.PutUser("hi", "m1"),
        [index.to_bytes(32, "big") for index in range(20_001)],
    )

    turn = _GetReader(builder).ReadTurn(builder.turn_ids[0].hex())

    assert len(turn.steps) == 20_000
    assert turn.warnings == ["1 steps not read"]


def testAbort():
    """Reading stops when it is aborted."""
    builder = tree_lib.TreeBuilder()
    for index in range(3):
        builder.PutTurn(builder.PutUser("x", f"m{index:d}"), [])
    root_id = builder.PutRoot()
    reader = conversation.ConversationReader(
        builder.GetSource(), is_aborted=lambda: True
    )

    root = reader.ReadRoot(root_id.hex())

    assert not list(reader.ReadTurns(root))
    assert not list(reader.ReadMessages(["ab" * 32]))
    assert not reader.ReadModelNames(root)


def testArchivedMessages():
    """Messages that a summary took the place of are read; some are in turns, too."""
    builder = tree_lib.TreeBuilder()
    messages = [
        {"role": "system", "content": "You are an agent."},
        {
            "role": "user",
            "content": [
                {"type": "text", "text": "<user_query>\nold one\n</user_query>"}
            ],
            "providerOptions": {"cursor": {"requestId": "r1"}},
        },
        {"role": "assistant", "content": [{"type": "text", "text": "old reply"}]},
        {
            "role": "user",
            "content": [
                {"type": "text", "text": "<user_query>\nkept one\n</user_query>"}
            ],
            "providerOptions": {"cursor": {"requestId": "r2"}},
        },
        {"role": "assistant", "content": [{"type": "text", "text": "kept reply"}]},
        {
            "role": "user",
            "content": "<user_query>\nkept by  text\n</user_query>",
        },
    ]
    message_ids = [builder.Put(json.dumps(message).encode()) for message in messages]
    archive_id = builder.Put(
        tree_lib.Make(
            "ConversationSummaryArchive",
            summarized_messages=message_ids,
            summary=b"They talked.",
        )
    )
    builder.PutTurn(builder.PutUser("kept one", "m2"), [], request_id=b"r2")
    builder.PutTurn(builder.PutUser("kept by text", "m3"), [])
    root_id = builder.PutRoot(summary_archives=[archive_id])

    reader = _GetReader(builder)
    root = reader.ReadRoot(root_id.hex())
    archived_messages = list(reader.ReadArchivedMessages(root))

    assert [message.is_covered for message in archived_messages] == [
        False,
        False,
        False,
        True,
        True,
        True,
    ]
    assert archived_messages[1].query_text == "old one"
    assert archived_messages[1].archive_id == archive_id.hex()
    assert root.archives[0].summary == "They talked."


def testReadMessagesThatAreMissing():
    """A message that the store does not have keeps its place."""
    builder = tree_lib.TreeBuilder()
    message_id = builder.PutJSON({"role": "user", "content": "hi"})

    first, second = _GetReader(builder).ReadMessages(["ab" * 32, message_id.hex()])

    assert first.is_missing
    assert first.blob_id == "ab" * 32
    assert second.query_text == "hi"


def testUnknownFields():
    """Fields of later versions are counted."""
    builder = tree_lib.TreeBuilder()
    message = tree_lib.Make("ConversationStep")
    message.assistant_message.text = b"hi"
    step_id = builder.Put(message.SerializeToString() + b"\x7a\x01b")
    builder.PutTurn(builder.PutUser("x", "m1"), [step_id])
    data = builder.stored_values[builder.PutRoot().hex()] + b"\x98\x06\x01"

    reader = _GetReader(builder)
    root = reader.ReadRootData(data)
    (turn,) = reader.ReadTurns(root)

    assert root.unknown_fields == {"ConversationStateStructure.99": 1}
    assert root.root_id == hashlib.sha256(data).hexdigest()
    assert turn.steps[0].unknown_fields == 1
    assert turn.steps[0].text == "hi"
