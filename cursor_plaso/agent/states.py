"""Roots: from the ConversationStateStructure message to the state of a conversation.

The root names its turns and messages by the identifiers of their blobs and holds the
rest itself (agent-v1-fields.md sections 1.3 and 2.1, storage-facts.md sections 1.3 and
1.4). The small blobs it names, the task list, plan, summary, archives and subagents,
are read here; the turns and messages are not.
"""

from cursor_plaso import values
from cursor_plaso.agent import blobs
from cursor_plaso.agent import messages
from cursor_plaso.agent import names
from cursor_plaso.agent import records
from cursor_plaso.agent import schema
from cursor_plaso.agent import times as agent_times

_MAXIMUM_DEPTH = 8
_MAXIMUM_ELEMENTS = 10_000
_MAXIMUM_SUBAGENTS = 2000


class StateReader:
    """Reads roots.

    One reader reads one root, with the subagents in it.
    """

    def __init__(self, blob_source):
        """Initializes a reader.

        Args:
          blob_source (BlobSource): blob store.
        """
        super().__init__()
        self._blob_source = blob_source
        self._number_of_subagents = 0
        self._subagent_blob_ids = set()

    def ReadState(self, conversation, state, depth=0):
        """Reads a root.

        Args:
          conversation (Conversation): conversation to fill, with its root_id.
          state (Message): ConversationStateStructure message.
          depth (Optional[int]): number of conversations the conversation is nested in.
        """
        if not depth:
            schema.CountUnknownFields(state, conversation.unknown_fields)

        conversation.message_ids = _GetReferences(
            conversation, state.root_prompt_messages_json, "root_prompt_messages_json"
        )
        conversation.turn_ids = _GetReferences(
            conversation, state.turns, "turns", keep_places=True
        )
        if state.turns_old:
            records.AddWarning(
                conversation.warnings,
                f"{len(state.turns_old):d} turns of an old form not read",
            )
        for timing in state.turn_timings:
            conversation.turn_timings.append(
                (
                    schema.GetNumber(timing, "duration_ms") or 0,
                    agent_times.GetMilliseconds(timing, "timestamp_ms"),
                )
            )

        self._ReadFields(conversation, state)
        self._ReadArchives(conversation, state)
        self._ReadTodos(conversation, state)
        self._ReadFileStates(conversation, state)

        plan = self._ReadReference(conversation, state, "plan", "ConversationPlan")
        if plan:
            conversation.plan = _CutText(schema.GetText(plan, "plan"))
        summary = self._ReadReference(
            conversation, state, "summary", "ConversationSummary"
        )
        if summary:
            conversation.summary = _CutText(schema.GetText(summary, "summary"))

        for text in _GetElements(conversation, state, "pending_tool_calls"):
            conversation.pending_calls.extend(
                messages.ReadPendingCalls(
                    schema.DecodeText(text), root_id=conversation.root_id
                )
            )
        self._ReadSubagents(conversation, state, depth)

    def _ReadArchive(self, conversation, blob_id):
        """Reads an archive.

        Args:
          conversation (Conversation): conversation to fill.
          blob_id (str): identifier of the blob.
        """
        archive = records.Archive(blob_id=blob_id)
        conversation.archives.append(archive)
        blob = self._blob_source.GetBlob(blob_id)
        if blob is None:
            archive.is_missing = True
            conversation.missing.append(("summary_archives", blob_id))
            return

        archive.hash_mismatch = not blob.hash_matches
        message, problem = schema.Parse(
            "ConversationSummaryArchive", blob.data, salvage=not blob.hash_matches
        )
        archive.is_corrupted = bool(problem)
        if problem:
            records.AddWarning(
                conversation.warnings, f"archive {blob_id:s}: {problem:s}"
            )
        if message is None:
            return

        archive.message_ids = _GetReferences(
            conversation, message.summarized_messages, "summarized_messages"
        )
        archive.summary = _CutText(schema.GetText(message, "summary"))
        if len(message.summary_message) == 32:
            archive.summary_message_id = message.summary_message.hex()

    def _ReadArchives(self, conversation, state):
        """Reads the archives.

        Args:
          conversation (Conversation): conversation to fill.
          state (Message): ConversationStateStructure message.
        """
        blob_ids = _GetReferences(
            conversation, state.summary_archives, "summary_archives"
        )
        older_ids = _GetReferences(
            conversation, [state.summary_archive], "summary_archive"
        )
        # The single archive of older versions is the first where both are present.
        blob_ids = list(dict.fromkeys(older_ids + blob_ids))
        for blob_id in _LimitElements(conversation, blob_ids, "summary_archives"):
            self._ReadArchive(conversation, blob_id)

    def _ReadFields(self, conversation, state):
        """Reads the fields that the root itself holds.

        Args:
          conversation (Conversation): conversation to fill.
          state (Message): ConversationStateStructure message.
        """
        conversation.active_branch = schema.GetText(state, "active_branch_name")
        conversation.agent_type = schema.GetText(state, "agent_type")
        for repository in _GetElements(
            conversation, state, "tracked_git_repo_branches"
        ):
            conversation.branches.append(
                (
                    schema.GetText(repository, "repo_path"),
                    schema.GetText(repository, "branch_name"),
                )
            )
        conversation.completed_question_ids = _GetTexts(
            conversation, state, "completed_ask_question_tool_call_ids"
        )
        conversation.custom_mode_id = schema.GetText(state, "durable_custom_mode_id")
        conversation.is_root_project = bool(state.is_root_project_conversation)
        for entry in _GetElements(conversation, state, "subagent_threads"):
            conversation.subagent_threads.append(
                (schema.GetText(entry, "key"), schema.GetText(entry, "value"))
            )
        conversation.last_completed_turn_ms = agent_times.GetMilliseconds(
            state.turn_telemetry, "last_completed_turn_timestamp_ms"
        )
        conversation.mentioned_agent_ids = _GetTexts(
            conversation, state, "mentioned_agent_ids"
        )
        conversation.mode_number = schema.GetNumber(state, "mode")
        conversation.mode = names.GetName(names.AGENT_MODE, conversation.mode_number)
        for entry in _GetElements(conversation, state, "plans"):
            conversation.plans.append(
                (
                    schema.GetText(entry.value, "id") or schema.GetText(entry, "key"),
                    schema.GetText(entry.value, "path"),
                )
            )
        conversation.previous_workspace_uris = _GetTexts(
            conversation, state, "previous_workspace_uris"
        )
        conversation.read_paths = _GetTexts(conversation, state, "read_paths")
        conversation.recent_user_message_ids = _GetTexts(
            conversation, state, "recent_user_message_ids"
        )
        conversation.started_ms = agent_times.GetMilliseconds(
            state, "conversation_started_timestamp_ms"
        )
        if conversation.started_ms is not None:
            conversation.started_source = (
                "ConversationStateStructure.conversation_started_timestamp_ms"
            )
        conversation.summary_count = schema.GetNumber(state, "self_summary_count")
        conversation.time_zone = schema.GetText(state, "conversation_started_time_zone")
        conversation.user_time_zone = schema.GetText(state, "user_time_zone")

        for utterance in _GetElements(conversation, state, "voice_call_utterances"):
            conversation.utterances.append(
                (
                    schema.GetText(utterance, "id"),
                    names.GetName(
                        names.VOICE_CALL_UTTERANCE_KIND,
                        schema.GetNumber(utterance, "kind"),
                    ),
                    _CutText(schema.GetText(utterance, "text")),
                )
            )

        token_details = state.token_details
        conversation.tokens_maximum = schema.GetNumber(token_details, "max_tokens")
        conversation.tokens_used = schema.GetNumber(token_details, "used_tokens")
        for category in _GetElements(
            conversation, token_details.breakdown, "categories"
        ):
            conversation.token_breakdown.append(
                (
                    schema.GetText(category, "id"),
                    schema.GetText(category, "label"),
                    schema.GetNumber(category, "estimated_tokens"),
                    schema.GetNumber(category, "character_count"),
                )
            )
        if state.HasField("goal_state"):
            conversation.goal = _ReadGoal(state.goal_state)

    def _ReadFileStates(self, conversation, state):
        """Reads which files the conversation keeps the content of.

        Args:
          conversation (Conversation): conversation to fill.
          state (Message): ConversationStateStructure message.
        """
        for entry in _GetElements(conversation, state, "file_states"):
            conversation.file_states.append(
                records.FileState(
                    path=schema.GetText(entry, "key"),
                    state_id=_GetIdentifier(entry.value),
                )
            )
        for entry in _GetElements(conversation, state, "file_states_v2"):
            conversation.file_states.append(
                records.FileState(
                    content_id=_GetIdentifier(entry.value.content),
                    initial_content_id=_GetIdentifier(entry.value.initial_content),
                    path=schema.GetText(entry, "key"),
                )
            )

    def _ReadReference(self, conversation, state, field_name, message_name):
        """Reads a small blob that the root names.

        Args:
          conversation (Conversation): conversation to fill.
          state (Message): ConversationStateStructure message.
          field_name (str): name of the field with the identifier.
          message_name (str): name of the type of the message of the blob.

        Returns:
          Message: message or None if not available.
        """
        reference = getattr(state, field_name)
        if not reference:
            return None
        return self._ReadBlob(conversation, reference, field_name, message_name)

    def _ReadBlob(self, conversation, reference, field_name, message_name):
        """Reads a small blob.

        Args:
          conversation (Conversation): conversation to fill.
          reference (bytes): identifier.
          field_name (str): name of the field with the identifier.
          message_name (str): name of the type of the message of the blob.

        Returns:
          Message: message or None if not available.
        """
        blob_id = reference.hex()
        blob = self._blob_source.GetBlob(blob_id)
        if blob is None:
            conversation.missing.append((field_name, blob_id[:64]))
            return None
        message, problem = schema.Parse(
            message_name, blob.data, salvage=not blob.hash_matches
        )
        if not blob.hash_matches:
            problem = problem or "its hash is another"
        if problem:
            records.AddWarning(
                conversation.warnings, f"{field_name:s} {blob_id:s}: {problem:s}"
            )
        return message

    def _ReadSubagent(self, conversation, subagent, state, depth):
        """Reads the state of a subagent.

        Args:
          conversation (Conversation): conversation that the subagent belongs to.
          subagent (Subagent): subagent to fill.
          state (Message): SubagentPersistedState message.
          depth (int): number of conversations the conversation is nested in.
        """
        subagent.created_ms = agent_times.GetMilliseconds(state, "created_timestamp_ms")
        subagent.last_used_ms = agent_times.GetMilliseconds(
            state, "last_used_timestamp_ms"
        )
        subagent.environment = subagent.environment or names.GetName(
            names.SUBAGENT_ENVIRONMENT, schema.GetNumber(state, "environment")
        )
        subagent.model_name = schema.GetText(state, "model_id")
        subagent.cloud_agent_id = schema.GetText(
            state.cloud_subagent, "bc_id"
        ) or schema.GetText(state, "first_class_bc_id")
        subagent.transcript_path = (
            schema.GetText(state.cloud_subagent, "transcript_path")
            or subagent.transcript_path
        )
        type_name = state.subagent_type.WhichOneof("type")
        if type_name == "custom":
            type_name = schema.GetText(state.subagent_type.custom, "name") or type_name
        subagent.type_name = type_name

        if not state.HasField("conversation_state"):
            return
        if depth >= _MAXIMUM_DEPTH:
            records.AddWarning(conversation.warnings, "subagents nested too deeply")
            return
        subagent.conversation = records.Conversation()
        self.ReadState(subagent.conversation, state.conversation_state, depth + 1)

    def _ReadSubagentReference(self, conversation, subagent, reference, depth):
        """Reads the state of a subagent that is stored in a blob.

        Args:
          conversation (Conversation): conversation that the subagent belongs to.
          subagent (Subagent): subagent to fill.
          reference (bytes): identifier of the blob.
          depth (int): number of conversations the conversation is nested in.

        Returns:
          bool: True if the blob was read.
        """
        subagent.blob_id = reference.hex()[:64]
        if subagent.blob_id in self._subagent_blob_ids:
            records.AddWarning(
                conversation.warnings,
                f"subagent {subagent.blob_id:s} is in the conversation twice",
            )
            return True

        self._subagent_blob_ids.add(subagent.blob_id)
        blob = self._blob_source.GetBlob(subagent.blob_id)
        if blob is None:
            conversation.missing.append(("subagent_state_refs", subagent.blob_id))
            return False
        subagent.hash_mismatch = not blob.hash_matches
        state, problem = schema.Parse(
            "SubagentPersistedState", blob.data, salvage=not blob.hash_matches
        )
        subagent.is_corrupted = bool(problem)
        if problem:
            records.AddWarning(
                conversation.warnings, f"subagent {subagent.blob_id:s}: {problem:s}"
            )
        if state is None:
            return False
        schema.CountUnknownFields(state, conversation.unknown_fields)
        self._ReadSubagent(conversation, subagent, state, depth)
        return True

    def _ReadSubagents(self, conversation, state, depth):
        """Reads the subagents.

        A state in a blob takes the place of the state of the same subagent in the root.

        Args:
          conversation (Conversation): conversation to fill.
          state (Message): ConversationStateStructure message.
          depth (int): number of conversations the conversation is nested in.
        """
        inline_states = {
            schema.DecodeText(entry.key): entry.value for entry in state.subagent_states
        }
        references = {
            schema.DecodeText(entry.key): entry.value
            for entry in state.subagent_state_refs
        }
        runs = {}
        for entry in state.subagent_runs_by_parent_tool_call_id:
            run = entry.value
            runs.setdefault(schema.GetText(run, "subagent_id") or "", []).append(
                (
                    schema.GetText(run, "parent_tool_call_id")
                    or schema.GetText(entry, "key"),
                    run,
                )
            )

        agent_ids = list(dict.fromkeys([*inline_states, *references, *runs]))
        for index, agent_id in enumerate(agent_ids):
            self._number_of_subagents += 1
            if self._number_of_subagents > _MAXIMUM_SUBAGENTS:
                records.AddWarning(
                    conversation.warnings,
                    f"{len(agent_ids) - index:d} further subagents left out",
                )
                break

            agent_runs = runs.get(agent_id, [(None, None)])
            for parent_tool_call_id, run in _LimitElements(
                conversation, agent_runs, "subagent_runs"
            ):
                subagent = records.Subagent(agent_id=agent_id or None)
                subagent.parent_tool_call_id = parent_tool_call_id
                if run is not None:
                    _ReadRun(subagent, run)
                conversation.subagents.append(subagent)
                if agent_id:
                    # All runs of one subagent are in one state.
                    break

            if not agent_id:
                continue
            is_read = agent_id in references and self._ReadSubagentReference(
                conversation, subagent, references[agent_id], depth
            )
            if not is_read and agent_id in inline_states:
                self._ReadSubagent(
                    conversation, subagent, inline_states[agent_id], depth
                )
            elif not is_read and agent_id in references:
                subagent.is_missing = True

    def _ReadTodos(self, conversation, state):
        """Reads the task list.

        Args:
          conversation (Conversation): conversation to fill.
          state (Message): ConversationStateStructure message.
        """
        for reference in _GetElements(conversation, state, "todos"):
            item = self._ReadBlob(conversation, reference, "todos", "TodoItem")
            if item is None:
                continue
            todo = records.Todo()
            todo.content = _CutText(schema.GetText(item, "content"))
            todo.created_ms = agent_times.GetMilliseconds(item, "created_at")
            todo.identifier = schema.GetText(item, "id")
            todo.status_number = schema.GetNumber(item, "status")
            todo.status = names.GetName(names.TODO_STATUS, todo.status_number)
            todo.updated_ms = agent_times.GetMilliseconds(item, "updated_at")
            conversation.todos.append(todo)


