"""Fuzzes the readers for a while and tells what was found.

    python -m tests.fuzz --seconds 60
    python -m tests.fuzz --seconds 600 --decoder pages --decoder database

Run it from the root of the project. It uses atheris, where that is installed (pip
install -e '.[fuzz]'), and otherwise random mutations, which find less. The exit code is
1 if there is a finding. An input that was written to a file with --output is tried
again with --input.
"""

import argparse
import hashlib
import os
import sys

from tests.fuzz import decoders
from tests.fuzz import runner


def Main(arguments=None):
    """Runs the command.

    Args:
      arguments (Optional[list[str]]): arguments, where None stands for those of the
          command line.

    Returns:
      int: exit code.
    """
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--seconds", type=float, help="time for all decoders together")
    parser.add_argument("--executions", type=int, help="inputs for each decoder")
    parser.add_argument(
        "--decoder",
        action="append",
        choices=sorted(decoders.DECODERS),
        help="a decoder, instead of all of them",
    )
    parser.add_argument("--seed", type=int, default=0, help="seed of random numbers")
    parser.add_argument(
        "--engine", choices=("atheris", "built-in"), help="what makes the inputs"
    )
    parser.add_argument("--output", help="directory to write the inputs found to")
    parser.add_argument("--input", help="file with one input to try, and no fuzzing")
    options = parser.parse_args(arguments)

    names = options.decoder or sorted(decoders.DECODERS)
    if options.input:
        with open(options.input, "rb") as file_object:
            data = file_object.read()
        for name in names:
            decoders.DECODERS[name](data)
        return 0

    engine = options.engine or ("atheris" if runner.HasAtheris() else "built-in")
    run = runner.RunAtheris if engine == "atheris" else runner.RunBuiltIn
    seconds = options.seconds
    if seconds is None and options.executions is None:
        seconds = 60.0
    if seconds is not None:
        seconds /= len(names)

    print(f"engine: {engine:s}")
    total_executions = total_findings = 0
    for name in names:
        result = run(
            name, seconds=seconds, executions=options.executions, seed=options.seed
        )
        total_executions += result.executions
        total_findings += len(result.findings)
        print(
            f"{name:20s} {result.executions:10,d} executions "
            f"{result.seconds:8.1f} s {len(result.findings):3d} findings",
            flush=True,
        )
        for description, data in result.findings:
            print(f"{description:s}\ninput: {data[:256]!r}", flush=True)
            if options.output:
                os.makedirs(options.output, exist_ok=True)
                digest = hashlib.sha1(data).hexdigest()
                path = os.path.join(options.output, f"{name:s}-{digest:s}")
                with open(path, "wb") as file_object:
                    file_object.write(data)
    print(f"{'all':20s} {total_executions:10,d} executions {total_findings:d} findings")
    return 1 if total_findings else 0


if __name__ == "__main__":
    sys.exit(Main())
