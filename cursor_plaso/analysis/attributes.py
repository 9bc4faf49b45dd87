"""Attributes of event data that was read back from a storage file."""


class Attributes:
    """Attributes of event data, of which those that were not stored are None.

    The classes of cursor_plaso.events are not those of what a storage file gives back:
    an attribute without a value is not stored, and then is no attribute at all.
    """

    __slots__ = ("_event_data",)

    def __init__(self, event_data):
        """Initializes attributes.

        Args:
          event_data (EventData): event data.
        """
        super().__init__()
        self._event_data = event_data

    def __getattr__(self, name):
        """Retrieves an attribute.

        Args:
          name (str): name of the attribute.

        Returns:
          object: value or None if the event data has no such attribute.
        """
        return getattr(self._event_data, name, None)
