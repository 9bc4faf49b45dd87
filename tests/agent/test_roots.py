"""Tests of finding the roots of conversations that nothing names."""

import json

from cursor_plaso.agent import roots
from tests.agent import tree_lib

_COMPOSER_ID = "5b1f0c1e-0000-4000-8000-00000000f0c1"
_OTHER_ID = "5b1f0c1e-0000-4000-8000-00000000f0c2"


def _GetIndex(builder, wanted_ids=(), live_roots=None):
    """Makes the index of a store.

    Args:
      builder (TreeBuilder): builder of the store.
      wanted_ids (Optional[list[str]]): identifiers of deleted conversations.
      live_roots (Optional[dict[str, bytes]]): identifiers of roots by composer.

    Returns:
      BlobIndex: index.
    """
    index = roots.BlobIndex(wanted_ids)
    # The order of a table with another key.
    for identifier in sorted(builder.stored_values):
        index.AddBlob(identifier, builder.stored_values[identifier])
    for composer_id, root_id in (live_roots or {}).items():
        index.AddLiveRoot(composer_id, builder.stored_values[root_id.hex()])
    return index


def _Grow(builder, text, message_id, conversation_id=None, steps=2, **fields):
    """Lets a turn of a conversation grow, a root after every step.

    Args:
      builder (TreeBuilder): builder of the store.
      text (str): text of the user message.
      message_id (str): identifier of the user message.
      conversation_id (Optional[str]): identifier that the shell calls name.
      steps (Optional[int]): number of steps.
      fields (dict[str, object]): fields of the roots by name.

    Returns:
      list[bytes]: identifiers of the roots.
    """
    user_id = builder.PutUser(text, message_id)
    builder.PutJSON({"role": "user", "content": f"<user_query>{text:s}</user_query>"})
    step_ids = []
    root_ids = []
    for index in range(steps + 1):
        builder.PutTurn(user_id, step_ids, replace=index > 0)
        root_ids.append(builder.PutRoot(**fields))
        call_id = f"{message_id:s}-{index:d}"
        if conversation_id:
            step_ids.append(
                builder.PutShell(call_id, "ls", conversation_id=conversation_id)
            )
        else:
            step_ids.append(builder.PutText(call_id))
        builder.PutJSON({"role": "assistant", "content": call_id})
    # The last message is of a step that no root holds.
    del builder.stored_values[builder.message_ids.pop().hex()]
    del builder.stored_values[step_ids.pop().hex()]
    return root_ids


def testOneConversation():
    """All roots of a conversation are found from one shell call, in their order."""
    builder = tree_lib.TreeBuilder()
    builder.PutJSON({"role": "system", "content": "You are an agent."})
    root_ids = _Grow(builder, "first", "m1")
    root_ids += _Grow(builder, "second", "m2", _COMPOSER_ID)
    root_ids += _Grow(builder, "third", "m3")

    index = _GetIndex(builder)
    (conversation,) = index.GetConversations()

    assert conversation.owner_id == _COMPOSER_ID
    assert conversation.owner_ids == [_COMPOSER_ID]
    assert conversation.final_root_id == root_ids[-1].hex()
    assert conversation.turn_count == 3
    assert conversation.branch_count == 1
    assert not conversation.is_live
    assert index.GetRootIds(conversation) == [root_id.hex() for root_id in root_ids]
    assert not list(index.GetOrphanMessageIds())
    assert not index.GetOrphanTurns()


def testSharedSystemPrompt():
    """Conversations that share a system prompt are two conversations."""
    builder = tree_lib.TreeBuilder()
    builder.PutJSON({"role": "system", "content": "You are an agent."})
    shared_ids = list(builder.message_ids)
    first = _Grow(builder, "one", "m1", _COMPOSER_ID)
    builder.message_ids = list(shared_ids)
    builder.turn_ids = []
    second = _Grow(builder, "two", "m2", _OTHER_ID)

    index = _GetIndex(builder)
    conversations = {
        conversation.owner_id: conversation for conversation in index.GetConversations()
    }

    assert len(conversations) == 2
    assert conversations[_COMPOSER_ID].final_root_id == first[-1].hex()
    assert conversations[_OTHER_ID].final_root_id == second[-1].hex()
    assert conversations[_COMPOSER_ID].group != conversations[_OTHER_ID].group
    assert index.GetRootIds(conversations[_OTHER_ID]) == [
        root_id.hex() for root_id in second
    ]


