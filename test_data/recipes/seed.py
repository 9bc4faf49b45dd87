"""The fixtures of the research document, whose expected events are known.

Four composers (c1 live, c2 archived, c3 deleted, d1 a draft), two cloud agents, MCP
servers, plugins, a settings blob and the CLI session s1. Names, times and texts are
those of the document, so that its "Expected" paragraphs can be tested as they are.
"""

import os

from tests import evidence

WORKSPACE_IDENTIFIER = "0123456789abcdef0123456789abcdef"
WORKSPACE = {"id": WORKSPACE_IDENTIFIER, "uri": {"fsPath": "/srv/proj"}}

SETTINGS_KEY = (
    "src.vs.platform.reactivestorage.browser.reactiveStorageServiceImpl."
    "persistentStorage.applicationUser"
)

CALENDAR_SCOPE = "plugin-calendar-calendar::mcpScope:profile:ZGVmYXVsdA"
TRACKER_SCOPE = "plugin-acme-tracker-tracker::mcpScope:profile:ZGVmYXVsdA"
ATTEMPT_SCOPE = "oauth-attempt:a0000001-0000-4000-8000-000000000001"

CLI_DIRECTORY = "chats/6da544f59eb1005eef665ccbade87510"

CLI_META = {
    "agentId": "a1",
    "blobEncryptionKey": "0" * 64,
    "createdAt": 1790010000000,
    "isRunEverything": False,
    "lastUsedModel": "grok-4.7",
    "latestRootBlobId": "ba" * 32,
    "mode": "default",
    "name": "Run python",
}

_CURL = '{"command":"curl -s example.test | head"}'
_CURL_REASON = "Not in allowlist: curl, head"
_CURL_OPTIONS = [
    {"id": "curl", "commandName": "curl"},
    {"id": "head", "commandName": "head"},
]
_PYTHON_REASON = "Not in allowlist: python3"
_PYTHON_OPTIONS = [{"id": "python3", "commandName": "python3"}]


def GetDiskRows():
    """Makes the rows of cursorDiskKV.

    Returns:
      list[tuple[str, object]]: keys and values.
    """
    return [
        ("composerData:c1", _MakeComposerC1()),
        *_MakeBubblesOfC1(),
        (
            "composerData:c2",
            {
                "composerId": "c2",
                "status": "completed",
                "name": "Read the README",
                "createdAt": 1790001000000,
                "fullConversationHeadersOnly": [],
            },
        ),
        (
            "composerConvHeaders:c2:000000",
            [
                {"bubbleId": "u3", "type": 1, "createdAt": "2026-10-01T10:20:00.000Z"},
                {
                    "bubbleId": "a3/s:0",
                    "type": 2,
                    "createdAt": "2026-10-01T10:20:02.000Z",
                },
            ],
        ),
        (
            "bubbleId:c2:u3",
            {
                "type": 1,
                "text": "What does the README say?",
                "modelInfo": {"modelName": "grok-4.7"},
            },
        ),
        ("bubbleId:c2:a3/s:0", {"type": 2, "text": "It describes calc.py."}),
        (
            "composerData:d1",
            {"composerId": "d1", "status": "none", "fullConversationHeadersOnly": []},
        ),
        ("composerDraft:d1", {"richText": "{}", "text": "draft not sent"}),
        (
            "agentKv:blob:00ff",
            {
                "role": "user",
                "content": (
                    "<context>conversation c3</context>\n"
                    "<user_query>c3 deleted question</user_query>"
                ),
                "providerOptions": {},
            },
        ),
        ("agentKv:blob:0a0b", b"\x0a\x20" + bytes(range(32))),
        ("bcCachedDetails:bc-e1", MakeCachedDetails()),
    ]


