"""Scenarios of deletion, and how much of what survives them is recovered.

    python -m tests.benchmarks.recovery_scenarios --seed N [--small] [NAME ...]

makes the database of each scenario from one seed, finds what physically survives
(recovery_limit.py), recovers what it can (cursor_plaso.recovery) and prints the figures
of both. The scenarios are those of recovery.md B.3.
"""

import argparse
import collections
import os
import shutil
import sqlite3
import sys
import tempfile
import time

from cursor_plaso import database as cursor_database
from cursor_plaso import recovery
from cursor_plaso.recovery import rows
from tests.benchmarks import recovery_limit
from tests.benchmarks import recovery_store

TABLE_NAMES = ("cursorDiskKV", "ItemTable", "composerHeaders")

_MINIMUM_PREFIX_SIZE = 16


class Scale:
    """How large the databases are.

    Attributes:
      bubbles (int): number of bubbles of a conversation.
      conversations (int): number of conversations that the base of a scenario has.
      deletions (int): number of conversations that are deleted.
      rows (int): number of small rows that are deleted.
      turns (int): number of turns that are written later.
    """

    def __init__(self, is_small):
        """Initializes a scale.

        Args:
          is_small (bool): True for databases of 3 to 6 MB.
        """
        super().__init__()
        self.bubbles = 24 if is_small else 40
        self.conversations = 14 if is_small else 60
        self.deletions = 4 if is_small else 8
        self.rows = 120 if is_small else 400
        self.turns = 5 if is_small else 10


