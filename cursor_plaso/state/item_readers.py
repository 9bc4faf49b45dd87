"""The readers of the rows of ItemTable.

Each sees the rows of its own keys only: no key belongs to two readers. A key that none
of them names, but that keys.IsSecretKey takes for a secret, belongs to
accounts.SecretReader, which never reads the value.
"""

from cursor_plaso.state import accounts
from cursor_plaso.state import cloud_agents
from cursor_plaso.state import integrations
from cursor_plaso.state import legacy_chats
from cursor_plaso.state import plans
from cursor_plaso.state import projects
from cursor_plaso.state import recents
from cursor_plaso.state import settings
from cursor_plaso.state import tracking_items
from cursor_plaso.state import workspace

ITEM_READERS = (
    accounts.IdentityReader,
    accounts.SecretReader,
    cloud_agents.CloudAgentsReader,
    integrations.MCPServersReader,
    integrations.PluginsReader,
    integrations.RemoteHostReader,
    integrations.SourceHostReader,
    legacy_chats.ChatDataReader,
    legacy_chats.InteractiveSessionsReader,
    plans.PlanRegistryReader,
    projects.ProjectsReader,
    recents.RecentsReader,
    settings.SettingsReader,
    tracking_items.CommitsReader,
    tracking_items.LinesReader,
    tracking_items.TrackingStateReader,
    workspace.PromptReader,
    workspace.WorkspaceReader,
)
