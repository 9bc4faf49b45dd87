"""Tests of rich text."""

import json

import hypothesis

from cursor_plaso.agent import richtext
from tests import strategies


def testExtractText():
    """Blocks become lines, inline nodes do not."""
    rich_text = json.dumps(
        {
            "root": {
                "children": [
                    {
                        "type": "paragraph",
                        "children": [
                            {"type": "text", "text": "Fix "},
                            {"type": "mention", "text": "@calc.py"},
                            {"type": "linebreak"},
                            {"type": "text", "text": "now"},
                        ],
                    },
                    {"type": "paragraph", "children": [{"text": "Please."}]},
                ]
            }
        }
    )

    assert richtext.ExtractText(rich_text) == "Fix @calc.py\nnow\nPlease."


def testExtractTextOfWhatIsNone():
    """What is no rich text has no text."""
    for rich_text in ("", "{", "[]", "7", '{"root": 7}', '{"root": {"children": 7}}'):
        assert richtext.ExtractText(rich_text) is None


@strategies.PROPERTY
@hypothesis.given(strategies.JSON_VALUES)
def testExtractTextProperties(json_value):
    """Whatever the JSON, the result is text or None."""
    try:
        rich_text = json.dumps({"root": json_value})
    except ValueError:
        return
    text = richtext.ExtractText(rich_text)
    assert text is None or isinstance(text, str)


def testExtractTextOfTypesThatAreNoText():
    """A type that can not be looked up costs nothing (fuzzing)."""
    rich_text = '{"root":{"type":{},"children":[{"type":["x"],"text":"a"}]}}'

    assert richtext.ExtractText(rich_text) == "a"
