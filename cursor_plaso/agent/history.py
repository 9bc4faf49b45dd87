"""Earlier states of a conversation: what its final root does not hold any more.

A store keeps every root (agent-v1-fields.md section 1.1). Turns that only an earlier
root names were rewound or edited away, and calls that only an earlier root holds as
pending waited for an answer (conversation-tree.md step 11).
"""

from cursor_plaso.agent import messages
from cursor_plaso.agent import schema
from cursor_plaso.agent import times as agent_times

_MAXIMUM_PENDING_CALLS = 100_000


class EarlierStates:
    """What the earlier roots of a conversation hold.

    Attributes:
      number_of_calls_left_out (int): number of calls that waited and are not read; one
          that is in several roots counts for each.
      pending_calls (dict[str, PendingCall]): calls that waited, by identifier of the
          call, each as the first root that holds it has it.
      turns (dict[str, tuple[str, int, tuple[int, int]]]): root, position in it, and
          duration and end in milliseconds or None, of the turns by identifier.
    """

    def __init__(self):
        """Initializes earlier states."""
        super().__init__()
        self.number_of_calls_left_out = 0
        self.pending_calls = {}
        self.turns = {}


def ReadEarlierStates(blob_source, root_ids, is_aborted=None):
    """Reads the earlier roots of a conversation.

    Args:
      blob_source (BlobSource): blob store.
      root_ids (list[str]): identifiers of the roots, the earliest first.
      is_aborted (Optional[function]): function without arguments that returns True if
          reading should stop.

    Returns:
      EarlierStates: what the roots hold.
    """
    earlier_states = EarlierStates()
    pending_texts = set()
    for root_id in root_ids:
        if is_aborted and is_aborted():
            break
        data = blob_source.Get(root_id)
        if data is None:
            continue
        state, _ = schema.Parse("ConversationStateStructure", data)
        if state is None:
            continue

        for text in state.pending_tool_calls:
            # A call that waits is in every root that is written while it does.
            text_key = hash(text)
            if text_key in pending_texts:
                continue
            if len(pending_texts) >= _MAXIMUM_PENDING_CALLS:
                earlier_states.number_of_calls_left_out += 1
                continue
            pending_texts.add(text_key)
            for call in messages.ReadPendingCalls(
                schema.DecodeText(text), root_id=root_id
            ):
                if call.tool_call_id:
                    earlier_states.pending_calls.setdefault(call.tool_call_id, call)

        timings = state.turn_timings
        has_timings = timings and abs(len(timings) - len(state.turns)) <= 1
        for index, reference in enumerate(state.turns):
            turn_id = reference.hex()[:64]
            timing = None
            if has_timings and index < len(timings):
                ended_ms = agent_times.GetMilliseconds(timings[index], "timestamp_ms")
                duration_ms = schema.GetNumber(timings[index], "duration_ms") or 0
                timing = (duration_ms, ended_ms)
            known_turn = earlier_states.turns.get(turn_id)
            if known_turn is None or (timing and not known_turn[2]):
                earlier_states.turns[turn_id] = (root_id, index, timing)
    return earlier_states


def ReadRecoveredTurns(reader, conversation, recovered_identifiers):
    """Reads the turns of a conversation of which blobs were recovered.

    Args:
      reader (ConversationReader): reader of the blobs, with those that were recovered.
      conversation (Conversation): conversation.
      recovered_identifiers (set[str]): identifiers of the recovered blobs.

    Yields:
      Turn: turn, with the prompt and the steps alone that were recovered, or with all
          if the turn itself was.
    """
    for index, turn_identifier in enumerate(conversation.turn_ids):
        user_identifier, step_identifiers = reader.ReadTurnReferences(turn_identifier)
        if recovered_identifiers.isdisjoint(
            (turn_identifier, user_identifier, *step_identifiers)
        ):
            continue
        turn = reader.ReadTurn(turn_identifier, index=index)
        if turn_identifier not in recovered_identifiers:
            turn.steps = [
                step for step in turn.steps if step.blob_id in recovered_identifiers
            ]
            turn.user_is_shared = user_identifier not in recovered_identifiers
        yield turn


