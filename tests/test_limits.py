"""Tests that nothing is left out without a word: whatever is cut says so, and how much.

docs/security.md lists the limits; tests/docs/test_security.py compares it with the code.
"""

import io
import json
import os

import pytest

from cursor_plaso import agent_store
from cursor_plaso import calls
from cursor_plaso import database
from cursor_plaso import events
from cursor_plaso import producer
from cursor_plaso import values
from cursor_plaso import workspaces
from cursor_plaso.agent import decode
from cursor_plaso.agent import history
from cursor_plaso.agent import richtext
from cursor_plaso.files import update_supervisor
from cursor_plaso.recovery import reader as remnant_reader
from cursor_plaso.recovery import rows as recovered_rows
from cursor_plaso.state import composers
from cursor_plaso.state import context
from cursor_plaso.state import legacy_chats
from cursor_plaso.state import lexical
from cursor_plaso.state import settings
from cursor_plaso.state import supplements
from cursor_plaso.state import trees
from tests import evidence
from tests import lib
from tests.agent import tree_lib
from tests.files import test_lib
from tests.state import test_legacy_chats
from tests.state import test_reader


def testListsOfEvents():
    """A list of an event is told with its length, and an element with its own."""
    collecting_producer = producer.CollectingProducer()
    event_data = events.CursorMessageEventData()
    event_data.attachments = ["x" * 5000] + ["a"] * 1500

    collecting_producer.Produce(event_data)

    attachments = collecting_producer.event_data[0].attachments
    assert attachments.startswith(f"{'x' * 4096:s}... (5,000 characters), a, a")
    assert attachments.endswith("a, ... (1501 in all)")


def testAttachmentsOfBubbles():
    """Attachments are read, however many there are, with their whole names."""
    path = f"/srv/{'a' * 2000:s}.py"
    result = test_reader.ReadState(
        [
            (
                "bubbleId:c:b",
                {
                    "type": 1,
                    "text": "look",
                    "context": {
                        "fileSelections": [{"uri": {"fsPath": path}}] * 150,
                        "externalLinks": [{"url": "https://example.test/"}] * 150,
                    },
                },
            )
        ]
    )

    attachments = result.GetByDataType("cursor:message")[0].attachments
    assert attachments.startswith(f"file {path:s}, file ")
    assert "bytes)" in attachments


def testAttachmentsOfOldChats():
    """The same holds for those of the first versions."""
    result = test_legacy_chats.ReadRow(
        legacy_chats.ChatDataReader,
        test_legacy_chats.CHAT_KEY,
        {
            "tabs": [
                {
                    "tabId": "t1",
                    "bubbles": [
                        {
                            "type": "user",
                            "id": "b1",
                            "text": "look",
                            "fileSelections": [f"{number:d}" for number in range(250)],
                        }
                    ],
                }
            ]
        },
    )

    attachments = result.GetByDataType("cursor:message")[0].attachments
    assert attachments.split(", ") == [f"file {number:d}" for number in range(250)]


def testDrafts():
    """A long draft is told with its size."""
    text = "draft " * 20000
    result = test_reader.ReadState(
        [evidence.MakeComposer("c", status="none", text=text)]
    )

    (draft,) = result.GetByDataType("cursor:conversation:draft")
    assert draft.message_body == text[:65536]
    assert draft.message_body_size == len(text)
    assert draft.message_body_sha256


def testTodos():
    """A long to-do item is told as a whole."""
    content = "x" * 3000
    result = test_reader.ReadState(
        [evidence.MakeComposer("c", todos=[{"content": content, "status": "done"}])]
    )

    (conversation,) = result.GetByDataType("cursor:conversation")
    assert conversation.todos == f"{content:s} (done)"


def testChildren(monkeypatch):
    """Sub-agents that are too many to be remembered are counted."""
    children = [f"child{number:d}" for number in range(1500)]
    rows = [
        evidence.MakeComposer("c", subagentComposerIds=children),
        evidence.MakeComposer(children[-1], name="last"),
    ]
    result = test_reader.ReadState(rows)
    parents = {
        event_data.conversation_identifier: event_data.parent_conversation_identifier
        for event_data in result.GetByDataType("cursor:conversation")
    }
    assert parents == {"c": None, children[-1]: "c"}
    assert not result.warnings

    monkeypatch.setattr(composers, "_MAXIMUM_CHILDREN", 1000)
    result = test_reader.ReadState(rows)
    assert result.warnings == [
        "cursorDiskKV row composerData:c: 500 of its sub-agents are not joined to it"
    ]


