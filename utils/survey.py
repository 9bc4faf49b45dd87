"""What the parsers make of the test data: the facts behind the generated tables.

Every file of the test data is given to all parsers of the package, in this process. A
data type, a kind of record or a parser that the test data does not reach is therefore
in no table: the tests of the documentation miss it then.
"""

import collections
import os
import re

from plaso.engine import extractors
from plaso.parsers import manager

from tests import lib

# Directories of the test data that hold no evidence, hold it a second time, or hold
# what Cursor would never write.
_OTHER_DIRECTORIES = frozenset(["hostile", "images", "recipes", "timelines"])

_PREFIX = "cursor"

# A kind of event data: what made it, of which kind of record, of which file. The path
# is relative to the test data.
Observation = collections.namedtuple(
    "Observation", ("data_type", "evidence_source", "parser", "path")
)

# The name of a file in the attribute evidence_source.
_FILE_RE = re.compile(r"\Amcp-oauth-attempts/.*")


def GetParserNames():
    """Retrieves the parsers and plugins of the package.

    Returns:
      list[str]: names, a plugin with its parser: "sqlite/cursor_search".
    """
    names = [
        name
        for name, _ in manager.ParsersManager.GetParsersInformation()
        if name.startswith(_PREFIX)
    ]
    for parser_name in ("jsonl", "sqlite"):
        names.extend(
            f"{parser_name:s}/{name:s}"
            for name, _ in manager.ParsersManager.GetParserPluginsInformation(
                parser_filter_expression=parser_name
            )
            if name.startswith(_PREFIX)
        )
    return sorted(names)


def GetEvidencePaths():
    """Retrieves the evidence files of the test data.

    Returns:
      list[str]: absolute paths, sorted.
    """
    evidence_paths = []
    for path, directory_names, names in os.walk(lib.TEST_DATA_PATH):
        if path == lib.TEST_DATA_PATH:
            directory_names[:] = set(directory_names) - _OTHER_DIRECTORIES
            continue
        evidence_paths.extend(os.path.join(path, name) for name in names)
    return sorted(evidence_paths)


def Observe(parser_names=None):
    """Gives the test data to the parsers.

    Args:
      parser_names (Optional[list[str]]): parsers and plugins, where None stands for
          all of the package.

    Returns:
      set[Observation]: kinds of event data with the files they were made of.
    """
    extractor = extractors.EventDataExtractor(
        parser_filter_expression=",".join(parser_names or GetParserNames())
    )
    observations = set()
    for path in GetEvidencePaths():
        storage_writer = lib.MakeStorageWriter()
        file_entry = lib.MakeFileEntry(lib.MakePathSpec(path))
        mediator = lib.MakeParserMediator(storage_writer, file_entry=file_entry)
        extractor.ParseDataStream(mediator, file_entry, "")

        relative_path = os.path.relpath(path, lib.TEST_DATA_PATH)
        for event_data in storage_writer.GetAttributeContainers("event_data"):
            evidence_source = event_data.evidence_source or ""
            observations.add(
                Observation(
                    event_data.data_type,
                    _FILE_RE.sub("mcp-oauth-attempts/<file>", evidence_source),
                    getattr(event_data, "_parser_chain"),
                    relative_path,
                )
            )
    return observations
