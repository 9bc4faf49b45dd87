"""The write-ahead log of a SQLite database: its frames and which of them count.

Frames count as committed exactly as SQLite's recovery has it: from the first frame on
as long as salts and running checksum hold, up to the last frame that ends a
transaction. What comes after is kept apart as evidence: frames of a transaction that
never ended, and frames of older generations that a restart of the log left behind.
Source: https://www.sqlite.org/fileformat2.html#the_write_ahead_log and recovery.md
B.5.

Frames are numbered from 1, as SQLite does.
"""

import array
import bisect
import os
import struct
import zlib

from dfvfs.lib import errors as dfvfs_errors

from cursor_plaso import sqlite_format

FRAME_HEADER_SIZE = 24
HEADER_SIZE = 32

# What dfVFS, the libraries below it and plain files raise when a read fails.
READ_ERRORS = (
    dfvfs_errors.Error,
    EOFError,
    OSError,
    RuntimeError,
    ValueError,
    zlib.error,
)

# States of a frame.
STATE_COMMITTED = "committed"
STATE_SUPERSEDED = "superseded"
STATE_UNCOMMITTED = "uncommitted"
STATE_STALE = "stale"

_CHECKSUM_UNKNOWN = 0
_CHECKSUM_GOOD = 1
_CHECKSUM_BAD = 2

_MAGIC_LITTLE_ENDIAN = 0x377F0682
_MAGIC_BIG_ENDIAN = 0x377F0683

# Frames that are read of a log, which takes 13 bytes of memory for each. The rest of a
# larger one, which may well be a sparse file, is left out.
MAXIMUM_FRAMES = 1 << 23

# Salts that are told apart. A log has those of a few restarts.
_MAXIMUM_GENERATIONS = 4096

# Up to this number of pages the newest frames are kept in a dictionary.
_MAXIMUM_DICTIONARY_SIZE = 65536

_READ_SIZE = 256 * 1024

_VERSION = 3007000


class _SortedMap:
    """Read-only mapping of page numbers to frame numbers in 8 bytes an entry."""

    def __init__(self, frames):
        """Initializes a mapping.

        Args:
          frames (dict[int, int]): frame number per page number.
        """
        super().__init__()
        self._keys = array.array("I", sorted(frames))
        self._values = array.array("I", (frames[key] for key in self._keys))

    def __contains__(self, page_number):
        """Determines if a page has a frame."""
        return self.get(page_number) is not None

    def __iter__(self):
        """Iterates over the page numbers in ascending order."""
        return iter(self._keys)

    def __len__(self):
        """Determines the number of pages."""
        return len(self._keys)

    # The name is that of a dictionary, whose place this takes.
    def get(self, page_number):  # pylint: disable=invalid-name
        """Retrieves the frame of a page.

        Args:
          page_number (int): page number.

        Returns:
          int: frame number or None.
        """
        index = bisect.bisect_left(self._keys, page_number)
        if index < len(self._keys) and self._keys[index] == page_number:
            return self._values[index]
        return None

    def isdisjoint(self, page_numbers):  # pylint: disable=invalid-name
        """Determines if no page of a range has a frame.

        Args:
          page_numbers (range): page numbers, in ascending order.

        Returns:
          bool: True if no page has a frame.
        """
        index = bisect.bisect_left(self._keys, page_numbers.start)
        return index == len(self._keys) or self._keys[index] >= page_numbers.stop

    def keys(self):  # pylint: disable=invalid-name
        """Retrieves what the page numbers can be compared with.

        Returns:
          _SortedMap: this mapping.
        """
        return self


