"""Tests of the parser of agent transcripts, alone and beside the JSON-L plugin."""

import gc
import gzip
import json
import os

import pytest

from dfvfs.lib import definitions as dfvfs_definitions
from dfvfs.path import factory as path_spec_factory

from plaso.lib import errors

from cursor_plaso.parsers import cursor_transcript
from cursor_plaso.parsers import jsonl_cursor_transcript
from tests import evidence
from tests import lib

_BOTH = "cursor_transcript,jsonl/cursor_transcript"
_PARSER = "cursor_transcript"
_PLUGIN = "jsonl/cursor_transcript"

_USER = evidence.MakeTranscriptUser("Q", "Thursday, Oct 1, 2026, 6:00 AM (UTC-4)")
_REPLY = evidence.MakeTranscriptAssistant("A")

# What plaso's JSON-L parser refuses.
_REFUSED_FIRST_LINES = {
    "longer than 64 KiB": evidence.MakeTranscriptUser("x" * 70000),
    "blank": "",
    "white space": " \t",
    "broken": '{"role":"user","message":{"content":[{"type":"te',
    "not JSON": "text",
    "empty object": {},
    "not UTF-8": b'{"role":"user","message":{"content":"\xff"}}',
    "a list": [],
    # Valid, but not known to the plugin.
    "another object": {"version": 2},
    "more members": {**_USER, "uuid": "1"},
}


@pytest.fixture(autouse=True)
def _NoOtherPlugins():
    """Removes the parsers that the failure of another test keeps."""
    gc.collect()


def WriteTranscript(directory, lines, name="c1.jsonl"):
    """Writes a transcript where it belongs.

    Args:
      directory (pathlib.Path): home directory.
      lines (list[object]): lines.
      name (Optional[str]): name of the file.

    Returns:
      str: path.
    """
    path = directory.joinpath(
        ".cursor", "projects", "srv-proj", "agent-transcripts", "c1", name
    )
    evidence.WriteLines(str(path), lines)
    return str(path)


def GetTexts(result):
    """Retrieves the texts of messages.

    Args:
      result (ParseResult): what the parsers produced.

    Returns:
      list[tuple[str, str]]: parser chains and texts.
    """
    return [
        (getattr(event_data, "_parser_chain"), event_data.message_body)
        for event_data in result.event_data
    ]


def testPluginReadsWhatTheJSONLParserAccepts(tmp_path):
    """With both, a common transcript is read by the plugin, and once."""
    result = lib.ParsePath(_BOTH, WriteTranscript(tmp_path, [_USER, _REPLY]))

    assert GetTexts(result) == [(_PLUGIN, "Q"), (_PLUGIN, "A")]
    assert result.warnings == []


@pytest.mark.parametrize("name", sorted(_REFUSED_FIRST_LINES))
def testParserReadsWhatTheJSONLParserRefuses(tmp_path, name):
    """With both, what the JSON-L parser refuses is read by the parser, and once."""
    path = WriteTranscript(tmp_path, [_REFUSED_FIRST_LINES[name], _USER, _REPLY])

    result = lib.ParsePath(_BOTH, path)
    assert GetTexts(result)[-2:] == [(_PARSER, "Q"), (_PARSER, "A")]
    assert len(result.event_data) <= 3

    result = lib.ParsePath(_PLUGIN, path)
    assert result.event_data == []

    result = lib.ParsePath(_PARSER, path)
    assert GetTexts(result)[-2:] == [(_PARSER, "Q"), (_PARSER, "A")]


def testParserAloneReadsAll(tmp_path):
    """Without the plugin nothing is left to it."""
    path = WriteTranscript(tmp_path, [_USER, _REPLY])

    for expression in (_PARSER, "cursor_transcript,jsonl/docker_container_log"):
        result = lib.ParsePath(expression, path)
        assert GetTexts(result) == [(_PARSER, "Q"), (_PARSER, "A")]


def testPluginAloneReadsWhatItCan(tmp_path):
    """The plugin needs no parser beside it."""
    path = WriteTranscript(tmp_path, [_USER, "", _REPLY])

    result = lib.ParsePath(_PLUGIN, path)
    assert GetTexts(result) == [(_PLUGIN, "Q"), (_PLUGIN, "A")]
    assert result.warnings == ["transcript line 2: blank"]


def testIsEnabled():
    """The plugin is enabled as long as a parser has it."""
    plugin_class = jsonl_cursor_transcript.CursorTranscriptJSONLPlugin
    assert not plugin_class.IsEnabled()

    plugin = plugin_class()
    assert plugin_class.IsEnabled()

    del plugin
    assert not plugin_class.IsEnabled()


