"""Tests of the artifact definitions and of the filter file."""

import os
import plistlib
import re
import shutil

from artifacts import definitions as artifacts_definitions
from artifacts import reader as artifacts_reader
from artifacts.scripts import validator as artifacts_validator

import pytest

from plaso.engine import yaml_filter_file
from plaso.storage import factory as storage_factory

from cursor_plaso import resources
from tests import lib

_OPERATING_SYSTEMS = {"linux": "Linux", "macos": "Darwin", "windows": "Windows"}

_GROUP = "CursorApplication"
_PROJECT_DEFINITION = "CursorProjectConfiguration"

_MACOS = "/Users/ana/Library/Application Support/Cursor"
_LINUX = "/home/ana/.config/Cursor"
_ROAMING = "\\Users\\ana\\AppData\\Roaming\\Cursor"
_LOCAL = "\\Users\\ana\\AppData\\Local\\Cursor"

# Locations of the seed: operating system, path and the definition that has it.
_LOCATIONS = [
    ("Darwin", f"{_MACOS:s}/User/globalStorage/state.vscdb-wal", "EditorGlobalStorage"),
    (
        "Darwin",
        f"{_MACOS:s}/User/globalStorage/state.vscdb-journal",
        "EditorGlobalStorage",
    ),
    (
        "Linux",
        f"{_LINUX:s}/User/workspaceStorage/00ff/state.vscdb-journal",
        "EditorWorkspaceStorage",
    ),
    (
        "Darwin",
        f"{_MACOS:s}/User/globalStorage/conversation-search.db",
        "EditorGlobalStorage",
    ),
    (
        "Darwin",
        f"{_MACOS:s}/User/globalStorage/anysphere.cursor-retrieval/checkpoints/r1/"
        "metadata.json",
        "EditorShadowCopies",
    ),
    (
        "Darwin",
        f"{_MACOS:s}/User/globalStorage/anysphere.cursor-agent-worker/"
        "cursor-agent-worker-0123456789.restart.json",
        "EditorWorker",
    ),
    (
        "Darwin",
        f"{_MACOS:s}/User/workspaceStorage/00ff/workspace.json",
        "EditorWorkspaceStorage",
    ),
    ("Darwin", f"{_MACOS:s}/User/History/-1a2b/entries.json", "EditorFileHistory"),
    ("Darwin", f"{_MACOS:s}/User/settings.json", "EditorSettings"),
    ("Darwin", f"{_MACOS:s}/logs/20261020T180000/main.log", "EditorLogs"),
    (
        "Darwin",
        f"{_MACOS:s}/logs/20261020T180000/window1_wb1/exthost/"
        "anysphere.cursor-mcp/MCP Logs.log",
        "EditorLogs",
    ),
    (
        "Darwin",
        f"{_MACOS:s}/AgentStores/cursor_agent_stores/u1/.sync/index.sqlite-wal",
        "AgentStores",
    ),
    ("Darwin", f"{_MACOS:s}/update-supervisor/00ff/events.jsonl", "EditorUpdates"),
    ("Darwin", f"{_MACOS:s}/Cookies", "EditorElectronProfile"),
    (
        "Darwin",
        "/private/var/folders/ab/cd/T/cursor-agent-logs-501/latest.log",
        "TemporaryFiles",
    ),
    (
        "Darwin",
        "/Library/Application Support/Cursor/hooks.json",
        "EnterpriseConfiguration",
    ),
    ("Darwin", "/Users/ana/.cursor/auth.json", "CredentialFiles"),
    (
        "Linux",
        f"{_LINUX:s}/User/globalStorage/state.vscdb.backup",
        "EditorGlobalStorage",
    ),
    (
        "Linux",
        "/home/ana/.local/state/cursor/agent-stores/cursor_agent_stores/.control/u1/"
        "pins/1-2.json",
        "AgentStores",
    ),
    (
        "Linux",
        f"{_LINUX:s}/User/globalStorage/anysphere.cursor-commits/checkpoints/r1/files/x",
        "EditorShadowCopies",
    ),
    ("Linux", "/home/ana/.config/cursor/auth.json", "CredentialFiles"),
    ("Linux", "/home/ana/.config/cursor/cli-config.json", "AgentConfiguration"),
    ("Linux", "/etc/cursor/hooks.json", "EnterpriseConfiguration"),
    ("Linux", "/etc/apt/sources.list.d/cursor.sources", "Installation"),
    (
        "Linux",
        "/home/ana/.cursor-server/data/User/globalStorage/state.vscdb",
        "Server",
    ),
    ("Linux", "/home/ana/.cursor/chats/00ff/s1/store.db-wal", "AgentChats"),
    ("Linux", "/home/ana/.cursor/acp-sessions/s1/meta.json", "AgentChats"),
    ("Linux", "/home/ana/.cursor/projects/p/.workspace-trusted", "AgentProjects"),
    ("Linux", "/home/ana/.cursor/projects/p/terminals/1.txt", "AgentProjects"),
    (
        "Linux",
        "/home/ana/.cursor/projects/p/agent-transcripts/c1/c1.jsonl",
        "AgentTranscripts",
    ),
    (
        "Linux",
        "/home/ana/.cursor/projects/p/agent-transcripts/c1/subagents/c2.jsonl",
        "AgentTranscripts",
    ),
    ("Linux", "/home/ana/.cursor/ai-tracking/ai-code-tracking.db", "AgentTracking"),
    ("Linux", "/home/ana/.cursor/plans/a_0a1b2c3d.plan.md", "AgentConfiguration"),
    ("Linux", "/home/ana/src/demo/.cursor/mcp.json", "ProjectConfiguration"),
    ("Linux", "/home/ana/demo/.cursor/rules/style.mdc", "ProjectConfiguration"),
    (
        "Linux",
        "/home/ana/demo/.git/cursor/crepe/00ff/metadata.json",
        "ProjectConfiguration",
    ),
    (
        "Windows",
        f"{_ROAMING:s}\\User\\globalStorage\\mcp-oauth-attempts\\0.json",
        "EditorGlobalStorage",
    ),
    ("Windows", f"{_ROAMING:s}\\Network\\Cookies", "EditorElectronProfile"),
    ("Windows", f"{_ROAMING:s}\\machineid", "EditorSettings"),
    ("Windows", f"{_ROAMING:s}\\auth.json", "CredentialFiles"),
    (
        "Windows",
        f"{_ROAMING:s}\\CachedConfigurations\\folder\\00ff\\configuration.json",
        "EditorSettings",
    ),
    (
        "Windows",
        f"{_ROAMING:s}\\update-supervisor\\win32\\00ff\\state.json",
        "EditorUpdates",
    ),
    (
        "Windows",
        f"{_LOCAL:s}\\AgentStores\\cursor_agent_stores\\u1\\.sync\\sync.lock",
        "AgentStores",
    ),
    (
        "Windows",
        "\\Users\\ana\\AppData\\Local\\Temp\\cursor-inno-updater-1790000000.log",
        "EditorUpdates",
    ),
    ("Windows", "\\ProgramData\\Cursor\\hooks.json", "EnterpriseConfiguration"),
    ("Windows", "\\Users\\ana\\Desktop\\export.md", "Exports"),
    (
        "Windows",
        "\\Users\\ana\\AppData\\Local\\Programs\\cursor\\resources\\app\\package.json",
        "Installation",
    ),
]

