"""Tests of the joining of events across files.

The records are those of the seed's fixtures and sections: "Joins and timestamps",
"Past-use rows and secondary sources", "What survives a delete" and "Permission rows".
"""

from cursor_plaso import events
from cursor_plaso.analysis import conversations
from cursor_plaso.analysis import records
from tests.analysis import analysis_lib

_SENT = "2026-10-01T10:00:41.250"
_TAG = "2026-10-01T10:00:00"


def _AddBubble(case, role, text, *times, path=analysis_lib.STATE_PATH, **values):
    """Adds a message of a bubble.

    Args:
      case (Case): case.
      role (str): role.
      text (str): text.
      *times (tuple[str, str]): timestamp descriptions and times.
      path (Optional[str]): path of the file.
      **values (dict[str, object]): more attributes.

    Returns:
      list[int]: sequence numbers of the events.
    """
    values.setdefault("record_key", f"cursorDiskKV[bubbleId:c1:{role:s}:{text:.20s}]")
    return case.Add(
        analysis_lib.Make(
            events.CursorMessageEventData,
            evidence_source="bubble",
            message_body=text,
            role=role,
            **values,
        ),
        *times,
        path=path,
    )


def _AddCall(case, summary, *times, path=analysis_lib.STATE_PATH, **values):
    """Adds a tool call.

    Args:
      case (Case): case.
      summary (str): command or path.
      *times (tuple[str, str]): timestamp descriptions and times.
      path (Optional[str]): path of the file.
      **values (dict[str, object]): more attributes.

    Returns:
      list[int]: sequence numbers of the events.
    """
    values.setdefault("evidence_source", "bubble")
    values.setdefault("record_key", f"cursorDiskKV[bubbleId:c1:{summary:s}]")
    values.setdefault("tool_name", "run_terminal_command_v2")
    return case.Add(
        analysis_lib.Make(
            events.CursorToolCallEventData, call_summary=summary, **values
        ),
        *times,
        path=path,
    )


def _AddLine(case, role, text, line, *times, **values):
    """Adds a line of a transcript.

    Args:
      case (Case): case.
      role (str): role.
      text (str): text.
      line (int): number of the line.
      *times (tuple[str, str]): timestamp descriptions and times.
      **values (dict[str, object]): more attributes.

    Returns:
      list[int]: sequence numbers of the events.
    """
    return case.Add(
        analysis_lib.Make(
            events.CursorMessageEventData,
            evidence_source="transcript",
            message_body=text,
            record_key=f"line {line:d}",
            role=role,
            **values,
        ),
        *times,
        path=analysis_lib.TRANSCRIPT_PATH,
    )


def testTranscriptRepeatsBubbles():
    """A line is a duplicate of a bubble by role and text, and by time if it has one."""
    case = analysis_lib.Case()
    bubbles = _AddBubble(case, "user", "Add a function", ("Sent Time", _SENT))
    bubbles += _AddBubble(
        case, "assistant", "Added  it.", ("Creation Time", "2026-10-01T10:07:00")
    )
    # The tag of a user line has the precision of a minute.
    lines = _AddLine(case, "user", "Add a function", 1, ("Sent Time", _TAG))
    # An assistant line has no time but that of its turn.
    lines += _AddLine(case, "assistant", "Added it.", 2, ("Turn Start Time", _TAG))

    _, labels = analysis_lib.Join(case)

    assert labels == {number: ["cursor_duplicate"] for number in lines}
    assert not set(bubbles).intersection(labels)


def testSameTextAtAnotherTime():
    """The same words at another time are another message."""
    case = analysis_lib.Case()
    first = _AddBubble(case, "user", "Go on", ("Sent Time", _SENT))
    second = _AddLine(case, "user", "Go on", 1, ("Sent Time", "2026-10-01T10:05:00"))

    joiner, labels = analysis_lib.Join(case)

    assert labels == {
        first[0]: ["cursor_only_copy"],
        second[0]: ["cursor_only_copy"],
    }
    # No store has both, so how often it was said can not be told: at least once.
    assert joiner.matchers[0].counts == {records.KIND_TYPED: 1}


