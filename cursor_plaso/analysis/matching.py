"""Copies: which records of a conversation say the same.

Two records are copies where they are of the same conversation, role and text, without
regard to white space, and where their times are less than 60 seconds apart if both have
one: the times of transcripts have the precision of a minute. Tool calls are copies by
their identifier, or by command or path where a store has no identifiers. Source: seed
"Past-use rows and secondary sources".
"""

import bisect
import collections

from cursor_plaso.analysis import labels
from cursor_plaso.analysis import records
from cursor_plaso.analysis import stores
from cursor_plaso.analysis import texts

TOLERANCE = 60 * 1000000


class CopyIndex:
    """Index of the records of one conversation, or of prompts, by what they say."""

    def __init__(self):
        """Initializes an index."""
        super().__init__()
        self._times = {}

    def Add(self, key, store, time):
        """Adds a record.

        Args:
          key (int): hash of what the record says.
          store (int): number of the store.
          time (int): time or NO_TIME.
        """
        self._times.setdefault(key, {}).setdefault(store, []).append(time)

    def Close(self):
        """Ends the adding of records, before records are looked for."""
        for times_per_store in self._times.values():
            for times in times_per_store.values():
                times.sort()

    def HasCopy(self, key, time, store=None, other_than=None):
        """Determines if there is a record that says the same.

        Args:
          key (int): hash of what the record says.
          time (int): time of the record or NO_TIME.
          store (Optional[int]): number of the only store to look in.
          other_than (Optional[int]): number of the store not to look in.

        Returns:
          bool: True if there is one.
        """
        times_per_store = self._times.get(key)
        if not times_per_store:
            return False
        if store is not None:
            times = times_per_store.get(store)
            return bool(times) and IsClose(times, time)
        return any(
            IsClose(times, time)
            for number, times in times_per_store.items()
            if number != other_than
        )

    def Retain(self, keys):
        """Drops all records but those that say certain things.

        Args:
          keys (set[int]): hashes of what the records say.
        """
        self._times = {
            key: times_per_store
            for key, times_per_store in self._times.items()
            if key in keys
        }