def testWeakOwner():
    """Text with the identifier is weaker evidence than a shell call."""
    builder = tree_lib.TreeBuilder()
    builder.PutJSON({"role": "user", "content": f"<user_info>{_COMPOSER_ID:s}"})
    _Grow(builder, "one", "m1")

    (conversation,) = _GetIndex(builder, [_COMPOSER_ID]).GetConversations()
    assert conversation.owner_id is None
    assert conversation.weak_owner_ids == [_COMPOSER_ID]

    # Not looked for: not found.
    (conversation,) = _GetIndex(builder, [_OTHER_ID]).GetConversations()
    assert conversation.weak_owner_ids == []


def testWeakOwnerAmongMany():
    """With many deleted conversations the result is the same."""
    builder = tree_lib.TreeBuilder()
    builder.PutJSON({"role": "user", "content": f"a{_COMPOSER_ID:s} task-7"})
    _Grow(builder, "one", "m1")
    wanted_ids = [f"5b1f0c1e-0000-4000-8000-{index:012x}" for index in range(40)]
    wanted_ids += [_COMPOSER_ID, "task-7", "task-8"]

    (conversation,) = _GetIndex(builder, wanted_ids).GetConversations()

    assert conversation.weak_owner_ids == [_COMPOSER_ID, "task-7"]


def testGoalOwner():
    """A goal names its conversation."""
    builder = tree_lib.TreeBuilder()
    _Grow(
        builder,
        "one",
        "m1",
        goal_state=tree_lib.Make("GoalState", conversation_id=_COMPOSER_ID.encode()),
    )

    (conversation,) = _GetIndex(builder).GetConversations()

    assert conversation.owner_id == _COMPOSER_ID


def testBranches():
    """A turn that was edited makes two branches, each with its own final root."""
    builder = tree_lib.TreeBuilder()
    shared = _Grow(builder, "first", "m1", _COMPOSER_ID)
    message_ids, turn_ids = list(builder.message_ids), list(builder.turn_ids)
    old = _Grow(builder, "second", "m2")
    builder.message_ids, builder.turn_ids = message_ids, turn_ids
    new = _Grow(builder, "second, edited", "m3")

    index = _GetIndex(builder)
    conversations = index.GetConversations()

    assert len(conversations) == 2
    assert {conversation.final_root_id for conversation in conversations} == {
        old[-1].hex(),
        new[-1].hex(),
    }
    for conversation in conversations:
        assert conversation.branch_count == 2
        assert conversation.group == 0
        assert conversation.owner_id == _COMPOSER_ID
        own = old if conversation.final_root_id == old[-1].hex() else new
        assert index.GetRootIds(conversation) == [
            root_id.hex() for root_id in shared + own
        ]


def testLiveBranch():
    """The composer names one branch; the other one was rewound."""
    builder = tree_lib.TreeBuilder()
    _Grow(builder, "first", "m1", _COMPOSER_ID)
    message_ids, turn_ids = list(builder.message_ids), list(builder.turn_ids)
    old = _Grow(builder, "second", "m2")
    builder.message_ids, builder.turn_ids = message_ids, turn_ids
    new = _Grow(builder, "second, edited", "m3")

    conversations = _GetIndex(
        builder, live_roots={_COMPOSER_ID: new[-1]}
    ).GetConversations()

    is_live = {
        conversation.final_root_id: conversation.is_live
        for conversation in conversations
    }
    assert is_live == {old[-1].hex(): False, new[-1].hex(): True}


def testLiveComposerThatWentBack():
    """A composer that went back to an earlier turn still owns the conversation."""
    builder = tree_lib.TreeBuilder()
    first = _Grow(builder, "first", "m1")
    second = _Grow(builder, "second", "m2")

    (conversation,) = _GetIndex(
        builder, live_roots={_COMPOSER_ID: first[-1]}
    ).GetConversations()

    assert conversation.is_live
    assert conversation.live_ids == [_COMPOSER_ID]
    assert conversation.final_root_id == second[-1].hex()


def testDuplicatedChat():
    """A deleted copy of a live chat is not taken for the live one."""
    builder = tree_lib.TreeBuilder()
    live = _Grow(builder, "first", "m1", _COMPOSER_ID)
    copy = _Grow(builder, "second, in the copy", "m2", _OTHER_ID)

    (conversation,) = _GetIndex(
        builder, [_OTHER_ID], {_COMPOSER_ID: live[-1]}
    ).GetConversations()

    assert conversation.final_root_id == copy[-1].hex()
    assert conversation.owner_id == _OTHER_ID
    assert conversation.owner_ids == [_COMPOSER_ID, _OTHER_ID]
    assert conversation.live_ids == [_COMPOSER_ID]
    assert not conversation.is_live


