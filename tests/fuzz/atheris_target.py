"""Target of atheris: python -m tests.fuzz.atheris_target DECODER [libFuzzer options]"""

import sys

# pylint: disable=import-error
import atheris

with atheris.instrument_imports(include=["cursor_plaso"], enable_loader_override=False):
    from tests.fuzz import decoders


def Main(arguments):
    """Runs the fuzzer, which ends the process.

    Args:
      arguments (list[str]): arguments of the command.
    """
    name = arguments.pop(1)
    atheris.Setup(arguments, decoders.DECODERS[name])
    atheris.Fuzz()


if __name__ == "__main__":
    Main(sys.argv)
