"""Cloud agents: what a store keeps of agents that ran on Cursor's machines.

The list of an account's agents in ItemTable, the decision on a request of an agent to
authorise an MCP server, the repositories that agents may use, and the details that
are cached when the conversation of an agent is opened again (seed "Cloud agents",
"Cloud-agent keys" and "Sync, relay and origin rows", observed on Windows 3.26.13;
storage-facts 3).
"""

import urllib.parse

from cursor_plaso import events
from cursor_plaso import keys
from cursor_plaso import masking
from cursor_plaso import times
from cursor_plaso import values
from cursor_plaso.agent import decode
from cursor_plaso.agent import details as agent_details
from cursor_plaso.state import cloud_setup
from cursor_plaso.state import item_table
from cursor_plaso.state import models

ORIGIN = "remote cursor cloud agent"

_AGENTS_KEY = "cloudAgentRepository.agents"
_AUTHORISATION_KEY = "cloudAgentRepository.mcpAuthResolution"
_PINNED_PREFIX = "cloudAgentRepository.serverPinnedBcIds."
_REPOSITORIES_KEY = "cloudEnvironmentTemplate.githubRepos"
_LAST_OPENED_KEY = "workbench.backgroundComposer.persistentData"
_WINDOW_AGENT_KEY = "workbench.backgroundComposer.workspacePersistentData"

# Members of an element of the list of agents that are told by their names.
_DETAIL_NAMES = (
    "cloudTargetKey",
    "environmentPublicId",
    "hasPendingInteraction",
    "isOwnedByDifferentTeamMember",
    "startedAsNewProject",
    "usePrivateWorker",
)

# Stored field per time attribute.
_TIME_FIELDS = {
    "creation_time": "createdAt",
    "last_access_time": "lastReadAtMs",
    "last_active_time": "lastMessageActivityAtMs",
    "row_update_time": "rowUpdatedAtMs",
    "update_time": "updatedAt",
}


class CachedDetailsReader(item_table.ItemTableReader):
    """Reader of the cached details of cloud agents, which are protobuf messages."""

    PREFIXES = (keys.CLOUD_DETAILS_PREFIX,)
    TABLE_NAME = keys.DISK_TABLE_NAME

    def ReadRow(self, key, value):
        """Reads a row.

        Args:
          key (str): key, such as "bcCachedDetails:bc-<uuid>".
          value (object): stored value: a blob, its hexadecimal text or None.
        """
        if value in (None, "", b""):
            return
        if isinstance(value, str):
            value = values.DecodeHexadecimal(value)
        details = decode.DecodeCloudDetails(value)
        if details is None:
            self._Warn(key, "value is not a message of cached details")
            return
        if details.warnings:
            self._Warn(key, "; ".join(details.warnings))

        agent_identifier = details.agent_id or key[len(keys.CLOUD_DETAILS_PREFIX) :]
        self._ProduceAgent(key, agent_identifier, details)
        if details.summary:
            self._ProduceSummary(key, agent_identifier, details)

    def _ProduceAgent(self, key, agent_identifier, details):
        """Produces the cloud agent.

        Args:
          key (str): key of the row.
          agent_identifier (str): identifier of the agent.
          details (CloudAgentDetails): details.
        """
        event_data = events.CursorCloudAgentEventData()
        event_data.base_branch = details.base_branch
        event_data.changed_files = [
            agent_details.GetChangedFileLabel(changed_file)
            for changed_file in details.changed_files
        ]
        event_data.conversation_title = details.name
        event_data.creation_time = times.FromMilliseconds(details.created_ms)
        event_data.details = agent_details.GetCloudAgentDetails(details)
        event_data.environment_name = details.environment_name
        event_data.evidence_source = "cached details"
        event_data.git_branch = details.branch
        event_data.is_archived = _GetBoolean(details.is_archived)
        event_data.is_killed = _GetBoolean(details.is_killed)
        event_data.last_active_time = times.FromMilliseconds(details.last_activity_ms)
        event_data.latest_commit = details.latest_commit or details.head_commit
        event_data.lines_added = details.lines_added
        event_data.lines_removed = details.lines_removed
        event_data.model = details.model_name
        event_data.name = details.name
        event_data.origin = ORIGIN
        event_data.prompt = details.prompt
        event_data.pull_request_status = details.pull_request_status_number
        event_data.pull_request_url = ", ".join(details.pull_request_urls) or None
        if details.repository_url:
            event_data.repository_url = item_table.MaskAddress(details.repository_url)
        if details.requested_model != details.model_name:
            event_data.requested_model = details.requested_model
        event_data.source_number = details.source_number
        event_data.starting_commit = details.starting_commit
        event_data.status_number = details.status_number
        event_data.update_time = times.FromMilliseconds(details.updated_ms)
        event_data.vm_started = _GetBoolean(details.vm_started)
        event_data.workspace_root_path = details.workspace_root_path

        event_data.project_path = event_data.repository_url
        event_data.source_host = GetGitHubRepository(event_data.repository_url)
        if (
            details.prompt
            and details.prompt_size
            and len(details.prompt.encode("utf-8", errors="backslashreplace"))
            < details.prompt_size
        ):
            event_data.prompt_sha256 = details.prompt_sha256
            event_data.prompt_size = details.prompt_size

        item_table.SetTimeSource(
            event_data,
            {
                "creation_time": "created_at_ms",
                "last_active_time": "last_message_activity_at_ms",
                "update_time": "updated_at_ms",
            },
        )
        self._Produce(
            event_data,
            key,
            conversation_identifier=agent_identifier,
            corrupted=details.is_corrupted,
        )

    def _ProduceSummary(self, key, agent_identifier, details):
        """Produces the summary of the agent.

        Args:
          key (str): key of the row.
          agent_identifier (str): identifier of the agent.
          details (CloudAgentDetails): details.
        """
        event_data = events.CursorCloudAgentTextEventData()
        event_data.conversation_title = details.name
        event_data.evidence_source = "cached details"
        event_data.index_source = "summary"
        event_data.message_body = details.summary
        event_data.origin = ORIGIN
        if details.repository_url:
            event_data.project_path = item_table.MaskAddress(details.repository_url)
        event_data.update_time = times.FromMilliseconds(details.updated_ms)
        item_table.SetTimeSource(event_data, {"update_time": "updated_at_ms"})
        self._Produce(
            event_data,
            key,
            suffix="summary",
            conversation_identifier=agent_identifier,
            corrupted=details.is_corrupted,
        )


