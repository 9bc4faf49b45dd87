"""Where the data files of this package are.

They stand together in cursor_plaso/formatters: timeliner.yaml, presets.yaml and, in
every file whose name starts with "cursor", the definitions of message formatters; the
definitions of forensic artifacts, a filter file and a tagging file; and in the
directory timesketch what Timesketch takes.
"""

import glob
import os

from importlib import resources

_DIRECTORY = str(resources.files("cursor_plaso.formatters"))


def _Find(*pattern_segments):
    """Finds data files.

    Args:
      *pattern_segments (tuple[str]): segments of a glob pattern below the directory of
          the data files.

    Returns:
      list[str]: absolute paths, sorted.
    """
    pattern = os.path.join(glob.escape(_DIRECTORY), *pattern_segments)
    return sorted(glob.glob(pattern))


def GetArtifactsPaths():
    """Retrieves the paths of the files that define forensic artifacts.

    Returns:
      list[str]: absolute paths, sorted.
    """
    return _Find("artifacts_cursor.yaml")


def GetFilterPaths():
    """Retrieves the paths of the filter files.

    Returns:
      list[str]: absolute paths, sorted.
    """
    return _Find("filter_cursor.yaml")


def GetFormattersPaths():
    """Retrieves the paths of the files that define message formatters.

    Returns:
      list[str]: absolute paths, sorted.
    """
    return _Find("cursor*.yaml")


def GetPresetsPath():
    """Retrieves the path of the file that defines parser presets.

    Returns:
      str: absolute path.
    """
    return os.path.join(_DIRECTORY, "presets.yaml")


def GetSigmaPaths():
    """Retrieves the paths of the Sigma rules.

    Returns:
      list[str]: absolute paths, sorted.
    """
    return _Find("timesketch", "sigma", "*.yml")


def GetTagsPaths():
    """Retrieves the paths of the tagging files of plaso.

    Returns:
      list[str]: absolute paths, sorted.
    """
    return _Find("tag_*.txt")


def GetTimelinerPath():
    """Retrieves the path of the file that maps date and time attributes to events.

    Returns:
      str: absolute path.
    """
    return os.path.join(_DIRECTORY, "timeliner.yaml")


def GetTimesketchTagsPaths():
    """Retrieves the paths of the rules for the tagger of Timesketch.

    Returns:
      list[str]: absolute paths, sorted.
    """
    return _Find("timesketch", "tags.yaml")
