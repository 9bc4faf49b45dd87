"""Scores what is recovered of rows whose key does not tell what they are.

    python -m tests.benchmarks.recovery_tables [--seed N] [--rows N] [--verbose]

The rows of these tables have columns of their own, no key that tells its own end, and
most fit in their page. Each table gets a database of its own, of which rows are deleted
or changed in several ways. What survives is found without the code that is scored: a
row survives if its cell stands somewhere in the file or the log, but for the four bytes
that a freeblock takes, and, where it has an overflow chain, every part of the chain.
"""

import argparse
import collections
import json
import os
import random
import struct
import sys
import tempfile

from cursor_plaso import recovery
from tests import evidence
from tests.benchmarks import recovery_limit
from tests.benchmarks import recovery_scenarios
from tests.benchmarks import recovery_store

# What a freeblock takes of the cell that was there.
_FREEBLOCK_HEADER_SIZE = 4


def _EncodeJSON(value):
    """Encodes a value as JavaScript does.

    Args:
      value (object): value.

    Returns:
      str: JSON.
    """
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _GetHeaderRow(generator, number):
    """Creates a row of composerHeaders.

    Args:
      generator (random.Random): source of chance.
      number (int): number, which makes the row unlike all others.

    Returns:
      tuple[bytes|int|str]: values.
    """
    identifier = recovery_store.CreateIdentifier(generator)
    created = 1790000000000 + number * 1000
    title = recovery_store.CreateText(generator, number, generator.randrange(10, 60))
    value = _EncodeJSON({"composerId": identifier, "name": title, "n": number})
    return (
        identifier,
        f"{generator.getrandbits(128):032x}",
        created,
        created + generator.randrange(100000),
        0,
        generator.randrange(2),
        created,
        None,
        None,
        value,
    )


def _GetItemRow(generator, number):
    """Creates a row of ItemTable.

    Args:
      generator (random.Random): source of chance.
      number (int): number, which makes the row unlike all others.

    Returns:
      tuple[bytes|int|str]: values.
    """
    name = "".join(generator.choice("abcdefghijk") for _ in range(12))
    text = recovery_store.CreateText(generator, number, generator.randrange(2, 400))
    key = generator.choice(("workbench.panel.", "cursor/", "memento/", "x."))
    return f"{key:s}{name:s}.{number:d}", _EncodeJSON({"n": number, "text": text})


def _GetDiskRow(generator, number):
    """Creates a row of cursorDiskKV, whose key is of no known family.

    Args:
      generator (random.Random): source of chance.
      number (int): number, which makes the row unlike all others.

    Returns:
      tuple[bytes|int|str]: values.
    """
    _, value = _GetItemRow(generator, number)
    family = generator.choice(("composerNewThing", "agentNew.thing", "n"))
    return f"{family:s}:{recovery_store.CreateIdentifier(generator):s}", value


def _GetHashRow(generator, number):
    """Creates a row of ai_code_hashes.

    Args:
      generator (random.Random): source of chance.
      number (int): number, which makes the row unlike all others.

    Returns:
      tuple[bytes|int|str]: values.
    """
    return (
        f"{generator.getrandbits(32):08x}{number:04x}",
        generator.choice(("composer", "tab", "human", "cli")),
        generator.choice(("py", "ts", None)),
        f"/srv/project/src/module_{number:d}.py",
        generator.choice((None, recovery_store.CreateIdentifier(generator))),
        recovery_store.CreateIdentifier(generator),
        1790000000000 + number * 777,
        1790000000500 + number * 777,
        "composer-2.5",
    )


def _GetCommitRow(generator, number):
    """Creates a row of scored_commits.

    Args:
      generator (random.Random): source of chance.
      number (int): number, which makes the row unlike all others.

    Returns:
      tuple[bytes|int|str]: values.
    """
    return (
        f"{generator.getrandbits(160):040x}",
        generator.choice(("main", "feature/login")),
        1790000000000 + number * 999,
        *(generator.randrange(500) for _ in range(10)),
        recovery_store.CreateText(generator, number, generator.randrange(10, 80)),
        "Mon Dec 1 10:00:00 2026 +0100",
        "12.50",
        f"{generator.randrange(10000) / 100:.2f}",
    )


