"""Composers: the conversations of the IDE.

A composer stands in up to three places: a row of the table composerHeaders, a row
composerData:<composerId> of cursorDiskKV and, on older builds, an element of the
ItemTable value composer.composerHeaders. One conversation gives one cursor:conversation
event, and one more for each of draft, archived and deleted.

The reader collects what all records say and produces it at the end. What is kept
meanwhile is in composer_model.py, what the JSON says in composer_facts.py and
composer_files.py, how it becomes event data in composer_events.py, and what is produced
of a composer in composer_producer.py; the messages that old composers hold are read by
composer_messages.py, and composer_deletions.py tells what was deleted. Sources: seed
"composerHeaders", "composerData", "Deletion rows", "What survives a delete";
storage-facts 2.1, 2.2 and 2.6.
"""

import itertools

from cursor_plaso import keys
from cursor_plaso import locations
from cursor_plaso import values
from cursor_plaso.state import composer_deletions
from cursor_plaso.state import composer_events
from cursor_plaso.state import composer_facts
from cursor_plaso.state import composer_files
from cursor_plaso.state import composer_messages
from cursor_plaso.state import composer_model
from cursor_plaso.state import composer_producer
from cursor_plaso.state import context as state_context
from cursor_plaso.state import header_lists

HEADERS_TABLE_NAME = "composerHeaders"
HEADERS_ITEM_KEY = "composer.composerHeaders"

# What is kept of the composers until all are read. What exceeds this is read again when
# it is told: a conversation of which only a header list and a draft are large is not
# what takes the memory of a worker.
_MAXIMUM_KEPT_SIZE = 64 * 1024 * 1024

# Sub-agents that lists of composers name and that are remembered.
_MAXIMUM_CHILDREN = 200_000


