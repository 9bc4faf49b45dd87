"""cli-config.json: settings, account and model selection of the Agent CLI.

Sources: seed "cli-config.json, permissions.json and sandbox.json", "Credentials",
"Permission rows" and "Model rows" (observed 2026.10.19-6bbf2c4); storage-facts 7.
"""

from cursor_plaso import events
from cursor_plaso import masking
from cursor_plaso import times
from cursor_plaso import values
from cursor_plaso.files import interface
from cursor_plaso.files import settings
from cursor_plaso.files import shapes

# Switches that tell what the agent may do or what it tells others.
_SWITCHES = (
    ("approvalMode",),
    ("sandbox", "mode"),
    ("sandbox", "networkAccess"),
    ("autoAcceptWebSearch",),
    ("attribution", "attributeCommitsToAgent"),
    ("attribution", "attributePRsToAgent"),
    ("exploreSubagentModel",),
    ("hasChangedDefaultModel",),
    ("runEverythingSettingsPromptStreak",),
    ("network", "useHttp1ForAgent"),
)

# Switches that a cache holds with the time of their last refresh.
_CACHED_SWITCHES = (
    ("privacyCache", "ghostMode"),
    ("privacyCache", "privacyMode"),
    ("serverConfigCache", "cliSandboxDefaultEnabled"),
    ("autoReviewAvailabilityCache", "available"),
)

_IDENTITIES = ("authId", "displayName", "email", "userId")

_CACHE_SHAPE = {"updatedAt": shapes.TIME}
for _names in _CACHED_SWITCHES:
    _CACHE_SHAPE[_names[1]] = shapes.SCALAR

_MODEL_SHAPE = {
    "maxMode": shapes.BOOLEAN,
    "modelId": shapes.TEXT,
    "parameters": [{"id": shapes.TEXT, "value": shapes.ANY}],
}

_MARKERS = ("approvalMode", "hasChangedDefaultModel", "privacyCache", "authInfo")


