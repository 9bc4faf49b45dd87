"""Tests of the analysis plugin within plaso."""

import os

import pytest

from plaso.analysis import manager
from plaso.containers import events as plaso_events

from cursor_plaso import events
from cursor_plaso.analysis import stored_report
from tests import evidence
from tests import lib
from tests.analysis import analysis_lib


def _RunPlugin(case, abort=False):
    """Runs the plugin over a case.

    Args:
      case (Case): case.
      abort (Optional[bool]): True if the analysis is to be aborted before the report.

    Returns:
      AnalysisReport: report.
    """
    plugin = manager.AnalysisPluginManager.GetPluginObjects(["cursor"])["cursor"]
    mediator = case.MakeMediator()
    for triple in case.GetTriples():
        plugin.ExamineEvent(mediator, *triple)
    if abort:
        mediator.SignalAbort()
    mediator.ProduceAnalysisReport(plugin)

    (report,) = case.storage_writer.GetAttributeContainers("analysis_report")
    return report


def _MakeCase():
    """Makes a case of one message and its copy.

    Returns:
      Case: case.
    """
    case = analysis_lib.Case()
    for evidence_source, path in (
        ("bubble", analysis_lib.STATE_PATH),
        ("transcript", analysis_lib.TRANSCRIPT_PATH),
    ):
        case.Add(
            analysis_lib.Make(
                events.CursorMessageEventData,
                evidence_source=evidence_source,
                message_body="Add a function",
                record_key=evidence_source,
                role="user",
            ),
            ("Sent Time", "2026-10-01T10:00:00"),
            path=path,
        )
    return case


def testRegistration():
    """The plug registers the plugin with the analysis plugins of plaso."""
    assert "cursor" in manager.AnalysisPluginManager.GetPluginNames()
    assert (
        "cursor",
        "Joins the events of Cursor conversations, tags and reports them.",
    ) in [
        information[:2]
        for information in manager.AnalysisPluginManager.GetAllPluginInformation()
    ]


def testTagsAndReport():
    """One tag per event, and a report that plaso prints as text."""
    case = _MakeCase()

    report = _RunPlugin(case)

    assert report.plugin_name == "cursor"
    # plaso prints the counter instead of the text if there is one.
    assert not report.analysis_counter
    assert report.text.startswith("Cursor: 1 conversation in 2 events.\n")
    assert "Tagged events: cursor_duplicate 1." in report.text

    event_tags = list(case.storage_writer.GetAttributeContainers("event_tag"))
    assert [event_tag.labels for event_tag in event_tags] == [["cursor_duplicate"]]
    event = case.storage_writer.GetAttributeContainerByIdentifier(
        plaso_events.EventObject.CONTAINER_TYPE, event_tags[0].GetEventIdentifier()
    )
    event_data = case.storage_writer.GetAttributeContainerByIdentifier(
        plaso_events.EventData.CONTAINER_TYPE, event.GetEventDataIdentifier()
    )
    assert event_data.evidence_source == "transcript"


def testAbort():
    """An aborted analysis writes no tags."""
    case = _MakeCase()

    _RunPlugin(case, abort=True)

    assert not list(case.storage_writer.GetAttributeContainers("event_tag"))


def testNoEvents():
    """A storage file without Cursor gives a short report."""
    report = _RunPlugin(analysis_lib.Case())

    assert report.text.startswith("Cursor: 0 conversations in 0 events.\n")


def testReadReportOfNoStorageFile(tmp_path):
    """What is no storage file is said to be none, and no file is made."""
    path = str(tmp_path.joinpath("case.plaso"))
    with pytest.raises(OSError, match="no such file"):
        stored_report.ReadReport(path)
    assert not os.path.exists(path)

    tmp_path.joinpath("case.plaso").write_text("text", encoding="utf-8")
    with pytest.raises(OSError):
        stored_report.ReadReport(path)


