"""Hostile evidence that is too large to be kept: made when it is tested.

Each function writes into an empty directory. hostile/expected.yaml says what must come
out, in the time and the memory that hostile_lib.py allows.
"""

import hashlib
import json
import os
import random
import struct

from cursor_plaso import sqlite_format
from tests import evidence

_START_MILLISECONDS = 1792600000000  # 2026-10-21T16:26:40Z

_CONVERSATION = "5b1f0c1e-0000-4000-8000-00000000c1a1"


def _GetStatePath(directory):
    """Retrieves the path of a state database.

    Args:
      directory (str): path of the directory of the evidence.

    Returns:
      str: path.
    """
    return os.path.join(directory, "globalStorage", "state.vscdb")


def _GetTranscriptPath(directory, suffix=".jsonl"):
    """Retrieves the path of a transcript, whose directory is made.

    Args:
      directory (str): path of the directory of the evidence.
      suffix (Optional[str]): suffix of the name.

    Returns:
      str: path.
    """
    path = os.path.join(
        directory, ".cursor", "projects", "p", "agent-transcripts", _CONVERSATION
    )
    os.makedirs(path)
    return os.path.join(path, f"{_CONVERSATION:s}{suffix:s}")


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
        created=_START_MILLISECONDS + number * 1000,
    )


def _Write(directory, rows, item_rows=(), headers=()):
    """Writes a state database with two good bubbles.

    Args:
      directory (str): path of the directory of the evidence.
      rows (list[tuple[str, object]]): rows of cursorDiskKV.
      item_rows (Optional[list[tuple[str, object]]]): rows of ItemTable.
      headers (Optional[list[dict[str, object]]]): rows of composerHeaders.
    """
    evidence.WriteStateDatabase(
        _GetStatePath(directory),
        [_MakeGood(1), *rows, _MakeGood(2)],
        headers,
        item_rows,
    )


def WriteValues(directory):
    """Writes bubbles of 40 MB: a text, a result of a call and a thought.

    Args:
      directory (str): path of the directory of the evidence.
    """
    _Write(
        directory,
        [
            ("bubbleId:c1:text", {"type": 2, "text": "good text " * 4_000_000}),
            (
                "bubbleId:c1:tool",
                {
                    "type": 2,
                    "toolFormerData": {
                        "name": "read_file_v2",
                        "status": "completed",
                        "result": json.dumps({"contents": "good\n" * 7_000_000}),
                    },
                },
            ),
            (
                "bubbleId:c1:thought",
                {"type": 2, "thinking": {"text": "x" * 40_000_000}},
            ),
        ],
    )


def WriteWideValue(directory):
    """Writes a bubble of 40 MB of which one character needs four bytes.

    Args:
      directory (str): path of the directory of the evidence.
    """
    text = json.dumps(
        {"type": 2, "text": "good " * 8_000_000 + "\U0001f600"}, ensure_ascii=False
    )
    _Write(directory, [("bubbleId:c1:wide", text)])


def WriteHugeValues(directory):
    """Writes values that are larger than any that is read as a whole.

    Args:
      directory (str): path of the directory of the evidence.
    """
    _Write(
        directory,
        [
            ("bubbleId:c1:huge", {"type": 2, "text": "good huge " * 12_000_000}),
            ("ofsContent:c1:file:///good.py", "x" * 80_000_000),
        ],
        item_rows=[("aiService.prompts", [{"text": "x" * 70_000_000}])],
    )