def _GetFileRow(generator, number):
    """Creates a row of tracked_file_content.

    Args:
      generator (random.Random): source of chance.
      number (int): number, which makes the row unlike all others.

    Returns:
      tuple[bytes|int|str]: values.
    """
    size = generator.choice((200, 900, 3000, 9000))
    return (
        f"src/module_{number:d}.py",
        recovery_store.CreateText(generator, number, size),
        recovery_store.CreateIdentifier(generator),
        "composer-2.5",
        "py",
        1790000000000 + number,
    )


def _GetDeletedFileRow(generator, number):
    """Creates a row of ai_deleted_files.

    Args:
      generator (random.Random): source of chance.
      number (int): number, which makes the row unlike all others.

    Returns:
      tuple[bytes|int|str]: values.
    """
    return (
        f"src/old_{number:d}.py",
        recovery_store.CreateIdentifier(generator),
        recovery_store.CreateIdentifier(generator),
        "composer-2.5",
        1790000000000 + number,
    )


def _GetConversationRow(generator, number):
    """Creates a row of conversations.

    Args:
      generator (random.Random): source of chance.
      number (int): number, which makes the row unlike all others.

    Returns:
      tuple[bytes|int|str]: values.
    """
    return (
        None,
        generator.choice(("local", "cloud-cache")),
        "",
        recovery_store.CreateIdentifier(generator),
        recovery_store.CreateText(generator, number, generator.randrange(10, 60)),
        "main",
        1790000000000 + number,
        0,
        f"{generator.getrandbits(64):016x}",
        None,
    )


def _GetContentRow(generator, number):
    """Creates a row of conversation_fts_content.

    Args:
      generator (random.Random): source of chance.
      number (int): number, which makes the row unlike all others.

    Returns:
      tuple[bytes|int|str]: values.
    """
    return (
        None,
        recovery_store.CreateText(generator, number, generator.randrange(10, 60)),
        recovery_store.CreateText(
            generator, number, generator.choice((40, 400, 2500, 7000))
        ),
        "main",
    )


def _GetBlobRow(generator, number):
    """Creates a row of blobs.

    Args:
      generator (random.Random): source of chance.
      number (int): number, which makes the row unlike all others.

    Returns:
      tuple[bytes|int|str]: values.
    """
    size = generator.choice((30, 300, 1500, 6000))
    value = bytes((0x0A, 0x20)) + generator.randbytes(32) + struct.pack(">I", number)
    return f"{generator.getrandbits(256):064x}", value + generator.randbytes(size)


def _GetAgentRow(generator, number):
    """Creates a row of agents.

    Args:
      generator (random.Random): source of chance.
      number (int): number, which makes the row unlike all others.

    Returns:
      tuple[bytes|int|str]: values.
    """
    return (
        f"agent-{recovery_store.CreateIdentifier(generator):s}",
        "/srv/project",
        "IDLE",
        None,
        None,
        recovery_store.CreateText(generator, number, 30),
        "{}",
        f"2026-10-05T09:{number // 60 % 60:02d}:{number % 60:02d}.007Z",
        "2026-10-05T09:03:00.413Z",
    )


def _GetRunEventRow(generator, number):
    """Creates a row of run_events.

    Args:
      generator (random.Random): source of chance.
      number (int): number, which makes the row unlike all others.

    Returns:
      tuple[bytes|int|str]: values.
    """
    run = f"run-{random.Random(number // 40).getrandbits(64):016x}"
    text = recovery_store.CreateText(generator, number, generator.randrange(10, 500))
    return (
        run,
        number % 40,
        str(number % 40),
        "run_stream_event",
        _EncodeJSON({"schemaVersion": 1, "n": number, "text": text}),
        None,
        None,
        f"2026-10-05T09:{number // 60 % 60:02d}:{number % 60:02d}.007Z",
    )


