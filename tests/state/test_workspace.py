"""Tests for the readers of ItemTable of a workspace."""

import os
import tempfile
import unittest

from cursor_plaso import producer
from cursor_plaso.state import context
from cursor_plaso.state import workspace

from tests import evidence
from tests import lib

START_MS = evidence.START_MILLISECONDS
START = "2026-10-01T10:00:00.000+00:00"


def ReadRows(*rows, file_entry=None, reader_class=workspace.WorkspaceReader):
    """Reads rows of a workspace.

    Args:
      rows (list[tuple[str, object]]): keys and values, where anything but text is
          encoded as JSON.
      file_entry (Optional[dfvfs.FileEntry]): file entry of the database.
      reader_class (Optional[type]): class of the reader.

    Returns:
      CollectingProducer: producer that has what was produced.
    """
    collecting_producer = producer.CollectingProducer()
    state_context = context.StateContext(
        collecting_producer, None, file_entry=file_entry
    )
    state_context.kind = "workspace"
    state_context.project_path = "/srv/proj"
    state_context.workspace_identifier = "w1"
    reader = reader_class(state_context)
    for key, value in rows:
        if not isinstance(value, (bytes, str, type(None))):
            value = evidence.DumpJSON(value)
        reader.ReadRow(key, value)
    reader.Finish()
    return collecting_producer


class PromptReaderTest(unittest.TestCase):
    """Tests for the reader of prompts and generations."""

    def testReadPrompts(self):
        """A prompt has no time."""
        result = ReadRows(
            (
                "aiService.prompts",
                [
                    {"text": "Add a subtract function", "commandType": 4},
                    "noise",
                    {"text": "Rename it", "commandType": 1},
                ],
            ),
            reader_class=workspace.PromptReader,
        )
        self.assertEqual(len(result.warnings), 1)
        self.assertEqual(
            [
                (
                    event_data.data_type,
                    event_data.message_body,
                    event_data.prompt_type,
                    event_data.sequence_number,
                    event_data.recorded_time,
                    event_data.record_key,
                )
                for event_data in result.event_data
            ],
            [
                (
                    "cursor:prompt",
                    "Add a subtract function",
                    "4",
                    0,
                    None,
                    "ItemTable[aiService.prompts#0]",
                ),
                (
                    "cursor:prompt",
                    "Rename it",
                    "1",
                    2,
                    None,
                    "ItemTable[aiService.prompts#2]",
                ),
            ],
        )

    def testReadGenerations(self):
        """A generation stands at its unixMs."""
        result = ReadRows(
            (
                "aiService.generations",
                [
                    {
                        "unixMs": evidence.START_MILLISECONDS,
                        "generationUUID": "r1",
                        "type": "composer",
                        "textDescription": "Add a subtract function",
                    },
                    {"unixMs": "soon", "type": "apply", "textDescription": "calc.py"},
                ],
            ),
            reader_class=workspace.PromptReader,
        )
        event_data = result.event_data[0]
        self.assertEqual(event_data.generation_identifier, "r1")
        self.assertEqual(event_data.project_path, "/srv/proj")
        self.assertEqual(event_data.recorded_time.CopyToDateTimeStringISO8601(), START)
        self.assertEqual(event_data.time_source, "unixMs")
        self.assertEqual(result.corrupted, [False, True])
        self.assertIsNone(result.event_data[1].recorded_time)
        self.assertEqual(len(result.warnings), 1)


