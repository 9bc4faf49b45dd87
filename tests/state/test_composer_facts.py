"""Tests of the facts that the JSON of a composer tells."""

import json

import pytest

from cursor_plaso.state import composer_facts

# Of the seed's fixture conversation c1.
_WORKSPACE = {
    "id": "0123456789abcdef0123456789abcdef",
    "uri": {"fsPath": "/srv/proj"},
}


@pytest.mark.parametrize(
    "name",
    (
        "GetAgentLocation",
        "GetBestOfN",
        "GetContextUsage",
        "GetDetails",
        "GetDraftText",
        "GetLocationHistory",
        "GetPlans",
        "GetProjectPath",
        "GetSubagentType",
        "GetUsageCost",
        "GetWorkspaceIdentifier",
    ),
)
def testNothing(name):
    """A composer without a member, or with one of another shape, says nothing."""
    members = (
        "agentLocation",
        "agentLocationHistory",
        "isBestOfNParent",
        "isBestOfNSubcomposer",
        "promptTokenBreakdown",
        "richText",
        "subagentInfo",
        "text",
        "todos",
        "usageData",
        "workspaceIdentifier",
    )
    get_fact = getattr(composer_facts, name)

    assert not get_fact({})
    for value in (None, [], {}, [5, None, []], {"categories": [5], "uri": []}):
        assert not get_fact(dict.fromkeys(members, value))


def testAgentLocation():
    """Where the agent ran is the type of its location."""
    assert (
        composer_facts.GetAgentLocation(
            {"agentLocation": {"type": "local", "status": "active"}}
        )
        == "local"
    )


@pytest.mark.parametrize(
    ("json_dict", "expected_part"),
    (
        ({"isBestOfNParent": True}, "parent"),
        ({"isBestOfNSubcomposer": True}, "candidate"),
        ({"isBestOfNParent": False, "isBestOfNSubcomposer": False}, None),
        ({"isBestOfNParent": True, "bestOfNJudgeWinner": "c2"}, "parent, winner c2"),
        # A winner of another shape is told as it is stored.
        ({"bestOfNJudgeWinner": {"id": "c2"}}, 'winner {"id":"c2"}'),
    ),
)
def testBestOfN(json_dict, expected_part):
    """The flags and the winner tell the part (storage-facts 2.6)."""
    assert composer_facts.GetBestOfN(json_dict) == expected_part


def testContextUsage():
    """Categories are told by their labels, those without tokens not at all."""
    json_dict = {
        "promptTokenBreakdown": {
            "categories": [
                {
                    "id": "system_prompt",
                    "label": "System prompt",
                    "characterCount": 8000,
                    "estimatedTokens": 2000,
                },
                {"id": "rules", "estimatedTokens": 30},
                {"id": "mcp", "label": "MCP", "estimatedTokens": 0},
            ],
            "maxTokens": 256000,
            "totalUsedTokens": 2030,
        }
    }

    assert composer_facts.GetContextUsage(json_dict) == [
        "System prompt=2000",
        "rules=30",
    ]


def testDetails():
    """Flags, backend, cloud agent and checkpoint time are told by their names."""
    assert composer_facts.GetDetails(
        {
            "agentBackend": "cursor-agent",
            "checkpointAt": 1790003000000,
            "conversationCheckpointLastUpdatedAt": 1789990000000,
            "createdFromBackgroundAgent": {"bcId": "bc-e1"},
            "hasBlockingPendingActions": True,
            "hasPendingPlan": False,
            "isWorktree": True,
            "subagentInfo": {"conversationLengthAtSpawn": 0},
        }
    ) == [
        "hasBlockingPendingActions",
        "isWorktree",
        "agentBackend=cursor-agent",
        "createdFromBackgroundAgent=bc-e1",
        "conversationLengthAtSpawn=0",
        "conversationCheckpointLastUpdatedAt=2026-09-21T11:26:40.000+00:00",
        "checkpointAt=2026-09-21T15:03:20.000+00:00",
    ]
    # What is no time is told as it is.
    assert composer_facts.GetDetails(
        {"checkpointAt": 7, "createdFromBackgroundAgent": True}
    ) == ["createdFromBackgroundAgent=true", "checkpointAt=7"]


def testPlans():
    """Plans are told by path, or else by identifier or name."""
    assert composer_facts.GetPlans(
        {
            "referencedPlans": [
                "file:///home/ana/.cursor/plans/a_0123abcd.plan.md",
                {"uri": {"fsPath": "/home/ana/.cursor/plans/b.plan.md"}},
                {"id": "p1", "name": "Subtract"},
                {},
                5,
            ]
        }
    ) == [
        "/home/ana/.cursor/plans/a_0123abcd.plan.md",
        "/home/ana/.cursor/plans/b.plan.md",
        "p1",
        "5",
    ]


def testSpawn():
    """A sub-agent tells its root conversation, calls and requests (2.6)."""
    assert composer_facts.GetSpawn(
        {
            "subagentInfo": {
                "parentComposerId": "c1",
                "rootParentConversationId": "c0",
                "toolCallId": "tc3",
                "toolCallIdHistory": ["tc1", "tc2", "tc3"],
                "parentRequestId": "r1",
                "rootParentRequestId": "r0",
            }
        }
    ) == ("c0", ["tc3", "tc2", "tc1"], "r1, r0")
    assert composer_facts.GetSpawn({"subagentInfo": []}) == (None, [], None)


