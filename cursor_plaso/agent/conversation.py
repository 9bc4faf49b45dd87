"""The walk through a conversation: from a root to its turns and steps.

conversation-tree.md steps 2 to 10. Turns are read one at a time, so that a
conversation of any size takes the memory of its largest turn. What the store does not
have, or what is broken, is reported in its place: nothing is skipped.
"""

import hashlib

from cursor_plaso import values
from cursor_plaso.agent import messages
from cursor_plaso.agent import names
from cursor_plaso.agent import records
from cursor_plaso.agent import render
from cursor_plaso.agent import richtext
from cursor_plaso.agent import schema
from cursor_plaso.agent import states
from cursor_plaso.agent import times as agent_times
from cursor_plaso.agent import tools

_MAXIMUM_ATTACHMENTS = 64
_MAXIMUM_ATTACHMENT_LENGTH = 2048
_MAXIMUM_FACT_SIZE = 4096
_MAXIMUM_STEPS = 20_000

# Fields of a user message that are told by their names: texts, and flags that are set.
_FACT_FIELDS = (
    "forked_context",
    "prompt_reference_id",
    "reply_to",
    "reply_to_tool_call_id",
    "subagent_system_reminder",
)
_FACT_FLAGS = ("during_voice_call", "sent_by_voice_call")

# Characters by which two texts are compared.
_COMPARED_LENGTH = 16 * 1024

# The same blob may be named again, two equal texts without times are one blob, but not
# so often that reading it takes for ever.
_MAXIMUM_REPEATED_SIZE = 64 * 1024 * 1024
_REPEATED_OVERHEAD = 256

_MAXIMUM_TRUNCATIONS = 4


