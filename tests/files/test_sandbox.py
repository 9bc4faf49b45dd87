"""Tests of the reader of sandbox.json."""

import unittest

from tests.files import test_lib


class SandboxTest(unittest.TestCase):
    """Tests of the reader of sandbox.json."""

    def testRead(self):
        """Each switch and each entry is an event."""
        settings, producer = test_lib.ReadSettings(
            "/home/ana/.cursor/sandbox.json",
            {
                "type": "workspace_readwrite",
                "disableTmpWrite": False,
                "additionalReadwritePaths": ["/opt/build"],
                "networkPolicy": {"default": "deny", "allow": ["pypi.org"], "deny": []},
            },
        )

        self.assertEqual(
            settings,
            [
                ("sandbox type", "workspace_readwrite", None),
                ("sandbox disableTmpWrite", "false", None),
                ("sandbox additionalReadwritePaths", "/opt/build", None),
                ("sandbox networkPolicy.default", "deny", None),
                ("sandbox networkPolicy.allow", "pypi.org", None),
            ],
        )
        self.assertEqual(producer.warnings, [])


if __name__ == "__main__":
    unittest.main()
