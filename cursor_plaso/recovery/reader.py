"""Reader of the rows that a database no longer lists but still holds.

The pages are scanned once for candidates, of which no value is kept (scanner.py). The
candidates of one key and size are one version of a row in several places. Then the
rows are read, newest version first, since of two rows that claim an overflow page it
is the newer one's; each is compared with the live row of its key and handed on.

Sources: recovery.md B.5 and D; seed "What survives a delete".
"""

import array
import collections

from cursor_plaso import sqlite_format
from cursor_plaso import wal as wal_log
from cursor_plaso.recovery import before_state
from cursor_plaso.recovery import candidates as candidate_lists
from cursor_plaso.recovery import fragments
from cursor_plaso.recovery import grammar as record_grammar
from cursor_plaso.recovery import liveness
from cursor_plaso.recovery import mode as recovery_mode
from cursor_plaso.recovery import page_map as page_maps
from cursor_plaso.recovery import remnants
from cursor_plaso.recovery import rows
from cursor_plaso.recovery import scanner
from cursor_plaso.recovery import stored_keys
from cursor_plaso.recovery import units
from cursor_plaso.recovery import versions as row_versions

# A value of which less is left tells nothing: its key is counted instead.
_MINIMUM_VALUE_SIZE = 16

_MAXIMUM_PLACES = 20

# Size of the versions of keys that wait for older versions of them.
_MAXIMUM_PENDING_SIZE = 16 * 1024 * 1024


# How a version and the live row may be related.
_EQUAL, _OTHER, _START = range(3)


