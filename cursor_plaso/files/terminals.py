"""terminals/<n>.txt: what a terminal of the editor or the agent showed.

Plain text, or text with a front matter that looks like YAML (pid, cwd, last_command,
last_exit_code; later also command, title, status, started_at and, when the command has
ended, a foot with exit_code, elapsed_ms and ended_at). Sources: seed "~/.cursor as the
IDE writes it"; storage-facts 6 "Terminal captures".
"""

import json
import re

from cursor_plaso import events
from cursor_plaso import locations
from cursor_plaso import times
from cursor_plaso import values
from cursor_plaso.files import documents
from cursor_plaso.files import evidence
from cursor_plaso.files import interface

_MAXIMUM_FRONT_MATTER_LINES = 4096

_MEMBER_RE = re.compile(r"\A([a-z_]{1,64}):[ \t]*(.*)\Z", re.DOTALL)

# Members of which a file that is not in a directory of Cursor has to have one.
_MARKERS = ("last_command", "last_exit_code", "running_for_ms", "started_at")


class TerminalReader(interface.FileReader):
    """Reader of terminals/<n>.txt."""

    KIND = "terminal capture"
    DIRECTORY_NAMES = frozenset(["terminals"])
    SUFFIXES = (".txt",)
    PATH_RE = re.compile(r"/(?:projects/[^/]+|\.cursor[^/]*)/terminals/[^/]+\.txt\Z")

    def ReadFile(self, evidence_file, producer):
        """Reads a file.

        Args:
          evidence_file (EvidenceFile): file.
          producer (BaseProducer): producer.

        Returns:
          bool: True if the file is of this kind.
        """
        if not evidence_file.is_cursor_path:
            data = evidence_file.ReadData(evidence.HEAD_SIZE) or b""
            members, _ = _SplitFrontMatter(documents.DecodeText(data))
            if "pid" not in members or not any(name in members for name in _MARKERS):
                return False

        data = evidence_file.ReadData()
        if data is None:
            self._Warn(evidence_file, "unable to read file", producer)
            return True
        is_cut = evidence_file.size > len(data)
        if is_cut:
            self._Warn(
                evidence_file,
                f"only the first {len(data):d} of {evidence_file.size:d} bytes are "
                "read",
                producer,
            )
        members, text = _SplitFrontMatter(documents.DecodeText(data))
        text = _SplitFoot(text, members)

        path = members.get("cwd")
        start_time = times.FromISO8601(members.get("started_at"))
        end_time = times.FromISO8601(members.get("ended_at"))

        event_data = events.CursorTerminalEventData()
        event_data.command = members.get("command") or members.get("last_command")
        event_data.command_description = members.get("title")
        event_data.duration = values.ToInteger(
            members.get("elapsed_ms") or members.get("running_for_ms")
        )
        event_data.end_time = end_time
        event_data.evidence_source = self.KIND
        event_data.exit_code = values.ToInteger(
            members.get("exit_code") or members.get("last_exit_code")
        )
        event_data.process_identifier = values.ToInteger(members.get("pid"))
        event_data.record_key = evidence_file.name
        event_data.result = text
        event_data.start_time = start_time
        event_data.status = members.get("status")
        event_data.working_directory = locations.NormalizePath(path) if path else None
        if start_time or end_time:
            event_data.time_source = ", ".join(
                name
                for name, value in (("started_at", start_time), ("ended_at", end_time))
                if value
            )
        else:
            evidence_file.SetFileTime(event_data)
        producer.Produce(event_data, corrupted=is_cut)
        return True


def _SplitFoot(text, members):
    """Splits the foot from the output of a terminal.

    Args:
      text (str): output, and the foot of a command that has ended.
      members (dict[str, str]): members of the front matter, to which those of the foot
          are added.

    Returns:
      str: output.
    """
    stripped_text = text.rstrip()
    tail = stripped_text[-1024:]
    if not tail.endswith("\n---"):
        tail = f"{tail:s}\n---"
    output, separator, foot = tail[: -len("\n---")].rpartition("\n---\n")
    if not separator:
        return text

    foot_members, _ = _ReadMembers(foot.splitlines())
    if "elapsed_ms" not in foot_members and "ended_at" not in foot_members:
        return text
    members.update(foot_members)
    return stripped_text[: max(len(stripped_text) - 1024, 0)] + output


def _SplitFrontMatter(text):
    """Splits the front matter from the text of a file.

    Args:
      text (str): text of the file.

    Returns:
      tuple[dict[str, str], str]: members of the front matter, empty if there is none,
          and the rest of the text.
    """
    if not text.startswith(("---\n", "---\r\n")):
        return {}, text
    file_lines = text.split("\n", _MAXIMUM_FRONT_MATTER_LINES)
    for index, line in enumerate(file_lines[1:], start=1):
        if line.rstrip("\r") == "---":
            members, is_front_matter = _ReadMembers(file_lines[1:index])
            if not is_front_matter:
                break
            return members, "\n".join(file_lines[index + 1 :])
    return {}, text


def _ReadMembers(file_lines):
    """Reads the members of a front matter or a foot.

    Args:
      file_lines (list[str]): lines.

    Returns:
      tuple[dict[str, str], bool]: members, and whether every line is one.
    """
    members = {}
    name = None
    # The lines of the member that is a block of text.
    block_lines = []
    is_whole = True
    for line in file_lines:
        line = line.rstrip("\r")
        if name and (line.startswith("  ") or not line):
            block_lines.append(line[2:])
            continue
        match = _MEMBER_RE.match(line)
        if not match:
            is_whole = False
            break
        if name:
            members[name] = "\n".join(block_lines).lstrip("\n")
        value = match.group(2).strip()
        name = None
        if value in ("|", "|-", ">", ">-"):
            name = match.group(1)
            block_lines = []
            value = ""
        members[match.group(1)] = _Unquote(value)
    if name:
        members[name] = "\n".join(block_lines).lstrip("\n")
    return members, is_whole


def _Unquote(value):
    """Removes the quotes of a value.

    Args:
      value (str): value, in double quotes with escapes, or plain.

    Returns:
      str: value.
    """
    if len(value) >= 2 and value[0] == value[-1] == '"':
        try:
            return values.ToString(json.loads(value, strict=False)) or ""
        except ValueError:
            return value[1:-1]
    return value
