"""What every page of a database is used for, in one byte per page.

Two states of the database count: the live one, and the base one, which is the file
without its write-ahead log. What is dead in one can be alive in the other.
"""

import struct

from cursor_plaso import sqlite_format

# Use of a page in one state of the database.
USE_OTHER = 0
USE_FREE = 1
USE_TRUNK = 2
# The page is past the end of that state.
USE_GONE = 3

# A number of a table fits in four bits, where 0 is no table and the last number is any
# table whose rows are not wanted.
MAXIMUM_TABLES = 14
OTHER_TABLE = 15

_BASE_SHIFT = 2
_OWNER_SHIFT = 4

_MAXIMUM_DEPTH = 20

_UINT16 = struct.Struct(">H")
_UINT32 = struct.Struct(">I")


class PageMap:
    """Map of the pages of a database.

    Attributes:
      base_free_count (int): number of pages on the freelist of the base state.
      base_owners (dict[int, int]): number of the table per page that belongs to
          another table in the base state than in the live one.
      has_two_states (bool): True if the live state is not the base state.
      is_damaged (bool): True if a table could not be walked to its end, so that some of
          its pages are not known.
      page_count (int): number of pages that the map has.
      pages (bytearray): use in the live and the base state, and number of the table,
          per page number.
    """

    def __init__(self, database, tables, other_tables=()):
        """Initializes a page map.

        Args:
          database (Database): database.
          tables (list[tuple[sqlite_schema.Table, sqlite_schema.Table]]): table of the
              live and of the base state, either possibly None, in the order of their
              numbers from 1 on.
          other_tables (Optional[list[sqlite_schema.Table]]): tables of the live state
              whose rows are not wanted.
        """
        super().__init__()
        self.base_free_count = 0
        self.base_owners = {}
        self.is_damaged = False
        live, base = database.live, database.base
        self.page_count = max(database.page_count, live.page_count, base.page_count)
        self.pages = bytearray(self.page_count + 1)
        self._database = database
        self.has_two_states = live is not base

        self.base_free_count = self._MarkFreePages(live, 0)
        if self.has_two_states:
            self.base_free_count = self._MarkFreePages(base, _BASE_SHIFT)
        else:
            pages = self.pages
            for page_number in range(1, self.page_count + 1):
                use = pages[page_number]
                if use:
                    pages[page_number] = use | use << _BASE_SHIFT
        for page_number in range(live.page_count + 1, self.page_count + 1):
            self.pages[page_number] |= USE_GONE

        for number, (live_table, base_table) in enumerate(tables[:MAXIMUM_TABLES], 1):
            if live_table:
                self._MarkTable(live, live_table.root_page, number, True)
            if base_table and self.has_two_states:
                self._MarkTable(base, base_table.root_page, number, False)

        # Pages of a transaction that was not committed may not be part of a table yet.
        is_damaged = self.is_damaged or database.is_rolled_back
        for table in other_tables:
            self._MarkTable(live, table.root_page, OTHER_TABLE, True)
        # Damage of a table that is not wanted costs nothing.
        self.is_damaged = is_damaged

    def _GetInteriorChildren(self, page, header_offset, limit):
        """Retrieves the children of an interior page of a table.

        Args:
          page (bytes): page.
          header_offset (int): offset of the page header.
          limit (int): offset where the usable part of the page ends.

        Returns:
          list[int]: page numbers.
        """
        (cell_count,) = _UINT16.unpack_from(page, header_offset + 3)
        array_offset = header_offset + 12
        if array_offset + 2 * cell_count > limit:
            self.is_damaged = True
            return []
        unpack = _UINT32.unpack_from
        children = []
        for offset in struct.unpack_from(f">{cell_count:d}H", page, array_offset):
            if offset > limit - 5:
                self.is_damaged = True
                continue
            children.append(unpack(page, offset)[0])
        children.append(unpack(page, header_offset + 8)[0])
        return children

    def _MarkFreePages(self, view, shift):
        """Marks the pages of the freelist of a state.

        Args:
          view (View): state.
          shift (int): shift of the use of that state.

        Returns:
          int: number of pages.
        """
        pages = self.pages
        count = 0
        for page_number, is_trunk in view.FreePages():
            if page_number <= self.page_count:
                count += 1
                pages[page_number] |= (USE_TRUNK if is_trunk else USE_FREE) << shift
        return count

    def _MarkTable(self, view, root_page, number, is_live):
        """Marks the pages of a table without reading its leaf pages.

        Args:
          view (View): state.
          root_page (int): number of the root page.
          number (int): number of the table.
          is_live (bool): True for the live state.
        """
        depth_count = self._GetDepth(view, root_page)
        level = [root_page]
        visited = set()
        for depth in range(depth_count - 1):
            next_level = []
            is_leaf_level = depth == depth_count - 2
            for page_number in level:
                if page_number in visited:
                    self.is_damaged = True
                    continue
                visited.add(page_number)
                if not self._MarkPage(page_number, number, is_live):
                    continue
                page = view.ReadPage(page_number)
                header_offset = 100 if page_number == 1 else 0
                if not page or page[header_offset] != sqlite_format.TABLE_INTERIOR_PAGE:
                    self.is_damaged = True
                    continue
                children = self._GetInteriorChildren(
                    page, header_offset, self._database.usable_size
                )
                if is_leaf_level:
                    for child in children:
                        self._MarkPage(child, number, is_live)
                else:
                    next_level.extend(children)
            if not self._database.Touch():
                return
            level = next_level
        if depth_count == 1:
            self._MarkPage(root_page, number, is_live)

    def _GetDepth(self, view, root_page):
        """Determines how many pages there are from the root of a table to its leaves.

        All leaf pages are at one depth. Of several ways down the longest is taken, as
        one may end early where the table is damaged.

        Args:
          view (View): state.
          root_page (int): number of the root page.

        Returns:
          int: number of pages, 1 if the root is a leaf page.
        """
        depth = 1
        for numerator in (0, 1, 2):
            path = [root_page]
            while len(path) < _MAXIMUM_DEPTH:
                page_number = path[-1]
                page = view.ReadPage(page_number)
                header_offset = 100 if page_number == 1 else 0
                if not page or page[header_offset] != sqlite_format.TABLE_INTERIOR_PAGE:
                    if not page or page[header_offset] != sqlite_format.TABLE_LEAF_PAGE:
                        self.is_damaged = True
                    break
                children = self._GetInteriorChildren(
                    page, header_offset, self._database.usable_size
                )
                child = 0
                if children:
                    child = children[(len(children) - 1) * numerator // 2]
                if not 1 < child <= self.page_count or child in path:
                    self.is_damaged = True
                    break
                path.append(child)
            depth = max(depth, len(path))
        return depth

    def _MarkPage(self, page_number, number, is_live):
        """Marks a page of a table.

        Args:
          page_number (int): page number.
          number (int): number of the table.
          is_live (bool): True for the live state.

        Returns:
          bool: False if the page does not exist or was marked before.
        """
        # Page 1 is the root of the schema.
        if not 1 < page_number <= self.page_count:
            self.is_damaged = True
            return False
        value = self.pages[page_number]
        if is_live:
            # A page on the freelist is no page of a table, whatever its parent says.
            if value >> _OWNER_SHIFT or value & 3:
                self.is_damaged = True
                return False
            self.pages[page_number] = value | number << _OWNER_SHIFT
            return True

        owner = value >> _OWNER_SHIFT
        if value >> _BASE_SHIFT & 3:
            self.is_damaged = True
            return False
        if page_number in self.base_owners:
            return False
        if not owner and value & 3:
            self.pages[page_number] = value | number << _OWNER_SHIFT
        else:
            if owner == number and not value & 3:
                # The same page in both states, of which the children may differ.
                return True
            if owner == number:
                return False
            self.base_owners[page_number] = number
        return True

    def GetBaseOwner(self, page_number):
        """Determines the table that a page of the base state belongs to.

        Args:
          page_number (int): page number.

        Returns:
          int: number of the table or 0.
        """
        owner = self.base_owners.get(page_number)
        if owner is not None:
            return owner
        return self.pages[page_number] >> _OWNER_SHIFT

    def GetBaseUse(self, page_number):
        """Determines the use of a page in the base state.

        Args:
          page_number (int): page number.

        Returns:
          int: one of the USE values.
        """
        if page_number > self.page_count:
            return USE_GONE
        return self.pages[page_number] >> _BASE_SHIFT & 3

    def GetLiveUse(self, page_number):
        """Determines the use of a page in the live state.

        Args:
          page_number (int): page number.

        Returns:
          int: one of the USE values.
        """
        if page_number > self.page_count:
            return USE_GONE
        return self.pages[page_number] & 3

    def GetOwner(self, page_number):
        """Determines the table that a page belongs to, in the live state if it is in
        use there, else in the base state.

        Args:
          page_number (int): page number.

        Returns:
          int: number of the table or 0.
        """
        if page_number > self.page_count:
            return 0
        return self.pages[page_number] >> _OWNER_SHIFT


def GetOtherTables(view, tables):
    """Retrieves the tables whose rows are not wanted.

    Args:
      view (View): state.
      tables (list[tuple[sqlite_schema.Table, sqlite_schema.Table]]): wanted tables, the
          first of each of that state, possibly None.

    Returns:
      list[sqlite_schema.Table]: other tables of the state that have rowids.
    """
    wanted_pages = {table.root_page for table, _ in tables if table}
    return [
        table
        for table in view.tables.values()
        if table.type == "table"
        and not table.without_rowid
        and table.root_page not in wanted_pages
    ]
