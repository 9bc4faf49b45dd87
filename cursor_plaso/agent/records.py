"""What a conversation tree says, as plain records.

Conventions of all records:

- An attribute that ends in "_ms" is a number of milliseconds, since the epoch unless it
  is a duration. The "..._source" attribute beside a time names the field that holds it.
  There are no other times: what has none has None.
- A text of more than 64 KiB is cut; "..._size" is then the number of bytes of the whole
  text as UTF-8 and "..._sha256" its SHA-256, else they are None.
- "blob_id" is the identifier of the blob that holds the record, as 64 hexadecimal
  digits, None if the record is stored inside another.
- "is_missing": the store names the blob, but does not have it. "is_corrupted": only a
  part could be read. "hash_mismatch": the blob is not what its identifier says.
- "warnings" holds at most MAXIMUM_WARNINGS messages.
"""

import dataclasses

from cursor_plaso import values

MAXIMUM_WARNINGS = 64


def AddWarning(warnings, message):
    """Adds a warning to a bounded list.

    Args:
      warnings (list[str]): warnings.
      message (str): message.
    """
    if len(warnings) >= MAXIMUM_WARNINGS or message in warnings:
        return
    if len(warnings) == MAXIMUM_WARNINGS - 1:
        message = "further warnings left out"
    warnings.append(message)


def SetText(record, name, text):
    """Sets a text of a record, cut at 64 KiB.

    Args:
      record (object): record.
      name (str): name of the attribute; the record also has the attributes
          "<name>_size" and "<name>_sha256".
      text (str): text or None.
    """
    if not text:
        return
    text, size, sha256 = values.CutText(values.CleanText(text))
    setattr(record, name, text or None)
    setattr(record, f"{name:s}_size", size)
    setattr(record, f"{name:s}_sha256", sha256)


@dataclasses.dataclass
class FileEdit:
    """What an edit or delete call did to a file.

    Attributes:
      after_sha256 (str): SHA-256 of the whole content after the edit, as UTF-8.
      after_size (int): size of the whole content after the edit in bytes.
      before_sha256 (str): SHA-256 of the whole content before the edit, as UTF-8.
      before_size (int): size of the whole content before the edit in bytes.
      diff (str): unified diff as stored, cut at 64 KiB.
      lines_added (int): number of lines added.
      lines_removed (int): number of lines removed.
      path (str): path of the file.
    """

    after_sha256: str = None
    after_size: int = None
    before_sha256: str = None
    before_size: int = None
    diff: str = None
    lines_added: int = None
    lines_removed: int = None
    path: str = None


