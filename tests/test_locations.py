"""Tests of locations."""

import hypothesis
import pytest
from hypothesis import strategies as hypothesis_strategies

from cursor_plaso import locations
from tests import strategies


@pytest.mark.parametrize(
    "uri,expected",
    [
        ("file:///srv", "file:///srv"),
        ({"external": "file:///srv", "path": "/x"}, "file:///srv"),
        (
            {
                "scheme": "vscode-remote",
                "authority": "background-composer+bc-e1",
                "path": "/home/ubuntu/demo",
            },
            "vscode-remote://background-composer+bc-e1/home/ubuntu/demo",
        ),
        ({"fsPath": "/srv"}, None),
        ({"scheme": 5, "path": "/srv"}, None),
        ("", None),
        (5, None),
        (None, None),
    ],
)
def testGetURIText(uri, expected):
    """A URI is told as stored, or made of the members that are."""
    assert locations.GetURIText(uri) == expected


@pytest.mark.parametrize(
    "uri,expected",
    [
        ("file:///home/ana/demo", "/home/ana/demo"),
        ("file:///home/ana/My%20Project", "/home/ana/My Project"),
        # The fsPath of VS Code has the drive letter in lower case.
        ("file:///c%3A/Users/ana/demo", "c:\\Users\\ana\\demo"),
        ("file:///C:/Users/ana/demo", "c:\\Users\\ana\\demo"),
        ("file://server/share/demo", "\\\\server\\share\\demo"),
        ("file://localhost/home/ana", "/home/ana"),
        ("FILE:///home/ana", "/home/ana"),
        ("file:/home/ana", "/home/ana"),
        ("file:///", "/"),
        ("file:///home/%FF", "/home/\\xff"),
        ("vscode-remote://ssh-remote%2Bhost/home/ana", None),
        ("/home/ana", None),
        (None, None),
        (7, None),
    ],
)
def testGetFileURIPath(uri, expected):
    """A file URI gives the path that VS Code shows (bug-reports 50)."""
    assert locations.GetFileURIPath(uri) == expected


@pytest.mark.parametrize(
    "uri,expected",
    [
        ("file:///srv/proj", "/srv/proj"),
        ("vscode-remote://ssh-remote%2Bhost/home/ana/demo", "/home/ana/demo"),
        ("vscode-remote://wsl%2BUbuntu/home/ana", "/home/ana"),
        ("/srv/proj", "/srv/proj"),
        ("C:\\Users\\ana", "c:\\Users\\ana"),
        ({"fsPath": "/srv/proj"}, "/srv/proj"),
        ({"_fsPath": "/srv/proj"}, "/srv/proj"),
        ({"external": "file:///srv/proj"}, "/srv/proj"),
        ({"path": "/C:/Users/ana", "scheme": "file"}, "c:\\Users\\ana"),
        (
            {"authority": "server", "path": "/share", "scheme": "file"},
            "\\\\server\\share",
        ),
        ({"path": 7}, None),
        ({}, None),
        ("", None),
        (None, None),
        ([], None),
    ],
)
def testGetPathFromURI(uri, expected):
    """A URI as text or as the object of VS Code gives its path."""
    assert locations.GetPathFromURI(uri) == expected


@pytest.mark.parametrize(
    "uri,expected",
    [
        ("vscode-remote://ssh-remote%2Bhost/home/ana", "ssh-remote+host"),
        (
            {"authority": "wsl+Ubuntu", "path": "/", "scheme": "vscode-remote"},
            "wsl+Ubuntu",
        ),
        ({"external": "vscode-remote://ssh-remote%2Bhost/"}, "ssh-remote+host"),
        ("file:///home/ana", None),
        ({"authority": "server", "scheme": "file"}, None),
        (None, None),
    ],
)
def testGetRemoteAuthority(uri, expected):
    """The host of a remote folder is decoded."""
    assert locations.GetRemoteAuthority(uri) == expected


_STATE = "User/globalStorage/state.vscdb"


