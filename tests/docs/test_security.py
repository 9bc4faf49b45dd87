"""Tests that docs/security.md is true: its limits, its tests and its commands."""

import ast
import importlib
import itertools
import os
import pkgutil
import re

import pytest

import cursor_plaso
from cursor_plaso import parsers
from tests import hostile_lib
from tests import lib
from tests.fuzz import __main__ as fuzz
from utils import generate_docs

_TEXT = generate_docs.ReadPage(os.path.join("docs", "security.md"))

_LIMIT_RE = re.compile(
    r"^\| (?P<text>.+) \| (?P<number>.+) \| `(?P<constant>[\w.]+)` \|$"
)
_NUMBER_RE = re.compile(r"\A([0-9,]+)(?: (characters|KiB|MiB))?\Z")
_TEST_RE = re.compile(r"`(tests/\w+\.py)`")

# What is no limit of evidence, or one beyond which nothing is left out.
_OTHER_CONSTANTS = frozenset(
    # Facts of a format, and what is told to be one.
    """
    agent.render._MAXIMUM_UNTYPED_NUMBER
    agent.wire._MAXIMUM_FIELD_NUMBER
    agent_files._MAXIMUM_FOREIGN_LINES
    analysis.report._MAXIMUM_TIME
    files.agent_stores._MAXIMUM_NUMBER_SIZE
    files.exported_markdown._MAXIMUM_DISTANCE
    files.identity._MAXIMUM_IDENTIFIER_SIZE
    files.storage_json._MAXIMUM_MENU_DEPTH
    recovery.freed_cells._MAXIMUM_SLACK
    recovery.grammar._MAXIMUM_ADDED_COLUMNS
    recovery.grammar._MAXIMUM_HEADER_SIZE
    recovery.grammar._MAXIMUM_ROWID_SIZE
    recovery.stored_keys._MAXIMUM_SHORT_KEY_SIZE
    recovery.page_map._MAXIMUM_DEPTH
    recovery.versions._MAXIMUM_CELL_FRONT
    recovery.scanner._MAXIMUM_FREEBLOCKS
    rollback_journal._MAXIMUM_NAME_SIZE
    rollback_journal._MAXIMUM_SECTOR_SIZE
    sqlite_btree.MAXIMUM_PAYLOAD_SIZE
    sqlite_format._MAXIMUM_HEADER_SIZE
    state.summaries._MAXIMUM_DEPTH
    times._MAXIMUM_MILLISECONDS
    times._MAXIMUM_TIME_ZONE_OFFSET
    times._MAXIMUM_TRANSCRIPT_TIMESTAMP_LENGTH
    values._INT64_MAXIMUM
    """.split()
    # Sizes up to which something is kept in memory, or done the faster way: beyond, it
    # is read again, looked up, told at once or told twice.
    + """
    agent.event_writer._MAXIMUM_BATCH_LENGTH
    agent.event_writer._MAXIMUM_BATCH_SIZE
    agent.event_writer._MAXIMUM_WARNED_HASHES
    agent.identifiers._MAXIMUM_LOAD
    agent.identifiers._MAXIMUM_RECENT
    agent_index._MAXIMUM_INDEXES
    calls._MAXIMUM_RESULT_LENGTH
    files.evidence._MAXIMUM_CACHE_SIZE
    recovery.liveness._MAXIMUM_COMPARED_ROWS
    recovery.versions._MAXIMUM_CHECKED_SIZE
    recovery.reader._MAXIMUM_PENDING_SIZE
    recovery.remnants._MAXIMUM_WAITING_KEYS
    recovery.regions._MAXIMUM_KEPT_SIZE
    recovery.live_cells._MAXIMUM_LIVE_KEYS
    search._MAXIMUM_WAITING_SIZE
    state.cloud_states._MAXIMUM_KEPT_SIZE
    state.novelty._MAXIMUM_KEPT_SIZE
    wal._MAXIMUM_DICTIONARY_SIZE
    """.split()
    # What joins records: a record beyond is told, without what another would add.
    + """
    agent_files.MAXIMUM_AGENTS_FILE_SIZE
    agent_files._MAXIMUM_KEPT_LENGTH
    agent_files._MAXIMUM_NUMBER_OF_AGENTS
    agent_index._MAXIMUM_ROOT_LENGTH
    analysis.facts._MAXIMUM_DECISION_LENGTH
    analysis.joiner._MAXIMUM_NAME_LENGTH
    analysis.joiner._MAXIMUM_PATH_LENGTH
    analysis.texts._MAXIMUM_NUMBER_OF_SPLITS
    calls._MAXIMUM_DEPTH
    recovery.chains._MAXIMUM_FRAMES_TRIED
    recovery.chains._MAXIMUM_READS
    recovery.fragments._MAXIMUM_PAGES_PER_CHAIN
    sdk_index._MAXIMUM_KEPT_LENGTH
    search._MAXIMUM_REMNANTS_SIZE
    search._MAXIMUM_TITLES
    state.bubbles._MAXIMUM_LOOKUPS
    state.bubbles._MAXIMUM_TOLD
    state.root_writers._MAXIMUM_ROOTS
    state.tree_records._MAXIMUM_PLACES
    transcripts.location._MAXIMUM_TRUST_FILE_SIZE
    wal._MAXIMUM_GENERATIONS
    workspaces._MAXIMUM_COMPOSER_SIZE
    workspaces._MAXIMUM_FILE_SIZE
    workspaces._MAXIMUM_IDENTIFIER_LENGTH
    workspaces._MAXIMUM_PROFILES
    """.split()
    # Parts of a limit that is listed, which is told the same way.
    + """
    agent.blobs.MAXIMUM_BLOB_SIZE
    database._MAXIMUM_SPARE_PAGES
    files.shapes._MAXIMUM_ELEMENTS
    files.shapes._MAXIMUM_PLACE_LENGTH
    masking._MAXIMUM_OPTION_START_LENGTH
    masking._MAXIMUM_WORD_LENGTH
    producer._MAXIMUM_KIND_LENGTH
    producer._MAXIMUM_MASKED_LENGTH
    recovery.page_map.MAXIMUM_TABLES
    seams._MAXIMUM_REASON_LENGTH
    sqlite_lookups._MAXIMUM_REPEATS
    transcripts.json_lines_format._MAXIMUM_TEXT_MEMORY
    values._MAXIMUM_PARTIAL_TOKENS
    """.split()
)

