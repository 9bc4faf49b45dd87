"""Tests of the reader of composers."""

import json
import unittest

from tests import evidence
from tests.state import test_reader


class ComposerReaderTest(unittest.TestCase):
    """Tests of composers."""

    def testConversation(self):
        """A conversation is one event data with its times and figures."""
        rows = [
            evidence.MakeUserBubble("c", "u1", "hello"),
            evidence.MakeComposer(
                "c",
                [evidence.MakeHeader("u1", 1)],
                name="Title",
                createdAt=1790000000000,
                lastUpdatedAt=1790000060000,
                lastReadAtMs=1790000070000,
                contextTokensUsed=1200,
                contextTokenLimit=256000,
                totalLinesAdded=7,
                usageData={"default": {"costInCents": 28, "amount": 7}},
                gitWorktree={"worktreePath": "/srv/wt", "branchName": "b"},
                trackedGitRepos=[
                    {"repoPath": "/srv/proj", "branches": [{"branchName": "main"}]}
                ],
                todos=[{"content": "test it", "status": "pending"}],
            ),
        ]
        headers = [
            evidence.MakeComposerHeader("c", lastUpdatedAt=1790000060000, isArchived=0)
        ]

        conversations = test_reader.ReadState(rows, headers).GetByDataType(
            "cursor:conversation"
        )

        self.assertEqual(len(conversations), 1)
        conversation = conversations[0]
        self.assertEqual(conversation.conversation_title, "Title")
        self.assertEqual(conversation.creation_time.timestamp, 1790000000000)
        self.assertEqual(conversation.last_update_time.timestamp, 1790000060000)
        self.assertEqual(conversation.last_access_time.timestamp, 1790000070000)
        self.assertEqual(conversation.git_branch, "main")
        self.assertEqual(conversation.worktree_path, "/srv/wt")
        self.assertEqual(conversation.usage_cost, "default: 28 cents for 7")
        self.assertEqual(conversation.todos, "test it (pending)")
        self.assertEqual(conversation.lines_added, 7)

    def testHeadersItem(self):
        """Heads of the ItemTable list stand for composers without a row."""
        item_rows = [
            (
                "composer.composerHeaders",
                json.dumps(
                    {
                        "allComposers": [
                            {
                                "type": "head",
                                "composerId": "h1",
                                "name": "Only a head",
                                "createdAt": 1790000000000,
                            },
                            {"type": "head"},
                        ]
                    }
                ),
            )
        ]

        result = test_reader.ReadState([], item_rows=item_rows)
        conversations = result.GetByDataType("cursor:conversation")

        self.assertEqual(
            [conversation.conversation_title for conversation in conversations],
            ["Only a head"],
        )
        self.assertEqual(conversations[0].missing_records, "composerData row")
        self.assertEqual(len(result.warnings), 1)

    def testBranches(self):
        """When a conversation last dealt with a branch is an event of its own."""
        rows = [
            evidence.MakeComposer(
                "c",
                [evidence.MakeHeader("u1", 1)],
                trackedGitRepos=[
                    5,
                    {
                        "repoPath": "/srv/proj",
                        "branches": [
                            "main",
                            {"branchName": "old"},
                            {
                                "branchName": "feature",
                                "lastInteractionAt": 1790000000000,
                            },
                        ],
                    },
                ],
            ),
            evidence.MakeUserBubble("c", "u1", "hello"),
        ]

        (branch,) = test_reader.ReadState(rows).GetByDataType("cursor:workspace")

        self.assertEqual(branch.git_branch, "feature")
        self.assertEqual(branch.project_path, "/srv/proj")
        self.assertEqual(branch.conversation_identifier, "c")
        self.assertEqual(branch.last_used_time.timestamp, 1790000000000)
        self.assertEqual(branch.time_source, "lastInteractionAt of the branch")
        self.assertEqual(
            branch.record_key,
            "cursorDiskKV[composerData:c#trackedGitRepos.1.branches.2]",
        )

    def testSelfParent(self):
        """A composer that names itself as parent has none."""
        rows = [
            evidence.MakeComposer(
                "c",
                [evidence.MakeHeader("u1", 1)],
                subagentInfo={"parentComposerId": "c"},
                subagentComposerIds=["c"],
            ),
            evidence.MakeUserBubble("c", "u1", "hello"),
        ]

        message = test_reader.ReadState(rows).GetByDataType("cursor:message")[0]

        self.assertIsNone(message.parent_conversation_identifier)

    def testDraftInComposer(self):
        """The input that a composer kept is a draft, told once."""
        rows = [
            evidence.MakeComposer("d", status="none", text="not sent"),
            evidence.MakeDraft("d", "not sent"),
        ]

        result = test_reader.ReadState(rows)
        drafts = result.GetByDataType("cursor:conversation:draft")

        self.assertEqual([draft.message_body for draft in drafts], ["not sent"])

    def testEmptyDraft(self):
        """A composer that was never used is only counted."""
        result = test_reader.ReadState([evidence.MakeComposer("d", status="none")])

        self.assertEqual(result.GetByDataType("cursor:conversation"), [])
        self.assertIn(
            "empty drafts=1", result.GetByDataType("cursor:database")[0].counts
        )

    def testQueue(self):
        """A message that waited to be sent is a draft, which has no time."""
        rows = [
            evidence.MakeComposer(
                "c",
                [evidence.MakeHeader("u1", 1)],
                queueItems=[{"id": "q1", "text": "next prompt"}, {"id": "q2"}],
            ),
            evidence.MakeUserBubble("c", "u1", "hello"),
        ]
        result = test_reader.ReadState(rows)
        drafts = result.GetByDataType("cursor:conversation:draft")
        self.assertEqual(
            [
                (draft.message_body, draft.creation_time, draft.evidence_source)
                for draft in drafts
            ],
            [("next prompt", None, "message queue")],
        )
        self.assertEqual(len(result.warnings), 1)
        self.assertIn("1 of queueItems have an unknown shape", result.warnings[0])

    def testBrokenComposer(self):
        """A composer that is not JSON is one warning and a corrupted conversation."""
        rows = [
            ("composerData:c", "{broken"),
            evidence.MakeUserBubble("c", "u1", "hello"),
        ]

        result = test_reader.ReadState(rows)

        self.assertEqual(len(result.warnings), 1)
        self.assertEqual(len(result.GetByDataType("cursor:conversation")), 1)
        self.assertEqual(len(result.GetByDataType("cursor:message")), 1)


if __name__ == "__main__":
    unittest.main()
