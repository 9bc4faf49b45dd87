"""Pages of documentation: generated regions, and commands that are run.

A region of a page stands between two comments and is written by a program:

    <!-- stores: begin -->
    <!-- stores: end -->

A fenced block of shell commands stands below a comment that says what becomes of it:

    <!-- run -->              it is run, one block after the other, in one directory
    <!-- not run: docker -->  it needs what a test can not have, for a reason of
                              NOT_RUN_REASONS

A region that is called `file NAME` holds what the commands wrote to that file, one that
is called `file NAME, NUMBER columns` the start of its lines.
"""

import os
import re
import subprocess
import sys
import tempfile

# Why a command is not run by the tests of the documentation, and what runs it instead.
NOT_RUN_REASONS = {
    "container": "needs a container engine and a registry",
    "continuous integration": "the script .ci/run runs it in a fresh environment",
    "distributed": "needs services: python -m tests.distributed runs it",
    "evidence": "names evidence of the reader: the worked case runs the same",
    "package index": "downloads packages",
    "time": "takes longer than a test may",
}

_BLOCK_RE = re.compile(
    r"(?:^<!-- (?P<mark>run|not run: [a-z ]+) -->\n)?"
    r"^(?P<indent> *)```sh\n(?P<commands>.*?)^(?P=indent)```$",
    re.DOTALL | re.MULTILINE,
)

_REGION_RE = re.compile(
    r"^<!-- (?P<name>[^\n]+): begin -->\n(?P<text>.*?)^<!-- (?P=name): end -->$",
    re.DOTALL | re.MULTILINE,
)

_FILE_RE = re.compile(r"\Afile (?P<name>[^,]+)(?:, (?P<columns>[0-9]+) columns)?\Z")

# A line is cut here, so that a page can be read.
_MAXIMUM_LINE_LENGTH = 400

_TIMEOUT = 300


class CommandBlock:
    """Block of shell commands of a page.

    Attributes:
      commands (str): commands.
      reason (str): why the block is not run, or None if it is run.
    """

    def __init__(self, commands, mark):
        """Initializes a block of shell commands.

        Args:
          commands (str): commands.
          mark (str): what the comment above the block says.

        Raises:
          ValueError: if there is no comment or one with an unknown reason.
        """
        super().__init__()
        if not mark:
            raise ValueError(f"Not marked as run or not run: {commands!r}")
        self.commands = commands
        self.reason = mark.partition("not run: ")[2] or None
        if self.reason and self.reason not in NOT_RUN_REASONS:
            raise ValueError(f"Unknown reason: {self.reason:s}")


def FenceText(text, maximum_length=_MAXIMUM_LINE_LENGTH):
    """Puts text into a fenced block.

    Args:
      text (str): text.
      maximum_length (Optional[int]): length at which a line is cut, which three dots
          then say.

    Returns:
      str: fenced block, with a line feed at its end.
    """
    lines = ["```text"]
    for line in text.rstrip("\n").split("\n"):
        if len(line) > maximum_length:
            line = f"{line[:maximum_length].rstrip():s}..."
        lines.append(line)
    lines.extend(["```", ""])
    return "\n".join(lines)


def GetCommandBlocks(text):
    """Retrieves the blocks of shell commands of a page.

    Args:
      text (str): text of the page.

    Returns:
      list[CommandBlock]: blocks in their order.
    """
    return [
        CommandBlock(match["commands"], match["mark"])
        for match in _BLOCK_RE.finditer(text)
    ]


def GetRegionNames(text):
    """Retrieves the names of the generated regions of a page.

    Args:
      text (str): text of the page.

    Returns:
      list[str]: names in their order.
    """
    return [match["name"] for match in _REGION_RE.finditer(text)]


def ReplaceRegions(text, regions):
    """Replaces the generated regions of a page.

    Args:
      text (str): text of the page.
      regions (dict[str, str]): contents per name of a region.

    Returns:
      str: text of the page.
    """

    def _ReplaceRegion(match):
        name = match["name"]
        if name not in regions:
            return match[0]
        return (
            f"<!-- {name:s}: begin -->\n{regions[name].rstrip():s}\n"
            f"<!-- {name:s}: end -->"
        )

    return _REGION_RE.sub(_ReplaceRegion, text)


def RunCommands(text, project_path):
    """Runs the commands of a page in a temporary directory with the project's files.

    The tools are those of the environment that this program runs in.

    Args:
      text (str): text of the page.
      project_path (str): path of the project.

    Returns:
      dict[str, str]: what the regions called `file NAME` have to hold.

    Raises:
      RuntimeError: if a command fails.
    """
    blocks = [block for block in GetCommandBlocks(text) if not block.reason]
    regions = {}
    if not blocks:
        return regions

    environment = dict(os.environ, TZ="UTC")
    environment["PATH"] = os.pathsep.join(
        (os.path.dirname(sys.executable), os.environ.get("PATH", ""))
    )
    with tempfile.TemporaryDirectory() as directory:
        for name in ("docs", "formatters", "parsers", "test_data", "tests", "utils"):
            os.symlink(os.path.join(project_path, name), os.path.join(directory, name))

        for block in blocks:
            result = subprocess.run(
                ["bash", "-eu", "-c", block.commands],
                capture_output=True,
                check=False,
                cwd=directory,
                encoding="utf-8",
                env=environment,
                stdin=subprocess.DEVNULL,
                timeout=_TIMEOUT,
            )
            if result.returncode != 0:
                raise RuntimeError(
                    f"exit code {result.returncode:d} of:\n{block.commands:s}"
                    f"{result.stdout:s}\n{result.stderr:s}"
                )

        for name in GetRegionNames(text):
            match = _FILE_RE.match(name)
            if match:
                path = os.path.join(directory, match["name"])
                with open(path, "r", encoding="utf-8") as file_object:
                    regions[name] = FenceText(
                        file_object.read(),
                        int(match["columns"] or _MAXIMUM_LINE_LENGTH),
                    )

    return regions
