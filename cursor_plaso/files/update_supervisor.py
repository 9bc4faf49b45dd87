"""update-supervisor/<uuid>/: updates of the program.

Sources: seed "update-supervisor" (events.jsonl, result.json and app-ready.json on
macOS; app-ready.json and state.json on Windows, under win32/).
"""

import os
import re

from cursor_plaso import events
from cursor_plaso import lines
from cursor_plaso import masking
from cursor_plaso import times
from cursor_plaso import values
from cursor_plaso.files import interface
from cursor_plaso.files import shapes

_DIRECTORY = r"/update-supervisor/(?:[^/]+/){1,2}"

# Members that have an attribute of their own, or that say nothing.
_KNOWN_NAMES = frozenset(
    "completedAt finalPhase installationId phase readyAt recordedAt schemaVersion "
    "stage targetVersion type version".split()
)

_LINE_SHAPE = {
    "currentVersion": shapes.TEXT,
    "installationId": shapes.TEXT,
    "phase": shapes.TEXT,
    "recordedAt": shapes.TIME,
    "targetVersion": shapes.TEXT,
    "type": shapes.TEXT,
    "version": shapes.TEXT,
}

_MAXIMUM_NUMBER_OF_DETAILS = 32

_MAXIMUM_LINE_SIZE = 1024 * 1024


class UpdateResultReader(interface.JSONFileReader):
    """Reader of result.json, app-ready.json and state.json of an update."""

    KIND = "update-supervisor"
    NAMES = frozenset(["app-ready.json", "result.json", "state.json"])
    PATH_RE = re.compile(_DIRECTORY + r"(?:app-ready|result|state)\.json\Z")
    MARKER_RE = interface.CompileMarker("installationId")
    SHAPE = {
        "completedAt": shapes.TIME,
        "details": {"*": shapes.SCALAR},
        "finalPhase": shapes.TEXT,
        "installationId": shapes.TEXT,
        "readyAt": shapes.TIME,
        "stage": shapes.TEXT,
    }

    def _CheckShape(self, json_value, is_cursor_file):
        """Determines if the document has the shape of this kind.

        Args:
          json_value (dict[str, object]): document.
          is_cursor_file (bool): True if the path tells that the file is of Cursor.

        Returns:
          bool: True if the document has the shape of this kind.
        """
        return is_cursor_file or (
            "installationId" in json_value and "schemaVersion" in json_value
        )

    def _ReadDocumentValue(self, json_value, evidence_file, producer):
        """Reads the document.

        Args:
          json_value (dict[str, object]): document.
          evidence_file (EvidenceFile): file.
          producer (BaseProducer): producer.
        """
        details = values.GetDictionary(json_value, "details")
        time_name = "completedAt" if "completedAt" in json_value else "readyAt"

        event_data = events.CursorUpdateEventData()
        event_data.evidence_source = f"{self.KIND:s} {evidence_file.name:s}"
        event_data.installation_identifier = (
            values.GetString(json_value, "installationId")
            or evidence_file.GetDirectoryName()
        )
        event_data.phase = values.GetString(
            json_value, "finalPhase"
        ) or values.GetString(json_value, "stage")
        event_data.record_key = evidence_file.name
        event_data.recorded_time = times.FromStored(json_value.get(time_name))
        event_data.update_type = evidence_file.name.rpartition(".")[0]
        if time_name == "readyAt":
            # Written by the program that was updated.
            json_value = dict(json_value)
            event_data.version_to = values.ToString(
                json_value.pop("currentVersion", None)
            )
        event_data.details = _GetDetails({**json_value, **details})
        if event_data.recorded_time:
            event_data.time_source = time_name
        else:
            evidence_file.SetFileTime(event_data)
        producer.Produce(event_data)


