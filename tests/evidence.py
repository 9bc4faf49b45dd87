"""Evidence made in code: Cursor's databases, rows and transcripts in small.

Every function writes or returns the shapes that Cursor's stores have, with values of
this project's own. test_data/generate.py makes the committed evidence files with them;
tests use them where a case is clearer in code than in a file.

Rows of ItemTable and cursorDiskKV are tuples (key, value). A value may be:

* None: SQL NULL, a tombstone;
* str: TEXT as it is;
* bytes: BLOB;
* RawText: TEXT that is not valid UTF-8;
* anything else: compact JSON as TEXT, as Cursor stores it.

The databases are deterministic: no secure_delete, no random salts, a fixed SQLite
version number in the header. Debian's SQLite is built with secure_delete on, so that a
database made without these functions may hold no deleted rows.

Sources: seed "Record schema" and "Fixtures"; storage-facts sections 2 to 7.
"""

import base64
import contextlib
import datetime
import hashlib
import json
import os
import shutil
import sqlite3
import struct
import tempfile

# 2026-10-01T10:00:00.000Z in milliseconds since the epoch.
START_MILLISECONDS = 1790848800000

# Modification time of the evidence files: 2026-10-01T14:00:00Z in seconds.
FILE_SECONDS = 1790863200

SECRET_SENTINEL = "CURSOR-SECRET-SENTINEL"

# Stands for "leave this key out" where a function would set it by default.
OMIT = object()

# Header columns by layout: 9 at 3.9 to 3.15, 10 from 3.19 on.
HEADER_COLUMNS = (
    ("composerId", "TEXT PRIMARY KEY"),
    ("workspaceId", "TEXT"),
    ("createdAt", "INTEGER"),
    ("lastUpdatedAt", "INTEGER"),
    ("isArchived", "INTEGER"),
    ("isSubagent", "INTEGER"),
    ("recency", "INTEGER"),
    ("checkpointAt", "INTEGER"),
    ("subagentTypeName", "TEXT"),
    ("value", "TEXT"),
)

# Numbers of toolFormerData.tool.
TOOL_NUMBERS = {
    "codebase_search": 1,
    "grep_search": 3,
    "read_file": 40,
    "list_dir": 6,
    "edit_file": 7,
    "file_search": 8,
    "run_terminal_cmd": 15,
    "run_terminal_command_v2": 15,
    "web_search": 18,
    "grep": 41,
    "todo_write": 35,
    "edit_file_v2": 38,
    "read_file_v2": 40,
    "glob_file_search": 42,
    "task_v2": 48,
    "get_mcp_tools": 63,
}

# What is written over the version number of the library that made a file, so that
# the file does not depend on it: the SQLite of VS Code's sqlite3 module.
_SQLITE_VERSION_NUMBER = 3039004

# The smallest databases are of this page size, where the original has 4096.
_SMALL_PAGE_SIZE = 1024

_WAL_HEADER_SIZE = 32
_WAL_FRAME_HEADER_SIZE = 24
_WAL_SALTS = (0x43555253, 0x4F520001)


class RawText(bytes):
    """Bytes that are stored as TEXT as they are, valid UTF-8 or not."""


def DumpJSON(value):
    """Encodes a value as Cursor does: compact and not escaped.

    Args:
      value (object): JSON value.

    Returns:
      str: JSON text.
    """
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def ToISO8601(milliseconds):
    """Formats a time as a bubble's createdAt.

    Args:
      milliseconds (int): milliseconds since the epoch.

    Returns:
      str: time such as "2026-10-01T10:00:00.000Z".
    """
    seconds, milliseconds = divmod(milliseconds, 1000)
    date_time = datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=seconds)
    return f"{date_time:%Y-%m-%dT%H:%M:%S}.{milliseconds:03d}Z"


def ToTranscriptTimestamp(milliseconds, offset_minutes=0, zone=None):
    """Formats the text of a transcript's <timestamp> tag.

    Args:
      milliseconds (int): milliseconds since the epoch.
      offset_minutes (Optional[int]): offset of the local time in minutes east of UTC.
      zone (Optional[str]): text to stand in the parentheses, such as "UTC+5:30",
          where None derives it from the offset.

    Returns:
      str: text such as "Thursday, Oct 1, 2026, 6:00 AM (UTC-4)".
    """
    date_time = datetime.datetime(1970, 1, 1) + datetime.timedelta(
        minutes=offset_minutes, milliseconds=milliseconds
    )
    if zone is None:
        zone = "UTC"
        if offset_minutes:
            hours, minutes = divmod(abs(offset_minutes), 60)
            sign = "-" if offset_minutes < 0 else "+"
            zone = f"UTC{sign:s}{hours:d}" + (f":{minutes:02d}" if minutes else "")

    return (
        f"{date_time:%A, %b} {date_time.day:d}, {date_time.year:d}, "
        f"{date_time.hour % 12 or 12:d}:{date_time:%M %p} ({zone:s})"
    )


def MakeComposer(composer_identifier, headers=(), **keys):
    """Makes the composerData row of a conversation.

    Args:
      composer_identifier (str): identifier of the composer.
      headers (Optional[list[dict]]): inline header list, empty where the list is in
          chunks.
      keys (dict[str, object]): keys to set, or with OMIT to leave out. See
          MakeHeaders for a list of headers of bubble rows.

    Returns:
      tuple[str, dict]: key and value of the row.
    """
    value = {
        "_v": 18,
        "composerId": composer_identifier,
        "status": "completed",
        "createdAt": START_MILLISECONDS,
        "lastUpdatedAt": START_MILLISECONDS + 300000,
        "unifiedMode": "agent",
        "forceMode": "edit",
        "conversationMap": {},
        "fullConversationHeadersOnly": list(headers),
        "isAgentic": True,
        "isDraft": False,
        "usageData": {},
    }
    return f"composerData:{composer_identifier:s}", _Merge(value, keys)


def MakeDraft(composer_identifier, text):
    """Makes the composerDraft row of an unsent prompt.

    Args:
      composer_identifier (str): identifier of the composer.
      text (str): text of the draft.

    Returns:
      tuple[str, dict]: key and value of the row.
    """
    rich_text = DumpJSON({"root": {"children": [{"text": text, "type": "text"}]}})
    value = {"richText": rich_text, "text": text}
    return f"composerDraft:{composer_identifier:s}", value


