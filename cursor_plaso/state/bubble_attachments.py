"""What is attached to a bubble: files, folders, links, commits and conversations.

The attachments of a prompt are in its context; lists beside it hold what else was sent
with the message or came with the reply. Sources: seed, "User bubbles"; storage-facts
2.2 (relevantFiles of November 2024) and 2.3 (Context attachments, other keys); for the
names of the lists agent-v1-fields, aiserver.v1.ConversationMessage.
"""

from cursor_plaso import locations
from cursor_plaso import values

# Lists of the context of a prompt, and what their elements are.
_CONTEXT_LISTS = (
    ("fileSelections", "file"),
    ("folderSelections", "folder"),
    ("terminalFiles", "terminal"),
    ("selections", "selection"),
    ("externalLinks", "link"),
    ("selectedDocs", "documentation"),
    ("cursorRules", "rule"),
    ("uiElementSelections", "UI element"),
    ("pastChats", "past chat"),
)

# Lists of the bubble itself.
_LISTS = (
    ("relevantFiles", "relevant file"),
    ("attachedFolders", "folder"),
    ("attachedFoldersNew", "folder"),
    ("attachedCodeChunks", "code"),
    ("codebaseContextChunks", "code of the code base"),
    ("recentlyViewedFiles", "recently viewed file"),
    ("commits", "commit"),
    ("pullRequests", "pull request"),
    ("gitDiffs", "git diff"),
    ("externalLinks", "link"),
    ("webReferences", "web page"),
    ("aiWebSearchResults", "web search result"),
    ("docsReferences", "documentation"),
    ("documentationSelections", "documentation"),
    ("knowledgeItems", "knowledge item"),
    ("notepads", "notepad"),
    ("consoleLogs", "console log"),
    ("uiElementPicked", "UI element"),
    ("cursorRules", "rule"),
    ("cursorCommands", "command"),
    ("pastChats", "past chat"),
    ("summarizedComposers", "summarised conversation"),
    ("interpreterResults", "interpreter result"),
    ("suggestedCodeBlocks", "suggested code block"),
    ("assistantSuggestedDiffs", "suggested diff"),
    ("humanChanges", "change by the person"),
    ("fileLinks", "file link"),
    ("symbolLinks", "symbol link"),
)

# Members that name an element, the most telling first.
_NAMES = (
    "relativeWorkspacePath",
    "relativePath",
    "filePath",
    "path",
    "absolutePath",
    "url",
    "filename",
    "fileName",
    "composerId",
    "agentId",
    "symbolName",
    "name",
    "title",
    "sha",
    "commitHash",
    "hash",
    "id",
)


def GetAttachments(bubble):
    """Retrieves what is attached to a bubble.

    Args:
      bubble (dict[str, object]): bubble.

    Returns:
      list[str]: what the attachments are and what names them, or how many of a list
          nothing names.
    """
    bubble_context = values.GetDictionary(bubble, "context")
    attachments = GetElements(bubble_context, _CONTEXT_LISTS)
    attachments.extend(GetElements(bubble, _LISTS))

    location = values.GetDictionary(bubble, "currentFileLocationData")
    path = GetTarget(location)
    if path:
        line_number = values.GetInteger(location, "lineNumber")
        line = f" line {line_number:d}" if line_number is not None else ""
        attachments.append(f"current file {path:s}{line:s}")

    number_of_images = len(values.GetList(bubble, "images")) or len(
        values.GetList(bubble_context, "selectedImages")
    )
    if number_of_images:
        attachments.append(f"{number_of_images:d} images")
    number_of_selections = len(values.GetList(bubble_context, "terminalSelections"))
    if number_of_selections:
        attachments.append(f"{number_of_selections:d} terminal selections")
    return attachments


def GetCallAttachments(tool_data):
    """Retrieves what is attached to a tool call.

    Args:
      tool_data (dict[str, object]): toolFormerData of a bubble (storage-facts 2.3: a
          member of 1,155 of 35,677 tool records of 3.15.6, of which no document tells
          the shape).

    Returns:
      list[str]: what names the attachments, or the members of what nothing names.
    """
    attachments = tool_data.get("attachments")
    if not attachments:
        return []
    if isinstance(attachments, str):
        attachments = _Decode(attachments)
    if isinstance(attachments, dict):
        # An object of lists, or one attachment.
        lists = {
            name: element
            for name, element in attachments.items()
            if isinstance(element, list) and element
        }
        if lists:
            texts = []
            for name in lists:
                _AddElements(texts, lists, name, name)
            return texts
        attachments = [attachments]
    if not isinstance(attachments, list):
        attachments = [attachments]
    texts = []
    _AddElements(texts, {"attachments": attachments}, "attachments", "")
    return texts


def GetElements(json_dict, lists):
    """Retrieves the elements of lists of attachments.

    Args:
      json_dict (dict[str, object]): JSON object with the lists.
      lists (tuple[tuple[str, str], ...]): names of the lists, and what their elements
          are.

    Returns:
      list[str]: what the elements are and what names them, or how many of a list
          nothing names.
    """
    attachments = []
    for name, label in lists:
        _AddElements(attachments, json_dict, name, label)
    return attachments


def GetTarget(element):
    """Retrieves what names an element of a list of attachments.

    Args:
      element (object): JSON value: a string, or an object with a URI or a name.

    Returns:
      str: path, URL, name or identifier, or None if nothing names the element.
    """
    if isinstance(element, str):
        element = _Decode(element)
    if not isinstance(element, dict):
        return values.ToString(element)
    path = locations.GetPathFromURI(element.get("uri"))
    for name in _NAMES:
        path = path or values.GetString(element, name)
    return path


def _AddElements(attachments, json_dict, name, label):
    """Adds the elements of a list.

    Args:
      attachments (list[str]): what is attached, which is added to.
      json_dict (dict[str, object]): JSON object with the list.
      name (str): name of the list.
      label (str): what the elements are, which may be empty.
    """
    unnamed = 0
    for element in values.GetList(json_dict, name):
        target = GetTarget(element)
        if target:
            attachments.append(f"{label:s} {target:s}".strip())
        elif element not in (None, "", [], {}):
            unnamed += 1
    if unnamed:
        attachments.append(f"{unnamed:d} of {name:s}")


def _Decode(text):
    """Decodes an element that may be JSON in a string.

    Args:
      text (str): text.

    Returns:
      object: JSON object or list, or the text as it is.
    """
    if text[:1] in ("{", "["):
        json_value, _ = values.DecodeJSON(text)
        if isinstance(json_value, (dict, list)):
            return json_value
    return text
