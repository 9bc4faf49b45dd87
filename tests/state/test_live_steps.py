"""Tests of the steps of trees of live conversations."""

import base64
import json
import unittest

from tests import evidence
from tests.agent import tree_lib
from tests.state import test_reader


class LiveStepReaderTest(unittest.TestCase):
    """Tests of the reader of steps of live conversations."""

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

    def testSummaries(self):
        """A summary of a root is told once, and not if a bubble tells it."""
        builder = tree_lib.TreeBuilder()
        archive_ids = [
            builder.Put(
                tree_lib.Make("ConversationSummaryArchive", summary=text.encode())
            )
            for text in ("They added add().", "They added sub().")
        ]
        builder.PutTurn(builder.PutUser("Go on", "m1"), [])
        state = builder.stored_values[
            builder.PutRoot(summary_archives=archive_ids).hex()
        ]
        rows = [
            evidence.MakeComposer(
                "c1",
                [evidence.MakeHeader("u1", 1, None)],
                conversationState=f"~{base64.b64encode(state).decode():s}",
            ),
            (
                "bubbleId:c1:u1",
                {
                    "type": 1,
                    "text": "Go on",
                    "cachedConversationSummary": {"summary": "They added add()."},
                },
            ),
        ]
        rows.extend(map(evidence.MakeBlobRow, builder.stored_values.values()))

        result = test_reader.ReadState(rows)

        self.assertEqual(
            [
                (message.role, message.message_body, message.evidence_source)
                for message in result.GetByDataType("cursor:message")
            ],
            [
                ("user", "Go on", "bubble"),
                ("system", "They added add().", "bubble"),
                ("system", "They added sub().", "agent.v1 tree, no bubble"),
            ],
        )

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

    def testDamagedComposer(self):
        """A root that stands before the damage of its composer is read."""
        rows = self._MakeRows()
        rows.append(
            ("bubbleId:c1:u1", {"type": 1, "text": "Question", "requestId": "r1"})
        )
        messages = self._ReadMessages(rows)
        key, value = rows[0]
        value = json.dumps(value)
        self.assertTrue(value.endswith('"}'))
        rows[0] = (key, value[:-1])

        self.assertEqual(len(test_reader.ReadState(rows).warnings), 1)
        self.assertEqual(self._ReadMessages(rows), messages)

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


if __name__ == "__main__":
    unittest.main()
