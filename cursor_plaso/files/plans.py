"""<name>.plan.md: plans of the agent, with a front matter in YAML.

Source: storage-facts 7 (`plans/<slug>_<8 hex>.plan.md`: name, overview, todos,
isProject).
"""

import re

import yaml

from cursor_plaso import events
from cursor_plaso import todos
from cursor_plaso import values
from cursor_plaso.files import documents
from cursor_plaso.files import interface

# The base loader makes nothing but text, lists and dictionaries: no dates that do not
# exist, no merged keys, no objects.
_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)

_MAXIMUM_FRONT_MATTER_SIZE = 256 * 1024

_FRONT_MATTER_RE = re.compile(r"\A---[ \t]*\r?\n(.*?)^---[ \t]*\r?$", re.DOTALL | re.M)

_NAMES = ("name", "overview", "todos", "isProject")


class PlanReader(interface.FileReader):
    """Reader of <name>.plan.md."""

    KIND = "plan"
    SUFFIXES = (".plan.md",)

    def ReadFile(self, evidence_file, producer):
        """Reads a file.

        Args:
          evidence_file (EvidenceFile): file.
          producer (BaseProducer): producer.

        Returns:
          bool: True if the file is of this kind, even if it is damaged.
        """
        data = evidence_file.ReadData(_MAXIMUM_FRONT_MATTER_SIZE)
        if data is None:
            return False
        text = documents.DecodeText(data)
        match = _FRONT_MATTER_RE.match(text)
        # The plans of other programs have the suffix too, also below .cursor/plans.
        if (
            not match
            and evidence_file.is_cursor_path
            and text.startswith(("---\n", "---\r\n"))
        ):
            reason = "front matter without an end"
            if evidence_file.size > len(data):
                reason = (
                    f"front matter of more than {_MAXIMUM_FRONT_MATTER_SIZE:d} bytes"
                )
            self._Warn(evidence_file, reason, producer)
            return True
        if not match or not all(
            f"\n{name:s}:" in f"\n{match.group(1):s}" for name in ("name", "overview")
        ):
            return False

        reason = None
        try:
            front_matter = yaml.load(match.group(1), Loader=_LOADER)
        except (RecursionError, TypeError, ValueError, yaml.YAMLError) as exception:
            front_matter = _ReadLines(match.group(1))
            reason = f"front matter is not YAML: {type(exception).__name__:s}"
        if not isinstance(front_matter, dict):
            return False
        if not evidence_file.is_cursor_path and "todos" not in front_matter:
            return False

        event_data = events.CursorPlanEventData()
        event_data.evidence_source = self.KIND
        event_data.file_path = evidence_file.native_path
        event_data.message_body = "\n\n".join(
            text
            for text in (
                values.GetString(front_matter, "overview"),
                self._ReadText(evidence_file),
            )
            if text
        )
        event_data.name = values.GetString(front_matter, "name")
        event_data.project_path = evidence_file.project_path
        event_data.record_key = evidence_file.name
        event_data.todos = todos.GetTodos(front_matter, content_names=("content", "id"))
        evidence_file.SetFileTime(event_data)
        producer.Produce(event_data, corrupted=bool(reason))
        if reason:
            self._Warn(evidence_file, reason, producer)
        return True

    def _ReadText(self, evidence_file):
        """Reads the text of a plan.

        Args:
          evidence_file (EvidenceFile): file.

        Returns:
          str: text after the front matter.
        """
        text = documents.DecodeText(evidence_file.ReadData() or b"")
        match = _FRONT_MATTER_RE.match(text)
        return text[match.end() :].strip() if match else ""


def _ReadLines(text):
    """Reads the members of a front matter that is not YAML.

    Args:
      text (str): front matter.

    Returns:
      dict[str, str]: the members that stand on one line.
    """
    front_matter = {}
    for line in text.splitlines():
        name, separator, value = line.partition(":")
        if separator and name in _NAMES:
            front_matter[name] = value.strip().strip("\"'")
    return front_matter
