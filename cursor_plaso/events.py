"""Event data of Cursor: one class per data type, whatever the store.

A message is a cursor:message event whether it was read from a bubble, from the
agent.v1 tree, from a transcript or from a recovered row: the attribute
evidence_source tells which. Attributes whose names end in _time hold dfdatetime
objects; formatters/timeliner.yaml tells which event each gives.
"""

from plaso.containers import events


class CursorEventData(events.EventData):
    """Attributes that all Cursor event data have in common.

    Attributes:
      conversation_identifier (str): identifier of the conversation: a composer
          identifier, a CLI session identifier, an SDK agent identifier or a cloud agent
          identifier (bc-...).
      conversation_title (str): title of the conversation.
      evidence_source (str): kind of record the event was read from, such as "bubble",
          "agent.v1 tree", "transcript" or "base database".
      git_branch (str): git branch the conversation worked on.
      model (str): identifier of the language model, for a message the model its turn
          was sent to.
      parent_conversation_identifier (str): identifier of the conversation that started
          this one as a sub-agent.
      platform (str): operating system that the path of the evidence tells: "Linux",
          "macOS", "Windows" or "remote host".
      project_path (str): path of the project folder as the fsPath of VS Code has it, or
          the repository URL of a cloud agent.
      record_key (str): place of the record in its store: table and key, blob identifier
          or line, unique in the file.
      recovery_completeness (str): "complete", or how many bytes of how many were
          recovered and why the record ends, of a recovered record.
      recovery_location (str): page or frame, and offset, a recovered record was found
          at.
      recovery_method (str): where a recovered record was found: "freelist page",
          "freeblock", "page slack", "WAL frame", "uncommitted WAL frame", "rollback
          journal page", "uncommitted page", "base database" or "backup".
      recovery_places (str): further places where the same recovered record stands,
          separated by commas.
      time_source (str): name of the stored field, or fields, that the time was read
          from.
      username (str): name of the user, as the path of the evidence tells.
    """

    DATA_TYPE = None

    # plaso 20260720 tags the events of event data that is marked, but does not store
    # the marks: between a worker and the process that tags they would be lost.
    # pylint: disable=protected-access
    _SERIALIZABLE_PROTECTED_ATTRIBUTES = sorted(
        {"_corrupted", "_recovered"}.union(
            events.EventData._SERIALIZABLE_PROTECTED_ATTRIBUTES
        )
    )

    def __init__(self):
        """Initializes event data."""
        super().__init__(data_type=self.DATA_TYPE)
        self.conversation_identifier = None
        self.conversation_title = None
        self.evidence_source = None
        self.git_branch = None
        self.model = None
        self.parent_conversation_identifier = None
        self.platform = None
        self.project_path = None
        self.record_key = None
        self.recovery_completeness = None
        self.recovery_location = None
        self.recovery_method = None
        self.recovery_places = None
        self.time_source = None
        self.username = None


class CursorConversationEventData(CursorEventData):
    """Cursor conversation.

    Attributes:
      agent_location (str): where the agent ran: "local" or another location type.
      agent_mode (str): mode of the conversation, such as "agent", "chat" or "plan".
      application (str): program that held the conversation: "IDE", "CLI", "ACP" or
          "SDK".
      approval_mode (str): approval mode of a CLI session.
      best_of_n (str): part of the conversation in a best-of-N run: "parent" or
          "candidate", and the winner of the judge, separated by commas.
      committed_to_branch (str): git branch the work was committed to.
      context_token_limit (int): size of the context window in tokens.
      context_tokens_used (int): number of tokens used of the context window.
      context_usage (str): token counts per category of the prompt, separated by commas.
      created_on_branch (str): git branch the conversation was created on.
      creation_time (dfdatetime.DateTimeValues): time the record was created.
      custom_mode (str): custom mode that was active.
      details (str): lesser facts of the conversation by the names they are stored
          under, separated by commas.
      empty_start (bool): True if the session was started but nothing was sent.
      files_changed (int): number of files changed.
      generation_identifier (str): identifier of the latest generation.
      git_commit (str): git commit the worktree was at.
      goal (str): objective that the agent worked on, with its status.
      is_subagent (bool): True if the conversation is that of a sub-agent.
      last_access_time (dfdatetime.DateTimeValues): time the conversation was last read.
      last_update_time (dfdatetime.DateTimeValues): time the record was last updated.
      lines_added (int): number of lines added.
      lines_removed (int): number of lines removed.
      location_history (str): where the agent ran, why and since when, separated by
          commas, if it did not stay where it was created.
      message_count (int): number of entries of the header list.
      missing_records (str): records that the conversation names but the store does not
          hold, separated by commas.
      model_parameters (str): parameters of the selected model, such as "context=256k",
          separated by commas.
      origin (str): origin of the conversation: "local" or "remote <location type>".
      parent_request_identifier (str): identifier of the request that started the
          sub-agent.
      parent_tool_call_identifier (str): identifiers of the tool calls that started the
          sub-agent, the latest first, separated by commas.
      pending_calls (str): tool calls that wait for approval in the last state of the
          conversation, separated by commas.
      plans (str): plans of the conversation, separated by commas.
      read_paths (str): paths the agent read, separated by commas.
      repositories (str): git repositories the conversation tracks, separated by commas.
      root_conversation_identifier (str): identifier of the conversation that the chain
          of sub-agents began with.
      run_everything (bool): True if the session ran all tool calls without asking.
      schema_version (int): version of the record.
      selected_model (str): model that was selected when the record was stored.
      status (str): status of the conversation.
      sub_conversations (str): identifiers of the sub-agent conversations, separated by
          commas.
      subagent_type (str): type of the sub-agent.
      subtitle (str): subtitle of the conversation.
      time_zone (str): time zone name of the conversation.
      todos (str): to-do items of the conversation with their status, separated by
          commas.
      usage_cost (str): usage cost per plan or model as stored, separated by commas.
      workspace_identifier (str): identifier of the workspace storage directory.
      worktree_branch (str): git branch of the worktree.
      worktree_path (str): path of the git worktree.
    """

    DATA_TYPE = "cursor:conversation"

    def __init__(self):
        """Initializes event data."""
        super().__init__()
        self.agent_location = None
        self.agent_mode = None
        self.application = None
        self.approval_mode = None
        self.best_of_n = None
        self.committed_to_branch = None
        self.context_token_limit = None
        self.context_tokens_used = None
        self.context_usage = None
        self.created_on_branch = None
        self.creation_time = None
        self.custom_mode = None
        self.details = None
        self.empty_start = None
        self.files_changed = None
        self.generation_identifier = None
        self.git_commit = None
        self.goal = None
        self.is_subagent = None
        self.last_access_time = None
        self.last_update_time = None
        self.lines_added = None
        self.lines_removed = None
        self.location_history = None
        self.message_count = None
        self.missing_records = None
        self.model_parameters = None
        self.origin = None
        self.parent_request_identifier = None
        self.parent_tool_call_identifier = None
        self.pending_calls = None
        self.plans = None
        self.read_paths = None
        self.repositories = None
        self.root_conversation_identifier = None
        self.run_everything = None
        self.schema_version = None
        self.selected_model = None
        self.status = None
        self.sub_conversations = None
        self.subagent_type = None
        self.subtitle = None
        self.time_zone = None
        self.todos = None
        self.usage_cost = None
        self.workspace_identifier = None
        self.worktree_branch = None
        self.worktree_path = None


