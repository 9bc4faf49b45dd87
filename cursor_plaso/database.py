"""Read-only SQLite databases over a dfVFS file object, with and without their WAL.

A database is read in place: no copy, no temporary file, nothing is ever written. Rows
come in rowid order, which is the cheapest order for a large file; an index is used for
keys only (recovery.md C, measured). There are two views of a database: live, which is
the file with the committed part of its write-ahead log, and base, which is the file
alone. Where a transaction was not committed that changed the file itself, live is the
file with the pages that the rollback journal puts back. Nothing of the evidence is run:
no SQL, no trigger, no view, no generated column.

No content, however hostile, makes an iterator raise, loop or take more than time and
memory linear in the size of the file. See sqlite_view.py for the views, wal.py for the
log and rollback_journal.py for the journal.
"""

import collections
import functools
import os
import struct

from dfvfs.lib import definitions as dfvfs_definitions
from dfvfs.path import factory as path_spec_factory

from cursor_plaso import rollback_journal
from cursor_plaso import siblings
from cursor_plaso import sqlite_format
from cursor_plaso import sqlite_view
from cursor_plaso import wal as wal_log

# Through dfVFS larger reads are slower (recovery.md C.2). A multiple of every page
# size.
_BLOCK_SIZE = 65536

# A megabyte, whatever is read of the file and in which order.
_BLOCKS_PER_TOUCH = 16

_CACHED_BLOCKS = 64

# A compressed file is read anew from its start for every step back.
_CACHED_BLOCKS_COMPRESSED = 1024

# Pages that are read of a database: 256 GiB of the usual size. Every pass needs a byte
# of memory for each, and a sparse file may claim any size.
MAXIMUM_PAGES = 1 << 26

_MAXIMUM_SPARE_PAGES = 1 << 16

_CACHED_FRAMES_SIZE = 4 * 1024 * 1024

_COMPRESSED_TYPE_INDICATORS = frozenset(
    [
        dfvfs_definitions.TYPE_INDICATOR_COMPRESSED_STREAM,
        dfvfs_definitions.TYPE_INDICATOR_GZIP,
        dfvfs_definitions.TYPE_INDICATOR_ZIP,
    ]
)

# Properties of a path specification that identify one file and not the one beside it.
_FILE_PROPERTIES = frozenset(
    ["data_stream", "identifier", "inode", "location", "mft_attribute", "mft_entry"]
)

# How a log is named beside its database.
_LOG_SUFFIXES = (
    (wal_log.Wal, "-wal"),
    (rollback_journal.RollbackJournal, "-journal"),
)

# Warnings of one kind after which the rest is only counted.
_MAXIMUM_WARNINGS = 20


class NotADatabaseError(OSError):
    """Error that is raised if a file is no SQLite database or can not be read."""