# What is not collected: the copy of the Agent CLI and other bulk (seed, Exclusions).
_EXCLUSIONS = [
    (
        "Darwin",
        f"{_MACOS:s}/User/globalStorage/anysphere.cursor-agent-worker/agent-cli/.local/"
        "bin/cursor-agent",
    ),
    ("Darwin", f"{_MACOS:s}/update-supervisor/00ff/cursor-update-supervisor"),
    ("Linux", "/home/ana/.cursor/statsig-cache.json"),
    ("Linux", "/home/ana/.cursor/extensions/extensions.json"),
    ("Linux", "/home/ana/.cursor-server/bin/00ff/product.json"),
    ("Linux", "/home/ana/.local/share/cursor-agent/versions/1/index.js"),
    ("Windows", f"{_ROAMING:s}\\update-supervisor\\win32\\00ff\\inno_updater.exe"),
]


def _ConvertGlob(path):
    """Converts a path of a definition to the paths of a filter file.

    Args:
      path (str): path with globs, whose separators are forward slashes.

    Returns:
      list[str]: paths with a regular expression per segment.
    """
    paths = [[]]
    for segment in path.split("/")[1:]:
        match = re.fullmatch(r"\*\*([0-9]+)", segment)
        if match:
            paths = [
                segments + [".+"] * depth
                for segments in paths
                for depth in range(1, int(match.group(1)) + 1)
            ]
            continue
        expression = ".+"
        if segment != "*":
            expression = "".join(
                {"*": ".*", ".": "[.]"}.get(character, character)
                for character in segment
            )
        paths = [segments + [expression] for segments in paths]
    return ["/" + "/".join(segments) for segments in paths]


