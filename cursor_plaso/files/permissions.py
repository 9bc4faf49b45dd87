"""permissions.json and mcp-approvals.json: what runs without asking.

permissions.json stands in the directory .cursor of the user and of a project. Sources:
seed "cli-config.json, permissions.json and sandbox.json" (the shape of 3.25.9, from the
bundle); Cursor's permissions.json reference (terminalAllowlist, mcpAllowlist, autoRun).
mcp-approvals.json lists the servers of a project that the user has approved for the
Agent CLI, each as <server>-<hash of its definition> (seed "Cursor Agent CLI").
"""

import re

from cursor_plaso import masking
from cursor_plaso import values
from cursor_plaso.files import settings
from cursor_plaso.files import shapes

# Members that hold lists, with the object that holds them.
_LISTS = (
    (None, "terminalAllowlist"),
    (None, "mcpAllowlist"),
    (None, "terminalDenylist"),
    (None, "mcpDenylist"),
    (None, "allowInstructions"),
    (None, "blockInstructions"),
    ("allowlists", "terminal"),
    ("allowlists", "mcp"),
    ("autoRun", "allow_instructions"),
    ("autoRun", "block_instructions"),
    ("autoRun", "allowInstructions"),
    ("autoRun", "blockInstructions"),
    ("autoRunInstructions", "allowInstructions"),
    ("autoRunInstructions", "blockInstructions"),
)

_SWITCHES = ("approvalMode",)


class PermissionsReader(settings.SettingsFileReader):
    """Reader of permissions.json."""

    KIND = "permissions.json"
    NAMES = frozenset(["permissions.json"])
    PATH_RE = re.compile(r"/\.cursor[^/]*/permissions\.json\Z")
    SHAPE = {
        "allowlists": {},
        "approvalMode": shapes.TEXT,
        "autoRun": {},
        "autoRunInstructions": {},
    }

    def _ReadDocumentValue(self, json_value, evidence_file, producer):
        """Reads the document.

        Args:
          json_value (dict[str, object]): document.
          evidence_file (EvidenceFile): file.
          producer (BaseProducer): producer.
        """
        for name in _SWITCHES:
            value = values.GetString(json_value, name)
            self._ProduceSetting(name, value, name, evidence_file, producer)

        for parent, name in _LISTS:
            json_dict = json_value
            key = name
            if parent:
                json_dict = values.GetDictionary(json_value, parent)
                key = f"{parent:s}.{name:s}"
            if isinstance(json_dict.get(name), str):
                json_dict = {name: [json_dict[name]]}
            self._ProduceList(json_dict, name, evidence_file, producer, key=key)


class MCPApprovalsReader(settings.SettingsFileReader):
    """Reader of mcp-approvals.json."""

    KIND = "mcp-approvals.json"
    DOCUMENT_TYPE = list
    NAMES = frozenset(["mcp-approvals.json"])
    PATH_RE = re.compile(r"/projects/[^/]+/mcp-approvals\.json\Z")

    def _ReadDocumentValue(self, json_value, evidence_file, producer):
        """Reads the document.

        Args:
          json_value (list[object]): document.
          evidence_file (EvidenceFile): file.
          producer (BaseProducer): producer.
        """
        entries = self._LimitEntries(evidence_file, json_value, producer)
        for index, entry in enumerate(entries):
            if producer.abort:
                return
            # A token may hold the dash that parts the name from the hash.
            entry = masking.MaskName(values.ToString(entry) or "")
            name, _, definition_hash = entry.rpartition("-")
            if not name:
                self._Warn(evidence_file, "an entry names no server", producer)
                continue
            self._ProduceSetting(
                "MCP server approved",
                name,
                f"[{index:d}]",
                evidence_file,
                producer,
                details=f"definition={definition_hash:s}",
                scope=f"project directory {evidence_file.GetDirectoryName():s}",
            )
