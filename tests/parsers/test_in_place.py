"""Tests of the parsers that read in place beside plaso's SQLite parser."""

import gc
import os
import unittest
import unittest.mock

from plaso.lib import errors

from cursor_plaso import database as cursor_database
from cursor_plaso.parsers import cursor_agent_store
from cursor_plaso.parsers import cursor_state
from cursor_plaso.parsers import in_place

from tests import lib

_STATE_PATH = os.path.join(lib.TEST_DATA_PATH, "state", "era_3_26_13.vscdb")
_FOREIGN_PATH = os.path.join(lib.TEST_DATA_PATH, "state", "foreign_editor.vscdb")


class InPlaceTest(unittest.TestCase):
    """Tests of the parsers and of the filter."""

    def setUp(self):
        """Removes the parsers that the failure of another test keeps."""
        gc.collect()

    def testFilter(self):
        """plaso's parser is kept from what an active parser reads, and nothing else."""
        sqlite_filter = in_place.InPlaceFilter()
        state = lib.MakeFileEntry(lib.MakePathSpec(_STATE_PATH))
        foreign = lib.MakeFileEntry(lib.MakePathSpec(_FOREIGN_PATH))

        self.assertTrue(sqlite_filter.Match(state))

        parser = cursor_agent_store.CursorAgentStoreParser()
        self.assertTrue(sqlite_filter.Match(state))

        other_parser = cursor_state.CursorStateParser()
        self.assertFalse(sqlite_filter.Match(state))
        self.assertTrue(sqlite_filter.Match(foreign))
        self.assertTrue(
            sqlite_filter.Match(lib.MakeFileEntry(lib.MakePathSpec(__file__)))
        )
        del parser, other_parser

    def testCheckedOnce(self):
        """plaso's filter and all parsers together open a foreign database once."""
        parsers = [
            cursor_agent_store.CursorAgentStoreParser(),
            cursor_state.CursorStateParser(),
        ]
        foreign = lib.MakeFileEntry(lib.MakePathSpec(_FOREIGN_PATH))
        state = lib.MakeFileEntry(lib.MakePathSpec(_STATE_PATH))
        open_file_entry = cursor_database.Database.OpenFileEntry
        with unittest.mock.patch.object(
            cursor_database.Database, "OpenFileEntry", side_effect=open_file_entry
        ) as mock_open:
            self.assertTrue(in_place.InPlaceFilter().Match(foreign))
            for parser in parsers:
                with self.assertRaises(errors.WrongParser):
                    parser.ParseFileEntry(None, foreign)
            self.assertEqual(mock_open.call_count, 1)

            # Another file, and the same file once more parsers are in use.
            self.assertFalse(in_place.InPlaceFilter().Match(state))
            del parsers[:], parser
            gc.collect()
            self.assertTrue(in_place.InPlaceFilter().Match(state))

    def testReadOnce(self):
        """With both parsers the file is read once, and as either reads it alone."""
        counts = {
            expression: len(lib.ParsePath(expression, _STATE_PATH).event_data)
            for expression in (
                "cursor_state",
                "sqlite/cursor_state",
                "cursor_state,sqlite/cursor_state",
            )
        }

        self.assertGreater(counts["cursor_state"], 20)
        self.assertEqual(len(set(counts.values())), 1, counts)

    def testForeign(self):
        """The database of another program gives neither events nor warnings."""
        result = lib.ParsePath("cursor_state,cursor_agent_store", _FOREIGN_PATH)

        self.assertEqual(result.event_data, [])
        self.assertEqual(result.warnings, [])


if __name__ == "__main__":
    unittest.main()
