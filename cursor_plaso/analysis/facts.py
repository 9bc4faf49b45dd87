"""What an event says of its conversation."""

from plaso.lib import definitions

from cursor_plaso import events
from cursor_plaso.analysis import stores
from cursor_plaso.analysis import texts

# Times that are not those of the record: of its turn, of its file or none at all.
_FOREIGN_TIME_DESCRIPTIONS = frozenset(
    [
        "Turn Start Time",
        definitions.TIME_DESCRIPTION_MODIFICATION,
        definitions.TIME_DESCRIPTION_NOT_A_TIME,
    ]
)

_ACTIVITY_DATA_TYPES = frozenset(
    [
        events.CursorMessageEventData.DATA_TYPE,
        events.CursorPermissionDecisionEventData.DATA_TYPE,
        events.CursorToolCallEventData.DATA_TYPE,
    ]
)

_RECORD_DATA_TYPES = frozenset(
    [
        events.CursorCloudAgentEventData.DATA_TYPE,
        events.CursorConversationDeletedEventData.DATA_TYPE,
        events.CursorConversationEventData.DATA_TYPE,
    ]
)

_ATTRIBUTE_PER_TIME_DESCRIPTION = {
    definitions.TIME_DESCRIPTION_CREATION: "creation_time",
    definitions.TIME_DESCRIPTION_DELETED: "deletion_time",
    definitions.TIME_DESCRIPTION_LAST_ACTIVE: "update_time",
    definitions.TIME_DESCRIPTION_LAST_UPDATED: "update_time",
    definitions.TIME_DESCRIPTION_UPDATE: "update_time",
}

# The start of the evidence source of a conversation that was rebuilt from its tree.
_TREE_PREFIX = "agent.v1 tree"

# Records of a conversation beside the store that holds it.
_RECORDS_BESIDE_STORE = frozenset(["SDK index", "meta.json"])

# Parts of the names of tools that change files, in lower case.
_EDIT_TOOL_PARTS = ("applypatch", "apply_patch", "delete", "edit", "replace", "write")

# Kinds of records of files that tell of no change.
_UNCHANGED_KINDS = frozenset(
    ["content kept", "recently viewed", "repository head", "request context"]
)

_MAXIMUM_DECISION_LENGTH = 256


def _AddAICode(conversation, event_data, unused_leads):
    """Adds what a record of AI code tracking says.

    Args:
      conversation (Conversation): conversation.
      event_data (CursorAICodeLineEventData): event data.
      unused_leads (bool): True if the store may lead.
    """
    AddFile(conversation, event_data.file_path)


def _AddCloudAgent(conversation, event_data, unused_leads):
    """Adds what the record of a cloud agent says.

    Args:
      conversation (Conversation): conversation.
      event_data (CursorCloudAgentEventData): event data.
      unused_leads (bool): True if the store may lead.
    """
    conversation.is_remote = True
    if event_data.is_archived:
        conversation.is_archived = True
    if event_data.account_identifier:
        conversation.account_identifier = event_data.account_identifier


def _AddConversationRecord(conversation, event_data, leads):
    """Adds what the record of a conversation says.

    Args:
      conversation (Conversation): conversation.
      event_data (CursorConversationEventData): event data.
      leads (bool): True if the store may lead.
    """
    evidence_source = event_data.evidence_source or ""
    if not evidence_source.startswith(_TREE_PREFIX) and (
        leads or evidence_source in _RECORDS_BESIDE_STORE
    ):
        conversation.is_live = True
        if event_data.empty_start is not None:
            conversation.is_empty = event_data.empty_start
        if event_data.message_count is not None:
            conversation.header_count = event_data.message_count
    if event_data.missing_records:
        conversation.missing.Add(event_data.missing_records)


def _AddDecision(conversation, event_data, unused_leads):
    """Adds a permission decision.

    Args:
      conversation (Conversation): conversation.
      event_data (CursorPermissionDecisionEventData): event data.
      unused_leads (bool): True if the store may lead.
    """
    description = event_data.decision or "decision"
    if event_data.outcome and event_data.outcome != description:
        description = f"{description:s} ({event_data.outcome:s})"
    if event_data.allowlisted:
        description = f"{description:s}, always: {event_data.allowlisted:s}"
    call = event_data.tool_call_identifier or event_data.bubble_identifier
    conversation.AddDecision(
        hash((call, description)), description[:_MAXIMUM_DECISION_LENGTH]
    )


def _AddDeletion(conversation, event_data, leads):
    """Adds that a conversation was deleted.

    Args:
      conversation (Conversation): conversation.
      event_data (CursorConversationDeletedEventData): event data.
      leads (bool): True if the store may lead.
    """
    if leads:
        conversation.is_deleted = True
    if event_data.remnants and (leads or not conversation.remnants):
        conversation.remnants = event_data.remnants


def _AddDraft(conversation, unused_event_data, unused_leads):
    """Adds that there is an unsent draft.

    Args:
      conversation (Conversation): conversation.
      unused_event_data (CursorConversationDraftEventData): event data.
      unused_leads (bool): True if the store may lead.
    """
    conversation.is_draft = True


