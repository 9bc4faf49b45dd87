"""Tests of the summaries of tool calls."""

import json

import hypothesis
import pytest
from hypothesis import strategies as hypothesis_strategies

from cursor_plaso import calls
from tests import strategies


@pytest.mark.parametrize(
    "tool_name,arguments,expected",
    [
        # Transcripts and the agent.v1 tree (seed, "Agent transcript JSONL").
        ("Shell", {"command": "pytest -q", "description": "Run tests"}, "pytest -q"),
        ("Read", {"path": "/home/ana/calc.py", "offset": 1}, "/home/ana/calc.py"),
        (
            "StrReplace",
            {"path": "calc.py", "old_string": "a", "new_string": "b"},
            "calc.py",
        ),
        ("Glob", {"glob_pattern": "**/*.py"}, "**/*.py"),
        (
            "Glob",
            {"glob_pattern": "*.py", "target_directory": "/srv/proj"},
            "*.py in /srv/proj",
        ),
        ("Grep", {"pattern": "def add", "path": "src"}, "def add in src"),
        ("rg", {"pattern": "def add", "glob": "*.py"}, "def add in *.py"),
        ("WebSearch", {"search_term": "plaso", "explanation": "why"}, "plaso"),
        ("WebFetch", {"url": "https://example.test/"}, "https://example.test/"),
        (
            "SemanticSearch",
            {"query": "where", "target_directories": ["a", "b"]},
            "where in a, b",
        ),
        (
            "Task",
            {"description": "Check README", "prompt": "p", "subagent_type": "explore"},
            "Check README",
        ),
        (
            "TodoWrite",
            {"merge": False, "todos": [{"content": "one"}, {"content": "two"}]},
            "one, two",
        ),
        ("ReadLints", {"paths": ["a.py", "b.py"]}, "a.py, b.py"),
        ("AskQuestion", {"questions": [{"prompt": "Which?"}]}, "Which?"),
        ("AwaitShell", {"task_id": 77, "block_until_ms": 1000}, "77"),
        ("EditNotebook", {"target_notebook": "a.ipynb", "cell_idx": 0}, "a.ipynb"),
        (
            "GetDynamicTools",
            {"namespace": "tracker", "toolName": "create"},
            "tracker/create",
        ),
        (
            "CallDynamicTool",
            {"namespace": "tracker", "toolName": "list", "arguments": {"query": "bug"}},
            "tracker/list: bug",
        ),
        (
            "ApplyPatch",
            "*** Begin Patch\n*** Update File: a.py\n@@\n-x\n+y\n*** Add File: b.py\n+z\n"
            "*** End Patch",
            "Update File: a.py, Add File: b.py",
        ),
        (
            "ApplyPatch",
            {"patch": "*** Begin Patch\n*** Delete File: c.py"},
            "Delete File: c.py",
        ),
        # Bubbles (seed, "Tool bubbles"; storage-facts 2.3).
        ("read_file", '{"relativeWorkspacePath":"calc.py"}', "calc.py"),
        ("edit_file", {"target_file": "calc.py", "instructions": "i"}, "calc.py"),
        ("web_search", '{"searchTerm":"plaso"}', "plaso"),
        ("glob_file_search", '{"globPattern":"*.md"}', "*.md"),
        (
            "run_terminal_command_v2",
            '{"command":"curl -s example.test | head"}',
            "curl -s example.test | head",
        ),
        (
            "mcp-google-calendar-list_events",
            {
                "tools": [
                    {
                        "name": "list_events",
                        "parameters": '{"calendarId":"primary"}',
                        "serverName": "google-calendar",
                    }
                ]
            },
            'google-calendar/list_events: {"calendarId":"primary"}',
        ),
        # A command of several lines stays as it is.
        ("Shell", {"command": "a\nb"}, "a\nb"),
        ("Shell", {"command": ["bash", "-c", "ls"]}, "bash -c ls"),
        # What is of no known form is shown as it is.
        ("Other", {"unknown": 1}, '{"unknown":1}'),
        (
            "switch_mode",
            {"targetModeId": "plan", "explanation": "It is large"},
            "plan",
        ),
        ("Other", "free text", "free text"),
        ("Other", "{broken", "{broken"),
        ("Other", ["a", "b"], "a, b"),
        ("Other", 7, "7"),
        ("Other", {}, None),
        ("Other", "", None),
        ("Other", None, None),
        ("Other", True, None),
        (None, {"path": "a"}, "a"),
        # A member of another type is passed over.
        ("Read", {"path": {"a": 1}, "file": "b"}, "b"),
        ("Read", {"path": " ", "file": "b"}, "b"),
    ],
)
def testGetCallSummary(tool_name, arguments, expected):
    """A call is summarised by what it does, in every store's words."""
    assert calls.GetCallSummary(tool_name, arguments) == expected


