"""One small store per era of Cursor, from 2023 to 3.26.

The shapes are those of storage-facts 2.1 to 2.6 and of the seed's "Record schema" and
"Format versions"; every value is this project's own.
"""

import os

from tests import evidence

_START_2023 = 1700000000000  # 2023-11-14T22:13:20Z
_START_2024 = 1731000000000  # 2024-11-07T17:20:00Z
_START_0_50_7 = 1747000000000  # 2025-05-11T21:46:40Z
_START_1_5_11 = 1757000000000  # 2025-09-04T15:33:20Z
_START_3_8 = 1782000000000  # 2026-06-21T00:00:00Z
_START_3_15 = 1786000000000  # 2026-08-06T07:06:40Z
_START_3_25 = 1792450000000  # 2026-10-19T22:46:40Z
_START_3_26 = 1792550000000  # 2026-10-21T02:33:20Z

_LINUX_WORKSPACE = evidence.MakeWorkspaceIdentifier("/home/ana/proj/demo")


def Write(directory):
    """Writes the stores of every era.

    Args:
      directory (str): path of the directory test_data.
    """
    state_directory = os.path.join(directory, "state")
    workspaces_directory = os.path.join(directory, "workspaces")

    _WriteWorkspace2023(os.path.join(workspaces_directory, "era_0_16"))
    _WriteWorkspace2024(os.path.join(workspaces_directory, "era_2024_11"))
    _WriteGlobalInline(os.path.join(state_directory, "era_inline.vscdb"))
    _WriteWorkspace0507(os.path.join(workspaces_directory, "era_0_50_7"))
    _WriteGlobal0507(os.path.join(state_directory, "era_0_50_7.vscdb"))
    _WriteGlobal1511(os.path.join(state_directory, "era_1_5_11.vscdb"))
    _WriteGlobal38(os.path.join(state_directory, "era_3_8.vscdb"))
    _WriteGlobal315(os.path.join(state_directory, "era_3_15.vscdb"))
    _WriteGlobal3259(os.path.join(state_directory, "era_3_25_9.vscdb"))
    _WriteGlobal32613(os.path.join(state_directory, "era_3_26_13.vscdb"))
    _WriteSubagents(os.path.join(state_directory, "subagents.vscdb"))


def _WriteWorkspace2023(directory):
    """Writes a workspace store of 0.16: the legacy chat and nothing else.

    Args:
      directory (str): path of the workspace storage directory.
    """
    init_text = evidence.DumpJSON(
        {
            "root": {
                "children": [
                    {"children": [{"text": "Only in the init text", "type": "text"}]}
                ]
            }
        }
    )
    chat = {
        "tabs": [
            {
                "tabId": "tab-2023",
                "chatTitle": "Explain the loop",
                "bubbles": [
                    {
                        "type": "user",
                        "id": "user-1",
                        "messageType": 2,
                        "delegate": {"a": 1},
                        "initText": evidence.DumpJSON({"root": {"children": []}}),
                        "rawText": "What does the loop in main do?",
                        "selections": [],
                        "contextCacheTimestamp": _START_2023,
                        "longFilesFitTimestamp": _START_2023 + 250,
                        "doesNotFit": False,
                    },
                    {
                        "type": "ai",
                        "id": "ai-1",
                        "messageType": 3,
                        "aiType": "chat",
                        "modelType": "gpt-4",
                        "rawText": "It sums the numbers.",
                        "suggestedDiffs": [],
                    },
                    {
                        "type": "user",
                        "id": "user-2",
                        "messageType": 2,
                        "initText": init_text,
                        "rawText": "",
                    },
                ],
                "lastSendTime": _START_2023 + 60000,
                "tabState": "chat",
                "lastFocusedBubble": "ai-1",
            },
            {"tabId": "tab-empty", "bubbles": [], "tabState": "chat"},
        ],
        "codeInterpreterTabs": [],
        "displayTabs": [],
        "selectedTabId": "tab-2023",
    }
    evidence.WriteStateDatabase(
        os.path.join(directory, "state.vscdb"),
        item_rows=[
            ("workbench.panel.aichat.view.aichat.chatdata", chat),
            ("interactive.sessions", "[]"),
            (
                "aiService.prompts",
                [{"text": "What does the loop in main do?", "commandType": 2}],
            ),
            ("aiService.generations", []),
            ("cursorAuth/openAIKey", evidence.MakeSecret("era-openai-key")),
            ("cursorAuth/email", "ana@example.test"),
            ("cursorAuth/workspaceOpenedDate", "2023-11-14T22:13:20.000Z"),
        ],
        header_columns=0,
        has_disk_kv=False,
        page_size=1024,
    )
    evidence.WriteFile(
        os.path.join(directory, "workspace.json"),
        {"folder": "file:///home/ana/proj/loop"},
    )


