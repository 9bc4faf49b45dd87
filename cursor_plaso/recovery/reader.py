"""Reader of the rows that a database no longer lists but still holds.

The pages are scanned once for candidates, of which no value is kept (scanner.py). The
candidates of one key and size are one version of a row in several places. Then the
rows are read, newest version first, since of two rows that claim an overflow page it
is the newer one's; each is compared with the live row of its key and handed on.

Sources: recovery.md B.5 and D; seed "What survives a delete".
"""

import array
import collections
import json
import struct

from cursor_plaso import sqlite_format
from cursor_plaso import values as stored_values
from cursor_plaso import wal as wal_log
from cursor_plaso.recovery import before_state
from cursor_plaso.recovery import candidates as candidate_lists
from cursor_plaso.recovery import chains
from cursor_plaso.recovery import fragments
from cursor_plaso.recovery import grammar as record_grammar
from cursor_plaso.recovery import liveness
from cursor_plaso.recovery import mode as recovery_mode
from cursor_plaso.recovery import page_map as page_maps
from cursor_plaso.recovery import remnants
from cursor_plaso.recovery import rows
from cursor_plaso.recovery import scanner
from cursor_plaso.recovery import stored_keys

# Values of which all names are looked at.
_MAXIMUM_CHECKED_SIZE = 4 * 1024 * 1024

# A value of which less is left tells nothing: its key is counted instead.
_MINIMUM_VALUE_SIZE = 16

_MAXIMUM_PLACES = 20

# What a cell can have of size and rowid before the first byte that no text has.
_MAXIMUM_CELL_FRONT = 8

# Size of the versions of keys that wait for older versions of them.
_MAXIMUM_PENDING_SIZE = 16 * 1024 * 1024

_UINT32 = struct.Struct(">I")

# Bytes that text does not have: what translate leaves of it when all others are gone.
_TEXT_BYTES = bytes(
    number for number in range(256) if number > 31 or number in (9, 10, 13)
)


# How a version and the live row may be related.
_EQUAL, _OTHER, _START = range(3)


