"""Tests of the lesser facts of the records of a tree."""

from cursor_plaso.agent import conversation as agent_conversation
from cursor_plaso.agent import details
from cursor_plaso.agent import records
from cursor_plaso.agent import tools
from tests.agent import tree_lib


def testGetUserDetails():
    """A message tells its sender, plan, group and what hooks added."""
    message = tree_lib.Make(
        "UserMessage",
        text=b"Go on",
        best_of_n_group_id=b"group1",
        forked_context=b"c0",
        reply_to=b"m0",
        thread_id=b"t1",
        turn_steer=True,
        sent_by_voice_call=True,
    )
    message.execute_plan_info.plan_id = b"p1"
    message.execute_plan_info.plan_title = b"Subtract"
    message.hook_additional_contexts.add(
        hook_event_name=b"beforeSubmitPrompt", content=b"ticket 7"
    )
    message.sender.kind = 1
    message.sender.display_name = b"Reviewer"
    message.simulated_message_metadata.title = b"sleep 5"
    message.simulated_message_metadata.url = b"https://example.test/7"
    message.simulated_message_metadata.task_id = b"42"
    user = records.UserMessage()

    agent_conversation.FillUserMessage(user, message)

    assert details.GetUserDetails(user) == [
        "sent into a running turn",
        "sender kind: agent",
        "sender: Reviewer",
        "plan to execute: Subtract",
        "plan identifier: p1",
        "best-of-N group: group1",
        "thread: t1",
        "task: 42",
        "title: sleep 5",
        "URL: https://example.test/7",
        "forked context: c0",
        "reply to: m0",
        "sent by voice call",
        "added by hook: beforeSubmitPrompt: ticket 7",
    ]


def testGetAccount():
    """The account is that of the user who triggered the message."""
    user = records.UserMessage(user_auth_id="auth0|user_01", user_number=77)

    assert details.GetAccount(user) == "auth0|user_01, 77"
    assert details.GetAccount(records.UserMessage()) is None


def testGetCallDetails():
    """A call tells its sandbox, its signal, hooks and that it went on."""
    tool_call = tree_lib.Make("ToolCall")
    tool_call.shell_tool_call.args.command = b"sleep 100"
    result = tool_call.shell_tool_call.result
    result.success.signal = b"SIGKILL"
    result.sandbox_policy.type = 2
    result.is_background = True
    tool_call.hook_additional_contexts.add(
        hook_event_name=b"afterShellExecution", content=b"logged"
    )

    step = tools.ReadToolCall(tool_call)

    assert details.GetCallDetails(step) == [
        "in the background",
        "sandbox: workspace readwrite",
        "signal: SIGKILL",
        "added by hook: afterShellExecution: logged",
    ]
    assert details.GetCallDetails(records.Step(sandbox="unspecified")) == []


def testGetChangedFiles():
    """An edit tells the file, its lines and its content before and after."""
    tool_call = tree_lib.Make("ToolCall")
    success = tool_call.edit_tool_call.result.success
    success.path = b"/srv/proj/calc.py"
    success.lines_added = 2
    success.lines_removed = 0
    success.before_full_file_content = b""
    success.after_full_file_content = b"abc"

    step = tools.ReadToolCall(tool_call)

    assert details.GetChangedFiles(step) == [
        "/srv/proj/calc.py +2 -0 before 0 bytes SHA-256 "
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 "
        "after 3 bytes SHA-256 "
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    ]
    assert details.GetChangedFiles(records.Step()) == []


def testGetChangedFileLabel():
    """A file without contents is told by its path alone."""
    assert (
        details.GetChangedFileLabel(records.ChangedFile(path="b.py", old_path="a.py"))
        == "b.py from a.py"
    )
    assert details.GetChangedFileLabel(records.ChangedFile()) == "(no path)"


def testGetConversationDetails():
    """A root tells the kind of its agent and the agents that it mentions."""
    conversation = records.Conversation(
        agent_type="cli",
        mentioned_agent_ids=["bc-1"],
        subagent_threads=[("sub1", "thread1")],
        summary_count=2,
        time_zone="Europe/Zurich",
        user_time_zone="Europe/Zurich",
    )

    assert details.GetConversationDetails(conversation) == [
        "agent type: cli",
        "thread of sub-agent sub1: thread1",
        "mentioned agent: bc-1",
        "summaries made: 2",
    ]
    conversation = records.Conversation(
        is_root_project=True, user_time_zone="Asia/Tokyo"
    )
    assert details.GetConversationDetails(conversation) == [
        "root project conversation",
        "time zone of the user: Asia/Tokyo",
    ]


def testGetGoal():
    """A goal has an objective, a status and the time it was worked on."""
    goal = records.Goal(
        objective="All tests pass", status="active", active_duration_ms=60000
    )

    assert details.GetGoal(goal) == "All tests pass (active, active for 60000 ms)"
    assert details.GetGoal(records.Goal(objective="Ship")) == "Ship"
    assert details.GetGoal(records.Goal()) is None
    assert details.GetGoal(None) is None


def testGetSubagentDetails():
    """The run of a sub-agent tells where it ran and when it was complete."""
    subagent = records.Subagent(
        completed_ms=tree_lib.START_MS,
        detail="3 files read",
        environment="cloud",
        transcript_path="/home/ana/t.jsonl",
    )

    assert details.GetSubagentDetails(subagent) == [
        "environment: cloud",
        "completed: 2026-10-01T13:00:00.000+00:00",
        "detail: 3 files read",
        "transcript: /home/ana/t.jsonl",
    ]


def testGetTurnDetails():
    """The end of a turn is the time of its timing."""
    assert details.GetTurnDetails(records.Turn(ended_ms=tree_lib.START_MS)) == [
        "turn ended: 2026-10-01T13:00:00.000+00:00"
    ]
    assert details.GetTurnDetails(records.Turn()) == []


def testGetUtterance():
    """What was said in a voice call is told with its kind."""
    assert (
        details.GetUtterance(("v1", "send", "Run the tests"))
        == "voice call utterance (send): Run the tests"
    )
    assert details.GetUtterance(("v1", None, None)) is None


def testLongFacts():
    """What a hook added may be long and is cut."""
    step = records.Step(hook_contexts=["x" * 5000])

    (detail,) = details.GetCallDetails(step)

    assert len(detail) < 1100
    assert detail.endswith("...")
