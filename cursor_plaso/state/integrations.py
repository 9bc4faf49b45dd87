"""Integrations in ItemTable: MCP servers, plugins, source hosts and remote control.

Only the names of the keys of MCP OAuth secrets are read, which tell for which server
tokens are stored (seed "MCP servers and plugins", "MCP server and plugin rows",
"Source-host integration", "Remote control" and "Secrets", observed 3.25.9 and
3.26.13).
"""

import re
import urllib.parse

from cursor_plaso import events
from cursor_plaso import keys
from cursor_plaso import locations
from cursor_plaso import masking
from cursor_plaso import times
from cursor_plaso import values
from cursor_plaso.state import accounts
from cursor_plaso.state import item_table

_OAUTH_GLOBAL_PREFIX = "mcpOAuth.global."
_OAUTH_SECRET_PREFIX = "mcpOAuth.secret."

_OAUTH_ATTEMPT_PREFIX = "oauth-attempt:"
_OAUTH_FIELD_RE = re.compile(r"\A\[(?P<scope>.*)\] (?P<field>[^\]]+)\Z", re.DOTALL)

_PLUGINS_PREFIX = "cursor.plugins.installedIds."

_REMOTE_HOST_PREFIX = "remoteAgentHost."

# Authentication providers of VS Code whose accounts are source hosts: the key of an
# account is the identifier of the provider and the name of the account.
_SOURCE_HOST_PREFIXES = ("github-enterprise-", "github-", "gitlab-", "microsoft-")

_USAGES_SUFFIX = "-usages"


class MCPServersReader(item_table.ItemTableReader):
    """Reader of the OAuth state of MCP servers."""

    PREFIXES = (_OAUTH_GLOBAL_PREFIX, _OAUTH_SECRET_PREFIX)

    def __init__(self, context):
        """Initializes a reader.

        Args:
          context (StateContext): context.
        """
        super().__init__(context)
        # Per scope: key of a row of the scope, URL, time and whether tokens are stored.
        self._servers = {}

    def Finish(self):
        """Produces the servers, each of which needs several rows."""
        for scope, server in self._servers.items():
            if self._context.producer.abort:
                return
            if server.get("url") or server.get("tokens"):
                self._ProduceServer(scope, server)
        self._servers = {}

    def ReadRow(self, key, value):
        """Reads a row.

        Args:
          key (str): key.
          value (object): stored value, which is not read if it is a secret.
        """
        is_secret = key.startswith(_OAUTH_SECRET_PREFIX)
        # Both prefixes have the same length.
        name = keys.DecodeOAuthName(key[len(_OAUTH_GLOBAL_PREFIX) :])

        if is_secret and value not in (None, "", b""):
            accounts.ProduceSecret(
                self._context, self.TABLE_NAME, key, f"MCP OAuth {name or key:s}"
            )
        if name is None:
            self._Warn(key, "the key is not base64 of a scope and a field")
            return

        match = _OAUTH_FIELD_RE.match(name)
        if not match or match.group("scope").startswith(_OAUTH_ATTEMPT_PREFIX):
            return
        scope, field = match.group("scope", "field")
        if not self._MayKeep(key, key):
            return
        server = self._servers.setdefault(scope, {})

        if is_secret:
            if field == "mcp_tokens" and value not in (None, "", b""):
                server["tokens"] = True
                server.setdefault("key", key)

        elif field == "mcp_server_url":
            url = self._DecodeString(key, value)
            if url:
                server["key"] = key
                server["url"] = masking.MaskURL(url)

        elif field == "mcp_oauth_updated_at_ms":
            server["time"] = times.FromStored(self._DecodeString(key, value))
            if not server["time"]:
                self._Warn(key, "value is not a time")

    def _ProduceServer(self, scope, server):
        """Produces an MCP server.

        Args:
          scope (str): scope of the server.
          server (dict[str, object]): what is known of the server.
        """
        event_data = events.CursorMCPServerEventData()
        event_data.evidence_source = (
            "mcpOAuth.global" if server.get("url") else "mcpOAuth.secret"
        )
        event_data.server_name = scope.partition("::")[0]
        event_data.url = server.get("url")
        if server.get("tokens"):
            event_data.tokens_stored = True
        elif not self._context.recovery:
            event_data.tokens_stored = False
        else:
            # A recovered row stands alone.
            event_data.tokens_stored = None

        event_data.update_time = server.get("time")
        item_table.SetTimeSource(event_data, {"update_time": "mcp_oauth_updated_at_ms"})
        if not event_data.update_time:
            self._SetFileTime(event_data)
        self._Produce(event_data, server["key"], suffix=scope)