class ComposerReader:
    """Reader of composers.

    Attributes:
      composers (dict[str, Composer]): composers per identifier.
    """

    def __init__(self, context, bubble_reader, project_map=None):
        """Initializes a composer reader.

        Args:
          context (StateContext): context.
          bubble_reader (BubbleReader): reader of bubbles, for the messages that older
              composers hold themselves.
          project_map (Optional[ProjectMap]): map of conversations to projects.
        """
        super().__init__()
        self._bubble_reader = bubble_reader
        self._context = context
        self._deletion_producer = composer_deletions.DeletionProducer(context)
        self._composer_producer = composer_producer.ComposerProducer(
            context, self._deletion_producer
        )
        self._is_damaged = False
        self._kept_size = 0
        self._message_reader = composer_messages.ComposerMessageReader(
            context, bubble_reader
        )
        self._number_of_children = 0
        self._project_map = project_map
        self.composers = {}

    @property
    def deleted_identifiers(self):
        """list[str]: identifiers of the composers of the deleted conversations."""
        return self._deletion_producer.identifiers

    @property
    def number_of_empty_drafts(self):
        """int: number of composers that were never used."""
        return self._composer_producer.number_of_empty_drafts

    def _GetComposer(self, composer_identifier):
        """Retrieves a composer, which is made if it is new.

        Args:
          composer_identifier (str): identifier of the composer.

        Returns:
          Composer: composer.
        """
        composer = self.composers.get(composer_identifier)
        if not composer:
            composer = composer_model.Composer(composer_identifier)
            self.composers[composer_identifier] = composer
        return composer

    def GetHeaderList(self, composer_identifier):
        """Retrieves the header list of a composer.

        Args:
          composer_identifier (str): identifier of the composer.

        Returns:
          HeaderList: header list or None.
        """
        composer = self.composers.get(composer_identifier)
        return composer.header_list if composer else None

    def _ReadFacts(self, composer_identifier, json_dict, is_header):
        """Reads the facts that the records of a conversation share.

        Args:
          composer_identifier (str): identifier of the composer.
          json_dict (dict[str, object]): header value or composerData.
          is_header (bool): True if the JSON is a header, whose project counts first.
        """
        facts = self._context.GetConversation(composer_identifier)
        # What was recovered is older than what the records that stand say.
        is_live = not self._context.recovery
        title = values.GetString(json_dict, "name")
        if title and (not facts.title or (is_live and not is_header)):
            facts.title = values.CutLabel(title)

        path = composer_facts.GetProjectPath(json_dict)
        repository_path, branch = composer_facts.GetRepository(json_dict, path)
        if path and ((is_live and is_header) or not facts.project_path):
            facts.project_path = values.CutLabel(path)
        elif repository_path and not facts.project_path and not is_header:
            facts.project_path = values.CutLabel(
                locations.NormalizePath(repository_path)
            )
        facts.git_branch = facts.git_branch or values.CutLabel(branch)

        subagent_information = values.GetDictionary(json_dict, "subagentInfo")
        parent_identifier = values.GetString(subagent_information, "parentComposerId")
        if parent_identifier not in (None, composer_identifier) and (
            is_live or not facts.parent_conversation_identifier
        ):
            facts.parent_conversation_identifier = parent_identifier

        number_left_out = 0
        for name in ("subagentComposerIds", "subComposerIds"):
            for identifier in values.ToStrings(json_dict.get(name)):
                if identifier == composer_identifier:
                    continue
                self._number_of_children += 1
                if self._number_of_children > _MAXIMUM_CHILDREN:
                    number_left_out += 1
                    continue
                child_facts = self._context.GetConversation(identifier)
                if not child_facts.parent_conversation_identifier:
                    child_facts.parent_conversation_identifier = composer_identifier
        if number_left_out:
            self._context.Warn(
                keys.DISK_TABLE_NAME,
                f"{keys.COMPOSER_PREFIX:s}{composer_identifier:s}",
                f"{number_left_out:d} of its sub-agents are not joined to it",
            )

    def _ReadHeader(self, composer_identifier, value, columns, table_name, record_key):
        """Reads a header.

        Args:
          composer_identifier (str): identifier of the composer.
          value (dict[str, object]): header value.
          columns (dict[str, object]): columns that repeat members of the value.
          table_name (str): name of the table of the record.
          record_key (str): key of the record.
        """
        composer = self._GetComposer(composer_identifier)
        if composer.header and composer.header.table_name == HEADERS_TABLE_NAME:
            return

        composer.header = composer_model.CreateHeader(
            value, columns, table_name, record_key
        )
        self._ReadFacts(composer_identifier, value, True)

    def ReadComposerData(self, key, value):
        """Reads a composerData row.

        Args:
          key (str): key.
          value (str|bytes|None): stored value.
        """
        composer_identifier = key[len(keys.COMPOSER_PREFIX) :]
        composer = self._GetComposer(composer_identifier)
        composer.data_key = key
        if value is None:
            composer.has_null_data = True
            return

        json_dict, reason = values.DecodeDamagedJSON(value)
        if reason or not isinstance(json_dict, dict):
            self._context.Warn(keys.DISK_TABLE_NAME, key, reason or "not a JSON object")
            composer.is_corrupted = True
        if not isinstance(json_dict, dict):
            composer.has_data = True
            composer.data_event_data = composer_events.CreateConversation({})
            return

        composer.has_data = True
        composer.is_corrupted = composer.is_corrupted or self._context.row_is_partial
        composer.is_draft = not composer.is_corrupted and (
            values.GetString(json_dict, "status") in (None, "none")
        )
        self._ReadFacts(composer_identifier, json_dict, False)
        # What the composer itself holds is told now.
        self._SetProject(
            composer_identifier,
            composer,
            composer_facts.GetWorkspaceIdentifier(json_dict),
        )

        state = json_dict.get("conversationState")
        composer.has_state = isinstance(state, str) and len(state) > 1

        entries = json_dict.get("fullConversationHeadersOnly")
        if isinstance(entries, list):
            composer.inline_list = header_lists.HeaderList()
            number_of_errors = composer.inline_list.AddEntries(entries)
            if number_of_errors:
                self._context.Warn(
                    keys.DISK_TABLE_NAME,
                    key,
                    f"{number_of_errors:d} header entries without bubbleId",
                )

        event_data = composer_events.CreateConversation(json_dict)
        if self._Keep(_GetSize(event_data)):
            composer.data_event_data = event_data
        composer.data_last_update = header_lists.GetMilliseconds(
            event_data.last_update_time
        )

        self._AddDraft(composer, json_dict, key, "composer")
        self._AddQueue(composer, json_dict, key)
        messages = header_lists.GetInlineMessages(json_dict)
        # An empty list is no order: it may be in chunks.
        header_list = composer.inline_list or None
        if messages:
            composer.inline_messages = True
            header_list = self._message_reader.ReadMessages(
                composer_identifier, key, messages
            )
        self._message_reader.ReadToolRecords(
            composer_identifier, key, json_dict, messages, header_list
        )
        for place, event_data in itertools.chain(
            composer_files.ReadFiles(json_dict, "composer"),
            composer_events.ReadBranches(json_dict),
            self._bubble_reader.ReadSummaries(json_dict),
        ):
            if self._context.producer.abort:
                return
            self._context.Produce(
                event_data,
                keys.DISK_TABLE_NAME,
                f"{key:s}#{place:s}",
                composer_identifier,
            )

    def _AddDraft(self, composer, json_dict, key, evidence_source):
        """Adds the draft of a record to its composer.

        Args:
          composer (Composer): composer.
          json_dict (dict[str, object]): record.
          key (str): key of the row.
          evidence_source (str): kind of record.
        """
        text = composer_facts.GetDraftText(json_dict)
        if text:
            is_kept = self._Keep(len(text))
            composer.drafts.append((text if is_kept else None, key, evidence_source))

    def _AddQueue(self, composer, json_dict, key):
        """Adds the messages that waited to be sent when the composer was stored.

        Args:
          composer (Composer): composer.
          json_dict (dict[str, object]): composerData.
          key (str): key of the row.
        """
        number_of_unknown = 0
        for index, item in enumerate(values.GetList(json_dict, "queueItems")):
            if isinstance(item, dict) and composer_facts.GetDraftText(item):
                self._AddDraft(
                    composer,
                    item,
                    f"{key:s}{composer_model.QUEUE_PLACE:s}{index:d}",
                    composer_model.QUEUE_SOURCE,
                )
            else:
                number_of_unknown += 1
        if number_of_unknown:
            self._context.Warn(
                keys.DISK_TABLE_NAME,
                key,
                f"{number_of_unknown:d} of queueItems have an unknown shape",
            )

    def _Keep(self, size):
        """Determines if something may be kept until all composers were read.

        Args:
          size (int): size.

        Returns:
          bool: True if it may.
        """
        # A recovered record is told at once.
        if not self._context.recovery:
            if self._kept_size + size > _MAXIMUM_KEPT_SIZE:
                return False
            self._kept_size += size
        return True

    def ReadDraft(self, key, value):
        """Reads a composerDraft row.

        Args:
          key (str): key.
          value (str|bytes|None): stored value.
        """
        if value is None:
            return
        json_dict, reason = values.DecodeJSON(value)
        if reason or not isinstance(json_dict, dict):
            self._context.Warn(keys.DISK_TABLE_NAME, key, reason or "not a JSON object")
            return
        self._AddDraft(
            self._GetComposer(key[len(keys.DRAFT_PREFIX) :]),
            json_dict,
            key,
            "composer draft",
        )

    def ReadHeaderChunk(self, key, value):
        """Reads a composerConvHeaders row.

        Args:
          key (str): key.
          value (str|bytes|None): stored value.
        """
        rest = key[len(keys.HEADER_CHUNK_PREFIX) :]
        composer_identifier, _, suffix = rest.rpartition(":")
        composer = self._GetComposer(composer_identifier)
        if value is None:
            return
        json_value, reason = values.DecodeDamagedJSON(value)
        if reason:
            self._context.Warn(keys.DISK_TABLE_NAME, key, reason)
        entries = header_lists.GetEntries(json_value)
        if entries is None:
            if not reason:
                self._context.Warn(keys.DISK_TABLE_NAME, key, "not a header list")
            return
        header_list = header_lists.HeaderList()
        number_of_errors = header_list.AddEntries(entries)
        if number_of_errors:
            self._context.Warn(
                keys.DISK_TABLE_NAME,
                key,
                f"{number_of_errors:d} header entries without bubbleId",
            )
        if composer.chunks is None:
            composer.chunks = {}
        composer.chunks[suffix] = header_list

    def ReadHeaderRow(self, row):
        """Reads a row of the table composerHeaders.

        Args:
          row (Row): row with the columns composerId and value; 3.9 to 3.15 had nine
              columns, 3.19 and later ten, so they are read by name.
        """
        composer_identifier = values.ToString(row.GetValue("composerId"))
        value = row.GetValue("value")
        columns = {
            name: row.GetValue(name)
            for name in (
                "checkpointAt",
                "createdAt",
                "isArchived",
                "isSubagent",
                "lastUpdatedAt",
                "subagentTypeName",
                "workspaceId",
            )
        }
        json_dict = {}
        if value is not None:
            json_dict, reason = values.DecodeJSON(value)
            if reason or not isinstance(json_dict, dict):
                self._context.Warn(
                    HEADERS_TABLE_NAME,
                    composer_identifier or f"rowid {row.rowid!s}",
                    reason or "not a JSON object",
                )
                json_dict = {}
        composer_identifier = composer_identifier or values.GetString(
            json_dict, "composerId"
        )
        if not composer_identifier or (
            len(composer_identifier) > state_context.MAXIMUM_IDENTIFIER_LENGTH
        ):
            reason = "composer identifier that is too long"
            if not composer_identifier:
                reason = "no composer identifier"
            self._context.Warn(HEADERS_TABLE_NAME, f"rowid {row.rowid!s}", reason)
            return
        self._ReadHeader(
            composer_identifier,
            json_dict,
            columns,
            HEADERS_TABLE_NAME,
            composer_identifier,
        )

    def ReadHeadersItem(self, value):
        """Reads the ItemTable value composer.composerHeaders.

        Args:
          value (str|bytes|None): stored value, {"allComposers": [...]}.
        """
        if value is None:
            return
        json_dict, reason = values.DecodeJSON(value)
        if reason or not isinstance(json_dict, dict):
            self._context.Warn(
                "ItemTable", HEADERS_ITEM_KEY, reason or "not a JSON object"
            )
            return
        for index, header in enumerate(values.GetList(json_dict, "allComposers")):
            identifier = (
                values.GetString(header, "composerId")
                if isinstance(header, dict)
                else None
            )
            if not identifier or (
                len(identifier) > state_context.MAXIMUM_IDENTIFIER_LENGTH
            ):
                self._context.Warn(
                    "ItemTable",
                    HEADERS_ITEM_KEY,
                    f"element {index:d} has no composerId",
                )
                continue
            self._ReadHeader(
                identifier,
                header,
                {},
                "ItemTable",
                f"{HEADERS_ITEM_KEY:s}#{identifier:s}",
            )

    def ProduceComposers(self, is_damaged=False):
        """Produces the events of the composers, once all composers were read.

        Args:
          is_damaged (Optional[bool]): True if rows of the table are missing: then what
              has no record may have lost it with them.
        """
        self._is_damaged = is_damaged
        for composer_identifier, composer in self.composers.items():
            if self._context.producer.abort:
                return
            if composer.has_data and composer.data_event_data is None:
                composer.data_event_data = composer_events.CreateConversation(
                    self._composer_producer.ReadAgain(composer.data_key)
                )
            workspace_identifier = None
            if composer.data_event_data:
                workspace_identifier = composer.data_event_data.workspace_identifier
            self._SetProject(composer_identifier, composer, workspace_identifier)
            self._composer_producer.Produce(composer, is_damaged=is_damaged)
            composer.data_event_data = None
            composer.drafts = []

    def ProduceDeletions(self, remnants):
        """Produces the events of deleted conversations, once remnants were counted.

        Args:
          remnants (dict[str, collections.Counter]): number of remnants per kind and
              conversation.
        """
        self._deletion_producer.Produce(
            self.composers, remnants, is_damaged=self._is_damaged
        )

    def ReadRecoveredData(self, key, value):
        """Reads a recovered composerData row.

        Args:
          key (str): key.
          value (str|bytes|None): stored value.
        """
        reader = ComposerReader(self._context, self._bubble_reader)
        reader.ReadComposerData(key, value)
        for composer in reader.composers.values():
            if composer.data_event_data:
                self._composer_producer.ProduceDrafts(
                    composer, composer.data_event_data.creation_time
                )
                self._composer_producer.ProduceConversation(composer)

    def ReadRecoveredDraft(self, key, value):
        """Reads a recovered composerDraft row.

        Args:
          key (str): key.
          value (str|bytes|None): stored value.
        """
        reader = ComposerReader(self._context, self._bubble_reader)
        reader.ReadDraft(key, value)
        for composer in reader.composers.values():
            self._composer_producer.ProduceDrafts(composer, None)

    def ReadRecoveredHeader(self, row):
        """Reads a recovered row of the table composerHeaders.

        Args:
          row (Row): row with named columns.
        """
        reader = ComposerReader(self._context, self._bubble_reader)
        reader.ReadHeaderRow(row)
        for composer_identifier, composer in reader.composers.items():
            self._composer_producer.ProduceHeaderConversation(
                composer_identifier, composer.header, []
            )

    def SetNumberOfBubbles(self, composer_identifier, number):
        """Sets the number of bubble rows of a composer.

        Bubbles of a conversation that has neither a composerData nor a header row are
        what is left of it, unless they are of a sub-agent of early 2026, which never
        had a row of its own (storage-facts 2.6).

        Args:
          composer_identifier (str): identifier of the composer.
          number (int): number of bubble rows.
        """
        composer = self.composers.get(composer_identifier)
        if not composer:
            if not composer_identifier or composer_identifier.startswith("task-"):
                return
            composer = self._GetComposer(composer_identifier)
        composer.number_of_bubbles = number

    def _SetProject(self, composer_identifier, composer, workspace_identifier):
        """Sets the project of a conversation that its own records do not name.

        Args:
          composer_identifier (str): identifier of the composer.
          composer (Composer): composer.
          workspace_identifier (str): name of the workspace storage directory as
              composerData has it, or None.
        """
        facts = self._context.GetConversation(composer_identifier)
        if facts.project_path or not self._project_map:
            return
        if composer.header:
            workspace_identifier = (
                composer.header.value.get("workspaceIdentifier") or workspace_identifier
            )
        facts.project_path = self._project_map.GetProjectPath(
            composer_identifier, workspace_identifier
        )


def _GetSize(event_data):
    """Estimates what event data takes.

    Args:
      event_data (CursorEventData): event data.

    Returns:
      int: number of bytes.
    """
    size = 2048
    for value in event_data.__dict__.values():
        if isinstance(value, str):
            size += len(value)
        elif isinstance(value, list):
            size += sum(64 + len(element or "") for element in value)
    return size
