"""Conversations: what the records of all stores say of each.

Everything kept here is bounded: names and paths, no texts. Sources: seed "Joins and
timestamps", "What survives a delete".
"""

import collections

from cursor_plaso.analysis import stores

# Names, paths and other values that are kept per conversation and kind.
_MAXIMUM_NUMBER_OF_VALUES = 100

_MAXIMUM_VALUE_LENGTH = 256

STATE_ARCHIVED = "archived"
STATE_CLOUD_AGENT = "cloud agent"
STATE_DELETED = "deleted"
STATE_DRAFT = "draft"
STATE_EMPTY = "started, nothing sent"
STATE_LIVE = "live"
STATE_REMNANTS = "only remnants"

CLOUD_AGENT_PREFIX = "bc-"


class ValueSet:
    """Set of values in the order of their arrival, of bounded size.

    Attributes:
      number_left_out (int): number of additions that found the set full.
    """

    __slots__ = ("_values", "number_left_out")

    def __init__(self):
        """Initializes a set."""
        super().__init__()
        self._values = {}
        self.number_left_out = 0

    def __bool__(self):
        """Determines if the set holds anything.

        Returns:
          bool: True if the set is not empty.
        """
        return bool(self._values)

    def Add(self, value):
        """Adds a value.

        Args:
          value (str): value or None.
        """
        if not value or value in self._values:
            return
        if len(self._values) >= _MAXIMUM_NUMBER_OF_VALUES:
            self.number_left_out += 1
            return
        if len(value) > _MAXIMUM_VALUE_LENGTH:
            value = f"{value[:_MAXIMUM_VALUE_LENGTH - 3]:s}..."
        self._values[value] = None

    def GetValues(self):
        """Retrieves the values.

        Returns:
          list[str]: values in the order of their arrival.
        """
        return list(self._values)


class Conversation:
    """Conversation.

    Attributes:
      account_identifier (str): account that the records themselves name or None.
      archive_time (int): time of the archiving in microseconds or None.
      branch (str): git branch or None.
      creation_time (int): time the record was created or None.
      decisions (collections.Counter): number of decisions per kind.
      deletion_time (int): time of the deletion or None.
      files (ValueSet): paths of files that were touched.
      first_time (int): time of the first message, call or decision, or None.
      header_count (int): number of entries of the header list or None.
      identifier (str): identifier.
      is_archived (bool): True if a record says that the conversation was archived.
      is_deleted (bool): True if a store that is in use says that the conversation was
          deleted.
      is_draft (bool): True if there is an unsent draft.
      is_empty (bool): True if the conversation was started and nothing was sent.
      is_live (bool): True if a store that is in use has the record of the conversation.
      is_remote (bool): True if the conversation ran on another machine.
      joined (collections.Counter): number of records per kind that were joined by their
          request or checkpoint.
      last_time (int): time of the last message, call or decision, or None.
      missing (ValueSet): what the records say is missing.
      models (ValueSet): identifiers of models.
      parent (str): identifier of the conversation that started this one or None.
      profile (tuple[str, str]): where the files were found and the name of the user, or
          None.
      project_path (str): path of the project or None.
      remnants (str): what the store says is left of a deleted conversation, or None.
      store_counts (dict[int, list[int]]): per number of a store the number of messages,
          tool calls and other records.
      title (str): title or None.
      tool_names (dict[int, collections.Counter]): per number of a store the number of
          calls per tool.
      update_time (int): time the record was last updated or None.
      workspace_identifier (str): identifier of the workspace or None.
    """

    __slots__ = (
        "_decision_hashes",
        "account_identifier",
        "archive_time",
        "branch",
        "creation_time",
        "decisions",
        "deletion_time",
        "files",
        "first_time",
        "header_count",
        "identifier",
        "is_archived",
        "is_deleted",
        "is_draft",
        "is_empty",
        "is_live",
        "is_remote",
        "joined",
        "last_time",
        "missing",
        "models",
        "parent",
        "profile",
        "project_path",
        "remnants",
        "store_counts",
        "title",
        "tool_names",
        "update_time",
        "workspace_identifier",
    )

    def __init__(self, identifier):
        """Initializes a conversation.

        Args:
          identifier (str): identifier.
        """
        super().__init__()
        self._decision_hashes = set()
        self.account_identifier = None
        self.archive_time = None
        self.branch = None
        self.creation_time = None
        self.decisions = collections.Counter()
        self.deletion_time = None
        self.files = ValueSet()
        self.first_time = None
        self.header_count = None
        self.identifier = identifier
        self.is_archived = False
        self.is_deleted = False
        self.is_draft = False
        self.is_empty = False
        self.is_live = False
        self.is_remote = identifier.startswith(CLOUD_AGENT_PREFIX)
        self.joined = collections.Counter()
        self.last_time = None
        self.missing = ValueSet()
        self.models = ValueSet()
        self.parent = None
        self.profile = None
        self.project_path = None
        self.remnants = None
        self.store_counts = {}
        self.title = None
        self.tool_names = {}
        self.update_time = None
        self.workspace_identifier = None

    @property
    def state(self):
        """str: state of the conversation."""
        if self.is_deleted:
            return STATE_DELETED
        if self.is_live:
            if self.is_archived:
                return STATE_ARCHIVED
            return STATE_EMPTY if self.is_empty else STATE_LIVE
        if self.identifier.startswith(CLOUD_AGENT_PREFIX):
            return STATE_ARCHIVED if self.is_archived else STATE_CLOUD_AGENT
        if self.is_draft:
            return STATE_DRAFT
        return STATE_REMNANTS

    def AddDecision(self, decision_hash, description):
        """Adds a decision, of which copies count once.

        Args:
          decision_hash (int): hash of the decision and its tool call.
          description (str): decision and outcome.
        """
        if decision_hash not in self._decision_hashes:
            self._decision_hashes.add(decision_hash)
            self.decisions[description] += 1

    def AddRecord(self, store_number, column):
        """Counts a record.

        Args:
          store_number (int): number of the store.
          column (int): 0 for a message, 1 for a tool call and 2 for another record.
        """
        counts = self.store_counts.setdefault(store_number, [0, 0, 0])
        counts[column] += 1

    def AddTime(self, time):
        """Widens the time that the conversation spans.

        Args:
          time (int): time of a message, call or decision in microseconds.
        """
        if self.first_time is None or time < self.first_time:
            self.first_time = time
        if self.last_time is None or time > self.last_time:
            self.last_time = time

    def SetFacts(self, event_data, store):
        """Sets what is not known yet, or what a leading store knows better.

        Args:
          event_data (CursorEventData): event data of a record of the conversation.
          store (Store): store the record is of.
        """
        leads = store.rank != stores.RANK_SECONDARY
        for name, value in (
            ("branch", event_data.git_branch),
            ("parent", event_data.parent_conversation_identifier),
            ("project_path", event_data.project_path),
            ("title", event_data.conversation_title),
            ("workspace_identifier", event_data.workspace_identifier),
        ):
            if value and (getattr(self, name) is None or leads):
                setattr(self, name, value)

        self.models.Add(event_data.model)
        if self.profile is None or not self.profile[1]:
            self.profile = store.profile
