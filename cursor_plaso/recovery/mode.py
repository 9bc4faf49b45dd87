"""How much is recovered, which the environment can say.

CURSOR_PLASO_CARVE is "all" (or unset), "free" for free pages and the write-ahead log or
rollback journal only, or "off". It is read here and nowhere else.
"""

import os

ENVIRONMENT_VARIABLE = "CURSOR_PLASO_CARVE"

MODE_ALL = "all"
MODE_FREE = "free"
MODE_OFF = "off"

MODES = (MODE_ALL, MODE_FREE, MODE_OFF)


def GetMode():
    """Retrieves how much is recovered.

    Returns:
      tuple[str, str]: one of the MODE values, and a message if the environment names
          none of them, else None.
    """
    value = os.environ.get(ENVIRONMENT_VARIABLE, "").strip().lower()
    if not value:
        return MODE_ALL, None
    if value in MODES:
        return value, None
    return MODE_ALL, (
        f"{ENVIRONMENT_VARIABLE:s} is neither {MODE_OFF:s}, {MODE_FREE:s} nor "
        f"{MODE_ALL:s}: all is recovered"
    )
