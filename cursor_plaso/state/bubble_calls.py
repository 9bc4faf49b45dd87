"""Tool calls: the tool records of bubbles, with what they say of permissions.

One bubble holds both the call and its result. Where it lacks one of them, or a time,
its copy in toolCallBinary or the tree of the conversation may have it. Sources: seed,
"Tool bubbles" and "Permission rows" (observed 3.24.18 to 3.26.13); storage-facts 2.3
for the builds before.
"""

from cursor_plaso import calls
from cursor_plaso import events
from cursor_plaso import times
from cursor_plaso import values
from cursor_plaso.state import bubble_attachments
from cursor_plaso.state import bubble_details
from cursor_plaso.state import bubble_times
from cursor_plaso.state import context as state_context
from cursor_plaso.state import permissions
from cursor_plaso.state import supplements
from cursor_plaso.state import tool_names

# Members of a tool record, and those of an element of toolResults (agent-v1-fields,
# aiserver.v1.ConversationMessage.ToolResult).
_RESULT_NAMES = (
    ("toolCallId", "toolCallId"),
    ("name", "toolName"),
    ("params", "args"),
    ("rawArgs", "rawArgs"),
    ("result", "result"),
    ("error", "error"),
    ("modelCallId", "modelCallId"),
    ("attachments", "attachedCodeChunks"),
)


