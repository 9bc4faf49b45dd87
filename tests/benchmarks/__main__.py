"""Runs the benchmarks and prints a table of ratios.

    python -m tests.benchmarks --size medium
    python -m tests.benchmarks --size large --measure reading --measure warm

Sizes: small takes a minute and shows only that all works; medium some minutes and
500 MB of disk; large most of an hour and 6 GB. Without --peers the programs that the
measure "peers" compares with are installed into a virtual environment, for which pip
needs an index. docs/performance.md tells what the measures mean.
"""

import argparse
import shutil
import sys
import tempfile

from tests.benchmarks import measures


def Main(arguments):
    """Runs the benchmarks.

    Args:
      arguments (list[str]): command line arguments.

    Returns:
      int: exit code, which does not depend on what was measured.
    """
    parser = argparse.ArgumentParser(
        description=__doc__.splitlines()[0], prog="python -m tests.benchmarks"
    )
    parser.add_argument(
        "--directory", help="directory for the databases, a temporary one by default"
    )
    parser.add_argument(
        "--measure",
        action="append",
        choices=sorted(measures.MEASURES),
        help="measure to run, all by default; may be given more than once",
    )
    parser.add_argument("--peers", help="Python that the peers are installed for")
    parser.add_argument("--size", choices=list(measures.SIZES), default="medium")
    options = parser.parse_args(arguments)

    directory = tempfile.mkdtemp(
        prefix="cursor_plaso_benchmarks_", dir=options.directory
    )
    rows = []
    try:
        benchmarks = measures.Benchmarks(
            directory, measures.SIZES[options.size], peer_python=options.peers
        )
        for name in options.measure or measures.MEASURES:
            print(f"{name:s} ...", file=sys.stderr, flush=True)
            for row in measures.MEASURES[name](benchmarks):
                rows.append(row)
                print(f"  {row.name:s}: {row.value:s}", file=sys.stderr, flush=True)
    finally:
        shutil.rmtree(directory)

    print("| measure | figure | goal | met | in figures |")
    print("|---|---|---|---|---|")
    for row in rows:
        is_met = {None: "", False: "no", True: "yes"}[row.is_met]
        cells = (row.name, row.value, row.goal or "", is_met, row.detail)
        print(f"| {' | '.join(cells):s} |")
    return 0


if __name__ == "__main__":
    sys.exit(Main(sys.argv[1:]))
