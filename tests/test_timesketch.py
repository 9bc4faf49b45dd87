"""Tests of what goes to Timesketch: timelines, formatters, tags and Sigma rules.

The rules of its importers are those of style.md section 4. Its own code runs in an
environment apart from that of plaso, which the first run makes.
"""

import inspect
import os
import re

import pytest
import yaml

from plaso.containers import events as plaso_events
from plaso.formatters import yaml_formatters_file

from cursor_plaso import events
from cursor_plaso import resources
from tests import lib
from tests import timesketch_lib

# Fields that are not attributes of event data.
_EVENT_FIELDS = frozenset(["data_type", "timestamp_desc"])

# Tools that Timesketch has no field for.
_QUERY_FIELD_RE = re.compile(r"(?:^|[ (])([a-z_]+)(?:\.keyword)?:")

_TAG_RULE_KEYS = {"emojis", "query_string", "save_search", "search_name", "tags"}


@pytest.fixture(name="storage_path", scope="module")
def StoragePath(tmp_path_factory):
    """Makes a storage file of the tree of Linux, with the tags of the analysis.

    Args:
      tmp_path_factory (pytest.TempPathFactory): makes temporary directories.

    Returns:
      str: path of the storage file.
    """
    path = str(tmp_path_factory.mktemp("timesketch").joinpath("case.plaso"))
    lib.ExtractEvents(
        os.path.join(lib.TEST_DATA_PATH, "trees", "linux"),
        path,
        "--single-process",
        "--parsers",
        "cursor",
    )
    _RunPsort(path, "null", None, "--analysis", "cursor")
    return path


def _GetAttributeTypes():
    """Retrieves the types of the attributes, as the documentation of the classes says.

    Returns:
      dict[str, set[str]]: types per name of an attribute.
    """
    types = {}
    for event_data_class in (events.CursorEventData, *events.EVENT_DATA_CLASSES):
        for name, type_name in re.findall(
            r"^ {2}([a-z0-9_]+) \(([^)]+)\):",
            inspect.getdoc(event_data_class),
            re.MULTILINE,
        ):
            types.setdefault(name, set()).add(type_name)
    return types


def _ReadTagRules():
    """Reads the rules for the tagger of Timesketch.

    Returns:
      dict[str, dict[str, object]]: rules per name.
    """
    (path,) = resources.GetTimesketchTagsPaths()
    with open(path, "r", encoding="utf-8") as file_object:
        return yaml.safe_load(file_object)


def _RunPsort(storage_path, output_format, path, *options):
    """Runs psort.

    Args:
      storage_path (str): path of the storage file.
      output_format (str): output format.
      path (str): path of the file to write or None.
      *options (list[str]): more options.
    """
    lib.RunTool(
        "psort",
        "--unattended",
        "--quiet",
        "--status-view",
        "none",
        "-o",
        output_format,
        *(("-w", path) if path else ()),
        *options,
        storage_path,
    )


def testOneTypePerAttributeName():
    """An index has one type per field, so a name has one type in all data types."""
    types = _GetAttributeTypes()

    assert types["message_body"] == {"str"}
    assert types["injected"] == {"bool"}
    assert {name: names for name, names in types.items() if len(names) != 1} == {}


def testTagRules():
    """The rules have what the tagger knows, and labels that plaso takes too."""
    rules = _ReadTagRules()

    assert "cursor_rejected" in rules
    for name, rule in rules.items():
        assert set(rule) == _TAG_RULE_KEYS
        assert rule["tags"] == [name]
        plaso_events.EventTag().AddLabels(rule["tags"])
        assert rule["save_search"] is True
        assert rule["query_string"].count('"') % 2 == 0
        assert rule["query_string"].count("(") == rule["query_string"].count(")")


def testFieldsOfRules():
    """The queries and the Sigma rules name attributes and data types that exist."""
    names = _EVENT_FIELDS.union(_GetAttributeTypes())
    data_types = {
        event_data_class.DATA_TYPE for event_data_class in events.EVENT_DATA_CLASSES
    }

    for rule in _ReadTagRules().values():
        query = rule["query_string"]
        fields = set(_QUERY_FIELD_RE.findall(query)).difference(["_exists_"])
        fields.update(re.findall(r"_exists_:([a-z_]+)", query))
        assert fields and fields.issubset(names)
        assert set(re.findall(r'data_type:"([^"]+)"', query)).issubset(data_types)

    for path in resources.GetSigmaPaths():
        with open(path, "r", encoding="utf-8") as file_object:
            rule = yaml.safe_load(file_object)
        for key, selection in rule["detection"].items():
            if key != "condition":
                assert {field.partition("|")[0] for field in selection}.issubset(names)
        assert rule["detection"]["selection"]["data_type"] in data_types