def WriteDeepJSON(directory):
    """Writes JSON that is nested 100,000 deep, wherever JSON is read.

    Args:
      directory (str): path of the directory of the evidence.
    """
    lists = "[" * 100_000 + "]" * 100_000
    objects = '{"a":' * 100_000 + "1" + "}" * 100_000
    _Write(
        directory,
        [
            ("bubbleId:c1:lists", lists),
            ("bubbleId:c1:objects", objects),
            ("bubbleId:c1:inside", '{"type":2,"text":"good inside","x":' + lists + "}"),
            ("composerData:c2", objects),
            ("composerConvHeaders:c2:000000", lists),
            ("composerDraft:c2", lists),
            ("checkpointId:c1:k", objects),
        ],
        item_rows=[("aiService.prompts", lists), ("github-x", objects)],
        headers=[evidence.MakeComposerHeader("c3", value=lists)],
    )
    with open(_GetTranscriptPath(directory), "w", encoding="utf-8") as file_object:
        file_object.write(
            f'{{"role":"user","message":{{"content":{lists:s}}}}}\n{lists:s}\n'
            '{"role":"assistant","message":{"content":[{"type":"tool_use","name":'
            f'"good_tool","input":{objects:s}}}]}}}}\n'
            '{"role":"assistant","message":{"content":[{"type":"text","text":"good"}]}}\n'
        )


def WriteManyValues(directory):
    """Writes JSON that takes thirty times its size of memory.

    Args:
      directory (str): path of the directory of the evidence.
    """
    _Write(
        directory,
        [
            (
                "bubbleId:c1:lists",
                '{"type":2,"text":"good lists","x":[' + "[]," * 13_000_000 + "1]}",
            ),
            (
                "bubbleId:c1:objects",
                '{"type":2,"text":"good objects","x":['
                + '{"a":1},' * 4_000_000
                + "1]}",
            ),
        ],
        item_rows=[("github-x", "[" + "{}," * 10_000_000 + "1]")],
    )


def WriteKeys(directory):
    """Writes keys of a megabyte.

    Args:
      directory (str): path of the directory of the evidence.
    """
    rows = []
    for number in range(8):
        part = ("k" if number % 2 else "k\r\n:%") * (
            1_000_000 if number % 2 else 200_000
        )
        for prefix in ("bubbleId:", "composerData:", "composerDraft:", "agentKv:blob:"):
            rows.append((f"{prefix:s}{part:s}{number:d}:x", {"type": 2, "text": "key"}))
    _Write(directory, rows, item_rows=[("mcpOAuth.global." + "A" * 1_000_000, "x")])


def _MakeHeaders(count):
    """Makes entries of a header list.

    Args:
      count (int): number of entries.

    Returns:
      list[dict[str, object]]: entries.
    """
    return [
        {
            "bubbleId": f"{number:08x}-0000-4000-8000-000000000000",
            "type": 1 + number % 2,
        }
        for number in range(count)
    ]


def WriteHeaderList(directory):
    """Writes a header list of a million entries, none of which has a bubble.

    Args:
      directory (str): path of the directory of the evidence.
    """
    _Write(
        directory,
        [evidence.MakeComposer("c1", _MakeHeaders(1_000_000), name="good list")],
    )


def WriteHeaderChunks(directory):
    """Writes a header list of 5,000 chunks, and one of a million entries.

    Args:
      directory (str): path of the directory of the evidence.
    """
    rows = [
        (f"composerConvHeaders:c1:{number:06d}", [entry])
        for number, entry in enumerate(_MakeHeaders(5_000))
    ]
    rows.append(evidence.MakeComposer("c1", name="good chunks"))
    rows.append(evidence.MakeComposer("c2", name="good chunk"))
    rows.append(("composerConvHeaders:c2:000000", _MakeHeaders(1_000_000)))
    _Write(directory, rows)


def WriteDrafts(directory):
    """Writes drafts and titles that are large.

    Args:
      directory (str): path of the directory of the evidence.
    """
    rows = [
        (
            f"composerDraft:d{number:d}",
            {"text": f"good draft {number:d} " + "d" * 60_000},
        )
        for number in range(1500)
    ]
    rows += [
        evidence.MakeComposer(
            f"t{number:d}",
            name=f"good title {number:d} " + "t" * 500_000,
            subtitle="s" * 500_000,
        )
        for number in range(60)
    ]
    evidence.WriteStateDatabase(_GetStatePath(directory), rows)


