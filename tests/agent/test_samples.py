"""Tests that each sample gives what it is known to hold (its expected.json)."""

import hashlib
import json
import os

from cursor_plaso import keys
from cursor_plaso.agent import blobs
from cursor_plaso.agent import conversation
from cursor_plaso.agent import decode
from cursor_plaso.agent import history
from cursor_plaso.agent import messages
from cursor_plaso.agent import roots
from tests.agent import tree_lib

_CHAT = ("cli_chat_3turns", ".cursor", "chats", "*", "*")
_STATE = ("ide_agentkv", "Library", "Application Support", "Cursor", "User")
_SDK = ("sdk_local_store", "home", ".cursor", "projects", "*", "sdk-agent-store", "*")


def _CheckStep(step, expected):
    """Checks a step against the ground truth.

    Args:
      step (Step): step.
      expected (dict[str, object]): ground truth.
    """
    assert step.kind == expected["type"]
    for name in ("started_at_ms", "completed_at_ms", "duration_ms"):
        if name in expected:
            assert getattr(step, name.replace("_at_", "_")) == expected[name]
    for name in ("text", "tool_call_id", "outcome", "subagent_id"):
        if name in expected:
            assert getattr(step, name) == expected[name]
    if "blob" in expected:
        assert step.blob_id == expected["blob"]
    if "command" in expected:
        assert step.command == expected["command"]
    if "tool" in expected:
        name = expected["tool"].removesuffix("ToolCall").removesuffix("_tool_call")
        assert step.tool_name == name
    assert not step.unknown_fields
    assert not step.warnings
    assert not step.hash_mismatch


def _CheckTurn(turn, expected):
    """Checks a turn against the ground truth.

    Args:
      turn (Turn): turn.
      expected (dict[str, object]): ground truth.
    """
    user = expected["user"]
    if isinstance(user, str):
        user = {"text": user, "started_at_ms": expected["started_at_ms"]}
    assert turn.kind == "agent"
    assert turn.user.text == user["text"]
    assert turn.user.started_ms == user["started_at_ms"]
    assert turn.user.started_source == "UserMessage.started_at_ms"
    assert turn.started_ms == user["started_at_ms"]
    if "message_id" in user:
        assert turn.user.message_id == user["message_id"]
        assert turn.user.blob_id == user["blob"]
    if "request_id" in expected:
        assert turn.request_id == expected["request_id"]
    if "blob" in expected:
        assert turn.blob_id == expected["blob"]

    assert len(turn.steps) == len(expected["steps"])
    for step, expected_step in zip(turn.steps, expected["steps"]):
        _CheckStep(step, expected_step)


def _GetChat():
    """Opens the CLI sample.

    Returns:
      tuple[dict[str, bytes], BlobSource, dict[str, object]]: stored values, blob store
          and ground truth.
    """
    stored_values = tree_lib.ReadTable(
        tree_lib.GetSamplePath(*_CHAT, "store.db"), "SELECT id, data FROM blobs"
    )
    return (
        stored_values,
        blobs.DictionaryBlobSource(stored_values),
        tree_lib.ReadExpected("cli_chat_3turns"),
    )


def testChatTurns():
    """All turns of the CLI chat come in order, with their own times and outcomes."""
    _, source, expected = _GetChat()
    reader = conversation.ConversationReader(source)

    root = reader.ReadRoot(expected["meta0"]["latestRootBlobId"])
    turns = list(reader.ReadTurns(root))

    assert len(turns) == 3
    for turn, expected_turn in zip(turns, expected["turns"]):
        _CheckTurn(turn, expected_turn)
    assert [(turn.duration_ms, turn.ended_ms) for turn in turns] == [
        (timing["duration_ms"], timing["timestamp_ms"])
        for timing in expected["turn_timings"]
    ]
    assert turns[0].ended_source == "StepTiming.timestamp_ms"


