"""Filters by path: a parser with filters is only asked for the files they match.

A foreign file then costs one look at its name (plaso.engine.extractors asks the filters
before the parser).
"""

from plaso.parsers import interface

from cursor_plaso import siblings
from cursor_plaso.files import paths
from cursor_plaso.files import registry


def _IsDataStream(file_entry):
    """Determines if a file entry stands for an alternate data stream.

    Args:
      file_entry (dfvfs.FileEntry): file entry.

    Returns:
      bool: True if not the file itself but a named data stream of it is processed.
    """
    return bool(getattr(file_entry.path_spec, "data_stream", None))


class CursorFileEntryFilter(interface.BaseFileEntryFilter):
    """Filter that matches the files that a reader may know."""

    def Match(self, file_entry):
        """Determines if a file entry matches the filter.

        Args:
          file_entry (dfvfs.FileEntry): a file entry.

        Returns:
          bool: True if the file entry matches the filter.
        """
        if not file_entry:
            return False
        path = paths.Normalize(siblings.GetLocation(file_entry))
        return bool(registry.GetReaders(path)) and not _IsDataStream(file_entry)


class SuffixFileEntryFilter(interface.BaseFileEntryFilter):
    """Filter that matches the end of the name of a file."""

    def __init__(self, suffix):
        """Initializes a file entry filter.

        Args:
          suffix (str): end of the name in lower case.
        """
        super().__init__()
        self._suffix = suffix

    def Match(self, file_entry):
        """Determines if a file entry matches the filter.

        Args:
          file_entry (dfvfs.FileEntry): a file entry.

        Returns:
          bool: True if the file entry matches the filter.
        """
        if not file_entry:
            return False
        location = siblings.GetLocation(file_entry)
        return location.lower().endswith(self._suffix) and not _IsDataStream(file_entry)
