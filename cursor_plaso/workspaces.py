"""Workspaces: which project a workspaceStorage directory, or a conversation, is of.

Each opened folder has a directory User/workspaceStorage/<identifier>/ with a
workspace.json, whose member "folder" is the URI of the folder, or "workspace" that of
a .code-workspace file (older: "configuration"), and a state.vscdb that up to 2.6 lists
the conversations of the folder. One project can have several such directories.

Sources: seed "Where the project path is recorded" and "Workspace state.vscdb"; seed
chat-storage-locations.md; storage-facts 2.2; bug-reports 47 to 50.
"""

from cursor_plaso import database
from cursor_plaso import keys
from cursor_plaso import locations
from cursor_plaso import producer
from cursor_plaso import siblings
from cursor_plaso import values

COMPOSER_DATA_KEY = "composer.composerData"

# Keys of the panes of a window. The value of a pane is an object whose members are the
# views that were in it: since 3.0 that is what still names the conversations of a
# workspace (bug-reports 14; public readers of this storage).
PANE_PREFIX = "workbench.panel.composerChatViewPane."
_VIEW_PREFIX = "workbench.panel.aichat.view."

DATABASE_NAME = "state.vscdb"

_DIRECTORY_NAME = "workspaceStorage"
_GLOBAL_NAME = "globalStorage"
_PROFILES_NAME = "profiles"

# Profiles of one user that are looked at, and bytes of a composer that is compared.
_MAXIMUM_PROFILES = 100
_MAXIMUM_COMPOSER_SIZE = 16 * 1024 * 1024

# Directories of one user that are looked at, and the conversations that are kept.
_MAXIMUM_DIRECTORIES = 20_000
_MAXIMUM_CONVERSATIONS = 500_000

# Panes of one workspace that are looked at.
_MAXIMUM_PANES = 10_000

# A longer identifier is none that Cursor gives.
_MAXIMUM_IDENTIFIER_LENGTH = 256

_MAXIMUM_FILE_SIZE = 1024 * 1024

# Members of composer.composerData that name conversations; since 3.0 only those of
# the panes are left (storage-facts 2.2).
_IDENTIFIER_NAMES = (
    "selectedComposerId",
    "selectedComposerIds",
    "lastFocusedComposerIds",
)


class WorkspaceFacts:
    """What is known of a workspaceStorage directory.

    Attributes:
      authority (str): decoded remote authority, such as "ssh-remote+host" or
          "background-composer+bc-...", or None if the folder is local.
      identifier (str): name of the directory or None.
      project_path (str): path of the folder or .code-workspace file as the fsPath of VS
          Code has it, or None if there is no workspace.json, which Cursor removes for
          the remote workspace of a cloud agent when it quits.
      uri (str): URI of the folder or file as stored or None.
    """

    def __init__(self, identifier=None):
        """Initializes workspace facts.

        Args:
          identifier (Optional[str]): name of the directory.
        """
        super().__init__()
        self.authority = None
        self.identifier = identifier
        self.project_path = None
        self.uri = None


