"""sandbox.json: what sandboxed commands may read, write and reach.

Sources: seed "cli-config.json, permissions.json and sandbox.json" (the name); Cursor's
sandbox.json reference (the fields).
"""

import re

from cursor_plaso import values
from cursor_plaso.files import settings
from cursor_plaso.files import shapes

_SWITCHES = ("type", "readBoundary", "disableTmpWrite", "enableSharedBuildCache")

_LISTS = ("additionalReadwritePaths", "additionalReadonlyPaths", "additionalReadPaths")


class SandboxReader(settings.SettingsFileReader):
    """Reader of sandbox.json."""

    KIND = "sandbox.json"
    NAMES = frozenset(["sandbox.json"])
    PATH_RE = re.compile(r"/\.cursor[^/]*/sandbox\.json\Z")
    SHAPE = {
        "networkPolicy": {"default": shapes.TEXT},
        **{name: shapes.SCALAR for name in _SWITCHES},
    }

    def _ReadDocumentValue(self, json_value, evidence_file, producer):
        """Reads the document.

        Args:
          json_value (dict[str, object]): document.
          evidence_file (EvidenceFile): file.
          producer (BaseProducer): producer.
        """
        for name in _SWITCHES:
            value = json_value.get(name)
            if not isinstance(value, (dict, list)):
                self._ProduceSetting(
                    f"sandbox {name:s}", value, name, evidence_file, producer
                )
        for name in _LISTS:
            self._ProduceList(
                json_value,
                name,
                evidence_file,
                producer,
                setting_name=f"sandbox {name:s}",
            )

        policy = values.GetDictionary(json_value, "networkPolicy")
        self._ProduceSetting(
            "sandbox networkPolicy.default",
            values.GetString(policy, "default"),
            "networkPolicy.default",
            evidence_file,
            producer,
        )
        for name in ("allow", "deny"):
            key = f"networkPolicy.{name:s}"
            self._ProduceList(
                policy,
                name,
                evidence_file,
                producer,
                setting_name=f"sandbox {key:s}",
                key=key,
            )
