"""Tests of the shapes of documents."""

import unittest

from cursor_plaso.files import registry
from cursor_plaso.files import shapes
from tests import evidence
from tests import wrong_types
from tests.files import test_lib

_HOME = "/home/ana"
_USER = f"{_HOME:s}/.config/Cursor/User"
_TIME = "2026-10-01T10:00:00.000Z"

# A document of each kind, in which all is good.
_DOCUMENTS = {
    f"{_HOME:s}/.cursor/mcp.json": {
        "mcpServers": {
            "a": {"args": ["-y"], "command": "npx", "url": "https://a.test/x"},
            "b": {"url": "https://b.test"},
        }
    },
    f"{_HOME:s}/.cursor/cli-config.json": {
        "approvalMode": "allowlist",
        "attribution": {"attributeCommitsToAgent": True},
        "authInfo": {"email": "ana@a.test", "userId": 5},
        "modelSelectionHistory": ["m", "n"],
        "network": {"useHttp1ForAgent": False},
        "permissions": {"allow": ["Shell(a)", "Shell(b)"], "deny": ["Shell(c)"]},
        "privacyCache": {"ghostMode": True, "updatedAt": evidence.START_MILLISECONDS},
        "sandbox": {"mode": "on", "networkAccess": "x"},
        "selectedModel": {
            "modelId": "m",
            "parameters": [{"id": "context", "value": "256k"}],
        },
        "version": 1,
    },
    f"{_HOME:s}/p/.cursor/cli.json": {
        "permissions": {"allow": ["Shell(a)"], "deny": ["Shell(b)"]}
    },
    f"{_HOME:s}/.cursor/permissions.json": {
        "allowlists": {"mcp": ["a"], "terminal": ["b"]},
        "approvalMode": "x",
        "autoRun": {"allow_instructions": ["c"]},
    },
    f"{_HOME:s}/.cursor/sandbox.json": {
        "networkPolicy": {"allow": ["a.test"], "default": "deny", "deny": ["b.test"]},
        "type": "x",
    },
    f"{_HOME:s}/p/.cursor/environment.json": {
        "build": {"context": ".", "dockerfile": "D"},
        "install": "i",
        "terminals": [{"command": "a", "name": "b"}, {"command": "c", "name": "d"}],
    },
    f"{_HOME:s}/.cursor/hooks.json": {
        "hooks": {
            "beforeShellExecution": [{"args": ["a"], "command": "b"}],
            "stop": [{"command": "a", "matcher": "m"}, {"prompt": "p"}],
        },
        "version": 1,
    },
    f"{_HOME:s}/.cursor/projects/p/repo.json": {"id": "x"},
    f"{_HOME:s}/.cursor/projects/p/.workspace-trusted": {
        "trustMethod": "m",
        "trustedAt": _TIME,
        "workspacePath": "/srv/p",
    },
    f"{_HOME:s}/.cursor/argv.json": {"crash-reporter-id": "c"},
    f"{_HOME:s}/.cursor/agent-cli-state.json": {
        "workerIdsByDisplayName": {"/srv/p @ h": "w1", "/srv/q @ h": "w2"}
    },
    f"{_HOME:s}/.cursor/ide_state.json": {
        "recentlyViewedFiles": [{"absolutePath": "/a"}, {"relativePath": "b"}, "c"]
    },
    f"{_USER:s}/globalStorage/anysphere.cursor-agent-worker/"
    "cursor-agent-worker-a.restart.json": {
        "roots": ["/srv/p"],
        "version": "1",
        "workerId": "w",
        "workerName": "n",
    },
    f"{_USER:s}/globalStorage/storage.json": {
        "backupWorkspaces": {
            "folders": [{"folderUri": "file:///d"}],
            "workspaces": [{"configURIPath": "file:///e"}],
        },
        "lastKnownMenubarData": {
            "menus": {
                "File": {
                    "items": [
                        {
                            "id": "sub",
                            "submenu": {
                                "items": [
                                    {
                                        "id": "openRecentFile",
                                        "uri": {"path": "/h", "scheme": "file"},
                                    }
                                ]
                            },
                        }
                    ]
                }
            }
        },
        "profileAssociations": {"workspaces": {"file:///f": "default"}},
        "telemetry.machineId": "m",
        "windowsState": {
            "lastActiveWindow": {
                "folder": "file:///a",
                "workspaceIdentifier": {"id": "i"},
            },
            "openedWindows": [{"folder": "file:///b"}, {"folder": "file:///c"}],
        },
    },
    f"{_USER:s}/globalStorage/mcp-oauth-attempts/0.json": {
        "attemptId": "a",
        "clientInformation": {"client_id": "c"},
        "createdAtMs": evidence.START_MILLISECONDS,
        "identifier": "i",
        "owner": {"workspaceId": "w"},
        "serverUrl": "https://a.test/mcp",
    },
    f"{_HOME:s}/.config/Cursor/update-supervisor/0/result.json": {
        "completedAt": _TIME,
        "details": {"a": "b"},
        "finalPhase": "done",
        "installationId": "i",
        "schemaVersion": 1,
    },
    f"{_HOME:s}/.local/state/cursor/agent-stores/cursor_agent_stores/c1/.sync/"
    "mount.json": {
        "createdAtMs": evidence.START_MILLISECONDS,
        "hostname": "h",
        "pid": 3,
        "purpose": "p",
        "uid": "5",
        "windowId": "w",
    },
    f"{_USER:s}/History/0/entries.json": {
        "entries": [
            {"id": "a.py", "source": "s", "timestamp": evidence.START_MILLISECONDS},
            {"id": "b.py", "timestamp": evidence.START_MILLISECONDS},
        ],
        "resource": "file:///x.py",
        "version": 1,
    },
    f"{_USER:s}/globalStorage/anysphere.cursor-commits/checkpoints/r/metadata.json": {
        "agentRequestId": "r",
        "requestFiles": [
            {
                "fileUuid": "u",
                "fsPath": "/a",
                "gitInfo": {"gitInfo": {"branch": "b", "gitRoot": "/g"}},
            }
        ],
        "startTrackingDateUnixMilliseconds": evidence.START_MILLISECONDS,
        "workspaceId": "w",
    },
    f"{_HOME:s}/.cursor/chats/{'c' * 32:s}/s1/meta.json": {
        "createdAtMs": evidence.START_MILLISECONDS,
        "cwd": "/srv/p",
        "hasConversation": False,
        "schemaVersion": 1,
        "title": "t",
    },
}