# Per name of a table its definition, the function that creates a row, the index of the
# column that is the rowid or None, and that of one that changes.
TABLES = {
    "composerHeaders": (
        ", ".join(" ".join(column) for column in evidence.HEADER_COLUMNS),
        _GetHeaderRow,
        None,
        9,
    ),
    "ItemTable": (
        "key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB",
        _GetItemRow,
        None,
        1,
    ),
    "cursorDiskKV": (
        "key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB",
        _GetDiskRow,
        None,
        1,
    ),
    "ai_code_hashes": (
        "hash TEXT PRIMARY KEY, source TEXT NOT NULL, fileExtension TEXT, "
        "fileName TEXT, requestId TEXT, conversationId TEXT, timestamp INTEGER, "
        "createdAt INTEGER NOT NULL, model TEXT",
        _GetHashRow,
        None,
        3,
    ),
    "scored_commits": (
        "commitHash TEXT NOT NULL, branchName TEXT NOT NULL, scoredAt INTEGER NOT "
        "NULL, linesAdded INTEGER, linesDeleted INTEGER, tabLinesAdded INTEGER, "
        "tabLinesDeleted INTEGER, composerLinesAdded INTEGER, composerLinesDeleted "
        "INTEGER, humanLinesAdded INTEGER, humanLinesDeleted INTEGER, "
        "blankLinesAdded INTEGER, blankLinesDeleted INTEGER, commitMessage TEXT, "
        "commitDate TEXT, v1AiPercentage TEXT, v2AiPercentage TEXT, "
        "PRIMARY KEY (commitHash, branchName)",
        _GetCommitRow,
        None,
        13,
    ),
    "tracked_file_content": (
        "gitPath TEXT PRIMARY KEY, content TEXT, conversationId TEXT, model TEXT, "
        "fileExtension TEXT, createdAt INTEGER NOT NULL",
        _GetFileRow,
        None,
        1,
    ),
    "ai_deleted_files": (
        "gitPath TEXT NOT NULL, composerId TEXT, conversationId TEXT, model TEXT, "
        "deletedAt INTEGER NOT NULL, PRIMARY KEY (gitPath, deletedAt)",
        _GetDeletedFileRow,
        None,
        1,
    ),
    "conversations": (
        "fts_rowid INTEGER PRIMARY KEY, source TEXT NOT NULL, scope TEXT NOT NULL, "
        "id TEXT NOT NULL, title TEXT NOT NULL, branches TEXT NOT NULL, updated_at "
        "INTEGER NOT NULL, is_archived INTEGER NOT NULL, root_fingerprint TEXT, "
        "cache_fingerprint TEXT, UNIQUE (source, scope, id)",
        _GetConversationRow,
        0,
        4,
    ),
    "conversation_fts_content": (
        "id INTEGER PRIMARY KEY, c0, c1, c2",
        _GetContentRow,
        0,
        2,
    ),
    "blobs": ("id TEXT PRIMARY KEY, data BLOB", _GetBlobRow, None, None),
    "agents": (
        "agent_id TEXT PRIMARY KEY, workspace_ref TEXT NOT NULL, status TEXT NOT "
        "NULL, active_run_id TEXT, latest_checkpoint_ref_json TEXT, name TEXT, "
        "metadata_json TEXT NOT NULL DEFAULT '{}', created_at TEXT NOT NULL, "
        "updated_at TEXT NOT NULL",
        _GetAgentRow,
        None,
        5,
    ),
    "run_events": (
        "run_id TEXT NOT NULL, seq INTEGER NOT NULL, offset TEXT NOT NULL, "
        "event_type TEXT NOT NULL, payload_json TEXT, payload_ref TEXT, "
        "idempotency_key TEXT, created_at TEXT NOT NULL, PRIMARY KEY (run_id, seq), "
        "UNIQUE (run_id, offset)",
        _GetRunEventRow,
        None,
        4,
    ),
}


