"""Accounts in ItemTable: identities, and that a secret is present.

Whose Cursor it was, and which secrets a copy of the store gives away. The value of a
secret is never decoded, kept or printed: only its key is read, which names the
extension, the server or the account it is for (seed "Credentials" and "Secrets",
observed 3.24.18 to 3.26.13; keys of other versions from published tools and from the
source of VS Code).
"""

import urllib.parse

from cursor_plaso import events
from cursor_plaso import keys
from cursor_plaso import times
from cursor_plaso import values
from cursor_plaso.state import item_table

_ACTIVITY_TIME_KEY = "cursor/localLastActivityTimestampMs"
_ACTIVITY_VERSION_KEY = "cursor/localLastActivityClientVersion"
_PHONE_HINT_PREFIX = "cursor/glass.steerFromPhonePill.cadence.v1/"

_TEXT_KEYS = frozenset(
    [
        "adminSettings.cachedAuthId",
        "cursor.email",
        "cursorAuth/authId",
        "cursorAuth/cachedEmail",
        "cursorAuth/cachedSignUpType",
        "cursorAuth/cachedUserId",
        "cursorAuth/email",
        "cursorAuth/stripeCustomerId",
        "cursorAuth/stripeMembershipAuthId",
        "cursorAuth/stripeMembershipType",
        "cursorAuth/stripeSubscriptionStatus",
        "cursorAuth/teamId",
        "cursorAuth/userId",
        "glass.lastSignedInAuthId",
        "storage.serviceMachineId",
        "telemetry.devDeviceId",
        "telemetry.instanceId",
        "telemetry.macMachineId",
        "telemetry.machineId",
        "telemetry.sqmId",
    ]
)

# Objects and those of their members that are identities.
_OBJECT_KEYS = {
    "cursorAuth/cachedScopedProfile": ("authId", "displayName", "email", "userId"),
    "cursorAuth/cachedTeam": ("teamId", "name"),
}

_DATE_KEYS = frozenset(
    [
        "cursorAuth/onboardingDate",
        "telemetry.currentSessionDate",
        "telemetry.firstSessionDate",
        "telemetry.lastSessionDate",
    ]
)

_SECRET_STORAGE_PREFIX = "secret://"
_CONNECTION_TOKEN_PREFIX = "connectionToken:"


class IdentityReader(item_table.ItemTableReader):
    """Reader of the identities of the account and of the machine."""

    KEYS = _TEXT_KEYS | _DATE_KEYS | frozenset(_OBJECT_KEYS)
    PREFIXES = (_ACTIVITY_TIME_KEY, _ACTIVITY_VERSION_KEY, _PHONE_HINT_PREFIX)

    def __init__(self, context):
        """Initializes a reader.

        Args:
          context (StateContext): context.
        """
        super().__init__(context)
        # Account, key and time of each activity, and version per account.
        self._activities = []
        self._versions = {}

    def Finish(self):
        """Produces the last activities, which need two rows."""
        for account, key, date_time in self._activities:
            if self._context.producer.abort:
                return
            event_data = events.CursorAccountEventData()
            event_data.application_version = self._versions.get(account)
            event_data.evidence_source = "ItemTable"
            event_data.identity_name = "local last activity"
            event_data.identity_value = account or None
            event_data.last_active_time = date_time
            event_data.time_source = _ACTIVITY_TIME_KEY
            self._Produce(event_data, key)
        self._activities = []
        self._versions = {}

    def ReadRow(self, key, value):
        """Reads a row.

        Args:
          key (str): key.
          value (object): stored value.
        """
        if key in _TEXT_KEYS:
            self._ProduceIdentity(key, key, self._DecodeString(key, value))

        elif key in _OBJECT_KEYS:
            json_dict = self._DecodeJSON(key, value, dict)
            if json_dict is not None:
                self._ReadObject(key, json_dict)

        elif key in _DATE_KEYS:
            self._ReadDate(key, value)

        elif key.startswith(_PHONE_HINT_PREFIX):
            self._ReadPhoneHint(key, value)

        else:
            self._ReadActivity(key, value)

    def _ProduceIdentity(self, key, name, value, fields=None):
        """Produces an identity.

        Args:
          key (str): key of the row.
          name (str): name of the identity value.
          value (str): identity value or None.
          fields (Optional[Fields]): fields the value was read from.
        """
        if not value and not (fields and fields.problems):
            return
        event_data = events.CursorAccountEventData()
        event_data.evidence_source = "ItemTable"
        event_data.identity_name = name
        event_data.identity_value = value
        self._SetFileTime(event_data)
        suffix = None if name == key else name[len(key) + 1 :]
        self._Produce(event_data, key, suffix=suffix, fields=fields)

    def _ReadActivity(self, key, value):
        """Reads a row of the last activity.

        Args:
          key (str): key of the row.
          value (object): stored value.
        """
        base_key, separator, account = key.partition(":")
        if separator:
            account = urllib.parse.unquote(account, errors="backslashreplace")
        text = self._DecodeString(key, value)
        if text is None:
            return
        if not self._MayKeep(key, key):
            return
        if base_key == _ACTIVITY_VERSION_KEY:
            self._versions[account] = values.CutLabel(text)
        elif base_key == _ACTIVITY_TIME_KEY:
            date_time = times.FromMilliseconds(text)
            if date_time:
                self._activities.append((account, key, date_time))
            else:
                self._Warn(key, "value is not a time")

    def _ReadDate(self, key, value):
        """Reads a row that holds a date.

        Args:
          key (str): key of the row.
          value (object): stored value.
        """
        text = self._DecodeString(key, value)
        if text is None:
            return
        date_time = times.FromStored(text) or times.FromUTCString(text)
        if not date_time:
            self._Warn(key, "value is not a time")

        event_data = events.CursorAccountEventData()
        event_data.evidence_source = "ItemTable"
        event_data.identity_name = key
        event_data.recorded_time = date_time
        item_table.SetTimeSource(event_data, {"recorded_time": key})
        self._Produce(event_data, key, corrupted=not date_time)

    def _ReadObject(self, key, json_dict):
        """Reads the identities of an object.

        Args:
          key (str): key of the row.
          json_dict (dict[str, object]): JSON object.
        """
        for name in _OBJECT_KEYS[key]:
            fields = item_table.Fields(json_dict)
            self._ProduceIdentity(
                key, f"{key:s}.{name:s}", fields.GetString(name), fields=fields
            )

    def _ReadPhoneHint(self, key, value):
        """Reads when the hint to steer an agent from a phone was first shown.

        Args:
          key (str): key of the row.
          value (object): stored value: text, a blob or None.
        """
        json_dict = self._DecodeJSON(key, value, dict)
        if json_dict is None:
            return
        fields = item_table.Fields(json_dict)
        event_data = events.CursorAccountEventData()
        event_data.evidence_source = "ItemTable"
        event_data.identity_name = "hint to steer from a phone first shown"
        event_data.identity_value = (
            urllib.parse.unquote(
                key[len(_PHONE_HINT_PREFIX) :], errors="backslashreplace"
            )
            or None
        )
        event_data.recorded_time = fields.GetTime("firstShownAtMs")
        item_table.SetTimeSource(event_data, {"recorded_time": "firstShownAtMs"})
        self._Produce(event_data, key, fields=fields)


