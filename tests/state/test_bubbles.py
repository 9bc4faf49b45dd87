"""Tests of the reader of bubbles: shapes that the reader of the database does not."""

import unittest

from tests import evidence
from tests.state import test_reader


class BubbleReaderTest(unittest.TestCase):
    """Tests of single bubbles."""

    def _ReadBubble(self, bubble):
        """Reads a bubble of the conversation c.

        Args:
          bubble (dict[str, object]): bubble.

        Returns:
          CollectingProducer: what the reader produced.
        """
        return test_reader.ReadState([("bubbleId:c:b", bubble)])

    def testLesserFacts(self):
        """Account, checkpoints, usage, directory and flags of a prompt are told."""
        result = self._ReadBubble(
            {
                "type": 1,
                "text": "look",
                "agentMode": 1,
                "afterCheckpointId": "k2",
                "checkpointId": "k1",
                "context": {"fileSelections": [{"uri": {"fsPath": "/srv/a.py"}}]},
                "isNudge": True,
                "lastTerminalCwd": "/srv/proj",
                "triggeringUserInfo": {"authId": "auth0|user_01", "userId": 77},
                "usageUuid": "usage1",
            }
        )
        message = result.GetByDataType("cursor:message")[0]

        self.assertEqual(message.account_identifier, "auth0|user_01, 77")
        self.assertEqual(message.after_checkpoint_identifier, "k2")
        self.assertEqual(message.agent_mode, "agent")
        self.assertEqual(message.attachments, "file /srv/a.py")
        self.assertEqual(message.checkpoint_identifier, "k1")
        self.assertEqual(message.details, "isNudge")
        self.assertEqual(message.usage_identifier, "usage1")
        self.assertEqual(message.working_directory, "/srv/proj")

    def testAttachmentsOfAReply(self):
        """What came with a reply is told, with reasoning it is not told again."""
        result = self._ReadBubble(
            {
                "type": 2,
                "text": "Seen.",
                "thinking": {"text": "hm"},
                "relevantFiles": ["src/app.js"],
            }
        )
        thinking, reply = result.GetByDataType("cursor:message")

        self.assertIsNone(thinking.attachments)
        self.assertEqual(reply.attachments, "relevant file src/app.js")

    def testSentByAgent(self):
        """What another agent sent, the person did not type."""
        result = self._ReadBubble(
            {"type": 1, "text": "Report", "sentByAgentId": "bc-e1"}
        )
        message = result.GetByDataType("cursor:message")[0]

        self.assertIs(message.injected, True)
        self.assertEqual(message.injection_reason, "sent by agent bc-e1")

    def testLatestSummary(self):
        """The summary that a composer and a bubble hold is told once."""
        summary = {"summary": {"summary": "They added add()."}}
        result = test_reader.ReadState(
            [
                evidence.MakeComposer("c", latestConversationSummary=summary),
                (
                    "bubbleId:c:b",
                    {
                        "type": 1,
                        "text": "Go on",
                        "cachedConversationSummary": summary["summary"],
                    },
                ),
            ]
        )
        messages = result.GetByDataType("cursor:message")

        self.assertEqual(
            [(message.role, message.message_body) for message in messages],
            [("system", "They added add()."), ("user", "Go on")],
        )
        self.assertEqual(messages[0].evidence_source, "composer")
        self.assertEqual(
            messages[0].record_key, "cursorDiskKV[composerData:c#summary.0]"
        )

    def testRichTextOnly(self):
        """A prompt that has no text has the text of its rich text."""
        result = self._ReadBubble(
            {"type": 1, "richText": '{"root":{"children":[{"text":"from rich"}]}}'}
        )

        self.assertEqual(
            result.GetByDataType("cursor:message")[0].message_body, "from rich"
        )

    def testSimulatedMessage(self):
        """A user bubble that is marked simulated is injected."""
        result = self._ReadBubble(
            {"type": 1, "text": "x", "isSimulatedMsg": True, "simulatedMsgReason": 3}
        )
        message = result.GetByDataType("cursor:message")[0]

        self.assertIs(message.injected, True)
        self.assertEqual(message.injection_reason, "background task completion")

        result = self._ReadBubble(
            {"type": 1, "text": "x", "isSimulatedMsg": True, "simulatedMsgReason": 99}
        )
        (message,) = result.GetByDataType("cursor:message")
        self.assertEqual(message.injection_reason, "simulated message reason 99")

    def testRedactedThinking(self):
        """Reasoning that is stored in redacted form is told without that form."""
        result = self._ReadBubble(
            {
                "type": 2,
                "text": "",
                "thinking": {"text": "", "redactedThinking": "QUJD"},
            }
        )
        (message,) = result.GetByDataType("cursor:message")
        self.assertEqual(message.role, "thinking")
        self.assertEqual(message.message_body, "redacted reasoning of 4 characters")

    def testConversationSummary(self):
        """The summary that stands with a bubble is a system message (0.50.7)."""
        for summary in (
            '{"summary": "Earlier: the cart."}',
            {"summary": {"summary": "Earlier: the cart."}},
        ):
            result = self._ReadBubble(
                {"type": 2, "text": "Done.", "cachedConversationSummary": summary}
            )
            self.assertEqual(
                [
                    (
                        message.role,
                        message.message_body,
                        message.injection_reason,
                        message.record_key,
                    )
                    for message in result.GetByDataType("cursor:message")
                ],
                [
                    ("assistant", "Done.", None, "cursorDiskKV[bubbleId:c:b]"),
                    (
                        "system",
                        "Earlier: the cart.",
                        "summary of earlier messages",
                        "cursorDiskKV[bubbleId:c:b#summary]",
                    ),
                ],
            )

    def testFileChanges(self):
        """What was deleted, accepted or rejected since the last edit is told."""
        result = self._ReadBubble(
            {
                "type": 1,
                "text": "next",
                "requestId": "r1",
                "deletedFiles": [{"relativeWorkspacePath": "old.py"}],
                "diffsSinceLastApply": [
                    {"relativeWorkspacePath": "a.py", "isAccepted": True},
                    {"relativeWorkspacePath": "b.py", "isRejected": True},
                    {"isRejected": True},
                ],
            }
        )
        self.assertEqual(
            [
                (
                    edit.file_path,
                    edit.change_summary,
                    edit.bubble_identifier,
                    edit.request_identifier,
                    edit.record_key,
                )
                for edit in result.GetByDataType("cursor:file:edit")
            ],
            [
                (
                    "old.py",
                    "deleted before the request",
                    "b",
                    "r1",
                    "cursorDiskKV[bubbleId:c:b#deletedFiles.0]",
                ),
                (
                    "a.py",
                    "changed since the last edit, accepted",
                    "b",
                    "r1",
                    "cursorDiskKV[bubbleId:c:b#diffsSinceLastApply.0]",
                ),
                (
                    "b.py",
                    "changed since the last edit, rejected",
                    "b",
                    "r1",
                    "cursorDiskKV[bubbleId:c:b#diffsSinceLastApply.1]",
                ),
            ],
        )

    def testToolWithoutName(self):
        """A call that has a number only has the name of the number."""
        for number, name in ((40, "read_file_v2"), (77, "tool_77")):
            result = self._ReadBubble(
                {
                    "type": 2,
                    "toolFormerData": {"tool": number, "toolCallId": "t", "params": ""},
                }
            )
            (call,) = result.GetByDataType("cursor:tool_call")
            self.assertEqual((call.tool_name, call.tool_number), (name, number))

    def testToolErrors(self):
        """The error of a call is its visible message, as text or object."""
        for error in (
            '{"clientVisibleErrorMessage":"No file","modelVisibleErrorMessage":"No file"}',
            {"clientVisibleErrorMessage": "No file"},
            "No file",
        ):
            result = self._ReadBubble(
                {"type": 2, "toolFormerData": {"name": "read_file", "error": error}}
            )
            call = result.GetByDataType("cursor:tool_call")[0]
            self.assertEqual(call.error_text, "No file")

    def testObjectsForText(self):
        """params and result may be objects (0.50.7, pending calls; todo_write)."""
        result = self._ReadBubble(
            {
                "type": 2,
                "toolFormerData": {
                    "name": "run_terminal_cmd",
                    "params": {"command": "ls", "cwd": "/srv"},
                    "result": {"output": "a.py", "exitCodeV2": 0},
                },
            }
        )
        call = result.GetByDataType("cursor:tool_call")[0]

        self.assertEqual(call.call_summary, "ls")
        self.assertEqual(call.arguments, '{"command":"ls","cwd":"/srv"}')
        self.assertEqual(call.exit_code, 0)
        self.assertEqual(call.result, '{"output":"a.py","exitCodeV2":0}')

    def testThinkingOfOlderBuilds(self):
        """Thinking is told by its text, not by capabilityType (0.50.7)."""
        result = self._ReadBubble(
            {"type": 2, "text": "", "thinking": {"text": "hm", "signature": ""}}
        )

        self.assertEqual(result.GetByDataType("cursor:message")[0].role, "thinking")

    def testEmptyBubble(self):
        """A bubble without content is counted, not produced."""
        result = self._ReadBubble({"type": 2, "text": ""})

        self.assertEqual(result.GetByDataType("cursor:message"), [])
        self.assertIn(
            "bubbles without content=1",
            result.GetByDataType("cursor:database")[0].counts,
        )

    def testHostileMembers(self):
        """Members of any type cost nothing but themselves, and content is told."""
        for value, names in (
            (None, None),
            (5, "toolFormerData"),
            ("x", "toolFormerData"),
            ([], None),
            ({}, None),
            ([1], "text, thinking, toolFormerData"),
            (True, "text, thinking, toolFormerData"),
            (1e400, None),
            (-1, "toolFormerData"),
        ):
            bubble = {
                name: value
                for name in (
                    "agentMode",
                    "capabilityType",
                    "context",
                    "createdAt",
                    "images",
                    "modelInfo",
                    "requestId",
                    "richText",
                    "startedAtMs",
                    "text",
                    "thinking",
                    "timingInfo",
                    "tokenCount",
                    "toolFormerData",
                    "unifiedMode",
                )
            }
            for bubble_type in (1, 2, value):
                result = self._ReadBubble(dict(bubble, type=bubble_type))
                warnings = []
                if names:
                    warnings = [
                        f"cursorDiskKV row bubbleId:c:b: can not read {names:s}"
                    ]
                self.assertEqual(result.warnings, warnings)

    def testLongText(self):
        """A text over 64 KiB is cut, with size and hash of the whole."""
        text = "ž" * 50_000
        result = self._ReadBubble({"type": 2, "text": text})
        message = result.GetByDataType("cursor:message")[0]

        self.assertEqual(message.message_body_size, 100_000)
        self.assertEqual(len(message.message_body.encode("utf-8")), 65536)
        self.assertEqual(len(message.message_body_sha256), 64)
        self.assertTrue(message.message_body_preview.endswith("... (100,000 bytes)"))

    def testTokens(self):
        """Token counts of zero, as 3.x stores them, are left out."""
        rows = [
            evidence.MakeAssistantBubble(
                "c", "a1", "x", tokenCount={"inputTokens": 0, "outputTokens": 12}
            )
        ]
        message = test_reader.ReadState(rows).GetByDataType("cursor:message")[0]

        self.assertIsNone(message.input_tokens)
        self.assertEqual(message.output_tokens, 12)


if __name__ == "__main__":
    unittest.main()
