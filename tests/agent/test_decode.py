"""Tests of values that hold messages in another form."""

import base64

import hypothesis
from hypothesis import strategies as hypothesis_strategies

from cursor_plaso.agent import decode
from tests import strategies
from tests.agent import tree_lib


def testDecodeBase64():
    """Base64 in all its forms is decoded."""
    data = bytes(range(250, 256)) + b"ab"
    text = base64.b64encode(data).decode()

    assert decode.DecodeBase64(text) == (data, True)
    assert decode.DecodeBase64(text.rstrip("=")) == (data, True)
    assert decode.DecodeBase64(base64.urlsafe_b64encode(data)) == (data, True)
    assert decode.DecodeBase64(f"{text[:4]:s}\n{text[4:]:s}") == (data, True)
    assert decode.DecodeBase64("") == (b"", True)


def testDecodeBase64ThatIsCutOff():
    """Of base64 that is cut off, or followed by something else, the start is read."""
    data = b"abcdefghi"
    text = base64.b64encode(data).decode()

    assert decode.DecodeBase64(text[:9]) == (b"abcdef", False)
    assert decode.DecodeBase64(f"{text[:8]:s}*{text:s}") == (b"abcdef", False)


def testDecodeConversationState():
    """The state is base64 after a tilde, or hexadecimal on older versions."""
    data = tree_lib.Make("ConversationStateStructure", mode=1).SerializeToString()
    text = base64.b64encode(data).decode()

    assert decode.DecodeConversationState(f"~{text:s}") == (data, None)
    assert decode.DecodeConversationState("~") == (b"", None)
    assert decode.DecodeConversationState(data.hex()) == (data, None)


def testDecodeConversationStateOfOtherForms():
    """What is no state, or only a part of one, is reported."""
    assert decode.DecodeConversationState(None) == (None, None)
    assert decode.DecodeConversationState("") == (None, None)
    assert decode.DecodeConversationState({"a": 1}) == (
        None,
        "conversationState that is not text",
    )
    assert decode.DecodeConversationState("something") == (
        None,
        "conversationState of an unknown form",
    )
    assert decode.DecodeConversationState("~YWJjZ") == (
        b"abc",
        "conversationState that is cut off",
    )
    assert decode.DecodeConversationState("616") == (
        b"a",
        "conversationState that is cut off",
    )


def testDecodeCheckpoint():
    """A checkpoint is the identifier of a root."""
    identifier = "0a" * 32

    assert decode.DecodeCheckpoint(identifier) == identifier
    assert decode.DecodeCheckpoint(identifier.upper().encode()) == identifier
    assert decode.DecodeCheckpoint(f'"{identifier:s}"\n') == identifier
    assert decode.DecodeCheckpoint(b"\x0a" * 32) == identifier
    for value in (None, "", "abc", 7, b"\xff" * 31, "{}"):
        assert decode.DecodeCheckpoint(value) is None


def testDecodeToolCallBinary():
    """A call that was pruned has what is left of it."""
    tool_call = tree_lib.Make("ToolCall", tool_call_id=b"c1")
    tool_call.read_tool_call.args.path = b"/a.py"
    tool_call.read_tool_call.result.success.SetInParent()
    data = tool_call.SerializeToString()

    step = decode.DecodeToolCallBinary(base64.b64encode(data).decode())

    assert (step.kind, step.tool_name, step.path) == ("tool", "read", "/a.py")
    assert step.outcome == "success"
    assert step.result is None
    assert step.tool_call_id == "c1"


def testDecodeToolCallBinaryOfOtherForms():
    """What is no call gives none; a part of one is flagged."""
    for value in (None, "", 7, {"a": 1}, "****", "~", base64.b64encode(b"text")):
        assert decode.DecodeToolCallBinary(value) is None

    tool_call = tree_lib.Make("ToolCall")
    tool_call.read_tool_call.args.path = b"/a.py and more"
    text = base64.b64encode(tool_call.SerializeToString()).decode()
    step = decode.DecodeToolCallBinary(text[:-6])
    assert step.is_corrupted
    assert step.path.startswith("/a.py")


