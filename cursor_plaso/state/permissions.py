"""Permission decisions and open prompts of tool calls.

Sources: seed "Tool bubbles" and "Permission rows" (observed 3.25.9 and 3.26.13);
storage-facts 2.3 for userDecision of older builds.
"""

from cursor_plaso import events
from cursor_plaso import values

STOPPED_DECISION = "stopped by the user"

_ANSWERED = "Done"
_REJECTED = "rejected"
_STOPPED = "None"

_SHELL_TOOL_PREFIX = "run_terminal_c"

# The outcomes of a command that ran, whether it failed or not.
_RAN_OUTCOMES = frozenset(["error", "success"])


class PermissionRecord:
    """What the record of a tool call says of its permission.

    Attributes:
      allowlisted (list[str]): commands that the choice added to the allow list.
      approval_type (str): who approved or None.
      decision (str): decision as stored or None if the prompt is open.
      options (list[str]): allow list entries that the prompt offered.
      outcome (str): outcome as stored or None.
      reason (str): reason the call was held or None.
    """

    def __init__(self):
        """Initializes a permission record."""
        super().__init__()
        self.allowlisted = []
        self.approval_type = None
        self.decision = None
        self.options = []
        self.outcome = None
        self.reason = None

    @property
    def is_pending(self):
        """bool: True if the prompt was still open."""
        return self.decision is None


def CreateEventData(permission_record):
    """Creates the event data of a permission record.

    Args:
      permission_record (PermissionRecord): permission record.

    Returns:
      CursorEventData: event data of a decision, or of a prompt that was still open,
          without times and facts of the call.
    """
    if permission_record.is_pending:
        event_data = events.CursorPermissionPromptEventData()
        event_data.options = ",".join(permission_record.options) or None
    else:
        event_data = events.CursorPermissionDecisionEventData()
        event_data.allowlisted = ",".join(permission_record.allowlisted) or None
        event_data.approval_type = permission_record.approval_type
        event_data.decision = permission_record.decision
        event_data.outcome = permission_record.outcome
    event_data.reason = permission_record.reason
    return event_data


def GetPermissionRecord(tool_data):
    """Determines what a tool record says of its permission.

    Args:
      tool_data (dict[str, object]): toolFormerData of a bubble.

    Returns:
      PermissionRecord: permission record or None if the call was not asked for, or the
          answer left no record.
    """
    additional_data = values.GetDictionary(tool_data, "additionalData")
    outcome = values.GetString(additional_data, "status")
    status = values.GetString(tool_data, "status")

    review_data = additional_data.get("reviewData")
    if not isinstance(review_data, dict):
        return _GetOldPermissionRecord(tool_data, outcome or status)

    permission_record = PermissionRecord()
    permission_record.outcome = outcome
    permission_record.reason = values.GetString(additional_data, "blockReason")

    review_status = values.GetString(review_data, "status")
    if review_status == _STOPPED and status != "loading":
        if outcome != "rejected":
            return None
        permission_record.decision = STOPPED_DECISION
        return permission_record

    selected_option = values.GetString(review_data, "selectedOption")
    options = _GetOptions(review_data)
    is_answered = review_status == _ANSWERED or (
        review_status is None and selected_option and outcome != "pending"
    )
    if status == "loading" or not is_answered:
        # The selected option of an open prompt is a preset, not an answer.
        permission_record.options = [identifier for identifier, _ in options]
        return permission_record

    permission_record.decision = selected_option or "answered"
    permission_record.approval_type = values.GetString(review_data, "approvalType")
    names = dict(options)
    permission_record.allowlisted = [
        names.get(identifier) or identifier
        for identifier in values.ToStrings(review_data.get("appliedAllowlistOptionIds"))
    ]
    return permission_record


