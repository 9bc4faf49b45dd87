"""Tests of stored values."""

import json
import unittest

import hypothesis
import pytest

from cursor_plaso import values
from tests import strategies


def testCleanTextEscapesLoneSurrogates():
    """A lone surrogate, as a cut JSON string has it, becomes an escape."""
    assert values.CleanText("cut \ud83d here") == "cut \\ud83d here"


def testCleanTextRemovesNUL():
    """NUL goes, whether or not the text is ASCII."""
    assert values.CleanText("a\x00b") == "ab"
    assert values.CleanText("\x00ž\x00") == "ž"


def testCleanTextKeepsText():
    """Line breaks, tabs and characters of all planes stay."""
    text = "ž\n\t日本語 😀\r\n"

    assert values.CleanText(text) == text


@strategies.PROPERTY
@hypothesis.given(strategies.TEXTS)
def testCleanTextProperties(text):
    """Clean text can be encoded, has no NUL and stays as it is."""
    clean_text = values.CleanText(text)

    assert clean_text.encode("utf-8") is not None
    assert "\x00" not in clean_text
    assert values.CleanText(clean_text) == clean_text


def testCutTextKeepsWhatFits():
    """Text of the maximum size is not cut."""
    text = "x" * 65536

    assert values.CutText(text) == (text, None, None)


def testCutTextGivesSizeAndHashOfTheWhole():
    """Text over the maximum is cut, with size and SHA-256 of the whole."""
    text, size, sha256 = values.CutText("x" * 65537)

    assert text == "x" * 65536
    assert size == 65537
    assert sha256 == "1abe08ebecf1c18cab71f6fe28aaddf20268f85bad78bb9a72f88ca47c874662"


def testCutTextDoesNotCutACharacter():
    """The cut is between characters: 3 bytes each do not fill 4."""
    assert values.CutText("日本", 4)[:2] == ("日", 6)


@strategies.PROPERTY
@hypothesis.given(strategies.TEXTS)
def testCutTextProperties(text):
    """A cut text is the start of the text and within the maximum."""
    clean_text = values.CleanText(text)
    cut_text, size, _ = values.CutText(clean_text, 16)

    assert clean_text.startswith(cut_text)
    assert len(cut_text.encode("utf-8")) <= 16
    assert (size is None) == (cut_text == clean_text)


def testDecodeText():
    """TEXT stays, a BLOB is UTF-8, all else is no text."""
    assert values.DecodeText("text") == "text"
    assert values.DecodeText("ž".encode("utf-8")) == "ž"
    assert values.DecodeText(b"\xff") == "\udcff"
    assert values.DecodeText(None) is None
    assert values.DecodeText(7) is None


def testDecodeHexadecimal():
    """Pairs of digits in either case are data, all else is not."""
    assert values.DecodeHexadecimal("7B7d") == b"{}"
    assert values.DecodeHexadecimal("7B7") is None
    assert values.DecodeHexadecimal("7G") is None
    assert values.DecodeHexadecimal("") is None
    assert values.DecodeHexadecimal(b"7B") is None


def testDecodeJSONOfTextAndBlob():
    """The same JSON is read from TEXT, from a BLOB and from hexadecimal text."""
    for value in ('{"a":1}', b'{"a":1}', "7b2261223a317d", '\ufeff {"a":1}\n'):
        assert values.DecodeJSON(value) == ({"a": 1}, None)


def testDecodeJSONAcceptsControlCharacters():
    """A raw line break within a string does not cost the value (bug-reports 30)."""
    assert values.DecodeJSON('{"a":"x\ny"}') == ({"a": "x\ny"}, None)


def testDecodeJSONReadsInvalidUTF8():
    """A byte that is not UTF-8 stays as a lone surrogate and costs nothing else."""
    assert values.DecodeJSON(b'{"a":"\xff","b":1}') == ({"a": "\udcff", "b": 1}, None)


def testDecodeJSONReplacesWhatIsNotJSON():
    """NaN and the infinities are no values."""
    assert values.DecodeJSON('{"a":NaN,"b":-Infinity}') == (
        {"a": None, "b": None},
        None,
    )