class TableStore:
    """Database of one table.

    Attributes:
      connection (sqlite3.Connection): connection, in autocommit mode.
      dead (list[tuple[int, tuple]]): rowid and values of the rows that are not live.
      live (dict[int, tuple]): values per rowid.
      name (str): name of the table.
      path (str): path of the database file.
    """

    def __init__(self, directory, name, seed, row_count, page_size=4096):
        """Initializes a database with rows.

        Args:
          directory (str): path of its directory.
          name (str): name of the table.
          seed (int): seed of the source of chance.
          row_count (int): number of rows.
          page_size (Optional[int]): size of a page in bytes.
        """
        super().__init__()
        definition, self._create_row, self._rowid_index, self._changed_index = TABLES[
            name
        ]
        self._generator = random.Random(f"{seed:d} {name:s}")
        self._is_json = name in (
            "ItemTable",
            "composerHeaders",
            "cursorDiskKV",
            "run_events",
        )
        self._number = 0
        self._page_size = page_size
        self.dead = []
        self.live = {}
        self.name = name
        self.path = os.path.join(directory, f"{name:s}.db")
        self.connection = evidence.OpenDatabase(self.path, page_size=page_size)
        self.connection.execute(f"CREATE TABLE {name:s} ({definition:s})")
        self.Insert(row_count)

    def Insert(self, count):
        """Inserts rows.

        Args:
          count (int): number of rows.
        """
        self.connection.execute("BEGIN")
        for _ in range(count):
            self._number += 1
            values = self._create_row(self._generator, self._number)
            places = ",".join("?" * len(values))
            cursor = self.connection.execute(
                f"INSERT INTO {self.name:s} VALUES ({places:s})", values
            )
            self.live[cursor.lastrowid] = values
        self.connection.execute("COMMIT")

    def Delete(self, rowids, together=True):
        """Deletes rows.

        Args:
          rowids (list[int]): rowids.
          together (Optional[bool]): True for one transaction.
        """
        if together:
            self.connection.execute("BEGIN")
        for rowid in rowids:
            self.connection.execute(
                f"DELETE FROM {self.name:s} WHERE rowid = ?", (rowid,)
            )
            self.dead.append((rowid, self.live.pop(rowid)))
        if together:
            self.connection.execute("COMMIT")

    def Change(self, rowids):
        """Changes a value of rows, which may get larger.

        Args:
          rowids (list[int]): rowids.
        """
        if self._changed_index is None:
            return
        columns = [
            row[1]
            for row in self.connection.execute(f"PRAGMA table_info({self.name:s})")
        ]
        for rowid in rowids:
            values = self.live[rowid]
            self.dead.append((rowid, values))
            values = list(values)
            self._number += 1
            text = f"changed {self._number:d} {values[self._changed_index]!s}"
            if self._is_json:
                text = _EncodeJSON({"n": self._number, "text": text})
            values[self._changed_index] = text
            self.live[rowid] = tuple(values)
            self.connection.execute(
                f"UPDATE {self.name:s} SET {columns[self._changed_index]:s} = ? "
                "WHERE rowid = ?",
                (values[self._changed_index], rowid),
            )

    def GetSurvivors(self):
        """Determines which of the rows that are not live survive.

        Returns:
          list[tuple[int, tuple, bool]]: rowid, values, and True if the front of the
              cell survives too, which its rowid stands in.
        """
        with open(self.path, "rb") as file_object:
            data = file_object.read()
        log = b""
        if os.path.exists(f"{self.path:s}-wal"):
            with open(f"{self.path:s}-wal", "rb") as file_object:
                log = file_object.read()
        data += log
        survivors = []
        for rowid, values in self.dead:
            cell, chunks = EncodeCell(rowid, values, self._rowid_index, self._page_size)
            if cell[_FREEBLOCK_HEADER_SIZE:] in data and all(
                chunk in data for chunk in chunks
            ):
                survivors.append((rowid, values, cell in data))
        return survivors


