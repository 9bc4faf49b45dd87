"""The task that the workers of the test run: log2timeline, as OpenRelik runs it.

The task has the name, the arguments, the command line and the result of that of the
OpenRelik worker for plaso (openrelik-worker-plaso, src/log2timeline.py). Two things are
different, so that the work of a worker that dies is done again, once: the message is
acknowledged late, and the output has a name that follows from the input.
"""

import os
import shutil
import subprocess
import sys
import tempfile

import celery

from openrelik_worker_common import file_utils
from openrelik_worker_common import task_utils
from plaso.cli import pinfo_tool
from plaso.parsers import manager

TASK_NAME = "openrelik-worker-plaso.tasks.log2timeline"

URL_VARIABLE = "REDIS_URL"

# Seconds after which a message that no worker has acknowledged is given to another: it
# has to be longer than any task takes.
VISIBILITY_TIMEOUT = 30

# Lines of what was begun and what was done: event, worker and identifier of the input.
RUNS_NAME = "runs.log"

app = celery.Celery(
    broker=os.environ.get(URL_VARIABLE), backend=os.environ.get(URL_VARIABLE)
)
app.conf.update(
    broker_connection_retry_on_startup=True,
    broker_transport_options={"visibility_timeout": VISIBILITY_TIMEOUT},
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    worker_hijack_root_logger=False,
    worker_prefetch_multiplier=1,
)


def GetParserNames():
    """Retrieves the parsers that the worker offers its users.

    Returns:
      set[str]: names, as src/log2timeline.py of the OpenRelik worker collects them.
    """
    parsers_manager = manager.ParsersManager()
    names = {name for name, _ in parsers_manager.GetParsersInformation()}
    for parser_name in parsers_manager.GetNamesOfParsersWithPlugins():
        for name, _ in parsers_manager.GetParserPluginsInformation(
            parser_filter_expression=parser_name
        ):
            names.add(f"{parser_name:s}/{name:s}")
    return names


def _GetEventCounters(path):
    """Counts the events of a storage file per parser, as the OpenRelik worker does.

    Args:
      path (str): path of the storage file.

    Returns:
      dict[str, int]: number of events per parser.
    """
    # pylint: disable=protected-access
    tool = pinfo_tool.PinfoTool()
    storage_reader = tool._GetStorageReader(path)
    counters = tool._CalculateStorageCounters(storage_reader).get("parsers", {})
    # Since plaso 20260720 a counter holds containers, which are no JSON.
    return {
        name: getattr(counter, "number_of_events", counter)
        for name, counter in counters.items()
    }


def _NoteRun(output_path, event, worker_name, identifier):
    """Notes that a task was begun or done.

    Args:
      output_path (str): path of the output directory.
      event (str): "begin" or "end".
      worker_name (str): name of the worker.
      identifier (str): identifier of the input.
    """
    path = os.path.join(output_path, RUNS_NAME)
    with open(path, "a", encoding="utf-8") as file_object:
        file_object.write(f"{event:s} {worker_name:s} {identifier:s}\n")


@app.task(bind=True, name=TASK_NAME)
def Log2Timeline(
    self,
    pipe_result=None,
    input_files=None,
    output_path=None,
    workflow_id=None,
    task_config=None,
):
    """Runs log2timeline on an input file.

    Args:
      self (celery.Task): task.
      pipe_result (Optional[str]): result of the task before.
      input_files (Optional[list[dict[str, str]]]): input files.
      output_path (Optional[str]): path of the output directory.
      workflow_id (Optional[str]): identifier of the workflow.
      task_config (Optional[dict[str, object]]): what the user has chosen.

    Returns:
      str: result of the task.

    Raises:
      RuntimeError: if log2timeline fails.
    """
    input_file = task_utils.get_input_files(pipe_result, input_files or [])[0]
    identifier = input_file["uuid"]
    _NoteRun(output_path, "begin", self.request.hostname, identifier)

    output_file = file_utils.create_output_file(
        output_path,
        display_name=f"{input_file['display_name']:s}.plaso",
        data_type="plaso:log2timeline:plaso_storage",
    )
    # Whoever does the work again writes the same file.
    output_file.path = os.path.join(output_path, f"{identifier:s}.plaso")

    with tempfile.TemporaryDirectory() as directory:
        storage_path = os.path.join(directory, "storage.plaso")
        command = [
            os.path.join(os.path.dirname(sys.executable), "log2timeline"),
            "--quiet",
            "--unattended",
            "--partitions",
            "all",
            "--volumes",
            "all",
            "--status-view",
            "file",
            "--status-view-file",
            os.path.join(directory, "status"),
            "--storage-file",
            storage_path,
        ]
        if task_config and task_config.get("parsers"):
            command.extend(["--parsers", ",".join(task_config["parsers"])])
        command.append(input_file["path"])

        process = subprocess.run(
            command, capture_output=True, check=False, cwd=directory, text=True
        )
        if process.returncode != 0:
            raise RuntimeError(process.stderr)

        event_counters = _GetEventCounters(storage_path)
        temporary_path = f"{output_file.path:s}.{os.getpid():d}"
        shutil.copyfile(storage_path, temporary_path)
        os.replace(temporary_path, output_file.path)

    _NoteRun(output_path, "end", self.request.hostname, identifier)
    return task_utils.create_task_result(
        output_files=[output_file.to_dict()],
        workflow_id=workflow_id,
        command=" ".join(command),
        meta={"event_counters": event_counters},
    )
