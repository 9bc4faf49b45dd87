"""What the agent did to files: the rows of cursorDiskKV that hold file states.

No row here has a time of its own, but the auto-accept state and some inline diffs, and
none is invented: a checkpoint joins the user bubble that names it, an inline diff the
tool call, a request context the bubble of its key. Content is measured, never stored.

Sources: seed "File-state rows" (observed 3.25.9), storage-facts 2.1 and 2.2; members
of older versions from public readers of this storage.
"""

import itertools

from cursor_plaso import events
from cursor_plaso import keys
from cursor_plaso import locations
from cursor_plaso import times
from cursor_plaso import values
from cursor_plaso.state import item_table

# Paths of files the person deleted, and changes to files since the last edit, of which
# some were accepted or rejected.
_CHANGE_LISTS = (
    ("deletedFiles", "deleted before the request"),
    ("diffsSinceLastApply", "changed since the last edit"),
)
_CHANGE_ANSWERS = (("isAccepted", "accepted"), ("isRejected", "rejected"))


def _CountLines(lines):
    """Counts lines.

    Args:
      lines (object): JSON value: a list of lines or their number.

    Returns:
      int: number of lines or None if not available.
    """
    return len(lines) if isinstance(lines, list) else values.ToInteger(lines)


def _CountRange(line_range):
    """Counts the lines of a range.

    Args:
      line_range (object): JSON value: an object with the first line number and that
          after the last.

    Returns:
      int: number of lines, 0 if not available.
    """
    if not isinstance(line_range, dict):
        return 0
    start = values.GetInteger(line_range, "startLineNumber")
    end = values.GetInteger(line_range, "endLineNumberExclusive")
    if start is None or end is None:
        return 0
    return max(0, end - start)


def _GetPath(element):
    """Retrieves the path of an element that describes a file or folder.

    Args:
      element (object): JSON value: a URI, or an object that has or is one.

    Returns:
      str: path or None if not available.
    """
    if isinstance(element, dict):
        uri = element.get("uri")
        if uri is not None:
            return locations.GetPathFromURI(uri)
        path = locations.GetPathFromURI(element)
        if path:
            return path
        for name in ("relativeWorkspacePath", "relativePath", "filePath", "fileName"):
            path = values.GetString(element, name)
            if path:
                return locations.GetPathFromURI(path)
        return None
    return locations.GetPathFromURI(element)


def ReadFileChanges(json_dict):
    """Reads the files that were deleted or changed since the last edit of the agent.

    Args:
      json_dict (dict[str, object]): context of a request, or user bubble of builds
          before contexts had rows of their own (storage-facts 2.3).

    Yields:
      tuple[str, CursorFileEditEventData]: place in the JSON and event data, with what
          is common to all of them left out.
    """
    for name, summary in _CHANGE_LISTS:
        for index, element in enumerate(values.GetList(json_dict, name)):
            path = _GetPath(element)
            if not path:
                continue
            event_data = events.CursorFileEditEventData()
            event_data.change_summary = summary
            event_data.edit_kind = "request context"
            event_data.file_path = path
            if isinstance(element, dict):
                event_data.content_size, event_data.content_sha256 = values.HashContent(
                    values.ToText(element.get("diff"))
                )
                for member, answer in _CHANGE_ANSWERS:
                    if values.GetBoolean(element, member):
                        event_data.change_summary = f"{summary:s}, {answer:s}"
            yield f"{name:s}.{index:d}", event_data


def _MeasureLines(lines):
    """Measures lines as the text they make, joined by line feeds.

    Args:
      lines (object): JSON value: a list of strings.

    Returns:
      tuple[int, str]: size in bytes and SHA-256, or (None, None) if there are no
          lines.
    """
    if not isinstance(lines, list):
        return None, None
    strings = [line for line in lines if isinstance(line, str)]
    if not strings:
        return None, None
    return values.HashContent("\n".join(strings))


