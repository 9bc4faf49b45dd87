"""Recovery of rows that a SQLite database no longer lists but still holds."""

from cursor_plaso.recovery.mode import GetMode
from cursor_plaso.recovery.reader import RecoveryReader
from cursor_plaso.recovery.rows import RecoveredRow

__all__ = ["GetMode", "RecoveredRow", "RecoveryReader"]
