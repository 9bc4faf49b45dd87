"""Plain text of Lexical editor states, as which Cursor keeps rich text.

Source: storage-facts 2.3 (richText is a Lexical state) and 2.5 (initText).
"""

from cursor_plaso import values

_BLOCK_TYPES = frozenset(["paragraph", "heading", "listitem", "quote", "code"])


def GetPlainText(rich_text):
    """Retrieves the plain text of a rich text.

    Args:
      rich_text (object): JSON value: a Lexical state as an object or as JSON in a
          string, or plain text.

    Returns:
      str: text or None if there is none.
    """
    if isinstance(rich_text, str):
        stripped_text = rich_text.strip()
        if not stripped_text.startswith("{"):
            return stripped_text or None
        json_value, reason = values.DecodeJSON(stripped_text)
        if reason or not isinstance(json_value, dict):
            return stripped_text
        rich_text = json_value

    if not isinstance(rich_text, dict):
        return None

    pieces = []
    stack = [rich_text.get("root", rich_text)]
    while stack:
        node = stack.pop()
        if isinstance(node, str):
            pieces.append(node)
            continue
        if not isinstance(node, dict):
            continue

        text = node.get("text")
        if isinstance(text, str):
            pieces.append(text)
        elif node.get("type") == "linebreak":
            pieces.append("\n")

        children = node.get("children")
        if isinstance(children, list):
            if values.GetString(node, "type") in _BLOCK_TYPES:
                stack.append("\n")
            stack.extend(reversed(children))

    return "".join(pieces).strip() or None