def _WriteWorkspace2024(directory):
    """Writes a workspace store of November 2024: inline composers and chat.

    Args:
      directory (str): path of the workspace storage directory.
    """
    composers = {
        "allComposers": [
            {
                "composerId": "inline-2024",
                "richText": "",
                "text": "",
                "conversation": [
                    {
                        "type": 1,
                        "bubbleId": "inline-u1",
                        "relevantFiles": ["src/app.js"],
                        "text": "Rename the handler",
                        "context": {"fileSelections": []},
                    },
                    {
                        "type": 2,
                        "bubbleId": "inline-a1",
                        "relevantFiles": [],
                        "text": "Renamed it in src/app.js.",
                        "codeBlocks": [
                            {"uri": {"path": "/home/ana/proj/web/src/app.js"}}
                        ],
                    },
                    {
                        "type": 1,
                        "bubbleId": "inline-u2",
                        "relevantFiles": [],
                        "text": "Now the test",
                        "richText": '{"root":{"children":[]}}',
                        "capabilityTypes": [7],
                        "isCapabilityIteration": False,
                        "capabilityStatuses": {},
                    },
                ],
                "status": "completed",
                "context": {},
                "inlineDiffIdMap": {},
                "generatingBubbleIds": [],
                "codeBlockData": {
                    "file:///home/ana/proj/web/src/app.js": [
                        {
                            "bubbleId": "inline-a1",
                            "codeBlockIdx": 0,
                            "uri": {"path": "/home/ana/proj/web/src/app.js"},
                            "version": 1,
                            "status": "accepted",
                        }
                    ]
                },
                "createdAt": _START_2024,
                "lastUpdatedAt": _START_2024 + 90000,
                "name": "Rename the handler",
                "capabilities": [],
            },
            {
                "composerId": "inline-2024-unnamed",
                "text": "",
                "conversation": [],
                "status": "none",
                "createdAt": _START_2024 + 100000,
            },
        ],
        "selectedComposerId": "inline-2024",
        "composerDataVersion": 0,
    }
    chat = {
        "tabs": [
            {
                "tabId": "tab-2024",
                "chatTitle": "Promise question",
                "hasNamedTab": True,
                "bubbles": [
                    {
                        "type": "user",
                        "id": "chat-u1",
                        "messageType": 2,
                        "text": "What is a promise?",
                        "richText": '{"root":{"children":[]}}',
                        "notepads": [],
                        "selections": [],
                    },
                    {
                        "type": "ai",
                        "id": "chat-a1",
                        "messageType": 3,
                        "text": "",
                        "rawText": "A value that comes later.",
                        "modelType": "claude-3.5-sonnet",
                        "requestId": evidence.MakeUUID("chat-2024"),
                        "hasCodeBlock": False,
                    },
                ],
                "lastSendTime": _START_2024 + 200000,
                "tabState": "chat",
                "lastFocusedBubbleId": "chat-a1",
            }
        ],
        "chatDataVersion": 0,
        "inputBoxDelegateMap": {
            "tab-2024": {"__lexicalTextContent": "typed and never sent"}
        },
    }
    evidence.WriteStateDatabase(
        os.path.join(directory, "state.vscdb"),
        item_rows=[
            ("composer.composerData", composers),
            ("workbench.panel.aichat.view.aichat.chatdata", chat),
            ("interactive.sessions", "[]"),
            (
                "aiService.prompts",
                [
                    {"text": "Rename the handler", "commandType": 4},
                    {"text": "add a docstring", "commandType": 1},
                    {"text": "What is a promise?", "commandType": 2},
                ],
            ),
            (
                "aiService.generations",
                [
                    {
                        "unixMs": _START_2024 + 1000,
                        "generationUUID": evidence.MakeUUID("generation-1"),
                        "type": "composer",
                        "textDescription": "Rename the handler",
                    },
                    {
                        "unixMs": _START_2024 + 5000,
                        "generationUUID": evidence.MakeUUID("generation-2"),
                        "type": "apply",
                        "textDescription": "app.js",
                    },
                    {
                        "unixMs": _START_2024 + 9000,
                        "generationUUID": evidence.MakeUUID("generation-3"),
                        "type": "cmdk",
                        "textDescription": "add a docstring",
                    },
                ],
            ),
            (
                "aiCodeTrackingLines",
                [
                    {
                        "hash": "1a2b3c",
                        "metadata": {"source": "composer", "composerId": "inline-2024"},
                    }
                ],
            ),
            ("aiCodeTrackingStartTime", {"timestamp": _START_2024}),
            (
                "history.entries",
                [
                    {
                        "editor": {
                            "resource": "file:///home/ana/proj/web/src/app.js",
                            "forceFile": True,
                        }
                    }
                ],
            ),
        ],
        header_columns=0,
        has_disk_kv=False,
        page_size=1024,
    )
    evidence.WriteFile(
        os.path.join(directory, "workspace.json"),
        {"folder": "file:///home/ana/proj/web"},
    )


