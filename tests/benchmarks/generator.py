"""Generator of databases of any size with the mix of rows that real ones have.

The rows are made one conversation after the other and never kept, so that the size is
bounded by the disk alone, and the same arguments give the same file. A database has
the rows and the tree of its conversations (bubbles, header lists, checkpoints, agentKv
blobs that name each other), blobs of file contents that no conversation names, and
what deletions left: free pages, and the trees of conversations that are gone. The
default shares are those of a real store: 357,971 agentKv rows of 3.9 GB, 307,174
bubbles of 3.0 GB, 5,743 checkpoints of 655 MB and 1,273 composers of 58 MB
(recovery.md B.1).
"""

import base64
import hashlib
import os
import random
import sqlite3

from tests import evidence
from tests.agent import tree_lib

_WORDS = (
    "add and argument array async await boolean buffer build call check class command "
    "const data default deploy edit error event export extract false file fix for "
    "from function if import in index interface key length line list map message "
    "module name new null number object of option output parse parser path plugin "
    "print promise range read refactor remove result return row run search size source "
    "stream string test the to token tool true type undefined update user value when "
    "where while with write"
).split()

_ENDS = (" ", " ", " ", " ", "(", ") ", ";\n", ", ", ". ", " = ", "\n    ", '"', ": ")

_OTHER_TEXTS = ("naïve ", "größer ", "код ", "日本語 ", "😀 ")

_POOL_LENGTH = 1 << 20

# Of how many texts one has characters that are not ASCII.
_OTHER_TEXT_SHARE = 3

# Members that Cursor writes into every bubble, whether they hold something or not.
_EMPTY_MEMBERS = {
    name: []
    for name in (
        "aiWebSearchResults",
        "allThinkingBlocks",
        "approximateLintErrors",
        "assistantSuggestedDiffs",
        "attachedCodeChunks",
        "attachedFolders",
        "attachedFoldersListDirResults",
        "capabilities",
        "codebaseContextChunks",
        "commits",
        "consoleLogs",
        "contextPieces",
        "cursorRules",
        "deletedFiles",
        "diffHistories",
        "diffsSinceLastApply",
        "docsReferences",
        "editTrailContexts",
        "externalLinks",
        "fileDiffTrajectories",
        "gitDiffs",
        "humanChanges",
        "images",
        "interpreterResults",
        "knowledgeItems",
        "lints",
        "multiFileLinterErrors",
        "notepads",
        "pullRequests",
        "relevantFiles",
        "suggestedCodeBlocks",
        "todos",
        "toolResults",
        "uiElementPicked",
        "webReferences",
    )
}

_TOOL_NAMES = (
    "read_file_v2",
    "run_terminal_command_v2",
    "grep",
    "edit_file_v2",
    "list_dir",
)

# A conversation has a turn every ten minutes.
_TURN_MILLISECONDS = 600_000

_MAXIMUM_KEYS_PER_STATEMENT = 256

# Chrome counts microseconds from 1601.
_WEBKIT_EPOCH_SECONDS = 11_644_473_600


class Mix:
    """Mix of the rows of a database.

    Attributes:
      blob_share (float): share of the agentKv blobs in the bytes of the rows.
      bubble_share (float): share of the bubbles, with composers and header lists.
      bubbles_per_conversation (int): mean number of bubbles of a conversation.
      checkpoint_share (float): share of the checkpoints.
      deleted_share (float): share of the conversations that are deleted at the end,
          whose pages stay free.
      text_scale (float): size of the texts, 1.0 for bubbles of 10 KB in the mean.
    """

    def __init__(self, **keys):
        """Initializes a mix.

        Args:
          keys (dict[str, float]): attributes to set.
        """
        super().__init__()
        self.blob_share = 0.51
        self.bubble_share = 0.40
        self.bubbles_per_conversation = 240
        self.checkpoint_share = 0.09
        self.deleted_share = 0.02
        self.text_scale = 1.0
        for name, value in keys.items():
            setattr(self, name, value)


