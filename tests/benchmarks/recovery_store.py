"""A store as Cursor keeps it, written step by step, with all that was ever in it.

Every row that is written is a version. Of a version only its number is kept: its value
follows from its number and key. The rows are those of state.vscdb: bubbles that are
written several times while they stream, header lists that grow with every turn,
checkpoints, content-addressed blobs, items, and header rows.

SQLite of most distributions is built with SECURE_DELETE and leaves nothing of what is
deleted; Cursor's is not. The connection says so, and refuses to go on if that does not
help (recovery.md B.1).
"""

import functools
import hashlib
import json
import os
import random
import shutil
import sqlite3

# Why a version is no longer live.
DELETED = "deleted"
DELETED_EARLIER = "deleted earlier"
REPLACED = "replaced"
UNCOMMITTED = "uncommitted"

SECURE_DELETE_MODES = {"OFF": 0, "ON": 1, "FAST": 2}

_WORDS = (
    "add agent array async await branch buffer build case change class code commit "
    "const context default delete diff edit else error event export file fix function "
    "git handler if import index input item key line list log map merge module name "
    "new node null object open output parse path query read remove request response "
    "result return row run schema search set shell size state step string table task "
    "test token tool tree type undo update user value view while window write"
).split()

_SEPARATORS = (" ", " ", " ", ", ", ". ", "(", ") ", " = ", ";\n", '"', ": ", "\\", "/")

_OTHER_WORDS = ("naïve", "größe", "запрос", "表の行", "😀", "ключ", "naïveté")

_SCHEMA = (
    "CREATE TABLE ItemTable (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)",
    "CREATE TABLE cursorDiskKV (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)",
    "CREATE TABLE composerHeaders (composerId TEXT PRIMARY KEY, workspaceId TEXT, "
    "createdAt INTEGER, lastUpdatedAt INTEGER, isArchived INTEGER, isSubagent INTEGER, "
    "recency INTEGER, checkpointAt INTEGER, value TEXT, subagentTypeName TEXT)",
    "CREATE INDEX composerHeadersByRecency ON composerHeaders (recency, composerId)",
)


class Version:
    """Version of a row.

    Attributes:
      kind (str): what the value is.
      key (str): key.
      number (int): number, from which the value follows.
      reason (str): why it is no longer live, or None if it is.
      size (int): size that the value is to have about.
    """

    __slots__ = ("kind", "key", "number", "reason", "size")

    def __init__(self, number, kind, key, size):
        """Initializes a version.

        Args:
          number (int): number.
          kind (str): what the value is.
          key (str): key.
          size (int): size that the value is to have about.
        """
        super().__init__()
        self.kind = kind
        self.key = key
        self.number = number
        self.reason = None
        self.size = size

    def CreateValue(self):
        """Creates the value.

        Returns:
          str|bytes: value.
        """
        return _CreateValue(self.kind, self.key, self.number, self.size)


