"""Joins the events of Cursor conversations across files.

Events are joined by the identifier of their conversation or, where they have none, by
that of a request or a checkpoint; conversations are completed from their workspace and
from the conversation that started them. Sources: seed "Joins and timestamps" and
"Past-use rows and secondary sources".
"""

import collections

from cursor_plaso import events
from cursor_plaso.analysis import attributes
from cursor_plaso.analysis import conversations
from cursor_plaso.analysis import facts
from cursor_plaso.analysis import labels
from cursor_plaso.analysis import matching
from cursor_plaso.analysis import records
from cursor_plaso.analysis import stores
from cursor_plaso.analysis import texts

_DATA_TYPE_PREFIX = "cursor:"

# Names of the identities of an account that the report shows.
IDENTITY_NAMES = (
    "cursorAuth/cachedEmail",
    "email",
    "cursorAuth/cachedScopedProfile.authId",
    "authId",
    "adminSettings.cachedAuthId",
    "glass.lastSignedInAuthId",
)

_JOIN_NAMES = ("request_identifier", "checkpoint_identifier")

_KIND_PER_ROLE = {
    "assistant": records.KIND_ASSISTANT,
    "thinking": records.KIND_THINKING,
    "user": records.KIND_TYPED,
}

_INDEXED_TEXT_DATA_TYPES = frozenset(
    [
        events.CursorCloudAgentTextEventData.DATA_TYPE,
        events.CursorSearchConversationEventData.DATA_TYPE,
    ]
)

_REJECTED_OUTCOMES = frozenset(["permission_denied", "rejected"])
_REJECTED_DECISIONS = frozenset(["rejected", "skip", "stopped by the user"])
_ALLOW_ALWAYS_DECISION = "allowlistCommands"

_COLUMN_MESSAGE = 0
_COLUMN_CALL = 1
_COLUMN_OTHER = 2

_MAXIMUM_NAME_LENGTH = 128
_MAXIMUM_NUMBER_OF_PROJECTS = 1000
_MAXIMUM_PATH_LENGTH = 1024


