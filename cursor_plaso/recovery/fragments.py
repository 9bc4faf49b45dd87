"""Overflow chains without a row: text whose key was overwritten.

They are counted per conversation or request that their text names, and never put under
a key (recovery.md B.3: orphan chains).
"""

import collections
import re
import struct

from cursor_plaso.recovery import page_map as page_maps

_IDENTIFIER_RE = re.compile(
    rb'"(?:composerId|conversationId|requestId)"\s*:\s*"'
    rb"([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"
)

# Bytes that start pages of tables and indexes.
_PAGE_TYPES = frozenset([2, 5, 10, 13])

_MAXIMUM_PAGES_PER_CHAIN = 65536

_UINT32 = struct.Struct(">I")


def CountFragments(database, page_map, claimed_pages, pointed_pages):
    """Counts the overflow chains that are free and of no recovered row.

    Args:
      database (Database): database.
      page_map (PageMap): map of the pages.
      claimed_pages (bytearray): a bit per page that is of a recovered row.
      pointed_pages (bytearray): a bit per page that another free page leads to.

    Returns:
      collections.Counter[str, int]: number of chains per identifier that stands in
          them, where None is for those with none.
    """
    counts = collections.Counter()
    seen = bytearray(len(claimed_pages))
    if not page_map.base_free_count:
        return counts
    for page_number in range(2, page_map.page_count + 1):
        if page_number % 1024 == 0:
            database.Touch()
        if database.is_aborted:
            break
        if not page_map.pages[page_number] >> 2 & 3 == page_maps.USE_FREE:
            continue
        mask = 1 << (page_number & 7)
        index = page_number >> 3
        if (claimed_pages[index] | pointed_pages[index] | seen[index]) & mask:
            continue
        identifiers = set()
        is_chain = False
        number = page_number
        for _ in range(_MAXIMUM_PAGES_PER_CHAIN):
            mask, index = 1 << (number & 7), number >> 3
            if (
                page_map.GetBaseUse(number) != page_maps.USE_FREE
                or (claimed_pages[index] | seen[index]) & mask
            ):
                break
            page, _ = database.ReadBasePage(number)
            if not page or page[0] in _PAGE_TYPES or page[4:6] == b"\x00\x00":
                break
            (next_page,) = _UINT32.unpack_from(page)
            if next_page > page_map.page_count:
                break
            seen[index] |= mask
            is_chain = True
            identifiers.update(_IDENTIFIER_RE.findall(page))
            if not next_page:
                break
            number = next_page
        if is_chain:
            for identifier in identifiers or (None,):
                name = identifier.decode("ascii") if identifier else None
                counts[name] += 1
    return counts
