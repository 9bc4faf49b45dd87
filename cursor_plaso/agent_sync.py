"""The index of a file-sync store of agent assets, .sync/index.sqlite of AgentStores.

There is a store per account (u<id>) and per conversation. It syncs files such as
skills, not conversations.

Sources: seed "AgentStores" (observed on macOS, Linux and Windows; the tables files,
pending_deletes and pending_rmdirs were empty there, their columns are not all known).
"""

import re

from cursor_plaso import events
from cursor_plaso import siblings
from cursor_plaso import table_store
from cursor_plaso import times
from cursor_plaso import values

_EVIDENCE_SOURCE = "agent sync index"

_CONVERSATION_RE = re.compile(
    r"\A[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\Z", re.IGNORECASE
)

_TIME_SUFFIX = "_ms"

# What a row of the other tables waits for.
_STATUS_PER_TABLE = {
    "pending_deletes": "pending delete",
    "pending_rmdirs": "pending directory removal",
}


class AgentSyncReader(table_store.TableStoreReader):
    """Reader of the index of a file-sync store.

    Attributes:
      store_owner (str): name of the directory of the store: account or conversation,
          or None if not available.
    """

    TABLE_NAMES = ("meta", "files", *_STATUS_PER_TABLE)

    def __init__(self, context):
        """Initializes a reader.

        Args:
          context (StateContext): context.
        """
        super().__init__(context)
        self.store_owner = siblings.GetDirectoryName(context.file_entry, 1)

    def _CreateEventData(self, record_kind):
        """Creates event data.

        Args:
          record_kind (str): kind of the record.

        Returns:
          CursorSyncFileEventData: event data.
        """
        event_data = events.CursorSyncFileEventData()
        event_data.evidence_source = _EVIDENCE_SOURCE
        event_data.record_kind = record_kind
        event_data.store_owner = self.store_owner
        return event_data

    def _ProduceRow(self, event_data, table_name, key, row):
        """Produces event data of a row.

        Args:
          event_data (CursorSyncFileEventData): event data.
          table_name (str): name of the table.
          key (str): key of the row.
          row (Row): row.
        """
        conversation_identifier = None
        if _CONVERSATION_RE.match(self.store_owner or ""):
            conversation_identifier = self.store_owner
        self._Produce(
            event_data,
            table_name,
            key,
            row,
            conversation_identifier=conversation_identifier,
        )

    def _ReadFile(self, table_name, row):
        """Reads a file.

        Args:
          table_name (str): name of the table.
          row (Row): row.
        """
        event_data = self._CreateEventData("file")
        event_data.content_hash = table_store.GetText(row, "last_synced_sha")
        event_data.content_size = values.ToInteger(row.GetValue("size"))
        event_data.direction = table_store.GetText(row, "direction")
        event_data.file_path = table_store.GetText(row, "rel_path")
        event_data.status = table_store.GetText(row, "state")
        self._SetTime(event_data, "update_time", row, "last_synced_ms")
        self._SetTime(event_data, "deletion_time", row, "deleted_at_ms")
        self._ProduceRow(event_data, table_name, self._GetKey(row, "rel_path"), row)

    def _ReadMeta(self, table_name, row):
        """Reads a value of the store.

        Args:
          table_name (str): name of the table.
          row (Row): row. The value of a key that ends in _ms is a time; 0 stands for
              none.
        """
        key = table_store.GetText(row, "key") or ""
        value = table_store.GetText(row, "value")
        event_data = self._CreateEventData("state")
        event_data.status = f"{key:s}={value or '-':s}"
        if key.endswith(_TIME_SUFFIX):
            event_data.recorded_time = times.FromMilliseconds(value)
            if event_data.recorded_time:
                event_data.time_source = key
        self._ProduceRow(event_data, table_name, self._GetKey(row, "key"), row)

    def _ReadPending(self, table_name, row):
        """Reads what waits to be removed.

        Args:
          table_name (str): name of the table.
          row (Row): row.
        """
        event_data = self._CreateEventData("file")
        event_data.file_path = table_store.GetText(row, "rel_path")
        event_data.status = _STATUS_PER_TABLE[table_name]
        time_names = [name for name in row.columns if name.endswith(_TIME_SUFFIX)]
        self._SetTime(event_data, "recorded_time", row, *time_names)
        self._ProduceRow(event_data, table_name, self._GetKey(row, "rel_path"), row)

    def ReadRow(self, table_name, row):
        """Reads a row.

        Args:
          table_name (str): name of the table.
          row (Row): row.
        """
        if table_name == "meta":
            self._ReadMeta(table_name, row)
        elif table_name == "files":
            self._ReadFile(table_name, row)
        elif table_name in _STATUS_PER_TABLE:
            self._ReadPending(table_name, row)