class CloudAgentsReader(item_table.ItemTableReader):
    """Reader of the cloud agents in ItemTable."""

    KEYS = frozenset(
        [
            _AGENTS_KEY,
            _AUTHORISATION_KEY,
            _LAST_OPENED_KEY,
            _REPOSITORIES_KEY,
            _WINDOW_AGENT_KEY,
        ]
    )
    PREFIXES = (f"{_AGENTS_KEY:s}.", _PINNED_PREFIX)

    def __init__(self, context):
        """Initializes a reader.

        Args:
          context (StateContext): context.
        """
        super().__init__(context)
        # Repository and model per agent.
        self._agents = {}
        # The decisions wait for the agents: suffix and element.
        self._decisions = []
        # Hashes of the elements read: the list of one account can stand under both
        # spellings of the account.
        self._elements = set()

    def Finish(self):
        """Produces the decisions, which need the agents."""
        for suffix, decision in self._decisions:
            if self._context.producer.abort:
                return
            self._ProduceDecision(suffix, decision)
        self._decisions = []

    def ReadRow(self, key, value):
        """Reads a row.

        Args:
          key (str): key.
          value (object): stored value.
        """
        if key == _AUTHORISATION_KEY:
            self._ReadDecisions(key, value)
        elif key == _REPOSITORIES_KEY:
            self._ReadRepositories(key, value)
        elif key == _WINDOW_AGENT_KEY:
            self._ReadWindowAgent(key, value)
        elif key == _LAST_OPENED_KEY:
            json_dict = self._DecodeJSON(key, value, dict)
            if json_dict is not None:
                self._ProduceList(
                    key, "last opened cloud agents", json_dict.get("lastOpenedBcIds")
                )
        elif key.startswith(_PINNED_PREFIX):
            self._ProduceList(
                key, "pinned cloud agents", self._DecodeJSON(key, value, list)
            )
        else:
            account = urllib.parse.unquote(
                key[len(_AGENTS_KEY) + 1 :], errors="backslashreplace"
            )
            agents = self._DecodeJSON(key, value, list)
            for index, agent in self._GetElements(key, agents or ()):
                self._ReadAgent(key, index, agent, account)

    def _ProduceDecision(self, suffix, decision):
        """Produces the decision on a request to authorise an MCP server.

        Args:
          suffix (str): place of the decision in the value or None.
          decision (dict[str, object]): JSON object.
        """
        fields = item_table.Fields(decision)
        agent_identifier = fields.GetString("agentId")
        repository, model = self._agents.get(agent_identifier, (None, None))

        event_data = events.CursorPermissionDecisionEventData()
        event_data.call_summary = (
            f"mcp auth for cloud agent {agent_identifier or '-':s}"
        )
        event_data.decision = fields.GetString("userDecision")
        event_data.evidence_source = _AUTHORISATION_KEY
        event_data.model = model
        event_data.project_path = repository
        event_data.tool_call_identifier = fields.GetString("toolCallId")
        self._SetFileTime(event_data)
        self._Produce(
            event_data,
            _AUTHORISATION_KEY,
            suffix=suffix,
            fields=fields,
            conversation_identifier=agent_identifier,
            corrupted=not (event_data.decision and agent_identifier),
        )

    def _ProduceList(self, key, kind, json_value):
        """Produces a list of identifiers of cloud agents.

        Args:
          key (str): key of the row.
          kind (str): kind of the list.
          json_value (object): JSON value: a list of identifiers or an object of them.
        """
        if isinstance(json_value, dict):
            json_value = list(json_value.values())
        identifiers = values.ToStrings(json_value)
        if not identifiers:
            return
        event_data = events.CursorWorkspaceEventData()
        event_data.conversations = identifiers
        event_data.evidence_source = "ItemTable"
        event_data.workspace_kind = kind
        self._SetFileTime(event_data)
        self._Produce(event_data, key)

    def _ReadAgent(self, key, index, agent, account):
        """Reads a cloud agent.

        Args:
          key (str): key of the row.
          index (int): index of the element.
          agent (dict[str, object]): JSON object.
          account (str): identifier of the account, which may be empty.
        """
        text = values.EncodeJSON(agent)
        if text:
            element_hash = hash((account, text))
            if element_hash in self._elements:
                return
            self._elements.add(element_hash)

        fields = item_table.Fields(agent)
        event_data = events.CursorCloudAgentEventData()
        event_data.account_identifier = account or None
        event_data.base_branch = fields.GetString("baseBranch")
        event_data.details = _GetDetails(agent)
        event_data.environment_name = fields.GetString("environmentName")
        event_data.evidence_source = "cloud agent list"
        event_data.git_branch = fields.GetString("branchName")
        event_data.is_archived = fields.GetBoolean("isArchived")
        event_data.is_killed = fields.GetBoolean("isKilled")
        event_data.lines_added = fields.GetInteger("linesAdded")
        event_data.lines_removed = fields.GetInteger("linesRemoved")
        event_data.name = fields.GetString("name")
        event_data.origin = ORIGIN
        event_data.pull_request_status = fields.GetInteger("prStatus")
        event_data.pull_request_url = fields.GetString("prUrl")
        event_data.repository_url = _GetURL(fields, "repoUrl")
        event_data.source_number = fields.GetInteger("source")
        event_data.starting_commit = fields.GetString("startingCommit")
        event_data.status_number = fields.GetInteger("status")
        event_data.vm_started = fields.GetBoolean("hasStartedVm")
        event_data.workflow_status_number = fields.GetInteger("workflowStatus")
        event_data.workspace_root_path = fields.GetString("workspaceRootPath")

        event_data.conversation_title = event_data.name
        event_data.project_path = event_data.repository_url
        event_data.source_host = GetGitHubRepository(event_data.repository_url)

        event_data.model = fields.GetFields("modelDetails").GetString("modelName")
        requested_model = fields.GetFields("requestedModel").GetString("modelId")
        if requested_model != event_data.model:
            event_data.requested_model = requested_model

        for name, field in _TIME_FIELDS.items():
            setattr(event_data, name, fields.GetTime(field))
        item_table.SetTimeSource(event_data, _TIME_FIELDS)

        agent_identifier = fields.GetString("bcId")
        if not agent_identifier and not fields.problems:
            self._Warn(key, f"element {index:d} has no bcId")

        # Produce cleans the attributes in place.
        change = events.CursorModelChangeEventData()
        change.conversation_title = event_data.name
        change.creation_time = event_data.creation_time
        change.evidence_source = event_data.evidence_source
        change.git_branch = event_data.git_branch
        change.model = event_data.model
        change.project_path = event_data.repository_url
        change.requested_model = event_data.requested_model
        item_table.SetTimeSource(change, {"creation_time": "createdAt"})

        suffix = f"[{index:d}]"
        self._Produce(
            event_data,
            key,
            suffix=suffix,
            fields=fields,
            conversation_identifier=agent_identifier,
            corrupted=not agent_identifier,
        )
        if not agent_identifier:
            return

        if self._MayKeep(key, agent_identifier):
            self._agents[agent_identifier] = (
                values.CutLabel(change.project_path),
                values.CutLabel(change.model),
            )
        if change.model:
            self._Produce(
                change,
                key,
                suffix=f"{suffix:s}.modelDetails",
                conversation_identifier=agent_identifier,
            )

    def _ReadDecisions(self, key, value):
        """Reads the decisions on requests to authorise an MCP server.

        Args:
          key (str): key of the row.
          value (object): stored value.
        """
        if not self._MayKeep(key, value):
            return
        decisions = self._DecodeJSON(key, value, (dict, list))
        if isinstance(decisions, dict):
            self._decisions.append((None, decisions))
        elif decisions:
            for index, decision in self._GetElements(key, decisions):
                self._decisions.append((f"[{index:d}]", decision))

    def _ReadRepositories(self, key, value):
        """Reads the repositories that cloud agents may use.

        Args:
          key (str): key of the row.
          value (object): stored value.
        """
        repositories = self._DecodeJSON(key, value, list)
        for index, repository in self._GetElements(key, repositories or ()):
            fields = item_table.Fields(repository)
            url = _GetURL(fields, "url")
            name = fields.GetString("name")
            event_data = events.CursorSourceHostRepositoryEventData()
            event_data.evidence_source = _REPOSITORIES_KEY
            event_data.repository_type = fields.GetString("type")
            event_data.repository_url = url or (name and item_table.MaskAddress(name))
            self._SetFileTime(event_data)
            if not event_data.repository_url and not fields.problems:
                self._Warn(key, f"element {index:d} names no repository")
            self._Produce(
                event_data,
                key,
                suffix=f"[{index:d}]",
                fields=fields,
                corrupted=not event_data.repository_url,
            )

    def _ReadWindowAgent(self, key, value):
        """Reads the cloud agent that a window had opened.

        Args:
          key (str): key of the row.
          value (object): stored value.
        """
        json_dict = self._DecodeJSON(key, value, dict) or {}
        for place, name, label in cloud_setup.ReadSetup(json_dict):
            if self._context.producer.abort:
                return
            setting = events.CursorPermissionSettingEventData()
            setting.evidence_source = "cloud agent in window"
            setting.setting_name = name
            setting.setting_note = item_table.SETTING_NOTE
            setting.setting_value = masking.MaskText(label)
            self._SetFileTime(setting)
            self._Produce(setting, key, suffix=place)

        agent = json_dict.get("cachedInWindowBackgroundComposer")
        if agent is None:
            return
        if not isinstance(agent, dict):
            self._Warn(key, "cachedInWindowBackgroundComposer is not an object")
            return

        fields = item_table.Fields(agent)
        event_data = events.CursorCloudAgentEventData()
        event_data.evidence_source = "cloud agent in window"
        event_data.origin = ORIGIN
        data = fields.GetDictionary("data")
        if values.GetBoolean(data, "hasLocalChanges"):
            event_data.details = ["hasLocalChanges"]
        event_data.row_update_time = fields.GetTime("timestamp")
        event_data.status_number = values.GetInteger(data, "status")
        item_table.SetTimeSource(event_data, {"row_update_time": "timestamp"})
        agent_identifier = fields.GetString("bcId")
        self._Produce(
            event_data,
            key,
            fields=fields,
            conversation_identifier=agent_identifier,
            corrupted=not agent_identifier,
        )


