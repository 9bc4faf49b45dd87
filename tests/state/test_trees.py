"""Tests of the trees of the IDE with the vendor-written sample ide_agentkv."""

import base64
import json
import os
import unittest

from cursor_plaso.state import trees
from cursor_plaso import events
from tests import evidence
from tests import lib
from tests.agent import tree_lib
from tests.state import test_reader

_SAMPLE_PATH = os.path.join(lib.TEST_DATA_PATH, "samples", "ide_agentkv")
_STATE_PATH = os.path.join(
    _SAMPLE_PATH,
    "Library",
    "Application Support",
    "Cursor",
    "User",
    "globalStorage",
    "state.vscdb",
)


class IDETreesTest(unittest.TestCase):
    """Tests with one live and two deleted conversations of 56 blobs."""

    @classmethod
    def setUpClass(cls):
        """Reads the sample."""
        cls.producer = test_reader.ReadPath(_STATE_PATH)
        path = os.path.join(_SAMPLE_PATH, "expected.json")
        with open(path, "r", encoding="utf-8") as file_object:
            cls.expected = json.load(file_object)

    def _GetTurns(self, conversation_identifier):
        """Retrieves the turns of a conversation in the shape of expected.json.

        Args:
          conversation_identifier (str): identifier of the conversation.

        Returns:
          list[tuple[str, str, int, int]]: kind, content, start and end of the records
              in the order of their times.
        """
        records = []
        for event_data in self.producer.event_data:
            if event_data.conversation_identifier != conversation_identifier:
                continue
            if event_data.data_type == "cursor:message":
                date_time = event_data.sent_time or event_data.creation_time
                records.append(
                    (
                        date_time.timestamp,
                        event_data.role,
                        event_data.message_body,
                        None,
                    )
                )
            elif event_data.data_type == "cursor:tool_call":
                records.append(
                    (
                        event_data.start_time.timestamp,
                        event_data.tool_name,
                        event_data.call_summary,
                        event_data.end_time.timestamp,
                    )
                )
        return sorted(records)

    def _GetExpectedTurns(self, conversation):
        """Retrieves the expected records of a conversation.

        Args:
          conversation (dict[str, object]): conversation of expected.json.

        Returns:
          list[tuple[int, str, str, int]]: records.
        """
        records = []
        for turn in conversation["turns"]:
            records.append((turn["started_at_ms"], "user", turn["user"], None))
            for step in turn["steps"]:
                if step["type"] == "tool":
                    records.append(
                        (
                            step["started_at_ms"],
                            step["tool"].replace("_tool_call", ""),
                            step["command"],
                            step["completed_at_ms"],
                        )
                    )
                else:
                    records.append(
                        (step["started_at_ms"], step["type"], step["text"], None)
                    )
        return sorted(records)

    def testDeletedConversations(self):
        """A deleted conversation comes back whole, in order, to the millisecond."""
        for conversation in self.expected["deleted"]:
            self.assertEqual(
                self._GetTurns(conversation["composer_id"]),
                self._GetExpectedTurns(conversation),
            )

    def testDeletedConversationsAreRecovered(self):
        """What only the tree holds is marked recovered, the deletion names it."""
        for conversation in self.expected["deleted"]:
            identifier = conversation["composer_id"]
            for event_data, is_recovered in zip(
                self.producer.event_data, self.producer.recovered
            ):
                if event_data.conversation_identifier == identifier:
                    # The header row itself still stands.
                    is_header = event_data.evidence_source == "composer header"
                    self.assertEqual(is_recovered, not is_header)
            deletion = [
                event_data
                for event_data in self.producer.GetByDataType(
                    "cursor:conversation:deleted"
                )
                if event_data.conversation_identifier == identifier
            ]
            self.assertEqual(len(deletion), 1)
            number_of_turns = len(conversation["turns"])
            self.assertIn(f"{number_of_turns:d} turns", deletion[0].remnants)

    def testRejectedCall(self):
        """A rejected call of a deleted conversation is a decision."""
        decisions = self.producer.GetByDataType("cursor:permission:decision")

        self.assertEqual(len(decisions), 1)
        self.assertEqual(decisions[0].call_summary, "rm a.py")
        self.assertEqual(decisions[0].outcome, "rejected")
        self.assertEqual(decisions[0].recorded_time.timestamp, 1792483501090)

    def testLiveConversation(self):
        """Bubbles come first; steps of the tree without bubble are added once."""
        live = self.expected["live"]
        messages = [
            event_data
            for event_data in self.producer.GetByDataType("cursor:message")
            if event_data.conversation_identifier == live["composer_id"]
        ]

        self.assertEqual(
            [
                (message.role, message.message_body, message.evidence_source)
                for message in messages
            ],
            [
                ("user", "live question", "bubble"),
                ("thinking", "hm", "agent.v1 tree, no bubble"),
                ("assistant", "live answer", "agent.v1 tree, no bubble"),
            ],
        )
        self.assertEqual(messages[2].creation_time.timestamp, 1792479602500)

    def testToolCallBinary(self):
        """The copy of a call gives the result its bubble lacks, and says so."""
        calls = [
            event_data
            for event_data in self.producer.GetByDataType("cursor:tool_call")
            if event_data.evidence_source == "bubble"
        ]

        self.assertEqual(len(calls), 1)
        self.assertEqual(calls[0].result, "[]")
        self.assertIn("toolCallBinary", calls[0].secondary_sources)

    def testRecordKeys(self):
        """No two records of a data type have the same key."""
        record_keys = [
            (event_data.data_type, event_data.record_key)
            for event_data in self.producer.event_data
        ]

        self.assertEqual(len(record_keys), len(set(record_keys)))

    def testNoWarnings(self):
        """Clean data gives no warning."""
        self.assertEqual(self.producer.warnings, [])


