"""Tests of times."""

import hypothesis
import pytest
from hypothesis import strategies as hypothesis_strategies

from cursor_plaso import times
from tests import strategies


@pytest.mark.parametrize(
    "text,expected",
    [
        # Seed, "Fixtures": 6:00 AM at UTC-4 is 10:00 in UTC.
        ("Thursday, Oct 1, 2026, 6:00 AM (UTC-4)", "2026-10-01T06:00:00-04:00"),
        ("Wednesday, Sep 30, 2026, 9:30 PM (UTC-4)", "2026-09-30T21:30:00-04:00"),
        # storage-facts 6.
        ("Monday, May 4, 2026, 12:39 AM (UTC+5:30)", "2026-05-04T00:39:00+05:30"),
        ("Sunday, Jul 26, 2026, 1:06 PM (UTC+3)", "2026-07-26T13:06:00+03:00"),
        ("Friday, Oct 2, 2026, 12:00 AM (UTC)", "2026-10-02T00:00:00+00:00"),
        ("Friday, Oct 2, 2026, 1:00 PM (UTC+0)", "2026-10-02T13:00:00+00:00"),
        ("Friday, Oct 2, 2026, 12:05 PM (UTC+13:45)", "2026-10-02T12:05:00+13:45"),
        # dfdatetime can not print such an offset.
        ("Friday, Oct 2, 2026, 12:05 PM (UTC-5:30)", "2026-10-02T17:35:00+00:00"),
        ("Friday, Oct 2, 2026, 12:05 PM (UTC-12)", "2026-10-02T12:05:00-12:00"),
        ("Friday, Oct 2, 2026, 12:05 PM (UTC+14)", "2026-10-02T12:05:00+14:00"),
        # The minus sign and the narrow space of Intl.DateTimeFormat.
        ("Friday, Oct 2, 2026, 1:05\u202fPM (UTC\u22124)", "2026-10-02T13:05:00-04:00"),
        ("  Friday, October 2, 2026, 1:05 PM (GMT+530) ", "2026-10-02T13:05:00+05:30"),
    ],
)
def testFromTranscriptTimestamp(text, expected):
    """A tag gives its local time and its offset."""
    date_time = times.FromTranscriptTimestamp(text)

    assert date_time.CopyToDateTimeStringISO8601() == expected


@pytest.mark.parametrize(
    "value",
    [
        "",
        None,
        1790848800000,
        "Thursday, Oct 1, 2026",
        "Thursday, Oct 1, 2026, 6:00 AM",
        "Thursday, Oct 1, 2026, 13:00 PM (UTC)",
        "Thursday, Oct 1, 2026, 0:00 AM (UTC)",
        "Thursday, Oct 1, 2026, 6:60 AM (UTC)",
        "Thursday, Oct 32, 2026, 6:00 AM (UTC)",
        "Sunday, Feb 29, 2026, 6:00 AM (UTC)",
        "Thursday, Oct 0, 2026, 6:00 AM (UTC)",
        "Thursday, Foo 1, 2026, 6:00 AM (UTC)",
        "Thursday, Octopus 1, 2026, 6:00 AM (UTC)",
        "Thursday, Oct 1, 2026, 6:00 AM (UTC+19)",
        "Thursday, Oct 1, 2026, 6:00 AM (UTC+5:60)",
        "Thursday, Oct 1, 1969, 6:00 AM (UTC)",
        "Thursday, Oct 1, 0000, 6:00 AM (UTC)",
        "Thursday, Oct 1, 2026, 6:00 AM (PDT)",
        "Thursday, Oct １, 2026, 6:00 AM (UTC)",
        "Thursday, Oct 1, 2026, 6:00 AM (UTC) and more",
        "Thursday, Oct 1, 2026, 6:00 AM (UTC" + " " * 1000000 + ")",
    ],
)
def testFromTranscriptTimestampOfWhatIsNoTime(value):
    """What is not a tag of the known form gives no time, never a default."""
    assert times.FromTranscriptTimestamp(value) is None


@pytest.mark.parametrize(
    "value,expected",
    [
        ("2026-10-01T10:00:00.000Z", "2026-10-01T10:00:00.000+00:00"),
        ("2026-10-01T10:00:00.123Z", "2026-10-01T10:00:00.123+00:00"),
        ("2026-10-01T10:00:00Z", "2026-10-01T10:00:00.000+00:00"),
        ("2026-10-01 10:00", "2026-10-01T10:00:00.000+00:00"),
        ("2026-10-01T10:00:00.1Z", "2026-10-01T10:00:00.100+00:00"),
        ("2026-10-01T10:00:00.123456789Z", "2026-10-01T10:00:00.123456+00:00"),
        ("2026-10-01T10:00:00+05:30", "2026-10-01T10:00:00.000000+05:30"),
        ("2026-10-01T10:00:00.5-0400", "2026-10-01T10:00:00.500000-04:00"),
        ("2026-10-01T10:00:00-04", "2026-10-01T10:00:00.000000-04:00"),
        ("2026-10-01T10:00:00.5-03:30", "2026-10-01T13:30:00.500000+00:00"),
    ],
)
def testFromISO8601(value, expected):
    """All forms that JavaScript and the CLI write are read with their precision."""
    assert times.FromISO8601(value).CopyToDateTimeStringISO8601() == expected