def EncodeCell(rowid, values, rowid_index, page_size=4096):
    """Encodes a row as it is stored.

    Args:
      rowid (int): rowid.
      values (tuple[bytes|int|str]): values, None represents NULL.
      rowid_index (int): index of the column that is the rowid or None.
      page_size (Optional[int]): size of a page in bytes.

    Returns:
      tuple[bytes, list[bytes]]: cell without the number of its overflow page, and the
          parts of the overflow chain.
    """
    types = b""
    body = b""
    for index, value in enumerate(values):
        if value is None or index == rowid_index:
            types += b"\x00"
        elif isinstance(value, int):
            if value in (0, 1):
                types += bytes((8 + value,))
                continue
            sizes = (1, 2, 3, 4, 6, 8)
            number = next(
                number
                for number, size in enumerate(sizes)
                if -(1 << 8 * size - 1) <= value < 1 << 8 * size - 1
            )
            types += bytes((number + 1,))
            body += value.to_bytes(sizes[number], "big", signed=True)
        else:
            is_text = isinstance(value, str)
            content = value.encode("utf-8") if is_text else value
            types += recovery_limit.EncodeVarint(12 + is_text + 2 * len(content))
            body += content
    record = bytes((len(types) + 1,)) + types + body
    local_size = recovery_limit.GetLocalSize(len(record), page_size)
    cell = recovery_limit.EncodeVarint(len(record))
    cell += recovery_limit.EncodeVarint(rowid) + record[:local_size]
    chunk_size = page_size - 4
    return cell, [
        record[start : start + chunk_size]
        for start in range(local_size, len(record), chunk_size)
    ]