def testOtherConversation():
    """A copy is of the same conversation."""
    case = analysis_lib.Case()
    first = _AddBubble(case, "user", "Go on", ("Sent Time", _SENT))
    second = _AddLine(
        case, "user", "Go on", 1, ("Sent Time", _TAG), conversation_identifier="c2"
    )

    _, labels = analysis_lib.Join(case)

    assert labels == {
        first[0]: ["cursor_only_copy"],
        second[0]: ["cursor_only_copy"],
    }


def testTranscriptJoinsTextAndReasoning():
    """A line that holds a reply and its reasoning repeats two bubbles."""
    case = analysis_lib.Case()
    _AddBubble(case, "thinking", "Read it first.", ("Creation Time", _SENT))
    _AddBubble(case, "assistant", "Done.", ("Creation Time", _SENT))
    both = _AddLine(case, "assistant", "Done.\n\nRead it first.", 2)
    alone = _AddLine(case, "assistant", "Read it first.", 3)

    joiner, labels = analysis_lib.Join(case)

    assert labels == {
        both[0]: ["cursor_duplicate"],
        alone[0]: ["cursor_duplicate"],
    }
    assert joiner.matchers[0].counts == {
        records.KIND_ASSISTANT: 1,
        records.KIND_THINKING: 1,
    }


def testOnlyCopy():
    """What one store holds is the only copy, in the primary store or not."""
    case = analysis_lib.Case()
    thought = _AddBubble(case, "thinking", "Read it first.", ("Creation Time", _SENT))
    _AddBubble(case, "user", "Add a function", ("Sent Time", _SENT))
    _AddLine(case, "user", "Add a function", 1, ("Sent Time", _TAG))
    line = _AddLine(case, "assistant", "Kept only here.", 2)

    _, labels = analysis_lib.Join(case)

    assert labels[thought[0]] == ["cursor_only_copy"]
    assert labels[line[0]] == ["cursor_only_copy"]


def testBackup():
    """A backup repeats what the database holds, or keeps an earlier text."""
    case = analysis_lib.Case()
    _AddBubble(case, "user", "Run it again", ("Sent Time", _SENT), record_key="k1")
    same = _AddBubble(
        case,
        "user",
        "Run it again",
        ("Sent Time", _SENT),
        path=analysis_lib.BACKUP_PATH,
        record_key="k1",
    )
    earlier = _AddBubble(
        case,
        "user",
        "Run it",
        ("Sent Time", _SENT),
        path=analysis_lib.BACKUP_PATH,
        record_key="k2",
    )

    _, labels = analysis_lib.Join(case)

    assert labels[same[0]] == ["cursor_duplicate"]
    assert labels[earlier[0]] == ["cursor_only_copy"]


def testDeletedConversation():
    """All that is left of a deleted conversation has the label, and no primary store.

    Seed, "What survives a delete": the header row, the transcript, the tracking rows,
    and the shadow copy, whose join was the deleted user bubble.
    """
    case = analysis_lib.Case()
    deletion = case.Add(
        analysis_lib.Make(
            events.CursorConversationDeletedEventData,
            evidence_source="composer header",
            header_kept=True,
            project_path="/srv/proj",
            record_key="composerHeaders[c1]",
            remnants="6 agentKv rows",
        ),
        ("Creation Time", "2026-10-01T09:59:00"),
        ("Content Deletion Time", "2026-10-20T19:04:00"),
    )
    line = _AddLine(case, "user", "Add a function", 1, ("Sent Time", _TAG))
    tree = case.Add(
        analysis_lib.Make(
            events.CursorMessageEventData,
            evidence_source="agent.v1 tree",
            message_body="Add a function",
            record_key="cursorDiskKV[00ff]",
            recovery_method="agent.v1 tree",
            role="user",
        )
    )
    row = case.Add(
        analysis_lib.Make(
            events.CursorAICodeLineEventData,
            evidence_source="ai-code-tracking.db",
            file_path="/srv/proj/calc.py",
            record_key="ai_code_hashes[h1]",
            request_identifier="r1",
        ),
        ("Recorded Time", "2026-10-01T10:01:00"),
        path=analysis_lib.TRACKING_PATH,
    )
    copies = [
        case.Add(
            analysis_lib.Make(
                events.CursorFileEditEventData,
                conversation_identifier=None,
                edit_kind="shadow copy",
                evidence_source="checkpoint metadata.json",
                file_path="/srv/proj/readme.md",
                record_key="requestFiles[0]",
                request_identifier=request_identifier,
            ),
            ("Creation Time", "2026-10-01T10:01:00"),
            path=f"/checkpoints/{request_identifier:s}/metadata.json",
        )
        for request_identifier in ("r1", "r2")
    ]

    joiner, labels = analysis_lib.Join(case)

    # The tracking row still names the request of the first shadow copy.
    for number in deletion + line + tree + row + copies[0]:
        assert labels[number] == ["cursor_deleted"]
    assert copies[1][0] not in labels
    assert joiner.unattributed == {"file records (shadow copy)": 1}

    conversation = joiner.conversations[0]
    assert conversation.state == conversations.STATE_DELETED
    assert conversation.deletion_time == analysis_lib.GetTimestamp(
        "2026-10-20T19:04:00"
    )
    assert conversation.creation_time == analysis_lib.GetTimestamp(
        "2026-10-01T09:59:00"
    )
    assert conversation.remnants == "6 agentKv rows"
    assert conversation.files.GetValues() == ["calc.py", "readme.md"]
    assert conversation.joined == {"file records (shadow copy)": 1}
    assert joiner.matchers[0].primary_store is None
    assert joiner.matchers[0].counts == {records.KIND_TYPED: 1}


