"""Finds rows of which a freeblock took the front.

A cell that is deleted becomes a freeblock: the offset of the next one and the size of
this one stand where the first four bytes of the cell did, which are its size and rowid
and, where these are short, the start of the record header. Freeblocks that touch are
merged: a cell that was freed before the one in front of it keeps the header that it
got, with the size of what was free then, and one that was freed after the one in front
of it keeps its own front. Later the page may have been tidied, freed or used again, so
that no chain of freeblocks leads there any longer. The headers still tell where the
cells are.

What is believed: a record that ends where the freeblock did that took its front, or
where another cell starts; and for a table of many columns one that lies within.

Sources: recovery.md B.2; https://www.sqlite.org/fileformat2.html#b_tree_pages.
"""

import bisect
import re
import struct

from cursor_plaso import sqlite_format
from cursor_plaso.recovery import stored_keys

# Offset of the next freeblock, and size of this one.
_FREEBLOCK_HEADER = struct.Struct(">2H")

_MINIMUM_CELL_SIZE = 8

# Smaller gaps than a freeblock are left to the cell in front.
_MAXIMUM_SLACK = 3

# Columns that a table has of which a record without a known end is believed.
_MINIMUM_STRICT_COLUMNS = 3

# What can be in front of a key, and the longest start of one.
_FIRST_KEY_END = 24 + max(map(len, stored_keys.KEY_PREFIXES))

_FAMILY_RE = re.compile(b"|".join(map(re.escape, stored_keys.KEY_PREFIXES)))

# Keys that have no character that a value in JSON begins with.
_PLAIN_KEY_RE = re.compile(rb"[\w$+./:@~-]+")

# What text that programs write does not have: escape sequences and line ends stay.
_CONTROL_RE = re.compile(rb"[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]")


class FreedCell:
    """Cell of which a freeblock took the front.

    Attributes:
      cell_end (int): offset in the data where the cell ends.
      cell_offset (int): offset in the data of the cell.
      grammar (RecordGrammar): grammar of its table.
      has_types (bool): False if a serial type is lost.
      key (bytes): stored key, or what identifies the row otherwise.
      offset (int): offset in the data of the record.
      serial_types (list[int]): serial types.
      size (int): size of the record.
      value_offset (int): offset in the data of the first value.
    """

    __slots__ = (
        "cell_end",
        "cell_offset",
        "grammar",
        "has_types",
        "key",
        "offset",
        "serial_types",
        "size",
        "value_offset",
    )

    def __init__(self, grammar, cell_offset, rebuilt, usable_size):
        """Initializes a cell.

        Args:
          grammar (RecordGrammar): grammar of its table.
          cell_offset (int): offset in the data of the cell.
          rebuilt (tuple[bytes, int, list[int], int, int]): key, offset of the record,
              serial types, offset of the first value and size of the record.
          usable_size (int): usable size of a page.
        """
        super().__init__()
        self.grammar = grammar
        self.cell_offset = cell_offset
        self.key, self.offset, self.serial_types, self.value_offset, self.size = rebuilt
        # A rowid that has a column of its own is stored as NULL.
        self.has_types = (
            self.offset + 1 >= cell_offset + _FREEBLOCK_HEADER.size
            or not self.serial_types[0]
        )
        self.cell_end = self.offset + sqlite_format.GetSizeInPage(
            self.size, usable_size
        )