def _GetFilterPaths(source_path):
    """Retrieves the paths of the filter file that stand for one of a definition.

    Args:
      source_path (tuple[str, str]): operating system and path.

    Returns:
      set[str]: paths.
    """
    operating_system, path = source_path
    path = path.replace("\\", "/").replace("%%environ_systemdrive%%", "")
    homes = [""]
    if path.startswith("%%users.homedir%%"):
        path = path[len("%%users.homedir%%") :]
        homes = ["/Users/.+"] if operating_system == "Darwin" else ["/home/.+", "/root"]
    return {
        f"{home:s}{filter_path:s}"
        for home in homes
        for filter_path in _ConvertGlob(path)
    }


def _Matches(operating_system, path):
    """Determines which definitions have a location.

    Args:
      operating_system (str): operating system.
      path (str): path of a file.

    Returns:
      set[str]: names of the definitions, without the prefix.
    """
    names = set()
    for definition in _ReadDefinitions():
        for source in definition.sources:
            if operating_system not in source.supported_os:
                continue
            for source_path in getattr(source, "paths", []):
                for filter_path in _GetFilterPaths((operating_system, source_path)):
                    expression = filter_path.replace("/.+", "/[^/]+").replace(
                        ".*", "[^/]*"
                    )
                    if re.fullmatch(expression, path.replace("\\", "/")):
                        names.add(definition.name[len("Cursor") :])
    return names


def _ReadDefinitions():
    """Reads the definitions.

    Returns:
      list[ArtifactDefinition]: definitions in their order.
    """
    (path,) = resources.GetArtifactsPaths()
    return list(artifacts_reader.YamlArtifactsReader().ReadFile(path))


def _ReadRecords(storage_path):
    """Reads which records a storage file holds.

    Args:
      storage_path (str): path of the storage file.

    Returns:
      tuple[set[tuple[str, str, str]], int]: path of the file, data type and key per
          record, and the number of event data.
    """
    reader = storage_factory.StorageFactory.CreateStorageReaderForFile(storage_path)
    records = set()
    number = 0
    for event_data in reader.GetAttributeContainers("event_data"):
        event_data_stream = reader.GetAttributeContainerByIdentifier(
            "event_data_stream", event_data.GetEventDataStreamIdentifier()
        )
        records.add(
            (
                event_data_stream.path_spec.location,
                event_data.data_type,
                getattr(event_data, "record_key", None),
            )
        )
        number += 1
    reader.Close()
    return records, number


@pytest.fixture(name="source_path")
def SourcePath(request, tmp_path):
    """Finds the tree of a machine.

    Args:
      request (pytest.FixtureRequest): request, of which the parameter is the name.
      tmp_path (pathlib.Path): path of a temporary directory.

    Returns:
      str: path of the tree.
    """
    path = os.path.join(lib.TEST_DATA_PATH, "trees", request.param)
    if request.param != "macos":
        return path

    # plaso takes the home directories of macOS from the records of the users.
    copy_path = str(tmp_path.joinpath("macos"))
    shutil.copytree(path, copy_path)
    users_path = os.path.join(copy_path, "private/var/db/dslocal/nodes/Default/users")
    os.makedirs(users_path, exist_ok=True)
    with open(os.path.join(users_path, "ana.plist"), "wb") as file_object:
        plistlib.dump(
            {"gid": ["20"], "home": ["/Users/ana"], "name": ["ana"], "uid": ["501"]},
            file_object,
            fmt=plistlib.FMT_BINARY,
        )
    return copy_path


def testValidator(caplog):
    """The validator of the artifacts project accepts the definitions in silence."""
    (path,) = resources.GetArtifactsPaths()
    validator = artifacts_validator.ArtifactDefinitionsValidator()

    assert validator.CheckFile(path)
    assert not validator.GetUndefinedArtifacts()
    assert not caplog.records


def testNamesAreOurs():
    """No name is one of the artifacts project, which would end log2timeline."""
    definitions_path = os.path.join(os.path.dirname(artifacts_reader.__file__), "data")
    names = {
        definition.name.lower()
        for definition in artifacts_reader.YamlArtifactsReader().ReadDirectory(
            definitions_path
        )
    }
    our_names = [definition.name for definition in _ReadDefinitions()]

    assert names
    assert not names.intersection(name.lower() for name in our_names)
    assert our_names == sorted(our_names)


