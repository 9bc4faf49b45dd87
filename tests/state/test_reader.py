"""Tests of the reader of state.vscdb: the expectations of the seed's fixtures."""

import os
import tempfile
import unittest

from cursor_plaso import database
from cursor_plaso import producer
from cursor_plaso.state import reader
from tests import evidence
from test_data.recipes import seed


def ReadState(rows, headers=(), item_rows=(), **keys):
    """Writes a state.vscdb and reads it.

    Args:
      rows (list[tuple[str, object]]): rows of cursorDiskKV.
      headers (Optional[list[dict[str, object]]]): rows of composerHeaders.
      item_rows (Optional[list[tuple[str, object]]]): rows of ItemTable.
      keys (dict[str, object]): further arguments of WriteStateDatabase.

    Returns:
      CollectingProducer: what the reader produced.
    """
    with tempfile.TemporaryDirectory() as directory:
        path = os.path.join(directory, "state.vscdb")
        evidence.WriteStateDatabase(path, rows, headers, item_rows, **keys)
        return ReadPath(path)


def ReadPath(path):
    """Reads a state.vscdb.

    Args:
      path (str): path.

    Returns:
      CollectingProducer: what the reader produced.
    """
    collecting_producer = producer.CollectingProducer()
    with open(path, "rb") as file_object:
        state_database = database.Database(file_object, producer=collecting_producer)
        reader.StateReader(collecting_producer, state_database).Read()
    return collecting_producer


