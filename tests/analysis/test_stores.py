"""Tests of the stores of records."""

import pytest

from dfvfs.lib import definitions as dfvfs_definitions
from dfvfs.path import factory as path_spec_factory

from cursor_plaso import events
from cursor_plaso.analysis import attributes
from cursor_plaso.analysis import stores
from tests.analysis import analysis_lib


def _GetStore(path, parent=None, **values):
    """Retrieves the store of a record.

    Args:
      path (str): path of the file.
      parent (Optional[dfvfs.PathSpec]): parent path specification.
      **values (dict[str, object]): attributes of the record.

    Returns:
      Store: store.
    """
    case = analysis_lib.Case()
    case.Add(
        analysis_lib.Make(events.CursorMessageEventData, **values),
        path=path,
        parent=parent,
        type_indicator=(
            dfvfs_definitions.TYPE_INDICATOR_NTFS
            if parent
            else dfvfs_definitions.TYPE_INDICATOR_OS
        ),
    )
    _, event_data, event_data_stream = next(case.GetTriples())
    index = stores.StoreIndex()
    number = index.GetNumber(attributes.Attributes(event_data), event_data_stream)
    return index.stores[number]


@pytest.mark.parametrize(
    ("path", "evidence_source", "recovery_method", "name", "rank"),
    [
        (analysis_lib.STATE_PATH, "bubble", None, "state.vscdb", stores.RANK_PRIMARY),
        (
            analysis_lib.STATE_PATH,
            "agent.v1 tree",
            "agent.v1 tree",
            "agent.v1 tree",
            stores.RANK_SECONDARY,
        ),
        (
            analysis_lib.STATE_PATH,
            "model message that no tree reaches",
            "agent.v1 tree",
            "agent.v1 tree",
            stores.RANK_SECONDARY,
        ),
        (
            analysis_lib.STATE_PATH,
            "bubble",
            "freelist page",
            "recovered records (freelist page)",
            stores.RANK_SECONDARY,
        ),
        (
            analysis_lib.BACKUP_PATH,
            "bubble",
            None,
            "state.vscdb.backup",
            stores.RANK_SECONDARY,
        ),
        (
            analysis_lib.WORKSPACE_PATH,
            "chat tab",
            None,
            "workspace state.vscdb",
            stores.RANK_WORKSPACE,
        ),
        (
            analysis_lib.STORE_PATH,
            "agent.v1 tree",
            None,
            "store.db",
            stores.RANK_PRIMARY,
        ),
        (
            analysis_lib.TRANSCRIPT_PATH,
            "transcript",
            None,
            "transcript",
            stores.RANK_SECONDARY,
        ),
        (
            analysis_lib.SEARCH_PATH,
            "conversation-search.db",
            None,
            "conversation-search.db",
            stores.RANK_SECONDARY,
        ),
        (
            f"{analysis_lib.USER_PATH:s}/globalStorage/anysphere.cursor-commits/"
            "checkpoints/r1/metadata.json",
            "checkpoint metadata.json",
            None,
            "shadow copies",
            stores.RANK_SECONDARY,
        ),
        (
            "C:\\Users\\ana\\AppData\\Roaming\\Cursor\\User\\workspaceStorage\\00ff\\"
            "state.vscdb",
            "chat tab",
            None,
            "workspace state.vscdb",
            stores.RANK_WORKSPACE,
        ),
    ],
)
def testNameAndRank(path, evidence_source, recovery_method, name, rank):
    """A store is named and ranked by its file and the kind of record."""
    store = _GetStore(
        path, evidence_source=evidence_source, recovery_method=recovery_method
    )

    assert (store.name, store.rank) == (name, rank)
    assert store.path.endswith(path)


def testSnapshot():
    """A volume snapshot holds an older copy, which never leads."""
    image_path_spec = path_spec_factory.Factory.NewPathSpec(
        dfvfs_definitions.TYPE_INDICATOR_OS, location="/cases/image.raw"
    )
    snapshot_path_spec = path_spec_factory.Factory.NewPathSpec(
        dfvfs_definitions.TYPE_INDICATOR_VSHADOW, parent=image_path_spec, store_index=1
    )

    store = _GetStore(
        "\\Users\\ana\\AppData\\Roaming\\Cursor\\User\\globalStorage\\state.vscdb",
        parent=snapshot_path_spec,
        evidence_source="bubble",
        username="ana",
    )

    assert store.name == "snapshot: state.vscdb"
    assert store.rank == stores.RANK_SECONDARY
    assert store.profile == (snapshot_path_spec.comparable, "ana")


def testSameFileTwice():
    """A file that was processed twice is one store."""
    index = stores.StoreIndex()
    numbers = set()
    for _ in range(2):
        case = analysis_lib.Case()
        for evidence_source in ("bubble", "composer"):
            case.Add(
                analysis_lib.Make(
                    events.CursorMessageEventData, evidence_source=evidence_source
                )
            )
        for _, event_data, event_data_stream in case.GetTriples():
            numbers.add(
                index.GetNumber(attributes.Attributes(event_data), event_data_stream)
            )

    assert numbers == {0}
    assert len(index.stores) == 1


def testWithoutEventDataStream():
    """A record without a file is named after its kind."""
    event_data = analysis_lib.Make(
        events.CursorMessageEventData, evidence_source="transcript"
    )
    index = stores.StoreIndex()

    number = index.GetNumber(attributes.Attributes(event_data), None)

    assert index.stores[number].name == "transcript"
    assert index.stores[number].path is None