def testLabels():
    """A title or path that is kept shows that it was cut."""
    assert values.CutLabel("a" * 1024) == "a" * 1024
    assert values.CutLabel("a" * 1025) == f"{'a' * 1021:s}..."
    assert values.CutLabel("") is None


@pytest.mark.parametrize("get_text", (lexical.GetPlainText, richtext.ExtractText))
def testRichText(get_text):
    """Rich text of any number of nodes is read to its end."""
    nodes = [{"type": "text", "text": "a"}] * 150_000
    nodes.append({"type": "text", "text": "end"})

    text = get_text(json.dumps({"root": {"children": nodes}}))

    assert len(text) == 150_003
    assert text.endswith("end")


def testExitCodeOfLongResults():
    """A long result has its exit code too, also if it is cut off."""
    result = json.dumps({"output": '"exitCode": 9 ' * 9000, "exitCodeV2": 3})
    assert calls.GetExitCode(result) == 3
    assert calls.GetExitCode(result[:-1]) == 3
    assert calls.GetExitCode(json.dumps({"output": '"exitCode": 9 ' * 9000})) is None


def testAdministratorSettings():
    """Settings that are nested too deeply are told."""
    value = {"name": "deep"}
    for _ in range(8):
        value = {"inner": value}
    collecting_producer = producer.CollectingProducer()
    reader = settings.SettingsReader(context.StateContext(collecting_producer, None))
    # pylint: disable-next=protected-access
    reader._ReadPolicy("key", "teamAdminSettings", value, "team")

    assert collecting_producer.warnings == [
        "ItemTable row key: settings of an administrator nested too deeply"
    ]


def testDetailsOfUpdates():
    """Members of a line beyond the limit are counted."""
    line = {f"name{number:02d}": number for number in range(50)}
    line.update(installationId="i", phase="p", recordedAt="", type="t")
    collecting_producer = producer.CollectingProducer()

    update_supervisor.ReadEventLines(
        io.BytesIO(json.dumps(line).encode("ascii")), collecting_producer
    )

    details = collecting_producer.event_data[0].details
    assert "name31=31 ... (50 in all)" in details
    assert "name32" not in details


def testFrontMatterOfPlans():
    """A plan whose front matter is too long is told."""
    content = b"---\nname: a\noverview: %s\n---\n" % (b"x" * 300_000)

    collecting_producer, is_known = test_lib.ReadFile(
        "/home/ana/.cursor/plans/a.plan.md", content
    )

    assert is_known
    assert len(collecting_producer.warnings) == 1
    assert "front matter of more than" in collecting_producer.warnings[0]


def testPullRequestsOfCloudAgents():
    """Pull requests and repositories of a cloud agent are read, each once."""
    message = tree_lib.Make("DetailedBackgroundComposer")
    for number in range(12_000):
        message.prs.add().pr_url = b"https://git.test/%d" % (number % 11_000)
    details = decode.records.CloudAgentDetails()
    # pylint: disable-next=protected-access
    decode._ReadDetails(details, message)

    assert len(details.pull_request_urls) == 11_000


def testPendingCalls(monkeypatch):
    """Calls that waited in earlier roots beyond the limit are counted."""
    monkeypatch.setattr(history, "_MAXIMUM_PENDING_CALLS", 2)
    builder = tree_lib.TreeBuilder()
    root_id = builder.PutRoot(
        pending_tool_calls=[b'{"toolCallId":"%d"}' % number for number in range(5)]
    )

    states = history.ReadEarlierStates(builder.GetSource(), [root_id.hex()])

    assert states.number_of_calls_left_out == 3


def testSupplements(monkeypatch):
    """Steps that are not kept to be compared with bubbles are counted."""
    monkeypatch.setattr(supplements, "_MAXIMUM_KEPT_SIZE", 5000)
    turn = decode.records.Turn()
    for number in range(5):
        step = decode.records.Step()
        step.tool_call_id = f"t{number:d}"
        turn.steps.append(step)
    tree_supplements = supplements.Supplements()

    tree_supplements.AddTurn(turn)

    assert tree_supplements.number_left_out == 3


def testOddBlobs(monkeypatch):
    """Blobs whose identifier is no hash are counted beyond the limit."""
    monkeypatch.setattr(trees, "_MAXIMUM_ODD_BLOBS", 2)
    result = test_reader.ReadState(
        [(f"agentKv:blob:odd{number:d}", "{}") for number in range(5)]
    )

    assert result.warnings == [
        "cursorDiskKV: 3 more agentKv rows whose identifier is no hash are not read"
    ]


