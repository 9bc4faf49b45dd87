"""Tests of what an event says of its conversation."""

import types

import pytest

from plaso.lib import definitions

from cursor_plaso import events
from cursor_plaso.analysis import attributes
from cursor_plaso.analysis import conversations
from cursor_plaso.analysis import facts
from cursor_plaso.analysis import stores
from tests.analysis import analysis_lib

_PRIMARY = stores.Store("state.vscdb", None, ("", "ana"), stores.RANK_PRIMARY)
_WORKSPACE = stores.Store("workspace", None, ("", "ana"), stores.RANK_WORKSPACE)
_SECONDARY = stores.Store("transcript", None, ("", "ana"), stores.RANK_SECONDARY)

_CREATION = definitions.TIME_DESCRIPTION_CREATION
_DELETED = definitions.TIME_DESCRIPTION_DELETED
_LAST_UPDATED = definitions.TIME_DESCRIPTION_LAST_UPDATED


def _Add(event_data_class, store=_PRIMARY, conversation=None, **values):
    """Adds what a record says.

    Args:
      event_data_class (type): class of cursor_plaso.events.
      store (Optional[Store]): store the record is of.
      conversation (Optional[Conversation]): conversation, where None makes a new one.
      **values (dict[str, object]): attributes of the event data.

    Returns:
      Conversation: conversation.
    """
    if conversation is None:
        conversation = conversations.Conversation("c1")
    event_data = analysis_lib.Make(event_data_class, **values)
    facts.AddFacts(conversation, attributes.Attributes(event_data), store)
    return conversation


def _AddTime(
    description, data_type, store=_PRIMARY, conversation=None, timestamp=1000000
):
    """Adds the time of an event.

    Args:
      description (str): timestamp description.
      data_type (str): data type of the record.
      store (Optional[Store]): store the record is of.
      conversation (Optional[Conversation]): conversation, where None makes a new one.
      timestamp (Optional[int]): time in microseconds.

    Returns:
      Conversation: conversation.
    """
    if conversation is None:
        conversation = conversations.Conversation("c1")
    event = types.SimpleNamespace(timestamp=timestamp, timestamp_desc=description)
    facts.AddTime(conversation, event, data_type, store)
    return conversation


# AddFacts.


def testFactsOfAllRecords():
    """Every record may name the branch, the project, the model and the title."""
    conversation = _Add(
        events.CursorWorkspaceEventData,
        conversation_title="Add subtract",
        git_branch="main",
        model="grok-4.6",
        parent_conversation_identifier="c0",
        project_path="/srv/proj",
    )

    assert conversation.title == "Add subtract"
    assert conversation.branch == "main"
    assert conversation.models.GetValues() == ["grok-4.6"]
    assert conversation.parent == "c0"
    assert conversation.project_path == "/srv/proj"
    assert conversation.profile == ("", "ana")
    assert conversation.state == conversations.STATE_REMNANTS


@pytest.mark.parametrize(
    ("store", "evidence_source", "is_live"),
    [
        (_PRIMARY, "composerData", True),
        (_WORKSPACE, "composer.composerData", True),
        (_SECONDARY, "composerData", False),
        # Files beside the store that tell of a conversation that is in use.
        (_SECONDARY, "SDK index", True),
        (_SECONDARY, "meta.json", True),
        # What was rebuilt from its tree may have been deleted.
        (_PRIMARY, "agent.v1 tree", False),
        (_PRIMARY, "agent.v1 tree of a deleted conversation", False),
        (_PRIMARY, None, True),
    ],
)
def testConversation(store, evidence_source, is_live):
    """A conversation is live if the store that shows it has its record."""
    conversation = _Add(
        events.CursorConversationEventData,
        store=store,
        empty_start=False,
        evidence_source=evidence_source,
        message_count=12,
        missing_records="2 bubbles",
    )

    assert conversation.is_live is is_live
    assert conversation.header_count == (12 if is_live else None)
    assert conversation.missing.GetValues() == ["2 bubbles"]


