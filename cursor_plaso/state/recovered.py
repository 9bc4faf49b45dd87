"""Rows that left the tables of a state.vscdb but not the disk.

They come from copies of the database, such as state.vscdb.backup, from its log and from
its free space, and are read by the readers of live rows, each row alone: what a live
row or another recovered one says too is not told again (novelty.py). A row that no
reader understands is told as it is. Sources: recovery.md; seed "What survives a
delete".
"""

from cursor_plaso import events
from cursor_plaso import keys
from cursor_plaso import masking
from cursor_plaso import values
from cursor_plaso.agent import blobs
from cursor_plaso.recovery import mode as recovery_mode
from cursor_plaso.recovery import reader as remnant_reader
from cursor_plaso.recovery import rows as recovered_rows
from cursor_plaso.state import cloud_states
from cursor_plaso.state import composers
from cursor_plaso.state import copies

# Tables whose rows are recovered, in the order in which a copy is read.
_RECOVERED_TABLES = (
    keys.DISK_TABLE_NAME,
    composers.HEADERS_TABLE_NAME,
    keys.ITEM_TABLE_NAME,
)

# Recovered blobs are kept until all rows were recovered.
_MAXIMUM_CARVED_BLOBS_SIZE = 32 * 1024 * 1024

# Characters of a recovered value that are shown, the size of which stands beside them,
# and that are looked at for it.
_PREVIEW_LENGTH = 256
_PREVIEWED_LENGTH = 2048