def testCheckpointJoins():
    """The checkpoint of a user bubble joins what names it (seed, Joins)."""
    case = analysis_lib.Case()
    _AddBubble(case, "user", "Edit", ("Sent Time", _SENT), checkpoint_identifier="p1")
    case.Add(
        analysis_lib.Make(
            events.CursorFileEditEventData,
            checkpoint_identifier="p1",
            conversation_identifier=None,
            edit_kind="checkpoint",
            file_path="/srv/proj/calc.py",
            record_key="k",
        )
    )

    joiner, _ = analysis_lib.Join(case)

    assert joiner.conversations[0].files.GetValues() == ["/srv/proj/calc.py"]
    assert not joiner.unattributed


def testToolCallsByIdentifier():
    """A call of the tree is the call of the bubble, whatever its arguments are called."""
    case = analysis_lib.Case()
    _AddCall(
        case,
        "calc.py",
        ("Start Time", _SENT),
        tool_call_identifier="t1",
        tool_name="edit_file_v2",
    )
    copy = _AddCall(
        case,
        "/srv/proj/calc.py",
        evidence_source="agent.v1 tree",
        record_key="blobs[1]",
        recovery_method="agent.v1 tree",
        tool_call_identifier="t1",
        tool_name="edit",
    )

    joiner, labels = analysis_lib.Join(case)

    assert labels == {copy[0]: ["cursor_duplicate"]}
    assert joiner.matchers[0].call_count == 1


def testToolCallsByCommand():
    """A call of a transcript has no identifier: its command or path is compared."""
    case = analysis_lib.Case()
    for index, summary in enumerate(("pytest -q", "src/calc.py")):
        _AddCall(
            case,
            summary,
            ("Start Time", _SENT),
            tool_call_identifier=f"t{index:d}",
        )
    lines = []
    for index, summary in enumerate(("pytest -q", "/srv/proj/src/calc.py", "ls")):
        lines += _AddCall(
            case,
            summary,
            ("Turn Start Time", _TAG),
            evidence_source="transcript",
            path=analysis_lib.TRANSCRIPT_PATH,
            project_path="/srv/proj",
            record_key=f"line {index:d} block 1",
            tool_name="Shell",
        )

    joiner, labels = analysis_lib.Join(case)

    assert labels == {
        lines[0]: ["cursor_duplicate"],
        lines[1]: ["cursor_duplicate"],
        lines[2]: ["cursor_only_copy"],
    }
    assert joiner.matchers[0].call_count == 3


