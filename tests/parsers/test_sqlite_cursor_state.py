"""Tests of the SQLite plugin of state.vscdb: the same as those of the parser."""

from tests.parsers import test_cursor_state


class CursorStatePluginTest(test_cursor_state.CursorStateTest):
    """Tests of the plugin, which plaso's SQLite parser runs."""

    _EXPRESSION = "sqlite/cursor_state"
    _PARSER_CHAIN = "sqlite/cursor_state"


# pytest would run the tests of the parser here as well.
del test_cursor_state
