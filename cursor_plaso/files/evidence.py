"""The file that a reader is given: bounded reading, file time and neighbours.

Readers do not open files themselves: what they may read, and how much, is decided
here.
"""

import os

from dfvfs.lib import definitions as dfvfs_definitions

from cursor_plaso import locations
from cursor_plaso import siblings
from cursor_plaso import wal
from cursor_plaso.files import paths

# A document over this size is not read: a Cursor of any version writes some KiB.
MAXIMUM_DOCUMENT_SIZE = 64 * 1024 * 1024

HEAD_SIZE = 64 * 1024

FILE_TIME_SOURCE = "file modification time"

_MAXIMUM_NEIGHBOUR_SIZE = 1024 * 1024

# What is read of the files that one document names: it may name the same large file
# ten thousand times.
_MAXIMUM_NEIGHBOURS_SIZE = 256 * 1024 * 1024

# Names in User/globalStorage that only Cursor writes.
_CURSOR_STORAGE_PREFIX = "anysphere."
_CURSOR_STORAGE_NAMES = frozenset(["conversation-search.db"])

_MAXIMUM_CACHE_SIZE = 1024


class EvidenceFile:
    """File of the evidence.

    Attributes:
      modification_time (dfdatetime.DateTimeValues): content modification time of the
          file or None if the file system has none.
      name (str): name of the file.
      native_path (str): path of the file as the fsPath of VS Code has it, but on a
          volume of Windows without the drive letter, which the volume does not know.
      number_of_large_neighbours (int): number of files beside this one that were not
          read since they are too large, or others were read before.
      path (str): path of the file in its file system, with forward slashes.
      project_path (str): path of the project whose directory .cursor the file is in, in
          the form of the native path, or None if there is none.
      size (int): size of the file in bytes.
    """

    def __init__(self, file_entry, cache=None, modification_time=None):
        """Initializes an evidence file.

        Args:
          file_entry (dfvfs.FileEntry): file entry.
          cache (Optional[dict[str, bool]]): what is known of user data directories,
              shared by the files of one run.
          modification_time (Optional[dfdatetime.DateTimeValues]): content modification
              time, where None represents that of the file entry.
        """
        super().__init__()
        self._cache = {} if cache is None else cache
        self._file_entry = file_entry
        self._is_cursor_path = None
        self._neighbours_size = _MAXIMUM_NEIGHBOURS_SIZE
        self.number_of_large_neighbours = 0
        self.modification_time = modification_time or file_entry.modification_time
        location = siblings.GetLocation(file_entry)
        self._is_windows_path = "\\" in location
        self.path = paths.Normalize(location)
        self.name = self.path.rpartition("/")[2]
        native_path = self.path
        project_path = paths.GetProjectPath(self.path)
        type_indicator = getattr(file_entry, "type_indicator", None)
        if type_indicator == dfvfs_definitions.TYPE_INDICATOR_OS:
            # A tree that was copied stands under a path of the examiner.
            native_path = paths.GetOriginalPath(native_path)
            project_path = paths.GetOriginalPath(project_path)
        self.native_path = self._GetNativePath(native_path)
        self.project_path = self._GetNativePath(project_path)
        self.size = file_entry.size or 0

    @property
    def is_cursor_path(self):
        """bool: True if the file stands in a directory of Cursor."""
        if self._is_cursor_path is None:
            self._is_cursor_path = paths.IsCursorPath(self.path)
        return self._is_cursor_path

    def _CheckGlobalStorage(self, user_path):
        """Determines if the global storage of a user data directory is one of Cursor.

        Args:
          user_path (str): path of the directory User.

        Returns:
          bool: True if the global storage has what only Cursor writes.
        """
        if self.path.startswith(f"{user_path:s}/"):
            number_of_levels = self.path[len(user_path) :].count("/") - 1
            segments = [".."] * number_of_levels + ["globalStorage"]
        else:
            segments = ["User", "globalStorage"]
        directory = siblings.GetFileEntry(self._file_entry, *segments)
        return any(
            name.startswith(_CURSOR_STORAGE_PREFIX) or name in _CURSOR_STORAGE_NAMES
            for name in siblings.ReadNames(directory)
        )

    def _GetNativePath(self, path):
        """Retrieves a path in the form that the fsPath of VS Code has.

        Args:
          path (str): normalised path or None.

        Returns:
          str: path or None.
        """
        if not path:
            return None
        if self._is_windows_path:
            path = path.replace("/", "\\")
        return locations.NormalizePath(path)

    def GetDirectoryName(self, level=1):
        """Retrieves the name of a directory that holds the file.

        Args:
          level (Optional[int]): how many levels above the file, 1 being the directory
              the file is in.

        Returns:
          str: name or None if there are fewer levels.
        """
        segments = self.path.split("/")
        return segments[-1 - level] or None if level < len(segments) - 1 else None

    def HashNeighbour(self, *names):
        """Determines the size and the hash of a file beside this one.

        Args:
          names (list[str]): names of directories and of the file, the last of which the
              evidence gives.

        Returns:
          tuple[int, str]: size in bytes and SHA-256, each None if not available. A file
              that is too large for a document, or for what is left to read of the
              files that this one names, is not hashed.
        """
        if not siblings.IsSafeName(names[-1]):
            return None, None
        file_entry = siblings.GetFileEntry(self._file_entry, *names)
        size, sha256 = siblings.HashFile(
            file_entry, min(MAXIMUM_DOCUMENT_SIZE, self._neighbours_size)
        )
        if sha256:
            self._neighbours_size -= size
        return size, sha256

    def IsCursorUserData(self):
        """Determines if the file belongs to a user data directory of Cursor.

        A user data directory that was renamed, as that of a portable install is, is
        recognised by what only Cursor keeps in its global storage.

        Returns:
          bool: True if the user data directory is one of Cursor.
        """
        if self.is_cursor_path:
            return True
        user_path = paths.GetUserDataPath(self.path)
        if not user_path:
            # The file itself may stand beside the directory User.
            user_path = f"{self.path.rpartition('/')[0]:s}/User"

        result = self._cache.get(user_path)
        if result is None:
            if len(self._cache) >= _MAXIMUM_CACHE_SIZE:
                self._cache.clear()
            result = self._CheckGlobalStorage(user_path)
            self._cache[user_path] = result
        return result

    def OpenFileObject(self):
        """Opens the file.

        Returns:
          dfvfs.FileIO: file-like object or None if the file can not be read.
        """
        try:
            return self._file_entry.GetFileObject()
        except wal.READ_ERRORS:
            return None

    def ReadData(self, size=MAXIMUM_DOCUMENT_SIZE):
        """Reads the start of the file.

        Args:
          size (Optional[int]): maximum number of bytes to read.

        Returns:
          bytes: data or None if the file can not be read.
        """
        file_object = self.OpenFileObject()
        if not file_object:
            return None
        try:
            file_object.seek(0, os.SEEK_SET)
            return file_object.read(size)
        except wal.READ_ERRORS:
            return None

    def ReadNeighbour(self, *names):
        """Reads a small file beside this one.

        Args:
          names (list[str]): names of directories and of the file, the last of which the
              evidence may give.

        Returns:
          bytes: data or None if there is no such file, it is larger or can not be read.
        """
        if not siblings.IsSafeName(names[-1]):
            return None
        file_entry = siblings.GetFileEntry(self._file_entry, *names)
        maximum_size = min(_MAXIMUM_NEIGHBOUR_SIZE, self._neighbours_size)
        if (getattr(file_entry, "size", 0) or 0) > maximum_size:
            self.number_of_large_neighbours += 1
            return None
        data = siblings.ReadFile(file_entry, maximum_size)
        self._neighbours_size -= len(data or b"")
        return data

    def SetFileTime(self, event_data):
        """Gives event data that has no time of its own the time of the file.

        Args:
          event_data (CursorEventData): event data, whose class has a modification_time.
        """
        event_data.modification_time = self.modification_time
        if self.modification_time:
            event_data.time_source = FILE_TIME_SOURCE
