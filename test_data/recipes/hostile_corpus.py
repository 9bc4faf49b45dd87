"""The hostile corpus: what a suspect, a crash or a bad disk can make of the evidence.

Each case has a directory of its own in test_data/hostile. What is good beside what is
bad has a text that begins with "good". hostile/expected.yaml says what must come out of
each, and of the large files that tests/hostile_large.py makes when they are tested.
"""

import os
import shutil
import struct

from tests import evidence

START_MILLISECONDS = 1792600000000  # 2026-10-21T16:26:40Z

_CONVERSATION = "5b1f0c1e-0000-4000-8000-00000000c1a1"

_ITEM_TABLE = "CREATE TABLE ItemTable (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)"

_PAGE_SIZE = 1024


def Write(directory):
    """Writes the corpus.

    Args:
      directory (str): path of the directory test_data.
    """
    root = os.path.join(directory, "hostile")
    _WriteBrokenDatabases(root)
    _WriteTrees(root)
    _WriteOtherSchemas(root)
    _WriteRows(root)
    _WriteComposers(root)
    _WriteStores(root)
    _WriteTranscripts(root)
    _WriteSmallFiles(root)
    # Of this one plaso's tools ask nothing.
    shutil.copyfile(
        os.path.join(os.path.dirname(__file__), "hostile_expected.yaml"),
        os.path.join(root, "expected.yaml"),
    )


def _GetStatePath(root, case):
    """Retrieves the path of the state database of a case.

    Args:
      root (str): path of the directory of the corpus.
      case (str): name of the case.

    Returns:
      str: path.
    """
    return os.path.join(root, case, "globalStorage", "state.vscdb")


def _MakeGood(number, composer="c1"):
    """Makes a bubble to stand beside a bad one.

    Args:
      number (int): number.
      composer (Optional[str]): identifier of the composer.

    Returns:
      tuple[str, dict]: key and value of the row.
    """
    return evidence.MakeAssistantBubble(
        composer,
        f"good-{number:d}",
        f"good {number:d}",
        created=START_MILLISECONDS + number * 1000,
    )


def _WriteGoodDatabase(path, number_of_bubbles=40):
    """Writes a database that is to be broken.

    Args:
      path (str): path of the database.
      number_of_bubbles (Optional[int]): number of bubbles, of which four fill a page.

    Returns:
      bytes: data of the database.
    """
    rows = []
    for number in range(number_of_bubbles):
        key, bubble = _MakeGood(number)
        bubble["padding"] = "x" * 80
        rows.append((key, bubble))
    headers = [{"bubbleId": key.split(":", 2)[2], "type": 2} for key, _ in rows]
    rows.append(
        evidence.MakeComposer(
            "c1", headers, name="Good", createdAt=START_MILLISECONDS, status="completed"
        )
    )
    evidence.WriteStateDatabase(path, rows, page_size=_PAGE_SIZE)
    with open(path, "rb") as file_object:
        return file_object.read()


def _FindPages(data, page_type, text=b""):
    """Finds pages of a type.

    Args:
      data (bytes): data of the database.
      page_type (int): first byte of the page.
      text (Optional[bytes]): text that the page has.

    Returns:
      list[int]: numbers of the pages, from 1.
    """
    return [
        offset // _PAGE_SIZE + 1
        for offset in range(_PAGE_SIZE, len(data), _PAGE_SIZE)
        if data[offset] == page_type and text in data[offset : offset + _PAGE_SIZE]
    ]


