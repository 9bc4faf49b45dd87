"""Tests of producers."""

import gzip

from dfvfs.lib import definitions as dfvfs_definitions
from dfvfs.path import factory as path_spec_factory

import hypothesis
from hypothesis import strategies as hypothesis_strategies

from cursor_plaso import events
from cursor_plaso import producer
from cursor_plaso import times
from tests import lib
from tests import strategies


def Produce(corrupted=False, recovered=False, **attributes):
    """Produces a message.

    Args:
      corrupted (Optional[bool]): True if the record is partial.
      recovered (Optional[bool]): True if the record was recovered.
      attributes (dict[str, object]): attributes of the message.

    Returns:
      tuple[CursorMessageEventData, CollectingProducer]: message and its producer.
    """
    event_data = events.CursorMessageEventData()
    for name, value in attributes.items():
        assert hasattr(event_data, name), name
        setattr(event_data, name, value)

    collecting_producer = producer.CollectingProducer(platform="Linux", username="ana")
    collecting_producer.Produce(event_data, corrupted=corrupted, recovered=recovered)
    return event_data, collecting_producer


def testProduceKeepsTextAndPreviewsIt():
    """The text keeps its line breaks, the preview of messages is one line."""
    event_data, _ = Produce(message_body="one\r\n\ttwo\x1b[0m")

    assert event_data.message_body == "one\r\n\ttwo\x1b[0m"
    assert event_data.message_body_preview == "one two\\x1b[0m"
    assert event_data.message_body_size is None
    assert event_data.message_body_sha256 is None


def testProduceCutsLongText():
    """Text over 64 KiB is cut, with size and SHA-256 of the whole beside it."""
    event_data, _ = Produce(message_body="x" * 100000)

    assert event_data.message_body == "x" * 65536
    assert event_data.message_body_size == 100000
    assert len(event_data.message_body_sha256) == 64
    assert event_data.message_body_preview == f"{'x' * 1024:s}... (100,000 bytes)"


def testProduceCutsLongLabels():
    """A text with no room for size and hash says how long it was."""
    event_data, _ = Produce(error_text="x" * 100000)

    assert event_data.error_text == f"{'x' * 65536:s}... (100,000 bytes)"


def testProduceMakesLabelsOneLine():
    """plaso drops line breaks: in labels they become spaces, in identifiers escapes."""
    event_data, _ = Produce(
        conversation_identifier="a\nb", conversation_title="one\ntwo", model=""
    )

    assert event_data.conversation_identifier == "a\\nb"
    assert event_data.conversation_title == "one two"
    assert event_data.model is None


def testProduceCleansText():
    """Lone surrogates become escapes, NUL goes."""
    event_data, _ = Produce(message_body="a\x00\ud83d", record_key="line\x001")

    assert event_data.message_body == "a\\ud83d"
    assert event_data.record_key == "line1"


def testProduceMasksFacts():
    """A fact loses its secrets, whichever reader it comes from; a text keeps them."""
    collecting_producer = producer.CollectingProducer()
    address = "https://ana:fakeword@a.test/p?token=fakeword"
    masked_address = "https://***@a.test/p?token=***"

    agent = events.CursorCloudAgentEventData()
    agent.conversation_title = f"Read {address:s}"
    agent.name = f"Read {address:s}"
    agent.prompt = address
    agent.pull_request_url = address
    agent.record_key = "key ghp_0123456789abcdef"
    collecting_producer.Produce(agent)
    workspace = events.CursorWorkspaceEventData()
    workspace.branches = ["main", address]
    workspace.remote_authority = "ssh-remote+ana:fakeword@a.test"
    collecting_producer.Produce(workspace)
    message, _ = Produce(
        message_body=address,
        project_path=address,
        record_key="bubbleId:c1:ghp_0123456789abcdef",
    )

    assert agent.conversation_title == agent.name == f"Read {address:s}"
    assert agent.prompt == address
    assert agent.pull_request_url == masked_address
    assert agent.record_key == "key ***"
    assert workspace.branches == f"main, {masked_address:s}"
    assert workspace.remote_authority == "ssh-remote+ana:***@a.test"
    assert message.message_body == address
    assert message.project_path == masked_address
    assert message.record_key == "bubbleId:c1:ghp_0123456789abcdef"


