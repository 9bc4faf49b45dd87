"""Tests of earlier states of a conversation."""

import json

from cursor_plaso.agent import conversation
from cursor_plaso.agent import history
from tests.agent import tree_lib


def _ReadSuperseded(builder, root_ids):
    """Reads the turns that only earlier roots name.

    Args:
      builder (TreeBuilder): builder of the store.
      root_ids (list[bytes]): identifiers of the roots in order.

    Returns:
      list[Turn]: turns.
    """
    source = builder.GetSource()
    reader = conversation.ConversationReader(source)
    earlier_states = history.ReadEarlierStates(
        source, [root_id.hex() for root_id in root_ids]
    )
    root = reader.ReadRoot(root_ids[-1].hex())
    return list(history.ReadSupersededTurns(reader, root, earlier_states))


def testGrowingTurn():
    """Earlier versions of a turn that only grew are no evidence of their own."""
    builder = tree_lib.TreeBuilder()
    user_id = builder.PutUser("go", "m1")
    step_ids = []
    root_ids = []
    for index in range(4):
        builder.PutTurn(user_id, step_ids, replace=index > 0)
        root_ids.append(builder.PutRoot())
        step_ids.append(builder.PutText(f"step {index:d}"))

    assert not _ReadSuperseded(builder, root_ids)


def testStartedCallThatFinishes():
    """A call without a result, and a text in parts, are earlier versions of others."""
    builder = tree_lib.TreeBuilder()
    user_id = builder.PutUser("go", "m1")
    builder.PutTurn(
        user_id, [builder.PutText("I will"), builder.PutShell("c1", "ls", outcome=None)]
    )
    root_ids = [builder.PutRoot()]
    builder.PutTurn(
        user_id,
        [builder.PutText("I will look."), builder.PutShell("c1", "ls")],
        replace=True,
    )
    root_ids.append(builder.PutRoot())

    assert not _ReadSuperseded(builder, root_ids)


def testRewoundTurns():
    """Turns after the one that was gone back to are superseded, whole and once."""
    builder = tree_lib.TreeBuilder()
    builder.PutTurn(builder.PutUser("first", "m1"), [builder.PutText("a")])
    root_ids = [builder.PutRoot()]
    user_id = builder.PutUser("second", "m2", started_at_ms=tree_lib.START_MS)
    builder.PutTurn(user_id, [builder.PutText("b")])
    root_ids.append(builder.PutRoot())
    builder.PutTurn(user_id, [builder.PutText("b"), builder.PutText("c")], replace=True)
    root_ids.append(
        builder.PutRoot(
            turn_timings=[
                tree_lib.Make("StepTiming", timestamp_ms=tree_lib.START_MS - 5),
                tree_lib.Make(
                    "StepTiming", timestamp_ms=tree_lib.START_MS + 9, duration_ms=9
                ),
            ]
        )
    )
    builder.turn_ids.pop()
    builder.PutTurn(builder.PutUser("second, edited", "m3"), [builder.PutText("d")])
    root_ids.append(builder.PutRoot())

    (turn,) = _ReadSuperseded(builder, root_ids)

    assert turn.is_superseded
    assert not turn.user_is_shared
    assert turn.user.text == "second"
    assert [step.text for step in turn.steps] == ["b", "c"]
    assert all(step.is_superseded for step in turn.steps)
    assert turn.index == 1
    assert turn.superseded_from_root_id == root_ids[2].hex()
    assert turn.started_ms == tree_lib.START_MS
    assert turn.ended_ms == tree_lib.START_MS + 9


def testRegeneratedReply():
    """Of a turn that was answered anew only the steps that are gone are superseded."""
    builder = tree_lib.TreeBuilder()
    user_id = builder.PutUser("go", "m1")
    shared = builder.PutText("thinking about it")
    builder.PutTurn(user_id, [shared, builder.PutShell("c1", "rm -rf build")])
    root_ids = [builder.PutRoot()]
    builder.PutTurn(
        user_id, [shared, builder.PutShell("c2", "git clean -n")], replace=True
    )
    root_ids.append(builder.PutRoot())

    (turn,) = _ReadSuperseded(builder, root_ids)

    assert turn.user_is_shared
    assert [step.command for step in turn.steps] == ["rm -rf build"]
    assert turn.steps[0].index == 1


def testPendingCallsOfEarlierRoots():
    """Each call has the first time it waited; missing roots are passed over."""
    builder = tree_lib.TreeBuilder()
    root_ids = [b"\x01" * 32]
    for started_ms in (tree_lib.START_MS, tree_lib.START_MS + 1):
        text = json.dumps(
            {
                "role": "assistant",
                "content": [{"type": "tool-call", "toolCallId": "c1"}],
                "providerOptions": {
                    "cursor": {"pendingToolCallStartedAtMs": started_ms}
                },
            }
        )
        root_ids.append(builder.PutRoot(pending_tool_calls=[text.encode()]))

    earlier_states = history.ReadEarlierStates(
        builder.GetSource(), [root_id.hex() for root_id in root_ids]
    )

    (call,) = earlier_states.pending_calls.values()
    assert call.started_ms == tree_lib.START_MS
    assert call.root_id == root_ids[1].hex()


def testAbort():
    """Reading stops when it is aborted."""
    builder = tree_lib.TreeBuilder()
    builder.PutTurn(builder.PutUser("go", "m1"), [])
    root_id = builder.PutRoot()

    earlier_states = history.ReadEarlierStates(
        builder.GetSource(), [root_id.hex()], is_aborted=lambda: True
    )

    assert not earlier_states.turns
