"""Scans the pages of a database and the frames of its log for rows that are not live.

The file is read once, in order, in large reads. Most of its bytes are not looked at: of
a live page only the gap between its cell pointers and its cells, and its freeblocks,
and of a page that is no page of a table or of an index nothing, unless it is free. What
is found is a candidate (candidates.py): no value is kept or even read here.

Sources: recovery.md B.4 and B.5.
"""

import array
import struct

from cursor_plaso import sqlite_format
from cursor_plaso import wal as wal_log
from cursor_plaso.recovery import candidates as candidate_lists
from cursor_plaso.recovery import freed_cells
from cursor_plaso.recovery import grammar as record_grammar
from cursor_plaso.recovery import key_value_cells
from cursor_plaso.recovery import page_map as page_maps
from cursor_plaso.recovery import remnants
from cursor_plaso.recovery import stored_keys

# Bytes at the start of a cell that tell it from all others of its table: size, rowid,
# header and the start of the key.
FINGERPRINT_SIZE = 24

_READ_SIZE = 1024 * 1024

# A smaller place can not hold a row of a key and a value.
_MINIMUM_REGION_SIZE = 16

# What nearly all gaps hold that nothing was ever written to.
_ZERO_BYTES = bytes(65536)

_MAXIMUM_FREEBLOCKS = 16384

# The sizes of the header of a record of a key and a value, most frequent first.
_KEY_VALUE_HEADER_SIZES = tuple(bytes((size,)) for size in (5, 6, 4, 7, 3))

_MAXIMUM_LIVE_KEYS = 1000000

# What Python takes for each.
_RECORD_OVERHEAD = 150

# Size of the records that are kept so that they are not read again.
_MAXIMUM_KEPT_SIZE = 16 * 1024 * 1024

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


class _Place:
    """Where records are looked for.

    Attributes:
      base (int): offset of the page in the data.
      data (bytes): data that holds the page.
      flags (int): FLAG values of what is found.
      frame_number (int): number of the frame or 0.
      freed_grammars (list[RecordGrammar]): grammars of the tables of which cells are
          looked for whose front is lost.
      grammars (list[RecordGrammar]): grammars of tables without keys and values.
      key_value_grammar (RecordGrammar): grammar of keys and values or None.
      owner (int): number of the table of the page or 0.
      page_number (int): page number.
    """

    __slots__ = (
        "base",
        "data",
        "flags",
        "frame_number",
        "freed_grammars",
        "grammars",
        "key_value_grammar",
        "owner",
        "page_number",
    )

    def __init__(self, data, base, page_number, frame_number, owner, flags):
        """Initializes a place.

        Args:
          data (bytes): data that holds the page.
          base (int): offset of the page in the data.
          page_number (int): page number.
          frame_number (int): number of the frame or 0.
          owner (int): number of the table of the page or 0.
          flags (int): FLAG values of what is found.
        """
        self.base = base
        self.data = data
        self.flags = flags
        self.frame_number = frame_number
        self.freed_grammars = ()
        self.grammars = ()
        self.key_value_grammar = None
        self.owner = owner
        self.page_number = page_number


