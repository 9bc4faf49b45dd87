"""Tool calls: from the ToolCall message to a step.

Every tool call message has its arguments in field 1 and its result in field 2; the
member of the result that is set says what came of the call (agent-v1-fields.md sections
2.2 and 2.3, conversation-tree.md step 7). What the tools have in common is read by the
names of the fields, so that a tool of a later version needs no code here.
"""

import hashlib

from google.protobuf import unknown_fields as protobuf_unknown_fields

from cursor_plaso import values
from cursor_plaso.agent import names
from cursor_plaso.agent import records
from cursor_plaso.agent import render
from cursor_plaso.agent import schema
from cursor_plaso.agent import times as agent_times
from cursor_plaso.agent import wire

# Steps of a subagent that the result of a call holds.
_MAXIMUM_NESTED_STEPS = 1000
_MAXIMUM_NESTING = 4

_COMMAND_FIELDS = ("command", "chars")
_PATH_FIELDS = ("path", "file_path", "target_directory", "paths", "target_directories")
_QUERY_FIELDS = ("query", "search_term", "pattern", "glob_pattern", "regex")
_REASON_FIELDS = ("reason",)
_ERROR_FIELDS = ("error", "client_visible_error", "error_message")

# Arguments that other attributes or arguments repeat.
_SKIPPED_ARGUMENTS = ("parsing_result", "tool_call_id")

# Members of a result that mean that the call did what it was asked to.
_EXIT_CODE_OUTCOMES = ("success", "failure", "complete")


def FindTool(tool_call):
    """Finds the tool of a tool call.

    Args:
      tool_call (Message): ToolCall message.

    Returns:
      tuple[int, object]: number of the tool and its message, or its data if
          agent_v1.proto does not have the tool; None and None if there is none.
    """
    field_name = tool_call.WhichOneof("tool")
    if field_name:
        field = schema.GetMessageType(tool_call).GetField(field_name)
        return field.number, getattr(tool_call, field_name)

    for unknown_field in protobuf_unknown_fields.UnknownFieldSet(tool_call):
        if isinstance(unknown_field.data, bytes):
            number, wire_type, _, _ = wire.ReadField(
                unknown_field.data, 0, len(unknown_field.data)
            )
            if number in (1, 2) and wire_type == wire.WIRE_TYPE_LENGTH:
                return unknown_field.field_number, unknown_field.data
    return None, None


def ReadShellConversation(tool_call):
    """Reads which conversation a shell call belongs to.

    Args:
      tool_call (Message): ToolCall message.

    Returns:
      str: identifier of the conversation or None if the call does not name one.
    """
    if tool_call.WhichOneof("tool") != "shell_tool_call":
        return None
    return schema.GetText(tool_call.shell_tool_call.args, "conversation_id")


def ReadStep(message, step=None, nesting=0):
    """Reads a step.

    Args:
      message (Message): ConversationStep message.
      step (Optional[Step]): step to fill.
      nesting (Optional[int]): number of steps the step is nested in.

    Returns:
      Step: step.
    """
    step = step or records.Step()
    kind = message.WhichOneof("message")
    if kind in ("assistant_message", "thinking_message"):
        step.kind, _, _ = kind.partition("_")
        text_message = getattr(message, kind)
        records.SetText(step, "text", schema.GetText(text_message, "text"))
        if not schema.IsUTF8(text_message.text):
            step.is_corrupted = True
            step.warnings.append("text that is not UTF-8")
        agent_times.SetTimes(step, text_message)
    elif kind == "tool_call":
        ReadToolCall(message.tool_call, step, nesting)
    else:
        step.warnings.append("step of an unknown kind")
        _SetRendered(step, "arguments", message)
    return step


def ReadToolCall(tool_call, step=None, nesting=0):
    """Reads a tool call.

    Args:
      tool_call (Message): ToolCall message.
      step (Optional[Step]): step to fill.
      nesting (Optional[int]): number of steps the step is nested in.

    Returns:
      Step: step.
    """
    step = step or records.Step()
    step.kind = "tool"
    agent_times.SetTimes(step, tool_call)
    step.tool_call_id = schema.GetText(tool_call, "tool_call_id")
    step.hook_contexts = ReadHookContexts(tool_call.hook_additional_contexts)

    step.tool_number, tool = FindTool(tool_call)
    if step.tool_number is None:
        step.warnings.append("tool call without a tool")
        return step

    step.tool_name = names.GetToolName(step.tool_number)
    if isinstance(tool, bytes):
        _ReadUnknownTool(step, tool)
        return step

    message_type = schema.GetMessageType(tool)
    arguments_field = message_type.GetField("args")
    result_field = message_type.GetField("result")
    if "description" in _GetFieldNames(message_type):
        step.description = schema.GetText(tool, "description")

    if arguments_field and tool.HasField("args"):
        if arguments_field.kind == "message":
            _ReadArguments(step, tool.args)
        else:
            _SetUntyped(step, "arguments", tool.args)

    if result_field and tool.HasField("result"):
        if result_field.kind == "message":
            _ReadResult(step, tool.result, nesting)
        else:
            _ReadUnknownResult(step, tool.result)
    elif step.completed_ms is None:
        step.is_unfinished = True

    if step.tool_name == "task":
        step.subagent_id = step.subagent_id or schema.GetText(tool, "cloud_agent_bc_id")
    return step