class PluginsReader(item_table.ItemTableReader):
    """Reader of the installed plugins."""

    PREFIXES = (_PLUGINS_PREFIX,)

    def ReadRow(self, key, value):
        """Reads a row.

        Args:
          key (str): key, such as "cursor.plugins.installedIds.no-team|no-workspace".
          value (object): stored value.
        """
        scope = key[len(_PLUGINS_PREFIX) :].rpartition("|")[2]
        project_path = locations.GetFileURIPath(scope)
        if not project_path and "://" in scope:
            project_path = locations.GetPathFromURI(scope)

        plugins = self._DecodeJSON(key, value, list) or ()
        plugins = [
            {"id": plugin} if isinstance(plugin, (str, int)) else plugin
            for plugin in plugins
        ]
        for index, plugin in self._GetElements(key, plugins):
            fields = item_table.Fields(plugin)
            event_data = events.CursorPluginEventData()
            event_data.evidence_source = "cursor.plugins.installedIds"
            event_data.plugin_identifier = fields.GetString("id")
            event_data.plugin_scope = scope
            event_data.plugin_sources = fields.GetStrings("sources")
            event_data.project_path = project_path
            self._SetFileTime(event_data)
            self._Produce(
                event_data,
                key,
                suffix=f"[{index:d}]",
                fields=fields,
                corrupted=not event_data.plugin_identifier,
            )


class RemoteHostReader(item_table.ItemTableReader):
    """Reader of the enrolment of the machine as a remote agent host."""

    PREFIXES = (_REMOTE_HOST_PREFIX,)

    def __init__(self, context):
        """Initializes a reader.

        Args:
          context (StateContext): context.
        """
        super().__init__(context)
        self._display_names = {}
        # Key per account that is enrolled.
        self._enrolled = {}
        self._target = None

    def Finish(self):
        """Produces the enrolments, which need three rows."""
        for account, key in self._enrolled.items():
            if self._context.producer.abort:
                return
            event_data = events.CursorRemoteHostEventData()
            event_data.account_identifier = account or None
            event_data.shown_name = self._display_names.get(account)
            event_data.evidence_source = "remoteAgentHost.enrolled"
            event_data.target_identifier = self._target
            self._SetFileTime(event_data)
            self._Produce(event_data, key)
        self._enrolled = {}

    def ReadRow(self, key, value):
        """Reads a row.

        Args:
          key (str): key.
          value (object): stored value.
        """
        name, _, account = key[len(_REMOTE_HOST_PREFIX) :].partition(".")
        account = urllib.parse.unquote(account, errors="backslashreplace")
        if name == "enrolled":
            if self._DecodeBoolean(key, value):
                self._enrolled[account] = key
        elif name == "displayName":
            self._display_names[account] = values.CutLabel(
                self._DecodeString(key, value)
            )
        elif name == "targetId":
            self._target = values.CutLabel(self._DecodeString(key, value))


