"""Event data of conversations, made of composerData and of headers.

composerData tells most; what it does not tell is taken from the header, and a
conversation of which only the header is left is told by that. Sources: seed
"composerHeaders", "composerData" and "Sync, relay and origin rows"; storage-facts 2.2
for the members by build and 2.6 for sub-agents and best-of-N runs.
"""

from cursor_plaso import events
from cursor_plaso import locations
from cursor_plaso import times
from cursor_plaso import todos
from cursor_plaso import values
from cursor_plaso.state import composer_facts
from cursor_plaso.state import header_lists
from cursor_plaso.state import models

# Facts of a header, and the attributes that they are shown by.
_HEADER_TEXTS = (
    ("agentLocation", "agent_location"),
    ("bestOfN", "best_of_n"),
    ("committedToBranch", "committed_to_branch"),
    ("createdOnBranch", "created_on_branch"),
    ("locationHistory", "location_history"),
    ("parentRequest", "parent_request_identifier"),
    ("rootConversation", "root_conversation_identifier"),
    ("subagentType", "subagent_type"),
    ("subtitle", "subtitle"),
    ("workspaceIdentifier", "workspace_identifier"),
)
_HEADER_LISTS = (
    ("details", "details"),
    ("parentCalls", "parent_tool_call_identifier"),
    ("plans", "plans"),
)
_HEADER_NUMBERS = (
    ("filesChangedCount", "files_changed"),
    ("totalLinesAdded", "lines_added"),
    ("totalLinesRemoved", "lines_removed"),
)


def AddHeader(event_data, header):
    """Adds to a conversation what its composerData does not tell.

    Args:
      event_data (CursorConversationEventData): event data of composerData, which is
          changed.
      header (ComposerHeader): header.
    """
    _AddHeaderFacts(event_data, header)
    if not event_data.creation_time:
        event_data.creation_time = times.FromStored(header.created)
        if event_data.creation_time:
            event_data.time_source = _JoinNames(
                "composer header createdAt", event_data.time_source
            )
    # Of an archived conversation it is the time at which it was archived.
    if not event_data.last_update_time and not header.is_archived:
        event_data.last_update_time = times.FromStored(header.last_updated)
        if event_data.last_update_time:
            event_data.time_source = _JoinNames(
                event_data.time_source, "composer header lastUpdatedAt"
            )


def _AddHeaderFacts(event_data, header):
    """Adds to a conversation the facts, but no times, that only its header tells.

    Args:
      event_data (CursorConversationEventData): event data, which is changed.
      header (ComposerHeader): header.
    """
    for header_names, convert in (
        (_HEADER_TEXTS, values.ToString),
        (_HEADER_NUMBERS, values.ToInteger),
    ):
        for name, attribute_name in header_names:
            if getattr(event_data, attribute_name) is None:
                setattr(event_data, attribute_name, convert(header.value.get(name)))
    for name, attribute_name in _HEADER_LISTS:
        elements = getattr(event_data, attribute_name) or []
        setattr(
            event_data,
            attribute_name,
            list(dict.fromkeys([*elements, *(header.value.get(name) or ())])),
        )
    if event_data.is_subagent is None:
        event_data.is_subagent = header.value.get("isSubagent")
    event_data.origin = event_data.origin or composer_facts.GetOrigin(
        event_data.agent_location
    )


def CreateArchived(header):
    """Creates the event data of an archived conversation.

    Args:
      header (ComposerHeader): header, of which the last update is the archiving (seed,
          "Deletion rows").

    Returns:
      CursorConversationArchivedEventData: event data.
    """
    event_data = events.CursorConversationArchivedEventData()
    event_data.evidence_source = "composer header"
    event_data.last_update_time = times.FromStored(header.last_updated)
    event_data.time_source = GetTimeSource(
        "composer header", (("lastUpdatedAt", event_data.last_update_time),)
    )
    return event_data


