"""Tests of the key families."""

import base64
import hashlib

import hypothesis
import pytest
from hypothesis import strategies as hypothesis_strategies

from cursor_plaso import keys
from tests import evidence
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


def testDecodeOAuthName():
    """URL-safe and standard base64 decode, with and without padding."""
    name = "[plugin-a?b>c~::mcpScope] mcp_server_url\u00ff"
    for encoded in (
        base64.urlsafe_b64encode(name.encode("utf-8")).decode("ascii"),
        base64.b64encode(name.encode("utf-8")).decode("ascii"),
        base64.urlsafe_b64encode(name.encode("utf-8")).decode("ascii").rstrip("="),
    ):
        assert keys.DecodeOAuthName(encoded) == name

    for encoded in ("", "=", "a", "\u00e9\u00e9\u00e9\u00e9", "____", "a b c d"):
        assert keys.DecodeOAuthName(encoded) is None


def testEscapeOAuthKey():
    """A key whose base64 holds a secret is told by its hash, every other as it is."""
    for scope, is_masked in (
        ("user-a::https://a.test/mcp::mcpScope:profile:default", False),
        ("user-a::https://a.test/mcp?api_key=fake1::mcpScope:profile:default", True),
        ("user-a::https://ana:fake1@a.test/mcp::mcpScope:profile:default", True),
    ):
        key = evidence.MakeOAuthKey("secret", scope, "mcp_tokens")
        name = key[len("mcpOAuth.secret.") :]
        shown_name = name
        if is_masked:
            name_hash = hashlib.sha256(name.encode("ascii")).hexdigest()
            shown_name = f"SHA-256:{name_hash:s}"

        assert keys.EscapeKey(key) == f"mcpOAuth.secret.{shown_name:s}"
        assert keys.EscapeKey(f"{key:s}#x") == f"mcpOAuth.secret.{shown_name:s}#x"


def testSecretKeys():
    """The keys of the providers of models and of source hosts are those of secrets."""
    for key in ("cursorAuth/anthropicKey", "claudeKey", "githubToken", "x.apiToken"):
        assert keys.IsSecretKey(key)
    for key in ("workbench.tokenColors", "hotKey", "x.maxTokens", "publicKey"):
        assert not keys.IsSecretKey(key)


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
