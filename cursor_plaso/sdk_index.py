"""Index of the agents of the Cursor SDK: index.db and its NDJSON variant.

The SDK keeps agents, their runs and the events of the runs beside the stores of the
conversations (storage-facts 1.8, sample sdk_local_store). The database has columns in
snake case and ISO 8601 times; the files agents.ndjson, runs.ndjson and
run_events.ndjson hold the same in camel case, with times in milliseconds.
"""

import os

from cursor_plaso import events
from cursor_plaso import lines
from cursor_plaso import locations
from cursor_plaso import siblings
from cursor_plaso import table_store
from cursor_plaso import times
from cursor_plaso import values
from cursor_plaso.files import shapes
from cursor_plaso.state import context
from cursor_plaso.state import models

AGENTS_TABLE_NAME = "agents"
RUNS_TABLE_NAME = "runs"
RUN_EVENTS_TABLE_NAME = "run_events"

_EVIDENCE_SOURCE = "SDK index"

_LINE_WARNING_KIND = "SDK index line"

# What is read of a record, of which a name in snake case is a column of the database.
_AGENT_SHAPE = {
    "agentId": shapes.TEXT,
    "agent_id": shapes.TEXT,
    "createdAt": shapes.TIME,
    "created_at": shapes.TIME,
    "cwd": shapes.TEXT,
    "name": shapes.TEXT,
    "status": shapes.TEXT,
    "updatedAt": shapes.TIME,
    "updated_at": shapes.TIME,
    "workspaceRef": shapes.TEXT,
    "workspace_ref": shapes.TEXT,
}
_RUN_SHAPE = {
    "agentId": shapes.TEXT,
    "agent_id": shapes.TEXT,
    "createdAt": shapes.TIME,
    "created_at": shapes.TIME,
    "endedAt": shapes.TIME,
    "error": shapes.TEXT,
    "error_code": shapes.TEXT,
    "finishedAt": shapes.TIME,
    "finished_at": shapes.TIME,
    "model": (shapes.TEXT, {"id": shapes.TEXT}),
    "requestId": shapes.TEXT,
    "request_id": shapes.TEXT,
    "runId": shapes.TEXT,
    "run_id": shapes.TEXT,
    "startedAt": shapes.TIME,
    "started_at": shapes.TIME,
    "status": shapes.TEXT,
    "turnNumber": shapes.INTEGER,
    "turn_number": shapes.INTEGER,
    "updatedAt": shapes.TIME,
    "updated_at": shapes.TIME,
    "usage": {
        "cacheReadTokens": shapes.INTEGER,
        "cacheWriteTokens": shapes.INTEGER,
        "inputTokens": shapes.INTEGER,
        "outputTokens": shapes.INTEGER,
        "totalTokens": shapes.INTEGER,
    },
}
_RUN_EVENT_SHAPE = {
    "createdAt": shapes.TIME,
    "created_at": shapes.TIME,
    "eventType": shapes.TEXT,
    "event_type": shapes.TEXT,
    "payload": ({"agentId": shapes.TEXT}, shapes.ANY),
    "runId": shapes.TEXT,
    "run_id": shapes.TEXT,
    "seq": shapes.INTEGER,
}

# Characters of an identifier, a name or a path that are kept as long as a file is read.
_MAXIMUM_KEPT_LENGTH = 1024