class CLIConfigReader(settings.SettingsFileReader):
    """Reader of cli-config.json, also of the copy that a damaged file is kept as."""

    KIND = "cli-config.json"
    NAMES = frozenset(["cli-config.json", "cli-config.json.bad"])
    MARKER_RE = interface.CompileMarker(*_MARKERS)
    SHAPE = {
        "approvalMode": shapes.SCALAR,
        "attribution": {"*": shapes.SCALAR},
        "authInfo": {name: shapes.TEXT for name in _IDENTITIES},
        "autoAcceptWebSearch": shapes.SCALAR,
        "autoReviewAvailabilityCache": _CACHE_SHAPE,
        "exploreSubagentModel": shapes.SCALAR,
        "hasChangedDefaultModel": shapes.SCALAR,
        "model": _MODEL_SHAPE,
        "modelSelectionHistory": [shapes.TEXT],
        "network": {"useHttp1ForAgent": shapes.SCALAR},
        "permissions": {},
        "privacyCache": _CACHE_SHAPE,
        "runEverythingSettingsPromptStreak": shapes.SCALAR,
        "sandbox": {"mode": shapes.SCALAR, "networkAccess": shapes.SCALAR},
        "selectedModel": _MODEL_SHAPE,
        "serverConfigCache": _CACHE_SHAPE,
    }

    def _CheckShape(self, json_value, is_cursor_file):
        """Determines if the document has the shape of this kind.

        Args:
          json_value (dict[str, object]): document.
          is_cursor_file (bool): True if the path tells that the file is of Cursor.

        Returns:
          bool: True if the document has the shape of this kind.
        """
        return is_cursor_file or (
            isinstance(json_value.get("permissions"), dict)
            and "version" in json_value
            and any(name in json_value for name in _MARKERS)
        )

    def _ReadDocumentValue(self, json_value, evidence_file, producer):
        """Reads the document.

        Args:
          json_value (dict[str, object]): document.
          evidence_file (EvidenceFile): file.
          producer (BaseProducer): producer.
        """
        for names in _SWITCHES:
            key = ".".join(names)
            value = _GetScalar(json_value, names)
            self._ProduceSetting(key, value, key, evidence_file, producer)

        permissions = values.GetDictionary(json_value, "permissions")
        for name in ("allow", "deny"):
            self._ProduceList(
                permissions, name, evidence_file, producer, key=f"permissions.{name:s}"
            )

        for names in _CACHED_SWITCHES:
            key = ".".join(names)
            update_time = values.GetDictionary(json_value, names[0]).get("updatedAt")
            self._ProduceSetting(
                key,
                _GetScalar(json_value, names),
                key,
                evidence_file,
                producer,
                recorded_time=times.FromStored(update_time),
                time_source=f"{names[0]:s}.updatedAt",
            )

        self._ReadIdentity(json_value, evidence_file, producer)
        self._ReadModels(json_value, evidence_file, producer)

    def _ReadIdentity(self, json_dict, evidence_file, producer):
        """Reads the identity of the account that is signed in.

        Args:
          json_dict (dict[str, object]): document.
          evidence_file (EvidenceFile): file.
          producer (BaseProducer): producer.
        """
        identity = values.GetDictionary(json_dict, "authInfo")
        for name in _IDENTITIES:
            value = values.GetString(identity, name)
            if value:
                event_data = events.CursorAccountEventData()
                event_data.evidence_source = self.KIND
                event_data.identity_name = name
                event_data.identity_value = value
                event_data.record_key = f"authInfo.{name:s}"
                evidence_file.SetFileTime(event_data)
                producer.Produce(event_data)

    def _ReadModels(self, json_dict, evidence_file, producer):
        """Reads the model that is selected and those that were selected before.

        The selection was made at or before the time of the file; the history, most
        recent first, has no times.

        Args:
          json_dict (dict[str, object]): document.
          evidence_file (EvidenceFile): file.
          producer (BaseProducer): producer.
        """
        selection = values.GetDictionary(json_dict, "selectedModel")
        key = "selectedModel"
        if not values.GetString(selection, "modelId"):
            selection = values.GetDictionary(json_dict, "model")
            key = "model"
        model = values.GetString(selection, "modelId")
        if model:
            event_data = events.CursorModelLastUsedEventData()
            event_data.evidence_source = self.KIND
            event_data.model = model
            event_data.model_parameters = _GetModelParameters(selection)
            event_data.record_key = key
            evidence_file.SetFileTime(event_data)
            producer.Produce(event_data)

        key = "modelSelectionHistory"
        history = values.GetList(json_dict, key)
        for index, element in enumerate(
            self._LimitEntries(evidence_file, history, producer)
        ):
            model = values.ToString(element)
            if model:
                event_data = events.CursorModelLastUsedEventData()
                event_data.evidence_source = self.KIND
                event_data.model = model
                event_data.record_key = f"{key:s}[{index:d}]"
                producer.Produce(event_data)


def _GetModelParameters(selection):
    """Retrieves the parameters of the selected model.

    Args:
      selection (dict[str, object]): selectedModel, or the older model.

    Returns:
      list[str]: parameters, such as "context=256k".
    """
    parameters = []
    for parameter in values.GetList(selection, "parameters"):
        if isinstance(parameter, dict):
            name = values.GetString(parameter, "id")
            value = values.ToText(parameter.get("value"))
            if name and value:
                value = masking.MaskMember(name, value)
                parameters.append(f"{name:s}={value:s}")
    if selection.get("maxMode") is True:
        parameters.append("maxMode=true")
    return parameters


def _GetScalar(json_dict, names):
    """Retrieves a value that is neither an object nor a list.

    Args:
      json_dict (dict[str, object]): JSON object.
      names (tuple[str, ...]): names of the objects and of the value.

    Returns:
      object: value or None if not available.
    """
    for name in names[:-1]:
        json_dict = values.GetDictionary(json_dict, name)
    value = json_dict.get(names[-1])
    return None if isinstance(value, (dict, list)) else value
