"""Producers: what a reader hands its event data and warnings to.

A reader of this package does not know plaso's parser mediator: it gets a producer,
which bounds and cleans what it is given, fills what the path of the evidence tells,
and hides the difference between the releases of plaso. ProduceWarning and the
keyword arguments of ProduceEventData came with plaso 20260720.
"""

import collections
import contextlib
import os
import re
import time
import traceback
import zlib

from dfdatetime import interface as dfdatetime_interface
from dfvfs.lib import errors as dfvfs_errors

from cursor_plaso import locations
from cursor_plaso import masking
from cursor_plaso import siblings
from cursor_plaso import values

# Warnings of one kind after which the rest is only counted.
_MAXIMUM_WARNINGS_PER_KIND = 100

# A kind that holds an identifier is no kind: the number of warnings stays bounded.
_MAXIMUM_KINDS_OF_WARNINGS = 1000

_MAXIMUM_KIND_LENGTH = 200

_MAXIMUM_LIST_LENGTH = 1000

# Characters of an element of a list, which is a path or a short text.
_MAXIMUM_ELEMENT_LENGTH = 4096

# What dfVFS and the libraries below it raise when the evidence can not be read. Their
# texts tell of the file, not of what is in it.
_READ_ERRORS = (dfvfs_errors.Error, EOFError, OSError, zlib.error)

# Data types that hold what users and models wrote, and what tools gave: it is shown as
# it is. Of them, and of the texts below, only addresses of projects are masked.
_CONTENT_DATA_TYPES = frozenset(
    [
        "cursor:ai_code:commit",
        "cursor:ai_code:deleted_file",
        "cursor:ai_code:line",
        "cursor:ai_code:summary",
        "cursor:ai_code:tracked_file",
        "cursor:cloud_agent:text",
        "cursor:conversation:draft",
        "cursor:export",
        "cursor:file:edit",
        "cursor:message",
        "cursor:permission:decision",
        "cursor:permission:prompt",
        "cursor:plan",
        "cursor:prompt",
        "cursor:run",
        "cursor:run:event",
        "cursor:search:conversation",
        "cursor:terminal",
        "cursor:tool_call",
    ]
)
_ADDRESS_NAME = "project_path"
_TITLE_NAME = "conversation_title"

# Characters of a fact in which secrets are looked for: what is left of more is cut.
_MAXIMUM_MASKED_LENGTH = 2 * values.MAXIMUM_TEXT_SIZE

_PREVIEW_SUFFIX = "_preview"

# Characters of the text that messages show.
_MAXIMUM_PREVIEW_LENGTH = 1024

_MAXIMUM_WARNING_LENGTH = 1000

_CONTROL_CHARACTER_RE = re.compile("[\x00-\x1f\x7f-\x9f]")
_LINE_BREAK_RE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def _EscapeControlCharacters(text):
    """Replaces the control characters and line breaks of an identifier.

    A line break in an identifier would make a line of its own in a CSV file, which the
    evidence could fill as it likes. To collapse it would make two identifiers one.

    Args:
      text (str): clean text.

    Returns:
      str: text in which they are escapes, as in a record key.
    """
    return _LINE_BREAK_RE.sub(
        lambda match: match.group().encode("unicode_escape").decode("ascii"), text
    )


def _GetSingleLine(text):
    """Retrieves text on a single line.

    Args:
      text (str): clean text.

    Returns:
      str: text of which white space is a single space and every other control
          character, which could command a terminal, is an escape.
    """
    if text.isprintable():
        return text
    return _CONTROL_CHARACTER_RE.sub(
        lambda match: f"\\x{ord(match.group(0)):02x}", " ".join(text.split())
    )


def _GetWarningText(message):
    """Cleans and bounds the message of a warning.

    Args:
      message (str): message.

    Returns:
      str: message on a single line.
    """
    # It is masked before it is cut: half a token does not look like one.
    message = masking.MaskName(message[: 4 * _MAXIMUM_WARNING_LENGTH])
    is_cut = len(message) > _MAXIMUM_WARNING_LENGTH
    message = _GetSingleLine(values.CleanText(message[:_MAXIMUM_WARNING_LENGTH]))
    return f"{message:s}..." if is_cut else message


