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

# Bytes of roots that are kept. What is more is decoded again when it is needed.
_MAXIMUM_KEPT_SIZE = 16 * 1024 * 1024


class CloudStateReader:
    """Reader of the states of cloud agents of one state.vscdb."""

    def __init__(self, context, content_index):
        """Initializes a reader.

        Args:
          context (StateContext): context.
          content_index (ContentIndex): index of what the live bubbles hold.
        """
        super().__init__()
        self._content_index = content_index
        self._context = context
        self._kept_size = 0
        self._source = blobs.TableBlobSource(
            context.view,
            keys.DISK_TABLE_NAME,
            key_prefix=keys.BLOB_PREFIX,
            value_column="value",
        )
        self._reader = agent_conversation.ConversationReader(
            self._source, is_aborted=lambda: self._context.producer.abort
        )
        # Per identifier of the agent: identifier of the blob of the state, and root of
        # the conversation, which is None if it is not kept and empty if there is none.
        self._states = {}

    def _IsTold(self, turn):
        """Determines if live bubbles tell a turn.

        Args:
          turn (Turn): turn.

        Returns:
          bool: True if a user bubble names the request of the turn.
        """
        return self._content_index.Has("request", turn.request_id)

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

    def _ReadRoots(self):
        """Reads the roots of the conversations.

        Yields:
          tuple[str, bytes]: identifier of the agent and root of its conversation.
        """
        for identifier, (state_identifier, root_data) in self._states.items():
            if self._context.producer.abort:
                return
            if root_data is None:
                root_data, _, _, _ = self._ReadState(state_identifier)
            if root_data:
                yield identifier, root_data

    def _ReadState(self, state_identifier):
        """Reads the state of an agent.

        Args:
          state_identifier (str): identifier of the blob of the state or None.

        Returns:
          tuple[bytes, str, str, int]: root of the conversation, commit, base branch and
              start of the original request in milliseconds, each None if not
              available.
        """
        data = self._source.Get(state_identifier) if state_identifier else None
        if not data:
            return None, None, None, None
        return decode.DecodeCloudAgentState(data)

    def AddRoots(self, tree_reader):
        """Adds the roots of the conversations to those that nothing has to recover.

        Args:
          tree_reader (TreeReader): reader of the trees.
        """
        for identifier, root_data in self._ReadRoots():
            tree_reader.AddLiveRoot(identifier, root_data)

    def Produce(self):
        """Produces the conversations."""
        for identifier, root_data in self._ReadRoots():
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
        root_data, starting_commit, base_branch, request_start = self._ReadState(
            metadata.state_blob_id
        )
        event_data = events.CursorCloudAgentEventData()
        event_data.base_branch = base_branch
        event_data.evidence_source = _EVIDENCE_SOURCE
        # No document tells which request that is: the time is none of the agent.
        request_time = times.FromMilliseconds(request_start)
        if request_time:
            event_data.details = [
                "original request start: "
                f"{request_time.CopyToDateTimeStringISO8601():s}"
            ]
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
        if len(self._states) >= _MAXIMUM_AGENTS:
            self._context.Warn(
                keys.DISK_TABLE_NAME, key, "one agent too many, is not followed"
            )
            return
        root_data = root_data or b""
        if self._kept_size + len(root_data) > _MAXIMUM_KEPT_SIZE:
            root_data = None
        else:
            self._kept_size += len(root_data)
        self._states[identifier] = (metadata.state_blob_id, root_data)
