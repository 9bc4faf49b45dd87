"""The decoders that are fuzzed: functions that take any bytes.

A decoder gives the bytes to a part of the package, in the form in which evidence would,
and asserts what holds whatever they are: no exception but the documented ones, nothing
that plaso can not store, the same the second time. Seeds are what evidence looks like.
"""

import copy
import functools
import io
import json
import os
import struct
import zlib

from dfdatetime import posix_time as dfdatetime_posix_time
from dfvfs.helpers import fake_file_system_builder

from cursor_plaso import agent_store
from cursor_plaso import agent_sync
from cursor_plaso import ai_tracking
from cursor_plaso import calls
from cursor_plaso import database as cursor_database
from cursor_plaso import keys
from cursor_plaso import lines
from cursor_plaso import locations
from cursor_plaso import masking
from cursor_plaso import producer
from cursor_plaso import recovery
from cursor_plaso import sdk_index
from cursor_plaso import search
from cursor_plaso import sqlite_schema
from cursor_plaso import times
from cursor_plaso import user_text
from cursor_plaso import values
from cursor_plaso.agent import blobs
from cursor_plaso.agent import conversation
from cursor_plaso.agent import decode
from cursor_plaso.agent import event_writer
from cursor_plaso.agent import history
from cursor_plaso.agent import messages
from cursor_plaso.agent import render
from cursor_plaso.agent import richtext
from cursor_plaso.agent import roots
from cursor_plaso.agent import schema
from cursor_plaso.agent import wire
from cursor_plaso.files import documents
from cursor_plaso.files import evidence as evidence_files
from cursor_plaso.files import exported_markdown
from cursor_plaso.files import registry
from cursor_plaso.files import update_supervisor
from cursor_plaso.files import usage_export
from cursor_plaso.recovery import rows as recovered_rows
from cursor_plaso.state import context
from cursor_plaso.state import disk_readers
from cursor_plaso.state import item_readers
from cursor_plaso.state import reader
from cursor_plaso.state import store
from cursor_plaso.transcripts import formats
from cursor_plaso.transcripts import location as transcript_location
from cursor_plaso.transcripts import reader as transcript_reader
from tests import evidence
from tests import journal_lib
from tests import lib
from tests import sqlite_lib
from tests import strategies
from tests.fuzz import memory

_TEST_DATA = lib.TEST_DATA_PATH

_FILE_TIME = dfdatetime_posix_time.PosixTime(timestamp=evidence.FILE_SECONDS)

# Paths at which a small file is read.
FILE_PATHS = (
    "/home/u/.cursor/argv.json",
    "/home/u/.cursor/cli-config.json",
    "/home/u/.cursor/hooks.json",
    "/home/u/.cursor/ide_state.json",
    "/home/u/.cursor/mcp.json",
    "/home/u/.cursor/permissions.json",
    "/home/u/.cursor/plans/x.plan.md",
    "/home/u/.cursor/projects/p/.workspace-trusted",
    "/home/u/.cursor/projects/p/mcp-approvals.json",
    "/home/u/.cursor/projects/p/repo.json",
    "/home/u/.cursor/projects/p/terminals/1.txt",
    "/home/u/.cursor/prompt_history.json",
    "/home/u/.cursor/chats/h/5b1f0c1e-0000-4000-8000-00000000c1a1/meta.json",
    "/home/u/.config/Cursor/machineid",
    "/home/u/.config/Cursor/User/globalStorage/storage.json",
    "/home/u/.config/Cursor/User/History/-1a2b/entries.json",
    "/home/u/.config/Cursor/User/workspaceStorage/w/workspace.json",
    "/home/u/.config/Cursor/User/workspaceStorage/w/anysphere.cursor-retrieval/"
    "checkpoints/c/metadata.json",
    "/home/u/.config/Cursor/AgentStores/u1/.sync/mount.json",
    "/home/u/.config/Cursor/AgentStores/u1/.sync/sync.lock",
    "/home/u/.config/Cursor/AgentStores/.store-eviction-last-run",
    "/home/u/.config/Cursor/mcp-oauth-attempts/a.json",
    "/home/u/.local/state/cursor/update-supervisor/i/a/result.json",
    "/srv/proj/.cursor/cli.json",
    "/srv/proj/.cursor/sandbox.json",
    "/tmp/cursor-agent-worker-1.restart.json",
    "/home/u/.cursor/agent-cli-state.json",
)


def FindFile(directory, name):
    """Finds a file of the test data.

    Args:
      directory (str): directory in the test data.
      name (str): name of the file.

    Returns:
      str: path of the first file of that name.

    Raises:
      FileNotFoundError: if there is none.
    """
    for path, directories, names in os.walk(os.path.join(_TEST_DATA, directory)):
        directories.sort()
        if name in names:
            return os.path.join(path, name)
    raise FileNotFoundError(f"{directory:s}/**/{name:s}")


class Input:
    """Bytes as a source of choices, numbers and values."""

    def __init__(self, data):
        """Initializes an input.

        Args:
          data (bytes): data.
        """
        super().__init__()
        self._data = data
        self._position = 0

    @property
    def is_empty(self):
        """bool: True if all was read."""
        return self._position >= len(self._data)

    def Choose(self, options):
        """Chooses one of several options.

        Args:
          options (list[object]): options.

        Returns:
          object: option.
        """
        return options[self.ReadNumber() % len(options)]

    def Read(self, size):
        """Reads bytes.

        Args:
          size (int): number of bytes.

        Returns:
          bytes: data, which is shorter at the end.
        """
        data = self._data[self._position : self._position + size]
        self._position += size
        return data

    def ReadNumber(self):
        """Reads a small number.

        Returns:
          int: number from 0 to 255.
        """
        data = self.Read(1)
        return data[0] if data else 0

    def ReadRest(self):
        """Reads what is left.

        Returns:
          bytes: data.
        """
        return self.Read(len(self._data))

    def ReadValue(self):
        """Reads a value as a database stores it.

        Returns:
          object: value: bytes, float, int, str or None.
        """
        kind = self.ReadNumber() % 8
        if kind == 0:
            return None
        if kind == 1:
            return int.from_bytes(self.Read(8), "big", signed=True)
        if kind == 2:
            (number,) = struct.unpack(">d", self.Read(8).ljust(8, b"\x00"))
            return None if number != number else number
        data = self.Read(int.from_bytes(self.Read(2), "little"))
        if kind == 3:
            return data
        return data.decode("utf-8", errors="surrogateescape")