class BaseProducer:
    """Shared functionality of producers.

    Attributes:
      platform (str): platform that the path of the evidence tells, or None.
      username (str): name of the user that the path of the evidence tells, or None.
    """

    def __init__(self, platform=None, username=None):
        """Initializes a producer.

        Args:
          platform (Optional[str]): platform that the path of the evidence tells.
          username (Optional[str]): name of the user that the path of the evidence
              tells.
        """
        super().__init__()
        self._preview_names = {}
        self._warnings_per_kind = collections.Counter()
        self.platform = platform
        # A path of the evidence may hold anything.
        self.username = _GetSingleLine(values.CleanText(username or "")) or None

    @property
    def abort(self):
        """bool: True if the reader should stop."""
        return False

    def _Prepare(self, event_data):
        """Cleans and bounds the attributes of event data.

        Args:
          event_data (CursorEventData): event data.

        Returns:
          bool: True if an attribute had to be dropped since plaso can not store it.
        """
        dropped = False
        attributes = event_data.__dict__
        preview_names = self._GetPreviewNames(event_data)
        has_facts = event_data.data_type not in _CONTENT_DATA_TYPES
        updates = {}
        for name, value in attributes.items():
            if value is None or name[0] == "_":
                continue

            if isinstance(value, list):
                value = self._JoinList(value)
                updates[name] = value

            if (has_facts or name == _ADDRESS_NAME) and isinstance(value, str):
                masked_value = self._MaskFact(attributes, name, value)
                if masked_value != value:
                    value = updates[name] = masked_value

            if isinstance(value, str):
                # Most texts need nothing: printable text has no NUL, no surrogate and
                # no line break.
                if len(value) <= _MAXIMUM_PREVIEW_LENGTH and value.isprintable():
                    if name in preview_names:
                        updates[preview_names[name]] = value or None
                    if not value:
                        updates[name] = None
                else:
                    self._PrepareText(attributes, name, value, updates)

            elif isinstance(value, bool):
                continue

            elif isinstance(value, int):
                if not -(1 << 63) <= value < 1 << 63:
                    updates[name] = None
                    dropped = True

            elif not isinstance(value, dfdatetime_interface.DateTimeValues):
                updates[name] = None
                dropped = dropped or value is not None

        attributes.update(updates)

        if attributes.get("username") is None:
            attributes["username"] = self.username
        if attributes.get("platform") is None:
            attributes["platform"] = self.platform
        return dropped

    def _MaskFact(self, attributes, name, value):
        """Masks the secrets in a fact, whichever reader it comes from.

        Args:
          attributes (dict[str, object]): attributes.
          name (str): name of the attribute.
          value (str): text.

        Returns:
          str: text without what is a secret beyond doubt; a title and a text that has
              its size beside it, which users and models wrote, stay as they are.
        """
        if (
            f"{name:s}_size" in attributes
            or value == attributes.get(_TITLE_NAME)
            or name == "row_value_preview"
        ):
            return value
        if name == "remote_authority":
            return masking.MaskName(f"://{value:s}").removeprefix("://")
        return (
            masking.MaskName(value[:_MAXIMUM_MASKED_LENGTH])
            + value[_MAXIMUM_MASKED_LENGTH:]
        )

    def _GetPreviewNames(self, event_data):
        """Retrieves the texts of a data type that have a preview.

        Args:
          event_data (CursorEventData): event data.

        Returns:
          dict[str, str]: names of the previews per name of the text.
        """
        preview_names = self._preview_names.get(event_data.data_type)
        if preview_names is None:
            preview_names = {
                name[: -len(_PREVIEW_SUFFIX)]: name
                for name in event_data.__dict__
                if name.endswith(_PREVIEW_SUFFIX)
            }
            self._preview_names[event_data.data_type] = preview_names
        return preview_names

    def _PrepareText(self, attributes, name, value, updates):
        """Cleans and bounds a text attribute.

        Long texts, which have a size beside them, keep their line breaks. Others are
        labels that messages show: plaso drops line breaks from messages without a
        trace, so they become spaces here.

        Args:
          attributes (dict[str, object]): attributes.
          name (str): name of the attribute.
          value (str): text.
          updates (dict[str, object]): attributes to update.
        """
        text, size, sha256 = values.CleanAndCutText(value)

        if f"{name:s}_size" in attributes:
            preview_name = f"{name:s}_preview"
            if preview_name in attributes:
                # A reader that cut the text itself has set the size of the whole.
                whole_size = size or attributes.get(f"{name:s}_size")
                updates[preview_name] = self._GetPreview(text, whole_size) or None
            if size is not None:
                updates[f"{name:s}_size"] = size
                updates[f"{name:s}_sha256"] = sha256

        else:
            if name.endswith("_identifier"):
                text = _EscapeControlCharacters(text)
            else:
                text = _GetSingleLine(text)
            # Escapes are longer than what they stand for.
            text, escaped_size, _ = values.CutText(text)
            size = size or escaped_size
            if size is not None:
                text = f"{text:s}... ({size:,d} bytes)"

        if text is not value or not text:
            updates[name] = text or None

    def _GetPreview(self, text, size):
        """Retrieves the start of a text on one line.

        Args:
          text (str): clean text.
          size (int): size in bytes of the whole text if it was cut, or None.

        Returns:
          str: preview, which ends in the number of bytes if it is not the whole.
        """
        preview = _GetSingleLine(text[:_MAXIMUM_PREVIEW_LENGTH])
        if len(text) > _MAXIMUM_PREVIEW_LENGTH:
            size = size or len(text.encode("utf-8", errors="backslashreplace"))
            preview = f"{preview:s}... ({size:,d} bytes)"
        return preview

    def _JoinList(self, value):
        """Joins and bounds a list.

        Args:
          value (list[object]): list.

        Returns:
          str: strings separated by commas or None if there are none.
        """
        strings = []
        for element in value[:_MAXIMUM_LIST_LENGTH]:
            string = values.ToString(element)
            if string:
                if len(string) > _MAXIMUM_ELEMENT_LENGTH:
                    size = len(string)
                    string = string[:_MAXIMUM_ELEMENT_LENGTH]
                    string = f"{string:s}... ({size:,d} characters)"
                strings.append(string)
        if len(value) > _MAXIMUM_LIST_LENGTH:
            strings.append(f"... ({len(value):d} in all)")
        return ", ".join(strings) or None

    def _StoreEventData(self, event_data, corrupted, recovered):
        """Stores event data.

        Args:
          event_data (CursorEventData): event data.
          corrupted (bool): True if the record is partial.
          recovered (bool): True if the record was recovered.
        """
        raise NotImplementedError

    def _StoreWarning(self, message, recovered):
        """Stores a warning.

        Args:
          message (str): message.
          recovered (bool): True if the warning is of a recovered record.
        """
        raise NotImplementedError

    @contextlib.contextmanager
    def Guard(self, what):
        """Keeps an error from costing more than what is being read, and tells it.

        A reader is not to raise. Should one do so all the same, the parsers that come
        after it still get the file, and the text of the exception, which may hold a
        secret of the evidence, goes nowhere.

        Args:
          what (str): what is read.

        Yields:
          None: while it is read.
        """
        try:
            yield
        except _READ_ERRORS as exception:
            self.Warn(f"unable to read {what:s}: {exception!s}")
        except Exception as exception:  # pylint: disable=broad-except
            place = traceback.extract_tb(exception.__traceback__)[-1]
            self.Warn(
                f"internal error: {what:s} is not read on: {type(exception).__name__:s}"
                f" in {os.path.basename(place.filename):s} line {place.lineno!s}"
            )

    def Produce(self, event_data, corrupted=False, recovered=False):
        """Produces event data.

        Args:
          event_data (CursorEventData): event data.
          corrupted (Optional[bool]): True if the record is partial.
          recovered (Optional[bool]): True if the record was recovered.
        """
        if self._Prepare(event_data):
            corrupted = True
        self._StoreEventData(event_data, corrupted, recovered)

    def Touch(self):
        """Shows activity, so that a worker in a long silent stage is not stopped."""

    def Warn(self, message, kind=None, recovered=False):
        """Produces a warning.

        Args:
          message (str): message that says what, which record and why, and never holds
              the value itself.
          kind (Optional[str]): kind of warning, of which only the first hundred are
              produced and the rest counted, or None for the text of the message up to
              its first colon.
          recovered (Optional[bool]): True if the warning is of a recovered record.
        """
        kind = (kind or message.partition(":")[0])[:_MAXIMUM_KIND_LENGTH]
        if (
            kind not in self._warnings_per_kind
            and len(self._warnings_per_kind) >= _MAXIMUM_KINDS_OF_WARNINGS
        ):
            kind = "further warnings"
        self._warnings_per_kind[kind] += 1
        count = self._warnings_per_kind[kind]
        if count > _MAXIMUM_WARNINGS_PER_KIND:
            return
        self._StoreWarning(_GetWarningText(message), recovered)

    def Close(self):
        """Ends the reading of a file: warns of the warnings that were only counted."""
        for kind, count in self._warnings_per_kind.items():
            if count > _MAXIMUM_WARNINGS_PER_KIND:
                left_out = count - _MAXIMUM_WARNINGS_PER_KIND
                self._StoreWarning(
                    _GetWarningText(
                        f"{kind:s}: {left_out:d} more warnings of this kind"
                    ),
                    False,
                )
        self._warnings_per_kind.clear()


