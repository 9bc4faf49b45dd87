"""Settings in ItemTable: run mode, standing lists, switches and selected models.

Almost all of them are in one JSON document, the settings blob of the application user,
which Cursor writes late: a setting stands at the content modification time of the file
and can be many minutes older (seed "Run mode and standing lists", "Permission rows",
"Model rows" and "ItemTable keys", observed 3.24.18 to 3.26.13; names of switches of
other versions from published settings of Cursor).
"""

import re

from cursor_plaso import events
from cursor_plaso import keys
from cursor_plaso import masking
from cursor_plaso.state import item_table
from cursor_plaso.state import models

SETTINGS_PREFIX = "src.vs.platform.reactivestorage."

_SANDBOX_KEY = "cursor/sandboxAutoRunSettingEnabled"

_ADMIN_SETTINGS_KEY = "adminSettings.cached"
_APPROVED_SERVERS_KEY = "cursor/approvedProjectMcpServers"

_PRIVACY_PREFIX = "cursorai/donotchange/"

# Booleans that are rows of their own.
_SWITCH_KEYS = frozenset(
    [
        "cursor.storage.authTokenEncryptionAtRest",
        "cursor/agentAutorunBrandNewDefaultAttempted",
        "cursor/memoriesEnabled",
        "cursor/sandboxSupported",
        "cursor/steerFromCloudModalOpened",
        "cursorHooks/lastDiskHooksLoadHadHooks",
    ]
)

# Lists of composerState that are always lists of standing entries.
_LIST_NAMES = frozenset(
    [
        "autoApprovedModeTransitions",
        "autoRejectedModeTransitions",
        "mcpAllowedTools",
        "smartAllowlistDenylist",
        "webFetchDomainAllowlist",
        "yoloCommandAllowlist",
        "yoloCommandDenylist",
    ]
)

_LIST_RE = re.compile(r"(?:allow|block|deny)list\Z|\Aauto(?:Approved|Rejected)")

_MODES_RE = re.compile(r"\Amodes(\d*)\Z")

# What of composerState tells how far the agent may go without asking.
_SWITCH_RE = re.compile(
    r"\Ayolo|\Aauto[A-Z]|\AdoNotShow.*(?:Yolo|AutoReview)|\AisWeb(?:Fetch|Search)Tool|"
    r"\AshouldAuto|[Aa]llowlist|[Bb]locking\Z|[Pp]rotection|[Ss]andbox|[Ss]mart|"
    r"\AuseLegacyTerminalTool\Z|\AuseYoloMode\Z"
)

# Members of the settings blob that are facts of the account or the machine.
_ACCOUNT_FACTS = ("dashboardUserId", "membershipType", "serverPrivacyMode")

_ACCOUNT_FACT_OBJECTS = ("authenticationSettings", "cliDetectionStatus")

# Members of the settings blob that tell where requests go.
_ENDPOINT_NAMES = ("openAIBaseUrl", "useOpenAIKey")

_POLICY_NAMES = ("teamAdminSettings", "teamBlocklist")

# Run modes that wait for the rest of the settings: Cursor has about ten.
_MAXIMUM_MODES = 1000

# Objects in objects of an administrator's settings.
_MAXIMUM_POLICY_DEPTH = 4