def EncodeValue(value):
    """Encodes a value as ReadValue reads it.

    Args:
      value (object): value: bytes, float, int, str or None.

    Returns:
      bytes: data.
    """
    if value is None:
        return b"\x00"
    if isinstance(value, int):
        return b"\x01" + value.to_bytes(8, "big", signed=True)
    if isinstance(value, float):
        return b"\x02" + struct.pack(">d", value)
    kind = b"\x03"
    if isinstance(value, str):
        kind = b"\x04"
        value = value.encode("utf-8", errors="surrogateescape")
    value = value[:65535]
    return kind + len(value).to_bytes(2, "little") + value


class CheckingProducer(producer.CollectingProducer):
    """Producer that asserts that plaso can store what it is given."""

    def _StoreEventData(self, event_data, corrupted, recovered):
        """Stores event data.

        Args:
          event_data (CursorEventData): event data.
          corrupted (bool): True if the record is partial.
          recovered (bool): True if the record was recovered.
        """
        # Through plaso's serializer, which takes most of the time, only the first few.
        if len(self.event_data) < 4:
            strategies.AssertStorable(event_data)
        super()._StoreEventData(event_data, corrupted, recovered)

    def _StoreWarning(self, message, recovered):
        """Stores a warning.

        Args:
          message (str): message.
          recovered (bool): True if the warning is of a recovered record.
        """
        assert message.encode("utf-8")
        assert len(message) <= 1100
        assert "\n" not in message
        assert " failed: " not in message and "internal error" not in message, message
        super()._StoreWarning(message, recovered)

    def GetResult(self):
        """Retrieves what was produced, to compare it.

        Returns:
          list[object]: values.
        """
        result = [self.warnings, self.corrupted, self.recovered]
        for event_data in self.event_data:
            attributes = {}
            for name, value in event_data.__dict__.items():
                if name.endswith("_time") and value is not None:
                    value = value.CopyToDateTimeStringISO8601()
                if name[0] != "_":
                    attributes[name] = value
            result.append(attributes)
        return result


def _Produce(function, data):
    """Runs a decoder that produces event data, now and then twice.

    Args:
      function (function): function that is given the data and a producer.
      data (bytes): data.
    """
    checking_producer = CheckingProducer(platform="Linux", username="u")
    function(data, checking_producer)
    checking_producer.Close()
    if zlib.crc32(data) % 4 == 0:
        second_producer = CheckingProducer(platform="Linux", username="u")
        function(data, second_producer)
        second_producer.Close()
        assert second_producer.GetResult() == checking_producer.GetResult()


def _AssertText(text):
    """Asserts that something is None or text that can be stored.

    Args:
      text (str): text or None.
    """
    if text is not None:
        assert values.CleanText(text).encode("utf-8") or not text.strip("\x00")


def DecodeValues(data):
    """Stored values as JSON, text and numbers."""
    fuzzed = Input(data)
    value = fuzzed.ReadValue()
    json_value, reason = values.DecodeJSON(value)
    assert reason is None or json_value is None
    _AssertText(values.EncodeJSON(json_value))
    _AssertText(values.ToText(json_value))
    _AssertText(values.ToString(json_value))
    for string in values.ToStrings(json_value):
        _AssertText(string)
    number = values.ToInteger(json_value)
    assert number is None or -(1 << 63) <= number < 1 << 63
    text = values.DecodeText(value)
    partial_value, reason = values.DecodePartialJSON(text)
    assert reason is None or partial_value is None
    values.HashContent(value)
    if text is not None:
        cut_text, size, _ = values.CleanAndCutText(text, maximum_size=16)
        assert len(cut_text.encode("utf-8")) <= 16
        assert size is None or size > 16
        values.DecodeHexadecimal(text)
        assert values.CleanText(values.CleanText(text)) == values.CleanText(text)


def DecodeTimes(data):
    """Times in every form that a store has."""
    fuzzed = Input(data)
    value = fuzzed.ReadValue()
    json_value, _ = values.DecodeJSON(value)
    text = values.DecodeText(value)
    for candidate in (value, json_value, text):
        for function in (
            times.FromGitDate,
            times.FromISO8601,
            times.FromMilliseconds,
            times.FromStored,
            times.FromTranscriptTimestamp,
            times.FromUTCString,
        ):
            date_time = function(candidate)
            if date_time is not None:
                assert 0 <= date_time.CopyToPosixTimestamp() <= 253402300799
                assert date_time.CopyToDateTimeStringISO8601()
        milliseconds = times.ToStoredMilliseconds(candidate)
        assert milliseconds is None or 0 <= milliseconds <= 253402300799999


def DecodeKeys(data):
    """Keys of the families."""
    key = data.decode("utf-8", errors="surrogateescape")
    composer_identifier, bubble_identifier = keys.SplitBubbleKey(key)
    assert len(composer_identifier) + len(bubble_identifier) <= len(key)
    assert keys.EscapeKey(key).isprintable()
    assert key.startswith(keys.GetFamily(key))
    keys.IsSecretKey(key)


