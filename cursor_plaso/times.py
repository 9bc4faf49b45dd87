"""Times of Cursor's stores as dfdatetime objects.

A time is only ever one that a store holds: a value that is not a plausible time
gives None, never a default. Sources: seed "Joins and timestamps" and "Agent
transcript JSONL", storage-facts sections 2.3, 5 and 6.
"""

import calendar
import math
import re

from dfdatetime import posix_time as dfdatetime_posix_time
from dfdatetime import time_elements as dfdatetime_time_elements

from cursor_plaso import values

# Milliseconds since the epoch. What is smaller than the first, 1973, is a duration or
# relative to the start of the program (performance.now()); what is larger than the
# second, the end of 9999, was not counted in milliseconds.
_MINIMUM_MILLISECONDS = 100_000_000_000
_MAXIMUM_MILLISECONDS = 253_402_300_799_999

_ISO8601_RE = re.compile(
    r"\A(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s?"
    r"(Z|z|[+-]\d\d:?\d\d|[+-]\d\d)?\Z",
    re.ASCII,
)

_MONTHS = {
    name[:3]: number
    for number, name in enumerate(
        (
            "january february march april may june july august september october "
            "november december"
        ).split(),
        start=1,
    )
}

_TRANSCRIPT_TIMESTAMP_RE = re.compile(
    r"\A\s*(?:[A-Za-z]{3,9},?\s+)?([A-Za-z]{3,9})\.?\s+(\d{1,2}),?\s+(\d{4}),?\s+"
    r"(?:at\s+)?(\d{1,2}):(\d\d)(?::(\d\d))?\s*([AaPp])\.?[Mm]\.?\s*"
    r"\((?:UTC|GMT)\s*(?:([+\-\u2212])\s*(\d{1,2})(?::?(\d\d))?)?\)\s*\Z",
    re.ASCII,
)

_MAXIMUM_TRANSCRIPT_TIMESTAMP_LENGTH = 128

# JavaScript puts these between the time and AM or PM.
_SPACES = str.maketrans("\u00a0\u202f", "  ")

_GIT_DATE_RE = re.compile(
    r"\A\s*[A-Za-z]{3}\s+([A-Za-z]{3})\s+(\d{1,2})\s+(\d\d):(\d\d):(\d\d)\s+(\d{4})\s+"
    r"([+-])(\d\d)(\d\d)\s*\Z",
    re.ASCII,
)

_UTC_STRING_RE = re.compile(
    r"\A\s*[A-Za-z]{3},\s+(\d{1,2})\s+([A-Za-z]{3})\s+(\d{4})\s+"
    r"(\d\d):(\d\d):(\d\d)\s+(?:GMT|UTC)\s*\Z",
    re.ASCII,
)


def FromGitDate(text):
    """Reads a date in git's default format.

    Args:
      text (str): date, such as "Fri Feb 20 15:54:33 2026 +0530".

    Returns:
      dfdatetime.TimeElements: date and time or None if not available.
    """
    match = _GIT_DATE_RE.match(text) if isinstance(text, str) else None
    if not match:
        return None

    month, day, hours, minutes, seconds, year, sign, zone_hours, zone_minutes = (
        match.groups()
    )
    month = _MONTHS.get(month.lower())
    if not month:
        return None

    time_zone_offset = int(zone_hours) * 60 + int(zone_minutes)
    return _FromTimeElements(
        int(year),
        month,
        int(day),
        int(hours),
        int(minutes),
        int(seconds),
        -time_zone_offset if sign == "-" else time_zone_offset,
    )


def FromISO8601(value):
    """Reads an ISO 8601 date and time.

    Args:
      value (object): JSON value, a string such as "2026-10-01T10:00:00.000Z".

    Returns:
      dfdatetime.DateTimeValues: date and time or None if not available. A string
          without time zone is taken as UTC, which is what Cursor writes.
    """
    match = _ISO8601_RE.match(value) if isinstance(value, str) else None
    if not match:
        return None

    year, month, day, hours, minutes, seconds, fraction, zone = match.groups()
    if zone in (None, "Z", "z"):
        time_zone_offset = 0
    else:
        digits = zone[1:].replace(":", "").ljust(4, "0")
        time_zone_offset = int(digits[:2]) * 60 + int(digits[2:])
        if zone[0] == "-":
            time_zone_offset = -time_zone_offset

    elements = (int(year), int(month), int(day), int(hours), int(minutes))
    elements += (int(seconds or 0),)
    if not _CheckTimeElements(*elements):
        return None

    if time_zone_offset:
        if abs(time_zone_offset) > 18 * 60:
            return None
        microseconds = (fraction or "").ljust(6, "0")[:6]
        try:
            return dfdatetime_time_elements.TimeElementsInMicroseconds(
                time_elements_tuple=elements + (int(microseconds),),
                time_zone_offset=time_zone_offset,
            )
        except ValueError:
            return None

    timestamp = calendar.timegm(elements)
    if len(fraction or "") > 3:
        microseconds = int(fraction.ljust(6, "0")[:6])
        return dfdatetime_posix_time.PosixTimeInMicroseconds(
            timestamp=timestamp * 1_000_000 + microseconds
        )
    milliseconds = int((fraction or "").ljust(3, "0"))
    return dfdatetime_posix_time.PosixTimeInMilliseconds(
        timestamp=timestamp * 1000 + milliseconds
    )


