"""Broken and hostile stores: each bad row must cost itself and nothing else.

Beside every bad row stands a good one, whose text begins with "good", so that a test
can count what came through.
"""

import os

from tests import evidence

START_MILLISECONDS = 1792600000000  # 2026-10-21T16:26:40Z

_DEPTH = 3000


def Write(directory):
    """Writes the broken stores.

    Args:
      directory (str): path of the directory test_data.
    """
    state_directory = os.path.join(directory, "state")
    _WriteValues(os.path.join(state_directory, "hostile_values.vscdb"))
    _WriteKeys(os.path.join(state_directory, "hostile_keys.vscdb"))
    _WriteItems(os.path.join(state_directory, "hostile_items.vscdb"))
    _WriteText(os.path.join(state_directory, "text_encodings.vscdb"))
    _WriteForeign(os.path.join(state_directory, "foreign_editor.vscdb"))
    _WriteCorruptPage(os.path.join(state_directory, "corrupt_page.vscdb"))
    _WriteTruncated(os.path.join(state_directory, "truncated.vscdb"))


def _MakeGood(number):
    """Makes a good bubble to stand beside a bad one.

    Args:
      number (int): number.

    Returns:
      tuple[str, dict]: key and value of the row.
    """
    return evidence.MakeAssistantBubble(
        "hostile",
        f"good-{number:d}",
        f"good {number:d}",
        created=START_MILLISECONDS + number * 1000,
    )


