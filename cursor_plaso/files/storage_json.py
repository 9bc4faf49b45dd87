"""storage.json: device identifiers, and the folders of the windows.

Sources: seed "Cursor IDE" (windowsState, backupWorkspaces, lastKnownMenubarData) and
"Credentials" (device identifiers). The layout is that of Visual Studio Code, so only
the path, or what stands beside the file, tells that it is one of Cursor.
"""

import re

from cursor_plaso import events
from cursor_plaso import locations
from cursor_plaso import values
from cursor_plaso.files import identity
from cursor_plaso.files import interface
from cursor_plaso.files import shapes
from cursor_plaso.files import workspace

_IDENTIFIERS = (
    "telemetry.machineId",
    "telemetry.macMachineId",
    "telemetry.devDeviceId",
    "telemetry.sqmId",
)


# Items of the menu that list what was opened lately, and what each opens.
_RECENT_FILE = "recent file"
_RECENT_KINDS = {
    "openRecentFile": _RECENT_FILE,
    "openRecentFolder": "recent folder",
    "openRecentWorkspace": "recent folder",
}

_URI_SHAPE = (
    shapes.STRING,
    {"external": shapes.STRING, "path": shapes.STRING, "scheme": shapes.STRING},
)

_WINDOW_SHAPE = (
    shapes.STRING,
    {
        "configURIPath": shapes.TEXT,
        "folder": shapes.TEXT,
        "folderUri": shapes.TEXT,
        "remoteAuthority": shapes.TEXT,
        "workspaceIdentifier": {"configURIPath": shapes.TEXT, "id": shapes.TEXT},
    },
)

_MENU_SHAPE = {
    "items": [
        {
            "id": shapes.TEXT,
            "submenu": {"items": [{"id": shapes.TEXT, "uri": _URI_SHAPE}]},
            "uri": _URI_SHAPE,
        }
    ]
}

# Menus within menus that are looked into: the list is in the second.
_MAXIMUM_MENU_DEPTH = 8


class StorageReader(interface.JSONFileReader):
    """Reader of storage.json."""

    KIND = "storage.json"
    NAMES = frozenset(["storage.json"])
    PATH_RE = re.compile(r"/(?:user/globalstorage|cursor[^/]*)/storage\.json\Z")
    SHAPE = {
        "backupWorkspaces": {
            "folders": [_WINDOW_SHAPE],
            "folderURIs": [_WINDOW_SHAPE],
            "folderWorkspaceInfos": [_WINDOW_SHAPE],
            "rootURIWorkspaces": [_WINDOW_SHAPE],
            "workspaces": [_WINDOW_SHAPE],
        },
        "lastKnownMenubarData": {"menus": {"*": _MENU_SHAPE}},
        "openedPathsList": {"entries": [_URI_SHAPE], "workspaces3": [_URI_SHAPE]},
        "profileAssociations": {"workspaces": {}},
        "windowsState": {
            "lastActiveWindow": _WINDOW_SHAPE,
            "openedWindows": [_WINDOW_SHAPE],
        },
        **{name: shapes.TEXT for name in _IDENTIFIERS},
    }

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

        # What the menu listed is kept when the list itself was cleared.
        menus = values.GetDictionary(
            values.GetDictionary(json_dict, "lastKnownMenubarData"), "menus"
        )
        items = self._LimitEntries(
            evidence_file, list(_GetRecentItems(menus)), producer
        )
        for index, (kind, item) in enumerate(items):
            yield f"lastKnownMenubarData recent item {index:d}", kind, item

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

        # A folder is named by the state of a window, by its backup and by the menu,
        # which escape its URI each in their way: one event.
        folders = {}
        for key, kind, element in self._GetWindows(json_value, evidence_file, producer):
            uri, authority, identifier = _GetFolder(element)
            if not uri:
                continue
            path = locations.GetPathFromURI(uri)
            place = (locations.GetRemoteAuthority(uri), path or uri)
            folder = folders.setdefault(place, (uri, path, key, [], []))
            if kind not in folder[3]:
                folder[3].append(kind)
            folder[4].append((authority, identifier))

        for (remote_authority, _), folder in folders.items():
            if producer.abort:
                return
            uri, path, key, kinds, details = folder
            event_data = events.CursorWorkspaceEventData()
            event_data.conversation_identifier = workspace.GetCloudAgent(uri)
            event_data.evidence_source = self.KIND
            event_data.location_uri = uri
            if kinds != [_RECENT_FILE]:
                event_data.project_path = path
            event_data.record_key = key
            event_data.remote_authority = remote_authority or next(
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
    if values.GetString(element, "id") in _RECENT_KINDS:
        uri = locations.GetURIText(element.get("uri"))
        return uri, values.GetString(element, "remoteAuthority"), None

    identifiers = values.GetDictionary(element, "workspaceIdentifier")
    uri = (
        values.GetString(element, "folderUri")
        or values.GetString(element, "folder")
        or values.GetString(element, "configURIPath")
        or values.GetString(identifiers, "configURIPath")
    )
    identifier = values.GetString(identifiers, "id") or values.GetString(element, "id")
    return uri, values.GetString(element, "remoteAuthority"), identifier


def _GetRecentItems(menu, depth=0):
    """Retrieves the items of the menus that list what was opened lately.

    Args:
      menu (dict[str, object]): menus, a menu, or an item with a menu of its own.
      depth (Optional[int]): number of menus the menu is in.

    Yields:
      tuple[str, dict[str, object]]: kind, and item with its URI.
    """
    if depth > _MAXIMUM_MENU_DEPTH:
        return
    for value in menu.values():
        for item in value if isinstance(value, list) else [value]:
            if not isinstance(item, dict):
                continue
            kind = _RECENT_KINDS.get(values.ToString(item.get("id")))
            if kind:
                yield kind, item
            else:
                yield from _GetRecentItems(item, depth=depth + 1)