class SDKIndexReader:
    """Reader of the records of an SDK index."""

    def __init__(self, producer, agents=None):
        """Initializes a reader.

        Args:
          producer (BaseProducer): producer.
          agents (Optional[dict[str, dict[str, object]]]): records of the agents that
              stand in another file, per identifier.
        """
        super().__init__()
        self._agents = {
            identifier: (_Get(record, "name"), _GetProjectPath(record))
            for identifier, record in (agents or {}).items()
        }
        self._producer = producer
        self._run_agents = {}

    def _KeepAgent(self, identifier, name, project_path):
        """Keeps what the other records of an agent are told with.

        Args:
          identifier (str): identifier of the agent or None.
          name (str): name or None.
          project_path (str): path of the project folder or None.
        """
        if len(identifier or "") <= _MAXIMUM_KEPT_LENGTH:
            self._agents[identifier] = (
                (name or "")[:_MAXIMUM_KEPT_LENGTH] or None,
                (project_path or "")[:_MAXIMUM_KEPT_LENGTH] or None,
            )

    def _Produce(self, event_data, record_key, agent_identifier):
        """Produces event data.

        Args:
          event_data (CursorEventData): event data.
          record_key (str): key of the record.
          agent_identifier (str): identifier of the agent or None.
        """
        self._SetAgent(event_data, agent_identifier)
        event_data.record_key = record_key
        self._producer.Produce(event_data)

    def _SetAgent(self, event_data, agent_identifier):
        """Sets the agent that event data is of.

        Args:
          event_data (CursorEventData): event data.
          agent_identifier (str): identifier of the agent or None.
        """
        event_data.conversation_identifier = agent_identifier
        event_data.evidence_source = _EVIDENCE_SOURCE
        title, project_path = self._agents.get(agent_identifier, (None, None))
        event_data.conversation_title = title
        event_data.project_path = project_path

    def _Warn(self, record_key, reason):
        """Produces a warning on a record.

        Args:
          record_key (str): key of the record.
          reason (str): what is wrong with it, without any value of it.
        """
        self._producer.Warn(
            f"{_EVIDENCE_SOURCE:s} {record_key:s}: {reason:s}", kind=_LINE_WARNING_KIND
        )

    def _WarnOfProblems(self, record, shape, record_key):
        """Warns of the members of a record that can not be read.

        Args:
          record (dict[str, object]): record.
          shape (dict[str, object]): shape of the record (shapes.py).
          record_key (str): key of the record.
        """
        problems = shapes.DescribeProblems(record, shape)
        if problems:
            self._Warn(record_key, f"can not read {problems:s}")

    def _DecodeMember(self, record, record_key, name, column_name, json_type=None):
        """Decodes a member that the database holds as JSON text.

        Args:
          record (dict[str, object]): record.
          record_key (str): key of the record.
          name (str): name of the member in the NDJSON variant, or None.
          column_name (str): name of the column of the database.
          json_type (Optional[type]): type that the value has to have.

        Returns:
          object: JSON value, or None if there is none or, with a warning, another.
        """
        json_value = record.get(name) if name else None
        member_name = name
        if json_value is None and record.get(column_name):
            member_name = column_name
            json_value, reason = values.DecodeJSON(record.get(column_name))
            if reason:
                self._Warn(record_key, f"{column_name:s}: {reason:s}")
                return None
        if json_type and json_value is not None:
            if not isinstance(json_value, json_type):
                self._Warn(record_key, f"can not read {member_name:s}")
                return None
        return json_value

    def ReadAgent(self, record, record_key):
        """Reads an agent.

        Args:
          record (dict[str, object]): agent.
          record_key (str): key of the record.
        """
        identifier = _Get(record, "agent_id", "agentId")
        self._KeepAgent(identifier, _Get(record, "name"), _GetProjectPath(record))
        event_data = events.CursorConversationEventData()
        event_data.application = "SDK"
        event_data.creation_time, created_name = _GetTime(
            record, "created_at", "createdAt"
        )
        event_data.last_update_time, updated_name = _GetTime(
            record, "updated_at", "updatedAt"
        )
        metadata = self._DecodeMember(
            record, record_key, "sdkMetadata", "metadata_json", dict
        )
        event_data.agent_mode = values.GetString(metadata or {}, "initialMode")
        event_data.details = _GetDetails(record, metadata or {})
        event_data.status = _Get(record, "status")
        event_data.time_source = _Join(created_name, updated_name)
        self._WarnOfProblems(record, _AGENT_SHAPE, record_key)
        self._Produce(event_data, record_key, identifier)

    def ReadRun(self, record, record_key):
        """Reads a run of an agent.

        Args:
          record (dict[str, object]): run.
          record_key (str): key of the record.
        """
        agent_identifier = _Get(record, "agent_id", "agentId")
        run_identifier = _Get(record, "run_id", "runId")
        if run_identifier and _MAXIMUM_KEPT_LENGTH >= max(
            len(run_identifier), len(agent_identifier or "")
        ):
            self._run_agents[run_identifier] = agent_identifier

        usage = self._DecodeMember(record, record_key, "usage", "usage_json")
        self._WarnOfProblems({**record, "usage": usage}, _RUN_SHAPE, record_key)
        usage = usage if isinstance(usage, dict) else {}
        model = record.get("model")
        parameters = None
        if isinstance(model, dict):
            parameters = model.get("params")
            model = model.get("id")
        parameters = parameters or self._DecodeMember(
            record, record_key, None, "model_params_json", list
        )

        event_data = events.CursorRunEventData()
        event_data.creation_time, created_name = _GetTime(
            record, "created_at", "createdAt"
        )
        event_data.start_time, started_name = _GetTime(
            record, "started_at", "startedAt"
        )
        event_data.end_time, ended_name = _GetTime(
            record,
            "finished_at",
            "cancelled_at",
            "expired_at",
            "endedAt",
            "finishedAt",
            "cancelledAt",
            "expiredAt",
        )
        if not event_data.end_time:
            event_data.update_time, ended_name = _GetTime(
                record, "updated_at", "updatedAt"
            )
        event_data.cache_read_tokens = values.GetInteger(usage, "cacheReadTokens")
        event_data.cache_write_tokens = values.GetInteger(usage, "cacheWriteTokens")
        event_data.error_text = _Get(record, "error_code", "error")
        event_data.input_tokens = values.GetInteger(usage, "inputTokens")
        event_data.model = values.ToString(model)
        event_data.model_parameters = models.GetParameters({"parameters": parameters})
        event_data.output_tokens = values.GetInteger(usage, "outputTokens")
        event_data.request_identifier = _Get(record, "request_id", "requestId")
        event_data.result = values.ToText(record.get("result"))
        event_data.run_identifier = run_identifier
        event_data.status = _Get(record, "status")
        event_data.time_source = _Join(created_name, started_name, ended_name)
        event_data.total_tokens = values.GetInteger(usage, "totalTokens")
        event_data.turn_number = values.ToInteger(
            record.get("turn_number", record.get("turnNumber"))
        )
        self._Produce(event_data, record_key, agent_identifier)

    def ReadRunEvent(self, record, record_key):
        """Reads an event of a run.

        Args:
          record (dict[str, object]): event.
          record_key (str): key of the record.
        """
        run_identifier = _Get(record, "run_id", "runId")
        payload = record.get("payload")
        if payload is None and record.get("payload_json") is not None:
            payload, reason = values.DecodeJSON(record.get("payload_json"))
            if reason:
                self._Warn(record_key, reason)

        payload_reference = _Get(record, "payload_ref", "payloadRef")
        if payload is None and payload_reference:
            payload = f"(payload in {payload_reference:s})"

        agent_identifier = self._run_agents.get(run_identifier)
        event_type = _Get(record, "event_type", "eventType")
        message_body = values.ToText(payload)
        if isinstance(payload, dict):
            agent_identifier = values.GetString(payload, "agentId") or agent_identifier
            message = values.GetDictionary(payload, "message")
            message_type = values.GetString(message, "type")
            if message:
                event_type = _Join(event_type, message_type)
                message_body = values.ToText(
                    {
                        name: value
                        for name, value in message.items()
                        if name not in ("agent_id", "run_id", "type")
                    }
                )

        event_data = events.CursorRunStreamEventData()
        event_data.message_body = message_body
        event_data.recorded_time, event_data.time_source = _GetTime(
            record, "created_at", "createdAt"
        )
        event_data.run_event_type = event_type
        event_data.run_identifier = run_identifier
        event_data.sequence_number = values.GetInteger(record, "seq")
        record = {**record, "payload": payload}
        self._WarnOfProblems(record, _RUN_EVENT_SHAPE, record_key)
        self._Produce(event_data, record_key, agent_identifier)

    def _ReadRecordOfKind(self, kind, record, record_key):
        """Reads a record of which it is known what it is.

        Args:
          kind (str): name of the table that holds such records or None.
          record (dict[str, object]): record.
          record_key (str): key of the record.
        """
        if kind == RUN_EVENTS_TABLE_NAME:
            self.ReadRunEvent(record, record_key)
        elif kind == RUNS_TABLE_NAME:
            self.ReadRun(record, record_key)
        elif kind == AGENTS_TABLE_NAME:
            self.ReadAgent(record, record_key)

    def ReadRecord(self, record, line_number):
        """Reads a line of an NDJSON file.

        Args:
          record (dict[str, object]): JSON object.
          line_number (int): number of the line, starting at 1.
        """
        record_key = f"line {line_number:d}"
        kind = GetRecordKind(record)
        if not kind:
            self._producer.Warn(
                f"SDK index line {line_number:d}: neither an agent, a run nor an event",
                kind=_LINE_WARNING_KIND,
            )
        self._ReadRecordOfKind(kind, record, record_key)


