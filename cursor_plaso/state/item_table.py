"""What the readers of ItemTable share: decoding of values and file-time records.

VS Code stores a string as it is, a boolean or number as its text and anything else as
JSON. Most records of ItemTable have no time of their own: they stand at the content
modification time of the file, and say so (seed "Permission rows", "MCP server and
plugin rows"). A row that was recovered is older than the file: it takes no file time.
"""

from cursor_plaso import locations
from cursor_plaso import masking
from cursor_plaso import times
from cursor_plaso import values
from cursor_plaso.state import context

FILE_TIME_SOURCE = "file modification time"

# What an examiner has to know of the time of a setting (seed "ItemTable keys").
SETTING_NOTE = "written late by the app"


class Fields:
    """Members of a JSON object, of which those that can not be read are remembered.

    Attributes:
      problems (list[str]): names of the members that are there but have another type
          than was asked for.
    """

    def __init__(self, json_dict, place="", problems=None):
        """Initializes fields.

        Args:
          json_dict (dict[str, object]): JSON object.
          place (Optional[str]): place of the object in another, with a dot at its end.
          problems (Optional[list[str]]): names that are added to.
        """
        super().__init__()
        self._json_dict = json_dict
        self._place = place
        self.problems = [] if problems is None else problems

    def _Get(self, name, result):
        """Remembers a member that could not be read.

        Args:
          name (str): name of the member.
          result (object): what was read of it or None.

        Returns:
          object: what was read.
        """
        if result is None and self._json_dict.get(name) not in (None, ""):
            self.problems.append(f"{self._place:s}{name:s}")
        return result

    def GetBoolean(self, name):
        """Retrieves a boolean.

        Args:
          name (str): name of the member.

        Returns:
          bool: boolean or None if not available.
        """
        return self._Get(name, values.GetBoolean(self._json_dict, name))

    def GetDictionary(self, name):
        """Retrieves a JSON object.

        Args:
          name (str): name of the member.

        Returns:
          dict[str, object]: JSON object, empty if not available.
        """
        value = self._json_dict.get(name)
        return self._Get(name, value if isinstance(value, dict) else None) or {}

    def GetFields(self, name):
        """Retrieves the members of a JSON object.

        Args:
          name (str): name of the member.

        Returns:
          Fields: members of the JSON object, none if not available, whose problems are
              those of this one too.
        """
        return Fields(
            self.GetDictionary(name),
            place=f"{self._place:s}{name:s}.",
            problems=self.problems,
        )

    def GetInteger(self, name):
        """Retrieves an integer.

        Args:
          name (str): name of the member.

        Returns:
          int: integer or None if not available.
        """
        return self._Get(name, values.GetInteger(self._json_dict, name))

    def GetList(self, name):
        """Retrieves a list.

        Args:
          name (str): name of the member.

        Returns:
          list[object]: list, empty if not available.
        """
        value = self._json_dict.get(name)
        return self._Get(name, value if isinstance(value, list) else None) or []

    def GetLocation(self, name):
        """Retrieves a URI or a path.

        Args:
          name (str): name of the member.

        Returns:
          object: JSON value: a URI as a string or an object, or None if not available.
        """
        value = self._json_dict.get(name)
        return self._Get(name, value if locations.GetPathFromURI(value) else None)

    def GetStrings(self, name):
        """Retrieves a list of strings.

        Args:
          name (str): name of the member.

        Returns:
          list[str]: strings, and numbers as their text, empty if not available. A
              string may stand in place of the list.
        """
        if isinstance(self._json_dict.get(name), str):
            return values.ToStrings(self._json_dict[name])
        strings = [values.ToString(element) for element in self.GetList(name)]
        if None in strings:
            self._Get(name, None)
        return [string for string in strings if string]

    def GetString(self, name):
        """Retrieves a string.

        Args:
          name (str): name of the member.

        Returns:
          str: string or None if not available. A number is returned as its text.
        """
        return self._Get(name, values.GetString(self._json_dict, name))

    def GetTime(self, name):
        """Retrieves a time.

        Args:
          name (str): name of the member.

        Returns:
          dfdatetime.DateTimeValues: date and time or None if not available. The number
              0 stands for no time.
        """
        value = self._json_dict.get(name)
        if value == 0 and not isinstance(value, bool):
            return None
        return self._Get(name, times.FromStored(value))


# What a reader keeps of the values of rows until it has seen all: Cursor writes some
# KiB.
_MAXIMUM_KEPT_SIZE = 8 * 1024 * 1024


