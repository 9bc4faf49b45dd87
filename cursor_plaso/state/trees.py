"""Trees of the IDE: the second copy of its conversations, which survives a delete.

Cursor keeps each conversation a second time as a tree of content-addressed agentKv:blob
rows. Of a live conversation the bubbles are the primary record and the tree adds what a
bubble lacks; of a deleted one the tree is the conversation. Sources: seed "agentKv
blobs" and "What survives a delete", conversation-tree, storage-facts 1.
"""

import array
import collections

from cursor_plaso import events
from cursor_plaso import keys
from cursor_plaso import values
from cursor_plaso.agent import blobs
from cursor_plaso.agent import classify
from cursor_plaso.agent import conversation as agent_conversation
from cursor_plaso.agent import decode
from cursor_plaso.agent import event_writer
from cursor_plaso.agent import history
from cursor_plaso.agent import messages
from cursor_plaso.agent import roots
from cursor_plaso.agent import schema
from cursor_plaso.state import supplements

_IDENTIFIER_SIZE = 32

_MESSAGE_KIND = "model messages in agentKv"
_TURN_KIND = "turns in the agent.v1 tree"

_RECOVERY_METHOD = "agent.v1 tree"

# Blobs whose identifier is no hash are looked at one by one.
_MAXIMUM_ODD_BLOBS = 10_000


class TreeConversationRecord:
    """Conversation that only a tree holds.

    Attributes:
      evidence_source (str): kind of record.
      identifier (str): identifier of the conversation or None if it is not known.
      tree (TreeConversation): conversation of the index of blobs.
    """

    def __init__(self, identifier, tree):
        """Initializes a record.

        Args:
          identifier (str): identifier of the conversation or None.
          tree (TreeConversation): conversation of the index of blobs.
        """
        super().__init__()
        self.evidence_source = "agent.v1 tree"
        if not identifier:
            self.evidence_source = (
                f"agent.v1 tree without owner, root {tree.final_root_id or '-':s}"
            )
        self.identifier = identifier
        self.tree = tree


