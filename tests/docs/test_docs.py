"""Tests that the documentation is true: its commands, outputs, tables and links.

The commands of each page are run and what the pages show of them is compared with what
comes out: python utils/generate_docs.py writes the pages anew.
"""

import os
import re

import pytest

from cursor_plaso import events
from cursor_plaso import producer
from cursor_plaso.state import item_table
from tests import lib
from tests.state import item_lib
from utils import generate_docs
from utils import pages
from utils import survey
from utils import tables

_HEADING_RE = re.compile(r"^#+ (.+)$", re.MULTILINE)
_LINK_RE = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
_INDENTED_COMMAND_RE = re.compile(
    r"^    ((?:cursor-plaso|docker|log2timeline|pip|psort|psteal|python3?|tox)\b.*)$",
    re.MULTILINE,
)
_PYTHON_RE = re.compile(r"^( *)```python\n(.*?)^\1```$", re.DOTALL | re.MULTILINE)

# Directories of the test data in which no database is damaged.
_SOUND_DIRECTORIES = ("samples/", "trees/", "wal/pending/", "workspaces/")

_PAGE_NAMES = generate_docs.GetPageNames()


def _GetAnchors(text):
    """Retrieves the anchors of a page, as GitHub makes them.

    Args:
      text (str): text of the page.

    Returns:
      set[str]: anchors.
    """
    return {
        re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        for heading in _HEADING_RE.findall(text)
    }


@pytest.fixture(name="generator", scope="module")
def Generator():
    """Makes a generator, which makes the tables once.

    Returns:
      Generator: generator.
    """
    return generate_docs.Generator()


@pytest.fixture(name="observations", scope="module")
def Observations():
    """Gives the test data to the parsers.

    Returns:
      set[Observation]: observations.
    """
    return survey.Observe()


@pytest.mark.parametrize("name", _PAGE_NAMES)
def testPage(name, generator):
    """A page shows what its commands and tables give, and each command works."""
    text, expected_text = generator.MakePage(name)

    assert text == expected_text, f"run: python utils/generate_docs.py {name:s}"


@pytest.mark.parametrize("name", _PAGE_NAMES)
def testLinks(name):
    """A link leads to a file of the project, and to a heading of it."""
    text = generate_docs.ReadPage(name)

    for link in _LINK_RE.findall(text):
        if link.startswith("https://"):
            continue
        path, _, anchor = link.partition("#")
        target = os.path.normpath(os.path.join(os.path.dirname(name), path))
        if not path:
            target = name
        assert os.path.exists(os.path.join(lib.PROJECT_PATH, target)), link
        if anchor:
            assert anchor in _GetAnchors(generate_docs.ReadPage(target)), link


def testEveryPageIsListed():
    """The index of the documentation names every page."""
    text = generate_docs.ReadPage(os.path.join("docs", "README.md"))

    for name in _PAGE_NAMES:
        directory, base_name = os.path.split(name)
        if directory == "docs" and base_name != "README.md":
            assert f"({base_name:s})" in text


def testEveryDataTypeIsObserved(observations):
    """The test data reaches every data type."""
    data_types = {event_data_class.DATA_TYPE for event_data_class in _GetClasses()}

    assert {observation.data_type for observation in observations} == data_types


def testEveryStoreIsObserved(observations):
    """The test data reaches every store of the catalogue, and no other."""
    catalogue = tables.StoreCatalogue()

    for name, items in catalogue.GetObservationsPerStore(observations).items():
        assert items, name


def testPluginsReadTheSame(observations):
    """The SQLite plugins give the data types that the parsers in place give.

    Of a damaged database they give nothing: plaso's SQLite parser refuses it.
    """
    plugin_names = [name for name in survey.GetParserNames() if "/" in name]
    plugin_observations = survey.Observe(plugin_names)

    for parser_name in ("cursor_agent_store", "cursor_state"):
        assert {
            (observation.data_type, observation.evidence_source, observation.path)
            for observation in observations
            if observation.parser == parser_name
            and observation.path.startswith(_SOUND_DIRECTORIES)
        } == {
            (observation.data_type, observation.evidence_source, observation.path)
            for observation in plugin_observations
            if observation.parser in _GetPluginNames(parser_name)
            and observation.path.startswith(_SOUND_DIRECTORIES)
        }