class _Region:
    """Region of a page and what is known of its cells.

    Attributes:
      base (int): offset in the data of the page.
      boundaries (set[int]): offsets in the data where cells start or end.
      data (bytes): data.
      end (int): offset in the data where the region ends.
      headers (set[int]): offsets in the data of what can be the header of a freeblock
          in front of a record.
      is_freeblock (bool): True if the region is a freeblock.
      record_offsets (set[int]): offsets in the data of the records that were found.
      start (int): offset in the data of the region.
      starts (set[int]): offsets in the data where cells start.
    """

    __slots__ = (
        "base",
        "boundaries",
        "data",
        "end",
        "headers",
        "is_freeblock",
        "record_offsets",
        "start",
        "starts",
    )

    def __init__(self, data, base, start, end, headers, known_cells, is_freeblock):
        """Initializes a region.

        Args:
          data (bytes): data.
          base (int): offset in the data of the page.
          start (int): offset in the data of the region.
          end (int): offset in the data where the region ends.
          headers (set[int]): offsets in the data of what can be the header of a
              freeblock in front of a record.
          known_cells (list[tuple[int, int, int]]): cells that were found: offset in the
              data of the cell, None where its front is lost, of the record, and where
              it ends.
          is_freeblock (bool): True if the region is a freeblock.
        """
        super().__init__()
        self.base = base
        self.boundaries = {end}
        self.data = data
        self.end = end
        self.headers = headers
        self.is_freeblock = is_freeblock
        self.record_offsets = set()
        self.start = start
        self.starts = set()
        for cell_offset, offset, cell_end in known_cells:
            self.record_offsets.add(offset)
            self.boundaries.add(cell_end)
            if cell_offset is not None:
                self.boundaries.add(cell_offset)
                self.starts.add(cell_offset)

    def GetBlockEnd(self, cell_offset):
        """Determines where a freeblock ended.

        Args:
          cell_offset (int): offset in the data of the freeblock.

        Returns:
          int: offset in the data.
        """
        if self.IsFirst(cell_offset):
            return self.end
        _, size = _FREEBLOCK_HEADER.unpack_from(self.data, cell_offset)
        return cell_offset + size

    def IsFirst(self, cell_offset):
        """Determines if a cell is what the freeblock starts with.

        Args:
          cell_offset (int): offset in the data of the cell.

        Returns:
          bool: True if it is.
        """
        return self.is_freeblock and cell_offset == self.start

    def Choose(self, cells, block_end):
        """Chooses between the ways to read a cell.

        Args:
          cells (iterable[FreedCell]): ways to read it, that which lost least first.
          block_end (int): offset in the data where the freeblock ended.

        Returns:
          FreedCell: cell, or None if none is believed.
        """
        chained = strict = None
        for cell in cells:
            is_first = self.IsFirst(cell.cell_offset)
            is_inside = cell.cell_end <= self.end
            if is_inside:
                if 0 <= block_end - cell.cell_end <= _MAXIMUM_SLACK:
                    return cell
                if chained is None and self._IsChained(cell, block_end):
                    chained = cell
            if cell.grammar.is_key_value or not (is_inside or is_first):
                continue
            has_front = cell.offset + 1 >= cell.cell_offset + _FREEBLOCK_HEADER.size
            is_strict = (
                has_front
                and cell.grammar.key_index is not None
                and len(cell.serial_types) == cell.grammar.maximum_count
                and len(cell.serial_types) >= _MINIMUM_STRICT_COLUMNS
            )
            if strict is None and (is_strict or is_first and is_inside and has_front):
                strict = cell
        return chained or strict

    def _IsChained(self, cell, block_end):
        """Determines if another cell starts where a cell ends.

        Args:
          cell (FreedCell): cell.
          block_end (int): offset in the data where the freeblock ended.

        Returns:
          bool: True if one does, or what is left of one and the freeblock ended where
              a cell starts or ends.
        """
        if not cell.has_types:
            # Its size was made to end there: the freeblock has to tell too.
            return cell.cell_end in self.starts and block_end in self.boundaries
        ends = range(cell.cell_end, cell.cell_end + _MAXIMUM_SLACK + 1)
        if not self.boundaries.isdisjoint(ends):
            return True
        return block_end in self.boundaries and not self.headers.isdisjoint(ends)


