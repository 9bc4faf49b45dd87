"""Tests of the event data of conversations."""

import unittest

from cursor_plaso.state import composer_events
from cursor_plaso.state import composer_model
from tests import evidence
from tests.state import test_reader

# The header of the seed's fixture conversation c3, with the figures of one that the
# seed, "What survives a delete", names.
_HEADER_VALUE = {
    "type": "head",
    "composerId": "c3",
    "createdAt": 1789990000000,
    "lastUpdatedAt": 1790003000000,
    "isArchived": True,
    "agentLocation": {"type": "local", "status": "active"},
    "agentLocationHistory": [
        {"id": "l1", "reason": "created", "timestamp": 1789990000000}
    ],
    "filesChangedCount": 2,
    "name": "Title",
    "totalLinesAdded": 7,
    "totalLinesRemoved": 0,
    "unifiedMode": "agent",
    "workspaceIdentifier": {
        "id": "0123456789abcdef0123456789abcdef",
        "uri": {"fsPath": "/srv/proj"},
    },
}


def _MakeHeader(**members):
    """Makes the header of a conversation.

    Args:
      **members (object): members of the value, in place of those of c3.

    Returns:
      ComposerHeader: header.
    """
    return composer_model.CreateHeader(
        {**_HEADER_VALUE, **members}, {}, "composerHeaders", "c3"
    )


class ComposerEventsTest(unittest.TestCase):
    """Tests of functions that create event data."""

    def _CheckTimes(self, event_data, creation_time, last_update_time, time_source):
        """Checks the times of a conversation.

        Args:
          event_data (CursorConversationEventData): event data.
          creation_time (int): expected milliseconds or None.
          last_update_time (int): expected milliseconds or None.
          time_source (str): expected time source.
        """
        self.assertEqual(
            [
                getattr(date_time, "timestamp", None)
                for date_time in (event_data.creation_time, event_data.last_update_time)
            ],
            [creation_time, last_update_time],
        )
        self.assertEqual(event_data.time_source, time_source)

    def testAddHeader(self):
        """The header tells what composerData does not, and no more."""
        event_data = composer_events.CreateConversation(
            {"lastUpdatedAt": 1790000300000, "totalLinesAdded": 9}
        )
        composer_events.AddHeader(
            event_data, _MakeHeader(agentLocation={"type": "cloud"})
        )

        self._CheckTimes(
            event_data,
            1789990000000,
            1790000300000,
            "composer header createdAt, composerData lastUpdatedAt",
        )
        self.assertEqual(event_data.files_changed, 2)
        self.assertEqual(event_data.lines_added, 9)
        self.assertEqual(event_data.lines_removed, 0)
        self.assertEqual(event_data.origin, "remote cloud")
        self.assertEqual(
            event_data.workspace_identifier, "0123456789abcdef0123456789abcdef"
        )

    def testLesserFacts(self):
        """Model parameters, generation, plans and spawn are told, also by headers."""
        event_data = composer_events.CreateConversation(
            {
                "hasPendingPlan": True,
                "latestChatGenerationUUID": "g1",
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
                "referencedPlans": ["a.plan.md"],
                "subagentInfo": {"toolCallId": "tc1"},
            }
        )
        header = composer_model.CreateHeader(
            {
                "hasPendingPlan": True,
                "referencedPlans": ["a.plan.md", "b.plan.md"],
                "subagentInfo": {
                    "parentRequestId": "r1",
                    "rootParentConversationId": "c0",
                    "toolCallId": "tc1",
                },
            },
            {"checkpointAt": 1790003000000},
            "composerHeaders",
            "c3",
        )

        composer_events.AddHeader(event_data, header)

        self.assertEqual(
            event_data.details,
            ["hasPendingPlan", "checkpointAt=2026-09-21T15:03:20.000+00:00"],
        )
        self.assertEqual(event_data.generation_identifier, "g1")
        self.assertEqual(event_data.model_parameters, ["maxMode=false", "context=256k"])
        self.assertEqual(event_data.parent_request_identifier, "r1")
        self.assertEqual(event_data.parent_tool_call_identifier, ["tc1"])
        self.assertEqual(event_data.plans, ["a.plan.md", "b.plan.md"])
        self.assertEqual(event_data.root_conversation_identifier, "c0")
        self.assertEqual(event_data.selected_model, "grok-4.7")

    def testAddHeaderOfArchived(self):
        """When a conversation was archived is not when it was last updated."""
        for is_archived, last_update_time, time_source in (
            (True, None, "composerData createdAt"),
            (
                False,
                1790003000000,
                "composerData createdAt, composer header lastUpdatedAt",
            ),
        ):
            event_data = composer_events.CreateConversation(
                {"createdAt": 1790000000000}
            )
            composer_events.AddHeader(event_data, _MakeHeader(isArchived=is_archived))

            self._CheckTimes(event_data, 1790000000000, last_update_time, time_source)

    def testArchived(self):
        """An archived conversation has the time of its archiving."""
        event_data = composer_events.CreateArchived(_MakeHeader())

        self.assertEqual(event_data.last_update_time.timestamp, 1790003000000)
        self.assertEqual(event_data.time_source, "composer header lastUpdatedAt")

        event_data = composer_events.CreateArchived(_MakeHeader(lastUpdatedAt=None))

        self.assertIsNone(event_data.last_update_time)
        self.assertIsNone(event_data.time_source)

    def testConversationWithoutData(self):
        """A conversation of which nothing is known is one of the IDE."""
        event_data = composer_events.CreateConversation({})

        self.assertEqual(
            {
                name: value
                for name, value in event_data.GetAttributes()
                if value and not name.startswith("_")
            },
            {
                "application": "IDE",
                "data_type": "cursor:conversation",
                "evidence_source": "composer",
            },
        )

    def testHeaderConversation(self):
        """A conversation that only the header tells has its title and its times."""
        event_data = composer_events.CreateHeaderConversation(_MakeHeader())

        self._CheckTimes(
            event_data,
            1789990000000,
            1790003000000,
            "composer header createdAt, lastUpdatedAt",
        )
        self.assertEqual(event_data.agent_mode, "agent")
        self.assertEqual(event_data.conversation_title, "Title")
        self.assertEqual(event_data.evidence_source, "composer header")
        self.assertEqual(event_data.lines_added, 7)
        self.assertIsNone(event_data.status)
        self.assertIsNone(event_data.origin)

    def testDeletedConversation(self):
        """The time of a deletion is no time of the conversation."""
        event_data = composer_events.CreateHeaderConversation(
            _MakeHeader(), is_deleted=True
        )

        self._CheckTimes(event_data, 1789990000000, None, "composer header createdAt")
        self.assertEqual(event_data.status, "deleted")

    def testHeaderOfOtherTypes(self):
        """What is neither text nor a number is not told."""
        event_data = composer_events.CreateHeaderConversation(
            _MakeHeader(
                committedToBranch=True,
                filesChangedCount="many",
                name=5,
                subtitle=["a"],
                totalLinesAdded=7.0,
            )
        )

        self.assertIsNone(event_data.committed_to_branch)
        self.assertEqual(event_data.conversation_title, "5")
        self.assertIsNone(event_data.files_changed)
        self.assertEqual(event_data.lines_added, 7)
        self.assertIsNone(event_data.subtitle)

    def testTimeSource(self):
        """Fields without a time are not named."""
        self.assertEqual(
            composer_events.GetTimeSource("r", (("a", 1), ("b", None), ("c", 2))),
            "r a, c",
        )
        self.assertIsNone(composer_events.GetTimeSource("r", (("a", None),)))

    def testBranches(self):
        """Branches with a time are told with their place (storage-facts 2.2)."""
        branch = {"branchName": "main", "lastInteractionAt": 1790000000000}
        json_dict = {
            "trackedGitRepos": [
                5,
                {"branches": ["main", {"branchName": "old"}, branch]},
                {"repoPath": "/srv/proj", "branches": [branch]},
            ]
        }

        self.assertEqual(
            [
                (
                    place,
                    event_data.git_branch,
                    event_data.last_used_time.timestamp,
                    event_data.project_path,
                )
                for place, event_data in composer_events.ReadBranches(json_dict)
            ],
            [
                ("trackedGitRepos.1.branches.2", "main", 1790000000000, None),
                ("trackedGitRepos.2.branches.0", "main", 1790000000000, "/srv/proj"),
            ],
        )


