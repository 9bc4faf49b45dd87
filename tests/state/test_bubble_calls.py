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
