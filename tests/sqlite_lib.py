"""SQLite databases for tests: making them, damaging them, reading them with sqlite3.

The databases are made by sqlite3 and compared with what sqlite3 reads from a copy. A
write-ahead log can also be made here, byte by byte, so that a test does not depend on
the code that it tests.
"""

import contextlib
import importlib
import importlib.util
import io
import os
import random
import shutil
import sqlite3
import struct
import tempfile

from cursor_plaso import database
from cursor_plaso import producer

WAL_SALTS = (0x01020304, 0x0A0B0C0D)


class FaultyFile(io.BytesIO):
    """File whose reads fail where they touch a range of offsets.

    Attributes:
      fault_end (int): offset where the range ends.
      fault_start (int): offset where the range starts.
    """

    def __init__(self, data, fault_start, fault_end):
        """Initializes a file.

        Args:
          data (bytes): content.
          fault_start (int): offset where the range starts.
          fault_end (int): offset where the range ends.
        """
        super().__init__(data)
        self.fault_end = fault_end
        self.fault_start = fault_start

    def read(self, size=-1):
        """Reads from the file.

        Args:
          size (Optional[int]): number of bytes.

        Returns:
          bytes: data.

        Raises:
          OSError: if the range is touched.
        """
        offset = self.tell()
        if offset < self.fault_end and offset + size > self.fault_start:
            raise OSError(f"no data at {self.fault_start:d}")
        return super().read(size)


