"""The files of a home directory, as Cursor's editor and its CLI leave them.

What differs by platform is in Platform; trees.py puts the parts in their places.
"""

import os

from test_data.recipes import edits
from test_data.recipes import files
from test_data.recipes import stores
from tests import evidence

_START = evidence.START_MILLISECONDS


class Platform:
    """What paths look like on a platform.

    Attributes:
      folder (str): fsPath of the project folder.
      host_name (str): name of the host.
      name (str): name of the platform.
      slug (str): name of the project's directory under .cursor/projects.
      uri (str): URI of the project folder.
    """

    def __init__(self, name, folder, uri, slug, host_name):
        """Describes a platform.

        Args:
          name (str): name of the platform.
          folder (str): fsPath of the project folder.
          uri (str): URI of the project folder.
          slug (str): name of the project's directory under .cursor/projects.
          host_name (str): name of the host.
        """
        super().__init__()
        self.folder = folder
        self.host_name = host_name
        self.name = name
        self.slug = slug
        self.uri = uri

    def GetWorkspaceIdentifier(self):
        """Retrieves the workspaceIdentifier of the project folder.

        Returns:
          dict: workspaceIdentifier.
        """
        return evidence.MakeWorkspaceIdentifier(self.folder)

    def MakePath(self, *segments):
        """Makes the path of a file of the project folder.

        Args:
          segments (list[str]): path segments.

        Returns:
          str: path.
        """
        separator = "\\" if "\\" in self.folder else "/"
        return separator.join((self.folder, *segments))

    def MakeSecret(self, place):
        """Makes the text of a secret of this platform.

        Args:
          place (str): what tells the places apart.

        Returns:
          str: sentinel.
        """
        return evidence.MakeSecret(f"{self.name:s}-{place:s}")


LINUX = Platform(
    "linux",
    "/home/ana/proj/demo",
    "file:///home/ana/proj/demo",
    "home-ana-proj-demo",
    "lin-ana",
)
MACOS = Platform(
    "macos",
    "/Users/ana/proj/demo",
    "file:///Users/ana/proj/demo",
    "Users-ana-proj-demo",
    "mac-ana.local",
)
WINDOWS = Platform(
    "windows",
    "c:\\Users\\ana\\proj\\demo",
    "file:///c%3A/Users/ana/proj/demo",
    "c-Users-ana-proj-demo",
    "WIN-ANA",
)


def MakeCalendarConversation(platform, identifier, start):
    """Makes a conversation that asked for permission, answered in every way.

    Args:
      platform (Platform): platform.
      identifier (str): identifier of the composer.
      start (int): time in milliseconds since the epoch.

    Returns:
      Conversation: conversation of two turns.
    """
    conversation = evidence.Conversation(identifier, start, model="grok-4.7")
    conversation.AddUser("Show the failing test, then run it")
    conversation.AddThinking("The tests are in test_calc.py.")
    conversation.AddTool(
        "read_file_v2",
        {"targetFile": platform.MakePath("test_calc.py")},
        {"contents": "def test_add():\n    assert add(1, 2) == 4\n"},
    )
    conversation.AddTool(
        "run_terminal_command_v2",
        {"command": "pytest -q"},
        {"output": "1 failed"},
        additional_data={
            "status": "success",
            "startedAtMs": conversation.milliseconds,
            "blockReason": "Not in allowlist: pytest",
            "reviewData": evidence.MakeReview("run", commands=["pytest"]),
        },
    )
    conversation.AddAssistant("test_add expects 4 where add(1, 2) is 3.")

    conversation.AddUser("Delete the test file")
    conversation.AddTool(
        "run_terminal_command_v2",
        {"command": "rm test_calc.py"},
        {"error": "The user skipped this command"},
        additional_data={
            "status": "rejected",
            "blockReason": "Not in allowlist: rm",
            "reviewData": evidence.MakeReview("skip", commands=["rm"]),
        },
    )
    conversation.AddAssistant("I left test_calc.py as it is.", turnDurationMs=2000)
    return conversation