class LiveTreeTest(unittest.TestCase):
    """Tests with trees of conversations that are not deleted."""

    def _MakeRows(self, with_checkpoint=False, request_identifier=b"r1"):
        """Makes a conversation with one turn, of which a bubble tells a part.

        Args:
          with_checkpoint (Optional[bool]): True if a row names the root, as on builds
              before the root stood in composerData.
          request_identifier (Optional[bytes]): identifier of the request.

        Returns:
          list[tuple[str, object]]: rows of cursorDiskKV, without the user bubble.
        """
        builder = tree_lib.TreeBuilder()
        user = builder.PutUser("Question", "m1", started_at_ms=tree_lib.START_MS)
        steps = [
            builder.PutText(text, started_at_ms=tree_lib.START_MS + 1000 * number)
            for number, text in ((1, "In a bubble"), (2, "Only in the tree"))
        ]
        builder.PutTurn(user, steps, request_id=request_identifier)
        root = builder.PutRoot().hex()
        state = base64.b64encode(builder.stored_values[root]).decode()
        rows = [
            evidence.MakeComposer(
                "c1",
                [
                    evidence.MakeHeader("u1", 1, None),
                    evidence.MakeHeader("a1", 2, None),
                ],
                conversationState="~" if with_checkpoint else f"~{state:s}",
            ),
            ("bubbleId:c1:a1", {"type": 2, "text": "In a bubble"}),
        ]
        if with_checkpoint:
            rows.append(("agentKv:checkpoint:c1", root))
        rows.extend(map(evidence.MakeBlobRow, builder.stored_values.values()))
        return rows

    def _ReadMessages(self, rows):
        """Reads a database.

        Args:
          rows (list[tuple[str, object]]): rows of cursorDiskKV.

        Returns:
          list[tuple[str, str, int, str]]: text, kind of record, milliseconds from the
              start, and way of recovery, per message, sorted.
        """
        messages = test_reader.ReadState(rows).GetByDataType("cursor:message")
        return sorted(
            (
                message.message_body,
                message.evidence_source,
                (message.sent_time or message.creation_time).timestamp
                - tree_lib.START_MS,
                message.recovery_method,
            )
            for message in messages
            if message.role != "system"
        )

    def testRoot(self):
        """The tree dates bubbles and tells what they lack, wherever its root is.

        Before the root stood in composerData, agentKv:checkpoint:<composer> named it
        (storage-facts 1.1).
        """
        for with_checkpoint in (False, True):
            rows = self._MakeRows(with_checkpoint)
            rows.append(
                ("bubbleId:c1:u1", {"type": 1, "text": "Question", "requestId": "r1"})
            )
            self.assertEqual(
                self._ReadMessages(rows),
                [
                    ("In a bubble", "bubble", 1000, None),
                    ("Only in the tree", "agent.v1 tree, no bubble", 2000, None),
                    ("Question", "bubble", 0, None),
                ],
            )

    def testPromptWithoutBubble(self):
        """A prompt whose bubble was cleared is told of the tree."""
        rows = self._MakeRows()
        rows.append(("bubbleId:c1:u1", None))
        rows.append(("bubbleId:c1:a2", {"type": 2, "text": "Only in the tree"}))
        self.assertEqual(
            self._ReadMessages(rows),
            [
                ("In a bubble", "bubble", 1000, None),
                ("Only in the tree", "bubble", 2000, None),
                ("Question", "agent.v1 tree, no bubble", 0, None),
            ],
        )

    def testSubagentWithoutComposer(self):
        """A sub-agent that only the tree of its live parent holds is told.

        One whose call has a UUID leaves no child rows (storage-facts 2.6).
        """
        builder = tree_lib.TreeBuilder()
        user = builder.PutUser("Find", "m2", started_at_ms=tree_lib.START_MS)
        step = builder.PutText("Found", started_at_ms=tree_lib.START_MS + 1000)
        child_turn = builder.PutTurn(user, [step], request_id=b"r2")
        state = tree_lib.Make("ConversationStateStructure")
        entry = state.subagent_states.add()
        entry.key = b"agent-1"
        entry.value.conversation_state.turns.append(child_turn)
        entry.value.created_timestamp_ms = tree_lib.START_MS
        run = state.subagent_runs_by_parent_tool_call_id.add()
        run.key = b"tc1"
        run.value.subagent_id = b"agent-1"
        run.value.title = b"Finder"
        root = base64.b64encode(state.SerializeToString()).decode()
        rows = [
            evidence.MakeComposer(
                "c1",
                [evidence.MakeHeader("u1", 1)],
                conversationState=f"~{root:s}",
                subagentComposerIds=["agent-1"],
            ),
            evidence.MakeUserBubble("c1", "u1", "Question"),
            *map(evidence.MakeBlobRow, builder.stored_values.values()),
        ]

        result = test_reader.ReadState(rows)
        self.assertEqual(
            [
                (
                    event_data.conversation_identifier,
                    event_data.parent_conversation_identifier,
                    event_data.conversation_title,
                )
                for event_data in result.GetByDataType("cursor:conversation")
            ],
            [("c1", None, None), ("agent-1", "c1", "Finder")],
        )
        expected_messages = [
            ("c1", "Question"),
            ("agent-1", "Find"),
            ("agent-1", "Found"),
        ]
        self.assertEqual(
            [
                (message.conversation_identifier, message.message_body)
                for message in result.GetByDataType("cursor:message")
            ],
            expected_messages,
        )

        # One that has a composer and bubbles is told by these.
        rows.extend(
            [
                evidence.MakeComposer("agent-1", [evidence.MakeHeader("b1", 1)]),
                evidence.MakeUserBubble("agent-1", "b1", "Find", requestId="r2"),
                ("bubbleId:agent-1:b2", {"type": 2, "text": "Found"}),
            ]
        )
        result = test_reader.ReadState(rows)
        self.assertEqual(len(result.GetByDataType("cursor:conversation")), 2)
        self.assertEqual(
            sorted(
                (message.conversation_identifier, message.message_body)
                for message in result.GetByDataType("cursor:message")
            ),
            sorted(expected_messages),
        )

    def testFacts(self):
        """A step that has no bubble gets what is known of its conversation."""
        rows = self._MakeRows()
        rows[0][1].update(name="Child", subagentInfo={"parentComposerId": "p"})
        result = test_reader.ReadState(rows)

        messages = [
            message
            for message in result.GetByDataType("cursor:message")
            if message.evidence_source == "agent.v1 tree, no bubble"
        ]
        self.assertEqual(
            {
                (message.parent_conversation_identifier, message.conversation_title)
                for message in messages
            },
            {("p", "Child")},
        )

    def testPromptInOtherWords(self):
        """A prompt that a bubble of the same request has is not told again."""
        rows = self._MakeRows()
        rows.append(
            ("bubbleId:c1:u1", {"type": 1, "text": "Other words", "requestId": "r1"})
        )
        rows.append(("bubbleId:c1:a2", {"type": 2, "text": "Only in the tree"}))
        self.assertEqual(
            [text for text, _, _, _ in self._ReadMessages(rows)],
            ["In a bubble", "Only in the tree", "Other words"],
        )

        # Without a request it can not be told from one that has no bubble.
        rows = self._MakeRows(request_identifier=b"")
        rows.append(("bubbleId:c1:a2", {"type": 2, "text": "Only in the tree"}))
        self.assertEqual(
            [text for text, _, _, _ in self._ReadMessages(rows)],
            ["In a bubble", "Only in the tree"],
        )