def testChatToolCalls():
    """Arguments, results, edits and the refusal of the CLI chat's calls are read."""
    _, source, expected = _GetChat()
    reader = conversation.ConversationReader(source)

    root = reader.ReadRoot(expected["meta0"]["latestRootBlobId"])
    turns = list(reader.ReadTurns(root))

    shell_call = turns[0].steps[2]
    assert shell_call.working_directory == "/home/ana/proj/demo"
    assert shell_call.conversation_id == expected["session_id"]
    assert shell_call.exit_code == 0
    assert shell_call.result == "Ran 1 test in 0.000s\n\nOK\n"

    edit_call = turns[0].steps[3]
    result = expected["turns"][0]["steps"][3]["result"]
    assert edit_call.path == "/home/ana/proj/demo/calc.py"
    assert edit_call.file_edit.lines_added == 1
    for name in ("before", "after"):
        content = result[f"{name:s}_full_file_content"].encode()
        assert getattr(edit_call.file_edit, f"{name:s}_size") == len(content)
        assert (
            getattr(edit_call.file_edit, f"{name:s}_sha256")
            == hashlib.sha256(content).hexdigest()
        )

    rejected_call = turns[1].steps[0]
    assert rejected_call.command == "rm -rf build"
    assert rejected_call.outcome == "rejected"
    assert rejected_call.reason == "keep it, use git clean later"
    assert rejected_call.exit_code is None

    mcp_call = turns[2].steps[1]
    assert mcp_call.mcp_server == "google-calendar"
    assert mcp_call.mcp_tool == "list_events"
    assert json.loads(mcp_call.arguments)["args"] == {"max": 2, "calendar": "primary"}
    assert mcp_call.result == '[{"summary":"Standup"}]'


def testChatRoot():
    """The root of the CLI chat gives start, zone, mode, branch and tokens."""
    _, source, expected = _GetChat()

    root = conversation.ConversationReader(source).ReadRoot(
        expected["meta0"]["latestRootBlobId"]
    )

    expected_root = expected["root"]
    assert root.started_ms == expected_root["conversation_started_timestamp_ms"]
    assert root.time_zone == "America/New_York"
    assert root.agent_type == "cli"
    assert (root.mode_number, root.mode) == (1, "agent")
    assert root.branches == [("/home/ana/proj/demo", "main")]
    assert root.previous_workspace_uris == ["file:///home/ana/proj/demo"]
    assert (root.tokens_used, root.tokens_maximum) == (10000, 256000)
    assert root.message_ids == expected_root["root_prompt_messages"]
    assert root.root_hash_matches
    assert not root.unknown_fields
    assert not root.warnings
    assert not root.missing


def testChatSubagent():
    """The subagent of the CLI chat is read, and linked to the call that started it."""
    _, source, expected = _GetChat()
    reader = conversation.ConversationReader(source)

    root = reader.ReadRoot(expected["meta0"]["latestRootBlobId"])
    turns = list(reader.ReadTurns(root))

    ((agent_id, expected_subagent),) = expected["subagents"].items()
    (subagent,) = root.subagents
    assert subagent.agent_id == agent_id
    assert subagent.blob_id == expected_subagent["ref_blob"]
    assert subagent.created_ms == expected_subagent["created_timestamp_ms"]
    assert subagent.last_used_ms == expected_subagent["last_used_timestamp_ms"]
    assert subagent.type_name == "explore"
    assert subagent.model_name == "grok-4.7"
    assert subagent.parent_tool_call_id == turns[2].steps[2].tool_call_id
    subagent_turns = list(reader.ReadTurns(subagent.conversation))
    assert len(subagent_turns) == len(expected_subagent["turns"])
    for turn, expected_turn in zip(subagent_turns, expected_subagent["turns"]):
        _CheckTurn(turn, expected_turn)


def testChatModels():
    """The models that answered come from the JSON messages, per request."""
    _, source, expected = _GetChat()
    reader = conversation.ConversationReader(source)
    root = reader.ReadRoot(expected["meta0"]["latestRootBlobId"])

    model_names = reader.ReadModelNames(root)
    turns = list(reader.ReadTurns(root, model_names=model_names))

    assert [turn.model_names for turn in turns] == [
        ["grok-4.7-high-fast"],
        [],
        ["grok-4.7-high-fast"],
    ]


