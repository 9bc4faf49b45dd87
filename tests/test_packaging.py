"""Tests that whatever is installed carries the plug, and nothing that does not belong.

The builds use the setuptools of this environment and the virtual environments the
packages of this environment, so that nothing has to be downloaded.
"""

import os
import pathlib
import shutil
import site
import subprocess
import sys
import tarfile
import tempfile
import zipfile

from importlib import metadata

import pytest
import setuptools

from tests import lib

_PLUG = "cursor_plaso.pth"

# Says which parsers plaso has, and from where the package was imported.
_CODE = (
    "import os\n"
    "from plaso.parsers import manager\n"
    "import cursor_plaso\n"
    "print(os.path.dirname(cursor_plaso.__file__))\n"
    "print(*[name for name, _ in manager.ParsersManager.GetParsersInformation()])"
)


def _Build(source_path, path, kind):
    """Builds a distribution.

    Args:
      source_path (str): path of the project.
      path (str): path of the directory to write to.
      kind (str): "editable", "sdist" or "wheel".

    Returns:
      str: path of the distribution.
    """
    code = (
        "import sys; from setuptools import build_meta;"
        f"name = build_meta.build_{kind:s}(sys.argv[1]); print(); print(name)"
    )
    result = lib.RunCommand([sys.executable, "-c", code, path], directory=source_path)
    return os.path.join(path, result.stdout.splitlines()[-1])


def _GetSitePackages(python_path):
    """Determines where a virtual environment has its packages.

    Args:
      python_path (str): path of the interpreter of the virtual environment.

    Returns:
      str: path of the directory.
    """
    result = lib.RunCommand(
        [python_path, "-I", "-c", "import site; print(site.getsitepackages()[0])"]
    )
    return result.stdout.strip()


def _ListFiles(python_path):
    """Lists the files of a virtual environment.

    Args:
      python_path (str): path of the interpreter of the virtual environment.

    Returns:
      list[str]: paths of all files.
    """
    path = pathlib.Path(python_path).parents[1]
    return sorted(str(file) for file in path.rglob("*") if not file.is_dir())


def _RunPip(python_path, *arguments):
    """Runs pip on a virtual environment.

    It finds the setuptools of this environment and nothing else of it, least of all
    the package under test.

    Args:
      python_path (str): path of the interpreter of the virtual environment.
      arguments (list[str]): command line arguments.
    """
    packages_path = pathlib.Path(setuptools.__file__).parents[1]
    with tempfile.TemporaryDirectory() as directory:
        for pattern in ("_distutils_hack", "setuptools", "setuptools-*.dist-info"):
            for path in packages_path.glob(pattern):
                pathlib.Path(directory, path.name).symlink_to(path)

        lib.RunCommand(
            [
                sys.executable,
                "-m",
                "pip",
                "--quiet",
                "--disable-pip-version-check",
                "--python",
                python_path,
                *arguments,
            ],
            environment={"PYTHONPATH": directory},
        )


@pytest.fixture(name="source_path", scope="module")
def SourcePath(tmp_path_factory):
    """Copies the project, since a build writes into it.

    Args:
      tmp_path_factory (pytest.TempPathFactory): makes temporary directories.

    Returns:
      str: path of the copy.
    """
    path = tmp_path_factory.mktemp("source").joinpath("project")
    shutil.copytree(
        lib.PROJECT_PATH,
        path,
        ignore=shutil.ignore_patterns(
            ".*_cache", ".git", ".hypothesis", ".tox", ".venv", "*.egg-info", "build"
        ),
    )
    return str(path)


@pytest.fixture(name="sdist_path", scope="module")
def SdistPath(source_path, tmp_path_factory):
    """Builds a source distribution.

    Args:
      source_path (str): path of the project.
      tmp_path_factory (pytest.TempPathFactory): makes temporary directories.

    Returns:
      str: path of the source distribution.
    """
    return _Build(source_path, str(tmp_path_factory.mktemp("sdist")), "sdist")


@pytest.fixture(name="wheel_path", scope="module")
def WheelPath(sdist_path, tmp_path_factory):
    """Builds a wheel of what the source distribution holds.

    Args:
      sdist_path (str): path of the source distribution.
      tmp_path_factory (pytest.TempPathFactory): makes temporary directories.

    Returns:
      str: path of the wheel.
    """
    path = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(sdist_path) as tar_file:
        tar_file.extractall(path, filter="data")

    source_path = path.joinpath(os.path.basename(sdist_path)[: -len(".tar.gz")])
    return _Build(str(source_path), str(tmp_path_factory.mktemp("wheel")), "wheel")


@pytest.fixture(name="python_path")
def PythonPath(tmp_path):
    """Makes an empty virtual environment.

    Args:
      tmp_path (pathlib.Path): path of a temporary directory.

    Returns:
      str: path of its interpreter.
    """
    path = tmp_path.joinpath("venv")
    lib.RunCommand([sys.executable, "-m", "venv", "--without-pip", path])
    return str(path.joinpath("bin", "python"))


