"""Tests of agent transcripts."""

import calendar
import io
import json
import os
import re
import time

import hypothesis
import pytest
from hypothesis import strategies as hypothesis_strategies

from cursor_plaso import lines
from cursor_plaso import producer
from cursor_plaso import transcripts
from tests import evidence
from tests import lib
from tests import strategies

_DIRECTORY = "/home/ana/.cursor/projects/srv-proj/agent-transcripts"

_SAMPLES_PATH = os.path.join(lib.TEST_DATA_PATH, "samples", "transcripts")

_TAG = "<timestamp>Thursday, Oct 1, 2026, 6:00 AM (UTC-4)</timestamp>\n"
_TIME = 1790848800


def Read(data, transcript_format=transcripts.FORMAT_JSON_LINES, path=None):
    """Reads a transcript.

    Args:
      data (bytes|str|list[object]): contents, or lines of which those that are not
          text are written as JSON.
      transcript_format (Optional[str]): format.
      path (Optional[str]): path of the transcript.

    Returns:
      CollectingProducer: what came out.
    """
    if isinstance(data, list):
        data = b"".join(
            (
                line
                if isinstance(line, bytes)
                else (line if isinstance(line, str) else json.dumps(line)).encode()
            )
            + b"\n"
            for line in data
        )
    elif isinstance(data, str):
        data = data.encode("utf-8")

    collecting_producer = producer.CollectingProducer()
    location = transcripts.TranscriptLocation(path or f"{_DIRECTORY:s}/c1/c1.jsonl")
    reader = transcripts.TranscriptReader(collecting_producer, location)
    reader.Read(io.BytesIO(data), transcript_format)
    collecting_producer.Close()

    for event_data in collecting_producer.event_data:
        strategies.AssertStorable(event_data)
    return collecting_producer


def GetRows(collecting_producer):
    """Retrieves what was produced in short.

    Args:
      collecting_producer (CollectingProducer): producer.

    Returns:
      list[tuple[str, str, str, int]]: per event data place, role or name of the tool,
          text or summary of the call, and time in seconds.
    """
    rows = []
    for event_data in collecting_producer.event_data:
        attributes = vars(event_data)
        date_time = attributes.get("sent_time") or event_data.turn_start_time
        rows.append(
            (
                event_data.record_key,
                attributes.get("role") or event_data.tool_name,
                attributes.get("message_body") or attributes.get("call_summary"),
                date_time.CopyToPosixTimestamp() if date_time else None,
            )
        )
    return rows


def User(text, tag=_TAG):
    """Makes a user line.

    Args:
      text (str): query.
      tag (Optional[str]): tag, or an empty string for none.

    Returns:
      dict[str, object]: line.
    """
    return {
        "role": "user",
        "message": {
            "content": [
                {"type": "text", "text": f"{tag:s}<user_query>{text:s}</user_query>"}
            ]
        },
    }


def GetSampleRows(expected_lines):
    """Derives the rows of a vendor-written sample from its expected.json.

    Args:
      expected_lines (list[dict[str, object]]): decoded lines.

    Returns:
      list[tuple[str, str, object, int]]: per event role, text and attachments, or name
          and arguments of a tool, and time in seconds.
    """
    rows = []
    seconds = None
    for line in expected_lines:
        if line.get("role") == "user":
            seconds = calendar.timegm(
                time.strptime(line["tag_utc"], "%Y-%m-%dT%H:%M:%SZ")
            )
            attachments = ", ".join(line.get("after_query", [])) or None
            rows.append(("user", line["query"], attachments, seconds))

        elif line.get("role") == "assistant":
            if line["text"]:
                rows.append(("assistant", line["text"], None, seconds))
            for name, arguments in line["tools"]:
                rows.append(("tool_call", name, arguments, seconds))

        elif line["turn_ended"] != "success":
            rows.append(
                (
                    "system",
                    f"Turn ended: {line['turn_ended']:s}",
                    line.get("error"),
                    seconds,
                )
            )
    return rows


def GetSamples():
    """Retrieves the vendor-written samples.

    Returns:
      list[tuple[str, list[dict[str, object]]]]: paths and decoded lines.
    """
    path = os.path.join(_SAMPLES_PATH, "expected.json")
    with open(path, "r", encoding="utf-8") as file_object:
        return sorted(json.load(file_object).items())