def _WriteValues(path):
    """Writes a store whose values are not what a reader expects.

    Args:
      path (str): path of the database.
    """
    bubble_values = [
        # Not JSON, or JSON of another shape.
        "",
        "{",
        '{"type":2,"text":"cut',
        "null",
        "true",
        "17",
        "[]",
        '"text"',
        b"",
        b"\x00",
        b"\xff\xfe\x00\x01 not JSON",
        evidence.RawText(b'{"type":2,"text":"\xff\xfe'),
        '{"type":2,"text":"two"}{"type":2}',
        # Deeper than a recursive decoder can go.
        "[" * _DEPTH + "]" * _DEPTH,
        '{"a":' * _DEPTH + "1" + "}" * _DEPTH,
        # An integer, where SQLite keeps its type.
        7,
        1.5,
    ]
    shapes = [
        # JSON objects whose fields have another type than Cursor writes. The times
        # are: not a date, a number out of range, infinity, a negative number, an
        # object, an empty string, a date that is none.
        {"type": 2, "text": {"not": "text"}, "createdAt": "yesterday"},
        {"type": "2", "text": ["a", 1], "createdAt": 1e300},
        '{"type":2,"text":"good infinity","createdAt":1e999,"startedAtMs":NaN}',
        {"type": 2, "text": "good negative", "createdAt": -5, "startedAtMs": -1},
        {"type": 2, "text": "good object", "createdAt": {}, "startedAtMs": []},
        {"type": 2, "text": "good empty", "createdAt": "", "startedAtMs": ""},
        {"type": 2, "text": "good date", "createdAt": "2026-02-31T25:61:61.000Z"},
        {"type": 2, "text": "good huge", "startedAtMs": 10**30},
        {"type": 2, "text": "good zero", "createdAt": None, "startedAtMs": 0},
        {"type": 99, "text": "good type 99"},
        {"text": "good no type"},
        {"type": True, "text": "good boolean type"},
        {"type": 1, "text": "good user", "modelInfo": "grok", "agentMode": "one"},
        {"type": 2, "capabilityType": 15, "toolFormerData": "not an object"},
        {"type": 2, "capabilityType": 15, "toolFormerData": []},
        {"type": 2, "capabilityType": 15, "toolFormerData": {"name": 7, "tool": "x"}},
        {
            "type": 2,
            "capabilityType": 15,
            "toolFormerData": {
                "name": "run_terminal_command_v2",
                "toolCallId": ["not", "text"],
                "params": "{not JSON",
                "result": {"error": None},
                "status": {"odd": 1},
                "additionalData": {
                    "status": 5,
                    "blockReason": {},
                    "reviewData": {
                        "status": 1,
                        "selectedOption": None,
                        "allowlistOptions": ["curl", None, {"id": 3}],
                        "appliedAllowlistOptionIds": "curl",
                    },
                },
            },
        },
        {
            "type": 2,
            "capabilityType": 15,
            "toolFormerData": {
                "name": "read_file_v2",
                "params": "{}",
                "additionalData": {"reviewData": "Done"},
            },
        },
        {"type": 2, "capabilityType": 30, "thinking": "not an object"},
        {"type": 2, "capabilityType": 30, "thinking": {"text": 12}},
        '{"type":2,"text":"first of two","text":"good second of two"}',
    ]

    rows = []
    for number, value in enumerate(bubble_values + shapes):
        rows.append((f"bubbleId:hostile:bad-{number:d}", value))
        rows.append(_MakeGood(number))

    headers = [{"bubbleId": key.split(":", 2)[2], "type": 2} for key, _ in rows]
    # A header list whose entries are not headers.
    headers += [None, 7, "good-1", [], {}, {"bubbleId": 5}, {"bubbleId": None}]

    rows += [
        evidence.MakeComposer("hostile", headers, name="Hostile values"),
        ("composerData:not-json", "{"),
        ("composerData:list", "[]"),
        ("composerData:null-text", "null"),
        ("composerData:bytes", b"\x80\x81"),
        (
            "composerData:odd",
            {
                "composerId": 5,
                "name": ["n"],
                "createdAt": "2026-10-21",
                "lastUpdatedAt": "soon",
                "status": None,
                "fullConversationHeadersOnly": {"not": "a list"},
                "workspaceIdentifier": "w",
                "trackedGitRepos": [None, {"repoPath": 4}],
                "modelConfig": [],
                "subagentInfo": "x",
            },
        ),
        ("composerConvHeaders:chunks:000000", "{"),
        ("composerConvHeaders:chunks:000001", {"not": "a list"}),
        ("composerConvHeaders:chunks:000003", [{"bubbleId": "c-1", "type": 2}]),
        ("composerConvHeaders:chunks:zzz", []),
        evidence.MakeComposer("chunks", name="Broken chunks"),
        evidence.MakeAssistantBubble(
            "chunks", "c-1", "good chunk", created=START_MILLISECONDS
        ),
        ("composerDraft:hostile", "not JSON"),
        ("composerDraft:odd", {"text": 4}),
        ("bcCachedDetails:bc-bad", b"\x1a\xff\xff\xff\xff\x0f"),
        ("bcCachedDetails:bc-text", "text"),
        ("agentKv:blob:" + "0" * 64, b"\x00"),
        ("agentKv:blob:not-a-hash", b"\x0a\x20" + bytes(31)),
    ]
    headers = [
        evidence.MakeComposerHeader("hostile", name="Hostile values"),
        evidence.MakeComposerHeader(
            "header-odd",
            createdAt="soon",
            lastUpdatedAt=-1,
            isArchived="yes",
            isSubagent=None,
            recency=1.5,
            value="{",
        ),
        evidence.MakeComposerHeader("header-null", value=None, isArchived=1),
        evidence.MakeComposerHeader("header-list", value="[]", createdAt=None),
        evidence.MakeComposerHeader("header-bytes", value=b"\xff"),
        evidence.MakeComposerHeader(None, createdAt=None, lastUpdatedAt=None),
    ]
    evidence.WriteStateDatabase(path, rows, headers, page_size=1024)


