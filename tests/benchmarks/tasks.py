"""What the benchmarks run, each in a process of its own.

    python -m tests.benchmarks.tasks NAME ARGUMENTS

prints what the task took, without the start of Python, as a line of JSON.
"""

import collections
import json
import os
import resource
import sqlite3
import sys
import tempfile
import time

from plaso.containers import events
from plaso.engine import extractors
from plaso.parsers import sqlite
from plaso.parsers.sqlite_plugins import interface
from plaso.storage import factory as storage_factory
from plaso.storage.fake import writer as fake_writer

from cursor_plaso import database as cursor_database
from cursor_plaso import keys
from cursor_plaso import producer as cursor_producer
from cursor_plaso import values
from cursor_plaso.state import store
from tests import lib

_BUBBLE_QUERY = (
    "SELECT key, value FROM cursorDiskKV{hint:s} "
    "WHERE key >= 'bubbleId:' AND key < 'bubbleId;'"
)


class CountingProducer(cursor_producer.BaseProducer):
    """Producer that counts, and cleans and bounds as the real one does.

    Attributes:
      counts (collections.Counter): number of event data per data type.
      warnings (list[str]): warnings.
    """

    def __init__(self):
        """Initializes a producer."""
        super().__init__()
        self.counts = collections.Counter()
        self.warnings = []

    def _StoreEventData(self, event_data, corrupted, recovered):
        """Counts event data.

        Args:
          event_data (CursorEventData): event data.
          corrupted (bool): True if the record is partial.
          recovered (bool): True if the record was recovered.
        """
        self.counts[event_data.data_type] += 1

    def _StoreWarning(self, message, recovered):
        """Keeps a warning.

        Args:
          message (str): message.
          recovered (bool): True if the warning is of a recovered record.
        """
        self.warnings.append(message)


class BubblePlugin(interface.SQLitePlugin):
    """Plugin that reads bubbles as the plugins of plaso read rows."""

    NAME = "benchmark_bubbles"
    DATA_FORMAT = "Cursor bubbles, read as plaso reads rows"

    REQUIRED_STRUCTURE = {"cursorDiskKV": frozenset(["key", "value"])}

    QUERIES = [(_BUBBLE_QUERY.format(hint=""), "ParseBubbleRow")]

    def __init__(self):
        """Initializes a plugin."""
        super().__init__()
        self.count = 0
        self.size = 0

    def ParseBubbleRow(self, parser_mediator, query, row, **unused_kwargs):
        """Reads a row.

        Args:
          parser_mediator (ParserMediator): parser mediator.
          query (str): query.
          row (sqlite3.Row): row.
        """
        query_hash = hash(query)
        self._GetRowValue(query_hash, row, "key")
        self.size += len(self._GetRowValue(query_hash, row, "value"))
        self.count += 1


def ReadBubblesInPlace(path):
    """Reads all bubbles with the reader of this package.

    Args:
      path (str): path of the database.

    Returns:
      dict[str, int]: number of the bubbles and size of their values.
    """
    file_entry = lib.MakeFileEntry(lib.MakePathSpec(path))
    database = cursor_database.Database.OpenFileEntry(file_entry)
    count, size = 0, 0
    for row in database.live.ReadRows("cursorDiskKV", wanted=(b"bubbleId:",)):
        _, value = row.values
        count += 1
        size += len(value)
    return {"count": count, "size": size}


def ReadBubblesSQLite(path, hint=""):
    """Reads all bubbles with the sqlite3 module of Python.

    Args:
      path (str): path of the database.
      hint (Optional[str]): " NOT INDEXED" for the order of the rows.

    Returns:
      dict[str, int]: number of the bubbles and size of their values.
    """
    connection = sqlite3.connect(f"file:{path:s}?mode=ro", uri=True)
    count, size = 0, 0
    for _, value in connection.execute(_BUBBLE_QUERY.format(hint=hint)):
        count += 1
        size += len(value)
    connection.close()
    return {"count": count, "size": size}


