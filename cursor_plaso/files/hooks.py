"""hooks.json: commands that run at events of the agent.

Sources: seed "Cursor Agent CLI" (user, managed and enterprise paths) and "Project-local
files"; Cursor's hooks reference (members of a hook).
"""

import re

from cursor_plaso import masking
from cursor_plaso import values
from cursor_plaso.files import settings
from cursor_plaso.files import shapes

# Members of a hook that tell when it runs and what its failure does.
_DETAILS = ("type", "matcher", "timeout", "failClosed", "loop_limit")


class HooksReader(settings.SettingsFileReader):
    """Reader of hooks.json."""

    KIND = "hooks.json"
    NAMES = frozenset(["hooks.json"])
    PATH_RE = re.compile(r"/\.?cursor[^/]*/(?:managed/[^/]+/)?hooks\.json\Z")
    SHAPE = {
        "hooks": {
            "*": (
                [
                    (
                        shapes.TEXT,
                        {
                            "args": [shapes.TEXT],
                            "command": shapes.TEXT,
                            "prompt": shapes.TEXT,
                            **{name: shapes.SCALAR for name in _DETAILS},
                        },
                    )
                ],
                # There is a warning of what is no list.
                shapes.ANY,
            )
        }
    }

    def _CheckShape(self, json_value, is_cursor_file):
        """Determines if the document has the shape of this kind.

        Args:
          json_value (dict[str, object]): document.
          is_cursor_file (bool): True if the path tells that the file is of Cursor.

        Returns:
          bool: True if the document has the shape of this kind.
        """
        return is_cursor_file and (
            isinstance(json_value.get("hooks"), dict)
            or ("hooks" in json_value and "version" in json_value)
        )

    def _ReadDocumentValue(self, json_value, evidence_file, producer):
        """Reads the document.

        Args:
          json_value (dict[str, object]): document.
          evidence_file (EvidenceFile): file.
          producer (BaseProducer): producer.
        """
        entries = []
        for event, hooks in values.GetDictionary(json_value, "hooks").items():
            if isinstance(hooks, list):
                entries.extend((event, *entry) for entry in enumerate(hooks))
            else:
                self._Warn(evidence_file, "the hooks of an event are no list", producer)

        entries = self._LimitEntries(evidence_file, entries, producer)
        for event, index, hook in entries:
            if producer.abort:
                return
            if not isinstance(hook, dict):
                hook = {"command": hook}
            command = masking.MaskCommand(hook.get("command"), hook.get("args"))
            self._ProduceSetting(
                f"hook {event:s}",
                command or values.GetString(hook, "prompt"),
                f"hooks.{event:s}[{index:d}]",
                evidence_file,
                producer,
                details=_GetDetails(hook),
            )


def _GetDetails(hook):
    """Retrieves the details of a hook.

    Args:
      hook (dict[str, object]): hook.

    Returns:
      str: details, such as "matcher=curl timeout=10", or None if there are none.
    """
    details = []
    for name in _DETAILS:
        value = hook.get(name)
        if isinstance(value, (str, int, float)):
            text = values.ToText(value)
            if text:
                details.append(f"{name:s}={masking.MaskText(text):s}")
    return " ".join(details) or None