@pytest.mark.parametrize(
    "path,type_indicator,expected",
    [
        (f"/home/ana/.config/Cursor/{_STATE}", "EXT", ("ana", "Linux")),
        (f"/root/.config/Cursor/{_STATE}", "EXT", ("root", "Linux")),
        (
            f"\\Users\\ana\\AppData\\Roaming\\Cursor\\{_STATE}",
            "NTFS",
            ("ana", "Windows"),
        ),
        (
            f"/Users/ana/Library/Application Support/Cursor/{_STATE}",
            "APFS",
            ("ana", "macOS"),
        ),
        (
            "/home/ana/.cursor/projects/p/agent-transcripts/c/c.jsonl",
            "EXT",
            ("ana", "Linux"),
        ),
        ("/Users/ana/.cursor/ai-tracking/a.db", "APFS", ("ana", "macOS")),
        ("\\Users\\ana\\.cursor\\mcp.json", "NTFS", ("ana", "Windows")),
        ("/home/ana/.cursor-server/data/x", "EXT", ("ana", "remote host")),
        # Evidence that an examiner collected into the home directory.
        (
            f"/home/examiner/case1/home/ana/.config/Cursor/{_STATE}",
            "OS",
            ("ana", "Linux"),
        ),
        ("/home/examiner/case1/.cursor/mcp.json", "OS", (None, None)),
        ("/srv/case/state.vscdb", "OS", (None, None)),
        ("/srv/case/state.vscdb", None, (None, None)),
        ("", None, (None, None)),
        # Other releases of Cursor, and the one file of a home directory.
        ("/home/ana/.config/Cursor Nightly/User/x", "OS", ("ana", "Linux")),
        ("/Users/ana/.cursor-nightly/mcp.json", "OS", ("ana", None)),
        ("/home/ana/.cursor_info", "OS", ("ana", "Linux")),
        ("/home/ana/x.cursor_info", "OS", (None, None)),
        ("/home/ana/.config/CursorX/User/x", "OS", (None, "Linux")),
    ],
)
def testGetUserAndPlatform(path, type_indicator, expected):
    """The home directory before the directory of Cursor tells the user."""
    assert locations.GetUserAndPlatform(path, type_indicator) == expected


def testNormalizePath():
    """Only a Windows path changes."""
    assert locations.NormalizePath("/C:/Users/ana") == "c:\\Users\\ana"
    assert locations.NormalizePath("c:/Users") == "c:\\Users"
    assert locations.NormalizePath("D:") == "d:"
    assert locations.NormalizePath("/srv/C:/x") == "/srv/C:/x"
    assert locations.NormalizePath("cd:/x") == "cd:/x"


_NEARLY_PATHS = hypothesis_strategies.lists(
    hypothesis_strategies.sampled_from(
        [
            "/",
            "\\",
            "home",
            "Users",
            "root",
            ".cursor",
            ".config/Cursor",
            "ana",
            "c:",
            "%",
        ]
        + ["file://", "vscode-remote://", "AppData/Roaming/Cursor", "\udcff", "%FF"]
    ),
    max_size=12,
).map("".join)


@strategies.PROPERTY
@hypothesis.given(
    _NEARLY_PATHS | strategies.TEXTS,
    hypothesis_strategies.sampled_from([None, "OS", "EXT", "NTFS", "APFS", "TSK"]),
)
def testGetUserAndPlatformProperties(path, type_indicator):
    """Any path gives a name without separators and a known platform, or none."""
    username, platform = locations.GetUserAndPlatform(path, type_indicator)

    assert username is None or (username and "/" not in username)
    assert platform in (None, "Linux", "Windows", "macOS", "remote host")


@strategies.PROPERTY
@hypothesis.given(
    _NEARLY_PATHS
    | strategies.JSON_VALUES
    | strategies.JSONObjects(
        authority="host", external="file:///x", fsPath="/x", path="/x", scheme="file"
    )
)
def testURIsNeverRaise(uri):
    """Any JSON value gives text that is not empty, or none."""
    for function in (
        locations.GetFileURIPath,
        locations.GetPathFromURI,
        locations.GetRemoteAuthority,
    ):
        text = function(uri)
        assert text is None or (isinstance(text, str) and text)


def testLongPathsAreQuick():
    """The patterns take time in proportion to the path."""
    for part in ("/home/a", "/Users", "home/", "/.cursor", "/root"):
        assert locations.GetUserAndPlatform(part * 100000, "EXT")