def testNestedFirstLine(tmp_path):
    """A first line that the JSON-L parser fails on does not hide the others."""
    nested = '{"role":"user","message":{"content":' + "[" * 60000
    path = WriteTranscript(tmp_path, [nested, _USER, _REPLY])

    result = lib.ParsePath(_PARSER, path)
    assert GetTexts(result) == [(_PARSER, "Q"), (_PARSER, "A")]
    assert result.warnings == ["transcript line 1: JSON nested too deeply"]


@pytest.mark.parametrize("name", ["transcript.txt", "transcript.json"])
def testOtherFormats(tmp_path, name):
    """The .txt and .json forms are read where they belong and elsewhere."""
    path = os.path.join(lib.TEST_DATA_PATH, "transcripts", name)
    copy = WriteTranscript(tmp_path, [], name=f"c1{os.path.splitext(name)[1]:s}")
    with open(path, "rb") as file_object:
        evidence.WriteFile(copy, file_object.read())

    for expression in (_BOTH, _PARSER):
        result = lib.ParsePath(expression, path)
        assert len(result.event_data) == 5
        assert result.event_data[0].conversation_identifier is None

        result = lib.ParsePath(expression, copy)
        assert len(result.event_data) == 5
        assert result.event_data[0].conversation_identifier == "c1"
        assert result.warnings == []

    assert lib.ParsePath(_PLUGIN, path, copy).event_data == []


def testSeveralFilesInTurn(tmp_path):
    """The parsers keep nothing from one file to the next."""
    path = WriteTranscript(tmp_path / "a", [_USER, _REPLY])
    refused_path = WriteTranscript(tmp_path / "b", ["", _USER])
    result = lib.ParsePath(_BOTH, path, refused_path, path, refused_path)

    assert GetTexts(result) == 2 * [(_PLUGIN, "Q"), (_PLUGIN, "A"), (_PARSER, "Q")]
    assert [event_data.sequence_number for event_data in result.event_data] == [
        0,
        1,
        0,
    ] * 2


_FOREIGN_FILES = {
    # Chats and logs of other programs.
    "claude.jsonl": {
        "type": "user",
        "message": {"role": "user", "content": [{"type": "text", "text": "x"}]},
        "uuid": "1",
    },
    "openai.jsonl": {"messages": [{"role": "user", "content": "x"}]},
    "chat.jsonl": {"role": "user", "content": [{"type": "text", "text": "x"}]},
    "docker.jsonl": {"log": "x\n", "stream": "stdout", "time": "2026-10-01T10:00:00Z"},
    "package.json": {"name": "x", "version": "1.0.0"},
    "cline.json": [{"role": "user", "content": [{"type": "text", "text": "x"}]}],
    "chat.json": {"messages": [{"role": "user", "text": "x"}]},
    "readme.txt": "user:\nthis is how to log in\n",
    "empty.txt": "",
    "data.bin": '{"role":"user"',
}


@pytest.mark.parametrize("name", sorted(_FOREIGN_FILES))
def testForeignFiles(tmp_path, name):
    """Files of other programs give no event and no warning."""
    path = str(tmp_path / name)
    evidence.WriteLines(path, [_FOREIGN_FILES[name]])

    for expression in (_BOTH, _PARSER, _PLUGIN):
        result = lib.ParsePath(expression, path)
        assert result.event_data == []
        assert result.warnings == []


def testForeignFilesBesideTranscripts(tmp_path):
    """A file that stands near transcripts is not one for that."""
    path = WriteTranscript(tmp_path, ["some notes"], name="notes.txt")

    result = lib.ParsePath(_BOTH, path)
    assert result.event_data == []
    assert result.warnings == []


def testOtherDataStream(tmp_path):
    """The Zone.Identifier of a transcript is not a transcript."""
    path = WriteTranscript(tmp_path, ["[ZoneTransfer]", "ZoneId=3"])
    file_entry = lib.MakeFileEntry(lib.MakePathSpec(path))
    file_entry.path_spec.data_stream = "Zone.Identifier"
    storage_writer = lib.MakeStorageWriter()
    mediator = lib.MakeParserMediator(storage_writer, file_entry=file_entry)

    with pytest.raises(errors.WrongParser):
        cursor_transcript.CursorTranscriptParser().Parse(
            mediator, file_entry.GetFileObject()
        )
    assert lib.ParseResult(storage_writer).warnings == []


