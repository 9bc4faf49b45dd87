"""What the tests of the analysis share: events as psort hands them to a plugin."""

import datetime

from dfvfs.lib import definitions as dfvfs_definitions
from dfvfs.path import factory as path_spec_factory

from plaso.analysis import mediator as analysis_mediator
from plaso.containers import events

from tests import lib

USER_PATH = "/home/ana/.config/Cursor/User"
STATE_PATH = f"{USER_PATH:s}/globalStorage/state.vscdb"
BACKUP_PATH = f"{STATE_PATH:s}.backup"
SEARCH_PATH = f"{USER_PATH:s}/globalStorage/conversation-search.db"
STORE_PATH = "/home/ana/.cursor/chats/0123456789abcdef0123456789abcdef/s1/store.db"
TRACKING_PATH = "/home/ana/.cursor/ai-tracking/ai-code-tracking.db"
TRANSCRIPT_PATH = "/home/ana/.cursor/projects/srv-proj/agent-transcripts/c1/c1.jsonl"
WORKSPACE_PATH = f"{USER_PATH:s}/workspaceStorage/00ff/state.vscdb"


class Case:
    """Events of a case.

    Attributes:
      storage_writer (FakeStorageWriter): storage writer that holds them.
    """

    def __init__(self):
        """Initializes a case."""
        super().__init__()
        self._event_data = []
        self._streams = {}
        self.storage_writer = lib.MakeStorageWriter()

    def _GetStreamIdentifier(self, path, type_indicator, parent):
        """Retrieves the identifier of the event data stream of a file.

        Args:
          path (str): path of the file.
          type_indicator (str): dfVFS type indicator.
          parent (dfvfs.PathSpec): parent path specification or None.

        Returns:
          AttributeContainerIdentifier: identifier.
        """
        key = (path, type_indicator, parent.comparable if parent else None)
        if key not in self._streams:
            event_data_stream = events.EventDataStream()
            arguments = {"location": path}
            if parent:
                arguments["parent"] = parent
            event_data_stream.path_spec = path_spec_factory.Factory.NewPathSpec(
                type_indicator, **arguments
            )
            self.storage_writer.AddAttributeContainer(event_data_stream)
            self._streams[key] = event_data_stream.GetIdentifier()
        return self._streams[key]

    def Add(
        self,
        event_data,
        *times,
        path=STATE_PATH,
        parent=None,
        type_indicator=dfvfs_definitions.TYPE_INDICATOR_OS,
    ):
        """Adds event data and its events.

        Args:
          event_data (CursorEventData): event data.
          *times (tuple[str, str]): per event the timestamp description and the time in
              ISO 8601; without any there is one event that has no time.
          path (Optional[str]): path of the file.
          parent (Optional[dfvfs.PathSpec]): parent path specification of the file.
          type_indicator (Optional[str]): dfVFS type indicator of the file.

        Returns:
          list[int]: sequence numbers of the events.
        """
        # As read from a storage file: no attribute where there is no value.
        stored_event_data = events.EventData(data_type=event_data.data_type)
        for name, value in event_data.CopyToDict().items():
            if value is not None and name[0] != "_":
                setattr(stored_event_data, name, value)
        stored_event_data.SetEventDataStreamIdentifier(
            self._GetStreamIdentifier(path, type_indicator, parent)
        )
        self.storage_writer.AddAttributeContainer(stored_event_data)

        numbers = []
        for description, time in times or (("Not a time", None),):
            event = events.EventObject()
            event.timestamp = GetTimestamp(time) if time else 0
            event.timestamp_desc = description
            event.SetEventDataIdentifier(stored_event_data.GetIdentifier())
            self.storage_writer.AddAttributeContainer(event)
            numbers.append(event.GetIdentifier().sequence_number)
        return numbers

    def GetTriples(self):
        """Retrieves the events in the order of psort.

        Yields:
          tuple[EventObject, EventData, EventDataStream]: event, event data and event
              data stream.
        """
        for event in self.storage_writer.GetSortedEvents():
            event_data = self.storage_writer.GetAttributeContainerByIdentifier(
                "event_data", event.GetEventDataIdentifier()
            )
            event_data_stream = self.storage_writer.GetAttributeContainerByIdentifier(
                "event_data_stream", event_data.GetEventDataStreamIdentifier()
            )
            yield event, event_data, event_data_stream

    def MakeMediator(self):
        """Creates an analysis mediator.

        Returns:
          AnalysisMediator: mediator that writes to the storage writer.
        """
        mediator = analysis_mediator.AnalysisMediator()
        mediator.SetStorageWriter(self.storage_writer)
        return mediator


def GetTimestamp(time):
    """Converts a time.

    Args:
      time (str): time in ISO 8601.

    Returns:
      int: microseconds since January 1, 1970.
    """
    date_time = datetime.datetime.fromisoformat(time)
    if not date_time.tzinfo:
        date_time = date_time.replace(tzinfo=datetime.timezone.utc)
    return int(date_time.timestamp() * 1000000)


def Join(case):
    """Joins the events of a case.

    Args:
      case (Case): case.

    Returns:
      tuple[ConversationJoiner, dict[int, list[str]]]: joiner, and labels per sequence
          number of an event.
    """
    # The plug imports the package when plaso.analysis is imported.
    # pylint: disable=import-outside-toplevel
    from cursor_plaso.analysis import joiner

    conversation_joiner = joiner.ConversationJoiner()
    for triple in case.GetTriples():
        conversation_joiner.AddEvent(*triple)
    conversation_joiner.Finish(lambda: False)
    return conversation_joiner, dict(conversation_joiner.GetEventLabels())


def Make(event_data_class, **attributes):
    """Makes event data.

    Args:
      event_data_class (type): class of cursor_plaso.events.
      **attributes (dict[str, object]): attributes.

    Returns:
      CursorEventData: event data of the conversation c1, unless told otherwise.
    """
    event_data = event_data_class()
    attributes.setdefault("conversation_identifier", "c1")
    for name, value in attributes.items():
        if name not in event_data.__dict__:
            raise AttributeError(name)
        setattr(event_data, name, value)
    return event_data
