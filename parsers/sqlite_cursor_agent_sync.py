"""SQLite parser plugin for index.sqlite files of Cursor's AgentStores."""

from plaso.parsers import sqlite

from cursor_plaso import agent_sync
from cursor_plaso.parsers import cursor_sqlite


class CursorAgentSyncPlugin(cursor_sqlite.CursorTableStorePlugin):
    """SQLite parser plugin for index.sqlite files of Cursor's AgentStores."""

    NAME = "cursor_agent_sync"
    DATA_FORMAT = "Cursor agent sync store SQLite database (index.sqlite) file"

    READER_CLASS = agent_sync.AgentSyncReader

    REQUIRED_STRUCTURE = {
        "files": frozenset(
            [
                "direction",
                "last_seen_etag",
                "last_synced_ms",
                "last_synced_sha",
                "rel_path",
                "state",
                "tombstone_etag",
            ]
        ),
        "meta": frozenset(["key", "value"]),
        "pending_deletes": frozenset(),
        "pending_rmdirs": frozenset(),
    }


sqlite.SQLiteParser.RegisterPlugin(CursorAgentSyncPlugin)
