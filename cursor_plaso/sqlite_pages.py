"""The pages of one state of a SQLite database, from its file or from its log."""


class PageReader:
    """Reader of the pages of one state of a database.

    Attributes:
      database (Database): database.
      frames (dict[int, int]): number of the frame of the log per page number, or None
          if the state is that of the file alone.
      page_count (int): number of pages; at most a small multiple of the pages that are
          there, whatever the file claims.
      recovered (bool): True if what only this state has is recovered.
    """

    def __init__(self, database, page_count, frames=None, recovered=False):
        """Initializes a page reader.

        Args:
          database (Database): database.
          page_count (int): number of pages.
          frames (Optional[dict[int, int]]): frame number per page number.
          recovered (Optional[bool]): True if what only this state has is recovered.
        """
        super().__init__()
        self.database = database
        self.frames = frames or None
        self.page_count = page_count
        self.recovered = recovered

    def _DescribePage(self, page_number):
        """Describes a page for a warning.

        Args:
          page_number (int): page number.

        Returns:
          str: description.
        """
        frame_number = self.GetFrameNumber(page_number)
        if frame_number is None:
            return f"page {page_number:d}"
        frame_name = self.database.wal.FRAME_NAME
        return f"page {page_number:d} ({frame_name:s} {frame_number:d})"

    def DescribeUnreadable(self, page_number):
        """Describes why a page could not be read.

        Args:
          page_number (int): page number.

        Returns:
          str: reason.
        """
        if not 0 < page_number <= self.page_count:
            return "does not exist"
        return f"can not be read: {self.database.last_error or 'the file is shorter'}"

    def GetFrameNumber(self, page_number):
        """Determines where a page comes from.

        Args:
          page_number (int): page number.

        Returns:
          int: number of the frame of the write-ahead log, from 1, or None if it is the
              page of the database file.
        """
        return None if self.frames is None else self.frames.get(page_number)

    def ReadPage(self, page_number):
        """Reads a page.

        Args:
          page_number (int): page number, from 1.

        Returns:
          tuple[bytes, int]: page, filled up with zero bytes, and the offset where its
              usable part ends, or (b"", 0) if there is no such page or it can not be
              read.
        """
        if not 0 < page_number <= self.page_count:
            return b"", 0
        if self.frames is not None:
            frame_number = self.frames.get(page_number)
            if frame_number is not None:
                return self.database.ReadFrame(frame_number)
        return self.database.ReadBasePage(page_number)

    def Warn(self, kind, page_number, reason):
        """Warns of a damaged page.

        Args:
          kind (str): what the page belongs to.
          page_number (int): page number.
          reason (str): what is wrong.
        """
        self.database.Warn(
            kind,
            f"{self._DescribePage(page_number):s}: {reason:s}",
            recovered=self.recovered,
        )
