"""Databases with rollback journals for tests, made by sqlite3 or byte by byte.

What sqlite3 makes is compared with what sqlite3 reads from copies of both files. A
journal that is built here does not depend on the code that it tests.
"""

import contextlib
import io
import os
import random
import sqlite3
import struct
import tempfile

from cursor_plaso import database
from cursor_plaso import producer
from tests import sqlite_lib
from tests.recovery import recovery_lib

MAGIC = bytes.fromhex("d9d505f920a163d7")

TABLE = "cursorDiskKV"

UNKNOWN_COUNT = 0xFFFFFFFF


@contextlib.contextmanager
def Create(page_size=1024, mode="DELETE", synchronous="FULL"):
    """Creates a database with a rollback journal and secure_delete off.

    Args:
      page_size (Optional[int]): page size.
      mode (Optional[str]): journal mode.
      synchronous (Optional[str]): FULL for a header each time that pages go to the
          file, OFF for one header that does not tell how many records follow.

    Yields:
      sqlite3.Connection: connection in autocommit mode.
    """
    with tempfile.TemporaryDirectory() as directory:
        connection = sqlite3.connect(
            os.path.join(directory, "state.vscdb"), isolation_level=None
        )
        execute = connection.execute
        execute(f"PRAGMA page_size = {page_size:d}")
        execute("PRAGMA secure_delete = OFF")
        assert execute("PRAGMA secure_delete").fetchone() == (0,)
        execute(f"PRAGMA synchronous = {synchronous:s}")
        found_mode = execute(f"PRAGMA journal_mode = {mode:s}").fetchone()
        assert found_mode == (mode.lower(),)
        for statement in recovery_lib.SCHEMA:
            execute(statement)
        try:
            yield connection
        finally:
            connection.close()


def ReadFiles(connection):
    """Reads the database file and its journal, as a crash would leave them.

    Args:
      connection (sqlite3.Connection): connection.

    Returns:
      tuple[bytes, bytes]: database file and journal.
    """
    _, _, path = connection.execute("PRAGMA database_list").fetchone()
    return sqlite_lib.ReadFile(path), sqlite_lib.ReadFile(f"{path:s}-journal")


def CreateHot(page_size=1024, synchronous="FULL", mode="DELETE"):
    """Creates a database whose last transaction was not committed.

    The transaction deletes every fifth of 60 small and 12 large bubbles and adds 40
    small and 6 large ones, with a page cache of 8 pages.

    Args:
      page_size (Optional[int]): page size.
      synchronous (Optional[str]): FULL or OFF.
      mode (Optional[str]): journal mode.

    Returns:
      tuple[tuple[bytes, bytes], dict[str, str], dict[str, str]]: database file and
          journal; committed and uncommitted values per key.
    """
    with Create(page_size, mode=mode, synchronous=synchronous) as connection:
        execute = connection.execute
        execute("BEGIN")
        bubbles = recovery_lib.AddBubbles(connection, 60, 300)
        bubbles.update(recovery_lib.AddBubbles(connection, 12, 9000, seed=2))
        execute("COMMIT")
        execute("PRAGMA cache_size = 8")
        execute("BEGIN")
        recovery_lib.Delete(connection, list(bubbles)[::5])
        added = recovery_lib.AddBubbles(connection, 40, 700, seed=3)
        added.update(recovery_lib.AddBubbles(connection, 6, 9000, seed=4))
        contents = ReadFiles(connection)
        execute("ROLLBACK")
    return contents, bubbles, added


def Open(data, journal=None, evidence_producer=None, has_file=None):
    """Opens a database in memory.

    Args:
      data (bytes): database.
      journal (Optional[bytes]): rollback journal.
      evidence_producer (Optional[CollectingProducer]): producer.
      has_file (Optional[function]): tells if there is a super-journal.

    Returns:
      tuple[Database, CollectingProducer]: database and producer.
    """
    evidence_producer = evidence_producer or producer.CollectingProducer()
    opened_database = database.Database(
        io.BytesIO(data),
        producer=evidence_producer,
        journal_file_object=None if journal is None else io.BytesIO(journal),
        has_file=has_file,
    )
    return opened_database, evidence_producer