@dataclasses.dataclass
class Step:
    """Step of the agent in a turn: a text, a thought or a tool call.

    Attributes:
      approval_reason (str): why the call needed an approval, as the call says.
      arguments (str): arguments of the call as compact JSON.
      arguments_sha256 (str): SHA-256 of the whole arguments.
      arguments_size (int): size of the whole arguments in bytes.
      blob_id (str): identifier of the blob.
      command (str): command or input of a shell call.
      completed_ms (int): time the step ended.
      completed_source (str): field of the time the step ended.
      conversation_id (str): identifier of the conversation, which shell calls name.
      description (str): description of the call.
      duration_ms (int): duration of the step.
      duration_source (str): field of the duration.
      error (str): error of a call that failed.
      exit_code (int): exit code of a command.
      file_edit (FileEdit): what an edit or delete call did to a file.
      from_original (bool): True if the store holds the call truncated and its arguments
          and result come from the original step.
      hash_mismatch (bool): True if the blob is not what its identifier says.
      hook_contexts (list[str]): what hooks added, "<event>: <text>".
      index (int): position in the turn, starting at 0.
      is_background (bool): True if the call went on in the background.
      is_corrupted (bool): True if only a part could be read.
      is_missing (bool): True if the store does not have the blob.
      is_superseded (bool): True if no later state of the conversation holds the step.
      is_truncated (bool): True if the store holds the call truncated and the original
          step is missing.
      is_unfinished (bool): True if the call has neither a result nor an end.
      kind (str): "assistant", "thinking", "tool", "missing" or "unknown".
      mcp_server (str): MCP server of an MCP call.
      mcp_tool (str): name of the tool at the MCP server.
      nested_steps (list[Step]): steps of a subagent that the result holds.
      outcome (str): what came of the call: name of the member of the result that is
          set, such as "success", "rejected" or "permission_denied"; "result_<number>"
          if the name is not known, None without a result.
      path (str): path of the file or directory of the call.
      pending_ms (int): time the call began to wait for an approval.
      pending_source (str): field of the time the call began to wait.
      query (str): what the call searched for.
      reason (str): reason, or instruction of the user, of a call that was rejected.
      result (str): result of the call: output, content or compact JSON.
      result_blob_id (str): identifier of the blob with the content of a read file.
      result_sha256 (str): SHA-256 of the whole result.
      result_size (int): size of the whole result in bytes.
      sandbox (str): sandbox the command ran in.
      signal (str): signal that ended the command.
      started_ms (int): time the step started.
      started_source (str): field of the time the step started.
      subagent_id (str): identifier of the subagent that the call started.
      text (str): text of the assistant or of the thought.
      text_sha256 (str): SHA-256 of the whole text.
      text_size (int): size of the whole text in bytes.
      tool_call_id (str): identifier of the call, which the JSON messages and the
          bubbles also name.
      tool_name (str): name of the tool, such as "shell", or "tool_<number>".
      tool_number (int): number of the tool in the ToolCall message.
      unknown_fields (int): number of fields that agent_v1.proto does not have.
      url (str): URL of the call.
      warnings (list[str]): what is wrong with the step.
      working_directory (str): working directory of a command.
    """

    approval_reason: str = None
    arguments: str = None
    arguments_sha256: str = None
    arguments_size: int = None
    blob_id: str = None
    command: str = None
    completed_ms: int = None
    completed_source: str = None
    conversation_id: str = None
    description: str = None
    duration_ms: int = None
    duration_source: str = None
    error: str = None
    exit_code: int = None
    file_edit: FileEdit = None
    from_original: bool = False
    hash_mismatch: bool = False
    hook_contexts: list = dataclasses.field(default_factory=list)
    index: int = 0
    is_background: bool = False
    is_corrupted: bool = False
    is_missing: bool = False
    is_superseded: bool = False
    is_truncated: bool = False
    is_unfinished: bool = False
    kind: str = "unknown"
    mcp_server: str = None
    mcp_tool: str = None
    nested_steps: list = dataclasses.field(default_factory=list)
    outcome: str = None
    path: str = None
    pending_ms: int = None
    pending_source: str = None
    query: str = None
    reason: str = None
    result: str = None
    result_blob_id: str = None
    result_sha256: str = None
    result_size: int = None
    sandbox: str = None
    signal: str = None
    started_ms: int = None
    started_source: str = None
    subagent_id: str = None
    text: str = None
    text_sha256: str = None
    text_size: int = None
    tool_call_id: str = None
    tool_name: str = None
    tool_number: int = None
    unknown_fields: int = 0
    url: str = None
    warnings: list = dataclasses.field(default_factory=list)
    working_directory: str = None


