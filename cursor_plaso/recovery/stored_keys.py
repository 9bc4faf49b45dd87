"""Keys of cursorDiskKV that are found by their text alone.

Where the front of a cell was overwritten, or of a row nothing but an entry of an index
is left, the text of the key is looked at, for the key families that Cursor is known to
have.

Sources: recovery.md B.2 and B.5; seed "Record schema" for the key families.
"""

import re

from cursor_plaso import keys
from cursor_plaso import sqlite_format

# Starts of keys of cursorDiskKV that hold the identifier of a conversation or content.
KEY_PREFIXES = tuple(
    prefix.encode("ascii")
    for prefix in (
        keys.BUBBLE_PREFIX,
        keys.CHECKPOINT_PREFIX,
        keys.COMPOSER_PREFIX,
        keys.BLOB_PREFIX,
        keys.HEADER_CHUNK_PREFIX,
        keys.DRAFT_PREFIX,
        "codeBlockDiff:",
        "codeBlockPartialInlineDiffFates:",
        "composer.content.",
        "inlineDiff:",
        "inlineDiffs-",
        "messageRequestContext:",
        "ofsContent:",
    )
)

UUID = r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"

# Longer keys have a serial type of two bytes.
_MAXIMUM_SHORT_KEY_SIZE = 57

# Sizes of a rowid in an entry of an index.
_ROWID_SIZES = (0, 1, 2, 3, 4, 6, 8)

# Whole keys of which the length can be told from the text.
_WHOLE_KEY_RE = re.compile(
    (
        rf"(?:bubbleId:{UUID}:{UUID}"
        rf"(?:/s:[0-9]{{1,6}}|/t:call-{UUID}-[0-9]{{1,6}}\nfc_{UUID}_[0-9]{{1,6}}"
        # Identifiers of calls of other models, up to the JSON of the value.
        r'|/t:[\w.-]{1,120}(?:\n[\w.-]{1,120})?(?=\{"))?'
        rf"|bubbleId:task-[\w.-]{{1,120}}(?:\n[\w.-]{{1,120}})?:{UUID}"
        rf"|(?:checkpointId|messageRequestContext|codeBlockDiff):{UUID}:{UUID}"
        rf"|(?:composerData|composerDraft):{UUID}"
        rf"|composerConvHeaders:{UUID}:[0-9]{{6}}"
        rf"|agentKv:blob:[0-9a-f]{{64}}"
        rf"|composer\.content\.[0-9a-f]{{64}})"
    ).encode("ascii")
)

# Keys that are the hash of their value, as those of the blobs of a store.db.
_HASH_KEY_RE = re.compile(rb"[0-9a-f]{64}")

# Keys of which the identifiers are damaged.
_DAMAGED_KEY_RE = re.compile(
    (
        rf"(?:bubbleId|checkpointId|messageRequestContext|codeBlockDiff):{UUID}:"
        rf"(?!{UUID}(?:/|\Z))"
    ).encode("ascii")
)

# What the values of the known families start with.
_VALUE_START = b'{"'

# What no key has: control characters other than tabs and line feeds.
CONTROL_RE = re.compile(rb"[\x00-\x08\x0b-\x1f\x7f]")


def FindKeyEnd(data, offset, end_offset):
    """Determines where a key of a known family ends, by its text alone.

    Args:
      data (bytes): data.
      offset (int): offset of the key.
      end_offset (int): offset where the available part ends.

    Returns:
      int: offset where the key ends, or None if the text does not tell.
    """
    match = _WHOLE_KEY_RE.match(data, offset, end_offset)
    return match.end() if match else None


def IsKnownKey(key):
    """Determines if a key is of a known family or a hash, which no text is by chance.

    Args:
      key (bytes): stored key, in UTF-8.

    Returns:
      bool: True if it is.
    """
    return key.startswith(KEY_PREFIXES) or bool(_HASH_KEY_RE.fullmatch(key))