class ConversationJoiner:
    """Joiner of the events of conversations.

    Attributes:
      accounts (dict[tuple[str, str], dict[str, str]]): identities by their names, per
          profile.
      conversations (list[Conversation]): conversations, of which the position is the
          number.
      matchers (dict[int, ConversationMatcher]): what was matched, per number of a
          conversation.
      number_of_events (int): number of events of Cursor.
      number_of_project_records_left_out (int): number of records of more projects than
          are counted.
      project_counts (dict[str, collections.Counter]): per path of a project the number
          of records per data type that name it and no conversation.
      store_index (StoreIndex): stores.
      table (RecordTable): records.
      unattributed (collections.Counter): number of records per kind that could belong
          to a conversation but have nothing that joins them.
    """

    def __init__(self):
        """Initializes a joiner."""
        super().__init__()
        self._conversation_per_join = {}
        self._numbers = {}
        self._pending = {}
        self._project_identities = set()
        self._project_per_conversation = {}
        self._project_per_workspace = {}
        self.accounts = {}
        self.conversations = []
        self.matchers = {}
        self.number_of_events = 0
        self.number_of_project_records_left_out = 0
        self.project_counts = {}
        self.store_index = stores.StoreIndex()
        self.table = records.RecordTable()
        self.unattributed = collections.Counter()

    def _AddAccount(self, event_data, store):
        """Adds an account identity.

        Args:
          event_data (CursorAccountEventData): event data.
          store (Store): store the record is of.
        """
        name = event_data.identity_name
        if name in IDENTITY_NAMES and event_data.identity_value:
            identities = self.accounts.setdefault(store.profile, {})
            identities.setdefault(name, event_data.identity_value)

    def _AddProjectRecord(self, identity, event_data):
        """Counts a record that names a project and no conversation.

        Args:
          identity (int): hash of what tells the record from all others.
          event_data (CursorEventData): event data.
        """
        project_path = event_data.project_path[:_MAXIMUM_PATH_LENGTH]
        if identity in self._project_identities:
            return
        if (
            project_path not in self.project_counts
            and len(self.project_counts) >= _MAXIMUM_NUMBER_OF_PROJECTS
        ):
            self.number_of_project_records_left_out += 1
            return
        self._project_identities.add(identity)
        counts = self.project_counts.setdefault(project_path, collections.Counter())
        counts[event_data.data_type[len(_DATA_TYPE_PREFIX) :]] += 1

    def _AddRecord(self, identity, kind, store_number, text_hash, event_data):
        """Adds a record.

        Args:
          identity (int): hash of what tells the record from all others.
          kind (int): kind.
          store_number (int): number of the store.
          text_hash (int): hash of the text or 0.
          event_data (CursorEventData): event data.

        Returns:
          int: number of the record.
        """
        identifier_hash = 0
        if kind == records.KIND_CALL and event_data.tool_call_identifier:
            identifier_hash = hash(("call identifier", event_data.tool_call_identifier))

        store = self.store_index.stores[store_number]
        conversation_number = self._GetConversationNumber(
            event_data.conversation_identifier
        )
        number = self.table.AddRecord(
            identity,
            kind,
            conversation_number,
            store_number,
            text_hash,
            identifier_hash,
            _GetFlags(event_data),
        )
        if kind == records.KIND_ASSISTANT and store.rank == stores.RANK_SECONDARY:
            splits = texts.GetSplitHashes(event_data.message_body)
            if splits:
                self.table.splits[number] = splits

        join_hashes = _GetJoinHashes(event_data)
        if conversation_number == records.NO_CONVERSATION:
            if kind == records.KIND_OTHER:
                self._pending[number] = (
                    join_hashes,
                    _GetRecordName(event_data),
                    facts.GetFilePath(event_data),
                )
            elif kind != records.KIND_PROMPT:
                self.unattributed["messages, calls and texts"] += 1
            return number

        for join_hash in join_hashes:
            self._conversation_per_join.setdefault(join_hash, conversation_number)

        conversation = self.conversations[conversation_number]
        if kind in records.MESSAGE_KINDS:
            conversation.AddRecord(store_number, _COLUMN_MESSAGE)
        elif kind == records.KIND_CALL:
            conversation.AddRecord(store_number, _COLUMN_CALL)
            names = conversation.tool_names.setdefault(
                store_number, collections.Counter()
            )
            names[(event_data.tool_name or "unknown")[:_MAXIMUM_NAME_LENGTH]] += 1
        else:
            conversation.AddRecord(store_number, _COLUMN_OTHER)

        facts.AddFacts(conversation, event_data, store)
        return number

    def _AddWorkspace(self, event_data):
        """Adds the folder of a workspace, and of the conversations it names.

        Args:
          event_data (CursorWorkspaceEventData): event data.
        """
        project_path = event_data.project_path
        if not project_path:
            return
        if event_data.workspace_identifier:
            self._project_per_workspace.setdefault(
                event_data.workspace_identifier, project_path
            )
        for identifier in (event_data.conversations or "").split(", "):
            if identifier:
                self._project_per_conversation.setdefault(identifier, project_path)

    def _CompleteConversation(self, conversation):
        """Completes a conversation from what else is known.

        Args:
          conversation (Conversation): conversation.
        """
        if conversation.project_path is None:
            conversation.project_path = self._project_per_conversation.get(
                conversation.identifier
            ) or self._project_per_workspace.get(conversation.workspace_identifier)

        parent_number = self._numbers.get(conversation.parent)
        if conversation.project_path is None and parent_number is not None:
            parent = self.conversations[parent_number]
            conversation.project_path = parent.project_path

    def _GetConversationNumber(self, identifier):
        """Retrieves the number of a conversation.

        Args:
          identifier (str): identifier or None.

        Returns:
          int: number or NO_CONVERSATION.
        """
        if not identifier:
            return records.NO_CONVERSATION
        number = self._numbers.get(identifier)
        if number is None:
            number = len(self.conversations)
            self._numbers[identifier] = number
            self.conversations.append(conversations.Conversation(identifier))
        return number

    def _JoinPending(self):
        """Joins the records that only name a request or a checkpoint."""
        for number, (join_hashes, name, path) in self._pending.items():
            conversation_number = None
            for join_hash in join_hashes:
                conversation_number = self._conversation_per_join.get(join_hash)
                if conversation_number is not None:
                    break

            if conversation_number is None:
                if name:
                    self.unattributed[name] += 1
                continue

            self._SetConversation(number, conversation_number)
            conversation = self.conversations[conversation_number]
            facts.AddFile(conversation, path)
            if name:
                conversation.joined[name] += 1

        self._pending = {}

    def _JoinPrompts(self, prompt_numbers):
        """Joins the prompts of the histories to the user messages that they became.

        Args:
          prompt_numbers (list[int]): numbers of the records of prompts.
        """
        table = self.table
        prompt_index = matching.CopyIndex()
        messages_per_text = {}
        for number in prompt_numbers:
            text_hash = table.text_hashes[number]
            prompt_index.Add(text_hash, table.stores[number], table.times[number])
            messages_per_text[text_hash] = {}
        prompt_index.Close()

        for number, kind in enumerate(table.kinds):
            if kind in records.USER_KINDS:
                messages = messages_per_text.get(table.text_hashes[number])
                if messages is not None:
                    messages.setdefault(table.conversations[number], []).append(number)

        for number in prompt_numbers:
            text_hash = table.text_hashes[number]
            if not text_hash:
                continue
            if self._JoinPrompt(number, messages_per_text[text_hash]):
                continue
            if table.conversations[number] == records.NO_CONVERSATION:
                self.unattributed["prompts of histories"] += 1
            if not prompt_index.HasCopy(
                text_hash, table.times[number], other_than=table.stores[number]
            ):
                table.flags[number] |= labels.FLAG_PER_LABEL[labels.ONLY_COPY]

    def _JoinPrompt(self, number, messages):
        """Joins a prompt of a history to the user message that it became.

        Args:
          number (int): number of the record of the prompt.
          messages (dict[int, list[int]]): numbers of the user messages that have the
              text, per number of a conversation.

        Returns:
          bool: True if there is such a message.
        """
        text_hash = self.table.text_hashes[number]
        time = self.table.times[number]
        own_number = self.table.conversations[number]
        for conversation_number, message_numbers in messages.items():
            if own_number not in (records.NO_CONVERSATION, conversation_number):
                continue
            matcher = self.matchers.get(conversation_number)
            if matcher is None or not matcher.HasUserText(text_hash, time):
                continue

            if own_number == records.NO_CONVERSATION:
                self._SetConversation(number, conversation_number)
            if matcher.primary_store is not None and matcher.HasUserText(
                text_hash, time, store=matcher.primary_store
            ):
                self.table.flags[number] |= labels.FLAG_PER_LABEL[labels.DUPLICATE]
            for message_number in message_numbers:
                if matching.IsClose([self.table.times[message_number]], time):
                    self.table.flags[message_number] &= ~labels.FLAG_PER_LABEL[
                        labels.ONLY_COPY
                    ]
            return True

        return False

    def _SetConversation(self, number, conversation_number):
        """Sets the conversation of a record that had none.

        Args:
          number (int): number of the record.
          conversation_number (int): number of the conversation.
        """
        self.table.conversations[number] = conversation_number
        self.conversations[conversation_number].AddRecord(
            self.table.stores[number], _COLUMN_OTHER
        )

    def AddEvent(self, event, event_data, event_data_stream):
        """Adds an event.

        Args:
          event (EventObject): event.
          event_data (EventData): event data.
          event_data_stream (EventDataStream): event data stream or None.
        """
        data_type = event_data.data_type
        if not data_type.startswith(_DATA_TYPE_PREFIX):
            return

        event_data = attributes.Attributes(event_data)
        self.number_of_events += 1
        store_number = self.store_index.GetNumber(event_data, event_data_stream)
        store = self.store_index.stores[store_number]
        if data_type == events.CursorAccountEventData.DATA_TYPE:
            self._AddAccount(event_data, store)
        elif data_type == events.CursorWorkspaceEventData.DATA_TYPE:
            self._AddWorkspace(event_data)

        kind = _GetKind(event_data)
        text_hash = _GetTextHash(kind, event_data)
        identity = hash(
            (
                store_number,
                data_type,
                event_data.record_key or event.GetEventDataIdentifier().CopyToString(),
                text_hash,
                event_data.recovery_location,
            )
        )
        if not event_data.conversation_identifier and kind == records.KIND_OTHER:
            if event_data.project_path:
                self._AddProjectRecord(identity, event_data)
            if not (
                _GetJoinHashes(event_data)
                or _GetFlags(event_data)
                or _GetRecordName(event_data)
            ):
                return

        number = self.table.GetNumber(identity)
        if number is None:
            number = self._AddRecord(
                identity, kind, store_number, text_hash, event_data
            )
        time = event.timestamp if facts.HasOwnTime(event) else records.NO_TIME
        self.table.AddEvent(number, event.GetIdentifier().sequence_number, time)

        conversation_number = self.table.conversations[number]
        if conversation_number != records.NO_CONVERSATION:
            conversation = self.conversations[conversation_number]
            facts.AddTime(conversation, event, data_type, store)

    def Finish(self, is_aborted):
        """Joins and matches, once all events were added.

        Args:
          is_aborted (callable): function that tells if the analysis is to stop.
        """
        self._JoinPending()

        numbers_per_conversation = {}
        indexed_text_numbers = []
        prompt_numbers = []
        for number, kind in enumerate(self.table.kinds):
            if kind == records.KIND_PROMPT:
                prompt_numbers.append(number)
            elif kind == records.KIND_INDEXED_TEXT:
                indexed_text_numbers.append(number)
            elif kind != records.KIND_OTHER:
                numbers_per_conversation.setdefault(
                    self.table.conversations[number], []
                ).append(number)

        prompt_hashes = {self.table.text_hashes[number] for number in prompt_numbers}

        # Nothing tells which records of unknown conversations belong together.
        numbers_per_conversation.pop(records.NO_CONVERSATION, None)

        for conversation_number, numbers in numbers_per_conversation.items():
            if is_aborted():
                return
            matcher = matching.ConversationMatcher(self.table, self.store_index)
            matcher.Match(numbers, prompt_hashes)
            self.matchers[conversation_number] = matcher

        self._JoinPrompts(prompt_numbers)

        # The index runs all messages together: it is all there is, or adds nothing.
        for number in indexed_text_numbers:
            if self.table.conversations[number] not in self.matchers:
                self.table.flags[number] |= labels.FLAG_PER_LABEL[labels.ONLY_COPY]

        for conversation in self.conversations:
            self._CompleteConversation(conversation)

    def GetEventLabels(self):
        """Retrieves the labels of the events, once all is joined.

        Yields:
          tuple[int, list[str]]: sequence number of an event and its labels, of events
              that have any.
        """
        conversation_flags = []
        for conversation in self.conversations:
            flags = 0
            if conversation.is_deleted:
                flags |= labels.FLAG_PER_LABEL[labels.DELETED]
            if conversation.is_remote:
                flags |= labels.FLAG_PER_LABEL[labels.REMOTE]
            conversation_flags.append(flags)

        for event_number, number in zip(
            self.table.event_numbers, self.table.event_records
        ):
            flags = self.table.flags[number]
            conversation_number = self.table.conversations[number]
            if conversation_number != records.NO_CONVERSATION:
                flags |= conversation_flags[conversation_number]
            if flags:
                yield event_number, labels.GetLabels(flags)


