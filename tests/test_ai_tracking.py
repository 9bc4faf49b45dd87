"""Tests for the reader of the tracking of AI code."""

import hashlib
import os
import tempfile
import unittest

from cursor_plaso import ai_tracking
from cursor_plaso import database
from cursor_plaso import producer
from cursor_plaso.state import context

from tests import evidence
from tests import lib

# The two rows of the seed's fixtures.
HASHES = [
    {
        "hash": "h1",
        "source": "composer",
        "fileExtension": "py",
        "fileName": "/srv/proj/calc.py",
        "requestId": "r1",
        "conversationId": "c1",
        "timestamp": 1790000003000,
        "createdAt": 1790000003050,
        "model": "grok-4.6",
    },
    {
        "hash": "h2",
        "source": "composer",
        "fileExtension": "py",
        "fileName": "/srv/proj/calc.py",
        "requestId": "r9",
        "conversationId": "c3",
        "timestamp": 1789990060000,
        "createdAt": 1789990060000,
        "model": "grok-4.6",
    },
]


class AITrackingReaderTest(unittest.TestCase):
    """Tests for the reader of the tracking of AI code."""

    def _Read(self, rows, schema=2026):
        """Writes a database and reads it.

        Args:
          rows (dict[str, list[dict[str, object]]]): rows per table.
          schema (Optional[int]): year of the schema.

        Returns:
          CollectingProducer: producer that has what was produced.
        """
        collecting_producer = producer.CollectingProducer()
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, "ai-code-tracking.db")
            evidence.WriteAICodeTracking(path, rows, schema=schema)
            tracking_database = database.Database.OpenFileEntry(
                lib.MakeFileEntry(lib.MakePathSpec(path)), collecting_producer
            )
            ai_tracking.AITrackingReader(
                context.StateContext(collecting_producer, tracking_database.live)
            ).Read()
        return collecting_producer

    def _GetTime(self, date_time):
        """Formats a time.

        Args:
          date_time (dfdatetime.DateTimeValues): date and time or None.

        Returns:
          str: date and time or None.
        """
        return date_time.CopyToDateTimeStringISO8601() if date_time else None

    def testReadHashes(self):
        """The hashes of the seed's fixtures, and the other sources."""
        other = [
            {"hash": "h3", "source": "cli", "conversationId": "s1", "createdAt": 1},
            {
                "hash": "h4",
                "source": "tab",
                "requestId": "r4",
                "createdAt": 1790000004000,
            },
            {
                "hash": "h5",
                "source": "human",
                "fileName": "C:\\proj\\a.py",
                "createdAt": 1790000005000,
            },
        ]
        result = self._Read({"ai_code_hashes": HASHES + other})
        self.assertEqual(result.warnings, [])
        self.assertEqual(
            [
                (
                    event_data.line_hash,
                    event_data.code_source,
                    event_data.conversation_identifier,
                    event_data.request_identifier,
                    self._GetTime(event_data.recorded_time),
                    event_data.time_source,
                )
                for event_data in result.GetByDataType("cursor:ai_code:line")
            ],
            [
                (
                    "h1",
                    "composer",
                    "c1",
                    "r1",
                    "2026-09-21T14:13:23.000+00:00",
                    "timestamp",
                ),
                (
                    "h2",
                    "composer",
                    "c3",
                    "r9",
                    "2026-09-21T11:27:40.000+00:00",
                    "timestamp",
                ),
                ("h3", "cli", "s1", None, None, None),
                (
                    "h4",
                    "tab",
                    None,
                    "r4",
                    "2026-09-21T14:13:24.000+00:00",
                    "createdAt",
                ),
                (
                    "h5",
                    "human",
                    None,
                    None,
                    "2026-09-21T14:13:25.000+00:00",
                    "createdAt",
                ),
            ],
        )
        event_data = result.event_data[0]
        self.assertEqual(event_data.file_extension, "py")
        self.assertEqual(event_data.file_path, "/srv/proj/calc.py")
        self.assertEqual(event_data.model, "grok-4.6")
        self.assertEqual(event_data.record_key, "ai_code_hashes[h1]")
        self.assertEqual(result.event_data[4].file_path, "c:\\proj\\a.py")

    def testReadCommits(self):
        """A commit has two times: its date, with zone, and that of the score."""
        result = self._Read(
            {
                "scored_commits": [
                    {
                        "commitHash": "a" * 40,
                        "branchName": "main",
                        "scoredAt": 1790000004000,
                        "linesAdded": 8,
                        "linesDeleted": 2,
                        "composerLinesAdded": 6,
                        "humanLinesAdded": 2,
                        "commitMessage": "Add subtract",
                        "commitDate": "Fri Feb 20 15:54:33 2026 +0530",
                        "v1AiPercentage": "75.00",
                        "v2AiPercentage": "99.75",
                    },
                    {
                        "commitHash": "a" * 40,
                        "branchName": "topic",
                        "scoredAt": 1790000004000,
                        "commitDate": "last Friday",
                        "v1AiPercentage": "75.00",
                    },
                ]
            }
        )
        event_data, other = result.event_data
        self.assertEqual(event_data.data_type, "cursor:ai_code:commit")
        self.assertEqual(event_data.ai_percentage, "99.75 (version 1: 75.00)")
        self.assertEqual(event_data.commit_hash, "a" * 40)
        self.assertEqual(event_data.composer_lines_added, 6)
        self.assertEqual(event_data.git_branch, "main")
        self.assertEqual((event_data.lines_added, event_data.lines_removed), (8, 2))
        self.assertEqual(
            self._GetTime(event_data.commit_time), "2026-02-20T15:54:33+05:30"
        )
        self.assertEqual(
            self._GetTime(event_data.recorded_time), "2026-09-21T14:13:24.000+00:00"
        )
        self.assertEqual(event_data.time_source, "scoredAt, commitDate")
        self.assertEqual(event_data.record_key, f"scored_commits[{'a' * 40:s}:main]")
        self.assertIsNone(other.commit_time)
        self.assertEqual(other.ai_percentage, "75.00")
        self.assertEqual(len(result.warnings), 1)
        self.assertNotIn("last Friday", result.warnings[0])

    def testReadOtherTables(self):
        """Summaries, deletions, tracked files and the state."""
        content = "def add(a, b):\n"
        result = self._Read(
            {
                "ai_deleted_files": [
                    {
                        "gitPath": "old.py",
                        "composerId": "c1",
                        "model": "grok-4.6",
                        "deletedAt": 1790000006000,
                    }
                ],
                "conversation_summaries": [
                    {
                        "conversationId": "c1",
                        "title": "Add subtract",
                        "tldr": "Added it",
                        "overview": "calc.py has subtract()",
                        "summaryBullets": '["Added"]',
                        "model": "grok-4.6",
                        "mode": "agent",
                        "updatedAt": 1790000007000,
                    }
                ],
                "tracked_file_content": [
                    {
                        "gitPath": "calc.py",
                        "content": content,
                        "conversationId": "c1",
                        "fileExtension": "py",
                        "createdAt": 1790000008000,
                    }
                ],
                "tracking_state": [
                    {
                        "key": "trackingStartTime",
                        "value": '{"timestamp":1765839809235}',
                    },
                    {"key": "other", "value": "{"},
                ],
            }
        )
        self.assertEqual(result.warnings, [])

        deleted = result.GetByDataType("cursor:ai_code:deleted_file")[0]
        self.assertEqual(deleted.conversation_identifier, "c1")
        self.assertEqual(deleted.file_path, "old.py")
        self.assertEqual(
            self._GetTime(deleted.deletion_time), "2026-09-21T14:13:26.000+00:00"
        )

        summary = result.GetByDataType("cursor:ai_code:summary")[0]
        self.assertEqual(summary.agent_mode, "agent")
        self.assertEqual(summary.conversation_title, "Add subtract")
        self.assertEqual(summary.message_body, 'calc.py has subtract()\n["Added"]')
        self.assertEqual(summary.summary, "Added it")
        self.assertEqual(summary.time_source, "updatedAt")

        tracked = result.GetByDataType("cursor:ai_code:tracked_file")[0]
        self.assertEqual(tracked.content_size, len(content))
        self.assertEqual(
            tracked.content_sha256,
            hashlib.sha256(content.encode("ascii")).hexdigest(),
        )
        self.assertNotIn("def add", str(vars(tracked)))

        start, other = result.GetByDataType("cursor:ai_code:state")
        self.assertEqual(start.setting_name, "trackingStartTime")
        self.assertEqual(
            self._GetTime(start.recorded_time), "2025-12-15T23:03:29.235+00:00"
        )
        self.assertIsNone(other.recorded_time)

    def testReadOldSchema(self):
        """The schema of December 2025 has fewer columns and tables."""
        result = self._Read(
            {
                "ai_code_hashes": HASHES,
                "scored_commits": [
                    {
                        "commitHash": "a" * 40,
                        "branchName": "main",
                        "scoredAt": 1790000004000,
                    }
                ],
            },
            schema=2025,
        )
        self.assertEqual(result.warnings, [])
        self.assertEqual(len(result.event_data), 3)
        commit = result.GetByDataType("cursor:ai_code:commit")[0]
        self.assertIsNone(commit.lines_added)
        self.assertIsNone(commit.commit_time)
        self.assertEqual(commit.time_source, "scoredAt")

    def testReadOddValues(self):
        """Values of other types than declared neither raise nor become times."""
        result = self._Read(
            {
                "ai_code_hashes": [
                    {
                        "hash": b"\xff\x00",
                        "source": "",
                        "fileName": 5,
                        "timestamp": "soon",
                        "createdAt": b"x",
                    }
                ],
                "tracked_file_content": [
                    {"gitPath": "a", "content": None, "createdAt": 1.5}
                ],
                "tracking_state": [{"key": "a", "value": "[" * 5000}],
            }
        )
        self.assertEqual(len(result.event_data), 3)
        self.assertIsNone(result.event_data[0].recorded_time)


if __name__ == "__main__":
    unittest.main()
