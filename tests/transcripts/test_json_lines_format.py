"""Tests of agent transcripts in JSON-L format."""

import json

import hypothesis
import pytest
from hypothesis import strategies as hypothesis_strategies

from cursor_plaso import lines
from cursor_plaso.transcripts import json_lines_format
from tests import evidence
from tests import strategies
from tests.transcripts import transcript_lib

_LINES = strategies.JSONObjects(
    role=hypothesis_strategies.sampled_from(["user", "assistant", "tool"]),
    type=hypothesis_strategies.sampled_from(["turn_ended", "metadata", "error"]),
    status="aborted",
    error="E",
    metadata={"overview": "O"},
    message=strategies.JSONObjects(
        content=hypothesis_strategies.lists(
            strategies.JSONObjects(
                type=hypothesis_strategies.sampled_from(
                    ["text", "tool_use", "thinking"]
                ),
                text=transcript_lib.TAG,
                name="Read",
                input={"path": "a"},
            ),
            max_size=3,
        )
    ),
)


@pytest.mark.parametrize(
    "line,expected",
    [
        ({"type": "turn_ended", "status": "success"}, []),
        (
            {"type": "turn_ended", "status": "aborted"},
            [("system", "Turn ended: aborted", None)],
        ),
        (
            {"type": "turn_ended", "status": "error", "error": "529"},
            [("system", "Turn ended: error", "529")],
        ),
        (
            {"type": "turn_ended", "status": "error", "error": {"code": 529}},
            [("system", "Turn ended: error", '{"code":529}')],
        ),
        (
            {"type": "turn_ended", "status": "success", "error": "but"},
            [("system", "Turn ended: success", "but")],
        ),
        (
            {"type": "turn_ended"},
            [("system", "Turn ended: status not stored", None)],
        ),
        (
            {"type": "metadata", "metadata": {"overview": "About tests"}},
            [("system", "Overview: About tests", None)],
        ),
        ({"type": "error", "error": "cut"}, [("system", "Error", "cut")]),
        ({"type": "error"}, [("system", "Error", None)]),
        # Content as text, and blocks as text.
        (
            {"role": "assistant", "message": {"content": "text"}},
            [("assistant", "text", None)],
        ),
        ({"role": "assistant", "message": "text"}, [("assistant", "text", None)]),
        (
            {"role": "assistant", "message": {"content": ["one", "two"]}},
            [("assistant", "one", None), ("assistant", "two", None)],
        ),
        (
            {
                "role": "assistant",
                "message": {"content": {"type": "text", "text": "a"}},
            },
            [("assistant", "a", None)],
        ),
        (
            {
                "role": "assistant",
                "message": {"content": [{"type": "thinking", "thinking": "hm"}]},
            },
            [("thinking", "hm", None)],
        ),
        (
            {
                "role": "assistant",
                "message": {"content": [{"type": "text", "text": ""}]},
            },
            [],
        ),
        ({"role": "user", "message": {"content": "hello"}}, [("user", "hello", None)]),
        ({"role": "user", "message": {"content": []}}, [("user", None, None)]),
        (
            {
                "role": "user",
                "message": {
                    "content": [
                        {"type": "text", "text": "<user_query>a</user_query>"},
                        {"type": "text", "text": "[Image]"},
                    ]
                },
            },
            [("user", "a", None)],
        ),
    ],
)
def testLineShapes(line, expected):
    """Every shape of a line is read without a warning."""
    collecting_producer = transcript_lib.Read([line])

    assert [
        (event_data.role, event_data.message_body, event_data.error_text)
        for event_data in collecting_producer.event_data
    ] == expected
    assert collecting_producer.warnings == []


def testDuplicateLinesAreSeparateRecords():
    """Identical lines are told apart by their place (bug-reports 13)."""
    reply = evidence.MakeTranscriptAssistant("A", ("Read", {}), ("Read", {}))
    collecting_producer = transcript_lib.Read([reply, reply])

    assert [row[0] for row in transcript_lib.GetRows(collecting_producer)] == [
        f"line {line:d} block {block:d}" for line in (1, 2) for block in (1, 2, 3)
    ]


@pytest.mark.parametrize(
    "line,warning",
    [
        ("", "transcript line 2: blank"),
        (" \t", "transcript line 2: blank"),
        ("\r", "transcript line 2: blank"),
        ("not JSON", "transcript line 2: not JSON: Expecting value at character 0"),
        ('{"role":"user"', "transcript line 2: not JSON: "),
        ("\x00\x00\x00", "transcript line 2: not JSON: "),
        ("[" * 100000, "transcript line 2: JSON nested too deeply"),
        (
            '{"role":"user","message":{"content":' + "[" * 100000,
            "transcript line 2: JSON nested too deeply",
        ),
        ('{"a":' + "1" * 5000 + "}", "transcript line 2: unsupported type: none"),
        ("[]", "transcript line 2: not a JSON object"),
        ("null", "transcript line 2: not a JSON object"),
        ("{}", "transcript line 2: unsupported type: none"),
        ({"type": "new_thing"}, "transcript line 2: unsupported type: new_thing"),
        ({"type": ["a"]}, "transcript line 2: unsupported type: not a word"),
        ({"role": "assistant"}, "transcript line 2: message without content"),
        (
            {"role": "assistant", "message": {"content": [{"type": "image"}, None, 7]}},
            "transcript line 2: unsupported block: image, and 2 more",
        ),
        ({"type": "metadata"}, "transcript line 2: metadata without an overview"),
    ],
)
def testBadLineCostsThatLineAlone(line, warning):
    """A line that can not be read gives one warning, and nothing else is lost."""
    collecting_producer = transcript_lib.Read(
        [transcript_lib.User("Q"), line, evidence.MakeTranscriptAssistant("A")]
    )

    assert transcript_lib.GetRows(collecting_producer) == [
        ("line 1", "user", "Q", transcript_lib.TIME),
        ("line 3 block 1", "assistant", "A", transcript_lib.TIME),
    ]
    assert len(collecting_producer.warnings) == 1
    assert collecting_producer.warnings[0].startswith(warning)
    assert collecting_producer.corrupted == [False, False]


