"""Whole file systems in small: a Linux, a Windows and a macOS machine of one user.

The Linux machine is that of the seed's fixtures, with its truncated transcript. The
Windows and the macOS machine hold nothing broken: they must give no warning. Linux
and Windows are what the disk images hold (images/make_images.py).

On each machine the global store has a -wal file that was never checkpointed: it edits
a prompt, deletes a conversation and adds another one.
"""

import hashlib
import os
import shutil

from test_data.recipes import edits
from test_data.recipes import files
from test_data.recipes import home
from test_data.recipes import registry
from test_data.recipes import seed
from test_data.recipes import settings
from test_data.recipes import stores
from test_data.recipes import wal
from tests import evidence

_START = evidence.START_MILLISECONDS

# When the conversation that the WAL lost was deleted.
DELETED_MILLISECONDS = _START + 10800000


def Write(directory):
    """Writes the trees.

    Args:
      directory (str): path of the directory test_data.
    """
    directory = os.path.join(directory, "trees")
    _WriteLinux(os.path.join(directory, "linux"))
    _WriteWindows(os.path.join(directory, "windows"))
    _WriteMacOS(os.path.join(directory, "macos"))


def GetConversations(platform):
    """Makes the conversations of a machine.

    Args:
      platform (home.Platform): platform.

    Returns:
      dict[str, Conversation]: conversations: "kept", whose first prompt the WAL edits,
          "deleted", which the WAL deletes, and "new", which only the WAL has.
    """
    identifiers = {
        name: evidence.MakeUUID(f"{platform.name:s}/{name:s}")
        for name in ("kept", "deleted", "new")
    }
    kept = home.MakeCalendarConversation(platform, identifiers["kept"], _START)

    deleted = evidence.Conversation(identifiers["deleted"], _START + 3600000)
    deleted.AddUser("Where are the backups kept?")
    deleted.AddThinking("Look for a configuration file.")
    deleted.AddTool(
        "read_file_v2",
        {"targetFile": platform.MakePath("backup.cfg")},
        {"contents": "target = /mnt/backup\n"},
    )
    deleted.AddAssistant("In /mnt/backup, as backup.cfg says.")

    new = evidence.Conversation(identifiers["new"], _START + 7200000, "grok-4.7")
    new.AddUser("Write a commit message")
    new.AddAssistant("Add subtract() to calc.py")

    return {"kept": kept, "deleted": deleted, "new": new}


def WriteGlobalStore(
    path, platform, rows=(), headers=(), item_rows=(), has_backup=False
):
    """Writes the global store of a machine, with its WAL.

    Args:
      path (str): path of the state.vscdb.
      platform (home.Platform): platform.
      rows (Optional[list[tuple[str, object]]]): more rows of cursorDiskKV.
      headers (Optional[list[dict[str, object]]]): more rows of composerHeaders.
      item_rows (Optional[list[tuple[str, object]]]): rows of ItemTable.
      has_backup (Optional[bool]): True for a .backup of the state before the WAL.

    Returns:
      dict[str, Conversation]: conversations. See GetConversations.
    """
    conversations = GetConversations(platform)
    workspace = platform.GetWorkspaceIdentifier()
    names = {
        "kept": "Failing test",
        "deleted": "Backups",
        "new": "Commit message",
    }

    edit, edit_rows = edits.MakeEdit(
        evidence.MakeUUID(f"{platform.name:s}/edit"),
        platform.folder,
        uri=platform.uri,
        start=_START + 1800000,
    )
    edit_header = edit.GetHeaderRow(
        name="Add subtract",
        workspaceId=workspace["id"],
        workspaceIdentifier=workspace,
    )

    def GetRows(name):
        """Retrieves the rows of a conversation.

        Args:
          name (str): name of the conversation.

        Returns:
          list[tuple[str, object]]: rows.
        """
        return conversations[name].GetRows(
            chunk_size=1000,
            name=names[name],
            workspaceIdentifier=workspace,
            blobEncryptionKey=platform.MakeSecret(f"blob-key-{name:s}"),
            speculativeSummarizationEncryptionKey=platform.MakeSecret("summary-key"),
            conversationState="~",
        )

    def GetHeader(name):
        """Retrieves the row of composerHeaders of a conversation.

        Args:
          name (str): name of the conversation.

        Returns:
          dict[str, object]: row.
        """
        return conversations[name].GetHeaderRow(
            name=names[name],
            workspaceId=workspace["id"],
            workspaceIdentifier=workspace,
            trackedGitRepos=[
                {
                    "repoPath": platform.folder,
                    "branches": [{"branchName": "main"}],
                }
            ],
        )

    evidence.WriteStateDatabase(
        path,
        [*rows, *edit_rows, *GetRows("kept"), *GetRows("deleted")],
        [*headers, edit_header, GetHeader("kept"), GetHeader("deleted")],
        item_rows,
    )
    if has_backup:
        shutil.copyfile(path, f"{path:s}.backup")

    with evidence.PendingWAL(path) as connection:
        key, value = conversations["kept"].rows[0]
        edited_value = {**value, "text": "Show the failing test and run it again"}
        evidence.InsertRows(connection, [(key, edited_value)])
        wal.DeleteConversation(
            connection,
            conversations["deleted"].composer_identifier,
            deleted=DELETED_MILLISECONDS,
        )
        evidence.InsertRows(connection, GetRows("new"))
        evidence.InsertComposerHeaders(connection, [GetHeader("new")])

    return conversations


