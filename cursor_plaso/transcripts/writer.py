"""Event data and warnings of the records of a transcript, whatever its form."""

from cursor_plaso import calls
from cursor_plaso import events
from cursor_plaso import user_text
from cursor_plaso import values

_EVIDENCE_SOURCE = "transcript"


class TranscriptWriter:
    """Writer of the event data and warnings of one transcript.

    It follows the turns: what stands after a user turn has the time of that turn.

    Attributes:
      agent_mode (str): mode of the agent that the transcript names, or None.
      is_corrupted (bool): True if what is written next was not read whole.
    """

    def __init__(self, producer, location, project_path=None):
        """Initializes a writer.

        Args:
          producer (BaseProducer): producer.
          location (TranscriptLocation): what the path of the transcript tells.
          project_path (Optional[str]): path of the project.
        """
        super().__init__()
        self._location = location
        self._producer = producer
        self._project_path = project_path
        self._sequence_number = 0
        self._turn_number = None
        self._turn_start_time = None
        self.agent_mode = None
        self.is_corrupted = False

    def _Produce(self, event_data, record_key):
        """Produces event data.

        Args:
          event_data (CursorEventData): event data.
          record_key (str): place in the file.
        """
        event_data.conversation_identifier = self._location.conversation_identifier
        event_data.evidence_source = _EVIDENCE_SOURCE
        event_data.parent_conversation_identifier = (
            self._location.parent_conversation_identifier
        )
        event_data.project_path = self._project_path
        if not self._project_path:
            # The name is all there is: no path can be made of it (bug-reports 49).
            event_data.project_directory = self._location.project_directory
        event_data.record_key = record_key
        event_data.sequence_number = self._sequence_number
        event_data.turn_number = self._turn_number
        self._sequence_number += 1

        if event_data.data_type == events.CursorMessageEventData.DATA_TYPE:
            event_data.agent_mode = self.agent_mode
            if event_data.role == "user":
                self._producer.Produce(event_data, corrupted=self.is_corrupted)
                return

        if self._turn_start_time:
            event_data.turn_start_time = self._turn_start_time
            event_data.time_source = "<timestamp> tag of the turn"
        self._producer.Produce(event_data, corrupted=self.is_corrupted)

    def _WriteUserMessage(
        self, user_turn, text, record_key, injection_reason, attachments=None
    ):
        """Writes a user message.

        Args:
          user_turn (UserText): text of the turn, taken apart.
          text (str): text of the message or None.
          record_key (str): place in the file.
          injection_reason (str): reason of an injected turn, None represents one that
              was typed.
          attachments (Optional[list[str]]): attachments.
        """
        event_data = events.CursorMessageEventData()
        event_data.attachments = attachments
        event_data.injected = True if injection_reason else None
        event_data.injection_reason = injection_reason
        event_data.message_body = text
        event_data.role = "user"
        event_data.sent_time = user_turn.timestamp
        event_data.time_source = "<timestamp> tag" if user_turn.timestamp else None
        self._Produce(event_data, record_key)

    def Warn(self, place, reason, kind=None):
        """Warns of a record.

        Args:
          place (str): place in the file or None for all of it.
          reason (str): what is wrong with the record.
          kind (Optional[str]): kind of warning, where None represents the reason.
        """
        prefix = f"transcript {place:s}" if place else "transcript"
        self._producer.Warn(
            f"{prefix:s}: {reason:s}", kind=f"transcript: {kind or reason:s}"
        )

    def WarnOnce(self, place, reasons):
        """Warns of a record once, whatever is wrong with it.

        Args:
          place (str): place in the file.
          reasons (list[str]): what is wrong with the parts of the record, where None
              represents nothing.
        """
        reasons = [reason for reason in reasons if reason]
        if reasons:
            more = f", and {len(reasons) - 1:d} more" if len(reasons) > 1 else ""
            self.Warn(
                place, f"{reasons[0]:s}{more:s}", kind=reasons[0].partition(":")[0]
            )

    def WriteMessage(self, role, text, record_key, error_text=None):
        """Writes a message that is not the user's.

        Args:
          role (str): role.
          text (str): text or None.
          record_key (str): place in the file.
          error_text (Optional[str]): error.
        """
        event_data = events.CursorMessageEventData()
        event_data.error_text = error_text
        event_data.message_body = text
        event_data.role = role
        self._Produce(event_data, record_key)

    def WriteToolCall(self, name, arguments, record_key):
        """Writes a tool call.

        Args:
          name (object): JSON value of the name of the tool.
          arguments (object): JSON value of the arguments.
          record_key (str): place in the file.

        Returns:
          str: what is wrong with the call or None.
        """
        event_data = events.CursorToolCallEventData()
        event_data.arguments = values.ToText(arguments)
        event_data.tool_name = values.ToString(name)
        event_data.call_summary = calls.GetCallSummary(event_data.tool_name, arguments)
        event_data.working_directory = calls.GetWorkingDirectory(arguments)
        self._Produce(event_data, record_key)

        if not event_data.tool_name:
            return "tool call without a name"
        if arguments not in (None, "") and event_data.arguments is None:
            return "arguments of a tool call nested too deeply"
        return None

    def WriteTurnEnded(self, record, place):
        """Writes the end of a turn.

        Args:
          record (dict[str, object]): JSON object with status and error.
          place (str): place in the file.
        """
        status = values.GetString(record, "status")
        error_text = values.ToText(record.get("error"))
        if status != "success" or error_text:
            self.WriteMessage(
                "system",
                f"Turn ended: {status or 'status not stored':s}",
                place,
                error_text=error_text,
            )

        # What follows without a user turn is of a turn whose start is not known.
        self._turn_start_time = None

    def WriteUserText(self, text, place):
        """Writes what a user turn says.

        Args:
          text (str): text.
          place (str): place in the file.
        """
        user_turn = user_text.ParseUserText(text)
        if user_turn.unreadable_timestamp:
            self.Warn(place, "<timestamp> tag that is not a time")

        self._turn_number = (self._turn_number or 0) + 1
        self._turn_start_time = user_turn.timestamp

        if user_turn.notification:
            self._WriteUserMessage(
                user_turn,
                user_turn.notification,
                f"{place:s} notification",
                user_turn.notification_reason,
            )
        self._WriteUserMessage(
            user_turn,
            user_turn.body,
            place,
            user_turn.injection_reason,
            attachments=user_turn.attachments,
        )