def _WriteBrokenDatabases(root):
    """Writes databases that are cut off or are none.

    Args:
      root (str): path of the directory of the corpus.
    """
    path = _GetStatePath(root, "truncated_half")
    data = _WriteGoodDatabase(path)
    evidence.WriteFile(path, data[: len(data) // 2 // _PAGE_SIZE * _PAGE_SIZE])
    evidence.WriteFile(
        _GetStatePath(root, "truncated_in_page"), data[: -_PAGE_SIZE - 300]
    )
    evidence.WriteFile(_GetStatePath(root, "truncated_header"), data[:100])
    evidence.WriteFile(_GetStatePath(root, "truncated_signature"), data[:16])
    evidence.WriteFile(_GetStatePath(root, "zero_bytes"), b"")
    evidence.WriteFile(_GetStatePath(root, "not_a_database"), b"file is not a database")
    evidence.WriteFile(
        _GetStatePath(root, "not_a_database_inside"),
        data[:16] + bytes(range(256)) * 20,
    )
    for size in (0, 3, 0x1001):
        evidence.WriteFile(
            _GetStatePath(root, f"page_size_{size:d}"),
            data[:16] + struct.pack(">H", size) + data[18:],
        )

    # Two leaves in each other's place, and one with bits flipped.
    leaves = _FindPages(data, 0x0D, b"good")
    flipped = bytearray(data)
    first, second, third = leaves[2], leaves[5], leaves[7]
    first_page = data[(first - 1) * _PAGE_SIZE : first * _PAGE_SIZE]
    second_page = data[(second - 1) * _PAGE_SIZE : second * _PAGE_SIZE]
    flipped[(first - 1) * _PAGE_SIZE : first * _PAGE_SIZE] = second_page
    flipped[(second - 1) * _PAGE_SIZE : second * _PAGE_SIZE] = first_page
    for position in range((third - 1) * _PAGE_SIZE, third * _PAGE_SIZE):
        flipped[position] ^= 0xFF
    evidence.WriteFile(_GetStatePath(root, "flipped_pages"), bytes(flipped))


def _WriteTrees(root):
    """Writes databases whose b-trees lead in circles.

    Args:
      root (str): path of the directory of the corpus.
    """
    path = _GetStatePath(root, "page_cycle")
    data = bytearray(_WriteGoodDatabase(path))
    (interior,) = _FindPages(data, 0x05)
    offset = (interior - 1) * _PAGE_SIZE
    # Its last child is the page itself, its first one comes twice.
    data[offset + 8 : offset + 12] = struct.pack(">I", interior)
    first_cell, second_cell = struct.unpack_from(">2H", data, offset + 12)
    data[offset + second_cell : offset + second_cell + 4] = data[
        offset + first_cell : offset + first_cell + 4
    ]
    evidence.WriteFile(path, bytes(data))

    # Every cell pointer of a leaf is the same.
    path = _GetStatePath(root, "cell_overlap")
    data = bytearray(_WriteGoodDatabase(path))
    leaf = _FindPages(data, 0x0D, b"good")[3]
    offset = (leaf - 1) * _PAGE_SIZE
    count = struct.unpack_from(">H", data, offset + 3)[0]
    pointer = data[offset + 8 : offset + 10]
    data[offset + 8 : offset + 8 + 2 * count] = pointer * count
    evidence.WriteFile(path, bytes(data))

    # An overflow chain that leads back to its start.
    path = _GetStatePath(root, "overflow_cycle")
    key, bubble = _MakeGood(1)
    bubble["text"] = "cut " + "y" * 6000
    evidence.WriteStateDatabase(
        path, [(key, bubble), _MakeGood(2), _MakeGood(3)], page_size=_PAGE_SIZE
    )
    with open(path, "rb") as file_object:
        data = bytearray(file_object.read())
    chain = [
        offset
        for offset in range(0, len(data), _PAGE_SIZE)
        if data[offset + 4 : offset + _PAGE_SIZE] == b"y" * (_PAGE_SIZE - 4)
    ]
    data[chain[2] : chain[2] + 4] = struct.pack(">I", chain[0] // _PAGE_SIZE + 1)
    evidence.WriteFile(path, bytes(data))

    # A list of free pages that is one page, again and again, and says it has a million.
    path = _GetStatePath(root, "freelist_cycle")
    _WriteGoodDatabase(path)
    with evidence.EditDatabase(path) as connection:
        connection.execute(
            "DELETE FROM cursorDiskKV WHERE key LIKE 'bubbleId:c1:good-1%'"
        )
    with open(path, "rb") as file_object:
        data = bytearray(file_object.read())
    (trunk,) = struct.unpack_from(">I", data, 32)
    data[(trunk - 1) * _PAGE_SIZE : (trunk - 1) * _PAGE_SIZE + 4] = struct.pack(
        ">I", trunk
    )
    data[36:40] = struct.pack(">I", 1000000)
    evidence.WriteFile(path, bytes(data))


def _WriteOtherSchemas(root):
    """Writes databases whose tables are not what their names say.

    Args:
      root (str): path of the directory of the corpus.
    """
    bubble = evidence.DumpJSON({"type": 2, "text": "good row"})
    rows = [("bubbleId:c1:b1", bubble)]
    bomb = evidence.DumpJSON({"type": 2, "text": "made by the view"}).replace("'", "")
    schemas = {
        "view": (
            [
                "CREATE TABLE stored (key TEXT UNIQUE, value BLOB)",
                "CREATE VIEW cursorDiskKV AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL "
                f"SELECT x + 1 FROM n) SELECT 'bubbleId:c:' || x AS key, '{bomb:s}' AS "
                "value FROM n",
            ],
            "stored",
        ),
        "virtual_table": (
            ["CREATE VIRTUAL TABLE cursorDiskKV USING fts4(key, value)"],
            "cursorDiskKV",
        ),
        "extra_columns": (
            [
                "CREATE TABLE cursorDiskKV (extra, key TEXT UNIQUE, more INTEGER, "
                "value BLOB)"
            ],
            "cursorDiskKV",
        ),
        "generated_columns": (
            [
                "CREATE TABLE cursorDiskKV (key TEXT UNIQUE, again TEXT AS (key || "
                "hex(zeroblob(400000000))) VIRTUAL, value BLOB)"
            ],
            "cursorDiskKV",
        ),
        "blob_keys": (
            ["CREATE TABLE cursorDiskKV (key BLOB PRIMARY KEY, value TEXT)"],
            "cursorDiskKV",
        ),
        "without_rowid": (
            [
                "CREATE TABLE cursorDiskKV (key TEXT PRIMARY KEY, value BLOB) WITHOUT "
                "ROWID"
            ],
            "cursorDiskKV",
        ),
        "no_index": (
            ["CREATE TABLE cursorDiskKV (key TEXT, value BLOB)"],
            "cursorDiskKV",
        ),
        "triggers": (
            [
                "CREATE TABLE cursorDiskKV (key TEXT UNIQUE, value BLOB)",
                "CREATE TABLE log (text)",
            ],
            "cursorDiskKV",
        ),
    }
    for name, (statements, table_name) in schemas.items():
        path = _GetStatePath(root, f"schema_{name:s}")
        with evidence.NewDatabase(path, page_size=_PAGE_SIZE) as connection:
            connection.execute(_ITEM_TABLE)
            for statement in statements:
                connection.execute(statement)
            for key, value in rows:
                connection.execute(
                    f"INSERT INTO {table_name:s} (key, value) VALUES (?, ?)",
                    (key.encode() if name == "blob_keys" else key, value),
                )
            if name == "triggers":
                connection.execute(
                    "CREATE TRIGGER t AFTER DELETE ON cursorDiskKV BEGIN INSERT INTO "
                    "log VALUES ('ran'); END"
                )
        if name == "no_index":
            continue

    path = _GetStatePath(root, "schema_integer_key")
    with evidence.NewDatabase(path, page_size=_PAGE_SIZE) as connection:
        connection.execute(_ITEM_TABLE)
        connection.execute(
            "CREATE TABLE cursorDiskKV (key INTEGER PRIMARY KEY, value BLOB)"
        )
        connection.execute("INSERT INTO cursorDiskKV VALUES (5, ?)", (bubble,))

    # The text of the database is UTF-16, which may hold half a pair.
    path = _GetStatePath(root, "schema_utf16")
    with evidence.NewDatabase(path, page_size=_PAGE_SIZE) as connection:
        connection.execute("PRAGMA encoding = 'UTF-16le'")
        connection.execute(_ITEM_TABLE)
        connection.execute("CREATE TABLE cursorDiskKV (key TEXT UNIQUE, value TEXT)")
        connection.executemany(
            "INSERT INTO cursorDiskKV VALUES (?, ?)",
            [
                (
                    "bubbleId:c1:b1",
                    evidence.DumpJSON({"type": 2, "text": "good \u017e"}),
                ),
                ("bubbleId:c1:b2", evidence.DumpJSON({"type": 2, "text": "good two"})),
            ],
        )

    # A schema whose statements say other than what is stored.
    path = _GetStatePath(root, "schema_statements")
    data = _WriteGoodDatabase(path, number_of_bubbles=3)
    data = data.replace(
        b"CREATE TABLE cursorDiskKV (key", b"CREATE TABLE cursorDiskKV ((((", 1
    )
    evidence.WriteFile(path, data)


def _WriteRows(root):
    """Writes rows whose times, numbers and texts are not what a field takes.

    Args:
      root (str): path of the directory of the corpus.
    """
    times = [
        0,
        -1,
        1,
        1e308,
        -1e308,
        1792600000000.75,
        -1792600000000,
        1 << 63,
        -(1 << 64),
        10**30,
        "1792600000000",
        "1e12",
        "0x1A",
        "NaN",
        "",
        True,
        [],
        {},
        "2026-10-21T16:26:40.000Z",
        "2026-10-21T16:26:403-10Z",
        "2026-W43-3T16:26:40.000Z",
        "+022026-10-21T16:26:40.000Z",
        "2026-10-21T16:26:40.123456789+23:59",
        "9999-12-31T23:59:59.999-18:00",
        "0001-01-01T00:00:00Z",
        "\u0662\u0660\u0662\u0666-10-21T16:26:40Z",
    ]
    rows = [
        (
            f"bubbleId:c1:t-{number:02d}",
            {
                "type": 2,
                "text": f"good time {number:02d}",
                "createdAt": value,
                "timingInfo": {"clientRpcSendTime": value, "clientEndTime": value},
                "tokenCount": {"inputTokens": value, "outputTokens": value},
                "thinkingDurationMs": value,
            },
        )
        for number, value in enumerate(times)
    ]
    rows += [
        (
            "bubbleId:c1:number-of-5000-digits",
            '{"type":2,"text":"good digits","createdAt":' + "9" * 5000 + "}",
        ),
        (
            "bubbleId:c1:duplicates",
            '{"type":1,"text":"bad","type":2,"text":"good duplicate"}',
        ),
        ("bubbleId:c1:constants", '{"type":2,"text":"good NaN","createdAt":-Infinity}'),
        ("bubbleId:c1:cut", '{"type":2,"text":"good but cut off'),
        (
            "bubbleId:c1:many-lists",
            '{"type":2,"text":"good lists","images":[' + "[]," * 2000 + "[]]}",
        ),
        ("bubbleId:c1:\r\n%s%n:{0}", {"type": 2, "text": "good key"}),
        ("bubbleId:c1:" + "k" * 5000, {"type": 2, "text": "good long key"}),
        ("composerData:" + "k" * 5000, {"composerId": "k", "status": "completed"}),
        (
            "bubbleId:c1:tool",
            {
                "type": 2,
                "toolFormerData": {
                    "name": "good_tool\r\n\x1b[31m",
                    "toolCallId": "call\r\n2026-01-01T00:00:00,forged",
                    "status": "completed",
                    "params": {"command": "echo \x1b]0;title\x07 \u202egood"},
                    "result": "\x00\x1b[2J\x9b31m",
                },
            },
        ),
        ("inlineDiff:w:d", {"createdAt": 1e300, "changes": [None, {"addedRange": []}]}),
        (
            "checkpointId:c1:k",
            {"files": [None, 7, {}, {"uri": {"path": 5}}, "good.py"]},
        ),
        ("codeBlockDiff:c1:d", {"newModelDiffWrtV0": [None, {"modified": {}}]}),
        ("ofsContent:c1:file:///good.py", None),
        ("messageRequestContext:c1:b", {"deletedFiles": [None, 5, {"uri": []}]}),
    ]
    evidence.WriteStateDatabase(
        _GetStatePath(root, "values"), rows, page_size=_PAGE_SIZE
    )


def _WriteComposers(root):
    """Writes header lists and families of conversations that can not be.

    Args:
      root (str): path of the directory of the corpus.
    """
    header = {"bubbleId": "good-1", "type": 2}
    rows = [
        _MakeGood(1, "dup"),
        _MakeGood(2, "dup"),
        evidence.MakeComposer(
            "dup",
            [header] * 50
            + [{"bubbleId": "good-2", "type": 1}, {"bubbleId": "elsewhere", "type": 2}],
            name="Duplicates",
            status="completed",
        ),
        # Its own parent, and its own child.
        evidence.MakeComposer(
            "self",
            [],
            name="Self",
            status="completed",
            subagentInfo={"parentComposerId": "self", "subagentTypeName": "x"},
            subagentComposerIds=["self", "self", None, 5],
        ),
        # Each the parent of the other.
        evidence.MakeComposer(
            "left",
            [],
            name="Left",
            status="completed",
            subagentInfo={"parentComposerId": "right"},
        ),
        evidence.MakeComposer(
            "right",
            [],
            name="Right",
            status="completed",
            subagentInfo={"parentComposerId": "left"},
        ),
        # Chunks that are not in order, come twice and are not lists.
        evidence.MakeComposer("chunks", name="Chunks", status="completed"),
        ("composerConvHeaders:chunks:000002", [{"bubbleId": "good-9", "type": 2}]),
        ("composerConvHeaders:chunks:000000", [{"bubbleId": "good-7", "type": 2}] * 9),
        ("composerConvHeaders:chunks:-1", {"headers": [{"bubbleId": "good-8"}]}),
        ("composerConvHeaders:chunks:x", "[[[["),
        _MakeGood(7, "chunks"),
        _MakeGood(8, "chunks"),
        _MakeGood(9, "chunks"),
        # Records of calls that name one bubble again and again.
        evidence.MakeComposer(
            "records",
            [],
            name="Records",
            status="completed",
            capabilities=[
                {"data": {"bubbleDataMap": {"good-1": {"name": "read_file"}}}}
            ]
            * 30
            + [{"data": {"bubbleDataMap": "{"}}, {"data": []}, 7],
            conversation=[{"bubbleId": "good-1", "type": 2, "text": "bad"}] * 30
            + [{"bubbleId": "inline", "type": 2, "text": "good inline"}, 5, None],
        ),
        _MakeGood(1, "records"),
    ]
    evidence.WriteStateDatabase(
        _GetStatePath(root, "composers"), rows, page_size=_PAGE_SIZE
    )


def _WriteStores(root):
    """Writes chat stores whose trees can not be, and stores with tables of their own.

    Args:
      root (str): path of the directory of the corpus.
    """

    def GetPath(case):
        return os.path.join(
            root, case, ".cursor", "chats", "0" * 32, _CONVERSATION, "store.db"
        )

    def MakeStep(text):
        return evidence.EncodeProtobuf([(1, [(1, text), (2, START_MILLISECONDS)])])

    user = evidence.EncodeProtobuf(
        [(1, "good question"), (2, "m1"), (25, START_MILLISECONDS)]
    )
    good_step = MakeStep("good answer")
    # A call that says that its original is itself.
    truncated = evidence.EncodeProtobuf([(2, [(34, [(1, b"\x11" * 32)]), (57, "t1")])])
    nested = b""
    for _ in range(300):
        nested = evidence.EncodeProtobuf([(1, nested)])
    bomb = evidence.EncodeProtobuf([(2, [(15, [(1, b"\x0a\x00" * 5000)])])])
    user_id, good_id, nested_id, bomb_id = [
        evidence.MakeBlobRow(data)[0].rpartition(":")[2]
        for data in (user, good_step, nested, bomb)
    ]
    step_ids = [good_id, "11" * 32, nested_id, bomb_id, "22" * 32] + [good_id] * 200
    turn = evidence.EncodeProtobuf(
        [
            (
                1,
                [(1, bytes.fromhex(user_id))]
                + [(2, bytes.fromhex(step_id)) for step_id in step_ids]
                + [(3, "r1")],
            )
        ]
    )
    turn_id = evidence.MakeBlobRow(turn)[0].rpartition(":")[2]
    # A root that holds itself as a sub-agent, and a turn that comes a hundred times.
    state = [(8, bytes.fromhex(turn_id))] * 100 + [(8, b"short"), (4, "{"), (10, 99)]
    for _ in range(12):
        state = state + [(16, [(1, "a1"), (2, [(1, list(state))])])]
        if len(evidence.EncodeProtobuf(state)) > 20000:
            break
    root_blob = evidence.EncodeProtobuf(state)
    root_id = evidence.MakeBlobRow(root_blob)[0].rpartition(":")[2]
    evidence.WriteAgentStore(
        GetPath("tree"),
        {"agentId": _CONVERSATION, "latestRootBlobId": root_id, "createdAt": 1e30},
        [
            user,
            good_step,
            nested,
            bomb,
            turn,
            root_blob,
            ("11" * 32, truncated),
            ("22" * 32, b"\xff" * 200),
            ("33" * 32, b""),
        ],
    )
    evidence.WriteAgentStore(GetPath("tree_without_root"), "{", [user, good_step, turn])

    evidence.WriteAICodeTracking(
        os.path.join(root, "tables", "ai-code-tracking.db"),
        {
            "ai_code_hashes": [
                {"hash": "good", "source": "composer", "createdAt": 1e300},
                {
                    "hash": None,
                    "source": b"\xff\xfe",
                    "timestamp": "x",
                    "createdAt": -1,
                },
            ],
            "scored_commits": [
                {
                    "commitHash": "good",
                    "branchName": "x\r\ny",
                    "scoredAt": 0,
                    "commitDate": "not a date",
                    "linesAdded": 10**15,
                }
            ],
        },
    )


def _WriteTranscripts(root):
    """Writes transcripts that are broken.

    Args:
      root (str): path of the directory of the corpus.
    """

    def GetPath(case, suffix):
        return os.path.join(
            root,
            case,
            ".cursor",
            "projects",
            "p",
            "agent-transcripts",
            _CONVERSATION,
            f"{_CONVERSATION:s}{suffix:s}",
        )

    user = evidence.MakeTranscriptUser("good question")
    reply = evidence.MakeTranscriptAssistant("good answer")
    lines = [
        evidence.DumpJSON(user),
        "",
        "not JSON",
        '{"role":"user","message":{"content":[{"type":"text","text":"cut',
        "[]",
        "7",
        '{"role":"user"}',
        '{"role":"assistant","message":{"content":{"type":"text","text":"good object"}}}',
        '{"role":"assistant","message":{"content":[7,null,{"type":5},"good string"]}}',
        '{"role":"robot","message":{"content":[{"type":"text","text":"good robot"}]}}',
        '{"type":"turn_ended"}',
        '{"type":"turn_ended","status":"error","error":{"a":[1]}}',
        '{"role":"user","message":{"content":[{"type":"text","text":"\\ud83d\\u0000'
        '\\u001b[31mgood control"}]}}',
        "[" * 20000,
        '{"role":"assistant","message":{"content":' + "[" * 3000 + "]" * 3000 + "}}",
        evidence.DumpJSON(reply),
    ]
    evidence.WriteFile(
        GetPath("transcript_lines", ".jsonl"),
        "\r\n".join(lines).encode("utf-8") + b"\r\n\xff\xfe\x00\n" + b'{"role":',
    )
    tags = [
        "<user_query>good one",
        "good two</user_query>",
        "</user_query><user_query>good three",
        "<user_query>" * 50 + "good four" + "</user_query>" * 49,
        "<timestamp>Thursday, Oct 1, 2026, 10:00 AM (UTC+2)</timestamp>good five",
        "<timestamp>Thursday, Oct 1, 2026, 25:61 AM (UTC+99)</timestamp>\n"
        "<user_query>good six</user_query>",
        "<timestamp>" * 200 + "good seven",
        "<attached_files>" * 100 + "<user_query>good eight</user_query>",
        "<system_notification><task>kind: x</system_notification>good nine",
    ]
    evidence.WriteLines(
        GetPath("transcript_tags", ".jsonl"),
        [
            {"role": "user", "message": {"content": [{"type": "text", "text": text}]}}
            for text in tags
        ],
    )
    evidence.WriteFile(
        GetPath("transcript_text", ".txt"),
        b"user:\n<user_query>\ngood question\n</user_query>\n\nassistant:\n[Thinking] "
        b"good thought\ngood answer\n[Tool call] read_file\n  path: a.py\n[Tool result] "
        b"read_file\n\nuser:\n<user_query>\nuser:\nassistant:\n\nassistant:\ngood, but "
        b"the query before has no end\n\xff\xfe\x00\n",
    )
    evidence.WriteFile(
        GetPath("transcript_json", ".json"),
        b'{"mode":"agent","messages":[{"role":"user","text":"<user_query>good question'
        b'</user_query>"},{"role":"assistant","text":"good answer","toolCalls":[7,'
        b'{"toolName":5,"args":[]}]},5,{"role":"user","text":"cut',
    )
    evidence.WriteFile(GetPath("transcript_empty", ".jsonl"), b"")
    evidence.WriteFile(GetPath("transcript_zeros", ".jsonl"), bytes(5000))


def _WriteSmallFiles(root):
    """Writes small files that are broken.

    Args:
      root (str): path of the directory of the corpus.
    """
    home = os.path.join(root, "files", "home", "ana")
    cursor = os.path.join(home, ".cursor")
    user = os.path.join(home, ".config", "Cursor", "User")
    contents = {
        (cursor, "cli-config.json"): "[" * 20000,
        (cursor, "hooks.json"): {"hooks": {"a": 5, "b": [None, {"command": ["x"]}]}},
        (cursor, "mcp.json"): {
            "mcpServers": {
                "good\r\n\x1b[31m": {"command": "good", "args": [None, {"a": 1}, "x"]},
                "bad": 7,
                "worse": {"url": {"x": 1}, "command": 5},
            }
        },
        (cursor, "permissions.json"): (
            '{"terminalAllowlist": ["good", 5, null], // comment\n "mcpAllowlist": {}, '
            '/* "/*" */ "approvalMode": 1e999,}'
        ),
        (cursor, "argv.json"): b"\xff\xfe\x00\x00",
        (cursor, "prompt_history.json"): ["good prompt", None, 7, {"a": []}],
        (cursor, "plans", "bomb.plan.md"): (
            "---\nname: good plan\noverview: &a [x]\ntodos: [*a, *a, {content: good todo}"
            ", " + "[" * 300 + "]" * 300 + "]\n---\n"
        ),
        (cursor, "projects", "p", "terminals", "1.txt"): (
            "---\npid: 99999999999999999999\ncwd: \x00\x1b[31m\ncommand: |\n"
            + "  good command\n" * 3
            + "started_at: 2026-99-99\n---\ngood output\n---\nexit_code: x\n"
        ),
        (user, "History", "-1a2b", "entries.json"): {
            "version": 1,
            "resource": "file:///good.py",
            "entries": [
                {"id": "../../../../../../etc/passwd", "timestamp": START_MILLISECONDS},
                {"id": "..", "timestamp": -1},
                {"id": "a/b", "timestamp": 1e400},
                {"id": "", "timestamp": None},
                {"id": 5},
                None,
                {"id": "good.py", "timestamp": START_MILLISECONDS},
            ],
        },
        (user, "History", "-1a2b", "good.py"): "good = 1\n",
        (user, "workspaceStorage", "w1", "workspace.json"): {"folder": {"a": [1]}},
        (user, "globalStorage", "storage.json"): {
            "telemetry.machineId": ["x"],
            "windowsState": {"lastActiveWindow": 5, "openedWindows": {"a": 1}},
            "backupWorkspaces": {"folders": [None, {"folderUri": 7}, "file:///good"]},
        },
        (user, "..", "machineid"): "\x00\x01not an identifier",
    }
    for parts, content in contents.items():
        if isinstance(content, (dict, list)):
            content = evidence.DumpJSON(content)
        if isinstance(content, str):
            content = content.encode("utf-8")
        evidence.WriteFile(os.path.normpath(os.path.join(*parts)), content)
    # Names with two ends, of which each is refused by the file systems of some.
    evidence.WriteFile(
        os.path.join(root, "files", "usage-events.csv"),
        b"Date,Model,Max Mode,Input (w/ Cache Write),Total Tokens,Cost\r\n"
        b"2026-10-01T10:00:00.000Z,good,No,1,2,3\r\n"
        b'not a date,"good\x1b[31m",,' + b"1," * 40 + b"\r\n"
        b'"' + b"x" * 66000 + b"\r\n"
        b'2026-10-01T10:00:01.000Z,good,No,"'
        + b"1,111"
        + b",111" * 2000
        + b'",-,$1\r\n'
        b"2026-10-01T10:00:02.000Z,good\r\n",
    )
    evidence.WriteFile(
        os.path.join(root, "files", "export.md"),
        b"# good \x1b[31mtitle\n_Exported on 99/99/9999 at 99:99:99 XYZ from Cursor "
        b"(9.9)_\n\n**User**\n\ngood question\n",
    )