def testDecodeCloudAgentMetadata():
    """Metadata names the blob with the state and its time."""
    message = tree_lib.Make(
        "CloudAgentStatePersistedMetadata",
        cloud_agent_state_blob_id=b"\x0f" * 32,
        offset_key=b"12-0",
        timestamp_ms=1792479600000.0,
        workflow_status=2,
        version=4,
    )

    metadata = decode.DecodeCloudAgentMetadata(
        base64.b64encode(message.SerializeToString()).decode()
    )

    assert metadata.state_blob_id == "0f" * 32
    assert metadata.offset_key == "12-0"
    assert metadata.recorded_ms == 1792479600000
    assert (metadata.workflow_status_number, metadata.workflow_status) == (2, "idle")
    assert metadata.version == 4
    assert not metadata.warnings
    assert decode.DecodeCloudAgentMetadata("") is None


def testDecodeCloudAgentState():
    """The state of a cloud agent holds a root, commit and branch."""
    message = tree_lib.Make(
        "CloudAgentState",
        starting_commit=b"a" * 40,
        base_branch=b"main",
        original_request_start_unix_ms=1792479000000.0,
    )
    message.conversation_state.mode = 1

    assert decode.DecodeCloudAgentState(message.SerializeToString()) == (
        b"\x50\x01",
        "a" * 40,
        "main",
        1792479000000,
    )
    assert decode.DecodeCloudAgentState(b"{") == (None, None, None, None)


def testDecodeCloudDetails():
    """Pull requests, renamed files and a prompt that is only rich text are read."""
    message = tree_lib.Make("BackgroundComposerCachedDetailsProto")
    agent = message.bc
    agent.composer.bc_id = b"bc-1"
    agent.composer.pr_url = b"https://a.test/pull/1"
    agent.composer.is_archived = True
    agent.composer.model_details.api_key = b"top secret"
    agent.status = 3
    pull_request = agent.prs.add()
    pull_request.branch_name = b"cursor/fix"
    pull_request.pr_status = 3
    agent.prompt.rich_text = b'{"root":{"children":[{"text":"Do it"}]}}'
    file_diff = agent.diff_since_start.diffs.add()
    setattr(file_diff, "from", b"old.py")
    file_diff.to = b"new.py"

    details = decode.DecodeCloudDetails(message.SerializeToString())

    assert details.agent_id == "bc-1"
    assert details.is_archived is True
    assert details.is_killed is None
    assert (details.status_number, details.status) == (3, "error")
    assert details.pull_request_urls == ["https://a.test/pull/1"]
    assert details.pull_request_status == "merged"
    assert details.branch == "cursor/fix"
    assert (details.prompt, details.prompt_source) == ("Do it", "rich_text")
    (changed_file,) = details.changed_files
    assert (changed_file.path, changed_file.old_path) == ("new.py", "old.py")
    assert changed_file.after_size is None
    # A credential is never read.
    assert "top secret" not in repr(details)


def testDecodeCloudDetailsThatDiffer():
    """A rich text that says something else than the prompt is kept beside it."""
    message = tree_lib.Make("BackgroundComposerCachedDetailsProto")
    entry = message.bc.prompt.conversation_history.add()
    entry.text = b"Short"
    entry.rich_text = b'{"root":{"children":[{"text":"Short and @mention"}]}}'

    details = decode.DecodeCloudDetails(message.SerializeToString())

    assert details.prompt == "Short"
    assert details.prompt_source == "prompt.conversation_history.text"
    assert details.prompt_rich_text == "Short and @mention"


def testDecodeCloudDetailsOfOtherForms():
    """What are no details gives none; a part is flagged."""
    for value in (None, "text", 7, b"{", b"\xff\xff"):
        assert decode.DecodeCloudDetails(value) is None

    message = tree_lib.Make("BackgroundComposerCachedDetailsProto")
    message.bc.composer.bc_id = b"bc-1"
    message.bc.starting_commit = b"a" * 40
    details = decode.DecodeCloudDetails(message.SerializeToString()[:-4])
    assert details.is_corrupted
    assert details.agent_id == "bc-1"
    assert details.starting_commit == "a" * 36


@strategies.PROPERTY
@hypothesis.given(strategies.STORED_VALUES, hypothesis_strategies.binary(max_size=120))
def testDecodeProperties(value, data):
    """Whatever the value, nothing is raised."""
    for item in (value, data, data.hex(), f"~{data.hex():s}"):
        decode.DecodeCheckpoint(item)
        decode.DecodeCloudDetails(item)
        decode.DecodeConversationState(item)
        decode.DecodeToolCallBinary(item)
    text = base64.b64encode(data).decode()
    decode.DecodeToolCallBinary(text)
    decode.DecodeCloudAgentMetadata(text)
    decode.DecodeCloudAgentState(data)
    decode.DecodeBase64(value)
    decode.DecodeCloudAgentMetadata(value)
