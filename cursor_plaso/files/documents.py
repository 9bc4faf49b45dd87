"""JSON documents, with or without comments, from a file.

Cursor reads some of its settings as JSON with comments and trailing commas (seed
"~/.cursor as the IDE writes it", argv.json; permissions.json reference); users write
them with editors that put a byte order mark or UTF-16.
"""

import codecs
import re

from cursor_plaso import values

# A string, which may be cut off, or a comment: each matches without going back, so
# that the time stays linear.
_STRING_OR_COMMENT_RE = re.compile(
    r"\"(?:[^\"\\]|\\.)*\"?|//[^\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL
)
_STRING_OR_COMMA_RE = re.compile(r"\"(?:[^\"\\]|\\.)*\"?|,(?=\s*[}\]])", re.DOTALL)


def DecodeDocument(data):
    """Decodes a JSON document.

    Args:
      data (bytes): data of the document.

    Returns:
      tuple[object, str]: JSON value, and the reason it could not be read or None.
    """
    text = DecodeText(data)
    json_value, reason = values.DecodeJSON(text)
    if reason and ("//" in text or "/*" in text or re.search(r",\s{0,256}[}\]]", text)):
        uncommented_value, uncommented_reason = values.DecodeJSON(StripComments(text))
        if not uncommented_reason:
            return uncommented_value, None
    return json_value, reason


def DecodeText(data):
    """Decodes the data of a text file.

    Args:
      data (bytes): data of the file.

    Returns:
      str: text without byte order mark, in which bytes that are not UTF-8 are lone
          surrogates.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", errors="replace")
    return data.decode("utf-8", errors="surrogateescape").removeprefix("\ufeff")


def StripComments(text):
    """Removes comments and trailing commas from JSON.

    Args:
      text (str): JSON with comments.

    Returns:
      str: JSON.
    """
    text = _STRING_OR_COMMENT_RE.sub(_KeepString, text)
    return _STRING_OR_COMMA_RE.sub(_KeepString, text)


def _KeepString(match):
    """Keeps a string and removes anything else.

    Args:
      match (re.Match): match of a string, a comment or a comma.

    Returns:
      str: the string or a space.
    """
    text = match.group()
    return text if text[0] == '"' else " "