class RecoveredRowReader:
    """Reader of recovered rows."""

    def __init__(
        self,
        context,
        composer_reader,
        bubble_reader,
        cloud_state_reader,
        dispatchers,
        root_writers,
        counts,
    ):
        """Initializes a reader.

        Args:
          context (StateContext): context.
          composer_reader (ComposerReader): reader of composers.
          bubble_reader (BubbleReader): reader of bubbles.
          cloud_state_reader (CloudStateReader): reader of the states of cloud agents.
          dispatchers (tuple[KeyDispatcher, KeyDispatcher]): dispatchers of the other
              rows of cursorDiskKV and of those of ItemTable.
          root_writers (RootWriters): composers per root, which are added to.
          counts (collections.Counter): counts of the summary, which are added to.
        """
        super().__init__()
        # Value, and where it was recovered, per identifier.
        self._blobs = {}
        self._blobs_size = 0
        self._bubble_reader = bubble_reader
        self._cloud_state_reader = cloud_state_reader
        self._composer_reader = composer_reader
        self._context = context
        self._counts = counts
        self._disk_dispatcher, self._item_dispatcher = dispatchers
        self._root_writers = root_writers
        # Hashes of recovered rows, where a copy may hold what the database holds too.
        self._hashes = None

    def Read(self, database, database_copies, remnants):
        """Reads the rows that left the tables but not the disk.

        Args:
          database (Database): database.
          database_copies (iterable[tuple[str, Database]]): names and databases of
              copies of the database.
          remnants (dict[str, collections.Counter]): number of remnants per kind and
              conversation, which is added to.
        """
        mode, problem = recovery_mode.GetMode()
        if problem:
            self._context.producer.Warn(problem)

        # What is whole in a copy comes before what is in pieces.
        database_copies = list(database_copies)
        if database_copies:
            self._hashes = set()
        for name, database_copy in database_copies:
            copy_reader = copies.CopyReader(
                database_copy.live, name, self._context.view
            )
            # Projects and branches of conversations, before what belongs to these.
            for recovered_row in copy_reader.ReadRows((composers.HEADERS_TABLE_NAME,)):
                self._context.Capture(
                    self._composer_reader.ReadRecoveredHeader, recovered_row
                )
            copy_reader.counts.clear()
            for recovered_row in copy_reader.ReadRows(_RECOVERED_TABLES):
                if self._context.producer.abort:
                    return
                self._ReadCountedRow(recovered_row, remnants)
            self._counts.update(copy_reader.counts)

        self._ReadFreeSpace(database, mode, remnants)
        for name, database_copy in database_copies:
            self._ReadFreeSpace(database_copy, mode, remnants, name=name)
            database_copy.CloseWarnings()
        self._hashes = None

        self._counts["superseded versions that say nothing new"] = (
            self._context.novelty.number_of_known
        )

    def _ReadFreeSpace(self, database, mode, remnants, name=None):
        """Reads what the free space and the log of a database hold.

        Args:
          database (Database): database.
          mode (str): one of the MODE values of recovery.mode.
          remnants (dict[str, collections.Counter]): number of remnants per kind and
              conversation, which is added to.
          name (Optional[str]): name of the database if it is a copy.
        """
        recovery_reader = remnant_reader.RecoveryReader(
            database, _RECOVERED_TABLES, self._context.producer, mode=mode
        )
        for recovered_row in recovery_reader.ReadRows():
            if self._context.producer.abort:
                return
            if name:
                recovered_row.location = f"{name:s}: {recovered_row.location:s}"
                recovered_row.other_places = [
                    f"{name:s}: {place:s}" for place in recovered_row.other_places
                ]
            self._ReadCountedRow(recovered_row, remnants)
        if name:
            # The same pieces are in the free space of the database.
            return

        for counts, kind in (
            (recovery_reader.key_only_counts, "keys without value in free space"),
            (recovery_reader.fragment_counts, "text fragments in free space"),
        ):
            for identifier, number in counts.items():
                if identifier:
                    remnants[identifier][kind] += number
                else:
                    self._counts[kind] += number

    def _ReadCountedRow(self, recovered_row, remnants):
        """Reads a recovered row and counts it.

        Args:
          recovered_row (RecoveredRow): recovered row.
          remnants (dict[str, collections.Counter]): number of remnants per kind and
              conversation, which is added to.
        """
        if self._hashes is not None:
            row_hash = hash(
                (recovered_row.table_name, recovered_row.key, recovered_row.values)
            )
            if row_hash in self._hashes:
                return
            self._hashes.add(row_hash)

        self._counts[f"recovered rows ({recovered_row.method:s})"] += 1
        if recovered_row.kind != recovered_rows.KIND_SUPERSEDED:
            identifier, family = _GetConversation(recovered_row)
            if identifier:
                remnants[identifier][f"{family:s} rows ({recovered_row.method:s})"] += 1

        if self.ReadRow(recovered_row):
            return
        if (
            recovered_row.kind == recovered_rows.KIND_SUPERSEDED
            and recovered_row.table_name == keys.ITEM_TABLE_NAME
        ):
            # The editor writes the state of its windows all the time: that there was
            # another value, which is not shown, says nothing.
            self._counts["superseded versions of unknown rows"] += 1
        else:
            self._ProduceRow(recovered_row)

    def _ProduceRow(self, recovered_row):
        """Produces the event data of a recovered row that no reader understands.

        Args:
          recovered_row (RecoveredRow): recovered row.
        """
        key = recovered_row.key
        value = recovered_row.value
        event_data = events.CursorRecoveredRowEventData()
        event_data.evidence_source = recovered_row.method
        event_data.row_key = keys.EscapeKey(key) if key is not None else None
        event_data.row_table = recovered_row.table_name
        if isinstance(value, (str, bytes)):
            event_data.row_value_size = len(value)
        # What may be a secret, or hold one, is never shown.
        if (
            recovered_row.table_name == keys.DISK_TABLE_NAME
            and isinstance(value, str)
            and key is not None
            and not keys.IsSecretKey(key)
        ):
            event_data.row_value_preview = _GetPreview(value)
        self._context.recovery = recovered_row
        try:
            self._context.novelty.SetRow((recovered_row.table_name, key))
            self._context.Produce(
                event_data,
                recovered_row.table_name,
                key if key is not None else recovered_row.location,
            )
        finally:
            self._context.recovery = None

    def ReadRow(self, recovered_row):
        """Reads a recovered row with the readers of live rows.

        Args:
          recovered_row (RecoveredRow): recovered row.

        Returns:
          bool: False if no reader understands the row.
        """
        self._context.recovery = recovered_row
        try:
            return self._ReadRow(recovered_row)
        finally:
            self._context.recovery = None

    def _ReadLiveRow(self, table_name, key):
        """Reads the live row of a key, for what it says.

        Args:
          table_name (str): name of the table.
          key (str): key.
        """
        row = self._context.view.Lookup(table_name, key)
        if row is None:
            return
        if table_name == composers.HEADERS_TABLE_NAME:
            self._composer_reader.ReadRecoveredHeader(row)
        else:
            self.ReadKeyValue(table_name, key, row.GetValue("value"))

    def ReadKeyValue(self, table_name, key, value):
        """Reads a row with new readers, which see that row alone.

        Args:
          table_name (str): name of the table.
          key (str): key.
          value (str|bytes|None): stored value.

        Returns:
          bool: False if no reader understands the row.
        """
        if table_name == keys.ITEM_TABLE_NAME:
            return self._item_dispatcher.ReadRecoveredRow(key, value)
        if key.startswith(keys.BUBBLE_PREFIX):
            return self._ReadBubble(key, value)
        if key.startswith(keys.COMPOSER_PREFIX):
            if value is not None:
                self._composer_reader.ReadRecoveredData(key, value)
            return True
        if key.startswith(keys.AGENT_KV_PREFIX):
            return self._ReadBlob(key, value)
        if key.startswith(keys.DRAFT_PREFIX):
            self._composer_reader.ReadRecoveredDraft(key, value)
            return True
        if key.startswith(keys.ROOT_WRITER_PREFIX):
            self._root_writers.Add(key, value)
            self._counts["recovered rows of order and layout"] += 1
            return True
        if key.startswith((keys.HEADER_CHUNK_PREFIX, *keys.LAYOUT_PREFIXES)):
            self._counts["recovered rows of order and layout"] += 1
            return True
        if key.endswith(cloud_states.KEY_SUFFIX):
            self._cloud_state_reader.ReadRow(key, value)
            return True
        return self._disk_dispatcher.ReadRecoveredRow(key, value)

    def _ReadBlob(self, key, value):
        """Keeps a recovered agentKv blob, to be read with the others.

        Args:
          key (str): key.
          value (str|bytes|None): stored value.

        Returns:
          bool: False if the row is none of a blob.
        """
        if not key.startswith(keys.BLOB_PREFIX):
            return False
        identifier = key[len(keys.BLOB_PREFIX) :]
        blob = blobs.DecodeStoredBlob(identifier, value)
        if blob is not None and self._context.recovery:
            if self._blobs_size < _MAXIMUM_CARVED_BLOBS_SIZE:
                self._blobs[identifier] = (value, self._context.recovery.location)
                self._blobs_size += len(blob.data) + 200
            else:
                self._counts["recovered agentKv rows that are not read"] += 1
        self._counts["recovered agentKv rows"] += 1
        return True

    def _ReadBubble(self, key, value):
        """Reads a recovered bubble row.

        Args:
          key (str): key.
          value (str|bytes|None): stored value.

        Returns:
          bool: False if the row is no bubble.
        """
        if value is None:
            return True
        bubble, _ = values.DecodeDamagedJSON(value)
        if not isinstance(bubble, dict):
            return False
        identifiers = keys.SplitBubbleKey(key)
        self._bubble_reader.ReadBubble(
            bubble,
            key,
            identifiers,
            self._composer_reader.GetHeaderList(identifiers[0]),
        )
        return True

    def _ReadRow(self, recovered_row):
        """Reads a recovered row.

        Args:
          recovered_row (RecoveredRow): recovered row.

        Returns:
          bool: False if no reader understands the row.
        """
        table_name = recovered_row.table_name
        if table_name == composers.HEADERS_TABLE_NAME:
            key = values.ToString(recovered_row.GetValue("composerId")) or "-"
        else:
            key = recovered_row.key
        if key is None:
            return False

        related_row = None
        if table_name == composers.HEADERS_TABLE_NAME:
            related_row = (keys.DISK_TABLE_NAME, f"{keys.COMPOSER_PREFIX:s}{key:s}")
        self._context.novelty.SetRow(
            (table_name, key),
            self._context.Capture(self._ReadLiveRow, table_name, key),
            related_row=related_row,
        )
        if table_name == composers.HEADERS_TABLE_NAME:
            self._composer_reader.ReadRecoveredHeader(recovered_row)
            return True
        return self.ReadKeyValue(table_name, key, recovered_row.value)

    def TakeBlobs(self):
        """Takes the recovered agentKv blobs, which are not kept any longer.

        Returns:
          dict[str, tuple[object, str]]: value and place per identifier.
        """
        recovered_blobs, self._blobs = self._blobs, {}
        return recovered_blobs


