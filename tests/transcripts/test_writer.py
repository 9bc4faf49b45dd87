"""Tests of the event data of agent transcripts."""

import io

import pytest

from cursor_plaso import producer
from cursor_plaso.transcripts import formats
from cursor_plaso.transcripts import location as transcript_location
from cursor_plaso.transcripts import reader as transcript_reader
from tests import evidence
from tests.transcripts import transcript_lib


def testTimesNameTheirSource():
    """A user line was sent at its tag, what follows stands at the start of the turn."""
    collecting_producer = transcript_lib.Read(
        [
            transcript_lib.User("Q"),
            evidence.MakeTranscriptAssistant("A", ("Read", {"path": "a"})),
            evidence.MakeTurnEnded("error", error="E"),
        ]
    )

    user, *others = collecting_producer.event_data
    assert user.sent_time.CopyToPosixTimestamp() == transcript_lib.TIME
    assert user.turn_start_time is None
    assert user.time_source == "<timestamp> tag"
    assert len(others) == 3
    for event_data in others:
        assert event_data.turn_start_time.CopyToPosixTimestamp() == transcript_lib.TIME
        assert event_data.time_source == "<timestamp> tag of the turn"
    assert [
        event_data.sequence_number for event_data in collecting_producer.event_data
    ] == [0, 1, 2, 3]
    assert {
        event_data.turn_number for event_data in collecting_producer.event_data
    } == {1}


def testTimesAreResetPerTurn():
    """A turn without a tag has no time, nor has what stands outside of a turn.

    See bug-reports 10.
    """
    reply = evidence.MakeTranscriptAssistant("A")
    collecting_producer = transcript_lib.Read(
        [
            reply,
            transcript_lib.User("one"),
            reply,
            transcript_lib.User("two", tag=""),
            reply,
            transcript_lib.User("three"),
            evidence.MakeTurnEnded(),
            reply,
        ]
    )

    assert [row[3] for row in transcript_lib.GetRows(collecting_producer)] == [
        None,
        transcript_lib.TIME,
        transcript_lib.TIME,
        None,
        None,
        transcript_lib.TIME,
        None,
    ]
    assert [
        event_data.turn_number for event_data in collecting_producer.event_data
    ] == [None, 1, 1, 2, 2, 3, 3]
    assert [
        event_data.time_source is None for event_data in collecting_producer.event_data
    ] == [row[3] is None for row in transcript_lib.GetRows(collecting_producer)]


def testInjectedTurns():
    """A turn that the agent wrote is marked, with its reason."""
    collecting_producer = transcript_lib.Read(
        [
            transcript_lib.User("Q"),
            {
                "role": "user",
                "message": {
                    "content": [
                        {
                            "type": "text",
                            "text": (
                                f"{transcript_lib.TAG:s}<system_notification>\nDone.\n<task>\n"
                                "kind: shell\nstatus: success\n</task>\n"
                                "</system_notification>"
                            ),
                        }
                    ]
                },
            },
            transcript_lib.User(
                "The above subagent result is already visible to the user."
            ),
        ]
    )

    typed, notification, sentence = collecting_producer.event_data
    assert typed.injected is None
    assert notification.injected is True
    assert notification.injection_reason == "background task completion, shell, success"
    assert notification.message_body.startswith("Done.")
    assert notification.sent_time.CopyToPosixTimestamp() == transcript_lib.TIME
    assert sentence.injected is True
    assert sentence.injection_reason == "background task completion, subagent"


def testNotificationBeforeATypedQuery():
    """A line with a notification and a typed query is two messages of one turn."""
    collecting_producer = transcript_lib.Read(
        [
            transcript_lib.User(
                "Go on",
                tag=f"{transcript_lib.TAG:s}<system_notification>Done.</system_notification>\n",
            )
        ]
    )

    assert transcript_lib.GetRows(collecting_producer) == [
        ("line 1 notification", "user", "Done.", transcript_lib.TIME),
        ("line 1", "user", "Go on", transcript_lib.TIME),
    ]
    assert [event_data.injected for event_data in collecting_producer.event_data] == [
        True,
        None,
    ]


def testTagThatIsNoTime():
    """A tag that can not be read stays in the text, is reported, and gives no time."""
    collecting_producer = transcript_lib.Read(
        [transcript_lib.User("Q", tag="<timestamp>soon</timestamp>\n")]
    )

    assert transcript_lib.GetRows(collecting_producer) == [
        (
            "line 1",
            "user",
            "<timestamp>soon</timestamp>\n<user_query>Q</user_query>",
            None,
        )
    ]
    assert collecting_producer.warnings == [
        "transcript line 1: <timestamp> tag that is not a time"
    ]


@pytest.mark.parametrize(
    "tool_input,arguments,summary",
    [
        ({"path": "a"}, '{"path":"a"}', "a"),
        (
            "*** Begin Patch\n*** Update File: a.py\n*** End Patch",
            "*** Begin Patch\n*** Update File: a.py\n*** End Patch",
            "Update File: a.py",
        ),
        ('{"path":"a"}', '{"path":"a"}', "a"),
        (None, None, None),
        ("", None, None),
        ({}, "{}", None),
        ([1], "[1]", "1"),
        ({"command": "ls", "working_directory": "/srv"}, None, "ls"),
    ],
)
def testToolInput(tool_input, arguments, summary):
    """The input of a tool may be an object or text."""
    collecting_producer = transcript_lib.Read(
        [evidence.MakeTranscriptAssistant(None, ("Some\ntool", tool_input))]
    )

    (event_data,) = collecting_producer.event_data
    assert event_data.data_type == "cursor:tool_call"
    assert event_data.tool_name == "Some tool"
    assert event_data.call_summary == summary
    if arguments:
        assert event_data.arguments == arguments
    assert collecting_producer.warnings == []
    if isinstance(tool_input, dict):
        assert event_data.working_directory == tool_input.get("working_directory")


def testToolCallWithoutName():
    """A tool call without a name is kept, and reported."""
    collecting_producer = transcript_lib.Read(
        [
            {
                "role": "assistant",
                "message": {"content": [{"type": "tool_use", "input": {"path": "a"}}]},
            }
        ]
    )

    assert transcript_lib.GetRows(collecting_producer) == [
        ("line 1 block 1", None, "a", None)
    ]
    assert collecting_producer.warnings == [
        "transcript line 1: tool call without a name"
    ]


def testProjectDirectory():
    """The name of the project directory stands where no path of the project is known."""
    path = "/home/ana/.cursor/projects/home-ana-a-b/agent-transcripts/c1"
    for name in ("c1.jsonl", "subagents/s1.jsonl"):
        location = transcript_location.TranscriptLocation(f"{path:s}/{name:s}")
        assert location.project_directory == "home-ana-a-b"

        for project_path, expected in ((None, "home-ana-a-b"), ("/home/ana/a_b", None)):
            collecting_producer = producer.CollectingProducer()
            transcript_reader.ReadTranscript(
                io.BytesIO(
                    b'{"role":"user","message":{"content":"Q"}}\n'
                    b'{"role":"assistant","message":{"content":'
                    b'[{"type":"tool_use","name":"Shell","input":{}}]}}'
                ),
                formats.FORMAT_JSON_LINES,
                collecting_producer,
                location,
                project_path=project_path,
            )
            assert [
                (event_data.project_path, event_data.project_directory)
                for event_data in collecting_producer.event_data
            ] == [(project_path, expected)] * 2

    for path in ("/case/agent-transcripts/c1.jsonl", "agent-transcripts/c1.jsonl", ""):
        assert transcript_location.TranscriptLocation(path).project_directory is None
