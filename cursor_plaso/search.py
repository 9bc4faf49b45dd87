"""The index of the conversation search, conversation-search.db.

The table conversations has a row per local composer, drafts included, and per cloud
agent. The indexed text is read from conversation_fts_content, the shadow table of the
full-text index: the table conversation_fts is virtual and is never run. For a cloud
agent this text is the only local copy of its conversation, prompt and reply run
together; it is no message.

The table conversation_search_candidates has identifiers and times of conversations, and
no document tells more: a row is told where the table conversations does not say the
same, as it can be what is left of a conversation.

Sources: seed "conversation-search.db", "Past-use rows and secondary sources" and "Sync,
relay and origin rows" (observed 3.24.18 to 3.26.13); storage-facts 4 (3.15.6, without
the column branches; 3.23.23).
"""

from cursor_plaso import events
from cursor_plaso import table_store
from cursor_plaso import values

_CLOUD_SOURCE = "cloud-cache"
_LOCAL_SOURCE = "local"

_CANDIDATES_TABLE = "conversation_search_candidates"
_CONTENT_TABLE = "conversation_fts_content"
_CONVERSATIONS_TABLE = "conversations"

_EVIDENCE_SOURCE = "conversation-search.db"

# Size of the conversations that wait for their text. Cursor keeps 10,000 of them; what
# exceeds this has its text told apart.
_MAXIMUM_WAITING_SIZE = 64 * 1024 * 1024

# Conversations whose titles are kept to tell whose a recovered text is, and size of the
# recovered texts that wait for them.
_MAXIMUM_TITLES = 20_000
_MAXIMUM_REMNANTS_SIZE = 32 * 1024 * 1024

_ORIGINS = {
    _CLOUD_SOURCE: "remote cursor cloud agent",
    _LOCAL_SOURCE: "local",
}


