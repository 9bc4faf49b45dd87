"""Tests of what goes wrong outside the evidence: disks, changes, kills and aborts."""

import errno
import io
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import pytest

from dfvfs.file_io import os_file_io

from plaso.lib import errors
from plaso.parsers import interface as parsers_interface
from plaso.parsers import manager as parsers_manager

from cursor_plaso import agent_store
from cursor_plaso import database as cursor_database
from cursor_plaso import producer
from cursor_plaso.files import update_supervisor
from cursor_plaso.files import usage_export
from cursor_plaso.state import store
from cursor_plaso.transcripts import formats
from cursor_plaso.transcripts import location as transcript_location
from cursor_plaso.transcripts import reader as transcript_reader
from tests import evidence
from tests import hostile_lib
from tests import lib
from tests.fuzz import decoders

_SECTOR_SIZE = 512


class FaultyFile(io.BytesIO):
    """File object with a part that can not be read."""

    def __init__(self, data, start, end=None):
        """Initializes a file object.

        Args:
          data (bytes): data.
          start (int): offset of the first byte that can not be read.
          end (Optional[int]): offset of the first byte after it that can, where None
              stands for no such byte.
        """
        super().__init__(data)
        self._start = start
        self._end = end if end is not None else len(data) + 1

    def read(self, size=-1):
        """Reads data.

        Args:
          size (Optional[int]): number of bytes.

        Returns:
          bytes: data.

        Raises:
          OSError: if a part of it can not be read.
        """
        position = self.tell()
        data = super().read(size)
        if position < self._end and position + max(len(data), 1) > self._start:
            self.seek(position)
            raise OSError(5, "Input/output error")
        return data

    def get_size(self):
        """Retrieves the size.

        Returns:
          int: size in bytes.
        """
        return len(self.getbuffer())


class UnsteadyFile(io.BytesIO):
    """File object that changes after a number of reads."""

    def __init__(self, data, number_of_reads):
        """Initializes a file object.

        Args:
          data (bytes): data.
          number_of_reads (int): reads after which the file changes.
        """
        super().__init__(data)
        self._remaining_reads = number_of_reads

    def _Change(self):
        """Changes the file."""
        raise NotImplementedError

    def read(self, size=-1):
        """Reads data.

        Args:
          size (Optional[int]): number of bytes.

        Returns:
          bytes: data.
        """
        self._remaining_reads -= 1
        if not self._remaining_reads:
            position = self.tell()
            self._Change()
            self.seek(position)
        return super().read(size)


