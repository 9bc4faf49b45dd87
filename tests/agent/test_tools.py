"""Tests of reading steps and tool calls."""

import json

import pytest

from cursor_plaso.agent import names
from cursor_plaso.agent import schema
from cursor_plaso.agent import tools
from tests.agent import tree_lib


def _MakeCall(name, arguments=None, **fields):
    """Makes a tool call.

    Args:
      name (str): name of the field of the tool.
      arguments (Optional[dict[str, object]]): arguments by name.
      fields (dict[str, object]): fields of the tool call by name.

    Returns:
      tuple[Message, Message]: tool call and the message of the tool.
    """
    tool_call = tree_lib.Make("ToolCall", **fields)
    tool = getattr(tool_call, name)
    tool.SetInParent()
    for field_name, value in (arguments or {}).items():
        field = getattr(tool.args, field_name)
        if isinstance(value, list):
            field.extend(value)
        else:
            setattr(tool.args, field_name, value)
    return tool_call, tool


def testAssistantText():
    """A reply has its text and its own times, with their fields."""
    step = tools.ReadStep(
        tree_lib.Make(
            "ConversationStep",
            assistant_message=tree_lib.Make(
                "AssistantMessage",
                text=b"Done.",
                started_at_ms=1790859600000,
                completed_at_ms=1790859600500,
            ),
        )
    )

    assert (step.kind, step.text) == ("assistant", "Done.")
    assert step.started_ms == 1790859600000
    assert step.started_source == "AssistantMessage.started_at_ms"
    assert step.completed_ms == 1790859600500
    assert step.completed_source == "AssistantMessage.completed_at_ms"
    assert step.duration_ms is None


def testThinkingWithoutTimes():
    """A thought of an older build has a duration and no times: none are made up."""
    message = tree_lib.Make("ConversationStep")
    message.thinking_message.text = b"Hm."
    message.thinking_message.duration_ms = 1100

    step = tools.ReadStep(message)

    assert (step.kind, step.text, step.duration_ms) == ("thinking", "Hm.", 1100)
    assert step.duration_source == "ThinkingMessage.duration_ms"
    assert step.started_ms is None
    assert step.completed_ms is None


def testTextThatIsNotUTF8():
    """Text that is not UTF-8 is kept and flagged."""
    message = tree_lib.Make("ConversationStep")
    message.assistant_message.text = b"a\xff"

    step = tools.ReadStep(message)

    assert step.text == "a\\xff"
    assert step.is_corrupted
    assert step.warnings == ["text that is not UTF-8"]


def testLongTextIsCut():
    """Text over 64 KiB is cut, with size and hash of the whole."""
    message = tree_lib.Make("ConversationStep")
    message.assistant_message.text = b"x" * 65537

    step = tools.ReadStep(message)

    assert len(step.text) == 65536
    assert step.text_size == 65537
    assert step.text_sha256 == (
        "1abe08ebecf1c18cab71f6fe28aaddf20268f85bad78bb9a72f88ca47c874662"
    )


def testStepOfAnUnknownKind():
    """A kind of step of a later version is reported with what it holds."""
    message, _ = schema.Parse("ConversationStep", b"\x32\x07\x0a\x05hello")

    step = tools.ReadStep(message)

    assert step.kind == "unknown"
    assert step.warnings == ["step of an unknown kind"]
    assert json.loads(step.arguments) == {"field_6": {"field_1": "hello"}}


def testShellOutcomes():
    """Every member of a shell result is an outcome (storage-facts.md 1.7)."""
    for outcome in (
        "success",
        "failure",
        "timeout",
        "rejected",
        "spawn_error",
        "permission_denied",
    ):
        tool_call, tool = _MakeCall("shell_tool_call", {"command": b"ls"})
        getattr(tool.result, outcome).SetInParent()

        step = tools.ReadToolCall(tool_call)

        assert step.outcome == outcome
        assert not step.is_unfinished


def testShellSuccess():
    """Output and exit code of a command; a 0 is not on the wire."""
    tool_call, tool = _MakeCall(
        "shell_tool_call", {"command": b"ls", "working_directory": b"/srv"}
    )
    tool.result.success.stdout = b"a.py"
    tool.result.success.stderr = b"warning"
    tool.result.sandbox_policy.type = 2
    tool.result.is_background = True

    step = tools.ReadToolCall(tool_call)

    assert (step.command, step.working_directory) == ("ls", "/srv")
    assert step.exit_code == 0
    assert step.result == "a.py\nwarning"
    assert step.sandbox == "workspace readwrite"
    assert step.is_background


def testShellOutputThatWasElided():
    """Of long output the writer keeps head and tail."""
    tool_call, tool = _MakeCall("shell_tool_call", {"command": b"ls"})
    tool.result.success.output_head = b"first"
    tool.result.success.output_tail = b"last"
    tool.result.success.elided_chars = 9000

    step = tools.ReadToolCall(tool_call)

    assert step.result == "first\n... 9000 characters\nlast"