def testLiveRootThatIsNotABlob():
    """A root that only the record of the composer holds is no blob to read."""
    builder = tree_lib.TreeBuilder()
    root_ids = _Grow(builder, "first", "m1")
    data = builder.stored_values.pop(root_ids[-1].hex())
    index = _GetIndex(builder)
    index.AddLiveRoot(_COMPOSER_ID, data)

    (conversation,) = index.GetConversations()

    assert conversation.is_live
    assert conversation.final_root_id is None
    assert index.GetRootIds(conversation) == [
        root_id.hex() for root_id in root_ids[:-1]
    ]


def testRootsWithoutTurns():
    """Roots of old builds hold messages only: these are in order, too."""
    builder = tree_lib.TreeBuilder()
    root_ids = []
    for text in ("a", "b", "c"):
        builder.PutJSON({"role": "user", "content": text})
        root_ids.append(builder.PutRoot(mode=1))

    index = _GetIndex(builder)
    (conversation,) = index.GetConversations()

    assert conversation.final_root_id == root_ids[-1].hex()
    assert conversation.turn_count == 0
    assert index.GetRootIds(conversation) == [root_id.hex() for root_id in root_ids]


def testRootBeforeTheFirstTurn():
    """A root without turns goes with the root that continues its messages."""
    builder = tree_lib.TreeBuilder()
    builder.PutJSON({"role": "system", "content": "You are an agent."})
    first = builder.PutRoot(mode=1)
    others = _Grow(builder, "first", "m1")

    index = _GetIndex(builder)
    (conversation,) = index.GetConversations()

    assert index.GetRootIds(conversation) == [
        root_id.hex() for root_id in [first, *others]
    ]


def testCompaction():
    """After a compaction the messages are others, the turns tell the order."""
    builder = tree_lib.TreeBuilder()
    before = _Grow(builder, "first", "m1", steps=4)
    archive_id = builder.Put(
        tree_lib.Make(
            "ConversationSummaryArchive",
            summarized_messages=builder.message_ids,
            summary=b"They talked.",
            window_tail=1,
        )
    )
    builder.message_ids = []
    builder.PutJSON({"role": "user", "content": "summary"})
    after = _Grow(builder, "second", "m2", summary_archives=[archive_id])

    index = _GetIndex(builder)
    (conversation,) = index.GetConversations()

    assert conversation.final_root_id == after[-1].hex()
    assert index.GetRootIds(conversation) == [
        root_id.hex() for root_id in before + after
    ]
    assert not list(index.GetOrphanMessageIds())


def testArchiveIsNoConversation():
    """An archive with messages only looks like a root, and is none."""
    builder = tree_lib.TreeBuilder()
    message_id = builder.PutJSON({"role": "user", "content": "old"})
    archive_id = builder.Put(
        tree_lib.Make("ConversationSummaryArchive", summarized_messages=[message_id])
    )
    builder.message_ids = []
    root_ids = _Grow(builder, "new", "m1", summary_archives=[archive_id])

    index = _GetIndex(builder)
    (conversation,) = index.GetConversations()

    assert conversation.final_root_id == root_ids[-1].hex()
    assert not list(index.GetOrphanMessageIds())


def testOrphanMessages():
    """Messages that no root reaches are found, with whom they name."""
    builder = tree_lib.TreeBuilder()
    orphan_id = builder.PutJSON({"role": "user", "content": f"of {_COMPOSER_ID:s}"})
    builder.message_ids = []
    _Grow(builder, "first", "m1")

    index = _GetIndex(builder, [_COMPOSER_ID])

    assert list(index.GetOrphanMessageIds()) == [(orphan_id.hex(), [_COMPOSER_ID])]


def testOrphanTurns():
    """Without roots the turns are what is left: the longest version of each."""
    builder = tree_lib.TreeBuilder()
    second = builder.PutUser("second", "m2", started_at_ms=tree_lib.START_MS + 5)
    first = builder.PutUser("first", "m1", started_at_ms=tree_lib.START_MS)
    undated = builder.PutUser("undated", "m3", conversation_state_blob_id=b"\xfe" * 32)
    step = builder.PutShell("c1", "ls", conversation_id=_COMPOSER_ID)
    turn_ids = [
        builder.PutTurn(second, [step, builder.PutText("b")]),
        builder.PutTurn(first, [step, builder.PutText("a")]),
        builder.PutTurn(undated, [builder.PutText("c")]),
    ]
    builder.PutTurn(second, [step])
    builder.PutTurn(first, [])

    turns = _GetIndex(builder).GetOrphanTurns()

    assert [turn.turn_id for turn in turns] == [
        turn_ids[1].hex(),
        turn_ids[0].hex(),
        turn_ids[2].hex(),
    ]
    assert [turn.owner_id for turn in turns] == [_COMPOSER_ID, _COMPOSER_ID, None]
    assert [turn.step_count for turn in turns] == [2, 2, 1]
    assert turns[0].started_ms == tree_lib.START_MS
    assert turns[0].user_message_id == first.hex()
    assert turns[2].state_root_id == "fe" * 32


