"""Tests of the records of a conversation tree."""

import dataclasses
import hashlib
import inspect
import re

import pytest

from cursor_plaso.agent import records

_RECORD_CLASSES = [
    value
    for value in vars(records).values()
    if isinstance(value, type) and dataclasses.is_dataclass(value)
]

_ATTRIBUTE_RE = re.compile(r"^  (\w+) \(([^)]*)\): ", re.MULTILINE)


def _GetDocumentedTypes(record_class):
    """Retrieves what the documentation of a class says of its attributes.

    Args:
      record_class (type): class.

    Returns:
      dict[str, str]: type per name of an attribute, in the order documented.
    """
    # Python 3.13 removes the indentation itself.
    documentation = inspect.cleandoc(record_class.__doc__)
    _, _, attributes = documentation.partition("Attributes:\n")
    return dict(_ATTRIBUTE_RE.findall(attributes))


# What all records have in common.


def testRecordClasses():
    """There are as many kinds of records as the module has classes."""
    assert {record_class.__name__ for record_class in _RECORD_CLASSES} == {
        "Archive",
        "ChangedFile",
        "CloudAgentDetails",
        "CloudAgentMetadata",
        "Conversation",
        "FileEdit",
        "FileState",
        "Goal",
        "MessagePart",
        "ModelMessage",
        "PendingCall",
        "ShellTurn",
        "Step",
        "Subagent",
        "Todo",
        "Turn",
        "UserMessage",
    }


@pytest.mark.parametrize("record_class", _RECORD_CLASSES)
def testAttributes(record_class):
    """Every attribute is documented, and has the type that is documented."""
    types = _GetDocumentedTypes(record_class)

    assert [field.name for field in dataclasses.fields(record_class)] == list(types)
    for field in dataclasses.fields(record_class):
        if field.type in (bool, dict, int, list, str):
            assert types[field.name].startswith(field.type.__name__), field.name


@pytest.mark.parametrize("record_class", _RECORD_CLASSES)
def testDefaults(record_class):
    """A new record says nothing: what is not known is None, empty, 0 or False."""
    # What a record is taken for until it is known to be something else.
    defaults = {
        "kind": {"Step": "unknown", "Turn": "unknown", "MessagePart": "text"},
        "root_hash_matches": {"Conversation": True},
    }
    for name, value in vars(record_class()).items():
        expected_value = defaults.get(name, {}).get(record_class.__name__)
        if expected_value is not None:
            assert value == expected_value
        else:
            assert not value, name
        if name.endswith(("_ms", "_source", "_sha256")):
            assert value is None, name


@pytest.mark.parametrize("record_class", _RECORD_CLASSES)
def testListsAreNotShared(record_class):
    """What is added to a list of one record is not in that of another."""
    first, second = record_class(), record_class()
    assert first == second

    for name, value in vars(first).items():
        if isinstance(value, (dict, list)):
            assert value is not getattr(second, name), name


@pytest.mark.parametrize("record_class", _RECORD_CLASSES)
def testConventions(record_class):
    """A time goes with its source, and a hash of a text with its size."""
    names = {field.name for field in dataclasses.fields(record_class)}

    for name in names:
        if name.endswith("_source") and name[: -len("_source")] not in (
            names | {"text", "prompt"}
        ):
            assert f"{name[: -len('_source')]:s}_ms" in names, name
        if name.endswith("_sha256"):
            assert f"{name[: -len('_sha256')]:s}_size" in names, name


# AddWarning.


def testAddWarning():
    """A warning stands in the list once, in the order of arrival."""
    warnings = []
    for message in ("first", "second", "first"):
        records.AddWarning(warnings, message)

    assert warnings == ["first", "second"]


def testAddManyWarnings():
    """A list has at most 64 messages, the last of which says that there were more."""
    warnings = []
    for number in range(1000):
        records.AddWarning(warnings, f"warning {number:d}")

    assert records.MAXIMUM_WARNINGS == 64
    assert warnings == [
        *(f"warning {number:d}" for number in range(63)),
        "further warnings left out",
    ]


def testAddKnownWarningToFullList():
    """A message that the list has is not one that was left out."""
    warnings = []
    for number in range(63):
        records.AddWarning(warnings, f"warning {number:d}")
    records.AddWarning(warnings, "warning 5")

    assert len(warnings) == 63


# SetText.


def testSetText():
    """A text of up to 64 KiB is kept whole: it has no size and no hash of its own."""
    for text in ("text", "x" * 65536, "\u00fc" * 32768, "two\nlines\n"):
        step = records.Step()
        records.SetText(step, "text", text)

        assert step.text == text
        assert step.text_size is None
        assert step.text_sha256 is None


def testSetLargeText():
    """A larger text is cut: size and hash are those of the whole text as UTF-8."""
    text = "\u00fc" * 32768 + "x"
    step = records.Step()
    records.SetText(step, "result", text)

    assert step.result == "\u00fc" * 32768
    assert step.result_size == 65537
    assert step.result_sha256 == hashlib.sha256(text.encode("utf-8")).hexdigest()
    # Nothing else is set.
    assert step.text is None and step.arguments is None


def testSetTextThatIsCutWithinCharacter():
    """No text is cut within a character."""
    text = "x" + "\u00fc" * 32768
    step = records.Step()
    records.SetText(step, "text", text)

    assert step.text == "x" + "\u00fc" * 32767
    assert step.text_size == 65537


@pytest.mark.parametrize("text", [None, "", "\x00\x00"])
def testSetNoText(text):
    """No text is none, as is one that has nothing that can be stored."""
    step = records.Step()
    records.SetText(step, "text", text)

    assert step == records.Step()


def testSetTextIsClean():
    """What plaso can not store is left out of a text or escaped."""
    step = records.Step()
    records.SetText(step, "text", "a\x00b\ud83d")

    assert step.text == "ab\\ud83d"
