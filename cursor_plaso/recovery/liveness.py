"""Tells which recovered rows are live after all.

A row that is live is no deleted row, wherever else a copy of it stands. Of a live row
its value is looked up when a version of it is compared, and not kept.
"""

import struct

from cursor_plaso import sqlite_format
from cursor_plaso.recovery import grammar as grammar_module
from cursor_plaso.recovery import key_value_cells

# A key that is looked up costs as much as this many keys that are read in order.
_LOOKUP_COST = 20

# Live rows of one key that a version is compared with. Keys are unique, unless the
# table lost its index.
_MAXIMUM_COMPARED_ROWS = 16


class LiveRows:
    """Live rows of the tables."""

    def __init__(self, database, grammars, row_counts, live_keys=None):
        """Initializes live rows.

        Args:
          database (Database): database.
          grammars (list[RecordGrammar]): grammars of the tables.
          row_counts (dict[int, int]): number of live rows per number of a table, as far
              as known.
          live_keys (Optional[dict[int, tuple[array.array, array.array]]]): hashes of
              the live keys and their pages, per number of a table.
        """
        super().__init__()
        self._database = database
        self._grammar_per_number = {grammar.number: grammar for grammar in grammars}
        self._keys = {}
        self._live_keys = live_keys or {}
        self._pages = {}
        self._row_counts = row_counts
        self._summaries = {}
        self._view = database.live

    def _EncodeKey(self, key):
        """Encodes a key as it is stored.

        Args:
          key (bytes): key, TEXT in UTF-8.

        Returns:
          bytes: stored key.
        """
        encoding = self._database.encoding
        if encoding == "utf-8":
            return key
        return sqlite_format.EncodeText(
            key.decode("utf-8", "surrogateescape"), encoding
        )

    def _GetContentIdentity(self, grammar, values):
        """Determines what identifies a row of a table without a key by its content.

        Args:
          grammar (RecordGrammar): grammar of the table.
          values (tuple[bytes|float|int|str]): values.

        Returns:
          int: hash of the first bytes of the stored values.
        """
        data = b""
        for index in grammar.table.definition.stored_order:
            if index != grammar.table.rowid_alias and index < len(values):
                data += sqlite_format.EncodeValue(
                    values[index], self._database.encoding
                )
            if len(data) >= grammar_module.CONTENT_IDENTITY_SIZE:
                break
        return hash(data[: grammar_module.CONTENT_IDENTITY_SIZE])

    def _HasIndex(self, grammar):
        """Determines if the rows of a table can be looked up.

        Args:
          grammar (RecordGrammar): grammar of the table.

        Returns:
          bool: True if they can.
        """
        table = self._view.GetTable(grammar.table.name)
        return (
            table is not None
            and grammar.key_index is not None
            and bool(table.index_root_page)
            and not table.index_damaged
        )

    def _Summarize(self, grammar, identities):
        """Reads the live rows of a table that can not be looked up.

        Args:
          grammar (RecordGrammar): grammar of the table.
          identities (set[int]): hashes of the keys or rowids of candidates.
        """
        places = {}
        value_hashes = set()
        table = self._view.GetTable(grammar.table.name)
        if table is not None:
            for row in self._view.ReadRows(table.name):
                content_identity = None
                if grammar.key_index is None:
                    identity = hash(
                        grammar_module.GetRowidIdentity(row.rowid)
                        if row.rowid is not None
                        else b""
                    )
                    # What is left of a copy may have no rowid.
                    content_identity = self._GetContentIdentity(grammar, row.values)
                    # A copy of any row is no row of its own.
                    value_hashes.add(hash(_WithoutRowid(grammar, row.values)))
                else:
                    key = row.values[table.key_column_index]
                    if not isinstance(key, str):
                        continue
                    identity = hash(
                        sqlite_format.EncodeText(key, self._database.encoding)
                    )
                if identity in identities:
                    value_hashes.add(hash(_WithoutRowid(grammar, row.values)))
                for row_identity in (identity, content_identity):
                    if row_identity in identities:
                        places_of_key = places.setdefault(row_identity, [])
                        if len(places_of_key) < _MAXIMUM_COMPARED_ROWS:
                            places_of_key.append((row.page_number, row.cell_offset))
        self._summaries[grammar.number] = (places, value_hashes)

    def Prepare(self, grammar, identities):
        """Prepares for the rows of a table that are asked for.

        Args:
          grammar (RecordGrammar): grammar of the table.
          identities (set[int]): hashes of the keys or rowids of candidates.
        """
        if not identities:
            return
        live_keys = self._live_keys.pop(grammar.number, None)
        if live_keys is not None:
            pages = {
                key_hash: page_number
                for key_hash, page_number in zip(*live_keys)
                if key_hash in identities
            }
            self._pages[grammar.number] = pages
            self._keys[grammar.number] = pages.keys()
            return
        if not self._HasIndex(grammar):
            self._Summarize(grammar, identities)
            return
        row_count = self._row_counts.get(grammar.number, 0)
        if len(identities) * _LOOKUP_COST < row_count:
            return
        live = set()
        name = grammar.table.name
        for key in self._view.ReadKeys(name):
            identity = hash(self._EncodeKey(key))
            if identity in identities:
                live.add(identity)
        if self._HasIndex(grammar):
            self._keys[grammar.number] = live
        else:
            self._Summarize(grammar, identities)

    def IsLive(self, grammar, identity, key):
        """Determines if a key is live.

        Args:
          grammar (RecordGrammar): grammar of the table.
          identity (int): hash of the stored key or of the rowid.
          key (bytes): stored key, or None to not look it up.

        Returns:
          bool: True if it is.
        """
        summary = self._summaries.get(grammar.number)
        if summary is not None:
            return identity in summary[0]
        live = self._keys.get(grammar.number)
        if live is not None:
            return identity in live
        return key is not None and self.GetValues(grammar, key) is not None

    def GetLiveHashes(self, grammar, hashes):
        """Determines which of many keys are live.

        Args:
          grammar (RecordGrammar): grammar of the table.
          hashes (iterable[int]): hashes of the stored keys.

        Returns:
          set[int]: those that are live.
        """
        summary = self._summaries.get(grammar.number)
        if summary is not None:
            return {identity for identity in hashes if identity in summary[0]}
        live = self._keys.get(grammar.number)
        if live is None:
            wanted = set(hashes)
            live = {
                identity
                for identity in (
                    hash(self._EncodeKey(key))
                    for key in self._view.ReadKeys(grammar.table.name)
                )
                if identity in wanted
            }
        return live

    def GetLocalPart(self, grammar, identity, key):
        """Retrieves the part of a live row that is in its cell.

        Args:
          grammar (RecordGrammar): grammar of a table of keys and values.
          identity (int): hash of the stored key.
          key (bytes): stored key.

        Returns:
          tuple[bytes, int, bool]: key and value as stored, as far as they are in the
              cell, number of bytes of both, and True if the value is text; or None if
              it can not be told.
        """
        page_number = self._pages.get(grammar.number, {}).get(identity)
        page = self._view.ReadPage(page_number) if page_number else None
        if not page:
            return None
        usable_size = self._database.usable_size
        pointers = _GetPointers(page, page_number, usable_size)
        key_offset = page.find(key)
        while key_offset >= 0:
            # The cell starts at most as many bytes before its key as its varints take.
            for pointer in pointers:
                if not 4 <= key_offset - pointer <= 24:
                    continue
                try:
                    size, position = sqlite_format.ReadVarint(page, pointer)
                    _, position = sqlite_format.ReadVarint(page, position)
                except IndexError:
                    continue
                header = key_value_cells.ReadKeyValueHeader(page, position, usable_size)
                if header is None or header[0] != key_offset or header[2] != size:
                    continue
                if header[1] != key_offset + len(key):
                    continue
                local_size = sqlite_format.GetLocalSize(size, usable_size)
                value_type_end = page[header[0] - 1]
                return (
                    page[key_offset : position + local_size],
                    position + size - key_offset,
                    bool(value_type_end & 1),
                )
            key_offset = page.find(key, key_offset + 1)
        return None

    def GetValues(self, grammar, key):
        """Retrieves the values of a live row.

        Args:
          grammar (RecordGrammar): grammar of the table.
          key (bytes): stored key.

        Returns:
          tuple[bytes|float|int|str]: values or None.
        """
        row = self._view.Lookup(
            grammar.table.name,
            sqlite_format.DecodeText(key, self._database.encoding),
        )
        return row.values if row is not None else None

    def HasSummary(self, grammar):
        """Determines if only summaries of the live rows are known.

        Args:
          grammar (RecordGrammar): grammar of the table.

        Returns:
          bool: True if there are only summaries.
        """
        return grammar.number in self._summaries

    def HasSameValues(self, grammar, identity, values, is_complete):
        """Determines if a row is live, where only summaries of the live rows are known.

        Args:
          grammar (RecordGrammar): grammar of the table.
          identity (int): hash of the stored key or of the rowid.
          values (tuple[bytes|float|int|str]): values.
          is_complete (bool): False if the last value is cut.

        Returns:
          bool: True if a live row has these values, or starts with them if the last
              is cut.
        """
        places, value_hashes = self._summaries[grammar.number]
        if is_complete:
            return hash(_WithoutRowid(grammar, values)) in value_hashes
        for page_number, cell_offset in places.get(identity, ()):
            row = self._view.ReadRowAt(grammar.table.name, page_number, cell_offset)
            if row is not None and IsPrefix(values, row.values):
                return True
        return False


