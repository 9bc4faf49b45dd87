"""Tests of the evidence in test_data: it is what it claims to be."""

import filecmp
import os
import shutil
import sqlite3

import pytest

from dfvfs.lib import definitions as dfvfs_definitions
from dfvfs.path import factory as path_spec_factory
from dfvfs.resolver import resolver as path_spec_resolver

from test_data import generate
from test_data.recipes import home
from test_data.recipes import trees
from test_data.recipes import wal
from tests import evidence
from tests import lib

_SIZE_LIMIT = 5 * 1024 * 1024
_IMAGE_SIZE_LIMIT = 2 * 1000 * 1000

_IMAGES = (
    ("linux", "linux.ext4.raw", dfvfs_definitions.TYPE_INDICATOR_EXT, "/"),
    ("windows", "windows.ntfs.raw", dfvfs_definitions.TYPE_INDICATOR_NTFS, "\\"),
)


@pytest.fixture(scope="module", name="generated_path")
def _GeneratedPath(tmp_path_factory):
    """Generates the evidence anew.

    Args:
      tmp_path_factory (TempPathFactory): factory of temporary directories.

    Returns:
      str: path of the directory.
    """
    path = str(tmp_path_factory.mktemp("test_data"))
    generate.Generate(path)
    return path


def _ListFiles(directory, names=("",)):
    """Lists the files of directories.

    Args:
      directory (str): path of the directory.
      names (Optional[list[str]]): names of the directories in it.

    Returns:
      set[str]: paths relative to the directory.
    """
    paths = set()
    for name in names:
        for parent, _, file_names in os.walk(os.path.join(directory, name)):
            paths.update(
                os.path.relpath(os.path.join(parent, file_name), directory)
                for file_name in file_names
            )
    return paths


def _ReadTables(path):
    """Reads all rows of a database and its WAL, from a copy.

    Args:
      path (str): path of the database.

    Returns:
      list[str]: SQL statements that make the tables and rows.
    """
    with evidence.CopyDatabase(path) as connection:
        connection.text_factory = bytes
        names = connection.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'table' "
            "AND name NOT LIKE '%_fts_%' ORDER BY name"
        ).fetchall()
        return [
            (
                name,
                sql,
                connection.execute(f'SELECT * FROM "{name.decode()}"').fetchall(),
            )
            for name, sql in names
        ]


def _GetText(path, key):
    """Reads the text of a bubble, as SQLite sees the database and its WAL.

    Args:
      path (str): path of the database.
      key (str): key of the row.

    Returns:
      str: text or None if there is no such row.
    """
    with evidence.CopyDatabase(path) as connection:
        row = connection.execute(
            "SELECT json_extract(value, '$.text') FROM cursorDiskKV WHERE key = ?",
            (key,),
        ).fetchone()
    return row[0] if row else None


def testFilesAreThoseOfTheRecipes(generated_path):
    """Every generated file is committed, and no other one is."""
    generated = _ListFiles(generated_path, generate.GENERATED_DIRECTORIES)
    committed = _ListFiles(lib.TEST_DATA_PATH, generate.GENERATED_DIRECTORIES)

    assert generated == committed


def testContentsAreThoseOfTheRecipes(generated_path):
    """A file has the bytes of its recipe; a database at least has its rows."""
    different = []
    for path in sorted(_ListFiles(generated_path, generate.GENERATED_DIRECTORIES)):
        paths = [
            os.path.join(directory, path)
            for directory in (generated_path, lib.TEST_DATA_PATH)
        ]
        if filecmp.cmp(*paths, shallow=False):
            continue

        # Another version of SQLite may lay out its pages in another way.
        database_paths = [name.removesuffix("-wal") for name in paths]
        try:
            tables = [_ReadTables(name) for name in database_paths]
        except sqlite3.DatabaseError:
            tables = [None, path]
        if tables[0] != tables[1]:
            different.append(path)

    assert not different


def testTwoRunsAreEqual(generated_path, tmp_path):
    """The random salts of a WAL leave no trace."""
    path = str(tmp_path / "wal" / "state.vscdb")
    wal.WriteBase(path, page_size=4096)
    with evidence.PendingWAL(path) as connection:
        wal.ChangeStore(connection)

    for suffix in ("", "-wal"):
        assert filecmp.cmp(
            f"{path:s}{suffix:s}",
            os.path.join(generated_path, "wal", "pending", f"state.vscdb{suffix:s}"),
            shallow=False,
        )