def ReadHookContexts(messages):
    """Reads what hooks added.

    Args:
      messages (list[Message]): HookAdditionalContext messages.

    Returns:
      list[str]: "<event>: <text>".
    """
    contexts = []
    for message in messages:
        if len(contexts) >= 64:
            break
        event_name = schema.GetText(message, "hook_event_name") or ""
        content = schema.GetText(message, "content") or ""
        contexts.append(f"{event_name:s}: {content[:4096]:s}")
    return contexts


def _GetFieldNames(message_type):
    """Retrieves the names of the fields of a message.

    Args:
      message_type (MessageType): type of the message.

    Returns:
      set[str]: names.
    """
    return {field.name for field in message_type.fields.values()}


def _GetFirstText(message, field_names):
    """Retrieves the first text among fields that a message may have.

    Args:
      message (Message): message.
      field_names (tuple[str]): names of the fields.

    Returns:
      str: text, the first of a repeated field, or None if there is none.
    """
    message_type = schema.GetMessageType(message)
    for field_name in field_names:
        field = message_type.GetField(field_name)
        if field is None or field.kind != "text":
            continue
        if field.is_repeated:
            elements = getattr(message, field_name)
            text = schema.DecodeText(elements[0]) if elements else None
        else:
            text = schema.GetText(message, field_name)
        if text:
            return text
    return None


def _ReadApproval(step, arguments):
    """Reads why a call needed an approval.

    Args:
      step (Step): step to fill.
      arguments (Message): ShellArgs or McpArgs message.
    """
    reasons = []
    if arguments.HasField("smart_mode_approval"):
        reasons.append(schema.GetText(arguments.smart_mode_approval, "reason"))
    if step.tool_name == "shell" and arguments.HasField("hook_approval_requirement"):
        reasons.append(schema.GetText(arguments.hook_approval_requirement, "reason"))
    step.approval_reason = "; ".join(reason for reason in reasons if reason) or None


def _ReadArguments(step, arguments):
    """Reads the arguments of a call.

    Args:
      step (Step): step to fill.
      arguments (Message): arguments.
    """
    message_type = schema.GetMessageType(arguments)
    field_names = _GetFieldNames(message_type)
    step.command = _GetFirstText(arguments, _COMMAND_FIELDS)
    step.path = _GetFirstText(arguments, _PATH_FIELDS)
    step.query = _GetFirstText(arguments, _QUERY_FIELDS)
    step.url = _GetFirstText(arguments, ("url",))
    step.working_directory = _GetFirstText(arguments, ("working_directory",))
    step.conversation_id = _GetFirstText(arguments, ("conversation_id",))
    step.description = step.description or _GetFirstText(arguments, ("description",))
    if not step.tool_call_id:
        # Builds before July 2026.
        step.tool_call_id = _GetFirstText(arguments, ("tool_call_id",))
    if "is_background" in field_names:
        step.is_background = bool(arguments.is_background)

    if step.tool_name == "shell":
        _ReadApproval(step, arguments)
        if arguments.HasField("requested_sandbox_policy"):
            step.sandbox = names.GetName(
                names.SANDBOX_TYPE, arguments.requested_sandbox_policy.type
            )
    elif step.tool_name == "mcp":
        _ReadApproval(step, arguments)
        step.mcp_server = _GetFirstText(
            arguments, ("provider_identifier", "server_identifier")
        )
        step.mcp_tool = _GetFirstText(arguments, ("tool_name", "name"))
    elif step.tool_name == "task":
        step.subagent_id = schema.GetText(arguments, "agent_id")

    _SetRendered(step, "arguments", arguments, skip=_SKIPPED_ARGUMENTS)


