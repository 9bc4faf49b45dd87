"""Tests of what the readers of ItemTable share."""

import unittest

from cursor_plaso import events
from cursor_plaso import producer as cursor_producer
from cursor_plaso import values
from cursor_plaso.state import item_table
from tests import evidence
from tests.state import item_lib


class FieldsTest(unittest.TestCase):
    """Tests of the members of a JSON object."""

    def testMembers(self):
        """A member of the type asked for is read, and no problem."""
        fields = item_table.Fields(
            {
                "b": True,
                "d": {"a": 1},
                "i": "17",
                "l": [1],
                "s": "text",
                "t": 1790848800000,
                "zero": 0,
                "none": None,
                "empty": "",
            }
        )

        self.assertIs(fields.GetBoolean("b"), True)
        self.assertEqual(fields.GetDictionary("d"), {"a": 1})
        self.assertEqual(fields.GetInteger("i"), 17)
        self.assertEqual(fields.GetList("l"), [1])
        self.assertEqual(fields.GetString("s"), "text")
        self.assertEqual(
            item_lib.GetTime(fields.GetTime("t")), "2026-10-01T10:00:00.000+00:00"
        )
        for name in ("zero", "none", "empty", "absent"):
            self.assertIsNone(fields.GetTime(name))
        for name in ("none", "empty", "absent"):
            self.assertIsNone(fields.GetString(name))
            self.assertEqual(fields.GetList(name), [])
            self.assertEqual(fields.GetDictionary(name), {})
        self.assertEqual(fields.problems, [])

    def testProblems(self):
        """A member of another type is remembered by its name."""
        fields = item_table.Fields({"a": [], "b": {}, "c": "x", "d": True, "e": 5})

        self.assertIsNone(fields.GetString("a"))
        self.assertIsNone(fields.GetInteger("b"))
        self.assertIsNone(fields.GetBoolean("c"))
        self.assertIsNone(fields.GetTime("d"))
        self.assertEqual(fields.GetList("e"), [])
        self.assertEqual(fields.problems, ["a", "b", "c", "d", "e"])


class ItemTableReaderTest(unittest.TestCase):
    """Tests of the shared functionality of readers of ItemTable."""

    # pylint: disable=protected-access

    def setUp(self):
        """Makes a reader."""
        self.producer = cursor_producer.CollectingProducer()
        self.reader = item_table.ItemTableReader(item_lib.MakeContext(self.producer))

    def testDecodeString(self):
        """A string is read as text, as a blob, in quotes and as a number."""
        for value, expected_string in (
            ("ana", "ana"),
            (b"ana", "ana"),
            ('"ana"', "ana"),
            ('"ana', '"ana'),
            ('"', '"'),
            (17, "17"),
            ("null", None),
            ("", None),
            (None, None),
        ):
            with self.subTest(value=value):
                self.assertEqual(
                    self.reader._DecodeString("key", value), expected_string
                )
        self.assertEqual(self.producer.warnings, [])

    def testDecodeBoolean(self):
        """A boolean is read as text and as a number; else there is a warning."""
        for value, expected_boolean in (
            ("true", True),
            (b"false", False),
            ("1", True),
            (0, False),
            (None, None),
        ):
            with self.subTest(value=value):
                self.assertIs(
                    self.reader._DecodeBoolean("key", value), expected_boolean
                )
        self.assertEqual(self.producer.warnings, [])
        self.assertIsNone(self.reader._DecodeBoolean("key", "perhaps"))
        self.assertEqual(
            self.producer.warnings, ["ItemTable row key: value is not a boolean"]
        )

    def testDecodeJSON(self):
        """JSON is read once or twice encoded; another type gives a warning."""
        for value, json_type, expected_value in (
            ("[1]", list, [1]),
            (b'{"a":1}', dict, {"a": 1}),
            ('"{\\"a\\":1}"', dict, {"a": 1}),
            ("null", dict, None),
            ("", dict, None),
            (None, list, None),
        ):
            with self.subTest(value=value):
                self.assertEqual(
                    self.reader._DecodeJSON("key", value, json_type), expected_value
                )
        self.assertEqual(self.producer.warnings, [])

        self.assertIsNone(self.reader._DecodeJSON("key", "[]", dict))
        self.assertIsNone(self.reader._DecodeJSON("key", "{", dict))
        self.assertEqual(len(self.producer.warnings), 2)

    def testDecodeLargeJSON(self):
        """A document over 64 MiB is not decoded, and that is told once."""
        value = bytes(values.MAXIMUM_VALUE_SIZE + 1)

        self.assertIsNone(self.reader._DecodeJSON("key", value, list))
        self.assertEqual(
            self.producer.warnings,
            ["ItemTable row key: value is larger than 64 MiB and was not read"],
        )