@dataclasses.dataclass
class UserMessage:
    """Message that starts a turn, typed by the user or made by the program.

    Attributes:
      attachments (list[str]): what was attached, "<kind>: <compact JSON>".
      best_of_n_group_id (str): identifier of the group of a best-of-N request.
      blob_id (str): identifier of the blob.
      completed_ms (int): time the message was complete.
      completed_source (str): field of that time.
      facts (list[str]): lesser facts of the message, "<field in words>: <text>".
      hash_mismatch (bool): True if the blob is not what its identifier says.
      hook_contexts (list[str]): what hooks added, "<event>: <text>".
      is_corrupted (bool): True if only a part could be read.
      is_missing (bool): True if the store does not have the blob.
      is_simulated (bool): True if the program, not a person, wrote the message.
      is_steering (bool): True if the message was sent into a running turn.
      message_id (str): identifier of the message.
      mode (str): mode of the agent, such as "plan".
      mode_number (int): number of the mode.
      plan_id (str): identifier of the plan to execute.
      plan_title (str): title of the plan to execute.
      sender_agent_id (str): identifier of the agent that sent the message.
      sender_kind (str): kind of sender that is not the user.
      sender_name (str): name of the sender.
      sender_time_zone (str): time zone of the sender, an IANA name.
      simulated_reason (str): why the program wrote the message.
      simulated_reason_number (int): number of the reason.
      simulated_title (str): title of a message of the program.
      simulated_url (str): URL of a message of the program.
      started_ms (int): time the message was sent.
      started_source (str): field of the time the message was sent.
      state_blob_id (str): identifier of the root before the message.
      task_id (str): identifier of the background task of a message of the program.
      text (str): text.
      text_sha256 (str): SHA-256 of the whole text.
      text_size (int): size of the whole text in bytes.
      text_source (str): field of the text.
      thread_id (str): identifier of the thread.
      tool_call_id (str): identifier of the call that a message of the program is about.
      unknown_fields (int): number of fields that agent_v1.proto does not have.
      user_auth_id (str): account of the user that triggered the message.
      user_number (int): number of the user that triggered the message.
      warnings (list[str]): what is wrong with the message.
    """

    attachments: list = dataclasses.field(default_factory=list)
    best_of_n_group_id: str = None
    blob_id: str = None
    completed_ms: int = None
    completed_source: str = None
    facts: list = dataclasses.field(default_factory=list)
    hash_mismatch: bool = False
    hook_contexts: list = dataclasses.field(default_factory=list)
    is_corrupted: bool = False
    is_missing: bool = False
    is_simulated: bool = False
    is_steering: bool = False
    message_id: str = None
    mode: str = None
    mode_number: int = None
    plan_id: str = None
    plan_title: str = None
    sender_agent_id: str = None
    sender_kind: str = None
    sender_name: str = None
    sender_time_zone: str = None
    simulated_reason: str = None
    simulated_reason_number: int = None
    simulated_title: str = None
    simulated_url: str = None
    started_ms: int = None
    started_source: str = None
    state_blob_id: str = None
    task_id: str = None
    text: str = None
    text_sha256: str = None
    text_size: int = None
    text_source: str = None
    thread_id: str = None
    tool_call_id: str = None
    unknown_fields: int = 0
    user_auth_id: str = None
    user_number: int = None
    warnings: list = dataclasses.field(default_factory=list)


@dataclasses.dataclass
class ShellTurn:
    """Command that the user typed, and its output.

    Attributes:
      command (str): command.
      command_blob_id (str): identifier of the blob with the command.
      exit_code (int): exit code, None if the output is missing.
      is_command_missing (bool): True if the store does not have the command.
      is_output_missing (bool): True if the store does not have the output.
      output_blob_id (str): identifier of the blob with the output.
      stderr (str): error output.
      stderr_sha256 (str): SHA-256 of the whole error output.
      stderr_size (int): size of the whole error output in bytes.
      stdout (str): output.
      stdout_sha256 (str): SHA-256 of the whole output.
      stdout_size (int): size of the whole output in bytes.
    """

    command: str = None
    command_blob_id: str = None
    exit_code: int = None
    is_command_missing: bool = False
    is_output_missing: bool = False
    output_blob_id: str = None
    stderr: str = None
    stderr_sha256: str = None
    stderr_size: int = None
    stdout: str = None
    stdout_sha256: str = None
    stdout_size: int = None


