"""Rich text: the text of the JSON that Cursor's input field stores."""

from cursor_plaso import values

_BLOCK_TYPES = frozenset(["code", "heading", "listitem", "paragraph", "quote"])


def ExtractText(rich_text):
    """Extracts the text of rich text.

    Args:
      rich_text (str): JSON of a Lexical editor state, {"root": {"children": [...]}}, of
          which the leaves have a "text".

    Returns:
      str: text, a line per block, or None if there is none.
    """
    json_value, problem = values.DecodeJSON(rich_text)
    if problem or not isinstance(json_value, dict):
        return None

    lines = [[]]
    stack = [json_value.get("root")]
    while stack:
        node = stack.pop()
        if not isinstance(node, dict):
            continue
        if values.GetString(node, "type") in _BLOCK_TYPES and lines[-1]:
            lines.append([])
        if node.get("type") == "linebreak":
            lines.append([])
        text = node.get("text")
        if isinstance(text, str):
            lines[-1].append(text)
        children = values.GetList(node, "children")
        stack.extend(reversed(children))
    return "\n".join("".join(line) for line in lines).strip() or None
