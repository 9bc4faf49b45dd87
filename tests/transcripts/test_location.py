"""Tests of the places of agent transcripts."""

import pytest

from cursor_plaso.transcripts import formats
from cursor_plaso.transcripts import location as transcript_location
from tests.transcripts import transcript_lib


@pytest.mark.parametrize(
    "path,expected",
    [
        (f"{transcript_lib.DIRECTORY:s}/c1/c1.jsonl", ("c1", None, True, 2)),
        (f"{transcript_lib.DIRECTORY:s}/c1/c1.txt", ("c1", None, True, 2)),
        (f"{transcript_lib.DIRECTORY:s}/c1.jsonl", ("c1", None, True, 1)),
        (f"{transcript_lib.DIRECTORY:s}/c1/subagents/s1.jsonl", ("s1", "c1", True, 3)),
        (
            f"{transcript_lib.DIRECTORY:s}/c1/subagents/s1/subagents/t1.jsonl",
            ("t1", "s1", True, 5),
        ),
        (
            f"{transcript_lib.DIRECTORY:s}/weird_20id/weird_20id.JSONL",
            ("weird_20id", None, True, 2),
        ),
        ("\\Users\\a\\agent-transcripts\\c1\\c1.jsonl", ("c1", None, True, 2)),
        (f"{transcript_lib.DIRECTORY:s}/c1/notes.txt", (None, None, False, 2)),
        (f"{transcript_lib.DIRECTORY:s}/c1/c1.png", ("c1", None, False, 2)),
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
    location = transcript_location.TranscriptLocation(path)
    number_of_segments = (
        None if location.project_segments is None else len(location.project_segments)
    )

    assert (
        location.conversation_identifier,
        location.parent_conversation_identifier,
        location.is_known,
        number_of_segments,
    ) == expected


def testAppleDouble():
    """What macOS keeps of a transcript beside it is no transcript."""
    for name in (
        f"{transcript_lib.DIRECTORY:s}/._c1.jsonl",
        f"{transcript_lib.DIRECTORY:s}/c1/._c1.jsonl",
    ):
        location = transcript_location.TranscriptLocation(name)

        assert not location.is_known
        assert formats.DetectFormat(b"\x00\x05\x16\x07", location) is None
