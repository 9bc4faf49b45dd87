"""Tests of what the tree of a live conversation adds to its bubbles."""

import base64
import unittest

from dfdatetime import posix_time as dfdatetime_posix_time

from cursor_plaso import events
from cursor_plaso.agent import records
from cursor_plaso.state import supplements


def _CreateTime(milliseconds):
    """Creates a date and time.

    Args:
      milliseconds (int): milliseconds since the epoch.

    Returns:
      dfdatetime.PosixTimeInMilliseconds: date and time.
    """
    return dfdatetime_posix_time.PosixTimeInMilliseconds(timestamp=milliseconds)


class SupplementsTest(unittest.TestCase):
    """Tests of supplements."""

    def _MakeSupplements(self):
        """Makes supplements of one turn.

        Returns:
          Supplements: supplements.
        """
        turn = records.Turn(request_id="r1")
        turn.user = records.UserMessage(
            text="typed or not",
            started_ms=1790000000123,
            started_source="UserMessage.started_at_ms",
            is_simulated=True,
            simulated_reason="background task completion",
        )
        turn.steps = [
            records.Step(
                kind="assistant",
                text="The reply",
                started_ms=1790000001456,
                started_source="AssistantMessage.started_at_ms",
            ),
            records.Step(
                kind="tool",
                tool_call_id="tc1",
                outcome="success",
                result="a.py",
                started_ms=1790000002000,
                started_source="ToolCall.started_at_ms",
                completed_ms=1790000002500,
                completed_source="ToolCall.completed_at_ms",
            ),
        ]
        tree_supplements = supplements.Supplements()
        tree_supplements.AddTurn(turn)
        return tree_supplements

    def testMessage(self):
        """A reply without time gets the time of its step, to the millisecond."""
        event_data = events.CursorMessageEventData()
        event_data.role = "assistant"
        event_data.turn_start_time = _CreateTime(1)

        step = self._MakeSupplements().GetMessage("assistant", "The  reply\n")
        supplements.FillMessage(event_data, step, _CreateTime)

        self.assertEqual(event_data.creation_time.timestamp, 1790000001456)
        self.assertIsNone(event_data.turn_start_time)
        self.assertEqual(
            event_data.time_source,
            "AssistantMessage.started_at_ms of the agent.v1 tree",
        )
        self.assertEqual(event_data.secondary_sources, ["agent.v1 tree: time"])

    def testUserMessage(self):
        """The tree names the reason of an injected turn, joined by request."""
        event_data = events.CursorMessageEventData()
        event_data.role = "user"
        event_data.sent_time = _CreateTime(1790000000000)

        user = self._MakeSupplements().GetUserMessage("r1", None)
        supplements.FillMessage(event_data, user, _CreateTime)

        self.assertEqual(event_data.injection_reason, "background task completion")
        self.assertIs(event_data.injected, True)
        # The time of the bubble itself stays.
        self.assertEqual(event_data.sent_time.timestamp, 1790000000000)

    def testCall(self):
        """A call gets the result and the times it lacks, and keeps what it has."""
        event_data = events.CursorToolCallEventData()
        event_data.outcome = "error"

        step = self._MakeSupplements().GetCall("tc1")
        supplements.FillCall(event_data, step, False, _CreateTime)

        self.assertEqual(event_data.outcome, "error")
        self.assertEqual(event_data.result, "a.py")
        self.assertEqual(event_data.start_time.timestamp, 1790000002000)
        self.assertEqual(event_data.end_time.timestamp, 1790000002500)
        self.assertIn("agent.v1 tree", event_data.secondary_sources[0])

    def testLesserFacts(self):
        """The tree adds lesser facts to those of the bubble, each once."""
        message = events.CursorMessageEventData()
        message.role = "user"
        message.details = ["task: 42"]
        user = records.UserMessage(
            simulated_title="sleep 5", task_id="42", user_auth_id="auth0|user_01"
        )
        supplements.FillMessage(message, user, _CreateTime)

        self.assertEqual(message.account_identifier, "auth0|user_01")
        self.assertEqual(message.details, ["task: 42", "title: sleep 5"])
        self.assertEqual(
            message.secondary_sources, ["agent.v1 tree: account and details"]
        )

        call = events.CursorToolCallEventData()
        step = records.Step(sandbox="workspace readwrite")
        step.file_edit = records.FileEdit(path="a.py", lines_added=1)
        supplements.FillCall(call, step, True, _CreateTime)

        self.assertEqual(call.changed_files, ["a.py +1"])
        self.assertEqual(call.details, ["sandbox: workspace readwrite"])

    def testNothingJoins(self):
        """What joins nothing gives nothing."""
        tree_supplements = self._MakeSupplements()

        self.assertIsNone(tree_supplements.GetCall(None))
        self.assertIsNone(tree_supplements.GetMessage("assistant", None))
        self.assertIsNone(tree_supplements.GetMessage("thinking", "The reply"))
        self.assertIsNone(tree_supplements.GetUserMessage("r9", "other"))

    def testBinary(self):
        """What is no copy of a call is none."""
        for binary in (None, "", "!!", base64.b64encode(b"\xff" * 9).decode("ascii")):
            supplements.DecodeBinary({"toolCallBinary": binary})
        self.assertIsNone(supplements.DecodeBinary({}))


class ContentIndexTest(unittest.TestCase):
    """Tests of the index of what live bubbles hold."""

    def testHas(self):
        """An index has what was added, by role."""
        index = supplements.ContentIndex()
        index.Add("user", "hello there")
        index.Add("assistant", None)

        self.assertTrue(index.Has("user", "hello  there"))
        self.assertFalse(index.Has("assistant", "hello there"))
        self.assertFalse(index.Has("assistant", None))


if __name__ == "__main__":
    unittest.main()
