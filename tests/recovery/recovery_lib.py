"""Databases that rows were deleted from, for the tests of the recovery.

They are made by sqlite3 with secure_delete off, which the SQLite of most distributions
has on: with it nothing survives (recovery.md B.1). Create fails where that does not
help, so that no test passes for lack of remnants.
"""

import contextlib
import io
import os
import random
import sqlite3
import tempfile

from cursor_plaso import database
from cursor_plaso import recovery

COMPOSER_IDENTIFIER = "5d0f9a3e-1111-4222-8333-444455556666"

TABLE_NAMES = ("cursorDiskKV", "ItemTable", "composerHeaders")

SCHEMA = (
    "CREATE TABLE ItemTable (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)",
    "CREATE TABLE cursorDiskKV (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)",
    "CREATE TABLE composerHeaders (composerId TEXT PRIMARY KEY, workspaceId TEXT, "
    "createdAt INTEGER, lastUpdatedAt INTEGER, isArchived INTEGER, isSubagent INTEGER, "
    "recency INTEGER, checkpointAt INTEGER, value TEXT, subagentTypeName TEXT)",
)


@contextlib.contextmanager
def Create(
    page_size=1024, auto_vacuum=0, encoding="UTF-8", secure_delete="OFF", schema=SCHEMA
):
    """Creates a database that is in WAL mode and never checkpointed by itself.

    Args:
      page_size (Optional[int]): page size.
      auto_vacuum (Optional[int]): 0 for none, 2 for incremental.
      encoding (Optional[str]): encoding.
      secure_delete (Optional[str]): OFF, ON or FAST.
      schema (Optional[tuple[str, ...]]): statements that create the tables.

    Yields:
      sqlite3.Connection: connection in autocommit mode.
    """
    with tempfile.TemporaryDirectory() as directory:
        connection = sqlite3.connect(
            os.path.join(directory, "state.vscdb"), isolation_level=None
        )
        execute = connection.execute
        execute(f"PRAGMA page_size = {page_size:d}")
        execute(f"PRAGMA auto_vacuum = {auto_vacuum:d}")
        execute(f"PRAGMA encoding = '{encoding:s}'")
        execute("PRAGMA journal_mode = WAL")
        execute("PRAGMA wal_autocheckpoint = 0")
        execute(f"PRAGMA secure_delete = {secure_delete:s}")
        (mode,) = execute("PRAGMA secure_delete").fetchone()
        assert mode == ("OFF", "ON", "FAST").index(secure_delete)
        for statement in schema:
            execute(statement)
        try:
            yield connection
        finally:
            connection.close()


def Checkpoint(connection):
    """Copies the log to the database file and empties it.

    Args:
      connection (sqlite3.Connection): connection.
    """
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()


def GetIdentifier(generator):
    """Creates an identifier.

    Args:
      generator (random.Random): source of chance.

    Returns:
      str: UUID.
    """
    digits = f"{generator.getrandbits(128):032x}"
    return "-".join(
        (digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:])
    )


def AddBubbles(connection, count, size, seed=1):
    """Adds bubbles of one conversation.

    Args:
      connection (sqlite3.Connection): connection.
      count (int): number of bubbles.
      size (int): size of the text of a bubble.
      seed (Optional[int]): seed of the source of chance.

    Returns:
      dict[str, str]: value per key.
    """
    generator = random.Random(seed)
    bubbles = {}
    for number in range(count):
        key = f"bubbleId:{COMPOSER_IDENTIFIER:s}:{GetIdentifier(generator):s}"
        text = " ".join(f"{generator.getrandbits(20):x}" for _ in range(size // 6))
        bubbles[key] = f'{{"_v":3,"type":{number % 2 + 1:d},"text":"{text:s}"}}'
        connection.execute(
            "INSERT INTO cursorDiskKV VALUES (?, ?)", (key, bubbles[key])
        )
    return bubbles


def Delete(connection, keys):
    """Deletes rows of cursorDiskKV one by one.

    Args:
      connection (sqlite3.Connection): connection.
      keys (iterable[str]): keys.
    """
    for key in keys:
        connection.execute("DELETE FROM cursorDiskKV WHERE key = ?", (key,))


def ReadFiles(connection):
    """Reads the database file and its log, as a crash would leave them.

    Args:
      connection (sqlite3.Connection): connection.

    Returns:
      tuple[bytes, bytes]: database file and log.
    """
    _, _, path = connection.execute("PRAGMA database_list").fetchone()
    contents = []
    for suffix in ("", "-wal"):
        data = b""
        if os.path.exists(path + suffix):
            with open(path + suffix, "rb") as file_object:
                data = file_object.read()
        contents.append(data)
    return tuple(contents)


def CreateReader(
    contents, table_names=TABLE_NAMES, producer=None, mode=recovery.mode.MODE_ALL
):
    """Creates a reader of recovered rows.

    Args:
      contents (tuple[bytes, bytes]): database file and log.
      table_names (Optional[list[str]]): names of the tables.
      producer (Optional[BaseProducer]): producer.
      mode (Optional[str]): one of the MODE values.

    Returns:
      RecoveryReader: reader.
    """
    data, log = contents
    test_database = database.Database(
        io.BytesIO(data),
        wal_file_object=io.BytesIO(log) if log else None,
        producer=producer,
    )
    return recovery.RecoveryReader(test_database, table_names, producer, mode=mode)


def Recover(connection, **options):
    """Recovers rows.

    Args:
      connection (sqlite3.Connection): connection.
      options (dict[str, object]): further arguments of CreateReader.

    Returns:
      list[RecoveredRow]: recovered rows.
    """
    return list(CreateReader(ReadFiles(connection), **options).ReadRows())
