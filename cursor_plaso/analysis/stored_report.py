"""Reads the report of the analysis plugin from a storage file of plaso."""

import os

from plaso.containers import reports
from plaso.storage import factory

PLUGIN_NAME = "cursor"


def ReadReport(path):
    """Reads the last report of the analysis plugin.

    Args:
      path (str): path of the storage file.

    Returns:
      str: text of the report or None if the storage file holds none.

    Raises:
      OSError: if the file can not be read or is not a storage file.
    """
    # plaso would create a file that does not exist.
    if not os.path.isfile(path):
        raise OSError("no such file")

    storage_reader = factory.StorageFactory.CreateStorageReaderForFile(path)
    if not storage_reader:
        raise OSError("not a storage file of plaso")

    try:
        text = None
        for analysis_report in storage_reader.GetAttributeContainers(
            reports.AnalysisReport.CONTAINER_TYPE
        ):
            if analysis_report.plugin_name == PLUGIN_NAME:
                text = analysis_report.text
        return text

    finally:
        storage_reader.Close()