def testContentDataTypes():
    """The data types that are shown as they are exist."""
    # pylint: disable=protected-access
    assert producer._CONTENT_DATA_TYPES <= {
        event_data_class.DATA_TYPE for event_data_class in events.EVENT_DATA_CLASSES
    }


def testProduceJoinsLists():
    """A list is one text: its strings and numbers, up to 1000."""
    event_data, _ = Produce(attachments=["a", 1, None, "", {"b": 1}])
    assert event_data.attachments == "a, 1"

    event_data, _ = Produce(attachments=[])
    assert event_data.attachments is None

    event_data, _ = Produce(attachments=["a"] * 1001)
    assert event_data.attachments == ", ".join(["a"] * 1000 + ["... (1001 in all)"])


def testProduceDropsWhatCanNotBeStored():
    """A value that plaso can not store is dropped, and the record corrupted."""
    for value in (1 << 63, -(1 << 63) - 1, 1.5, {"a": 1}, b"a"):
        event_data, collecting_producer = Produce(duration=value)

        assert event_data.duration is None
        assert collecting_producer.corrupted == [True]

    event_data, collecting_producer = Produce(duration=(1 << 63) - 1, injected=False)

    assert event_data.duration == (1 << 63) - 1
    assert event_data.injected is False
    assert collecting_producer.corrupted == [False]


def testProduceFillsUserAndPlatform():
    """What the path tells is filled in, what the record tells stays."""
    event_data, _ = Produce()
    assert (event_data.username, event_data.platform) == ("ana", "Linux")

    event_data, _ = Produce(username="ben", platform="macOS")
    assert (event_data.username, event_data.platform) == ("ben", "macOS")


def testUserOfThePathIsCleaned():
    """A name of a directory may hold bytes that are not UTF-8, and line breaks."""
    collecting_producer = producer.CollectingProducer(username="a\udcff\nb")

    assert collecting_producer.username == "a\\udcff b"


def testProduceMarks():
    """The marks of a record reach the store."""
    _, collecting_producer = Produce(corrupted=True, recovered=True)

    assert collecting_producer.corrupted == [True]
    assert collecting_producer.recovered == [True]


def testWarnCountsBeyondTheHundredth():
    """Of one kind of warning a hundred are produced, the rest is counted."""
    collecting_producer = producer.CollectingProducer()
    for number in range(250):
        collecting_producer.Warn(f"row {number:d}: not JSON", kind="not JSON")
    collecting_producer.Warn("other: thing")
    assert len(collecting_producer.warnings) == 101

    collecting_producer.Close()

    assert collecting_producer.warnings[-1] == (
        "not JSON: 150 more warnings of this kind"
    )
    assert len(collecting_producer.warnings) == 102


def testWarnBoundsTheNumberOfKinds():
    """Kinds that hold an identifier do not make the number of warnings unbounded."""
    collecting_producer = producer.CollectingProducer()
    for number in range(10000):
        collecting_producer.Warn(f"row {number:d}: not JSON")
    collecting_producer.Close()

    assert len(collecting_producer.warnings) == 1101
    assert collecting_producer.warnings[-1] == (
        "further warnings: 8900 more warnings of this kind"
    )


def testWarnCleansAndCutsMessages():
    """A warning can be stored and is no document."""
    collecting_producer = producer.CollectingProducer()
    collecting_producer.Warn("a\x00\ud83d" + "x" * 2000)

    assert collecting_producer.warnings == [f"a\\ud83d{'x' * 997:s}..."]


def testWarnMasksSecrets():
    """A key or path in a warning loses what is a secret, also where it is cut."""
    token = "ghp_0123456789abcdef0123456789abcdef"
    for length in range(950, 1010):
        collecting_producer = producer.CollectingProducer()
        collecting_producer.Warn(
            f"row https://ana:fakeword@a.test {'x ' * (length // 2):s}{token:s}: bad"
        )

        (warning,) = collecting_producer.warnings
        assert "fakeword" not in warning
        assert "ghp_01" not in warning


def testCollectingProducer():
    """What was produced can be asked for, and the reader be stopped."""
    event_data, collecting_producer = Produce(role="user")
    collecting_producer.Touch()

    assert collecting_producer.GetByDataType("cursor:message") == [event_data]
    assert collecting_producer.GetByDataType("cursor:tool_call") == []
    assert collecting_producer.touches == 1
    assert not collecting_producer.abort

    collecting_producer.SignalAbort()
    assert collecting_producer.abort


