"""Tests of the reader of store.db with stores that the vendor's own code wrote."""

import glob
import json
import os
import shutil
import sqlite3
import tempfile
import unittest

from cursor_plaso import agent_store
from cursor_plaso import database
from cursor_plaso import keys
from cursor_plaso import producer
from test_data.recipes import seed
from tests import lib

_SAMPLES_PATH = os.path.join(lib.TEST_DATA_PATH, "samples")


def ReadStore(path):
    """Reads a store.

    Args:
      path (str): path of store.db.

    Returns:
      CollectingProducer: what the reader produced.
    """
    file_entry = lib.MakeFileEntry(lib.MakePathSpec(path))
    collecting_producer = producer.CollectingProducer()
    store_database = database.Database.OpenFileEntry(file_entry, collecting_producer)
    agent_store.ReadAgentStore(collecting_producer, store_database, file_entry)
    return collecting_producer


def FindSample(*segments):
    """Finds a file of a sample.

    Args:
      segments (list[str]): segments of the path, which may hold wildcards.

    Returns:
      str: path.
    """
    return glob.glob(os.path.join(_SAMPLES_PATH, *segments))[0]


class CLIStoreTest(unittest.TestCase):
    """Tests with the sample cli_chat_3turns."""

    @classmethod
    def setUpClass(cls):
        """Reads the sample."""
        cls.producer = ReadStore(
            FindSample("cli_chat_3turns", ".cursor", "chats", "*", "*", "store.db")
        )
        path = os.path.join(_SAMPLES_PATH, "cli_chat_3turns", "expected.json")
        with open(path, "r", encoding="utf-8") as file_object:
            cls.expected = json.load(file_object)

    def testTurns(self):
        """All turns come in order, with the times and outcomes of the truth."""
        session_identifier = self.expected["session_id"]
        expected = []
        for turn in self.expected["turns"]:
            user = turn["user"]
            expected.append(("user", user["text"], user["started_at_ms"], None, None))
            for step in turn["steps"]:
                if step["type"] == "tool":
                    expected.append(
                        (
                            step["tool"].replace("ToolCall", ""),
                            keys.EscapeKey(step["tool_call_id"]),
                            step["started_at_ms"],
                            step["completed_at_ms"],
                            step["outcome"],
                        )
                    )
                else:
                    expected.append(
                        (step["type"], step["text"], step["started_at_ms"], None, None)
                    )

        records = []
        for event_data in self.producer.event_data:
            if event_data.conversation_identifier != session_identifier:
                continue
            if event_data.data_type == "cursor:message":
                date_time = event_data.sent_time or event_data.creation_time
                records.append(
                    (
                        event_data.role,
                        event_data.message_body,
                        date_time.timestamp,
                        None,
                        None,
                    )
                )
            elif event_data.data_type == "cursor:tool_call":
                records.append(
                    (
                        event_data.tool_name,
                        event_data.tool_call_identifier,
                        event_data.start_time.timestamp,
                        event_data.end_time.timestamp,
                        event_data.outcome,
                    )
                )

        self.assertEqual(records, expected)

    def testSession(self):
        """The session has its project, title and flags, and never its key."""
        conversation = self.producer.GetByDataType("cursor:conversation")[0]

        self.assertEqual(conversation.project_path, self.expected["cwd"])
        self.assertEqual(conversation.conversation_title, "Fix calc tests")
        self.assertEqual(conversation.application, "CLI")
        self.assertEqual(conversation.git_branch, "main")
        self.assertEqual(conversation.creation_time.timestamp, 1790859605000)
        self.assertIs(conversation.run_everything, False)
        for event_data in self.producer.event_data:
            self.assertNotIn("abababababab", repr(event_data.__dict__))

    def testRejection(self):
        """The refusal carries the instruction that the user typed."""
        decisions = self.producer.GetByDataType("cursor:permission:decision")

        self.assertEqual(len(decisions), 1)
        self.assertEqual(decisions[0].outcome, "rejected")
        self.assertEqual(decisions[0].reason, "keep it, use git clean later")
        self.assertEqual(decisions[0].call_summary, "rm -rf build")
        self.assertEqual(decisions[0].recorded_time.timestamp, 1790860021400)

    def testSubagent(self):
        """The sub-agent is a conversation of its own that names its parent."""
        (identifier, expected), *_ = self.expected["subagents"].items()
        records = [
            event_data
            for event_data in self.producer.event_data
            if event_data.conversation_identifier == identifier
        ]

        self.assertEqual(
            [event_data.data_type for event_data in records],
            [
                "cursor:conversation",
                "cursor:message",
                "cursor:tool_call",
                "cursor:message",
            ],
        )
        for event_data in records:
            self.assertEqual(
                event_data.parent_conversation_identifier, self.expected["session_id"]
            )
        self.assertEqual(
            records[0].creation_time.timestamp, expected["created_timestamp_ms"]
        )
        self.assertEqual(records[0].subagent_type, expected["subagent_type"])
        self.assertEqual(
            records[3].creation_time.timestamp,
            expected["turns"][0]["steps"][1]["started_at_ms"],
        )

    def testModels(self):
        """The resolved model is told once, with the selection beside it."""
        changes = self.producer.GetByDataType("cursor:model:change")

        self.assertEqual(
            [(change.previous_model, change.model) for change in changes],
            [(None, "grok-4.7-high-fast")],
        )
        self.assertEqual(changes[0].requested_model, "grok-4.7")

    def testOnce(self):
        """Clean data gives no warning and no two records of one key."""
        record_keys = [
            (event_data.data_type, event_data.record_key)
            for event_data in self.producer.event_data
        ]

        self.assertEqual(self.producer.warnings, [])
        self.assertEqual(len(record_keys), len(set(record_keys)))


