"""Processes that are measured: time, memory, temporary files, limits.

Every measurement is a process of its own, so that no cache of another one helps it.
"""

import json
import os
import subprocess
import sys
import tempfile
import threading
import time

_PROJECT_PATH = os.path.dirname(
    os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
)

# Where the memory controller of either version of control groups is.
_CONTROL_GROUPS = (
    ("/sys/fs/cgroup/memory", "memory.limit_in_bytes"),
    ("/sys/fs/cgroup", "memory.max"),
)

_CONTROL_GROUP_NAME = "cursor_plaso_benchmarks"

_POLL_SECONDS = 0.05

# Enters the control group before the command is run.
_ENTER_COMMAND = 'echo $$ > "$0/cgroup.procs" && exec "$@"'


class ProcessResult:
    """What a process took.

    Attributes:
      cpu_seconds (float): time of the processor, of all processes it started too.
      output (str): what it wrote to standard output.
      peak_memory (int): largest resident size of one of its processes in bytes.
      peak_temporary_size (int): largest size of its temporary files in bytes.
      return_code (int): exit code.
      seconds (float): time on the clock.
    """

    def __init__(self):
        """Initializes a result."""
        super().__init__()
        self.cpu_seconds = 0.0
        self.output = ""
        self.peak_memory = 0
        self.peak_temporary_size = 0
        self.return_code = None
        self.seconds = 0.0


class _TemporaryFilesWatch(threading.Thread):
    """Thread that watches how much a process writes to its temporary directory.

    Attributes:
      peak_size (int): largest size in bytes.
    """

    def __init__(self, pid, directory):
        """Initializes a thread.

        Args:
          pid (int): identifier of the process.
          directory (str): path of the temporary directory.
        """
        super().__init__(daemon=True)
        self._directory = os.path.realpath(directory)
        self._event = threading.Event()
        self._pid = pid
        self.peak_size = 0

    def _GetDeletedSizes(self):
        """Determines the sizes of the open files that were removed.

        Returns:
          dict[tuple[int, int], int]: size per device and number of the file.
        """
        sizes = {}
        pids = [self._pid]
        while pids:
            pid = pids.pop()
            try:
                for thread in os.listdir(f"/proc/{pid:d}/task"):
                    path = f"/proc/{pid:d}/task/{thread:s}/children"
                    with open(path, "r", encoding="ascii") as file_object:
                        pids.extend(map(int, file_object.read().split()))
                for name in os.listdir(f"/proc/{pid:d}/fd"):
                    path = f"/proc/{pid:d}/fd/{name:s}"
                    target = os.readlink(path)
                    if target.startswith(self._directory) and "(deleted)" in target:
                        status = os.stat(path)
                        sizes[status.st_dev, status.st_ino] = status.st_blocks * 512
            except OSError:
                # The process or the file is gone meanwhile.
                continue
        return sizes

    def run(self):
        """Watches until it is stopped."""
        while not self._event.wait(_POLL_SECONDS):
            sizes = self._GetDeletedSizes()
            for directory, _, names in os.walk(self._directory):
                for name in names:
                    try:
                        status = os.lstat(os.path.join(directory, name))
                    except OSError:
                        continue
                    sizes[status.st_dev, status.st_ino] = status.st_blocks * 512
            self.peak_size = max(self.peak_size, sum(sizes.values()))

    def Stop(self):
        """Ends the watch."""
        self._event.set()
        self.join()


def DropCache(*paths):
    """Drops files from the page cache.

    Args:
      paths (tuple[str, ...]): paths of files.
    """
    for path in paths:
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
            os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
        finally:
            os.close(descriptor)