class LabelTest(unittest.TestCase):
    """Tests of the text of values."""

    def testFields(self):
        """What has another type is remembered with its place."""
        fields = item_table.Fields(
            {
                "a": {"b": "x", "c": [], "d": {"e": True}},
                "f": 5,
                "g": ["x", None, 1],
                "h": "x",
                "i": {"path": "/x", "scheme": "file"},
                "j": {"path": 5},
                "k": None,
            }
        )
        nested_fields = fields.GetFields("a")

        self.assertEqual(nested_fields.GetString("b"), "x")
        self.assertIsNone(nested_fields.GetString("c"))
        self.assertIsNone(nested_fields.GetFields("d").GetString("e"))
        self.assertIsNone(fields.GetFields("f").GetString("x"))
        self.assertEqual(fields.GetStrings("g"), ["x", "1"])
        self.assertEqual(fields.GetStrings("h"), ["x"])
        self.assertEqual(fields.GetLocation("i"), {"path": "/x", "scheme": "file"})
        self.assertIsNone(fields.GetLocation("j"))
        self.assertIsNone(fields.GetLocation("k"))
        self.assertEqual(fields.problems, ["a.c", "a.d.e", "f", "g", "j"])

    def testGetLabel(self):
        """A value is told as text; of an object, no secret."""
        secret = evidence.MakeSecret("label")
        nested_value = [secret]
        for _ in range(40):
            nested_value = [nested_value]

        for value, expected_label in (
            ("curl", "curl"),
            (True, "true"),
            (17, "17"),
            (None, None),
            ("", None),
            ({"name": "a", "on": False}, '{"name":"a","on":false}'),
            ({"env": {"A": secret}}, '{"env":"***"}'),
            ([{"apiKey": secret}], '[{"apiKey":"***"}]'),
        ):
            with self.subTest(value=value):
                self.assertEqual(item_table.GetLabel(value), expected_label)
        self.assertNotIn(secret, item_table.GetLabel(nested_value))

    def testMaskAddress(self):
        """An address loses user information and secrets, never its path."""
        for address, expected_address in (
            ("github.com/owner/demo", "github.com/owner/demo"),
            ("https://github.com/owner/demo", "https://github.com/owner/demo"),
            ("https://ana:x1@github.com/a/b", "https://***@github.com/a/b"),
            ("ana:x1@github.com/a/b", "***@github.com/a/b"),
            ("https://a.test/b?token=x1&c=d", "https://a.test/b?token=***&c=d"),
            (
                "origin.cursor.com/git/space/tmp-0123456789abcdef",
                "origin.cursor.com/git/space/tmp-0123456789abcdef",
            ),
            ("", ""),
        ):
            with self.subTest(address=address):
                self.assertEqual(item_table.MaskAddress(address), expected_address)

    def testSetTimeSource(self):
        """Only the fields of times that are there are named."""
        event_data = events.CursorWorkspaceEventData()
        item_table.SetTimeSource(event_data, {"creation_time": "createdAt"})
        self.assertIsNone(event_data.time_source)

        event_data.creation_time = item_table.Fields({"t": 1790848800000}).GetTime("t")
        item_table.SetTimeSource(
            event_data, {"creation_time": "createdAt", "update_time": "updatedAt"}
        )
        self.assertEqual(event_data.time_source, "createdAt")


if __name__ == "__main__":
    unittest.main()
