"""Tests that no secret of the evidence comes out, in any form, anywhere.

The evidence has a sentinel in each place where the product keeps a secret (design.md,
"Secrets"). All of it is run through the tools as an examiner does; then whatever they
wrote is searched for the sentinel: as it is, encoded, and as a list of numbers.
"""

import base64
import gzip
import json
import os
import re
import shutil
import sqlite3
import zlib

import pytest

from cursor_plaso import events as cursor_events
from tests import evidence
from tests import hostile_lib
from tests import lib
from tests import secrets_lib

_SENTINEL = evidence.SECRET_SENTINEL.encode("ascii")

# Places of secrets, and where in the sentinels or the keys they show.
_PLACES = (
    b"cursorAuth/accessToken",
    b"cursorAuth/refreshToken",
    b"cursorAuth/openAIKey",
    b"secret://",
    b"mcpOAuth.secret.",
    b"pendingFlow",
    b"blobEncryptionKey",
    b"auth-access",
    b"mcp-auth",
    b"cursor-info",
    b"mcp-env",
    b"mcp-header",
    b"mcp-argument",
    b"mcp-url",
    b"hook-header",
    b"auth-cache-key",
    b"blob-openai-key",
)


def _MakePattern():
    """Makes a pattern of all forms in which a sentinel could come out.

    Returns:
      re.Pattern: pattern of bytes.
    """
    forms = [
        _SENTINEL,
        _SENTINEL[::-1],
        _SENTINEL.decode("ascii").encode("utf-16-le"),
        _SENTINEL.decode("ascii").encode("utf-16-be"),
        _SENTINEL.hex().encode("ascii"),
        _SENTINEL.hex().upper().encode("ascii"),
        ",".join(str(number) for number in _SENTINEL).encode("ascii"),
        ", ".join(str(number) for number in _SENTINEL).encode("ascii"),
        b"%".join(b"%02X" % number for number in _SENTINEL),
    ]
    for offset in range(3):
        # What base64 makes of it, wherever it stands in the data.
        encoded = base64.b64encode(bytes(offset) + _SENTINEL)
        forms.append(encoded[4 if offset else 0 : -4])
    return re.compile(b"|".join(map(re.escape, forms)), re.IGNORECASE)


_PATTERN = _MakePattern()


def _Find(data):
    """Finds sentinels.

    Args:
      data (bytes): data.

    Returns:
      list[bytes]: what stands around each.
    """
    return [
        data[max(match.start() - 80, 0) : match.end() + 80]
        for match in _PATTERN.finditer(data)
    ]


def _ReadStorage(path):
    """Reads all values of a storage file.

    Args:
      path (str): path of the storage file.

    Yields:
      bytes: values, decompressed where they are compressed.
    """
    connection = sqlite3.connect(path)
    try:
        names = connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table'"
        ).fetchall()
        for (name,) in names:
            for row in connection.execute(f'SELECT * FROM "{name:s}"'):
                for value in row:
                    if isinstance(value, str):
                        yield value.encode("utf-8", errors="surrogatepass")
                    elif isinstance(value, bytes):
                        yield value
                        try:
                            yield zlib.decompress(value)
                        except zlib.error:
                            pass
    finally:
        connection.close()


def _GetFields():
    """Retrieves the names of all attributes of all data types.

    Returns:
      str: names, separated by commas.
    """
    names = set()
    for event_data_class in cursor_events.EVENT_DATA_CLASSES:
        names.update(
            name for name in event_data_class().__dict__ if not name.startswith("_")
        )
    names.difference_update(["data_type"])
    names = sorted(name for name in names if not name.endswith("_time"))
    return ",".join(["datetime", "timestamp_desc", "message", "tag", *names])


