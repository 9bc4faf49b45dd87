"""Tests of agent transcripts in JSON format."""

import json

import hypothesis
import pytest
from hypothesis import strategies as hypothesis_strategies

from cursor_plaso.transcripts import formats
from cursor_plaso.transcripts import json_format
from tests import strategies
from tests.transcripts import transcript_lib


def testShapes():
    """Messages of other shapes are read as far as they are known, and reported."""
    collecting_producer = transcript_lib.Read(
        json.dumps(
            {
                "mode": "plan",
                "messages": [
                    {
                        "role": "user",
                        "text": f"{transcript_lib.TAG:s}<user_query>Q</user_query>",
                    },
                    {"role": "assistant", "toolCalls": [{"toolName": "A"}, 7]},
                    {"role": "tool", "toolResult": {"toolName": "A"}},
                    {"role": "new"},
                    7,
                ],
                "turnEnded": {"status": "aborted"},
            }
        ),
        transcript_format=formats.FORMAT_JSON,
    )

    assert transcript_lib.GetRows(collecting_producer) == [
        ("message 1", "user", "Q", transcript_lib.TIME),
        ("message 2 call 1", "A", None, transcript_lib.TIME),
        ("turnEnded", "system", "Turn ended: aborted", transcript_lib.TIME),
    ]
    assert collecting_producer.event_data[0].agent_mode == "plan"
    assert collecting_producer.warnings == [
        "transcript message 2: tool call that is not a JSON object",
        "transcript message 4: unsupported role: new",
        "transcript message 5: not a JSON object",
    ]


@pytest.mark.parametrize(
    "data,warning",
    [
        ("[]", "transcript: not a JSON object"),
        ('{"mode":"agent"}', "transcript: no list of messages"),
        ('{"messages":7}', "transcript: no list of messages"),
        (
            '{"messages":[],"turnEnded":7}',
            "transcript: turnEnded of unsupported form",
        ),
        ("", "transcript: empty value"),
        ("{" * 100, "transcript: not JSON"),
        ('{"messages":' + "[" * 100000, "transcript: JSON nested too deeply"),
    ],
)
def testDamage(data, warning):
    """What is not a transcript in JSON format gives one warning."""
    collecting_producer = transcript_lib.Read(
        data, transcript_format=formats.FORMAT_JSON
    )

    assert collecting_producer.event_data == []
    assert len(collecting_producer.warnings) == 1
    assert collecting_producer.warnings[0].startswith(warning)


def testCutOff():
    """Of a file that is cut off the messages before the cut are read."""
    data = json.dumps(
        {"messages": [{"role": "assistant", "text": str(n)} for n in range(10)]},
        indent=2,
    )
    cut = data.index('"7"')
    collecting_producer = transcript_lib.Read(
        data[:cut], transcript_format=formats.FORMAT_JSON
    )

    assert [row[2] for row in transcript_lib.GetRows(collecting_producer)] == list(
        "0123456"
    )
    assert len(collecting_producer.warnings) == 1


def testOverTheLimit(monkeypatch):
    """Of a file over the limit the messages before the limit are read."""
    monkeypatch.setattr(json_format, "_MAXIMUM_JSON_SIZE", 200000)
    data = json.dumps({"messages": [{"role": "assistant", "text": "x" * 1000}] * 1000})
    collecting_producer = transcript_lib.Read(
        data, transcript_format=formats.FORMAT_JSON
    )

    assert len(collecting_producer.event_data) == 193
    assert collecting_producer.warnings[0] == (
        "transcript: larger than 200000 bytes, rest not read"
    )


def testThatIsNotUTF8():
    """Only the message with bytes that are not UTF-8 is marked corrupted."""
    data = (
        b'{"messages":[{"role":"user","text":"a"},{"role":"assistant","text":"b\xff"}]}'
    )
    collecting_producer = transcript_lib.Read(
        data, transcript_format=formats.FORMAT_JSON
    )

    assert [row[2] for row in transcript_lib.GetRows(collecting_producer)] == [
        "a",
        "b\\udcff",
    ]
    assert collecting_producer.corrupted == [False, True]
    assert collecting_producer.warnings == ["transcript: not UTF-8 at byte 69"]


def testCutWithinACharacter(monkeypatch):
    """The cut at the limit is not taken for damage."""
    data = json.dumps(
        {"messages": [{"role": "user", "text": "ž"}] * 9}, ensure_ascii=False
    ).encode("utf-8")
    monkeypatch.setattr(json_format, "_MAXIMUM_JSON_SIZE", data.rindex(b"\xbe"))
    collecting_producer = transcript_lib.Read(
        data, transcript_format=formats.FORMAT_JSON
    )

    assert len(collecting_producer.event_data) == 8
    assert not any(collecting_producer.corrupted)
    assert not any("UTF-8" in warning for warning in collecting_producer.warnings)


@strategies.PROPERTY
@hypothesis.given(
    strategies.JSONObjects(
        mode="agent",
        messages=hypothesis_strategies.lists(
            strategies.JSONObjects(
                role=hypothesis_strategies.sampled_from(["user", "assistant", "tool"]),
                text=transcript_lib.TAG,
                thinking="T",
                toolCalls=[{"toolName": "A", "args": {}}],
            ),
            max_size=3,
        ),
        turnEnded={"status": "error"},
    ).map(json.dumps)
    | strategies.TEXTS.map(lambda text: text.encode("utf-8", errors="surrogatepass"))
)
def testProperties(data):
    """Any file is read into what plaso can store, each place once."""
    collecting_producer = transcript_lib.Read(
        data, transcript_format=formats.FORMAT_JSON
    )

    places = [row[0] for row in transcript_lib.GetRows(collecting_producer)]
    assert len(set(places)) == len(places)
