"""Chats of the time before composers: the chat pane of 2023 and 2024, Copilot chat.

A message has no time of its own, but for the times at which the context of a user
message was gathered, and none is invented: the time a tab was last sent from is that of
its last user message, and an answer stands at the time of the message it answers.

Sources: storage-facts 2.5 (chatdata 0.16.0 and of November 2024, interactive.sessions);
seed conversation-storage-notes.md (Copilot); the public format of VS Code's chat
sessions for the members of a request.
"""

from cursor_plaso import events
from cursor_plaso import values
from cursor_plaso.state import bubble_attachments
from cursor_plaso.state import item_table
from cursor_plaso.state import lexical

# Members of a response of VS Code's chat that hold its text.
_TEXT_NAMES = ("value", "content", "text")


class _Turn:
    """Turn of a tab: a user message and what answers it.

    Attributes:
      last_index (int): index of the last user message of the tab or None.
      last_time (dfdatetime.DateTimeValues): time a message was last sent or None.
      number (int): number of the turn, 0 before the first user message.
      time (dfdatetime.DateTimeValues): time of the user message or None.
      time_source (str): field the time was read from or None.
    """

    def __init__(self, bubbles, last_time):
        """Initializes a turn.

        Args:
          bubbles (list[object]): bubbles of the tab.
          last_time (dfdatetime.DateTimeValues): time a message was last sent or None.
        """
        super().__init__()
        self.last_index = None
        self.last_time = last_time
        self.number = 0
        self.time = None
        self.time_source = None
        for index, bubble in enumerate(bubbles):
            if isinstance(bubble, dict) and bubble.get("type") == "user":
                self.last_index = index

    def Begin(self):
        """Begins the next turn."""
        self.number += 1
        self.time = None
        self.time_source = None


