"""The other databases: search index, code tracking, CLI stores, file sync.

Both schemas of each where there are two (storage-facts 1.8, 4 and 5).
"""

import os

from test_data.recipes import seed
from tests import evidence

_START = evidence.START_MILLISECONDS


def Write(directory):
    """Writes the databases.

    Args:
      directory (str): path of the directory test_data.
    """
    search_directory = os.path.join(directory, "search")
    evidence.WriteConversationSearch(
        os.path.join(search_directory, "conversation-search.db"),
        seed.GetSearchConversations() + _GetMoreConversations(),
    )
    evidence.WriteConversationSearch(
        os.path.join(search_directory, "conversation-search_3_15.db"),
        seed.GetSearchConversations(branches=False),
        branches=False,
    )

    tracking_directory = os.path.join(directory, "ai_tracking")
    evidence.WriteAICodeTracking(
        os.path.join(tracking_directory, "ai-code-tracking.db"), GetTrackingRows()
    )
    evidence.WriteAICodeTracking(
        os.path.join(tracking_directory, "ai-code-tracking_2025.db"),
        {
            "ai_code_hashes": [
                _MakeHash("a1b2c", "composer", 0, conversationId="old-tools"),
                _MakeHash("a1b2d", "tab", 1000, requestId=None, model=None),
            ],
            "scored_commits": [
                {
                    "commitHash": "1" * 40,
                    "branchName": "main",
                    "scoredAt": _START - 500000,
                }
            ],
            "tracking_state": [
                {
                    "key": "trackingStartTime",
                    "value": '{"timestamp":1765839809235}',
                }
            ],
        },
        schema=2025,
    )

    _WriteAgentStores(os.path.join(directory, "agent_store"))
    WriteSyncStore(os.path.join(directory, "agent_sync", "u1001"))


def GetTrackingRows():
    """Makes rows of every table of ai-code-tracking.db.

    Returns:
      dict[str, list[dict[str, object]]]: rows by table.
    """
    commit = {
        "commitHash": "2" * 40,
        "branchName": "main",
        "scoredAt": _START + 60000,
        "linesAdded": 12,
        "linesDeleted": 3,
        "tabLinesAdded": 1,
        "tabLinesDeleted": 0,
        "composerLinesAdded": 9,
        "composerLinesDeleted": 3,
        "humanLinesAdded": 2,
        "humanLinesDeleted": 0,
        "blankLinesAdded": 0,
        "blankLinesDeleted": 0,
        "commitMessage": "Add subtract\n\nAnd its test.",
        "commitDate": "Thu Oct 1 15:31:00 2026 +0530",
        "v1AiPercentage": "83.33",
        "v2AiPercentage": "75.00",
    }
    # A row of before the columns were added.
    old_commit = {name: None for name in commit}
    old_commit.update(
        {"commitHash": "3" * 40, "branchName": "feature", "scoredAt": _START - 86400000}
    )
    # A commit scored on two branches is two rows; a broken date costs itself.
    second_commit = {**commit, "branchName": "release", "commitDate": "yesterday"}

    return {
        "ai_code_hashes": [
            _MakeHash("b1c2d3", "composer", 0, conversationId="edit"),
            _MakeHash(
                "b1c2d4",
                "cli",
                1000,
                conversationId="s1",
                requestId="tool_0e000001-0000-4000-8000-000000000001",
            ),
            _MakeHash("b1c2d5", "tab", 2000),
            _MakeHash("b1c2d6", "human", 3000, requestId=None, model=None),
            # Without a time of its own, createdAt is what is left.
            _MakeHash("b1c2d7", "composer", 4000, timestamp=None, fileExtension=""),
        ],
        "scored_commits": [commit, old_commit, second_commit],
        "tracking_state": [
            {"key": "trackingStartTime", "value": f'{{"timestamp":{_START - 1000:d}}}'}
        ],
        "conversation_summaries": [
            {
                "conversationId": "edit",
                "title": "Add subtract",
                "tldr": "A subtract function was added",
                "overview": "calc.py now has subtract()",
                "summaryBullets": '["Added subtract()","No test yet"]',
                "model": "grok-4.6",
                "mode": "agent",
                "updatedAt": _START + 120000,
            }
        ],
        "tracked_file_content": [
            {
                "gitPath": "calc.py",
                "content": "def subtract(a, b):\n    return a - b\n",
                "conversationId": "edit",
                "model": "grok-4.6",
                "fileExtension": "py",
                "createdAt": _START + 5000,
            }
        ],
        "ai_deleted_files": [
            {
                "gitPath": "old.py",
                "composerId": "edit",
                "conversationId": "edit",
                "model": "grok-4.6",
                "deletedAt": _START + 90000,
            }
        ],
    }


