"""Tests of what the readers of one state.vscdb share."""

import unittest

from cursor_plaso import events
from cursor_plaso import producer
from cursor_plaso.state import context


class _Recovery:
    """Stand-in for a recovered row."""

    complete = False
    completeness = "10 of 20 bytes"
    location = "freelist page 7, offset 12"
    method = "freelist page"
    other_places = ("WAL frame 3, page 7, offset 12",)


class StateContextTest(unittest.TestCase):
    """Tests of the context."""

    def setUp(self):
        """Makes a context."""
        self.producer = producer.CollectingProducer(platform="Linux", username="ana")
        self.context = context.StateContext(self.producer, None)

    def _MakeMessage(self):
        """Makes a message.

        Returns:
          CursorMessageEventData: event data.
        """
        event_data = events.CursorMessageEventData()
        event_data.role = "user"
        event_data.message_body = "text"
        return event_data

    def testFacts(self):
        """A record takes the facts of its conversation, its own stay."""
        facts = self.context.GetConversation("c")
        facts.title = "Title"
        facts.project_path = "/srv/proj"
        event_data = self._MakeMessage()
        event_data.project_path = "/other"

        self.context.Produce(event_data, "cursorDiskKV", "bubbleId:c:a\nb", "c")

        self.assertEqual(event_data.conversation_title, "Title")
        self.assertEqual(event_data.project_path, "/other")
        self.assertEqual(event_data.record_key, "cursorDiskKV[bubbleId:c:a\\nb]")
        self.assertEqual(event_data.username, "ana")
        self.assertEqual(self.producer.recovered, [False])

    def testSetFacts(self):
        """Any record gets what is known, and an empty text is nothing of its own."""
        facts = self.context.GetConversation("c")
        facts.git_branch = "main"
        facts.parent_conversation_identifier = "p"
        facts.title = "Title"
        self.context.project_path = "/srv/proj"
        event_data = self._MakeMessage()
        event_data.conversation_identifier = "c"
        event_data.conversation_title = ""
        event_data.git_branch = "topic"

        self.context.SetFacts(event_data)

        self.assertEqual(event_data.conversation_title, "Title")
        self.assertEqual(event_data.git_branch, "topic")
        self.assertEqual(event_data.parent_conversation_identifier, "p")
        self.assertEqual(event_data.project_path, "/srv/proj")

        facts.project_path = "/srv/other"
        for identifier, project_path in (("c", "/srv/other"), (None, "/srv/proj")):
            event_data = self._MakeMessage()
            event_data.conversation_identifier = identifier
            self.context.SetFacts(event_data)
            self.assertEqual(event_data.project_path, project_path)

    def testRecovery(self):
        """A recovered record says where and how whole it was found."""
        self.context.recovery = _Recovery()
        event_data = self._MakeMessage()

        self.context.Produce(event_data, "cursorDiskKV", "k", "c")

        self.assertEqual(event_data.recovery_method, "freelist page")
        self.assertEqual(event_data.recovery_location, "freelist page 7, offset 12")
        self.assertEqual(event_data.recovery_completeness, "10 of 20 bytes")
        self.assertEqual(event_data.recovery_places, "WAL frame 3, page 7, offset 12")
        self.assertEqual(self.producer.recovered, [True])
        self.assertEqual(self.producer.corrupted, [True])

    def testKnownRecovery(self):
        """What newer versions say is not produced again."""
        self.context.novelty.SetRow(("t", "k"), [self._MakeMessage()])
        self.context.recovery = _Recovery()

        self.context.Produce(self._MakeMessage(), "t", "k")

        self.assertEqual(self.producer.event_data, [])

    def testCapture(self):
        """What is captured is not produced, and gives no warning."""

        def Read(key):
            self.context.Warn("t", key, "bad")
            self.context.Produce(self._MakeMessage(), "t", key)

        captured = self.context.Capture(Read, "k")

        self.assertEqual(len(captured), 1)
        self.assertEqual(self.producer.event_data, [])
        self.assertEqual(self.producer.warnings, [])

    def testWarn(self):
        """A warning names table, key and reason, and is bounded."""
        self.context.Warn("ItemTable", "key\n" + "x" * 1000, "not JSON")

        self.assertEqual(len(self.producer.warnings), 1)
        self.assertTrue(self.producer.warnings[0].startswith("ItemTable row key\\nxxx"))
        self.assertTrue(self.producer.warnings[0].endswith("...: not JSON"))


if __name__ == "__main__":
    unittest.main()
