"""Messages as readable, bounded JSON.

Arguments and results of tool calls are rendered from the message definition, whatever
the tool. Messages that no table describes, and fields that agent_v1.proto does not
have, are rendered from the wire format: nested messages become objects with the keys
"field_<number>", readable text stays text and binary data is named with its size.
"""

import json
import math
import re
import struct

from google.protobuf import unknown_fields as protobuf_unknown_fields

from cursor_plaso.agent import names
from cursor_plaso.agent import schema
from cursor_plaso.agent import wire

# Bounds of what is rendered, whatever the size of the message.
_MAXIMUM_DEPTH = 24
_MAXIMUM_ELEMENTS = 256
_MAXIMUM_TEXT_LENGTH = 32 * 1024
_MAXIMUM_TOTAL_LENGTH = 256 * 1024

# Fields that hold credentials.
_NEVER_READ = frozenset(
    [
        "ModelDetails.api_key",
        "ModelDetails.azure_state",
        "ModelDetails.bedrock_state",
        "RequestedModel.api_key_credentials",
        "RequestedModel.azure_credentials",
        "RequestedModel.bedrock_credentials",
    ]
)

_CONTROL_CHARACTER_RE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f]")

# Number of fields of messages of unknown type that are looked at.
_MAXIMUM_UNTYPED_FIELDS = 100_000

# Highest field number that a message of unknown type is believed to have.
_MAXIMUM_UNTYPED_NUMBER = 2047

_WELL_KNOWN_TYPES = frozenset(["ListValue", "Struct", "Value"])