def _GetSearchRows(conversations):
    """Makes the rows of conversation-search.db of the conversations of a machine.

    Args:
      conversations (dict[str, Conversation]): conversations.

    Returns:
      list[dict[str, object]]: rows: the deleted conversation has none.
    """
    return [
        {
            "fts_rowid": 30 + index,
            "source": "local",
            "scope": "",
            "id": conversations[name].composer_identifier,
            "title": title,
            "branches": "main",
            "body": "\n".join(
                value["text"] for _, value in conversations[name].rows if value["text"]
            ),
            "updated_at": conversations[name].milliseconds,
            "is_archived": 0,
            "root_fingerprint": f"{index:d}" * 64,
        }
        for index, (name, title) in enumerate(
            (("kept", "Failing test"), ("new", "Commit message"))
        )
    ]


def _MakeStorageName(text):
    """Makes the name of a directory of workspaceStorage.

    Args:
      text (str): what the name is of.

    Returns:
      str: 32 hexadecimal digits.
    """
    return hashlib.md5(text.encode("utf-8")).hexdigest()


def _WriteWorkspaceStorage(directory, platform, conversations, kinds):
    """Writes the directory workspaceStorage of a machine.

    Args:
      directory (str): path of the directory.
      platform (home.Platform): platform.
      conversations (dict[str, Conversation]): conversations.
      kinds (list[str]): names of further kinds of windows. See
          files.GetWorkspaceFiles.
    """
    workspace = os.path.join(directory, platform.GetWorkspaceIdentifier()["id"])
    evidence.WriteFile(
        os.path.join(workspace, "workspace.json"),
        evidence.DumpJSON({"folder": platform.uri}),
    )
    files.WriteWorkspaceStore(
        workspace,
        [conversations["kept"].composer_identifier],
        ["Show the failing test, then run it", "Delete the test file"],
    )

    workspace_files = files.GetWorkspaceFiles()
    for kind in kinds:
        name = "-3a879060" if kind == "cloud_agent" else _MakeStorageName(kind)
        workspace = os.path.join(directory, name)
        evidence.WriteFile(
            os.path.join(workspace, "workspace.json"),
            evidence.DumpJSON(workspace_files[kind]),
        )
        items = {}
        if kind == "cloud_agent":
            items["workbench.backgroundComposer.workspacePersistentData"] = {
                "cachedInWindowBackgroundComposer": {
                    "bcId": "bc-e1",
                    "data": {"hasLocalChanges": False, "status": 2},
                    "timestamp": 1790020100000,
                },
                "isSideBarExpanded": True,
            }
        files.WriteWorkspaceStore(workspace, [], **items)


def _WriteProfile(path):
    """Writes the store of a profile: the seed's conversations, nothing broken.

    The conversations c1 and c2 are those of the Linux machine's global store.

    Args:
      path (str): path of the state.vscdb.
    """
    rows = [
        row
        for row in seed.GetDiskRows()
        if not row[0].startswith(("agentKv:", "bcCachedDetails:"))
    ]
    evidence.WriteStateDatabase(path, rows, seed.GetHeaders(), page_size=1024)


