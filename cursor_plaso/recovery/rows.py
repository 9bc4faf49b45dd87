"""A row that was recovered, and what the places are called where rows survive.

Sources: recovery.md B.5 and D (measured on SQLite 3.39.4, as Cursor has it);
https://www.sqlite.org/fileformat2.html.
"""

from cursor_plaso import sqlite_records

METHOD_BACKUP = "backup"
METHOD_BASE_DATABASE = "base database"
METHOD_FREEBLOCK = "freeblock"
METHOD_FREELIST_PAGE = "freelist page"
METHOD_JOURNAL_PAGE = "rollback journal page"
METHOD_PAGE_SLACK = "page slack"
METHOD_UNCOMMITTED_FRAME = "uncommitted WAL frame"
METHOD_UNCOMMITTED_PAGE = "uncommitted page"
METHOD_WAL_FRAME = "WAL frame"

# The key of the row is in no live row.
KIND_DELETED = "deleted"

# The key of the row is in a live row, which has another value.
KIND_SUPERSEDED = "superseded"

# The row stands on a page that a damaged tree does not lead to.
KIND_UNREACHABLE = "unreachable"

# The row was written by a transaction that was not committed.
KIND_UNCOMMITTED = "uncommitted"


class RecoveredRow(sqlite_records.TableRow):
    """Recovered row of a table.

    Attributes:
      complete (bool): True if all of the row was recovered.
      completeness (str): "complete", or how many bytes of the cut value, or of the row
          if several values are missing, were recovered of how many and why it ends.
      frame_number (int): number of the frame of the write-ahead log, or of the record
          of the rollback journal, or None.
      kind (str): KIND_DELETED, KIND_SUPERSEDED, KIND_UNCOMMITTED or KIND_UNREACHABLE.
      location (str): where the row was found, such as "WAL frame 12, page 5, offset
          345" or "freelist page 7, offset 12".
      method (str): what kind of place the row was found in, one of the METHOD values.
      offset (int): offset in the page of the cell, or of its record if the start of
          the cell was overwritten.
      other_places (list[str]): locations where the same row, or a part of it, was found
          as well.
      page_number (int): page number.
    """

    __slots__ = (
        "complete",
        "completeness",
        "frame_number",
        "kind",
        "location",
        "method",
        "offset",
        "other_places",
        "page_number",
    )

    def __init__(self, table, rowid, values):
        """Initializes a recovered row.

        Args:
          table (sqlite_schema.Table): table.
          rowid (int): rowid or None.
          values (tuple[bytes|float|int|str]): value per column.
        """
        super().__init__(table, rowid, values)
        self.complete = True
        self.completeness = "complete"
        self.frame_number = None
        self.kind = KIND_DELETED
        self.location = ""
        self.method = METHOD_FREELIST_PAGE
        self.offset = 0
        self.other_places = []
        self.page_number = 0

    @property
    def key(self):
        """str: value of the column that identifies a row, or None."""
        index = self.table.key_column_index
        value = None
        if index is None:
            value = self.GetValue("key")
        elif index < len(self.values):
            value = self.values[index]
        return value if isinstance(value, str) else None

    @property
    def table_name(self):
        """str: name of the table."""
        return self.table.name

    @property
    def value(self):
        """object: text or bytes of the column "value", or of the second of two."""
        index = self.table.GetColumnIndex("value")
        if index is None and len(self.columns) == 2:
            index = 1
        if index is None or index >= len(self.values):
            return None
        return self.values[index]


def DescribePlace(method, page_number, offset, frame_number=None):
    """Describes a place.

    Args:
      method (str): what kind of place it is.
      page_number (int): page number.
      offset (int): offset in the page.
      frame_number (Optional[int]): number of the frame of the write-ahead log, or of
          the record of the rollback journal.

    Returns:
      str: description, such as "WAL frame 12, page 5, offset 345" or "rollback journal
          page 5, record 12, offset 345".
    """
    if method == METHOD_JOURNAL_PAGE:
        record = f", record {frame_number:d}" if frame_number else ""
        return f"{method:s} {page_number:d}{record:s}, offset {offset:d}"
    if frame_number:
        return f"{method:s} {frame_number:d}, page {page_number:d}, offset {offset:d}"
    if method in (METHOD_FREELIST_PAGE, METHOD_UNCOMMITTED_PAGE):
        return f"{method:s} {page_number:d}, offset {offset:d}"
    return f"{method:s}, page {page_number:d}, offset {offset:d}"
