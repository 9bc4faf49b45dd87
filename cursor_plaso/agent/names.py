"""Names of the numbers that the messages hold: enumerations and tools.

The numbers come from agent_v1.proto (agent-v1-fields.md sections 2.2 and 3). The names
are the vendor's, without their common prefix, in lower case and with spaces:
SIMULATED_MSG_REASON_COMMIT_REMINDER is "commit reminder". The numbers of the cloud
agents' JSON records, seed "Cloud-agent keys", are those of the same enumerations.
"""

from cursor_plaso.agent import schema

AGENT_MODE = "AgentMode"
CLOUD_AGENT_SOURCE = "BackgroundComposerSource"
CLOUD_AGENT_STATUS = "BackgroundComposerStatus"
CLOUD_AGENT_WORKFLOW_STATUS = "CloudAgentWorkflowStatus"
GOAL_STATUS = "GoalStatus"
MESSAGE_SENDER_KIND = "MessageSender.Kind"
PULL_REQUEST_STATUS = "PRStatus"
SANDBOX_TYPE = "SandboxPolicy.Type"
SHELL_ABORT_REASON = "ShellAbortReason"
SIMULATED_MESSAGE_REASON = "SimulatedMsgReason"
SUBAGENT_ENVIRONMENT = "SubagentExecutionEnvironment"
SUBAGENT_RUN_STATUS = "SubagentRunStatus"
TODO_STATUS = "TodoStatus"
VOICE_CALL_UTTERANCE_KIND = "VoiceCallUtterance.Kind"

_TOOL_SUFFIX = "_tool_call"


def GetName(enumeration, number):
    """Retrieves the name of a number.

    Args:
      enumeration (str): name of the enumeration, one of the constants of this module.
      number (int): number or None.

    Returns:
      str: name or None if the number is not known.
    """
    return _NAMES[enumeration].get(number)


def GetToolName(number):
    """Retrieves the name of a tool.

    Args:
      number (int): number of the field of the ToolCall message.

    Returns:
      str: name such as "web_fetch", or "tool_<number>" if the tool is not known.
    """
    return _TOOL_NAMES.get(number, f"tool_{number:d}")


def _GetNames(values):
    """Shortens the names of an enumeration.

    Args:
      values (dict[int, str]): names by number.

    Returns:
      dict[int, str]: short names by number.
    """
    prefix_length = len(values[0]) - len("UNSPECIFIED")
    return {
        number: name[prefix_length:].lower().replace("_", " ")
        for number, name in values.items()
    }


_NAMES = {
    enumeration: _GetNames(values)
    for enumeration, values in schema.GetEnumerations().items()
}

_TOOL_NAMES = {
    number: field.name[: -len(_TOOL_SUFFIX)]
    for number, field in schema.GetMessageType("ToolCall").fields.items()
    if field.oneof == "tool"
}