class ShapesTest(unittest.TestCase):
    """Tests of the shapes of documents."""

    def testDescribeProblems(self):
        """The places of what does not fit are told, and nothing of the values."""
        shape = {
            "a": shapes.TEXT,
            "b": [{"c": shapes.TIME}],
            "d": {"*": shapes.BOOLEAN},
            "e": (shapes.STRING, {"f": shapes.INTEGER}),
            "g": shapes.SCALAR,
        }
        for value, expected_text in (
            ({}, None),
            ({"a": "x", "other": []}, None),
            ({"a": None, "b": [], "d": "", "e": {}}, None),
            ({"a": 1, "b": [{"c": 0}], "d": {"x": 1}, "e": "x", "g": 1.5}, None),
            ({"a": True, "g": ["x1"]}, "a, g"),
            ({"b": {"c": 1}}, "b"),
            ({"b": [{"c": _TIME}, "x1", {"c": "x1"}]}, "b[1], b[2].c"),
            ({"d": {"x": True, "y": "x1"}}, "d.y"),
            ({"e": 5}, "e"),
            ({"e": {"f": "x1"}}, "e.f"),
            ({"e": ["x1"]}, "e"),
            (["x1"], "the document"),
        ):
            with self.subTest(value=value):
                self.assertEqual(shapes.DescribeProblems(value, shape), expected_text)

    def testDescribeManyProblems(self):
        """Of many places some are named, of a long name the start."""
        text = shapes.DescribeProblems(["x1"] * 20000, [shapes.TIME])
        self.assertTrue(text.startswith("[0], [1], "))
        self.assertTrue(text.endswith("[7] and others"))

        text = shapes.DescribeProblems({"x" * 5000: []} | {"y" * 5000: 1}, {"*": []})
        self.assertLess(len(text), 200)

    def testDocumentsAreGood(self):
        """The documents give events and no warning."""
        for path, document in _DOCUMENTS.items():
            with self.subTest(path=path):
                producer, is_known = test_lib.ReadFile(path, document)

                self.assertTrue(is_known)
                self.assertTrue(producer.event_data)
                self.assertEqual(producer.warnings, [])

    def testEveryReaderHasItsShape(self):
        """Each reader of a document with members declares what it reads of them."""
        kinds = {
            type(reader) for path in _DOCUMENTS for reader in registry.GetReaders(path)
        }
        for reader in registry.READERS:
            if getattr(reader, "SHAPE", shapes.ANY) != shapes.ANY:
                self.assertIn(type(reader), kinds)

    def testWrongTypes(self):
        """A value of a wrong type is told once and costs its neighbours nothing."""
        for path, document in _DOCUMENTS.items():
            with self.subTest(path=path):
                wrong_types.CheckWrongTypes(
                    self,
                    lambda text, path=path: test_lib.ReadFile(path, text)[0],
                    document,
                )


if __name__ == "__main__":
    unittest.main()
