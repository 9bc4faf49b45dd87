"""Finds records and keys in a region of a page.

What is found is a candidate (candidates.py) or a key without a row (remnants.py): no
value is kept but the start of some records, which are read soon.

Sources: recovery.md B.4 and B.5.
"""

import struct

from cursor_plaso import sqlite_format
from cursor_plaso.recovery import candidates as candidate_lists
from cursor_plaso.recovery import freed_cells
from cursor_plaso.recovery import grammar as record_grammar
from cursor_plaso.recovery import key_value_cells
from cursor_plaso.recovery import live_cells
from cursor_plaso.recovery import page_map as page_maps
from cursor_plaso.recovery import remnants
from cursor_plaso.recovery import stored_keys

# A smaller place can not hold a row of a key and a value.
MINIMUM_REGION_SIZE = 16

# What nearly all gaps hold that nothing was ever written to.
_ZERO_BYTES = bytes(65536)

# The sizes of the header of a record of a key and a value, most frequent first.
_KEY_VALUE_HEADER_SIZES = tuple(bytes((size,)) for size in (5, 6, 4, 7, 3))

# What Python takes for each.
_RECORD_OVERHEAD = 150

# Size of the records that are kept so that they are not read again.
_MAXIMUM_KEPT_SIZE = 16 * 1024 * 1024

_UINT32 = struct.Struct(">I")


class Place:
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


class RegionScanner:
    """Scanner of regions of pages.

    Attributes:
      candidates (CandidateList): what was found.
      keys (remnants.KeyCollection): keys that were found without a row.
      records (dict[int, bytes]): what is available of a record, from its header on, per
          candidate, up to a size.
    """

    def __init__(self, database, grammars):
        """Initializes a scanner.

        Args:
          database (Database): database.
          grammars (list[RecordGrammar]): grammars of the tables.
        """
        super().__init__()
        encoding = database.encoding
        self._encoding = encoding
        self._families_grammar = next(
            (grammar for grammar in grammars if grammar.has_families), None
        )
        self._freed_cell_finder = freed_cells.FreedCellFinder(database.usable_size)
        self._grammar_per_number = {grammar.number: grammar for grammar in grammars}
        self._kept_size = 0
        self._key_value_grammars = [
            grammar for grammar in grammars if grammar.is_key_value
        ]
        # What the keys of most rows have, whatever the header before them.
        self._key_texts = tuple(
            sqlite_format.EncodeText(text, encoding)
            for text in ("Id:", "composerData:")
        )
        self._maximum_local_size = sqlite_format.GetMaximumLocalSize(
            database.usable_size
        )
        self._other_grammars = [
            grammar for grammar in grammars if not grammar.is_key_value
        ]
        # All tables of keys and values look the same.
        self._freed_grammars = (*self._other_grammars, *self._key_value_grammars[:1])
        self._prefixes = tuple(
            sqlite_format.EncodeText(prefix.decode("ascii"), encoding)
            for prefix in stored_keys.KEY_PREFIXES
        )
        self._usable_size = database.usable_size
        self.candidates = candidate_lists.CandidateList()
        self.keys = remnants.KeyCollection(encoding)
        self.records = {}

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
          place (Place): where it was found.
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
            fingerprint = hash(
                place.data[cell_offset : cell_offset + live_cells.FINGERPRINT_SIZE]
            )
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
          place (Place): where it was found.

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

    def GetPlace(self, data, base, page_number, frame_number, owner, flags):
        """Retrieves a place.

        Args:
          data (bytes): data that holds the page.
          base (int): offset of the page in the data.
          page_number (int): page number.
          frame_number (int): number of the frame or 0.
          owner (int): number of the table of the page or 0.
          flags (int): FLAG values of what is found.

        Returns:
          Place: place.
        """
        place = Place(data, base, page_number, frame_number, owner, flags)
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
            place.freed_grammars = (grammar,)
            place.key_value_grammar = grammar
        else:
            place.freed_grammars = (grammar,)
            place.grammars = (grammar,)
        return place

    def ScanArray(self, place, header_offset, cell_count, limit):
        """Adds the records of the cells that the cell pointers of a page lead to.

        Args:
          place (Place): where the records are.
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
            local_size = self._GetSizeInPage(size)
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
          place (Place): where the record is.
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

    def ScanKeys(
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
          place (Place): where the region is.
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
        key = stored_keys.ReadKey(data, offset, end, self._encoding)
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
        if self._encoding == "utf-8":
            key = stored_keys.ReadFreedKey(
                data, offset, start, end, is_freeblock=is_freeblock
            )
            if key is not None:
                self.keys.Add(key)

    def _AddRebuiltRow(self, place, key_offset, start, end):
        """Adds a row of a key and a value of which the front was overwritten.

        Args:
          place (Place): where the key is.
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
            place.data, key_offset, start, end, self._encoding
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

    def ScanRegion(
        self, place, start, end, scans_keys, is_freeblock=False, offsets=None
    ):
        """Scans a region of a page for records.

        Args:
          place (Place): where the region is.
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
                offsets = self.FindHeaders(data, start, end)
            if offsets:
                self._FindKeyValueRecords(
                    place, start, end, offsets, found, key_offsets
                )
        # A page has the rows of one table.
        if not found:
            for grammar in place.grammars:
                self._FindRecords(place, grammar, start, end, found)
        if place.freed_grammars:
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
            self.ScanKeys(place, start, end, key_offsets, adds_rows=True)
        elif self.CountKeyTexts(data, start, end) > len(key_offsets):
            self.ScanKeys(
                place,
                start,
                end,
                key_offsets,
                adds_rows=True,
                prefixes=self._prefixes[:3],
            )

    def HasFreedCell(self, data, base, start, end, owner):
        """Determines if a region of a page may have a cell whose front is lost.

        Args:
          data (bytes): data.
          base (int): offset of the page.
          start (int): offset of the region.
          end (int): offset where the region ends.
          owner (int): number of the table of the page.

        Returns:
          bool: True if it may.
        """
        return self._freed_cell_finder.HasHeader(
            self._grammar_per_number[owner], data, base, start, end
        )

    def CountKeyTexts(self, data, start, end):
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
          place (Place): where the region is.
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
        headers = self._freed_cell_finder.FindHeaders(
            place.freed_grammars, place.data, place.base, start, end
        )
        if not headers and not is_freeblock:
            return
        known_cells = [
            (cell_offset, offset, offset + self._GetSizeInPage(size))
            for _, _, cell_offset, offset, size, _, _ in found
        ]
        for cell in self._freed_cell_finder.Find(
            place.freed_grammars,
            place.data,
            place.base,
            start,
            end,
            headers,
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
          place (Place): where to look.
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

    def FindHeaders(self, data, start, end):
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
          place (Place): where to look.
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


def HasContent(data, start, end, limit):
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
    if not start <= end <= limit or end - start < MINIMUM_REGION_SIZE:
        return False
    return not _ZERO_BYTES.startswith(data[start:end])
