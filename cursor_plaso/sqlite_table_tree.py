"""The b-trees of the tables of a SQLite database, whose keys are rowids.

A tree is walked page by page. A page that is damaged, or comes twice, costs what is on
it and one warning; what is left is read on. Source of the format:
https://www.sqlite.org/fileformat2.html, "B-tree Pages".
"""

import struct

from cursor_plaso import sqlite_btree
from cursor_plaso import sqlite_format

_REPEATED_CELLS = "cells overlap: it has the same one more than once"

_UINT32 = struct.Struct(">I")


def FindRow(pages, root_page, rowid):
    """Finds the cell of a row.

    Args:
      pages (sqlite_pages.PageReader): pages.
      root_page (int): number of the root page.
      rowid (int): rowid.

    Returns:
      tuple[int, bytes, int, int]: page number, page, the offset where its usable
          part ends and the offset of the cell; or None if there is no such row or
          its tree is damaged.
    """
    page_number = root_page
    for _ in range(sqlite_btree.MAXIMUM_DEPTH):
        page, limit = pages.ReadPage(page_number)
        if not page:
            return None
        header_offset = 100 if page_number == 1 else 0
        is_leaf = page[header_offset] == sqlite_format.TABLE_LEAF_PAGE
        if not is_leaf and page[header_offset] != sqlite_format.TABLE_INTERIOR_PAGE:
            return None
        pointers, first_offset = sqlite_btree.GetCells(
            page, limit, header_offset, is_leaf
        )
        if pointers is None:
            return None

        first, end = 0, len(pointers)
        found_rowid = None
        while first < end:
            middle = (first + end) // 2
            position = pointers[middle]
            if not first_offset <= position < limit:
                return None
            try:
                if is_leaf:
                    _, position = sqlite_format.ReadVarint(page, position)
                else:
                    position += 4
                value, _ = sqlite_format.ReadVarint(page, position)
            except IndexError:
                return None
            value = sqlite_format.ToSigned(value)
            if value < rowid:
                first = middle + 1
            else:
                end = middle
                found_rowid = value

        if is_leaf:
            if found_rowid != rowid:
                return None
            return page_number, page, limit, pointers[first]
        position = header_offset + 8
        if first < len(pointers):
            position = pointers[first]
        if position + 4 > limit:
            return None
        (page_number,) = _UINT32.unpack_from(page, position)
    return None


def WalkLeaves(pages, root_page, visited, kind):
    """Walks the leaf pages of a table b-tree in the order of the rowids.

    Args:
      pages (sqlite_pages.PageReader): pages.
      root_page (int): number of the root page.
      visited (bytearray): pages seen so far in this pass.
      kind (str): start of the warnings.

    Yields:
      tuple[int, bytes, int, tuple[int], int]: page number, page, the offset where
          its usable part ends, offsets of the cells and the offset that the first
          can have.
    """
    database = pages.database
    block_mask = database.block_size - 1
    block_shift = database.block_size.bit_length() - 1
    frames = pages.frames
    get_block = database.blocks.get
    leaf_type = sqlite_format.TABLE_LEAF_PAGE
    page_count = pages.page_count
    page_size = database.page_size
    page_shift = page_size.bit_length() - 1
    pointer_array_count = len(sqlite_btree.POINTER_ARRAYS)
    usable_size = database.usable_size
    page_total = 0
    touch_mask = sqlite_btree.PAGES_PER_TOUCH - 1
    stack = [root_page]
    while stack:
        page_number = stack.pop()
        page_total += 1
        if database.is_aborted or not (page_total & touch_mask or database.Touch()):
            return
        if not 0 < page_number <= page_count:
            pages.Warn(kind, page_number, "does not exist")
            continue
        if visited[page_number]:
            pages.Warn(kind, page_number, "is part of something else")
            continue
        visited[page_number] = 1

        block = None
        if frames is None or page_number not in frames:
            offset = (page_number - 1) << page_shift
            block = get_block(offset >> block_shift)
        if block is not None:
            offset &= block_mask
            page = block[offset : offset + page_size]
            limit = usable_size
        else:
            page, limit = pages.ReadPage(page_number)
            if not page:
                reason = pages.DescribeUnreadable(page_number)
                pages.Warn(kind, page_number, reason)
                continue

        header_offset = 0 if page_number > 1 else 100
        page_type = page[header_offset]
        if page_type == leaf_type and not page[3] and header_offset == 0:
            # What nearly all pages of a large table are: leaves of few cells.
            cell_count = page[4]
            first_offset = 8 + 2 * cell_count
            if cell_count < pointer_array_count and first_offset <= limit:
                pointers = sqlite_btree.POINTER_ARRAYS[cell_count].unpack_from(page, 8)
                if len(set(pointers)) < cell_count:
                    pages.Warn(kind, page_number, _REPEATED_CELLS)
                    pointers = tuple(dict.fromkeys(pointers))
                yield page_number, page, limit, pointers, first_offset
                continue

        is_leaf = page_type == sqlite_format.TABLE_LEAF_PAGE
        if not is_leaf and page_type != sqlite_format.TABLE_INTERIOR_PAGE:
            reason = f"is no table page but of type {page_type:d}"
            pages.Warn(kind, page_number, reason)
            continue
        pointers, first_offset = sqlite_btree.GetCells(
            page, limit, header_offset, is_leaf
        )
        if pointers is None:
            pages.Warn(kind, page_number, "has more cells than it can hold")
            continue
        if is_leaf:
            if len(set(pointers)) < len(pointers):
                pages.Warn(kind, page_number, _REPEATED_CELLS)
                pointers = tuple(dict.fromkeys(pointers))
            yield page_number, page, limit, pointers, first_offset
            continue

        children = [
            _UINT32.unpack_from(page, cell_offset)[0]
            for cell_offset in pointers
            if first_offset <= cell_offset <= limit - 5
        ]
        if len(children) < len(pointers):
            pages.Warn(kind, page_number, "has cell pointers that leave the page")
        stack.append(_UINT32.unpack_from(page, header_offset + 8)[0])
        stack.extend(reversed(children))