def WriteRepeatedLookups(directory):
    """Writes records that name one large bubble again and again.

    Args:
      directory (str): path of the directory of the evidence.
    """
    _Write(
        directory,
        [
            ("bubbleId:c1:large", {"type": 2, "text": "good " * 4_000_000}),
            evidence.MakeComposer(
                "c1",
                name="good records",
                capabilities=[{"data": {"bubbleDataMap": {"large": {"name": "x"}}}}]
                * 100_000,
                conversation=[{"bubbleId": "large", "type": 2, "text": "bad"}]
                * 100_000,
            ),
        ],
    )


def WriteProtobuf(directory):
    """Writes messages that are small and become large, or are nested without end.

    Args:
      directory (str): path of the directory of the evidence.
    """
    nested = b"\x0a\x00"
    while len(nested) < 100_000:
        nested = evidence.EncodeProtobuf([(1, nested)])
    fields = b"\x0a\x00" * 20_000_000
    details = evidence.EncodeProtobuf([(1, fields)])
    rows = [
        ("bcCachedDetails:bc-fields", details),
        ("bcCachedDetails:bc-nested", nested),
        evidence.MakeBlobRow(fields),
        evidence.MakeBlobRow(nested),
        evidence.MakeBlobRow(evidence.EncodeProtobuf([(16, [(2, [(1, fields)])])])),
        (
            "bubbleId:c1:tool",
            {
                "type": 2,
                "toolFormerData": {
                    "name": "good_tool",
                    "toolCallBinary": "~" + "CgA=" * 5_000_000,
                },
            },
        ),
        evidence.MakeComposer(
            "c1", name="good", conversationState="~" + "CgAK" * 5_000_000
        ),
    ]
    _Write(directory, rows)


def WriteMentions(directory):
    """Writes 20,000 deleted conversations, and as many messages that could name one.

    Args:
      directory (str): path of the directory of the evidence.
    """
    identifiers = [f"odd {number:d};" for number in range(5000)]
    identifiers += [f"named-{number:d}" for number in range(5000)]
    identifiers += [
        f"{number:08x}-0000-4000-8000-000000000000" for number in range(10_000)
    ]
    rows = [(f"bubbleId:{identifier:s}:b", {"type": 3}) for identifier in identifiers]
    for number in range(20_000):
        message = {"role": "user", "content": f"good question {number:d} of named-7"}
        key, value = evidence.MakeBlobRow(json.dumps(message).encode("utf-8"))
        if number < 5000:
            key = f"agentKv:blob:odd{number:d}"
        rows.append((key, value))
    _Write(directory, rows)


def WriteSubagents(directory):
    """Writes a composer of 300,000 sub-agents, and a chat store whose root has 5,000.

    Args:
      directory (str): path of the directory of the evidence.
    """
    _Write(
        directory,
        [
            evidence.MakeComposer(
                "c1",
                name="good",
                subagentComposerIds=[f"s{number:d}" for number in range(300_000)],
            )
        ],
    )
    states = [(16, [(1, f"a{number:d}"), (2, [])]) for number in range(5000)]
    data = evidence.EncodeProtobuf(states)
    evidence.WriteAgentStore(
        os.path.join(
            directory, ".cursor", "chats", "0" * 32, _CONVERSATION, "store.db"
        ),
        {
            "agentId": _CONVERSATION,
            "latestRootBlobId": hashlib.sha256(data).hexdigest(),
        },
        [data],
    )


def WriteRoots(directory):
    """Writes a chat store of many roots, each of which names the same and one more.

    Args:
      directory (str): path of the directory of the evidence.
    """
    blobs = []
    references = []
    for number in range(2000):
        message = {
            "role": "user",
            "content": f"<user_query>good {number:d}</user_query>",
        }
        data = json.dumps(message).encode("utf-8")
        blobs.append(data)
        references.append((1, hashlib.sha256(data).digest()))
        if number % 4 == 0:
            blobs.append(evidence.EncodeProtobuf(references))
            root_identifier = hashlib.sha256(blobs[-1]).hexdigest()
    evidence.WriteAgentStore(
        os.path.join(
            directory, ".cursor", "chats", "0" * 32, _CONVERSATION, "store.db"
        ),
        {"agentId": _CONVERSATION, "latestRootBlobId": root_identifier},
        blobs,
    )


