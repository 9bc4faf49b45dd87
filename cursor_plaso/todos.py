"""To-do items of an agent: of a composer, and of the front matter of a plan.

Both list {content, status} objects in a member "todos" (seed, "composerData" and
"Plans").
"""

from cursor_plaso import values


def GetTodos(json_dict, content_names=("content",)):
    """Retrieves to-do items.

    Args:
      json_dict (dict[str, object]): composerData or front matter of a plan.
      content_names (Optional[tuple[str, ...]]): names of the members that hold what is
          to be done, of which the first that has a text counts.

    Returns:
      list[str]: items, "<content> (<status>)", or "<content>" without a status.
    """
    todos = []
    for element in values.GetList(json_dict, "todos"):
        if not isinstance(element, dict):
            continue
        content = next(
            filter(None, (values.GetString(element, name) for name in content_names)),
            None,
        )
        status = values.GetString(element, "status")
        if content:
            todos.append(f"{content:s} ({status:s})" if status else content)
    return todos
