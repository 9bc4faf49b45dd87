"""Tests of attributes of event data that was read back."""

from plaso.containers import events

from cursor_plaso.analysis import attributes


def testAttributes():
    """What was not stored is None."""
    event_data = events.EventData(data_type="cursor:message")
    event_data.role = "user"

    values = attributes.Attributes(event_data)

    assert values.data_type == "cursor:message"
    assert values.role == "user"
    assert values.message_body is None
    assert values.GetEventDataStreamIdentifier() is None