def MakeWorkspaceIdentifier(path, workspace_identifier=None, **uri_keys):
    """Makes the workspaceIdentifier of a composer or a header.

    Args:
      path (str): fsPath of the folder.
      workspace_identifier (Optional[str]): name of the directory in workspaceStorage,
          where None stands for the MD5 of the path.
      uri_keys (dict[str, object]): more keys of the URI.

    Returns:
      dict: workspaceIdentifier.
    """
    if workspace_identifier is None:
        workspace_identifier = hashlib.md5(path.encode("utf-8")).hexdigest()
    return {"id": workspace_identifier, "uri": {"fsPath": path, **uri_keys}}


def MakeHeader(bubble_identifier, bubble_type=2, created=START_MILLISECONDS, **keys):
    """Makes an entry of the header list.

    Args:
      bubble_identifier (str): identifier of the bubble with its suffix.
      bubble_type (Optional[int]): 1 for user, 2 for assistant.
      created (Optional[int]): time in milliseconds since the epoch, where None leaves
          createdAt out.
      keys (dict[str, object]): more keys, such as startedAtMs, or OMIT.

    Returns:
      dict: header.
    """
    header = {"bubbleId": bubble_identifier, "type": bubble_type}
    if created is not None:
        header["createdAt"] = ToISO8601(created)
    return _Merge(header, keys)


def MakeHeaders(rows):
    """Makes the header list of bubble rows, in the order of the rows.

    Args:
      rows (list[tuple[str, object]]): rows, of which only bubbles that hold a
          dictionary get an entry.

    Returns:
      list[dict]: headers with the times that the bubbles have.
    """
    headers = []
    for key, value in rows:
        if key and key.startswith("bubbleId:") and isinstance(value, dict):
            header = {"bubbleId": key.split(":", 2)[2], "type": value.get("type", 2)}
            for name in ("createdAt", "startedAtMs", "completedAtMs"):
                if value.get(name) is not None:
                    header[name] = value[name]
            headers.append(header)
    return headers


def MakeHeaderChunks(composer_identifier, headers, chunk_size=1000):
    """Makes the composerConvHeaders rows of a conversation (3.26).

    Args:
      composer_identifier (str): identifier of the composer.
      headers (list[dict]): header list.
      chunk_size (Optional[int]): number of headers in a chunk.

    Returns:
      list[tuple[str, list]]: keys and values of the rows.
    """
    return [
        (
            f"composerConvHeaders:{composer_identifier:s}:{index // chunk_size:06d}",
            headers[index : index + chunk_size],
        )
        for index in range(0, max(len(headers), 1), chunk_size)
    ]


def MakeUserBubble(
    composer_identifier, bubble_identifier, text, created=START_MILLISECONDS, **keys
):
    """Makes a bubble that the user typed (3.x).

    Args:
      composer_identifier (str): identifier of the composer.
      bubble_identifier (str): identifier of the bubble.
      text (str): what the user typed.
      created (Optional[int]): time in milliseconds since the epoch, where None leaves
          createdAt out.
      keys (dict[str, object]): keys to set, or with OMIT to leave out. modelInfo and
          agentMode are set by default: MakeInjectedBubble leaves them out.

    Returns:
      tuple[str, dict]: key and value of the row.
    """
    value = {
        "_v": 3,
        "type": 1,
        "bubbleId": bubble_identifier,
        "text": text,
        "modelInfo": {"modelName": "grok-4.6"},
        "agentMode": 1,
        "unifiedMode": 2,
        "tokenCount": {"inputTokens": 0, "outputTokens": 0},
    }
    if created is not None:
        value["createdAt"] = ToISO8601(created)
    return _MakeBubbleKey(composer_identifier, bubble_identifier), _Merge(value, keys)


def MakeInjectedBubble(
    composer_identifier, bubble_identifier, text, created=START_MILLISECONDS, **keys
):
    """Makes a user bubble that the agent injected: no modelInfo and no agentMode.

    Args:
      composer_identifier (str): identifier of the composer.
      bubble_identifier (str): identifier of the bubble.
      text (str): text.
      created (Optional[int]): time in milliseconds since the epoch, or None.
      keys (dict[str, object]): keys to set, or with OMIT to leave out.

    Returns:
      tuple[str, dict]: key and value of the row.
    """
    keys = {"modelInfo": OMIT, "agentMode": OMIT, **keys}
    return MakeUserBubble(
        composer_identifier, bubble_identifier, text, created=created, **keys
    )


def MakeAssistantBubble(
    composer_identifier, bubble_identifier, text, created=START_MILLISECONDS, **keys
):
    """Makes a bubble with a reply.

    Args:
      composer_identifier (str): identifier of the composer.
      bubble_identifier (str): identifier of the bubble with its suffix, such as
          "a1/s:2".
      text (str): text.
      created (Optional[int]): time in milliseconds since the epoch, or None.
      keys (dict[str, object]): keys to set, or with OMIT to leave out.

    Returns:
      tuple[str, dict]: key and value of the row.
    """
    value = {
        "_v": 3,
        "type": 2,
        "bubbleId": bubble_identifier,
        "capabilityType": None,
        "text": text,
        "tokenCount": {"inputTokens": 0, "outputTokens": 0},
        "requestId": "",
    }
    if created is not None:
        value["createdAt"] = ToISO8601(created)
    return _MakeBubbleKey(composer_identifier, bubble_identifier), _Merge(value, keys)


def MakeThinkingBubble(
    composer_identifier, bubble_identifier, text, created=START_MILLISECONDS, **keys
):
    """Makes a bubble with reasoning.

    Args:
      composer_identifier (str): identifier of the composer.
      bubble_identifier (str): identifier of the bubble with its suffix.
      text (str): text of the reasoning.
      created (Optional[int]): time in milliseconds since the epoch, or None.
      keys (dict[str, object]): keys to set, or with OMIT to leave out. An old store
          has no capabilityType here.

    Returns:
      tuple[str, dict]: key and value of the row.
    """
    keys = {
        "capabilityType": 30,
        "thinking": {"text": text, "signature": "c2lnbmF0dXJl"},
        "thinkingDurationMs": 900,
        **keys,
    }
    return MakeAssistantBubble(
        composer_identifier, bubble_identifier, "", created=created, **keys
    )


