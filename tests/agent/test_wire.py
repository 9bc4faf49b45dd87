"""Tests of the wire format."""

import hypothesis
from hypothesis import strategies as hypothesis_strategies

from cursor_plaso.agent import schema
from cursor_plaso.agent import wire
from tests import strategies
from tests.agent import tree_lib


def testReadVarint():
    """Integers of up to 10 bytes are read, longer and cut ones are not."""
    assert wire.ReadVarint(b"\x96\x01", 0, 2) == (150, 2)
    assert wire.ReadVarint(b"\xff" * 9 + b"\x01", 0, 10) == (0xFFFFFFFFFFFFFFFF, 10)
    assert wire.ReadVarint(b"\x80", 0, 1)[0] is None
    assert wire.ReadVarint(b"\x80" * 11, 0, 11)[0] is None
    assert wire.ReadVarint(b"", 0, 0)[0] is None


def testEncodeVarint():
    """An integer is encoded as it is read."""
    assert wire.EncodeVarint(0) == b"\x00"
    assert wire.EncodeVarint(150) == b"\x96\x01"


def testReadField():
    """Fields of all wire types are read."""
    assert wire.ReadField(b"\x08\x96\x01", 0, 3) == (1, 0, 1, 3)
    assert wire.ReadField(b"\x12\x02ab", 0, 4) == (2, 2, 2, 4)
    assert wire.ReadField(b"\x09" + bytes(8), 0, 9) == (1, 1, 1, 9)
    assert wire.ReadField(b"\x0d" + bytes(4), 0, 5) == (1, 5, 1, 5)


def testReadFieldThatIsBroken():
    """A value past the end, number 0 and wire types 6 and 7 can not be read."""
    assert wire.ReadField(b"\x12\x05ab", 0, 4)[0] is None
    assert wire.ReadField(b"\x00\x01", 0, 2)[0] is None
    assert wire.ReadField(b"\x0e\x01", 0, 2)[0] is None
    assert wire.ReadField(b"\x0f\x01", 0, 2)[0] is None
    assert (
        wire.ReadField(b"\x12\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 0, 11)[0]
        is None
    )


def testCountFields():
    """Fields of nested messages count, and elements of packed lists."""
    message_type = schema.GetMessageType("ConversationTurnStructure")
    message = tree_lib.Make("ConversationTurnStructure")
    message.agent_conversation_turn.steps.extend([b"a", b"b"])
    assert wire.CountFields(message_type, message.SerializeToString(), 100) == 3

    # send_message_step_indices, packed.
    data = b"\x0a\x05\x32\x03\x01\x02\x03"
    assert wire.CountFields(message_type, data, 100) == 5
    assert wire.CountFields(message_type, b"\x12\x00" * 50, 10) == 11


def testSalvageKeepsWhatIsWhole():
    """A message that is whole stays what it is."""
    builder = tree_lib.TreeBuilder()
    data = builder.stored_values[builder.PutShell("c", "ls").hex()]

    assert wire.Salvage(schema.GetMessageType("ConversationStep"), data) == data


def testSalvageDropsNestingBombs():
    """What is nested deeper than the runtime reads is dropped, not the rest."""
    data = b""
    for _ in range(200):
        # LsDirectoryTreeNode.children_dirs
        data = b"\x12" + wire.EncodeVarint(len(data)) + data
    data = b"\x0a\x01p" + data

    message, problem = schema.Parse("LsDirectoryTreeNode", data)

    assert problem == "broken LsDirectoryTreeNode, read as far as it goes"
    assert message.abs_path == b"p"


@strategies.PROPERTY
@hypothesis.given(
    hypothesis_strategies.binary(max_size=200),
    hypothesis_strategies.sampled_from(
        ["ConversationStateStructure", "ConversationStep", "ToolCall", "UserMessage"]
    ),
)
def testSalvageProperties(data, name):
    """What is salvaged can be parsed, whatever the data."""
    message_type = schema.GetMessageType(name)

    salvaged_data = wire.Salvage(message_type, data)

    message_type.message_class.FromString(salvaged_data)
    assert wire.CountFields(message_type, data, 1000) <= 1000 + len(data)
