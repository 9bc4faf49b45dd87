"""Tests that hostile and broken stores are read without errors and without end."""

import base64
import hashlib

import hypothesis
from hypothesis import strategies as hypothesis_strategies

from cursor_plaso.agent import blobs
from cursor_plaso.agent import conversation
from cursor_plaso.agent import decode
from cursor_plaso.agent import history
from cursor_plaso.agent import roots
from cursor_plaso.agent import schema
from cursor_plaso.agent import wire
from tests import strategies
from tests.agent import tree_lib


def _ReadStore(stored_values, root_ids):
    """Reads all that can be read of a store.

    Args:
      stored_values (dict[str, object]): stored values by identifier.
      root_ids (list[str]): identifiers of the roots.

    Returns:
      tuple[int, int, int]: number of turns, steps and warnings.
    """
    source = blobs.DictionaryBlobSource(stored_values)
    reader = conversation.ConversationReader(source)
    turn_count = step_count = warning_count = 0
    conversations = [reader.ReadRoot(root_id) for root_id in root_ids]
    while conversations:
        root = conversations.pop()
        for turn in reader.ReadTurns(root, model_names=reader.ReadModelNames(root)):
            turn_count += 1
            step_count += len(turn.steps)
            warning_count += len(turn.warnings)
            for step in turn.steps:
                warning_count += len(step.warnings)
        list(reader.ReadMessages(root.message_ids))
        list(reader.ReadArchivedMessages(root))
        earlier_states = history.ReadEarlierStates(source, root_ids)
        list(history.ReadSupersededTurns(reader, root, earlier_states))
        warning_count += len(root.warnings)
        conversations.extend(
            subagent.conversation
            for subagent in root.subagents
            if subagent.conversation
        )

    index = roots.BlobIndex(["5b1f0c1e-0000-4000-8000-00000000c1a1", "x"])
    for identifier in stored_values:
        data = source.Get(identifier)
        if data is not None:
            index.AddBlob(identifier, data)
    for root_id in root_ids:
        index.AddLiveRoot("live", source.Get(root_id) or b"", root_id=root_id)
    for tree_conversation in index.GetConversations():
        index.GetRootIds(tree_conversation)
    list(index.GetOrphanMessageIds())
    index.GetOrphanTurns()
    return turn_count, step_count, warning_count


def _GetChat():
    """Reads the CLI sample.

    Returns:
      tuple[dict[str, bytes], list[str]]: stored values and identifiers of the roots.
    """
    path = tree_lib.GetSamplePath(
        "cli_chat_3turns", ".cursor", "chats", "*", "*", "store.db"
    )
    stored_values = tree_lib.ReadTable(path, "SELECT id, data FROM blobs")
    return stored_values, tree_lib.ReadExpected("cli_chat_3turns")["checkpoints"]


_STORED_VALUES, _ROOT_IDS = _GetChat()
_IDENTIFIERS = sorted(_STORED_VALUES)


def testTheStoreAsItIs():
    """The sample that is damaged below is read as a whole."""
    assert _ReadStore(_STORED_VALUES, _ROOT_IDS[-1:]) == (4, 13, 0)


@hypothesis.settings(parent=strategies.PROPERTY, max_examples=50)
@hypothesis.given(
    hypothesis_strategies.lists(
        hypothesis_strategies.tuples(
            hypothesis_strategies.sampled_from(_IDENTIFIERS),
            hypothesis_strategies.sampled_from(["cut", "flip", "random", "swap"]),
            hypothesis_strategies.integers(min_value=0, max_value=4000),
            hypothesis_strategies.binary(min_size=1, max_size=20),
        ),
        max_size=6,
    )
)
def testDamagedStores(damages):
    """Blobs that are cut, changed, replaced or swapped raise nothing."""
    stored_values = dict(_STORED_VALUES)
    for identifier, damage, offset, data in damages:
        value = stored_values[identifier]
        offset %= len(value) or 1
        if damage == "cut":
            stored_values[identifier] = value[:offset]
        elif damage == "flip":
            stored_values[identifier] = (
                value[:offset] + data + value[offset + len(data) :]
            )
        elif damage == "random":
            stored_values[identifier] = data
        else:
            other = _IDENTIFIERS[offset % len(_IDENTIFIERS)]
            stored_values[identifier] = stored_values[other]

    _ReadStore(stored_values, _ROOT_IDS[-2:])


