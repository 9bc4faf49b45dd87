"""Conversations that a user exported as Markdown, wherever the file was saved.

A file is recognised by its first two lines: the title, and when and from which version
it was exported. Sources: seed "Exported Markdown" (observed 3.25.9 and 3.26.13); public
exports of 1.2.1 to 3.13.25, of which some write the day first and some zones that are
no North American ones.
"""

import datetime
import re

from dfdatetime import time_elements as dfdatetime_time_elements

from cursor_plaso import events
from cursor_plaso.files import documents
from cursor_plaso.files import evidence

KIND = "exported Markdown"

# The first lines of a file, in which those of an export have to be.
HEAD_SIZE = 4096

_HEAD_RE = re.compile(
    rb"\A(?:\xef\xbb\xbf)?# [^\r\n]{0,2048}\r?\n(?:\r?\n)?_Exported on [^\r\n]{1,256} "
    rb"from Cursor\b"
)

_EXPORT_RE = re.compile(
    r"\A# (?P<title>[^\r\n]*)\r?\n(?:\r?\n)?"
    r"_Exported on (?P<date>\d{1,4}[./-] ?\d{1,2}[./-] ?\d{1,4})\.?,? at "
    r"(?P<hours>\d{1,2}):(?P<minutes>\d\d):(?P<seconds>\d\d)"
    r"(?:\s?(?P<half>[AaPp])\.?[Mm]\.?)?"
    r"(?: (?P<zone>[^\r\n]{1,64}?))? from Cursor(?: \((?P<version>[^)\r\n]{1,64})\))?"
)

_TITLE_RE = re.compile(r"\A# ([^\r\n]*)")
_USER_BLOCK_RE = re.compile(r"^\*\*User\*\*[ \t]*\r?$", re.MULTILINE)

_OFFSET_RE = re.compile(
    r"\A(?:GMT|UTC)"
    r"(?:(?P<sign>[+\-\u2212])(?P<hours>\d{1,2})(?::?(?P<minutes>\d\d))?)?\Z"
)

# Names of zones that mean one offset, in minutes east of UTC, where an editor writes
# them. Names such as BST, IST and AST, which several zones share, are left out.
_NORTH_AMERICAN_ZONES = {
    "AKDT": -480,
    "AKST": -540,
    "CDT": -300,
    "CST": -360,
    "EDT": -240,
    "EST": -300,
    "HST": -600,
    "MDT": -360,
    "MST": -420,
    "PDT": -420,
    "PST": -480,
}
_ZONES = {
    **_NORTH_AMERICAN_ZONES,
    "AEDT": 660,
    "AEST": 600,
    "ART": -180,
    "AWST": 480,
    "BRT": -180,
    "CEST": 120,
    "CET": 60,
    "EEST": 180,
    "EET": 120,
    "HKT": 480,
    "JST": 540,
    "KST": 540,
    "MEST": 120,
    "MESZ": 120,
    "MEZ": 60,
    "MSK": 180,
    "NZDT": 780,
    "NZST": 720,
    "SGT": 480,
    "VET": -240,
    "WEST": 60,
    "WET": 0,
    "WIB": 420,
    "Z": 0,
}

# A file is written when it is exported: its time tells the order of day and month if
# only one order is within this many seconds, which any zone and a copy's loss of
# precision are.
_MAXIMUM_DISTANCE = 36 * 3600


def IsExport(head):
    """Determines if a file is an exported conversation.

    Args:
      head (bytes): first 4 KiB of the file.

    Returns:
      bool: True if the first lines are those of an export.
    """
    return head.startswith((b"# ", b"\xef\xbb\xbf# ")) and bool(_HEAD_RE.match(head))


def ReadExport(evidence_file, producer):
    """Reads an exported conversation.

    Args:
      evidence_file (EvidenceFile): file.
      producer (BaseProducer): producer.
    """
    data = evidence_file.ReadData()
    if data is None:
        producer.Warn(
            f"{KIND:s} {evidence_file.path:s}: unable to read file", kind=KIND
        )
        return
    is_cut = evidence_file.size > evidence.MAXIMUM_DOCUMENT_SIZE
    if is_cut:
        producer.Warn(
            f"{KIND:s} {evidence_file.path:s}: only the first {len(data):d} of "
            f"{evidence_file.size:d} bytes are read",
            kind=KIND,
        )
    text = documents.DecodeText(data)
    match = _EXPORT_RE.match(text)
    title_match = _TITLE_RE.match(text)

    event_data = events.CursorExportEventData()
    event_data.conversation_title = (
        title_match.group(1).strip() if title_match else None
    )
    event_data.evidence_source = KIND
    event_data.message_body = text
    event_data.message_count = sum(1 for _ in _USER_BLOCK_RE.finditer(text))
    event_data.record_key = "line 2"
    if match:
        event_data.creation_time, order = _GetTime(match, evidence_file)
        event_data.time_zone = match.group("zone")
        event_data.version = match.group("version")
        if event_data.creation_time:
            event_data.time_source = f"Exported on line, read as {order:s}"
    if not event_data.creation_time:
        producer.Warn(
            f"{KIND:s} {evidence_file.path:s}: date and time not understood", kind=KIND
        )
    producer.Produce(event_data, corrupted=is_cut or not event_data.creation_time)


