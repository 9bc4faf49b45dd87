"""Tests of the JSON documents of files."""

import unittest

from cursor_plaso.files import documents


class DocumentsTest(unittest.TestCase):
    """Tests of the JSON documents of files."""

    def testDecodeDocument(self):
        """A document is read with and without comments, whatever its encoding."""
        for data, expected_value in (
            (b'{"a": 1}', {"a": 1}),
            (b'\xef\xbb\xbf{"a": 1}', {"a": 1}),
            ('{"a": "\u00e9"}'.encode("utf-16"), {"a": "\u00e9"}),
            (b'// c\n{"a": 1, /* d */ "b": [2,],}', {"a": 1, "b": [2]}),
            (
                b'{"a": "http://b//c", // d\n"e": "/* f */,]"}',
                {"a": "http://b//c", "e": "/* f */,]"},
            ),
        ):
            with self.subTest(data=data):
                self.assertEqual(documents.DecodeDocument(data), (expected_value, None))

    def testDecodeDamagedDocument(self):
        """A damaged document gives a reason that holds nothing of it."""
        for data in (
            b"",
            b"\x00" * 64,
            b'{"secret": "abc',
            b"// only a comment",
            b"{]",
        ):
            with self.subTest(data=data):
                value, reason = documents.DecodeDocument(data)

                self.assertIsNone(value)
                self.assertTrue(reason)
                self.assertNotIn("abc", reason)

    def testStripCommentsIsLinear(self):
        """Quotes and comment signs without an end do not take quadratic time."""
        for text in ('"\\"' * 200000, "/*" * 200000, '",' * 200000, "{, " * 200000):
            self.assertLessEqual(len(documents.StripComments(text)), len(text))


if __name__ == "__main__":
    unittest.main()
