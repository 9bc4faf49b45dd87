"""Stored values: text, blobs and JSON of Cursor's stores as clean Python values.

Cursor stores JSON as TEXT (all stores up to 2025) or as BLOB, now and then as
hexadecimal text, and leaves NULL where a record was cleared (storage-facts 2.1).
Nothing here raises for content: a value that can not be read comes back as None
with a reason.
"""

import hashlib
import json
import math
import re
import sys

# Text over this size is cut, with size and hash of the whole beside it.
# Characters of a title or a path that are kept for all events of a conversation.
MAXIMUM_LABEL_LENGTH = 1024

MAXIMUM_TEXT_SIZE = 64 * 1024

# A stored value over this size is not taken into memory as a whole.
MAXIMUM_VALUE_SIZE = 64 * 1024 * 1024

# JSON that takes more memory than this is not decoded. That of many small values takes
# 30 times its size, and a single character of 4 bytes makes every character take 4.
MAXIMUM_JSON_MEMORY = 320 * 1024 * 1024

# Text up to this length is decoded without an estimate of what it takes.
_UNCHECKED_JSON_LENGTH = 4 * 1024 * 1024

# Memory that Python needs per sign, for the objects that it stands for.
_MEMORY_PER_SIGN = (("{", 200), ("[", 72), (",", 60))

# Characters that are encoded at once.
_CHUNK_LENGTH = 1024 * 1024

_INT64_MAXIMUM = (1 << 63) - 1
_INT64_MINIMUM = -(1 << 63)

# A repeated group instead of a single set takes 50 bytes of memory per digit.
_HEXADECIMAL_RE = re.compile(r"\A[0-9A-Fa-f]+\Z")
_INTEGER_RE = re.compile(r"\A[+-]?[0-9]{1,19}\Z")
_JSON_TOKEN_RE = re.compile(r'[ \t\r\n]*(["{}\[\],:]|[^ \t\r\n{}\[\],:"]+)')
_PARTIAL_ESCAPE_RE = re.compile(r"\\(?:u[0-9A-Fa-f]{0,3})?\Z")
_MAXIMUM_PARTIAL_DEPTH = 500
_MAXIMUM_PARTIAL_LENGTH = 8 * 1024 * 1024
_MAXIMUM_PARTIAL_TOKENS = 1_000_000


def _ParseConstant(unused_name):
    """Replaces a constant that is not JSON.

    Args:
      unused_name (str): name of the constant.

    Returns:
      None: always.
    """
    return None


def _ParseInteger(digits):
    """Parses an integer, of which Python refuses more than 4300 digits.

    Args:
      digits (str): digits and sign.

    Returns:
      int: integer or None if it has too many digits to be of use.
    """
    return int(digits, 10) if len(digits) <= 400 else None


_JSON_DECODER = json.JSONDecoder(parse_constant=_ParseConstant, strict=False)
_LENIENT_JSON_DECODER = json.JSONDecoder(
    parse_constant=_ParseConstant, parse_int=_ParseInteger, strict=False
)


def CleanText(text):
    """Cleans text of what plaso can not store.

    Lone surrogates become backslash escapes and NUL characters are removed.

    Args:
      text (str): text.

    Returns:
      str: text that can be encoded as UTF-8.
    """
    if text.isascii():
        return text.replace("\x00", "") if "\x00" in text else text
    # To encode is several times faster than to search the text.
    try:
        if b"\x00" not in text.encode("utf-8"):
            return text
    except UnicodeEncodeError:
        text = text.encode("utf-8", errors="backslashreplace").decode("utf-8")
    return text.replace("\x00", "")


def CleanAndCutText(text, maximum_size=MAXIMUM_TEXT_SIZE):
    """Cleans text as CleanText does and cuts it to a maximum size.

    Large text is cleaned and measured in pieces: copies of the whole would take several
    times its memory.

    Args:
      text (str): text.
      maximum_size (Optional[int]): maximum number of bytes of the text as UTF-8.

    Returns:
      tuple[str, int, str]: clean text, and the size in bytes and SHA-256 of the whole
          clean text or None if the text was not cut.
    """
    if len(text) <= _CHUNK_LENGTH:
        return CutText(CleanText(text), maximum_size=maximum_size)

    size = 0
    digest = hashlib.sha256()
    start = b""
    for position in range(0, len(text), _CHUNK_LENGTH):
        data = CleanText(text[position : position + _CHUNK_LENGTH]).encode("utf-8")
        if len(start) < maximum_size:
            start += data[: maximum_size - len(start)]
        size += len(data)
        digest.update(data)

    cut_text = start.decode("utf-8", errors="ignore")
    if size <= maximum_size:
        return cut_text, None, None
    return cut_text, size, digest.hexdigest()