def testEmptyConversation():
    """A record that says nothing of a fact leaves it as it is."""
    conversation = _Add(
        events.CursorConversationEventData, empty_start=True, message_count=0
    )
    assert conversation.state == conversations.STATE_EMPTY
    assert conversation.header_count == 0

    _Add(events.CursorConversationEventData, conversation=conversation)
    assert conversation.is_empty is True
    assert conversation.header_count == 0


@pytest.mark.parametrize(
    ("store", "is_told"), [(_PRIMARY, True), (_WORKSPACE, True), (_SECONDARY, False)]
)
def testDeletionAndArchiving(store, is_told):
    """A store that leads tells that a conversation was deleted or archived."""
    conversation = _Add(events.CursorConversationArchivedEventData, store=store)
    assert conversation.is_archived is is_told

    conversation = _Add(
        events.CursorConversationDeletedEventData,
        store=store,
        remnants="37 bubbles in free pages",
    )
    assert conversation.is_deleted is is_told
    assert conversation.remnants == "37 bubbles in free pages"


def testRemnants():
    """What is left is told by the store that leads, else by any."""
    conversation = conversations.Conversation("c1")
    for store, remnants, expected_remnants in (
        (_SECONDARY, "of the backup", "of the backup"),
        (_SECONDARY, "of another copy", "of the backup"),
        (_PRIMARY, "of the database", "of the database"),
        (_PRIMARY, None, "of the database"),
    ):
        _Add(
            events.CursorConversationDeletedEventData,
            store=store,
            conversation=conversation,
            remnants=remnants,
        )
        assert conversation.remnants == expected_remnants


def testDraft():
    """An unsent draft is one, whatever store has it."""
    conversation = _Add(events.CursorConversationDraftEventData, store=_SECONDARY)

    assert conversation.is_draft is True
    assert conversation.state == conversations.STATE_DRAFT


def testCloudAgent():
    """A cloud agent runs elsewhere, and may be archived."""
    conversation = _Add(
        events.CursorCloudAgentEventData,
        account_identifier="auth0|user",
        store=_PRIMARY,
    )
    assert conversation.is_remote is True
    assert conversation.is_archived is False
    assert conversation.account_identifier == "auth0|user"

    _Add(events.CursorCloudAgentEventData, conversation=conversation, is_archived=True)
    assert conversation.is_archived is True
    # A record that names no account does not say that there is none.
    assert conversation.account_identifier == "auth0|user"


@pytest.mark.parametrize(
    ("values", "is_remote"),
    [
        ({"origin": "remote control"}, True),
        ({"origin": "local"}, False),
        ({"remote_authority": "ssh-remote+host"}, True),
        ({}, False),
    ],
)
def testRemote(values, is_remote):
    """A record may say that the conversation ran on another machine."""
    conversation = conversations.Conversation("c1")
    event_data = analysis_lib.Make(events.CursorConversationEventData)
    for name, value in values.items():
        setattr(event_data, name, value)
    facts.AddFacts(conversation, attributes.Attributes(event_data), _SECONDARY)

    assert conversation.is_remote is is_remote


def testSearchRow():
    """The search index knows that a conversation was archived, not that it was not."""
    conversation = _Add(
        events.CursorSearchConversationEventData, store=_SECONDARY, is_archived=True
    )
    _Add(
        events.CursorSearchConversationEventData,
        store=_SECONDARY,
        conversation=conversation,
        is_archived=False,
    )

    assert conversation.is_archived is True


@pytest.mark.parametrize(
    ("values", "description"),
    [
        ({"decision": "skip", "outcome": "rejected"}, "skip (rejected)"),
        ({"decision": "run", "outcome": "run"}, "run"),
        ({"decision": "run"}, "run"),
        ({"outcome": "rejected"}, "decision (rejected)"),
        ({}, "decision"),
        (
            {"decision": "run", "outcome": "completed", "allowlisted": "curl"},
            "run (completed), always: curl",
        ),
        ({"decision": "x" * 300}, "x" * 256),
    ],
)
def testDecision(values, description):
    """A decision goes by what was decided and what came of it."""
    conversation = _Add(events.CursorPermissionDecisionEventData, **values)

    assert conversation.decisions == {description: 1}