def testEndToEnd(tmp_path):
    """psort tags the events of a machine and reports its conversations.

    Of the tree of the Linux machine: c1 stands in the database, its backup and its
    transcript, and c3 was deleted (seed, fixtures).
    """
    storage_path = str(tmp_path.joinpath("case.plaso"))
    lib.ExtractEvents(
        os.path.join(lib.TEST_DATA_PATH, "trees", "linux"),
        storage_path,
        "--single-process",
        "--parsers",
        "cursor",
    )

    rows = lib.ReadTimeline(storage_path, "--analysis", "cursor")

    labels_per_message = {}
    for row in rows:
        labels = set(row["tag"].split()).difference(["corrupted", "recovered", "-"])
        labels_per_message.setdefault(row["message"], []).append(
            (row["parser"], labels)
        )

    def GetLabels(parser, start, end):
        """Retrieves the labels of an event.

        Args:
          parser (str): parser.
          start (str): start of the message.
          end (str): end of the message.

        Returns:
          set[str]: labels of the first event.
        """
        return next(
            labels
            for message, entries in labels_per_message.items()
            for entry_parser, labels in entries
            if entry_parser == parser
            and message.startswith(start)
            and message.endswith(end)
        )

    transcript = "jsonl/cursor_transcript"
    assert GetLabels(transcript, "User: Add a subtract function", "[c1]") == {
        "cursor_duplicate"
    }
    assert GetLabels(transcript, "Assistant: Answer kept only here.", "[c3]") == {
        "cursor_deleted",
        "cursor_only_copy",
    }
    assert "cursor_rejected" in GetLabels(
        "cursor_state", "permission decision: skip outcome=rejected", "[c1]"
    )
    assert "cursor_allow_always" in GetLabels(
        "cursor_state", "permission decision: allowlistCommands", "[c1]"
    )
    assert "cursor_remote" in GetLabels("cursor_state", "cloud agent: ", "[bc-e1]")
    assert GetLabels("sqlite/cursor_search", "cached conversation text", "[bc-e1]") == {
        "cursor_only_copy",
        "cursor_remote",
    }

    result = lib.RunTool("cursor-plaso", "report", storage_path)
    sections = {
        section.splitlines()[0]: section.splitlines()[1:]
        for section in result.stdout.split("\n\n")
    }
    lines = sections["== c1 =="]
    assert "Title: Add subtract" in lines
    assert "State: live" in lines
    assert "Project: /srv/proj" in lines
    assert "Models: grok-4.6, grok-4.7" in lines
    assert any(line.startswith("Account: ana@example.test") for line in lines)
    assert any(line.startswith("Store: transcript (") for line in lines)
    assert "State: deleted at 2026-09-21T15:03:20+00:00" in "\n".join(
        sections["== c3 =="]
    )

    result = lib.RunTool("pinfo", "--sections", "reports", storage_path)
    assert "Name plugin : cursor" in result.stdout
    assert "Cursor: " in result.stdout


def testAutoRun(tmp_path):
    """A command that ran without a prompt is tagged, one that was asked for is not.

    The record of a prompt is reviewData; a command of an allow list has none (seed,
    "Permission records").
    """
    rows = [
        evidence.MakeUserBubble("c5", "u1", "List the files, then clean up"),
        evidence.MakeToolBubble(
            "c5",
            "a1" + evidence.MakeToolSuffix("t1", 0),
            "run_terminal_command_v2",
            {"command": "ls -l"},
            result={"output": "calc.py"},
            additional_data={"status": "success"},
        ),
        evidence.MakeToolBubble(
            "c5",
            "a1" + evidence.MakeToolSuffix("t2", 1),
            "run_terminal_command_v2",
            {"command": "rm calc.py"},
            result={"output": ""},
            additional_data={
                "reviewData": evidence.MakeReview("run"),
                "status": "success",
            },
        ),
    ]
    user_path = tmp_path.joinpath("home", "ana", ".config", "Cursor", "User")
    evidence.WriteStateDatabase(
        str(user_path.joinpath("globalStorage", "state.vscdb")),
        rows=[evidence.MakeComposer("c5", evidence.MakeHeaders(rows)), *rows],
    )
    storage_path = str(tmp_path.joinpath("case.plaso"))
    lib.ExtractEvents(
        str(tmp_path.joinpath("home")),
        storage_path,
        "--single-process",
        "--parsers",
        "cursor",
    )

    timeline = lib.ReadTimeline(storage_path, "--analysis", "cursor")
    labels_per_command = {
        command: {
            label
            for row in timeline
            if row["message"].startswith("Tool call ") and command in row["message"]
            for label in row["tag"].split()
        }
        for command in ("ls -l", "rm calc.py")
    }
    assert "cursor_auto_run" in labels_per_command["ls -l"]
    assert "cursor_auto_run" not in labels_per_command["rm calc.py"]
    assert "cursor_only_copy" in labels_per_command["rm calc.py"]
