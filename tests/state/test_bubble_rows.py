"""Tests of the rows of bubbles."""

import unittest
from unittest import mock

from cursor_plaso.state import bubble_rows
from tests import evidence
from tests.state import test_reader


class BubbleRowReaderTest(unittest.TestCase):
    """Tests of the reader of rows of bubbles."""

    def testMissingBubbleAndOrphan(self):
        """A header entry without row and a row without entry are both told."""
        rows = [
            evidence.MakeUserBubble("c", "u1", "listed", 1790000000000),
            evidence.MakeUserBubble("c", "u2", "orphan", 1790000001000),
        ]
        headers = evidence.MakeHeaders(rows[:1])
        headers.append(evidence.MakeHeader("u9", 1, 1790000005000))
        rows.insert(0, evidence.MakeComposer("c", headers))

        result = test_reader.ReadState(rows)
        messages = result.GetByDataType("cursor:message")

        self.assertEqual(
            [(message.role, message.header_list_state) for message in messages],
            [("user", None), ("user", "not in header list"), ("system", None)],
        )
        self.assertIn("missing bubble u9", messages[2].message_body)
        self.assertEqual(messages[2].creation_time.timestamp, 1790000005000)
        self.assertEqual(result.warnings, [])

    def testUnreadableRow(self):
        """A row of which nothing can be read is told, and corrupted."""
        rows = [
            ("bubbleId:c:a1", "no JSON"),
            ("bubbleId:c:a2", "[]"),
            ("bubbleId:c:a3", '{"type":2,"text":"cut o'),
            ("bubbleId:c:a4", '{"type":2,"bubbleI'),
        ]

        result = test_reader.ReadState(rows)

        self.assertEqual(
            [
                (message.role, message.message_body.partition(":")[0], is_corrupted)
                for message, is_corrupted in zip(result.event_data, result.corrupted)
                if message.data_type == "cursor:message"
            ],
            [
                ("system", "unreadable bubble a1", True),
                ("system", "unreadable bubble a2", True),
                ("assistant", "cut o", True),
                ("system", "unreadable bubble a4", True),
            ],
        )
        self.assertEqual(len(result.warnings), 4)

    def testManyMissingBubbles(self):
        """Of very many entries without a bubble the rest is counted."""
        headers = [evidence.MakeHeader(f"u{number:d}", 1) for number in range(5)]
        with mock.patch.object(bubble_rows, "_MAXIMUM_MISSING_BUBBLES", 2):
            result = test_reader.ReadState([evidence.MakeComposer("c", headers)])

        self.assertEqual(len(result.GetByDataType("cursor:message")), 2)
        self.assertEqual(
            result.warnings,
            ["cursorDiskKV row composerData:c: 3 more bubbles are missing"],
        )


if __name__ == "__main__":
    unittest.main()