def testChatMessages():
    """The JSON messages come in order, the typed prompts without their wrapper."""
    _, source, expected = _GetChat()
    reader = conversation.ConversationReader(source)
    root = reader.ReadRoot(expected["meta0"]["latestRootBlobId"])

    model_messages = list(reader.ReadMessages(root.message_ids))

    queries = [
        message.query_text
        for message in model_messages
        if message.role == "user" and not message.is_context
    ]
    assert queries == [turn["user"]["text"] for turn in expected["turns"]]
    assert [message.role for message in model_messages[:3]] == [
        "system",
        "user",
        "user",
    ]
    assert model_messages[1].is_context
    assert model_messages[0].agent_type == "cli"


def testChatRoots():
    """The roots of the CLI chat are found and put in the order they were written in."""
    stored_values, _, expected = _GetChat()
    index = roots.BlobIndex()
    for identifier, data in sorted(stored_values.items()):
        index.AddBlob(identifier, data)

    (tree_conversation,) = index.GetConversations()

    assert index.GetRootIds(tree_conversation) == expected["checkpoints"]
    assert tree_conversation.final_root_id == expected["meta0"]["latestRootBlobId"]
    assert tree_conversation.owner_id == expected["session_id"]
    assert tree_conversation.turn_count == 3
    assert not list(index.GetOrphanMessageIds())
    assert not index.GetOrphanTurns()
    assert sum(index.kind_counts.values()) == len(stored_values) == 64


def testChatHistory():
    """An earlier root says since when a call waited; nothing is superseded."""
    _, source, expected = _GetChat()
    reader = conversation.ConversationReader(source)
    root = reader.ReadRoot(expected["meta0"]["latestRootBlobId"])

    earlier_states = history.ReadEarlierStates(source, expected["checkpoints"])
    turns = list(reader.ReadTurns(root, pending_calls=earlier_states.pending_calls))

    assert len(earlier_states.pending_calls) == 1
    assert turns[0].steps[2].pending_ms == 1790859607850
    assert turns[0].steps[2].pending_source == (
        "providerOptions.cursor.pendingToolCallStartedAtMs"
    )
    assert not list(history.ReadSupersededTurns(reader, root, earlier_states))


def _GetState():
    """Opens the IDE sample.

    Returns:
      tuple[dict[str, object], dict[str, object], dict[str, object]]: stored values by
          key, stored values of the blobs by identifier and ground truth.
    """
    stored_values = tree_lib.ReadTable(
        tree_lib.GetSamplePath(*_STATE, "globalStorage", "state.vscdb"),
        "SELECT key, value FROM cursorDiskKV ORDER BY rowid",
    )
    blob_values = {
        key[len(keys.BLOB_PREFIX) :]: value
        for key, value in stored_values.items()
        if key.startswith(keys.BLOB_PREFIX)
    }
    return stored_values, blob_values, tree_lib.ReadExpected("ide_agentkv")


def _GetLiveRoot(stored_values, composer_id):
    """Retrieves the root of a composer.

    Args:
      stored_values (dict[str, object]): stored values by key.
      composer_id (str): identifier of the composer.

    Returns:
      bytes: root.
    """
    composer = json.loads(stored_values[f"composerData:{composer_id:s}"])
    data, problem = decode.DecodeConversationState(composer["conversationState"])
    assert problem is None
    return data


def testStateLiveConversation():
    """The root in the composer's record gives the turns of the live conversation."""
    stored_values, blob_values, expected = _GetState()
    reader = conversation.ConversationReader(blobs.DictionaryBlobSource(blob_values))

    root = reader.ReadRootData(
        _GetLiveRoot(stored_values, expected["live"]["composer_id"])
    )
    turns = list(reader.ReadTurns(root))

    assert root.root_id == expected["live"]["root"]
    assert len(turns) == 1
    _CheckTurn(turns[0], expected["live"]["turns"][0])


