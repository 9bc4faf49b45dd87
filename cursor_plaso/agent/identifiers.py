"""Numbers for the identifiers of blobs.

A store can hold millions of blobs. A dictionary takes some 170 bytes for each
identifier, of which the 32 bytes are the least: this table takes 40 to 50.
"""

import array

IDENTIFIER_SIZE = 32

_FIRST_SLOT_COUNT = 1024

# A third of the slots stays free, so that a search ends soon.
_MAXIMUM_LOAD = 2 / 3

# Roots of one conversation name the same blobs again and again, one after the other.
_MAXIMUM_RECENT = 8192


class IdentifierTable:
    """Table of identifiers, numbered from 0 in the order in which they were added."""

    def __init__(self):
        """Initializes a table."""
        super().__init__()
        self._identifiers = bytearray()
        self._recent = {}
        # Number of an identifier plus 1, or 0 if the slot is free. Where the slot of a
        # hash is taken the next free one is used.
        self._slots = array.array("I", bytes(4 * _FIRST_SLOT_COUNT))

    def __len__(self):
        """Determines the number of identifiers.

        Returns:
          int: number of identifiers.
        """
        return len(self._identifiers) // IDENTIFIER_SIZE

    def _Grow(self):
        """Doubles the number of slots."""
        slot_count = 2 * len(self._slots)
        slots = array.array("I", bytes(4 * slot_count))
        mask = slot_count - 1
        identifiers = bytes(self._identifiers)
        for number in range(len(self)):
            offset = number * IDENTIFIER_SIZE
            slot = hash(identifiers[offset : offset + IDENTIFIER_SIZE]) & mask
            while slots[slot]:
                slot = slot + 1 & mask
            slots[slot] = number + 1
        self._slots = slots

    def Add(self, identifier):
        """Adds an identifier unless it is there.

        Args:
          identifier (bytes): identifier, of 32 bytes.

        Returns:
          int: number of the identifier, which is the length before it if it is new.
        """
        number = self._recent.get(identifier)
        if number is not None:
            return number
        identifiers = self._identifiers
        slots = self._slots
        mask = len(slots) - 1
        # Python's hash of bytes is salted: no evidence can make all meet in one slot.
        slot = hash(identifier) & mask
        while slots[slot]:
            number = slots[slot] - 1
            if identifiers.startswith(identifier, number * IDENTIFIER_SIZE):
                break
            slot = slot + 1 & mask
        else:
            number = len(self)
            identifiers += identifier
            slots[slot] = number + 1
            if number > _MAXIMUM_LOAD * mask:
                self._Grow()
        if len(self._recent) >= _MAXIMUM_RECENT:
            self._recent.clear()
        self._recent[identifier] = number
        return number

    def Get(self, number):
        """Retrieves an identifier.

        Args:
          number (int): number of the identifier.

        Returns:
          bytes: identifier.
        """
        offset = number * IDENTIFIER_SIZE
        return bytes(self._identifiers[offset : offset + IDENTIFIER_SIZE])