def _WriteLinux(directory):
    """Writes the Linux machine.

    Args:
      directory (str): path of the root directory.
    """
    platform = home.LINUX
    user_home = os.path.join(directory, "home", "ana")
    cursor = os.path.join(user_home, ".cursor")
    user = os.path.join(user_home, ".config", "Cursor", "User")
    global_storage = os.path.join(user, "globalStorage")

    _WriteLinuxSystem(directory)

    conversations = WriteGlobalStore(
        os.path.join(global_storage, "state.vscdb"),
        platform,
        seed.GetDiskRows(),
        seed.GetHeaders(),
        seed.GetItemRows()
        + settings.GetSecretRows()
        + settings.GetAccountRows()
        + settings.GetSourceHostRows(platform.folder)
        + settings.GetProjectRows(platform.folder),
        has_backup=True,
    )
    evidence.WriteConversationSearch(
        os.path.join(global_storage, "conversation-search.db"),
        seed.GetSearchConversations() + _GetSearchRows(conversations),
    )
    seed.WriteOAuthAttempt(
        os.path.join(global_storage, "mcp-oauth-attempts", "0000.json")
    )
    edits.WriteCheckpoint(
        os.path.join(global_storage, "anysphere.cursor-commits", "checkpoints"),
        "r1",
        "/srv/proj",
    )
    home.WriteUserDirectory(user, platform, "/home/ana/.config/Cursor/User")
    _WriteWorkspaceStorage(
        os.path.join(user, "workspaceStorage"),
        platform,
        conversations,
        ["code_workspace", "remote_ssh", "remote_container", "cloud_agent"],
    )
    storage = os.path.join(user, "workspaceStorage", seed.WORKSPACE_IDENTIFIER)
    evidence.WriteFile(
        os.path.join(storage, "workspace.json"),
        evidence.DumpJSON({"folder": "file:///srv/proj"}),
    )
    files.WriteWorkspaceStore(storage, ["c1"], ["Add a subtract function"])
    stores.WriteSyncStore(
        os.path.join(
            user_home,
            ".local",
            "state",
            "cursor",
            "agent-stores",
            "cursor_agent_stores",
            "u1001",
        )
    )

    seed.WriteCursorHome(cursor)
    home.WriteCursorDirectory(cursor, platform)
    kept = conversations["kept"]
    deleted = conversations["deleted"]
    home.WriteProjectDirectory(
        os.path.join(cursor, "projects", platform.slug),
        platform,
        {
            f"{conversation.composer_identifier:s}/"
            f"{conversation.composer_identifier:s}": home.MakeTranscript(
                conversation, platform, -240
            )
            for conversation in (kept, deleted)
        }
        | {
            f"{kept.composer_identifier:s}/subagents/"
            f"{evidence.MakeUUID('linux/subagent'):s}": [
                evidence.MakeTranscriptUser(
                    "\nList the tests\n",
                    evidence.ToTranscriptTimestamp(_START + 60000, -240),
                ),
                evidence.MakeTranscriptAssistant("There is test_add."),
                evidence.MakeTurnEnded(),
            ]
        },
    )
    home.WriteAgentSession(
        os.path.join(cursor, "chats", _MakeStorageName(platform.folder)),
        platform,
        evidence.MakeUUID("linux/session"),
        ["Count to two"],
    )
    home.WriteAgentSession(
        os.path.join(cursor, "acp-sessions"),
        platform,
        evidence.MakeUUID("linux/acp"),
        ["Count to two"],
    )
    evidence.WriteFile(
        os.path.join(user_home, ".config", "cursor", "auth.json"),
        {
            "accessToken": platform.MakeSecret("auth-access"),
            "refreshToken": platform.MakeSecret("auth-refresh"),
        },
    )
    evidence.WriteFile(
        os.path.join(user_home, ".cursor_info"), platform.MakeSecret("cursor-info")
    )

    _WriteServer(os.path.join(user_home, ".cursor-server"))

    home.WriteProject(os.path.join(user_home, "proj", "demo"), platform)
    home.WriteDownloads(os.path.join(user_home, "Downloads"))
    evidence.WriteFile(os.path.join(directory, "srv", "proj", "calc.py"), edits.AFTER)
    evidence.WriteFile(
        os.path.join(directory, "root", ".cursor", "cli-config.json"),
        {
            "version": 1,
            "approvalMode": "unrestricted",
            "permissions": {"allow": ["Shell(systemctl)"], "deny": []},
        },
    )


