"""environment.json and worktrees.json: commands that a project has Cursor run.

Both stand in the directory .cursor of a project. environment.json tells how the machine
of a cloud agent is set up, worktrees.json what runs in a new worktree of an agent.
Sources: seed "Project-local files" (the directory and worktrees.json); Cursor's schema
of environment.json and its worktrees reference (the members).
"""

import re

from cursor_plaso import masking
from cursor_plaso import values
from cursor_plaso.files import settings
from cursor_plaso.files import shapes

_SWITCHES = ("name", "user", "snapshot", "agentCanUpdateSnapshot")

_COMMANDS = ("install", "start")

_BUILD_NAMES = ("dockerfile", "context")

_WORKTREE_NAMES = ("setup-worktree", "setup-worktree-unix", "setup-worktree-windows")


class EnvironmentReader(settings.SettingsFileReader):
    """Reader of environment.json."""

    KIND = "environment.json"
    NAMES = frozenset(["environment.json"])
    PATH_RE = re.compile(r"/\.cursor[^/]*/environment\.json\Z")
    SHAPE = {
        "build": {name: shapes.TEXT for name in _BUILD_NAMES},
        # There is a warning of terminals that are none.
        "terminals": [({"command": shapes.TEXT, "name": shapes.TEXT}, shapes.ANY)],
        **{name: shapes.SCALAR for name in _SWITCHES + _COMMANDS},
    }

    def _ReadDocumentValue(self, json_value, evidence_file, producer):
        """Reads the document.

        Args:
          json_value (dict[str, object]): document.
          evidence_file (EvidenceFile): file.
          producer (BaseProducer): producer.
        """
        for name in _SWITCHES + _COMMANDS:
            value = json_value.get(name)
            if not isinstance(value, (dict, list)):
                self._ProduceSetting(
                    f"environment {name:s}", value, name, evidence_file, producer
                )
        build = values.GetDictionary(json_value, "build")
        for name in _BUILD_NAMES:
            self._ProduceSetting(
                f"environment build.{name:s}",
                values.GetString(build, name),
                f"build.{name:s}",
                evidence_file,
                producer,
            )
        self._ProduceList(
            json_value,
            "repositoryDependencies",
            evidence_file,
            producer,
            setting_name="environment repositoryDependencies",
        )

        terminals = values.GetList(json_value, "terminals")
        terminals = self._LimitEntries(evidence_file, terminals, producer)
        for index, terminal in enumerate(terminals):
            if producer.abort:
                return
            if not isinstance(terminal, dict):
                self._Warn(evidence_file, "a terminal is not a JSON object", producer)
                continue
            name = values.GetString(terminal, "name")
            self._ProduceSetting(
                "environment terminal",
                values.GetString(terminal, "command"),
                f"terminals[{index:d}]",
                evidence_file,
                producer,
                details=f"name={masking.MaskText(name):s}" if name else None,
            )


class WorktreesReader(settings.SettingsFileReader):
    """Reader of worktrees.json."""

    KIND = "worktrees.json"
    NAMES = frozenset(["worktrees.json"])
    PATH_RE = re.compile(r"/\.cursor[^/]*/worktrees\.json\Z")

    def _ReadDocumentValue(self, json_value, evidence_file, producer):
        """Reads the document.

        Args:
          json_value (dict[str, object]): document.
          evidence_file (EvidenceFile): file.
          producer (BaseProducer): producer.
        """
        for name in _WORKTREE_NAMES:
            setup = json_value.get(name)
            # A list of commands, or the path of a script.
            if isinstance(setup, str):
                self._ProduceSetting(
                    f"worktree {name:s}", setup, name, evidence_file, producer
                )
            else:
                self._ProduceList(
                    json_value,
                    name,
                    evidence_file,
                    producer,
                    setting_name=f"worktree {name:s}",
                )
