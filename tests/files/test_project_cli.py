"""Tests of the reader of cli.json."""

import unittest

from tests.files import test_lib


class ProjectCLITest(unittest.TestCase):
    """Tests of the reader of cli.json."""

    def testRead(self):
        """Each entry is an event of the project."""
        producer, is_known = test_lib.ReadFile(
            "/home/ana/proj/.cursor/cli.json",
            {"permissions": {"allow": ["Read(**)"], "deny": ["Write(.env)"]}},
        )

        self.assertTrue(is_known)
        self.assertEqual(
            [test_lib.GetValues(event_data) for event_data in producer.event_data],
            [
                {
                    "modification_time": test_lib.FILE_TIME,
                    "project_path": "/home/ana/proj",
                    "setting_name": f"permissions.{name:s}",
                    "setting_note": "time is that of the file",
                    "setting_scope": "project",
                    "setting_value": value,
                    "time_source": "file modification time",
                }
                for name, value in (("allow", "Read(**)"), ("deny", "Write(.env)"))
            ],
        )

    def testForeign(self):
        """A file of this name elsewhere is not read."""
        producer, is_known = test_lib.ReadFile(
            "/home/ana/proj/cli.json", {"permissions": {"allow": ["Read(**)"]}}
        )

        self.assertFalse(is_known)
        self.assertEqual(producer.warnings, [])


if __name__ == "__main__":
    unittest.main()
