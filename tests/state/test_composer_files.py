"""Tests of what composers say of files."""

import hashlib
import unittest

from cursor_plaso.state import composer_files
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


if __name__ == "__main__":
    unittest.main()