def WriteLongLine(directory):
    """Writes a transcript with a line of 200 MB and one of 60 MB.

    Args:
      directory (str): path of the directory of the evidence.
    """
    good = '{"role":"assistant","message":{"content":[{"type":"text","text":"good %s"}]}}\n'
    start, end = good.split("%s")
    with open(_GetTranscriptPath(directory), "w", encoding="utf-8") as file_object:
        file_object.write(good % "one")
        file_object.write(start)
        for _ in range(200):
            file_object.write("x" * 1_000_000)
        file_object.write(end)
        file_object.write(good % "two")
        file_object.write(good % ("y" * 60_000_000))
        file_object.write(good % "three")


def WriteManyLines(directory):
    """Writes a transcript of a million lines that are no records.

    Args:
      directory (str): path of the directory of the evidence.
    """
    with open(_GetTranscriptPath(directory), "w", encoding="utf-8") as file_object:
        file_object.write(
            '{"role":"user","message":{"content":[{"type":"text","text":"good"}]}}\n'
        )
        file_object.write("7\n" * 1_000_000)


def WriteTags(directory):
    """Writes user turns of tags without their other half.

    Args:
      directory (str): path of the directory of the evidence.
    """
    texts = [
        "<user_query>" * 300_000,
        "</user_query>" * 300_000,
        "<user_query></user_query>" * 150_000,
        "<timestamp>" * 300_000,
        "<a></a>" * 300_000,
        "<a>" * 300_000 + "</a>x" * 300_000,
        "<attached_files>" * 200_000 + "</attached_files>" * 200_000,
        "[Image] " * 400_000,
        "[File: " * 400_000,
        "[Image]\n" * 200_000 + "<user_query>" + "\n" * 400_000,
        "<timestamp>" + " " * 3_000_000 + "</timestamp><user_query>x",
        "\n" * 3_000_000,
        "\r\n \t" * 700_000 + "<user_query>",
        "<" * 3_000_000,
        "<a " * 1_000_000,
        "<system_notification><task>" * 100_000,
        "<system_notification><task>"
        + "kind: x\n" * 300_000
        + "</system_notification>",
        "<user_query>" + "</user_quer" * 200_000,
        "good text",
    ]
    with open(_GetTranscriptPath(directory), "w", encoding="utf-8") as file_object:
        for text in texts:
            record = {
                "role": "user",
                "message": {"content": [{"type": "text", "text": text}]},
            }
            file_object.write(f"{json.dumps(record):s}\n")


def WriteTranscriptText(directory):
    """Writes a transcript in text format: one turn of 100 MB, then many small ones.

    Args:
      directory (str): path of the directory of the evidence.
    """
    path = _GetTranscriptPath(directory, ".txt")
    with open(path, "w", encoding="utf-8") as file_object:
        file_object.write("user:\n<user_query>\ngood question\n</user_query>\n\n")
        file_object.write("assistant:\n")
        for _ in range(1000):
            file_object.write("x" * 99_999 + "\n")
        file_object.write("\nuser:\n<user_query>\n")
        file_object.write("user:\n<user_query>\n\n" * 20_000)
        file_object.write("\n\nassistant:\n[Tool call] a\n" + "  b:\n" * 20_000)


def WriteTranscriptJSON(directory):
    """Writes a transcript in JSON format that is larger than what is read.

    Args:
      directory (str): path of the directory of the evidence.
    """
    path = _GetTranscriptPath(directory, ".json")
    with open(path, "w", encoding="utf-8") as file_object:
        file_object.write('{"mode":"agent","messages":[')
        file_object.write('{"role":"assistant","text":"good one"},')
        for _ in range(40):
            text = "z" * 2_000_000
            file_object.write(f'{{"role":"assistant","text":"{text:s}"}},')
        file_object.write('{"role":"assistant","text":"last"}]}')