class _RowReader(SDKIndexReader):
    """Reader of the rows of an index.db."""

    def __init__(self, state_context):
        """Initializes a reader.

        Args:
          state_context (StateContext): context, whose view is that of the database.
        """
        super().__init__(state_context.producer)
        self._context = state_context
        self._row = None
        self._table_name = None

    def _KeepAgent(self, identifier, name, project_path):
        """Keeps what the other records of an agent are told with.

        Args:
          identifier (str): identifier of the agent or None.
          name (str): name or None.
          project_path (str): path of the project folder or None.
        """
        # What a deleted row says of an agent is older than what a live one does.
        if not self._context.recovery or identifier not in self._agents:
            super()._KeepAgent(identifier, name, project_path)

    def _Produce(self, event_data, record_key, agent_identifier):
        """Produces event data.

        Args:
          event_data (CursorEventData): event data.
          record_key (str): key of the row.
          agent_identifier (str): identifier of the agent or None.
        """
        self._SetAgent(event_data, agent_identifier)
        self._context.Produce(
            event_data,
            self._table_name,
            record_key,
            corrupted=not self._row.complete,
        )

    def _Warn(self, record_key, reason):
        """Produces a warning on an event of a run.

        Args:
          record_key (str): key of the row.
          reason (str): what is wrong with it, without any value of it.
        """
        self._context.Warn(self._table_name, record_key, reason)

    def ReadRow(self, table_name, row, record_key):
        """Reads a row.

        Args:
          table_name (str): name of the table.
          row (Row): row.
          record_key (str): key of the row.
        """
        self._row = row
        self._table_name = table_name
        record = {name: row.GetValue(name) for name in row.columns}
        self._ReadRecordOfKind(table_name, record, record_key)