def CutLabel(text):
    """Cuts a title, a path or a name that is kept for other records.

    Args:
      text (str): text or None.

    Returns:
      str: text, or its start with dots at the end, or None.
    """
    if text and len(text) > MAXIMUM_LABEL_LENGTH:
        return f"{text[: MAXIMUM_LABEL_LENGTH - 3]:s}..."
    return text or None


def CutText(text, maximum_size=MAXIMUM_TEXT_SIZE):
    """Cuts text to a maximum size.

    Args:
      text (str): clean text.
      maximum_size (Optional[int]): maximum number of bytes of the text as UTF-8.

    Returns:
      tuple[str, int, str]: text, and the size in bytes and SHA-256 of the whole text
          or None if the text was not cut.
    """
    # A character has at most 4 bytes.
    if len(text) * 4 <= maximum_size:
        return text, None, None
    if len(text) > _CHUNK_LENGTH:
        return CleanAndCutText(text, maximum_size=maximum_size)

    encoded_text = text.encode("utf-8", errors="backslashreplace")
    if len(encoded_text) <= maximum_size:
        return text, None, None

    cut_text = encoded_text[:maximum_size].decode("utf-8", errors="ignore")
    return cut_text, len(encoded_text), hashlib.sha256(encoded_text).hexdigest()


def DecodePartialJSON(text):
    """Decodes JSON that was cut off.

    What is open at the end is closed after the last whole token; a string that is a
    value is kept as far as it goes. The time is linear in the size of the text.

    Args:
      text (str): text of JSON up to where it was cut, of which the first 8 Mi
          characters are looked at.

    Returns:
      tuple[object, str]: JSON value, and the reason it could not be read or None.
    """
    if not isinstance(text, str):
        return None, "no text"

    text = text[:_MAXIMUM_PARTIAL_LENGTH]
    closers = []
    # The last position after which the document can be closed.
    safe_end = None
    # True where a string would be the name of a member.
    expects_name = False
    position, size = 0, len(text)
    for _ in range(_MAXIMUM_PARTIAL_TOKENS):
        match = _JSON_TOKEN_RE.match(text, position)
        if not match:
            break

        token = match.group(1)
        position = match.end()
        if token in ("{", "["):
            if len(closers) >= _MAXIMUM_PARTIAL_DEPTH:
                break
            closers.append("}" if token == "{" else "]")
            expects_name = token == "{"
        elif token in ("}", "]"):
            if not closers or closers[-1] != token:
                break
            closers.pop()
            expects_name = False
        elif token == ",":
            expects_name = bool(closers) and closers[-1] == "}"
            continue
        elif token == ":":
            expects_name = False
            continue
        elif token == '"':
            position = FindStringEnd(text, position)
            if position < 0:
                if not expects_name:
                    # A string that goes on beyond the end; half an escape is left out.
                    text = f'{_CutPartialEscape(text):s}"'
                    safe_end = len(text)
                break
            if expects_name:
                expects_name = False
                continue
        elif position == size and closers:
            # A number or a word may go on beyond the end.
            break
        safe_end = position
        if not closers:
            break

    if safe_end is None:
        return None, "nothing whole"
    # No bracket was opened or closed after the safe end.
    return DecodeJSON(f"{text[:safe_end]:s}{''.join(reversed(closers)):s}")


def DecodeDamagedJSON(value):
    """Decodes a stored value into JSON, as far as it can be read.

    Args:
      value (object): stored value, of which text, bytes and None are known.

    Returns:
      tuple[object, str]: JSON value, None if nothing of it can be read, and the reason
          that not all of it could be read or None.
    """
    json_value, reason = DecodeJSON(value)
    if reason:
        json_value, _ = DecodePartialJSON(DecodeText(value))
    return json_value, reason


def _CutPartialEscape(text):
    """Cuts half an escape off the end of a string of JSON.

    Args:
      text (str): text that ends within a string.

    Returns:
      str: text without the escape that is cut off, if there is one.
    """
    match = _PARTIAL_ESCAPE_RE.search(text, max(0, len(text) - 5))
    if not match:
        return text
    start = match.start()
    number_of_backslashes = start - len(text[:start].rstrip("\\"))
    return text if number_of_backslashes % 2 else text[:start]