def WriteSparseFiles(directory):
    """Writes a database and a log that claim to have four terabytes.

    Args:
      directory (str): path of the directory of the evidence.
    """
    _Write(directory, [])
    path = _GetStatePath(directory)
    with open(path, "r+b") as file_object:
        file_object.truncate(1 << 42)
    with open(f"{path:s}-wal", "wb") as file_object:
        header = struct.pack(">6I", 0x377F0683, 3007000, 4096, 0, 1, 1)
        first = second = 0
        for one, two in zip(*[iter(struct.unpack(">6I", header))] * 2):
            first = (first + one + second) & 0xFFFFFFFF
            second = (second + two + first) & 0xFFFFFFFF
        file_object.write(header + struct.pack(">2I", first, second))
        # The whole of what is read of a log takes minutes.
        file_object.truncate(64 * 1024 * 1024)


def WriteNames(directory):
    """Writes files whose names have control characters, and things that are no files.

    Args:
      directory (str): path of the directory of the evidence.
    """
    home = os.path.join(directory, "home", "a\x1b[31m\nb\u202e", ".cursor")
    evidence.WriteFile(
        os.path.join(home, "permissions.json"), b'{"terminalAllowlist": ["good", 5]}'
    )
    evidence.WriteFile(
        os.path.join(home, "projects", "p\r\n2026", "mcp-approvals.json"),
        b'["good-0123", 5]',
    )
    user = os.path.join(directory, "Cursor", "User")
    evidence.WriteStateDatabase(
        os.path.join(user, "globalStorage", "state.vscdb"),
        [_MakeGood(1), evidence.MakeComposer("c1", name="good")],
    )
    # A directory where the log would be, and one where a database would be.
    os.mkdir(os.path.join(user, "globalStorage", "state.vscdb-wal"))
    storage = os.path.join(user, "workspaceStorage")
    os.makedirs(os.path.join(storage, "w1", "state.vscdb"))
    evidence.WriteFile(
        os.path.join(storage, "w1", "workspace.json"), b'{"folder":"file:///good"}'
    )
    # Links that lead in a circle or to the whole machine, and a pipe nobody writes to:
    # plaso does not hand these out, but what stands beside them is looked at.
    os.mkdir(os.path.join(storage, "w2"))
    os.symlink("state.vscdb", os.path.join(storage, "w2", "state.vscdb"))
    os.symlink("/", os.path.join(storage, "w2", "workspace.json"))
    os.mkdir(os.path.join(storage, "w3"))
    os.mkfifo(os.path.join(storage, "w3", "workspace.json"))
    os.mkfifo(os.path.join(storage, "w3", "state.vscdb"))


def WriteNeighbours(directory):
    """Writes a document that names one large file ten thousand times.

    Args:
      directory (str): path of the directory of the evidence.
    """
    path = os.path.join(directory, "Cursor", "User", "History", "-1a2b")
    os.makedirs(path)
    with open(os.path.join(path, "good.py"), "wb") as file_object:
        file_object.truncate(60 * 1024 * 1024)
    entries = [{"id": "good.py", "timestamp": _START_MILLISECONDS}] * 12_000
    evidence.WriteFile(
        os.path.join(path, "entries.json"),
        json.dumps({"version": 1, "resource": "file:///good.py", "entries": entries}),
    )


