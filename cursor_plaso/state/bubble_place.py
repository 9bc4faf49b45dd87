"""Where a bubble stands in its conversation."""

from cursor_plaso.state import bubble_times


class BubblePlace:
    """Place of a bubble in its conversation.

    Attributes:
      evidence_source (str): kind of record the bubble was read from.
      is_user (bool): True if the header entry is of a user bubble.
      position (int): position in the header list or None.
      state (str): "not in header list" or None.
      supplements (Supplements): what the tree of the conversation holds, or None.
      times (tuple[int, int, int]): createdAt, startedAtMs and completedAtMs of the
          header entry.
      turn (UserTurn): user turn or None.
      turn_number (int): number of the turn or None.
    """

    def __init__(self):
        """Initializes a place."""
        super().__init__()
        self.evidence_source = None
        self.is_user = False
        self.position = None
        self.state = None
        self.supplements = None
        self.times = (None, None, None)
        self.turn = None
        self.turn_number = None

    @property
    def model(self):
        """str: model the turn was sent to or None."""
        return self.turn.model if self.turn else None

    def GetTurnTime(self):
        """Retrieves the time of the turn.

        Returns:
          tuple[dfdatetime.DateTimeValues, str]: time and the field it was read from,
              each None if not available.
        """
        if not self.turn or self.turn.milliseconds is None:
            return None, None
        return (
            bubble_times.CreateTime(self.turn.milliseconds),
            f"{self.turn.time_source:s} of the user bubble of the turn",
        )
