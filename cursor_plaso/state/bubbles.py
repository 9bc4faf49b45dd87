"""Bubbles: the messages, reasoning and tool calls of a conversation.

A bubble is one record of a conversation: what the user sent, a piece of reasoning or
text of the agent, or a tool call with its result. Sources: seed "User bubbles",
"Assistant sub-bubbles" and "Tool bubbles" (observed 3.24.18 to 3.26.13);
storage-facts 2.3 for the builds before.
"""

from cursor_plaso import events
from cursor_plaso import keys
from cursor_plaso import values
from cursor_plaso.agent import names
from cursor_plaso.state import bubble_attachments
from cursor_plaso.state import bubble_calls
from cursor_plaso.state import bubble_details
from cursor_plaso.state import bubble_place
from cursor_plaso.state import bubble_times
from cursor_plaso.state import context as state_context
from cursor_plaso.state import edits
from cursor_plaso.state import embedded
from cursor_plaso.state import header_lists
from cursor_plaso.state import lexical
from cursor_plaso.state import summaries
from cursor_plaso.state import supplements
from cursor_plaso.state import text_blobs

_AGENT_MODES = {1: "chat", 2: "agent", 3: "edit", 4: "custom", 5: "plan", 6: "debug"}

# Summaries and calls of lists that are known to be told.
_MAXIMUM_TOLD = 200_000
_MAXIMUM_LOOKUPS = 10_000

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
        self._call_reader = bubble_calls.ToolCallReader(context, table_name)
        self._context = context
        self._table_name = table_name
        self._number_of_lookups = 0
        self._told_hashes = set()
        self.content_index = supplements.ContentIndex()
        self.number_of_empty_bubbles = 0

    @property
    def task_conversations(self):
        """dict[str, str]: conversation per tool call that started a sub-agent."""
        return self._call_reader.task_conversations

    def _GetBlobText(self, bubble, key):
        """Retrieves the text of a bubble that has it in a blob.

        Args:
          bubble (dict[str, object]): bubble.
          key (str): key of the row.

        Returns:
          str: text or None if there is none.
        """
        text, missing_identifier = text_blobs.GetText(self._context.view, bubble)
        if missing_identifier and text is None:
            self._context.Warn(
                self._table_name,
                key,
                f"the store does not hold its text, blob {missing_identifier:s}",
            )
        return text

    def _GetPlace(self, header_list, bubble_identifier):
        """Determines the place of a bubble in its conversation.

        Args:
          header_list (HeaderList): header list or None.
          bubble_identifier (str): identifier of the bubble.

        Returns:
          BubblePlace: place.
        """
        place = bubble_place.BubblePlace()
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
        else:
            event_data.attachments = bubble_attachments.GetAttachments(bubble)
            event_data.details = bubble_details.GetDetails(bubble)
            event_data.usage_identifier = values.GetString(bubble, "usageUuid")
            event_data.working_directory = values.GetString(bubble, "lastTerminalCwd")
        if role == "assistant":
            event_data.duration = values.GetInteger(bubble, "turnDurationMs")
        event_data.after_checkpoint_identifier = values.GetString(
            bubble, "afterCheckpointId"
        )
        event_data.message_identifier = values.GetString(bubble, "serverBubbleId")

        milliseconds, time_source = bubble_times.GetOwnTime(bubble, place.times)
        date_time = bubble_times.CreateTime(milliseconds)

        if role == "user":
            event_data.account_identifier = bubble_details.GetAccount(bubble)
            event_data.agent_mode = _GetAgentMode(bubble)
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
            event_data.sent_time = date_time
        else:
            event_data.creation_time = date_time

        event_data.model = _GetModel(bubble) or place.model
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
                supplements.FillMessage(event_data, record, bubble_times.CreateTime)

        self._context.Produce(
            event_data, self._table_name, f"{key:s}{suffix:s}", identifiers[0]
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
        """Produces the summaries of the conversation that stand with a bubble.

        Args:
          bubble (dict[str, object]): bubble.
          place (BubblePlace): place of the bubble in its conversation.
          key (str): key of the row.
          identifiers (tuple[str, str]): composer and bubble identifier.
        """
        for index, text in enumerate(
            summaries.GetSummaries(bubble, summaries.BUBBLE_NAMES)
        ):
            # The composer, which is read before, holds the latest one too.
            if self._IsTold(summaries.ROLE, text):
                continue
            suffix = f"#summary{index:d}" if index else "#summary"
            event_data = summaries.CreateEventData(text)
            event_data.bubble_identifier = identifiers[1]
            event_data.evidence_source = place.evidence_source
            event_data.header_list_state = place.state
            event_data.sequence_number = place.position
            event_data.turn_number = place.turn_number
            event_data.turn_start_time, event_data.time_source = place.GetTurnTime()
            self._context.Produce(
                event_data, self._table_name, f"{key:s}{suffix:s}", identifiers[0]
            )

    def _ReadResults(self, bubble, place, key, identifiers):
        """Reads the calls of a bubble that keeps them in a list.

        Args:
          bubble (dict[str, object]): bubble.
          place (BubblePlace): place of the bubble in its conversation.
          key (str): key of the row.
          identifiers (tuple[str, str]): composer and bubble identifier.
        """

        # pylint: disable=missing-return-doc,missing-return-type-doc
        def IsTold(call_identifier):
            # To look up what was just added takes time.
            self._number_of_lookups += 1
            is_told = (
                not self._context.recovery
                and self._number_of_lookups <= _MAXIMUM_LOOKUPS
                and self.content_index.Has("tool", call_identifier)
            )
            return self._IsTold("tool", call_identifier) or is_told

        self._call_reader.ReadResults(bubble, place, key, identifiers, IsTold)

    def ReadSummaries(self, composer):
        """Reads the summaries of the conversation that its composer holds.

        Args:
          composer (dict[str, object]): composerData.

        Yields:
          tuple[str, CursorMessageEventData]: place in composerData and event data
              without the identifier of the conversation.
        """
        for index, text in enumerate(
            summaries.GetSummaries(composer, summaries.COMPOSER_NAMES)
        ):
            self._IsTold(summaries.ROLE, text)
            event_data = summaries.CreateEventData(text)
            event_data.evidence_source = "composer"
            yield f"summary.{index:d}", event_data

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
        user_turn.milliseconds, user_turn.time_source = bubble_times.GetOwnTime(
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

        text = values.GetString(bubble, "text") or self._GetBlobText(bubble, key)
        tool_data = values.GetDictionary(bubble, "toolFormerData")
        is_tool_call = bubble_type != 1 and bubble_calls.IsToolCall(tool_data)
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
            self._ReadResults(bubble, place, key, identifiers)
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
            self._call_reader.Read(bubble, tool_data, place, key, identifiers)
            embedded.ReadComposer(
                self._context, self, tool_data, self._table_name, key, identifiers[0]
            )
        self._ProduceSummary(bubble, place, key, identifiers)

        if not self._context.recovery and is_tool_call:
            self.content_index.Add("tool", values.GetString(tool_data, "toolCallId"))
        self._ReadResults(bubble, place, key, identifiers)

        if not self._context.recovery:
            self.content_index.Add("thinking", thinking)
            self.content_index.Add("assistant", text)
            if not is_tool_call and not thinking and not text:
                self.number_of_empty_bubbles += 1
        return True

    def _IsTold(self, role, content):
        """Determines if something was told, and notes that it is.

        Args:
          role (str): role of the content index.
          content (str): text of a summary, or identifier of a call.

        Returns:
          bool: True if it was told before. A recovered record is not asked for: it is
              told unless the live one says the same.
        """
        if self._context.recovery:
            return False
        content_hash = supplements.GetContentHash(role, content)
        if content_hash in self._told_hashes:
            return True
        if len(self._told_hashes) < _MAXIMUM_TOLD:
            self._told_hashes.add(content_hash)
        self.content_index.Add(role, content)
        return False

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
        if bubble_times.GetOwnTime(bubble, place.times)[0] is None:
            return True
        if bubble_type == 1:
            user_turn = place.turn if place.is_user else None
            return bool(_GetInjection(bubble, user_turn)[0])
        return (
            bubble_calls.IsToolCall(tool_data)
            and values.GetString(tool_data, "status") == "completed"
            and not tool_data.get("result")
            and not tool_data.get("toolCallBinary")
        )


def _GetAgentMode(bubble):
    """Retrieves the mode of the agent.

    Args:
      bubble (dict[str, object]): bubble.

    Returns:
      str: mode or None if not available.
    """
    value = bubble.get("unifiedMode")
    if isinstance(value, str) and value:
        return value
    number = values.ToInteger(value)
    if number is not None:
        return _AGENT_MODES.get(number, f"mode {number:d}")
    value = bubble.get("agentMode")
    if isinstance(value, str) and value:
        return value
    return names.GetName(names.AGENT_MODE, values.ToInteger(value))


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
    sender = values.GetString(bubble, "sentByAgentId")
    if sender:
        return True, f"sent by agent {sender:s}"
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
