"""Files of a composer: what composerData, or an inline composer, says of files.

A composer keeps what became of the code blocks that the agent suggested, what the
person answered, which files it created, and, before these got rows of their own, the
texts that it found. None of them has a time. Sources: storage-facts 2.2 (November 2024,
0.50.7, 1.5.11); the numbers of the answers are those of the vendor's enumeration
UserResponseToSuggestedCodeBlock.UserResponseType, as public copies of it have them.
"""

from cursor_plaso import events
from cursor_plaso import locations
from cursor_plaso import values

_ANSWERS = {1: "accepted by the user", 2: "rejected by the user", 3: "modified"}


def ReadFiles(composer, evidence_source):
    """Reads what a composer says of files.

    Args:
      composer (dict[str, object]): composer.
      evidence_source (str): kind of record of the composer.

    Yields:
      tuple[str, CursorFileEditEventData]: place in the composer and event data without
          the identifier of the conversation.
    """
    for place, uri, edit_kind, facts in _ReadFacts(composer):
        event_data = events.CursorFileEditEventData()
        event_data.edit_kind = edit_kind
        event_data.evidence_source = evidence_source
        event_data.file_path = locations.GetPathFromURI(uri)
        for name, value in facts.items():
            setattr(event_data, name, value)
        yield place, event_data


def _ReadFacts(composer):
    """Reads what a composer says of files.

    Args:
      composer (dict[str, object]): composer.

    Yields:
      tuple[str, object, str, dict[str, object]]: place in the composer, URI of the
          file, kind of the record and attributes of its event data.
    """
    yield from _ReadCodeBlocks(composer)
    yield from _ReadAnswers(composer)

    for uri, state in values.GetDictionary(composer, "originalFileStates").items():
        if not isinstance(state, dict) or state.get("content") is None:
            # The text is in a row of its own, ofsContent.
            continue
        size, sha256 = values.HashContent(state.get("content"))
        facts = {
            "bubble_identifier": values.GetString(state, "firstEditBubbleId"),
            "content_sha256": sha256,
            "content_size": size,
        }
        yield f"originalFileStates.{uri:s}", uri, "content before edit", facts

    for name in ("newlyCreatedFiles", "newlyCreatedFolders"):
        for index, element in enumerate(values.GetList(composer, name)):
            if isinstance(element, dict):
                element = element.get("uri") or element
            yield f"{name:s}.{index:d}", element, "creation", {}


def _ReadAnswers(composer):
    """Reads what the person answered to suggested code blocks.

    Args:
      composer (dict[str, object]): composer.

    Yields:
      tuple[str, object, str, dict[str, object]]: see _ReadFacts.
    """
    name = "userResponsesToSuggestedCodeBlocks"
    for index, answer in enumerate(values.GetList(composer, name)):
        if not isinstance(answer, dict):
            continue
        number = values.GetInteger(answer, "userResponseType")
        text = values.GetString(answer, "userResponseType")
        summary = _ANSWERS.get(number, f"answer {text:s}" if text else None)
        facts = {"change_summary": summary}
        yield f"{name:s}.{index:d}", answer.get("filePath"), "code block answer", facts


def _ReadCodeBlocks(composer):
    """Reads what became of suggested code blocks.

    Args:
      composer (dict[str, object]): composer. Of November 2024 the code blocks of a file
          are a list, later an object by the identifier of their diff.

    Yields:
      tuple[str, object, str, dict[str, object]]: see _ReadFacts.
    """
    for uri, code_blocks in values.GetDictionary(composer, "codeBlockData").items():
        if isinstance(code_blocks, dict):
            code_blocks = list(code_blocks.values())
        if not isinstance(code_blocks, list):
            continue
        for index, code_block in enumerate(code_blocks):
            if not isinstance(code_block, dict):
                continue
            facts = {
                "bubble_identifier": values.GetString(code_block, "bubbleId"),
                "change_summary": values.GetString(code_block, "status"),
                "diff_identifier": values.GetString(code_block, "diffId"),
            }
            place = f"codeBlockData.{uri:s}.{index:d}"
            yield place, code_block.get("uri") or uri, "code block", facts
