"""Tests of the names of the numbers of tools."""

import unittest

from cursor_plaso.state import tool_names


class ToolNamesTest(unittest.TestCase):
    """Tests of the names of the numbers of tools."""

    def testGetToolName(self):
        """Numbers have the names of the vendor's enumeration."""
        for number, name in (
            (15, "run_terminal_command_v2"),
            (19, "mcp"),
            (38, "edit_file_v2"),
            (40, "read_file_v2"),
            (63, "get_mcp_tools"),
            (99, "tool_99"),
            (None, None),
        ):
            self.assertEqual(tool_names.GetToolName(number), name)


if __name__ == "__main__":
    unittest.main()
