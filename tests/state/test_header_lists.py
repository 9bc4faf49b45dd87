"""Tests of header lists."""

import unittest

from cursor_plaso.state import header_lists


def _MakeTurn(own_model=None, carries_mode=False):
    """Makes a user turn.

    Args:
      own_model (Optional[str]): model the bubble names.
      carries_mode (Optional[bool]): True if the bubble has an agentMode.

    Returns:
      UserTurn: user turn.
    """
    user_turn = header_lists.UserTurn()
    user_turn.own_model = own_model
    user_turn.carries_mode = carries_mode
    return user_turn


class HeaderListTest(unittest.TestCase):
    """Tests of a header list."""

    def testEntries(self):
        """Entries have positions and times, and a repeated one counts once."""
        header_list = header_lists.HeaderList()

        number_of_errors = header_list.AddEntries(
            [
                {"bubbleId": "u1", "type": 1, "createdAt": "2026-10-01T10:00:00.000Z"},
                {"bubbleId": "a1/s:0", "type": 2, "startedAtMs": 1790848801000},
                {"bubbleId": "u1", "type": 1},
                "no entry",
                {"type": 2},
            ]
        )

        self.assertEqual(number_of_errors, 2)
        self.assertEqual(len(header_list), 2)
        self.assertEqual(header_list.GetPosition("u1"), 0)
        self.assertEqual(header_list.GetPosition("a1/s:0"), 1)
        self.assertIsNone(header_list.GetPosition("a9"))
        self.assertEqual(header_list.GetTimes(0), (1790848800000, None, None))
        self.assertEqual(header_list.GetTimes(1), (None, 1790848801000, None))
        self.assertTrue(header_list.IsUser(0))
        self.assertFalse(header_list.IsUser(1))

    def testUserIdentifiers(self):
        """The identifiers of the user bubbles are kept in order, once each."""
        first = header_lists.HeaderList()
        first.AddEntries([{"bubbleId": "u1", "type": 1}, {"bubbleId": "a1", "type": 2}])
        second = header_lists.HeaderList()
        second.AddEntries(
            [
                {"bubbleId": "u1", "type": 1},
                {"bubbleId": "u3", "type": 1},
                {"bubbleId": "u2", "type": 1},
            ]
        )

        first.Extend([second])

        self.assertEqual(first.user_identifiers, ["u1", "u3", "u2"])

    def testChunks(self):
        """A chunk goes on where the one before ended."""
        first = header_lists.HeaderList()
        first.AddEntries([{"bubbleId": "u1", "type": 1}, {"bubbleId": "a1", "type": 2}])
        second = header_lists.HeaderList()
        second.AddEntries(
            [
                {"bubbleId": "a1", "type": 2},
                {"bubbleId": "u2", "type": 1, "completedAtMs": 1790848800000},
            ]
        )

        first.Extend([second])

        self.assertEqual(len(first), 3)
        self.assertEqual(first.GetPosition("u2"), 2)
        self.assertEqual(first.GetTimes(2), (None, None, 1790848800000))
        self.assertEqual(first.GetTurn(1)[0], 1)
        self.assertEqual(first.GetTurn(2)[0], 2)

    def testTurns(self):
        """What stands before the first user entry is in no turn."""
        header_list = header_lists.HeaderList()
        header_list.AddEntries(
            [
                {"bubbleId": "a0", "type": 2},
                {"bubbleId": "u1", "type": 1},
                {"bubbleId": "a1", "type": 2},
            ]
        )
        header_list.user_turns[1] = _MakeTurn("grok-4.6")

        self.assertEqual(header_list.GetTurn(0), (None, None))
        self.assertEqual(header_list.GetTurn(2), (1, header_list.user_turns[1]))

    def testModels(self):
        """The model is followed through turns that name none."""
        header_list = header_lists.HeaderList()
        header_list.user_turns = {
            0: _MakeTurn("grok-4.6", True),
            4: _MakeTurn(),
            8: _MakeTurn("grok-4.6", True),
            12: _MakeTurn("grok-4.7", True),
        }

        changes = [
            (position, previous_model, user_turn.own_model)
            for position, previous_model, user_turn in header_list.ResolveTurns()
        ]

        self.assertEqual(changes, [(0, None, "grok-4.6"), (12, "grok-4.6", "grok-4.7")])
        self.assertEqual(header_list.user_turns[4].model, "grok-4.6")
        self.assertTrue(header_list.user_turns[4].injected)
        self.assertFalse(header_list.user_turns[8].injected)

    def testSeen(self):
        """An entry whose bubble was not seen is missing."""
        header_list = header_lists.HeaderList()
        header_list.AddEntries([{"bubbleId": "u1"}, {"bubbleId": "a1"}])

        self.assertTrue(header_list.SetSeen(0))
        self.assertFalse(header_list.SetSeen(0))
        self.assertEqual(header_list.number_of_missing, 1)

    def testGetEntries(self):
        """A header list is a list, or the member of a composer."""
        self.assertEqual(header_lists.GetEntries([1]), [1])
        self.assertEqual(
            header_lists.GetEntries({"fullConversationHeadersOnly": [2]}), [2]
        )
        self.assertIsNone(header_lists.GetEntries({"text": "x"}))
        self.assertIsNone(header_lists.GetEntries(None))

    def testGetGroupingFacts(self):
        """An entry tells of its bubble what storage-facts 2.4 names."""
        self.assertEqual(
            header_lists.GetGroupingFacts(
                {
                    "grouping": {
                        "isRenderable": True,
                        "toolFormerTool": 15,
                        "shellStatus": "success",
                        "editLinesAdded": 0,
                        "textPreview": "Run the tests",
                    }
                }
            ),
            "tool: 15, shell status: success, preview: Run the tests",
        )
        for entry in ({}, {"grouping": []}, {"grouping": {"hasText": True}}):
            self.assertIsNone(header_lists.GetGroupingFacts(entry))


if __name__ == "__main__":
    unittest.main()
