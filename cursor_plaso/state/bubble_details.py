"""Lesser facts of bubbles and of their tool records, each with the name it has there.

What has an attribute of its own in event data is not here. Where no document tells what
a member means, its name is all that is told of it. Sources: storage-facts 2.3 (other
keys, additionalData); agent-v1-fields, aiserver.v1.ConversationMessage, whose members
newer bubbles have in camel case.
"""

from cursor_plaso import values
from cursor_plaso.state import bubble_attachments

_MAXIMUM_TEXT_LENGTH = 1024

# Members that are told when they are true.
_FLAGS = (
    "attachedHumanChanges",
    "duringVoiceCall",
    "isNudge",
    "isPlanExecution",
    "isQuickSearchQuery",
    "isReviewEditsFollowup",
    "isSimpleLoopingMessage",
    "sentByVoiceCall",
    "skipRendering",
    "turnSteer",
    "useWeb",
    "userExplicitlyAskedToAddToKnowledgeBase",
    "userExplicitlyAskedToGenerateCursorRules",
)

_TEXTS = (
    "checkpointCommitHash",
    "forkedContext",
    "gitStatusRaw",
    "replyTo",
    "replyToToolCallId",
    "summarizedToolCallId",
)

# Objects, and those of their members that are told.
_OBJECTS = (
    ("sender", ("kind", "displayName", "id")),
    ("simulatedMessageMetadata", ("title", "taskId", "url")),
)

# Members of additionalData: texts and flags, and lists of identifiers.
_CALL_MEMBERS = ("terminationReason", "isPruned", "instructions")
_CALL_LISTS = ("supersededSubagentComposerIds", "topFiles")

_LINE_TYPES = ("added", "removed")


def GetAccount(bubble):
    """Retrieves the account of the person who sent a message.

    Args:
      bubble (dict[str, object]): user bubble.

    Returns:
      str: authId and userId of triggeringUserInfo, separated by a comma, or None if
          the bubble names none.
    """
    information = values.GetDictionary(bubble, "triggeringUserInfo")
    return (
        ", ".join(
            filter(
                None,
                (values.GetString(information, name) for name in ("authId", "userId")),
            )
        )
        or None
    )


def GetCallDetails(additional_data):
    """Retrieves the lesser facts of a tool call.

    Args:
      additional_data (dict[str, object]): additionalData of a tool record.

    Returns:
      list[str]: facts, "<member>=<value>".
    """
    details = []
    for name in _CALL_MEMBERS:
        _AddText(details, name, additional_data.get(name))
    for name in _CALL_LISTS:
        targets = [
            bubble_attachments.GetTarget(element)
            for element in values.GetList(additional_data, name)
        ]
        _AddText(details, name, " ".join(filter(None, targets)))
    reason = additional_data.get("reasonForAcceptReject")
    if isinstance(reason, dict):
        reason = values.GetString(reason, "type") or values.ToText(reason)
    _AddText(details, "reasonForAcceptReject", reason)
    return details


def GetChangedFiles(additional_data, result, path):
    """Retrieves what a tool call did to a file.

    Args:
      additional_data (dict[str, object]): additionalData of the tool record.
      result (object): result of the tool record: JSON in a string or an object.
      path (str): path of the file or None.

    Returns:
      list[str]: path, numbers of the lines of the diff that was computed before, and
          identifiers of the rows of the contents before and after, or an empty list if
          the record tells none.
    """
    parts = []
    precomputed_diff = values.GetDictionary(additional_data, "precomputedDiff")
    counts = dict.fromkeys(_LINE_TYPES, 0)
    for line in values.GetList(precomputed_diff, "lines"):
        line_type = values.GetString(line, "type") if isinstance(line, dict) else None
        if line_type in counts:
            counts[line_type] += 1
    if any(counts.values()):
        parts.append(f"+{counts['added']:d} -{counts['removed']:d}")

    if isinstance(result, str) and "ContentId" in result:
        result, _ = values.DecodeJSON(result)
    if isinstance(result, dict):
        for name, label in (("beforeContentId", "before"), ("afterContentId", "after")):
            identifier = values.GetString(result, name)
            if identifier:
                parts.append(f"{label:s} {identifier:s}")
    return [f"{path or '(no path)':s} {' '.join(parts):s}"] if parts else []


def GetDetails(bubble):
    """Retrieves the lesser facts of a message.

    Args:
      bubble (dict[str, object]): bubble.

    Returns:
      list[str]: names of the members that are true, and "<member>=<value>".
    """
    details = [name for name in _FLAGS if bubble.get(name) is True]
    for name in _TEXTS:
        _AddText(details, name, bubble.get(name))
    for name, member_names in _OBJECTS:
        json_dict = values.GetDictionary(bubble, name)
        for member_name in member_names:
            _AddText(details, f"{name:s}.{member_name:s}", json_dict.get(member_name))
    return details


def _AddText(details, name, value):
    """Adds a fact that there is.

    Args:
      details (list[str]): facts, which are added to.
      name (str): name of the member.
      value (object): JSON value.
    """
    if value in (None, "", False, [], {}):
        return
    text = values.ToText(value)
    if text:
        if len(text) > _MAXIMUM_TEXT_LENGTH:
            text = f"{text[:_MAXIMUM_TEXT_LENGTH]:s}..."
        details.append(f"{name:s}={text:s}")
