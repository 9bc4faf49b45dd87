"""Tests of which reader a row goes to."""

import unittest

from cursor_plaso import producer
from cursor_plaso.state import accounts
from cursor_plaso.state import context as state_context
from cursor_plaso.state import key_dispatcher


class _NotesReader(state_context.KeyReader):
    """Reader that notes the rows that any object of it is given."""

    KEYS = frozenset(["exact"])
    PREFIXES = ("prefix:", "prefix:in:")

    # Rows per object.
    notes = []

    def __init__(self, context):
        """Initializes a reader.

        Args:
          context (StateContext): context.
        """
        super().__init__(context)
        self._rows = []
        self.notes.append(self._rows)

    def Finish(self):
        """Notes that all rows were read."""
        self._rows.append("finished")

    def ReadRow(self, key, value):
        """Notes a row.

        Args:
          key (str): key.
          value (str|bytes|None): stored value.
        """
        self._rows.append((key, value))


class _BrokenReader(state_context.KeyReader):
    """Reader that fails."""

    KEYS = frozenset(["exact"])

    def ReadRow(self, key, value):
        """Fails.

        Args:
          key (str): key.
          value (str|bytes|None): stored value.

        Raises:
          ValueError: always.
        """
        raise ValueError(f"the value {value!s}")


class _DiskReader(_NotesReader):
    """Reader of another table."""

    KEYS = frozenset(["disk"])
    TABLE_NAME = "cursorDiskKV"


class KeyDispatcherTest(unittest.TestCase):
    """Tests of dispatchers."""

    def setUp(self):
        """Makes a dispatcher of ItemTable."""
        _NotesReader.notes = []
        self._producer = producer.CollectingProducer()
        self._dispatcher = key_dispatcher.KeyDispatcher(
            state_context.StateContext(self._producer, None),
            (_BrokenReader, _NotesReader, _DiskReader, accounts.SecretReader),
            "ItemTable",
        )

    def testHasReader(self):
        """Exact keys, prefixes and keys of secrets have a reader, others have none."""
        for key in ("exact", "prefix:", "prefix:more", "secret://{}"):
            self.assertTrue(self._dispatcher.HasReader(key), key)
        for key in ("exactly", "prefix", "Exact", "disk", ""):
            self.assertFalse(self._dispatcher.HasReader(key), key)

    def testReadRow(self):
        """A reader gets each of its rows once, whatever becomes of another one."""
        for key in ("exact", "prefix:in:more", "unknown", "disk"):
            self._dispatcher.ReadRow(key, "secret value")
        self._dispatcher.Finish()

        self.assertEqual(
            _NotesReader.notes,
            [
                [
                    ("exact", "secret value"),
                    ("prefix:in:more", "secret value"),
                    "finished",
                ]
            ],
        )
        # The text of an exception may hold a value.
        self.assertEqual(
            self._producer.warnings,
            ["ItemTable row exact: _BrokenReader failed: ValueError"],
        )

    def testReadRecoveredRow(self):
        """A recovered row is read by a new reader, which sees that row alone."""
        self.assertTrue(self._dispatcher.ReadRecoveredRow("exact", "1"))
        self.assertTrue(self._dispatcher.ReadRecoveredRow("prefix:", None))
        self.assertFalse(self._dispatcher.ReadRecoveredRow("unknown", "1"))

        self.assertEqual(
            _NotesReader.notes,
            [[], [("exact", "1"), "finished"], [("prefix:", None), "finished"]],
        )


if __name__ == "__main__":
    unittest.main()