def _WriteGlobalInline(path):
    """Writes a global store of early 2025: composerData with inline messages.

    Args:
      path (str): path of the database.
    """
    conversation = [
        {"type": 1, "bubbleId": "i-u1", "text": "Sort the list", "context": {}},
        {
            "type": 2,
            "bubbleId": "i-a1",
            "text": "Sorted.",
            "timingInfo": {
                "clientStartTime": 10452.7,
                "clientRpcSendTime": 1738000005000.25,
                "clientSettleTime": 1738000009000.5,
                "clientEndTime": 1738000009000.5,
            },
        },
        # Messages without any time: they stay without.
        {"type": 1, "bubbleId": "i-u2", "text": "Thanks"},
        {"type": 2, "bubbleId": "i-a2", "text": ""},
    ]
    tool_record = {
        "i-a2": {
            "tool": 5,
            "toolCallId": "tool_inline_1",
            "name": "read_file",
            "status": "completed",
            "rawArgs": '{"target_file":"list.py"}',
            "params": '{"relativeWorkspacePath":"list.py"}',
            "result": '{"contents":"[3, 1, 2]"}',
        }
    }
    rows = [
        # Without _v.
        evidence.MakeComposer(
            "inline-a",
            _v=evidence.OMIT,
            name="Sort the list",
            createdAt=1738000000000,
            lastUpdatedAt=1738000060000,
            conversation=conversation,
            fullConversationHeadersOnly=evidence.OMIT,
            conversationMap=evidence.OMIT,
            capabilities=[
                {
                    "type": 15,
                    "data": {"bubbleDataMap": evidence.DumpJSON(tool_record)},
                }
            ],
        ),
        # With _v 1, and the same map as an object.
        evidence.MakeComposer(
            "inline-b",
            _v=1,
            createdAt=1738100000000,
            lastUpdatedAt=evidence.OMIT,
            status="aborted",
            conversation=[
                {"type": 1, "bubbleId": "i-u3", "text": "Stop here"},
                {"type": 2, "bubbleId": "i-a3", "text": "Half an ans"},
            ],
            fullConversationHeadersOnly=evidence.OMIT,
            conversationMap=evidence.OMIT,
            capabilities=[{"type": 15, "data": {"bubbleDataMap": {}}}],
        ),
        ("messageRequestContext:inline-a:i-u1", {"terminalFiles": [], "todos": []}),
    ]
    evidence.WriteStateDatabase(path, rows, header_columns=0, page_size=1024)


def _WriteWorkspace0507(directory):
    """Writes a workspace store of 0.50.7: heads of the global conversations.

    Args:
      directory (str): path of the workspace storage directory.
    """
    evidence.WriteStateDatabase(
        os.path.join(directory, "state.vscdb"),
        item_rows=[
            (
                "composer.composerData",
                {
                    "allComposers": [
                        {
                            "type": "head",
                            "composerId": "old-tools",
                            "name": "Run the tests",
                            "createdAt": _START_0_50_7,
                            "lastUpdatedAt": _START_0_50_7 + 120000,
                            "unifiedMode": "agent",
                            "forceMode": "edit",
                        }
                    ],
                    "selectedComposerIds": ["old-tools"],
                    "hasMigratedChatData": True,
                    "hasMigratedComposerData": True,
                },
            ),
            (
                "aiService.prompts",
                [{"text": "Run the tests", "commandType": 4}],
            ),
        ],
        header_columns=0,
        page_size=1024,
    )
    evidence.WriteFile(
        os.path.join(directory, "workspace.json"),
        {"folder": "file:///home/ana/proj/tests%20here"},
    )


def _MakeOldBubble(composer_identifier, bubble_identifier, bubble_type, **keys):
    """Makes a bubble of 0.50.7 (_v 2), which has no createdAt.

    Args:
      composer_identifier (str): identifier of the composer.
      bubble_identifier (str): identifier of the bubble.
      bubble_type (int): 1 for user, 2 for assistant.
      keys (dict[str, object]): keys of the bubble.

    Returns:
      tuple[str, dict]: key and value of the row.
    """
    value = {"_v": 2, "type": bubble_type, "bubbleId": bubble_identifier, "text": ""}
    value.update(keys)
    return f"bubbleId:{composer_identifier:s}:{bubble_identifier:s}", value


def _MakeTiming(milliseconds, is_float=False):
    """Makes the timingInfo of an old bubble.

    Args:
      milliseconds (int): time of the request in milliseconds since the epoch.
      is_float (Optional[bool]): True for times with a fraction.

    Returns:
      dict: timingInfo, whose clientStartTime is relative to the start of the program.
    """
    fraction = 0.25 if is_float else 0
    return {
        "clientStartTime": 5231.600000023842,
        "clientRpcSendTime": milliseconds + fraction,
        "clientSettleTime": milliseconds + 1800 + fraction,
        "clientEndTime": milliseconds + 1900 + fraction,
    }


