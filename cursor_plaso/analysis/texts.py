"""What two copies of a text have in common: hashes instead of the texts themselves.

A hash holds for one run only, since Python's own hash of a string does.
"""

# Blank lines at which the text of a transcript is taken apart.
_MAXIMUM_NUMBER_OF_SPLITS = 4


def GetHash(kind, text):
    """Retrieves the hash of a text without regard to white space.

    Args:
      kind (str): what the text is, such as the role of a message.
      text (str): text or None.

    Returns:
      int: hash of 64 bits, or 0 if there is no text.
    """
    text = " ".join((text or "").split())
    return hash((kind, text)) if text else 0


def GetSplitHashes(text):
    """Retrieves the hashes of the parts of an assistant text of a transcript.

    The writer of transcripts puts the reasoning behind the text, after a blank line, or
    writes the reasoning alone (storage-facts 6). Where the two part is not marked.

    Args:
      text (str): text or None.

    Returns:
      list[tuple[int, int]]: hashes of the text, as one of the assistant, and of the
          reasoning: first those of the whole as reasoning, then those of the parts per
          blank line, of few blank lines only.
    """
    thinking_hash = GetHash("thinking", text)
    if not thinking_hash:
        return []

    hashes = [(thinking_hash, thinking_hash)]
    position = text.find("\n\n")
    while position > 0 and len(hashes) <= _MAXIMUM_NUMBER_OF_SPLITS:
        parts = (
            GetHash("assistant", text[:position]),
            GetHash("thinking", text[position:]),
        )
        if all(parts):
            hashes.append(parts)
        position = text.find("\n\n", position + 2)
    return hashes


def StripProject(text, project_path):
    """Removes the path of the project from the start of a path.

    Args:
      text (str): command, path or other main argument of a call, or None.
      project_path (str): path of the project or None.

    Returns:
      str: text, in which a path below the project is relative to it.
    """
    if not text or not project_path:
        return text
    prefix = project_path.rstrip("/\\")
    if text.startswith(prefix) and text[len(prefix) : len(prefix) + 1] in ("/", "\\"):
        return text[len(prefix) + 1 :]
    return text