class Scenarios:
    """Maker of the databases of the scenarios.

    Attributes:
      directory (str): directory that the databases are in.
      scale (Scale): how large they are.
    """

    def __init__(self, directory, seed, is_small=False):
        """Initializes a maker.

        Args:
          directory (str): directory that the databases are in.
          seed (int): seed of the source of chance.
          is_small (Optional[bool]): True for databases of 3 to 6 MB.
        """
        super().__init__()
        self._bases = {}
        self._seed = seed
        self.directory = directory
        self.scale = Scale(is_small)

    def _GetBase(self, auto_vacuum=0, together=2):
        """Retrieves a closed store that scenarios go on from.

        Args:
          auto_vacuum (Optional[int]): 0 for none, 2 for incremental.
          together (Optional[int]): number of conversations that are written at the same
              time.

        Returns:
          recovery_store.Store: store.
        """
        key = (auto_vacuum, together)
        if key not in self._bases:
            path = os.path.join(self.directory, f"base_{auto_vacuum:d}_{together:d}.db")
            store = recovery_store.Store(path, seed=self._seed, auto_vacuum=auto_vacuum)

            def DeleteOld(count):
                # Users delete now and then.
                if count % 10 == 0 and len(store.finished) > 6:
                    index = store.generator.randrange(len(store.finished) - 3)
                    store.DeleteConversation(
                        store.finished.pop(index),
                        way=store.generator.choice(("batch", "rows")),
                        reason=recovery_store.DELETED_EARLIER,
                    )

            store.WriteConversations(
                self.scale.conversations,
                together=together,
                bubble_count=self.scale.bubbles,
                on_finished=DeleteOld,
            )
            store.Close()
            self._bases[key] = store
        return self._bases[key]

    def _Open(self, name, auto_vacuum=0, together=2, **options):
        """Opens the store of a scenario.

        Args:
          name (str): name of the scenario.
          auto_vacuum (Optional[int]): 0 for none, 2 for incremental.
          together (Optional[int]): number of conversations that were written at the
              same time.
          options (dict[str, object]): further arguments of the store.

        Returns:
          recovery_store.Store: store.
        """
        return recovery_store.Store(
            os.path.join(self.directory, f"{name:s}.vscdb"),
            source=self._GetBase(auto_vacuum, together),
            **options,
        )

    def _Delete(self, store, way="batch", count=None):
        """Deletes conversations.

        Args:
          store (recovery_store.Store): store.
          way (Optional[str]): way to delete.
          count (Optional[int]): number of conversations.
        """
        candidates = store.finished[:-2]
        count = min(count or self.scale.deletions, len(candidates))
        for identifier in store.generator.sample(candidates, count):
            store.finished.remove(identifier)
            store.DeleteConversation(identifier, way=way)

    def _WriteTurns(self, store, count):
        """Writes turns of a new conversation.

        Args:
          store (recovery_store.Store): store.
          count (int): number of turns.

        Returns:
          str: identifier of the conversation.
        """
        identifier = store.BeginConversation(1 << 20)
        for _ in range(count):
            store.WriteTurn(identifier)
        return identifier

    def _Reuse(self, name, share):
        """Deletes, and then uses a share of the freed pages again.

        Args:
          name (str): name of the scenario.
          share (float): share of the pages, or more than 1 to go on after that.

        Returns:
          recovery_store.Store: closed store.
        """
        store = self._Open(name)
        self._Delete(store)
        identifier = store.BeginConversation(1 << 20)
        free_count = store.CountFreePages()
        while store.CountFreePages() > max(free_count * (1 - share), 8):
            store.WriteTurn(identifier)
        if share > 1:
            for _ in range(self.scale.turns * 10):
                store.WriteTurn(identifier)
        store.Close()
        return store

    def MakeBatch(self, name):
        """Deletes conversations, each in a transaction."""
        store = self._Open(name)
        self._Delete(store)
        store.Close()
        return store

    def MakeRows(self, name):
        """Deletes conversations row by row."""
        store = self._Open(name)
        self._Delete(store, way="rows")
        store.Close()
        return store

    def MakeLike(self, name):
        """Deletes conversations by patterns."""
        store = self._Open(name)
        self._Delete(store, way="like")
        store.Close()
        return store

    def MakeReuse10(self, name):
        """Uses a tenth of the freed pages again."""
        return self._Reuse(name, 0.1)

    def MakeReuse50(self, name):
        """Uses half of the freed pages again."""
        return self._Reuse(name, 0.5)

    def MakeReuse100(self, name):
        """Uses all of the freed pages again, and goes on."""
        return self._Reuse(name, 2)

    def MakeScattered(self, name):
        """Deletes bubbles of conversations that were written at the same time."""
        store = self._Open(name, together=8)
        for identifier in store.generator.sample(
            store.finished[:-2], min(self.scale.deletions, len(store.finished) - 2)
        ):
            store.finished.remove(identifier)
            store.DeleteRows(
                [
                    key
                    for key in store.keys[identifier]
                    if key.startswith("bubbleId:") and key in store.live
                ]
            )
        # A rewind drops the last bubbles of a conversation.
        for identifier in store.finished[: self.scale.deletions]:
            keys = [
                key
                for key in store.keys[identifier]
                if key.startswith("bubbleId:") and key in store.live
            ]
            store.DeleteRows(keys[-8:])
        store.Close()
        return store

    def MakeSmallRows(self, name):
        """Deletes some of many small rows, which leaves freeblocks."""
        store = self._Open(name, together=8)
        generator = store.generator
        identifier = recovery_store.CreateIdentifier(generator)
        keys = []
        for _ in range(3 * self.scale.rows):
            other = recovery_store.CreateIdentifier(generator)
            keys.append(f"bubbleId:{identifier:s}:{other:s}")
            store.Write("bubble", keys[-1], generator.randrange(10, 700))
        store.DeleteRows(generator.sample(keys, self.scale.rows))
        store.Close()
        return store

    def MakeSecureDelete(self, name):
        """Deletes with secure_delete."""
        store = self._Open(name, secure_delete="ON")
        self._Delete(store)
        store.Close()
        return store

    def MakeSecureDeleteFast(self, name):
        """Deletes with secure_delete where that costs nothing."""
        store = self._Open(name, secure_delete="FAST")
        self._Delete(store)
        store.Close()
        return store

    def MakeAutoVacuumNone(self, name):
        """Deletes with auto_vacuum, without a vacuum after it."""
        store = self._Open(name, auto_vacuum=2)
        self._Delete(store)
        store.Close()
        return store

    def MakeAutoVacuumSome(self, name):
        """Deletes with auto_vacuum, and frees a part of the pages."""
        store = self._Open(name, auto_vacuum=2)
        self._Delete(store)
        count = min(500, store.CountFreePages() // 3)
        # A single statement would free a single page.
        store.connection.executescript(f"PRAGMA incremental_vacuum({count:d})")
        store.Close()
        return store

    def MakeAutoVacuumAll(self, name):
        """Deletes with auto_vacuum, and frees all pages."""
        store = self._Open(name, auto_vacuum=2)
        self._Delete(store)
        store.connection.executescript("PRAGMA incremental_vacuum")
        if store.CountFreePages():
            raise RuntimeError("the vacuum did not free all pages")
        store.Close()
        return store

    def MakeVacuum(self, name):
        """Deletes and vacuums."""
        store = self._Open(name)
        self._Delete(store)
        store.connection.execute("VACUUM")
        store.Close()
        return store

    def MakeLogPending(self, name):
        """Leaves a log that has the deletion."""
        store = self._Open(name, automatic_checkpoint=0)
        self._Delete(store)
        self._WriteTurns(store, self.scale.turns)
        store.Abandon()
        return store

    def MakeLogAutomatic(self, name):
        """Deletes now and then, while SQLite checkpoints by itself."""
        store = self._Open(name)

        def DeleteOne(unused_count):
            self._Delete(store, way=store.generator.choice(("batch", "rows")), count=1)

        store.WriteConversations(
            self.scale.deletions, bubble_count=self.scale.bubbles, on_finished=DeleteOne
        )
        store.Abandon()
        return store

    def MakeLogCheckpointed(self, name):
        """Leaves a log that is checkpointed and not reset."""
        store = self._Open(name, automatic_checkpoint=0)
        self._Delete(store)
        self._WriteTurns(store, self.scale.turns)
        store.connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        store.Abandon()
        return store

    def MakeLogRestarted(self, name):
        """Leaves a log that was restarted over frames of its last generation."""
        store = self._Open(name, automatic_checkpoint=0)
        self._WriteTurns(store, self.scale.turns * 2)
        self._Delete(store, way="rows")
        self._WriteTurns(store, self.scale.turns * 2)
        store.connection.execute("PRAGMA wal_checkpoint(FULL)").fetchone()
        self._WriteTurns(store, max(self.scale.turns // 4, 1))
        store.Abandon()
        return store

    def MakeUncommitted(self, name):
        """Leaves frames of a transaction that was not committed."""
        store = self._Open(name, automatic_checkpoint=0)
        self._WriteTurns(store, 3)
        store.connection.execute("PRAGMA cache_size = 20")
        identifier = recovery_store.CreateIdentifier(store.generator)
        store.connection.execute("BEGIN")
        written = []
        for _ in range(60):
            other = recovery_store.CreateIdentifier(store.generator)
            written.append(
                store.Write("bubble", f"bubbleId:{identifier:s}:{other:s}", 6000)
            )
        store.Abandon()
        for version in written:
            version.reason = recovery_store.UNCOMMITTED
            del store.live[version.key]
        return store

    def MakeLogTruncated(self, name):
        """Checkpoints and truncates the log."""
        store = self._Open(name, automatic_checkpoint=0)
        self._Delete(store)
        self._WriteTurns(store, self.scale.turns)
        store.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        store.Abandon()
        return store

    def MakeLogSecureDelete(self, name):
        """Deletes with secure_delete, and leaves a log that has the deletion."""
        store = self._Open(name, automatic_checkpoint=0, secure_delete="ON")
        identifier = self._WriteTurns(store, self.scale.turns * 2)
        store.FinishConversation(identifier)
        store.DeleteConversation(identifier, way="rows")
        store.Abandon()
        return store

    def MakeLogAutoVacuum(self, name):
        """Frees all pages of an auto_vacuum database, all of it in the log."""
        store = self._Open(name, auto_vacuum=2, automatic_checkpoint=0)
        self._Delete(store)
        store.connection.executescript("PRAGMA incremental_vacuum")
        store.Abandon()
        return store


SCENARIOS = {
    "batch": Scenarios.MakeBatch,
    "rows": Scenarios.MakeRows,
    "like": Scenarios.MakeLike,
    "reuse_10": Scenarios.MakeReuse10,
    "reuse_50": Scenarios.MakeReuse50,
    "reuse_100": Scenarios.MakeReuse100,
    "scattered": Scenarios.MakeScattered,
    "small_rows": Scenarios.MakeSmallRows,
    "secure_delete_on": Scenarios.MakeSecureDelete,
    "secure_delete_fast": Scenarios.MakeSecureDeleteFast,
    "auto_vacuum_none": Scenarios.MakeAutoVacuumNone,
    "auto_vacuum_some": Scenarios.MakeAutoVacuumSome,
    "auto_vacuum_all": Scenarios.MakeAutoVacuumAll,
    "vacuum": Scenarios.MakeVacuum,
    "log_pending": Scenarios.MakeLogPending,
    "log_automatic": Scenarios.MakeLogAutomatic,
    "log_checkpointed": Scenarios.MakeLogCheckpointed,
    "log_restarted": Scenarios.MakeLogRestarted,
    "log_uncommitted": Scenarios.MakeUncommitted,
    "log_truncated": Scenarios.MakeLogTruncated,
    "log_secure_delete": Scenarios.MakeLogSecureDelete,
    "log_auto_vacuum": Scenarios.MakeLogAutoVacuum,
}

# Scenarios in which the deletion is in the log alone.
PENDING_SCENARIOS = ("log_pending", "log_secure_delete", "log_auto_vacuum")

# Scenarios in which nothing that is told may be wrong.
STRICT_SCENARIOS = ("secure_delete_on", "vacuum")


class Score:
    """Counts of one or more scenarios.

    Attributes:
      counts (collections.Counter): counts by name.
      wrong (list[str]): descriptions of rows that are wrong.
    """

    def __init__(self):
        """Initializes a score."""
        super().__init__()
        self.counts = collections.Counter()
        self.wrong = []

    def Add(self, other):
        """Adds another score.

        Args:
          other (Score): score.
        """
        self.counts.update(other.counts)
        self.wrong.extend(other.wrong)

    def GetShare(self, part, whole):
        """Retrieves a share.

        Args:
          part (str): name of the count of the part.
          whole (str): name of the count of the whole.

        Returns:
          float: share, 1 if there is nothing.
        """
        if not self.counts[whole]:
            return 1.0
        return self.counts[part] / self.counts[whole]


def OpenDatabase(path):
    """Opens a database with its log.

    Args:
      path (str): path.

    Returns:
      tuple[database.Database, list[file]]: database and its files.
    """
    files = [open(path, "rb")]  # pylint: disable=consider-using-with
    if os.path.exists(f"{path:s}-wal"):
        files.append(open(f"{path:s}-wal", "rb"))
    return cursor_database.Database(*files), files


def ScoreStore(store, name):
    """Recovers the rows of a store and scores them.

    Args:
      store (recovery_store.Store): closed store.
      name (str): name of the scenario.

    Returns:
      Score: score.
    """
    score = Score()
    counts = score.counts
    dead = collections.defaultdict(list)
    for version in store.versions:
        if version.reason is not None:
            dead[version.key].append(version)

    database, files = OpenDatabase(store.path)
    reader = recovery.RecoveryReader(database, TABLE_NAMES, None)
    found = set()
    partly = set()
    known_keys = set()
    told = set()
    for row in reader.ReadRows():
        if row.table_name != "cursorDiskKV":
            # No other table loses a row.
            counts["complete"] += 1
            score.wrong.append(f"{name:s}: {row.table_name:s}, {row.location:s}")
            continue
        value = row.value
        known_keys.add(row.key)
        if (row.key, value) in told:
            score.wrong.append(f"{name:s}: twice {row.location:s}")
            counts["twice"] += 1
        told.add((row.key, value))
        live = store.live.get(row.key)
        if live is not None and live.CreateValue() == value:
            counts["live"] += 1
        matches = [
            version
            for version in dead[row.key]
            if _IsValue(version, value, row.complete)
        ]
        kind = "complete" if row.complete else "partial"
        counts[kind] += 1
        if matches and (row.complete or len(value) >= _MINIMUM_PREFIX_SIZE):
            counts[f"{kind:s} right"] += 1
        else:
            score.wrong.append(
                f"{name:s}: {kind:s} {row.location:s}, {row.completeness:s}"
            )
        for version in matches:
            (found if row.complete else partly).add(version.number)

    key_hashes = set(reader.GetKeyOnlyHashes())
    dead_hashes = {hash(key.encode("utf-8")) for key in dead if key not in store.live}
    counts["key only"] = len(key_hashes)
    counts["key only right"] = len(key_hashes & dead_hashes)
    for file_object in files:
        file_object.close()

    for survivor in recovery_limit.MeasureStore(store):
        version = survivor.version
        counts[f"{version.reason:s} rows"] += 1
        is_found = version.number in found
        if survivor.verdict == recovery_limit.LINKED:
            groups = list(survivor.places)
            if survivor.is_in_log:
                groups.append("log")
            groups.append(version.reason)
            for group in groups:
                counts[f"{group:s} linked"] += 1
                counts[f"{group:s} found"] += is_found
            if not is_found:
                score.wrong.append(
                    f"{name:s}: missed {version.reason:s} {version.key[:60]!r} in "
                    f"{', '.join(sorted(survivor.places))}"
                )
        elif survivor.verdict == recovery_limit.PARTIAL:
            counts["partial there"] += 1
            counts["partial found"] += version.number in partly or is_found
        if survivor.verdict not in (recovery_limit.NOTHING, recovery_limit.FRAGMENT):
            counts["keys there"] += 1
            counts["keys found"] += (
                version.key in known_keys
                or hash(version.key.encode("utf-8")) in key_hashes
            )
    counts["fragments"] = sum(reader.fragment_counts.values())
    return score


def _IsValue(version, value, is_complete):
    """Determines if a value is that of a version.

    Args:
      version (recovery_store.Version): version.
      value (str|bytes): value or the start of it.
      is_complete (bool): False if it is only the start.

    Returns:
      bool: True if it is.
    """
    other = version.CreateValue()
    if type(value) is not type(other):
        return False
    return value == other if is_complete else other.startswith(value)


def CompareStates(path):
    """Compares the rows that the log deletes or replaces with those SQL finds.

    Args:
      path (str): path of a database that has a log.

    Returns:
      tuple[set, set]: keys and rowids that the base has and the live state has not, as
          SQL finds them in copies, and as they were recovered.
    """
    with tempfile.TemporaryDirectory() as directory:
        base_path = os.path.join(directory, "base.db")
        live_path = os.path.join(directory, "live.db")
        shutil.copy(path, base_path)
        shutil.copy(path, live_path)
        shutil.copy(f"{path:s}-wal", f"{live_path:s}-wal")
        query = "SELECT key, rowid, value FROM cursorDiskKV"
        base = sqlite3.connect(f"file:{base_path:s}?immutable=1", uri=True)
        live = sqlite3.connect(live_path)
        expected = set(base.execute(query)) - set(live.execute(query))
        live_values = dict(live.execute("SELECT key, value FROM cursorDiskKV"))
        base.close()
        live.close()
    # A row that is written again with the same value says nothing new.
    expected = {row for row in expected if live_values.get(row[0]) != row[2]}

    database, files = OpenDatabase(path)
    recovered = set()
    for row in recovery.RecoveryReader(database, TABLE_NAMES, None).ReadRows():
        methods = [row.method] + [place.split(",")[0] for place in row.other_places]
        if row.complete and rows.METHOD_BASE_DATABASE in methods:
            recovered.add((row.key, row.rowid, row.value))
    for file_object in files:
        file_object.close()
    return expected, recovered


def RunScenarios(seed, is_small=False, names=None, directory=None):
    """Runs scenarios.

    Args:
      seed (int): seed of the source of chance.
      is_small (Optional[bool]): True for databases of 3 to 6 MB.
      names (Optional[list[str]]): names of scenarios, where None represents all.
      directory (Optional[str]): directory that the databases are in, where None
          represents a temporary one.

    Yields:
      tuple[str, recovery_store.Store, Score, float]: name of the scenario, closed
          store, score, and seconds that it took.
    """
    if directory is None:
        with tempfile.TemporaryDirectory() as temporary_directory:
            yield from RunScenarios(
                seed, is_small=is_small, names=names, directory=temporary_directory
            )
        return
    scenarios = Scenarios(directory, seed, is_small=is_small)
    for name in names or SCENARIOS:
        store = SCENARIOS[name](scenarios, name)
        start_time = time.perf_counter()
        score = ScoreStore(store, name)
        yield name, store, score, time.perf_counter() - start_time


def PrintFigures(score):
    """Prints the figures that have a floor.

    Args:
      score (Score): sum of the scores of the scenarios.
    """
    for title, part, whole in (
        ("recall, freelist page", "freelist found", "freelist linked"),
        ("recall, freeblock", "freeblock found", "freeblock linked"),
        ("recall, page slack", "slack found", "slack linked"),
        ("recall, log", "log found", "log linked"),
        ("recall, deleted", "deleted found", "deleted linked"),
        (
            "recall, deleted earlier",
            "deleted earlier found",
            "deleted earlier linked",
        ),
        ("recall, superseded", "replaced found", "replaced linked"),
        ("recall, uncommitted", "uncommitted found", "uncommitted linked"),
        ("recall, deletion pending in the log", "pending found", "pending linked"),
        ("partial rows found", "partial found", "partial there"),
        ("keys found", "keys found", "keys there"),
        ("precision, complete", "complete right", "complete"),
        ("precision, partial", "partial right", "partial"),
        ("precision, key only", "key only right", "key only"),
    ):
        print(
            f"{title:36s} {score.counts[part]:6d} of {score.counts[whole]:6d} "
            f"{100 * score.GetShare(part, whole):7.2f} %"
        )
    print(f"{'live rows told':36s} {score.counts['live']:6d}")
    print(f"{'rows told twice':36s} {score.counts['twice']:6d}")
    print(
        f"{'wrong, secure_delete ON and VACUUM':36s} {score.counts['strict wrong']:6d}"
    )


def SumScores(results):
    """Adds up the scores of scenarios.

    Args:
      results (iterable[tuple[str, Score]]): names and scores.

    Returns:
      Score: sum, which has the counts of the scenarios that have a floor of their own.
    """
    total = Score()
    for name, score in results:
        total.Add(score)
        if name in PENDING_SCENARIOS:
            total.counts["pending found"] += score.counts["deleted found"]
            total.counts["pending linked"] += score.counts["deleted linked"]
        if name in STRICT_SCENARIOS:
            total.counts["strict wrong"] += (
                score.counts["complete"] - score.counts["complete right"]
            )
    return total


def Main():
    """Runs the scenarios and prints their figures.

    Returns:
      int: exit code.
    """
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("names", nargs="*", choices=[[], *SCENARIOS], default=[])
    arguments = parser.parse_args()

    results = []
    print(
        f"{'scenario':20s} {'MB':>5s} {'dead':>6s} {'linked':>7s} {'found':>6s} "
        f"{'wrong':>6s} {'partial':>8s} {'wrong':>6s} {'keys':>5s} {'wrong':>6s} "
        f"{'diff':>6s} {'s':>6s}"
    )
    for name, store, score, seconds in RunScenarios(
        arguments.seed, is_small=arguments.small, names=arguments.names
    ):
        counts = score.counts
        results.append((name, score))
        difference = "-"
        if os.path.exists(f"{store.path:s}-wal") and os.path.getsize(
            f"{store.path:s}-wal"
        ):
            expected, recovered = CompareStates(store.path)
            difference = "equal" if expected == recovered else "not"
        print(
            f"{name:20s} {os.path.getsize(store.path) / 1e6:5.1f} "
            f"{counts['deleted rows'] + counts['uncommitted rows']:6d} "
            f"{counts['deleted linked'] + counts['uncommitted linked']:7d} "
            f"{counts['deleted found'] + counts['uncommitted found']:6d} "
            f"{counts['complete'] - counts['complete right']:6d} "
            f"{counts['partial']:8d} "
            f"{counts['partial'] - counts['partial right']:6d} "
            f"{counts['key only']:5d} "
            f"{counts['key only'] - counts['key only right']:6d} "
            f"{difference:>6s} {seconds:6.1f}",
            flush=True,
        )
        if arguments.verbose:
            for description in score.wrong:
                print(f"    {description:s}")
    print()
    PrintFigures(SumScores(results))
    return 0


if __name__ == "__main__":
    sys.exit(Main())
