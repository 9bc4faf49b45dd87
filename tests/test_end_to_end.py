"""Tests of what an examiner sees: the stock tools over directories and disk images.

The expected timelines are in test_data/timelines and are written by
make_timelines.py beside them. A change of one is a change of what the package says of
the same evidence: read it line by line before it is committed.
"""

import hashlib
import json
import os

import pytest

from test_data.timelines import make_timelines

from tests import evidence
from tests import lib

# Warnings of the evidence, by their first words. On Linux the transcript of the seed's
# c1 ends in half a line, and the root that store.db of session s1 names is not in it.
_EXPECTED_WARNINGS = {
    "linux": ["root blob ", "transcript line "],
    "windows": [],
}


def _GetHashes(path):
    """Hashes the files of a directory.

    Args:
      path (str): path.

    Returns:
      dict[str, str]: SHA-256 of the content per path.
    """
    hashes = {}
    for directory, _, names in os.walk(path):
        for name in names:
            file_path = os.path.join(directory, name)
            with open(file_path, "rb") as file_object:
                hashes[file_path] = hashlib.sha256(file_object.read()).hexdigest()
    return hashes


def _Normalize(rows, root=""):
    """Makes events of a directory and of an image comparable.

    Of an image plaso knows the platform and the users, and it has paths and times of
    its file system.

    Args:
      rows (list[dict[str, object]]): events, of psort json_line.
      root (Optional[str]): path of the directory that stands for the root.

    Returns:
      list[str]: events without what depends on where they were found, sorted.
    """
    texts = []
    for row in rows:
        row = dict(row)
        row["location"] = row.pop("display_name").partition(":")[2]
        for name in (*make_timelines.BOOKKEEPING, "platform", "username"):
            row.pop(name, None)
        if row["timestamp_desc"] == "Content Modification Time":
            row.pop("date_time")
        text = json.dumps(row, sort_keys=True).replace("\\\\", "/")
        texts.append(text.replace(root, "") if root else text)
    return sorted(texts)


class Timelines:
    """Timelines that are made once for all tests."""

    def __init__(self, path):
        """Initializes timelines.

        Args:
          path (pathlib.Path): directory of the storage files.
        """
        super().__init__()
        self._events = {}
        self._path = path

    def GetStoragePath(self, name, *options):
        """Extracts the events of the image of a tree.

        Args:
          name (str): name of the tree, such as "linux".
          options (list[str]): options of log2timeline.

        Returns:
          pathlib.Path: path of the storage file.
        """
        path = self._path.joinpath(f"{'_'.join([name, *options]):s}.plaso")
        if not path.exists():
            lib.ExtractEvents(make_timelines.GetImagePath(name), path, *options)
        return path

    def GetEvents(self, name, *options):
        """Retrieves the events of the image of a tree.

        Args:
          name (str): name of the tree, such as "linux".
          options (list[str]): options of log2timeline.

        Returns:
          list[dict[str, object]]: events.
        """
        key = (name, *options)
        if key not in self._events:
            self._events[key] = make_timelines.ReadEvents(
                self.GetStoragePath(name, *options)
            )
        return self._events[key]


@pytest.fixture(scope="module", name="timelines")
def fixture_timelines(tmp_path_factory):
    """Makes room for the timelines.

    Args:
      tmp_path_factory (pytest.TempPathFactory): factory.

    Returns:
      Timelines: timelines.
    """
    return Timelines(tmp_path_factory.mktemp("timelines"))


@pytest.mark.parametrize("name", ["linux", "windows"])
def testTimelines(name, timelines):
    """The timeline of an image is the one that was read line by line."""
    storage_path = timelines.GetStoragePath(name)

    lines = make_timelines.ReadDynamicLines(storage_path)
    json_lines = make_timelines.MakeJSONLines(timelines.GetEvents(name))

    assert lines == make_timelines.ReadLines(f"{name:s}.csv")
    assert json_lines == make_timelines.ReadLines(f"{name:s}.jsonl")


