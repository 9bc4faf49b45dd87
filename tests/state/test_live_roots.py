"""Tests of the roots of the trees of live conversations."""

import base64
import unittest

from cursor_plaso import producer
from cursor_plaso.agent import blobs
from cursor_plaso.state import composer_model
from cursor_plaso.state import context
from cursor_plaso.state import live_roots
from tests import evidence
from tests.state import test_reader


class _View:
    """View of rows of cursorDiskKV."""

    def __init__(self, rows):
        """Initializes a view.

        Args:
          rows (dict[str, object]): values per key.
        """
        super().__init__()
        self._rows = rows

    def Lookup(self, unused_table_name, key):
        """Looks up a row.

        Args:
          unused_table_name (str): name of the table.
          key (str): key.

        Returns:
          _Row: row or None.
        """
        return _Row(self._rows[key]) if key in self._rows else None


class _Row:
    """Row with one column."""

    def __init__(self, value):
        """Initializes a row.

        Args:
          value (object): value.
        """
        super().__init__()
        self._value = value

    def GetValue(self, unused_name):
        """Retrieves the value.

        Args:
          unused_name (str): name of the column.

        Returns:
          object: value.
        """
        return self._value


class LiveRootReaderTest(unittest.TestCase):
    """Tests of the reader of roots."""

    def setUp(self):
        """Makes a reader of a live, an older and a deleted conversation."""
        state = base64.b64encode(b"root of a").decode()
        rows = {
            "composerData:a": f'{{"conversationState":"~{state:s}"}}',
            "agentKv:checkpoint:b": "bb" * 32,
        }
        self.composers = {}
        for identifier in ("a", "b", "c"):
            composer = composer_model.Composer(identifier)
            composer.data_key = f"composerData:{identifier:s}"
            composer.has_checkpoint = identifier == "b"
            composer.has_data = identifier != "c"
            composer.has_state = identifier != "b"
            self.composers[identifier] = composer
        self.producer = producer.CollectingProducer()
        self.reader = live_roots.LiveRootReader(
            context.StateContext(self.producer, _View(rows)),
            self.composers,
            blobs.DictionaryBlobSource({"bb" * 32: b"root of b"}),
        )

    def testReadRoots(self):
        """A root stands in composerData or where the checkpoint names it."""
        self.assertEqual(
            list(self.reader.ReadRoots()),
            [("a", b"root of a", None), ("b", b"root of b", "bb" * 32)],
        )
        self.assertEqual(self.reader.ReadRoot(self.composers["a"]), b"root of a")
        self.assertEqual(self.reader.ReadRoot(self.composers["b"]), b"root of b")
        self.assertIsNone(self.reader.ReadRoot(self.composers["c"]))

    def testIsLive(self):
        """A conversation that has a composerData row is not deleted."""
        self.assertEqual(
            [self.reader.IsLive(identifier) for identifier in ("a", "b", "c", None)],
            [True, True, False, False],
        )

    def testAbort(self):
        """Nothing is read once reading was aborted."""
        self.producer.SignalAbort()
        self.assertEqual(list(self.reader.ReadRoots()), [])

    def testDamagedState(self):
        """A damaged conversationState costs one warning and no bubble."""
        rows = [
            evidence.MakeComposer(
                "c", [evidence.MakeHeader("a1", 2)], conversationState="~!!not base64"
            ),
            evidence.MakeAssistantBubble(
                "c", "a1", "reply", None, startedAtMs=evidence.OMIT
            ),
            ("agentKv:blob:" + "ab" * 32, b"\x00"),
        ]

        result = test_reader.ReadState(rows)

        self.assertEqual(len(result.GetByDataType("cursor:message")), 1)
        self.assertEqual(len(result.warnings), 1)
        self.assertIn("conversationState", result.warnings[0])


if __name__ == "__main__":
    unittest.main()
