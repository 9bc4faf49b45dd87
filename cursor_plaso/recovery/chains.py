"""Follows the overflow chains of rows that are not live.

Where the rest of a row is depends on when the row was alive: a frame of the log sees
the frames up to the end of its transaction, a row of the base state the file, and a
deleted row pages that are free and not yet used again. A chain that leads anywhere
else is broken.

Sources: recovery.md B.2 and B.5.
"""

import array
import bisect
import struct

from cursor_plaso import sqlite_format
from cursor_plaso import wal as wal_log
from cursor_plaso.recovery import page_map as page_maps

# Pages of chains that are read: so many times all that there are. Rows of a sound
# database never share a page, and of those that are dead few lay claim to the same.
_MAXIMUM_READS = 16
_SPARE_READS = 64 * 1024

# Frames of one page that are looked at to find that of a generation.
_MAXIMUM_FRAMES_TRIED = 4096

_UINT32 = struct.Struct(">I")


class Chain:
    """What was found of an overflow chain.

    Attributes:
      free_pages (list[int]): pages of the database file that are free, which another
          row may have used since.
      is_exact (bool): True if the chain ends where it should.
      is_plausible (bool): True if the pages are of the row as far as can be told.
      parts (list[bytes]): data of the pages.
      reason (str): why the chain ends early, or None.
    """

    __slots__ = ("free_pages", "is_exact", "is_plausible", "parts", "reason")

    def __init__(self):
        """Initializes a chain."""
        super().__init__()
        self.free_pages = []
        self.is_exact = False
        self.is_plausible = True
        self.parts = []
        self.reason = None


