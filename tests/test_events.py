"""Tests of the event data that hold for no single data type."""

import unittest

from plaso.serializer import json_serializer

from cursor_plaso import events
from cursor_plaso import producer
from tests import lib


def _GetMarks(event_data):
    """Retrieves how event data is marked, in the way of either release of plaso.

    Args:
      event_data (EventData): event data.

    Returns:
      dict[str, bool]: value per mark.
    """
    return {
        name: bool(
            getattr(event_data, f"_{name:s}", None) or getattr(event_data, name, None)
        )
        for name in ("corrupted", "recovered")
    }


class EventDataTest(unittest.TestCase):
    """Tests of what plaso does with event data."""

    def testMarksAreStored(self):
        """What is recovered or corrupted is still marked after it was stored."""
        serializer = json_serializer.JSONAttributeContainerSerializer

        for marks in (
            {"corrupted": False, "recovered": False},
            {"corrupted": False, "recovered": True},
            {"corrupted": True, "recovered": True},
        ):
            storage_writer = lib.MakeStorageWriter()
            event_producer = producer.Producer(lib.MakeParserMediator(storage_writer))
            event_producer.Produce(events.CursorMessageEventData(), **marks)

            (event_data,) = storage_writer.GetAttributeContainers("event_data")
            stored = serializer.WriteSerialized(event_data)
            self.assertEqual(_GetMarks(serializer.ReadSerialized(stored)), marks)


if __name__ == "__main__":
    unittest.main()