def testDecodeJSONGivesTheReason():
    """What can not be read comes back with a reason that does not hold the value."""
    for value, reason in (
        (None, "no value"),
        (7, "neither text nor a blob"),
        (" ", "empty value"),
        ("[" * 100000, "JSON nested too deeply"),
        ("1" * 5000, "not JSON: number too large"),
        ("{secret", "not JSON: Expecting property name enclosed in double quotes"),
    ):
        json_value, actual_reason = values.DecodeJSON(value)

        assert json_value is None
        assert actual_reason.startswith(reason)
        assert "secret" not in actual_reason


def testDecodeJSONOfDuplicateNames():
    """Of two members of one name the last counts."""
    assert values.DecodeJSON('{"a":1,"a":2}') == ({"a": 2}, None)


@strategies.PROPERTY
@hypothesis.given(strategies.STORED_VALUES)
def testDecodeJSONNeverRaises(value):
    """Any stored value gives JSON or a reason."""
    json_value, reason = values.DecodeJSON(value)

    assert json_value is None or reason is None


@strategies.PROPERTY
@hypothesis.given(strategies.JSON_VALUES)
def testEncodeJSONProperties(json_value):
    """What was encoded is read back, as far as it is JSON."""
    text = values.EncodeJSON(json_value)

    if text is not None:
        decoded_value, reason = values.DecodeJSON(text)
        assert reason is None
        assert values.DecodeJSON(values.EncodeJSON(decoded_value))[0] == decoded_value


def testEncodeJSONIsCompact():
    """There is no white space, and no escapes of other scripts."""
    assert values.EncodeJSON({"a": ["ž", None]}) == '{"a":["ž",null]}'


def testEncodeJSONOfWhatIsNestedTooDeeply():
    """Nesting that Python can not encode gives nothing."""
    json_value = []
    for _ in range(100000):
        json_value = [json_value]

    assert values.EncodeJSON(json_value) is None


def testGetters():
    """A member of another type is as one that is missing."""
    json_dict = {
        "boolean": True,
        "dictionary": {"a": 1},
        "integer": 7,
        "list": [1],
        "one": 1,
        "string": "text",
    }

    assert values.GetBoolean(json_dict, "boolean") is True
    assert values.GetBoolean(json_dict, "one") is True
    assert values.GetBoolean(json_dict, "integer") is None
    assert values.GetBoolean(json_dict, "missing") is None
    assert values.GetDictionary(json_dict, "dictionary") == {"a": 1}
    assert values.GetDictionary(json_dict, "list") == {}
    assert values.GetInteger(json_dict, "integer") == 7
    assert values.GetInteger(json_dict, "boolean") is None
    assert values.GetList(json_dict, "list") == [1]
    assert values.GetList(json_dict, "string") == []
    assert values.GetString(json_dict, "string") == "text"
    assert values.GetString(json_dict, "integer") == "7"
    assert values.GetString(json_dict, "list") is None


def testHashContent():
    """Text and bytes of the same content have the same size and SHA-256."""
    sha256 = "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae"

    assert values.HashContent("foo") == (3, sha256)
    assert values.HashContent(b"foo") == (3, sha256)
    assert values.HashContent(values.DecodeText(b"\xff"))[0] == 1
    assert values.HashContent("\ud83d")[0] == 6
    assert values.HashContent(None) == (None, None)


def testToInteger():
    """Numbers and their text are integers within 64 bits, booleans are not."""
    for value, expected in (
        (7, 7),
        (0, 0),
        (7.9, 7),
        ("7", 7),
        ("-7", -7),
        (True, None),
        (None, None),
        ("", None),
        ("7.5", None),
        ("1_000", None),
        ("７", None),
        (" 7", None),
        ((1 << 63) - 1, (1 << 63) - 1),
        (1 << 63, None),
        (-(1 << 63), -(1 << 63)),
        ("9" * 19, None),
        ("9" * 5000, None),
        (float("nan"), None),
        (float("inf"), None),
        (1e300, None),
        ([7], None),
    ):
        assert values.ToInteger(value) == expected, value


