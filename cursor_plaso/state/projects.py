"""Projects of the Agents window in ItemTable, and which agents belong to them.

"Glass" is what Cursor's storage calls the Agents window. Its project lists name
folders, repositories and cloud agents, most of them with times of their own (seed
"ItemTable keys", "Cloud-agent keys" and "Where the project path is recorded", observed
3.24.18 to 3.26.13; storage-facts 2.5).
"""

from cursor_plaso import events
from cursor_plaso import values
from cursor_plaso.state import item_table
from cursor_plaso.state import recents

_CLOUD_MEMBERSHIP_KEY = "glass.cloudAgentProjectMembership.v1"
_CLOUD_PROJECTS_KEY = "glass.cloudAgentProjects.v1"
_LOCAL_MEMBERSHIP_KEY = "glass.localAgentProjectMembership.v1"
_LOCAL_PROJECTS_KEY = "glass.localAgentProjects.v1"

# The kind of project per list, and the list of its agents.
_PROJECT_KINDS = {
    _CLOUD_PROJECTS_KEY: "cloud agent project",
    _LOCAL_PROJECTS_KEY: "local agent project",
}
_PROJECT_KEYS = {
    _CLOUD_MEMBERSHIP_KEY: _CLOUD_PROJECTS_KEY,
    _LOCAL_MEMBERSHIP_KEY: _LOCAL_PROJECTS_KEY,
}

_WINDOW_PROJECT_KINDS = {
    "cursor/glass.additionalProjects": "project",
    "cursor/glass.removedProjects": "removed project",
    "cursor/glass.removedRecentProjects": "removed recent project",
}

_CLOUD_TARGETS_KEY = "cursor/glass.projectSelector.recentCloudTargets"
_PINNED_KEY = "cursor/pinnedComposers"
_PANE_PREFIX = "glass.agentConversationPanes."
_WINDOW_AGENTS_KEY = "backgroundComposer.windowBcMapping"

_AGENT_KINDS = {
    "cursor/glass.lastRealAgent": "last agent",
    "cursor/glass.selectedAgent": "selected agent",
}

_TIME_FIELDS = {
    "creation_time": "createdAt",
    "last_used_time": "lastUsedAt",
    "update_time": "lastUpdatedAt",
}