def _WriteGlobal0507(path):
    """Writes a global store of 0.50.7 (composers _v 3, bubbles _v 2).

    Args:
      path (str): path of the database.
    """
    composer = "old-tools"
    rows = [
        _MakeOldBubble(composer, "old-u1", 1, text="Run the tests"),
        _MakeOldBubble(
            composer,
            "old-think",
            2,
            # No capabilityType on a thinking bubble of this era.
            thinking={"text": "Look for a test runner.", "signature": ""},
            thinkingDurationMs=1200,
            isThought=True,
            timingInfo=_MakeTiming(_START_0_50_7 + 2000),
        ),
        _MakeOldBubble(
            composer,
            "old-text",
            2,
            text="I run them now.",
            # A record without a name is not a tool call.
            toolFormerData={"additionalData": {"status": "error"}},
            timingInfo=_MakeTiming(_START_0_50_7 + 4000, is_float=True),
            tokenCount={"inputTokens": 812, "outputTokens": 44},
            usageUuid=evidence.MakeUUID("usage-old"),
        ),
        _MakeOldBubble(
            composer,
            "old-command",
            2,
            capabilityType=15,
            toolFormerData={
                "tool": 15,
                "toolCallId": "toolu_bdrk_01old",
                "name": "run_terminal_cmd",
                "status": "completed",
                "rawArgs": '{"command":"pytest"}',
                "params": evidence.DumpJSON(
                    {"command": "pytest", "requireUserApproval": True}
                ),
                "result": evidence.DumpJSON(
                    {
                        "output": "2 passed",
                        "outputRaw": "2 passed",
                        "exitCodeV2": 0,
                        "resultingWorkingDirectory": "/home/ana/proj/tests here",
                        "notInterrupted": True,
                    }
                ),
                "userDecision": "accepted",
                "additionalData": {"status": "success", "sessionId": "s"},
            },
            timingInfo=_MakeTiming(_START_0_50_7 + 6000),
        ),
        _MakeOldBubble(
            composer,
            "old-rejected",
            2,
            capabilityType=15,
            toolFormerData={
                "tool": 15,
                "toolCallId": "toolu_bdrk_02old",
                "name": "run_terminal_cmd",
                "status": "completed",
                "params": evidence.DumpJSON(
                    {"command": "rm -r build", "requireUserApproval": True}
                ),
                "result": '{"rejected":true}',
                "userDecision": "rejected",
                "additionalData": {"status": "pending"},
            },
            timingInfo=_MakeTiming(_START_0_50_7 + 9000),
        ),
        _MakeOldBubble(
            composer,
            "old-edit",
            2,
            capabilityType=15,
            toolFormerData={
                "tool": 7,
                "toolCallId": "toolu_bdrk_03old",
                "name": "edit_file",
                "status": "completed",
                "params": evidence.DumpJSON(
                    {
                        "relativeWorkspacePath": "calc.py",
                        "contents": "def sub(a, b): return a - b",
                        "instructions": "Add sub",
                    }
                ),
                # An object where most are strings.
                "result": {
                    "diff": {
                        "chunks": [
                            {
                                "diffString": "+ def sub(a, b): return a - b",
                                "oldStart": 1,
                                "newStart": 1,
                                "oldLines": 0,
                                "newLines": 1,
                                "linesAdded": 1,
                                "linesRemoved": 0,
                            }
                        ]
                    },
                    "isApplied": True,
                },
                "userDecision": "accepted",
                "additionalData": {
                    "version": 1,
                    "lintingStatus": "linted",
                    "reasonForAcceptReject": {"type": "dotFile"},
                },
            },
            timingInfo=_MakeTiming(_START_0_50_7 + 12000),
        ),
        _MakeOldBubble(
            composer,
            "old-failed",
            2,
            capabilityType=15,
            toolFormerData={
                "tool": 5,
                "toolCallId": "toolu_bdrk_04old",
                "name": "read_file",
                "status": "error",
                "params": '{"relativeWorkspacePath":"nothere.py"}',
                "error": evidence.DumpJSON(
                    {
                        "clientVisibleErrorMessage": "File not found",
                        "modelVisibleErrorMessage": "nothere.py does not exist",
                    }
                ),
            },
            timingInfo=_MakeTiming(_START_0_50_7 + 15000),
        ),
        _MakeOldBubble(
            composer,
            "old-pending",
            2,
            capabilityType=15,
            toolFormerData={
                "tool": 18,
                "toolCallId": "toolu_bdrk_05old",
                "name": "web_search",
                "status": "cancelled",
                # An object on a call that is still pending.
                "params": {"searchTerm": "pytest markers"},
                "rawArgs": "",
            },
        ),
        _MakeOldBubble(
            composer,
            "old-last",
            2,
            text="All tests pass.",
            timingInfo={"clientStartTime": 90500.1},
        ),
    ]
    headers = evidence.MakeHeaders(rows)
    rows = [
        evidence.MakeComposer(
            composer,
            headers,
            _v=3,
            name="Run the tests",
            createdAt=_START_0_50_7,
            lastUpdatedAt=_START_0_50_7 + 120000,
            usageData={"default": {"costInCents": 28, "amount": 7}},
            codeBlockData={
                "file:///home/ana/proj/tests%20here/calc.py": [
                    {"bubbleId": "old-edit", "version": 1, "status": "accepted"}
                ]
            },
            capabilities=[{"type": 15, "data": {"bubbleDataMap": "{}"}}],
        ),
        evidence.MakeComposer(
            "old-draft",
            _v=3,
            status="none",
            createdAt=_START_0_50_7 + 500000,
            lastUpdatedAt=evidence.OMIT,
        ),
        *rows,
        # Tombstones, and a row whose key is NULL.
        ("composerData:old-gone", None),
        ("bubbleId:old-tools:old-gone", None),
        ("bubbleId:old-gone:old-gone-1", None),
        (None, None),
    ]
    evidence.WriteStateDatabase(
        path,
        rows,
        item_rows=[
            (
                "aiCodeTracking.dailyStats.v1.5.2025-05-11",
                {
                    "date": "2025-05-11",
                    "tabSuggestedLines": 40,
                    "tabAcceptedLines": 11,
                    "composerSuggestedLines": 9,
                    "composerAcceptedLines": 8,
                },
            ),
            ("cursorAuth/cachedEmail", "ana@example.test"),
        ],
        header_columns=0,
        page_size=1024,
    )