class GlobalComposers:
    """Composers of the global databases beside the database of a workspace.

    The heads that a workspace lists repeat what the global database says of the same
    conversations. Nothing is opened before the first question.
    """

    def __init__(self, file_entry, evidence_producer=None):
        """Initializes composers.

        Args:
          file_entry (dfvfs.FileEntry): file entry of the state.vscdb of a workspace or
              None.
          evidence_producer (Optional[BaseProducer]): tells to abort and gets signs of
              activity, but no warnings: those belong to the other databases.
        """
        super().__init__()
        self._file_entry = file_entry
        self._producer = _QuietProducer(evidence_producer)
        self._views = None

    def _OpenViews(self):
        """Opens the global databases: of the default profile and of the others.

        Returns:
          list[View]: live views.
        """
        user_segments = ("..", "..")
        directories = [user_segments]
        profiles_segments = (*user_segments, _PROFILES_NAME)
        for name in siblings.GetNames(
            siblings.GetFileEntry(self._file_entry, *profiles_segments),
            _MAXIMUM_PROFILES,
        ):
            directories.append((*profiles_segments, name))

        views = []
        for segments in directories:
            file_entry = siblings.GetFileEntry(
                self._file_entry, *segments, _GLOBAL_NAME, DATABASE_NAME
            )
            if not file_entry or not file_entry.IsFile():
                continue
            try:
                views.append(
                    database.Database.OpenFileEntry(file_entry, self._producer).live
                )
            except database.NotADatabaseError:
                pass
        return views

    def GetComposer(self, conversation_identifier):
        """Retrieves a composer.

        Args:
          conversation_identifier (str): identifier of the conversation.

        Returns:
          dict[str, object]: composerData or None if not available.
        """
        if not self._file_entry:
            return None
        if self._views is None:
            self._views = self._OpenViews()
        for view in self._views:
            if self._producer.abort:
                return None
            composer = ReadComposer(view, conversation_identifier)
            if composer is not None:
                return composer
        return None


class ProjectMap:
    """Map of conversations to projects, for the conversations of the global database.

    Nothing is read before the first question, and the databases of the workspaces only
    when the directory of a conversation's workspace does not answer it.
    """

    def __init__(self, file_entry, evidence_producer=None):
        """Initializes a project map.

        Args:
          file_entry (dfvfs.FileEntry): file entry of the global state.vscdb or None.
          evidence_producer (Optional[BaseProducer]): tells to abort and gets signs of
              activity, but no warnings: those belong to the other databases.
        """
        super().__init__()
        self._file_entry = file_entry
        self._path_per_conversation = None
        self._path_per_workspace = {}
        self._producer = _QuietProducer(evidence_producer)

    def _GetWorkspacePath(self, workspace_identifier):
        """Retrieves the path of the project of a workspace.

        Args:
          workspace_identifier (str): name of the workspaceStorage directory.

        Returns:
          str: path or None if not available.
        """
        if workspace_identifier not in self._path_per_workspace:
            path = None
            if siblings.IsSafeName(workspace_identifier):
                for segments in _GetStorageSegments():
                    json_file_entry = siblings.GetFileEntry(
                        self._file_entry,
                        *segments,
                        workspace_identifier,
                        "workspace.json",
                    )
                    facts = WorkspaceFacts(workspace_identifier)
                    _ReadWorkspaceFile(json_file_entry, facts)
                    path = path or facts.project_path
            self._path_per_workspace[workspace_identifier] = path
        return self._path_per_workspace[workspace_identifier]

    def _ReadConversations(self):
        """Reads the conversations of all workspaces."""
        self._path_per_conversation = {}
        for segments in _GetStorageSegments():
            directory = siblings.GetFileEntry(self._file_entry, *segments)
            for number, name in enumerate(siblings.ReadNames(directory)):
                if self._producer.abort:
                    return
                if number >= _MAXIMUM_DIRECTORIES:
                    self._producer.WarnOfProjects(
                        f"only the first {_MAXIMUM_DIRECTORIES:d} directories are read"
                    )
                    break
                self._producer.Touch()
                path = self._GetWorkspacePath(name)
                if not path:
                    continue
                database_file_entry = siblings.GetFileEntry(
                    self._file_entry, *segments, name, DATABASE_NAME
                )
                for identifier in ReadConversationIdentifiers(
                    database_file_entry, self._producer
                ):
                    if len(identifier) > _MAXIMUM_IDENTIFIER_LENGTH:
                        continue
                    if len(self._path_per_conversation) >= _MAXIMUM_CONVERSATIONS:
                        self._producer.WarnOfProjects(
                            f"only the first {_MAXIMUM_CONVERSATIONS:d} conversations "
                            "that they name are looked up"
                        )
                        return
                    self._path_per_conversation.setdefault(identifier, path)

    def GetProjectPath(self, conversation_identifier, workspace_identifier=None):
        """Retrieves the path of the project of a conversation.

        Args:
          conversation_identifier (str): identifier of the conversation.
          workspace_identifier (Optional[str]): name of the workspaceStorage directory,
              as the records of the conversation tell.

        Returns:
          str: path as the fsPath of VS Code has it, or None if not available.
        """
        if not self._file_entry:
            return None
        if workspace_identifier:
            path = self._GetWorkspacePath(workspace_identifier)
            if path:
                return path
        if self._path_per_conversation is None:
            self._ReadConversations()
        return self._path_per_conversation.get(conversation_identifier)


