"""Tests of the reader of hooks.json."""

import json
import unittest

from tests import evidence
from tests.files import test_lib


class HooksTest(unittest.TestCase):
    """Tests of the reader of hooks.json."""

    _DOCUMENT = {
        "version": 1,
        "hooks": {
            "beforeShellExecution": [
                {"command": "./audit.sh", "matcher": "curl|wget", "failClosed": True},
                {"command": f"curl -H 'X-Key: {evidence.SECRET_SENTINEL:s}' a.test"},
            ],
            "stop": [{"type": "prompt", "prompt": "Is the work done?", "timeout": 10}],
        },
    }

    def testRead(self):
        """Each hook is an event with its command, secrets masked."""
        settings, producer = test_lib.ReadSettings(
            "/home/ana/proj/.cursor/hooks.json", self._DOCUMENT
        )

        self.assertEqual(
            settings,
            [
                (
                    "hook beforeShellExecution",
                    "./audit.sh",
                    "matcher=curl|wget failClosed=true",
                ),
                ("hook beforeShellExecution", "curl -H 'X-Key: ***' a.test", None),
                ("hook stop", "Is the work done?", "type=prompt timeout=10"),
            ],
        )
        self.assertEqual(producer.warnings, [])

    def testScopes(self):
        """The path tells who set the hooks."""
        for path, expected_scope, expected_project_path in (
            ("/home/ana/.cursor/hooks.json", "user", None),
            ("/srv/proj/.cursor/hooks.json", "project", "/srv/proj"),
            ("/root/.cursor/managed/active-team-hooks/hooks.json", "managed", None),
            ("/Library/Application Support/Cursor/hooks.json", "enterprise", None),
            ("/etc/cursor/hooks.json", "enterprise", None),
            ("/ProgramData/Cursor/hooks.json", "enterprise", None),
        ):
            with self.subTest(path=path):
                producer, is_known = test_lib.ReadFile(path, self._DOCUMENT)

                self.assertTrue(is_known)
                event_data = producer.event_data[0]
                self.assertEqual(event_data.setting_scope, expected_scope)
                self.assertEqual(event_data.project_path, expected_project_path)

    def testForeign(self):
        """Hooks of other programs, and of extensions, are refused in silence."""
        for path in (
            "/home/ana/.claude/plugins/x/hooks/hooks.json",
            "/home/ana/.codeium/windsurf/hooks.json",
            "/home/ana/.cursor/extensions/acme.x-1.0.0/hooks.json",
            "/home/ana/.cursor/plugins/cache/m/p/s/hooks.json",
        ):
            with self.subTest(path=path):
                producer, is_known = test_lib.ReadFile(path, self._DOCUMENT)

                self.assertFalse(is_known)
                self.assertEqual(producer.event_data, [])
                self.assertEqual(producer.warnings, [])

    def testDamaged(self):
        """A hook of another shape costs no other."""
        settings, producer = test_lib.ReadSettings(
            "/home/ana/.cursor/hooks.json",
            {"hooks": {"stop": {"command": "a"}, "sessionStart": ["./b.sh", None, 5]}},
        )

        self.assertEqual(
            settings,
            [("hook sessionStart", "./b.sh", None), ("hook sessionStart", "5", None)],
        )
        self.assertEqual(len(producer.warnings), 1)

    def testManyEntries(self):
        """A list without end is cut, with one warning."""
        settings, producer = test_lib.ReadSettings(
            "/home/ana/.cursor/hooks.json",
            json.dumps({"hooks": {"stop": [{"command": "a"}] * 10005}}),
        )

        self.assertEqual(len(settings), 10000)
        self.assertEqual(len(producer.warnings), 1)
        self.assertIn("10005 entries", producer.warnings[0])


if __name__ == "__main__":
    unittest.main()
