"""The registry of plans in ItemTable: which conversations made and built a plan.

The text of a plan is in a file of its own; the registry tells the conversation that
made it, those that edited or built it, and the times (storage-facts 2.5 names the key;
members from published tools).
"""

from cursor_plaso import events
from cursor_plaso import locations
from cursor_plaso import values
from cursor_plaso.state import item_table

_TIME_FIELDS = {"creation_time": "createdAt", "update_time": "lastUpdatedAt"}


class PlanRegistryReader(item_table.ItemTableReader):
    """Reader of the registry of plans."""

    KEYS = frozenset(["composer.planRegistry"])

    def ReadRow(self, key, value):
        """Reads a row.

        Args:
          key (str): key.
          value (object): stored value: an object of plans by identifier, or a
              list of plans or of their identifiers.
        """
        registry = self._DecodeJSON(key, value, (dict, list)) or {}
        if isinstance(registry, dict):
            plans = list(registry.items())
        else:
            plans = [
                (f"[{index:d}]", {"id": plan} if isinstance(plan, str) else plan)
                for index, plan in enumerate(registry)
            ]

        others = 0
        for suffix, plan in plans:
            if self._context.producer.abort:
                return
            if isinstance(plan, dict):
                self._ReadPlan(key, suffix, plan)
            else:
                others += 1
        if others:
            self._Warn(key, f"{others:d} plans are not objects")

    def _ReadPlan(self, key, suffix, plan):
        """Reads a plan.

        Args:
          key (str): key of the row.
          suffix (str): place of the plan in the value.
          plan (dict[str, object]): JSON object.
        """
        fields = item_table.Fields(plan)
        creator = fields.GetString("createdBy")
        conversations = values.ToStrings(fields.GetList("editedBy"))
        conversations.extend(values.ToStrings(fields.GetList("referencedBy")))
        conversations.extend(fields.GetDictionary("builtBy"))

        event_data = events.CursorPlanEventData()
        event_data.conversations = [
            conversation
            for conversation in dict.fromkeys(conversations)
            if conversation != creator
        ]
        event_data.evidence_source = "composer.planRegistry"
        event_data.file_path = locations.GetPathFromURI(fields.GetLocation("uri"))
        event_data.name = fields.GetString("name") or fields.GetString("id")
        for name, field in _TIME_FIELDS.items():
            setattr(event_data, name, fields.GetTime(field))
        item_table.SetTimeSource(event_data, _TIME_FIELDS)
        if not event_data.time_source:
            self._SetFileTime(event_data)
        self._Produce(
            event_data,
            key,
            suffix=suffix,
            fields=fields,
            conversation_identifier=creator,
        )