def _ReadContent(member):
    """Reads the content that the result of an MCP call holds.

    Args:
      member (Message): McpSuccess message.

    Returns:
      str: text or None if there is none.
    """
    texts = []
    for item in member.content:
        kind = item.WhichOneof("content")
        if kind == "text":
            texts.append(schema.GetText(item.text, "text") or "")
        elif kind:
            texts.append(f"({kind:s}, {len(item.image):d} bytes)")
        if len(texts) >= 1000:
            texts.append("...")
            break
    return "\n".join(texts) or None


def _ReadEdit(step, member):
    """Reads what an edit or delete call did to a file.

    Args:
      step (Step): step to fill.
      member (Message): EditSuccess or DeleteSuccess message.
    """
    file_edit = records.FileEdit()
    file_edit.path = schema.GetText(member, "path") or step.path
    if step.tool_name == "delete":
        before_field = "prev_content"
        file_edit.before_size = schema.GetNumber(member, "file_size")
    else:
        before_field = "before_full_file_content"
        file_edit.lines_added = schema.GetNumber(member, "lines_added")
        file_edit.lines_removed = schema.GetNumber(member, "lines_removed")
        diff = schema.GetText(member, "diff_string")
        if diff:
            file_edit.diff, _, _ = values.CutText(values.CleanText(diff))
        if member.HasField("after_full_file_content"):
            file_edit.after_size, file_edit.after_sha256 = values.HashContent(
                member.after_full_file_content
            )

    if member.HasField(before_field):
        file_edit.before_size, file_edit.before_sha256 = values.HashContent(
            getattr(member, before_field)
        )
    step.file_edit = file_edit


def _ReadOutcome(step, member, nesting):
    """Reads what came of a call.

    Args:
      step (Step): step to fill.
      member (Message): member of the result that is set.
      nesting (int): number of steps the step is nested in.
    """
    message_type = schema.GetMessageType(member)
    field_names = _GetFieldNames(message_type)
    if step.outcome == "rejected":
        step.reason = _GetFirstText(member, _REASON_FIELDS)
    step.error = _GetFirstText(member, _ERROR_FIELDS)
    step.signal = _GetFirstText(member, ("signal",))
    if message_type.name == "ShellFailure":
        step.error = names.GetName(
            names.SHELL_ABORT_REASON, schema.GetNumber(member, "abort_reason")
        )
        if member.aborted and not step.error:
            step.error = "aborted"

    if "exit_code" in field_names and step.outcome in _EXIT_CODE_OUTCOMES:
        step.exit_code = schema.GetNumber(member, "exit_code")
        if step.exit_code is None and message_type.name != "AwaitTaskComplete":
            # A 0 is not on the wire.
            step.exit_code = 0

    if message_type.name in ("EditSuccess", "DeleteSuccess"):
        _ReadEdit(step, member)
    elif message_type.name == "TaskSuccess":
        step.subagent_id = schema.GetText(member, "agent_id") or step.subagent_id
        step.is_background = bool(member.is_background)
        if step.duration_ms is None:
            step.duration_ms = schema.GetNumber(member, "duration_ms")
            step.duration_source = (
                "TaskSuccess.duration_ms" if step.duration_ms is not None else None
            )
        _ReadNestedSteps(step, member.conversation_steps, nesting)
    elif message_type.name == "McpSuccess" and member.is_error:
        step.error = "the tool reports an error"

    if message_type.name == "ReadToolSuccess" and member.content_blob_id:
        step.result_blob_id = member.content_blob_id.hex()

    text = _ReadOutput(message_type.name, member)
    if text:
        records.SetText(step, "result", text)
    else:
        _SetRendered(step, "result", member, skip=("conversation_steps",))
        if step.result == "{}":
            step.result = None


def _ReadNestedSteps(step, messages, nesting):
    """Reads the steps of a subagent that the result of a call holds.

    Args:
      step (Step): step to fill.
      messages (list[Message]): ConversationStep messages.
      nesting (int): number of steps the step is nested in.
    """
    if nesting >= _MAXIMUM_NESTING:
        if messages:
            step.warnings.append("steps nested too deeply left out")
        return
    for index, message in enumerate(messages):
        if index >= _MAXIMUM_NESTED_STEPS:
            step.warnings.append(f"{len(messages) - index:d} nested steps left out")
            break
        step.nested_steps.append(
            ReadStep(message, records.Step(index=index), nesting + 1)
        )