def MakeToolBubble(
    composer_identifier,
    bubble_identifier,
    name,
    params,
    result=None,
    status="completed",
    started=START_MILLISECONDS,
    duration=500,
    additional_data=None,
    tool_call_identifier=None,
    tool_keys=None,
    **keys,
):
    """Makes a bubble with a tool call and its result.

    Args:
      composer_identifier (str): identifier of the composer.
      bubble_identifier (str): identifier of the bubble with its suffix. See
          MakeToolSuffix.
      name (str): name of the tool, or OMIT.
      params (object): parameters. A dictionary is stored as a JSON string.
      result (Optional[object]): result. A dictionary is stored as a JSON string; None
          leaves it out.
      status (Optional[str]): "completed", "loading", "cancelled" or "error".
      started (Optional[int]): time in milliseconds since the epoch, where None leaves
          createdAt and startedAtMs out.
      duration (Optional[int]): milliseconds the call took, where None leaves
          completedAtMs out.
      additional_data (Optional[dict]): additionalData. See MakeReview.
      tool_call_identifier (Optional[str]): toolCallId, where None takes it from the
          suffix of the bubble identifier.
      tool_keys (Optional[dict[str, object]]): keys of toolFormerData to set, or with
          OMIT to leave out: it is the way to store an object as it is.
      keys (dict[str, object]): keys of the bubble to set, or with OMIT to leave out.

    Returns:
      tuple[str, dict]: key and value of the row.
    """
    if tool_call_identifier is None:
        _, _, tool_call_identifier = bubble_identifier.rpartition("/t:")

    tool = {"name": name}
    if name in TOOL_NUMBERS:
        tool["tool"] = TOOL_NUMBERS[name]
    tool["status"] = status
    tool["toolCallId"] = tool_call_identifier
    tool["modelCallId"] = ""
    tool["toolIndex"] = 0
    tool["params"] = params if isinstance(params, str) else DumpJSON(params)
    tool["rawArgs"] = tool["params"]
    if result is not None:
        tool["result"] = result if isinstance(result, str) else DumpJSON(result)
    if additional_data is not None:
        tool["additionalData"] = additional_data

    value = {"capabilityType": 15, "toolFormerData": _Merge(tool, tool_keys or {})}
    if started is not None:
        value["startedAtMs"] = started
        if duration is not None:
            value["completedAtMs"] = started + duration

    return MakeAssistantBubble(
        composer_identifier,
        bubble_identifier,
        "",
        created=started,
        **{**value, **keys},
    )


def MakeToolSuffix(name, index):
    """Makes the suffix of a tool bubble's identifier, with its literal line feed.

    Args:
      name (str): name that stands for the UUID of the call.
      index (int): index in the turn.

    Returns:
      str: suffix such as "/t:call-t1-1\\nfc_t1_1".
    """
    return f"/t:call-{name:s}-{index:d}\nfc_{name:s}_{index:d}"


def MakeReview(selected_option, status="Done", commands=(), applied=None, **keys):
    """Makes the reviewData of a call that asked for permission.

    Args:
      selected_option (str): selectedOption, such as "run" or "skip".
      status (Optional[str]): "Done", "Requested" or "None".
      commands (Optional[list[str]]): commands that the prompt offered.
      applied (Optional[list[str]]): appliedAllowlistOptionIds.
      keys (dict[str, object]): more keys, such as approvalType, or OMIT.

    Returns:
      dict: reviewData.
    """
    review = {
        "status": status,
        "selectedOption": selected_option,
        "isShowingInput": False,
        "allowlistOptions": [
            {"id": command, "label": command, "value": command, "commandName": command}
            for command in commands
        ],
        "candidatesForAllowlist": list(commands),
        "hasClassifierSuggestions": False,
    }
    if status == "Done":
        review["approvalType"] = "user"
    if applied is not None:
        review["appliedAllowlistOptionIds"] = list(applied)
    return _Merge(review, keys)


def MakeComposerHeader(composer_identifier, **keys):
    """Makes a row of the table composerHeaders.

    Args:
      composer_identifier (str): identifier of the composer.
      keys (dict[str, object]): columns to set, and with any other name keys of the
          value, or OMIT to leave a key of the value out. "value" sets it whole.

    Returns:
      dict[str, object]: columns, of which value is a dictionary.
    """
    row = {
        "composerId": composer_identifier,
        "workspaceId": "empty-window",
        "createdAt": START_MILLISECONDS,
        "lastUpdatedAt": START_MILLISECONDS + 300000,
        "isArchived": 0,
        "isSubagent": 0,
        "recency": None,
        "checkpointAt": None,
        "subagentTypeName": None,
        "value": None,
    }
    value_keys = {}
    for name, value in keys.items():
        if name in row:
            row[name] = value
        else:
            value_keys[name] = value

    if row["recency"] is None:
        row["recency"] = row["lastUpdatedAt"]
    if "value" not in keys:
        row["value"] = _Merge(
            {
                "type": "head",
                "composerId": composer_identifier,
                "createdAt": row["createdAt"],
                "lastUpdatedAt": row["lastUpdatedAt"],
                "unifiedMode": "agent",
                "forceMode": "edit",
                "isArchived": bool(row["isArchived"]),
                "isDraft": False,
            },
            value_keys,
        )
    return row


def MakeBlobRow(data):
    """Makes a row of the content-addressed store in cursorDiskKV.

    Args:
      data (object): bytes, where a dictionary stands for a JSON model message.

    Returns:
      tuple[str, object]: key with the SHA-256 of the data, and value: a BLOB.
    """
    if not isinstance(data, bytes):
        data = DumpJSON(data).encode("utf-8")
    return f"agentKv:blob:{hashlib.sha256(data).hexdigest():s}", data


def MakeOAuthKey(family, scope, field, padded=False):
    """Makes the key of a row of an MCP server's OAuth state in ItemTable.

    Args:
      family (str): "global" or "secret".
      scope (str): scope, or an empty string for a field without scope.
      field (str): field, such as "mcp_server_url".
      padded (Optional[bool]): True to keep the padding of the base64.

    Returns:
      str: key.
    """
    text = f"[{scope:s}] {field:s}" if scope else field
    encoded = base64.urlsafe_b64encode(text.encode("utf-8")).decode("ascii")
    return f"mcpOAuth.{family:s}.{encoded if padded else encoded.rstrip('='):s}"


def MakeSecret(number):
    """Makes the text of a secret, which must never leave a store.

    Args:
      number (object): what tells the places of secrets apart.

    Returns:
      str: sentinel.
    """
    return f"{SECRET_SENTINEL:s}-{number!s}"


def MakeSecretBuffer(number):
    """Makes a value of VS Code's secret storage, which is encrypted there.

    Args:
      number (object): what tells the places of secrets apart.

    Returns:
      dict: Buffer in JSON that holds the sentinel.
    """
    data = b"v11" + MakeSecret(number).encode("ascii")
    return {"type": "Buffer", "data": list(data)}


