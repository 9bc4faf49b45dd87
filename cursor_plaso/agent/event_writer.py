"""Event data of conversations that were read from an agent.v1 tree.

The same records come from a CLI store, an SDK store and the agentKv rows of the IDE;
who reads the store says where a record stands and what the conversation is.
"""

from dfdatetime import posix_time as dfdatetime_posix_time

from cursor_plaso import calls
from cursor_plaso import events
from cursor_plaso import locations
from cursor_plaso import times
from cursor_plaso.agent import details

_MAXIMUM_SUBAGENT_DEPTH = 16

# Warnings that are not told another time.
_MAXIMUM_WARNED_HASHES = 10_000

# Messages that are in memory at once, to join the results to their calls, and what
# their text may take.
_MAXIMUM_BATCH_LENGTH = 10_000
_MAXIMUM_BATCH_SIZE = 32 * 1024 * 1024

_REFUSALS = frozenset(["permission_denied", "rejected"])

_SUPERSEDED = "superseded"


class ConversationEventWriter:
    """Writer of the event data of a conversation.

    Attributes:
      number_of_turns (int): number of turns written, those of sub-agents included.
    """

    def __init__(
        self,
        produce,
        conversation_identifier,
        evidence_source,
        table_name="blobs",
        warn=None,
    ):
        """Initializes a writer.

        Args:
          produce (callable): function that produces event data; it is given the event
              data, the key of its record and, by the keyword corrupted, if the record
              is partial.
          conversation_identifier (str): identifier of the conversation or None.
          evidence_source (str): kind of record the events are read from.
          table_name (Optional[str]): name of the table of the blobs.
          warn (Optional[callable]): function that produces a warning; it is given the
              message.
        """
        super().__init__()
        self._conversation_identifier = conversation_identifier
        self._depth = 0
        self._evidence_source = evidence_source
        self._parent_identifier = None
        self._produce = produce
        self._subagent_identifiers = set()
        self._table_name = table_name
        self._warn = warn
        self._warned_hashes = set()
        self.number_of_turns = 0

    def _Produce(self, event_data, key, corrupted=False):
        """Produces event data.

        Args:
          event_data (CursorEventData): event data.
          key (str): key of the record.
          corrupted (Optional[bool]): True if the record is partial.
        """
        if event_data.conversation_identifier is None:
            event_data.conversation_identifier = self._conversation_identifier
        if event_data.parent_conversation_identifier is None:
            event_data.parent_conversation_identifier = self._parent_identifier
        if event_data.evidence_source is None:
            event_data.evidence_source = self._evidence_source
        self._produce(event_data, f"{self._table_name:s}[{key:s}]", corrupted=corrupted)

    def _SetTurn(self, event_data, turn):
        """Sets what a turn tells of the records in it.

        Args:
          event_data (CursorEventData): event data.
          turn (Turn): turn.
        """
        event_data.request_identifier = turn.request_id
        event_data.turn_number = turn.index + 1
        if turn.is_superseded:
            event_data.header_list_state = _SUPERSEDED
        if turn.model_names:
            event_data.model = turn.model_names[-1]

    def _Warn(self, record, key):
        """Produces the warnings of a record.

        Args:
          record (Conversation|ModelMessage|Step|Turn|UserMessage): record.
          key (str): key of the record.
        """
        if not self._warn:
            return
        for warning in record.warnings:
            message = f"{key:s}: {warning:s}"
            # A turn of a sub-agent is in each of its states.
            message_hash = hash(message)
            if message_hash not in self._warned_hashes:
                if len(self._warned_hashes) < _MAXIMUM_WARNED_HASHES:
                    self._warned_hashes.add(message_hash)
                self._warn(message)

    def _WriteMissing(self, what, blob_id, turn, key):
        """Writes that a blob is missing.

        Args:
          what (str): what the blob is.
          blob_id (str): identifier of the blob.
          turn (Turn): turn that names the blob or that is missing.
          key (str): key of the record.
        """
        event_data = events.CursorMessageEventData()
        event_data.message_body = (
            f"missing {what:s}: the store does not hold blob {blob_id or '-':s}"
        )
        event_data.role = "system"
        self._SetTurn(event_data, turn)
        _SetTurnTime(event_data, turn)
        self._Produce(event_data, key)

    def _WriteShellTurn(self, turn, key):
        """Writes a command that the user typed, with its output.

        Args:
          turn (Turn): turn.
          key (str): key of the record.
        """
        shell = turn.shell
        event_data = events.CursorToolCallEventData()
        event_data.call_summary = shell.command
        event_data.arguments = shell.command
        event_data.details = details.GetTurnDetails(turn)
        event_data.error_text = shell.stderr
        event_data.exit_code = shell.exit_code
        event_data.result = shell.stdout
        if shell.stdout_size:
            event_data.result_size = shell.stdout_size
            event_data.result_sha256 = shell.stdout_sha256
        event_data.status = "typed by the user"
        event_data.tool_name = "shell"
        self._SetTurn(event_data, turn)
        _SetTurnTime(event_data, turn)
        self._Produce(
            event_data,
            key,
            corrupted=turn.is_corrupted or shell.is_command_missing,
        )

    def _WriteStep(self, step, turn, key):
        """Writes a step.

        Args:
          step (Step): step.
          turn (Turn): turn of the step.
          key (str): key of the record.
        """
        self._Warn(step, f"{self._table_name:s} row {key:s}")
        if step.is_missing:
            self._WriteMissing(f"step {step.index + 1:d}", step.blob_id, turn, key)
        elif step.kind == "tool":
            self._WriteToolCall(step, turn, key)
        elif step.kind in ("assistant", "thinking"):
            event_data = events.CursorMessageEventData()
            event_data.duration = step.duration_ms
            event_data.message_body = step.text
            if step.text_size:
                event_data.message_body_size = step.text_size
                event_data.message_body_sha256 = step.text_sha256
            event_data.role = step.kind
            event_data.sequence_number = step.index
            self._SetTurn(event_data, turn)
            if step.is_superseded:
                event_data.header_list_state = _SUPERSEDED
            event_data.creation_time = CreateTime(step.started_ms)
            event_data.time_source = step.started_source
            if step.started_ms is None and step.completed_ms is not None:
                event_data.creation_time = CreateTime(step.completed_ms)
                event_data.time_source = step.completed_source
            if not event_data.creation_time:
                _SetTurnTime(event_data, turn)
            self._Produce(
                event_data, key, corrupted=step.is_corrupted or step.hash_mismatch
            )
        else:
            self._WriteUnknown(step, turn, key)

    def _WriteUnknown(self, step, turn, key):
        """Writes a step that no message of agent.v1 describes.

        Args:
          step (Step): step.
          turn (Turn): turn of the step.
          key (str): key of the record.
        """
        event_data = events.CursorMessageEventData()
        event_data.error_text = "; ".join(step.warnings) or None
        event_data.message_body = (
            f"step {step.index + 1:d} is not understood: blob {step.blob_id or '-':s}"
        )
        event_data.role = "system"
        self._SetTurn(event_data, turn)
        _SetTurnTime(event_data, turn)
        self._Produce(event_data, key, corrupted=True)

    def _WriteToolCall(self, step, turn, key):
        """Writes a tool call and the decision or the prompt that it tells of.

        Args:
          step (Step): step.
          turn (Turn): turn of the step.
          key (str): key of the record.
        """
        event_data = events.CursorToolCallEventData()
        event_data.arguments = step.arguments
        if step.arguments_size:
            event_data.arguments_size = step.arguments_size
            event_data.arguments_sha256 = step.arguments_sha256
        event_data.call_summary = GetStepSummary(step)
        event_data.changed_files = details.GetChangedFiles(step)
        event_data.details = details.GetCallDetails(step)
        event_data.duration = step.duration_ms
        event_data.error_text = step.error
        event_data.exit_code = step.exit_code
        event_data.outcome = step.outcome
        event_data.reason = step.reason
        event_data.result = step.result
        if step.result_size:
            event_data.result_size = step.result_size
            event_data.result_sha256 = step.result_sha256
        event_data.sequence_number = step.index
        event_data.status = _GetStatus(step)
        event_data.subagent_conversation_identifier = step.subagent_id
        event_data.tool_call_identifier = step.tool_call_id
        event_data.tool_name = step.tool_name
        event_data.tool_number = step.tool_number
        event_data.working_directory = step.working_directory
        self._SetTurn(event_data, turn)
        if step.is_superseded:
            event_data.header_list_state = _SUPERSEDED

        event_data.start_time = CreateTime(step.started_ms)
        event_data.end_time = CreateTime(step.completed_ms)
        event_data.time_source = _JoinNames(
            step.started_source if event_data.start_time else None,
            step.completed_source if event_data.end_time else None,
        )
        if not event_data.start_time and not event_data.end_time:
            _SetTurnTime(event_data, turn)

        if step.outcome in _REFUSALS:
            self._WriteDecision(step, event_data, key)
        elif step.is_unfinished and step.pending_ms is not None:
            self._WritePrompt(step, event_data, key)

        self._Produce(
            event_data, key, corrupted=step.is_corrupted or step.hash_mismatch
        )
        for index, nested_step in enumerate(step.nested_steps):
            self._WriteNestedStep(nested_step, step, turn, f"{key:s} nested {index:d}")

    def _WriteNestedStep(self, nested_step, step, turn, key):
        """Writes a step of a sub-agent that the result of a call holds.

        Args:
          nested_step (Step): step of the sub-agent.
          step (Step): step of the call.
          turn (Turn): turn of the call.
          key (str): key of the record.
        """
        # The state of the sub-agent, where there is one, tells the same and more.
        if step.subagent_id and step.subagent_id in self._subagent_identifiers:
            return
        identifier, parent = self._conversation_identifier, self._parent_identifier
        if step.subagent_id:
            self._conversation_identifier = step.subagent_id
            self._parent_identifier = identifier
        try:
            self._WriteStep(nested_step, turn, key)
        finally:
            self._conversation_identifier = identifier
            self._parent_identifier = parent

    def _WriteDecision(self, step, call, key):
        """Writes the decision that a refused call tells of.

        Args:
          step (Step): step.
          call (CursorToolCallEventData): event data of the call.
          key (str): key of the record.
        """
        event_data = events.CursorPermissionDecisionEventData()
        event_data.call_summary = call.call_summary
        event_data.decision = step.outcome.replace("_", " ")
        event_data.model = call.model
        event_data.outcome = step.outcome
        event_data.reason = step.reason or step.error
        event_data.recorded_time = CreateTime(step.completed_ms)
        event_data.time_source = step.completed_source
        if step.completed_ms is None:
            event_data.recorded_time = CreateTime(step.started_ms)
            event_data.time_source = step.started_source
        if not event_data.recorded_time:
            event_data.turn_start_time = call.turn_start_time
            event_data.time_source = call.time_source
        event_data.request_identifier = call.request_identifier
        event_data.sequence_number = call.sequence_number
        event_data.tool_call_identifier = call.tool_call_identifier
        event_data.tool_name = call.tool_name
        self._Produce(event_data, f"{key:s}#permission")

    def _WritePrompt(self, step, call, key):
        """Writes the prompt that a waiting call tells of.

        Args:
          step (Step): step.
          call (CursorToolCallEventData): event data of the call.
          key (str): key of the record.
        """
        event_data = events.CursorPermissionPromptEventData()
        event_data.call_summary = call.call_summary
        event_data.model = call.model
        event_data.reason = step.approval_reason
        event_data.sequence_number = call.sequence_number
        event_data.start_time = CreateTime(step.pending_ms)
        event_data.time_source = step.pending_source
        event_data.tool_call_identifier = call.tool_call_identifier
        event_data.tool_name = call.tool_name
        self._Produce(event_data, f"{key:s}#permission")

    def _WriteUserMessage(self, turn, key):
        """Writes the message that starts a turn.

        Args:
          turn (Turn): turn.
          key (str): key of the record.
        """
        user = turn.user
        if user is None or user.is_missing:
            if user is not None or turn.user_message_id:
                blob_id = user.blob_id if user is not None else None
                self._WriteMissing("user message", blob_id, turn, key)
            return
        # The later turn that holds the same message, or a bubble, shows it.
        if turn.user_is_shared:
            return
        self._Warn(user, f"{self._table_name:s} row {key:s}")

        event_data = events.CursorMessageEventData()
        event_data.account_identifier = details.GetAccount(user)
        event_data.agent_mode = user.mode
        event_data.attachments = user.attachments
        event_data.details = [
            *details.GetUserDetails(user),
            *details.GetTurnDetails(turn),
        ]
        event_data.message_body = user.text
        if user.text_size:
            event_data.message_body_size = user.text_size
            event_data.message_body_sha256 = user.text_sha256
        event_data.message_identifier = user.message_id
        event_data.role = "user"
        if user.is_simulated:
            event_data.injected = True
            event_data.injection_reason = user.simulated_reason
        elif user.sender_agent_id:
            event_data.injected = True
            event_data.injection_reason = f"sent by agent {user.sender_agent_id:s}"
        self._SetTurn(event_data, turn)
        event_data.sent_time = CreateTime(user.started_ms)
        event_data.time_source = user.started_source
        if not event_data.sent_time:
            _SetTurnTime(event_data, turn)
        self._Produce(
            event_data, key, corrupted=user.is_corrupted or user.hash_mismatch
        )

    def WriteMessages(self, messages, only_uncovered=True):
        """Writes JSON model messages.

        Args:
          messages (iterable[ModelMessage]): messages in order.
          only_uncovered (Optional[bool]): True if messages that a turn shows are left
              out.
        """
        tag_time = None
        model = None
        for batch in _GetBatches(messages):
            results = {}
            call_identifiers = set()
            for message in batch:
                for part in message.parts:
                    if part.kind == "tool-result" and part.tool_call_id:
                        results.setdefault(part.tool_call_id, part)
                    elif part.kind == "tool-call" and part.tool_call_id:
                        call_identifiers.add(part.tool_call_id)

            for message in batch:
                if message.role == "user" and not message.is_context:
                    # The tag of a turn is no time of the next one.
                    tag_time = message.timestamp
                if message.model_names:
                    model = message.model_names[-1]
                if not only_uncovered or not message.is_covered:
                    self._WriteModelMessage(
                        message, tag_time, model, results, call_identifiers
                    )

    def _WriteModelMessage(self, message, tag_time, model, results, call_identifiers):
        """Writes a JSON model message.

        Args:
          message (ModelMessage): message.
          tag_time (dfdatetime.DateTimeValues): time of the tag of the turn or None.
          model (str): model that answered last or None.
          results (dict[str, MessagePart]): results of calls per identifier.
          call_identifiers (set[str]): identifiers of the calls.
        """
        key = message.blob_id or "-"
        if message.archive_id:
            key = f"{key:s} of archive {message.archive_id:s}"
        self._Warn(message, f"{self._table_name:s} row {key:s}")
        if message.is_missing:
            event_data = events.CursorMessageEventData()
            event_data.message_body = (
                f"missing message: the store does not hold blob "
                f"{message.blob_id or '-':s}"
            )
            event_data.role = "system"
            self._Produce(event_data, key)
            return

        if message.role in ("system", "user"):
            self._WriteProgramOrUserMessage(message, tag_time, key)
            return

        for index, part in enumerate(message.parts):
            part_key = f"{key:s} part {index:d}"
            if part.kind == "tool-call":
                self._WritePartCall(
                    part, results.get(part.tool_call_id), message, tag_time, part_key
                )
            elif part.kind == "tool-result":
                if part.tool_call_id not in call_identifiers:
                    self._WritePartCall(part, part, message, tag_time, part_key)
            elif part.text:
                event_data = events.CursorMessageEventData()
                event_data.message_body = part.text
                if part.text_size:
                    event_data.message_body_size = part.text_size
                    event_data.message_body_sha256 = part.text_sha256
                event_data.message_identifier = message.message_id
                event_data.model = part.model_name or model
                event_data.role = (
                    "thinking" if part.kind == "reasoning" else message.role
                )
                if tag_time:
                    event_data.turn_start_time = tag_time
                    event_data.time_source = "<timestamp> tag of the turn"
                self._Produce(event_data, part_key, corrupted=message.hash_mismatch)

    def _WriteProgramOrUserMessage(self, message, tag_time, key):
        """Writes a JSON model message of the roles system and user.

        Args:
          message (ModelMessage): message.
          tag_time (dfdatetime.DateTimeValues): time of the tag of the turn or None.
          key (str): key of the record.
        """
        text = message.query_text
        if text is None:
            text = "\n".join(part.text for part in message.parts if part.text)
        if message.role == "system":
            text = f"system prompt: {text:s}"

        event_data = events.CursorMessageEventData()
        event_data.attachments = message.attachments
        if message.notification:
            event_data.attachments = message.attachments + [
                f"notification: {message.notification:s}"
            ]
        event_data.message_body = text
        if message.query_text_size:
            event_data.message_body_size = message.query_text_size
            event_data.message_body_sha256 = message.query_text_sha256
        event_data.message_identifier = message.message_id
        event_data.request_identifier = message.request_id
        event_data.role = message.role
        if message.is_context:
            event_data.injected = True
            event_data.injection_reason = "context of the program"
        elif message.is_summary:
            event_data.injected = True
            event_data.injection_reason = "summary of earlier messages"
        elif message.injection_reason:
            event_data.injected = True
            event_data.injection_reason = message.injection_reason
        if message.role == "user" and tag_time and not message.is_context:
            event_data.sent_time = tag_time
            event_data.time_source = "<timestamp> tag"
        self._Produce(event_data, key, corrupted=message.hash_mismatch)

    def _WritePartCall(self, part, result, message, tag_time, key):
        """Writes a tool call of a JSON model message.

        Args:
          part (MessagePart): call, or result if the call is not there.
          result (MessagePart): result or None.
          message (ModelMessage): message of the call.
          tag_time (dfdatetime.DateTimeValues): time of the tag of the turn or None.
          key (str): key of the record.
        """
        event_data = events.CursorToolCallEventData()
        event_data.arguments = part.arguments
        if part.arguments_size:
            event_data.arguments_size = part.arguments_size
            event_data.arguments_sha256 = part.arguments_sha256
        event_data.call_summary = calls.GetCallSummary(part.tool_name, part.arguments)
        event_data.tool_call_identifier = part.tool_call_id
        event_data.tool_name = part.tool_name
        event_data.working_directory = calls.GetWorkingDirectory(part.arguments)
        if result:
            event_data.changed_files = details.GetChangedFiles(result)
            event_data.details = result.facts
            event_data.error_text = result.error
            event_data.exit_code = result.exit_code
            event_data.outcome = result.outcome
            event_data.reason = result.reason
            event_data.result = result.text
            if result.text_size:
                event_data.result_size = result.text_size
                event_data.result_sha256 = result.text_sha256
        if message.pending_ms is not None:
            event_data.start_time = CreateTime(message.pending_ms)
            event_data.time_source = message.pending_source
        elif tag_time:
            event_data.turn_start_time = tag_time
            event_data.time_source = "<timestamp> tag of the turn"

        if event_data.outcome in _REFUSALS:
            decision = events.CursorPermissionDecisionEventData()
            decision.call_summary = event_data.call_summary
            decision.decision = event_data.outcome.replace("_", " ")
            decision.outcome = event_data.outcome
            decision.reason = event_data.reason
            decision.time_source = event_data.time_source
            decision.tool_call_identifier = event_data.tool_call_identifier
            decision.tool_name = event_data.tool_name
            decision.turn_start_time = event_data.turn_start_time
            self._Produce(decision, f"{key:s}#permission")
        self._Produce(event_data, key, corrupted=message.hash_mismatch)

    def WriteTurn(self, turn):
        """Writes a turn.

        Args:
          turn (Turn): turn.
        """
        self.number_of_turns += 1
        state = " superseded" if turn.is_superseded else ""
        key = f"{turn.blob_id or '-':s}{state:s} turn {turn.index + 1:d}"
        if turn.is_missing:
            self._WriteMissing(f"turn {turn.index + 1:d}", turn.blob_id, turn, key)
            return
        # A second reference to one blob is no second turn of its own time.
        if turn.is_duplicate:
            return
        self._Warn(turn, f"{self._table_name:s} row {key:s}")
        if turn.kind == "shell" and turn.shell:
            self._WriteShellTurn(turn, key)
            return
        self._WriteUserMessage(turn, f"{key:s} user")
        for step in turn.steps:
            self._WriteStep(step, turn, f"{key:s} step {step.index + 1:d}")

    def WriteTurns(self, turns):
        """Writes turns.

        Args:
          turns (iterable[Turn]): turns.

        Returns:
          set[str]: identifiers of the tool calls that were written.
        """
        call_identifiers = set()
        for turn in turns:
            self.WriteTurn(turn)
            call_identifiers.update(
                step.tool_call_id for step in turn.steps if step.tool_call_id
            )
        return call_identifiers

    def _WritePendingCalls(self, conversation, call_identifiers):
        """Writes the prompts of calls that no step shows.

        Args:
          conversation (Conversation): conversation.
          call_identifiers (set[str]): identifiers of the calls that steps show.
        """
        for pending_call in conversation.pending_calls:
            if pending_call.tool_call_id in call_identifiers:
                continue
            event_data = events.CursorPermissionPromptEventData()
            event_data.call_summary = calls.GetCallSummary(
                pending_call.tool_name, pending_call.arguments
            )
            event_data.start_time = CreateTime(pending_call.started_ms)
            event_data.time_source = pending_call.started_source
            event_data.tool_call_identifier = pending_call.tool_call_id
            event_data.tool_name = pending_call.tool_name
            self._Produce(
                event_data,
                f"{conversation.root_id or '-':s} pending "
                f"{pending_call.tool_call_id or '-':s}",
            )

    def _WriteState(self, conversation):
        """Writes what a root holds beside turns: plan, summaries and files.

        None of them has a time.

        Args:
          conversation (Conversation): conversation.
        """
        key = conversation.root_id or "-"
        if conversation.plan:
            event_data = events.CursorPlanEventData()
            event_data.message_body = conversation.plan
            self._Produce(event_data, f"{key:s} plan")

        self.WriteSummaries(conversation)

        for index, file_state in enumerate(conversation.file_states):
            path = locations.GetPathFromURI(file_state.path) or file_state.path
            if not path:
                continue
            event_data = events.CursorFileEditEventData()
            event_data.content_sha256 = file_state.content_id
            event_data.edit_kind = "content kept"
            event_data.file_path = path
            if file_state.state_id:
                event_data.change_summary = f"state in blob {file_state.state_id:s}"
            initial_identifier = file_state.initial_content_id
            if initial_identifier and initial_identifier != file_state.content_id:
                event_data.edit_kind = "edited content kept"
                event_data.change_summary = (
                    f"content before the first edit: SHA-256 {initial_identifier:s}"
                )
            self._Produce(event_data, f"{key:s} file state {index:d}")

    def WriteSummaries(self, conversation, is_told=None):
        """Writes the summaries and what was said in voice calls.

        None of them has a time.

        Args:
          conversation (Conversation): conversation.
          is_told (Optional[callable]): function that is given the text of a summary and
              tells if another record does.
        """
        key = conversation.root_id or "-"
        summaries = [
            (f"archive {archive.blob_id or '-':s}", archive.summary)
            for archive in conversation.archives
        ]
        summaries.append((f"{key:s} summary", conversation.summary))
        texts = set()
        for summary_key, text in summaries:
            if not text or text in texts:
                continue
            texts.add(text)
            if is_told and is_told(text):
                continue
            event_data = events.CursorMessageEventData()
            event_data.injected = True
            event_data.injection_reason = "summary of earlier messages"
            event_data.message_body = text
            event_data.role = "system"
            self._Produce(event_data, summary_key)

        for index, utterance in enumerate(conversation.utterances):
            text = details.GetUtterance(utterance)
            if text:
                event_data = events.CursorMessageEventData()
                event_data.message_body = text
                event_data.message_identifier = utterance[0]
                event_data.role = "system"
                self._Produce(event_data, f"{key:s} utterance {index:d}")

    def WriteSubagents(self, reader, conversation):
        """Writes the conversations of sub-agents.

        Args:
          reader (ConversationReader): reader of the blobs.
          conversation (Conversation): conversation whose sub-agents are written.
        """
        if self._depth >= _MAXIMUM_SUBAGENT_DEPTH:
            if conversation.subagents and self._warn:
                self._warn(
                    f"sub-agent {self._conversation_identifier or '-':s}: "
                    f"{len(conversation.subagents):d} sub-agents nested too deeply"
                )
            return
        identifier, parent = self._conversation_identifier, self._parent_identifier
        self._depth += 1
        for subagent in conversation.subagents:
            if subagent.agent_id in self._subagent_identifiers:
                continue
            self._subagent_identifiers.add(subagent.agent_id)
            self._conversation_identifier = subagent.agent_id
            self._parent_identifier = identifier
            try:
                self._WriteSubagent(reader, subagent, conversation)
            finally:
                self._conversation_identifier = identifier
                self._parent_identifier = parent
        self._depth -= 1

    def _WriteSubagent(self, reader, subagent, conversation):
        """Writes the conversation of a sub-agent.

        Args:
          reader (ConversationReader): reader of the blobs.
          subagent (Subagent): sub-agent.
          conversation (Conversation): conversation that started the sub-agent.
        """
        event_data = events.CursorConversationEventData()
        if subagent.conversation:
            FillConversation(event_data, subagent.conversation)
        event_data.creation_time = CreateTime(subagent.created_ms)
        event_data.last_update_time = CreateTime(subagent.last_used_ms)
        event_data.time_source = _JoinNames(
            (
                "SubagentPersistedState.created_timestamp_ms"
                if event_data.creation_time
                else None
            ),
            (
                "SubagentPersistedState.last_used_timestamp_ms"
                if event_data.last_update_time
                else None
            ),
        )
        event_data.conversation_title = subagent.title
        event_data.details = (event_data.details or []) + details.GetSubagentDetails(
            subagent
        )
        event_data.model = subagent.model_name
        event_data.parent_tool_call_identifier = subagent.parent_tool_call_id
        event_data.status = subagent.run_status
        event_data.subagent_type = subagent.type_name
        if subagent.cloud_agent_id:
            event_data.origin = f"remote cursor cloud agent {subagent.cloud_agent_id:s}"
        if subagent.is_missing:
            event_data.missing_records = ["state of the sub-agent"]
        self._Produce(
            event_data,
            f"{subagent.blob_id or conversation.root_id or '-':s} sub-agent "
            f"{subagent.agent_id or '-':s}",
            corrupted=subagent.is_corrupted or subagent.hash_mismatch,
        )
        if subagent.conversation:
            self.WriteConversation(reader, subagent.conversation)

    def WriteConversation(
        self,
        reader,
        conversation,
        superseded_turns=(),
        model_names=None,
        pending_calls=None,
    ):
        """Writes the turns, archived messages and sub-agents of a conversation.

        Args:
          reader (ConversationReader): reader of the blobs.
          conversation (Conversation): conversation.
          superseded_turns (Optional[iterable[Turn]]): turns that only earlier states
              of the conversation hold.
          model_names (Optional[dict[str, list[str]]]): names of models by identifier
              of the request.
          pending_calls (Optional[dict[str, PendingCall]]): calls that waited in an
              earlier state, by identifier of the call.
        """
        for subagent in conversation.subagents:
            if subagent.conversation and subagent.conversation.turn_ids:
                self._subagent_identifiers.add(subagent.agent_id)
        call_identifiers = self.WriteTurns(
            reader.ReadTurns(
                conversation, model_names=model_names, pending_calls=pending_calls
            )
        )
        call_identifiers.update(self.WriteTurns(superseded_turns))
        self._WritePendingCalls(conversation, call_identifiers)
        if conversation.archives:
            self.WriteMessages(reader.ReadArchivedMessages(conversation))
        self._WriteState(conversation)
        self._subagent_identifiers.difference_update(
            subagent.agent_id for subagent in conversation.subagents
        )
        root = f"root {conversation.root_id or '-':s}"
        if self._depth:
            root = f"sub-agent {self._conversation_identifier or '-':s}"
        self._Warn(conversation, root)
        self.WriteSubagents(reader, conversation)


