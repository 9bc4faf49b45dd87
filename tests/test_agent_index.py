"""Tests of the reader of what an index.db tells of the stores beside it."""

import json
import os
import sqlite3

import pytest

from cursor_plaso import agent_index
from cursor_plaso import database
from cursor_plaso import producer
from tests import lib

_NUMBER_OF_AGENTS = 30


def _WriteIndex(path, name="agent"):
    """Writes an index.db.

    Args:
      path (str): path.
      name (Optional[str]): what the names of the agents begin with.
    """
    connection = sqlite3.connect(path)
    with connection:
        connection.execute(
            "CREATE TABLE agents (agent_id TEXT PRIMARY KEY, name TEXT, "
            "workspace_ref TEXT)"
        )
        connection.execute(
            "CREATE TABLE runs (run_id TEXT PRIMARY KEY, agent_id TEXT, "
            "latest_checkpoint_ref_json TEXT)"
        )
        for number in range(_NUMBER_OF_AGENTS):
            connection.execute(
                "INSERT INTO agents VALUES (?, ?, ?)",
                (f"a{number:d}", f"{name:s} {number:d}", f"file:///srv/{number:d}"),
            )
            for run in range(3):
                connection.execute(
                    "INSERT INTO runs VALUES (?, ?, ?)",
                    (
                        f"r{number:d}-{run:d}",
                        f"a{number:d}",
                        json.dumps({"blobId": f"{number:032x}{run:032x}"}),
                    ),
                )
    connection.close()


@pytest.fixture(name="index_path")
def _IndexPath(tmp_path):
    """Writes an index.db with the directories of its agents.

    Args:
      tmp_path (pathlib.Path): temporary directory.

    Returns:
      str: path of the index.db.
    """
    path = str(tmp_path / "index.db")
    _WriteIndex(path)
    return path


def _Open(index_path, number=0):
    """Opens the index of a store.

    Args:
      index_path (str): path of the index.db.
      number (Optional[int]): number of the agent.

    Returns:
      tuple[AgentIndex, AgentFacts]: index, and what it tells of the agent.
    """
    digest = agent_index.GetDigest(f"a{number:d}")
    directory = os.path.join(os.path.dirname(index_path), "agents", f"agent-{digest:s}")
    os.makedirs(directory, exist_ok=True)
    store_path = os.path.join(directory, "store.db")
    with open(store_path, "wb"):
        pass
    file_entry = lib.MakeFileEntry(lib.MakePathSpec(store_path))
    index = agent_index.OpenIndex(file_entry, producer.CollectingProducer())
    return index, index.GetFacts(digest)


def testFacts(index_path):
    """The name, the project and the roots of the runs are read."""
    _, facts = _Open(index_path, 7)

    assert (facts.name, facts.project_path) == ("agent 7", "/srv/7")
    assert list(facts.root_identifiers) == [f"{7:032x}{run:032x}" for run in range(3)]
    assert facts.number_of_roots_left_out == 0


def testIndexIsReadOnce(index_path, monkeypatch):
    """However many stores there are, the index is read once, until it changes."""
    opened = []
    open_file_entry = database.Database.OpenFileEntry

    def Open(file_entry, *arguments, **keyword_arguments):
        opened.append(file_entry.path_spec.location)
        return open_file_entry(file_entry, *arguments, **keyword_arguments)

    monkeypatch.setattr(database.Database, "OpenFileEntry", Open)
    for number in range(_NUMBER_OF_AGENTS):
        _, facts = _Open(index_path, number)
        assert facts.name == f"agent {number:d}"
    assert opened == [index_path]

    os.remove(index_path)
    _WriteIndex(index_path, name="another")
    _, facts = _Open(index_path, 3)
    assert facts.name == "another 3"
    assert opened == [index_path] * 2


def testIndexesAreForgotten(tmp_path):
    """Only the last indexes are kept."""
    for number in range(5):
        directory = tmp_path / f"project {number:d}"
        directory.mkdir()
        path = str(directory / "index.db")
        _WriteIndex(path, name=f"project {number:d}")
        _, facts = _Open(path, 1)
        assert facts.name == f"project {number:d} 1"

    # pylint: disable=protected-access
    assert len(agent_index._INDEXES) == 2


def testIndexThatIsTooLarge(index_path, monkeypatch):
    """What is not kept is counted."""
    monkeypatch.setattr(agent_index, "_MAXIMUM_KEPT_SIZE", 10 * 1024)
    index, facts = _Open(index_path)

    assert facts.name == "agent 0"
    assert index.number_left_out > _NUMBER_OF_AGENTS


def testManyRoots(index_path, monkeypatch):
    """Of many roots the latest are kept, and the others counted."""
    monkeypatch.setattr(agent_index, "_MAXIMUM_ROOTS", 2)
    _, facts = _Open(index_path, 1)

    assert list(facts.root_identifiers) == [f"{1:032x}{run:032x}" for run in (1, 2)]
    assert facts.number_of_roots_left_out == 1


def testAbort(index_path):
    """A reading that was aborted is not kept."""
    _, facts = _Open(index_path)
    assert facts
    # pylint: disable=protected-access
    agent_index._INDEXES.clear()
    directory = os.path.join(
        os.path.dirname(index_path), "agents", f"agent-{agent_index.GetDigest('a0'):s}"
    )
    file_entry = lib.MakeFileEntry(
        lib.MakePathSpec(os.path.join(directory, "store.db"))
    )
    aborting_producer = producer.CollectingProducer()
    aborting_producer.SignalAbort()

    index = agent_index.OpenIndex(file_entry, aborting_producer)

    assert index.GetFacts(agent_index.GetDigest("a0")) is None
    assert not agent_index._INDEXES
