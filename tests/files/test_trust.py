"""Tests of the readers of the files of a project directory."""

import unittest

from tests.files import test_lib


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


if __name__ == "__main__":
    unittest.main()
