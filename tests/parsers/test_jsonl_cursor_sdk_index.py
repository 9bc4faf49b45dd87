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


if __name__ == "__main__":
    unittest.main()
