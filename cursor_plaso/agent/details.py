"""Lesser facts of the records of a tree, each as text with its name before it.

What has an attribute of its own in event data is not here. Names are those of the
fields of agent.v1, in words, so that none says more than its field does. Sources:
agent-v1-fields 2 (tables) and storage-facts 1.5 to 1.7.
"""

from cursor_plaso import times

# What a hook added may be a whole file.
_MAXIMUM_TEXT_LENGTH = 1024

# Name of the number 0 of enumerations.
_UNSPECIFIED = "unspecified"


def GetAccount(user):
    """Retrieves the account of the person whose message it is.

    Args:
      user (UserMessage): user message.

    Returns:
      str: auth_id and user_id of the user who triggered the message, separated by a
          comma, or None if the message names none.
    """
    identifiers = [user.user_auth_id]
    if user.user_number:
        identifiers.append(f"{user.user_number:d}")
    return ", ".join(filter(None, identifiers)) or None


def GetCallDetails(step):
    """Retrieves the lesser facts of a tool call.

    Args:
      step (Step): step.

    Returns:
      list[str]: facts.
    """
    details = []
    if step.is_background:
        details.append("in the background")
    _AddTexts(details, (("sandbox", step.sandbox), ("signal", step.signal)))
    _AddTexts(details, (("added by hook", context) for context in step.hook_contexts))
    return details


def GetChangedFiles(step):
    """Retrieves what a call did to files.

    Args:
      step (Step): step.

    Returns:
      list[str]: path, numbers of lines, and size and hash of the content before and
          after.
    """
    edit = step.file_edit
    return [GetChangedFileLabel(edit)] if edit is not None else []


def GetChangedFileLabel(changed_file):
    """Retrieves the text of a file that was changed.

    Args:
      changed_file (ChangedFile | FileEdit): file.

    Returns:
      str: path, numbers of lines, and size and hash of the content before and after.
    """
    parts = [changed_file.path or "(no path)"]
    old_path = getattr(changed_file, "old_path", None)
    if old_path:
        parts.append(f"from {old_path:s}")
    if changed_file.lines_added is not None:
        parts.append(f"+{changed_file.lines_added:d}")
    if changed_file.lines_removed is not None:
        parts.append(f"-{changed_file.lines_removed:d}")
    for name, size, sha256 in (
        ("before", changed_file.before_size, changed_file.before_sha256),
        ("after", changed_file.after_size, changed_file.after_sha256),
    ):
        if size is not None:
            parts.append(f"{name:s} {size:d} bytes")
        if sha256 is not None:
            parts.append(f"SHA-256 {sha256:s}")
    return " ".join(parts)


def GetCloudAgentDetails(agent):
    """Retrieves the lesser facts of a cloud agent.

    Args:
      agent (CloudAgentDetails): cached details of the agent.

    Returns:
      list[str]: facts.
    """
    details = list(agent.facts)
    for name, number in (
        ("commits", agent.commit_count),
        ("files changed", agent.files_changed),
    ):
        if number is not None:
            details.append(f"{name:s}: {number:d}")
    if agent.is_pull_request_merged:
        details.append("pull request merged")
    _AddTexts(
        details,
        (
            ("latest commit message", agent.latest_commit_message),
            ("session", agent.session_id),
        ),
    )
    _AddTexts(
        details,
        (
            ("further repository", url)
            for url in agent.repository_urls
            if _GetAddress(url) != _GetAddress(agent.repository_url)
        ),
    )
    return details


def GetConversationDetails(conversation):
    """Retrieves the lesser facts of a conversation.

    Args:
      conversation (Conversation): conversation.

    Returns:
      list[str]: facts.
    """
    details = []
    if conversation.is_root_project:
        details.append("root project conversation")
    user_time_zone = conversation.user_time_zone
    if user_time_zone == conversation.time_zone:
        user_time_zone = None
    _AddTexts(
        details,
        (
            ("agent type", conversation.agent_type),
            ("time zone of the user", user_time_zone),
        ),
    )
    _AddTexts(
        details,
        (
            (f"thread of sub-agent {identifier or '-':s}", thread)
            for identifier, thread in conversation.subagent_threads
        ),
    )
    _AddTexts(
        details,
        (
            ("mentioned agent", identifier)
            for identifier in conversation.mentioned_agent_ids
        ),
    )
    if conversation.summary_count:
        details.append(f"summaries made: {conversation.summary_count:d}")
    return details


