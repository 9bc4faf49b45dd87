"""Tests of the reader of meta.json of a session."""

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

_EMPTY_SESSION = {
    "createdAtMs": 1790009900000,
    "updatedAtMs": 1790009900000,
    "cwd": "/srv/proj",
    "hasConversation": False,
    "schemaVersion": 1,
}


class SessionTest(unittest.TestCase):
    """Tests of the reader of meta.json."""

    def testSession(self):
        """A session has its project, its title and its times."""
        producer, is_known = test_lib.ReadFile(f"{_CHATS:s}/s1/meta.json", _SESSION)

        self.assertTrue(is_known)
        self.assertEqual(producer.corrupted, [False])
        self.assertEqual(
            test_lib.GetValues(producer.event_data[0]),
            {
                "application": "CLI",
                "conversation_identifier": "s1",
                "conversation_title": "Run python",
                "creation_time": "2026-09-21T17:00:00.000+00:00",
                "empty_start": False,
                "last_update_time": "2026-09-21T17:02:00.000+00:00",
                "project_path": "/srv/proj",
                "schema_version": 1,
                "time_source": "createdAtMs, updatedAtMs",
            },
        )

    def testEmptyStart(self):
        """A start that sent nothing is reported as one."""
        producer, _ = test_lib.ReadFile(f"{_CHATS:s}/s0/meta.json", _EMPTY_SESSION)

        self.assertTrue(producer.event_data[0].empty_start)
        self.assertIsNone(producer.event_data[0].conversation_title)

    def testACPSession(self):
        """A session of the agent client protocol is told by its directory."""
        producer, _ = test_lib.ReadFile(
            "/Users/ana/.cursor/acp-sessions/a1/meta.json",
            {**_SESSION, "cwd": "C:\\proj", "isSubagent": True},
        )
        event_data = producer.event_data[0]

        self.assertEqual(event_data.application, "ACP")
        self.assertEqual(event_data.conversation_identifier, "a1")
        self.assertEqual(event_data.project_path, "c:\\proj")
        self.assertTrue(event_data.is_subagent)

    def testACPSessionWithoutTimes(self):
        """A session of ACP has a schema version, a folder and a title: all it has."""
        producer, _ = test_lib.ReadFile(
            "/home/ana/.cursor/acp-sessions/a1/meta.json",
            {"schemaVersion": 1, "cwd": "/srv/proj", "title": "ACP chat"},
        )

        self.assertEqual(producer.corrupted, [False])
        self.assertEqual(
            test_lib.GetValues(producer.event_data[0]),
            {
                "application": "ACP",
                "conversation_identifier": "a1",
                "conversation_title": "ACP chat",
                "project_path": "/srv/proj",
                "schema_version": 1,
            },
        )

    def testSessionAlone(self):
        """The directory of a session tells, without what held it."""
        identifier = "5b1f0c1e-0000-4000-8000-00000000c1a1"
        producer, is_known = test_lib.ReadFile(
            f"/evidence/{identifier:s}/meta.json", _SESSION
        )

        self.assertTrue(is_known)
        self.assertEqual(producer.event_data[0].conversation_identifier, identifier)
        self.assertEqual(
            test_lib.ReadFile("/evidence/s1/meta.json", _SESSION)[0].event_data, []
        )

    def testDamaged(self):
        """A file that is not JSON is one warning, one with a bad time is marked."""
        producer, is_known = test_lib.ReadFile(f"{_CHATS:s}/s1/meta.json", b'{"cwd": "')
        self.assertTrue(is_known)
        self.assertEqual(len(producer.warnings), 1)

        producer, _ = test_lib.ReadFile(
            f"{_CHATS:s}/s1/meta.json", {"createdAtMs": "soon", "cwd": 5}
        )
        self.assertEqual(producer.corrupted, [True])
        self.assertIsNone(producer.event_data[0].creation_time)

    def testForeign(self):
        """A meta.json of another program is refused in silence."""
        for path, content in (
            ("/x/chats/1/2/meta.json", {"createdAt": 1}),
            ("/x/chats/1/2/meta.json", b"\x00\x01"),
            ("/x/chats/1/2/meta.json", b'{"createdAtMs": 1'),
            ("/home/ana/.cursor/projects/p/mcps/meta.json", _SESSION),
        ):
            with self.subTest(path=path, content=content):
                producer, is_known = test_lib.ReadFile(path, content)

                self.assertFalse(is_known)
                self.assertEqual(producer.event_data, [])
                self.assertEqual(producer.warnings, [])

    def testRenamedDirectory(self):
        """In a directory that was renamed the content tells."""
        producer, is_known = test_lib.ReadFile("/x/chats/1/s9/meta.json", _SESSION)

        self.assertTrue(is_known)
        self.assertEqual(producer.event_data[0].conversation_identifier, "s9")


if __name__ == "__main__":
    unittest.main()
