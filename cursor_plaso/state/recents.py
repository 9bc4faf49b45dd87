"""Recently used folders, files, workspaces and repositories in ItemTable.

VS Code's list of recently opened paths, Cursor's metadata of workspaces, the paths of
the git repositories it tracks, the branches that were used, and the repositories that
the git extension knows (seed "Where the project path is recorded" and "ItemTable
keys"; members that the seed does not name from published tools).
"""

import re
import urllib.parse

from cursor_plaso import events
from cursor_plaso import locations
from cursor_plaso import values
from cursor_plaso.state import item_table

_GITHUB_EXTENSION_KEY = "vscode.github"
_METADATA_KEY = "workspaceMetadata.entries"
_RECENT_PATHS_KEY = "history.recentlyOpenedPathsList"
_TRACKER_KEY = "repositoryTracker.paths"

_LOCAL_BRANCHES_PREFIX = "glass.localRepoBranchRecency."
_CLOUD_BRANCHES_PREFIX = "glass.cloudRepoBranches."
_CLOUD_BRANCH_RECENCY_PREFIX = "glass.cloudRepoBranchRecency."

_BRANCH_PROTECTION_PREFIX = "branchProtection:"

# What stands after the account in the key of the branches of a repository. An account
# may be an e-mail address, so that known hosts come first.
_REPOSITORY_RES = (
    re.compile(
        r"\.((?:github\.com|gitlab\.com|bitbucket\.org|dev\.azure\.com|"
        r"origin\.cursor\.com)(?:%2F|/).*)\Z",
        re.IGNORECASE | re.DOTALL,
    ),
    re.compile(r"\A[^.]*\.(.*)\Z", re.DOTALL),
)


