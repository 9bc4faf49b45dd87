"""Tests of the report."""

import collections

from cursor_plaso import events
from cursor_plaso.analysis import report
from tests.analysis import analysis_lib

_SENT = "2026-10-01T10:00:41.250"

_NOTE = (
    "Times are UTC. What a store does not hold is not said: no line means that nothing "
    "is known."
)


def _BuildReport(case):
    """Builds the report of a case.

    Args:
      case (Case): case.

    Returns:
      list[str]: lines of text.
    """
    joiner, labels = analysis_lib.Join(case)
    counts = collections.Counter()
    for event_labels in labels.values():
        counts.update(event_labels)
    return report.ReportBuilder(joiner).Build(counts).splitlines()


def _GetSection(lines, identifier):
    """Retrieves the lines of a conversation.

    Args:
      lines (list[str]): lines of the report.
      identifier (str): identifier of the conversation.

    Returns:
      list[str]: lines.
    """
    start = lines.index(f"== {identifier:s} ==") + 1
    section = []
    for line in lines[start:]:
        if not line:
            break
        section.append(line)
    return section


def testReport():
    """The report says what is known of a conversation, and what is not."""
    case = analysis_lib.Case()
    case.Add(
        analysis_lib.Make(
            events.CursorConversationEventData,
            conversation_title="Add subtract",
            evidence_source="composer",
            git_branch="main",
            message_count=5,
            missing_records="bubble a9",
            project_path="/srv/proj",
            record_key="composerData:c1",
            username="ana",
        ),
        ("Creation Time", "2026-10-01T09:59:59"),
        ("Last Update Time", "2026-10-01T10:05:00"),
    )
    for role, text in (("user", "Add a function"), ("assistant", "Added.")):
        case.Add(
            analysis_lib.Make(
                events.CursorMessageEventData,
                evidence_source="bubble",
                message_body=text,
                model="grok-4.6",
                record_key=text,
                role=role,
                username="ana",
            ),
            ("Sent Time", _SENT),
        )
    case.Add(
        analysis_lib.Make(
            events.CursorToolCallEventData,
            call_summary="/srv/proj/calc.py",
            evidence_source="bubble",
            record_key="t1",
            tool_call_identifier="t1",
            tool_name="edit_file_v2",
            username="ana",
        ),
        ("Start Time", "2026-10-01T10:00:50"),
    )
    for name, value in (
        ("cursorAuth/cachedEmail", "ana@example.test"),
        ("telemetry.machineId", "00ff"),
    ):
        case.Add(
            analysis_lib.Make(
                events.CursorAccountEventData,
                conversation_identifier=None,
                identity_name=name,
                identity_value=value,
                record_key=name,
                username="ana",
            ),
            ("Content Modification Time", "2026-10-01T12:00:00"),
        )

    assert _BuildReport(case) == [
        "Cursor: 1 conversation in 7 events.",
        "States: live 1.",
        "Tagged events: cursor_only_copy 3.",
        _NOTE,
        "",
        "== c1 ==",
        "Title: Add subtract",
        "State: live",
        "Project: /srv/proj (branch main)",
        "Account: ana@example.test (signed in for user ana; the conversation does not "
        "name it)",
        "First and last time: 2026-10-01T10:00:41+00:00 to 2026-10-01T10:00:50+00:00",
        "Record created: 2026-10-01T09:59:59+00:00, updated: 2026-10-01T10:05:00+00:00",
        "Messages: 2 (1 typed, 1 from the assistant)",
        "Tool calls: 1 (edit_file_v2 1)",
        "Models: grok-4.6",
        "Files touched: calc.py",
        f"Store: state.vscdb (2 messages, 1 call, 1 other record) in "
        f"{analysis_lib.STATE_PATH:s}",
        "Missing: bubble a9; 2 of 5 entries of the header list; a transcript",
        "",
        "== Projects ==",
        "/srv/proj: 1 conversation",
    ]


