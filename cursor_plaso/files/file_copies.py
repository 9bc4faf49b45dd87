"""Copies of edited files: the local history, and the checkpoints of agent requests.

An event names the file and tells the size and the hash of the copy, never the content.
Sources: seed "Cursor IDE" (User/History/<hex>/entries.json) and "Retrieval checkpoints"
(both directory names, anysphere.cursor-retrieval and anysphere.cursor-commits).
"""

import re

from cursor_plaso import events
from cursor_plaso import locations
from cursor_plaso import times
from cursor_plaso import values
from cursor_plaso.files import interface
from cursor_plaso.files import shapes


class LocalHistoryReader(interface.JSONFileReader):
    """Reader of entries.json of the local history of a file."""

    KIND = "entries.json"
    NAMES = frozenset(["entries.json"])
    PATH_RE = re.compile(r"/user/(?:profiles/[^/]+/)?history/[^/]+/entries\.json\Z")
    SHAPE = {
        # There is a warning of entries that are none.
        "entries": [
            (
                {
                    "id": shapes.TEXT,
                    "source": shapes.TEXT,
                    "sourceDescription": shapes.TEXT,
                    "timestamp": shapes.TIME,
                },
                shapes.ANY,
            )
        ],
        "resource": (shapes.STRING, {}),
    }

    def _IsCursorFile(self, evidence_file):
        """Determines if the path tells that the file is of Cursor.

        Args:
          evidence_file (EvidenceFile): file.

        Returns:
          bool: True if the file is of Cursor.
        """
        return evidence_file.IsCursorUserData()

    def _CheckShape(self, json_value, is_cursor_file):
        """Determines if the document has the shape of this kind.

        Args:
          json_value (dict[str, object]): document.
          is_cursor_file (bool): True if the path tells that the file is of Cursor.

        Returns:
          bool: True if the document has the shape of this kind.
        """
        return "entries" in json_value

    def _ReadDocumentValue(self, json_value, evidence_file, producer):
        """Reads the document.

        Args:
          json_value (dict[str, object]): document.
          evidence_file (EvidenceFile): file.
          producer (BaseProducer): producer.
        """
        path = locations.GetPathFromURI(json_value.get("resource"))
        entries = values.GetList(json_value, "entries")
        for index, entry in enumerate(
            self._LimitEntries(evidence_file, entries, producer)
        ):
            if producer.abort:
                return
            if not isinstance(entry, dict):
                self._Warn(evidence_file, "an entry is not a JSON object", producer)
                continue

            identifier = values.GetString(entry, "id")
            size, sha256 = None, None
            if identifier:
                size, sha256 = evidence_file.HashNeighbour(identifier)

            event_data = events.CursorFileEditEventData()
            event_data.change_summary = values.GetString(
                entry, "sourceDescription"
            ) or values.GetString(entry, "source")
            event_data.content_sha256 = sha256
            event_data.content_size = size
            event_data.creation_time = times.FromMilliseconds(entry.get("timestamp"))
            event_data.edit_kind = "local history"
            event_data.evidence_source = self.KIND
            event_data.file_path = path
            event_data.record_key = f"entries[{index:d}] {identifier or '':s}".strip()
            if event_data.creation_time:
                event_data.time_source = "timestamp"
            else:
                evidence_file.SetFileTime(event_data)
            producer.Produce(event_data, corrupted=not (path and identifier))


