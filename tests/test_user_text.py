"""Tests of the text of user turns."""

import hypothesis
import pytest
from hypothesis import strategies as hypothesis_strategies

from cursor_plaso import user_text
from tests import strategies

_TIMESTAMP = "<timestamp>Thursday, Oct 1, 2026, 6:00 AM (UTC-4)</timestamp>"
_TIME = 1790848800

_NOTIFICATION = (
    "The following task has finished.\n\n<task>\nkind: shell\nstatus: success\n"
    "task_id: 77\ntitle: pytest\n</task>"
)


def Parse(text):
    """Takes text apart.

    Args:
      text (str): text.

    Returns:
      tuple[str, int, str, list[str]]: body, time in seconds, reason of injection and
          attachments.
    """
    turn = user_text.ParseUserText(text)
    assert turn.notification is None
    timestamp = turn.timestamp.CopyToPosixTimestamp() if turn.timestamp else None
    return turn.body, timestamp, turn.injection_reason, turn.attachments


@pytest.mark.parametrize(
    "text,body",
    [
        # Seed, "Agent transcript JSONL".
        (f"{_TIMESTAMP:s}\n<user_query>Add it</user_query>", "Add it"),
        # storage-facts 6, and the vendor-written samples.
        (f"{_TIMESTAMP:s}\n<user_query>\nAdd it\n</user_query>", "Add it"),
        (f"{_TIMESTAMP:s}\n\n<user_query>\nTwo\nlines\n</user_query>", "Two\nlines"),
        (f"{_TIMESTAMP:s}\r\n<user_query>\r\nAdd it\r\n</user_query>\r\n", "Add it"),
        # Only the line feeds of the wrapper go.
        (f"{_TIMESTAMP:s}\n<user_query>\n\n  a \n\n</user_query>", "\n  a \n"),
        (f"{_TIMESTAMP:s}\n<user_query></user_query>", None),
        (f"{_TIMESTAMP:s}\n<user_query>\n</user_query>", None),
        # A query that was cut off.
        (f"{_TIMESTAMP:s}\n<user_query>\nAdd", "Add"),
        # Tags that the person typed.
        (
            f"{_TIMESTAMP:s}\n<user_query>What is <timestamp>x</timestamp>?</user_query>",
            "What is <timestamp>x</timestamp>?",
        ),
        (
            f"{_TIMESTAMP:s}\n<user_query>What is </user_query> for?</user_query>",
            "What is </user_query> for?",
        ),
        (
            f"{_TIMESTAMP:s}\n<user_query>What is <user_query> for?</user_query>",
            "What is <user_query> for?",
        ),
        (
            f"{_TIMESTAMP:s}\n<user_query>Is <user_query>x</user_query> it?</user_query>",
            "Is <user_query>x</user_query> it?",
        ),
    ],
)
def testQuery(text, body):
    """The query is what stands in the wrapper, all of it."""
    assert Parse(text) == (body, _TIME, None, [])


@pytest.mark.parametrize(
    "text,body",
    [
        # March 2026: no tag.
        ("<user_query>\nFix the build\n</user_query>", "Fix the build"),
        # No wrapper either.
        ("Fix the build", "Fix the build"),
        ("", None),
        # A tag is only one before a query (bug-reports 8).
        (f"Look at {_TIMESTAMP:s} here", f"Look at {_TIMESTAMP:s} here"),
        (f"{_TIMESTAMP:s}\nplain text", f"{_TIMESTAMP:s}\nplain text"),
        (f"a\n{_TIMESTAMP:s}\nb", f"a\n{_TIMESTAMP:s}\nb"),
        (
            f"<user_query>a</user_query>\n{_TIMESTAMP:s}",
            f"a\n\n{_TIMESTAMP:s}",
        ),
        # A transcript that a person pasted, with words behind it.
        (
            f"See:\n{_TIMESTAMP:s}\n<user_query>a</user_query>\nand say why",
            f"See:\n{_TIMESTAMP:s}\n<user_query>a</user_query>\nand say why",
        ),
        ("<user_query", "<user_query"),
        ("</user_query>", "</user_query>"),
        ("<b>bold</b>", "<b>bold</b>"),
    ],
)
def testTextWithoutTime(text, body):
    """Text without a tag where the form has one has no time, and loses nothing."""
    assert Parse(text) == (body, None, None, [])


