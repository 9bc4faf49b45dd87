"""Tests of the records that trees tell."""

import unittest

from dfdatetime import posix_time as dfdatetime_posix_time

from cursor_plaso import events
from cursor_plaso.state import tree_records


class _Recovery:
    """Stand-in for a recovered row."""

    complete = True
    location = "WAL frame 3, page 7, offset 12"


def _MakeMessage(text, has_time=False):
    """Makes a message.

    Args:
      text (str): text.
      has_time (Optional[bool]): True if the message has a time.

    Returns:
      CursorMessageEventData: event data.
    """
    message = events.CursorMessageEventData()
    message.conversation_identifier = "c"
    message.message_body = text
    message.role = "user"
    if has_time:
        message.sent_time = dfdatetime_posix_time.PosixTime(timestamp=1790848800)
    return message


class TreeRecordsTest(unittest.TestCase):
    """Tests of the records."""

    def testPlaceOfACopy(self):
        """A recovered copy of what a tree tells is a place of it."""
        records = tree_records.TreeRecords()
        records.Add(_MakeMessage("one"))
        records.Add(_MakeMessage("cut"), corrupted=True)

        self.assertTrue(records.TakeRecovered(_MakeMessage("one"), _Recovery()))
        self.assertFalse(records.TakeRecovered(_MakeMessage("cut"), _Recovery()))
        self.assertFalse(records.TakeRecovered(_MakeMessage("two"), _Recovery()))

        self.assertEqual(records.GetPlaces(_MakeMessage("one")), [_Recovery.location])
        self.assertIsNone(records.GetPlaces(_MakeMessage("two")))
        self.assertFalse(records.TakeTold(_MakeMessage("one")))

    def testRowWithATime(self):
        """A row that has the time that the tree lacks is told in its place, once."""
        records = tree_records.TreeRecords()
        records.Add(_MakeMessage("one"))
        records.Add(_MakeMessage("two", has_time=True))
        row = _MakeMessage("one", has_time=True)

        self.assertFalse(records.TakeRecovered(row, _Recovery()))
        self.assertEqual(row.secondary_sources, ["agent.v1 tree"])
        self.assertTrue(
            records.TakeRecovered(_MakeMessage("two", has_time=True), _Recovery())
        )

        # The same text was sent twice, of which one row was recovered.
        self.assertTrue(records.TakeTold(_MakeMessage("one")))
        self.assertFalse(records.TakeTold(_MakeMessage("one")))

    def testKnownKeys(self):
        """What another tree tells is told by that."""
        records = tree_records.TreeRecords()
        records.Add(_MakeMessage("one"))
        others = tree_records.TreeRecords(records.content_keys)

        self.assertTrue(others.TakeTold(_MakeMessage("one")))
        self.assertTrue(others.TakeTold(_MakeMessage("one")))
        self.assertFalse(others.TakeTold(_MakeMessage("two")))


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
            tree_records.GetContentKey(message),
            tree_records.GetContentKey(other_message),
        )
        other_message.conversation_identifier = "d"
        self.assertNotEqual(
            tree_records.GetContentKey(message),
            tree_records.GetContentKey(other_message),
        )
        self.assertIsNone(tree_records.GetContentKey(events.CursorPlanEventData()))


if __name__ == "__main__":
    unittest.main()