def DeleteHalf(store):
    """Deletes the older half of the rows.

    Args:
      store (TableStore): database.
    """
    rowids = sorted(store.live)
    store.Delete(rowids[: len(rowids) // 2])


def DeleteScattered(store):
    """Deletes every fifth row.

    Args:
      store (TableStore): database.
    """
    store.Delete(sorted(store.live)[::5])


def DeleteRuns(store):
    """Deletes a run of a few rows here and there.

    Args:
      store (TableStore): database.
    """
    rowids = sorted(store.live)
    for start in range(5, len(rowids), 23):
        store.Delete(rowids[start : start + 4])


def DeleteAtRandom(store):
    """Deletes a third of the rows, each by itself.

    Args:
      store (TableStore): database.
    """
    rowids = sorted(store.live)
    random.Random(7).shuffle(rowids)
    store.Delete(rowids[: len(rowids) // 3], together=False)


def DeleteAll(store):
    """Deletes all rows.

    Args:
      store (TableStore): database.
    """
    store.Delete(sorted(store.live))


def Reuse(store):
    """Deletes half of the rows and writes a fifth as many.

    Args:
      store (TableStore): database.
    """
    DeleteHalf(store)
    store.Insert(len(store.live) // 5)


def ChangeScattered(store):
    """Changes every seventh row.

    Args:
      store (TableStore): database.
    """
    store.Change(sorted(store.live)[::7])


def DeleteInLog(store):
    """Deletes rows of which the log alone knows that they are gone.

    Args:
      store (TableStore): database.
    """
    store.connection.execute("PRAGMA journal_mode = WAL")
    store.connection.execute("PRAGMA wal_autocheckpoint = 0")
    DeleteRuns(store)
    store.Insert(len(store.live) // 10)


WAYS = {
    "half": DeleteHalf,
    "scattered": DeleteScattered,
    "runs": DeleteRuns,
    "at random": DeleteAtRandom,
    "all": DeleteAll,
    "reuse": Reuse,
    "changed": ChangeScattered,
    "log": DeleteInLog,
}


class Score:
    """Counts of a table and a way.

    Attributes:
      counts (collections.Counter): counts by name.
      missed (list[tuple]): rowid and values of what was missed.
      wrong (list[str]): descriptions of rows that are wrong.
    """

    def __init__(self):
        """Initializes a score."""
        super().__init__()
        self.counts = collections.Counter()
        self.missed = []
        self.wrong = []


def ScoreStore(store):
    """Recovers the rows of a database and scores them.

    Args:
      store (TableStore): database.

    Returns:
      Score: score.
    """
    score = Score()
    counts = score.counts
    rowid_index = TABLES[store.name][2]

    def _GetContent(values):
        """Retrieves the values of a row without its rowid.

        Args:
          values (tuple[bytes|int|str]): values.

        Returns:
          tuple[bytes|int|str]: values.
        """
        return tuple(
            value for index, value in enumerate(values) if index != rowid_index
        )

    dead = {_GetContent(values) for _, values in store.dead}
    live = {_GetContent(values) for values in store.live.values()}
    told = collections.Counter()
    database, files = recovery_scenarios.OpenDatabase(store.path)
    try:
        for row in recovery.RecoveryReader(database, [store.name], None).ReadRows():
            content = _GetContent(row.values)
            if not row.complete:
                counts["partial"] += 1
                if not any(_IsStart(content, other) for other in dead):
                    score.wrong.append(f"partial, {row.location:s}: {row.values!r}")
                continue
            counts["complete"] += 1
            told[content] += 1
            counts["twice"] += told[content] > 1
            counts["live"] += content in live
            if content not in dead:
                score.wrong.append(f"{row.location:s}: {row.values!r}")
    finally:
        for file_object in files:
            file_object.close()
    counts["wrong"] = len(score.wrong)
    for rowid, values, has_front in store.GetSurvivors():
        counts["there"] += 1
        if _GetContent(values) in told:
            counts["found"] += 1
        else:
            score.missed.append((rowid, has_front, values))
    return score


def _IsStart(content, other):
    """Determines if cut values are the start of those of a row.

    Args:
      content (tuple[bytes|int|str]): values, the last of which are cut.
      other (tuple[bytes|int|str]): values of a row.

    Returns:
      bool: True if they are.
    """
    for value, other_value in zip(content, other):
        if value is None or value == other_value:
            continue
        return (
            isinstance(value, (bytes, str))
            and type(value) is type(other_value)
            and other_value.startswith(value)
        )
    return True


def Run(seed, row_count, names=None, ways=None, page_size=4096):
    """Makes and scores the databases.

    Args:
      seed (int): seed of the source of chance.
      row_count (int): number of rows of each.
      names (Optional[list[str]]): names of tables, where None represents all.
      ways (Optional[list[str]]): names of ways, where None represents all.
      page_size (Optional[int]): size of a page in bytes.

    Yields:
      tuple[str, str, Score]: name of the table, name of the way, and score.
    """
    for name in names or TABLES:
        for way in ways or WAYS:
            with tempfile.TemporaryDirectory() as directory:
                store = TableStore(directory, name, seed, row_count, page_size)
                WAYS[way](store)
                score = ScoreStore(store)
                store.connection.close()
            yield name, way, score


def Main():
    """Scores all tables and prints the figures.

    Returns:
      int: exit code.
    """
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rows", type=int, default=1000)
    parser.add_argument("--page-size", type=int, default=4096)
    parser.add_argument("--table", choices=TABLES, action="append")
    parser.add_argument("--way", choices=WAYS, action="append")
    parser.add_argument("--verbose", action="store_true")
    arguments = parser.parse_args()
    total = collections.Counter()
    for name, way, score in Run(
        arguments.seed,
        arguments.rows,
        arguments.table,
        arguments.way,
        arguments.page_size,
    ):
        counts = score.counts
        total.update(counts)
        print(
            f"{name:25s} {way:10s} there {counts['there']:5d} "
            f"found {counts['found']:5d} complete {counts['complete']:5d} "
            f"partial {counts['partial']:4d} wrong {counts['wrong']:3d} "
            f"live {counts['live']:3d} twice {counts['twice']:3d}"
        )
        if arguments.verbose:
            for line in score.wrong[:20] + [repr(row) for row in score.missed[:20]]:
                print(f"    {line[:300]:s}")
    print(
        f"found {total['found']:d} of {total['there']:d}, "
        f"{100 * total['found'] / max(total['there'], 1):.2f} %; "
        f"wrong {total['wrong']:d} of {total['complete'] + total['partial']:d}; "
        f"live {total['live']:d}, twice {total['twice']:d}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(Main())
