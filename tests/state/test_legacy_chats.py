"""Tests for the readers of chats of the time before composers."""

import unittest

from cursor_plaso import producer
from cursor_plaso.state import context
from cursor_plaso.state import legacy_chats

from tests import evidence
from tests.state import item_lib

CHAT_KEY = "workbench.panel.aichat.view.aichat.chatdata"

START = "2026-10-01T10:00:00.000+00:00"


def ReadRow(reader_class, key, value):
    """Reads a row.

    Args:
      reader_class (type): class of the reader.
      key (str): key.
      value (object): value, where anything but text is encoded as JSON.

    Returns:
      CollectingProducer: producer that has what was produced.
    """
    if not isinstance(value, (bytes, str, type(None))):
        value = evidence.DumpJSON(value)
    collecting_producer = producer.CollectingProducer()
    state_context = context.StateContext(collecting_producer, None)
    state_context.kind = "workspace"
    state_context.project_path = "/srv/proj"
    reader = reader_class(state_context)
    reader.ReadRow(key, value)
    reader.Finish()
    return collecting_producer


class ChatDataReaderTest(unittest.TestCase):
    """Tests for the reader of the chat pane."""

    def testReadRowOf2023(self):
        """A tab of 0.16.0: times on the tab and on user messages only."""
        result = ReadRow(
            legacy_chats.ChatDataReader,
            CHAT_KEY,
            {
                "tabs": [
                    {
                        "tabId": "t1",
                        "chatTitle": "Explain calc.py",
                        "tabState": "chat",
                        "lastSendTime": evidence.START_MILLISECONDS + 60000,
                        "bubbles": [
                            {
                                "type": "user",
                                "id": "b1",
                                "messageType": 2,
                                "initText": evidence.DumpJSON(
                                    {
                                        "root": {
                                            "type": "root",
                                            "children": [
                                                {
                                                    "type": "paragraph",
                                                    "children": [
                                                        {
                                                            "type": "text",
                                                            "text": "What is it?",
                                                        }
                                                    ],
                                                }
                                            ],
                                        }
                                    }
                                ),
                                "rawText": "",
                                "contextCacheTimestamp": evidence.START_MILLISECONDS,
                                "longFilesFitTimestamp": 1,
                            },
                            {
                                "type": "ai",
                                "id": "b2",
                                "messageType": 3,
                                "aiType": "chat",
                                "modelType": "gpt-4",
                                "rawText": "It adds.",
                            },
                        ],
                    }
                ],
                "selectedTabId": "t1",
            },
        )
        self.assertEqual(result.warnings, [])
        conversation, question, answer = result.event_data
        self.assertEqual(conversation.data_type, "cursor:conversation")
        self.assertEqual(conversation.conversation_identifier, "t1")
        self.assertEqual(conversation.conversation_title, "Explain calc.py")
        self.assertEqual(conversation.message_count, 2)
        self.assertIsNone(conversation.creation_time)
        self.assertEqual(
            conversation.last_update_time.CopyToDateTimeStringISO8601(),
            "2026-10-01T10:01:00.000+00:00",
        )
        self.assertEqual(conversation.time_source, "lastSendTime")

        self.assertEqual(question.role, "user")
        self.assertEqual(question.message_body, "What is it?")
        self.assertEqual(question.conversation_title, "Explain calc.py")
        self.assertEqual(question.project_path, "/srv/proj")
        self.assertEqual(question.sent_time.CopyToDateTimeStringISO8601(), START)
        self.assertEqual(question.time_source, "contextCacheTimestamp")
        self.assertIsNone(question.creation_time)

        self.assertEqual(answer.role, "assistant")
        self.assertEqual(answer.message_body, "It adds.")
        self.assertEqual(answer.model, "gpt-4")
        self.assertIsNone(answer.creation_time)
        # The answer has no time but that of its turn.
        self.assertEqual(answer.turn_start_time.CopyToDateTimeStringISO8601(), START)
        self.assertEqual(
            answer.time_source, "contextCacheTimestamp of the user message"
        )
        self.assertEqual((question.turn_number, answer.turn_number), (1, 1))
        self.assertEqual(answer.record_key, f"ItemTable[{CHAT_KEY:s}#tabs.0.bubbles.1]")

    def testTimeOfLastMessage(self):
        """The tab tells when its last message was sent, and of no other when."""
        bubbles = [
            {"type": "user", "rawText": "first"},
            {"type": "ai", "rawText": "first answer"},
            {"type": "user", "rawText": "second"},
            {"type": "ai", "rawText": "second answer"},
        ]
        result = ReadRow(
            legacy_chats.ChatDataReader,
            CHAT_KEY,
            {
                "tabs": [
                    {
                        "tabId": "t1",
                        "lastSendTime": evidence.START_MILLISECONDS,
                        "bubbles": bubbles,
                    }
                ]
            },
        )
        self.assertEqual(
            [
                (
                    message.message_body,
                    message.turn_number,
                    message.sent_time and message.sent_time.timestamp,
                    message.turn_start_time and message.turn_start_time.timestamp,
                    message.time_source,
                )
                for message in result.GetByDataType("cursor:message")
            ],
            [
                ("first", 1, None, None, None),
                ("first answer", 1, None, None, None),
                (
                    "second",
                    2,
                    evidence.START_MILLISECONDS,
                    None,
                    "lastSendTime of the tab",
                ),
                (
                    "second answer",
                    2,
                    None,
                    evidence.START_MILLISECONDS,
                    "lastSendTime of the tab of the user message",
                ),
            ],
        )

    def testReadRowOf2024(self):
        """A tab of November 2024, and a text that was not sent."""
        result = ReadRow(
            legacy_chats.ChatDataReader,
            CHAT_KEY,
            {
                "tabs": [
                    {
                        "tabId": "t1",
                        "bubbles": [
                            {
                                "type": "user",
                                "id": "b1",
                                "text": "Fix it",
                                "rawText": "Fix it raw",
                                "fileSelections": [
                                    {"uri": {"path": "/srv/proj/calc.py"}}
                                ],
                                "selections": [{"text": "def"}],
                                "notepads": [{"name": "notes"}],
                            },
                            {
                                "type": "ai",
                                "text": "",
                                "rawText": "Fixed.",
                                "modelType": "claude-3.5-sonnet",
                                "requestId": "r1",
                            },
                            {"type": "other", "rawText": "?"},
                            7,
                        ],
                    }
                ],
                "inputBoxDelegateMap": {"t1": {"__lexicalTextContent": "not sent"}},
                "chatDataVersion": 0,
            },
        )
        question, answer, other = result.GetByDataType("cursor:message")
        self.assertEqual(question.message_body, "Fix it")
        self.assertEqual(
            question.attachments,
            "file /srv/proj/calc.py, 1 of selections, notepad notes",
        )
        self.assertEqual(answer.message_body, "Fixed.")
        self.assertEqual(answer.request_identifier, "r1")
        self.assertEqual(other.role, "assistant")
        self.assertEqual(result.corrupted.count(True), 1)
        self.assertEqual(len(result.warnings), 2)

        draft = result.GetByDataType("cursor:conversation:draft")[0]
        self.assertEqual(draft.message_body, "not sent")
        self.assertEqual(draft.conversation_identifier, "t1")
        self.assertIsNone(draft.creation_time)

    def testSuggestedDiffs(self):
        """What a reply suggested to change is told with the reply (0.16.0)."""
        producer = item_lib.ReadItems(
            (
                "workbench.panel.aichat.view.aichat.chatdata",
                {
                    "tabs": [
                        {
                            "tabId": "t1",
                            "bubbles": [
                                {
                                    "type": "ai",
                                    "rawText": "Use sorted().",
                                    "suggestedDiffs": [
                                        {"uri": {"fsPath": "/srv/proj/calc.py"}},
                                        {"diff": "-x"},
                                    ],
                                }
                            ],
                        }
                    ]
                },
            )
        )

        (reply,) = producer.GetByDataType("cursor:message")
        self.assertEqual(
            reply.attachments, "suggested diff /srv/proj/calc.py, 1 of suggestedDiffs"
        )


