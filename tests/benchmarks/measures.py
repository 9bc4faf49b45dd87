"""The measures: each compares two ways side by side and gives the median of ratios.

The two ways of a measure run in turn, in processes of their own, so that what else the
machine does meets both. A ratio is of the time on the clock or, marked CPU, of the time
of the processor, which a busy machine changes less.
"""

import os
import sqlite3
import statistics
import subprocess
import sys
import venv

from cursor_plaso.recovery import mode as recovery_mode
from tests import evidence
from tests.benchmarks import generator
from tests.benchmarks import peers
from tests.benchmarks import plaso_run
from tests.benchmarks import process

_MEGABYTE = 1_000_000

_DATABASE_PATH = os.path.join(
    "home", "user", ".config", "Cursor", "User", "globalStorage", "state.vscdb"
)

_PLASO_OPTIONS = ("--unattended", "--quiet", "--status-view", "none")

# Short texts, in which there are as many blobs for a bubble as in a real store.
_SHORT_MIX = {"blob_share": 0.16, "checkpoint_share": 0.02, "text_scale": 0.02}

# What Python and plaso take themselves, beside which a cache of this size is small.
_CACHE_SHARE = 0.28
_MINIMUM_LIMITED_SIZE = 900 * _MEGABYTE


class Size:
    """How much is measured.

    Attributes:
      bubbles_per_conversation (int): mean number of bubbles of a conversation.
      chrome_visits (int): visits in the History database of Chrome.
      foreign_files (int): files of the directory without Cursor files.
      images (int): images of the directory that workers share.
      memory_rows (tuple[int, int]): rows of the databases that memory is compared of.
      name (str): name.
      repeats (int): number of times each comparison is made.
      sparse_size (int): bytes of the rows of the database with 5 % of Cursor rows.
      state_size (int): bytes of the rows of the database with the mix of a real one.
    """

    def __init__(self, name, **keys):
        """Initializes a size.

        Args:
          name (str): name.
          keys (dict[str, object]): attributes.
        """
        super().__init__()
        self.bubbles_per_conversation = keys.get("bubbles_per_conversation", 240)
        self.chrome_visits = keys["chrome_visits"]
        self.foreign_files = keys["foreign_files"]
        self.images = keys["images"]
        self.memory_rows = keys["memory_rows"]
        self.name = name
        self.repeats = keys["repeats"]
        self.sparse_size = keys["sparse_size"]
        self.state_size = keys["state_size"]


SIZES = {
    "small": Size(
        "small",
        bubbles_per_conversation=20,
        chrome_visits=300,
        foreign_files=20,
        images=2,
        memory_rows=(400, 1600),
        repeats=1,
        sparse_size=3 * _MEGABYTE,
        state_size=2 * _MEGABYTE,
    ),
    "medium": Size(
        "medium",
        chrome_visits=20_000,
        foreign_files=4000,
        images=4,
        memory_rows=(50_000, 200_000),
        repeats=3,
        sparse_size=400 * _MEGABYTE,
        state_size=150 * _MEGABYTE,
    ),
    "large": Size(
        "large",
        chrome_visits=50_000,
        foreign_files=10_000,
        images=4,
        memory_rows=(100_000, 1_000_000),
        repeats=3,
        sparse_size=4000 * _MEGABYTE,
        state_size=1000 * _MEGABYTE,
    ),
}


class Row:
    """Row of the table.

    Attributes:
      detail (str): what was compared, in figures.
      goal (str): goal or None.
      is_met (bool): True if the goal is met, None if there is none.
      name (str): what is measured.
      value (str): figure.
    """

    def __init__(self, name, value, goal=None, is_met=None, detail=""):
        """Initializes a row.

        Args:
          name (str): what is measured.
          value (str): figure.
          goal (Optional[str]): goal.
          is_met (Optional[bool]): True if the goal is met.
          detail (Optional[str]): what was compared, in figures.
        """
        super().__init__()
        self.detail = detail
        self.goal = goal
        self.is_met = is_met
        self.name = name
        self.value = value


