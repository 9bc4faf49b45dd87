"""Tests of the reader of prompt_history.json."""

import unittest

from tests.files import test_lib

_CHATS = "/home/ana/.cursor/chats/6da544f59eb1005eef665ccbade87510"

# The seed's fixtures of a CLI session and of a start that sent nothing.
_SESSION = {
    "createdAtMs": 1790010000000,
    "updatedAtMs": 1790010120000,
    "cwd": "/srv/proj",
    "hasConversation": True,
    "schemaVersion": 1,
    "title": "Run python",
}


class PromptHistoryTest(unittest.TestCase):
    """Tests of the reader of prompt_history.json."""

    def testSession(self):
        """The prompts of a session have no time, but its project and title."""
        producer, _ = test_lib.ReadFile(
            f"{_CHATS:s}/s1/prompt_history.json",
            ["Run python3 twice", "skip it"],
            {f"{_CHATS:s}/s1/meta.json": _SESSION},
        )

        self.assertEqual(
            [test_lib.GetValues(event_data) for event_data in producer.event_data],
            [
                {
                    "conversation_identifier": "s1",
                    "conversation_title": "Run python",
                    "message_body": prompt,
                    "message_body_preview": prompt,
                    "project_path": "/srv/proj",
                    "sequence_number": index,
                }
                for index, prompt in enumerate(["Run python3 twice", "skip it"])
            ],
        )

    def testUser(self):
        """The history of the user is of no conversation."""
        producer, _ = test_lib.ReadFile(
            "/home/ana/.cursor/prompt_history.json",
            ["a", {"text": "b"}, None, "c\ud83d"],
        )

        self.assertEqual(
            [
                (event_data.sequence_number, event_data.message_body)
                for event_data in producer.event_data
            ],
            [(0, "a"), (3, "c\\ud83d")],
        )
        self.assertIsNone(producer.event_data[0].conversation_identifier)
        self.assertEqual(len(producer.warnings), 1)

    def testSessionAlone(self):
        """The meta.json of a session beside the file tells, without what held both."""
        directory = "/evidence/5b1f0c1e-0000-4000-8000-00000000c1a1"
        meta = {"createdAtMs": 1790010000000, "cwd": "/srv/proj"}
        path = f"{directory:s}/prompt_history.json"

        producer, _ = test_lib.ReadFile(
            path, ["Run it"], files={f"{directory:s}/meta.json": meta}
        )

        (event_data,) = producer.event_data
        self.assertEqual(event_data.message_body, "Run it")
        self.assertEqual(event_data.project_path, "/srv/proj")
        self.assertEqual(
            event_data.conversation_identifier, "5b1f0c1e-0000-4000-8000-00000000c1a1"
        )
        self.assertEqual(test_lib.ReadFile(path, ["Run it"])[0].event_data, [])

    def testForeign(self):
        """A file of this name elsewhere is not read."""
        _, is_known = test_lib.ReadFile("/home/ana/prompt_history.json", ["a"])

        self.assertFalse(is_known)


if __name__ == "__main__":
    unittest.main()
