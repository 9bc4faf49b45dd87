"""What an older version of a row says that the newer ones do not.

A row is rewritten many times while a reply streams in. An older version becomes an
event only where it says something else: another text, result, decision, title or
status. A text that the newer one begins with is nothing else.
"""

import collections

from cursor_plaso import events

# Attributes that tell where and how a record stands, not what it says.
_PROVENANCE_NAMES = frozenset(
    """conversation_identifier conversation_title data_type duration evidence_source
    git_branch header_list_state model parent_conversation_identifier platform
    project_path record_key recovery_completeness recovery_location recovery_method
    recovery_places secondary_sources sequence_number time_source turn_number
    username""".split()
)

# What a record of a type says; of other types it is every attribute that is not
# provenance and not a time.
_CONTENT_NAMES = {
    events.CursorConversationEventData.DATA_TYPE: (
        "conversation_title",
        "status",
        "agent_mode",
    ),
    events.CursorMessageEventData.DATA_TYPE: ("role", "message_body", "error_text"),
    events.CursorToolCallEventData.DATA_TYPE: (
        "tool_call_identifier",
        "tool_name",
        "arguments",
        "result",
        "status",
        "outcome",
        "user_decision",
    ),
}

# What tells a record from another one that says the same.
_IDENTIFYING_NAMES = (
    "creation_time",
    "message_identifier",
    "recorded_time",
    "request_identifier",
    "sent_time",
    "start_time",
    "tool_call_identifier",
)

# Members that grow while a reply streams in.
_GROWING_NAMES = frozenset(["arguments", "message_body", "result"])

_MAXIMUM_KEPT_SIZE = 8 * 1024 * 1024


class ToldRecords:
    """Records that were told, by what identifies them."""

    def __init__(self):
        """Initializes records."""
        super().__init__()
        # With and without the conversation that they were told of.
        self._identities = set()

    def Take(self, event_data, corrupted=False):
        """Takes a record.

        Args:
          event_data (CursorEventData): event data of the record.
          corrupted (Optional[bool]): True if the record is partial: then a whole one
              that comes later is not told by it.

        Returns:
          bool: True if the record was told, of the same conversation, or if it is not
              known of which one or the other is.
        """
        identity = GetRecordIdentity(event_data)
        if identity is None:
            return False
        conversation_identifier = event_data.conversation_identifier
        own_identity = hash((conversation_identifier, identity))
        if conversation_identifier is None:
            is_told = identity in self._identities
        else:
            is_told = not self._identities.isdisjoint(
                (own_identity, hash((None, identity)))
            )
        if not is_told and not corrupted:
            self._identities.update((identity, own_identity))
        return is_told


class NoveltyFilter:
    """Filter of the event data of older versions of rows.

    Attributes:
      number_of_known (int): number of event data that said nothing new.
    """

    def __init__(self):
        """Initializes a filter."""
        super().__init__()
        # What the versions of a row say, per data type and file: one row can tell of
        # hundreds of files.
        self._contents_per_row = collections.OrderedDict()
        self._kept_size = 0
        self._related_row = None
        self._row = None
        self.number_of_known = 0

    def _Forget(self):
        """Forgets the rows seen first where too much is kept."""
        while self._kept_size > _MAXIMUM_KEPT_SIZE and len(self._contents_per_row) > 1:
            _, contents_per_kind = self._contents_per_row.popitem(last=False)
            for contents in contents_per_kind.values():
                self._kept_size -= sum(map(_GetSize, contents))

    def _Keep(self, content):
        """Keeps what a version of the current row says.

        Args:
          content (dict[str, object]): content.
        """
        contents_per_kind = self._contents_per_row.setdefault(self._row, {})
        contents_per_kind.setdefault(_GetKind(content), []).append(content)
        self._contents_per_row.move_to_end(self._row)
        self._kept_size += _GetSize(content)
        self._Forget()

    def IsNew(self, event_data):
        """Determines if event data says something that newer versions do not.

        Args:
          event_data (CursorEventData): event data of the current row.

        Returns:
          bool: True if it does; it is then kept as said.
        """
        content = _GetContent(event_data)
        kind = _GetKind(content)
        for row in (self._row, self._related_row):
            contents_per_kind = self._contents_per_row.get(row, {})
            for known_content in contents_per_kind.get(kind, ()):
                if _IsCovered(content, known_content):
                    self.number_of_known += 1
                    return False
        self._Keep(content)
        return True

    def SetRow(self, row, live_event_data=(), related_row=None):
        """Sets the row whose versions follow, newer ones first.

        Args:
          row (tuple[str, str]): table and key of the row.
          live_event_data (Optional[list[CursorEventData]]): what the live version of
              the row says.
          related_row (Optional[tuple[str, str]]): table and key of another row that
              says the same and more, if it was recovered too.
        """
        self._related_row = related_row
        self._row = row
        if row not in self._contents_per_row:
            for event_data in live_event_data:
                self._Keep(_GetContent(event_data))


def GetRecordIdentity(event_data):
    """Retrieves what identifies a record in all its copies.

    Args:
      event_data (CursorEventData): event data of the record.

    Returns:
      int: hash of what the record says, and of its identifiers and times; or None if it
          has none of these, so that another record may say the same.
    """
    identifying = []
    for name in _IDENTIFYING_NAMES:
        value = getattr(event_data, name, None)
        if value is not None:
            if name.endswith("_time"):
                value = value.CopyToDateTimeString()
            identifying.append((name, value))
    if not identifying:
        return None
    content = sorted(_GetContent(event_data).items(), key=lambda item: item[0])
    return hash((tuple(identifying), tuple(content)))


def _GetContent(event_data):
    """Retrieves what event data says.

    Args:
      event_data (CursorEventData): event data.

    Returns:
      dict[str, object]: values per attribute.
    """
    data_type = event_data.data_type
    names = _CONTENT_NAMES.get(data_type)
    if names is None:
        names = [
            name
            for name in event_data.__dict__
            if name[0] != "_"
            and name not in _PROVENANCE_NAMES
            and not name.endswith("_time")
        ]
    content = {"data_type": data_type}
    for name in names:
        value = getattr(event_data, name)
        if value is not None and value != []:
            content[name] = tuple(value) if isinstance(value, list) else value
    return content


def _GetKind(content):
    """Retrieves what two contents have in common if one says what the other does.

    Args:
      content (dict[str, object]): content.

    Returns:
      tuple[str, str]: data type, and path of the file or None.
    """
    return content["data_type"], content.get("file_path")


def _GetSize(content):
    """Estimates the size of a content.

    Args:
      content (dict[str, object]): content.

    Returns:
      int: size in bytes.
    """
    return 256 + sum(
        len(value) for value in content.values() if isinstance(value, (str, tuple))
    )


def _IsCovered(content, known_content):
    """Determines if a content says nothing that a known one does not.

    Args:
      content (dict[str, object]): content.
      known_content (dict[str, object]): known content.

    Returns:
      bool: True if every value is the same, or the beginning of the known one.
    """
    # What a person types does not stream in: a prompt that grew was edited.
    is_growing = content.get("role") != "user"
    for name, value in content.items():
        known_value = known_content.get(name)
        if value == known_value:
            continue
        if (
            not is_growing
            or name not in _GROWING_NAMES
            or not isinstance(known_value, str)
        ):
            return False
        if not isinstance(value, str) or not known_value.startswith(value):
            return False
    return True
