"""Tests of what is added to plaso, and of what it takes to be refused."""

import argparse
import os
import types

import pytest

from plaso.analysis import manager as analysis_manager
from plaso.analysis import tagging
from plaso.cli import tools
from plaso.cli.helpers import filter_file
from plaso.cli.helpers import tagging_analysis
from plaso.engine import timeliner
from plaso.filters import parser_filter
from plaso.lib import errors
from plaso.output import mediator as output_mediator
from plaso.parsers import manager as parsers_manager
from plaso.parsers import presets

from cursor_plaso import resources
from cursor_plaso import seams

from tests import lib

_FORMATTER = """---
type: 'basic'
data_type: '{data_type:s}'
message: '{message:s}'
short_message: '{message:s}'
short_source: 'MINE'
source: 'My source'
"""

_OUR_PARSERS = """---
name: cursor
parsers:
- sqlite
- sqlite/chrome_27_history
- sqlite/not_there
- not_there
"""


@pytest.fixture(name="problems", autouse=True)
def Problems(monkeypatch):
    """Gives a test its own list of problems.

    Args:
      monkeypatch (pytest.MonkeyPatch): changes attributes for the test.

    Returns:
      dict[str, list[str]]: problems.
    """
    problems = {}
    monkeypatch.setattr(seams, "PROBLEMS", problems)
    return problems


def _ReadPresets(path=None):
    """Reads presets as log2timeline does.

    Args:
      path (Optional[str]): path of the file, where None stands for that of plaso.

    Returns:
      ParserPresetsManager: presets manager.
    """
    presets_manager = presets.ParserPresetsManager()
    presets_manager.ReadFromFile(
        path or os.path.join(lib.PLASO_DATA_PATH, "presets.yaml")
    )
    return presets_manager


def _SetResource(monkeypatch, tmp_path, name, text):
    """Has the package read another data file.

    Args:
      monkeypatch (pytest.MonkeyPatch): changes attributes for the test.
      tmp_path (pathlib.Path): path of a temporary directory.
      name (str): name of the function of cursor_plaso.resources that finds the file.
      text (str): contents of the file.
    """
    path = tmp_path.joinpath("resource.yaml")
    path.write_text(text, encoding="utf-8")
    value = [str(path)] if name == "GetFormattersPaths" else str(path)
    monkeypatch.setattr(resources, name, lambda: value)


def testPresetsOfOperatingSystems(problems):
    """The presets of the desktop systems hold ours, those of other things do not."""
    presets_manager = _ReadPresets()

    assert [
        name
        for name in presets_manager.GetNames()
        if "cursor" in presets_manager.GetPresetByName(name).parsers
    ] == ["linux", "macos", "win7", "win_gen", "winxp"]
    assert not problems


@pytest.mark.parametrize("name", ["linux", "macos", "win7_slow", "winxp_slow"])
def testExpandedPresets(name):
    """What includes the preset of an operating system gets our parsers as well."""
    expression = parser_filter.ParserFilterExpressionHelper().ExpandPresets(
        _ReadPresets(), name
    )

    elements = expression.split(",")
    assert {"cursor_transcript", "sqlite/cursor_state"}.issubset(elements)
    assert parsers_manager.ParsersManager.CheckFilterExpression(expression)[1] == set()


def testPresetHoldsAllParsers():
    """The preset in our YAML names what is registered, and nothing else."""
    with open(resources.GetPresetsPath(), "r", encoding="utf-8") as file_object:
        lines = file_object.read().splitlines()
    names = [line[2:] for line in lines if line.startswith("- ")]

    registered_names = []
    for name, parser_class in parsers_manager.ParsersManager._GetParsers():
        classes = {name: parser_class}
        if parser_class.SupportsPlugins():
            for plugin_name, plugin_class in parser_class.GetPlugins():
                classes[f"{name:s}/{plugin_name:s}"] = plugin_class

        registered_names.extend(
            class_name
            for class_name, class_object in classes.items()
            if class_object.__module__.startswith("cursor_plaso.")
        )

    assert names == sorted(registered_names)


def testPresetLeavesOutUnknownParsers(monkeypatch, problems, tmp_path):
    """A parser that is not registered does not end log2timeline."""
    _SetResource(monkeypatch, tmp_path, "GetPresetsPath", _OUR_PARSERS)

    presets_manager = _ReadPresets()

    assert presets_manager.GetParsersByPreset("cursor") == [
        "sqlite",
        "sqlite/chrome_27_history",
    ]
    assert not problems


def testPresetWithoutParsers(monkeypatch, problems, tmp_path):
    """A preset of which nothing is registered is not there at all."""
    _SetResource(
        monkeypatch,
        tmp_path,
        "GetPresetsPath",
        "---\nname: cursor\nparsers:\n- not_there\n",
    )

    presets_manager = _ReadPresets()

    assert presets_manager.GetPresetByName("cursor") is None
    assert "cursor" not in presets_manager.GetParsersByPreset("linux")
    assert not problems