def WriteSyncStore(directory, has_sid=False):
    """Writes a store of AgentStores: index.sqlite, lock and pin.

    Args:
      directory (str): path of the store, whose parent gets the directory .control.
      has_sid (Optional[bool]): True for the pins and locks of Windows.
    """
    name = os.path.basename(directory)
    owner = {"sid": "S-1-5-21-1-2-3-1001"} if has_sid else {"uid": 1000}

    evidence.WriteAgentSync(
        os.path.join(directory, ".sync", "index.sqlite"),
        {
            "meta": [
                {"key": "schema_version", "value": "3"},
                {"key": "root_id", "value": evidence.MakeUUID(f"{name:s}/root")},
                {"key": "index_created_ms", "value": str(_START - 7200000)},
                {"key": "last_complete_round_ms", "value": str(_START)},
                {"key": "last_listing_applied_ms", "value": str(_START - 1000)},
                {"key": "remote_version", "value": "17"},
                {"key": "remote_version_listed_ms", "value": str(_START - 2000)},
                {"key": "deletion_armed", "value": "0"},
            ],
            "files": [
                {
                    "rel_path": "skills/review/SKILL.md",
                    "last_synced_sha": "4" * 64,
                    "last_seen_etag": "etag-1",
                    "size": 120,
                    "last_synced_ms": _START - 3000,
                    "direction": "pulled",
                    "state": "live",
                },
                {
                    "rel_path": "skills/old/SKILL.md",
                    "last_synced_sha": "5" * 64,
                    "size": 80,
                    "last_synced_ms": _START - 90000,
                    "direction": "pushed",
                    "state": "tombstoned",
                    "tombstone_etag": "etag-2",
                    "deleted_at_ms": _START - 4000,
                },
            ],
            "pending_deletes": [
                {"rel_path": "skills/old/SKILL.md", "requested_ms": _START - 4000}
            ],
        },
    )
    evidence.WriteFile(
        os.path.join(directory, ".sync", "root-id"),
        evidence.MakeUUID(f"{name:s}/root"),
    )
    evidence.WriteFile(
        os.path.join(directory, ".sync", "sync.lock"),
        evidence.DumpJSON(
            {
                "acquiredAt": _START - 600000,
                "hostname": "ana-pc",
                "kind": "ide",
                "pid": 4321,
                **owner,
                "windowId": "1",
            }
        ),
    )
    pin_name = f"4321-{evidence.MakeUUID(f'{name:s}/pin'):s}.json"
    evidence.WriteFile(
        os.path.join(os.path.dirname(directory), ".control", name, "pins", pin_name),
        evidence.DumpJSON(
            {
                "createdAtMs": _START - 500000,
                "hostname": "ana-pc",
                "pid": 4321,
                "purpose": "foreground",
                **owner,
                "version": 1,
                "windowId": "1",
            }
        ),
    )


def WriteSmallTree(path, folder_uri):
    """Writes a store whose tree is whole: one prompt and one reply.

    Args:
      path (str): path of the store.db.
      folder_uri (str): URI of the project folder.
    """
    user = evidence.EncodeProtobuf(
        [(1, "Count to two"), (2, "m-1"), (4, 1), (25, _START), (26, _START + 10)]
    )
    step = evidence.EncodeProtobuf([(1, [(1, "One, two."), (2, _START + 2000)])])
    turn = evidence.EncodeProtobuf(
        [(1, [(1, _GetHash(user)), (2, _GetHash(step)), (3, "q-2"), (10, "m-1")])]
    )
    message = evidence.DumpJSON(
        {
            "role": "user",
            "content": [
                {
                    "type": "text",
                    "text": "<user_query>\nCount to two\n</user_query>",
                }
            ],
        }
    ).encode("utf-8")
    root = evidence.EncodeProtobuf(
        [
            (1, _GetHash(message)),
            (8, _GetHash(turn)),
            (9, folder_uri),
            (14, [(1, 2500), (2, _START + 2500)]),
            (26, _START - 100),
            (27, "Europe/Zurich"),
        ]
    )
    evidence.WriteAgentStore(
        path,
        {
            **seed.CLI_META,
            "agentId": "a2",
            "createdAt": _START - 100,
            "latestRootBlobId": _GetHash(root).hex(),
            "name": "Count",
            "approvalMode": "allowlist",
            "isRunEverything": True,
        },
        [message, user, step, turn, root],
    )