@pytest.mark.parametrize("name", ["linux", "windows"])
def testNothingTwice(name, timelines):
    """No event of an image is there twice."""
    texts = _Normalize(timelines.GetEvents(name))

    assert len(texts) == len(set(texts))


@pytest.mark.parametrize("name", ["linux", "windows"])
def testNoSecrets(name, timelines):
    """No secret of the evidence is in a storage file, with events and warnings."""
    data = timelines.GetStoragePath(name).read_bytes()
    messages = " ".join(event["message"] for event in timelines.GetEvents(name))

    assert b"CURSOR-SECRET-SENTINEL" not in data
    assert "CURSOR-SECRET-SENTINEL" not in messages
    assert "WARNING DEFAULT FORMATTER" not in messages


@pytest.mark.parametrize("name", ["linux", "windows"])
def testWarnings(name, timelines):
    """Evidence warns of what is broken in it, and of nothing else."""
    warnings = make_timelines.ReadWarnings(timelines.GetStoragePath(name))

    expected_warnings = _EXPECTED_WARNINGS[name]
    assert len(warnings) == len(expected_warnings), warnings
    for warning, expected_warning in zip(warnings, expected_warnings):
        assert warning.startswith(expected_warning)


@pytest.mark.parametrize("name", ["linux", "windows"])
def testDirectory(name, timelines, tmp_path):
    """A directory gives the events of an image of it, and is not changed."""
    path = str(tmp_path.joinpath("root"))
    evidence.CopyTree(os.path.join(lib.TEST_DATA_PATH, "trees", name), path)
    hashes = _GetHashes(path)
    storage_path = tmp_path.joinpath("case.plaso")

    lib.ExtractEvents(path, storage_path)

    assert _GetHashes(path) == hashes
    assert _Normalize(make_timelines.ReadEvents(storage_path), path) == _Normalize(
        timelines.GetEvents(name)
    )


@pytest.mark.parametrize(
    "options", [("--single-process",), ("--workers", "1"), ("--workers", "4")]
)
def testProcesses(options, timelines):
    """The events do not depend on the number of processes."""
    events = _Normalize(timelines.GetEvents("linux", *options))

    assert events == _Normalize(timelines.GetEvents("linux"))


def testSpawn(timelines, tmp_path):
    """The events do not depend on how the processes are started."""
    storage_path = tmp_path.joinpath("case.plaso")

    lib.ExtractEvents(
        make_timelines.GetImagePath("linux"),
        storage_path,
        "--workers",
        "2",
        start_method="spawn",
    )

    assert _Normalize(make_timelines.ReadEvents(storage_path)) == _Normalize(
        timelines.GetEvents("linux")
    )


def testSameConversationsOnTwoPlatforms(timelines):
    """The conversations of the seed are the same on ext4 and on NTFS."""
    messages = []
    for name in ("linux", "windows"):
        messages.append(
            sorted(
                (event["timestamp"], event["timestamp_desc"], event["message"])
                for event in timelines.GetEvents(name)
                if event.get("conversation_identifier") in ("c1", "c2", "d1")
                and event["display_name"].endswith("state.vscdb")
                and event["timestamp_desc"] != "Content Modification Time"
            )
        )

    assert len(messages[0]) > 20
    assert messages[0] == messages[1]


def testPsteal(timelines, tmp_path):
    """psteal gives the timeline of log2timeline and psort."""
    path = tmp_path.joinpath("timeline.csv")
    lib.RunTool(
        "psteal",
        "--unattended",
        "--quiet",
        "--status-view",
        "none",
        "--storage-file",
        tmp_path.joinpath("case.plaso"),
        "--source",
        make_timelines.GetImagePath("windows"),
        "-o",
        "dynamic",
        "--fields",
        make_timelines.FIELDS,
        "-w",
        path,
    )

    with open(path, "r", encoding="utf-8", newline="") as file_object:
        lines = make_timelines.SelectDynamicLines(file_object)
    assert lines == make_timelines.ReadDynamicLines(timelines.GetStoragePath("windows"))