class ChatDataReader(item_table.ItemTableReader):
    """Reader of the tabs of the chat pane."""

    KEYS = frozenset(["workbench.panel.aichat.view.aichat.chatdata"])

    # Lists of what was attached to a message, with what it is.
    _ATTACHMENT_LISTS = (
        ("fileSelections", "file"),
        ("folderSelections", "folder"),
        ("selections", "selection"),
        ("selectedDocs", "documentation"),
        ("notepads", "notepad"),
        ("externalLinks", "link"),
    )

    _REPLY_LISTS = (("suggestedDiffs", "suggested diff"),)

    # Times at which the context of a user message was gathered.
    _CONTEXT_TIMES = ("contextCacheTimestamp", "longFilesFitTimestamp")

    def _GetText(self, bubble):
        """Retrieves the text of a message.

        Args:
          bubble (dict[str, object]): bubble.

        Returns:
          str: text or None if there is none. Of November 2024 on the text is in "text",
              which can be empty, and "rawText"; before, "rawText" can be empty and the
              text stand in "initText".
        """
        return (
            values.GetString(bubble, "text")
            or values.GetString(bubble, "rawText")
            or lexical.GetPlainText(bubble.get("richText"))
            or lexical.GetPlainText(bubble.get("initText"))
        )

    def _ReadBubble(self, key, suffix, index, bubble, tab_identifier, turn):
        """Reads a bubble.

        Args:
          key (str): key of the row.
          suffix (str): place of the bubble in the value.
          index (int): index of the bubble in the tab.
          bubble (dict[str, object]): bubble.
          tab_identifier (str): identifier of the tab.
          turn (_Turn): turn of the bubble, which a user message begins.
        """
        fields = item_table.Fields(bubble)
        bubble_type = fields.GetString("type")
        text = self._GetText(bubble)

        event_data = events.CursorMessageEventData()
        event_data.bubble_identifier = fields.GetString("id")
        event_data.evidence_source = "chat tab"
        event_data.message_body = text
        event_data.model = fields.GetString("modelType")
        event_data.request_identifier = fields.GetString("requestId")
        event_data.sequence_number = index
        if bubble_type == "user":
            event_data.attachments = bubble_attachments.GetElements(
                bubble, self._ATTACHMENT_LISTS
            )
            event_data.role = "user"
            turn.Begin()
            for name in self._CONTEXT_TIMES:
                event_data.sent_time = fields.GetTime(name)
                if event_data.sent_time:
                    event_data.time_source = name
                    break
            if not event_data.sent_time and index == turn.last_index:
                event_data.sent_time = turn.last_time
                if turn.last_time:
                    event_data.time_source = "lastSendTime of the tab"
            turn.time = event_data.sent_time
            turn.time_source = event_data.time_source
        else:
            event_data.attachments = bubble_attachments.GetElements(
                bubble, self._REPLY_LISTS
            )
            event_data.role = "assistant"
            event_data.turn_start_time = turn.time
            if turn.time:
                event_data.time_source = f"{turn.time_source:s} of the user message"
            if bubble_type != "ai":
                self._Warn(key, f"{suffix:s}: unknown type of message")

        event_data.turn_number = turn.number or None
        self._Produce(
            event_data,
            key,
            suffix=suffix,
            fields=fields,
            conversation_identifier=tab_identifier,
            corrupted=bubble_type not in ("ai", "user"),
        )

    def _ReadInputs(self, key, json_dict):
        """Reads the texts that stood in the input boxes.

        Args:
          key (str): key of the row.
          json_dict (dict[str, object]): decoded value.
        """
        inputs = values.GetDictionary(json_dict, "inputBoxDelegateMap")
        for identifier, element in inputs.items():
            if self._context.producer.abort:
                return
            text = element
            if isinstance(element, dict):
                text = values.GetString(element, "__lexicalTextContent")
            text = values.ToString(text)
            if text:
                event_data = events.CursorConversationDraftEventData()
                event_data.evidence_source = "chat input"
                event_data.message_body = text
                self._Produce(
                    event_data,
                    key,
                    suffix=f"inputBoxDelegateMap.{identifier:s}",
                    conversation_identifier=identifier,
                )

    def _ReadTab(self, key, index, tab):
        """Reads a tab.

        Args:
          key (str): key of the row.
          index (int): index of the tab.
          tab (dict[str, object]): tab.
        """
        fields = item_table.Fields(tab)
        bubbles = fields.GetList("bubbles")
        tab_identifier = fields.GetString("tabId")

        event_data = events.CursorConversationEventData()
        event_data.agent_mode = fields.GetString("tabState")
        event_data.application = "IDE"
        event_data.conversation_title = fields.GetString("chatTitle")
        event_data.evidence_source = "chat tab"
        event_data.last_update_time = fields.GetTime("lastSendTime")
        event_data.message_count = len(bubbles)
        event_data.workspace_identifier = self._context.workspace_identifier
        item_table.SetTimeSource(event_data, {"last_update_time": "lastSendTime"})

        if tab_identifier and not self._context.recovery:
            conversation_facts = self._context.GetConversation(tab_identifier)
            conversation_facts.title = values.CutLabel(event_data.conversation_title)
        suffix = f"tabs.{index:d}"
        self._Produce(
            event_data,
            key,
            suffix=suffix,
            fields=fields,
            conversation_identifier=tab_identifier,
        )
        turn = _Turn(bubbles, event_data.last_update_time)
        for bubble_index, bubble in self._GetElements(key, bubbles):
            self._ReadBubble(
                key,
                f"{suffix:s}.bubbles.{bubble_index:d}",
                bubble_index,
                bubble,
                tab_identifier,
                turn,
            )

    def ReadRow(self, key, value):
        """Reads a row.

        Args:
          key (str): key.
          value (str|bytes|None): stored value.
        """
        json_dict = self._DecodeJSON(key, value, dict) or {}
        for index, tab in self._GetElements(key, values.GetList(json_dict, "tabs")):
            self._ReadTab(key, index, tab)
        self._ReadInputs(key, json_dict)


