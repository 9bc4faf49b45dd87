"""Tests of the parser for exported conversations."""

import os
import unittest

from tests import lib

_FILES_PATH = os.path.join(lib.TEST_DATA_PATH, "files")


class CursorExportParserTest(unittest.TestCase):
    """Tests of the parser for exported conversations."""

    def testParse(self):
        """An export stands at its time, wherever it was saved."""
        result = lib.ParsePath(
            "cursor_export",
            os.path.join(_FILES_PATH, "export.md"),
            os.path.join(_FILES_PATH, "export_edt.md"),
        )

        self.assertEqual(result.warnings, [])
        self.assertEqual(
            [(time, description) for time, description, _ in lib.MakeEvents(result)],
            [
                ("2026-10-01T12:05:09+02:00", "Creation Time"),
                ("2026-10-01T06:05:09-04:00", "Creation Time"),
            ],
        )
        message, _ = lib.FormatMessage(result.event_data[0])
        self.assertTrue(
            message.startswith(
                "conversation exported: Add subtract from Cursor (3.26.13) "
                "(user blocks: 2) (time zone: GMT+2): # Add subtract _Exported on "
            )
        )

    def testForeign(self):
        """Other Markdown gives neither an event nor a warning."""
        result = lib.ParsePath(
            "cursor_export",
            os.path.join(_FILES_PATH, "not_an_export.md"),
            os.path.join(lib.PROJECT_PATH, "README.md"),
        )

        self.assertEqual(result.event_data, [])
        self.assertEqual(result.warnings, [])


if __name__ == "__main__":
    unittest.main()