@pytest.fixture(scope="module", name="run_path")
def _RunPath(tmp_path_factory):
    """Runs the tools over all evidence with secrets, with as much output as they can.

    Args:
      tmp_path_factory (TempPathFactory): factory of temporary directories.

    Returns:
      str: path of the directory with the storage file, logs and output.
    """
    path = str(tmp_path_factory.mktemp("run"))
    source_path = str(tmp_path_factory.mktemp("evidence"))
    for name in ("trees", "state", "files", "agent_store", "hostile"):
        evidence.CopyTree(
            os.path.join(lib.TEST_DATA_PATH, name), os.path.join(source_path, name)
        )
    before = hostile_lib.HashTree(source_path)

    storage_path = os.path.join(path, "case.plaso")
    process = lib.ExtractEvents(
        source_path,
        storage_path,
        "--parsers",
        "cursor",
        "--debug",
        "--logfile",
        os.path.join(path, "log2timeline.log"),
    )
    outputs = [process.stdout, process.stderr]
    for output_format, options in (
        ("dynamic", ("--fields", _GetFields())),
        ("json_line", ()),
        ("l2tcsv", ()),
    ):
        process = lib.RunTool(
            "psort",
            "--unattended",
            "--quiet",
            "--status-view",
            "none",
            "--debug",
            "--logfile",
            os.path.join(path, f"psort_{output_format:s}.log"),
            "-o",
            output_format,
            "-w",
            os.path.join(path, f"timeline_{output_format:s}"),
            *options,
            storage_path,
        )
        outputs.extend([process.stdout, process.stderr])
    with open(os.path.join(path, "output"), "w", encoding="utf-8") as file_object:
        file_object.write("\n".join(outputs))

    assert hostile_lib.HashTree(source_path) == before
    yield path
    shutil.rmtree(source_path)


def testSentinelsAreFoundInEveryForm():
    """The search finds what it is to find."""
    secret = evidence.MakeSecret("x").encode("ascii")
    for data in (
        b"a" + secret,
        secret[::-1],
        secret.decode("ascii").encode("utf-16-le"),
        secret.hex().encode("ascii"),
        str(list(secret)).encode("ascii"),
        base64.b64encode(secret),
        base64.b64encode(b"a" + secret),
        base64.b64encode(b"ab" + secret),
        json.dumps(evidence.MakeSecretBuffer("x")).encode("ascii"),
        evidence.DumpJSON(evidence.MakeSecretBuffer("x")).encode("ascii"),
    ):
        assert _Find(data), data
    assert not _Find(b"CURSOR-SECRET")


def testEvidenceHasSecrets():
    """The evidence has a sentinel in every place where there is a secret."""
    data = b""
    for name in ("trees", "state", "files"):
        for path in hostile_lib.ListFiles(os.path.join(lib.TEST_DATA_PATH, name)):
            with open(path, "rb") as file_object:
                data += file_object.read()

    assert len(_Find(data)) > 60
    assert [place for place in _PLACES if place not in data] == []


def testStorageHasNoSecret(run_path):
    """No value of the storage file holds one: event data, warnings or anything."""
    size = 0
    found = []
    for value in _ReadStorage(os.path.join(run_path, "case.plaso")):
        size += len(value)
        found.extend(_Find(value))

    assert size > 1000000
    assert not found


@pytest.mark.parametrize("output_format", ("dynamic", "json_line", "l2tcsv"))
def testTimelineHasNoSecret(run_path, output_format):
    """No timeline holds one, whatever the attributes that are shown."""
    with open(
        os.path.join(run_path, f"timeline_{output_format:s}"), "rb"
    ) as file_object:
        data = file_object.read()

    assert data.count(b"\n") > 1000
    # A CSV has a space in place of each comma in a value.
    assert b"secret present" in data
    assert not _Find(data)


def testLogsHaveNoSecret(run_path):
    """No log and nothing that a tool printed holds one, with all the debug output."""
    names = [
        name for name in os.listdir(run_path) if name == "output" or ".log" in name
    ]
    assert len(names) >= 4
    for name in names:
        with open(os.path.join(run_path, name), "rb") as file_object:
            data = file_object.read()
        if data.startswith(b"\x1f\x8b"):
            data = gzip.decompress(data)
        assert not _Find(data), name