class DatabaseSummary:
    """What a generated database holds.

    Attributes:
      bubbles (int): number of bubble rows.
      conversations (int): number of conversations that are not deleted.
      counts (dict[str, int]): number of rows per family, deleted ones included.
      path (str): path.
      sizes (dict[str, int]): bytes of the values per family, deleted ones included.
    """

    def __init__(self, path):
        """Initializes a summary.

        Args:
          path (str): path.
        """
        super().__init__()
        self.bubbles = 0
        self.conversations = 0
        self.counts = {"blob": 0, "bubble": 0, "checkpoint": 0, "composer": 0}
        self.path = path
        self.sizes = dict(self.counts)

    def GetBubbleShare(self):
        """Determines the share of the rows that tell the conversations.

        Returns:
          float: bytes of bubbles, composers and header lists in those of all rows.
        """
        size = self.sizes["bubble"] + self.sizes["composer"]
        return size / max(1, sum(self.sizes.values()))


class StateDatabaseGenerator:
    """Generator of a state.vscdb."""

    def __init__(self, path, mix=None, seed=1):
        """Initializes a generator.

        Args:
          path (str): path of the database.
          mix (Optional[Mix]): mix of the rows.
          seed (Optional[int]): seed, which another database of other rows has.
        """
        super().__init__()
        self._connection = None
        self._headers = []
        self._mix = mix or Mix()
        self._number_of_conversations = 0
        self._pools = [_MakePool(is_ascii=True)] * (_OTHER_TEXT_SHARE - 1)
        self._pools.append(_MakePool(is_ascii=False))
        self._random = random.Random(seed)
        self._summary = DatabaseSummary(path)

    def _AddRows(self, family, rows):
        """Adds rows of cursorDiskKV.

        Args:
          family (str): family of the rows.
          rows (list[tuple[str, str|bytes]]): keys and values.
        """
        self._connection.executemany("INSERT INTO cursorDiskKV VALUES (?, ?)", rows)
        self._summary.counts[family] += len(rows)
        # Nearly all text is ASCII.
        self._summary.sizes[family] += sum(len(value) for _, value in rows)

    def _DeleteConversation(self, composer_identifier, keys):
        """Deletes a conversation as Cursor does: its blobs and its header stay.

        Args:
          composer_identifier (str): identifier of the composer.
          keys (list[str]): keys of its rows.
        """
        self._connection.execute("BEGIN")
        for index in range(0, len(keys), _MAXIMUM_KEYS_PER_STATEMENT):
            part = keys[index : index + _MAXIMUM_KEYS_PER_STATEMENT]
            places = ",".join("?" * len(part))
            self._connection.execute(
                f"DELETE FROM cursorDiskKV WHERE key IN ({places:s})", part
            )
        self._connection.execute(
            "UPDATE composerHeaders SET isArchived = 1 WHERE composerId = ?",
            (composer_identifier,),
        )
        self._connection.execute("COMMIT")

    def _MakeBubbles(self, composer_identifier, number_of_bubbles, start, builder):
        """Makes the bubbles of a conversation and the tree that repeats them.

        Args:
          composer_identifier (str): identifier of the composer.
          number_of_bubbles (int): number of bubbles.
          start (int): time of the first in milliseconds since the epoch.
          builder (TreeBuilder): builder of the tree or None.

        Yields:
          list[tuple[str, dict]]: keys and values of the bubbles of a turn.
        """
        turn_number = 0
        while number_of_bubbles > 0:
            turn_number += 1
            milliseconds = start + turn_number * _TURN_MILLISECONDS
            prefix = f"{composer_identifier[:8]:s}-{turn_number:04d}"
            count = min(number_of_bubbles, self._random.randint(4, 14))
            rows = [
                evidence.MakeUserBubble(
                    composer_identifier,
                    f"u-{prefix:s}",
                    self._MakeText(1500),
                    created=milliseconds,
                    requestId=self._MakeUUID(),
                    checkpointId=self._MakeUUID(),
                    context={"fileSelections": [], "selections": []},
                    **_EMPTY_MEMBERS,
                )
            ]
            for index in range(1, count):
                rows.append(
                    self._MakeStep(
                        composer_identifier,
                        prefix,
                        index,
                        index == count - 1,
                        milliseconds + index * 10_000,
                    )
                )
            number_of_bubbles -= count
            if builder is not None:
                self._AddTurn(builder, composer_identifier, rows, milliseconds)
            yield rows

    def _MakeStep(self, composer_identifier, prefix, index, is_last, milliseconds):
        """Makes the bubble of a step of a turn.

        Args:
          composer_identifier (str): identifier of the composer.
          prefix (str): what tells the turn from others.
          index (int): index in the turn.
          is_last (bool): True for the last of the turn, which is the reply.
          milliseconds (int): time in milliseconds since the epoch.

        Returns:
          tuple[str, dict]: key and value of the row.
        """
        if is_last or index == 1:
            make = evidence.MakeThinkingBubble
            if is_last:
                make = evidence.MakeAssistantBubble
            return make(
                composer_identifier,
                f"a-{prefix:s}/s:{index:d}",
                self._MakeText(2500),
                created=milliseconds,
                **_EMPTY_MEMBERS,
            )
        name = _TOOL_NAMES[self._random.randrange(len(_TOOL_NAMES))]
        path = f"/srv/project/src/module_{self._random.randrange(900):03d}.ts"
        params = {"relativeWorkspacePath": path, "toolCallId": f"call-{prefix:s}"}
        if name == "run_terminal_command_v2":
            params = {"command": f"npm test -- {path:s}", "cwd": "/srv/project"}
        return evidence.MakeToolBubble(
            composer_identifier,
            f"a-{prefix:s}{evidence.MakeToolSuffix(prefix, index):s}",
            name,
            params,
            {"contents": self._MakeText(15000)},
            started=milliseconds,
            additional_data={"status": "success"},
            **_EMPTY_MEMBERS,
        )

    def _AddTurn(self, builder, composer_identifier, rows, milliseconds):
        """Adds a turn to a tree.

        Args:
          builder (TreeBuilder): builder of the tree.
          composer_identifier (str): identifier of the composer.
          rows (list[tuple[str, dict]]): bubbles of the turn.
          milliseconds (int): time in milliseconds since the epoch.
        """
        user = rows[0][1]
        user_identifier = builder.PutUser(
            user["text"], user["bubbleId"], started_at_ms=milliseconds
        )
        builder.PutJSON(
            {"role": "user", "content": [{"type": "text", "text": user["text"]}]}
        )
        step_identifiers = []
        for _, bubble in rows[1:]:
            tool = bubble.get("toolFormerData")
            thinking = bubble.get("thinking")
            if tool:
                step_identifiers.append(
                    builder.PutShell(
                        tool["toolCallId"],
                        tool["params"],
                        conversation_id=composer_identifier,
                        started_at_ms=bubble["startedAtMs"],
                        completed_at_ms=bubble["completedAtMs"],
                    )
                )
                content = {
                    "type": "tool-result",
                    "toolCallId": tool["toolCallId"],
                    "toolName": tool["name"],
                    "result": tool["result"],
                }
                builder.PutJSON({"role": "tool", "content": [content]})
                continue
            if thinking:
                step_identifiers.append(
                    builder.PutText(thinking["text"], kind="thinking_message")
                )
                continue
            step_identifiers.append(builder.PutText(bubble["text"]))
            content = {"type": "text", "text": bubble["text"]}
            builder.PutJSON({"role": "assistant", "content": [content]})
        builder.PutTurn(user_identifier, step_identifiers)
        builder.PutRoot(conversation_started_timestamp_ms=milliseconds)

    def _MakeCheckpoint(self, composer_identifier):
        """Makes a checkpoint.

        Args:
          composer_identifier (str): identifier of the composer.

        Returns:
          tuple[str, str]: key and value.
        """
        files = []
        for _ in range(self._random.randint(1, 6)):
            lines = self._MakeText(38000).split("\n")
            line_range = {"startLineNumber": 1, "endLineNumberExclusive": 9}
            path = f"/srv/project/src/module_{self._random.randrange(900):03d}.ts"
            files.append(
                {
                    "uri": {"path": path, "scheme": "file"},
                    "isNewlyCreated": False,
                    "originalModelDiffWrtV0": [
                        {"original": line_range, "modified": lines}
                    ],
                }
            )
        key = f"checkpointId:{composer_identifier:s}:{self._MakeUUID():s}"
        return key, evidence.DumpJSON({"files": files, "nonExistentFiles": []})

    def _MakeText(self, mean_length):
        """Makes text, no two of which are the same.

        Args:
          mean_length (int): mean number of characters.

        Returns:
          str: text.
        """
        length = self._random.lognormvariate(0, 0.8) * mean_length * 0.726
        length = max(20, min(400_000, int(length * self._mix.text_scale)))
        tag = f"[{self._random.getrandbits(48):012x}] "
        offset = self._random.randrange(_POOL_LENGTH)
        pool = self._pools[self._random.randrange(len(self._pools))]
        parts = [tag]
        while length > 0:
            part = pool[offset : offset + length]
            parts.append(part)
            length -= len(part)
            offset = 0
        return "".join(parts)

    def _MakeUUID(self):
        """Makes a UUID.

        Returns:
          str: UUID.
        """
        digits = f"{self._random.getrandbits(128):032x}"
        return "-".join(
            (
                digits[:8],
                digits[8:12],
                f"4{digits[13:16]:s}",
                digits[16:20],
                digits[20:],
            )
        )

    def _WriteConversation(self):
        """Writes a conversation in one transaction.

        Returns:
          tuple[str, list[str]]: identifier and the keys of the rows that a deletion
              removes.
        """
        number = self._number_of_conversations
        self._number_of_conversations += 1
        composer_identifier = self._MakeUUID()
        start = evidence.START_MILLISECONDS + number * 3_600_000
        mean = self._mix.bubbles_per_conversation
        number_of_bubbles = int(self._random.lognormvariate(0, 0.7) * mean * 0.783)
        number_of_bubbles = max(5, min(20 * mean, number_of_bubbles))
        # Conversations of older versions have no tree.
        has_tree = self._mix.blob_share > 0 and number % 5 < 2
        builder = tree_lib.TreeBuilder() if has_tree else None
        workspace = evidence.MakeWorkspaceIdentifier(f"/srv/project-{number % 7:d}")
        name = self._MakeText(40)[:60]

        self._connection.execute("BEGIN")
        headers = []
        bubble_keys = []
        key, value = evidence.MakeComposer(composer_identifier, name=name)
        self._AddRows("composer", [(key, evidence.DumpJSON(value))])
        for rows in self._MakeBubbles(
            composer_identifier, number_of_bubbles, start, builder
        ):
            headers.extend(evidence.MakeHeaders(rows))
            bubble_keys.extend(key for key, _ in rows)
            self._AddRows(
                "bubble", [(key, evidence.DumpJSON(value)) for key, value in rows]
            )
            if builder is not None:
                self._FlushTree(builder)

        other_keys = []
        state = {}
        if builder is not None:
            root = tree_lib.Make("ConversationStateStructure")
            root.root_prompt_messages_json.extend(builder.message_ids)
            root.turns.extend(builder.turn_ids)
            data = base64.b64encode(root.SerializeToString()).decode("ascii")
            state = {"conversationState": f"~{data:s}"}
        inline_headers = headers if number % 2 else []
        key, value = evidence.MakeComposer(
            composer_identifier,
            inline_headers,
            name=name,
            createdAt=start,
            lastUpdatedAt=start + len(headers) * 60_000,
            workspaceIdentifier=workspace,
            **state,
        )
        rows = [(key, value)]
        if not inline_headers:
            rows += evidence.MakeHeaderChunks(composer_identifier, headers)
        # The row of the composer is replaced: what it took before is free again.
        self._AddRows(
            "composer", [(key, evidence.DumpJSON(value)) for key, value in rows]
        )
        other_keys.extend(key for key, _ in rows)
        header = _MakeHeader(composer_identifier, start, name, workspace)
        self._headers.append(header["value"])
        evidence.InsertTuples(
            _InTransaction(self._connection),
            "composerHeaders",
            [[header[column] for column, _ in evidence.HEADER_COLUMNS]],
        )
        self._WriteShares(composer_identifier, other_keys)
        self._connection.execute("COMMIT")
        return composer_identifier, bubble_keys + other_keys

    def _FlushTree(self, builder):
        """Writes the blobs that a tree has got so far.

        Args:
          builder (TreeBuilder): builder of the tree.
        """
        rows = [
            (f"agentKv:blob:{identifier:s}", data)
            for identifier, data in builder.stored_values.items()
        ]
        builder.stored_values.clear()
        self._AddRows("blob", rows)

    def _WriteShares(self, composer_identifier, keys):
        """Writes the checkpoints and blobs that are missing to the shares of the mix.

        Args:
          composer_identifier (str): identifier of the composer.
          keys (list[str]): where the keys of what a deletion removes go.
        """
        mix = self._mix
        sizes = self._summary.sizes
        size = (sizes["bubble"] + sizes["composer"]) / max(mix.bubble_share, 1e-6)
        while sizes["checkpoint"] < mix.checkpoint_share * size:
            row = self._MakeCheckpoint(composer_identifier)
            self._AddRows("checkpoint", [row])
            keys.append(row[0])
        while sizes["blob"] < mix.blob_share * size:
            data = self._MakeText(30000).encode("utf-8")
            identifier = hashlib.sha256(data).hexdigest()
            self._AddRows("blob", [(f"agentKv:blob:{identifier:s}", data)])

    def Generate(self, size=None, rows=None):
        """Generates the database.

        Args:
          size (Optional[int]): bytes of the values of all rows to reach.
          rows (Optional[int]): number of rows to reach, instead of a size.

        Returns:
          DatabaseSummary: what the database holds.
        """
        summary = self._summary
        os.makedirs(os.path.dirname(summary.path) or ".", exist_ok=True)
        if os.path.exists(summary.path):
            os.remove(summary.path)
        deleted_share = self._mix.deleted_share
        deletions = []
        self._connection = evidence.OpenDatabase(summary.path)
        try:
            evidence.CreateStateTables(self._connection)
            evidence.InsertRows(
                self._connection,
                [(f"extension.{index:d}", {"state": index}) for index in range(200)],
                table="ItemTable",
            )
            while (
                sum(summary.sizes.values()) < size
                if rows is None
                else sum(summary.counts.values()) < rows
            ):
                conversation = self._WriteConversation()
                if len(deletions) < int(deleted_share * self._number_of_conversations):
                    deletions.append(conversation)
            # What builds up to 3.8 have instead of the table, and some peers read.
            evidence.InsertRows(
                self._connection,
                [("composer.composerHeaders", {"allComposers": self._headers})],
                table="ItemTable",
            )
            for composer_identifier, keys in deletions:
                self._DeleteConversation(composer_identifier, keys)
            ((summary.bubbles,),) = self._connection.execute(
                "SELECT COUNT(*) FROM cursorDiskKV "
                "WHERE key >= 'bubbleId:' AND key < 'bubbleId;'"
            )
        finally:
            self._connection.close()
            self._connection = None
        summary.conversations = self._number_of_conversations - len(deletions)
        evidence.NormalizeDatabase(summary.path)
        evidence.SetFileTimes(summary.path)
        return summary


