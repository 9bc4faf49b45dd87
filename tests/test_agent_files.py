"""Tests of conversations whose blobs stand in a text file."""

import base64
import json
import os
import shutil
import tempfile
import unittest

from cursor_plaso import agent_files
from cursor_plaso.agent import blobs
from tests import lib
from tests.agent import tree_lib

_AGENT_IDENTIFIER = "agent-5b1f0c1e-0000-4000-8000-00000000a9e2"

_JSON_STORE_PATH = os.path.join(
    lib.TEST_DATA_PATH, "samples", "sdk_local_store", "jsonl-store"
)

_CLI_STORE = ("cli_chat_3turns", ".cursor", "chats", "*", "*", "store.db")


def _GetTurns(event_data_list):
    """Summarises messages and tool calls in the form of expected.json.

    Args:
      event_data_list (list[CursorEventData]): event data.

    Returns:
      list[dict[str, object]]: user message and steps per turn.
    """
    turns = {}
    for event_data in event_data_list:
        if event_data.data_type == "cursor:message" and event_data.role == "user":
            turns.setdefault(event_data.turn_number, {"steps": []})[
                "user"
            ] = event_data.message_body
    for event_data in event_data_list:
        if event_data.data_type == "cursor:tool_call":
            step = (
                f"{event_data.tool_name:s} {event_data.call_summary:s} "
                f"({event_data.outcome:s})"
            )
        elif event_data.data_type != "cursor:message" or event_data.role == "user":
            continue
        elif event_data.role == "thinking":
            step = "thinking"
        else:
            step = f"{event_data.role:s} {event_data.message_body:s}"
        turns[event_data.turn_number]["steps"].append(step)
    return list(turns.values())


def _MakeChat(**members):
    """Makes an exported chat of the CLI session of the sample (storage-facts 1.8).

    Args:
      members (dict[str, object]): members that differ.

    Returns:
      dict[str, object]: exported chat.
    """
    expected = tree_lib.ReadExpected("cli_chat_3turns")
    stored_values = dict(
        tree_lib.ReadTable(
            tree_lib.GetSamplePath(*_CLI_STORE), "SELECT id, data FROM blobs"
        )
    )
    state = stored_values.pop(expected["meta0"]["latestRootBlobId"])
    return {
        "version": 1,
        "conversationState": base64.b64encode(state).decode("ascii"),
        "blobs": {
            identifier: base64.b64encode(data).decode("ascii")
            for identifier, data in stored_values.items()
        },
        "name": "Fix calc tests",
        "exportedAt": "2026-10-02T10:00:00.000Z",
        **members,
    }


