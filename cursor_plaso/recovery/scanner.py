"""Scans the pages of a database and the frames of its log for rows that are not live.

The file is read once, in order, in large reads. Most of its bytes are not looked at: of
a live page only the gap between its cell pointers and its cells, and its freeblocks,
and of a page that is no page of a table or of an index nothing, unless it is free. What
is found is a candidate (candidates.py): no value is kept or even read here.

Sources: recovery.md B.4 and B.5.
"""

import struct

from cursor_plaso import sqlite_format
from cursor_plaso import wal as wal_log
from cursor_plaso.recovery import candidates as candidate_lists
from cursor_plaso.recovery import live_cells
from cursor_plaso.recovery import page_map as page_maps
from cursor_plaso.recovery import regions

_READ_SIZE = 1024 * 1024

_MAXIMUM_FREEBLOCKS = 16384

# Offset of the next freeblock, and size of this one.
_FREEBLOCK_HEADER = struct.Struct(">2H")

_PAGE_HEADER = struct.Struct(">BHHHB")
_UINT16 = struct.Struct(">H")
_UINT32 = struct.Struct(">I")

_POINTER_ARRAYS = tuple(struct.Struct(f">{count:d}H") for count in range(64))

_TABLE_PAGES = (
    sqlite_format.TABLE_LEAF_PAGE,
    sqlite_format.TABLE_INTERIOR_PAGE,
)
_INDEX_PAGES = (
    sqlite_format.INDEX_LEAF_PAGE,
    sqlite_format.INDEX_INTERIOR_PAGE,
)

# What is to be done with a page.
_CLASS_SKIPPED = 0
_CLASS_LIVE = 1
_CLASS_FREE = 2
_CLASS_HIDDEN = 3


