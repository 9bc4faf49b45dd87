"""Tests for the readers of file states."""

import hashlib
import unittest

from cursor_plaso import producer
from cursor_plaso.state import context
from cursor_plaso.state import disk_readers
from cursor_plaso.state import edits

from tests import evidence

ORIGINAL_TEXT = "def add(a, b):\n    return a + b\n"


def ReadRows(*rows):
    """Reads rows as the reader of the database does.

    Args:
      rows (list[tuple[str, str|bytes|None]]): keys and stored values.

    Returns:
      CollectingProducer: producer that has what was produced.
    """
    collecting_producer = producer.CollectingProducer()
    state_context = context.StateContext(collecting_producer, None)
    readers = [reader(state_context) for reader in disk_readers.DISK_READERS]
    for key, value in rows:
        if not isinstance(value, (bytes, str, type(None))):
            value = evidence.DumpJSON(value)
        for reader in readers:
            if key in reader.KEYS or key.startswith(reader.PREFIXES):
                reader.ReadRow(key, value)
    for reader in readers:
        reader.Finish()
    return collecting_producer


class AutoAcceptReaderTest(unittest.TestCase):
    """Tests for the reader of the last commit seen per repository."""

    def testReadRow(self):
        """A repository gives one event with commit and, where stored, time."""
        result = ReadRows(
            ("composer.autoAccept.lastSeenHeadSha", {"/srv/proj": "ab" * 20}),
            (
                "composer.autoAccept.lastSeenHeadTimestamp",
                {"/srv/proj": evidence.START_MILLISECONDS, "/srv/other": 5},
            ),
        )
        self.assertEqual(result.warnings, [])
        self.assertEqual(len(result.event_data), 1)
        event_data = result.event_data[0]
        self.assertEqual(event_data.data_type, "cursor:file:edit")
        self.assertEqual(event_data.edit_kind, "repository head")
        self.assertEqual(event_data.file_path, "/srv/proj")
        self.assertEqual(event_data.git_commit, "ab" * 20)
        self.assertEqual(
            event_data.recorded_time.CopyToDateTimeStringISO8601(),
            "2026-10-01T10:00:00.000+00:00",
        )
        self.assertEqual(
            event_data.time_source, "composer.autoAccept.lastSeenHeadTimestamp"
        )
        self.assertEqual(
            event_data.record_key,
            "cursorDiskKV[composer.autoAccept.lastSeenHeadSha#/srv/proj]",
        )

    def testReadRowWithoutTime(self):
        """Without the other row there is no time."""
        result = ReadRows(
            ("composer.autoAccept.lastSeenHeadSha", {"/srv/proj": "ab" * 20})
        )
        self.assertEqual(len(result.event_data), 1)
        self.assertIsNone(result.event_data[0].recorded_time)
        self.assertIsNone(result.event_data[0].time_source)