def _SetDiff(event_data, diff):
    """Sets what a diff against the first version of a file changes.

    Args:
      event_data (CursorFileEditEventData): event data. Size and hash become those of
          the lines that the diff puts in, joined by line feeds.
      diff (object): JSON value: a list of changes, each with the range of lines of the
          first version and the lines that replace it.
    """
    if not isinstance(diff, list) or not diff:
        return

    added = 0
    removed = 0
    lines = []
    for change in diff:
        if not isinstance(change, dict):
            continue
        removed += _CountRange(change.get("original"))
        modified = change.get("modified")
        if isinstance(modified, list):
            added += len(modified)
            lines.extend(modified)

    event_data.content_size, event_data.content_sha256 = _MeasureLines(lines)
    event_data.lines_added = added
    event_data.lines_removed = removed


def _SplitURIKey(key):
    """Splits a key that is made of an identifier and the URI of a file.

    Args:
      key (str): key such as "ofsContent:<composer identifier>:file:///<path>".

    Returns:
      tuple[str, str]: identifier and URI, each possibly empty. What stands behind the
          identifier can be another identifier instead of a URI.
    """
    _, _, rest = key.partition(":")
    position = rest.find("://")
    if position >= 0:
        position = rest.rfind(":", 0, position)
    else:
        position = rest.find(":")
    if position < 0:
        return rest, ""
    return rest[:position], rest[position + 1 :]


class _DiskKVReader(item_table.ItemTableReader):
    """Shared functionality of readers of cursorDiskKV, whose values are JSON too."""

    # pylint: disable=abstract-method

    TABLE_NAME = keys.DISK_TABLE_NAME

    def _WarnElements(self, key, name, count):
        """Produces a warning on elements of a list that have an unknown shape.

        Args:
          key (str): key of the row.
          name (str): name of the list.
          count (int): number of elements, where 0 gives no warning.
        """
        if count:
            self._Warn(key, f"{count:d} of {name:s} have an unknown shape")


class AutoAcceptReader(_DiskKVReader):
    """Reader of the last commit seen per repository.

    The value of lastSeenHeadSha is an object of repository path and commit (seed,
    "File-state rows"); that of lastSeenHeadTimestamp is taken to have the same form.
    """

    _SHA_KEY = "composer.autoAccept.lastSeenHeadSha"
    _TIMESTAMP_KEY = "composer.autoAccept.lastSeenHeadTimestamp"

    KEYS = frozenset([_SHA_KEY, _TIMESTAMP_KEY])

    def __init__(self, reader_context):
        """Initializes a reader.

        Args:
          reader_context (StateContext): context.
        """
        super().__init__(reader_context)
        self._commits = {}
        self._recorded_times = {}

    def Finish(self):
        """Produces what needed both rows."""
        for path in sorted(set(self._commits).union(self._recorded_times)):
            if self._context.producer.abort:
                return
            event_data = events.CursorFileEditEventData()
            event_data.edit_kind = "repository head"
            event_data.evidence_source = "auto-accept state"
            event_data.file_path = locations.NormalizePath(path)
            event_data.git_commit = self._commits.get(path)
            event_data.project_path = event_data.file_path
            event_data.recorded_time = self._recorded_times.get(path)
            row_key = self._SHA_KEY
            if event_data.recorded_time:
                event_data.time_source = self._TIMESTAMP_KEY
                if path not in self._commits:
                    row_key = self._TIMESTAMP_KEY
            self._Produce(event_data, row_key, suffix=path)

    def ReadRow(self, key, value):
        """Reads a row.

        Args:
          key (str): key.
          value (str|bytes|None): stored value.
        """
        if not self._MayKeep(key, value):
            return
        json_dict = self._DecodeJSON(key, value, dict)
        if not json_dict:
            return
        for path, element in json_dict.items():
            if key == self._SHA_KEY:
                commit = values.ToString(element)
                if commit:
                    self._commits[path] = commit
            else:
                recorded_time = times.FromStored(element)
                if recorded_time:
                    self._recorded_times[path] = recorded_time


