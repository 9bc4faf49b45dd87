"""Steps of the trees of live conversations: what they add to the bubbles.

Of a conversation that is not deleted the bubbles are the primary record. Its tree
supplements them, and steps, prompts and sub-agents that no bubble holds are told of the
tree (storage-facts 1 and 2.6).
"""

import array

from cursor_plaso import keys
from cursor_plaso.agent import blobs
from cursor_plaso.agent import classify
from cursor_plaso.agent import event_writer
from cursor_plaso.agent import schema
from cursor_plaso.state import summaries
from cursor_plaso.state import supplements

_IDENTIFIER_SIZE = 32

# Fields of a root that no bubble repeats.
_SUMMARY_FIELDS = (
    "summary",
    "summary_archive",
    "summary_archives",
    "voice_call_utterances",
)


class LiveStepReader:
    """Reader of the steps of live conversations."""

    def __init__(
        self, context, root_reader, conversation_reader, content_index, told_records
    ):
        """Initializes a reader.

        Args:
          context (StateContext): context.
          root_reader (LiveRootReader): reader of the roots of the conversations.
          conversation_reader (ConversationReader): reader of the blobs.
          content_index (ContentIndex): index of what the live bubbles hold.
          told_records (ToldRecords): records that trees told, which are added to.
        """
        super().__init__()
        self._content_index = content_index
        self._context = context
        self._reader = conversation_reader
        self._root_reader = root_reader
        # What the steps of all trees hold, and their identifiers one after the other:
        # which of them no bubble holds is known when all bubbles were read.
        self._step_hashes = array.array("q")
        self._step_identifiers = bytearray()
        self._summarised_identifiers = set()
        self._told_records = told_records
        self._unmatched_steps = set()

    def _IsOnlyInTree(self, subagent):
        """Determines if no bubbles tell of a sub-agent of a live conversation.

        A sub-agent has a composer of its own, or child bubbles, or, where its call has
        a UUID for identifier, neither (storage-facts 2.6).

        Args:
          subagent (Subagent): sub-agent.

        Returns:
          bool: True if it has no composer and bubbles have less than half of what its
              state holds.
        """
        if subagent.conversation is None or self._root_reader.IsLive(subagent.agent_id):
            return False
        identifiers = []
        for turn_identifier in subagent.conversation.turn_ids:
            user_identifier, step_identifiers = self._reader.ReadTurnReferences(
                turn_identifier
            )
            identifiers.extend((user_identifier, *step_identifiers))
        identifiers = list(filter(blobs.IsBlobIdentifier, identifiers))
        return 2 * sum(map(self._IsUnmatched, identifiers)) > len(identifiers)

    def _IsUnmatched(self, identifier):
        """Determines if no bubble holds what a blob does.

        Args:
          identifier (str): identifier of the blob or None.

        Returns:
          bool: True if the blob is a step or prompt that no bubble holds.
        """
        return (
            blobs.IsBlobIdentifier(identifier)
            and bytes.fromhex(identifier) in self._unmatched_steps
        )

    def _Produce(self, event_data, key, corrupted=False):
        """Produces event data.

        Args:
          event_data (CursorEventData): event data.
          key (str): key of the record, with its table.
          corrupted (Optional[bool]): True if the record is partial.
        """
        event_data.record_key = key
        self._context.SetFacts(event_data)
        self._told_records.Take(event_data, corrupted=corrupted)
        self._context.producer.Produce(event_data, corrupted=corrupted)

    def _Warn(self, message):
        """Produces a warning of a record of a tree.

        Args:
          message (str): message.
        """
        self._context.producer.Warn(message, kind="agent.v1 tree")

    def AddBlob(self, identifier, kind, message):
        """Adds a blob, which counts if it is a step or a prompt.

        Args:
          identifier (str): identifier of the blob.
          kind (int): kind of the blob, one of classify.KIND_*.
          message (Message): message of the blob or None.
        """
        role, content = None, None
        if kind == classify.KIND_STEP:
            role, content = classify.GetStepContent(message)
        elif kind == classify.KIND_USER_MESSAGE:
            role, content = "user", schema.GetText(message, "text")
        if content:
            self._step_hashes.append(supplements.GetContentHash(role, content))
            self._step_identifiers += bytes.fromhex(identifier)

    def AddRoot(self, identifier, data):
        """Adds the root of a live conversation.

        Args:
          identifier (str): identifier of the conversation.
          data (bytes): root.
        """
        message, _ = schema.Parse("ConversationStateStructure", data)
        if message is not None and any(
            getattr(message, name) for name in _SUMMARY_FIELDS
        ):
            self._summarised_identifiers.add(identifier)

    def Finish(self):
        """Finds the steps that no bubble holds, once bubbles and blobs were read."""
        for number, content_hash in enumerate(self._step_hashes):
            if not self._content_index.HasHash(content_hash):
                offset = number * _IDENTIFIER_SIZE
                self._unmatched_steps.add(
                    bytes(self._step_identifiers[offset : offset + _IDENTIFIER_SIZE])
                )
        self._step_hashes = array.array("q")
        self._step_identifiers = bytearray()

    def Produce(self):
        """Produces the steps and the summaries that have no bubble."""
        if not self._unmatched_steps and not self._summarised_identifiers:
            return
        for identifier, composer in self._root_reader.GetComposers():
            if not self._unmatched_steps and (
                identifier not in self._summarised_identifiers
            ):
                continue
            data = self._root_reader.ReadRoot(composer)
            if data:
                self._ProduceSteps(identifier, data)

    def _ProduceSteps(self, identifier, data):
        """Produces the steps and the summaries of a conversation that have no bubble.

        Args:
          identifier (str): identifier of the conversation.
          data (bytes): root.
        """
        writer = event_writer.ConversationEventWriter(
            self._Produce,
            identifier,
            "agent.v1 tree, no bubble",
            table_name=keys.DISK_TABLE_NAME,
            warn=self._Warn,
        )
        conversation = self._reader.ReadRootData(data)
        for index, turn_identifier in enumerate(conversation.turn_ids):
            user_identifier, step_identifiers = self._reader.ReadTurnReferences(
                turn_identifier
            )
            if not any(map(self._IsUnmatched, (user_identifier, *step_identifiers))):
                continue
            turn = self._reader.ReadTurn(turn_identifier, index=index)
            turn.steps = [
                step for step in turn.steps if self._IsUnmatched(step.blob_id)
            ]
            if turn.user is not None and (
                self._content_index.Has("request", turn.request_id)
                or self._content_index.Has("user", turn.user.text)
            ):
                turn.user_is_shared = True
            elif not turn.request_id and not turn.steps:
                # Without a request nothing tells that no bubble has the prompt in
                # other words.
                continue
            writer.WriteTurn(turn)

        writer.WriteSummaries(
            conversation,
            is_told=lambda text: self._content_index.Has(summaries.ROLE, text),
        )
        conversation.subagents = [
            subagent
            for subagent in conversation.subagents
            if self._IsOnlyInTree(subagent)
        ]
        if conversation.subagents:
            writer.WriteSubagents(self._reader, conversation)

    def ReadSupplements(self, composer):
        """Reads what the tree of a live conversation may add to its bubbles.

        Args:
          composer (Composer): composer.

        Returns:
          Supplements: what the tree holds, or None if there is no tree.
        """
        data = self._root_reader.ReadRoot(composer)
        if not data:
            return None
        tree_supplements = supplements.Supplements()
        for turn in self._reader.ReadTurns(self._reader.ReadRootData(data)):
            tree_supplements.AddTurn(turn)
        if tree_supplements.number_left_out:
            self._context.Warn(
                keys.DISK_TABLE_NAME,
                composer.data_key,
                f"{tree_supplements.number_left_out:d} steps of its tree are not "
                "compared with its bubbles",
            )
        return tree_supplements
