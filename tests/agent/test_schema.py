"""Tests of the message definitions and of reading messages."""

import os
import re

from google.protobuf import descriptor_pb2
from google.protobuf import descriptor_pool

from cursor_plaso.agent import agent_v1_pb2
from cursor_plaso.agent import schema
from tests.agent import tree_lib

_PROTO_PATH = os.path.join(os.path.dirname(schema.__file__), "agent_v1.proto")

_TOKEN_RE = re.compile(r'"[^"]*"|[A-Za-z_][A-Za-z0-9_.]*|-?\d+|[{}=;<>,]')

_TYPES = {
    value.lower().removeprefix("type_"): number
    for value, number in descriptor_pb2.FieldDescriptorProto.Type.items()
}


class _ProtoParser:
    """Parser of the part of the .proto language that agent_v1.proto uses.

    Attributes:
      enumerations (dict[str, dict[str, int]]): numbers by name, per enumeration.
      messages (dict[str, dict[int, tuple[object]]]): name, type, label and set of the
          fields by number, per message.
    """

    def __init__(self, text):
        """Initializes a parser.

        Args:
          text (str): definition.
        """
        super().__init__()
        self._tokens = _TOKEN_RE.findall(re.sub(r"//[^\n]*", "", text))
        self.enumerations = {}
        self.messages = {}
        while self._tokens:
            token = self._Next()
            if token in ("syntax", "package"):
                while self._Next() != ";":
                    pass
            else:
                self._ParseContainer(token, "")

    def _Next(self):
        """Retrieves the next token.

        Returns:
          str: token.
        """
        return self._tokens.pop(0)

    def _ParseContainer(self, keyword, prefix):
        """Parses a message or an enumeration.

        Args:
          keyword (str): "message" or "enum".
          prefix (str): name of the message it is in and ".".
        """
        name = f"{prefix:s}{self._Next():s}"
        assert self._Next() == "{"
        if keyword == "enum":
            values = self.enumerations.setdefault(name, {})
            while (token := self._Next()) != "}":
                assert self._Next() == "="
                values[token] = int(self._Next())
                assert self._Next() == ";"
            return

        assert keyword == "message"
        self.messages[name] = {}
        while (token := self._Next()) != "}":
            if token in ("enum", "message"):
                self._ParseContainer(token, f"{name:s}.")
            elif token == "oneof":
                oneof = self._Next()
                assert self._Next() == "{"
                while (token := self._Next()) != "}":
                    self._ParseField(name, "optional", token, oneof)
            elif token == "map":
                self._ParseMap(name)
            else:
                self._ParseField(name, token, self._Next(), None)

    def _ParseField(self, name, label, type_name, oneof):
        """Parses a field.

        Args:
          name (str): name of the message.
          label (str): "optional" or "repeated".
          type_name (str): type.
          oneof (str): name of its set or None.
        """
        field_name = self._Next()
        assert self._Next() == "="
        number = int(self._Next())
        assert self._Next() == ";"
        assert number not in self.messages[name]
        self.messages[name][number] = (field_name, type_name, label, oneof)

    def _ParseMap(self, name):
        """Parses a map.

        Args:
          name (str): name of the message.
        """
        assert self._Next() == "<"
        key_type = self._Next()
        assert self._Next() == ","
        value_type = self._Next()
        assert self._Next() == ">"
        field_name = self._tokens[0]
        entry_name = "".join(part.capitalize() for part in field_name.split("_"))
        self._ParseField(name, "repeated", f"{name:s}.{entry_name:s}Entry", None)
        self.messages[f"{name:s}.{entry_name:s}Entry"] = {
            1: ("key", key_type, "optional", None),
            2: ("value", value_type, "optional", None),
        }


def _GetCompiled():
    """Retrieves what the compiled definition holds.

    Returns:
      tuple[dict[str, dict[int, tuple[object]]], dict[str, dict[str, int]]]: messages
          and enumerations, as _ProtoParser has them.
    """
    file_proto = descriptor_pb2.FileDescriptorProto.FromString(
        agent_v1_pb2.SERIALIZED_FILE
    )
    type_names = {number: name for name, number in _TYPES.items()}
    enumerations = {}
    messages = {}

    def AddContainer(container, prefix, nested_messages):
        for enumeration in container.enum_type:
            enumerations[f"{prefix:s}{enumeration.name:s}"] = {
                value.name: value.number for value in enumeration.value
            }
        for message in nested_messages:
            name = f"{prefix:s}{message.name:s}"
            messages[name] = {}
            for field in message.field:
                oneof = None
                if field.HasField("oneof_index"):
                    oneof = message.oneof_decl[field.oneof_index].name
                type_name = field.type_name.removeprefix(".agent.v1.")
                label = "repeated" if field.label == 3 else "optional"
                messages[name][field.number] = (
                    field.name,
                    type_name or type_names[field.type],
                    label,
                    oneof,
                )
            AddContainer(message, f"{name:s}.", message.nested_type)

    AddContainer(file_proto, "", file_proto.message_type)
    assert file_proto.package == "agent.v1"
    assert not file_proto.HasField("syntax")
    return messages, enumerations


def testCompiledDefinitionIsThatOfTheProto():
    """What is committed compiled is what agent_v1.proto says, field by field."""
    with open(_PROTO_PATH, encoding="utf-8") as file_object:
        parser = _ProtoParser(file_object.read())

    messages, enumerations = _GetCompiled()

    assert sorted(messages) == sorted(parser.messages)
    for name, fields in messages.items():
        assert fields == parser.messages[name], name
    assert enumerations == parser.enumerations


