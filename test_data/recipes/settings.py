"""ItemTable of a global store: settings, accounts, agents and integrations.

Every place of a secret holds the sentinel text, numbered, so that a test can look for
it in whatever the tools write.
"""

import os

from test_data.recipes import seed
from tests import evidence

ACCOUNT = "auth0|user_01"
ACCOUNT_ENCODED = "auth0%7Cuser_01"

CLOUD_PROJECT = "0a000001-0000-4000-8000-000000000001"

START_MILLISECONDS = evidence.START_MILLISECONDS


def Write(directory):
    """Writes the stores of settings.

    Args:
      directory (str): path of the directory test_data.
    """
    state_directory = os.path.join(directory, "state")
    evidence.WriteStateDatabase(
        os.path.join(state_directory, "settings.vscdb"),
        item_rows=GetSettingsRows()
        + GetSecretRows()
        + GetAccountRows()
        + GetSourceHostRows("/home/ana/proj/demo")
        + GetProjectRows("/home/ana/proj/demo")
        + GetCloudRows(),
        page_size=1024,
    )
    _WriteRunModes(os.path.join(state_directory, "run_modes.vscdb"))


def GetSettingsRows(sandbox=True):
    """Makes the settings blob with every list and switch.

    Args:
      sandbox (Optional[bool]): value of the sandbox switch, or None to leave it out.

    Returns:
      list[tuple[str, object]]: keys and values.
    """
    blob = {
        "composerState": {
            "modes4": [
                _MakeMode("agent", True, True, False, enabledMcpServers=["calendar"]),
                _MakeMode("plan", False, False, False),
                _MakeMode("chat", False, False, False),
                _MakeMode("triage", True, False, False),
                _MakeMode("debug", False, True, False),
                _MakeMode("multitask", True, False, True),
            ],
            "yoloCommandAllowlist": ["git status", "python3"],
            "yoloCommandDenylist": ["rm"],
            "smartAllowlistDenylist": ["sudo"],
            "webFetchDomainAllowlist": ["docs.example.test"],
            "autoApprovedModeTransitions": ["agent->plan"],
            "yoloEnableRunEverything": False,
            "yoloDeleteFileDisabled": True,
            "yoloMcpToolsDisabled": False,
            "yoloOutsideWorkspaceDisabled": True,
            "autoApproveModeTransitions": False,
            "autoAcceptWebSearchTool": True,
            "autoApplyFilesOutsideContext": True,
            "doNotShowYoloModeWarningAgain": True,
            "doNotShowFullYoloModeWarningAgain": False,
            "useLegacyTerminalTool": False,
            "playwrightProtection": True,
            "mcpAuthBlocking": False,
        },
        "aiSettings": {
            "modelConfig": {
                "composer": {"modelName": "grok-4.6", "maxMode": False},
                "cmd-k": {"modelName": "default", "maxMode": False},
            },
            "modelLastUsedAt": {
                "grok-4.6": "2026-10-01T09:30:00.000Z",
                "claude-4-sonnet": "2026-09-12T18:00:00.250Z",
            },
            "openAIKey": evidence.MakeSecret("blob-openai-key"),
        },
        "availableDefaultModels2": [{"name": "grok-4.6"}],
        "cursorCreds": {
            "backendUrl": "https://backend.example.test",
            "authClientId": "client-id",
        },
        "dashboardUserId": 1001,
        "membershipType": "premium",
        "mcpServers": [{"name": "calendar", "env": {"KEY": _Secret("blob-mcp-env")}}],
        "cliDetectionStatus": {"agentStatus": "found", "claudeStatus": "missing"},
        "authenticationSettings": {"githubLoggedIn": True},
    }
    rows = [
        (seed.SETTINGS_KEY, blob),
        ("cursor/agentAutorunBrandNewDefaultAttempted", True),
        ("cursor/steerFromCloudModalOpened", True),
        ("cursorai/donotchange/privacyMode", "false"),
    ]
    if sandbox is not None:
        rows.append(("cursor/sandboxAutoRunSettingEnabled", sandbox))
        rows.append(("cursor/sandboxSupported", True))
    return rows


