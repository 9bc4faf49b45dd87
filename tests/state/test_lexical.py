"""Tests of the plain text of Lexical editor states."""

import json
import unittest

from cursor_plaso.state import lexical


class LexicalTest(unittest.TestCase):
    """Tests of rich text."""

    _STATE = {
        "root": {
            "children": [
                {
                    "type": "paragraph",
                    "children": [
                        {"type": "text", "text": "Add "},
                        {"type": "mention", "text": "@calc.py"},
                        {"type": "linebreak"},
                        {"type": "text", "text": "now"},
                    ],
                },
                {"type": "paragraph", "children": [{"text": "please"}]},
            ]
        }
    }

    def testState(self):
        """Paragraphs and line breaks become lines, as object and as text."""
        expected = "Add @calc.py\nnow\nplease"

        self.assertEqual(lexical.GetPlainText(self._STATE), expected)
        self.assertEqual(lexical.GetPlainText(json.dumps(self._STATE)), expected)

    def testPlainText(self):
        """Some rows hold plain text in its place."""
        self.assertEqual(lexical.GetPlainText(" plain "), "plain")
        self.assertEqual(lexical.GetPlainText("{not json"), "{not json")

    def testNoText(self):
        """Nothing, and what has no text, is None."""
        for value in (None, "", 7, [], {}, {"root": {"children": [None, 5]}}):
            self.assertIsNone(lexical.GetPlainText(value))

    def testDepth(self):
        """Nesting costs no recursion."""
        node = {"text": "deep"}
        for _ in range(50_000):
            node = {"children": [node]}

        self.assertEqual(lexical.GetPlainText(node), "deep")

    def testGetPlainTextOfTypesThatAreNoText(self):
        """A type that can not be looked up costs nothing (fuzzing)."""
        rich_text = {"root": {"type": {}, "children": [{"type": ["x"], "text": "a"}]}}

        self.assertEqual(lexical.GetPlainText(rich_text), "a")


if __name__ == "__main__":
    unittest.main()
