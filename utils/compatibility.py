#!/usr/bin/env python3
"""Writes docs/compatibility.md from what a run of tox has said.

Usage: tox --result-json results.json; python utils/compatibility.py results.json ...

The results of several runs are joined: the last of an environment counts.
"""

import argparse
import json
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

# pylint: disable=wrong-import-position
from tests import lib
from utils import pages

PAGE_NAME = os.path.join("docs", "compatibility.md")

# Regions that no generator writes anew: they tell what was run, not what can be run.
REGION_NAME = "recorded environments"

_SUMMARY_RE = re.compile(
    r"^=* ?(\d+ [a-z ]+(?:, \d+ [a-z ]+)*) in [\d.]+s", re.MULTILINE
)

_ENVIRONMENT_RE = re.compile(r"\Apy(?P<major>\d)(?P<minor>\d+)-plaso(?P<plaso>\d+)\Z")


def _GetCommandOutput(environment, name):
    """Retrieves what a command of an environment has printed.

    Args:
      environment (dict[str, object]): results of an environment.
      name (str): text that the command line holds.

    Returns:
      str: output or None if the command was not run.
    """
    for command in environment.get("test", []):
        if name in " ".join(command["command"]):
            return command["output"]
    return None


def _GetSortKey(name):
    """Determines where an environment stands.

    Args:
      name (str): name of the environment.

    Returns:
      tuple[int, str]: minor version of Python, and release of plaso.
    """
    match = _ENVIRONMENT_RE.match(name)
    return int(match["minor"]), match["plaso"]


def _HidePaths(text, name):
    """Hides where an environment was on the machine.

    Args:
      text (str): output of a command.
      name (str): name of the environment.

    Returns:
      str: output, with paths that begin at the environment.
    """
    return re.sub(rf"/\S*?/{re.escape(name):s}\b", f".tox/{name:s}", text)


def MakeEnvironments(environments):
    """Makes the description of the environments.

    Args:
      environments (dict[str, dict[str, object]]): results per environment.

    Returns:
      str: Markdown.
    """
    lines = [
        "| Python | plaso | tests | `cursor-plaso status` |",
        "|---|---|---|---|",
    ]
    details = []
    for name in sorted(environments, key=_GetSortKey):
        environment = environments[name]
        match = _ENVIRONMENT_RE.match(name)
        version = ".".join(
            str(number) for number in environment["python"]["version_info"][:3]
        )
        status = _GetCommandOutput(environment, "cursor-plaso") or "not run"
        summaries = _SUMMARY_RE.findall(_GetCommandOutput(environment, "pytest") or "")
        summary = summaries[-1].strip() if summaries else "not run"
        last_line = status.rstrip().rpartition("\n")[2]
        lines.append(
            f"| {version:s} | {match['plaso']:s} | {summary:s} | {last_line:s} |"
        )
        details.extend(
            [
                "",
                "<details>",
                f"<summary>Python {version:s}, plaso {match['plaso']:s}</summary>",
                "",
                pages.FenceText(_HidePaths(status, name)).rstrip(),
                "",
                "</details>",
            ]
        )
    return "\n".join(lines + details) + "\n"


def Main(arguments=None):
    """Writes the page.

    Args:
      arguments (Optional[list[str]]): command line arguments, where None takes those
          of the process.

    Returns:
      int: exit code, 1 if an environment has failed.
    """
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("results", metavar="FILE", nargs="+", help="results of tox")
    options = parser.parse_args(arguments)

    environments = {}
    for path in options.results:
        with open(path, "r", encoding="utf-8") as file_object:
            results = json.load(file_object)
        for name, environment in results["testenvs"].items():
            # The results of a run name the other environments too.
            if _ENVIRONMENT_RE.match(name) and environment.get("test"):
                environments[name] = environment

    path = os.path.join(lib.PROJECT_PATH, PAGE_NAME)
    with open(path, "r", encoding="utf-8") as file_object:
        text = file_object.read()
    text = pages.ReplaceRegions(text, {REGION_NAME: MakeEnvironments(environments)})
    with open(path, "w", encoding="utf-8") as file_object:
        file_object.write(text)

    return int(
        any(
            command["retcode"]
            for environment in environments.values()
            for command in environment.get("test", [])
        )
    )


if __name__ == "__main__":
    sys.exit(Main())