class ContentKeyTest(unittest.TestCase):
    """Tests of what tells that two records hold the same."""

    def testMessages(self):
        """White space does not tell messages apart, the conversation does."""
        message = events.CursorMessageEventData()
        message.conversation_identifier = "c"
        message.role = "user"
        message.message_body = "one  two\n"
        other_message = events.CursorMessageEventData()
        other_message.conversation_identifier = "c"
        other_message.role = "user"
        other_message.message_body = "one two"

        self.assertEqual(
            trees.GetContentKey(message), trees.GetContentKey(other_message)
        )
        other_message.conversation_identifier = "d"
        self.assertNotEqual(
            trees.GetContentKey(message), trees.GetContentKey(other_message)
        )
        self.assertIsNone(trees.GetContentKey(events.CursorPlanEventData()))


class SupplementTest(unittest.TestCase):
    """Tests of bubbles that the tree completes."""

    def testNoTree(self):
        """A bubble without time in a conversation without tree has no time."""
        rows = [
            evidence.MakeComposer(
                "c", [evidence.MakeHeader("a1", 2, None)], conversationState="~"
            ),
            evidence.MakeAssistantBubble(
                "c", "a1", "reply", None, startedAtMs=evidence.OMIT
            ),
        ]

        messages = test_reader.ReadState(rows).GetByDataType("cursor:message")

        self.assertEqual(len(messages), 1)
        self.assertIsNone(messages[0].creation_time)
        self.assertIsNone(messages[0].time_source)

    def testDamagedState(self):
        """A damaged conversationState costs one warning and no bubble."""
        rows = [
            evidence.MakeComposer(
                "c", [evidence.MakeHeader("a1", 2)], conversationState="~!!not base64"
            ),
            evidence.MakeAssistantBubble(
                "c", "a1", "reply", None, startedAtMs=evidence.OMIT
            ),
            ("agentKv:blob:" + "ab" * 32, b"\x00"),
        ]

        result = test_reader.ReadState(rows)

        self.assertEqual(len(result.GetByDataType("cursor:message")), 1)
        self.assertEqual(len(result.warnings), 1)
        self.assertIn("conversationState", result.warnings[0])


if __name__ == "__main__":
    unittest.main()
