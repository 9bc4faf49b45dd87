"""Tests of the SQLite plugins of store.db and index.db: those of the parser."""

from tests.parsers import test_cursor_agent_store


class CursorAgentStorePluginTest(test_cursor_agent_store.CursorAgentStoreTest):
    """Tests of the plugins, which plaso's SQLite parser runs."""

    _EXPRESSION = "sqlite"
    _PARSER_CHAIN = "sqlite/cursor_agent_store"


# pytest would run the tests of the parser here as well.
del test_cursor_agent_store
