"""Tests for the reader of the index of a file-sync store."""

import os
import shutil
import sqlite3
import tempfile
import unittest

from cursor_plaso import agent_sync
from cursor_plaso import database
from cursor_plaso import producer
from cursor_plaso.state import context

from tests import evidence
from tests import lib

CONVERSATION = "0a000001-0000-4000-8000-000000000001"


class AgentSyncReaderTest(unittest.TestCase):
    """Tests for the reader of the index of a file-sync store."""

    def _Read(self, owner, rows):
        """Writes a store and reads its index.

        Args:
          owner (str): name of the directory of the store.
          rows (dict[str, list[dict[str, object]]]): rows per table.

        Returns:
          CollectingProducer: producer that has what was produced.
        """
        collecting_producer = producer.CollectingProducer()
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, owner, ".sync", "index.sqlite")
            os.makedirs(os.path.dirname(path))
            evidence.WriteAgentSync(path, rows)
            file_entry = lib.MakeFileEntry(lib.MakePathSpec(path))
            sync_database = database.Database.OpenFileEntry(
                file_entry, collecting_producer
            )
            agent_sync.AgentSyncReader(
                context.StateContext(
                    collecting_producer, sync_database.live, file_entry=file_entry
                )
            ).Read()
        return collecting_producer

    def testRead(self):
        """State, files and pending removals of the store of an account."""
        result = self._Read(
            "u1001",
            {
                "meta": [
                    {"key": "index_created_ms", "value": "1790841600000"},
                    {"key": "tombstone_cursor_ms", "value": "0"},
                    {"key": "schema_version", "value": "3"},
                ],
                "files": [
                    {
                        "rel_path": "skills/review/SKILL.md",
                        "last_synced_sha": "4" * 64,
                        "size": 120,
                        "last_synced_ms": 1790848800000,
                        "direction": "pulled",
                        "state": "live",
                    },
                    {
                        "rel_path": "skills/old/SKILL.md",
                        "last_synced_ms": 1790848800000,
                        "direction": "pushed",
                        "state": "tombstoned",
                        "deleted_at_ms": 1790848860000,
                    },
                ],
                "pending_deletes": [
                    {"rel_path": "skills/old/SKILL.md", "requested_ms": 1790848870000}
                ],
                "pending_rmdirs": [{"rel_path": "skills/old"}],
            },
        )
        self.assertEqual(result.warnings, [])
        self.assertEqual(
            [
                (
                    event_data.record_kind,
                    event_data.file_path,
                    event_data.status,
                    event_data.time_source,
                    event_data.record_key,
                )
                for event_data in result.event_data
            ],
            [
                (
                    "state",
                    None,
                    "index_created_ms=1790841600000",
                    "index_created_ms",
                    "meta[index_created_ms]",
                ),
                (
                    "state",
                    None,
                    "tombstone_cursor_ms=0",
                    None,
                    "meta[tombstone_cursor_ms]",
                ),
                ("state", None, "schema_version=3", None, "meta[schema_version]"),
                (
                    "file",
                    "skills/review/SKILL.md",
                    "live",
                    "last_synced_ms",
                    "files[skills/review/SKILL.md]",
                ),
                (
                    "file",
                    "skills/old/SKILL.md",
                    "tombstoned",
                    "last_synced_ms, deleted_at_ms",
                    "files[skills/old/SKILL.md]",
                ),
                (
                    "file",
                    "skills/old/SKILL.md",
                    "pending delete",
                    "requested_ms",
                    "pending_deletes[skills/old/SKILL.md]",
                ),
                (
                    "file",
                    "skills/old",
                    "pending directory removal",
                    None,
                    "pending_rmdirs[skills/old]",
                ),
            ],
        )
        self.assertEqual(
            result.event_data[0].recorded_time.CopyToDateTimeStringISO8601(),
            "2026-10-01T08:00:00.000+00:00",
        )
        live, deleted = result.event_data[3:5]
        self.assertEqual(live.content_hash, "4" * 64)
        self.assertEqual(live.content_size, 120)
        self.assertEqual(live.direction, "pulled")
        self.assertEqual(live.store_owner, "u1001")
        self.assertIsNone(live.conversation_identifier)
        self.assertIsNone(live.deletion_time)
        self.assertEqual(
            deleted.deletion_time.CopyToDateTimeStringISO8601(),
            "2026-10-01T10:01:00.000+00:00",
        )

    def testReadOfConversation(self):
        """The store of a conversation joins it."""
        result = self._Read(CONVERSATION, {"meta": [{"key": "root_id", "value": "x"}]})
        self.assertEqual(result.event_data[0].conversation_identifier, CONVERSATION)
        self.assertEqual(result.event_data[0].store_owner, CONVERSATION)

    def testSchemaInLog(self):
        """Rows of an older schema in the log are not taken for files."""
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, "u1001", ".sync", "index.sqlite")
            os.makedirs(os.path.dirname(path))
            connection = sqlite3.connect(f"{path:s}.open", isolation_level=None)
            connection.execute("PRAGMA journal_mode = WAL")
            for statement in (
                "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT)",
                "CREATE TABLE files (rel_path TEXT PRIMARY KEY, last_synced_sha TEXT, "
                "last_seen_etag TEXT, size INTEGER, last_synced_ms INTEGER, direction "
                "TEXT, state TEXT, tombstone_etag TEXT, deleted_at_ms INTEGER)",
                "CREATE TABLE pending_deletes (rel_path TEXT)",
                "CREATE TABLE pending_rmdirs (rel_path TEXT)",
                "INSERT INTO meta VALUES ('schema_version', '3')",
            ):
                connection.execute(statement)
            for suffix in ("", "-wal"):
                shutil.copyfile(f"{path:s}.open{suffix:s}", f"{path:s}{suffix:s}")
            connection.close()

            result = lib.ParsePath("sqlite/cursor_agent_sync", path)

        self.assertEqual(
            [event_data.record_key for event_data in result.event_data],
            ["meta[schema_version]"],
        )

    def testReadOddValues(self):
        """Values of other types than declared do not raise."""
        result = self._Read(
            "u1",
            {
                "meta": [
                    {"key": None, "value": None},
                    {"key": "a_ms", "value": b"\xff"},
                ],
                "files": [{"rel_path": b"\xff", "size": "x", "last_synced_ms": "y"}],
            },
        )
        self.assertEqual(len(result.event_data), 3)


if __name__ == "__main__":
    unittest.main()