def _WriteServer(directory):
    """Writes what a remote server of Cursor keeps: a tree like the local one.

    Args:
      directory (str): path of the directory .cursor-server.
    """
    user = os.path.join(directory, "data", "User")
    conversation = evidence.Conversation(
        evidence.MakeUUID("server/conversation"), _START + 14400000
    )
    conversation.AddUser("What runs on this server?")
    conversation.AddAssistant("A web server and a database.")
    evidence.WriteStateDatabase(
        os.path.join(user, "globalStorage", "state.vscdb"),
        conversation.GetRows(chunk_size=1000, name="Server"),
        [conversation.GetHeaderRow(name="Server")],
        page_size=1024,
    )


def _WriteLinuxSystem(directory):
    """Writes what tells that a file system is Linux.

    Args:
      directory (str): path of the root directory.
    """
    for name, text in (
        (
            "os-release",
            'PRETTY_NAME="Ubuntu 26.04 LTS"\nNAME="Ubuntu"\nVERSION_ID="26.04"\n'
            "ID=ubuntu\n",
        ),
        ("hostname", "lin-ana\n"),
        ("timezone", "Europe/Zurich\n"),
        (
            "passwd",
            "root:x:0:0:root:/root:/bin/bash\n"
            "ana:x:1000:1000:Ana Example:/home/ana:/bin/bash\n",
        ),
    ):
        evidence.WriteFile(os.path.join(directory, "etc", name), text)


def _WriteWindows(directory):
    """Writes the Windows machine.

    Args:
      directory (str): path of the root directory.
    """
    platform = home.WINDOWS
    user_home = os.path.join(directory, "Users", "ana")
    roaming = os.path.join(user_home, "AppData", "Roaming", "Cursor")
    user = os.path.join(roaming, "User")
    global_storage = os.path.join(user, "globalStorage")
    cursor = os.path.join(user_home, ".cursor")

    conversations = WriteGlobalStore(
        os.path.join(global_storage, "state.vscdb"),
        platform,
        [("bcCachedDetails:bc-e1", seed.MakeCachedDetails())],
        item_rows=settings.GetSettingsRows(sandbox=None)
        + [("cursor/sandboxAutoRunSettingEnabled", False)]
        + settings.GetSecretRows()
        + settings.GetAccountRows()
        + settings.GetCloudRows()
        + [
            (
                f"cursor.plugins.installedIds.no-team|{platform.uri:s}",
                [{"id": "12345678", "sources": ["user"]}],
            ),
            (
                "github-ana-login-usages",
                [
                    {
                        "extensionId": "vscode.github",
                        "extensionName": "GitHub",
                        "lastUsed": _START - 120000,
                        "scopes": ["read:user", "repo"],
                    }
                ],
            ),
            ("github-ana-login", [{"id": "vscode.github", "allowed": True}]),
        ],
    )
    evidence.WriteConversationSearch(
        os.path.join(global_storage, "conversation-search.db"),
        seed.GetSearchConversations()[3:] + _GetSearchRows(conversations),
    )
    seed.WriteOAuthAttempt(
        os.path.join(
            global_storage,
            "mcp-oauth-attempts",
            "a0000002-0000-4000-8000-000000000002.json",
        )
    )
    edits.WriteCheckpoint(
        os.path.join(global_storage, "anysphere.cursor-commits", "checkpoints"),
        conversations["kept"].rows[0][1]["requestId"],
        platform.folder,
    )
    home.WriteUserDirectory(user, platform, "c:/Users/ana/AppData/Roaming/Cursor/User")
    _WriteWorkspaceStorage(
        os.path.join(user, "workspaceStorage"),
        platform,
        conversations,
        ["folder_windows_spaces", "remote_wsl", "cloud_agent"],
    )
    _WriteProfile(
        os.path.join(user, "profiles", "-72b86097", "globalStorage", "state.vscdb")
    )
    evidence.WriteFile(
        os.path.join(roaming, "machineid"), evidence.MakeUUID("windows/machine")
    )
    evidence.WriteFile(
        os.path.join(roaming, "auth.json"),
        {"accessToken": platform.MakeSecret("auth-access")},
    )
    home.WriteUpdate(
        os.path.join(roaming, "update-supervisor"),
        evidence.MakeUUID("windows/installation"),
        is_windows=True,
    )
    stores.WriteSyncStore(
        os.path.join(
            user_home,
            "AppData",
            "Local",
            "Cursor",
            "AgentStores",
            "cursor_agent_stores",
            "u1001",
        ),
        has_sid=True,
    )

    home.WriteCursorDirectory(cursor, platform)
    home.WriteProjectDirectory(
        os.path.join(cursor, "projects", platform.slug),
        platform,
        {
            f"{conversation.composer_identifier:s}/"
            f"{conversation.composer_identifier:s}": home.MakeTranscript(
                conversation, platform, 120
            )
            for conversation in (conversations["kept"], conversations["deleted"])
        },
    )
    evidence.WriteAICodeTracking(
        os.path.join(cursor, "ai-tracking", "ai-code-tracking.db"),
        {
            "ai_code_hashes": [
                {
                    "hash": "w1",
                    "source": "composer",
                    "fileExtension": "py",
                    "fileName": platform.MakePath("calc.py"),
                    "requestId": conversations["kept"].rows[0][1]["requestId"],
                    "conversationId": conversations["kept"].composer_identifier,
                    "timestamp": _START + 3000,
                    "createdAt": _START + 3020,
                    "model": "grok-4.7",
                }
            ]
        },
    )
    home.WriteProject(os.path.join(user_home, "proj", "demo"), platform)
    home.WriteDownloads(os.path.join(user_home, "Downloads"))
    evidence.WriteFile(
        os.path.join(user_home, "Desktop", "export.md"),
        files.MakeMarkdownExport("10/1/2026 at 12:06:10", "GMT+2", "3.26.13"),
    )
    evidence.WriteFile(
        os.path.join(directory, "ProgramData", "Cursor", "hooks.json"),
        {"version": 1, "hooks": {"beforeSubmitPrompt": [{"command": "audit.exe"}]}},
    )
    registry.WriteSystemHives(
        os.path.join(directory, "Windows", "System32", "config"), platform.host_name
    )


