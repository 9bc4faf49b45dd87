"""Facts of a conversation that are taken out of the JSON of a composer.

Each function looks at one or two members of composerData, or of the value of a header,
which has some of the same members, and gives what it says in the form in which events
show it, or None, or an empty list, where it says nothing. None of them knows of rows or
readers. Sources: seed "composerHeaders" and "composerData"; storage-facts 2.2
(composerData by build) and 2.6 (sub-agents, best-of-N).
"""

from cursor_plaso import locations
from cursor_plaso import times
from cursor_plaso import values
from cursor_plaso.state import lexical

_AGENT_LOCAL = "local"

# Members that are told by their names: when they are true, as text and as time. No
# document tells more of them than the name.
_FLAGS = (
    "hasBlockingPendingActions",
    "hasPendingPlan",
    "isEphemeral",
    "isProject",
    "isSpec",
    "isWorktree",
    "worktreeStartedReadOnly",
)
_TEXTS = ("agentBackend",)
_PLAN_NAMES = ("path", "planPath", "id", "planId", "name")
_TIMES = ("conversationCheckpointLastUpdatedAt", "checkpointAt")


def GetAgentLocation(json_dict):
    """Retrieves where the agent ran.

    Args:
      json_dict (dict[str, object]): header value or composerData.

    Returns:
      str: type of the location, such as "local", or None if not available: whether a
          record carries it differs from conversation to conversation (seed,
          "composerHeaders").
    """
    return values.GetString(values.GetDictionary(json_dict, "agentLocation"), "type")


def GetBestOfN(json_dict):
    """Retrieves the part of a conversation in a best-of-N run.

    Args:
      json_dict (dict[str, object]): header value or composerData.

    Returns:
      str: part, "parent", "candidate" and "winner <value>" separated by commas, or None
          if the conversation has none (storage-facts 2.6).
    """
    parts = []
    if values.GetBoolean(json_dict, "isBestOfNParent"):
        parts.append("parent")
    if values.GetBoolean(json_dict, "isBestOfNSubcomposer"):
        parts.append("candidate")
    winner = values.ToText(json_dict.get("bestOfNJudgeWinner") or None)
    if winner:
        parts.append(f"winner {winner:s}")
    return ", ".join(parts) or None


def GetContextUsage(json_dict):
    """Retrieves the breakdown of the prompt tokens.

    Args:
      json_dict (dict[str, object]): composerData.

    Returns:
      list[str]: estimated number of tokens per category, "<label>=<number>", without
          those that took none (seed, "composerData").
    """
    breakdown = values.GetDictionary(json_dict, "promptTokenBreakdown")
    usage = []
    for category in values.GetList(breakdown, "categories"):
        if isinstance(category, dict):
            name = values.GetString(category, "label") or values.GetString(
                category, "id"
            )
            number_of_tokens = values.GetInteger(category, "estimatedTokens")
            if name and number_of_tokens:
                usage.append(f"{name:s}={number_of_tokens:d}")
    return usage


def GetDetails(json_dict):
    """Retrieves the lesser facts of a conversation.

    Args:
      json_dict (dict[str, object]): header value with the columns of its row, or
          composerData.

    Returns:
      list[str]: names of the members that are true, and "<member>=<value>" (seed,
          "composerHeaders" and "composerData"; storage-facts 2.1, 2.2 and 2.6).
    """
    details = [name for name in _FLAGS if values.GetBoolean(json_dict, name)]
    for name in _TEXTS:
        text = values.GetString(json_dict, name)
        if text:
            details.append(f"{name:s}={text:s}")
    cloud_agent = json_dict.get("createdFromBackgroundAgent")
    if isinstance(cloud_agent, dict):
        cloud_agent = values.GetString(cloud_agent, "bcId") or cloud_agent
    if cloud_agent:
        details.append(f"createdFromBackgroundAgent={values.ToText(cloud_agent):s}")
    length = values.GetInteger(
        values.GetDictionary(json_dict, "subagentInfo"), "conversationLengthAtSpawn"
    )
    if length is not None:
        details.append(f"conversationLengthAtSpawn={length:d}")
    for name in _TIMES:
        value = json_dict.get(name)
        date_time = times.FromStored(value)
        text = (
            date_time.CopyToDateTimeStringISO8601()
            if date_time
            else values.ToString(value or None)
        )
        if text:
            details.append(f"{name:s}={text:s}")
    return details


def GetDraftText(json_dict):
    """Retrieves the text of a draft.

    Args:
      json_dict (dict[str, object]): composerDraft, composerData or an element of its
          queueItems: all have text and richText.

    Returns:
      str: text, that of the rich text where there is no other, or None if there is
          none (seed, "Record schema").
    """
    return (
        values.GetString(json_dict, "text")
        or lexical.GetPlainText(json_dict.get("richText"))
        or None
    )


def GetFirstTime(*candidates):
    """Retrieves the first value that is a time.

    Args:
      candidates (list[object]): stored values.

    Returns:
      object: stored value or None if none is a time.
    """
    for candidate in candidates:
        if times.FromStored(candidate):
            return candidate
    return None


