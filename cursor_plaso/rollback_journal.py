"""The rollback journal of a SQLite database: pages as they were before a transaction.

In the journal modes DELETE, PERSIST and TRUNCATE SQLite copies a page to the journal
before it changes it in the file. Builds of the editor before its databases had a
write-ahead log worked so, and small stores still do. There are two kinds of journals:

- A hot one is of a transaction that was not committed when the image was taken or the
  power was cut. SQLite puts its pages back before it reads the database. Its records
  count as SQLite plays them back: header by header, as many as a header says, up to the
  first whose checksum is wrong.
- A cold one is what is left of transactions that ended: PERSIST mode writes zeros over
  the first 28 bytes only, and a later transaction overwrites no more than it needs. Its
  records are found by their checksums. The nonce that these start with went with the
  header, but is the same in all records of a header.

The records of both are frames: a page number and a page, numbered from 1. The class has
the interface of wal.Wal, whose place it takes in a database without a log. In a journal
the pages of a frame are older than those of the file.

Source: https://www.sqlite.org/fileformat2.html#the_rollback_journal, and what SQLite
3.40 does with copies.
"""

import array
import os
import struct

from cursor_plaso import sqlite_format
from cursor_plaso import wal as wal_log

_MAGIC = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"

# What PERSIST mode overwrites of a journal, and what of a sector a header takes.
_HEADER_SIZE = 28

_HEADER = struct.Struct(">8s5I")
_UINT32 = struct.Struct(">I")

# SQLite writes at least this much for a header, and at most one sector.
_DEFAULT_SECTOR_SIZE = 512
_MINIMUM_SECTOR_SIZE = 32
_MAXIMUM_SECTOR_SIZE = 65536

# Sector sizes that are tried where the header does not tell, the most frequent first.
_SECTOR_SIZES = (512, 4096, 1024, 2048, 8192, 16384, 32768, 65536)

# As many records as the size of the journal has room for.
_COUNT_UNKNOWN = 0xFFFFFFFF

# What a checksum adds up: every 200th byte from the end of the page.
_CHECKSUM_STEP = 200

_MAXIMUM_NAME_SIZE = 4096

# Headers in a row without a record: SQLite writes none.
_MAXIMUM_EMPTY_HEADERS = 4096

# The page that holds the bytes at 1 GiB, which SQLite locks, has no content.
_LOCK_OFFSET = 0x40000000

_READ_SIZE = 256 * 1024

_PAGE_TYPES = frozenset(
    [
        sqlite_format.INDEX_INTERIOR_PAGE,
        sqlite_format.INDEX_LEAF_PAGE,
        sqlite_format.TABLE_INTERIOR_PAGE,
        sqlite_format.TABLE_LEAF_PAGE,
    ]
)


class _Header:
    """Header of a journal, of which there is one for each time that it was synced.

    Attributes:
      database_size (int): size of the database in pages before the transaction.
      is_older (bool): True if a later transaction took the signature away.
      is_synced (bool): True if it has its signature.
      nonce (int): what the checksums start with.
      page_size (int): size of a page in bytes.
      record_count (int): number of records.
      sector_size (int): size of the header in bytes.
    """

    def __init__(self, data):
        """Initializes a header.

        Args:
          data (bytes): the first bytes of the header.
        """
        super().__init__()
        (
            magic,
            self.record_count,
            self.nonce,
            self.database_size,
            self.sector_size,
            self.page_size,
        ) = _HEADER.unpack_from(data)
        self.is_synced = magic == _MAGIC
        self.is_older = magic == b"\x00" + _MAGIC[1:]
        self._is_blank = not any(data[:12])

    @property
    def is_header(self):
        """bool: True if it is one: signed, signed before, or not signed yet."""
        if self.is_synced or self.is_older:
            return True
        return self._is_blank and self.has_sizes

    @property
    def has_sizes(self):
        """bool: True if SQLite takes the sizes of a sector and of a page."""
        return _MINIMUM_SECTOR_SIZE <= self.sector_size <= _MAXIMUM_SECTOR_SIZE and (
            self.sector_size & (self.sector_size - 1) == 0
            and sqlite_format.IsPageSize(self.page_size)
        )