class InteractiveSessionsReader(item_table.ItemTableReader):
    """Reader of the sessions of VS Code's own chat, which Copilot uses."""

    KEYS = frozenset(["interactive.sessions"])

    def _GetResponseText(self, response):
        """Retrieves the text of a response.

        Args:
          response (object): JSON value: text, an object that holds it, or a list of
              parts.

        Returns:
          str: text or None if there is none.
        """
        pieces = []
        parts = response if isinstance(response, list) else [response]
        for part in parts:
            # The text of a part can stand in an object of its own.
            for _ in range(3):
                if not isinstance(part, dict):
                    break
                part = next(
                    (part[name] for name in _TEXT_NAMES if part.get(name)), None
                )
            if isinstance(part, str):
                pieces.append(part)
        return "".join(pieces) or None

    def _ProduceMessage(self, key, suffix, role, text, number, facts):
        """Produces event data of a message.

        Args:
          key (str): key of the row.
          suffix (str): place of the message in the value.
          role (str): role.
          text (str): text or None.
          number (int): position in the session.
          facts (tuple[str, str, dfdatetime.DateTimeValues, str]): identifiers of the
              session and the request, time the request holds or None, and model.
        """
        session_identifier, request_identifier, request_time, model = facts
        event_data = events.CursorMessageEventData()
        event_data.evidence_source = "interactive session"
        event_data.message_body = text
        event_data.model = model
        event_data.request_identifier = request_identifier
        event_data.role = role
        event_data.sequence_number = number
        event_data.turn_number = number // 2 + 1
        if request_time:
            if role == "user":
                event_data.sent_time = request_time
            else:
                event_data.turn_start_time = request_time
            event_data.time_source = "timestamp of the request"
        self._Produce(
            event_data,
            key,
            suffix=suffix,
            conversation_identifier=session_identifier,
        )

    def _ReadRequest(self, key, suffix, index, request, session_identifier):
        """Reads a request and its response.

        Args:
          key (str): key of the row.
          suffix (str): place of the request in the value.
          index (int): index of the request in the session.
          request (dict[str, object]): request.
          session_identifier (str): identifier of the session.
        """
        message = request.get("message")
        if isinstance(message, dict):
            message = values.GetString(message, "text")
        fields = item_table.Fields(request)
        facts = (
            session_identifier,
            fields.GetString("requestId"),
            fields.GetTime("timestamp"),
            fields.GetString("modelId"),
        )
        self._ProduceMessage(
            key, suffix, "user", values.ToString(message), 2 * index, facts
        )
        text = self._GetResponseText(request.get("response"))
        if text:
            self._ProduceMessage(
                key, f"{suffix:s}.response", "assistant", text, 2 * index + 1, facts
            )

    def _ReadSession(self, key, index, session):
        """Reads a session.

        Args:
          key (str): key of the row.
          index (int): index of the session.
          session (dict[str, object]): session.
        """
        fields = item_table.Fields(session)
        requests = fields.GetList("requests")
        session_identifier = fields.GetString("sessionId")

        event_data = events.CursorConversationEventData()
        event_data.application = "IDE"
        event_data.conversation_title = fields.GetString("customTitle")
        event_data.creation_time = fields.GetTime("creationDate")
        event_data.evidence_source = "interactive session"
        event_data.last_update_time = fields.GetTime("lastMessageDate")
        event_data.message_count = len(requests)
        event_data.workspace_identifier = self._context.workspace_identifier
        item_table.SetTimeSource(
            event_data,
            {"creation_time": "creationDate", "last_update_time": "lastMessageDate"},
        )
        suffix = f"{index:d}"
        self._Produce(
            event_data,
            key,
            suffix=suffix,
            fields=fields,
            conversation_identifier=session_identifier,
        )
        for request_index, request in self._GetElements(key, requests):
            self._ReadRequest(
                key,
                f"{suffix:s}.requests.{request_index:d}",
                request_index,
                request,
                session_identifier,
            )

    def ReadRow(self, key, value):
        """Reads a row.

        Args:
          key (str): key.
          value (str|bytes|None): stored value.
        """
        json_list = self._DecodeJSON(key, value, list) or []
        for index, session in self._GetElements(key, json_list):
            self._ReadSession(key, index, session)
