"""Tests of the readers of session, trust, prompt and worker files."""

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

    def testDamaged(self):
        """A file that is not JSON is one warning, one without times is marked."""
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

    def testForeign(self):
        """A file of this name elsewhere is not read."""
        _, is_known = test_lib.ReadFile("/home/ana/prompt_history.json", ["a"])

        self.assertFalse(is_known)


class TrustTest(unittest.TestCase):
    """Tests of the readers of the files of a project directory."""

    def testTrust(self):
        """The trust in a workspace stands at the time it was given."""
        producer, is_known = test_lib.ReadFile(
            "/home/ana/.cursor/projects/srv-proj/.workspace-trusted",
            {
                "trustedAt": "2026-10-01T12:58:00.000Z",
                "workspacePath": "/srv/proj",
                "trustMethod": "cli-flag",
            },
        )

        self.assertTrue(is_known)
        self.assertEqual(
            test_lib.GetValues(producer.event_data[0]),
            {
                "project_path": "/srv/proj",
                "recorded_time": "2026-10-01T12:58:00.000+00:00",
                "setting_details": "method=cli-flag",
                "setting_name": "workspace trust",
                "setting_scope": "/srv/proj",
                "setting_value": "trusted",
                "time_source": "trustedAt",
            },
        )

    def testDamagedTrust(self):
        """Without a time of its own the record takes that of the file and is marked."""
        producer, _ = test_lib.ReadFile(
            "/home/ana/.cursor/projects/p/.workspace-trusted", {"workspacePath": "/a"}
        )
        self.assertEqual(producer.corrupted, [True])
        self.assertEqual(producer.event_data[0].time_source, "file modification time")

        producer, _ = test_lib.ReadFile(
            "/home/ana/.cursor/projects/p/.workspace-trusted", b"trusted"
        )
        self.assertEqual(producer.event_data, [])
        self.assertEqual(len(producer.warnings), 1)

    def testRepository(self):
        """The identifier of the repository is that of the project directory."""
        producer, _ = test_lib.ReadFile(
            "/home/ana/.cursor/projects/srv-proj/repo.json", {"id": "uuid-1"}
        )
        event_data = producer.event_data[0]

        self.assertEqual(event_data.name, "srv-proj")
        self.assertEqual(event_data.workspace_identifier, "uuid-1")

    def testCleanUpMarker(self):
        """The empty marker tells the day of the clean-up."""
        producer, is_known = test_lib.ReadFile(
            "/home/ana/.cursor/projects/.agent-data-cleanup-2026-10-01"
        )

        self.assertTrue(is_known)
        self.assertEqual(producer.event_data[0].setting_value, "2026-10-01")


class WorkerStateTest(unittest.TestCase):
    """Tests of the readers of the state of the agent worker."""

    def testCLIState(self):
        """A worker is named by its folder and its machine."""
        producer, _ = test_lib.ReadFile(
            "/home/ana/.cursor/agent-cli-state.json",
            {
                "version": 1,
                "workerIdsByDisplayName": {"/srv/a @ b @ host-1": "w1", "odd": None},
            },
        )

        self.assertEqual(
            [
                (event_data.project_path, event_data.name, event_data.worker_identifier)
                for event_data in producer.event_data
            ],
            [("/srv/a @ b", "/srv/a @ b @ host-1", "w1"), (None, "odd", None)],
        )

    def testCLIStateWithoutWorkers(self):
        """A state without workers gives nothing and no warning."""
        producer, is_known = test_lib.ReadFile(
            "/home/ana/.cursor/agent-cli-state.json",
            {"hasClearedLegacyStatsigFields": True, "version": 1},
        )

        self.assertTrue(is_known)
        self.assertEqual(producer.event_data, [])
        self.assertEqual(producer.warnings, [])

    def testRestart(self):
        """The roots of a worker are folders, the hash of its owner is not read."""
        directory = "/h/.config/Cursor/User/globalStorage/anysphere.cursor-agent-worker"
        producer, _ = test_lib.ReadFile(
            f"{directory:s}/cursor-agent-worker-0123456789.restart.json",
            {
                "ownerHash": "0" * 64,
                "roots": ["/srv/proj"],
                "version": "1",
                "workerId": "w1",
                "workerName": "proj @ host",
            },
        )

        self.assertEqual(
            test_lib.GetValues(producer.event_data[0]),
            {
                "modification_time": test_lib.FILE_TIME,
                "name": "proj @ host",
                "project_path": "/srv/proj",
                "time_source": "file modification time",
                "worker_identifier": "w1",
                "workspace_kind": "agent worker",
            },
        )

        producer, _ = test_lib.ReadFile(
            f"{directory:s}/cursor-agent-worker-0123456789.owner.json",
            {"ownerHash": "0" * 64},
        )
        self.assertNotIn("0" * 64, str(test_lib.GetValues(producer.event_data[0])))

    def testIDEState(self):
        """The files viewed last are named."""
        producer, _ = test_lib.ReadFile(
            "/home/ana/.cursor/ide_state.json",
            {
                "recentlyViewedFiles": [
                    {"relativePath": "a.py", "absolutePath": "/srv/proj/a.py"},
                    {"relativePath": "b.py"},
                    5,
                ]
            },
        )

        self.assertEqual(
            [event_data.file_path for event_data in producer.event_data],
            ["/srv/proj/a.py", "b.py"],
        )
        self.assertEqual(producer.event_data[0].edit_kind, "recently viewed")


if __name__ == "__main__":
    unittest.main()