class InteractiveSessionsReaderTest(unittest.TestCase):
    """Tests for the reader of VS Code's own chat."""

    KEY = "interactive.sessions"

    def testReadRow(self):
        """The session has a time, its requests have none of their own."""
        result = ReadRow(
            legacy_chats.InteractiveSessionsReader,
            self.KEY,
            [
                {
                    "sessionId": "s1",
                    "creationDate": evidence.START_MILLISECONDS,
                    "requesterUsername": "ana",
                    "responderUsername": "GitHub Copilot",
                    "requests": [
                        {
                            "message": {"text": "Explain", "parts": []},
                            "response": [
                                {"value": "It "},
                                {
                                    "kind": "markdownContent",
                                    "content": {"value": "adds."},
                                },
                                {"kind": "progress"},
                            ],
                        },
                        {"message": "Again", "response": "It adds again."},
                        {"message": "Open"},
                    ],
                },
                5,
            ],
        )
        self.assertEqual(len(result.warnings), 1)
        session = result.GetByDataType("cursor:conversation")[0]
        self.assertEqual(session.conversation_identifier, "s1")
        self.assertEqual(session.creation_time.CopyToDateTimeStringISO8601(), START)
        self.assertEqual(session.message_count, 3)
        self.assertEqual(session.time_source, "creationDate")

        messages = result.GetByDataType("cursor:message")
        self.assertEqual(
            [
                (event_data.role, event_data.message_body, event_data.sequence_number)
                for event_data in messages
            ],
            [
                ("user", "Explain", 0),
                ("assistant", "It adds.", 1),
                ("user", "Again", 2),
                ("assistant", "It adds again.", 3),
                ("user", "Open", 4),
            ],
        )
        for event_data in messages:
            self.assertIsNone(event_data.sent_time)
            self.assertIsNone(event_data.turn_start_time)
            self.assertIsNone(event_data.time_source)

    def testReadRowEmpty(self):
        """The empty list, which all known stores have, gives nothing."""
        for value in ("[]", None, "null", ""):
            result = ReadRow(legacy_chats.InteractiveSessionsReader, self.KEY, value)
            self.assertEqual(result.event_data, [])
            self.assertEqual(result.warnings, [])


class HostileValuesTest(unittest.TestCase):
    """Tests of both readers with values of unexpected types."""

    def testReadRow(self):
        """No value makes the readers raise."""
        for value in (
            "{}",
            "5",
            '"text"',
            '{"tabs": [{"bubbles": [{"type": 5, "rawText": {}, "initText": 5}, []],'
            '"tabId": []}], "inputBoxDelegateMap": {"a": 5, "b": [], "c": {}}}',
            '[{"requests": [{"message": 5, "response": {"value": {"value": {"value":'
            '[1]}}}}, {"response": [null, 1, [], {}]}], "creationDate": {}}]',
            b"\xff\x00",
            7,
        ):
            ReadRow(legacy_chats.ChatDataReader, CHAT_KEY, value)
            ReadRow(
                legacy_chats.InteractiveSessionsReader, "interactive.sessions", value
            )


if __name__ == "__main__":
    unittest.main()