class WorkspaceReaderTest(unittest.TestCase):
    """Tests for the reader of a workspace."""

    def testReadHeads(self):
        """A head gives the times and facts of a conversation."""
        result = ReadRows(
            (
                "composer.composerData",
                {
                    "allComposers": [
                        {
                            "type": "head",
                            "composerId": "c1",
                            "name": "Add subtract",
                            "createdAt": evidence.START_MILLISECONDS,
                            "lastUpdatedAt": evidence.START_MILLISECONDS + 1000,
                            "unifiedMode": "agent",
                            "forceMode": "edit",
                            "totalLinesAdded": 1281,
                            "totalLinesRemoved": 45,
                            "filesChangedCount": 13,
                            "subtitle": "calc.py",
                            "createdOnBranch": "main",
                            "isArchived": True,
                        },
                        {"type": "head", "composerId": "c2", "createdAt": None},
                        5,
                    ],
                    "selectedComposerIds": ["c1"],
                },
            )
        )
        self.assertEqual(len(result.warnings), 1)
        self.assertEqual(len(result.GetByDataType("cursor:conversation")), 2)
        event_data = result.GetByDataType("cursor:conversation")[0]
        self.assertEqual(event_data.agent_mode, "agent")
        self.assertEqual(event_data.conversation_identifier, "c1")
        self.assertEqual(event_data.conversation_title, "Add subtract")
        self.assertEqual(event_data.created_on_branch, "main")
        self.assertEqual(event_data.creation_time.CopyToDateTimeStringISO8601(), START)
        self.assertEqual(event_data.evidence_source, "workspace composer head")
        self.assertEqual(event_data.files_changed, 13)
        self.assertEqual(event_data.lines_added, 1281)
        self.assertEqual(event_data.project_path, "/srv/proj")
        self.assertEqual(
            event_data.record_key,
            "ItemTable[composer.composerData#allComposers.0]",
        )
        self.assertEqual(event_data.status, "archived")
        (archived,) = result.GetByDataType("cursor:conversation:archived")
        self.assertEqual(archived.conversation_identifier, "c1")
        self.assertEqual(archived.conversation_title, "Add subtract")
        self.assertEqual(
            archived.last_update_time.timestamp, evidence.START_MILLISECONDS + 1000
        )
        self.assertEqual(archived.time_source, "lastUpdatedAt")
        self.assertEqual(event_data.time_source, "createdAt, lastUpdatedAt")
        self.assertEqual(event_data.workspace_identifier, "w1")
        event_data = result.GetByDataType("cursor:conversation")[1]
        self.assertIsNone(event_data.creation_time)

    def testReadHeadsOfGlobalComposers(self):
        """A head says only what no global database says of the conversation."""
        composer = {"composerId": "c1", "name": "One", "createdAt": START_MS}
        heads = [
            {"composerId": "c1", "name": "One", "createdAt": START_MS},
            {"composerId": "c2", "createdAt": START_MS, "createdOnBranch": "main"},
            {"composerId": "c3", "createdAt": START_MS, "lastUpdatedAt": START_MS + 5},
            {"composerId": "c4", "name": "Of a profile", "createdAt": START_MS},
            {"composerId": "c5", "name": "In no other", "createdAt": START_MS},
            {"composerId": "c6", "name": "Cleared", "createdAt": START_MS},
            {
                "composerId": "c7",
                "createdAt": START_MS,
                "lastUpdatedAt": START_MS + 7,
                "isArchived": True,
            },
        ]
        with tempfile.TemporaryDirectory() as directory:
            evidence.WriteStateDatabase(
                os.path.join(directory, "globalStorage", "state.vscdb"),
                [
                    ("composerData:c1", composer),
                    ("composerData:c2", {"composerId": "c2", "createdAt": START_MS}),
                    ("composerData:c3", {"composerId": "c3", "createdAt": START_MS}),
                    ("composerData:c6", None),
                    (
                        "composerData:c7",
                        {"createdAt": START_MS, "lastUpdatedAt": START_MS + 7},
                    ),
                ],
            )
            evidence.WriteStateDatabase(
                os.path.join(
                    directory, "profiles", "-1a2b", "globalStorage", "state.vscdb"
                ),
                [("composerData:c4", {"name": "Of a profile", "createdAt": START_MS})],
            )
            path = os.path.join(directory, "workspaceStorage", "w1", "state.vscdb")
            evidence.WriteStateDatabase(path, [])
            result = ReadRows(
                ("composer.composerData", {"allComposers": heads}),
                file_entry=lib.MakeFileEntry(lib.MakePathSpec(path)),
            )

        self.assertEqual(result.warnings, [])
        self.assertEqual(
            [
                (
                    event_data.conversation_identifier,
                    event_data.time_source,
                    event_data.created_on_branch,
                )
                for event_data in result.GetByDataType("cursor:conversation")
            ],
            [
                ("c2", None, "main"),
                ("c3", "lastUpdatedAt", None),
                ("c5", "createdAt", None),
                ("c6", "createdAt", None),
            ],
        )
        (event_data,) = result.GetByDataType("cursor:workspace")
        self.assertEqual(event_data.conversations, "c1, c2, c3, c4, c5, c6, c7")
        # Of an archived one the head alone tells that it is.
        (event_data,) = result.GetByDataType("cursor:conversation:archived")
        self.assertEqual(event_data.conversation_identifier, "c7")
        self.assertEqual(event_data.last_update_time.timestamp, START_MS + 7)

    def testReadPanes(self):
        """The panes tell, in one event data, which conversations were in them."""
        prefix = "workbench.panel.composerChatViewPane."
        result = ReadRows(
            (f"{prefix:s}p1", {"workbench.panel.aichat.view.c1": {"size": 1}}),
            (f"{prefix:s}p1.hidden", '[{"id": "x", "isHidden": false}]'),
            (
                f"{prefix:s}p2",
                {
                    "workbench.panel.aichat.view.c2": {},
                    "workbench.panel.aichat.view.c1": {},
                },
            ),
            (f"{prefix:s}p3", None),
        )
        self.assertEqual(result.warnings, [])
        (event_data,) = result.event_data
        self.assertEqual(event_data.data_type, "cursor:workspace")
        self.assertEqual(event_data.workspace_kind, "conversations in panes")
        self.assertEqual(event_data.conversations, "c1, c2")
        self.assertEqual(event_data.workspace_identifier, "w1")
        self.assertEqual(event_data.record_key, f"ItemTable[{prefix:s}p1]")

    def testReadInlineConversation(self):
        """Messages of November 2024 stand inline and have no time."""
        result = ReadRows(
            (
                "composer.composerData",
                {
                    "allComposers": [
                        {
                            "composerId": "c1",
                            "text": "",
                            "richText": "",
                            "status": "completed",
                            "createdAt": evidence.START_MILLISECONDS,
                            "conversation": [
                                {
                                    "type": 1,
                                    "bubbleId": "b1",
                                    "text": "Add a subtract function",
                                    "context": {
                                        "fileSelections": [
                                            {"uri": {"path": "/srv/proj/calc.py"}}
                                        ]
                                    },
                                },
                                {
                                    "type": 2,
                                    "bubbleId": "b2",
                                    "text": "Added subtract().",
                                    "codeBlocks": [],
                                },
                                None,
                            ],
                            "codeBlockData": {
                                "file:///srv/proj/calc.py": [
                                    {
                                        "bubbleId": "b2",
                                        "codeBlockIdx": 0,
                                        "uri": {"path": "/srv/proj/calc.py"},
                                        "status": "accepted",
                                        "version": 1,
                                    }
                                ]
                            },
                            "newlyCreatedFiles": [{"uri": {"path": "/srv/proj/n.py"}}],
                            "originalFileStates": {
                                "file:///srv/proj/calc.py": {"content": "x"}
                            },
                        },
                        {
                            "composerId": "c2",
                            "conversation": [],
                            "createdAt": evidence.START_MILLISECONDS,
                            "text": "not sent",
                        },
                    ],
                    "composerDataVersion": 0,
                    "selectedComposerId": "c1",
                },
            )
        )
        conversation, empty = result.GetByDataType("cursor:conversation")
        self.assertEqual(conversation.evidence_source, "workspace composer")
        self.assertEqual(conversation.message_count, 3)
        self.assertEqual(conversation.status, "completed")
        self.assertEqual(empty.message_count, 0)

        messages = result.GetByDataType("cursor:message")
        self.assertEqual(
            [
                (
                    event_data.role,
                    event_data.message_body,
                    event_data.bubble_identifier,
                    event_data.conversation_identifier,
                    event_data.sequence_number,
                    event_data.sent_time,
                    event_data.creation_time,
                    event_data.turn_start_time,
                )
                for event_data in messages
            ],
            [
                (
                    "user",
                    "Add a subtract function",
                    "b1",
                    "c1",
                    0,
                    None,
                    None,
                    None,
                ),
                ("assistant", "Added subtract().", "b2", "c1", 1, None, None, None),
            ],
        )
        self.assertIn("/srv/proj/calc.py", messages[0].attachments)
        self.assertEqual(
            messages[0].record_key,
            "ItemTable[composer.composerData#allComposers.0.conversation.0]",
        )

        edits = result.GetByDataType("cursor:file:edit")
        self.assertEqual(
            [
                (event_data.edit_kind, event_data.file_path, event_data.change_summary)
                for event_data in edits
            ],
            [
                ("code block", "/srv/proj/calc.py", "accepted"),
                ("content before edit", "/srv/proj/calc.py", None),
                ("creation", "/srv/proj/n.py", None),
            ],
        )
        self.assertEqual(edits[0].bubble_identifier, "b2")
        self.assertEqual(edits[1].content_size, 1)

        drafts = result.GetByDataType("cursor:conversation:draft")
        self.assertEqual(len(drafts), 1)
        self.assertEqual(drafts[0].message_body, "not sent")
        self.assertEqual(drafts[0].creation_time.CopyToDateTimeStringISO8601(), START)
        # The message that is no object.
        self.assertEqual(len(result.warnings), 1)

        record_keys = [event_data.record_key for event_data in result.event_data]
        self.assertEqual(len(record_keys), len(set(record_keys)))

    def testReadOpenedDate(self):
        """The date at which the workspace was opened is recorded."""
        result = ReadRows(
            ("cursorAuth/workspaceOpenedDate", "2026-10-01T10:00:00.000Z")
        )
        event_data = result.event_data[0]
        self.assertEqual(event_data.data_type, "cursor:workspace")
        self.assertEqual(event_data.workspace_kind, "workspace opened")
        self.assertEqual(event_data.workspace_identifier, "w1")
        self.assertEqual(event_data.recorded_time.CopyToDateTimeStringISO8601(), START)

        result = ReadRows(("cursorAuth/workspaceOpenedDate", "yesterday"))
        self.assertIsNone(result.event_data[0].recorded_time)
        self.assertEqual(result.corrupted, [True])
        self.assertEqual(len(result.warnings), 1)

    def testReadHistory(self):
        """The files that were open give one event."""
        result = ReadRows(
            (
                "history.entries",
                [
                    {"editor": {"resource": "file:///srv/proj/calc.py"}},
                    {"editor": {"resource": "file:///c%3A/proj/b.py"}},
                    {"editor": {}},
                ],
            )
        )
        self.assertEqual(len(result.event_data), 1)
        self.assertEqual(
            result.event_data[0].opened_files, "/srv/proj/calc.py, c:\\proj\\b.py"
        )
        self.assertEqual(result.event_data[0].workspace_kind, "opened files")

    def testReadConversations(self):
        """The conversations of a workspace give one event, and panes name some."""
        result = ReadRows(
            ("composer.composerData", {"selectedComposerIds": ["c1", "c2"]})
        )
        self.assertEqual(len(result.event_data), 1)
        event_data = result.event_data[0]
        self.assertEqual(event_data.data_type, "cursor:workspace")
        self.assertEqual(event_data.workspace_kind, "workspace conversations")
        self.assertEqual(event_data.conversations, "c1, c2")
        self.assertEqual(event_data.project_path, "/srv/proj")
        self.assertEqual(event_data.record_key, "ItemTable[composer.composerData]")

    def testReadAuthority(self):
        """The workspace of a cloud agent names it after workspace.json is gone."""
        result = ReadRows(
            ("resource.authority.os.background-composer+bc-e1", "3"),
            ("resource.authority.os.ssh-remote+host", "3"),
        )
        cloud, remote = result.event_data
        self.assertEqual(cloud.workspace_kind, "remote workspace")
        self.assertEqual(cloud.remote_authority, "background-composer+bc-e1")
        self.assertEqual(cloud.conversation_identifier, "bc-e1")
        self.assertEqual(remote.remote_authority, "ssh-remote+host")
        self.assertIsNone(remote.conversation_identifier)

    def testReadRowHostile(self):
        """No value makes the readers raise."""
        for key in workspace.WorkspaceReader.KEYS:
            for value in (
                None,
                "",
                "null",
                "5",
                "[1, [], {}]",
                '{"allComposers": [{"conversation": [{}, 1, {"type": []}], '
                '"codeBlockData": {"a": 5, "b": [1], "c": {"d": {}}}, '
                '"originalFileStates": {"a": 1, "b": {}}, "composerId": {}, '
                '"newlyCreatedFiles": [1, {}], "richText": {"root": 5}}]}',
                '{"allComposers": 5, "selectedComposerIds": {}}',
                b"\xff",
            ):
                ReadRows((key, value))


if __name__ == "__main__":
    unittest.main()
