"""Copies of a state.vscdb that lie beside it, such as state.vscdb.backup.

On a clean close the file is copied byte for byte to state.vscdb.backup, free pages
included (recovery.md A); state.vscdb.compacting is left by a compaction. Both are older
states of the same database. They are read together with it, since only what it lacks
says something. Source: recovery.md A and D.
"""

import collections
import os

from cursor_plaso import database as cursor_database
from cursor_plaso import keys
from cursor_plaso import siblings
from cursor_plaso.recovery import rows as recovered_rows

# Copies of one database that are read with it; of more, the rest is read alone.
_MAXIMUM_COPIES = 8

_MAXIMUM_NAMES = 10_000

_COMPOSER_PREFIX = keys.COMPOSER_PREFIX.encode("ascii")


class CopyReader:
    """Reader of what a copy of a database holds and the database does not.

    Attributes:
      counts (collections.Counter[str, int]): number of rows per kind that both hold.
    """

    def __init__(self, copy_view, name, primary_view):
        """Initializes a reader.

        Args:
          copy_view (View): view of the copy.
          name (str): name of the copy.
          primary_view (View): view of the database.
        """
        super().__init__()
        self._copy_view = copy_view
        self._name = name
        self._primary_view = primary_view
        self.counts = collections.Counter()

    def _CreateRecoveredRow(self, row, kind):
        """Creates a recovered row of a row of the copy.

        Args:
          row (Row): row.
          kind (str): KIND_DELETED or KIND_SUPERSEDED.

        Returns:
          RecoveredRow: row.
        """
        recovered_row = recovered_rows.RecoveredRow(row.table, row.rowid, row.values)
        recovered_row.complete = row.complete
        if not row.complete:
            recovered_row.completeness = f"{row.missing_size:d} bytes are missing"
        recovered_row.kind = kind
        recovered_row.method = recovered_rows.METHOD_BACKUP
        recovered_row.offset = row.cell_offset
        recovered_row.page_number = row.page_number
        recovered_row.location = (
            f"{recovered_rows.METHOD_BACKUP:s} {self._name:s}, page "
            f"{row.page_number:d}, offset {row.cell_offset:d}"
        )
        return recovered_row

    def ReadRows(self, table_names):
        """Reads the rows that the database lacks or has with another value.

        Composers come before what refers to them.

        Args:
          table_names (list[str]): names of tables of keys, in the order to read.

        Yields:
          RecoveredRow: row.
        """
        for table_name in table_names:
            table = self._copy_view.GetTable(table_name)
            if not table or table.type != "table" or table.key_column_index is None:
                continue
            comparer = _RowComparer(table_name, self._primary_view)
            for wanted in (_IsComposerKey, _IsOtherKey):
                for row in self._copy_view.ReadRows(table_name, wanted=wanted):
                    key = row.values[table.key_column_index]
                    if not isinstance(key, str):
                        continue
                    kind = comparer.Compare(key, row, wanted)
                    if kind is None:
                        self.counts[f"rows that {self._name:s} has too"] += 1
                    else:
                        yield self._CreateRecoveredRow(row, kind)


def GetPrimaryName(filename):
    """Retrieves the name of the database that a copy was made of.

    Args:
      filename (str): name of a database file, such as "state.vscdb.backup".

    Returns:
      str: name of the primary database or None if the file is no copy by its name.
    """
    name, extension = os.path.splitext(filename)
    if name.lower().endswith(".vscdb") and extension:
        return name
    return None


def IsReadWithPrimary(file_entry, is_state_database):
    """Determines if a database is a copy that is read with the one it was made of.

    Args:
      file_entry (dfvfs.FileEntry): file entry of the database.
      is_state_database (callable): function that is given a view and tells if it is
          that of a state.vscdb.

    Returns:
      bool: True if the primary is beside it and can be read.
    """
    name = siblings.GetName(file_entry)
    primary_name = GetPrimaryName(name)
    if not primary_name or name not in _GetCopyNames(file_entry, primary_name):
        return False
    primary_file_entry = siblings.GetFileEntry(file_entry, primary_name)
    if not primary_file_entry or not primary_file_entry.IsFile():
        return False
    try:
        return cursor_database.Database.ReadForCheck(
            primary_file_entry, lambda database: is_state_database(database.live)
        )
    except cursor_database.NotADatabaseError:
        return False


def OpenCopies(file_entry, producer, is_state_database):
    """Opens the copies that lie beside a database.

    Args:
      file_entry (dfvfs.FileEntry): file entry of the database.
      producer (BaseProducer): producer.
      is_state_database (callable): function that is given a view and tells if it is
          that of a state.vscdb.

    Yields:
      tuple[str, Database]: name and database of a copy.
    """
    for name in _GetCopyNames(file_entry, siblings.GetName(file_entry)):
        copy_database = _OpenBeside(file_entry, name, producer)
        if copy_database is not None and is_state_database(copy_database.live):
            yield name, copy_database


