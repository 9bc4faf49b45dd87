"""The text of a user turn as the agent sends it to the model.

What the person typed stands between <user_query> tags. Before it stand, in any order,
the <timestamp> tag of the turn and blocks that the program adds: <image_files>,
<uploaded_documents>, <manually_attached_skills> and others, any of which may hold the
text "<user_query>" itself, and markers of attachments such as [Image]. A turn that the
agent wrote itself has a <system_notification> block, or one of a few fixed sentences
as its query. Sources: seed "Agent transcript JSONL", storage-facts 6, bug-reports 7, 8.

The form is that of transcripts, and of the messages for the model that the CLI chat
store and the agentKv blobs hold.
"""

import re

from cursor_plaso import times

_QUERY_START = "<user_query>"

_QUERY_TAG_RE = re.compile(r"</?user_query>")

_BLOCK_START_RE = re.compile(
    r"<([A-Za-z][A-Za-z0-9_-]{0,63})(?:[ \t][^<>\r\n]{0,1024})?>"
)

_MARKER_RE = re.compile(r"\[(?:Image|File(?:: [^\]\r\n]{0,1024})?)\][ \t]*(?=\r?\n|\Z)")

_SPACE_RE = re.compile(r"\s*")

# The start of the line where, after other text, the form may begin.
_FORM_START_RE = re.compile(r"^<(?:timestamp|user_query)>", re.MULTILINE)

# Blocks that list files, one a line.
_FILE_BLOCKS = frozenset(["attached_files", "image_files", "uploaded_documents"])

_FILE_LINE_RE = re.compile(
    r"^[ \t]*(?:[0-9]{1,9}\.|[-*])[ \t]+(\S[^\r\n]*)", re.MULTILINE
)

_TASK_RE = re.compile(
    r"^[ \t]*(kind|status):[ \t]*([A-Za-z0-9_-]{1,64})[ \t]*\r?$", re.MULTILINE
)

# How the queries begin that the agent writes, and why it does.
_INJECTED_QUERIES = (
    (
        "The above subagent result is already visible",
        "background task completion, subagent",
    ),
    (
        "The beginning of the above subagent result is already visible",
        "background task completion, subagent",
    ),
    (
        "Perform any necessary follow-up actions in response to the subagent",
        "background task completion, subagent",
    ),
    ("Briefly inform the user about the task result", "background task completion"),
)

_SYSTEM_NOTIFICATION = "system_notification"


class UserText:
    """Text of a user turn, taken apart.

    Attributes:
      attachments (list[str]): markers and files of attachments, and blocks that the
          program added before the query, each as "<name>: <text>".
      body (str): what the person typed, with other text that stands outside of the
          known form, or what an injected turn says. None if there is no text.
      injection_reason (str): reason of an injected turn, None represents one that was
          typed.
      notification (str): text of the notifications before a typed query, which are
          the agent's and not the person's.
      notification_reason (str): reason of the notifications before a typed query.
      timestamp (dfdatetime.DateTimeValues): time of the turn or None if there is no
          <timestamp> tag where the form has one.
      unreadable_timestamp (bool): True if there is a <timestamp> tag where the form has
          one, that is not a time. The whole text is the body then.
    """

    def __init__(self, body=None):
        """Initializes the text of a user turn.

        Args:
          body (Optional[str]): text.
        """
        super().__init__()
        self.attachments = []
        self.body = body
        self.injection_reason = None
        self.notification = None
        self.notification_reason = None
        self.timestamp = None
        self.unreadable_timestamp = False