class CursorConversationArchivedEventData(CursorEventData):
    """Cursor archived conversation.

    Attributes:
      last_update_time (dfdatetime.DateTimeValues): time the record was last updated.
    """

    DATA_TYPE = "cursor:conversation:archived"

    def __init__(self):
        """Initializes event data."""
        super().__init__()
        self.last_update_time = None


class CursorConversationDeletedEventData(CursorEventData):
    """Cursor deleted conversation.

    Attributes:
      deletion_time (dfdatetime.DateTimeValues): time of the deletion.
      files_changed (int): number of files changed, as the header kept it.
      header_kept (bool): True if the header row of the conversation still stands.
      lines_added (int): number of lines added, as the header kept it.
      lines_removed (int): number of lines removed, as the header kept it.
      number_of_remnants (int): number of records of the conversation found.
      remnants (str): what is left of the conversation and where, separated by commas.
      workspace_identifier (str): identifier of the workspace storage directory.
    """

    DATA_TYPE = "cursor:conversation:deleted"

    def __init__(self):
        """Initializes event data."""
        super().__init__()
        self.deletion_time = None
        self.files_changed = None
        self.header_kept = None
        self.lines_added = None
        self.lines_removed = None
        self.number_of_remnants = None
        self.remnants = None
        self.workspace_identifier = None


class CursorConversationDraftEventData(CursorEventData):
    """Cursor unsent draft.

    Attributes:
      creation_time (dfdatetime.DateTimeValues): time the record was created.
      message_body (str): text of the draft, cut at 64 KiB.
      message_body_preview (str): start of the message body on one line, for messages.
      message_body_sha256 (str): SHA-256 of the whole message body when it was cut.
      message_body_size (int): number of bytes of the whole message body when it was
          cut.
    """

    DATA_TYPE = "cursor:conversation:draft"

    def __init__(self):
        """Initializes event data."""
        super().__init__()
        self.creation_time = None
        self.message_body = None
        self.message_body_preview = None
        self.message_body_sha256 = None
        self.message_body_size = None


class CursorMessageEventData(CursorEventData):
    """Cursor message.

    Attributes:
      account_identifier (str): account of the person who sent the message, as the
          message names it.
      after_checkpoint_identifier (str): identifier of the checkpoint after the message.
      agent_mode (str): mode of the agent.
      attachments (str): files, folders, selections and images attached to the message,
          separated by commas.
      bubble_identifier (str): identifier of the bubble.
      checkpoint_identifier (str): identifier of the checkpoint.
      context_token_limit (int): size of the context window in tokens.
      context_tokens_used (int): number of tokens used of the context window.
      creation_time (dfdatetime.DateTimeValues): time the record was created.
      details (str): lesser facts of the message by the names they are stored under,
          separated by commas.
      duration (int): duration in milliseconds.
      error_text (str): error stored with the message.
      header_list_state (str): "not in header list" if a header list exists and does not
          name the message, or "superseded" if no later state of the conversation holds
          it.
      injected (bool): True if the agent or the program, not the person, wrote the user
          turn.
      injection_reason (str): reason of an injected turn.
      input_tokens (int): number of input tokens.
      message_body (str): text of the message, cut at 64 KiB.
      message_body_preview (str): start of the message body on one line, for messages.
      message_body_sha256 (str): SHA-256 of the whole message body when it was cut.
      message_body_size (int): number of bytes of the whole message body when it was
          cut.
      message_identifier (str): identifier of the message in the agent.v1 tree or at the
          server.
      output_tokens (int): number of output tokens.
      project_directory (str): name of the project directory in ~/.cursor/projects, of
          a record of which it is all that tells the project.
      request_identifier (str): identifier of the request.
      role (str): "user", "assistant", "thinking" or "system".
      secondary_sources (str): further records of the same store that hold the message,
          and what they added, separated by commas.
      sent_time (dfdatetime.DateTimeValues): time the user sent the message.
      sequence_number (int): position in the conversation, starting at 0.
      turn_number (int): number of the turn, starting at 1.
      turn_start_time (dfdatetime.DateTimeValues): time the turn of the record started,
          of a record that has no time of its own.
      usage_identifier (str): identifier of the usage of the message.
      working_directory (str): last working directory of the terminal.
    """

    DATA_TYPE = "cursor:message"

    def __init__(self):
        """Initializes event data."""
        super().__init__()
        self.account_identifier = None
        self.after_checkpoint_identifier = None
        self.agent_mode = None
        self.attachments = None
        self.bubble_identifier = None
        self.checkpoint_identifier = None
        self.context_token_limit = None
        self.context_tokens_used = None
        self.creation_time = None
        self.details = None
        self.duration = None
        self.error_text = None
        self.header_list_state = None
        self.injected = None
        self.injection_reason = None
        self.input_tokens = None
        self.message_body = None
        self.message_body_preview = None
        self.message_body_sha256 = None
        self.message_body_size = None
        self.message_identifier = None
        self.output_tokens = None
        self.project_directory = None
        self.request_identifier = None
        self.role = None
        self.secondary_sources = None
        self.sent_time = None
        self.sequence_number = None
        self.turn_number = None
        self.turn_start_time = None
        self.usage_identifier = None
        self.working_directory = None


