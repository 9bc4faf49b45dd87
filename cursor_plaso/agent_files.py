"""Conversations whose agent.v1 blobs stand in a text file instead of a database.

The JSON store of SDK agents keeps the blobs of all its agents in checkpoints.ndjson,
{agentId, blobId, dataBase64} a line, and names the root of each in the agents.ndjson
beside it (sample sdk_local_store, jsonl-store). An editor of 3.18.9 exports and imports
one chat as {version, conversationState, blobs, name, exportedAt}, where the state is
the root itself and blobs holds the others (storage-facts 1.8).
"""

import base64
import binascii
import hashlib
import os
import re

from cursor_plaso import agent_store
from cursor_plaso import events
from cursor_plaso import lines
from cursor_plaso import locations
from cursor_plaso import sdk_index
from cursor_plaso import times
from cursor_plaso import values
from cursor_plaso import wal
from cursor_plaso.agent import blobs
from cursor_plaso.agent import decode
from cursor_plaso.files import documents
from cursor_plaso.files import evidence
from cursor_plaso.files import interface

AGENTS_FILE_NAME = "agents.ndjson"

# Beyond that the agents have no name and no project.
MAXIMUM_AGENTS_FILE_SIZE = 1024 * 1024

CHAT_EXPORT_KIND = "exported chat"

_MAXIMUM_NUMBER_OF_AGENTS = 10000

# Lines that are no blobs after which a file is taken for one of another program.
_MAXIMUM_FOREIGN_LINES = 16

# Characters of an identifier or a name that are kept as long as a file is read.
_MAXIMUM_KEPT_LENGTH = 1024

_HEAD_RE = re.compile(rb'\A(?:\xef\xbb\xbf)?\s{0,64}\{\s{0,64}"')
_STATE_RE = re.compile(rb'"conversationState"\s{0,64}:\s{0,64}"~?[A-Za-z0-9+/_-]{4}')

# Members of an exported chat beside the state of the conversation, all of which have to
# be there: what other programs write has other names.
_CHAT_MEMBERS = ("blobs", "conversationState", "version")


class _Row:
    """Row of a table of blobs, as far as the reader of stores asks for it."""

    def __init__(self, identifier, data):
        """Initializes a row.

        Args:
          identifier (str): identifier.
          data (bytes): data.
        """
        super().__init__()
        self._values = {"data": data, "id": identifier}

    def GetValue(self, name):
        """Retrieves a value.

        Args:
          name (str): name of the column.

        Returns:
          object: value or None if there is no such column.
        """
        return self._values.get(name)


class _BlobFile:
    """Blobs of a file, in place of a database with a table of them.

    Attributes:
      live (_BlobFile): itself, as the view of a database.
    """

    def __init__(self, places, read_blob):
        """Initializes the blobs of a file.

        Args:
          places (dict[str, object]): place of each blob in the file.
          read_blob (callable): function that reads the data of the blob at a place, and
              gives None if it can not be read.
        """
        super().__init__()
        self._places = places
        self._read_blob = read_blob
        self.live = self

    def GetTable(self, unused_name):
        """Retrieves a table, of which there is none whose index may be damaged."""

    def Lookup(self, unused_table_name, identifier):
        """Retrieves a row.

        Args:
          identifier (str): identifier of the blob.

        Returns:
          _Row: row or None if there is no such blob.
        """
        place = self._places.get(identifier)
        data = None if place is None else self._read_blob(place)
        return None if data is None else _Row(identifier, data)

    def ReadRows(self, unused_table_name, **unused_kwargs):
        """Reads the rows.

        Yields:
          _Row: row, in the order of the file.
        """
        for identifier in self._places:
            row = self.Lookup(None, identifier)
            if row:
                yield row


