"""Tests of reading roots."""

import json

from cursor_plaso.agent import conversation
from tests.agent import tree_lib


def _ReadRoot(builder, **fields):
    """Stores and reads a root.

    Args:
      builder (TreeBuilder): builder of the store.
      fields (dict[str, object]): fields of the root by name.

    Returns:
      Conversation: conversation.
    """
    root_id = builder.PutRoot(**fields)
    return conversation.ConversationReader(builder.GetSource()).ReadRoot(root_id.hex())


def testFields():
    """What the root itself holds is read."""
    builder = tree_lib.TreeBuilder()
    state = tree_lib.Make("ConversationStateStructure")
    state.token_details.used_tokens = 10
    category = state.token_details.breakdown.categories.add()
    category.id = b"system_prompt"
    category.label = b"System prompt"
    category.estimated_tokens = 7
    plan = state.plans.add(key=b"p1")
    plan.value.path = b"/plans/p1.plan.md"

    root = _ReadRoot(
        builder,
        active_branch_name=b"main",
        token_details=state.token_details,
        plans=state.plans,
        read_paths=[b"/a.py"],
        completed_ask_question_tool_call_ids=[b"c1"],
        recent_user_message_ids=[b"m1"],
        self_summary_count=2,
        user_time_zone=b"Europe/Rome",
        goal_state=tree_lib.Make(
            "GoalState", conversation_id=b"c", objective=b"Ship it", status=1
        ),
        turn_telemetry=tree_lib.Make(
            "TurnTelemetryState", last_completed_turn_timestamp_ms=tree_lib.START_MS
        ),
    )

    assert root.active_branch == "main"
    assert root.tokens_used == 10
    assert root.tokens_maximum is None
    assert root.token_breakdown == [("system_prompt", "System prompt", 7, None)]
    assert root.plans == [("p1", "/plans/p1.plan.md")]
    assert root.read_paths == ["/a.py"]
    assert root.completed_question_ids == ["c1"]
    assert root.recent_user_message_ids == ["m1"]
    assert root.summary_count == 2
    assert root.user_time_zone == "Europe/Rome"
    assert root.goal.objective == "Ship it"
    assert root.goal.status == "active"
    assert root.last_completed_turn_ms == tree_lib.START_MS
    assert root.mode is None
    assert root.started_ms is None
    assert root.started_source is None


def testSmallBlobs():
    """Task list, plan and summary are read from their blobs."""
    builder = tree_lib.TreeBuilder()
    todo_id = builder.Put(
        tree_lib.Make(
            "TodoItem", id=b"1", content=b"Test", status=2, created_at=tree_lib.START_MS
        )
    )

    root = _ReadRoot(
        builder,
        todos=[todo_id, b"\x05" * 32],
        plan=builder.Put(tree_lib.Make("ConversationPlan", plan=b"1. Test")),
        summary=builder.Put(tree_lib.Make("ConversationSummary", summary=b"All")),
    )

    (todo,) = root.todos
    assert (todo.content, todo.status) == ("Test", "in progress")
    assert todo.created_ms == tree_lib.START_MS
    assert todo.updated_ms is None
    assert root.plan == "1. Test"
    assert root.summary == "All"
    assert root.missing == [("todos", "05" * 32)]


def testFileStates():
    """The newer form names blobs with contents, the older one blobs with states."""
    state = tree_lib.Make("ConversationStateStructure")
    state.file_states.add(key=b"/old.py", value=b"\x06" * 32)
    entry = state.file_states_v2.add(key=b"/new.py")
    entry.value.content = b"\x07" * 32

    root = _ReadRoot(
        tree_lib.TreeBuilder(),
        file_states=state.file_states,
        file_states_v2=state.file_states_v2,
    )

    assert [
        (file.path, file.state_id, file.content_id) for file in root.file_states
    ] == [("/old.py", "06" * 32, None), ("/new.py", None, "07" * 32)]
    assert root.file_states[1].initial_content_id is None


