"""The report: what is known of each conversation, and what is not.

The text goes into plaso's analysis report. psort and pinfo wrap it without its line
breaks: `cursor-plaso report` prints it with them.
"""

import collections

from dfdatetime import posix_time as dfdatetime_posix_time

from cursor_plaso.analysis import conversations
from cursor_plaso.analysis import joiner
from cursor_plaso.analysis import labels
from cursor_plaso.analysis import records

_MAXIMUM_NUMBER_OF_CONVERSATIONS = 10000
_MAXIMUM_NUMBER_OF_FILES = 20
_MAXIMUM_NUMBER_OF_PROJECTS = 1000

_COUNT_NAMES = (
    (records.KIND_TYPED, "typed"),
    (records.KIND_INJECTED, "injected"),
    (records.KIND_ASSISTANT, "from the assistant"),
    (records.KIND_THINKING, "thinking"),
    (records.KIND_SYSTEM, "system"),
)

# Times before and after these are not those of a conversation.
_MINIMUM_TIME = 0
_MAXIMUM_TIME = 253402300799999999


def _Format(time):
    """Formats a time.

    Args:
      time (int): time in microseconds since January 1, 1970 or None.

    Returns:
      str: time in UTC in ISO 8601 to the second, or "unknown".
    """
    if time is None or not _MINIMUM_TIME < time <= _MAXIMUM_TIME:
        return "unknown"
    date_time = dfdatetime_posix_time.PosixTime(timestamp=time // 1000000)
    return date_time.CopyToDateTimeStringISO8601()


def _FormatCounts(counts):
    """Formats counts.

    Args:
      counts (collections.Counter): counts per name.

    Returns:
      str: names and counts, the highest first.
    """
    return ", ".join(
        f"{name:s} {count:d}"
        for name, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    )


def _FormatNumber(number, singular, plural=None):
    """Formats a number of things.

    Args:
      number (int): number.
      singular (str): name of one thing.
      plural (Optional[str]): name of several things, where None adds an s.

    Returns:
      str: number and name.
    """
    if number == 1:
        return f"1 {singular:s}"
    return f"{number:d} {plural or singular + 's':s}"


def _GetSortTime(conversation):
    """Retrieves the time that a conversation is sorted by.

    Args:
      conversation (Conversation): conversation.

    Returns:
      int: time in microseconds.
    """
    for time in (
        conversation.first_time,
        conversation.creation_time,
        conversation.update_time,
        conversation.deletion_time,
    ):
        if time is not None:
            return time
    return _MAXIMUM_TIME


class ReportBuilder:
    """Builder of the report."""

    def __init__(self, conversation_joiner):
        """Initializes a builder.

        Args:
          conversation_joiner (ConversationJoiner): joiner that has finished.
        """
        super().__init__()
        self._joiner = conversation_joiner
        self._only_copies = collections.Counter()
        self._stores = conversation_joiner.store_index.stores

    def _CountOnlyCopies(self):
        """Counts the records that are the only copy, per conversation and store."""
        table = self._joiner.table
        flag = labels.FLAG_PER_LABEL[labels.ONLY_COPY]
        for number, flags in enumerate(table.flags):
            if flags & flag:
                conversation_number = table.conversations[number]
                self._only_copies[conversation_number] += 1
                self._only_copies[(conversation_number, table.stores[number])] += 1

    def _GetAccount(self, conversation):
        """Describes the account of a conversation.

        Args:
          conversation (Conversation): conversation.

        Returns:
          str: account and where that was read.
        """
        if conversation.account_identifier:
            return f"{conversation.account_identifier:s} (in its record)"

        identities = self._joiner.accounts.get(conversation.profile) or {}
        values = dict.fromkeys(
            identities[name] for name in joiner.IDENTITY_NAMES if name in identities
        )
        username = (conversation.profile or ("", ""))[1]
        if not values:
            return f"unknown (user {username or 'unknown':s})"
        return (
            f"{', '.join(values):s} (signed in for user {username or 'unknown':s}; the "
            f"conversation does not name it)"
        )

    def _GetFiles(self, conversation):
        """Describes the files that a conversation touched.

        Args:
          conversation (Conversation): conversation.

        Returns:
          str: paths or None if there are none.
        """
        paths = sorted(conversation.files.GetValues())
        if not paths:
            return None
        number_left_out = max(0, len(paths) - _MAXIMUM_NUMBER_OF_FILES)
        number_left_out += conversation.files.number_left_out
        text = ", ".join(paths[:_MAXIMUM_NUMBER_OF_FILES])
        return f"{text:s} and {number_left_out:d} more" if number_left_out else text

    def _GetMissing(self, number, conversation):
        """Describes what is missing of a conversation.

        Args:
          number (int): number of the conversation.
          conversation (Conversation): conversation.

        Returns:
          list[str]: what is missing.
        """
        matcher = self._joiner.matchers.get(number)
        missing = conversation.missing.GetValues()
        state = conversation.state

        if conversation.identifier.startswith(conversations.CLOUD_AGENT_PREFIX):
            if matcher is None:
                missing.append(
                    "turns, tool calls and their times: they are on the virtual "
                    "machine of the agent"
                )
            return missing

        if matcher is None:
            if state not in (conversations.STATE_DRAFT, conversations.STATE_EMPTY):
                missing.append("all messages")

        elif matcher.primary_store is None:
            missing.append(
                "the conversation in the store that Cursor shows it from (what is "
                f"left: {', '.join(sorted(self._GetMessageStores(conversation))):s})"
            )

        else:
            found = sum(conversation.store_counts[matcher.primary_store][:2])
            if (conversation.header_count or 0) > found:
                missing.append(
                    f"{conversation.header_count - found:d} of "
                    f"{conversation.header_count:d} entries of the header list"
                )
            number_elsewhere = (
                self._only_copies[number]
                - self._only_copies[(number, matcher.primary_store)]
            )
            if number_elsewhere:
                missing.append(
                    f"{_FormatNumber(number_elsewhere, 'record'):s} that only other "
                    "stores have (tag cursor_only_copy)"
                )

        message_stores = self._GetMessageStores(conversation)
        if (
            matcher is not None
            and matcher.call_count
            and all("transcript" in name for name in message_stores)
        ):
            missing.append("results and decisions of the tool calls")
        if matcher is not None and not any(
            "transcript" in name for name in message_stores
        ):
            missing.append("a transcript")
        if conversation.first_time is None and matcher is not None:
            missing.append("times of its own of every message and call")
        if state == conversations.STATE_DELETED and conversation.deletion_time is None:
            missing.append("the time of the deletion")
        return missing

    def _GetMessageStores(self, conversation):
        """Retrieves the names of the stores that have messages or tool calls.

        Args:
          conversation (Conversation): conversation.

        Returns:
          set[str]: names.
        """
        return {
            self._stores[store].name
            for store, counts in conversation.store_counts.items()
            if counts[0] or counts[1]
        }

    def _GetProjectLines(self):
        """Describes the projects.

        Returns:
          list[str]: lines of text.
        """
        conversation_counts = collections.Counter(
            conversation.project_path
            for conversation in self._joiner.conversations
            if conversation.project_path
        )
        paths = sorted(set(conversation_counts).union(self._joiner.project_counts))
        if not paths:
            return []

        lines = ["", "== Projects =="]
        for path in paths[:_MAXIMUM_NUMBER_OF_PROJECTS]:
            number = conversation_counts[path]
            text = f"{path:s}: {_FormatNumber(number, 'conversation'):s}"
            counts = self._joiner.project_counts.get(path)
            if counts:
                text = f"{text:s}; without a conversation: {_FormatCounts(counts):s}"
            lines.append(text)
        number_left_out = len(paths) - _MAXIMUM_NUMBER_OF_PROJECTS
        if number_left_out > 0:
            lines.append(f"{number_left_out:d} more projects were left out.")
        number_left_out = self._joiner.number_of_project_records_left_out
        if number_left_out:
            number = _FormatNumber(number_left_out, "record")
            lines.append(f"{number:s} of further projects left out.")
        return lines

    def _GetState(self, conversation):
        """Describes the state of a conversation.

        Args:
          conversation (Conversation): conversation.

        Returns:
          str: state, and its time where that is known.
        """
        state = conversation.state
        if state == conversations.STATE_DELETED:
            text = f"deleted at {_Format(conversation.deletion_time):s}"
            if conversation.remnants:
                text = f"{text:s}; left in the database: {conversation.remnants:s}"
            return text
        if state == conversations.STATE_ARCHIVED and conversation.archive_time:
            return f"archived at {_Format(conversation.archive_time):s}"
        return state

    def _GetStores(self, conversation):
        """Describes the stores that hold records of a conversation.

        Args:
          conversation (Conversation): conversation.

        Returns:
          list[str]: names of the stores, numbers of records and paths of the files.
        """
        descriptions = []
        for number, (messages, calls, others) in sorted(
            conversation.store_counts.items(),
            key=lambda item: (self._stores[item[0]].rank, -sum(item[1]), item[0]),
        ):
            parts = []
            if messages:
                parts.append(_FormatNumber(messages, "message"))
            if calls:
                parts.append(_FormatNumber(calls, "call"))
            if others:
                parts.append(_FormatNumber(others, "other record"))
            store = self._stores[number]
            suffix = f" in {store.path:s}" if store.path else ""
            descriptions.append(f"{store.name:s} ({', '.join(parts):s}){suffix:s}")
        return descriptions

    def _GetToolNames(self, conversation, primary_store):
        """Describes the tools that a conversation called.

        Args:
          conversation (Conversation): conversation.
          primary_store (int): number of the primary store or None.

        Returns:
          str: names of the tools and numbers of calls, of the primary store or else of
              the one that has most calls, or None if there are none.
        """
        names_per_store = conversation.tool_names
        if not names_per_store:
            return None
        names = names_per_store.get(primary_store) or max(
            names_per_store.values(), key=lambda counts: sum(counts.values())
        )
        return _FormatCounts(names)

    def _GetLines(self, number, conversation):
        """Describes a conversation.

        Args:
          number (int): number of the conversation.
          conversation (Conversation): conversation.

        Returns:
          list[str]: lines of text.
        """
        lines = [f"== {conversation.identifier:s} =="]
        if conversation.title:
            lines.append(f"Title: {conversation.title:s}")
        lines.append(f"State: {self._GetState(conversation):s}")

        project = conversation.project_path or "unknown"
        if conversation.branch:
            project = f"{project:s} (branch {conversation.branch:s})"
        lines.append(f"Project: {project:s}")
        lines.append(f"Account: {self._GetAccount(conversation):s}")
        if conversation.parent:
            lines.append(f"Started by: {conversation.parent:s}")

        if conversation.first_time is not None:
            lines.append(
                f"First and last time: {_Format(conversation.first_time):s} to "
                f"{_Format(conversation.last_time):s}"
            )
        if conversation.creation_time is not None:
            text = f"Record created: {_Format(conversation.creation_time):s}"
            if conversation.update_time is not None:
                text = f"{text:s}, updated: {_Format(conversation.update_time):s}"
            lines.append(text)

        matcher = self._joiner.matchers.get(number)
        if matcher is not None:
            counts = [
                f"{matcher.counts[kind]:d} {name:s}"
                for kind, name in _COUNT_NAMES
                if matcher.counts[kind]
            ]
            text = f"Messages: {sum(matcher.counts.values()):d}"
            if counts:
                text = f"{text:s} ({', '.join(counts):s})"
            lines.append(text)
            names = self._GetToolNames(conversation, matcher.primary_store)
            text = f"Tool calls: {matcher.call_count:d}"
            lines.append(f"{text:s} ({names:s})" if names else text)
        if conversation.decisions:
            text = "; ".join(
                f"{description:s}: {count:d}"
                for description, count in sorted(conversation.decisions.items())
            )
            lines.append(f"Decisions: {text:s}")
        if conversation.models:
            lines.append(f"Models: {', '.join(conversation.models.GetValues()):s}")
        files = self._GetFiles(conversation)
        if files:
            lines.append(f"Files touched: {files:s}")
        lines.extend(f"Store: {text:s}" for text in self._GetStores(conversation))
        if conversation.joined:
            lines.append(
                f"Joined by request or checkpoint: "
                f"{_FormatCounts(conversation.joined):s}"
            )
        missing = self._GetMissing(number, conversation)
        if missing:
            lines.append(f"Missing: {'; '.join(missing):s}")
        return lines

    def Build(self, label_counts):
        """Builds the report.

        Args:
          label_counts (collections.Counter): number of events per label.

        Returns:
          str: report.
        """
        self._CountOnlyCopies()
        all_conversations = self._joiner.conversations
        states = collections.Counter(
            conversation.state for conversation in all_conversations
        )
        lines = [
            f"Cursor: {_FormatNumber(len(all_conversations), 'conversation'):s} in "
            f"{_FormatNumber(self._joiner.number_of_events, 'event'):s}."
        ]
        if states:
            lines.append(f"States: {_FormatCounts(states):s}.")
        if label_counts:
            lines.append(f"Tagged events: {_FormatCounts(label_counts):s}.")
        if self._joiner.unattributed:
            lines.append(
                f"Not joined to a conversation: "
                f"{_FormatCounts(self._joiner.unattributed):s}."
            )
        lines.append(
            "Times are UTC. What a store does not hold is not said: no line means that "
            "nothing is known."
        )

        numbers = sorted(
            range(len(all_conversations)),
            key=lambda number: (
                _GetSortTime(all_conversations[number]),
                all_conversations[number].identifier,
            ),
        )
        for number in numbers[:_MAXIMUM_NUMBER_OF_CONVERSATIONS]:
            lines.append("")
            lines.extend(self._GetLines(number, all_conversations[number]))

        number_left_out = len(numbers) - _MAXIMUM_NUMBER_OF_CONVERSATIONS
        if number_left_out > 0:
            lines.append("")
            lines.append(f"{number_left_out:d} more conversations were left out.")

        lines.extend(self._GetProjectLines())
        return "\n".join(lines)
