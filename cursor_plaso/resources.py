"""Where the data files of this package are.

They are all YAML and stand together in cursor_plaso/formatters: timeliner.yaml,
presets.yaml and, in every file whose name starts with "cursor", the definitions of
message formatters.
"""

import glob
import os

from importlib import resources

_DIRECTORY = str(resources.files("cursor_plaso.formatters"))


def GetFormattersPaths():
    """Retrieves the paths of the files that define message formatters.

    Returns:
      list[str]: absolute paths, sorted.
    """
    pattern = os.path.join(glob.escape(_DIRECTORY), "cursor*.yaml")
    return sorted(glob.glob(pattern))


def GetPresetsPath():
    """Retrieves the path of the file that defines parser presets.

    Returns:
      str: absolute path.
    """
    return os.path.join(_DIRECTORY, "presets.yaml")


def GetTimelinerPath():
    """Retrieves the path of the file that maps date and time attributes to events.

    Returns:
      str: absolute path.
    """
    return os.path.join(_DIRECTORY, "timeliner.yaml")
