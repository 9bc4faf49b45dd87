"""Tests for the reader of the conversation search index."""

import os
import shutil
import sqlite3
import tempfile
import unittest

from cursor_plaso import database
from cursor_plaso import producer
from cursor_plaso import search
from cursor_plaso.state import context

from tests import evidence
from tests import lib

SCOPE = "0123456789abcdef" * 4

# The cloud agent of the seed's fixtures, and local conversations without text.
CONVERSATIONS = [
    {
        "fts_rowid": 1,
        "source": "local",
        "scope": "",
        "id": "c1",
        "title": "Add subtract",
        "branches": "main",
        "updated_at": 1790000300000,
        "is_archived": 0,
        "root_fingerprint": "f1",
    },
    {
        "fts_rowid": 2,
        "source": "local",
        "scope": "",
        "id": "c2",
        "title": "Read the README",
        "branches": "",
        "updated_at": 1790002000000,
        "is_archived": 1,
        "root_fingerprint": "f2",
        "body": "What does the README say?\nIt describes calc.py.",
    },
    {
        "fts_rowid": 10,
        "source": "cloud-cache",
        "scope": SCOPE,
        "id": "bc-e1",
        "title": "Describe the repository",
        "branches": "",
        "updated_at": 1790020060000,
        "is_archived": 1,
        "cache_fingerprint": SCOPE,
        "body": "Describe it.\nIt holds a calculator.",
    },
    {
        "fts_rowid": 11,
        "source": "cloud-cache",
        "scope": SCOPE,
        "id": "bc-e2",
        "title": "Summarise the web repository",
        "branches": "",
        "updated_at": 0,
        "is_archived": 0,
        "cache_fingerprint": SCOPE,
    },
]


def ReadDatabase(path):
    """Reads a database.

    Args:
      path (str): path of the database.

    Returns:
      CollectingProducer: producer that has what was produced.
    """
    collecting_producer = producer.CollectingProducer()
    search_database = database.Database.OpenFileEntry(
        lib.MakeFileEntry(lib.MakePathSpec(path)), collecting_producer
    )
    search.SearchReader(
        context.StateContext(collecting_producer, search_database.live)
    ).Read()
    return collecting_producer