def _ReadOutput(name, member):
    """Reads the output of a call as text.

    Args:
      name (str): name of the type of the member.
      member (Message): member of the result that is set.

    Returns:
      str: text or None if the result is not plain text.
    """
    if name in ("ShellSuccess", "ShellFailure"):
        text = schema.GetText(member, "interleaved_output")
        if not text:
            texts = [schema.GetText(member, part) for part in ("stdout", "stderr")]
            text = "\n".join(part for part in texts if part)
        if not text and member.HasField("elided_chars"):
            head = schema.GetText(member, "output_head") or ""
            tail = schema.GetText(member, "output_tail") or ""
            text = f"{head:s}\n... {member.elided_chars:d} characters\n{tail:s}"
        return text or None
    if name == "ReadToolSuccess":
        return schema.GetText(member, "content")
    if name == "McpSuccess":
        return _ReadContent(member)
    if name == "EditSuccess":
        return schema.GetText(member, "diff_string") or schema.GetText(
            member, "message"
        )
    if name == "WebFetchSuccess":
        return schema.GetText(member, "markdown")
    if name in ("FetchSuccess", "GetMcpToolsSuccess"):
        return schema.GetText(member, "content")
    return None


def _ReadResult(step, result, nesting):
    """Reads the result of a call.

    Args:
      step (Step): step to fill.
      result (Message): result.
      nesting (int): number of steps the step is nested in.
    """
    message_type = schema.GetMessageType(result)
    oneofs = {field.oneof for field in message_type.fields.values() if field.oneof}
    for oneof in sorted(oneofs):
        step.outcome = result.WhichOneof(oneof) or step.outcome

    field_names = _GetFieldNames(message_type)
    if "is_background" in field_names and result.HasField("is_background"):
        step.is_background = bool(result.is_background)
    if "sandbox_policy" in field_names and result.HasField("sandbox_policy"):
        step.sandbox = names.GetName(names.SANDBOX_TYPE, result.sandbox_policy.type)

    if not step.outcome:
        for unknown_field in protobuf_unknown_fields.UnknownFieldSet(result):
            step.outcome = f"result_{unknown_field.field_number:d}"
            break
        _SetRendered(step, "result", result)
        return

    member = getattr(result, step.outcome)
    if isinstance(member, bytes):
        _SetUntyped(step, "result", member)
        return
    if step.outcome == "success" and schema.GetMessageType(member).name == (
        "AwaitSuccess"
    ):
        # Newer versions wrap what older versions have as the result itself.
        step.outcome = member.WhichOneof("await_result") or step.outcome
        if step.outcome != "success":
            member = getattr(member, step.outcome)
    _ReadOutcome(step, member, nesting)


def _ReadUnknownResult(step, data):
    """Reads the result of a tool that no table describes.

    Args:
      step (Step): step to fill.
      data (bytes): data of the result.
    """
    number, wire_type, _, _ = wire.ReadField(data, 0, len(data))
    if number and wire_type == wire.WIRE_TYPE_LENGTH:
        step.outcome = f"result_{number:d}"
    _SetUntyped(step, "result", data)


def _ReadUnknownTool(step, data):
    """Reads a tool that agent_v1.proto does not have.

    Args:
      step (Step): step to fill.
      data (bytes): data of the tool.
    """
    has_result = False
    position = 0
    while position < len(data):
        number, wire_type, start, position = wire.ReadField(data, position, len(data))
        if number is None:
            break
        if wire_type != wire.WIRE_TYPE_LENGTH:
            continue
        if number == 1 and step.arguments is None:
            _SetUntyped(step, "arguments", data[start:position])
        elif number == 2 and not has_result:
            has_result = True
            _ReadUnknownResult(step, data[start:position])
    step.is_unfinished = not has_result and step.completed_ms is None


def _SetRendered(step, name, message, skip=()):
    """Sets an attribute of a step to a message as compact JSON.

    Args:
      step (Step): step.
      name (str): name of the attribute.
      message (Message): message.
      skip (Optional[tuple[str]]): names of fields to leave out.
    """
    renderer = render.Renderer()
    records.SetText(
        step, name, render.EncodeJSON(renderer.RenderMessage(message, skip=skip))
    )
    if renderer.is_cut:
        data = message.SerializeToString()
        _SetWhole(step, name, data)


def _SetUntyped(step, name, data):
    """Sets an attribute of a step to data of an unknown type.

    Args:
      step (Step): step.
      name (str): name of the attribute.
      data (bytes): data.
    """
    renderer = render.Renderer()
    value = renderer.RenderUntyped(data)
    text = value if isinstance(value, str) else render.EncodeJSON(value)
    records.SetText(step, name, text)
    if renderer.is_cut:
        _SetWhole(step, name, data)


def _SetWhole(step, name, data):
    """Sets size and hash of a message that could not be rendered as a whole.

    Args:
      step (Step): step.
      name (str): name of the attribute with the rendered message.
      data (bytes): the whole message.
    """
    setattr(step, f"{name:s}_size", len(data))
    setattr(step, f"{name:s}_sha256", hashlib.sha256(data).hexdigest())
