"""Paths of evidence files: whether Cursor wrote the file, and for which project.

A path is looked at with forward slashes, whatever the file system. Sources: seed
"Cursor IDE", "Cursor IDE on Linux", "Cursor IDE on Windows", "~/.cursor as the IDE
writes it", "Cursor Agent CLI" and "Project-local files"; storage-facts 1.8 and 7.
"""

import re

_VARIANT = r"(?:[ _-](?:nightly|insiders|preview|beta|dev|canary))?"

# Directories that Cursor owns, in lower case: .cursor and .cursor-server, the user data
# directory in the application data directories of the platforms, the machine-wide
# settings, a user data directory that was copied elsewhere under its own name, and what
# the extensions of Cursor keep in one of any name.
_CURSOR_DIRECTORY_RE = re.compile(
    r"/(?:\.cursor" + _VARIANT + r"(?:-server" + _VARIANT + r")?|"
    r"(?:application support|\.config|appdata/roaming|appdata/local|roaming|"
    r"\.local/state|\.local/share|programdata|etc)/cursor" + _VARIANT + r"|"
    r"cursor" + _VARIANT + r"(?=/(?:user(?:-data)?|agentstores|update-supervisor)/)|"
    r"globalstorage/anysphere\.[^/]+|"
    r"cursor_agent_stores)/"
)

# What Cursor only keeps copies of there: extensions, plugins and what they brought.
_FOREIGN_DIRECTORY_RE = re.compile(
    r"/\.cursor[^/]*/(?:extensions|plugins|bin)/|/node_modules/|/agent-cli/"
)

# What is only in the directory .cursor of a user, not in that of a project.
_USER_DIRECTORY_RE = re.compile(
    r"\A/(?:acp-sessions|ai-tracking|chats|managed|projects)/", re.IGNORECASE
)

# The directory that holds .cursor is the home directory of a user.
_HOME_DIRECTORY_RE = re.compile(
    r"(?:\A|/)(?:root|(?:home|users)/[^/]+)\Z", re.IGNORECASE
)

_USER_DATA_RE = re.compile(
    r"(?P<user>.*/user)/(?:globalstorage|workspacestorage|history|profiles)/",
    re.DOTALL,
)


# Start of the names of the files in which macOS keeps, on other file systems and in
# archives, what it knows of the file of the rest of the name.
APPLE_DOUBLE_PREFIX = "._"

# What stands before the last home directory of a path.
_COPIED_HOME_RE = re.compile(r"(.*)/(?:home|Users)/[^/]+/", re.DOTALL)


def GetCursorDirectory(path):
    """Retrieves the directory named .cursor that holds a file.

    Args:
      path (str): normalised path of the file.

    Returns:
      str: path of the last directory of the path whose name is .cursor, or None if
          there is none.
    """
    position = path.lower().rfind("/.cursor/")
    return None if position < 0 else path[: position + len("/.cursor")]


def GetProjectPath(path):
    """Retrieves the project folder of a file that stands in its directory .cursor.

    Args:
      path (str): normalised path of the file.

    Returns:
      str: path of the folder that holds the directory .cursor, with forward slashes as
          the path, or None if that is a home directory or there is none.
    """
    cursor_directory = GetCursorDirectory(path)
    if not cursor_directory or _USER_DIRECTORY_RE.match(path[len(cursor_directory) :]):
        return None
    project_path = cursor_directory[: -len("/.cursor")]
    if not project_path or _HOME_DIRECTORY_RE.search(project_path):
        return None
    return project_path


def GetOriginalPath(path):
    """Retrieves what was the path of a folder before it was copied elsewhere.

    Args:
      path (str): normalised path of a folder of a copied tree, or None.

    Returns:
      str: path from the last home directory in it on, or the path as it is.
    """
    match = _COPIED_HOME_RE.match(path) if path else None
    return path[match.end(1) :] if match else path


def GetScope(path):
    """Determines what the settings of a file apply to.

    Args:
      path (str): normalised path of the file.

    Returns:
      str: "user", "project", "managed" for what the administrator of a team has
          distributed, or "enterprise" for machine-wide settings.
    """
    lower_path = path.lower()
    if "/.cursor/managed/" in lower_path:
        return "managed"
    if GetProjectPath(path):
        return "project"
    if GetCursorDirectory(path) or "/.config/cursor" in lower_path:
        return "user"
    if re.search(r"/(?:application support|programdata|etc)/cursor[^/]*/", lower_path):
        return "enterprise"
    return "user"


def GetUserDataPath(path):
    """Retrieves the directory User of the user data directory that holds a file.

    Args:
      path (str): normalised path of the file.

    Returns:
      str: path of the directory or None if the file is not in one. Visual Studio Code
          and its other descendants have such a directory too.
    """
    match = _USER_DATA_RE.match(path.lower())
    return path[: match.end("user")] if match else None


def IsCursorPath(path):
    """Determines if the path alone tells that Cursor, or its user for it, wrote a file.

    Args:
      path (str): normalised path of the file.

    Returns:
      bool: True if the file stands in a directory of Cursor.
    """
    lower_path = path.lower()
    return bool(
        _CURSOR_DIRECTORY_RE.search(lower_path)
        and not _FOREIGN_DIRECTORY_RE.search(lower_path)
    )


def Normalize(location):
    """Normalises the location of a path specification.

    Args:
      location (str): location, with the separators of its file system.

    Returns:
      str: path with forward slashes that starts with one.
    """
    path = location.replace("\\", "/")
    return path if path.startswith("/") else f"/{path:s}"