def GetGitHubRepository(url):
    """Retrieves the owner and name of a repository at github.com.

    Args:
      url (str): URL of the repository, with or without a scheme, or None.

    Returns:
      str: owner and name, such as "owner/demo", or None if the repository is at
          another host.
    """
    if not url:
        return None
    _, separator, rest = url.partition("://")
    host, _, path = (rest if separator else url).partition("/")
    host = host.rpartition("@")[2].partition(":")[0]
    if host.lower() not in ("github.com", "www.github.com"):
        return None
    parts = path.partition("?")[0].partition("#")[0].strip("/").split("/")
    if len(parts) < 2 or not parts[0] or not parts[1]:
        return None
    name = parts[1][:-4] if parts[1].endswith(".git") else parts[1]
    return f"{parts[0]:s}/{name:s}"


def _GetDetails(agent):
    """Retrieves the lesser facts of an element of the list of cloud agents.

    Args:
      agent (dict[str, object]): JSON object.

    Returns:
      list[str]: facts, "<member>=<value>".
    """
    # The vendor holds the conversation (seed, "Sync, relay and origin rows").
    details = ["session synced: vendor copy"]
    for name in _DETAIL_NAMES:
        value = agent.get(name)
        if value in (None, "", False, []):
            continue
        label = item_table.GetLabel(value)
        if label:
            details.append(f"{name:s}={label:s}")
    for parameter in models.GetParameters(
        values.GetDictionary(agent, "requestedModel")
    ):
        details.append(f"model parameter {parameter:s}")
    return details


def _GetBoolean(number):
    """Retrieves the boolean of a field of a message.

    Args:
      number (int): number or None.

    Returns:
      bool: boolean or None if the message does not have the field.
    """
    return None if number is None else bool(number)


def _GetURL(fields, name):
    """Retrieves a URL.

    Args:
      fields (Fields): fields.
      name (str): name of the field.

    Returns:
      str: URL without secrets or None if not available.
    """
    url = fields.GetString(name)
    return item_table.MaskAddress(url) if url else None
