"""Values of the stores that hold messages in another form."""

import base64
import binascii

from cursor_plaso import values
from cursor_plaso.agent import blobs
from cursor_plaso.agent import names
from cursor_plaso.agent import records
from cursor_plaso.agent import render
from cursor_plaso.agent import richtext
from cursor_plaso.agent import schema
from cursor_plaso.agent import times as agent_times
from cursor_plaso.agent import tools

_MAXIMUM_CHANGED_FILES = 10_000
_MAXIMUM_ERROR_LENGTH = 2048
_MAXIMUM_PARTICIPANTS = 256

# Fields of the record of a cloud agent that are told by their names: who started it,
# from where, and what it belongs to.
_FACT_FIELDS = (
    "triggered_principal_type",
    "triggered_principal_id",
    "owning_service_account",
    "owning_service_account_name",
    "slack_team_id",
    "slack_channel_id",
    "slack_message_timestamp",
    "linear_org_id",
    "linear_issue_id",
    "github_issue_id",
    "prompt_group_id",
    "kickoff_message_id",
    "workflow_id",
    "visibility",
    "worker_id",
    "private_worker_display_name",
)

_STATE_PREFIX = "~"


def DecodeBase64(text):
    """Decodes base64.

    Args:
      text (str | bytes): base64, standard or for URLs, padded or not.

    Returns:
      tuple[bytes, bool]: data and True if the text is base64 as a whole. If it is not,
          as it was cut off, the data is what its beginning decodes to.
    """
    if isinstance(text, str):
        text = text.encode("utf-8", errors="replace")
    elif not isinstance(text, bytes):
        return b"", False
    text = b"".join(text.split()).translate(_URL_SAFE_TRANSLATION).rstrip(b"=")
    digits = text.translate(None, _NOT_BASE64)
    is_whole = len(digits) == len(text) and len(digits) % 4 != 1
    if len(digits) != len(text):
        # Up to the first character that is not base64.
        for position, character in enumerate(text):
            if character in _NOT_BASE64:
                digits = text[:position]
                break
    digits = digits[: len(digits) - (len(digits) % 4 == 1)]
    try:
        return base64.b64decode(digits + b"=" * (-len(digits) % 4)), is_whole
    except (binascii.Error, ValueError):
        return b"", False


def DecodeCheckpoint(value):
    """Decodes the value of an agentKv:checkpoint or agentKv:bubbleCheckpoint row.

    Args:
      value (object): stored value, the identifier of a root as hexadecimal text
          (storage-facts.md section 1.1).

    Returns:
      str: identifier of the root or None if the value is not one.
    """
    if isinstance(value, bytes) and len(value) == 32:
        return value.hex()
    text = values.DecodeText(value)
    if text is None:
        return None
    text = text.strip().strip('"').lower()
    return text if blobs.IsBlobIdentifier(text) else None


def DecodeCloudAgentMetadata(value):
    """Decodes the value of a <id>:cloudAgent:metadata row.

    Args:
      value (str | bytes): base64 of a CloudAgentStatePersistedMetadata message
          (storage-facts.md section 2.6).

    Returns:
      CloudAgentMetadata: metadata or None if the value is not one.
    """
    data, is_whole = DecodeBase64(value)
    message, problem = schema.Parse("CloudAgentStatePersistedMetadata", data)
    if message is None or not message.ListFields():
        return None
    metadata = records.CloudAgentMetadata()
    if problem or not is_whole:
        metadata.warnings.append(problem or "base64 that is cut off")
    metadata.offset_key = schema.GetText(message, "offset_key")
    metadata.recorded_ms = agent_times.GetMilliseconds(message, "timestamp_ms")
    if len(message.cloud_agent_state_blob_id) == 32:
        metadata.state_blob_id = message.cloud_agent_state_blob_id.hex()
    metadata.version = schema.GetNumber(message, "version")
    metadata.workflow_status_number = schema.GetNumber(message, "workflow_status")
    metadata.workflow_status = names.GetName(
        names.CLOUD_AGENT_WORKFLOW_STATUS, metadata.workflow_status_number
    )
    return metadata


