"""Tests of what `cursor-plaso status` finds out."""

import platform
import sys

import plaso
import pytest

import cursor_plaso

from cursor_plaso import hook
from cursor_plaso import resources
from cursor_plaso import seams
from cursor_plaso import status


@pytest.fixture(name="plug_status")
def PlugStatus(monkeypatch):
    """Makes a status that knows nothing of the problems of other tests.

    Args:
      monkeypatch (pytest.MonkeyPatch): changes attributes for the test.

    Returns:
      Status: status.
    """
    monkeypatch.setattr(seams, "PROBLEMS", {})
    return status.Status()


def testCollect(plug_status):
    """An installed package is plugged in everywhere."""
    plug_status.Collect()

    assert plug_status.problems == []
    assert plug_status.package_version == cursor_plaso.__version__
    assert plug_status.plaso_version == plaso.__version__
    assert plug_status.python_version == platform.python_version()
    assert plug_status.plug_path.endswith("cursor_plaso.pth")
    assert plug_status.seams == {name: True for name in hook.SEAMS}
    assert {"cursor_transcript", "sqlite/cursor_state"}.issubset(plug_status.parsers)
    assert plug_status.preset_parsers == plug_status.parsers
    assert plug_status.operating_system_presets == [
        "linux",
        "macos",
        "win7",
        "win_gen",
        "winxp",
    ]
    assert plug_status.analysis_plugins == ["cursor"]
    assert "cursor:message" in plug_status.data_types
    assert plug_status.timeliner_entries == plug_status.data_types
    assert plug_status.formatters == plug_status.data_types


def testCollectFindsMissingDefinitions(monkeypatch, plug_status, tmp_path):
    """A data type without a timeliner entry or message formatter is a problem."""
    path = tmp_path.joinpath("empty.yaml")
    path.write_text("", encoding="utf-8")
    monkeypatch.setattr(resources, "GetFormattersPaths", lambda: [str(path)])
    monkeypatch.setattr(resources, "GetPresetsPath", lambda: str(path))
    monkeypatch.setattr(resources, "GetTimelinerPath", lambda: str(path))

    plug_status.Collect()

    names = ", ".join(plug_status.data_types)
    assert plug_status.problems == [
        f"not in a preset: {', '.join(plug_status.parsers):s}",
        "not in the preset of any operating system",
        f"no timeliner entry: {names:s}",
        f"no message formatter: {names:s}",
    ]


def testCollectFindsBrokenSeam(capsys, monkeypatch, plug_status, tmp_path):
    """A seam that does not hold is named."""
    path = str(tmp_path.joinpath("not_there.yaml"))
    monkeypatch.setattr(resources, "GetTimelinerPath", lambda: path)

    plug_status.Collect()

    assert not plug_status.seams["plaso.engine.timeliner"]
    assert plug_status.seams["plaso.output.mediator"]
    assert any(
        problem.startswith("plaso.engine.timeliner.EventDataTimeliner._Read")
        for problem in plug_status.problems
    )
    assert "DOES NOT HOLD" in "\n".join(plug_status.GetLines())
    assert "plaso.engine.timeliner" in capsys.readouterr().err


def testCollectDisabled(monkeypatch, plug_status):
    """A package that is switched off is not in order."""
    monkeypatch.setenv("CURSOR_PLASO_DISABLE", "1")

    plug_status.Collect()

    assert "switched off by CURSOR_PLASO_DISABLE" in plug_status.problems


def testCollectWithoutPlug(monkeypatch, plug_status):
    """A package that Python does not plug in when it starts is not in order."""
    meta_path = [finder for finder in sys.meta_path if "SeamFinder" not in repr(finder)]
    monkeypatch.setattr(sys, "meta_path", meta_path)

    plug_status.Collect()

    assert plug_status.problems[0].startswith("the plug was not run when Python star")


def testCollectWithoutPlaso(monkeypatch, plug_status):
    """Without plaso there is nothing to plug into."""
    monkeypatch.setitem(sys.modules, "plaso", None)

    plug_status.Collect()

    assert plug_status.problems == ["no plaso in this environment"]
    assert "plaso not found" in plug_status.GetLines()


def testCollectOldPlaso(monkeypatch, plug_status):
    """A plaso that is too old is not in order."""
    monkeypatch.setattr(plaso, "__version__", "20240826")

    plug_status.Collect()

    assert plug_status.problems == [
        "plaso is older than 20260512, the oldest supported"
    ]


def testGetLines(plug_status):
    """The lines name all that is registered."""
    plug_status.Collect()

    lines = plug_status.GetLines()
    text = "\n".join(lines)
    assert lines[0].startswith(f"cursor-plaso {cursor_plaso.__version__:s} in ")
    assert f"plaso {plaso.__version__:s}" in lines
    assert "  sqlite/cursor_state" in lines
    assert "  plaso.output.mediator: holds" in lines
    assert "Presets that hold it: linux, macos, win7, win_gen, winxp" in lines
    assert f"Message formatters: {len(plug_status.data_types):d}" in text
    assert "Analysis plugins: cursor" in lines
    assert lines[-1] == "No problems."
