"""Tests of where the data files are."""

import os

import yaml

from cursor_plaso import resources


def testPaths():
    """All data files are there and are YAML documents of the expected kind."""
    formatters_paths = resources.GetFormattersPaths()
    assert formatters_paths == sorted(formatters_paths)

    keys_per_path = {
        resources.GetPresetsPath(): "name",
        resources.GetTimelinerPath(): "data_type",
    }
    keys_per_path.update((path, "short_source") for path in formatters_paths)
    keys_per_path.update((path, "sources") for path in resources.GetArtifactsPaths())
    keys_per_path.update((path, "paths") for path in resources.GetFilterPaths())
    keys_per_path.update((path, "detection") for path in resources.GetSigmaPaths())
    keys_per_path.update(
        (path, "cursor_rejected") for path in resources.GetTimesketchTagsPaths()
    )
    assert len(keys_per_path) == 8

    for path, key in keys_per_path.items():
        assert os.path.isabs(path)
        with open(path, "r", encoding="utf-8") as file_object:
            documents = list(yaml.safe_load_all(file_object))

        assert documents
        assert all(key in document for document in documents)


def testTagsPaths():
    """The tagging file is there under its name, which psort is told."""
    (path,) = resources.GetTagsPaths()

    assert os.path.basename(path) == "tag_cursor.txt"
    assert os.path.isfile(path)