def WriteCursorDirectory(directory, platform):
    """Writes the settings files of ~/.cursor.

    Args:
      directory (str): path of the directory .cursor.
      platform (Platform): platform.
    """

    def WriteJSON(name, value):
        """Writes a JSON file.

        Args:
          name (str): path relative to .cursor, with slashes.
          value (object): JSON value.
        """
        evidence.WriteFile(os.path.join(directory, *name.split("/")), value)

    WriteJSON(
        "cli-config.json",
        {
            "version": 1,
            "approvalMode": "allowlist",
            "permissions": {
                "allow": ["Shell(ls)", "Shell(python3)"],
                "deny": ["Shell(rm)"],
            },
            "sandbox": {
                "mode": "disabled",
                "networkAccess": "user_config_with_defaults",
            },
            "autoAcceptWebSearch": False,
            "hasChangedDefaultModel": True,
            "model": {
                "modelId": "grok-4.7",
                "displayModelId": "grok-4.7",
                "displayName": "Grok 4.7",
                "aliases": [],
                "maxMode": False,
            },
            "selectedModel": {
                "modelId": "grok-4.7",
                "parameters": [{"id": "context", "value": "256k"}],
            },
            "modelSelectionHistory": ["grok-4.7", "default"],
            "authInfo": {
                "authId": "auth0|user_01",
                "displayName": "Ana Example",
                "email": "ana@example.test",
                "userId": 1001,
            },
            "privacyCache": {
                "ghostMode": False,
                "privacyMode": 4,
                "updatedAt": _START - 7200000,
            },
            "serverConfigCache": {
                "authCacheKey": platform.MakeSecret("auth-cache-key"),
                "backendUrl": "https://backend.example.test",
                "updatedAt": _START - 3600000,
            },
        },
    )
    WriteJSON(
        "permissions.json",
        {
            "approvalMode": "allowlist",
            "allowlists": {"mcp": ["calendar:list_events"], "terminal": ["git status"]},
            "allowInstructions": ["Read-only git commands"],
            "blockInstructions": ["Anything that pushes"],
        },
    )
    WriteJSON("sandbox.json", {"type": "workspace_readwrite", "networkAccess": False})
    WriteJSON(
        "hooks.json",
        {
            "version": 1,
            "hooks": {
                "beforeShellExecution": [{"command": "./audit.sh"}],
                "afterFileEdit": [
                    {
                        "command": (
                            "curl -H 'Authorization: Bearer "
                            f"{platform.MakeSecret('hook-header'):s}' "
                            "https://audit.example.test"
                        )
                    }
                ],
            },
        },
    )
    WriteJSON(
        "mcp.json",
        {
            "mcpServers": {
                "tracker": {
                    "command": "npx",
                    "args": [
                        "-y",
                        "tracker-mcp",
                        "--api-key",
                        platform.MakeSecret("mcp-argument"),
                    ],
                    "env": {"TRACKER_TOKEN": platform.MakeSecret("mcp-env")},
                },
                "calendar": {
                    "type": "http",
                    "url": (
                        "https://calendar.mcp.example.test/mcp?token="
                        + platform.MakeSecret("mcp-url")
                    ),
                    "headers": {
                        "Authorization": "Bearer " + platform.MakeSecret("mcp-header")
                    },
                },
            }
        },
    )
    WriteJSON("prompt_history.json", ["Run python3 twice", "skip it", "/model"])
    WriteJSON(
        "agent-cli-state.json",
        {
            "version": 1,
            "workerIdsByDisplayName": {
                f"{platform.folder:s} @ {platform.host_name:s}": evidence.MakeUUID(
                    "worker"
                )
            },
        },
    )
    WriteJSON(
        "ide_state.json",
        {"recentlyViewedFiles": [{"absolutePath": platform.MakePath("calc.py")}]},
    )
    evidence.WriteFile(
        os.path.join(directory, "argv.json"),
        "// This configuration file is read at the start.\n"
        "{\n"
        "\t// Hardware acceleration stays on.\n"
        '\t"disable-hardware-acceleration": false,\n'
        '\t"enable-crash-reporter": true,\n'
        f'\t"crash-reporter-id": "{evidence.MakeUUID("crash"):s}"\n'
        "}\n",
    )
    evidence.WriteFile(
        os.path.join(directory, "plans", "add_subtract_0a1b2c3d.plan.md"),
        "---\n"
        "name: Add subtract\n"
        "overview: Add a subtract function and a test.\n"
        "todos:\n"
        "  - id: function\n"
        "    content: Write subtract()\n"
        "    status: completed\n"
        "  - id: test\n"
        "    content: Write its test\n"
        "    status: pending\n"
        "isProject: false\n"
        "---\n\n"
        "# Add subtract\n\nFirst the function, then its test.\n",
    )
    evidence.WriteFile(
        os.path.join(directory, "projects", ".agent-data-cleanup-2026-10-01"), b""
    )