def GetSecretRows():
    """Makes the rows whose values are secrets.

    Returns:
      list[tuple[str, object]]: keys and values.
    """
    text_keys = [
        "cursorAuth/accessToken",
        "cursorAuth/refreshToken",
        "cursorAuth/openAIKey",
        "cursorAuth/claudeKey",
        "vscode.github-github",
    ]
    buffer_keys = [
        f"secret://remoteAgentHost.computerKey.{ACCOUNT:s}",
        'secret://{"extensionId":"anysphere.cursor-agent-worker",'
        '"key":"cursor-agent-worker.apiKey"}',
        'secret://{"extensionId":"vscode.git","key":"git-ipc-auth-token:'
        '/home/ana/.config/Cursor/User/workspaceStorage/x/vscode.git"}',
        'secret://{"extensionId":"vscode.github-authentication","key":"github.auth"}',
        'secret://{"extensionId":"anysphere.cursor-resolver-helper",'
        '"key":"connectionToken:bc-e1"}',
        evidence.MakeOAuthKey("secret", seed.CALENDAR_SCOPE, "mcp_tokens"),
        evidence.MakeOAuthKey("secret", seed.CALENDAR_SCOPE, "mcp_client_information"),
        evidence.MakeOAuthKey("secret", seed.CALENDAR_SCOPE, "mcp_code_verifier"),
        evidence.MakeOAuthKey(
            "secret", seed.ATTEMPT_SCOPE, "mcp_oauth_attempt_client_secret"
        ),
    ]
    rows = [(key, evidence.MakeSecret(f"item-{key:s}")) for key in text_keys]
    rows += [
        (key, evidence.MakeSecretBuffer(f"item-{index:d}"))
        for index, key in enumerate(buffer_keys)
    ]
    rows.append(
        (
            "cursor/glass.githubConnect.pendingFlow",
            {
                "flowId": "0123456789abcdef0123456789abcdef",
                "state": _Secret("flow-state"),
                "verifier": _Secret("flow-verifier"),
                "expiresAtMs": START_MILLISECONDS + 600000,
                "shouldInstall": True,
                "source": "cloud-agent",
            },
        )
    )
    return rows


def GetAccountRows():
    """Makes the rows of the signed-in identity.

    Returns:
      list[tuple[str, object]]: keys and values.
    """
    return [
        ("cursorAuth/cachedEmail", "ana@example.test"),
        (
            "cursorAuth/cachedScopedProfile",
            {"authId": ACCOUNT, "displayName": "Ana Example"},
        ),
        ("cursorAuth/cachedSignUpType", "Auth_0"),
        ("cursorAuth/stripeMembershipAuthId", ACCOUNT),
        ("cursorAuth/stripeMembershipType", "premium"),
        ("cursorAuth/stripeSubscriptionStatus", "active"),
        ("adminSettings.cachedAuthId", ACCOUNT),
        ("glass.lastSignedInAuthId", ACCOUNT),
        ("cursor.storage.authTokenEncryptionAtRest", "false"),
        (f"cursor/localLastActivityTimestampMs:{ACCOUNT_ENCODED:s}", "1790848990000"),
        ("cursor/localLastActivityTimestampMs", "1790848990000"),
        (f"remoteAgentHost.enrolled.{ACCOUNT:s}", True),
        (f"remoteAgentHost.displayName.{ACCOUNT:s}", "ana-pc"),
        ("remoteAgentHost.targetId", "0b000001-0000-4000-8000-000000000001"),
        (
            f"cursor/glass.steerFromPhonePill.cadence.v1/{ACCOUNT:s}",
            {"firstShownAtMs": START_MILLISECONDS, "impressionCount": 2},
        ),
        ("telemetry.firstSessionDate", "Thu, 01 Oct 2026 08:00:00 GMT"),
    ]


