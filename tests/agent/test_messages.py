"""Tests of JSON model messages."""

import json

import hypothesis

from cursor_plaso.agent import messages
from tests import strategies


def _Read(json_value):
    """Reads a message.

    Args:
      json_value (object): message.

    Returns:
      ModelMessage: message.
    """
    return messages.ReadMessage(json.dumps(json_value).encode(), blob_id="ab" * 32)


def testUserMessage():
    """A typed prompt comes without its wrapper, with the time of its tag."""
    message = _Read(
        {
            "role": "user",
            "content": [
                {
                    "type": "text",
                    "text": "<timestamp>Thursday, Oct 1, 2026, 9:00 AM (UTC-4)"
                    "</timestamp>\n<user_query>\nRun python3 twice\n</user_query>",
                }
            ],
            "providerOptions": {"cursor": {"requestId": "q1"}},
        }
    )

    assert message.role == "user"
    assert message.query_text == "Run python3 twice"
    assert message.timestamp.CopyToDateTimeStringISO8601() == (
        "2026-10-01T09:00:00-04:00"
    )
    assert message.request_id == "q1"
    assert not message.is_context
    assert message.blob_id == "ab" * 32


def testContextMessage():
    """The context before the first query is no prompt."""
    message = _Read(
        {
            "role": "user",
            "content": "<user_info>\nOS Version: linux\n</user_info>",
            "providerOptions": {
                "cursor": {"requestContextCompleteness": {"env": True}}
            },
        }
    )

    assert message.is_context
    assert message.query_text is None
    assert message.parts[0].text.startswith("<user_info>")


def testContextWithQuery():
    """A query after a block of context is a prompt (seed, fixture of agentKv)."""
    message = _Read(
        {
            "role": "user",
            "content": "<context>conversation c3</context>\n"
            "<user_query>c3 deleted question</user_query>",
            "providerOptions": {},
        }
    )

    assert not message.is_context
    assert message.query_text == "c3 deleted question"


def testPlainUserMessage():
    """A message without any tag is what the user said."""
    assert _Read({"role": "user", "content": "hello"}).query_text == "hello"


def testAssistantMessage():
    """Thought, text and call of a reply are its parts."""
    message = _Read(
        {
            "role": "assistant",
            "id": "m1",
            "content": [
                {
                    "type": "reasoning",
                    "text": "Run it.",
                    "signature": "c2ln",
                    "providerOptions": {"cursor": {"modelName": "grok-4.7-high-fast"}},
                },
                {"type": "text", "text": "I run it."},
                {
                    "type": "tool-call",
                    "toolCallId": "tc5",
                    "toolName": "Shell",
                    "args": {"command": "python3 -c 'print(1+1)'"},
                },
            ],
            "providerOptions": {"cursor": {"modelProviderMessageId": "p1"}},
        }
    )

    assert [part.kind for part in message.parts] == ["reasoning", "text", "tool-call"]
    assert message.model_names == ["grok-4.7-high-fast"]
    assert message.message_id == "m1"
    assert message.provider_message_id == "p1"
    assert message.parts[0].text == "Run it."
    assert message.parts[2].tool_call_id == "tc5"
    assert message.parts[2].tool_name == "Shell"
    assert json.loads(message.parts[2].arguments) == {
        "command": "python3 -c 'print(1+1)'"
    }
    # The signature of a thought is opaque.
    assert "c2ln" not in repr(message)


def testToolResult():
    """A result says what came of the call (seed "CLI chat store")."""
    message = _Read(
        {
            "role": "tool",
            "id": "tc6",
            "content": [
                {
                    "type": "tool-result",
                    "toolCallId": "tc6",
                    "toolName": "Shell",
                    "result": "User skipped this",
                }
            ],
            "providerOptions": {
                "cursor": {
                    "highLevelToolCallResult": {
                        "isError": True,
                        "output": {
                            "isBackground": False,
                            "sandboxPolicy": {"type": "none"},
                            "rejected": {"command": "x", "reason": "skip it"},
                        },
                    }
                }
            },
        }
    )

    (part,) = message.parts
    assert (part.outcome, part.reason) == ("rejected", "skip it")
    assert part.facts == ["sandboxPolicy: none"]
    assert part.file_edit is None
    assert part.text == "User skipped this"
    assert part.tool_call_id == "tc6"


def testToolResultOfAnEdit():
    """The result of an edit holds the whole file before and after."""
    message = _Read(
        {
            "role": "tool",
            "content": [{"type": "tool-result", "toolCallId": "tc1", "result": "ok"}],
            "providerOptions": {
                "cursor": {
                    "highLevelToolCallResult": {
                        "isError": False,
                        "output": {
                            "success": {
                                "path": "/srv/proj/calc.py",
                                "beforeFullFileContent": "",
                                "afterFullFileContent": "abc",
                                "linesAdded": 1,
                                "linesRemoved": 0,
                            }
                        },
                    }
                }
            },
        }
    )

    edit = message.parts[0].file_edit
    assert (edit.path, edit.lines_added, edit.lines_removed) == (
        "/srv/proj/calc.py",
        1,
        0,
    )
    assert (edit.before_size, edit.after_size) == (0, 3)
    assert edit.after_sha256 == (
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    )


