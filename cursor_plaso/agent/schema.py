"""The messages of agent_v1.proto, loaded so that hostile data can be read.

The compiled file descriptor is changed before the protobuf runtime gets it:

- string becomes bytes: the runtime may refuse, or hand out as bytes, a string that is
  not UTF-8. Text is decoded here, leniently.
- an enumeration becomes int32: proto2 would move a number that it does not know to the
  unknown fields. Names come from the enumeration, see names.py.
- a map becomes a repeated message with a key and a value, so that its key can be bytes
  and double keys are not lost.

The messages live in a descriptor pool of their own: another program of the same
process may have registered the same message names. Building them from the descriptor
uses public interfaces of the runtime only (protobuf 4.22 and later); the code that the
protocol buffer compiler writes works with a range of runtime versions only.
"""

from google.protobuf import descriptor_pb2
from google.protobuf import descriptor_pool
from google.protobuf import message as protobuf_message
from google.protobuf import message_factory
from google.protobuf import unknown_fields as protobuf_unknown_fields

from cursor_plaso.agent import agent_v1_pb2
from cursor_plaso.agent import wire

# Larger messages are not decoded: the largest real nodes hold a few files.
MAXIMUM_MESSAGE_SIZE = 64 * 1024 * 1024

# A field without content takes 2 bytes of a message, but about 60 of memory.
_MAXIMUM_FIELDS = 500_000
_UNCHECKED_SIZE = 512 * 1024

_PARSE_ERRORS = (protobuf_message.DecodeError, RecursionError, ValueError)

# pylint: disable=no-member
_FIELD = descriptor_pb2.FieldDescriptorProto
_FILE = descriptor_pb2.FileDescriptorProto
# pylint: enable=no-member

_KINDS = {
    _FIELD.TYPE_BOOL: "boolean",
    _FIELD.TYPE_BYTES: "bytes",
    _FIELD.TYPE_DOUBLE: "float",
    _FIELD.TYPE_ENUM: "enumeration",
    _FIELD.TYPE_FLOAT: "float",
    _FIELD.TYPE_MESSAGE: "message",
    _FIELD.TYPE_STRING: "text",
}

_PACKAGE_PREFIX = ".agent.v1."


class Field:
    """Field of a message.

    Attributes:
      enumeration (str): name of the enumeration, of an enumeration field.
      is_repeated (bool): True if the field is repeated.
      kind (str): "boolean", "bytes", "enumeration", "float", "integer", "message" or
          "text". Text and bytes fields both have bytes values.
      message_type (MessageType): type of the message, of a message field.
      name (str): name.
      number (int): number.
      oneof (str): name of the set of which at most one field is present, or None.
    """

    def __init__(self, field_proto, oneof):
        """Initializes a field.

        Args:
          field_proto (FieldDescriptorProto): compiled field.
          oneof (str): name of its set or None.
        """
        super().__init__()
        self.enumeration = None
        self.is_repeated = field_proto.label == _FIELD.LABEL_REPEATED
        self.kind = _KINDS.get(field_proto.type, "integer")
        self.message_type = None
        self.name = field_proto.name
        self.number = field_proto.number
        self.oneof = oneof
        if self.kind == "enumeration":
            self.enumeration = field_proto.type_name[len(_PACKAGE_PREFIX) :]


class MessageType:
    """Type of a message.

    Attributes:
      fields (dict[int, Field]): fields by number.
      is_map_entry (bool): True if the message is an entry, field 1 the key and field 2
          the value, of a map.
      message_class (type): class of the protobuf runtime.
      name (str): name, such as "ConversationTurnStructure".
    """

    def __init__(self, name, is_map_entry):
        """Initializes a message type.

        Args:
          name (str): name.
          is_map_entry (bool): True if the message is an entry of a map.
        """
        super().__init__()
        self.fields = {}
        self.is_map_entry = is_map_entry
        self.message_class = None
        self.name = name

    def GetField(self, name):
        """Retrieves a field by name.

        Args:
          name (str): name of the field.

        Returns:
          Field: field or None if not available.
        """
        for field in self.fields.values():
            if field.name == name:
                return field
        return None


