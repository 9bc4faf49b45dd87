"""Tests of the lesser facts of bubbles and tool records."""

import unittest

from cursor_plaso.state import bubble_details


class BubbleDetailsTest(unittest.TestCase):
    """Tests of the lesser facts of bubbles and tool records."""

    def testGetDetails(self):
        """Flags that are set are told by name, texts with their value."""
        self.assertEqual(
            bubble_details.GetDetails(
                {
                    "checkpointCommitHash": "0123abc",
                    "isNudge": True,
                    "isPlanExecution": False,
                    "replyTo": "",
                    "sender": {"kind": "KIND_AGENT", "displayName": "Reviewer"},
                    "simulatedMessageMetadata": {"title": "sleep 5", "taskId": "42"},
                    "skipRendering": True,
                    "useWeb": "yes",
                }
            ),
            [
                "isNudge",
                "skipRendering",
                "checkpointCommitHash=0123abc",
                "sender.kind=KIND_AGENT",
                "sender.displayName=Reviewer",
                "simulatedMessageMetadata.title=sleep 5",
                "simulatedMessageMetadata.taskId=42",
            ],
        )
        self.assertEqual(bubble_details.GetDetails({"sender": 5}), [])

    def testGetAccount(self):
        """The account is that of triggeringUserInfo."""
        self.assertEqual(
            bubble_details.GetAccount({"triggeringUserInfo": {"userId": 77}}), "77"
        )
        self.assertIsNone(bubble_details.GetAccount({"triggeringUserInfo": "x"}))

    def testGetCallDetails(self):
        """What additionalData tells of a task and of an edit is told (2.3)."""
        self.assertEqual(
            bubble_details.GetCallDetails(
                {
                    "instructions": "Look only.",
                    "isPruned": True,
                    "reasonForAcceptReject": {"type": "dotFile"},
                    "status": "success",
                    "supersededSubagentComposerIds": ["c1", "c2"],
                    "terminationReason": "aborted",
                    "topFiles": [{"relPath": "a", "name": "a.py"}],
                }
            ),
            [
                "terminationReason=aborted",
                "isPruned=true",
                "instructions=Look only.",
                "supersededSubagentComposerIds=c1 c2",
                "topFiles=a.py",
                "reasonForAcceptReject=dotFile",
            ],
        )
        self.assertEqual(
            bubble_details.GetCallDetails({"status": "success", "topFiles": "x"}), []
        )

    def testGetChangedFiles(self):
        """An edit names the rows with its content, and counts the lines (2.3)."""
        additional_data = {
            "precomputedDiff": {
                "lines": [
                    {"type": "added", "content": "x"},
                    {"type": "added", "content": "y"},
                    {"type": "removed", "content": "z"},
                    {"type": "unchanged", "content": "w"},
                    5,
                ]
            }
        }
        result = (
            '{"beforeContentId":"composer.content.aa",'
            '"afterContentId":"composer.content.bb"}'
        )

        self.assertEqual(
            bubble_details.GetChangedFiles(additional_data, result, "/srv/a.py"),
            ["/srv/a.py +2 -1 before composer.content.aa after composer.content.bb"],
        )
        self.assertEqual(
            bubble_details.GetChangedFiles({}, {"afterContentId": "bb"}, None),
            ["(no path) after bb"],
        )
        self.assertEqual(bubble_details.GetChangedFiles({}, "ok", "/srv/a.py"), [])
        self.assertEqual(bubble_details.GetChangedFiles({}, "ContentId", "a"), [])

    def testLongText(self):
        """A long text is cut."""
        (detail,) = bubble_details.GetDetails({"gitStatusRaw": "M a.py " * 1000})

        self.assertLess(len(detail), 1100)


if __name__ == "__main__":
    unittest.main()