class UpdateEventsReader(interface.FileReader):
    """Reader of events.jsonl whose first line is damaged.

    The parser of plaso for JSON lines looks at the first line of a file and passes a
    file with a good one to the plugin cursor_update, which uses ReadEventLines too.
    """

    KIND = "update-supervisor events.jsonl"
    NAMES = frozenset(["events.jsonl"])
    PATH_RE = re.compile(_DIRECTORY + r"events\.jsonl\Z")

    def ReadFile(self, evidence_file, producer):
        """Reads a file.

        Args:
          evidence_file (EvidenceFile): file.
          producer (BaseProducer): producer.

        Returns:
          bool: True if the file is of this kind.
        """
        file_object = evidence_file.OpenFileObject()
        if not file_object or IsEventLine(lines.DecodeFirstLine(file_object)):
            return False
        ReadEventLines(file_object, producer)
        return True


def IsEventLine(json_value):
    """Determines if a JSON value is a line of events.jsonl.

    Args:
      json_value (object): JSON value.

    Returns:
      bool: True if the value has the members that every line has.
    """
    return isinstance(json_value, dict) and all(
        name in json_value for name in ("installationId", "phase", "recordedAt", "type")
    )


def ReadEventLines(file_object, producer):
    """Reads the lines of events.jsonl.

    Args:
      file_object (dfvfs.FileIO): file-like object.
      producer (BaseProducer): producer.
    """
    file_object.seek(0, os.SEEK_SET)
    for line_number, data in lines.ReadLines(
        file_object, _MAXIMUM_LINE_SIZE, touch=producer.Touch
    ):
        if producer.abort:
            return
        json_value, reason = None, "line too long"
        if data is not None:
            if not data.strip():
                continue
            json_value, reason = values.DecodeJSON(data)
        if not reason and not IsEventLine(json_value):
            reason = "not an event of an update"
        if reason:
            producer.Warn(
                f"update-supervisor events.jsonl line {line_number:d}: {reason:s}",
                kind="update-supervisor events.jsonl",
            )
            continue
        problems = shapes.DescribeProblems(json_value, _LINE_SHAPE)
        if problems:
            producer.Warn(
                f"update-supervisor events.jsonl line {line_number:d}: can not read "
                f"{problems:s}",
                kind="update-supervisor events.jsonl",
            )
        _ProduceEvent(json_value, line_number, producer)


def _GetDetails(json_dict):
    """Retrieves the members that have no attribute of their own.

    Args:
      json_dict (dict[str, object]): JSON object.

    Returns:
      str: members, such as "from=waiting to=installing", or None if there are none.
    """
    names = [
        name
        for name, value in sorted(json_dict.items())
        if name not in _KNOWN_NAMES and isinstance(value, (str, int, float))
    ]
    details = [
        f"{name:s}={masking.MaskMember(name, values.ToText(json_dict[name]) or ''):s}"
        for name in names[:_MAXIMUM_NUMBER_OF_DETAILS]
    ]
    if len(names) > _MAXIMUM_NUMBER_OF_DETAILS:
        details.append(f"... ({len(names):d} in all)")
    return " ".join(details) or None


def _ProduceEvent(json_dict, line_number, producer):
    """Produces the event of a line.

    Args:
      json_dict (dict[str, object]): line.
      line_number (int): number of the line, starting at 1.
      producer (BaseProducer): producer.
    """
    event_data = events.CursorUpdateEventData()
    event_data.evidence_source = "update-supervisor events.jsonl"
    event_data.installation_identifier = values.GetString(json_dict, "installationId")
    event_data.phase = values.GetString(json_dict, "phase")
    event_data.record_key = f"line {line_number:d}"
    event_data.recorded_time = times.FromStored(json_dict.get("recordedAt"))
    event_data.time_source = "recordedAt" if event_data.recorded_time else None
    event_data.update_type = values.GetString(json_dict, "type")
    if event_data.update_type == "supervisor_started":
        # Other types may name the version that is current by then.
        json_dict = dict(json_dict)
        event_data.version_from = values.ToString(json_dict.pop("currentVersion", None))
    event_data.details = _GetDetails(json_dict)
    event_data.version_to = values.GetString(
        json_dict, "targetVersion"
    ) or values.GetString(json_dict, "version")
    producer.Produce(event_data, corrupted=not event_data.recorded_time)