class CursorToolCallEventData(CursorEventData):
    """Cursor tool call.

    Attributes:
      arguments (str): arguments of the call, cut at 64 KiB.
      arguments_sha256 (str): SHA-256 of the whole arguments when it was cut.
      arguments_size (int): number of bytes of the whole arguments when it was cut.
      attachments (str): what is attached to the call, separated by commas.
      bubble_identifier (str): identifier of the bubble.
      call_summary (str): command, path, query or other main argument of the call.
      changed_files (str): files the call changed, with what is known of their content
          before and after, separated by commas.
      creation_time (dfdatetime.DateTimeValues): time the record was created.
      details (str): lesser facts of the call by the names they are stored under,
          separated by commas.
      duration (int): duration in milliseconds.
      end_time (dfdatetime.DateTimeValues): time the call ended.
      error_text (str): error of the call.
      exit_code (int): exit code of a command.
      header_list_state (str): "not in header list" if a header list exists and does not
          name the call, or "superseded" if no later state of the conversation holds it.
      model_call_identifier (str): identifier of the model call.
      outcome (str): outcome of the call, such as "success", "rejected" or "error".
      project_directory (str): name of the project directory in ~/.cursor/projects, of
          a record of which it is all that tells the project.
      reason (str): reason or instruction of a rejected call.
      request_identifier (str): identifier of the request.
      result (str): result of the call, cut at 64 KiB.
      result_preview (str): start of the result on one line, for messages.
      result_sha256 (str): SHA-256 of the whole result when it was cut.
      result_size (int): number of bytes of the whole result when it was cut.
      review_state (str): whether the user was asked: "answered", "pending", "stopped",
          "none" for a shell command that ran without a prompt, or None if the store
          does not tell.
      secondary_sources (str): further records of the same store that hold the call, and
          what they added, separated by commas.
      sequence_number (int): position in the conversation, starting at 0.
      start_time (dfdatetime.DateTimeValues): time the call or prompt started.
      status (str): stored status of the call.
      subagent_conversation_identifier (str): identifier of the sub-agent conversation
          that the call started.
      tool_call_identifier (str): identifier of the call.
      tool_name (str): name of the tool as stored.
      tool_number (int): number of the tool.
      turn_number (int): number of the turn, starting at 1.
      turn_start_time (dfdatetime.DateTimeValues): time the turn of the record started,
          of a record that has no time of its own.
      user_decision (str): decision of the user stored with the call by older versions.
      working_directory (str): working directory of a command.
    """

    DATA_TYPE = "cursor:tool_call"

    def __init__(self):
        """Initializes event data."""
        super().__init__()
        self.arguments = None
        self.arguments_sha256 = None
        self.arguments_size = None
        self.attachments = None
        self.bubble_identifier = None
        self.call_summary = None
        self.changed_files = None
        self.creation_time = None
        self.details = None
        self.duration = None
        self.end_time = None
        self.error_text = None
        self.exit_code = None
        self.header_list_state = None
        self.model_call_identifier = None
        self.outcome = None
        self.project_directory = None
        self.reason = None
        self.request_identifier = None
        self.result = None
        self.result_preview = None
        self.result_sha256 = None
        self.result_size = None
        self.review_state = None
        self.secondary_sources = None
        self.sequence_number = None
        self.start_time = None
        self.status = None
        self.subagent_conversation_identifier = None
        self.tool_call_identifier = None
        self.tool_name = None
        self.tool_number = None
        self.turn_number = None
        self.turn_start_time = None
        self.user_decision = None
        self.working_directory = None


class CursorPermissionDecisionEventData(CursorEventData):
    """Cursor permission decision.

    Attributes:
      allowlisted (str): commands that the choice added to the allow list, separated by
          commas.
      approval_type (str): who approved.
      bubble_identifier (str): identifier of the bubble.
      call_summary (str): command, path, query or other main argument of the call.
      decision (str): decision as stored, such as "run" or "skip".
      modification_time (dfdatetime.DateTimeValues): content modification time of the
          file, of a record that has no time of its own.
      outcome (str): outcome as stored.
      reason (str): reason the call was held, or the instruction given on a refusal.
      recorded_time (dfdatetime.DateTimeValues): time the store holds for the record.
      request_identifier (str): identifier of the request.
      sequence_number (int): position in the conversation, starting at 0.
      tool_call_identifier (str): identifier of the call.
      tool_name (str): name of the tool as stored.
      turn_start_time (dfdatetime.DateTimeValues): time the turn of the record started,
          of a record that has no time of its own.
    """

    DATA_TYPE = "cursor:permission:decision"

    def __init__(self):
        """Initializes event data."""
        super().__init__()
        self.allowlisted = None
        self.approval_type = None
        self.bubble_identifier = None
        self.call_summary = None
        self.decision = None
        self.modification_time = None
        self.outcome = None
        self.reason = None
        self.recorded_time = None
        self.request_identifier = None
        self.sequence_number = None
        self.tool_call_identifier = None
        self.tool_name = None
        self.turn_start_time = None


class CursorPermissionPromptEventData(CursorEventData):
    """Cursor permission prompt that was still open.

    Attributes:
      bubble_identifier (str): identifier of the bubble.
      call_summary (str): command, path, query or other main argument of the call.
      creation_time (dfdatetime.DateTimeValues): time the record was created.
      options (str): allow list entries that the prompt offered, separated by commas.
      reason (str): reason the call was held.
      sequence_number (int): position in the conversation, starting at 0.
      start_time (dfdatetime.DateTimeValues): time the call or prompt started.
      tool_call_identifier (str): identifier of the call.
      tool_name (str): name of the tool as stored.
      turn_start_time (dfdatetime.DateTimeValues): time the turn of the record started,
          of a record that has no time of its own.
    """

    DATA_TYPE = "cursor:permission:prompt"

    def __init__(self):
        """Initializes event data."""
        super().__init__()
        self.bubble_identifier = None
        self.call_summary = None
        self.creation_time = None
        self.options = None
        self.reason = None
        self.sequence_number = None
        self.start_time = None
        self.tool_call_identifier = None
        self.tool_name = None
        self.turn_start_time = None


class CursorPermissionSettingEventData(CursorEventData):
    """Cursor standing permission setting.

    Attributes:
      modification_time (dfdatetime.DateTimeValues): content modification time of the
          file, of a record that has no time of its own.
      recorded_time (dfdatetime.DateTimeValues): time the store holds for the record.
      setting_details (str): flags that the setting was derived from.
      setting_name (str): name of the setting.
      setting_note (str): what to know of the time of the setting.
      setting_scope (str): what the setting applies to: a file, folder, mode or account.
      setting_value (str): value of the setting.
    """

    DATA_TYPE = "cursor:permission:setting"

    def __init__(self):
        """Initializes event data."""
        super().__init__()
        self.modification_time = None
        self.recorded_time = None
        self.setting_details = None
        self.setting_name = None
        self.setting_note = None
        self.setting_scope = None
        self.setting_value = None