def testArchives():
    """Archives come in order, the single one of older versions first."""
    builder = tree_lib.TreeBuilder()
    first = builder.Put(tree_lib.Make("ConversationSummaryArchive", summary=b"first"))
    second = builder.Put(
        tree_lib.Make(
            "ConversationSummaryArchive",
            summarized_messages=[b"\x08" * 32],
            summary_message=b"\x09" * 32,
        )
    )

    root = _ReadRoot(
        builder, summary_archive=first, summary_archives=[second, b"\x0a" * 32]
    )

    assert [archive.summary for archive in root.archives] == ["first", None, None]
    assert root.archives[1].message_ids == ["08" * 32]
    assert root.archives[1].summary_message_id == "09" * 32
    assert root.archives[2].is_missing
    assert root.missing == [("summary_archives", "0a" * 32)]


def testPendingCalls():
    """A call that waited when the root was written is in the root itself."""
    text = json.dumps(
        {
            "role": "assistant",
            "content": [
                {"type": "tool-call", "toolCallId": "c9", "toolName": "Shell"},
                {"type": "tool-call", "toolCallId": "c10", "toolName": "Read"},
            ],
            "providerOptions": {
                "cursor": {"pendingToolCallStartedAtMs": tree_lib.START_MS}
            },
        }
    )

    root = _ReadRoot(tree_lib.TreeBuilder(), pending_tool_calls=[text.encode()])

    assert [call.tool_call_id for call in root.pending_calls] == ["c9", "c10"]
    assert root.pending_calls[0].started_ms == tree_lib.START_MS
    assert root.pending_calls[0].root_id == root.root_id


def _MakeSubagent(builder, text, **fields):
    """Makes the state of a subagent with one turn.

    Args:
      builder (TreeBuilder): builder of the store.
      text (str): text of the user message.
      fields (dict[str, object]): further fields of the state by name.

    Returns:
      Message: SubagentPersistedState message.
    """
    turn_ids = builder.turn_ids
    builder.turn_ids = []
    builder.PutTurn(builder.PutUser(text, "m"), [])
    state = tree_lib.Make("SubagentPersistedState", **fields)
    state.conversation_state.turns.extend(builder.turn_ids)
    builder.turn_ids = turn_ids
    return state


def testSubagents():
    """A state in a blob takes the place of that in the root."""
    builder = tree_lib.TreeBuilder()
    state = tree_lib.Make("ConversationStateStructure")
    for agent_id, text in (("a1", "inline 1"), ("a2", "inline 2"), ("a3", "inline 3")):
        entry = state.subagent_states.add(key=agent_id.encode())
        entry.value.CopyFrom(_MakeSubagent(builder, text))
    state.subagent_state_refs.add(
        key=b"a2", value=builder.Put(_MakeSubagent(builder, "stored 2"))
    )
    # The blob is missing: the state in the root has to do.
    state.subagent_state_refs.add(key=b"a3", value=b"\x0b" * 32)
    state.subagent_state_refs.add(key=b"a4", value=b"\x0c" * 32)
    custom = state.subagent_states[0].value
    custom.subagent_type.custom.name = b"reviewer"
    custom.environment = 2
    custom.cloud_subagent.bc_id = b"bc-1"
    run = state.subagent_runs_by_parent_tool_call_id.add(key=b"call-1")
    run.value.subagent_id = b"a1"
    run.value.status = 3
    run.value.completed_timestamp_ms = tree_lib.START_MS

    root = _ReadRoot(
        builder,
        subagent_states=state.subagent_states,
        subagent_state_refs=state.subagent_state_refs,
        subagent_runs_by_parent_tool_call_id=(
            state.subagent_runs_by_parent_tool_call_id
        ),
    )
    reader = conversation.ConversationReader(builder.GetSource())

    texts = {}
    for subagent in root.subagents:
        if subagent.conversation:
            (turn,) = reader.ReadTurns(subagent.conversation)
            texts[subagent.agent_id] = turn.user.text
    assert texts == {"a1": "inline 1", "a2": "stored 2", "a3": "inline 3"}
    first, _, third, fourth = root.subagents
    assert first.type_name == "reviewer"
    assert first.environment == "cloud"
    assert first.cloud_agent_id == "bc-1"
    assert first.parent_tool_call_id == "call-1"
    assert first.run_status == "success"
    assert first.completed_ms == tree_lib.START_MS
    assert not third.is_missing
    assert fourth.is_missing
    assert ("subagent_state_refs", "0c" * 32) in root.missing