def _WriteKeys(path):
    """Writes a store whose keys are odd.

    Args:
      path (str): path of the database.
    """
    keys = [
        "bubbleId:",
        "bubbleId::",
        "bubbleId:only-composer",
        "bubbleId:only-composer:",
        "bubbleId::only-bubble",
        "bubbleId:task-call_1\nfc_1:b1",
        "bubbleId:a:b:c:d",
        "bubbleId:c/s:1:b",
        "bubbleId:c:b/s:",
        "bubbleId:c:b/t:call-1\r\nfc_1",
        "bubbleId:c:\x00nul",
        "bubbleId:c:" + "x" * 5000,
        "bubbleId:c:\u202eevil",
        # What LIKE would match and an exact prefix does not.
        "BUBBLEID:c:upper",
        "bubbleIdX:c:longer",
        " bubbleId:c:space",
        "composerData:",
        "composerConvHeaders:",
        "composerConvHeaders:c",
        "composerDraft:",
        "checkpointId:",
        "ofsContent:",
        "agentKv:",
        "agentKv:blob:",
        "",
        ":",
    ]
    value = {"type": 2, "text": "under an odd key"}
    rows = [(key, value) for key in keys]
    rows += [
        (b"bubbleId:blob-key:b1", value),
        (7, value),
        (None, value),
        (None, None),
        _MakeGood(1),
        evidence.MakeComposer("hostile", [{"bubbleId": "good-1", "type": 2}]),
    ]
    evidence.WriteStateDatabase(path, rows, header_columns=0, page_size=1024)


def _WriteItems(path):
    """Writes a store whose settings are not what a reader expects.

    Args:
      path (str): path of the database.
    """
    settings_key = (
        "src.vs.platform.reactivestorage.browser.reactiveStorageServiceImpl."
        "persistentStorage.applicationUser"
    )
    agents = "cloudAgentRepository.agents."
    evidence.WriteStateDatabase(
        path,
        item_rows=[
            (
                settings_key,
                {
                    "composerState": {
                        "modes4": [None, {"id": 4}, {"id": "agent", "autoRun": "yes"}],
                        "yoloCommandAllowlist": "curl",
                        "yoloCommandDenylist": [None, {"a": 1}, 7, "rm"],
                        "yoloOutsideWorkspaceDisabled": "false",
                    },
                    "aiSettings": {
                        "modelLastUsedAt": {"grok-4.7": "soon", "x": None, "y": 5},
                        "modelConfig": "none",
                    },
                },
            ),
            (f"{agents:s}not-json", "{"),
            (f"{agents:s}object", {"bcId": "bc-x"}),
            (
                f"{agents:s}odd",
                [
                    None,
                    7,
                    {},
                    {"bcId": 4, "createdAt": "x"},
                    {
                        "bcId": "bc-good",
                        "name": "good agent",
                        "createdAt": START_MILLISECONDS,
                        "rowUpdatedAtMs": START_MILLISECONDS + 1000,
                        "repoUrl": "not a url://::",
                        "status": "two",
                        "workflowStatus": 99,
                        "modelDetails": "grok",
                    },
                ],
            ),
            ("cloudEnvironmentTemplate.githubRepos", {"not": "a list"}),
            ("cloudAgentRepository.mcpAuthResolution", [None, {"agentId": 3}]),
            ("mcpOAuth.global.***not-base64***", True),
            ("mcpOAuth.global.", True),
            ("mcpOAuth.global.gIA", '"not UTF-8 in the key"'),
            ("cursor.plugins.installedIds.", "[]"),
            ("cursor.plugins.installedIds.no-team|file:///c%3A/x", "{"),
            ("cursor.plugins.installedIds.no-team", [None, {"id": 1, "sources": "u"}]),
            ("github-", "[]"),
            ("github-login-usages", "{"),
            ("remoteAgentHost.enrolled.", True),
            ("aiService.generations", [None, {"unixMs": "x"}, {"unixMs": 1e300}]),
            ("aiService.prompts", [None, 7, {"text": None}]),
            ("composer.composerHeaders", {"allComposers": "none"}),
            ("composer.composerData", {"allComposers": [None, 4, {"type": "head"}]}),
            ("workbench.panel.aichat.view.aichat.chatdata", {"tabs": [None, {"t": 1}]}),
            ("workspaceMetadata.entries", "{"),
            ("history.recentlyOpenedPathsList", {"entries": [None, {"a": 1}]}),
            (None, "NULL key"),
            ("NULL value", None),
            (b"blob key", "x"),
        ],
        page_size=1024,
    )


