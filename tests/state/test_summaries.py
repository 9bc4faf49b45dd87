"""Tests of the summaries of conversations."""

import json
import unittest

from cursor_plaso.state import summaries


class SummariesTest(unittest.TestCase):
    """Tests of the summaries of conversations."""

    def testGetSummaries(self):
        """A summary is text, an object that holds it, or JSON of one (2.3)."""
        names = summaries.BUBBLE_NAMES
        for value in (
            "They added add().",
            {"summary": "They added add()."},
            {"summary": {"summary": "They added add()."}},
            json.dumps({"summary": "They added add()."}),
        ):
            with self.subTest(value=value):
                self.assertEqual(
                    summaries.GetSummaries({"cachedConversationSummary": value}, names),
                    ["They added add()."],
                )
        for value in (None, "", "{}", 7, [], {"summary": 7}):
            with self.subTest(value=value):
                self.assertEqual(
                    summaries.GetSummaries({"cachedConversationSummary": value}, names),
                    [],
                )

    def testOnce(self):
        """Two members with one text give it once."""
        bubble = {
            "cachedConversationSummary": "They added add().",
            "conversationSummary": {"summary": "They added add()."},
        }

        self.assertEqual(
            summaries.GetSummaries(bubble, summaries.BUBBLE_NAMES),
            ["They added add()."],
        )

    def testCreateEventData(self):
        """A summary is text of the program, not of the person."""
        event_data = summaries.CreateEventData("They added add().")

        self.assertEqual(event_data.role, "system")
        self.assertIs(event_data.injected, True)
        self.assertEqual(event_data.injection_reason, "summary of earlier messages")
        self.assertEqual(event_data.message_body, "They added add().")


if __name__ == "__main__":
    unittest.main()