def testCopiesOfDecision():
    """The same decision on the same call counts once, whatever store has it."""
    conversation = conversations.Conversation("c1")
    for store, values in (
        (_PRIMARY, {"tool_call_identifier": "t1"}),
        (_SECONDARY, {"tool_call_identifier": "t1"}),
        (_PRIMARY, {"tool_call_identifier": "t2"}),
        # Without the call the bubble tells.
        (_PRIMARY, {"bubble_identifier": "b3"}),
        (_SECONDARY, {"bubble_identifier": "b3"}),
    ):
        _Add(
            events.CursorPermissionDecisionEventData,
            store=store,
            conversation=conversation,
            decision="skip",
            **values,
        )

    assert conversation.decisions == {"skip": 3}


def testPrompt():
    """A prompt that is open counts once for each call."""
    conversation = conversations.Conversation("c1")
    for identifier in ("t1", "t1", "t2"):
        _Add(
            events.CursorPermissionPromptEventData,
            conversation=conversation,
            tool_call_identifier=identifier,
        )

    assert conversation.decisions == {"pending": 2}


def testCallWithoutPrompt():
    """A call that ran without a prompt was no decision of the user, and is told."""
    conversation = conversations.Conversation("c1")
    for identifier, review_state in (
        ("t1", "none"),
        ("t1", "none"),
        ("t2", "answered"),
        ("t3", None),
    ):
        _Add(
            events.CursorToolCallEventData,
            conversation=conversation,
            review_state=review_state,
            tool_call_identifier=identifier,
            tool_name="run_terminal_command_v2",
        )

    assert conversation.decisions == {"ran without a prompt": 1}


@pytest.mark.parametrize(
    ("tool_name", "is_edit"),
    [
        ("edit_file_v2", True),
        ("search_replace", True),
        ("StrReplace", True),
        ("ApplyPatch", True),
        ("apply_patch", True),
        ("delete_file", True),
        ("Write", True),
        ("read_file_v2", False),
        ("run_terminal_command_v2", False),
        (None, False),
    ],
)
def testFilesOfToolCall(tool_name, is_edit):
    """Only calls that change files tell of files that were touched."""
    conversation = _Add(
        events.CursorToolCallEventData,
        call_summary="/srv/proj/calc.py",
        project_path="/srv/proj",
        tool_name=tool_name,
    )

    assert conversation.files.GetValues() == (["calc.py"] if is_edit else [])


@pytest.mark.parametrize(
    "event_data_class",
    [
        events.CursorAICodeDeletedFileEventData,
        events.CursorAICodeLineEventData,
        events.CursorAICodeTrackedFileEventData,
        events.CursorFileEditEventData,
    ],
)
def testFilesOfRecords(event_data_class):
    """Records of files tell of files that were touched."""
    conversation = _Add(event_data_class, file_path="/srv/proj/calc.py")

    assert conversation.files.GetValues() == ["/srv/proj/calc.py"]


# AddFile and GetFilePath.


def testAddFile():
    """A path below the project is relative to it, and stands there once."""
    conversation = conversations.Conversation("c1")
    conversation.project_path = "/srv/proj"
    for path in (
        "/srv/proj/a.py",
        "/srv/proj/a.py",
        "/srv/projects/b.py",
        None,
        "",
        # What has lines is a patch, not a path.
        "*** Begin Patch\n*** Update File: c.py",
    ):
        facts.AddFile(conversation, path)

    assert conversation.files.GetValues() == ["a.py", "/srv/projects/b.py"]


@pytest.mark.parametrize(
    ("edit_kind", "path"),
    [
        ("checkpoint", "/srv/proj/a.py"),
        (None, "/srv/proj/a.py"),
        ("recently viewed", None),
        ("repository head", None),
        ("request context", None),
    ],
)
def testGetFilePath(edit_kind, path):
    """A file that was only looked at was not changed."""
    event_data = analysis_lib.Make(
        events.CursorFileEditEventData, edit_kind=edit_kind, file_path="/srv/proj/a.py"
    )
    event_data = attributes.Attributes(event_data)

    assert facts.GetFilePath(event_data) == path


def testGetFilePathOfOtherRecord():
    """A record that names no file tells of none."""
    event_data = attributes.Attributes(analysis_lib.Make(events.CursorMessageEventData))

    assert facts.GetFilePath(event_data) is None