def _CheckInstallation(python_path, package_path):
    """Checks that an installation is plugged in.

    Args:
      python_path (str): path of the interpreter of the virtual environment.
      package_path (str): where the package has to be.
    """
    site_packages_path = _GetSitePackages(python_path)

    # A path in a .pth file is added behind the packages of the virtual environment, and
    # what .pth files stand there is not read: they are those of this environment.
    borrowed_path = os.path.join(site_packages_path, "zz_borrowed.pth")
    with open(borrowed_path, "w", encoding="utf-8") as file_object:
        file_object.writelines(f"{path:s}\n" for path in site.getsitepackages())

    result = lib.RunCommand([python_path, "-c", _CODE])
    lines = result.stdout.splitlines()
    assert lines[0] == package_path
    assert "cursor_transcript" in lines[1].split()
    assert result.stderr == ""

    result = lib.RunCommand(
        [os.path.join(os.path.dirname(python_path), "cursor-plaso"), "status"]
    )
    assert f"Plug: {os.path.join(site_packages_path, _PLUG):s}" in result.stdout
    assert result.stdout.splitlines()[-1] == "No problems."

    # pip must see this environment only, or it would deal with the other as well.
    os.unlink(borrowed_path)


def testWheelContents(wheel_path):
    """The wheel has the plug, every module and data file, and nothing else."""
    with zipfile.ZipFile(wheel_path) as zip_file:
        names = {
            name
            for name in zip_file.namelist()
            if not name.partition("/")[0].endswith(".dist-info")
        }

    expected_names = {_PLUG}
    for directory, package in (
        ("cursor_plaso", "cursor_plaso"),
        ("formatters", "cursor_plaso/formatters"),
        ("parsers", "cursor_plaso/parsers"),
    ):
        top_path = os.path.join(lib.PROJECT_PATH, directory)
        for path, _, file_names in os.walk(top_path):
            relative_path = os.path.relpath(path, top_path)
            expected_names.update(
                os.path.normpath(os.path.join(package, relative_path, file_name))
                for file_name in file_names
                if file_name.endswith((".proto", ".py", ".txt", ".yaml", ".yml"))
            )

    assert names == expected_names


def testWheelMetadata(wheel_path):
    """The wheel says what it is and is for every supported Python."""
    assert wheel_path.endswith("-py3-none-any.whl")

    distribution_path = os.path.basename(wheel_path)[: -len("-py3-none-any.whl")]
    with zipfile.ZipFile(wheel_path) as zip_file:
        names = zip_file.namelist()
        prefix = f"{distribution_path:s}.dist-info"
        text = zip_file.read(f"{prefix:s}/METADATA").decode("utf-8")
        top_level = zip_file.read(f"{prefix:s}/top_level.txt").decode("utf-8")

    assert any(name.endswith("/LICENSE") for name in names)
    assert top_level.split() == ["cursor_plaso"]

    lines = text.splitlines()
    assert "Name: cursor-plaso" in lines
    assert "License: Apache-2.0" in lines
    assert "Requires-Python: >=3.10" in lines
    assert sorted(
        line for line in lines if line.startswith("Requires-Dist: ") and ";" not in line
    ) == [
        "Requires-Dist: PyYAML",
        "Requires-Dist: dfdatetime",
        "Requires-Dist: dfvfs",
        "Requires-Dist: plaso>=20260512",
        "Requires-Dist: protobuf>=4.22",
    ]


def testSdistContents(sdist_path):
    """The source distribution has what is needed to build and to test."""
    with tarfile.open(sdist_path) as tar_file:
        names = {name.partition("/")[2] for name in tar_file.getnames()}

    assert names.issuperset(
        {
            ".ci/run",
            "LICENSE",
            "README.md",
            "cursor_plaso/hook.py",
            "formatters/presets.yaml",
            "parsers/__init__.py",
            "pyproject.toml",
            "setup.cfg",
            "setup.py",
            "tests/lib.py",
            "tests/test_packaging.py",
            "tox.ini",
        }
    )


def testInstallWheel(python_path, wheel_path):
    """A wheel plugs itself in, and uninstalling it leaves nothing."""
    site_packages_path = _GetSitePackages(python_path)
    before = _ListFiles(python_path)

    _RunPip(python_path, "install", "--no-deps", wheel_path)
    _CheckInstallation(python_path, os.path.join(site_packages_path, "cursor_plaso"))

    _RunPip(python_path, "uninstall", "--yes", "cursor-plaso")
    assert _ListFiles(python_path) == before


def testInstallDirectory(python_path, source_path):
    """`pip install .` plugs the package in."""
    _RunPip(
        python_path,
        "install",
        "--no-build-isolation",
        "--no-deps",
        source_path,
    )

    site_packages_path = _GetSitePackages(python_path)
    _CheckInstallation(python_path, os.path.join(site_packages_path, "cursor_plaso"))


def testInstallEditable(python_path, source_path):
    """`pip install -e .` plugs the package in where it is."""
    before = _ListFiles(python_path)

    _RunPip(
        python_path,
        "install",
        "--no-build-isolation",
        "--no-deps",
        "--editable",
        source_path,
    )
    _CheckInstallation(python_path, os.path.join(source_path, "cursor_plaso"))

    _RunPip(python_path, "uninstall", "--yes", "cursor-plaso")
    assert _ListFiles(python_path) == before


def testLeftPlug(python_path, wheel_path):
    """A .pth file whose package was removed by hand says nothing."""
    site_packages_path = _GetSitePackages(python_path)
    with zipfile.ZipFile(wheel_path) as zip_file:
        zip_file.extract(_PLUG, site_packages_path)

    result = subprocess.run(
        [python_path, "-c", "print(1)"], capture_output=True, check=True
    )

    assert result.stdout.strip() == b"1"
    assert result.stderr == b""


def testInstalledPackageIsTheTested():
    """The version that pip knows is that of the code under test."""
    result = lib.RunTool("cursor-plaso", "--version")

    assert result.stdout.split()[1] == metadata.version("cursor-plaso")