class Conversation:
    """A conversation that grows turn by turn, as the rows of a store of 3.x.

    Identifiers are readable and unique in the conversation: u1, a1/s:0 and
    a1/t:call-<composer>-1-1 LF fc_<composer>_1_1. Time advances by itself, one second
    an event.

    Attributes:
      composer_identifier (str): identifier of the composer.
      milliseconds (int): time of the next event.
      model (str): model of the next prompt.
      rows (list[tuple[str, object]]): bubble rows.
      start (int): time of the creation.
    """

    def __init__(self, composer_identifier, start=START_MILLISECONDS, model="grok-4.6"):
        """Starts a conversation.

        Args:
          composer_identifier (str): identifier of the composer.
          start (Optional[int]): time in milliseconds since the epoch.
          model (Optional[str]): model.
        """
        super().__init__()
        self.composer_identifier = composer_identifier
        self.milliseconds = start
        self.model = model
        self.rows = []
        self.start = start
        self._index = 0
        self._turn = 0

    def AddUser(self, text, **keys):
        """Adds a typed prompt, which starts a turn.

        Args:
          text (str): text.
          keys (dict[str, object]): see MakeUserBubble.

        Returns:
          dict: value of the bubble.
        """
        keys = {
            "modelInfo": {"modelName": self.model},
            "requestId": self._MakeUUID(f"request-{self._turn + 1:d}"),
            **keys,
        }
        return self._AddTurn(MakeUserBubble, text, keys)

    def AddInjected(self, text, **keys):
        """Adds a turn that the agent injected.

        Args:
          text (str): text.
          keys (dict[str, object]): see MakeInjectedBubble.

        Returns:
          dict: value of the bubble.
        """
        return self._AddTurn(MakeInjectedBubble, text, keys)

    def AddAssistant(self, text, **keys):
        """Adds a reply.

        Args:
          text (str): text.
          keys (dict[str, object]): see MakeAssistantBubble.

        Returns:
          dict: value of the bubble.
        """
        return self._Add(MakeAssistantBubble, self._MakeStepIdentifier(), text, **keys)

    def AddThinking(self, text, **keys):
        """Adds reasoning.

        Args:
          text (str): text.
          keys (dict[str, object]): see MakeThinkingBubble.

        Returns:
          dict: value of the bubble.
        """
        return self._Add(MakeThinkingBubble, self._MakeStepIdentifier(), text, **keys)

    def AddTool(self, name, params, result=None, **keys):
        """Adds a tool call.

        Args:
          name (str): name of the tool.
          params (object): parameters.
          result (Optional[object]): result.
          keys (dict[str, object]): see MakeToolBubble.

        Returns:
          dict: value of the bubble.
        """
        suffix = MakeToolSuffix(
            f"{self.composer_identifier:s}-{self._turn:d}", self._index
        )
        self._index += 1
        key, value = MakeToolBubble(
            self.composer_identifier,
            f"a{self._turn:d}{suffix:s}",
            name,
            params,
            result,
            started=self.milliseconds,
            **keys,
        )
        self.milliseconds += 1000
        self.rows.append((key, value))
        return value

    def GetHeaders(self):
        """Retrieves the header list.

        Returns:
          list[dict]: headers.
        """
        return MakeHeaders(self.rows)

    def GetRows(self, chunk_size=0, **keys):
        """Retrieves the rows of cursorDiskKV: composer, header chunks and bubbles.

        Args:
          chunk_size (Optional[int]): number of headers in a chunk, where 0 stands for
              a header list inline in the composer.
          keys (dict[str, object]): keys of the composer. See MakeComposer.

        Returns:
          list[tuple[str, object]]: rows.
        """
        headers = self.GetHeaders()
        keys = {
            "createdAt": self.start,
            "lastUpdatedAt": self.milliseconds,
            "modelConfig": {"modelName": self.model, "maxMode": False},
            **keys,
        }
        inline_headers = [] if chunk_size else headers
        rows = [MakeComposer(self.composer_identifier, inline_headers, **keys)]
        if chunk_size:
            rows.extend(MakeHeaderChunks(self.composer_identifier, headers, chunk_size))
        return rows + self.rows

    def GetHeaderRow(self, **keys):
        """Retrieves the row of composerHeaders.

        Args:
          keys (dict[str, object]): see MakeComposerHeader.

        Returns:
          dict[str, object]: row.
        """
        keys = {"createdAt": self.start, "lastUpdatedAt": self.milliseconds, **keys}
        return MakeComposerHeader(self.composer_identifier, **keys)

    def _Add(self, function, bubble_identifier, text, **keys):
        """Adds a bubble at the current time.

        Args:
          function (function): function that makes the row.
          bubble_identifier (str): identifier of the bubble.
          text (str): text.
          keys (dict[str, object]): keys of the bubble.

        Returns:
          dict: value of the bubble.
        """
        keys = {"created": self.milliseconds, **keys}
        key, value = function(self.composer_identifier, bubble_identifier, text, **keys)
        self.milliseconds += 1000
        self.rows.append((key, value))
        return value

    def _AddTurn(self, function, text, keys):
        """Adds a user bubble, which starts a turn.

        Args:
          function (function): function that makes the row.
          text (str): text.
          keys (dict[str, object]): keys of the bubble.

        Returns:
          dict: value of the bubble.
        """
        self._turn += 1
        self._index = 0
        return self._Add(function, f"u{self._turn:d}", text, **keys)

    def _MakeStepIdentifier(self):
        """Makes the identifier of the next assistant bubble.

        Returns:
          str: identifier of the bubble.
        """
        bubble_identifier = f"a{self._turn:d}/s:{self._index:d}"
        self._index += 1
        return bubble_identifier

    def _MakeUUID(self, name):
        """Makes a UUID that is the same in every run.

        Args:
          name (str): what the UUID stands for.

        Returns:
          str: UUID.
        """
        return MakeUUID(f"{self.composer_identifier:s}/{name:s}")


def MakeUUID(name):
    """Makes a UUID that is the same in every run.

    Args:
      name (str): what the UUID stands for.

    Returns:
      str: UUID.
    """
    digits = hashlib.sha256(name.encode("utf-8")).hexdigest()
    return (
        f"{digits[:8]:s}-{digits[8:12]:s}-4{digits[13:16]:s}-8{digits[17:20]:s}-"
        f"{digits[20:32]:s}"
    )