def testCarvedBlobs(monkeypatch):
    """Recovered blobs that are too many are counted."""
    monkeypatch.setattr(agent_store, "_MAXIMUM_CARVED_BLOBS_SIZE", 100)
    path = os.path.join(lib.TEST_DATA_PATH, "agent_store", "seed", "store.db")
    file_entry = lib.MakeFileEntry(lib.MakePathSpec(path))
    collecting_producer = producer.CollectingProducer()
    store = database.Database.OpenFileEntry(file_entry, collecting_producer)
    rows = [
        recovered_rows.RecoveredRow(row.table, row.rowid, row.values)
        for row in store.live.ReadRows("blobs")
    ]
    monkeypatch.setattr(
        remnant_reader.RecoveryReader, "ReadRows", lambda unused_reader: iter(rows)
    )
    agent_store.ReadAgentStore(collecting_producer, store, file_entry)

    assert [
        text for text in collecting_producer.warnings if "recovered blobs: " in text
    ]


def testMetaFileOfStores(tmp_path):
    """A meta.json that is too large to be read with the store is told."""
    path = os.path.join(lib.TEST_DATA_PATH, "agent_store", "seed", "store.db")
    directory = str(tmp_path / "evidence")
    evidence.CopyTree(os.path.dirname(path), directory)
    with open(os.path.join(directory, "meta.json"), "wb") as file_object:
        file_object.truncate(2 * 1024 * 1024)
    path = os.path.join(directory, "store.db")
    file_entry = lib.MakeFileEntry(lib.MakePathSpec(path))
    collecting_producer = producer.CollectingProducer()
    store = database.Database.OpenFileEntry(file_entry, collecting_producer)

    agent_store.ReadAgentStore(collecting_producer, store, file_entry)

    assert [
        text for text in collecting_producer.warnings if "meta.json: larger" in text
    ]


def testPanes(monkeypatch, tmp_path):
    """Panes of a workspace that are not looked at are told."""
    monkeypatch.setattr(workspaces, "_MAXIMUM_PANES", 2)
    directory = tmp_path / "workspaceStorage" / "w0"
    evidence.WriteStateDatabase(
        str(directory / "state.vscdb"),
        item_rows=[(f"{workspaces.PANE_PREFIX:s}{n:d}", "{}") for n in range(4)],
    )
    evidence.WriteFile(str(directory / "workspace.json"), {"folder": "file:///srv/0"})
    path = str(tmp_path / "globalStorage" / "state.vscdb")
    evidence.WriteFile(path, b"")
    collecting_producer = producer.CollectingProducer()
    project_map = workspaces.ProjectMap(
        lib.MakeFileEntry(lib.MakePathSpec(path)), collecting_producer
    )

    project_map.GetProjectPath("c0")

    assert collecting_producer.warnings == [
        "workspaceStorage: only the first 2 panes of a workspace are read"
    ]


@pytest.mark.parametrize(
    "name, number", (("_MAXIMUM_DIRECTORIES", 3), ("_MAXIMUM_CONVERSATIONS", 2))
)
def testWorkspaces(monkeypatch, tmp_path, name, number):
    """Workspaces and conversations that are not looked up are told, once."""
    monkeypatch.setattr(workspaces, name, number)
    for index in range(6):
        directory = tmp_path / "workspaceStorage" / f"w{index:d}"
        evidence.WriteStateDatabase(
            str(directory / "state.vscdb"),
            item_rows=[
                (
                    "composer.composerData",
                    {"allComposers": [{"composerId": f"c{index:d}"}]},
                )
            ],
        )
        evidence.WriteFile(
            str(directory / "workspace.json"), {"folder": f"file:///srv/{index:d}"}
        )
    path = str(tmp_path / "globalStorage" / "state.vscdb")
    evidence.WriteFile(path, b"")
    collecting_producer = producer.CollectingProducer()
    project_map = workspaces.ProjectMap(
        lib.MakeFileEntry(lib.MakePathSpec(path)), collecting_producer
    )

    paths = [project_map.GetProjectPath(f"c{index:d}") for index in range(6)]

    assert len([path for path in paths if path]) == number
    (warning,) = collecting_producer.warnings
    assert f"workspaceStorage: only the first {number:d} " in warning