def testGuideForContributors():
    """The example of a new key family works as it stands on the page."""
    text = generate_docs.ReadPage(os.path.join("docs", "contributing.md"))
    class_code, reader_code = [
        "\n".join(line[len(indent) :] for line in code.split("\n"))
        for indent, code in _PYTHON_RE.findall(text)
    ]

    names = {"CursorEventData": events.CursorEventData}
    # pylint: disable=exec-used
    exec(class_code, names)

    class _Events:
        CursorReviewNoteEventData = names["CursorReviewNoteEventData"]

    names = {"events": _Events, "item_table": item_table}
    exec(reader_code, names)

    collecting_producer = producer.CollectingProducer()
    reader = names["ReviewNoteReader"](item_lib.MakeContext(collecting_producer))
    reader.ReadRow("reviewNotes:c1", '{"text": "why?", "createdAt": 1790848800000}')
    reader.ReadRow("reviewNotes:c2", '{"text": "when?", "createdAt": "yesterday"}')
    reader.ReadRow("reviewNotes:c3", "[")

    assert [
        (
            event_data.data_type,
            event_data.conversation_identifier,
            event_data.description,
            event_data.creation_time and event_data.creation_time.timestamp,
        )
        for event_data in collecting_producer.event_data
    ] == [
        ("cursor:review_note", "c1", "why?", 1790848800000),
        ("cursor:review_note", "c2", "when?", None),
    ]
    assert len(collecting_producer.warnings) == 2


@pytest.mark.parametrize("name", _PAGE_NAMES)
def testNoOtherCommands(name):
    """Every command is in a block that says what becomes of it, or is run by .ci/run."""
    fences = re.compile(r"^ *```.*?^ *```$", re.DOTALL | re.MULTILINE)
    text = fences.sub("", generate_docs.ReadPage(name))

    commands = _INDENTED_COMMAND_RE.findall(text)
    if name == "README.md":
        with open(
            os.path.join(lib.PROJECT_PATH, ".ci", "run"), "r", encoding="utf-8"
        ) as file_object:
            assert r"(python3 -m venv .*\)$/" in file_object.read()
        commands = [
            command for command in commands if not command.startswith("python3 -m venv")
        ]
    assert commands == []


def testCommandMarks():
    """Commands without a mark, or with an unknown reason, are refused."""
    with pytest.raises(ValueError):
        pages.GetCommandBlocks("```sh\nls\n```\n")
    with pytest.raises(ValueError):
        pages.GetCommandBlocks("<!-- not run: too lazy -->\n```sh\nls\n```\n")

    blocks = pages.GetCommandBlocks(
        "<!-- run -->\n```sh\nls\n```\n<!-- not run: container -->\n```sh\npwd\n```\n"
    )
    assert [(block.commands, block.reason) for block in blocks] == [
        ("ls\n", None),
        ("pwd\n", "container"),
    ]


def testRunCommands():
    """What commands write is the contents of the regions that are called like it."""
    text = (
        "<!-- run -->\n```sh\necho one > a\n```\n"
        "<!-- run -->\n```sh\ncat a > b; echo 2 >> b\n```\n"
        "<!-- file b: begin -->\nold\n<!-- file b: end -->\n"
    )

    regions = pages.RunCommands(text, lib.PROJECT_PATH)

    assert regions == {"file b": "```text\none\n2\n```\n"}
    assert pages.ReplaceRegions(text, regions).endswith(
        "<!-- file b: begin -->\n```text\none\n2\n```\n<!-- file b: end -->\n"
    )


def testRunCommandsFailure():
    """A command that fails is an error, with its output."""
    with pytest.raises(RuntimeError, match="exit code 3"):
        pages.RunCommands("<!-- run -->\n```sh\nexit 3\n```\n", lib.PROJECT_PATH)


def _GetClasses():
    """Retrieves the classes of event data.

    Returns:
      tuple[type]: classes.
    """
    return events.EVENT_DATA_CLASSES


def _GetPluginNames(parser_name):
    """Retrieves the plugins that read what a parser reads in place.

    Args:
      parser_name (str): name of the parser.

    Returns:
      set[str]: names of plugins.
    """
    if parser_name == "cursor_agent_store":
        return {"sqlite/cursor_agent_store", "sqlite/cursor_sdk_index"}
    return {f"sqlite/{parser_name:s}"}