class Benchmarks:
    """Measures of one run."""

    def __init__(self, directory, size, peer_python=None):
        """Initializes measures.

        Args:
          directory (str): path of a directory for the databases.
          size (Size): how much is measured.
          peer_python (Optional[str]): path of a Python that the peers are installed
              for, where None makes a virtual environment and installs them.
        """
        super().__init__()
        self._directory = directory
        self._peer_python = peer_python
        self._size = size
        self._summaries = {}

    def _CompareRatios(self, name, first, second, maximum, clock="seconds"):
        """Compares two ways.

        Args:
          name (str): what is measured.
          first (function): runs the first way and returns what it took.
          second (function): runs the second way.
          maximum (float): ratio that is the goal, or None.
          clock (Optional[str]): "seconds" or "cpu_seconds", which the goal is of.

        Returns:
          Row: row.
        """
        pairs = [(first(), second()) for _ in range(self._size.repeats)]
        ratios = {
            key: statistics.median(
                one[key] / max(other[key], 1e-9) for one, other in pairs
            )
            for key in ("seconds", "cpu_seconds")
        }
        values = [
            statistics.median(results[index]["seconds"] for results in pairs)
            for index in range(2)
        ]
        other_clock = "cpu_seconds" if clock == "seconds" else "seconds"
        labels = {"cpu_seconds": "CPU", "seconds": "clock"}
        return Row(
            name,
            f"{ratios[clock]:.3f} {labels[clock]:s}",
            goal=None if maximum is None else f"at most {maximum:g}",
            is_met=None if maximum is None else ratios[clock] <= maximum,
            detail=(
                f"{values[0]:.2f} s / {values[1]:.2f} s, "
                f"{labels[other_clock]:s} {ratios[other_clock]:.3f}"
            ),
        )

    def _GetDatabase(self, name, size=None, rows=None, **mix_keys):
        """Generates a database unless it is there.

        Args:
          name (str): name of the directory of the image it is in.
          size (Optional[int]): bytes of its rows.
          rows (Optional[int]): number of its rows.
          mix_keys (dict[str, float]): attributes of the mix.

        Returns:
          DatabaseSummary: what the database holds.
        """
        summary = self._summaries.get(name)
        if not summary:
            path = os.path.join(self._directory, name, _DATABASE_PATH)
            state_generator = generator.StateDatabaseGenerator(
                path,
                mix=generator.Mix(
                    bubbles_per_conversation=self._size.bubbles_per_conversation,
                    **mix_keys,
                ),
            )
            summary = state_generator.Generate(size=size, rows=rows)
            self._summaries[name] = summary
        return summary

    def _GetState(self):
        """Generates the database with the mix of a real one.

        Returns:
          DatabaseSummary: what the database holds.
        """
        return self._GetDatabase("state", size=self._size.state_size)

    def _RemoveDatabase(self, name):
        """Removes a database.

        Args:
          name (str): name of the directory of the image it is in.
        """
        summary = self._summaries.pop(name)
        for suffix in ("", "-wal"):
            if os.path.exists(f"{summary.path:s}{suffix:s}"):
                os.remove(f"{summary.path:s}{suffix:s}")

    def _RunPlaso(self, source, *options, record_path=None, environment=None):
        """Runs log2timeline.

        Args:
          source (str): path of the source.
          options (tuple[str, ...]): options.
          record_path (Optional[str]): path of recorded event data for the floor.
          environment (Optional[dict[str, str]]): environment variables to set.

        Returns:
          dict[str, object]: "seconds" and "cpu_seconds" after the start, "events",
              "process".
        """
        storage_path = os.path.join(self._directory, "storage.plaso")
        if os.path.exists(storage_path):
            os.remove(storage_path)
        result = process.Run(
            [
                sys.executable,
                "-m",
                "tests.benchmarks.plaso_run",
                record_path or "-",
                *_PLASO_OPTIONS,
                "--storage-file",
                storage_path,
                *options,
                source,
            ],
            environment=environment,
        )
        took = plaso_run.ReadTook(result.output)
        took["process"] = result
        connection = sqlite3.connect(storage_path)
        ((took["events"],),) = connection.execute("SELECT COUNT(*) FROM event")
        connection.close()
        return took

    def MeasureEndToEnd(self):
        """Measures log2timeline with our parsers against the floor.

        Returns:
          list[Row]: rows.
        """
        summary = self._GetState()
        source = os.path.join(self._directory, "state")
        record_path = os.path.join(self._directory, "records")
        rows = []
        for mode in (recovery_mode.MODE_ALL, recovery_mode.MODE_OFF):
            environment = {recovery_mode.ENVIRONMENT_VARIABLE: mode}
            os.environ.update(environment)
            count = plaso_run.Record(summary.path, record_path)
            os.environ.pop(recovery_mode.ENVIRONMENT_VARIABLE)
            events = set()

            def Run(parsers, path, events=events, environment=environment):
                result = self._RunPlaso(
                    source,
                    "--parsers",
                    parsers,
                    record_path=path,
                    environment=environment,
                )
                events.add(result["events"])
                return result

            name = "end to end / floor"
            if mode == recovery_mode.MODE_OFF:
                name = f"{name:s}, nothing carved"
            row = self._CompareRatios(
                name,
                lambda run=Run: run("cursor", None),
                lambda run=Run: run("benchmark_floor", record_path),
                1.15,
            )
            row.detail += f"; {count:,d} event data, {sorted(events)!s} events"
            rows.append(row)
        os.remove(record_path)
        return rows

    def _MeasureReading(self, name, label, maximum):
        """Measures reading in place against plaso's way with its copies.

        Args:
          name (str): name of the database.
          label (str): label of the row.
          maximum (float): goal.

        Returns:
          Row: row.
        """
        summary = self._summaries[name]
        size = os.path.getsize(summary.path)
        # The second copy is made of a database with a log.
        evidence.WriteFile(f"{summary.path:s}-wal", b"")
        control_group = None
        if size >= _MINIMUM_LIMITED_SIZE:
            limit = max(int(size * _CACHE_SHARE), 300 * _MEGABYTE)
            control_group = process.MakeControlGroup(min(limit, 400 * _MEGABYTE))

        def Run(task):
            process.DropCache(summary.path)
            return process.RunTask(task, summary.path, control_group=control_group)

        try:
            row = self._CompareRatios(
                label,
                lambda: Run("bubbles-in-place"),
                lambda: Run("bubbles-stock"),
                maximum,
            )
        finally:
            process.RemoveControlGroup(control_group)
            os.remove(f"{summary.path:s}-wal")
        row.detail += (
            f"; {size / _MEGABYTE:,.0f} MB, {summary.bubbles:,d} bubbles, "
            f"{summary.GetBubbleShare():.0%} of the rows; "
            f"{'memory limited' if control_group else 'memory not limited'}, cache "
            f"dropped before each run"
        )
        return row

    def MeasureReading(self):
        """Measures reading in place against plaso's way with its copies.

        Returns:
          list[Row]: rows.
        """
        self._GetState()
        rows = [self._MeasureReading("state", "reading / stock SQLite plugin", 0.125)]
        self._GetDatabase(
            "sparse",
            size=self._size.sparse_size,
            blob_share=0.86,
            bubble_share=0.05,
            checkpoint_share=0.09,
        )
        rows.append(
            self._MeasureReading(
                "sparse", "reading / stock SQLite plugin, few Cursor rows", 0.06
            )
        )
        self._RemoveDatabase("sparse")
        return rows

    def MeasureWarm(self):
        """Measures reading in place against sqlite3 on the plain file, warm.

        Returns:
          list[Row]: rows.
        """
        path = self._GetState().path
        rows = []
        for hint, label in (("", "its index"), (" NOT INDEXED", "the rowids")):
            process.RunTask("bubbles-sqlite3", path, hint)
            rows.append(
                self._CompareRatios(
                    f"in place / sqlite3 in the order of {label:s}, warm",
                    lambda: process.RunTask("bubbles-in-place", path),
                    lambda hint=hint: process.RunTask("bubbles-sqlite3", path, hint),
                    None if hint else 1.5,
                    clock="cpu_seconds",
                )
            )
        return rows

    def MeasureTemporaryFiles(self):
        """Measures what is written to the temporary directory.

        Returns:
          list[Row]: rows.
        """
        self._GetState()
        source = os.path.join(self._directory, "state")
        rows = []
        for parsers, label in (
            ("cursor", "temporary disk used"),
            ("sqlite/cursor_state", "temporary disk used by plaso's own parser"),
        ):
            result = self._RunPlaso(source, "--parsers", parsers)
            size = result["process"].peak_temporary_size
            is_goal = parsers == "cursor"
            rows.append(
                Row(
                    label,
                    f"{size:,d} bytes",
                    goal="0 bytes" if is_goal else None,
                    is_met=size == 0 if is_goal else None,
                    detail=f"log2timeline --parsers {parsers:s}",
                )
            )
        return rows

    def MeasureGrowth(self):
        """Measures how memory and time grow with the rows.

        Returns:
          list[Row]: rows.
        """
        few, many = self._size.memory_rows
        results = {}
        for count in sorted({few, many // 4, many}):
            name = f"rows_{count:d}"
            summary = self._GetDatabase(name, rows=count, **_SHORT_MIX)
            runs = [
                process.RunTask("state", summary.path)
                for _ in range(1 if count == few else self._size.repeats)
            ]
            result = {
                key: statistics.median(run[key] for run in runs)
                for key in ("cpu_seconds", "peak_memory")
            }
            result["rows"] = sum(summary.counts.values())
            results[count] = result
            self._RemoveDatabase(name)

        memory = results[many]["peak_memory"] - results[few]["peak_memory"]
        memory /= results[many]["rows"] - results[few]["rows"]
        ratio = results[many]["cpu_seconds"] / results[many // 4]["cpu_seconds"]
        rows_ratio = results[many]["rows"] / results[many // 4]["rows"]
        return [
            Row(
                f"peak memory, {many:,d} rows against {few:,d}",
                f"{memory:.0f} bytes a row",
                goal="at most 200",
                is_met=memory <= 200,
                detail=(
                    f"{results[few]['peak_memory'] / _MEGABYTE:.0f} MB to "
                    f"{results[many]['peak_memory'] / _MEGABYTE:.0f} MB"
                ),
            ),
            Row(
                "growth of time, 4 times the rows",
                f"{ratio:.2f} CPU",
                goal="at most 4.4",
                is_met=ratio <= 4.4,
                detail=(
                    f"{results[many // 4]['cpu_seconds']:.1f} s to "
                    f"{results[many]['cpu_seconds']:.1f} s, "
                    f"{rows_ratio:.2f} times the rows"
                ),
            ),
        ]

    def MeasureEventRate(self):
        """Measures events per second against a plugin of plaso.

        Returns:
          list[Row]: rows.
        """
        path = os.path.join(self._directory, "History")
        if not os.path.exists(path):
            generator.GenerateChromeHistory(path, self._size.chrome_visits)
        short = self._GetDatabase(
            "short", rows=self._size.chrome_visits * 2, **_SHORT_MIX
        )
        rows = []
        for summary, label in (
            (short, "short messages"),
            (self._GetState(), "real messages"),
        ):

            def Run(parsers, database_path):
                result = process.RunTask("parse", parsers, database_path)
                for key in ("cpu_seconds", "seconds"):
                    result[key] = result["count"] / result[key]
                return result

            pairs = [
                (
                    Run("cursor_state", summary.path),
                    Run("sqlite/chrome_27_history", path),
                )
                for _ in range(self._size.repeats)
            ]
            ratio = statistics.median(
                ours["cpu_seconds"] / theirs["cpu_seconds"] for ours, theirs in pairs
            )
            rates = [
                statistics.median(pair[index]["cpu_seconds"] for pair in pairs)
                for index in range(2)
            ]
            rows.append(
                Row(
                    f"event data a second / chrome_27_history, {label:s}",
                    f"{ratio:.2f} CPU",
                    goal="at least 0.9",
                    is_met=ratio >= 0.9,
                    detail=f"{rates[0]:,.0f} / {rates[1]:,.0f} a second",
                )
            )
        self._RemoveDatabase("short")
        return rows

    def MeasureForeignFiles(self):
        """Measures what our parsers cost where there is nothing for them.

        Returns:
          list[Row]: rows.
        """
        source = os.path.join(self._directory, "foreign")
        if not os.path.exists(source):
            generator.GenerateForeignFiles(source, self._size.foreign_files)

        def Run(is_disabled):
            storage_path = os.path.join(self._directory, "storage.plaso")
            if os.path.exists(storage_path):
                os.remove(storage_path)
            tool = os.path.join(os.path.dirname(sys.executable), "log2timeline")
            result = process.Run(
                [
                    tool,
                    *_PLASO_OPTIONS,
                    "--single-process",
                    "--storage-file",
                    storage_path,
                    source,
                ],
                environment={"CURSOR_PLASO_DISABLE": "1"} if is_disabled else {},
            )
            return {"cpu_seconds": result.cpu_seconds, "seconds": result.seconds}

        row = self._CompareRatios(
            "no Cursor files: with our parsers / without",
            lambda: Run(False),
            lambda: Run(True),
            1.02,
            clock="cpu_seconds",
        )
        row.detail += f"; {self._size.foreign_files:,d} files, all parsers of plaso"
        return [row]

    def MeasurePeers(self):
        """Measures reading all messages against other programs.

        Returns:
          list[Row]: rows.
        """
        path = self._GetState().path
        python = self._peer_python or self._InstallPeers()
        rows = []
        for name in sorted(peers.READERS):
            versions = set()

            def Run(name=name, versions=versions):
                result = process.RunTask(name, path, python=python)
                versions.add(result["version"])
                return result

            row = self._CompareRatios(
                "", lambda: process.RunTask("messages", path), Run, 1.0
            )
            row.name = f"all messages / {name:s} {'/'.join(sorted(versions)):s}"
            row.goal = "faster"
            rows.append(row)
        row = self._CompareRatios(
            "all event data of the database / all messages",
            lambda: process.RunTask("state", path),
            lambda: process.RunTask("messages", path),
            None,
        )
        rows.append(row)
        return rows

    def _InstallPeers(self):
        """Installs the peers.

        Returns:
          str: path of the Python they are installed for.
        """
        directory = os.path.join(self._directory, "peers")
        python = os.path.join(directory, "bin", "python")
        if not os.path.exists(python):
            venv.create(directory, with_pip=True)
            requirements = [f"{name}=={peers.PACKAGES[name]}" for name in peers.READERS]
            subprocess.run(
                [python, "-m", "pip", "install", "--quiet", *requirements], check=True
            )
        return python

    def MeasureWorkers(self):
        """Measures images that share the machine.

        Returns:
          list[Row]: rows.
        """
        number_of_images = self._size.images
        summary = self._GetDatabase("image", size=self._size.state_size // 10)
        source = os.path.join(self._directory, "images")
        for number in range(number_of_images):
            path = os.path.join(source, f"image_{number:d}", _DATABASE_PATH)
            if not os.path.exists(path):
                os.makedirs(os.path.dirname(path))
                os.link(summary.path, path)

        def Run(number_of_workers):
            return self._RunPlaso(
                source, "--parsers", "cursor", "--workers", str(number_of_workers)
            )

        row = self._CompareRatios(
            f"{number_of_images:d} images, 2 workers / 1 worker",
            lambda: Run(2),
            lambda: Run(1),
            None,
        )
        row.detail += f"; {os.cpu_count()!s} processors"
        return [row]


MEASURES = {
    "end-to-end": Benchmarks.MeasureEndToEnd,
    "event-rate": Benchmarks.MeasureEventRate,
    "foreign-files": Benchmarks.MeasureForeignFiles,
    "growth": Benchmarks.MeasureGrowth,
    "peers": Benchmarks.MeasurePeers,
    "reading": Benchmarks.MeasureReading,
    "temporary-files": Benchmarks.MeasureTemporaryFiles,
    "warm": Benchmarks.MeasureWarm,
    "workers": Benchmarks.MeasureWorkers,
}
