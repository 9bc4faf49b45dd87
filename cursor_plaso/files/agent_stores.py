"""AgentStores: locks, mounts and pins of the file-sync stores of agents.

Each tells which process of which user on which machine had a store, and since when.
Source: seed "AgentStores" (macOS and Linux: uid; Windows: sid).
"""

import re

from cursor_plaso import events
from cursor_plaso import times
from cursor_plaso import values
from cursor_plaso.files import interface
from cursor_plaso.files import shapes

_DETAILS = ("kind", "purpose", "version", "mountKey", "readOnly")

_MAXIMUM_NUMBER_SIZE = 64

# A store is that of an account (u<number>) or of a conversation (its identifier).
_ACCOUNT_RE = re.compile(r"\Au\d+\Z")


class StoreFileReader(interface.JSONFileReader):
    """Reader of sync.lock, mount.json and the pins of a store."""

    KIND = "AgentStores"
    DIRECTORY_NAMES = frozenset(["pins"])
    NAMES = frozenset(["mount.json", "sync.lock"])
    SUFFIXES = (".json",)
    PATH_RE = re.compile(
        r"/(?:\.sync/(?:sync\.lock|mount\.json)|\.control/[^/]+/pins/[^/]+\.json)\Z"
    )
    MARKER_RE = interface.CompileMarker("acquiredAt", "createdAtMs")
    SHAPE = {
        "acquiredAt": shapes.TIME,
        "createdAtMs": shapes.TIME,
        "hostname": shapes.TEXT,
        "pid": shapes.INTEGER,
        "sid": shapes.TEXT,
        "uid": shapes.TEXT,
        "windowId": shapes.TEXT,
        **{name: shapes.SCALAR for name in _DETAILS},
    }

    def _CheckShape(self, json_value, is_cursor_file):
        """Determines if the document has the shape of this kind.

        Args:
          json_value (dict[str, object]): document.
          is_cursor_file (bool): True if the path tells that the file is of Cursor.

        Returns:
          bool: True if the document has the shape of this kind.
        """
        return is_cursor_file or ("windowId" in json_value and "pid" in json_value)

    def _ReadDocumentValue(self, json_value, evidence_file, producer):
        """Reads the document.

        Args:
          json_value (dict[str, object]): document.
          evidence_file (EvidenceFile): file.
          producer (BaseProducer): producer.
        """
        name = evidence_file.name.lower()
        kind = {"mount.json": "mount", "sync.lock": "lock"}.get(name, "pin")
        details = []
        for detail_name in _DETAILS:
            value = json_value.get(detail_name)
            if isinstance(value, (str, int, float)):
                details.append(f"{detail_name:s}={values.ToText(value) or '':s}")

        owner = evidence_file.GetDirectoryName(2)

        event_data = events.CursorSyncFileEventData()
        if owner and not _ACCOUNT_RE.match(owner):
            event_data.conversation_identifier = owner
        event_data.details = " ".join(details)
        event_data.display_name_host = values.GetString(json_value, "hostname")
        event_data.evidence_source = self.KIND
        event_data.process_identifier = values.GetInteger(json_value, "pid")
        event_data.record_key = evidence_file.name
        event_data.record_kind = kind
        event_data.store_owner = owner
        event_data.user_identifier = values.GetString(
            json_value, "uid"
        ) or values.GetString(json_value, "sid")
        event_data.workspace_identifier = values.GetString(json_value, "windowId")

        event_data.creation_time = times.FromStored(json_value.get("createdAtMs"))
        event_data.recorded_time = times.FromStored(json_value.get("acquiredAt"))
        if event_data.creation_time:
            event_data.time_source = "createdAtMs"
        elif event_data.recorded_time:
            event_data.time_source = "acquiredAt"
        else:
            evidence_file.SetFileTime(event_data)
        producer.Produce(event_data)


class StoreEvictionReader(interface.FileReader):
    """Reader of .store-eviction-last-run, which holds a number."""

    KIND = "AgentStores eviction"
    NAMES = frozenset([".store-eviction-last-run"])

    def ReadFile(self, evidence_file, producer):
        """Reads a file.

        Args:
          evidence_file (EvidenceFile): file.
          producer (BaseProducer): producer.

        Returns:
          bool: True if the file is of this kind.
        """
        data = evidence_file.ReadData(_MAXIMUM_NUMBER_SIZE) or b""
        text = data.decode("ascii", errors="replace").strip()
        event_data = events.CursorSyncFileEventData()
        event_data.evidence_source = self.KIND
        event_data.record_key = evidence_file.name
        event_data.record_kind = "state"
        event_data.status = "last eviction of stores"
        event_data.recorded_time = times.FromStored(text)
        if event_data.recorded_time:
            event_data.time_source = "content of the file"
            producer.Produce(event_data)
        else:
            self._Warn(evidence_file, "holds no time", producer)
        return True