def _WriteGlobal1511(path):
    """Writes a global store of 1.5.11 (composers _v 9, bubbles _v 3).

    Args:
      path (str): path of the database.
    """
    composer = "mid-read"
    rows = [
        _MakeOldBubble(composer, "mid-u1", 1, _v=3, text="Where is add defined?"),
        _MakeOldBubble(
            composer,
            "mid-search",
            2,
            _v=3,
            capabilityType=15,
            toolFormerData={
                "tool": 41,
                "toolCallId": "call_mid1",
                "toolIndex": 0,
                "modelCallId": "call_mid1",
                "name": "grep",
                "status": "completed",
                "params": '{"pattern":"def add"}',
                "rawArgs": '{"pattern":"def add"}',
                "result": '{"success":{"pattern":"def add"}}',
                "additionalData": {},
            },
            timingInfo=_MakeTiming(_START_1_5_11 + 2000),
        ),
        _MakeOldBubble(
            composer,
            "mid-read",
            2,
            _v=3,
            capabilityType=15,
            toolFormerData={
                "tool": 40,
                "toolCallId": "call_mid2",
                "toolIndex": 1,
                "name": "read_file",
                "status": "completed",
                "params": '{"targetFile":"calc.py"}',
                "result": '{"contents":"def add(a, b): return a + b"}',
                "additionalData": {},
            },
            timingInfo=_MakeTiming(_START_1_5_11 + 3000),
        ),
        _MakeOldBubble(
            composer,
            "mid-think",
            2,
            _v=3,
            capabilityType=30,
            thinking={"text": "It is in calc.py.", "signature": "c2ln"},
            thinkingDurationMs=400,
            timingInfo=_MakeTiming(_START_1_5_11 + 4000),
        ),
        _MakeOldBubble(
            composer,
            "mid-a1",
            2,
            _v=3,
            text="In calc.py.",
            tokenCount={"inputTokens": 2048, "outputTokens": 17},
            # The day that createdAt came: both are here.
            createdAt=evidence.ToISO8601(_START_1_5_11 + 5000),
            timingInfo=_MakeTiming(_START_1_5_11 + 4900),
        ),
    ]
    rows = [
        evidence.MakeComposer(
            composer,
            evidence.MakeHeaders(rows),
            _v=9,
            name="Find add",
            createdAt=_START_1_5_11,
            lastUpdatedAt=_START_1_5_11 + 9000,
            modelConfig={"modelName": "claude-4-sonnet", "maxMode": False},
            contextUsagePercent=12.5,
            subComposerIds=[],
            todos=[],
        ),
        *rows,
        *[(f"composerData:mid-gone-{index:d}", None) for index in range(3)],
    ]
    evidence.WriteStateDatabase(
        path,
        rows,
        item_rows=[
            (
                "workbench.backgroundComposer.persistentData",
                {"showControlPanel": False, "dataVersion": 1, "lastOpenedBcIds": {}},
            )
        ],
        header_columns=0,
        page_size=1024,
    )


def _WriteGlobal38(path):
    """Writes a global store of 3.8 (_v 16): heads in ItemTable, no header table.

    Args:
      path (str): path of the database.
    """
    conversation = evidence.Conversation("v16", _START_3_8, model="composer-2-fast")
    conversation.AddUser("Bump the version", _v=3)
    conversation.AddTool(
        "edit_file_v2",
        {"relativeWorkspacePath": "setup.cfg"},
        {"beforeContentId": "composer.content.b", "afterContentId": "x"},
        tool_keys={"userDecision": "accepted"},
    )
    conversation.AddAssistant("Bumped to 1.1.")
    rows = conversation.GetRows(
        _v=16,
        name="Bump the version",
        subtitle="Edited setup.cfg",
        agentBackend="cursor-agent",
        gitWorktree={
            "worktreePath": "/home/ana/.cursor/worktrees/demo/abc",
            "commitHash": "0" * 40,
            "branchName": "cursor/bump",
        },
        trackedGitRepos=[
            {
                "repoPath": "/home/ana/proj/demo",
                "branches": [
                    {"branchName": "main", "lastInteractionAt": _START_3_8 + 1000}
                ],
            }
        ],
    )
    evidence.WriteStateDatabase(
        path,
        rows,
        item_rows=[
            (
                "composer.composerHeaders",
                {
                    "allComposers": [
                        {
                            "type": "head",
                            "composerId": "v16",
                            "name": "Bump the version",
                            "subtitle": "Edited setup.cfg",
                            "createdAt": _START_3_8,
                            "lastUpdatedAt": _START_3_8 + 3000,
                            "unifiedMode": "agent",
                            "totalLinesAdded": 1,
                            "totalLinesRemoved": 1,
                            "filesChangedCount": 1,
                            "createdOnBranch": "main",
                            "workspaceIdentifier": _LINUX_WORKSPACE,
                        },
                        {
                            "type": "head",
                            "composerId": "v16-archived",
                            "name": "Old idea",
                            "createdAt": _START_3_8 - 86400000,
                            "lastUpdatedAt": _START_3_8 - 3600000,
                            "isArchived": True,
                        },
                    ]
                },
            )
        ],
        header_columns=0,
        page_size=1024,
    )