def OpenDatabase(path, write_ahead_log=False, auto_vacuum=0, page_size=4096):
    """Opens a database in which deleted rows stay, creating it where it is not there.

    Args:
      path (str): path of the database.
      write_ahead_log (Optional[bool]): True for a WAL without automatic checkpoints.
      auto_vacuum (Optional[int]): auto_vacuum of a new database: 0, 1 or 2.
      page_size (Optional[int]): page size of a new database in bytes.

    Returns:
      sqlite3.Connection: connection in autocommit mode.
    """
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA secure_delete=OFF")
    connection.execute("PRAGMA synchronous=OFF")
    connection.execute(f"PRAGMA page_size={page_size:d}")
    # Must precede the journal mode.
    connection.execute(f"PRAGMA auto_vacuum={auto_vacuum:d}")
    if write_ahead_log:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA wal_autocheckpoint=0")
    return connection


def InsertRows(connection, rows, table="cursorDiskKV"):
    """Inserts rows in one transaction, replacing those with the same key.

    Args:
      connection (sqlite3.Connection): connection.
      rows (iterable[tuple[str, object]]): keys and values.
      table (Optional[str]): "cursorDiskKV" or "ItemTable".
    """
    InsertTuples(connection, table, rows)


def InsertTuples(connection, table, rows):
    """Inserts rows of any table in one transaction.

    Args:
      connection (sqlite3.Connection): connection.
      table (str): name of the table.
      rows (iterable[tuple[object]]): values in the order of the columns.
    """
    connection.execute("BEGIN")
    for row in rows:
        places = ",".join(
            "CAST(? AS TEXT)" if isinstance(value, RawText) else "?" for value in row
        )
        connection.execute(
            f"INSERT OR REPLACE INTO {table:s} VALUES({places:s})",
            [_ToSQLValue(value) for value in row],
        )
    connection.execute("COMMIT")


def CreateStateTables(connection, header_columns=10, has_disk_kv=True):
    """Creates the tables of a state.vscdb.

    Args:
      connection (sqlite3.Connection): connection.
      header_columns (Optional[int]): number of columns of composerHeaders: 10, 9
          (without subagentTypeName) or 0 for no such table.
      has_disk_kv (Optional[bool]): False for a store of 2023, without cursorDiskKV.
    """
    connection.execute("PRAGMA user_version=1")
    connection.execute(
        "CREATE TABLE ItemTable (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)"
    )
    if has_disk_kv:
        connection.execute(
            "CREATE TABLE cursorDiskKV "
            "(key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)"
        )
    if header_columns:
        columns = ", ".join(
            f"{name:s} {column_type:s}"
            for name, column_type in HEADER_COLUMNS
            if header_columns == 10 or name != "subagentTypeName"
        )
        connection.execute(f"CREATE TABLE composerHeaders ({columns:s})")
        connection.execute(
            "CREATE INDEX idx_composerHeaders_workspace ON composerHeaders "
            "(workspaceId, isSubagent, isArchived, recency)"
        )
        connection.execute(
            "CREATE INDEX idx_composerHeaders_recency ON composerHeaders "
            "(recency, composerId)"
        )


def InsertComposerHeaders(connection, headers):
    """Inserts rows into composerHeaders in one transaction.

    Args:
      connection (sqlite3.Connection): connection.
      headers (iterable[dict[str, object]]): rows. See MakeComposerHeader.
    """
    names = [row[1] for row in connection.execute("PRAGMA table_info(composerHeaders)")]
    InsertTuples(
        connection,
        "composerHeaders",
        [[header.get(name) for name in names] for header in headers],
    )


def WriteStateDatabase(
    path,
    rows=(),
    headers=(),
    item_rows=(),
    header_columns=10,
    has_disk_kv=True,
    auto_vacuum=0,
    page_size=4096,
):
    """Writes a state.vscdb.

    Args:
      path (str): path of the database, whose directory is created.
      rows (Optional[iterable[tuple[str, object]]]): rows of cursorDiskKV.
      headers (Optional[iterable[dict[str, object]]]): rows of composerHeaders.
      item_rows (Optional[iterable[tuple[str, object]]]): rows of ItemTable.
      header_columns (Optional[int]): see CreateStateTables.
      has_disk_kv (Optional[bool]): see CreateStateTables.
      auto_vacuum (Optional[int]): see OpenDatabase.
      page_size (Optional[int]): see OpenDatabase.
    """
    with NewDatabase(path, auto_vacuum=auto_vacuum, page_size=page_size) as connection:
        CreateStateTables(connection, header_columns, has_disk_kv)
        InsertRows(connection, item_rows, "ItemTable")
        if has_disk_kv:
            InsertRows(connection, rows)
        if header_columns:
            InsertComposerHeaders(connection, headers)


@contextlib.contextmanager
def NewDatabase(path, auto_vacuum=0, page_size=4096):
    """Creates a database file that is the same in every run.

    Args:
      path (str): path of the database, whose directory is created. A file that is
          there is replaced.
      auto_vacuum (Optional[int]): see OpenDatabase.
      page_size (Optional[int]): see OpenDatabase.

    Yields:
      sqlite3.Connection: connection.
    """
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    _RemoveDatabase(path)

    connection = OpenDatabase(path, auto_vacuum=auto_vacuum, page_size=page_size)
    try:
        yield connection
    finally:
        connection.close()
    NormalizeDatabase(path)


@contextlib.contextmanager
def EditDatabase(path):
    """Changes a database without a WAL.

    Args:
      path (str): path of the database.

    Yields:
      sqlite3.Connection: connection.
    """
    connection = OpenDatabase(path)
    try:
        yield connection
    finally:
        connection.close()
    NormalizeDatabase(path)


@contextlib.contextmanager
def PendingWAL(path, auto_vacuum=0, page_size=4096):
    """Changes a database so that the changes stay in its -wal file.

    The files are copied while the connection is open, as those of a machine whose
    power was cut: what the caller leaves uncommitted stays so. There is no -shm file.

    Args:
      path (str): path of the database.
      auto_vacuum (Optional[int]): see OpenDatabase.
      page_size (Optional[int]): see OpenDatabase.

    Yields:
      sqlite3.Connection: connection.
    """
    connection = OpenDatabase(
        path, write_ahead_log=True, auto_vacuum=auto_vacuum, page_size=page_size
    )
    with tempfile.TemporaryDirectory() as directory:
        copy_path = os.path.join(directory, "copy")
        try:
            yield connection
            for suffix in ("", "-wal"):
                if os.path.exists(f"{path:s}{suffix:s}"):
                    shutil.copyfile(f"{path:s}{suffix:s}", f"{copy_path:s}{suffix:s}")
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            connection.close()

        _RemoveDatabase(path)
        for suffix in ("", "-wal"):
            if os.path.exists(f"{copy_path:s}{suffix:s}"):
                shutil.copyfile(f"{copy_path:s}{suffix:s}", f"{path:s}{suffix:s}")

    NormalizeDatabase(path)


