"""Header lists: the order of the bubbles of a conversation.

A composer lists its bubbles in composerData.fullConversationHeadersOnly or, since
3.26.13, in composerConvHeaders:<composerId>:<NNNNNN> chunks in suffix order (seed,
"composerConvHeaders and the header list"). A list is kept without the bubble
identifiers, of which only hashes stand, so that a bubble costs less than 200 bytes.
"""

import array
import bisect

from cursor_plaso import times
from cursor_plaso import values

USER_TYPE = 1

# Members of the grouping of a header entry that tell of the content of the bubble,
# since 3.19 (storage-facts 2.4).
_GROUPING_NAMES = (
    ("toolFormerTool", "tool"),
    ("toolCallId", "call"),
    ("shellStatus", "shell status"),
    ("taskStatus", "task status"),
    ("editLinesAdded", "lines added"),
    ("editLinesRemoved", "lines removed"),
    ("textPreview", "preview"),
)


class UserTurn:
    """What the bubbles of a turn need of the user bubble that began it.

    Attributes:
      bubble_identifier (str): identifier of the user bubble.
      carries_mode (bool): True if the bubble has an agentMode.
      injected (bool): True if the program, not the person, wrote the turn.
      milliseconds (int): time of the bubble or None.
      model (str): model the turn was sent to, own or of an earlier turn, or None.
      own_model (str): model that the bubble itself names or None.
      time_source (str): field the time was read from or None.
    """

    __slots__ = (
        "bubble_identifier",
        "carries_mode",
        "injected",
        "milliseconds",
        "model",
        "own_model",
        "time_source",
    )

    def __init__(self):
        """Initializes a user turn."""
        super().__init__()
        self.bubble_identifier = None
        self.carries_mode = False
        self.injected = False
        self.milliseconds = None
        self.model = None
        self.own_model = None
        self.time_source = None