class CheckpointReaderTest(unittest.TestCase):
    """Tests for the reader of checkpoints."""

    def testReadRow(self):
        """Each file of a checkpoint gives an event that measures its diff."""
        result = ReadRows(
            (
                "checkpointId:c1:k1",
                {
                    "files": [
                        {
                            "uri": {"$mid": 1, "path": "/srv/proj/calc.py"},
                            "originalModelDiffWrtV0": [
                                {
                                    "original": {
                                        "startLineNumber": 1,
                                        "endLineNumberExclusive": 3,
                                    },
                                    "modified": [
                                        "def sub(a, b):",
                                        "    return a - b",
                                        "",
                                    ],
                                }
                            ],
                            "isNewlyCreated": False,
                        },
                        {
                            "uri": {"_fsPath": "/srv/proj/new.py", "scheme": "file"},
                            "isNewlyCreated": True,
                        },
                    ],
                    "nonExistentFiles": [{"uri": {"path": "/srv/proj/gone.py"}}],
                    "newlyCreatedFolders": [{"uri": {"path": "/srv/proj/pkg"}}],
                    "activeInlineDiffs": [
                        {"uri": {"path": "/c:/proj/b.py"}, "diffId": "d1"}
                    ],
                    "inlineDiffNewlyCreatedResources": {
                        "files": [{"uri": {"path": "/srv/proj/inline.py"}}],
                        "folders": [],
                    },
                },
            )
        )
        self.assertEqual(result.warnings, [])
        self.assertEqual(
            [
                (event_data.file_path, event_data.change_summary, event_data.record_key)
                for event_data in result.event_data
            ],
            [
                (
                    "/srv/proj/calc.py",
                    None,
                    "cursorDiskKV[checkpointId:c1:k1#files.0]",
                ),
                (
                    "/srv/proj/new.py",
                    "newly created",
                    "cursorDiskKV[checkpointId:c1:k1#files.1]",
                ),
                (
                    "/srv/proj/gone.py",
                    "did not exist",
                    "cursorDiskKV[checkpointId:c1:k1#nonExistentFiles.0]",
                ),
                (
                    "/srv/proj/pkg",
                    "newly created folder",
                    "cursorDiskKV[checkpointId:c1:k1#newlyCreatedFolders.0]",
                ),
                (
                    "c:\\proj\\b.py",
                    "inline diff not yet answered",
                    "cursorDiskKV[checkpointId:c1:k1#activeInlineDiffs.0]",
                ),
                (
                    "/srv/proj/inline.py",
                    "newly created by an inline diff",
                    "cursorDiskKV[checkpointId:c1:k1#created.files.0]",
                ),
            ],
        )
        event_data = result.event_data[0]
        text = b"def sub(a, b):\n    return a - b\n"
        self.assertEqual(event_data.conversation_identifier, "c1")
        self.assertEqual(event_data.checkpoint_identifier, "k1")
        self.assertEqual(event_data.lines_added, 3)
        self.assertEqual(event_data.lines_removed, 2)
        self.assertEqual(event_data.content_size, len(text))
        self.assertEqual(event_data.content_sha256, hashlib.sha256(text).hexdigest())
        self.assertIsNone(event_data.creation_time)
        self.assertIsNone(event_data.time_source)
        self.assertEqual(result.event_data[4].diff_identifier, "d1")

    def testReadRowWithoutEdit(self):
        """The checkpoint of a turn with no edit gives nothing."""
        result = ReadRows(
            (
                "checkpointId:c1:k2",
                {"inlineDiffNewlyCreatedResources": {}, "nonExistentFilesVersion": 1},
            ),
            ("checkpointId:c1:k3", {"files": [], "activeInlineDiffs": []}),
            ("checkpointId:c1:k4", None),
        )
        self.assertEqual(result.event_data, [])
        self.assertEqual(result.warnings, [])

    def testReadRowDamaged(self):
        """A bad element costs itself; a bad value is one warning."""
        result = ReadRows(
            (
                "checkpointId:c1:k5",
                {"files": [5, {}, None, {"uri": {"path": "/srv/a.py"}}]},
            ),
            ("checkpointId:c1:k6", '{"files": [{"uri"'),
            ("checkpointId:c1:k7", [1]),
            ("checkpointId:c1:k8", {"files": "x", "newlyCreatedFolders": {"a": 1}}),
        )
        self.assertEqual(
            [event_data.file_path for event_data in result.event_data], ["/srv/a.py"]
        )
        self.assertEqual(len(result.warnings), 3)
        self.assertIn("checkpointId:c1:k5: 3 of files", result.warnings[0])
        self.assertIn("checkpointId:c1:k6: not JSON", result.warnings[1])
        self.assertIn("checkpointId:c1:k7", result.warnings[2])

    def testAbort(self):
        """An abort is honoured within a row."""
        collecting_producer = producer.CollectingProducer()
        collecting_producer.SignalAbort()
        reader = edits.CheckpointReader(context.StateContext(collecting_producer, None))
        reader.ReadRow("checkpointId:c1:k1", '{"files": ["/srv/a.py"]}')
        self.assertEqual(collecting_producer.event_data, [])