def testSize():
    """The evidence stays small, and so does each image."""
    paths = _ListFiles(lib.TEST_DATA_PATH)
    sizes = {
        path: os.path.getsize(os.path.join(lib.TEST_DATA_PATH, path)) for path in paths
    }
    image_sizes = {
        path: size for path, size in sizes.items() if path.startswith("images")
    }

    assert sum(sizes.values()) - sum(image_sizes.values()) < _SIZE_LIMIT
    assert max(image_sizes.values()) < _IMAGE_SIZE_LIMIT


def testReadme():
    """Each directory has its section, and each file of a flat one its row."""
    with open(
        os.path.join(lib.TEST_DATA_PATH, "README.md"), "r", encoding="utf-8"
    ) as file_object:
        text = file_object.read()

    for name in generate.GENERATED_DIRECTORIES:
        assert f"## {name:s}" in text, name
        if name in ("files", "trees"):
            continue
        for entry in os.listdir(os.path.join(lib.TEST_DATA_PATH, name)):
            assert f"`{entry:s}`" in text or f"`{name:s}/{entry:s}`" in text, entry


@pytest.mark.parametrize("tree, image, type_indicator, location", _IMAGES)
def testImage(tree, image, type_indicator, location):
    """An image holds the files of its tree: names, contents and times."""
    path_spec = path_spec_factory.Factory.NewPathSpec(
        dfvfs_definitions.TYPE_INDICATOR_RAW,
        parent=lib.MakePathSpec(os.path.join(lib.TEST_DATA_PATH, "images", image)),
    )
    path_spec = path_spec_factory.Factory.NewPathSpec(
        type_indicator, location=location, parent=path_spec
    )
    root = path_spec_resolver.Resolver.OpenFileEntry(path_spec)

    contents = {}
    file_entries = [((), root)]
    while file_entries:
        segments, file_entry = file_entries.pop()
        for sub_file_entry in file_entry.sub_file_entries:
            if sub_file_entry.name.startswith("$"):
                continue
            sub_segments = (*segments, sub_file_entry.name)
            if sub_file_entry.IsDirectory():
                file_entries.append((sub_segments, sub_file_entry))
                continue
            file_object = sub_file_entry.GetFileObject()
            contents["/".join(sub_segments)] = file_object.read()
            assert (
                sub_file_entry.modification_time.CopyToPosixTimestamp()
                == evidence.FILE_SECONDS
            )

    tree_path = os.path.join(lib.TEST_DATA_PATH, "trees", tree)
    expected_contents = {}
    for path in _ListFiles(tree_path):
        with open(os.path.join(tree_path, path), "rb") as file_object:
            expected_contents[path] = file_object.read()

    assert sorted(contents) == sorted(expected_contents)
    assert contents == expected_contents


@pytest.mark.parametrize("tree", ("linux", "windows"))
def testTreeHasPendingWAL(tree):
    """The WAL of a machine edits a prompt, deletes and adds a conversation."""
    platform = {"linux": home.LINUX, "windows": home.WINDOWS}[tree]
    conversations = {
        name: conversation.composer_identifier
        for name, conversation in trees.GetConversations(platform).items()
    }
    directory = {
        "linux": "home/ana/.config/Cursor",
        "windows": "Users/ana/AppData/Roaming/Cursor",
    }[tree]
    path = os.path.join(
        lib.TEST_DATA_PATH,
        "trees",
        tree,
        *directory.split("/"),
        "User",
        "globalStorage",
        "state.vscdb",
    )

    kept_key = f"bubbleId:{conversations['kept']:s}:u1"
    deleted_key = f"bubbleId:{conversations['deleted']:s}:u1"
    new_key = f"bubbleId:{conversations['new']:s}:u1"

    assert _GetText(path, kept_key) == "Show the failing test and run it again"
    assert _GetText(path, deleted_key) is None
    assert _GetText(path, new_key) == "Write a commit message"

    # What the base alone says.
    with evidence.CopyDatabase(path, with_wal=False) as connection:
        keys = {row[0] for row in connection.execute("SELECT key FROM cursorDiskKV")}
    assert deleted_key in keys
    assert new_key not in keys


_WAL_KEPT = "bubbleId:wal-kept:u1"
_WAL_DOOMED = "bubbleId:wal-doomed:u1"
_WAL_NEW = "bubbleId:wal-new:u1"


