"""Tests of the parser and the plugin of state.vscdb."""

import os
import tempfile
import unittest

from tests import journal_lib
from tests import lib

_SEED_PATH = os.path.join(lib.TEST_DATA_PATH, "state", "seed_fixture.vscdb")

# The prompts of the seed's c1, which its "Fixtures" list, at their "createdAt".
_PROMPTS = [
    ("2026-10-01 10:00:00.000", "Add a subtract function"),
    ("2026-10-01 10:01:00.000", "Fetch the page with curl"),
]


def GetPrompts(result):
    """Retrieves the prompts of the conversation c1.

    Args:
      result (lib.ParseResult): result.

    Returns:
      list[tuple[str, str]]: times and texts, in order.
    """
    return sorted(
        (event_data.sent_time.CopyToDateTimeString(), event_data.message_body)
        for event_data in result.GetByDataType("cursor:message")
        if event_data.conversation_identifier == "c1" and event_data.role == "user"
    )


class CursorStateTest(unittest.TestCase):
    """Tests shared by the parser and the plugin."""

    _EXPRESSION = "cursor_state"
    _PARSER_CHAIN = "cursor_state"

    def testSeed(self):
        """The prompts of the seed stand at their times, under the parser's name."""
        result = lib.ParsePath(self._EXPRESSION, _SEED_PATH)

        self.assertEqual(GetPrompts(result), _PROMPTS)
        self.assertEqual(result.warnings, [])
        self.assertEqual(
            {
                event_data._parser_chain  # pylint: disable=protected-access
                for event_data in result.event_data
            },
            {self._PARSER_CHAIN},
        )

    def testRollbackJournal(self):
        """A transaction that was not committed is recovered, and not taken as live."""
        contents, bubbles, added = journal_lib.CreateHot()
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, "state.vscdb")
            for suffix, content in zip(("", "-journal"), contents):
                with open(f"{path:s}{suffix:s}", "wb") as file_object:
                    file_object.write(content)
            result = lib.ParsePath(self._EXPRESSION, path)
            journal_result = lib.ParsePath(self._EXPRESSION, f"{path:s}-journal")

        identifiers = {True: set(), False: set()}
        for event_data in result.GetByDataType("cursor:message"):
            is_recovered = event_data.recovery_method is not None
            self.assertIn(event_data.recovery_method, (None, "uncommitted page"))
            identifiers[is_recovered].add(event_data.bubble_identifier)
        self.assertEqual(identifiers[False], {key.split(":")[2] for key in bubbles})
        self.assertGreater(len(identifiers[True]), 30)
        self.assertLessEqual(identifiers[True], {key.split(":")[2] for key in added})
        self.assertEqual(result.warnings, [])
        self.assertEqual(journal_result.event_data, [])
        self.assertEqual(journal_result.warnings, [])

    def testDirectoriesAndEmptyFiles(self):
        """What is no database is refused in silence."""
        path = os.path.join(lib.TEST_DATA_PATH, "wal", "not_a_wal", "state.vscdb-wal")
        result = lib.ParsePath(self._EXPRESSION, path)

        self.assertEqual(result.event_data, [])
        self.assertEqual(result.warnings, [])


if __name__ == "__main__":
    unittest.main()
