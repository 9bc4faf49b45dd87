"""Chat stores of the Cursor Agent CLI, of "agent acp" and of SDK agents: store.db.

A store has the tables blobs(id, data) and meta(key, value). Row 0 of meta is the state
of the session as hexadecimal JSON and names the root blob; the turns are a tree of
protobuf blobs under it. Sources: seed "CLI chat store" and "CLI session and trust
files" (observed 2026.10.19-6bbf2c4), storage-facts 1.8, conversation-tree.
"""

import re

from cursor_plaso import agent_index
from cursor_plaso import events
from cursor_plaso import locations
from cursor_plaso import siblings
from cursor_plaso import times
from cursor_plaso import values
from cursor_plaso.agent import blobs
from cursor_plaso.agent import conversation as agent_conversation
from cursor_plaso.agent import event_writer
from cursor_plaso.agent import history
from cursor_plaso.agent import roots
from cursor_plaso.recovery import reader as remnant_reader
from cursor_plaso.state import novelty

BLOBS_TABLE_NAME = "blobs"
META_TABLE_NAME = "meta"

_IDENTIFIER_RE = re.compile("[0-9a-f]{64}", re.IGNORECASE)

# Name of an agent that was given none (storage-facts 1.8).
_DEFAULT_NAME = "New Agent"

_META_KEY = "0"

# Recovered blobs are kept until all were recovered.
_MAXIMUM_CARVED_BLOBS_SIZE = 32 * 1024 * 1024

_MAXIMUM_META_JSON_SIZE = 1024 * 1024