def _GetConversation(recovered_row):
    """Determines the conversation that a recovered row is what is left of.

    Args:
      recovered_row (RecoveredRow): recovered row.

    Returns:
      tuple[str, str]: identifier of the conversation and what the row is one of, each
          None if it names no conversation by its key.
    """
    if recovered_row.table_name == composers.HEADERS_TABLE_NAME:
        identifier = values.ToString(recovered_row.GetValue("composerId"))
        return identifier, composers.HEADERS_TABLE_NAME
    key = recovered_row.key or ""
    identifier = None
    if key.startswith((keys.BUBBLE_PREFIX, keys.CHECKPOINT_PREFIX)):
        identifier, _ = keys.SplitBubbleKey(key)
    elif key.startswith(keys.COMPOSER_PREFIX):
        identifier = key[len(keys.COMPOSER_PREFIX) :]
    return identifier, keys.GetFamily(key).rstrip(":") if identifier else None


def _GetPreview(value):
    """Retrieves the start of a recovered value.

    What was carved under a key may be of another row. It is masked before it is cut:
    half a token does not look like one.

    Args:
      value (str): stored value.

    Returns:
      str: start of the value without secrets.
    """
    text = values.CleanText(value[:_PREVIEWED_LENGTH])
    json_value, _ = values.DecodePartialJSON(text)
    if isinstance(json_value, (dict, list)):
        masked_value = masking.MaskJSON(json_value)
        if masked_value != json_value:
            text = values.EncodeJSON(masked_value) or masking.MASK
    return masking.MaskText(text)[:_PREVIEW_LENGTH]