class CheckpointReader(_DiskKVReader):
    """Reader of checkpoints: the state of each file when a message was sent.

    A checkpoint lists every file that the conversation has changed so far, as changes
    against the version that the conversation found. That of a turn before any edit is
    empty and gives nothing.
    """

    PREFIXES = (keys.CHECKPOINT_PREFIX,)

    # Lists of files, with what the list says of them.
    _LISTS = (
        ("files", None),
        ("nonExistentFiles", "did not exist"),
        ("newlyCreatedFolders", "newly created folder"),
        ("activeInlineDiffs", "inline diff not yet answered"),
    )
    _CREATED_LISTS = (
        ("files", "newly created by an inline diff"),
        ("folders", "folder newly created by an inline diff"),
    )

    def _ReadElement(self, key, name, element, summary):
        """Reads a file of a checkpoint.

        Args:
          key (str): key of the row.
          name (str): name of the list and index of the file in it.
          element (object): JSON value.
          summary (str): what the list says of its files or None.

        Returns:
          bool: True if the element names a file.
        """
        path = _GetPath(element)
        if not path:
            return False

        composer_identifier, checkpoint_identifier = keys.SplitBubbleKey(key)
        event_data = events.CursorFileEditEventData()
        event_data.change_summary = summary
        event_data.checkpoint_identifier = checkpoint_identifier
        event_data.edit_kind = "checkpoint"
        event_data.evidence_source = "checkpoint"
        event_data.file_path = path
        if isinstance(element, dict):
            event_data.diff_identifier = values.GetString(element, "diffId")
            _SetDiff(event_data, element.get("originalModelDiffWrtV0"))
            if values.GetBoolean(element, "isNewlyCreated"):
                event_data.change_summary = "newly created"
        self._Produce(
            event_data,
            key,
            suffix=name,
            conversation_identifier=composer_identifier,
        )
        return True

    def ReadRow(self, key, value):
        """Reads a row.

        Args:
          key (str): key.
          value (str|bytes|None): stored value.
        """
        json_dict = self._DecodeJSON(key, value, dict)
        if not json_dict:
            return

        lists = [
            (name, values.GetList(json_dict, name), summary)
            for name, summary in self._LISTS
        ]
        created = values.GetDictionary(json_dict, "inlineDiffNewlyCreatedResources")
        lists.extend(
            (f"created.{name:s}", values.GetList(created, name), summary)
            for name, summary in self._CREATED_LISTS
        )

        for name, elements, summary in lists:
            unknown = 0
            for index, element in enumerate(elements):
                if self._context.producer.abort:
                    return
                if not self._ReadElement(key, f"{name:s}.{index:d}", element, summary):
                    unknown += 1
            self._WarnElements(key, name, unknown)


class CodeBlockDiffReader(_DiskKVReader):
    """Reader of diffs of code blocks, and of what became of their parts.

    The rows name no file: codeBlockData of the conversation names the diff.
    """

    _DIFF_PREFIX = "codeBlockDiff:"
    _FATES_PREFIX = "codeBlockPartialInlineDiffFates:"

    PREFIXES = (_DIFF_PREFIX, _FATES_PREFIX)

    def _ReadFates(self, event_data, key, fates):
        """Reads what became of the parts of a diff.

        Args:
          event_data (CursorFileEditEventData): event data.
          key (str): key of the row.
          fates (object): JSON value: a list of parts, or an object of them.

        Returns:
          bool: True if there are parts.
        """
        if isinstance(fates, dict):
            fates = list(fates.values())
        if not isinstance(fates, list) or not fates:
            return False

        added = 0
        removed = 0
        counts = {}
        lines = []
        unknown = 0
        for part in fates:
            fate = values.GetString(part, "fate") if isinstance(part, dict) else None
            if not fate:
                unknown += 1
                continue
            counts[fate] = counts.get(fate, 0) + 1
            added_lines = part.get("addedLines")
            added += _CountLines(added_lines) or 0
            removed += _CountLines(part.get("removedLines")) or 0
            if isinstance(added_lines, list):
                lines.extend(added_lines)

        self._WarnElements(key, "fates", unknown)
        event_data.change_summary = ", ".join(
            f"{fate:s}: {counts[fate]:d}" for fate in sorted(counts)
        )
        event_data.content_size, event_data.content_sha256 = _MeasureLines(lines)
        event_data.edit_kind = "inline diff fates"
        event_data.evidence_source = "inline diff fates"
        event_data.lines_added = added
        event_data.lines_removed = removed
        return True

    def ReadRow(self, key, value):
        """Reads a row.

        Args:
          key (str): key.
          value (str|bytes|None): stored value.
        """
        json_dict = self._DecodeJSON(key, value, dict)
        if not json_dict:
            return

        event_data = events.CursorFileEditEventData()
        event_data.file_path = _GetPath(json_dict)
        composer_identifier, identifier = _SplitURIKey(key)
        if "://" in identifier:
            event_data.file_path = locations.GetPathFromURI(identifier)
        elif key.startswith(self._FATES_PREFIX):
            event_data.bubble_identifier = identifier
        else:
            event_data.diff_identifier = identifier

        if key.startswith(self._FATES_PREFIX):
            if not self._ReadFates(event_data, key, json_dict.get("fates")):
                return
        else:
            diff = json_dict.get("newModelDiffWrtV0")
            if not diff and not json_dict.get("originalModelDiffWrtV0"):
                return
            event_data.edit_kind = "code block diff"
            event_data.evidence_source = "code block diff"
            _SetDiff(event_data, diff)

        self._Produce(event_data, key, conversation_identifier=composer_identifier)