def DecodeCloudAgentState(data):
    """Decodes the blob that the metadata of a cloud agent names.

    Args:
      data (bytes): CloudAgentState message.

    Returns:
      tuple[bytes, str, str, int]: root of the conversation, commit the agent started
          from, base branch, and milliseconds at which the original request started,
          each None if not available.
    """
    message, _ = schema.Parse("CloudAgentState", data)
    if message is None:
        return None, None, None, None
    root_data = None
    if message.HasField("conversation_state"):
        root_data = message.conversation_state.SerializeToString()
    return (
        root_data,
        schema.GetText(message, "starting_commit"),
        schema.GetText(message, "base_branch"),
        agent_times.GetMilliseconds(message, "original_request_start_unix_ms"),
    )


def DecodeCloudDetails(data):
    """Decodes the value of a bcCachedDetails:<id> row.

    Args:
      data (bytes): BackgroundComposerCachedDetailsProto message (agent-v1-fields.md
          section 1.6).

    Returns:
      CloudAgentDetails: details or None if the value is not a message.
    """
    if not isinstance(data, (bytes, bytearray, memoryview)):
        return None
    message, problem = schema.Parse("BackgroundComposerCachedDetailsProto", bytes(data))
    if message is None:
        return None
    details = records.CloudAgentDetails()
    if problem:
        details.is_corrupted = True
        details.warnings.append(problem)
    schema.CountUnknownFields(message, details.unknown_fields)
    _ReadComposer(details, message.bc.composer)
    _ReadDetails(details, message.bc)
    _ReadDiff(details, message.detailed_diff.diff)
    details.head_commit = schema.GetText(message.detailed_diff, "head_sha")
    if not details.changed_files:
        _ReadDiff(details, message.bc.diff_since_start)
    return details


def DecodeConversationState(value):
    """Decodes the conversationState of a composer.

    Args:
      value (object): JSON value: "~" and base64, "~" alone for an empty state, or on
          older versions hexadecimal text (agent-v1-fields.md section 1.5).

    Returns:
      tuple[bytes, str]: root, empty for an empty state, None if there is none, and what
          is wrong with the value or None.
    """
    if value is None or value == "":
        return None, None
    if not isinstance(value, str):
        return None, "conversationState that is not text"
    text = value.strip()
    if text.startswith(_STATE_PREFIX):
        data, is_whole = DecodeBase64(text[len(_STATE_PREFIX) :])
        return data, None if is_whole else "conversationState that is cut off"

    data = values.DecodeHexadecimal(text)
    if data is not None:
        return data, None
    if values.DecodeHexadecimal(text[:-1]) is not None:
        return values.DecodeHexadecimal(text[:-1]), "conversationState that is cut off"
    return None, "conversationState of an unknown form"


def DecodeToolCallBinary(value):
    """Decodes the toolCallBinary of a bubble.

    Args:
      value (object): JSON value, the base64 of a ToolCall message, of which large
          arguments and results may be left out (agent-v1-fields.md section 1.5).

    Returns:
      Step: step or None if the value holds no tool call.
    """
    if not isinstance(value, (str, bytes)) or not value:
        return None
    data, is_whole = DecodeBase64(value)
    if not data:
        return None
    message, problem = schema.Parse("ToolCall", data)
    if message is None or not (message.ListFields() or tools.FindTool(message)[0]):
        return None
    step = records.Step()
    if not is_whole:
        problem = problem or "base64 that is cut off"
    if problem:
        step.is_corrupted = True
        step.warnings.append(problem)
    unknown_fields = {}
    schema.CountUnknownFields(message, unknown_fields)
    step.unknown_fields = sum(unknown_fields.values())
    return tools.ReadToolCall(message, step)