@strategies.PROPERTY
@hypothesis.given(
    hypothesis_strategies.lists(
        hypothesis_strategies.one_of(
            strategies.STORED_VALUES,
            hypothesis_strategies.binary(max_size=150),
            hypothesis_strategies.text("0123456789abcdef", max_size=40),
        ),
        min_size=1,
        max_size=8,
    )
)
def testRandomStores(values):
    """Stores of anything, in which everything names everything, raise nothing."""
    identifiers = [
        hashlib.sha256(index.to_bytes(2, "big")).hexdigest()
        for index in range(len(values))
    ]
    stored_values = dict(zip(identifiers, values))
    references = [bytes.fromhex(identifier) for identifier in identifiers]
    state = tree_lib.Make(
        "ConversationStateStructure",
        root_prompt_messages_json=references,
        todos=references,
        turns=references,
        summary_archives=references,
        plan=references[0],
        summary=references[0],
    )
    for reference in references:
        state.subagent_state_refs.add(key=reference, value=reference)
    root_id = hashlib.sha256(b"root").hexdigest()
    stored_values[root_id] = state.SerializeToString()
    turn = tree_lib.Make("ConversationTurnStructure")
    turn.agent_conversation_turn.user_message = references[0]
    turn.agent_conversation_turn.steps.extend(references)
    stored_values[identifiers[-1]] = turn.SerializeToString()

    _ReadStore(stored_values, [root_id])


def testRootOfManyReferences():
    """A root of many turns is read as a whole: its fields are bounded."""
    builder = tree_lib.TreeBuilder()
    builder.turn_ids = [b"\xfe" * 32] * 250_000
    root_id = builder.PutRoot()

    root = conversation.ConversationReader(builder.GetSource()).ReadRoot(root_id.hex())

    assert len(root.turn_ids) == 250_000
    assert not root.warnings


def testRootOfManyPaths():
    """What is left out of other lists of a root is told as well."""
    builder = tree_lib.TreeBuilder()
    root_id = builder.PutRoot(read_paths=[b"/a.py"] * 10_001)

    root = conversation.ConversationReader(builder.GetSource()).ReadRoot(root_id.hex())

    assert root.read_paths == ["/a.py"] * 10_000
    assert root.warnings == ["read_paths: only 10000 of 10001 read"]


def testRootOfEmptyReferences():
    """A root of half a million empty references is not taken into memory."""
    source = blobs.DictionaryBlobSource({"ab" * 32: b"\x42\x00" * 500_001})

    root = conversation.ConversationReader(source).ReadRoot("ab" * 32)

    assert root.is_corrupted
    assert root.turn_ids == []
    assert root.warnings == ["more than 500000 fields"]


def testNestingBombInArguments():
    """Arguments that are nested a thousand levels deep cost themselves only."""
    data = b"\x22\x01x"
    for _ in range(1000):
        # Value.struct_value.fields of one entry: its value.
        data = b"\x12" + wire.EncodeVarint(len(data)) + data
        data = b"\x0a" + wire.EncodeVarint(len(data)) + data
        data = b"\x2a" + wire.EncodeVarint(len(data)) + data
    entry = b"\x0a\x01k\x12" + wire.EncodeVarint(len(data)) + data
    arguments = b"\x12" + wire.EncodeVarint(len(entry)) + entry + b"\x2a\x04list"
    tool = b"\x0a" + wire.EncodeVarint(len(arguments)) + arguments
    tool_call = b"\x7a" + wire.EncodeVarint(len(tool)) + tool

    step = decode.DecodeToolCallBinary(base64.b64encode(tool_call).decode())

    assert step.is_corrupted
    assert step.mcp_tool == "list"


def testNestingBombInUntypedData():
    """Untyped data that is nested a thousand levels deep is rendered to a depth."""
    data = b"\x01"
    for _ in range(1000):
        data = b"\x0a" + wire.EncodeVarint(len(data)) + data
    tool_call = tree_lib.Make("ToolCall")
    tool_call.blame_by_file_path_tool_call.args = data

    step = decode.DecodeToolCallBinary(
        base64.b64encode(tool_call.SerializeToString()).decode()
    )

    assert step.tool_name == "blame_by_file_path"
    assert len(step.arguments) < 2000


def testLengthPastTheEnd():
    """A length of 4 GiB in a message of some bytes is no reason to take memory."""
    data = b"\x0a\xff\xff\xff\xff\x0fabc"

    message, problem = schema.Parse("ShellCommand", data)

    assert problem == "broken ShellCommand, read as far as it goes"
    assert message.command == b"abc"


def testZeroBlobs():
    """A store of zero bytes holds nothing and raises nothing."""
    root = tree_lib.Make(
        "ConversationStateStructure",
        turns=[b"\x01" * 32],
        root_prompt_messages_json=[b"\x01" * 32],
    )
    stored_values = {"01" * 32: b"\x00", "02" * 32: root.SerializeToString()}

    assert _ReadStore(stored_values, ["02" * 32, "01" * 32]) == (1, 0, 1)


def testManyConversationsOfOneTurn():
    """Thousands of conversations in one store are told apart."""
    builder = tree_lib.TreeBuilder()
    index = roots.BlobIndex()
    for number in range(2000):
        builder.turn_ids = []
        builder.PutTurn(builder.PutUser("hi", f"m{number:d}"), [])
        builder.PutRoot()
    for identifier, data in builder.stored_values.items():
        index.AddBlob(identifier, data)

    conversations = index.GetConversations()

    assert len(conversations) == 2000
    assert all(
        len(index.GetRootIds(tree_conversation)) == 1
        for tree_conversation in conversations
    )