class SDKIndexDatabaseReader(table_store.TableStoreReader):
    """Reader of an index.db."""

    # The columns that are the key of each table.
    _KEY_NAMES = {
        AGENTS_TABLE_NAME: ("agent_id",),
        RUNS_TABLE_NAME: ("run_id",),
        RUN_EVENTS_TABLE_NAME: ("run_id", "seq"),
    }

    # Agents and runs come first: the events of runs are told with what they say.
    TABLE_NAMES = tuple(_KEY_NAMES)

    def __init__(self, state_context):
        """Initializes a reader.

        Args:
          state_context (StateContext): context, whose view is that of the database.
        """
        super().__init__(state_context)
        self._row_reader = _RowReader(state_context)

    def _IsPlausibleRow(self, row):
        """Determines if a recovered row is one of the store.

        Args:
          row (RecoveredRow): recovered row.

        Returns:
          bool: True if the row has the identifier and the time that every row has, as
              far as it is complete.
        """
        if not table_store.GetText(row, self._KEY_NAMES[row.table_name.lower()][0]):
            return False
        return not row.complete or bool(times.FromStored(row.GetValue("created_at")))

    def _ReadAlone(self, table_name, row):
        """Reads a row, as if there were no others but the agents and runs.

        Args:
          table_name (str): name of the table.
          row (Row): row, None if there is none.
        """
        if row is not None:
            self.ReadRow(table_name, row)

    def ReadRow(self, table_name, row):
        """Reads a row.

        Args:
          table_name (str): name of the table.
          row (Row): row.
        """
        table_name = table_name.lower()
        key = self._GetKey(row, *self._KEY_NAMES[table_name])
        self._row_reader.ReadRow(table_name, row, key)


def GetRecordKind(record):
    """Determines what a line of an NDJSON file is.

    Args:
      record (dict[str, object]): JSON object.

    Returns:
      str: name of the table that holds the same records or None.
    """
    if "runId" in record and "eventType" in record and "seq" in record:
        return RUN_EVENTS_TABLE_NAME
    if "runId" in record and "agentId" in record and "turnNumber" in record:
        return RUNS_TABLE_NAME
    if "agentId" in record and "cwd" in record and "sdkMetadata" in record:
        return AGENTS_TABLE_NAME
    return None