class _Form:
    """What stands before the query.

    Attributes:
      blocks (list[tuple[str, str]]): names and contents of the blocks other than
          timestamps and notifications.
      end (int): offset of the query, or of the end of the text.
      has_query (bool): True if there is a query.
      is_complete (bool): False if there is text that is not of the form.
      markers (list[str]): markers of attachments.
      notifications (list[str]): contents of the notifications.
      timestamp_spans (list[tuple[int, int]]): offsets of the <timestamp> tags.
      timestamps (list[str]): contents of the <timestamp> tags.
    """

    def __init__(self):
        """Initializes what stands before the query."""
        super().__init__()
        self.blocks = []
        self.end = 0
        self.has_query = False
        self.is_complete = True
        self.markers = []
        self.notifications = []
        self.timestamp_spans = []
        self.timestamps = []

    def Read(self, text, position=0):
        """Reads what stands before the query.

        Args:
          text (str): text.
          position (Optional[int]): offset to start from.
        """
        self.is_complete = True

        while True:
            position = _SPACE_RE.match(text, position).end()
            self.end = position
            if position >= len(text):
                return

            if text.startswith(_QUERY_START, position):
                self.has_query = True
                return

            match = _MARKER_RE.match(text, position)
            if match:
                self.markers.append(match.group().rstrip())
                position = match.end()
                continue

            match = _BLOCK_START_RE.match(text, position)
            content_end = -1
            if match:
                content_end = _FindBlockEnd(text, match.group(1), match.end())
            if content_end < 0:
                self.is_complete = False
                return

            name = match.group(1)
            content = text[match.end() : content_end]
            block_end = content_end + len(name) + 3
            if name == "timestamp":
                self.timestamps.append(content)
                self.timestamp_spans.append((position, block_end))
            elif name == _SYSTEM_NOTIFICATION:
                self.notifications.append(content.strip())
            else:
                self.blocks.append((name, content))
            position = block_end


def ParseUserText(text):
    """Takes the text of a user turn apart.

    Args:
      text (str): text of a user turn.

    Returns:
      UserText: text, taken apart. What is not of the known form is in the body.
    """
    form = _Form()
    form.Read(text)

    text_before, text_after = "", ""
    query = None
    markers_after = []
    if not form.is_complete:
        rest = text[form.end :]
        if form.notifications and _GetInjectionReason(rest):
            query = rest.rstrip()
        else:
            # Other text first: the form has to fill the rest of the text then, so that
            # what a person wrote about tags is not taken for them.
            match = _FORM_START_RE.search(text, form.end)
            if match:
                text_before = text[form.end : match.start()].strip()
                form.Read(text, match.start())
            if not form.has_query:
                return _GetWholeText(text)

    if form.has_query:
        query_end, form_end = _FindQueryEnd(text, form.end)
        query = _GetQuery(text, form.end + len(_QUERY_START), query_end)
        text_after, markers_after = _SplitMarkers(text[form_end:])
        if text_before and (text_after or form_end == query_end):
            return _GetWholeText(text)

    user_text = UserText()
    for timestamp in form.timestamps:
        user_text.timestamp = times.FromTranscriptTimestamp(timestamp)
        if not user_text.timestamp:
            user_text.body = text
            user_text.unreadable_timestamp = True
            return user_text

    if not form.has_query and not form.notifications:
        if not user_text.timestamp:
            return _GetWholeText(text)

        user_text.body = _RemoveSpans(text, form.timestamp_spans).strip() or None
        if not user_text.body:
            # The writer strips what the agent says to the model.
            user_text.injection_reason = "text not kept, only its time"
        return user_text

    user_text.attachments = _GetAttachments(form, markers_after)

    reason = _GetInjectionReason(query)
    if form.notifications:
        notification = "\n\n".join(form.notifications)
        reason = _GetNotificationReason(notification)
        if query and not _GetInjectionReason(query):
            user_text.notification = notification
            user_text.notification_reason = reason
            reason = None
        else:
            query = "\n\n".join(text for text in (notification, query) if text)

    user_text.body = (
        "\n\n".join(text for text in (text_before, query, text_after) if text) or None
    )
    user_text.injection_reason = reason
    return user_text


def _FindBlockEnd(text, name, position):
    """Finds the end of a block.

    A block may hold its own end tag as text: the end is where the form goes on.

    Args:
      text (str): text.
      name (str): name of the block.
      position (int): offset of the content of the block.

    Returns:
      int: offset of the end tag or -1 if there is none.
    """
    end_tag = f"</{name:s}>"
    first_end = end = text.find(end_tag, position)
    while end >= 0:
        next_position = _SPACE_RE.match(text, end + len(end_tag)).end()
        if next_position >= len(text) or text[next_position] in "<[":
            return end
        end = text.find(end_tag, end + len(end_tag))
    return first_end


