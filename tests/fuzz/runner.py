"""Runs of the fuzzer, with atheris where it is installed and without it elsewhere."""

import hashlib
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import traceback

from tests import lib
from tests.fuzz import decoders
from tests.fuzz import mutator
from tests.fuzz import seeds

# Inputs over this size are not made.
MAXIMUM_SIZE = 16 * 1024

# Inputs that a decoder took longer for are findings: all of them are small.
MAXIMUM_SECONDS = 10

_MAXIMUM_POOL_SIZE = 512

_EXECUTIONS_RE = re.compile(r"stat::number_of_executed_units:\s+(\d+)")


class Result:
    """Result of a run.

    Attributes:
      decoder (str): name of the decoder.
      executions (int): number of inputs that were tried.
      findings (list[tuple[str, bytes]]): description and input of what went wrong.
      seconds (float): duration.
    """

    def __init__(self, decoder):
        """Initializes a result.

        Args:
          decoder (str): name of the decoder.
        """
        super().__init__()
        self.decoder = decoder
        self.executions = 0
        self.findings = []
        self.seconds = 0.0


def HasAtheris():
    """Determines if atheris can be used.

    Returns:
      bool: True if it is installed.
    """
    # pylint: disable=import-outside-toplevel,import-error,unused-import
    try:
        import atheris  # noqa: F401
    except ImportError:
        return False
    return True


def RunBuiltIn(name, seconds=None, executions=None, seed=0):
    """Fuzzes a decoder with random mutations of its seeds.

    Args:
      name (str): name of the decoder.
      seconds (Optional[float]): time after which to stop.
      executions (Optional[int]): number of inputs after which to stop.
      seed (Optional[int]): seed of the random numbers: the same gives the same inputs.

    Returns:
      Result: result.
    """
    function = decoders.DECODERS[name]
    generator = random.Random(f"{name:s} {seed:d}")
    pool = list(seeds.GetSeeds(name))
    result = Result(name)
    places = set()
    start = time.monotonic()
    while executions is None or result.executions < executions:
        if seconds is not None and time.monotonic() - start >= seconds:
            break
        if result.executions < len(pool):
            data = pool[result.executions]
        else:
            data = mutator.Mutate(generator, generator.choice(pool), pool, MAXIMUM_SIZE)
            if generator.randrange(64) == 0:
                # A mutation of a mutation now and then.
                if len(pool) < _MAXIMUM_POOL_SIZE:
                    pool.append(data)
                else:
                    pool[generator.randrange(len(pool))] = data
        result.executions += 1
        input_start = time.monotonic()
        try:
            function(data)
        except Exception as exception:  # pylint: disable=broad-except
            place = traceback.extract_tb(exception.__traceback__)[-1]
            key = (type(exception), place.filename, place.lineno)
            if key not in places:
                places.add(key)
                result.findings.append((traceback.format_exc(), data))
        if time.monotonic() - input_start > MAXIMUM_SECONDS and "time" not in places:
            places.add("time")
            result.findings.append((f"more than {MAXIMUM_SECONDS:d} seconds", data))
    result.seconds = time.monotonic() - start
    return result


def RunAtheris(name, seconds=None, executions=None, seed=0):
    """Fuzzes a decoder with atheris, in a process of its own.

    Args:
      name (str): name of the decoder.
      seconds (Optional[float]): time after which to stop.
      executions (Optional[int]): number of inputs after which to stop.
      seed (Optional[int]): seed of the random numbers.

    Returns:
      Result: result.
    """
    result = Result(name)
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as directory:
        corpus_path = os.path.join(directory, "corpus")
        os.mkdir(corpus_path)
        for data in seeds.GetSeeds(name):
            path = os.path.join(corpus_path, hashlib.sha1(data).hexdigest())
            with open(path, "wb") as file_object:
                file_object.write(data)

        arguments = [
            f"-artifact_prefix={directory:s}{os.sep:s}",
            f"-max_len={MAXIMUM_SIZE:d}",
            "-print_final_stats=1",
            f"-seed={seed or 1:d}",
            f"-timeout={MAXIMUM_SECONDS:d}",
        ]
        if seconds is not None:
            arguments.append(f"-max_total_time={max(int(seconds), 1):d}")
        if executions is not None:
            arguments.append(f"-runs={executions:d}")
        process = subprocess.run(
            [sys.executable, "-m", "tests.fuzz.atheris_target", name]
            + arguments
            + [corpus_path],
            capture_output=True,
            check=False,
            cwd=lib.PROJECT_PATH,
            encoding="utf-8",
            errors="backslashreplace",
        )
        match = _EXECUTIONS_RE.search(process.stderr)
        result.executions = int(match.group(1)) if match else 0
        for file_name in sorted(os.listdir(directory)):
            if file_name.startswith(("crash-", "oom-", "timeout-")):
                with open(os.path.join(directory, file_name), "rb") as file_object:
                    result.findings.append(
                        (process.stdout + process.stderr[-8000:], file_object.read())
                    )
        if process.returncode != 0 and not result.findings:
            result.findings.append((process.stdout + process.stderr[-8000:], b""))
    result.seconds = time.monotonic() - start
    return result