class CodeBlockDiffReaderTest(unittest.TestCase):
    """Tests for the reader of code block diffs and their fates."""

    def testReadRow(self):
        """A diff and what became of its parts give an event each."""
        change = {
            "original": {"startLineNumber": 778, "endLineNumberExclusive": 821},
            "modified": ["pass"],
        }
        result = ReadRows(
            (
                "codeBlockDiff:c1:d1",
                {"newModelDiffWrtV0": [change], "originalModelDiffWrtV0": []},
            ),
            ("codeBlockDiff:c1:d2", {"newModelDiffWrtV0": []}),
            (
                "codeBlockPartialInlineDiffFates:c1:f1",
                {
                    "fates": [
                        {
                            "removedLines": ["a"],
                            "addedLines": ["b", "c"],
                            "fate": "accepted",
                        },
                        {"removedLines": [], "addedLines": ["d"], "fate": "rejected"},
                        {"removedLines": [], "addedLines": [], "fate": "accepted"},
                    ]
                },
            ),
        )
        self.assertEqual(result.warnings, [])
        self.assertEqual(len(result.event_data), 2)

        diff, fates = result.event_data
        self.assertEqual(diff.edit_kind, "code block diff")
        self.assertEqual(diff.conversation_identifier, "c1")
        self.assertEqual(diff.diff_identifier, "d1")
        self.assertEqual((diff.lines_added, diff.lines_removed), (1, 43))
        self.assertEqual(diff.content_sha256, hashlib.sha256(b"pass").hexdigest())

        self.assertEqual(fates.edit_kind, "inline diff fates")
        # storage-facts 2.1: the key ends with the identifier of the bubble.
        self.assertEqual(fates.bubble_identifier, "f1")
        self.assertIsNone(fates.diff_identifier)
        self.assertEqual(fates.change_summary, "accepted: 2, rejected: 1")
        self.assertEqual((fates.lines_added, fates.lines_removed), (3, 1))

    def testReadRowWithURI(self):
        """A key that ends in the URI of a file names the file."""
        result = ReadRows(
            (
                "codeBlockPartialInlineDiffFates:c1:file:///srv/proj/a%20b.ts",
                {"fates": {"0": {"addedLines": 2, "fate": "accepted"}, "1": 5}},
            )
        )
        self.assertEqual(len(result.event_data), 1)
        self.assertEqual(result.event_data[0].file_path, "/srv/proj/a b.ts")
        self.assertEqual(result.event_data[0].lines_added, 2)
        self.assertEqual(len(result.warnings), 1)


class FileContentReaderTest(unittest.TestCase):
    """Tests for the reader of file texts."""

    def testReadRow(self):
        """Texts are measured; the path is in the key."""
        data = ORIGINAL_TEXT.encode("utf-8")
        result = ReadRows(
            ("ofsContent:c1:file:///srv/proj/calc.py", ORIGINAL_TEXT),
            ("ofsContent:task-call_x\nfc_y:file:///c%3A/proj/b.py", ""),
            (f"composer.content.{'0' * 64:s}", data),
            ("ofsContent:c1:file:///srv/proj/cleared.py", None),
        )
        self.assertEqual(result.warnings, [])
        original, empty, content, cleared = result.event_data
        self.assertEqual(original.edit_kind, "content before edit")
        self.assertEqual(original.conversation_identifier, "c1")
        self.assertEqual(original.file_path, "/srv/proj/calc.py")
        self.assertEqual(original.content_size, len(data))
        self.assertEqual(original.content_sha256, hashlib.sha256(data).hexdigest())
        self.assertNotIn("return a + b", str(vars(original)))

        self.assertEqual(empty.conversation_identifier, "task-call_x\\nfc_y")
        self.assertEqual(empty.file_path, "c:\\proj\\b.py")
        self.assertEqual(empty.content_size, 0)

        self.assertEqual(content.edit_kind, "content")
        self.assertIsNone(content.file_path)
        self.assertEqual(content.content_sha256, original.content_sha256)
        self.assertEqual(
            content.record_key, f"cursorDiskKV[composer.content.{'0' * 64:s}]"
        )

        self.assertEqual(cleared.change_summary, "content was cleared")
        self.assertIsNone(cleared.content_size)

    def testReadRowNotUTF8(self):
        """Bytes that are not UTF-8 count as they are stored."""
        data = b"caf\xe9"
        result = ReadRows(
            ("composer.content.1", data.decode("utf-8", errors="surrogateescape")),
            ("composer.content.2", "\ud83d"),
        )
        self.assertEqual(result.event_data[0].content_size, 4)
        self.assertEqual(
            result.event_data[0].content_sha256, hashlib.sha256(data).hexdigest()
        )
        self.assertEqual(len(result.event_data), 2)


