"""Tests for what the readers of small SQLite stores have in common."""

import unittest

from cursor_plaso import events
from cursor_plaso import producer
from cursor_plaso import table_store
from cursor_plaso.state import context


class FakeRow:
    """Row of a table.

    Attributes:
      complete (bool): True if all of the row could be read.
      rowid (int): rowid.
      values (tuple[object]): values.
    """

    def __init__(self, rowid=1, complete=True, **columns):
        """Initializes a row.

        Args:
          rowid (Optional[int]): rowid.
          complete (Optional[bool]): True if all of the row could be read.
          columns (dict[str, object]): values per column.
        """
        super().__init__()
        self._columns = columns
        self.complete = complete
        self.rowid = rowid
        self.values = tuple(columns.values())

    @property
    def columns(self):
        """list[str]: names of the columns."""
        return list(self._columns)

    def GetValue(self, name, default=None):
        """Retrieves the value of a column.

        Args:
          name (str): name of the column.
          default (Optional[object]): value if there is no such column.

        Returns:
          object: value.
        """
        return self._columns.get(name, default)


class FakeView:
    """View that has one table of two rows."""

    def ReadRows(self, table_name):
        """Reads the rows of a table.

        Args:
          table_name (str): name of the table.

        Yields:
          FakeRow: row.
        """
        if table_name == "second":
            yield FakeRow(1, a="x", b=1790848800000)
            yield FakeRow(2, complete=False, a=None, b=5)


class TestReader(table_store.TableStoreReader):
    """Reader for tests."""

    __test__ = False

    TABLE_NAMES = ("first", "second")

    def Finish(self):
        """Produces what needed all rows."""
        self._Produce(
            events.CursorAICodeStateEventData(), "second", "end", FakeRow(a=1)
        )

    def ReadRow(self, table_name, row):
        """Reads a row.

        Args:
          table_name (str): name of the table.
          row (Row): row.
        """
        event_data = events.CursorAICodeStateEventData()
        self._SetTime(event_data, "recorded_time", row, "missing", "b")
        self._Produce(event_data, table_name, self._GetKey(row, "a", "c"), row, "c1")


class TableStoreReaderTest(unittest.TestCase):
    """Tests for the reader of a store with tables of its own."""

    def testRead(self):
        """Rows of all tables are read, with their keys and times."""
        collecting_producer = producer.CollectingProducer()
        TestReader(context.StateContext(collecting_producer, FakeView())).Read()
        self.assertEqual(
            [
                (event_data.record_key, event_data.time_source)
                for event_data in collecting_producer.event_data
            ],
            [("second[x:]", "b"), ("second[rowid 2]", None), ("second[end]", None)],
        )
        self.assertEqual(collecting_producer.corrupted, [False, True, False])
        self.assertEqual(
            collecting_producer.event_data[0].conversation_identifier, "c1"
        )

    def testReadAborted(self):
        """An abort ends the reading."""
        collecting_producer = producer.CollectingProducer()
        collecting_producer.SignalAbort()
        TestReader(context.StateContext(collecting_producer, FakeView())).Read()
        self.assertEqual(collecting_producer.event_data, [])

    def testGetText(self):
        """Text, blobs and numbers are text; anything else is not."""
        row = FakeRow(a="x", b=b"\xc3\xa9", c=5, d=None, e="", f=b"")
        self.assertEqual(
            [table_store.GetText(row, name) for name in "abcdefg"],
            ["x", "\u00e9", "5", None, None, None, None],
        )


if __name__ == "__main__":
    unittest.main()
