"""Files beside a file of evidence, found and read through dfVFS.

Some facts of a record stand in another file: the folder of a workspace database in the
workspace.json beside it, the content of a shadow copy beside its metadata.json. They
are looked up by their path, in the file system the record is in, whatever that is.
"""

import hashlib
import itertools
import os
import re

from dfvfs.path import factory as path_spec_factory

from cursor_plaso import wal

_READ_SIZE = 64 * 1024

# A name that evidence gives must not lead out of its directory.
_SAFE_NAME_RE = re.compile(r"\A(?!\.{1,2}\Z)[A-Za-z0-9._+-]{1,255}\Z")


def GetDirectoryName(file_entry, level=0):
    """Retrieves the name of a directory that a file is in.

    Args:
      file_entry (dfvfs.FileEntry): file entry of the file or None.
      level (Optional[int]): 0 for the directory of the file, 1 for that it is in.

    Returns:
      str: name or None if not available.
    """
    location = getattr(getattr(file_entry, "path_spec", None), "location", None)
    if not location:
        return None
    file_system = file_entry.GetFileSystem()
    for _ in range(level + 1):
        location = file_system.DirnamePath(location)
        if not location:
            return None
    return file_system.BasenamePath(location) or None


def GetFileEntry(file_entry, *segments):
    """Retrieves a file or directory by its path from the directory of a file.

    Args:
      file_entry (dfvfs.FileEntry): file entry of the file.
      segments (list[str]): segments of the path, where ".." is the parent directory.

    Returns:
      dfvfs.FileEntry: file entry, or None if there is no such file or it can not be
          opened. A link is not followed and gives None.
    """
    path_spec = getattr(file_entry, "path_spec", None)
    location = getattr(path_spec, "location", None)
    if not location:
        return None

    try:
        file_system = file_entry.GetFileSystem()
        location = file_system.DirnamePath(location)
        for segment in segments:
            if segment == "..":
                location = file_system.DirnamePath(location)
            else:
                location = file_system.JoinPath([location, segment])
            if location is None:
                return None

        sibling_path_spec = path_spec_factory.Factory.NewPathSpec(
            file_system.type_indicator, location=location, parent=path_spec.parent
        )
        sibling = file_system.GetFileEntryByPathSpec(sibling_path_spec)
        if sibling and sibling.IsLink():
            return None
    except wal.READ_ERRORS:
        return None
    return sibling


def GetLocation(file_entry):
    """Retrieves the path of a file within its file system.

    Args:
      file_entry (dfvfs.FileEntry): file entry of the file or None.

    Returns:
      str: path, of the content of a compressed file the path of that file without the
          suffix of the compression, or an empty string if not available.
    """
    path_spec = getattr(file_entry, "path_spec", None)
    location = getattr(path_spec, "location", None)
    if location or path_spec is None:
        return location or ""

    location = getattr(getattr(path_spec, "parent", None), "location", None)
    return os.path.splitext(location or "")[0]


def GetName(file_entry):
    """Retrieves the name of a file.

    Args:
      file_entry (dfvfs.FileEntry): file entry of the file or None.

    Returns:
      str: name, empty if not available.
    """
    location = getattr(getattr(file_entry, "path_spec", None), "location", None)
    if not location:
        return ""
    return file_entry.GetFileSystem().BasenamePath(location) or ""


def GetNames(file_entry, maximum_number):
    """Retrieves the names of what is in a directory.

    Args:
      file_entry (dfvfs.FileEntry): file entry of the directory or None.
      maximum_number (int): maximum number of names.

    Returns:
      list[str]: names in ascending order, as far as they could be read.
    """
    return sorted(itertools.islice(ReadNames(file_entry), maximum_number))


def HashFile(file_entry, maximum_size):
    """Measures the content of a file.

    Args:
      file_entry (dfvfs.FileEntry): file entry or None.
      maximum_size (int): number of bytes over which only the size is determined.

    Returns:
      tuple[int, str]: size in bytes and SHA-256, each None if not available.
    """
    if not file_entry or not file_entry.IsFile():
        return None, None

    size = 0
    digest = hashlib.sha256()
    try:
        file_object = file_entry.GetFileObject()
        if not file_object:
            return None, None
        file_size = file_object.get_size()
        if file_size > maximum_size:
            return file_size, None
        file_object.seek(0, os.SEEK_SET)
        data = file_object.read(_READ_SIZE)
        while data and size <= maximum_size:
            size += len(data)
            digest.update(data)
            data = file_object.read(_READ_SIZE)
    except wal.READ_ERRORS:
        return None, None
    return size, digest.hexdigest()


def IsSafeName(name):
    """Determines if a name that evidence gives can be used in a path.

    Args:
      name (object): name.

    Returns:
      bool: True if the name is that of a file in a directory and nothing more.
    """
    return isinstance(name, str) and bool(_SAFE_NAME_RE.match(name))


def ReadNames(file_entry):
    """Reads the names of what is in a directory.

    Args:
      file_entry (dfvfs.FileEntry): file entry of the directory or None.

    Yields:
      str: name, in the order of the directory, as far as they can be read.
    """
    if not file_entry or not file_entry.IsDirectory():
        return
    try:
        for sub_file_entry in file_entry.sub_file_entries:
            yield sub_file_entry.name
    except wal.READ_ERRORS:
        pass


def ReadFile(file_entry, maximum_size):
    """Reads a file.

    Args:
      file_entry (dfvfs.FileEntry): file entry or None.
      maximum_size (int): number of bytes over which a file is not read.

    Returns:
      bytes: content, or None if there is none, it is too large or can not be read.
    """
    if not file_entry or not file_entry.IsFile():
        return None
    try:
        file_object = file_entry.GetFileObject()
        if not file_object or file_object.get_size() > maximum_size:
            return None
        file_object.seek(0, os.SEEK_SET)
        return file_object.read(maximum_size)
    except wal.READ_ERRORS:
        return None