def _GetOldPermissionRecord(tool_data, outcome):
    """Determines what a tool record of an older build says of its permission.

    Args:
      tool_data (dict[str, object]): toolFormerData of a bubble.
      outcome (str): outcome as stored or None.

    Returns:
      PermissionRecord: permission record or None if there was no decision.
    """
    user_decision = values.GetString(tool_data, "userDecision")
    is_rejected = IsRejectedResult(tool_data.get("result"))
    permission_record = PermissionRecord()
    if user_decision or is_rejected:
        permission_record.decision = user_decision or _REJECTED
        permission_record.outcome = _REJECTED if is_rejected else outcome
        return permission_record
    if _NeedsApproval(tool_data):
        permission_record.outcome = outcome
        return permission_record
    return None


def _NeedsApproval(tool_data):
    """Determines if a call of an older build waited for approval.

    Args:
      tool_data (dict[str, object]): toolFormerData of a bubble without a decision.

    Returns:
      bool: True if the command needs the approval of the user and has neither an answer
          nor a result (0.50.7: the parameters of a waiting call can be an object).
    """
    if tool_data.get("result") or values.GetString(tool_data, "status") != "loading":
        return False
    params = tool_data.get("params")
    if isinstance(params, str):
        # Only a command has the member.
        if '"requireUserApproval"' not in params:
            return False
        params, _ = values.DecodeJSON(params)
    return isinstance(params, dict) and params.get("requireUserApproval") is True


def _GetOptions(review_data):
    """Retrieves the allow list entries that a prompt offered.

    Args:
      review_data (dict[str, object]): reviewData of a tool record.

    Returns:
      list[tuple[str, str]]: identifiers and command names.
    """
    options = []
    for option in values.GetList(review_data, "allowlistOptions"):
        if isinstance(option, dict):
            identifier = values.GetString(option, "id")
            name = values.GetString(option, "commandName")
            if identifier or name:
                options.append((identifier or name, name or identifier))
        elif isinstance(option, str) and option:
            options.append((option, option))
    return options


def GetRefusal(call):
    """Determines if a call was refused without a record of the answer.

    An MCP prompt leaves no reviewData (seed, "Permission rows"), but a refusal is the
    result of the call in its agent.v1 copy.

    Args:
      call (CursorToolCallEventData): event data of the call.

    Returns:
      PermissionRecord: permission record or None if the call was not refused.
    """
    if call.outcome not in ("permission_denied", "rejected") or not any(
        "outcome" in source for source in call.secondary_sources or ()
    ):
        return None
    permission_record = PermissionRecord()
    permission_record.decision = call.outcome.replace("_", " ")
    permission_record.outcome = call.outcome
    permission_record.reason = call.reason
    return permission_record


def GetReviewState(tool_data, permission_record):
    """Determines if the user was asked before a call ran.

    A shell command that ran while additionalData has a status but no reviewData ran
    under auto-run, or since the standing allow list held it (seed, "Tool bubbles" and
    "Permission rows"). Other tools are not told of: a file read is never asked for, and
    an MCP prompt leaves no record.

    Args:
      tool_data (dict[str, object]): toolFormerData of a bubble.
      permission_record (PermissionRecord): permission record or None.

    Returns:
      str: "answered", "pending", "stopped", "none" or None if the store does not tell.
    """
    if permission_record is not None:
        if permission_record.is_pending:
            return "pending"
        if permission_record.decision == STOPPED_DECISION:
            return "stopped"
        return "answered"

    additional_data = values.GetDictionary(tool_data, "additionalData")
    if (
        not (values.GetString(tool_data, "name") or "").startswith(_SHELL_TOOL_PREFIX)
        or values.GetString(tool_data, "status") != "completed"
        or values.GetString(additional_data, "status") not in _RAN_OUTCOMES
        or additional_data.get("reviewData") is not None
    ):
        return None
    return "none"


def IsRejectedResult(result):
    """Determines if a result says that the call was rejected.

    Args:
      result (object): result of a tool record: JSON in a string or an object.

    Returns:
      bool: True if the result is an object of which rejected is true (0.50.7).
    """
    if isinstance(result, str):
        # Only a short result can be a bare refusal.
        if len(result) > 1024 or '"rejected"' not in result:
            return False
        result, _ = values.DecodeJSON(result)
    return isinstance(result, dict) and result.get("rejected") is True