def ReadIndexLines(file_object, producer, agents=None):
    """Reads the lines of an NDJSON file.

    Args:
      file_object (dfvfs.FileIO): file-like object.
      producer (BaseProducer): producer.
      agents (Optional[dict[str, dict[str, object]]]): records of the agents that stand
          in another file, per identifier.
    """
    reader = SDKIndexReader(producer, agents=agents)
    file_object.seek(0, os.SEEK_SET)
    for line_number, data in lines.ReadLines(file_object, touch=producer.Touch):
        if producer.abort:
            break
        json_value, reason = None, "line too long"
        if data is not None:
            if not data.strip():
                continue
            json_value, reason = values.DecodeJSON(data)
        if reason or not isinstance(json_value, dict):
            producer.Warn(
                f"SDK index line {line_number:d}: {reason or 'not an object':s}",
                kind=_LINE_WARNING_KIND,
            )
            continue
        reader.ReadRecord(json_value, line_number)


def IsSDKIndex(view):
    """Determines if a database is an index.db of SDK agents.

    Args:
      view (View): view of the database.

    Returns:
      bool: True if the database has the tables of an index.
    """
    for name, columns in (
        (AGENTS_TABLE_NAME, ("agent_id", "workspace_ref")),
        (RUNS_TABLE_NAME, ("run_id", "agent_id", "turn_number")),
        (RUN_EVENTS_TABLE_NAME, ("run_id", "seq", "event_type")),
    ):
        table = view.GetTable(name)
        if (
            not table
            or table.type != "table"
            or not set(columns).issubset(table.columns)
        ):
            return False
    return True


def ReadSDKIndex(producer, database, file_entry):
    """Reads an index.db.

    Args:
      producer (BaseProducer): producer.
      database (Database): database.
      file_entry (dfvfs.FileEntry): file entry of the database or None.
    """
    state_context = context.StateContext(
        producer,
        database.live,
        file_entry=file_entry,
        filename=siblings.GetName(file_entry) if file_entry else "index.db",
    )
    reader = SDKIndexDatabaseReader(state_context)
    reader.Read()
    reader.ReadRemnants(database)


def _Get(record, *names):
    """Retrieves the first string that a record has.

    Args:
      record (dict[str, object]): record.
      names (list[str]): names of the members.

    Returns:
      str: string or None if there is none.
    """
    for name in names:
        string = values.ToString(record.get(name))
        if string:
            return string
    return None


def _GetDetails(record, metadata):
    """Retrieves the lesser facts of an agent.

    Args:
      record (dict[str, object]): record of the agent.
      metadata (dict[str, object]): metadata of the agent, of which the key of the
          blobs is never read.

    Returns:
      list[str]: facts.
    """
    details = []
    run_identifier = _Get(record, "active_run_id", "activeRunId")
    if run_identifier:
        details.append(f"active run: {run_identifier:s}")
    subagents = metadata.get("customSubagents")
    for subagent in subagents if isinstance(subagents, (dict, list)) else ():
        name = (
            values.GetString(subagent, "name")
            if isinstance(subagent, dict)
            else values.ToString(subagent)
        )
        if name:
            details.append(f"custom sub-agent: {name:s}")
    return details


def _GetProjectPath(record):
    """Retrieves the project path of an agent.

    Args:
      record (dict[str, object]): record of the agent.

    Returns:
      str: path or None if there is none.
    """
    path = _Get(record, "workspace_ref", "cwd", "workspaceRef")
    return locations.GetPathFromURI(path) if path else None


def _GetTime(record, *names):
    """Retrieves the first time that a record has.

    Args:
      record (dict[str, object]): record.
      names (list[str]): names of the members.

    Returns:
      tuple[dfdatetime.DateTimeValues, str]: time and name of its member, each None if
          there is none.
    """
    for name in names:
        date_time = times.FromStored(record.get(name))
        if date_time:
            return date_time, name
    return None, None


def _Join(*strings):
    """Joins strings.

    Args:
      strings (list[str]): strings, each possibly None.

    Returns:
      str: strings separated by commas or None if there are none.
    """
    return ", ".join(string for string in strings if string) or None
