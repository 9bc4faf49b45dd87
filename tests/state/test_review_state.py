"""Tests of what a tool record says of its review."""

import pytest

from cursor_plaso.state import permissions

_REVIEW = {"status": "Done", "selectedOption": "run", "approvalType": "user"}


def _MakeToolData(name="run_terminal_command_v2", status="completed", **additional):
    """Makes the record of a call.

    Args:
      name (Optional[str]): name of the tool.
      status (Optional[str]): status of the call.
      **additional (dict[str, object]): members of additionalData.

    Returns:
      dict[str, object]: toolFormerData of a bubble.
    """
    return {"additionalData": additional, "name": name, "status": status}


@pytest.mark.parametrize(
    ("tool_data", "expected_state"),
    [
        # Seed, "Tool bubbles": a file read has no additionalData.
        ({"name": "read_file_v2", "status": "completed"}, None),
        (_MakeToolData(reviewData=_REVIEW), "answered"),
        (
            _MakeToolData(
                status="loading",
                reviewData={
                    "status": "Requested",
                    "selectedOption": "rejectAndTellWhatToDoDifferently",
                },
            ),
            "pending",
        ),
    ],
)
def testReviewState(tool_data, expected_state):
    """The state is that of the prompt, where there was one."""
    permission_record = permissions.GetPermissionRecord(tool_data)

    assert permissions.GetReviewState(tool_data, permission_record) == expected_state


@pytest.mark.parametrize(
    ("name", "outcome", "expected_state"),
    [
        ("run_terminal_command_v2", "success", "none"),
        ("run_terminal_command_v2", "error", "none"),
        ("run_terminal_cmd", "success", "none"),
        ("run_terminal_command_v2", "pending", None),
        ("run_terminal_command_v2", "rejected", None),
        # An MCP prompt that was answered leaves no record (3.26.13).
        ("mcp-google-calendar-list_events", "success", None),
        ("edit_file_v2", "success", None),
        (None, "success", None),
    ],
)
def testReviewStateOfCallWithoutPrompt(name, outcome, expected_state):
    """Only of a shell command that ran is it known that there was no prompt."""
    tool_data = _MakeToolData(name=name)
    tool_data["additionalData"] = {"startedAtMs": 1790000100000, "status": outcome}

    permission_record = permissions.GetPermissionRecord(tool_data)

    assert permission_record is None
    assert permissions.GetReviewState(tool_data, None) == expected_state


def testReviewStateOfStoppedTurn():
    """A call that was cut off when the user stopped the turn was not answered."""
    tool_data = _MakeToolData()
    tool_data["additionalData"] = {
        "reviewData": {
            "status": "None",
            "selectedOption": "rejectAndTellWhatToDoDifferently",
        },
        "status": "rejected",
    }

    permission_record = permissions.GetPermissionRecord(tool_data)

    assert permissions.GetReviewState(tool_data, permission_record) == "stopped"