def DecodeLocations(data):
    """URIs and paths."""
    text = data.decode("utf-8", errors="surrogateescape")
    json_value, _ = values.DecodeJSON(text)
    for uri in (text, json_value):
        for function in (
            locations.GetFileURIPath,
            locations.GetPathFromURI,
            locations.GetRemoteAuthority,
        ):
            result = function(uri)
            assert result is None or isinstance(result, str)
            _AssertText(result)
    for type_indicator in (None, "OS", "NTFS", "EXT"):
        locations.GetUserAndPlatform(text, type_indicator)
    locations.NormalizePath(text)


def DecodeMasking(data):
    """Commands and addresses that may hold secrets."""
    text = data.decode("utf-8", errors="surrogateescape")
    for result in (
        masking.MaskText(text),
        masking.MaskURL(text),
        masking.MaskCommand(text, text.split(" ")),
    ):
        assert result is None or isinstance(result, str)


def DecodeUserText(data):
    """Text of user turns with tags."""
    text = data.decode("utf-8", errors="surrogateescape")
    parsed_text = user_text.ParseUserText(text)
    _AssertText(parsed_text.body)
    for attachment in parsed_text.attachments:
        _AssertText(attachment)
    # Nothing of what the person wrote is made up.
    for line in (parsed_text.body or "").split("\n"):
        assert line in text


def DecodeCalls(data):
    """Arguments and results of tool calls."""
    text = data.decode("utf-8", errors="surrogateescape")
    json_value, _ = values.DecodeJSON(text)
    for arguments in (text, json_value, data):
        decoded_arguments = calls.DecodeArguments(arguments)
        summary = calls.GetCallSummary("read_file", arguments)
        assert summary is None or len(summary) <= 1024
        calls.GetWorkingDirectory(decoded_arguments)
        calls.GetExitCode(arguments)


class _RowStateReader(reader.StateReader):
    """Reader of rows in memory, which has no free space to recover rows from."""

    def _ReadRecoveredRows(self, remnants):
        """Recovers nothing.

        Args:
          remnants (dict[str, collections.Counter]): remnants.
        """


def _GetStateKeys():
    """Collects keys of which each has another reader.

    Returns:
      list[tuple[str, str]]: names of the table and key.
    """
    state_keys = [
        ("cursorDiskKV", key)
        for key in (
            "bubbleId:c1:b1",
            "bubbleId:c1:b2",
            "bubbleId:task-t1\nfc:b1",
            "composerData:c1",
            "composerData:c2",
            "composerDraft:c1",
            "composerConvHeaders:c1:000000",
            "composerConvHeaders:c1:000001",
            "agentKv:blob:" + "0" * 64,
            "agentKv:blob:not-a-hash",
            "agentKv:checkpoint:c1",
        )
    ]
    state_keys += [("composerHeaders", "c1"), ("composerHeaders", "c3")]
    state_keys += [("ItemTable", "composer.composerHeaders")]
    for reader_class in (*disk_readers.DISK_READERS, *item_readers.ITEM_READERS):
        for key in sorted(reader_class.KEYS):
            state_keys.append((reader_class.TABLE_NAME, key))
        for prefix in reader_class.PREFIXES:
            state_keys.append((reader_class.TABLE_NAME, prefix))
            state_keys.append((reader_class.TABLE_NAME, f"{prefix:s}c1:b1"))
    return state_keys


_STATE_KEYS = _GetStateKeys()
_STATE_KEY_NUMBERS = {}
for _number, (_table_name, _key) in enumerate(_STATE_KEYS):
    _STATE_KEY_NUMBERS.setdefault((_table_name, _key), _number)


def _ReadStateRows(data, checking_producer, view):
    """Fills a view with rows.

    Args:
      data (bytes): rows.
      checking_producer (CheckingProducer): producer.
      view (memory.MemoryView): view.

    Returns:
      StateReader: reader of the view.
    """
    fuzzed = Input(data)
    for _ in range(24):
        if fuzzed.is_empty:
            break
        number = int.from_bytes(fuzzed.Read(2), "little")
        table_name, key = _STATE_KEYS[number % len(_STATE_KEYS)]
        if fuzzed.ReadNumber() % 8 == 7:
            # A key of its own, which begins as the other does.
            suffix = fuzzed.Read(fuzzed.ReadNumber())
            key += suffix.decode("utf-8", errors="surrogateescape")
        value = fuzzed.ReadValue()
        if table_name == "composerHeaders":
            number = fuzzed.ReadValue()
            view.AddRow(table_name, (key, "w", number, number, 1, 0, value, 1, "x"))
        else:
            view.AddRow(table_name, (key, value))
    state_reader = _RowStateReader(checking_producer, memory.MemoryDatabase(view))
    state_reader.context.modification_time = _FILE_TIME
    return state_reader


def EncodeStateRows(*rows):
    """Encodes rows as the decoders of rows read them.

    Args:
      rows (list[tuple[str, str, object]]): name of the table, key and value.

    Returns:
      bytes: data.
    """
    parts = []
    for table_name, key, value in rows:
        number = _STATE_KEY_NUMBERS.get((table_name, key))
        suffix = b""
        if number is None:
            table_name, best_key = max(
                (
                    state_key
                    for state_key in _STATE_KEYS
                    if state_key[0] == table_name and key.startswith(state_key[1])
                ),
                key=lambda state_key: len(state_key[1]),
                default=("cursorDiskKV", "bubbleId:c1:b1"),
            )
            number = _STATE_KEY_NUMBERS[(table_name, best_key)]
            suffix = key[len(best_key) :].encode("utf-8", errors="surrogateescape")
        parts.append(number.to_bytes(2, "little"))
        suffix = suffix[:255]
        parts.append(b"\x07" + bytes([len(suffix)]) + suffix if suffix else b"\x00")
        if isinstance(value, (dict, list)):
            value = json.dumps(value)
        parts.append(EncodeValue(value))
        if table_name == "composerHeaders":
            parts.append(EncodeValue(1792600000000))
    return b"".join(parts)