def testProjectPath(tmp_path):
    """The project is that of .workspace-trusted, and never made of the directory."""
    path = WriteTranscript(tmp_path, [_USER])
    assert lib.ParsePath(_BOTH, path).event_data[0].project_path is None

    trust_path = tmp_path / ".cursor" / "projects" / "srv-proj" / ".workspace-trusted"
    for value, expected in (
        ({"workspacePath": "/srv/proj", "trustedAt": "2026-10-01"}, "/srv/proj"),
        ({"workspacePath": "C:\\srv\\proj"}, "c:\\srv\\proj"),
        ({"workspacePath": 7.5}, "7.5"),
        ({"workspacePath": None}, None),
        ([], None),
        ("not JSON", None),
        ({"workspacePath": "/srv/proj", "padding": "x" * 70000}, None),
    ):
        evidence.WriteFile(str(trust_path), value)
        result = lib.ParsePath(_BOTH, path)
        assert result.event_data[0].project_path == expected, value
        assert result.warnings == []

    # A link leads out of the evidence.
    trust_path.rename(tmp_path / "target")
    (tmp_path / "target").write_text('{"workspacePath":"/srv/proj"}', encoding="utf-8")
    trust_path.symlink_to(tmp_path / "target")
    assert lib.ParsePath(_BOTH, path).event_data[0].project_path is None

    trust_path.unlink()
    trust_path.mkdir()
    assert lib.ParsePath(_BOTH, path).event_data[0].project_path is None


def testSubagent(tmp_path):
    """The parent of a sub-agent, and its project, come from the path."""
    transcript_path = tmp_path.joinpath(
        "home", "ana", ".cursor", "projects", "p", "agent-transcripts", "c1"
    )
    path = str(transcript_path / "subagents" / "s1.jsonl")
    evidence.WriteLines(path, [_USER])
    evidence.WriteFile(
        str(transcript_path.parent.parent / ".workspace-trusted"),
        {"workspacePath": "/srv/proj"},
    )

    (event_data,) = lib.ParsePath(_BOTH, path).event_data
    assert event_data.conversation_identifier == "s1"
    assert event_data.parent_conversation_identifier == "c1"
    assert event_data.project_path == "/srv/proj"
    assert event_data.username == "ana"
    assert event_data.platform == "Linux"


def testCompressedTranscript(tmp_path):
    """A transcript within a compressed file has the identifier of that file."""
    path = WriteTranscript(tmp_path, [], name="c1.jsonl.gz")
    for line in (_USER, ""):
        data = f"{json.dumps(line):s}\n{json.dumps(_REPLY):s}\n".encode("utf-8")
        with gzip.open(path, "wb") as file_object:
            file_object.write(data)

        path_spec = path_spec_factory.Factory.NewPathSpec(
            dfvfs_definitions.TYPE_INDICATOR_GZIP, parent=lib.MakePathSpec(path)
        )
        result = lib.ParsePathSpec(_BOTH, path_spec)
        assert result.event_data[-1].message_body == "A"
        assert result.event_data[-1].conversation_identifier == "c1"


def testEvents(tmp_path):
    """Events stand at the time of their tag, under the description of its kind."""
    path = WriteTranscript(
        tmp_path,
        [_USER, _REPLY, evidence.MakeTranscriptUser("R"), _REPLY],
    )
    result = lib.ParsePath(_BOTH, path)

    timeline = [
        (time_string, description, event_data.message_body)
        for time_string, description, event_data in lib.MakeEvents(result)
    ]
    assert timeline == [
        ("2026-10-01T06:00:00-04:00", "Sent Time", "Q"),
        ("2026-10-01T06:00:00-04:00", "Turn Start Time", "A"),
        ("Not set", "Not a time", "R"),
        ("Not set", "Not a time", "A"),
    ]


def testFilter(tmp_path):
    """Only files with the suffix of a transcript are looked at."""
    file_filter = cursor_transcript.TranscriptFileEntryFilter()
    for name, expected in (
        ("a.jsonl", True),
        ("a.JSONL", True),
        ("a.json", True),
        ("a.txt", True),
        ("a.vscdb", False),
        ("jsonl", False),
    ):
        path = tmp_path / name
        path.write_bytes(b"x")
        file_entry = lib.MakeFileEntry(lib.MakePathSpec(str(path)))
        assert file_filter.Match(file_entry) is expected

    assert file_filter.Match(None) is False