def _CutText(text):
    """Cuts text at 64 KiB.

    Args:
      text (str): text or None.

    Returns:
      str: text or None.
    """
    if not text:
        return None
    text, _, _ = values.CutText(values.CleanText(text))
    return text or None


def _GetElements(conversation, message, field_name):
    """Retrieves the elements of a repeated field.

    Args:
      conversation (Conversation): conversation, for warnings.
      message (Message): message.
      field_name (str): name of the field.

    Returns:
      list[object]: elements.
    """
    return _LimitElements(conversation, getattr(message, field_name), field_name)


def _GetIdentifier(reference):
    """Retrieves the identifier of a blob.

    Args:
      reference (bytes): identifier as stored.

    Returns:
      str: identifier or None if it is not one.
    """
    identifier = reference.hex() if len(reference) == 32 else None
    return identifier if blobs.IsBlobIdentifier(identifier) else None


def _GetReferences(conversation, elements, field_name, keep_places=False):
    """Retrieves identifiers of blobs.

    Args:
      conversation (Conversation): conversation, for warnings.
      elements (list[bytes]): identifiers as stored. One without bytes refers to
          nothing.
      field_name (str): name of the field.
      keep_places (Optional[bool]): True if an element that is no identifier keeps its
          place, with what it has as identifier.

    Returns:
      list[str]: identifiers.
    """
    # A message has no more of them than schema.Parse lets it have fields.
    identifiers = []
    for element in elements:
        if len(element) == 32:
            identifiers.append(element.hex())
            continue
        if element:
            records.AddWarning(
                conversation.warnings,
                f"{field_name:s}: identifier of {len(element):d} bytes",
            )
        if keep_places:
            identifiers.append(element[:31].hex())
    return identifiers