def testShellFailure():
    """A failure has its exit code and why the command was stopped."""
    tool_call, tool = _MakeCall("shell_tool_call", {"command": b"sleep 60"})
    tool.result.failure.exit_code = 130
    tool.result.failure.abort_reason = 1

    step = tools.ReadToolCall(tool_call)

    assert (step.outcome, step.exit_code) == ("failure", 130)
    assert step.error == "user abort"


def testPermissionDenied():
    """A denied call has the error that says why."""
    tool_call, tool = _MakeCall("shell_tool_call", {"command": b"rm -rf /"})
    tool.result.permission_denied.error = b"blocked by the administrator"

    step = tools.ReadToolCall(tool_call)

    assert step.outcome == "permission_denied"
    assert step.error == "blocked by the administrator"


@pytest.mark.parametrize(
    "name",
    [
        "ask_question_tool_call",
        "delete_tool_call",
        "edit_tool_call",
        "ls_tool_call",
        "mcp_auth_tool_call",
        "mcp_tool_call",
        "shell_tool_call",
        "switch_mode_tool_call",
        "web_fetch_tool_call",
        "web_search_tool_call",
    ],
)
def testRejectedCalls(name):
    """Every tool that can be rejected has the reason, whatever the tool."""
    tool_call, tool = _MakeCall(name)
    tool.result.rejected.reason = b"not now"

    step = tools.ReadToolCall(tool_call)

    assert (step.outcome, step.reason) == ("rejected", "not now")
    assert step.tool_name == name.removesuffix("_tool_call")


def testUnfinishedCall():
    """A call with neither a result nor an end never finished."""
    tool_call, _ = _MakeCall(
        "shell_tool_call", {"command": b"ls"}, started_at_ms=1790859600000
    )

    step = tools.ReadToolCall(tool_call)

    assert step.is_unfinished
    assert step.outcome is None
    assert step.started_ms == 1790859600000

    tool_call.completed_at_ms = 1790859601000
    assert not tools.ReadToolCall(tool_call).is_unfinished


def testToolCallIdentifierOfOlderBuilds():
    """Before July 2026 the arguments hold the identifier of the call."""
    tool_call, _ = _MakeCall("grep_tool_call", {"pattern": b"x"})
    tool_call.grep_tool_call.args.tool_call_id = b"call-old"

    step = tools.ReadToolCall(tool_call)

    assert step.tool_call_id == "call-old"
    assert step.query == "x"
    assert json.loads(step.arguments) == {"pattern": "x"}


def testKeyArguments():
    """Path, URL and query are found in whatever tool has them."""
    cases = [
        ("read_tool_call", {"path": b"/a.py"}, "path", "/a.py"),
        ("glob_tool_call", {"glob_pattern": b"*.py"}, "query", "*.py"),
        ("ls_tool_call", {"path": b"/srv"}, "path", "/srv"),
        ("web_search_tool_call", {"search_term": b"plaso"}, "query", "plaso"),
        ("web_fetch_tool_call", {"url": b"https://a.test"}, "url", "https://a.test"),
        ("fetch_tool_call", {"url": b"https://a.test"}, "url", "https://a.test"),
        ("read_lints_tool_call", {"paths": [b"/a.py", b"/b"]}, "path", "/a.py"),
        ("sem_search_tool_call", {"query": b"where"}, "query", "where"),
        ("write_shell_stdin_tool_call", {"chars": b"y\n"}, "command", "y\n"),
        ("generate_image_tool_call", {"file_path": b"/a.png"}, "path", "/a.png"),
    ]
    for name, arguments, attribute, expected in cases:
        tool_call, _ = _MakeCall(name, arguments)

        step = tools.ReadToolCall(tool_call)

        assert getattr(step, attribute) == expected, name


def testDelete():
    """A deleted file is described by the size and hash of its content."""
    tool_call, tool = _MakeCall("delete_tool_call", {"path": b"/a.py"})
    tool.result.success.path = b"/a.py"
    tool.result.success.prev_content = b"abc"
    tool.result.success.file_size = 3

    step = tools.ReadToolCall(tool_call)

    assert step.file_edit.path == "/a.py"
    assert step.file_edit.before_size == 3
    assert step.file_edit.before_sha256 == (
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    )
    assert step.file_edit.after_size is None


def testMCPResult():
    """Text items of an MCP result are joined, images are named by their size."""
    tool_call, tool = _MakeCall("mcp_tool_call", {"tool_name": b"list"})
    success = tool.result.success
    success.content.add().text.text = b"one"
    success.content.add().image = b"\x0a\x02ab"
    success.is_error = True

    step = tools.ReadToolCall(tool_call)

    assert step.result == "one\n(image, 4 bytes)"
    assert step.error == "the tool reports an error"


def testApprovalReasons():
    """Why a call needed an approval is read from its arguments."""
    tool_call, tool = _MakeCall("shell_tool_call", {"command": b"curl"})
    tool.args.smart_mode_approval.reason = b"network"
    tool.args.hook_approval_requirement.reason = b"policy"

    step = tools.ReadToolCall(tool_call)

    assert step.approval_reason == "network; policy"