class RollbackJournal:
    """Rollback journal.

    The arrays have an entry per frame and one, unused, at index 0, so that a frame
    number is their index.

    Attributes:
      commit_sizes (array.array): 0 per frame, as no record ends a transaction.
      committed (dict[int, int]): frame per page number that takes the place of a page
          of the file, of a hot journal. Also a compact mapping, as that of wal.Wal.
      current_end (int): last of the frames of the last transaction.
      frame_count (int): number of frames.
      generations (array.array): number of the transaction, 0 for the last one and
          larger for older ones, as far as they can be told apart.
      is_hot (bool): True if SQLite would roll the database back.
      last_commit_frame (int): last frame that takes the place of a page of the file or
          0.
      page_count (int): size in pages that the database had before the transaction of a
          hot journal.
      page_numbers (array.array): page number.
      page_size (int): size of a page in bytes, 0 if the journal is ignored.
      problem (str): what is wrong with the journal, or None.
      size (int): size of the journal in bytes.
      super_journal (str): name of the journal of the transaction of which this one is
          a part, or None as for all that Cursor writes.
    """

    # How a frame is called.
    FRAME_NAME = "rollback journal record"

    # How the log is called in a warning.
    LOG_NAME = "SQLite rollback journal"

    # The frames hold pages that are older than those of the file.
    IS_JOURNAL = True

    def __init__(self, file_object, page_size=None, page_count=0, touch=None):
        """Initializes a rollback journal, of which the header is read.

        Args:
          file_object (dfvfs.FileIO): file-like object of the journal.
          page_size (Optional[int]): page size of the database, or None if its header
              does not tell.
          page_count (Optional[int]): number of pages of the database file.
          touch (Optional[function]): called now and then while the records are read,
              returns False to stop.
        """
        super().__init__()
        self._buffer = b""
        self._buffer_offset = 0
        self._file_object = file_object
        self._file_page_count = page_count
        self._header = None
        self._has_read_error = False
        self._maximum_page = 0
        self._offsets = array.array("Q", [0])
        self._touch = touch
        self.commit_sizes = array.array("I", [0])
        self.committed = {}
        self.current_end = 0
        self.frame_count = 0
        self.generations = array.array("I", [0])
        self.is_hot = False
        self.last_commit_frame = 0
        self.page_count = 0
        self.page_numbers = array.array("I", [0])
        self.page_size = page_size or 0
        self.problem = None
        self.size = 0
        self.super_journal = None
        try:
            self.size = wal_log.GetFileSize(file_object)
            self._ReadHeader(page_size)
        except wal_log.READ_ERRORS as exception:
            self.page_size = 0
            self.problem = f"it is ignored, it can not be read: {exception!s}"

    @property
    def is_valid(self):
        """bool: True if it has records of pages of the size of the database."""
        return bool(self.page_size)

    @property
    def _record_size(self):
        """int: size of a record: page number, page and checksum."""
        return self.page_size + 8

    def _AddFrame(self, offset, page_number, generation):
        """Adds a frame.

        Args:
          offset (int): offset of the page.
          page_number (int): page number.
          generation (int): number of the transaction.
        """
        self.frame_count += 1
        self._offsets.append(offset)
        self.commit_sizes.append(0)
        self.generations.append(generation)
        self.page_numbers.append(page_number)
        if not generation:
            self.current_end = self.frame_count

    def _CheckLastTransaction(self, database_change_counter):
        """Determines if the frames of the last transaction are just before the file.

        The transaction counted itself in the header of the file. Where another one did
        so later, without this journal, what a page of the journal leads to may not be
        what is in the file.

        Args:
          database_change_counter (int): file change counter of the database file.
        """
        for frame_number in range(1, self.current_end + 1):
            if self.page_numbers[frame_number] == 1:
                page = self.ReadFrame(frame_number) or bytes(28)
                (change_counter,) = _UINT32.unpack_from(page, 24)
                if database_change_counter - change_counter & 0xFFFFFFFF > 1:
                    self.current_end = 0
                break

    def _FindHeader(self, offset):
        """Finds the next header with a signature.

        Args:
          offset (int): offset from which to look.

        Returns:
          int: offset, or None if there is none.
        """
        sector_size = self._GetSectorSize()
        while offset + _HEADER_SIZE <= self.size:
            if self._touch and not self._touch():
                return None
            data = self._Read(offset, _READ_SIZE)
            index = data.find(_MAGIC[1:], 1)
            while index > 0:
                if not (offset + index - 1) % sector_size:
                    return offset + index - 1
                index = data.find(_MAGIC[1:], index + 1)
            if len(data) < _READ_SIZE:
                return None
            offset += _READ_SIZE - len(_MAGIC)
        return None

    def _FindRecords(self, offset, generation):
        """Finds the records that SQLite does not put back.

        Args:
          offset (int): offset where they begin.
          generation (int): number of their transaction.
        """
        nonce = remaining = None
        number_of_empty_headers = 0
        if not offset and self._ReadHeaderAt(0) is None:
            # The header of a transaction that ended in PERSIST mode.
            offset = self._FindFirstRecord()
            record = self._ReadRecord(offset)
            nonce = record[1] if record else None
        while offset < self.size:
            if self.frame_count % 256 == 0 and self._touch and not self._touch():
                return
            if self.frame_count >= wal_log.MAXIMUM_FRAMES:
                self.problem = self.problem or (
                    f"only its first {self.frame_count:d} records are read"
                )
                return
            record = self._ReadRecord(offset)
            if record is not None and record[1] == nonce and remaining != 0:
                self._AddFrame(offset + 4, record[0], generation)
                offset += self._record_size
                number_of_empty_headers = 0
                if remaining is not None:
                    remaining -= 1
                continue

            if number_of_empty_headers > _MAXIMUM_EMPTY_HEADERS:
                self.problem = self.problem or "it is ignored after too many headers"
                return
            found = self._FindSegment(offset, record)
            if found is None:
                return
            number_of_empty_headers += 1
            offset, nonce, remaining, is_older = found
            generation += is_older

    def _FindSegment(self, offset, record):
        """Finds the next records that have their nonce in common.

        They are of a header of the same transaction, or of an older one, of which the
        last one did not need the place.

        Args:
          offset (int): offset where the records before end.
          record (tuple[int, int]): what may be a record at the offset, or None.

        Returns:
          tuple[int, int, int, bool]: offset, nonce, number of records or None if it is
              not known, and True if they are of an older transaction; or None if there
              are no more records.
        """
        header_offset = _RoundUp(offset, self._GetSectorSize())
        header = self._ReadHeaderAt(header_offset)
        is_older = header is not None and header.is_older
        if header is None:
            if record is not None and (
                self._IsFollowed(offset, record[1]) or self._IsPage(offset)
            ):
                return offset, record[1], None, True
            header_offset = self._FindHeader(offset + 1)
            header = header_offset and self._ReadHeaderAt(header_offset)
            if not header:
                return None
            is_older = True
        count = None
        if header.is_synced and header.record_count != _COUNT_UNKNOWN:
            count = header.record_count
        return header_offset + self._GetSectorSize(), header.nonce, count, is_older

    def _FindFirstRecord(self):
        """Finds the first record of a journal whose header is gone.

        Returns:
          int: offset, where there may be no record after all.
        """
        for sector_size in _SECTOR_SIZES:
            record = self._ReadRecord(sector_size)
            if record is not None and self._IsFollowed(sector_size, record[1]):
                self._header.sector_size = sector_size
                return sector_size
        if self._IsPage(_DEFAULT_SECTOR_SIZE):
            return _DEFAULT_SECTOR_SIZE
        return self._FindHeader(_DEFAULT_SECTOR_SIZE) or self.size

    def _GetSectorSize(self):
        """Retrieves the size of a sector.

        Returns:
          int: size of a sector, at whose multiples headers stand.
        """
        sector_size = self._header.sector_size
        if self._header.has_sizes or sector_size in _SECTOR_SIZES:
            return max(sector_size, _DEFAULT_SECTOR_SIZE)
        return _DEFAULT_SECTOR_SIZE

    def _IsFollowed(self, offset, nonce):
        """Determines if the record after a record is of the same header.

        Args:
          offset (int): offset of the record.
          nonce (int): what its checksum starts with.

        Returns:
          bool: True if it is.
        """
        record = self._ReadRecord(offset + self._record_size)
        return record is not None and record[1] == nonce

    def _IsPage(self, offset):
        """Determines if what may be a record has a page of a table or of an index.

        Args:
          offset (int): offset of the record.

        Returns:
          bool: True if it has.
        """
        page = self._Read(offset + 4, self.page_size)
        if len(page) < self.page_size:
            return False
        if page.startswith(sqlite_format.SIGNATURE):
            return True
        (cell_count,) = struct.unpack_from(">H", page, 3)
        return page[0] in _PAGE_TYPES and 8 + 2 * cell_count <= self.page_size

    def _PlayBack(self):
        """Reads the records that SQLite puts back into the file.

        Returns:
          int: offset where they end.
        """
        committed = {}
        header = self._header
        number_of_empty_headers = 0
        offset = 0
        sector_size = header.sector_size
        while header is not None and header.is_synced:
            if number_of_empty_headers > _MAXIMUM_EMPTY_HEADERS:
                self.problem = "it is ignored after too many headers"
                break
            offset += sector_size
            frame_count = self.frame_count
            offset, reason = self._PlayBackRecords(header, offset, committed)
            if self.frame_count > frame_count:
                number_of_empty_headers = 0
            number_of_empty_headers += 1
            if reason:
                # Where the number of records is not known the last one may be cut.
                if header.record_count != _COUNT_UNKNOWN:
                    self.problem = (
                        f"it is ignored from record {self.frame_count + 1:d} on, which "
                        f"{reason:s}"
                    )
                break
            header_offset = _RoundUp(offset, sector_size)
            if header_offset + sector_size > self.size:
                break
            header = self._ReadHeaderAt(header_offset)
            if header is not None and header.is_synced:
                offset = header_offset

        self.committed = wal_log.CompactFrames(committed)
        self.last_commit_frame = self.frame_count
        return offset

    def _PlayBackRecords(self, header, offset, committed):
        """Reads the records of a header that SQLite puts back into the file.

        Args:
          header (_Header): header.
          offset (int): offset of the first record.
          committed (dict[int, int]): frame per page number, which is added to.

        Returns:
          tuple[int, str]: offset where the records end, and what is wrong with the
              next, or None if these are all.
        """
        count = header.record_count
        if count == _COUNT_UNKNOWN:
            count = (self.size - header.sector_size) // self._record_size
        for number in range(count):
            if number % 256 == 0 and self._touch and not self._touch():
                return offset, "is not read"
            if self.frame_count >= wal_log.MAXIMUM_FRAMES:
                return offset, "is one too many"
            if offset + self._record_size > self.size:
                return offset, "is cut off"
            record = self._ReadRecord(offset, is_played_back=True)
            if record is None:
                return offset, "can not be read" if self._has_read_error else "is none"
            page_number, nonce = record
            # SQLite leaves out pages that the database did not have.
            is_old_page = page_number <= self.page_count
            if is_old_page and nonce != header.nonce:
                return offset, "has a wrong checksum"
            self._AddFrame(offset + 4, page_number, 0)
            if is_old_page:
                committed[page_number] = self.frame_count
            offset += self._record_size
        return offset, None

    def _Read(self, offset, size):
        """Reads from the journal, most of the time from what was read before.

        Args:
          offset (int): offset.
          size (int): number of bytes.

        Returns:
          bytes: data, shorter when the journal ends or can not be read.
        """
        start = offset - self._buffer_offset
        if 0 <= start and start + size <= len(self._buffer):
            return self._buffer[start : start + size]
        try:
            self._file_object.seek(offset, os.SEEK_SET)
            data = self._file_object.read(max(size, _READ_SIZE))
        except wal_log.READ_ERRORS:
            self._has_read_error = True
            data = b""
        self._buffer = data
        self._buffer_offset = offset
        return data[:size]

    def _ReadHeader(self, page_size):
        """Reads the header and what it says of the database.

        Args:
          page_size (int): page size of the database or None.
        """
        self._file_object.seek(0, os.SEEK_SET)
        data = self._file_object.read(_HEADER_SIZE)
        header = self._header = _Header(data.ljust(_HEADER_SIZE, b"\x00"))
        if not any(data[:1]):
            return

        if not header.is_synced:
            self.problem = "it is ignored, its header has no signature"
        elif not header.page_size and page_size:
            header.page_size = page_size
        if not self.problem and not header.has_sizes:
            self.problem = "it is ignored, its header has an invalid size"
        if not self.problem and page_size and header.page_size != page_size:
            self.problem = (
                f"it is ignored, its page size {header.page_size:d} is not the "
                f"{page_size:d} of the database"
            )
        if self.problem:
            self.page_size = 0
            return
        self.page_size = header.page_size
        self.is_hot = header.sector_size <= self.size
        if self.is_hot:
            self.page_count = header.database_size
            self.super_journal = self._ReadSuperJournal()

    def _ReadHeaderAt(self, offset):
        """Reads a header that is not the first.

        Args:
          offset (int): offset.

        Returns:
          _Header: header or None if there is none.
        """
        data = self._Read(offset, _HEADER_SIZE)
        if len(data) < _HEADER_SIZE:
            return None
        header = _Header(data)
        return header if header.is_header else None

    def _ReadRecord(self, offset, is_played_back=False):
        """Reads a record.

        Args:
          offset (int): offset.
          is_played_back (Optional[bool]): True to take any page that SQLite does.

        Returns:
          tuple[int, int]: page number and what the checksum starts with, or None if
              there is no record.
        """
        page_size = self.page_size
        data = self._Read(offset, page_size + 8)
        if len(data) < page_size + 8:
            return None
        (page_number,) = _UINT32.unpack_from(data)
        if not page_number or page_number == _LOCK_OFFSET // page_size + 1:
            return None
        if page_number > self._maximum_page and not is_played_back:
            return None
        (checksum,) = _UINT32.unpack_from(data, page_size + 4)
        checksum -= sum(data[page_size + 4 - _CHECKSUM_STEP : 4 : -_CHECKSUM_STEP])
        return page_number, checksum & 0xFFFFFFFF

    def _ReadSuperJournal(self):
        """Reads the name of the super-journal at the end of the journal.

        Returns:
          str: name or None if there is none.
        """
        if self.size < 16:
            return None
        size, checksum, magic = struct.unpack(
            ">2I8s", self._Read(self.size - 16, 16).ljust(16, b"\x00")
        )
        if magic != _MAGIC or not 0 < size <= min(self.size - 16, _MAXIMUM_NAME_SIZE):
            return None
        name = self._Read(self.size - 16 - size, size)
        if sum(name) & 0xFFFFFFFF != checksum:
            return None
        return name.decode("utf-8", "backslashreplace").rstrip("\x00") or None

    def CoolDown(self):
        """Has the journal be that of a transaction that ended."""
        self.is_hot = False
        self.page_count = 0

    def GetFrameState(self, frame_number):
        """Determines the state of a frame.

        Args:
          frame_number (int): frame number.

        Returns:
          str: wal.STATE_COMMITTED for a page that takes the place of that of the file,
              STATE_SUPERSEDED for one of the last transaction that does not, and
              STATE_STALE for one of an older transaction.
        """
        if frame_number > self.current_end:
            return wal_log.STATE_STALE
        if self.committed.get(self.page_numbers[frame_number]) == frame_number:
            return wal_log.STATE_COMMITTED
        return wal_log.STATE_SUPERSEDED

    def ReadFrame(self, frame_number):
        """Reads the page of a frame.

        Args:
          frame_number (int): frame number.

        Returns:
          bytes: page, or None if there is no such frame or it can not be read.
        """
        if not 1 <= frame_number <= self.frame_count:
            return None
        try:
            self._file_object.seek(self._offsets[frame_number], os.SEEK_SET)
            data = self._file_object.read(self.page_size)
        except wal_log.READ_ERRORS:
            return None
        return data if len(data) == self.page_size else None

    def ReadFrames(self, change_counter=None):
        """Reads which frames there are.

        Args:
          change_counter (Optional[int]): file change counter of the database file.
        """
        if not self.page_size or not self.size:
            return
        # The file can be shorter than it was by what the journal has.
        self._maximum_page = min(
            self._file_page_count + self.size // self._record_size + 1,
            0xFFFFFFFE,
        )
        offset = self._PlayBack() if self.is_hot else 0
        self._FindRecords(offset, 0)
        if not self.is_hot and change_counter is not None:
            self._CheckLastTransaction(change_counter)
        self._buffer = b""
        if self._has_read_error and not self.problem:
            self.problem = f"it can not be read after record {self.frame_count:d}"
        if not self.is_hot and not self.frame_count and not self.problem:
            self.problem = "it is ignored, no pages of the database are in it"


def _RoundUp(offset, size):
    """Rounds an offset up.

    Args:
      offset (int): offset.
      size (int): size, of which the result is a multiple.

    Returns:
      int: offset.
    """
    return -(-offset // size) * size