def CreateConversation(json_dict):
    """Creates the event data of a conversation.

    Args:
      json_dict (dict[str, object]): composerData, or empty if there is none.

    Returns:
      CursorConversationEventData: event data.
    """
    event_data = events.CursorConversationEventData()
    event_data.agent_location = composer_facts.GetAgentLocation(json_dict)
    event_data.agent_mode = values.GetString(json_dict, "unifiedMode")
    event_data.application = "IDE"
    event_data.best_of_n = composer_facts.GetBestOfN(json_dict)
    event_data.committed_to_branch = values.GetString(json_dict, "committedToBranch")
    event_data.context_token_limit = values.GetInteger(json_dict, "contextTokenLimit")
    event_data.context_tokens_used = values.GetInteger(json_dict, "contextTokensUsed")
    event_data.context_usage = composer_facts.GetContextUsage(json_dict)
    event_data.conversation_title = values.GetString(json_dict, "name")
    event_data.created_on_branch = values.GetString(json_dict, "createdOnBranch")
    event_data.creation_time = times.FromStored(json_dict.get("createdAt"))
    event_data.custom_mode = values.GetString(json_dict, "activeCustomMode")
    event_data.details = composer_facts.GetDetails(json_dict)
    event_data.evidence_source = "composer"
    event_data.files_changed = values.GetInteger(json_dict, "filesChangedCount")
    event_data.generation_identifier = values.GetString(
        json_dict, "latestChatGenerationUUID"
    )
    if values.GetDictionary(json_dict, "subagentInfo"):
        event_data.is_subagent = True
    event_data.last_access_time = times.FromStored(json_dict.get("lastReadAtMs"))
    event_data.last_update_time = times.FromStored(json_dict.get("lastUpdatedAt"))
    event_data.lines_added = values.GetInteger(json_dict, "totalLinesAdded")
    event_data.lines_removed = values.GetInteger(json_dict, "totalLinesRemoved")
    event_data.location_history = composer_facts.GetLocationHistory(json_dict)
    event_data.message_count = len(header_lists.GetInlineMessages(json_dict)) or None
    model_config = values.GetDictionary(json_dict, "modelConfig")
    event_data.model_parameters = models.GetSelection(model_config)
    event_data.origin = composer_facts.GetOrigin(event_data.agent_location)
    (
        event_data.root_conversation_identifier,
        event_data.parent_tool_call_identifier,
        event_data.parent_request_identifier,
    ) = composer_facts.GetSpawn(json_dict)
    event_data.plans = composer_facts.GetPlans(json_dict)
    event_data.repositories = [
        values.GetString(repository, "repoPath")
        for repository in values.GetList(json_dict, "trackedGitRepos")
        if isinstance(repository, dict)
    ]
    event_data.schema_version = values.GetInteger(json_dict, "_v")
    event_data.selected_model = values.GetString(model_config, "modelName")
    event_data.status = values.GetString(json_dict, "status")
    event_data.subagent_type = composer_facts.GetSubagentType(json_dict)
    event_data.sub_conversations = values.ToStrings(
        json_dict.get("subagentComposerIds")
    ) or values.ToStrings(json_dict.get("subComposerIds"))
    event_data.subtitle = values.GetString(json_dict, "subtitle")
    event_data.time_source = GetTimeSource(
        "composerData",
        (
            ("createdAt", event_data.creation_time),
            ("lastUpdatedAt", event_data.last_update_time),
            ("lastReadAtMs", event_data.last_access_time),
        ),
    )
    event_data.todos = todos.GetTodos(json_dict)
    event_data.usage_cost = composer_facts.GetUsageCost(json_dict)
    event_data.workspace_identifier = composer_facts.GetWorkspaceIdentifier(json_dict)

    worktree = values.GetDictionary(json_dict, "gitWorktree")
    event_data.git_commit = values.GetString(worktree, "commitHash")
    event_data.worktree_branch = values.GetString(worktree, "branchName")
    event_data.worktree_path = values.GetString(worktree, "worktreePath")
    return event_data


def CreateHeaderConversation(header, is_deleted=False):
    """Creates the event data of a conversation that only a header tells.

    Args:
      header (ComposerHeader): header.
      is_deleted (Optional[bool]): True if the conversation was deleted: then the last
          update of the header is the deletion, and no time of the conversation.

    Returns:
      CursorConversationEventData: event data.
    """
    event_data = CreateConversation({})
    _AddHeaderFacts(event_data, header)
    event_data.agent_mode = values.ToString(header.value.get("unifiedMode"))
    event_data.creation_time = times.FromStored(header.created)
    event_data.evidence_source = "composer header"
    if is_deleted:
        event_data.status = "deleted"
    else:
        event_data.conversation_title = values.ToString(header.value.get("name"))
        event_data.last_update_time = times.FromStored(header.last_updated)
    event_data.time_source = GetTimeSource(
        "composer header",
        (
            ("createdAt", event_data.creation_time),
            ("lastUpdatedAt", event_data.last_update_time),
        ),
    )
    return event_data


def GetTimeSource(record_name, fields):
    """Retrieves the names of the fields that times were read from.

    Args:
      record_name (str): name of the record.
      fields (list[tuple[str, dfdatetime.DateTimeValues]]): names and times.

    Returns:
      str: name of the record and names of the fields that hold a time, such as
          "composerData createdAt, lastUpdatedAt", or None if there are none.
    """
    names = [name for name, date_time in fields if date_time]
    return f"{record_name:s} {', '.join(names):s}" if names else None


def _JoinNames(*names):
    """Joins names of which any may be missing.

    Args:
      *names (str): names or None.

    Returns:
      str: names, separated by commas.
    """
    return ", ".join(filter(None, names))


def ReadBranches(json_dict):
    """Reads when a conversation last dealt with a branch.

    Args:
      json_dict (dict[str, object]): composerData (storage-facts 2.2, trackedGitRepos).

    Yields:
      tuple[str, CursorWorkspaceEventData]: place in composerData and event data
          without the identifier of the conversation. A branch without a time gives
          none.
    """
    for number, repository in enumerate(values.GetList(json_dict, "trackedGitRepos")):
        if not isinstance(repository, dict):
            continue
        for index, branch in enumerate(values.GetList(repository, "branches")):
            if not isinstance(branch, dict):
                continue
            event_data = events.CursorWorkspaceEventData()
            event_data.last_used_time = times.FromStored(
                branch.get("lastInteractionAt")
            )
            if not event_data.last_used_time:
                continue
            event_data.evidence_source = "composer"
            event_data.git_branch = values.GetString(branch, "branchName")
            path = values.GetString(repository, "repoPath")
            if path:
                event_data.project_path = locations.NormalizePath(path)
            event_data.time_source = "lastInteractionAt of the branch"
            event_data.workspace_kind = "branch of a conversation"
            yield f"trackedGitRepos.{number:d}.branches.{index:d}", event_data
