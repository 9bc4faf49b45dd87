"""Tests of the builders of evidence: tests stand on them."""

import json
import os

from tests import evidence


def testToISO8601():
    """A time is written with its milliseconds, as a bubble has it."""
    assert evidence.ToISO8601(1790848800000) == "2026-10-01T10:00:00.000Z"
    assert evidence.ToISO8601(1790848800007) == "2026-10-01T10:00:00.007Z"


def testToTranscriptTimestamp():
    """The tag has the local time and the offset, half hours too."""
    milliseconds = 1790848800000

    assert evidence.ToTranscriptTimestamp(milliseconds, -240) == (
        "Thursday, Oct 1, 2026, 6:00 AM (UTC-4)"
    )
    assert evidence.ToTranscriptTimestamp(milliseconds, 330) == (
        "Thursday, Oct 1, 2026, 3:30 PM (UTC+5:30)"
    )
    assert evidence.ToTranscriptTimestamp(milliseconds - 36000000) == (
        "Thursday, Oct 1, 2026, 12:00 AM (UTC)"
    )


def testMakeToolBubble():
    """Parameters and results are JSON in a string, as Cursor stores them."""
    suffix = evidence.MakeToolSuffix("t1", 1)
    key, value = evidence.MakeToolBubble(
        "c1", f"a1{suffix:s}", "read_file_v2", {"path": "x"}, {"contents": "y"}
    )

    assert key == "bubbleId:c1:a1/t:call-t1-1\nfc_t1_1"
    assert value["toolFormerData"]["params"] == '{"path":"x"}'
    assert value["toolFormerData"]["result"] == '{"contents":"y"}'
    assert value["toolFormerData"]["tool"] == 40
    assert value["toolFormerData"]["toolCallId"] == "call-t1-1\nfc_t1_1"
    assert value["completedAtMs"] - value["startedAtMs"] == 500


def testOmit():
    """A key that a function would set can be left out."""
    _, value = evidence.MakeUserBubble("c1", "u1", "text", agentMode=evidence.OMIT)
    assert "agentMode" not in value
    assert "modelInfo" in value

    _, value = evidence.MakeInjectedBubble("c1", "u1", "text")
    assert "agentMode" not in value
    assert "modelInfo" not in value


def testMakeOAuthKey():
    """The key is the base64 of the scope and the field, with or without padding."""
    assert (
        evidence.MakeOAuthKey("global", "s", "field") == "mcpOAuth.global.W3NdIGZpZWxk"
    )
    assert evidence.MakeOAuthKey("secret", "", "a") == "mcpOAuth.secret.YQ"
    assert evidence.MakeOAuthKey("secret", "", "a", padded=True) == (
        "mcpOAuth.secret.YQ=="
    )


def testMakeHeaderChunks():
    """A list longer than a chunk goes on in the next one."""
    headers = [evidence.MakeHeader(f"b{index:d}") for index in range(5)]
    chunks = evidence.MakeHeaderChunks("c1", headers, chunk_size=2)

    assert [key for key, _ in chunks] == [
        "composerConvHeaders:c1:000000",
        "composerConvHeaders:c1:000001",
        "composerConvHeaders:c1:000002",
    ]
    assert sum((value for _, value in chunks), []) == headers
    assert evidence.MakeHeaderChunks("c1", []) == [
        ("composerConvHeaders:c1:000000", [])
    ]


def testConversation():
    """The header list has the bubbles in the order of the turns."""
    conversation = evidence.Conversation("c1")
    conversation.AddUser("question")
    conversation.AddThinking("thought")
    conversation.AddTool("read_file_v2", {"path": "x"})
    conversation.AddAssistant("answer")
    rows = dict(conversation.GetRows(chunk_size=100, name="Name"))

    assert [header["bubbleId"] for header in rows["composerConvHeaders:c1:000000"]] == [
        "u1",
        "a1/s:0",
        "a1/t:call-c1-1-1\nfc_c1-1_1",
        "a1/s:2",
    ]
    assert rows["composerData:c1"]["fullConversationHeadersOnly"] == []
    assert rows["composerData:c1"]["name"] == "Name"

    rows = dict(conversation.GetRows())
    assert len(rows["composerData:c1"]["fullConversationHeadersOnly"]) == 4