@strategies.PROPERTY
@hypothesis.given(strategies.JSON_VALUES)
def testToIntegerProperties(json_value):
    """Any JSON value gives an integer of 64 bits or nothing."""
    integer = values.ToInteger(json_value)

    assert integer is None or (
        isinstance(integer, int) and -(1 << 63) <= integer < 1 << 63
    )


def testToString():
    """Strings and numbers are strings; empty ones, booleans and lists are not."""
    for value, expected in (
        ("text", "text"),
        ("", None),
        (0, "0"),
        (1.5, "1.5"),
        (False, None),
        (None, None),
        ([], None),
        (10**400, None),
    ):
        assert values.ToString(value) == expected, value


def testToStrings():
    """A list gives its strings, a string itself."""
    assert values.ToStrings(["a", 1, None, "", ["b"]]) == ["a", "1"]
    assert values.ToStrings("a") == ["a"]
    assert values.ToStrings(None) == []


def testToText():
    """A string stays, all else is compact JSON, nothing is nothing."""
    assert values.ToText('{"a": 1}') == '{"a": 1}'
    assert values.ToText({"a": [1]}) == '{"a":[1]}'
    assert values.ToText(False) == "false"
    assert values.ToText("") is None
    assert values.ToText(None) is None


@strategies.PROPERTY
@hypothesis.given(strategies.JSON_VALUES)
def testConversionsNeverRaise(json_value):
    """Any JSON value is converted into a string, strings and text, or none."""
    assert values.ToString(json_value) != ""
    assert all(isinstance(string, str) for string in values.ToStrings(json_value))
    text = values.ToText(json_value)
    assert text is None or isinstance(text, str)


@pytest.mark.parametrize(
    "value,expected,is_whole",
    [
        ('{"a":[1,2]}', {"a": [1, 2]}, True),
        (b'{"a":[1,2,34', {"a": [1, 2]}, False),
        ('{"a":"b', {"a": "b"}, False),
        ("no JSON", None, False),
        ("", None, False),
        (None, None, False),
        (1.5, None, False),
    ],
)
def testDecodeDamagedJSON(value, expected, is_whole):
    """What is damaged gives what of it can be read, and the reason."""
    json_value, reason = values.DecodeDamagedJSON(value)

    assert json_value == expected
    assert (reason is None) is is_whole


class DecodePartialJSONTest(unittest.TestCase):
    """Tests of JSON that was cut off."""

    def testEveryCut(self):
        """Every beginning of a document gives what of it is whole."""
        document = {
            "type": 1,
            "text": 'a "quoted" \\ line\nand ž😀',
            "list": [1, 2.5, True, None, {"x": [[]]}],
            "end": "z",
        }
        for text in (json.dumps(document), json.dumps(document, ensure_ascii=False)):
            for length in range(1, len(text) + 1):
                value, reason = values.DecodePartialJSON(text[:length])
                self.assertIsNone(reason, text[:length])
                for name, member in value.items():
                    if name == "text":
                        self.assertTrue(
                            document[name].startswith(member.rstrip("\ud83d"))
                        )
                    elif name != "list" and name != "end":
                        self.assertEqual(member, document[name])
            self.assertEqual(values.DecodePartialJSON(text), (document, None))

    def testNothingWhole(self):
        """What has nothing whole gives a reason."""
        for text in ("", "x", "}", '"', None, b"{}", "nul"):
            value, reason = values.DecodePartialJSON(text)
            if reason is None:
                self.assertEqual(value, "")
            else:
                self.assertIsNone(value)

    def testHostile(self):
        """Depth and length cost neither an exception nor much time."""
        for text in (
            "[" * 100_000,
            '{"a":' * 100_000,
            '"' + "\\\\" * 100_000,
            '["' * 9,
        ):
            values.DecodePartialJSON(text)
        value, reason = values.DecodePartialJSON('{"text":"' + "x" * 1_000_000)
        self.assertIsNone(reason)
        self.assertEqual(len(value["text"]), 1_000_000)