class CursorModelChangeEventData(CursorEventData):
    """Cursor change of the model of a conversation.

    Attributes:
      bubble_identifier (str): identifier of the bubble that names the model first.
      creation_time (dfdatetime.DateTimeValues): time the record was created.
      previous_model (str): identifier of the model before the change.
      requested_model (str): identifier of the model that was requested or selected, if
          another.
      sent_time (dfdatetime.DateTimeValues): time the user sent the message.
      turn_start_time (dfdatetime.DateTimeValues): time the turn of the record started,
          of a record that has no time of its own.
    """

    DATA_TYPE = "cursor:model:change"

    def __init__(self):
        """Initializes event data."""
        super().__init__()
        self.bubble_identifier = None
        self.creation_time = None
        self.previous_model = None
        self.requested_model = None
        self.sent_time = None
        self.turn_start_time = None


class CursorModelLastUsedEventData(CursorEventData):
    """Cursor last use of a model.

    Attributes:
      last_used_time (dfdatetime.DateTimeValues): time of last use.
      model_parameters (str): parameters of the model, such as "context=256k", separated
          by commas.
      modification_time (dfdatetime.DateTimeValues): content modification time of the
          file, of a record that has no time of its own.
    """

    DATA_TYPE = "cursor:model:last_used"

    def __init__(self):
        """Initializes event data."""
        super().__init__()
        self.last_used_time = None
        self.model_parameters = None
        self.modification_time = None


class CursorFileEditEventData(CursorEventData):
    """Cursor record of the state or the edit of a file.

    Attributes:
      bubble_identifier (str): identifier of the bubble.
      change_summary (str): what changed, such as numbers of lines.
      checkpoint_identifier (str): identifier of the checkpoint.
      content_sha256 (str): SHA-256 of the stored content.
      content_size (int): size of the stored content in bytes.
      creation_time (dfdatetime.DateTimeValues): time the record was created.
      diff_identifier (str): identifier of the diff.
      edit_kind (str): kind of the record, such as "checkpoint" or "shadow copy".
      file_path (str): path of the file.
      git_commit (str): git commit the file was at.
      lines_added (int): number of lines added.
      lines_removed (int): number of lines removed.
      modification_time (dfdatetime.DateTimeValues): content modification time of the
          file, of a record that has no time of its own.
      recorded_time (dfdatetime.DateTimeValues): time the store holds for the record.
      request_identifier (str): identifier of the request.
      tool_call_identifier (str): identifier of the call.
      workspace_identifier (str): identifier of the workspace storage directory.
    """

    DATA_TYPE = "cursor:file:edit"

    def __init__(self):
        """Initializes event data."""
        super().__init__()
        self.bubble_identifier = None
        self.change_summary = None
        self.checkpoint_identifier = None
        self.content_sha256 = None
        self.content_size = None
        self.creation_time = None
        self.diff_identifier = None
        self.edit_kind = None
        self.file_path = None
        self.git_commit = None
        self.lines_added = None
        self.lines_removed = None
        self.modification_time = None
        self.recorded_time = None
        self.request_identifier = None
        self.tool_call_identifier = None
        self.workspace_identifier = None


class CursorCloudAgentEventData(CursorEventData):
    """Cursor cloud agent.

    Attributes:
      account_identifier (str): identifier of the account.
      base_branch (str): branch the agent started from.
      changed_files (str): files changed, with size and hash, separated by commas.
      creation_time (dfdatetime.DateTimeValues): time the record was created.
      details (str): lesser facts of the agent by the names they are stored under,
          separated by commas.
      environment_name (str): name of the environment.
      is_archived (bool): True if the agent was archived.
      is_killed (bool): True if the agent was stopped.
      last_access_time (dfdatetime.DateTimeValues): time the conversation was last read.
      last_active_time (dfdatetime.DateTimeValues): time of the last message activity.
      latest_commit (str): latest commit of the agent.
      lines_added (int): number of lines added.
      lines_removed (int): number of lines removed.
      name (str): name of the agent.
      origin (str): origin of the conversation.
      prompt (str): prompt of the agent, cut at 64 KiB.
      prompt_preview (str): start of the prompt on one line, for messages.
      prompt_sha256 (str): SHA-256 of the whole prompt when it was cut.
      prompt_size (int): number of bytes of the whole prompt when it was cut.
      pull_request_status (int): number of the status of the pull request.
      pull_request_url (str): URL of the pull request.
      repository_url (str): URL of the repository.
      requested_model (str): identifier of the model that was requested, if another.
      row_update_time (dfdatetime.DateTimeValues): time the local row of the agent was
          updated.
      source_host (str): owner and name of a repository at github.com.
      source_number (int): number of the program that started the agent.
      starting_commit (str): commit the agent started from.
      status_number (int): number of the status.
      update_time (dfdatetime.DateTimeValues): time of the last update.
      vm_started (bool): True if the virtual machine was started.
      workflow_status_number (int): number of the status of the workflow.
      workspace_root_path (str): path of the workspace on the virtual machine of the
          agent.
    """

    DATA_TYPE = "cursor:cloud_agent"

    def __init__(self):
        """Initializes event data."""
        super().__init__()
        self.account_identifier = None
        self.base_branch = None
        self.changed_files = None
        self.creation_time = None
        self.details = None
        self.environment_name = None
        self.is_archived = None
        self.is_killed = None
        self.last_access_time = None
        self.last_active_time = None
        self.latest_commit = None
        self.lines_added = None
        self.lines_removed = None
        self.name = None
        self.origin = None
        self.prompt = None
        self.prompt_preview = None
        self.prompt_sha256 = None
        self.prompt_size = None
        self.pull_request_status = None
        self.pull_request_url = None
        self.repository_url = None
        self.requested_model = None
        self.row_update_time = None
        self.source_host = None
        self.source_number = None
        self.starting_commit = None
        self.status_number = None
        self.update_time = None
        self.vm_started = None
        self.workflow_status_number = None
        self.workspace_root_path = None


class CursorCloudAgentTextEventData(CursorEventData):
    """Cursor cached text of a cloud agent.

    Attributes:
      index_source (str): source of the search index row.
      message_body (str): cached text, cut at 64 KiB.
      message_body_preview (str): start of the message body on one line, for messages.
      message_body_sha256 (str): SHA-256 of the whole message body when it was cut.
      message_body_size (int): number of bytes of the whole message body when it was
          cut.
      origin (str): origin of the conversation.
      update_time (dfdatetime.DateTimeValues): time of the last update.
    """

    DATA_TYPE = "cursor:cloud_agent:text"

    def __init__(self):
        """Initializes event data."""
        super().__init__()
        self.index_source = None
        self.message_body = None
        self.message_body_preview = None
        self.message_body_sha256 = None
        self.message_body_size = None
        self.origin = None
        self.update_time = None


