"""Rows of bubbles, and what the header lists say of them.

A bubble row is read with the header list of its conversation, which tells its place and
its turn. A row that can not be read, or is not there although the list names it, is
told as well. One that lacks what the tree of the conversation may have waits until the
tree can be read. Sources: seed "User bubbles", "Tool bubbles" and "composerConvHeaders
and the header list"; storage-facts 2.3 and 2.4.
"""

from cursor_plaso import events
from cursor_plaso import keys
from cursor_plaso import values
from cursor_plaso.state import bubble_times
from cursor_plaso.state import header_lists

# Members of a bubble of which one has to be there, if the bubble was cut off.
_CONTENT_NAMES = ("codeBlocks", "richText", "text", "thinking", "toolFormerData")

# Entries of one header list without a bubble that are told one by one.
_MAXIMUM_MISSING_BUBBLES = 10_000


class BubbleRowReader:
    """Reader of the rows of bubbles."""

    def __init__(self, context, composer_reader, bubble_reader, counts):
        """Initializes a reader.

        Args:
          context (StateContext): context.
          composer_reader (ComposerReader): reader of composers, which has read them.
          bubble_reader (BubbleReader): reader of bubbles.
          counts (collections.Counter): numbers of the summary of the database, which
              are added to.
        """
        super().__init__()
        self._bubble_reader = bubble_reader
        self._composer_reader = composer_reader
        self._context = context
        self._counts = counts

    def _ProduceMissingEntry(self, composer_identifier, header_list, key, entry):
        """Produces a message for a header entry if it has no bubble row.

        Args:
          composer_identifier (str): identifier of the composer.
          header_list (HeaderList): header list.
          key (str): key of the row that holds the entry.
          entry (object): header entry.

        Returns:
          bool: True if a bubble is missing.
        """
        if not isinstance(entry, dict):
            return False
        bubble_identifier = entry.get("bubbleId")
        if not isinstance(bubble_identifier, str):
            return False
        position = header_list.GetPosition(bubble_identifier)
        if position is None or not header_list.SetSeen(position):
            return False

        self._counts["header entries without bubble"] += 1
        event_data = events.CursorMessageEventData()
        event_data.bubble_identifier = bubble_identifier
        event_data.evidence_source = "header list"
        event_data.message_body = (
            f"missing bubble {bubble_identifier:s}: the header list names it, no row "
            f"holds it"
        )
        facts = header_lists.GetGroupingFacts(entry)
        if facts:
            event_data.message_body = f"{event_data.message_body:s}; {facts:s}"
        event_data.role = "system"
        event_data.sequence_number = position
        milliseconds, time_source = bubble_times.GetOwnTime(
            {}, header_list.GetTimes(position)
        )
        event_data.creation_time = bubble_times.CreateTime(milliseconds)
        event_data.time_source = time_source
        self._context.Produce(
            event_data,
            keys.DISK_TABLE_NAME,
            f"{key:s}#{bubble_identifier:s}",
            composer_identifier,
        )
        return True

    def ProduceMissing(self):
        """Produces a message for each header entry that has no bubble row."""
        for composer_identifier, composer in self._composer_reader.composers.items():
            header_list = composer.header_list
            if (
                self._context.producer.abort
                or header_list is None
                or not header_list.number_of_missing
                or composer.inline_messages
            ):
                continue
            # The list itself was not kept.
            remaining_number = _MAXIMUM_MISSING_BUBBLES
            for key in composer.header_list_keys:
                row = self._context.view.Lookup(keys.DISK_TABLE_NAME, key)
                value = row.GetValue("value") if row else None
                json_value, _ = values.DecodeDamagedJSON(value)
                for entry in header_lists.GetEntries(json_value) or []:
                    if not remaining_number or self._context.producer.abort:
                        break
                    if self._ProduceMissingEntry(
                        composer_identifier, header_list, key, entry
                    ):
                        remaining_number -= 1
            if not remaining_number and header_list.number_of_missing:
                self._context.Warn(
                    keys.DISK_TABLE_NAME,
                    composer.header_list_keys[-1],
                    f"{header_list.number_of_missing:d} more bubbles are missing",
                )

    def ReadDeferred(self, live_step_reader):
        """Reads the bubbles that lacked what the tree of their conversation may have.

        Args:
          live_step_reader (LiveStepReader): reader of the steps of their trees.
        """
        for composer_identifier, composer in self._composer_reader.composers.items():
            if not composer.deferred_keys or self._context.producer.abort:
                continue
            tree_supplements = live_step_reader.ReadSupplements(composer)
            for key in composer.deferred_keys:
                row = self._context.view.Lookup(keys.DISK_TABLE_NAME, key)
                bubble, reason = values.DecodeJSON(
                    row.GetValue("value") if row else None
                )
                if reason or not isinstance(bubble, dict):
                    self._context.Warn(
                        keys.DISK_TABLE_NAME, key, reason or "not an object"
                    )
                    continue
                self._bubble_reader.ReadBubble(
                    bubble,
                    key,
                    keys.SplitBubbleKey(key),
                    self._composer_reader.GetHeaderList(composer_identifier),
                    tree_supplements=tree_supplements,
                )
            composer.deferred_keys = []

    def ReadRow(self, key, value):
        """Reads a bubble row.

        Args:
          key (str): key.
          value (str|bytes|None): stored value.
        """
        identifiers = keys.SplitBubbleKey(key)
        header_list = self._composer_reader.GetHeaderList(identifiers[0])
        if not self._context.recovery and header_list is not None:
            position = header_list.GetPosition(identifiers[1])
            if position is not None:
                header_list.SetSeen(position)

        if value is None:
            self._counts["bubbles without value"] += 1
            return

        bubble, reason = values.DecodeDamagedJSON(value)
        if reason:
            self._context.Warn(keys.DISK_TABLE_NAME, key, reason)
            self._context.row_is_partial = True
        elif not isinstance(bubble, dict):
            self._context.Warn(keys.DISK_TABLE_NAME, key, "not a JSON object")
        if not isinstance(bubble, dict) or (
            self._context.row_is_partial and not any(map(bubble.get, _CONTENT_NAMES))
        ):
            event_data = events.CursorMessageEventData()
            event_data.bubble_identifier = identifiers[1]
            event_data.evidence_source = "bubble"
            event_data.message_body = (
                f"unreadable bubble {identifiers[1]:s}: {reason or 'not an object':s}"
            )
            event_data.role = "system"
            self._context.Produce(
                event_data, keys.DISK_TABLE_NAME, key, identifiers[0], corrupted=True
            )
            return

        if header_list is not None and header_list.GetPosition(identifiers[1]) is None:
            self._counts["bubbles in no header list"] += 1
        composer = self._composer_reader.composers.get(identifiers[0])
        may_defer = bool(
            composer
            and (composer.has_state or composer.has_checkpoint)
            and not self._context.recovery
            and not self._context.row_is_partial
        )
        if not self._bubble_reader.ReadBubble(
            bubble, key, identifiers, header_list, may_defer=may_defer
        ):
            composer.deferred_keys.append(key)