class RecentsReader(item_table.ItemTableReader):
    """Reader of recently used folders, files, workspaces and repositories."""

    KEYS = frozenset(
        [_GITHUB_EXTENSION_KEY, _METADATA_KEY, _RECENT_PATHS_KEY, _TRACKER_KEY]
    )
    PREFIXES = (
        _CLOUD_BRANCHES_PREFIX,
        _CLOUD_BRANCH_RECENCY_PREFIX,
        _LOCAL_BRANCHES_PREFIX,
    )

    def ReadRow(self, key, value):
        """Reads a row.

        Args:
          key (str): key.
          value (object): stored value.
        """
        if key == _RECENT_PATHS_KEY:
            for index, entry in self._GetEntries(key, value):
                self._ReadRecentPath(key, index, entry)
        elif key == _METADATA_KEY:
            for index, entry in self._GetEntries(key, value):
                self._ReadMetadata(key, index, entry)
        elif key == _TRACKER_KEY:
            self._ReadTracker(key, value)
        elif key == _GITHUB_EXTENSION_KEY:
            self._ReadGitHubExtension(key, value)
        elif key.startswith(_CLOUD_BRANCHES_PREFIX):
            self._ReadCloudBranches(key, value)
        elif key.startswith(_CLOUD_BRANCH_RECENCY_PREFIX):
            self._ReadBranches(
                key,
                value,
                "cloud repository branch selected",
                GetRepository(key[len(_CLOUD_BRANCH_RECENCY_PREFIX) :]),
            )
        else:
            self._ReadBranches(
                key,
                value,
                "local repository branches",
                locations.NormalizePath(key[len(_LOCAL_BRANCHES_PREFIX) :]) or None,
            )

    def _GetEntries(self, key, value):
        """Retrieves the entries of a list.

        Args:
          key (str): key of the row.
          value (object): stored value: a list, or an object that has one.

        Returns:
          generator: index and JSON object of each entry.
        """
        json_value = self._DecodeJSON(key, value, (dict, list))
        if isinstance(json_value, dict):
            entries = json_value.get("entries")
            if entries is not None and not isinstance(entries, list):
                self._Warn(key, "entries is not a list")
                entries = None
            elif json_value and "entries" not in json_value:
                self._Warn(key, "has no entries")
            json_value = entries
        return self._GetElements(key, json_value or ())

    def _ReadBranches(self, key, value, kind, project_path):
        """Reads the branches of a repository that were used.

        Args:
          key (str): key of the row.
          value (object): stored value: a list of names or of objects with a
              name and a time.
          kind (str): kind of the record.
          project_path (str): path or URL of the repository or None.
        """
        names = []
        others = 0
        for index, branch in enumerate(self._DecodeJSON(key, value, list) or ()):
            if self._context.producer.abort:
                return
            name = values.ToString(branch)
            if name:
                names.append(name)
            elif isinstance(branch, dict):
                self._ReadSelectedBranch(key, index, branch, kind, project_path)
            else:
                others += 1

        if others:
            self._Warn(key, f"{others:d} elements name no branch")
        if names:
            event_data = events.CursorWorkspaceEventData()
            event_data.branches = names
            event_data.evidence_source = "ItemTable"
            event_data.project_path = project_path
            event_data.workspace_kind = kind
            self._SetFileTime(event_data)
            self._Produce(event_data, key)

    def _ReadCloudBranches(self, key, value):
        """Reads the cached branches of a repository that a cloud agent may use.

        Args:
          key (str): key of the row.
          value (object): stored value.
        """
        json_dict = self._DecodeJSON(key, value, dict)
        if json_dict is None:
            return
        fields = item_table.Fields(json_dict)
        event_data = events.CursorWorkspaceEventData()
        event_data.branches = [
            values.GetString(branch, "name")
            for _, branch in self._GetElements(key, fields.GetList("branches"))
        ]
        if None in event_data.branches:
            fields.problems.append("branches")
        event_data.evidence_source = "ItemTable"
        event_data.project_path = GetRepository(key[len(_CLOUD_BRANCHES_PREFIX) :])
        event_data.update_time = fields.GetTime("fetchedAtMs")
        event_data.workspace_kind = "cloud repository branches"
        item_table.SetTimeSource(event_data, {"update_time": "fetchedAtMs"})
        if not event_data.update_time:
            self._SetFileTime(event_data)
        self._Produce(event_data, key, fields=fields)

    def _ReadGitHubExtension(self, key, value):
        """Reads the repositories that the GitHub extension knows.

        Args:
          key (str): key of the row.
          value (object): stored value.
        """
        for name in self._DecodeJSON(key, value, dict) or ():
            if self._context.producer.abort:
                return
            if not name.startswith(_BRANCH_PROTECTION_PREFIX):
                continue
            event_data = events.CursorWorkspaceEventData()
            event_data.evidence_source = "ItemTable"
            event_data.workspace_kind = "git repository"
            SetLocation(event_data, name[len(_BRANCH_PROTECTION_PREFIX) :])
            self._SetFileTime(event_data)
            self._Produce(event_data, key, suffix=name)

    def _ReadMetadata(self, key, index, entry):
        """Reads the metadata of a workspace.

        Args:
          key (str): key of the row.
          index (int): index of the entry.
          entry (dict[str, object]): JSON object.
        """
        fields = item_table.Fields(entry)
        event_data = events.CursorWorkspaceEventData()
        event_data.evidence_source = _METADATA_KEY
        event_data.workspace_identifier = fields.GetString("workspaceId")
        event_data.workspace_kind = "workspace metadata"

        uri = fields.GetLocation("folderUri")
        paths = fields.GetList("paths")
        for path in paths:
            if not uri and isinstance(path, dict):
                uri = path.get("uri")
        if paths and not locations.GetPathFromURI(uri):
            fields.problems.append("paths")
        SetLocation(event_data, uri, display_path=fields.GetString("displayPath"))

        repositories = []
        for repository in fields.GetList("trackedGitRepos"):
            if isinstance(repository, dict):
                path = values.GetString(repository, "repoPath")
                url = values.GetString(repository, "repoUrl")
                if url:
                    url = item_table.MaskAddress(url)
                repositories.append(
                    f"{path:s} ({url:s})" if path and url else path or url
                )
        event_data.repositories = repositories

        event_data.creation_time = fields.GetTime("createdAt")
        event_data.last_used_time = fields.GetTime("lastUsedAt")
        event_data.update_time = fields.GetTime("lastUpdatedAt")
        self._ProduceWithTimes(event_data, key, index, fields)

    def _ProduceWithTimes(self, event_data, key, index, fields):
        """Produces a workspace at its own times, or else at the time of the file.

        Args:
          event_data (CursorWorkspaceEventData): event data.
          key (str): key of the row.
          index (int): index of the entry.
          fields (Fields): fields the event data was read from.
        """
        item_table.SetTimeSource(
            event_data,
            {
                "creation_time": "createdAt",
                "last_used_time": "lastUsedAt",
                "update_time": "lastUpdatedAt",
            },
        )
        if not event_data.time_source:
            self._SetFileTime(event_data)
        self._Produce(event_data, key, suffix=f"[{index:d}]", fields=fields)

    def _ReadRecentPath(self, key, index, entry):
        """Reads a recently opened path.

        Args:
          key (str): key of the row.
          index (int): index of the entry, where 0 is the most recent.
          entry (dict[str, object]): JSON object.
        """
        fields = item_table.Fields(entry)
        event_data = events.CursorWorkspaceEventData()
        event_data.evidence_source = _RECENT_PATHS_KEY
        event_data.name = fields.GetString("label")

        corrupted = False
        if entry.get("folderUri"):
            event_data.workspace_kind = "recent folder"
            SetLocation(event_data, fields.GetLocation("folderUri"))
        elif entry.get("fileUri"):
            event_data.workspace_kind = "recent file"
            SetLocation(event_data, fields.GetLocation("fileUri"), is_folder=False)
        elif entry.get("workspace"):
            workspace = fields.GetFields("workspace")
            event_data.workspace_identifier = workspace.GetString("id")
            event_data.workspace_kind = "recent workspace"
            SetLocation(
                event_data, workspace.GetLocation("configPath"), is_folder=False
            )
        else:
            self._Warn(key, f"entry {index:d} names no folder, file or workspace")
            event_data.workspace_kind = "recent path"
            corrupted = True

        event_data.remote_authority = (
            fields.GetString("remoteAuthority") or event_data.remote_authority
        )
        self._SetFileTime(event_data)
        self._Produce(
            event_data,
            key,
            suffix=f"[{index:d}]",
            fields=fields,
            corrupted=corrupted,
        )

    def _ReadSelectedBranch(self, key, index, branch, kind, project_path):
        """Reads a branch that was selected.

        Args:
          key (str): key of the row.
          index (int): index of the element.
          branch (dict[str, object]): JSON object.
          kind (str): kind of the record.
          project_path (str): path or URL of the repository or None.
        """
        fields = item_table.Fields(branch)
        event_data = events.CursorWorkspaceEventData()
        event_data.evidence_source = "ItemTable"
        event_data.git_branch = fields.GetString("name")
        event_data.last_used_time = fields.GetTime("selectedAtMs")
        event_data.project_path = project_path
        event_data.workspace_kind = kind
        item_table.SetTimeSource(event_data, {"last_used_time": "selectedAtMs"})
        if not event_data.last_used_time:
            self._SetFileTime(event_data)
        self._Produce(
            event_data,
            key,
            suffix=f"[{index:d}]",
            fields=fields,
            corrupted=not event_data.git_branch,
        )

    def _ReadTracker(self, key, value):
        """Reads the paths of the git repositories that are tracked.

        Args:
          key (str): key of the row.
          value (object): stored value.
        """
        repositories = self._DecodeJSON(key, value, dict) or {}
        for name, repository in repositories.items():
            if self._context.producer.abort:
                return
            if isinstance(repository, str):
                repository = {"localPath": repository}
            if not isinstance(repository, dict):
                self._Warn(key, "a member is not an object")
                continue
            fields = item_table.Fields(repository)
            event_data = events.CursorWorkspaceEventData()
            event_data.evidence_source = _TRACKER_KEY
            event_data.last_used_time = fields.GetTime("lastAccessed")
            event_data.repositories = [item_table.MaskAddress(name)]
            event_data.workspace_kind = "tracked repository"
            SetLocation(event_data, fields.GetString("localPath"))
            item_table.SetTimeSource(event_data, {"last_used_time": "lastAccessed"})
            if not event_data.last_used_time:
                self._SetFileTime(event_data)
            self._Produce(event_data, key, suffix=name, fields=fields)


def GetRepository(text):
    """Retrieves the repository that stands after an account in a key.

    Args:
      text (str): account and repository, such as
          "auth0%7Cuser_01.github.com%2Fowner%2Fdemo".

    Returns:
      str: repository, such as "github.com/owner/demo".
    """
    for expression in _REPOSITORY_RES:
        match = expression.search(text)
        if match:
            text = match.group(1)
            break
    return urllib.parse.unquote(text, errors="backslashreplace") or None


def SetLocation(event_data, uri, display_path=None, is_folder=True):
    """Sets the location of a workspace.

    Args:
      event_data (CursorWorkspaceEventData): event data.
      uri (object): JSON value: a URI as a string, or an object with the members of a
          VS Code URI, or None.
      display_path (Optional[str]): path as it is displayed, which may start with "~".
      is_folder (Optional[bool]): True if the location is the folder of the project.
    """
    event_data.location_uri = locations.GetURIText(uri)
    event_data.remote_authority = locations.GetRemoteAuthority(uri)
    if is_folder:
        event_data.project_path = locations.GetPathFromURI(uri)
        if event_data.project_path is None and display_path:
            event_data.project_path = locations.NormalizePath(display_path)
