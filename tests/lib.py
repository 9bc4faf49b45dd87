"""What the tests share: run parsers in process, and the stock tools outside it.

Two ways to run a parser over evidence:

* ParsePath and ParsePathSpec hand one file to plaso's own extractor in this
  process and give back the event data and the warnings. Quick: use them in unit
  tests.
* RunTool, ExtractEvents and ReadTimeline run log2timeline and psort as an examiner
  does, in a subprocess. Some seconds each: use them where the plug or the tools
  are what is tested.

Both work with every plaso release that the package supports.
"""

import csv
import json
import os
import subprocess
import sys
import tempfile

from dfdatetime import semantic_time as dfdatetime_semantic_time

from dfvfs.lib import definitions as dfvfs_definitions
from dfvfs.path import factory as path_spec_factory
from dfvfs.resolver import context as dfvfs_context
from dfvfs.resolver import resolver as path_spec_resolver

import plaso
from plaso.containers import events
from plaso.engine import extractors
from plaso.engine import timeliner
from plaso.output import mediator as output_mediator
from plaso.parsers import manager as parsers_manager
from plaso.parsers import mediator as parsers_mediator
from plaso.storage.fake import writer as fake_writer

PROJECT_PATH = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TEST_DATA_PATH = os.path.join(PROJECT_PATH, "test_data")

PLASO_DATA_PATH = os.path.join(os.path.dirname(plaso.__file__), "data")

_TOOL_TIMEOUT = 300

# Runs log2timeline with a start method of multiprocessing. plaso gives a new process 8
# seconds to answer and waits forever after that: too few where many tests run at once.
_LOG2TIMELINE_SCRIPT = """
import multiprocessing
import sys

from plaso.multi_process import engine
from plaso.scripts import log2timeline

if __name__ == "__main__":
    engine.MultiProcessEngine._RPC_SERVER_TIMEOUT = 120.0
    multiprocessing.set_start_method(sys.argv.pop(1))
    sys.exit(log2timeline.Main())
"""


class ParseResult:
    """What one or more parser runs produced.

    Attributes:
      event_data (list[EventData]): event data in the order of production.
      recovery_warnings (list[str]): messages of the recovery warnings.
      storage_writer (FakeStorageWriter): storage writer that holds them.
      warnings (list[str]): messages of the extraction warnings.
    """

    def __init__(self, storage_writer):
        """Collects what a storage writer holds.

        Args:
          storage_writer (FakeStorageWriter): storage writer.
        """
        super().__init__()
        self.event_data = list(storage_writer.GetAttributeContainers("event_data"))
        self.recovery_warnings = [
            warning.message
            for warning in storage_writer.GetAttributeContainers("recovery_warning")
        ]
        self.storage_writer = storage_writer
        self.warnings = [
            warning.message
            for warning in storage_writer.GetAttributeContainers("extraction_warning")
        ]

    def GetByDataType(self, data_type):
        """Retrieves the event data of one data type.

        Args:
          data_type (str): data type, such as "cursor:message".

        Returns:
          list[EventData]: event data in the order of production.
        """
        return [
            event_data
            for event_data in self.event_data
            if event_data.data_type == data_type
        ]


def MakeFileEntry(path_spec):
    """Opens a file entry.

    Args:
      path_spec (dfvfs.PathSpec): path specification.

    Returns:
      dfvfs.FileEntry: file entry, or None if there is no such file.
    """
    return path_spec_resolver.Resolver.OpenFileEntry(
        path_spec, resolver_context=dfvfs_context.Context()
    )


def MakeParserMediator(storage_writer, file_entry=None):
    """Creates a parser mediator that writes to a storage writer.

    Args:
      storage_writer (StorageWriter): storage writer.
      file_entry (Optional[dfvfs.FileEntry]): file entry that is being parsed.

    Returns:
      ParserMediator: parser mediator.
    """
    mediator = parsers_mediator.ParserMediator(resolver_context=dfvfs_context.Context())
    mediator.SetStorageWriter(storage_writer)

    if file_entry:
        mediator.SetFileEntry(file_entry)
        mediator.ProduceEventDataStream(events.EventDataStream())

    return mediator


def MakePathSpec(path):
    """Creates the path specification of a file of this machine.

    Args:
      path (str): path of the file.

    Returns:
      dfvfs.PathSpec: path specification.
    """
    return path_spec_factory.Factory.NewPathSpec(
        dfvfs_definitions.TYPE_INDICATOR_OS, location=os.path.abspath(path)
    )