class SearchReaderTest(unittest.TestCase):
    """Tests for the reader of the conversation search index."""

    def setUp(self):
        """Makes a directory."""
        temporary_directory = tempfile.TemporaryDirectory()
        self.addCleanup(temporary_directory.cleanup)
        self.path = os.path.join(temporary_directory.name, "conversation-search.db")

    def _CheckRows(self, result, branch):
        """Checks the rows of the conversations above.

        Args:
          result (CollectingProducer): result.
          branch (str): branch of the first conversation or None.
        """
        self.assertEqual(result.warnings, [])
        self.assertEqual(
            [
                (
                    event_data.conversation_identifier,
                    event_data.conversation_title,
                    event_data.index_source,
                    event_data.is_archived,
                    event_data.origin,
                    event_data.git_branch,
                    event_data.message_body,
                )
                for event_data in result.GetByDataType("cursor:search:conversation")
            ],
            [
                ("c1", "Add subtract", "local", False, "local", branch, None),
                (
                    "c2",
                    "Read the README",
                    "local",
                    True,
                    "local",
                    None,
                    "What does the README say?\nIt describes calc.py.",
                ),
                (
                    "bc-e1",
                    "Describe the repository",
                    "cloud-cache",
                    True,
                    "remote cursor cloud agent",
                    None,
                    None,
                ),
                (
                    "bc-e2",
                    "Summarise the web repository",
                    "cloud-cache",
                    False,
                    "remote cursor cloud agent",
                    None,
                    None,
                ),
            ],
        )
        texts = result.GetByDataType("cursor:cloud_agent:text")
        self.assertEqual(len(texts), 1)
        self.assertEqual(texts[0].conversation_identifier, "bc-e1")
        self.assertEqual(texts[0].index_source, "cloud-cache")
        self.assertEqual(texts[0].message_body, "Describe it.\nIt holds a calculator.")
        self.assertEqual(texts[0].origin, "remote cursor cloud agent")
        self.assertEqual(texts[0].record_key, "conversation_fts_content[10]")
        self.assertEqual(
            texts[0].update_time.CopyToDateTimeStringISO8601(),
            "2026-09-21T19:47:40.000+00:00",
        )
        self.assertEqual(texts[0].time_source, "updated_at")

        self.assertEqual(result.event_data[0].record_key, "conversations[local::c1]")
        # An updated_at of 0 is no time.
        last = result.GetByDataType("cursor:search:conversation")[-1]
        self.assertIsNone(last.update_time)
        self.assertIsNone(last.time_source)

    def testRead(self):
        """The rows of the seed's fixture, with the column branches."""
        evidence.WriteConversationSearch(self.path, CONVERSATIONS)
        self._CheckRows(ReadDatabase(self.path), "main")

    def testReadWithoutBranches(self):
        """The schema of 3.15 has no branches."""
        evidence.WriteConversationSearch(self.path, CONVERSATIONS, branches=False)
        self._CheckRows(ReadDatabase(self.path), None)

    def testCandidates(self):
        """A candidate is told where the conversations do not say the same."""
        evidence.WriteConversationSearch(self.path, CONVERSATIONS)
        with evidence.EditDatabase(self.path) as connection:
            connection.executemany(
                "INSERT INTO conversation_search_candidates VALUES (?, ?)",
                [
                    ("c1", 1790000300000),
                    ("c2", 1790002000001),
                    ("c3", 1790003000000),
                ],
            )
        result = ReadDatabase(self.path)

        self.assertEqual(
            [
                (
                    event_data.conversation_identifier,
                    event_data.record_key,
                    event_data.update_time.CopyToDateTimeString(),
                    event_data.time_source,
                )
                for event_data in result.event_data
                if event_data.index_source == "candidate"
            ],
            [
                (
                    "c2",
                    "conversation_search_candidates[c2]",
                    "2026-09-21 14:46:40.001",
                    "updated_at",
                ),
                (
                    "c3",
                    "conversation_search_candidates[c3]",
                    "2026-09-21 15:03:20.000",
                    "updated_at",
                ),
            ],
        )

    def testReadWithoutConversation(self):
        """A text whose conversation is gone is kept."""
        evidence.WriteConversationSearch(self.path, CONVERSATIONS)
        with evidence.EditDatabase(self.path) as connection:
            connection.execute("DELETE FROM conversations WHERE id = 'bc-e1'")
        result = ReadDatabase(self.path)
        orphan = next(
            event_data
            for event_data in result.event_data
            if "without conversation" in event_data.evidence_source
        )
        self.assertEqual(orphan.conversation_title, "Describe the repository")
        self.assertEqual(orphan.message_body, "Describe it.\nIt holds a calculator.")
        self.assertIsNone(orphan.conversation_identifier)
        self.assertIsNone(orphan.update_time)
        self.assertEqual(len(result.event_data), 4)

    def testReadWithoutText(self):
        """Conversations are read without the table of their texts."""
        evidence.WriteConversationSearch(self.path, CONVERSATIONS)
        with evidence.EditDatabase(self.path) as connection:
            connection.execute("DROP TABLE conversation_fts")
        result = ReadDatabase(self.path)
        self.assertEqual(len(result.event_data), 4)
        self.assertEqual(result.warnings, [])

    def testReadManyWaiting(self):
        """What exceeds the memory for the join is told apart, not lost."""
        evidence.WriteConversationSearch(self.path, CONVERSATIONS)
        original = search._MAXIMUM_WAITING_SIZE
        search._MAXIMUM_WAITING_SIZE = 1500
        try:
            result = ReadDatabase(self.path)
        finally:
            search._MAXIMUM_WAITING_SIZE = original
        self.assertEqual(
            sorted(
                event_data.message_body
                for event_data in result.event_data
                if event_data.message_body
            ),
            [
                "Describe it.\nIt holds a calculator.",
                "What does the README say?\nIt describes calc.py.",
            ],
        )

    def testReadRow(self):
        """A recovered row is read by itself and says where it was."""

        class Recovery:
            """Place of a recovered row."""

            complete = False
            completeness = "10 of 20 bytes"
            location = "page 5, offset 10"
            method = "freelist page"
            other_places = ()

        evidence.WriteConversationSearch(self.path, CONVERSATIONS)
        collecting_producer = producer.CollectingProducer()
        view = database.Database.OpenFileEntry(
            lib.MakeFileEntry(lib.MakePathSpec(self.path))
        ).live
        state_context = context.StateContext(collecting_producer, view)
        state_context.recovery = Recovery()
        for table_name in search.SearchReader.TABLE_NAMES[:2]:
            row = next(iter(view.ReadRows(table_name)))
            reader = search.SearchReader(state_context)
            state_context.novelty.SetRow((table_name, str(row.rowid)))
            reader.ReadRow(table_name, row)
            reader.Finish()
        self.assertEqual(len(collecting_producer.event_data), 2)
        self.assertEqual(collecting_producer.recovered, [True, True])
        self.assertEqual(collecting_producer.corrupted, [True, True])
        self.assertEqual(
            collecting_producer.event_data[0].recovery_method, "freelist page"
        )

    def _WriteLog(self, is_secure):
        """Writes an index of which a conversation is deleted in the log.

        Args:
          is_secure (bool): True if what is deleted is written over with zero bytes.
        """
        path = f"{self.path:s}.open-{is_secure!s:s}"
        connection = sqlite3.connect(path, isolation_level=None)
        connection.execute(f"PRAGMA secure_delete = {is_secure:d}")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.executescript(
            "CREATE TABLE conversations (fts_rowid INTEGER PRIMARY KEY, source TEXT "
            "CHECK (source IN ('local', 'cloud-cache')), scope TEXT, id TEXT, title "
            "TEXT, branches TEXT, updated_at INTEGER, is_archived INTEGER, "
            "root_fingerprint TEXT, cache_fingerprint TEXT, UNIQUE (source, scope, id));"
            "CREATE TABLE conversation_fts_data (id INTEGER PRIMARY KEY, block BLOB);"
            "CREATE TABLE conversation_fts_content "
            "(id INTEGER PRIMARY KEY, c0, c1, c2);"
        )
        for number, text in ((1, "Deleted text"), (2, "Kept text")):
            connection.execute(
                "INSERT INTO conversations VALUES "
                "(?, 'local', '', ?, ?, 'main', ?, 0, 'f', NULL)",
                (number, f"c{number:d}", f"Title {number:d}", 1790000000000 + number),
            )
            connection.execute(
                "INSERT INTO conversation_fts_content VALUES (?, ?, ?, 'main')",
                (number, f"Title {number:d}", text),
            )
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        # Each turn writes blocks of the index, which look like rows of two values.
        for number in range(20):
            connection.execute(
                "INSERT OR REPLACE INTO conversation_fts_data VALUES (?, ?)",
                (number % 4, bytes([0, number, 4, 1]) + b"\x04body\x02\x01" * 9),
            )
        connection.execute("DELETE FROM conversations WHERE id = 'c1'")
        connection.execute("DELETE FROM conversation_fts_content WHERE id = 1")
        for suffix in ("", "-wal"):
            shutil.copyfile(path + suffix, self.path + suffix)
        connection.close()

    def testRemnants(self):
        """A deleted conversation and its text come once, and nothing is made up."""
        for is_secure in (False, True):
            self._WriteLog(is_secure)
            result = lib.ParsePath("sqlite/cursor_search", self.path)

            self.assertEqual(
                sorted(
                    (
                        event_data.conversation_title,
                        event_data.message_body or "",
                        event_data.index_source or "",
                        event_data.conversation_identifier,
                    )
                    for event_data in result.event_data
                ),
                [
                    ("Title 1", "", "local", "c1"),
                    ("Title 1", "Deleted text", "", "c1"),
                    ("Title 2", "Kept text", "local", "c2"),
                ],
            )
            self.assertEqual(result.warnings, [])


if __name__ == "__main__":
    unittest.main()