class RecoveryReader:
    """Reader of recovered rows.

    Attributes:
      fragment_counts (collections.Counter[str, int]): number of overflow chains without
          a row per identifier of a conversation or request that stands in their text,
          where None is for those with none. Set once all rows were read.
      key_only_counts (collections.Counter[str, int]): number of keys without a row per
          identifier of the conversation, where None is for keys that name none. Set
          once all rows were read.
      superseded_counts (collections.Counter[str, int]): number of older versions of
          rows of which nothing is left that a newer one does not have, per identifier
          of the conversation.
    """

    def __init__(self, database, table_names, producer, mode=recovery_mode.MODE_ALL):
        """Initializes a reader.

        Args:
          database (Database): database.
          table_names (list[str]): names of the tables.
          producer (BaseProducer): shows activity and tells to abort, or None.
          mode (Optional[str]): one of the MODE values of mode.py.
        """
        super().__init__()
        self._database = database
        self._grammars = {}
        self._candidates = None
        self._live = None
        self._map = None
        self._mode = mode
        self._producer = producer
        self._scanner = None
        self._table_names = table_names
        self._versions = None
        self.fragment_counts = collections.Counter()
        self.key_only_counts = collections.Counter()
        self.superseded_counts = collections.Counter()

    @property
    def database(self):
        """Database: database."""
        return self._database

    def _DecodeValues(self, grammar, version):
        """Decodes the values of a version.

        Args:
          grammar (RecordGrammar): grammar of the table.
          version (Version): version.

        Returns:
          tuple[bytes|float|int|str]: value per column.
        """
        encoding = self._database.encoding
        body = version.body
        offset = 0
        values = []
        for serial_type in version.serial_types:
            end = offset + sqlite_format.GetSerialTypeSize(serial_type)
            value = None
            if end <= len(body):
                value = sqlite_format.DecodeValue(
                    serial_type, body[offset:end], encoding
                )
            elif offset < len(body):
                data = body[offset:]
                if serial_type & 1:
                    data = _CutText(data, encoding)
                value = sqlite_format.DecodeValue(serial_type, data, encoding)
            values.append(value)
            offset = end
        return grammar.table.ArrangeValues(values, version.rowid)

    def _DescribeCompleteness(self, grammar, version):
        """Describes how much of a version was recovered.

        Args:
          grammar (RecordGrammar): grammar of the table.
          version (Version): version.

        Returns:
          str: description.
        """
        if version.complete:
            return "complete"
        sizes = list(map(sqlite_format.GetSerialTypeSize, version.serial_types))
        start = sizes[0] if grammar.is_key_value else 0
        available = max(len(version.body) - start, 0)
        reason = version.reason or "overwritten"
        return f"{available:,d} of {sum(sizes) - start:,d} bytes: {reason:s}"

    def _DescribePlace(self, index):
        """Describes the place of a candidate.

        Args:
          index (int): index of the candidate.

        Returns:
          tuple[str, str, int]: method, location and offset in the page.
        """
        found = self._candidates
        flags = found.flags[index]
        frame_number = found.frames[index]
        offset = found.offsets[index]
        if flags & candidate_lists.FLAG_INTACT:
            size_length = len(sqlite_format.WriteVarint(found.sizes[index]))
            rowid = found.rowids[index] & 0xFFFFFFFFFFFFFFFF
            offset -= size_length + len(sqlite_format.WriteVarint(rowid))
        method = rows.METHOD_PAGE_SLACK
        if frame_number:
            method = rows.METHOD_WAL_FRAME
            state = self._database.wal.GetFrameState(frame_number)
            if self._database.wal.IS_JOURNAL:
                method = rows.METHOD_JOURNAL_PAGE
            elif state == wal_log.STATE_UNCOMMITTED:
                method = rows.METHOD_UNCOMMITTED_FRAME
        elif flags & candidate_lists.FLAG_BASE_ROW:
            method = rows.METHOD_BASE_DATABASE
            if self._database.is_rolled_back:
                method = rows.METHOD_UNCOMMITTED_PAGE
        elif flags & candidate_lists.FLAG_FREE_PAGE:
            method = rows.METHOD_FREELIST_PAGE
        elif flags & candidate_lists.FLAG_FREEBLOCK:
            method = rows.METHOD_FREEBLOCK
        location = rows.DescribePlace(
            method, found.pages[index], offset, frame_number or None
        )
        return method, location, offset

    def _GetGrammars(self):
        """Creates the grammars of the tables.

        Returns:
          tuple[list[RecordGrammar], list[tuple]]: grammars, and the tables of the live
              and the base state.
        """
        grammars = []
        tables = []
        for name in self._table_names:
            live_table = self._database.live.GetTable(name)
            base_table = self._database.base.GetTable(name)
            pair = [
                table if table is not None and table.type == "table" else None
                for table in (live_table, base_table)
            ]
            table = pair[0] or pair[1]
            if table is None or table.without_rowid or not table.columns:
                continue
            if len(grammars) < page_maps.MAXIMUM_TABLES:
                tables.append(tuple(pair))
                grammars.append(
                    record_grammar.RecordGrammar(
                        table, len(grammars) + 1, self._database.encoding
                    )
                )
        return grammars, tables

    def GetKeyOnlyHashes(self):
        """Retrieves the keys without a row, once all rows were read.

        Returns:
          array.array: hash of each stored key.
        """
        return (
            self._scanner.regions.keys.GetHashes()
            if self._scanner
            else array.array("q")
        )

    def _GetUnits(self):
        """Groups the candidates, and prepares for reading them.

        Returns:
          Units: units of candidates.
        """
        candidates = self._candidates
        indexes = candidates.DropLiveCopies(self._scanner.live_cells.fingerprints)
        candidates.JoinFreedCopies(indexes)
        records = self._scanner.regions.records
        for index in records.keys() - set(indexes):
            del records[index]
        candidate_units = units.Units(candidates, indexes)
        self._versions = row_versions.VersionReader(
            self._database,
            candidates,
            records,
            self._map,
            candidate_units.largest_sizes,
        )
        return candidate_units

    def ReadRows(self):
        """Reads the recovered rows.

        Yields:
          RecoveredRow: recovered row.
        """
        if self._mode == recovery_mode.MODE_OFF:
            return
        self._database.ReadColdJournal()
        grammars, tables = self._GetGrammars()
        if not grammars:
            return
        database = self._database
        self._grammars = {grammar.number: grammar for grammar in grammars}
        self._map = page_maps.PageMap(
            database, tables, page_maps.GetOtherTables(database.live, tables)
        )
        log_map = None
        is_journaled = bool(database.wal and database.wal.IS_JOURNAL)
        if is_journaled and not database.is_rolled_back:
            log_map = before_state.GetPageMap(
                database, [grammar.table.name for grammar in grammars]
            )
        self._scanner = scanner.Scanner(
            database,
            self._map,
            grammars,
            skips_live_pages=self._mode == recovery_mode.MODE_FREE,
            log_map=log_map,
        )
        self._scanner.ScanFile()
        self._scanner.ScanLog()
        self._candidates = self._scanner.regions.candidates
        candidate_units = self._GetUnits()
        self._live = liveness.LiveRows(
            database,
            grammars,
            self._scanner.live_cells.row_counts,
            live_keys=self._scanner.live_cells.keys,
        )
        key_hashes = self._scanner.regions.keys.GetHashes()
        for grammar in grammars:
            identities = {
                identity
                for number, identity in candidate_units.counts
                if number == grammar.number
            }
            if grammar.has_families:
                identities.update(key_hashes)
            self._live.Prepare(grammar, identities)

        reported = set()
        pending = {}
        pending_size = 0
        pending_sizes = {}
        for number, (key, members) in enumerate(candidate_units.in_order):
            if number % 64 == 0 and not database.Touch():
                return
            candidate_units.in_order[number] = None
            grammar = self._grammars[key[0]]
            versions = self._versions.Resolve(members)
            candidate_units.counts[key] -= 1
            if key in pending:
                versions = pending.pop(key) + versions
            if candidate_units.counts[key] and pending_size < _MAXIMUM_PENDING_SIZE:
                pending_size -= pending_sizes.pop(key, 0)
                pending_sizes[key] = sum(len(version.body) for version in versions)
                pending_size += pending_sizes[key]
                pending[key] = versions
                continue
            pending_size -= pending_sizes.pop(key, 0)
            for row in self._FinishKey(grammar, key[1], versions):
                reported.add(key[1])
                yield row

        if database.is_aborted:
            return
        self._CountRemnants(reported, grammars)

    def _CountRemnants(self, reported, grammars):
        """Counts what gets no row.

        Args:
          reported (set[int]): hashes of the keys of rows that were handed on.
          grammars (list[RecordGrammar]): grammars of the tables.
        """
        self._scanner.regions.records.clear()
        key_hashes = self._scanner.regions.keys.GetHashes()
        known = set(reported)
        for grammar in grammars:
            if grammar.has_families:
                known.update(self._live.GetLiveHashes(grammar, key_hashes))
        self._scanner.regions.keys.Remove(known)
        self.key_only_counts = self._scanner.regions.keys.CountKeys()
        self.fragment_counts = fragments.CountFragments(
            self._database,
            self._map,
            self._versions.claimed_pages,
            self._scanner.pointed_pages,
        )

    def _FinishKey(self, grammar, identity, versions):
        """Hands on the versions of one key that are not live.

        Args:
          grammar (RecordGrammar): grammar of the table.
          identity (int): hash of the key.
          versions (list[_Version]): versions.

        Yields:
          RecoveredRow: recovered row.
        """
        versions = row_versions.MergeVersions(versions)
        if not versions:
            return
        key = None
        if grammar.key_index is not None:
            key = versions[0].GetKey(grammar.key_index)
            if not key:
                return
        has_summary = self._live.HasSummary(grammar)
        is_live = self._live.IsLive(grammar, identity, None if has_summary else key)
        live_part = live_values = None
        if is_live and grammar.is_key_value and not has_summary:
            live_part = self._live.GetLocalPart(grammar, identity, key)
        for version in versions:
            values = None
            if live_part is not None:
                relation = _CompareParts(version, live_part)
            else:
                relation = _EQUAL if is_live and not has_summary else _OTHER
            if relation == _EQUAL:
                if live_values is None:
                    live_values = self._live.GetValues(grammar, key) or ()
                values = self._DecodeValues(grammar, version)
                if values == live_values:
                    continue
                if not version.complete and liveness.IsPrefix(values, live_values):
                    relation = _START
            elif has_summary:
                values = self._DecodeValues(grammar, version)
                if self._live.HasSameValues(
                    grammar, identity, values, version.complete
                ):
                    continue
            if relation == _START:
                self._CountSuperseded(key)
                continue
            if not version.complete:
                key_size = len(key) if key is not None else 0
                value_size = len(version.body) - key_size
                if value_size < _MINIMUM_VALUE_SIZE:
                    if key is not None and not is_live and grammar.has_families:
                        self._scanner.regions.keys.Add(key)
                    continue
                if version.rowid is None and not self._IsPlausible(grammar, key):
                    continue
            elif version.rowid is None and not self._IsPlausibleValue(
                grammar, key, version
            ):
                continue
            if values is None:
                values = self._DecodeValues(grammar, version)
            yield self._CreateRow(grammar, version, values, is_live)

    def _CountSuperseded(self, key):
        """Counts a version of which nothing is left that the live row does not have.

        Args:
          key (bytes): stored key or None.
        """
        conversation = None
        if key is not None:
            conversation = remnants.GetConversation(
                sqlite_format.DecodeText(key, self._database.encoding)
            )
        self.superseded_counts[conversation] += 1

    def _IsPlausible(self, grammar, key):
        """Determines if a part of a row without a rowid is believed.

        Args:
          grammar (RecordGrammar): grammar of the table.
          key (bytes): stored key or None.

        Returns:
          bool: True if it is.
        """
        if not grammar.is_key_value or key is None:
            return not grammar.is_key_value
        return stored_keys.IsKnownKey(key) or self._database.encoding != "utf-8"

    def _IsPlausibleValue(self, grammar, key, version):
        """Determines if a whole row without a rowid is believed.

        Args:
          grammar (RecordGrammar): grammar of the table.
          key (bytes): stored key or None.
          version (Version): version.

        Returns:
          bool: True if it is.
        """
        return self._IsPlausible(grammar, key) or bool(version.serial_types[-1] & 1)

    def _CreateRow(self, grammar, version, values, is_live):
        """Creates a recovered row.

        Args:
          grammar (RecordGrammar): grammar of the table.
          version (Version): version.
          values (tuple[bytes|float|int|str]): values.
          is_live (bool): True if a live row has the key.

        Returns:
          RecoveredRow: recovered row.
        """
        found = self._candidates
        row = rows.RecoveredRow(grammar.table, version.rowid, values)
        row.complete = version.complete
        row.completeness = self._DescribeCompleteness(grammar, version)
        row.page_number = found.pages[version.index]
        row.frame_number = found.frames[version.index] or None
        row.method, row.location, row.offset = self._DescribePlace(version.index)
        row.kind = rows.KIND_DELETED
        if is_live:
            row.kind = rows.KIND_SUPERSEDED
        elif row.method == rows.METHOD_BASE_DATABASE and not self._map.has_two_states:
            row.kind = rows.KIND_UNREACHABLE
        if row.method in (
            rows.METHOD_UNCOMMITTED_FRAME,
            rows.METHOD_UNCOMMITTED_PAGE,
        ):
            row.kind = rows.KIND_UNCOMMITTED
        places = sorted(
            set(version.places), key=self._versions.GetRecency, reverse=True
        )
        for index in places[:_MAXIMUM_PLACES]:
            location = self._DescribePlace(index)[1]
            if location != row.location and location not in row.other_places:
                row.other_places.append(location)
        if len(places) > _MAXIMUM_PLACES:
            row.other_places.append(f"{len(places) - _MAXIMUM_PLACES:d} more places")
        return row