def _WriteMacOS(directory):
    """Writes the macOS machine.

    Args:
      directory (str): path of the root directory.
    """
    platform = home.MACOS
    user_home = os.path.join(directory, "Users", "ana")
    application = os.path.join(user_home, "Library", "Application Support", "Cursor")
    user = os.path.join(application, "User")
    cursor = os.path.join(user_home, ".cursor")

    evidence.WriteFile(
        os.path.join(
            directory, "System", "Library", "CoreServices", "SystemVersion.plist"
        ),
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<plist version="1.0">\n<dict>\n'
        "\t<key>ProductName</key>\n\t<string>macOS</string>\n"
        "\t<key>ProductVersion</key>\n\t<string>26.6.2</string>\n"
        "</dict>\n</plist>\n",
    )
    conversations = WriteGlobalStore(
        os.path.join(user, "globalStorage", "state.vscdb"),
        platform,
        item_rows=settings.GetSettingsRows() + settings.GetAccountRows(),
    )
    edits.WriteCheckpoint(
        os.path.join(
            user, "globalStorage", "anysphere.cursor-retrieval", "checkpoints"
        ),
        conversations["kept"].rows[0][1]["requestId"],
        platform.folder,
    )
    _WriteWorkspaceStorage(
        os.path.join(user, "workspaceStorage"),
        platform,
        conversations,
        ["folder_macos"],
    )
    home.WriteUpdate(
        os.path.join(application, "update-supervisor"),
        evidence.MakeUUID("macos/installation"),
    )
    stores.WriteSyncStore(
        os.path.join(application, "AgentStores", "cursor_agent_stores", "u1001")
    )
    home.WriteAgentSession(
        os.path.join(cursor, "chats", _MakeStorageName(platform.folder)),
        platform,
        evidence.MakeUUID("macos/session"),
        ["Count to two"],
    )
    evidence.WriteFile(
        os.path.join(cursor, "auth.json"),
        {"accessToken": platform.MakeSecret("auth-access")},
    )
