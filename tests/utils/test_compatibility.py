"""Tests of the report on the combinations of Python and plaso."""

import json
import os

from utils import compatibility
from utils import pages

_STATUS = (
    "cursor-plaso 1 in /tmp/x/.tox/py313-plaso20260720/lib/cursor_plaso\n"
    "Plug: /tmp/x/.tox/py313-plaso20260720/lib/cursor_plaso.pth\n\nNo problems.\n"
)


def _MakeEnvironment(minor, status, pytest_output, retcode=0):
    """Makes the results of an environment as tox writes them.

    Args:
      minor (int): minor version of Python.
      status (str): output of cursor-plaso.
      pytest_output (str): output of pytest.
      retcode (Optional[int]): exit code of pytest.

    Returns:
      dict[str, object]: results.
    """
    return {
        "python": {"version_info": [3, minor, 1, "final", 0]},
        "test": [
            {
                "command": ["/bin/cursor-plaso", "status"],
                "output": status,
                "retcode": 0,
            },
            {
                "command": ["/bin/python", "-m", "pytest"],
                "output": pytest_output,
                "retcode": retcode,
            },
        ],
    }


def testMakeEnvironments():
    """Each environment is a line of the table, in order, without private paths."""
    text = compatibility.MakeEnvironments(
        {
            "py313-plaso20260720": _MakeEnvironment(
                13, _STATUS, "....\n===== 7 passed, 2 subtests passed in 3.10s =====\n"
            ),
            "py39-plaso20260720": _MakeEnvironment(
                9, "Problems (1):\n  x\n", "1 failed, 6 passed in 2.00s\n", 1
            ),
        }
    )

    assert text.splitlines()[2:4] == [
        "| 3.9.1 | 20260720 | 1 failed, 6 passed |   x |",
        "| 3.13.1 | 20260720 | 7 passed, 2 subtests passed | No problems. |",
    ]
    assert "Plug: .tox/py313-plaso20260720/lib/cursor_plaso.pth" in text
    assert "/tmp/" not in text


def testMain(tmp_path, monkeypatch):
    """The results of several runs are joined in the page, and a failure is told."""
    page_path = tmp_path.joinpath("docs", "compatibility.md")
    page_path.parent.mkdir()
    page_path.write_text(
        "<!-- recorded environments: begin -->\n<!-- recorded environments: end -->\n"
    )
    monkeypatch.setattr(compatibility.lib, "PROJECT_PATH", str(tmp_path))
    names = []
    for index, (minor, retcode) in enumerate(((12, 1), (13, 0), (12, 0))):
        path = tmp_path.joinpath(f"{index:d}.json")
        environment = _MakeEnvironment(minor, _STATUS, "5 passed in 1.00s", retcode)
        path.write_text(
            json.dumps(
                {
                    "testenvs": {
                        f"py3{minor:d}-plaso20260720": environment,
                        ".pkg": {},
                        # An environment that an earlier run has made.
                        "py313-plaso20260512": {"python": {}},
                    }
                }
            )
        )
        names.append(os.fspath(path))

    assert compatibility.Main(names[:2]) == 1
    assert compatibility.Main(names) == 0

    text = page_path.read_text(encoding="utf-8")
    assert pages.GetRegionNames(text) == ["recorded environments"]
    assert text.count("| 5 passed | No problems. |") == 2
