"""storage.json: device identifiers, and the folders of the windows.

Sources: seed "Cursor IDE" (windowsState, backupWorkspaces) and "Credentials" (device
identifiers). The layout is that of Visual Studio Code, so only the path, or what stands
beside the file, tells that it is one of Cursor.
"""

import re

from cursor_plaso import events
from cursor_plaso import locations
from cursor_plaso import values
from cursor_plaso.files import identity
from cursor_plaso.files import interface
from cursor_plaso.files import workspace

_IDENTIFIERS = (
    "telemetry.machineId",
    "telemetry.macMachineId",
    "telemetry.devDeviceId",
    "telemetry.sqmId",
)


class StorageReader(interface.JSONFileReader):
    """Reader of storage.json."""

    KIND = "storage.json"
    NAMES = frozenset(["storage.json"])
    PATH_RE = re.compile(r"/(?:user/globalstorage|cursor[^/]*)/storage\.json\Z")

    def _GetWindows(self, json_dict, evidence_file, producer):
        """Retrieves the windows that the document names.

        Args:
          json_dict (dict[str, object]): document.
          evidence_file (EvidenceFile): file.
          producer (BaseProducer): producer.

        Yields:
          tuple[str, str, object]: place in the document, kind and JSON value.
        """
        state = values.GetDictionary(json_dict, "windowsState")
        yield "windowsState.lastActiveWindow", "window", state.get("lastActiveWindow")

        backups = values.GetDictionary(json_dict, "backupWorkspaces")
        paths = values.GetDictionary(json_dict, "openedPathsList")
        for json_object, parent, name, kind in (
            (state, "windowsState", "openedWindows", "window"),
            (backups, "backupWorkspaces", "folders", "backup"),
            (backups, "backupWorkspaces", "folderURIs", "backup"),
            (backups, "backupWorkspaces", "folderWorkspaceInfos", "backup"),
            (backups, "backupWorkspaces", "workspaces", "backup"),
            (backups, "backupWorkspaces", "rootURIWorkspaces", "backup"),
            (paths, "openedPathsList", "entries", "recent folder"),
            (paths, "openedPathsList", "workspaces3", "recent folder"),
        ):
            elements = values.GetList(json_object, name)
            elements = self._LimitEntries(evidence_file, elements, producer)
            for index, element in enumerate(elements):
                yield f"{parent:s}.{name:s}[{index:d}]", kind, element

        profiles = values.GetDictionary(
            values.GetDictionary(json_dict, "profileAssociations"), "workspaces"
        )
        uris = self._LimitEntries(evidence_file, list(profiles), producer)
        for index, uri in enumerate(uris):
            yield f"profileAssociations.workspaces[{index:d}]", "profile", uri

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
        for name in _IDENTIFIERS:
            identifier = values.GetString(json_value, name)
            if identifier:
                identity.ProduceIdentity(
                    name, identifier, name, self.KIND, evidence_file, producer
                )

        # A folder is named by the state of a window and by its backup: one event.
        folders = {}
        for key, kind, element in self._GetWindows(json_value, evidence_file, producer):
            uri, authority, identifier = _GetFolder(element)
            if not uri:
                continue
            folder = folders.setdefault(uri, (key, [], []))
            if kind not in folder[1]:
                folder[1].append(kind)
            folder[2].append((authority, identifier))

        for uri, (key, kinds, details) in folders.items():
            if producer.abort:
                return
            event_data = events.CursorWorkspaceEventData()
            event_data.conversation_identifier = workspace.GetCloudAgent(uri)
            event_data.evidence_source = self.KIND
            event_data.location_uri = uri
            event_data.project_path = locations.GetPathFromURI(uri)
            event_data.record_key = key
            event_data.remote_authority = locations.GetRemoteAuthority(uri) or next(
                (authority for authority, _ in details if authority), None
            )
            event_data.workspace_identifier = next(
                (identifier for _, identifier in details if identifier), None
            )
            event_data.workspace_kind = ", ".join(kinds)
            evidence_file.SetFileTime(event_data)
            producer.Produce(event_data)


def _GetFolder(element):
    """Retrieves the folder or workspace of a window.

    Args:
      element (object): JSON value: a URI, or the state of a window.

    Returns:
      tuple[str, str, str]: URI, remote authority and identifier of the workspace, each
          None if not available.
    """
    if isinstance(element, str):
        return element or None, None, None
    if not isinstance(element, dict):
        return None, None, None

    identifiers = values.GetDictionary(element, "workspaceIdentifier")
    uri = (
        values.GetString(element, "folderUri")
        or values.GetString(element, "folder")
        or values.GetString(element, "configURIPath")
        or values.GetString(identifiers, "configURIPath")
    )
    identifier = values.GetString(identifiers, "id") or values.GetString(element, "id")
    return uri, values.GetString(element, "remoteAuthority"), identifier
