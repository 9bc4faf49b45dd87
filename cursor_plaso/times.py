"""Times of Cursor's stores as dfdatetime objects.

A time is only ever one that a store holds: a value that is not a plausible time
gives None, never a default. Sources: seed "Joins and timestamps" and "Agent
transcript JSONL", storage-facts sections 2.3, 5 and 6.
"""

import calendar
import datetime
import math
import re
import time

from dfdatetime import posix_time as dfdatetime_posix_time
from dfdatetime import time_elements as dfdatetime_time_elements

from cursor_plaso import values

# Milliseconds since the epoch. What is smaller than the first, 1973, is a duration or
# relative to the start of the program (performance.now()); what is larger than the
# second, the end of 9999, was not counted in milliseconds.
_MINIMUM_MILLISECONDS = 100_000_000_000
_MAXIMUM_MILLISECONDS = 253_402_300_799_999

_EPOCH = datetime.datetime(1970, 1, 1)
_MILLISECOND = datetime.timedelta(milliseconds=1)

_ISO8601_RE = re.compile(
    r"\A(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s?"
    r"(Z|z|[+-]\d\d:?\d\d|[+-]\d\d)?\Z",
    re.ASCII,
)

# In minutes. Time zones of today reach from -12:00 to +14:00.
_MAXIMUM_TIME_ZONE_OFFSET = 18 * 60

_MONTHS = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)

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
    return _FromTimeElements(
        int(year),
        _GetMonth(month),
        int(day),
        int(hours),
        int(minutes),
        int(seconds),
        _GetTimeZoneOffset(sign, zone_hours, zone_minutes),
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
        time_zone_offset = _GetTimeZoneOffset(zone[0], digits[:2], digits[2:])

    elements = (int(year), int(month), int(day), int(hours), int(minutes))
    elements += (int(seconds or 0),)
    if not _CheckTimeElements(elements, time_zone_offset):
        return None

    if time_zone_offset:
        elements, time_zone_offset = _NormalizeTimeZone(elements, time_zone_offset)
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
    if not isinstance(text, str) or len(text) > _MAXIMUM_TRANSCRIPT_TIMESTAMP_LENGTH:
        return None

    match = _TRANSCRIPT_TIMESTAMP_RE.match(text.translate(_SPACES))
    if not match:
        return None

    month, day, year, hours, minutes, seconds, half, sign, zone_hours, zone_minutes = (
        match.groups()
    )
    hours = int(hours)
    if not 1 <= hours <= 12:
        return None

    return _FromTimeElements(
        int(year),
        _GetMonth(month),
        int(day),
        hours % 12 + (12 if half in "pP" else 0),
        int(minutes),
        int(seconds or 0),
        _GetTimeZoneOffset(sign or "+", zone_hours or "0", zone_minutes or "0"),
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
    return _FromTimeElements(
        int(year),
        _GetMonth(month),
        int(day),
        int(hours),
        int(minutes),
        int(seconds),
        0,
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


def ToStoredMilliseconds(value):
    """Converts a time that is stored as an ISO 8601 string or as a number.

    This is FromStored without the object, for the times of every bubble and header.

    Args:
      value (object): JSON value, an ISO 8601 string or milliseconds since the epoch.

    Returns:
      int: milliseconds since the epoch or None if not available.
    """
    if value is None:
        return None
    if isinstance(value, str):
        # The form that JavaScript writes: 2026-10-01T10:00:00.000Z.
        if (
            len(value) == 24
            and value[4:17:3] == "--T::"
            and value[19:24:4] == ".Z"
            and value[20:23].isdecimal()
        ):
            try:
                date_time = datetime.datetime.fromisoformat(value[:23])
            except ValueError:
                return None
            if date_time.year >= 1970:
                return (date_time - _EPOCH) // _MILLISECOND
        date_time = FromISO8601(value)
        if date_time:
            return date_time.GetPlasoTimestamp() // 1000
    return ToMilliseconds(value)


def _CheckTimeElements(elements, time_zone_offset):
    """Checks time elements.

    Args:
      elements (tuple[int, int, int, int, int, int]): year, month, day of month, hours,
          minutes and seconds.
      time_zone_offset (int): time zone offset in minutes east of UTC or None if it is
          not valid.

    Returns:
      bool: True if the elements are a date and time, that in UTC is one of the years
          1970 to 9999.
    """
    if time_zone_offset is None:
        return False

    year, month, day, hours, minutes, seconds = elements
    if not (
        1970 <= year <= 9999
        and 1 <= month <= 12
        and 1 <= day <= calendar.monthrange(year, month)[1]
        and hours <= 23
        and minutes <= 59
        and seconds <= 59
    ):
        return False

    timestamp = calendar.timegm(elements) - time_zone_offset * 60
    return 0 <= timestamp <= _MAXIMUM_MILLISECONDS // 1000


def _FromTimeElements(year, month, day, hours, minutes, seconds, time_zone_offset):
    """Creates a date and time from time elements.

    Args:
      year (int): year.
      month (int): month.
      day (int): day of month.
      hours (int): hours.
      minutes (int): minutes.
      seconds (int): seconds.
      time_zone_offset (int): time zone offset in minutes east of UTC or None if it is
          not valid.

    Returns:
      dfdatetime.TimeElements: date and time or None if the elements are not one.
    """
    elements = (year, month, day, hours, minutes, seconds)
    if not _CheckTimeElements(elements, time_zone_offset):
        return None

    elements, time_zone_offset = _NormalizeTimeZone(elements, time_zone_offset)
    try:
        return dfdatetime_time_elements.TimeElements(
            time_elements_tuple=elements, time_zone_offset=time_zone_offset
        )
    except ValueError:
        return None


def _GetMonth(name):
    """Retrieves the number of a month.

    Args:
      name (str): name or its first three letters or more.

    Returns:
      int: number of the month or 0 if there is no such month.
    """
    for number, month in enumerate(_MONTHS, start=1):
        if month.startswith(name.lower()):
            return number
    return 0


def _GetTimeZoneOffset(sign, hours, minutes):
    """Retrieves a time zone offset.

    Args:
      sign (str): sign, where everything but "+" is west of UTC.
      hours (str): number of hours.
      minutes (str): number of minutes.

    Returns:
      int: time zone offset in minutes east of UTC or None if it is not valid.
    """
    hours, minutes = int(hours), int(minutes)
    time_zone_offset = hours * 60 + minutes
    if minutes > 59 or time_zone_offset > _MAXIMUM_TIME_ZONE_OFFSET:
        return None
    return time_zone_offset if sign == "+" else -time_zone_offset


def _NormalizeTimeZone(elements, time_zone_offset):
    """Converts time elements to UTC if dfdatetime prints their time zone wrong.

    It prints an offset of -03:30 as -04:30, which psort and Timesketch would take for
    the time.

    Args:
      elements (tuple[int, int, int, int, int, int]): year, month, day of month, hours,
          minutes and seconds.
      time_zone_offset (int): time zone offset in minutes east of UTC.

    Returns:
      tuple[tuple[int, int, int, int, int, int], int]: elements and time zone offset.
    """
    if time_zone_offset >= 0 or time_zone_offset % 60 == 0:
        return elements, time_zone_offset

    timestamp = calendar.timegm(elements) - time_zone_offset * 60
    return tuple(time.gmtime(timestamp))[:6], 0
