"""Tests of the readers of the state of the agent worker."""

import unittest

from tests.files import test_lib


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
                "worker_version": "1",
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
