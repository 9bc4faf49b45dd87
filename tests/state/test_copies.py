"""Tests of copies that lie beside a state.vscdb."""

import os
import shutil
import tempfile
import unittest

from cursor_plaso.state import copies

from tests import evidence
from tests import lib

_BACKUP_PATH = os.path.join(lib.TEST_DATA_PATH, "backup", "state.vscdb")


def _GetSummary(result):
    """Retrieves the conversations, messages and places of what was recovered.

    Args:
      result (lib.ParseResult): result.

    Returns:
      list[tuple[str, str, str]]: role, text and method, of messages, sorted.
    """
    return sorted(
        (event_data.role, event_data.message_body, event_data.recovery_method or "")
        for event_data in result.GetByDataType("cursor:message")
    )


class CopiesTest(unittest.TestCase):
    """Tests of copies that lie beside a state.vscdb."""

    def setUp(self):
        """Makes a directory with a database of which a copy is made."""
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.path = os.path.join(directory.name, "state.vscdb")
        self.copy_path = f"{self.path:s}.backup"
        self.conversation = evidence.Conversation("conv-1")
        self.conversation.AddUser("Question")
        self.conversation.AddAssistant("Answer")
        evidence.WriteStateDatabase(
            self.path,
            rows=self.conversation.GetRows(),
            headers=[self.conversation.GetHeaderRow()],
        )
        shutil.copyfile(self.path, self.copy_path)

    def testPrimaryName(self):
        """A copy is named after its primary."""
        self.assertEqual(copies.GetPrimaryName("state.vscdb.backup"), "state.vscdb")
        self.assertEqual(copies.GetPrimaryName("state.vscdb.compacting"), "state.vscdb")
        self.assertIsNone(copies.GetPrimaryName("state.vscdb"))
        self.assertIsNone(copies.GetPrimaryName("other.backup"))

    def testSameCopy(self):
        """A copy that has nothing of its own adds nothing."""
        result = lib.ParsePath("cursor_state", self.path, self.copy_path)

        self.assertEqual(
            _GetSummary(result), [("assistant", "Answer", ""), ("user", "Question", "")]
        )
        self.assertEqual(len(result.GetByDataType("cursor:conversation")), 1)
        self.assertEqual(result.warnings, [])

    def testRenamedConversation(self):
        """The former name stands on the former version, and on nothing else."""
        rows = [
            evidence.MakeComposer("c", [evidence.MakeHeader("u1", 1)], name="Former"),
            evidence.MakeUserBubble("c", "u1", "Question"),
            evidence.MakeUserBubble("c", "u2", "Rewound question"),
        ]
        evidence.WriteStateDatabase(self.copy_path, rows=rows)
        rows = [
            evidence.MakeComposer("c", [evidence.MakeHeader("u1", 1)], name="Renamed"),
            evidence.MakeUserBubble("c", "u1", "Question"),
        ]
        evidence.WriteStateDatabase(self.path, rows=rows)

        result = lib.ParsePath("cursor_state", self.path, self.copy_path)

        self.assertEqual(
            [
                (event_data.conversation_title, event_data.recovery_method)
                for event_data in result.GetByDataType("cursor:conversation")
            ],
            [("Renamed", None), ("Former", "backup")],
        )
        self.assertEqual(
            [
                (event_data.message_body, event_data.conversation_title)
                for event_data in result.GetByDataType("cursor:message")
            ],
            [("Question", "Renamed"), ("Rewound question", "Renamed")],
        )

    def testDraftInCopy(self):
        """A text that was not sent is told where only the copy has it."""
        for path, text in ((self.copy_path, "not sent"), (self.path, "")):
            evidence.WriteStateDatabase(
                path,
                rows=[
                    evidence.MakeComposer(
                        "c", [evidence.MakeHeader("u1", 1)], text=text
                    ),
                    evidence.MakeUserBubble("c", "u1", "Question"),
                ],
            )

        result = lib.ParsePath("cursor_state", self.path, self.copy_path)

        self.assertEqual(
            [
                (event_data.message_body, event_data.recovery_method)
                for event_data in result.GetByDataType("cursor:conversation:draft")
            ],
            [("not sent", "backup")],
        )
        self.assertEqual(len(result.GetByDataType("cursor:conversation")), 1)

    def testCopyAlone(self):
        """A copy without the database it was made of is read as a database."""
        os.remove(self.path)
        result = lib.ParsePath("cursor_state", self.copy_path)

        self.assertEqual(
            _GetSummary(result), [("assistant", "Answer", ""), ("user", "Question", "")]
        )

    def testCopyOfUnreadableDatabase(self):
        """A copy beside a file that is no database is read as a database."""
        with open(self.path, "wb") as file_object:
            file_object.write(bytes(8192))
        result = lib.ParsePath("cursor_state", self.path, self.copy_path)

        self.assertEqual(
            _GetSummary(result), [("assistant", "Answer", ""), ("user", "Question", "")]
        )

    def testDeletedRows(self):
        """What the database lost is recovered from the copy, once and in context."""
        with evidence.EditDatabase(self.path) as connection:
            connection.execute("DELETE FROM cursorDiskKV")
            connection.execute("DELETE FROM composerHeaders")
        result = lib.ParsePath("cursor_state", self.path, self.copy_path)

        self.assertEqual(
            _GetSummary(result),
            [("assistant", "Answer", "backup"), ("user", "Question", "backup")],
        )
        conversations = result.GetByDataType("cursor:conversation")
        self.assertEqual(
            [event_data.recovery_method for event_data in conversations], ["backup"]
        )
        for event_data in result.GetByDataType("cursor:message"):
            self.assertTrue(
                event_data.recovery_location.startswith(
                    "backup state.vscdb.backup, page "
                )
            )
            self.assertEqual(
                event_data.conversation_title, conversations[0].conversation_title
            )
        (summary,) = result.GetByDataType("cursor:database")
        self.assertIn("recovered rows (backup)=", summary.counts)

    def testDamagedIndex(self):
        """Rows that the index does not lead to are compared all the same."""
        with evidence.EditDatabase(self.path) as connection:
            connection.execute("PRAGMA writable_schema = ON")
            connection.execute(
                "DELETE FROM sqlite_master WHERE name LIKE 'sqlite_autoindex_cursor%'"
            )
        result = lib.ParsePath("cursor_state", self.path, self.copy_path)

        self.assertEqual(
            _GetSummary(result), [("assistant", "Answer", ""), ("user", "Question", "")]
        )

    def testTestData(self):
        """The older text of a prompt and a lost conversation come from the copy."""
        result = lib.ParsePath("cursor_state", _BACKUP_PATH, f"{_BACKUP_PATH:s}.backup")
        summary = _GetSummary(result)

        self.assertEqual(len(summary), len(set(summary)))
        recovered = {
            event_data.conversation_identifier
            for event_data in result.GetByDataType("cursor:message")
            if event_data.recovery_method == "backup"
        }
        self.assertEqual(recovered, {"wal-doomed", "wal-kept"})
        (row,) = result.GetByDataType("cursor:row:recovered")
        self.assertEqual(row.row_key, "futureFeature:wal-doomed")
        self.assertEqual(row.recovery_method, "backup")