def _GetMoreConversations():
    """Makes further rows of conversation-search.db.

    Returns:
      list[dict[str, object]]: rows.
    """
    return [
        {
            "fts_rowid": 20,
            "source": "local",
            "scope": "",
            "id": "edit",
            "title": "Add subtract",
            "branches": "main feature",
            "body": "Add a subtract function\nAdded subtract().",
            "updated_at": _START + 3000,
            "is_archived": 0,
            "root_fingerprint": "6" * 64,
        },
        {
            "fts_rowid": 21,
            "source": "cloud-cache",
            "scope": "7" * 64,
            "id": "bc-e3",
            "title": "Read my calendar",
            "branches": "",
            # No text was cached.
            "body": "",
            "updated_at": 1790022055000,
            "is_archived": 0,
            "cache_fingerprint": "8" * 64,
        },
        {
            "fts_rowid": 22,
            "source": "local",
            "scope": "",
            "id": "no-time",
            "title": "A row without a time",
            "branches": "",
            "body": "",
            "updated_at": 0,
            "is_archived": 0,
            "root_fingerprint": "9" * 64,
        },
    ]


def _MakeHash(value, source, offset, **columns):
    """Makes a row of ai_code_hashes.

    Args:
      value (str): hash.
      source (str): source.
      offset (int): milliseconds after the start.
      columns (dict[str, object]): columns to set.

    Returns:
      dict[str, object]: row.
    """
    return {
        "hash": value,
        "source": source,
        "fileExtension": "py",
        "fileName": "/home/ana/proj/demo/calc.py",
        "requestId": evidence.MakeUUID(f"request-{value:s}"),
        "conversationId": None,
        "timestamp": _START + offset,
        "createdAt": _START + offset + 42,
        "model": "grok-4.6",
        **columns,
    }


def _WriteAgentStores(directory):
    """Writes stores of the Agent CLI: the seed's and broken ones.

    Whole trees are in the samples that the vendor's own code wrote.

    Args:
      directory (str): path of the directory of the stores.
    """
    evidence.WriteAgentStore(
        os.path.join(directory, "seed", "store.db"),
        seed.CLI_META,
        seed.GetAgentStoreBlobs(),
    )

    WriteSmallTree(
        os.path.join(directory, "small_tree", "store.db"), "file:///home/ana/proj/demo"
    )

    # Blobs that must not stop a reader: a node that names itself, a length past the
    # end, nesting, hexadecimal text, an empty blob, and a root that is not there.
    self_named = b"\xcc" * 32
    cycle = evidence.EncodeProtobuf([(1, self_named), (8, self_named)])
    nested = b""
    for _ in range(400):
        nested = evidence.EncodeProtobuf([(1, nested)])
    evidence.WriteAgentStore(
        os.path.join(directory, "hostile", "store.db"),
        {**seed.CLI_META, "latestRootBlobId": self_named.hex()},
        [
            (self_named.hex(), cycle),
            b"\x0a\xff\xff\xff\xff\x0f",
            nested,
            (("dd" * 32), "0a0b0c"),
            b"\x00",
            b"",
            b'{"role":',
            evidence.EncodeProtobuf([(8, b"short"), (8, b"\xee" * 32)]),
        ],
    )
    evidence.WriteAgentStore(
        os.path.join(directory, "empty_root", "store.db"),
        {**seed.CLI_META, "latestRootBlobId": ""},
        [],
    )
    evidence.WriteAgentStore(
        os.path.join(directory, "bad_meta", "store.db"),
        "7b226e6f74206a736f6e",
        seed.GetAgentStoreBlobs()[:1],
    )


def _GetHash(data):
    """Hashes a blob.

    Args:
      data (bytes): blob.

    Returns:
      bytes: SHA-256.
    """
    key, _ = evidence.MakeBlobRow(data)
    return bytes.fromhex(key.rpartition(":")[2])
