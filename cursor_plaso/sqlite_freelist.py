"""The pages of a SQLite database that hold nothing any more, as its freelist has them.

Source of the format: https://www.sqlite.org/fileformat2.html, "The Freelist".
"""

import struct

from cursor_plaso import sqlite_btree


def WalkFreelist(pages, trunk_page):
    """Walks the freelist.

    Args:
      pages (sqlite_pages.PageReader): pages.
      trunk_page (int): page number of the first trunk page or 0.

    Yields:
      tuple[int, bool]: page number and True for a trunk page. Every page comes
          once and exists.
    """
    kind = "SQLite freelist"
    database = pages.database
    maximum_count = database.usable_size // 4 - 2
    visited = bytearray(pages.page_count + 1)
    trunk_total = 0
    while trunk_page:
        trunk_total += 1
        if trunk_total % sqlite_btree.PAGES_PER_TOUCH == 0 and not database.Touch():
            break
        if not 1 < trunk_page <= pages.page_count or visited[trunk_page]:
            reason = "does not exist"
            if 0 < trunk_page <= pages.page_count:
                reason = "is part of something else"
            pages.Warn(kind, trunk_page, reason)
            break
        visited[trunk_page] = 1
        page, limit = pages.ReadPage(trunk_page)
        if limit < 8:
            pages.Warn(kind, trunk_page, pages.DescribeUnreadable(trunk_page))
            break
        yield trunk_page, True

        next_page, count = struct.unpack_from(">2I", page)
        if count > maximum_count:
            pages.Warn(kind, trunk_page, "has more entries than it can hold")
            count = 0
        count = min(count, (limit - 8) // 4)
        bad_count = 0
        for leaf_page in struct.unpack_from(f">{count:d}I", page, 8):
            if not 1 < leaf_page <= pages.page_count or visited[leaf_page]:
                bad_count += 1
                continue
            visited[leaf_page] = 1
            yield leaf_page, False
        if bad_count:
            pages.Warn(
                kind,
                trunk_page,
                f"{bad_count:d} of {count:d} entries do not exist or come twice",
            )
        trunk_page = next_page