def GetHeaders():
    """Makes the rows of composerHeaders.

    Returns:
      list[dict[str, object]]: rows: c1, the archived c2 and the deleted c3.
    """
    return [
        evidence.MakeComposerHeader(
            "c1",
            workspaceId=WORKSPACE_IDENTIFIER,
            createdAt=1790000000000,
            lastUpdatedAt=1790000300000,
            name="Add subtract",
            workspaceIdentifier=WORKSPACE,
        ),
        evidence.MakeComposerHeader(
            "c2",
            workspaceId=WORKSPACE_IDENTIFIER,
            createdAt=1790001000000,
            lastUpdatedAt=1790002000000,
            isArchived=1,
            name="Read the README",
            workspaceIdentifier=WORKSPACE,
        ),
        evidence.MakeComposerHeader(
            "c3",
            workspaceId=WORKSPACE_IDENTIFIER,
            createdAt=1789990000000,
            lastUpdatedAt=1790003000000,
            isArchived=1,
            value={
                "type": "head",
                "composerId": "c3",
                "createdAt": 1789990000000,
                "lastUpdatedAt": 1790003000000,
                "isArchived": True,
                "agentLocation": {"type": "local", "status": "active"},
                "agentLocationHistory": [
                    {"id": "l1", "reason": "created", "timestamp": 1789990000000}
                ],
                "workspaceIdentifier": WORKSPACE,
                "totalLinesAdded": 0,
                "totalLinesRemoved": 0,
            },
        ),
    ]


def GetItemRows():
    """Makes the rows of ItemTable.

    Returns:
      list[tuple[str, object]]: keys and values.
    """
    plugins = [{"id": "12345678", "sources": ["user"]}]
    server_url = "https://calendar.mcp.example.test/mcp"

    return [
        (
            SETTINGS_KEY,
            {
                "composerState": {
                    "modes4": [
                        {
                            "id": "agent",
                            "autoRun": True,
                            "smartModeAutoRun": False,
                            "fullAutoRun": False,
                        }
                    ],
                    "yoloCommandAllowlist": ["curl", "head"],
                    "yoloCommandDenylist": [],
                    "yoloOutsideWorkspaceDisabled": True,
                },
                "aiSettings": {
                    "modelLastUsedAt": {"grok-4.7": "2026-10-01T09:59:00.000Z"}
                },
            },
        ),
        ("cursor/sandboxAutoRunSettingEnabled", True),
        *GetCloudAgentRows(),
        (
            'secret://{"extensionId":"anysphere.cursor-resolver-helper",'
            '"key":"connectionToken:bc-e1"}',
            evidence.MakeSecretBuffer("seed-connection-token"),
        ),
        (
            evidence.MakeOAuthKey("global", CALENDAR_SCOPE, "mcp_server_url"),
            f'"{server_url:s}"',
        ),
        (
            evidence.MakeOAuthKey("global", CALENDAR_SCOPE, "mcp_oauth_updated_at_ms"),
            "1790849300000",
        ),
        (
            evidence.MakeOAuthKey(
                "global", CALENDAR_SCOPE, "mcp_tokens_canonical_migration_complete"
            ),
            True,
        ),
        (
            evidence.MakeOAuthKey(
                "global", TRACKER_SCOPE, "mcp_server_url", padded=True
            ),
            '"https://tracker.example.test/mcp"',
        ),
        (
            evidence.MakeOAuthKey("global", ATTEMPT_SCOPE, "mcp_server_url"),
            f'"{server_url:s}"',
        ),
        (
            evidence.MakeOAuthKey("global", "", "mcpOAuth.extensionMigrationComplete"),
            True,
        ),
        (
            evidence.MakeOAuthKey("secret", CALENDAR_SCOPE, "mcp_tokens"),
            evidence.MakeSecretBuffer("seed-mcp-tokens"),
        ),
        (
            evidence.MakeOAuthKey("secret", CALENDAR_SCOPE, "mcp_client_information"),
            evidence.MakeSecretBuffer("seed-mcp-client"),
        ),
        (
            evidence.MakeOAuthKey("secret", ATTEMPT_SCOPE, "mcp_code_verifier"),
            evidence.MakeSecretBuffer("seed-mcp-verifier"),
        ),
        ("cursor.plugins.installedIds.no-team|no-workspace", plugins),
        ("cursor.plugins.installedIds.no-team|file:///srv/proj", plugins),
        (
            "cloudAgentRepository.mcpAuthResolution",
            {
                "agentId": "bc-e1",
                "authId": "f0000001-0000-4000-8000-000000000001",
                "nonce": "f0000002-0000-4000-8000-000000000002",
                "queryId": "f0000003-0000-4000-8000-000000000003",
                "toolCallId": "toolu_mcp_auth_01\nfc_mcp_auth_01",
                "userDecision": "accepted",
                "version": 1,
            },
        ),
    ]


