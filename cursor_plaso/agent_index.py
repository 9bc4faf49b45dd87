"""What the index.db of SDK agents tells of each agent, for the stores that it indexes.

Each agents/agent-<sha256>/store.db lacks the name, the project and, of some versions,
the root of its agent, which the index.db above it holds. One index.db can have as many
stores as it has agents: it is read once for all of them, and what it tells is kept for
as long as it is the same file. Sources: storage-facts 1.8, seed "SDK agents".
"""

import collections
import hashlib

from cursor_plaso import database as cursor_database
from cursor_plaso import locations
from cursor_plaso import siblings
from cursor_plaso import values
from cursor_plaso import wal

# Index databases of which the facts are kept, and what is kept of each. A home
# directory has one for each project.
_MAXIMUM_INDEXES = 2
_MAXIMUM_KEPT_SIZE = 16 * 1024 * 1024

# Roots of the runs of one agent that are tried, the latest.
_MAXIMUM_ROOTS = 10_000

_MAXIMUM_ROOT_LENGTH = 256

_FACTS_SIZE = 1024
_ROOT_SIZE = 128


class AgentFacts:
    """What an index.db tells of one agent.

    Attributes:
      name (str): name of the agent or None.
      number_of_roots_left_out (int): number of earlier roots that are not kept.
      project_path (str): path of the project or None.
      root_identifiers (collections.deque[str]): identifiers of roots, the earlier
          first.
    """

    __slots__ = (
        "name",
        "number_of_roots_left_out",
        "project_path",
        "root_identifiers",
    )

    def __init__(self):
        """Initializes facts."""
        super().__init__()
        self.name = None
        self.number_of_roots_left_out = 0
        self.project_path = None
        self.root_identifiers = ()


class AgentIndex:
    """Facts of the agents of one index.db.

    Attributes:
      number_left_out (int): number of facts that are not kept.
    """

    def __init__(self):
        """Initializes an index without agents."""
        super().__init__()
        self._facts_per_digest = {}
        self._kept_size = 0
        self.number_left_out = 0

    def _Keep(self, size):
        """Determines if something may be kept.

        Args:
          size (int): size in bytes.

        Returns:
          bool: True if it may.
        """
        if self._kept_size + size > _MAXIMUM_KEPT_SIZE:
            self.number_left_out += 1
            return False
        self._kept_size += size
        return True

    def _ReadRow(self, row):
        """Reads a row.

        Args:
          row (Row): row of the table of agents or runs.
        """
        digest = GetDigest(values.ToString(row.GetValue("agent_id")) or "")
        facts = self._facts_per_digest.get(digest)
        if facts is None:
            if not self._Keep(_FACTS_SIZE):
                return
            facts = self._facts_per_digest[digest] = AgentFacts()

        for name in ("start_checkpoint_ref_json", "latest_checkpoint_ref_json"):
            json_dict, _ = values.DecodeJSON(row.GetValue(name))
            if not isinstance(json_dict, dict):
                continue
            identifier = values.GetString(json_dict, "blobId") or values.GetString(
                json_dict, "rootBlobId"
            )
            if not identifier or len(identifier) > _MAXIMUM_ROOT_LENGTH:
                continue
            if not facts.root_identifiers:
                facts.root_identifiers = collections.deque(maxlen=_MAXIMUM_ROOTS)
            if len(facts.root_identifiers) >= _MAXIMUM_ROOTS:
                facts.number_of_roots_left_out += 1
            elif not self._Keep(_ROOT_SIZE + len(identifier)):
                continue
            facts.root_identifiers.append(identifier)

        if row.table.name.lower() == "agents":
            facts.name = values.CutLabel(values.ToString(row.GetValue("name")))
            facts.project_path = values.CutLabel(
                locations.GetPathFromURI(values.ToString(row.GetValue("workspace_ref")))
            )
            self._kept_size += len(facts.name or "") + len(facts.project_path or "")

    def GetFacts(self, digest):
        """Retrieves the facts of an agent.

        Args:
          digest (str): SHA-256 of the identifier of the agent.

        Returns:
          AgentFacts: facts or None if there are none.
        """
        return self._facts_per_digest.get(digest)

    def Read(self, view, producer):
        """Reads the database.

        Args:
          view (View): view of the index.db.
          producer (BaseProducer): producer, which tells to abort and gets signs of
              activity, but no warnings: those belong to the index.db.

        Returns:
          bool: False if the reading was aborted.
        """
        for table_name in ("runs", "agents"):
            if not view.GetTable(table_name):
                continue
            for number, row in enumerate(view.ReadRows(table_name)):
                if number % 1024 == 0:
                    if producer.abort:
                        return False
                    producer.Touch()
                self._ReadRow(row)
        return True


# The indexes that were read last, by what tells their files apart from others.
_INDEXES = collections.OrderedDict()


def GetDigest(agent_identifier):
    """Calculates by what an agent is recognised, and its directory named.

    Args:
      agent_identifier (str): identifier of the agent.

    Returns:
      str: SHA-256 of the identifier.
    """
    return hashlib.sha256(
        agent_identifier.encode("utf-8", errors="backslashreplace")
    ).hexdigest()


def OpenIndex(file_entry, producer):
    """Opens the index.db of a store, unless it was read before.

    Args:
      file_entry (dfvfs.FileEntry): file entry of agents/agent-<sha256>/store.db.
      producer (BaseProducer): producer, which tells to abort and gets signs of
          activity.

    Returns:
      AgentIndex: index or None if there is none that can be opened.
    """
    index_file_entry = siblings.GetFileEntry(file_entry, "..", "..", "index.db")
    if not index_file_entry or not index_file_entry.IsFile():
        return None

    key = _GetKey(index_file_entry)
    index = _INDEXES.get(key) if key else None
    if index is not None:
        _INDEXES.move_to_end(key)
        return index

    try:
        database = cursor_database.Database.OpenFileEntry(index_file_entry)
    except cursor_database.NotADatabaseError:
        return None
    index = AgentIndex()
    if index.Read(database.live, producer) and key:
        _INDEXES[key] = index
        while len(_INDEXES) > _MAXIMUM_INDEXES:
            _INDEXES.popitem(last=False)
    return index


def _GetKey(file_entry):
    """Retrieves what tells a database apart from others, and from itself when changed.

    Args:
      file_entry (dfvfs.FileEntry): file entry of the database.

    Returns:
      tuple[object, ...]: key or None if the file system does not tell enough.
    """
    key = [file_entry.path_spec.comparable]
    try:
        for part in (
            file_entry,
            cursor_database.GetFileEntryBeside(file_entry, "-wal"),
        ):
            date_time = getattr(part, "modification_time", None)
            if part is file_entry and date_time is None:
                return None
            key.append(getattr(part, "size", None))
            key.append(date_time and date_time.CopyToDateTimeString())
    except wal.READ_ERRORS:
        return None
    return tuple(key)