class AgentFilesTest(unittest.TestCase):
    """Tests of conversations whose blobs stand in a text file."""

    def setUp(self):
        """Makes a directory for files."""
        self._path = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self._path)

    def _Parse(self, parser_name, name, content):
        """Parses a file.

        Args:
          parser_name (str): name of the parser.
          name (str): name of the file.
          content (bytes|object): content, or JSON value.

        Returns:
          ParseResult: result.
        """
        if not isinstance(content, bytes):
            content = json.dumps(content).encode("utf-8")
        path = os.path.join(self._path, name)
        with open(path, "wb") as file_object:
            file_object.write(content)
        return lib.ParsePath(parser_name, path)

    def testCheckpoints(self):
        """The JSON store holds the conversation that its agents.ndjson names."""
        expected = tree_lib.ReadExpected("sdk_local_store")

        result = lib.ParsePath(
            "cursor_files", os.path.join(_JSON_STORE_PATH, "checkpoints.ndjson")
        )

        self.assertEqual(result.warnings, [])
        self.assertEqual(_GetTurns(result.event_data), expected["conversation"])
        (session,) = [
            event_data
            for event_data in result.event_data
            if event_data.data_type == "cursor:conversation"
        ]
        self.assertEqual(session.application, "SDK")
        self.assertEqual(session.conversation_title, "Nightly lint bot")
        self.assertEqual(session.record_key, f"agentId {_AGENT_IDENTIFIER:s}")
        self.assertEqual(
            {
                (event_data.conversation_identifier, event_data.project_path)
                for event_data in result.event_data
            },
            {(_AGENT_IDENTIFIER, "/home/ana/proj/demo")},
        )
        for event_data in result.event_data:
            self.assertNotIn("efefefef", repr(event_data.__dict__))

    def testCheckpointsAlone(self):
        """Without agents.ndjson the latest root is found by its blobs."""
        expected = tree_lib.ReadExpected("sdk_local_store")
        with open(
            os.path.join(_JSON_STORE_PATH, "checkpoints.ndjson"), "rb"
        ) as file_object:
            content = file_object.read()

        result = self._Parse(
            "cursor_files", "checkpoints.ndjson", content + b'\n{"agentId": "a", "bl'
        )

        self.assertEqual(_GetTurns(result.event_data), expected["conversation"])
        self.assertEqual(len(result.warnings), 1)
        self.assertIn("line 20: not JSON", result.warnings[0])

    def testDamagedCheckpoints(self):
        """A first line that is damaged costs its blob and no other."""
        with open(
            os.path.join(_JSON_STORE_PATH, "checkpoints.ndjson"), "rb"
        ) as file_object:
            content = file_object.read()

        result = self._Parse(
            "cursor_files", "checkpoints.ndjson", b'{"agentId"\n\n' + content
        )

        self.assertEqual(len(_GetTurns(result.event_data)), 3)
        self.assertEqual(len(result.warnings), 1)
        self.assertIn("line 1: not JSON", result.warnings[0])

    def testForeignCheckpoints(self):
        """A file of the name that another program wrote gives nothing."""
        for content in (b"", b"\n\n", b"{}\n", b"\x00\xff\n", b'{"agentId": "a"}\n'):
            result = self._Parse("cursor_files", "checkpoints.ndjson", content)

            self.assertEqual(result.event_data, [])
            self.assertEqual(result.warnings, [])

    def testRunsOfAgent(self):
        """The runs of the JSON store have the project of their agent."""
        result = lib.ParsePath(
            "jsonl/cursor_sdk_index", os.path.join(_JSON_STORE_PATH, "runs.ndjson")
        )

        self.assertEqual(
            [
                (event_data.project_path, event_data.conversation_title)
                for event_data in result.event_data
            ],
            [("/home/ana/proj/demo", "Nightly lint bot")] * 3,
        )

    def testChatExport(self):
        """An exported chat holds what its session holds, and when it was exported."""
        expected = tree_lib.ReadExpected("cli_chat_3turns")

        for prefix in ("", "~"):
            chat = _MakeChat()
            chat["conversationState"] = prefix + chat["conversationState"]
            result = self._Parse("cursor_export", "Fix calc tests.json", chat)

            self.assertEqual(result.warnings, [])
            (export,) = [
                event_data
                for event_data in result.event_data
                if event_data.data_type == "cursor:export"
            ]
            self.assertEqual(
                export.creation_time.CopyToDateTimeString(), "2026-10-02 10:00:00.000"
            )
            self.assertEqual(export.conversation_title, "Fix calc tests")
            self.assertEqual(export.time_source, "exportedAt")
            user_messages = [
                (event_data.message_body, event_data.sent_time.timestamp)
                for event_data in result.event_data
                if event_data.data_type == "cursor:message"
                and event_data.role == "user"
                and event_data.conversation_identifier == expected["session_id"]
            ]
            self.assertEqual(
                user_messages,
                [
                    (turn["user"]["text"], turn["user"]["started_at_ms"])
                    for turn in expected["turns"]
                ],
            )
            decisions = [
                event_data
                for event_data in result.event_data
                if event_data.data_type == "cursor:permission:decision"
            ]
            self.assertEqual(len(decisions), 1)

    def testDamagedChatExport(self):
        """Of a chat without its blobs the export and what is missing are told."""
        result = self._Parse("cursor_export", "chat.json", _MakeChat(blobs={}))

        self.assertEqual(result.event_data[0].data_type, "cursor:export")
        self.assertTrue(
            any("missing" in repr(item.__dict__) for item in result.event_data)
            or result.warnings
        )

    def testForeignChatExport(self):
        """JSON of other programs gives nothing."""
        for content in (
            b"",
            b"[]",
            b'{"conversationState": "abcdefgh"}',
            _MakeChat(blobs={"a": "b"}),
            {"conversationState": "abcdefgh", "blobs": {}},
            b'{"conversationState": "abcdefgh", "blobs": {}, "version": 1',
        ):
            result = self._Parse("cursor_export", "chat.json", content)

            self.assertEqual(result.event_data, [])
            self.assertEqual(result.warnings, [])

    def testIsChatExport(self):
        """The start of a file tells, indented or not."""
        chat = _MakeChat()
        for indent in (None, 2, 4):
            self.assertTrue(
                agent_files.IsChatExport(json.dumps(chat, indent=indent).encode())
            )
        self.assertFalse(agent_files.IsChatExport(b'{"version": 1, "blobs": {}}'))
        self.assertTrue(all(map(blobs.IsBlobIdentifier, chat["blobs"])))


if __name__ == "__main__":
    unittest.main()