class Scanner:
    """Scanner of a database.

    Attributes:
      live_cells (LiveCells): live cells of the tables.
      pointed_pages (bytearray): a bit per page that a free page may lead to as the next
          of its chain.
      regions (RegionScanner): scanner of regions, which has what was found.
    """

    def __init__(
        self, database, page_map, grammars, skips_live_pages=False, log_map=None
    ):
        """Initializes a scanner.

        Args:
          database (Database): database.
          page_map (PageMap): map of the pages.
          grammars (list[RecordGrammar]): grammars of the tables.
          skips_live_pages (Optional[bool]): True to scan free pages and the log only.
          log_map (Optional[PageMap]): map of the pages in the state that the log is of,
              where None represents the map of the pages.
        """
        super().__init__()
        self._database = database
        # Numbers of the tables of keys and values, and of those with known families.
        self._families_numbers = frozenset(
            grammar.number for grammar in grammars if grammar.has_families
        )
        self._key_value_numbers = frozenset(
            grammar.number for grammar in grammars if grammar.is_key_value
        )
        self._log_map = log_map or page_map
        self._map = page_map
        self._skips_live_pages = skips_live_pages
        self._usable_size = database.usable_size
        self.live_cells = live_cells.LiveCells(grammars)
        self.regions = regions.RegionScanner(database, grammars)
        self.pointed_pages = bytearray(page_map.page_count // 8 + 1)

    def _ScanFreePage(self, place):
        """Scans a page of which nothing is live.

        Args:
          place (Place): the page.
        """
        data, base = place.data, place.base
        limit = base + self._usable_size
        page_type, _, cell_count, _, _ = _PAGE_HEADER.unpack_from(data, base)
        if page_type == sqlite_format.TABLE_LEAF_PAGE:
            extents = self.regions.ScanArray(place, base, cell_count, limit)
            if extents:
                # A page has the rows of one table.
                number = self.regions.candidates.tables[-1]
                if number in self._key_value_numbers:
                    place.freed_grammars = (place.key_value_grammar,)
                    place.grammars = ()
                extents.sort()
                start = base + 8
                for cell_start, cell_end in extents:
                    if cell_start - start >= regions.MINIMUM_REGION_SIZE:
                        self.regions.ScanRegion(place, start, cell_start, True)
                    start = max(start, cell_end)
                if limit - start >= regions.MINIMUM_REGION_SIZE:
                    self.regions.ScanRegion(place, start, limit, True)
                return
            self.regions.ScanRegion(place, base + 8, limit, True)
            self._ScanFreeblocks(place, base, limit)
        elif page_type in _INDEX_PAGES:
            self.regions.ScanKeys(place, base, limit, ())
        elif page_type == sqlite_format.TABLE_INTERIOR_PAGE:
            self.regions.ScanRegion(place, base + 12, limit, True)
        else:
            (next_page,) = _UINT32.unpack_from(data, base)
            if 0 < next_page <= self._map.page_count:
                self.pointed_pages[next_page >> 3] |= 1 << (next_page & 7)
            if data[base + 4 : base + 6] == b"\x00\x00":
                # Text has no zero bytes: the page is or was a trunk of the freelist.
                self.regions.ScanRegion(place, base, limit, True)
            elif place.key_value_grammar is not None:
                offsets = self.regions.FindHeaders(data, base + 4, limit)
                if offsets:
                    place.grammars = ()
                    self.regions.ScanRegion(place, base, limit, False, offsets=offsets)

    def _ScanFreeblocks(self, place, header_offset, limit):
        """Scans the freeblocks of a page.

        Args:
          place (Place): the page.
          header_offset (int): offset in the data of the page header.
          limit (int): offset in the data where the usable part of the page ends.
        """
        data, base = place.data, place.base
        flags = place.flags
        place.flags = flags | candidate_lists.FLAG_FREEBLOCK
        (block,) = _UINT16.unpack_from(data, header_offset + 1)
        for start, end in _ReadFreeblocks(data, base, block, limit):
            self.regions.ScanRegion(place, start, end, True, is_freeblock=True)
        place.flags = flags

    def _ScanIndexPage(self, place):
        """Scans what is not live of an index page for keys.

        Args:
          place (Place): the page.
        """
        data, base = place.data, place.base
        limit = base + self._usable_size
        page_type, block, cell_count, content_offset, _ = _PAGE_HEADER.unpack_from(
            data, base
        )
        header_size = 8 if page_type == sqlite_format.INDEX_LEAF_PAGE else 12
        start = base + header_size + 2 * cell_count
        end = base + (content_offset or 65536)
        if regions.HasContent(data, start, end, limit):
            self.regions.ScanKeys(place, start, end, ())
        for start, end in _ReadFreeblocks(data, base, block, limit):
            self.regions.ScanKeys(place, start, end, (), is_freeblock=True)

    def _ScanLivePage(self, place, is_in_array_dead=False):
        """Scans a page that is in use.

        Args:
          place (Place): the page.
          is_in_array_dead (Optional[bool]): True if the cells that its cell pointers
              lead to are those of an older state.
        """
        data, base = place.data, place.base
        limit = base + self._usable_size
        header_offset = base + (100 if place.page_number == 1 else 0)
        page_type, block, cell_count, content_offset, _ = _PAGE_HEADER.unpack_from(
            data, header_offset
        )
        is_leaf = page_type == sqlite_format.TABLE_LEAF_PAGE
        if not is_leaf and page_type != sqlite_format.TABLE_INTERIOR_PAGE:
            return
        start = header_offset + (8 if is_leaf else 12) + 2 * cell_count
        end = base + (content_offset or 65536)
        if start > limit:
            return
        if is_leaf:
            if is_in_array_dead:
                flags = place.flags
                if not place.frame_number:
                    place.flags |= candidate_lists.FLAG_BASE_ROW
                self.regions.ScanArray(place, header_offset, cell_count, limit)
                place.flags = flags
            elif place.owner:
                self.live_cells.Add(
                    data,
                    base,
                    struct.unpack_from(f">{cell_count:d}H", data, header_offset + 8),
                    place.owner,
                    place.page_number,
                )
        if self._skips_live_pages:
            return
        if regions.HasContent(data, start, end, limit):
            self.regions.ScanRegion(place, start, end, False)
        if block:
            self._ScanFreeblocks(place, header_offset, limit)

    def _ScanLiveLeaf(self, data, base, page_number, owner):
        """Scans a leaf page of few cells, which most pages of large rows are.

        Args:
          data (bytes): data that holds the page.
          base (int): offset of the page in the data.
          page_number (int): page number, not 1.
          owner (int): number of the table.

        Returns:
          bool: False if it is another page.
        """
        page_type, block, cell_count, content_offset, _ = _PAGE_HEADER.unpack_from(
            data, base
        )
        if page_type != 13 or cell_count >= len(_POINTER_ARRAYS) or not owner:
            return False
        start = base + 8 + 2 * cell_count
        end = base + content_offset
        if not start <= end <= base + self._usable_size:
            return False
        self.live_cells.Add(
            data,
            base,
            _POINTER_ARRAYS[cell_count].unpack_from(data, base + 8),
            owner,
            page_number,
        )
        if self._skips_live_pages:
            return True
        if regions.HasContent(data, start, end, end):
            offsets = None
            is_searched = True
            if owner in self._families_numbers:
                offsets = self.regions.FindHeaders(data, start, end)
                is_searched = (
                    offsets
                    or self.regions.CountKeyTexts(data, start, end)
                    or self.regions.HasFreedCell(data, base, start, end, owner)
                )
            if is_searched:
                place = self.regions.GetPlace(data, base, page_number, 0, owner, 0)
                self.regions.ScanRegion(place, start, end, False, offsets=offsets)
        if block:
            place = self.regions.GetPlace(data, base, page_number, 0, owner, 0)
            self._ScanFreeblocks(place, base, base + self._usable_size)
        return True

    def _ScanUnreachablePage(self, data, base, page_number):
        """Scans a page of a table that a damaged tree does not lead to.

        Args:
          data (bytes): data that holds the page.
          base (int): offset of the page in the data.
          page_number (int): page number.
        """
        place = self.regions.GetPlace(data, base, page_number, 0, 0, 0)
        # Any table has rows that look like those of a table without a key.
        place.grammars = [
            grammar for grammar in place.grammars if grammar.key_index is not None
        ]
        self._ScanLivePage(place, is_in_array_dead=True)

    def _ScanHiddenPage(self, place, base_use):
        """Scans a page of the file that is not part of the live state.

        Args:
          place (Place): the page.
          base_use (int): use of the page in the base state.
        """
        if base_use != page_maps.USE_OTHER:
            place.flags |= candidate_lists.FLAG_FREE_PAGE
            self._ScanFreePage(place)
            return
        if place.page_number == 1:
            # The root of the schema.
            return
        page_type = place.data[place.base]
        if page_type in _TABLE_PAGES:
            if place.owner or self._map.is_damaged or not self._map.has_two_states:
                self._ScanLivePage(place, is_in_array_dead=True)
        elif page_type in _INDEX_PAGES and not self._skips_live_pages:
            self._ScanIndexPage(place)

    def _GetClasses(self):
        """Determines what is to be done with a page by its value in the map.

        Returns:
          bytes: class per value.
        """
        classes = bytearray(256)
        for value in range(256):
            live_use, base_use, owner = value & 3, value >> 2 & 3, value >> 4
            if live_use == page_maps.USE_OTHER:
                if owner and owner != page_maps.OTHER_TABLE:
                    classes[value] = _CLASS_LIVE
            elif base_use in (page_maps.USE_FREE, page_maps.USE_TRUNK):
                classes[value] = _CLASS_FREE
            else:
                classes[value] = _CLASS_HIDDEN
        return bytes(classes)

    def _ReadChunk(self, page_number, page_count):
        """Reads pages of the file.

        Args:
          page_number (int): number of the first page.
          page_count (int): number of pages.

        Returns:
          bytes: pages, those that can not be read as zero bytes.
        """
        database = self._database
        page_size = database.page_size
        database.last_error = None
        data = database.ReadRaw((page_number - 1) * page_size, page_count * page_size)
        if len(data) == page_count * page_size:
            return data
        if database.last_error:
            # One bad sector must not cost the pages around it.
            data = b"".join(
                (database.ReadBasePage(number)[0] or b"").ljust(page_size, b"\x00")
                for number in range(page_number, page_number + page_count)
            )
        return data.ljust(page_count * page_size, b"\x00")

    def ScanFile(self):
        """Scans the database file."""
        database = self._database
        page_size = database.page_size
        pages_per_read = _READ_SIZE // page_size
        classes_per_value = self._GetClasses()
        committed = database.wal.committed if database.live.uses_wal else ()
        hidden_pages = sorted(committed)
        hidden_index = 0
        page_count = database.page_count
        # Without their live cells copies of them could not be told from other rows.
        scans_live_pages = not self._skips_live_pages or bool(self.live_cells.keys)
        map_pages = self._map.pages

        for first_page in range(1, page_count + 1, pages_per_read):
            if not database.Touch():
                return
            count = min(pages_per_read, page_count + 1 - first_page)
            data = self._ReadChunk(first_page, count)
            classes = bytearray(
                map_pages[first_page : first_page + count].translate(classes_per_value)
            )
            while (
                hidden_index < len(hidden_pages)
                and hidden_pages[hidden_index] < first_page + count
            ):
                if hidden_pages[hidden_index] >= first_page:
                    classes[hidden_pages[hidden_index] - first_page] = _CLASS_HIDDEN
                hidden_index += 1
            if not self._skips_live_pages:
                types = data[::page_size]
                for page_type in _INDEX_PAGES:
                    index = types.find(page_type)
                    while index >= 0:
                        if classes[index] == _CLASS_SKIPPED:
                            self._ScanIndexPage(
                                self.regions.GetPlace(
                                    data,
                                    index * page_size,
                                    first_page + index,
                                    0,
                                    0,
                                    0,
                                )
                            )
                        index = types.find(page_type, index + 1)
                if self._map.is_damaged:
                    self._MarkUnknownTables(types, classes)

            for index, page_class in enumerate(classes):
                if page_class == _CLASS_SKIPPED:
                    continue
                page_number = first_page + index
                base = index * page_size
                if page_class == _CLASS_LIVE:
                    if scans_live_pages:
                        owner = map_pages[page_number] >> 4
                        if owner == page_maps.OTHER_TABLE:
                            continue
                        if not owner:
                            self._ScanUnreachablePage(data, base, page_number)
                            continue
                        if page_number > 1 and self._ScanLiveLeaf(
                            data, base, page_number, owner
                        ):
                            continue
                        self._ScanLivePage(
                            self.regions.GetPlace(data, base, page_number, 0, owner, 0)
                        )
                elif page_class == _CLASS_FREE:
                    self._ScanFreePage(
                        self.regions.GetPlace(
                            data,
                            base,
                            page_number,
                            0,
                            0,
                            candidate_lists.FLAG_FREE_PAGE,
                        )
                    )
                else:
                    self._ScanHiddenPage(
                        self.regions.GetPlace(
                            data,
                            base,
                            page_number,
                            0,
                            self._map.GetBaseOwner(page_number),
                            0,
                        ),
                        self._map.GetBaseUse(page_number),
                    )

    def _MarkUnknownTables(self, types, classes):
        """Marks the pages of tables that could not be walked.

        Args:
          types (bytes): first byte of the pages.
          classes (bytearray): class of the pages.
        """
        index = types.find(sqlite_format.TABLE_LEAF_PAGE)
        while index >= 0:
            if classes[index] == _CLASS_SKIPPED:
                classes[index] = _CLASS_LIVE
            index = types.find(sqlite_format.TABLE_LEAF_PAGE, index + 1)

    def ScanLog(self):
        """Scans the frames of the write-ahead log or rollback journal."""
        database = self._database
        wal = database.wal
        if wal is None or not wal.page_size or wal.page_size != database.page_size:
            return
        for frame_number in range(1, wal.frame_count + 1):
            if frame_number % 256 == 0 and not database.Touch():
                return
            data = wal.ReadFrame(frame_number)
            if data is None:
                continue
            page_number = wal.page_numbers[frame_number]
            if page_number == 1:
                # The root of the schema, whose rows look like those of other tables.
                continue
            owner = self._log_map.GetOwner(page_number)
            if owner == page_maps.OTHER_TABLE:
                owner = self._log_map.base_owners.get(page_number, owner)
            state = wal.GetFrameState(frame_number)
            is_live = (
                state == wal_log.STATE_COMMITTED
                and database.live.uses_wal
                and self._map.GetLiveUse(page_number) == page_maps.USE_OTHER
            )
            page_type = data[0]
            place = self.regions.GetPlace(data, 0, page_number, frame_number, owner, 0)
            if page_type in _TABLE_PAGES:
                if owner == page_maps.OTHER_TABLE and (
                    is_live or not place.key_value_grammar
                ):
                    continue
                if owner or not is_live or self._map.is_damaged:
                    self._ScanLivePage(place, is_in_array_dead=not is_live)
            elif page_type in _INDEX_PAGES:
                if is_live:
                    self._ScanIndexPage(place)
                else:
                    self.regions.ScanKeys(place, 0, self._usable_size, ())
            elif data[4:6] == b"\x00\x00":
                # A trunk of the freelist, which may have been a page of a table.
                self.regions.ScanRegion(place, 0, self._usable_size, True)


def _ReadFreeblocks(data, base, block, limit):
    """Reads where the freeblocks of a page are that can hold a row or a key.

    Args:
      data (bytes): data.
      base (int): offset in the data of the page.
      block (int): offset in the page of the first freeblock, 0 if there is none.
      limit (int): offset in the data where the usable part of the page ends.

    Yields:
      tuple[int, int]: offsets in the data of the start and end of a freeblock.
    """
    for _ in range(_MAXIMUM_FREEBLOCKS):
        start = base + block
        if not block or start + 4 > limit:
            return
        next_block, size = _FREEBLOCK_HEADER.unpack_from(data, start)
        if size < 4 or start + size > limit:
            return
        if size >= regions.MINIMUM_REGION_SIZE:
            yield start, start + size
        if next_block and next_block <= block + 3:
            return
        block = next_block