class SearchReader(table_store.TableStoreReader):
    """Reader of the conversation search index."""

    TABLE_NAMES = (_CONVERSATIONS_TABLE, _CONTENT_TABLE, _CANDIDATES_TABLE)

    def __init__(self, context, titles=None, updates=None):
        """Initializes a reader.

        Args:
          context (StateContext): context.
          titles (Optional[dict[tuple[int, int], set[str]]]): identifiers of the
              conversations per identifier of the text and hash of the title.
          updates (Optional[dict[str, object]]): updated_at per identifier of a
              conversation.
        """
        super().__init__(context)
        # Event data, key and row of the conversations whose text was not yet seen,
        # per identifier of the text.
        self._conversations = {}
        self._number_of_titles = 0
        self._remnants = []
        self._remnants_size = 0
        self._titles = {} if titles is None else titles
        self._updates = {} if updates is None else updates
        self._waiting_size = 0

    def _CreateEventData(self, row):
        """Creates the event data of a row of the table conversations.

        Args:
          row (Row): row.

        Returns:
          CursorSearchConversationEventData: event data.
        """
        source = table_store.GetText(row, "source")
        event_data = events.CursorSearchConversationEventData()
        event_data.conversation_title = table_store.GetText(row, "title")
        event_data.evidence_source = _EVIDENCE_SOURCE
        event_data.git_branch = table_store.GetText(row, "branches")
        event_data.index_source = source
        event_data.is_archived = values.GetBoolean(
            {"is_archived": row.GetValue("is_archived")}, "is_archived"
        )
        event_data.origin = _ORIGINS.get(source)
        self._SetTime(event_data, "update_time", row, "updated_at")
        return event_data

    def _AddTitle(self, row):
        """Adds a conversation to those that a recovered text may be of.

        Args:
          row (Row): row of the table conversations.
        """
        text_identifier = row.GetValue("fts_rowid")
        identifier = table_store.GetText(row, "id")
        if (
            text_identifier is not None
            and identifier
            and self._number_of_titles < _MAXIMUM_TITLES
        ):
            self._number_of_titles += 1
            key = (text_identifier, hash(table_store.GetText(row, "title")))
            self._titles.setdefault(key, set()).add(identifier)

    def _FinishRemnants(self):
        """Reads the recovered texts, once all conversations are known."""
        remnants, self._remnants = self._remnants, []
        for row in remnants:
            if self._context.producer.abort:
                return
            super()._ReadRemnant(row)

    def _GetConversationIdentifier(self, row):
        """Determines the conversation of a text.

        The identifier of a text is used again once its conversation was deleted: only
        with its title it tells the conversation.

        Args:
          row (Row): row of the shadow table.

        Returns:
          str: identifier of the conversation or None if that is not certain.
        """
        key = (row.GetValue("id"), hash(table_store.GetText(row, "c0")))
        identifiers = self._titles.get(key, ())
        return next(iter(identifiers)) if len(identifiers) == 1 else None

    def _ReadAlone(self, table_name, row):
        """Reads a row with a new reader, which sees that row alone.

        Args:
          table_name (str): name of the table.
          row (Row): row, None if there is none.
        """
        if row is not None:
            reader = type(self)(
                self._context, titles=self._titles, updates=self._updates
            )
            reader.ReadRow(table_name, row)
            reader.Finish()

    def _ReadRemnant(self, row):
        """Reads a recovered row.

        Args:
          row (RecoveredRow): recovered row.
        """
        if row.table_name.lower() == _CONTENT_TABLE:
            self._remnants_size += sum(
                len(value) for value in row.values if isinstance(value, (bytes, str))
            )
            if self._remnants_size <= _MAXIMUM_REMNANTS_SIZE:
                self._remnants.append(row)
                return
        elif row.table_name.lower() == _CONVERSATIONS_TABLE:
            self._AddTitle(row)
        super()._ReadRemnant(row)

    def _IsPlausibleRow(self, row):
        """Determines if a recovered row is one of the store.

        Args:
          row (RecoveredRow): recovered row.

        Returns:
          bool: True if a row of the table conversations has a source that the table
              accepts, and an identifier, and one of the candidates is of no
              conversation that stands.
        """
        if row.table_name.lower() == _CANDIDATES_TABLE:
            # Of a conversation that stands it is an older version.
            return table_store.GetText(row, "id") not in self._updates
        if row.table_name.lower() != _CONVERSATIONS_TABLE:
            return True
        return row.GetValue("source") in _ORIGINS and bool(
            table_store.GetText(row, "id")
        )

    def _ProduceConversation(self, event_data, row, text=None):
        """Produces the event data of a conversation.

        Args:
          event_data (CursorSearchConversationEventData): event data.
          row (Row): row of the table conversations.
          text (Optional[str]): indexed text of a local conversation.
        """
        event_data.message_body = text
        self._Produce(
            event_data,
            _CONVERSATIONS_TABLE,
            self._GetKey(row, "source", "scope", "id"),
            row,
            conversation_identifier=table_store.GetText(row, "id"),
        )

    def _ProduceText(self, row, text, conversation_row, conversation):
        """Produces the event data of the cached text of a cloud agent.

        Args:
          row (Row): row of the text.
          text (str): text.
          conversation_row (Row): row of the table conversations.
          conversation (CursorSearchConversationEventData): event data of it.
        """
        event_data = events.CursorCloudAgentTextEventData()
        event_data.conversation_title = conversation.conversation_title
        event_data.evidence_source = _EVIDENCE_SOURCE
        event_data.index_source = conversation.index_source
        event_data.message_body = text
        event_data.origin = conversation.origin
        event_data.time_source = conversation.time_source
        event_data.update_time = conversation.update_time
        self._Produce(
            event_data,
            _CONTENT_TABLE,
            self._GetKey(row, "id"),
            row,
            conversation_identifier=table_store.GetText(conversation_row, "id"),
        )

    def _ReadCandidate(self, row):
        """Reads a candidate.

        Args:
          row (Row): row: id and updated_at.
        """
        identifier = table_store.GetText(row, "id")
        updated = row.GetValue("updated_at")
        if not identifier or self._updates.get(identifier) == updated:
            return
        event_data = events.CursorSearchConversationEventData()
        event_data.evidence_source = _EVIDENCE_SOURCE
        event_data.index_source = "candidate"
        self._SetTime(event_data, "update_time", row, "updated_at")
        self._Produce(
            event_data,
            _CANDIDATES_TABLE,
            self._GetKey(row, "id"),
            row,
            conversation_identifier=identifier,
        )

    def _ReadContent(self, row):
        """Reads the text of a conversation.

        Args:
          row (Row): row of the shadow table: id, c0 the title, c1 the text and c2,
              where there is one, the branches.
        """
        text = table_store.GetText(row, "c1")
        conversation, conversation_row = self._conversations.pop(
            row.GetValue("id"), (None, None)
        )
        if conversation:
            is_cloud = conversation.index_source == _CLOUD_SOURCE
            self._ProduceConversation(
                conversation, conversation_row, text=None if is_cloud else text
            )
            if text and is_cloud:
                self._ProduceText(row, text, conversation_row, conversation)
            return

        # A text whose conversation is not known: the row was recovered, or the other
        # table is damaged.
        event_data = events.CursorSearchConversationEventData()
        event_data.conversation_title = table_store.GetText(row, "c0")
        event_data.evidence_source = f"{_EVIDENCE_SOURCE:s}, text without conversation"
        event_data.git_branch = table_store.GetText(row, "c2")
        event_data.message_body = text
        if event_data.conversation_title or text:
            self._Produce(
                event_data,
                _CONTENT_TABLE,
                self._GetKey(row, "id"),
                row,
                conversation_identifier=self._GetConversationIdentifier(row),
            )

    def Finish(self):
        """Produces the conversations that have no text."""
        for event_data, row in self._conversations.values():
            if self._context.producer.abort:
                return
            self._ProduceConversation(event_data, row)
        self._conversations = {}

    def ReadRow(self, table_name, row):
        """Reads a row.

        Args:
          table_name (str): name of the table.
          row (Row): row.
        """
        if table_name == _CONTENT_TABLE:
            self._ReadContent(row)
            return
        if table_name == _CANDIDATES_TABLE:
            self._ReadCandidate(row)
            return

        event_data = self._CreateEventData(row)
        text_identifier = row.GetValue("fts_rowid")
        if not self._context.recovery:
            self._AddTitle(row)
            identifier = table_store.GetText(row, "id")
            if identifier and len(self._updates) < _MAXIMUM_TITLES:
                self._updates[identifier] = row.GetValue("updated_at")
        self._waiting_size += 1024 + sum(
            len(value) for value in row.values if isinstance(value, (bytes, str))
        )
        if (
            self._context.recovery
            or text_identifier is None
            or self._waiting_size > _MAXIMUM_WAITING_SIZE
        ):
            self._ProduceConversation(event_data, row)
        else:
            self._conversations[text_identifier] = (event_data, row)