def _GetTexts(conversation, message, field_name):
    """Retrieves the texts of a repeated field.

    Args:
      conversation (Conversation): conversation, for warnings.
      message (Message): message.
      field_name (str): name of the field.

    Returns:
      list[str]: texts, each cut at 4096 characters.
    """
    return [
        values.CleanText(schema.DecodeText(element[:16384]))[:4096]
        for element in _GetElements(conversation, message, field_name)
    ]


def _LimitElements(conversation, elements, field_name):
    """Limits the elements of a repeated field.

    Args:
      conversation (Conversation): conversation, for warnings.
      elements (list[object]): elements.
      field_name (str): name of the field.

    Returns:
      list[object]: elements.
    """
    if len(elements) <= _MAXIMUM_ELEMENTS:
        return elements
    records.AddWarning(
        conversation.warnings,
        f"{field_name:s}: only {_MAXIMUM_ELEMENTS:d} of {len(elements):d} read",
    )
    return elements[:_MAXIMUM_ELEMENTS]


def _ReadGoal(message):
    """Reads a goal.

    Args:
      message (Message): GoalState message.

    Returns:
      Goal: goal.
    """
    goal = records.Goal()
    goal.active_duration_ms = agent_times.GetMilliseconds(message, "active_duration_ms")
    goal.conversation_id = schema.GetText(message, "conversation_id")
    goal.identifier = schema.GetText(message, "goal_id")
    goal.last_accrued_ms = agent_times.GetMilliseconds(message, "last_accrued_at_ms")
    goal.objective = _CutText(schema.GetText(message, "objective"))
    goal.status_number = schema.GetNumber(message, "status")
    goal.status = names.GetName(names.GOAL_STATUS, goal.status_number)
    return goal


def _ReadRun(subagent, run):
    """Reads the run of a subagent.

    Args:
      subagent (Subagent): subagent to fill.
      run (Message): SubagentRunState message.
    """
    subagent.completed_ms = agent_times.GetMilliseconds(run, "completed_timestamp_ms")
    subagent.detail = schema.GetText(run, "detail")
    subagent.environment = names.GetName(
        names.SUBAGENT_ENVIRONMENT, schema.GetNumber(run, "environment")
    )
    subagent.run_status = names.GetName(
        names.SUBAGENT_RUN_STATUS, schema.GetNumber(run, "status")
    )
    subagent.title = schema.GetText(run, "title")
    subagent.transcript_path = schema.GetText(run, "transcript_path")
