"""Tests of the trees of the IDE with the vendor-written sample ide_agentkv."""

import collections
import json
import os
import shutil
import sqlite3
import tempfile
import unittest

from tests import lib
from tests.state import test_reader

_SAMPLE_PATH = os.path.join(lib.TEST_DATA_PATH, "samples", "ide_agentkv")
_STATE_PATH = os.path.join(
    _SAMPLE_PATH,
    "Library",
    "Application Support",
    "Cursor",
    "User",
    "globalStorage",
    "state.vscdb",
)


class DeletedBlobsTest(unittest.TestCase):
    """Tests with the sample of which some of the blobs were deleted."""

    def _CountTexts(self, path):
        """Counts messages and calls by what they say.

        Args:
          path (str): path of the database.

        Returns:
          collections.Counter: number per text or summary of a call, and time.
        """
        counts = collections.Counter()
        for event_data in test_reader.ReadPath(path).event_data:
            if event_data.data_type == "cursor:message" and event_data.role != "system":
                date_time = event_data.sent_time or event_data.creation_time
                text = event_data.message_body
            elif event_data.data_type == "cursor:tool_call":
                date_time = event_data.start_time
                text = event_data.call_summary
            else:
                continue
            counts[(text, date_time.timestamp if date_time else None)] += 1
        return counts

    def testOnce(self):
        """Whichever blobs are gone, what several roots lead to is told once."""
        expected = self._CountTexts(_STATE_PATH)
        self.assertEqual(set(expected.values()), {1})
        for start, step in ((0, 2), (1, 3), (2, 4), (0, 5)):
            with tempfile.TemporaryDirectory() as directory:
                path = os.path.join(directory, "state.vscdb")
                shutil.copyfile(_STATE_PATH, path)
                connection = sqlite3.connect(path, isolation_level=None)
                connection.execute("PRAGMA secure_delete = OFF")
                keys = [
                    key
                    for (key,) in connection.execute(
                        "SELECT key FROM cursorDiskKV WHERE key LIKE 'agentKv:blob:%' "
                        "ORDER BY rowid"
                    )
                ]
                for key in keys[start::step]:
                    connection.execute("DELETE FROM cursorDiskKV WHERE key = ?", (key,))
                connection.close()
                counts = self._CountTexts(path)

            self.assertTrue(set(counts) <= set(expected), (start, step))
            # The bubble of a live conversation tells its text whatever trees do.
            repeated = {text for (text, _), number in counts.items() if number > 1}
            self.assertTrue(repeated <= {"live question"}, (start, step))

    def testSteps(self):
        """A step of a tree in the table is told where its blob was recovered."""
        for text in ("There is a.py.", "use ls", "deleted: list files"):
            with tempfile.TemporaryDirectory() as directory:
                path = os.path.join(directory, "state.vscdb")
                shutil.copyfile(_STATE_PATH, path)
                connection = sqlite3.connect(path, isolation_level=None)
                connection.execute("PRAGMA secure_delete = OFF")
                # Steps and prompts alone have the text as it is.
                identifiers = [
                    key
                    for key, value in connection.execute(
                        "SELECT key, value FROM cursorDiskKV "
                        "WHERE key LIKE 'agentKv:blob:%'"
                    )
                    if text.encode("utf-8") in value and not value.startswith(b"{")
                ]
                self.assertTrue(identifiers)
                for key in identifiers:
                    connection.execute("DELETE FROM cursorDiskKV WHERE key = ?", (key,))
                connection.close()
                result = test_reader.ReadPath(path)

            messages = [
                event_data
                for event_data in result.GetByDataType("cursor:message")
                if event_data.message_body == text
            ]
            self.assertEqual(len(messages), 1, text)
            self.assertEqual(
                messages[0].conversation_identifier[-4:], "f002", messages[0].__dict__
            )
            self.assertIn("recovered blobs", messages[0].recovery_location)


