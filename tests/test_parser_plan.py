"""Tests of what the seed's parser plan says of the seed's fixtures, line by line.

Each expectation is one row that the seed, "Parser plan" and "Fixtures", words: the time
and the key words are those of the document, not of what the package once wrote. The
expected timeline of the Linux image, which tests/test_end_to_end.py compares with what
log2timeline and psort write, has every file of the fixtures.
"""

import datetime
import json

import pytest

from test_data.timelines import make_timelines

_FILE_TIME = "2026-10-01T14:00:00"

# Time, or None where the store holds none, description of the time, and key words, each
# of which stands in the one line that has them all.
_ROWS = [
    # Conversations: "session name", "conversation archived", "conversation deleted".
    (
        "2026-09-21T14:13:20",
        "Creation Time",
        ("conversation: Add subtract", "(project: /srv/proj)", "[c1]"),
    ),
    (
        "2026-09-21T14:46:40",
        "Last Update Time",
        ("conversation archived", "Read the README", "[c2]"),
    ),
    (
        "2026-09-21T15:03:20",
        "Content Deletion Time",
        (
            "conversation deleted (header kept; time is the header's lastUpdatedAt",
            "isArchived is set by the delete",
            "(project: /srv/proj)",
            "[c3]",
        ),
    ),
    (None, "Not a time", ("unsent draft: draft not sent", "[d1]")),
    # Messages of c1.
    (
        "2026-10-01T10:00:00",
        "Sent Time",
        ("User: Add a subtract function", "(model: grok-4.6)", "[c1]"),
    ),
    ("2026-10-01T10:00:01", "Creation Time", ("Thinking: Read calc.py first.", "[c1]")),
    (
        "2026-10-01T10:00:05",
        "Creation Time",
        ("Assistant: Added subtract().", "(model: grok-4.6)", "[c1]"),
    ),
    (
        "2026-10-01T10:01:00",
        "Sent Time",
        ("User: Fetch the page with curl", "(model: grok-4.7)", "[c1]"),
    ),
    # Model rows.
    ("2026-10-01T10:00:00", "Sent Time", ("model: grok-4.6 (", "[c1]")),
    ("2026-10-01T10:01:00", "Sent Time", ("model: grok-4.6 -> grok-4.7", "[c1]")),
    ("2026-10-01T09:59:00", "Last Used Time", ("model last used: grok-4.7",)),
    # Calls and results of c1, and of the MCP bubble.
    (
        "2026-09-21T14:13:22",
        "Start Time",
        ("read_file_v2", "/srv/proj/calc.py", "def add", "[c1]"),
    ),
    ("2026-09-21T14:13:22.500", "End Time", ("read_file_v2", "[c1]")),
    (
        "2026-10-01T10:01:10",
        "Creation Time",
        ("run_terminal_command_v2", "outcome=rejected", '{"error":"skipped"}', "[c1]"),
    ),
    (
        "2026-10-01T10:01:50",
        "Start Time",
        ("mcp-google-calendar-list_events", "primary", "Standup", "[c1]"),
    ),
    ("2026-10-01T10:01:51", "End Time", ("mcp-google-calendar-list_events", "[c1]")),
    # Permission rows.
    (
        "2026-09-21T14:14:21",
        "Recorded Time",
        (
            "permission decision: run outcome=success approval=user "
            "reason=Not in allowlist: curl, head",
            "tool_call=tc2",
            "[c1]",
        ),
    ),
    (
        "2026-10-01T10:01:10",
        "Recorded Time",
        (
            "permission decision: skip outcome=rejected approval=user "
            "reason=Not in allowlist: curl, head",
            "tool_call=tc3",
            "[c1]",
        ),
    ),
    (
        "2026-09-21T14:14:40",
        "Recorded Time",
        (
            "permission decision: allowlistCommands outcome=success approval=user "
            "reason=Not in allowlist: curl, head allowlisted=curl,head",
            "tool_call=tc4",
            "[c1]",
        ),
    ),
    (
        "2026-09-21T14:15:00",
        "Recorded Time",
        (
            "permission decision: run outcome=success",
            "reason=Not in allowlist: python3 allowlisted=python3",
            "tool_call=tc7",
            "[c1]",
        ),
    ),
    (
        "2026-10-01T10:01:50",
        "Creation Time",
        (
            "permission prompt pending: run_terminal_command_v2 "
            "reason=Not in allowlist: python3 options=python3",
            "[c1]",
        ),
    ),
    (
        _FILE_TIME,
        "Content Modification Time",
        ("permission setting: yoloCommandAllowlist=curl", "written late by the app"),
    ),
    (
        _FILE_TIME,
        "Content Modification Time",
        ("permission setting: yoloCommandAllowlist=head", "written late by the app"),
    ),
    (
        _FILE_TIME,
        "Content Modification Time",
        (
            "permission setting: run mode agent=Allowlist (with Sandbox) autoRun=true "
            "smartModeAutoRun=false fullAutoRun=false sandbox=true",
        ),
    ),
    (
        _FILE_TIME,
        "Content Modification Time",
        ("permission setting: yoloOutsideWorkspaceDisabled=true",),
    ),
    (
        _FILE_TIME,
        "Content Modification Time",
        ("permission setting: permissions.allow=Shell(python3)",),
    ),
    (
        _FILE_TIME,
        "Content Modification Time",
        (
            "permission decision: accepted",
            "mcp auth for cloud agent bc-e1",
            "tool_call=toolu_mcp_auth_01",
            "(project: github.com/owner/demo)",
            "(model: grok-4.7)",
            "[bc-e1]",
        ),
    ),
    # Past-use rows.
    (
        "2026-09-21T14:13:23",
        "Recorded Time",
        (
            "ai code: /srv/proj/calc.py source=composer model=grok-4.6 request=r1",
            "[c1]",
        ),
    ),
    (
        "2026-09-21T11:27:40",
        "Recorded Time",
        (
            "ai code: /srv/proj/calc.py source=composer model=grok-4.6 request=r9",
            "[c3]",
        ),
    ),
    (None, "Not a time", ("User: c3 deleted question", "[c3]")),
    ("2026-10-01T01:30:00", "Sent Time", ("User: c3 deleted question", "[c3]")),
    (
        "2026-10-01T01:30:00",
        "Turn Start Time",
        ("Assistant: Answer kept only here.", "[c3]"),
    ),
    # Cloud agents.
    (
        "2026-09-21T19:47:40",
        "Update Time",
        (
            "conversation index: Describe the repository source=cloud-cache "
            "archived=true",
            "session origin: remote cursor cloud agent",
            "[bc-e1]",
        ),
    ),
    (
        "2026-09-21T19:47:40",
        "Update Time",
        (
            "cached conversation text (conversation-search.db, source=cloud-cache)",
            "[bc-e1]",
        ),
    ),
    (
        "2026-09-21T19:48:40",
        "Update Time",
        (
            "cloud agent: Describe the repository repo=github.com/owner/demo "
            "status=finished (2) workflow=idle (2)",
            "archived=true killed=false vmStarted=true",
            "source host: github.com owner/demo",
            "session synced: vendor copy",
            "session origin: remote cursor cloud agent",
            "[bc-e1]",
        ),
    ),
    (
        "2026-09-21T19:46:40",
        "Creation Time",
        ("model: grok-4.7 (", "(project: github.com/owner/demo)", "[bc-e1]"),
    ),
    (
        "2026-09-21T20:03:20",
        "Creation Time",
        ("model: grok-4.7 requested=default", "[bc-e2]"),
    ),
    (
        "2026-09-21T20:05:20",
        "Update Time",
        (
            "cloud agent: Summarise the web repository repo=github.com/owner/web "
            "status=running (1) workflow=running (1)",
            "archived=false killed=false vmStarted=false",
            "[bc-e2]",
        ),
    ),
    (
        _FILE_TIME,
        "Content Modification Time",
        ("source host repository: https://github.com/owner/demo type=github",),
    ),
    (
        _FILE_TIME,
        "Content Modification Time",
        ("source host repository: owner/web type=github",),
    ),
    # MCP server and plugin rows.
    (
        _FILE_TIME,
        "Content Modification Time",
        (
            "mcp server: plugin-acme-tracker-tracker "
            "url=https://tracker.example.test/mcp",
        ),
    ),
    (
        "2026-10-01T10:08:20",
        "Update Time",
        (
            "mcp server: plugin-calendar-calendar "
            "url=https://calendar.mcp.example.test/mcp",
            "tokens=stored (ciphertext, not read)",
            "mcp_oauth_updated_at_ms",
        ),
    ),
    (
        _FILE_TIME,
        "Content Modification Time",
        (
            "plugin installed: id=12345678 sources=user scope=file:///srv/proj",
            "(project: /srv/proj)",
        ),
    ),
    (
        _FILE_TIME,
        "Content Modification Time",
        ("plugin installed: id=12345678 sources=user scope=no-workspace",),
    ),
    (
        "2026-10-01T10:08:00",
        "Creation Time",
        (
            "mcp oauth attempt: server=https://calendar.mcp.example.test/mcp "
            "client_id=client-0123456789abcdef workspace=empty-window",
            "mcp-oauth-attempts/0000.json",
        ),
    ),
    # The CLI session of issue 235.
    (
        "2026-09-21T17:00:00",
        "Creation Time",
        ("conversation: Run python", "(project: /srv/proj)", "CLI store", "[s1]"),
    ),
    (
        "2026-10-01T13:00:00",
        "Turn Start Time",
        ("model: grok-4.7-high-fast requested=grok-4.7", "[s1]"),
    ),
    ("2026-10-01T13:00:00", "Sent Time", ("User: Run python3 twice", "[s1]")),
    ("2026-10-01T13:00:00", "Turn Start Time", ("Thinking: Run it.", "[s1]")),
    (
        "2026-10-01T13:00:00",
        "Turn Start Time",
        ("Tool call Shell outcome=success", "result: 2", "[s1]"),
    ),
    (
        "2026-10-01T13:00:00",
        "Turn Start Time",
        ("Tool call Shell outcome=rejected", "User skipped this", "[s1]"),
    ),
    (
        "2026-10-01T13:00:00",
        "Turn Start Time",
        ("permission decision: rejected", "reason=skip it", "tool_call=tc6", "[s1]"),
    ),
    (
        "2026-10-01T12:58:00",
        "Recorded Time",
        ("permission setting: workspace trust=trusted", "/srv/proj"),
    ),
    (
        _FILE_TIME,
        "Content Modification Time",
        ("permission setting: run everything=false (scope: session s1)",),
    ),
    (None, "Not a time", ("prompt: Run python3 twice", "[s1]")),
    (None, "Not a time", ("prompt: skip it", "[s1]")),
    ("2026-09-21T16:58:20", "Creation Time", ("nothing sent", "[s0]")),
]

