"""Tests of what is attached to bubbles and tool calls."""

import unittest

from cursor_plaso.state import bubble_attachments


class BubbleAttachmentsTest(unittest.TestCase):
    """Tests of what is attached to bubbles and tool calls."""

    def testContext(self):
        """Files, folders, links, terminals and rules of the context are named (2.3)."""
        self.assertEqual(
            bubble_attachments.GetAttachments(
                {
                    "images": [{}, {}],
                    "context": {
                        "cursorRules": [{"filename": "style.mdc"}],
                        "externalLinks": [{"url": "https://example.test/"}],
                        "fileSelections": [
                            {"uri": {"fsPath": "/srv/a.py"}, "autoContext": False}
                        ],
                        "folderSelections": [{"relativePath": "src"}],
                        "selectedDocs": [{"name": "Python"}],
                        "selections": [
                            {"text": "x", "uri": {"fsPath": "/srv/b.py"}},
                            {"text": "y"},
                        ],
                        "terminalFiles": [{"uri": "file:///srv/t.txt", "text": "$"}],
                        "terminalSelections": [{"text": "$ make"}],
                    },
                }
            ),
            [
                "file /srv/a.py",
                "folder src",
                "terminal /srv/t.txt",
                "selection /srv/b.py",
                "1 of selections",
                "link https://example.test/",
                "documentation Python",
                "rule style.mdc",
                "2 images",
                "1 terminal selections",
            ],
        )

    def testLists(self):
        """What stands beside the context is told by name, or counted."""
        self.assertEqual(
            bubble_attachments.GetAttachments(
                {
                    "allThinkingBlocks": [],
                    "attachedCodeChunks": [{"relativeWorkspacePath": "src/a.py"}],
                    "attachedFolders": ["src"],
                    "commits": [{"sha": "0123abc", "message": "Fix"}],
                    "currentFileLocationData": {
                        "relativeWorkspacePath": "src/b.py",
                        "lineNumber": 3,
                        "text": "x = 1",
                    },
                    "fileLinks": ['{"relativeWorkspacePath":"src/c.py"}'],
                    "gitDiffs": [{"diff": "-x"}],
                    "pastChats": [{"composerId": "c0"}],
                    "relevantFiles": ["src/app.js", ""],
                    "toolResults": [],
                    "webReferences": [{"url": "https://example.test/a"}],
                }
            ),
            [
                "relevant file src/app.js",
                "folder src",
                "code src/a.py",
                "commit 0123abc",
                "1 of gitDiffs",
                "web page https://example.test/a",
                "past chat c0",
                "file link src/c.py",
                "current file src/b.py line 3",
            ],
        )

    def testHostile(self):
        """Members of any type give nothing."""
        for value in (None, 5, "x", True, {"x": 1}, [None, [], {}, ""]):
            with self.subTest(value=value):
                self.assertEqual(
                    bubble_attachments.GetAttachments(
                        {
                            "commits": value,
                            "context": {"fileSelections": value},
                            "currentFileLocationData": value,
                            "images": None,
                        }
                    ),
                    [],
                )

    def testCallAttachments(self):
        """The attachments of a call are told whatever their shape is."""
        for attachments, expected_texts in (
            (None, []),
            ([], []),
            ("", []),
            (["a.png"], ["a.png"]),
            (
                [{"path": "/srv/a.png"}, {"data": "00"}],
                ["/srv/a.png", "1 of attachments"],
            ),
            ({"originalTodos": [{"id": "1"}]}, ["originalTodos 1"]),
            ({"path": "/srv/a.png"}, ["/srv/a.png"]),
            ('[{"name":"a.png"}]', ["a.png"]),
            ("a.png", ["a.png"]),
            (5, ["5"]),
        ):
            with self.subTest(attachments=attachments):
                self.assertEqual(
                    bubble_attachments.GetCallAttachments({"attachments": attachments}),
                    expected_texts,
                )


if __name__ == "__main__":
    unittest.main()