class ConversationTest(unittest.TestCase):
    """Tests of conversations of a database."""

    def testFiguresOfLaterVersions(self):
        """Worktree, best-of-N run, custom mode, branches and model are kept (3.x)."""
        rows = [
            evidence.MakeComposer(
                "c",
                [evidence.MakeHeader("u1", 1)],
                activeCustomMode="reviewer",
                bestOfNJudgeWinner="c2",
                committedToBranch="feature",
                gitWorktree={
                    "worktreePath": "/srv/wt",
                    "branchName": "b",
                    "commitHash": "a1b2",
                },
                isBestOfNParent=True,
                modelConfig={"modelName": "grok-4.7", "maxMode": False},
            ),
            evidence.MakeUserBubble("c", "u1", "hello"),
        ]
        headers = [evidence.MakeComposerHeader("c", isArchived=0)]

        (conversation,) = test_reader.ReadState(rows, headers).GetByDataType(
            "cursor:conversation"
        )

        self.assertEqual(conversation.best_of_n, "parent, winner c2")
        self.assertEqual(conversation.committed_to_branch, "feature")
        self.assertEqual(conversation.custom_mode, "reviewer")
        self.assertEqual(conversation.git_commit, "a1b2")
        self.assertEqual(conversation.worktree_branch, "b")
        self.assertEqual(conversation.worktree_path, "/srv/wt")
        self.assertEqual(conversation.selected_model, "grok-4.7")
        self.assertIsNone(conversation.model)
        # A conversation that was created locally and stayed there has no history.
        self.assertIsNone(conversation.location_history)

    def testRemoteLocation(self):
        """Where the agent ran elsewhere, the origin is remote."""
        rows = [
            evidence.MakeComposer(
                "c",
                [evidence.MakeHeader("u1", 1)],
                agentLocation={"type": "cloud", "status": "active"},
            ),
            evidence.MakeUserBubble("c", "u1", "hello"),
        ]

        conversation = test_reader.ReadState(rows).GetByDataType("cursor:conversation")[
            0
        ]

        self.assertEqual(conversation.origin, "remote cloud")

    def testSubagentColumn(self):
        """The column of the header table tells that a conversation is a sub-agent's."""
        rows = [
            evidence.MakeComposer("c", [evidence.MakeHeader("u1", 1)]),
            evidence.MakeUserBubble("c", "u1", "hello"),
            evidence.MakeComposer("d", [evidence.MakeHeader("u1", 1)]),
            evidence.MakeUserBubble("d", "u1", "hello"),
        ]
        headers = [
            evidence.MakeComposerHeader("c", isArchived=0, isSubagent=1),
            evidence.MakeComposerHeader("d", isArchived=0, isSubagent=0),
        ]

        conversations = test_reader.ReadState(rows, headers).GetByDataType(
            "cursor:conversation"
        )

        self.assertEqual(
            [conversation.is_subagent for conversation in conversations], [True, None]
        )


if __name__ == "__main__":
    unittest.main()
