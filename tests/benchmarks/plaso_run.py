"""log2timeline with a parser that costs nothing: the floor of what plaso takes.

    python -m tests.benchmarks.plaso_run RECORD ARGUMENTS

runs log2timeline with the arguments and prints what it took, without the start of
Python, as a line of JSON. The file RECORD holds the event data that another parser made
of the evidence (see Record); the parser "benchmark_floor" yields copies of them from
memory when it is given a state.vscdb. What a run with it takes is what plaso takes to
store these event data and to make events of them. RECORD is "-" for a run without it.
"""

import copy
import gc
import json
import os
import pickle
import sys
import time

from plaso.lib import errors
from plaso.parsers import interface
from plaso.parsers import manager
from plaso.scripts import log2timeline

from cursor_plaso import database as cursor_database
from cursor_plaso import producer as cursor_producer
from cursor_plaso.state import store
from tests import lib


class RecordingProducer(cursor_producer.BaseProducer):
    """Producer that writes event data to a file.

    Attributes:
      count (int): number of event data.
    """

    def __init__(self, file_object):
        """Initializes a producer.

        Args:
          file_object (file): file to write to.
        """
        super().__init__()
        self._file_object = file_object
        self.count = 0

    def _StoreEventData(self, event_data, corrupted, recovered):
        """Writes event data.

        Args:
          event_data (CursorEventData): event data.
          corrupted (bool): True if the record is partial.
          recovered (bool): True if the record was recovered.
        """
        pickle.dump((event_data, corrupted, recovered), self._file_object)
        self.count += 1

    def _StoreWarning(self, message, recovered):
        """Leaves out a warning.

        Args:
          message (str): message.
          recovered (bool): True if the warning is of a recovered record.
        """


class FloorParser(interface.FileEntryParser):
    """Parser that yields recorded event data.

    Attributes:
      records (list[tuple[EventData, bool, bool]]): event data, and if it is partial
          and recovered.
    """

    NAME = "benchmark_floor"
    DATA_FORMAT = "recorded event data (benchmark) file"

    records = []

    def ParseFileEntry(self, parser_mediator, file_entry):
        """Parses a file entry.

        Args:
          parser_mediator (ParserMediator): parser mediator.
          file_entry (dfvfs.FileEntry): file entry.

        Raises:
          WrongParser: if the file is no state.vscdb.
        """
        if file_entry.name != "state.vscdb":
            raise errors.WrongParser("not a state.vscdb")
        producer = cursor_producer.Producer(parser_mediator, file_entry=file_entry)
        for event_data, corrupted, recovered in self.records:
            # pylint: disable-next=protected-access
            producer._StoreEventData(copy.copy(event_data), corrupted, recovered)


def ReadRecords(path):
    """Reads recorded event data.

    Args:
      path (str): path of the file.

    Returns:
      list[tuple[EventData, bool, bool]]: event data, and if it is partial and
          recovered.
    """
    records = []
    with open(path, "rb") as file_object:
        while True:
            try:
                records.append(pickle.load(file_object))
            except EOFError:
                return records


def Record(database_path, path):
    """Records the event data of a database.

    Args:
      database_path (str): path of the database.
      path (str): path of the file to write.

    Returns:
      int: number of event data.
    """
    with open(path, "wb") as file_object:
        producer = RecordingProducer(file_object)
        file_entry = lib.MakeFileEntry(lib.MakePathSpec(database_path))
        database = cursor_database.Database.OpenFileEntry(file_entry, producer=producer)
        store.ReadStateDatabase(producer, database, file_entry)
    return producer.count


def ReadTook(output):
    """Reads what a run took from its output.

    Args:
      output (str): standard output of the run.

    Returns:
      dict[str, float]: "seconds" on the clock and "cpu_seconds" of the processor, of
          all processes.
    """
    return json.loads(output.splitlines()[-1])


def Main():
    """Runs log2timeline.

    Returns:
      int: exit code.
    """
    path = sys.argv.pop(1)
    if path != "-":
        manager.ParsersManager.RegisterParser(FloorParser)
        FloorParser.records = ReadRecords(path)
    # The workers get the records by fork: they must not be copied by the collector.
    gc.collect()
    gc.freeze()
    sys.argv[0] = "log2timeline"
    start, cpu_start = time.perf_counter(), sum(os.times()[:4])
    exit_code = log2timeline.Main()
    took = {
        "cpu_seconds": sum(os.times()[:4]) - cpu_start,
        "seconds": time.perf_counter() - start,
    }
    print(json.dumps(took), flush=True)
    return exit_code


if __name__ == "__main__":
    sys.exit(Main())