def _ReadComposer(details, composer):
    """Reads the record of a cloud agent.

    Args:
      details (CloudAgentDetails): details to fill.
      composer (Message): BackgroundComposer message.
    """
    details.agent_id = schema.GetText(composer, "bc_id")
    details.branch = schema.GetText(composer, "branch_name")
    details.facts = _ReadFacts(composer)
    details.commit_count = schema.GetNumber(composer, "commit_count")
    details.created_ms = agent_times.GetMilliseconds(composer, "created_at_ms")
    details.environment_name = schema.GetText(composer, "environment_name")
    details.files_changed = schema.GetNumber(composer, "files_changed")
    details.is_archived = schema.GetNumber(composer, "is_archived")
    details.is_killed = schema.GetNumber(composer, "is_killed")
    details.is_pull_request_merged = schema.GetNumber(composer, "is_pr_merged")
    details.last_activity_ms = agent_times.GetMilliseconds(
        composer, "last_message_activity_at_ms"
    )
    details.latest_commit = schema.GetText(composer, "latest_commit_sha")
    details.latest_commit_message = schema.GetText(composer, "latest_commit_message")
    details.lines_added = schema.GetNumber(composer, "lines_added")
    details.lines_removed = schema.GetNumber(composer, "lines_removed")
    details.model_name = schema.GetText(composer.model_details, "model_name")
    details.name = schema.GetText(composer, "name")
    details.pull_request_status_number = schema.GetNumber(composer, "pr_status")
    pull_request_url = schema.GetText(composer, "pr_url")
    if pull_request_url:
        details.pull_request_urls.append(pull_request_url)
    details.repository_url = schema.GetText(composer, "repo_url")
    details.repository_urls = [schema.DecodeText(url) for url in composer.repo_urls]
    details.requested_model = schema.GetText(composer.requested_model, "model_id")
    details.session_id = schema.GetText(composer, "agent_session_id")
    details.source_number = schema.GetNumber(composer, "source")
    details.source = names.GetName(names.CLOUD_AGENT_SOURCE, details.source_number)
    details.status_number = schema.GetNumber(composer, "status")
    details.updated_ms = agent_times.GetMilliseconds(composer, "updated_at_ms")
    details.vm_started = schema.GetNumber(composer, "has_started_vm")
    details.workspace_root_path = schema.GetText(composer, "workspace_root_path")


def _ReadFacts(composer):
    """Reads the lesser facts of the record of a cloud agent.

    Args:
      composer (Message): BackgroundComposer message.

    Returns:
      list[str]: "<field in words>: <text>".
    """
    facts = []
    for field_name in _FACT_FIELDS:
        text = schema.GetText(composer, field_name)
        if text:
            facts.append(f"{field_name.replace('_', ' '):s}: {text:s}")
    for number in composer.participant_user_ids[:_MAXIMUM_PARTICIPANTS]:
        facts.append(f"participant user id: {number:d}")
    number_left_out = len(composer.participant_user_ids) - _MAXIMUM_PARTICIPANTS
    if number_left_out > 0:
        facts.append(f"... {number_left_out:d} further participants")
    if composer.use_private_worker:
        facts.append("use private worker")
    return facts


