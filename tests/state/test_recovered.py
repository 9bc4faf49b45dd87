"""Tests of rows that left the tables but not the disk."""

import json
import os
import tempfile
import unittest
from unittest import mock

from cursor_plaso import database
from cursor_plaso import producer
from cursor_plaso.recovery import rows as recovered_rows
from cursor_plaso.state import reader
from tests import evidence
from tests.state import test_reader

_BLOB_KEY, _BLOB_VALUE = evidence.MakeBlobRow(b'{"role":"user","content":"lost"}')


class RecoveredRowReaderTest(unittest.TestCase):
    """Tests of single recovered rows, each beside the live rows of a conversation."""

    def setUp(self):
        """Reads a database."""
        self._directory = tempfile.TemporaryDirectory()
        self.addCleanup(self._directory.cleanup)
        path = os.path.join(self._directory.name, "state.vscdb")
        evidence.WriteStateDatabase(
            path,
            [
                evidence.MakeComposer("c", [evidence.MakeHeader("u1", 1)], name="now"),
                evidence.MakeUserBubble("c", "u1", "kept"),
            ],
        )
        # pylint: disable-next=consider-using-with
        file_object = open(path, "rb")
        self.addCleanup(file_object.close)
        self._producer = producer.CollectingProducer()
        self._database = database.Database(file_object, producer=self._producer)
        state_reader = reader.StateReader(self._producer, self._database)
        state_reader.Read()
        self._reader = state_reader.recovered_reader

    def _Read(self, key, value, table_name="cursorDiskKV"):
        """Reads a recovered row.

        Args:
          key (str): key or None.
          value (object): value, which is stored as JSON if it is an object.
          table_name (Optional[str]): name of the table.

        Returns:
          tuple[bool, list[CursorEventData]]: True if a reader understands the row, and
              what was produced of it.
        """
        if isinstance(value, dict):
            value = json.dumps(value)
        recovered_row = recovered_rows.RecoveredRow(
            self._database.live.GetTable(table_name), None, (key, value)
        )
        recovered_row.location = "freelist page 7, offset 12"
        number = len(self._producer.event_data)
        is_understood = self._reader.ReadRow(recovered_row)
        self.assertTrue(all(self._producer.recovered[number:]))
        return is_understood, self._producer.event_data[number:]

    def testBubble(self):
        """A bubble that no table has is told, with where it was recovered."""
        is_understood, (message,) = self._Read(
            *evidence.MakeUserBubble("c", "u2", "deleted")
        )

        self.assertTrue(is_understood)
        self.assertEqual(message.message_body, "deleted")
        self.assertEqual(message.conversation_title, "now")
        self.assertEqual(message.header_list_state, "not in header list")
        self.assertEqual(message.recovery_location, "freelist page 7, offset 12")

    def testWhatIsKnown(self):
        """What a live row says, or a row before, is not told again."""
        self.assertEqual(
            self._Read(*evidence.MakeUserBubble("c", "u1", "kept")), (True, [])
        )
        bubble = evidence.MakeUserBubble("c", "u2", "deleted")
        self.assertEqual(len(self._Read(*bubble)[1]), 1)
        self.assertEqual(self._Read(*bubble), (True, []))

    def testComposerAndDraft(self):
        """Conversations and drafts are told as they were."""
        _, (conversation,) = self._Read(*evidence.MakeComposer("d", name="then"))
        self.assertEqual(conversation.conversation_title, "then")

        _, (draft,) = self._Read(*evidence.MakeDraft("d", "not sent"))
        self.assertEqual(draft.message_body, "not sent")

        self.assertEqual(self._Read("composerData:d", None), (True, []))

    def testOrderAndLayout(self):
        """Header lists and layout are understood, and tell nothing."""
        for key in (
            "composerConvHeaders:c:000000",
            "composerTranscriptHeightTail:c",
        ):
            self.assertEqual(self._Read(key, "[]"), (True, []))

    def testUnknownRows(self):
        """Other rows are left to be told as they are."""
        for key, value in (
            ("something:else", "text"),
            ("bubbleId:c:u3", "no JSON"),
            ("agentKv:other", "x"),
            (None, "text"),
        ):
            self.assertEqual(self._Read(key, value), (False, []))
        self.assertEqual(self._Read("unknown", "x", "ItemTable"), (False, []))

    def testBlobs(self):
        """Blobs of the tree are kept until they are taken."""
        self.assertEqual(self._Read(_BLOB_KEY, _BLOB_VALUE), (True, []))

        self.assertEqual(
            self._reader.TakeBlobs(),
            {
                _BLOB_KEY[len("agentKv:blob:") :]: (
                    _BLOB_VALUE,
                    "freelist page 7, offset 12",
                )
            },
        )
        self.assertEqual(self._reader.TakeBlobs(), {})

    def testTooManyBlobs(self):
        """Blobs beyond the limit are not kept."""
        with mock.patch("cursor_plaso.state.recovered._MAXIMUM_CARVED_BLOBS_SIZE", 1):
            for number in range(3):
                self._Read(*evidence.MakeBlobRow(b'{"role":"user"}%d' % number))

        self.assertEqual(len(self._reader.TakeBlobs()), 1)


