"""Deleted conversations: what the records that are left of them tell.

A delete removes the composerData row, or empties it, and keeps the header, whose last
update it becomes. Where the header is gone too, bubbles, trees and recovered rows still
name the conversation. The event of a deletion counts what is left, so it is produced
last. Sources: seed "Deletion rows" and "What survives a delete"; storage-facts 2.1.
"""

from cursor_plaso import events
from cursor_plaso import keys
from cursor_plaso import times
from cursor_plaso import values
from cursor_plaso.state import composer_events


class DeletionProducer:
    """Producer of the events of deleted conversations."""

    def __init__(self, context):
        """Initializes a producer.

        Args:
          context (StateContext): context.
        """
        super().__init__()
        # None for a conversation that only remnants name.
        self._composers = {}
        self._context = context

    @property
    def identifiers(self):
        """list[str]: identifiers of the deleted conversations."""
        return list(self._composers)

    def Add(self, composer):
        """Adds a deleted conversation and produces its beginning, if that is known.

        Args:
          composer (Composer): composer.
        """
        self._composers[composer.identifier] = composer
        header = composer.header
        if not header:
            return

        # When the conversation began is no time of its deletion.
        conversation = composer_events.CreateHeaderConversation(header, is_deleted=True)
        if conversation.creation_time:
            self._context.Produce(
                conversation,
                header.table_name,
                header.record_key,
                composer.identifier,
            )

    def _AddRemnants(self, composers, remnants, is_damaged):
        """Adds the conversations that only their remnants name.

        Args:
          composers (dict[str, Composer]): composers per identifier.
          remnants (dict[str, collections.Counter]): number of remnants per kind and
              conversation.
          is_damaged (bool): True if rows of the table are missing.
        """
        for identifier in remnants:
            composer = composers.get(identifier)
            if identifier in self._composers or (
                composer and (composer.has_data or composer.header)
            ):
                continue
            if is_damaged and composer and composer.number_of_bubbles:
                continue
            self._composers[identifier] = None

    def Produce(self, composers, remnants, is_damaged=False):
        """Produces the events of deleted conversations, once remnants were counted.

        A conversation that only its remnants name gets one as well, without a time.

        Args:
          composers (dict[str, Composer]): composers per identifier.
          remnants (dict[str, collections.Counter]): number of remnants per kind and
              conversation.
          is_damaged (Optional[bool]): True if rows of the table are missing: then what
              has no record may have lost it with them.
        """
        self._AddRemnants(composers, remnants, is_damaged)

        for identifier, composer in self._composers.items():
            if self._context.producer.abort:
                return
            if composer:
                event_data, table_name, record_key = _CreateDeletion(composer)
            else:
                event_data = events.CursorConversationDeletedEventData()
                event_data.evidence_source = "remnants"
                event_data.header_kept = False
                event_data.remnants = []
                if is_damaged:
                    event_data.remnants = ["maybe a record, as the table is damaged"]
                table_name = keys.DISK_TABLE_NAME
                record_key = f"{keys.COMPOSER_PREFIX:s}{identifier:s}"
            counts = remnants.get(identifier) or {}
            event_data.number_of_remnants = sum(counts.values()) or None
            event_data.remnants = event_data.remnants + [
                f"{number:d} {kind:s}" for kind, number in sorted(counts.items())
            ]
            self._context.Produce(event_data, table_name, record_key, identifier)


def _CreateDeletion(composer):
    """Creates the event data of a deleted conversation that records are left of.

    Args:
      composer (Composer): composer.

    Returns:
      tuple[CursorConversationDeletedEventData, str, str]: event data, and table and key
          of the record.
    """
    event_data = events.CursorConversationDeletedEventData()
    header = composer.header
    if header:
        event_data.deletion_time = times.FromStored(header.last_updated)
        event_data.evidence_source = "composer header"
        event_data.files_changed = values.ToInteger(
            header.value.get("filesChangedCount")
        )
        event_data.header_kept = True
        event_data.lines_added = values.ToInteger(header.value.get("totalLinesAdded"))
        event_data.lines_removed = values.ToInteger(
            header.value.get("totalLinesRemoved")
        )
        event_data.time_source = composer_events.GetTimeSource(
            "composer header", (("lastUpdatedAt", event_data.deletion_time),)
        )
        event_data.workspace_identifier = header.value.get("workspaceIdentifier")
        table_name, record_key = header.table_name, header.record_key

    else:
        event_data.evidence_source = "composer"
        event_data.header_kept = False
        table_name = keys.DISK_TABLE_NAME
        record_key = composer.data_key or (
            f"{keys.BUBBLE_PREFIX:s}{composer.identifier:s}:"
        )

    event_data.remnants = []
    if composer.has_null_data:
        event_data.remnants.append("composerData row without value")
    if composer.number_of_bubbles:
        event_data.remnants.append(f"{composer.number_of_bubbles:d} bubble rows")
    return event_data, table_name, record_key