def ReadBubblesStock(path):
    """Reads all bubbles through the SQLite parser of plaso, with its copies.

    Args:
      path (str): path of the database.

    Returns:
      dict[str, int]: number of the bubbles, those of a second pass included, and size
          of their values.
    """
    plugin = BubblePlugin()
    parser = sqlite.SQLiteParser()
    # What EnablePlugins() does, without a registration for all of plaso.
    parser._plugins_per_name = {plugin.NAME: plugin}  # pylint: disable=protected-access
    file_entry = lib.MakeFileEntry(lib.MakePathSpec(path))
    storage_writer = fake_writer.FakeStorageWriter()
    storage_writer.Open()
    mediator = lib.MakeParserMediator(storage_writer, file_entry=file_entry)
    mediator.ProduceEventDataStream(events.EventDataStream())
    parser.ParseFileEntry(mediator, file_entry)
    return {"count": plugin.count, "size": plugin.size}


def ReadMessages(path):
    """Reads who said what in all bubbles, which is what the peers do.

    Args:
      path (str): path of the database.

    Returns:
      dict[str, int]: number of the messages and calls, and size of their texts.
    """
    file_entry = lib.MakeFileEntry(lib.MakePathSpec(path))
    database = cursor_database.Database.OpenFileEntry(file_entry)
    messages = collections.defaultdict(list)
    count, size = 0, 0
    for row in database.live.ReadRows("cursorDiskKV", wanted=(b"bubbleId:",)):
        key, value = row.values
        composer_identifier, _ = keys.SplitBubbleKey(key)
        bubble, _ = values.DecodeJSON(value)
        if not isinstance(bubble, dict):
            continue
        tool = values.GetDictionary(bubble, "toolFormerData")
        text = (
            values.GetString(bubble, "text")
            or values.GetString(values.GetDictionary(bubble, "thinking"), "text")
            or values.GetString(tool, "result")
            or ""
        )
        # The peers put a conversation in the order of these times.
        messages[composer_identifier].append(bubble.get("createdAt"))
        count += 1
        size += len(text)
    for created_times in messages.values():
        created_times.sort(key=str)
    return {"count": count, "size": size}


def Parse(expression, path):
    """Parses a file with parsers of plaso and stores what they produce.

    Args:
      expression (str): parser filter expression.
      path (str): path of the file.

    Returns:
      dict[str, int]: number of event data.
    """
    extractor = extractors.EventDataExtractor(parser_filter_expression=expression)
    file_entry = lib.MakeFileEntry(lib.MakePathSpec(path))
    with tempfile.TemporaryDirectory() as directory:
        storage_writer = storage_factory.StorageFactory.CreateStorageWriter("sqlite")
        storage_writer.Open(path=os.path.join(directory, "storage.plaso"))
        try:
            mediator = lib.MakeParserMediator(storage_writer, file_entry=file_entry)
            extractor.ParseDataStream(mediator, file_entry, "")
            count = storage_writer.GetNumberOfAttributeContainers("event_data")
        finally:
            storage_writer.Close()
    return {"count": count}


def ReadState(path):
    """Reads a state.vscdb whole, with all that is made of it.

    Args:
      path (str): path of the database.

    Returns:
      dict[str, int]: number of event data and of warnings.
    """
    producer = CountingProducer()
    file_entry = lib.MakeFileEntry(lib.MakePathSpec(path))
    database = cursor_database.Database.OpenFileEntry(file_entry, producer=producer)
    store.ReadStateDatabase(producer, database, file_entry)
    return {
        "count": sum(producer.counts.values()),
        "warnings": len(producer.warnings),
    }


TASKS = {
    "bubbles-in-place": ReadBubblesInPlace,
    "bubbles-sqlite3": ReadBubblesSQLite,
    "bubbles-stock": ReadBubblesStock,
    "messages": ReadMessages,
    "parse": Parse,
    "state": ReadState,
}


def Main(arguments):
    """Runs a task.

    Args:
      arguments (list[str]): name of the task and its arguments.
    """
    function = TASKS[arguments[0]]
    # dfVFS imports what reads a file when the first one is opened.
    lib.MakeFileEntry(lib.MakePathSpec(__file__)).GetFileObject().read(1)
    base_memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start, cpu_start = time.perf_counter(), time.process_time()
    result = function(*arguments[1:])
    result["cpu_seconds"] = time.process_time() - cpu_start
    result["seconds"] = time.perf_counter() - start
    usage = resource.getrusage(resource.RUSAGE_SELF)
    result["base_memory"] = base_memory * 1024
    result["peak_memory"] = usage.ru_maxrss * 1024
    result["pid"] = os.getpid()
    print(json.dumps(result))


if __name__ == "__main__":
    Main(sys.argv[1:])