def testLineThatIsNotUTF8():
    """The good part of a line that is not UTF-8 is kept, marked corrupted."""
    collecting_producer = transcript_lib.Read(
        [
            transcript_lib.User("Q"),
            b'{"role":"assistant","message":{"content":[{"type":"text","text":"a\xffb"}]}}',
            evidence.MakeTranscriptAssistant("A"),
        ]
    )

    assert [row[2] for row in transcript_lib.GetRows(collecting_producer)] == [
        "Q",
        "a\\udcffb",
        "A",
    ]
    assert collecting_producer.corrupted == [False, True, False]
    assert collecting_producer.warnings == ["transcript line 2: not UTF-8 at byte 66"]


def testFirstAndLastLines():
    """A byte order mark, CR LF and a missing last line feed cost nothing."""
    line = json.dumps(transcript_lib.User("Q"))
    collecting_producer = transcript_lib.Read(f"\ufeff{line:s}\r\n{line:s}")

    assert [row[2] for row in transcript_lib.GetRows(collecting_producer)] == ["Q", "Q"]
    assert collecting_producer.warnings == []

    # Every line feed but the last one ends a line, if only a blank one.
    collecting_producer = transcript_lib.Read(f"{line:s}\n\n")
    assert collecting_producer.warnings == ["transcript line 2: blank"]


def testUnknownRole():
    """A message of an unknown role is kept, and reported."""
    collecting_producer = transcript_lib.Read(
        [{"role": "tool", "message": {"content": [{"type": "text", "text": "out"}]}}]
    )

    assert transcript_lib.GetRows(collecting_producer) == [
        ("line 1", "system", "out", None)
    ]
    assert collecting_producer.warnings == ["transcript line 1: unsupported role: tool"]


def testLongLineIsPassedOver(monkeypatch):
    """A line over the limit costs one warning; the limit is 64 MiB."""
    assert lines.MAXIMUM_LINE_SIZE == 64 * 1024 * 1024

    read_lines = lines.ReadLines
    monkeypatch.setattr(
        lines,
        "ReadLines",
        lambda file_object, **kwargs: read_lines(
            file_object, maximum_size=1000, **kwargs
        ),
    )
    collecting_producer = transcript_lib.Read(
        [
            transcript_lib.User("Q"),
            transcript_lib.User("x" * 2000),
            transcript_lib.User("R"),
        ]
    )

    assert [row[:3] for row in transcript_lib.GetRows(collecting_producer)] == [
        ("line 1", "user", "Q"),
        ("line 3", "user", "R"),
    ]
    assert collecting_producer.warnings == [
        "transcript line 2: larger than 67108864 bytes, not read"
    ]


def testLineOfWideCharactersIsPassedOver(monkeypatch):
    """A line that takes more memory than it should costs one warning."""
    monkeypatch.setattr(json_lines_format, "_MAXIMUM_TEXT_MEMORY", 4000)
    collecting_producer = transcript_lib.Read(
        [
            json.dumps(
                transcript_lib.User(f"{character:s}{'x' * 2000:s}"), ensure_ascii=False
            )
            for character in ("a", "😀")
        ]
    )

    assert len(collecting_producer.event_data) == 1
    assert collecting_producer.warnings == [
        "transcript line 2: larger than 4000 bytes in memory, not read"
    ]


def testManyBadLinesGiveABoundedNumberOfWarnings():
    """Of a hundred thousand blank lines a hundred are named, the rest counted."""
    collecting_producer = transcript_lib.Read(b"\n" * 100000)

    assert len(collecting_producer.warnings) == 101
    assert collecting_producer.warnings[-1] == (
        "transcript: blank: 99900 more warnings of this kind"
    )
    assert collecting_producer.touches > 0


def _DumpLines(json_lines):
    """Writes JSON lines.

    Args:
      json_lines (list[object]): JSON values, and bytes that are written as they are.

    Returns:
      bytes: lines.
    """
    return b"\n".join(
        line if isinstance(line, bytes) else json.dumps(line).encode("utf-8")
        for line in json_lines
    )


@strategies.PROPERTY
@hypothesis.given(
    hypothesis_strategies.lists(
        _LINES | strategies.JSON_VALUES | hypothesis_strategies.binary(max_size=20),
        max_size=4,
    ).map(_DumpLines)
)
def testProperties(data):
    """Any lines are read into what plaso can store, each place once."""
    collecting_producer = transcript_lib.Read(data)

    places = [row[0] for row in transcript_lib.GetRows(collecting_producer)]
    assert len(set(places)) == len(places)