def FromMilliseconds(value):
    """Reads a number of milliseconds since the epoch.

    Args:
      value (object): JSON value, a number or the text of one.

    Returns:
      dfdatetime.PosixTimeInMilliseconds: date and time or None if the value is not a
          number or not a plausible time.
    """
    milliseconds = ToMilliseconds(value)
    if milliseconds is None:
        return None
    return dfdatetime_posix_time.PosixTimeInMilliseconds(timestamp=milliseconds)


def FromStored(value):
    """Reads a time that is stored as an ISO 8601 string or as a number.

    Args:
      value (object): JSON value, an ISO 8601 string or milliseconds since the epoch.

    Returns:
      dfdatetime.DateTimeValues: date and time or None if not available.
    """
    return FromISO8601(value) or FromMilliseconds(value)


def FromTranscriptTimestamp(text):
    """Reads the text of a <timestamp> tag of a transcript.

    Args:
      text (str): text such as "Monday, May 4, 2026, 12:39 AM (UTC+5:30)", which has
          minute precision.

    Returns:
      dfdatetime.TimeElements: date and time or None if not available.
    """
    match = _TRANSCRIPT_TIMESTAMP_RE.match(text) if isinstance(text, str) else None
    if not match:
        return None

    month, day, year, hours, minutes, seconds, half, sign, zone_hours, zone_minutes = (
        match.groups()
    )
    month = _MONTHS.get(month[:3].lower())
    hours = int(hours)
    if not month or not 1 <= hours <= 12:
        return None

    time_zone_offset = int(zone_hours or 0) * 60 + int(zone_minutes or 0)
    return _FromTimeElements(
        int(year),
        month,
        int(day),
        hours % 12 + (12 if half in "pP" else 0),
        int(minutes),
        int(seconds or 0),
        time_zone_offset if sign == "+" else -time_zone_offset,
    )


def FromUTCString(text):
    """Reads a date as Date.toUTCString() of JavaScript writes it.

    Args:
      text (str): date, such as "Mon, 19 Oct 2026 01:00:00 GMT".

    Returns:
      dfdatetime.TimeElements: date and time or None if not available.
    """
    match = _UTC_STRING_RE.match(text) if isinstance(text, str) else None
    if not match:
        return None

    day, month, year, hours, minutes, seconds = match.groups()
    month = _MONTHS.get(month.lower())
    if not month:
        return None

    return _FromTimeElements(
        int(year), month, int(day), int(hours), int(minutes), int(seconds), 0
    )


def ToMilliseconds(value):
    """Converts a stored value into milliseconds since the epoch.

    Args:
      value (object): JSON value, a number or the text of one.

    Returns:
      int: milliseconds or None if the value is not a plausible time.
    """
    if isinstance(value, float) and not math.isfinite(value):
        return None
    milliseconds = values.ToInteger(value)
    if milliseconds is None or not (
        _MINIMUM_MILLISECONDS <= milliseconds <= _MAXIMUM_MILLISECONDS
    ):
        return None
    return milliseconds


def _CheckTimeElements(year, month, day, hours, minutes, seconds):
    """Checks time elements.

    Args:
      year (int): year.
      month (int): month.
      day (int): day of month.
      hours (int): hours.
      minutes (int): minutes.
      seconds (int): seconds.

    Returns:
      bool: True if the elements are a date and time.
    """
    return (
        1970 <= year <= 9999
        and 1 <= month <= 12
        and 1 <= day <= calendar.monthrange(year, month)[1]
        and hours <= 23
        and minutes <= 59
        and seconds <= 59
    )


def _FromTimeElements(year, month, day, hours, minutes, seconds, time_zone_offset):
    """Creates a date and time from time elements.

    Args:
      year (int): year.
      month (int): month.
      day (int): day of month.
      hours (int): hours.
      minutes (int): minutes.
      seconds (int): seconds.
      time_zone_offset (int): time zone offset in minutes east of UTC.

    Returns:
      dfdatetime.TimeElements: date and time or None if the elements are not one.
    """
    elements = (year, month, day, hours, minutes, seconds)
    if not _CheckTimeElements(*elements) or abs(time_zone_offset) > 18 * 60:
        return None
    try:
        return dfdatetime_time_elements.TimeElements(
            time_elements_tuple=elements, time_zone_offset=time_zone_offset
        )
    except ValueError:
        return None