class HeaderList:
    """Header list of a composer.

    Attributes:
      user_identifiers (list[str]): identifiers of the user bubbles in order, until
          their turns were read.
      user_turns (dict[int, UserTurn]): user turns per position.
    """

    def __init__(self):
        """Initializes a header list."""
        super().__init__()
        self._completed = None
        self._created = None
        # Hashes of the bubble identifiers in order, and the positions they have.
        self._hashes = array.array("q")
        self._positions = array.array("L")
        self._seen = bytearray()
        self._started = None
        self._types = bytearray()
        self._user_positions = None
        self.user_identifiers = []
        self.user_turns = {}

    def __len__(self):
        """Retrieves the number of entries.

        Returns:
          int: number of entries.
        """
        return len(self._types)

    @property
    def number_of_missing(self):
        """int: number of entries whose bubble was not seen."""
        return self._seen.count(0)

    def _Add(self, hashes, entry_times):
        """Adds entries whose types were added.

        Args:
          hashes (list[int]): hashes of the identifiers of the entries.
          entry_times (list[tuple[int, int, int]]): times of the entries in
              milliseconds, 0 where there is none.
        """
        position = len(self._seen)
        self._seen.extend(bytes(len(hashes)))
        pairs = sorted(
            list(zip(self._hashes, self._positions))
            + list(zip(hashes, range(position, position + len(hashes))))
        )
        self._hashes = array.array("q", (bubble_hash for bubble_hash, _ in pairs))
        self._positions = array.array("L", (index for _, index in pairs))

        created, started, completed = zip(*entry_times) if entry_times else ((),) * 3
        self._created = _ExtendTimes(self._created, position, created)
        self._started = _ExtendTimes(self._started, position, started)
        self._completed = _ExtendTimes(self._completed, position, completed)
        self._user_positions = None

    def AddEntries(self, entries):
        """Adds entries.

        Args:
          entries (list[object]): entries, each a JSON object with bubbleId and type.

        Returns:
          int: number of elements that are no entries.
        """
        number_of_errors = 0
        # pylint: disable=protected-access
        known_hashes = set(self._hashes)
        hashes = []
        entry_times = []
        for entry in entries:
            bubble_identifier = (
                entry.get("bubbleId") if isinstance(entry, dict) else None
            )
            if not isinstance(bubble_identifier, str):
                number_of_errors += 1
                continue

            bubble_hash = hash(bubble_identifier)
            if bubble_hash in known_hashes:
                continue

            known_hashes.add(bubble_hash)
            hashes.append(bubble_hash)
            is_user = entry.get("type") == USER_TYPE
            self._types.append(1 if is_user else 2)
            if is_user:
                self.user_identifiers.append(bubble_identifier)
            entry_times.append(
                (
                    times.ToStoredMilliseconds(entry.get("createdAt")) or 0,
                    times.ToMilliseconds(entry.get("startedAtMs")) or 0,
                    times.ToMilliseconds(entry.get("completedAtMs")) or 0,
                )
            )
        self._Add(hashes, entry_times)
        return number_of_errors

    def Extend(self, others):
        """Adds the entries of other header lists.

        All at once: each addition sorts the whole list.

        Args:
          others (list[HeaderList]): header lists of the next chunks.
        """
        # pylint: disable=protected-access
        known_hashes = set(self._hashes)
        hashes = []
        entry_times = []
        for other in others:
            user_identifiers = iter(other.user_identifiers)
            for position, bubble_hash in sorted(zip(other._positions, other._hashes)):
                identifier = None
                if other.IsUser(position):
                    identifier = next(user_identifiers, None)
                if bubble_hash not in known_hashes:
                    known_hashes.add(bubble_hash)
                    hashes.append(bubble_hash)
                    self._types.append(other._types[position])
                    if identifier is not None:
                        self.user_identifiers.append(identifier)
                    entry_times.append(
                        tuple(
                            milliseconds or 0
                            for milliseconds in other.GetTimes(position)
                        )
                    )
        self._Add(hashes, entry_times)

    def GetPosition(self, bubble_identifier):
        """Retrieves the position of a bubble.

        Args:
          bubble_identifier (str): identifier of the bubble with its suffix.

        Returns:
          int: position, starting at 0, or None if the list does not name the bubble.
        """
        bubble_hash = hash(bubble_identifier)
        index = bisect.bisect_left(self._hashes, bubble_hash)
        if index < len(self._hashes) and self._hashes[index] == bubble_hash:
            return self._positions[index]
        return None

    def GetTimes(self, position):
        """Retrieves the times of an entry.

        Args:
          position (int): position.

        Returns:
          tuple[int, int, int]: createdAt, startedAtMs and completedAtMs in milliseconds
              since the epoch, each None if not available.
        """
        return tuple(
            (entry_times[position] or None) if entry_times else None
            for entry_times in (self._created, self._started, self._completed)
        )

    def GetTurn(self, position):
        """Retrieves the turn that an entry belongs to.

        Args:
          position (int): position.

        Returns:
          tuple[int, UserTurn]: number of the turn, starting at 1, or None if it stands
              before the first user entry, and the user turn or None.
        """
        if self._user_positions is None:
            self._user_positions = array.array(
                "L",
                (
                    index
                    for index, entry_type in enumerate(self._types)
                    if entry_type == USER_TYPE
                ),
            )
        turn_number = bisect.bisect_right(self._user_positions, position)
        if not turn_number:
            return None, None
        return turn_number, self.user_turns.get(self._user_positions[turn_number - 1])

    def IsUser(self, position):
        """Determines if an entry is of a user bubble.

        Args:
          position (int): position.

        Returns:
          bool: True if the entry is of a user bubble.
        """
        return self._types[position] == USER_TYPE

    def ResolveTurns(self):
        """Follows the model through the user turns and tells the injected ones.

        On 3.26 a typed prompt carries modelInfo and agentMode and an injected turn has
        neither (seed, "User bubbles"). Nothing is concluded before the first prompt of
        the conversation that carries both, since older bubbles never have them.

        Yields:
          tuple[int, str, UserTurn]: position of a user turn that starts or changes the
              model, previous model or None, and the user turn.
        """
        model = None
        carried = False
        for position in sorted(self.user_turns):
            user_turn = self.user_turns[position]
            if user_turn.own_model:
                if user_turn.own_model != model:
                    yield position, model, user_turn
                model = user_turn.own_model
                carried = carried or user_turn.carries_mode
            elif carried and not user_turn.carries_mode:
                user_turn.injected = True
            user_turn.model = model

    def SetSeen(self, position):
        """Notes that the bubble of an entry was seen.

        Args:
          position (int): position.

        Returns:
          bool: False if it was seen before.
        """
        if self._seen[position]:
            return False
        self._seen[position] = 1
        return True


