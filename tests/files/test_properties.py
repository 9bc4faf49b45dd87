"""Property tests of the readers of small files."""

import io
import json

import hypothesis
from hypothesis import strategies as hypothesis_strategies

from cursor_plaso import masking
from cursor_plaso.files import documents
from cursor_plaso.files import exported_markdown
from cursor_plaso.files import interface
from cursor_plaso.files import registry
from cursor_plaso.files import update_supervisor
from cursor_plaso.files import usage_export
from tests import evidence
from tests import strategies
from tests.files import test_lib

# A path per reader of JSON.
_PATHS = (
    "/home/ana/.cursor/agent-cli-state.json",
    "/home/ana/.cursor/argv.json",
    "/home/ana/.cursor/chats/1/2/meta.json",
    "/home/ana/.cursor/cli-config.json",
    "/home/ana/.cursor/hooks.json",
    "/home/ana/.cursor/ide_state.json",
    "/home/ana/.cursor/mcp.json",
    "/home/ana/.cursor/permissions.json",
    "/home/ana/.cursor/projects/p/.workspace-trusted",
    "/home/ana/.cursor/projects/p/mcp-approvals.json",
    "/home/ana/.cursor/projects/p/repo.json",
    "/home/ana/.cursor/prompt_history.json",
    "/home/ana/.cursor/sandbox.json",
    "/h/.config/Cursor/User/History/1/entries.json",
    "/h/.config/Cursor/User/globalStorage/anysphere.cursor-commits/checkpoints/r/"
    "metadata.json",
    "/h/.config/Cursor/User/globalStorage/mcp-oauth-attempts/1.json",
    "/h/.config/Cursor/User/globalStorage/storage.json",
    "/h/.config/Cursor/User/globalStorage/w/cursor-agent-worker-1.restart.json",
    "/h/.config/Cursor/User/workspaceStorage/1/workspace.json",
    "/h/.config/Cursor/update-supervisor/u/app-ready.json",
    "/h/.config/Cursor/update-supervisor/u/result.json",
    "/h/cursor_agent_stores/.control/u1/pins/1.json",
    "/h/cursor_agent_stores/u1/.sync/sync.lock",
    "/srv/p/.cursor/cli.json",
)

_OBJECTS = hypothesis_strategies.lists(
    strategies.JSONObjects(
        absolutePath="/a",
        command="a",
        args=["b"],
        folder="file:///a",
        folderUri="file:///a",
        fileUuid="a",
        fsPath="/a",
        gitInfo={"gitInfo": {"branch": "main"}},
        id="a",
        timestamp=1790848800000,
        url="https://a.test/?b=c",
        value="c",
    ),
    max_size=3,
)
_LISTS = hypothesis_strategies.one_of(
    _OBJECTS, hypothesis_strategies.lists(strategies.TEXTS, max_size=3)
)
_MAPS = hypothesis_strategies.dictionaries(
    strategies.TEXTS, hypothesis_strategies.one_of(_LISTS, _OBJECTS), max_size=3
)

_DOCUMENTS = hypothesis_strategies.one_of(
    strategies.JSON_VALUES,
    _LISTS,
    strategies.JSONObjects(
        acquiredAt=1790848800000,
        allowlists=_MAPS,
        approvalMode="a",
        authInfo={"email": "a"},
        clientInformation={"client_id": "a"},
        completedAt="2026-10-01T10:00:00Z",
        createdAtMs=1790848800000,
        cwd="/a",
        entries=_LISTS,
        hooks=_MAPS,
        mcpServers=_MAPS,
        modelSelectionHistory=_LISTS,
        networkPolicy=_MAPS,
        owner=_MAPS,
        permissions={"allow": ["a"], "deny": ["b"]},
        privacyCache={"ghostMode": True, "updatedAt": 1790848800000},
        recentlyViewedFiles=_LISTS,
        requestFiles=_LISTS,
        resource="file:///a",
        roots=_LISTS,
        selectedModel={"modelId": "a", "parameters": [{"id": "b", "value": 1}]},
        trustedAt="2026-10-01T10:00:00Z",
        windowsState={"openedWindows": [{"folder": "file:///a"}]},
        workerId="a",
        workerIdsByDisplayName=_MAPS,
        workspacePath="/a",
    ),
)