def DecodeState(data):
    """Rows of a state.vscdb: composers, bubbles, settings, trees."""

    def Read(data, checking_producer):
        _ReadStateRows(data, checking_producer, memory.MemoryView()).Read()

    _Produce(Read, data)


def DecodeRecoveredRows(data):
    """Rows that were recovered beside those that are live."""

    def Read(data, checking_producer):
        middle = len(data) // 2
        view = memory.MemoryView()
        state_reader = _ReadStateRows(data[:middle], checking_producer, view)
        state_reader.Read()
        recovered_view = memory.MemoryView()
        _ReadStateRows(data[middle:], checking_producer, recovered_view)
        for table_name in recovered_view.tables:
            for row in recovered_view.ReadRows(table_name):
                recovered_row = recovered_rows.RecoveredRow(
                    row.table, row.rowid, row.values
                )
                recovered_row.complete = bool(row.rowid % 2)
                recovered_row.location = "page 7, offset 100"
                state_reader.recovered_reader.ReadRow(recovered_row)

    _Produce(Read, data)


def _ReadTranscript(transcript_format, data, checking_producer):
    """Reads a transcript.

    Args:
      transcript_format (str): format.
      data (bytes): data.
      checking_producer (CheckingProducer): producer.
    """
    location = transcript_location.TranscriptLocation(
        "/home/u/.cursor/projects/p/agent-transcripts/"
        "5b1f0c1e-0000-4000-8000-00000000c1a1/"
        "5b1f0c1e-0000-4000-8000-00000000c1a1.jsonl"
    )
    transcript_reader.ReadTranscript(
        io.BytesIO(data), transcript_format, checking_producer, location
    )


def DecodeTranscriptLines(data):
    """Transcripts in JSON-L format."""
    _Produce(functools.partial(_ReadTranscript, formats.FORMAT_JSON_LINES), data)


def DecodeTranscriptJSON(data):
    """Transcripts in JSON format."""
    _Produce(functools.partial(_ReadTranscript, formats.FORMAT_JSON), data)


def DecodeTranscriptText(data):
    """Transcripts in text format."""
    _Produce(functools.partial(_ReadTranscript, formats.FORMAT_TEXT), data)


def DecodeFormats(data):
    """Detection of files: nothing of any other program may make it fail."""
    fuzzed = Input(data)
    path = fuzzed.Read(fuzzed.ReadNumber()).decode("utf-8", errors="surrogateescape")
    head = fuzzed.ReadRest()
    for name in (path, f"{path:s}.jsonl", "agent-transcripts/a/a.txt"):
        location = transcript_location.TranscriptLocation(name)
        formats.DetectFormat(head, location)
    exported_markdown.IsExport(head)
    usage_export.IsUsageExport(head)
    json_value, _ = values.DecodeJSON(head)
    update_supervisor.IsEventLine(json_value)
    if isinstance(json_value, dict):
        formats.IsTranscriptRecord(json_value)
        sdk_index.GetRecordKind(json_value)
    registry.GetReaders(f"/{path:s}")


def MakeEvidenceFile(path, data):
    """Makes a file of evidence.

    Args:
      path (str): path of the file.
      data (bytes): content.

    Returns:
      EvidenceFile: file.
    """
    builder = fake_file_system_builder.FakeFileSystemBuilder()
    builder.AddFile(path, data)
    return evidence_files.EvidenceFile(
        builder.file_system.GetFileEntryByPath(path), modification_time=_FILE_TIME
    )


def DecodeFiles(data):
    """Small files at each of the paths that are read."""

    def Read(data, checking_producer):
        fuzzed = Input(data)
        path = fuzzed.Choose(FILE_PATHS)
        evidence_file = MakeEvidenceFile(path, fuzzed.ReadRest())
        registry.ReadFile(evidence_file, checking_producer)

    _Produce(Read, data)


def DecodeDocuments(data):
    """JSON documents with comments."""
    json_value, reason = documents.DecodeDocument(data)
    assert reason is None or json_value is None
    text = documents.DecodeText(data)
    assert len(documents.StripComments(text)) <= len(text)


def DecodeExport(data):
    """Conversations exported as Markdown."""

    def Read(data, checking_producer):
        evidence_file = MakeEvidenceFile("/home/u/export.md", data)
        exported_markdown.ReadExport(evidence_file, checking_producer)

    _Produce(Read, data)


def DecodeUsage(data):
    """Usage exports."""

    def Read(data, checking_producer):
        usage_export.ReadUsageExport(io.BytesIO(data), checking_producer)

    _Produce(Read, data)


def DecodeUpdates(data):
    """Events of the update supervisor."""

    def Read(data, checking_producer):
        update_supervisor.ReadEventLines(io.BytesIO(data), checking_producer)

    _Produce(Read, data)


def DecodeSDKIndex(data):
    """Lines of the index of SDK agents."""

    def Read(data, checking_producer):
        index_reader = sdk_index.SDKIndexReader(checking_producer)
        for line_number, line in lines.ReadLines(io.BytesIO(data), 4096):
            json_value, _ = values.DecodeJSON(line)
            if isinstance(json_value, dict):
                index_reader.ReadRecord(json_value, line_number)

    _Produce(Read, data)


def DecodeMessages(data):
    """JSON messages of models, and rich text."""
    messages.IsMessage(data)
    message = messages.ReadMessage(data, blob_id="0" * 64)
    for part in message.parts:
        _AssertText(part.text)
    messages.ReadPendingCalls(schema.DecodeText(data))
    _AssertText(richtext.ExtractText(schema.DecodeText(data)))


