"""Tests of the parser for usage exports."""

import os
import unittest

from tests import lib

_FILES_PATH = os.path.join(lib.TEST_DATA_PATH, "files")


class CursorUsageExportParserTest(unittest.TestCase):
    """Tests of the parser for usage exports."""

    def testParse(self):
        """A row is an event at its date, one of a cloud agent is joined to it."""
        result = lib.ParsePath(
            "cursor_usage_export",
            os.path.join(_FILES_PATH, "usage-events-2026-10-02.csv"),
        )
        events = lib.MakeEvents(result)

        self.assertEqual(len(events), 6)
        time, description, event_data = events[1]
        self.assertEqual(time, "2026-10-01T10:01:03.000+00:00")
        self.assertEqual(description, "Recorded Time")
        self.assertEqual(event_data.conversation_identifier, "bc-e1")
        self.assertEqual(
            lib.FormatMessage(event_data)[0],
            "usage: On-Demand model=grok-4.7 max mode=Yes input=1200 "
            "input with cache write=0 cache read=0 output=300 total=1500 cost=$0.12 "
            "(user: ana@example.test) [bc-e1]",
        )

        # The row that has no date and no numbers.
        self.assertEqual(events[4][0], "Not set")
        self.assertEqual(len(result.warnings), 1)
        self.assertIn("line 6", result.warnings[0])

    def testOldExport(self):
        """An export of 2025 has fewer columns."""
        result = lib.ParsePath(
            "cursor_usage_export", os.path.join(_FILES_PATH, "usage-events-old.csv")
        )

        self.assertEqual(len(result.event_data), 1)
        self.assertEqual(result.event_data[0].total_tokens, 100)
        self.assertIsNone(result.event_data[0].account_name)

    def testForeign(self):
        """Other CSV gives neither an event nor a warning."""
        result = lib.ParsePath(
            "cursor_usage_export", os.path.join(_FILES_PATH, "other.csv")
        )

        self.assertEqual(result.event_data, [])
        self.assertEqual(result.warnings, [])


if __name__ == "__main__":
    unittest.main()
