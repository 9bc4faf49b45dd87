"""Files of a project directory of ~/.cursor: trust in the workspace, repository.

Sources: seed "CLI session and trust files" (.workspace-trusted, repo.json) and
"~/.cursor as the IDE writes it" (the marker of the clean-up); storage-facts 7
(trustMethod).
"""

import re

from cursor_plaso import events
from cursor_plaso import locations
from cursor_plaso import times
from cursor_plaso import values
from cursor_plaso.files import interface
from cursor_plaso.files import settings
from cursor_plaso.files import shapes


class WorkspaceTrustReader(interface.JSONFileReader):
    """Reader of .workspace-trusted."""

    KIND = ".workspace-trusted"
    NAMES = frozenset([".workspace-trusted"])
    MARKER_RE = interface.CompileMarker("trustedAt")
    SHAPE = {
        "trustMethod": shapes.TEXT,
        "trustedAt": shapes.TIME,
        "workspacePath": shapes.TEXT,
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
            "trustedAt" in json_value
            and bool(values.GetString(json_value, "workspacePath"))
        )

    def _ReadDocumentValue(self, json_value, evidence_file, producer):
        """Reads the document.

        Args:
          json_value (dict[str, object]): document.
          evidence_file (EvidenceFile): file.
          producer (BaseProducer): producer.
        """
        path = values.GetString(json_value, "workspacePath")
        method = values.GetString(json_value, "trustMethod")
        event_data = events.CursorPermissionSettingEventData()
        event_data.evidence_source = self.KIND
        event_data.project_path = locations.NormalizePath(path) if path else None
        event_data.record_key = "trustedAt"
        event_data.recorded_time = times.FromStored(json_value.get("trustedAt"))
        event_data.setting_details = f"method={method:s}" if method else None
        event_data.setting_name = "workspace trust"
        event_data.setting_scope = event_data.project_path
        event_data.setting_value = "trusted"
        if event_data.recorded_time:
            event_data.time_source = "trustedAt"
        else:
            evidence_file.SetFileTime(event_data)
            event_data.setting_note = settings.FILE_TIME_NOTE
        producer.Produce(event_data, corrupted=not (path and event_data.recorded_time))


class RepositoryReader(interface.JSONFileReader):
    """Reader of repo.json, the identifier of the code index of a project."""

    KIND = "repo.json"
    NAMES = frozenset(["repo.json"])
    PATH_RE = re.compile(r"/projects/[^/]+/repo\.json\Z")
    SHAPE = {"id": shapes.TEXT}

    def _ReadDocumentValue(self, json_value, evidence_file, producer):
        """Reads the document.

        Args:
          json_value (dict[str, object]): document.
          evidence_file (EvidenceFile): file.
          producer (BaseProducer): producer.
        """
        event_data = events.CursorWorkspaceEventData()
        event_data.evidence_source = self.KIND
        event_data.name = evidence_file.GetDirectoryName()
        event_data.record_key = "id"
        event_data.workspace_identifier = values.GetString(json_value, "id")
        event_data.workspace_kind = "agent project repository"
        if event_data.workspace_identifier:
            evidence_file.SetFileTime(event_data)
            producer.Produce(event_data)


class CleanUpMarkerReader(interface.FileReader):
    """Reader of the empty file that marks a day's clean-up of agent data."""

    KIND = "agent data clean-up marker"
    PREFIXES = (".agent-data-cleanup-",)
    PATH_RE = re.compile(r"/\.agent-data-cleanup-\d{4}-\d\d-\d\d\Z")

    def ReadFile(self, evidence_file, producer):
        """Reads a file.

        Args:
          evidence_file (EvidenceFile): file.
          producer (BaseProducer): producer.

        Returns:
          bool: True if the file is of this kind.
        """
        event_data = events.CursorPermissionSettingEventData()
        event_data.evidence_source = self.KIND
        event_data.record_key = evidence_file.name
        event_data.setting_name = "agent data clean-up ran"
        event_data.setting_note = settings.FILE_TIME_NOTE
        event_data.setting_scope = "agent data under projects"
        event_data.setting_value = evidence_file.name[-len("2026-01-01") :]
        evidence_file.SetFileTime(event_data)
        producer.Produce(event_data)
        return True