def testEncodeProtobuf():
    """The wire types are those of the encoding's documentation."""
    assert evidence.EncodeProtobuf([(1, 150)]) == b"\x08\x96\x01"
    assert evidence.EncodeProtobuf([(2, "testing")]) == b"\x12\x07testing"
    assert evidence.EncodeProtobuf([(3, [(1, 150)])]) == b"\x1a\x03\x08\x96\x01"
    assert evidence.EncodeProtobuf([(1, 1.0)]) == b"\x09\x00\x00\x00\x00\x00\x00\xf0?"


def testWriteStateDatabase(tmp_path):
    """Values have the SQLite type that the module's documentation says."""
    path = str(tmp_path / "state.vscdb")
    evidence.WriteStateDatabase(
        path,
        rows=[
            ("null", None),
            ("text", "as it is"),
            ("blob", b"\x00\x01"),
            ("raw", evidence.RawText(b"\xff")),
            ("json", {"a": [1, True]}),
            (None, "NULL key"),
        ],
        headers=[evidence.MakeComposerHeader("c1", name="Name")],
        header_columns=9,
    )

    with evidence.CopyDatabase(path) as connection:
        connection.text_factory = bytes
        rows = connection.execute(
            "SELECT key, typeof(value), value FROM cursorDiskKV ORDER BY rowid"
        ).fetchall()
        columns = connection.execute("PRAGMA table_info(composerHeaders)").fetchall()
        header = connection.execute("SELECT value FROM composerHeaders").fetchone()
        user_version = connection.execute("PRAGMA user_version").fetchone()

    assert rows == [
        (b"null", b"null", None),
        (b"text", b"text", b"as it is"),
        (b"blob", b"blob", b"\x00\x01"),
        (b"raw", b"text", b"\xff"),
        (b"json", b"text", b'{"a":[1,true]}'),
        (None, b"text", b"NULL key"),
    ]
    assert len(columns) == 9
    assert json.loads(header[0])["name"] == "Name"
    assert user_version == (1,)


def testDeletedRowsStay(tmp_path):
    """A deleted row is still in the file: SQLite may be built to erase it."""
    path = str(tmp_path / "state.vscdb")
    text = "a text that is deleted " * 400
    evidence.WriteStateDatabase(
        path, rows=[evidence.MakeAssistantBubble("c1", "a1/s:0", text)]
    )
    with evidence.EditDatabase(path) as connection:
        connection.execute("DELETE FROM cursorDiskKV")

    with open(path, "rb") as file_object:
        assert file_object.read().count(b"a text that is deleted ") > 390


def testPendingWAL(tmp_path):
    """The changes are in the WAL, which SQLite accepts with its fixed salts."""
    path = str(tmp_path / "state.vscdb")
    evidence.WriteStateDatabase(path, rows=[evidence.MakeDraft("c1", "before")])
    with open(path, "rb") as file_object:
        base = file_object.read()

    with evidence.PendingWAL(path) as connection:
        evidence.InsertRows(connection, [evidence.MakeDraft("c1", "after")])
        evidence.InsertRows(connection, [evidence.MakeDraft("c2", "new")])

    frames = evidence.ReadWALFrames(f"{path:s}-wal")
    query = "SELECT json_extract(value, '$.text') FROM cursorDiskKV ORDER BY key"
    with evidence.CopyDatabase(path) as connection:
        live = [row[0] for row in connection.execute(query)]
    with evidence.CopyDatabase(path, with_wal=False) as connection:
        before = [row[0] for row in connection.execute(query)]
    with open(path, "rb") as file_object:
        data = file_object.read()

    assert live == ["after", "new"]
    assert before == ["before"]
    assert sum(1 for _, _, size in frames if size) == 2
    # Only the header says that the database has a WAL now.
    assert data[100:] == base[100:]
    assert not os.path.exists(f"{path:s}-shm")
