"""Tests of the plug, as the interpreters and the tools of plaso see it."""

import ast
import importlib
import inspect
import json
import os
import shutil
import sys

import pytest

from cursor_plaso import hook

from tests import lib

_CONVERSATION_IDENTIFIER = "0f0c6d1a-52b7-4d1c-9a55-1f3f0a7c2b11"

_TRANSCRIPT = [
    {
        "role": "user",
        "message": {
            "content": [
                {
                    "type": "text",
                    "text": (
                        "<timestamp>Monday, Oct 5, 2026, 9:10 AM (UTC)</timestamp>\n"
                        "<user_query>\nName the planets\n</user_query>"
                    ),
                }
            ]
        },
    },
    {
        "role": "assistant",
        "message": {"content": [{"type": "text", "text": "There are eight."}]},
    },
]

# A release of plaso that has moved every seam.
_OTHER_PLASO = {
    "plaso/__init__.py": "__version__ = '20991231'",
    "plaso/engine/__init__.py": "",
    "plaso/engine/timeliner.py": "class EventDataTimeliner: pass",
    "plaso/output/__init__.py": "",
    "plaso/parsers/__init__.py": "",
    "plaso/parsers/presets.py": "class ParserPresetsManager: pass",
}

_IMPORT_OTHER_PLASO = (
    "import plaso.engine.timeliner, plaso.parsers.presets; print(plaso.__version__)"
)


def _RunPython(code, *arguments, **options):
    """Runs code in a new interpreter.

    Args:
      code (str): Python code.
      arguments (list[str]): arguments of the interpreter.
      options (dict[str, object]): keyword arguments of RunCommand.

    Returns:
      subprocess.CompletedProcess: exit code and decoded output.
    """
    return lib.RunCommand([sys.executable, *arguments, "-c", code], **options)


def _GetMessages(rows):
    """Retrieves the messages of our events.

    Args:
      rows (list[dict[str, str]]): rows of a timeline.

    Returns:
      list[str]: messages, sorted.
    """
    return sorted(row["message"] for row in rows if row["source"] == "CURSOR")


@pytest.fixture(name="evidence_path", scope="module")
def EvidencePath(tmp_path_factory):
    """Makes a directory with one transcript.

    Args:
      tmp_path_factory (pytest.TempPathFactory): makes temporary directories.

    Returns:
      str: path of the directory.
    """
    evidence_path = tmp_path_factory.mktemp("evidence")
    path = evidence_path.joinpath(
        "home",
        "ana",
        ".cursor",
        "projects",
        "srv-proj",
        "agent-transcripts",
        _CONVERSATION_IDENTIFIER,
        f"{_CONVERSATION_IDENTIFIER:s}.jsonl",
    )
    path.parent.mkdir(parents=True)
    path.write_text(
        "".join(f"{json.dumps(line):s}\n" for line in _TRANSCRIPT), encoding="utf-8"
    )
    return str(evidence_path)


@pytest.fixture(name="storage_path", scope="module")
def StoragePath(evidence_path, tmp_path_factory):
    """Makes a storage file of the evidence, with worker processes.

    Args:
      evidence_path (str): path of the evidence.
      tmp_path_factory (pytest.TempPathFactory): makes temporary directories.

    Returns:
      str: path of the storage file.
    """
    path = tmp_path_factory.mktemp("storage").joinpath("case.plaso")
    lib.ExtractEvents(evidence_path, str(path), "--parsers", "cursor")
    return str(path)


@pytest.fixture(name="expected_messages", scope="module")
def ExpectedMessages(storage_path):
    """Reads the messages that every way of running plaso has to give.

    Args:
      storage_path (str): path of a storage file.

    Returns:
      list[str]: messages, sorted.
    """
    messages = _GetMessages(lib.ReadTimeline(storage_path))
    assert len(messages) == 2
    assert any("Name the planets" in message for message in messages)
    assert any("There are eight." in message for message in messages)
    return messages


@pytest.fixture(name="other_plaso_path")
def OtherPlasoPath(tmp_path):
    """Makes a plaso that has moved every seam.

    Args:
      tmp_path (pathlib.Path): path of a temporary directory.

    Returns:
      str: path to import it from.
    """
    for name, code in _OTHER_PLASO.items():
        path = tmp_path.joinpath(name)
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text(code, encoding="utf-8")

    return str(tmp_path)


def testModuleImportsNothing():
    """Every start of Python pays for this module: it imports what is there anyway."""
    tree = ast.parse(inspect.getsource(hook))
    imports = [
        ast.unparse(node)
        for node in tree.body
        if isinstance(node, (ast.Import, ast.ImportFrom))
    ]

    assert imports == ["import os", "import sys"]