class ToolCallReader:
    """Reader of the tool records of bubbles.

    Attributes:
      task_conversations (dict[str, str]): identifier of the conversation per identifier
          of a tool call that started a sub-agent.
    """

    def __init__(self, context, table_name):
        """Initializes a reader.

        Args:
          context (StateContext): context.
          table_name (str): name of the table that holds the bubbles.
        """
        super().__init__()
        self._context = context
        self._table_name = table_name
        self.task_conversations = {}

    def _ProducePermission(
        self, permission_record, call, bubble, additional_data, place, key, identifiers
    ):
        """Produces the event data of a permission record.

        Args:
          permission_record (PermissionRecord): permission record.
          call (CursorToolCallEventData): event data of the call.
          bubble (dict[str, object]): bubble.
          additional_data (dict[str, object]): additionalData of the tool record.
          place (BubblePlace): place of the bubble in its conversation.
          key (str): key of the row.
          identifiers (tuple[str, str]): composer and bubble identifier.
        """
        event_data = permissions.CreateEventData(permission_record)
        event_data.bubble_identifier = call.bubble_identifier
        event_data.call_summary = call.call_summary
        event_data.evidence_source = call.evidence_source
        event_data.model = call.model
        event_data.sequence_number = call.sequence_number
        event_data.tool_call_identifier = call.tool_call_identifier
        event_data.tool_name = call.tool_name

        if permission_record.is_pending:
            event_data.creation_time = call.creation_time
            event_data.start_time = call.start_time
            event_data.turn_start_time = call.turn_start_time
            event_data.time_source = call.time_source
        else:
            event_data.request_identifier = call.request_identifier
            milliseconds, time_source = bubble_times.GetDecisionTime(
                bubble, additional_data, place.times
            )
            event_data.recorded_time = bubble_times.CreateTime(milliseconds)
            event_data.time_source = time_source
            if milliseconds is None and (call.end_time or call.start_time):
                event_data.recorded_time = call.end_time or call.start_time
                event_data.time_source = call.time_source
            elif milliseconds is None:
                event_data.turn_start_time, event_data.time_source = place.GetTurnTime()

        self._context.Produce(
            event_data, self._table_name, f"{key:s}#permission", identifiers[0]
        )

    def Read(self, bubble, tool_data, place, key, identifiers):
        """Reads a tool call and its permission record.

        Args:
          bubble (dict[str, object]): bubble.
          tool_data (dict[str, object]): toolFormerData of the bubble.
          place (BubblePlace): place of the bubble in its conversation.
          key (str): key of the row.
          identifiers (tuple[str, str]): composer and bubble identifier.
        """
        additional_data = values.GetDictionary(tool_data, "additionalData")
        arguments = tool_data.get("params") or tool_data.get("rawArgs")
        decoded_arguments = calls.DecodeArguments(arguments)
        tool_number = values.GetInteger(tool_data, "tool")
        tool_name = values.GetString(tool_data, "name") or tool_names.GetToolName(
            tool_number
        )
        result = values.ToText(tool_data.get("result"))

        event_data = events.CursorToolCallEventData()
        event_data.arguments = values.ToText(arguments)
        event_data.attachments = bubble_attachments.GetCallAttachments(tool_data)
        event_data.bubble_identifier = identifiers[1]
        event_data.call_summary = calls.GetCallSummary(tool_name, decoded_arguments)
        event_data.changed_files = bubble_details.GetChangedFiles(
            additional_data, tool_data.get("result"), calls.GetPath(decoded_arguments)
        )
        event_data.details = bubble_details.GetCallDetails(additional_data)
        event_data.error_text = _GetToolErrorText(tool_data)
        event_data.evidence_source = place.evidence_source
        event_data.header_list_state = place.state
        event_data.model = place.model
        event_data.model_call_identifier = values.GetString(tool_data, "modelCallId")
        event_data.outcome = values.GetString(additional_data, "status")
        event_data.request_identifier = values.GetString(bubble, "requestId")
        event_data.result = result
        event_data.sequence_number = place.position
        event_data.status = values.GetString(tool_data, "status")
        event_data.subagent_conversation_identifier = values.GetString(
            additional_data, "subagentComposerId"
        )
        event_data.tool_call_identifier = values.GetString(tool_data, "toolCallId")
        event_data.tool_name = tool_name
        event_data.tool_number = tool_number
        event_data.turn_number = place.turn_number
        event_data.user_decision = values.GetString(tool_data, "userDecision")
        event_data.working_directory = calls.GetWorkingDirectory(decoded_arguments)

        if permissions.IsRejectedResult(tool_data.get("result")):
            event_data.outcome = "rejected"
        event_data.exit_code = calls.GetExitCode(tool_data.get("result"))

        created, started, completed = place.times
        time_sources = []
        for name, json_dict in (
            ("bubble.startedAtMs", bubble),
            ("toolFormerData.additionalData.startedAtMs", additional_data),
        ):
            milliseconds = times.ToMilliseconds(json_dict.get("startedAtMs"))
            if milliseconds is not None:
                event_data.start_time = bubble_times.CreateTime(milliseconds)
                time_sources.append(name)
                break
        if not event_data.start_time and started:
            event_data.start_time = bubble_times.CreateTime(started)
            time_sources.append("header entry startedAtMs")
        if not event_data.start_time:
            milliseconds, time_source = bubble_times.GetOwnTime(
                bubble, (created, None, None)
            )
            if milliseconds is not None:
                event_data.creation_time = bubble_times.CreateTime(milliseconds)
                time_sources.append(time_source)

        milliseconds = times.ToMilliseconds(bubble.get("completedAtMs"))
        if milliseconds is not None:
            time_sources.append("bubble.completedAtMs")
        elif completed:
            milliseconds = completed
            time_sources.append("header entry completedAtMs")
        event_data.end_time = bubble_times.CreateTime(milliseconds)

        if not time_sources:
            event_data.turn_start_time, time_source = place.GetTurnTime()
            if time_source:
                time_sources.append(time_source)
        event_data.time_source = ", ".join(time_sources) or None

        step = None
        if not event_data.outcome or not result or not event_data.start_time:
            step = supplements.DecodeBinary(tool_data)
        if step is not None:
            supplements.FillCall(event_data, step, True, bubble_times.CreateTime)
        if place.supplements:
            step = place.supplements.GetCall(event_data.tool_call_identifier)
            if step is not None:
                supplements.FillCall(event_data, step, False, bubble_times.CreateTime)

        identifier_length = max(
            len(event_data.tool_call_identifier or ""), len(identifiers[0])
        )
        if (
            event_data.tool_call_identifier
            and identifier_length <= state_context.MAXIMUM_IDENTIFIER_LENGTH
            and (
                event_data.subagent_conversation_identifier
                or (tool_name or "").startswith("task")
            )
        ):
            self.task_conversations[event_data.tool_call_identifier] = identifiers[0]

        permission_record = permissions.GetPermissionRecord(
            tool_data
        ) or permissions.GetRefusal(event_data)
        event_data.review_state = permissions.GetReviewState(
            tool_data, permission_record
        )
        if permission_record:
            self._ProducePermission(
                permission_record,
                event_data,
                bubble,
                additional_data,
                place,
                key,
                identifiers,
            )
        self._context.Produce(event_data, self._table_name, key, identifiers[0])

    def ReadResults(self, bubble, place, key, identifiers, is_told):
        """Reads the calls of a bubble that keeps them in a list.

        The list is empty where calls have bubbles of their own (seed, "User bubbles").

        Args:
          bubble (dict[str, object]): bubble.
          place (BubblePlace): place of the bubble in its conversation.
          key (str): key of the row.
          identifiers (tuple[str, str]): composer and bubble identifier.
          is_told (callable): function that is given the identifier of a call and tells
              if another bubble told it.
        """
        for index, result in enumerate(values.GetList(bubble, "toolResults")):
            if not isinstance(result, dict):
                continue
            tool_data = {
                name: result.get(other_name)
                for name, other_name in _RESULT_NAMES
                if result.get(other_name) is not None
            }
            call_identifier = values.GetString(tool_data, "toolCallId")
            if not IsToolCall(tool_data) or (
                call_identifier and is_told(call_identifier)
            ):
                continue
            if tool_data.get("result") in (None, "", {}):
                tool_data["result"] = result.get("content")
            call_bubble = {
                name: bubble.get(name) for name in ("createdAt", "requestId")
            }
            for name in ("startedAtMs", "completedAtMs"):
                call_bubble[name] = result.get(name)
            self.Read(
                call_bubble,
                tool_data,
                place,
                f"{key:s}#toolResults.{index:d}",
                identifiers,
            )


def IsToolCall(tool_data):
    """Determines if a tool record is one of a call.

    Args:
      tool_data (dict[str, object]): toolFormerData of a bubble.

    Returns:
      bool: True if the record has a name, or a number and a call. Text bubbles have
          records with neither (storage-facts 2.3).
    """
    return values.GetString(tool_data, "name") is not None or bool(
        values.GetInteger(tool_data, "tool") is not None
        and (tool_data.get("toolCallId") or tool_data.get("params"))
    )


def _GetToolErrorText(tool_data):
    """Retrieves the error of a tool call.

    Args:
      tool_data (dict[str, object]): toolFormerData of a bubble.

    Returns:
      str: error or None if there is none.
    """
    error = tool_data.get("error")
    if isinstance(error, str) and error.startswith("{"):
        decoded_error, reason = values.DecodeJSON(error)
        if not reason:
            error = decoded_error
    if isinstance(error, dict):
        message = values.GetString(error, "clientVisibleErrorMessage")
        model_message = values.GetString(error, "modelVisibleErrorMessage")
        if message and model_message and message != model_message:
            message = f"{message:s} / {model_message:s}"
        return message or model_message or values.ToText(error)
    return values.ToText(error)