class SecretReader(item_table.ItemTableReader):
    """Reader of the keys of secrets, which tells that they are present.

    It is the reader of every row whose key keys.IsSecretKey takes for a secret and
    that no other reader names. It looks at a value only to see if there is one.
    """

    PREFIXES = tuple(
        prefix
        for prefix in keys.SECRET_KEY_PREFIXES
        if not prefix.startswith("mcpOAuth.")
    )

    def ReadRow(self, key, value):
        """Reads a row.

        Args:
          key (str): key.
          value (object): stored value, which is not read.
        """
        if value is not None and value not in ("", b""):
            ProduceSecret(self._context, self.TABLE_NAME, key, GetSecretName(key))


def GetSecretName(key):
    """Determines what a secret is for, by its key.

    Args:
      key (str): key, such as
          'secret://{"extensionId":"vscode.git","key":"git-ipc-auth-token:/srv"}'.

    Returns:
      str: what the secret is for, such as "vscode.git git-ipc-auth-token:/srv".
    """
    if not key.startswith(_SECRET_STORAGE_PREFIX):
        return keys.EscapeKey(key)

    name = key[len(_SECRET_STORAGE_PREFIX) :]
    if name.startswith("{"):
        json_dict, _ = values.DecodeJSON(name)
        if isinstance(json_dict, dict):
            parts = [
                values.GetString(json_dict, member) for member in ("extensionId", "key")
            ]
            name = " ".join(filter(None, parts)) or name
    return keys.EscapeKey(name)


def ProduceSecret(context, table_name, key, name):
    """Produces that a secret is present.

    Args:
      context (StateContext): context.
      table_name (str): name of the table of the row.
      key (str): key of the row.
      name (str): what the secret is for.
    """
    event_data = events.CursorAccountEventData()
    event_data.evidence_source = "secret"
    event_data.secret_name = name
    event_data.secret_present = True
    if not context.recovery and context.modification_time:
        event_data.modification_time = context.modification_time
        event_data.time_source = item_table.FILE_TIME_SOURCE

    conversation_identifier = None
    _, separator, agent_identifier = name.partition(_CONNECTION_TOKEN_PREFIX)
    if separator and agent_identifier.startswith("bc-"):
        conversation_identifier = agent_identifier
    context.Produce(
        event_data, table_name, key, conversation_identifier=conversation_identifier
    )
