"""What the agent.v1 tree of a live conversation adds to its bubbles.

The bubble is the primary record. Where it has no time, no result, no outcome or no
reason of an injected turn, the tree of the conversation, or the copy of a call in
toolCallBinary, may have it; the event says which record gave what.
"""

import array
import bisect

from cursor_plaso.agent import decode
from cursor_plaso.agent import details

_TREE = "agent.v1 tree"
_BINARY = "toolCallBinary"

_NUMBER_OF_BUCKETS = 256

_COMPARED_LENGTH = 16 * 1024

# What is kept of one tree. A bubble that the rest of a larger one would supplement
# stays as it is.
_MAXIMUM_KEPT_SIZE = 64 * 1024 * 1024


class ContentIndex:
    """Index of what live bubbles hold, at 8 bytes a bubble."""

    def __init__(self):
        """Initializes an index."""
        super().__init__()
        # To sort all hashes at once would take several times their memory.
        self._buckets = [array.array("q") for _ in range(_NUMBER_OF_BUCKETS)]
        self._is_sorted = bytearray(b"\x01" * _NUMBER_OF_BUCKETS)

    def Add(self, role, content):
        """Adds the content of a bubble.

        Args:
          role (str): role of the message, or "tool", or "request".
          content (str): text of the message, or identifier of the call or the request.
        """
        if content:
            content_hash = GetContentHash(role, content)
            number = content_hash % _NUMBER_OF_BUCKETS
            self._buckets[number].append(content_hash)
            self._is_sorted[number] = 0

    def Has(self, role, content):
        """Determines if a bubble has a content.

        Args:
          role (str): role of the message, or "tool", or "request".
          content (str): text of the message, or identifier of the call or the request,
              or None.

        Returns:
          bool: True if a live bubble has the content, which none has that is empty.
        """
        return bool(content) and self.HasHash(GetContentHash(role, content))

    def HasHash(self, content_hash):
        """Determines if a bubble has a content.

        Args:
          content_hash (int): hash of the role and the content.

        Returns:
          bool: True if a live bubble has the content.
        """
        number = content_hash % _NUMBER_OF_BUCKETS
        hashes = self._buckets[number]
        if not self._is_sorted[number]:
            hashes = self._buckets[number] = array.array("q", sorted(hashes))
            self._is_sorted[number] = 1
        position = bisect.bisect_left(hashes, content_hash)
        return position < len(hashes) and hashes[position] == content_hash


class Supplements:
    """What the tree of one conversation holds, by what joins it to a bubble.

    Attributes:
      number_left_out (int): number of steps that are not kept.
    """

    def __init__(self):
        """Initializes supplements."""
        super().__init__()
        self.number_left_out = 0
        self._kept_size = 0
        self._steps_per_call = {}
        self._steps_per_text = {}
        self._turns_per_request = {}
        self._turns_per_text = {}

    def AddTurn(self, turn):
        """Adds a turn of the tree.

        Args:
          turn (Turn): turn.
        """
        if turn.request_id:
            self._turns_per_request.setdefault(turn.request_id, turn)
        if turn.user is not None and turn.user.text:
            self._turns_per_text.setdefault(
                GetContentHash("user", turn.user.text), turn
            )
        for step in turn.steps:
            self._kept_size += 2048 + sum(
                len(text or "") for text in (step.text, step.arguments, step.result)
            )
            if self._kept_size > _MAXIMUM_KEPT_SIZE:
                self.number_left_out += 1
                continue
            if step.tool_call_id:
                self._steps_per_call.setdefault(step.tool_call_id, step)
            elif step.text:
                self._steps_per_text.setdefault(
                    GetContentHash(step.kind, step.text), step
                )

    def GetCall(self, tool_call_identifier):
        """Retrieves the step of a tool call.

        Args:
          tool_call_identifier (str): identifier of the call or None.

        Returns:
          Step: step or None if not available.
        """
        return self._steps_per_call.get(tool_call_identifier)

    def GetMessage(self, role, text):
        """Retrieves the step of a text or a thought.

        Args:
          role (str): role.
          text (str): text or None.

        Returns:
          Step: step or None if not available.
        """
        return self._steps_per_text.get(GetContentHash(role, text)) if text else None

    def GetUserMessage(self, request_identifier, text):
        """Retrieves the user message of a turn.

        Args:
          request_identifier (str): identifier of the request or None.
          text (str): text or None.

        Returns:
          UserMessage: user message or None if not available.
        """
        turn = self._turns_per_request.get(request_identifier)
        if turn is None and text:
            turn = self._turns_per_text.get(GetContentHash("user", text))
        return turn.user if turn is not None else None


def AddSource(event_data, source, names):
    """Notes which record gave which facts of an event.

    Args:
      event_data (CursorEventData): event data with secondary sources.
      source (str): record that gave the facts.
      names (list[str]): facts.
    """
    if names:
        sources = event_data.secondary_sources or []
        event_data.secondary_sources = sources + [
            f"{source:s}: {' and '.join(names):s}"
        ]