def IsPrefix(values, live_values):
    """Determines if cut values are the start of live values.

    Args:
      values (tuple[bytes|float|int|str]): values, the last of which are cut.
      live_values (tuple[bytes|float|int|str]): values of a live row.

    Returns:
      bool: True if they are.
    """
    for value, live_value in zip(values, live_values):
        if value == live_value or value is None:
            continue
        if not isinstance(value, (bytes, str)) or type(value) is not type(live_value):
            return False
        if not live_value.startswith(value):
            return False
    return True


def _GetPointers(page, page_number, usable_size):
    """Retrieves the cell pointers of a leaf page.

    Args:
      page (bytes): page.
      page_number (int): page number.
      usable_size (int): usable size of a page.

    Returns:
      tuple[int]: offsets of the cells.
    """
    header_offset = 100 if page_number == 1 else 0
    (cell_count,) = struct.unpack_from(">H", page, header_offset + 3)
    if (
        page[header_offset] != sqlite_format.TABLE_LEAF_PAGE
        or header_offset + 8 + 2 * cell_count > usable_size
    ):
        return ()
    return struct.unpack_from(f">{cell_count:d}H", page, header_offset + 8)


def _WithoutRowid(grammar, values):
    """Retrieves the values of a row without the rowid.

    Args:
      grammar (RecordGrammar): grammar of the table.
      values (tuple[bytes|float|int|str]): values.

    Returns:
      tuple[bytes|float|int|str]: values.
    """
    index = grammar.table.rowid_alias
    if index is None or index >= len(values):
        return values
    return values[:index] + values[index + 1 :]