def _GetFlags(event_data):
    """Determines the flags of a record from itself.

    Args:
      event_data (CursorEventData): event data.

    Returns:
      int: flags.
    """
    data_type = event_data.data_type
    names = []
    if data_type == events.CursorMessageEventData.DATA_TYPE:
        if event_data.injected:
            names.append(labels.INJECTED)

    elif data_type == events.CursorToolCallEventData.DATA_TYPE:
        if (
            event_data.outcome in _REJECTED_OUTCOMES
            or event_data.user_decision in _REJECTED_DECISIONS
        ):
            names.append(labels.REJECTED)
        if event_data.review_state == "none":
            names.append(labels.AUTO_RUN)

    elif data_type == events.CursorPermissionDecisionEventData.DATA_TYPE:
        if (
            event_data.outcome in _REJECTED_OUTCOMES
            or event_data.decision in _REJECTED_DECISIONS
        ):
            names.append(labels.REJECTED)
        if event_data.allowlisted or event_data.decision == _ALLOW_ALWAYS_DECISION:
            names.append(labels.ALLOW_ALWAYS)

    elif data_type == events.CursorWorkspaceEventData.DATA_TYPE:
        if event_data.remote_authority:
            names.append(labels.REMOTE)

    return sum(labels.FLAG_PER_LABEL[name] for name in names)