def WriteSmallFiles(directory):
    """Writes small files that are large.

    Args:
      directory (str): path of the directory of the evidence.
    """
    home = os.path.join(directory, "home", "ana", ".cursor")
    contents = {
        "projects/p/terminals/1.txt": (
            "---\npid: 1\ncommand: |\n  good\n"
            + ("  " + "x" * 10_000 + "\n") * 4000
            + "started_at: 2026-10-01T10:00:00Z\n---\ngood output"
        ),
        "projects/p/terminals/2.txt": "---\n" + "a: b\n" * 4_000_000,
        "permissions.json": '{"terminalAllowlist": ["good"]} // ' + "/* " * 2_000_000,
        "mcp.json": '{"mcpServers": {"good": {"command": "' + "x" * 60_000_000 + '"}}}',
        "hooks.json": "/*" * 4_000_000,
        "cli-config.json": '{"permissions": {"allow": ['
        + '"good",' * 200_000
        + '"x"]}, "version": 1}',
        "plans/a.plan.md": "---\nname: good\noverview: x\n"
        + "- " * 200_000
        + "\n---\n",
        "prompt_history.json": "[" + '"good prompt",' * 200_000 + '"x"]',
        "argv.json": "{" * 30_000_000,
    }
    for name, content in contents.items():
        evidence.WriteFile(os.path.join(home, *name.split("/")), content)
    evidence.WriteFile(
        os.path.join(directory, "usage.csv"),
        "Date,Model,Max Mode\n"
        + "2026-10-01T10:00:00.000Z,good,No\n" * 3000
        + ",,\n" * 10_000,
    )
    evidence.WriteFile(
        os.path.join(directory, "export.md"),
        "# good\n_Exported on 10/1/2026 at 10:00:00 from Cursor (3.0)_\n"
        + "**User**\n" * 2_000_000,
    )