class AgentStoreReader:
    """Reader of one store.db."""

    def __init__(self, producer, database, file_entry=None):
        """Initializes a reader.

        Args:
          producer (BaseProducer): producer.
          database (Database): database.
          file_entry (Optional[dfvfs.FileEntry]): file entry of the database.
        """
        super().__init__()
        self._application = "CLI"
        self._conversation_identifier = None
        self._file_entry = file_entry
        self._git_branch = None
        self._model = None
        self._modification_time = getattr(file_entry, "modification_time", None)
        self._parent_identifier = None
        self._producer = producer
        self._project_path = None
        self._selected_model = None
        self._title = None
        # A recovered version of a turn has copies of these.
        self._told_records = novelty.ToldRecords()
        self._view = database.live

    def _Produce(self, event_data, key, corrupted=False, recovered=False):
        """Produces event data.

        Args:
          event_data (CursorEventData): event data.
          key (str): key of the record, with its table.
          corrupted (Optional[bool]): True if the record is partial.
          recovered (Optional[bool]): True if the record was recovered.
        """
        event_data.record_key = key
        if event_data.conversation_identifier is None:
            event_data.conversation_identifier = self._conversation_identifier
        is_session = event_data.conversation_identifier == self._conversation_identifier
        if event_data.conversation_title is None and is_session:
            event_data.conversation_title = self._title
        if event_data.parent_conversation_identifier is None and is_session:
            event_data.parent_conversation_identifier = self._parent_identifier
        if event_data.git_branch is None:
            event_data.git_branch = self._git_branch
        if event_data.project_path is None:
            event_data.project_path = self._project_path
        is_told = self._told_records.Take(event_data, corrupted=corrupted)
        if recovered and is_told:
            return
        if not recovered:
            self._FollowModel(event_data, is_session)
        self._producer.Produce(event_data, corrupted=corrupted, recovered=recovered)

    def _FollowModel(self, event_data, is_session):
        """Produces a change of the model where a message names another one.

        Args:
          event_data (CursorEventData): event data.
          is_session (bool): True if the record is not of a sub-agent.
        """
        if (
            not is_session
            or event_data.data_type != events.CursorMessageEventData.DATA_TYPE
            or event_data.header_list_state
            or not event_data.model
            or event_data.model == self._model
        ):
            return
        change = events.CursorModelChangeEventData()
        change.conversation_identifier = event_data.conversation_identifier
        change.conversation_title = event_data.conversation_title
        change.creation_time = event_data.creation_time
        change.evidence_source = event_data.evidence_source
        change.git_branch = event_data.git_branch
        change.model = event_data.model
        change.previous_model = self._model
        change.project_path = event_data.project_path
        change.record_key = f"{event_data.record_key:s}#model"
        if self._selected_model != event_data.model:
            change.requested_model = self._selected_model
        change.sent_time = event_data.sent_time
        change.time_source = event_data.time_source
        change.turn_start_time = event_data.turn_start_time
        self._model = event_data.model
        self._producer.Produce(change)

    def _ReadMeta(self):
        """Reads the state of the session.

        Returns:
          dict[str, object]: row 0 of meta, empty if it can not be read.
        """
        row = self._view.Lookup(META_TABLE_NAME, _META_KEY)
        if row is None:
            for candidate in self._view.ReadRows(META_TABLE_NAME):
                if values.ToString(candidate.GetValue("key")) == _META_KEY:
                    row = candidate
        value = row.GetValue("value") if row else None
        if value is None:
            return {}
        json_dict, reason = values.DecodeJSON(value)
        if reason or not isinstance(json_dict, dict):
            self._producer.Warn(
                f"meta row {_META_KEY:s}: {reason or 'not a JSON object':s}"
            )
            return {}
        return json_dict

    def _ReadMetaFile(self):
        """Reads the meta.json beside the store.

        Returns:
          dict[str, object]: JSON object, empty if there is none.
        """
        data = None
        if self._file_entry:
            meta_file_entry = siblings.GetFileEntry(self._file_entry, "meta.json")
            if (getattr(meta_file_entry, "size", 0) or 0) > _MAXIMUM_META_JSON_SIZE:
                self._producer.Warn(
                    f"meta.json: larger than {_MAXIMUM_META_JSON_SIZE:d} bytes, not "
                    "read with the store"
                )
            data = siblings.ReadFile(meta_file_entry, _MAXIMUM_META_JSON_SIZE)
        json_dict, _ = values.DecodeJSON(data)
        return json_dict if isinstance(json_dict, dict) else {}

    def _SetSession(self, meta, meta_file):
        """Sets what the session is.

        Args:
          meta (dict[str, object]): row 0 of meta.
          meta_file (dict[str, object]): meta.json.
        """
        agent_identifier = values.GetString(meta, "agentId")
        directory_name = siblings.GetDirectoryName(self._file_entry)
        parent_name = siblings.GetDirectoryName(self._file_entry, level=1)
        grandparent_name = siblings.GetDirectoryName(self._file_entry, level=2)
        identifier = agent_identifier
        if parent_name == "agents" or (directory_name or "").startswith("agent-"):
            self._application = "SDK"
        elif parent_name == "acp-sessions":
            self._application = "ACP"
            identifier = directory_name or agent_identifier
        elif grandparent_name == "chats":
            identifier = directory_name or agent_identifier
        self._conversation_identifier = identifier or directory_name

        path = values.GetString(meta_file, "cwd")
        self._project_path = locations.NormalizePath(path) if path else None
        self._title = values.GetString(meta, "name")
        if self._title in (None, _DEFAULT_NAME):
            self._title = values.GetString(meta_file, "title") or self._title
        self._selected_model = values.GetString(meta, "lastUsedModel")
        subagent_information = values.GetDictionary(meta, "subagentInfo")
        self._parent_identifier = values.GetString(
            subagent_information, "parentAgentId"
        )

    def _ReadIndex(self):
        """Reads what the index.db tells of an agent of the SDK.

        Returns:
          list[str]: identifiers of roots, the earlier first.
        """
        index = agent_index.OpenIndex(self._file_entry, self._producer)
        if index is None:
            return []
        digests = [agent_index.GetDigest(self._conversation_identifier or "")]
        directory_name = siblings.GetDirectoryName(self._file_entry) or ""
        if directory_name.startswith("agent-"):
            digests.append(directory_name[len("agent-") :])

        root_identifiers = []
        for digest in dict.fromkeys(digests):
            facts = index.GetFacts(digest)
            if facts is None:
                continue
            root_identifiers.extend(facts.root_identifiers)
            self._project_path = self._project_path or facts.project_path
            self._title = facts.name or self._title
            if facts.number_of_roots_left_out:
                self._producer.Warn(
                    f"index.db: {facts.number_of_roots_left_out:d} earlier roots of "
                    "the agent are not looked for"
                )
        if index.number_left_out:
            self._producer.Warn(
                f"index.db: too large, {index.number_left_out:d} of its facts are not "
                "joined to the stores of its agents"
            )
        return root_identifiers

    def _GetRootIdentifiers(self, meta):
        """Retrieves the root blobs that the session names.

        Args:
          meta (dict[str, object]): row 0 of meta.

        Returns:
          list[str]: identifiers of roots, the earlier first.
        """
        root_identifiers = []
        if self._application == "SDK" and self._file_entry:
            root_identifiers.extend(self._ReadIndex())
        root_identifier = values.GetString(meta, "latestRootBlobId")
        if root_identifier:
            root_identifiers.append(root_identifier)
        return root_identifiers

    def _ProduceSession(self, meta, conversation):
        """Produces the events of the session itself.

        Args:
          meta (dict[str, object]): row 0 of meta.
          conversation (Conversation): conversation or None.
        """
        mode = values.GetString(meta, "mode")
        is_run_everything = values.GetBoolean(meta, "isRunEverything")
        if mode == "auto-run":
            # The first versions had no flag (storage-facts 1.8).
            is_run_everything = True

        event_data = events.CursorConversationEventData()
        event_data.agent_mode = mode
        event_data.application = self._application
        event_data.approval_mode = values.GetString(meta, "approvalMode")
        event_data.creation_time = times.FromStored(meta.get("createdAt"))
        event_data.evidence_source = f"{self._application:s} store"
        event_data.model = self._selected_model
        event_data.run_everything = is_run_everything
        subagent_information = values.GetDictionary(meta, "subagentInfo")
        event_data.is_subagent = bool(subagent_information) or None
        event_data.subagent_type = values.GetString(subagent_information, "typeName")
        event_data.parent_tool_call_identifier = values.GetString(
            subagent_information, "toolCallId"
        )
        event_data.root_conversation_identifier = values.GetString(
            subagent_information, "rootParentAgentId"
        )
        cloud_identifier = values.GetString(meta, "resumeBcId")
        if cloud_identifier:
            # The first versions of the CLI could go on with a cloud agent.
            event_data.origin = f"resumed cloud agent {cloud_identifier:s}"
        if event_data.creation_time:
            event_data.time_source = "meta 0 createdAt"
        if conversation:
            event_writer.FillConversation(event_data, conversation)
            if not event_data.creation_time:
                event_data.creation_time = times.FromMilliseconds(
                    conversation.started_ms
                )
                event_data.time_source = conversation.started_source
            if self._project_path:
                event_data.project_path = self._project_path
        plan_path = locations.GetPathFromURI(values.GetString(meta, "currentPlanUri"))
        if plan_path and plan_path not in (event_data.plans or []):
            event_data.plans = [plan_path] + (event_data.plans or [])
        self._Produce(
            event_data,
            f"{META_TABLE_NAME:s}[{_META_KEY:s}]",
            corrupted=bool(conversation and conversation.is_corrupted),
        )

        if is_run_everything is not None:
            setting = events.CursorPermissionSettingEventData()
            setting.evidence_source = event_data.evidence_source
            setting.modification_time = self._modification_time
            setting.setting_name = "run everything"
            setting.setting_note = "file time"
            setting.setting_scope = f"session {self._conversation_identifier or '-':s}"
            setting.setting_value = "true" if is_run_everything else "false"
            if self._modification_time:
                setting.time_source = "file modification time"
            self._Produce(setting, f"{META_TABLE_NAME:s}[{_META_KEY:s}]#runEverything")

    def _IndexBlobs(self):
        """Reads all blobs once and finds the conversations they hold.

        Returns:
          BlobIndex: index.
        """
        index = roots.BlobIndex()
        for row in self._view.ReadRows(BLOBS_TABLE_NAME):
            if self._producer.abort:
                break
            identifier = values.DecodeText(row.GetValue("id"))
            if not identifier:
                continue
            blob = blobs.DecodeStoredBlob(identifier, row.GetValue("data"))
            if blob is not None:
                index.AddBlob(identifier, blob.data)
        index.Finish()
        return index

    def Read(self, database):
        """Reads the store.

        Args:
          database (Database): database.
        """
        meta = self._ReadMeta()
        self._SetSession(meta, self._ReadMetaFile())
        index = self._IndexBlobs()

        source = blobs.TableBlobSource(self._view, BLOBS_TABLE_NAME)
        reader = agent_conversation.ConversationReader(
            source, is_aborted=lambda: self._producer.abort
        )
        all_root_identifiers = []
        for tree in index.GetConversations():
            all_root_identifiers.extend(index.GetRootIds(tree))

        conversation = None
        root_identifiers = self._GetRootIdentifiers(meta)
        for root_identifier in reversed(root_identifiers):
            candidate = reader.ReadRoot(root_identifier)
            if not candidate.is_missing:
                conversation = candidate
                break
        if root_identifiers and conversation is None:
            self._producer.Warn(
                f"root blob {root_identifiers[-1]:s} that the session names is missing"
            )
        if conversation is None and all_root_identifiers:
            conversation = reader.ReadRoot(all_root_identifiers[-1])

        if conversation and not self._project_path:
            self._project_path = event_writer.GetProjectPath(conversation)
        if conversation:
            self._git_branch = conversation.active_branch or next(
                (branch for _, branch in conversation.branches if branch), None
            )
        self._ProduceSession(meta, conversation)

        writer = event_writer.ConversationEventWriter(
            self._Produce,
            self._conversation_identifier,
            "agent.v1 tree",
            warn=self._Warn,
        )
        if conversation:
            earlier_states = history.ReadEarlierStates(
                source,
                [
                    identifier
                    for identifier in all_root_identifiers
                    if identifier != conversation.root_id
                ],
                is_aborted=lambda: self._producer.abort,
            )
            if earlier_states.number_of_calls_left_out:
                self._Warn(
                    f"root {conversation.root_id or '-':s}: "
                    f"{earlier_states.number_of_calls_left_out:d} calls that waited in "
                    "earlier roots are not read"
                )
            writer.WriteConversation(
                reader,
                conversation,
                superseded_turns=history.ReadSupersededTurns(
                    reader, conversation, earlier_states
                ),
                model_names=reader.ReadModelNames(conversation),
                pending_calls=earlier_states.pending_calls,
            )
            if not conversation.turn_ids:
                writer.WriteMessages(reader.ReadMessages(conversation.message_ids))

        for orphan_turn in index.GetOrphanTurns():
            turn = reader.ReadTurn(orphan_turn.turn_id)
            turn.is_superseded = True
            writer.WriteTurn(turn)

        self._WriteOrphanMessages(reader, index, self._Produce, self._Warn)
        self._ReadRemnants(database, source, conversation)

    def _Warn(self, message):
        """Produces a warning of a record of the tree.

        Args:
          message (str): message.
        """
        self._producer.Warn(message, kind="agent.v1 tree")

    def _WarnOfRemnant(self, message):
        """Produces a warning of a record of the tree that was recovered.

        Args:
          message (str): message.
        """
        self._producer.Warn(message, kind="recovered agent.v1 tree", recovered=True)

    def _WriteOrphanMessages(self, reader, index, produce, warn):
        """Writes the JSON messages that no root reaches.

        Args:
          reader (ConversationReader): reader of the blobs.
          index (BlobIndex): index of the blobs.
          produce (callable): function that produces event data.
          warn (callable): function that produces a warning.
        """
        identifiers = [identifier for identifier, _ in index.GetOrphanMessageIds()]
        if identifiers:
            writer = event_writer.ConversationEventWriter(
                produce,
                self._conversation_identifier,
                "model message that no root reaches",
                warn=warn,
            )
            writer.WriteMessages(reader.ReadMessages(identifiers))

    def _RecoverBlobs(self, database):
        """Recovers the blobs that left the table but not the disk.

        Args:
          database (Database): database.

        Returns:
          tuple[dict[str, bytes], dict[str, str]]: data, and where it was found, per
              identifier.
        """
        recovery_reader = remnant_reader.RecoveryReader(
            database, [BLOBS_TABLE_NAME], self._producer
        )
        carved_blobs = {}
        locations_per_blob = {}
        size = 0
        number_left_out = 0
        for row in recovery_reader.ReadRows():
            identifier = row.key
            blob = None
            if identifier and blobs.IsBlobIdentifier(identifier):
                blob = blobs.DecodeStoredBlob(identifier, row.GetValue("data"))
            # A blob is what its hash says or it is damaged.
            if blob is None or not blob.hash_matches:
                continue
            if size + len(blob.data) > _MAXIMUM_CARVED_BLOBS_SIZE:
                number_left_out += 1
                continue
            size += len(blob.data)
            carved_blobs[identifier] = blob.data
            locations_per_blob[identifier] = row.location
        if number_left_out:
            self._producer.Warn(
                f"recovered blobs: {number_left_out:d} are not read, since those "
                f"before them take {_MAXIMUM_CARVED_BLOBS_SIZE:d} bytes",
                recovered=True,
            )
        return carved_blobs, locations_per_blob

    def _ReadRemnants(self, database, source, conversation=None):
        """Reads the blobs that left the table but not the disk.

        Args:
          database (Database): database.
          source (BlobSource): blobs of the table.
          conversation (Optional[Conversation]): conversation of the session, if the
              store is that of one.
        """
        carved_blobs, locations_per_blob = self._RecoverBlobs(database)
        if not carved_blobs:
            return

        index = roots.BlobIndex()
        for identifier, data in carved_blobs.items():
            index.AddBlob(identifier, data)
        index.Finish()
        reader = agent_conversation.ConversationReader(
            blobs.OverlayBlobSource(carved_blobs, source),
            is_aborted=lambda: self._producer.abort,
        )

        def Produce(event_data, key, corrupted=False):
            event_data.recovery_location = next(
                (
                    locations_per_blob[identifier]
                    for identifier in _IDENTIFIER_RE.findall(key)
                    if identifier in locations_per_blob
                ),
                "recovered blobs",
            )
            event_data.recovery_completeness = "partial" if corrupted else "complete"
            event_data.recovery_method = "recovered blobs"
            self._Produce(event_data, key, corrupted=corrupted, recovered=True)

        writer = event_writer.ConversationEventWriter(
            Produce,
            self._conversation_identifier,
            "agent.v1 tree",
            warn=self._WarnOfRemnant,
        )
        if conversation:
            for turn in history.ReadRecoveredTurns(
                reader, conversation, carved_blobs.keys()
            ):
                writer.WriteTurn(turn)
        told_turns = set()

        def WriteTurn(turn):
            # Several roots have the same turn.
            if turn.blob_id not in told_turns:
                told_turns.add(turn.blob_id)
                turn.is_superseded = True
                writer.WriteTurn(turn)

        for tree in index.GetConversations():
            if tree.final_root_id:
                for turn in reader.ReadTurns(reader.ReadRoot(tree.final_root_id)):
                    if turn.blob_id in carved_blobs:
                        WriteTurn(turn)
        for orphan_turn in index.GetOrphanTurns():
            WriteTurn(reader.ReadTurn(orphan_turn.turn_id))
        self._WriteOrphanMessages(reader, index, Produce, self._WarnOfRemnant)


def IsAgentStore(view):
    """Determines if a database is a store.db.

    Args:
      view (View): view of the database.

    Returns:
      bool: True if the database has the tables of a store, and its keys are hashes or
          its meta row is one of a session.
    """
    for name, columns in (
        (BLOBS_TABLE_NAME, ("id", "data")),
        (META_TABLE_NAME, ("key", "value")),
    ):
        table = view.GetTable(name)
        if not table or table.type != "table" or tuple(table.columns) != columns:
            return False
    row = view.Lookup(META_TABLE_NAME, _META_KEY)
    if row is not None:
        json_dict, _ = values.DecodeJSON(row.GetValue("value"))
        if isinstance(json_dict, dict) and "agentId" in json_dict:
            return True
    first_key = next(iter(view.ReadKeys(BLOBS_TABLE_NAME)), None)
    return first_key is not None and blobs.IsBlobIdentifier(
        values.DecodeText(first_key)
    )


def ReadAgentStore(producer, database, file_entry):
    """Reads a store.db.

    Args:
      producer (BaseProducer): producer.
      database (Database): database.
      file_entry (dfvfs.FileEntry): file entry of the database.
    """
    AgentStoreReader(producer, database, file_entry=file_entry).Read(database)