class _InTransaction:
    """Connection whose transaction is begun and ended elsewhere."""

    def __init__(self, connection):
        """Initializes a connection.

        Args:
          connection (sqlite3.Connection): connection.
        """
        super().__init__()
        self._connection = connection

    # The name is that of sqlite3.Connection.
    def execute(self, statement, *arguments):  # pylint: disable=invalid-name
        """Executes a statement unless it begins or ends a transaction.

        Args:
          statement (str): statement.
          arguments (tuple[object, ...]): arguments.
        """
        if statement not in ("BEGIN", "COMMIT"):
            self._connection.execute(statement, *arguments)


def GenerateChromeHistory(path, number_of_visits):
    """Generates a History database of Chrome, for plaso's own plugin.

    Args:
      path (str): path of the database.
      number_of_visits (int): number of visits, each of which is an event.
    """
    generator = random.Random(1)
    pool = _MakePool()
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        connection.executescript(
            "PRAGMA synchronous=OFF;"
            "CREATE TABLE urls (id INTEGER PRIMARY KEY, url LONGVARCHAR, "
            "title LONGVARCHAR, visit_count INTEGER, typed_count INTEGER, "
            "last_visit_time INTEGER, hidden INTEGER);"
            "CREATE TABLE visits (id INTEGER PRIMARY KEY, url INTEGER, "
            "visit_time INTEGER, from_visit INTEGER, transition INTEGER, "
            "segment_id INTEGER, visit_duration INTEGER);"
            "CREATE TABLE visit_source (id INTEGER PRIMARY KEY, source INTEGER);"
            "CREATE TABLE downloads (id INTEGER PRIMARY KEY, target_path LONGVARCHAR, "
            "received_bytes INTEGER, total_bytes INTEGER, start_time INTEGER, "
            "end_time INTEGER, state INTEGER, danger_type INTEGER, "
            "interrupt_reason INTEGER, opened INTEGER);"
            "CREATE TABLE downloads_url_chains (id INTEGER, chain_index INTEGER, "
            "url LONGVARCHAR);"
        )
        connection.execute("BEGIN")
        for number in range(1, number_of_visits + 1):
            offset = generator.randrange(_POOL_LENGTH - 100)
            title = pool[offset : offset + 60]
            url = f"https://host{number % 997:d}.example/{number:d}/{offset:x}"
            seconds = 1_700_000_000 + number + _WEBKIT_EPOCH_SECONDS
            connection.execute(
                "INSERT INTO urls VALUES (?, ?, ?, 1, 0, ?, 0)",
                (number, url, title, seconds * 1_000_000),
            )
            connection.execute(
                "INSERT INTO visits VALUES (?, ?, ?, 0, 805306368, 0, 1000)",
                (number, number, seconds * 1_000_000),
            )
        connection.execute("COMMIT")
    finally:
        connection.close()