@dataclasses.dataclass
class Turn:
    """Turn: what the user said and what the agent did.

    Attributes:
      blob_id (str): identifier of the blob.
      duration_ms (int): duration of the turn.
      ended_ms (int): time the turn ended.
      ended_source (str): field of the time the turn ended.
      hash_mismatch (bool): True if the blob is not what its identifier says.
      index (int): position in the conversation, starting at 0.
      is_corrupted (bool): True if only a part could be read.
      is_duplicate (bool): True if an earlier turn of the conversation is the same blob;
          the turn is then not read again.
      is_missing (bool): True if the store does not have the blob.
      is_superseded (bool): True if no later state of the conversation holds the turn,
          or all of its steps.
      kind (str): "agent", "shell", "missing" or "unknown".
      model_names (list[str]): models that answered, in order of appearance.
      request_id (str): identifier of the request.
      shell (ShellTurn): command that the user typed, of a shell turn.
      started_ms (int): time the turn started.
      started_source (str): field of the time the turn started.
      steps (list[Step]): steps in order.
      superseded_from_root_id (str): identifier of the root that holds the turn, if it
          is superseded.
      unknown_fields (int): number of fields that agent_v1.proto does not have.
      user_is_shared (bool): True if the turn is superseded and a later state holds the
          same user message, with other steps.
      user (UserMessage): message that starts the turn; is_missing tells if the store
          does not have it. None if the turn has none.
      user_message_id (str): identifier of the message that starts the turn, as the turn
          names it.
      warnings (list[str]): what is wrong with the turn.
    """

    blob_id: str = None
    duration_ms: int = None
    ended_ms: int = None
    ended_source: str = None
    hash_mismatch: bool = False
    index: int = 0
    is_corrupted: bool = False
    is_duplicate: bool = False
    is_missing: bool = False
    is_superseded: bool = False
    kind: str = "unknown"
    model_names: list = dataclasses.field(default_factory=list)
    request_id: str = None
    shell: ShellTurn = None
    started_ms: int = None
    started_source: str = None
    steps: list = dataclasses.field(default_factory=list)
    superseded_from_root_id: str = None
    unknown_fields: int = 0
    user_is_shared: bool = False
    user: UserMessage = None
    user_message_id: str = None
    warnings: list = dataclasses.field(default_factory=list)


@dataclasses.dataclass
class Todo:
    """Item of a task list.

    Attributes:
      content (str): what is to be done.
      created_ms (int): time the item was created, of TodoItem.created_at.
      identifier (str): identifier.
      status (str): status, such as "in progress".
      status_number (int): number of the status.
      updated_ms (int): time the item was updated, of TodoItem.updated_at.
    """

    content: str = None
    created_ms: int = None
    identifier: str = None
    status: str = None
    status_number: int = None
    updated_ms: int = None


@dataclasses.dataclass
class PendingCall:
    """Tool call that waited for an approval or to be executed.

    Attributes:
      arguments (str): arguments as compact JSON, cut at 64 KiB.
      root_id (str): identifier of the root that holds the call, None if the root is
          stored in another value.
      started_ms (int): time the call began to wait.
      started_source (str): field of the time the call began to wait.
      tool_call_id (str): identifier of the call.
      tool_name (str): name of the tool as the model knows it, such as "Shell".
    """

    arguments: str = None
    root_id: str = None
    started_ms: int = None
    started_source: str = None
    tool_call_id: str = None
    tool_name: str = None


@dataclasses.dataclass
class Goal:
    """Goal that the agent works on.

    Attributes:
      active_duration_ms (int): duration the agent worked on the goal.
      conversation_id (str): identifier of the conversation.
      identifier (str): identifier of the goal.
      last_accrued_ms (int): time of GoalState.last_accrued_at_ms.
      objective (str): objective, cut at 64 KiB.
      status (str): status, such as "active".
      status_number (int): number of the status.
    """

    active_duration_ms: int = None
    conversation_id: str = None
    identifier: str = None
    last_accrued_ms: int = None
    objective: str = None
    status: str = None
    status_number: int = None


@dataclasses.dataclass
class Archive:
    """Messages that a summary took the place of.

    Attributes:
      blob_id (str): identifier of the blob.
      hash_mismatch (bool): True if the blob is not what its identifier says.
      is_corrupted (bool): True if only a part could be read.
      is_missing (bool): True if the store does not have the blob.
      message_ids (list[str]): identifiers of the JSON messages, in order.
      summary (str): summary, cut at 64 KiB.
      summary_message_id (str): identifier of the JSON message with the summary.
    """

    blob_id: str = None
    hash_mismatch: bool = False
    is_corrupted: bool = False
    is_missing: bool = False
    message_ids: list = dataclasses.field(default_factory=list)
    summary: str = None
    summary_message_id: str = None


