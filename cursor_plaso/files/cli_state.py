"""State of the agent worker: which worker served which folder on which machine.

Sources: seed "~/.cursor as the IDE writes it" (agent-cli-state.json), "Cursor IDE" and
"Cursor IDE on Windows" (control files of anysphere.cursor-agent-worker), "Secrets" (the
host name in the display names); storage-facts of ide_state.json.
"""

import re

from cursor_plaso import events
from cursor_plaso import locations
from cursor_plaso import values
from cursor_plaso.files import interface
from cursor_plaso.files import shapes

# Members that name a file.
_FILE_NAMES = frozenset(["absolutePath", "relativePath"])


class CLIStateReader(interface.JSONFileReader):
    """Reader of agent-cli-state.json."""

    KIND = "agent-cli-state.json"
    NAMES = frozenset(["agent-cli-state.json"])
    MARKER_RE = interface.CompileMarker("workerIdsByDisplayName")
    SHAPE = {"workerIdsByDisplayName": {"*": shapes.TEXT}}

    def _CheckShape(self, json_value, is_cursor_file):
        """Determines if the document has the shape of this kind.

        Args:
          json_value (dict[str, object]): document.
          is_cursor_file (bool): True if the path tells that the file is of Cursor.

        Returns:
          bool: True if the document has the shape of this kind.
        """
        return is_cursor_file or "workerIdsByDisplayName" in json_value

    def _ReadDocumentValue(self, json_value, evidence_file, producer):
        """Reads the document.

        Args:
          json_value (dict[str, object]): document.
          evidence_file (EvidenceFile): file.
          producer (BaseProducer): producer.
        """
        workers = values.GetDictionary(json_value, "workerIdsByDisplayName")
        names = self._LimitEntries(evidence_file, list(workers), producer)
        for name in names:
            if producer.abort:
                return
            # "<cwd> @ <hostname>"
            path, separator, _ = name.rpartition(" @ ")
            event_data = events.CursorWorkspaceEventData()
            event_data.evidence_source = self.KIND
            event_data.name = name
            event_data.project_path = (
                locations.NormalizePath(path) if separator and path else None
            )
            event_data.record_key = f"workerIdsByDisplayName.{name:s}"
            event_data.worker_identifier = values.ToString(workers[name])
            event_data.workspace_kind = "agent worker"
            evidence_file.SetFileTime(event_data)
            producer.Produce(event_data)


class WorkerRestartReader(interface.JSONFileReader):
    """Reader of cursor-agent-worker-<hash>.restart.json."""

    KIND = "agent worker restart.json"
    PREFIXES = ("cursor-agent-worker-",)
    PATH_RE = re.compile(r"/cursor-agent-worker-[^/]+\.restart\.json\Z")
    MARKER_RE = interface.CompileMarker("workerId")
    SHAPE = {
        "roots": (shapes.TEXT, [shapes.TEXT]),
        "version": shapes.TEXT,
        "workerId": shapes.TEXT,
        "workerName": shapes.TEXT,
    }

    def _CheckShape(self, json_value, is_cursor_file):
        """Determines if the document has the shape of this kind.

        Args:
          json_value (dict[str, object]): document.
          is_cursor_file (bool): True if the path tells that the file is of Cursor.

        Returns:
          bool: True if the document has the shape of this kind.
        """
        return "workerId" in json_value or "roots" in json_value

    def _ReadDocumentValue(self, json_value, evidence_file, producer):
        """Reads the document.

        Args:
          json_value (dict[str, object]): document.
          evidence_file (EvidenceFile): file.
          producer (BaseProducer): producer.
        """
        roots = self._LimitEntries(
            evidence_file, values.ToStrings(json_value.get("roots")), producer
        )
        for index, root in enumerate(roots or [None]):
            if producer.abort:
                return
            event_data = events.CursorWorkspaceEventData()
            event_data.evidence_source = self.KIND
            event_data.name = values.GetString(json_value, "workerName")
            event_data.project_path = locations.GetPathFromURI(root)
            event_data.record_key = f"roots[{index:d}]"
            event_data.worker_identifier = values.GetString(json_value, "workerId")
            event_data.worker_version = values.GetString(json_value, "version")
            event_data.workspace_kind = "agent worker"
            evidence_file.SetFileTime(event_data)
            producer.Produce(event_data)


class WorkerOwnerReader(interface.FileReader):
    """Reader of cursor-agent-worker-<hash>.owner.json, of which only the name is read.

    The file holds a hash of the account the worker belongs to.
    """

    KIND = "agent worker owner.json"
    PREFIXES = ("cursor-agent-worker-",)
    PATH_RE = re.compile(r"/cursor-agent-worker-[^/]+\.owner\.json\Z")

    def ReadFile(self, evidence_file, producer):
        """Reads a file.

        Args:
          evidence_file (EvidenceFile): file.
          producer (BaseProducer): producer.

        Returns:
          bool: True if the file is of this kind.
        """
        event_data = events.CursorWorkspaceEventData()
        event_data.evidence_source = self.KIND
        event_data.name = evidence_file.name[: -len(".owner.json")]
        event_data.record_key = evidence_file.name
        event_data.workspace_kind = "agent worker owner file"
        evidence_file.SetFileTime(event_data)
        producer.Produce(event_data)
        return True


class IDEStateReader(interface.JSONFileReader):
    """Reader of ide_state.json: the files viewed last, which the Agent CLI is told."""

    KIND = "ide_state.json"
    NAMES = frozenset(["ide_state.json"])
    PATH_RE = re.compile(r"/\.cursor[^/]*/ide_state\.json\Z")
    SHAPE = {
        "recentlyViewedFiles": [
            (shapes.STRING, {"absolutePath": shapes.TEXT, "relativePath": shapes.TEXT})
        ]
    }

    def _ReadDocumentValue(self, json_value, evidence_file, producer):
        """Reads the document.

        Args:
          json_value (dict[str, object]): document.
          evidence_file (EvidenceFile): file.
          producer (BaseProducer): producer.
        """
        files = values.GetList(json_value, "recentlyViewedFiles")
        for index, element in enumerate(
            self._LimitEntries(evidence_file, files, producer)
        ):
            if producer.abort:
                return
            path = None
            if isinstance(element, dict):
                path = values.GetString(element, "absolutePath") or values.GetString(
                    element, "relativePath"
                )
                if element and not path and not _FILE_NAMES.intersection(element):
                    self._Warn(evidence_file, "an entry names no file", producer)
            elif isinstance(element, str):
                path = element
            if path:
                event_data = events.CursorFileEditEventData()
                event_data.edit_kind = "recently viewed"
                event_data.evidence_source = self.KIND
                event_data.file_path = locations.GetPathFromURI(path)
                event_data.record_key = f"recentlyViewedFiles[{index:d}]"
                evidence_file.SetFileTime(event_data)
                producer.Produce(event_data)