@pytest.mark.parametrize("path,expected_lines", GetSamples())
def testVendorSamples(path, expected_lines):
    """Every line of the vendor-written transcripts comes out as it was written."""
    with open(os.path.join(_SAMPLES_PATH, path), "rb") as file_object:
        collecting_producer = Read(file_object.read(), path=f"/{path:s}")

    rows = []
    for event_data in collecting_producer.event_data:
        date_time = vars(event_data).get("sent_time") or event_data.turn_start_time
        seconds = date_time.CopyToPosixTimestamp()
        if event_data.data_type == "cursor:tool_call":
            arguments = json.loads(event_data.arguments)
            rows.append(("tool_call", event_data.tool_name, arguments, seconds))
        else:
            rows.append(
                (
                    event_data.role,
                    event_data.message_body,
                    event_data.attachments or event_data.error_text,
                    seconds,
                )
            )

    assert rows == GetSampleRows(expected_lines)
    assert collecting_producer.warnings == []

    # Offsets of whole and half hours are kept.
    offsets = [
        event_data.sent_time.CopyToDateTimeStringISO8601()[-6:]
        for event_data in collecting_producer.event_data
        if vars(event_data).get("sent_time")
    ]
    assert offsets == [
        line["offset"] for line in expected_lines if line.get("role") == "user"
    ]

    match = re.search(r"/([^/]+)/subagents/([^/]+)\.jsonl", path)
    for event_data in collecting_producer.event_data:
        assert event_data.evidence_source == "transcript"
        assert event_data.project_path is None
        if match:
            assert event_data.parent_conversation_identifier == match.group(1)
            assert event_data.conversation_identifier == match.group(2)
        else:
            assert event_data.parent_conversation_identifier is None
            assert f"{event_data.conversation_identifier:s}.jsonl" in path


@pytest.mark.parametrize(
    "suffix,transcript_format,places",
    [
        (
            "jsonl",
            transcripts.FORMAT_JSON_LINES,
            "line 1,line 2,line 3 block 1,line 3 block 2,line 3 block 3,line 4 block 1,"
            "line 5,line 6 block 1",
        ),
        (
            "json",
            transcripts.FORMAT_JSON,
            "message 1,message 2,message 2 thinking,message 2 call 1,message 2 call 2,"
            "message 5,message 6,message 7 thinking",
        ),
        (
            "txt",
            transcripts.FORMAT_TEXT,
            "line 1,line 8,line 9,line 10,line 13,line 21,line 23,line 33",
        ),
    ],
)
def testVendorSampleInAllFormats(suffix, transcript_format, places):
    """The three forms of one conversation tell the same."""
    identifier = "5b1f0c1e-0000-4000-8000-00000000ccc1"
    path = os.path.join(
        "home",
        ".cursor",
        "projects",
        "home-ana-proj-demo",
        "agent-transcripts",
        identifier,
        f"{identifier:s}.{suffix:s}",
    )
    with open(os.path.join(_SAMPLES_PATH, path), "rb") as file_object:
        collecting_producer = Read(
            file_object.read(), transcript_format=transcript_format, path=path
        )

    rows = GetRows(collecting_producer)
    assert collecting_producer.warnings == []
    assert ",".join(row[0] for row in rows) == places

    first, second = 1790859600, 1790859600
    expected_rows = {
        ("user", "Run the tests", first),
        ("Shell", "pytest -q", first),
        ("Read", "/home/ana/proj/demo/calc.py", first),
        ("assistant", "All tests pass.", first),
        ("user", "What is in this picture?", second),
    }
    if suffix == "jsonl":
        expected_rows.update(
            [
                ("system", "Overview: Ran the tests.", None),
                ("assistant", "Running.\n\nThink about it.", first),
                ("assistant", "[REDACTED]", second),
            ]
        )
    else:
        expected_rows.update(
            [
                ("assistant", "Running.", first),
                ("thinking", "Think about it.", first),
                ("thinking", "[REDACTED]" if suffix == "json" else None, second),
            ]
        )
    assert {row[1:] for row in rows} == expected_rows

    attachments = [
        event_data.attachments
        for event_data in collecting_producer.GetByDataType("cursor:message")
        if event_data.role == "user"
    ]
    assert attachments == [None, "[Image], [File: notes.pdf], [File]"]


