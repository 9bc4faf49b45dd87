"""The tracking of AI code, ai-code-tracking.db, which the IDE and the CLI write.

The source of a hash tells who wrote the code: "composer" the agent of the IDE, "cli"
that of the CLI, "tab" the tab completion, "human" the person.

Sources: seed "ai-code-tracking.db" and "Past-use rows and secondary sources"
(observed); storage-facts 5 (stores of December 2025 and May 2026).
"""

from cursor_plaso import events
from cursor_plaso import locations
from cursor_plaso import table_store
from cursor_plaso import times
from cursor_plaso import values

_EVIDENCE_SOURCE = "ai-code-tracking.db"

# Names of the counts of a scored commit, and the attributes that hold them. The state
# database has the same counts of the last commits (state/tracking_items.py).
COMMIT_COUNTS = (
    ("blankLinesAdded", "blank_lines_added"),
    ("blankLinesDeleted", "blank_lines_deleted"),
    ("composerLinesAdded", "composer_lines_added"),
    ("composerLinesDeleted", "composer_lines_deleted"),
    ("humanLinesAdded", "human_lines_added"),
    ("humanLinesDeleted", "human_lines_deleted"),
    ("linesAdded", "lines_added"),
    ("linesDeleted", "lines_removed"),
    ("tabLinesAdded", "tab_lines_added"),
    ("tabLinesDeleted", "tab_lines_deleted"),
)


