"""What of the rows of a store physically survives, found without the code it measures.

The bytes of every version are known. They are looked for in every page of the file and
in every frame of the log, and the overflow chains are followed as they are stored. No
view, no freelist of the reader and no heuristics are used here.
"""

import collections
import os
import re
import struct

from tests.benchmarks import recovery_store

# How much of a version survives.
LINKED = "linked"
WHOLE = "whole"
PARTIAL = "partial"
KEY = "key"
FRAGMENT = "fragment"
NOTHING = "nothing"

# Where the cell of a version in the database file is.
FREEBLOCK = "freeblock"
FREELIST = "freelist"
SLACK = "slack"

_KEY_RE = re.compile(
    rb"agentKv:blob:[0-9a-f]{64}|(?:bubbleId|composerData|checkpointId):[0-9a-f:-]+"
    rb"(?:/s:[0-9]+|/t:call-[0-9a-f-]+\nfc_[0-9a-f-]+_[0-9]+)?"
)

_MINIMUM_VALUE_SIZE = 64


class Survivor:
    """What survives of a version.

    Attributes:
      is_in_log (bool): True if its cell is in a frame of the log.
      places (set[str]): where in the database file its whole cell is.
      verdict (str): how much survives.
      version (recovery_store.Version): version.
    """

    def __init__(self, version):
        """Initializes a survivor.

        Args:
          version (recovery_store.Version): version.
        """
        super().__init__()
        self.is_in_log = False
        self.places = set()
        self.verdict = NOTHING
        self.version = version


