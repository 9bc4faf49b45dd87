"""What the tests of the readers of small files share: files that are in memory."""

import json
from unittest import mock

from dfdatetime import posix_time as dfdatetime_posix_time

from dfvfs.helpers import fake_file_system_builder

from cursor_plaso import producer as cursor_producer
from cursor_plaso.files import evidence as evidence_files
from cursor_plaso.files import registry
from tests import evidence

FILE_TIME = "2026-10-01T14:00:00+00:00"


class CheckingProducer(cursor_producer.CollectingProducer):
    """Producer that refuses attributes that the class of event data does not have."""

    def _StoreEventData(self, event_data, corrupted, recovered):
        """Stores event data.

        Args:
          event_data (CursorEventData): event data.
          corrupted (bool): True if the record is partial.
          recovered (bool): True if the record was recovered.

        Raises:
          AttributeError: if the event data has an attribute of no class.
        """
        unknown_names = set(event_data.__dict__) - set(type(event_data)().__dict__)
        if unknown_names:
            raise AttributeError(f"Unknown attributes: {unknown_names!s}")
        super()._StoreEventData(event_data, corrupted, recovered)


def GetISO8601(date_time):
    """Formats a date and time.

    Args:
      date_time (dfdatetime.DateTimeValues): date and time or None.

    Returns:
      str: date and time in ISO 8601 or None.
    """
    return date_time.CopyToDateTimeStringISO8601() if date_time else None


def MakeFile(path, content=b"", files=None):
    """Makes a file of evidence.

    Args:
      path (str): path of the file.
      content (Optional[bytes|str|object]): content, of which what is neither bytes nor
          text is encoded as JSON.
      files (Optional[dict[str, object]]): content of further files by path.

    Returns:
      EvidenceFile: file, whose modification time is 2026-10-01T14:00:00Z.
    """
    builder = fake_file_system_builder.FakeFileSystemBuilder()
    for file_path, file_content in {**(files or {}), path: content}.items():
        if not isinstance(file_content, (bytes, str)):
            file_content = json.dumps(file_content)
        if isinstance(file_content, str):
            file_content = file_content.encode("utf-8", errors="surrogatepass")
        builder.AddFile(file_path, file_content)
    return evidence_files.EvidenceFile(
        builder.file_system.GetFileEntryByPath(path),
        modification_time=dfdatetime_posix_time.PosixTime(
            timestamp=evidence.FILE_SECONDS
        ),
    )


def ReadFile(path, content=b"", files=None):
    """Reads a file with the reader that knows it.

    Args:
      path (str): path of the file.
      content (Optional[bytes|str|object]): content, of which what is neither bytes nor
          text is encoded as JSON.
      files (Optional[dict[str, object]]): content of further files by path.

    Returns:
      tuple[CollectingProducer, bool]: what was produced, and whether the file is one of
          Cursor.
    """
    producer = CheckingProducer()
    is_known = registry.ReadFile(MakeFile(path, content, files), producer)
    producer.Close()
    return producer, is_known


def ReadClosedFile(evidence_file):
    """Reads a file that no reader may open.

    Args:
      evidence_file (EvidenceFile): file.

    Returns:
      CollectingProducer: what was produced.
    """
    producer = CheckingProducer()
    with mock.patch.object(evidence_file, "OpenFileObject", side_effect=AssertionError):
        registry.ReadFile(evidence_file, producer)
    return producer


def GetValues(event_data):
    """Retrieves the attributes of event data that are set.

    Args:
      event_data (CursorEventData): event data.

    Returns:
      dict[str, object]: values per name, where dates and times are in ISO 8601 and the
          place and the kind of the record are left out.
    """
    return {
        name: GetISO8601(value) if name.endswith("_time") else value
        for name, value in event_data.__dict__.items()
        if value is not None
        and name[0] != "_"
        and name not in ("data_type", "evidence_source", "record_key")
    }


def ReadSettings(path, content):
    """Reads the settings of a file.

    Args:
      path (str): path of the file.
      content (object): content of the file.

    Returns:
      tuple[list[tuple[str, str, str]], CollectingProducer]: name, value and details per
          setting, and the producer.
    """
    producer, _ = ReadFile(path, content)
    settings = [
        (event_data.setting_name, event_data.setting_value, event_data.setting_details)
        for event_data in producer.GetByDataType("cursor:permission:setting")
    ]
    return settings, producer
