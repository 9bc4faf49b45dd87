"""Tests of permission records: the shapes of the seed's "Tool bubbles"."""

import unittest

from cursor_plaso import events
from cursor_plaso.state import permissions


def _MakeToolData(status="completed", **additional_data):
    """Makes a tool record.

    Args:
      status (Optional[str]): status of the call.
      additional_data (dict[str, object]): members of additionalData.

    Returns:
      dict[str, object]: tool record.
    """
    return {"name": "run_terminal_command_v2", "status": status} | {
        "additionalData": additional_data
    }


class PermissionRecordTest(unittest.TestCase):
    """Tests of what a tool record says of its permission."""

    def testRun(self):
        """Run is a decision of the user."""
        record = permissions.GetPermissionRecord(
            _MakeToolData(
                status="success",
                blockReason="Not in allowlist: curl, head",
                reviewData={
                    "selectedOption": "run",
                    "approvalType": "user",
                    "status": "Done",
                },
            )
            | {"status": "completed"}
        )

        self.assertFalse(record.is_pending)
        self.assertEqual(record.decision, "run")
        self.assertEqual(record.approval_type, "user")
        self.assertEqual(record.reason, "Not in allowlist: curl, head")

    def testAllowAlways(self):
        """An allow-always choice names the commands, whatever the option says."""
        for selected_option in ("run", "allowlistCommands"):
            record = permissions.GetPermissionRecord(
                _MakeToolData(
                    reviewData={
                        "selectedOption": selected_option,
                        "status": "Done",
                        "allowlistOptions": [{"id": "o1", "commandName": "curl"}],
                        "appliedAllowlistOptionIds": ["o1", "unknown"],
                    }
                )
            )
            self.assertEqual(record.decision, selected_option)
            self.assertEqual(record.allowlisted, ["curl", "unknown"])

    def testPending(self):
        """The option of an open prompt is a preset, not an answer."""
        for tool_data in (
            _MakeToolData(
                status="loading",
                reviewData={
                    "status": "Requested",
                    "selectedOption": "rejectAndTellWhatToDoDifferently",
                    "allowlistOptions": [],
                },
            ),
            _MakeToolData(
                reviewData={"status": "Requested", "selectedOption": "run"},
            ),
        ):
            record = permissions.GetPermissionRecord(tool_data)
            self.assertTrue(record.is_pending)
            self.assertEqual(record.options, [])

    def testStopped(self):
        """A call cut off by a stop was neither answered nor is it pending."""
        record = permissions.GetPermissionRecord(
            {
                "status": "completed",
                "additionalData": {
                    "status": "rejected",
                    "reviewData": {
                        "status": "None",
                        "selectedOption": "rejectAndTellWhatToDoDifferently",
                    },
                },
            }
        )

        self.assertEqual(record.decision, "stopped by the user")

    def testAutoRun(self):
        """A call that was never asked for has no permission record."""
        self.assertIsNone(permissions.GetPermissionRecord(_MakeToolData()))
        self.assertIsNone(
            permissions.GetPermissionRecord(
                {"additionalData": {"status": "error"}, "status": "completed"}
            )
        )
        self.assertIsNone(permissions.GetPermissionRecord({"additionalData": 5}))

    def testOldDecision(self):
        """userDecision of older builds is a decision, a refusal says so."""
        record = permissions.GetPermissionRecord(
            {"userDecision": "rejected", "result": '{"rejected": true}'}
        )

        self.assertEqual(record.decision, "rejected")
        self.assertEqual(record.outcome, "rejected")

    def testOldRefusal(self):
        """A result that only says rejected is a refusal, without userDecision too."""
        record = permissions.GetPermissionRecord(
            {
                "result": '{"rejected": true}',
                "status": "cancelled",
                "additionalData": {"status": "pending"},
            }
        )

        self.assertEqual(record.decision, "rejected")
        self.assertEqual(record.outcome, "rejected")

    def testOldPending(self):
        """A command of 0.50.7 that needs approval and has no answer is waiting."""
        params = {"command": "make", "requireUserApproval": True}
        for stored_params in (params, '{"command":"make","requireUserApproval":true}'):
            record = permissions.GetPermissionRecord(
                {
                    "status": "loading",
                    "params": stored_params,
                    "additionalData": {"status": "pending"},
                }
            )
            self.assertTrue(record.is_pending)
            self.assertEqual(record.outcome, "pending")

        for tool_data in (
            {"status": "completed", "params": params},
            {"status": "loading", "params": params, "result": '{"output": ""}'},
            {"status": "loading", "params": {"requireUserApproval": False}},
            {"status": "loading", "params": 'no JSON: "requireUserApproval"'},
            {"status": "loading"},
        ):
            self.assertIsNone(permissions.GetPermissionRecord(tool_data))

    def testCreateEventData(self):
        """A pending record is a prompt, another one a decision."""
        record = permissions.PermissionRecord()
        self.assertIsInstance(
            permissions.CreateEventData(record), events.CursorPermissionPromptEventData
        )
        record.decision = "run"
        record.allowlisted = ["curl", "head"]
        event_data = permissions.CreateEventData(record)
        self.assertIsInstance(event_data, events.CursorPermissionDecisionEventData)
        self.assertEqual(event_data.allowlisted, "curl,head")

    def testRefusal(self):
        """A refusal that only the copy of the call holds is a decision."""
        call = events.CursorToolCallEventData()
        call.outcome = "rejected"
        call.reason = "not now"
        self.assertIsNone(permissions.GetRefusal(call))

        call.secondary_sources = ["toolCallBinary: outcome and reason"]
        record = permissions.GetRefusal(call)
        self.assertEqual(record.decision, "rejected")
        self.assertEqual(record.reason, "not now")

    def testRejectedResult(self):
        """Only an object that says so is a refusal."""
        self.assertTrue(permissions.IsRejectedResult('{"rejected":true}'))
        self.assertTrue(permissions.IsRejectedResult({"rejected": True}))
        self.assertFalse(permissions.IsRejectedResult('"rejected" was printed'))
        self.assertFalse(permissions.IsRejectedResult({"rejected": "true"}))
        self.assertFalse(permissions.IsRejectedResult(None))


if __name__ == "__main__":
    unittest.main()
