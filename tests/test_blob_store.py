"""Tests of the reader of stores that hold blobs and nothing else."""

import os
import sqlite3
import tempfile
import unittest

from tests import lib
from tests.agent import tree_lib

_SCHEMA = "CREATE TABLE blobs (id TEXT PRIMARY KEY, data BLOB NOT NULL) STRICT"


class BlobStoreTest(unittest.TestCase):
    """Tests of the reader of stores that hold blobs and nothing else."""

    def _ReadStore(self, stored_values, schema=_SCHEMA, name="conversation-blobs.db"):
        """Reads a store.

        Args:
          stored_values (dict[str, bytes]): blobs by identifier.
          schema (Optional[str]): statements that create the tables.
          name (Optional[str]): name of the file.

        Returns:
          CollectingProducer: what was produced.
        """
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, name)
            connection = sqlite3.connect(path)
            connection.executescript(schema)
            connection.executemany(
                "INSERT INTO blobs (id, data) VALUES (?, ?)", stored_values.items()
            )
            connection.commit()
            connection.close()
            return lib.ParsePath("cursor_agent_store", path)

    def _MakeConversation(self, number):
        """Makes the blobs of a conversation of one turn.

        Args:
          number (int): number of the conversation.

        Returns:
          dict[str, bytes]: blobs by identifier.
        """
        builder = tree_lib.TreeBuilder()
        started_ms = tree_lib.START_MS + number * 60000
        builder.PutTurn(
            builder.PutUser(
                f"Query {number:d}", f"m{number:d}", started_at_ms=started_ms
            ),
            [
                builder.PutShell(
                    f"tc{number:d}",
                    "make",
                    conversation_id=f"c{number:d}",
                    started_at_ms=started_ms + 1000,
                )
            ],
        )
        builder.PutRoot(
            conversation_started_timestamp_ms=started_ms,
            previous_workspace_uris=[f"file:///srv/proj{number:d}".encode()],
        )
        return builder.stored_values

    def testConversations(self):
        """Each conversation has its own identifier, project and times."""
        result = self._ReadStore(
            {**self._MakeConversation(1), **self._MakeConversation(2)}
        )

        self.assertEqual(
            sorted(
                (
                    event_data.data_type,
                    event_data.conversation_identifier,
                    event_data.project_path,
                )
                for event_data in result.event_data
            ),
            [
                (data_type, f"c{number:d}", f"/srv/proj{number:d}")
                for data_type in (
                    "cursor:conversation",
                    "cursor:message",
                    "cursor:tool_call",
                )
                for number in (1, 2)
            ],
        )
        message = result.GetByDataType("cursor:message")[0]
        self.assertEqual(message.message_body, "Query 1")
        self.assertEqual(
            message.sent_time.CopyToDateTimeString(), "2026-10-01 13:01:00.000"
        )
        conversation = result.GetByDataType("cursor:conversation")[0]
        self.assertEqual(conversation.evidence_source, "blob store")
        self.assertEqual(
            conversation.creation_time.CopyToDateTimeString(), "2026-10-01 13:01:00.000"
        )
        self.assertEqual(result.warnings, [])

    def testLooseRecords(self):
        """A turn and a message that no root reaches are told without a project."""
        builder = tree_lib.TreeBuilder()
        builder.PutTurn(
            builder.PutUser("Loose", "m9", started_at_ms=tree_lib.START_MS), []
        )
        builder.PutJSON({"role": "user", "content": "<user_query>Lost</user_query>"})
        result = self._ReadStore({**self._MakeConversation(1), **builder.stored_values})

        self.assertEqual(
            [
                (message.message_body, message.project_path)
                for message in result.GetByDataType("cursor:message")
            ],
            [("Query 1", "/srv/proj1"), ("Loose", None), ("Lost", None)],
        )

    def testForeignStores(self):
        """Stores of another name, with other keys or tables are refused."""
        stored_values = self._MakeConversation(1)
        for arguments in (
            {"name": "blobs.db"},
            {"stored_values": {"key": b"\x0a\x00"}},
            {"stored_values": {}},
            {"schema": "CREATE TABLE blobs (id TEXT, data BLOB, n INTEGER DEFAULT 1)"},
            {"schema": f"{_SCHEMA:s}; CREATE TABLE meta (a, b)"},
        ):
            with self.subTest(arguments=arguments):
                result = self._ReadStore(
                    arguments.pop("stored_values", stored_values), **arguments
                )
                has_column = "DEFAULT" in arguments.get("schema", "")
                self.assertEqual(bool(result.event_data), has_column)
                self.assertEqual(result.warnings, [])


if __name__ == "__main__":
    unittest.main()