class Renderer:
    """Renders messages within bounds.

    Attributes:
      is_cut (bool): True if something was left out for its depth, number or length.
    """

    def __init__(self, maximum_length=_MAXIMUM_TOTAL_LENGTH):
        """Initializes a renderer.

        Args:
          maximum_length (Optional[int]): number of characters after which values are
              left out.
        """
        super().__init__()
        self._remaining_fields = _MAXIMUM_UNTYPED_FIELDS
        self._remaining_length = maximum_length
        self.is_cut = False

    def RenderMessage(self, message, skip=(), depth=0):
        """Renders a message.

        Args:
          message (Message): message.
          skip (Optional[tuple[str]]): names of fields to leave out.
          depth (Optional[int]): number of messages the message is nested in.

        Returns:
          object: JSON value.
        """
        message_type = schema.GetMessageType(message)
        if message_type.name in _WELL_KNOWN_TYPES:
            return self._RenderValue(message, message_type.name, depth)
        if depth > _MAXIMUM_DEPTH:
            self.is_cut = True
            return "..."

        result = {}
        for descriptor, value in message.ListFields():
            field = message_type.fields[descriptor.number]
            if field.name in skip or not self._Take(len(field.name) + 6):
                continue
            if f"{message_type.name:s}.{field.name:s}" in _NEVER_READ:
                result[field.name] = "(present, not read)"
            elif not field.is_repeated:
                result[field.name] = self._RenderFieldValue(field, value, depth)
            elif field.message_type and field.message_type.is_map_entry:
                result[field.name] = self._RenderMap(value, depth)
            else:
                result[field.name] = self._RenderList(field, value, depth)

        for name, value in self._RenderUnknownFields(message, depth).items():
            result.setdefault(name, value)
        return result

    def RenderUntyped(self, data, depth=0):
        """Renders data of an unknown type.

        Args:
          data (bytes): data, of a text, a message or binary.
          depth (Optional[int]): number of messages the data is nested in.

        Returns:
          object: JSON value.
        """
        text = GetReadableText(data)
        # A message of which the first field is short begins with a line feed.
        if text is not None and data[:1] != b"\n":
            return self._RenderText(text)

        if data and depth <= _MAXIMUM_DEPTH:
            message = self._RenderUntypedMessage(data, depth)
            if message is not None:
                return message

        if text is not None:
            return self._RenderText(text)
        if len(data) == 32:
            return data.hex() if self._Take(64) else "..."
        return DescribeBinary(data)

    def _RenderFieldValue(self, field, value, depth):
        """Renders a value of a field.

        Args:
          field (Field): field.
          value (object): value.
          depth (int): number of messages the message of the field is nested in.

        Returns:
          object: JSON value.
        """
        if field.kind == "message":
            return self.RenderMessage(value, depth=depth + 1)
        if field.kind == "text":
            return self._RenderText(schema.DecodeText(value))
        if field.kind == "bytes":
            return self.RenderUntyped(value, depth=depth + 1)
        if field.kind == "enumeration":
            return names.GetName(field.enumeration, value) or value
        if field.kind == "float":
            return _RenderNumber(value)
        return value

    def _RenderList(self, field, elements, depth):
        """Renders a repeated field.

        Args:
          field (Field): field.
          elements (list[object]): values.
          depth (int): number of messages the message of the field is nested in.

        Returns:
          list[object]: JSON values.
        """
        result = []
        for element in elements:
            if len(result) >= _MAXIMUM_ELEMENTS or not self._Take(2):
                self.is_cut = True
                result.append(f"... {len(elements) - len(result):d} more")
                break
            result.append(self._RenderFieldValue(field, element, depth))
        return result

    def _RenderMap(self, entries, depth):
        """Renders a map.

        Args:
          entries (list[Message]): entries.
          depth (int): number of messages the message of the map is nested in.

        Returns:
          dict[str, object]: JSON values by key.
        """
        result = {}
        for entry in entries:
            if len(result) >= _MAXIMUM_ELEMENTS or not self._Take(6):
                self.is_cut = True
                result["..."] = f"{len(entries) - len(result):d} more"
                break
            fields = schema.GetMessageType(entry).fields
            key = self._RenderText(schema.DecodeText(entry.key))
            value = entry.value if entry.HasField("value") else None
            if value is not None:
                value = self._RenderFieldValue(fields[2], value, depth)
            result[key] = value
        return result

    def _RenderText(self, text):
        """Renders text.

        Args:
          text (str): text.

        Returns:
          str: text, cut if it is too long.
        """
        maximum_length = min(_MAXIMUM_TEXT_LENGTH, max(self._remaining_length, 0))
        self._remaining_length -= len(text)
        if len(text) <= maximum_length:
            return text
        self.is_cut = True
        return f"{text[:maximum_length]:s}... ({len(text):d} characters)"

    def _RenderUnknownFields(self, message, depth):
        """Renders the fields that agent_v1.proto does not have.

        Args:
          message (Message): message.
          depth (int): number of messages the message is nested in.

        Returns:
          dict[str, object]: JSON values by name, such as "field_51".
        """
        result = {}
        for unknown_field in protobuf_unknown_fields.UnknownFieldSet(message):
            if not self._Take(12):
                break
            value = unknown_field.data
            if isinstance(value, bytes):
                value = self.RenderUntyped(value, depth=depth + 1)
            elif not isinstance(value, int):
                value = "(group)"
            self._AddUntyped(result, unknown_field.field_number, value)
        return result

    def _RenderUntypedMessage(self, data, depth):
        """Renders data as a message of unknown type.

        Args:
          data (bytes): data.
          depth (int): number of messages the message is nested in.

        Returns:
          dict[str, object]: JSON values by name, such as "field_1", or None if the data
              is not a message.
        """
        fields = []
        position = 0
        end = len(data)
        while position < end:
            number, wire_type, start, position = wire.ReadField(data, position, end)
            self._remaining_fields -= 1
            if self._remaining_fields < 0:
                self.is_cut = True
                return None
            if (
                number is None
                or number > _MAXIMUM_UNTYPED_NUMBER
                or wire_type not in wire.WIRE_TYPES
            ):
                return None
            if len(fields) < _MAXIMUM_ELEMENTS:
                fields.append((number, wire_type, start, position))
            else:
                self.is_cut = True

        result = {}
        for number, wire_type, start, position in fields:
            if not self._Take(12):
                break
            if wire_type == wire.WIRE_TYPE_VARINT:
                value, _ = wire.ReadVarint(data, start, position)
            elif wire_type == wire.WIRE_TYPE_LENGTH:
                value = self.RenderUntyped(data[start:position], depth=depth + 1)
            elif wire_type == wire.WIRE_TYPE_64BIT:
                (value,) = struct.unpack_from("<d", data, start)
                value = _RenderNumber(value)
            else:
                value = int.from_bytes(data[start:position], "little")
            self._AddUntyped(result, number, value)
        return result

    def _RenderValue(self, message, name, depth):
        """Renders a JSON value that is stored as a message.

        Args:
          message (Message): ListValue, Struct or Value message.
          name (str): name of its type.
          depth (int): number of messages the message is nested in.

        Returns:
          object: JSON value.
        """
        if depth > _MAXIMUM_DEPTH:
            self.is_cut = True
            return "..."
        fields = schema.GetMessageType(message).fields
        if name == "Struct":
            return self._RenderMap(message.fields, depth)
        if name == "ListValue":
            return self._RenderList(fields[1], message.values, depth)

        kind = message.WhichOneof("kind")
        if kind in (None, "null_value"):
            return None
        if not self._Take(4):
            return "..."
        field = schema.GetMessageType(message).GetField(kind)
        return self._RenderFieldValue(field, getattr(message, kind), depth)

    def _Take(self, length):
        """Takes characters from what may be rendered.

        Args:
          length (int): number of characters.

        Returns:
          bool: True if there were any left.
        """
        if self._remaining_length <= 0:
            self.is_cut = True
            return False
        self._remaining_length -= length
        return True

    @staticmethod
    def _AddUntyped(result, number, value):
        """Adds a value of a field without name.

        Args:
          result (dict[str, object]): JSON values by name.
          number (int): number of the field.
          value (object): JSON value.
        """
        name = f"field_{number:d}"
        if name not in result:
            result[name] = value
        elif isinstance(result[name], list):
            result[name].append(value)
        else:
            result[name] = [result[name], value]


def DescribeBinary(data):
    """Describes binary data.

    Args:
      data (bytes): data.

    Returns:
      str: size and first bytes.
    """
    if len(data) <= 16:
        return f"({len(data):d} bytes: {data.hex():s})"
    return f"({len(data):d} bytes: {data[:16].hex():s}...)"


def EncodeJSON(value):
    """Encodes a rendered value.

    Args:
      value (object): JSON value, of which the depth is bounded.

    Returns:
      str: compact JSON.
    """
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def GetReadableText(data):
    """Retrieves data as text if it is readable.

    Args:
      data (bytes): data.

    Returns:
      str: text or None if the data is not UTF-8 or has control characters.
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return None if _CONTROL_CHARACTER_RE.search(text) else text


def _RenderNumber(value):
    """Renders a number.

    Args:
      value (float): number.

    Returns:
      int | float: JSON number, an integer if it has no fraction, or None if it is not a
          JSON number.
    """
    if not math.isfinite(value):
        return None
    if value == int(value) and abs(value) < 1 << 53:
        return int(value)
    return value
