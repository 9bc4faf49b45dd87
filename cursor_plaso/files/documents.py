"""JSON documents, with or without comments, from a file.

Cursor reads some of its settings as JSON with comments and trailing commas (seed
"~/.cursor as the IDE writes it", argv.json; permissions.json reference); users write
them with editors that put a byte order mark or UTF-16.
"""

import codecs
import re

from cursor_plaso import values

# What is looked for outside of strings. A string is searched for its end: as a pattern
# it would take 100 bytes of memory per character.
_STRING_OR_COMMENT_RE = re.compile(r'"|//|/\*')
_TRAILING_COMMA_RE = re.compile(r",(?=\s*[}\]])")

# A larger document has no comments: what a person writes is small.
_MAXIMUM_COMMENTED_LENGTH = 8 * 1024 * 1024


def DecodeDocument(data):
    """Decodes a JSON document.

    Args:
      data (bytes): data of the document.

    Returns:
      tuple[object, str]: JSON value, and the reason it could not be read or None.
    """
    text = DecodeText(data)
    json_value, reason = values.DecodeJSON(text)
    if (
        reason
        and len(text) <= _MAXIMUM_COMMENTED_LENGTH
        and ("//" in text or "/*" in text or _TRAILING_COMMA_RE.search(text))
    ):
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
    parts = []
    # What stands between two strings, without comments.
    signs = []
    position = 0
    while position < len(text):
        match = _STRING_OR_COMMENT_RE.search(text, position)
        if not match:
            signs.append(text[position:])
            break

        start = match.start()
        signs.append(text[position:start])
        if match.group() == '"':
            parts.append(_TRAILING_COMMA_RE.sub(" ", "".join(signs)))
            signs = []
            end = values.FindStringEnd(text, start + 1)
            position = end if end >= 0 else len(text)
            parts.append(text[start:position])
        else:
            signs.append(" ")
            if match.group() == "//":
                end = text.find("\n", start)
            else:
                end = text.find("*/", start + 2)
                end = end + 2 if end >= 0 else end
            position = end if end >= 0 else len(text)

    parts.append(_TRAILING_COMMA_RE.sub(" ", "".join(signs)))
    return "".join(parts)
