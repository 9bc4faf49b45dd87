"""workspace.json: the folder of a workspace storage directory.

Sources: seed "Where the project path is recorded", seed chat-storage-locations (percent
encoding, several directories for one project).
"""

import re

from cursor_plaso import events
from cursor_plaso import locations
from cursor_plaso.files import interface

# Members that name the folder or the workspace file: today's and, up to 2020, one.
_NAMES = ("folder", "workspace", "configuration")


class WorkspaceReader(interface.JSONFileReader):
    """Reader of workspace.json."""

    KIND = "workspace.json"
    NAMES = frozenset(["workspace.json"])
    PATH_RE = re.compile(r"/workspacestorage/[^/]+/workspace\.json\Z")

    def _IsCursorFile(self, evidence_file):
        """Determines if the path tells that the file is of Cursor.

        Args:
          evidence_file (EvidenceFile): file.

        Returns:
          bool: True if the file is of Cursor.
        """
        return evidence_file.IsCursorUserData()

    def _ReadDocumentValue(self, json_value, evidence_file, producer):
        """Reads the document.

        Args:
          json_value (dict[str, object]): document.
          evidence_file (EvidenceFile): file.
          producer (BaseProducer): producer.
        """
        for name in _NAMES:
            value = json_value.get(name)
            if isinstance(value, dict) and "configPath" in value:
                value = value["configPath"]
            path = locations.GetPathFromURI(value)
            if not path:
                continue
            event_data = events.CursorWorkspaceEventData()
            event_data.conversation_identifier = GetCloudAgent(value)
            event_data.evidence_source = self.KIND
            event_data.location_uri = value if isinstance(value, str) else None
            event_data.project_path = path
            event_data.record_key = name
            event_data.remote_authority = locations.GetRemoteAuthority(value)
            event_data.workspace_identifier = evidence_file.GetDirectoryName()
            event_data.workspace_kind = "workspace storage"
            evidence_file.SetFileTime(event_data)
            producer.Produce(event_data)
            return
        self._Warn(evidence_file, "names no folder", producer)


def GetCloudAgent(uri):
    """Retrieves the cloud agent whose remote workspace a URI names.

    Args:
      uri (object): JSON value: a URI, such as
          "vscode-remote://background-composer+bc-.../home/ubuntu/demo".

    Returns:
      str: identifier of the agent or None if the URI is not that of a cloud agent.
    """
    scheme, _, identifier = (locations.GetRemoteAuthority(uri) or "").partition("+")
    return identifier or None if scheme == "background-composer" else None