def testSeedFixtures():
    """The transcripts of the seed's fixtures give the rows that it lists."""
    projects = os.path.join(
        lib.TEST_DATA_PATH, "trees", "linux", "home", "ana", ".cursor", "projects"
    )
    paths = [
        os.path.join(projects, "srv-proj", "agent-transcripts", name, f"{name:s}.jsonl")
        for name in ("c1", "c3")
    ]
    with open(paths[0], "rb") as file_object:
        collecting_producer = Read(file_object.read(), path=paths[0])

    # 2026-10-01T10:00Z and 10:01Z.
    assert GetRows(collecting_producer) == [
        ("line 1", "user", "Add a subtract function", 1790848800),
        ("line 2 block 1", "assistant", "Added subtract().", 1790848800),
        ("line 4", "user", "Fetch the page with curl", 1790848860),
        ("line 5 block 1", "Shell", "curl -s example.test | head", 1790848860),
    ]
    assert len(collecting_producer.warnings) == 1
    assert collecting_producer.warnings[0].startswith("transcript line 7: not JSON")

    with open(paths[1], "rb") as file_object:
        collecting_producer = Read(file_object.read(), path=paths[1])

    # 2026-10-01T01:30Z.
    assert GetRows(collecting_producer) == [
        ("line 1", "user", "c3 deleted question", 1790818200),
        ("line 2 block 1", "assistant", "Answer kept only here.", 1790818200),
    ]
    assert collecting_producer.warnings == []
    assert {
        event_data.conversation_identifier
        for event_data in collecting_producer.event_data
    } == {"c3"}


def testTimesNameTheirSource():
    """A user line was sent at its tag, what follows stands at the start of the turn."""
    collecting_producer = Read(
        [
            User("Q"),
            evidence.MakeTranscriptAssistant("A", ("Read", {"path": "a"})),
            evidence.MakeTurnEnded("error", error="E"),
        ]
    )

    user, *others = collecting_producer.event_data
    assert user.sent_time.CopyToPosixTimestamp() == _TIME
    assert user.turn_start_time is None
    assert user.time_source == "<timestamp> tag"
    assert len(others) == 3
    for event_data in others:
        assert event_data.turn_start_time.CopyToPosixTimestamp() == _TIME
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
    collecting_producer = Read(
        [
            reply,
            User("one"),
            reply,
            User("two", tag=""),
            reply,
            User("three"),
            evidence.MakeTurnEnded(),
            reply,
        ]
    )

    assert [row[3] for row in GetRows(collecting_producer)] == [
        None,
        _TIME,
        _TIME,
        None,
        None,
        _TIME,
        None,
    ]
    assert [
        event_data.turn_number for event_data in collecting_producer.event_data
    ] == [None, 1, 1, 2, 2, 3, 3]
    assert [
        event_data.time_source is None for event_data in collecting_producer.event_data
    ] == [row[3] is None for row in GetRows(collecting_producer)]


def testInjectedTurns():
    """A turn that the agent wrote is marked, with its reason."""
    collecting_producer = Read(
        [
            User("Q"),
            {
                "role": "user",
                "message": {
                    "content": [
                        {
                            "type": "text",
                            "text": (
                                f"{_TAG:s}<system_notification>\nDone.\n<task>\n"
                                "kind: shell\nstatus: success\n</task>\n"
                                "</system_notification>"
                            ),
                        }
                    ]
                },
            },
            User("The above subagent result is already visible to the user."),
        ]
    )

    typed, notification, sentence = collecting_producer.event_data
    assert typed.injected is None
    assert notification.injected is True
    assert notification.injection_reason == "background task completion, shell, success"
    assert notification.message_body.startswith("Done.")
    assert notification.sent_time.CopyToPosixTimestamp() == _TIME
    assert sentence.injected is True
    assert sentence.injection_reason == "background task completion, subagent"