def testPresetsOfUser(tmp_path):
    """The presets of a user are kept, and theirs of an operating system get ours."""
    path = tmp_path.joinpath("presets.yaml")
    path.write_text(
        "---\nname: Mine\noperating_systems:\n- {product: Windows 11}\n"
        "parsers:\n- filestat\n"
        "---\nname: phone\noperating_systems:\n- {family: iOS}\nparsers:\n- filestat\n"
        "---\nname: cursor\nparsers:\n- sqlite\n",
        encoding="utf-8",
    )

    presets_manager = _ReadPresets(str(path))

    assert dict(presets_manager.GetPresetsInformation()) == {
        "Mine": "filestat, cursor",
        "cursor": "sqlite",
        "phone": "filestat",
    }


def testPresetsAreBroken(capsys, monkeypatch, problems, tmp_path):
    """Broken presets of ours leave those of plaso, and are said once."""
    _SetResource(monkeypatch, tmp_path, "GetPresetsPath", "---\nname: [\n")

    for _ in range(2):
        assert "linux" in _ReadPresets().GetNames()

    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    assert lines[0].startswith(
        "cursor-plaso: unable to extend plaso.parsers.presets.ParserPresetsManager."
        "ReadFromFile: ParserError: "
    )
    assert list(problems) == ["plaso.parsers.presets"]


def testTimeliner(problems):
    """Timeliners know our data types beside those of plaso."""
    event_data_timeliner = timeliner.EventDataTimeliner(
        data_location=lib.PLASO_DATA_PATH
    )

    mappings = event_data_timeliner._attribute_mappings
    assert mappings["cursor:message"]["sent_time"] == "Sent Time"
    assert mappings["fs:stat"]["access_time"] == "Last Access Time"
    assert not problems


def testTimelinerOfUser(problems, tmp_path):
    """A data type that the data folder of a user has is left as it is."""
    tmp_path.joinpath("timeliner.yaml").write_text(
        "---\ndata_type: 'cursor:message'\nattribute_mappings:\n"
        "- name: 'sent_time'\n  description: 'Mine'\nplace_holder_event: false\n",
        encoding="utf-8",
    )

    event_data_timeliner = timeliner.EventDataTimeliner(data_location=str(tmp_path))

    assert event_data_timeliner._attribute_mappings["cursor:message"] == {
        "sent_time": "Mine"
    }
    assert "cursor:message" not in event_data_timeliner._place_holder_event
    assert "cursor:conversation" in event_data_timeliner._attribute_mappings
    assert not problems


def testTimelinerIsBroken(capsys, monkeypatch, problems, tmp_path):
    """A broken file of ours leaves the data types of plaso."""
    _SetResource(monkeypatch, tmp_path, "GetTimelinerPath", "---\nunknown: 1\n")

    event_data_timeliner = timeliner.EventDataTimeliner(
        data_location=lib.PLASO_DATA_PATH
    )

    assert "fs:stat" in event_data_timeliner._attribute_mappings
    assert list(problems) == ["plaso.engine.timeliner"]
    assert len(capsys.readouterr().err.splitlines()) == 1


def testFormatters(problems):
    """Output mediators know our messages beside those of plaso."""
    mediator = lib.MakeOutputMediator()

    assert mediator.GetMessageFormatter("cursor:message")
    assert mediator.GetSourceMapping("cursor:message")[0] == "CURSOR"
    assert mediator.GetMessageFormatter("fs:stat")
    assert not problems


def testFormattersOfUser(problems, tmp_path):
    """A message that the data folder of a user has is left as it is."""
    tmp_path.joinpath("mine.yaml").write_text(
        _FORMATTER.format(data_type="cursor:message", message="mine"), encoding="utf-8"
    )

    mediator = output_mediator.OutputMediator(None)
    mediator.ReadMessageFormattersFromDirectory(str(tmp_path))

    assert mediator.GetSourceMapping("cursor:message") == ("MINE", "My source")
    assert mediator.GetMessageFormatter("cursor:message").GetMessage({}) == "mine"
    assert mediator.GetSourceMapping("cursor:conversation")[0] == "CURSOR"
    assert not problems


def testFormattersFromFile(problems, tmp_path):
    """A data folder may have one file of messages, and custom ones replace it."""
    path = tmp_path.joinpath("formatters.yaml")
    path.write_text(
        _FORMATTER.format(data_type="fs:stat", message="theirs"), encoding="utf-8"
    )
    custom_path = tmp_path.joinpath("custom.yaml")
    custom_path.write_text(
        _FORMATTER.format(data_type="cursor:message", message="mine"), encoding="utf-8"
    )

    mediator = output_mediator.OutputMediator(None)
    mediator.ReadMessageFormattersFromFile(str(path))
    assert mediator.GetSourceMapping("cursor:message")[0] == "CURSOR"

    mediator.ReadMessageFormattersFromFile(str(custom_path), override_existing=True)
    assert mediator.GetSourceMapping("cursor:message") == ("MINE", "My source")
    assert not problems


