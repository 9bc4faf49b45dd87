"""Tests that no stage of reading is silent for long, and that all stop when told.

plaso ends a worker that shows no activity for 15 minutes, and its work is lost. The
clock of these tests is the evidence: it goes on by a second for every 100 KB that are
read of it, which is slower than any disk. What shows activity is a sign of it, event
data or a warning.
"""

import io
import os
import tempfile
import unittest

from cursor_plaso import database
from cursor_plaso import producer
from cursor_plaso.state import reader
from tests import evidence
from tests.benchmarks import generator

_BYTES_PER_SECOND = 100_000

# Seconds of the clock.
_MAXIMUM_SILENCE = 60
_MAXIMUM_STOP = 30

# What a reader that was told to stop may still produce: what it had read.
_MAXIMUM_EVENT_DATA_AFTER_ABORT = 1


class Clock:
    """Clock that goes on as evidence is read.

    Attributes:
      seconds (float): time.
    """

    def __init__(self):
        """Initializes a clock."""
        super().__init__()
        self.seconds = 0.0


class ClockedFile(io.BytesIO):
    """File that moves a clock when it is read."""

    def __init__(self, data, clock):
        """Initializes a file.

        Args:
          data (bytes): data.
          clock (Clock): clock.
        """
        super().__init__(data)
        self._clock = clock

    def read(self, size=-1):
        """Reads data.

        Args:
          size (Optional[int]): number of bytes to read.

        Returns:
          bytes: data.
        """
        data = super().read(size)
        self._clock.seconds += len(data) / _BYTES_PER_SECOND
        return data


class ClockedProducer(producer.BaseProducer):
    """Producer that notes how long it heard nothing, and tells to abort.

    Attributes:
      event_data_count (int): number of event data.
      event_data_after_abort (int): number of those that came after the abort.
      longest_silence (float): longest time without a sign of activity in seconds.
    """

    def __init__(self, clock, abort_time=None):
        """Initializes a producer.

        Args:
          clock (Clock): clock.
          abort_time (Optional[float]): time from which on it tells to abort.
        """
        super().__init__()
        self._abort_time = abort_time
        self._clock = clock
        self._last_time = 0.0
        self.event_data_after_abort = 0
        self.event_data_count = 0
        self.longest_silence = 0.0

    @property
    def abort(self):
        """bool: True if the reader should stop."""
        return self._abort_time is not None and self._clock.seconds >= self._abort_time

    def _StoreEventData(self, event_data, corrupted, recovered):
        """Counts event data.

        Args:
          event_data (CursorEventData): event data.
          corrupted (bool): True if the record is partial.
          recovered (bool): True if the record was recovered.
        """
        self.event_data_count += 1
        if self.abort:
            self.event_data_after_abort += 1
        self.Touch()

    def _StoreWarning(self, message, recovered):
        """Takes a warning as a sign of activity.

        Args:
          message (str): message.
          recovered (bool): True if the warning is of a recovered record.
        """
        self.Touch()

    def Touch(self):
        """Notes a sign of activity."""
        silence = self._clock.seconds - self._last_time
        self.longest_silence = max(self.longest_silence, silence)
        self._last_time = self._clock.seconds


def _MakeDatabase(path):
    """Makes a database with much of everything that is read without an event.

    Args:
      path (str): path of the database.

    Returns:
      tuple[bytes, bytes]: database and write-ahead log, some MB each.
    """
    mix = generator.Mix(
        blob_share=0.7,
        bubble_share=0.2,
        bubbles_per_conversation=20,
        checkpoint_share=0.1,
        deleted_share=0.3,
        text_scale=0.3,
    )
    generator.StateDatabaseGenerator(path, mix=mix).Generate(size=12_000_000)
    text = "unknown " * 4000
    with evidence.PendingWAL(path) as connection:
        for table in ("cursorDiskKV", "ItemTable"):
            rows = [(f"unknownFamily:{number:d}", text) for number in range(300)]
            evidence.InsertRows(connection, rows, table=table)
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        # Pages that nothing uses any more, and a log.
        connection.execute("DELETE FROM ItemTable WHERE key LIKE 'unknownFamily:%'")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        evidence.InsertRows(
            connection, [(f"otherFamily:{number:d}", text) for number in range(200)]
        )
    data = []
    for suffix in ("", "-wal"):
        with open(f"{path:s}{suffix:s}", "rb") as file_object:
            data.append(file_object.read())
    return tuple(data)


class ActivityTest(unittest.TestCase):
    """Tests of signs of activity and of the end of reading."""

    @classmethod
    def setUpClass(cls):
        """Makes the database."""
        with tempfile.TemporaryDirectory() as directory:
            cls.data = _MakeDatabase(os.path.join(directory, "state.vscdb"))

    def _Read(self, abort_time=None):
        """Reads the database.

        Args:
          abort_time (Optional[float]): time from which on reading should stop.

        Returns:
          tuple[ClockedProducer, float]: producer, and the time at the end.
        """
        clock = Clock()
        clocked_producer = ClockedProducer(clock, abort_time=abort_time)
        state_database = database.Database(
            ClockedFile(self.data[0], clock),
            wal_file_object=ClockedFile(self.data[1], clock),
            producer=clocked_producer,
        )
        reader.StateReader(clocked_producer, state_database).Read()
        clocked_producer.Touch()
        return clocked_producer, clock.seconds

    def testSilence(self):
        """No stage is silent for more than a minute of the clock."""
        clocked_producer, seconds = self._Read()

        self.assertGreater(len(self.data[1]), 4_000_000)
        self.assertGreater(seconds, 4 * _MAXIMUM_SILENCE)
        self.assertGreater(clocked_producer.event_data_count, 100)
        self.assertLess(clocked_producer.longest_silence, _MAXIMUM_SILENCE)

    def testAbort(self):
        """Whatever the stage, reading stops soon after it was told to."""
        _, seconds = self._Read()

        for part in range(10):
            abort_time = seconds * part / 10
            clocked_producer, end_time = self._Read(abort_time=abort_time)

            self.assertLess(end_time - abort_time, _MAXIMUM_STOP)
            self.assertLessEqual(
                clocked_producer.event_data_after_abort,
                _MAXIMUM_EVENT_DATA_AFTER_ABORT,
            )

    def testLookups(self):
        """Looking up rows is activity too, and stops when told."""
        clock = Clock()
        clocked_producer = ClockedProducer(clock)
        state_database = database.Database(
            ClockedFile(self.data[0], clock),
            producer=clocked_producer,
            cached_blocks=1,
        )
        view = state_database.live
        keys = [key.decode() for key in view.ReadKeys("cursorDiskKV", b"bubbleId:")]
        for key in keys:
            self.assertIsNotNone(view.Lookup("cursorDiskKV", key))

        self.assertGreater(len(keys), 100)
        self.assertLess(clocked_producer.longest_silence, _MAXIMUM_SILENCE)

        clocked_producer = ClockedProducer(clock, abort_time=0)
        state_database = database.Database(
            ClockedFile(self.data[0], clock), producer=clocked_producer
        )
        rows = [state_database.live.Lookup("cursorDiskKV", keys[0]) for _ in range(200)]
        self.assertIsNone(rows[-1])


if __name__ == "__main__":
    unittest.main()