def testStartLoadsTheHookOnly():
    """A Python that does not use plaso has the hook and nothing else of ours."""
    result = _RunPython(
        "import sys; print(sorted(name for name in sys.modules"
        " if name.split('.')[0] in ('cursor_plaso', 'plaso', 'yaml')))"
    )

    assert result.stdout.strip() == "['cursor_plaso', 'cursor_plaso.hook']"
    assert result.stderr == ""


def testStartSaysNothingWithoutPlaso():
    """Where plaso is absent its import fails as if we were not there."""
    result = _RunPython(
        "import sys; sys.path = [path for path in sys.path if 'site-packages' not in"
        " path]\n"
        "import plaso.parsers",
        check=False,
    )

    assert "ModuleNotFoundError: No module named 'plaso'" in result.stderr
    assert "cursor" not in result.stderr


def testImportOfManagerRegisters():
    """Importing the parsers manager is enough."""
    result = _RunPython(
        "from plaso.parsers import manager\n"
        "known, unknown = manager.ParsersManager.CheckFilterExpression("
        "'cursor_transcript,sqlite/cursor_state')\n"
        "print(sorted(known), sorted(unknown))"
    )

    assert result.stdout.strip() == "['cursor_transcript', 'sqlite/cursor_state'] []"
    assert result.stderr == ""


def testDisabled():
    """CURSOR_PLASO_DISABLE=1 leaves plaso as it is."""
    code = (
        "import sys\n"
        "from plaso.parsers import manager\n"
        "print(any('cursor' in name for name, _ in"
        " manager.ParsersManager.GetParsersInformation()), 'SeamFinder' in"
        " str(sys.meta_path))"
    )

    result = _RunPython(code, environment={"CURSOR_PLASO_DISABLE": "1"})
    assert result.stdout.strip() == "False False"
    assert result.stderr == ""

    result = _RunPython(code, environment={"CURSOR_PLASO_DISABLE": "0"})
    assert result.stdout.strip() == "True True"


def testDisabledLater():
    """A program can still switch the package off before it imports plaso."""
    result = _RunPython(
        "import os, sys\n"
        "os.environ['CURSOR_PLASO_DISABLE'] = '1'\n"
        "from plaso.parsers import manager\n"
        "print('cursor_plaso.parsers' in sys.modules)"
    )

    assert result.stdout.strip() == "False"


def testModulesKeepTheirLoaders():
    """A module that was extended looks as if the finder never held it."""
    for name in hook.SEAMS:
        module = importlib.import_module(name)

        assert not isinstance(module.__loader__, hook.SeamLoader)
        assert module.__spec__.loader is module.__loader__
        assert inspect.getsource(module)


def testSpecCanBeFoundWithoutImport():
    """Tools that only look for a module find all that its own loader offers."""
    spec = importlib.util.find_spec("plaso.parsers.presets")

    assert spec.loader.get_source("plaso.parsers.presets")
    assert spec.loader.get_filename("plaso.parsers.presets") == spec.origin


def testInstallTwice():
    """A second installation changes nothing, even of a reloaded module."""
    before = list(sys.meta_path)

    hook.Install()
    assert sys.meta_path == before

    importlib.reload(hook).Install()
    assert sys.meta_path == before


def testInstallAfterImportOfPlaso(monkeypatch):
    """Modules of plaso that were imported before are extended at once."""
    importlib.import_module("plaso.parsers.presets")
    names = []
    monkeypatch.setattr(sys, "meta_path", [])
    monkeypatch.setattr(
        hook, "ExtendModule", lambda module: names.append(module.__name__)
    )

    hook.Install()

    assert hook.IsInstalled()
    assert {"plaso.parsers", "plaso.parsers.presets"}.issubset(names)


def testReload():
    """Reloading the modules raises nothing and extends them once."""
    result = _RunPython(
        "import importlib, plaso\n"
        "from plaso import parsers\n"
        "from plaso.engine import timeliner\n"
        "from plaso.output import mediator\n"
        "from plaso.parsers import presets\n"
        "import cursor_plaso.parsers\n"
        "from cursor_plaso import hook, seams\n"
        "for module in (hook, parsers, timeliner, mediator, presets,"
        " cursor_plaso.parsers, hook):\n"
        "    importlib.reload(module)\n"
        "hook.Install()\n"
        "path = plaso.__path__[0] + '/data'\n"
        "manager = presets.ParserPresetsManager()\n"
        "manager.ReadFromFile(path + '/presets.yaml')\n"
        "print(manager.GetParsersByPreset('linux').count('cursor'), seams.PROBLEMS)\n"
        "method = timeliner.EventDataTimeliner._ReadConfigurationFile\n"
        "print(hasattr(method.__wrapped__, '__wrapped__'))"
    )

    assert result.stdout.split() == ["1", "{}", "False"]
    assert result.stderr == ""