@dataclasses.dataclass
class FileState:
    """File that the conversation keeps the content of.

    Attributes:
      content_id (str): identifier of the blob with the content, which is the SHA-256 of
          the content.
      initial_content_id (str): identifier of the blob with the content before the
          first edit.
      path (str): path of the file.
      state_id (str): identifier of the blob with the state, of the older form.
    """

    content_id: str = None
    initial_content_id: str = None
    path: str = None
    state_id: str = None


@dataclasses.dataclass
class Subagent:
    """Agent that a tool call of the conversation started.

    Attributes:
      agent_id (str): identifier of the subagent.
      blob_id (str): identifier of the blob, if the state is stored by reference.
      cloud_agent_id (str): identifier of the cloud agent.
      completed_ms (int): time of SubagentRunState.completed_timestamp_ms.
      conversation (Conversation): conversation of the subagent, None if missing.
      created_ms (int): time of SubagentPersistedState.created_timestamp_ms.
      detail (str): detail of the run.
      environment (str): "local" or "cloud".
      hash_mismatch (bool): True if the blob is not what its identifier says.
      is_corrupted (bool): True if only a part could be read.
      is_missing (bool): True if the store does not have the state.
      last_used_ms (int): time of SubagentPersistedState.last_used_timestamp_ms.
      model_name (str): model.
      parent_tool_call_id (str): identifier of the call that started the subagent.
      run_status (str): status of the run, such as "success".
      title (str): title of the run.
      transcript_path (str): path of the transcript.
      type_name (str): type of the subagent, such as "explore" or its own name.
    """

    agent_id: str = None
    blob_id: str = None
    cloud_agent_id: str = None
    completed_ms: int = None
    conversation: object = None
    created_ms: int = None
    detail: str = None
    environment: str = None
    hash_mismatch: bool = False
    is_corrupted: bool = False
    is_missing: bool = False
    last_used_ms: int = None
    model_name: str = None
    parent_tool_call_id: str = None
    run_status: str = None
    title: str = None
    transcript_path: str = None
    type_name: str = None


