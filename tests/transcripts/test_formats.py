"""Tests of the forms of agent transcripts."""

import pytest

from cursor_plaso.transcripts import formats
from cursor_plaso.transcripts import location as transcript_location
from tests import evidence
from tests.transcripts import transcript_lib


@pytest.mark.parametrize(
    "path,head,expected",
    [
        (
            f"{transcript_lib.DIRECTORY:s}/c1.jsonl",
            b"anything",
            formats.FORMAT_JSON_LINES,
        ),
        (f"{transcript_lib.DIRECTORY:s}/c1.txt", b"user:\nhello", formats.FORMAT_TEXT),
        (
            f"{transcript_lib.DIRECTORY:s}/c1.json",
            b' {"mode":"agent"',
            formats.FORMAT_JSON,
        ),
        (
            f"{transcript_lib.DIRECTORY:s}/c1.txt",
            b'{"role":"user","message":{"content":[',
            formats.FORMAT_JSON_LINES,
        ),
        (f"{transcript_lib.DIRECTORY:s}/c1.txt", b'{"messages":[', formats.FORMAT_JSON),
        # Files that stand elsewhere are known by their content.
        ("/a.txt", b"user:\n<timestamp>", formats.FORMAT_TEXT),
        ("/a.txt", b"user:\r\n<user_query>", formats.FORMAT_TEXT),
        ("/a.txt", b"user:\nhello", None),
        ("/a.txt", b"", None),
        (
            "/a.json",
            b'\xef\xbb\xbf{"mode": "agent", "messages": [{"role": "user"',
            formats.FORMAT_JSON,
        ),
        ("/a.json", b'{"messages":[{"role":"user"', None),
        (
            "/a.jsonl",
            b'\nnot JSON\n{"role":"user","message":{"content":[{"type":"text"',
            formats.FORMAT_JSON_LINES,
        ),
        ("/a.jsonl", b'{"type":"user","message":{"role":"user","content":[', None),
        ("/a.jsonl", b'{"role":"user","content":"OpenAI"}', None),
        ("/a.log", b'{"role":"user","message":{"content":[', None),
    ],
)
def testDetectFormat(path, head, expected):
    """The place tells a transcript, elsewhere only the content does."""
    location = transcript_location.TranscriptLocation(path)

    assert formats.DetectFormat(head, location) == expected


@pytest.mark.parametrize(
    "record,expected",
    [
        (transcript_lib.User("Q"), True),
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
    assert formats.IsTranscriptRecord(record) is expected
