"""Messages and tool calls that a composer holds itself.

Before bubbles became rows of their own, composerData held the messages of its
conversation in order, in "conversation" or "conversationMap", and, for some builds
longer, the records of its tool calls apart from the bubbles. Sources: storage-facts 2.2
(composerData by build, inline composers of November 2024, bubbleDataMap) and 2.3.
"""

from cursor_plaso import keys
from cursor_plaso import values
from cursor_plaso.state import header_lists

# Members of a bubble that tell of a tool call whose record the composer holds.
_RECORD_NAMES = (
    "completedAtMs",
    "createdAt",
    "requestId",
    "startedAtMs",
    "timingInfo",
    "toolFormerData",
)


class ComposerMessageReader:
    """Reader of the messages and the tool calls that composers hold themselves."""

    def __init__(self, context, bubble_reader):
        """Initializes a reader.

        Args:
          context (StateContext): context.
          bubble_reader (BubbleReader): reader of bubbles.
        """
        super().__init__()
        self._bubble_reader = bubble_reader
        self._context = context

    def _ReadBubbleOfRecord(self, composer_identifier, bubble_identifier):
        """Reads the bubble whose tool record the composer holds.

        Args:
          composer_identifier (str): identifier of the composer.
          bubble_identifier (str): identifier of the bubble.

        Returns:
          dict[str, object]: bubble, empty if it has no row that can be read.
        """
        row = self._context.view.Lookup(
            keys.DISK_TABLE_NAME,
            f"{keys.BUBBLE_PREFIX:s}{composer_identifier:s}:{bubble_identifier:s}",
        )
        bubble, _ = values.DecodeJSON(row.GetValue("value") if row else None)
        return bubble if isinstance(bubble, dict) else {}

    def ReadMessages(
        self,
        composer_identifier,
        key,
        messages,
        table_name=keys.DISK_TABLE_NAME,
        member="#conversation",
        evidence_source="inline conversation",
    ):
        """Reads the messages that a composer holds itself.

        Args:
          composer_identifier (str): identifier of the composer.
          key (str): key of the row.
          messages (list[object]): messages.
          table_name (Optional[str]): name of the table of the row.
          member (Optional[str]): what the key of a message has after that of the row,
              before its index.
          evidence_source (Optional[str]): where the messages stand.

        Returns:
          HeaderList: order of the messages.
        """
        header_list = header_lists.HeaderList()
        header_list.AddEntries(messages)
        for index, message in enumerate(messages):
            if not isinstance(message, dict):
                self._context.Warn(
                    table_name, key, f"message {index:d} is not a JSON object"
                )
                continue
            bubble_identifier = values.GetString(message, "bubbleId")
            if bubble_identifier:
                self._bubble_reader.CollectUserTurn(
                    message, header_list, bubble_identifier
                )
        # The turns are resolved as they are read.
        list(header_list.ResolveTurns())

        has_row = {"": False}
        for index, message in enumerate(messages):
            if self._context.producer.abort:
                break
            if not isinstance(message, dict):
                continue
            bubble_identifier = values.GetString(message, "bubbleId") or ""
            # A message that was moved to a row of its own is read there. A row without
            # a value is what a delete left: the message stands here only.
            if bubble_identifier not in has_row:
                has_row[bubble_identifier] = self._context.HasRow(
                    f"{keys.BUBBLE_PREFIX:s}{composer_identifier:s}:"
                    f"{bubble_identifier:s}"
                )
            if has_row[bubble_identifier]:
                continue
            self._bubble_reader.ReadBubble(
                message,
                f"{key:s}{member:s}[{index:d}]",
                (composer_identifier, bubble_identifier),
                header_list,
                evidence_source=evidence_source,
            )
        return header_list

    def ReadToolRecords(
        self, composer_identifier, key, json_dict, messages, header_list
    ):
        """Reads the tool records that older composers keep apart from the bubbles.

        capabilities[].data.bubbleDataMap, an object or JSON in a string, maps bubble
        identifiers to records of the shape of toolFormerData (storage-facts 2.2). A
        bubble that has the record itself is read as a bubble; any other one has the
        time of the call.

        Args:
          composer_identifier (str): identifier of the composer.
          key (str): key of the row.
          json_dict (dict[str, object]): composerData.
          messages (list[object]): messages that the composer holds itself.
          header_list (HeaderList): header list of the composer or None.
        """
        bubbles = {}
        record_hashes = set()
        inline_bubbles = {
            values.GetString(message, "bubbleId"): message
            for message in messages
            if isinstance(message, dict)
        }
        for capability in values.GetList(json_dict, "capabilities"):
            if not isinstance(capability, dict):
                continue
            tool_records = values.GetDictionary(capability, "data").get("bubbleDataMap")
            if isinstance(tool_records, str):
                tool_records, _ = values.DecodeJSON(tool_records)
            if not isinstance(tool_records, dict):
                continue
            for bubble_identifier, tool_record in tool_records.items():
                if not isinstance(tool_record, dict) or not tool_record.get("name"):
                    continue
                # The same bubble may be named any number of times.
                if bubble_identifier not in bubbles:
                    bubble = self._ReadBubbleOfRecord(
                        composer_identifier, bubble_identifier
                    ) or inline_bubbles.get(bubble_identifier, {})
                    bubbles[bubble_identifier] = {
                        name: bubble[name] for name in _RECORD_NAMES if name in bubble
                    }
                bubble = bubbles[bubble_identifier]
                record_hash = hash((bubble_identifier, values.EncodeJSON(tool_record)))
                if record_hash in record_hashes or values.GetDictionary(
                    bubble, "toolFormerData"
                ).get("name"):
                    continue
                record_hashes.add(record_hash)
                self._bubble_reader.ReadBubble(
                    {**bubble, "type": 2, "toolFormerData": tool_record},
                    f"{key:s}#bubbleDataMap[{bubble_identifier:s}]",
                    (composer_identifier, bubble_identifier),
                    header_list,
                    evidence_source="bubbleDataMap",
                )