class Wal:
    """Write-ahead log.

    The arrays have an entry per frame and one, unused, at index 0, so that a frame
    number is their index.

    Attributes:
      checkpoint_sequence (int): number of times the log was restarted.
      checksum_states (bytearray): 0 if not checked, 1 if the running checksum is good,
          2 if it is not.
      commit_sizes (array.array): size of the database in pages for a frame that ends
          a transaction, else 0.
      committed (dict[int, int]): newest committed frame per page number. Also a
          compact mapping with the same "get", "in", "len" and iteration.
      current_end (int): last of the frames from the start on that have the salts of
          the header, or none yet, whatever their checksum.
      first_bad_frame (int): first frame that SQLite does not accept, or None if it
          accepts all.
      frame_count (int): number of whole frames.
      generations (array.array): index in "salts_per_generation" of the salts.
      is_valid (bool): True if SQLite would accept the header.
      last_commit_frame (int): last frame of the last committed transaction or 0.
      page_count (int): size in pages of the database after the last committed
          transaction or 0.
      page_numbers (array.array): page number.
      page_size (int): size of a page in bytes or 0 if it is not known.
      problem (str): what keeps SQLite from using all that looks committed, or None.
      salts (tuple[int, int]): salts of the header.
      salts_per_generation (list[tuple[int, int]]): salts that occur in frames.
      size (int): size of the log in bytes.
    """

    # How a frame is called.
    FRAME_NAME = "WAL frame"

    # How the log is called in a warning.
    LOG_NAME = "SQLite write-ahead log"

    # The frames hold pages that are newer than those of the file.
    IS_JOURNAL = False

    def __init__(self, file_object, page_size=None, touch=None):
        """Initializes a write-ahead log.

        Args:
          file_object (dfvfs.FileIO): file-like object of the log.
          page_size (Optional[int]): page size of the database, which finds the frames
              of a log without a usable header.
          touch (Optional[function]): called now and then while the frames are read,
              returns False to stop.
        """
        super().__init__()
        self._file_object = file_object
        self._byte_order = "<"
        self._header_checksum = (0, 0)
        self._touch = touch
        self.checkpoint_sequence = 0
        self.checksum_states = bytearray(1)
        self.commit_sizes = array.array("I", [0])
        self.committed = {}
        self.current_end = 0
        self.first_bad_frame = None
        self.frame_count = 0
        self.generations = array.array("I", [0])
        self.is_valid = False
        self.last_commit_frame = 0
        self.page_count = 0
        self.page_numbers = array.array("I", [0])
        self.page_size = 0
        self.problem = None
        self.salts = (0, 0)
        self.salts_per_generation = []
        self.size = 0
        try:
            self.size = GetFileSize(file_object)
            self._ReadHeader(page_size)
        except READ_ERRORS as exception:
            self.problem = f"it can not be read: {exception!s}"
            return
        if self.page_size:
            self._ReadFrames()
            self._FindProblem()

    @property
    def stale_frames(self):
        """range: numbers of the frames after those that have the header's salts."""
        return range(self.current_end + 1, self.frame_count + 1)

    @property
    def uncommitted_frames(self):
        """range: numbers of the frames of the header's salts after the last commit."""
        return range(self.last_commit_frame + 1, self.current_end + 1)

    def _Checksum(self, data, checksum):
        """Adds to a running checksum.

        Args:
          data (bytes): data, a multiple of 8 bytes.
          checksum (tuple[int, int]): running checksum.

        Returns:
          tuple[int, int]: running checksum.
        """
        first, second = checksum
        words = iter(struct.unpack(f"{self._byte_order:s}{len(data) // 4:d}I", data))
        if len(data) % 32:
            for a, b in zip(words, words):
                first = (first + a + second) & 0xFFFFFFFF
                second = (second + b + first) & 0xFFFFFFFF
            return first, second

        # Sums of up to 60 bits are as cheap as those of 32 bits, and a pair of words
        # adds fewer than two bits: no need to cut them after every pair.
        for a, b, c, d, e, f, g, h in zip(*[words] * 8):
            first += a + second
            second += b + first
            first += c + second
            second += d + first
            first += e + second
            second += f + first
            first = (first + g + second) & 0xFFFFFFFF
            second = (second + h + first) & 0xFFFFFFFF
        return first, second

    def _FindProblem(self):
        """Determines what keeps SQLite from using all that looks committed.

        Frames of an unfinished transaction, and what a restart left of older
        generations, are how a log normally looks.
        """
        if not self.is_valid:
            return

        frame_number = self.first_bad_frame
        if frame_number is not None and frame_number > self.current_end:
            salts = self.salts_per_generation[self.generations[frame_number]]
            age = (self.salts[0] - salts[0]) & 0xFFFFFFFF
            # A restart adds one to the first salt and to the sequence.
            if not 1 <= age <= self.checkpoint_sequence and salts != (0, 0):
                self.problem = (
                    f"it is ignored from frame {frame_number:d} on, which has the "
                    f"salts of another log"
                )

        elif frame_number is not None:
            if any(self.commit_sizes[frame_number : self.current_end + 1]):
                reason = "is of page 0"
                if self.page_numbers[frame_number]:
                    reason = "has a wrong checksum"
                self.problem = (
                    f"it is ignored from frame {frame_number:d} on, which {reason:s}, "
                    f"so that committed transactions are left out"
                )

        if not self.problem and self.frame_count == MAXIMUM_FRAMES:
            self.problem = f"only its first {MAXIMUM_FRAMES:d} frames are read"
        if not self.problem and self.current_end == self.frame_count:
            self._FindCutFrame()

    def _FindCutFrame(self):
        """Determines if the log ends within a frame of the current generation."""
        offset = HEADER_SIZE + self.frame_count * (FRAME_HEADER_SIZE + self.page_size)
        if offset >= self.size:
            return
        data = self._Read(offset, FRAME_HEADER_SIZE)
        if len(data) < 16 or struct.unpack_from(">2I", data, 8) == self.salts:
            self.problem = f"it ends within frame {self.frame_count + 1:d}"

    def _Read(self, offset, size):
        """Reads from the log.

        Args:
          offset (int): offset.
          size (int): number of bytes.

        Returns:
          bytes: data, shorter when the log ends or can not be read.
        """
        try:
            self._file_object.seek(offset, os.SEEK_SET)
            return self._file_object.read(size)
        except READ_ERRORS:
            return b""

    def _ReadFrames(self):
        """Reads the frames."""
        frame_size = FRAME_HEADER_SIZE + self.page_size
        frame_count = min((self.size - HEADER_SIZE) // frame_size, MAXIMUM_FRAMES)
        frames_per_read = max(1, _READ_SIZE // frame_size)
        generation_per_salts = {}
        running = self._header_checksum if self.is_valid else None
        is_current = self.is_valid
        committed, pending = {}, {}
        frame_header = struct.Struct(">6I")

        while self.frame_count < frame_count:
            if self._touch and not self._touch():
                break
            read_count = min(frames_per_read, frame_count - self.frame_count)
            data = self._Read(
                HEADER_SIZE + self.frame_count * frame_size, read_count * frame_size
            )
            if len(data) < frame_size:
                self.problem = (
                    f"it can not be read from frame {self.frame_count + 1:d} on"
                )
                break

            for offset in range(0, len(data) - frame_size + 1, frame_size):
                page_number, commit_size, salt1, salt2, sum1, sum2 = (
                    frame_header.unpack_from(data, offset)
                )
                self.frame_count += 1
                frame_number = self.frame_count
                salts = (salt1, salt2)
                generation = generation_per_salts.get(salts)
                if generation is None:
                    generation = len(self.salts_per_generation)
                    if generation < _MAXIMUM_GENERATIONS:
                        generation_per_salts[salts] = generation
                        self.salts_per_generation.append(salts)
                    else:
                        generation -= 1
                self.page_numbers.append(page_number)
                self.commit_sizes.append(commit_size)
                self.generations.append(generation)

                is_current = is_current and salts == self.salts
                if is_current or (
                    salts == (0, 0) and 0 < self.current_end == frame_number - 1
                ):
                    # A transaction that writes a page again leaves the salts and sums
                    # of what follows at zero until it is committed.
                    self.current_end = frame_number

                state = _CHECKSUM_UNKNOWN
                if running is not None and not is_current:
                    running = None
                    self.first_bad_frame = frame_number
                elif running is not None:
                    running = self._Checksum(data[offset : offset + 8], running)
                    running = self._Checksum(
                        data[offset + FRAME_HEADER_SIZE : offset + frame_size], running
                    )
                    state = _CHECKSUM_GOOD
                    if running != (sum1, sum2):
                        state = _CHECKSUM_BAD
                    if state == _CHECKSUM_BAD or not page_number:
                        running = None
                        self.first_bad_frame = frame_number
                    else:
                        pending[page_number] = frame_number
                        if commit_size:
                            committed.update(pending)
                            pending.clear()
                            self.last_commit_frame = frame_number
                            self.page_count = commit_size
                self.checksum_states.append(state)

        self.committed = CompactFrames(committed)

    def _ReadHeader(self, page_size):
        """Reads the header.

        Args:
          page_size (int): page size of the database or None.
        """
        self.page_size = page_size or 0
        if self.size < HEADER_SIZE:
            if self.size:
                self.problem = "it ends within its header"
            return

        self._file_object.seek(0, os.SEEK_SET)
        data = self._file_object.read(HEADER_SIZE)
        if len(data) < HEADER_SIZE:
            self.problem = "its header can not be read"
            return

        (
            magic,
            version,
            header_page_size,
            self.checkpoint_sequence,
            salt1,
            salt2,
            sum1,
            sum2,
        ) = struct.unpack(">8I", data)
        self._byte_order = ">" if magic == _MAGIC_BIG_ENDIAN else "<"
        if self.size == HEADER_SIZE:
            # SQLite does not look at the header of a log without frames.
            return
        if magic not in (_MAGIC_BIG_ENDIAN, _MAGIC_LITTLE_ENDIAN):
            self.problem = "it is ignored, its header has no signature"
        elif not sqlite_format.IsPageSize(header_page_size):
            self.problem = "it is ignored, its header has an invalid page size"
        elif self._Checksum(data[:24], (0, 0)) != (sum1, sum2):
            self.problem = "it is ignored, its header has a wrong checksum"
        elif version != _VERSION:
            self.problem = f"it is ignored, its version {version:d} is not known"
        else:
            self.is_valid = True
            self.page_size = header_page_size
            self.salts = (salt1, salt2)
            self._header_checksum = (sum1, sum2)

    def GetFrameState(self, frame_number):
        """Determines the state of a frame.

        Args:
          frame_number (int): frame number.

        Returns:
          str: STATE_COMMITTED for the newest committed frame of its page,
              STATE_SUPERSEDED for an older committed one, STATE_UNCOMMITTED for a
              frame of the current generation that SQLite does not take as committed,
              STATE_STALE for a frame of another generation.
        """
        if frame_number > self.current_end:
            return STATE_STALE
        if frame_number > self.last_commit_frame:
            return STATE_UNCOMMITTED
        if self.committed.get(self.page_numbers[frame_number]) == frame_number:
            return STATE_COMMITTED
        return STATE_SUPERSEDED

    def GetSalts(self, frame_number):
        """Retrieves the salts of a frame.

        Args:
          frame_number (int): frame number.

        Returns:
          tuple[int, int]: salts.
        """
        return self.salts_per_generation[self.generations[frame_number]]

    def IsChecksumGood(self, frame_number):
        """Determines if the checksum of a frame follows from the frame before it.

        The checksum is seeded with the stored one of the frame before, so that any
        frame can be checked by itself. The first stale frame, and frames that were
        spilled before the end of their transaction, can be whole without it.

        Args:
          frame_number (int): frame number.

        Returns:
          bool: True if the checksum is good.
        """
        if not self.is_valid or not 1 <= frame_number <= self.frame_count:
            return False
        state = self.checksum_states[frame_number]
        if state == _CHECKSUM_UNKNOWN:
            frame_size = FRAME_HEADER_SIZE + self.page_size
            offset = HEADER_SIZE + (frame_number - 1) * frame_size
            seed_offset = offset - frame_size + 16 if frame_number > 1 else 24
            seed = self._Read(seed_offset, 8)
            data = self._Read(offset, frame_size)
            state = _CHECKSUM_BAD
            if len(seed) == 8 and len(data) == frame_size:
                running = self._Checksum(data[:8], struct.unpack(">2I", seed))
                running = self._Checksum(data[FRAME_HEADER_SIZE:], running)
                if running == struct.unpack_from(">2I", data, 16):
                    state = _CHECKSUM_GOOD
            self.checksum_states[frame_number] = state
        return state == _CHECKSUM_GOOD

    def ReadFrame(self, frame_number):
        """Reads the page of a frame.

        Args:
          frame_number (int): frame number.

        Returns:
          bytes: page, or None if there is no such frame or it can not be read.
        """
        if not 1 <= frame_number <= self.frame_count:
            return None
        offset = HEADER_SIZE + FRAME_HEADER_SIZE
        offset += (frame_number - 1) * (FRAME_HEADER_SIZE + self.page_size)
        data = self._Read(offset, self.page_size)
        return data if len(data) == self.page_size else None


def CompactFrames(frames):
    """Has many frames take less memory.

    Args:
      frames (dict[int, int]): frame number per page number.

    Returns:
      dict[int, int]: the same, or a compact mapping with the same "get", "in", "len",
          "keys" and iteration.
    """
    if len(frames) > _MAXIMUM_DICTIONARY_SIZE:
        return _SortedMap(frames)
    return frames


def GetFileSize(file_object):
    """Determines the size of a file.

    Args:
      file_object (dfvfs.FileIO): file-like object, also a plain Python file.

    Returns:
      int: size in bytes.
    """
    get_size = getattr(file_object, "get_size", None)
    if get_size:
        return get_size()
    return file_object.seek(0, os.SEEK_END)