def _GetOffset(zone):
    """Retrieves the offset of a time zone.

    Args:
      zone (str): time zone as written, or None.

    Returns:
      int: minutes east of UTC or None if that is not certain.
    """
    match = _OFFSET_RE.match(zone or "")
    if not match:
        return _ZONES.get(zone)
    offset = int(match.group("hours") or 0) * 60 + int(match.group("minutes") or 0)
    if offset > 18 * 60:
        return None
    return offset if match.group("sign") in ("+", None) else -offset


def _GetTime(match, evidence_file):
    """Retrieves the time of the export.

    Args:
      match (re.Match): match of the first two lines.
      evidence_file (EvidenceFile): file.

    Returns:
      tuple[dfdatetime.TimeElements, str]: date and time, in local time if the zone is
          not certain, and the order of the date; each None if not available.
    """
    hours = int(match.group("hours"))
    half = match.group("half")
    if half:
        if not 1 <= hours <= 12:
            return None, None
        hours = hours % 12 + (12 if half in "pP" else 0)
    time_elements = (hours, int(match.group("minutes")), int(match.group("seconds")))
    zone = match.group("zone")
    offset = _GetOffset(zone)

    date_times = {}
    for order, date_elements in _GetDates(match.group("date")):
        date_time = _MakeTime(date_elements + time_elements, offset)
        if date_time:
            date_times[order] = date_time
    if not date_times:
        return None, None

    order = next(iter(date_times))
    if len(date_times) > 1 and zone not in _NORTH_AMERICAN_ZONES:
        order = _ChooseOrder(date_times, evidence_file.modification_time) or order
    return date_times[order], order


def _ChooseOrder(date_times, modification_time):
    """Chooses the order of day and month by the time of the file.

    Args:
      date_times (dict[str, dfdatetime.TimeElements]): date and time per order.
      modification_time (dfdatetime.DateTimeValues): content modification time of the
          file or None.

    Returns:
      str: the one order that is near the time of the file, or None.
    """
    timestamp = _GetTimestamp(modification_time)
    if timestamp is None:
        return None
    orders = [
        order
        for order, date_time in date_times.items()
        if abs((_GetTimestamp(date_time) or 0) - timestamp) <= _MAXIMUM_DISTANCE
    ]
    return orders[0] if len(orders) == 1 else None


def _GetDates(text):
    """Retrieves the dates that a date may mean.

    Args:
      text (str): date, such as "10/1/2026".

    Yields:
      tuple[str, tuple[int, int, int]]: order, and year, month and day of month, the
          order that is written most first.
    """
    numbers = [int(number) for number in re.split(r"[./-] ?", text)]
    first, second, third = numbers
    if first > 31:
        yield "Y/M/D", (first, second, third)
    elif "." in text:
        yield "D/M/Y", (third, second, first)
    else:
        orders = [("M/D/Y", (third, first, second)), ("D/M/Y", (third, second, first))]
        if first == second:
            orders.pop()
        elif re.match(r"0\d|\d+/0\d", text):
            # The locale that writes the month first writes no leading zeros.
            orders.reverse()
        yield from orders


def _GetTimestamp(date_time):
    """Retrieves the timestamp of a date and time.

    Args:
      date_time (dfdatetime.DateTimeValues): date and time or None.

    Returns:
      int: seconds since the epoch or None if not available.
    """
    if not date_time:
        return None
    return date_time.CopyToPosixTimestamp()


def _MakeTime(elements, offset):
    """Makes a date and time.

    Args:
      elements (tuple[int, ...]): year, month, day of month, hours, minutes and seconds.
      offset (int): minutes east of UTC or None if the zone is not certain.

    Returns:
      dfdatetime.TimeElements: date and time or None if there is no such time.
    """
    if not 1971 <= elements[0] <= 9998:
        return None
    try:
        # dfDateTime does not check every element.
        datetime.datetime(*elements)
        date_time = dfdatetime_time_elements.TimeElements(
            time_elements_tuple=elements, time_zone_offset=offset
        )
    except ValueError:
        return None
    if offset is None:
        date_time.is_local_time = True
    return date_time