@pytest.mark.parametrize(
    "value",
    [
        None,
        "",
        7,
        "2026-10-01",
        "2026-13-01T10:00:00Z",
        "2026-02-30T10:00:00Z",
        "2026-10-01T24:00:00Z",
        "2026-10-01T10:60:00Z",
        "2026-10-01T10:00:60Z",
        "2026-10-01T10:00:00+19:00",
        "2026-10-01T10:00:00+05:60",
        "1969-12-31T23:59:59Z",
        # Before 1970 and after 9999 in UTC.
        "1970-01-01T00:00:00+05:30",
        "9999-12-31T23:59:59-05:30",
        "2026-10-01T10:00:00Z\n",
        "２026-10-01T10:00:00Z",
    ],
)
def testFromISO8601OfWhatIsNoTime(value):
    """What is not a date and time gives no time."""
    assert times.FromISO8601(value) is None


@pytest.mark.parametrize(
    "value,expected",
    [
        (1790848800000, "2026-10-01T10:00:00.000+00:00"),
        # timingInfo has fractions of a millisecond.
        (1790848800000.75, "2026-10-01T10:00:00.000+00:00"),
        ("1790848800123", "2026-10-01T10:00:00.123+00:00"),
        (253402300799999, "9999-12-31T23:59:59.999+00:00"),
    ],
)
def testFromMilliseconds(value, expected):
    """Milliseconds since the epoch are read from numbers and their text."""
    assert times.FromMilliseconds(value).CopyToDateTimeStringISO8601() == expected


@pytest.mark.parametrize(
    "value",
    [
        None,
        0,
        -1,
        True,
        "",
        # performance.now(), seconds, microseconds.
        123456.789,
        1790848800,
        1790848800000000,
        253402300800000,
        float("nan"),
        float("inf"),
        "2026-10-01",
        [1790848800000],
    ],
)
def testFromMillisecondsOfWhatIsNoTime(value):
    """Durations, other units and placeholders give no time (storage-facts 2.3)."""
    assert times.FromMilliseconds(value) is None
    assert times.ToMilliseconds(value) is None


def testFromStored():
    """Either form is read."""
    for value in (1790848800000, "1790848800000", "2026-10-01T10:00:00.000Z"):
        date_time = times.FromStored(value)
        assert date_time.CopyToPosixTimestamp() == 1790848800

    assert times.FromStored({}) is None


def testFromGitDate():
    """The default format of git is read with its offset."""
    date_time = times.FromGitDate("Fri Feb 20 15:54:33 2026 +0530")

    assert date_time.CopyToDateTimeStringISO8601() == "2026-02-20T15:54:33+05:30"
    assert times.FromGitDate("Fri Foo 20 15:54:33 2026 +0530") is None
    assert times.FromGitDate("Fri Feb 20 15:54:33 2026 +0560") is None
    assert times.FromGitDate(None) is None


def testFromUTCString():
    """The format of Date.toUTCString() is read."""
    date_time = times.FromUTCString("Mon, 19 Oct 2026 01:00:00 GMT")

    assert date_time.CopyToDateTimeStringISO8601() == "2026-10-19T01:00:00+00:00"
    assert times.FromUTCString("Mon, 32 Oct 2026 01:00:00 GMT") is None
    assert times.FromUTCString("Mon, 19 Foo 2026 01:00:00 GMT") is None
    assert times.FromUTCString(7) is None


NEARLY_TIMES = hypothesis_strategies.from_regex(
    r"\A[A-Z][a-z]{2,8}, [A-Z][a-z]{2} [0-9]{1,2}, [0-9]{4}, [0-9]{1,2}:[0-9]{2} [AP]M "
    r"\(UTC([+-][0-9]{1,2}(:[0-9]{2})?)?\)\Z"
) | hypothesis_strategies.from_regex(
    r"\A[0-9]{4}-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-6][0-9]:[0-6][0-9]"
    r"(\.[0-9]{1,9})?(Z|[+-][0-2][0-9]:[0-9]{2})?\Z"
)


@strategies.PROPERTY
@hypothesis.given(strategies.JSON_VALUES | NEARLY_TIMES)
def testTimesAreWithinBounds(value):
    """Any value gives a time of 1970 to 9999 or none."""
    for function in (
        times.FromGitDate,
        times.FromISO8601,
        times.FromMilliseconds,
        times.FromStored,
        times.FromTranscriptTimestamp,
        times.FromUTCString,
    ):
        date_time = function(value)
        if date_time is not None:
            assert 0 <= date_time.CopyToPosixTimestamp() <= 253402300799
            assert date_time.CopyToDateTimeStringISO8601()


def testToStoredMillisecondsOfOtherForms():
    """What only looks like the form of JavaScript is no other time (fuzzing)."""
    for value in (
        "2026-10-01T10:00:003-10Z",
        "2026-10-01T10:00:00+10:Z",
        "2026-10-01T10:00:00.+00Z",
        "2026-W40-4T10:00:00.000Z",
        "20261001TT100000.000000Z",
    ):
        assert times.ToStoredMilliseconds(value) is None