class ConversationReader:
    """Reads conversations of one blob store."""

    def __init__(self, blob_source, is_aborted=None):
        """Initializes a reader.

        Args:
          blob_source (BlobSource): blob store.
          is_aborted (Optional[function]): function without arguments that returns True
              if reading should stop.
        """
        super().__init__()
        self._blob_source = blob_source
        self._is_aborted = is_aborted or (lambda: False)

    def ReadArchivedMessages(self, conversation):
        """Reads the messages that summaries took the place of.

        Args:
          conversation (Conversation): conversation.

        Yields:
          ModelMessage: message, is_covered True if a turn of the conversation shows it.
        """
        if not conversation.archives:
            return
        request_ids, texts = self._ReadTurnKeys(conversation)
        for archive in conversation.archives:
            # Which turn a message belongs to is what the user message before it says.
            is_covered = False
            for message in self.ReadMessages(archive.message_ids):
                message.archive_id = archive.blob_id
                if message.role == "user" and not message.is_context:
                    if message.request_id:
                        is_covered = message.request_id in request_ids
                    else:
                        is_covered = _GetTextKey(message.query_text) in texts
                elif message.role == "system" or message.is_context:
                    is_covered = False
                message.is_covered = is_covered
                yield message

    def ReadMessages(self, blob_ids):
        """Reads JSON model messages.

        Args:
          blob_ids (list[str]): identifiers of the messages.

        Yields:
          ModelMessage: message; is_missing tells if the store does not have it.
        """
        for blob_id in blob_ids:
            if self._is_aborted():
                return
            blob = self._blob_source.GetBlob(blob_id)
            if blob is None:
                yield records.ModelMessage(blob_id=blob_id, is_missing=True)
                continue
            message = messages.ReadMessage(blob.data, blob_id=blob_id)
            message.hash_mismatch = not blob.hash_matches
            yield message

    def ReadModelNames(self, conversation):
        """Reads which models answered, from the JSON messages.

        This reads every message of the conversation.

        Args:
          conversation (Conversation): conversation.

        Returns:
          dict[str, list[str]]: names of the models by identifier of the request.
        """
        model_names = {}
        request_id = None
        blob_ids = [
            blob_id
            for archive in conversation.archives
            for blob_id in archive.message_ids
        ]
        for blob_id in dict.fromkeys(blob_ids + conversation.message_ids):
            if self._is_aborted():
                break
            data = self._blob_source.Get(blob_id)
            # Most messages hold neither, and large ones take long to decode.
            if not data or (b'"requestId"' not in data and b'"modelName"' not in data):
                continue
            message = messages.ReadMessage(data)
            if message.role == "user" and message.request_id:
                request_id = message.request_id
            elif message.role == "assistant" and request_id:
                request_names = model_names.setdefault(request_id, [])
                for model_name in message.model_names:
                    if model_name not in request_names:
                        request_names.append(model_name)
        return model_names

    def ReadRoot(self, root_id):
        """Reads a root.

        Args:
          root_id (str): identifier of the root.

        Returns:
          Conversation: conversation; is_missing tells if the store does not have the
              root.
        """
        blob = self._blob_source.GetBlob(root_id)
        if blob is None:
            return records.Conversation(root_id=root_id, is_missing=True)
        conversation = self.ReadRootData(blob.data, root_id=root_id)
        conversation.root_hash_matches = blob.hash_matches
        return conversation

    def ReadRootData(self, data, root_id=None):
        """Reads a root that is stored in another value.

        Args:
          data (bytes): data of the root.
          root_id (Optional[str]): identifier of the root if it has another than the
              hash of the data.

        Returns:
          Conversation: conversation.
        """
        conversation = records.Conversation()
        conversation.root_id = root_id or hashlib.sha256(data).hexdigest()
        conversation.root_size = len(data)
        if not data:
            return conversation

        state, problem = schema.Parse("ConversationStateStructure", data)
        conversation.is_corrupted = bool(problem)
        if problem:
            records.AddWarning(conversation.warnings, problem)
        if state is not None:
            states.StateReader(self._blob_source).ReadState(conversation, state)
        return conversation

    def ReadStep(self, blob_id, index=0):
        """Reads a step.

        Args:
          blob_id (str): identifier of the step.
          index (Optional[int]): position in the turn.

        Returns:
          Step: step.
        """
        step = records.Step(blob_id=blob_id, index=index)
        blob = self._blob_source.GetBlob(blob_id)
        if blob is None:
            step.kind = "missing"
            step.is_missing = True
            return step

        step.hash_mismatch = not blob.hash_matches
        message, problem = schema.Parse(
            "ConversationStep", blob.data, salvage=not blob.hash_matches
        )
        if problem:
            step.is_corrupted = True
            step.warnings.append(problem)
        if message is None:
            return step

        unknown_fields = {}
        schema.CountUnknownFields(message, unknown_fields)
        step.unknown_fields = sum(unknown_fields.values())
        tools.ReadStep(message, step)
        if step.tool_name == "truncated":
            self._ReadTruncatedCall(step, message.tool_call.truncated_tool_call)
        if step.result_blob_id:
            self._ReadResultBlob(step)
        return step

    def ReadTurn(self, turn_id, index=0, with_steps=True):
        """Reads a turn.

        Args:
          turn_id (str): identifier of the turn.
          index (Optional[int]): position in the conversation.
          with_steps (Optional[bool]): True if the steps should be read.

        Returns:
          Turn: turn, without times of turn_timings.
        """
        return self._ReadTurn(turn_id, index, _Walk(), with_steps)

    def ReadTurnReferences(self, turn_id):
        """Reads which blobs a turn names, without reading them.

        Args:
          turn_id (str): identifier of the turn.

        Returns:
          tuple[str, list[str]]: by what the versions of a turn are recognised, the
              identifier of its user message or command, and the identifiers of the
              steps; the identifier of the turn and no steps if it can not be read.
        """
        blob = self._blob_source.GetBlob(turn_id)
        if blob is None:
            return turn_id, []
        message, _ = schema.Parse(
            "ConversationTurnStructure", blob.data, salvage=not blob.hash_matches
        )
        if message is None:
            return turn_id, []
        agent_turn = message.agent_conversation_turn
        key = (
            agent_turn.user_message.hex()
            or message.shell_conversation_turn.shell_command.hex()
            or schema.GetText(agent_turn, "request_id")
            or turn_id
        )
        return key, [step.hex()[:64] for step in agent_turn.steps[:_MAXIMUM_STEPS]]

    def ReadTurns(self, conversation, model_names=None, pending_calls=None):
        """Reads the turns of a conversation in order.

        Args:
          conversation (Conversation): conversation, or that of a subagent.
          model_names (Optional[dict[str, list[str]]]): names of models by identifier of
              the request, see ReadModelNames.
          pending_calls (Optional[dict[str, PendingCall]]): calls that waited for an
              approval, by identifier of the call, see history.ReadEarlierStates.

        Yields:
          Turn: turn.
        """
        timings = conversation.turn_timings
        if timings and abs(len(timings) - len(conversation.turn_ids)) > 1:
            records.AddWarning(
                conversation.warnings,
                f"{len(timings):d} timings for {len(conversation.turn_ids):d} turns: "
                f"not used",
            )
            timings = []

        pending_calls = dict(pending_calls or {})
        for call in conversation.pending_calls:
            pending_calls.setdefault(call.tool_call_id, call)
        subagents = {subagent.agent_id: subagent for subagent in conversation.subagents}

        walk = _Walk()
        for index, turn_id in enumerate(conversation.turn_ids):
            if self._is_aborted():
                return
            turn = self._ReadTurn(turn_id, index, walk, True)
            if not turn.is_duplicate:
                agent_times.SetTurnTimes(
                    turn, timings[index] if index < len(timings) else None
                )
            for model_name in (model_names or {}).get(turn.request_id, []):
                if model_name not in turn.model_names:
                    turn.model_names.append(model_name)
            for step in turn.steps:
                call = pending_calls.get(step.tool_call_id)
                if call and step.tool_call_id:
                    step.pending_ms = call.started_ms
                    step.pending_source = call.started_source
                subagent = subagents.get(step.subagent_id)
                if subagent and step.subagent_id and not subagent.parent_tool_call_id:
                    subagent.parent_tool_call_id = step.tool_call_id
            yield turn

    def _ReadAgentTurn(self, turn, message, walk, with_steps):
        """Reads a turn of the agent.

        Args:
          turn (Turn): turn to fill.
          message (Message): AgentConversationTurnStructure message.
          walk (_Walk): what was read before.
          with_steps (bool): True if the steps should be read.
        """
        turn.kind = "agent"
        turn.request_id = schema.GetText(message, "request_id")
        turn.user_message_id = schema.GetText(message, "user_message_id")
        model_name = schema.GetText(message, "routed_model_display_name")
        if model_name:
            turn.model_names.append(model_name)

        if message.user_message:
            turn.user = self._ReadUserMessage(message.user_message.hex()[:64])
        if not with_steps:
            return

        for index, reference in enumerate(message.steps):
            if index >= _MAXIMUM_STEPS:
                turn.warnings.append(f"{len(message.steps) - index:d} steps not read")
                break
            if self._is_aborted():
                break
            step_id = reference.hex()[:64]
            step = self.ReadStep(step_id, index=index)
            if not walk.MayRead(step_id, step):
                turn.warnings.append(
                    f"blobs are repeated: {len(message.steps) - index:d} steps not read"
                )
                break
            turn.steps.append(step)

    def _ReadResultBlob(self, step):
        """Reads the content of a file that is stored in a blob of its own.

        Args:
          step (Step): step to fill.
        """
        data = self._blob_source.Get(step.result_blob_id)
        if data is None:
            step.warnings.append(f"result {step.result_blob_id:s} is missing")
            return
        records.SetText(step, "result", schema.DecodeText(data))

    def _ReadShellTurn(self, turn, message):
        """Reads a turn of a command that the user typed.

        Args:
          turn (Turn): turn to fill.
          message (Message): ShellConversationTurnStructure message.
        """
        turn.kind = "shell"
        turn.shell = records.ShellTurn()
        if message.shell_command:
            turn.shell.command_blob_id = message.shell_command.hex()[:64]
            command = self._ReadShellPart(
                turn, turn.shell.command_blob_id, "ShellCommand"
            )
            turn.shell.is_command_missing = command is None
            if command is not None:
                turn.shell.command = schema.GetText(command, "command")
        if message.shell_output:
            turn.shell.output_blob_id = message.shell_output.hex()[:64]
            output = self._ReadShellPart(turn, turn.shell.output_blob_id, "ShellOutput")
            turn.shell.is_output_missing = output is None
            if output is not None:
                records.SetText(turn.shell, "stdout", schema.GetText(output, "stdout"))
                records.SetText(turn.shell, "stderr", schema.GetText(output, "stderr"))
                # A 0 is not on the wire.
                turn.shell.exit_code = schema.GetNumber(output, "exit_code") or 0

    def _ReadShellPart(self, turn, blob_id, message_name):
        """Reads the command or the output of a command that the user typed.

        Args:
          turn (Turn): turn, for warnings.
          blob_id (str): identifier of the blob.
          message_name (str): name of the type of the message.

        Returns:
          Message: message or None if not available.
        """
        blob = self._blob_source.GetBlob(blob_id)
        if blob is None:
            return None
        turn.hash_mismatch = turn.hash_mismatch or not blob.hash_matches
        message, problem = schema.Parse(
            message_name, blob.data, salvage=not blob.hash_matches
        )
        if problem:
            turn.is_corrupted = True
            records.AddWarning(turn.warnings, problem)
        return message

    def _ReadTruncatedCall(self, step, truncated_call):
        """Reads the original of a call that the store holds truncated.

        Args:
          step (Step): step to fill, with the times of the truncated call.
          truncated_call (Message): TruncatedToolCall message.
        """
        step.is_truncated = True
        step.arguments = step.result = step.outcome = None
        visited_ids = set()
        preview = truncated_call
        while len(visited_ids) < _MAXIMUM_TRUNCATIONS:
            original_id = truncated_call.original_step_blob_id.hex()[:64]
            if original_id in visited_ids:
                step.warnings.append("the truncated call names itself as its original")
                break
            visited_ids.add(original_id)
            blob = self._blob_source.GetBlob(original_id)
            if blob is None:
                step.warnings.append(f"original step {original_id:s} is missing")
                break
            message, problem = schema.Parse(
                "ConversationStep", blob.data, salvage=not blob.hash_matches
            )
            if problem:
                step.is_corrupted = True
                step.warnings.append(f"original step {original_id:s}: {problem:s}")
            if message is None or message.WhichOneof("message") != "tool_call":
                break
            if message.tool_call.WhichOneof("tool") == "truncated_tool_call":
                truncated_call = message.tool_call.truncated_tool_call
                continue
            self._TakeCall(step, message.tool_call)
            step.hash_mismatch = step.hash_mismatch or not blob.hash_matches
            step.is_truncated = False
            step.from_original = True
            return
        else:
            step.warnings.append(
                f"original not found in {_MAXIMUM_TRUNCATIONS:d} truncated calls"
            )

        if preview.HasField("preview"):
            self._TakeCall(step, preview.preview)

    def _ReadTurn(self, turn_id, index, walk, with_steps):
        """Reads a turn.

        Args:
          turn_id (str): identifier of the turn.
          index (int): position in the conversation.
          walk (_Walk): what was read before.
          with_steps (bool): True if the steps should be read.

        Returns:
          Turn: turn.
        """
        turn = records.Turn(blob_id=turn_id, index=index)
        if turn_id in walk.turn_ids:
            turn.is_duplicate = True
            return turn
        walk.turn_ids.add(turn_id)

        blob = self._blob_source.GetBlob(turn_id)
        if blob is None:
            turn.kind = "missing"
            turn.is_missing = True
            return turn

        turn.hash_mismatch = not blob.hash_matches
        message, problem = schema.Parse(
            "ConversationTurnStructure", blob.data, salvage=not blob.hash_matches
        )
        if problem:
            turn.is_corrupted = True
            turn.warnings.append(problem)
        if message is None:
            return turn

        unknown_fields = {}
        schema.CountUnknownFields(message, unknown_fields)
        turn.unknown_fields = sum(unknown_fields.values())
        kind = message.WhichOneof("turn")
        if kind == "agent_conversation_turn":
            self._ReadAgentTurn(turn, message.agent_conversation_turn, walk, with_steps)
        elif kind == "shell_conversation_turn":
            self._ReadShellTurn(turn, message.shell_conversation_turn)
        else:
            turn.warnings.append("turn of an unknown kind")
        return turn

    def _ReadTurnKeys(self, conversation):
        """Reads by what messages are recognised in the turns of a conversation.

        Args:
          conversation (Conversation): conversation.

        Returns:
          tuple[set[str], set[bytes]]: identifiers of the requests and hashes of the
              texts of the user messages.
        """
        request_ids = set()
        texts = set()
        for turn_id in conversation.turn_ids:
            if self._is_aborted():
                break
            turn = self.ReadTurn(turn_id, with_steps=False)
            if turn.request_id:
                request_ids.add(turn.request_id)
            if turn.user and turn.user.text:
                texts.add(_GetTextKey(turn.user.text))
        return request_ids, texts

    def _ReadUserMessage(self, blob_id):
        """Reads a user message.

        Args:
          blob_id (str): identifier of the blob.

        Returns:
          UserMessage: user message.
        """
        user = records.UserMessage(blob_id=blob_id)
        blob = self._blob_source.GetBlob(blob_id)
        if blob is None:
            user.is_missing = True
            return user

        user.hash_mismatch = not blob.hash_matches
        message, problem = schema.Parse(
            "UserMessage", blob.data, salvage=not blob.hash_matches
        )
        if problem:
            user.is_corrupted = True
            user.warnings.append(problem)
        if message is None:
            return user

        unknown_fields = {}
        schema.CountUnknownFields(message, unknown_fields)
        user.unknown_fields = sum(unknown_fields.values())
        FillUserMessage(user, message)
        if not user.text:
            self._ReadUserText(user, message)
        return user

    def _ReadUserText(self, user, message):
        """Reads the text of a user message that holds none itself.

        Args:
          user (UserMessage): user message to fill.
          message (Message): UserMessage message.
        """
        if message.text_blob_id:
            text_blob_id = message.text_blob_id.hex()[:64]
            data = self._blob_source.Get(text_blob_id)
            if data is None:
                user.warnings.append(f"text {text_blob_id:s} is missing")
            else:
                records.SetText(user, "text", schema.DecodeText(data))
                user.text_source = "text_blob_id"
        if user.text:
            return

        rich_text = message.rich_text
        user.text_source = "rich_text"
        if not rich_text and message.rich_text_blob_id:
            rich_text = self._blob_source.Get(message.rich_text_blob_id.hex()[:64])
            user.text_source = "rich_text_blob_id"
        text = richtext.ExtractText(schema.DecodeText(rich_text)) if rich_text else None
        records.SetText(user, "text", text)
        if not user.text:
            user.text_source = None

    def _TakeCall(self, step, tool_call):
        """Fills a step with another tool call, keeping the times it has.

        Args:
          step (Step): step to fill.
          tool_call (Message): ToolCall message.
        """
        kept_names = ("tool_call_id",)
        for name in ("started", "completed", "duration"):
            kept_names += (f"{name:s}_ms", f"{name:s}_source")
        kept = {
            name: getattr(step, name)
            for name in kept_names
            if getattr(step, name) is not None
        }
        step.is_unfinished = False
        tools.ReadToolCall(tool_call, step)
        for name, value in kept.items():
            setattr(step, name, value)


