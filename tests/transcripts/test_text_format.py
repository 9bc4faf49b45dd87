"""Tests of agent transcripts in text format."""

import json

import hypothesis
from hypothesis import strategies as hypothesis_strategies

from cursor_plaso.transcripts import formats
from cursor_plaso.transcripts import text_format
from tests import strategies
from tests.transcripts import transcript_lib


def testBlocks():
    """Blocks, parts and arguments of the text format are told apart."""
    collecting_producer = transcript_lib.Read(
        "user:\n"
        f"{transcript_lib.TAG:s}"
        "<user_query>\nFirst\n\nassistant:\nstill the user's words\n</user_query>\n\n"
        "assistant:\n[Thinking] Hm.\nA paragraph.\n\nAnother.\n"
        "[Tool call] Shell\n  command: echo a\nb\n\nc\n  description: D\n"
        "[Tool call] Read\n\n"
        "[Tool result] Shell\n\n"
        "user:\nplain\n\n"
        "assistant:\nDone.\r\n\r\n"
        "Turn ended: error: 529: try\nagain\n",
        transcript_format=formats.FORMAT_TEXT,
    )

    assert transcript_lib.GetRows(collecting_producer) == [
        (
            "line 1",
            "user",
            "First\n\nassistant:\nstill the user's words",
            transcript_lib.TIME,
        ),
        ("line 11", "thinking", "Hm.", transcript_lib.TIME),
        ("line 12", "assistant", "A paragraph.\n\nAnother.", transcript_lib.TIME),
        ("line 15", "Shell", "echo a b c", transcript_lib.TIME),
        ("line 21", "Read", None, transcript_lib.TIME),
        ("line 25", "user", "plain", None),
        ("line 29", "assistant", "Done.", None),
        ("line 31", "system", "Turn ended: error", None),
    ]
    assert collecting_producer.warnings == []
    assert json.loads(collecting_producer.event_data[3].arguments) == {
        "command": "echo a\nb\n\nc",
        "description": "D",
    }
    assert collecting_producer.event_data[-1].error_text == "529: try again"


def testTurnEnds():
    """The end of a turn that succeeded is no event, one that was aborted is."""
    for line, expected in (
        ("Turn ended: success.", []),
        ("Turn ended: aborted.", ["Turn ended: aborted"]),
    ):
        collecting_producer = transcript_lib.Read(
            line, transcript_format=formats.FORMAT_TEXT
        )
        assert [
            row[2] for row in transcript_lib.GetRows(collecting_producer)
        ] == expected


def testQueryThatIsNeverClosed():
    """A query without an end does not take the rest of the file with it."""
    collecting_producer = transcript_lib.Read(
        "user:\n<user_query>\none\n\nassistant:\nA\n\n"
        "user:\n<user_query>\ntwo\n\nassistant:\nB\n",
        transcript_format=formats.FORMAT_TEXT,
    )

    assert [row[1:3] for row in transcript_lib.GetRows(collecting_producer)] == [
        ("user", "one"),
        ("assistant", "A"),
        ("user", "two"),
        ("assistant", "B"),
    ]


def testDamage():
    """Text outside of a turn, and bytes that are not UTF-8, cost a warning each."""
    collecting_producer = transcript_lib.Read(
        b"lost\n\nuser:\na\xff\n\nassistant:\nA\n",
        transcript_format=formats.FORMAT_TEXT,
    )

    assert [row[2] for row in transcript_lib.GetRows(collecting_producer)] == [
        "a\\udcff",
        "A",
    ]
    assert collecting_producer.corrupted == [True, False]
    assert collecting_producer.warnings == [
        "transcript line 1: text outside of a turn",
        "transcript line 4: not UTF-8 at byte 1",
    ]


def testLargeTurn(monkeypatch):
    """A turn without an end is cut, with one warning, and the next one is read."""
    monkeypatch.setattr(text_format, "_MAXIMUM_TURN_SIZE", 20000)
    for header in ("user:\n", "user:\n<user_query>\n", "assistant:\n"):
        collecting_producer = transcript_lib.Read(
            header + "x\n" * 2000 + "\nassistant:\nA\n",
            transcript_format=formats.FORMAT_TEXT,
        )

        assert [row[2] for row in transcript_lib.GetRows(collecting_producer)][
            -1
        ] == "A"
        assert len(collecting_producer.event_data) == 2
        assert len(collecting_producer.warnings) == 1
        assert "turn larger than 20000 bytes" in collecting_producer.warnings[0]


@strategies.PROPERTY
@hypothesis.given(
    hypothesis_strategies.lists(
        hypothesis_strategies.sampled_from(
            [
                b"user:",
                b"assistant:",
                b"\n",
                b"\n\n",
                b"\r\n",
                b"[Tool call] Shell",
                b"[Tool result] Shell",
                b"[Thinking] a",
                b"[Thinking]",
                b"  command: ls",
                b"Turn ended: ",
                b"error: a",
                b"<user_query>",
                b"</user_query>",
                transcript_lib.TAG.encode("utf-8"),
                b"text",
                b"\xff",
            ]
        ),
        max_size=20,
    ).map(b"".join)
)
def testProperties(data):
    """Any file is read into what plaso can store, each place once."""
    collecting_producer = transcript_lib.Read(
        data, transcript_format=formats.FORMAT_TEXT
    )

    places = [row[0] for row in transcript_lib.GetRows(collecting_producer)]
    assert len(set(places)) == len(places)