def GetCloudAgentRows():
    """Makes the rows of ItemTable that tell of cloud agents.

    Returns:
      list[tuple[str, object]]: keys and values.
    """
    return [
        (
            "cloudAgentRepository.agents.auth0|user_01",
            [
                {
                    "bcId": "bc-e1",
                    "cloudTargetKey": "github:owner/demo:main:0123",
                    "createdAt": 1790020000000,
                    "environmentPublicId": "e0",
                    "hasPendingInteraction": False,
                    "hasStartedVm": True,
                    "isArchived": True,
                    "isKilled": False,
                    "isOwnedByDifferentTeamMember": False,
                    "isUnread": False,
                    "lastMessageActivityAtMs": 1790020060000,
                    "lastReadAtMs": 1790020090000,
                    "modelDetails": {"maxMode": False, "modelName": "grok-4.7"},
                    "name": "Describe the repository",
                    "repoUrl": "github.com/owner/demo",
                    "repoUrls": ["github.com/owner/demo"],
                    "requestedModel": {
                        "builtInModel": "",
                        "maxMode": False,
                        "modelId": "grok-4.7",
                        "parameters": [{"id": "context", "value": "256k"}],
                    },
                    "rowUpdatedAtMs": 1790020120000,
                    "source": 16,
                    "status": 2,
                    "transportRepoUrls": ["https://github.com/owner/demo"],
                    "updatedAt": 1790020060000,
                    "usePrivateWorker": False,
                    "workflowStatus": 2,
                    "workspaceRootPath": "/home/ubuntu/demo",
                }
            ],
        ),
        (
            "cloudAgentRepository.agents.auth0%7Cuser_02",
            [
                {
                    "bcId": "bc-e2",
                    "createdAt": 1790021000000,
                    "hasStartedVm": False,
                    "isArchived": False,
                    "isKilled": False,
                    "modelDetails": {"modelName": "grok-4.7"},
                    "name": "Summarise the web repository",
                    "repoUrl": "github.com/owner/web",
                    "requestedModel": {"modelId": "default"},
                    "rowUpdatedAtMs": 1790021120000,
                    "status": 1,
                    "workflowStatus": 1,
                }
            ],
        ),
        (
            "cloudEnvironmentTemplate.githubRepos",
            [
                {
                    "name": "owner/demo",
                    "scmRepoNodeId": "R_0",
                    "type": "github",
                    "url": "https://github.com/owner/demo",
                },
                {"name": "owner/web", "scmRepoNodeId": "R_1", "type": "github"},
            ],
        ),
    ]


def GetSearchConversations(branches=True):
    """Makes the rows of conversation-search.db.

    Args:
      branches (Optional[bool]): False for the schema without that column.

    Returns:
      list[dict[str, object]]: rows: the cloud agent bc-e1 and the local conversations,
          which have no text.
    """
    rows = []
    for index, (identifier, title, updated, archived) in enumerate(
        (
            ("c1", "Add subtract", 1790000300000, 0),
            ("c2", "Read the README", 1790002000000, 1),
            ("d1", "", 1790000400000, 0),
        ),
        start=1,
    ):
        rows.append(
            {
                "fts_rowid": index,
                "source": "local",
                "scope": "",
                "id": identifier,
                "title": title,
                "updated_at": updated,
                "is_archived": archived,
                "root_fingerprint": "f" * 64,
                # The indexed text of these is empty, title and body.
                "indexed_title": "",
            }
        )
    rows.append(
        {
            "fts_rowid": 10,
            "source": "cloud-cache",
            "scope": "0123456789abcdef" * 4,
            "id": "bc-e1",
            "title": "Describe the repository",
            "body": (
                "Describe the repository in two sentences.\n"
                "It holds a calculator and its tests."
            ),
            "updated_at": 1790020060000,
            "is_archived": 1,
            "cache_fingerprint": "fedcba9876543210" * 4,
        }
    )
    if branches:
        for row in rows:
            row["branches"] = ""
    return rows


def GetTrackingRows():
    """Makes the rows of ai-code-tracking.db.

    Returns:
      dict[str, list[dict[str, object]]]: rows by table.
    """
    row = {
        "hash": "h1",
        "source": "composer",
        "fileExtension": "py",
        "fileName": "/srv/proj/calc.py",
        "requestId": "r1",
        "conversationId": "c1",
        "timestamp": 1790000003000,
        "createdAt": 1790000003020,
        "model": "grok-4.6",
    }
    return {
        "ai_code_hashes": [
            row,
            {
                **row,
                "hash": "h2",
                "requestId": "r9",
                "conversationId": "c3",
                "timestamp": 1789990060000,
                "createdAt": 1789990060010,
            },
        ],
        "tracking_state": [
            {"key": "trackingStartTime", "value": '{"timestamp":1789990000000}'}
        ],
    }


