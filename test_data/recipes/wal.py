"""Stores whose -wal file matters, and copies older than the store.

Each case is a directory with state.vscdb and what stands beside it.
"""

import os
import shutil
import struct

from tests import evidence

START_MILLISECONDS = 1792700000000  # 2026-10-22T20:13:20Z

# A row of a kind that no version had that the format documents tell of.
_FUTURE_ROW = ("futureFeature:wal-doomed", {"state": "as it was"})


def Write(directory):
    """Writes the cases.

    Args:
      directory (str): path of the directory test_data.
    """
    wal_directory = os.path.join(directory, "wal")

    for name, function in (
        ("pending", _WritePending),
        ("bad_checksum", _WriteBadChecksum),
        ("foreign_salts", _WriteForeignSalts),
        ("half_frame", _WriteHalfFrame),
        ("uncommitted", _WriteUncommitted),
        ("restarted", _WriteRestarted),
        ("checkpointed", _WriteCheckpointed),
        ("wal_only", _WriteWALOnly),
        ("empty_wal", _WriteEmptyWAL),
        ("not_a_wal", _WriteNotAWAL),
        ("auto_vacuum", _WriteAutoVacuum),
    ):
        function(os.path.join(wal_directory, name, "state.vscdb"))

    _WriteBackup(os.path.join(directory, "backup", "state.vscdb"))


def _MakeKept():
    """Makes the conversation that no change touches.

    Returns:
      Conversation: conversation.
    """
    kept = evidence.Conversation("wal-kept", START_MILLISECONDS)
    kept.AddUser("kept question")
    kept.AddAssistant("kept answer")
    return kept


def _MakeDoomed():
    """Makes the conversation that the WAL deletes.

    Returns:
      Conversation: conversation.
    """
    doomed = evidence.Conversation("wal-doomed", START_MILLISECONDS + 100000)
    doomed.AddUser("doomed question")
    doomed.AddThinking("doomed thought " + "long " * 1200)
    doomed.AddTool("read_file_v2", {"targetFile": "doomed.py"}, {"contents": "doomed"})
    doomed.AddAssistant("doomed answer")
    return doomed


def _MakeNew():
    """Makes the conversation that only the WAL has.

    Returns:
      Conversation: conversation.
    """
    new = evidence.Conversation("wal-new", START_MILLISECONDS + 200000)
    new.AddUser("new question")
    new.AddAssistant("new answer")
    return new


def WriteBase(path, auto_vacuum=0, page_size=1024):
    """Writes the store as it was at the last checkpoint.

    Args:
      path (str): path of the database.
      auto_vacuum (Optional[int]): auto_vacuum of the database.
      page_size (Optional[int]): page size of the database in bytes.
    """
    kept = _MakeKept()
    doomed = _MakeDoomed()
    evidence.WriteStateDatabase(
        path,
        kept.GetRows(chunk_size=100, name="Kept")
        + doomed.GetRows(chunk_size=100, name="Doomed"),
        [kept.GetHeaderRow(name="Kept"), doomed.GetHeaderRow(name="Doomed")],
        auto_vacuum=auto_vacuum,
        page_size=page_size,
    )


def ChangeStore(connection):
    """Makes the changes of the WAL: an edit, a delete and a new conversation.

    Args:
      connection (sqlite3.Connection): connection.
    """
    # The edited prompt keeps its key; its old text is only in the base database.
    evidence.InsertRows(
        connection,
        [
            evidence.MakeUserBubble(
                "wal-kept", "u1", "kept question, edited", created=START_MILLISECONDS
            )
        ],
    )
    DeleteConversation(connection, "wal-doomed", deleted=START_MILLISECONDS + 500000)
    new = _MakeNew()
    evidence.InsertRows(connection, new.GetRows(chunk_size=100, name="New"))
    evidence.InsertComposerHeaders(connection, [new.GetHeaderRow(name="New")])


def DeleteConversation(connection, composer_identifier, deleted):
    """Deletes a conversation as the editor window does: rows only, the header stays.

    Args:
      connection (sqlite3.Connection): connection.
      composer_identifier (str): identifier of the composer.
      deleted (int): time of the delete in milliseconds since the epoch.
    """
    connection.execute("BEGIN")
    for family in ("bubbleId", "checkpointId", "composerConvHeaders", "ofsContent"):
        connection.execute(
            "DELETE FROM cursorDiskKV WHERE key >= ? AND key < ?",
            (
                f"{family:s}:{composer_identifier:s}:",
                f"{family:s}:{composer_identifier:s};",
            ),
        )
    for family in ("composerData", "composerRootWriterDiagnostic"):
        connection.execute(
            "DELETE FROM cursorDiskKV WHERE key = ?",
            (f"{family:s}:{composer_identifier:s}",),
        )
    connection.execute("COMMIT")

    row = connection.execute(
        "SELECT createdAt, workspaceId, value FROM composerHeaders "
        "WHERE composerId = ?",
        (composer_identifier,),
    ).fetchone()
    header = evidence.MakeComposerHeader(
        composer_identifier,
        createdAt=row[0],
        workspaceId=row[1],
        lastUpdatedAt=deleted,
        isArchived=1,
    )
    evidence.InsertComposerHeaders(connection, [header])


