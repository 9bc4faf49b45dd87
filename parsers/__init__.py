"""Parsers and parser plugins: which file goes to which reader.

Importing this package registers all of them with plaso: each module does so itself, as
plaso's own modules do.
"""

from cursor_plaso.parsers import cursor_transcript
from cursor_plaso.parsers import jsonl_cursor_transcript
