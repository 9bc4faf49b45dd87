"""Records: what is kept of an event until all events have been seen.

Events come in the order of their times, so that a copy may come before what it is a
copy of. Of each record numbers and hashes are kept, less than 200 bytes and no text.
"""

import array

# Kinds of records. The texts of the first ones are compared.
KIND_OTHER = 0
KIND_TYPED = 1
KIND_INJECTED = 2
KIND_ASSISTANT = 3
KIND_THINKING = 4
KIND_SYSTEM = 5
KIND_CALL = 6
KIND_PROMPT = 7
KIND_INDEXED_TEXT = 8

MESSAGE_KINDS = frozenset(
    [KIND_TYPED, KIND_INJECTED, KIND_ASSISTANT, KIND_THINKING, KIND_SYSTEM]
)
USER_KINDS = frozenset([KIND_TYPED, KIND_INJECTED])

NO_CONVERSATION = -1
NO_TIME = -(1 << 63)


class RecordTable:
    """Table of records, of which the position is the number.

    Attributes:
      conversations (array[int]): numbers of conversations or NO_CONVERSATION.
      event_numbers (array[int]): sequence numbers of the events.
      event_records (array[int]): per event the number of its record.
      flags (array[int]): flags, of labels.FLAG_PER_LABEL.
      identifier_hashes (array[int]): hashes of the identifiers of tool calls or 0.
      kinds (array[int]): kinds.
      splits (dict[int, list[tuple[int, int]]]): hashes of the parts of the texts of
          some records, see texts.GetSplitHashes.
      stores (array[int]): numbers of stores.
      text_hashes (array[int]): hashes of the texts or 0.
      times (array[int]): times in microseconds since January 1, 1970 or NO_TIME.
    """

    def __init__(self):
        """Initializes a table."""
        super().__init__()
        self._number_per_identity = {}
        self.conversations = array.array("q")
        self.event_numbers = array.array("q")
        self.event_records = array.array("q")
        self.flags = array.array("q")
        self.identifier_hashes = array.array("q")
        self.kinds = array.array("b")
        self.splits = {}
        self.stores = array.array("q")
        self.text_hashes = array.array("q")
        self.times = array.array("q")

    def __len__(self):
        """Determines the number of records.

        Returns:
          int: number of records.
        """
        return len(self.kinds)

    def AddEvent(self, number, event_number, time):
        """Adds an event of a record.

        Args:
          number (int): number of the record.
          event_number (int): sequence number of the event.
          time (int): time of the record that the event has, or NO_TIME.
        """
        self.event_numbers.append(event_number)
        self.event_records.append(number)
        if self.times[number] == NO_TIME:
            self.times[number] = time

    def AddRecord(
        self, identity, kind, conversation, store, text_hash, identifier_hash, flags
    ):
        """Adds a record.

        Args:
          identity (int): hash of what tells the record from all others.
          kind (int): kind.
          conversation (int): number of the conversation or NO_CONVERSATION.
          store (int): number of the store.
          text_hash (int): hash of the text or 0.
          identifier_hash (int): hash of the identifier of a tool call or 0.
          flags (int): flags.

        Returns:
          int: number of the record.
        """
        number = len(self.kinds)
        self._number_per_identity[identity] = number
        self.conversations.append(conversation)
        self.flags.append(flags)
        self.identifier_hashes.append(identifier_hash)
        self.kinds.append(kind)
        self.stores.append(store)
        self.text_hashes.append(text_hash)
        self.times.append(NO_TIME)
        return number

    def GetNumber(self, identity):
        """Retrieves the number of a record.

        Args:
          identity (int): hash of what tells the record from all others.

        Returns:
          int: number of the record or None if it has not been added.
        """
        return self._number_per_identity.get(identity)