def testStateDeletedConversations():
    """Both deleted conversations are rebuilt, whole and in order."""
    stored_values, blob_values, expected = _GetState()
    deleted_ids = [deleted["composer_id"] for deleted in expected["deleted"]]
    live_id = expected["live"]["composer_id"]
    index = roots.BlobIndex(deleted_ids)
    for identifier, data in blob_values.items():
        index.AddBlob(identifier, data)
    index.AddLiveRoot(live_id, _GetLiveRoot(stored_values, live_id))

    conversations = index.GetConversations()

    live, first, second = conversations
    assert (live.is_live, live.live_ids) == (True, [live_id])
    assert index.GetRootIds(live) == expected["live"]["roots"]
    # The first is named by its shell calls, the second by its context prompt only.
    assert (first.owner_id, first.weak_owner_ids) == (deleted_ids[0], deleted_ids[:1])
    assert (second.owner_id, second.weak_owner_ids) == (None, deleted_ids[1:])

    reader = conversation.ConversationReader(blobs.DictionaryBlobSource(blob_values))
    for tree_conversation, deleted in zip((first, second), expected["deleted"]):
        assert not tree_conversation.is_live
        assert tree_conversation.final_root_id == deleted["final_root"]
        assert index.GetRootIds(tree_conversation) == deleted["roots"]
        root = reader.ReadRoot(tree_conversation.final_root_id)
        turns = list(reader.ReadTurns(root))
        assert len(turns) == len(deleted["turns"])
        for turn, expected_turn in zip(turns, deleted["turns"]):
            _CheckTurn(turn, expected_turn)

    assert not list(index.GetOrphanMessageIds())
    assert not index.GetOrphanTurns()


def testStateToolCallBinary():
    """The call that a bubble holds decodes with its arguments, result and times."""
    stored_values, _, expected = _GetState()
    (bubble,) = [
        json.loads(value)
        for key, value in stored_values.items()
        if key.startswith("bubbleId:") and "toolCallBinary" in value
    ]

    step = decode.DecodeToolCallBinary(bubble["toolFormerData"]["toolCallBinary"])

    expected_call = expected["toolCallBinary"]
    arguments = json.loads(step.arguments)
    assert step.tool_name == "mcp"
    assert arguments["name"] == expected_call["mcp_tool_call"]["name"]
    assert arguments["args"] == expected_call["mcp_tool_call"]["args"]
    assert step.result == expected_call["mcp_tool_call"]["result_text"]
    assert step.outcome == "success"
    assert step.started_ms == expected_call["started_at_ms"]
    assert step.completed_ms == expected_call["completed_at_ms"]


def testStateCloudDetails():
    """The cached details of the cloud agent decode field by field."""
    stored_values, _, expected = _GetState()
    ((agent_id, expected_details),) = expected["bcCachedDetails"].items()

    details = decode.DecodeCloudDetails(stored_values[f"bcCachedDetails:{agent_id:s}"])

    agent = expected_details["bc"]
    composer = agent["composer"]
    assert details.agent_id == agent_id
    assert details.created_ms == int(composer["created_at_ms"])
    assert details.updated_ms == int(composer["updated_at_ms"])
    assert details.last_activity_ms == int(composer["last_message_activity_at_ms"])
    assert details.workspace_root_path == composer["workspace_root_path"]
    assert details.name == composer["name"]
    assert details.vm_started is True
    assert details.repository_url == composer["repo_url"]
    assert details.repository_urls == composer["repo_urls"]
    assert (details.status_number, details.status) == (2, "finished")
    assert (details.source_number, details.source) == (16, "glass")
    assert details.model_name == "grok-4.7"
    assert details.requested_model == "grok-4.7"
    assert details.session_id == composer["agent_session_id"]
    assert details.starting_commit == agent["starting_commit"]
    assert details.base_branch == "origin/main"
    assert details.prompt == "Summarise the README of this repository."
    # The rich text says the same.
    assert details.prompt_rich_text is None
    assert details.message_id == "5b1f0c1e-0000-4000-8000-00000000bc03"
    assert details.head_commit == expected_details["detailed_diff"]["head_sha"]

    (changed_file,) = details.changed_files
    (diff,) = expected_details["detailed_diff"]["diff"]["diffs"]
    assert changed_file.path == "README.md"
    assert (changed_file.lines_added, changed_file.lines_removed) == (1, 0)
    for name in ("before", "after"):
        content = diff[f"{name:s}_file_contents"].encode()
        assert getattr(changed_file, f"{name:s}_size") == len(content)
        assert (
            getattr(changed_file, f"{name:s}_sha256")
            == hashlib.sha256(content).hexdigest()
        )
    assert not details.unknown_fields
    assert not details.warnings


