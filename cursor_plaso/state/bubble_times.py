"""Times of bubbles: the members that hold one, by build.

Bubbles have createdAt since about September 2025, and startedAtMs and completedAtMs
since 3.x; builds before have timingInfo, on assistant bubbles only. Where the bubble
has none its header entry may. Sources: seed, "Joins and timestamps"; storage-facts 2.3.
"""

from dfdatetime import posix_time as dfdatetime_posix_time

from cursor_plaso import times

# Members of a bubble of builds up to about September 2025 that hold a time, in the
# order in which they are taken; clientStartTime may be relative to the program start.
_TIMING_NAMES = (
    "clientRpcSendTime",
    "clientStartTime",
    "clientSettleTime",
    "clientEndTime",
)


def GetOwnTime(bubble, header_times):
    """Determines the time of a bubble.

    Args:
      bubble (dict[str, object]): bubble.
      header_times (tuple[int, int, int]): times of the header entry.

    Returns:
      tuple[int, str]: milliseconds since the epoch and the field the time was read
          from, each None if the store holds no time of the bubble.
    """
    milliseconds = times.ToStoredMilliseconds(bubble.get("createdAt"))
    if milliseconds is not None:
        return milliseconds, "bubble.createdAt"

    milliseconds = times.ToMilliseconds(bubble.get("startedAtMs"))
    if milliseconds is not None:
        return milliseconds, "bubble.startedAtMs"

    timing_information = bubble.get("timingInfo")
    if isinstance(timing_information, dict):
        for name in _TIMING_NAMES:
            milliseconds = times.ToMilliseconds(timing_information.get(name))
            if milliseconds is not None:
                return milliseconds, f"bubble.timingInfo.{name:s}"

    created, started, completed = header_times
    if created:
        return created, "header entry createdAt"
    if started:
        return started, "header entry startedAtMs"

    milliseconds = times.ToMilliseconds(bubble.get("completedAtMs"))
    if milliseconds is not None:
        return milliseconds, "bubble.completedAtMs"
    if completed:
        return completed, "header entry completedAtMs"
    return None, None


def CreateTime(milliseconds):
    """Creates a date and time.

    Args:
      milliseconds (int): milliseconds since the epoch or None.

    Returns:
      dfdatetime.PosixTimeInMilliseconds: date and time or None.
    """
    if milliseconds is None:
        return None
    return dfdatetime_posix_time.PosixTimeInMilliseconds(timestamp=milliseconds)


def GetDecisionTime(bubble, additional_data, header_times):
    """Determines the time at which the answer to a prompt shows in the store.

    Args:
      bubble (dict[str, object]): bubble.
      additional_data (dict[str, object]): additionalData of the tool record.
      header_times (tuple[int, int, int]): times of the header entry.

    Returns:
      tuple[int, str]: milliseconds since the epoch and the field the time was read
          from, each None if the store holds no such time.
    """
    milliseconds = times.ToMilliseconds(additional_data.get("startedAtMs"))
    if milliseconds is not None:
        return milliseconds, "toolFormerData.additionalData.startedAtMs"

    milliseconds = times.ToMilliseconds(bubble.get("completedAtMs"))
    if milliseconds is not None:
        return milliseconds, "bubble.completedAtMs"
    if header_times[2]:
        return header_times[2], "header entry completedAtMs"
    return GetOwnTime(bubble, header_times)
