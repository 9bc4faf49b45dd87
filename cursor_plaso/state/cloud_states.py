"""States of cloud agents: conversations that the IDE followed and kept as a tree.

A row <bc id>:cloudAgent:metadata of cursorDiskKV names the agentKv blob that holds the
state of a cloud agent: the root of its conversation, the commit and the branch that it
started from (storage-facts 1.8, observed 2.3.41). No bubbles belong to such a
conversation, so that its tree is the record of it.
"""

from cursor_plaso import events
from cursor_plaso import keys
from cursor_plaso import times
from cursor_plaso.agent import blobs
from cursor_plaso.agent import conversation as agent_conversation
from cursor_plaso.agent import decode
from cursor_plaso.agent import event_writer
from cursor_plaso.state import cloud_agents

KEY_SUFFIX = ":cloudAgent:metadata"

_EVIDENCE_SOURCE = "cloud agent state"

# Agents whose conversations are read.
_MAXIMUM_AGENTS = 10_000


class CloudStateReader:
    """Reader of the states of cloud agents of one state.vscdb."""

    def __init__(self, context, bubble_reader):
        """Initializes a reader.

        Args:
          context (StateContext): context.
          bubble_reader (BubbleReader): reader of bubbles, which knows what the live
              ones hold.
        """
        super().__init__()
        self._bubble_reader = bubble_reader
        self._context = context
        self._metadata = {}
        self._source = blobs.TableBlobSource(
            context.view,
            keys.DISK_TABLE_NAME,
            key_prefix=keys.BLOB_PREFIX,
            value_column="value",
        )
        self._reader = agent_conversation.ConversationReader(
            self._source, is_aborted=lambda: self._context.producer.abort
        )

    def _IsTold(self, turn):
        """Determines if live bubbles tell a turn.

        Args:
          turn (Turn): turn.

        Returns:
          bool: True if a user bubble names the request of the turn.
        """
        return bool(turn.request_id) and self._bubble_reader.content_index.Has(
            "request", turn.request_id
        )

    def _Produce(self, event_data, record_key, corrupted=False):
        """Produces event data.

        Args:
          event_data (CursorEventData): event data.
          record_key (str): key of the record, with its table.
          corrupted (Optional[bool]): True if the record is partial.
        """
        event_data.record_key = record_key
        self._context.SetFacts(event_data)
        self._context.producer.Produce(event_data, corrupted=corrupted)

    def _ReadState(self, metadata):
        """Reads the state that metadata names.

        Args:
          metadata (CloudAgentMetadata): metadata.

        Returns:
          tuple[bytes, str, str]: root of the conversation, commit and base branch, each
              None if not available.
        """
        data = None
        if metadata.state_blob_id:
            data = self._source.Get(metadata.state_blob_id)
        if not data:
            return None, None, None
        return decode.DecodeCloudAgentState(data)

    def AddRoots(self, tree_reader):
        """Adds the roots of the conversations to those that nothing has to recover.

        Args:
          tree_reader (TreeReader): reader of the trees.
        """
        for identifier, metadata in self._metadata.items():
            root_data, _, _ = self._ReadState(metadata)
            if root_data:
                tree_reader.AddLiveRoot(identifier, root_data)

    def Produce(self):
        """Produces the conversations."""
        for identifier, metadata in self._metadata.items():
            if self._context.producer.abort:
                return
            root_data, _, _ = self._ReadState(metadata)
            if not root_data:
                continue
            conversation = self._reader.ReadRootData(root_data)
            writer = event_writer.ConversationEventWriter(
                self._Produce,
                identifier,
                _EVIDENCE_SOURCE,
                table_name=keys.DISK_TABLE_NAME,
            )
            if any(map(self._IsTold, self._reader.ReadTurns(conversation))):
                for turn in self._reader.ReadTurns(conversation):
                    if not self._IsTold(turn):
                        writer.WriteTurn(turn)
                continue
            writer.WriteConversation(
                self._reader,
                conversation,
                model_names=self._reader.ReadModelNames(conversation),
            )

    def ReadRow(self, key, value):
        """Reads a row.

        Args:
          key (str): key.
          value (str|bytes|None): stored value.
        """
        if value in (None, "", b""):
            return
        metadata = decode.DecodeCloudAgentMetadata(value)
        if metadata is None:
            self._context.Warn(
                keys.DISK_TABLE_NAME, key, "value is not metadata of a state"
            )
            return
        if metadata.warnings:
            self._context.Warn(keys.DISK_TABLE_NAME, key, "; ".join(metadata.warnings))

        identifier = key[: -len(KEY_SUFFIX)]
        _, starting_commit, base_branch = self._ReadState(metadata)
        event_data = events.CursorCloudAgentEventData()
        event_data.base_branch = base_branch
        event_data.evidence_source = _EVIDENCE_SOURCE
        event_data.origin = cloud_agents.ORIGIN
        event_data.starting_commit = starting_commit
        event_data.update_time = times.FromMilliseconds(metadata.recorded_ms)
        if event_data.update_time:
            event_data.time_source = "timestamp_ms of the metadata"
        event_data.workflow_status_number = metadata.workflow_status_number
        self._context.Produce(
            event_data,
            keys.DISK_TABLE_NAME,
            key,
            identifier,
            corrupted=bool(metadata.warnings),
        )
        if self._context.recovery or self._context.captured is not None:
            return
        if len(self._metadata) < _MAXIMUM_AGENTS:
            self._metadata[identifier] = metadata
        else:
            self._context.Warn(
                keys.DISK_TABLE_NAME, key, "one agent too many, is not followed"
            )