# What the seed's fixtures must not give.
_ABSENT = (
    "CURSOR-SECRET-SENTINEL",
    "Q0FMTEJJTkFSWQ",
    "conversation archived: c3",
    "mcp server: oauth-attempt",
    "permission decision: rejectAndTellWhatToDoDifferently",
)


@pytest.fixture(scope="module", name="events")
def fixture_events():
    """Reads the expected timeline.

    Returns:
      list[dict[str, object]]: events.
    """
    return [json.loads(line) for line in make_timelines.ReadLines("linux.jsonl")]


def _GetTime(event):
    """Retrieves the time of an event.

    Args:
      event (dict[str, object]): event.

    Returns:
      datetime.datetime: time or None if the event has none.
    """
    timestamp = event["timestamp"]
    if event["timestamp_desc"] == "Not a time":
        return None
    return datetime.datetime(1970, 1, 1) + datetime.timedelta(microseconds=timestamp)


@pytest.mark.parametrize("time, description, words", _ROWS)
def testRow(events, time, description, words):
    """A row of the plan is there once, with its time."""
    expected_time = datetime.datetime.fromisoformat(time) if time else None

    found = [
        event["message"]
        for event in events
        if event["timestamp_desc"] == description
        and _GetTime(event) == expected_time
        and all(word in event["message"] for word in words)
    ]

    assert len(found) == 1, found


@pytest.mark.parametrize("text", _ABSENT)
def testAbsent(events, text):
    """What the plan says is not yielded is not."""
    assert not [event for event in events if text in json.dumps(event)]