def GenerateForeignFiles(path, number_of_files):
    """Generates a directory of files of which none is Cursor's.

    Args:
      path (str): path of the directory.
      number_of_files (int): number of files, a tenth of which are databases.
    """
    generator = random.Random(1)
    pool = _MakePool()

    def MakeText(length):
        offset = generator.randrange(_POOL_LENGTH - length)
        return pool[offset : offset + length]

    for number in range(number_of_files):
        stem = os.path.join(path, f"folder_{number % 37:02d}", f"file_{number:05d}")
        length = int(min(200_000, generator.lognormvariate(8, 1.5)))
        kind = number % 10
        if kind == 0:
            evidence.WriteFile(f"{stem:s}.json", {"text": MakeText(length)})
        elif kind == 1:
            lines = [{"role": "none", "number": index} for index in range(40)]
            evidence.WriteLines(f"{stem:s}.jsonl", lines)
        elif kind == 2:
            connection = _OpenForeignDatabase(f"{stem:s}.vscdb")
            rows = [(f"key.{index:d}", MakeText(200)) for index in range(60)]
            connection.executemany("INSERT INTO ItemTable VALUES (?, ?)", rows)
            connection.commit()
            connection.close()
        elif kind in (3, 4):
            evidence.WriteFile(f"{stem:s}.bin", generator.randbytes(length))
        else:
            suffix = ("txt", "log", "md", "py", "xml")[kind - 5]
            evidence.WriteFile(f"{stem:s}.{suffix:s}", MakeText(length))


