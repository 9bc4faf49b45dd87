"""Which reader reads which file, decided by the path alone.

GetReaders is asked for every file of an image: it looks the name up and nothing more.
"""

from cursor_plaso import agent_files
from cursor_plaso.files import agent_stores
from cursor_plaso.files import cli_config
from cursor_plaso.files import cli_state
from cursor_plaso.files import databases
from cursor_plaso.files import file_copies
from cursor_plaso.files import hooks
from cursor_plaso.files import identity
from cursor_plaso.files import mcp
from cursor_plaso.files import mcp_oauth
from cursor_plaso.files import paths
from cursor_plaso.files import permissions
from cursor_plaso.files import plans
from cursor_plaso.files import project_cli
from cursor_plaso.files import project_commands
from cursor_plaso.files import prompt_history
from cursor_plaso.files import sandbox
from cursor_plaso.files import sessions
from cursor_plaso.files import storage_json
from cursor_plaso.files import terminals
from cursor_plaso.files import trust
from cursor_plaso.files import update_supervisor
from cursor_plaso.files import workspace

READERS = (
    agent_files.CheckpointsReader(),
    agent_files.IndexReader(),
    agent_stores.StoreEvictionReader(),
    agent_stores.StoreFileReader(),
    cli_config.CLIConfigReader(),
    cli_state.CLIStateReader(),
    cli_state.IDEStateReader(),
    cli_state.WorkerOwnerReader(),
    cli_state.WorkerRestartReader(),
    databases.DamagedDatabaseReader(),
    file_copies.CheckpointReader(),
    file_copies.LocalHistoryReader(),
    hooks.HooksReader(),
    identity.ArgumentsReader(),
    identity.MachineIdentifierReader(),
    identity.SecretFileReader(),
    mcp.MCPReader(),
    mcp_oauth.MCPOAuthAttemptReader(),
    permissions.MCPApprovalsReader(),
    permissions.PermissionsReader(),
    plans.PlanReader(),
    project_cli.ProjectCLIReader(),
    project_commands.EnvironmentReader(),
    project_commands.WorktreesReader(),
    prompt_history.PromptHistoryReader(),
    sandbox.SandboxReader(),
    sessions.SessionReader(),
    storage_json.StorageReader(),
    terminals.TerminalReader(),
    trust.CleanUpMarkerReader(),
    trust.RepositoryReader(),
    trust.WorkspaceTrustReader(),
    update_supervisor.UpdateEventsReader(),
    update_supervisor.UpdateResultReader(),
    workspace.WorkspaceReader(),
)


def _GetReadersPer(attribute_name):
    """Retrieves the readers per value of an attribute.

    Args:
      attribute_name (str): name of the attribute.

    Returns:
      dict[str, list[FileReader]]: readers per value.
    """
    readers_per_value = {}
    for reader in READERS:
        for value in getattr(reader, attribute_name):
            readers_per_value.setdefault(value, []).append(reader)
    return readers_per_value


_READERS_PER_NAME = _GetReadersPer("NAMES")
_READERS_PER_DIRECTORY_NAME = _GetReadersPer("DIRECTORY_NAMES")
_PREFIX_READERS = tuple(_GetReadersPer("PREFIXES").items())
_PREFIXES = tuple(prefix for prefix, _ in _PREFIX_READERS)
_SUFFIX_READERS = tuple(
    (suffix, [reader])
    for reader in READERS
    for suffix in reader.SUFFIXES
    if not reader.DIRECTORY_NAMES
)
_SUFFIXES = tuple(suffix for suffix, _ in _SUFFIX_READERS)


def GetReaders(path):
    """Retrieves the readers that may know a file.

    Args:
      path (str): normalised path of the file.

    Returns:
      list[FileReader]: readers, none for almost every file.
    """
    lower_path = path.lower()
    directory, _, name = lower_path.rpartition("/")
    if name.startswith(paths.APPLE_DOUBLE_PREFIX):
        return []
    readers = _READERS_PER_NAME.get(name)
    if not readers:
        readers = _READERS_PER_DIRECTORY_NAME.get(directory.rpartition("/")[2])
        if readers:
            readers = [reader for reader in readers if name.endswith(reader.SUFFIXES)]
    if not readers and name.endswith(_SUFFIXES):
        readers = next(
            readers for suffix, readers in _SUFFIX_READERS if name.endswith(suffix)
        )
    if not readers and name.startswith(_PREFIXES):
        readers = next(
            readers for prefix, readers in _PREFIX_READERS if name.startswith(prefix)
        )
    if not readers:
        return []
    return [reader for reader in readers if reader.MatchesPath(lower_path)]


def ReadFile(evidence_file, producer):
    """Reads a file with the first reader that knows it.

    Args:
      evidence_file (EvidenceFile): file.
      producer (BaseProducer): producer.

    Returns:
      bool: True if the file is one of Cursor, even if it is damaged.
    """
    return any(
        reader.ReadFile(evidence_file, producer)
        for reader in GetReaders(evidence_file.path)
    )