def DecodeProtobuf(data):
    """Messages of agent.v1, whole and cut off."""
    fuzzed = Input(data)
    name = fuzzed.Choose(
        (
            "ConversationStateStructure",
            "ConversationStep",
            "ConversationTurnStructure",
            "UserMessage",
            "ToolCall",
            "SubagentPersistedState",
        )
    )
    data = fuzzed.ReadRest()
    message_type = schema.GetMessageType(name)
    assert wire.CountFields(message_type, data, 1000) >= 0
    wire.Salvage(message_type, data)
    message, _ = schema.Parse(name, data)
    if message is not None:
        render.EncodeJSON(render.Renderer().RenderMessage(message))
        schema.CountUnknownFields(message, {})
    render.Renderer().RenderUntyped(data)
    schema.ParseStrictly(name, data)


def DecodeBinaryValues(data):
    """Binary values of the state database: cloud agents, tool calls, states."""
    text = data.decode("utf-8", errors="surrogateescape")
    details = decode.DecodeCloudDetails(data)
    if details:
        _AssertText(details.name)
    for value in (data, text):
        decode.DecodeToolCallBinary(value)
        decode.DecodeConversationState(value)
        decode.DecodeCheckpoint(value)
        decode.DecodeCloudAgentMetadata(value)
    decode.DecodeCloudAgentState(data)
    blobs.DecodeStoredBlob("0" * 64, data)


@functools.lru_cache(maxsize=None)
def GetSampleBlobs():
    """Reads the blobs of a sample.

    Returns:
      list[tuple[str, bytes]]: identifiers and values, the roots last.
    """
    with open(FindFile("samples/cli_chat_3turns", "store.db"), "rb") as file_object:
        view = cursor_database.Database(file_object).live
        return [
            (row.GetValue("id"), row.GetValue("data")) for row in view.ReadRows("blobs")
        ]


def DecodeTree(data):
    """Trees of agent.v1 of which some blobs are fuzzed."""

    def Read(data, checking_producer):
        fuzzed = Input(data)
        stored_values = dict(GetSampleBlobs())
        identifiers = list(stored_values)
        while not fuzzed.is_empty:
            identifier = fuzzed.Choose(identifiers)
            kind = fuzzed.ReadNumber() % 4
            if kind == 0:
                stored_values[identifier] = fuzzed.ReadValue()
            elif kind == 1:
                # A part of the blob is overwritten, which keeps its shape.
                value = stored_values[identifier]
                position = int.from_bytes(fuzzed.Read(2), "little")
                part = fuzzed.Read(fuzzed.ReadNumber() % 32)
                if isinstance(value, bytes) and value:
                    position %= len(value)
                    stored_values[identifier] = (
                        value[:position] + part + value[position + len(part) :]
                    )
            elif kind == 2:
                stored_values[identifier] = stored_values[fuzzed.Choose(identifiers)]
            else:
                stored_values[identifier] = None

        source = blobs.DictionaryBlobSource(stored_values)
        conversation_reader = conversation.ConversationReader(source)
        index = roots.BlobIndex(["5b1f0c1e-0000-4000-8000-00000000c1a1"])
        for identifier in identifiers:
            blob_data = source.Get(identifier)
            if blob_data is not None:
                index.AddBlob(identifier, blob_data)
        index.Finish()

        def Produce(event_data, key, corrupted=False):
            event_data.record_key = key
            checking_producer.Produce(event_data, corrupted=corrupted)

        writer = event_writer.ConversationEventWriter(Produce, "c1", "fuzz")
        for tree in index.GetConversations():
            root_ids = index.GetRootIds(tree)
            if not root_ids:
                continue
            root = conversation_reader.ReadRoot(root_ids[-1])
            earlier_states = history.ReadEarlierStates(source, root_ids[:-1])
            writer.WriteConversation(
                conversation_reader,
                root,
                superseded_turns=history.ReadSupersededTurns(
                    conversation_reader, root, earlier_states
                ),
                model_names=conversation_reader.ReadModelNames(root),
                pending_calls=earlier_states.pending_calls,
            )
            writer.WriteMessages(conversation_reader.ReadMessages(root.message_ids))
        for orphan_turn in index.GetOrphanTurns():
            writer.WriteTurn(conversation_reader.ReadTurn(orphan_turn.turn_id))

    _Produce(Read, data)


@functools.lru_cache(maxsize=None)
def GetTableStores():
    """Describes the stores with tables of their own.

    Returns:
      list[tuple[type, dict[str, str], list[bytes]]]: class of the reader, statements
          per table, and encoded rows of a sample.
    """
    stores = []
    for reader_class, path in (
        (ai_tracking.AITrackingReader, ("ai_tracking", "ai-code-tracking.db")),
        (search.SearchReader, ("search", "conversation-search.db")),
        (agent_sync.AgentSyncReader, ("agent_sync", "index.sqlite")),
    ):
        with open(FindFile(*path), "rb") as file_object:
            view = cursor_database.Database(file_object).live
            statements = {
                name: view.GetTable(name).sql for name in reader_class.TABLE_NAMES
            }
            samples = [
                bytes([number]) + b"".join(EncodeValue(value) for value in row.values)
                for number, name in enumerate(statements)
                for row in view.ReadRows(name)
            ]
        stores.append((reader_class, statements, samples))
    return stores


def DecodeTableStores(data):
    """Rows of the small SQLite stores."""

    def Read(data, checking_producer):
        fuzzed = Input(data)
        reader_class, statements, _ = fuzzed.Choose(GetTableStores())
        view = memory.MemoryView(statements)
        while not fuzzed.is_empty:
            table_name = fuzzed.Choose(list(statements))
            columns = view.GetTable(table_name).columns
            view.AddRow(table_name, [fuzzed.ReadValue() for _ in columns])
        state_context = context.StateContext(checking_producer, view)
        table_reader = reader_class(state_context)
        for table_name in reader_class.TABLE_NAMES:
            for row in view.ReadRows(table_name):
                table_reader.ReadRow(table_name, row)
        table_reader.Finish()

    _Produce(Read, data)


