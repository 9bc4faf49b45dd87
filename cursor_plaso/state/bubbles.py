"""Bubbles: the messages, reasoning and tool calls of a conversation.

A bubble is one record of a conversation: what the user sent, a piece of reasoning or
text of the agent, or a tool call with its result. Sources: seed "User bubbles",
"Assistant sub-bubbles" and "Tool bubbles" (observed 3.24.18 to 3.26.13);
storage-facts 2.3 for the builds before.
"""

from dfdatetime import posix_time as dfdatetime_posix_time

from cursor_plaso import calls
from cursor_plaso import events
from cursor_plaso import keys
from cursor_plaso import locations
from cursor_plaso import times
from cursor_plaso import values
from cursor_plaso.agent import names
from cursor_plaso.state import context as state_context
from cursor_plaso.state import edits
from cursor_plaso.state import embedded
from cursor_plaso.state import header_lists
from cursor_plaso.state import lexical
from cursor_plaso.state import permissions
from cursor_plaso.state import supplements
from cursor_plaso.state import tool_names

_AGENT_MODES = {1: "chat", 2: "agent", 3: "edit", 4: "custom", 5: "plan", 6: "debug"}

# Members of a bubble of builds up to about September 2025 that hold a time, in the
# order in which they are taken; clientStartTime may be relative to the program start.
_TIMING_NAMES = (
    "clientRpcSendTime",
    "clientStartTime",
    "clientSettleTime",
    "clientEndTime",
)


# Types of the members that hold what a bubble says. A number is shown as its text.
_CONTENT_TYPES = (
    ("text", str),
    ("thinking", (dict, str)),
    ("toolFormerData", dict),
)


