"""SQLite parser plugin for ai-code-tracking.db files of Cursor."""

from plaso.parsers import sqlite

from cursor_plaso import ai_tracking
from cursor_plaso.parsers import cursor_sqlite


class CursorAITrackingPlugin(cursor_sqlite.CursorTableStorePlugin):
    """SQLite parser plugin for ai-code-tracking.db files of Cursor."""

    NAME = "cursor_ai_tracking"
    DATA_FORMAT = "Cursor AI code tracking SQLite database (ai-code-tracking.db) file"

    READER_CLASS = ai_tracking.AITrackingReader

    # What the versions of December 2025 and May 2026 share.
    REQUIRED_STRUCTURE = {
        "ai_code_hashes": frozenset(
            [
                "conversationId",
                "createdAt",
                "fileExtension",
                "fileName",
                "hash",
                "requestId",
                "source",
                "timestamp",
            ]
        ),
        "scored_commits": frozenset(["branchName", "commitHash", "scoredAt"]),
        "tracking_state": frozenset(["key", "value"]),
    }


sqlite.SQLiteParser.RegisterPlugin(CursorAITrackingPlugin)