class Producer(BaseProducer):
    """Producer that stores through plaso's parser mediator."""

    def __init__(self, parser_mediator, file_entry=None):
        """Initializes a producer.

        Args:
          parser_mediator (ParserMediator): parser mediator.
          file_entry (Optional[dfvfs.FileEntry]): file entry the events are of, where
              None represents the one the mediator has.
        """
        file_entry = file_entry or parser_mediator.GetFileEntry()
        path_spec = getattr(file_entry, "path_spec", None)
        username, platform = None, None
        if path_spec:
            if not getattr(path_spec, "location", None) and path_spec.HasParent():
                # The content of a compressed file has the place of that file.
                path_spec = path_spec.parent
            username, platform = locations.GetUserAndPlatform(
                siblings.GetLocation(file_entry), path_spec.type_indicator
            )
        super().__init__(platform=platform, username=username)
        self._parser_mediator = parser_mediator
        self._has_produce_warning = hasattr(parser_mediator, "ProduceWarning")

    @property
    def abort(self):
        """bool: True if the reader should stop."""
        return self._parser_mediator.abort

    def _StoreEventData(self, event_data, corrupted, recovered):
        """Stores event data.

        Args:
          event_data (CursorEventData): event data.
          corrupted (bool): True if the record is partial.
          recovered (bool): True if the record was recovered.
        """
        if self._has_produce_warning:
            self._parser_mediator.ProduceEventData(
                event_data, corrupted=corrupted, recovered=recovered
            )
        else:
            # Up to plaso 20260512 the mark was an attribute of the event data.
            if recovered:
                event_data.recovered = True
            if corrupted:
                event_data.corrupted = True
            self._parser_mediator.ProduceEventData(event_data)

    def _StoreWarning(self, message, recovered):
        """Stores a warning.

        Args:
          message (str): message.
          recovered (bool): True if the warning is of a recovered record.
        """
        if self._has_produce_warning:
            self._parser_mediator.ProduceWarning(message, recovered=recovered)
        elif recovered:
            self._parser_mediator.ProduceRecoveryWarning(message)
        else:
            self._parser_mediator.ProduceExtractionWarning(message)

    def Touch(self):
        """Shows activity, so that a worker in a long silent stage is not stopped."""
        self._parser_mediator.last_activity_timestamp = time.time()