class ProjectsReader(item_table.ItemTableReader):
    """Reader of the projects of the Agents window."""

    KEYS = frozenset(
        [
            _CLOUD_TARGETS_KEY,
            _PINNED_KEY,
            _WINDOW_AGENTS_KEY,
            *_AGENT_KINDS,
            *_PROJECT_KEYS,
            *_PROJECT_KINDS,
            *_WINDOW_PROJECT_KINDS,
        ]
    )
    PREFIXES = (_PANE_PREFIX,)

    def __init__(self, context):
        """Initializes a reader.

        Args:
          context (StateContext): context.
        """
        super().__init__(context)
        # Identifiers of the agents per list and identifier of a project.
        self._agents = {}
        # The projects wait for their agents: key, index and entry.
        self._projects = []

    def Finish(self):
        """Produces the projects, which need two rows."""
        for key, index, project in self._projects:
            if self._context.producer.abort:
                return
            self._ProduceProject(key, index, project)

        # What is left names a project that is not listed.
        for (key, project_identifier), agents in self._agents.items():
            if self._context.producer.abort:
                return
            membership_key = next(
                name for name, value in _PROJECT_KEYS.items() if value == key
            )
            event_data = events.CursorWorkspaceEventData()
            event_data.conversations = agents
            event_data.evidence_source = membership_key
            event_data.name = project_identifier
            event_data.workspace_kind = f"unlisted {_PROJECT_KINDS[key]:s}"
            self._SetFileTime(event_data)
            self._Produce(event_data, membership_key, suffix=project_identifier)

        self._agents = {}
        self._projects = []

    def ReadRow(self, key, value):
        """Reads a row.

        Args:
          key (str): key.
          value (object): stored value.
        """
        if key in _PROJECT_KINDS:
            if self._MayKeep(key, value):
                projects = self._DecodeJSON(key, value, list)
                for index, project in self._GetElements(key, projects or ()):
                    self._projects.append((key, index, project))
        elif key in _PROJECT_KEYS:
            if self._MayKeep(key, value):
                self._ReadMembership(key, value)
        elif key in _WINDOW_PROJECT_KINDS:
            self._ReadWindowProjects(key, value)
        elif key == _CLOUD_TARGETS_KEY:
            self._ReadCloudTargets(key, value)
        elif key == _PINNED_KEY:
            self._ProduceAgents(
                key,
                "pinned conversations",
                values.ToStrings(self._DecodeJSON(key, value, list)),
            )
        elif key == _WINDOW_AGENTS_KEY:
            windows = self._DecodeJSON(key, value, dict) or {}
            self._ProduceAgents(
                key,
                "cloud agents in windows",
                _GetIdentifiers(list(windows.values())),
            )
        elif key.startswith(_PANE_PREFIX):
            pane = self._DecodeJSON(key, value, dict) or {}
            self._ProduceAgents(
                key, "agents in a pane", _GetIdentifiers(pane.get("tabAgentIds"))
            )
        else:
            agent = self._DecodeString(key, value)
            if agent and agent[:1] in ("{", "["):
                self._Warn(key, "value is not an identifier")
            elif agent:
                self._ProduceAgents(key, _AGENT_KINDS[key], [agent])

    def _ProduceAgents(self, key, kind, agents):
        """Produces a list of conversations.

        Args:
          key (str): key of the row.
          kind (str): kind of the list.
          agents (list[str]): identifiers of the conversations.
        """
        if not agents:
            return
        event_data = events.CursorWorkspaceEventData()
        event_data.conversations = agents
        event_data.evidence_source = "ItemTable"
        event_data.workspace_kind = kind
        self._SetFileTime(event_data)
        self._Produce(
            event_data,
            key,
            conversation_identifier=agents[0] if key in _AGENT_KINDS else None,
        )

    def _ProduceProject(self, key, index, project):
        """Produces a project of a list of agent projects.

        Args:
          key (str): key of the row.
          index (int): index of the entry.
          project (dict[str, object]): JSON object.
        """
        fields = item_table.Fields(project)
        project_identifier = fields.GetString("id")
        workspace = fields.GetFields("workspace")

        event_data = events.CursorWorkspaceEventData()
        event_data.conversations = self._agents.pop((key, project_identifier), None)
        event_data.evidence_source = key
        event_data.is_archived = fields.GetBoolean("isArchived")
        event_data.name = fields.GetString("name")
        event_data.workspace_identifier = workspace.GetString("id")
        event_data.workspace_kind = _PROJECT_KINDS[key]
        recents.SetLocation(event_data, workspace.GetLocation("uri"))
        self._ProduceWithTimes(
            event_data, key, index, fields, corrupted=not project_identifier
        )

    def _ProduceWithTimes(self, event_data, key, index, fields, corrupted=False):
        """Produces a project at its own times, or else at the time of the file.

        Args:
          event_data (CursorWorkspaceEventData): event data.
          key (str): key of the row.
          index (int): index of the entry.
          fields (Fields): fields the event data was read from.
          corrupted (Optional[bool]): True if the record is partial.
        """
        for name, field in _TIME_FIELDS.items():
            setattr(event_data, name, fields.GetTime(field))
        item_table.SetTimeSource(event_data, _TIME_FIELDS)
        if not event_data.time_source:
            self._SetFileTime(event_data)
        self._Produce(
            event_data, key, suffix=f"[{index:d}]", fields=fields, corrupted=corrupted
        )

    def _ReadCloudTargets(self, key, value):
        """Reads the repositories that were selected for a cloud agent.

        Args:
          key (str): key of the row.
          value (object): stored value.
        """
        targets = self._DecodeJSON(key, value, list)
        for index, target in self._GetElements(key, targets or ()):
            fields = item_table.Fields(target)
            url = fields.GetString("repoUrl")
            event_data = events.CursorWorkspaceEventData()
            event_data.evidence_source = "ItemTable"
            event_data.last_used_time = fields.GetTime("lastSelectedAt")
            event_data.project_path = item_table.MaskAddress(url) if url else None
            event_data.workspace_kind = "recent cloud target"
            item_table.SetTimeSource(event_data, {"last_used_time": "lastSelectedAt"})
            if not event_data.last_used_time:
                self._SetFileTime(event_data)
            self._Produce(
                event_data,
                key,
                suffix=f"[{index:d}]",
                fields=fields,
                corrupted=not url,
            )

    def _ReadMembership(self, key, value):
        """Reads which agents belong to which project.

        Args:
          key (str): key of the row.
          value (object): stored value.
        """
        membership = self._DecodeJSON(key, value, dict) or {}
        others = 0
        for agent, project_identifier in membership.items():
            project_identifier = values.ToString(project_identifier)
            if project_identifier:
                self._agents.setdefault(
                    (_PROJECT_KEYS[key], project_identifier), []
                ).append(agent)
            else:
                others += 1
        if others:
            self._Warn(key, f"{others:d} members name no project")

    def _ReadWindowProjects(self, key, value):
        """Reads the projects of the Agents window.

        Args:
          key (str): key of the row.
          value (object): stored value: a list of identifiers or of objects.
        """
        projects = self._DecodeJSON(key, value, list)
        if not projects:
            return
        projects = [
            {"id": project} if isinstance(project, str) else project
            for project in projects
        ]
        for index, project in self._GetElements(key, projects):
            fields = item_table.Fields(project)
            workspace = fields.GetFields("workspaceIdentifier")
            identifier = fields.GetString("id")

            event_data = events.CursorWorkspaceEventData()
            event_data.evidence_source = key
            event_data.name = fields.GetString("name")
            event_data.repositories = [
                item_table.MaskAddress(url) for url in fields.GetStrings("repoUrls")
            ]
            event_data.workspace_identifier = workspace.GetString("id") or identifier
            event_data.workspace_kind = _WINDOW_PROJECT_KINDS[key]
            recents.SetLocation(
                event_data,
                workspace.GetLocation("uri"),
                display_path=fields.GetString("displayPath"),
            )
            self._ProduceWithTimes(event_data, key, index, fields)


def _GetIdentifiers(json_value):
    """Retrieves the identifiers of agents.

    Args:
      json_value (object): JSON value: a string, or lists and objects of identifiers.

    Returns:
      list[str]: identifiers, each once.
    """
    identifiers = []
    stack = [(json_value, 0)]
    while stack:
        element, depth = stack.pop()
        if isinstance(element, str) and element:
            identifiers.append(element)
        elif isinstance(element, dict) and depth < 3:
            stack.extend((value, depth + 1) for value in reversed(element.values()))
        elif isinstance(element, list) and depth < 3:
            stack.extend((value, depth + 1) for value in reversed(element))
    return list(dict.fromkeys(identifiers))
