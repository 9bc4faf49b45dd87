"""Tests of how the report is read from a storage file."""

import os

import pytest

from plaso.containers import reports
from plaso.lib import definitions as plaso_definitions
from plaso.storage import factory

from cursor_plaso.analysis import plugin
from cursor_plaso.analysis import stored_report


def _MakeStorageFile(path, *analysis_reports):
    """Makes a storage file.

    Args:
      path (str): path of the storage file.
      analysis_reports (list[tuple[str, str]]): name of the plugin and text per report.
    """
    storage_writer = factory.StorageFactory.CreateStorageWriter(
        plaso_definitions.STORAGE_FORMAT_SQLITE
    )
    storage_writer.Open(path=path)
    try:
        for name, text in analysis_reports:
            storage_writer.AddAttributeContainer(
                reports.AnalysisReport(plugin_name=name, text=text)
            )
    finally:
        storage_writer.Close()


def _ReadFile(path):
    """Reads a file.

    Args:
      path (str): path.

    Returns:
      bytes: content.
    """
    with open(path, "rb") as file_object:
        return file_object.read()


@pytest.fixture(name="path")
def fixture_path(tmp_path):
    """Makes the path of a storage file.

    Returns:
      str: path.
    """
    return os.path.join(tmp_path, "case.plaso")


def testPluginName():
    """The report is looked for under the name that the plugin writes it under."""
    assert stored_report.PLUGIN_NAME == plugin.CursorAnalysisPlugin.NAME


def testReadReport(path):
    """The text is what was stored, all of its lines."""
    text = (
        "Cursor: 2 conversations in 5 events.\n\n== c1 ==\nstate: live \u2013 \u00fc\n"
    )
    _MakeStorageFile(path, ("cursor", text))

    assert stored_report.ReadReport(path) == text


def testReadReportOfOtherPlugin(path):
    """Reports of other plugins are none of ours."""
    _MakeStorageFile(path, ("tagging", "other"))

    assert stored_report.ReadReport(path) is None


def testReadReportWithoutReports(path):
    """A storage file without a report has none."""
    _MakeStorageFile(path)

    assert stored_report.ReadReport(path) is None


def testReadLastReport(path):
    """psort can run again: the last report counts."""
    _MakeStorageFile(
        path, ("cursor", "first"), ("cursor", "second"), ("tagging", "other")
    )

    assert stored_report.ReadReport(path) == "second"


def testReadReportOnlyReads(path):
    """The storage file stays as it is."""
    _MakeStorageFile(path, ("cursor", "text"))
    data = _ReadFile(path)
    stored_report.ReadReport(path)

    assert _ReadFile(path) == data
    assert os.listdir(os.path.dirname(path)) == ["case.plaso"]


def testReadReportOfMissingFile(path):
    """A file that does not exist is not made."""
    with pytest.raises(OSError, match="no such file"):
        stored_report.ReadReport(path)

    assert not os.path.exists(path)


def testReadReportOfDirectory(tmp_path):
    """A directory is no storage file."""
    with pytest.raises(OSError, match="no such file"):
        stored_report.ReadReport(str(tmp_path))


@pytest.mark.parametrize(
    "data", [b"", b"text", b"SQLite format 3\x00", b"SQLite format 3\x00".ljust(4096)]
)
def testReadReportOfOtherFile(path, data):
    """What is no storage file is said to be none, and left as it is."""
    with open(path, "wb") as file_object:
        file_object.write(data)

    with pytest.raises(OSError):
        stored_report.ReadReport(path)
    assert _ReadFile(path) == data