def testMovedSeams(other_plaso_path):
    """Each seam that has moved is named in one line, and plaso goes on."""
    result = _RunPython(
        _IMPORT_OTHER_PLASO, environment={"PYTHONPATH": other_plaso_path}
    )

    assert result.stdout.strip() == "20991231"
    lines = sorted(result.stderr.splitlines())
    assert len(lines) == 7
    assert all(line.startswith("cursor-plaso: unable to extend ") for line in lines)
    assert "plaso.analysis: no such module; plaso goes on" in lines[0]
    assert "plaso.cli.helpers.filter_file: no such module" in lines[1]
    assert "plaso.cli.helpers.tagging_analysis: no such module" in lines[2]
    assert "plaso.engine.timeliner: no EventDataTimeliner._ReadConf" in lines[3]
    assert "plaso.output.mediator: no such module; plaso goes on" in lines[4]
    assert "plaso.parsers.presets: no ParserPresetsManager.ReadFromFile" in lines[5]
    assert "unable to extend plaso.parsers: " in lines[6]
    assert "Error: " in lines[6]


def testMovedSeamsAreSaidOnce(other_plaso_path):
    """Worker processes do not repeat what the main process has said."""
    path = os.path.join(other_plaso_path, "main.py")
    with open(path, "w", encoding="utf-8") as file_object:
        file_object.write(
            "import multiprocessing\n"
            f"{_IMPORT_OTHER_PLASO:s}\n"
            "if __name__ == '__main__':\n"
            "    context = multiprocessing.get_context('spawn')\n"
            "    process = context.Process(target=print)\n"
            "    process.start()\n"
            "    process.join()\n"
        )

    result = lib.RunCommand(
        [sys.executable, path], environment={"PYTHONPATH": other_plaso_path}
    )

    assert result.stdout.split() == ["20991231", "20991231"]
    assert len(result.stderr.splitlines()) == 7


def testBrokenParsers(tmp_path):
    """A fault of our parsers is one line on stderr and not the end of log2timeline."""
    tmp_path.joinpath("sitecustomize.py").write_text(
        "import sys; sys.modules['cursor_plaso.parsers'] = None", encoding="utf-8"
    )

    result = lib.RunTool(
        "log2timeline", "--parsers", "list", environment={"PYTHONPATH": tmp_path}
    )

    assert "chrome_27_history" in result.stdout
    assert "cursor_state" not in result.stdout
    lines = [line for line in result.stderr.splitlines() if "cursor" in line]
    assert len(lines) == 1
    assert lines[0].startswith("cursor-plaso: unable to extend plaso.parsers: ")
    assert "Traceback" not in result.stderr


def testBrokenSeams(tmp_path):
    """Not even a package that lacks its own module ends the import of plaso."""
    tmp_path.joinpath("sitecustomize.py").write_text(
        "import sys; sys.modules['cursor_plaso.seams'] = None", encoding="utf-8"
    )

    result = _RunPython(
        "from plaso.parsers import manager; print(1)",
        environment={"PYTHONPATH": str(tmp_path)},
    )

    assert result.stdout.strip() == "1"
    assert result.stderr.startswith("cursor-plaso: unable to extend plaso.parsers, ")
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "command",
    [
        [os.path.join(os.path.dirname(sys.executable), "log2timeline")],
        [sys.executable, "-m", "plaso.scripts.log2timeline"],
    ],
)
def testListOfParsers(command):
    """log2timeline lists our parsers, plugins and presets."""
    result = lib.RunCommand([*command, "--parsers", "list"])

    for name in ("cursor_state", "cursor_transcript"):
        assert f" {name:s} : Parser for Cursor " in result.stdout

    assert "cursor : cursor" in result.stdout


@pytest.mark.parametrize("method", ["forkserver", "spawn"])
def testWorkerProcesses(method, evidence_path, expected_messages, tmp_path):
    """Workers know the parsers, however they are started.

    The expected messages come from workers that were started by fork, the default.
    """
    storage_path = str(tmp_path.joinpath("case.plaso"))

    lib.ExtractEvents(
        evidence_path,
        storage_path,
        "--workers",
        "1",
        "--parsers",
        "cursor",
        start_method=method,
    )

    assert _GetMessages(lib.ReadTimeline(storage_path)) == expected_messages