class TreeReader:
    """Reader of the trees of one state.vscdb.

    Attributes:
      numbers (dict[str, collections.Counter]): number of turns, and of messages that
          are in no turn, that were rebuilt per conversation identifier.
    """

    def __init__(
        self,
        context,
        composers,
        bubble_reader,
        carved_blobs=None,
        known_keys=frozenset(),
    ):
        """Initializes a reader.

        Args:
          context (StateContext): context.
          composers (dict[str, Composer]): composers per identifier.
          bubble_reader (BubbleReader): reader of bubbles, which knows what the live
              ones hold.
          carved_blobs (Optional[dict[str, tuple[object, str]]]): stored value and place
              of recovered blobs, per identifier, if these are to be read.
          known_keys (Optional[frozenset[int]]): content keys of records that were
              told before.
        """
        super().__init__()
        self._bubble_reader = bubble_reader
        self._composers = composers
        self._carved_blobs = carved_blobs
        self._context = context
        self._index = None
        self._known_keys = known_keys
        self._places_per_key = None
        self._producer = context.producer
        self._records = []
        self._number_of_odd_blobs = 0
        self._odd_identifiers = []
        self._orphan_messages = []
        self._orphan_turns = []
        # What the steps of all trees hold, and their identifiers one after the other:
        # which of them no bubble holds is known when all bubbles were read.
        self._step_hashes = array.array("q")
        self._step_identifiers = bytearray()
        # Records that rows told better, and keys of those that the trees have times of.
        self._told_records = collections.Counter()
        self._timed_keys = set()
        self._unmatched_steps = set()
        self._source = blobs.TableBlobSource(
            context.view,
            keys.DISK_TABLE_NAME,
            key_prefix=keys.BLOB_PREFIX,
            value_column="value",
        )
        if carved_blobs:
            self._source = blobs.OverlayBlobSource(
                {identifier: value for identifier, (value, _) in carved_blobs.items()},
                self._source,
            )
        self._reader = agent_conversation.ConversationReader(
            self._source, is_aborted=lambda: self._producer.abort
        )
        self.numbers = collections.defaultdict(collections.Counter)
        self.number_of_unattributed_messages = 0

    def _AddLiveRoots(self):
        """Adds the roots of the conversations that are not deleted."""
        for identifier, composer in self._composers.items():
            if self._producer.abort:
                return
            if not composer.has_data:
                continue
            data = self._ReadState(composer, with_warning=True)
            if data:
                self._index.AddLiveRoot(identifier, data)
            if composer.has_checkpoint:
                root_identifier, data = self._ReadCheckpoint(identifier)
                if data:
                    self._index.AddLiveRoot(identifier, data, root_id=root_identifier)

    def _ReadState(self, composer, with_warning=False):
        """Reads the root that a composer holds.

        Args:
          composer (Composer): composer.
          with_warning (Optional[bool]): True if a damaged value gives a warning.

        Returns:
          bytes: root or None if there is none.
        """
        if not composer.has_state:
            return None
        row = self._context.view.Lookup(keys.DISK_TABLE_NAME, composer.data_key)
        json_dict, _ = values.DecodeJSON(row.GetValue("value") if row else None)
        if not isinstance(json_dict, dict):
            return None
        data, problem = decode.DecodeConversationState(
            json_dict.get("conversationState")
        )
        if problem and with_warning:
            self._context.Warn(keys.DISK_TABLE_NAME, composer.data_key, problem)
        return data or None

    def _Warn(self, message):
        """Produces a warning of a record of a tree.

        Args:
          message (str): message.
        """
        self._producer.Warn(message, kind="agent.v1 tree")

    def _WarnOfRecovered(self, message):
        """Produces a warning of a record of a tree that was recovered.

        Args:
          message (str): message.
        """
        self._producer.Warn(message, kind="recovered agent.v1 tree", recovered=True)

    def _ReadRoot(self, composer):
        """Reads the root of a conversation that is not deleted.

        Args:
          composer (Composer): composer.

        Returns:
          bytes: root that the composer holds or, on builds before, that its checkpoint
              names (storage-facts 1.1), or None if there is none.
        """
        data = self._ReadState(composer)
        if not data and composer.has_checkpoint:
            _, data = self._ReadCheckpoint(composer.identifier)
        return data

    def ReadSupplements(self, composer):
        """Reads what the tree of a live conversation may add to its bubbles.

        Args:
          composer (Composer): composer.

        Returns:
          Supplements: what the tree holds, or None if there is no tree.
        """
        data = self._ReadRoot(composer)
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

    def _WriteLiveSteps(self, produce):
        """Writes the steps of live conversations that have no bubble.

        Args:
          produce (callable): function that produces event data.
        """
        if not self._unmatched_steps:
            return
        for identifier, composer in self._composers.items():
            if self._producer.abort:
                return
            data = self._ReadRoot(composer) if composer.has_data else None
            if not data:
                continue
            writer = event_writer.ConversationEventWriter(
                produce,
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
                if not any(
                    bytes.fromhex(blob_identifier) in self._unmatched_steps
                    for blob_identifier in (user_identifier, *step_identifiers)
                    if blobs.IsBlobIdentifier(blob_identifier)
                ):
                    continue
                turn = self._reader.ReadTurn(turn_identifier, index=index)
                turn.steps = [
                    step
                    for step in turn.steps
                    if step.blob_id
                    and bytes.fromhex(step.blob_id) in self._unmatched_steps
                ]
                if turn.user is not None and (
                    self._IsKnownRequest(turn.request_id)
                    or self._bubble_reader.content_index.Has("user", turn.user.text)
                ):
                    turn.user_is_shared = True
                elif not turn.request_id and not turn.steps:
                    # Without a request nothing tells that no bubble has the prompt in
                    # other words.
                    continue
                writer.WriteTurn(turn)

            conversation.subagents = [
                subagent
                for subagent in conversation.subagents
                if self._IsOnlyInTree(subagent)
            ]
            if conversation.subagents:
                writer.WriteSubagents(self._reader, conversation)

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
        if subagent.conversation is None or self._IsLive(subagent.agent_id):
            return False
        identifiers = []
        for turn_identifier in subagent.conversation.turn_ids:
            user_identifier, step_identifiers = self._reader.ReadTurnReferences(
                turn_identifier
            )
            identifiers.extend((user_identifier, *step_identifiers))
        identifiers = list(filter(blobs.IsBlobIdentifier, identifiers))
        number_of_unmatched = sum(
            bytes.fromhex(identifier) in self._unmatched_steps
            for identifier in identifiers
        )
        return 2 * number_of_unmatched > len(identifiers)

    def ProduceLiveSteps(self):
        """Produces the steps of live conversations that have no bubble."""

        def Produce(event_data, key, corrupted=False):
            event_data.record_key = key
            self._context.SetFacts(event_data)
            self._producer.Produce(event_data, corrupted=corrupted)

        self._WriteLiveSteps(Produce)

    def _ReadCheckpoint(self, identifier):
        """Reads the root that the checkpoint of a composer names.

        Args:
          identifier (str): identifier of the composer.

        Returns:
          tuple[str, bytes]: identifier and data of the root, each None if there is
              none.
        """
        row = self._context.view.Lookup(
            keys.DISK_TABLE_NAME, f"{keys.AGENT_CHECKPOINT_PREFIX:s}{identifier:s}"
        )
        root_identifier = (
            decode.DecodeCheckpoint(row.GetValue("value")) if row else None
        )
        data = self._source.Get(root_identifier) if root_identifier else None
        return root_identifier, data

    def _GetOwner(self, tree):
        """Determines which conversation a tree is of.

        Args:
          tree (TreeConversation): conversation of the index of blobs.

        Returns:
          str: identifier of the conversation or None if it is not known.
        """
        if tree.owner_id:
            return tree.owner_id
        # That a text names one conversation may be a mention: of several it is none.
        if len(tree.weak_owner_ids) == 1:
            return tree.weak_owner_ids[0]
        return None

    def _IsLive(self, identifier):
        """Determines if a conversation is not deleted.

        Args:
          identifier (str): identifier of the conversation or None.

        Returns:
          bool: True if the conversation has a composerData row.
        """
        composer = self._composers.get(identifier)
        return bool(composer and composer.has_data)

    def _IsKnownRequest(self, request_identifier):
        """Determines if a live bubble has a request identifier.

        Args:
          request_identifier (str): request identifier or None.

        Returns:
          bool: True if a live user bubble names the request.
        """
        return bool(request_identifier) and self._bubble_reader.content_index.Has(
            "request", request_identifier
        )

    def Begin(self, wanted_identifiers):
        """Begins an index of the blobs, with the roots of the live conversations.

        Args:
          wanted_identifiers (list[str]): identifiers of the deleted conversations.
        """
        self._index = roots.BlobIndex(wanted_ids=wanted_identifiers)
        number_left_out = self._index.search.number_left_out
        if number_left_out:
            self._producer.Warn(
                f"{keys.DISK_TABLE_NAME:s}: {number_left_out:d} deleted conversations "
                "with "
                "unusual identifiers are not looked for in the agentKv messages"
            )
        self._AddLiveRoots()

    def AddLiveRoot(self, identifier, data):
        """Adds the root of a conversation that another record than a composer names.

        Args:
          identifier (str): identifier of the conversation.
          data (bytes): root.
        """
        self._index.AddLiveRoot(identifier, data)

    def AddRow(self, key, value):
        """Adds a row of a blob to the index. Its value is not kept.

        Args:
          key (str): key.
          value (str|bytes|None): stored value.
        """
        identifier = key[len(keys.BLOB_PREFIX) :]
        if not blobs.IsBlobIdentifier(identifier):
            if len(self._odd_identifiers) < _MAXIMUM_ODD_BLOBS:
                self._odd_identifiers.append(identifier)
            else:
                self._number_of_odd_blobs += 1
            return
        data = blobs.DecodeBlobData(identifier, value)
        if data is None:
            return
        kind, message = self._index.AddBlob(identifier, data)
        role, content = None, None
        if kind == classify.KIND_STEP:
            role, content = classify.GetStepContent(message)
        elif kind == classify.KIND_USER_MESSAGE:
            role, content = "user", schema.GetText(message, "text")
        if content:
            self._step_hashes.append(supplements.GetContentHash(role, content))
            self._step_identifiers += bytes.fromhex(identifier)

    def Finish(self):
        """Finds the conversations that only the blobs hold, once all were added."""
        content_index = self._bubble_reader.content_index
        for number, content_hash in enumerate(self._step_hashes):
            if not content_index.HasHash(content_hash):
                offset = number * _IDENTIFIER_SIZE
                self._unmatched_steps.add(
                    bytes(self._step_identifiers[offset : offset + _IDENTIFIER_SIZE])
                )
        self._step_hashes = array.array("q")
        self._step_identifiers = bytearray()
        self._index.Finish()

        for tree in self._index.GetConversations():
            if tree.is_live or tree.final_root_id is None:
                continue
            owner_identifier = self._GetOwner(tree)
            if owner_identifier is None and tree.live_ids:
                owner_identifier = tree.live_ids[0]
            self._records.append(TreeConversationRecord(owner_identifier, tree))

        self._FindOrphans()

    def _FindOrphans(self):
        """Finds the turns and messages that no tree reaches."""
        self._orphan_turns = list(self._index.GetOrphanTurns())
        message_identifiers = collections.defaultdict(list)
        for identifier, owner_identifiers in self._index.GetOrphanMessageIds():
            if owner_identifiers:
                message_identifiers[owner_identifiers[0]].append(identifier)
            else:
                self.number_of_unattributed_messages += 1
        for identifier in self._odd_identifiers:
            row = self._context.view.Lookup(
                keys.DISK_TABLE_NAME, f"{keys.BLOB_PREFIX:s}{identifier:s}"
            )
            text = values.DecodeText(row.GetValue("value") if row else None) or ""
            data = text.encode("utf-8", errors="replace")
            if not messages.IsMessage(data):
                continue
            owner_identifiers = self._index.search.Find(data)
            if owner_identifiers:
                message_identifiers[owner_identifiers[0]].append(identifier)
        if self._number_of_odd_blobs:
            self._producer.Warn(
                f"{keys.DISK_TABLE_NAME:s}: {self._number_of_odd_blobs:d} more agentKv "
                "rows "
                "whose identifier is no hash are not read"
            )
        self._orphan_messages = list(message_identifiers.items())

    def _WriteAll(self, produce):
        """Writes all conversations, turns and messages that only the blobs hold.

        Args:
          produce (callable): function that is given event data, the key of its record
              and if the record is partial.
        """
        self.numbers.clear()
        # What is only collected is written another time.
        # pylint: disable-next=comparison-with-callable
        warn = self._WarnOfRecovered if produce == self._Produce else None
        for record in self._records:
            if self._producer.abort:
                return
            self._WriteRecord(record, produce, warn)

        for orphan_turn in self._orphan_turns:
            turn = self._reader.ReadTurn(orphan_turn.turn_id)
            if self._IsKnownRequest(turn.request_id):
                continue
            writer = event_writer.ConversationEventWriter(
                produce,
                orphan_turn.owner_id,
                "agent.v1 turn that no root reaches",
                table_name=keys.DISK_TABLE_NAME,
                warn=warn,
            )
            writer.WriteTurn(turn)
            if orphan_turn.owner_id:
                self.numbers[orphan_turn.owner_id][_TURN_KIND] += 1

        for identifier, blob_identifiers in self._orphan_messages:
            writer = event_writer.ConversationEventWriter(
                produce,
                identifier,
                "model message that no tree reaches",
                table_name=keys.DISK_TABLE_NAME,
                warn=warn,
            )
            writer.WriteMessages(self._ReadMessages(blob_identifiers))
            self.numbers[identifier][_MESSAGE_KIND] += len(blob_identifiers)

    def _ReadMessages(self, blob_identifiers):
        """Reads model messages.

        Args:
          blob_identifiers (list[str]): identifiers of the blobs.

        Yields:
          ModelMessage: message.
        """
        for identifier in blob_identifiers:
            if blobs.IsBlobIdentifier(identifier):
                yield from self._reader.ReadMessages([identifier])
                continue
            row = self._context.view.Lookup(
                keys.DISK_TABLE_NAME, f"{keys.BLOB_PREFIX:s}{identifier:s}"
            )
            text = values.DecodeText(row.GetValue("value") if row else None)
            if text:
                yield messages.ReadMessage(text, blob_id=identifier)

    def _WriteRecord(self, record, produce, warn):
        """Writes a conversation.

        Args:
          record (TreeConversationRecord): conversation that only a tree holds.
          produce (callable): function that produces event data.
          warn (callable): function that produces a warning or None.
        """
        root_identifiers = self._index.GetRootIds(record.tree)
        conversation = self._reader.ReadRoot(record.tree.final_root_id)
        earlier_states = history.ReadEarlierStates(
            self._source,
            [
                identifier
                for identifier in root_identifiers
                if identifier != record.tree.final_root_id
            ],
            is_aborted=lambda: self._producer.abort,
        )
        if warn and earlier_states.number_of_calls_left_out:
            warn(
                f"root {record.tree.final_root_id:s}: "
                f"{earlier_states.number_of_calls_left_out:d} calls that waited in "
                "earlier roots are not read"
            )
        superseded_turns = history.ReadSupersededTurns(
            self._reader, conversation, earlier_states
        )
        project_path = event_writer.GetProjectPath(conversation)

        def Produce(event_data, key, corrupted=False):
            if event_data.project_path is None:
                event_data.project_path = project_path
            produce(event_data, key, corrupted=corrupted)

        writer = event_writer.ConversationEventWriter(
            Produce,
            record.identifier,
            record.evidence_source,
            table_name=keys.DISK_TABLE_NAME,
            warn=warn,
        )
        if self._IsLive(record.identifier):
            # A branch of a live conversation: what its bubbles show is not told again.
            for turn in self._reader.ReadTurns(conversation):
                if not self._IsKnownRequest(turn.request_id):
                    turn.is_superseded = True
                    writer.WriteTurn(turn)
            return

        event_data = events.CursorConversationEventData()
        event_writer.FillConversation(event_data, conversation)
        event_data.application = "IDE"
        event_data.conversation_identifier = record.identifier
        event_data.creation_time = event_writer.CreateTime(conversation.started_ms)
        event_data.evidence_source = record.evidence_source
        event_data.status = "rebuilt" if record.identifier else "rebuilt, without owner"
        if event_data.creation_time:
            event_data.time_source = conversation.started_source
        Produce(
            event_data,
            f"{keys.DISK_TABLE_NAME:s}"
            f"[{keys.BLOB_PREFIX:s}{record.tree.final_root_id:s}]",
            corrupted=conversation.is_corrupted,
        )
        writer.WriteConversation(
            self._reader,
            conversation,
            superseded_turns=superseded_turns,
            model_names=self._reader.ReadModelNames(conversation),
            pending_calls=earlier_states.pending_calls,
        )
        if not conversation.turn_ids:
            writer.WriteMessages(self._ReadMessages(conversation.message_ids))
        if record.identifier:
            self.numbers[record.identifier][_TURN_KIND] += writer.number_of_turns

    def CollectKeys(self):
        """Learns what the trees hold, so that a carved copy is not told again."""
        self._places_per_key = {}

        def Collect(event_data, unused_key, corrupted=False):
            key = GetContentKey(event_data)
            if key is not None and not corrupted:
                self._places_per_key.setdefault(key, [])
                if _HasTime(event_data):
                    self._timed_keys.add(key)

        if self._records or self._orphan_turns or self._orphan_messages:
            self._WriteAll(Collect)

    def TakeRecovered(self, event_data, recovery):
        """Takes recovered event data that a tree holds too.

        Args:
          event_data (CursorEventData): event data of a recovered row.
          recovery (RecoveredRow): the row.

        Returns:
          bool: True if a tree holds the same, which then names the place of the row.
              A row that has a time, where the tree has none, is told instead.
        """
        if not self._places_per_key or not recovery.complete:
            return False
        key = GetContentKey(event_data)
        places = self._places_per_key.get(key) if key is not None else None
        if places is None:
            return False
        if key not in self._timed_keys and _HasTime(event_data):
            if hasattr(event_data, "secondary_sources"):
                event_data.secondary_sources = [
                    *(event_data.secondary_sources or ()),
                    _RECOVERY_METHOD,
                ]
            self._told_records[key] += 1
            return False
        if len(places) < 20:
            places.append(recovery.location)
        return True

    def Produce(self):
        """Produces what only the trees hold."""
        self._WriteAll(self._Produce)

    def ProduceCarved(self, carved_blobs, wanted_identifiers):
        """Produces what recovered blobs add to the trees.

        Args:
          carved_blobs (dict[str, tuple[object, str]]): stored value and place of the
              blobs per identifier.
          wanted_identifiers (list[str]): identifiers of the deleted conversations.
        """
        reader = TreeReader(
            self._context,
            self._composers,
            self._bubble_reader,
            carved_blobs=carved_blobs,
            known_keys=frozenset(self._places_per_key or ()),
        )
        reader.Begin(wanted_identifiers)
        for identifier, (value, _) in carved_blobs.items():
            reader.AddRow(f"{keys.BLOB_PREFIX:s}{identifier:s}", value)
        reader.Finish()
        reader.Produce()

    def _Produce(self, event_data, key, corrupted=False):
        """Produces event data.

        Args:
          event_data (CursorEventData): event data.
          key (str): key of the record, with its table.
          corrupted (Optional[bool]): True if the record is partial.
        """
        content_key = GetContentKey(event_data)
        if content_key in self._known_keys:
            return
        if self._told_records[content_key]:
            # A text that was sent twice may have been told once.
            self._told_records[content_key] -= 1
            return
        event_data.record_key = key
        self._context.SetFacts(event_data)
        event_data.recovery_completeness = "partial" if corrupted else "complete"
        event_data.recovery_location = _RECOVERY_METHOD
        if self._carved_blobs:
            event_data.recovery_location = f"{_RECOVERY_METHOD:s}, recovered blobs"
        event_data.recovery_method = _RECOVERY_METHOD
        if content_key is not None and self._places_per_key:
            # A text that was sent twice stands at its place once each.
            places = self._places_per_key.get(content_key)
            event_data.recovery_places = list(places) if places else None
        self._producer.Produce(event_data, corrupted=corrupted, recovered=True)


def GetContentKey(event_data):
    """Retrieves what tells that two records hold the same message or call.

    Args:
      event_data (CursorEventData): event data.

    Returns:
      int: hash of the conversation and the call identifier or the role and text, or
          None if the event data is neither a message nor a call.
    """
    data_type = event_data.data_type
    identifier = event_data.conversation_identifier
    if identifier is None:
        return None
    if data_type == events.CursorMessageEventData.DATA_TYPE:
        text = event_data.message_body
        if not text:
            return None
        text = supplements.NormalizeText(text)
        return hash((identifier, event_data.role, text))
    if data_type in (
        events.CursorPermissionDecisionEventData.DATA_TYPE,
        events.CursorPermissionPromptEventData.DATA_TYPE,
        events.CursorToolCallEventData.DATA_TYPE,
    ):
        call_identifier = event_data.tool_call_identifier
        if not call_identifier:
            return None
        return hash((identifier, data_type, call_identifier))
    return None


def _HasTime(event_data):
    """Determines if event data has a time.

    Args:
      event_data (CursorEventData): event data.

    Returns:
      bool: True if it has one.
    """
    return any(
        value is not None and name.endswith("_time")
        for name, value in event_data.__dict__.items()
    )
