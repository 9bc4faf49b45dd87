"""Tests that docs/security.md is true: its limits, its tests and its commands."""

import importlib
import os
import re

import pytest

from tests import hostile_lib
from tests import lib
from tests.fuzz import __main__ as fuzz
from utils import generate_docs

_TEXT = generate_docs.ReadPage(os.path.join("docs", "security.md"))

_LIMIT_RE = re.compile(
    r"^\| (?P<text>.+) \| (?P<number>.+) \| `(?P<constant>[\w.]+)` \|$"
)
_NUMBER_RE = re.compile(r"\A([0-9,]+)(?: (characters|KiB|MiB))?\Z")
_TEST_RE = re.compile(r"`(tests/\w+\.py)`")

_UNITS = {"KiB": 1024, "MiB": 1024 * 1024}

_LIMITS = [match for match in map(_LIMIT_RE.match, _TEXT.split("\n")) if match]


def testLimitsAreFound():
    """The table of the limits is read."""
    assert len(_LIMITS) > 20


@pytest.mark.parametrize("limit", _LIMITS, ids=lambda limit: limit["constant"])
def testLimit(limit):
    """A limit of the page is that of the code."""
    module_name, _, name = limit["constant"].rpartition(".")
    module = importlib.import_module(f"cursor_plaso.{module_name:s}")
    number, unit = _NUMBER_RE.match(limit["number"]).groups()

    assert int(number.replace(",", "")) * _UNITS.get(unit, 1) == getattr(module, name)


def testLimitsOfTests():
    """What the page says of the limits of the tests is what they test."""
    text = " ".join(_TEXT.split())

    assert hostile_lib.MAXIMUM_MEMORY == 512 * _UNITS["MiB"]
    assert (
        f"may take {hostile_lib.MAXIMUM_SECONDS:d} seconds of processor time and 512 MiB"
    ) in text


def testTestsExist():
    """The tests that the page names exist."""
    names = _TEST_RE.findall(_TEXT)

    assert len(set(names)) >= 7
    for name in names:
        assert os.path.exists(os.path.join(lib.PROJECT_PATH, name)), name


def testFuzzCommands(capsys):
    """The commands for fuzzing take the arguments that the page gives them."""
    commands = re.findall(r"^python -m tests\.fuzz (.*)$", _TEXT, re.MULTILINE)
    with pytest.raises(SystemExit):
        fuzz.Main(["--help"])
    output = capsys.readouterr().out

    assert len(commands) == 2
    for option in re.findall(r"--[a-z]+", " ".join(commands)):
        assert option in output
