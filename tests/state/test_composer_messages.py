"""Tests of messages and tool calls that a composer holds itself."""

import json
import os
import tempfile
import unittest

from cursor_plaso import database
from cursor_plaso import producer
from cursor_plaso.state import reader
from tests import evidence
from tests.state import test_reader


class ComposerMessagesTest(unittest.TestCase):
    """Tests of composers between: messages inline in the global database."""

    def _Read(self, rows):
        """Reads a database whose conversations the workspaces name.

        Args:
          rows (list[tuple[str, object]]): rows of cursorDiskKV.

        Returns:
          CollectingProducer: what was produced.
        """

        class ProjectMap:
            """Map that knows the project of every conversation."""

            def GetProjectPath(self, unused_identifier, unused_workspace=None):
                """Retrieves a path.

                Returns:
                  str: path.
                """
                return "/srv/proj"

        collecting_producer = producer.CollectingProducer()
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, "state.vscdb")
            evidence.WriteStateDatabase(path, rows)
            with open(path, "rb") as file_object:
                state_database = database.Database(
                    file_object, producer=collecting_producer
                )
                reader.StateReader(
                    collecting_producer, state_database, project_map=ProjectMap()
                ).Read()
        return collecting_producer

    def testProject(self):
        """What the composer holds has the project that only the workspaces name."""
        row = (
            "composerData:c",
            {
                "composerId": "c",
                "status": "completed",
                "createdAt": evidence.START_MILLISECONDS,
                "conversation": [
                    {"type": 1, "bubbleId": "b1", "text": "question"},
                    {
                        "type": 2,
                        "bubbleId": "b2",
                        "text": "",
                        "timingInfo": {"clientRpcSendTime": 1733000001000},
                    },
                ],
                "capabilities": [
                    {
                        "type": 15,
                        "data": {
                            "bubbleDataMap": {
                                "b2": {"name": "list_dir", "status": "completed"}
                            }
                        },
                    }
                ],
                "newlyCreatedFiles": [{"uri": {"path": "/srv/proj/n.py"}}],
            },
        )
        result = self._Read([row])

        for data_type in (
            "cursor:conversation",
            "cursor:file:edit",
            "cursor:message",
            "cursor:tool_call",
        ):
            event_data = result.GetByDataType(data_type)
            self.assertEqual(len(event_data), 1, data_type)
            self.assertEqual(event_data[0].project_path, "/srv/proj")
        conversation = result.GetByDataType("cursor:conversation")[0]
        self.assertEqual(conversation.message_count, 2)
        # The bubble, whose record stands apart, has the time of the call.
        call = result.GetByDataType("cursor:tool_call")[0]
        self.assertEqual(call.creation_time.timestamp, 1733000001000)
        self.assertEqual(call.time_source, "bubble.timingInfo.clientRpcSendTime")
        self.assertEqual(call.turn_number, 1)
        self.assertIsNone(call.header_list_state)

    def testConversationMap(self):
        """Bubbles in the map of a composer are read in the order of the header list."""
        row = (
            "composerData:c",
            {
                "composerId": "c",
                "status": "completed",
                "conversationMap": {
                    "b2": {"type": 2, "text": "answer"},
                    "b1": {"type": 1, "text": "question"},
                },
                "fullConversationHeadersOnly": [
                    {"bubbleId": "b1", "type": 1},
                    {"bubbleId": "b2", "type": 2},
                ],
            },
        )
        self.assertEqual(
            [
                (message.sequence_number, message.role, message.message_body)
                for message in self._Read([row]).GetByDataType("cursor:message")
            ],
            [(0, "user", "question"), (1, "assistant", "answer")],
        )

    def testInlineConversation(self):
        """Messages that the composer holds itself are read, those with rows once."""
        rows = [
            evidence.MakeComposer(
                "c",
                status="completed",
                conversation=[
                    {"type": 1, "bubbleId": "u1", "text": "inline question"},
                    {"type": 2, "bubbleId": "a1", "text": "inline reply"},
                    "no message",
                ],
            ),
            evidence.MakeAssistantBubble("c", "a1", "reply of the row"),
        ]

        result = test_reader.ReadState(rows)
        messages = result.GetByDataType("cursor:message")

        self.assertEqual(
            sorted(message.message_body for message in messages),
            ["inline question", "reply of the row"],
        )
        self.assertEqual(len(result.warnings), 1)

    def testRowWithoutValue(self):
        """A message whose row a delete has emptied stands in the composer only."""
        rows = [
            evidence.MakeComposer(
                "c",
                status="completed",
                conversation=[{"type": 1, "bubbleId": "u1", "text": "question"}],
            ),
            ("bubbleId:c:u1", None),
        ]

        result = test_reader.ReadState(rows)

        (message,) = result.GetByDataType("cursor:message")
        self.assertEqual(message.message_body, "question")
        self.assertEqual(message.evidence_source, "inline conversation")

    def testToolRecordsApart(self):
        """Tool records of the oldest composers are calls, those of bubbles once."""
        tool_record = {
            "name": "read_file",
            "toolCallId": "tc1",
            "params": '{"relativeWorkspacePath":"calc.py"}',
        }
        rows = [
            evidence.MakeComposer(
                "c",
                status="completed",
                capabilities=[
                    {
                        "type": 15,
                        "data": {
                            "bubbleDataMap": json.dumps(
                                {"b1": tool_record, "b2": tool_record, "b3": 5}
                            )
                        },
                    }
                ],
            ),
            ("bubbleId:c:b2", {"type": 2, "toolFormerData": tool_record}),
        ]

        calls = test_reader.ReadState(rows).GetByDataType("cursor:tool_call")

        self.assertEqual(
            sorted(call.evidence_source for call in calls), ["bubble", "bubbleDataMap"]
        )

    def testToolRecordsOfOtherShapes(self):
        """Records that are no calls are none, and each is told once."""
        tool_record = {"name": "read_file", "toolCallId": "tc1"}
        rows = [
            evidence.MakeComposer(
                "c",
                status="completed",
                capabilities=[
                    5,
                    {"type": 15},
                    {"type": 15, "data": {"bubbleDataMap": "{}"}},
                    {"type": 15, "data": {"bubbleDataMap": "{cut"}},
                    {"type": 15, "data": {"bubbleDataMap": {"b0": {"name": ""}}}},
                    {"type": 15, "data": {"bubbleDataMap": {"b1": tool_record}}},
                    {"type": 15, "data": {"bubbleDataMap": {"b1": tool_record}}},
                ],
            )
        ]

        result = test_reader.ReadState(rows)

        self.assertEqual(
            [
                (call.tool_name, call.record_key)
                for call in result.GetByDataType("cursor:tool_call")
            ],
            [("read_file", "cursorDiskKV[composerData:c#bubbleDataMap[b1]]")],
        )


if __name__ == "__main__":
    unittest.main()