def WriteProjectDirectory(directory, platform, transcripts):
    """Writes a directory of ~/.cursor/projects.

    Args:
      directory (str): path of the directory, named by the project.
      platform (Platform): platform.
      transcripts (dict[str, list[object]]): lines by the path of the transcript
          without its extension, relative to agent-transcripts.
    """
    for path, lines in transcripts.items():
        evidence.WriteLines(
            os.path.join(directory, "agent-transcripts", *f"{path:s}.jsonl".split("/")),
            lines,
        )
    evidence.WriteFile(
        os.path.join(directory, ".workspace-trusted"),
        evidence.DumpJSON(
            {
                "trustedAt": "2026-10-01T12:59:00.000Z",
                "workspacePath": platform.folder,
                "trustMethod": "cli-flag",
            }
        ),
    )
    evidence.WriteFile(
        os.path.join(directory, "repo.json"),
        evidence.DumpJSON({"id": evidence.MakeUUID("repo")}),
    )
    evidence.WriteFile(
        os.path.join(directory, "mcp-auth.json"),
        {"tracker": {"tokens": {"access_token": platform.MakeSecret("mcp-auth")}}},
    )
    evidence.WriteFile(
        os.path.join(directory, "terminals", "401229.txt"),
        "---\n"
        "pid: 4242\n"
        f"cwd: {platform.folder:s}\n"
        "last_command: |\n"
        "  pytest -q\n"
        "last_exit_code: 1\n"
        "---\n"
        "1 failed in 0.01s\n",
    )
    evidence.WriteFile(
        os.path.join(
            directory, "agent-tools", f"{evidence.MakeUUID('tool-output'):s}.txt"
        ),
        evidence.DumpJSON({"mode": "namespace", "namespace": "calendar", "tools": []}),
    )
    evidence.WriteFile(
        os.path.join(directory, "worker.log"),
        "[info] runServer socketPath=worker.sock\n"
        "[info] Skipping codebase telemetry sync\n",
    )


def MakeTranscript(conversation, platform, offset_minutes=0):
    """Makes the transcript that the worker writes beside a conversation.

    Args:
      conversation (Conversation): conversation.
      platform (Platform): platform.
      offset_minutes (Optional[int]): offset of the local time.

    Returns:
      list[dict]: lines.
    """
    lines = []
    milliseconds = conversation.start
    for _, value in conversation.rows:
        if value["type"] == 1:
            if lines:
                lines.append(evidence.MakeTurnEnded())
            lines.append(
                evidence.MakeTranscriptUser(
                    f"\n{value['text']:s}\n",
                    evidence.ToTranscriptTimestamp(milliseconds, offset_minutes),
                )
            )
        elif value.get("capabilityType") == 15:
            name = {"read_file_v2": "Read", "edit_file_v2": "StrReplace"}.get(
                value["toolFormerData"]["name"], "Shell"
            )
            tool_input = {"command": "pytest -q", "description": "Run the tests"}
            if name != "Shell":
                tool_input = {"path": platform.MakePath("calc.py")}
            lines.append(evidence.MakeTranscriptAssistant(None, (name, tool_input)))
        elif value["text"]:
            lines.append(evidence.MakeTranscriptAssistant(value["text"]))
        milliseconds += 1000
    lines.append(evidence.MakeTurnEnded())
    return lines