class CollectingProducer(BaseProducer):
    """Producer that collects, for tests and tools without plaso's storage.

    Attributes:
      event_data (list[CursorEventData]): event data in the order produced.
      corrupted (list[bool]): per event data if the record is partial.
      recovered (list[bool]): per event data if the record was recovered.
      warnings (list[str]): messages of the warnings.
      touches (int): number of times activity was shown.
    """

    def __init__(self, platform=None, username=None):
        """Initializes a producer.

        Args:
          platform (Optional[str]): platform that the path of the evidence tells.
          username (Optional[str]): name of the user that the path of the evidence
              tells.
        """
        super().__init__(platform=platform, username=username)
        self._abort = False
        self.corrupted = []
        self.event_data = []
        self.recovered = []
        self.touches = 0
        self.warnings = []

    @property
    def abort(self):
        """bool: True if the reader should stop."""
        return self._abort

    def _StoreEventData(self, event_data, corrupted, recovered):
        """Stores event data.

        Args:
          event_data (CursorEventData): event data.
          corrupted (bool): True if the record is partial.
          recovered (bool): True if the record was recovered.
        """
        self.event_data.append(event_data)
        self.corrupted.append(corrupted)
        self.recovered.append(recovered)

    def _StoreWarning(self, message, recovered):
        """Stores a warning.

        Args:
          message (str): message.
          recovered (bool): True if the warning is of a recovered record.
        """
        self.warnings.append(message)

    def GetByDataType(self, data_type):
        """Retrieves the event data of a data type.

        Args:
          data_type (str): data type.

        Returns:
          list[CursorEventData]: event data.
        """
        return [
            event_data
            for event_data in self.event_data
            if event_data.data_type == data_type
        ]

    def SignalAbort(self):
        """Makes the reader stop."""
        self._abort = True

    def Touch(self):
        """Shows activity."""
        self.touches += 1
