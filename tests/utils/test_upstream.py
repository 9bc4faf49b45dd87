"""Tests of the layout of the package as a change of plaso.

The installed plaso, copied to a temporary directory, stands for a checkout. Python then
imports plaso from there, without this package: what works is in the layout.
"""

import os
import pathlib
import shutil
import subprocess
import sys

import plaso
import pytest

from cursor_plaso import events
from tests import lib
from utils import upstream

# Prints what plaso knows and what its own extractor makes of a database.
_CODE = """
import os, sys
from plaso.parsers import manager, presets
from plaso.analysis import manager as analysis_manager
from plaso.engine import timeliner
from plaso.output import mediator
import plaso
from tests.helpers.cursor import lib

assert "cursor_plaso.parsers" not in sys.modules
data_path = os.path.join(os.path.dirname(plaso.__file__), "data")

presets_manager = presets.ParserPresetsManager()
presets_manager.ReadFromFile(os.path.join(data_path, "presets.yaml"))
for name in ("cursor", "linux", "macos", "win_gen"):
    print(name, *presets_manager.GetPresetByName(name).parsers)

event_data_timeliner = timeliner.EventDataTimeliner(data_location=data_path)
print("times", *event_data_timeliner._attribute_mappings)

output_mediator = mediator.OutputMediator(None, data_location=data_path)
output_mediator.ReadMessageFormattersFromDirectory(os.path.join(data_path, "formatters"))
print("messages", *output_mediator._message_formatters)

result = lib.ParsePath(
    "cursor_state",
    os.path.join(lib.TEST_DATA_PATH, "state", "seed_fixture.vscdb"),
)
print("events", *sorted({event_data.data_type for event_data in result.event_data}))
print("warnings", *result.warnings)
"""


def _Run(path, *arguments):
    """Runs Python in a checkout, with its plaso.

    Args:
      path (pathlib.Path): path of the checkout.
      arguments (list[str]): arguments.

    Returns:
      subprocess.CompletedProcess: exit code and output.
    """
    environment = dict(os.environ, CURSOR_PLASO_DISABLE="1", PYTHONPATH=str(path))
    return subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        check=False,
        cwd=path,
        encoding="utf-8",
        env=environment,
        timeout=300,
    )


@pytest.fixture(name="checkout", scope="module")
def Checkout(tmp_path_factory):
    """Lays the package out in a copy of plaso.

    Returns:
      pathlib.Path: path of the checkout.
    """
    path = tmp_path_factory.mktemp("checkout")
    shutil.copytree(
        os.path.dirname(plaso.__file__),
        path.joinpath("plaso"),
        ignore=shutil.ignore_patterns("__pycache__", "winevt-rc.db"),
    )
    # What plaso's own tests share.
    for package in ("tests", "tests/parsers"):
        path.joinpath(package).mkdir()
        path.joinpath(package, "__init__.py").touch()

    assert upstream.Main([str(path)]) == 0
    return path


def testPlasoKnowsTheParsers(checkout):
    """plaso registers parsers, presets, times and messages of its own."""
    result = _Run(checkout, "-c", _CODE)

    assert result.returncode == 0, result.stderr
    words = {
        line.partition(" ")[0]: line.split()[1:] for line in result.stdout.splitlines()
    }
    data_types = {item.DATA_TYPE for item in events.EVENT_DATA_CLASSES}
    assert "sqlite/cursor_search" in words["cursor"]
    for name in ("linux", "macos", "win_gen"):
        assert "cursor" in words[name]
    assert data_types <= set(words["times"])
    assert data_types <= set(words["messages"])
    assert {"cursor:conversation:deleted", "cursor:message"} <= set(words["events"])
    assert words["warnings"] == []


def testNothingIsLeftBehind(checkout):
    """No module imports or names the package that it was made of."""
    for path in checkout.rglob("*cursor*/**/*.py"):
        text = path.read_text(encoding="utf-8")
        assert "import cursor_plaso" not in text, path
        assert "from cursor_plaso" not in text, path
        assert "from test_data" not in text, path


def testEveryModuleIsLaidOut(checkout):
    """Every reader, parser and data file is in the layout."""
    plug_modules = {"__init__", "cli", "hook", "resources", "seams", "status"}
    top_path = pathlib.Path(lib.PROJECT_PATH, "cursor_plaso")
    for path in top_path.rglob("*.py"):
        relative_path = path.relative_to(top_path)
        if len(relative_path.parts) == 1 and relative_path.stem in plug_modules:
            continue
        if relative_path.as_posix() == "analysis/plugin.py":
            relative_path = pathlib.Path("..", "..", "analysis", "cursor.py")
        assert checkout.joinpath("plaso", "helpers", "cursor", relative_path).exists()

    for path in pathlib.Path(lib.PROJECT_PATH, "parsers").glob("*.py"):
        name = path.stem.partition("cursor_")[2]
        assert not name or list(
            checkout.joinpath("plaso", "parsers").rglob(f"cursor_{name:s}.py")
        )


def testStyle(checkout):
    """The modules are formatted and the YAML is in order, as plaso wants it."""
    # All modules would take a minute.
    paths = [str(path) for path in checkout.rglob("parsers/**/*cursor*.py")]
    paths.append(str(checkout.joinpath("plaso", "helpers", "cursor", "events.py")))
    result = _Run(checkout, "-m", "black", "--check", "--quiet", *paths)
    assert result.returncode == 0, result.stderr

    configuration_path = os.path.join(lib.PROJECT_PATH, ".yamllint.yaml")
    data_path = checkout.joinpath("plaso", "data")
    result = _Run(
        checkout,
        "-m",
        "yamllint",
        "--config-file",
        configuration_path,
        str(data_path.joinpath("formatters", "cursor.yaml")),
        str(data_path.joinpath("presets.yaml")),
        str(data_path.joinpath("timeliner.yaml")),
    )
    assert result.returncode == 0, result.stdout


def testLaidOutTests(checkout):
    """A test of a reader and one of a plugin pass where they were laid out."""
    result = _Run(
        checkout,
        "-m",
        "unittest",
        "tests.helpers.cursor.state.plans",
        "tests.parsers.sqlite_plugins.cursor_search",
    )

    assert result.returncode == 0, result.stderr


def testSecondTime(checkout):
    """Laying out again changes nothing."""
    paths = [
        checkout.joinpath("plaso", "data", "presets.yaml"),
        checkout.joinpath("plaso", "data", "timeliner.yaml"),
        checkout.joinpath("plaso", "parsers", "__init__.py"),
        checkout.joinpath("plaso", "parsers", "sqlite_plugins", "__init__.py"),
    ]
    before = [path.read_text(encoding="utf-8") for path in paths]

    assert upstream.Main([str(checkout)]) == 0
    assert [path.read_text(encoding="utf-8") for path in paths] == before


def testNotACheckout(tmp_path, capsys):
    """A directory without plaso is refused."""
    assert upstream.Main([str(tmp_path)]) == 1
    assert "not a checkout of plaso" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