def testGroup():
    """The group holds every definition but the one that searches homes."""
    definitions = {definition.name: definition for definition in _ReadDefinitions()}
    (source,) = definitions[_GROUP].sources

    assert source.type_indicator == artifacts_definitions.TYPE_INDICATOR_ARTIFACT_GROUP
    assert set(source.names) == set(definitions).difference(
        [_GROUP, _PROJECT_DEFINITION]
    )


@pytest.mark.parametrize(("operating_system", "path", "name"), _LOCATIONS)
def testLocation(operating_system, path, name):
    """A location of the seed is one of a single definition."""
    assert _Matches(operating_system, path) == {name}


@pytest.mark.parametrize(("operating_system", "path"), _EXCLUSIONS)
def testExclusion(operating_system, path):
    """What is excluded in the seed is in no definition."""
    assert not _Matches(operating_system, path)


def testPathsAreOfFiles():
    """No path ends in a globstar, which would match directories as well."""
    for definition in _ReadDefinitions():
        for source in definition.sources:
            for path in getattr(source, "paths", []):
                name = path.replace("\\", "/").rpartition("/")[2]
                assert not name.startswith("**")


def testFilterFile():
    """The filter file has the locations of the definitions, and no others."""
    (path,) = resources.GetFilterPaths()
    path_filters = yaml_filter_file.YAMLFilterFile().ReadFromFile(path)
    filter_paths = {
        path_filter.description: path_filter.paths for path_filter in path_filters
    }

    expected_paths = {}
    for definition in _ReadDefinitions():
        if definition.name != _GROUP:
            paths = set()
            for source in definition.sources:
                for source_path in source.paths:
                    for operating_system in source.supported_os:
                        paths |= _GetFilterPaths((operating_system, source_path))
            expected_paths[definition.name] = sorted(paths)

    assert filter_paths == expected_paths
    assert {path_filter.filter_type for path_filter in path_filters} == {"include"}


@pytest.mark.parametrize("source_path", _OPERATING_SYSTEMS, indirect=True)
def testLog2Timeline(source_path, tmp_path):
    """Both collect the files of a machine that the parsers read, once each."""
    (artifacts_path,) = resources.GetArtifactsPaths()
    results = []
    for name, options in (
        ("all", ()),
        (
            "artifacts",
            (
                "--custom_artifact_definitions",
                artifacts_path,
                "--artifact_filters",
                f"{_GROUP:s},{_PROJECT_DEFINITION:s}",
            ),
        ),
        # The plug finds the file by its name.
        ("filter", ("--file-filter", "filter_cursor.yaml")),
    ):
        storage_path = str(tmp_path.joinpath(f"{name:s}.plaso"))
        lib.ExtractEvents(
            source_path,
            storage_path,
            "--single-process",
            "--parsers",
            "cursor",
            *options,
        )
        results.append(_ReadRecords(storage_path))

    (all_records, all_number), (artifact_records, artifact_number), from_filter = (
        results
    )
    assert all_records
    assert artifact_records == all_records
    assert from_filter == (all_records, all_number)
    # plaso takes the paths of all systems, and those of Windows match on macOS too.
    if "macos" not in source_path:
        assert artifact_number == all_number


@pytest.mark.parametrize("kind", ["artifacts", "filter"])
def testImageExport(kind, tmp_path):
    """image_export copies the files of a machine."""
    source_path = os.path.join(lib.TEST_DATA_PATH, "trees", "windows")
    options = ("--filter-file", "filter_cursor.yaml")
    if kind == "artifacts":
        (artifacts_path,) = resources.GetArtifactsPaths()
        options = (
            "--custom_artifact_definitions",
            artifacts_path,
            "--artifact_filters",
            _GROUP,
        )

    export_path = str(tmp_path.joinpath("export"))
    lib.RunTool(
        "image_export",
        "--unattended",
        "--quiet",
        "--include_duplicates",
        *options,
        "--write",
        export_path,
        source_path,
    )

    names = set()
    for path, _, file_names in os.walk(export_path):
        relative_path = os.path.relpath(path, export_path).replace(os.sep, "/")
        names.update(f"{relative_path:s}/{file_name:s}" for file_name in file_names)
    text = "\n".join(sorted(names))
    for end in (
        "/globalStorage/state.vscdb",
        "/globalStorage/state.vscdb-wal",
        "/globalStorage/conversation-search.db",
        "/.cursor/ai-tracking/ai-code-tracking.db",
        "/ProgramData/Cursor/hooks.json",
        "/Desktop/export.md",
    ):
        assert re.search(f"{re.escape(end):s}$", text, re.MULTILINE), end
    assert "statsig-cache.json" not in text
    assert "calc.py" not in text