def testFieldNumbers():
    """The numbers are those of the field tables (agent-v1-fields.md 2.1 and 2.2)."""
    state_fields = schema.GetMessageType("ConversationStateStructure").fields
    assert state_fields[1].name == "root_prompt_messages_json"
    assert state_fields[8].name == "turns"
    assert state_fields[14].message_type.name == "StepTiming"
    assert state_fields[31].name == "subagent_state_refs"

    tool_fields = schema.GetMessageType("ToolCall").fields
    assert tool_fields[57].name == "tool_call_id"
    assert tool_fields[59].name == "started_at_ms"
    assert tool_fields[60].name == "completed_at_ms"
    tools = [number for number, field in tool_fields.items() if field.oneof == "tool"]
    # 72 tools of @cursor/sdk 1.1.0 and the 10 that were retired before.
    assert len(tools) == 82
    assert tool_fields[34].message_type.name == "TruncatedToolCall"


def testAbsentIsNotZero():
    """A number that is not there is told from one that is 0."""
    absent, problem = schema.Parse("ShellOutput", b"\x0a\x01x")
    assert problem is None
    assert schema.GetNumber(absent, "exit_code") is None

    present, problem = schema.Parse("ShellOutput", b"\x0a\x01x\x18\x00")
    assert problem is None
    assert schema.GetNumber(present, "exit_code") == 0


def testBrokenUTF8KeepsTheMessage():
    """Text that is not UTF-8 costs neither the message nor the text."""
    message, problem = schema.Parse("ShellOutput", b"\x0a\x03a\xffb\x18\x02")

    assert problem is None
    assert schema.GetText(message, "stdout") == "a\\xffb"
    assert schema.GetNumber(message, "exit_code") == 2


def testUnknownEnumerationValueIsKept():
    """A mode of a later version is a number without a name."""
    message, problem = schema.Parse("UserMessage", b"\x20\x63")

    assert problem is None
    assert schema.GetNumber(message, "mode") == 99


def testUnknownFieldsAreCounted():
    """Unknown fields, nested ones too, are kept and counted, and no error."""
    # assistant_message {1: "a", 9: 1}, 15: "b"
    data = b"\x0a\x05\x0a\x01a\x48\x01\x7a\x01b"

    message, problem = schema.Parse("ConversationStep", data)
    counts = {}
    schema.CountUnknownFields(message, counts)

    assert problem is None
    assert counts == {"AssistantMessage.9": 1, "ConversationStep.15": 1}
    assert message.SerializeToString() == data


def testDoubleMapKeysAreKept():
    """Two entries of one key are both there."""
    entry = b"\x0a\x01k\x12\x01v"
    data = (b"\xfa\x01" + bytes([len(entry)]) + entry) * 2

    message, problem = schema.Parse("ConversationStateStructure", data)

    assert problem is None
    assert [entry.key for entry in message.subagent_state_refs] == [b"k", b"k"]


def testParseSalvagesWhatIsCutOff():
    """Of a message that was cut off the fields before the cut are read."""
    builder = tree_lib.TreeBuilder()
    identifier = builder.PutShell("call-1", "ls -la", started_at_ms=1790859600000)
    data = builder.stored_values[identifier.hex()]

    message, problem = schema.Parse("ConversationStep", data[:-3])

    assert problem == "broken ConversationStep, read as far as it goes"
    tool_call = message.tool_call
    assert schema.GetText(tool_call.shell_tool_call.args, "command") == "ls -la"
    assert schema.GetText(tool_call, "tool_call_id") == "call-1"
    assert schema.GetNumber(tool_call, "started_at_ms") is None


def testParseDoesNotSalvageWhatIsWhole():
    """Data that is whole, but not such a message, is of another type."""
    message, problem = schema.Parse(
        "ConversationStep", b'{"role":"user"}', salvage=False
    )

    assert message is None
    assert problem == "not a ConversationStep"


def testParseRefusesTooManyFields():
    """A message of half a million empty fields is not decoded: each takes memory."""
    data = b"\x42\x00" * 500_001

    message, problem = schema.Parse("ConversationStateStructure", data)

    assert message is None
    assert problem == "more than 500000 fields"


def testParseRefusesTooManyFieldsInGroups():
    """A group, of which the runtime skips the content, does not hide the fields."""
    data = b"\xf3\x07\xf4\x07" + b"\x42\x00" * 500_001

    message, _ = schema.Parse("ConversationStateStructure", data)

    assert message is None


def testParseRefusesTooLargeMessages():
    """A message of more than 64 MiB is not decoded."""
    message, problem = schema.Parse("ShellOutput", bytes(64 * 1024 * 1024 + 1))

    assert message is None
    assert problem == "67108865 bytes, which is too large to be a ShellOutput"


def testParseReadsLargeMessages():
    """A message with the content of a large file is read."""
    content = b"x" * (2 * 1024 * 1024)
    data = tree_lib.Make("ShellOutput", stdout=content).SerializeToString()

    message, problem = schema.Parse("ShellOutput", data)

    assert problem is None
    assert len(message.stdout) == len(content)


def testParseStrictly():
    """Another type of message is no error."""
    assert schema.ParseStrictly("ConversationStep", b'{"role":"user"}') is None
    assert schema.ParseStrictly("ShellCommand", b"\x0a\x02ls").command == b"ls"
    assert schema.ParseStrictly("ShellCommand", b"\x0a\x00" * 500_001) is None


def testMessagesAreNotInTheSharedPool():
    """Another program of the process may have messages of the same names."""
    descriptor = schema.GetMessageType("ToolCall").message_class.DESCRIPTOR

    assert descriptor.full_name == "agent.v1.ToolCall"
    assert descriptor.file.pool is not descriptor_pool.Default()
