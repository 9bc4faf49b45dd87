"""What the tests of hostile evidence share: large evidence, and runs with limits.

Read reads a file, or all files of a directory, with every parser of the package as
plaso's worker would. LimitedReader does so in a process that the operating system ends
when it takes too long, and tells what it took.
"""

import collections
import hashlib
import json
import os
import re
import resource
import stat
import subprocess
import sys
import tempfile
import traceback

from plaso.parsers import presets
from plaso.storage.fake import writer as fake_writer

from tests import lib
from tests import strategies

# What no input may exceed (issue F): processor time in seconds, and memory.
MAXIMUM_SECONDS = 10
MAXIMUM_MEMORY = 512 * 1024 * 1024

_CONTROL_CHARACTER_RE = re.compile("[\x00-\x1f\x7f-\x9f]")

# Event data that is stored as plaso does, which takes most of the time.
_MAXIMUM_CHECKED = 2000

# Texts that are kept, and how much of each.
_MAXIMUM_TEXTS = 100_000
_MAXIMUM_TEXT_LENGTH = 200


class CountingStorageWriter(fake_writer.FakeStorageWriter):
    """Storage writer that checks and counts event data, and keeps none of it.

    Attributes:
      counts (collections.Counter): number of event data per data type.
      parser_chains (set[str]): chains of the parsers that made them.
      texts (set[str]): texts of the event data that was looked at.
    """

    def __init__(self):
        """Initializes a storage writer."""
        super().__init__()
        self.counts = collections.Counter()
        self.parser_chains = set()
        self.texts = set()

    def AddAttributeContainer(self, container):
        """Adds an attribute container.

        Args:
          container (AttributeContainer): attribute container.
        """
        if container.CONTAINER_TYPE != "event_data":
            super().AddAttributeContainer(container)
            return

        self.counts[container.data_type] += 1
        # pylint: disable=protected-access
        self.parser_chains.add(container._parser_chain)
        if sum(self.counts.values()) <= _MAXIMUM_CHECKED:
            for name in ("_event_data_stream_identifier", "_parser_chain"):
                if name in container.__dict__:
                    setattr(container, name, None)
            strategies.AssertStorable(container)
            for name, text in container.GetAttributes():
                # What a terminal would obey, or a line of a timeline end with, is only
                # in attributes that hold a whole text.
                if isinstance(text, str) and not hasattr(container, f"{name:s}_size"):
                    assert not _CONTROL_CHARACTER_RE.search(text), (name, text)
        if len(self.texts) < _MAXIMUM_TEXTS:
            self.texts.update(
                text[:_MAXIMUM_TEXT_LENGTH]
                for _, text in container.GetAttributes()
                if isinstance(text, str)
            )


def GetParsers():
    """Retrieves the parsers of the package, as the preset names them.

    Returns:
      str: parser filter expression.
    """
    manager = presets.ParserPresetsManager()
    manager.ReadFromFile(os.path.join(lib.PLASO_DATA_PATH, "presets.yaml"))
    return ",".join(manager.GetPresetByName("cursor").parsers)


def ListFiles(path):
    """Lists files.

    Args:
      path (str): path of a file or a directory.

    Returns:
      list[str]: paths of the files.
    """
    if not os.path.isdir(path):
        return [path]
    paths = []
    for parent, directories, names in os.walk(path):
        directories.sort()
        # plaso hands out no links, pipes and devices.
        paths.extend(
            os.path.join(parent, name)
            for name in sorted(names)
            if stat.S_ISREG(os.lstat(os.path.join(parent, name)).st_mode)
        )
    return paths


def HashTree(path):
    """Hashes files and what the file system says of them.

    Args:
      path (str): path of a file or a directory.

    Returns:
      dict[str, tuple]: size, time of modification and SHA-256 per path.
    """
    result = {}
    for file_path in ListFiles(path):
        status = os.lstat(file_path)
        digest = None
        if os.path.isfile(file_path) and status.st_blocks * 512 < 1 << 30:
            with open(file_path, "rb") as file_object:
                file_hash = hashlib.sha256()
                # Of a sparse file the start.
                for _ in range(16 * 1024):
                    data = file_object.read(64 * 1024)
                    file_hash.update(data)
                    if len(data) < 64 * 1024:
                        break
                digest = file_hash.hexdigest()
        result[file_path] = (status.st_size, status.st_mtime_ns, digest)
    for parent, directories, names in os.walk(path):
        result[parent] = sorted(directories + names)
    return result


