"""Tests of the key families."""

import hypothesis
import pytest
from hypothesis import strategies as hypothesis_strategies

from cursor_plaso import keys
from tests import strategies


def testEscapeKey():
    """A key is one line of output, whatever it holds (bug-reports 31)."""
    assert keys.EscapeKey("bubbleId:c1:u1") == "bubbleId:c1:u1"
    assert keys.EscapeKey("a\nb\r\t\x1b") == "a\\nb\\r\\t\\x1b"
    assert keys.EscapeKey("ž 日本") == "ž 日本"
    assert keys.EscapeKey("\udcff") == "\\udcff"
    assert keys.EscapeKey("") == ""


@pytest.mark.parametrize(
    "key,family",
    [
        ("bubbleId:c1:u1", "bubbleId:"),
        ("agentKv:blob:00ff", "agentKv:blob:"),
        ("agentKv:checkpoint", "agentKv:checkpoint"),
        ("composerData:c1", "composerData:"),
        ("inlineDiffs-x", "inlineDiffs-x"),
        ("", ""),
    ],
)
def testGetFamily(key, family):
    """The family is what stands before the first identifier."""
    assert keys.GetFamily(key) == family


@pytest.mark.parametrize(
    "key",
    [
        "cursorAuth/accessToken",
        "cursorAuth/refreshToken",
        "cursorAuth/openAIKey",
        'secret://{"extensionId":"x","key":"y"}',
        "mcpOAuth.secret.abc",
        "some.clientSecret",
        "x.apiKey",
        "x.api_key",
        "x.password",
        "blobEncryptionKey",
        "oauth.code_verifier",
    ],
)
def testIsSecretKey(key):
    """Keys of tokens, secrets and verifiers are known by their names."""
    assert keys.IsSecretKey(key)


@pytest.mark.parametrize(
    "key",
    [
        "composer.composerHeaders",
        "cursorAuth/cachedEmail",
        "cursorAuth/stripeMembershipType",
        "mcpOAuth.global.abc",
        "cursor.storage.authTokenEncryptionAtRest",
        "aiService.prompts",
        "history.recentlyOpenedPathsList",
        "",
    ],
)
def testIsSecretKeyOfWhatIsNone(key):
    """Evidence is not taken for a secret."""
    assert not keys.IsSecretKey(key)


@pytest.mark.parametrize(
    "key,expected",
    [
        ("bubbleId:c1:u1", ("c1", "u1")),
        ("bubbleId:c1:a1/s:0", ("c1", "a1/s:0")),
        # Seed, "Fixtures": a line feed within the key.
        ("bubbleId:c1:a1/t:call-t1-1\nfc_t1_1", ("c1", "a1/t:call-t1-1\nfc_t1_1")),
        # bug-reports 31: a composer identifier with a line feed, and empty segments.
        ("bubbleId:task-call_x\nfc_y:b1", ("task-call_x\nfc_y", "b1")),
        ("bubbleId:a:b:c", ("a:b", "c")),
        ("bubbleId::u1", ("", "u1")),
        ("bubbleId:c1:", ("c1", "")),
        ("bubbleId:c1", ("c1", "")),
        ("bubbleId:", ("", "")),
        ("", ("", "")),
    ],
)
def testSplitBubbleKey(key, expected):
    """A key is split at its last colon before the suffix of the bubble."""
    assert keys.SplitBubbleKey(key) == expected


_NEARLY_KEYS = hypothesis_strategies.lists(
    hypothesis_strategies.sampled_from(
        ["bubbleId:", ":", "/s:", "/t:", "\n", "c1", "agentKv:", "Token", "\udcff"]
    ),
    max_size=8,
).map("".join)


@strategies.PROPERTY
@hypothesis.given(_NEARLY_KEYS | strategies.TEXTS)
def testKeysNeverRaise(key):
    """Any key is escaped, classified and split without losing a character."""
    assert keys.EscapeKey(key).isprintable()
    assert key.startswith(keys.GetFamily(key))
    assert isinstance(keys.IsSecretKey(key), bool)

    composer_identifier, bubble_identifier = keys.SplitBubbleKey(f"bubbleId:{key:s}")
    assert (
        f"{composer_identifier:s}:{bubble_identifier:s}" == key
        or f"{composer_identifier:s}{bubble_identifier:s}" == key
    )


def testLongKeysAreQuick():
    """The patterns take time in proportion to the key."""
    for part in (":", "/", "/a", "x:", "token", "cursorauth/", "access_"):
        key = part * 200000
        assert keys.SplitBubbleKey(key)
        assert keys.GetFamily(key) is not None
        keys.IsSecretKey(key)