def _ExtendTimes(entry_times, position, added_times):
    """Extends the times of entries, which are not kept where there are none.

    Args:
      entry_times (array): times of the entries before, or None if there are none.
      position (int): number of entries before.
      added_times (tuple[int, ...]): times of the entries added, 0 where there is none.

    Returns:
      array: times of all entries, or None if there are none.
    """
    if entry_times is None:
        if not any(added_times):
            return None
        entry_times = array.array("q", bytes(8 * position))
    entry_times.extend(added_times)
    return entry_times


def GetMilliseconds(date_time):
    """Retrieves the milliseconds since the epoch of a date and time.

    Args:
      date_time (dfdatetime.DateTimeValues): date and time or None.

    Returns:
      int: milliseconds or None if not available.
    """
    if date_time is None:
        return None
    timestamp = date_time.GetPlasoTimestamp()
    return None if timestamp is None else timestamp // 1000


def GetEntries(json_value):
    """Retrieves the entries of a header list or a chunk of one.

    Args:
      json_value (object): JSON value: a list of entries or an object that holds one.

    Returns:
      list[object]: entries or None if the value is no header list.
    """
    if isinstance(json_value, list):
        return json_value
    if isinstance(json_value, dict):
        for name in ("headers", "fullConversationHeadersOnly", "entries"):
            entries = json_value.get(name)
            if isinstance(entries, list):
                return entries
    return None


def GetInlineMessages(json_dict):
    """Retrieves the messages that a composer holds itself.

    Args:
      json_dict (dict[str, object]): composerData.

    Returns:
      list[object]: messages in order: of "conversation", or of the map of bubbles,
          which is empty where the bubbles are rows of their own.
    """
    messages = json_dict.get("conversation")
    if isinstance(messages, list) and messages:
        return messages
    bubbles = values.GetDictionary(json_dict, "conversationMap")
    if not bubbles:
        return []
    identifiers = [
        entry.get("bubbleId")
        for entry in values.GetList(json_dict, "fullConversationHeadersOnly")
        if isinstance(entry, dict) and isinstance(entry.get("bubbleId"), str)
    ]
    return [
        {**bubbles[identifier], "bubbleId": identifier}
        for identifier in dict.fromkeys([*identifiers, *bubbles])
        if isinstance(bubbles.get(identifier), dict)
    ]


def GetGroupingFacts(entry):
    """Retrieves what a header entry tells of the content of its bubble.

    Args:
      entry (dict[str, object]): header entry.

    Returns:
      str: facts, separated by commas, or None if there are none. The text comes last.
    """
    grouping = values.GetDictionary(entry, "grouping")
    facts = []
    for name, label in _GROUPING_NAMES:
        value = values.GetString(grouping, name)
        if value and value != "0":
            facts.append(f"{label:s}: {value:s}")
    return ", ".join(facts) or None


def GetBubbleType(json_dict):
    """Retrieves the type of a bubble.

    Args:
      json_dict (dict[str, object]): bubble or header entry.

    Returns:
      int: 1 for a user bubble, 2 for an assistant one, or None.
    """
    return values.GetInteger(json_dict, "type")
