"""Tests of the times of messages."""

from cursor_plaso.agent import records
from cursor_plaso.agent import times
from tests.agent import tree_lib


def testGetMilliseconds():
    """Whole milliseconds; a 0 and what is no number are no times."""
    message = tree_lib.Make("BackgroundComposer", created_at_ms=1792479600000.7)
    assert times.GetMilliseconds(message, "created_at_ms") == 1792479600000
    assert times.GetMilliseconds(message, "updated_at_ms") is None

    for value in (0.0, 0.4, float("nan"), float("inf"), 1e300):
        message = tree_lib.Make("BackgroundComposer", created_at_ms=value)
        assert times.GetMilliseconds(message, "created_at_ms") is None


def _MakeTurn(started_ms=None):
    """Makes a turn.

    Args:
      started_ms (Optional[int]): time of the user message.

    Returns:
      Turn: turn.
    """
    user = records.UserMessage(started_ms=started_ms)
    if started_ms:
        user.started_source = "UserMessage.started_at_ms"
    return records.Turn(user=user)


def testTurnStartsWithItsUserMessage():
    """The user message's own time is the start, the timing the end."""
    turn = _MakeTurn(1790859600000)

    times.SetTurnTimes(turn, (5000, 1790859605500))

    assert turn.started_ms == 1790859600000
    assert turn.started_source == "UserMessage.started_at_ms"
    assert turn.ended_ms == 1790859605500
    assert turn.ended_source == "StepTiming.timestamp_ms"
    assert turn.duration_ms == 5000


def testTurnTimingIsTheEnd():
    """Without a time of its own a turn began a duration before the timing."""
    turn = _MakeTurn()

    times.SetTurnTimes(turn, (5000, 1790859605500))

    assert turn.started_ms == 1790859600500
    assert turn.started_source == "StepTiming.timestamp_ms - StepTiming.duration_ms"
    assert turn.ended_ms == 1790859605500


def testTurnWithoutTimes():
    """A turn without a user time and without a timing has no times."""
    turn = _MakeTurn()
    times.SetTurnTimes(turn, None)
    assert (turn.started_ms, turn.ended_ms) == (None, None)

    times.SetTurnTimes(turn, (5000, None))
    assert (turn.started_ms, turn.ended_ms) == (None, None)


def testTurnTimingOfAnotherTurn():
    """A timing that ends before the turn began is not that of the turn."""
    turn = _MakeTurn(1790859600000)

    times.SetTurnTimes(turn, (5000, 1790859500000))

    assert turn.ended_ms is None
    assert turn.warnings == ["turn_timings say that the turn ended before it started"]