def testFlags():
    """Refusals, choices for always, calls without a prompt and injected turns."""
    case = analysis_lib.Case()
    rejected = _AddCall(
        case,
        "rm -rf .",
        ("Start Time", _SENT),
        outcome="rejected",
        tool_call_identifier="t1",
    )
    rejected += case.Add(
        analysis_lib.Make(
            events.CursorPermissionDecisionEventData,
            decision="skip",
            outcome="rejected",
            record_key="k1",
            tool_call_identifier="t1",
        )
    )
    allowed = case.Add(
        analysis_lib.Make(
            events.CursorPermissionDecisionEventData,
            allowlisted="curl,head",
            decision="run",
            outcome="success",
            record_key="k2",
            tool_call_identifier="t2",
        )
    )
    # The second time that the same decision is read: from a backup.
    allowed += case.Add(
        analysis_lib.Make(
            events.CursorPermissionDecisionEventData,
            allowlisted="curl,head",
            decision="run",
            outcome="success",
            record_key="k2",
            tool_call_identifier="t2",
        ),
        path=analysis_lib.BACKUP_PATH,
    )
    unreviewed = _AddCall(
        case,
        "ls",
        ("Start Time", _SENT),
        outcome="success",
        review_state="none",
        tool_call_identifier="t3",
    )
    injected = _AddBubble(
        case, "user", "The task has finished.", ("Sent Time", _SENT), injected=True
    )

    joiner, labels = analysis_lib.Join(case)

    only_copy = ["cursor_only_copy"]
    assert labels[rejected[0]] == only_copy + ["cursor_rejected"]
    assert labels[rejected[1]] == ["cursor_rejected"]
    assert labels[allowed[0]] == labels[allowed[1]] == ["cursor_allow_always"]
    assert labels[unreviewed[0]] == ["cursor_auto_run"] + only_copy
    assert labels[injected[0]] == ["cursor_injected"] + only_copy
    assert joiner.conversations[0].decisions == {
        "ran without a prompt": 1,
        "run (success), always: curl,head": 1,
        "skip (rejected)": 1,
    }
    assert joiner.matchers[0].counts == {records.KIND_INJECTED: 1}


def testCloudAgent():
    """A cloud agent is remote, and its cached text the only copy (seed, Cloud agents)."""
    case = analysis_lib.Case()
    agent = case.Add(
        analysis_lib.Make(
            events.CursorCloudAgentEventData,
            account_identifier="auth0|user_01",
            conversation_identifier="bc-1",
            evidence_source="cloud agent list",
            is_archived=True,
            model="grok-4.7",
            project_path="github.com/owner/demo",
            record_key="k1",
        ),
        ("Creation Time", "2026-10-01T13:00:00"),
        ("Update Time", "2026-10-01T13:10:00"),
    )
    text = case.Add(
        analysis_lib.Make(
            events.CursorCloudAgentTextEventData,
            conversation_identifier="bc-1",
            evidence_source="conversation-search.db",
            message_body="Describe the repository It has two files.",
            record_key="k2",
        ),
        ("Update Time", "2026-10-01T13:09:09"),
        path=analysis_lib.SEARCH_PATH,
    )

    joiner, labels = analysis_lib.Join(case)

    for number in agent:
        assert labels[number] == ["cursor_remote"]
    assert labels[text[0]] == ["cursor_only_copy", "cursor_remote"]
    conversation = joiner.conversations[0]
    assert conversation.state == conversations.STATE_ARCHIVED
    assert conversation.account_identifier == "auth0|user_01"
    assert conversation.creation_time == analysis_lib.GetTimestamp(
        "2026-10-01T13:00:00"
    )


def testPrompts():
    """A prompt of a history joins the message it became, by its text."""
    case = analysis_lib.Case()
    message = _AddBubble(case, "user", "Add a function", ("Sent Time", _SENT))
    prompts = []
    for index, (text, identifier) in enumerate(
        (("Add a function", None), ("/model", None), ("Add a function", "c2"))
    ):
        prompts += case.Add(
            analysis_lib.Make(
                events.CursorPromptEventData,
                conversation_identifier=identifier,
                evidence_source="prompt_history.json",
                message_body=text,
                record_key=f"[{index:d}]",
            ),
            path="/home/ana/.cursor/prompt_history.json",
        )

    joiner, labels = analysis_lib.Join(case)

    assert labels == {
        prompts[0]: ["cursor_duplicate"],
        prompts[1]: ["cursor_only_copy"],
        prompts[2]: ["cursor_only_copy"],
    }
    # The history holds the text as well, so the bubble is not the only copy.
    assert message[0] not in labels
    assert joiner.unattributed == {"prompts of histories": 1}