def _WriteGlobal315(path):
    """Writes a global store of 3.15 (_v 17): the header table with nine columns.

    Args:
      path (str): path of the database.
    """
    conversation = evidence.Conversation("v17", _START_3_15, model="composer-2")
    conversation.AddUser("List the branches")
    conversation.AddTool(
        "run_terminal_command_v2",
        {"command": "git branch"},
        {"output": "* main"},
        additional_data={"status": "success", "startedAtMs": _START_3_15 + 1000},
        # Written as an object by a todo tool of that time.
        tool_keys={"userDecision": "accepted", "result": {"output": "* main"}},
    )
    conversation.AddAssistant("There is main.")
    # A third of the rows of this era have no createdAt at all.
    conversation.AddAssistant("And no other.", createdAt=evidence.OMIT)

    archived = evidence.Conversation("v17-archived", _START_3_15 + 100000)
    archived.AddUser("An archived question")
    archived.AddAssistant("An archived answer")

    rows = conversation.GetRows(
        _v=17, name="List the branches", workspaceIdentifier=_LINUX_WORKSPACE
    ) + archived.GetRows(_v=17, name="Archived")
    evidence.WriteStateDatabase(
        path,
        rows,
        headers=[
            conversation.GetHeaderRow(
                name="List the branches",
                workspaceId=_LINUX_WORKSPACE["id"],
                workspaceIdentifier=_LINUX_WORKSPACE,
                trackedGitRepos=[
                    {
                        "repoPath": "/home/ana/proj/demo",
                        "branches": [{"branchName": "main"}],
                    }
                ],
            ),
            archived.GetHeaderRow(
                name="Archived",
                isArchived=1,
                lastUpdatedAt=_START_3_15 + 400000,
                workspaceId="1786000000001",
            ),
        ],
        header_columns=9,
        page_size=1024,
    )


def _WriteGlobal3259(path):
    """Writes a global store of 3.25.9: header list inline, ten header columns.

    Args:
      path (str): path of the database.
    """
    typed = evidence.Conversation("v25-typed", _START_3_25)
    typed.AddUser("Add a subtract function", agentMode=1)
    typed.AddThinking("Read the file, then edit it.")
    typed.AddTool(
        "read_file_v2",
        {"targetFile": "/home/ana/proj/demo/calc.py"},
        {"totalLinesInFile": 2},
    )
    typed.AddTool(
        "edit_file_v2",
        {"relativeWorkspacePath": "calc.py"},
        {
            "beforeContentId": "composer.content.before",
            "afterContentId": "composer.content.after",
        },
        tool_keys={"rawArgs": evidence.OMIT},
    )
    typed.AddAssistant("Added subtract().", turnDurationMs=5000)

    # The prompts of the editor window: run, skip, and the form of allow-always that
    # says run and names the entry only in appliedAllowlistOptionIds.
    typed.AddUser("Run it", modelInfo={"modelName": "default"})
    for option, additional_data in (
        ("run", {"status": "success", "startedAtMs": _START_3_25 + 6100}),
        ("skip", {"status": "rejected"}),
    ):
        typed.AddTool(
            "run_terminal_command_v2",
            {"command": "python3 calc.py"},
            {"output": "3"} if option == "run" else {"error": "The user skipped it"},
            additional_data={
                **additional_data,
                "blockReason": "Not in allowlist: python3",
                "reviewData": evidence.MakeReview(option, commands=["python3"]),
            },
        )
    typed.AddTool(
        "run_terminal_command_v2",
        {"command": "python3 calc.py"},
        {"output": "3"},
        additional_data={
            "status": "success",
            "startedAtMs": _START_3_25 + 8100,
            "blockReason": "Not in allowlist: python3",
            "reviewData": evidence.MakeReview(
                "run", commands=["python3"], applied=["python3"]
            ),
        },
    )
    typed.AddTool(
        "run_terminal_command_v2",
        {"command": "python3 calc.py --all"},
        status="loading",
        duration=None,
        additional_data={
            "status": "pending",
            "blockReason": "Not in allowlist: python3",
            "reviewData": evidence.MakeReview(
                "rejectAndTellWhatToDoDifferently",
                status="Requested",
                commands=["python3"],
            ),
        },
    )

    evidence.WriteStateDatabase(
        path,
        typed.GetRows(name="Add subtract", workspaceIdentifier=_LINUX_WORKSPACE, _v=18)
        + [
            (
                "composerTranscriptHeightTailIde:v25-typed",
                {"f": [], "h": [], "l": 1, "t": 2, "v": 1},
            ),
            ("composer.composerHeaders.migratedToTable", "true"),
        ],
        headers=[
            typed.GetHeaderRow(
                name="Add subtract",
                workspaceId=_LINUX_WORKSPACE["id"],
                workspaceIdentifier=_LINUX_WORKSPACE,
                agentLocation={"type": "local", "status": "active"},
            )
        ],
        item_rows=[("composer.composerHeaders.version", "1")],
        page_size=1024,
    )