def CountUnknownFields(message, counts):
    """Counts the fields that agent_v1.proto does not have, nested ones included.

    Args:
      message (Message): message.
      counts (dict[str, int]): where to add the number of fields per message and number,
          such as "ToolCall.95".
    """
    unknown_fields = protobuf_unknown_fields.UnknownFieldSet(message)
    if len(unknown_fields):
        message_name = GetMessageType(message).name
        for unknown_field in unknown_fields:
            name = f"{message_name:s}.{unknown_field.field_number:d}"
            if name in counts or len(counts) < 256:
                counts[name] = counts.get(name, 0) + 1

    message_type = GetMessageType(message)
    for descriptor, value in message.ListFields():
        field = message_type.fields[descriptor.number]
        if field.kind != "message":
            continue
        if field.is_repeated:
            for element in value:
                CountUnknownFields(element, counts)
        else:
            CountUnknownFields(value, counts)


def DecodeText(data):
    """Decodes the bytes of a text field.

    Args:
      data (bytes): bytes.

    Returns:
      str: text, in which bytes that are not UTF-8 are backslash escapes.
    """
    return data.decode("utf-8", errors="backslashreplace")


def GetEnumerations():
    """Retrieves the enumerations.

    Returns:
      dict[str, dict[int, str]]: names of the values by number, per enumeration.
    """
    return _ENUMERATIONS


def GetMessageType(message):
    """Retrieves the type of a message.

    Args:
      message (Message | str): message of the protobuf runtime, or name of its type.

    Returns:
      MessageType: type.
    """
    if isinstance(message, str):
        return _MESSAGE_TYPES[message]
    return _MESSAGE_TYPES[message.DESCRIPTOR.full_name[len(_PACKAGE_PREFIX) - 1 :]]


def GetNumber(message, name):
    """Retrieves a number, enumeration or boolean.

    Args:
      message (Message): message.
      name (str): name of a field that is not repeated.

    Returns:
      int | float | bool: value or None if the field is not present.
    """
    return getattr(message, name) if message.HasField(name) else None


def GetText(message, name):
    """Retrieves a text.

    Args:
      message (Message): message.
      name (str): name of a field that is not repeated.

    Returns:
      str: text or None if the field is not present or empty, which proto3 does not
          tell apart.
    """
    return DecodeText(getattr(message, name)) or None


def HasUnknownFields(message, maximum_number):
    """Determines if a message has unknown fields, not looking into nested messages.

    Args:
      message (Message): message.
      maximum_number (int): number up to which every field is known.

    Returns:
      bool: True if there is an unknown field with a number up to the maximum.
    """
    return any(
        unknown_field.field_number <= maximum_number
        for unknown_field in protobuf_unknown_fields.UnknownFieldSet(message)
    )


def IsUTF8(data):
    """Determines if the bytes of a text field are UTF-8.

    Args:
      data (bytes): bytes.

    Returns:
      bool: True if the bytes are UTF-8.
    """
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def Parse(name, data, salvage=True):
    """Parses a message.

    A message that is broken is read as far as it goes: a value that is cut off or
    that can not be read costs itself, not the fields before and around it.

    Args:
      name (str): name of the type of the message.
      data (bytes): data.
      salvage (Optional[bool]): True if a broken message should be read as far as it
          goes: not if its hash says that it is whole, as it is of another type then.

    Returns:
      tuple[Message, str]: message, None if nothing could be read, and what is wrong
          with the data or None.
    """
    message_type = _MESSAGE_TYPES[name]
    size = len(data)
    if size > MAXIMUM_MESSAGE_SIZE:
        return None, f"{size:d} bytes, which is too large to be a {name:s}"

    if size > _UNCHECKED_SIZE:
        number_of_fields = wire.CountFields(message_type, data, _MAXIMUM_FIELDS)
        if number_of_fields > _MAXIMUM_FIELDS:
            return None, f"more than {_MAXIMUM_FIELDS:d} fields"

    try:
        return message_type.message_class.FromString(data), None
    except _PARSE_ERRORS:
        pass
    if not salvage:
        return None, f"not a {name:s}"

    data = wire.Salvage(message_type, data)
    try:
        message = message_type.message_class.FromString(data)
    except _PARSE_ERRORS:
        message = None
    if message is None or not message.ListFields():
        return None, f"not a {name:s}"
    return message, f"broken {name:s}, read as far as it goes"