def _ReadDetails(details, message):
    """Reads the details of a cloud agent.

    Args:
      details (CloudAgentDetails): details to fill.
      message (Message): DetailedBackgroundComposer message.
    """
    details.base_branch = schema.GetText(message, "base_branch")
    for field_name in ("start_error", "permanent_error"):
        if message.HasField(field_name):
            renderer = render.Renderer(maximum_length=_MAXIMUM_ERROR_LENGTH)
            rendered = renderer.RenderUntyped(getattr(message, field_name))
            if not isinstance(rendered, str):
                rendered = render.EncodeJSON(rendered)
            details.facts.append(f"{field_name.replace('_', ' '):s}: {rendered:s}")
    details.environment_name = details.environment_name or schema.GetText(
        message, "environment_name"
    )
    details.model_name = details.model_name or schema.GetText(
        message.model_details, "model_name"
    )
    details.requested_model = details.requested_model or schema.GetText(
        message.requested_model, "model_id"
    )
    details.starting_commit = schema.GetText(message, "starting_commit")
    summary = schema.GetText(message, "summary")
    if summary:
        details.summary, _, _ = values.CutText(values.CleanText(summary))

    if details.status_number is None:
        details.status_number = schema.GetNumber(message, "status")
    details.status = names.GetName(names.CLOUD_AGENT_STATUS, details.status_number)

    urls = dict.fromkeys(details.pull_request_urls)
    for pull_request in message.prs:
        url = schema.GetText(pull_request, "pr_url")
        if url:
            urls[url] = None
        details.branch = details.branch or schema.GetText(pull_request, "branch_name")
        if details.pull_request_status_number is None:
            details.pull_request_status_number = schema.GetNumber(
                pull_request, "pr_status"
            )
    details.pull_request_urls = list(urls)
    details.pull_request_status = names.GetName(
        names.PULL_REQUEST_STATUS, details.pull_request_status_number
    )
    _ReadPrompt(details, message)


def _ReadDiff(details, diff):
    """Reads which files a cloud agent changed.

    The contents are described by size and hash, they are not kept.

    Args:
      details (CloudAgentDetails): details to fill.
      diff (Message): GitDiff message.
    """
    for index, file_diff in enumerate(diff.diffs):
        if index >= _MAXIMUM_CHANGED_FILES:
            records.AddWarning(
                details.warnings,
                f"{len(diff.diffs) - index:d} further changed files left out",
            )
            break
        changed_file = records.ChangedFile()
        changed_file.path = schema.GetText(file_diff, "to")
        old_path = schema.GetText(file_diff, "from")
        if not changed_file.path:
            changed_file.path = old_path
        elif old_path != changed_file.path:
            changed_file.old_path = old_path
        changed_file.lines_added = schema.GetNumber(file_diff, "added")
        changed_file.lines_removed = schema.GetNumber(file_diff, "removed")
        for name in ("before", "after"):
            if file_diff.HasField(f"{name:s}_file_contents"):
                size, sha256 = values.HashContent(
                    getattr(file_diff, f"{name:s}_file_contents")
                )
                setattr(changed_file, f"{name:s}_size", size)
                setattr(changed_file, f"{name:s}_sha256", sha256)
        details.changed_files.append(changed_file)


def _ReadPrompt(details, message):
    """Reads the prompt of a cloud agent.

    Args:
      details (CloudAgentDetails): details to fill.
      message (Message): DetailedBackgroundComposer message.
    """
    user_message = message.original_conversation_action.user_message_action.user_message
    details.message_id = schema.GetText(user_message, "message_id")
    history = message.prompt.conversation_history
    candidates = [
        ("original_conversation_action", user_message),
        ("prompt", message.prompt),
    ]
    candidates += [("prompt.conversation_history", entry) for entry in history[:1]]

    rich_text = None
    for source, candidate in candidates:
        text = schema.GetText(candidate, "text")
        if text and not details.prompt:
            records.SetText(details, "prompt", text)
            details.prompt_source = f"{source:s}.text"
        rich_text = rich_text or richtext.ExtractText(
            schema.GetText(candidate, "rich_text") or ""
        )
    if not details.prompt and rich_text:
        records.SetText(details, "prompt", rich_text)
        details.prompt_source = "rich_text"
    elif rich_text and rich_text.split() != (details.prompt or "").split():
        details.prompt_rich_text, _, _ = values.CutText(values.CleanText(rich_text))


_BASE64_DIGITS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_NOT_BASE64 = bytes(sorted(set(range(256)).difference(_BASE64_DIGITS)))
_URL_SAFE_TRANSLATION = bytes.maketrans(b"-_", b"+/")