@dataclasses.dataclass
class Conversation:
    """State of a conversation, as a root holds it.

    Attributes:
      active_branch (str): name of the active branch.
      agent_type (str): type of the agent, such as "cli".
      archives (list[Archive]): messages that summaries took the place of, in order.
      branches (list[tuple[str, str]]): path and branch of the git repositories.
      completed_question_ids (list[str]): identifiers of the calls whose questions the
          user answered.
      custom_mode_id (str): identifier of the custom mode.
      file_states (list[FileState]): files that the conversation keeps the content of.
      goal (Goal): goal that the agent works on.
      is_corrupted (bool): True if only a part could be read.
      is_missing (bool): True if the store does not have the root.
      is_root_project (bool): True if the root says that it is that of the root project
          conversation.
      last_completed_turn_ms (int): time of
          TurnTelemetryState.last_completed_turn_timestamp_ms.
      mentioned_agent_ids (list[str]): identifiers of agents that were mentioned.
      message_ids (list[str]): identifiers of the JSON messages, in order.
      missing (list[tuple[str, str]]): field and identifier of the blobs that the root
          names and the store does not have, other than turns and messages.
      mode (str): mode of the agent, such as "agent".
      mode_number (int): number of the mode.
      pending_calls (list[PendingCall]): calls that waited when the root was written.
      plan (str): plan, cut at 64 KiB.
      plans (list[tuple[str, str]]): identifier and path of the plans.
      previous_workspace_uris (list[str]): URIs of the workspaces.
      read_paths (list[str]): paths of the files that were read.
      recent_user_message_ids (list[str]): identifiers of the latest user messages.
      root_hash_matches (bool): True if the SHA-256 of the root is its identifier. A
          root may have a fixed identifier: that is no damage.
      root_id (str): identifier of the root, the SHA-256 of its data if it is stored in
          another value.
      root_size (int): size of the root in bytes.
      started_ms (int): time of conversation_started_timestamp_ms.
      started_source (str): field of the time the conversation started.
      subagent_threads (list[tuple[str, str]]): identifiers of subagents and their
          threads.
      subagents (list[Subagent]): subagents.
      summary (str): summary, cut at 64 KiB.
      summary_count (int): number of summaries the agent made.
      time_zone (str): time zone the conversation started in, an IANA name.
      todos (list[Todo]): task list.
      token_breakdown (list[tuple[str, str, int, int]]): identifier, label, number of
          tokens and number of characters of the parts of the context.
      tokens_maximum (int): size of the context window in tokens.
      tokens_used (int): number of tokens of the context.
      turn_ids (list[str]): identifiers of the turns, in order.
      turn_timings (list[tuple[int, int]]): duration in milliseconds and end in
          milliseconds since the epoch of the finished turns; None where absent.
      unknown_fields (dict[str, int]): number of fields that agent_v1.proto does not
          have, per message and number.
      user_time_zone (str): time zone of the user, an IANA name.
      utterances (list[tuple[str, str, str]]): identifier, kind and text of what was
          said in voice calls.
      warnings (list[str]): what is wrong with the root.
    """

    active_branch: str = None
    agent_type: str = None
    archives: list = dataclasses.field(default_factory=list)
    branches: list = dataclasses.field(default_factory=list)
    completed_question_ids: list = dataclasses.field(default_factory=list)
    custom_mode_id: str = None
    file_states: list = dataclasses.field(default_factory=list)
    goal: Goal = None
    is_corrupted: bool = False
    is_missing: bool = False
    is_root_project: bool = False
    last_completed_turn_ms: int = None
    mentioned_agent_ids: list = dataclasses.field(default_factory=list)
    message_ids: list = dataclasses.field(default_factory=list)
    missing: list = dataclasses.field(default_factory=list)
    mode: str = None
    mode_number: int = None
    pending_calls: list = dataclasses.field(default_factory=list)
    plan: str = None
    plans: list = dataclasses.field(default_factory=list)
    previous_workspace_uris: list = dataclasses.field(default_factory=list)
    read_paths: list = dataclasses.field(default_factory=list)
    recent_user_message_ids: list = dataclasses.field(default_factory=list)
    root_hash_matches: bool = True
    root_id: str = None
    root_size: int = 0
    started_ms: int = None
    started_source: str = None
    subagent_threads: list = dataclasses.field(default_factory=list)
    subagents: list = dataclasses.field(default_factory=list)
    summary: str = None
    summary_count: int = None
    time_zone: str = None
    todos: list = dataclasses.field(default_factory=list)
    token_breakdown: list = dataclasses.field(default_factory=list)
    tokens_maximum: int = None
    tokens_used: int = None
    turn_ids: list = dataclasses.field(default_factory=list)
    turn_timings: list = dataclasses.field(default_factory=list)
    unknown_fields: dict = dataclasses.field(default_factory=dict)
    user_time_zone: str = None
    utterances: list = dataclasses.field(default_factory=list)
    warnings: list = dataclasses.field(default_factory=list)


@dataclasses.dataclass
class MessagePart:
    """Part of a JSON model message.

    Attributes:
      arguments (str): arguments of a call as compact JSON.
      arguments_sha256 (str): SHA-256 of the whole arguments.
      arguments_size (int): size of the whole arguments in bytes.
      error (str): error of a call that failed.
      exit_code (int): exit code of a command.
      facts (list[str]): lesser facts of what came of the call, "<name>: <value>".
      file_edit (FileEdit): what the call did to a file, as its result says.
      kind (str): "text", "reasoning", "tool-call", "tool-result", or the type as
          stored, such as "image".
      model_name (str): model of a thought.
      outcome (str): what came of the call, such as "success" or "rejected".
      reason (str): reason, or instruction of the user, of a call that was rejected.
      text (str): text, thought or result of a call.
      text_sha256 (str): SHA-256 of the whole text.
      text_size (int): size of the whole text in bytes.
      tool_call_id (str): identifier of the call.
      tool_name (str): name of the tool as the model knows it, such as "StrReplace".
    """

    arguments: str = None
    arguments_sha256: str = None
    arguments_size: int = None
    error: str = None
    exit_code: int = None
    facts: list = dataclasses.field(default_factory=list)
    file_edit: FileEdit = None
    kind: str = "text"
    model_name: str = None
    outcome: str = None
    reason: str = None
    text: str = None
    text_sha256: str = None
    text_size: int = None
    tool_call_id: str = None
    tool_name: str = None