def GetTranscriptC1():
    """Makes the lines of the transcript of c1, the last of which is cut off.

    Returns:
      list[object]: lines.
    """
    return [
        evidence.MakeTranscriptUser(
            "Add a subtract function", "Thursday, Oct 1, 2026, 6:00 AM (UTC-4)"
        ),
        evidence.MakeTranscriptAssistant("Added subtract()."),
        evidence.MakeTurnEnded(),
        evidence.MakeTranscriptUser(
            "Fetch the page with curl", "Thursday, Oct 1, 2026, 6:01 AM (UTC-4)"
        ),
        evidence.MakeTranscriptAssistant(
            None,
            (
                "Shell",
                {
                    "command": "curl -s example.test | head",
                    "description": "Fetch the page",
                    "required_permissions": ["full_network"],
                },
            ),
        ),
        evidence.MakeTurnEnded(),
        b'{"role":"assistant","message":{"content":[{"type":"text","text":"The pa',
    ]


def GetTranscriptC3():
    """Makes the lines of the transcript of c3, the deleted conversation.

    Returns:
      list[object]: lines.
    """
    return [
        evidence.MakeTranscriptUser(
            "c3 deleted question", "Wednesday, Sep 30, 2026, 9:30 PM (UTC-4)"
        ),
        evidence.MakeTranscriptAssistant("Answer kept only here."),
        evidence.MakeTurnEnded(),
    ]


def GetAgentStoreBlobs():
    """Makes the blobs of the CLI session s1: four model messages and a node.

    The root that the session's meta row names is not among them.

    Returns:
      list[object]: blobs.
    """
    command = "python3 -c 'print(1+1)'"
    return [
        {
            "role": "user",
            "content": [
                {
                    "type": "text",
                    "text": (
                        "<timestamp>Thursday, Oct 1, 2026, 9:00 AM (UTC-4)</timestamp>"
                        "\n<user_query>Run python3 twice</user_query>"
                    ),
                }
            ],
            "providerOptions": {"cursor": {"requestId": "q1"}},
        },
        {
            "role": "assistant",
            "id": "m1",
            "content": [
                {
                    "type": "reasoning",
                    "text": "Run it.",
                    "signature": "sig",
                    "providerOptions": {"cursor": {"modelName": "grok-4.7-high-fast"}},
                },
                {
                    "type": "tool-call",
                    "toolCallId": "tc5",
                    "toolName": "Shell",
                    "args": {"command": command, "description": "Add"},
                },
                {
                    "type": "tool-call",
                    "toolCallId": "tc6",
                    "toolName": "Shell",
                    "args": {"command": command, "description": "Add again"},
                },
            ],
            "providerOptions": {"cursor": {"modelProviderMessageId": "p1"}},
        },
        {
            "role": "tool",
            "id": "tc5",
            "content": [
                {
                    "type": "tool-result",
                    "toolCallId": "tc5",
                    "toolName": "Shell",
                    "result": "2",
                    "experimental_content": [{"type": "text", "text": "2"}],
                }
            ],
            "providerOptions": {
                "cursor": {
                    "highLevelToolCallResult": {
                        "isError": False,
                        "output": {
                            "success": {
                                "command": command,
                                "stdout": "2\n",
                                "executionTime": 40,
                            },
                            "isBackground": False,
                            "sandboxPolicy": {"type": "none"},
                        },
                    }
                }
            },
        },
        {
            "role": "tool",
            "id": "tc6",
            "content": [
                {
                    "type": "tool-result",
                    "toolCallId": "tc6",
                    "toolName": "Shell",
                    "result": "User skipped this",
                }
            ],
            "providerOptions": {
                "cursor": {
                    "highLevelToolCallResult": {
                        "isError": True,
                        "output": {
                            "rejected": {
                                "command": command,
                                "reason": "skip it",
                                "workingDirectory": "/srv/proj",
                            }
                        },
                    }
                }
            },
        },
        b"\x0a\x20" + bytes(range(32)),
    ]


def WriteState(path):
    """Writes the state.vscdb.

    Args:
      path (str): path of the database.
    """
    evidence.WriteStateDatabase(path, GetDiskRows(), GetHeaders(), GetItemRows())


