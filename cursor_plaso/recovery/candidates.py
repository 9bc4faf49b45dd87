"""What may be a row of its own, in some forty bytes each and without any value."""

import array

# The cell stands in the array of cell pointers of its page.
FLAG_IN_ARRAY = 1
# Size and rowid stand in front of the record.
FLAG_INTACT = 2
# The page was in use in the base state, and the cell a row of it.
FLAG_BASE_ROW = 4
# The place is a freeblock.
FLAG_FREEBLOCK = 8
# The place is a page of the freelist.
FLAG_FREE_PAGE = 16
# The header was rebuilt: the serial types are in "rebuilt".
FLAG_REBUILT = 32


class CandidateList:
    """List of candidates.

    Every array has an entry per candidate.

    Attributes:
      available_sizes (array.array): number of bytes of the record that are in the page
          and were not overwritten.
      contents (dict[int, int]): hash of the values as far as they are in the page, per
          candidate of a table without a key of which these are there.
      fingerprints (array.array): hash of both ends of the whole cell, or 0 if a part of
          it was overwritten.
      flags (bytearray): FLAG values.
      frames (array.array): number of the frame of the write-ahead log or 0.
      identities (array.array): hash of the key, or of the rowid where there is no key.
      offsets (array.array): offset of the record in its page.
      pages (array.array): page number.
      rebuilt (dict[int, list[int]]): serial types per candidate whose header was
          overwritten.
      rowids (array.array): rowid, or an estimate if the candidate is not intact.
      sizes (array.array): size of the whole record.
      tables (bytearray): number of the table.
    """

    def __init__(self):
        """Initializes a list of candidates."""
        super().__init__()
        self.available_sizes = array.array("H")
        self.contents = {}
        self.fingerprints = array.array("q")
        self.flags = bytearray()
        self.frames = array.array("I")
        self.identities = array.array("q")
        self.offsets = array.array("H")
        self.pages = array.array("I")
        self.rebuilt = {}
        self.rowids = array.array("q")
        self.sizes = array.array("I")
        self.tables = bytearray()

    def __len__(self):
        """Determines the number of candidates."""
        return len(self.pages)

    def Append(
        self,
        table,
        page_number,
        frame_number,
        offset,
        available_size,
        size,
        rowid,
        identity,
        fingerprint,
        flags,
    ):
        """Appends a candidate.

        Args:
          table (int): number of the table.
          page_number (int): page number.
          frame_number (int): number of the frame or 0.
          offset (int): offset of the record in its page.
          available_size (int): number of bytes of the record that are available.
          size (int): size of the whole record.
          rowid (int): rowid or an estimate.
          identity (int): hash of the key.
          fingerprint (int): hash of both ends of the cell or 0.
          flags (int): FLAG values.
        """
        self.available_sizes.append(available_size)
        self.fingerprints.append(fingerprint)
        self.flags.append(flags)
        self.frames.append(frame_number)
        self.identities.append(identity)
        self.offsets.append(offset)
        self.pages.append(page_number)
        self.rowids.append(rowid)
        self.sizes.append(size)
        self.tables.append(table)

    def DropLiveCopies(self, live_fingerprints):
        """Drops the candidates that are copies of live cells.

        Args:
          live_fingerprints (dict[int, array.array]): hashes of the starts of the live
              cells, per number of a table whose rows are never changed. It is cleared.

        Returns:
          list[int]: indexes of the other candidates.
        """
        live = {}
        wanted = {number: set() for number in live_fingerprints}
        for number, frame, flags, fingerprint in zip(
            self.tables, self.frames, self.flags, self.fingerprints
        ):
            if fingerprint and not frame and not flags & FLAG_BASE_ROW:
                if number in wanted:
                    wanted[number].add(fingerprint)
        for number, fingerprints in live_fingerprints.items():
            live[number] = wanted[number].intersection(fingerprints)
        live_fingerprints.clear()
        return [
            index
            for index, (number, frame, flags, fingerprint) in enumerate(
                zip(self.tables, self.frames, self.flags, self.fingerprints)
            )
            if frame
            or not fingerprint
            or flags & FLAG_BASE_ROW
            or fingerprint not in live.get(number, ())
        ]

    def JoinFreedCopies(self, indexes):
        """Joins the copies of a row of a table without a key.

        Its rowid identifies such a row. A copy whose front was overwritten has none,
        but the same content.

        Args:
          indexes (list[int]): indexes of candidates.
        """
        identities = {}
        freed = []
        for index in indexes:
            content = self.contents.get(index)
            if content is None:
                continue
            content = (self.tables[index], self.sizes[index], content)
            if self.flags[index] & FLAG_INTACT:
                identities.setdefault(content, self.identities[index])
            else:
                freed.append((index, content))
        for index, content in freed:
            self.identities[index] = identities.get(content, self.identities[index])
        self.contents.clear()