class RecoveredBlobsTest(unittest.TestCase):
    """Tests with the sample cli_chat_3turns, of which blobs were deleted."""

    def _GetTexts(self, result, is_recovered):
        """Retrieves what messages and calls say.

        Args:
          result (CollectingProducer): what the reader produced.
          is_recovered (bool): True for what was recovered.

        Returns:
          list[str]: texts of messages, but for those that tell what is missing, and
              summaries of calls.
        """
        return [
            getattr(event_data, "message_body", None) or event_data.call_summary
            for event_data, recovered in zip(result.event_data, result.recovered)
            if recovered == is_recovered
            and event_data.data_type in ("cursor:message", "cursor:tool_call")
            and getattr(event_data, "role", None) != "system"
        ]

    def testOnce(self):
        """What a recovered turn shares with what is left of it is not told again."""
        source_path = FindSample(
            "cli_chat_3turns", ".cursor", "chats", "*", "*", "store.db"
        )
        expected = set(self._GetTexts(ReadStore(source_path), False))
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, "store.db")
            for suffix in ("", "-wal"):
                if os.path.exists(source_path + suffix):
                    shutil.copyfile(source_path + suffix, path + suffix)
            connection = sqlite3.connect(path, isolation_level=None)
            connection.execute("PRAGMA secure_delete = OFF")
            identifiers = [
                identifier
                for (identifier,) in connection.execute(
                    "SELECT id FROM blobs ORDER BY rowid"
                )
            ]
            for identifier in identifiers[2::4]:
                connection.execute("DELETE FROM blobs WHERE id = ?", (identifier,))
            connection.close()
            result = ReadStore(path)

        live = self._GetTexts(result, False)
        recovered = self._GetTexts(result, True)
        self.assertTrue(set(live + recovered) <= expected)
        # The first turn ends in what only its deleted version has.
        self.assertIn("Added a docstring; the tests pass.", recovered)
        self.assertNotIn("Run the tests and fix calc.py", recovered)
        self.assertEqual(len(recovered), len(set(recovered)))
        turns = [text for text in recovered if text != "No typos found."]
        self.assertFalse(set(turns) & set(live))


class SDKStoreTest(unittest.TestCase):
    """Tests with the store of the sample sdk_local_store."""

    def testConversation(self):
        """The root comes from index.db, since the store itself names none."""
        result = ReadStore(
            FindSample(
                "sdk_local_store",
                "home",
                ".cursor",
                "projects",
                "*",
                "sdk-agent-store",
                "*",
                "agents",
                "*",
                "store.db",
            )
        )
        conversation = result.GetByDataType("cursor:conversation")[0]
        texts = [
            message.message_body
            for message in result.GetByDataType("cursor:message")
            if message.role in ("user", "assistant")
        ]
        calls = result.GetByDataType("cursor:tool_call")

        self.assertEqual(conversation.application, "SDK")
        self.assertEqual(conversation.conversation_title, "Nightly lint bot")
        self.assertEqual(conversation.project_path, "/home/ana/proj/demo")
        self.assertEqual(
            texts, ["Lint the repo", "Lint is clean.", "Lint again", "And again"]
        )
        self.assertEqual(
            [(call.call_summary, call.outcome) for call in calls],
            [("ruff check .", "success")] * 3,
        )
        self.assertEqual(result.warnings, [])


