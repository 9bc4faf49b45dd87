"""What is kept of a composer, and of its header, while a state.vscdb is read.

A composer is told by records of several kinds, which are read one after the other;
its events are produced when all of them were read. There is one object for each
conversation, so it holds small things only, the header list in a compact form, and the
keys under which the rest is read again. Sources: seed "composerHeaders",
"composerData", "composerConvHeaders and the header list"; storage-facts 2.2 and 2.4.
"""

from cursor_plaso import keys
from cursor_plaso import values
from cursor_plaso.state import composer_facts
from cursor_plaso.state import header_lists

# Place of a queued message in composerData, and what its event is read from.
QUEUE_PLACE = "#queueItems."
QUEUE_SOURCE = "message queue"

# Members of a header that a conversation event shows.
_HEADER_NAMES = (
    "committedToBranch",
    "createdOnBranch",
    "filesChangedCount",
    "name",
    "subtitle",
    "totalLinesAdded",
    "totalLinesRemoved",
    "unifiedMode",
)


# Elements of a list that are kept of a header.
_MAXIMUM_ELEMENTS = 64


class Composer:
    """What is known of a composer while the database is read.

    Attributes:
      chunk_suffixes (list[str]): suffixes of the chunks that make the header list.
      chunks (dict[str, HeaderList]): header list chunks per suffix.
      data_event_data (CursorConversationEventData): conversation as composerData tells
          it, or None.
      data_key (str): key of the composerData row or None.
      data_last_update (int): lastUpdatedAt of composerData in milliseconds or None.
      deferred_keys (list[str]): keys of bubbles that lack what the tree may have.
      drafts (list[tuple[str, str, str]]): text, or None if it has to be read again, key
          and kind of record of drafts.
      has_checkpoint (bool): True if there is a row that names the root of the tree of
          the conversation, as on builds before the root stood in composerData.
      has_data (bool): True if there is a composerData row with a value.
      has_null_data (bool): True if there is a composerData row without value.
      has_state (bool): True if composerData has a conversationState.
      header (ComposerHeader): header or None.
      identifier (str): identifier of the composer.
      inline_list (HeaderList): header list of composerData or None.
      inline_messages (bool): True if composerData holds messages itself.
      is_corrupted (bool): True if a part of composerData could not be read.
      is_draft (bool): True if composerData has status none.
      number_of_bubbles (int): number of bubble rows of the composer.
    """

    # There is one for each conversation that a row names.
    __slots__ = (
        "_header_list",
        "chunk_suffixes",
        "chunks",
        "data_event_data",
        "data_key",
        "data_last_update",
        "deferred_keys",
        "drafts",
        "has_checkpoint",
        "has_data",
        "has_null_data",
        "has_state",
        "header",
        "identifier",
        "inline_list",
        "inline_messages",
        "is_corrupted",
        "is_draft",
        "number_of_bubbles",
    )

    def __init__(self, identifier):
        """Initializes a composer.

        Args:
          identifier (str): identifier of the composer.
        """
        super().__init__()
        self._header_list = None
        self.chunk_suffixes = []
        self.chunks = None
        self.data_event_data = None
        self.data_key = None
        self.data_last_update = None
        self.deferred_keys = []
        self.drafts = []
        self.has_checkpoint = False
        self.has_data = False
        self.has_null_data = False
        self.has_state = False
        self.header = None
        self.identifier = identifier
        self.inline_list = None
        self.inline_messages = False
        self.is_corrupted = False
        self.is_draft = False
        self.number_of_bubbles = 0

    @property
    def header_list_keys(self):
        """list[str]: keys of the rows that hold the header list in force."""
        if self.header_list is None:
            return []
        if self.header_list is self.inline_list:
            return [self.data_key]
        return [
            f"{keys.HEADER_CHUNK_PREFIX:s}{self.identifier:s}:{suffix:s}"
            for suffix in self.chunk_suffixes
        ]

    @property
    def header_list(self):
        """HeaderList: the header list in force, or None if there is none."""
        if self._header_list is None:
            header_list = self.inline_list
            if not header_list and self.chunks:
                header_list = header_lists.HeaderList()
                self.chunk_suffixes = sorted(self.chunks)
                header_list.Extend([chunk for _, chunk in sorted(self.chunks.items())])
                self.chunks = None
            self._header_list = header_list
        return self._header_list