def _GetCopyNames(file_entry, primary_name):
    """Retrieves the names of what may be copies in the directory of a file.

    Args:
      file_entry (dfvfs.FileEntry): file entry of a file in the directory.
      primary_name (str): name of the primary database.

    Returns:
      list[str]: names.
    """
    directory = siblings.GetFileEntry(file_entry)
    return [
        name
        for name in siblings.GetNames(directory, _MAXIMUM_NAMES)
        if GetPrimaryName(name) == primary_name
        and not name.endswith(("-wal", "-shm", "-journal"))
    ][:_MAXIMUM_COPIES]


def _IsComposerKey(raw_key):
    """Tells if a row is read first.

    Args:
      raw_key (bytes): key or None.

    Returns:
      bool: True if the row is of a composer.
    """
    return raw_key is not None and raw_key.startswith(_COMPOSER_PREFIX)


def _IsOtherKey(raw_key):
    """Tells if a row is read last.

    Args:
      raw_key (bytes): key or None.

    Returns:
      bool: True if the row has a key and is not of a composer.
    """
    return raw_key is not None and not raw_key.startswith(_COMPOSER_PREFIX)


def _OpenBeside(file_entry, name, producer):
    """Opens a database in the directory of a file.

    Args:
      file_entry (dfvfs.FileEntry): file entry of a file in the directory.
      name (str): name of the database.
      producer (BaseProducer): producer.

    Returns:
      Database: database or None if there is none that can be opened.
    """
    sibling = siblings.GetFileEntry(file_entry, name)
    if not sibling or not sibling.IsFile():
        return None
    try:
        return cursor_database.Database.OpenFileEntry(sibling, producer=producer)
    except cursor_database.NotADatabaseError:
        return None


class _RowComparer:
    """Compares the rows of a copy with those of the primary.

    A row that was not written since the copy was made still has its rowid: the tables
    are read side by side, in the order of the rowids, and only what differs is looked
    up through the index.
    """

    def __init__(self, table_name, primary_view):
        """Initializes a comparer.

        Args:
          table_name (str): name of the table.
          primary_view (View): view of the primary.
        """
        super().__init__()
        self._hashes = None
        self._row = None
        self._rows = iter(())
        self._table_name = table_name
        self._view = primary_view
        self._wanted = None
        table = primary_view.GetTable(table_name)
        self._is_table = table is not None and table.type == "table"
        if self._is_table and (table.index_damaged or not table.index_root_page):
            # Without the index a lookup would miss rows that are there.
            self._hashes = {}
            for row in primary_view.ReadRows(table_name):
                key = row.values[table.key_column_index or 0]
                self._hashes[hash(key)] = hash(_GetNamedValues(row))

    def _GetRowBeside(self, rowid):
        """Retrieves the row of the primary that has the rowid of a row of the copy.

        Args:
          rowid (int): rowid, ascending from call to call, or None.

        Returns:
          Row: row, or None if there is none or it is not known.
        """
        if rowid is None:
            return None
        while self._row is not None and self._row.rowid < rowid:
            self._row = next(self._rows, None)
        if self._row is not None and self._row.rowid == rowid:
            return self._row
        return None

    def Compare(self, key, row, wanted):
        """Compares a row of the copy.

        Args:
          key (str): key.
          row (Row): row.
          wanted (callable): function that is given the bytes of a key and tells if the
              row is among those that are compared now.

        Returns:
          str: KIND_DELETED if the primary lacks the row, KIND_SUPERSEDED if it has
              another value for the key, or None if it has the same.
        """
        if not self._is_table:
            return recovered_rows.KIND_DELETED
        named_values = _GetNamedValues(row)
        if self._hashes is not None:
            primary_hash = self._hashes.get(hash(key))
            if primary_hash is None:
                return recovered_rows.KIND_DELETED
            is_same = primary_hash == hash(named_values)
            return None if is_same else recovered_rows.KIND_SUPERSEDED

        if wanted is not self._wanted:
            self._wanted = wanted
            self._rows = iter(())
            if row.rowid is not None:
                self._rows = self._view.ReadRows(self._table_name, wanted=wanted)
            self._row = next(self._rows, None)

        primary_row = self._GetRowBeside(row.rowid)
        if primary_row is not None and _GetNamedValues(primary_row) == named_values:
            return None
        primary_row = self._view.Lookup(self._table_name, key)
        if primary_row is None:
            return recovered_rows.KIND_DELETED
        is_same = _GetNamedValues(primary_row) == named_values
        return None if is_same else recovered_rows.KIND_SUPERSEDED


def _GetNamedValues(row):
    """Retrieves what a row says, whatever the order of its columns.

    Args:
      row (Row): row.

    Returns:
      frozenset[tuple[str, object]]: names of columns and values that are not NULL.
    """
    return frozenset(
        (name.lower(), value)
        for name, value in zip(row.columns, row.values)
        if value is not None
    )