def _WriteText(path):
    """Writes a store with every form that a text can have.

    Args:
      path (str): path of the database.
    """
    composer = "text"
    values = {
        # Both types hold the same JSON.
        "text-value": '{"type":2,"text":"stored as TEXT \u017elu\u0165"}',
        "blob-value": '{"type":2,"text":"stored as BLOB \u017elu\u0165"}'.encode(
            "utf-8"
        ),
        "bom": b"\xef\xbb\xbf" + b'{"type":2,"text":"after a byte order mark"}',
        "invalid-utf8": evidence.RawText(b'{"type":2,"text":"bad \xff\xc3( byte"}'),
        "latin1-blob": b'{"type":2,"text":"caf\xe9"}',
        # JSON that Cursor's own writer makes of a cut pair.
        "lone-surrogate": '{"type":2,"text":"cut \\ud83d emoji"}',
        "low-surrogate": '{"type":2,"text":"low \\ude00 alone"}',
        "pair": '{"type":2,"text":"whole \\ud83d\\ude00 emoji"}',
        "nul-escape": '{"type":2,"text":"before\\u0000after"}',
        "nul-byte": evidence.RawText(b'{"type":2,"text":"before\x00after"}'),
        "raw-controls": '{"type":2,"text":"tab\tand\nline feed\r\x1b[31m"}',
        "crlf": '{"type":2,"text":"one\\r\\ntwo\\rthree\\u2028four\\u0085five"}',
        "format": '{"type":2,"text":"{message!r:>10} %s {0} {{}}"}',
        "comma-quote": '{"type":2,"text":"a,\\"b\\",c;d\\te"}',
        "bidi": '{"type":2,"text":"a \u202eb\u202c c"}',
    }
    rows = [
        (f"bubbleId:{composer:s}:{name:s}", value) for name, value in values.items()
    ]
    long_text = "long line " * 7000
    rows.append(
        evidence.MakeAssistantBubble(
            composer, "long", long_text, created=START_MILLISECONDS
        )
    )
    headers = [{"bubbleId": key.split(":", 2)[2], "type": 2} for key, _ in rows]
    rows.insert(
        0,
        evidence.MakeComposer(
            composer, headers, name="Encodings", createdAt=START_MILLISECONDS
        ),
    )
    evidence.WriteStateDatabase(path, rows, page_size=1024)


def _WriteForeign(path):
    """Writes the store of another editor with the same table: not Cursor's.

    Args:
      path (str): path of the database.
    """
    evidence.WriteStateDatabase(
        path,
        item_rows=[
            ("workbench.panel.chat.numberOfVisibleViews", "1"),
            ("memento/workbench.editors.files.textFileEditor", {"a": 1}),
            ("interactive.sessions", "[]"),
        ],
        header_columns=0,
        has_disk_kv=False,
        page_size=1024,
    )


def _WriteCorruptPage(path):
    """Writes a store of which one page of a table is overwritten.

    Args:
      path (str): path of the database.
    """
    conversation = evidence.Conversation("corrupt", START_MILLISECONDS)
    for number in range(25):
        conversation.AddUser(f"prompt {number:d}")
        conversation.AddAssistant(f"reply {number:d} " + "x" * 300)
    evidence.WriteStateDatabase(
        path, conversation.GetRows(chunk_size=50, name="Corrupt page")
    )

    # A leaf of the table in the middle of the file.
    with open(path, "rb") as file_object:
        data = file_object.read()
    leaves = [
        offset
        for offset in range(0, len(data), 4096)
        if data[offset] == 0x0D and b"bubbleId:corrupt" in data[offset : offset + 4096]
    ]
    evidence.PatchFile(path, leaves[len(leaves) // 2], b"\xa5" * 4096)


def _WriteTruncated(path):
    """Writes a store whose file ends early.

    Args:
      path (str): path of the database.
    """
    conversation = evidence.Conversation("truncated", START_MILLISECONDS)
    for number in range(20):
        conversation.AddUser(f"prompt {number:d}")
        conversation.AddAssistant(f"reply {number:d} " + "x" * 300)
    evidence.WriteStateDatabase(
        path, conversation.GetRows(chunk_size=50, name="Truncated")
    )
    with open(path, "r+b") as file_object:
        file_object.seek(0, 2)
        file_object.truncate(file_object.tell() - 3 * 4096 - 1000)
