"""Tests of how the machine of a cloud agent was set up."""

import unittest

from cursor_plaso.state import cloud_setup


class CloudSetupTest(unittest.TestCase):
    """Tests of how the machine of a cloud agent was set up."""

    def testReadSetup(self):
        """Members and elements of lists are told, what is empty is not (2.5)."""
        self.assertEqual(
            list(
                cloud_setup.ReadSetup(
                    {
                        "currentSetupStep": 2,
                        "installScript": "npm install",
                        "isSideBarExpanded": True,
                        "ranTerminalCommands": ["npm start", ""],
                        "startScript": "",
                        "terminals": [{"name": "web"}, None],
                    }
                )
            ),
            [
                ("installScript", "environment installScript", "npm install"),
                ("currentSetupStep", "environment currentSetupStep", "2"),
                (
                    "ranTerminalCommands[0]",
                    "environment ranTerminalCommands",
                    "npm start",
                ),
                ("terminals[0]", "environment terminals", '{"name":"web"}'),
            ],
        )
        self.assertEqual(list(cloud_setup.ReadSetup({})), [])


if __name__ == "__main__":
    unittest.main()