def WriteUserDirectory(directory, platform, user_path):
    """Writes the files of User/ that are not databases of conversations.

    Args:
      directory (str): path of the directory User.
      platform (Platform): platform.
      user_path (str): path of the directory User on the platform.
    """
    evidence.WriteFile(
        os.path.join(directory, "settings.json"),
        {
            "window.autoDetectColorScheme": True,
            "http.proxy": f"http://ana:{platform.MakeSecret('proxy'):s}@proxy.test",
        },
    )
    evidence.WriteFile(
        os.path.join(directory, "globalStorage", "storage.json"),
        {
            "telemetry.machineId": "a1" * 32,
            "telemetry.macMachineId": "b2" * 32,
            "telemetry.devDeviceId": evidence.MakeUUID("device"),
            "backupWorkspaces": {
                "workspaces": [],
                "folders": [{"folderUri": platform.uri}],
                "emptyWindows": [],
            },
            "windowsState": {
                "lastActiveWindow": {
                    "folder": platform.uri,
                    "backupPath": f"{user_path:s}/../Backups/0",
                },
                "openedWindows": [],
            },
            "profileAssociations": {"workspaces": {platform.uri: "__default__"}},
        },
    )
    history = os.path.join(directory, "History", "-1a2b3c4d")
    evidence.WriteFile(
        os.path.join(history, "entries.json"),
        evidence.DumpJSON(
            {
                "version": 1,
                "resource": f"{platform.uri:s}/calc.py",
                "entries": [
                    {"id": "a1B2.py", "timestamp": _START + 2600},
                    {
                        "id": "c3D4.py",
                        "timestamp": _START + 9000,
                        "source": "Workspace Edit",
                    },
                ],
            }
        ),
    )
    evidence.WriteFile(os.path.join(history, "a1B2.py"), edits.BEFORE)
    evidence.WriteFile(os.path.join(history, "c3D4.py"), edits.AFTER)

    worker = os.path.join(
        directory,
        "globalStorage",
        "anysphere.cursor-agent-worker",
        "cursor-agent-worker-0123456789",
    )
    evidence.WriteFile(
        f"{worker:s}.owner.json", evidence.DumpJSON({"ownerHash": "c3" * 32})
    )
    evidence.WriteFile(
        f"{worker:s}.restart.json",
        evidence.DumpJSON(
            {
                "ownerHash": "c3" * 32,
                "roots": [platform.folder],
                "version": "2026.10.19-6bbf2c4",
                "workerId": evidence.MakeUUID("worker"),
                "workerName": f"demo @ {platform.host_name:s}",
            }
        ),
    )


def WriteProject(directory, platform):
    """Writes the files of a project folder.

    Args:
      directory (str): path of the project folder.
      platform (Platform): platform.
    """
    evidence.WriteFile(os.path.join(directory, "calc.py"), edits.AFTER)
    evidence.WriteFile(
        os.path.join(directory, "README.md"), "# demo\n\nA calculator.\n"
    )
    project = os.path.join(directory, ".cursor")
    evidence.WriteFile(
        os.path.join(project, "cli.json"),
        {
            "permissions": {
                "allow": ["Read(**)", "Shell(git status)"],
                "deny": ["Write(.env)"],
            }
        },
    )
    evidence.WriteFile(
        os.path.join(project, "mcp.json"),
        {
            "mcpServers": {
                "local": {
                    "command": "./server",
                    "env": {"KEY": platform.MakeSecret("project-mcp-env")},
                }
            }
        },
    )
    evidence.WriteFile(
        os.path.join(project, "hooks.json"),
        {"version": 1, "hooks": {"stop": [{"command": "./done.sh"}]}},
    )
    evidence.WriteFile(
        os.path.join(project, "permissions.json"),
        {"approvalMode": "allowlist", "allowlists": {"terminal": ["make test"]}},
    )
    evidence.WriteFile(
        os.path.join(project, "rules", "style.mdc"),
        "---\ndescription: Style\nalwaysApply: true\n---\n\nUse four spaces.\n",
    )