def testDeletedSecretsAreNotRecovered(tmp_path):
    """A secret that was deleted or replaced does not come out of free space either."""
    secrets = [
        ("cursorAuth/accessToken", evidence.MakeSecret("access")),
        ("cursorAuth/refreshToken", evidence.MakeSecret("refresh")),
        ("cursorAuth/openAIKey", evidence.MakeSecret("key")),
        (
            'secret://{"extensionId":"a.b","key":"k"}',
            json.dumps(evidence.MakeSecretBuffer("buffer")),
        ),
        (
            evidence.MakeOAuthKey(
                "secret", "user-tracker::https://t.test", "mcp_tokens"
            ),
            evidence.MakeSecret("tokens"),
        ),
        ("cursor/glass.githubConnect.pendingFlow", evidence.MakeSecret("verifier")),
        ("unknown/apiKey", evidence.MakeSecret("unknown")),
        ("plain/key", evidence.MakeSecret("plain")),
    ]
    for number_of_rows in (1, 3, 40):
        for statement in ("DELETE FROM ItemTable", "UPDATE ItemTable SET value = 'x'"):
            path = str(tmp_path / "globalStorage" / "state.vscdb")
            evidence.WriteStateDatabase(
                path,
                [
                    evidence.MakeAssistantBubble("c1", f"b{number:d}", "good")
                    for number in range(number_of_rows)
                ],
                item_rows=secrets
                + [(f"x{number:d}", "y" * 60) for number in range(number_of_rows)],
                page_size=1024,
            )
            with evidence.EditDatabase(path) as connection:
                connection.execute(statement)
                if number_of_rows == 3:
                    # The pages that held the secrets are used again by other rows.
                    evidence.InsertRows(
                        connection,
                        [("bubbleId:c1:new", {"type": 2, "text": "new " * 200})],
                    )

            result = lib.ParsePath(hostile_lib.GetParsers(), path)

            assert result.event_data
            texts = result.warnings + result.recovery_warnings
            for event_data in result.event_data:
                texts.extend(str(value) for _, value in event_data.GetAttributes())
            assert not _Find("\n".join(texts).encode("utf-8"))


def _MakeSecretRows():
    """Makes rows of ItemTable that are secrets, or hold some among what is read.

    Returns:
      list[tuple[str, object]]: keys and values.
    """
    return [
        ("cursorAuth/accessToken", evidence.MakeSecret("access")),
        ("cursorAuth/refreshToken", evidence.MakeSecret("refresh")),
        (
            'secret://{"extensionId":"a.b","key":"k"}',
            json.dumps(evidence.MakeSecretBuffer("buffer")),
        ),
        (
            "src.vs.platform.reactivestorage.browser.reactiveStorageServiceImpl."
            "persistentStorage.applicationUser",
            {
                "openAIKey": evidence.MakeSecret("blob-key"),
                "claudeKey": evidence.MakeSecret("claude-key"),
                "aiSettings": {"modelConfig": {"composer": {"modelName": "good"}}},
                "composerState": {
                    "yoloCommandAllowlist": [
                        f"curl -H 'Authorization: Bearer "
                        f"{evidence.MakeSecret('allowlist'):s}' good.test"
                    ]
                },
                "mcpServers": [
                    {
                        "name": "good",
                        "command": "npx",
                        "args": ["--api-key", evidence.MakeSecret("argument")],
                        "env": {"TOKEN": evidence.MakeSecret("env")},
                        "headers": {"X": evidence.MakeSecret("header")},
                        "url": f"https://u:{evidence.MakeSecret('user'):s}@good.test",
                    }
                ],
            },
        ),
        (
            "mcpService.knownServerIds",
            json.dumps([f"good --token={evidence.MakeSecret('server'):s}"]),
        ),
    ]


def _GetTexts(result):
    """Retrieves all texts of what was parsed.

    Args:
      result (ParseResult): event data and warnings.

    Returns:
      bytes: texts.
    """
    texts = result.warnings + result.recovery_warnings
    for event_data in result.event_data:
        texts.extend(str(value) for _, value in event_data.GetAttributes())
    return "\n".join(texts).encode("utf-8", errors="surrogatepass")


@pytest.mark.parametrize("mode", ("all", "free", "off"))
@pytest.mark.parametrize("is_deleted", (False, True))
@pytest.mark.parametrize("place", ("backup", "copy alone", "log", "uncommitted"))
def testOldStatesTellNoSecret(monkeypatch, tmp_path, mode, is_deleted, place):
    """A copy of a database and a write-ahead log tell none, live, old or deleted."""
    monkeypatch.setenv("CURSOR_PLASO_CARVE", mode)
    directory = tmp_path / "Cursor" / "User" / "globalStorage"
    path = str(directory / "state.vscdb")
    evidence.WriteStateDatabase(
        path,
        [evidence.MakeAssistantBubble("c1", "b1", "good")],
        item_rows=_MakeSecretRows(),
    )

    def Change(connection):
        if is_deleted:
            connection.execute("DELETE FROM ItemTable")
        else:
            connection.execute("UPDATE ItemTable SET value = value || ' '")
        for number in range(200 if place == "uncommitted" else 1):
            key, value = evidence.MakeAssistantBubble("c1", f"n{number:d}", "x" * 2000)
            connection.execute(
                "INSERT INTO cursorDiskKV VALUES (?, ?)",
                (key, evidence.DumpJSON(value)),
            )

    parsed_path = path
    if place in ("backup", "copy alone"):
        shutil.copy(path, f"{path:s}.backup")
        with evidence.EditDatabase(path) as connection:
            Change(connection)
        if place == "copy alone":
            os.remove(path)
            parsed_path = f"{path:s}.backup"
    else:
        with evidence.PendingWAL(path) as connection:
            connection.execute("PRAGMA cache_size=1")
            connection.execute("PRAGMA cache_spill=1")
            connection.execute("BEGIN")
            Change(connection)
            if place == "log":
                connection.execute("COMMIT")
        with open(f"{parsed_path:s}-wal", "rb") as file_object:
            assert file_object.read(1)
    with open(parsed_path, "rb") as file_object:
        assert _Find(file_object.read()) or place == "backup"

    result = lib.ParsePath(hostile_lib.GetParsers(), parsed_path)

    assert result.event_data
    texts = _GetTexts(result)
    assert b"good" in texts
    assert not _Find(texts)


