"""Tests of what composers say of files."""

import hashlib
import os
import tempfile
import unittest

from cursor_plaso import database
from cursor_plaso import producer
from cursor_plaso.state import composer_files
from cursor_plaso.state import reader
from tests import evidence
from tests.state import test_reader


class ComposerFilesTest(unittest.TestCase):
    """Tests of files of composers, of storage-facts 2.2."""

    def testReadFiles(self):
        """Blocks, answers, texts and creations are one event data each."""
        composer = {
            "codeBlockData": {
                "file:///srv/proj/a.py": [{"bubbleId": "b1", "status": "accepted"}],
                "file:///c%3A/proj/b.py": {
                    "d1": {"bubbleId": "b2", "status": "rejected", "diffId": "d1"}
                },
            },
            "newlyCreatedFiles": [{"uri": {"path": "/srv/proj/n.py"}}],
            "originalFileStates": {
                "file:///srv/proj/a.py": {"content": "old", "firstEditBubbleId": "b1"},
                "file:///srv/proj/c.py": {"isNewlyCreated": False},
            },
            "userResponsesToSuggestedCodeBlocks": [
                {"userResponseType": 1, "filePath": "a.py"},
                {"userResponseType": 2, "filePath": "b.py"},
                {"userResponseType": 9, "filePath": "c.py"},
            ],
        }
        self.assertEqual(
            [
                (
                    place,
                    event_data.edit_kind,
                    event_data.file_path,
                    event_data.change_summary,
                    event_data.bubble_identifier,
                    event_data.diff_identifier,
                    event_data.content_sha256,
                )
                for place, event_data in composer_files.ReadFiles(composer, "composer")
            ],
            [
                (
                    "codeBlockData.file:///srv/proj/a.py.0",
                    "code block",
                    "/srv/proj/a.py",
                    "accepted",
                    "b1",
                    None,
                    None,
                ),
                (
                    "codeBlockData.file:///c%3A/proj/b.py.0",
                    "code block",
                    "c:\\proj\\b.py",
                    "rejected",
                    "b2",
                    "d1",
                    None,
                ),
                (
                    "userResponsesToSuggestedCodeBlocks.0",
                    "code block answer",
                    "a.py",
                    "accepted by the user",
                    None,
                    None,
                    None,
                ),
                (
                    "userResponsesToSuggestedCodeBlocks.1",
                    "code block answer",
                    "b.py",
                    "rejected by the user",
                    None,
                    None,
                    None,
                ),
                (
                    "userResponsesToSuggestedCodeBlocks.2",
                    "code block answer",
                    "c.py",
                    "answer 9",
                    None,
                    None,
                    None,
                ),
                (
                    "originalFileStates.file:///srv/proj/a.py",
                    "content before edit",
                    "/srv/proj/a.py",
                    None,
                    "b1",
                    None,
                    hashlib.sha256(b"old").hexdigest(),
                ),
                (
                    "newlyCreatedFiles.0",
                    "creation",
                    "/srv/proj/n.py",
                    None,
                    None,
                    None,
                    None,
                ),
            ],
        )

    def testBrokenShapes(self):
        """Other shapes give nothing."""
        for composer in (
            {"codeBlockData": 5, "newlyCreatedFiles": {}, "originalFileStates": []},
            {"codeBlockData": {"a": 5, "b": [1]}, "originalFileStates": {"a": 1}},
            {"userResponsesToSuggestedCodeBlocks": [1, None]},
        ):
            self.assertEqual(list(composer_files.ReadFiles(composer, "composer")), [])

    def testGlobalComposer(self):
        """A composer of 0.50.7 tells which of its code blocks were accepted."""
        rows = [
            evidence.MakeComposer(
                "c",
                [evidence.MakeHeader("u1", 1)],
                codeBlockData={"file:///srv/proj/a.py": {"d1": {"status": "accepted"}}},
            ),
            evidence.MakeUserBubble("c", "u1", "hello"),
        ]
        edits = test_reader.ReadState(rows).GetByDataType("cursor:file:edit")
        self.assertEqual(
            [
                (
                    edit.conversation_identifier,
                    edit.file_path,
                    edit.change_summary,
                    edit.record_key,
                )
                for edit in edits
            ],
            [
                (
                    "c",
                    "/srv/proj/a.py",
                    "accepted",
                    "cursorDiskKV[composerData:c#codeBlockData.file:///srv/proj/a.py"
                    ".0]",
                )
            ],
        )


