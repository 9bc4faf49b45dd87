"""Tests of rendering messages as JSON."""

import json

import hypothesis
from hypothesis import strategies as hypothesis_strategies

from cursor_plaso.agent import render
from cursor_plaso.agent import schema
from tests import strategies
from tests.agent import tree_lib


def testRenderMessage():
    """Fields have their names, enumerations too."""
    message = tree_lib.Make(
        "ShellArgs", command=b"ls", is_background=False, timeout_behavior=2
    )

    value = render.Renderer().RenderMessage(message)

    assert value == {
        "command": "ls",
        "is_background": False,
        "timeout_behavior": "background",
    }


def testRenderJSONValues():
    """Arguments of MCP calls are rendered as the JSON they are."""
    message = tree_lib.Make("McpArgs")
    number = message.args.add(key=b"max")
    number.value.number_value = 2.0
    nothing = message.args.add(key=b"none")
    nothing.value.null_value = 0
    nested = message.args.add(key=b"nested")
    field = nested.value.struct_value.fields.add(key=b"list")
    field.value.list_value.values.add().string_value = b"a"
    field.value.list_value.values.add().bool_value = True
    field.value.list_value.values.add().number_value = 0.5
    field.value.list_value.values.add().number_value = float("nan")

    value = render.Renderer().RenderMessage(message)

    assert value["args"] == {
        "max": 2,
        "none": None,
        "nested": {"list": ["a", True, 0.5, None]},
    }


def testRenderUnknownFields():
    """Fields of a later version are rendered by their number."""
    message, _ = schema.Parse("ShellCommand", b"\x0a\x02ls\x50\x07\x5a\x02hi\x5a\x02ho")

    value = render.Renderer().RenderMessage(message)

    assert value == {"command": "ls", "field_10": 7, "field_11": ["hi", "ho"]}


def testRenderUntyped():
    """Data of an unknown type is text, a message or named by its size."""
    renderer = render.Renderer()

    assert renderer.RenderUntyped(b"") == ""
    assert renderer.RenderUntyped(b"plain text\n\twith \x1b[1mcolour") == (
        "plain text\n\twith \x1b[1mcolour"
    )
    assert renderer.RenderUntyped(b"\n\x05hello\x10\x01") == {
        "field_1": "hello",
        "field_2": 1,
    }
    # All readable, but a message: 32 is a space.
    assert renderer.RenderUntyped(b"\n " + b"a" * 32) == {"field_1": "a" * 32}
    assert renderer.RenderUntyped(b"\nA line\n") == "\nA line\n"
    assert renderer.RenderUntyped(b"\xff" * 32) == "ff" * 32
    assert renderer.RenderUntyped(b"\xff\xfe") == "(2 bytes: fffe)"
    assert renderer.RenderUntyped(b"\xff" * 40) == (f"(40 bytes: {'ff' * 16:s}...)")
    # A double, as the times of cloud agents are.
    assert renderer.RenderUntyped(b"\x11\x00\x00\x00\x00\x00\x00\xf0\x3f") == {
        "field_2": 1
    }
    assert not renderer.is_cut


def testCredentialsAreNotRendered():
    """That a credential is there is said, its value is not."""
    model = tree_lib.Make("RequestedModel", model_id=b"m")
    model.api_key_credentials = b"\x0a\x06secret"

    value = render.Renderer().RenderMessage(model)

    assert value == {"model_id": "m", "api_key_credentials": "(present, not read)"}


def testRenderIsBounded():
    """Length, number and depth of what is rendered are bounded."""
    renderer = render.Renderer()
    message = tree_lib.Make("ShellArgs", command=b"x" * 100_000)
    value = renderer.RenderMessage(message)
    assert len(value["command"]) < 40_000
    assert value["command"].endswith("... (100000 characters)")
    assert renderer.is_cut

    renderer = render.Renderer()
    message = tree_lib.Make("ShellArgs", simple_commands=[b"ls"] * 1000)
    value = renderer.RenderMessage(message)
    assert len(value["simple_commands"]) == 257
    assert value["simple_commands"][-1] == "... 744 more"
    assert renderer.is_cut

    renderer = render.Renderer()
    message = tree_lib.Make("Value")
    nested = message
    for _ in range(60):
        nested = nested.list_value.values.add()
    nested.bool_value = True
    assert '"..."' in json.dumps(renderer.RenderMessage(message))
    assert renderer.is_cut

    renderer = render.Renderer(maximum_length=100)
    message = tree_lib.Make("ShellArgs", simple_commands=[b"ls -la"] * 200)
    assert len(render.EncodeJSON(renderer.RenderMessage(message))) < 400
    assert renderer.is_cut


def testRenderUntypedIsBounded():
    """A message of a million fields is not walked through at every level."""
    renderer = render.Renderer()

    value = renderer.RenderUntyped(b"\x10\x00" * 1_000_000)

    assert isinstance(value, str)
    assert renderer.is_cut


@strategies.PROPERTY
@hypothesis.given(hypothesis_strategies.binary(max_size=300))
def testRenderProperties(data):
    """Whatever the data, it is rendered as JSON."""
    render.EncodeJSON(render.Renderer().RenderUntyped(data))
    for name in ("ToolCall", "SelectedContext", "McpArgs"):
        message, _ = schema.Parse(name, data)
        if message is not None:
            render.EncodeJSON(render.Renderer().RenderMessage(message))