class InlineDiffReaderTest(unittest.TestCase):
    """Tests for the reader of inline diffs."""

    DIFF = {
        "composerMetadata": {
            "composerId": "c1",
            "composerGenerationID": "r2",
            "codeblockId": "b1",
            "toolCallId": "tc1",
            "composerModel": "grok-4.6",
        },
        "diffId": "d1",
        "generationUUID": "r1",
        "originalTextLines": ["one", "two"],
        "uri": {"path": "/srv/proj/calc.py"},
    }

    def testReadRow(self):
        """A diff joins conversation, request and tool call."""
        result = ReadRows((f"inlineDiff:{'0' * 32:s}:d1", self.DIFF))
        self.assertEqual(result.warnings, [])
        self.assertEqual(len(result.event_data), 1)
        event_data = result.event_data[0]
        self.assertEqual(event_data.conversation_identifier, "c1")
        self.assertEqual(event_data.diff_identifier, "d1")
        self.assertEqual(event_data.edit_kind, "inline diff")
        self.assertEqual(event_data.file_path, "/srv/proj/calc.py")
        self.assertEqual(event_data.model, "grok-4.6")
        self.assertEqual(event_data.request_identifier, "r1")
        self.assertEqual(event_data.tool_call_identifier, "tc1")
        self.assertEqual(event_data.workspace_identifier, "0" * 32)
        self.assertEqual(event_data.content_size, 7)
        self.assertEqual(
            event_data.content_sha256, hashlib.sha256(b"one\ntwo").hexdigest()
        )
        self.assertIsNone(event_data.creation_time)

    def testReadRowOfList(self):
        """The list of a workspace gives an event per diff; an empty one none."""
        result = ReadRows(
            ("inlineDiffs-w1", []),
            ("inlineDiffsData", "[]"),
            ("inlineDiffs-w2", [self.DIFF, 5]),
        )
        self.assertEqual(len(result.event_data), 1)
        self.assertEqual(result.event_data[0].workspace_identifier, "w2")
        self.assertEqual(
            result.event_data[0].record_key, "cursorDiskKV[inlineDiffs-w2#0]"
        )
        self.assertEqual(len(result.warnings), 1)

    def testReadRowOfUndo(self):
        """A diff kept for undo has its own time and changes."""
        result = ReadRows(
            (
                "inlineDiffUndoRedo-a-b",
                {
                    "composerMetadata": {"composerId": "c1"},
                    "createdAt": evidence.START_MILLISECONDS,
                    "changes": [
                        {
                            "removedTextLines": ["old line"],
                            "addedRange": {
                                "startLineNumber": 1,
                                "endLineNumberExclusive": 3,
                            },
                        }
                    ],
                    "uri": {"fsPath": "/tmp/repo/README.md"},
                },
            )
        )
        event_data = result.event_data[0]
        self.assertEqual(
            event_data.creation_time.CopyToDateTimeStringISO8601(),
            "2026-10-01T10:00:00.000+00:00",
        )
        self.assertEqual(event_data.time_source, "createdAt")
        self.assertEqual((event_data.lines_added, event_data.lines_removed), (2, 1))