def AddRows(connection, table, count, seed=1, size=400):
    """Adds rows of keys and values of exponentially distributed sizes.

    Args:
      connection (sqlite3.Connection): connection.
      table (str): name of the table.
      count (int): number of rows.
      seed (Optional[int]): seed.
      size (Optional[int]): mean size of a value.
    """
    generator = random.Random(seed)
    for index in range(count):
        text = "".join(generator.choice("abcdefgh ") for _ in range(32))
        length = int(generator.expovariate(1 / size))
        value = (text * (length // 32 + 1))[:length]
        if index % 3 == 0:
            value = value.encode("utf-8")
        key = f"bubbleId:{generator.getrandbits(64):016x}:{index:d}"
        connection.execute(f"INSERT INTO {table:s} VALUES (?, ?)", (key, value))


def BuildWal(
    page_size,
    frames,
    salts=WAL_SALTS,
    checkpoint_sequence=0,
    is_big_endian=False,
    old_frames=(),
):
    """Builds a write-ahead log.

    Args:
      page_size (int): page size.
      frames (list[tuple[int, int, bytes]]): page number, size of the database in pages
          for the last frame of a transaction or 0, and page.
      salts (Optional[tuple[int, int]]): salts.
      checkpoint_sequence (Optional[int]): number of restarts.
      is_big_endian (Optional[bool]): True for checksums of big-endian words.
      old_frames (Optional[list[bytes]]): whole frames that follow.

    Returns:
      bytes: write-ahead log.
    """
    byte_order = ">" if is_big_endian else "<"

    def AddChecksum(data, first, second):
        words = struct.unpack(f"{byte_order:s}{len(data) // 4:d}I", data)
        for index in range(0, len(words), 2):
            first = (first + words[index] + second) % 2**32
            second = (second + words[index + 1] + first) % 2**32
        return first, second

    header = struct.pack(
        ">6I",
        0x377F0683 if is_big_endian else 0x377F0682,
        3007000,
        page_size,
        checkpoint_sequence,
        *salts,
    )
    checksum = AddChecksum(header, 0, 0)
    parts = [header, struct.pack(">2I", *checksum)]
    for page_number, commit_size, page in frames:
        frame_header = struct.pack(">2I", page_number, commit_size)
        checksum = AddChecksum(frame_header, *checksum)
        checksum = AddChecksum(page, *checksum)
        parts.append(frame_header)
        parts.append(struct.pack(">4I", *salts, *checksum))
        parts.append(page)
    parts.extend(old_frames)
    return b"".join(parts)


def GetLibraries():
    """Retrieves the SQLite libraries that are at hand.

    Returns:
      list[module]: sqlite3, and apsw where it is installed.
    """
    libraries = [sqlite3]
    if importlib.util.find_spec("apsw"):
        libraries.append(importlib.import_module("apsw"))
    return libraries


def GetPages(data, page_size):
    """Splits a database into its pages.

    Args:
      data (bytes): database.
      page_size (int): page size.

    Returns:
      list[bytes]: pages.
    """
    return [data[index : index + page_size] for index in range(0, len(data), page_size)]


@contextlib.contextmanager
def MakeDatabase(page_size=4096, encoding="UTF-8", pragmas=(), statements=()):
    """Makes a database.

    Args:
      page_size (Optional[int]): page size.
      encoding (Optional[str]): encoding as the pragma has it.
      pragmas (Optional[list[str]]): pragmas before the first table.
      statements (Optional[list[str]]): statements to run.

    Yields:
      tuple[sqlite3.Connection, str]: connection in which every statement is its own
          transaction, and path.
    """
    with tempfile.TemporaryDirectory() as directory:
        path = os.path.join(directory, "test.db")
        connection = sqlite3.connect(path, isolation_level=None)
        try:
            connection.execute(f"PRAGMA page_size={page_size:d}")
            connection.execute(f"PRAGMA encoding='{encoding:s}'")
            connection.execute("PRAGMA secure_delete=OFF")
            connection.execute("PRAGMA synchronous=OFF")
            for pragma in pragmas:
                connection.execute(f"PRAGMA {pragma:s}").fetchall()
            for statement in statements:
                connection.execute(statement)
            yield connection, path
        finally:
            connection.close()


def Open(data, wal_data=None, evidence_producer=None):
    """Opens a database in memory.

    Args:
      data (bytes): database.
      wal_data (Optional[bytes]): write-ahead log.
      evidence_producer (Optional[CollectingProducer]): producer.

    Returns:
      tuple[Database, CollectingProducer]: database and producer.
    """
    evidence_producer = evidence_producer or producer.CollectingProducer()
    wal_file = None if wal_data is None else io.BytesIO(wal_data)
    return (
        database.Database(io.BytesIO(data), wal_file, producer=evidence_producer),
        evidence_producer,
    )


def ReadFile(path):
    """Reads a file.

    Args:
      path (str): path.

    Returns:
      bytes: content, empty if there is no such file.
    """
    if not os.path.exists(path):
        return b""
    with open(path, "rb") as file_object:
        return file_object.read()


def ReadRows(view, table):
    """Reads the rows of a table.

    Args:
      view (View): view.
      table (str): name of the table.

    Returns:
      list[tuple[object]]: rowid and values.
    """
    return [(row.rowid, *row.values) for row in view.ReadRows(table)]


def ReadSQLiteRows(data, table, wal_data=None, columns="rowid, *", order="rowid"):
    """Reads the rows of a table with sqlite3 from a copy.

    Args:
      data (bytes): database.
      table (str): name of the table.
      wal_data (Optional[bytes]): write-ahead log.
      columns (Optional[str]): what to select.
      order (Optional[str]): what to order by.

    Returns:
      list[tuple[object]]: rows, or None if SQLite can not read them.
    """
    with tempfile.TemporaryDirectory() as directory:
        path = os.path.join(directory, "copy.db")
        with open(path, "wb") as file_object:
            file_object.write(data)
        if wal_data is not None:
            with open(f"{path:s}-wal", "wb") as file_object:
                file_object.write(wal_data)
        connection = sqlite3.connect(path)
        connection.text_factory = lambda text: text.decode("utf-8", "surrogateescape")
        try:
            return connection.execute(
                f"SELECT {columns:s} FROM {table:s} ORDER BY {order:s}"
            ).fetchall()
        except sqlite3.DatabaseError:
            return None
        finally:
            connection.close()


def Snapshot(path):
    """Reads a database and its write-ahead log while a connection is open.

    Args:
      path (str): path of the database.

    Returns:
      tuple[bytes, bytes]: database and write-ahead log.
    """
    with tempfile.TemporaryDirectory() as directory:
        copy_path = os.path.join(directory, "copy.db")
        shutil.copyfile(path, copy_path)
        return ReadFile(copy_path), ReadFile(f"{path:s}-wal")
