"""Tests of values of wrong types in ItemTable."""

import unittest

from tests import evidence
from tests import wrong_types
from tests.state import item_lib

_TIME = evidence.START_MILLISECONDS

# A value of each shape, in which all is good.
_VALUES = {
    "aiCodeTrackingLines": [
        {
            "hash": "h",
            "metadata": {"composerId": "c", "source": "composer", "timestamp": _TIME},
        },
        {"hash": "i", "metadata": {"source": "tab", "timestamp": _TIME}},
    ],
    "aiCodeTrackingStartTime": {"timestamp": _TIME},
    "aiService.generations": [
        {"generationUUID": "g", "textDescription": "t", "unixMs": _TIME},
        {"generationUUID": "h", "textDescription": "u", "unixMs": _TIME},
    ],
    "aiService.prompts": [{"commandType": 4, "text": "a"}, {"text": "b"}],
    "cloudAgentRepository.agents.a": [
        {
            "bcId": "bc-1",
            "createdAt": _TIME,
            "modelDetails": {"modelName": "m"},
            "name": "n",
            "repoUrl": "github.com/o/r",
            "status": 2,
        },
        {"bcId": "bc-2", "name": "o"},
    ],
    "cloudAgentRepository.mcpAuthResolution": {
        "agentId": "bc-1",
        "toolCallId": "t",
        "userDecision": "accept",
    },
    "cloudEnvironmentTemplate.githubRepos": [
        {"name": "n", "type": "t", "url": "github.com/o/r"},
        {"url": "github.com/o/s"},
    ],
    "composer.planRegistry": {
        "p": {"createdAt": _TIME, "name": "n", "uri": {"fsPath": "/x.plan.md"}}
    },
    "cursor.plugins.installedIds.no-team|no-workspace": [
        {"id": "1", "sources": ["user"]},
        {"id": "2"},
    ],
    "cursorAuth/cachedScopedProfile": {"authId": "a", "email": "ana@a.test"},
    "github-ana": [{"allowed": True, "id": "e", "name": "n"}, {"id": "f"}],
    "glass.cloudRepoBranches.a.github.com/o/r": {
        "branches": [{"name": "main"}],
        "fetchedAtMs": _TIME,
    },
    "glass.localAgentProjects.v1": [
        {"id": "p", "name": "n", "workspace": {"id": "w", "uri": {"fsPath": "/a"}}}
    ],
    "history.recentlyOpenedPathsList": {
        "entries": [
            {"folderUri": "file:///a", "label": "l", "remoteAuthority": "r"},
            {"fileUri": "file:///b"},
            {"workspace": {"configPath": "file:///c", "id": "w"}},
        ]
    },
    "repositoryTracker.paths": {
        "github.com/o/r": {"lastAccessed": _TIME, "localPath": "/srv"}
    },
    "workspaceMetadata.entries": [
        {"createdAt": _TIME, "paths": [{"uri": "file:///a"}], "workspaceId": "w"}
    ],
    "src.vs.platform.reactivestorage.browser.reactiveStorageServiceImpl."
    "persistentStorage.applicationUser": {
        "aiSettings": {
            "modelConfig": {"composer": {"maxMode": True, "modelName": "m"}},
            "modelLastUsedAt": {"m": _TIME},
        },
        "composerState": {
            "modes4": [{"autoRun": True, "id": "agent"}],
            "yoloCommandAllowlist": ["a", "b"],
        },
        "mcpServers": [{"command": "b", "name": "a", "url": "https://a.test"}],
        "membershipType": "pro",
        "openAIBaseUrl": "https://a.test",
    },
}


class WrongTypesTest(unittest.TestCase):
    """Tests of values of wrong types in ItemTable."""

    def testWrongTypes(self):
        """A value of a wrong type is told once and costs its neighbours nothing."""
        for key, value in _VALUES.items():
            with self.subTest(key=key):
                wrong_types.CheckWrongTypes(
                    self, lambda text, key=key: item_lib.ReadItems((key, text)), value
                )


if __name__ == "__main__":
    unittest.main()
