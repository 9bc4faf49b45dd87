"""Locations: URIs of VS Code as paths, and the user and platform a path tells.

Sources: seed "Where the project path is recorded", "Cursor IDE", "Cursor IDE on
Linux" and "Cursor IDE on Windows"; bug-reports 47 to 51.
"""

import re
import urllib.parse

_DRIVE_PATH_RE = re.compile(r"\A/?([A-Za-z]):(?=[/\\]|\Z)")

_HOME_RE = re.compile(
    r"(?:\A|.*?/)(?P<home>root|(?P<base>home|Users)/(?P<user>[^/]+))\Z",
    re.IGNORECASE | re.DOTALL,
)

_ANY_HOME_RE = re.compile(
    r".*(?:\A|/)(?P<base>home|Users)/(?P<user>[^/]+)/", re.IGNORECASE | re.DOTALL
)

# Directories of Cursor in a home directory, with the platform each tells.
_PLATFORM_PER_DIRECTORY = {
    "/Library/Application Support/Cursor": "macOS",
    "/AppData/Roaming/Cursor": "Windows",
    "/AppData/Local/Cursor": "Windows",
    "/.config/Cursor": "Linux",
    "/.local/state/cursor": "Linux",
    "/.cursor-server": "remote host",
    "/.cursor": None,
    "/.config/cursor": None,
}

# The last of them in a path, also that of another release of Cursor, or the one file of
# a home directory that is of Cursor.
_CURSOR_DIRECTORY_RE = re.compile(
    r"\A(?P<home>.*)(?:(?P<directory>"
    + "|".join(re.escape(name) for name in _PLATFORM_PER_DIRECTORY)
    + r")(?:[ _-](?i:nightly|insiders|preview|beta|dev|canary))?/|/\.cursor_info\Z)",
    re.DOTALL,
)

_PLATFORM_MARKERS = (
    ("/Library/Application Support/", "macOS"),
    ("/AppData/", "Windows"),
    ("/.config/", "Linux"),
    ("/.local/", "Linux"),
)

# File systems that tell the platform where the path does not.
_PLATFORM_PER_FILE_SYSTEM = {
    "APFS": "macOS",
    "EXT": "Linux",
    "HFS": "macOS",
    "NTFS": "Windows",
    "XFS": "Linux",
}


def GetFileURIPath(uri):
    """Retrieves the path of a file URI as the fsPath of VS Code has it.

    Args:
      uri (str): URI, such as "file:///c%3A/Users/ana/demo".

    Returns:
      str: path, such as "c:\\Users\\ana\\demo" with the drive letter in lower case,
          or None if the URI is not a file URI.
    """
    if not isinstance(uri, str) or uri[:5].lower() != "file:":
        return None

    rest = uri[5:]
    authority = ""
    if rest.startswith("//"):
        authority, slash, rest = rest[2:].partition("/")
        rest = slash + rest

    path = urllib.parse.unquote(rest, errors="backslashreplace")
    authority = urllib.parse.unquote(authority, errors="backslashreplace")
    if authority and authority.lower() != "localhost":
        return f"\\\\{authority:s}{path:s}".replace("/", "\\")
    return NormalizePath(path) or None


def GetPathFromURI(uri):
    """Retrieves the path that a URI names, local or remote.

    Args:
      uri (object): JSON value: a URI as a string, or an object with the members of a
          VS Code URI (fsPath, external, scheme, authority and path).

    Returns:
      str: path as the fsPath of VS Code has it, or None if not available.
    """
    if isinstance(uri, dict):
        # Older versions wrote the private member of the class (_fsPath).
        for name in ("fsPath", "_fsPath"):
            path = uri.get(name)
            if isinstance(path, str) and path:
                return NormalizePath(path)

        external = uri.get("external")
        if isinstance(external, str) and external:
            return GetPathFromURI(external)

        path = uri.get("path")
        if not isinstance(path, str) or not path:
            return None
        authority = uri.get("authority")
        if uri.get("scheme") == "file" and isinstance(authority, str) and authority:
            return f"\\\\{authority:s}{path:s}".replace("/", "\\")
        return NormalizePath(path)

    if not isinstance(uri, str) or not uri:
        return None

    path = GetFileURIPath(uri)
    if path:
        return path

    scheme, separator, rest = uri.partition("://")
    if separator and scheme.replace("-", "").replace(".", "").isalnum():
        _, slash, path = rest.partition("/")
        path = urllib.parse.unquote(path, errors="backslashreplace")
        return NormalizePath(slash + path) or None

    return NormalizePath(uri)