class SeedFixtureTest(unittest.TestCase):
    """Tests with the seed's fixture conversations c1, c2, c3 and d1."""

    @classmethod
    def setUpClass(cls):
        """Reads the fixture."""
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, "state.vscdb")
            seed.WriteState(path)
            cls.producer = ReadPath(path)

    def _Get(self, data_type, conversation_identifier):
        """Retrieves the event data of a conversation.

        Args:
          data_type (str): data type.
          conversation_identifier (str): identifier of the conversation.

        Returns:
          list[CursorEventData]: event data.
        """
        return [
            event_data
            for event_data in self.producer.GetByDataType(data_type)
            if event_data.conversation_identifier == conversation_identifier
        ]

    def testNoWarnings(self):
        """Clean data gives no warning."""
        self.assertEqual(self.producer.warnings, [])

    def testConversationC1(self):
        """c1 gives its messages, each with the tracked model, once."""
        messages = self._Get("cursor:message", "c1")

        self.assertEqual(
            [
                (message.role, message.message_body, message.model)
                for message in messages
            ],
            [
                ("user", "Add a subtract function", "grok-4.6"),
                ("thinking", "Read calc.py first.", "grok-4.6"),
                ("assistant", "Added subtract().", "grok-4.6"),
                ("user", "Fetch the page with curl", "grok-4.7"),
            ],
        )
        for message in messages:
            self.assertEqual(message.conversation_title, "Add subtract")
            self.assertEqual(message.project_path, "/srv/proj")
            self.assertIsNone(message.injected)
        self.assertEqual(messages[0].request_identifier, "r1")
        self.assertEqual(messages[0].checkpoint_identifier, "k1")
        self.assertEqual(messages[0].time_source, "bubble.createdAt")
        self.assertEqual(
            messages[0].sent_time.CopyToDateTimeString(), "2026-10-01 10:00:00.000"
        )
        self.assertEqual(messages[1].time_source, "header entry createdAt")
        self.assertEqual(
            messages[1].creation_time.CopyToDateTimeString(), "2026-10-01 10:00:01.000"
        )

    def testModelChanges(self):
        """The first model and the switch are events of their own."""
        changes = self._Get("cursor:model:change", "c1")

        self.assertEqual(
            [(change.previous_model, change.model) for change in changes],
            [(None, "grok-4.6"), ("grok-4.6", "grok-4.7")],
        )
        self.assertEqual(
            changes[1].sent_time.CopyToDateTimeString(), "2026-10-01 10:01:00.000"
        )

    def testDecisions(self):
        """Three commands, the editor's allow-always and no decision for the rest."""
        decisions = self._Get("cursor:permission:decision", "c1")

        self.assertEqual(
            [
                (
                    decision.tool_call_identifier,
                    decision.decision,
                    decision.outcome,
                    decision.allowlisted,
                )
                for decision in decisions
            ],
            [
                ("tc2", "run", "success", None),
                ("tc3", "skip", "rejected", None),
                ("tc4", "allowlistCommands", "success", "curl,head"),
                ("tc7", "run", "success", "python3"),
            ],
        )
        self.assertEqual(decisions[0].approval_type, "user")
        self.assertEqual(decisions[0].reason, "Not in allowlist: curl, head")
        self.assertEqual(decisions[0].call_summary, "curl -s example.test | head")
        self.assertEqual(
            decisions[0].time_source, "toolFormerData.additionalData.startedAtMs"
        )
        self.assertEqual(decisions[0].recorded_time.timestamp, 1790000061000)

    def testPendingPrompt(self):
        """The waiting call gives a prompt and no decision and no result."""
        prompts = self._Get("cursor:permission:prompt", "c1")

        self.assertEqual(len(prompts), 1)
        self.assertEqual(prompts[0].tool_call_identifier, "tc8")
        self.assertEqual(prompts[0].tool_name, "run_terminal_command_v2")
        self.assertEqual(prompts[0].reason, "Not in allowlist: python3")
        self.assertEqual(prompts[0].options, "python3")
        calls = [
            call
            for call in self._Get("cursor:tool_call", "c1")
            if call.tool_call_identifier == "tc8"
        ]
        self.assertEqual(len(calls), 1)
        self.assertEqual(calls[0].status, "loading")
        self.assertIsNone(calls[0].result)

    def testToolCalls(self):
        """Each call is one event with its result."""
        calls = self._Get("cursor:tool_call", "c1")

        self.assertEqual(
            [call.tool_call_identifier for call in calls],
            ["tc1", "tc2", "tc3", "tc4", "tc7", "tc8", "call-m1-5\\nfc_m1_5"],
        )
        self.assertEqual(calls[0].tool_name, "read_file_v2")
        self.assertEqual(calls[0].call_summary, "/srv/proj/calc.py")
        self.assertEqual(calls[0].result, '{"contents":"def add(a, b): ..."}')
        self.assertEqual(calls[0].start_time.timestamp, 1790000002000)
        self.assertEqual(calls[0].end_time.timestamp, 1790000002500)
        self.assertEqual(calls[2].outcome, "rejected")
        self.assertEqual(calls[6].tool_name, "mcp-google-calendar-list_events")
        self.assertEqual(calls[6].start_time.timestamp, 1790848910000)
        self.assertEqual(calls[6].end_time.timestamp, 1790848911000)
        for call in calls:
            self.assertNotIn("Q0FMTEJJTkFSWQ", repr(call.__dict__))

    def testConversationC2(self):
        """c2 is read from its chunk and is archived."""
        messages = self._Get("cursor:message", "c2")
        archived = self._Get("cursor:conversation:archived", "c2")

        self.assertEqual(
            [message.message_body for message in messages],
            ["What does the README say?", "It describes calc.py."],
        )
        self.assertEqual(messages[1].sequence_number, 1)
        self.assertEqual(len(archived), 1)
        self.assertEqual(archived[0].last_update_time.timestamp, 1790002000000)

    def testConversationC3(self):
        """c3 is deleted at the header's lastUpdatedAt, and not archived."""
        deletions = self._Get("cursor:conversation:deleted", "c3")

        self.assertEqual(len(deletions), 1)
        self.assertEqual(deletions[0].deletion_time.timestamp, 1790003000000)
        self.assertEqual(deletions[0].project_path, "/srv/proj")
        self.assertEqual(self._Get("cursor:conversation:archived", "c3"), [])
        conversations = self._Get("cursor:conversation", "c3")
        self.assertEqual(
            [
                (conversation.status, conversation.creation_time.timestamp)
                for conversation in conversations
            ],
            [("deleted", 1789990000000)],
        )

    def testNoOtherConversationIsDeleted(self):
        """The suffixes of the bubbles of c1 and c2 make no conversations."""
        deletions = self.producer.GetByDataType("cursor:conversation:deleted")

        self.assertEqual(
            [deletion.conversation_identifier for deletion in deletions], ["c3"]
        )

    def testDraftD1(self):
        """d1 is a draft that has no time, and no conversation."""
        drafts = self._Get("cursor:conversation:draft", "d1")

        self.assertEqual(len(drafts), 1)
        self.assertEqual(drafts[0].message_body, "draft not sent")
        self.assertIsNone(drafts[0].creation_time)
        self.assertEqual(self._Get("cursor:conversation", "d1"), [])

    def testRecordKeys(self):
        """No two records of a data type have the same key."""
        record_keys = [
            (event_data.data_type, event_data.record_key)
            for event_data in self.producer.event_data
        ]

        self.assertEqual(len(record_keys), len(set(record_keys)))


