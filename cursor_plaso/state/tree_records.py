"""Records that trees tell, to tell none of them twice.

A message or call of a deleted conversation may stand in its tree and in recovered rows,
and in several trees. Which of them tells it is decided here: the tree, unless only the
row has a time.
"""

import collections

from cursor_plaso import events
from cursor_plaso.state import supplements

RECOVERY_METHOD = "agent.v1 tree"

# Places of recovered copies that are named of one record.
_MAXIMUM_PLACES = 20


class TreeRecords:
    """Records that trees tell, by what they hold.

    Nothing is known until records were added: each record is then one that only a tree
    tells.

    Attributes:
      has_unowned (bool): True if there are trees of which it is not known yet whose
          they are.
    """

    def __init__(self, known_keys=frozenset()):
        """Initializes records.

        Args:
          known_keys (Optional[frozenset[int]]): content keys of records that other
              trees tell.
        """
        super().__init__()
        self._known_keys = known_keys
        self._places_per_key = {}
        # Records that rows told better, and keys of those that the trees have times of.
        self._timed_keys = set()
        self._told_records = collections.Counter()
        self.has_unowned = False

    @property
    def content_keys(self):
        """frozenset[int]: content keys of the records that were added."""
        return frozenset(self._places_per_key)

    def Add(self, event_data, corrupted=False):
        """Adds a record of a tree.

        Args:
          event_data (CursorEventData): event data of the record.
          corrupted (Optional[bool]): True if the record is partial.
        """
        key = GetContentKey(event_data)
        if key is not None and not corrupted:
            self._places_per_key.setdefault(key, [])
            if _HasTime(event_data):
                self._timed_keys.add(key)

    def GetPlaces(self, event_data):
        """Retrieves where recovered rows hold a record too.

        A text that was sent twice stands at its place once each.

        Args:
          event_data (CursorEventData): event data of the record.

        Returns:
          list[str]: places or None if there are none.
        """
        return list(self._places_per_key.get(GetContentKey(event_data), ())) or None

    def TakeRecovered(self, event_data, recovery):
        """Takes recovered event data that a tree holds too.

        Args:
          event_data (CursorEventData): event data of a recovered row.
          recovery (RecoveredRow): the row.

        Returns:
          bool: True if a tree holds the same, which then names the place of the row.
              A row that has a time, where the tree has none, is told instead.
        """
        if not recovery.complete or not (self._places_per_key or self.has_unowned):
            return False
        key = GetContentKey(event_data)
        places = self._places_per_key.get(key) if key is not None else None
        if places is None:
            if key is not None and self.has_unowned:
                self._told_records[key] += 1
            return False
        if key not in self._timed_keys and _HasTime(event_data):
            if hasattr(event_data, "secondary_sources"):
                event_data.secondary_sources = [
                    *(event_data.secondary_sources or ()),
                    RECOVERY_METHOD,
                ]
            self._told_records[key] += 1
            return False
        if len(places) < _MAXIMUM_PLACES:
            places.append(recovery.location)
        return True

    def TakeTold(self, event_data):
        """Takes a record of a tree that was told.

        Args:
          event_data (CursorEventData): event data of the record.

        Returns:
          bool: True if a recovered row or another tree told the record.
        """
        key = GetContentKey(event_data)
        if key in self._known_keys:
            return True
        if not self._told_records[key]:
            return False
        # A text that was sent twice may have been told once.
        self._told_records[key] -= 1
        return True


def GetContentKey(event_data):
    """Retrieves what tells that two records hold the same message or call.

    Args:
      event_data (CursorEventData): event data.

    Returns:
      int: hash of the conversation and the call identifier or the role and text, or
          None if the event data is neither a message nor a call.
    """
    data_type = event_data.data_type
    identifier = event_data.conversation_identifier
    if identifier is None:
        return None
    if data_type == events.CursorMessageEventData.DATA_TYPE:
        text = event_data.message_body
        if not text:
            return None
        text = supplements.NormalizeText(text)
        return hash((identifier, event_data.role, text))
    if data_type in (
        events.CursorPermissionDecisionEventData.DATA_TYPE,
        events.CursorPermissionPromptEventData.DATA_TYPE,
        events.CursorToolCallEventData.DATA_TYPE,
    ):
        call_identifier = event_data.tool_call_identifier
        if not call_identifier:
            return None
        return hash((identifier, data_type, call_identifier))
    return None


def _HasTime(event_data):
    """Determines if event data has a time.

    Args:
      event_data (CursorEventData): event data.

    Returns:
      bool: True if it has one.
    """
    return any(
        value is not None and name.endswith("_time")
        for name, value in event_data.__dict__.items()
    )