@dataclasses.dataclass
class ModelMessage:
    """JSON message, as it was sent to or came from the model.

    No such message has a time of its own but pending_ms.

    Attributes:
      agent_type (str): type of the agent, of a system message.
      archive_id (str): identifier of the archive that holds the message.
      attachments (list[str]): what was attached to a user message, "<kind>: <text>".
      blob_id (str): identifier of the blob.
      hash_mismatch (bool): True if the blob is not what its identifier says.
      injection_reason (str): why the program wrote a user message, None if a person
          did.
      is_context (bool): True if the message has the role user, but holds the context
          that the program sends before the first query.
      is_covered (bool): True if a turn of the conversation shows the message.
      is_missing (bool): True if the store does not have the blob.
      is_summary (bool): True if the message is the summary of earlier messages.
      message_id (str): identifier of the message.
      mode (str): mode of the agent, of a system message.
      model_name (str): model, of a system message.
      model_names (list[str]): models of the thoughts of the message.
      notification (str): notifications of the program before a typed query.
      parts (list[MessagePart]): parts in order.
      pending_ms (int): time the tool calls of the message began to wait.
      pending_source (str): field of the time the tool calls began to wait.
      provider_message_id (str): identifier of the message at the provider.
      query_text (str): what a user message says, without its wrapper.
      query_text_sha256 (str): SHA-256 of the whole query.
      query_text_size (int): size of the whole query in bytes.
      request_id (str): identifier of the request.
      role (str): "system", "user", "assistant" or "tool".
      timestamp (dfdatetime.DateTimeValues): time of the <timestamp> tag of a user
          message, which has minute precision and an offset from UTC.
      warnings (list[str]): what is wrong with the message.
    """

    agent_type: str = None
    archive_id: str = None
    attachments: list = dataclasses.field(default_factory=list)
    blob_id: str = None
    hash_mismatch: bool = False
    injection_reason: str = None
    is_context: bool = False
    is_covered: bool = False
    is_missing: bool = False
    is_summary: bool = False
    message_id: str = None
    mode: str = None
    model_name: str = None
    model_names: list = dataclasses.field(default_factory=list)
    notification: str = None
    parts: list = dataclasses.field(default_factory=list)
    pending_ms: int = None
    pending_source: str = None
    provider_message_id: str = None
    query_text: str = None
    query_text_sha256: str = None
    query_text_size: int = None
    request_id: str = None
    role: str = None
    timestamp: object = None
    warnings: list = dataclasses.field(default_factory=list)


@dataclasses.dataclass
class ChangedFile:
    """File that a cloud agent changed.

    Attributes:
      after_sha256 (str): SHA-256 of the content after the change, None if not stored.
      after_size (int): size of the content after the change in bytes.
      before_sha256 (str): SHA-256 of the content before the change, None if not stored.
      before_size (int): size of the content before the change in bytes.
      lines_added (int): number of lines added.
      lines_removed (int): number of lines removed.
      old_path (str): path before the change, if it is another.
      path (str): path.
    """

    after_sha256: str = None
    after_size: int = None
    before_sha256: str = None
    before_size: int = None
    lines_added: int = None
    lines_removed: int = None
    old_path: str = None
    path: str = None