def NormalizeDatabase(path):
    """Makes a database and its WAL independent of the library and of chance.

    The version number of the library in the file header becomes a fixed one and the
    random salts of the WAL become fixed ones, by the order of their appearance, with
    checksums that fit. What a checksum did not fit before it does not fit after.

    Args:
      path (str): path of the database.
    """
    with open(path, "r+b") as file_object:
        header = file_object.read(100)
        if len(header) == 100:
            file_object.seek(96)
            file_object.write(struct.pack(">I", _SQLITE_VERSION_NUMBER))

    wal_path = f"{path:s}-wal"
    if os.path.exists(wal_path) and os.path.getsize(wal_path) >= _WAL_HEADER_SIZE:
        with open(wal_path, "rb") as file_object:
            data = bytearray(file_object.read())
        _NormalizeWAL(data)
        with open(wal_path, "wb") as file_object:
            file_object.write(data)


def ReadWALFrames(path):
    """Reads where the frames of a WAL are.

    Args:
      path (str): path of the -wal file.

    Returns:
      list[tuple[int, int, int]]: per whole frame its file offset, page number and
          size of the database after its commit, or 0.
    """
    with open(path, "rb") as file_object:
        data = file_object.read()

    page_size = struct.unpack_from(">I", data, 8)[0]
    frame_size = _WAL_FRAME_HEADER_SIZE + page_size
    return [
        (offset, *struct.unpack_from(">II", data, offset))
        for offset in range(_WAL_HEADER_SIZE, len(data) - frame_size + 1, frame_size)
    ]


def PatchFile(path, offset, data):
    """Overwrites bytes of a file.

    Args:
      path (str): path of the file.
      offset (int): offset in bytes.
      data (bytes): bytes to write.
    """
    with open(path, "r+b") as file_object:
        file_object.seek(offset)
        file_object.write(data)


def WriteConversationSearch(path, conversations, branches=True):
    """Writes a conversation-search.db.

    Args:
      path (str): path of the database.
      conversations (list[dict[str, object]]): conversations, with the columns of the
          table conversations, with "body", the indexed text, and with
          "indexed_title" where it is not the title.
      branches (Optional[bool]): False for the schema of 3.15, without that column.
    """
    names = ["fts_rowid", "source", "scope", "id", "title"]
    names += ["branches"] if branches else []
    names += ["updated_at", "is_archived", "root_fingerprint", "cache_fingerprint"]
    types = {
        "fts_rowid": "INTEGER PRIMARY KEY",
        "source": "TEXT NOT NULL CHECK (source IN ('local','cloud-cache'))",
        "updated_at": "INTEGER NOT NULL",
        "is_archived": "INTEGER NOT NULL",
        "root_fingerprint": "TEXT",
        "cache_fingerprint": "TEXT",
    }
    columns = ", ".join(
        f"{name:s} {types.get(name, 'TEXT NOT NULL'):s}" for name in names
    )
    fts_columns = "title, body, branches" if branches else "title, body"

    with NewDatabase(path, page_size=_SMALL_PAGE_SIZE) as connection:
        connection.execute("PRAGMA user_version=7")
        connection.execute(
            f"CREATE TABLE conversations ({columns:s}, UNIQUE (source, scope, id))"
        )
        connection.execute(
            f"CREATE VIRTUAL TABLE conversation_fts USING fts5({fts_columns:s}, "
            "tokenize='unicode61 remove_diacritics 2', prefix='2 3')"
        )
        connection.execute(
            "CREATE TABLE conversation_search_candidates "
            "(id TEXT PRIMARY KEY, updated_at INTEGER NOT NULL)"
        )
        connection.execute(
            "CREATE TABLE conversation_search_reconciliation "
            "(cursor TEXT, in_progress INTEGER NOT NULL)"
        )
        connection.execute(
            "CREATE TABLE conversation_search_settings "
            "(effective_conversation_cap INTEGER NOT NULL)"
        )
        connection.execute("INSERT INTO conversation_search_settings VALUES (10000)")

        InsertTuples(
            connection,
            "conversations",
            [[row.get(name) for name in names] for row in conversations],
        )
        InsertTuples(
            connection,
            f"conversation_fts (rowid, {fts_columns:s})",
            [
                [
                    row["fts_rowid"],
                    row.get("indexed_title", row.get("title", "")),
                    row.get("body", ""),
                ]
                + ([row.get("branches", "")] if branches else [])
                for row in conversations
            ],
        )


_AI_TRACKING_TABLES = {
    2025: (
        "ai_code_hashes (hash TEXT PRIMARY KEY, source TEXT NOT NULL, "
        "fileExtension TEXT, fileName TEXT, requestId TEXT, conversationId TEXT, "
        "timestamp INTEGER, createdAt INTEGER NOT NULL, model TEXT)",
        "scored_commits (commitHash TEXT NOT NULL, branchName TEXT NOT NULL, "
        "scoredAt INTEGER NOT NULL, PRIMARY KEY (commitHash, branchName))",
        "tracking_state (key TEXT PRIMARY KEY, value TEXT NOT NULL)",
        "conversation_summaries (conversationId TEXT PRIMARY KEY, title TEXT, "
        "tldr TEXT, overview TEXT, summaryBullets TEXT, model TEXT, mode TEXT, "
        "updatedAt INTEGER NOT NULL)",
    ),
}
_AI_TRACKING_TABLES[2026] = (
    _AI_TRACKING_TABLES[2025][0],
    "scored_commits (commitHash TEXT NOT NULL, branchName TEXT NOT NULL, "
    "scoredAt INTEGER NOT NULL, linesAdded INTEGER, linesDeleted INTEGER, "
    "tabLinesAdded INTEGER, tabLinesDeleted INTEGER, composerLinesAdded INTEGER, "
    "composerLinesDeleted INTEGER, humanLinesAdded INTEGER, "
    "humanLinesDeleted INTEGER, blankLinesAdded INTEGER, blankLinesDeleted INTEGER, "
    "commitMessage TEXT, commitDate TEXT, v1AiPercentage TEXT, v2AiPercentage TEXT, "
    "PRIMARY KEY (commitHash, branchName))",
    *_AI_TRACKING_TABLES[2025][2:],
    "tracked_file_content (gitPath TEXT PRIMARY KEY, content TEXT, "
    "conversationId TEXT, model TEXT, fileExtension TEXT, "
    "createdAt INTEGER NOT NULL)",
    "ai_deleted_files (gitPath TEXT NOT NULL, composerId TEXT, conversationId TEXT, "
    "model TEXT, deletedAt INTEGER NOT NULL, PRIMARY KEY (gitPath, deletedAt))",
)