class StateReaderTest(unittest.TestCase):
    """Tests with rows of single cases."""

    def testInjectedTurn(self):
        """A user bubble without modelInfo and agentMode after a typed one is injected."""
        rows = [
            evidence.MakeUserBubble("c", "u1", "typed", 1790000000000),
            evidence.MakeInjectedBubble("c", "u2", "output", 1790000001000),
            evidence.MakeAssistantBubble("c", "a2/s:0", "reply", 1790000002000),
        ]
        rows.insert(0, evidence.MakeComposer("c", evidence.MakeHeaders(rows)))

        messages = ReadState(rows).GetByDataType("cursor:message")

        self.assertEqual([message.injected for message in messages], [None, True, None])
        self.assertEqual(
            messages[2].model, messages[0].model, "the tracked model does not change"
        )

    def testNotInjectedInOlderEra(self):
        """Nothing is concluded where no earlier bubble carries the members."""
        rows = [
            evidence.MakeInjectedBubble("c", "u1", "old", 1790000000000),
            evidence.MakeUserBubble("c", "u2", "typed", 1790000001000),
        ]
        rows.insert(0, evidence.MakeComposer("c", evidence.MakeHeaders(rows)))

        messages = ReadState(rows).GetByDataType("cursor:message")

        self.assertEqual([message.injected for message in messages], [None, None])

    def testBadRowsCostNothingElse(self):
        """One warning for a bad row, and every neighbour is read."""
        rows = [
            evidence.MakeUserBubble("c", "u1", "before", 1790000000000),
            ("bubbleId:c:bad", "{not json"),
            evidence.MakeUserBubble("c", "u2", "after", 1790000001000),
        ]
        rows.insert(0, evidence.MakeComposer("c", evidence.MakeHeaders(rows)))

        result = ReadState(rows)
        texts = [
            message.message_body for message in result.GetByDataType("cursor:message")
        ]

        self.assertEqual(len(result.warnings), 1)
        self.assertIn("bubbleId:c:bad", result.warnings[0])
        self.assertIn("before", texts)
        self.assertIn("after", texts)
        self.assertEqual(sum(result.corrupted), 1)

    def testTombstones(self):
        """A composerData row without value is one event, bubbles are counted."""
        rows = [
            ("composerData:c", None),
            ("bubbleId:c:u1", None),
            ("bubbleId:c:u2", None),
            (None, None),
        ]

        result = ReadState(rows)
        deletions = result.GetByDataType("cursor:conversation:deleted")

        self.assertEqual(len(deletions), 1)
        self.assertIsNone(deletions[0].deletion_time)
        self.assertEqual(
            deletions[0].remnants, "composerData row without value, 2 bubble rows"
        )
        counts = result.GetByDataType("cursor:database")[0].counts
        self.assertIn("bubbles without value=2", counts)
        self.assertIn("rows without key=1", counts)
        self.assertEqual(result.warnings, [])

    def testMessagesWithoutHeaderListAreNotADraft(self):
        """Bubbles of a composer whose header list was lost are read (bug-reports 22)."""
        rows = [
            evidence.MakeComposer("c", status="none"),
            evidence.MakeUserBubble("c", "u1", "lost list", 1790000000000),
        ]

        result = ReadState(rows)

        self.assertEqual(len(result.GetByDataType("cursor:conversation")), 1)
        self.assertEqual(len(result.GetByDataType("cursor:message")), 1)

    def testTimingInformation(self):
        """A bubble of up to 2025 has epoch members of timingInfo, one of them relative."""
        rows = [
            evidence.MakeAssistantBubble(
                "c",
                "a1",
                "reply",
                None,
                startedAtMs=evidence.OMIT,
                timingInfo={
                    "clientStartTime": 123456.75,
                    "clientRpcSendTime": 1747000000123.5,
                    "clientEndTime": 1747000009000,
                },
            )
        ]

        message = ReadState(rows).GetByDataType("cursor:message")[0]

        self.assertEqual(message.creation_time.timestamp, 1747000000123)
        self.assertEqual(message.time_source, "bubble.timingInfo.clientRpcSendTime")

    def testTurnStartTime(self):
        """A reply without a time of its own stands at its turn's time and says so."""
        rows = [
            evidence.MakeUserBubble("c", "u1", "typed", 1790000000000),
            evidence.MakeAssistantBubble(
                "c", "a1", "reply", None, startedAtMs=evidence.OMIT
            ),
        ]
        headers = [
            evidence.MakeHeader("u1", 1, None),
            evidence.MakeHeader("a1", 2, None),
        ]
        rows.insert(0, evidence.MakeComposer("c", headers))

        message = ReadState(rows).GetByDataType("cursor:message")[1]

        self.assertIsNone(message.creation_time)
        self.assertEqual(message.turn_start_time.timestamp, 1790000000000)

    def testStoppedAndCancelledCalls(self):
        """A stopped turn gives a decision for the running call, none for the rest."""
        rows = [
            evidence.MakeToolBubble(
                "c",
                "a1/t:1",
                "run_terminal_command_v2",
                {"command": "sleep 60"},
                additional_data={
                    "status": "rejected",
                    "reviewData": {
                        "status": "None",
                        "selectedOption": "rejectAndTellWhatToDoDifferently",
                    },
                },
            ),
            evidence.MakeToolBubble(
                "c", "a1/t:2", "read_file_v2", {"path": "a"}, status="cancelled"
            ),
        ]

        result = ReadState(rows)
        decisions = result.GetByDataType("cursor:permission:decision")

        self.assertEqual(
            [(decision.decision, decision.outcome) for decision in decisions],
            [("stopped by the user", "rejected")],
        )
        self.assertEqual(len(result.GetByDataType("cursor:tool_call")), 2)
        self.assertEqual(result.GetByDataType("cursor:permission:prompt"), [])

    def testUserDecision(self):
        """The userDecision of older builds is a decision."""
        rows = [
            evidence.MakeToolBubble(
                "c",
                "b1",
                "run_terminal_cmd",
                {"command": "rm -rf build", "requireUserApproval": True},
                result={"rejected": True},
                tool_keys={"userDecision": "rejected"},
            )
        ]

        decision = ReadState(rows).GetByDataType("cursor:permission:decision")[0]

        self.assertEqual(decision.decision, "rejected")
        self.assertEqual(decision.outcome, "rejected")
        self.assertEqual(decision.call_summary, "rm -rf build")

    def testToolRecordWithoutName(self):
        """toolFormerData without a name is text (storage-facts 2.3)."""
        rows = [
            evidence.MakeAssistantBubble(
                "c",
                "a1",
                "plain text",
                1790000000000,
                toolFormerData={"additionalData": {"status": "error"}},
            )
        ]

        result = ReadState(rows)

        self.assertEqual(
            result.GetByDataType("cursor:message")[0].message_body, "plain text"
        )
        self.assertEqual(result.GetByDataType("cursor:tool_call"), [])

    def testSubagents(self):
        """A sub-agent's conversation names its parent, by header or by call."""
        rows = [
            evidence.MakeComposer("child", [evidence.MakeHeader("u1", 1)]),
            evidence.MakeUserBubble("child", "u1", "look", 1790000000000),
            evidence.MakeUserBubble("task-call_x\nfc_y", "u2", "old", 1790000000000),
            evidence.MakeToolBubble(
                "parent",
                "b1",
                "task",
                {"description": "look"},
                tool_call_identifier="call_x\nfc_y",
            ),
        ]
        headers = [
            evidence.MakeComposerHeader(
                "child",
                subagentInfo={
                    "parentComposerId": "parent",
                    "subagentTypeName": "explore",
                },
            )
        ]

        result = ReadState(rows, headers)
        messages = result.GetByDataType("cursor:message")

        self.assertEqual(
            [message.parent_conversation_identifier for message in messages],
            ["parent", "parent"],
        )
        conversation = result.GetByDataType("cursor:conversation")[0]
        self.assertEqual(conversation.subagent_type, "explore")

    def testHeaderColumns(self):
        """composerHeaders is read by column name, with nine columns or ten."""
        for number_of_columns in (9, 10):
            headers = [evidence.MakeComposerHeader("c", isArchived=1)]
            result = ReadState([], headers, header_columns=number_of_columns)
            self.assertEqual(
                len(result.GetByDataType("cursor:conversation:deleted")), 1
            )

    def testHeaderList(self):
        """A list of a million foreign entries is no conversation of its own."""
        headers = [evidence.MakeHeader(f"u{index:d}", 1, None) for index in range(1000)]
        rows = [evidence.MakeComposer("c", headers * 3)]

        result = ReadState(rows)

        self.assertEqual(
            result.GetByDataType("cursor:conversation")[0].message_count, 1000
        )
        self.assertEqual(len(result.GetByDataType("cursor:message")), 1000)

    def testValueTypes(self):
        """TEXT and BLOB values, invalid UTF-8, NUL and lone surrogates are read."""
        rows = [
            ("bubbleId:c:u1", b'{"type":1,"text":"bytes \xff here"}'),
            ("bubbleId:c:u2", '{"type":1,"text":"cut \\ud83d"}'),
            ("bubbleId:c:u3", '{"type":1,"text":"a\\u0000b"}'),
        ]

        result = ReadState(rows)
        texts = [
            message.message_body for message in result.GetByDataType("cursor:message")
        ]

        self.assertEqual(result.warnings, [])
        self.assertEqual(texts, ["bytes \\udcff here", "cut \\ud83d", "ab"])

    def testAbort(self):
        """A reader that is told to stop stops."""
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, "state.vscdb")
            seed.WriteState(path)
            collecting_producer = producer.CollectingProducer()
            collecting_producer.SignalAbort()
            with open(path, "rb") as file_object:
                state_database = database.Database(
                    file_object, producer=collecting_producer
                )
                reader.StateReader(collecting_producer, state_database).Read()

        self.assertEqual(collecting_producer.GetByDataType("cursor:message"), [])


