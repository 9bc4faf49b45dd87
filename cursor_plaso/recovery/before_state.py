"""The state of a database before the last transaction, as a cold journal tells it.

A rollback journal that is not hot holds the pages that the last transaction changed, as
they were before. Which table such a page was of can be told from that state only: the
transaction may have given the page to another table, and VACUUM does so with most.
"""

from cursor_plaso import sqlite_format
from cursor_plaso import sqlite_view
from cursor_plaso import wal as wal_log
from cursor_plaso.recovery import page_map as page_maps


class _BeforeState:
    """Database as a page map sees it, in the state before the last transaction.

    Attributes:
      base (sqlite_view.View): the state.
      is_rolled_back (bool): False.
      live (sqlite_view.View): the state.
      page_count (int): number of pages.
    """

    def __init__(self, database, header, page_count, frames):
        """Initializes a state.

        Args:
          database (Database): database.
          header (sqlite_format.FileHeader): header of the state.
          page_count (int): number of pages.
          frames (dict[int, int]): record of the journal per page number.
        """
        super().__init__()
        self._database = database
        self.is_rolled_back = False
        self.page_count = page_count
        self.base = self.live = sqlite_view.View(
            self, header, page_count, frames=frames
        )

    def __getattr__(self, name):
        """Retrieves what the state has in common with the database."""
        return getattr(self._database, name)

    def CloseWarnings(self):
        """Ends a pass."""

    def Warn(self, kind, message, recovered=False):
        """Keeps silent: that the state is not whole is nothing that is wrong.

        Args:
          kind (str): what the warning is of.
          message (str): what is wrong.
          recovered (Optional[bool]): True if the warning is of recovered records.
        """


def GetPageMap(database, table_names):
    """Determines which tables the pages of a cold journal were of.

    Args:
      database (Database): database whose cold journal was read.
      table_names (list[str]): names of the tables in the order of their numbers.

    Returns:
      PageMap: map of the pages before the last transaction, or None if the journal does
          not tell.
    """
    journal = database.wal
    frames = {
        journal.page_numbers[frame_number]: frame_number
        for frame_number in range(1, journal.current_end + 1)
    }
    if not frames:
        return None
    last_page = max(frames)
    header = database.header
    if 1 in frames:
        header = sqlite_format.FileHeader.FromBytes(journal.ReadFrame(frames[1]) or b"")
        if header is None or header.page_size != database.page_size:
            return None
    page_count = max(database.page_count, last_page)
    if header.page_count:
        page_count = min(page_count, header.page_count)
    state = _BeforeState(database, header, page_count, wal_log.CompactFrames(frames))
    tables = []
    for name in table_names:
        table = state.live.GetTable(name)
        is_table = table is not None and table.type == "table"
        tables.append((table if is_table else None, None))
    other_tables = page_maps.GetOtherTables(state.live, tables)
    return page_maps.PageMap(state, tables, other_tables)