def FillConversation(event_data, conversation):
    """Fills the event data of a conversation with what its root tells.

    Args:
      event_data (CursorConversationEventData): event data.
      conversation (Conversation): conversation.
    """
    event_data.agent_mode = event_data.agent_mode or conversation.mode
    event_data.context_token_limit = (
        event_data.context_token_limit or conversation.tokens_maximum
    )
    event_data.context_tokens_used = (
        event_data.context_tokens_used or conversation.tokens_used
    )
    event_data.context_usage = event_data.context_usage or [
        f"{label or identifier or '-':s}={number:d}"
        for identifier, label, number, _ in conversation.token_breakdown
        if number
    ]
    event_data.custom_mode = event_data.custom_mode or conversation.custom_mode_id
    event_data.details = details.GetConversationDetails(conversation)
    event_data.goal = details.GetGoal(conversation.goal)
    if not event_data.git_branch:
        event_data.git_branch = conversation.active_branch or next(
            (branch for _, branch in conversation.branches if branch), None
        )
    event_data.message_count = event_data.message_count or len(conversation.turn_ids)
    missing_records = [
        f"{name:s} {identifier:s}" for name, identifier in conversation.missing
    ]
    if conversation.is_missing:
        missing_records.append(f"root {conversation.root_id or '-':s}")
    event_data.missing_records = missing_records
    event_data.pending_calls = [
        f"{call.tool_name or '-':s} {call.tool_call_id or '-':s}"
        for call in conversation.pending_calls
    ]
    event_data.plans = [
        f"{path or identifier or '-':s}" for identifier, path in conversation.plans
    ]
    if not event_data.project_path:
        event_data.project_path = GetProjectPath(conversation)
    event_data.read_paths = conversation.read_paths
    event_data.repositories = event_data.repositories or [
        path for path, _ in conversation.branches if path
    ]
    event_data.time_zone = conversation.time_zone
    event_data.todos = event_data.todos or [
        f"{todo.content or '-':s} ({todo.status or '-':s})"
        for todo in conversation.todos
    ]