def testVersionsOfATurnThatARootHolds():
    """A shorter version of a turn that a root holds is no orphan, a longer one is."""
    builder = tree_lib.TreeBuilder()
    user_id = builder.PutUser("first", "m1")
    step_ids = [builder.PutText(text) for text in ("a", "b", "c")]
    builder.PutTurn(user_id, step_ids[:2])
    builder.PutRoot()
    builder.PutTurn(user_id, step_ids[:1])
    longest_id = builder.PutTurn(user_id, step_ids)

    (turn,) = _GetIndex(builder).GetOrphanTurns()

    assert turn.turn_id == longest_id.hex()


def testSubagentsReachTheirMessages():
    """Messages and turns of subagents, inline or stored, are no orphans."""
    builder = tree_lib.TreeBuilder()
    states = []
    for text in ("inline", "stored"):
        state = tree_lib.Make("SubagentPersistedState")
        builder.PutTurn(builder.PutUser(text, text), [])
        builder.PutJSON({"role": "user", "content": text})
        state.conversation_state.turns.extend(builder.turn_ids)
        state.conversation_state.root_prompt_messages_json.extend(builder.message_ids)
        builder.turn_ids, builder.message_ids = [], []
        states.append(state)
    root = tree_lib.Make("ConversationStateStructure")
    root.subagent_states.add(key=b"a1").value.CopyFrom(states[0])
    root.subagent_state_refs.add(key=b"a2", value=builder.Put(states[1]))
    _Grow(
        builder,
        "first",
        "m1",
        subagent_states=root.subagent_states,
        subagent_state_refs=root.subagent_state_refs,
    )

    index = _GetIndex(builder)

    assert len(index.GetConversations()) == 1
    assert not list(index.GetOrphanMessageIds())
    assert not index.GetOrphanTurns()


def testRootOfNothing():
    """What looks like a root, but names nothing the store has, is none."""
    builder = tree_lib.TreeBuilder()
    builder.Put(tree_lib.Make("ConversationStateStructure", turns=[b"\xfe" * 32]))

    assert not _GetIndex(builder).GetConversations()


def testRootThatNamesItself():
    """Roots and turns that name themselves, or each other, end."""
    index = roots.BlobIndex()
    state = tree_lib.Make("ConversationStateStructure")
    state.turns.extend([b"\xf1" * 32, b"\xf1" * 32, b"\xf2" * 32])
    state.root_prompt_messages_json.extend([b"\xf1" * 32])
    state.summary_archives.append(b"\xf1" * 32)
    index.AddBlob("f1" * 32, state.SerializeToString())
    turn = tree_lib.Make("ConversationTurnStructure")
    turn.agent_conversation_turn.user_message = b"\xf2" * 32
    turn.agent_conversation_turn.steps.append(b"\xf2" * 32)
    index.AddBlob("f2" * 32, turn.SerializeToString())

    (conversation,) = index.GetConversations()

    assert conversation.final_root_id == "f1" * 32
    assert index.GetRootIds(conversation) == ["f1" * 32]


def testKeysThatAreNone():
    """What is no identifier is passed over; a second row of one is, too."""
    builder = tree_lib.TreeBuilder()
    identifier = builder.Put(b'{"role":"user"}').hex()
    index = roots.BlobIndex()
    for key in ("", "zz" * 32, "ab", None, identifier, identifier):
        index.AddBlob(key, b'{"role":"user"}')

    index.Finish()

    assert index.number_of_blobs == 1
    assert index.kind_counts == {"JSON message": 1}


def testManyRootsShareTheirLists():
    """Roots of a long conversation take memory by step, not by step times length."""
    builder = tree_lib.TreeBuilder()
    index = roots.BlobIndex()
    turn_ids = []
    for number in range(300):
        turn_ids.append(number.to_bytes(2, "big") + b"\xfe" * 30)
        state = tree_lib.Make("ConversationStateStructure", turns=turn_ids)
        data = state.SerializeToString()
        index.AddBlob(builder.Put(data).hex(), data)

    # pylint: disable-next=protected-access
    assert len(index._turn_chains) == 301


def testIdentifiersInJSON():
    """JSON with a name that is not ASCII is searched as it is stored."""
    builder = tree_lib.TreeBuilder()
    builder.Put(json.dumps({"role": "user", "content": "é"}).encode())

    index = _GetIndex(builder, ["é", ""])

    assert len(list(index.GetOrphanMessageIds())) == 1