class InlineComposerTest(unittest.TestCase):
    """Tests of composers of the time between: messages inline in the global database."""

    def _Read(self, rows):
        """Reads a database whose conversations the workspaces name.

        Args:
          rows (list[tuple[str, object]]): rows of cursorDiskKV.

        Returns:
          CollectingProducer: what was produced.
        """

        class ProjectMap:
            """Map that knows the project of every conversation."""

            def GetProjectPath(self, unused_identifier, unused_workspace=None):
                """Retrieves a path.

                Returns:
                  str: path.
                """
                return "/srv/proj"

        collecting_producer = producer.CollectingProducer()
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, "state.vscdb")
            evidence.WriteStateDatabase(path, rows)
            with open(path, "rb") as file_object:
                state_database = database.Database(
                    file_object, producer=collecting_producer
                )
                reader.StateReader(
                    collecting_producer, state_database, project_map=ProjectMap()
                ).Read()
        return collecting_producer

    def testProject(self):
        """What the composer holds has the project that only the workspaces name."""
        row = (
            "composerData:c",
            {
                "composerId": "c",
                "status": "completed",
                "createdAt": evidence.START_MILLISECONDS,
                "conversation": [
                    {"type": 1, "bubbleId": "b1", "text": "question"},
                    {
                        "type": 2,
                        "bubbleId": "b2",
                        "text": "",
                        "timingInfo": {"clientRpcSendTime": 1733000001000},
                    },
                ],
                "capabilities": [
                    {
                        "type": 15,
                        "data": {
                            "bubbleDataMap": {
                                "b2": {"name": "list_dir", "status": "completed"}
                            }
                        },
                    }
                ],
                "newlyCreatedFiles": [{"uri": {"path": "/srv/proj/n.py"}}],
            },
        )
        result = self._Read([row])

        for data_type in (
            "cursor:conversation",
            "cursor:file:edit",
            "cursor:message",
            "cursor:tool_call",
        ):
            event_data = result.GetByDataType(data_type)
            self.assertEqual(len(event_data), 1, data_type)
            self.assertEqual(event_data[0].project_path, "/srv/proj")
        conversation = result.GetByDataType("cursor:conversation")[0]
        self.assertEqual(conversation.message_count, 2)
        # The bubble, whose record stands apart, has the time of the call.
        call = result.GetByDataType("cursor:tool_call")[0]
        self.assertEqual(call.creation_time.timestamp, 1733000001000)
        self.assertEqual(call.time_source, "bubble.timingInfo.clientRpcSendTime")
        self.assertEqual(call.turn_number, 1)
        self.assertIsNone(call.header_list_state)

    def testConversationMap(self):
        """Bubbles in the map of a composer are read in the order of the header list."""
        row = (
            "composerData:c",
            {
                "composerId": "c",
                "status": "completed",
                "conversationMap": {
                    "b2": {"type": 2, "text": "answer"},
                    "b1": {"type": 1, "text": "question"},
                },
                "fullConversationHeadersOnly": [
                    {"bubbleId": "b1", "type": 1},
                    {"bubbleId": "b2", "type": 2},
                ],
            },
        )
        self.assertEqual(
            [
                (message.sequence_number, message.role, message.message_body)
                for message in self._Read([row]).GetByDataType("cursor:message")
            ],
            [(0, "user", "question"), (1, "assistant", "answer")],
        )

    def testQueue(self):
        """A message that waited to be sent is a draft, which has no time."""
        rows = [
            evidence.MakeComposer(
                "c",
                [evidence.MakeHeader("u1", 1)],
                queueItems=[{"id": "q1", "text": "next prompt"}, {"id": "q2"}],
            ),
            evidence.MakeUserBubble("c", "u1", "hello"),
        ]
        result = self._Read(rows)
        drafts = result.GetByDataType("cursor:conversation:draft")
        self.assertEqual(
            [
                (draft.message_body, draft.creation_time, draft.evidence_source)
                for draft in drafts
            ],
            [("next prompt", None, "message queue")],
        )
        self.assertEqual(len(result.warnings), 1)
        self.assertIn("1 of queueItems have an unknown shape", result.warnings[0])


if __name__ == "__main__":
    unittest.main()
