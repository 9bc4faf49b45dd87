"""An environment with Timesketch, apart from that of plaso.

It takes half a minute to make and is kept in .tox for the next run. The variable
CURSOR_PLASO_TIMESKETCH_PYTHON names the interpreter of one that is there already.
"""

import glob
import json
import os
import shutil
import sys
import tempfile

from tests import lib

_VARIABLE = "CURSOR_PLASO_TIMESKETCH_PYTHON"

_REQUIREMENTS_PATH = os.path.join(
    lib.PROJECT_PATH, "tests", "timesketch_requirements.txt"
)
_SCRIPT_PATH = os.path.join(lib.PROJECT_PATH, "tests", "timesketch_script.py")


def _MakeEnvironment(path):
    """Makes an environment.

    Args:
      path (str): path of its directory.
    """
    os.makedirs(os.path.dirname(path), exist_ok=True)
    temporary_path = tempfile.mkdtemp(dir=os.path.dirname(path))
    try:
        lib.RunCommand([sys.executable, "-m", "venv", temporary_path])
        lib.RunCommand(
            [
                os.path.join(temporary_path, "bin", "python"),
                "-m",
                "pip",
                "install",
                "--quiet",
                "--requirement",
                _REQUIREMENTS_PATH,
            ]
        )
        # Another process may have been faster.
        if not os.path.exists(path):
            os.rename(temporary_path, path)
    finally:
        shutil.rmtree(temporary_path, ignore_errors=True)


def GetDataPath(name):
    """Retrieves the path of a data file that Timesketch ships.

    Args:
      name (str): name of the file.

    Returns:
      str: path.
    """
    pattern = os.path.join(GetEnvironmentPath(), "share", "timesketch", name)
    (path,) = glob.glob(pattern)
    return path


def GetEnvironmentPath():
    """Retrieves the path of the environment, which is made if there is none.

    Returns:
      str: path of its directory.
    """
    python_path = os.environ.get(_VARIABLE)
    if python_path:
        return os.path.dirname(os.path.dirname(python_path))

    name = f"timesketch-py{sys.version_info.major:d}{sys.version_info.minor:d}"
    path = os.path.join(lib.PROJECT_PATH, ".tox", name)
    if not os.path.exists(path):
        _MakeEnvironment(path)
    return path


def RunScript(*arguments):
    """Runs code of Timesketch.

    Args:
      *arguments (list[str]): arguments of timesketch_script.py.

    Returns:
      list[object]: what it prints.
    """
    python_path = os.path.join(GetEnvironmentPath(), "bin", "python")
    result = lib.RunCommand([python_path, _SCRIPT_PATH, *arguments])
    return [json.loads(line) for line in result.stdout.splitlines()]