def testSDKConversation():
    """The root that the SDK's index names gives its turns, without times of steps."""
    expected = tree_lib.ReadExpected("sdk_local_store")
    (agent,) = [row for row in expected["agents_rows"] if row["status"] == "ARCHIVED"]
    root_id = json.loads(agent["latest_checkpoint_ref_json"])["blobId"]
    stored_values = tree_lib.ReadTable(
        tree_lib.GetSamplePath(*_SDK, "agents", "*", "store.db"),
        "SELECT id, data FROM blobs",
    )
    reader = conversation.ConversationReader(blobs.DictionaryBlobSource(stored_values))

    turns = list(reader.ReadTurns(reader.ReadRoot(root_id)))

    assert _SummariseTurns(turns) == expected["conversation"]


def testSDKEarlierStates():
    """Each run of the SDK ends in a root with one turn more."""
    expected = tree_lib.ReadExpected("sdk_local_store")
    stored_values = tree_lib.ReadTable(
        tree_lib.GetSamplePath(*_SDK, "agents", "*", "store.db"),
        "SELECT id, data FROM blobs",
    )
    reader = conversation.ConversationReader(blobs.DictionaryBlobSource(stored_values))
    root_ids = [
        json.loads(run["latest_checkpoint_ref_json"])["blobId"]
        for run in expected["runs_rows"]
        if run["latest_checkpoint_ref_json"]
    ]

    counts = [len(reader.ReadRoot(root_id).turn_ids) for root_id in root_ids]

    assert counts == [1, 2, 3]


def testSDKCheckpoints():
    """The blobs of the JSON lines store hold the same conversation."""
    expected = tree_lib.ReadExpected("sdk_local_store")
    path = os.path.dirname(tree_lib.GetSamplePath("sdk_local_store", "expected.json"))
    stored_values = {}
    with open(
        os.path.join(path, "jsonl-store", "checkpoints.ndjson"), encoding="utf-8"
    ) as file_object:
        for line in file_object:
            checkpoint = json.loads(line)
            data, is_whole = decode.DecodeBase64(checkpoint["dataBase64"])
            assert is_whole
            stored_values[checkpoint["blobId"]] = data
    with open(
        os.path.join(path, "jsonl-store", "agents.ndjson"), encoding="utf-8"
    ) as file_object:
        agent = json.loads(file_object.readline())
    source = blobs.DictionaryBlobSource(stored_values)
    reader = conversation.ConversationReader(source)

    root = reader.ReadRoot(agent["latestCheckpoint"]["rootBlobId"])

    assert _SummariseTurns(reader.ReadTurns(root)) == expected["conversation"]
    assert all(source.GetBlob(blob_id).hash_matches for blob_id in stored_values)


def testSamplesHaveMessagesForEveryBlobOfJSON():
    """Every JSON blob of the samples is a message that can be read."""
    stored_values, _, _ = _GetChat()
    _, blob_values, _ = _GetState()

    for data in [*stored_values.values(), *blob_values.values()]:
        if data.startswith(b"{"):
            assert messages.IsMessage(data)
            assert messages.ReadMessage(data).role is not None


def _SummariseTurns(turns):
    """Summarises turns as the ground truth of the SDK sample does.

    Args:
      turns (list[Turn]): turns.

    Returns:
      list[dict[str, object]]: user text and steps.
    """
    result = []
    for turn in turns:
        steps = []
        for step in turn.steps:
            if step.kind == "tool":
                steps.append(f"{step.tool_name:s} {step.command:s} ({step.outcome:s})")
            elif step.kind == "assistant":
                steps.append(f"assistant {step.text:s}")
            else:
                steps.append(step.kind)
        result.append({"user": turn.user.text, "steps": steps})
    return result
