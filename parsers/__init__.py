"""Parsers and parser plugins: which file goes to which reader.

Importing this package registers all of them with plaso: each module does so itself, as
plaso's own modules do.
"""

from cursor_plaso.parsers import cursor_agent_store
from cursor_plaso.parsers import cursor_export
from cursor_plaso.parsers import cursor_files
from cursor_plaso.parsers import cursor_state
from cursor_plaso.parsers import cursor_transcript
from cursor_plaso.parsers import cursor_usage_export
from cursor_plaso.parsers import jsonl_cursor_sdk_index
from cursor_plaso.parsers import jsonl_cursor_transcript
from cursor_plaso.parsers import jsonl_cursor_update
from cursor_plaso.parsers import sqlite_cursor_agent_store
from cursor_plaso.parsers import sqlite_cursor_agent_sync
from cursor_plaso.parsers import sqlite_cursor_ai_tracking
from cursor_plaso.parsers import sqlite_cursor_search
from cursor_plaso.parsers import sqlite_cursor_state
