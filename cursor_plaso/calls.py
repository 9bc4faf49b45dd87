"""Tool calls in one line: what a call was about, whatever store it was read from.

The arguments of a call have other names in every store: the transcripts and the
agent.v1 tree write what the model wrote ("path", "glob_pattern"), the bubbles what the
editor made of it ("relativeWorkspacePath", "globPattern"). Names are compared without
regard to case and underscores. Sources: seed "Tool bubbles" and "Agent transcript
JSONL", storage-facts 2.3 and 6, agent-v1-fields "ToolCall".
"""

import re

from cursor_plaso import values

# The whole arguments stand beside the summary.
_MAXIMUM_SUMMARY_LENGTH = 1024

_MAXIMUM_ELEMENTS = 8

# A longer result is not decoded for its exit code, which is looked for in the text.
_MAXIMUM_RESULT_LENGTH = 65536

_EXIT_CODE_RE = re.compile(
    r"(?<!\\)\"(exitCode(?:V2)?)\"\s{0,8}:\s{0,8}(-?[0-9]{1,10})\b"
)

# Calls within calls: an MCP call, and the call that it wraps.
_MAXIMUM_DEPTH = 3

_COMMAND_NAMES = ("command", "cmd", "commandline", "script")

_PATH_NAMES = (
    "path",
    "paths",
    "filepath",
    "filepaths",
    "targetfile",
    "targetfiles",
    "relativeworkspacepath",
    "relativepath",
    "abspath",
    "absolutepath",
    "effectiveuri",
    "targetnotebook",
    "notebookpath",
    "filename",
    "file",
    "files",
    "uri",
    "planpath",
)

_DIRECTORY_NAMES = (
    "targetdirectory",
    "targetdirectories",
    "directorypath",
    "directory",
    "dir",
    "glob",
)

_PATTERN_NAMES = (
    "globpattern",
    "pattern",
    "regex",
    "query",
    "searchterm",
    "searchquery",
    "symbol",
    "symbolname",
)

_URL_NAMES = ("url", "urls")

# What the model wrote about the call, where nothing tells what the call touches.
_TEXT_NAMES = (
    "description",
    "title",
    "name",
    "prompt",
    "question",
    "overview",
    "explanation",
    "instructions",
    "message",
    "text",
    "content",
)

_IDENTIFIER_NAMES = (
    "taskid",
    "taskids",
    "shellid",
    "agentid",
    "resume",
    "id",
)

_SERVER_NAMES = (
    "namespace",
    "servername",
    "serverid",
    "serveridentifier",
    "provideridentifier",
    "server",
)

_TOOL_NAMES = ("toolname", "name")

_WORKING_DIRECTORY_NAMES = ("workingdirectory", "cwd", "workdir", "currentdirectory")

_PATCH_MARKERS = (
    "*** Add File: ",
    "*** Update File: ",
    "*** Delete File: ",
    "*** Move to: ",
)


def DecodeArguments(arguments):
    """Decodes arguments that are stored as text.

    Args:
      arguments (object): arguments of the call.

    Returns:
      object: JSON object or list, or the arguments as they are.
    """
    if isinstance(arguments, (bytes, bytearray)):
        arguments = values.DecodeText(arguments)
    if isinstance(arguments, str) and arguments.lstrip()[:1] in ("{", "["):
        decoded_arguments, _ = values.DecodeJSON(arguments)
        if isinstance(decoded_arguments, (dict, list)):
            return decoded_arguments
    return arguments


def GetCallSummary(tool_name, arguments):
    """Summarises the arguments of a tool call.

    Args:
      tool_name (str): name of the tool as stored, or None.
      arguments (object): arguments of the call: a JSON object, or text that is JSON,
          a patch or anything else, or None.

    Returns:
      str: command, path, query or other main argument of the call, of at most 1024
          characters, or None if there is none. The text is not changed otherwise: a
          command may have several lines.
    """
    summary = _Summarise(tool_name, DecodeArguments(arguments), 0)
    if summary and len(summary) > _MAXIMUM_SUMMARY_LENGTH:
        summary = f"{summary[:_MAXIMUM_SUMMARY_LENGTH - 3]:s}..."
    return summary or None