def _MakeTyped32613():
    """Makes the main conversation of 3.26.13, with every kind of turn.

    Returns:
      Conversation: conversation.
    """
    typed = evidence.Conversation("v26-typed", _START_3_26, model="default")
    typed.AddUser("Run a Python command")
    typed.AddThinking("Try python first.")
    typed.AddTool(
        "run_terminal_command_v2",
        {"command": "python --version"},
        {"output": "", "exitCode": 1},
        additional_data={"status": "error", "startedAtMs": _START_3_26 + 2000},
    )
    typed.AddTool(
        "run_terminal_command_v2",
        {"command": "py --version"},
        {"output": "Python 3.13"},
        additional_data={"status": "success", "startedAtMs": _START_3_26 + 3000},
    )
    typed.AddAssistant("There is Python 3.13.", turnDurationMs=4000)

    # Neither of these is typed, and neither changes the model.
    typed.AddInjected("The terminal command has finished. Output: Python 3.13")
    typed.AddAssistant("The command has finished.")

    typed.model = "grok-4.6"
    typed.AddUser("Download the page")
    typed.AddTool(
        "run_terminal_command_v2",
        {"command": "curl -s example.test | head"},
        {"output": "<html>"},
        additional_data={
            "status": "success",
            "startedAtMs": _START_3_26 + 8000,
            "blockReason": "Not in allowlist: curl, head",
            "reviewData": evidence.MakeReview(
                "allowlistCommands",
                commands=["curl", "head"],
                applied=["curl", "head"],
            ),
        },
    )
    typed.AddTool(
        "run_terminal_command_v2",
        {"command": "powershell -Command Get-Date"},
        status="loading",
        duration=None,
        additional_data={
            "status": "pending",
            "blockReason": "Shell allowlist is empty",
            "reviewData": evidence.MakeReview(
                "rejectAndTellWhatToDoDifferently", status="Requested"
            ),
        },
    )
    return typed


def _MakeStopped32613():
    """Makes a conversation whose turn the user stopped.

    Returns:
      Conversation: conversation.
    """
    stopped = evidence.Conversation("v26-stopped", _START_3_26 + 100000, "grok-4.7")
    stopped.AddUser("Try the calendar plugin")
    stopped.AddTool("get_mcp_tools", {}, {"tools": []}, additional_data={})
    stopped.AddTool(
        "run_terminal_command_v2",
        {"command": "sleep 600"},
        {"output": ""},
        additional_data={
            "status": "rejected",
            "reviewData": evidence.MakeReview(
                "rejectAndTellWhatToDoDifferently", status="None"
            ),
        },
    )
    for pattern in ("*.md", "*.py"):
        stopped.AddTool(
            "glob_file_search",
            {"globPattern": pattern},
            status="cancelled",
            duration=None,
            additional_data={},
        )
    return stopped