class AITrackingReader(table_store.TableStoreReader):
    """Reader of the tracking of AI code."""

    _METHOD_PER_TABLE = {
        "ai_code_hashes": "_ReadHash",
        "ai_deleted_files": "_ReadDeletedFile",
        "conversation_summaries": "_ReadSummary",
        "scored_commits": "_ReadCommit",
        "tracked_file_content": "_ReadTrackedFile",
        "tracking_state": "_ReadState",
    }

    TABLE_NAMES = tuple(_METHOD_PER_TABLE)

    def _GetPath(self, row, name):
        """Retrieves a path.

        Args:
          row (Row): row.
          name (str): name of the column.

        Returns:
          str: path, absolute or relative to the repository, or None if not available.
        """
        path = table_store.GetText(row, name)
        return locations.NormalizePath(path) if path else None

    def _ReadCommit(self, table_name, row):
        """Reads a commit that was scored.

        Args:
          table_name (str): name of the table.
          row (Row): row, whose times and counts only newer versions have.
        """
        key = self._GetKey(row, "commitHash", "branchName")
        event_data = events.CursorAICodeCommitEventData()
        event_data.commit_hash = table_store.GetText(row, "commitHash")
        event_data.commit_message = table_store.GetText(row, "commitMessage")
        event_data.evidence_source = _EVIDENCE_SOURCE
        event_data.git_branch = table_store.GetText(row, "branchName")
        for name, attribute_name in COMMIT_COUNTS:
            setattr(event_data, attribute_name, values.ToInteger(row.GetValue(name)))

        percentage = table_store.GetText(row, "v2AiPercentage")
        old_percentage = table_store.GetText(row, "v1AiPercentage")
        if percentage and old_percentage and percentage != old_percentage:
            percentage = f"{percentage:s} (version 1: {old_percentage:s})"
        event_data.ai_percentage = percentage or old_percentage

        self._SetTime(event_data, "recorded_time", row, "scoredAt")
        commit_date = table_store.GetText(row, "commitDate")
        if commit_date:
            event_data.commit_time = times.FromGitDate(
                commit_date
            ) or times.FromISO8601(commit_date)
            if event_data.commit_time:
                event_data.time_source = ", ".join(
                    filter(None, (event_data.time_source, "commitDate"))
                )
            else:
                self._context.Warn(table_name, key, "commitDate is not a date")
        self._Produce(event_data, table_name, key, row)

    def _ReadDeletedFile(self, table_name, row):
        """Reads a file that an agent deleted.

        Args:
          table_name (str): name of the table.
          row (Row): row.
        """
        event_data = events.CursorAICodeDeletedFileEventData()
        event_data.evidence_source = _EVIDENCE_SOURCE
        event_data.file_path = self._GetPath(row, "gitPath")
        event_data.model = table_store.GetText(row, "model")
        self._SetTime(event_data, "deletion_time", row, "deletedAt")
        self._Produce(
            event_data,
            table_name,
            self._GetKey(row, "gitPath", "deletedAt"),
            row,
            conversation_identifier=table_store.GetText(row, "conversationId")
            or table_store.GetText(row, "composerId"),
        )

    def _ReadHash(self, table_name, row):
        """Reads the hash of code.

        Args:
          table_name (str): name of the table.
          row (Row): row.
        """
        event_data = events.CursorAICodeLineEventData()
        event_data.code_source = table_store.GetText(row, "source")
        event_data.evidence_source = _EVIDENCE_SOURCE
        event_data.file_extension = table_store.GetText(row, "fileExtension")
        event_data.file_path = self._GetPath(row, "fileName")
        event_data.line_hash = table_store.GetText(row, "hash")
        event_data.model = table_store.GetText(row, "model")
        event_data.request_identifier = table_store.GetText(row, "requestId")
        # The row is created up to a tenth of a second after the time of the code.
        self._SetTime(event_data, "recorded_time", row, "timestamp", "createdAt")
        self._Produce(
            event_data,
            table_name,
            self._GetKey(row, "hash"),
            row,
            conversation_identifier=table_store.GetText(row, "conversationId"),
        )

    def _ReadState(self, table_name, row):
        """Reads a value of the state of the tracking.

        Args:
          table_name (str): name of the table.
          row (Row): row.
        """
        value = table_store.GetText(row, "value")
        event_data = events.CursorAICodeStateEventData()
        event_data.evidence_source = _EVIDENCE_SOURCE
        event_data.setting_name = table_store.GetText(row, "key")
        event_data.setting_value = value
        json_value, _ = values.DecodeJSON(value)
        if isinstance(json_value, dict):
            event_data.recorded_time = times.FromStored(json_value.get("timestamp"))
            if event_data.recorded_time:
                event_data.time_source = "timestamp"
        self._Produce(event_data, table_name, self._GetKey(row, "key"), row)

    def _ReadSummary(self, table_name, row):
        """Reads the summary of a conversation.

        Args:
          table_name (str): name of the table.
          row (Row): row.
        """
        event_data = events.CursorAICodeSummaryEventData()
        event_data.agent_mode = table_store.GetText(row, "mode")
        event_data.conversation_title = table_store.GetText(row, "title")
        event_data.evidence_source = _EVIDENCE_SOURCE
        event_data.message_body = "\n".join(
            filter(
                None,
                (
                    table_store.GetText(row, "overview"),
                    table_store.GetText(row, "summaryBullets"),
                ),
            )
        )
        event_data.model = table_store.GetText(row, "model")
        event_data.summary = table_store.GetText(row, "tldr")
        self._SetTime(event_data, "update_time", row, "updatedAt")
        self._Produce(
            event_data,
            table_name,
            self._GetKey(row, "conversationId"),
            row,
            conversation_identifier=table_store.GetText(row, "conversationId"),
        )

    def _ReadTrackedFile(self, table_name, row):
        """Reads a file whose content is kept, of which size and hash are told.

        Args:
          table_name (str): name of the table.
          row (Row): row.
        """
        event_data = events.CursorAICodeTrackedFileEventData()
        event_data.content_size, event_data.content_sha256 = values.HashContent(
            row.GetValue("content")
        )
        if not row.complete:
            # What could be read of the content is not the content.
            event_data.content_sha256 = None
            event_data.content_size = None
        event_data.evidence_source = _EVIDENCE_SOURCE
        event_data.file_extension = table_store.GetText(row, "fileExtension")
        event_data.file_path = self._GetPath(row, "gitPath")
        event_data.model = table_store.GetText(row, "model")
        self._SetTime(event_data, "recorded_time", row, "createdAt")
        self._Produce(
            event_data,
            table_name,
            self._GetKey(row, "gitPath"),
            row,
            conversation_identifier=table_store.GetText(row, "conversationId"),
        )

    def ReadRow(self, table_name, row):
        """Reads a row.

        Args:
          table_name (str): name of the table.
          row (Row): row.
        """
        method_name = self._METHOD_PER_TABLE.get(table_name)
        if method_name:
            getattr(self, method_name)(table_name, row)