def testRemnants():
    """A transcript alone is a remnant (seed, Deletion rows, of the CLI)."""
    case = analysis_lib.Case()
    case.Add(
        analysis_lib.Make(
            events.CursorToolCallEventData,
            call_summary="ls",
            evidence_source="transcript",
            record_key="line 2 block 1",
            tool_name="Shell",
        ),
        path=analysis_lib.TRANSCRIPT_PATH,
    )

    section = _GetSection(_BuildReport(case), "c1")

    assert section == [
        "State: only remnants",
        "Project: unknown",
        "Account: unknown (user unknown)",
        "Messages: 0",
        "Tool calls: 1 (Shell 1)",
        f"Store: transcript (1 call) in {analysis_lib.TRANSCRIPT_PATH:s}",
        "Missing: the conversation in the store that Cursor shows it from (what is left: "
        "transcript); results and decisions of the tool calls; times of its own of every "
        "message and call",
    ]


def testDeletedAndArchived():
    """The times of a deletion and of an archiving are given, where they are known."""
    case = analysis_lib.Case()
    for identifier, times in (
        ("c1", [("Content Deletion Time", "2026-10-20T19:04:00")]),
        ("c2", []),
    ):
        case.Add(
            analysis_lib.Make(
                events.CursorConversationDeletedEventData,
                conversation_identifier=identifier,
                evidence_source="composer header",
                record_key=identifier,
                remnants="3 agentKv rows",
            ),
            *times,
        )
    for event_data_class, description in (
        (events.CursorConversationEventData, "Creation Time"),
        (events.CursorConversationArchivedEventData, "Last Update Time"),
    ):
        case.Add(
            analysis_lib.Make(
                event_data_class,
                conversation_identifier="c3",
                evidence_source="composer header",
                record_key="c3",
            ),
            (description, "2026-10-20T18:09:00"),
        )

    lines = _BuildReport(case)

    assert "States: deleted 2, archived 1." in lines
    section = _GetSection(lines, "c1")
    assert section[0] == (
        "State: deleted at 2026-10-20T19:04:00+00:00; left in the database: "
        "3 agentKv rows"
    )
    assert section[-1] == "Missing: all messages"
    section = _GetSection(lines, "c2")
    assert (
        section[0] == "State: deleted at unknown; left in the database: 3 agentKv rows"
    )
    assert section[-1] == "Missing: all messages; the time of the deletion"
    assert _GetSection(lines, "c3")[0] == "State: archived at 2026-10-20T18:09:00+00:00"


def testOnlyInOtherStores():
    """What the primary store lacks and another store has is counted."""
    case = analysis_lib.Case()
    for text, evidence_source, path in (
        ("Added.", "bubble", analysis_lib.STATE_PATH),
        ("Kept only here.", "transcript", analysis_lib.TRANSCRIPT_PATH),
    ):
        case.Add(
            analysis_lib.Make(
                events.CursorMessageEventData,
                evidence_source=evidence_source,
                message_body=text,
                record_key=text,
                role="assistant",
            ),
            ("Creation Time", _SENT),
            path=path,
        )

    section = _GetSection(_BuildReport(case), "c1")

    assert section[-1] == (
        "Missing: 1 record that only other stores have (tag cursor_only_copy)"
    )


def testManyConversations(monkeypatch):
    """The report is bounded, and says so."""
    monkeypatch.setattr(report, "_MAXIMUM_NUMBER_OF_CONVERSATIONS", 2)
    monkeypatch.setattr(report, "_MAXIMUM_NUMBER_OF_FILES", 1)
    case = analysis_lib.Case()
    for index in range(4):
        case.Add(
            analysis_lib.Make(
                events.CursorAICodeLineEventData,
                conversation_identifier=f"c{index % 3:d}",
                file_path=f"f{index:d}",
                record_key=f"{index:d}",
            )
        )

    lines = _BuildReport(case)

    assert "== c1 ==" in lines
    assert "== c2 ==" not in lines
    assert "Files touched: f0 and 1 more" in lines
    assert lines[-1] == "1 more conversations were left out."


def testTimeOutOfRange():
    """A time that no calendar has does not end the report."""
    case = analysis_lib.Case()
    numbers = case.Add(
        analysis_lib.Make(
            events.CursorMessageEventData,
            evidence_source="bubble",
            message_body="Text",
            record_key="k",
            role="user",
        ),
        ("Sent Time", _SENT),
    )
    event = case.storage_writer.GetAttributeContainerByIndex("event", 0)
    assert len(numbers) == 1
    event.timestamp = 1 << 62

    assert "First and last time: unknown to unknown" in _GetSection(
        _BuildReport(case), "c1"
    )
