"""Stores that hold the blobs of many conversations and nothing else.

conversation-blobs.db of the newer agent host has a table of blobs without the row of
meta that names a root and a session. Each root that no other continues is a
conversation; its identifier is the one that its shell calls or its goal hold. Source:
storage-facts, "Sources" (SANDDB), which tells the name, that there are blobs only, and
that the table is STRICT; conversation-tree steps 12 to 17.
"""

from cursor_plaso import agent_store
from cursor_plaso import events
from cursor_plaso import siblings
from cursor_plaso import values
from cursor_plaso.agent import blobs
from cursor_plaso.agent import conversation as agent_conversation
from cursor_plaso.agent import event_writer
from cursor_plaso.agent import history

_FILE_NAME = "conversation-blobs.db"

_EVIDENCE_SOURCE = "blob store"


class BlobStoreReader(agent_store.AgentStoreReader):
    """Reader of one conversation-blobs.db."""

    def Read(self, database):
        """Reads the store.

        Args:
          database (Database): database.
        """
        index = self._IndexBlobs()
        source = blobs.TableBlobSource(self._view, agent_store.BLOBS_TABLE_NAME)
        reader = agent_conversation.ConversationReader(
            source, is_aborted=lambda: self._producer.abort
        )
        for tree in index.GetConversations():
            if self._producer.abort:
                return
            if tree.final_root_id:
                self._ReadTree(
                    source,
                    reader,
                    tree,
                    [
                        identifier
                        for identifier in index.GetRootIds(tree)
                        if identifier != tree.final_root_id
                    ],
                )
        self._conversation_identifier = None
        self._git_branch = None
        self._model = None
        self._project_path = None

        for orphan_turn in index.GetOrphanTurns():
            turn = reader.ReadTurn(orphan_turn.turn_id)
            turn.is_superseded = True
            event_writer.ConversationEventWriter(
                self._Produce,
                orphan_turn.owner_id,
                "agent.v1 turn that no root reaches",
                warn=self._Warn,
            ).WriteTurn(turn)
        self._WriteOrphanMessages(reader, index, self._Produce, self._Warn)
        self._ReadRemnants(database, source)

    def _ReadTree(self, source, reader, tree, earlier_identifiers):
        """Reads a conversation.

        Args:
          source (BlobSource): blobs.
          reader (ConversationReader): reader of the blobs.
          tree (TreeConversation): conversation of the index of blobs.
          earlier_identifiers (list[str]): identifiers of its earlier roots.
        """
        conversation = reader.ReadRoot(tree.final_root_id)
        self._conversation_identifier = tree.owner_id
        self._git_branch = conversation.active_branch or next(
            (branch for _, branch in conversation.branches if branch), None
        )
        self._model = None
        self._project_path = event_writer.GetProjectPath(conversation)

        event_data = events.CursorConversationEventData()
        event_data.evidence_source = _EVIDENCE_SOURCE
        event_writer.FillConversation(event_data, conversation)
        event_data.creation_time = event_writer.CreateTime(conversation.started_ms)
        if event_data.creation_time:
            event_data.time_source = conversation.started_source
        self._Produce(
            event_data,
            f"{agent_store.BLOBS_TABLE_NAME:s}[{tree.final_root_id:s}]",
            corrupted=conversation.is_corrupted,
        )

        earlier_states = history.ReadEarlierStates(
            source, earlier_identifiers, is_aborted=lambda: self._producer.abort
        )
        event_writer.ConversationEventWriter(
            self._Produce, tree.owner_id, "agent.v1 tree", warn=self._Warn
        ).WriteConversation(
            reader,
            conversation,
            superseded_turns=history.ReadSupersededTurns(
                reader, conversation, earlier_states
            ),
            model_names=reader.ReadModelNames(conversation),
            pending_calls=earlier_states.pending_calls,
        )


def IsBlobStore(view, file_entry):
    """Determines if a database is a conversation-blobs.db.

    Args:
      view (View): view of the database.
      file_entry (dfvfs.FileEntry): file entry of the database or None.

    Returns:
      bool: True if the file has the name of such a store, and the database a table of
          blobs whose first key is a hash, and none of sessions.
    """
    if not file_entry or siblings.GetName(file_entry) != _FILE_NAME:
        return False
    table = view.GetTable(agent_store.BLOBS_TABLE_NAME)
    if (
        not table
        or table.type != "table"
        or not {"data", "id"}.issubset(table.columns)
        or view.GetTable(agent_store.META_TABLE_NAME)
    ):
        return False
    row = next(iter(view.ReadRows(agent_store.BLOBS_TABLE_NAME)), None)
    return row is not None and blobs.IsBlobIdentifier(
        values.DecodeText(row.GetValue("id"))
    )


def ReadBlobStore(producer, database, file_entry):
    """Reads a conversation-blobs.db.

    Args:
      producer (BaseProducer): producer.
      database (Database): database.
      file_entry (dfvfs.FileEntry): file entry of the database or None.
    """
    BlobStoreReader(producer, database, file_entry).Read(database)