def Read(path):
    """Reads evidence with every parser of the package.

    Args:
      path (str): path of a file or a directory.

    Returns:
      dict[str, object]: counts per data type, chains of parsers, texts and warnings.
    """
    storage_writer = CountingStorageWriter()
    storage_writer.Open()
    lib.ParseInto(storage_writer, GetParsers(), *map(lib.MakePathSpec, ListFiles(path)))
    warnings = [
        warning.message
        for container_type in ("extraction_warning", "recovery_warning")
        for warning in storage_writer.GetAttributeContainers(container_type)
    ]
    return {
        "counts": dict(storage_writer.counts),
        "parsers": sorted(storage_writer.parser_chains),
        "texts": sorted(storage_writer.texts),
        "warnings": warnings,
    }


class LimitedReader:
    """Process that reads evidence with limits, each in a process of its own.

    It has plaso loaded and forks: to start anew would take most of the time.
    """

    def __init__(self):
        """Starts the process."""
        super().__init__()
        # pylint: disable-next=consider-using-with
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.hostile_lib"],
            cwd=lib.PROJECT_PATH,
            encoding="utf-8",
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def Close(self):
        """Ends the process."""
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()

    def Read(self, path):
        """Reads evidence.

        Args:
          path (str): path of a file or a directory.

        Returns:
          dict[str, object]: what Read returns, with "memory" in bytes and "seconds" of
              processor time beside it.

        Raises:
          AssertionError: if the process that read it was ended or failed.
        """
        self._process.stdin.write(f"{json.dumps(path):s}\n")
        self._process.stdin.flush()
        result = json.loads(self._process.stdout.readline())
        if "error" in result:
            raise AssertionError(f"{path!r}: {result['error']:s}")
        return result


def _GetMemory():
    """Retrieves the memory that this process took at most.

    Returns:
      int: number of bytes.
    """
    try:
        # Unlike what getrusage tells this is not that of the parent as well.
        with open("/proc/self/status", "r", encoding="utf-8") as file_object:
            match = re.search(r"VmHWM:\s+(\d+) kB", file_object.read())
            return int(match.group(1)) * 1024
    except FileNotFoundError:
        size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return size if sys.platform == "darwin" else size * 1024


def _GetSeconds():
    """Retrieves the processor time that this process took.

    Returns:
      float: seconds.
    """
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def _ReadLimited(path):
    """Reads evidence with limits.

    Args:
      path (str): path of a file or a directory.

    Returns:
      dict[str, object]: what came out, or "error".
    """
    resource.setrlimit(resource.RLIMIT_CPU, (MAXIMUM_SECONDS, MAXIMUM_SECONDS + 1))
    try:
        result = Read(path)
    except Exception:  # pylint: disable=broad-except
        return {"error": traceback.format_exc()}
    result["memory"] = _GetMemory()
    result["seconds"] = round(_GetSeconds(), 2)
    return result


def Main():
    """Reads the evidence of paths that come in, and prints what came out as JSON."""
    # Whatever is loaded when it is needed is loaded once.
    with tempfile.TemporaryDirectory() as directory:
        Read(directory)

    for line in sys.stdin:
        with tempfile.TemporaryFile() as file_object:
            process_identifier = os.fork()
            if not process_identifier:
                data = json.dumps(_ReadLimited(json.loads(line))).encode("ascii")
                file_object.write(data)
                file_object.flush()
                os._exit(0)

            _, status = os.waitpid(process_identifier, 0)
            file_object.seek(0)
            result = file_object.read().decode("ascii")
        if status:
            result = json.dumps({"error": f"ended with status {status:d}"})
        print(result, flush=True)


if __name__ == "__main__":
    Main()
