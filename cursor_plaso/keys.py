"""Key families of the tables ItemTable and cursorDiskKV of state.vscdb.

Keys are matched by their exact prefix, never by a pattern of SQL: LIKE ignores case
and scans the table (bug-reports 34). Sources: seed "Record schema" and "ItemTable
keys", storage-facts 2.1.
"""

import base64
import binascii
import hashlib
import re

from cursor_plaso import masking

DISK_TABLE_NAME = "cursorDiskKV"
ITEM_TABLE_NAME = "ItemTable"

BUBBLE_PREFIX = "bubbleId:"
CHECKPOINT_PREFIX = "checkpointId:"
COMPOSER_PREFIX = "composerData:"
DRAFT_PREFIX = "composerDraft:"
HEADER_CHUNK_PREFIX = "composerConvHeaders:"
BLOB_PREFIX = "agentKv:blob:"
AGENT_KV_PREFIX = "agentKv:"
AGENT_CHECKPOINT_PREFIX = "agentKv:checkpoint:"
ROOT_WRITER_PREFIX = "composerRootWriterDiagnostic:"
CLOUD_DETAILS_PREFIX = "bcCachedDetails:"

# Families of cursorDiskKV that hold layout, menus and migration marks, and no content
# (seed, "Record schema"; storage-facts 2.1).
LAYOUT_PREFIXES = (
    "composer.composerHeaders.migratedToTable",
    "composerTranscriptHeightTail:",
    "composerTranscriptHeightTailIde:",
    "composerVirtualRowHeights:",
    "inlineDiffUndoRedo-",
    "localAgentMailboxCursor:",
    "model-nudge.",
    "slashMenuItems/",
)

# The end of such a key is base64 of a scope, which holds the address of the server.
_OAUTH_KEY_RE = re.compile(
    r"\A(?P<prefix>mcpOAuth\.(?:global|secret)\.)(?P<name>[^#]*)(?P<suffix>.*)\Z",
    re.DOTALL,
)

_BUBBLE_SUFFIX_RE = re.compile(r"/[a-z]+:")

# ItemTable keys, or prefixes of keys, whose values are never read: tokens, encrypted
# secrets and verifiers (seed "Credentials" and "Secrets").
SECRET_KEY_PREFIXES = (
    "cursorAuth/accessToken",
    "cursorAuth/refreshToken",
    "cursorAuth/openAIKey",
    "cursorAuth/claudeKey",
    "cursorAuth/googleKey",
    "cursorAuth/azureKey",
    "cursor/glass.githubConnect.pendingFlow",
    "mcpOAuth.secret.",
    "secret://",
    "vscode.github-github",
)

_SECRET_KEY_RE = re.compile(
    r"(?:access|refresh|id|auth|session|bearer|connection|api|github|gitlab|oauth)"
    r"[_-]?token|secret|password|passwd|credential|verifier|"
    r"(?:access|ai|api|private|encryption|claude|anthropic|google|azure|bedrock)"
    r"[_-]?key|"
    r"\Acursorauth/.*key\Z",
    re.IGNORECASE,
)

# Booleans that the pattern takes for a secret.
_PLAIN_KEYS = frozenset(
    [
        "cursor.storage.authTokenEncryptionAtRest",
        "encryption.migratedToGnomeLibsecret",
    ]
)


def DecodeOAuthName(suffix):
    """Decodes the end of the key of a row of MCP OAuth state.

    Args:
      suffix (str): URL-safe or standard base64, with or without padding.

    Returns:
      str: scope in brackets and field, or a field alone, or None if the end is not
          base64 of text.
    """
    suffix = suffix.rstrip("=").replace("+", "-").replace("/", "_")
    if not suffix or not suffix.isascii():
        return None
    try:
        data = base64.b64decode(
            suffix + "=" * (-len(suffix) % 4), altchars=b"-_", validate=True
        )
        return data.decode("utf-8")
    except (binascii.Error, ValueError):
        return None


def EscapeKey(key):
    """Escapes a key for a single line of output.

    In the key of an MCP server whose address has a secret the SHA-256 of the name
    stands for the name.

    Args:
      key (str): key, which may hold line feeds.

    Returns:
      str: key in which control characters are backslash escapes.
    """
    if key.startswith("mcpOAuth."):
        key = _MaskOAuthKey(key)
    if key.isprintable():
        return key
    # What the keys of tool bubbles hold.
    key = key.replace("\n", "\\n")
    if key.isprintable():
        return key
    return "".join(
        (
            character
            if character.isprintable()
            else character.encode("unicode_escape").decode("ascii")
        )
        for character in key
    )


def GetFamily(key):
    """Determines the family of a key: what stands before its first identifier.

    Args:
      key (str): key.

    Returns:
      str: family, such as "bubbleId:" or "agentKv:blob:".
    """
    if key.startswith(AGENT_KV_PREFIX):
        family, separator, _ = key[len(AGENT_KV_PREFIX) :].partition(":")
        return f"{AGENT_KV_PREFIX:s}{family:s}{separator:s}"
    family, separator, _ = key.partition(":")
    return f"{family:s}{separator:s}"


def IsSecretKey(key):
    """Determines if the value of an ItemTable key must never be read.

    Args:
      key (str): key.

    Returns:
      bool: True if the value is or may be a secret.
    """
    if key.startswith(SECRET_KEY_PREFIXES):
        return True
    return bool(_SECRET_KEY_RE.search(key)) and key not in _PLAIN_KEYS


def _MaskOAuthKey(key):
    """Masks the key of a row of MCP OAuth state.

    Args:
      key (str): key, possibly with a place in the value after a number sign.

    Returns:
      str: key, in which a name that holds a secret is replaced.
    """
    match = _OAUTH_KEY_RE.match(key)
    if not match:
        return key
    prefix, encoded_name, suffix = match.group("prefix", "name", "suffix")
    name = DecodeOAuthName(encoded_name)
    if name is None or masking.MaskName(name) == name:
        return key
    name_hash = hashlib.sha256(encoded_name.encode("ascii")).hexdigest()
    return f"{prefix:s}SHA-256:{name_hash:s}{suffix:s}"


def SplitBubbleKey(key):
    """Splits the key of a bubble.

    The composer identifier may hold line feeds and colons ("task-call_x LF fc_y"), the
    bubble identifier a suffix with colons ("<uuid>/t:call-<uuid>-1 LF fc_<uuid>_1").

    Args:
      key (str): key, which starts with "bubbleId:" or another family whose keys are
          made of a composer identifier and a record identifier.

    Returns:
      tuple[str, str]: composer identifier and bubble identifier, each possibly empty.
    """
    _, _, rest = key.partition(":")
    match = _BUBBLE_SUFFIX_RE.search(rest)
    suffix = ""
    if match:
        suffix = rest[match.start() :]
        rest = rest[: match.start()]

    composer_identifier, separator, bubble_identifier = rest.rpartition(":")
    if not separator:
        composer_identifier, bubble_identifier = rest, ""
    return composer_identifier, f"{bubble_identifier:s}{suffix:s}"