def _AssertStorable(producer):
    """Asserts that plaso can store what was produced.

    Args:
      producer (CollectingProducer): producer.
    """
    for event_data in producer.event_data:
        strategies.AssertStorable(event_data)


@strategies.PROPERTY
@hypothesis.given(hypothesis_strategies.sampled_from(_PATHS), _DOCUMENTS)
def testDocuments(path, document):
    """Any document gives event data that plaso can store, or a warning, or nothing."""
    producer, _ = test_lib.ReadFile(path, json.dumps(document))

    _AssertStorable(producer)


@strategies.PROPERTY
@hypothesis.given(hypothesis_strategies.binary(max_size=200))
def testBytes(data):
    """Any bytes are read, line by line and whole."""
    for path in _PATHS + (
        "/home/ana/.cursor/plans/a.plan.md",
        "/home/ana/.cursor/projects/p/terminals/1.txt",
        "/h/cursor_agent_stores/.store-eviction-last-run",
        "/h/.config/Cursor/machineid",
    ):
        producer, _ = test_lib.ReadFile(path, data)
        _AssertStorable(producer)

    producer = test_lib.CheckingProducer()
    update_supervisor.ReadEventLines(io.BytesIO(data), producer)
    usage_export.ReadUsageExport(io.BytesIO(b"Date,Model,Cost\n" + data), producer)
    _AssertStorable(producer)


@strategies.PROPERTY
@hypothesis.given(strategies.TEXTS, strategies.TEXTS)
def testTextFiles(name, text):
    """Any text of a plan, a terminal and an export is read."""
    for path, content in (
        (
            "/home/ana/.cursor/plans/a.plan.md",
            f"---\nname: {name:s}\noverview: {text:s}\ntodos: [{text:s}]\n---\n",
        ),
        (
            "/home/ana/.cursor/projects/p/terminals/1.txt",
            f"---\npid: {name:s}\ncwd: {text:s}\n---\n{text:s}\n---\nelapsed_ms: 1\n---\n",
        ),
    ):
        producer, _ = test_lib.ReadFile(path, content)
        _AssertStorable(producer)

    producer = test_lib.CheckingProducer()
    exported_markdown.ReadExport(
        test_lib.MakeFile(
            "/a/export.md",
            f"# {name:s}\n_Exported on 1/2/2026 at 1:02:03 {text:s} from Cursor (1.0)_\n",
        ),
        producer,
    )
    _AssertStorable(producer)


@strategies.PROPERTY
@hypothesis.given(strategies.TEXTS, strategies.TEXTS)
def testMasking(text, rest):
    """A secret that its name tells is masked, whatever stands around it."""
    secret = evidence.SECRET_SENTINEL
    text = text.replace("\n", " ")

    assert secret not in masking.MaskText(f"{text:s} ACME_TOKEN={secret:s} {rest:s}")
    assert secret not in masking.MaskURL(f"https://a.test/{text:s}?token={secret:s}")


@strategies.PROPERTY
@hypothesis.given(strategies.JSON_VALUES)
def testStripComments(value):
    """JSON without comments means the same when they have been stripped."""
    text = json.dumps(value)

    assert documents.StripComments(text) == text


def testReaders():
    """Each reader has a way to be found, and a kind of its own."""
    kinds = [reader.KIND for reader in registry.READERS]
    assert all(kinds) and len(kinds) == len(set(kinds))

    for reader in registry.READERS:
        assert isinstance(reader, interface.FileReader)
        assert (
            reader.NAMES or reader.DIRECTORY_NAMES or reader.PREFIXES or reader.SUFFIXES
        )
        for name in reader.NAMES | reader.DIRECTORY_NAMES:
            assert name == name.lower()