def _WriteGlobal32613(path):
    """Writes a global store of 3.26.13: header chunks and what a store collects.

    Args:
      path (str): path of the database.
    """
    workspace = evidence.MakeWorkspaceIdentifier(
        "c:\\Users\\ana\\proj\\demo",
        external="file:///c%3A/Users/ana/proj/demo",
        scheme="file",
    )
    typed = _MakeTyped32613()
    stopped = _MakeStopped32613()

    missing = evidence.Conversation("v26-missing", _START_3_26 + 200000)
    missing.AddUser("A question that is still here")
    missing.AddAssistant("An answer whose row is gone")
    missing.AddAssistant("An answer that is still here")
    missing_rows = missing.GetRows(chunk_size=100, name="Rows are missing")
    missing_rows.remove(missing.rows[1])

    # Rewound: a bubble that no header list names, and a list that names one twice.
    rewound = evidence.Conversation("v26-rewound", _START_3_26 + 300000)
    rewound.AddUser("The question that stayed")
    rewound.AddAssistant("The answer that stayed")
    rewound_headers = rewound.GetHeaders()
    rewound_headers.append(rewound_headers[0])
    rewound.AddUser("The question that was rewound")
    rewound.AddAssistant("The answer that was rewound")

    archived = evidence.Conversation("v26-archived", _START_3_26 + 400000)
    archived.AddUser("Before the archive")
    archived.AddAssistant("An answer before the archive")

    # The bubbles of a conversation whose status is aborted and whose list is empty.
    listless = evidence.Conversation("v26-listless", _START_3_26 + 500000)
    listless.AddUser("A prompt of a list that is empty")
    listless.AddAssistant("A reply of a list that is empty")

    deleted_header = evidence.MakeComposerHeader(
        "v26-deleted",
        createdAt=_START_3_26 - 1000000,
        lastUpdatedAt=_START_3_26 + 900000,
        isArchived=1,
        workspaceId=workspace["id"],
        workspaceIdentifier=workspace,
        filesChangedCount=1,
        totalLinesAdded=3,
        totalLinesRemoved=0,
        contextUsagePercent=4.5,
    )
    rows = [
        *typed.GetRows(chunk_size=4, name="Run Python", workspaceIdentifier=workspace),
        *stopped.GetRows(chunk_size=100, name="Try in chat"),
        *missing_rows,
        evidence.MakeComposer(
            "v26-rewound",
            name="Rewound",
            createdAt=rewound.start,
            lastUpdatedAt=rewound.milliseconds,
        ),
        *evidence.MakeHeaderChunks("v26-rewound", rewound_headers),
        *rewound.rows,
        *archived.GetRows(chunk_size=100, name="Archived", isArchived=None),
        evidence.MakeComposer(
            "v26-listless",
            name="Aborted",
            status="aborted",
            createdAt=listless.start,
            lastUpdatedAt=listless.milliseconds,
        ),
        *listless.rows,
        # Bubbles of a composer of which nothing else is left.
        evidence.MakeUserBubble(
            "v26-nobody", "u1", "A prompt of nobody", created=_START_3_26 + 600000
        ),
        # Drafts: with text, without text, and the one of the empty window.
        evidence.MakeComposer(
            "v26-draft",
            status="none",
            isDraft=True,
            createdAt=_START_3_26 + 700000,
            draftTarget={"environment": {"id": "local"}, "type": "existing"},
        ),
        evidence.MakeDraft("v26-draft", "a draft with\ntwo lines"),
        evidence.MakeComposer(
            "v26-draft-empty", status="none", createdAt=_START_3_26 + 710000
        ),
        evidence.MakeComposer(
            "empty-state-draft",
            status="none",
            createdAt=evidence.OMIT,
            lastUpdatedAt=evidence.OMIT,
        ),
        evidence.MakeDraft("empty-state-draft", "a draft without a time"),
        (
            "composerRootWriterDiagnostic:v26-typed",
            {
                "version": 1,
                "rendererRootBlobIdHex": "ab" * 32,
                "writtenAtMs": _START_3_26 + 10000,
            },
        ),
        ("composerTranscriptHeightTail:v26-typed", {"f": [], "h": [], "v": 1}),
        ("composerTranscriptHeightTail:v26-deleted", {"f": [], "h": [], "v": 1}),
        # Tombstones and a NULL key.
        ("composerData:v26-gone", None),
        ("bubbleId:v26-typed:gone", None),
        (None, None),
    ]
    evidence.WriteStateDatabase(
        path,
        rows,
        headers=[
            typed.GetHeaderRow(
                name="Run Python",
                subtitle="Ran commands",
                workspaceId=workspace["id"],
                workspaceIdentifier=workspace,
            ),
            stopped.GetHeaderRow(name="Try in chat"),
            missing.GetHeaderRow(name="Rows are missing"),
            rewound.GetHeaderRow(name="Rewound"),
            archived.GetHeaderRow(
                name="Archived", isArchived=1, lastUpdatedAt=_START_3_26 + 800000
            ),
            deleted_header,
            evidence.MakeComposerHeader(
                "v26-draft", createdAt=_START_3_26 + 700000, isDraft=True
            ),
            evidence.MakeComposerHeader(
                "v26-ephemeral",
                createdAt=_START_3_26 + 720000,
                isEphemeral=True,
                isDraft=True,
                hasBeenInSidebar=False,
            ),
        ],
    )


def _WriteSubagents(path):
    """Writes a global store with every form of child conversation.

    Args:
      path (str): path of the database.
    """
    start = _START_3_26 + 2000000
    parent = evidence.Conversation("sub-parent", start)
    parent.AddUser("Explore the repository")
    parent.AddTool(
        "task_v2",
        {
            "description": "Explore",
            "prompt": "List the modules",
            "subagentType": "explore",
        },
        {"agentId": "sub-child"},
        additional_data={"status": "success", "subagentComposerId": "sub-child"},
    )
    parent.AddAssistant("There are two modules.")

    child = evidence.Conversation("sub-child", start + 1500)
    child.AddUser("List the modules")
    child.AddAssistant("calc and main.")

    # The form of early 2026: the parent is a call, and the key holds a line feed.
    call = "call_sub1\nfc_sub1"
    old_rows = [
        evidence.MakeUserBubble(
            f"task-{call:s}", "t-u1", "Count the lines", created=start + 2000
        ),
        evidence.MakeAssistantBubble(
            f"task-{call:s}", "t-a1", "Twelve.", created=start + 3000
        ),
    ]

    best = evidence.Conversation("sub-best", start + 10000)
    best.AddUser("Which is better?")
    best.AddAssistant("The second.")

    subagent_info = {
        "subagentType": 2,
        "subagentTypeName": "explore",
        "parentComposerId": "sub-parent",
        "rootParentConversationId": "sub-parent",
        "toolCallId": "call-sub-parent-1-0\nfc_sub-parent-1_0",
        "conversationLengthAtSpawn": 2,
    }
    rows = [
        *parent.GetRows(
            chunk_size=100,
            name="Explore the repository",
            subagentComposerIds=["sub-child"],
        ),
        *child.GetRows(chunk_size=100, subagentInfo=subagent_info),
        *old_rows,
        *best.GetRows(
            chunk_size=100,
            isBestOfNSubcomposer=True,
            subagentInfo={"parentComposerId": "sub-parent"},
        ),
    ]
    evidence.WriteStateDatabase(
        path,
        rows,
        headers=[
            parent.GetHeaderRow(name="Explore the repository"),
            child.GetHeaderRow(
                isSubagent=1, subagentTypeName="explore", subagentInfo=subagent_info
            ),
            best.GetHeaderRow(isBestOfNSubcomposer=True),
        ],
        page_size=1024,
    )