def testNotificationBeforeATypedQuery():
    """A line with a notification and a typed query is two messages of one turn."""
    collecting_producer = Read(
        [
            User(
                "Go on",
                tag=f"{_TAG:s}<system_notification>Done.</system_notification>\n",
            )
        ]
    )

    assert GetRows(collecting_producer) == [
        ("line 1 notification", "user", "Done.", _TIME),
        ("line 1", "user", "Go on", _TIME),
    ]
    assert [event_data.injected for event_data in collecting_producer.event_data] == [
        True,
        None,
    ]


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
    collecting_producer = Read([line])

    assert [
        (event_data.role, event_data.message_body, event_data.error_text)
        for event_data in collecting_producer.event_data
    ] == expected
    assert collecting_producer.warnings == []


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
    collecting_producer = Read(
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


def testDuplicateLinesAreSeparateRecords():
    """Identical lines are told apart by their place (bug-reports 13)."""
    reply = evidence.MakeTranscriptAssistant("A", ("Read", {}), ("Read", {}))
    collecting_producer = Read([reply, reply])

    assert [row[0] for row in GetRows(collecting_producer)] == [
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
    collecting_producer = Read([User("Q"), line, evidence.MakeTranscriptAssistant("A")])

    assert GetRows(collecting_producer) == [
        ("line 1", "user", "Q", _TIME),
        ("line 3 block 1", "assistant", "A", _TIME),
    ]
    assert len(collecting_producer.warnings) == 1
    assert collecting_producer.warnings[0].startswith(warning)
    assert collecting_producer.corrupted == [False, False]


def testLineThatIsNotUTF8():
    """The good part of a line that is not UTF-8 is kept, marked corrupted."""
    collecting_producer = Read(
        [
            User("Q"),
            b'{"role":"assistant","message":{"content":[{"type":"text","text":"a\xffb"}]}}',
            evidence.MakeTranscriptAssistant("A"),
        ]
    )

    assert [row[2] for row in GetRows(collecting_producer)] == ["Q", "a\\udcffb", "A"]
    assert collecting_producer.corrupted == [False, True, False]
    assert collecting_producer.warnings == ["transcript line 2: not UTF-8 at byte 66"]


def testFirstAndLastLines():
    """A byte order mark, CR LF and a missing last line feed cost nothing."""
    line = json.dumps(User("Q"))
    collecting_producer = Read(f"\ufeff{line:s}\r\n{line:s}")

    assert [row[2] for row in GetRows(collecting_producer)] == ["Q", "Q"]
    assert collecting_producer.warnings == []

    # Every line feed but the last one ends a line, if only a blank one.
    collecting_producer = Read(f"{line:s}\n\n")
    assert collecting_producer.warnings == ["transcript line 2: blank"]


def testUnknownRole():
    """A message of an unknown role is kept, and reported."""
    collecting_producer = Read(
        [{"role": "tool", "message": {"content": [{"type": "text", "text": "out"}]}}]
    )

    assert GetRows(collecting_producer) == [("line 1", "system", "out", None)]
    assert collecting_producer.warnings == ["transcript line 1: unsupported role: tool"]


def testToolCallWithoutName():
    """A tool call without a name is kept, and reported."""
    collecting_producer = Read(
        [
            {
                "role": "assistant",
                "message": {"content": [{"type": "tool_use", "input": {"path": "a"}}]},
            }
        ]
    )

    assert GetRows(collecting_producer) == [("line 1 block 1", None, "a", None)]
    assert collecting_producer.warnings == [
        "transcript line 1: tool call without a name"
    ]


def testTagThatIsNoTime():
    """A tag that can not be read stays in the text, is reported, and gives no time."""
    collecting_producer = Read([User("Q", tag="<timestamp>soon</timestamp>\n")])

    assert GetRows(collecting_producer) == [
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
    collecting_producer = Read([User("Q"), User("x" * 2000), User("R")])

    assert [row[:3] for row in GetRows(collecting_producer)] == [
        ("line 1", "user", "Q"),
        ("line 3", "user", "R"),
    ]
    assert collecting_producer.warnings == [
        "transcript line 2: larger than 67108864 bytes, not read"
    ]


def testLineOfWideCharactersIsPassedOver(monkeypatch):
    """A line that takes more memory than it should costs one warning."""
    monkeypatch.setattr(transcripts, "_MAXIMUM_TEXT_MEMORY", 4000)
    collecting_producer = Read(
        [
            json.dumps(User(f"{character:s}{'x' * 2000:s}"), ensure_ascii=False)
            for character in ("a", "😀")
        ]
    )

    assert len(collecting_producer.event_data) == 1
    assert collecting_producer.warnings == [
        "transcript line 2: larger than 4000 bytes in memory, not read"
    ]


def testManyBadLinesGiveABoundedNumberOfWarnings():
    """Of a hundred thousand blank lines a hundred are named, the rest counted."""
    collecting_producer = Read(b"\n" * 100000)

    assert len(collecting_producer.warnings) == 101
    assert collecting_producer.warnings[-1] == (
        "transcript: blank: 99900 more warnings of this kind"
    )
    assert collecting_producer.touches > 0


def testAbort():
    """A reader that is to stop does so at the next line, block or message."""

    class AbortingProducer(producer.CollectingProducer):
        """Producer that stops the reader after a few event data."""

        def Produce(self, event_data, corrupted=False, recovered=False):
            """Produces event data.

            Args:
              event_data (CursorEventData): event data.
              corrupted (Optional[bool]): True if the record is partial.
              recovered (Optional[bool]): True if the record was recovered.
            """
            super().Produce(event_data, corrupted=corrupted, recovered=recovered)
            if len(self.event_data) == 3:
                self.SignalAbort()

    text_lines = "".join(f"user:\n{number:d}\n\n" for number in range(10))
    messages = [{"role": "assistant", "text": "a"}] * 10
    for data, transcript_format in (
        (json.dumps(User("Q")) + "\n", transcripts.FORMAT_JSON_LINES),
        (
            json.dumps({"role": "assistant", "message": {"content": ["a"] * 10}}),
            transcripts.FORMAT_JSON_LINES,
        ),
        (text_lines, transcripts.FORMAT_TEXT),
        (json.dumps({"messages": messages}), transcripts.FORMAT_JSON),
        (json.dumps({"messages": messages})[:-3], transcripts.FORMAT_JSON),
    ):
        if not data.startswith(("user:", '{"messages', '{"role": "assistant"')):
            data *= 10
        aborting_producer = AbortingProducer()
        reader = transcripts.TranscriptReader(
            aborting_producer, transcripts.TranscriptLocation("")
        )
        reader.Read(io.BytesIO(data.encode("utf-8")), transcript_format)

        assert len(aborting_producer.event_data) == 3, (data, transcript_format)


class FailingFile:
    """File-like object that fails after a number of bytes."""

    def __init__(self, data, offset):
        """Initializes a file-like object.

        Args:
          data (bytes): data.
          offset (int): offset of the first byte that can not be read.
        """
        super().__init__()
        self._file_object = io.BytesIO(data[:offset])

    # The name of the method is that of file-like objects.
    # pylint: disable=invalid-name

    def read(self, size):
        """Reads.

        Args:
          size (int): number of bytes.

        Returns:
          bytes: data.

        Raises:
          OSError: at the offset.
        """
        data = self._file_object.read(size)
        if not data:
            raise OSError("bad sector")
        return data


@pytest.mark.parametrize(
    "name,transcript_format",
    [
        ("every_shape.jsonl", transcripts.FORMAT_JSON_LINES),
        ("transcript.json", transcripts.FORMAT_JSON),
        ("transcript.txt", transcripts.FORMAT_TEXT),
    ],
)
def testReadErrors(name, transcript_format):
    """A read error anywhere in the file is a warning, and costs nothing before it."""
    path = os.path.join(lib.TEST_DATA_PATH, "transcripts", name)
    with open(path, "rb") as file_object:
        data = file_object.read()
    number_of_rows = len(Read(data, transcript_format=transcript_format).event_data)

    counts = []
    for offset in range(0, len(data) + 1, 37):
        collecting_producer = producer.CollectingProducer()
        reader = transcripts.TranscriptReader(
            collecting_producer, transcripts.TranscriptLocation("")
        )
        reader.Read(FailingFile(data, offset), transcript_format)

        counts.append(len(collecting_producer.event_data))
        assert any(
            warning.startswith("transcript: unable to read after ")
            and warning.endswith(": bad sector")
            for warning in collecting_producer.warnings
        )

    assert counts == sorted(counts)
    assert number_of_rows - 1 <= counts[-1] <= number_of_rows


def testTextFormat():
    """Blocks, parts and arguments of the text format are told apart."""
    collecting_producer = Read(
        "user:\n"
        f"{_TAG:s}"
        "<user_query>\nFirst\n\nassistant:\nstill the user's words\n</user_query>\n\n"
        "assistant:\n[Thinking] Hm.\nA paragraph.\n\nAnother.\n"
        "[Tool call] Shell\n  command: echo a\nb\n\nc\n  description: D\n"
        "[Tool call] Read\n\n"
        "[Tool result] Shell\n\n"
        "user:\nplain\n\n"
        "assistant:\nDone.\r\n\r\n"
        "Turn ended: error: 529: try\nagain\n",
        transcript_format=transcripts.FORMAT_TEXT,
    )

    assert GetRows(collecting_producer) == [
        (
            "line 1",
            "user",
            "First\n\nassistant:\nstill the user's words",
            _TIME,
        ),
        ("line 11", "thinking", "Hm.", _TIME),
        ("line 12", "assistant", "A paragraph.\n\nAnother.", _TIME),
        ("line 15", "Shell", "echo a b c", _TIME),
        ("line 21", "Read", None, _TIME),
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


def testTextFormatTurnEnds():
    """The end of a turn that succeeded is no event, one that was aborted is."""
    for line, expected in (
        ("Turn ended: success.", []),
        ("Turn ended: aborted.", ["Turn ended: aborted"]),
    ):
        collecting_producer = Read(line, transcript_format=transcripts.FORMAT_TEXT)
        assert [row[2] for row in GetRows(collecting_producer)] == expected


def testTextFormatQueryThatIsNeverClosed():
    """A query without an end does not take the rest of the file with it."""
    collecting_producer = Read(
        "user:\n<user_query>\none\n\nassistant:\nA\n\n"
        "user:\n<user_query>\ntwo\n\nassistant:\nB\n",
        transcript_format=transcripts.FORMAT_TEXT,
    )

    assert [row[1:3] for row in GetRows(collecting_producer)] == [
        ("user", "one"),
        ("assistant", "A"),
        ("user", "two"),
        ("assistant", "B"),
    ]


def testTextFormatDamage():
    """Text outside of a turn, and bytes that are not UTF-8, cost a warning each."""
    collecting_producer = Read(
        b"lost\n\nuser:\na\xff\n\nassistant:\nA\n",
        transcript_format=transcripts.FORMAT_TEXT,
    )

    assert [row[2] for row in GetRows(collecting_producer)] == ["a\\udcff", "A"]
    assert collecting_producer.corrupted == [True, False]
    assert collecting_producer.warnings == [
        "transcript line 1: text outside of a turn",
        "transcript line 4: not UTF-8 at byte 1",
    ]


def testTextFormatLargeTurn(monkeypatch):
    """A turn without an end is cut, with one warning, and the next one is read."""
    monkeypatch.setattr(transcripts, "_MAXIMUM_TURN_SIZE", 20000)
    for header in ("user:\n", "user:\n<user_query>\n", "assistant:\n"):
        collecting_producer = Read(
            header + "x\n" * 2000 + "\nassistant:\nA\n",
            transcript_format=transcripts.FORMAT_TEXT,
        )

        assert [row[2] for row in GetRows(collecting_producer)][-1] == "A"
        assert len(collecting_producer.event_data) == 2
        assert len(collecting_producer.warnings) == 1
        assert "turn larger than 20000 bytes" in collecting_producer.warnings[0]


def testJSONFormatShapes():
    """Messages of other shapes are read as far as they are known, and reported."""
    collecting_producer = Read(
        json.dumps(
            {
                "mode": "plan",
                "messages": [
                    {"role": "user", "text": f"{_TAG:s}<user_query>Q</user_query>"},
                    {"role": "assistant", "toolCalls": [{"toolName": "A"}, 7]},
                    {"role": "tool", "toolResult": {"toolName": "A"}},
                    {"role": "new"},
                    7,
                ],
                "turnEnded": {"status": "aborted"},
            }
        ),
        transcript_format=transcripts.FORMAT_JSON,
    )

    assert GetRows(collecting_producer) == [
        ("message 1", "user", "Q", _TIME),
        ("message 2 call 1", "A", None, _TIME),
        ("turnEnded", "system", "Turn ended: aborted", _TIME),
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
def testJSONFormatDamage(data, warning):
    """What is not a transcript in JSON format gives one warning."""
    collecting_producer = Read(data, transcript_format=transcripts.FORMAT_JSON)

    assert collecting_producer.event_data == []
    assert len(collecting_producer.warnings) == 1
    assert collecting_producer.warnings[0].startswith(warning)


def testJSONFormatCutOff():
    """Of a file that is cut off the messages before the cut are read."""
    data = json.dumps(
        {"messages": [{"role": "assistant", "text": str(n)} for n in range(10)]},
        indent=2,
    )
    cut = data.index('"7"')
    collecting_producer = Read(data[:cut], transcript_format=transcripts.FORMAT_JSON)

    assert [row[2] for row in GetRows(collecting_producer)] == list("0123456")
    assert len(collecting_producer.warnings) == 1


def testJSONFormatOverTheLimit(monkeypatch):
    """Of a file over the limit the messages before the limit are read."""
    monkeypatch.setattr(transcripts, "_MAXIMUM_JSON_SIZE", 200000)
    data = json.dumps({"messages": [{"role": "assistant", "text": "x" * 1000}] * 1000})
    collecting_producer = Read(data, transcript_format=transcripts.FORMAT_JSON)

    assert len(collecting_producer.event_data) == 193
    assert collecting_producer.warnings[0] == (
        "transcript: larger than 200000 bytes, rest not read"
    )


def testJSONFormatThatIsNotUTF8():
    """Only the message with bytes that are not UTF-8 is marked corrupted."""
    data = (
        b'{"messages":[{"role":"user","text":"a"},{"role":"assistant","text":"b\xff"}]}'
    )
    collecting_producer = Read(data, transcript_format=transcripts.FORMAT_JSON)

    assert [row[2] for row in GetRows(collecting_producer)] == ["a", "b\\udcff"]
    assert collecting_producer.corrupted == [False, True]
    assert collecting_producer.warnings == ["transcript: not UTF-8 at byte 69"]


def testJSONFormatCutWithinACharacter(monkeypatch):
    """The cut at the limit is not taken for damage."""
    data = json.dumps(
        {"messages": [{"role": "user", "text": "ž"}] * 9}, ensure_ascii=False
    ).encode("utf-8")
    monkeypatch.setattr(transcripts, "_MAXIMUM_JSON_SIZE", data.rindex(b"\xbe"))
    collecting_producer = Read(data, transcript_format=transcripts.FORMAT_JSON)

    assert len(collecting_producer.event_data) == 8
    assert not any(collecting_producer.corrupted)
    assert not any("UTF-8" in warning for warning in collecting_producer.warnings)


def testProjectDirectory():
    """The name of the project directory stands where no path of the project is known."""
    path = "/home/ana/.cursor/projects/home-ana-a-b/agent-transcripts/c1"
    for name in ("c1.jsonl", "subagents/s1.jsonl"):
        location = transcripts.TranscriptLocation(f"{path:s}/{name:s}")
        assert location.project_directory == "home-ana-a-b"

        for project_path, expected in ((None, "home-ana-a-b"), ("/home/ana/a_b", None)):
            collecting_producer = producer.CollectingProducer()
            transcripts.TranscriptReader(
                collecting_producer, location, project_path=project_path
            ).ReadJSONLines(
                io.BytesIO(
                    b'{"role":"user","message":{"content":"Q"}}\n'
                    b'{"role":"assistant","message":{"content":'
                    b'[{"type":"tool_use","name":"Shell","input":{}}]}}'
                )
            )
            assert [
                (event_data.project_path, event_data.project_directory)
                for event_data in collecting_producer.event_data
            ] == [(project_path, expected)] * 2

    for path in ("/case/agent-transcripts/c1.jsonl", "agent-transcripts/c1.jsonl", ""):
        assert transcripts.TranscriptLocation(path).project_directory is None


def testAppleDouble():
    """What macOS keeps of a transcript beside it is no transcript."""
    for name in (f"{_DIRECTORY:s}/._c1.jsonl", f"{_DIRECTORY:s}/c1/._c1.jsonl"):
        location = transcripts.TranscriptLocation(name)

        assert not location.is_known
        assert transcripts.DetectFormat(b"\x00\x05\x16\x07", location) is None


@pytest.mark.parametrize(
    "path,expected",
    [
        (f"{_DIRECTORY:s}/c1/c1.jsonl", ("c1", None, True, 2)),
        (f"{_DIRECTORY:s}/c1/c1.txt", ("c1", None, True, 2)),
        (f"{_DIRECTORY:s}/c1.jsonl", ("c1", None, True, 1)),
        (f"{_DIRECTORY:s}/c1/subagents/s1.jsonl", ("s1", "c1", True, 3)),
        (f"{_DIRECTORY:s}/c1/subagents/s1/subagents/t1.jsonl", ("t1", "s1", True, 5)),
        (f"{_DIRECTORY:s}/weird_20id/weird_20id.JSONL", ("weird_20id", None, True, 2)),
        ("\\Users\\a\\agent-transcripts\\c1\\c1.jsonl", ("c1", None, True, 2)),
        (f"{_DIRECTORY:s}/c1/notes.txt", (None, None, False, 2)),
        (f"{_DIRECTORY:s}/c1/c1.png", ("c1", None, False, 2)),
        ("/case/c1/c1.jsonl", ("c1", None, False, None)),
        ("/case/c1/subagents/s1.jsonl", ("s1", "c1", False, None)),
        (
            "/case/5b1f0c1e-0000-4000-8000-00000000bbb1.jsonl",
            ("5b1f0c1e-0000-4000-8000-00000000bbb1", None, False, None),
        ),
        ("/case/copy.jsonl", (None, None, False, None)),
        ("copy.jsonl", (None, None, False, None)),
        ("subagents/s1.jsonl", ("s1", None, False, None)),
        ("", (None, None, False, None)),
    ],
)
def testTranscriptLocation(path, expected):
    """The path tells the conversation, and of a sub-agent the parent."""
    location = transcripts.TranscriptLocation(path)
    number_of_segments = (
        None if location.project_segments is None else len(location.project_segments)
    )

    assert (
        location.conversation_identifier,
        location.parent_conversation_identifier,
        location.is_known,
        number_of_segments,
    ) == expected


@pytest.mark.parametrize(
    "path,head,expected",
    [
        (f"{_DIRECTORY:s}/c1.jsonl", b"anything", transcripts.FORMAT_JSON_LINES),
        (f"{_DIRECTORY:s}/c1.txt", b"user:\nhello", transcripts.FORMAT_TEXT),
        (f"{_DIRECTORY:s}/c1.json", b' {"mode":"agent"', transcripts.FORMAT_JSON),
        (
            f"{_DIRECTORY:s}/c1.txt",
            b'{"role":"user","message":{"content":[',
            transcripts.FORMAT_JSON_LINES,
        ),
        (f"{_DIRECTORY:s}/c1.txt", b'{"messages":[', transcripts.FORMAT_JSON),
        # Files that stand elsewhere are known by their content.
        ("/a.txt", b"user:\n<timestamp>", transcripts.FORMAT_TEXT),
        ("/a.txt", b"user:\r\n<user_query>", transcripts.FORMAT_TEXT),
        ("/a.txt", b"user:\nhello", None),
        ("/a.txt", b"", None),
        (
            "/a.json",
            b'\xef\xbb\xbf{"mode": "agent", "messages": [{"role": "user"',
            transcripts.FORMAT_JSON,
        ),
        ("/a.json", b'{"messages":[{"role":"user"', None),
        (
            "/a.jsonl",
            b'\nnot JSON\n{"role":"user","message":{"content":[{"type":"text"',
            transcripts.FORMAT_JSON_LINES,
        ),
        ("/a.jsonl", b'{"type":"user","message":{"role":"user","content":[', None),
        ("/a.jsonl", b'{"role":"user","content":"OpenAI"}', None),
        ("/a.log", b'{"role":"user","message":{"content":[', None),
    ],
)
def testDetectFormat(path, head, expected):
    """The place tells a transcript, elsewhere only the content does."""
    location = transcripts.TranscriptLocation(path)

    assert transcripts.DetectFormat(head, location) == expected


@pytest.mark.parametrize(
    "record,expected",
    [
        (User("Q"), True),
        (evidence.MakeTranscriptAssistant("A"), True),
        ({"role": "assistant", "message": {"content": []}}, True),
        (evidence.MakeTurnEnded(), True),
        (evidence.MakeTurnEnded("error", error="E"), True),
        ({"type": "metadata", "metadata": {"overview": "O"}}, True),
        # Transcripts and chats of other programs.
        ({"role": "user", "content": "x"}, False),
        ({"role": "user", "message": "x"}, False),
        ({"role": "user", "message": {"content": "x"}}, False),
        ({"role": "user", "message": {"content": ["x"]}}, False),
        ({"role": "system", "message": {"content": []}}, False),
        ({"role": ["user"], "message": {"content": []}}, False),
        ({"type": "user", "message": {"role": "user", "content": []}}, False),
        ({"role": "user", "message": {"content": []}, "uuid": "1"}, False),
        ({"type": "error", "error": "E"}, False),
        ({"type": "turn_ended"}, False),
        ({"type": "turn_ended", "status": "success", "session": 1}, False),
        ({"type": "metadata", "metadata": {}}, False),
        ({"type": "metadata", "metadata": {"overview": 1}, "id": 1}, False),
        ({"type": ["turn_ended"]}, False),
        ({}, False),
    ],
)
def testIsTranscriptRecord(record, expected):
    """The first line is known by its members, which are few."""
    assert transcripts.IsTranscriptRecord(record) is expected


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
                text=_TAG,
                name="Read",
                input={"path": "a"},
            ),
            max_size=3,
        )
    ),
)


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
def testJSONLinesProperties(data):
    """Any lines are read into what plaso can store, each place once."""
    collecting_producer = Read(data)

    places = [row[0] for row in GetRows(collecting_producer)]
    assert len(set(places)) == len(places)


@strategies.PROPERTY
@hypothesis.given(
    strategies.JSONObjects(
        mode="agent",
        messages=hypothesis_strategies.lists(
            strategies.JSONObjects(
                role=hypothesis_strategies.sampled_from(["user", "assistant", "tool"]),
                text=_TAG,
                thinking="T",
                toolCalls=[{"toolName": "A", "args": {}}],
            ),
            max_size=3,
        ),
        turnEnded={"status": "error"},
    ).map(json.dumps)
    | strategies.TEXTS.map(lambda text: text.encode("utf-8", errors="surrogatepass"))
)
def testJSONFormatProperties(data):
    """Any file is read into what plaso can store, each place once."""
    collecting_producer = Read(data, transcript_format=transcripts.FORMAT_JSON)

    places = [row[0] for row in GetRows(collecting_producer)]
    assert len(set(places)) == len(places)


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
                _TAG.encode("utf-8"),
                b"text",
                b"\xff",
            ]
        ),
        max_size=20,
    ).map(b"".join)
)
def testTextFormatProperties(data):
    """Any file is read into what plaso can store, each place once."""
    collecting_producer = Read(data, transcript_format=transcripts.FORMAT_TEXT)

    places = [row[0] for row in GetRows(collecting_producer)]
    assert len(set(places)) == len(places)