def testPresetOfOperatingSystem(evidence_path, expected_messages, tmp_path):
    """The preset of an operating system includes our parsers."""
    storage_path = str(tmp_path.joinpath("case.plaso"))
    lib.ExtractEvents(
        evidence_path, storage_path, "--single-process", "--parsers", "win7_slow"
    )

    assert _GetMessages(lib.ReadTimeline(storage_path)) == expected_messages


def testPresetCanBeExcluded(evidence_path, tmp_path):
    """Our parsers can be left out of the preset of an operating system."""
    storage_path = str(tmp_path.joinpath("case.plaso"))
    lib.ExtractEvents(
        evidence_path, storage_path, "--single-process", "--parsers", "linux,!cursor"
    )

    rows = lib.ReadTimeline(storage_path)
    assert rows
    assert not _GetMessages(rows)


def testPsteal(evidence_path, expected_messages, tmp_path):
    """psteal extracts and renders in one go."""
    path = tmp_path.joinpath("timeline.csv")
    lib.RunTool(
        "psteal",
        "--single-process",
        "--unattended",
        "--quiet",
        "--status-view",
        "none",
        "--parsers",
        "cursor",
        "--source",
        evidence_path,
        "--storage-file",
        tmp_path.joinpath("case.plaso"),
        "-o",
        "dynamic",
        "-w",
        path,
    )

    text = path.read_text(encoding="utf-8")
    assert all(message in text for message in expected_messages)


def testPinfo(storage_path):
    """pinfo counts our events."""
    result = lib.RunTool("pinfo", storage_path)

    assert "cursor_transcript : 2" in result.stdout


def testImageExport(evidence_path, tmp_path):
    """image_export still exports."""
    path = tmp_path.joinpath("export")
    lib.RunTool(
        "image_export",
        "--unattended",
        "--quiet",
        "--extensions",
        "jsonl",
        "--write",
        path,
        evidence_path,
    )

    assert len(list(path.rglob("*.jsonl"))) == 1


def testCustomFormatters(expected_messages, storage_path, tmp_path):
    """The file that cursor-plaso exports does no harm where it is not needed."""
    path = tmp_path.joinpath("formatters.yaml")
    lib.RunTool("cursor-plaso", "formatters", "--output", path)

    rows = lib.ReadTimeline(storage_path, "--custom_formatter_definitions", path)
    assert _GetMessages(rows) == expected_messages

    # And where the package is switched off it is needed.
    disabled = {"CURSOR_PLASO_DISABLE": "1"}
    rows = lib.ReadTimeline(storage_path, environment=disabled)
    assert all("DEFAULT FORMATTER" in row["message"] for row in rows)

    rows = lib.ReadTimeline(
        storage_path,
        "--custom_formatter_definitions",
        path,
        environment=disabled,
    )
    assert _GetMessages(rows) == expected_messages


def testDataDirectory(evidence_path, tmp_path):
    """The data folder of a user is read as it is, and wins."""
    data_path = tmp_path.joinpath("data")
    shutil.copytree(lib.PLASO_DATA_PATH, data_path)

    data_path.joinpath("presets.yaml").write_text(
        "---\nname: mine\nparsers:\n- cursor\n", encoding="utf-8"
    )
    data_path.joinpath("formatters", "mine.yaml").write_text(
        "---\n"
        "type: 'conditional'\n"
        "data_type: 'cursor:message'\n"
        "message:\n- 'Mine: {message_body}'\n"
        "short_message:\n- '{message_body}'\n"
        "short_source: 'MINE'\n"
        "source: 'My source'\n",
        encoding="utf-8",
    )
    with open(data_path.joinpath("timeliner.yaml"), "a", encoding="utf-8") as file:
        file.write(
            "---\n"
            "data_type: 'cursor:message'\n"
            "attribute_mappings: []\n"
            "place_holder_event: true\n"
        )

    storage_path = str(tmp_path.joinpath("case.plaso"))
    lib.ExtractEvents(
        evidence_path,
        storage_path,
        "--single-process",
        "--data",
        data_path,
        "--parsers",
        "mine",
    )

    rows = lib.ReadTimeline(storage_path, "--data", data_path)
    assert len(rows) == 2
    for row in rows:
        assert row["message"].startswith("Mine: ")
        assert row["source"] == "MINE"
        assert row["timestamp_desc"] == "Not a time"