class _QuietProducer(producer.BaseProducer):
    """Producer that drops what it is given and knows when to stop."""

    def __init__(self, evidence_producer):
        """Initializes a producer.

        Args:
          evidence_producer (BaseProducer): producer that tells to abort or None.
        """
        super().__init__()
        self._evidence_producer = evidence_producer

    @property
    def abort(self):
        """bool: True if the reader should stop."""
        return bool(self._evidence_producer and self._evidence_producer.abort)

    def _StoreEventData(self, event_data, corrupted, recovered):
        """Drops event data.

        Args:
          event_data (CursorEventData): event data.
          corrupted (bool): True if the record is partial.
          recovered (bool): True if the record was recovered.
        """

    def _StoreWarning(self, message, recovered):
        """Drops a warning.

        Args:
          message (str): message.
          recovered (bool): True if the warning is of a recovered record.
        """

    def Touch(self):
        """Shows activity."""
        if self._evidence_producer:
            self._evidence_producer.Touch()

    def WarnOfProjects(self, reason):
        """Produces a warning that is one of the database whose projects are looked up.

        Args:
          reason (str): what is wrong with the directories of the workspaces.
        """
        if self._evidence_producer:
            self._evidence_producer.Warn(f"{_DIRECTORY_NAME:s}: {reason:s}")


def GetCloudAgentIdentifier(authority):
    """Retrieves the cloud agent that a remote workspace is of.

    Args:
      authority (str): decoded remote authority or None.

    Returns:
      str: identifier (bc-...) or None if the workspace is of another kind.
    """
    scheme, _, identifier = (authority or "").partition("+")
    return identifier or None if scheme == "background-composer" else None


def GetConversationIdentifiers(json_dict):
    """Retrieves the conversations that a value of composer.composerData names.

    Args:
      json_dict (dict[str, object]): decoded value.

    Returns:
      list[str]: identifiers, each once, in the order of the value.
    """
    identifiers = []
    for composer in values.GetList(json_dict, "allComposers"):
        if isinstance(composer, dict):
            identifiers.append(values.GetString(composer, "composerId"))
    for name in _IDENTIFIER_NAMES:
        identifiers.extend(values.ToStrings(json_dict.get(name)))
    return [identifier for identifier in dict.fromkeys(identifiers) if identifier]


def GetPaneIdentifiers(json_value):
    """Retrieves the conversations that the value of a pane names.

    Args:
      json_value (object): decoded value.

    Returns:
      list[str]: identifiers.
    """
    if not isinstance(json_value, dict):
        return []
    return [
        name[len(_VIEW_PREFIX) :]
        for name in json_value
        if name.startswith(_VIEW_PREFIX) and len(name) > len(_VIEW_PREFIX)
    ]


def GetWorkspaceFacts(file_entry):
    """Determines the facts of the workspaceStorage directory of a database.

    Args:
      file_entry (dfvfs.FileEntry): file entry of a state.vscdb or None.

    Returns:
      WorkspaceFacts: facts, or None if the database is not that of a workspace: it
          stands neither in a directory of workspaceStorage nor beside a workspace.json
          that names a folder.
    """
    facts = WorkspaceFacts(siblings.GetDirectoryName(file_entry))
    _ReadWorkspaceFile(siblings.GetFileEntry(file_entry, "workspace.json"), facts)
    if facts.uri or siblings.GetDirectoryName(file_entry, 1) == _DIRECTORY_NAME:
        return facts
    return None