def WriteCursorHome(directory):
    """Writes the files under ~/.cursor.

    Args:
      directory (str): path of the directory .cursor.
    """
    projects = os.path.join(directory, "projects", "srv-proj")
    transcripts = os.path.join(projects, "agent-transcripts")
    sessions = os.path.join(directory, *CLI_DIRECTORY.split("/"))

    evidence.WriteLines(
        os.path.join(transcripts, "c1", "c1.jsonl"), GetTranscriptC1(), end=""
    )
    evidence.WriteLines(os.path.join(transcripts, "c3", "c3.jsonl"), GetTranscriptC3())
    evidence.WriteFile(
        os.path.join(projects, ".workspace-trusted"),
        evidence.DumpJSON(
            {"trustedAt": "2026-10-01T12:58:00.000Z", "workspacePath": "/srv/proj"}
        ),
    )
    # Two files that no parser may want.
    evidence.WriteFile(
        os.path.join(projects, "mcps", "cursor-ide-browser", "SERVER_METADATA.json"),
        evidence.DumpJSON(
            {"serverIdentifier": "cursor-ide-browser", "serverName": "browser"}
        ),
    )
    evidence.WriteFile(
        os.path.join(directory, "statsig-cache.json"),
        evidence.DumpJSON({"feature_gates": {"agent": True}, "time": 1790000000000}),
    )

    evidence.WriteAICodeTracking(
        os.path.join(directory, "ai-tracking", "ai-code-tracking.db"),
        GetTrackingRows(),
    )
    evidence.WriteAgentStore(
        os.path.join(sessions, "s1", "store.db"), CLI_META, GetAgentStoreBlobs()
    )
    evidence.WriteFile(
        os.path.join(sessions, "s1", "meta.json"),
        evidence.DumpJSON(
            {
                "createdAtMs": 1790010000000,
                "updatedAtMs": 1790010120000,
                "cwd": "/srv/proj",
                "hasConversation": True,
                "schemaVersion": 1,
                "title": "Run python",
            }
        ),
    )
    evidence.WriteFile(
        os.path.join(sessions, "s1", "prompt_history.json"),
        evidence.DumpJSON(["Run python3 twice", "skip it"]),
    )
    evidence.WriteFile(
        os.path.join(sessions, "s0", "meta.json"),
        evidence.DumpJSON(
            {
                "createdAtMs": 1790009900000,
                "updatedAtMs": 1790009900000,
                "cwd": "/srv/proj",
                "hasConversation": False,
                "schemaVersion": 1,
            }
        ),
    )


def WriteOAuthAttempt(path):
    """Writes the record of an attempt to authorise an MCP server.

    Args:
      path (str): path of the JSON file.
    """
    url = "https://calendar.mcp.example.test/mcp"
    evidence.WriteFile(
        path,
        evidence.DumpJSON(
            {
                "activeIdentifier": (
                    "plugin-calendar-calendar::mcpScope:profile:default"
                ),
                "attemptId": "a0000002-0000-4000-8000-000000000002",
                "clientInformation": {
                    "client_id": "client-0123456789abcdef",
                    "grant_types": ["authorization_code", "refresh_token"],
                    "redirect_uris": ["cursor://anysphere.cursor-mcp/oauth/callback"],
                    "response_types": ["code"],
                },
                "createdAtMs": 1790849280000,
                "identifier": "plugin-calendar-calendar",
                "owner": {"workspaceId": "empty-window"},
                "serverUrl": url,
                "transportServerUrl": url,
            }
        ),
    )


def MakeCachedDetails():
    """Makes the bcCachedDetails of the cloud agent bc-e1.

    Returns:
      bytes: protobuf message with the prompt, no reply, and one changed file.
    """
    prompt = "Describe the repository in two sentences."
    rich_text = evidence.DumpJSON({"root": {"children": [{"text": prompt}]}})
    model = [(1, "grok-4.7"), (3, [(1, "context"), (2, "256k")])]

    composer = [
        (1, "bc-e1"),
        (2, 1790020000000.0),
        (3, "/home/ubuntu/demo"),
        (5, "Describe the repository"),
        (6, "main"),
        (7, 1),
        (8, "github.com/owner/demo"),
        (9, 1),
        (12, 2),
        (14, 16),
        (20, 1790020060000.0),
        (28, [(1, "grok-4.7")]),
        (40, 1790020060000.0),
        (59, model),
        (62, "github.com/owner/demo"),
    ]
    file_diff = [
        (1, "README.md"),
        (2, "README.md"),
        (4, 1),
        (5, 0),
        (6, "# demo\n"),
        (7, "# demo\nA calculator.\n"),
    ]
    details = [
        (1, composer),
        (2, "0123456789abcdef0123456789abcdef01234567"),
        (3, "origin/main"),
        (4, [(7, [(1, prompt), (2, 1), (57, rich_text), (94, 0)])]),
        (22, [(1, [(1, [(1, prompt), (2, evidence.MakeUUID("m")), (8, rich_text)])])]),
        (28, model),
    ]
    diff = [(1, [(1, file_diff)]), (4, "fedcba9876543210fedcba9876543210fedcba98")]
    return evidence.EncodeProtobuf([(2, diff), (3, details)])