def DecodeText(value):
    """Decodes a stored value into text.

    Args:
      value (object): stored value, of which text, bytes and None are known.

    Returns:
      str: text, in which bytes that are not UTF-8 are lone surrogates so that they
          do not break the JSON around them, or None if the value has no text.
    """
    if isinstance(value, str):
        return value
    if isinstance(value, (bytes, bytearray, memoryview)):
        return bytes(value).decode("utf-8", errors="surrogateescape")
    return None


def DecodeHexadecimal(text):
    """Decodes hexadecimal text.

    Args:
      text (str): text.

    Returns:
      bytes: data or None if the text is not hexadecimal.
    """
    if not isinstance(text, str) or not _IsHexadecimal(text):
        return None
    return bytes.fromhex(text)


def DecodeJSON(value):
    """Decodes a stored value into JSON.

    Control characters in strings are accepted, as are values stored as hexadecimal
    text; NaN and the infinities, which are not JSON, become None.

    Args:
      value (object): stored value, of which text, bytes and None are known.

    Returns:
      tuple[object, str]: JSON value, and the reason it could not be read or None.
    """
    text = DecodeText(value)
    if text is None:
        return None, "no value" if value is None else "neither text nor a blob"

    stripped_text = text.lstrip("\ufeff \t\r\n")
    if not stripped_text:
        return None, "empty value"

    if stripped_text[0] not in '{["' and _IsHexadecimal(stripped_text):
        data = bytes.fromhex(stripped_text)
        if data[:1] in (b"{", b"["):
            stripped_text = data.decode("utf-8", errors="surrogateescape")

    if _IsJSONTooLarge(stripped_text):
        return None, "JSON that takes too much memory"

    for decoder in (_JSON_DECODER, _LENIENT_JSON_DECODER):
        try:
            json_value = decoder.decode(stripped_text)
        except json.JSONDecodeError as exception:
            message = exception.msg.removesuffix(" at")
            return None, f"not JSON: {message:s} at character {exception.pos:d}"
        except RecursionError:
            return None, "JSON nested too deeply"
        except ValueError:
            # A number of more than 4300 digits must not cost what is around it.
            continue
        if json_value is not None or decoder is _JSON_DECODER:
            return json_value, None
    return None, "not JSON: number too large"


def _EstimateJSONMemory(text):
    """Estimates what the values of JSON take, without their text.

    Args:
      text (str): text.

    Returns:
      int: number of bytes if all signs stand outside of strings.
    """
    return sum(text.count(sign) * size for sign, size in _MEMORY_PER_SIGN)


def _IsJSONTooLarge(text):
    """Determines if JSON takes too much memory when it is decoded.

    Args:
      text (str): text.

    Returns:
      bool: True if it does.
    """
    if len(text) <= _UNCHECKED_JSON_LENGTH:
        return False

    # The text is there while its strings are made of it.
    maximum = MAXIMUM_JSON_MEMORY - 2 * sys.getsizeof(text)
    if _EstimateJSONMemory(text) <= maximum:
        return False

    # Many of the signs may stand in strings.
    estimate = 0
    is_string = False
    position = 0
    while position < len(text) and estimate <= maximum:
        chunk = text[position : position + _CHUNK_LENGTH]
        if (len(chunk) - len(chunk.rstrip("\\"))) % 2:
            # Not between a backslash and what it escapes.
            chunk = text[position : position + _CHUNK_LENGTH + 1]
        position += len(chunk)
        if "\\" in chunk:
            chunk = chunk.replace("\\\\", "").replace('\\"', "")
        parts = chunk.split('"')
        estimate += _EstimateJSONMemory("".join(parts[1 if is_string else 0 :: 2]))
        is_string = is_string != (len(parts) % 2 == 0)
    return estimate > maximum


def _IsHexadecimal(text):
    """Determines if text is hexadecimal.

    Args:
      text (str): text.

    Returns:
      bool: True if the text consists of pairs of hexadecimal digits.
    """
    return len(text) % 2 == 0 and bool(_HEXADECIMAL_RE.match(text))


def EncodeJSON(value):
    """Encodes a JSON value as compact text.

    Args:
      value (object): JSON value, as DecodeJSON returns it.

    Returns:
      str: compact JSON, or None if the value is nested too deeply.
    """
    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    except (RecursionError, TypeError, ValueError):
        return None