class PhysicalLimit:
    """Images of the pages of a database and what is in them."""

    def __init__(self, path):
        """Initializes a limit.

        Args:
          path (str): path of the database file.
        """
        super().__init__()
        with open(path, "rb") as file_object:
            data = file_object.read()
        (page_size,) = struct.unpack_from(">H", data, 16)
        self._page_size = 65536 if page_size == 1 else page_size
        # Per image its page number, its bytes and True for a frame of the log.
        self._images = []
        for offset in range(0, len(data), self._page_size):
            self._images.append(
                (
                    offset // self._page_size + 1,
                    data[offset : offset + self._page_size],
                    False,
                )
            )
        self._page_count = len(self._images)
        if os.path.exists(f"{path:s}-wal"):
            with open(f"{path:s}-wal", "rb") as file_object:
                data = file_object.read()
            frame_size = 24 + self._page_size
            for offset in range(32, len(data) - frame_size + 1, frame_size):
                (page_number,) = struct.unpack_from(">I", data, offset)
                self._images.append(
                    (page_number, data[offset + 24 : offset + frame_size], True)
                )
        self._free_pages = self._ReadFreelist()
        self._per_chunk = collections.defaultdict(list)
        self._per_key = collections.defaultdict(list)
        self._per_page = collections.defaultdict(list)
        for index, (page_number, page, _) in enumerate(self._images):
            self._per_chunk[page[4:36]].append(index)
            self._per_page[page_number].append(index)
            for match in _KEY_RE.finditer(page):
                self._per_key[match.group()].append((index, match.start()))

    def _ReadFreelist(self):
        """Reads the freelist of the database file.

        Returns:
          set[int]: page numbers.
        """
        pages = set()
        (trunk,) = struct.unpack_from(">I", self._images[0][1], 32)
        while 0 < trunk <= self._page_count and trunk not in pages:
            pages.add(trunk)
            page = self._images[trunk - 1][1]
            trunk, count = struct.unpack_from(">2I", page)
            pages.update(struct.unpack_from(f">{count:d}I", page, 8))
        return pages

    def _GetPlace(self, index, offset):
        """Determines where in the database file a cell is.

        Args:
          index (int): index of the image.
          offset (int): offset of the key.

        Returns:
          str: place.
        """
        page_number, page, _ = self._images[index]
        if page_number in self._free_pages:
            return FREELIST
        header_offset = 100 if page_number == 1 else 0
        (block,) = struct.unpack_from(">H", page, header_offset + 1)
        while block:
            next_block, size = struct.unpack_from(">2H", page, block)
            if block <= offset < block + size:
                return FREEBLOCK
            block = next_block if next_block > block else 0
        return SLACK

    def _IsLinked(self, index, offset, chunk_indexes):
        """Follows a chain as it is stored.

        Args:
          index (int): index of the image that holds the cell.
          offset (int): offset of the number of the first page.
          chunk_indexes (list[set[int]]): indexes of the images that hold each part.

        Returns:
          bool: True if the chain leads through images of all parts to its end.
        """
        page = self._images[index][1]
        if offset + 4 > len(page):
            return False
        pages = {struct.unpack_from(">I", page, offset)[0]}
        for indexes in chunk_indexes:
            pages = {
                struct.unpack_from(">I", self._images[image][1])[0]
                for page_number in pages
                for image in self._per_page.get(page_number, ())
                if image in indexes
            }
        return 0 in pages

    def Measure(self, version):
        """Measures what survives of a version.

        Args:
          version (recovery_store.Version): version.

        Returns:
          Survivor: survivor.
        """
        survivor = Survivor(version)
        key = version.key.encode("utf-8")
        value = version.CreateValue()
        is_blob = isinstance(value, bytes)
        if not is_blob:
            value = value.encode("utf-8")
        types = EncodeVarint(13 + 2 * len(key))
        types += EncodeVarint((12 if is_blob else 13) + 2 * len(value))
        header_size = len(types) + 1
        payload = key + value
        size = header_size + len(payload)
        local_size = GetLocalSize(size, self._page_size) - header_size
        local = payload[:local_size]

        longest = -1
        places = []
        for index, offset in self._per_key.get(key, ()):
            page = self._images[index][1]
            if page.startswith(local, offset):
                places.append((index, offset))
                longest = len(local)
            else:
                longest = max(longest, _CountEqual(page, offset, local))

        chunk_size = self._page_size - 4
        chunk_indexes = []
        for start in range(local_size, len(payload), chunk_size):
            chunk = payload[start : start + chunk_size]
            chunk_indexes.append(
                {
                    index
                    for index in self._per_chunk.get(chunk[:32], ())
                    if self._images[index][1].startswith(chunk, 4)
                }
                if len(chunk) >= 32
                else {
                    index
                    for index, (_, page, _) in enumerate(self._images)
                    if page.startswith(chunk, 4)
                }
            )

        if places and all(chunk_indexes):
            survivor.verdict = WHOLE
            for index, offset in places:
                if not chunk_indexes or self._IsLinked(
                    index, offset + local_size, chunk_indexes
                ):
                    survivor.verdict = LINKED
                    if self._images[index][2]:
                        survivor.is_in_log = True
                    else:
                        survivor.places.add(self._GetPlace(index, offset))
        elif longest >= len(key) + _MINIMUM_VALUE_SIZE:
            survivor.verdict = PARTIAL
        elif longest >= len(key):
            survivor.verdict = KEY
        elif any(chunk_indexes):
            survivor.verdict = FRAGMENT
        return survivor


def _CountEqual(page, offset, data):
    """Counts the bytes of a page that are those of data.

    Args:
      page (bytes): page.
      offset (int): offset in the page.
      data (bytes): data.

    Returns:
      int: number of bytes.
    """
    return len(os.path.commonprefix([page[offset : offset + len(data)], data]))


def EncodeVarint(number):
    """Encodes a variable-length integer.

    Args:
      number (int): number.

    Returns:
      bytes: encoded number.
    """
    encoded = bytes((number & 127,))
    number >>= 7
    while number:
        encoded = bytes((number & 127 | 128,)) + encoded
        number >>= 7
    return encoded


def GetLocalSize(size, page_size):
    """Determines how much of a record is in its cell.

    Args:
      size (int): size of the record.
      page_size (int): size of a page, all of which is used.

    Returns:
      int: size.
    """
    maximum_size = page_size - 35
    if size <= maximum_size:
        return size
    minimum_size = (page_size - 12) * 32 // 255 - 23
    local_size = minimum_size + (size - minimum_size) % (page_size - 4)
    return local_size if local_size <= maximum_size else minimum_size


def MeasureStore(store):
    """Measures what survives of the versions of a store that are not live.

    Args:
      store (recovery_store.Store): closed store.

    Returns:
      list[Survivor]: survivors.
    """
    limit = PhysicalLimit(store.path)
    return [
        limit.Measure(version)
        for version in store.versions
        if version.reason is not None
    ]
