"""What the readers of one state.vscdb share.

The reader of the database (reader.py) learns the conversations first, from composer
and header rows, and then hands every other row to the reader of its key family. All
of them get the same context: the producer, what is known of the file and of the
conversations, and, while a recovered row is read, where it was recovered.
"""

from cursor_plaso import keys
from cursor_plaso.state import novelty

# Identifiers of conversations and calls that are kept to join records: a real one has
# fewer than 100 characters.
MAXIMUM_IDENTIFIER_LENGTH = 256


class ConversationFacts:
    """Facts of a conversation that its records share.

    Attributes:
      git_branch (str): git branch or None.
      parent_conversation_identifier (str): identifier of the conversation that started
          this one as a sub-agent, or None.
      project_path (str): path of the project folder or None.
      title (str): title or None.
    """

    __slots__ = (
        "git_branch",
        "parent_conversation_identifier",
        "project_path",
        "title",
    )

    def __init__(self):
        """Initializes facts of a conversation."""
        super().__init__()
        self.git_branch = None
        self.parent_conversation_identifier = None
        self.project_path = None
        self.title = None


class StateContext:
    """Context of the readers of one state.vscdb.

    Attributes:
      captured (list[CursorEventData]): event data that is collected instead of
          produced, or None.
      conversations (dict[str, ConversationFacts]): facts per conversation identifier.
      file_entry (dfvfs.FileEntry): file entry of the database or None.
      filename (str): name of the database file, as messages name it.
      kind (str): "global" or "workspace".
      modification_time (dfdatetime.DateTimeValues): content modification time of the
          file, for records that have no time of their own, or None.
      novelty (NoveltyFilter): filter of what older versions of rows say.
      producer (BaseProducer): producer.
      project_path (str): path of the folder of a workspace database or None.
      recovery (RecoveredRow): the row that is read if it was recovered, or None.
      row_is_partial (bool): True if a part of the live row that is read is missing.
      take_recovered (callable): function that is given recovered event data and the
          row, and tells if the event data is told elsewhere, or None.
      view (View): view of the database that is read: rows and lookups.
      workspace_identifier (str): name of the workspace storage directory or None.
    """

    def __init__(self, producer, view, file_entry=None, filename="state.vscdb"):
        """Initializes a context.

        Args:
          producer (BaseProducer): producer.
          view (View): view of the database that is read.
          file_entry (Optional[dfvfs.FileEntry]): file entry of the database.
          filename (Optional[str]): name of the database file.
        """
        super().__init__()
        self.captured = None
        self.conversations = {}
        self.file_entry = file_entry
        self.filename = filename
        self.kind = "global"
        self.modification_time = getattr(file_entry, "modification_time", None)
        self.novelty = novelty.NoveltyFilter()
        self.producer = producer
        self.project_path = None
        self.recovery = None
        self.row_is_partial = False
        self.take_recovered = None
        self.view = view
        self.workspace_identifier = None

    def GetConversation(self, conversation_identifier):
        """Retrieves the facts of a conversation, which are made where none are known.

        Args:
          conversation_identifier (str): identifier of the conversation.

        Returns:
          ConversationFacts: facts.
        """
        facts = self.conversations.get(conversation_identifier)
        if not facts:
            facts = ConversationFacts()
            # What is kept must not be as large as evidence likes to make it.
            if len(conversation_identifier) <= MAXIMUM_IDENTIFIER_LENGTH:
                self.conversations[conversation_identifier] = facts
        return facts

    def HasRow(self, key):
        """Determines if the database has a row with a value.

        Args:
          key (str): key.

        Returns:
          bool: True if cursorDiskKV has a row of the key with a value.
        """
        row = self.view.Lookup(keys.DISK_TABLE_NAME, key)
        return row is not None and row.GetValue("value") is not None

    @property
    def is_partial(self):
        """bool: True if a part of the row that is read is missing."""
        if self.recovery:
            return not self.recovery.complete
        return self.row_is_partial

    def Produce(
        self, event_data, table_name, key, conversation_identifier=None, corrupted=False
    ):
        """Produces event data of a row.

        The record key, the facts of the conversation and, for a recovered row, where
        it was recovered are set here. Attributes that the reader has set stay.

        Args:
          event_data (CursorEventData): event data.
          table_name (str): name of the table of the row.
          key (str): key of the row, with a suffix where one row gives several events
              of the same data type.
          conversation_identifier (Optional[str]): identifier of the conversation.
          corrupted (Optional[bool]): True if the record is partial.
        """
        event_data.record_key = f"{table_name:s}[{keys.EscapeKey(key):s}]"

        if conversation_identifier:
            event_data.conversation_identifier = conversation_identifier
        self.SetFacts(event_data)

        if self.captured is not None:
            self.captured.append(event_data)
            return

        recovery = self.recovery
        if not recovery:
            self.producer.Produce(
                event_data, corrupted=corrupted or self.row_is_partial
            )
            return

        if not self.novelty.IsNew(event_data):
            return
        # pylint: disable=not-callable
        if self.take_recovered and self.take_recovered(event_data, recovery):
            return

        event_data.recovery_completeness = recovery.completeness
        event_data.recovery_location = recovery.location
        event_data.recovery_method = recovery.method
        event_data.recovery_places = list(recovery.other_places)
        self.producer.Produce(
            event_data,
            corrupted=corrupted or not recovery.complete,
            recovered=True,
        )

    def SetFacts(self, event_data):
        """Sets what is known of the conversation and the project of event data.

        What the record says of itself stays; that it says nothing may be an empty text.

        Args:
          event_data (CursorEventData): event data.
        """
        facts = self.conversations.get(event_data.conversation_identifier)
        if facts:
            event_data.conversation_title = event_data.conversation_title or facts.title
            event_data.git_branch = event_data.git_branch or facts.git_branch
            event_data.parent_conversation_identifier = (
                event_data.parent_conversation_identifier
                or facts.parent_conversation_identifier
            )
            event_data.project_path = event_data.project_path or facts.project_path
        event_data.project_path = event_data.project_path or self.project_path

    def Capture(self, function, *arguments):
        """Collects what a reader would produce of a live row.

        Args:
          function (callable): function that reads the row.
          arguments (list[object]): arguments.

        Returns:
          list[CursorEventData]: event data.
        """
        recovery, self.recovery = self.recovery, None
        self.captured = []
        try:
            function(*arguments)
            return self.captured
        finally:
            self.captured = None
            self.recovery = recovery

    def Warn(self, table_name, key, reason):
        """Produces a warning on a row.

        Args:
          table_name (str): name of the table of the row.
          key (str): key of the row.
          reason (str): what is wrong with the row, without any value of it.
        """
        # A recovered row is expected to be damaged.
        if self.recovery or self.captured is not None:
            return
        key = keys.EscapeKey(key)
        if len(key) > 300:
            key = f"{key[:300]:s}..."
        self.producer.Warn(
            f"{table_name:s} row {key:s}: {reason:s}", kind=f"{table_name:s} row"
        )


class KeyReader:
    """Reader of the rows of one or more key families.

    A reader sees every row of its keys once. What needs several rows is kept and
    produced in Finish. For each recovered row a new reader is made, which sees that
    row alone.
    """

    # Exact keys and prefixes of keys that the reader reads, of TABLE_NAME.
    KEYS = frozenset()
    PREFIXES = ()
    TABLE_NAME = "ItemTable"

    def __init__(self, context):
        """Initializes a reader.

        Args:
          context (StateContext): context.
        """
        super().__init__()
        self._context = context

    def Finish(self):
        """Produces what needed all rows."""

    def ReadRow(self, key, value):
        """Reads a row.

        Args:
          key (str): key.
          value (str|bytes|None): stored value.
        """
        raise NotImplementedError