class Scanner:
    """Scanner of a database.

    Attributes:
      candidates (CandidateList): what was found.
      keys (remnants.KeyCollection): keys that were found without a row.
      live_fingerprints (dict[int, array.array]): hashes of the starts of the live
          cells, per number of a table whose rows are replaced and never changed.
      live_keys (dict[int, tuple[array.array, array.array]]): hashes of the live keys
          and the page that each is in, per number of a table of keys and values that
          is not too large.
      live_row_counts (dict[int, int]): number of live rows seen, per number of a table.
      records (dict[int, bytes]): what is available of a record, from its header on, per
          candidate, up to a size.
      pointed_pages (bytearray): a bit per page that a free page may lead to as the next
          of its chain.
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
        encoding = database.encoding
        self._database = database
        self._grammar_per_number = {grammar.number: grammar for grammar in grammars}
        self._key_value_grammars = [
            grammar for grammar in grammars if grammar.is_key_value
        ]
        self._families_grammar = next(
            (grammar for grammar in grammars if grammar.has_families), None
        )
        self._freed_cell_finder = freed_cells.FreedCellFinder(database.usable_size)
        self._kept_size = 0
        self._log_map = log_map or page_map
        self._key_value_numbers = frozenset(
            grammar.number for grammar in self._key_value_grammars
        )
        self._map = page_map
        self._maximum_local_size = sqlite_format.GetMaximumLocalSize(
            database.usable_size
        )
        self._other_grammars = [
            grammar for grammar in grammars if not grammar.is_key_value
        ]
        # All tables of keys and values look the same. Keys of known families are found
        # by their text.
        self._freed_grammars = (
            self._other_grammars
            + [
                grammar
                for grammar in self._key_value_grammars
                if not grammar.has_families
            ][:1]
        )
        # What the keys of most rows have, whatever the header before them.
        self._key_texts = tuple(
            sqlite_format.EncodeText(text, encoding)
            for text in ("Id:", "composerData:")
        )
        self._prefixes = tuple(
            sqlite_format.EncodeText(prefix.decode("ascii"), encoding)
            for prefix in stored_keys.KEY_PREFIXES
        )
        self._skips_live_pages = skips_live_pages
        self._usable_size = database.usable_size
        self.candidates = candidate_lists.CandidateList()
        self.keys = remnants.KeyCollection(encoding)
        self.live_fingerprints = {
            grammar.number: array.array("q")
            for grammar in grammars
            if grammar.is_replaced
        }
        self.live_keys = {
            grammar.number: (array.array("q"), array.array("I"))
            for grammar in grammars
            if grammar.is_key_value
        }
        self.live_row_counts = {grammar.number: 0 for grammar in grammars}
        self.records = {}
        self.pointed_pages = bytearray(page_map.page_count // 8 + 1)

    def _AddLiveCells(self, data, base, pointers, owner, page_number):
        """Adds the live cells of a page to those that a copy is compared with.

        Args:
          data (bytes): data that holds the page.
          base (int): offset of the page in the data.
          pointers (tuple[int]): offsets of the cells.
          owner (int): number of the table.
          page_number (int): page number.
        """
        self.live_row_counts[owner] += len(pointers)
        fingerprints = self.live_fingerprints.get(owner)
        if fingerprints is not None:
            fingerprints.extend(
                [
                    hash(data[base + pointer : base + pointer + FINGERPRINT_SIZE])
                    for pointer in pointers
                ]
            )
        live_keys = self.live_keys.get(owner)
        if live_keys is None:
            return
        key_hashes, pages = live_keys
        if len(pages) > _MAXIMUM_LIVE_KEYS:
            # The index is asked instead.
            del self.live_keys[owner]
            return
        try:
            for pointer in pointers:
                position = base + pointer
                while data[position] > 127:
                    position += 1
                position += 1
                while data[position] > 127:
                    position += 1
                position += 1
                key_type = data[position + 1]
                if key_type > 127:
                    key_type = (key_type & 127) << 7 | data[position + 2]
                position += data[position]
                key_hashes.append(
                    hash(data[position : position + (key_type - 13 >> 1)])
                )
                pages.append(page_number)
        except IndexError:
            # The page is damaged, or a varint ends behind the data.
            del self.live_keys[owner]

    def _AddRecord(
        self,
        place,
        grammar,
        key,
        cell_offset,
        offset,
        size,
        rowid,
        end,
        flags=0,
        serial_types=None,
    ):
        """Adds a record to the candidates.

        Args:
          place (_Place): where it was found.
          grammar (RecordGrammar): grammar of its table.
          key (bytes): stored key, or what identifies the row otherwise.
          cell_offset (int): offset in the data of the cell or None.
          offset (int): offset in the data of the record.
          size (int): size of the record.
          rowid (int): rowid or None.
          end (int): offset in the data where what is available ends.
          flags (Optional[int]): FLAG values beside those of the place.
          serial_types (Optional[list[int]]): serial types if the header was rebuilt.

        Returns:
          int: offset in the data where the available part of the record ends.
        """
        number = grammar.number
        if grammar.is_key_value and number != place.owner:
            number = self._GetTableOfKey(key, place)

        record_end = offset + self._GetSizeInPage(size)
        if grammar.key_index is None and record_end <= end:
            body_offset = offset
            if serial_types is None:
                body_offset += place.data[offset]
            else:
                body_offset += size
                body_offset -= sum(map(sqlite_format.GetSerialTypeSize, serial_types))
            self.candidates.contents[len(self.candidates)] = hash(
                place.data[body_offset:record_end]
            )
        end = min(record_end, end)
        fingerprint = 0
        flags |= place.flags
        if serial_types is not None:
            flags |= candidate_lists.FLAG_REBUILT
            self.candidates.rebuilt[len(self.candidates)] = serial_types
        if cell_offset is not None:
            flags |= candidate_lists.FLAG_INTACT
            fingerprint = hash(place.data[cell_offset : cell_offset + FINGERPRINT_SIZE])
        if self._kept_size < _MAXIMUM_KEPT_SIZE:
            start = max(offset, place.base)
            self.records[len(self.candidates)] = place.data[start:end]
            self._kept_size += max(end - start, 0) + _RECORD_OVERHEAD
        self.candidates.Append(
            number,
            place.page_number,
            place.frame_number,
            max(offset - place.base, 0),
            max(end - offset, 0),
            size,
            -1 if rowid is None else rowid,
            hash(key),
            fingerprint,
            flags,
        )
        return end

    def _GetTableOfKey(self, key, place):
        """Determines which of several tables of keys and values a key is of.

        Args:
          key (bytes): stored key.
          place (_Place): where it was found.

        Returns:
          int: number of the table.
        """
        grammars = self._key_value_grammars
        owner = self._grammar_per_number.get(place.owner)
        if owner is not None and owner.is_key_value:
            return owner.number
        if len(grammars) == 1:
            return grammars[0].number
        has_family = key.startswith(self._prefixes)
        for grammar in grammars:
            if grammar.has_families == has_family:
                return grammar.number
        return grammars[0].number

    def _GetPlace(self, data, base, page_number, frame_number, owner, flags):
        """Retrieves a place.

        Args:
          data (bytes): data that holds the page.
          base (int): offset of the page in the data.
          page_number (int): page number.
          frame_number (int): number of the frame or 0.
          owner (int): number of the table of the page or 0.
          flags (int): FLAG values of what is found.

        Returns:
          _Place: place.
        """
        place = _Place(data, base, page_number, frame_number, owner, flags)
        grammar = self._grammar_per_number.get(owner)
        if owner == page_maps.OTHER_TABLE:
            # Only what the known keys tell: rows of other tables look the same.
            place.owner = 0
            place.key_value_grammar = self._families_grammar
        elif grammar is None:
            place.freed_grammars = self._freed_grammars
            place.grammars = self._other_grammars
            place.key_value_grammar = (
                self._key_value_grammars[0] if self._key_value_grammars else None
            )
        elif grammar.is_key_value:
            place.key_value_grammar = grammar
            if not grammar.has_families:
                place.freed_grammars = (grammar,)
        else:
            place.freed_grammars = (grammar,)
            place.grammars = (grammar,)
        return place

    def _ScanArray(self, place, header_offset, cell_count, limit):
        """Adds the records of the cells that the cell pointers of a page lead to.

        Args:
          place (_Place): where the records are.
          header_offset (int): offset in the data of the page header.
          cell_count (int): number of cells.
          limit (int): offset in the data where the usable part of the page ends.

        Returns:
          list[tuple[int, int]]: start and end of the cells.
        """
        base = place.base
        data = place.data
        array_end = header_offset + 8 + 2 * cell_count
        if array_end > limit:
            return []
        extents = []
        flags = candidate_lists.FLAG_IN_ARRAY
        read_varint = sqlite_format.ReadVarint
        for pointer in struct.unpack_from(f">{cell_count:d}H", data, header_offset + 8):
            cell_offset = base + pointer
            if not array_end <= cell_offset < limit - 4:
                continue
            try:
                size, position = read_varint(data, cell_offset)
                rowid, position = read_varint(data, position)
            except IndexError:
                continue
            if not 0 < size < 0x7FFFFFFF or position >= limit:
                continue
            local_size = size
            if size > self._maximum_local_size:
                local_size = sqlite_format.GetLocalSize(size, self._usable_size) + 4
            if position + local_size > limit:
                continue
            found = self._ReadRecordAt(place, position, limit)
            if found is None or found[2] != size:
                continue
            self._AddRecord(
                place,
                found[0],
                found[1] or record_grammar.GetRowidIdentity(rowid),
                cell_offset,
                position,
                size,
                sqlite_format.ToSigned(rowid),
                limit,
                flags,
            )
            extents.append((cell_offset, position + local_size))
        return extents

    def _ReadRecordAt(self, place, offset, limit):
        """Reads the header and the key of a record.

        Args:
          place (_Place): where the record is.
          offset (int): offset in the data of the record.
          limit (int): offset in the data where what is available ends.

        Returns:
          tuple[RecordGrammar, bytes, int]: grammar of its table, key, or None if the
              table has none, and size of the record; or None if it is no record of a
              table that is looked for.
        """
        data = place.data
        grammar = place.key_value_grammar
        if grammar is not None:
            parsed = key_value_cells.ReadKeyValueHeader(data, offset, limit)
            if parsed is not None:
                key_offset, key_end, size = parsed
                key = data[key_offset:key_end]
                if grammar.IsKey(key):
                    return grammar, key, size
        for grammar in place.grammars:
            header = grammar.ReadHeader(data, offset, limit)
            if header is not None:
                serial_types, header_size, size = header
                key = None
                if grammar.key_index is not None:
                    key = grammar.GetKey(
                        data, offset + header_size, serial_types, limit
                    )
                    if key is None:
                        continue
                return grammar, key, size
        return None

    def _ScanFreePage(self, place):
        """Scans a page of which nothing is live.

        Args:
          place (_Place): the page.
        """
        data, base = place.data, place.base
        limit = base + self._usable_size
        page_type, _, cell_count, _, _ = _PAGE_HEADER.unpack_from(data, base)
        if page_type == sqlite_format.TABLE_LEAF_PAGE:
            extents = self._ScanArray(place, base, cell_count, limit)
            if extents:
                # A page has the rows of one table.
                number = self.candidates.tables[-1]
                if number in self._key_value_numbers:
                    place.grammars = ()
                if self._grammar_per_number[number].has_families:
                    place.freed_grammars = ()
                extents.sort()
                start = base + 8
                for cell_start, cell_end in extents:
                    if cell_start - start >= _MINIMUM_REGION_SIZE:
                        self._ScanRegion(place, start, cell_start, True)
                    start = max(start, cell_end)
                if limit - start >= _MINIMUM_REGION_SIZE:
                    self._ScanRegion(place, start, limit, True)
                return
            self._ScanRegion(place, base + 8, limit, True)
            self._ScanFreeblocks(place, base, limit)
        elif page_type in _INDEX_PAGES:
            self._ScanKeys(place, base, limit, ())
        elif page_type == sqlite_format.TABLE_INTERIOR_PAGE:
            self._ScanRegion(place, base + 12, limit, True)
        else:
            (next_page,) = _UINT32.unpack_from(data, base)
            if 0 < next_page <= self._map.page_count:
                self.pointed_pages[next_page >> 3] |= 1 << (next_page & 7)
            if data[base + 4 : base + 6] == b"\x00\x00":
                # Text has no zero bytes: the page is or was a trunk of the freelist.
                self._ScanRegion(place, base, limit, True)
            elif place.key_value_grammar is not None:
                offsets = self._FindHeaders(data, base + 4, limit)
                if offsets:
                    place.grammars = ()
                    self._ScanRegion(place, base, limit, False, offsets=offsets)

    def _ScanFreeblocks(self, place, header_offset, limit):
        """Scans the freeblocks of a page.

        Args:
          place (_Place): the page.
          header_offset (int): offset in the data of the page header.
          limit (int): offset in the data where the usable part of the page ends.
        """
        data, base = place.data, place.base
        flags = place.flags
        place.flags = flags | candidate_lists.FLAG_FREEBLOCK
        (block,) = _UINT16.unpack_from(data, header_offset + 1)
        count = 0
        while block and base + block + 4 <= limit and count < _MAXIMUM_FREEBLOCKS:
            count += 1
            next_block, size = struct.unpack_from(">2H", data, base + block)
            if size < 4 or base + block + size > limit:
                break
            if size >= _MINIMUM_REGION_SIZE:
                self._ScanRegion(
                    place, base + block, base + block + size, True, is_freeblock=True
                )
            if next_block and next_block <= block + 3:
                break
            block = next_block
        place.flags = flags

    def _ScanIndexPage(self, place):
        """Scans what is not live of an index page for keys.

        Args:
          place (_Place): the page.
        """
        data, base = place.data, place.base
        limit = base + self._usable_size
        page_type, block, cell_count, content_offset, _ = _PAGE_HEADER.unpack_from(
            data, base
        )
        header_size = 8 if page_type == sqlite_format.INDEX_LEAF_PAGE else 12
        start = base + header_size + 2 * cell_count
        end = base + (content_offset or 65536)
        if _HasContent(data, start, end, limit):
            self._ScanKeys(place, start, end, ())
        count = 0
        while block and base + block + 4 <= limit and count < _MAXIMUM_FREEBLOCKS:
            count += 1
            next_block, size = struct.unpack_from(">2H", data, base + block)
            if size < 4 or base + block + size > limit:
                break
            if size >= _MINIMUM_REGION_SIZE:
                self._ScanKeys(
                    place, base + block, base + block + size, (), is_freeblock=True
                )
            if next_block and next_block <= block + 3:
                break
            block = next_block

    def _ScanKeys(
        self,
        place,
        start,
        end,
        known_offsets,
        adds_rows=False,
        is_freeblock=False,
        prefixes=None,
    ):
        """Scans a region for keys of the known families.

        Args:
          place (_Place): where the region is.
          start (int): offset in the data of the region.
          end (int): offset in the data where the region ends.
          known_offsets (container[int]): offsets in the data of the keys of records
              that were found.
          adds_rows (Optional[bool]): True to add what can be a row, False for a page
              of an index.
          is_freeblock (Optional[bool]): True if the region is a freeblock of an index.
          prefixes (Optional[tuple[bytes]]): starts of the keys, where None represents
              all.
        """
        data = place.data
        find = data.find
        for prefix in prefixes or self._prefixes:
            offset = find(prefix, start, end)
            while offset >= 0:
                if offset not in known_offsets:
                    is_row = adds_rows and self._AddRebuiltRow(
                        place, offset, start, end
                    )
                    is_key = not is_row and self._AddKey(data, offset, end)
                    if not is_key and not adds_rows:
                        self._AddFreedKey(data, offset, start, end, is_freeblock)
                offset = find(prefix, offset + len(prefix), end)

    def _AddKey(self, data, offset, end):
        """Adds a key that has no row.

        Args:
          data (bytes): data.
          offset (int): offset of the key.
          end (int): offset where the region ends.

        Returns:
          bool: True if the key was added.
        """
        key = stored_keys.ReadKey(data, offset, end, self._database.encoding)
        if key is not None:
            self.keys.Add(key)
        return key is not None

    def _AddFreedKey(self, data, offset, start, end, is_freeblock):
        """Adds the key of an entry of an index that became a freeblock.

        Args:
          data (bytes): data.
          offset (int): offset of the key.
          start (int): offset of the region.
          end (int): offset where the region ends.
          is_freeblock (bool): True if the region is a freeblock.
        """
        if self._database.encoding == "utf-8":
            key = stored_keys.ReadFreedKey(
                data, offset, start, end, is_freeblock=is_freeblock
            )
            if key is not None:
                self.keys.Add(key)

    def _AddRebuiltRow(self, place, key_offset, start, end):
        """Adds a row of a key and a value of which the front was overwritten.

        Args:
          place (_Place): where the key is.
          key_offset (int): offset in the data of the key.
          start (int): offset in the data of the region.
          end (int): offset in the data where the region ends.

        Returns:
          bool: True if the row was added.
        """
        grammar = place.key_value_grammar
        if grammar is None:
            return False
        rebuilt = key_value_cells.RebuildKeyValueHeader(
            place.data, key_offset, start, end, self._database.encoding
        )
        if rebuilt is None:
            return False
        key, serial_types, header_size = rebuilt
        size = header_size + sum(map(sqlite_format.GetSerialTypeSize, serial_types))
        offset = key_offset - header_size
        if offset < place.base:
            return False
        self._AddRecord(
            place,
            grammar,
            key,
            None,
            offset,
            size,
            None,
            end,
            serial_types=serial_types,
        )
        return True

    def _ScanRegion(
        self, place, start, end, scans_keys, is_freeblock=False, offsets=None
    ):
        """Scans a region of a page for records.

        Args:
          place (_Place): where the region is.
          start (int): offset in the data of the region.
          end (int): offset in the data where the region ends.
          scans_keys (bool): True to look for keys whose record header is lost.
          is_freeblock (Optional[bool]): True if the region is a freeblock.
          offsets (Optional[list[int]]): offsets in the data of what can be headers, if
              they are known.
        """
        data = place.data
        found = []
        key_offsets = []
        if place.key_value_grammar is not None:
            if offsets is None:
                offsets = self._FindHeaders(data, start, end)
            if offsets:
                self._FindKeyValueRecords(
                    place, start, end, offsets, found, key_offsets
                )
        # A page has the rows of one table.
        if not found:
            for grammar in place.grammars:
                self._FindRecords(place, grammar, start, end, found)
        if is_freeblock or place.freed_grammars:
            self._FindFreedCells(place, start, end, found, key_offsets, is_freeblock)

        if len(found) > 1:
            found.sort(key=lambda record: record[3])
        available_sizes = self.candidates.available_sizes
        last_end = 0
        for grammar, key, cell_offset, offset, size, rowid, serial_types in found:
            first = last_first = cell_offset
            if first is None:
                # Size and rowid, of one to three bytes, were overwritten.
                last_first = offset - len(sqlite_format.WriteVarint(size)) - 1
                first = last_first - 2
            if last_first < last_end:
                # What was written later overwrote the end of what was there.
                available_sizes[-1] = min(
                    max(first - place.base - self.candidates.offsets[-1], 0),
                    available_sizes[-1],
                )
            last_end = self._AddRecord(
                place,
                grammar,
                key,
                cell_offset,
                offset,
                size,
                rowid,
                end,
                serial_types=serial_types,
            )
        if place.key_value_grammar is None:
            return
        if scans_keys:
            self._ScanKeys(place, start, end, key_offsets, adds_rows=True)
        elif self._CountKeyTexts(data, start, end) > len(key_offsets):
            self._ScanKeys(
                place,
                start,
                end,
                key_offsets,
                adds_rows=True,
                prefixes=self._prefixes[:3],
            )

    def _CountKeyTexts(self, data, start, end):
        """Counts the texts that the keys of most rows have.

        Args:
          data (bytes): data.
          start (int): offset of the region.
          end (int): offset where the region ends.

        Returns:
          int: number of texts.
        """
        first, second = self._key_texts
        return data.count(first, start, end) + data.count(second, start, end)

    def _FindFreedCells(self, place, start, end, found, key_offsets, is_freeblock):
        """Finds records of which a freeblock took the front.

        Args:
          place (_Place): where the region is.
          start (int): offset in the data of the region.
          end (int): offset in the data where the region ends.
          found (list[tuple]): records that were found, to which these are added.
          key_offsets (list[int]): offsets in the data of their keys.
          is_freeblock (bool): True if the region is a freeblock.
        """
        if start == place.base:
            # A trunk of the freelist has the numbers of pages after their count.
            (count,) = _UINT32.unpack_from(place.data, start + 4)
            start = min(start + 8 + 4 * min(count, self._usable_size), end)
        grammars = place.freed_grammars
        if is_freeblock and place.key_value_grammar is not None:
            # Keys of no known family.
            if place.key_value_grammar not in grammars:
                grammars = (*grammars, place.key_value_grammar)
        known_cells = [
            (cell_offset, offset, offset + self._GetSizeInPage(size))
            for _, _, cell_offset, offset, size, _, _ in found
        ]
        for cell in self._freed_cell_finder.Find(
            grammars,
            place.data,
            place.base,
            start,
            end,
            known_cells,
            is_freeblock=is_freeblock,
        ):
            if cell.grammar.is_key_value:
                key_offsets.append(cell.value_offset)
            found.append(
                (
                    cell.grammar,
                    cell.key,
                    None,
                    cell.offset,
                    cell.size,
                    None,
                    cell.serial_types,
                )
            )

    def _GetSizeInPage(self, size):
        """Determines how much of a record is in its page.

        Args:
          size (int): size of the record.

        Returns:
          int: size, with that of the number of the first overflow page.
        """
        if size <= self._maximum_local_size:
            return size
        return sqlite_format.GetSizeInPage(size, self._usable_size)

    def _FindKeyValueRecords(self, place, start, end, offsets, found, key_offsets):
        """Finds records of a key and a value by their headers.

        Args:
          place (_Place): where to look.
          start (int): offset in the data of the region.
          end (int): offset in the data where the region ends.
          offsets (list[int]): offsets in the data of what can be a header.
          found (list[tuple]): where the records are added.
          key_offsets (list[int]): where the offsets in the data of their keys are
              added.
        """
        data = place.data
        grammar = place.key_value_grammar
        for offset in offsets:
            parsed = key_value_cells.ReadKeyValueHeader(data, offset, end)
            if parsed is None:
                continue
            key_offset, key_end, size = parsed
            cell_offset, rowid = key_value_cells.FindCellStart(
                data, offset, size, start
            )
            key = data[key_offset:key_end]
            if cell_offset is not None:
                is_record = grammar.IsKey(key)
            elif key.startswith(self._prefixes):
                known_end = stored_keys.FindKeyEnd(data, key_offset, end)
                is_record = known_end in (None, key_end) and grammar.IsKey(key)
            else:
                is_record = False
            if is_record:
                key_offsets.append(key_offset)
                found.append((grammar, key, cell_offset, offset, size, rowid, None))

    def _FindHeaders(self, data, start, end):
        """Finds what can be the start of a record of a key and a value.

        Args:
          data (bytes): data.
          start (int): offset of the region.
          end (int): offset where the region ends.

        Returns:
          list[int]: offsets.
        """
        find = data.find
        offsets = []
        last = end - 3
        for header_size in _KEY_VALUE_HEADER_SIZES:
            offset = find(header_size, start, last)
            while offset >= 0:
                byte = data[offset + 1]
                # The serial type of a text of at least a byte.
                if byte > 128 or byte > 14 and byte & 1:
                    offsets.append(offset)
                offset = find(header_size, offset + 1, last)
        return offsets

    def _FindRecords(self, place, grammar, start, end, found):
        """Finds whole records of a table by their headers.

        Args:
          place (_Place): where to look.
          grammar (RecordGrammar): grammar of the table.
          start (int): offset in the data of the region.
          end (int): offset in the data where the region ends.
          found (list[tuple]): where the records are added.
        """
        data = place.data
        search = grammar.header_re.search
        match = search(data, start, end)
        while match:
            offset = match.start()
            header = grammar.ReadHeader(data, offset, end)
            if header is not None:
                serial_types, header_size, size = header
                cell_offset, rowid = key_value_cells.FindCellStart(
                    data, offset, size, start
                )
                if cell_offset is not None:
                    key = record_grammar.GetRowidIdentity(rowid)
                    if grammar.key_index is not None:
                        key = grammar.GetKey(
                            data, offset + header_size, serial_types, end
                        )
                    if key is not None:
                        found.append(
                            (grammar, key, cell_offset, offset, size, rowid, None)
                        )
            match = search(data, offset + 1, end)

    def _ScanLivePage(self, place, is_in_array_dead=False):
        """Scans a page that is in use.

        Args:
          place (_Place): the page.
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
                self._ScanArray(place, header_offset, cell_count, limit)
                place.flags = flags
            elif place.owner:
                self._AddLiveCells(
                    data,
                    base,
                    struct.unpack_from(f">{cell_count:d}H", data, header_offset + 8),
                    place.owner,
                    place.page_number,
                )
        if self._skips_live_pages:
            return
        if _HasContent(data, start, end, limit):
            self._ScanRegion(place, start, end, False)
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
        self._AddLiveCells(
            data,
            base,
            _POINTER_ARRAYS[cell_count].unpack_from(data, base + 8),
            owner,
            page_number,
        )
        if self._skips_live_pages:
            return True
        if _HasContent(data, start, end, end):
            offsets = None
            is_searched = True
            if self._grammar_per_number[owner].has_families:
                offsets = self._FindHeaders(data, start, end)
                is_searched = offsets or self._CountKeyTexts(data, start, end)
            if is_searched:
                place = self._GetPlace(data, base, page_number, 0, owner, 0)
                self._ScanRegion(place, start, end, False, offsets=offsets)
        if block:
            place = self._GetPlace(data, base, page_number, 0, owner, 0)
            self._ScanFreeblocks(place, base, base + self._usable_size)
        return True

    def _ScanUnreachablePage(self, data, base, page_number):
        """Scans a page of a table that a damaged tree does not lead to.

        Args:
          data (bytes): data that holds the page.
          base (int): offset of the page in the data.
          page_number (int): page number.
        """
        place = self._GetPlace(data, base, page_number, 0, 0, 0)
        # Any table has rows that look like those of a table without a key.
        place.grammars = [
            grammar for grammar in place.grammars if grammar.key_index is not None
        ]
        self._ScanLivePage(place, is_in_array_dead=True)

    def _ScanHiddenPage(self, place, base_use):
        """Scans a page of the file that is not part of the live state.

        Args:
          place (_Place): the page.
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
        scans_live_pages = not self._skips_live_pages or bool(self.live_keys)
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
                                self._GetPlace(
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
                            self._GetPlace(data, base, page_number, 0, owner, 0)
                        )
                elif page_class == _CLASS_FREE:
                    self._ScanFreePage(
                        self._GetPlace(
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
                        self._GetPlace(
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
            place = self._GetPlace(data, 0, page_number, frame_number, owner, 0)
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
                    self._ScanKeys(place, 0, self._usable_size, ())
            elif data[4:6] == b"\x00\x00":
                # A trunk of the freelist, which may have been a page of a table.
                self._ScanRegion(place, 0, self._usable_size, True)


def _HasContent(data, start, end, limit):
    """Determines if the gap of a page can hold a record or a key.

    Args:
      data (bytes): data that holds the page.
      start (int): offset of the gap.
      end (int): offset where the gap ends.
      limit (int): offset where the usable part of the page ends.

    Returns:
      bool: False if it is too small or outside of the page, or if it holds zero bytes
          only.
    """
    if not start <= end <= limit or end - start < _MINIMUM_REGION_SIZE:
        return False
    return not _ZERO_BYTES.startswith(data[start:end])