class RequestContextReaderTest(unittest.TestCase):
    """Tests for the reader of request contexts."""

    def testReadRow(self):
        """A context tells what it held, and each file that changed."""
        value = evidence.DumpJSON(
            {
                "cursorRules": [{"name": "style"}],
                "deletedFiles": [{"relativeWorkspacePath": "old.py"}],
                "diffsSinceLastApply": [
                    {
                        "relativeWorkspacePath": "calc.py",
                        "diff": "{}",
                        "isAccepted": True,
                    }
                ],
                "gitStatusRaw": "On branch main",
                "projectLayouts": ['{"rootPath": "/srv/proj"}'],
                "requestId": "r1",
                "todos": [],
            }
        )
        result = ReadRows(("messageRequestContext:c1:b1", value))
        self.assertEqual(result.warnings, [])
        whole, deleted, changed = result.event_data
        self.assertEqual(whole.edit_kind, "request context")
        self.assertEqual(whole.bubble_identifier, "b1")
        self.assertEqual(whole.conversation_identifier, "c1")
        self.assertEqual(whole.project_path, "/srv/proj")
        self.assertEqual(whole.request_identifier, "r1")
        self.assertEqual(whole.content_size, len(value))
        self.assertEqual(
            whole.change_summary,
            "cursorRules: 1, deletedFiles: 1, diffsSinceLastApply: 1, "
            "gitStatusRaw: 14 characters, projectLayouts: 1",
        )
        self.assertEqual(deleted.file_path, "old.py")
        self.assertEqual(deleted.change_summary, "deleted before the request")
        self.assertEqual(changed.file_path, "calc.py")
        self.assertEqual(
            changed.change_summary, "changed since the last edit, accepted"
        )
        self.assertEqual(
            len({event_data.record_key for event_data in result.event_data}), 3
        )

    def testReadRowEmpty(self):
        """A context that held nothing gives nothing."""
        result = ReadRows(
            ("messageRequestContext:c1:b1", {"todos": [], "x": None, "bubbleId": "b1"})
        )
        self.assertEqual(result.event_data, [])
        self.assertEqual(result.warnings, [])


class HostileValuesTest(unittest.TestCase):
    """Tests of all readers with values of unexpected types."""

    def testReadRow(self):
        """No reader raises, whatever the value of its keys."""
        json_values = [
            "null",
            "1",
            '"text"',
            "[]",
            "[[], {}, null, 1]",
            "{}",
            '{"files": [[]], "fates": [null], "uri": 5, "composerMetadata": [],'
            '"changes": [1], "originalTextLines": [1, null], "projectLayouts": [5],'
            '"newModelDiffWrtV0": [1, {"original": 5, "modified": "x"}],'
            '"originalModelDiffWrtV0": [1], "deletedFiles": [1],'
            '"diffsSinceLastApply": [[]], "inlineDiffNewlyCreatedResources": []}',
            '{"files": [{"uri": {"fsPath": 5, "path": {}}}]}',
            b"\xff\xfe",
            "",
            5,
            1.5,
        ]
        keys = set()
        for reader in disk_readers.DISK_READERS:
            keys.update(reader.KEYS)
            for prefix in reader.PREFIXES:
                keys.update(
                    (prefix, f"{prefix:s}a", f"{prefix:s}a:b", f"{prefix:s}:::")
                )
        for key in sorted(keys):
            for value in json_values:
                collecting_producer = producer.CollectingProducer()
                state_context = context.StateContext(collecting_producer, None)
                for reader_class in disk_readers.DISK_READERS:
                    reader = reader_class(state_context)
                    if key in reader.KEYS or key.startswith(reader.PREFIXES):
                        reader.ReadRow(key, value)
                        reader.Finish()


if __name__ == "__main__":
    unittest.main()
