"""Tracking of AI code in ItemTable, before ai-code-tracking.db took it over.

Sources: storage-facts 2.5 (aiCodeTrackingLines, dailyStats); public exports of stores
of December 2025 (metadata with fileName, invocationID and timestamp, scored commits as
"<hash>:<branch>" text, recentCommit).
"""

from cursor_plaso import ai_tracking
from cursor_plaso import events
from cursor_plaso import locations
from cursor_plaso import times
from cursor_plaso import values
from cursor_plaso.state import item_table


class CommitsReader(item_table.ItemTableReader):
    """Reader of the commits that were scored."""

    _RECENT_KEY = "aiCodeTracking.recentCommit"
    _SCORED_KEY = "aiCodeTrackingScoredCommits"

    KEYS = frozenset([_RECENT_KEY, _SCORED_KEY])

    def _ReadCommit(self, element):
        """Reads a commit.

        Args:
          element (object): JSON value: "<hash>:<branch>" or an object.

        Returns:
          CursorAICodeCommitEventData: event data or None if the element names no
              commit.
        """
        event_data = events.CursorAICodeCommitEventData()
        event_data.evidence_source = "ItemTable"
        if isinstance(element, str):
            commit_hash, _, branch = element.partition(":")
            event_data.commit_hash = commit_hash or None
            event_data.git_branch = branch or None
        elif isinstance(element, dict):
            event_data.ai_percentage = values.GetString(element, "aiPercentage")
            event_data.commit_hash = values.GetString(element, "commitHash")
            event_data.commit_message = values.GetString(element, "commitMessage")
            event_data.git_branch = values.GetString(element, "branchName")
            event_data.repository_name = values.GetString(element, "repoName")
            for name, attribute_name in ai_tracking.COMMIT_COUNTS:
                setattr(event_data, attribute_name, values.GetInteger(element, name))
            for name in ("scoredAt", "timestamp"):
                event_data.recorded_time = times.FromStored(element.get(name))
                if event_data.recorded_time:
                    event_data.time_source = name
                    break
        return event_data if event_data.commit_hash else None

    def ReadRow(self, key, value):
        """Reads a row.

        Args:
          key (str): key.
          value (str|bytes|None): stored value.
        """
        json_value = self._DecodeJSON(key, value, (dict, list))
        if not json_value:
            return

        elements = json_value if isinstance(json_value, list) else [json_value]
        unknown = 0
        for index, element in enumerate(elements):
            if self._context.producer.abort:
                return
            event_data = self._ReadCommit(element)
            if not event_data:
                unknown += 1
                continue
            suffix = f"{index:d}" if isinstance(json_value, list) else None
            self._Produce(event_data, key, suffix=suffix)
        if unknown:
            self._Warn(key, f"{unknown:d} elements name no commit")


class LinesReader(item_table.ItemTableReader):
    """Reader of the hashes of code by its source, up to 10,000 of them in one row.

    Hashes that share all that is known of them, which are those of one edit of one
    file, give one event with their number.
    """

    KEYS = frozenset(["aiCodeTrackingLines"])

    # Members of the metadata, in the order of the group they make.
    _MEMBERS = (
        "source",
        "composerId",
        "fileName",
        "fileExtension",
        "invocationID",
        "timestamp",
        "model",
    )

    def ReadRow(self, key, value):
        """Reads a row.

        Args:
          key (str): key.
          value (str|bytes|None): stored value.
        """
        json_list = self._DecodeJSON(key, value, list)
        if not json_list:
            return

        groups = {}
        unknown = 0
        problems = []
        for element in json_list:
            line_hash = None
            if isinstance(element, dict):
                line_hash = values.GetString(element, "hash")
            if not line_hash:
                unknown += 1
                continue
            metadata = item_table.Fields(element, problems=problems).GetFields(
                "metadata"
            )
            group = tuple(map(metadata.GetString, self._MEMBERS))
            # The first hash stands for itself, if there is no other.
            first_hash, count = groups.get(group, (line_hash, 0))
            groups[group] = (first_hash, count + 1)
        if unknown:
            self._Warn(key, f"{unknown:d} elements have no hash")
        if problems:
            names = ", ".join(dict.fromkeys(problems))
            self._Warn(key, f"can not read {names:s} of some elements")

        for index, (group, (first_hash, count)) in enumerate(groups.items()):
            if self._context.producer.abort:
                return
            source, composer_identifier, path, extension, request, timestamp, model = (
                group
            )
            event_data = events.CursorAICodeLineEventData()
            event_data.code_source = source
            event_data.evidence_source = "ItemTable"
            event_data.file_extension = extension
            event_data.file_path = locations.NormalizePath(path) if path else None
            event_data.line_hash = first_hash if count == 1 else None
            event_data.model = model
            event_data.number_of_hashes = count
            event_data.recorded_time = times.FromStored(timestamp)
            if timestamp not in (None, "0") and not event_data.recorded_time:
                self._Warn(key, f"{count:d} elements have no time in their timestamp")
            event_data.request_identifier = request
            if event_data.recorded_time:
                event_data.time_source = "metadata.timestamp"
            self._Produce(
                event_data,
                key,
                suffix=f"{index:d}",
                conversation_identifier=composer_identifier,
            )


class TrackingStateReader(item_table.ItemTableReader):
    """Reader of the start of the tracking and of its statistics per day.

    The date of a statistic is a day, not a time, and stays in its value.
    """

    _START_KEY = "aiCodeTrackingStartTime"

    KEYS = frozenset([_START_KEY])
    PREFIXES = ("aiCodeTracking.dailyStats.",)

    def ReadRow(self, key, value):
        """Reads a row.

        Args:
          key (str): key.
          value (str|bytes|None): stored value.
        """
        json_dict = self._DecodeJSON(key, value, dict)
        if not json_dict:
            return

        fields = item_table.Fields(json_dict)
        event_data = events.CursorAICodeStateEventData()
        event_data.evidence_source = "ItemTable"
        event_data.setting_name = key
        event_data.setting_value = item_table.GetLabel(json_dict)
        if key == self._START_KEY:
            event_data.recorded_time = fields.GetTime("timestamp")
            if event_data.recorded_time:
                event_data.time_source = "timestamp"
        self._Produce(event_data, key, fields=fields)
