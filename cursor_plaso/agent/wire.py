"""The wire format of protocol buffers, for what the runtime can not do.

The runtime parses a message as a whole or not at all. This module counts the fields
of large messages before the runtime gets them, cuts broken messages down to what can
be read, and walks through messages of types that no table describes.
"""

# The runtime refuses messages that are nested deeper than 100.
_MAXIMUM_DEPTH = 90

_MAXIMUM_FIELD_NUMBER = (1 << 29) - 1

WIRE_TYPE_VARINT = 0
WIRE_TYPE_64BIT = 1
WIRE_TYPE_LENGTH = 2
WIRE_TYPE_32BIT = 5

# The wire types that Cursor uses.
WIRE_TYPES = (
    WIRE_TYPE_VARINT,
    WIRE_TYPE_64BIT,
    WIRE_TYPE_LENGTH,
    WIRE_TYPE_32BIT,
)

_WIRE_TYPES_GROUP = (3, 4)


def CountFields(message_type, data, maximum):
    """Counts the fields of a message, those of nested messages included.

    Args:
      message_type (MessageType): type of the message.
      data (bytes): data.
      maximum (int): number at which to stop counting.

    Returns:
      int: number of fields up to where the data is broken, more than the maximum if
          there are too many.
    """
    count = 0
    stack = [(message_type, 0, len(data))]
    while stack and count <= maximum:
        message_type, position, end = stack.pop()
        while position < end and count <= maximum:
            number, wire_type, start, position = ReadField(data, position, end)
            if number is None:
                break
            count += 1
            if wire_type == WIRE_TYPE_LENGTH:
                field = message_type.fields.get(number)
                if field is None:
                    continue
                if field.message_type:
                    stack.append((field.message_type, start, position))
                elif field.is_repeated and field.kind not in ("bytes", "text"):
                    # A packed list: at least one byte per element.
                    count += position - start
    return count


def EncodeVarint(value):
    """Encodes an integer of variable length.

    Args:
      value (int): integer that is not negative.

    Returns:
      bytes: encoded integer.
    """
    data = bytearray()
    while value > 0x7F:
        data.append(value & 0x7F | 0x80)
        value >>= 7
    data.append(value)
    return bytes(data)


def ReadField(data, position, end):
    """Reads a field.

    Args:
      data (bytes): data.
      position (int): position of the field.
      end (int): end of the message.

    Returns:
      tuple[int, int, int, int]: number of the field, None if it can not be read, its
          wire type, and the start and the end of its value. The start and the end of a
          group, which Cursor does not use, are fields without a value.
    """
    tag, position = ReadVarint(data, position, end)
    if tag is None:
        return None, None, None, None
    number = tag >> 3
    wire_type = tag & 7
    if not 0 < number <= _MAXIMUM_FIELD_NUMBER:
        return None, None, None, None

    start = position
    if wire_type == WIRE_TYPE_VARINT:
        value, position = ReadVarint(data, position, end)
        if value is None:
            return None, None, None, None
    elif wire_type == WIRE_TYPE_LENGTH:
        size, start = ReadVarint(data, position, end)
        if size is None:
            return None, None, None, None
        position = start + size
    elif wire_type == WIRE_TYPE_64BIT:
        position += 8
    elif wire_type == WIRE_TYPE_32BIT:
        position += 4
    elif wire_type not in _WIRE_TYPES_GROUP:
        return None, None, None, None

    if position > end:
        return None, wire_type, start, end
    return number, wire_type, start, position


def ReadVarint(data, position, end):
    """Reads an integer of variable length.

    Args:
      data (bytes): data.
      position (int): position of the integer.
      end (int): end of the message.

    Returns:
      tuple[int, int]: integer, None if it can not be read, and position after it.
    """
    value = 0
    for shift in range(0, 70, 7):
        if position >= end:
            return None, position
        byte = data[position]
        position += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value & 0xFFFFFFFFFFFFFFFF, position
    return None, position


def Salvage(message_type, data, depth=0):
    """Cuts a broken message down to what can be read.

    A value that runs past the end of the message is cut off there, a nested message
    that is broken is cut down itself, and what follows a field that makes no sense is
    dropped.

    Args:
      message_type (MessageType): type of the message.
      data (bytes): data.
      depth (Optional[int]): number of messages the message is nested in.

    Returns:
      bytes: data of a message that can be parsed, possibly empty.
    """
    result = bytearray()
    position = 0
    end = len(data)
    while position < end:
        field_position = position
        tag, value_position = ReadVarint(data, position, end)
        if tag is None or not 0 < tag >> 3 <= _MAXIMUM_FIELD_NUMBER:
            break

        wire_type = tag & 7
        if wire_type != WIRE_TYPE_LENGTH:
            number, _, _, position = ReadField(data, position, end)
            if number is None or wire_type in _WIRE_TYPES_GROUP:
                break
            result += data[field_position:position]
            continue

        size, start = ReadVarint(data, value_position, end)
        if size is None:
            break
        position = min(start + size, end)
        value = data[start:position]
        field = message_type.fields.get(tag >> 3)
        if field is not None and field.message_type:
            if depth >= _MAXIMUM_DEPTH:
                continue
            value = Salvage(field.message_type, value, depth + 1)
        elif (
            field is not None
            and field.is_repeated
            and field.kind not in ("bytes", "text")
        ):
            # A packed list, which the runtime takes whole or not at all.
            continue
        result += EncodeVarint(tag) + EncodeVarint(len(value)) + value

    return bytes(result)