def _MakeComposerC1():
    """Makes the value of composerData:c1.

    Returns:
      dict: value.
    """
    headers = [
        ("u1", 1, "00:00"),
        ("a1/s:0", 2, "00:01"),
        ("a1/t:call-t1-1\nfc_t1_1", 2, "00:02"),
        ("a1/s:2", 2, "00:05"),
        ("u2", 1, "01:00"),
        ("a2/t:call-t2-0\nfc_t2_0", 2, "01:01"),
        ("a2/t:call-t3-1\nfc_t3_1", 2, "01:10"),
        ("a2/t:call-t4-2\nfc_t4_2", 2, "01:20"),
        ("a2/t:call-t7-3\nfc_t7_3", 2, "01:40"),
        ("a2/t:call-t8-4\nfc_t8_4", 2, "01:50"),
        ("a2/t:call-m1-5\nfc_m1_5", 2, "01:50"),
    ]
    header_list = [
        {
            "bubbleId": bubble_identifier,
            "type": bubble_type,
            "createdAt": f"2026-10-01T10:{time:s}.000Z",
        }
        for bubble_identifier, bubble_type, time in headers
    ]
    header_list[0].update(
        {"startedAtMs": 1790000000000, "completedAtMs": 1790000001000}
    )
    return {
        "_v": 18,
        "composerId": "c1",
        "status": "completed",
        "name": "Add subtract",
        "createdAt": 1790000000000,
        "lastUpdatedAt": 1790000300000,
        "modelConfig": {
            "modelName": "grok-4.7",
            "maxMode": False,
            "selectedModels": [
                {
                    "modelId": "grok-4.7",
                    "parameters": [{"id": "context", "value": "256k"}],
                }
            ],
        },
        "workspaceIdentifier": WORKSPACE,
        "trackedGitRepos": [{"repoPath": "/srv/proj", "branches": []}],
        "fullConversationHeadersOnly": header_list,
    }