class CheckpointReader(interface.JSONFileReader):
    """Reader of metadata.json of a checkpoint, one per request that edited a file."""

    KIND = "checkpoint metadata.json"
    NAMES = frozenset(["metadata.json"])
    PATH_RE = re.compile(
        r"/anysphere\.cursor-(?:commits|retrieval)/checkpoints/[^/]+/metadata\.json\Z"
    )
    SHAPE = {
        "agentRequestId": shapes.TEXT,
        # There is a warning of files that are none.
        "requestFiles": [
            (
                {
                    "fileUuid": shapes.TEXT,
                    "fsPath": shapes.TEXT,
                    "gitInfo": {
                        "gitInfo": {
                            "branch": shapes.TEXT,
                            "commitHash": shapes.TEXT,
                            "gitRoot": shapes.TEXT,
                        }
                    },
                    "tooBig": shapes.BOOLEAN,
                },
                shapes.ANY,
            )
        ],
        "startTrackingDateUnixMilliseconds": shapes.TIME,
        "workspaceId": shapes.TEXT,
    }

    def _IsCursorFile(self, evidence_file):
        """Determines if the path tells that the file is of Cursor.

        Args:
          evidence_file (EvidenceFile): file.

        Returns:
          bool: True: only Cursor has directories of these names.
        """
        return True

    def _SetDiff(self, event_data, evidence_file, identifier):
        """Sets what the request changed, from the file beside the copy.

        Args:
          event_data (CursorFileEditEventData): event data.
          evidence_file (EvidenceFile): file.
          identifier (str): identifier of the copy.
        """
        diff, _ = values.DecodeJSON(evidence_file.ReadNeighbour("diffs", identifier))
        if not isinstance(diff, dict):
            return

        kind = values.GetString(diff, "kind")
        if kind:
            event_data.change_summary = kind.removeprefix("KIND_").lower()

        changes = values.GetList(diff, "diffChanges")
        if changes:
            event_data.lines_added = 0
        for change in changes:
            if not isinstance(change, dict):
                continue
            event_data.lines_added += len(values.GetList(change, "addedLines"))
            start = values.GetInteger(change, "originalStartLineNumberOneIndexed")
            end = values.GetInteger(change, "originalEndLineNumberExclusiveOneIndexed")
            if start is not None and end is not None and end >= start:
                event_data.lines_removed = (event_data.lines_removed or 0) + end - start

    def _ReadDocumentValue(self, json_value, evidence_file, producer):
        """Reads the document.

        Args:
          json_value (dict[str, object]): document.
          evidence_file (EvidenceFile): file.
          producer (BaseProducer): producer.
        """
        time_name = "startTrackingDateUnixMilliseconds"
        creation_time = times.FromMilliseconds(json_value.get(time_name))
        request_identifier = (
            values.GetString(json_value, "agentRequestId")
            or evidence_file.GetDirectoryName()
        )

        files = values.GetList(json_value, "requestFiles")
        for index, element in enumerate(
            self._LimitEntries(evidence_file, files, producer)
        ):
            if producer.abort:
                return
            if not isinstance(element, dict):
                self._Warn(evidence_file, "a file is not a JSON object", producer)
                continue

            identifier = values.GetString(element, "fileUuid")
            path = values.GetString(element, "fsPath")
            size, sha256 = None, None
            if identifier:
                size, sha256 = evidence_file.HashNeighbour("files", identifier)
            # The object of git's data stands in an object of the same name.
            git = values.GetDictionary(element, "gitInfo")
            git = values.GetDictionary(git, "gitInfo") or git
            git_root = values.GetString(git, "gitRoot")

            event_data = events.CursorFileEditEventData()
            event_data.content_sha256 = sha256
            event_data.content_size = size
            event_data.creation_time = creation_time
            event_data.edit_kind = "shadow copy"
            event_data.evidence_source = self.KIND
            event_data.file_path = locations.NormalizePath(path) if path else None
            event_data.git_branch = values.GetString(git, "branch")
            event_data.git_commit = values.GetString(git, "commitHash")
            event_data.project_path = (
                locations.NormalizePath(git_root) if git_root else None
            )
            event_data.record_key = f"requestFiles[{index:d}] {identifier or '':s}"
            event_data.request_identifier = request_identifier
            event_data.workspace_identifier = values.GetString(
                json_value, "workspaceId"
            )
            if identifier:
                self._SetDiff(event_data, evidence_file, identifier)
            if values.GetBoolean(element, "tooBig"):
                event_data.change_summary = "too big, no copy"
            if creation_time:
                event_data.time_source = time_name
            else:
                evidence_file.SetFileTime(event_data)
            producer.Produce(event_data, corrupted=not path)
        if evidence_file.number_of_large_neighbours:
            self._Warn(
                evidence_file,
                f"{evidence_file.number_of_large_neighbours:d} diffs are too large and "
                "were not read",
                producer,
            )
