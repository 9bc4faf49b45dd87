"""Events of the composers, once all that is told of them was read.

One conversation gives one cursor:conversation event, and one more for each of draft and
archived. What composers.py had no room to keep is read again here;
composer_deletions.py tells what was deleted. Sources: seed "composerHeaders",
"composerData"; storage-facts 2.1 and 2.2.
"""

from cursor_plaso import events
from cursor_plaso import keys
from cursor_plaso import times
from cursor_plaso import values
from cursor_plaso.state import composer_events
from cursor_plaso.state import composer_facts
from cursor_plaso.state import composer_model


class ComposerProducer:
    """Producer of the events of composers.

    Attributes:
      number_of_empty_drafts (int): number of composers that were never used.
    """

    def __init__(self, context, deletion_producer):
        """Initializes a producer.

        Args:
          context (StateContext): context.
          deletion_producer (DeletionProducer): producer of the events of deleted
              conversations.
        """
        super().__init__()
        self._context = context
        self._deletion_producer = deletion_producer
        self.number_of_empty_drafts = 0

    def _ProduceUnknownConversation(self, composer_identifier):
        """Produces the event data of a conversation that only bubbles tell.

        Args:
          composer_identifier (str): identifier of the composer.
        """
        event_data = composer_events.CreateConversation({})
        event_data.evidence_source = "bubble"
        event_data.missing_records = ["composerData row, of a damaged table"]
        self._context.Produce(
            event_data,
            keys.DISK_TABLE_NAME,
            f"{keys.BUBBLE_PREFIX:s}{composer_identifier:s}:",
            composer_identifier,
            corrupted=True,
        )

    def Produce(self, composer, is_damaged=False):
        """Produces the events of a composer.

        Args:
          composer (Composer): composer.
          is_damaged (Optional[bool]): True if rows of the table are missing: then what
              has no record may have lost it with them.
        """
        header = composer.header
        header_list = composer.header_list

        created = None
        if composer.data_event_data:
            created = composer.data_event_data.creation_time
        if not created and header:
            created = times.FromStored(header.created)
        texts = self.ProduceDrafts(composer, created)

        if composer.has_data:
            is_empty_draft = (
                composer.is_draft
                and not composer.number_of_bubbles
                and not composer.inline_messages
                and not header_list
            )
            if is_empty_draft:
                if not texts:
                    self.number_of_empty_drafts += 1
                return

            self.ProduceConversation(composer)
            if header and header.is_archived:
                self._context.Produce(
                    composer_events.CreateArchived(header),
                    header.table_name,
                    header.record_key,
                    composer.identifier,
                )
            return

        if not header and not composer.has_null_data and composer.number_of_bubbles:
            if is_damaged:
                self._ProduceUnknownConversation(composer.identifier)
            else:
                self._deletion_producer.Add(composer)
            return

        if composer.has_null_data or (header and header.is_deleted_shape):
            if not header or not header.is_draft or composer.has_null_data:
                self._deletion_producer.Add(composer)
            return

        if header and not header.is_draft:
            self.ProduceHeaderConversation(
                composer.identifier, header, ["composerData row"]
            )

    def ProduceConversation(self, composer):
        """Produces the event data of a conversation that has a composerData row.

        Args:
          composer (Composer): composer.
        """
        event_data = composer.data_event_data
        composer.data_event_data = None
        header_list = composer.header_list
        if header_list is not None and (composer.chunk_suffixes or len(header_list)):
            event_data.message_count = len(header_list)
        if composer.header:
            composer_events.AddHeader(event_data, composer.header)
        self._context.Produce(
            event_data,
            keys.DISK_TABLE_NAME,
            composer.data_key,
            composer.identifier,
            corrupted=composer.is_corrupted,
        )

    def ProduceDrafts(self, composer, created):
        """Produces the events of the drafts of a composer.

        Args:
          composer (Composer): composer.
          created (dfdatetime.DateTimeValues): time the composer was created or None.

        Returns:
          set[int]: hashes of the texts of the drafts.
        """
        text_hashes = set()
        # A row of its own is newer than what the composer holds.
        for text, key, evidence_source in sorted(
            composer.drafts, key=lambda draft: draft[2] != "composer draft"
        ):
            is_queued = evidence_source == composer_model.QUEUE_SOURCE
            if text is None:
                text = composer_facts.GetDraftText(
                    self.ReadAgain(key, is_queued=is_queued)
                )
            if not text or hash(text) in text_hashes:
                continue
            text_hashes.add(hash(text))
            event_data = events.CursorConversationDraftEventData()
            event_data.evidence_source = evidence_source
            event_data.message_body = text
            # A message waits in the queue of a conversation that began long ago.
            if created and not is_queued:
                event_data.creation_time = created
                event_data.time_source = "createdAt of the composer"
            self._context.Produce(
                event_data, keys.DISK_TABLE_NAME, key, composer.identifier
            )
        return text_hashes

    def ProduceHeaderConversation(self, composer_identifier, header, missing_records):
        """Produces the event data of a conversation that only a header tells.

        Args:
          composer_identifier (str): identifier of the composer.
          header (ComposerHeader): header.
          missing_records (list[str]): records that are missing.
        """
        event_data = composer_events.CreateHeaderConversation(header)
        event_data.missing_records = missing_records
        self._context.Produce(
            event_data, header.table_name, header.record_key, composer_identifier
        )

    def ReadAgain(self, key, is_queued=False):
        """Reads a record again that was too large to be kept.

        Args:
          key (str): key of the row, with the place in the message queue if the record
              is of one.
          is_queued (Optional[bool]): True if the record is of a message queue.

        Returns:
          dict[str, object]: record, which is empty if it is not found any more.
        """
        number = None
        if is_queued:
            # The identifier of a composer is whatever evidence says it is.
            key, _, number = key.rpartition(composer_model.QUEUE_PLACE)
        row = self._context.view.Lookup(keys.DISK_TABLE_NAME, key)
        value = row.GetValue("value") if row else None
        json_value, _ = values.DecodeDamagedJSON(value)
        if number and isinstance(json_value, dict):
            items = values.GetList(json_value, "queueItems")
            json_value = items[int(number)] if int(number) < len(items) else None
        return json_value if isinstance(json_value, dict) else {}