def DecodeSchema(data):
    """Statements of a schema."""
    sql = data.decode("utf-8", errors="surrogateescape")
    definition = sqlite_schema.ParseTable(sql)
    assert len(definition.columns) <= 2000
    sqlite_schema.ParseIndex(sql)
    table = sqlite_schema.Table("t", "table", 2, sql)
    table.AddIndex("sqlite_autoindex_t_1", 3, None)
    assert table.index_root_page in (None, 2, 3)
    table.ArrangeValues([1, "a", b"b", None], 7)


class _FakeFileEntry:
    """What the readers of databases look at of a file entry."""

    modification_time = _FILE_TIME
    name = "state.vscdb"
    path_spec = None

    def GetFileSystem(self):
        """Retrieves the file system, of which there is none.

        Returns:
          None: always.
        """
        return None


def _OpenDatabase(data, wal_data, checking_producer=None):
    """Opens a database in memory.

    Args:
      data (bytes): database.
      wal_data (bytes): write-ahead log or None.
      checking_producer (Optional[CheckingProducer]): producer.

    Returns:
      Database: database or None if it is none.
    """
    try:
        return cursor_database.Database(
            io.BytesIO(data),
            wal_file_object=None if wal_data is None else io.BytesIO(wal_data),
            producer=checking_producer,
        )
    except cursor_database.NotADatabaseError:
        return None


def _Patch(data, fuzzed):
    """Overwrites parts of a file.

    Args:
      data (bytes): data of the file.
      fuzzed (Input): what is written where.

    Returns:
      bytes: data.
    """
    data = bytearray(data)
    for _ in range(16):
        if fuzzed.is_empty:
            break
        position = int.from_bytes(fuzzed.Read(3), "little") % len(data)
        kind = fuzzed.ReadNumber() % 4
        if kind == 0:
            part = fuzzed.Read(1 + fuzzed.ReadNumber() % 8)
            data[position : position + len(part)] = part
        elif kind == 1:
            # In the header of a page or among the pointers of its cells.
            position = position // 512 * 512 + fuzzed.ReadNumber() % 32
            part = fuzzed.Read(1 + fuzzed.ReadNumber() % 4)
            data[position : position + len(part)] = part
        elif kind == 2:
            del data[max(position, 100) :]
        else:
            other = int.from_bytes(fuzzed.Read(3), "little") % len(data)
            part = data[other : other + 512]
            data[position : position + len(part)] = part
    return bytes(data)


@functools.lru_cache(maxsize=None)
def ReadTestFile(*names):
    """Reads a file of the test data.

    Args:
      names (list[str]): names of the directories and of the file.

    Returns:
      bytes: data.
    """
    with open(os.path.join(_TEST_DATA, *names), "rb") as file_object:
        return file_object.read()


_PAGE_FILES = (
    ("state", "era_3_8.vscdb"),
    ("state", "settings.vscdb"),
    ("state", "subagents.vscdb"),
    ("agent_store", "seed", "store.db"),
    ("wal", "pending", "state.vscdb"),
    ("wal", "auto_vacuum", "state.vscdb"),
)


def DecodePages(data):
    """Databases with parts that are overwritten: every row of every table."""
    fuzzed = Input(data)
    names = fuzzed.Choose(_PAGE_FILES)
    wal_data = None
    if names[0] == "wal":
        wal_data = ReadTestFile(*names[:-1], "state.vscdb-wal")
    database_data = _Patch(ReadTestFile(*names), fuzzed)
    checking_producer = CheckingProducer()
    database = _OpenDatabase(database_data, wal_data, checking_producer)
    if not database:
        return
    store.IsStateDatabase(database.live)
    agent_store.IsAgentStore(database.live)
    sdk_index.IsSDKIndex(database.live)
    for view in (database.live, database.base):
        for name in list(view.tables)[:8]:
            for row in view.ReadRows(name):
                assert row.missing_size >= 0
                again = view.ReadRowAt(name, row.page_number, row.cell_offset)
                assert again is None or again.rowid == row.rowid
            for key in view.ReadKeys(name, prefix=b"b"):
                assert key.startswith(b"b")
                view.Lookup(name, key.decode("utf-8", errors="surrogateescape"))
            assert view.Lookup(name, "composerData:c1") is None or True
        for page_number, _ in view.FreePages():
            view.ReadPage(page_number)


