"""Versions of a row: what is left of it in each place, and which places are copies.

Of two rows that claim an overflow page it is the newer one's, so that the newest
version has to be read first.

Sources: recovery.md B.5 and D.
"""

import collections
import json
import struct

from cursor_plaso import sqlite_format
from cursor_plaso import values as stored_values
from cursor_plaso.recovery import candidates as candidate_lists
from cursor_plaso.recovery import chains

# Values of which all names are looked at.
_MAXIMUM_CHECKED_SIZE = 4 * 1024 * 1024

# What a cell can have of size and rowid before the first byte that no text has.
_MAXIMUM_CELL_FRONT = 8

_UINT32 = struct.Struct(">I")

# Bytes that text does not have: what translate leaves of it when all others are gone.
_TEXT_BYTES = bytes(
    number for number in range(256) if number > 31 or number in (9, 10, 13)
)


class Version:
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


class VersionReader:
    """Reader of the versions of rows.

    Attributes:
      claimed_pages (bytearray): a bit per free page that a version was read from.
    """

    def __init__(self, database, candidates, records, page_map, largest_sizes):
        """Initializes a reader.

        Args:
          database (Database): database.
          candidates (CandidateList): candidates.
          records (dict[int, bytes]): what is available of a record, from its header on,
              per candidate of which it was kept.
          page_map (PageMap): map of the pages.
          largest_sizes (dict[tuple[int, int], int]): size of the largest record per
              table and key.
        """
        super().__init__()
        self._candidates = candidates
        self._chains = chains.ChainReader(database, page_map)
        self._database = database
        # True if the rest of a row may not be of the time of its page.
        self._is_journaled = bool(database.wal and database.wal.IS_JOURNAL)
        self._largest_sizes = largest_sizes
        self._records = records
        self.claimed_pages = bytearray(page_map.page_count // 8 + 1)

    def _AddPlace(self, index, versions):
        """Adds a place to a version that is complete, if it is the same cell.

        Args:
          index (int): index of the candidate.
          versions (list[Version]): versions.

        Returns:
          bool: True if it was added.
        """
        found = self._candidates
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

    def _Claim(self, version, free_pages, chunk_size, local_size):
        """Claims the free pages of a chain for a version.

        Args:
          version (Version): version.
          free_pages (list[int]): page numbers.
          chunk_size (int): size of the data of a page.
          local_size (int): size of the part of the body in the cell.
        """
        claimed = self.claimed_pages
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

    def _IsComplete(self, version, has_chain):
        """Determines if the values of a version are what was written.

        Args:
          version (Version): version whose body has the right size.
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
          version (Version): version.
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
          Version: version or None if there is none.
        """
        found = self._candidates
        database = self._database
        flags = found.flags[index]
        frame_number = found.frames[index]
        offset = found.offsets[index]
        size = found.sizes[index]
        page = self._records.get(index)
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
        version = Version(index)
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

    def _ResolveCopies(self, members, known_versions):
        """Resolves candidates that are copies of one version, as far as can be told.

        Args:
          members (list[int]): indexes of candidates.
          known_versions (list[Version]): versions that they can be copies of.

        Returns:
          list[Version]: further versions.
        """
        found = self._candidates
        if len(members) > 1:
            members = sorted(
                members,
                key=lambda index: (
                    found.flags[index] & candidate_lists.FLAG_IN_ARRAY,
                    self.GetRecency(index),
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

    def GetRecency(self, index):
        """Determines how new the place of a candidate is.

        Args:
          index (int): index of the candidate.

        Returns:
          int: number that is larger for a newer place.
        """
        frame_number = self._candidates.frames[index]
        if not frame_number:
            return 1 << 32
        if self._database.wal.IS_JOURNAL:
            # What a journal has is older than the file, and the older the later.
            return self._database.wal.frame_count - frame_number
        if frame_number > self._database.wal.current_end:
            return frame_number
        return 2 << 32 | frame_number

    def Resolve(self, members):
        """Resolves the candidates of one key and size.

        Args:
          members (list[int]): indexes of candidates.

        Returns:
          list[Version]: versions.
        """
        found = self._candidates
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


def MergeVersions(versions):
    """Merges versions of a row that are the same.

    Args:
      versions (list[Version]): versions of one key, of any size.

    Returns:
      list[Version]: versions, none of which is another one or the start of one.
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
