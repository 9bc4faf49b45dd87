"""Tests of the parser and the plugin of store.db and index.db."""

import json
import unittest

from tests import lib
from tests import test_agent_store


class CursorAgentStoreTest(unittest.TestCase):
    """Tests shared by the parser and the plugin."""

    _EXPRESSION = "cursor_agent_store"
    _PARSER_CHAIN = "cursor_agent_store"

    def testStore(self):
        """Every prompt of the vendor's sample is read, under the parser's name."""
        path = test_agent_store.FindSample(
            "cli_chat_3turns", ".cursor", "chats", "*", "*", "store.db"
        )
        expected_path = test_agent_store.FindSample("cli_chat_3turns", "expected.json")
        with open(expected_path, "r", encoding="utf-8") as file_object:
            expected = json.load(file_object)

        result = lib.ParsePath(self._EXPRESSION, path)

        self.assertEqual(
            [
                event_data.message_body
                for event_data in result.GetByDataType("cursor:message")
                if event_data.role == "user"
                and event_data.conversation_identifier == expected["session_id"]
            ],
            [turn["user"]["text"] for turn in expected["turns"]],
        )
        self.assertEqual(
            {
                event_data._parser_chain  # pylint: disable=protected-access
                for event_data in result.event_data
            },
            {self._PARSER_CHAIN},
        )

    def testIndex(self):
        """The index of SDK agents is read by the same parser."""
        path = test_agent_store.FindSample(
            "sdk_local_store",
            "home",
            ".cursor",
            "projects",
            "*",
            "sdk-agent-store",
            "*",
            "index.db",
        )
        result = lib.ParsePath(self._EXPRESSION, path)

        self.assertEqual(len(result.GetByDataType("cursor:run:event")), 29)
        self.assertEqual(result.warnings, [])


if __name__ == "__main__":
    unittest.main()
