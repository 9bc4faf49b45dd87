"""Tests of the names of numbers."""

from cursor_plaso.agent import names


def testGetName():
    """Names are the vendor's without their prefix (agent-v1-fields.md 3)."""
    assert names.GetName(names.AGENT_MODE, 3) == "plan"
    assert names.GetName(names.AGENT_MODE, 6) == "project"
    assert names.GetName(names.SIMULATED_MESSAGE_REASON, 3) == (
        "background task completion"
    )
    assert names.GetName(names.TODO_STATUS, 2) == "in progress"
    assert names.GetName(names.CLOUD_AGENT_STATUS, 2) == "finished"
    assert names.GetName(names.CLOUD_AGENT_WORKFLOW_STATUS, 2) == "idle"
    assert names.GetName(names.CLOUD_AGENT_SOURCE, 16) == "glass"
    assert names.GetName(names.PULL_REQUEST_STATUS, 3) == "merged"
    assert names.GetName(names.SANDBOX_TYPE, 2) == "workspace readwrite"
    assert names.GetName(names.GOAL_STATUS, 1) == "active"
    assert names.GetName(names.AGENT_MODE, 99) is None
    assert names.GetName(names.AGENT_MODE, None) is None


def testGetToolName():
    """Tools have the names of their fields, unknown ones their number."""
    assert names.GetToolName(1) == "shell"
    assert names.GetToolName(15) == "mcp"
    assert names.GetToolName(94) == "start_project_updates"
    # Retired before @cursor/sdk 1.1.0.
    assert names.GetToolName(61) == "pi_read"
    assert names.GetToolName(57) == "tool_57"
    assert names.GetToolName(200) == "tool_200"
