"""Reader of state.vscdb: which row goes to which reader, and in which order.

The table cursorDiskKV is read in one pass in rowid order, which is the cheapest for a
large file. What has to be known before, the composers, their header lists and the model
and time of each turn, is looked up through the index; where that does not lead to all
rows, a pass over the table takes the place of the lookups. No value is kept. Which
reader a key has is in key_dispatcher.py, what becomes of the rows of bubbles in
bubble_rows.py and of rows that were deleted in recovered.py. Sources: seed "Record
schema" and "Parser plan"; storage-facts section 2.
"""

import collections

from cursor_plaso import events
from cursor_plaso import keys
from cursor_plaso import values
from cursor_plaso.state import bubble_rows
from cursor_plaso.state import bubble_times
from cursor_plaso.state import bubbles
from cursor_plaso.state import cloud_states
from cursor_plaso.state import composers
from cursor_plaso.state import context as state_context
from cursor_plaso.state import disk_readers
from cursor_plaso.state import item_readers
from cursor_plaso.state import key_dispatcher
from cursor_plaso.state import recovered
from cursor_plaso.state import root_writers
from cursor_plaso.state import trees

_BUBBLE_PREFIX = keys.BUBBLE_PREFIX.encode("ascii")
_TASK_BUBBLE_PREFIX = b"bubbleId:task-"
_AGENT_KV_PREFIX = keys.AGENT_KV_PREFIX.encode("ascii")
_ROOT_WRITER_PREFIX = keys.ROOT_WRITER_PREFIX.encode("ascii")
_CHECKPOINT_PREFIX = keys.AGENT_CHECKPOINT_PREFIX.encode("ascii")
_CLOUD_STATE_SUFFIX = cloud_states.KEY_SUFFIX.encode("ascii")
_BLOB_PREFIX = keys.BLOB_PREFIX.encode("ascii")
_COMPOSER_PREFIXES = tuple(
    prefix.encode("ascii")
    for prefix in (
        keys.COMPOSER_PREFIX,
        keys.DRAFT_PREFIX,
        keys.HEADER_CHUNK_PREFIX,
    )
)

# Length of "bubbleId:" and a UUID, up to which most bubble keys are split.
_UUID_KEY_LENGTH = len(_BUBBLE_PREFIX) + 36

# Longer keys name no composer.
_MAXIMUM_COMPOSER_KEY_SIZE = 1024

# Kinds of unknown keys that are named in the summary of a database.
_MAXIMUM_UNKNOWN_FAMILIES = 50