class _CheckpointsReader(agent_store.AgentStoreReader):
    """Reader of the conversation of one agent of a checkpoints.ndjson."""

    def __init__(self, producer, blob_file, identifier, agent):
        """Initializes a reader.

        Args:
          producer (BaseProducer): producer.
          blob_file (_BlobFile): blobs of the agent.
          identifier (str): identifier of the agent.
          agent (dict[str, object]): line of agents.ndjson, empty if there is none.
        """
        super().__init__(producer, blob_file)
        self._agent = agent
        self._application = "SDK"
        self._conversation_identifier = identifier

    def _Produce(self, event_data, key, corrupted=False, recovered=False):
        """Produces event data.

        Args:
          event_data (CursorEventData): event data.
          key (str): key of the record.
          corrupted (Optional[bool]): True if the record is partial.
          recovered (Optional[bool]): True if the record was recovered.
        """
        if key.startswith(agent_store.META_TABLE_NAME):
            # There is no table of that name, and no other record of the agent.
            key = f"agentId {self._conversation_identifier:s}"
        super()._Produce(event_data, key, corrupted=corrupted, recovered=recovered)

    def _ReadMeta(self):
        """Reads the state of the session.

        Returns:
          dict[str, object]: state in the form of row 0 of the table meta.
        """
        checkpoint = values.GetDictionary(self._agent, "latestCheckpoint")
        return {
            "latestRootBlobId": values.GetString(checkpoint, "rootBlobId"),
            "name": values.GetString(self._agent, "name"),
        }

    def _ReadMetaFile(self):
        """Reads the meta.json beside the store.

        Returns:
          dict[str, object]: empty, since there is none.
        """
        return {}

    def _ReadRemnants(self, *unused_arguments):
        """Reads the blobs that left the table: a file has none."""

    def _SetSession(self, meta, unused_meta_file):
        """Sets what the session is.

        Args:
          meta (dict[str, object]): state of the session.
        """
        path = values.GetString(self._agent, "cwd")
        self._project_path = locations.GetPathFromURI(path) if path else None
        self._title = values.GetString(meta, "name")


class _ChatExportReader(_CheckpointsReader):
    """Reader of the conversation of an exported chat."""

    def __init__(self, producer, blob_file, root_identifier, chat):
        """Initializes a reader.

        Args:
          producer (BaseProducer): producer.
          blob_file (_BlobFile): blobs of the chat.
          root_identifier (str): identifier of the root.
          chat (dict[str, object]): exported chat.
        """
        agent = {
            "latestCheckpoint": {"rootBlobId": root_identifier},
            "name": chat.get("name"),
        }
        super().__init__(producer, blob_file, None, agent)
        self._chat = chat

    def _IndexBlobs(self):
        """Reads all blobs once and finds the conversation they hold.

        Returns:
          BlobIndex: index.
        """
        index = super()._IndexBlobs()
        # Only the shell calls and the goal name the conversation.
        self._conversation_identifier = next(
            (tree.owner_id for tree in index.GetConversations() if tree.owner_id), None
        )
        return index

    def _ProduceSession(self, unused_meta, conversation):
        """Produces the event of the export.

        Args:
          conversation (Conversation): conversation or None.
        """
        event_data = events.CursorExportEventData()
        event_data.creation_time = times.FromStored(self._chat.get("exportedAt"))
        event_data.evidence_source = CHAT_EXPORT_KIND
        if event_data.creation_time:
            event_data.time_source = "exportedAt"
        if conversation:
            event_data.message_count = len(conversation.turn_ids)
        super()._Produce(
            event_data,
            "exportedAt",
            corrupted=conversation is None or conversation.is_corrupted,
        )


class IndexReader(interface.FileReader):
    """Reader of agents.ndjson, runs.ndjson and run_events.ndjson.

    plaso's JSON-L parser passes a file to a plugin by its first line: this reads the
    files of which that line is damaged or long.
    """

    KIND = "SDK index"
    NAMES = frozenset([AGENTS_FILE_NAME, "run_events.ndjson", "runs.ndjson"])

    def ReadFile(self, evidence_file, producer):
        """Reads a file.

        Args:
          evidence_file (EvidenceFile): file.
          producer (BaseProducer): producer.

        Returns:
          bool: True if the file is of this kind, even if it is damaged.
        """
        if not evidence_file.is_cursor_path or not evidence_file.size:
            return False
        file_object = evidence_file.OpenFileObject()
        if not file_object:
            return False
        record = lines.DecodeFirstLine(file_object)
        if isinstance(record, dict) and sdk_index.GetRecordKind(record):
            return False
        agents = ReadAgents(evidence_file.ReadNeighbour(AGENTS_FILE_NAME))
        sdk_index.ReadIndexLines(file_object, producer, agents=agents)
        return True