class ItemTableReader(context.KeyReader):
    """Shared functionality of readers of ItemTable."""

    def __init__(self, reader_context):
        """Initializes a reader.

        Args:
          reader_context (StateContext): context.
        """
        super().__init__(reader_context)
        self._kept_size = 0

    def ReadRow(self, key, value):
        """Reads a row.

        Args:
          key (str): key.
          value (object): stored value: text, a blob or None.
        """
        raise NotImplementedError

    def _DecodeBoolean(self, key, value):
        """Decodes a boolean.

        Args:
          key (str): key of the row.
          value (object): stored value.

        Returns:
          bool: boolean or None if the row has no value or, with a warning, another.
        """
        text = self._DecodeString(key, value)
        if text is None:
            return None
        boolean = {"true": True, "1": True, "false": False, "0": False}.get(
            text.strip().lower()
        )
        if boolean is None:
            self._Warn(key, "value is not a boolean")
        return boolean

    def _DecodeJSON(self, key, value, json_type):
        """Decodes JSON.

        Args:
          key (str): key of the row.
          value (object): stored value.
          json_type (type): dict or list.

        Returns:
          dict|list: JSON value or None if the row has no value or, with a warning,
              another.
        """
        if value is None or value in ("", b""):
            return None
        if isinstance(value, (bytes, str)) and len(value) > values.MAXIMUM_VALUE_SIZE:
            self._Warn(key, "value is larger than 64 MiB and was not read")
            return None

        json_value, reason = values.DecodeJSON(value)
        if reason:
            self._Warn(key, reason)
            return None
        if isinstance(json_value, str) and json_value[:1] in ("{", "["):
            # Older versions encoded some values twice.
            json_value, _ = values.DecodeJSON(json_value)
        if json_value is None:
            return None
        if not isinstance(json_value, json_type):
            name = "object" if json_type is dict else "list"
            self._Warn(key, f"value is not a JSON {name:s}")
            return None
        return json_value

    def _DecodeString(self, key, value):
        """Decodes a string.

        Args:
          key (str): key of the row.
          value (object): stored value.

        Returns:
          str: string without the quotes of JSON, or None if the row has no value or,
              with a warning, another.
        """
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            # SQLite keeps a number as it was bound.
            return values.ToString(value)

        text = values.DecodeText(value)
        if text is None:
            if value is not None:
                self._Warn(key, "value is neither text nor a blob")
            return None
        if len(text) > values.MAXIMUM_VALUE_SIZE:
            self._Warn(key, "value is larger than 64 MiB and was not read")
            return None
        if text[:1] == '"' and text[-1:] == '"':
            json_value, _ = values.DecodeJSON(text)
            if isinstance(json_value, str):
                text = json_value
        return None if text in ("", "null", "undefined") else text

    def _GetElements(self, key, json_list):
        """Retrieves the objects of a list and warns of what else it holds.

        Args:
          key (str): key of the row.
          json_list (list[object]): JSON list.

        Yields:
          tuple[int, dict[str, object]]: index and JSON object, until the reader is
              asked to stop.
        """
        others = 0
        first_index = None
        for index, element in enumerate(json_list):
            if self._context.producer.abort:
                return
            if isinstance(element, dict):
                yield index, element
                continue
            if first_index is None:
                first_index = index
            others += 1

        if others:
            self._Warn(
                key, f"{others:d} elements, from {first_index:d} on, are not objects"
            )

    def _MayKeep(self, key, value):
        """Determines if what a value holds may be kept until all rows were read.

        Args:
          key (str): key of the row.
          value (str|bytes): stored value.

        Returns:
          bool: True if it may, otherwise there is a warning.
        """
        if isinstance(value, (bytes, str)):
            self._kept_size += len(value)
        if self._kept_size > _MAXIMUM_KEPT_SIZE:
            self._Warn(key, "values like this are too large and were not read")
            return False
        return True

    def _Produce(self, event_data, key, suffix=None, fields=None, **keyword_arguments):
        """Produces event data of a row.

        Args:
          event_data (CursorEventData): event data.
          key (str): key of the row.
          suffix (Optional[str]): place in the value, where one row gives several
              events.
          fields (Optional[Fields]): fields the event data was read from: those that
              could not be read are warned of and the event data is corrupted.
          keyword_arguments (dict[str, object]): more arguments of
              StateContext.Produce.
        """
        corrupted = keyword_arguments.pop("corrupted", False)
        if fields and fields.problems:
            corrupted = True
            place = f"{suffix:s}: " if suffix else ""
            self._Warn(key, f"{place:s}can not read {', '.join(fields.problems):s}")

        if suffix:
            key = f"{key:s}#{suffix:s}"
        self._context.Produce(
            event_data, self.TABLE_NAME, key, corrupted=corrupted, **keyword_arguments
        )

    def _SetFileTime(self, event_data):
        """Sets the content modification time of the file as time of a record.

        Args:
          event_data (CursorEventData): event data with a modification_time.
        """
        if not self._context.recovery and self._context.modification_time:
            event_data.modification_time = self._context.modification_time
            event_data.time_source = FILE_TIME_SOURCE

    def _Warn(self, key, reason):
        """Produces a warning on a row.

        Args:
          key (str): key of the row.
          reason (str): what is wrong with the row, without any value of it.
        """
        self._context.Warn(self.TABLE_NAME, key, reason)


def GetLabel(value):
    """Retrieves the text of a JSON value that stands in a list of settings.

    Args:
      value (object): JSON value.

    Returns:
      str: the string itself, "true" or "false", a number as text, or compact JSON
          without its secrets, or None if there is no value.
    """
    if isinstance(value, (dict, list)):
        value = masking.MaskJSON(value)
    return values.ToText(value)


def MaskAddress(address):
    """Masks the secrets in the address of a repository.

    The path stays as it is: temporary repositories have names that look like tokens.

    Args:
      address (str): URL, with or without a scheme, such as "github.com/owner/demo".

    Returns:
      str: address in which user information and secrets of the query are replaced.
    """
    scheme, separator, rest = address.partition("://")
    if not separator:
        scheme, rest = "", address
    rest, question_mark, query = rest.partition("?")
    authority, slash, path = rest.partition("/")
    _, at_sign, host = authority.rpartition("@")
    if at_sign:
        authority = f"{masking.MASK:s}@{host:s}"
    if query:
        query = masking.MaskQuery(query)
    return (
        f"{scheme:s}{separator:s}{authority:s}{slash:s}{path:s}{question_mark:s}"
        f"{query:s}"
    )


def SetTimeSource(event_data, names):
    """Sets the time source of event data.

    Args:
      event_data (CursorEventData): event data.
      names (dict[str, str]): name of the stored field per name of a time attribute, of
          which those that the event data has are named.
    """
    fields = [
        name
        for attribute_name, name in names.items()
        if getattr(event_data, attribute_name) is not None
    ]
    if fields:
        event_data.time_source = ", ".join(fields)
