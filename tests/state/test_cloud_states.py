"""Tests of the states of cloud agents, of storage-facts 1.8."""

import base64
import hashlib
import unittest
from unittest import mock

from cursor_plaso.state import cloud_states
from tests import evidence
from tests.agent import tree_lib
from tests.state import test_reader

_AGENT = "bc-00000000-0000-4000-8000-000000000001"
_KEY = f"{_AGENT:s}:cloudAgent:metadata"


def _MakeState(with_blobs=True, request_identifier=b"r1"):
    """Makes the rows of a cloud agent with one turn.

    Args:
      with_blobs (Optional[bool]): False if the blobs are not in the store.
      request_identifier (Optional[bytes]): identifier of the request of the turn.

    Returns:
      list[tuple[str, object]]: rows of cursorDiskKV.
    """
    builder = tree_lib.TreeBuilder()
    user = builder.PutUser(
        "Describe the repository", "m1", started_at_ms=tree_lib.START_MS
    )
    step = builder.PutText("A calculator.", started_at_ms=tree_lib.START_MS + 2000)
    shell = builder.PutShell("tc1", "ls", started_at_ms=tree_lib.START_MS + 1000)
    builder.PutTurn(user, [shell, step], request_id=request_identifier)
    state = tree_lib.Make(
        "CloudAgentState",
        starting_commit=b"a" * 40,
        base_branch=b"main",
        original_request_start_unix_ms=1792479000000.0,
    )
    state.conversation_state.turns.extend(builder.turn_ids)
    state_data = state.SerializeToString()
    metadata = tree_lib.Make(
        "CloudAgentStatePersistedMetadata",
        cloud_agent_state_blob_id=hashlib.sha256(state_data).digest(),
        offset_key=b"12-0",
        timestamp_ms=1792479600000.0,
        workflow_status=2,
        version=1,
    )
    text = base64.b64encode(metadata.SerializeToString()).decode()
    rows = [(_KEY, text)]
    if with_blobs:
        rows.append(evidence.MakeBlobRow(state_data))
        rows.extend(map(evidence.MakeBlobRow, builder.stored_values.values()))
    return rows


class CloudStateReaderTest(unittest.TestCase):
    """Tests of the reader of states of cloud agents."""

    def testRead(self):
        """The conversation is read once, under the agent, and not as recovered."""
        result = test_reader.ReadState(_MakeState())

        self.assertEqual(result.warnings, [])
        (agent,) = result.GetByDataType("cursor:cloud_agent")
        self.assertEqual(agent.conversation_identifier, _AGENT)
        self.assertEqual(agent.update_time.timestamp, 1792479600000)
        self.assertEqual(agent.time_source, "timestamp_ms of the metadata")
        self.assertEqual(agent.workflow_status_number, 2)
        self.assertEqual(agent.starting_commit, "a" * 40)
        self.assertEqual(agent.base_branch, "main")
        self.assertEqual(
            agent.details, "original request start: 2026-10-20T06:50:00.000+00:00"
        )
        self.assertEqual(agent.origin, "remote cursor cloud agent")
        self.assertEqual(
            [
                (
                    message.conversation_identifier,
                    message.role,
                    message.message_body,
                    message.evidence_source,
                    message.recovery_method,
                )
                for message in result.GetByDataType("cursor:message")
            ],
            [
                (
                    _AGENT,
                    "user",
                    "Describe the repository",
                    "cloud agent state",
                    None,
                ),
                (_AGENT, "assistant", "A calculator.", "cloud agent state", None),
            ],
        )
        (call,) = result.GetByDataType("cursor:tool_call")
        self.assertEqual(call.call_summary, "ls")
        self.assertEqual(call.start_time.timestamp, tree_lib.START_MS + 1000)
        self.assertEqual(result.GetByDataType("cursor:conversation"), [])
        (summary,) = result.GetByDataType("cursor:database")
        self.assertIsNone(summary.unknown_keys)

    def testToldByBubbles(self):
        """A turn that bubbles of a composer tell is not told again."""
        rows = [
            evidence.MakeComposer("c", [evidence.MakeHeader("u1", 1)]),
            evidence.MakeUserBubble("c", "u1", "Describe it", requestId="r1"),
        ]
        result = test_reader.ReadState(rows + _MakeState())

        self.assertEqual(
            [
                (message.conversation_identifier, message.message_body)
                for message in result.GetByDataType("cursor:message")
            ],
            [("c", "Describe it")],
        )

    def testFacts(self):
        """A conversation that another started names that one."""
        rows = [
            evidence.MakeComposer("p", [], subagentComposerIds=[_AGENT]),
            *_MakeState(),
        ]
        result = test_reader.ReadState(rows)

        self.assertEqual(
            [
                message.parent_conversation_identifier
                for message in result.GetByDataType("cursor:message")
            ],
            ["p", "p"],
        )

    def testDecodedOnce(self):
        """A state is decoded once, unless its root is too large to be kept."""
        for kept_size, number in ((None, 1), (10, 3)):
            with (
                mock.patch.object(
                    cloud_states.decode,
                    "DecodeCloudAgentState",
                    side_effect=cloud_states.decode.DecodeCloudAgentState,
                ) as decode_state,
                mock.patch.object(
                    cloud_states,
                    "_MAXIMUM_KEPT_SIZE",
                    kept_size or cloud_states._MAXIMUM_KEPT_SIZE,
                ),
            ):
                result = test_reader.ReadState(_MakeState())

            self.assertEqual(decode_state.call_count, number)
            self.assertEqual(len(result.GetByDataType("cursor:message")), 2)

    def testMissingBlobs(self):
        """Metadata whose state is gone still tells of the agent."""
        result = test_reader.ReadState(_MakeState(with_blobs=False))

        (agent,) = result.GetByDataType("cursor:cloud_agent")
        self.assertEqual(agent.update_time.timestamp, 1792479600000)
        self.assertIsNone(agent.starting_commit)
        self.assertEqual(result.GetByDataType("cursor:message"), [])

    def testBrokenMetadata(self):
        """What is no metadata gives a warning, no value nothing."""
        result = test_reader.ReadState([(_KEY, "AA==")])
        self.assertEqual(len(result.warnings), 1)
        self.assertIn("value is not metadata of a state", result.warnings[0])
        self.assertEqual(result.GetByDataType("cursor:cloud_agent"), [])

        self.assertEqual(test_reader.ReadState([(_KEY, None)]).warnings, [])


if __name__ == "__main__":
    unittest.main()