def ReadSupersededTurns(reader, conversation, earlier_states):
    """Reads the turns that only earlier roots name.

    A turn grows by a step at a time, and every version of it is a blob: a version of
    which a later one holds all steps is no evidence of its own.

    Args:
      reader (ConversationReader): reader.
      conversation (Conversation): conversation, as its final root holds it.
      earlier_states (EarlierStates): what the earlier roots hold.

    Yields:
      Turn: turn, with the steps only that no later root holds.
    """
    final_turn_ids = set(conversation.turn_ids)
    versions_by_key = {}
    for turn_id in earlier_states.turns:
        if turn_id not in final_turn_ids:
            key, step_ids = reader.ReadTurnReferences(turn_id)
            versions_by_key.setdefault(key, []).append((step_ids, turn_id))
    if not versions_by_key:
        return

    final_step_ids = {}
    for turn_id in conversation.turn_ids:
        key, step_ids = reader.ReadTurnReferences(turn_id)
        if key in versions_by_key:
            final_step_ids.setdefault(key, []).extend(step_ids)

    for key, versions in versions_by_key.items():
        known_steps = _KnownSteps(reader, final_step_ids.get(key, []))
        is_known = key in final_step_ids
        # The longest version of a turn is the one to show.
        for step_ids, turn_id in sorted(versions, key=lambda item: -len(item[0])):
            steps = known_steps.ReadOthers(step_ids)
            if is_known and not steps:
                continue
            turn = reader.ReadTurn(turn_id, with_steps=False)
            root_id, index, timing = earlier_states.turns[turn_id]
            turn.index = index
            turn.is_superseded = True
            turn.superseded_from_root_id = root_id
            turn.user_is_shared = is_known
            turn.steps = steps
            agent_times.SetTurnTimes(turn, timing)
            is_known = True
            yield turn


class _KnownSteps:
    """Steps of a turn that are shown already."""

    def __init__(self, reader, step_ids):
        """Initializes known steps.

        Args:
          reader (ConversationReader): reader.
          step_ids (list[str]): identifiers of the steps.
        """
        super().__init__()
        self._call_ids = set()
        self._reader = reader
        self._step_ids = set(step_ids)
        self._texts = set()
        self._texts_by_index = {}
        self._unread_ids = list(step_ids)

    def ReadOthers(self, step_ids):
        """Reads the steps that are not known, which are known from then on.

        Args:
          step_ids (list[str]): identifiers of the steps of a version of the turn.

        Returns:
          list[Step]: steps.
        """
        steps = []
        for index, step_id in enumerate(step_ids):
            if step_id in self._step_ids:
                continue
            for known_index, known_id in enumerate(self._unread_ids):
                self._Learn(self._reader.ReadStep(known_id, index=known_index))
            self._unread_ids = []

            self._step_ids.add(step_id)
            step = self._reader.ReadStep(step_id, index=index)
            if not self._IsKnown(step):
                step.is_superseded = True
                steps.append(step)
        for step in steps:
            self._Learn(step)
        return steps

    def _IsKnown(self, step):
        """Determines if a step is an earlier version of one that is known.

        Args:
          step (Step): step.

        Returns:
          bool: True if a known step is the same call or the same text, or the text of
              the known step at the same place goes on.
        """
        if step.kind == "tool":
            return bool(step.tool_call_id) and step.tool_call_id in self._call_ids
        if step.kind in ("assistant", "thinking"):
            if (step.kind, step.text) in self._texts:
                return True
            kind, text = self._texts_by_index.get(step.index, (None, ""))
            return kind == step.kind and text.startswith(step.text or "")
        return False

    def _Learn(self, step):
        """Adds a step to those that are known.

        Args:
          step (Step): step.
        """
        if step.tool_call_id:
            self._call_ids.add(step.tool_call_id)
        if step.text:
            self._texts.add((step.kind, step.text))
            self._texts_by_index.setdefault(step.index, (step.kind, step.text))