def WriteDownloads(directory):
    """Writes what a user saved: a usage export and an exported conversation.

    Args:
      directory (str): path of the directory.
    """
    files.WriteUsageExport(os.path.join(directory, "usage-events-2026-10-02.csv"))
    evidence.WriteFile(
        os.path.join(directory, "export.md"),
        files.MakeMarkdownExport("10/1/2026 at 12:05:09", "GMT+2", "3.26.13"),
    )


def WriteAgentSession(directory, platform, session_identifier, prompts):
    """Writes a session directory of the CLI without a store: an empty start.

    Args:
      directory (str): path of the directory chats or acp-sessions.
      platform (Platform): platform.
      session_identifier (str): identifier of the session.
      prompts (list[str]): texts of the prompt history.
    """
    session = os.path.join(directory, session_identifier)
    evidence.WriteFile(
        os.path.join(session, "meta.json"),
        evidence.DumpJSON(
            {
                "createdAtMs": _START + 3600000,
                "updatedAtMs": _START + 3700000,
                "cwd": platform.folder,
                "hasConversation": bool(prompts),
                "schemaVersion": 1,
                **({"title": "Count"} if prompts else {}),
            }
        ),
    )
    if prompts:
        evidence.WriteFile(
            os.path.join(session, "prompt_history.json"), evidence.DumpJSON(prompts)
        )
        stores.WriteSmallTree(os.path.join(session, "store.db"), platform.uri)


def WriteUpdate(directory, installation, is_windows=False):
    """Writes what the update supervisor leaves.

    Args:
      directory (str): path of the directory update-supervisor.
      installation (str): identifier of the installation.
      is_windows (Optional[bool]): True for the form of Windows.
    """
    if is_windows:
        directory = os.path.join(directory, "win32", installation)
        evidence.WriteFile(
            os.path.join(directory, "app-ready.json"),
            evidence.DumpJSON(
                {
                    "currentVersion": "3.26.16",
                    "installationId": installation,
                    "schemaVersion": 1,
                }
            ),
        )
        evidence.WriteFile(
            os.path.join(directory, "state.json"),
            evidence.DumpJSON(
                {
                    "installationId": installation,
                    "schemaVersion": 1,
                    "stage": "waiting_for_launch",
                }
            ),
        )
        return

    directory = os.path.join(directory, installation)
    lines = []
    for index, (event_type, keys) in enumerate(
        (
            (
                "supervisor_started",
                {
                    "currentVersion": "3.25.9",
                    "targetVersion": "3.26.13",
                    "oldMainPid": 812,
                },
            ),
            ("phase_changed", {"from": "idle", "to": "waiting", "reason": "started"}),
            ("shipit_install_started", {}),
            ("shipit_relaunch_progress", {"line": "Relaunching"}),
            ("old_app_exited", {}),
            (
                "bundle_swapped",
                {"previousInode": 11, "currentInode": 12, "version": "3.26.13"},
            ),
            ("new_app_ready", {}),
        )
    ):
        lines.append(
            {
                "installationId": installation,
                "phase": "waiting" if index else "idle",
                "recordedAt": evidence.ToISO8601(_START + index * 1000),
                "schemaVersion": 1,
                "type": event_type,
                **keys,
            }
        )
    evidence.WriteLines(os.path.join(directory, "events.jsonl"), lines)
    evidence.WriteFile(
        os.path.join(directory, "result.json"),
        evidence.DumpJSON(
            {
                "completedAt": evidence.ToISO8601(_START + 8000),
                "details": {"currentVersion": "3.26.13", "elapsedMs": 8000},
                "finalPhase": "confirmed",
                "installationId": installation,
                "schemaVersion": 1,
                "status": "success",
            }
        ),
    )
    evidence.WriteFile(
        os.path.join(directory, "app-ready.json"),
        evidence.DumpJSON(
            {
                "currentVersion": "3.26.13",
                "pid": 900,
                "readyAt": evidence.ToISO8601(_START + 7500),
            }
        ),
    )
