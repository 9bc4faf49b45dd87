"""Times of messages: every time with the field that holds it.

conversation-tree.md step 8: a message has its own times on builds since about
September 2026, a tool call since about July 2026; before that there are only the
timings of whole turns, of which the time is the end.
"""

from cursor_plaso.agent import schema


def GetMilliseconds(message, name):
    """Retrieves a time or duration.

    Args:
      message (Message): message.
      name (str): name of the field.

    Returns:
      int: milliseconds, a fraction dropped, or None if not available. A 0 is no time.
    """
    value = schema.GetNumber(message, name)
    if not value or not -(1 << 62) < value < 1 << 62:
        # Too large covers the infinities; a float that is not a number is neither.
        return None
    return int(value) or None


def SetTimes(record, message):
    """Sets the times of a record.

    Args:
      record (Step | UserMessage): record to fill.
      message (Message): message with the fields started_at_ms and completed_at_ms, and
          possibly duration_ms.
    """
    message_type = schema.GetMessageType(message)
    record.started_ms = GetMilliseconds(message, "started_at_ms")
    if record.started_ms is not None:
        record.started_source = f"{message_type.name:s}.started_at_ms"
    record.completed_ms = GetMilliseconds(message, "completed_at_ms")
    if record.completed_ms is not None:
        record.completed_source = f"{message_type.name:s}.completed_at_ms"
    if message_type.GetField("duration_ms"):
        record.duration_ms = GetMilliseconds(message, "duration_ms")
        if record.duration_ms is not None:
            record.duration_source = f"{message_type.name:s}.duration_ms"


def SetTurnTimes(turn, timing):
    """Sets the times of a turn.

    Args:
      turn (Turn): turn to fill, with its user message.
      timing (tuple[int, int]): duration and end of the turn in milliseconds, or None if
          the turn has no timing.
    """
    if turn.user and turn.user.started_ms is not None:
        turn.started_ms = turn.user.started_ms
        turn.started_source = turn.user.started_source
    if not timing:
        return

    duration_ms, ended_ms = timing
    if ended_ms is None:
        return
    if turn.started_ms is not None and ended_ms < turn.started_ms:
        turn.warnings.append("turn_timings say that the turn ended before it started")
        return

    turn.duration_ms = duration_ms
    turn.ended_ms = ended_ms
    turn.ended_source = "StepTiming.timestamp_ms"
    if turn.started_ms is None and duration_ms is not None:
        turn.started_ms = ended_ms - duration_ms
        turn.started_source = "StepTiming.timestamp_ms - StepTiming.duration_ms"
