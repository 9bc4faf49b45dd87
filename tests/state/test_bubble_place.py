"""Tests of the place of a bubble."""

import unittest

from cursor_plaso.state import bubble_place
from cursor_plaso.state import header_lists


class BubblePlaceTest(unittest.TestCase):
    """Tests of the place of a bubble."""

    def testTurn(self):
        """The time and the model of a turn are those of its user bubble."""
        place = bubble_place.BubblePlace()
        self.assertIsNone(place.model)
        self.assertEqual(place.GetTurnTime(), (None, None))

        place.turn = header_lists.UserTurn()
        place.turn.model = "grok-4.6"
        self.assertEqual(place.model, "grok-4.6")
        self.assertEqual(place.GetTurnTime(), (None, None))

        place.turn.milliseconds = 1790848800123
        place.turn.time_source = "bubble.createdAt"
        date_time, time_source = place.GetTurnTime()
        self.assertEqual(date_time.CopyToDateTimeString(), "2026-10-01 10:00:00.123")
        self.assertEqual(time_source, "bubble.createdAt of the user bubble of the turn")


if __name__ == "__main__":
    unittest.main()