class StateReader:
    """Reader of one state.vscdb."""

    def __init__(
        self, producer, database, file_entry=None, project_map=None, database_copies=()
    ):
        """Initializes a state reader.

        Args:
          producer (BaseProducer): producer.
          database (Database): database.
          file_entry (Optional[dfvfs.FileEntry]): file entry of the database.
          project_map (Optional[ProjectMap]): map of conversations to projects, for
              conversations whose records name none.
          database_copies (Optional[iterable[tuple[str, Database]]]): names and
              databases of copies of the database, which hold what was in it.
        """
        super().__init__()
        self._context = state_context.StateContext(
            producer,
            database.live,
            file_entry=file_entry,
            filename=getattr(file_entry, "name", None) or "state.vscdb",
        )
        # Number of bubbles per start of their keys, until the composers were read.
        self._bubble_composers = None
        self._bubble_reader = bubbles.BubbleReader(self._context)
        self._composer_reader = composers.ComposerReader(
            self._context, self._bubble_reader, project_map=project_map
        )
        # Keys of the rows that name the root of a tree, until the composers were read.
        self._checkpoint_keys = []
        self._cloud_state_reader = cloud_states.CloudStateReader(
            self._context, self._bubble_reader.content_index
        )
        self._composer_key_hashes = set()
        self._counts = collections.Counter()
        self._bubble_row_reader = bubble_rows.BubbleRowReader(
            self._context, self._composer_reader, self._bubble_reader, self._counts
        )
        self._database = database
        self._database_copies = database_copies
        self._disk_dispatcher = key_dispatcher.KeyDispatcher(
            self._context, disk_readers.DISK_READERS, keys.DISK_TABLE_NAME
        )
        self._item_dispatcher = key_dispatcher.KeyDispatcher(
            self._context, item_readers.ITEM_READERS, keys.ITEM_TABLE_NAME
        )
        self._has_task_bubbles = False
        self._producer = producer
        self._root_writers = root_writers.RootWriters()
        self._recovered_reader = recovered.RecoveredRowReader(
            self._context,
            self._composer_reader,
            self._bubble_reader,
            self._cloud_state_reader,
            (self._disk_dispatcher, self._item_dispatcher),
            self._root_writers,
            self._counts,
        )
        self._tree_reader = trees.TreeReader(
            self._context,
            self._composer_reader.composers,
            self._bubble_reader.content_index,
        )
        self._unknown_families = collections.Counter()

    @property
    def context(self):
        """StateContext: context of the readers."""
        return self._context

    @property
    def recovered_reader(self):
        """RecoveredRowReader: reader of recovered rows."""
        return self._recovered_reader

    def _CheckDiskKey(self, raw_key):
        """Looks at a key of cursorDiskKV and tells if it is needed before the others.

        Args:
          raw_key (bytes): key.

        Returns:
          bool: True if the row is of a composer, a header list or a draft.
        """
        if raw_key.startswith(_BUBBLE_PREFIX):
            if len(raw_key) > _MAXIMUM_COMPOSER_KEY_SIZE:
                return False
            if raw_key[_UUID_KEY_LENGTH : _UUID_KEY_LENGTH + 1] == b":":
                composer_key = raw_key[:_UUID_KEY_LENGTH]
            else:
                # An identifier of another form, beside a bubble identifier that may
                # have a suffix with a colon.
                composer_identifier, _ = keys.SplitBubbleKey(values.DecodeText(raw_key))
                composer_key = _BUBBLE_PREFIX + composer_identifier.encode(
                    "utf-8", errors="surrogateescape"
                )
            self._bubble_composers[composer_key] += 1
            return False
        if raw_key.startswith(_CHECKPOINT_PREFIX):
            if len(raw_key) <= _MAXIMUM_COMPOSER_KEY_SIZE:
                self._checkpoint_keys.append(raw_key)
            return False
        if not raw_key.startswith(_COMPOSER_PREFIXES):
            return False
        if len(raw_key) > _MAXIMUM_COMPOSER_KEY_SIZE:
            self._context.Warn(
                keys.DISK_TABLE_NAME,
                values.DecodeText(raw_key[:_MAXIMUM_COMPOSER_KEY_SIZE]),
                f"key of {len(raw_key):d} bytes, which is too long",
            )
            return False
        return True

    def _IsUserKey(self, raw_key):
        """Tells if a row is needed for the turns.

        Args:
          raw_key (bytes): key or None.

        Returns:
          bool: True if the row is of a user bubble of a header list.
        """
        if raw_key is None or not raw_key.startswith(_BUBBLE_PREFIX):
            return False
        composer_identifier, bubble_identifier = keys.SplitBubbleKey(
            values.DecodeText(raw_key)
        )
        header_list = self._composer_reader.GetHeaderList(composer_identifier)
        if header_list is None:
            return False
        position = header_list.GetPosition(bubble_identifier)
        return position is not None and header_list.IsUser(position)

    def _IsContentKey(self, raw_key):
        """Tells if the pass over all rows needs the value of a key.

        Args:
          raw_key (bytes): key or None.

        Returns:
          bool: True if the row is of a bubble, of a blob or of a family that has a
              reader.
        """
        if raw_key is None:
            self._counts["rows without key"] += 1
            return False
        if raw_key.startswith(_BUBBLE_PREFIX):
            self._counts["bubbles"] += 1
            return not raw_key.startswith(_TASK_BUBBLE_PREFIX)
        if raw_key.startswith(_AGENT_KV_PREFIX):
            self._counts["agentKv rows"] += 1
            return raw_key.startswith(_BLOB_PREFIX)
        if raw_key.endswith(_CLOUD_STATE_SUFFIX):
            return True
        if raw_key.startswith(_ROOT_WRITER_PREFIX):
            return True
        key = values.DecodeText(raw_key)
        if raw_key.startswith(_COMPOSER_PREFIXES):
            # What was not read before is not known to the index.
            return (
                hash(key) not in self._composer_key_hashes
                and len(raw_key) <= _MAXIMUM_COMPOSER_KEY_SIZE
            )
        if self._disk_dispatcher.HasReader(key):
            return True
        if not key.startswith(keys.LAYOUT_PREFIXES):
            self._CountUnknown(key)
        return False

    def _CountUnknown(self, key):
        """Counts a key that no reader reads.

        Args:
          key (str): key.
        """
        family = keys.GetFamily(key)[:100]
        if (
            family in self._unknown_families
            or len(self._unknown_families) < _MAXIMUM_UNKNOWN_FAMILIES
        ):
            self._unknown_families[family] += 1
        else:
            self._unknown_families["other"] += 1

    def _ProduceModelChanges(self):
        """Follows the models of the conversations and produces their changes."""
        for composer_identifier, composer in self._composer_reader.composers.items():
            header_list = composer.header_list
            if header_list is None or not header_list.user_turns:
                continue
            for _, previous_model, user_turn in header_list.ResolveTurns():
                event_data = events.CursorModelChangeEventData()
                event_data.bubble_identifier = user_turn.bubble_identifier
                event_data.evidence_source = "bubble"
                event_data.model = user_turn.own_model
                event_data.previous_model = previous_model
                event_data.sent_time = bubble_times.CreateTime(user_turn.milliseconds)
                event_data.time_source = user_turn.time_source
                self._context.Produce(
                    event_data,
                    keys.DISK_TABLE_NAME,
                    f"{keys.BUBBLE_PREFIX:s}{composer_identifier:s}:"
                    f"{user_turn.bubble_identifier:s}#model",
                    composer_identifier,
                )

    def _ProduceSummary(self):
        """Produces the summary of what the database holds and lacks.

        A workspace database holds settings of a window: there is nothing to sum up,
        unless something of it is counted that has no event of its own.
        """
        is_counted = self._unknown_families or any(
            number and name.startswith("superseded versions")
            for name, number in self._counts.items()
        )
        if self._context.kind != "global" and not is_counted:
            return
        self._counts["composers"] = len(self._composer_reader.composers)
        self._counts["empty drafts"] = self._composer_reader.number_of_empty_drafts
        self._counts["bubbles without content"] = (
            self._bubble_reader.number_of_empty_bubbles
        )
        event_data = events.CursorDatabaseEventData()
        event_data.counts = [
            f"{name:s}={number:d}"
            for name, number in sorted(self._counts.items())
            if number
        ]
        event_data.evidence_source = "database"
        event_data.unknown_keys = [
            f"{family:s}={number:d}"
            for family, number in sorted(self._unknown_families.items())
        ]
        self._context.Produce(event_data, "database", self._context.filename)

    def _ReadComposers(self):
        """Reads the composers: headers first, whose project counts first."""
        view = self._context.view
        if view.GetTable(composers.HEADERS_TABLE_NAME):
            for row in view.ReadRows(composers.HEADERS_TABLE_NAME):
                if self._producer.abort:
                    return
                self._counts["header rows"] += 1
                self._composer_reader.ReadHeaderRow(row)

        row = view.Lookup(keys.ITEM_TABLE_NAME, composers.HEADERS_ITEM_KEY)
        if row:
            self._composer_reader.ReadHeadersItem(row.GetValue("value"))

        for key, value in self._ReadComposerRows():
            if key.startswith(keys.COMPOSER_PREFIX):
                self._composer_reader.ReadComposerData(key, value)
            elif key.startswith(keys.DRAFT_PREFIX):
                self._composer_reader.ReadDraft(key, value)
            else:
                self._composer_reader.ReadHeaderChunk(key, value)

    def _ReadComposerRows(self):
        """Reads the rows of composers, header lists and drafts.

        They are few, and the index tells their keys in a small part of the file: all
        rows are read for them only where it does not lead to them.

        Yields:
          tuple[str, str|bytes|None]: key and value.
        """
        view = self._context.view
        table = view.GetTable(keys.DISK_TABLE_NAME)
        if not table:
            return
        composer_keys = [
            values.DecodeText(raw_key)
            for raw_key in view.ReadKeys(keys.DISK_TABLE_NAME)
            if self._CheckDiskKey(raw_key)
        ]
        if not table.index_damaged:
            for key in composer_keys:
                if self._producer.abort:
                    return
                row = view.Lookup(keys.DISK_TABLE_NAME, key)
                if row is not None:
                    self._composer_key_hashes.add(hash(key))
                    self._CheckRow(keys.DISK_TABLE_NAME, key, row)
                    yield key, row.GetValue("value")
            self._context.row_is_partial = False

        if table.index_damaged:
            for key, value in self._ReadDiskRows(_COMPOSER_PREFIXES):
                if hash(key) not in self._composer_key_hashes and (
                    len(key) <= _MAXIMUM_COMPOSER_KEY_SIZE
                ):
                    self._composer_key_hashes.add(hash(key))
                    yield key, value

    def _ReadContent(self):
        """Reads the bubbles and the rows of the other families."""
        for key, value in self._ReadDiskRows(self._IsContentKey):
            if key.startswith(keys.BUBBLE_PREFIX):
                self._bubble_row_reader.ReadRow(key, value)
            elif key.startswith(keys.BLOB_PREFIX):
                self._tree_reader.AddRow(key, value)
            elif key.endswith(cloud_states.KEY_SUFFIX):
                self._cloud_state_reader.ReadRow(key, value)
            elif key.startswith(keys.ROOT_WRITER_PREFIX):
                self._root_writers.Add(key, value)
            elif key.encode("utf-8", "surrogateescape").startswith(_COMPOSER_PREFIXES):
                self._context.Warn(keys.DISK_TABLE_NAME, key, "is not in the index")
                self._recovered_reader.ReadKeyValue(keys.DISK_TABLE_NAME, key, value)
            else:
                self._disk_dispatcher.ReadRow(key, value)

        if self._has_task_bubbles:
            # The calls that started these sub-agents are known only now.
            for key, value in self._ReadDiskRows((_TASK_BUBBLE_PREFIX,)):
                composer_identifier, _ = keys.SplitBubbleKey(key)
                facts = self._context.GetConversation(composer_identifier)
                if not facts.parent_conversation_identifier:
                    facts.parent_conversation_identifier = (
                        self._bubble_reader.task_conversations.get(
                            composer_identifier[len("task-") :]
                        )
                    )
                self._bubble_row_reader.ReadRow(key, value)
        self._disk_dispatcher.Finish()

    def _ReadDiskRows(self, wanted, with_warnings=True):
        """Reads rows of cursorDiskKV.

        Args:
          wanted (callable|tuple[bytes]): function that is given the bytes of a key, or
              None, and tells if the row is needed; or what the keys start with.
          with_warnings (Optional[bool]): True if the rows of which a part is missing
              are to be told.

        Yields:
          tuple[str, str|bytes|None]: key and value.
        """
        yield from self._ReadRows(keys.DISK_TABLE_NAME, wanted, with_warnings)

    def _ReadRows(self, table_name, wanted, with_warnings=True):
        """Reads rows of keys and values.

        Args:
          table_name (str): name of the table.
          wanted (callable|tuple[bytes]): function that is given the bytes of a key, or
              None, and tells if the row is needed; or what the keys start with.
          with_warnings (Optional[bool]): True if the rows of which a part is missing
              are to be told.

        Yields:
          tuple[str, str|bytes|None]: key and value.
        """
        view = self._context.view
        if not view.GetTable(table_name):
            return
        try:
            for row in view.ReadRows(table_name, wanted=wanted):
                if self._producer.abort:
                    return
                key = values.DecodeText(row.GetValue("key"))
                if key is None:
                    continue
                self._CheckRow(table_name, key, row, with_warnings)
                yield key, row.GetValue("value")
        finally:
            self._context.row_is_partial = False

    def _CheckRow(self, table_name, key, row, with_warning=True):
        """Notes if a part of a row is missing.

        Args:
          table_name (str): name of the table.
          key (str): key.
          row (Row): row.
          with_warning (Optional[bool]): True if it is to be told.
        """
        self._context.row_is_partial = not row.complete
        if with_warning and not row.complete:
            self._context.Warn(
                table_name, key, f"{row.missing_size:d} bytes are missing"
            )

    def _ReadItems(self):
        """Reads the rows of ItemTable."""
        for key, value in self._ReadRows(keys.ITEM_TABLE_NAME, self._IsItemKey):
            self._item_dispatcher.ReadRow(key, value)
        self._item_dispatcher.Finish()

    def _IsItemKey(self, raw_key):
        """Tells if an ItemTable row has a reader.

        Args:
          raw_key (bytes): key or None.

        Returns:
          bool: True if the row has a reader.
        """
        if raw_key is None:
            self._counts["rows without key"] += 1
            return False
        self._counts["items"] += 1
        return self._item_dispatcher.HasReader(values.DecodeText(raw_key))

    def _ReadUserTurns(self):
        """Reads what the turns need of their user bubbles.

        They are looked up, conversation by conversation: a pass over all rows would be
        another pass over the whole file.
        """
        view = self._context.view
        table = view.GetTable(keys.DISK_TABLE_NAME)
        for composer_identifier, composer in self._composer_reader.composers.items():
            header_list = composer.header_list
            if not table or table.index_damaged or header_list is None:
                continue
            for bubble_identifier in header_list.user_identifiers:
                if self._producer.abort:
                    return
                row = view.Lookup(
                    keys.DISK_TABLE_NAME,
                    f"{keys.BUBBLE_PREFIX:s}{composer_identifier:s}:"
                    f"{bubble_identifier:s}",
                )
                if row is not None:
                    self._CollectUserTurn(
                        row.GetValue("value"), header_list, bubble_identifier
                    )
            header_list.user_identifiers = []

        if table and table.index_damaged:
            for key, value in self._ReadDiskRows(self._IsUserKey, with_warnings=False):
                composer_identifier, bubble_identifier = keys.SplitBubbleKey(key)
                self._CollectUserTurn(
                    value,
                    self._composer_reader.GetHeaderList(composer_identifier),
                    bubble_identifier,
                )

    def _CollectUserTurn(self, value, header_list, bubble_identifier):
        """Collects what a turn needs of its user bubble.

        Args:
          value (str|bytes|None): stored value of the bubble.
          header_list (HeaderList): header list.
          bubble_identifier (str): identifier of the bubble.
        """
        bubble, reason = values.DecodeJSON(value)
        if not reason and isinstance(bubble, dict):
            self._bubble_reader.CollectUserTurn(bubble, header_list, bubble_identifier)

    def Read(self):
        """Reads the database."""
        self._bubble_composers = collections.Counter()
        self._ReadComposers()
        for raw_key, number in self._bubble_composers.items():
            self._composer_reader.SetNumberOfBubbles(
                values.DecodeText(raw_key[len(_BUBBLE_PREFIX) :]), number
            )
        self._has_task_bubbles = any(
            raw_key.startswith(_TASK_BUBBLE_PREFIX)
            for raw_key in self._bubble_composers
        )
        self._bubble_composers = None
        for raw_key in self._checkpoint_keys:
            composer = self._composer_reader.composers.get(
                values.DecodeText(raw_key[len(_CHECKPOINT_PREFIX) :])
            )
            if composer:
                composer.has_checkpoint = True
        self._checkpoint_keys = []

        self._ReadUserTurns()
        self._composer_reader.ProduceComposers(
            is_damaged=self._database.IsDamaged(keys.DISK_TABLE_NAME)
        )
        self._ProduceModelChanges()
        self._tree_reader.Begin(self._composer_reader.deleted_identifiers)
        self._ReadContent()
        self._bubble_row_reader.ProduceMissing()
        self._ReadItems()
        self._ReadRemnants()
        if not self._producer.abort:
            self._ProduceSummary()

    def _ReadRemnants(self):
        """Reads what only the agentKv trees, free space and old versions hold."""
        tree_reader = self._tree_reader
        self._bubble_row_reader.ReadDeferred(tree_reader.live_step_reader)
        if self._counts["agentKv rows"] and not self._producer.abort:
            self._cloud_state_reader.AddRoots(tree_reader)
            tree_reader.Finish()
            tree_reader.live_step_reader.Produce()
            self._cloud_state_reader.Produce()
            tree_reader.CollectKeys()
            self._context.take_recovered = tree_reader.tree_records.TakeRecovered

        remnants = collections.defaultdict(collections.Counter)
        self._ReadRecoveredRows(remnants)
        tree_reader.SetOwners(self._root_writers)
        tree_reader.Produce()
        carved_blobs = self._recovered_reader.TakeBlobs()
        if carved_blobs:
            tree_reader.ProduceCarved(
                carved_blobs,
                self._composer_reader.deleted_identifiers,
                self._root_writers,
            )
        for identifier, numbers in tree_reader.numbers.items():
            remnants[identifier].update(numbers)
        self._counts["model messages without owner"] = (
            tree_reader.number_of_unattributed_messages
        )
        if not self._producer.abort:
            self._composer_reader.ProduceDeletions(remnants)

    def _ReadRecoveredRows(self, remnants):
        """Reads the rows that left the tables but not the disk.

        Args:
          remnants (dict[str, collections.Counter]): number of remnants per kind and
              conversation, which is added to.
        """
        self._recovered_reader.Read(self._database, self._database_copies, remnants)
