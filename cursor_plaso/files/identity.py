"""Identifiers of the installation, and files whose presence alone is evidence.

Sources: seed "Credentials" (device identifiers, auth.json, mcp-auth.json and
.cursor_info), "~/.cursor as the IDE writes it" (argv.json) and "Cursor IDE on Windows"
(machineid).
"""

import re

from cursor_plaso import events
from cursor_plaso import values
from cursor_plaso.files import interface
from cursor_plaso.files import shapes

_MAXIMUM_IDENTIFIER_SIZE = 256

_IDENTIFIER_RE = re.compile(rb"\A[0-9A-Za-z-]{8,128}\Z")


def ProduceIdentity(name, value, key, kind, evidence_file, producer):
    """Produces the event of an identifier.

    Args:
      name (str): name of the identifier.
      value (str): identifier.
      key (str): place of the identifier in the file.
      kind (str): kind of the file.
      evidence_file (EvidenceFile): file.
      producer (BaseProducer): producer.
    """
    event_data = events.CursorAccountEventData()
    event_data.evidence_source = kind
    event_data.identity_name = name
    event_data.identity_value = value
    event_data.record_key = key
    evidence_file.SetFileTime(event_data)
    producer.Produce(event_data)


class ArgumentsReader(interface.JSONFileReader):
    """Reader of argv.json, of which the identifier of the crash reporter is read."""

    KIND = "argv.json"
    NAMES = frozenset(["argv.json"])
    PATH_RE = re.compile(r"/\.cursor[^/]*/argv\.json\Z")
    SHAPE = {"crash-reporter-id": shapes.TEXT}

    def _ReadDocumentValue(self, json_value, evidence_file, producer):
        """Reads the document.

        Args:
          json_value (dict[str, object]): document.
          evidence_file (EvidenceFile): file.
          producer (BaseProducer): producer.
        """
        name = "crash-reporter-id"
        identifier = values.GetString(json_value, name)
        if identifier:
            ProduceIdentity(name, identifier, name, self.KIND, evidence_file, producer)


class MachineIdentifierReader(interface.FileReader):
    """Reader of machineid, the device identifier in the user data directory."""

    KIND = "machineid"
    NAMES = frozenset(["machineid"])
    PATH_RE = re.compile(r"/(?:cursor[^/]*|user-data|data)/machineid\Z")

    def ReadFile(self, evidence_file, producer):
        """Reads a file.

        Args:
          evidence_file (EvidenceFile): file.
          producer (BaseProducer): producer.

        Returns:
          bool: True if the file is of this kind.
        """
        if not evidence_file.IsCursorUserData():
            return False
        data = evidence_file.ReadData(_MAXIMUM_IDENTIFIER_SIZE) or b""
        data = data.strip()
        if not _IDENTIFIER_RE.match(data):
            self._Warn(evidence_file, "not an identifier", producer)
            return True
        ProduceIdentity(
            self.KIND,
            data.decode("ascii"),
            self.KIND,
            self.KIND,
            evidence_file,
            producer,
        )
        return True


class SecretFileReader(interface.FileReader):
    """Reader of files of secrets, which are never opened."""

    KIND = "secret file"
    NAMES = frozenset([".cursor_info", "auth.json", "mcp-auth.json"])
    PATH_RE = re.compile(
        r"/(?:\.?cursor[^/]*/auth\.json|projects/[^/]+/mcp-auth\.json|\.cursor_info)\Z"
    )

    # What the secrets of a file are for.
    _PURPOSES = {
        ".cursor_info": "authentication token (.cursor_info)",
        "auth.json": "Agent CLI tokens (auth.json)",
        "mcp-auth.json": "MCP OAuth tokens (mcp-auth.json)",
    }

    def ReadFile(self, evidence_file, producer):
        """Reads a file.

        Args:
          evidence_file (EvidenceFile): file.
          producer (BaseProducer): producer.

        Returns:
          bool: True if the file is of this kind.
        """
        name = evidence_file.name.lower()
        if name != ".cursor_info" and not evidence_file.is_cursor_path:
            return False
        if not evidence_file.size:
            return True
        event_data = events.CursorAccountEventData()
        event_data.evidence_source = name
        event_data.record_key = name
        event_data.secret_name = self._PURPOSES[name]
        event_data.secret_present = True
        evidence_file.SetFileTime(event_data)
        producer.Produce(event_data)
        return True
