"""meta.json of a session of the Agent CLI, or of its agent client protocol.

A session that sent nothing has a meta.json alone: an empty start, not a lost
conversation. Sources: seed "CLI session and trust files", "Cursor Agent CLI"
(isSubagent, acp-sessions, from the bundle); storage-facts 0 (schemaVersion 1).
"""

import re

from cursor_plaso import events
from cursor_plaso import locations
from cursor_plaso import times
from cursor_plaso import values
from cursor_plaso.files import interface
from cursor_plaso.files import shapes

_TIMES = ("createdAtMs", "updatedAtMs")


class SessionReader(interface.JSONFileReader):
    """Reader of meta.json of a session."""

    KIND = "meta.json"
    NAMES = frozenset(["meta.json"])
    # The directory of a session may have been handed over without what holds it.
    PATH_RE = re.compile(
        r"/(?:(?:chats/[^/]+|acp-sessions)/[^/]+|"
        r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/meta\.json\Z"
    )
    MARKER_RE = interface.CompileMarker("createdAtMs")
    SHAPE = {
        "createdAtMs": shapes.TIME,
        "cwd": shapes.TEXT,
        "hasConversation": shapes.BOOLEAN,
        "isSubagent": shapes.BOOLEAN,
        "schemaVersion": shapes.INTEGER,
        "title": shapes.TEXT,
        "updatedAtMs": shapes.TIME,
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
            "createdAtMs" in json_value
            and "updatedAtMs" in json_value
            and ("hasConversation" in json_value or "schemaVersion" in json_value)
        )

    def _ReadDocumentValue(self, json_value, evidence_file, producer):
        """Reads the document.

        Args:
          json_value (dict[str, object]): document.
          evidence_file (EvidenceFile): file.
          producer (BaseProducer): producer.
        """
        path = values.GetString(json_value, "cwd")
        has_conversation = values.GetBoolean(json_value, "hasConversation")
        is_acp_session = evidence_file.GetDirectoryName(2) == "acp-sessions"

        event_data = events.CursorConversationEventData()
        event_data.application = "ACP" if is_acp_session else "CLI"
        event_data.conversation_identifier = evidence_file.GetDirectoryName()
        event_data.conversation_title = values.GetString(json_value, "title")
        event_data.creation_time = times.FromStored(json_value.get("createdAtMs"))
        event_data.evidence_source = self.KIND
        event_data.is_subagent = values.GetBoolean(json_value, "isSubagent")
        event_data.last_update_time = times.FromStored(json_value.get("updatedAtMs"))
        event_data.project_path = locations.NormalizePath(path) if path else None
        event_data.record_key = self.KIND
        event_data.schema_version = values.GetInteger(json_value, "schemaVersion")
        event_data.time_source = (
            ", ".join(name for name in _TIMES if times.FromStored(json_value.get(name)))
            or None
        )
        if has_conversation is not None:
            event_data.empty_start = not has_conversation
        # A session of the agent client protocol has no times (storage-facts 1.8).
        is_corrupted = "createdAtMs" in json_value and not event_data.creation_time
        producer.Produce(event_data, corrupted=is_corrupted)
