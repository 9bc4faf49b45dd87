"""Tests of what all readers of cursorDiskKV have in common."""

import unittest

from cursor_plaso import producer as cursor_producer
from cursor_plaso.state import disk_readers
from tests.state import item_lib


def _GetKeys(reader_class):
    """Retrieves the keys and prefixes of a reader.

    Args:
      reader_class (type): class of the reader.

    Returns:
      list[str]: keys and prefixes.
    """
    return sorted(reader_class.KEYS) + list(reader_class.PREFIXES)


class DiskReadersTest(unittest.TestCase):
    """Tests of what all readers of cursorDiskKV have in common."""

    def testKeys(self):
        """No key belongs to two readers."""
        readers = [
            (key, reader_class)
            for reader_class in disk_readers.DISK_READERS
            for key in _GetKeys(reader_class)
        ]
        for key, reader_class in readers:
            self.assertEqual(reader_class.TABLE_NAME, "cursorDiskKV")
            for other_key, other_class in readers:
                if other_class is not reader_class:
                    self.assertFalse(other_key.startswith(key), (key, other_key))

    def testHostileValues(self):
        """No value makes a reader raise, and no warning or key is unbounded."""
        for reader_class in disk_readers.DISK_READERS:
            for prefix in _GetKeys(reader_class):
                for key in (prefix, f"{prefix:s}a:b", f"{prefix:s}a\nb\ud83d:"):
                    producer = cursor_producer.CollectingProducer()
                    context = item_lib.MakeContext(producer)
                    for value in item_lib.HOSTILE_VALUES:
                        reader = reader_class(context)
                        reader.ReadRow(key, value)
                        reader.Finish()
                    for event_data in producer.event_data:
                        event_data.record_key.encode("utf-8")
                    for warning in producer.warnings:
                        self.assertLess(len(warning), 1100)


if __name__ == "__main__":
    unittest.main()