def _GetJoinHashes(event_data):
    """Retrieves the hashes of what else joins a record to a conversation.

    Args:
      event_data (CursorEventData): event data.

    Returns:
      list[int]: hashes of the request and the checkpoint, of those that it names.
    """
    return [
        hash((name, getattr(event_data, name)))
        for name in _JOIN_NAMES
        if getattr(event_data, name)
    ]


def _GetKind(event_data):
    """Determines the kind of a record.

    Args:
      event_data (CursorEventData): event data.

    Returns:
      int: kind.
    """
    data_type = event_data.data_type
    if data_type == events.CursorMessageEventData.DATA_TYPE:
        kind = _KIND_PER_ROLE.get(event_data.role, records.KIND_SYSTEM)
        if kind == records.KIND_TYPED and event_data.injected:
            kind = records.KIND_INJECTED
        return kind
    if data_type == events.CursorToolCallEventData.DATA_TYPE:
        return records.KIND_CALL
    if data_type == events.CursorPromptEventData.DATA_TYPE:
        return records.KIND_PROMPT
    if data_type in _INDEXED_TEXT_DATA_TYPES and event_data.message_body:
        return records.KIND_INDEXED_TEXT
    return records.KIND_OTHER


def _GetRecordName(event_data):
    """Determines what a record is called that may have no conversation.

    Args:
      event_data (CursorEventData): event data.

    Returns:
      str: name or None if it is no record of a conversation.
    """
    if event_data.data_type == events.CursorFileEditEventData.DATA_TYPE:
        return f"file records ({event_data.edit_kind or 'unknown kind':s})"
    if event_data.data_type == events.CursorTerminalEventData.DATA_TYPE:
        return "terminal captures"
    if event_data.data_type == events.CursorExportEventData.DATA_TYPE:
        return "exported conversations"
    return None


def _GetTextHash(kind, event_data):
    """Retrieves the hash of the text of a record.

    Args:
      kind (int): kind.
      event_data (CursorEventData): event data.

    Returns:
      int: hash or 0.
    """
    if kind in records.MESSAGE_KINDS:
        return matching.GetMessageHash(kind, event_data.message_body)
    if kind == records.KIND_PROMPT:
        return matching.GetMessageHash(records.KIND_TYPED, event_data.message_body)
    if kind == records.KIND_CALL:
        summary = texts.StripProject(event_data.call_summary, event_data.project_path)
        return texts.GetHash("call", summary)
    return 0
