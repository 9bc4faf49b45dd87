"""Tests that files of other programs give no event and no warning.

The samples are made from the public schemas of the programs: editors that share their
code with Cursor, browsers, other agents, and files whose names or tables are like those
of Cursor.
"""

import json
import os

import pytest

from tests import evidence
from tests import hostile_lib

_MILLISECONDS = 1792600000000

# What every fork of VS Code keeps in ItemTable.
_EDITOR_ITEMS = (
    ("__$__isNewStorageMarker", "true"),
    ("chat.ChatSessionStore.index", {"version": 1, "entries": {}}),
    ("chat.participantNameRegistry", []),
    ("colorThemeData", {"id": "vs-dark", "label": "Dark"}),
    ("content.trust.model.key", {"uriTrustInfo": [{"uri": {"path": "/srv"}}]}),
    ("extensionsIdentifiers/disabled", []),
    ("github-ana", [{"id": "vscode.github", "name": "GitHub", "allowed": True}]),
    (
        "github-ana-usages",
        [{"extensionId": "vscode.github", "lastUsed": _MILLISECONDS}],
    ),
    (
        "history.recentlyOpenedPathsList",
        {
            "entries": [
                {"folderUri": "file:///srv/proj"},
                {"fileUri": "file:///srv/a.py"},
            ]
        },
    ),
    ("interactive.sessions", [{"sessionId": "s", "requests": [{"message": "hello"}]}]),
    ("memento/workbench.editors.files.textFileEditor", {"a": 1}),
    ('secret://{"extensionId":"vscode.github","key":"github.auth"}', "v11secret"),
    ("telemetry.firstSessionDate", "Thu, 01 Oct 2026 10:00:00 GMT"),
    ("telemetry.machineId", "0123456789abcdef"),
    ("vscode.github", {"branchProtection:file:///srv/proj": []}),
    ("workbench.panel.chat.numberOfVisibleViews", "1"),
)

_EDITORS = {
    "Code": (),
    "Code - Insiders": (("chat.tools.autoApprove", "true"),),
    "VSCodium": (),
    "Windsurf": (
        ("codeium.windsurf", {"lastLoginEmail": "ana@example.test"}),
        ("windsurf.settings.cachedPlanInfo", {"planName": "Pro"}),
        ("windsurfAuthStatus", {"apiKey": "x"}),
        ("chat.workspaceTransfer", []),
    ),
    "Trae": (("memento/icube-ai-agent-storage", {"list": []}), ("iCubeAuthInfo", "x")),
}

_BROWSER_TABLES = {
    "google-chrome/Default/History": (
        "CREATE TABLE meta (key LONGVARCHAR NOT NULL UNIQUE PRIMARY KEY, value LONGVARCHAR)",
        "CREATE TABLE urls (id INTEGER PRIMARY KEY AUTOINCREMENT, url LONGVARCHAR, title "
        "LONGVARCHAR, visit_count INTEGER DEFAULT 0 NOT NULL, typed_count INTEGER DEFAULT "
        "0 NOT NULL, last_visit_time INTEGER NOT NULL, hidden INTEGER DEFAULT 0 NOT NULL)",
        "CREATE TABLE visits (id INTEGER PRIMARY KEY AUTOINCREMENT, url INTEGER NOT NULL, "
        "visit_time INTEGER NOT NULL, from_visit INTEGER, transition INTEGER)",
        "INSERT INTO urls (url, title, last_visit_time) VALUES ('https://cursor.com/', "
        "'Cursor', 13437000000000000)",
        "INSERT INTO meta VALUES ('version', '66')",
    ),
    "google-chrome/Default/Cookies": (
        "CREATE TABLE meta (key LONGVARCHAR NOT NULL UNIQUE PRIMARY KEY, value LONGVARCHAR)",
        "CREATE TABLE cookies (creation_utc INTEGER NOT NULL, host_key TEXT NOT NULL, name "
        "TEXT NOT NULL, value TEXT NOT NULL, encrypted_value BLOB NOT NULL)",
    ),
    "firefox/a.default/places.sqlite": (
        "CREATE TABLE moz_places (id INTEGER PRIMARY KEY, url LONGVARCHAR, title "
        "LONGVARCHAR, rev_host LONGVARCHAR, visit_count INTEGER DEFAULT 0)",
        "CREATE TABLE moz_historyvisits (id INTEGER PRIMARY KEY, from_visit INTEGER, "
        "place_id INTEGER, visit_date INTEGER, visit_type INTEGER)",
        "CREATE TABLE moz_meta (key TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID",
        "INSERT INTO moz_places (url) VALUES ('https://cursor.com/')",
    ),
    "firefox/a.default/storage.sqlite": (
        "CREATE TABLE ItemTable (key TEXT UNIQUE, value BLOB)",
        "INSERT INTO ItemTable VALUES ('session', x'00')",
    ),
    # Local storage of old browsers has this very table.
    "webkit/https_cursor.com_0.localstorage": (
        "CREATE TABLE ItemTable (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB NOT NULL "
        "ON CONFLICT FAIL)",
        "INSERT INTO ItemTable VALUES ('theme', x'6400610072006b00')",
    ),
    # Tables that are named as those of the stores of Cursor are.
    "other/blobs.db": (
        "CREATE TABLE blobs (id TEXT PRIMARY KEY, data BLOB)",
        "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT)",
        "INSERT INTO blobs VALUES ('avatar-1', x'89504e47')",
        "INSERT INTO meta VALUES ('version', '3')",
    ),
    "other/numbers.db": (
        "CREATE TABLE blobs (id INTEGER PRIMARY KEY, data BLOB)",
        "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT)",
        "INSERT INTO blobs VALUES (1, x'0a20')",
        "INSERT INTO meta VALUES ('0', '{}')",
    ),
    "other/conversations.db": (
        "CREATE TABLE conversations (id TEXT PRIMARY KEY, title TEXT, updated_at INTEGER)",
        "CREATE TABLE agents (id TEXT PRIMARY KEY, name TEXT)",
        "CREATE TABLE runs (id TEXT PRIMARY KEY, agent_id TEXT)",
        "CREATE TABLE files (path TEXT PRIMARY KEY, size INTEGER)",
        "INSERT INTO conversations VALUES ('a', 'b', 1)",
        "INSERT INTO agents VALUES ('a', 'b')",
    ),
}