def _MakeHeader(composer_identifier, start, name, workspace):
    """Makes the header of a conversation.

    Args:
      composer_identifier (str): identifier of the composer.
      start (int): time of creation in milliseconds since the epoch.
      name (str): title.
      workspace (dict[str, object]): workspaceIdentifier.

    Returns:
      dict[str, object]: columns of composerHeaders, of which value is a dictionary.
    """
    return evidence.MakeComposerHeader(
        composer_identifier,
        createdAt=start,
        lastUpdatedAt=start + 300_000,
        name=name,
        workspaceIdentifier=workspace,
    )


def _MakePool(is_ascii=True):
    """Makes the text that other texts are cut from.

    Args:
      is_ascii (Optional[bool]): False for text with a few other characters.

    Returns:
      str: text that is the same in every run.
    """
    generator = random.Random(7)
    parts = []
    length = 0
    while length < _POOL_LENGTH:
        part = generator.choice(_WORDS) + generator.choice(_ENDS)
        if not is_ascii and generator.random() < 0.002:
            part = generator.choice(_OTHER_TEXTS)
        parts.append(part)
        length += len(part)
    return "".join(parts)[:_POOL_LENGTH]


def _OpenForeignDatabase(path):
    """Creates a state.vscdb of another editor.

    Args:
      path (str): path.

    Returns:
      sqlite3.Connection: connection.
    """
    os.makedirs(os.path.dirname(path), exist_ok=True)
    connection = sqlite3.connect(path)
    connection.execute(
        "CREATE TABLE ItemTable (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)"
    )
    return connection