def testDraftText():
    """The text counts first, then that of the editor."""
    rich_text = json.dumps(
        {
            "root": {
                "children": [
                    {
                        "type": "paragraph",
                        "children": [{"type": "text", "text": "rich"}],
                    }
                ]
            }
        }
    )

    # The seed's fixture draft d1.
    draft = {"richText": "{}", "text": "draft not sent"}
    assert composer_facts.GetDraftText(draft) == "draft not sent"
    assert composer_facts.GetDraftText({"richText": rich_text, "text": ""}) == "rich"
    assert composer_facts.GetDraftText({"richText": "{}", "text": ""}) is None


def testFirstTime():
    """The first value that is a time is given as it is stored."""
    assert composer_facts.GetFirstTime(None, 0, 1790000000000) == 1790000000000
    assert composer_facts.GetFirstTime(1790000000000, 1790000300000) == 1790000000000
    assert composer_facts.GetFirstTime(None, "no time") is None
    assert composer_facts.GetFirstTime() is None


def testLocationHistory():
    """A conversation that stayed where it was created has none."""
    # The seed's fixture conversation c3.
    created = {"id": "l1", "reason": "created", "timestamp": 1789990000000}
    assert (
        composer_facts.GetLocationHistory({"agentLocationHistory": [created]}) is None
    )

    moved = {"id": "l2", "reason": "moved", "location": {"type": "cloud"}}
    assert (
        composer_facts.GetLocationHistory({"agentLocationHistory": [created, moved]})
        == "created - 2026-09-21T11:26:40.000+00:00, moved cloud"
    )

    created["destination"] = {"type": "local"}
    moved = {"id": "l2", "reason": "moved", "destination": {"type": "cloud"}}
    assert (
        composer_facts.GetLocationHistory({"agentLocationHistory": [created, 5, moved]})
        == "created local 2026-09-21T11:26:40.000+00:00, moved cloud"
    )


@pytest.mark.parametrize(
    ("agent_location", "expected_origin"),
    (("local", None), (None, None), ("cloud", "remote cloud")),
)
def testOrigin(agent_location, expected_origin):
    """An agent that did not run locally makes the origin remote (seed)."""
    assert composer_facts.GetOrigin(agent_location) == expected_origin


def testProjectPath():
    """The folder of the workspace counts before the file of one with many."""
    assert composer_facts.GetProjectPath({"workspaceIdentifier": _WORKSPACE}) == (
        "/srv/proj"
    )
    workspace = {"id": "w", "configPath": {"fsPath": "/srv/many.code-workspace"}}
    assert composer_facts.GetProjectPath({"workspaceIdentifier": workspace}) == (
        "/srv/many.code-workspace"
    )


@pytest.mark.parametrize(
    ("repositories", "expected_repository"),
    (
        # The seed's fixture conversation c1.
        ([{"repoPath": "/srv/proj", "branches": []}], ("/srv/proj", None)),
        # Branches as text, and as storage-facts 2.2 has them.
        ([{"repoPath": "/srv/other", "branches": ["main"]}], ("/srv/other", "main")),
        (
            [
                5,
                {"repoPath": "/srv/other", "branches": [{"branchName": "old"}]},
                {"repoPath": "/srv/proj", "branches": [{"branchName": "main"}]},
            ],
            ("/srv/other", "main"),
        ),
        (
            [
                {"repoPath": "/srv/a", "branches": [{"branchName": "old"}]},
                {"repoPath": "/srv/b", "branches": [{"branchName": "new"}]},
            ],
            ("/srv/a", None),
        ),
        ([], (None, None)),
        (5, (None, None)),
    ),
)
def testRepository(repositories, expected_repository):
    """The branch is that of the repository of the project, or of the only one."""
    assert (
        composer_facts.GetRepository({"trackedGitRepos": repositories}, "/srv/proj")
        == expected_repository
    )


def testSubagentType():
    """The name of the type counts before its number (storage-facts 2.6)."""
    information = {"subagentType": 3, "subagentTypeName": "explore"}
    assert composer_facts.GetSubagentType({"subagentInfo": information}) == "explore"
    assert composer_facts.GetSubagentType({"subagentInfo": {"subagentType": 3}}) == "3"


def testUsageCost():
    """The cost is told per plan or model (storage-facts 2.2, 0.50.7)."""
    usage = {"default": {"costInCents": 28, "amount": 7}, "other": {"costInCents": 1}}

    assert composer_facts.GetUsageCost({"usageData": usage}) == [
        "default: 28 cents for 7",
        "other: 1 cents for -",
    ]


def testWorkspaceIdentifier():
    """The workspace is the name of its storage directory."""
    assert (
        composer_facts.GetWorkspaceIdentifier({"workspaceIdentifier": _WORKSPACE})
        == "0123456789abcdef0123456789abcdef"
    )
