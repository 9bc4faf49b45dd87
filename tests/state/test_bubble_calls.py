"""Tests of the reader of tool records: shapes that the reader of bubbles does not."""

import unittest

from cursor_plaso.state import bubble_calls
from tests.state import test_reader


class ToolCallReaderTest(unittest.TestCase):
    """Tests of single tool records."""

    def testLesserFacts(self):
        """Attachments, contents and the end of a sub-agent are told (2.3)."""
        result = test_reader.ReadState(
            [
                (
                    "bubbleId:c:b",
                    {
                        "type": 2,
                        "capabilityType": 15,
                        "toolFormerData": {
                            "additionalData": {
                                "status": "success",
                                "terminationReason": "superseded",
                            },
                            "attachments": [{"path": "/srv/a.png"}],
                            "name": "edit_file_v2",
                            "params": '{"relativeWorkspacePath":"/srv/proj/calc.py"}',
                            "result": '{"beforeContentId":"composer.content.aa"}',
                            "status": "completed",
                            "tool": 38,
                            "toolCallId": "tc1",
                        },
                    },
                )
            ]
        )
        call = result.GetByDataType("cursor:tool_call")[0]

        self.assertEqual(call.attachments, "/srv/a.png")
        self.assertEqual(
            call.changed_files, "/srv/proj/calc.py before composer.content.aa"
        )
        self.assertEqual(call.details, "terminationReason=superseded")

    def testResults(self):
        """Calls that stand in a list of a bubble are told, each once."""
        tool_result = {
            "toolCallId": "tc1",
            "toolName": "read_file",
            "args": '{"relativeWorkspacePath":"a.py"}',
            "content": "x = 1",
            "startedAtMs": "1790848800000",
        }
        result = test_reader.ReadState(
            [
                (
                    "bubbleId:c:b",
                    {
                        "type": 2,
                        "text": "I read it.",
                        "createdAt": "2026-10-01T10:00:05.000Z",
                        "toolResults": [
                            tool_result,
                            dict(tool_result, toolCallId="tc2", startedAtMs=None),
                            {"content": "no call"},
                            5,
                        ],
                    },
                ),
                (
                    "bubbleId:c:b2",
                    {"type": 2, "text": "Again.", "toolResults": [tool_result]},
                ),
            ]
        )
        calls = result.GetByDataType("cursor:tool_call")

        self.assertEqual(
            [
                (call.tool_call_identifier, call.tool_name, call.call_summary)
                for call in calls
            ],
            [("tc1", "read_file", "a.py"), ("tc2", "read_file", "a.py")],
        )
        self.assertEqual(calls[0].result, "x = 1")
        self.assertEqual(
            calls[0].start_time.CopyToDateTimeString(), "2026-10-01 10:00:00.000"
        )
        self.assertEqual(
            calls[1].creation_time.CopyToDateTimeString(), "2026-10-01 10:00:05.000"
        )
        self.assertEqual(
            calls[1].record_key, "cursorDiskKV[bubbleId:c:b#toolResults.1]"
        )

    def testIsToolCall(self):
        """A record without name, number and call is no call (2.3)."""
        for tool_data, expected_result in (
            ({"additionalData": {"status": "error"}}, False),
            ({}, False),
            ({"tool": 15}, False),
            ({"tool": 15, "toolCallId": "tc1"}, True),
            ({"tool": 15, "params": "{}"}, True),
            ({"name": "read_file"}, True),
        ):
            with self.subTest(tool_data=tool_data):
                self.assertIs(bubble_calls.IsToolCall(tool_data), expected_result)


if __name__ == "__main__":
    unittest.main()
