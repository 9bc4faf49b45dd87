"""Where transcripts stand, and what their path tells."""

import posixpath
import re

from cursor_plaso import locations
from cursor_plaso import siblings
from cursor_plaso import values
from cursor_plaso.files import paths
from cursor_plaso.transcripts import formats

_DIRECTORY_NAME = "agent-transcripts"
_PROJECTS_DIRECTORY_NAME = "projects"
_SUBAGENTS_DIRECTORY_NAME = "subagents"

_MAXIMUM_TRUST_FILE_SIZE = 64 * 1024

_IDENTIFIER_RE = re.compile(
    r"\A(?:bc-|agent-)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\Z", re.IGNORECASE
)


class TranscriptLocation:
    """What the path of a transcript tells.

    Attributes:
      conversation_identifier (str): identifier of the conversation, as the name of the
          file has it: characters of the identifier that are not of a file name are
          replaced. None if the path does not tell.
      is_known (bool): True if the file stands where a transcript does.
      parent_conversation_identifier (str): identifier of the conversation that started
          this one as a sub-agent or None.
      project_directory (str): name of the directory of the project in
          ~/.cursor/projects or None.
      project_segments (list[str]): path segments from the directory of the file to
          that of the project, None if the path does not tell.
      suffix (str): suffix of the file in lower case, such as ".jsonl".
    """

    def __init__(self, path):
        """Reads a path.

        Args:
          path (str): path of a file with slashes or backslashes.
        """
        super().__init__()
        segments = path.replace("\\", "/").split("/")
        name, suffix = posixpath.splitext(segments[-1])
        directories = segments[:-1]

        self.conversation_identifier = None
        self.is_known = False
        self.parent_conversation_identifier = None
        self.project_directory = None
        self.project_segments = None
        self.suffix = suffix.lower()

        depth = 0
        if directories and directories[-1] == _SUBAGENTS_DIRECTORY_NAME:
            depth = 2
            if len(directories) > 1:
                self.parent_conversation_identifier = directories[-2] or None
        elif directories and directories[-1] == name:
            depth = 1

        if _DIRECTORY_NAME in directories:
            index = len(directories) - directories[::-1].index(_DIRECTORY_NAME)
            below = len(directories) - index
            # The sub-agents of a sub-agent stand below it.
            self.is_known = (
                self.suffix in formats.FORMATS_BY_SUFFIX
                and depth in (below, 2)
                and not name.startswith(paths.APPLE_DOUBLE_PREFIX)
            )
            self.project_segments = [".."] * (below + 1)
            if directories[index - 3 : index - 2] == [_PROJECTS_DIRECTORY_NAME]:
                self.project_directory = directories[index - 2] or None

        if self.is_known or depth or _IDENTIFIER_RE.match(name):
            self.conversation_identifier = name or None


def GetProjectPath(file_entry, location):
    """Retrieves the path of the project of a transcript.

    The name of the project directory is not reversible (bug-reports 49): the path is
    known only where the user trusted the folder in the CLI.

    Args:
      file_entry (dfvfs.FileEntry): file entry of the transcript.
      location (TranscriptLocation): what the path of the transcript tells.

    Returns:
      str: path of the project or None if not available.
    """
    if not location.project_segments:
        return None

    trust_file_entry = siblings.GetFileEntry(
        file_entry, *location.project_segments, ".workspace-trusted"
    )
    json_value, _ = values.DecodeJSON(
        siblings.ReadFile(trust_file_entry, _MAXIMUM_TRUST_FILE_SIZE)
    )
    if not isinstance(json_value, dict):
        return None

    path = values.GetString(json_value, "workspacePath")
    return locations.NormalizePath(path) if path else None