def WriteAICodeTracking(path, rows, schema=2026):
    """Writes an ai-code-tracking.db.

    Args:
      path (str): path of the database.
      rows (dict[str, list[dict[str, object]]]): rows by table, as columns and values.
      schema (Optional[int]): 2025 for the schema of December 2025, 2026 for that of
          May 2026.
    """
    with NewDatabase(path, page_size=_SMALL_PAGE_SIZE) as connection:
        for table in _AI_TRACKING_TABLES[schema]:
            connection.execute(f"CREATE TABLE {table:s}")
        _InsertDictionaries(connection, rows)


def WriteAgentStore(path, meta, blobs):
    """Writes a store.db of the Agent CLI.

    Args:
      path (str): path of the database.
      meta (dict|str): value of meta row 0, where a dictionary is encoded as JSON in
          hexadecimal digits.
      blobs (list[bytes|dict|tuple[str, bytes]]): blobs. A dictionary stands for a
          JSON model message; a tuple gives the identifier too, which otherwise is
          the SHA-256 of the data.

    Returns:
      list[str]: identifiers of the blobs.
    """
    rows = []
    for blob in blobs:
        if isinstance(blob, tuple):
            rows.append(blob)
        else:
            key, data = MakeBlobRow(blob)
            rows.append((key.rpartition(":")[2], data))

    if not isinstance(meta, str):
        meta = DumpJSON(meta).encode("utf-8").hex()

    with NewDatabase(path, page_size=_SMALL_PAGE_SIZE) as connection:
        connection.execute("PRAGMA user_version=1")
        connection.execute("CREATE TABLE blobs (id TEXT PRIMARY KEY, data BLOB)")
        connection.execute("CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT)")
        InsertTuples(connection, "blobs", rows)
        InsertTuples(connection, "meta", [("0", meta)])

    return [identifier for identifier, _ in rows]


_AGENT_SYNC_TABLES = (
    "meta (key TEXT PRIMARY KEY, value TEXT)",
    "files (rel_path TEXT PRIMARY KEY, last_synced_sha TEXT, last_seen_etag TEXT, "
    "size INTEGER, last_synced_ms INTEGER, direction TEXT, state TEXT, "
    "tombstone_etag TEXT, deleted_at_ms INTEGER, stat_mtime_ms INTEGER, "
    "stat_size INTEGER)",
    "pending_deletes (rel_path TEXT PRIMARY KEY, requested_ms INTEGER)",
    "pending_rmdirs (rel_path TEXT PRIMARY KEY, requested_ms INTEGER)",
)


def WriteAgentSync(path, rows):
    """Writes an index.sqlite of AgentStores.

    Args:
      path (str): path of the database.
      rows (dict[str, list[dict[str, object]]]): rows by table, as columns and values.
    """
    with NewDatabase(path, page_size=_SMALL_PAGE_SIZE) as connection:
        for table in _AGENT_SYNC_TABLES:
            connection.execute(f"CREATE TABLE {table:s}")
        _InsertDictionaries(connection, rows)


def EncodeProtobuf(fields):
    """Encodes a protobuf message by wire type alone.

    Args:
      fields (list[tuple[int, object]]): numbers and values: an int is a varint, a
          float a fixed 64-bit number, str and bytes are length-delimited and a list
          is a message.

    Returns:
      bytes: encoded message.
    """
    data = bytearray()
    for number, value in fields:
        if isinstance(value, int):
            data += _EncodeVarint(number << 3) + _EncodeVarint(value)
        elif isinstance(value, float):
            data += _EncodeVarint(number << 3 | 1) + struct.pack("<d", value)
        else:
            if isinstance(value, str):
                value = value.encode("utf-8")
            elif isinstance(value, list):
                value = EncodeProtobuf(value)
            data += _EncodeVarint(number << 3 | 2) + _EncodeVarint(len(value)) + value
    return bytes(data)


def MakeTranscriptUser(text, timestamp=None, preamble=""):
    """Makes a user line of a transcript.

    Args:
      text (str): what the user typed.
      timestamp (Optional[str]): text of the tag, where None leaves the tag out. See
          ToTranscriptTimestamp.
      preamble (Optional[str]): text before the tag.

    Returns:
      dict: line.
    """
    tag = f"<timestamp>{timestamp:s}</timestamp>\n" if timestamp else ""
    text = f"{preamble:s}{tag:s}<user_query>{text:s}</user_query>"
    return {
        "role": "user",
        "message": {"content": [{"type": "text", "text": text}]},
    }


def MakeTranscriptAssistant(text=None, *tools):
    """Makes an assistant line of a transcript.

    Args:
      text (Optional[str]): text of the reply.
      tools (list[tuple[str, object]]): names and inputs of the tool calls.

    Returns:
      dict: line.
    """
    content = [{"type": "text", "text": text}] if text is not None else []
    for name, tool_input in tools:
        content.append({"type": "tool_use", "name": name, "input": tool_input})
    return {"role": "assistant", "message": {"content": content}}


def MakeTurnEnded(status="success", **keys):
    """Makes the line that ends a turn of a transcript.

    Args:
      status (Optional[str]): "success", "error" or "aborted".
      keys (dict[str, object]): more keys, such as error.

    Returns:
      dict: line.
    """
    return {"type": "turn_ended", "status": status, **keys}


@contextlib.contextmanager
def CopyDatabase(path, with_wal=True):
    """Opens a copy of a database: SQLite changes what it opens.

    Args:
      path (str): path of the database.
      with_wal (Optional[bool]): False to leave the -wal file out.

    Yields:
      sqlite3.Connection: connection.
    """
    with tempfile.TemporaryDirectory() as directory:
        copy_path = os.path.join(directory, "copy")
        shutil.copyfile(path, copy_path)
        if with_wal and os.path.exists(f"{path:s}-wal"):
            shutil.copyfile(f"{path:s}-wal", f"{copy_path:s}-wal")

        connection = sqlite3.connect(copy_path, isolation_level=None)
        try:
            yield connection
        finally:
            connection.close()


def CopyTree(source, destination):
    """Copies evidence files and sets their times, which git does not keep.

    Args:
      source (str): path of a file or a directory.
      destination (str): path to copy to, which must not be there.
    """
    if os.path.isdir(source):
        shutil.copytree(source, destination, symlinks=True)
    else:
        os.makedirs(os.path.dirname(destination) or ".", exist_ok=True)
        shutil.copyfile(source, destination)
    SetFileTimes(destination)


