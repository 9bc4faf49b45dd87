"""Tests of the JSON-L parser plugin of agent transcripts."""

import os

import pytest

from plaso.parsers import jsonl_parser

from cursor_plaso.parsers import jsonl_cursor_transcript
from tests import evidence
from tests import lib

_PLUGIN = "jsonl/cursor_transcript"


def testRegistration():
    """The JSON-L parser knows the plugin."""
    plugins = dict(jsonl_parser.JSONLParser.GetPlugins())

    assert (
        plugins["cursor_transcript"]
        is jsonl_cursor_transcript.CursorTranscriptJSONLPlugin
    )


def testCheckRequiredFormat():
    """A transcript is known by its first line."""
    plugin = jsonl_cursor_transcript.CursorTranscriptJSONLPlugin()

    assert plugin.CheckRequiredFormat(evidence.MakeTranscriptUser("Q"))
    assert plugin.CheckRequiredFormat(evidence.MakeTurnEnded())
    assert not plugin.CheckRequiredFormat({"log": "x", "stream": "y", "time": "z"})


def testProcess():
    """All lines are read, a bad one costs itself alone."""
    path = os.path.join(lib.TEST_DATA_PATH, "transcripts", "broken_lines.jsonl")
    result = lib.ParsePath(_PLUGIN, path)

    assert [event_data.message_body for event_data in result.event_data] == [
        "Run the tests",
        "\\udcff",
        "a string",
        "\\ud83d",
        "They pass.",
    ]
    # Every line of the file that is not good, once.
    assert [warning.partition(":")[0] for warning in result.warnings] == [
        f"transcript line {number:d}" for number in (2, 3, 4, 6, 7, 8, 9, 10, 14)
    ]


def testCleanTranscripts():
    """The transcripts of the sample machines give events and no warnings."""
    paths = sorted(
        os.path.join(directory, name)
        for directory, _, names in os.walk(os.path.join(lib.TEST_DATA_PATH, "trees"))
        for name in names
        if "agent-transcripts" in directory and name != "c1.jsonl"
    )
    assert len(paths) >= 6

    result = lib.ParsePath(_PLUGIN, *paths)
    assert len(result.event_data) >= 12
    assert result.warnings == []


def testForeignFile():
    """A foreign JSON-L file gives nothing."""
    path = os.path.join(lib.TEST_DATA_PATH, "transcripts", "foreign.jsonl")
    result = lib.ParsePath(_PLUGIN, path)

    assert result.event_data == []
    assert result.warnings == []


@pytest.mark.parametrize("name", ["every_shape.jsonl", "duplicate_lines.jsonl"])
def testRecordsAreUnique(name):
    """No two events of a file are taken for one."""
    path = os.path.join(lib.TEST_DATA_PATH, "transcripts", name)
    result = lib.ParsePath(_PLUGIN, path)

    hashes = [
        getattr(event_data, "_event_values_hash") for event_data in result.event_data
    ]
    assert len(set(hashes)) == len(hashes)