class CheckpointsReader(interface.FileReader):
    """Reader of checkpoints.ndjson."""

    KIND = "SDK checkpoints"
    NAMES = frozenset(["checkpoints.ndjson"])

    def ReadFile(self, evidence_file, producer):
        """Reads a file.

        Args:
          evidence_file (EvidenceFile): file.
          producer (BaseProducer): producer.

        Returns:
          bool: True if the file is of this kind.
        """
        file_object = evidence_file.OpenFileObject()
        if not file_object:
            return False

        places_per_agent = self._ReadPlaces(evidence_file, file_object, producer)

        def ReadBlob(place):
            """Reads the data of a blob.

            Args:
              place (tuple[int, int]): offset and size of its line.

            Returns:
              bytes: data or None if it can not be read.
            """
            position, size = place
            try:
                file_object.seek(position, os.SEEK_SET)
                json_value, _ = values.DecodeJSON(file_object.read(size))
            except wal.READ_ERRORS:
                return None
            if not isinstance(json_value, dict):
                return None
            return _DecodeData(json_value.get("dataBase64"))

        agents = ReadAgents(evidence_file.ReadNeighbour(AGENTS_FILE_NAME))
        for agent_identifier, places in places_per_agent.items():
            if producer.abort:
                return True
            blob_file = _BlobFile(places, ReadBlob)
            _CheckpointsReader(
                producer, blob_file, agent_identifier, agents.get(agent_identifier, {})
            ).Read(blob_file)
        return bool(places_per_agent)

    def _ReadPlaces(self, evidence_file, file_object, producer):
        """Reads where the blobs of the agents are.

        Args:
          evidence_file (EvidenceFile): file.
          file_object (dfvfs.FileIO): file-like object.
          producer (BaseProducer): producer.

        Returns:
          dict[str, dict[str, tuple[int, int]]]: offset and size of the line of each
              blob, per identifier of the blob, per identifier of the agent. Empty if
              none of the first lines is a blob: another program wrote the file.
        """
        places_per_agent = {}
        warnings = []
        for number, position, line in _ReadLines(file_object, producer):
            if producer.abort:
                break
            identifiers, reason = _ReadIdentifiers(line)
            agent_identifier, blob_identifier = identifiers
            if (
                not reason
                and agent_identifier not in places_per_agent
                and len(places_per_agent) >= _MAXIMUM_NUMBER_OF_AGENTS
            ):
                reason = "too many agents"
            if reason:
                warnings.append(f"line {number:d}: {reason:s}")
                if not places_per_agent and len(warnings) >= _MAXIMUM_FOREIGN_LINES:
                    break
            else:
                places = places_per_agent.setdefault(agent_identifier, {})
                places[blob_identifier] = (position, len(line))
            if places_per_agent:
                for warning in warnings:
                    self._Warn(evidence_file, warning, producer)
                warnings = []
        return places_per_agent


def IsChatExport(head):
    """Determines if a file may be an exported chat.

    Args:
      head (bytes): start of the file.

    Returns:
      bool: True if the start of the file is that of an exported chat.
    """
    return bool(_HEAD_RE.match(head) and _STATE_RE.search(head))


def ReadAgents(data):
    """Reads the agents.ndjson of the JSON store of SDK agents.

    Args:
      data (bytes): data of the file or None if there is none.

    Returns:
      dict[str, dict[str, object]]: lines per identifier of the agent, of which the
          later counts; only the members that tell what the agent is.
    """
    agents = {}
    for line in (data or b"").split(b"\n"):
        json_value, _ = values.DecodeJSON(line)
        if not isinstance(json_value, dict) or "sdkMetadata" not in json_value:
            continue
        identifier = values.GetString(json_value, "agentId")
        if identifier and (
            identifier in agents or len(agents) < _MAXIMUM_NUMBER_OF_AGENTS
        ):
            agents[identifier] = {
                name: json_value.get(name)
                for name in ("cwd", "latestCheckpoint", "name")
                if len(values.ToText(json_value.get(name)) or "")
                <= _MAXIMUM_KEPT_LENGTH
            }
    return agents


