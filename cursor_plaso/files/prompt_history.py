"""prompt_history.json: the prompts typed, with no times.

One file per session of the Agent CLI, and one of the user across sessions. Sources:
seed "CLI session and trust files"; storage-facts 7.
"""

import re

from cursor_plaso import events
from cursor_plaso import locations
from cursor_plaso import values
from cursor_plaso.files import documents
from cursor_plaso.files import interface

_SESSION_RE = re.compile(r"/(?:chats/[^/]+|acp-sessions)/[^/]+/[^/]+\Z")

# The directory of a session that was handed over without what holds it.
_IDENTIFIER_RE = re.compile(r"/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/[^/]+\Z")


class PromptHistoryReader(interface.JSONFileReader):
    """Reader of prompt_history.json."""

    KIND = "prompt_history.json"
    DOCUMENT_TYPE = list
    NAMES = frozenset(["prompt_history.json"])

    def _IsCursorFile(self, evidence_file):
        """Determines if the path tells that the file is of Cursor.

        Args:
          evidence_file (EvidenceFile): file.

        Returns:
          bool: True if the file is of Cursor, or stands beside the meta.json of a
              session.
        """
        return evidence_file.is_cursor_path or "createdAtMs" in _ReadMetaFile(
            evidence_file
        )

    def _ReadDocumentValue(self, json_value, evidence_file, producer):
        """Reads the document.

        Args:
          json_value (list[object]): document.
          evidence_file (EvidenceFile): file.
          producer (BaseProducer): producer.
        """
        identifier, title, project_path = _GetSession(evidence_file)
        number_of_unsupported_entries = 0
        for index, prompt in enumerate(
            self._LimitEntries(evidence_file, json_value, producer)
        ):
            if producer.abort:
                return
            if not isinstance(prompt, str):
                number_of_unsupported_entries += 1
                continue
            event_data = events.CursorPromptEventData()
            event_data.conversation_identifier = identifier
            event_data.conversation_title = title
            event_data.evidence_source = self.KIND
            event_data.message_body = prompt
            event_data.project_path = project_path
            event_data.record_key = f"[{index:d}]"
            event_data.sequence_number = index
            producer.Produce(event_data)
        if number_of_unsupported_entries:
            self._Warn(
                evidence_file,
                f"{number_of_unsupported_entries:d} entries are not text",
                producer,
            )


def _GetSession(evidence_file):
    """Retrieves what the directory and the meta.json beside tell of the session.

    Args:
      evidence_file (EvidenceFile): file.

    Returns:
      tuple[str, str, str]: identifier, title and project path of the session, each None
          if not available.
    """
    if not _IsInSession(evidence_file):
        return None, None, None

    json_dict = _ReadMetaFile(evidence_file)
    title = values.GetString(json_dict, "title")
    path = values.GetString(json_dict, "cwd")
    project_path = locations.NormalizePath(path) if path else None
    return evidence_file.GetDirectoryName(), title, project_path


def _IsInSession(evidence_file):
    """Determines if a file stands in the directory of a session.

    Args:
      evidence_file (EvidenceFile): file.

    Returns:
      bool: True if the path is that of a file of a session.
    """
    lower_path = evidence_file.path.lower()
    return bool(_SESSION_RE.search(lower_path) or _IDENTIFIER_RE.search(lower_path))


def _ReadMetaFile(evidence_file):
    """Reads the meta.json beside the file.

    Args:
      evidence_file (EvidenceFile): file in the directory of a session.

    Returns:
      dict[str, object]: JSON object, empty if there is none or it is not in the
          directory of a session.
    """
    if not _IsInSession(evidence_file):
        return {}
    data = evidence_file.ReadNeighbour("meta.json")
    json_value, _ = documents.DecodeDocument(data) if data else (None, None)
    return json_value if isinstance(json_value, dict) else {}