def testSecretsOfFiles(tmp_path):
    """Files of settings tell none, wherever in them somebody put one."""
    make = evidence.MakeSecret
    home = tmp_path / "home" / "ana"
    cursor = home / ".cursor"
    user = home / ".config" / "Cursor" / "User"
    server = {
        "command": f"API_TOKEN={make('command'):s} npx",
        "args": [
            f"--token={make('option'):s}",
            "--header",
            f"Authorization: Bearer {make('header-option'):s}",
            "-e",
            f"KEY={make('env-option'):s}",
            f"https://u:{make('password'):s}@good.test/?key={make('query'):s}",
        ],
        "env": {"ANYTHING": make("env"), "LIST": [make("env-list")]},
        "headers": {"X-Other": make("header")},
        "auth": {"CLIENT_ID": "good", "CLIENT_SECRET": make("client")},
        "url": f"https://good.test/mcp?access_token={make('url'):s}",
    }
    files = {
        cursor / "mcp.json": {"mcpServers": {"good": server, "list": {"env": ["x"]}}},
        cursor
        / "cli-config.json": {
            "version": 1,
            "accessToken": make("cli-token"),
            "apiKey": make("cli-key"),
            "authInfo": {
                "email": "ana@good.test",
                "accessToken": make("auth-info"),
                "refreshToken": make("auth-refresh"),
            },
            "permissions": {
                "allow": [f"Shell(curl -H 'X-Api-Key: {make('allow'):s}')"],
                "deny": [f"Shell(good --password {make('deny'):s})"],
            },
            "network": {"proxy": f"http://u:{make('proxy'):s}@good.test"},
        },
        cursor
        / "permissions.json": {
            "terminalAllowlist": [f"good --api-key {make('terminal'):s}"]
        },
        cursor
        / "hooks.json": {
            "version": 1,
            "hooks": {"stop": [{"command": f"good --secret={make('hook'):s}"}]},
        },
        cursor / "auth.json": {"accessToken": make("auth")},
        cursor / "projects" / "p" / "mcp-auth.json": {"good": {"t": make("mcp")}},
        user
        / "settings.json": {
            "cursor.general.apiKey": make("setting"),
            "http.proxy": f"http://u:{make('setting-proxy'):s}@good.test",
            "http.proxyAuthorization": f"Basic {make('authorization'):s}",
            "terminal.integrated.env.linux": {"TOKEN": make("terminal-env")},
        },
        user
        / "globalStorage"
        / "storage.json": {
            "telemetry.machineId": "00" * 32,
            "cursorAuth/accessToken": make("storage-auth"),
            "secret://good": make("storage-secret"),
            "accessToken": make("storage-token"),
            "backupWorkspaces": {
                "folders": [
                    {
                        "folderUri": "vscode-remote://ssh-remote%2Bgood/srv/good",
                        "remoteAuthority": "ssh-remote+good",
                        "connectionToken": make("storage-connection"),
                    }
                ]
            },
        },
    }
    for path, value in files.items():
        evidence.WriteFile(str(path), value)
    before = hostile_lib.HashTree(str(tmp_path))

    result = lib.ParsePath(
        hostile_lib.GetParsers(), *hostile_lib.ListFiles(str(tmp_path))
    )

    texts = _GetTexts(result)
    assert len(result.event_data) > 10
    for text in (b"good.test", b"Shell(good --password ***)", b"mcp.json"):
        assert text in texts, text
    assert not _Find(texts)
    assert hostile_lib.HashTree(str(tmp_path)) == before