class CursorSearchConversationEventData(CursorEventData):
    """Cursor conversation search index row.

    Attributes:
      index_source (str): source of the row: "local", "cloud-cache" or "candidate".
      is_archived (bool): True if the conversation was archived.
      message_body (str): indexed text, cut at 64 KiB.
      message_body_preview (str): start of the message body on one line, for messages.
      message_body_sha256 (str): SHA-256 of the whole message body when it was cut.
      message_body_size (int): number of bytes of the whole message body when it was
          cut.
      origin (str): origin of the conversation.
      update_time (dfdatetime.DateTimeValues): time of the last update.
    """

    DATA_TYPE = "cursor:search:conversation"

    def __init__(self):
        """Initializes event data."""
        super().__init__()
        self.index_source = None
        self.is_archived = None
        self.message_body = None
        self.message_body_preview = None
        self.message_body_sha256 = None
        self.message_body_size = None
        self.origin = None
        self.update_time = None


class CursorAICodeLineEventData(CursorEventData):
    """Cursor hash of code that was written by an agent, by tab completion or by hand.

    Attributes:
      code_source (str): who wrote the code: "composer", "cli", "tab" or "human".
      file_extension (str): extension of the file.
      file_path (str): path of the file.
      line_hash (str): hash of the code.
      number_of_hashes (int): number of hashes that the record stands for.
      recorded_time (dfdatetime.DateTimeValues): time the store holds for the record.
      request_identifier (str): identifier of the request.
    """

    DATA_TYPE = "cursor:ai_code:line"

    def __init__(self):
        """Initializes event data."""
        super().__init__()
        self.code_source = None
        self.file_extension = None
        self.file_path = None
        self.line_hash = None
        self.number_of_hashes = None
        self.recorded_time = None
        self.request_identifier = None


class CursorAICodeCommitEventData(CursorEventData):
    """Cursor score of a git commit.

    Attributes:
      ai_percentage (str): share of the code written by AI.
      blank_lines_added (int): number of blank lines added.
      blank_lines_deleted (int): number of blank lines deleted.
      commit_hash (str): hash of the commit.
      commit_message (str): message of the commit.
      commit_time (dfdatetime.DateTimeValues): date of the commit.
      composer_lines_added (int): number of lines added by the agent.
      composer_lines_deleted (int): number of lines deleted by the agent.
      human_lines_added (int): number of lines added by hand.
      human_lines_deleted (int): number of lines deleted by hand.
      lines_added (int): number of lines added.
      lines_removed (int): number of lines deleted.
      recorded_time (dfdatetime.DateTimeValues): time the store holds for the record.
      repository_name (str): name of the repository.
      tab_lines_added (int): number of lines added by tab completion.
      tab_lines_deleted (int): number of lines deleted by tab completion.
    """

    DATA_TYPE = "cursor:ai_code:commit"

    def __init__(self):
        """Initializes event data."""
        super().__init__()
        self.ai_percentage = None
        self.blank_lines_added = None
        self.blank_lines_deleted = None
        self.commit_hash = None
        self.commit_message = None
        self.commit_time = None
        self.composer_lines_added = None
        self.composer_lines_deleted = None
        self.human_lines_added = None
        self.human_lines_deleted = None
        self.lines_added = None
        self.lines_removed = None
        self.recorded_time = None
        self.repository_name = None
        self.tab_lines_added = None
        self.tab_lines_deleted = None


class CursorAICodeDeletedFileEventData(CursorEventData):
    """Cursor file that was deleted by an agent.

    Attributes:
      deletion_time (dfdatetime.DateTimeValues): time of the deletion.
      file_path (str): path of the file.
    """

    DATA_TYPE = "cursor:ai_code:deleted_file"

    def __init__(self):
        """Initializes event data."""
        super().__init__()
        self.deletion_time = None
        self.file_path = None


class CursorAICodeSummaryEventData(CursorEventData):
    """Cursor summary of a conversation.

    Attributes:
      agent_mode (str): mode of the conversation.
      message_body (str): overview and bullets of the summary, cut at 64 KiB.
      message_body_preview (str): start of the message body on one line, for messages.
      message_body_sha256 (str): SHA-256 of the whole message body when it was cut.
      message_body_size (int): number of bytes of the whole message body when it was
          cut.
      summary (str): short summary.
      update_time (dfdatetime.DateTimeValues): time of the last update.
    """

    DATA_TYPE = "cursor:ai_code:summary"

    def __init__(self):
        """Initializes event data."""
        super().__init__()
        self.agent_mode = None
        self.message_body = None
        self.message_body_preview = None
        self.message_body_sha256 = None
        self.message_body_size = None
        self.summary = None
        self.update_time = None


class CursorAICodeTrackedFileEventData(CursorEventData):
    """Cursor file that is tracked for AI code.

    Attributes:
      content_sha256 (str): SHA-256 of the stored content.
      content_size (int): size of the stored content in bytes.
      file_extension (str): extension of the file.
      file_path (str): path of the file.
      recorded_time (dfdatetime.DateTimeValues): time the store holds for the record.
    """

    DATA_TYPE = "cursor:ai_code:tracked_file"

    def __init__(self):
        """Initializes event data."""
        super().__init__()
        self.content_sha256 = None
        self.content_size = None
        self.file_extension = None
        self.file_path = None
        self.recorded_time = None


class CursorAICodeStateEventData(CursorEventData):
    """Cursor state or daily statistics of AI code tracking.

    Attributes:
      recorded_time (dfdatetime.DateTimeValues): time the store holds for the record.
      setting_name (str): name of the value.
      setting_value (str): value.
    """

    DATA_TYPE = "cursor:ai_code:state"

    def __init__(self):
        """Initializes event data."""
        super().__init__()
        self.recorded_time = None
        self.setting_name = None
        self.setting_value = None


class CursorMCPServerEventData(CursorEventData):
    """Cursor MCP server.

    Attributes:
      command (str): command that starts the server, without its environment.
      modification_time (dfdatetime.DateTimeValues): content modification time of the
          file, of a record that has no time of its own.
      server_name (str): name of the server.
      tokens_stored (bool): True if tokens of the server are stored, which are never
          read.
      tool_names (str): names of the tools of the server, separated by commas.
      update_time (dfdatetime.DateTimeValues): time of the last update.
      url (str): URL of the server.
    """

    DATA_TYPE = "cursor:mcp:server"

    def __init__(self):
        """Initializes event data."""
        super().__init__()
        self.command = None
        self.modification_time = None
        self.server_name = None
        self.tokens_stored = None
        self.tool_names = None
        self.update_time = None
        self.url = None


