"""Tests of hostile and broken evidence: the table hostile/expected.yaml holds."""

import os
import re
import shutil

import pytest
import yaml

from tests import hostile_large
from tests import hostile_lib
from tests import lib

_EXPECTED_PATH = os.path.join(lib.TEST_DATA_PATH, "hostile", "expected.yaml")

_RANGE_RE = re.compile(r"\A(.*?)([0-9]+)\.\.([0-9]+)\Z")


def _ReadExpected():
    """Reads the table.

    Returns:
      list[dict[str, object]]: entries.
    """
    with open(_EXPECTED_PATH, "r", encoding="utf-8") as file_object:
        return yaml.safe_load(file_object)


_EXPECTED = _ReadExpected()

_SMALL = [entry for entry in _EXPECTED if "path" in entry]
_LARGE = [entry for entry in _EXPECTED if "large" in entry]


def _ExpandText(text):
    """Expands a text of the table.

    Args:
      text (str): text, of which "good 0..3" stands for four.

    Returns:
      list[str]: texts.
    """
    match = _RANGE_RE.match(text)
    if not match:
        return [text]
    start, first, last = match.groups()
    return [f"{start:s}{number:d}" for number in range(int(first), int(last) + 1)]


def _Check(entry, result):
    """Compares what came out of evidence with an entry of the table.

    Args:
      entry (dict[str, object]): entry.
      result (dict[str, object]): what came out, see hostile_lib.Read.
    """
    if "counts" in entry:
        assert result["counts"] == entry["counts"]
    if "minimum" in entry:
        for data_type, number in entry["minimum"].items():
            assert result["counts"].get(data_type, 0) >= number
    assert result["parsers"] == entry.get("parsers", [])

    texts = set(result["texts"])
    missing = [
        text
        for texts_of_entry in entry.get("texts", ())
        for text in _ExpandText(texts_of_entry)
        if not any(text in other for other in texts)
    ]
    assert not missing

    for part in entry.get("absent", ()):
        assert not [text for text in texts if part in text]
        assert not [text for text in result["warnings"] if part in text]

    patterns = [re.compile(pattern) for pattern in entry.get("warnings", ())]
    unexpected = [
        text
        for text in result["warnings"]
        if not any(pattern.search(text) for pattern in patterns)
    ]
    assert not unexpected
    unmatched = [
        pattern.pattern
        for pattern in patterns
        if not any(pattern.search(text) for text in result["warnings"])
    ]
    assert not unmatched


@pytest.mark.parametrize("entry", _SMALL, ids=lambda entry: entry["path"])
def testHostileFile(entry):
    """A hostile file gives what the table says, and stays as it is."""
    path = os.path.join(lib.TEST_DATA_PATH, *entry["path"].split("/"))
    before = hostile_lib.HashTree(path)

    result = hostile_lib.Read(path)

    _Check(entry, result)
    assert hostile_lib.HashTree(path) == before


@pytest.fixture(scope="module", name="limited_reader")
def _LimitedReader():
    """Starts a process that reads with limits.

    Yields:
      LimitedReader: process.
    """
    reader = hostile_lib.LimitedReader()
    yield reader
    reader.Close()


@pytest.mark.parametrize("entry", _LARGE, ids=lambda entry: entry["large"])
def testHostileLargeFile(entry, limited_reader, tmp_path):
    """A large one does so too, with the time and the memory that a worker has."""
    path = str(tmp_path / "evidence")
    os.mkdir(path)
    hostile_large.CASES[entry["large"]](path)
    before = hostile_lib.HashTree(path)

    result = limited_reader.Read(path)

    _Check(entry, result)
    assert result["memory"] <= hostile_lib.MAXIMUM_MEMORY
    assert hostile_lib.HashTree(path) == before
    shutil.rmtree(path)


def testTableIsComplete():
    """Every file of the corpus and every large case has its entry."""
    directory = os.path.join(lib.TEST_DATA_PATH, "hostile")
    names = {name for name in os.listdir(directory) if name != "expected.yaml"}
    listed = {
        entry["path"].split("/")[1]
        for entry in _SMALL
        if entry["path"].startswith("hostile/")
    }

    assert listed == names
    assert {entry["large"] for entry in _LARGE} == set(hostile_large.CASES)