def SetFileTimes(path, seconds=FILE_SECONDS):
    """Sets the access and modification times of a file or of a whole directory.

    Args:
      path (str): path.
      seconds (Optional[int]): time in seconds since the epoch.
    """
    for directory, _, names in os.walk(path):
        for name in names:
            os.utime(
                os.path.join(directory, name), (seconds, seconds), follow_symlinks=False
            )
        os.utime(directory, (seconds, seconds))
    os.utime(path, (seconds, seconds), follow_symlinks=False)


def WriteFile(path, data):
    """Writes a file, creating its directory.

    Args:
      path (str): path of the file.
      data (bytes|str|object): data, where anything but bytes and str is written as
          indented JSON.
    """
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    if not isinstance(data, (bytes, str)):
        data = json.dumps(data, ensure_ascii=False, indent=2) + "\n"
    if isinstance(data, str):
        data = data.encode("utf-8")
    with open(path, "wb") as file_object:
        file_object.write(data)


def WriteLines(path, lines, end="\n"):
    """Writes a file of lines, such as a transcript.

    Args:
      path (str): path of the file.
      lines (list[bytes|str|dict]): lines without their end, where a dictionary is
          written as compact JSON.
      end (Optional[str]): end of the last line: an empty string for a writer that
          leaves it out.
    """
    encoded = []
    for line in lines:
        if not isinstance(line, (bytes, str)):
            line = DumpJSON(line)
        encoded.append(line.encode("utf-8") if isinstance(line, str) else line)
    WriteFile(path, b"\n".join(encoded) + end.encode("ascii"))


def _EncodeVarint(value):
    """Encodes a number as a varint.

    Args:
      value (int): number that is not negative.

    Returns:
      bytes: varint.
    """
    data = bytearray()
    while value > 0x7F:
        data.append(value & 0x7F | 0x80)
        value >>= 7
    data.append(value)
    return bytes(data)


def _InsertDictionaries(connection, rows):
    """Inserts rows that are given as columns and values.

    Args:
      connection (sqlite3.Connection): connection.
      rows (dict[str, list[dict[str, object]]]): rows by table.
    """
    for table, table_rows in rows.items():
        for row in table_rows:
            InsertTuples(
                connection,
                f"{table:s} ({','.join(row):s})",
                [list(row.values())],
            )


def _MakeBubbleKey(composer_identifier, bubble_identifier):
    """Makes the key of a bubble.

    Args:
      composer_identifier (str): identifier of the composer.
      bubble_identifier (str): identifier of the bubble with its suffix.

    Returns:
      str: key.
    """
    return f"bubbleId:{composer_identifier:s}:{bubble_identifier:s}"


def _Merge(value, keys):
    """Sets keys of a dictionary, or leaves them out.

    Args:
      value (dict[str, object]): dictionary.
      keys (dict[str, object]): keys to set, or with OMIT to leave out.

    Returns:
      dict[str, object]: new dictionary.
    """
    merged = {**value, **keys}
    return {name: item for name, item in merged.items() if item is not OMIT}


def _NormalizeWAL(data):
    """Replaces the salts of a WAL by fixed ones, with checksums that fit.

    Args:
      data (bytearray): content of the -wal file, changed in place.
    """
    magic, _, page_size = struct.unpack_from(">III", data, 0)
    byte_order = "big" if magic & 1 else "little"
    frame_size = _WAL_FRAME_HEADER_SIZE + page_size

    new_salts = {bytes(data[16:24]): struct.pack(">II", *_WAL_SALTS)}

    old_checksum = struct.unpack_from(">II", data, 24)
    data[16:24] = new_salts[bytes(data[16:24])]
    checksum = _UpdateChecksum((0, 0), data[:24], byte_order)
    struct.pack_into(">II", data, 24, *checksum)

    for offset in range(_WAL_HEADER_SIZE, len(data) - frame_size + 1, frame_size):
        frame = data[offset : offset + frame_size]
        stored_checksum = struct.unpack_from(">II", frame, 16)
        old_checksum = _UpdateChecksum(old_checksum, frame[:8], byte_order)
        old_checksum = _UpdateChecksum(old_checksum, frame[24:], byte_order)
        is_good = stored_checksum == old_checksum
        old_checksum = stored_checksum

        salts = bytes(frame[8:16])
        if salts not in new_salts:
            new_salts[salts] = struct.pack(
                ">II", _WAL_SALTS[0] - len(new_salts), _WAL_SALTS[1] + len(new_salts)
            )
        frame[8:16] = new_salts[salts]

        # The first page holds the version number of the library.
        if struct.unpack_from(">I", frame, 0)[0] == 1:
            struct.pack_into(">I", frame, 24 + 96, _SQLITE_VERSION_NUMBER)

        # The first frame of an earlier generation goes on from a frame that has been
        # overwritten: it has no checksum that fits.
        checksum = _UpdateChecksum(checksum, frame[:8], byte_order)
        checksum = _UpdateChecksum(checksum, frame[24:], byte_order)
        if not is_good:
            checksum = (checksum[0] ^ 0x5A5A5A5A, checksum[1])
        struct.pack_into(">II", frame, 16, *checksum)
        data[offset : offset + frame_size] = frame


def _RemoveDatabase(path):
    """Removes a database and what belongs to it.

    Args:
      path (str): path of the database.
    """
    for suffix in ("", "-wal", "-shm", "-journal"):
        if os.path.exists(f"{path:s}{suffix:s}"):
            os.remove(f"{path:s}{suffix:s}")


def _ToSQLValue(value):
    """Converts a value into one that SQLite stores.

    Args:
      value (object): value. See the module's docstring.

    Returns:
      None|bytes|int|float|str: SQL value.
    """
    if isinstance(value, RawText):
        return bytes(value)
    if isinstance(value, (dict, list, bool)):
        return DumpJSON(value)
    return value


def _UpdateChecksum(checksum, data, byte_order):
    """Continues the checksum of a WAL.

    Args:
      checksum (tuple[int, int]): checksum so far.
      data (bytes): data, a multiple of 8 bytes.
      byte_order (str): "big" or "little".

    Returns:
      tuple[int, int]: checksum.
    """
    order = ">" if byte_order == "big" else "<"
    first, second = checksum
    words = struct.unpack(f"{order:s}{len(data) // 4:d}I", data)
    for index in range(0, len(words), 2):
        first = (first + words[index] + second) & 0xFFFFFFFF
        second = (second + words[index + 1] + first) & 0xFFFFFFFF
    return first, second