def _WritePending(path, page_size=4096):
    """Writes a store with a WAL of several transactions over a base.

    Args:
      path (str): path of the database.
      page_size (Optional[int]): page size of the database in bytes.
    """
    WriteBase(path, page_size=page_size)
    with evidence.PendingWAL(path) as connection:
        ChangeStore(connection)


def _WriteBadChecksum(path):
    """Writes the same with a wrong checksum in the third frame from the end.

    SQLite stops before it: the transactions of the frames after it do not count.

    Args:
      path (str): path of the database.
    """
    _WritePending(path, page_size=1024)
    frames = evidence.ReadWALFrames(f"{path:s}-wal")
    offset = frames[-3][0]
    evidence.PatchFile(f"{path:s}-wal", offset + 16, b"\xde\xad\xbe\xef")


def _WriteForeignSalts(path):
    """Writes the same with a WAL of another database: its salts are not the header's.

    Args:
      path (str): path of the database.
    """
    _WritePending(path, page_size=1024)
    for offset, _, _ in evidence.ReadWALFrames(f"{path:s}-wal"):
        evidence.PatchFile(f"{path:s}-wal", offset + 8, struct.pack(">II", 1, 2))


def _WriteHalfFrame(path):
    """Writes the same with a WAL that ends in the middle of its last frame.

    Args:
      path (str): path of the database.
    """
    _WritePending(path, page_size=1024)
    with open(f"{path:s}-wal", "r+b") as file_object:
        file_object.seek(0, 2)
        file_object.truncate(file_object.tell() - 600)


def _WriteUncommitted(path):
    """Writes a store whose WAL ends with a transaction that was never committed.

    Args:
      path (str): path of the database.
    """
    WriteBase(path)
    with evidence.PendingWAL(path) as connection:
        ChangeStore(connection)
        connection.execute("PRAGMA cache_size=4")
        connection.execute("BEGIN")
        for number in range(12):
            key, value = evidence.MakeAssistantBubble(
                "wal-uncommitted",
                f"a1/s:{number:d}",
                f"uncommitted {number:d} " + "y" * 3500,
                created=START_MILLISECONDS + 600000,
            )
            connection.execute(
                "INSERT INTO cursorDiskKV VALUES (?, ?)",
                (key, evidence.DumpJSON(value)),
            )
        connection.execute("SELECT count(*) FROM cursorDiskKV").fetchone()


def _WriteRestarted(path):
    """Writes a store whose WAL was started anew: its tail has older salts.

    Args:
      path (str): path of the database.
    """
    WriteBase(path)
    with evidence.PendingWAL(path) as connection:
        ChangeStore(connection)
        connection.execute("PRAGMA wal_checkpoint(RESTART)").fetchall()
        evidence.InsertRows(
            connection,
            [
                evidence.MakeDraft("wal-after", "written after the restart"),
                evidence.MakeComposer("wal-after", status="none"),
            ],
        )


def _WriteCheckpointed(path):
    """Writes a store whose whole WAL is checkpointed and still there.

    Args:
      path (str): path of the database.
    """
    WriteBase(path)
    with evidence.PendingWAL(path) as connection:
        ChangeStore(connection)
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()


def _WriteWALOnly(path):
    """Writes a store that was never checkpointed: its tables are only in the WAL.

    Args:
      path (str): path of the database.
    """
    os.makedirs(os.path.dirname(path), exist_ok=True)
    for suffix in ("", "-wal", "-shm"):
        if os.path.exists(f"{path:s}{suffix:s}"):
            os.remove(f"{path:s}{suffix:s}")
    with evidence.PendingWAL(path, page_size=1024) as connection:
        evidence.CreateStateTables(connection)
        new = _MakeNew()
        evidence.InsertRows(connection, new.GetRows(chunk_size=100, name="New"))
        evidence.InsertComposerHeaders(connection, [new.GetHeaderRow(name="New")])


def _WriteEmptyWAL(path):
    """Writes a store beside which stands an empty -wal file.

    Args:
      path (str): path of the database.
    """
    WriteBase(path)
    evidence.WriteFile(f"{path:s}-wal", b"")


def _WriteNotAWAL(path):
    """Writes a store beside which stands a -wal file that is none.

    Args:
      path (str): path of the database.
    """
    WriteBase(path)
    evidence.WriteFile(f"{path:s}-wal", b"this is not a write-ahead log\n" * 200)


def _WriteAutoVacuum(path):
    """Writes the pending case on a database with pointer-map pages.

    Args:
      path (str): path of the database.
    """
    WriteBase(path, auto_vacuum=2)
    with evidence.PendingWAL(path) as connection:
        ChangeStore(connection)


def _WriteBackup(path):
    """Writes a store and its .backup, which is older.

    The backup still has a conversation and a row of no known kind that the store has
    lost, and an older text of a prompt that the store has edited.

    Args:
      path (str): path of the database.
    """
    WriteBase(path)
    with evidence.EditDatabase(path) as connection:
        evidence.InsertRows(connection, [_FUTURE_ROW])
    shutil.copyfile(path, f"{path:s}.backup")
    with evidence.EditDatabase(path) as connection:
        ChangeStore(connection)
        connection.execute("DELETE FROM cursorDiskKV WHERE key = ?", (_FUTURE_ROW[0],))
        connection.execute("VACUUM")
