"""The cursor-plaso command: what is plugged in, and files for other tools.

Events are extracted and shown with the tools of plaso, not with this command.
"""

import argparse
import sys

import cursor_plaso

from cursor_plaso import resources
from cursor_plaso import status

# Data files that other tools want to be told about: name of the command, the function
# of cursor_plaso.resources that finds them and what they are good for.
_EXPORTS = {
    "formatters": (
        resources.GetFormattersPaths,
        "message formatters, for a psort that does not have this package (option "
        "--custom_formatter_definitions) or the plaso_formatters.yaml of Timesketch",
    ),
}

_DOCUMENT_START = "---"


def _MakeDocuments(paths):
    """Joins YAML files into one text of many documents.

    Comments before the first document of a file are left out, so that the text can be
    appended to a file that has documents already.

    Args:
      paths (list[str]): paths of the files.

    Returns:
      str: text whose first line starts a document.
    """
    lines = []
    for path in paths:
        with open(path, "r", encoding="utf-8") as file_object:
            file_lines = file_object.read().splitlines()

        while file_lines and (not file_lines[0] or file_lines[0].startswith("#")):
            file_lines.pop(0)

        if file_lines and file_lines[0] != _DOCUMENT_START:
            file_lines.insert(0, _DOCUMENT_START)

        lines.extend(file_lines)

    return "".join(f"{line:s}\n" for line in lines)


def _MakeParser():
    """Creates the parser of the command line.

    Returns:
      argparse.ArgumentParser: parser.
    """
    parser = argparse.ArgumentParser(
        prog="cursor-plaso",
        description=(
            "Shows what plaso knows of cursor-plaso and writes files for other tools. "
            "Use log2timeline and psort to make a timeline."
        ),
    )
    parser.add_argument(
        "--version",
        action="version",
        version=f"cursor-plaso {cursor_plaso.__version__:s}",
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)

    description = (
        "print the versions, what is plugged in and what is wrong; the exit code is 1 "
        "if something is wrong"
    )
    commands.add_parser(
        "status", description=f"{description.capitalize():s}.", help=description
    )

    for name, (_, purpose) in _EXPORTS.items():
        command = commands.add_parser(
            name,
            description=(
                f"Print the path of the {purpose:s}, or write them all to one file."
            ),
            help=f"print the path of the {purpose:s}",
        )
        command.add_argument(
            "--output",
            metavar="FILE",
            help=(
                "write one file of many YAML documents, which must not exist; use - "
                "for standard output"
            ),
        )

    return parser


def _RunExport(name, output_path):
    """Runs a command that prints the paths of data files or writes them to a file.

    Args:
      name (str): name of the command.
      output_path (str): path of the file to write, "-" for standard output or None
          to print the paths.

    Returns:
      int: exit code.
    """
    get_paths, _ = _EXPORTS[name]
    paths = get_paths()
    if not paths:
        print(f"cursor-plaso: no {name:s} in this installation", file=sys.stderr)
        return 1

    if output_path is None:
        for path in paths:
            print(path)
        return 0

    documents = _MakeDocuments(paths)
    if output_path == "-":
        sys.stdout.write(documents)
        return 0

    # A plaso_formatters.yaml that is in use must not be lost by a slip of the pen.
    try:
        with open(output_path, "x", encoding="utf-8") as file_object:
            file_object.write(documents)
    except OSError as exception:
        print(
            f"cursor-plaso: unable to write {output_path:s}: {exception.strerror!s}",
            file=sys.stderr,
        )
        return 1

    return 0


def _RunStatus():
    """Runs the command that prints what is plugged in.

    Returns:
      int: exit code, 1 if something is wrong.
    """
    plug_status = status.Status()
    plug_status.Collect()

    for line in plug_status.GetLines():
        print(line)

    return 1 if plug_status.problems else 0


def Main(arguments=None):
    """Runs the cursor-plaso command.

    Args:
      arguments (Optional[list[str]]): command line arguments, where None takes those
          of the process.

    Returns:
      int: exit code.
    """
    options = _MakeParser().parse_args(arguments)

    if options.command == "status":
        return _RunStatus()

    return _RunExport(options.command, options.output)


if __name__ == "__main__":
    sys.exit(Main())