class _Walk:
    """What was read on the way through the turns of a conversation.

    Attributes:
      turn_ids (set[str]): identifiers of the turns.
    """

    def __init__(self):
        """Initializes a walk."""
        super().__init__()
        self._remaining_size = _MAXIMUM_REPEATED_SIZE
        self._step_ids = set()
        self.turn_ids = set()

    def MayRead(self, step_id, step):
        """Determines if a step may be read, taking it into account.

        Args:
          step_id (str): identifier of the step.
          step (Step): step.

        Returns:
          bool: False if blobs are repeated too often.
        """
        if step_id not in self._step_ids:
            self._step_ids.add(step_id)
            return True
        size = _REPEATED_OVERHEAD
        for text in (step.text, step.arguments, step.result):
            size += len(text or "")
        self._remaining_size -= size
        return self._remaining_size >= 0


def FillUserMessage(user, message):
    """Fills a user message from what the message itself holds.

    Args:
      user (UserMessage): user message to fill.
      message (Message): UserMessage message.
    """
    agent_times.SetTimes(user, message)
    records.SetText(user, "text", schema.GetText(message, "text"))
    if user.text:
        user.text_source = "text"
    if not schema.IsUTF8(message.text):
        user.is_corrupted = True
        user.warnings.append("text that is not UTF-8")

    user.best_of_n_group_id = schema.GetText(message, "best_of_n_group_id")
    user.message_id = schema.GetText(message, "message_id")
    user.sender_agent_id = schema.GetText(message, "sent_by_agent_id")
    user.sender_time_zone = schema.GetText(message, "sender_time_zone")
    user.thread_id = schema.GetText(message, "thread_id")
    user.is_steering = bool(message.turn_steer)
    user.facts = _ReadFacts(message)
    user.hook_contexts = tools.ReadHookContexts(message.hook_additional_contexts)
    if len(message.conversation_state_blob_id) == 32:
        user.state_blob_id = message.conversation_state_blob_id.hex()

    user.mode_number = schema.GetNumber(message, "mode")
    user.mode = names.GetName(names.AGENT_MODE, user.mode_number)
    user.is_simulated = bool(message.is_simulated_msg)
    user.simulated_reason_number = schema.GetNumber(message, "simulated_msg_reason")
    user.simulated_reason = names.GetName(
        names.SIMULATED_MESSAGE_REASON, user.simulated_reason_number
    )
    metadata = message.simulated_message_metadata
    user.simulated_title = schema.GetText(metadata, "title")
    user.simulated_url = schema.GetText(metadata, "url")
    user.task_id = schema.GetText(metadata, "task_id")
    user.tool_call_id = schema.GetText(metadata, "tool_call_id") or schema.GetText(
        message, "summarized_tool_call_id"
    )

    if message.HasField("sender"):
        user.sender_agent_id = user.sender_agent_id or schema.GetText(
            message.sender, "id"
        )
        user.sender_kind = names.GetName(
            names.MESSAGE_SENDER_KIND, schema.GetNumber(message.sender, "kind")
        )
        user.sender_name = schema.GetText(message.sender, "display_name")
    user.plan_id = schema.GetText(message.execute_plan_info, "plan_id")
    user.plan_title = schema.GetText(message.execute_plan_info, "plan_title")
    user.user_auth_id = schema.GetText(message.triggering_user_info, "auth_id")
    user.user_number = schema.GetNumber(message.triggering_user_info, "user_id")
    if message.HasField("selected_context"):
        user.attachments = _ReadAttachments(message.selected_context)