def _MakeBubblesOfC1():
    """Makes the bubbles of c1.

    Returns:
      list[tuple[str, dict]]: keys and values.
    """
    return [
        (
            "bubbleId:c1:u1",
            {
                "type": 1,
                "text": "Add a subtract function",
                "createdAt": "2026-10-01T10:00:00.000Z",
                "requestId": "r1",
                "checkpointId": "k1",
                "modelInfo": {"modelName": "grok-4.6"},
            },
        ),
        (
            "bubbleId:c1:a1/s:0",
            {
                "type": 2,
                "bubbleId": "a1/s:0",
                "capabilityType": 30,
                "text": "",
                "thinking": {"text": "Read calc.py first.", "signature": "sig"},
            },
        ),
        (
            "bubbleId:c1:a1/t:call-t1-1\nfc_t1_1",
            {
                "type": 2,
                "capabilityType": 15,
                "startedAtMs": 1790000002000,
                "completedAtMs": 1790000002500,
                "toolFormerData": {
                    "name": "read_file_v2",
                    "params": '{"path":"/srv/proj/calc.py"}',
                    "rawArgs": '{"path":"calc.py"}',
                    "result": '{"contents":"def add(a, b): ..."}',
                    "status": "completed",
                    "tool": 40,
                    "toolCallId": "tc1",
                    "modelCallId": "mc1",
                    "toolIndex": 0,
                },
            },
        ),
        (
            "bubbleId:c1:a1/s:2",
            {
                "type": 2,
                "capabilityType": None,
                "text": "Added subtract().",
                "turnDurationMs": 5000,
            },
        ),
        (
            "bubbleId:c1:u2",
            {
                "type": 1,
                "text": "Fetch the page with curl",
                "createdAt": "2026-10-01T10:01:00.000Z",
                "modelInfo": {"modelName": "grok-4.7"},
            },
        ),
        _MakeCommand(
            "t2",
            0,
            "tc2",
            _CURL,
            '{"output":"ok"}',
            {
                "status": "success",
                "startedAtMs": 1790000061000,
                "blockReason": _CURL_REASON,
                "reviewData": {
                    "selectedOption": "run",
                    "approvalType": "user",
                    "status": "Done",
                    "allowlistOptions": _CURL_OPTIONS,
                },
            },
            rawArgs="",
        ),
        _MakeCommand(
            "t3",
            1,
            "tc3",
            _CURL,
            '{"error":"skipped"}',
            {
                "status": "rejected",
                "blockReason": _CURL_REASON,
                "reviewData": {
                    "selectedOption": "skip",
                    "approvalType": "user",
                    "status": "Done",
                },
            },
        ),
        _MakeCommand(
            "t4",
            2,
            "tc4",
            _CURL,
            '{"output":"ok"}',
            {
                "status": "success",
                "startedAtMs": 1790000080000,
                "blockReason": _CURL_REASON,
                "reviewData": {
                    "selectedOption": "allowlistCommands",
                    "approvalType": "user",
                    "status": "Done",
                    "allowlistOptions": _CURL_OPTIONS,
                    "appliedAllowlistOptionIds": ["curl", "head"],
                },
            },
        ),
        _MakeCommand(
            "t7",
            3,
            "tc7",
            '{"command":"python3 -c \'print(1+1)\'"}',
            '{"output":"2"}',
            {
                "status": "success",
                "startedAtMs": 1790000100000,
                "blockReason": _PYTHON_REASON,
                "reviewData": {
                    "selectedOption": "run",
                    "status": "Done",
                    "allowlistOptions": _PYTHON_OPTIONS,
                    "candidatesForAllowlist": ["python3"],
                    "appliedAllowlistOptionIds": ["python3"],
                },
            },
        ),
        _MakeCommand(
            "t8",
            4,
            "tc8",
            '{"command":"python3 -c \'print(2+2)\'"}',
            "",
            {
                "blockReason": _PYTHON_REASON,
                "reviewData": {
                    "status": "Requested",
                    "selectedOption": "rejectAndTellWhatToDoDifferently",
                    "isShowingInput": False,
                    "allowlistOptions": _PYTHON_OPTIONS,
                },
            },
            status="loading",
        ),
        (
            "bubbleId:c1:a2/t:call-m1-5\nfc_m1_5",
            {
                "type": 2,
                "capabilityType": 15,
                "startedAtMs": 1790848910000,
                "completedAtMs": 1790848911000,
                "toolFormerData": {
                    "name": "mcp-google-calendar-list_events",
                    "tool": 19,
                    "status": "completed",
                    "toolCallId": "call-m1-5\nfc_m1_5",
                    "modelCallId": "model-call-m1",
                    "toolIndex": 5,
                    "rawArgs": (
                        '{"calendarId": "primary", "timeMin": "2026-10-01T00:00:00Z"}'
                    ),
                    "params": '{"calendarId": "primary"}',
                    "result": '{"events": [{"summary": "Standup"}]}',
                    "additionalData": {"status": "success"},
                    "toolCallBinary": "Q0FMTEJJTkFSWQ==",
                },
            },
        ),
    ]


def _MakeCommand(
    name,
    index,
    tool_call_identifier,
    params,
    result,
    additional_data,
    status="completed",
    **keys,
):
    """Makes the bubble of a terminal command of c1's second turn.

    Args:
      name (str): name in the bubble's identifier.
      index (int): index in the turn.
      tool_call_identifier (str): toolCallId.
      params (str): parameters.
      result (str): result.
      additional_data (dict): additionalData.
      status (Optional[str]): status.
      keys (dict[str, object]): more keys of toolFormerData.

    Returns:
      tuple[str, dict]: key and value of the row.
    """
    suffix = evidence.MakeToolSuffix(name, index)
    return (
        f"bubbleId:c1:a2{suffix:s}",
        {
            "type": 2,
            "capabilityType": 15,
            "toolFormerData": {
                "name": "run_terminal_command_v2",
                "params": params,
                **keys,
                "result": result,
                "status": status,
                "toolCallId": tool_call_identifier,
                "additionalData": additional_data,
            },
        },
    )
