"""ItemTable of a workspace: its conversations, prompts and what was open in it.

Up to 2.6 the workspace lists its conversations in composer.composerData: as heads,
whose messages are in the global database, or, in November 2024, as full composers with
their messages inline. A message there has no time, and none is invented.

Sources: seed "Workspace state.vscdb"; seed conversation-storage-notes.md; storage-facts
2.2 and 2.5.
"""

from cursor_plaso import events
from cursor_plaso import locations
from cursor_plaso import times
from cursor_plaso import values
from cursor_plaso import workspaces
from cursor_plaso.state import bubbles
from cursor_plaso.state import composer_files
from cursor_plaso.state import header_lists
from cursor_plaso.state import item_table
from cursor_plaso.state import lexical

# Members of a head of which the composer of the global database may say the same.
_HEAD_NAMES = (
    "committedToBranch",
    "createdAt",
    "createdOnBranch",
    "filesChangedCount",
    "isArchived",
    "lastUpdatedAt",
    "name",
    "subtitle",
    "totalLinesAdded",
    "totalLinesRemoved",
    "unifiedMode",
)

_HEAD_TIMES = {"creation_time": "createdAt", "last_update_time": "lastUpdatedAt"}


class PromptReader(item_table.ItemTableReader):
    """Reader of the lists of prompts and generations.

    A prompt has no time. A generation has one; its text is the prompt, or the name of
    the file for one of type "apply". The two lists do not match one to one.
    """

    _GENERATIONS_KEY = "aiService.generations"
    _PROMPTS_KEY = "aiService.prompts"

    KEYS = frozenset([_GENERATIONS_KEY, _PROMPTS_KEY])

    def ReadRow(self, key, value):
        """Reads a row.

        Args:
          key (str): key.
          value (str|bytes|None): stored value.
        """
        json_list = self._DecodeJSON(key, value, list) or []
        for index, element in self._GetElements(key, json_list):
            fields = item_table.Fields(element)
            event_data = events.CursorPromptEventData()
            event_data.evidence_source = key
            event_data.sequence_number = index
            if key == self._PROMPTS_KEY:
                event_data.message_body = fields.GetString("text")
                event_data.prompt_type = fields.GetString("commandType")
            else:
                event_data.generation_identifier = fields.GetString("generationUUID")
                event_data.message_body = fields.GetString("textDescription")
                event_data.prompt_type = fields.GetString("type")
                event_data.recorded_time = fields.GetTime("unixMs")
                item_table.SetTimeSource(event_data, {"recorded_time": "unixMs"})
            self._Produce(event_data, key, suffix=f"{index:d}", fields=fields)


