"""The cursor-plaso command: what is plugged in, and files for other tools.

Events are extracted and shown with the tools of plaso, not with this command.
"""

import argparse
import os
import sys

import cursor_plaso

from cursor_plaso import resources
from cursor_plaso import status

# Data files that other tools want to be told about: name of the command, the function
# of cursor_plaso.resources that finds them and what they are good for.
_EXPORTS = {
    "artifacts": (
        resources.GetArtifactsPaths,
        "definitions of forensic artifacts, for log2timeline, image_export (options "
        "--custom_artifact_definitions and --artifact_filters) and other collectors",
    ),
    "filter": (
        resources.GetFilterPaths,
        "filter file of the locations of Cursor, for log2timeline and image_export "
        "(option --filter_file)",
    ),
    "formatters": (
        resources.GetFormattersPaths,
        "message formatters, for a psort that does not have this package (option "
        "--custom_formatter_definitions) or the plaso_formatters.yaml of Timesketch",
    ),
    "tags": (
        resources.GetTagsPaths,
        "tagging file, for psort (options --analysis tagging and --tagging_file)",
    ),
}

# Files for Timesketch: name in the output directory and the function that finds what
# to join in it. What is no YAML file is a directory, in which files keep their names.
_TIMESKETCH_FILES = {
    "plaso_formatters.yaml": resources.GetFormattersPaths,
    "sigma": resources.GetSigmaPaths,
    "tags.yaml": resources.GetTimesketchTagsPaths,
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
        file_lines = _ReadText(path).splitlines()

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

    description = (
        "print the report of the analysis plugin (psort --analysis cursor) that a "
        "storage file of plaso holds, with the line breaks that psort and pinfo drop"
    )
    command = commands.add_parser(
        "report",
        description=f"{description[0].upper():s}{description[1:]:s}.",
        help=description,
    )
    command.add_argument(
        "storage_path", metavar="STORAGE_FILE", help="storage file, such as case.plaso"
    )
    command.add_argument(
        "--output",
        default="-",
        metavar="FILE",
        help="write a file, which must not exist",
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
            help="write one file, which must not exist; use - for standard output",
        )

    description = (
        "print the paths of the files for Timesketch: plaso_formatters.yaml, tags.yaml "
        "of its tagger, and Sigma rules"
    )
    command = commands.add_parser(
        "timesketch",
        description=f"{description.capitalize():s}, or write them to a directory.",
        help=description,
    )
    command.add_argument(
        "--output",
        metavar="DIRECTORY",
        help="write the files to a directory, in which they must not exist",
    )

    return parser


def _MakeText(paths):
    """Joins data files into one text.

    Args:
      paths (list[str]): paths of the files, which are all YAML or all not.

    Returns:
      str: text.
    """
    if all(path.endswith(".yaml") for path in paths):
        return _MakeDocuments(paths)

    return "\n".join(_ReadText(path) for path in paths)


def _ReadText(path):
    """Reads a data file.

    Args:
      path (str): path of the file.

    Returns:
      str: contents of the file.
    """
    with open(path, "r", encoding="utf-8") as file_object:
        return file_object.read()


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

    return _WriteText(output_path, _MakeText(paths))


def _RunReport(storage_path, output_path):
    """Runs the command that prints the report of the analysis plugin.

    Args:
      storage_path (str): path of the storage file.
      output_path (str): path of the file to write or "-" for standard output.

    Returns:
      int: exit code.
    """
    # plaso takes its time to import, and the other commands do without.
    # pylint: disable=import-outside-toplevel
    from cursor_plaso.analysis import stored_report

    try:
        text = stored_report.ReadReport(storage_path)
    except OSError as exception:
        print(
            f"cursor-plaso: unable to read {storage_path:s}: {exception!s}",
            file=sys.stderr,
        )
        return 1

    if text is None:
        print(
            f"cursor-plaso: no report in {storage_path:s}: run psort --analysis cursor",
            file=sys.stderr,
        )
        return 1

    return _WriteText(output_path, f"{text:s}\n")


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


def _RunTimesketch(output_path):
    """Runs the command that prints or writes the files for Timesketch.

    Args:
      output_path (str): path of the directory to write to or None to print the paths.

    Returns:
      int: exit code.
    """
    paths_per_name = {
        name: get_paths() for name, get_paths in _TIMESKETCH_FILES.items()
    }
    if output_path is None:
        for paths in paths_per_name.values():
            for path in paths:
                print(path)
        return 0

    exit_code = 0
    for name, paths in paths_per_name.items():
        texts = {}
        if name.endswith(".yaml"):
            texts[os.path.join(output_path, name)] = _MakeText(paths)
        else:
            for path in paths:
                file_path = os.path.join(output_path, name, os.path.basename(path))
                texts[file_path] = _ReadText(path)

        for path, text in texts.items():
            exit_code = _WriteText(path, text, make_directory=True) or exit_code

    return exit_code


def _WriteText(path, text, make_directory=False):
    """Writes text to a file that does not exist.

    Args:
      path (str): path of the file to write or "-" for standard output.
      text (str): text.
      make_directory (Optional[bool]): True if the directory of the file is to be made
          if there is none.

    Returns:
      int: exit code.
    """
    if path == "-":
        sys.stdout.write(text)
        return 0

    # A plaso_formatters.yaml that is in use must not be lost by a slip of the pen.
    try:
        if make_directory:
            os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        with open(path, "x", encoding="utf-8") as file_object:
            file_object.write(text)
    except OSError as exception:
        print(
            f"cursor-plaso: unable to write {path:s}: {exception.strerror!s}",
            file=sys.stderr,
        )
        return 1

    return 0


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

    if options.command == "report":
        return _RunReport(options.storage_path, options.output)

    if options.command == "timesketch":
        return _RunTimesketch(options.output)

    return _RunExport(options.command, options.output)


if __name__ == "__main__":
    sys.exit(Main())