def _FindQueryEnd(text, position):
    """Finds the end of the query.

    What a person typed may hold the tags of the query as text.

    Args:
      text (str): text.
      position (int): offset of the start tag of the query.

    Returns:
      tuple[int, int]: offsets of the end of the query and of what comes after it, both
          the end of the text if the query has no end tag.
    """
    depth = 0
    query_end, form_end = -1, -1
    last_match = None
    for match in _QUERY_TAG_RE.finditer(text, position):
        if match.group() == _QUERY_START:
            # After a query that has ended another one begins.
            if depth <= 0 <= query_end:
                break
            depth += 1
            continue

        depth -= 1
        last_match = match
        if depth <= 0:
            query_end, form_end = match.span()

    if query_end >= 0:
        return query_end, form_end
    if last_match:
        return last_match.span()
    return len(text), len(text)


def _GetAttachments(form, markers_after):
    """Retrieves the attachments of a turn.

    Args:
      form (_Form): what stands before the query.
      markers_after (list[str]): markers that stand after the query.

    Returns:
      list[str]: attachments.
    """
    attachments = list(form.markers)
    # The last tag is that of the turn.
    attachments.extend(f"timestamp: {content:s}" for content in form.timestamps[:-1])
    for name, content in form.blocks:
        files = []
        if name in _FILE_BLOCKS:
            files = [line.rstrip() for line in _FILE_LINE_RE.findall(content)]
        attachments.extend(files or [f"{name:s}: {content.strip():s}"])
    attachments.extend(markers_after)
    return attachments


def _GetInjectionReason(query):
    """Determines the reason of a query that the agent wrote.

    Args:
      query (str): query or None.

    Returns:
      str: reason or None if the query is not one of the agent's.
    """
    for start, reason in _INJECTED_QUERIES:
        if query and query.lstrip().startswith(start):
            return reason
    return None


def _GetNotificationReason(notification):
    """Determines the reason of a notification.

    Args:
      notification (str): text of the notification.

    Returns:
      str: reason.
    """
    if "<task>" not in notification:
        return "system notification"

    facts = {}
    start = notification.find("<task>")
    for match in _TASK_RE.finditer(notification, start, start + 4096):
        facts.setdefault(match.group(1), match.group(2))
    return ", ".join(
        text
        for text in (
            "background task completion",
            facts.get("kind"),
            facts.get("status"),
        )
        if text
    )


def _GetQuery(text, start, end):
    """Retrieves a query without the line feeds that the writer puts around it.

    Args:
      text (str): text.
      start (int): offset of the end of the start tag.
      end (int): offset of the end tag.

    Returns:
      str: query.
    """
    # The query is copied once, since it may be large.
    for line_feed in ("\r\n", "\n"):
        if text.startswith(line_feed, start, end):
            start += len(line_feed)
            break
    for line_feed in ("\r\n", "\n"):
        if text.endswith(line_feed, start, end):
            end -= len(line_feed)
            break
    return text[start:end]


def _GetWholeText(text):
    """Retrieves text that is not of the known form.

    Args:
      text (str): text of a user turn.

    Returns:
      UserText: the whole text as body.
    """
    user_text = UserText(text or None)
    user_text.injection_reason = _GetInjectionReason(text)
    return user_text


def _RemoveSpans(text, spans):
    """Removes parts of text.

    Args:
      text (str): text.
      spans (list[tuple[int, int]]): offsets of the parts, in order.

    Returns:
      str: text without the parts.
    """
    parts = []
    position = 0
    for start, end in spans:
        parts.append(text[position:start])
        position = end
    parts.append(text[position:])
    return "".join(parts)


def _SplitMarkers(text):
    """Splits the markers of attachments from the text after a query.

    Args:
      text (str): text after the query.

    Returns:
      tuple[str, list[str]]: text, empty if there are only markers, and the markers.
    """
    markers = []
    position = _SPACE_RE.match(text).end()
    while True:
        match = _MARKER_RE.match(text, position)
        if not match:
            break
        markers.append(match.group().rstrip())
        position = _SPACE_RE.match(text, match.end()).end()
    return text[position:].rstrip(), markers
