"""Tests of the JSON-L plugin of the NDJSON index of SDK agents."""

import os
import shutil
import tempfile
import unittest

from tests import lib

_STORE_PATH = os.path.join(
    lib.TEST_DATA_PATH, "samples", "sdk_local_store", "jsonl-store"
)


class CursorSDKIndexJSONLPluginTest(unittest.TestCase):
    """Tests of the plugin."""

    def testBadLine(self):
        """A line that is no JSON costs that line alone."""
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, "runs.ndjson")
            shutil.copyfile(os.path.join(_STORE_PATH, "runs.ndjson"), path)
            expected = lib.ParsePath("jsonl/cursor_sdk_index", path)
            with open(path, "ab") as file_object:
                file_object.write(b'{"runId":\n[]\n\n')
            result = lib.ParsePath("jsonl/cursor_sdk_index", path)

        self.assertEqual(len(result.event_data), len(expected.event_data))
        self.assertGreater(len(result.event_data), 0)
        self.assertEqual(len(result.warnings), 2)
        number = len(expected.event_data)
        self.assertTrue(
            result.warnings[0].startswith(f"SDK index line {number + 1:d}: not JSON")
        )
        self.assertEqual(
            result.warnings[1], f"SDK index line {number + 2:d}: not an object"
        )

    def testBadFirstLine(self):
        """A first line by which plaso does not know the file costs that line alone."""
        with open(os.path.join(_STORE_PATH, "runs.ndjson"), "rb") as file_object:
            data = file_object.read()
        parsers = "cursor_files,jsonl/cursor_sdk_index"
        with tempfile.TemporaryDirectory() as directory:
            directory = os.path.join(directory, ".cursor", "projects", "p")
            os.makedirs(directory)
            path = os.path.join(directory, "runs.ndjson")
            for first_line, number_of_warnings in (
                (b"", 0),
                (b"\n", 0),
                (b'{"runId":\n', 1),
                (b"\xff\n", 1),
                (b"[]\n", 1),
                (b"{}\n", 1),
                (b'{"a":' * 50000 + b"\n", 1),
            ):
                with self.subTest(first_line=first_line[:20]):
                    with open(path, "wb") as file_object:
                        file_object.write(first_line + data)
                    try:
                        result = lib.ParsePath(parsers, path)
                    except RecursionError:
                        # That of plaso's own parser, which a worker catches.
                        result = lib.ParsePath("cursor_files", path)

                    self.assertEqual(len(result.event_data), data.count(b"\n"))
                    self.assertEqual(len(result.warnings), number_of_warnings)

    def testLongFirstLine(self):
        """Whatever the length of the first line one parser reads the file, once."""
        with open(os.path.join(_STORE_PATH, "runs.ndjson"), "rb") as file_object:
            data = file_object.read()
        with tempfile.TemporaryDirectory() as directory:
            directory = os.path.join(directory, ".cursor", "projects", "p")
            os.makedirs(directory)
            path = os.path.join(directory, "runs.ndjson")
            first_line, _, rest = data.partition(b"\n")
            for size in (65534, 65535, 65536, 65537, 65538, 200000):
                number = size - len(first_line) - 8
                for padding, line_feed in (
                    (b"p" * number, b"\n"),
                    (b"p" * number, b"\r\n"),
                    # Characters of two bytes.
                    (b"\xc3\xa9" * (number // 2) + b"p" * (number % 2), b"\n"),
                ):
                    with self.subTest(size=size, line_feed=line_feed):
                        line = first_line[:-1] + b', "x":"' + padding + b'"}'
                        with open(path, "wb") as file_object:
                            file_object.write(line + line_feed + rest)
                        result = lib.ParsePath(
                            "cursor_files,jsonl/cursor_sdk_index", path
                        )

                        self.assertEqual(len(result.event_data), data.count(b"\n"))
                        self.assertEqual(result.warnings, [])


if __name__ == "__main__":
    unittest.main()