def ParseStrictly(name, data):
    """Parses a message that may be of another type.

    Args:
      name (str): name of the type of the message.
      data (bytes): data.

    Returns:
      Message: message or None if the data is not such a message.
    """
    size = len(data)
    message_type = _MESSAGE_TYPES[name]
    if size > MAXIMUM_MESSAGE_SIZE or (
        size > _UNCHECKED_SIZE
        and wire.CountFields(message_type, data, _MAXIMUM_FIELDS) > _MAXIMUM_FIELDS
    ):
        return None
    try:
        return message_type.message_class.FromString(data)
    except _PARSE_ERRORS:
        return None


def _ChangeMessage(message_proto, name, message_types):
    """Changes a compiled message to what the runtime gets, nested ones included.

    Args:
      message_proto (DescriptorProto): compiled message.
      name (str): name of the message.
      message_types (dict[str, MessageType]): where to add the type of the message.
    """
    message_type = MessageType(name, message_proto.options.map_entry)
    message_proto.ClearField("options")
    message_types[name] = message_type

    for field_proto in message_proto.field:
        oneof = None
        if field_proto.HasField("oneof_index"):
            oneof = message_proto.oneof_decl[field_proto.oneof_index].name
        message_type.fields[field_proto.number] = Field(field_proto, oneof)
        if field_proto.type == _FIELD.TYPE_STRING:
            field_proto.type = _FIELD.TYPE_BYTES
        elif field_proto.type == _FIELD.TYPE_ENUM:
            field_proto.type = _FIELD.TYPE_INT32
            field_proto.ClearField("type_name")

    for nested_proto in message_proto.nested_type:
        _ChangeMessage(nested_proto, f"{name:s}.{nested_proto.name:s}", message_types)


def _GetEnumerations(container_proto, prefix, enumerations):
    """Retrieves the enumerations of a compiled file or message.

    Args:
      container_proto (FileDescriptorProto|DescriptorProto): compiled file or message.
      prefix (str): prefix of the names.
      enumerations (dict[str, dict[int, str]]): where to add the names of the values by
          number, per enumeration.
    """
    for enumeration_proto in container_proto.enum_type:
        enumerations[f"{prefix:s}{enumeration_proto.name:s}"] = {
            value.number: value.name for value in enumeration_proto.value
        }


def _Load():
    """Loads the compiled file.

    Returns:
      tuple[dict[str, MessageType], dict[str, dict[int, str]]]: message types and
          enumerations by name.
    """
    file_proto = _FILE.FromString(agent_v1_pb2.SERIALIZED_FILE)
    enumerations = {}
    _GetEnumerations(file_proto, "", enumerations)
    message_types = {}
    for message_proto in file_proto.message_type:
        _GetEnumerations(message_proto, f"{message_proto.name:s}.", enumerations)
        _ChangeMessage(message_proto, message_proto.name, message_types)

    pool = descriptor_pool.DescriptorPool()
    pool.AddSerializedFile(file_proto.SerializeToString())
    for name, message_type in message_types.items():
        descriptor = pool.FindMessageTypeByName(f"{_PACKAGE_PREFIX[1:]:s}{name:s}")
        message_type.message_class = message_factory.GetMessageClass(descriptor)
        for field_descriptor in descriptor.fields:
            if field_descriptor.message_type:
                nested_name = field_descriptor.message_type.full_name
                message_type.fields[field_descriptor.number].message_type = (
                    message_types[nested_name[len(_PACKAGE_PREFIX) - 1 :]]
                )
    return message_types, enumerations


_MESSAGE_TYPES, _ENUMERATIONS = _Load()