class SeedSessionTest(unittest.TestCase):
    """Tests with the seed's CLI session s1, whose root is not in the store."""

    def testSession(self):
        """The JSON messages stand in for the tree, as the plan of the seed says."""
        with tempfile.TemporaryDirectory() as directory:
            seed.WriteCursorHome(directory)
            paths = glob.glob(
                os.path.join(directory, "**", "s1", "store.db"), recursive=True
            )
            result = ReadStore(paths[0])

        conversation = result.GetByDataType("cursor:conversation")[0]
        messages = result.GetByDataType("cursor:message")
        calls = result.GetByDataType("cursor:tool_call")
        decisions = result.GetByDataType("cursor:permission:decision")
        changes = result.GetByDataType("cursor:model:change")

        self.assertEqual(conversation.conversation_identifier, "s1")
        self.assertEqual(conversation.conversation_title, "Run python")
        self.assertEqual(conversation.project_path, "/srv/proj")
        self.assertEqual(
            [(message.role, message.message_body) for message in messages],
            [("user", "Run python3 twice"), ("thinking", "Run it.")],
        )
        self.assertEqual(
            messages[0].sent_time.CopyToDateTimeStringISO8601(),
            "2026-10-01T09:00:00-04:00",
        )
        self.assertEqual(
            [
                (call.tool_name, call.tool_call_identifier, call.outcome)
                for call in calls
            ],
            [("Shell", "tc5", "success"), ("Shell", "tc6", "rejected")],
        )
        self.assertEqual(len(decisions), 1)
        self.assertEqual(decisions[0].reason, "skip it")
        self.assertEqual(
            [(change.model, change.requested_model) for change in changes],
            [("grok-4.7-high-fast", "grok-4.7")],
        )
        # The root that the session names is missing, which is told once.
        self.assertEqual(len(result.warnings), 1)


class SessionTest(unittest.TestCase):
    """Tests of what row 0 of meta tells of a session."""

    def _ReadSession(self, meta, meta_file=None):
        """Reads a store that has sent nothing.

        Args:
          meta (dict[str, object]): row 0 of meta.
          meta_file (Optional[dict[str, object]]): meta.json beside the store.

        Returns:
          CursorConversationEventData: event data of the session.
        """
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, "store.db")
            connection = sqlite3.connect(path)
            connection.execute("CREATE TABLE blobs (id TEXT PRIMARY KEY, data BLOB)")
            connection.execute("CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT)")
            connection.execute(
                "INSERT INTO meta VALUES ('0', ?)",
                (json.dumps(meta).encode("utf-8").hex(),),
            )
            connection.commit()
            connection.close()
            with open(
                os.path.join(directory, "meta.json"), "w", encoding="utf-8"
            ) as file_object:
                json.dump(meta_file or {}, file_object)
            return ReadStore(path).event_data[0]

    def testMembers(self):
        """Mode, approval, plan and parent of a session are told (1.8)."""
        session = self._ReadSession(
            {
                "agentId": "a1",
                "approvalMode": "auto-review",
                "createdAt": 1790856000000,
                "currentPlanUri": "file:///home/ana/.cursor/plans/a.plan.md",
                "mode": "plan",
                "resumeBcId": "bc-e1",
                "subagentInfo": {
                    "parentAgentId": "p1",
                    "rootParentAgentId": "r1",
                    "toolCallId": "tc1",
                    "typeName": "explore",
                },
            }
        )

        self.assertEqual(session.agent_mode, "plan")
        self.assertEqual(session.approval_mode, "auto-review")
        self.assertIs(session.is_subagent, True)
        self.assertEqual(session.origin, "resumed cloud agent bc-e1")
        self.assertEqual(session.parent_conversation_identifier, "p1")
        self.assertEqual(session.parent_tool_call_identifier, "tc1")
        self.assertEqual(session.root_conversation_identifier, "r1")
        self.assertEqual(session.plans, "/home/ana/.cursor/plans/a.plan.md")
        self.assertEqual(session.subagent_type, "explore")

    def testDefaultName(self):
        """The name that an agent has by default gives way to the title (1.8)."""
        for name, title, expected_title in (
            ("New Agent", "Run python", "Run python"),
            ("New Agent", None, "New Agent"),
            ("Fix it", "Run python", "Fix it"),
        ):
            session = self._ReadSession(
                {"agentId": "a1", "name": name}, {"title": title}
            )

            self.assertEqual(session.conversation_title, expected_title)


if __name__ == "__main__":
    unittest.main()