def MakeStorageWriter():
    """Creates an opened storage writer that keeps everything in memory.

    Returns:
      FakeStorageWriter: storage writer.
    """
    storage_writer = fake_writer.FakeStorageWriter()
    storage_writer.Open()
    return storage_writer


def ParsePath(parser_filter_expression, *paths):
    """Parses files of this machine, one after the other, into one result.

    Args:
      parser_filter_expression (str): comma separated parsers and plugins without
          presets, such as "sqlite/cursor_state".
      paths (list[str]): paths of the files.

    Returns:
      ParseResult: event data and warnings.
    """
    return ParsePathSpec(parser_filter_expression, *map(MakePathSpec, paths))


def ParsePathSpec(parser_filter_expression, *path_specs):
    """Parses files, one after the other, into one result.

    The parsers are made once and see the files in the order of the arguments, as in
    a worker process.

    Args:
      parser_filter_expression (str): comma separated parsers and plugins without
          presets, such as "sqlite/cursor_state".
      path_specs (list[dfvfs.PathSpec]): path specifications of the files.

    Returns:
      ParseResult: event data and warnings.
    """
    storage_writer = MakeStorageWriter()
    ParseInto(storage_writer, parser_filter_expression, *path_specs)
    return ParseResult(storage_writer)


def ParseInto(storage_writer, parser_filter_expression, *path_specs):
    """Parses files, one after the other, and stores what comes out.

    Args:
      storage_writer (StorageWriter): opened storage writer.
      parser_filter_expression (str): comma separated parsers and plugins without
          presets, such as "sqlite/cursor_state".
      path_specs (list[dfvfs.PathSpec]): path specifications of the files.

    Raises:
      ValueError: if the expression names an unknown parser or plugin.
    """
    _, unknown = parsers_manager.ParsersManager.CheckFilterExpression(
        parser_filter_expression
    )
    if unknown:
        raise ValueError(f"Unknown parsers: {','.join(sorted(unknown)):s}")

    extractor = extractors.EventDataExtractor(
        parser_filter_expression=parser_filter_expression
    )
    for path_spec in path_specs:
        file_entry = MakeFileEntry(path_spec)
        mediator = MakeParserMediator(storage_writer, file_entry=file_entry)
        extractor.ParseDataStream(mediator, file_entry, "")


def MakeEvents(result):
    """Generates the events of a result as log2timeline would.

    Args:
      result (ParseResult): what the parsers produced.

    Returns:
      list[tuple[str, str, EventData]]: per event its time in ISO 8601 ("Not set" when
          it has none), its timestamp description and its event data.
    """
    event_data_timeliner = timeliner.EventDataTimeliner(data_location=PLASO_DATA_PATH)
    storage_writer = MakeStorageWriter()

    timeline = []
    for event_data in result.event_data:
        number_of_events = storage_writer.GetNumberOfAttributeContainers("event")
        event_data_timeliner.ProcessEventData(storage_writer, event_data, None)

        for index in range(
            number_of_events, storage_writer.GetNumberOfAttributeContainers("event")
        ):
            event = storage_writer.GetAttributeContainerByIndex("event", index)
            if isinstance(event.date_time, dfdatetime_semantic_time.SemanticTime):
                date_time_string = event.date_time.string
            else:
                date_time_string = event.date_time.CopyToDateTimeStringISO8601()

            timeline.append((date_time_string, event.timestamp_desc, event_data))

    return timeline


def MakeOutputMediator():
    """Creates an output mediator that has read the message formatters.

    Returns:
      OutputMediator: output mediator.
    """
    mediator = output_mediator.OutputMediator(None, data_location=PLASO_DATA_PATH)
    mediator.ReadMessageFormattersFromDirectory(
        os.path.join(PLASO_DATA_PATH, "formatters")
    )
    return mediator


def FormatMessage(event_data, mediator=None):
    """Renders event data as psort would.

    Args:
      event_data (EventData): event data.
      mediator (Optional[OutputMediator]): output mediator, where None makes a new
          one, which takes about a second.

    Returns:
      tuple[str, str]: message and short message.

    Raises:
      KeyError: if there is no formatter for the data type.
    """
    mediator = mediator or MakeOutputMediator()
    formatter = mediator.GetMessageFormatter(event_data.data_type)
    if not formatter:
        raise KeyError(f"No formatter for data type: {event_data.data_type:s}")

    values = event_data.CopyToDict()
    formatter.FormatEventValues(mediator, values)

    return formatter.GetMessage(values), formatter.GetMessageShort(values)


