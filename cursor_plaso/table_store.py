"""What the readers of Cursor's small SQLite stores have in common.

Such a store has a few tables with columns of their own, which differ between versions:
columns are read by name, and one that is not there gives nothing.
"""

from cursor_plaso import times
from cursor_plaso import values
from cursor_plaso.recovery import reader as remnant_reader


class TableStoreReader:
    """Reader of a store with tables of its own.

    A row is decoded by itself wherever possible, so that one that was recovered can be
    read by the same code: ReadRow with the recovery of the context set.
    """

    # Names of the tables in the order in which they are read.
    TABLE_NAMES = ()

    def __init__(self, context):
        """Initializes a reader.

        Args:
          context (StateContext): context, whose view is that of the database.
        """
        super().__init__()
        self._context = context

    def _GetKey(self, row, *names):
        """Retrieves the key of a row.

        Args:
          row (Row): row.
          names (list[str]): names of the columns that make the key.

        Returns:
          str: values of the columns, separated by colons, or the rowid where they have
              none.
        """
        parts = [GetText(row, name) for name in names]
        if any(parts):
            return ":".join(part or "" for part in parts)
        return f"rowid {row.rowid!s}"

    def _Produce(self, event_data, table_name, key, row, conversation_identifier=None):
        """Produces event data of a row.

        Args:
          event_data (CursorEventData): event data.
          table_name (str): name of the table.
          key (str): key of the row.
          row (Row): row.
          conversation_identifier (Optional[str]): identifier of the conversation.
        """
        self._context.Produce(
            event_data,
            table_name,
            key,
            conversation_identifier=conversation_identifier,
            corrupted=not row.complete,
        )

    def _SetTime(self, event_data, attribute_name, row, *names):
        """Sets a time of event data.

        Args:
          event_data (CursorEventData): event data.
          attribute_name (str): name of the attribute.
          row (Row): row.
          names (list[str]): names of the columns that hold the time in milliseconds
              since the epoch, of which the first that has one counts.
        """
        for name in names:
            date_time = times.FromMilliseconds(row.GetValue(name))
            if date_time:
                setattr(event_data, attribute_name, date_time)
                if event_data.time_source:
                    name = f"{event_data.time_source:s}, {name:s}"
                event_data.time_source = name
                return

    def Finish(self):
        """Produces what needed all rows."""

    def Read(self):
        """Reads the store."""
        view = self._context.view
        for table_name in self.TABLE_NAMES:
            for row in view.ReadRows(table_name):
                if self._context.producer.abort:
                    return
                self.ReadRow(table_name, row)
        self.Finish()

    def _ReadAlone(self, table_name, row):
        """Reads a row with a new reader, which sees that row alone.

        Args:
          table_name (str): name of the table.
          row (Row): row, None if there is none.
        """
        if row is not None:
            reader = type(self)(self._context)
            reader.ReadRow(table_name, row)
            reader.Finish()

    def ReadRemnants(self, database):
        """Reads the rows that left the tables but not the disk.

        Args:
          database (Database): database of the store.
        """
        context = self._context
        table_names = [name for name in self.TABLE_NAMES if context.view.GetTable(name)]
        recovery_reader = remnant_reader.RecoveryReader(
            database, table_names, context.producer
        )
        known_rows = set()
        for row in recovery_reader.ReadRows():
            if context.producer.abort:
                return
            if self._IsKnownRow(row, known_rows) or not self._IsPlausibleRow(row):
                continue
            self._ReadRemnant(row)
        self._FinishRemnants()

    def _ReadRemnant(self, row):
        """Reads a recovered row.

        Args:
          row (RecoveredRow): recovered row.
        """
        context = self._context
        live_event_data = ()
        if row.key is not None:
            live_event_data = context.Capture(
                self._ReadAlone,
                row.table_name,
                context.view.Lookup(row.table_name, row.key),
            )
        key = row.key
        if key is None:
            key = row.location if row.rowid is None else f"rowid {row.rowid:d}"
        context.novelty.SetRow((row.table_name, key), live_event_data)
        context.recovery = row
        try:
            self._ReadAlone(row.table_name, row)
        finally:
            context.recovery = None

    def _FinishRemnants(self):
        """Reads what needed all recovered rows."""

    def _IsKnownRow(self, row, known_rows):
        """Determines if a recovered row is a copy of one that was read.

        A row whose front was overwritten has no rowid, which is all that would tell
        that it is the row that is whole in another place.

        Args:
          row (RecoveredRow): recovered row.
          known_rows (set[int]): hashes of the rows that were read, to which that of
              the row is added.

        Returns:
          bool: True if all that the row holds was read.
        """
        alias = row.table.rowid_alias
        row_hash = hash(
            (
                row.table_name,
                tuple(
                    value for index, value in enumerate(row.values) if index != alias
                ),
            )
        )
        is_known = row.rowid is None and row_hash in known_rows
        known_rows.add(row_hash)
        return is_known

    def _IsPlausibleRow(self, unused_row):
        """Determines if a recovered row is one of the store.

        Args:
          row (RecoveredRow): recovered row.

        Returns:
          bool: True if the values can be those of a row.
        """
        return True

    def ReadRow(self, table_name, row):
        """Reads a row.

        Args:
          table_name (str): name of the table.
          row (Row): row.
        """
        raise NotImplementedError


def GetText(row, name):
    """Retrieves a text value.

    Args:
      row (Row): row.
      name (str): name of the column.

    Returns:
      str: text, or that of a number, or None if there is none.
    """
    value = row.GetValue(name)
    text = values.DecodeText(value)
    return text or None if text is not None else values.ToString(value)