class ConversationMatcher:
    """Finds the copies within one conversation.

    Attributes:
      call_count (int): number of tool calls, of which copies count once.
      counts (collections.Counter): number of messages per kind, of which copies count
          once.
      primary_store (int): number of the primary store or None if there is none.
    """

    def __init__(self, table, store_index):
        """Initializes a matcher.

        Args:
          table (RecordTable): records.
          store_index (StoreIndex): stores.
        """
        super().__init__()
        self._index = CopyIndex()
        self._stores = store_index.stores
        self._table = table
        self.call_count = 0
        self.counts = collections.Counter()
        self.primary_store = None

    def _CountCalls(self, numbers):
        """Counts tool calls, of which copies count once.

        Args:
          numbers (list[int]): numbers of the records of tool calls.
        """
        text_per_identifier = {}
        counts_per_text = {}
        for number in numbers:
            text_hash = self._table.text_hashes[number]
            identifier_hash = self._table.identifier_hashes[number]
            if identifier_hash:
                text_per_identifier.setdefault(identifier_hash, text_hash)
            else:
                counts = counts_per_text.setdefault(text_hash, collections.Counter())
                counts[self._table.stores[number]] += 1

        self.call_count = len(text_per_identifier)
        counts_with_identifier = collections.Counter(text_per_identifier.values())
        for text_hash, counts in counts_per_text.items():
            self.call_count += max(
                0, max(counts.values()) - counts_with_identifier[text_hash]
            )

    def _CountMessages(self, numbers):
        """Counts messages, of which copies count once.

        Args:
          numbers (list[int]): numbers of the records of messages.
        """
        groups = {}
        for number in numbers:
            kind = self._table.kinds[number]
            key = (kind in records.USER_KINDS or kind, self._table.text_hashes[number])
            counts, kinds = groups.setdefault(key, (collections.Counter(), set()))
            counts[self._table.stores[number]] += 1
            kinds.add(kind)

        for counts, kinds in groups.values():
            # Not every store tells an injected turn from a typed one.
            kind = min(kinds) if len(kinds) == 1 else records.KIND_INJECTED
            self.counts[kind] += max(counts.values())

    def _DeterminePrimaryStore(self, numbers):
        """Determines the primary store of the conversation.

        Args:
          numbers (list[int]): numbers of the records.
        """
        counts = collections.Counter(self._table.stores[number] for number in numbers)
        candidates = [
            (self._stores[store].rank, -count, store)
            for store, count in counts.items()
            if self._stores[store].rank != stores.RANK_SECONDARY
        ]
        if candidates:
            self.primary_store = min(candidates)[2]

    def _FlagRecord(self, number, parts):
        """Flags a record that is a duplicate or the only copy.

        Args:
          number (int): number of the record.
          parts (list[int]): hashes of the parts of its text if other stores have it in
              parts, or None.
        """
        combine = all if parts else any
        keys = parts or self._GetQueryKeys(number)
        if not keys:
            return

        store = self._table.stores[number]
        time = self._table.times[number]
        if self.primary_store not in (None, store) and combine(
            self._index.HasCopy(key, time, store=self.primary_store) for key in keys
        ):
            self._table.flags[number] |= labels.FLAG_PER_LABEL[labels.DUPLICATE]

        elif not combine(
            self._index.HasCopy(key, time, other_than=store) for key in keys
        ):
            self._table.flags[number] |= labels.FLAG_PER_LABEL[labels.ONLY_COPY]

    def _GetIndexKeys(self, number):
        """Retrieves the hashes that a record is found by.

        Args:
          number (int): number of the record.

        Returns:
          list[int]: hashes.
        """
        text_hash = self._table.text_hashes[number]
        if self._table.kinds[number] != records.KIND_CALL:
            return [text_hash] if text_hash else []

        identifier_hash = self._table.identifier_hashes[number]
        keys = [key for key in (identifier_hash, text_hash) if key]
        if text_hash and not identifier_hash:
            keys.append(hash(("call without identifier", text_hash)))
        return keys

    def _GetQueryKeys(self, number):
        """Retrieves the hashes by which copies of a record are looked for.

        Args:
          number (int): number of the record.

        Returns:
          list[int]: hashes.
        """
        text_hash = self._table.text_hashes[number]
        if self._table.kinds[number] != records.KIND_CALL:
            return [text_hash] if text_hash else []

        identifier_hash = self._table.identifier_hashes[number]
        if not identifier_hash:
            return [text_hash] if text_hash else []
        keys = [identifier_hash]
        if text_hash:
            keys.append(hash(("call without identifier", text_hash)))
        return keys

    def _MatchJoinedTexts(self, numbers):
        """Finds the texts that other stores have as reasoning, or in two parts.

        Args:
          numbers (list[int]): numbers of the records.

        Returns:
          dict[int, list[int]]: per number of a record the hashes of its parts.
        """
        parts_per_number = {}
        for number in numbers:
            store = self._table.stores[number]
            splits = self._table.splits.get(number)
            if not splits or self._index.HasCopy(
                self._table.text_hashes[number], records.NO_TIME, other_than=store
            ):
                continue
            for parts in splits:
                if all(
                    self._index.HasCopy(key, records.NO_TIME, other_than=store)
                    for key in parts
                ):
                    parts_per_number[number] = list(dict.fromkeys(parts))
                    break

        for number, parts in parts_per_number.items():
            for key in parts:
                self._index.Add(key, self._table.stores[number], records.NO_TIME)
        self._index.Close()
        return parts_per_number

    def HasUserText(self, text_hash, time, store=None):
        """Determines if a user message has a text.

        Args:
          text_hash (int): hash of the text.
          time (int): time or NO_TIME.
          store (Optional[int]): number of the only store to look in.

        Returns:
          bool: True if there is one.
        """
        return self._index.HasCopy(text_hash, time, store=store)

    def Match(self, numbers, retained_keys):
        """Finds the copies and flags the records.

        Args:
          numbers (list[int]): numbers of the messages and tool calls of the
              conversation.
          retained_keys (set[int]): hashes of the texts that HasUserText can find.
        """
        self._DeterminePrimaryStore(numbers)
        for number in numbers:
            time = self._table.times[number]
            for key in self._GetIndexKeys(number):
                self._index.Add(key, self._table.stores[number], time)
        self._index.Close()

        parts_per_number = self._MatchJoinedTexts(numbers)
        calls = []
        messages = []
        for number in numbers:
            if self._table.kinds[number] == records.KIND_CALL:
                calls.append(number)
            elif number not in parts_per_number:
                messages.append(number)
        self._CountCalls(calls)
        self._CountMessages(messages)

        for number in numbers:
            self._FlagRecord(number, parts_per_number.get(number))

        self._index.Retain(retained_keys)


def GetMessageHash(kind, text):
    """Retrieves the hash of a message.

    Args:
      kind (int): kind of record.
      text (str): text or None.

    Returns:
      int: hash, which is the same for a typed and an injected turn, since not every
          store tells the two apart.
    """
    if kind in records.USER_KINDS:
        return texts.GetHash("user", text)
    if kind == records.KIND_ASSISTANT:
        return texts.GetHash("assistant", text)
    if kind == records.KIND_THINKING:
        return texts.GetHash("thinking", text)
    return texts.GetHash("system", text)


def IsClose(times, time):
    """Determines if one of several times is that of a copy.

    Args:
      times (list[int]): times, sorted, of which those that are NO_TIME come first.
      time (int): time or NO_TIME.

    Returns:
      bool: True if a time is less than the tolerance away or one of the two is not
          known.
    """
    if records.NO_TIME in (time, times[0]):
        return True
    position = bisect.bisect_left(times, time - TOLERANCE)
    return position < len(times) and times[position] <= time + TOLERANCE