def GetLocationHistory(json_dict):
    """Retrieves where the agent ran, if it did not stay where it was created.

    Args:
      json_dict (dict[str, object]): header value or composerData.

    Returns:
      str: reason, destination and time of each entry, or None if there is none but that
          of the creation of a local conversation (seed, "composerHeaders").
    """
    entries = []
    is_moved = False
    for entry in values.GetList(json_dict, "agentLocationHistory"):
        if not isinstance(entry, dict):
            continue
        reason = values.GetString(entry, "reason")
        location = entry.get("location")
        target = values.GetString(
            values.GetDictionary(entry, "destination"), "type"
        ) or values.GetString(
            location if isinstance(location, dict) else entry,
            "type" if isinstance(location, dict) else "location",
        )
        date_time = times.FromStored(entry.get("timestamp"))
        pieces = [reason or "-", target or "-"]
        if date_time:
            pieces.append(date_time.CopyToDateTimeStringISO8601())
        entries.append(" ".join(pieces))
        is_moved = is_moved or (
            reason not in (None, "created") or target not in (None, _AGENT_LOCAL)
        )
    return ", ".join(entries) if is_moved else None


def GetOrigin(agent_location):
    """Retrieves the origin of a conversation whose agent did not run locally.

    Args:
      agent_location (str): type of the location of the agent or None.

    Returns:
      str: origin, such as "remote cloud", or None if the agent ran locally or it is
          not known where (seed, "Sync, relay and origin rows").
    """
    if not agent_location or agent_location == _AGENT_LOCAL:
        return None
    return f"remote {agent_location:s}"


def GetProjectPath(json_dict):
    """Retrieves the path of the project folder.

    Args:
      json_dict (dict[str, object]): header value or composerData.

    Returns:
      str: path of the folder or of the workspace file, or None if the conversation
          names none (seed, "Where the project path is recorded").
    """
    workspace = values.GetDictionary(json_dict, "workspaceIdentifier")
    return locations.GetPathFromURI(workspace.get("uri")) or locations.GetPathFromURI(
        workspace.get("configPath")
    )


def GetRepository(json_dict, project_path):
    """Retrieves the first repository of a conversation and the branch of its project.

    Args:
      json_dict (dict[str, object]): header value or composerData.
      project_path (str): path of the project folder or None.

    Returns:
      tuple[str, str]: path of the first repository as stored, and name of the first
          branch of the repository of the project, or of the only one. Either is None
          if not available (storage-facts 2.2, trackedGitRepos).
    """
    repositories = values.GetList(json_dict, "trackedGitRepos")
    repository_path = None
    branch = None
    for repository in repositories:
        if not isinstance(repository, dict):
            continue
        candidate = values.GetString(repository, "repoPath")
        repository_path = repository_path or candidate
        branches = values.GetList(repository, "branches")
        if (
            branches
            and not branch
            and (candidate == project_path or len(repositories) == 1)
        ):
            branch = branches[0]
            if isinstance(branch, dict):
                branch = values.GetString(branch, "branchName")
            branch = values.ToString(branch)
    return repository_path, branch


def GetPlans(json_dict):
    """Retrieves the plans that a conversation refers to.

    Args:
      json_dict (dict[str, object]): header value or composerData.

    Returns:
      list[str]: paths or identifiers of referencedPlans (seed, "composerHeaders").
    """
    plans = []
    for element in values.GetList(json_dict, "referencedPlans"):
        plan = element
        if isinstance(element, dict):
            plan = locations.GetPathFromURI(element.get("uri")) or next(
                filter(
                    None,
                    (values.GetString(element, name) for name in _PLAN_NAMES),
                ),
                None,
            )
        plan = values.ToString(plan)
        if plan:
            plans.append(locations.GetPathFromURI(plan) or plan)
    return plans


def GetSpawn(json_dict):
    """Retrieves what started a sub-agent.

    Args:
      json_dict (dict[str, object]): header value or composerData.

    Returns:
      tuple[str, list[str], str]: conversation that the chain of sub-agents began with,
          tool calls, the latest first, and request, each None or empty if not
          available (storage-facts 2.6).
    """
    information = values.GetDictionary(json_dict, "subagentInfo")
    call_identifiers = [
        *values.ToStrings(information.get("toolCallId")),
        *reversed(values.ToStrings(information.get("toolCallIdHistory"))),
    ]
    request_identifiers = [
        values.GetString(information, name)
        for name in ("parentRequestId", "rootParentRequestId")
    ]
    return (
        values.GetString(information, "rootParentConversationId"),
        list(dict.fromkeys(call_identifiers)),
        ", ".join(dict.fromkeys(filter(None, request_identifiers))) or None,
    )


def GetSubagentType(json_dict):
    """Retrieves the type of a sub-agent.

    Args:
      json_dict (dict[str, object]): header value or composerData.

    Returns:
      str: type, by name where it has one and else by number, or None if the
          conversation is not one of a sub-agent (storage-facts 2.6).
    """
    information = values.GetDictionary(json_dict, "subagentInfo")
    return values.GetString(information, "subagentTypeName") or values.GetString(
        information, "subagentType"
    )


def GetUsageCost(json_dict):
    """Retrieves the usage cost of a conversation.

    Args:
      json_dict (dict[str, object]): composerData.

    Returns:
      list[str]: cost and amount per plan or model as stored (storage-facts 2.2, build
          0.50.7; empty since 1.5.11).
    """
    costs = []
    for name, usage in values.GetDictionary(json_dict, "usageData").items():
        if isinstance(usage, dict):
            cost = values.ToString(usage.get("costInCents"))
            amount = values.ToString(usage.get("amount"))
            if cost:
                costs.append(f"{name:s}: {cost:s} cents for {amount or '-':s}")
    return costs


def GetWorkspaceIdentifier(json_dict):
    """Retrieves the identifier of the workspace of a conversation.

    Args:
      json_dict (dict[str, object]): header value or composerData.

    Returns:
      str: name of the workspace storage directory or None if not available (seed,
          "Where the project path is recorded").
    """
    return values.GetString(
        values.GetDictionary(json_dict, "workspaceIdentifier"), "id"
    )