def _AddFileEdit(conversation, event_data, unused_leads):
    """Adds a record of the state or the edit of a file.

    Args:
      conversation (Conversation): conversation.
      event_data (CursorFileEditEventData): event data.
      unused_leads (bool): True if the store may lead.
    """
    AddFile(conversation, GetFilePath(event_data))


def _AddPrompt(conversation, event_data, unused_leads):
    """Adds a prompt that was not answered.

    Args:
      conversation (Conversation): conversation.
      event_data (CursorPermissionPromptEventData): event data.
      unused_leads (bool): True if the store may lead.
    """
    conversation.AddDecision(
        hash(("pending", event_data.tool_call_identifier)), "pending"
    )


def _AddSearchRow(conversation, event_data, unused_leads):
    """Adds what the row of the search index says.

    Args:
      conversation (Conversation): conversation.
      event_data (CursorSearchConversationEventData): event data.
      unused_leads (bool): True if the store may lead.
    """
    if event_data.is_archived:
        conversation.is_archived = True


def _AddToolCall(conversation, event_data, unused_leads):
    """Adds what a tool call says.

    Args:
      conversation (Conversation): conversation.
      event_data (CursorToolCallEventData): event data.
      unused_leads (bool): True if the store may lead.
    """
    if event_data.review_state == "none":
        conversation.AddDecision(
            hash(("none", event_data.tool_call_identifier)), "ran without a prompt"
        )
    name = (event_data.tool_name or "").lower()
    if any(part in name for part in _EDIT_TOOL_PARTS):
        AddFile(conversation, event_data.call_summary)


def _AddArchiving(conversation, unused_event_data, leads):
    """Adds that a conversation was archived.

    Args:
      conversation (Conversation): conversation.
      unused_event_data (CursorConversationArchivedEventData): event data.
      leads (bool): True if the store may lead.
    """
    if leads:
        conversation.is_archived = True


_FUNCTION_PER_DATA_TYPE = {
    events.CursorAICodeDeletedFileEventData.DATA_TYPE: _AddAICode,
    events.CursorAICodeLineEventData.DATA_TYPE: _AddAICode,
    events.CursorAICodeTrackedFileEventData.DATA_TYPE: _AddAICode,
    events.CursorCloudAgentEventData.DATA_TYPE: _AddCloudAgent,
    events.CursorConversationArchivedEventData.DATA_TYPE: _AddArchiving,
    events.CursorConversationDeletedEventData.DATA_TYPE: _AddDeletion,
    events.CursorConversationDraftEventData.DATA_TYPE: _AddDraft,
    events.CursorConversationEventData.DATA_TYPE: _AddConversationRecord,
    events.CursorFileEditEventData.DATA_TYPE: _AddFileEdit,
    events.CursorPermissionDecisionEventData.DATA_TYPE: _AddDecision,
    events.CursorPermissionPromptEventData.DATA_TYPE: _AddPrompt,
    events.CursorSearchConversationEventData.DATA_TYPE: _AddSearchRow,
    events.CursorToolCallEventData.DATA_TYPE: _AddToolCall,
}


def AddFacts(conversation, event_data, store):
    """Adds what a record says of its conversation.

    Args:
      conversation (Conversation): conversation.
      event_data (CursorEventData): event data.
      store (Store): store the record is of.
    """
    leads = store.rank != stores.RANK_SECONDARY
    conversation.SetFacts(event_data, store)

    function = _FUNCTION_PER_DATA_TYPE.get(event_data.data_type)
    if function:
        function(conversation, event_data, leads)

    if "remote" in (event_data.origin or "") or event_data.remote_authority:
        conversation.is_remote = True


def AddFile(conversation, path):
    """Adds a file that was touched.

    Args:
      conversation (Conversation): conversation.
      path (str): path or None.
    """
    if path and "\n" not in path:
        conversation.files.Add(texts.StripProject(path, conversation.project_path))


def AddTime(conversation, event, data_type, store):
    """Adds the time of an event to what is known of its conversation.

    Args:
      conversation (Conversation): conversation.
      event (EventObject): event.
      data_type (str): data type of the record.
      store (Store): store the record is of.
    """
    if not HasOwnTime(event):
        return

    if data_type in _ACTIVITY_DATA_TYPES:
        conversation.AddTime(event.timestamp)
        return

    if data_type == events.CursorConversationArchivedEventData.DATA_TYPE:
        name = "archive_time"
    elif data_type in _RECORD_DATA_TYPES:
        name = _ATTRIBUTE_PER_TIME_DESCRIPTION.get(event.timestamp_desc)
    else:
        return

    leads = store.rank != stores.RANK_SECONDARY
    if name and (getattr(conversation, name) is None or leads):
        setattr(conversation, name, event.timestamp)


def GetFilePath(event_data):
    """Retrieves the path of the file that a record says was touched.

    Args:
      event_data (CursorEventData): event data.

    Returns:
      str: path or None if the record tells of no change of a file.
    """
    if event_data.edit_kind in _UNCHANGED_KINDS:
        return None
    return event_data.file_path


def HasOwnTime(event):
    """Determines if the time of an event is that of its record.

    Args:
      event (EventObject): event.

    Returns:
      bool: True if it is not that of a turn or a file, and a time at all.
    """
    return event.timestamp_desc not in _FOREIGN_TIME_DESCRIPTIONS