def GetExitCode(result):
    """Retrieves the exit code of a command.

    Args:
      result (object): result of a call: JSON in a string or an object, with the member
          exitCodeV2 or exitCode (storage-facts 2.3).

    Returns:
      int: exit code or None if not available.
    """
    if isinstance(result, str):
        if '"exitCode' not in result:
            return None
        if len(result) > _MAXIMUM_RESULT_LENGTH:
            exit_codes = dict(_EXIT_CODE_RE.findall(result))
            result = {name: int(digits, 10) for name, digits in exit_codes.items()}
        else:
            result, _ = values.DecodeJSON(result)
    if not isinstance(result, dict):
        return None
    for name in ("exitCodeV2", "exitCode"):
        exit_code = values.GetInteger(result, name)
        if exit_code is not None:
            return exit_code
    return None


def GetPath(arguments):
    """Retrieves the path of the file or the directory that a call is about.

    Args:
      arguments (object): arguments of the call: a JSON object, or text that is one, or
          None.

    Returns:
      str: path, or paths separated by commas, or None if the arguments name none.
    """
    arguments = DecodeArguments(arguments)
    if not isinstance(arguments, dict):
        return None
    return _GetText(_NormalizeNames(arguments), _PATH_NAMES)


def GetWorkingDirectory(arguments):
    """Retrieves the working directory of a command.

    Args:
      arguments (object): arguments of the call: a JSON object, or text that is one, or
          None.

    Returns:
      str: working directory or None if the arguments do not tell.
    """
    arguments = DecodeArguments(arguments)
    if not isinstance(arguments, dict):
        return None
    return _GetText(_NormalizeNames(arguments), _WORKING_DIRECTORY_NAMES)


def _GetPatchSummary(text):
    """Summarises a patch.

    Args:
      text (str): patch in the form of the ApplyPatch tool.

    Returns:
      str: files the patch names and what it does with each, or None if the text is
          not a patch.
    """
    if not text.lstrip().startswith("*** Begin Patch"):
        return None

    files = []
    for line in text[: 1024 * 1024].splitlines():
        if line.startswith(_PATCH_MARKERS):
            files.append(line[4:].strip())
    return _JoinElements(files) or None


def _GetText(arguments, names, separator=", "):
    """Retrieves the first argument that has text.

    Args:
      arguments (dict[str, object]): arguments by normalised name.
      names (tuple[str, ...]): normalised names, the most telling first.
      separator (Optional[str]): what stands between the texts of a list.

    Returns:
      str: text, or texts of a list joined, or None if not available.
    """
    for name in names:
        value = arguments.get(name)
        if value is None:
            continue
        if isinstance(value, list):
            text = _JoinElements(
                [_GetElementText(element) for element in value[:_MAXIMUM_ELEMENTS]],
                separator=separator,
                number_of_elements=len(value),
            )
        else:
            text = values.ToString(value)
        if text and not text.isspace():
            return text
    return None


def _GetElementText(element):
    """Retrieves the text of an element of a list.

    Args:
      element (object): JSON value.

    Returns:
      str: text or None if the element has none.
    """
    if isinstance(element, dict):
        return _GetText(
            {
                name: value
                for name, value in _NormalizeNames(element).items()
                if not isinstance(value, list)
            },
            ("content", "prompt", "question", "text", "path", "title", "name", "id"),
        )
    return values.ToString(element)


def _JoinElements(elements, separator=", ", number_of_elements=0):
    """Joins elements.

    Args:
      elements (list[str]): elements, of which some may be None.
      separator (Optional[str]): what stands between the elements.
      number_of_elements (Optional[int]): number of elements there are in all.

    Returns:
      str: joined elements, and dots at the end if there are more.
    """
    texts = [element for element in elements[:_MAXIMUM_ELEMENTS] if element]
    if texts and max(len(elements), number_of_elements) > _MAXIMUM_ELEMENTS:
        texts.append("...")
    return separator.join(texts)


