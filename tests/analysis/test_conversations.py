"""Tests of what is kept of a conversation."""

import pytest

from cursor_plaso.analysis import conversations
from cursor_plaso.analysis import stores
from tests.analysis import analysis_lib

from cursor_plaso import events


@pytest.mark.parametrize(
    ("identifier", "attributes", "expected_state"),
    [
        ("c1", [], conversations.STATE_REMNANTS),
        ("c1", ["is_live"], conversations.STATE_LIVE),
        ("c1", ["is_live", "is_empty"], conversations.STATE_EMPTY),
        ("c1", ["is_live", "is_archived"], conversations.STATE_ARCHIVED),
        # The delete sets isArchived (seed, "What survives a delete").
        ("c1", ["is_live", "is_archived", "is_deleted"], conversations.STATE_DELETED),
        ("c1", ["is_draft"], conversations.STATE_DRAFT),
        ("c1", ["is_archived"], conversations.STATE_REMNANTS),
        ("bc-1", [], conversations.STATE_CLOUD_AGENT),
        ("bc-1", ["is_archived"], conversations.STATE_ARCHIVED),
    ],
)
def testState(identifier, attributes, expected_state):
    """The state is the last one that the records tell."""
    conversation = conversations.Conversation(identifier)
    for name in attributes:
        setattr(conversation, name, True)

    assert conversation.state == expected_state


def testSetFacts():
    """A store that leads knows better, whatever came first."""
    conversation = conversations.Conversation("c1")
    for rank, title in (
        (stores.RANK_SECONDARY, "from the transcript"),
        (stores.RANK_PRIMARY, "from the database"),
        (stores.RANK_SECONDARY, "from the backup"),
    ):
        conversation.SetFacts(
            analysis_lib.Make(
                events.CursorConversationEventData,
                conversation_title=title,
                model=title,
            ),
            stores.Store("store", "/path", ("", "ana"), rank),
        )

    assert conversation.title == "from the database"
    assert len(conversation.models.GetValues()) == 3
    assert conversation.profile == ("", "ana")


def testValueSetIsBounded():
    """A set neither grows without end nor holds long values."""
    values = conversations.ValueSet()
    assert not values
    values.Add(None)
    values.Add("a" * 1000)
    for index in range(1000):
        values.Add(f"value {index:d}")

    assert len(values.GetValues()) == 100
    assert values.GetValues()[0] == "a" * 253 + "..."
    assert values.number_left_out == 901