class ShrinkingFile(UnsteadyFile):
    """File object that loses its second half after a number of reads."""

    def __init__(self, data, number_of_reads):
        """Initializes a file object.

        Args:
          data (bytes): data.
          number_of_reads (int): reads after which the file shrinks.
        """
        super().__init__(data, number_of_reads)
        self._size = len(data)

    def _Change(self):
        """Takes the second half off."""
        self.truncate(self._size // 2)

    def get_size(self):
        """Retrieves the size that the file had.

        Returns:
          int: size in bytes.
        """
        return self._size


class ChangingFile(UnsteadyFile):
    """File object that is another file after a number of reads."""

    def __init__(self, data, other_data, number_of_reads):
        """Initializes a file object.

        Args:
          data (bytes): data.
          other_data (bytes): data of the other file.
          number_of_reads (int): reads after which the file changes.
        """
        super().__init__(data, number_of_reads)
        self._other_data = other_data

    def _Change(self):
        """Writes the other file over the start."""
        self.seek(0)
        self.write(self._other_data)


class AbortingProducer(decoders.CheckingProducer):
    """Producer that is aborted once it was asked a number of times.

    Attributes:
      number_at_abort (int): number of event data that there was then, or None.
      number_of_questions (int): number of times it was asked.
    """

    def __init__(self, maximum):
        """Initializes a producer.

        Args:
          maximum (int): number of questions after which it is aborted.
        """
        super().__init__()
        self._maximum = maximum
        self.number_at_abort = None
        self.number_of_questions = 0

    @property
    def abort(self):
        """bool: True if the reader should stop."""
        self.number_of_questions += 1
        if self.number_of_questions <= self._maximum:
            return False
        if self.number_at_abort is None:
            self.number_at_abort = len(self.event_data)
        return True


class _FileEntry:
    """What the readers of databases look at of a file entry."""

    modification_time = None
    name = "state.vscdb"
    path_spec = None

    def GetFileSystem(self):
        """Retrieves the file system, of which there is none.

        Returns:
          None: always.
        """
        return None


def _ReadDatabase(file_object, reading_producer=None, wal_file_object=None):
    """Reads a database as the parsers do.

    Args:
      file_object (object): file-like object.
      reading_producer (Optional[CheckingProducer]): producer.
      wal_file_object (Optional[object]): file-like object of the write-ahead log.

    Returns:
      CheckingProducer: what came out.
    """
    reading_producer = reading_producer or decoders.CheckingProducer()
    try:
        database = cursor_database.Database(
            file_object, wal_file_object=wal_file_object, producer=reading_producer
        )
    except cursor_database.NotADatabaseError:
        return reading_producer
    if store.IsStateDatabase(database.live):
        store.ReadStateDatabase(reading_producer, database, _FileEntry())
    elif agent_store.IsAgentStore(database.live):
        agent_store.ReadAgentStore(reading_producer, database, _FileEntry())
    database.CloseWarnings()
    reading_producer.Close()
    return reading_producer


def _ReadFile(*names):
    """Reads a file of the test data.

    Args:
      names (list[str]): names of the directories and of the file.

    Returns:
      bytes: data.
    """
    with open(os.path.join(lib.TEST_DATA_PATH, *names), "rb") as file_object:
        return file_object.read()


def _GetBodies(collecting_producer):
    """Retrieves the texts of messages.

    Args:
      collecting_producer (CollectingProducer): producer.

    Returns:
      set[str]: texts.
    """
    return {
        event_data.message_body
        for event_data in collecting_producer.GetByDataType("cursor:message")
    }


def _ParseWithEach(path):
    """Parses a file with each of the parsers that are not plaso's own.

    What goes wrong before a file is recognised is plaso's: it logs that.

    Args:
      path (str): path of the file.

    Returns:
      ParseResult: event data and warnings.
    """
    storage_writer = lib.MakeStorageWriter()
    names = [
        name
        for name in hostile_lib.GetParsers().split(",")
        if not name.startswith(("jsonl/", "sqlite/"))
    ]
    parsers = parsers_manager.ParsersManager.GetParserObjects(",".join(names))
    for parser in parsers.values():
        file_entry = lib.MakeFileEntry(lib.MakePathSpec(path))
        mediator = lib.MakeParserMediator(storage_writer, file_entry=file_entry)
        count = storage_writer.GetNumberOfAttributeContainers("event_data")
        try:
            if isinstance(parser, parsers_interface.FileEntryParser):
                parser.Parse(mediator)
            else:
                parser.Parse(mediator, file_entry.GetFileObject())
        except errors.WrongParser:
            pass
        except OSError:
            new_count = storage_writer.GetNumberOfAttributeContainers("event_data")
            assert new_count == count
    return lib.ParseResult(storage_writer)


def _MakeGoodDatabase(path):
    """Makes a database of bubbles of which few are in a page.

    Args:
      path (str): path of the database.

    Returns:
      bytes: data of the database.
    """
    rows = []
    for number in range(24):
        key, bubble = evidence.MakeAssistantBubble("c1", f"b{number:d}", f"{number:d}")
        bubble["padding"] = "x" * 80
        rows.append((key, bubble))
    rows.append(evidence.MakeComposer("c1", name="Good", status="completed"))
    evidence.WriteStateDatabase(path, rows, page_size=1024)
    with open(path, "rb") as file_object:
        return file_object.read()


@pytest.mark.parametrize("is_sector", (False, True))
def testDatabaseThatFailsSomewhere(tmp_path, is_sector):
    """A part of a disk that can not be read costs the pages it holds and no others."""
    data = _MakeGoodDatabase(str(tmp_path / "state.vscdb"))
    whole = _ReadDatabase(io.BytesIO(data))
    whole_bodies = _GetBodies(whole)
    assert len(whole_bodies) == 24

    for offset in range(0, len(data), _SECTOR_SIZE):
        end = offset + _SECTOR_SIZE if is_sector else None
        result = _ReadDatabase(FaultyFile(data, offset, end))
        bodies = _GetBodies(result)

        # The text of a bubble that is cut off is a part of what it was.
        assert all(body in whole_bodies or body.startswith("unread") for body in bodies)
        if is_sector and offset >= 1024:
            # The schema and the root of the table lead to all pages.
            page = data[offset // 1024 * 1024 : offset // 1024 * 1024 + 1024]
            is_root = page[0] == 0x05 or b"CREATE TABLE" in page
            assert is_root or len(bodies & whole_bodies) >= 24 - 4
            if page[0] == 0x0D and b'"text"' in page:
                assert result.warnings


@pytest.mark.parametrize("name", ("auto_vacuum", "pending", "uncommitted"))
def testLogThatFailsSomewhere(name):
    """A log that can not be read costs what it holds: the database is still read."""
    data = _ReadFile("wal", name, "state.vscdb")
    wal_data = _ReadFile("wal", name, "state.vscdb-wal")
    base_bodies = _GetBodies(_ReadDatabase(io.BytesIO(data)))

    for offset in range(0, len(wal_data), 4 * _SECTOR_SIZE):
        result = _ReadDatabase(
            io.BytesIO(data), wal_file_object=FaultyFile(wal_data, offset)
        )
        assert result.event_data
        assert result.warnings
        if offset == 0:
            assert _GetBodies(result) == base_bodies


def testChatStoreThatFailsSomewhere():
    """The same holds for a chat store."""
    data = _ReadFile("agent_store", "seed", "store.db")
    for offset in range(0, len(data), _SECTOR_SIZE):
        _ReadDatabase(FaultyFile(data, offset))
        _ReadDatabase(FaultyFile(data, offset, offset + _SECTOR_SIZE))


def testDatabaseThatShrinksOrChanges(tmp_path):
    """A file that is written while it is read gives rows of before or after."""
    data = _MakeGoodDatabase(str(tmp_path / "state.vscdb"))
    other_data = _ReadFile("state", "settings.vscdb")
    for number_of_reads in range(1, 12):
        _ReadDatabase(ShrinkingFile(data, number_of_reads))
        _ReadDatabase(ChangingFile(data, other_data, number_of_reads))
        _ReadDatabase(ChangingFile(other_data, data, number_of_reads))


def testTranscriptThatFailsSomewhere():
    """Lines before the fault are told, and that the rest is not."""
    lines = [
        {
            "role": "user",
            "message": {"content": [{"type": "text", "text": f"{number:d}"}]},
        }
        for number in range(9000)
    ]
    data = b"".join(json.dumps(line).encode("ascii") + b"\n" for line in lines)
    location = transcript_location.TranscriptLocation("agent-transcripts/c1/c1.jsonl")
    numbers = []
    for offset in range(1, len(data), 128 * 1024):
        reading_producer = producer.CollectingProducer()
        transcript_reader.ReadTranscript(
            FaultyFile(data, offset),
            formats.FORMAT_JSON_LINES,
            reading_producer,
            location,
        )

        numbers.append(len(reading_producer.event_data))
        assert len(reading_producer.warnings) == 1
        assert "unable to read after line" in reading_producer.warnings[0]
    assert numbers == sorted(numbers)
    assert numbers[0] == 0
    assert numbers[-1] > 6000


@pytest.mark.parametrize(
    "read, data",
    (
        (
            update_supervisor.ReadEventLines,
            b'{"installationId":"i","phase":"p","recordedAt":"","type":"t"}\n' * 9000,
        ),
        (
            usage_export.ReadUsageExport,
            b"Date,Model,Max Mode\n" + b"2026-10-01T10:00:00.000Z,m,No\n" * 20000,
        ),
    ),
)
def testLinesThatFailSomewhere(read, data):
    """The readers of lines tell what they read, and the guard that it was not all."""
    reading_producer = producer.CollectingProducer()
    with reading_producer.Guard("lines"):
        read(FaultyFile(data, 300 * 1024), reading_producer)

    assert len(reading_producer.event_data) > 100
    assert reading_producer.warnings[-1].startswith("unable to read lines: [Errno 5]")


@pytest.mark.parametrize(
    "path",
    (
        ("state", "era_3_26_13.vscdb"),
        ("agent_store", "seed", "store.db"),
        ("transcripts", "every_shape.jsonl"),
        ("transcripts", "transcript.txt"),
        ("transcripts", "transcript.json"),
        ("files", "usage-events-2026-10-02.csv"),
        ("files", "export.md"),
        ("search", "conversation-search.db"),
        ("ai_tracking", "ai-code-tracking.db"),
    ),
)
def testFileEntryThatFailsSomewhere(monkeypatch, path):
    """What dfVFS raises never leaves a parser, wherever in the file it is raised."""
    path = os.path.join(lib.TEST_DATA_PATH, *path)
    size = os.path.getsize(path)
    number_of_events = []
    read = os_file_io.OSFile.read

    for offset in [0] + list(range(100, size, max(size // 12, 1))):

        def Read(self, size=None, fault=offset):
            position = self.get_offset()
            if size is None or position + size > fault:
                raise OSError(5, "Input/output error")
            return read(self, size=size)

        with monkeypatch.context() as context:
            context.setattr(os_file_io.OSFile, "read", Read)
            result = _ParseWithEach(path)
        number_of_events.append(len(result.event_data))
        assert not [text for text in result.warnings if "internal error" in text]
    assert number_of_events[0] == 0
    assert number_of_events[-1] >= number_of_events[0]


def testReadersWithoutRoomForFiles(tmp_path):
    """A full disk costs nothing: the parsers make no files, and read all the same."""
    directory = str(tmp_path / "evidence")
    evidence.CopyTree(os.path.join(lib.TEST_DATA_PATH, "state"), directory)
    script = (
        "import json, resource, signal, sys\n"
        "from tests import hostile_lib\n"
        "parsers = 'cursor_agent_store,cursor_files,cursor_state,cursor_transcript'\n"
        "hostile_lib.GetParsers = lambda: parsers\n"
        "if sys.argv[2] == 'full':\n"
        "    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))\n"
        "result = hostile_lib.Read(sys.argv[1])\n"
        "json.dump([result['counts'], result['warnings']], sys.stdout)\n"
    )
    outputs = [
        lib.RunCommand(
            [sys.executable, "-c", script, directory, kind], directory=lib.PROJECT_PATH
        ).stdout
        for kind in ("full", "empty")
    ]

    assert outputs[0] == outputs[1]
    assert json.loads(outputs[0])[0]["cursor:message"] > 100


def testPluginsWithoutRoomForFiles(monkeypatch, tmp_path):
    """A copy that plaso has no room for costs its own database, and is a warning."""
    directory = str(tmp_path / "evidence")
    for name in ("ai_tracking", "state", "search"):
        evidence.CopyTree(
            os.path.join(lib.TEST_DATA_PATH, name), os.path.join(directory, name)
        )
    whole = hostile_lib.Read(directory)

    def Fail(*unused_arguments, **unused_keyword_arguments):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(tempfile, "NamedTemporaryFile", Fail)
    result = hostile_lib.Read(directory)

    assert "sqlite/cursor_ai_tracking" in whole["parsers"]
    assert result["parsers"] == ["cursor_state"]
    assert result["counts"]["cursor:message"] == whole["counts"]["cursor:message"]
    new_warnings = set(result["warnings"]) - set(whole["warnings"])
    assert [text for text in new_warnings if "No space left" in text]


@pytest.mark.parametrize("number", (0, 1, 60))
def testReaderThatIsKilled(tmp_path, number):
    """A worker that is killed in the middle leaves no trace, and costs no other file."""
    directory = str(tmp_path / "evidence")
    evidence.CopyTree(os.path.join(lib.TEST_DATA_PATH, "state"), directory)
    temporary_path = tmp_path / "temporary"
    temporary_path.mkdir()
    before = hostile_lib.HashTree(directory)
    script = (
        "import json, os, signal, sys\n"
        "from cursor_plaso import producer\n"
        "from tests import hostile_lib\n"
        "parsers = 'cursor_agent_store,cursor_files,cursor_state,cursor_transcript'\n"
        "hostile_lib.GetParsers = lambda: parsers\n"
        "store = producer.Producer._StoreEventData\n"
        "remaining = [int(sys.argv[2])]\n"
        "def Store(*arguments):\n"
        "    if not remaining[0]:\n"
        "        os.kill(os.getpid(), signal.SIGKILL)\n"
        "    remaining[0] -= 1\n"
        "    store(*arguments)\n"
        "producer.Producer._StoreEventData = Store\n"
        "result = hostile_lib.Read(sys.argv[1])\n"
        "json.dump(result['counts'], sys.stdout)\n"
    )

    def Read(maximum):
        return subprocess.run(
            [sys.executable, "-c", script, directory, f"{maximum:d}"],
            check=False,
            cwd=lib.PROJECT_PATH,
            env={**os.environ, "TMPDIR": str(temporary_path)},
            stdout=subprocess.PIPE,
        )

    assert Read(number).returncode == -signal.SIGKILL
    assert not os.listdir(temporary_path)
    assert hostile_lib.HashTree(directory) == before
    process = Read(1 << 30)
    assert process.returncode == 0
    assert json.loads(process.stdout)["cursor:message"] > 100
    assert not os.listdir(temporary_path)


def testRunThatIsKilledLeavesTheNextOneAlone(tmp_path):
    """A run that is killed leaves the evidence as it is, and no trace for another."""
    directory = str(tmp_path / "evidence")
    evidence.CopyTree(os.path.join(lib.TEST_DATA_PATH, "trees", "linux"), directory)
    before = hostile_lib.HashTree(directory)
    counts = []
    for is_killed in (True, False):
        working_path = tmp_path / f"run_{is_killed!s}"
        working_path.mkdir()
        process = subprocess.Popen(
            [
                os.path.join(os.path.dirname(sys.executable), "log2timeline"),
                "--unattended",
                "--quiet",
                "--status-view",
                "none",
                "--parsers",
                "cursor",
                "--workers",
                "2",
                "--storage-file",
                str(working_path / "case.plaso"),
                directory,
            ],
            cwd=str(working_path),
            start_new_session=True,
            stderr=subprocess.DEVNULL,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )
        if is_killed:
            while process.poll() is None and not os.path.exists(
                working_path / "case.plaso"
            ):
                time.sleep(0.01)
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        assert hostile_lib.HashTree(directory) == before
        if not is_killed:
            timeline = lib.ReadTimeline(str(working_path / "case.plaso"))
            counts.append(len(timeline))
        else:
            shutil.rmtree(working_path)

    assert counts[0] > 200


@pytest.mark.parametrize(
    "names",
    (
        ("state", "era_3_26_13.vscdb"),
        ("state", "settings.vscdb"),
        ("state", "edits.vscdb"),
        ("state", "hostile_items.vscdb"),
        ("agent_store", "seed", "store.db"),
        ("wal", "pending", "state.vscdb"),
    ),
)
def testAbortEndsEveryLoop(names):
    """Whenever a reader is told to stop it produces next to nothing any more."""
    data = _ReadFile(*names)
    wal_data = None
    if names[0] == "wal":
        wal_data = _ReadFile(*names[:-1], "state.vscdb-wal")

    def Read(maximum):
        return _ReadDatabase(
            io.BytesIO(data),
            AbortingProducer(maximum),
            None if wal_data is None else io.BytesIO(wal_data),
        )

    whole = Read(1 << 30)
    assert whole.number_at_abort is None
    numbers = []
    for maximum in range(0, whole.number_of_questions, 3):
        result = Read(maximum)
        numbers.append(len(result.event_data) - result.number_at_abort)
        # It is asked again in each loop that it leaves, and not in loops that go on.
        assert result.number_of_questions < maximum + 200

    assert max(numbers) <= 12
