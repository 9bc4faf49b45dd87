"""Runs the package inside a distributed engine: Redis, Celery and OpenRelik's library.

Usage: python -m tests.distributed

README.md says what it needs and what it shows.
"""

import argparse
import base64
import collections
import contextlib
import gc
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

PROJECT_PATH = os.path.dirname(
    os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
)

_IMAGES = ("linux.ext4.raw", "windows.ntfs.raw")

_STARTUP_TIMEOUT = 60
_TASK_TIMEOUT = 600

try:
    import celery  # pylint: disable=unused-import
    import openrelik_worker_common  # pylint: disable=unused-import
except ImportError as import_error:
    sys.exit(f"{import_error!s}: see tests/distributed/README.md")


class Service(contextlib.AbstractContextManager):
    """Process of a service, with all processes that it starts."""

    def __init__(self, command, log_path):
        """Starts a service.

        Args:
          command (list[str]): command and its arguments.
          log_path (str): path of the file that takes its output.
        """
        super().__init__()
        # pylint: disable=consider-using-with
        self._log_file = open(log_path, "ab")
        self._process = subprocess.Popen(
            command,
            cwd=PROJECT_PATH,
            start_new_session=True,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            stdout=self._log_file,
        )

    def __exit__(self, *unused_arguments):
        """Ends the service."""
        self.Stop()

    def Kill(self):
        """Kills the service and all that it has started, as a power failure would."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._log_file.close()

    def Stop(self):
        """Asks the service to end, and kills it if it does not."""
        if self._process.poll() is None:
            self._process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(timeout=15)
        self.Kill()


class DistributedTest:
    """Test of several images on several workers.

    Attributes:
      lines (list[str]): figures.
    """

    def __init__(self, directory, number_of_copies):
        """Initializes a test.

        Args:
          directory (str): path of a directory for everything.
          number_of_copies (int): how often each image is processed.
        """
        super().__init__()
        self._directory = directory
        self._expected_events = {}
        self._input_files = []
        self._number_of_copies = number_of_copies
        self.lines = []

    def _CheckOutputs(self, output_path):
        """Checks that there is one storage file per input, with all its events.

        Args:
          output_path (str): path of the output directory.

        Returns:
          int: number of events.
        """
        names = sorted(name for name in os.listdir(output_path) if ".plaso" in name)
        expected_names = sorted(
            f"{input_file['uuid']:s}.plaso" for input_file in self._input_files
        )
        _Check(names == expected_names, f"outputs: {names!s}")

        number_of_events = 0
        for input_file in self._input_files:
            events = _ReadEvents(
                os.path.join(output_path, f"{input_file['uuid']:s}.plaso")
            )
            expected_events = self._expected_events[input_file["image"]]
            _Check(
                events == expected_events,
                f"events of {input_file['display_name']:s} are lost or doubled",
            )
            number_of_events += sum(events.values())
        return number_of_events

    def _GetRuns(self, output_path):
        """Retrieves what the workers have begun and done.

        Args:
          output_path (str): path of the output directory.

        Returns:
          list[list[str]]: event, worker and identifier of the input.
        """
        path = os.path.join(output_path, self._tasks.RUNS_NAME)
        if not os.path.exists(path):
            return []
        with open(path, "r", encoding="utf-8") as file_object:
            return [line.split() for line in file_object]

    def _MakeOutputDirectory(self, name):
        """Makes an output directory.

        Args:
          name (str): name of the directory.

        Returns:
          str: path of the directory.
        """
        path = os.path.join(self._directory, name)
        os.mkdir(path)
        return path

    def _StartWorker(self, stack, name):
        """Starts a worker and waits until it takes tasks.

        Args:
          stack (contextlib.ExitStack): what ends the worker.
          name (str): name of the worker.

        Returns:
          Service: worker.
        """
        worker = stack.enter_context(
            Service(
                [
                    sys.executable,
                    "-m",
                    "celery",
                    "--app=tests.distributed.tasks",
                    "worker",
                    "--concurrency=1",
                    f"--hostname={name:s}@localhost",
                    "--loglevel=INFO",
                    "--task-events",
                ],
                os.path.join(self._directory, f"{name:s}.log"),
            )
        )
        _WaitFor(
            lambda: self._tasks.app.control.ping([f"{name:s}@localhost"], timeout=1),
            f"worker {name:s} to start",
        )
        return worker

    def _Submit(self, output_path):
        """Gives all images to the workers.

        Args:
          output_path (str): path of the output directory.

        Returns:
          list[celery.result.AsyncResult]: results.
        """
        return [
            self._tasks.Log2Timeline.delay(
                input_files=[input_file], output_path=output_path, workflow_id="1"
            )
            for input_file in self._input_files
        ]

    def _WaitForResults(self, results):
        """Waits until all tasks are done.

        Args:
          results (list[celery.result.AsyncResult]): results.

        Returns:
          list[dict[str, object]]: what the tasks have returned.
        """
        task_results = []
        for result in results:
            task_result = result.get(timeout=_TASK_TIMEOUT)
            task_results.append(json.loads(base64.b64decode(task_result)))
            result.forget()
        for task_result in task_results:
            event_counters = task_result["meta"]["event_counters"]
            _Check(event_counters.get("cursor_state"), "no events of cursor_state")
        return task_results

    @property
    def _tasks(self):
        """module: the tasks, which want to know Redis when they are imported."""
        # pylint: disable=import-outside-toplevel
        from tests.distributed import tasks

        return tasks

    def MakeInputs(self):
        """Makes the input files, and runs each image once without an engine."""
        for name in _IMAGES:
            source_path = os.path.join(PROJECT_PATH, "test_data", "images", name)
            storage_path = os.path.join(self._directory, f"{name:s}.plaso")
            _RunTool(
                "log2timeline",
                "--quiet",
                "--unattended",
                "--partitions",
                "all",
                "--volumes",
                "all",
                "--status-view",
                "none",
                "--storage-file",
                storage_path,
                source_path,
            )
            self._expected_events[name] = _ReadEvents(storage_path)

            for number in range(self._number_of_copies):
                identifier = f"{name.partition('.')[0]:s}{number:d}"
                path = os.path.join(self._directory, f"{identifier:s}.raw")
                shutil.copyfile(source_path, path)
                self._input_files.append(
                    {
                        "display_name": os.path.basename(path),
                        "image": name,
                        "path": path,
                        "uuid": identifier,
                    }
                )

    def TestParserNames(self):
        """The worker offers the parsers of the package to its users."""
        names = self._tasks.GetParserNames()
        for name in ("cursor_state", "jsonl/cursor_update", "sqlite/cursor_search"):
            _Check(name in names, f"the worker does not offer {name:s}")

    def TestWorkers(self, number_of_workers):
        """All events of all images come out, whatever the number of workers.

        Args:
          number_of_workers (int): number of workers.
        """
        output_path = self._MakeOutputDirectory(f"output{number_of_workers:d}")
        with contextlib.ExitStack() as stack:
            for number in range(number_of_workers):
                self._StartWorker(stack, f"w{number_of_workers:d}{number:d}")

            start_time = time.monotonic()
            self._WaitForResults(self._Submit(output_path))
            seconds = time.monotonic() - start_time

        runs = self._GetRuns(output_path)
        _Check(len(runs) == 2 * len(self._input_files), f"runs: {runs!s}")
        _Check(
            len({worker for _, worker, _ in runs}) == number_of_workers,
            "a worker had nothing to do",
        )
        number_of_events = self._CheckOutputs(output_path)
        self.lines.append(
            f"{len(self._input_files):d} images, workers: {number_of_workers:d}: "
            f"{number_of_events:d} events, {seconds:.1f} seconds"
        )

    def TestKilledWorker(self):
        """The images of a worker that is killed are done by the other, once."""
        output_path = self._MakeOutputDirectory("output_killed")
        with contextlib.ExitStack() as stack:
            victim = self._StartWorker(stack, "victim")
            self._StartWorker(stack, "survivor")

            start_time = time.monotonic()
            results = self._Submit(output_path)
            _WaitFor(
                lambda: any(
                    worker.startswith("victim")
                    for _, worker, _ in self._GetRuns(output_path)
                ),
                "the worker to begin a task",
            )
            time.sleep(1)
            victim.Kill()

            self._WaitForResults(results)
            seconds = time.monotonic() - start_time

        runs = self._GetRuns(output_path)
        begun = collections.Counter(
            identifier for event, _, identifier in runs if event == "begin"
        )
        done = collections.Counter(
            identifier for event, _, identifier in runs if event == "end"
        )
        lost = [
            identifier
            for event, worker, identifier in runs
            if event == "begin"
            and worker.startswith("victim")
            and ["end", worker, identifier] not in runs
        ]
        _Check(lost, "the worker was not killed in the middle of a task")
        for identifier in lost:
            _Check(begun[identifier] == 2, f"{identifier:s} was not retried")
        _Check(
            set(done.values()) == {1} and len(done) == len(self._input_files),
            f"done: {done!s}",
        )
        number_of_events = self._CheckOutputs(output_path)
        self.lines.append(
            f"{len(self._input_files):d} images, 2 workers of which 1 was killed: "
            f"{number_of_events:d} events, {len(lost):d} images done again, "
            f"{seconds:.1f} seconds with a visibility timeout of "
            f"{self._tasks.VISIBILITY_TIMEOUT:d}"
        )


def _Check(condition, message):
    """Ends the test if a condition does not hold.

    Args:
      condition (object): condition.
      message (str): what is wrong if it does not hold.

    Raises:
      AssertionError: if the condition does not hold.
    """
    if not condition:
        raise AssertionError(message)


def _GetFreePort():
    """Determines a port that nothing listens on.

    Returns:
      int: port.
    """
    with socket.socket() as socket_object:
        socket_object.bind(("127.0.0.1", 0))
        return socket_object.getsockname()[1]


def _ReadEvents(storage_path):
    """Reads the events of a storage file.

    Args:
      storage_path (str): path of the storage file.

    Returns:
      collections.Counter: number of times that each event is there.
    """
    path = f"{storage_path:s}.jsonl"
    _RunTool(
        "psort",
        "--quiet",
        "--unattended",
        "--status-view",
        "none",
        "-o",
        "json_line",
        "-w",
        path,
        storage_path,
    )
    events = collections.Counter()
    with open(path, "r", encoding="utf-8") as file_object:
        for line in file_object:
            event = json.loads(line)
            events[
                tuple(
                    str(event.get(name))
                    for name in (
                        "data_type",
                        "display_name",
                        "message",
                        "timestamp",
                        "timestamp_desc",
                    )
                )
            ] += 1
    os.unlink(path)
    return events


def _RunTool(name, *arguments):
    """Runs a tool of plaso.

    Args:
      name (str): name of the tool.
      arguments (list[str]): arguments.
    """
    path = os.path.join(os.path.dirname(sys.executable), name)
    with tempfile.TemporaryDirectory() as directory:
        subprocess.run(
            [path, *arguments],
            capture_output=True,
            check=True,
            cwd=directory,
            stdin=subprocess.DEVNULL,
        )


def _WaitFor(condition, purpose):
    """Waits until a condition holds.

    Args:
      condition (callable): function that tells if the condition holds.
      purpose (str): what is waited for.

    Raises:
      TimeoutError: if the condition does not hold in time.
    """
    deadline = time.monotonic() + _STARTUP_TIMEOUT
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(f"waited in vain for {purpose:s}")
        time.sleep(0.1)


def Main():
    """Runs the test.

    Returns:
      int: exit code.
    """
    parser = argparse.ArgumentParser(prog="python -m tests.distributed")
    parser.add_argument(
        "--copies", default=4, help="how often each image is processed", type=int
    )
    options = parser.parse_args()

    redis_path = shutil.which("redis-server")
    if not redis_path:
        print("redis-server not found: see tests/distributed/README.md")
        return 1

    port = _GetFreePort()
    os.environ["REDIS_URL"] = f"redis://127.0.0.1:{port:d}/0"

    with (
        tempfile.TemporaryDirectory() as directory,
        Service(
            [
                redis_path,
                "--appendonly",
                "no",
                "--bind",
                "127.0.0.1",
                "--dir",
                directory,
                "--port",
                str(port),
                "--save",
                "",
            ],
            os.path.join(directory, "redis.log"),
        ),
    ):
        test = DistributedTest(directory, options.copies)
        test.MakeInputs()
        test.TestParserNames()
        test.TestWorkers(1)
        test.TestWorkers(2)
        test.TestKilledWorker()
        # A result says goodbye to Redis when it is collected.
        gc.collect()

    for line in test.lines:
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(Main())
