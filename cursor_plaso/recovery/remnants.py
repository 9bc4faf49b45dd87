"""Remnants that get no row of their own: keys without a row.

They are counted per conversation. A key is kept as a hash, with the number of its
conversation.
"""

import array
import collections

from cursor_plaso import keys
from cursor_plaso import sqlite_format

# Copies of keys that may wait before doubles are removed.
_MAXIMUM_WAITING_KEYS = 65536

# Families of keys whose records are shared by conversations.
_CONTENT_PREFIXES = (keys.AGENT_KV_PREFIX, "composer.content.", "inlineDiff")


class KeyCollection:
    """Collection of keys that were found without a row."""

    def __init__(self, encoding):
        """Initializes a collection of keys.

        Args:
          encoding (str): encoding of the database.
        """
        super().__init__()
        self._conversation_numbers = array.array("I")
        self._conversations = {}
        self._encoding = encoding
        self._hashes = array.array("q")
        self._sorted_count = 0

    def Add(self, key):
        """Adds a key.

        Args:
          key (bytes): stored key.
        """
        conversation = GetConversation(sqlite_format.DecodeText(key, self._encoding))
        number = self._conversations.setdefault(conversation, len(self._conversations))
        self._hashes.append(hash(key))
        self._conversation_numbers.append(number)
        waiting_count = len(self._hashes) - self._sorted_count
        if waiting_count > max(_MAXIMUM_WAITING_KEYS, self._sorted_count):
            self._RemoveDoubles()

    def _RemoveDoubles(self):
        """Removes keys that were added more than once."""
        unique = dict(zip(self._hashes, self._conversation_numbers))
        self._hashes = array.array("q", unique)
        self._conversation_numbers = array.array("I", unique.values())
        self._sorted_count = len(self._hashes)

    def GetHashes(self):
        """Retrieves the keys.

        Returns:
          array.array: hashes, each once.
        """
        self._RemoveDoubles()
        return self._hashes

    def Remove(self, hashes):
        """Removes keys.

        Args:
          hashes (set[int]): hashes of keys that are live or have a row.
        """
        self._RemoveDoubles()
        kept = {
            key_hash: number
            for key_hash, number in zip(self._hashes, self._conversation_numbers)
            if key_hash not in hashes
        }
        self._hashes = array.array("q", kept)
        self._conversation_numbers = array.array("I", kept.values())
        self._sorted_count = len(self._hashes)

    def CountKeys(self):
        """Counts the keys per conversation.

        Returns:
          collections.Counter[str, int]: number of keys per identifier of a
              conversation, where None is for keys that name none.
        """
        self._RemoveDoubles()
        names = list(self._conversations)
        return collections.Counter(
            names[number] for number in self._conversation_numbers
        )


def GetConversation(key):
    """Determines the conversation that a key of cursorDiskKV names.

    Args:
      key (str): key.

    Returns:
      str: identifier of the conversation or None.
    """
    if not key or key.startswith(_CONTENT_PREFIXES) or ":" not in key:
        return None
    if key.startswith((keys.COMPOSER_PREFIX, keys.DRAFT_PREFIX)):
        return key.partition(":")[2] or None
    if key.startswith((keys.HEADER_CHUNK_PREFIX, "ofsContent:")):
        return key.split(":", 2)[1] or None
    return keys.SplitBubbleKey(key)[0] or None