def testSameRecordTwice():
    """A record that was read twice, or gives two events, counts once."""
    case = analysis_lib.Case()
    for _ in range(2):
        _AddCall(
            case,
            "ls",
            ("Start Time", _SENT),
            ("End Time", "2026-10-01T10:00:42"),
            review_state="none",
            tool_call_identifier="t1",
        )

    joiner, labels = analysis_lib.Join(case)

    assert len(joiner.table) == 1
    assert len(labels) == 4
    assert joiner.number_of_events == 4
    conversation = joiner.conversations[0]
    assert conversation.store_counts == {0: [0, 1, 0]}
    assert conversation.decisions == {"ran without a prompt": 1}
    assert conversation.first_time == analysis_lib.GetTimestamp(_SENT)
    assert conversation.last_time == analysis_lib.GetTimestamp("2026-10-01T10:00:42")


def testTimesOfFilesAndTurns():
    """The time of a file or of a turn is not that of a message."""
    case = analysis_lib.Case()
    _AddBubble(case, "assistant", "Done.", ("Turn Start Time", _TAG))
    _AddBubble(case, "assistant", "More.", ("Content Modification Time", _TAG))
    _AddBubble(case, "assistant", "Last.")

    joiner, _ = analysis_lib.Join(case)

    assert joiner.conversations[0].first_time is None
    assert set(joiner.table.times) == {records.NO_TIME}


def testWorkspaceGivesProject():
    """A workspace, and the conversation that started it, tell the project."""
    case = analysis_lib.Case()
    for identifier, values in (
        ("c1", {"workspace_identifier": "00ff"}),
        ("c2", {}),
        ("c3", {"parent_conversation_identifier": "c1"}),
    ):
        case.Add(
            analysis_lib.Make(
                events.CursorConversationEventData,
                conversation_identifier=identifier,
                evidence_source="composer",
                record_key=identifier,
                **values,
            ),
            ("Creation Time", _SENT),
        )
    for project_path, values in (
        ("/srv/proj", {"workspace_identifier": "00ff"}),
        ("/srv/other", {"conversations": "c9, c2"}),
    ):
        case.Add(
            analysis_lib.Make(
                events.CursorWorkspaceEventData,
                conversation_identifier=None,
                project_path=project_path,
                record_key=project_path,
                **values,
            ),
            path=analysis_lib.WORKSPACE_PATH,
        )

    joiner, _ = analysis_lib.Join(case)

    assert [conversation.project_path for conversation in joiner.conversations] == [
        "/srv/proj",
        "/srv/other",
        "/srv/proj",
    ]
    assert joiner.project_counts == {
        "/srv/other": {"workspace": 1},
        "/srv/proj": {"workspace": 1},
    }


def testOtherEvents():
    """Events of other applications are passed by."""
    case = analysis_lib.Case()
    event_data = analysis_lib.Make(events.CursorMessageEventData)
    event_data.data_type = "fs:stat"
    case.Add(event_data)

    joiner, labels = analysis_lib.Join(case)

    assert joiner.number_of_events == 0
    assert not joiner.conversations
    assert not labels


def testMessagesWithoutConversation():
    """Nothing tells whether a message of an unknown conversation is a copy."""
    case = analysis_lib.Case()
    _AddBubble(
        case, "user", "Go on", ("Sent Time", _SENT), conversation_identifier=None
    )

    joiner, labels = analysis_lib.Join(case)

    assert not labels
    assert joiner.unattributed == {"messages, calls and texts": 1}


def testRemoteWorkspace():
    """A workspace on another machine has the label of its own."""
    case = analysis_lib.Case()
    workspace = case.Add(
        analysis_lib.Make(
            events.CursorWorkspaceEventData,
            conversation_identifier=None,
            record_key="folder",
            remote_authority="ssh-remote+host",
        ),
        ("Content Modification Time", _SENT),
    )

    _, labels = analysis_lib.Join(case)

    assert labels == {workspace[0]: ["cursor_remote"]}


def testAbort():
    """An abort ends the matching."""
    case = analysis_lib.Case()
    _AddBubble(case, "user", "Go on", ("Sent Time", _SENT))
    joiner, _ = analysis_lib.Join(analysis_lib.Case())
    for triple in case.GetTriples():
        joiner.AddEvent(*triple)

    joiner.Finish(lambda: True)

    assert not joiner.matchers
    assert not list(joiner.GetEventLabels())
