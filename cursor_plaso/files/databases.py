"""Databases of Cursor that are no databases any more.

A parser of databases is only asked about files that start as one: without a word a
store whose start was overwritten would look like one that never was. Source: seed
"Bad-line rows" (one row for a database that is not SQLite).
"""

import re

from cursor_plaso import sqlite_format
from cursor_plaso.files import interface


class DamagedDatabaseReader(interface.FileReader):
    """Reader of the start of databases, which warns of one that is none."""

    KIND = "database"
    NAMES = frozenset(
        [
            "ai-code-tracking.db",
            "conversation-search.db",
            "data.sqlite",
            "index.db",
            "index.sqlite",
            "state.vscdb",
            "state.vscdb.backup",
            "store.db",
        ]
    )
    PATH_RE = re.compile(
        r"/(?:ai-tracking/ai-code-tracking\.db|"
        r"globalstorage/(?:conversation-search\.db|anysphere\.[^/]+/data\.sqlite)|"
        r"sdk-agent-store/[^/]+/(?:index\.db|agents/[^/]+/store\.db)|"
        r"\.sync/index\.sqlite|"
        r"(?:globalstorage|workspacestorage/[^/]+)/state\.vscdb(?:\.backup)?|"
        r"(?:chats/[^/]+|acp-sessions)/[^/]+/store\.db)\Z"
    )

    def ReadFile(self, evidence_file, producer):
        """Reads a file.

        Args:
          evidence_file (EvidenceFile): file.
          producer (BaseProducer): producer.

        Returns:
          bool: True if the file is a database of Cursor that is none any more.
        """
        if not evidence_file.size or not evidence_file.IsCursorUserData():
            return False
        data = evidence_file.ReadData(len(sqlite_format.SIGNATURE))
        if data == sqlite_format.SIGNATURE:
            return False
        reason = "unable to read file" if data is None else "not a SQLite database"
        self._Warn(evidence_file, reason, producer)
        return True