def _CompareParts(version, live_part):
    """Compares a version with the part of a live row that is in its cell.

    Args:
      version (Version): version.
      live_part (tuple[bytes, int, bool]): key and value as stored, as far as they are
          in the cell, number of bytes of both, and True if the value is text.

    Returns:
      int: _OTHER if they differ, _START if the version is cut and the live row starts
          with it, or _EQUAL if all of the row has to be compared.
    """
    data, size, is_text = live_part
    body = version.body
    if version.serial_types[-1] & 1 != is_text:
        return _OTHER
    if version.complete:
        is_equal = len(body) == size and body.startswith(data)
        return _EQUAL if is_equal else _OTHER
    if len(body) <= len(data):
        return _START if data.startswith(body) else _OTHER
    return _EQUAL if body.startswith(data) else _OTHER


def _CutText(data, encoding):
    """Cuts a text that ends within a character.

    Args:
      data (bytes): stored bytes.
      encoding (str): encoding.

    Returns:
      bytes: stored bytes without the part of a character.
    """
    if encoding != "utf-8":
        return data[: len(data) & ~1]
    for size in range(1, min(4, len(data)) + 1):
        byte = data[-size]
        if byte < 128:
            return data
        if byte >= 0xC0:
            length = 2 if byte < 0xE0 else 3 if byte < 0xF0 else 4
            return data if size >= length else data[:-size]
    return data
