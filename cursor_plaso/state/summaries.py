"""Summaries of a conversation that stand with a bubble or with its composer.

They are what the model was given in place of earlier messages: text of the program,
with no time of its own. Sources: storage-facts 2.3 (cachedConversationSummary, JSON in
a string); agent-v1-fields, aiserver.v1.ConversationMessage (conversation_summary and
cached_conversation_summary are of one type). latestConversationSummary of composerData
is in no document; public readers of this storage find the same text in it.
"""

from cursor_plaso import events
from cursor_plaso import values

BUBBLE_NAMES = ("cachedConversationSummary", "conversationSummary")
COMPOSER_NAMES = ("latestConversationSummary",)

# Role by which the texts are known that were told.
ROLE = "summary"

INJECTION_REASON = "summary of earlier messages"

# An object may hold the object that holds the text.
_MAXIMUM_DEPTH = 3


def CreateEventData(text):
    """Creates the event data of a summary.

    Args:
      text (str): text.

    Returns:
      CursorMessageEventData: event data.
    """
    event_data = events.CursorMessageEventData()
    event_data.injected = True
    event_data.injection_reason = INJECTION_REASON
    event_data.message_body = text
    event_data.role = "system"
    return event_data


def GetSummaries(json_dict, names):
    """Retrieves the summaries of a record.

    Args:
      json_dict (dict[str, object]): bubble or composerData.
      names (tuple[str, ...]): names of the members that hold one.

    Returns:
      list[str]: texts, each once.
    """
    texts = []
    for name in names:
        summary = json_dict.get(name)
        for _ in range(_MAXIMUM_DEPTH):
            if isinstance(summary, str) and summary.startswith("{"):
                decoded_summary, reason = values.DecodeJSON(summary)
                if not reason:
                    summary = decoded_summary
            if isinstance(summary, dict):
                summary = summary.get("summary")
        if isinstance(summary, str) and summary and summary not in texts:
            texts.append(summary)
    return texts
