"""Conversations of sub-agents that stand in the tool call that started them.

In early 2026 a task call could hold the composer of its sub-agent as JSON in a string,
toolFormerData.additionalData.composerData. The messages may be rows of their own too,
bubbleId:task-<toolCallId>:<bubbleId>, and the composer a composerData row: what rows
tell is not told again (storage-facts 2.6).
"""

from cursor_plaso import events
from cursor_plaso import keys
from cursor_plaso import times
from cursor_plaso import values
from cursor_plaso.state import composer_messages
from cursor_plaso.state import context as state_context
from cursor_plaso.state import header_lists

# Sub-agents within sub-agents that are followed.
_MAXIMUM_DEPTH = 4

_EVIDENCE_SOURCE = "embedded composer"


def ReadComposer(context, bubble_reader, tool_data, table_name, key, parent_identifier):
    """Reads the composer that a tool call holds.

    Args:
      context (StateContext): context.
      bubble_reader (BubbleReader): reader of bubbles.
      tool_data (dict[str, object]): toolFormerData of a bubble.
      table_name (str): name of the table of the row.
      key (str): key of the row, with the place of the call in it.
      parent_identifier (str): identifier of the conversation of the call.
    """
    additional_data = values.GetDictionary(tool_data, "additionalData")
    composer = additional_data.get("composerData")
    if isinstance(composer, str):
        composer, _ = values.DecodeJSON(composer)
    if not isinstance(composer, dict):
        return
    if key.count("#composer") >= _MAXIMUM_DEPTH:
        context.Warn(table_name, key, "sub-agents nested too deeply")
        return

    tool_call_identifier = values.GetString(tool_data, "toolCallId")
    identifier = (
        values.GetString(composer, "composerId")
        or values.GetString(additional_data, "subagentComposerId")
        or (f"task-{tool_call_identifier:s}" if tool_call_identifier else None)
    )
    if (
        not identifier
        or identifier == parent_identifier
        or len(identifier) > state_context.MAXIMUM_IDENTIFIER_LENGTH
    ):
        return

    key = f"{key:s}#composer"
    facts = context.GetConversation(identifier)
    facts.parent_conversation_identifier = (
        facts.parent_conversation_identifier or parent_identifier
    )
    facts.title = facts.title or values.CutLabel(values.GetString(composer, "name"))
    parent_facts = context.GetConversation(parent_identifier)
    facts.project_path = facts.project_path or parent_facts.project_path

    messages = header_lists.GetInlineMessages(composer)
    if not context.HasRow(f"{keys.COMPOSER_PREFIX:s}{identifier:s}"):
        event_data = events.CursorConversationEventData()
        event_data.agent_mode = values.GetString(composer, "unifiedMode")
        event_data.application = "IDE"
        event_data.creation_time = times.FromStored(composer.get("createdAt"))
        event_data.evidence_source = _EVIDENCE_SOURCE
        event_data.is_subagent = True
        event_data.last_update_time = times.FromStored(composer.get("lastUpdatedAt"))
        event_data.message_count = len(messages) or None
        event_data.status = values.GetString(composer, "status")
        event_data.time_source = (
            ", ".join(
                name
                for name, date_time in (
                    ("createdAt", event_data.creation_time),
                    ("lastUpdatedAt", event_data.last_update_time),
                )
                if date_time
            )
            or None
        )
        context.Produce(event_data, table_name, key, identifier)

    message_reader = composer_messages.ComposerMessageReader(context, bubble_reader)
    message_reader.ReadMessages(
        identifier,
        key,
        messages,
        table_name=table_name,
        member="",
        evidence_source=_EVIDENCE_SOURCE,
    )
