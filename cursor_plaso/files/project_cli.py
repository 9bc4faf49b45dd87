"""cli.json: permissions that a project gives the Agent CLI.

Sources: storage-facts 7 (`{permissions: {allow, deny}}`); seed "Project-local files".
"""

import re

from cursor_plaso import values
from cursor_plaso.files import settings


class ProjectCLIReader(settings.SettingsFileReader):
    """Reader of cli.json in the directory .cursor of a project."""

    KIND = "cli.json"
    NAMES = frozenset(["cli.json"])
    PATH_RE = re.compile(r"/\.cursor[^/]*/cli\.json\Z")
    SHAPE = {"permissions": {}}

    def _ReadDocumentValue(self, json_value, evidence_file, producer):
        """Reads the document.

        Args:
          json_value (dict[str, object]): document.
          evidence_file (EvidenceFile): file.
          producer (BaseProducer): producer.
        """
        permissions = values.GetDictionary(json_value, "permissions")
        for name in ("allow", "deny"):
            self._ProduceList(
                permissions, name, evidence_file, producer, key=f"permissions.{name:s}"
            )
