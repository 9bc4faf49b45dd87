"""Tests of composers that stand in the tool call that started them."""

import json
import unittest

from tests import evidence
from tests.state import test_reader

_CHILD = {
    "name": "Look around",
    "createdAt": evidence.START_MILLISECONDS,
    "status": "completed",
    "conversation": [
        {"type": 1, "bubbleId": "b1", "text": "Find the tests"},
        {"type": 2, "bubbleId": "b2", "text": "In tests/."},
    ],
}


def _ReadCall(child, rows=()):
    """Reads a conversation with one task call.

    Args:
      child (object): composer of the sub-agent as stored.
      rows (Optional[list[tuple[str, object]]]): further rows.

    Returns:
      CollectingProducer: what the reader produced.
    """
    return test_reader.ReadState(
        [
            evidence.MakeComposer("c", [evidence.MakeHeader("a", 2)], name="Parent"),
            evidence.MakeToolBubble(
                "c",
                "a",
                "task",
                {"prompt": "Find the tests"},
                tool_call_identifier="call_z\nfc_z",
                additional_data={"composerData": child},
            ),
            *rows,
        ]
    )


class EmbeddedComposerTest(unittest.TestCase):
    """Tests of embedded composers, of storage-facts 2.6."""

    def testReadComposer(self):
        """The sub-agent is a conversation of its own, joined to its parent."""
        result = _ReadCall(json.dumps(_CHILD))

        self.assertEqual(result.warnings, [])
        conversation = result.GetByDataType("cursor:conversation")[1]
        self.assertEqual(conversation.conversation_identifier, "task-call_z\\nfc_z")
        self.assertEqual(conversation.conversation_title, "Look around")
        self.assertEqual(
            conversation.creation_time.timestamp, evidence.START_MILLISECONDS
        )
        self.assertEqual(conversation.time_source, "createdAt")
        self.assertEqual(conversation.parent_conversation_identifier, "c")
        self.assertTrue(conversation.is_subagent)
        self.assertEqual(
            [
                (
                    message.role,
                    message.message_body,
                    message.conversation_identifier,
                    message.parent_conversation_identifier,
                    message.evidence_source,
                )
                for message in result.GetByDataType("cursor:message")
            ],
            [
                (
                    "user",
                    "Find the tests",
                    "task-call_z\\nfc_z",
                    "c",
                    "embedded composer",
                ),
                (
                    "assistant",
                    "In tests/.",
                    "task-call_z\\nfc_z",
                    "c",
                    "embedded composer",
                ),
            ],
        )
        self.assertEqual(len(result.GetByDataType("cursor:tool_call")), 1)

    def testToldByRows(self):
        """What rows tell is not told again."""
        result = _ReadCall(
            {**_CHILD, "composerId": "child"},
            rows=[
                evidence.MakeComposer(
                    "child", [evidence.MakeHeader("b1", 1)], name="Look around"
                ),
                evidence.MakeUserBubble("child", "b1", "Find the tests"),
            ],
        )
        self.assertEqual(
            sorted(
                conversation.conversation_identifier
                for conversation in result.GetByDataType("cursor:conversation")
            ),
            ["c", "child"],
        )
        self.assertEqual(
            sorted(
                message.message_body
                for message in result.GetByDataType("cursor:message")
            ),
            ["Find the tests", "In tests/."],
        )

    def testBrokenShapes(self):
        """Other shapes give no conversation, nor do composers without end."""
        for child in ("{", 5, [], {"composerId": "c"}, {"composerId": "x" * 300}):
            result = _ReadCall(child)
            self.assertEqual(len(result.GetByDataType("cursor:conversation")), 1)

        child = {"composerId": "leaf"}
        for number in range(9):
            child = {
                "composerId": f"n{number:d}",
                "conversation": [
                    {
                        "type": 2,
                        "bubbleId": "b",
                        "toolFormerData": {
                            "name": "task",
                            "additionalData": {"composerData": child},
                        },
                    }
                ],
            }
        result = _ReadCall(child)
        self.assertEqual(len(result.GetByDataType("cursor:conversation")), 5)


if __name__ == "__main__":
    unittest.main()