_CLAUDE_LINES = (
    {
        "type": "user",
        "message": {"role": "user", "content": "hello"},
        "uuid": "5b1f0c1e-0000-4000-8000-00000000c1a1",
        "timestamp": "2026-10-01T10:00:00.000Z",
        "cwd": "/srv",
    },
    {
        "type": "assistant",
        "message": {"role": "assistant", "content": [{"type": "text", "text": "hi"}]},
    },
)

_CODEX_LINES = (
    {
        "timestamp": "2026-10-01T10:00:00Z",
        "type": "session_meta",
        "payload": {"id": "x"},
    },
    {"type": "response_item", "payload": {"role": "user", "content": []}},
)

# Files in the home directory of a user.
_FILES = {
    ".vscode/argv.json": '// comment\n{"crash-reporter-id": "x"}',
    ".vscode/mcp.json": {"servers": {"a": {"command": "x"}}},
    ".claude/settings.json": {
        "hooks": {"PreToolUse": []},
        "permissions": {"allow": []},
    },
    ".claude/hooks.json": {"hooks": {"PreToolUse": [{"command": "x"}]}},
    ".claude/projects/-srv/5b1f0c1e-0000-4000-8000-00000000c1a1.jsonl": _CLAUDE_LINES,
    ".codex/auth.json": {"OPENAI_API_KEY": "x", "tokens": {"access_token": "y"}},
    ".codex/sessions/2026/10/01/rollout-1.jsonl": _CODEX_LINES,
    ".gemini/mcp-oauth-tokens.json": [],
    ".config/Code/machineid": "0123456789abcdef",
    ".config/Code/User/globalStorage/storage.json": {
        "telemetry.machineId": "x",
        "windowsState": {"lastActiveWindow": {"folder": "file:///srv"}},
        "backupWorkspaces": {"folders": [{"folderUri": "file:///srv"}]},
    },
    ".config/Code/User/History/-1a2b/entries.json": {
        "version": 1,
        "resource": "file:///srv/a.py",
        "entries": [{"id": "x.py", "timestamp": _MILLISECONDS}],
    },
    ".config/Code/User/workspaceStorage/w/workspace.json": {"folder": "file:///srv"},
    ".config/Code/User/workspaceStorage/w/chatSessions/s.json": {
        "version": 3,
        "requests": [{"message": {"text": "hello"}, "response": []}],
    },
    "proj/package.json": {"name": "x", "version": "1.0.0"},
    "proj/composer.json": {"require": {}},
    "proj/metadata.json": {"createdAt": _MILLISECONDS, "files": []},
    "proj/meta.json": {"title": "x", "createdAtMs": _MILLISECONDS},
    "proj/state.json": {"phase": "done", "version": 1},
    "proj/result.json": {"completedAt": "2026-10-01T10:00:00.000Z"},
    "proj/mcp.json": {"mcpServers": {"a": {"command": "x"}}},
    "proj/hooks.json": {"hooks": {"a": [{"command": "x"}]}},
    "proj/permissions.json": {"terminalAllowlist": ["x"]},
    "proj/sandbox.json": {"type": "x"},
    "proj/cli.json": {"permissions": {"allow": ["x"]}},
    "proj/repo.json": {"id": "x"},
    "proj/prompt_history.json": ["a", "b"],
    "proj/ide_state.json": {"recentlyViewedFiles": ["a"]},
    "proj/auth.json": {"token": "x"},
    "proj/mount.json": {"pid": 1},
    "proj/sync.lock": {"pid": 1},
    "proj/machineid": "0123456789abcdef",
    "proj/events.jsonl": ({"type": "a", "phase": "b"}, {"type": "c"}),
    "proj/agents.ndjson": ({"agentId": "x", "name": "y"},),
    "proj/messages.jsonl": (
        {"role": "user", "content": "hello"},
        {"role": "assistant", "content": "hi"},
    ),
    "proj/finetune.jsonl": (
        {"messages": [{"role": "user", "content": "hello"}]},
        {"messages": []},
    ),
    "proj/chat.json": {"messages": [{"role": "user", "content": "hello"}]},
    "proj/chat.txt": "user:\nhello\n\nassistant:\nhi\n",
    "proj/terminals/1.txt": "---\ntitle: notes\n---\ntext\n",
    "proj/notes.txt": "user: ana\n",
    "proj/README.md": "# Cursor\n\nExported on Monday from Cursor\n",
    "proj/roadmap.plan.md": "---\ntitle: x\n---\ntext\n",
    "proj/old.plan.md": "# No front matter\n",
    "proj/sales.csv": "Date,Model,Total\n2026-10-01,Van,3\n",
    "proj/usage.csv": "Date,User,Kind\n2026-10-01,ana,x\n",
    "proj/empty.json": "",
    "proj/empty.jsonl": "",
    "proj/broken.json": "{",
    "proj/deep.json": "[" * 5000,
    "proj/binary.txt": "\x00\x01\x02",
    "Cursor.txt": "user:\n",
}