class Store:
    """Store of one database file.

    Attributes:
      connection (sqlite3.Connection): connection, in autocommit mode.
      finished (list[str]): identifiers of the conversations that are finished.
      generator (random.Random): source of chance.
      keys (dict[str, list[str]]): keys per identifier of a conversation.
      live (dict[str, Version]): live version per key of cursorDiskKV.
      path (str): path of the database file.
      remaining (dict[str, int]): number of bubbles that are still to be written per
          identifier of a conversation.
      versions (list[Version]): all versions.
    """

    def __init__(
        self,
        path,
        seed=1,
        auto_vacuum=0,
        secure_delete="OFF",
        automatic_checkpoint=1000,
        page_size=4096,
        encoding="UTF-8",
        source=None,
    ):
        """Initializes a store.

        Args:
          path (str): path of the database file.
          seed (Optional[int]): seed of the source of chance.
          auto_vacuum (Optional[int]): 0 for none, 2 for incremental.
          secure_delete (Optional[str]): OFF, ON or FAST.
          automatic_checkpoint (Optional[int]): number of frames of the write-ahead log
              after which SQLite checkpoints, 0 for never.
          page_size (Optional[int]): page size.
          encoding (Optional[str]): encoding.
          source (Optional[Store]): closed store to go on from, a copy of which is made.

        Raises:
          RuntimeError: if SQLite would overwrite what is deleted.
        """
        super().__init__()
        self.path = path
        for suffix in ("", "-wal", "-shm"):
            if os.path.exists(path + suffix):
                os.remove(path + suffix)
        self.generator = random.Random(seed)
        self.finished = []
        self.keys = {}
        self.live = {}
        self.remaining = {}
        self.versions = []
        if source is not None:
            shutil.copy(source.path, path)
            self._CopyState(source)

        self.connection = sqlite3.connect(path, isolation_level=None)
        execute = self.connection.execute
        if source is None:
            execute(f"PRAGMA page_size = {page_size:d}")
            execute(f"PRAGMA auto_vacuum = {auto_vacuum:d}")
            execute(f"PRAGMA encoding = '{encoding:s}'")
        execute("PRAGMA journal_mode = WAL")
        execute("PRAGMA synchronous = OFF")
        execute(f"PRAGMA secure_delete = {secure_delete:s}")
        execute(f"PRAGMA wal_autocheckpoint = {automatic_checkpoint:d}")
        (mode,) = execute("PRAGMA secure_delete").fetchone()
        if mode != SECURE_DELETE_MODES[secure_delete]:
            raise RuntimeError("SQLite does not do without SECURE_DELETE")
        if source is None:
            execute("PRAGMA user_version = 1")
            for statement in _SCHEMA:
                execute(statement)
            for number in range(40):
                execute(
                    "INSERT INTO ItemTable VALUES (?, ?)",
                    (f"workbench.item.{number:d}", "x" * (number * 37 % 800)),
                )

    def _CopyState(self, source):
        """Copies what is known of another store.

        Args:
          source (Store): store.
        """
        self.generator.setstate(source.generator.getstate())
        self.finished = list(source.finished)
        self.keys = {name: list(keys) for name, keys in source.keys.items()}
        self.remaining = dict(source.remaining)
        for version in source.versions:
            copy = Version(version.number, version.kind, version.key, version.size)
            copy.reason = version.reason
            self.versions.append(copy)
            if copy.reason is None:
                self.live[copy.key] = copy

    def _GetSize(self, minimum, median, spread, maximum):
        """Retrieves a size by chance.

        Args:
          minimum (int): smallest size.
          median (float): logarithm of the median.
          spread (float): spread of the logarithm.
          maximum (int): largest size.

        Returns:
          int: size.
        """
        size = int(self.generator.lognormvariate(median, spread))
        return min(max(size, minimum), maximum)

    def Write(self, kind, key, size):
        """Writes a row of cursorDiskKV.

        Args:
          kind (str): what the value is.
          key (str): key.
          size (int): size that the value is to have about.

        Returns:
          Version: version.
        """
        version = Version(len(self.versions), kind, key, size)
        replaced = self.live.get(key)
        if replaced is not None:
            replaced.reason = REPLACED
        self.versions.append(version)
        self.live[key] = version
        self.connection.execute(
            "INSERT INTO cursorDiskKV VALUES (?, ?)", (key, version.CreateValue())
        )
        return version

    def BeginConversation(self, bubble_count):
        """Begins a conversation.

        Args:
          bubble_count (int): number of bubbles that it will have.

        Returns:
          str: identifier.
        """
        identifier = CreateIdentifier(self.generator)
        self.keys[identifier] = []
        self.remaining[identifier] = bubble_count
        return identifier

    def WriteTurn(self, identifier):
        """Writes a turn: a user bubble, bubbles that stream, and the header list.

        Args:
          identifier (str): identifier of the conversation.
        """
        generator = self.generator
        execute = self.connection.execute
        names = self.keys[identifier]
        key = f"bubbleId:{identifier:s}:{CreateIdentifier(generator):s}"
        names.append(key)
        execute("BEGIN")
        self.Write("bubble", key, self._GetSize(700, 7.2, 0.5, 6000))
        execute("COMMIT")
        self.remaining[identifier] -= 1

        base_key = f"bubbleId:{identifier:s}:{CreateIdentifier(generator):s}"
        for number in range(min(self.remaining[identifier], generator.randint(1, 3))):
            key = f"{base_key:s}/s:{number:d}"
            if generator.random() < 0.3:
                call = CreateIdentifier(generator)
                key = f"{base_key:s}/t:call-{call:s}-{number:d}\nfc_{call:s}_{number:d}"
            names.append(key)
            self.remaining[identifier] -= 1
            size = self._GetSize(800, 8.9, 0.7, 24000)
            part_count = generator.choice((1, 1, 2, 3))
            for part in range(1, part_count + 1):
                execute("BEGIN")
                self.Write("bubble", key, max(700, size * part // part_count))
                execute("COMMIT")

        execute("BEGIN")
        key = f"composerData:{identifier:s}"
        if key not in names:
            names.append(key)
        count = sum(name.startswith("bubbleId:") for name in names)
        self.Write("composer", key, 1500 + 180 * count)
        if generator.random() < 0.1:
            key = f"checkpointId:{identifier:s}:{CreateIdentifier(generator):s}"
            names.append(key)
            self.Write("checkpoint", key, self._GetSize(20000, 10.8, 0.6, 200000))
        if generator.random() < 0.15:
            size = self._GetSize(3000, 10.0, 1.0, 150000)
            kind = generator.choice(("blob", "binary"))
            digest = hashlib.sha256(str(generator.random()).encode("ascii"))
            key = f"agentKv:blob:{digest.hexdigest():s}"
            self.Write(kind, key, size)
        execute("COMMIT")
        if self.remaining[identifier] <= 0:
            self.FinishConversation(identifier)

    def FinishConversation(self, identifier):
        """Finishes a conversation: writes its header row.

        Args:
          identifier (str): identifier of the conversation.
        """
        self.remaining[identifier] = 0
        value = json.dumps({"composerId": identifier, "type": "head", "name": "talk"})
        self.connection.execute(
            "INSERT OR REPLACE INTO composerHeaders VALUES (?,?,?,?,?,?,?,?,?,?)",
            (identifier, "0123456789abcdef", 1, 2, 0, 0, 2, None, value, None),
        )
        self.finished.append(identifier)

    def WriteConversations(self, count, together=2, bubble_count=40, on_finished=None):
        """Writes conversations, some at the same time.

        Args:
          count (int): number of conversations.
          together (Optional[int]): number of conversations that are written at the same
              time.
          bubble_count (Optional[int]): number of bubbles of a conversation.
          on_finished (Optional[function]): called with the number of conversations that
              are finished.
        """
        active = []
        begun = finished = 0
        while finished < count:
            while len(active) < together and begun < count:
                active.append(self.BeginConversation(bubble_count))
                begun += 1
            identifier = self.generator.choice(active)
            self.WriteTurn(identifier)
            if self.remaining[identifier] <= 0:
                active.remove(identifier)
                finished += 1
                if on_finished:
                    on_finished(finished)

    def DeleteRows(self, keys, reason=DELETED):
        """Deletes rows one by one, each in a transaction of its own.

        Args:
          keys (list[str]): keys.
          reason (Optional[str]): why the versions are no longer live.
        """
        for key in keys:
            self.connection.execute("DELETE FROM cursorDiskKV WHERE key = ?", (key,))
            self.live.pop(key).reason = reason

    def DeleteConversation(self, identifier, way="batch", reason=DELETED):
        """Deletes the rows of a conversation. Blobs and its header row stay.

        Args:
          identifier (str): identifier of the conversation.
          way (Optional[str]): "batch" for ranges of keys in a transaction, "rows" for a
              transaction a row, "like" for patterns in a transaction.
          reason (Optional[str]): why the versions are no longer live.
        """
        execute = self.connection.execute
        keys = [key for key in self.keys[identifier] if key in self.live]
        if way == "rows":
            self.DeleteRows(keys, reason=reason)
            return
        execute("BEGIN")
        for family in ("bubbleId", "checkpointId"):
            if way == "like":
                execute(
                    "DELETE FROM cursorDiskKV WHERE key LIKE ?",
                    (f"{family:s}:{identifier:s}:%",),
                )
            else:
                execute(
                    "DELETE FROM cursorDiskKV WHERE key >= ? AND key < ?",
                    (f"{family:s}:{identifier:s}:", f"{family:s}:{identifier:s};"),
                )
        execute(
            "DELETE FROM cursorDiskKV WHERE key = ?", (f"composerData:{identifier:s}",)
        )
        execute("COMMIT")
        for key in keys:
            self.live.pop(key).reason = reason

    def CountFreePages(self):
        """Counts the pages on the freelist.

        Returns:
          int: number of pages.
        """
        return self.connection.execute("PRAGMA freelist_count").fetchone()[0]

    def Close(self):
        """Closes the database, which checkpoints and deletes its log."""
        self.connection.close()

    def Abandon(self):
        """Leaves the database as it would be after a crash: with its log."""
        for suffix in ("", "-wal"):
            shutil.copy(self.path + suffix, f"{self.path:s}{suffix:s}.copy")
        self.connection.close()
        for suffix in ("", "-wal", "-shm"):
            if os.path.exists(self.path + suffix):
                os.remove(self.path + suffix)
        for suffix in ("", "-wal"):
            os.rename(f"{self.path:s}{suffix:s}.copy", self.path + suffix)


def CreateIdentifier(generator):
    """Creates an identifier.

    Args:
      generator (random.Random): source of chance.

    Returns:
      str: UUID.
    """
    digits = f"{generator.getrandbits(128):032x}"
    return "-".join(
        (digits[:8], digits[8:12], f"4{digits[13:16]:s}", digits[16:20], digits[20:])
    )


def CreateText(generator, number, length):
    """Creates text that no other version has.

    Args:
      generator (random.Random): source of chance.
      number (int): number of the version.
      length (int): number of characters.

    Returns:
      str: text.
    """
    words = _OTHER_WORDS if number % 11 == 4 else _WORDS
    parts = []
    size = 0
    while size < length:
        part = generator.choice(words) + generator.choice(_SEPARATORS)
        if len(parts) % 40 == 0:
            part = f"{generator.getrandbits(32):x} {part:s}"
        parts.append(part)
        size += len(part)
    return "".join(parts)[:length]


@functools.lru_cache(maxsize=256)
def _CreateValue(kind, key, number, size):
    """Creates the value of a version.

    Args:
      kind (str): "bubble", "composer", "checkpoint", "blob" or "binary".
      key (str): key.
      number (int): number of the version.
      size (int): size that the value is to have about.

    Returns:
      str|bytes: value.
    """
    generator = random.Random(number * 7919 + 13)
    if kind == "binary":
        return generator.randbytes(size)

    _, _, rest = key.partition(":")
    composer_identifier, _, bubble_identifier = rest.partition(":")
    json_dict = {"_v": 3}
    if kind == "bubble":
        json_dict.update(
            {
                "type": 1 + number % 2,
                "bubbleId": bubble_identifier,
                "createdAt": f"2026-04-{1 + number % 28:02d}T10:{number % 60:02d}:00.000Z",
                "lints": [],
                "tokenCount": {"inputTokens": number, "outputTokens": size},
                "text": CreateText(generator, number, size // 2),
            }
        )
        if number % 3:
            json_dict["toolFormerData"] = {
                "name": "edit_file_v2",
                "status": "completed",
                "toolCallId": CreateIdentifier(generator),
                "rawArgs": CreateText(generator, number, size // 6),
                "result": CreateText(generator, number, max(size // 3 - 400, 20)),
            }
        else:
            json_dict["richText"] = CreateText(
                generator, number, max(size // 2 - 200, 9)
            )
    elif kind == "composer":
        json_dict.update(
            {
                "composerId": composer_identifier,
                "name": f"conversation {number:d}",
                "createdAt": 1770000000000 + number,
                "lastUpdatedAt": 1770000000000 + number * 5,
                "fullConversationHeadersOnly": [
                    {
                        "bubbleId": CreateIdentifier(generator),
                        "type": 1 + index % 2,
                        "grouping": {"isRenderable": True, "turn": number + index},
                    }
                    for index in range(max(size // 130, 1))
                ],
                "status": "completed",
            }
        )
    else:
        json_dict["files"] = [
            {
                "uri": f"file:///home/user/project/{generator.getrandbits(40):x}.ts",
                "content": CreateText(generator, number, 800),
            }
            for _ in range(max(size // 900, 1))
        ]
    return json.dumps(json_dict, ensure_ascii=False, separators=(",", ":"))