def MakeControlGroup(memory_limit):
    """Makes a control group, the memory of which includes the page cache.

    Args:
      memory_limit (int): size in bytes.

    Returns:
      str: path, or None if this machine does not let us.
    """
    for path, limit_name in _CONTROL_GROUPS:
        group_path = os.path.join(path, f"{_CONTROL_GROUP_NAME:s}_{os.getpid():d}")
        try:
            os.makedirs(group_path, exist_ok=True)
            limit_path = os.path.join(group_path, limit_name)
            with open(limit_path, "r+", encoding="ascii") as file_object:
                file_object.write(f"{memory_limit:d}")
            return group_path
        except OSError:
            RemoveControlGroup(group_path)
    return None


def RemoveControlGroup(path):
    """Removes a control group.

    Args:
      path (str): path or None.
    """
    if path:
        try:
            os.rmdir(path)
        except OSError:
            pass


def Run(command, control_group=None, environment=None):
    """Runs a command and measures it.

    Args:
      command (list[str]): command and arguments.
      control_group (Optional[str]): path of the control group to run it in.
      environment (Optional[dict[str, str]]): environment variables to set.

    Returns:
      ProcessResult: result.

    Raises:
      RuntimeError: if the command fails.
    """
    if control_group:
        command = ["/bin/sh", "-c", _ENTER_COMMAND, control_group, *command]
    result = ProcessResult()
    with tempfile.TemporaryDirectory() as directory:
        # plaso writes its log to the working directory.
        temporary_directory = os.path.join(directory, "temporary")
        os.mkdir(temporary_directory)
        # The project itself on the path would hide the installed package.
        modules_path = os.path.join(directory, "modules")
        os.mkdir(modules_path)
        for name in ("test_data", "tests"):
            os.symlink(
                os.path.join(_PROJECT_PATH, name), os.path.join(modules_path, name)
            )
        variables = {
            **os.environ,
            "PYTHONPATH": modules_path,
            "TMPDIR": temporary_directory,
            **(environment or {}),
        }
        error_path = os.path.join(directory, "errors")
        output_path = os.path.join(directory, "output")
        with open(error_path, "wb") as errors, open(output_path, "wb") as output:
            start = time.perf_counter()
            # wait4() below waits for it, which tells what it took.
            # pylint: disable-next=consider-using-with
            process = subprocess.Popen(
                [str(argument) for argument in command],
                cwd=directory,
                env=variables,
                stderr=errors,
                stdin=subprocess.DEVNULL,
                stdout=output,
            )
            watch = _TemporaryFilesWatch(process.pid, temporary_directory)
            watch.start()
            _, status, usage = os.wait4(process.pid, 0)
            result.seconds = time.perf_counter() - start
            watch.Stop()
        process.returncode = os.waitstatus_to_exitcode(status)
        with open(output_path, "r", encoding="utf-8", errors="replace") as file_object:
            result.output = file_object.read()
        with open(error_path, "r", encoding="utf-8", errors="replace") as file_object:
            error_text = file_object.read()
    result.cpu_seconds = usage.ru_utime + usage.ru_stime
    result.peak_memory = usage.ru_maxrss * 1024
    result.peak_temporary_size = watch.peak_size
    result.return_code = process.returncode
    if result.return_code:
        raise RuntimeError(
            f"{command!s} ended with exit code {result.return_code:d}:\n"
            f"{error_text[-4000:]:s}"
        )
    return result


def RunTask(name, *arguments, control_group=None, python=None):
    """Runs a task of tasks.py in a process of its own.

    Args:
      name (str): name of the task.
      arguments (tuple[str, ...]): arguments of the task.
      control_group (Optional[str]): path of the control group to run it in.
      python (Optional[str]): path of the Python to run it with.

    Returns:
      dict[str, object]: what the task tells: "seconds", "cpu_seconds", "count" and
          more, and "process", the result of its process.
    """
    module_name = "tests.benchmarks.tasks"
    command = [python or sys.executable, "-m", module_name, name, *arguments]
    if python:
        path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "peers.py")
        command = [python, path, name, *arguments]
    process = Run(command, control_group=control_group)
    result = json.loads(process.output.splitlines()[-1])
    result["process"] = process
    return result