class ComposerHeader:
    """Header of a composer.

    Attributes:
      created (object): createdAt as stored.
      is_archived (bool): True if isArchived is set.
      is_deleted_shape (bool): True if the header was of a conversation, not a draft:
          it was archived or has a location history.
      is_draft (bool): True if isDraft is set.
      last_updated (object): lastUpdatedAt as stored.
      record_key (str): key of the record.
      table_name (str): name of the table of the record.
      value (dict[str, object]): small members that events show.
    """

    def __init__(self, table_name, record_key):
        """Initializes a header.

        Args:
          table_name (str): name of the table of the record.
          record_key (str): key of the record.
        """
        super().__init__()
        self.created = None
        self.is_archived = False
        self.is_deleted_shape = False
        self.is_draft = False
        self.last_updated = None
        self.record_key = record_key
        self.table_name = table_name
        self.value = {}


def CreateHeader(value, columns, table_name, record_key):
    """Creates a header.

    Args:
      value (dict[str, object]): header value.
      columns (dict[str, object]): columns that repeat members of the value, empty for
          one of the ItemTable list.
      table_name (str): name of the table of the record.
      record_key (str): key of the record.

    Returns:
      ComposerHeader: header.
    """
    header = ComposerHeader(table_name, record_key)
    header.created = composer_facts.GetFirstTime(
        value.get("createdAt"), columns.get("createdAt")
    )
    header.last_updated = composer_facts.GetFirstTime(
        columns.get("lastUpdatedAt"), value.get("lastUpdatedAt")
    )
    header.is_archived = bool(
        values.GetBoolean(columns, "isArchived")
        or values.GetBoolean(value, "isArchived")
    )
    header.is_draft = bool(values.GetBoolean(value, "isDraft"))
    header.is_deleted_shape = header.is_archived or bool(
        values.GetList(value, "agentLocationHistory")
    )
    for name in _HEADER_NAMES:
        if isinstance(value.get(name), str):
            header.value[name] = values.CutLabel(value[name])
        elif isinstance(value.get(name), (float, int)):
            header.value[name] = value[name]
    if values.GetBoolean(columns, "isSubagent") or values.GetDictionary(
        value, "subagentInfo"
    ):
        header.value["isSubagent"] = True
    root_identifier, call_identifiers, request_identifier = composer_facts.GetSpawn(
        value
    )
    header.value["rootConversation"] = values.CutLabel(root_identifier)
    header.value["parentRequest"] = values.CutLabel(request_identifier)
    for name, elements in (
        ("details", composer_facts.GetDetails({**columns, **value})),
        ("parentCalls", call_identifiers),
        ("plans", composer_facts.GetPlans(value)),
    ):
        if elements:
            kept_elements = [
                values.CutLabel(element) for element in elements[:_MAXIMUM_ELEMENTS]
            ]
            if len(elements) > _MAXIMUM_ELEMENTS:
                kept_elements.append(f"... ({len(elements):d} in all)")
            header.value[name] = kept_elements
    header.value["bestOfN"] = values.CutLabel(composer_facts.GetBestOfN(value))
    header.value["locationHistory"] = values.CutLabel(
        composer_facts.GetLocationHistory(value)
    )
    header.value["agentLocation"] = values.CutLabel(
        composer_facts.GetAgentLocation(value)
    )
    header.value["subagentType"] = values.CutLabel(
        composer_facts.GetSubagentType(value)
        or values.GetString(columns, "subagentTypeName")
    )
    header.value["workspaceIdentifier"] = values.CutLabel(
        composer_facts.GetWorkspaceIdentifier(value)
        or values.GetString(columns, "workspaceId")
    )
    return header