class IndexTest(unittest.TestCase):
    """Tests of databases whose index does not lead to all rows."""

    def _ReadPatched(self, patch):
        """Reads a database of which a page of the index was changed.

        Args:
          patch (function): changes the page, which it is given with its number of
              cells.

        Returns:
          CollectingProducer: what the reader produced.
        """
        conversation = evidence.Conversation("c")
        conversation.AddUser("typed")
        conversation.AddAssistant("reply")
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, "state.vscdb")
            evidence.WriteStateDatabase(path, conversation.GetRows(name="title"))
            with open(path, "r+b") as file_object:
                data = bytearray(file_object.read())
                for offset in range(4096, len(data), 4096):
                    # The leaf page of an index that has the keys.
                    page = data[offset : offset + 4096]
                    if page[0] == 0x0A and b"composerData:c" in page:
                        patch(page)
                        data[offset : offset + 4096] = page
                file_object.seek(0)
                file_object.write(data)
            return ReadPath(path)

    def _CheckConversation(self, result):
        """Checks that nothing of the conversation is lost.

        Args:
          result (CollectingProducer): what the reader produced.
        """
        self.assertEqual(
            [
                event_data.conversation_title
                for event_data in result.GetByDataType("cursor:conversation")
            ],
            ["title"],
        )
        self.assertEqual(
            [
                message.message_body
                for message in result.GetByDataType("cursor:message")
            ],
            ["typed", "reply"],
        )

    def testIndexPageOfAnotherType(self):
        """Without a usable index the rows are read from the table."""

        def Patch(page):
            page[0] = 0

        result = self._ReadPatched(Patch)

        self._CheckConversation(result)
        self.assertEqual(
            [message.model for message in result.GetByDataType("cursor:message")],
            ["grok-4.6", "grok-4.6"],
        )
        self.assertEqual(len(result.warnings), 2)

    def testIndexWithoutEntry(self):
        """A row that is in no entry of a sound index is read and told."""

        def Patch(page):
            page[4] -= 1

        result = self._ReadPatched(Patch)

        self._CheckConversation(result)
        self.assertEqual(
            result.warnings,
            ["cursorDiskKV row composerData:c: is not in the index"],
        )


if __name__ == "__main__":
    unittest.main()