class Database:
    """SQLite database.

    Attributes:
      auto_vacuum (bool): True if the database has pointer-map pages.
      base (sqlite_view.View): database file alone, which is the live view where no
          write-ahead log or rollback journal is used.
      block_size (int): size of a block of the cache, a multiple of the page size.
      blocks (dict[int, bytes]): cached blocks of the file per number, whole ones only.
      encoding (str): encoding of TEXT: "utf-8", "utf-16-le" or "utf-16-be".
      file_size (int): size of the database file in bytes.
      header (sqlite_format.FileHeader): header of the database file, or that of the
          write-ahead log or rollback journal where the file has none.
      is_aborted (bool): True once reading was aborted.
      is_rolled_back (bool): True if the file holds a part of a transaction that was not
          committed, which a rollback journal takes back in the live view.
      last_error (str): message of the last read that failed or None.
      live (sqlite_view.View): database as SQLite reads it: with its committed
          write-ahead log or its hot rollback journal.
      page_count (int): number of pages of the file, the last possibly cut.
      page_size (int): size of a page in bytes.
      usable_size (int): size of the used part of a page in bytes.
      wal (wal.Wal|rollback_journal.RollbackJournal): write-ahead log, or what has
          frames in its place: a hot rollback journal or, once ReadColdJournal was
          called, any other. None if there is none or an empty one.
    """

    def __init__(
        self,
        file_object,
        wal_file_object=None,
        producer=None,
        cached_blocks=None,
        journal_file_object=None,
        has_file=None,
    ):
        """Initializes a database.

        Args:
          file_object (dfvfs.FileIO): file-like object of the database; anything with
              seek, read and get_size, or a plain file opened for reading bytes.
          wal_file_object (Optional[dfvfs.FileIO]): file-like object of the write-ahead
              log.
          producer (Optional[BaseProducer]): gets warnings and signs of activity and
              tells to abort.
          cached_blocks (Optional[int]): number of blocks of 64 KiB that are cached.
          journal_file_object (Optional[dfvfs.FileIO]): file-like object of the rollback
              journal.
          has_file (Optional[function]): given the path of a super-journal, returns
              False if there is no such file. Where None represents that there is.

        Raises:
          NotADatabaseError: if the file has no SQLite header or an invalid page size,
              and neither has its write-ahead log or rollback journal.
        """
        super().__init__()
        self._cached_blocks = cached_blocks or _CACHED_BLOCKS
        self._cached_frames = collections.OrderedDict()
        self._closed_kinds = set()
        self._cold_journal = None
        self._file_object = file_object
        self._loaded_blocks = 0
        self._messages = set()
        self._overflow_run_structs = None
        self._producer = producer
        self._warning_counts = collections.Counter()
        self._short_blocks = collections.OrderedDict()
        self.block_size = _BLOCK_SIZE
        self.blocks = collections.OrderedDict()
        self.is_aborted = False
        self.is_rolled_back = False
        self.last_error = None
        self.wal = None

        try:
            self.file_size = wal_log.GetFileSize(file_object)
        except wal_log.READ_ERRORS as exception:
            raise NotADatabaseError(f"unable to read: {exception!s}") from exception
        base_header = sqlite_format.FileHeader.FromBytes(
            self.ReadRaw(0, sqlite_format.FILE_HEADER_SIZE)
        )
        page_size = base_header.page_size if base_header else None
        if wal_file_object is not None:
            self._OpenWal(wal_file_object, page_size)
        if journal_file_object is not None:
            self._OpenJournal(journal_file_object, page_size, has_file)
        live_header = base_header
        if self.wal and self.wal.committed.get(1):
            page = self.wal.ReadFrame(self.wal.committed.get(1)) or b""
            live_header = sqlite_format.FileHeader.FromBytes(page) or base_header
        header = base_header or live_header
        if header is None:
            if self.last_error:
                raise NotADatabaseError(f"unable to read: {self.last_error:s}")
            raise NotADatabaseError("no SQLite database header")

        if live_header.page_size != header.page_size:
            live_header = header
        self.header = header
        self.auto_vacuum = live_header.auto_vacuum
        self.encoding = live_header.encoding
        self.page_size = header.page_size
        self.usable_size = live_header.usable_size
        self.page_count = self._GetPageCount(header)
        if self.wal and self.wal.is_valid and self.wal.page_size != self.page_size:
            self.Warn(
                self.wal.LOG_NAME,
                f"it is ignored, its page size {self.wal.page_size:d} is not the "
                f"{self.page_size:d} of the database",
            )
            self.is_rolled_back = False
            self.wal = None

        self.base = self.live = sqlite_view.View(self, header, self.page_count)
        if self.wal and (self.wal.last_commit_frame or self.is_rolled_back):
            self.live = self._GetLiveView(live_header)
            self.base = sqlite_view.View(self, header, self.page_count, recovered=True)

    @property
    def overflow_run_structs(self):
        """list[struct.Struct]: per number of pages what reads that many overflow pages
        in one go: the number of the next page and the data, each."""
        if self._overflow_run_structs is None:
            # Made when they are needed: most databases are another program's.
            page = f"I{self.usable_size - 4:d}s{self.page_size - self.usable_size:d}x"
            self._overflow_run_structs = [
                struct.Struct(">" + count * page)
                for count in range(self.block_size // self.page_size + 1)
            ]
        return self._overflow_run_structs

    def _GetPageCount(self, header):
        """Determines the number of pages that are read.

        Args:
          header (sqlite_format.FileHeader): header.

        Returns:
          int: number of pages of the file, unless it is so large that it can not be
              what it seems.
        """
        page_count = -(-self.file_size // self.page_size)
        maximum_count = MAXIMUM_PAGES
        if header.page_count:
            # Pages that SQLite has no more use for may follow those that it counts.
            maximum_count = min(
                maximum_count,
                max(2 * header.page_count, header.page_count + _MAXIMUM_SPARE_PAGES),
            )
        if page_count > maximum_count:
            self.Warn(
                "SQLite database",
                f"only its first {maximum_count:d} pages of {page_count:d} are read",
            )
        return min(page_count, maximum_count)

    def _GetLiveView(self, header):
        """Retrieves the view of the database with its write-ahead log.

        Args:
          header (sqlite_format.FileHeader): header of the view.

        Returns:
          sqlite_view.View: view.
        """
        # A size is believed as far as pages can be there. Memory is taken by it.
        physical_count = self.page_count + self.wal.frame_count
        maximum_count = min(16 * physical_count + 65536, MAXIMUM_PAGES)
        last_page = max(
            (number for number in self.wal.committed if number <= maximum_count),
            default=0,
        )
        page_count = min(self.wal.page_count, max(self.page_count, last_page))
        return sqlite_view.View(self, header, page_count, frames=self.wal.committed)

    def _OpenWal(self, file_object, page_size):
        """Opens the write-ahead log.

        Args:
          file_object (dfvfs.FileIO): file-like object of the log.
          page_size (int): page size of the database or None.
        """
        wal = wal_log.Wal(file_object, page_size=page_size, touch=self.Touch)
        if wal.problem:
            self.Warn("SQLite write-ahead log", wal.problem)
        if wal.size:
            self.wal = wal

    def _OpenJournal(self, file_object, page_size, has_file):
        """Opens the rollback journal.

        Args:
          file_object (dfvfs.FileIO): file-like object of the journal.
          page_size (int): page size of the database or None.
          has_file (function): tells if there is a super-journal, or None.
        """
        page_count = -(-self.file_size // page_size) if page_size else 0
        journal = rollback_journal.RollbackJournal(
            file_object, page_size=page_size, page_count=page_count, touch=self.Touch
        )
        kind = journal.LOG_NAME
        if journal.problem:
            self.Warn(kind, journal.problem)
            return
        if not journal.size:
            return
        name = journal.super_journal
        if name and has_file is not None and not has_file(name):
            # SQLite removes it to commit a transaction of several databases.
            journal.CoolDown()
        if self.wal and (self.wal.last_commit_frame or not journal.is_hot):
            self.Warn(kind, "it is ignored, there is a write-ahead log as well")
            return
        if not journal.is_hot:
            self._cold_journal = journal
            return

        journal.ReadFrames()
        if journal.problem:
            self.Warn(kind, journal.problem)
        if self.wal:
            self.Warn(
                self.wal.LOG_NAME,
                "it is ignored, nothing in it is committed and there is a rollback "
                "journal as well",
            )
        self.is_rolled_back = True
        self.wal = journal

    @classmethod
    def OpenFileEntry(cls, file_entry, producer=None, with_wal=True):
        """Opens the database of a file entry, with the log or journal beside it.

        Args:
          file_entry (dfvfs.FileEntry): file entry.
          producer (Optional[BaseProducer]): gets warnings and signs of activity and
              tells to abort.
          with_wal (Optional[bool]): False if the write-ahead log, all of which is read
              when it is opened, and the rollback journal should be left out.

        Returns:
          Database: database.

        Raises:
          NotADatabaseError: if the file can not be opened, has no SQLite header or an
              invalid page size, and neither has its write-ahead log or rollback
              journal.
        """
        try:
            file_object = file_entry.GetFileObject()
        except wal_log.READ_ERRORS as exception:
            raise NotADatabaseError(f"unable to open: {exception!s}") from exception
        if not file_object:
            raise NotADatabaseError("unable to open: no data")

        file_objects = {}
        open_errors = []
        for log_class, suffix in _LOG_SUFFIXES if with_wal else ():
            try:
                log_file_entry = GetFileEntryBeside(file_entry, suffix)
                if log_file_entry and log_file_entry.IsFile():
                    file_objects[log_class] = log_file_entry.GetFileObject()
            except wal_log.READ_ERRORS as exception:
                reason = f"it is ignored, it can not be opened: {exception!s}"
                open_errors.append((log_class.LOG_NAME, reason))

        cached_blocks = _CACHED_BLOCKS
        path_spec = file_entry.path_spec
        while path_spec:
            if path_spec.type_indicator in _COMPRESSED_TYPE_INDICATORS:
                cached_blocks = _CACHED_BLOCKS_COMPRESSED
            path_spec = path_spec.parent

        database = cls(
            file_object,
            wal_file_object=file_objects.get(wal_log.Wal),
            producer=producer,
            cached_blocks=cached_blocks,
            journal_file_object=file_objects.get(rollback_journal.RollbackJournal),
            has_file=functools.partial(_HasFileBeside, file_entry),
        )
        for kind, reason in open_errors:
            database.Warn(kind, reason)
        return database

    @classmethod
    def ReadForCheck(cls, file_entry, check):
        """Checks what a database is, without its log or journal if that suffices.

        Args:
          file_entry (dfvfs.FileEntry): file entry.
          check (callable): function that is given the database, and returns what is
              true if the database is of a kind that it knows.

        Returns:
          object: what the function returned.

        Raises:
          NotADatabaseError: if the file is no database and has no write-ahead log or
              rollback journal that is of one.
        """
        try:
            result = check(cls.OpenFileEntry(file_entry, with_wal=False))
        except NotADatabaseError:
            if not _HasLogBeside(file_entry):
                raise
        else:
            if result or not _HasLogBeside(file_entry):
                return result
        # A new database is in its log only. There is no producer, since a foreign
        # database gives no warning.
        return check(cls.OpenFileEntry(file_entry))

    def CloseWarnings(self):
        """Ends a pass: says how many warnings of a kind were only counted."""
        for kind, count in self._warning_counts.items():
            if count > _MAXIMUM_WARNINGS and kind not in self._closed_kinds:
                self._closed_kinds.add(kind)
                if self._producer is not None:
                    left_out = count - _MAXIMUM_WARNINGS
                    self._producer.Warn(
                        f"{kind:s}: {left_out:d} more warnings of this kind"
                    )

    def IsDamaged(self, table_name):
        """Determines if rows of a table may be missing, as far as it was read.

        Args:
          table_name (str): name of the table.

        Returns:
          bool: True if there was a warning of the table, of the write-ahead log or of
              a rollback journal that was applied.
        """
        return bool(
            self._warning_counts[f"SQLite table {table_name[:100]:s}"]
            or self._warning_counts[wal_log.Wal.LOG_NAME]
            or self.is_rolled_back
            and self._warning_counts[rollback_journal.RollbackJournal.LOG_NAME]
        )

    def LoadBlock(self, block_number):
        """Reads a block into the cache.

        Args:
          block_number (int): number of the block, from 0.

        Returns:
          bytes: block, or None if the file ends within or it can not be read, so that
              its pages are to be read one by one.
        """
        if block_number in self._short_blocks:
            return None
        self._loaded_blocks += 1
        if self._loaded_blocks % _BLOCKS_PER_TOUCH == 0:
            self.Touch()
        last_error = self.last_error
        self.last_error = None
        block = self.ReadRaw(block_number * _BLOCK_SIZE, _BLOCK_SIZE)
        cache = self.blocks
        if self.last_error:
            # One bad sector must not cost the pages around it.
            cache, block = self._short_blocks, None
        elif len(block) < _BLOCK_SIZE:
            cache = self._short_blocks
        self.last_error = self.last_error or last_error
        cache[block_number] = block
        if len(cache) > self._cached_blocks:
            cache.popitem(last=False)
        return block if cache is self.blocks else None

    def ReadBasePage(self, page_number):
        """Reads a page of the database file.

        Args:
          page_number (int): page number, from 1.

        Returns:
          tuple[bytes, int]: page, filled up with zero bytes, and the offset where its
              usable part ends, or (b"", 0) if it can not be read.
        """
        page_size = self.page_size
        offset = (page_number - 1) * page_size
        block_number, block_offset = divmod(offset, _BLOCK_SIZE)
        block = self.blocks.get(block_number)
        if block is not None:
            self.blocks.move_to_end(block_number)
            return block[block_offset : block_offset + page_size], self.usable_size

        block = self.LoadBlock(block_number) or self._short_blocks.get(block_number)
        if block is None:
            page = self.ReadRaw(offset, page_size)
        else:
            page = block[block_offset : block_offset + page_size]
        if not page:
            return b"", 0
        return page.ljust(page_size, b"\x00"), min(len(page), self.usable_size)

    def ReadColdJournal(self):
        """Reads which pages are left in a rollback journal that is not hot.

        They are of no view, and nothing but the recovery of rows asks for them.
        """
        journal, self._cold_journal = self._cold_journal, None
        if journal is None:
            return
        journal.ReadFrames(change_counter=self.header.change_counter)
        if journal.problem:
            self.Warn(journal.LOG_NAME, journal.problem, recovered=True)
        if journal.frame_count:
            self.wal = journal

    def ReadFrame(self, frame_number):
        """Reads the page of a frame of the write-ahead log or rollback journal.

        Args:
          frame_number (int): frame number, from 1.

        Returns:
          tuple[bytes, int]: page and the offset where its usable part ends, or
              (b"", 0) if it can not be read.
        """
        frames = self._cached_frames
        page = frames.get(frame_number)
        if page is None:
            page = self.wal.ReadFrame(frame_number)
            if page is None:
                return b"", 0
            frames[frame_number] = page
            if len(frames) * self.page_size > _CACHED_FRAMES_SIZE:
                frames.popitem(last=False)
        else:
            frames.move_to_end(frame_number)
        return page, self.usable_size

    def ReadRaw(self, offset, size):
        """Reads bytes of the database file, past the cache.

        Args:
          offset (int): offset.
          size (int): number of bytes.

        Returns:
          bytes: data, shorter if the file ends or can not be read, which "last_error"
              then tells.
        """
        data = b""
        try:
            self._file_object.seek(offset, os.SEEK_SET)
            data = self._file_object.read(size)
            while data and len(data) < size:
                more_data = self._file_object.read(size - len(data))
                if not more_data:
                    break
                data = b"".join([data, more_data])
        except wal_log.READ_ERRORS as exception:
            self.last_error = str(exception) or exception.__class__.__name__
        return data

    def Touch(self):
        """Shows activity.

        Returns:
          bool: False if reading should stop.
        """
        if self._producer is None:
            return True
        self._producer.Touch()
        self.is_aborted = self.is_aborted or bool(self._producer.abort)
        return not self.is_aborted

    def Warn(self, kind, message, recovered=False):
        """Warns, a bounded number of times, and never twice of the same.

        Args:
          kind (str): what the warning is of.
          message (str): what is wrong.
          recovered (Optional[bool]): True if the warning is of recovered records.
        """
        if recovered and self.is_rolled_back:
            # A file in the middle of a transaction need not hold together.
            return
        message = f"{kind:s}: {message:s}"
        if message in self._messages or kind in self._closed_kinds:
            return
        self._warning_counts[kind] += 1
        if self._warning_counts[kind] <= _MAXIMUM_WARNINGS:
            self._messages.add(message)
            if self._producer is not None:
                self._producer.Warn(message, recovered=recovered)


def GetFileEntryBeside(file_entry, suffix):
    """Retrieves the file whose name is that of another with something added.

    Args:
      file_entry (dfvfs.FileEntry): file entry.
      suffix (str): what is added to the name, such as "-wal".

    Returns:
      dfvfs.FileEntry: file entry or None if there is none, or the file has no location
          or is an alternate data stream.

    Raises:
      BackEndError: if the file system can not be read.
      OSError: if the file system can not be read.
    """
    path_spec = file_entry.path_spec
    location = getattr(path_spec, "location", None)
    if not location or getattr(path_spec, "data_stream", None):
        return None

    properties = path_spec_factory.Factory.GetProperties(path_spec)
    properties = {
        name: value
        for name, value in properties.items()
        if name not in _FILE_PROPERTIES and value is not None
    }
    beside_path_spec = path_spec_factory.Factory.NewPathSpec(
        path_spec.type_indicator,
        location=f"{location:s}{suffix:s}",
        parent=path_spec.parent,
        **properties,
    )
    file_system = file_entry.GetFileSystem()
    return file_system.GetFileEntryByPathSpec(beside_path_spec)


def _HasFileBeside(file_entry, path):
    """Determines if a file is in the directory of another.

    Args:
      file_entry (dfvfs.FileEntry): file entry of the other file.
      path (str): path on the system where the file was, of which the last segment
          counts.

    Returns:
      bool: False if there is no such file.
    """
    name = path.replace("\\", "/").rpartition("/")[-1]
    if not siblings.IsSafeName(name):
        return False
    return siblings.GetFileEntry(file_entry, name) is not None


def _HasLogBeside(file_entry):
    """Determines if a database has a write-ahead log or a rollback journal.

    Args:
      file_entry (dfvfs.FileEntry): file entry of the database.

    Returns:
      bool: True if either is there, whatever it holds.
    """
    for _, suffix in _LOG_SUFFIXES:
        try:
            if GetFileEntryBeside(file_entry, suffix):
                return True
        except wal_log.READ_ERRORS:
            pass
    return False