def GetRemoteAuthority(uri):
    """Retrieves the authority of a vscode-remote URI.

    Args:
      uri (object): JSON value: a URI as a string, or an object with the members of a
          VS Code URI.

    Returns:
      str: decoded authority, such as "ssh-remote+host", or None if the URI is not
          remote.
    """
    if isinstance(uri, dict):
        authority = uri.get("authority")
        if uri.get("scheme") == "vscode-remote" and isinstance(authority, str):
            return urllib.parse.unquote(authority, errors="backslashreplace") or None
        uri = uri.get("external")

    if not isinstance(uri, str) or not uri.lower().startswith("vscode-remote://"):
        return None
    authority = uri[len("vscode-remote://") :].partition("/")[0]
    return urllib.parse.unquote(authority, errors="backslashreplace") or None


def GetURIText(uri):
    """Retrieves the text of a URI.

    Args:
      uri (object): JSON value: a URI as a string, or an object with the members of a
          VS Code URI.

    Returns:
      str: URI as stored, or None if not available.
    """
    if isinstance(uri, str):
        return uri or None
    if not isinstance(uri, dict):
        return None
    external = uri.get("external")
    if isinstance(external, str) and external:
        return external
    path = uri.get("path")
    scheme = uri.get("scheme")
    if not path or not isinstance(path, str):
        return None
    if not scheme or not isinstance(scheme, str):
        return None
    authority = uri.get("authority")
    authority = authority if isinstance(authority, str) else ""
    return f"{scheme:s}://{authority:s}{path:s}"


def GetUserAndPlatform(path, type_indicator=None):
    """Determines the user and the platform that the path of an evidence file tells.

    The part of the path before the directory of Cursor has to be a home directory, so
    that the home directory of an examiner, in which evidence was collected, is not
    taken for the user's.

    Args:
      path (str): path of the file, with slashes or backslashes.
      type_indicator (Optional[str]): dfVFS type indicator of the file system.

    Returns:
      tuple[str, str]: name of the user and platform, each None if the path does not
          tell.
    """
    path = path.replace("\\", "/")
    if not path.startswith("/"):
        path = f"/{path:s}"

    platform = None
    home_path = None
    match = _CURSOR_DIRECTORY_RE.match(path)
    if match:
        platform = _PLATFORM_PER_DIRECTORY.get(match.group("directory"))
        home_path = match.group("home")

    username = None
    base = None
    if home_path is not None:
        match = _HOME_RE.match(home_path)
        if not match and type_indicator != "OS":
            match = _ANY_HOME_RE.match(f"{home_path:s}/")
        if match:
            base = match.group("base")
            username = match.group("user") or "root"
    elif type_indicator not in (None, "OS"):
        match = _ANY_HOME_RE.match(path)
        if match:
            base = match.group("base")
            username = match.group("user")
        elif path.lower().startswith("/root/"):
            username = "root"

    if not platform:
        for marker, marker_platform in _PLATFORM_MARKERS:
            if marker in path:
                platform = marker_platform
                break
    if not platform and (
        (base and base.lower() == "home") or (username == "root" and not base)
    ):
        platform = "Linux"
    if not platform:
        platform = _PLATFORM_PER_FILE_SYSTEM.get(type_indicator)

    return username, platform


def NormalizePath(path):
    """Normalises a path to the form that the fsPath of VS Code has.

    Args:
      path (str): path.

    Returns:
      str: path, of which a Windows one has backslashes and the drive letter in lower
          case.
    """
    match = _DRIVE_PATH_RE.match(path)
    if match:
        rest = path[match.end() :].replace("/", "\\")
        return f"{match.group(1).lower():s}:{rest:s}"
    return path
