"""The stores that records of a conversation come from, and which of them leads.

A message may stand in a bubble of state.vscdb, in the agent.v1 tree beside it, in the
transcript, in a backup and in a deleted page. The primary store of a conversation is
the one that Cursor itself shows it from; the others hold copies, or what is left.
Sources: seed "Transcript stores", "Past-use rows and secondary sources".
"""

from dfvfs.lib import definitions as dfvfs_definitions

# Ranks. Only a store of the first two can be the primary store of a conversation.
RANK_PRIMARY = 0
RANK_WORKSPACE = 1
RANK_SECONDARY = 2

STATE_DATABASE = "state.vscdb"

_AGENT_STORE = "store.db"
_AGENT_TREE = "agent.v1 tree"
_BACKUP_SUFFIX = ".backup"
_SNAPSHOT_PREFIX = "snapshot: "
_TRANSCRIPT = "transcript"

# Names of stores that are not named after their files.
_NAME_PER_EVIDENCE_SOURCE = {
    "checkpoint metadata.json": "shadow copies",
    "entries.json": "local file history",
    "exported Markdown": "exported Markdown",
    "meta.json": "meta.json",
    "prompt_history.json": "prompt_history.json",
    "terminal capture": "terminal captures",
    "transcript": _TRANSCRIPT,
    "usage export": "usage export",
}

# How the evidence sources begin of what is read from an agent.v1 tree.
_TREE_PREFIXES = ("agent.v1 tree", "model message")

_SNAPSHOT_TYPE_INDICATORS = frozenset(
    [
        getattr(dfvfs_definitions, name)
        for name in ("TYPE_INDICATOR_VSHADOW",)
        if hasattr(dfvfs_definitions, name)
    ]
)


class Store:
    """Store: the records of one kind in one file.

    Attributes:
      name (str): what the store is called in the report.
      path (str): path of the file or None if not known.
      profile (tuple[str, str]): where the file was found and the name of the user.
      rank (int): rank, of which the lowest leads.
    """

    __slots__ = ("name", "path", "profile", "rank")

    def __init__(self, name, path, profile, rank):
        """Initializes a store.

        Args:
          name (str): what the store is called in the report.
          path (str): path of the file or None if not known.
          profile (tuple[str, str]): where the file was found and the name of the user.
          rank (int): rank, of which the lowest leads.
        """
        super().__init__()
        self.name = name
        self.path = path
        self.profile = profile
        self.rank = rank


class _File:
    """File of the evidence.

    Attributes:
      comparable (str): comparable of its path specification or None if not known.
      is_snapshot (bool): True if the file is in a volume snapshot.
      name (str): name of the file in lower case or an empty string if not known.
      origin (str): comparable of the path specification of its volume or image.
      path (str): path of the file or None if not known.
    """

    def __init__(self, path_spec):
        """Initializes a file.

        Args:
          path_spec (dfvfs.PathSpec): path specification or None if not known.
        """
        super().__init__()
        self.comparable = path_spec.comparable if path_spec else None
        self.is_snapshot = False
        self.origin = ""
        self.path = getattr(path_spec, "location", None)
        if path_spec is not None and path_spec.HasParent():
            self.origin = path_spec.parent.comparable
            self.is_snapshot = (
                path_spec.parent.type_indicator in _SNAPSHOT_TYPE_INDICATORS
            )

        path = (self.path or "").replace("\\", "/").lower()
        self.is_workspace = "/workspacestorage/" in path
        self.name = path.rpartition("/")[2]


class StoreIndex:
    """Index of stores.

    Attributes:
      stores (list[Store]): stores, of which the position is the number.
    """

    def __init__(self):
        """Initializes an index."""
        super().__init__()
        self._files = {}
        self._numbers = {}
        self._stream_files = {}
        self.stores = []

    def _GetFile(self, event_data, event_data_stream):
        """Retrieves the file that event data was read from.

        Args:
          event_data (EventData): event data.
          event_data_stream (EventDataStream): event data stream or None.

        Returns:
          _File: file. The same file that was processed twice is one file.
        """
        identifier = event_data.GetEventDataStreamIdentifier()
        stream_key = getattr(identifier, "sequence_number", None)
        evidence_file = self._stream_files.get(stream_key)
        if evidence_file is None or stream_key is None:
            path_spec = getattr(event_data_stream, "path_spec", None)
            evidence_file = _File(path_spec)
            evidence_file = self._files.setdefault(
                evidence_file.comparable, evidence_file
            )
            self._stream_files[stream_key] = evidence_file
        return evidence_file

    def GetNumber(self, event_data, event_data_stream):
        """Retrieves the number of the store that event data was read from.

        Args:
          event_data (EventData): event data.
          event_data_stream (EventDataStream): event data stream or None.

        Returns:
          int: number of the store.
        """
        evidence_file = self._GetFile(event_data, event_data_stream)
        name, rank = _GetNameAndRank(
            evidence_file,
            event_data.evidence_source or "",
            event_data.recovery_method,
        )
        if evidence_file.is_snapshot:
            name, rank = f"{_SNAPSHOT_PREFIX:s}{name:s}", RANK_SECONDARY

        key = (evidence_file.comparable, name)
        number = self._numbers.get(key)
        if number is None:
            number = len(self.stores)
            profile = (evidence_file.origin, event_data.username or "")
            self.stores.append(Store(name, evidence_file.path, profile, rank))
            self._numbers[key] = number
        return number


def _GetNameAndRank(evidence_file, evidence_source, recovery_method):
    """Determines what a store is called and how it ranks.

    Args:
      evidence_file (_File): file.
      evidence_source (str): kind of record, which may be empty.
      recovery_method (str): how the record was recovered or None.

    Returns:
      tuple[str, int]: name and rank.
    """
    is_tree = evidence_source.startswith(_TREE_PREFIXES)
    if recovery_method and recovery_method != _AGENT_TREE:
        return f"recovered records ({recovery_method:s})", RANK_SECONDARY

    file_name = evidence_file.name
    if file_name.endswith(_BACKUP_SUFFIX):
        return f"{STATE_DATABASE:s}{_BACKUP_SUFFIX:s}", RANK_SECONDARY

    if file_name.startswith(_AGENT_STORE) and not recovery_method:
        return _AGENT_STORE, RANK_PRIMARY

    if is_tree or recovery_method:
        return _AGENT_TREE, RANK_SECONDARY

    name = _NAME_PER_EVIDENCE_SOURCE.get(evidence_source)
    if name:
        return name, RANK_SECONDARY

    if file_name.startswith(STATE_DATABASE):
        if evidence_file.is_workspace:
            return f"workspace {STATE_DATABASE:s}", RANK_WORKSPACE
        return STATE_DATABASE, RANK_PRIMARY

    if not file_name:
        # Without its file a record is taken to be where such records usually are.
        return evidence_source or "unknown store", RANK_PRIMARY

    if file_name.endswith((".json", ".jsonl", ".db", ".sqlite")):
        return file_name, RANK_SECONDARY
    return evidence_source or file_name, RANK_SECONDARY