def FindStringEnd(text, position):
    """Finds the end of a JSON string.

    Args:
      text (str): text.
      position (int): position of the first character of the string.

    Returns:
      int: position after the string, or -1 if it has no end.
    """
    while True:
        quote = text.find('"', position)
        if quote < 0:
            return -1
        part = text[position:quote]
        position = quote + 1
        if (len(part) - len(part.rstrip("\\"))) % 2 == 0:
            return position


def GetBoolean(json_dict, name):
    """Retrieves a boolean.

    Args:
      json_dict (dict[str, object]): JSON object.
      name (str): name of the value.

    Returns:
      bool: boolean or None if not available. The numbers 0 and 1, as which SQLite
          stores booleans, are accepted.
    """
    value = json_dict.get(name)
    if isinstance(value, bool):
        return value
    if isinstance(value, int) and value in (0, 1):
        return bool(value)
    return None


def GetDictionary(json_dict, name):
    """Retrieves a JSON object.

    Args:
      json_dict (dict[str, object]): JSON object.
      name (str): name of the value.

    Returns:
      dict[str, object]: JSON object, empty if not available.
    """
    value = json_dict.get(name)
    return value if isinstance(value, dict) else {}


def GetInteger(json_dict, name):
    """Retrieves an integer.

    Args:
      json_dict (dict[str, object]): JSON object.
      name (str): name of the value.

    Returns:
      int: integer of at most 64 bits or None if not available.
    """
    return ToInteger(json_dict.get(name))


def GetList(json_dict, name):
    """Retrieves a list.

    Args:
      json_dict (dict[str, object]): JSON object.
      name (str): name of the value.

    Returns:
      list[object]: list, empty if not available.
    """
    value = json_dict.get(name)
    return value if isinstance(value, list) else []


def GetString(json_dict, name):
    """Retrieves a string.

    Args:
      json_dict (dict[str, object]): JSON object.
      name (str): name of the value.

    Returns:
      str: string that is not empty or None if not available. A number is returned as
          its text.
    """
    return ToString(json_dict.get(name))


def HashContent(content):
    """Measures content that is not to be stored.

    Args:
      content (object): text or bytes. Text is measured as UTF-8, in which what
          DecodeText kept as lone surrogates is the original bytes.

    Returns:
      tuple[int, str]: size in bytes and SHA-256, or (None, None) if there is no
          content.
    """
    if isinstance(content, str):
        try:
            content = content.encode("utf-8", errors="surrogateescape")
        except UnicodeEncodeError:
            content = content.encode("utf-8", errors="backslashreplace")
    elif not isinstance(content, (bytes, bytearray, memoryview)):
        return None, None
    return len(content), hashlib.sha256(content).hexdigest()


def ToInteger(value):
    """Converts a JSON value into an integer.

    Args:
      value (object): JSON value.

    Returns:
      int: integer of at most 64 bits, the fraction of a float dropped, or None if the
          value is not a number or too large.
    """
    if isinstance(value, bool):
        return None
    if isinstance(value, float):
        if not math.isfinite(value):
            return None
        value = int(value)
    elif isinstance(value, str):
        if not _INTEGER_RE.match(value):
            return None
        value = int(value, 10)
    elif not isinstance(value, int):
        return None

    return value if _INT64_MINIMUM <= value <= _INT64_MAXIMUM else None


def ToString(value):
    """Converts a JSON value into a string.

    Args:
      value (object): JSON value.

    Returns:
      str: string that is not empty or None if the value is neither a string nor a
          number.
    """
    if isinstance(value, str):
        return value or None
    if isinstance(value, (bool, type(None))):
        return None
    if isinstance(value, int):
        # Python refuses to print integers of more than 4300 digits.
        return f"{value:d}" if abs(value) < 1 << 1024 else None
    if isinstance(value, float):
        return repr(value)
    return None


def ToStrings(value):
    """Converts a JSON value into a list of strings.

    Args:
      value (object): JSON value.

    Returns:
      list[str]: the strings and numbers of a list, or the string itself.
    """
    if isinstance(value, list):
        strings = [ToString(element) for element in value]
        return [string for string in strings if string]
    string = ToString(value)
    return [string] if string else []


def ToText(value):
    """Converts a JSON value into text, whatever its type.

    Cursor stores the same member now as JSON in a string, now as an object
    (storage-facts 2.3).

    Args:
      value (object): JSON value.

    Returns:
      str: the string itself or compact JSON, or None if there is no value.
    """
    if value is None or value == "":
        return None
    if isinstance(value, str):
        return value
    return EncodeJSON(value)
