"""Forms of transcripts, and what tells that a file is one."""

import re

from cursor_plaso import values

FORMAT_JSON = "JSON"
FORMAT_JSON_LINES = "JSON-L"
FORMAT_TEXT = "text"

FORMATS_BY_SUFFIX = {
    ".json": FORMAT_JSON,
    ".jsonl": FORMAT_JSON_LINES,
    ".txt": FORMAT_TEXT,
}

# Number of bytes that tell the format of a file.
HEAD_SIZE = 64 * 1024

# How a line of a transcript in JSON-L format begins, for files that do not stand where
# transcripts do.
_JSON_LINE_RE = re.compile(
    rb'^\{\s{0,8}"role"\s{0,8}:\s{0,8}"(?:assistant|user)"\s{0,8},'
    rb'\s{0,8}"message"\s{0,8}:\s{0,8}\{\s{0,8}"content"\s{0,8}:\s{0,8}\[',
    re.MULTILINE,
)

_JSON_RE = re.compile(
    rb'\A\{\s{0,8}"mode"\s{0,8}:\s{0,8}"[^"]{0,64}"\s{0,8},'
    rb'\s{0,8}"messages"\s{0,8}:\s{0,8}\[\s{0,8}\{\s{0,8}"role"\s{0,8}:'
)

_TEXT_RE = re.compile(
    rb"\Auser:\r?\n(?:\[(?:Image|File)|<(?:timestamp|user_query|image_files|"
    rb"uploaded_documents|manually_attached_skills|system_notification)>)"
)


def DetectFormat(head, location):
    """Detects the format of a transcript.

    Args:
      head (bytes): start of the file.
      location (TranscriptLocation): what the path of the file tells.

    Returns:
      str: format or None if the file is not a transcript.
    """
    head = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if not location.is_known:
        if location.suffix == ".txt":
            return FORMAT_TEXT if _TEXT_RE.match(head) else None
        if location.suffix == ".json":
            return FORMAT_JSON if _JSON_RE.match(head) else None
        if location.suffix == ".jsonl":
            return FORMAT_JSON_LINES if _JSON_LINE_RE.search(head) else None
        return None

    if location.suffix == ".jsonl" or not head.startswith(b"{"):
        return FORMATS_BY_SUFFIX[location.suffix]

    # Whatever the suffix says.
    return FORMAT_JSON_LINES if _JSON_LINE_RE.match(head) else FORMAT_JSON


def IsTranscriptRecord(json_dict):
    """Determines if a JSON object is a line of a transcript, without knowing its place.

    Args:
      json_dict (dict[str, object]): JSON object.

    Returns:
      bool: True if the object has the members of a message, of the end of a turn or of
          the metadata line, and no other.
    """
    names = set(json_dict)
    if names == {"message", "role"}:
        content = values.GetDictionary(json_dict, "message").get("content")
        return (
            json_dict["role"] in ("assistant", "user")
            and isinstance(content, list)
            and all(
                isinstance(block, dict) and isinstance(block.get("type"), str)
                for block in content
            )
        )

    if json_dict.get("type") == "turn_ended":
        return names in ({"type", "status"}, {"type", "status", "error"})

    if json_dict.get("type") == "metadata" and names == {"type", "metadata"}:
        return "overview" in values.GetDictionary(json_dict, "metadata")

    return False