def GetProjectPath(conversation):
    """Retrieves the project that the root of a conversation names.

    Args:
      conversation (Conversation): conversation.

    Returns:
      str: path of the project or None if not available.
    """
    for uri in reversed(conversation.previous_workspace_uris):
        path = locations.GetPathFromURI(uri)
        if path:
            return path
    return None


def GetStepSummary(step):
    """Retrieves the main argument of a tool call.

    Args:
      step (Step): step.

    Returns:
      str: command, path, query or another argument, or None if there is none.
    """
    return (
        step.command
        or step.path
        or step.query
        or step.url
        or calls.GetCallSummary(step.tool_name, step.arguments)
        or step.description
    )


def CreateTime(milliseconds):
    """Creates a date and time.

    Args:
      milliseconds (int): milliseconds since the epoch or None.

    Returns:
      dfdatetime.PosixTimeInMilliseconds: date and time, or None if the number is not
          a plausible time.
    """
    milliseconds = times.ToMilliseconds(milliseconds)
    if milliseconds is None:
        return None
    return dfdatetime_posix_time.PosixTimeInMilliseconds(timestamp=milliseconds)


def _GetBatches(messages):
    """Divides messages into lists that are small enough to be in memory.

    Args:
      messages (iterable[ModelMessage]): messages.

    Yields:
      list[ModelMessage]: messages that follow each other.
    """
    batch, size = [], 0
    for message in messages:
        batch.append(message)
        size += sum(
            len(part.text or "") + len(part.arguments or "") for part in message.parts
        )
        if len(batch) >= _MAXIMUM_BATCH_LENGTH or size >= _MAXIMUM_BATCH_SIZE:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _GetStatus(step):
    """Retrieves the state of a call.

    Args:
      step (Step): step.

    Returns:
      str: state.
    """
    if step.is_unfinished:
        return "unfinished"
    if step.is_truncated:
        return "completed, stored truncated"
    return "completed"


def _JoinNames(*names):
    """Joins the names of the fields that times were read from.

    Args:
      names (list[str]): names, each possibly None.

    Returns:
      str: names separated by commas or None if there are none.
    """
    return ", ".join(name for name in names if name) or None


def _SetTurnTime(event_data, turn):
    """Sets the time of the turn on a record that has no time of its own.

    Args:
      event_data (CursorEventData): event data.
      turn (Turn): turn.
    """
    event_data.turn_start_time = CreateTime(turn.started_ms)
    if event_data.turn_start_time:
        event_data.time_source = turn.started_source
    elif turn.user is not None and turn.user.started_ms is not None:
        event_data.turn_start_time = CreateTime(turn.user.started_ms)
        if event_data.turn_start_time:
            event_data.time_source = turn.user.started_source
