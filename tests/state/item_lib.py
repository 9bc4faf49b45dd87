"""What the tests of the readers of ItemTable share: rows fed by hand, no database."""

from dfdatetime import posix_time as dfdatetime_posix_time

from cursor_plaso import producer
from cursor_plaso.state import context
from cursor_plaso.state import item_readers
from cursor_plaso.state import key_dispatcher
from tests import evidence

# 2026-10-01T14:00:00Z, which the seed's fixtures name.
FILE_TIME = "2026-10-01T14:00:00+00:00"
_FILE_TIMESTAMP = 1790863200

# Values that no reader of JSON, text, numbers or booleans expects.
HOSTILE_VALUES = (
    None,
    "",
    b"",
    "null",
    "true",
    "17",
    "-1",
    "1e999",
    "[]",
    "{}",
    '"text"',
    "{",
    '{"cut":',
    "not JSON",
    b"\x00\xff\xfe",
    b"[\xff]",
    7,
    1.5,
    "[" * 100000,
    '{"a":' * 5000 + "1" + "}" * 5000,
    '[null, 1, true, [], {}, "", "x", 1e400, {"id": {}}, {"bcId": []}]',
    '{"entries": 5, "composerState": [], "aiSettings": "x", "mcpServers": 1}',
    '{"a": null, "b": [1, {"c": []}], "branchProtection:": 1, "": {}}',
    '["\\ud83d", "\\u0000", "' + "x" * 100000 + '"]',
    '{"composerState": {"modes4": [null, {}, {"id": [], "autoRun": "yes"}], "modes": 1,'
    ' "yoloCommandAllowlist": {"a": {"b": 1}}, "yoloCommandDenylist": "x",'
    ' "yoloEnableRunEverything": "no"}, "aiSettings": {"modelLastUsedAt": {"a": {},'
    ' "b": "yesterday", "c": -1}, "modelConfig": {"composer": [], "cmd-k":'
    ' {"modelName": 5, "selectedModels": [null, 1, "x", {"parameters": 1}]}}},'
    ' "mcpServers": [1, {}, {"name": []}], "teamAdminSettings": {"a": [1], "b": {}}}',
)


class RecoveredRow:
    """What the readers see of a recovered row.

    Attributes:
      complete (bool): True if the row is complete.
      completeness (str): how complete the row is.
      location (str): where the row was found.
      method (str): how the row was found.
      other_places (list[str]): further places where the same row stands.
    """

    def __init__(self):
        """Initializes a recovered row."""
        super().__init__()
        self.complete = True
        self.completeness = "complete"
        self.location = "page 7 offset 100"
        self.method = "freeblock"
        self.other_places = []


def MakeContext(collecting_producer, modification_time=True):
    """Creates a context without a database.

    Args:
      collecting_producer (CollectingProducer): producer.
      modification_time (Optional[bool]): False if the file has no modification time.

    Returns:
      StateContext: context.
    """
    state_context = context.StateContext(collecting_producer, None)
    if modification_time:
        state_context.modification_time = dfdatetime_posix_time.PosixTime(
            timestamp=_FILE_TIMESTAMP
        )
    return state_context


def ReadItems(*rows, recovered=False, state_context=None):
    """Reads rows of ItemTable as the reader of a database does.

    Args:
      rows (list[tuple[str, object]]): keys and values, which are stored as JSON where
          they are neither text, bytes nor None.
      recovered (Optional[bool]): True if the rows were recovered: each is read alone.
      state_context (Optional[StateContext]): context.

    Returns:
      CollectingProducer: producer that has what was produced.
    """
    state_context = state_context or MakeContext(producer.CollectingProducer())
    dispatcher = key_dispatcher.KeyDispatcher(
        state_context, item_readers.ITEM_READERS, "ItemTable"
    )
    for key, value in rows:
        if isinstance(value, (bool, dict, list)):
            value = evidence.DumpJSON(value)
        if recovered:
            state_context.recovery = RecoveredRow()
            dispatcher.ReadRecoveredRow(key, value)
            state_context.recovery = None
        elif dispatcher.HasReader(key):
            dispatcher.ReadRow(key, value)
    dispatcher.Finish()
    return state_context.producer


def GetUnknownAttributes(collecting_producer):
    """Retrieves attributes that the class of their event data does not have.

    Args:
      collecting_producer (CollectingProducer): producer.

    Returns:
      list[str]: data types and names of attributes that a reader made up.
    """
    names = set()
    for event_data in collecting_producer.event_data:
        known_names = vars(type(event_data)())
        names.update(
            f"{event_data.data_type:s}.{name:s}"
            for name in vars(event_data)
            if name not in known_names
        )
    return sorted(names)


def GetTime(date_time):
    """Retrieves the text of a time.

    Args:
      date_time (dfdatetime.DateTimeValues): date and time or None.

    Returns:
      str: date and time in ISO 8601 or None.
    """
    return date_time.CopyToDateTimeStringISO8601() if date_time else None


def GetFacts(event_data, *names):
    """Retrieves attributes of event data.

    Args:
      event_data (CursorEventData): event data.
      names (list[str]): names of the attributes.

    Returns:
      tuple[object, ...]: values, of which times are in ISO 8601.
    """
    return tuple(
        (
            GetTime(getattr(event_data, name))
            if name.endswith("_time")
            else getattr(event_data, name)
        )
        for name in names
    )


def GetText(collecting_producer):
    """Retrieves all text that was produced.

    Args:
      collecting_producer (CollectingProducer): producer.

    Returns:
      str: attributes of the event data and the warnings.
    """
    lines = [repr(vars(event_data)) for event_data in collecting_producer.event_data]
    return "\n".join(lines + collecting_producer.warnings)
