"""SQLite parser plugin for conversation-search.db files of the Cursor editor."""

from plaso.parsers import sqlite

from cursor_plaso import search
from cursor_plaso.parsers import cursor_sqlite


class CursorSearchPlugin(cursor_sqlite.CursorTableStorePlugin):
    """SQLite parser plugin for conversation-search.db files of the Cursor editor."""

    NAME = "cursor_search"
    DATA_FORMAT = (
        "Cursor conversation search SQLite database (conversation-search.db) file"
    )

    READER_CLASS = search.SearchReader

    # The column branches came after 3.15.
    REQUIRED_STRUCTURE = {
        "conversation_fts_content": frozenset(["c0", "c1", "id"]),
        "conversations": frozenset(
            [
                "cache_fingerprint",
                "fts_rowid",
                "id",
                "is_archived",
                "root_fingerprint",
                "scope",
                "source",
                "title",
                "updated_at",
            ]
        ),
    }


sqlite.SQLiteParser.RegisterPlugin(CursorSearchPlugin)