class CursorMCPOAuthAttemptEventData(CursorEventData):
    """Cursor OAuth attempt of an MCP server.

    Attributes:
      active_identifier (str): identifier of the server with its profile.
      authorization_url (str): URL of the authorization server.
      client_identifier (str): OAuth client identifier.
      creation_time (dfdatetime.DateTimeValues): time the record was created.
      modification_time (dfdatetime.DateTimeValues): content modification time of the
          file, of a record that has no time of its own.
      redirect_urls (str): URLs that the authorization server sends the user back to,
          separated by commas.
      server_name (str): name of the server.
      url (str): URL of the server.
      workspace_identifier (str): identifier of the workspace.
    """

    DATA_TYPE = "cursor:mcp:oauth_attempt"

    def __init__(self):
        """Initializes event data."""
        super().__init__()
        self.active_identifier = None
        self.authorization_url = None
        self.client_identifier = None
        self.creation_time = None
        self.modification_time = None
        self.redirect_urls = None
        self.server_name = None
        self.url = None
        self.workspace_identifier = None


class CursorPluginEventData(CursorEventData):
    """Cursor installed plugin.

    Attributes:
      modification_time (dfdatetime.DateTimeValues): content modification time of the
          file, of a record that has no time of its own.
      plugin_identifier (str): identifier of the plugin.
      plugin_scope (str): scope of the installation.
      plugin_sources (str): sources of the plugin, separated by commas.
    """

    DATA_TYPE = "cursor:plugin"

    def __init__(self):
        """Initializes event data."""
        super().__init__()
        self.modification_time = None
        self.plugin_identifier = None
        self.plugin_scope = None
        self.plugin_sources = None


class CursorSourceHostAccountEventData(CursorEventData):
    """Cursor account at a source code host.

    Attributes:
      account_name (str): login of the account.
      extension_name (str): extension that used the account.
      is_allowed (bool): True if the extension may use the account.
      last_used_time (dfdatetime.DateTimeValues): time of last use.
      modification_time (dfdatetime.DateTimeValues): content modification time of the
          file, of a record that has no time of its own.
      scopes (str): scopes granted, separated by commas.
      source_host (str): name of the host.
    """

    DATA_TYPE = "cursor:source_host:account"

    def __init__(self):
        """Initializes event data."""
        super().__init__()
        self.account_name = None
        self.extension_name = None
        self.is_allowed = None
        self.last_used_time = None
        self.modification_time = None
        self.scopes = None
        self.source_host = None


class CursorSourceHostRepositoryEventData(CursorEventData):
    """Cursor repository at a source code host.

    Attributes:
      modification_time (dfdatetime.DateTimeValues): content modification time of the
          file, of a record that has no time of its own.
      repository_type (str): type of the repository as stored.
      repository_url (str): URL or name of the repository.
    """

    DATA_TYPE = "cursor:source_host:repository"

    def __init__(self):
        """Initializes event data."""
        super().__init__()
        self.modification_time = None
        self.repository_type = None
        self.repository_url = None


class CursorRemoteHostEventData(CursorEventData):
    """Cursor enrolment of the machine as a remote agent host.

    Attributes:
      account_identifier (str): identifier of the account.
      modification_time (dfdatetime.DateTimeValues): content modification time of the
          file, of a record that has no time of its own.
      shown_name (str): name the machine is shown by.
      target_identifier (str): identifier of the machine.
    """

    DATA_TYPE = "cursor:remote_host"

    def __init__(self):
        """Initializes event data."""
        super().__init__()
        self.account_identifier = None
        self.modification_time = None
        self.shown_name = None
        self.target_identifier = None


class CursorAccountEventData(CursorEventData):
    """Cursor account identity, device identifier or presence of a secret.

    Attributes:
      application_version (str): version of Cursor the record names.
      identity_name (str): name of the identity value.
      identity_value (str): identity value.
      last_active_time (dfdatetime.DateTimeValues): time of the last activity.
      modification_time (dfdatetime.DateTimeValues): content modification time of the
          file, of a record that has no time of its own.
      recorded_time (dfdatetime.DateTimeValues): time the store holds for the record.
      secret_name (str): what the secret is for, as its key or file name tells.
      secret_present (bool): True if a secret is present, which is never read.
    """

    DATA_TYPE = "cursor:account"

    def __init__(self):
        """Initializes event data."""
        super().__init__()
        self.application_version = None
        self.identity_name = None
        self.identity_value = None
        self.last_active_time = None
        self.modification_time = None
        self.recorded_time = None
        self.secret_name = None
        self.secret_present = None


class CursorPromptEventData(CursorEventData):
    """Cursor prompt or generation record.

    Attributes:
      generation_identifier (str): identifier of the generation.
      message_body (str): text of the prompt, cut at 64 KiB.
      message_body_preview (str): start of the message body on one line, for messages.
      message_body_sha256 (str): SHA-256 of the whole message body when it was cut.
      message_body_size (int): number of bytes of the whole message body when it was
          cut.
      prompt_type (str): type of the prompt as stored.
      recorded_time (dfdatetime.DateTimeValues): time the store holds for the record.
      sequence_number (int): position in the list, starting at 0.
    """

    DATA_TYPE = "cursor:prompt"

    def __init__(self):
        """Initializes event data."""
        super().__init__()
        self.generation_identifier = None
        self.message_body = None
        self.message_body_preview = None
        self.message_body_sha256 = None
        self.message_body_size = None
        self.prompt_type = None
        self.recorded_time = None
        self.sequence_number = None


class CursorWorkspaceEventData(CursorEventData):
    """Cursor workspace.

    Attributes:
      branches (str): git branches of the repository, separated by commas.
      conversations (str): identifiers of the conversations of the workspace, separated
          by commas.
      creation_time (dfdatetime.DateTimeValues): time the record was created.
      is_archived (bool): True if the project was archived.
      last_used_time (dfdatetime.DateTimeValues): time of last use.
      location_uri (str): URI of the folder or workspace file as stored.
      modification_time (dfdatetime.DateTimeValues): content modification time of the
          file, of a record that has no time of its own.
      name (str): name of the project.
      opened_files (list[str]): paths of files that were open in the workspace.
      recorded_time (dfdatetime.DateTimeValues): time the store holds for the record.
      remote_authority (str): remote authority of the folder.
      repositories (str): repositories of the project, separated by commas.
      update_time (dfdatetime.DateTimeValues): time of the last update.
      worker_identifier (str): identifier of the agent worker of the folder.
      worker_version (str): version of the Agent CLI that the worker is of.
      workspace_identifier (str): identifier of the workspace storage directory.
      workspace_kind (str): kind of the record, such as "workspace storage", "recent
          folder" or "project".
    """

    DATA_TYPE = "cursor:workspace"

    def __init__(self):
        """Initializes event data."""
        super().__init__()
        self.branches = None
        self.conversations = None
        self.creation_time = None
        self.is_archived = None
        self.last_used_time = None
        self.location_uri = None
        self.modification_time = None
        self.name = None
        self.opened_files = None
        self.recorded_time = None
        self.remote_authority = None
        self.repositories = None
        self.update_time = None
        self.worker_identifier = None
        self.worker_version = None
        self.workspace_identifier = None
        self.workspace_kind = None


