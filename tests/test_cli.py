"""Tests of the cursor-plaso command."""

import pytest
import yaml

import cursor_plaso

from cursor_plaso import cli
from cursor_plaso import resources
from cursor_plaso.analysis import stored_report

from tests import lib


def testStatus():
    """The installed command finds no problem and ends with 0."""
    result = lib.RunTool("cursor-plaso", "status")

    assert result.stdout.splitlines()[-1] == "No problems."
    assert result.stderr == ""


def testStatusDisabled():
    """A package that is switched off is a problem, and the exit code says so."""
    result = lib.RunTool(
        "cursor-plaso", "status", check=False, environment={"CURSOR_PLASO_DISABLE": "1"}
    )

    assert result.returncode == 1
    assert "  switched off by CURSOR_PLASO_DISABLE" in result.stdout.splitlines()
    assert "  no parser is registered" in result.stdout.splitlines()
    assert result.stderr == ""


def testFormatters(capsys):
    """Without an output file the paths are printed."""
    assert cli.Main(["formatters"]) == 0

    assert capsys.readouterr().out.splitlines() == resources.GetFormattersPaths()


def testFormattersOutput(tmp_path):
    """The output file has every definition and starts with a document."""
    path = tmp_path.joinpath("formatters.yaml")

    assert cli.Main(["formatters", "--output", str(path)]) == 0

    text = path.read_text(encoding="utf-8")
    assert text.startswith("---\n")
    assert text.endswith("\n")

    expected_documents = []
    for formatters_path in resources.GetFormattersPaths():
        with open(formatters_path, "r", encoding="utf-8") as file_object:
            expected_documents.extend(yaml.safe_load_all(file_object))
    assert list(yaml.safe_load_all(text)) == expected_documents


def testFormattersOutputOfManyFiles(capsys, monkeypatch, tmp_path):
    """Several files become one, whatever they start and end with."""
    texts = ["# Comment.\n\n---\na: 1\n---\nb: 2", "c: 3\n", ""]
    paths = []
    for index, text in enumerate(texts):
        path = tmp_path.joinpath(f"{index:d}.yaml")
        path.write_text(text, encoding="utf-8")
        paths.append(str(path))
    monkeypatch.setitem(cli._EXPORTS, "formatters", (lambda: paths, "test"))

    assert cli.Main(["formatters", "--output", "-"]) == 0

    assert capsys.readouterr().out == "---\na: 1\n---\nb: 2\n---\nc: 3\n"


def testFormattersOutputExists(capsys, tmp_path):
    """A file that exists is not overwritten."""
    path = tmp_path.joinpath("plaso_formatters.yaml")
    path.write_text("mine", encoding="utf-8")

    assert cli.Main(["formatters", "--output", str(path)]) == 1

    assert path.read_text(encoding="utf-8") == "mine"
    assert f"unable to write {path!s}: File exists" in capsys.readouterr().err


def testFormattersAreMissing(capsys, monkeypatch):
    """An installation without the files says so."""
    monkeypatch.setitem(cli._EXPORTS, "formatters", (lambda: [], "test"))

    assert cli.Main(["formatters"]) == 1

    assert "no formatters in this installation" in capsys.readouterr().err


def testVersion(capsys):
    """The version is that of the package."""
    with pytest.raises(SystemExit) as exception_information:
        cli.Main(["--version"])

    assert exception_information.value.code == 0
    assert capsys.readouterr().out == f"cursor-plaso {cursor_plaso.__version__:s}\n"


def testNoCommand(capsys):
    """A command is needed."""
    with pytest.raises(SystemExit) as exception_information:
        cli.Main([])

    assert exception_information.value.code == 2
    assert "required: COMMAND" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "get_paths"),
    [
        ("artifacts", resources.GetArtifactsPaths),
        ("filter", resources.GetFilterPaths),
        ("tags", resources.GetTagsPaths),
    ],
)
def testExports(capsys, get_paths, name, tmp_path):
    """Each kind of data file is found, and written to one file."""
    assert cli.Main([name]) == 0
    assert capsys.readouterr().out.splitlines() == get_paths()

    path = tmp_path.joinpath(name)
    assert cli.Main([name, "--output", str(path)]) == 0
    text = path.read_text(encoding="utf-8")
    with open(get_paths()[0], "r", encoding="utf-8") as file_object:
        expected_text = file_object.read()
    assert expected_text.endswith(text)
    assert "cursor" in text.lower()


def testTimesketch(capsys, tmp_path):
    """The files for Timesketch are printed, or written to a directory."""
    assert cli.Main(["timesketch"]) == 0
    assert capsys.readouterr().out.splitlines() == (
        resources.GetFormattersPaths()
        + resources.GetSigmaPaths()
        + resources.GetTimesketchTagsPaths()
    )

    path = tmp_path.joinpath("new", "timesketch")
    assert cli.Main(["timesketch", "--output", str(path)]) == 0
    assert sorted(
        str(file_path.relative_to(path))
        for file_path in path.rglob("*")
        if file_path.is_file()
    ) == [
        "plaso_formatters.yaml",
        "sigma/cursor_secret_access.yml",
        "sigma/cursor_unreviewed_download.yml",
        "tags.yaml",
    ]
    # It can be appended to the file that Timesketch ships.
    text = path.joinpath("plaso_formatters.yaml").read_text(encoding="utf-8")
    assert text.startswith("---\n")


def testTimesketchOutputExists(capsys, tmp_path):
    """A file that exists is not overwritten, and the others are written."""
    path = tmp_path.joinpath("tags.yaml")
    path.write_text("mine", encoding="utf-8")

    assert cli.Main(["timesketch", "--output", str(tmp_path)]) == 1

    assert path.read_text(encoding="utf-8") == "mine"
    assert tmp_path.joinpath("plaso_formatters.yaml").exists()
    assert f"unable to write {path!s}: File exists" in capsys.readouterr().err


def testReportOfNoStorageFile(capsys, tmp_path):
    """What is no storage file is said to be none."""
    path = tmp_path.joinpath("case.plaso")

    assert cli.Main(["report", str(path)]) == 1

    assert f"unable to read {path!s}: no such file" in capsys.readouterr().err


def testReport(capsys, monkeypatch, tmp_path):
    """The report is printed, or written to a file that does not exist."""
    monkeypatch.setattr(stored_report, "ReadReport", lambda path: "first\nsecond")

    assert cli.Main(["report", "case.plaso"]) == 0
    assert capsys.readouterr().out == "first\nsecond\n"

    path = tmp_path.joinpath("report.txt")
    assert cli.Main(["report", "case.plaso", "--output", str(path)]) == 0
    assert path.read_text(encoding="utf-8") == "first\nsecond\n"
    assert cli.Main(["report", "case.plaso", "--output", str(path)]) == 1


def testReportIsMissing(capsys, monkeypatch):
    """A storage file that was not analyzed says what to run."""
    monkeypatch.setattr(stored_report, "ReadReport", lambda path: None)

    assert cli.Main(["report", "case.plaso"]) == 1

    assert "no report in case.plaso: run psort --analysis" in capsys.readouterr().err
