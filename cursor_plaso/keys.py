"""Key families of the tables ItemTable and cursorDiskKV of state.vscdb.

Keys are matched by their exact prefix, never by a pattern of SQL: LIKE ignores case
and scans the table (bug-reports 34). Sources: seed "Record schema" and "ItemTable
keys", storage-facts 2.1.
"""

import re

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
CLOUD_DETAILS_PREFIX = "bcCachedDetails:"

# Families of cursorDiskKV that hold layout, menus and migration marks, and no content
# (seed, "Record schema"; storage-facts 2.1).
LAYOUT_PREFIXES = (
    "composer.composerHeaders.migratedToTable",
    "composerRootWriterDiagnostic:",
    "composerTranscriptHeightTail:",
    "composerTranscriptHeightTailIde:",
    "composerVirtualRowHeights:",
    "inlineDiffUndoRedo-",
    "localAgentMailboxCursor:",
    "model-nudge.",
    "slashMenuItems/",
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
    r"(?:access|refresh|id|auth|session|bearer|connection)[_-]?token|secret|password|"
    r"passwd|(?:access|ai|api|private|encryption)[_-]?key|credential|verifier|"
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


def EscapeKey(key):
    """Escapes a key for a single line of output.

    Args:
      key (str): key, which may hold line feeds.

    Returns:
      str: key in which control characters are backslash escapes.
    """
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