class BubbleReader:
    """Reader of bubbles."""

    def __init__(self, context, table_name=keys.DISK_TABLE_NAME):
        """Initializes a bubble reader.

        Args:
          context (StateContext): context.
          table_name (Optional[str]): name of the table that holds the bubbles.
        """
        super().__init__()
        self._context = context
        self._table_name = table_name
        self.content_index = supplements.ContentIndex()
        self.number_of_empty_bubbles = 0
        # Conversation per tool call that started a sub-agent.
        self.task_conversations = {}

    def _GetAttachments(self, bubble):
        """Retrieves what was attached to a user bubble.

        Args:
          bubble (dict[str, object]): bubble.

        Returns:
          list[str]: names of files, folders, links and other attachments.
        """
        attachments = []
        bubble_context = values.GetDictionary(bubble, "context")
        for name, label in (
            ("fileSelections", "file"),
            ("folderSelections", "folder"),
            ("terminalFiles", "terminal"),
            ("selections", "selection"),
            ("externalLinks", "link"),
            ("selectedDocs", "documentation"),
            ("cursorRules", "rule"),
            ("uiElementSelections", "UI element"),
        ):
            for element in values.GetList(bubble_context, name):
                target = element
                if isinstance(element, dict):
                    target = (
                        locations.GetPathFromURI(element.get("uri"))
                        or element.get("relativePath")
                        or element.get("url")
                        or element.get("filename")
                        or element.get("name")
                    )
                target = values.ToString(target)
                if target:
                    attachments.append(f"{label:s} {target:s}")

        number_of_images = len(values.GetList(bubble, "images")) or len(
            values.GetList(bubble_context, "selectedImages")
        )
        if number_of_images:
            attachments.append(f"{number_of_images:d} images")
        number_of_selections = len(values.GetList(bubble_context, "terminalSelections"))
        if number_of_selections:
            attachments.append(f"{number_of_selections:d} terminal selections")
        return attachments

    def _GetPlace(self, header_list, bubble_identifier):
        """Determines the place of a bubble in its conversation.

        Args:
          header_list (HeaderList): header list or None.
          bubble_identifier (str): identifier of the bubble.

        Returns:
          BubblePlace: place.
        """
        place = BubblePlace()
        if header_list is None:
            return place

        position = header_list.GetPosition(bubble_identifier)
        if position is None:
            place.state = "not in header list"
            return place

        place.position = position
        place.times = header_list.GetTimes(position)
        place.is_user = header_list.IsUser(position)
        place.turn_number, place.turn = header_list.GetTurn(position)
        return place

    def _ProduceMessage(self, bubble, role, text, place, key, suffix, identifiers):
        """Produces the event data of a message.

        Args:
          bubble (dict[str, object]): bubble.
          role (str): role.
          text (str): text of the message or None.
          place (BubblePlace): place of the bubble in its conversation.
          key (str): key of the row.
          suffix (str): suffix that tells apart several messages of one row.
          identifiers (tuple[str, str]): composer and bubble identifier.
        """
        event_data = events.CursorMessageEventData()
        event_data.bubble_identifier = identifiers[1]
        event_data.error_text = _GetErrorText(bubble)
        event_data.evidence_source = place.evidence_source
        event_data.header_list_state = place.state
        event_data.message_body = text
        event_data.request_identifier = values.GetString(bubble, "requestId")
        event_data.role = role
        event_data.sequence_number = place.position
        event_data.turn_number = place.turn_number

        token_count = values.GetDictionary(bubble, "tokenCount")
        event_data.input_tokens = values.GetInteger(token_count, "inputTokens") or None
        event_data.output_tokens = (
            values.GetInteger(token_count, "outputTokens") or None
        )

        if role == "thinking":
            event_data.duration = values.GetInteger(bubble, "thinkingDurationMs")
        elif role == "assistant":
            event_data.duration = values.GetInteger(bubble, "turnDurationMs")
        event_data.message_identifier = values.GetString(bubble, "serverBubbleId")

        milliseconds, time_source = GetOwnTime(bubble, place.times)
        date_time = CreateTime(milliseconds)

        if role == "user":
            event_data.agent_mode = _GetAgentMode(bubble)
            event_data.attachments = self._GetAttachments(bubble)
            event_data.checkpoint_identifier = values.GetString(bubble, "checkpointId")
            window_status = values.GetDictionary(
                bubble, "contextWindowStatusAtCreation"
            )
            event_data.context_token_limit = values.GetInteger(
                window_status, "tokenLimit"
            )
            event_data.context_tokens_used = values.GetInteger(
                window_status, "tokensUsed"
            )
            event_data.injected, event_data.injection_reason = _GetInjection(
                bubble, place.turn if place.is_user else None
            )
            event_data.model = _GetModel(bubble)
            event_data.sent_time = date_time
        else:
            event_data.creation_time = date_time

        event_data.model = event_data.model or place.model
        event_data.time_source = time_source
        if not date_time and role != "user":
            event_data.turn_start_time, event_data.time_source = place.GetTurnTime()

        if place.supplements:
            record = (
                place.supplements.GetUserMessage(event_data.request_identifier, text)
                if role == "user"
                else place.supplements.GetMessage(role, text)
            )
            if record is not None:
                supplements.FillMessage(event_data, record, CreateTime)

        self._context.Produce(
            event_data, self._table_name, f"{key:s}{suffix:s}", identifiers[0]
        )

    def _ProduceToolCall(self, bubble, tool_data, place, key, identifiers):
        """Produces the event data of a tool call and of its permission record.

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
        event_data.bubble_identifier = identifiers[1]
        event_data.call_summary = calls.GetCallSummary(tool_name, decoded_arguments)
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
                event_data.start_time = CreateTime(milliseconds)
                time_sources.append(name)
                break
        if not event_data.start_time and started:
            event_data.start_time = CreateTime(started)
            time_sources.append("header entry startedAtMs")
        if not event_data.start_time:
            milliseconds, time_source = GetOwnTime(bubble, (created, None, None))
            if milliseconds is not None:
                event_data.creation_time = CreateTime(milliseconds)
                time_sources.append(time_source)

        milliseconds = times.ToMilliseconds(bubble.get("completedAtMs"))
        if milliseconds is not None:
            time_sources.append("bubble.completedAtMs")
        elif completed:
            milliseconds = completed
            time_sources.append("header entry completedAtMs")
        event_data.end_time = CreateTime(milliseconds)

        if not time_sources:
            event_data.turn_start_time, time_source = place.GetTurnTime()
            if time_source:
                time_sources.append(time_source)
        event_data.time_source = ", ".join(time_sources) or None

        step = None
        if not event_data.outcome or not result or not event_data.start_time:
            step = supplements.DecodeBinary(tool_data)
        if step is not None:
            supplements.FillCall(event_data, step, True, CreateTime)
        if place.supplements:
            step = place.supplements.GetCall(event_data.tool_call_identifier)
            if step is not None:
                supplements.FillCall(event_data, step, False, CreateTime)

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
            milliseconds, time_source = _GetDecisionTime(
                bubble, additional_data, place.times
            )
            event_data.recorded_time = CreateTime(milliseconds)
            event_data.time_source = time_source
            if milliseconds is None and (call.end_time or call.start_time):
                event_data.recorded_time = call.end_time or call.start_time
                event_data.time_source = call.time_source
            elif milliseconds is None:
                event_data.turn_start_time, event_data.time_source = place.GetTurnTime()

        self._context.Produce(
            event_data, self._table_name, f"{key:s}#permission", identifiers[0]
        )

    def _ProduceChanges(self, bubble, key, identifiers):
        """Produces the changes to files that were sent with a message.

        Builds before contexts had rows of their own kept them in the user bubble.

        Args:
          bubble (dict[str, object]): user bubble.
          key (str): key of the row.
          identifiers (tuple[str, str]): composer and bubble identifier.
        """
        for suffix, event_data in edits.ReadFileChanges(bubble):
            event_data.bubble_identifier = identifiers[1]
            event_data.evidence_source = "bubble"
            event_data.request_identifier = values.GetString(bubble, "requestId")
            self._context.Produce(
                event_data, self._table_name, f"{key:s}#{suffix:s}", identifiers[0]
            )

    def _ProduceSummary(self, bubble, place, key, identifiers):
        """Produces the summary of the conversation that stands with a bubble.

        Args:
          bubble (dict[str, object]): bubble.
          place (BubblePlace): place of the bubble in its conversation.
          key (str): key of the row.
          identifiers (tuple[str, str]): composer and bubble identifier.
        """
        summary = bubble.get("cachedConversationSummary")
        if isinstance(summary, str) and summary.startswith("{"):
            summary, _ = values.DecodeJSON(summary)
        # The member can be an object that holds the text once more.
        for _ in range(2):
            if isinstance(summary, dict):
                summary = summary.get("summary")
        if not isinstance(summary, str) or not summary:
            return

        event_data = events.CursorMessageEventData()
        event_data.bubble_identifier = identifiers[1]
        event_data.evidence_source = place.evidence_source
        event_data.header_list_state = place.state
        event_data.injected = True
        event_data.injection_reason = "summary of earlier messages"
        event_data.message_body = summary
        event_data.role = "system"
        event_data.sequence_number = place.position
        event_data.turn_number = place.turn_number
        event_data.turn_start_time, event_data.time_source = place.GetTurnTime()
        self._context.Produce(
            event_data, self._table_name, f"{key:s}#summary", identifiers[0]
        )

    def CollectUserTurn(self, bubble, header_list, bubble_identifier):
        """Collects what the bubbles of a turn need of its user bubble.

        Args:
          bubble (dict[str, object]): user bubble.
          header_list (HeaderList): header list of the composer.
          bubble_identifier (str): identifier of the bubble.
        """
        position = header_list.GetPosition(bubble_identifier)
        if position is None or header_lists.GetBubbleType(bubble) != 1:
            return
        if len(bubble_identifier) > state_context.MAXIMUM_IDENTIFIER_LENGTH:
            return

        user_turn = header_lists.UserTurn()
        user_turn.bubble_identifier = bubble_identifier
        user_turn.own_model = values.CutLabel(_GetModel(bubble))
        user_turn.carries_mode = bubble.get("agentMode") is not None
        user_turn.milliseconds, user_turn.time_source = GetOwnTime(
            bubble, header_list.GetTimes(position)
        )
        header_list.user_turns[position] = user_turn

    def ReadBubble(
        self,
        bubble,
        key,
        identifiers,
        header_list,
        evidence_source="bubble",
        may_defer=False,
        tree_supplements=None,
    ):
        """Reads a bubble.

        Args:
          bubble (dict[str, object]): bubble.
          key (str): key of the row.
          identifiers (tuple[str, str]): composer and bubble identifier.
          header_list (HeaderList): header list of the composer or None.
          evidence_source (Optional[str]): kind of record the bubble was read from.
          may_defer (Optional[bool]): True if a bubble that lacks what the tree of the
              conversation may have is not to be produced now.
          tree_supplements (Optional[Supplements]): what the tree of the conversation
              holds.

        Returns:
          bool: False if the bubble was not produced, as it lacks something.
        """
        place = self._GetPlace(header_list, identifiers[1])
        place.evidence_source = evidence_source
        place.supplements = tree_supplements

        bubble_type = header_lists.GetBubbleType(bubble)
        if bubble_type is None and place.position is not None:
            bubble_type = 1 if place.is_user else 2

        text = values.GetString(bubble, "text")
        tool_data = values.GetDictionary(bubble, "toolFormerData")
        is_tool_call = bubble_type != 1 and _IsToolCall(tool_data)
        if may_defer and self._IsLacking(bubble, bubble_type, tool_data, place):
            return False

        problems = [
            name
            for name, json_type in _CONTENT_TYPES
            if bubble.get(name)
            and not isinstance(bubble[name], json_type)
            and (json_type is dict or values.ToString(bubble[name]) is None)
        ]
        if problems:
            self._context.Warn(
                self._table_name, key, f"can not read {', '.join(problems):s}"
            )

        if bubble_type == 1:
            request_identifier = values.GetString(bubble, "requestId")
            text = text or lexical.GetPlainText(bubble.get("richText"))
            if not self._context.recovery:
                if request_identifier:
                    self.content_index.Add("request", request_identifier)
                self.content_index.Add("user", text)
            self._ProduceMessage(bubble, "user", text, place, key, "", identifiers)
            self._ProduceSummary(bubble, place, key, identifiers)
            self._ProduceChanges(bubble, key, identifiers)
            return True

        thinking = bubble.get("thinking")
        if isinstance(thinking, dict):
            thinking = values.GetString(thinking, "text") or _GetRedacted(thinking)
        thinking = values.ToString(thinking)

        if not text and not is_tool_call:
            text = _GetCodeBlocks(bubble)
            # Beside a text this list repeats the reasoning of earlier bubbles.
            if not text and not thinking:
                thinking = _GetThinkingBlocks(bubble)

        if thinking:
            self._ProduceMessage(
                bubble, "thinking", thinking, place, key, "", identifiers
            )
        if text or (not thinking and not is_tool_call and _GetErrorText(bubble)):
            suffix = "#text" if thinking else ""
            self._ProduceMessage(
                bubble, "assistant", text, place, key, suffix, identifiers
            )
        if is_tool_call:
            self._ProduceToolCall(bubble, tool_data, place, key, identifiers)
            embedded.ReadComposer(
                self._context, self, tool_data, self._table_name, key, identifiers[0]
            )
        self._ProduceSummary(bubble, place, key, identifiers)

        if not self._context.recovery:
            self.content_index.Add("thinking", thinking)
            self.content_index.Add("assistant", text)
            if is_tool_call:
                self.content_index.Add(
                    "tool", values.GetString(tool_data, "toolCallId")
                )
            elif not thinking and not text:
                self.number_of_empty_bubbles += 1
        return True

    def _IsLacking(self, bubble, bubble_type, tool_data, place):
        """Determines if a bubble lacks what the tree of its conversation may have.

        Args:
          bubble (dict[str, object]): bubble.
          bubble_type (int): type of the bubble or None.
          tool_data (dict[str, object]): toolFormerData of the bubble.
          place (BubblePlace): place of the bubble in its conversation.

        Returns:
          bool: True if the bubble has no time, is a completed call without result or
              an injected turn without reason.
        """
        if GetOwnTime(bubble, place.times)[0] is None:
            return True
        if bubble_type == 1:
            user_turn = place.turn if place.is_user else None
            return bool(_GetInjection(bubble, user_turn)[0])
        return (
            _IsToolCall(tool_data)
            and values.GetString(tool_data, "status") == "completed"
            and not tool_data.get("result")
            and not tool_data.get("toolCallBinary")
        )


class BubblePlace:
    """Place of a bubble in its conversation.

    Attributes:
      evidence_source (str): kind of record the bubble was read from.
      is_user (bool): True if the header entry is of a user bubble.
      position (int): position in the header list or None.
      state (str): "not in header list" or None.
      supplements (Supplements): what the tree of the conversation holds, or None.
      times (tuple[int, int, int]): createdAt, startedAtMs and completedAtMs of the
          header entry.
      turn (UserTurn): user turn or None.
      turn_number (int): number of the turn or None.
    """

    def __init__(self):
        """Initializes a place."""
        super().__init__()
        self.evidence_source = None
        self.is_user = False
        self.position = None
        self.state = None
        self.supplements = None
        self.times = (None, None, None)
        self.turn = None
        self.turn_number = None

    @property
    def model(self):
        """str: model the turn was sent to or None."""
        return self.turn.model if self.turn else None

    def GetTurnTime(self):
        """Retrieves the time of the turn.

        Returns:
          tuple[dfdatetime.DateTimeValues, str]: time and the field it was read from,
              each None if not available.
        """
        if not self.turn or self.turn.milliseconds is None:
            return None, None
        return (
            CreateTime(self.turn.milliseconds),
            f"{self.turn.time_source:s} of the user bubble of the turn",
        )


def GetOwnTime(bubble, header_times):
    """Determines the time of a bubble.

    Args:
      bubble (dict[str, object]): bubble.
      header_times (tuple[int, int, int]): times of the header entry.

    Returns:
      tuple[int, str]: milliseconds since the epoch and the field the time was read
          from, each None if the store holds no time of the bubble.
    """
    milliseconds = times.ToStoredMilliseconds(bubble.get("createdAt"))
    if milliseconds is not None:
        return milliseconds, "bubble.createdAt"

    milliseconds = times.ToMilliseconds(bubble.get("startedAtMs"))
    if milliseconds is not None:
        return milliseconds, "bubble.startedAtMs"

    timing_information = bubble.get("timingInfo")
    if isinstance(timing_information, dict):
        for name in _TIMING_NAMES:
            milliseconds = times.ToMilliseconds(timing_information.get(name))
            if milliseconds is not None:
                return milliseconds, f"bubble.timingInfo.{name:s}"

    created, started, completed = header_times
    if created:
        return created, "header entry createdAt"
    if started:
        return started, "header entry startedAtMs"

    milliseconds = times.ToMilliseconds(bubble.get("completedAtMs"))
    if milliseconds is not None:
        return milliseconds, "bubble.completedAtMs"
    if completed:
        return completed, "header entry completedAtMs"
    return None, None


def CreateTime(milliseconds):
    """Creates a date and time.

    Args:
      milliseconds (int): milliseconds since the epoch or None.

    Returns:
      dfdatetime.PosixTimeInMilliseconds: date and time or None.
    """
    if milliseconds is None:
        return None
    return dfdatetime_posix_time.PosixTimeInMilliseconds(timestamp=milliseconds)


def _GetAgentMode(bubble):
    """Retrieves the mode of the agent.

    Args:
      bubble (dict[str, object]): bubble.

    Returns:
      str: mode or None if not available.
    """
    value = bubble.get("unifiedMode")
    if isinstance(value, str):
        return value or None
    number = values.ToInteger(value)
    if number is None:
        return None
    return _AGENT_MODES.get(number, f"mode {number:d}")


def _GetCodeBlocks(bubble):
    """Retrieves the code of a bubble that has no text.

    Args:
      bubble (dict[str, object]): bubble.

    Returns:
      str: code or None if there is none.
    """
    contents = []
    for code_block in values.GetList(bubble, "codeBlocks"):
        if isinstance(code_block, dict):
            content = values.GetString(code_block, "content")
            if content:
                contents.append(content)
    return "\n".join(contents) or None


def _GetDecisionTime(bubble, additional_data, header_times):
    """Determines the time at which the answer to a prompt shows in the store.

    Args:
      bubble (dict[str, object]): bubble.
      additional_data (dict[str, object]): additionalData of the tool record.
      header_times (tuple[int, int, int]): times of the header entry.

    Returns:
      tuple[int, str]: milliseconds since the epoch and the field the time was read
          from, each None if the store holds no such time.
    """
    milliseconds = times.ToMilliseconds(additional_data.get("startedAtMs"))
    if milliseconds is not None:
        return milliseconds, "toolFormerData.additionalData.startedAtMs"

    milliseconds = times.ToMilliseconds(bubble.get("completedAtMs"))
    if milliseconds is not None:
        return milliseconds, "bubble.completedAtMs"
    if header_times[2]:
        return header_times[2], "header entry completedAtMs"
    return GetOwnTime(bubble, header_times)


def _GetErrorText(bubble):
    """Retrieves the error of a bubble.

    Args:
      bubble (dict[str, object]): bubble.

    Returns:
      str: error or None if there is none.
    """
    return values.ToText(bubble.get("errorDetails") or None)


def _GetInjection(bubble, user_turn):
    """Determines if a user bubble was injected.

    Args:
      bubble (dict[str, object]): user bubble.
      user_turn (UserTurn): user turn or None.

    Returns:
      tuple[bool, str]: True if the turn was injected, else None, and the reason.
    """
    if bubble.get("isSimulatedMsg") is True:
        number = values.GetInteger(bubble, "simulatedMsgReason")
        reason = names.GetName(names.SIMULATED_MESSAGE_REASON, number)
        if not reason:
            reason = values.GetString(bubble, "simulatedMsgReason")
            if number is not None:
                reason = f"simulated message reason {number:d}"
        return True, reason or "simulated message"
    if user_turn and user_turn.injected:
        return True, "no modelInfo and no agentMode, unlike the typed prompts"
    return None, None


def _GetModel(bubble):
    """Retrieves the model that a user bubble names.

    Args:
      bubble (dict[str, object]): bubble.

    Returns:
      str: identifier of the model or None if not available.
    """
    return values.GetString(values.GetDictionary(bubble, "modelInfo"), "modelName")


def _IsToolCall(tool_data):
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


def _GetRedacted(thinking):
    """Describes reasoning of which only a redacted form is stored.

    Args:
      thinking (dict[str, object]): thinking of a bubble.

    Returns:
      str: description, without the redacted form, which is opaque, or None if there is
          none (storage-facts 2.3).
    """
    redacted = thinking.get("redactedThinking")
    if not isinstance(redacted, str) or not redacted:
        return None
    return f"redacted reasoning of {len(redacted):d} characters"


def _GetThinkingBlocks(bubble):
    """Retrieves the reasoning of a bubble that keeps it in a list.

    Args:
      bubble (dict[str, object]): bubble.

    Returns:
      str: reasoning or None if there is none.
    """
    texts = []
    for block in values.GetList(bubble, "allThinkingBlocks"):
        text = values.GetString(block, "text") if isinstance(block, dict) else None
        if text:
            texts.append(text)
    return "\n".join(texts) or None


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