class FreedCellFinder:
    """Finder of cells of which a freeblock took the front."""

    def __init__(self, usable_size):
        """Initializes a finder.

        Args:
          usable_size (int): usable size of a page.
        """
        super().__init__()
        # Neither number is larger than a page, and no cell smaller than the smallest.
        maximum = usable_size - 1 >> 8
        self._header_pattern = (
            rb"[\x00-\x%02x][\x00-\xff]" % maximum
            + rb"(?:[\x01-\x%02x][\x00-\xff]" % max(maximum, 1)
            + rb"|\x00[\x%02x-\xff])" % _MINIMUM_CELL_SIZE
        )
        self._maximum_count = usable_size // _MINIMUM_CELL_SIZE
        self._pattern_per_number = {}
        self._usable_size = usable_size

    def FindHeaders(self, grammars, data, base, start, end):
        """Finds what can be the headers of freeblocks in front of records.

        Args:
          grammars (list[RecordGrammar]): grammars of the tables.
          data (bytes): data.
          base (int): offset in the data of the page.
          start (int): offset in the data of the region.
          end (int): offset in the data where the region ends.

        Returns:
          set[int]: offsets in the data.
        """
        headers = set()
        # Most gaps start with zero bytes, of which a header has up to three.
        first = end - len(data[start:end].lstrip(b"\x00"))
        start = max(start, first - _FREEBLOCK_HEADER.size + 1)
        for grammar in grammars:
            search = self._GetPattern(grammar).search
            match = search(data, start, end)
            while match:
                offset = match.start()
                next_offset, size = _FREEBLOCK_HEADER.unpack_from(data, offset)
                block_end = offset - base + size
                # The next one is further on, and does not touch this one.
                is_sound = not next_offset or (
                    block_end + _MAXIMUM_SLACK < next_offset < self._usable_size
                )
                if is_sound and block_end <= self._usable_size:
                    # In a large page text looks like the header of a freeblock.
                    if min(data[offset : offset + _FREEBLOCK_HEADER.size]) < 32:
                        headers.add(offset)
                match = search(data, offset + 1, end)
        return headers

    def _GetPattern(self, grammar):
        """Retrieves what the header of a freeblock in front of a record looks like.

        Args:
          grammar (RecordGrammar): grammar of the table.

        Returns:
          re.Pattern: pattern.
        """
        pattern = self._pattern_per_number.get(grammar.number)
        if pattern is None:
            pattern = re.compile(
                self._header_pattern + b"(?=" + grammar.GetFreedPattern() + b")"
            )
            self._pattern_per_number[grammar.number] = pattern
        return pattern

    def HasHeader(self, grammar, data, base, start, end):
        """Determines if a region may have a cell.

        Args:
          grammar (RecordGrammar): grammar of the table.
          data (bytes): data.
          base (int): offset in the data of the page.
          start (int): offset in the data of the region.
          end (int): offset in the data where the region ends.

        Returns:
          bool: True if there is what looks like the header of a freeblock in front of a
              record.
        """
        return bool(self.FindHeaders([grammar], data, base, start, end))

    def Find(
        self, grammars, data, base, start, end, headers, known_cells, is_freeblock=False
    ):
        """Finds cells in a region of a page.

        Args:
          grammars (list[RecordGrammar]): grammars of the tables.
          data (bytes): data.
          base (int): offset in the data of the page.
          start (int): offset in the data of the region.
          end (int): offset in the data where the region ends.
          headers (set[int]): offsets in the data of what can be the header of a
              freeblock in front of a record.
          known_cells (list[tuple[int, int, int]]): cells that were found: offset in the
              data of the cell, None where its front is lost, of the record, and where
              it ends.
          is_freeblock (Optional[bool]): True if the region is a freeblock.

        Returns:
          list[FreedCell]: cells, the last first.
        """
        found = []
        # Keys of known families are found by their text.
        candidates = {
            offset
            for offset in ({start} | headers if is_freeblock else headers)
            if not _FAMILY_RE.search(data, offset, offset + _FIRST_KEY_END)
        }
        if not candidates or len(headers) > self._maximum_count:
            # No page has as many cells.
            return found
        region = _Region(data, base, start, end, headers, known_cells, is_freeblock)
        known_boundaries = sorted(region.boundaries)
        # What would have been written over the front of a cell that is whole.
        known_offsets = set()
        for cell_offset, offset, _ in known_cells:
            if cell_offset is not None:
                first = cell_offset - _FREEBLOCK_HEADER.size + 1
                known_offsets.update(range(first, offset + data[offset]))
        next_offset = end
        # The last first: a cell is believed by the one that follows it.
        for cell_offset in sorted(candidates - known_offsets, reverse=True):
            block_end = region.GetBlockEnd(cell_offset)
            # Of a merged freeblock only the next cell tells where this one ended.
            index = bisect.bisect_right(known_boundaries, cell_offset)
            next_offset = min(next_offset, *known_boundaries[index : index + 1])
            cell = region.Choose(
                (
                    cell
                    for cell_end in sorted({block_end, next_offset}, reverse=True)
                    for grammar in grammars
                    for cell in self._ReadCells(grammar, region, cell_offset, cell_end)
                ),
                block_end,
            )
            if cell is not None:
                region.boundaries.update((cell_offset, cell.cell_end, block_end))
                region.starts.add(cell_offset)
                region.record_offsets.add(cell.offset)
                next_offset = cell_offset
                found.append(cell)
        return found

    def _HasText(self, region, cell):
        """Determines if what should be text is.

        Args:
          region (_Region): region.
          cell (FreedCell): cell, whose text is in UTF-8.

        Returns:
          bool: True if no text has a control character, as far as it is available.
        """
        offset = cell.value_offset
        local_size = sqlite_format.GetLocalSize(cell.size, self._usable_size)
        end = min(cell.offset + local_size, region.end)
        for serial_type in cell.serial_types:
            value_end = offset + sqlite_format.GetSerialTypeSize(serial_type)
            if serial_type > 12 and serial_type & 1:
                if _CONTROL_RE.search(region.data, offset, min(value_end, end)):
                    return False
            offset = value_end
        return True

    def _ReadCells(self, grammar, region, cell_offset, cell_end):
        """Reads a cell in every way that is possible.

        Args:
          grammar (RecordGrammar): grammar of the table.
          region (_Region): region.
          cell_offset (int): offset in the data of the cell.
          cell_end (int): offset in the data where the cell may end.

        Yields:
          FreedCell: cell.
        """
        for rebuilt in grammar.RebuildRecords(
            region.data, cell_offset, min(cell_end, region.end), region.end
        ):
            cell = FreedCell(grammar, cell_offset, rebuilt, self._usable_size)
            if cell.offset in region.record_offsets:
                continue
            if grammar.is_key_value and not cell.has_types:
                # A part of the header and of the value would make a key too.
                if not _PLAIN_KEY_RE.fullmatch(cell.key):
                    continue
            if grammar.encoding != "utf-8" or self._HasText(region, cell):
                yield cell