def testFormattersAreBroken(capsys, monkeypatch, problems, tmp_path):
    """A broken file of ours leaves the messages of plaso."""
    _SetResource(monkeypatch, tmp_path, "GetFormattersPaths", "---\ntype: 'basic'\n")

    mediator = lib.MakeOutputMediator()

    assert mediator.GetMessageFormatter("fs:stat")
    assert list(problems) == ["plaso.output.mediator"]
    assert len(capsys.readouterr().err.splitlines()) == 1


def testReasonIsOneLine(capsys, problems):
    """Whatever an exception says is made one short line."""
    module = types.ModuleType("plaso.parsers")

    def Fail(unused_module):
        raise ValueError("first\nsecond " + 1000 * "x")

    original = seams.RegisterParsers
    seams.RegisterParsers = Fail
    try:
        seams.Extend(module)
    finally:
        seams.RegisterParsers = original

    error = capsys.readouterr().err
    assert error.startswith(
        "cursor-plaso: unable to extend plaso.parsers: ValueError: first second xxx"
    )
    assert len(error.splitlines()) == 1
    assert len(error) < 400
    assert list(problems) == ["plaso.parsers"]


def _ParseTaggingFile(name, data_location=lib.PLASO_DATA_PATH):
    """Parses the option of the tagging file as psort does.

    Args:
      name (str): name or path of the tagging file.
      data_location (Optional[str]): path of the data folder.

    Returns:
      str: path that the option holds afterwards.
    """
    options = argparse.Namespace(data_location=data_location, tagging_file=name)
    tagging_analysis.TaggingAnalysisArgumentsHelper.ParseOptions(
        options, tagging.TaggingAnalysisPlugin()
    )
    return options.tagging_file


def testAnalysisPlugin(problems):
    """The analysis plugin is registered beside those of plaso."""
    names = analysis_manager.AnalysisPluginManager.GetPluginNames()

    assert {"cursor", "tagging"}.issubset(names)
    assert not problems


def testTaggingFileByName(problems):
    """Our tagging file is found by its name, and those of plaso as before."""
    assert _ParseTaggingFile("tag_cursor.txt") == resources.GetTagsPaths()[0]
    assert _ParseTaggingFile("tag_linux.txt") == "tag_linux.txt"
    with pytest.raises(errors.BadConfigOption):
        _ParseTaggingFile("tag_nothing.txt")
    assert not problems


def testTaggingFileOfUser(monkeypatch, tmp_path):
    """A file of the user, at its path or in the data folder, is left as it is."""
    path = tmp_path.joinpath("tag_cursor.txt")
    path.write_text("mine\n  data_type is 'x'\n", encoding="utf-8")

    assert _ParseTaggingFile("tag_cursor.txt", str(tmp_path)) == "tag_cursor.txt"
    assert _ParseTaggingFile(str(path)) == str(path)

    monkeypatch.chdir(tmp_path)
    assert _ParseTaggingFile("tag_cursor.txt") == "tag_cursor.txt"


def testTaggingFileIsBroken(capsys, monkeypatch, problems):
    """A fault of ours is said, and psort goes on without the file."""

    def Fail():
        raise ValueError("reason")

    module = types.ModuleType("plaso.cli.helpers.tagging_analysis")

    class Helper:
        """Arguments helper."""

        @classmethod
        def ParseOptions(cls, options, unused_configuration_object):
            """Parses options.

            Args:
              options (argparse.Namespace): options.

            Returns:
              str: name of the file.
            """
            return options.tagging_file

    module.TaggingAnalysisArgumentsHelper = Helper
    monkeypatch.setattr(resources, "GetTagsPaths", Fail)
    seams.ExtendTaggingFiles(module)
    seams.ExtendTaggingFiles(module)

    options = argparse.Namespace(tagging_file="tag_cursor.txt")
    assert Helper.ParseOptions(options, None) == "tag_cursor.txt"
    assert list(problems) == ["plaso.cli.helpers.tagging_analysis"]
    assert len(capsys.readouterr().err.splitlines()) == 1


def testMovedOptions(problems):
    """An arguments helper that has moved is a seam that does not hold."""
    module = types.ModuleType("plaso.cli.helpers.filter_file")

    seams.Extend(module)

    assert "no FilterFileArgumentsHelper.ParseOptions" in str(problems)


def testFilterFileByName(problems):
    """Our filter file is found by its name."""
    tool = tools.CLITool()
    tool._data_location = lib.PLASO_DATA_PATH

    filter_file.FilterFileArgumentsHelper.ParseOptions(
        argparse.Namespace(file_filter="filter_cursor.yaml"), tool
    )
    assert tool._filter_file == resources.GetFilterPaths()[0]

    filter_file.FilterFileArgumentsHelper.ParseOptions(
        argparse.Namespace(file_filter=None), tool
    )
    assert tool._filter_file is None
    assert not problems