class _Version:
    """Version of a row.

    Attributes:
      body (bytes): values as stored, possibly cut.
      complete (bool): True if the body is whole.
      index (int): index of the candidate it was read from.
      places (list[int]): indexes of the other candidates.
      reason (str): why the body is cut, or None.
      rowid (int): rowid or None.
      serial_types (list[int]): serial types.
    """

    __slots__ = (
        "body",
        "complete",
        "index",
        "places",
        "reason",
        "rowid",
        "serial_types",
    )

    def __init__(self, index):
        """Initializes a version.

        Args:
          index (int): index of the candidate it is read from.
        """
        super().__init__()
        self.body = b""
        self.complete = False
        self.index = index
        self.places = []
        self.reason = None
        self.rowid = None
        self.serial_types = []

    def GetKey(self, key_index):
        """Retrieves the stored key.

        Args:
          key_index (int): index of the stored value that is the key.

        Returns:
          bytes: key, cut if the body is.
        """
        sizes = list(
            map(sqlite_format.GetSerialTypeSize, self.serial_types[: key_index + 1])
        )
        if len(sizes) <= key_index:
            return b""
        end = sum(sizes)
        return self.body[end - sizes[-1] : end]


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
        self._chains = None
        self._claimed_pages = bytearray()
        self._database = database
        self._grammars = {}
        # True if the rest of a row may not be of the time of its page.
        self._is_journaled = False
        self._largest_sizes = {}
        self._list = None
        self._live = None
        self._map = None
        self._mode = mode
        self._producer = producer
        self._scanner = None
        self._table_names = table_names
        self.fragment_counts = collections.Counter()
        self.key_only_counts = collections.Counter()
        self.superseded_counts = collections.Counter()

    @property
    def database(self):
        """Database: database."""
        return self._database

    def _Claim(self, version, free_pages, chunk_size, local_size):
        """Claims the free pages of a chain for a version.

        Args:
          version (_Version): version.
          free_pages (list[int]): page numbers.
          chunk_size (int): size of the data of a page.
          local_size (int): size of the part of the body in the cell.
        """
        claimed = self._claimed_pages
        for number, page_number in enumerate(free_pages):
            if claimed[page_number >> 3] & 1 << (page_number & 7):
                version.complete = False
                version.body = version.body[: local_size + number * chunk_size]
                version.reason = (
                    f"overflow page {page_number:d} was used again by a newer row"
                )
                return
        for page_number in free_pages:
            claimed[page_number >> 3] |= 1 << (page_number & 7)

    def _DecodeValues(self, grammar, version):
        """Decodes the values of a version.

        Args:
          grammar (RecordGrammar): grammar of the table.
          version (_Version): version.

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
          version (_Version): version.

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
        found = self._list
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

    def _DropLiveCopies(self):
        """Drops the candidates that are copies of live cells.

        Returns:
          list[int]: indexes of the other candidates.
        """
        found = self._list
        live = {}
        untrusted = candidate_lists.FLAG_BASE_ROW
        fingerprints_per_table = self._scanner.live_cells.fingerprints
        wanted = {number: set() for number in fingerprints_per_table}
        for number, frame, flags, fingerprint in zip(
            found.tables, found.frames, found.flags, found.fingerprints
        ):
            if fingerprint and not frame and not flags & untrusted:
                if number in wanted:
                    wanted[number].add(fingerprint)
        for number, fingerprints in fingerprints_per_table.items():
            live[number] = wanted[number].intersection(fingerprints)
        fingerprints_per_table.clear()
        kept = [
            index
            for index, (number, frame, flags, fingerprint) in enumerate(
                zip(found.tables, found.frames, found.flags, found.fingerprints)
            )
            if frame
            or not fingerprint
            or flags & untrusted
            or fingerprint not in live.get(number, ())
        ]
        records = self._scanner.regions.records
        self._scanner.regions.records = {
            index: records[index] for index in kept if index in records
        }
        return kept

    def _JoinFreedCopies(self, indexes):
        """Joins the copies of a row of a table without a key.

        Its rowid identifies such a row. A copy whose front was overwritten has none,
        but the same content.

        Args:
          indexes (list[int]): indexes of candidates.
        """
        found = self._list
        identities = {}
        freed = []
        for index in indexes:
            content = found.contents.get(index)
            if content is None:
                continue
            content = (found.tables[index], found.sizes[index], content)
            if found.flags[index] & candidate_lists.FLAG_INTACT:
                identities.setdefault(content, found.identities[index])
            else:
                freed.append((index, content))
        for index, content in freed:
            found.identities[index] = identities.get(content, found.identities[index])
        found.contents.clear()

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

    def _GetOtherTables(self, tables):
        """Retrieves the tables whose rows are not wanted.

        Args:
          tables (list[tuple]): wanted tables of the live and the base state.

        Returns:
          list[sqlite_schema.Table]: other tables of the live state.
        """
        wanted_pages = {table.root_page for table, _ in tables if table}
        return [
            table
            for table in self._database.live.tables.values()
            if table.type == "table"
            and not table.without_rowid
            and table.root_page not in wanted_pages
        ]

    def _GetRecency(self, index):
        """Determines how new the place of a candidate is.

        Args:
          index (int): index of the candidate.

        Returns:
          int: number that is larger for a newer place.
        """
        frame_number = self._list.frames[index]
        if not frame_number:
            return 1 << 32
        if self._database.wal.IS_JOURNAL:
            # What a journal has is older than the file, and the older the later.
            return self._database.wal.frame_count - frame_number
        if frame_number > self._database.wal.current_end:
            return frame_number
        return 2 << 32 | frame_number

    def _GetUnits(self, indexes):
        """Groups candidates by key and size.

        Args:
          indexes (list[int]): indexes of candidates.

        Returns:
          tuple[list[tuple[int, int, list[int]]], collections.Counter]: order, table and
              key, and indexes, the newest first; and the number of units per table and
              key.
        """
        found = self._list
        per_unit = collections.defaultdict(list)
        for index in indexes:
            per_unit[
                (found.tables[index], found.identities[index], found.sizes[index])
            ].append(index)
        unit_counts = collections.Counter()
        units = []
        for (table, identity, size), members in per_unit.items():
            unit_counts[(table, identity)] += 1
            if size > self._largest_sizes.get((table, identity), 0):
                self._largest_sizes[(table, identity)] = size
            units.append((self._GetOrder(members), (table, identity), members))
        units.sort(key=lambda unit: unit[0], reverse=True)
        return units, unit_counts

    def _GetOrder(self, members):
        """Determines when a unit has its turn.

        Rows that were alive in the base state or a frame own their pages for sure. The
        others come by rowid: a newer row has a higher one.

        Args:
          members (list[int]): indexes of candidates.

        Returns:
          tuple[bool, int]: order.
        """
        found = self._list
        is_certain = any(
            found.frames[index] or found.flags[index] & candidate_lists.FLAG_BASE_ROW
            for index in members
        )
        return is_certain, max(found.rowids[index] for index in members)

    def _IsComplete(self, version, has_chain):
        """Determines if the values of a version are what was written.

        Args:
          version (_Version): version whose body has the right size.
          has_chain (bool): True if a part of the body is in overflow pages.

        Returns:
          bool: False if another row wrote over a part of it.
        """
        encoding = self._database.encoding
        offset = 0
        body = version.body
        for serial_type in version.serial_types:
            end = offset + sqlite_format.GetSerialTypeSize(serial_type)
            data = body[offset:end]
            offset = end
            if serial_type < 12 or not data:
                continue
            is_text = bool(serial_type & 1)
            if encoding != "utf-8" and is_text:
                try:
                    data = data.decode(encoding)
                except UnicodeDecodeError:
                    return False
                if data[:1] in ("{", "[") and not _IsJSON(data, has_chain):
                    return False
            elif data[:1] in (b"{", b"["):
                if not _IsJSON(data, has_chain) and (is_text or has_chain):
                    return False
            elif is_text:
                try:
                    data.decode("utf-8")
                except UnicodeDecodeError:
                    return False
        return True

    def _MeasureText(self, version, body):
        """Determines how much of the text of a row is text.

        The headers of cells and freeblocks hold bytes that text does not have: the text
        ends where it was written over by one.

        Args:
          version (_Version): version.
          body (bytes): values, possibly cut.

        Returns:
          int: number of bytes of the body.
        """
        if self._database.encoding != "utf-8":
            return len(body)
        offset = 0
        for serial_type in version.serial_types:
            end = offset + sqlite_format.GetSerialTypeSize(serial_type)
            data = body[offset:end]
            if serial_type > 12 and (serial_type & 1 or data[:1] in (b"{", b"[")):
                control_bytes = data.translate(None, _TEXT_BYTES)
                if control_bytes:
                    # The size and rowid before that can look like text.
                    size = data.index(control_bytes[:1]) - _MAXIMUM_CELL_FRONT
                    return offset + max(size, 0)
            offset = end
            if offset >= len(body):
                break
        return len(body)

    def _ReadVersion(self, index):
        """Reads the version of a row at one place.

        Args:
          index (int): index of the candidate.

        Returns:
          _Version: version or None if there is none.
        """
        found = self._list
        database = self._database
        flags = found.flags[index]
        frame_number = found.frames[index]
        offset = found.offsets[index]
        size = found.sizes[index]
        page = self._scanner.regions.records.get(index)
        if page is not None:
            # What was kept starts with the record.
            page_end = database.usable_size - offset
            offset = 0
        else:
            page_end = database.usable_size
            if frame_number:
                page, _ = database.ReadFrame(frame_number)
            else:
                page, _ = database.ReadBasePage(found.pages[index])
        if not page:
            return None
        version = _Version(index)
        if flags & candidate_lists.FLAG_INTACT:
            version.rowid = found.rowids[index]
        if flags & candidate_lists.FLAG_REBUILT:
            version.serial_types = found.rebuilt[index]
            header_size = size - sum(
                map(sqlite_format.GetSerialTypeSize, version.serial_types)
            )
            body_offset = offset + header_size
        else:
            version.serial_types, body_offset = sqlite_format.ReadRecordHeader(
                page, offset, len(page)
            )
            if not version.serial_types:
                return None

        usable_size = database.usable_size
        available_end = offset + found.available_sizes[index]
        local_size, rest_size = chains.GetLocalPart(size, usable_size)
        is_in_array = bool(flags & candidate_lists.FLAG_IN_ARRAY)
        local_end = offset + local_size
        body = page[body_offset : min(local_end, available_end)]
        needed_end = local_end + (4 if rest_size else 0)
        if available_end < needed_end or needed_end > page_end:
            version.reason = "the rest was overwritten"
        if not is_in_array:
            text_size = self._MeasureText(version, body)
            if text_size < len(body):
                body = body[:text_size]
                version.reason = "the rest was overwritten"
        version.body = body
        if version.reason:
            return version

        if not rest_size:
            version.complete = is_in_array or self._IsComplete(version, False)
            if not version.complete:
                version.reason = "a part of it was overwritten"
            return version

        (first_page,) = _UINT32.unpack_from(page, local_end)
        # A replaced row gives its overflow pages to the row that takes its place, which
        # is mostly larger. Without a rowid its size is all that tells which is newer.
        key = (found.tables[index], found.identities[index])
        is_replaced = version.rowid is None and self._largest_sizes.get(key, 0) > size
        # A row that was dead in a frame was likely deleted by its transaction, which
        # used the pages of its chain again.
        ways = (True, False) if frame_number and not is_in_array else (False,)
        for is_before in ways:
            chain = self._chains.Read(
                first_page,
                rest_size,
                frame_number=frame_number,
                is_base_row=bool(flags & candidate_lists.FLAG_BASE_ROW),
                is_in_array=is_in_array,
                is_before=is_before,
            )
            version.body = body
            version.reason = chain.reason
            if chain.is_plausible:
                version.body = b"".join([body] + chain.parts)
            if not chain.is_exact:
                continue
            is_certain = is_in_array and not chain.free_pages and not self._is_journaled
            if is_replaced:
                version.body = body
                version.reason = "the rest is likely that of a newer version"
                return version
            if is_certain or self._IsComplete(version, True):
                version.complete = True
                self._Claim(version, chain.free_pages, usable_size - 4, len(body))
                return version
            version.reason = "the rest is of another row"
            version.body = body
        return version

    def _ResolveUnit(self, members):
        """Resolves the candidates of one key and size.

        Args:
          members (list[int]): indexes of candidates.

        Returns:
          list[_Version]: versions.
        """
        found = self._list
        per_rowid = collections.defaultdict(list)
        for index in members:
            rowid = None
            if found.flags[index] & candidate_lists.FLAG_INTACT:
                rowid = found.rowids[index]
            per_rowid[rowid].append(index)
        unknown = per_rowid.pop(None, [])
        versions = []
        for rowid in sorted(per_rowid, reverse=True):
            versions.extend(self._ResolveCopies(per_rowid[rowid], []))
        if unknown:
            versions.extend(self._ResolveCopies(unknown, versions))
        return versions

    def _ResolveCopies(self, members, known_versions):
        """Resolves candidates that are copies of one version, as far as can be told.

        Args:
          members (list[int]): indexes of candidates.
          known_versions (list[_Version]): versions that they can be copies of.

        Returns:
          list[_Version]: further versions.
        """
        found = self._list
        if len(members) > 1:
            members = sorted(
                members,
                key=lambda index: (
                    found.flags[index] & candidate_lists.FLAG_IN_ARRAY,
                    self._GetRecency(index),
                    found.available_sizes[index],
                ),
                reverse=True,
            )
        versions = []
        for index in members:
            is_copy = False
            if versions or known_versions:
                is_copy = self._AddPlace(index, versions) or self._AddPlace(
                    index, known_versions
                )
            if is_copy:
                continue
            version = self._ReadVersion(index)
            if version is None:
                continue
            for other in versions + known_versions:
                short, long = sorted((version.body, other.body), key=len)
                if long.startswith(short):
                    if version.complete or (
                        not other.complete and len(version.body) > len(other.body)
                    ):
                        other.places.append(other.index)
                        other.index = version.index
                        other.body = version.body
                        other.complete = version.complete
                        other.reason = version.reason
                        if other.rowid is None:
                            other.rowid = version.rowid
                    else:
                        other.places.append(index)
                    break
            else:
                versions.append(version)
        return versions

    def _AddPlace(self, index, versions):
        """Adds a place to a version that is complete, if it is the same cell.

        Args:
          index (int): index of the candidate.
          versions (list[_Version]): versions.

        Returns:
          bool: True if it was added.
        """
        found = self._list
        fingerprint = found.fingerprints[index]
        if not fingerprint:
            return False
        for version in versions:
            if version.complete and found.fingerprints[version.index] == fingerprint:
                if (
                    found.frames[index]
                    or not found.flags[index] & candidate_lists.FLAG_IN_ARRAY
                    or not found.frames[version.index]
                ):
                    version.places.append(index)
                    return True
        return False

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

    def ReadRows(self):
        """Reads the recovered rows.

        Yields:
          RecoveredRow: recovered row.
        """
        if self._mode == recovery_mode.MODE_OFF:
            return
        self._database.ReadColdJournal()
        self._is_journaled = bool(self._database.wal and self._database.wal.IS_JOURNAL)
        grammars, tables = self._GetGrammars()
        if not grammars:
            return
        database = self._database
        self._grammars = {grammar.number: grammar for grammar in grammars}
        self._map = page_maps.PageMap(database, tables, self._GetOtherTables(tables))
        self._claimed_pages = bytearray(self._map.page_count // 8 + 1)
        self._chains = chains.ChainReader(database, self._map)
        log_map = None
        if self._is_journaled and not database.is_rolled_back:
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
        self._list = self._scanner.regions.candidates
        indexes = self._DropLiveCopies()
        self._JoinFreedCopies(indexes)
        units, unit_counts = self._GetUnits(indexes)
        del indexes

        self._live = liveness.LiveRows(
            database,
            grammars,
            self._scanner.live_cells.row_counts,
            live_keys=self._scanner.live_cells.keys,
        )
        key_hashes = self._scanner.regions.keys.GetHashes()
        for grammar in grammars:
            identities = {
                identity for number, identity in unit_counts if number == grammar.number
            }
            if grammar.has_families:
                identities.update(key_hashes)
            self._live.Prepare(grammar, identities)

        reported = set()
        pending = {}
        pending_size = 0
        pending_sizes = {}
        for number, (_, key, members) in enumerate(units):
            if number % 64 == 0 and not database.Touch():
                return
            units[number] = None
            grammar = self._grammars[key[0]]
            versions = self._ResolveUnit(members)
            unit_counts[key] -= 1
            if key in pending:
                versions = pending.pop(key) + versions
            if unit_counts[key] and pending_size < _MAXIMUM_PENDING_SIZE:
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
        self._scanner.regions.records = {}
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
            self._claimed_pages,
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
        versions = _MergeVersions(versions)
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
          version (_Version): version.

        Returns:
          bool: True if it is.
        """
        return self._IsPlausible(grammar, key) or bool(version.serial_types[-1] & 1)

    def _CreateRow(self, grammar, version, values, is_live):
        """Creates a recovered row.

        Args:
          grammar (RecordGrammar): grammar of the table.
          version (_Version): version.
          values (tuple[bytes|float|int|str]): values.
          is_live (bool): True if a live row has the key.

        Returns:
          RecoveredRow: recovered row.
        """
        found = self._list
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
        places = sorted(set(version.places), key=self._GetRecency, reverse=True)
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
      version (_Version): version.
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


