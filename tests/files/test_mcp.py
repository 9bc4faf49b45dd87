"""Tests of the reader of mcp.json."""

import json
import unittest

from tests import evidence
from tests.files import test_lib


class MCPTest(unittest.TestCase):
    """Tests of the reader of mcp.json."""

    _DOCUMENT = {
        "mcpServers": {
            "tracker": {
                "command": "npx",
                "args": ["-y", "tracker-mcp", "--api-key", evidence.SECRET_SENTINEL],
                "env": {"TRACKER_KEY": evidence.SECRET_SENTINEL},
            },
            "calendar": {
                "type": "http",
                "url": (
                    f"https://ana:{evidence.SECRET_SENTINEL:s}@calendar.test/mcp"
                    f"?key={evidence.SECRET_SENTINEL:s}"
                ),
                "headers": {"Authorization": f"Bearer {evidence.SECRET_SENTINEL:s}"},
                "auth": {"CLIENT_SECRET": evidence.SECRET_SENTINEL},
            },
        }
    }

    def testRead(self):
        """Each server is an event, without its environment, headers and secrets."""
        producer, is_known = test_lib.ReadFile(
            "/srv/proj/.cursor/mcp.json", self._DOCUMENT
        )

        self.assertTrue(is_known)
        common = {
            "modification_time": test_lib.FILE_TIME,
            "project_path": "/srv/proj",
            "time_source": "file modification time",
        }
        self.assertEqual(
            [test_lib.GetValues(event_data) for event_data in producer.event_data],
            [
                {
                    **common,
                    "command": "npx -y tracker-mcp --api-key ***",
                    "server_name": "tracker",
                },
                {
                    **common,
                    "server_name": "calendar",
                    "url": "https://***@calendar.test/mcp?key=***",
                },
            ],
        )

    def testForeign(self):
        """The servers of other programs are refused in silence."""
        for path in (
            "/home/ana/proj/.vscode/mcp.json",
            "/home/ana/.config/Code/User/mcp.json",
            "/home/ana/proj/mcp.json",
            "/home/ana/.cursor/plugins/cache/m/p/s/mcp.json",
        ):
            with self.subTest(path=path):
                producer, is_known = test_lib.ReadFile(path, self._DOCUMENT)

                self.assertFalse(is_known)
                self.assertEqual(producer.event_data, [])

    def testDamaged(self):
        """A damaged file warns without a word of its content."""
        content = json.dumps(self._DOCUMENT)
        for size in range(1, len(content) - 1, 7):
            producer, _ = test_lib.ReadFile(
                "/srv/proj/.cursor/mcp.json", content[:size]
            )

            self.assertEqual(len(producer.warnings), 1)
            self.assertNotIn(evidence.SECRET_SENTINEL[:6], producer.warnings[0])

        producer, _ = test_lib.ReadFile(
            "/srv/proj/.cursor/mcp.json", {"mcpServers": {"a": 5, "b": {"url": 7}}}
        )
        self.assertEqual(
            [event_data.server_name for event_data in producer.event_data], ["b"]
        )
        self.assertEqual(len(producer.warnings), 1)


if __name__ == "__main__":
    unittest.main()