@pytest.mark.parametrize(
    "preamble,attachments",
    [
        (
            "<image_files>\nThe following images were provdied by the user:\n"
            "1. /home/ana/a.png\n2. /home/ana/b c.png\n</image_files>\n",
            ["/home/ana/a.png", "/home/ana/b c.png"],
        ),
        (
            "[Image]\n<image_files>\n1. /home/ana/a.png\n</image_files>\n",
            ["[Image]", "/home/ana/a.png"],
        ),
        (
            "<uploaded_documents>\n- C:\\tmp\\report.md\n</uploaded_documents>\n",
            ["C:\\tmp\\report.md"],
        ),
        ("<image_files>none</image_files>\n", ["image_files: none"]),
        (
            "<manually_attached_skills>\nSkill Name: verification\n"
            "<user_query>ignore this injected example</user_query>\n"
            "</manually_attached_skills>\n",
            [
                "manually_attached_skills: Skill Name: verification\n"
                "<user_query>ignore this injected example</user_query>"
            ],
        ),
        # Another time within a preamble is not the turn's.
        (
            "<manually_attached_skills>\n<timestamp>Monday, Jan 1, 2024, 1:00 AM (UTC)"
            "</timestamp>\n</manually_attached_skills>\n",
            [
                "manually_attached_skills: <timestamp>Monday, Jan 1, 2024, 1:00 AM "
                "(UTC)</timestamp>"
            ],
        ),
        # A block that names its own end.
        ("<rules>say </rules> twice</rules>\n", ["rules: say </rules> twice"]),
        (
            '<code_selection path="a.py" lines="1-2">x = 1</code_selection>\n',
            ["code_selection: x = 1"],
        ),
    ],
)
def testPreambles(preamble, attachments):
    """Blocks of any kind may stand before the tag, or between tag and query."""
    query = "<user_query>\nQ\n</user_query>"

    assert Parse(f"{preamble:s}{_TIMESTAMP:s}\n{query:s}") == (
        "Q",
        _TIME,
        None,
        attachments,
    )
    assert Parse(f"{_TIMESTAMP:s}\n{preamble:s}{query:s}") == (
        "Q",
        _TIME,
        None,
        attachments,
    )


def testTextBeforeTheForm():
    """Text that is not of the form is kept before the query, and costs no time."""
    query = "<user_query>\nQ\n</user_query>"

    assert Parse(f"Some text\n{_TIMESTAMP:s}\n{query:s}") == (
        "Some text\n\nQ",
        _TIME,
        None,
        [],
    )
    assert Parse(f"{_TIMESTAMP:s}\nSome text\n{query:s}\n[Image]") == (
        "Some text\n\nQ",
        _TIME,
        None,
        ["[Image]"],
    )
    # A block that never ends is text.
    assert Parse(f"<rules>\nbe kind\n{_TIMESTAMP:s}\n{query:s}") == (
        "<rules>\nbe kind\n\nQ",
        _TIME,
        None,
        [],
    )


def testMarkersAfterTheQuery():
    """Markers of attachments are attachments, other text is text."""
    text = f"{_TIMESTAMP:s}\n<user_query>\nQ\n</user_query>\n"

    assert Parse(f"{text:s}[Image]\n[File: notes.pdf]\n[File]") == (
        "Q",
        _TIME,
        None,
        ["[Image]", "[File: notes.pdf]", "[File]"],
    )
    assert Parse(f"{text:s}[Image]\nmore text\n") == (
        "Q\n\nmore text",
        _TIME,
        None,
        ["[Image]"],
    )


def testNotification():
    """A turn of the agent is a notification, with or without a fixed sentence."""
    block = f"<system_notification>\n{_NOTIFICATION:s}\n</system_notification>"
    reason = "background task completion, shell, success"

    assert Parse(f"{_TIMESTAMP:s}\n{block:s}") == (_NOTIFICATION, _TIME, reason, [])
    assert Parse(block) == (_NOTIFICATION, None, reason, [])

    sentence = "Briefly inform the user about the task result and so on."
    expected = (f"{_NOTIFICATION:s}\n\n{sentence:s}", _TIME, reason, [])
    assert (
        Parse(f"{_TIMESTAMP:s}\n{block:s}\n<user_query>{sentence:s}</user_query>")
        == expected
    )
    assert Parse(f"{_TIMESTAMP:s}\n{block:s}\n{sentence:s}") == expected

    # Two that came together.
    body, timestamp, reason, _ = Parse(f"{_TIMESTAMP:s}\n{block:s}\n\n{block:s}")
    assert body == f"{_NOTIFICATION:s}\n\n{_NOTIFICATION:s}"
    assert timestamp == _TIME
    assert reason == "background task completion, shell, success"

    assert Parse("<system_notification>other</system_notification>") == (
        "other",
        None,
        "system notification",
        [],
    )


def testNotificationThatQuotesTags():
    """The report of a sub-agent may quote the tags of the form."""
    quoted = (
        "<task>\nkind: subagent\nstatus: error\ndetail: <user_query>x</user_query> and "
        "</system_notification> in text\n</task>"
    )

    assert Parse(
        f"{_TIMESTAMP:s}\n<system_notification>\n{quoted:s}\n</system_notification>\n"
        "<user_query>The beginning of the above subagent result is already visible to "
        "the user.</user_query>"
    ) == (
        f"{quoted:s}\n\nThe beginning of the above subagent result is already visible "
        "to the user.",
        _TIME,
        "background task completion, subagent, error",
        [],
    )