def testGetCallSummaryIsBounded():
    """A long command and a long list are cut visibly."""
    summary = calls.GetCallSummary("Shell", {"command": "x" * 100000})
    assert summary == f"{'x' * 1021:s}..."

    summary = calls.GetCallSummary("Read", {"paths": ["a"] * 100})
    assert summary == ", ".join(["a"] * 8 + ["..."])


def testGetCallSummaryOfNestedCalls():
    """Calls within calls do not lead anywhere deep."""
    arguments = {"path": "x"}
    for _ in range(100):
        arguments = {"arguments": arguments, "namespace": "n", "toolName": "t"}

    summary = calls.GetCallSummary("CallDynamicTool", arguments)
    assert summary == "n/t: n/t: n/t: n/t"

    nested = "[" * 100000
    assert calls.GetCallSummary("x", nested).startswith("[[[[")


@pytest.mark.parametrize(
    "arguments,expected",
    [
        ({"working_directory": "/srv/proj"}, "/srv/proj"),
        ({"workingDirectory": "/srv/proj"}, "/srv/proj"),
        ('{"cwd":"/srv/proj"}', "/srv/proj"),
        ({"cwd": ""}, None),
        ({"cwd": None}, None),
        ("text", None),
        (None, None),
        ([], None),
    ],
)
def testGetWorkingDirectory(arguments, expected):
    """The working directory is known under each store's name."""
    assert calls.GetWorkingDirectory(arguments) == expected


@pytest.mark.parametrize(
    "arguments, expected",
    [
        ({"relativeWorkspacePath": "a.py", "contents": "x"}, "a.py"),
        ('{"target_file":"a.py"}', "a.py"),
        ({"paths": ["a.py", "b.py"]}, "a.py, b.py"),
        ({"command": "ls"}, None),
        ("a.py", None),
        (None, None),
    ],
)
def testGetPath(arguments, expected):
    """The path is that of the file that the call is about."""
    assert calls.GetPath(arguments) == expected


_NEARLY_ARGUMENTS = strategies.JSONObjects(
    command="ls",
    path="/a",
    paths=["a", {"path": "b"}],
    toolName="t",
    namespace="n",
    tools=[{"name": "n", "parameters": "{}"}],
    arguments={"query": "q"},
    patch="*** Begin Patch",
    todos=[{"content": "c"}],
)


@strategies.PROPERTY
@hypothesis.given(
    strategies.TEXTS | hypothesis_strategies.none(),
    strategies.JSON_VALUES
    | _NEARLY_ARGUMENTS
    | _NEARLY_ARGUMENTS.map(json.dumps)
    | strategies.STORED_VALUES,
)
def testCallsNeverRaise(tool_name, arguments):
    """Any arguments give a short text or none."""
    summary = calls.GetCallSummary(tool_name, arguments)
    assert summary is None or 0 < len(summary) <= 1024

    path = calls.GetPath(arguments)
    assert path is None or isinstance(path, str)

    working_directory = calls.GetWorkingDirectory(arguments)
    assert working_directory is None or isinstance(working_directory, str)