@dataclasses.dataclass
class CloudAgentDetails:
    """Cached details of a cloud agent.

    Attributes:
      agent_id (str): identifier of the cloud agent, "bc-" and a UUID.
      base_branch (str): branch the agent started from.
      branch (str): branch the agent works on.
      changed_files (list[ChangedFile]): files the agent changed.
      commit_count (int): number of commits.
      created_ms (int): time of BackgroundComposer.created_at_ms.
      environment_name (str): name of the environment.
      facts (list[str]): lesser facts of the record, "<field in words>: <text>".
      files_changed (int): number of files changed.
      head_commit (str): commit of the diff.
      is_archived (bool): True if the agent was archived.
      is_corrupted (bool): True if only a part could be read.
      is_killed (bool): True if the agent was stopped.
      is_pull_request_merged (bool): True if the pull request was merged.
      last_activity_ms (int): time of BackgroundComposer.last_message_activity_at_ms.
      latest_commit (str): latest commit.
      latest_commit_message (str): message of the latest commit.
      lines_added (int): number of lines added.
      lines_removed (int): number of lines removed.
      message_id (str): identifier of the prompt.
      model_name (str): model.
      name (str): name of the agent.
      prompt (str): prompt, cut at 64 KiB.
      prompt_rich_text (str): text of the rich text of the prompt, if it is another.
      prompt_sha256 (str): SHA-256 of the whole prompt.
      prompt_size (int): size of the whole prompt in bytes.
      prompt_source (str): field of the prompt.
      pull_request_status (str): status of the pull request, such as "open".
      pull_request_status_number (int): number of the status of the pull request.
      pull_request_urls (list[str]): URLs of the pull requests.
      repository_url (str): URL of the repository.
      repository_urls (list[str]): URLs of all repositories.
      requested_model (str): model that was requested.
      session_id (str): identifier of the agent's session.
      source (str): what started the agent, such as "website".
      source_number (int): number of what started the agent.
      starting_commit (str): commit the agent started from.
      status (str): status, such as "finished".
      status_number (int): number of the status.
      summary (str): summary, cut at 64 KiB.
      unknown_fields (dict[str, int]): number of fields that agent_v1.proto does not
          have, per message and number.
      updated_ms (int): time of BackgroundComposer.updated_at_ms.
      vm_started (bool): True if the virtual machine was started.
      warnings (list[str]): what is wrong with the details.
      workspace_root_path (str): path of the workspace on the virtual machine.
    """

    agent_id: str = None
    base_branch: str = None
    branch: str = None
    changed_files: list = dataclasses.field(default_factory=list)
    commit_count: int = None
    created_ms: int = None
    environment_name: str = None
    facts: list = dataclasses.field(default_factory=list)
    files_changed: int = None
    head_commit: str = None
    is_archived: bool = None
    is_corrupted: bool = False
    is_killed: bool = None
    is_pull_request_merged: bool = None
    last_activity_ms: int = None
    latest_commit: str = None
    latest_commit_message: str = None
    lines_added: int = None
    lines_removed: int = None
    message_id: str = None
    model_name: str = None
    name: str = None
    prompt: str = None
    prompt_rich_text: str = None
    prompt_sha256: str = None
    prompt_size: int = None
    prompt_source: str = None
    pull_request_status: str = None
    pull_request_status_number: int = None
    pull_request_urls: list = dataclasses.field(default_factory=list)
    repository_url: str = None
    repository_urls: list = dataclasses.field(default_factory=list)
    requested_model: str = None
    session_id: str = None
    source: str = None
    source_number: int = None
    starting_commit: str = None
    status: str = None
    status_number: int = None
    summary: str = None
    unknown_fields: dict = dataclasses.field(default_factory=dict)
    updated_ms: int = None
    vm_started: bool = None
    warnings: list = dataclasses.field(default_factory=list)
    workspace_root_path: str = None


@dataclasses.dataclass
class CloudAgentMetadata:
    """Metadata of the local state of a cloud agent.

    Attributes:
      offset_key (str): position in the stream of the agent.
      recorded_ms (int): time of CloudAgentStatePersistedMetadata.timestamp_ms.
      state_blob_id (str): identifier of the blob with the state.
      version (int): version of the state.
      warnings (list[str]): what is wrong with the metadata.
      workflow_status (str): status of the workflow, such as "idle".
      workflow_status_number (int): number of the status of the workflow.
    """

    offset_key: str = None
    recorded_ms: int = None
    state_blob_id: str = None
    version: int = None
    warnings: list = dataclasses.field(default_factory=list)
    workflow_status: str = None
    workflow_status_number: int = None