# Times.


@pytest.mark.parametrize(
    ("description", "is_own"),
    [
        (_CREATION, True),
        ("Sent Time", True),
        ("Start Time", True),
        (_LAST_UPDATED, True),
        ("Turn Start Time", False),
        ("Content Modification Time", False),
        ("Not a time", False),
    ],
)
def testHasOwnTime(description, is_own):
    """The time of a turn or of a file is not that of a record (design, "Time")."""
    event = types.SimpleNamespace(timestamp=1, timestamp_desc=description)

    assert facts.HasOwnTime(event) is is_own


@pytest.mark.parametrize(
    "event_data_class",
    [
        events.CursorMessageEventData,
        events.CursorPermissionDecisionEventData,
        events.CursorToolCallEventData,
    ],
)
def testTimeOfActivity(event_data_class):
    """Messages, calls and decisions tell the time that a conversation spans."""
    conversation = conversations.Conversation("c1")
    for timestamp in (5, 3, 9):
        _AddTime(
            "Sent Time",
            event_data_class.DATA_TYPE,
            conversation=conversation,
            store=_SECONDARY,
            timestamp=timestamp,
        )
    for description in ("Turn Start Time", "Not a time"):
        _AddTime(
            description,
            event_data_class.DATA_TYPE,
            conversation=conversation,
            timestamp=1,
        )

    assert (conversation.first_time, conversation.last_time) == (3, 9)
    assert conversation.creation_time is None


@pytest.mark.parametrize(
    "event_data_class",
    [
        events.CursorCloudAgentEventData,
        events.CursorConversationDeletedEventData,
        events.CursorConversationEventData,
    ],
)
@pytest.mark.parametrize(
    ("description", "name"),
    [
        (_CREATION, "creation_time"),
        (_DELETED, "deletion_time"),
        (_LAST_UPDATED, "update_time"),
        (definitions.TIME_DESCRIPTION_UPDATE, "update_time"),
        (definitions.TIME_DESCRIPTION_LAST_ACTIVE, "update_time"),
    ],
)
def testTimeOfRecord(event_data_class, description, name):
    """The times of the record of a conversation are those of the conversation."""
    conversation = _AddTime(description, event_data_class.DATA_TYPE)

    times = {
        attribute: getattr(conversation, attribute)
        for attribute in ("archive_time", "creation_time", "deletion_time")
        + ("first_time", "last_time", "update_time")
    }
    assert {key: time for key, time in times.items() if time} == {name: 1000000}


def testTimeOfArchiving():
    """The time of an archived record is that of the archiving, whatever its name."""
    data_type = events.CursorConversationArchivedEventData.DATA_TYPE
    conversation = _AddTime(_LAST_UPDATED, data_type)

    assert conversation.archive_time == 1000000
    assert conversation.update_time is None


def testTimeOfOtherRecords():
    """Other times, and those of other records, are not those of a conversation."""
    for description, event_data_class in (
        ("Last Access Time", events.CursorConversationEventData),
        (_CREATION, events.CursorFileEditEventData),
        (_CREATION, events.CursorConversationDraftEventData),
        ("Content Modification Time", events.CursorConversationEventData),
        ("Not a time", events.CursorConversationArchivedEventData),
    ):
        conversation = _AddTime(description, event_data_class.DATA_TYPE)
        assert {
            conversation.archive_time,
            conversation.creation_time,
            conversation.deletion_time,
            conversation.first_time,
            conversation.last_time,
            conversation.update_time,
        } == {None}


def testTimeOfLeadingStore():
    """A store that leads knows the time better, whatever came first."""
    data_type = events.CursorConversationEventData.DATA_TYPE
    conversation = conversations.Conversation("c1")
    for store, timestamp, expected_time in (
        (_SECONDARY, 1, 1),
        (_SECONDARY, 2, 1),
        (_PRIMARY, 3, 3),
        (_SECONDARY, 4, 3),
        (_WORKSPACE, 5, 5),
    ):
        _AddTime(
            _CREATION,
            data_type,
            store=store,
            conversation=conversation,
            timestamp=timestamp,
        )
        assert conversation.creation_time == expected_time