class SourceHostReader(item_table.ItemTableReader):
    """Reader of the accounts of the editor's own sign-in at source code hosts."""

    PREFIXES = _SOURCE_HOST_PREFIXES

    def __init__(self, context):
        """Initializes a reader.

        Args:
          context (StateContext): context.
        """
        super().__init__(context)
        # Per provider and account: key, and extensions that may or may not use it.
        self._accounts = {}
        # Per provider, account and extension: whether it may use the account.
        self._allowed = {}
        # Per provider and account: identifiers of extensions that used it.
        self._used = {}
        # Usages wait for the accounts: key, provider, account, index and element.
        self._usages = []

    def Finish(self):
        """Produces the accounts, each of which needs two rows."""
        for usage in self._usages:
            if self._context.producer.abort:
                return
            self._ProduceUsage(*usage)

        for (host, account), (key, extensions) in self._accounts.items():
            if self._context.producer.abort:
                return
            self._ProduceAccount(host, account, key, extensions)

        self._accounts = {}
        self._allowed = {}
        self._usages = []
        self._used = {}

    def ReadRow(self, key, value):
        """Reads a row.

        Args:
          key (str): key, such as "github-<login>" or "github-<login>-usages".
          value (object): stored value.
        """
        if not self._MayKeep(key, value):
            return
        elements = self._DecodeJSON(key, value, list)
        if elements is None:
            return
        prefix = next(
            prefix for prefix in _SOURCE_HOST_PREFIXES if key.startswith(prefix)
        )
        host = prefix[:-1]
        account = key[len(prefix) :]

        # A login may end like the suffix: what an element holds decides.
        is_usages = account.endswith(_USAGES_SUFFIX) and not any(
            isinstance(element, dict) and "allowed" in element for element in elements
        )
        if is_usages:
            account = account[: -len(_USAGES_SUFFIX)]
            for index, element in self._GetElements(key, elements):
                self._usages.append((key, host, account, index, element))
        else:
            extensions = [element for _, element in self._GetElements(key, elements)]
            self._accounts[(host, account)] = (key, extensions)
            for extension in extensions:
                identifier = values.GetString(extension, "id")
                self._allowed[(host, account, identifier)] = values.GetBoolean(
                    extension, "allowed"
                )

    def _ProduceAccount(self, host, account, key, extensions):
        """Produces an account without what its usages told already.

        Args:
          host (str): identifier of the provider.
          account (str): name of the account.
          key (str): key of the row.
          extensions (list[dict[str, object]]): extensions that may, or may not, use
              the account.
        """
        used = self._used.get((host, account))
        if not extensions and not used:
            extensions = [{}]
        for index, extension in enumerate(extensions):
            if self._context.producer.abort:
                return
            fields = item_table.Fields(extension)
            identifier = fields.GetString("id")
            if used and identifier in used:
                continue
            event_data = events.CursorSourceHostAccountEventData()
            event_data.account_name = account
            event_data.evidence_source = "source host account"
            event_data.extension_name = fields.GetString("name") or identifier
            event_data.is_allowed = fields.GetBoolean("allowed")
            event_data.source_host = host
            self._SetFileTime(event_data)
            self._Produce(event_data, key, suffix=f"[{index:d}]", fields=fields)

    def _ProduceUsage(self, key, host, account, index, usage):
        """Produces the use of an account by an extension.

        Args:
          key (str): key of the row.
          host (str): identifier of the provider.
          account (str): name of the account.
          index (int): index of the element.
          usage (dict[str, object]): JSON object.
        """
        fields = item_table.Fields(usage)
        identifier = fields.GetString("extensionId")
        event_data = events.CursorSourceHostAccountEventData()
        event_data.account_name = account
        event_data.evidence_source = "source host usages"
        event_data.extension_name = fields.GetString("extensionName") or identifier
        event_data.last_used_time = fields.GetTime("lastUsed")
        event_data.scopes = fields.GetStrings("scopes")
        event_data.source_host = host
        event_data.is_allowed = self._allowed.get((host, account, identifier))

        item_table.SetTimeSource(event_data, {"last_used_time": "lastUsed"})
        if not event_data.last_used_time:
            self._SetFileTime(event_data)
        self._Produce(event_data, key, suffix=f"[{index:d}]", fields=fields)
        self._used.setdefault((host, account), set()).add(identifier)