def testSubagentThatHoldsItself():
    """A subagent that names itself as its subagent ends."""
    builder = tree_lib.TreeBuilder()
    state = tree_lib.Make("SubagentPersistedState")
    state.conversation_state.subagent_state_refs.add(key=b"a1", value=b"\x0d" * 32)
    builder.stored_values["0d" * 32] = state.SerializeToString()

    root = _ReadRoot(
        builder, subagent_state_refs=state.conversation_state.subagent_state_refs
    )

    (subagent,) = root.subagents
    (nested_subagent,) = subagent.conversation.subagents
    assert nested_subagent.conversation is None
    assert subagent.conversation.warnings == [
        f"subagent {'0d' * 32:s} is in the conversation twice"
    ]


def testSubagentsNestedDeeply():
    """Subagents of subagents are read to a depth of 8."""
    state = tree_lib.Make("ConversationStateStructure", agent_type=b"ide")
    for _ in range(12):
        outer = tree_lib.Make("ConversationStateStructure")
        entry = outer.subagent_states.add(key=b"a")
        entry.value.conversation_state.CopyFrom(state)
        state = outer

    root = _ReadRoot(tree_lib.TreeBuilder(), subagent_states=state.subagent_states)

    depth = 0
    while root.subagents and root.subagents[0].conversation:
        root = root.subagents[0].conversation
        depth += 1
    assert depth == 8
    assert root.warnings == ["subagents nested too deeply"]


def testIdentifiersThatAreNone():
    """What is no identifier is reported; a turn keeps its place."""
    builder = tree_lib.TreeBuilder()
    builder.turn_ids = [b"short", b"", b"\x0e" * 40]
    builder.message_ids = [b"short", b""]

    root = _ReadRoot(builder)
    turns = list(conversation.ConversationReader(builder.GetSource()).ReadTurns(root))

    assert root.message_ids == []
    assert [turn.kind for turn in turns] == ["missing"] * 3
    assert root.warnings == [
        "root_prompt_messages_json: identifier of 5 bytes",
        "turns: identifier of 5 bytes",
        "turns: identifier of 40 bytes",
    ]


def testTurnsOfAnOldForm():
    """Turns of a form that is not known are reported."""
    root = _ReadRoot(tree_lib.TreeBuilder(), turns_old=[b"x", b"y"])

    assert root.warnings == ["2 turns of an old form not read"]


def testFactsOfARoot():
    """A root tells the custom mode, threads of sub-agents and voice calls."""
    state = tree_lib.Make("ConversationStateStructure")
    state.subagent_threads.add(key=b"sub1", value=b"thread1")
    state.voice_call_utterances.add(id=b"v1", kind=1, text=b"Run the tests")

    root = _ReadRoot(
        tree_lib.TreeBuilder(),
        durable_custom_mode_id=b"reviewer",
        is_root_project_conversation=True,
        subagent_threads=state.subagent_threads,
        voice_call_utterances=state.voice_call_utterances,
    )

    assert root.custom_mode_id == "reviewer"
    assert root.is_root_project
    assert root.subagent_threads == [("sub1", "thread1")]
    assert root.utterances == [("v1", "send", "Run the tests")]