class SettingsReader(item_table.ItemTableReader):
    """Reader of the settings of ItemTable."""

    KEYS = frozenset(
        [_ADMIN_SETTINGS_KEY, _APPROVED_SERVERS_KEY, _SANDBOX_KEY, *_SWITCH_KEYS]
    )
    PREFIXES = (SETTINGS_PREFIX, _PRIVACY_PREFIX)

    def __init__(self, context):
        """Initializes a reader.

        Args:
          context (StateContext): context.
        """
        super().__init__(context)
        self._has_sandbox_row = False
        # The run modes wait for the sandbox key: key of the row, name of the list,
        # index and entry without what is not a flag.
        self._modes = []
        self._sandbox = None

    def Finish(self):
        """Produces the run modes, which need two rows."""
        for key, suffix, mode in self._modes:
            if self._context.producer.abort:
                return
            self._ProduceRunMode(key, suffix, mode)

        if not self._modes and self._sandbox is not None:
            self._ProduceSetting(
                _SANDBOX_KEY, None, _SANDBOX_KEY, item_table.GetLabel(self._sandbox)
            )
        self._modes = []
        self._sandbox = None

    def ReadRow(self, key, value):
        """Reads a row.

        Args:
          key (str): key.
          value (object): stored value.
        """
        if key == _SANDBOX_KEY:
            self._has_sandbox_row = True
            self._sandbox = self._DecodeBoolean(key, value)

        elif key in _SWITCH_KEYS:
            boolean = self._DecodeBoolean(key, value)
            if boolean is not None:
                self._ProduceSetting(key, None, key, item_table.GetLabel(boolean))

        elif key.startswith(_PRIVACY_PREFIX):
            if not keys.IsSecretKey(key):
                label = self._DecodeString(key, value)
                if label is not None:
                    self._ProduceSetting(key, None, key, masking.MaskText(label))

        elif key == _ADMIN_SETTINGS_KEY:
            policy = self._DecodeJSON(key, value, dict)
            if policy is not None:
                self._ReadPolicy(key, _ADMIN_SETTINGS_KEY, policy, "administrator")

        elif key == _APPROVED_SERVERS_KEY:
            self._ReadApprovedServers(key, value)

        else:
            settings = self._DecodeJSON(key, value, dict)
            if settings is not None:
                self._ReadSettings(key, settings)

    def _ProduceAccountFact(self, key, name, value):
        """Produces a fact of the account.

        Args:
          key (str): key of the row.
          name (str): name of the fact.
          value (object): JSON value.
        """
        if isinstance(value, (dict, list)):
            self._Warn(key, f"{name:s} is neither text nor a number")
            return
        label = item_table.GetLabel(value)
        if not label:
            return
        event_data = events.CursorAccountEventData()
        event_data.evidence_source = "settings blob"
        event_data.identity_name = name
        event_data.identity_value = label
        self._SetFileTime(event_data)
        self._Produce(event_data, key, suffix=name)

    def _ProduceModelLastUsed(self, key, model, value):
        """Produces the last use of a model.

        Args:
          key (str): key of the row.
          model (str): identifier of the model.
          value (object): JSON value of the time.
        """
        fields = item_table.Fields({"time": value})
        event_data = events.CursorModelLastUsedEventData()
        event_data.evidence_source = "settings blob"
        event_data.last_used_time = fields.GetTime("time")
        event_data.model = model
        item_table.SetTimeSource(
            event_data, {"last_used_time": "aiSettings.modelLastUsedAt"}
        )
        self._Produce(
            event_data,
            key,
            suffix=f"aiSettings.modelLastUsedAt.{model:s}",
            fields=fields,
        )

    def _ProduceRunMode(self, key, suffix, mode):
        """Produces a run mode.

        Args:
          key (str): key of the row.
          suffix (str): place of the mode in the value.
          mode (dict[str, object]): entry of the list of modes.
        """
        fields = item_table.Fields(mode)
        mode_identifier = fields.GetString("id")
        flags = {
            name: fields.GetBoolean(name)
            for name in ("autoRun", "smartModeAutoRun", "fullAutoRun")
        }
        sandbox = self._sandbox
        if self._context.recovery and not self._has_sandbox_row:
            sandbox_label = "unknown"
        else:
            sandbox_label = _GetFlagLabel(sandbox)

        details = [f"{name:s}={_GetFlagLabel(flag):s}" for name, flag in flags.items()]
        details.append(f"sandbox={sandbox_label:s}")
        for name in ("enabledMcpServers", "enabledTools"):
            enabled = [item_table.GetLabel(entry) for entry in fields.GetList(name)]
            if any(enabled):
                text = masking.MaskText(",".join(filter(None, enabled)))
                details.append(f"{name:s}={text:s}")

        # An entry without identifier is a run mode all the same.
        self._ProduceSetting(
            key,
            suffix,
            f"run mode {mode_identifier or '(no id)':s}",
            GetRunMode(
                flags["autoRun"],
                flags["smartModeAutoRun"],
                flags["fullAutoRun"],
                None if sandbox_label == "unknown" else bool(sandbox),
            ),
            details=" ".join(details),
            fields=fields,
        )

    def _ProduceSetting(self, key, suffix, name, value, **keyword_arguments):
        """Produces a setting.

        Args:
          key (str): key of the row.
          suffix (str): place of the setting in the value or None.
          name (str): name of the setting.
          value (str): value of the setting or None.
          keyword_arguments (dict[str, object]): details (str), fields (Fields), model
              (str) and scope (str) of the setting.
        """
        event_data = events.CursorPermissionSettingEventData()
        event_data.evidence_source = (
            "settings blob" if key.startswith(SETTINGS_PREFIX) else "ItemTable"
        )
        event_data.model = keyword_arguments.get("model")
        event_data.setting_details = keyword_arguments.get("details")
        event_data.setting_name = name
        event_data.setting_note = item_table.SETTING_NOTE
        event_data.setting_scope = keyword_arguments.get("scope")
        event_data.setting_value = value
        self._SetFileTime(event_data)
        self._Produce(
            event_data, key, suffix=suffix, fields=keyword_arguments.get("fields")
        )

    def _ReadApprovedServers(self, key, value):
        """Reads the MCP servers of projects that the user approved.

        Args:
          key (str): key of the row.
          value (object): stored value.
        """
        servers = self._DecodeJSON(key, value, (dict, list))
        for index, server in enumerate(servers or ()):
            if self._context.producer.abort:
                return
            # The members of an object are the names; what they hold is not known.
            label = item_table.GetLabel(server)
            if label:
                self._ProduceSetting(
                    key,
                    f"[{index:d}]",
                    "approvedProjectMcpServers",
                    masking.MaskText(label),
                )

    def _ReadComposerState(self, key, composer_state):
        """Reads the standing lists, switches and run modes.

        Args:
          key (str): key of the row.
          composer_state (dict[str, object]): JSON object.
        """
        modes_name, modes_version = None, -1
        for name, value in composer_state.items():
            if self._context.producer.abort:
                return
            if value is None or keys.IsSecretKey(name):
                continue

            match = _MODES_RE.match(name)
            if match:
                # Lists of older versions stay beside the one in force.
                version = int(match.group(1)[:9] or "1", 10)
                if version > modes_version:
                    modes_name, modes_version = name, version

            elif name in _LIST_NAMES or (
                isinstance(value, list) and _LIST_RE.search(name)
            ):
                self._ReadStandingList(key, "composerState", name, value)

            elif (
                isinstance(value, (bool, int, float))
                or (isinstance(value, str) and name != "yoloPrompt")
            ) and _SWITCH_RE.search(name):
                # A switch of a later version may not be a boolean.
                label = item_table.GetLabel(value)
                if label:
                    self._ProduceSetting(
                        key,
                        f"composerState.{name:s}",
                        name,
                        masking.MaskMember(name, label, value),
                    )

            elif name == "yoloPrompt":
                label = item_table.GetLabel(value)
                if label:
                    self._ProduceSetting(
                        key,
                        f"composerState.{name:s}",
                        name,
                        masking.MaskText(label),
                    )

        modes = composer_state.get(modes_name) if modes_name else None
        if modes is None:
            return
        if not isinstance(modes, list):
            self._Warn(key, "the list of modes is not a list")
            return
        names = (
            "autoRun",
            "enabledMcpServers",
            "enabledTools",
            "fullAutoRun",
            "id",
            "smartModeAutoRun",
        )
        if len(self._modes) + len(modes) > _MAXIMUM_MODES:
            self._Warn(key, f"{len(modes):d} run modes were not read")
            return
        for index, mode in self._GetElements(key, modes):
            self._modes.append(
                (
                    key,
                    f"composerState.{modes_name:s}[{index:d}]",
                    {name: mode[name] for name in names if name in mode},
                )
            )

    def _ReadModelSettings(self, key, ai_settings):
        """Reads the selected models and when models were last used.

        Args:
          key (str): key of the row.
          ai_settings (dict[str, object]): JSON object.
        """
        fields = item_table.Fields(ai_settings)
        for model, value in fields.GetDictionary("modelLastUsedAt").items():
            if self._context.producer.abort:
                return
            self._ProduceModelLastUsed(key, model, value)

        for surface, model_config in fields.GetDictionary("modelConfig").items():
            if self._context.producer.abort:
                return
            suffix = f"aiSettings.modelConfig.{surface:s}"
            if not isinstance(model_config, dict):
                self._Warn(key, "a member of aiSettings.modelConfig is not an object")
                continue
            self._ReadModelConfig(key, suffix, surface, model_config)

        if fields.problems:
            self._Warn(key, f"aiSettings: can not read {', '.join(fields.problems):s}")
        if ai_settings.get("teamId") is not None:
            self._ProduceAccountFact(key, "aiSettings.teamId", ai_settings["teamId"])

    def _ReadModelConfig(self, key, suffix, surface, model_config):
        """Reads the selected model of a surface.

        Args:
          key (str): key of the row.
          suffix (str): place of the selection in the value.
          surface (str): surface, such as "composer" or "cmd-k".
          model_config (dict[str, object]): JSON object.
        """
        fields = item_table.Fields(model_config)
        model = fields.GetString("modelName")
        details = []
        max_mode = fields.GetBoolean("maxMode")
        if max_mode is not None:
            details.append(f"maxMode={_GetFlagLabel(max_mode):s}")
        selected = [
            models.GetModelLabel(selected_model)
            for selected_model in fields.GetList("selectedModels")
        ]
        selected = [label for label in selected if label]
        if selected:
            details.append(f"selected={','.join(selected):s}")
        if not model and not selected and not fields.problems:
            return

        self._ProduceSetting(
            key,
            suffix,
            f"selected model {surface:s}",
            model or next(iter(selected), None),
            details=" ".join(details) or None,
            fields=fields,
            model=model,
        )

    def _ReadPolicy(self, key, path, policy, scope, depth=0):
        """Reads the settings of an administrator.

        Args:
          key (str): key of the row.
          path (str): place of the settings in the value.
          policy (dict[str, object]): JSON object.
          scope (str): whose settings they are.
          depth (Optional[int]): number of objects around the settings.
        """
        for name, value in policy.items():
            if self._context.producer.abort:
                return
            if value is None or keys.IsSecretKey(name) or name == "cachedAuthId":
                continue
            member_path = f"{path:s}.{name:s}"
            if isinstance(value, dict):
                if depth < _MAXIMUM_POLICY_DEPTH:
                    self._ReadPolicy(key, member_path, value, scope, depth + 1)
                else:
                    self._Warn(key, "settings of an administrator nested too deeply")
            elif isinstance(value, list):
                self._ReadStandingList(key, path, name, value, scope=scope)
            else:
                label = item_table.GetLabel(value)
                if label:
                    self._ProduceSetting(
                        key,
                        member_path,
                        member_path,
                        masking.MaskMember(member_path, label, value),
                        scope=scope,
                    )

    def _ReadServers(self, key, servers):
        """Reads the MCP servers.

        Args:
          key (str): key of the row.
          servers (object): JSON value: a list of servers, or an object of them by
              name.
        """
        if isinstance(servers, dict):
            pairs = list(servers.items())
        elif isinstance(servers, list):
            pairs = [(None, server) for server in servers]
        else:
            self._Warn(key, "mcpServers is neither a list nor an object")
            return

        others = 0
        for index, (name, server) in enumerate(pairs):
            if self._context.producer.abort:
                return
            if isinstance(server, str):
                # What is no name may be a command.
                server = {"name": masking.MaskText(server)}
            if not isinstance(server, dict):
                others += 1
                continue
            fields = item_table.Fields(server)
            event_data = events.CursorMCPServerEventData()
            event_data.evidence_source = "settings blob"
            event_data.server_name = (
                name
                or fields.GetString("name")
                or fields.GetString("identifier")
                or fields.GetString("id")
            )
            event_data.command = masking.MaskCommand(
                fields.GetString("command"), server.get("args")
            )
            url = fields.GetString("url") or fields.GetString("serverUrl")
            event_data.url = masking.MaskURL(url) if url else None
            if not event_data.server_name and not event_data.command and not url:
                others += 1
                continue
            self._SetFileTime(event_data)
            self._Produce(
                event_data, key, suffix=f"mcpServers[{index:d}]", fields=fields
            )
        if others:
            self._Warn(key, f"{others:d} elements of mcpServers name no server")

    def _ReadSettings(self, key, settings):
        """Reads a settings blob.

        Args:
          key (str): key of the row.
          settings (dict[str, object]): JSON object.
        """
        fields = item_table.Fields(settings)
        self._ReadComposerState(key, fields.GetDictionary("composerState"))
        self._ReadModelSettings(key, fields.GetDictionary("aiSettings"))

        for name in _ACCOUNT_FACTS:
            if settings.get(name) is not None:
                self._ProduceAccountFact(key, name, settings[name])

        for name in _ACCOUNT_FACT_OBJECTS:
            for member_name, value in fields.GetDictionary(name).items():
                if value is not None and not masking.IsSecretMember(member_name, value):
                    self._ProduceAccountFact(key, f"{name:s}.{member_name:s}", value)

        for name in _ENDPOINT_NAMES:
            value = settings.get(name)
            label = (
                None if isinstance(value, (dict, list)) else item_table.GetLabel(value)
            )
            if label:
                self._ProduceSetting(key, name, name, masking.MaskURL(label))
            elif value not in (None, "", [], {}):
                self._Warn(key, f"{name:s} is neither text nor a switch")

        for name in _POLICY_NAMES:
            value = settings.get(name)
            if isinstance(value, dict):
                self._ReadPolicy(key, name, value, "team")
            elif isinstance(value, list):
                self._ReadStandingList(key, None, name, value, scope="team")

        if settings.get("mcpServers"):
            self._ReadServers(key, settings["mcpServers"])
        if settings.get("mcpDisabledTools"):
            self._ReadStandingList(
                key, None, "mcpDisabledTools", settings["mcpDisabledTools"]
            )

        if fields.problems:
            self._Warn(key, f"can not read {', '.join(fields.problems):s}")
        self._ReadSecretMembers(key, settings)

    def _ReadSecretMembers(self, key, settings):
        """Reads which secrets of the user's own model providers the blob holds.

        Args:
          key (str): key of the row.
          settings (dict[str, object]): JSON object.
        """
        for name, value in settings.items():
            if self._context.producer.abort:
                return
            members = value.items() if isinstance(value, dict) else ((None, value),)
            for member_name, member_value in members:
                if (
                    not isinstance(member_value, str)
                    or not member_value
                    or not (
                        keys.IsSecretKey(name) or keys.IsSecretKey(member_name or "")
                    )
                ):
                    continue
                path = f"{name:s}.{member_name:s}" if member_name else name
                event_data = events.CursorAccountEventData()
                event_data.evidence_source = "settings blob"
                event_data.secret_name = path
                event_data.secret_present = True
                self._SetFileTime(event_data)
                self._Produce(event_data, key, suffix=path)

    def _ReadStandingList(self, key, path, name, entries, scope=None):
        """Reads a standing list.

        Args:
          key (str): key of the row.
          path (str): place of the list in the value or None.
          name (str): name of the list.
          entries (object): JSON value.
          scope (Optional[str]): whose list it is.
        """
        list_path = f"{path:s}.{name:s}" if path else name
        if isinstance(entries, dict):
            # By server or tool name.
            entries = [
                f"{entry_name:s}={label:s}" if label else entry_name
                for entry_name, label in (
                    (entry_name, item_table.GetLabel(entry))
                    for entry_name, entry in entries.items()
                )
            ]
        elif not isinstance(entries, list):
            self._Warn(key, f"{list_path:s} is not a list")
            return

        for index, entry in enumerate(entries):
            if self._context.producer.abort:
                return
            label = item_table.GetLabel(entry)
            if label:
                self._ProduceSetting(
                    key,
                    f"{list_path:s}[{index:d}]",
                    name,
                    masking.MaskMember(list_path, label),
                    scope=scope,
                )


def GetRunMode(auto_run, smart_mode_auto_run, full_auto_run, sandbox):
    """Derives the run mode, by the name the user interface gives it.

    The mode is not stored as such: it follows from three flags of the mode and the
    setting of the sandbox (seed "Run mode and standing lists"). A flag that a version
    does not know counts as off.

    Args:
      auto_run (bool): flag autoRun or None.
      smart_mode_auto_run (bool): flag smartModeAutoRun or None.
      full_auto_run (bool): flag fullAutoRun or None.
      sandbox (bool): setting of the sandbox, where None represents not known.

    Returns:
      str: run mode or None if it can not be told without autoRun.
    """
    if full_auto_run:
        return "Run Everything"
    if auto_run is None:
        return None
    if not auto_run:
        return "Ask Every Time"
    run_mode = "Auto-review" if smart_mode_auto_run else "Allowlist"
    if sandbox is None:
        return f"{run_mode:s} (sandbox not known)"
    return f"{run_mode:s} (with Sandbox)" if sandbox else run_mode


def _GetFlagLabel(flag):
    """Retrieves the text of a flag.

    Args:
      flag (bool): flag or None.

    Returns:
      str: "true", "false" or "absent".
    """
    if flag is None:
        return "absent"
    return "true" if flag else "false"