class WorkspaceReader(item_table.ItemTableReader):
    """Reader of the conversations of a workspace and of the workspace itself."""

    _HISTORY_KEY = "history.entries"
    _OPENED_KEY = "cursorAuth/workspaceOpenedDate"

    # The operating system of the host of a remote workspace, whose authority ends the
    # key. It stays when the workspace.json of a cloud agent's workspace is removed.
    _AUTHORITY_PREFIX = "resource.authority.os."

    KEYS = frozenset([_HISTORY_KEY, _OPENED_KEY, workspaces.COMPOSER_DATA_KEY])
    PREFIXES = (_AUTHORITY_PREFIX, workspaces.PANE_PREFIX)

    def __init__(self, reader_context):
        """Initializes a reader.

        Args:
          reader_context (StateContext): context.
        """
        super().__init__(reader_context)
        self._bubble_reader = bubbles.BubbleReader(
            reader_context, table_name=self.TABLE_NAME
        )
        self._global_composers = None
        # Conversations of all panes, and the key of the first of these.
        self._pane_conversations = {}
        self._pane_key = None

    def Finish(self):
        """Produces what needed all rows."""
        if not self._pane_conversations:
            return
        event_data = events.CursorWorkspaceEventData()
        event_data.conversations = list(self._pane_conversations)
        event_data.evidence_source = workspaces.PANE_PREFIX.rstrip(".")
        event_data.workspace_identifier = self._context.workspace_identifier
        event_data.workspace_kind = "conversations in panes"
        self._Produce(event_data, self._pane_key)

    def _ReadPane(self, key, value):
        """Reads the conversations that were in a pane.

        Args:
          key (str): key of the row, that of a pane or of a setting of one.
          value (str|bytes|None): stored value.
        """
        # The settings of a pane are no objects.
        text = values.DecodeText(value) or ""
        if not text.lstrip().startswith("{") or not self._MayKeep(key, value):
            return
        identifiers = workspaces.GetPaneIdentifiers(self._DecodeJSON(key, value, dict))
        if identifiers:
            self._pane_conversations.update(dict.fromkeys(identifiers))
            self._pane_key = self._pane_key or key

    def _ProduceArchived(self, key, suffix, last_update_time, composer_identifier):
        """Produces that a conversation is archived.

        Args:
          key (str): key of the row.
          suffix (str): place of the head in the value.
          last_update_time (dfdatetime.DateTimeValues): time of the last update or None.
          composer_identifier (str): identifier of the composer or None.
        """
        event_data = events.CursorConversationArchivedEventData()
        event_data.evidence_source = f"{self._context.kind:s} composer head"
        event_data.last_update_time = last_update_time
        item_table.SetTimeSource(event_data, {"last_update_time": "lastUpdatedAt"})
        self._Produce(
            event_data,
            key,
            suffix=suffix,
            conversation_identifier=composer_identifier,
        )

    def _IsTold(self, event_data, head, composer_identifier):
        """Determines if the global database tells what a head says.

        Args:
          event_data (CursorConversationEventData): event data of the head, from which
              the times that the composer has too are dropped.
          head (dict[str, object]): head.
          composer_identifier (str): identifier of the composer or None.

        Returns:
          bool: True if the composer of the global database says all of it.
        """
        if self._context.recovery or not composer_identifier:
            return False
        if self._context.kind != "workspace":
            composer = workspaces.ReadComposer(self._context.view, composer_identifier)
        else:
            if self._global_composers is None:
                self._global_composers = workspaces.GlobalComposers(
                    self._context.file_entry, self._context.producer
                )
            composer = self._global_composers.GetComposer(composer_identifier)
        if composer is None:
            return False

        news = {
            name
            for name in _HEAD_NAMES
            if head.get(name) is not None and head[name] != composer.get(name)
        }
        # That a conversation is archived is told apart, that it is not goes without
        # saying.
        news.discard("isArchived")
        if not news:
            return True
        for attribute_name, name in _HEAD_TIMES.items():
            if name not in news:
                setattr(event_data, attribute_name, None)
        event_data.time_source = None
        item_table.SetTimeSource(event_data, _HEAD_TIMES)
        return False

    def _ReadAuthority(self, key):
        """Reads the authority of a remote workspace.

        Args:
          key (str): key of the row.
        """
        authority = key[len(self._AUTHORITY_PREFIX) :]
        event_data = events.CursorWorkspaceEventData()
        event_data.evidence_source = self._AUTHORITY_PREFIX.rstrip(".")
        event_data.remote_authority = authority
        event_data.workspace_identifier = self._context.workspace_identifier
        event_data.workspace_kind = "remote workspace"
        self._Produce(
            event_data,
            key,
            conversation_identifier=workspaces.GetCloudAgentIdentifier(authority),
        )

    def _ReadComposer(self, key, index, composer):
        """Reads a composer: its head and what it holds inline.

        Args:
          key (str): key of the row.
          index (int): index of the composer in the list.
          composer (dict[str, object]): composer.
        """
        suffix = f"allComposers.{index:d}"
        messages = values.GetList(composer, "conversation")
        fields = item_table.Fields(composer)
        composer_identifier = fields.GetString("composerId")

        event_data = events.CursorConversationEventData()
        event_data.agent_mode = fields.GetString("unifiedMode")
        event_data.application = "IDE"
        event_data.conversation_title = fields.GetString("name")
        event_data.committed_to_branch = fields.GetString("committedToBranch")
        event_data.created_on_branch = fields.GetString("createdOnBranch")
        event_data.creation_time = fields.GetTime("createdAt")
        event_data.evidence_source = f"{self._context.kind:s} composer head"
        event_data.files_changed = fields.GetInteger("filesChangedCount")
        event_data.last_update_time = fields.GetTime("lastUpdatedAt")
        event_data.lines_added = fields.GetInteger("totalLinesAdded")
        event_data.lines_removed = fields.GetInteger("totalLinesRemoved")
        event_data.status = fields.GetString("status")
        event_data.subtitle = fields.GetString("subtitle")
        event_data.workspace_identifier = self._context.workspace_identifier
        if values.GetBoolean(composer, "isArchived"):
            event_data.status = "archived"
        if "conversation" in composer:
            event_data.evidence_source = f"{self._context.kind:s} composer"
            event_data.message_count = len(messages)
        item_table.SetTimeSource(event_data, _HEAD_TIMES)

        if composer_identifier and not self._context.recovery:
            conversation_facts = self._context.GetConversation(composer_identifier)
            conversation_facts.title = conversation_facts.title or values.CutLabel(
                event_data.conversation_title
            )
        if values.GetBoolean(composer, "isArchived"):
            self._ProduceArchived(
                key, suffix, event_data.last_update_time, composer_identifier
            )
        if "conversation" in composer or not self._IsTold(
            event_data, composer, composer_identifier
        ):
            self._Produce(
                event_data,
                key,
                suffix=suffix,
                fields=fields,
                conversation_identifier=composer_identifier,
            )

        self._ReadDraft(
            key, suffix, composer, composer_identifier, None if messages else fields
        )
        self._ReadFiles(key, suffix, composer, composer_identifier)
        self._ReadMessages(key, suffix, messages, composer_identifier)

    def _ReadComposers(self, key, value):
        """Reads the list of composers.

        Args:
          key (str): key of the row.
          value (str|bytes|None): stored value.
        """
        json_dict = self._DecodeJSON(key, value, dict) or {}
        identifiers = workspaces.GetConversationIdentifiers(json_dict)
        if identifiers:
            event_data = events.CursorWorkspaceEventData()
            event_data.conversations = identifiers
            event_data.evidence_source = key
            event_data.workspace_identifier = self._context.workspace_identifier
            event_data.workspace_kind = "workspace conversations"
            self._Produce(event_data, key)

        composers = values.GetList(json_dict, "allComposers")
        for index, composer in self._GetElements(key, composers):
            self._ReadComposer(key, index, composer)

    def _ReadDraft(self, key, suffix, composer, composer_identifier, fields):
        """Reads the text that was not sent.

        Args:
          key (str): key of the row.
          suffix (str): place of the composer in the value.
          composer (dict[str, object]): composer.
          composer_identifier (str): identifier of the composer.
          fields (Fields): fields of a composer without messages, whose creation is the
              time of the draft, or None.
        """
        text = values.GetString(composer, "text") or lexical.GetPlainText(
            composer.get("richText")
        )
        if not text:
            return
        event_data = events.CursorConversationDraftEventData()
        event_data.evidence_source = f"{self._context.kind:s} composer"
        event_data.message_body = text
        if fields:
            event_data.creation_time = fields.GetTime("createdAt")
            item_table.SetTimeSource(event_data, {"creation_time": "createdAt"})
        self._Produce(
            event_data,
            key,
            suffix=f"{suffix:s}.text",
            conversation_identifier=composer_identifier,
        )

    def _ReadFiles(self, key, suffix, composer, composer_identifier):
        """Reads the files of an inline conversation.

        Args:
          key (str): key of the row.
          suffix (str): place of the composer in the value.
          composer (dict[str, object]): composer.
          composer_identifier (str): identifier of the composer.
        """
        for place, event_data in composer_files.ReadFiles(
            composer, f"{self._context.kind:s} inline conversation"
        ):
            if self._context.producer.abort:
                return
            self._Produce(
                event_data,
                key,
                suffix=f"{suffix:s}.{place:s}",
                conversation_identifier=composer_identifier,
            )

    def _ReadHistory(self, key, value):
        """Reads the files that were open in the workspace, which have no time.

        Args:
          key (str): key of the row.
          value (str|bytes|None): stored value.
        """
        paths = []
        json_list = self._DecodeJSON(key, value, list) or []
        for _, element in self._GetElements(key, json_list):
            editor = values.GetDictionary(element, "editor")
            paths.append(locations.GetPathFromURI(editor.get("resource")))
        paths = [path for path in paths if path]
        if not paths:
            return

        event_data = events.CursorWorkspaceEventData()
        event_data.evidence_source = key
        event_data.opened_files = paths
        event_data.workspace_identifier = self._context.workspace_identifier
        event_data.workspace_kind = "opened files"
        self._Produce(event_data, key)

    def _ReadMessages(self, key, suffix, messages, composer_identifier):
        """Reads the messages of an inline conversation.

        Args:
          key (str): key of the row.
          suffix (str): place of the composer in the value.
          messages (list[object]): messages.
          composer_identifier (str): identifier of the composer.
        """
        header_list = header_lists.HeaderList()
        header_list.AddEntries(messages)
        for _, message in self._GetElements(key, messages):
            bubble_identifier = values.GetString(message, "bubbleId")
            if bubble_identifier:
                self._bubble_reader.CollectUserTurn(
                    message, header_list, bubble_identifier
                )
        # The turns are resolved as they are read.
        list(header_list.ResolveTurns())

        for index, message in enumerate(messages):
            if self._context.producer.abort:
                return
            if isinstance(message, dict):
                self._bubble_reader.ReadBubble(
                    message,
                    f"{key:s}#{suffix:s}.conversation.{index:d}",
                    (composer_identifier, values.GetString(message, "bubbleId") or ""),
                    header_list,
                    evidence_source=f"{self._context.kind:s} inline conversation",
                )

    def _ReadOpenedDate(self, key, value):
        """Reads when the workspace was opened.

        Args:
          key (str): key of the row.
          value (str|bytes|None): stored value, such as "2026-10-01T10:00:00.000Z".
        """
        text = self._DecodeString(key, value)
        if not text:
            return
        event_data = events.CursorWorkspaceEventData()
        event_data.evidence_source = key
        event_data.recorded_time = times.FromStored(text)
        event_data.workspace_identifier = self._context.workspace_identifier
        event_data.workspace_kind = "workspace opened"
        if event_data.recorded_time:
            event_data.time_source = key
        else:
            self._Warn(key, "value is not a time")
        self._Produce(event_data, key, corrupted=not event_data.recorded_time)

    def ReadRow(self, key, value):
        """Reads a row.

        Args:
          key (str): key.
          value (str|bytes|None): stored value.
        """
        if key == workspaces.COMPOSER_DATA_KEY:
            self._ReadComposers(key, value)
        elif key == self._HISTORY_KEY:
            self._ReadHistory(key, value)
        elif key == self._OPENED_KEY:
            self._ReadOpenedDate(key, value)
        elif key.startswith(workspaces.PANE_PREFIX):
            self._ReadPane(key, value)
        else:
            self._ReadAuthority(key)
