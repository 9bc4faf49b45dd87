#!/usr/bin/env python3
"""Writes the generated parts of the documentation, or checks that they are up to date.

Usage: python utils/generate_docs.py [--check] [PAGE ...]

The tables come from the code and from what the parsers make of the test data, the
outputs from the commands that the pages give. It takes about a minute.
"""

import argparse
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

# pylint: disable=wrong-import-position
from tests import lib
from utils import pages
from utils import survey
from utils import tables

# Which function makes which region from the observations.
_TABLES = {
    "artifacts": tables.MakeArtifacts,
    "data types": tables.MakeDataTypes,
    "stores": tables.MakeStores,
}

# What was measured or run elsewhere, and is not made anew.
_RECORDED_REGIONS = frozenset(["recorded environments"])


class Generator:
    """Generates the parts of pages that are not written by hand."""

    def __init__(self):
        """Initializes a generator."""
        super().__init__()
        self._tables = {}

    def _GetTable(self, name):
        """Retrieves a generated table.

        Args:
          name (str): name of the region.

        Returns:
          str: Markdown.
        """
        if not self._tables:
            observations = survey.Observe()
            for region_name, function in _TABLES.items():
                self._tables[region_name] = function(observations)
        return self._tables[name]

    def MakePage(self, name):
        """Makes a page anew.

        Args:
          name (str): path of the page, relative to the project.

        Returns:
          tuple[str, str]: text as it is and text as it has to be.

        Raises:
          ValueError: if a region is not one that can be generated.
        """
        text = ReadPage(name)
        regions = pages.RunCommands(text, lib.PROJECT_PATH)
        for region_name in pages.GetRegionNames(text):
            if region_name in _TABLES:
                regions[region_name] = self._GetTable(region_name)
            elif region_name not in regions and region_name not in _RECORDED_REGIONS:
                raise ValueError(f"{name:s}: unknown region: {region_name:s}")
        return text, pages.ReplaceRegions(text, regions)


def GetPageNames():
    """Retrieves the pages of the documentation.

    Returns:
      list[str]: paths relative to the project, sorted.
    """
    names = ["CHANGELOG.md", "README.md"]
    for directory in ("docs", "tests"):
        for path, _, file_names in os.walk(os.path.join(lib.PROJECT_PATH, directory)):
            names.extend(
                os.path.relpath(os.path.join(path, file_name), lib.PROJECT_PATH)
                for file_name in file_names
                if file_name.endswith(".md")
            )
    return sorted(names)


def ReadPage(name):
    """Reads a page.

    Args:
      name (str): path of the page, relative to the project.

    Returns:
      str: text.
    """
    path = os.path.join(lib.PROJECT_PATH, name)
    with open(path, "r", encoding="utf-8") as file_object:
        return file_object.read()


def Main(arguments=None):
    """Writes or checks the pages.

    Args:
      arguments (Optional[list[str]]): command line arguments, where None takes those
          of the process.

    Returns:
      int: exit code, 1 if a page is checked and not up to date.
    """
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--check", action="store_true", help="write nothing, name what is out of date"
    )
    parser.add_argument("pages", metavar="PAGE", nargs="*", help="such as README.md")
    options = parser.parse_args(arguments)

    generator = Generator()
    exit_code = 0
    for name in options.pages or GetPageNames():
        old_text, new_text = generator.MakePage(name)
        if old_text == new_text:
            continue
        print(f"{name:s}: {'out of date' if options.check else 'written':s}")
        if options.check:
            exit_code = 1
            continue
        path = os.path.join(lib.PROJECT_PATH, name)
        with open(path, "w", encoding="utf-8") as file_object:
            file_object.write(new_text)
    return exit_code


if __name__ == "__main__":
    sys.exit(Main())