def _GetTextKey(text):
    """Calculates by what a text is recognised.

    Args:
      text (str): text or None.

    Returns:
      bytes: hash of the text, or None if there is none.
    """
    if not text:
        return None
    # A text of the tree is kept up to 64 KiB, that of a message may be larger.
    text = " ".join(text[:_COMPARED_LENGTH].split())
    return hashlib.sha1(text.encode("utf-8", "replace")).digest()


def _ReadFacts(message):
    """Reads the lesser facts of a user message.

    Args:
      message (Message): UserMessage message.

    Returns:
      list[str]: "<field in words>: <text>".
    """
    facts = []
    for field_name in _FACT_FIELDS:
        text = schema.GetText(message, field_name)
        if text:
            text, size, _ = values.CutText(
                values.CleanText(text), maximum_size=_MAXIMUM_FACT_SIZE
            )
            if size is not None:
                text = f"{text:s}... ({size:,d} bytes)"
            facts.append(f"{field_name.replace('_', ' '):s}: {text:s}")
    for field_name in _FACT_FLAGS:
        if getattr(message, field_name):
            facts.append(field_name.replace("_", " "))
    return facts


def _ReadAttachments(selected_context):
    """Reads what was attached to a user message.

    Args:
      selected_context (Message): SelectedContext message.

    Returns:
      list[str]: "<kind>: <compact JSON>".
    """
    attachments = []
    number_left_out = 0
    message_type = schema.GetMessageType(selected_context)
    for descriptor, value in selected_context.ListFields():
        field = message_type.fields[descriptor.number]
        for data in value if field.is_repeated else [value]:
            if len(attachments) >= _MAXIMUM_ATTACHMENTS:
                number_left_out += 1
                continue
            renderer = render.Renderer(maximum_length=_MAXIMUM_ATTACHMENT_LENGTH)
            rendered = renderer.RenderUntyped(data)
            if not isinstance(rendered, str):
                rendered = render.EncodeJSON(rendered)
            attachments.append(f"{field.name:s}: {rendered:s}")
    if number_left_out:
        attachments.append(f"{number_left_out:d} further attachments left out")
    return attachments