def testProducerStoresThroughTheMediator():
    """Event data, marks and warnings reach plaso, in every supported release."""
    storage_writer = lib.MakeStorageWriter()
    mediator = lib.MakeParserMediator(storage_writer)
    mediator.last_activity_timestamp = 0.0

    plaso_producer = producer.Producer(mediator)
    event_data = events.CursorMessageEventData()
    event_data.message_body = "text"
    plaso_producer.Produce(event_data, corrupted=True, recovered=True)
    plaso_producer.Warn("row 1: not JSON")
    plaso_producer.Warn("row 2: not JSON", recovered=True)
    plaso_producer.Close()
    plaso_producer.Touch()

    result = lib.ParseResult(storage_writer)
    assert [container.message_body for container in result.event_data] == ["text"]
    assert "row 1: not JSON" in result.warnings
    assert "row 2: not JSON" in result.warnings + result.recovery_warnings
    assert mediator.last_activity_timestamp > 0
    assert not plaso_producer.abort

    stored = vars(result.event_data[0])
    assert stored.get("_corrupted") or stored.get("corrupted")
    assert stored.get("_recovered") or stored.get("recovered")

    mediator.SignalAbort()
    assert plaso_producer.abort


def testProducerKnowsUserAndPlatformOfTheFile(tmp_path):
    """The path of the file that is being parsed tells user and platform."""
    path = tmp_path / "home" / "ana" / ".config" / "Cursor" / "state.vscdb"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"x")
    file_entry = lib.MakeFileEntry(lib.MakePathSpec(str(path)))
    mediator = lib.MakeParserMediator(lib.MakeStorageWriter(), file_entry=file_entry)

    plaso_producer = producer.Producer(mediator)

    assert (plaso_producer.username, plaso_producer.platform) == ("ana", "Linux")


def testProducerKnowsUserOfCompressedFile(tmp_path):
    """The content of a compressed file has the place of that file."""
    path = tmp_path / "home" / "ana" / ".cursor" / "a.jsonl.gz"
    path.parent.mkdir(parents=True)
    path.write_bytes(gzip.compress(b"x"))
    file_entry = lib.MakeFileEntry(
        path_spec_factory.Factory.NewPathSpec(
            dfvfs_definitions.TYPE_INDICATOR_GZIP,
            parent=lib.MakePathSpec(str(path)),
        )
    )
    mediator = lib.MakeParserMediator(lib.MakeStorageWriter(), file_entry=file_entry)

    plaso_producer = producer.Producer(mediator)

    assert (plaso_producer.username, plaso_producer.platform) == ("ana", "Linux")


@strategies.PROPERTY
@hypothesis.given(
    hypothesis_strategies.dictionaries(
        hypothesis_strategies.sampled_from(
            [
                "attachments",
                "conversation_identifier",
                "duration",
                "error_text",
                "injected",
                "message_body",
                "record_key",
                "sequence_number",
                "username",
            ]
        ),
        strategies.JSON_VALUES | strategies.STORED_VALUES,
    ),
    strategies.JSON_VALUES,
)
def testProduceProperties(attributes, time_value):
    """Whatever a reader sets, plaso can store what comes out."""
    event_data, _ = Produce(sent_time=times.FromStored(time_value), **attributes)

    strategies.AssertStorable(event_data)


@strategies.PROPERTY
@hypothesis.given(strategies.TEXTS, strategies.TEXTS | hypothesis_strategies.none())
def testWarnProperties(message, kind):
    """Any warning can be stored."""
    collecting_producer = producer.CollectingProducer()
    collecting_producer.Warn(message, kind=kind)
    collecting_producer.Close()

    assert collecting_producer.warnings[0].encode("utf-8") is not None


def testEscapesOfLongLabelsAreCut():
    """What the escapes of control characters add does not exceed the maximum."""
    for name in ("conversation_title", "conversation_identifier"):
        collecting_producer = producer.CollectingProducer()
        event_data = events.CursorMessageEventData()
        setattr(event_data, name, "\x1b" * 60000)
        collecting_producer.Produce(event_data)

        strategies.AssertStorable(event_data)
        assert "\x1b" not in getattr(event_data, name)