class IDETreesTest(unittest.TestCase):
    """Tests with one live and two deleted conversations of 56 blobs."""

    @classmethod
    def setUpClass(cls):
        """Reads the sample."""
        cls.producer = test_reader.ReadPath(_STATE_PATH)
        path = os.path.join(_SAMPLE_PATH, "expected.json")
        with open(path, "r", encoding="utf-8") as file_object:
            cls.expected = json.load(file_object)

    def _GetTurns(self, conversation_identifier):
        """Retrieves the turns of a conversation in the shape of expected.json.

        Args:
          conversation_identifier (str): identifier of the conversation.

        Returns:
          list[tuple[str, str, int, int]]: kind, content, start and end of the records
              in the order of their times.
        """
        records = []
        for event_data in self.producer.event_data:
            if event_data.conversation_identifier != conversation_identifier:
                continue
            if event_data.data_type == "cursor:message":
                date_time = event_data.sent_time or event_data.creation_time
                records.append(
                    (
                        date_time.timestamp,
                        event_data.role,
                        event_data.message_body,
                        None,
                    )
                )
            elif event_data.data_type == "cursor:tool_call":
                records.append(
                    (
                        event_data.start_time.timestamp,
                        event_data.tool_name,
                        event_data.call_summary,
                        event_data.end_time.timestamp,
                    )
                )
        return sorted(records)

    def _GetExpectedTurns(self, conversation):
        """Retrieves the expected records of a conversation.

        Args:
          conversation (dict[str, object]): conversation of expected.json.

        Returns:
          list[tuple[int, str, str, int]]: records.
        """
        records = []
        for turn in conversation["turns"]:
            records.append((turn["started_at_ms"], "user", turn["user"], None))
            for step in turn["steps"]:
                if step["type"] == "tool":
                    records.append(
                        (
                            step["started_at_ms"],
                            step["tool"].replace("_tool_call", ""),
                            step["command"],
                            step["completed_at_ms"],
                        )
                    )
                else:
                    records.append(
                        (step["started_at_ms"], step["type"], step["text"], None)
                    )
        return sorted(records)

    def testDeletedConversations(self):
        """A deleted conversation comes back whole, in order, to the millisecond."""
        for conversation in self.expected["deleted"]:
            self.assertEqual(
                self._GetTurns(conversation["composer_id"]),
                self._GetExpectedTurns(conversation),
            )

    def testDeletedConversationsAreRecovered(self):
        """What only the tree holds is marked recovered, the deletion names it."""
        for conversation in self.expected["deleted"]:
            identifier = conversation["composer_id"]
            for event_data, is_recovered in zip(
                self.producer.event_data, self.producer.recovered
            ):
                if event_data.conversation_identifier == identifier:
                    # The header row itself still stands.
                    is_header = event_data.evidence_source == "composer header"
                    self.assertEqual(is_recovered, not is_header)
            deletion = [
                event_data
                for event_data in self.producer.GetByDataType(
                    "cursor:conversation:deleted"
                )
                if event_data.conversation_identifier == identifier
            ]
            self.assertEqual(len(deletion), 1)
            number_of_turns = len(conversation["turns"])
            self.assertIn(f"{number_of_turns:d} turns", deletion[0].remnants)

    def testRejectedCall(self):
        """A rejected call of a deleted conversation is a decision."""
        decisions = self.producer.GetByDataType("cursor:permission:decision")

        self.assertEqual(len(decisions), 1)
        self.assertEqual(decisions[0].call_summary, "rm a.py")
        self.assertEqual(decisions[0].outcome, "rejected")
        self.assertEqual(decisions[0].recorded_time.timestamp, 1792483501090)

    def testLiveConversation(self):
        """Bubbles come first; steps of the tree without bubble are added once."""
        live = self.expected["live"]
        messages = [
            event_data
            for event_data in self.producer.GetByDataType("cursor:message")
            if event_data.conversation_identifier == live["composer_id"]
        ]

        self.assertEqual(
            [
                (message.role, message.message_body, message.evidence_source)
                for message in messages
            ],
            [
                ("user", "live question", "bubble"),
                ("thinking", "hm", "agent.v1 tree, no bubble"),
                ("assistant", "live answer", "agent.v1 tree, no bubble"),
            ],
        )
        self.assertEqual(messages[2].creation_time.timestamp, 1792479602500)

    def testToolCallBinary(self):
        """The copy of a call gives the result its bubble lacks, and says so."""
        calls = [
            event_data
            for event_data in self.producer.GetByDataType("cursor:tool_call")
            if event_data.evidence_source == "bubble"
        ]

        self.assertEqual(len(calls), 1)
        self.assertEqual(calls[0].result, "[]")
        self.assertIn("toolCallBinary", calls[0].secondary_sources)

    def testRecordKeys(self):
        """No two records of a data type have the same key."""
        record_keys = [
            (event_data.data_type, event_data.record_key)
            for event_data in self.producer.event_data
        ]

        self.assertEqual(len(record_keys), len(set(record_keys)))

    def testNoWarnings(self):
        """Clean data gives no warning."""
        self.assertEqual(self.producer.warnings, [])


if __name__ == "__main__":
    unittest.main()
