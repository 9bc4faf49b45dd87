"""What recovery costs: time beside reading the file, and memory.

    python -m tests.benchmarks.recovery_speed [--conversations N] [PATH ...]

Without a path three databases are made: one with the mix of a real store, of which next
to nothing was deleted; one with as few free pages, but old versions of rows in the gaps
of its pages, 20 for each megabyte; and the same after conversations with about a fifth
of its pages were deleted. The time of the processor is measured, since that of the clock
tells more of what else the machine does.
"""

import argparse
import os
import resource
import sys
import tempfile
import time

from cursor_plaso import recovery
from tests.benchmarks import generator
from tests.benchmarks import recovery_scenarios
from tests.benchmarks import recovery_store

_READ_SIZE = 1024 * 1024

# What a conversation of the other databases takes.
_CONVERSATION_SIZE = 480_000


def CreateStores(directory, conversation_count, seed=1):
    """Creates the databases.

    Args:
      directory (str): directory that they are in.
      conversation_count (int): number of conversations.
      seed (Optional[int]): seed of the source of chance.

    Returns:
      list[str]: paths.
    """
    mixed_path = os.path.join(directory, "mixed.vscdb")
    generator.StateDatabaseGenerator(mixed_path, seed=seed).Generate(
        size=conversation_count * _CONVERSATION_SIZE
    )
    store = recovery_store.Store(os.path.join(directory, "full.vscdb"), seed=seed)
    store.WriteConversations(conversation_count)
    store.Close()
    deleted_store = recovery_store.Store(
        os.path.join(directory, "deleted.vscdb"), source=store
    )
    (page_count,) = deleted_store.connection.execute("PRAGMA page_count").fetchone()
    while deleted_store.CountFreePages() < page_count // 5:
        index = deleted_store.generator.randrange(len(deleted_store.finished))
        deleted_store.DeleteConversation(deleted_store.finished.pop(index))
    deleted_store.Close()
    return [mixed_path, store.path, deleted_store.path]


def Measure(path):
    """Measures the recovery of a database and prints what it took.

    Args:
      path (str): path.
    """
    read_times = []
    for _ in range(5):
        start_time = time.process_time()
        with open(path, "rb", buffering=0) as file_object:
            while file_object.read(_READ_SIZE):
                pass
        read_times.append(time.process_time() - start_time)
    read_time = sorted(read_times[1:])[1]

    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    times = []
    for _ in range(3):
        start_time = time.process_time()
        database, files = recovery_scenarios.OpenDatabase(path)
        reader = recovery.RecoveryReader(database, recovery_scenarios.TABLE_NAMES, None)
        row_count = sum(1 for _ in reader.ReadRows())
        times.append(time.process_time() - start_time)
        free_share = database.live.freelist_count / database.page_count
        for file_object in files:
            file_object.close()
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory
    size = os.path.getsize(path) / 1e6
    recovery_time = sorted(times)[1]
    print(
        f"{os.path.basename(path):16s} {size:7.1f} MB, {100 * free_share:4.1f} % free: "
        f"read {size / read_time:6.0f} MB/s, recover {size / recovery_time:5.0f} MB/s, "
        f"{recovery_time / read_time:5.1f} times; {row_count:d} rows, "
        f"{1e6 * recovery_time / max(row_count, 1):.0f} us a row; "
        f"{memory / 1024:.1f} MiB"
    )


def Main():
    """Measures databases.

    Returns:
      int: exit code.
    """
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--conversations", type=int, default=300)
    parser.add_argument("paths", nargs="*")
    arguments = parser.parse_args()
    if arguments.paths:
        for path in arguments.paths:
            Measure(path)
        return 0
    with tempfile.TemporaryDirectory() as directory:
        for path in CreateStores(directory, arguments.conversations):
            Measure(path)
    return 0


if __name__ == "__main__":
    sys.exit(Main())
