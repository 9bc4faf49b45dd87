"""Tests of the reader of agent transcripts, in all forms."""

import calendar
import io
import json
import os
import re
import time
import zlib

import pytest

from dfvfs.lib import errors as dfvfs_errors

from cursor_plaso import producer
from cursor_plaso.transcripts import formats
from cursor_plaso.transcripts import location as transcript_location
from cursor_plaso.transcripts import reader as transcript_reader
from tests import lib
from tests.transcripts import transcript_lib

_SAMPLES_PATH = os.path.join(lib.TEST_DATA_PATH, "samples", "transcripts")


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
        collecting_producer = transcript_lib.Read(file_object.read(), path=f"/{path:s}")

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
            formats.FORMAT_JSON_LINES,
            "line 1,line 2,line 3 block 1,line 3 block 2,line 3 block 3,line 4 block 1,"
            "line 5,line 6 block 1",
        ),
        (
            "json",
            formats.FORMAT_JSON,
            "message 1,message 2,message 2 thinking,message 2 call 1,message 2 call 2,"
            "message 5,message 6,message 7 thinking",
        ),
        (
            "txt",
            formats.FORMAT_TEXT,
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
        collecting_producer = transcript_lib.Read(
            file_object.read(), transcript_format=transcript_format, path=path
        )

    rows = transcript_lib.GetRows(collecting_producer)
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
        collecting_producer = transcript_lib.Read(file_object.read(), path=paths[0])

    # 2026-10-01T10:00Z and 10:01Z.
    assert transcript_lib.GetRows(collecting_producer) == [
        ("line 1", "user", "Add a subtract function", 1790848800),
        ("line 2 block 1", "assistant", "Added subtract().", 1790848800),
        ("line 4", "user", "Fetch the page with curl", 1790848860),
        ("line 5 block 1", "Shell", "curl -s example.test | head", 1790848860),
    ]
    assert len(collecting_producer.warnings) == 1
    assert collecting_producer.warnings[0].startswith("transcript line 7: not JSON")

    with open(paths[1], "rb") as file_object:
        collecting_producer = transcript_lib.Read(file_object.read(), path=paths[1])

    # 2026-10-01T01:30Z.
    assert transcript_lib.GetRows(collecting_producer) == [
        ("line 1", "user", "c3 deleted question", 1790818200),
        ("line 2 block 1", "assistant", "Answer kept only here.", 1790818200),
    ]
    assert collecting_producer.warnings == []
    assert {
        event_data.conversation_identifier
        for event_data in collecting_producer.event_data
    } == {"c3"}


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
        (json.dumps(transcript_lib.User("Q")) + "\n", formats.FORMAT_JSON_LINES),
        (
            json.dumps({"role": "assistant", "message": {"content": ["a"] * 10}}),
            formats.FORMAT_JSON_LINES,
        ),
        (text_lines, formats.FORMAT_TEXT),
        (json.dumps({"messages": messages}), formats.FORMAT_JSON),
        (json.dumps({"messages": messages})[:-3], formats.FORMAT_JSON),
    ):
        if not data.startswith(("user:", '{"messages', '{"role": "assistant"')):
            data *= 10
        aborting_producer = AbortingProducer()
        transcript_reader.ReadTranscript(
            io.BytesIO(data.encode("utf-8")),
            transcript_format,
            aborting_producer,
            transcript_location.TranscriptLocation(""),
        )

        assert len(aborting_producer.event_data) == 3, (data, transcript_format)


class FailingFile:
    """File-like object that fails after a number of bytes."""

    def __init__(self, data, offset, error_class):
        """Initializes a file-like object.

        Args:
          data (bytes): data.
          offset (int): offset of the first byte that can not be read.
          error_class (type): class of the error.
        """
        super().__init__()
        self._error_class = error_class
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
          Exception: at the offset.
        """
        data = self._file_object.read(size)
        if not data:
            raise self._error_class("bad sector")
        return data


@pytest.mark.parametrize(
    # Those of a disk, of a file system, and of a damaged archive.
    "error_class",
    [OSError, dfvfs_errors.BackEndError, EOFError, zlib.error],
)
@pytest.mark.parametrize(
    "name,transcript_format",
    [
        ("every_shape.jsonl", formats.FORMAT_JSON_LINES),
        ("transcript.json", formats.FORMAT_JSON),
        ("transcript.txt", formats.FORMAT_TEXT),
    ],
)
def testReadErrors(name, transcript_format, error_class):
    """A read error anywhere in the file is a warning, and costs nothing before it."""
    path = os.path.join(lib.TEST_DATA_PATH, "transcripts", name)
    with open(path, "rb") as file_object:
        data = file_object.read()
    number_of_rows = len(
        transcript_lib.Read(data, transcript_format=transcript_format).event_data
    )

    counts = []
    for offset in range(0, len(data) + 1, 37):
        collecting_producer = producer.CollectingProducer()
        transcript_reader.ReadTranscript(
            FailingFile(data, offset, error_class),
            transcript_format,
            collecting_producer,
            transcript_location.TranscriptLocation(""),
        )

        counts.append(len(collecting_producer.event_data))
        assert any(
            warning.startswith("transcript: unable to read after ")
            and warning.endswith(": bad sector")
            for warning in collecting_producer.warnings
        )

    assert counts == sorted(counts)
    assert number_of_rows - 1 <= counts[-1] <= number_of_rows
