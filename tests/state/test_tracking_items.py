"""Tests for the readers of AI code tracking in ItemTable."""

import unittest

from cursor_plaso import producer
from cursor_plaso.state import context
from cursor_plaso.state import tracking_items

from tests import evidence

READERS = (
    tracking_items.CommitsReader,
    tracking_items.LinesReader,
    tracking_items.TrackingStateReader,
)


def ReadRow(key, value):
    """Reads a row.

    Args:
      key (str): key.
      value (object): stored value, where anything but text is encoded as JSON.

    Returns:
      CollectingProducer: producer that has what was produced.
    """
    if not isinstance(value, (bytes, str)):
        value = evidence.DumpJSON(value)
    collecting_producer = producer.CollectingProducer()
    state_context = context.StateContext(collecting_producer, None)
    for reader_class in READERS:
        if key in reader_class.KEYS or key.startswith(reader_class.PREFIXES):
            reader = reader_class(state_context)
            reader.ReadRow(key, value)
            reader.Finish()
    return collecting_producer


class CommitsReaderTest(unittest.TestCase):
    """Tests for the reader of scored commits."""

    def testReadRow(self):
        """Each "hash:branch" gives an event without a time."""
        result = ReadRow(
            "aiCodeTrackingScoredCommits",
            [f"{'a' * 40:s}:feature/x:y", f"{'b' * 40:s}", 5, ""],
        )
        self.assertEqual(
            [
                (event_data.data_type, event_data.commit_hash, event_data.git_branch)
                for event_data in result.event_data
            ],
            [
                ("cursor:ai_code:commit", "a" * 40, "feature/x:y"),
                ("cursor:ai_code:commit", "b" * 40, None),
            ],
        )
        self.assertIsNone(result.event_data[0].recorded_time)
        self.assertEqual(
            result.event_data[1].record_key,
            "ItemTable[aiCodeTrackingScoredCommits#1]",
        )
        self.assertEqual(len(result.warnings), 1)

    def testReadRowOfRecentCommit(self):
        """The last commit has its time and counts."""
        result = ReadRow(
            "aiCodeTracking.recentCommit",
            {
                "aiPercentage": 75.5,
                "branchName": "main",
                "commitHash": "c" * 40,
                "commitMessage": "Add subtract",
                "composerLinesAdded": 6,
                "linesAdded": 8,
                "linesDeleted": 0,
                "repoName": "owner/demo",
                "timestamp": evidence.START_MILLISECONDS,
            },
        )
        self.assertEqual(result.warnings, [])
        event_data = result.event_data[0]
        self.assertEqual(event_data.ai_percentage, "75.5")
        self.assertEqual(event_data.commit_message, "Add subtract")
        self.assertEqual(event_data.composer_lines_added, 6)
        self.assertEqual(event_data.git_branch, "main")
        self.assertEqual(event_data.lines_removed, 0)
        self.assertEqual(event_data.repository_name, "owner/demo")
        self.assertEqual(
            event_data.recorded_time.CopyToDateTimeStringISO8601(),
            "2026-10-01T10:00:00.000+00:00",
        )
        self.assertEqual(event_data.time_source, "timestamp")


class LinesReaderTest(unittest.TestCase):
    """Tests for the reader of hashes of code."""

    def testReadRow(self):
        """Hashes of one edit give one event with their number."""
        edit = {
            "source": "composer",
            "composerId": "c1",
            "fileExtension": "py",
            "fileName": "/srv/proj/calc.py",
            "invocationID": "r1",
            "timestamp": evidence.START_MILLISECONDS,
        }
        old = {"source": "composer", "composerId": "c2"}
        result = ReadRow(
            "aiCodeTrackingLines",
            [
                {"hash": "60063efa", "metadata": edit},
                {"hash": "3b53ccd7", "metadata": old},
                {"hash": "b5ef1032", "metadata": edit},
                {"hash": "b5ef1033", "metadata": old},
                {"hash": "b5ef1034", "metadata": {"source": "tab"}},
                {"metadata": old},
                7,
            ],
        )
        self.assertEqual(
            [
                (
                    event_data.code_source,
                    event_data.conversation_identifier,
                    event_data.number_of_hashes,
                    event_data.line_hash,
                )
                for event_data in result.event_data
            ],
            [
                ("composer", "c1", 2, None),
                ("composer", "c2", 2, None),
                ("tab", None, 1, "b5ef1034"),
            ],
        )
        event_data = result.event_data[0]
        self.assertEqual(event_data.file_path, "/srv/proj/calc.py")
        self.assertEqual(event_data.request_identifier, "r1")
        self.assertEqual(
            event_data.recorded_time.CopyToDateTimeStringISO8601(),
            "2026-10-01T10:00:00.000+00:00",
        )
        self.assertIsNone(result.event_data[1].recorded_time)
        self.assertEqual(len(result.warnings), 1)


class TrackingStateReaderTest(unittest.TestCase):
    """Tests for the reader of the state of the tracking."""

    def testReadRow(self):
        """The start has its time; the date of a statistic is no time."""
        result = ReadRow("aiCodeTrackingStartTime", {"timestamp": 1765839809235})
        event_data = result.event_data[0]
        self.assertEqual(event_data.data_type, "cursor:ai_code:state")
        self.assertEqual(event_data.setting_name, "aiCodeTrackingStartTime")
        self.assertEqual(
            event_data.recorded_time.CopyToDateTimeStringISO8601(),
            "2025-12-15T23:03:29.235+00:00",
        )

        key = "aiCodeTracking.dailyStats.v1.5.2026-04-02"
        result = ReadRow(key, {"date": "2026-04-02", "tabSuggestedLines": 109})
        event_data = result.event_data[0]
        self.assertEqual(event_data.setting_name, key)
        self.assertEqual(
            event_data.setting_value, '{"date":"2026-04-02","tabSuggestedLines":109}'
        )
        self.assertIsNone(event_data.recorded_time)

    def testReadRowDamaged(self):
        """A bad value is one warning."""
        for key in (
            "aiCodeTrackingLines",
            "aiCodeTrackingScoredCommits",
            "aiCodeTrackingStartTime",
        ):
            result = ReadRow(key, "{[")
            self.assertEqual(result.event_data, [])
            self.assertEqual(len(result.warnings), 1)


if __name__ == "__main__":
    unittest.main()