def DecodeBinary(tool_data):
    """Decodes the copy of a call in its tool record.

    Args:
      tool_data (dict[str, object]): toolFormerData of a bubble.

    Returns:
      Step: step or None if there is no copy.
    """
    binary = tool_data.get("toolCallBinary")
    return decode.DecodeToolCallBinary(binary) if binary else None


def FillCall(event_data, step, is_binary, create_time):
    """Fills what the event data of a tool call lacks.

    Args:
      event_data (CursorToolCallEventData): event data.
      step (Step): step of the call.
      is_binary (bool): True if the step is the copy in the tool record.
      create_time (callable): function that creates a date and time from milliseconds.
    """
    names = []
    source = _BINARY if is_binary else _TREE
    if event_data.result is None and step.result:
        event_data.result = step.result
        if step.result_size:
            event_data.result_size = step.result_size
            event_data.result_sha256 = step.result_sha256
        names.append("result")
    for name, value in (
        ("outcome", step.outcome),
        ("reason", step.reason),
        ("exit_code", step.exit_code),
        ("error_text", step.error),
        ("working_directory", step.working_directory),
        ("subagent_conversation_identifier", step.subagent_id),
    ):
        if getattr(event_data, name) is None and value is not None:
            setattr(event_data, name, value)
            names.append(name.replace("_", " "))

    for name, elements in (
        ("changed_files", details.GetChangedFiles(step)),
        ("details", details.GetCallDetails(step)),
    ):
        known_elements = getattr(event_data, name) or []
        if name == "changed_files" and known_elements:
            continue
        new_elements = [text for text in elements if text not in known_elements]
        if new_elements:
            setattr(event_data, name, [*known_elements, *new_elements])
            names.append(name.replace("_", " "))

    time_sources = []
    if not event_data.start_time and step.started_ms is not None:
        event_data.start_time = create_time(step.started_ms)
        if event_data.start_time:
            # The time of the bubble was only that of its creation or of its turn.
            event_data.creation_time = None
            event_data.turn_start_time = None
            event_data.time_source = None
            time_sources.append(f"{step.started_source:s} of the {source:s}")
    if not event_data.end_time and step.completed_ms is not None:
        event_data.end_time = create_time(step.completed_ms)
        if event_data.end_time:
            time_sources.append(f"{step.completed_source:s} of the {source:s}")
    if time_sources:
        names.append("time")
        if event_data.turn_start_time:
            event_data.turn_start_time = None
            event_data.time_source = None
        event_data.time_source = ", ".join(
            filter(None, [event_data.time_source] + time_sources)
        )
    AddSource(event_data, source, names)


def FillMessage(event_data, record, create_time):
    """Fills what the event data of a message lacks.

    Args:
      event_data (CursorMessageEventData): event data.
      record (Step|UserMessage): record of the tree.
      create_time (callable): function that creates a date and time from milliseconds.
    """
    names = []
    is_user = event_data.role == "user"
    time_name = "sent_time" if is_user else "creation_time"
    if getattr(event_data, time_name) is None and record.started_ms is not None:
        date_time = create_time(record.started_ms)
        if date_time:
            setattr(event_data, time_name, date_time)
            event_data.turn_start_time = None
            event_data.time_source = f"{record.started_source:s} of the {_TREE:s}"
            names.append("time")
    if is_user:
        if record.is_simulated:
            if not event_data.injected:
                event_data.injected = True
                names.append("injected")
            if record.simulated_reason:
                event_data.injection_reason = record.simulated_reason
                names.append("injection reason")
        if event_data.agent_mode is None and record.mode:
            event_data.agent_mode = record.mode
            names.append("agent mode")
        if event_data.message_identifier is None and record.message_id:
            event_data.message_identifier = record.message_id
            names.append("message identifier")
        account = details.GetAccount(record)
        if event_data.account_identifier is None and account:
            event_data.account_identifier = account
            names.append("account")
        known_details = event_data.details or []
        new_details = [
            text for text in details.GetUserDetails(record) if text not in known_details
        ]
        if new_details:
            event_data.details = [*known_details, *new_details]
            names.append("details")
    AddSource(event_data, _TREE, names)


def GetContentHash(role, content):
    """Retrieves the hash of a content.

    Args:
      role (str): role.
      content (str): content.

    Returns:
      int: hash of 64 bits.
    """
    return hash((role, NormalizeText(content)))


def NormalizeText(text):
    """Normalizes the white space of a text, to compare it.

    Args:
      text (str): text, of which the first 16,384 characters are compared: the steps of
          a tree keep no more than 64 KiB.

    Returns:
      str: start of the text in which white space is a single space.
    """
    return " ".join(text[:_COMPARED_LENGTH].split())