def _WriteStates(sentinels, path):
    """Writes databases that have, or had, secrets in their rows.

    Args:
      sentinels (Sentinels): sentinels.
      path (str): path of a directory.
    """
    item_rows = secrets_lib.MakeItemRows(sentinels)
    disk_rows = secrets_lib.MakeDiskRows(sentinels)

    def MakePath(name, directory="globalStorage"):
        return os.path.join(
            path, "home", name, ".config/Cursor/User", directory, "state.vscdb"
        )

    evidence.WriteStateDatabase(MakePath("live"), disk_rows, item_rows=item_rows)
    evidence.WriteStateDatabase(
        MakePath("live", f"workspaceStorage/{'d' * 32:s}"), [], item_rows=item_rows
    )
    good_row = evidence.MakeAssistantBubble("c9", "b9", "good")
    for name, statement in (
        ("deleted", "DELETE FROM {}"),
        ("replaced", "UPDATE {} SET value = 'x'"),
        ("backup", "DELETE FROM {}"),
    ):
        database_path = MakePath(name)
        evidence.WriteStateDatabase(database_path, disk_rows, item_rows=item_rows)
        if name == "backup":
            shutil.copy(database_path, f"{database_path:s}.backup")
        with evidence.EditDatabase(database_path) as connection:
            for table_name in ("ItemTable", "cursorDiskKV"):
                connection.execute(statement.format(table_name))
            evidence.InsertRows(connection, [good_row])

    database_path = MakePath("log")
    evidence.WriteStateDatabase(database_path, [good_row])
    with evidence.PendingWAL(database_path) as connection:
        evidence.InsertRows(connection, disk_rows)
        evidence.InsertRows(connection, item_rows, table="ItemTable")
        connection.commit()
        connection.execute("DELETE FROM cursorDiskKV")
        connection.execute("DELETE FROM ItemTable")


@pytest.mark.parametrize("kind", ("files", "databases"))
def testEveryPlace(tmp_path, kind):
    """No secret comes out of any place, whatever its type, encoding or state."""
    sentinels = secrets_lib.Sentinels()
    if kind == "files":
        secrets_lib.WriteFiles(sentinels, str(tmp_path / "home" / "ana"))
    else:
        _WriteStates(sentinels, str(tmp_path))

    result = lib.ParsePath(
        hostile_lib.GetParsers(), *hostile_lib.ListFiles(str(tmp_path))
    )

    texts = _GetTexts(result)
    assert len(sentinels.places) > 200
    assert len(result.event_data) > 100
    assert b"good" in texts
    assert b"internal error" not in texts
    assert not sentinels.Find(texts)


def testContentStays(tmp_path):
    """What a tool read, even a file of secrets, is what the conversation holds."""
    path = str(tmp_path / "globalStorage" / "state.vscdb")
    evidence.WriteStateDatabase(
        path,
        [
            evidence.MakeToolBubble(
                "c1",
                "b1",
                "read_file_v2",
                {"targetFile": "/home/ana/.cursor/mcp.json"},
                {
                    "contents": f'{{"env": {{"TOKEN": "{evidence.MakeSecret("it"):s}"}}}}'
                },
            )
        ],
    )

    result = lib.ParsePath(hostile_lib.GetParsers(), path)

    (call,) = [
        event_data
        for event_data in result.event_data
        if event_data.data_type == "cursor:tool_call"
    ]
    assert _Find(call.result.encode("utf-8"))


def testErrorsTellNoSecret(monkeypatch, tmp_path):
    """The text of an exception, which may hold a value, is in no warning."""
    path = str(tmp_path / "globalStorage" / "state.vscdb")
    evidence.WriteStateDatabase(
        path,
        [evidence.MakeAssistantBubble("c1", "b1", "good")],
        item_rows=[("cursorAuth/cachedEmail", evidence.MakeSecret("email"))],
    )

    def Fail(*unused_arguments, **unused_keyword_arguments):
        raise ValueError(f"invalid value: {evidence.MakeSecret('error'):s}")

    for name in (
        "cursor_plaso.state.accounts.IdentityReader.ReadRow",
        "cursor_plaso.state.bubbles.BubbleReader.ReadBubble",
        "cursor_plaso.state.store.IsStateDatabase",
    ):
        with monkeypatch.context() as context:
            context.setattr(name, Fail)
            result = hostile_lib.Read(path)

        assert not _Find("\n".join(result["warnings"]).encode("utf-8"))
        if "Reader" in name:
            assert [text for text in result["warnings"] if "ValueError" in text]