def ReadFreedKey(data, offset, start_offset, end_offset, is_freeblock=False):
    """Reads the key of an entry of an index that became a freeblock.

    The freeblock took the first four bytes: the size of the entry, the size of its
    header and the serial type of the key (recovery.md B.2). Its own size, which is that
    of the entry, stands there instead.

    Args:
      data (bytes): data.
      offset (int): offset of the key, in UTF-8.
      start_offset (int): offset of the region.
      end_offset (int): offset where the region ends.
      is_freeblock (Optional[bool]): True if the region is a freeblock, which may be
          what became of several entries.

    Returns:
      bytes: stored key, or None if no freeblock of the size of the entry was there.
    """
    match = _WHOLE_KEY_RE.match(data, offset, end_offset)
    if not match:
        return None
    # Size of the entry, size of the header and the serial types of key and rowid. Those
    # of a longer key lose less.
    front_size = 4 if match.end() - offset <= _MAXIMUM_SHORT_KEY_SIZE else 5
    entry_offset = offset - front_size
    if entry_offset < start_offset:
        return None
    rowid_sizes = _ROWID_SIZES
    if front_size == 5:
        rowid_type = data[offset - 1]
        if not 0 < rowid_type < 10 or rowid_type == 7:
            return None
        rowid_sizes = (sqlite_format.GetSerialTypeSize(rowid_type),)
    size = data[entry_offset + 2] << 8 | data[entry_offset + 3]
    block_end = entry_offset + size
    if block_end > end_offset:
        return None
    for rowid_size in rowid_sizes:
        # A freeblock takes up to three bytes that no cell uses.
        for key_end in range(block_end - rowid_size, block_end - rowid_size - 4, -1):
            if _WHOLE_KEY_RE.fullmatch(data, offset, key_end):
                # The end of a freeblock is used again first, and the rest of a longer
                # key may fit by chance.
                is_cut = data[key_end : key_end + 1] == b"/"
                return None if is_cut else data[offset:key_end]
    if not is_freeblock or entry_offset != start_offset or match.end() >= block_end:
        return None
    # A key that ends in a number may run into the rowid.
    key = match.group()
    if b"/" in key or data[match.end() : match.end() + 1] == b"/":
        return None
    return key


def ReadKey(data, offset, end_offset, encoding):
    """Reads a key of a known family of which the record is lost.

    Args:
      data (bytes): data.
      offset (int): offset of the key.
      end_offset (int): offset where the available part ends.
      encoding (str): encoding of the database.

    Returns:
      bytes: stored key, or None if it can not be told where it ends.
    """
    if encoding != "utf-8":
        text = data[offset : min(offset + 512, end_offset)].decode(encoding, "replace")
        match = _WHOLE_KEY_RE.match(text.encode("utf-8", "replace"))
        if not match:
            return None
        return match.group(0).decode("ascii").encode(encoding)

    # In an entry of an index the serial type of a rowid is right before the key, that
    # of the key before it, and the size of the header before that.
    if 0 < data[offset - 1] < 10 and data[offset - 1] != 7:
        size = ReadSizeBackwards(data, offset - 2)
        if size and offset + size <= end_offset:
            key = data[offset : offset + size]
            header_size = 4 if size > 57 else 3
            entry_size = header_size + size
            entry_size += sqlite_format.GetSerialTypeSize(data[offset - 1])
            front = sqlite_format.WriteVarint(entry_size) + bytes((header_size,))
            front_end = offset - header_size + 1
            if data[front_end - len(front) : front_end] == front:
                if (
                    key.isascii()
                    and not CONTROL_RE.search(key)
                    and not _DAMAGED_KEY_RE.match(key)
                ):
                    return key
            elif _WHOLE_KEY_RE.fullmatch(key):
                return key

    end = FindKeyEnd(data, offset, end_offset)
    if end is None or end == end_offset:
        return None
    key = data[offset:end]
    if data[end : end + 2] == _VALUE_START:
        return key
    # The last byte of the serial type of the key is that of its size, or the key is cut
    # or runs into the rowid.
    position = offset - 1
    while position > 1 and data[position - 1] > 127:
        position -= 1
    is_equal = data[position - 1] == (13 + 2 * len(key)) & 127
    return key if is_equal else None


def ReadSizeBackwards(data, offset):
    """Reads the size of a text from the last byte of its serial type.

    Args:
      data (bytes): data.
      offset (int): offset of the last byte of the serial type.

    Returns:
      int: size or None if this is no serial type of a text.
    """
    if offset < 1 or data[offset] > 127:
        return None
    serial_type = data[offset]
    if data[offset - 1] > 128:
        serial_type |= (data[offset - 1] & 127) << 7
    if serial_type < 13 or not serial_type & 1:
        return None
    return (serial_type - 13) >> 1
