#!/usr/bin/env python3
"""Makes the expected timelines of the disk images, with the stock tools.

Usage: python test_data/timelines/make_timelines.py

For each image, NAME.csv has the lines of psort dynamic and NAME.jsonl the events of
psort json_line, of what the package reads alone: the lines are sorted, and JSON has
neither the path specification nor empty bookkeeping. Read the difference before you
commit it: each line has to be true, readable, at its time and there once.
"""

import json
import os
import sys
import tempfile

PROJECT_PATH = os.path.dirname(
    os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
)
sys.path.insert(0, PROJECT_PATH)

# pylint: disable=wrong-import-position
from plaso.storage import factory as storage_factory

from tests import lib

IMAGES = {"linux": "linux.ext4.raw", "windows": "windows.ntfs.raw"}

# Those that psort dynamic has of itself, without the tag: the releases of plaso do not
# agree on where they keep the mark of what was recovered.
FIELDS = "datetime,timestamp_desc,source,source_long,message,parser,display_name"

_TIMELINES_PATH = os.path.dirname(os.path.abspath(__file__))

_SOURCE = "CURSOR"

# What depends on the release of plaso, or holds the path of the image on this machine.
BOOKKEEPING = (
    "__container_type__",
    "__type__",
    "corrupted",
    "filename",
    "inode",
    "pathspec",
    "recovered",
    "tag",
)


def GetImagePath(name):
    """Retrieves the path of a disk image.

    Args:
      name (str): name of the tree that the image has, such as "linux".

    Returns:
      str: path.
    """
    return os.path.join(lib.TEST_DATA_PATH, "images", IMAGES[name])


def MakeJSONLines(events):
    """Makes the lines of an expected timeline.

    Args:
      events (list[dict[str, object]]): events.

    Returns:
      list[str]: lines, sorted by time.
    """
    rows = []
    for event in events:
        row = {name: value for name, value in event.items() if name not in BOOKKEEPING}
        line = json.dumps(row, ensure_ascii=False, sort_keys=True)
        rows.append((event["timestamp"], line))
    return [line for _, line in sorted(rows)]


def ReadDynamicLines(storage_path):
    """Reads the lines of the package from psort dynamic.

    Args:
      storage_path (str): path of a storage file.

    Returns:
      list[str]: lines, sorted.
    """
    with tempfile.TemporaryDirectory() as directory:
        path = os.path.join(directory, "timeline.csv")
        lib.RunTool(
            "psort",
            "--unattended",
            "--quiet",
            "--status-view",
            "none",
            "-o",
            "dynamic",
            "--fields",
            FIELDS,
            "-w",
            path,
            storage_path,
        )
        with open(path, "r", encoding="utf-8", newline="") as file_object:
            return SelectDynamicLines(file_object)


def ReadEvents(storage_path):
    """Reads the events of the package from psort json_line.

    Args:
      storage_path (str): path of a storage file.

    Returns:
      list[dict[str, object]]: events.
    """
    return [
        event
        for event in lib.ReadTimeline(storage_path, output_format="json_line")
        if event["data_type"].startswith("cursor:")
    ]


def ReadLines(name):
    """Reads an expected timeline.

    Args:
      name (str): name of the file, such as "linux.csv".

    Returns:
      list[str]: lines.
    """
    path = os.path.join(_TIMELINES_PATH, name)
    with open(path, "r", encoding="utf-8", newline="") as file_object:
        return file_object.read().split("\n")[:-1]


def ReadWarnings(storage_path):
    """Reads the warnings of a storage file.

    Args:
      storage_path (str): path of a storage file.

    Returns:
      list[str]: messages of extraction and recovery warnings, sorted.
    """
    storage_reader = storage_factory.StorageFactory.CreateStorageReaderForFile(
        str(storage_path)
    )
    try:
        return sorted(
            warning.message
            for container_type in ("extraction_warning", "recovery_warning")
            for warning in storage_reader.GetAttributeContainers(container_type)
        )
    finally:
        storage_reader.Close()


def SelectDynamicLines(lines):
    """Selects the lines of the package.

    Args:
      lines (iterable[str]): lines of psort dynamic.

    Returns:
      list[str]: lines, sorted.
    """
    return sorted(
        line.rstrip("\n") for line in lines if line.split(",", maxsplit=3)[2] == _SOURCE
    )


def WriteTimelines(name):
    """Writes the expected timelines of an image.

    Args:
      name (str): name of the tree that the image has, such as "linux".
    """
    with tempfile.TemporaryDirectory() as directory:
        storage_path = os.path.join(directory, "case.plaso")
        lib.ExtractEvents(GetImagePath(name), storage_path)
        timelines = {
            "csv": ReadDynamicLines(storage_path),
            "jsonl": MakeJSONLines(ReadEvents(storage_path)),
        }

    for extension, lines in timelines.items():
        path = os.path.join(_TIMELINES_PATH, f"{name:s}.{extension:s}")
        with open(path, "w", encoding="utf-8", newline="") as file_object:
            file_object.write("".join(f"{line:s}\n" for line in lines))


if __name__ == "__main__":
    for image_name in IMAGES:
        WriteTimelines(image_name)