def WriteFreeSpace(directory):
    """Writes a database whose free pages are full of what looks like rows.

    Args:
      directory (str): path of the directory of the evidence.
    """
    path = _GetStatePath(directory)
    with evidence.NewDatabase(path) as connection:
        evidence.CreateStateTables(connection)
        evidence.InsertRows(connection, [_MakeGood(1), _MakeGood(2)])
        connection.executemany(
            "INSERT INTO cursorDiskKV VALUES (?, ?)",
            ((f"x{number:d}", b"x" * 4000) for number in range(4000)),
        )
        connection.execute("DELETE FROM cursorDiskKV WHERE key LIKE 'x%'")
    generator = random.Random(0)
    with open(path, "r+b") as file_object:
        data = file_object.read()
        # The pages that list the free ones stay.
        trunks = set()
        (trunk,) = struct.unpack_from(">I", data, 32)
        while trunk:
            trunks.add(trunk)
            (trunk,) = struct.unpack_from(">I", data, (trunk - 1) * 4096)
        for offset in range(4096 * 40, len(data) - 4096, 4096):
            if offset // 4096 + 1 in trunks:
                continue
            kind = (offset // 4096) % 6
            if kind == 0:
                page = generator.randbytes(4096)
            elif kind == 1:
                page = b"\x81\x00\x01\x03\x25\x25bubbleId:c1:" * 200
            elif kind == 2:
                page = b"\x0d\x00\x00\x03\xff" + struct.pack(">h", 100) * 1000
            elif kind == 3:
                page = b"bubbleId:" * 455
            elif kind == 4:
                page = b'{"type":2,"text":"' * 227
            else:
                page = struct.pack(">I", offset // 4096 + 2) + b"\x03\x81\x81" * 1364
            file_object.seek(offset)
            file_object.write(page[:4096].ljust(4096, b"\x00"))


def WriteFreeChains(directory):
    """Writes a database in which 3,000 dead rows claim one overflow chain of 40 MB.

    Args:
      directory (str): path of the directory of the evidence.
    """
    path = _GetStatePath(directory)
    with evidence.NewDatabase(path) as connection:
        evidence.CreateStateTables(connection)
        evidence.InsertRows(connection, [_MakeGood(1), _MakeGood(2)])
        connection.execute(
            "INSERT INTO cursorDiskKV VALUES ('chain', ?)", ("x" * 40_000_000,)
        )
        connection.executemany(
            "INSERT INTO cursorDiskKV VALUES (?, ?)",
            ((f"x{number:d}", "x" * 4000) for number in range(1500)),
        )
        connection.execute(
            "DELETE FROM cursorDiskKV WHERE key LIKE 'x%' OR key = 'chain'"
        )
    with open(path, "rb") as file_object:
        data = bytearray(file_object.read())

    trunks = set()
    (trunk,) = struct.unpack_from(">I", data, 32)
    while trunk:
        trunks.add(trunk)
        (trunk,) = struct.unpack_from(">I", data, (trunk - 1) * 4096)
    chain, leaves = [], []
    for number in range(2, len(data) // 4096 + 1):
        page = data[(number - 1) * 4096 : number * 4096]
        if number in trunks or b"good" in page:
            continue
        if page[4:] == b"x" * 4092:
            chain.append(number)
        elif page[0] == 0x0D and b"xxxx" in page:
            leaves.append(number)
    for number, next_number in zip(chain, chain[1:]):
        struct.pack_into(">I", data, (number - 1) * 4096, next_number)

    row_number = 0
    value_size = len(chain) * 4092
    for number in leaves:
        page = bytearray(4096)
        end, pointers = 4096, []
        for _ in range(7):
            row_number += 1
            key = b"bubbleId:%b:%b" % (
                evidence.MakeUUID(f"c{row_number:d}").encode("ascii"),
                _CONVERSATION.encode("ascii"),
            )
            types = sqlite_format.WriteVarint(13 + 2 * len(key))
            types += sqlite_format.WriteVarint(13 + 2 * value_size)
            size = 1 + len(types) + len(key) + value_size
            local_size = sqlite_format.GetLocalSize(size, 4096)
            record = bytes([len(types) + 1]) + types + key + b'{"type":2,"text":"'
            cell = sqlite_format.WriteVarint(size)
            cell += sqlite_format.WriteVarint(row_number)
            cell += record.ljust(local_size, b"x") + struct.pack(">I", chain[0])
            if end - len(cell) < 24:
                break
            end -= len(cell)
            page[end : end + len(cell)] = cell
            pointers.append(end)
        struct.pack_into(">BHHHB", page, 0, 0x0D, 0, len(pointers), end, 0)
        struct.pack_into(f">{len(pointers):d}H", page, 8, *pointers)
        data[(number - 1) * 4096 : number * 4096] = page
    evidence.WriteFile(path, bytes(data))


def WriteSchema(directory):
    """Writes a database with 21,000 tables.

    Args:
      directory (str): path of the directory of the evidence.
    """
    path = _GetStatePath(directory)
    with evidence.NewDatabase(path) as connection:
        evidence.CreateStateTables(connection)
        evidence.InsertRows(connection, [_MakeGood(1), _MakeGood(2)])
        connection.execute("PRAGMA writable_schema = 1")
        connection.executemany(
            "INSERT INTO sqlite_master VALUES ('table', ?, ?, 2, ?)",
            (
                (f"t{number:d}", f"t{number:d}", f"CREATE TABLE t{number:d} (a, b)")
                for number in range(21_000)
            ),
        )


CASES = {
    "drafts": WriteDrafts,
    "free_chains": WriteFreeChains,
    "free_space": WriteFreeSpace,
    "header_chunks": WriteHeaderChunks,
    "header_list": WriteHeaderList,
    "huge_values": WriteHugeValues,
    "json_deep": WriteDeepJSON,
    "json_many_values": WriteManyValues,
    "keys": WriteKeys,
    "mentions": WriteMentions,
    "names": WriteNames,
    "neighbours": WriteNeighbours,
    "protobuf": WriteProtobuf,
    "repeated_lookups": WriteRepeatedLookups,
    "roots": WriteRoots,
    "schema": WriteSchema,
    "small_files": WriteSmallFiles,
    "sparse_files": WriteSparseFiles,
    "subagents": WriteSubagents,
    "transcript_json": WriteTranscriptJSON,
    "transcript_long_line": WriteLongLine,
    "transcript_many_lines": WriteManyLines,
    "transcript_tags": WriteTags,
    "transcript_text": WriteTranscriptText,
    "values": WriteValues,
    "wide_value": WriteWideValue,
}