def _HasDistinctNames(pairs):
    """Checks the names of a JSON object.

    Args:
      pairs (list[tuple[str, object]]): names and values.

    Returns:
      dict[str, object]: JSON object.

    Raises:
      ValueError: if a name occurs more than once.
    """
    json_dict = dict(pairs)
    if len(json_dict) != len(pairs):
        raise ValueError("a name occurs more than once")
    return json_dict


# Made once: that takes longer than a small value does.
_DISTINCT_NAMES_DECODER = json.JSONDecoder(object_pairs_hook=_HasDistinctNames)


def _IsJSON(data, has_chain):
    """Determines if a value is JSON.

    What JavaScript wrote has every name of an object once. A value of which a part is
    of another row often has some twice.

    Args:
      data (bytes|str): value.
      has_chain (bool): True if a part of the value is in overflow pages.

    Returns:
      bool: True if it is.
    """
    if len(data) > _MAXIMUM_CHECKED_SIZE:
        _, reason = stored_values.DecodeJSON(data)
        return reason is None
    try:
        if isinstance(data, bytes):
            data = data.decode("utf-8")
        if has_chain:
            _DISTINCT_NAMES_DECODER.decode(data)
        else:
            json.loads(data)
    except (ValueError, RecursionError):
        return False
    return True


def _MergeVersions(versions):
    """Merges versions of a row that are the same.

    Args:
      versions (list[_Version]): versions of one key, of any size.

    Returns:
      list[_Version]: versions, none of which is another one or the start of one.
    """
    if len(versions) < 2:
        return versions
    merged = []
    for version in sorted(
        versions,
        key=lambda version: (version.complete, len(version.body), version.rowid or 0),
        reverse=True,
    ):
        for other in merged:
            if version.complete:
                is_same = (
                    other.complete
                    and other.body == version.body
                    and other.serial_types == version.serial_types
                )
            else:
                is_same = other.body.startswith(version.body)
            if is_same:
                other.places.append(version.index)
                other.places.extend(version.places)
                break
        else:
            merged.append(version)
    merged.sort(
        key=lambda version: (version.rowid if version.rowid is not None else -1),
        reverse=True,
    )
    return merged