class ChainReader:
    """Reader of overflow chains."""

    def __init__(self, database, page_map):
        """Initializes a reader.

        Args:
          database (Database): database.
          page_map (PageMap): map of the pages.
        """
        super().__init__()
        self._database = database
        # Page and number of each frame, as one number, in order.
        self._frames = None
        self._map = page_map
        number_of_pages = page_map.page_count
        if database.wal is not None:
            number_of_pages += database.wal.frame_count
        self._remaining_pages = _MAXIMUM_READS * number_of_pages + _SPARE_READS
        self._transaction_ends = None
        self._transaction_starts = None

    def _FindFrame(self, page_number, generation, first_frame, last_frame):
        """Finds the newest frame of a page.

        Args:
          page_number (int): page number.
          generation (int): generation of the frame.
          first_frame (int): number of the first frame to consider.
          last_frame (int): number of the last frame to consider.

        Returns:
          int: number of the frame or None.
        """
        frames = self._frames
        index = bisect.bisect_right(frames, page_number << 32 | last_frame)
        first = page_number << 32 | first_frame
        for index in range(index - 1, max(index - 1 - _MAXIMUM_FRAMES_TRIED, -1), -1):
            if frames[index] < first:
                break
            frame_number = frames[index] & 0xFFFFFFFF
            if self._GetGeneration(frame_number) == generation:
                return frame_number
        return None

    def _GetGeneration(self, frame_number):
        """Determines the generation of a frame.

        Args:
          frame_number (int): number of the frame.

        Returns:
          int: generation, -1 for the current one.
        """
        wal = self._database.wal
        if frame_number <= wal.current_end:
            return -1
        return wal.generations[frame_number]

    def _IndexFrames(self):
        """Indexes the frames by page, and finds where their transactions end."""
        wal = self._database.wal
        self._transaction_ends = array.array("I", range(wal.frame_count + 1))
        self._transaction_starts = array.array("I", range(wal.frame_count + 1))
        end = wal.frame_count
        for frame_number in range(wal.frame_count, 0, -1):
            is_last = frame_number == wal.frame_count or self._GetGeneration(
                frame_number
            ) != self._GetGeneration(frame_number + 1)
            if is_last or wal.commit_sizes[frame_number]:
                end = frame_number
            self._transaction_ends[frame_number] = end
        start = 1
        for frame_number in range(1, wal.frame_count + 1):
            if self._transaction_ends[frame_number - 1] == frame_number - 1:
                start = frame_number
            self._transaction_starts[frame_number] = start
        self._frames = array.array(
            "Q",
            sorted(
                wal.page_numbers[frame_number] << 32 | frame_number
                for frame_number in range(1, wal.frame_count + 1)
            ),
        )

    def _ReadBasePage(self, page_number):
        """Reads a page of the database file.

        Args:
          page_number (int): page number.

        Returns:
          bytes: page, empty if it can not be read.
        """
        page, limit = self._database.ReadBasePage(page_number)
        return page if limit == self._database.usable_size else b""

    def _ReadDeadPage(self, page_number):
        """Reads a page of the chain of a row that was dead before the log began.

        Args:
          page_number (int): page number.

        Returns:
          tuple[bytes, bool, str]: page, True if it is a free page of the file, and the
              reason why there is no page.
        """
        use = self._map.GetBaseUse(page_number)
        if page_number > self._database.page_count:
            return None, False, f"overflow page {page_number:d} is past the end"
        if use == page_maps.USE_FREE:
            return self._ReadBasePage(page_number), True, None
        if use == page_maps.USE_TRUNK:
            reason = "was overwritten by a trunk page of the freelist"
            return None, False, f"overflow page {page_number:d} {reason:s}"
        if use == page_maps.USE_GONE:
            return self._ReadBasePage(page_number), True, None
        return None, False, f"overflow page {page_number:d} was used again"

    def _ReadFramePage(self, page_number, frame_number, is_in_array, is_before):
        """Reads a page of the chain of a row of a frame of the log.

        Args:
          page_number (int): page number.
          frame_number (int): number of the frame.
          is_in_array (bool): True if the row was alive in the frame.
          is_before (bool): True to leave out what the transaction of the frame wrote.

        Returns:
          tuple[bytes, bool, str]: page, True if it is a free page of the file, and the
              reason why there is no page.
        """
        wal = self._database.wal
        if self._frames is None:
            self._IndexFrames()
        generation = self._GetGeneration(frame_number)
        state = wal.GetFrameState(frame_number)
        first_frame = 1
        last_frame = self._transaction_ends[frame_number]
        if is_before:
            last_frame = self._transaction_starts[frame_number] - 1
        if state == wal_log.STATE_UNCOMMITTED and is_in_array:
            first_frame = wal.last_commit_frame + 1
        found = self._FindFrame(page_number, generation, first_frame, last_frame)
        if found is not None:
            page = wal.ReadFrame(found)
            return page or b"", False, None
        if page_number > self._database.page_count:
            return None, False, f"overflow page {page_number:d} is not in the log"
        if state == wal_log.STATE_UNCOMMITTED and is_in_array:
            reason = "was not written to the log"
            return None, False, f"overflow page {page_number:d} {reason:s}"

        base_use = self._map.GetBaseUse(page_number)
        if base_use == page_maps.USE_FREE:
            return self._ReadBasePage(page_number), True, None
        if (
            is_in_array
            and state != wal_log.STATE_STALE
            and base_use == page_maps.USE_OTHER
        ):
            # The page has not changed since the log began, unless a checkpoint has
            # copied a later frame to the file.
            later_frame = self._FindFrame(
                page_number, generation, last_frame + 1, wal.current_end
            )
            page = self._ReadBasePage(page_number)
            if later_frame is None or wal.ReadFrame(later_frame) != page:
                return page, False, None
        return None, False, f"overflow page {page_number:d} was used again"

    def Read(
        self,
        page_number,
        size,
        frame_number=0,
        is_base_row=False,
        is_in_array=False,
        is_before=False,
    ):
        """Reads an overflow chain.

        Args:
          page_number (int): number of the first page.
          size (int): number of bytes in the chain.
          frame_number (Optional[int]): number of the frame that holds the cell, or 0
              if the file does.
          is_base_row (Optional[bool]): True if the row was alive in the base state.
          is_in_array (Optional[bool]): True if the row was alive in its page.
          is_before (Optional[bool]): True for the chain as it was before the
              transaction of the frame.

        Returns:
          Chain: chain.
        """
        chain = Chain()
        usable_size = self._database.usable_size
        chunk_size = usable_size - 4
        count = -(-size // chunk_size)
        page_count = min(self._database.page_count, self._map.page_count)
        pages = self._map.pages
        read_page = self._database.ReadBasePage
        maximum_page = self._map.page_count
        if self._database.wal is not None:
            maximum_page += self._database.wal.frame_count
        seen = set()
        number = 0
        while size > 0:
            if not 1 < page_number <= maximum_page or page_number in seen:
                chain.reason = "overflow chain leads nowhere"
                if not page_number:
                    chain.reason = "overflow chain ends early"
                chain.is_plausible = False
                return chain
            self._remaining_pages -= 1
            if self._remaining_pages < 0:
                chain.reason = "too many rows claim the pages of overflow chains"
                chain.is_plausible = False
                return chain
            seen.add(page_number)
            number += 1
            is_free = False
            reason = None
            if frame_number:
                page, is_free, reason = self._ReadFramePage(
                    page_number, frame_number, is_in_array, is_before
                )
            elif is_base_row:
                page = b""
                if self._map.GetBaseUse(page_number) == page_maps.USE_OTHER:
                    page = self._ReadBasePage(page_number)
            elif (
                page_number <= page_count
                and pages[page_number] >> 2 & 3 == page_maps.USE_FREE
            ):
                page, limit = read_page(page_number)
                is_free = True
                if limit != usable_size:
                    page = b""
            else:
                page, is_free, reason = self._ReadDeadPage(page_number)
            if not page:
                chain.reason = reason or f"overflow page {page_number:d} is missing"
                return chain

            (next_page,) = _UINT32.unpack_from(page)
            is_end = number == count
            if is_end and next_page or not is_end and not 1 < next_page <= maximum_page:
                chain.reason = f"page {page_number:d} is not of its overflow chain"
                # An earlier page may be what was used again.
                chain.is_plausible = False
                return chain
            if is_free:
                chain.free_pages.append(page_number)
            chain.parts.append(page[4 : 4 + min(size, chunk_size)])
            size -= chunk_size
            page_number = next_page
        chain.is_exact = True
        return chain


def GetLocalPart(size, usable_size):
    """Determines how a record is divided.

    Args:
      size (int): size of the record.
      usable_size (int): usable size of a page.

    Returns:
      tuple[int, int]: size of the local part and of the rest.
    """
    local_size = sqlite_format.GetLocalSize(size, usable_size)
    return local_size, size - local_size