def _NormalizeNames(arguments):
    """Normalises the names of arguments.

    Args:
      arguments (dict[str, object]): arguments.

    Returns:
      dict[str, object]: arguments by name in lower case without underscores, where of
          two names that become the same the first counts.
    """
    normalized_arguments = {}
    for name, value in arguments.items():
        if isinstance(name, str):
            normalized_arguments.setdefault(name.replace("_", "").lower(), value)
    return normalized_arguments


def _Summarise(tool_name, arguments, depth):
    """Summarises arguments.

    Args:
      tool_name (str): name of the tool or None.
      arguments (object): decoded arguments.
      depth (int): number of calls that this one is within.

    Returns:
      str: summary or None.
    """
    if isinstance(arguments, str):
        return _GetPatchSummary(arguments) or arguments.strip()

    if isinstance(arguments, list):
        return _GetText({"arguments": arguments}, ("arguments",))

    if not isinstance(arguments, dict):
        return values.ToString(arguments)

    if not arguments:
        return None

    normalized_arguments = _NormalizeNames(arguments)

    summary = _SummariseWrappedCall(tool_name, normalized_arguments, depth)
    if summary:
        return summary

    command = _GetText(normalized_arguments, _COMMAND_NAMES, separator=" ")
    if command:
        return command

    patch = normalized_arguments.get("patch") or normalized_arguments.get("input")
    if isinstance(patch, str):
        summary = _GetPatchSummary(patch)
        if summary:
            return summary

    pattern = _GetText(normalized_arguments, _PATTERN_NAMES)
    path = _GetText(normalized_arguments, _PATH_NAMES) or _GetText(
        normalized_arguments, _DIRECTORY_NAMES
    )
    if pattern and path:
        return f"{pattern:s} in {path:s}"

    for text in (
        pattern,
        _GetText(normalized_arguments, _URL_NAMES),
        path,
        _GetText(normalized_arguments, ("questions",)),
        # To which mode, before why.
        _GetText(normalized_arguments, ("targetmodeid",)),
        _GetText(normalized_arguments, _TEXT_NAMES),
        _GetText(normalized_arguments, ("todos",)),
        _GetText(normalized_arguments, _IDENTIFIER_NAMES),
    ):
        if text:
            return text

    return values.EncodeJSON(arguments)


def _SummariseWrappedCall(tool_name, arguments, depth):
    """Summarises the call of a tool of an MCP server.

    Args:
      tool_name (str): name of the tool or None.
      arguments (dict[str, object]): arguments by normalised name.
      depth (int): number of calls that this one is within.

    Returns:
      str: server, tool and summary of the arguments of the wrapped call, or None if
          there is no wrapped call.
    """
    # The params of an MCP bubble: {"tools": [{"name", "parameters", "serverName"}]}.
    tools = arguments.get("tools")
    if isinstance(tools, list) and tools and isinstance(tools[0], dict):
        arguments = _NormalizeNames(tools[0])
        if "name" not in arguments:
            return None
    elif not isinstance(arguments.get("toolname"), str):
        return None

    server = _GetText(arguments, _SERVER_NAMES)
    tool = _GetText(arguments, _TOOL_NAMES)
    # MCP bubbles are named after the server and tool they call.
    name = "/".join(text for text in (server, tool) if text)
    if not server and tool == tool_name:
        name = ""

    wrapped_arguments = arguments.get("arguments")
    for other_name in ("parameters", "args", "input"):
        if wrapped_arguments is None:
            wrapped_arguments = arguments.get(other_name)

    summary = None
    if wrapped_arguments is not None and depth < _MAXIMUM_DEPTH:
        summary = _Summarise(tool, DecodeArguments(wrapped_arguments), depth + 1)
    return ": ".join(text for text in (name, summary) if text)