def GetSourceHostRows(folder):
    """Makes the rows of the editor's own GitHub sign-in.

    Args:
      folder (str): path of the open repository.

    Returns:
      list[tuple[str, object]]: keys and values.
    """
    scopes = ["read:user", "repo", "user:email", "workflow"]
    return [
        (
            "github-ana-login",
            [{"id": "vscode.github", "name": "GitHub", "allowed": True}],
        ),
        (
            "github-ana-login-usages",
            [
                {
                    "extensionId": "vscode.github",
                    "extensionName": "GitHub",
                    "lastUsed": START_MILLISECONDS - 120000,
                    "scopes": scopes,
                },
                {
                    "extensionId": "vscode.git",
                    "extensionName": "Git",
                    "lastUsed": START_MILLISECONDS - 60000,
                    "scopes": ["repo"],
                },
            ],
        ),
        (
            "vscode.github-github-repo workflow user:email read:user",
            evidence.MakeSecret("github-scoped"),
        ),
        (
            "vscode.github",
            {f"branchProtection:file://{folder:s}": [{"remote": "origin"}]},
        ),
    ]


def GetProjectRows(folder):
    """Makes the rows of projects, windows and recent paths.

    Args:
      folder (str): path of the open folder.

    Returns:
      list[tuple[str, object]]: keys and values.
    """
    workspace = evidence.MakeWorkspaceIdentifier(folder)
    return [
        (
            "cursor/glass.additionalProjects",
            [
                {
                    "id": "0c000001-0000-4000-8000-00000000000001",
                    "lastUsedAt": START_MILLISECONDS - 3600000,
                    "name": "owner/demo",
                    "repoUrls": ["github.com/owner/demo"],
                    "type": 4,
                },
                {
                    "id": "1790848000000",
                    "lastUsedAt": START_MILLISECONDS - 1800000,
                    "name": "demo",
                    "type": "workspace",
                    "workspaceIdentifier": workspace,
                },
            ],
        ),
        ("cursor/glass.removedProjects", []),
        (
            "glass.localAgentProjects.v1",
            [
                {
                    "id": "0d000001-0000-4000-8000-000000000001",
                    "name": "demo",
                    "workspace": workspace,
                    "createdAt": START_MILLISECONDS - 7200000,
                    "isArchived": False,
                }
            ],
        ),
        (
            "glass.localAgentProjectMembership.v1",
            {"c1": "0d000001-0000-4000-8000-000000000001"},
        ),
        (f"glass.localRepoBranchRecency.{folder:s}", ["main", "feature"]),
        ("cursor/pinnedComposers", ["c1"]),
        (
            "workspaceMetadata.entries",
            [
                {
                    "workspaceId": workspace["id"],
                    "folderUri": f"file://{folder:s}",
                    "paths": [{"uri": f"file://{folder:s}"}],
                    "trackedGitRepos": [{"repoPath": folder}],
                }
            ],
        ),
        (
            "history.recentlyOpenedPathsList",
            {
                "entries": [
                    {"folderUri": f"file://{folder:s}"},
                    {
                        "folderUri": "vscode-remote://ssh-remote%2Bbuildhost/srv/app",
                        "remoteAuthority": "ssh-remote+buildhost",
                        "label": "app [SSH: buildhost]",
                    },
                    {"fileUri": f"file://{folder:s}/calc.py"},
                    {
                        "workspace": {
                            "id": "abc",
                            "configPath": f"file://{folder:s}/demo.code-workspace",
                        }
                    },
                ]
            },
        ),
        (
            "glass.agentConversationPanes.c1",
            {"activeTabId": "t1", "tabAgentIds": {"t1": "c1"}, "version": 1},
        ),
        ("cursor/glass.selectedAgent", "bc-e1"),
        ("cursor/glass.lastRealAgent", "c1"),
    ]