class CarveTest(unittest.TestCase):
    """Tests of how much is recovered."""

    def _CountRecovered(self, mode):
        """Reads a database of which a bubble was deleted.

        Args:
          mode (str): value of the environment variable.

        Returns:
          tuple[int, list[str]]: number of recovered messages, and the warnings.
        """
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, "state.vscdb")
            rows = [
                evidence.MakeComposer("c"),
                evidence.MakeUserBubble("c", "u1", "kept"),
                evidence.MakeUserBubble("c", "u2", "deleted " * 3000),
                evidence.MakeUserBubble("c", "u3", "kept too"),
            ]
            evidence.WriteStateDatabase(path, rows)
            with evidence.EditDatabase(path) as connection:
                connection.execute(
                    "DELETE FROM cursorDiskKV WHERE key = 'bubbleId:c:u2'"
                )
            with mock.patch.dict(os.environ, {"CURSOR_PLASO_CARVE": mode}):
                result = test_reader.ReadPath(path)
        return sum(result.recovered), result.warnings

    def testModes(self):
        """The environment says how much is recovered, all if it says nothing known."""
        self.assertEqual(self._CountRecovered("off"), (0, []))
        self.assertEqual(self._CountRecovered("all"), (1, []))
        number, warnings = self._CountRecovered("fast")
        self.assertEqual((number, len(warnings)), (1, 1))

    def testDeletedHeaders(self):
        """A conversation of which only the deleted header row is left is told."""
        identifiers = [f"5d0f9a3e-1111-4222-8333-{number:012d}" for number in range(30)]
        deleted = [identifiers[5], identifiers[17], identifiers[18]]
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, "state.vscdb")
            evidence.WriteStateDatabase(
                path,
                headers=[
                    evidence.MakeComposerHeader(identifier, name=f"Title {number:d}")
                    for number, identifier in enumerate(identifiers)
                ],
            )
            with evidence.EditDatabase(path) as connection:
                for identifier in deleted:
                    connection.execute(
                        "DELETE FROM composerHeaders WHERE composerId = ?",
                        (identifier,),
                    )
            result = test_reader.ReadPath(path)

        deletions = {
            event_data.conversation_identifier: event_data
            for event_data in result.GetByDataType("cursor:conversation:deleted")
        }
        conversations = [
            event_data
            for event_data in result.GetByDataType("cursor:conversation")
            if event_data.recovery_method
        ]
        self.assertEqual(sorted(deletions), deleted)
        self.assertEqual(
            sorted(event_data.conversation_identifier for event_data in conversations),
            deleted,
        )
        self.assertEqual(
            sorted(event_data.conversation_title for event_data in conversations),
            ["Title 17", "Title 18", "Title 5"],
        )
        for identifier in deleted:
            deletion = deletions[identifier]
            self.assertIsNone(deletion.deletion_time)
            self.assertIs(deletion.header_kept, False)
            self.assertEqual(deletion.remnants, "1 composerHeaders rows (freeblock)")
        self.assertEqual(result.warnings, [])

    def testUnknownSettings(self):
        """A deleted setting is told, that one had another value is counted."""
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, "state.vscdb")
            evidence.WriteStateDatabase(
                path,
                item_rows=[
                    ("workbench.panel.size", "old " * 100),
                    ("workbench.gone", "deleted " * 100),
                    ("workbench.sideBar.size", "1"),
                ],
            )
            with evidence.PendingWAL(path) as connection:
                connection.execute(
                    "UPDATE ItemTable SET value = ? WHERE key = ?",
                    ("changed", "workbench.panel.size"),
                )
                connection.execute("DELETE FROM ItemTable WHERE key = 'workbench.gone'")
            result = producer.CollectingProducer()
            with open(path, "rb") as file_object, open(f"{path:s}-wal", "rb") as wal:
                reader.StateReader(
                    result, database.Database(file_object, wal, producer=result)
                ).Read()

        (row,) = result.GetByDataType("cursor:row:recovered")
        self.assertEqual(row.row_key, "workbench.gone")
        (summary,) = result.GetByDataType("cursor:database")
        self.assertIn("superseded versions of unknown rows=1", summary.counts)


if __name__ == "__main__":
    unittest.main()