@functools.lru_cache(maxsize=None)
def _BuildJournals():
    """Builds rollback journals of a database.

    Returns:
      tuple[bytes, ...]: a hot one of two headers, and a cold one of two transactions.
    """
    data = ReadTestFile("state", "seed_fixture.vscdb")
    (page_size,) = struct.unpack_from(">H", data, 16)
    pages = sqlite_lib.GetPages(data, page_size)
    hot = cold = b""
    for start in (0, len(pages) // 2):
        part = pages[start : start + len(pages) // 2]
        records = b"".join(
            journal_lib.BuildRecord(start + number, page, nonce=start)
            for number, page in enumerate(part, 1)
        )
        hot += journal_lib.BuildHeader(page_size, len(part), len(pages), nonce=start)
        hot += records
        hot += bytes(-len(hot) % 512)
        cold = (cold or bytes(512)) + records
    return hot, cold


def DecodeJournal(data):
    """Rollback journals with parts that are overwritten, and what they leave of rows."""
    fuzzed = Input(data)
    checking_producer = CheckingProducer()
    journal_data = _Patch(fuzzed.Choose(_BuildJournals()), fuzzed)
    database = cursor_database.Database(
        io.BytesIO(ReadTestFile("state", "seed_fixture.vscdb")),
        producer=checking_producer,
        journal_file_object=io.BytesIO(journal_data),
    )
    for name in list(database.live.tables)[:4]:
        for row in database.live.ReadRows(name):
            assert row.missing_size >= 0
    recovery_reader = recovery.RecoveryReader(
        database, ("cursorDiskKV", "ItemTable"), checking_producer
    )
    for row in recovery_reader.ReadRows():
        assert row.location
    if database.wal:
        for frame_number in range(database.wal.frame_count + 2):
            page = database.wal.ReadFrame(frame_number)
            assert page is None or len(page) == database.page_size
            if 0 < frame_number <= database.wal.frame_count:
                database.wal.GetFrameState(frame_number)


def DecodeLog(data):
    """Write-ahead logs with parts that are overwritten."""
    fuzzed = Input(data)
    names = ("wal", fuzzed.Choose(("auto_vacuum", "pending", "uncommitted")))
    wal_data = _Patch(ReadTestFile(*names, "state.vscdb-wal"), fuzzed)
    database = _OpenDatabase(ReadTestFile(*names, "state.vscdb"), wal_data)
    if database and database.wal:
        for frame_number in range(database.wal.frame_count + 2):
            page = database.wal.ReadFrame(frame_number)
            assert page is None or len(page) == database.wal.page_size
            if 0 < frame_number <= database.wal.frame_count:
                database.wal.GetFrameState(frame_number)
                database.wal.GetSalts(frame_number)
                database.wal.IsChecksumGood(frame_number)
        for name in list(database.live.tables)[:4]:
            for row in database.live.ReadRows(name):
                assert row.missing_size >= 0


def DecodeDatabase(data):
    """State databases with parts that are overwritten, as the parser reads them.

    Deleted rows are recovered of them too.
    """

    def Read(data, checking_producer):
        fuzzed = Input(data)
        names = fuzzed.Choose(
            (
                ("state", "subagents.vscdb"),
                ("wal", "auto_vacuum", "state.vscdb"),
                ("state", "era_3_8.vscdb"),
                ("state", "seed_fixture.vscdb"),
            )
        )
        wal_data = None
        if names[0] == "wal":
            wal_data = ReadTestFile(*names[:-1], "state.vscdb-wal")
            if fuzzed.ReadNumber() % 2:
                wal_data = _Patch(wal_data, fuzzed)
        database = _OpenDatabase(
            _Patch(ReadTestFile(*names), fuzzed), wal_data, checking_producer
        )
        if database and store.IsStateDatabase(database.live):
            store.ReadStateDatabase(checking_producer, database, _FakeFileEntry())
            database.CloseWarnings()

    _Produce(Read, data)


def DecodeAgentStore(data):
    """Chat stores with parts that are overwritten, as the parser reads them."""

    def Read(data, checking_producer):
        fuzzed = Input(data)
        names = ("agent_store", fuzzed.Choose(("seed", "small_tree")), "store.db")
        database = _OpenDatabase(
            _Patch(ReadTestFile(*names), fuzzed), None, checking_producer
        )
        if database and agent_store.IsAgentStore(database.live):
            agent_store.ReadAgentStore(checking_producer, database, _FakeFileEntry())

    _Produce(Read, data)


# What takes the place of a node of JSON: a value of every type, at every limit.
_REPLACEMENTS = (
    None,
    True,
    False,
    0,
    -1,
    1.5,
    1e300,
    1 << 63,
    -(1 << 64),
    1792600000000,
    10**30,
    "",
    "x",
    "\ud83d",
    "\x00\r\n\x1b[31m",
    "7",
    "2026-10-01T10:00:00.000Z",
    "{",
    "[]",
    '{"a": {"b": [1]}}',
    "file:///c%3A/x",
    [],
    [[]],
    [None, 1, "x", {}],
    {},
    {"": {}},
    {"a": {"type": []}},
    {"type": {}, "text": {}, "id": []},
)


def _GetPlaces(json_value, places=None):
    """Lists where the nodes of JSON stand.

    Args:
      json_value (object): JSON value.
      places (Optional[list[tuple[object, object]]]): places to add to.

    Returns:
      list[tuple[object, object]]: containers, and name or index in them.
    """
    places = [] if places is None else places
    items = ()
    if isinstance(json_value, dict):
        items = list(json_value.items())
    elif isinstance(json_value, list):
        items = list(enumerate(json_value))
    for name, value in items:
        places.append((json_value, name))
        _GetPlaces(value, places)
    return places


def _ReplaceNodes(fuzzed, text):
    """Replaces nodes of JSON by others.

    Args:
      fuzzed (Input): what takes the place of what.
      text (str): JSON.

    Returns:
      str: JSON.
    """
    json_value, reason = values.DecodeJSON(text)
    if reason:
        return text
    for _ in range(1 + fuzzed.ReadNumber() % 4):
        places = _GetPlaces(json_value)
        if not places:
            break
        number = int.from_bytes(fuzzed.Read(2), "little")
        container, name = places[number % len(places)]
        kind = fuzzed.ReadNumber()
        if kind < 224:
            container[name] = copy.deepcopy(_REPLACEMENTS[kind % len(_REPLACEMENTS)])
        elif kind < 232:
            # A node of the same document, which may be a container of this one.
            number = int.from_bytes(fuzzed.Read(2), "little")
            other_container, other_name = places[number % len(places)]
            container[name] = copy.deepcopy(other_container[other_name])
        elif kind < 240:
            container[name] = [copy.deepcopy(container[name]) for _ in range(3)]
        elif kind < 248:
            container[name] = json.dumps(container[name])
        elif isinstance(container, dict):
            container[_REPLACEMENTS[11 + kind % 10]] = container.pop(name)
    return json.dumps(json_value)


@functools.lru_cache(maxsize=None)
def _GetStateRows():
    """Reads rows with JSON of every state database of the test data.

    Returns:
      list[tuple[str, str, str]]: name of the table, key and value.
    """
    rows = []
    for name in sorted(os.listdir(os.path.join(_TEST_DATA, "state"))):
        if name.startswith("hostile") or not name.endswith(".vscdb"):
            continue
        with open(os.path.join(_TEST_DATA, "state", name), "rb") as file_object:
            view = cursor_database.Database(file_object).live
            for table_name in ("composerHeaders", "cursorDiskKV", "ItemTable"):
                for row in view.ReadRows(table_name):
                    key = row.values[0]
                    text = values.DecodeText(row.GetValue("value"))
                    if isinstance(key, str) and text and text[0] in '{["':
                        if len(text) < 65536:
                            rows.append((table_name, key, text))
    return rows


def DecodeStateShapes(data):
    """Rows of state databases of which nodes are replaced, live and recovered."""

    def Read(data, checking_producer):
        fuzzed = Input(data)
        is_recovered = fuzzed.ReadNumber() % 4 == 0
        view = memory.MemoryView()
        rows = []
        all_rows = _GetStateRows()
        for _ in range(1 + fuzzed.ReadNumber() % 6):
            number = int.from_bytes(fuzzed.Read(2), "little") % len(all_rows)
            table_name, key, text = all_rows[number]
            value = _ReplaceNodes(fuzzed, text)
            if table_name == "composerHeaders":
                row = (key, "w", 1792600000000, 1792600000000, 1, 0, value, 1, "x")
            else:
                row = (key, value)
            rows.append((table_name, row))
            if not is_recovered:
                view.AddRow(table_name, row)
        state_reader = _RowStateReader(checking_producer, memory.MemoryDatabase(view))
        state_reader.context.modification_time = _FILE_TIME
        state_reader.Read()
        if is_recovered:
            for number, (table_name, row) in enumerate(rows):
                recovered_row = recovered_rows.RecoveredRow(
                    view.tables[table_name], number, row
                )
                recovered_row.location = "page 7, offset 100"
                state_reader.recovered_reader.ReadRow(recovered_row)

    _Produce(Read, data)


@functools.lru_cache(maxsize=None)
def _GetDocuments():
    """Reads the JSON files and lines of the trees and samples of the test data.

    Returns:
      list[tuple[str, str]]: path and text.
    """
    result = []
    for directory in ("trees", "samples", "transcripts", "files"):
        for path, directories, names in os.walk(os.path.join(_TEST_DATA, directory)):
            directories.sort()
            for name in sorted(names):
                if not name.endswith(
                    (".json", ".jsonl", ".ndjson", ".workspace-trusted")
                ):
                    continue
                with open(os.path.join(path, name), "rb") as file_object:
                    text = file_object.read().decode("utf-8", errors="replace")
                file_path = os.path.join(path, name)[len(_TEST_DATA) :]
                parts = [text] if name.endswith(".json") else text.split("\n")
                for part in parts:
                    if part and len(part) < 65536:
                        result.append((file_path.replace(os.sep, "/"), part))
    return result


def DecodeFileShapes(data):
    """Documents and lines of files of which nodes are replaced."""

    def Read(data, checking_producer):
        fuzzed = Input(data)
        all_documents = _GetDocuments()
        number = int.from_bytes(fuzzed.Read(2), "little") % len(all_documents)
        path, text = all_documents[number]
        text = _ReplaceNodes(fuzzed, text)
        content = text.encode("utf-8")
        name = path.rpartition("/")[2]
        if "/agent-transcripts/" in path or path.startswith("/transcripts/"):
            is_lines = name.endswith("l")
            _ReadTranscript(
                formats.FORMAT_JSON_LINES if is_lines else formats.FORMAT_JSON,
                content,
                checking_producer,
            )
        elif name.endswith(".ndjson"):
            json_value, _ = values.DecodeJSON(text)
            if isinstance(json_value, dict):
                index_reader = sdk_index.SDKIndexReader(checking_producer)
                index_reader.ReadRecord(json_value, 1)
        elif name == "events.jsonl":
            update_supervisor.ReadEventLines(io.BytesIO(content), checking_producer)
        else:
            registry.ReadFile(MakeEvidenceFile(path, content), checking_producer)

    _Produce(Read, data)


def DecodeMessageShapes(data):
    """JSON messages of models of which nodes are replaced."""
    fuzzed = Input(data)
    texts = [
        blob_data.decode("utf-8", errors="replace")
        for _, blob_data in GetSampleBlobs()
        if isinstance(blob_data, bytes) and blob_data.startswith(b"{")
    ]
    text = _ReplaceNodes(fuzzed, fuzzed.Choose(texts))

    def Read(unused_data, checking_producer):
        def Produce(event_data, key, corrupted=False):
            event_data.record_key = key
            checking_producer.Produce(event_data, corrupted=corrupted)

        writer = event_writer.ConversationEventWriter(Produce, "c1", "fuzz")
        writer.WriteMessages([messages.ReadMessage(text, blob_id="0" * 64)] * 2)

    _Produce(Read, data)


DECODERS = {
    "agent_store": DecodeAgentStore,
    "binary_values": DecodeBinaryValues,
    "calls": DecodeCalls,
    "database": DecodeDatabase,
    "documents": DecodeDocuments,
    "export": DecodeExport,
    "file_shapes": DecodeFileShapes,
    "files": DecodeFiles,
    "formats": DecodeFormats,
    "journal": DecodeJournal,
    "keys": DecodeKeys,
    "locations": DecodeLocations,
    "log": DecodeLog,
    "masking": DecodeMasking,
    "message_shapes": DecodeMessageShapes,
    "messages": DecodeMessages,
    "pages": DecodePages,
    "protobuf": DecodeProtobuf,
    "recovered_rows": DecodeRecoveredRows,
    "schema": DecodeSchema,
    "sdk_index": DecodeSDKIndex,
    "state": DecodeState,
    "state_shapes": DecodeStateShapes,
    "table_stores": DecodeTableStores,
    "times": DecodeTimes,
    "transcript_json": DecodeTranscriptJSON,
    "transcript_lines": DecodeTranscriptLines,
    "transcript_text": DecodeTranscriptText,
    "tree": DecodeTree,
    "updates": DecodeUpdates,
    "usage": DecodeUsage,
    "user_text": DecodeUserText,
    "values": DecodeValues,
}