def testToolResultWithoutDetails():
    """Without details isError says if the call went well."""
    for is_error, outcome in ((True, "error"), (False, "success")):
        message = _Read(
            {
                "role": "tool",
                "content": [{"type": "tool-result", "result": {"a": 1}}],
                "providerOptions": {
                    "cursor": {"highLevelToolCallResult": {"isError": is_error}}
                },
            }
        )
        assert message.parts[0].outcome == outcome
        assert message.parts[0].text == '{"a":1}'


def testSystemMessage():
    """The fingerprint of a system message names agent, model and mode."""
    message = _Read(
        {
            "role": "system",
            "content": "You are an agent.",
            "providerOptions": {
                "cursor": {
                    "systemPromptFingerprint": {
                        "agentType": "cli",
                        "model": "grok-4.7",
                        "mode": "agent",
                    }
                }
            },
        }
    )

    assert message.agent_type == "cli"
    assert message.model_name == "grok-4.7"
    assert message.mode == "agent"


def testSummaryMessage():
    """A summary is told from what somebody said."""
    message = _Read(
        {
            "role": "user",
            "content": "Summary of the conversation",
            "providerOptions": {"cursor": {"isSummary": True}},
        }
    )

    assert message.is_summary


def testBinaryData():
    """Binary data in arguments is replaced by its size."""
    message = _Read(
        {
            "role": "assistant",
            "content": [
                {
                    "type": "tool-call",
                    "args": {"data": {"__type": "Uint8Array", "hex": "00" * 500}},
                },
                {"type": "image", "image": {"__type": "Uint8Array", "hex": "ffd8"}},
            ],
        }
    )

    assert message.parts[0].arguments == '{"data":"(500 bytes)"}'
    assert message.parts[1].kind == "image"
    assert message.parts[1].text == '{"type":"image","image":"(2 bytes)"}'


def testReadPendingCalls():
    """A call that waits says since when (storage-facts.md 1.3)."""
    text = json.dumps(
        {
            "id": "1",
            "role": "assistant",
            "content": [
                {
                    "type": "tool-call",
                    "toolCallId": "tc7",
                    "toolName": "Shell",
                    "args": {"command": "curl"},
                }
            ],
            "providerOptions": {
                "cursor": {"pendingToolCallStartedAtMs": 1790859607850}
            },
        }
    )

    (call,) = messages.ReadPendingCalls(text, root_id="ab" * 32)

    assert call.tool_call_id == "tc7"
    assert call.tool_name == "Shell"
    assert call.arguments == '{"command":"curl"}'
    assert call.started_ms == 1790859607850
    assert call.started_source == "providerOptions.cursor.pendingToolCallStartedAtMs"
    assert call.root_id == "ab" * 32


def testReadPendingCallsOfAnotherForm():
    """A pending call that can not be read is still reported."""
    (call,) = messages.ReadPendingCalls("{cut", root_id=None)

    assert call.arguments == "{cut"
    assert call.tool_call_id is None


def testIsMessage():
    """A message is a JSON object with a role."""
    assert messages.IsMessage(b'{"role":"user","content":""}')
    assert messages.IsMessage(b'{"id":"1","role" : "assistant"}')
    assert not messages.IsMessage(b'{"name":"package"}')
    assert not messages.IsMessage(b'["role"]')
    assert not messages.IsMessage(b"")


def testWhatIsNoMessage():
    """What is no message has no role, and says why."""
    for data, warning in (
        (b"{", "not JSON"),
        (b"[]", "JSON, but not a message with a role"),
        (b'{"role":"other"}', "JSON, but not a message with a role"),
        (b'{"role":"user"}', "message without content"),
        (b" " * (16 * 1024 * 1024 + 1), "message of 16777217 bytes not read"),
    ):
        message = messages.ReadMessage(data)
        assert message.warnings[0].startswith(warning)


def testManyParts():
    """The number of parts is bounded."""
    message = _Read({"role": "user", "content": [{"type": "text", "text": "x"}] * 3000})

    assert len(message.parts) == 2000
    assert message.warnings == ["1000 further parts left out"]


@strategies.PROPERTY
@hypothesis.given(
    strategies.JSON_VALUES, strategies.JSON_VALUES, strategies.JSON_VALUES
)
def testReadMessageProperties(content, options, part):
    """Whatever the JSON, a message comes back."""
    for role in ("assistant", "system", "tool", "user"):
        json_value = {
            "role": role,
            "content": content,
            "providerOptions": {"cursor": options},
        }
        _ReadAny(json_value)
        json_value["content"] = [
            {"type": "tool-call", "args": part},
            {"type": "tool-result", "result": part, "toolCallId": part},
            {"type": part, "text": part},
            part,
        ]
        _ReadAny(json_value)


def _ReadAny(json_value):
    """Reads a message that may be anything.

    Args:
      json_value (object): message.
    """
    try:
        text = json.dumps(json_value)
    except ValueError:
        return
    messages.ReadMessage(text)
    messages.ReadPendingCalls(text)


def testReadMessageWhoseRoleIsNoText():
    """A role that can not be looked up is none (fuzzing)."""
    message = messages.ReadMessage(b'{"role":{"role":"user"},"content":"a"}')

    assert message.role is None
    assert message.warnings == ["JSON, but not a message with a role"]