_UNITS = {"KiB": 1024, "MiB": 1024 * 1024}

_LIMITS = [match for match in map(_LIMIT_RE.match, _TEXT.split("\n")) if match]


def testLimitsAreFound():
    """The table of the limits is read."""
    assert len(_LIMITS) > 20


@pytest.mark.parametrize("limit", _LIMITS, ids=lambda limit: limit["constant"])
def testLimit(limit):
    """A limit of the page is that of the code."""
    module_name, _, name = limit["constant"].rpartition(".")
    module = importlib.import_module(f"cursor_plaso.{module_name:s}")
    number, unit = _NUMBER_RE.match(limit["number"]).groups()

    assert int(number.replace(",", "")) * _UNITS.get(unit, 1) == getattr(module, name)


def testAllLimitsAreListed():
    """Every limit of the code is on the page, unless nothing is left out by it."""
    constants = set()
    # An editable installation has the parsers in a directory of its own.
    for information in itertools.chain(
        pkgutil.walk_packages(cursor_plaso.__path__, "cursor_plaso."),
        pkgutil.walk_packages(parsers.__path__, "cursor_plaso.parsers."),
    ):
        module = importlib.import_module(information.name)
        if not getattr(module, "__file__", None):
            continue
        with open(module.__file__, "r", encoding="utf-8") as file_object:
            tree = ast.parse(file_object.read())
        module_name = information.name.partition(".")[2]
        for node in tree.body:
            if isinstance(node, ast.Assign) and "MAXIMUM" in ast.unparse(
                node.targets[0]
            ):
                name = ast.unparse(node.targets[0])
                constants.add(f"{module_name:s}.{name:s}")

    listed = {limit["constant"] for limit in _LIMITS}
    assert len(constants) > 100
    assert constants - listed - _OTHER_CONSTANTS == set()
    assert not _OTHER_CONSTANTS & listed


def testLimitsOfTests():
    """What the page says of the limits of the tests is what they test."""
    text = " ".join(_TEXT.split())

    assert hostile_lib.MAXIMUM_MEMORY == 512 * _UNITS["MiB"]
    assert (
        f"may take {hostile_lib.MAXIMUM_SECONDS:d} seconds of processor time and 512 MiB"
    ) in text


def testTestsExist():
    """The tests that the page names exist."""
    names = _TEST_RE.findall(_TEXT)

    assert len(set(names)) >= 7
    for name in names:
        assert os.path.exists(os.path.join(lib.PROJECT_PATH, name)), name


def testFuzzCommands(capsys):
    """The commands for fuzzing take the arguments that the page gives them."""
    commands = re.findall(r"^python -m tests\.fuzz (.*)$", _TEXT, re.MULTILINE)
    with pytest.raises(SystemExit):
        fuzz.Main(["--help"])
    output = capsys.readouterr().out

    assert len(commands) == 2
    for option in re.findall(r"--[a-z]+", " ".join(commands)):
        assert option in output