def GetCloudRows():
    """Makes the rows of cloud agents, one of them in a temporary repository.

    Returns:
      list[tuple[str, object]]: keys and values.
    """
    rows = seed.GetCloudAgentRows()
    repository = "origin.cursor.com/git/ana-space/tmp-0123456789abcdef"
    rows[0] = (
        rows[0][0],
        rows[0][1]
        + [
            {
                "bcId": "bc-e3",
                "branchName": "main",
                "createdAt": 1790022000000,
                "hasStartedVm": True,
                "isArchived": False,
                "isKilled": True,
                "lastMessageActivityAtMs": 1790022050000,
                "modelDetails": {"maxMode": True, "modelName": "grok-4.7"},
                "name": "Read my calendar",
                "repoUrl": repository,
                "requestedModel": {"modelId": "grok-4.7"},
                "rowUpdatedAtMs": 1790022060000,
                "source": 16,
                "startedAsNewProject": True,
                "status": 3,
                "updatedAt": 1790022055000,
                "workflowStatus": 3,
                "workspaceRootPath": "/workspace",
            }
        ],
    )
    branch_key = f"{ACCOUNT:s}.github.com%2Fowner%2Fdemo"
    rows += [
        (f"cloudAgentRepository.serverPinnedBcIds.{ACCOUNT:s}", ["bc-e1"]),
        (
            "glass.cloudAgentProjects.v1",
            [
                {
                    "id": CLOUD_PROJECT,
                    "name": "owner/demo",
                    "createdAt": 1790020000000,
                    "lastUpdatedAt": 1790020060000,
                    "isArchived": False,
                    "workspace": {
                        "id": "-3a879060",
                        "uri": {
                            "$mid": 1,
                            "authority": "background-composer+bc-e1",
                            "path": "/home/ubuntu/demo",
                            "scheme": "vscode-remote",
                        },
                    },
                }
            ],
        ),
        ("glass.cloudAgentProjectMembership.v1", {"bc-e1": CLOUD_PROJECT}),
        (
            f"glass.cloudRepoBranches.{branch_key:s}",
            {
                "branches": [{"isDefault": True, "name": "main"}],
                "fetchedAtMs": 1790020010000,
                "hasMore": False,
                "isEmptyRepo": False,
                "page": 1,
            },
        ),
        (
            f"glass.cloudRepoBranchRecency.{branch_key:s}",
            [{"name": "main", "selectedAtMs": 1790020005000}],
        ),
        (
            "cursor/glass.projectSelector.recentCloudTargets",
            [
                {
                    "githubNodeId": "R_0",
                    "lastSelectedAt": 1790020004000,
                    "repoUrl": "github.com/owner/demo",
                    "templateType": "repo",
                }
            ],
        ),
        (
            f"agentData.cacheStorage.glass.cloudMcpServers.v1.personal.{ACCOUNT:s}",
            "v1|calendar|not JSON",
        ),
    ]
    return rows


def _MakeMode(identifier, auto_run, smart_mode, full_auto_run, **keys):
    """Makes an entry of modes4.

    Args:
      identifier (str): identifier of the mode.
      auto_run (bool): autoRun.
      smart_mode (bool): smartModeAutoRun.
      full_auto_run (bool): fullAutoRun.
      keys (dict[str, object]): more keys.

    Returns:
      dict: entry.
    """
    return {
        "id": identifier,
        "autoRun": auto_run,
        "smartModeAutoRun": smart_mode,
        "fullAutoRun": full_auto_run,
        "autoFix": True,
        "thinkingLevel": "medium",
        "enabledMcpServers": [],
        **keys,
    }


def _Secret(number):
    """Makes the text of a secret of this module.

    Args:
      number (str): what tells the places apart.

    Returns:
      str: sentinel.
    """
    return evidence.MakeSecret(f"item-{number:s}")


def _WriteRunModes(path):
    """Writes a store in which every row of the run mode table stands once.

    Args:
      path (str): path of the database.
    """
    modes = [
        _MakeMode("ask", False, False, False),
        _MakeMode("ask-smart", False, True, False),
        _MakeMode("allowlist", True, False, False),
        _MakeMode("auto-review", True, True, False),
        _MakeMode("everything", False, False, True),
        _MakeMode("everything-smart", True, True, True),
        # Flags that are absent count as not set.
        {"id": "bare"},
    ]
    evidence.WriteStateDatabase(
        path,
        item_rows=[
            (seed.SETTINGS_KEY, {"composerState": {"modes4": modes}}),
            ("cursor/sandboxAutoRunSettingEnabled", False),
        ],
        header_columns=0,
        page_size=1024,
    )