def ReadComposer(view, conversation_identifier):
    """Reads a composer of a global database.

    Args:
      view (View): view of the database.
      conversation_identifier (str): identifier of the conversation.

    Returns:
      dict[str, object]: composerData or None if not available.
    """
    row = view.Lookup(
        keys.DISK_TABLE_NAME, f"{keys.COMPOSER_PREFIX:s}{conversation_identifier:s}"
    )
    value = row.GetValue("value") if row else None
    if not isinstance(value, (bytes, str)) or len(value) > _MAXIMUM_COMPOSER_SIZE:
        return None
    json_value, _ = values.DecodeJSON(value)
    return json_value if isinstance(json_value, dict) else None


def ReadConversationIdentifiers(file_entry, evidence_producer):
    """Reads the conversations that the database of a workspace names.

    Args:
      file_entry (dfvfs.FileEntry): file entry of the state.vscdb or None.
      evidence_producer (_QuietProducer): producer.

    Returns:
      list[str]: identifiers.
    """
    if not file_entry or not file_entry.IsFile():
        return []
    try:
        state_database = database.Database.OpenFileEntry(file_entry, evidence_producer)
    except database.NotADatabaseError:
        return []

    view = state_database.live
    row = view.Lookup("ItemTable", COMPOSER_DATA_KEY)
    table = view.GetTable("ItemTable")
    if row is None and table is not None and table.index_damaged:
        wanted_key = COMPOSER_DATA_KEY.encode("utf-8")
        row = next(view.ReadRows("ItemTable", wanted_key.__eq__), None)

    identifiers = []
    json_dict = _DecodeItem(row)
    if isinstance(json_dict, dict):
        identifiers = GetConversationIdentifiers(json_dict)
    if table is not None and not table.index_damaged:
        pane_keys = view.ReadKeys("ItemTable", prefix=PANE_PREFIX.encode("ascii"))
        for number, raw_key in enumerate(pane_keys):
            if evidence_producer.abort:
                break
            if number >= _MAXIMUM_PANES:
                evidence_producer.WarnOfProjects(
                    f"only the first {_MAXIMUM_PANES:d} panes of a workspace are read"
                )
                break
            row = view.Lookup("ItemTable", values.DecodeText(raw_key))
            identifiers.extend(GetPaneIdentifiers(_DecodeItem(row)))
    return list(dict.fromkeys(identifiers))


def _DecodeItem(row):
    """Decodes the value of a row of ItemTable.

    Args:
      row (Row): row or None.

    Returns:
      object: JSON value or None if there is none.
    """
    value = row.GetValue("value") if row else None
    if not isinstance(value, (bytes, str)) or len(value) > values.MAXIMUM_VALUE_SIZE:
        return None
    json_value, _ = values.DecodeJSON(value)
    return json_value


def _GetStorageSegments():
    """Retrieves the paths of workspaceStorage from the directory of a global database.

    Returns:
      tuple[tuple[str]]: segments per path: that of the default profile, and that of
          the database of a profile, User/profiles/<identifier>/globalStorage.
    """
    return (
        ("..", _DIRECTORY_NAME),
        ("..", "..", "..", _DIRECTORY_NAME),
    )


def _ReadWorkspaceFile(file_entry, facts):
    """Reads a workspace.json.

    Args:
      file_entry (dfvfs.FileEntry): file entry or None.
      facts (WorkspaceFacts): facts, which are set.
    """
    json_dict, _ = values.DecodeJSON(siblings.ReadFile(file_entry, _MAXIMUM_FILE_SIZE))
    if not isinstance(json_dict, dict):
        return

    uri = None
    for name in ("folder", "workspace", "configuration", "folderUri"):
        uri = json_dict.get(name)
        if isinstance(uri, dict) and "configPath" in uri:
            uri = uri["configPath"]
        if uri:
            break

    facts.project_path = locations.GetPathFromURI(uri)
    facts.authority = locations.GetRemoteAuthority(uri)
    if isinstance(uri, dict):
        uri = uri.get("external")
    if isinstance(uri, str):
        facts.uri = uri