def GetGoal(goal):
    """Retrieves the goal that the agent worked on.

    Args:
      goal (Goal): goal or None.

    Returns:
      str: objective, and status and duration in brackets, or None if there is no goal.
    """
    if goal is None or not (goal.objective or goal.status):
        return None
    facts = [goal.status] if goal.status else []
    if goal.active_duration_ms:
        facts.append(f"active for {goal.active_duration_ms:d} ms")
    text = f" ({', '.join(facts):s})" if facts else ""
    return f"{goal.objective or '-':s}{text:s}"


def GetSubagentDetails(subagent):
    """Retrieves the lesser facts of a sub-agent.

    Args:
      subagent (Subagent): sub-agent.

    Returns:
      list[str]: facts.
    """
    completed_time = times.FromMilliseconds(subagent.completed_ms)
    details = []
    _AddTexts(
        details,
        (
            ("environment", subagent.environment),
            (
                "completed",
                (
                    completed_time.CopyToDateTimeStringISO8601()
                    if completed_time
                    else None
                ),
            ),
            ("detail", subagent.detail),
            ("transcript", subagent.transcript_path),
        ),
    )
    return details


def GetTurnDetails(turn):
    """Retrieves when a turn ended.

    Args:
      turn (Turn): turn.

    Returns:
      list[str]: time at which the turn ended, if turn_timings tell it.
    """
    ended_time = times.FromMilliseconds(turn.ended_ms)
    if not ended_time:
        return []
    return [f"turn ended: {ended_time.CopyToDateTimeStringISO8601():s}"]


def GetUtterance(utterance):
    """Retrieves what was said in a voice call.

    Args:
      utterance (tuple[str, str, str]): identifier, kind and text.

    Returns:
      str: text with its kind before it, or None if there is no text.
    """
    _, kind, text = utterance
    if not text:
        return None
    kind = f" ({kind:s})" if kind and kind != _UNSPECIFIED else ""
    return f"voice call utterance{kind:s}: {text:s}"


def GetUserDetails(user):
    """Retrieves the lesser facts of a user message.

    Args:
      user (UserMessage): user message.

    Returns:
      list[str]: facts.
    """
    details = []
    if user.is_steering:
        details.append("sent into a running turn")
    _AddTexts(
        details,
        (
            ("sender kind", user.sender_kind),
            ("sender", user.sender_name),
            ("time zone of the sender", user.sender_time_zone),
            ("plan to execute", user.plan_title),
            ("plan identifier", user.plan_id),
            ("best-of-N group", user.best_of_n_group_id),
            ("thread", user.thread_id),
            ("task", user.task_id),
            ("call", user.tool_call_id),
            ("title", user.simulated_title),
            ("URL", user.simulated_url),
        ),
    )
    details.extend(user.facts)
    _AddTexts(details, (("added by hook", context) for context in user.hook_contexts))
    return details


def _AddTexts(details, facts):
    """Adds the facts that there are.

    Args:
      details (list[str]): facts, which are added to.
      facts (iterable[tuple[str, str]]): names and texts, which may be None.
    """
    for name, text in facts:
        if text and text != _UNSPECIFIED:
            if len(text) > _MAXIMUM_TEXT_LENGTH:
                text = f"{text[:_MAXIMUM_TEXT_LENGTH]:s}..."
            details.append(f"{name:s}: {text:s}")


def _GetAddress(url):
    """Retrieves the address of a repository without its scheme.

    Args:
      url (str): URL or None.

    Returns:
      str: address, empty if there is none.
    """
    return (url or "").rpartition("://")[2]