def ReadChatExport(evidence_file, producer):
    """Reads an exported chat.

    Args:
      evidence_file (EvidenceFile): file.
      producer (BaseProducer): producer.

    Returns:
      bool: True if the file is an exported chat.
    """
    if evidence_file.size > evidence.MAXIMUM_DOCUMENT_SIZE:
        producer.Warn(
            f"{CHAT_EXPORT_KIND:s} {evidence_file.path:s}: too large to read: "
            f"{evidence_file.size:d} bytes",
            kind=CHAT_EXPORT_KIND,
        )
        return True
    chat, reason = documents.DecodeDocument(evidence_file.ReadData() or b"")
    if reason or not isinstance(chat, dict):
        return False
    places = values.GetDictionary(chat, "blobs")
    state = values.GetString(chat, "conversationState")
    if not state or not all(name in chat for name in _CHAT_MEMBERS):
        return False
    if not all(blobs.IsBlobIdentifier(identifier) for identifier in places):
        return False

    state, is_whole = decode.DecodeBase64(state.removeprefix("~"))
    if not is_whole:
        producer.Warn(
            f"{CHAT_EXPORT_KIND:s} {evidence_file.path:s}: conversationState is cut",
            kind=CHAT_EXPORT_KIND,
        )
    root_identifier = hashlib.sha256(state).hexdigest()
    places[root_identifier] = base64.b64encode(state).decode("ascii")
    blob_file = _BlobFile(places, _DecodeData)
    _ChatExportReader(producer, blob_file, root_identifier, chat).Read(blob_file)
    return True


def _DecodeData(value):
    """Decodes the data of a blob.

    Args:
      value (object): JSON value: base64.

    Returns:
      bytes: data or None if the value is not base64.
    """
    if not isinstance(value, str) or not value:
        return None
    try:
        return base64.b64decode(value, validate=True)
    except (binascii.Error, ValueError):
        data, _ = decode.DecodeBase64(value)
        return data or None


def _ReadIdentifiers(line):
    """Reads whose blob a line of checkpoints.ndjson is.

    Args:
      line (bytes): line or None if it is too long.

    Returns:
      tuple[tuple[str, str], str]: identifiers of the agent and of the blob, each None
          if it can not be read, and the reason of that or None.
    """
    if line is None:
        return (None, None), "too long"
    json_value, reason = values.DecodeJSON(line)
    if not reason and not isinstance(json_value, dict):
        reason = "not a JSON object"
    if reason:
        return (None, None), reason
    agent_identifier = values.GetString(json_value, "agentId")
    blob_identifier = values.GetString(json_value, "blobId")
    if (
        not agent_identifier
        or len(agent_identifier) > _MAXIMUM_KEPT_LENGTH
        or not blob_identifier
        or not blobs.IsBlobIdentifier(blob_identifier)
        or "dataBase64" not in json_value
    ):
        return (None, None), "not a blob of an agent"
    return (agent_identifier, blob_identifier), None


def _ReadLines(file_object, producer):
    """Reads the lines of a file that are not blank, with their places.

    Args:
      file_object (dfvfs.FileIO): file-like object.
      producer (BaseProducer): producer.

    Yields:
      tuple[int, int, bytes]: number and offset of the line, and the line or None if it
          is too long.
    """
    file_object.seek(0, os.SEEK_SET)
    position = 0
    for number, line in lines.ReadLines(file_object, touch=producer.Touch):
        if line is None:
            # What comes after it has no place that is known.
            yield number, position, None
            return
        if line.strip():
            yield number, position, bytes(line)
        position += len(line) + 1
