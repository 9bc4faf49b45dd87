"""Tests that no damage makes the recovery raise or take long.

The number of mutations is that of CI. More are tried with

    python -m tests.recovery.test_mutations COUNT [FIRST]
"""

import io
import random
import sys
import time

from cursor_plaso import database
from cursor_plaso import recovery
from tests.recovery import recovery_lib

_COUNT = 240

# The processor time of one database of 200 KB, for the run by hand.
_MAXIMUM_SECONDS = 5

_KEYLESS = "CREATE TABLE keyless (id INTEGER PRIMARY KEY, c0, c1 TEXT, c2 REAL)"


def _CreateSources():
    """Creates the databases that are damaged.

    Returns:
      list[tuple[bytes, bytes]]: database files and logs.
    """
    sources = []
    for page_size, auto_vacuum, encoding in (
        (1024, 0, "UTF-8"),
        (512, 2, "UTF-8"),
        (4096, 0, "UTF-16le"),
    ):
        with recovery_lib.Create(
            page_size,
            auto_vacuum=auto_vacuum,
            encoding=encoding,
            schema=recovery_lib.SCHEMA + (_KEYLESS,),
        ) as connection:
            bubbles = recovery_lib.AddBubbles(connection, 60, 300)
            bubbles.update(recovery_lib.AddBubbles(connection, 12, 9000, seed=2))
            for number in range(40):
                connection.execute(
                    "INSERT INTO ItemTable VALUES (?, ?)",
                    (f"item.{number:d}", "v" * number),
                )
                connection.execute(
                    "INSERT INTO keyless VALUES (NULL, ?, ?, ?)",
                    (number, "text " * number, number / 3),
                )
            recovery_lib.Checkpoint(connection)
            recovery_lib.Delete(connection, list(bubbles)[::3])
            connection.execute("DELETE FROM ItemTable WHERE rowid % 2")
            connection.execute("DELETE FROM keyless WHERE id % 3 = 0")
            connection.execute("PRAGMA wal_checkpoint(FULL)").fetchone()
            recovery_lib.Delete(connection, list(bubbles)[1::3])
            recovery_lib.AddBubbles(connection, 4, 3000, seed=3)
            sources.append(recovery_lib.ReadFiles(connection))
            recovery_lib.Checkpoint(connection)
            sources.append(recovery_lib.ReadFiles(connection))
    return sources


def _Mutate(sources, number):
    """Damages a database.

    Args:
      sources (list[tuple[bytes, bytes]]): database files and logs.
      number (int): number of the mutation.

    Returns:
      tuple[bytes, bytes]: database file and log.
    """
    generator = random.Random(number)
    contents = [bytearray(data) for data in generator.choice(sources)]
    for data, start in zip(contents, (100 if number % 3 else 16, 0)):
        if len(data) <= start:
            continue
        for _ in range(generator.choice((1, 5, 50, 500, 3000))):
            offset = generator.randrange(start, len(data))
            way = generator.random()
            if way < 0.25:
                # The header of a page, and the first of its cell pointers.
                offset = max(offset // 512 * 512 + generator.randrange(16), start)
            if offset < len(data):
                data[offset] = generator.choice(
                    (generator.randrange(256), 0, 1, 2, 5, 10, 13, 127, 128, 255)
                )
        if generator.random() < 0.2:
            del data[generator.randrange(start, len(data)) :]
    return bytes(contents[0]), bytes(contents[1])


def _Recover(contents):
    """Recovers what a damaged database holds.

    Args:
      contents (tuple[bytes, bytes]): database file and log.

    Returns:
      int: number of rows.
    """
    data, log = contents
    count = 0
    try:
        test_database = database.Database(
            io.BytesIO(data), wal_file_object=io.BytesIO(log) if log else None
        )
    except database.NotADatabaseError:
        return count
    reader = recovery.RecoveryReader(
        test_database, recovery_lib.TABLE_NAMES + ("keyless",), None
    )
    for row in reader.ReadRows():
        count += 1
        assert row.location and row.completeness
        assert row.complete == (row.completeness == "complete")
        assert len(row.values) <= len(row.columns)
        assert isinstance(row.key, (str, type(None)))
    return count


def testMutations():
    """Damage costs rows, never more."""
    sources = _CreateSources()

    counts = [_Recover(_Mutate(sources, number)) for number in range(_COUNT)]
    assert sum(count > 0 for count in counts) > _COUNT // 2


def Main():
    """Tries many mutations.

    Returns:
      int: exit code.
    """
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    sources = _CreateSources()
    total = slow = 0
    for number in range(first, first + int(sys.argv[1])):
        start_time = time.process_time()
        total += _Recover(_Mutate(sources, number))
        seconds = time.process_time() - start_time
        if seconds > _MAXIMUM_SECONDS:
            slow += 1
            print(f"mutation {number:d}: {seconds:.1f} s")
    print(f"{total:d} rows, {slow:d} took more than {_MAXIMUM_SECONDS:d} s")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(Main())