class CursorUsageEventData(CursorEventData):
    """Cursor usage export row.

    Attributes:
      account_name (str): user of a team export.
      automation_identifier (str): identifier of the automation.
      cache_read_tokens (int): number of tokens read from the cache.
      cost (str): cost as stored.
      input_tokens (int): number of input tokens without cache writes.
      input_tokens_cache_write (int): number of input tokens with cache writes.
      max_mode (str): whether Max Mode was on, as stored.
      number_of_requests (str): number of requests counted, as stored by exports of
          plans that count requests.
      output_tokens (int): number of output tokens.
      recorded_time (dfdatetime.DateTimeValues): time the store holds for the record.
      total_tokens (int): total number of tokens.
      usage_kind (str): kind of the usage.
    """

    DATA_TYPE = "cursor:usage"

    def __init__(self):
        """Initializes event data."""
        super().__init__()
        self.account_name = None
        self.automation_identifier = None
        self.cache_read_tokens = None
        self.cost = None
        self.input_tokens = None
        self.input_tokens_cache_write = None
        self.max_mode = None
        self.number_of_requests = None
        self.output_tokens = None
        self.recorded_time = None
        self.total_tokens = None
        self.usage_kind = None


class CursorUpdateEventData(CursorEventData):
    """Cursor program update.

    Attributes:
      details (str): details of the record.
      installation_identifier (str): identifier of the installation.
      modification_time (dfdatetime.DateTimeValues): content modification time of the
          file, of a record that has no time of its own.
      phase (str): phase of the update.
      recorded_time (dfdatetime.DateTimeValues): time the store holds for the record.
      update_type (str): type of the record.
      version_from (str): version before the update.
      version_to (str): version the update brings.
    """

    DATA_TYPE = "cursor:update"

    def __init__(self):
        """Initializes event data."""
        super().__init__()
        self.details = None
        self.installation_identifier = None
        self.modification_time = None
        self.phase = None
        self.recorded_time = None
        self.update_type = None
        self.version_from = None
        self.version_to = None


class CursorExportEventData(CursorEventData):
    """Cursor conversation that was exported as Markdown or as JSON.

    Attributes:
      creation_time (dfdatetime.DateTimeValues): time the record was created.
      message_body (str): text of the export, cut at 64 KiB.
      message_body_preview (str): start of the message body on one line, for messages.
      message_body_sha256 (str): SHA-256 of the whole message body when it was cut.
      message_body_size (int): number of bytes of the whole message body when it was
          cut.
      message_count (int): number of user blocks, or of turns.
      time_zone (str): time zone as written.
      version (str): version of Cursor as written.
    """

    DATA_TYPE = "cursor:export"

    def __init__(self):
        """Initializes event data."""
        super().__init__()
        self.creation_time = None
        self.message_body = None
        self.message_body_preview = None
        self.message_body_sha256 = None
        self.message_body_size = None
        self.message_count = None
        self.time_zone = None
        self.version = None


class CursorPlanEventData(CursorEventData):
    """Cursor plan.

    Attributes:
      conversations (str): identifiers of the conversations that edited, built or refer
          to the plan, separated by commas.
      creation_time (dfdatetime.DateTimeValues): time the record was created.
      file_path (str): path of the file of the plan.
      message_body (str): overview and text of the plan, cut at 64 KiB.
      message_body_preview (str): start of the message body on one line, for messages.
      message_body_sha256 (str): SHA-256 of the whole message body when it was cut.
      message_body_size (int): number of bytes of the whole message body when it was
          cut.
      modification_time (dfdatetime.DateTimeValues): content modification time of the
          file, of a record that has no time of its own.
      name (str): name of the plan.
      todos (str): to-do items of the plan with their status, separated by commas.
      update_time (dfdatetime.DateTimeValues): time of the last update.
    """

    DATA_TYPE = "cursor:plan"

    def __init__(self):
        """Initializes event data."""
        super().__init__()
        self.conversations = None
        self.creation_time = None
        self.file_path = None
        self.message_body = None
        self.message_body_preview = None
        self.message_body_sha256 = None
        self.message_body_size = None
        self.modification_time = None
        self.name = None
        self.todos = None
        self.update_time = None


class CursorTerminalEventData(CursorEventData):
    """Cursor terminal capture.

    Attributes:
      command (str): last command.
      command_description (str): what the agent said the command is for.
      duration (int): duration in milliseconds.
      end_time (dfdatetime.DateTimeValues): time the call ended.
      exit_code (int): exit code of the last command.
      modification_time (dfdatetime.DateTimeValues): content modification time of the
          file, of a record that has no time of its own.
      process_identifier (int): identifier of the process.
      result (str): output of the terminal, cut at 64 KiB.
      result_preview (str): start of the result on one line, for messages.
      result_sha256 (str): SHA-256 of the whole result when it was cut.
      result_size (int): number of bytes of the whole result when it was cut.
      start_time (dfdatetime.DateTimeValues): time the call or prompt started.
      status (str): status of the command.
      working_directory (str): working directory.
    """

    DATA_TYPE = "cursor:terminal"

    def __init__(self):
        """Initializes event data."""
        super().__init__()
        self.command = None
        self.command_description = None
        self.duration = None
        self.end_time = None
        self.exit_code = None
        self.modification_time = None
        self.process_identifier = None
        self.result = None
        self.result_preview = None
        self.result_sha256 = None
        self.result_size = None
        self.start_time = None
        self.status = None
        self.working_directory = None


