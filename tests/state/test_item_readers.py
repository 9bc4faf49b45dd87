"""Tests of what all readers of ItemTable have in common."""

import unittest

from cursor_plaso import producer as cursor_producer
from cursor_plaso.state import context
from cursor_plaso.state import item_readers
from test_data.recipes import seed
from test_data.recipes import settings as settings_recipe
from tests import evidence
from tests.state import item_lib


def _GetKeys(reader_class):
    """Retrieves keys that a reader reads.

    Args:
      reader_class (type): class of the reader.

    Returns:
      list[str]: its keys, and keys with its prefixes.
    """
    keys = sorted(reader_class.KEYS)
    for prefix in reader_class.PREFIXES:
        keys.append(prefix)
        keys.append(f"{prefix:s}auth0%7Cuser_01.github.com%2Fowner%2Fdemo")
        keys.append(f"{prefix:s}no-team|file:///c%3A/Users/ana")
        keys.append(f"{prefix:s}a\nb\ud83d")
    return keys


class ItemReadersTest(unittest.TestCase):
    """Tests of what all readers of ItemTable have in common."""

    def testKeys(self):
        """No key belongs to two readers, and no prefix covers a key of another."""
        readers = {}
        for reader_class in item_readers.ITEM_READERS:
            self.assertEqual(reader_class.TABLE_NAME, "ItemTable")
            for key in reader_class.KEYS:
                self.assertNotIn(key, readers)
                readers[key] = reader_class

        for reader_class in item_readers.ITEM_READERS:
            for prefix in reader_class.PREFIXES:
                for key, other_class in readers.items():
                    if key.startswith(prefix):
                        self.assertIs(other_class, reader_class, key)
                for other_class in item_readers.ITEM_READERS:
                    if other_class is not reader_class:
                        self.assertFalse(
                            any(
                                other_prefix.startswith(prefix)
                                for other_prefix in other_class.PREFIXES
                            ),
                            prefix,
                        )

    def testAttributes(self):
        """No reader sets an attribute that no formatter can know."""
        rows = (
            seed.GetItemRows()
            + seed.GetCloudAgentRows()
            + settings_recipe.GetSettingsRows()
            + settings_recipe.GetSecretRows()
            + settings_recipe.GetAccountRows()
            + settings_recipe.GetSourceHostRows("/srv/proj")
            + settings_recipe.GetProjectRows("/srv/proj")
            + settings_recipe.GetCloudRows()
            + [("composer.planRegistry", {"p1": {"id": "p1"}})]
        )
        for recovered in (False, True):
            with self.subTest(recovered=recovered):
                producer = item_lib.ReadItems(*rows, recovered=recovered)

                self.assertEqual(item_lib.GetUnknownAttributes(producer), [])
                self.assertEqual(producer.warnings, [])

    def testHostileValues(self):
        """No value makes a reader raise; a good row beside it comes through."""
        for reader_class in item_readers.ITEM_READERS:
            for key in _GetKeys(reader_class):
                with self.subTest(reader=reader_class.__name__, key=key):
                    self._ReadHostileValues(reader_class, key)

    def _ReadHostileValues(self, reader_class, key):
        """Reads each hostile value as the value of a key.

        Args:
          reader_class (type): class of the reader.
          key (str): key.
        """
        for recovery in (None, item_lib.RecoveredRow()):
            producer = cursor_producer.CollectingProducer()
            state_context = item_lib.MakeContext(producer)
            state_context.recovery = recovery
            for value in item_lib.HOSTILE_VALUES:
                # No dispatcher guards the reader here.
                reader = reader_class(state_context)
                reader.ReadRow(key, value)
                reader.Finish()

            for event_data in producer.event_data:
                self.assertTrue(event_data.record_key)
                event_data.record_key.encode("utf-8")
                for name, attribute in vars(event_data).items():
                    if name.endswith("_time") and attribute is not None:
                        self.assertIsNotNone(event_data.time_source, name)
                        item_lib.GetTime(attribute)
            for warning in producer.warnings:
                self.assertLess(len(warning), 1100)

    def testNoModificationTime(self):
        """Where the file has no time, none is made up."""
        producer = cursor_producer.CollectingProducer()
        item_lib.ReadItems(
            ("cursorAuth/cachedEmail", "ana@example.test"),
            ("cursor.plugins.installedIds.a|b", [{"id": "1"}]),
            ("secret://x", evidence.MakeSecret("x")),
            state_context=item_lib.MakeContext(producer, modification_time=False),
        )

        self.assertEqual(len(producer.event_data), 3)
        for event_data in producer.event_data:
            self.assertIsNone(event_data.modification_time)
            self.assertIsNone(event_data.time_source)

    def testAbort(self):
        """A reader that is asked to stop does, in whatever list it is."""
        producer = cursor_producer.CollectingProducer()
        producer.SignalAbort()
        state_context = context.StateContext(producer, None)
        for reader_class in item_readers.ITEM_READERS:
            reader = reader_class(state_context)
            for key in _GetKeys(reader_class):
                reader.ReadRow(
                    key, evidence.DumpJSON([{"id": str(n)} for n in range(5)])
                )
            reader.Finish()

        # A row that is one value is read before the reader is asked.
        self.assertEqual(
            [
                event_data.record_key
                for event_data in producer.event_data
                if "#" in event_data.record_key
            ],
            [],
        )


if __name__ == "__main__":
    unittest.main()