def testEmojis(tmp_path):
    """Timesketch has the emojis of the rules."""
    names = sorted(
        {name for rule in _ReadTagRules().values() for name in rule["emojis"]}
    )
    path = tmp_path.joinpath("emojis.txt")
    path.write_text("\n".join(names), encoding="utf-8")

    codes = timesketch_lib.RunScript("emojis", str(path))

    assert len(codes) == len(names)
    assert all(code.startswith("&#x") for code in codes)


def testSigmaRules():
    """Timesketch makes queries of the rules that ask for what the rules say."""
    configuration_path = timesketch_lib.GetDataPath("sigma_config.yaml")

    queries = [
        timesketch_lib.RunScript("sigma", path, configuration_path)[0]
        for path in resources.GetSigmaPaths()
    ]

    secret_query, download_query = queries
    assert secret_query.startswith(
        '(data_type:"cursor:tool_call" AND call_summary:(".ssh" OR *.aws* OR '
    )
    assert download_query.startswith(
        '(data_type:"cursor:tool_call" AND review_state:"none" AND call_summary:("curl" '
    )


def testFormatters(tmp_path):
    """The formatters can be appended to the plaso_formatters.yaml of Timesketch."""
    path = tmp_path.joinpath("plaso_formatters.yaml")
    with open(
        timesketch_lib.GetDataPath("plaso_formatters.yaml"), "r", encoding="utf-8"
    ) as file_object:
        text = file_object.read()
    text += lib.RunTool("cursor-plaso", "formatters", "--output", "-").stdout
    path.write_text(text, encoding="utf-8")

    formatters = yaml_formatters_file.YAMLFormattersFile().ReadFromFile(str(path))

    data_types = {formatter.data_type for formatter in formatters}
    assert "windows:evtx:record" in data_types
    assert {
        event_data_class.DATA_TYPE for event_data_class in events.EVENT_DATA_CLASSES
    }.issubset(data_types)


def testCSV(storage_path, tmp_path):
    """Timesketch takes a dynamic timeline, but for the events that have no time."""
    path = str(tmp_path.joinpath("timeline.csv"))
    _RunPsort(
        storage_path,
        "dynamic",
        path,
        "--additional-fields",
        "data_type,conversation_identifier,review_state",
    )
    with open(path, "r", encoding="utf-8") as file_object:
        lines = file_object.read().splitlines()
    without_time = sum(line.startswith("0000-00-00T") for line in lines)

    rows = timesketch_lib.RunScript("csv", path)

    assert without_time
    assert len(rows) == len(lines) - 1 - without_time
    for row in rows:
        assert row["message"] and row["timestamp_desc"]
        assert row["datetime"].endswith("+00:00")
        assert row["data_type"].startswith("cursor:")
        assert isinstance(row["tag"], list)
    # Fractions of seconds are kept.
    assert any(row["timestamp"] % 1000000 for row in rows)
    # The labels of an event are one tag, since psort joins them by a space.
    assert ["cursor_deleted cursor_only_copy"] in [row["tag"] for row in rows]


def testJSONL(storage_path, tmp_path):
    """Timesketch takes JSON lines, but loses fractions of seconds and the tags."""
    path = str(tmp_path.joinpath("timeline.jsonl"))
    _RunPsort(storage_path, "json_line", path)
    with open(path, "r", encoding="utf-8") as file_object:
        number_of_lines = len(file_object.read().splitlines())

    rows = timesketch_lib.RunScript("jsonl", path)

    assert len(rows) == number_of_lines
    for row in rows:
        assert row["message"] and row["timestamp_desc"]
        assert "." not in row["datetime"]
    # The dictionary of a tag is taken for a list of texts.
    tags = [row["tag"] for row in rows if "tag" in row]
    assert tags
    assert not any("cursor_only_copy" in tag for tag in tags)
    # What has no time is shown in 1970.
    assert any(row["datetime"].startswith("1970-01-01T") for row in rows)