class CursorRunEventData(CursorEventData):
    """Cursor run of an SDK agent.

    Attributes:
      cache_read_tokens (int): number of tokens read from the cache.
      cache_write_tokens (int): number of tokens written to the cache.
      creation_time (dfdatetime.DateTimeValues): time the record was created.
      end_time (dfdatetime.DateTimeValues): time the call ended.
      error_text (str): error of the run.
      input_tokens (int): number of input tokens.
      model_parameters (str): parameters of the model, such as "effort=medium",
          separated by commas.
      output_tokens (int): number of output tokens.
      request_identifier (str): identifier of the request.
      result (str): result of the run, cut at 64 KiB.
      result_preview (str): start of the result on one line, for messages.
      result_sha256 (str): SHA-256 of the whole result when it was cut.
      result_size (int): number of bytes of the whole result when it was cut.
      run_identifier (str): identifier of the run.
      start_time (dfdatetime.DateTimeValues): time the call or prompt started.
      status (str): status of the run.
      total_tokens (int): total number of tokens.
      turn_number (int): number of the turn, starting at 1.
      update_time (dfdatetime.DateTimeValues): time of the last update, of a run that
          did not end.
    """

    DATA_TYPE = "cursor:run"

    def __init__(self):
        """Initializes event data."""
        super().__init__()
        self.cache_read_tokens = None
        self.cache_write_tokens = None
        self.creation_time = None
        self.end_time = None
        self.error_text = None
        self.input_tokens = None
        self.model_parameters = None
        self.output_tokens = None
        self.request_identifier = None
        self.result = None
        self.result_preview = None
        self.result_sha256 = None
        self.result_size = None
        self.run_identifier = None
        self.start_time = None
        self.status = None
        self.total_tokens = None
        self.turn_number = None
        self.update_time = None


class CursorRunStreamEventData(CursorEventData):
    """Cursor event of the run of an SDK agent.

    Attributes:
      message_body (str): payload of the event, cut at 64 KiB.
      message_body_preview (str): start of the message body on one line, for messages.
      message_body_sha256 (str): SHA-256 of the whole message body when it was cut.
      message_body_size (int): number of bytes of the whole message body when it was
          cut.
      recorded_time (dfdatetime.DateTimeValues): time the store holds for the record.
      run_event_type (str): type of the event.
      run_identifier (str): identifier of the run.
      sequence_number (int): position in the run, starting at 0.
    """

    DATA_TYPE = "cursor:run:event"

    def __init__(self):
        """Initializes event data."""
        super().__init__()
        self.message_body = None
        self.message_body_preview = None
        self.message_body_sha256 = None
        self.message_body_size = None
        self.recorded_time = None
        self.run_event_type = None
        self.run_identifier = None
        self.sequence_number = None


class CursorSyncFileEventData(CursorEventData):
    """Cursor file or lock of an agent sync store.

    Attributes:
      content_hash (str): hash of the file as stored.
      content_size (int): size of the file in bytes.
      creation_time (dfdatetime.DateTimeValues): time the record was created.
      deletion_time (dfdatetime.DateTimeValues): time of the deletion.
      details (str): details of the record.
      direction (str): direction of the last synchronisation.
      display_name_host (str): name of the host that holds the lock.
      file_path (str): path of the file in the store.
      modification_time (dfdatetime.DateTimeValues): content modification time of the
          file, of a record that has no time of its own.
      process_identifier (int): identifier of the process.
      record_kind (str): kind of the record: "file", "pin", "lock" or "state".
      recorded_time (dfdatetime.DateTimeValues): time the store holds for the record.
      status (str): state of the file.
      store_owner (str): account or conversation the store belongs to.
      update_time (dfdatetime.DateTimeValues): time of the last update.
      user_identifier (str): number (uid) or security identifier (sid) of the user.
      workspace_identifier (str): identifier of the window.
    """

    DATA_TYPE = "cursor:sync:file"

    def __init__(self):
        """Initializes event data."""
        super().__init__()
        self.content_hash = None
        self.content_size = None
        self.creation_time = None
        self.deletion_time = None
        self.details = None
        self.direction = None
        self.display_name_host = None
        self.file_path = None
        self.modification_time = None
        self.process_identifier = None
        self.record_kind = None
        self.recorded_time = None
        self.status = None
        self.store_owner = None
        self.update_time = None
        self.user_identifier = None
        self.workspace_identifier = None


class CursorDatabaseEventData(CursorEventData):
    """Cursor summary of what a database holds and lacks.

    Attributes:
      counts (str): number of rows per kind, separated by commas.
      unknown_keys (str): key families that no reader understands, with their number of
          rows, separated by commas.
    """

    DATA_TYPE = "cursor:database"

    def __init__(self):
        """Initializes event data."""
        super().__init__()
        self.counts = None
        self.unknown_keys = None


class CursorRecoveredRowEventData(CursorEventData):
    """Cursor recovered row that no reader understands.

    Attributes:
      row_key (str): key of the row.
      row_table (str): table of the row.
      row_value_preview (str): start of the value, if it is text that can not hold a
          secret.
      row_value_size (int): number of bytes of the value that were recovered.
    """

    DATA_TYPE = "cursor:row:recovered"

    def __init__(self):
        """Initializes event data."""
        super().__init__()
        self.row_key = None
        self.row_table = None
        self.row_value_preview = None
        self.row_value_size = None


EVENT_DATA_CLASSES = (
    CursorAICodeCommitEventData,
    CursorAICodeDeletedFileEventData,
    CursorAICodeLineEventData,
    CursorAICodeStateEventData,
    CursorAICodeSummaryEventData,
    CursorAICodeTrackedFileEventData,
    CursorAccountEventData,
    CursorCloudAgentEventData,
    CursorCloudAgentTextEventData,
    CursorConversationArchivedEventData,
    CursorConversationDeletedEventData,
    CursorConversationDraftEventData,
    CursorConversationEventData,
    CursorDatabaseEventData,
    CursorExportEventData,
    CursorFileEditEventData,
    CursorMCPOAuthAttemptEventData,
    CursorMCPServerEventData,
    CursorMessageEventData,
    CursorModelChangeEventData,
    CursorModelLastUsedEventData,
    CursorPermissionDecisionEventData,
    CursorPermissionPromptEventData,
    CursorPermissionSettingEventData,
    CursorPlanEventData,
    CursorPluginEventData,
    CursorPromptEventData,
    CursorRecoveredRowEventData,
    CursorRemoteHostEventData,
    CursorRunEventData,
    CursorRunStreamEventData,
    CursorSearchConversationEventData,
    CursorSourceHostAccountEventData,
    CursorSourceHostRepositoryEventData,
    CursorSyncFileEventData,
    CursorTerminalEventData,
    CursorToolCallEventData,
    CursorUpdateEventData,
    CursorUsageEventData,
    CursorWorkspaceEventData,
)