def RunTool(name, *arguments, check=True, directory=None, environment=None):
    """Runs a console tool of this environment in a subprocess.

    Args:
      name (str): name of the tool, such as "log2timeline" or "cursor-plaso".
      arguments (list[str]): command line arguments.
      check (Optional[bool]): True if another exit code than 0 is a failure.
      directory (Optional[str]): working directory, where None stands for a temporary
          one that takes the log files of the tool.
      environment (Optional[dict[str, str]]): environment variables to set.

    Returns:
      subprocess.CompletedProcess: exit code and decoded output.

    Raises:
      AssertionError: if the tool failed and check is True.
    """
    path = os.path.join(os.path.dirname(sys.executable), name)
    return RunCommand(
        [path, *arguments], check=check, directory=directory, environment=environment
    )


def RunCommand(command, check=True, directory=None, environment=None):
    """Runs a command in a subprocess.

    Args:
      command (list[str]): command and its arguments.
      check (Optional[bool]): True if another exit code than 0 is a failure.
      directory (Optional[str]): working directory, where None stands for a temporary
          one.
      environment (Optional[dict[str, str]]): environment variables to set.

    Returns:
      subprocess.CompletedProcess: exit code and decoded output.

    Raises:
      AssertionError: if the command failed and check is True.
    """
    variables = dict(os.environ)
    for name, value in (environment or {}).items():
        variables[name] = str(value)

    with tempfile.TemporaryDirectory() as temporary_directory:
        result = subprocess.run(
            [str(argument) for argument in command],
            capture_output=True,
            check=False,
            cwd=directory or temporary_directory,
            encoding="utf-8",
            errors="backslashreplace",
            env=variables,
            stdin=subprocess.DEVNULL,
            timeout=_TOOL_TIMEOUT,
        )

    if check and result.returncode != 0:
        raise AssertionError(
            f"{command!s} ended with exit code {result.returncode:d}:\n"
            f"{result.stdout:s}\n{result.stderr:s}"
        )

    return result


def ExtractEvents(source, storage_path, *options, environment=None, start_method=None):
    """Runs log2timeline over a source.

    Args:
      source (str): path of a directory, file or storage media image.
      storage_path (str): path of the storage file to create.
      options (list[str]): more options, such as "--single-process".
      environment (Optional[dict[str, str]]): environment variables to set.
      start_method (Optional[str]): how its processes are started, such as "spawn",
          where None stands for plaso's own way.

    Returns:
      subprocess.CompletedProcess: exit code and decoded output.
    """
    arguments = [
        "--unattended",
        "--quiet",
        "--status-view",
        "none",
        "--storage-file",
        storage_path,
        *options,
        source,
    ]
    if not start_method:
        return RunTool("log2timeline", *arguments, environment=environment)

    with tempfile.TemporaryDirectory() as directory:
        script_path = os.path.join(directory, "main.py")
        with open(script_path, "w", encoding="utf-8") as file_object:
            file_object.write(_LOG2TIMELINE_SCRIPT)
        return RunCommand(
            [sys.executable, script_path, start_method, *arguments],
            environment=environment,
        )


def ReadTimeline(storage_path, *options, output_format="dynamic", environment=None):
    """Runs psort over a storage file and reads its output.

    Args:
      storage_path (str): path of the storage file.
      options (list[str]): more options.
      output_format (Optional[str]): "dynamic", "l2tcsv" or "json_line".
      environment (Optional[dict[str, str]]): environment variables to set.

    Returns:
      list[dict[str, object]]: one dictionary per event, in the order of the output.
          A value is always a string when the output format is CSV.
    """
    with tempfile.TemporaryDirectory() as directory:
        path = os.path.join(directory, "timeline")
        RunTool(
            "psort",
            "--unattended",
            "--quiet",
            "--status-view",
            "none",
            "-o",
            output_format,
            "-w",
            path,
            *options,
            storage_path,
            environment=environment,
        )
        if not os.path.exists(path):
            return []

        with open(path, "r", encoding="utf-8", newline="") as file_object:
            if output_format == "json_line":
                return [json.loads(line) for line in file_object]

            # plaso writes no quotes: it replaces the separator in the values.
            return list(csv.DictReader(file_object, quoting=csv.QUOTE_NONE))