def testTask():
    """A task names its subagent and may hold the subagent's steps."""
    tool_call, tool = _MakeCall("task_tool_call", {"agent_id": b"agent-1"})
    success = tool.result.success
    success.agent_id = b"agent-1"
    success.duration_ms = 1400
    success.conversation_steps.add().assistant_message.text = b"No typos."

    step = tools.ReadToolCall(tool_call)

    assert step.subagent_id == "agent-1"
    assert step.duration_ms == 1400
    assert step.duration_source == "TaskSuccess.duration_ms"
    assert [nested.text for nested in step.nested_steps] == ["No typos."]
    assert "conversation_steps" not in step.result


def testNestedStepsAreBounded():
    """Tasks within tasks, and thousands of steps, do not go on for ever."""
    tool_call, tool = _MakeCall("task_tool_call")
    nested_call = tool_call
    for _ in range(10):
        steps = nested_call.task_tool_call.result.success.conversation_steps
        nested_call = steps.add().tool_call
    for _ in range(1500):
        tool.result.success.conversation_steps.add().assistant_message.text = b"x"

    step = tools.ReadToolCall(tool_call)

    assert len(step.nested_steps) == 1000
    assert step.warnings == ["501 nested steps left out"]
    depth = 0
    nested_step = step
    while nested_step.nested_steps:
        nested_step = nested_step.nested_steps[0]
        depth += 1
    assert depth == 4
    assert nested_step.warnings == ["steps nested too deeply left out"]


def testAwait():
    """Both forms of the result of an await say what came of it."""
    tool_call, tool = _MakeCall("await_tool_call", {"task_id": b"t"})
    tool.result.complete.exit_code = 3
    step = tools.ReadToolCall(tool_call)
    assert (step.outcome, step.exit_code) == ("complete", 3)

    tool_call, tool = _MakeCall("await_tool_call", {"task_id": b"t"})
    tool.result.success.still_running.runtime_ms = 5
    step = tools.ReadToolCall(tool_call)
    assert (step.outcome, step.exit_code) == ("still_running", None)


def testHookContexts():
    """What hooks added to a call is read."""
    tool_call, _ = _MakeCall("shell_tool_call")
    hook = tool_call.hook_additional_contexts.add()
    hook.hook_event_name = b"afterShellExecution"
    hook.content = b"logged"

    assert tools.ReadToolCall(tool_call).hook_contexts == [
        "afterShellExecution: logged"
    ]


def testToolWithoutTable():
    """A tool that no table describes is named and shown by what is readable."""
    tool_call, tool = _MakeCall("blame_by_file_path_tool_call")
    tool.args = b"\x0a\x05/a.py\x10\x07"
    tool.result = b"\x0a\x09\x0a\x07by ana."

    step = tools.ReadToolCall(tool_call)

    assert step.tool_name == "blame_by_file_path"
    assert json.loads(step.arguments) == {"field_1": "/a.py", "field_2": 7}
    assert step.outcome == "result_1"
    assert json.loads(step.result) == {"field_1": {"field_1": "by ana."}}


def testUnknownTool():
    """A tool of a later version is named by its number."""
    # Field 200 {1: {1: "x"}, 2: {3: {1: "no"}}}, and the identifier of the call.
    tool = b"\x0a\x03\x0a\x01x\x12\x06\x1a\x04\x0a\x02no"
    data = b"\xc2\x0c" + bytes([len(tool)]) + tool + b"\xca\x03\x01c"
    tool_call, _ = schema.Parse("ToolCall", data)

    step = tools.ReadToolCall(tool_call)

    assert (step.tool_name, step.tool_number) == ("tool_200", 200)
    assert step.tool_call_id == "c"
    assert json.loads(step.arguments) == {"field_1": "x"}
    assert step.outcome == "result_3"
    assert not step.is_unfinished


def testCallWithoutTool():
    """A call without a tool is flagged."""
    step = tools.ReadToolCall(tree_lib.Make("ToolCall", tool_call_id=b"c"))

    assert step.tool_name is None
    assert step.warnings == ["tool call without a tool"]


def testAllToolsAreRead():
    """Every tool can be read when empty, and has its name."""
    for number, field in schema.GetMessageType("ToolCall").fields.items():
        if field.oneof != "tool":
            continue
        tool_call, _ = _MakeCall(field.name)
        step = tools.ReadToolCall(tool_call)
        assert step.tool_number == number
        assert step.tool_name == names.GetToolName(number)
        assert step.is_unfinished
        assert not step.warnings


def testReadShellConversation():
    """Shell calls name their conversation."""
    tool_call, _ = _MakeCall("shell_tool_call", {"conversation_id": b"c-1"})
    assert tools.ReadShellConversation(tool_call) == "c-1"

    tool_call, _ = _MakeCall("read_tool_call")
    assert tools.ReadShellConversation(tool_call) is None