@pytest.mark.parametrize(
    "sentence,reason",
    [
        (
            "The above subagent result is already visible to the user. DO NOT",
            "background task completion, subagent",
        ),
        (
            "The beginning of the above subagent result is already visible to the user.",
            "background task completion, subagent",
        ),
        (
            "Perform any necessary follow-up actions in response to the subagent "
            "completion above.",
            "background task completion, subagent",
        ),
        (
            "Briefly inform the user about the task result and perform any follow-up",
            "background task completion",
        ),
    ],
)
def testFixedSentences(sentence, reason):
    """A query that the agent wrote is not the person's."""
    assert Parse(f"<user_query>{sentence:s}</user_query>") == (
        sentence,
        None,
        reason,
        [],
    )
    assert Parse(f"{_TIMESTAMP:s}\n<user_query>\n{sentence:s}\n</user_query>") == (
        sentence,
        _TIME,
        reason,
        [],
    )
    assert Parse(sentence) == (sentence, None, reason, [])
    # Within what a person typed the sentence is theirs.
    assert Parse(f"<user_query>Why: {sentence:s}</user_query>")[2] is None


def testNotificationBeforeATypedQuery():
    """What the person typed is theirs, though a notification stands before it."""
    turn = user_text.ParseUserText(
        f"{_TIMESTAMP:s}\n<system_notification>\n{_NOTIFICATION:s}\n"
        "</system_notification>\n<user_query>\nGo on\n</user_query>"
    )

    assert turn.body == "Go on"
    assert turn.injection_reason is None
    assert turn.notification == _NOTIFICATION
    assert turn.notification_reason == "background task completion, shell, success"
    assert turn.timestamp.CopyToPosixTimestamp() == _TIME


def testTagAlone():
    """A turn of which only the tag is left was the agent's (vendor-written sample)."""
    assert Parse(_TIMESTAMP) == (None, _TIME, "text not kept, only its time", [])


def testAttachmentsAlone():
    """A turn of attachments only keeps them, and its time."""
    assert Parse(f"{_TIMESTAMP:s}\n[Image]\n") == ("[Image]", _TIME, None, [])


def testTagThatIsNoTime():
    """A tag that can not be read stays in the text, and gives no time."""
    text = "<timestamp>yesterday</timestamp>\n<user_query>Q</user_query>"
    turn = user_text.ParseUserText(text)

    assert turn.unreadable_timestamp
    assert turn.timestamp is None
    assert turn.body == text


def testTheLastOfSeveralTagsCounts():
    """Of two tags the one next to the query is the query's."""
    other_time = "Monday, Jan 1, 2024, 1:00 AM (UTC)"
    query = "<user_query>Q</user_query>"

    assert Parse(
        f"<timestamp>{other_time:s}</timestamp>\n{_TIMESTAMP:s}\n{query:s}"
    ) == ("Q", _TIME, None, [f"timestamp: {other_time:s}"])

    text = f"<timestamp>no time</timestamp>\n{_TIMESTAMP:s}\n{query:s}"
    assert Parse(text) == (text, None, None, [])


_PARTS = hypothesis_strategies.lists(
    hypothesis_strategies.sampled_from(
        [
            _TIMESTAMP,
            "<timestamp>",
            "</timestamp>",
            "<user_query>",
            "</user_query>",
            "<system_notification>",
            "</system_notification>",
            "<image_files>",
            "</image_files>",
            "<task>",
            "kind: shell",
            "[Image]",
            "[File: a]",
            "\n",
            "\r\n",
            " ",
            "text",
            "\ud83d",
        ]
    ),
    max_size=16,
).map("".join)


@strategies.PROPERTY
@hypothesis.given(_PARTS | strategies.TEXTS)
def testParseUserTextProperties(text):
    """Any text is taken apart, a time comes from a tag, and no word is lost."""
    turn = user_text.ParseUserText(text)

    kept = "\n".join([turn.body or "", turn.notification or "", *turn.attachments])
    assert kept.count("text") >= text.count("text")
    assert turn.timestamp is None or _TIMESTAMP in text
    assert turn.notification is None or turn.notification_reason


@pytest.mark.parametrize(
    "part",
    [
        "<timestamp>",
        "</timestamp>",
        "<user_query>",
        "</user_query>",
        "<user_query></user_query>",
        "<a>",
        "</a>",
        "<a></a>",
        "<a></a>x",
        "<a>\n",
        "<a ",
        "[Image]\n",
        "[Image] ",
        "[File: ",
        "\n",
        " ",
        "<system_notification>",
        "<system_notification></system_notification>",
        "<system_notification></system_notification>x",
        "<task>\nkind: ",
        "1. ",
        "\n<timestamp>",
        f"x\n{_TIMESTAMP:s}\n",
    ],
)
def testLongTextsAreQuick(part):
    """The time is in proportion to the text, whatever is repeated in it."""
    for prefix in ("", "<a>", "<user_query>", f"{_TIMESTAMP:s}\n", "<image_files>"):
        user_text.ParseUserText(f"{prefix:s}{part * (1000000 // len(part)):s}")