def _WriteEditor(directory, name, items):
    """Writes the stores of an editor.

    Args:
      directory (str): path of the home directory.
      name (str): name of the editor.
      items (list[tuple[str, object]]): rows of ItemTable that only it has.
    """
    user_path = os.path.join(directory, ".config", name, "User")
    for path in ("globalStorage", os.path.join("workspaceStorage", "w")):
        for file_name in ("state.vscdb", "state.vscdb.backup"):
            evidence.WriteStateDatabase(
                os.path.join(user_path, path, file_name),
                item_rows=(*_EDITOR_ITEMS, *items),
                header_columns=0,
                has_disk_kv=False,
            )


def _WriteFile(path, content):
    """Writes a file.

    Args:
      path (str): path of the file.
      content (object): text, a JSON value, or a tuple of the JSON values of its lines.
    """
    if isinstance(content, tuple):
        content = "".join(f"{json.dumps(line):s}\n" for line in content)
    elif not isinstance(content, str):
        content = json.dumps(content)
    evidence.WriteFile(path, content.encode("utf-8"))


def _AssertForeign(path):
    """Asserts that files give nothing.

    Args:
      path (str): path of a file or directory.
    """
    result = hostile_lib.Read(path)

    assert result["counts"] == {}
    assert result["warnings"] == []


@pytest.mark.parametrize("name", sorted(_EDITORS))
def testEditor(name, tmp_path):
    """An editor that shares its code with Cursor is not Cursor."""
    _WriteEditor(str(tmp_path), name, _EDITORS[name])

    _AssertForeign(str(tmp_path))


@pytest.mark.parametrize("name", sorted(_BROWSER_TABLES))
def testDatabase(name, tmp_path):
    """Neither is a browser, nor what has tables of the same names."""
    path = str(tmp_path.joinpath(*name.split("/")))
    with evidence.NewDatabase(path) as connection:
        for statement in _BROWSER_TABLES[name]:
            connection.execute(statement)

    _AssertForeign(path)


def testDatabaseWithLog(tmp_path):
    """The log beside a database of another program is no reason to warn."""
    path = str(tmp_path / "History")
    with evidence.PendingWAL(path) as connection:
        for statement in _BROWSER_TABLES["google-chrome/Default/History"]:
            connection.execute(statement)
    evidence.PatchFile(f"{path:s}-wal", 200, b"\xff" * 400)

    _AssertForeign(str(tmp_path))


@pytest.mark.parametrize("name", sorted(_FILES))
def testFile(name, tmp_path):
    """A file of another program is refused, whatever its name."""
    path = str(tmp_path.joinpath("home", "ana", *name.split("/")))
    _WriteFile(path, _FILES[name])

    _AssertForeign(path)