def ReadSQLiteRows(data, journal, table=TABLE):
    """Reads the rows of a table with sqlite3 from copies.

    Args:
      data (bytes): database.
      journal (bytes): rollback journal or None.
      table (Optional[str]): name of the table.

    Returns:
      list[tuple[object]]: rowid and values, or None if SQLite can not read them.
    """
    with tempfile.TemporaryDirectory() as directory:
        path = os.path.join(directory, "copy.db")
        for suffix, content in (("", data), ("-journal", journal)):
            if content is not None:
                with open(f"{path:s}{suffix:s}", "wb") as file_object:
                    file_object.write(content)
        connection = sqlite3.connect(path)
        connection.text_factory = lambda text: text.decode("utf-8", "surrogateescape")
        try:
            return connection.execute(
                f"SELECT rowid, * FROM {table:s} ORDER BY rowid"
            ).fetchall()
        except sqlite3.DatabaseError:
            return None
        finally:
            connection.close()


def RollBack(data, journal):
    """Has sqlite3 roll back a copy of a database.

    Args:
      data (bytes): database.
      journal (bytes): rollback journal.

    Returns:
      bytes: database, without what is more than 16 MiB of it.
    """
    with tempfile.TemporaryDirectory() as directory:
        path = os.path.join(directory, "copy.db")
        for suffix, content in (("", data), ("-journal", journal)):
            with open(f"{path:s}{suffix:s}", "wb") as file_object:
                file_object.write(content)
        connection = sqlite3.connect(path)
        try:
            connection.execute("SELECT count(*) FROM sqlite_master").fetchall()
        except (sqlite3.DatabaseError, UnicodeDecodeError):
            # That comes after, where the pages make no sense.
            pass
        finally:
            connection.close()
        with open(path, "rb") as file_object:
            return file_object.read(16 * 1024 * 1024)


def BuildHeader(
    page_size,
    count,
    database_size,
    nonce=0x01020304,
    sector_size=512,
    magic=MAGIC,
):
    """Builds a header.

    Args:
      page_size (int): page size.
      count (int): number of records.
      database_size (int): number of pages before the transaction.
      nonce (Optional[int]): what checksums start with.
      sector_size (Optional[int]): size of the header.
      magic (Optional[bytes]): signature.

    Returns:
      bytes: header.
    """
    header = magic + struct.pack(
        ">5I", count, nonce, database_size, sector_size, page_size
    )
    return header.ljust(sector_size, b"\x00")


def BuildRecord(page_number, page, nonce=0x01020304):
    """Builds a record.

    Args:
      page_number (int): page number.
      page (bytes): page.
      nonce (Optional[int]): what the checksum starts with.

    Returns:
      bytes: record.
    """
    checksum = nonce
    offset = len(page) - 200
    while offset > 0:
        checksum += page[offset]
        offset -= 200
    return struct.pack(">I", page_number) + page + struct.pack(">I", checksum % 2**32)


def Mutate(journal, number):
    """Damages a journal.

    Args:
      journal (bytes): journal.
      number (int): number of the mutation.

    Returns:
      bytes: journal.
    """
    generator = random.Random(number)
    data = bytearray(journal)
    for _ in range(generator.choice((1, 1, 2, 5, 40, 400))):
        offset = generator.randrange(len(data))
        if generator.random() < 0.4:
            # A header, and the number of the first page.
            offset = offset // 512 * 512 + generator.randrange(32)
        if offset < len(data):
            data[offset] = generator.choice((generator.randrange(256), 0, 1, 2, 255))
    way = generator.random()
    if way < 0.2:
        del data[generator.randrange(len(data)) :]
    elif way < 0.3:
        data[:28] = bytes(28)
    elif way < 0.4:
        start = generator.randrange(len(data))
        data[start:start] = data[: generator.randrange(len(data))]
    return bytes(data)