@pytest.mark.parametrize(
    "case, kept, doomed, new",
    (
        # What SQLite sees of each case.
        ("pending", "kept question, edited", None, "new question"),
        ("auto_vacuum", "kept question, edited", None, "new question"),
        ("checkpointed", "kept question, edited", None, "new question"),
        ("restarted", "kept question, edited", None, "new question"),
        ("uncommitted", "kept question, edited", None, "new question"),
        ("wal_only", None, None, "new question"),
        # Only the last transaction is cut off: the header of the new conversation.
        ("half_frame", "kept question, edited", None, "new question"),
        # No frame counts: what is left is the base.
        ("foreign_salts", "kept question", "doomed question", None),
        ("empty_wal", "kept question", "doomed question", None),
        ("not_a_wal", "kept question", "doomed question", None),
    ),
)
def testWAL(case, kept, doomed, new):
    """A case shows SQLite what it is made to show."""
    path = os.path.join(lib.TEST_DATA_PATH, "wal", case, "state.vscdb")

    assert _GetText(path, _WAL_KEPT) == kept
    assert _GetText(path, _WAL_DOOMED) == doomed
    assert _GetText(path, _WAL_NEW) == new


def testWALWithBadChecksum():
    """SQLite reads the frames before a bad checksum and none after it."""
    directory = os.path.join(lib.TEST_DATA_PATH, "wal")
    headers = {}
    for case in ("pending", "bad_checksum"):
        with evidence.CopyDatabase(
            os.path.join(directory, case, "state.vscdb")
        ) as connection:
            headers[case] = {
                row[0]
                for row in connection.execute("SELECT composerId FROM composerHeaders")
            }

    assert headers["pending"] == {"wal-kept", "wal-doomed", "wal-new"}
    assert headers["bad_checksum"] == {"wal-kept", "wal-doomed"}


def testWALHasDeletedText():
    """What a WAL deletes is still in the file of the base database."""
    path = os.path.join(lib.TEST_DATA_PATH, "wal", "pending", "state.vscdb")
    with open(path, "rb") as file_object:
        data = file_object.read()

    assert b"doomed question" in data
    assert b"kept question, edited" not in data


def testUncommittedFrames():
    """The uncommitted transaction is in the WAL and not in the database."""
    path = os.path.join(lib.TEST_DATA_PATH, "wal", "uncommitted", "state.vscdb")
    with open(f"{path:s}-wal", "rb") as file_object:
        data = file_object.read()

    assert b"uncommitted 0 " in data
    assert _GetText(path, "bubbleId:wal-uncommitted:a1/s:0") is None
    # No frame after the last commit has the size of the database.
    assert evidence.ReadWALFrames(f"{path:s}-wal")[-1][2] == 0


def testRestartedWALHasOlderFrames():
    """The tail of a restarted WAL has other salts than its header."""
    path = os.path.join(lib.TEST_DATA_PATH, "wal", "restarted", "state.vscdb-wal")
    with open(path, "rb") as file_object:
        data = file_object.read()

    salts = [
        data[offset + 8 : offset + 16] == data[16:24]
        for offset, _, _ in evidence.ReadWALFrames(path)
    ]
    assert salts[0] and not salts[-1]
    assert salts == sorted(salts, reverse=True)


def testBackupIsOlder():
    """The backup has the conversation that the store has lost."""
    path = os.path.join(lib.TEST_DATA_PATH, "backup", "state.vscdb")

    assert _GetText(path, _WAL_DOOMED) is None
    assert _GetText(f"{path:s}.backup", _WAL_DOOMED) == "doomed question"
    with open(path, "rb") as file_object:
        assert b"doomed question" not in file_object.read()


@pytest.mark.parametrize("tree", ("linux", "windows", "macos"))
def testTreeHasSecrets(tree):
    """Every machine has secrets, so that a search for them can find one."""
    directory = os.path.join(lib.TEST_DATA_PATH, "trees", tree)
    paths = []
    for path in _ListFiles(directory):
        with open(os.path.join(directory, path), "rb") as file_object:
            if evidence.SECRET_SENTINEL.encode("ascii") in file_object.read():
                paths.append(path)

    assert {os.path.basename(path) for path in paths} >= {"state.vscdb", "auth.json"}


def testSetFileTimes(tmp_path):
    """A copy of evidence has the modification time of the settings files."""
    destination = str(tmp_path / "copy")
    evidence.CopyTree(os.path.join(lib.TEST_DATA_PATH, "backup"), destination)

    for name in os.listdir(destination):
        assert os.path.getmtime(os.path.join(destination, name)) == 1790863200
    shutil.rmtree(destination)
