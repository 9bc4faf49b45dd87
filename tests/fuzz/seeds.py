"""Seeds of the decoders: a few small inputs of the shape that evidence has."""

import base64
import json
import os
import random

from cursor_plaso import database as cursor_database
from tests import lib
from tests.fuzz import decoders

# Larger files teach a fuzzer no more.
_MAXIMUM_SEED_SIZE = 16 * 1024


def _ReadFiles(directory, *suffixes):
    """Reads small files of the test data.

    Args:
      directory (str): directory in the test data.
      suffixes (list[str]): suffixes of the names.

    Returns:
      list[tuple[str, bytes]]: paths and data, by path.
    """
    files = []
    root = os.path.join(lib.TEST_DATA_PATH, directory)
    for path, _, names in os.walk(root):
        for name in names:
            if name.endswith(suffixes):
                file_path = os.path.join(path, name)
                with open(file_path, "rb") as file_object:
                    data = file_object.read(_MAXIMUM_SEED_SIZE)
                files.append((file_path[len(root) :].replace(os.sep, "/"), data))
    return sorted(files)


def _ReadRows(*names):
    """Reads the rows of a state database of the test data.

    Args:
      names (list[str]): names of the directories and of the file.

    Returns:
      list[tuple[str, str, object]]: name of the table, key and value.
    """
    rows = []
    with open(os.path.join(lib.TEST_DATA_PATH, *names), "rb") as file_object:
        view = cursor_database.Database(file_object).live
        for table_name in ("composerHeaders", "cursorDiskKV", "ItemTable"):
            for row in view.ReadRows(table_name):
                key = row.values[0]
                value = row.GetValue("value")
                if isinstance(key, str) and len(value or "") < 4096:
                    rows.append((table_name, key, value))
    return rows


def _GetStateSeeds():
    """Makes seeds of rows of a state database.

    Returns:
      list[bytes]: seeds.
    """
    rich_text = {
        "root": {
            "type": "root",
            "children": [
                {"type": "paragraph", "children": [{"type": "text", "text": "a"}]},
                {"type": "linebreak"},
            ],
        }
    }
    result = [
        decoders.EncodeStateRows(
            ("cursorDiskKV", "bubbleId:c1:b1", {"type": 1, "richText": rich_text}),
            (
                "cursorDiskKV",
                "bubbleId:c1:b2",
                {"type": 1, "richText": json.dumps(rich_text), "isSimulatedMsg": True},
            ),
            ("cursorDiskKV", "composerDraft:c1", {"richText": rich_text}),
        )
    ]
    for name in ("era_3_26_13", "era_0_50_7", "era_inline", "settings", "edits"):
        rows = _ReadRows("state", f"{name:s}.vscdb")
        for position in range(0, len(rows), 20):
            result.append(decoders.EncodeStateRows(*rows[position : position + 20]))
    return result


def _GetTextSeeds():
    """Makes seeds of the texts of user turns.

    Returns:
      list[bytes]: seeds.
    """
    return [
        b"<timestamp>Thursday, Oct 1, 2026, 10:00 AM (UTC+2)</timestamp>\n"
        b"<user_query>\nAdd a test\n</user_query>",
        b"[Image]\n<attached_files>\n1. /srv/a.py\n</attached_files>\n"
        b"<user_query>\nsee <user_query> here\n</user_query>\n",
        b"<system_notification>\n<task>\nkind: subagent\nstatus: success\n</task>\n"
        b"</system_notification>\n<user_query>\nBriefly inform the user about the task "
        b"result</user_query>",
        b"plain text",
    ]


def _GetBinarySeeds():
    """Makes seeds of binary values.

    Returns:
      list[bytes]: seeds.
    """
    result = []
    for table_name, key, value in _ReadRows("state", "settings.vscdb") + _ReadRows(
        "state", "seed_fixture.vscdb"
    ):
        if table_name == "cursorDiskKV" and key.startswith("bcCachedDetails:"):
            if isinstance(value, str):
                value = bytes.fromhex(value)
            result.append(value)
    for _, data in decoders.GetSampleBlobs():
        if isinstance(data, bytes):
            result.append(data[:4096])
            result.append(b"~" + base64.b64encode(data[:1024]))
    return result


def _GetValueSeeds():
    """Makes seeds of stored values.

    Returns:
      list[bytes]: seeds.
    """
    return [
        decoders.EncodeValue(value)
        for value in (
            None,
            7,
            1.5,
            b'{"a":[1,"\\ud83d",null]}',
            '{"text":"cut',
            "7b2261223a317d",
            "2026-10-01T10:00:00.000Z",
            "Fri Feb 20 15:54:33 2026 +0530",
            "Fri, 20 Feb 2026 15:54:33 GMT",
            "Thursday, Oct 1, 2026, 10:00 AM (UTC+2)",
            "1792600000000",
            1792600000000,
        )
    ]


