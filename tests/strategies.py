"""What property tests share: values as hostile evidence may hold them.

Import this module and decorate a test with PROPERTY before given(): the same examples
are tried in every run, and none is timed. CURSOR_PLASO_EXAMPLES=10000 in the
environment has every property test try that many instead, chosen anew in each run.
"""

import os

import hypothesis
from hypothesis import strategies

from dfdatetime import interface as dfdatetime_interface

from plaso.containers import events
from plaso.serializer import json_serializer

_EXAMPLES = os.environ.get("CURSOR_PLASO_EXAMPLES")

PROPERTY = hypothesis.settings(
    database=None,
    deadline=None,
    derandomize=not _EXAMPLES,
    max_examples=int(_EXAMPLES or 150),
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)

# Everything a Python string can hold: lone surrogates and NUL too.
TEXTS = strategies.text(
    alphabet=strategies.characters(codec=None, exclude_categories=()), max_size=40
)

STORED_VALUES = strategies.one_of(
    strategies.none(),
    TEXTS,
    strategies.binary(max_size=60),
    strategies.integers(),
    strategies.floats(),
)

# JSON as Python reads it, with numbers that no field has room for.
JSON_VALUES = strategies.recursive(
    strategies.one_of(
        strategies.none(),
        strategies.booleans(),
        strategies.integers(),
        strategies.sampled_from([1 << 63, -(1 << 63) - 1, 10**400, 1790000000000]),
        strategies.floats(),
        TEXTS,
    ),
    lambda children: strategies.one_of(
        strategies.lists(children, max_size=4),
        strategies.dictionaries(TEXTS, children, max_size=4),
    ),
    max_leaves=12,
)


def JSONObjects(**members):
    """Makes a strategy of JSON objects, of which some members have any value.

    Args:
      members (dict[str, object]): values, or strategies of values, that a member has
          now and then, by name.

    Returns:
      hypothesis.strategies.SearchStrategy: strategy of dictionaries.
    """
    optional = {
        name: strategies.one_of(
            (
                value
                if isinstance(value, strategies.SearchStrategy)
                else strategies.just(value)
            ),
            JSON_VALUES,
        )
        for name, value in members.items()
    }
    return strategies.fixed_dictionaries({}, optional=optional)


def AssertStorable(event_data):
    """Asserts that plaso can store event data, hash it and make events of it.

    Args:
      event_data (EventData): event data as a producer has stored it.
    """
    for name, value in event_data.GetAttributes():
        if isinstance(value, dfdatetime_interface.DateTimeValues):
            assert name.endswith("_time")
            # The last second of the year 9999.
            assert 0 <= value.CopyToPosixTimestamp() <= 253402300799
            assert value.CopyToDateTimeStringISO8601()

        elif isinstance(value, str):
            assert value
            assert "\x00" not in value
            assert len(value.encode("utf-8")) <= 64 * 1024 + 64

        elif isinstance(value, int):
            assert -(1 << 63) <= value < 1 << 63

        else:
            assert value is None, (name, value)

    assert events.CalculateEventValuesHash(event_data, None)

    serializer = json_serializer.JSONAttributeContainerSerializer
    serialized = serializer.WriteSerialized(event_data)
    assert serialized.encode("utf-8")
    assert serializer.ReadSerialized(serialized) is not None