class FileContentReader(_DiskKVReader):
    """Reader of file texts, of which only size and hash are kept.

    The text a conversation found is under the URI of the file, texts before and after
    edits under their hash, which the result of the edit's tool call names. The hash in
    the key is Cursor's own and need not be that of the stored text.
    """

    _CONTENT_PREFIX = "composer.content."
    _ORIGINAL_PREFIX = "ofsContent:"

    PREFIXES = (_CONTENT_PREFIX, _ORIGINAL_PREFIX)

    def ReadRow(self, key, value):
        """Reads a row.

        Args:
          key (str): key.
          value (str|bytes|None): stored value.
        """
        composer_identifier = None
        event_data = events.CursorFileEditEventData()
        if not self._context.is_partial:
            # What could be read of the content is not the content.
            event_data.content_size, event_data.content_sha256 = values.HashContent(
                value
            )
        if key.startswith(self._ORIGINAL_PREFIX):
            composer_identifier, uri = _SplitURIKey(key)
            event_data.edit_kind = "content before edit"
            event_data.evidence_source = "original file content"
            event_data.file_path = locations.GetPathFromURI(uri)
        else:
            event_data.edit_kind = "content"
            event_data.evidence_source = "file content"
        if value is None:
            event_data.change_summary = "content was cleared"
        self._Produce(event_data, key, conversation_identifier=composer_identifier)


class InlineDiffReader(_DiskKVReader):
    """Reader of inline diffs: edits shown in the editor for the user to answer.

    A row holds one diff, or a list of them per workspace.
    """

    _DIFF_PREFIX = "inlineDiff:"
    _LIST_PREFIX = "inlineDiffs-"

    KEYS = frozenset(["inlineDiffsData"])
    PREFIXES = (_DIFF_PREFIX, _LIST_PREFIX, "inlineDiffUndoRedo-")

    def _ReadDiff(self, key, json_dict, workspace_identifier, diff_identifier, suffix):
        """Reads a diff.

        Args:
          key (str): key of the row.
          json_dict (dict[str, object]): diff.
          workspace_identifier (str): identifier of the workspace or None.
          diff_identifier (str): identifier of the diff, as the key has it, or None.
          suffix (str): place of the diff in a list or None.
        """
        metadata = values.GetDictionary(json_dict, "composerMetadata")
        event_data = events.CursorFileEditEventData()
        event_data.creation_time = times.FromStored(json_dict.get("createdAt"))
        if event_data.creation_time:
            event_data.time_source = "createdAt"
        event_data.diff_identifier = (
            values.GetString(json_dict, "diffId") or diff_identifier
        )
        event_data.edit_kind = "inline diff"
        event_data.evidence_source = "inline diff"
        event_data.file_path = _GetPath(json_dict)
        event_data.model = values.GetString(metadata, "composerModel")
        # The identifier of a generation is that of the request: retrieval checkpoints
        # and aiService.generations have the same one.
        event_data.request_identifier = values.GetString(
            json_dict, "generationUUID"
        ) or values.GetString(metadata, "composerGenerationID")
        event_data.tool_call_identifier = values.GetString(metadata, "toolCallId")
        event_data.workspace_identifier = workspace_identifier

        original_lines = json_dict.get("originalTextLines")
        if isinstance(original_lines, list):
            event_data.content_size, event_data.content_sha256 = _MeasureLines(
                original_lines
            )
            event_data.change_summary = f"of {len(original_lines):d} original lines"

        changes = values.GetList(json_dict, "changes")
        if changes:
            event_data.lines_added = 0
            event_data.lines_removed = 0
            for change in changes:
                if isinstance(change, dict):
                    event_data.lines_added += _CountRange(change.get("addedRange"))
                    event_data.lines_removed += (
                        _CountLines(change.get("removedTextLines")) or 0
                    )

        self._Produce(
            event_data,
            key,
            suffix=suffix,
            conversation_identifier=values.GetString(metadata, "composerId"),
        )

    def ReadRow(self, key, value):
        """Reads a row.

        Args:
          key (str): key.
          value (str|bytes|None): stored value.
        """
        json_value = self._DecodeJSON(key, value, (dict, list))
        if not json_value:
            return

        workspace_identifier = None
        diff_identifier = None
        if key.startswith(self._DIFF_PREFIX):
            workspace_identifier, diff_identifier = keys.SplitBubbleKey(key)
        elif key.startswith(self._LIST_PREFIX):
            workspace_identifier = key[len(self._LIST_PREFIX) :]

        if isinstance(json_value, dict):
            self._ReadDiff(key, json_value, workspace_identifier, diff_identifier, None)
            return

        unknown = 0
        for index, element in enumerate(json_value):
            if self._context.producer.abort:
                return
            if isinstance(element, dict):
                self._ReadDiff(key, element, workspace_identifier, None, f"{index:d}")
            else:
                unknown += 1
        self._WarnElements(key, "inline diffs", unknown)