def GetSeeds(name):
    """Retrieves the seeds of a decoder.

    Args:
      name (str): name of the decoder.

    Returns:
      list[bytes]: seeds.
    """
    seeds = None
    if name in ("state", "recovered_rows"):
        seeds = _GetStateSeeds()
    elif name in ("values", "times"):
        seeds = _GetValueSeeds()
    elif name == "user_text":
        seeds = _GetTextSeeds()
    elif name == "keys":
        seeds = [
            key.encode("utf-8") for _, key, _ in _ReadRows("state", "era_3_26_13.vscdb")
        ]
    elif name == "locations":
        seeds = [
            b"file:///c%3A/Users/ana/x",
            b"vscode-remote://ssh-remote%2Bhost/srv/x",
            b'{"fsPath":"/a","external":"file:///a","path":"/a","scheme":"file"}',
            b"/Users/ana/Library/Application Support/Cursor/User/globalStorage/s",
            b"C:\\Users\\ana\\AppData\\Roaming\\Cursor\\User\\x",
        ]
    elif name == "masking":
        seeds = [
            b"npx -y server --api-key sk-abcdefghijklmnop -e TOKEN=abc",
            b"https://user:password@host.test/path?token=abc&x=1#f",
            b'curl -H "Authorization: Bearer abcdefghijkl" https://a.test',
        ]
    elif name == "calls":
        seeds = [
            json.dumps(value).encode("utf-8")
            for value in (
                {"command": "ls -la", "cwd": "/srv"},
                {"tools": [{"name": "t", "parameters": "{}", "serverName": "s"}]},
                {"patch": "*** Begin Patch\n*** Add File: a\n+b\n*** End Patch"},
                {"exitCodeV2": 1, "todos": [{"content": "x"}]},
            )
        ]
    elif name == "binary_values":
        seeds = _GetBinarySeeds()
    elif name == "messages":
        seeds = [
            data
            for _, data in decoders.GetSampleBlobs()
            if isinstance(data, bytes) and data.startswith(b"{")
        ]
        seeds.append(
            b'{"root":{"type":"root","children":[{"type":"paragraph","children":'
            b'[{"type":"text","text":"a"}]},{"type":"linebreak"}]}}'
        )
    elif name == "protobuf":
        seeds = [
            bytes([number]) + data
            for number in range(6)
            for data in _GetBinarySeeds()[:12]
        ]
    elif name == "table_stores":
        seeds = [
            bytes([number]) + sample
            for number, (_, _, samples) in enumerate(decoders.GetTableStores())
            for sample in samples
        ]
    elif name == "schema":
        seeds = [
            b"CREATE TABLE t (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)",
            b'CREATE TABLE "a b" ([id] INTEGER PRIMARY KEY, x REAL DEFAULT (1), y AS (x)'
            b" STORED, UNIQUE (x COLLATE NOCASE, y DESC)) WITHOUT ROWID",
            b"CREATE UNIQUE INDEX i ON t (key)",
        ]
    elif name in ("transcript_json", "transcript_lines", "transcript_text"):
        suffix = {"json": ".json", "lines": ".jsonl", "text": ".txt"}[name[11:]]
        seeds = [data for _, data in _ReadFiles("transcripts", suffix)]
    elif name == "sdk_index":
        seeds = [data for _, data in _ReadFiles("samples", ".ndjson")]
    elif name == "updates":
        seeds = [
            data
            for path, data in _ReadFiles("trees", "events.jsonl")
            if "update" in path
        ]
    elif name == "usage":
        seeds = [data for _, data in _ReadFiles("files", ".csv")]
    elif name == "export":
        seeds = [data for _, data in _ReadFiles("files", ".md")]
    elif name in ("documents", "formats"):
        seeds = [data for _, data in _ReadFiles("trees", ".json")]
    elif name == "files":
        seeds = _GetFileSeeds()
    elif name.endswith("_shapes"):
        generator = random.Random(name)
        seeds = [
            bytes(generator.randrange(256) for _ in range(4 + number % 28))
            for number in range(200)
        ]
    elif name in ("agent_store", "database", "journal", "log", "pages", "tree"):
        # The file that is overwritten is in the decoder: whole, and with one change.
        generator = random.Random(name)
        seeds = [bytes([number]) for number in range(6)]
        seeds += [
            bytes([number % 6, *(generator.randrange(256) for _ in range(8))])
            for number in range(60)
        ]
    return [seed[:_MAXIMUM_SEED_SIZE] for seed in seeds if seed] or [b"{}"]


def _GetFileSeeds():
    """Makes seeds of small files, each at its path.

    Returns:
      list[bytes]: seeds.
    """
    files = _ReadFiles("trees", ".json", ".txt", ".md", ".lock", "machineid")
    seeds = []
    for number, path in enumerate(decoders.FILE_PATHS):
        name = path.rpartition("/")[2]
        samples = [
            data
            for file_path, data in files
            if file_path.rpartition("/")[2] == name
            or (name.endswith(".plan.md") and file_path.endswith(".plan.md"))
            or ("/terminals/" in path and "/terminals/" in file_path)
        ]
        for data in samples[:3] or [b"{}"]:
            seeds.append(bytes([number]) + data)
    return seeds
