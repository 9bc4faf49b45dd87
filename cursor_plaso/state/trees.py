"""Trees of the IDE: the second copy of its conversations, which survives a delete.

Cursor keeps each conversation a second time as a tree of content-addressed agentKv:blob
rows. Of a live conversation the bubbles are the primary record and the tree adds what a
bubble lacks; of a deleted one the tree is the conversation. Sources: seed "agentKv
blobs" and "What survives a delete", conversation-tree, storage-facts 1.
"""

import collections

from cursor_plaso import events
from cursor_plaso import keys
from cursor_plaso import values
from cursor_plaso.agent import blobs
from cursor_plaso.agent import conversation as agent_conversation
from cursor_plaso.agent import event_writer
from cursor_plaso.agent import history
from cursor_plaso.agent import messages
from cursor_plaso.agent import roots
from cursor_plaso.state import live_roots
from cursor_plaso.state import live_steps
from cursor_plaso.state import novelty
from cursor_plaso.state import tree_records

_MESSAGE_KIND = "model messages in agentKv"
_TURN_KIND = "turns in the agent.v1 tree"

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
      live_step_reader (LiveStepReader): reader of the steps of live conversations.
      numbers (dict[str, collections.Counter]): number of turns, and of messages that
          are in no turn, that were rebuilt per conversation identifier.
      number_of_unattributed_messages (int): number of messages that are of none of the
          deleted conversations, as far as they tell.
      tree_records (TreeRecords): records that the trees tell.
    """

    def __init__(
        self,
        context,
        composers,
        content_index,
        carved_blobs=None,
        known_keys=frozenset(),
        told_records=None,
    ):
        """Initializes a reader.

        Args:
          context (StateContext): context.
          composers (dict[str, Composer]): composers per identifier.
          content_index (ContentIndex): index of what the live bubbles hold.
          carved_blobs (Optional[dict[str, tuple[object, str]]]): stored value and place
              of recovered blobs, per identifier, if these are to be read.
          known_keys (Optional[frozenset[int]]): content keys of records that were
              told before.
          told_records (Optional[ToldRecords]): records that other trees told.
        """
        super().__init__()
        self._composers = composers
        self._carved_blobs = carved_blobs
        self._content_index = content_index
        self._context = context
        self._index = None
        self._producer = context.producer
        self._records = []
        self._number_of_odd_blobs = 0
        self._odd_identifiers = []
        self._orphan_messages = []
        self._orphan_turns = []
        self._told_records = told_records or novelty.ToldRecords()
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
        self._root_reader = live_roots.LiveRootReader(context, composers, self._source)
        self.live_step_reader = live_steps.LiveStepReader(
            context, self._root_reader, self._reader, content_index, self._told_records
        )
        self.numbers = collections.defaultdict(collections.Counter)
        self.number_of_unattributed_messages = 0
        self.tree_records = tree_records.TreeRecords(known_keys)

    def _WarnOfRecovered(self, message):
        """Produces a warning of a record of a tree that was recovered.

        Args:
          message (str): message.
        """
        self._producer.Warn(message, kind="recovered agent.v1 tree", recovered=True)

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
                "with unusual identifiers are not looked for in the agentKv messages"
            )
        for identifier, data, root_identifier in self._root_reader.ReadRoots():
            self._index.AddLiveRoot(identifier, data, root_id=root_identifier)
            self.live_step_reader.AddRoot(identifier, data)

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
        self.live_step_reader.AddBlob(identifier, kind, message)

    def Finish(self):
        """Finds the conversations that only the blobs hold, once all were added."""
        self.live_step_reader.Finish()
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
                "rows whose identifier is no hash are not read"
            )
        self._orphan_messages = list(message_identifiers.items())

    def _WriteAll(self, produce, warn=None):
        """Writes all conversations, turns and messages that only the blobs hold.

        Args:
          produce (callable): function that is given event data, the key of its record
              and if the record is partial.
          warn (Optional[callable]): function that produces a warning.
        """
        self.numbers.clear()
        # Of the copies of a record that is told which is of a known conversation.
        for record in sorted(self._records, key=lambda record: not record.identifier):
            if self._producer.abort:
                return
            self._WriteRecord(record, produce, warn)

        for orphan_turn in self._orphan_turns:
            turn = self._reader.ReadTurn(orphan_turn.turn_id)
            if self._content_index.Has("request", turn.request_id):
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
        if self._root_reader.IsLive(record.identifier):
            # A branch of a live conversation: what its bubbles show is not told again.
            for turn in self._reader.ReadTurns(conversation):
                if not self._content_index.Has("request", turn.request_id):
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
        """Learns what the trees hold, so that a carved copy is not told again.

        Nothing is told yet, nor warned of.
        """

        def Collect(event_data, unused_key, corrupted=False):
            self.tree_records.Add(event_data, corrupted=corrupted)

        self._WriteAll(Collect)
        self.tree_records.has_unowned = any(
            not record.identifier for record in self._records
        )

    def Produce(self):
        """Produces what only the trees hold."""
        self._WriteAll(self._Produce, warn=self._WarnOfRecovered)

    def SetOwners(self, root_writers):
        """Sets whose the trees are that tell no owner themselves.

        Args:
          root_writers (RootWriters): composers per root.
        """
        for index, record in enumerate(self._records):
            if not record.identifier:
                identifier = root_writers.GetComposer(
                    self._index.GetRootIds(record.tree)
                )
                if identifier:
                    self._records[index] = TreeConversationRecord(
                        identifier, record.tree
                    )

    def ProduceCarved(self, carved_blobs, wanted_identifiers, root_writers):
        """Produces what recovered blobs add to the trees.

        Args:
          carved_blobs (dict[str, tuple[object, str]]): stored value and place of the
              blobs per identifier.
          wanted_identifiers (list[str]): identifiers of the deleted conversations.
          root_writers (RootWriters): composers per root.
        """
        reader = TreeReader(
            self._context,
            self._composers,
            self._content_index,
            carved_blobs=carved_blobs,
            known_keys=self.tree_records.content_keys,
            told_records=self._told_records,
        )
        reader.Begin(wanted_identifiers)
        for identifier, (value, _) in carved_blobs.items():
            reader.AddRow(f"{keys.BLOB_PREFIX:s}{identifier:s}", value)
        reader.Finish()
        reader.SetOwners(root_writers)
        # What is of a known conversation comes before what is not.
        reader.ProduceParts(self._records)
        reader.Produce()

    def ProduceParts(self, records):
        """Produces the turns and steps that were recovered of other trees.

        Args:
          records (list[TreeConversationRecord]): conversations whose roots are not
              among the recovered blobs.
        """
        for record in records:
            if self._producer.abort:
                return
            writer = event_writer.ConversationEventWriter(
                self._Produce,
                record.identifier,
                record.evidence_source,
                table_name=keys.DISK_TABLE_NAME,
            )
            for turn in history.ReadRecoveredTurns(
                self._reader,
                self._reader.ReadRoot(record.tree.final_root_id),
                self._carved_blobs.keys(),
            ):
                writer.WriteTurn(turn)

    def _Produce(self, event_data, key, corrupted=False):
        """Produces event data.

        Args:
          event_data (CursorEventData): event data.
          key (str): key of the record, with its table.
          corrupted (Optional[bool]): True if the record is partial.
        """
        if self.tree_records.TakeTold(event_data):
            return
        # Where blobs are missing several roots and turns lead to one step.
        if self._told_records.Take(event_data, corrupted=corrupted):
            return
        event_data.record_key = key
        self._context.SetFacts(event_data)
        event_data.recovery_completeness = "partial" if corrupted else "complete"
        event_data.recovery_location = tree_records.RECOVERY_METHOD
        if self._carved_blobs:
            event_data.recovery_location = (
                f"{tree_records.RECOVERY_METHOD:s}, recovered blobs"
            )
        event_data.recovery_method = tree_records.RECOVERY_METHOD
        event_data.recovery_places = self.tree_records.GetPlaces(event_data)
        self._producer.Produce(event_data, corrupted=corrupted, recovered=True)
