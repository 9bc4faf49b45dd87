"""Tests that evidence is only read: no SQL, no change, no program, no connection."""

import ast
import json
import os
import sys

import pytest

from tests import evidence
from tests import hostile_lib
from tests import lib

# Modules that no reader of evidence needs: what runs SQL or programs, reaches a network,
# makes files, or brings objects to life that a file describes.
_FORBIDDEN_MODULES = frozenset(
    "ctypes http importlib.machinery marshal multiprocessing pickle shelve shutil socket "
    "sqlite3 ssl subprocess tempfile urllib.request xml".split()
)

# The command, the plug and what they use: they never see evidence.
_OTHER_MODULES = frozenset(
    ["cli.py", "hook.py", "resources.py", "seams.py", "status.py", "upstream.py"]
)

# Methods that run SQL: of Python's module, and of plaso's SQLite database.
_FORBIDDEN_METHODS = frozenset(["Query", "execute", "executemany", "executescript"])

_FORBIDDEN_FUNCTIONS = frozenset(["__import__", "compile", "eval", "exec"])

_WORKER = """
import json
import os
import sys

from tests import hostile_lib

directory = sys.argv[1]
seen = []

def Hook(event, arguments):
    if event == "sqlite3.connect":
        seen.append((event, str(arguments[0])))
    elif event == "open":
        path, mode, flags = arguments
        is_write = flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC)
        if is_write and str(path).startswith(directory):
            seen.append((event, str(path)))
    elif event.startswith(("socket.", "subprocess.", "os.system", "os.exec", "os.spawn")):
        seen.append((event, repr(arguments)))
    elif event in ("os.remove", "os.rename", "os.truncate", "os.chmod", "os.utime"):
        if str(arguments[0]).startswith(directory):
            seen.append((event, str(arguments[0])))

hostile_lib.GetParsers()
sys.addaudithook(Hook)
result = hostile_lib.Read(directory)
json.dump({"counts": result["counts"], "seen": seen}, sys.stdout)
"""


def _ListModules():
    """Lists the modules that see evidence.

    Returns:
      list[str]: paths.
    """
    paths = []
    for directory in ("cursor_plaso", "parsers"):
        for parent, _, names in os.walk(os.path.join(lib.PROJECT_PATH, directory)):
            for name in sorted(names):
                if name.endswith(".py") and not name.endswith("_pb2.py"):
                    if name not in _OTHER_MODULES:
                        paths.append(os.path.join(parent, name))
    return paths


def _FindForbidden(tree):
    """Finds what no reader of evidence may use.

    Args:
      tree (ast.AST): module.

    Yields:
      str: description.
    """
    for node in ast.walk(tree):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module] + [
                f"{node.module:s}.{alias.name:s}" for alias in node.names
            ]
        for name in names:
            if name in _FORBIDDEN_MODULES or name.split(".")[0] in _FORBIDDEN_MODULES:
                yield f"line {node.lineno:d}: import of {name:s}"

        if isinstance(node, ast.Call):
            if (
                isinstance(node.func, ast.Attribute)
                and node.func.attr in _FORBIDDEN_METHODS
            ):
                yield f"line {node.lineno:d}: call of {node.func.attr:s}"
            elif isinstance(node.func, ast.Name):
                if node.func.id in _FORBIDDEN_FUNCTIONS:
                    yield f"line {node.lineno:d}: call of {node.func.id:s}"
                elif node.func.id == "open":
                    yield f"line {node.lineno:d}: call of open"


def testNoReaderRunsSQLOrMakesFiles():
    """No module that sees evidence can run SQL or a program, or write a file."""
    paths = _ListModules()
    found = []
    for path in paths:
        with open(path, "r", encoding="utf-8") as file_object:
            tree = ast.parse(file_object.read())
        found.extend(f"{path:s} {text:s}" for text in _FindForbidden(tree))

    assert len(paths) > 100
    assert not found


@pytest.mark.parametrize("name", ("hostile", "state", "trees", "wal"))
def testEvidenceIsOnlyRead(name, tmp_path):
    """All that plaso and the parsers do to evidence is to read it.

    plaso copies the small SQLite stores to its temporary directory and asks the copy
    for its tables. No connection leads to the evidence itself, and no file of it or
    beside it is opened to be written.
    """
    directory = str(tmp_path / "evidence")
    evidence.CopyTree(os.path.join(lib.TEST_DATA_PATH, name), directory)
    before = hostile_lib.HashTree(directory)

    process = lib.RunCommand(
        [sys.executable, "-c", _WORKER, directory], directory=lib.PROJECT_PATH
    )

    result = json.loads(process.stdout)
    assert sum(result["counts"].values()) > 10
    assert [
        (event, text)
        for event, text in result["seen"]
        if event != "sqlite3.connect" or text.startswith(directory)
    ] == []
    assert hostile_lib.HashTree(directory) == before


def testStateDatabaseIsReadWithoutSQLite(tmp_path):
    """A state database is not even copied: SQLite never sees it."""
    directory = str(tmp_path / "evidence")
    evidence.CopyTree(
        os.path.join(lib.TEST_DATA_PATH, "hostile", "schema_view"), directory
    )

    process = lib.RunCommand(
        [sys.executable, "-c", _WORKER, directory], directory=lib.PROJECT_PATH
    )

    assert json.loads(process.stdout) == {"counts": {"cursor:database": 1}, "seen": []}
