"""Tests for keys without a row."""

import pytest

from cursor_plaso.recovery import remnants


@pytest.mark.parametrize(
    ("key", "conversation"),
    [
        ("bubbleId:c1:b1", "c1"),
        ("bubbleId:c1:b1/t:call-x-1\nfc_x_1", "c1"),
        ("checkpointId:c1:k1", "c1"),
        ("composerData:c1", "c1"),
        ("composerDraft:c1", "c1"),
        ("composerConvHeaders:c1:000000", "c1"),
        ("ofsContent:c1:file:///a/b", "c1"),
        ("agentKv:blob:00ff", None),
        ("composer.content.00ff", None),
        ("some.item", None),
        ("", None),
    ],
)
def testGetConversation(key, conversation):
    """The conversation is what stands behind the family of a key."""
    assert remnants.GetConversation(key) == conversation


def testKeyCollection():
    """A key counts once, and not if it is live or has a row."""
    collection = remnants.KeyCollection("utf-8")
    for _ in range(3):
        for number in range(10):
            collection.Add(b"bubbleId:c1:%d" % number)
    collection.Add(b"agentKv:blob:00")
    collection.Remove({hash(b"bubbleId:c1:3")})

    assert collection.CountKeys() == {"c1": 9, None: 1}
    assert len(collection.GetHashes()) == 10


def testManyKeys():
    """Doubles are removed before there are many of them."""
    collection = remnants.KeyCollection("utf-8")
    for number in range(150000):
        collection.Add(b"bubbleId:c1:%d" % (number % 7))

    assert collection.CountKeys() == {"c1": 7}