class RequestContextReader(_DiskKVReader):
    """Reader of the context that was sent with a message.

    One event tells what the context held; each file that it says was deleted or changed
    since the last edit has its own.
    """

    PREFIXES = ("messageRequestContext:",)

    # Members that say what the context is of, not what it held.
    _IDENTIFIERS = frozenset(["bubbleId", "contextId", "requestId"])

    def _GetProjectPath(self, json_dict):
        """Retrieves the path of the project.

        Args:
          json_dict (dict[str, object]): context.

        Returns:
          str: path or None if not available. A layout is an object or JSON in a string.
        """
        for layout in values.GetList(json_dict, "projectLayouts"):
            if isinstance(layout, str):
                layout, _ = values.DecodeJSON(layout)
            if isinstance(layout, dict):
                path = locations.GetPathFromURI(layout.get("rootPath"))
                if path:
                    return path
        return None

    def _GetSummary(self, json_dict):
        """Summarises what a context holds.

        Args:
          json_dict (dict[str, object]): context.

        Returns:
          str: names of the members that are not empty, with their number of elements,
              or None if there are none.
        """
        parts = []
        for name in sorted(json_dict):
            element = json_dict[name]
            if name in self._IDENTIFIERS:
                continue
            if isinstance(element, (dict, list)) and element:
                parts.append(f"{name:s}: {len(element):d}")
            elif isinstance(element, str) and element:
                parts.append(f"{name:s}: {len(element):d} characters")
        return ", ".join(parts) or None

    def ReadRow(self, key, value):
        """Reads a row.

        Args:
          key (str): key.
          value (str|bytes|None): stored value.
        """
        json_dict = self._DecodeJSON(key, value, dict)
        summary = self._GetSummary(json_dict) if json_dict else None
        if not summary:
            return

        composer_identifier, bubble_identifier = keys.SplitBubbleKey(key)
        project_path = self._GetProjectPath(json_dict)

        event_data = events.CursorFileEditEventData()
        event_data.change_summary = summary
        event_data.edit_kind = "request context"
        if not self._context.is_partial:
            event_data.content_size, event_data.content_sha256 = values.HashContent(
                value
            )
        for place, event_data in itertools.chain(
            [(None, event_data)], ReadFileChanges(json_dict)
        ):
            if self._context.producer.abort:
                return
            event_data.bubble_identifier = bubble_identifier
            event_data.evidence_source = "message request context"
            event_data.project_path = project_path
            event_data.request_identifier = values.GetString(json_dict, "requestId")
            self._Produce(
                event_data,
                key,
                suffix=place,
                conversation_identifier=composer_identifier,
            )
