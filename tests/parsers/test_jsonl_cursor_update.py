"""Tests of the JSON-L parser plugin for the events of the update supervisor."""

import glob
import json
import os
import tempfile
import unittest

from tests import lib

_DIRECTORY = os.path.join(
    lib.TEST_DATA_PATH,
    "trees",
    "macos",
    "Users",
    "ana",
    "Library",
    "Application Support",
    "Cursor",
    "update-supervisor",
)

_LINE = {
    "installationId": "u-1",
    "phase": "idle",
    "recordedAt": "2026-10-01T10:00:00.000Z",
    "schemaVersion": 1,
    "type": "supervisor_started",
    "currentVersion": "3.25.9",
    "targetVersion": "3.26.13",
}


class CursorUpdateJSONLPluginTest(unittest.TestCase):
    """Tests of the JSON-L parser plugin for the events of the update supervisor."""

    def testProcess(self):
        """Each line is an event at the time it was recorded."""
        paths = glob.glob(os.path.join(_DIRECTORY, "*", "events.jsonl"))
        result = lib.ParsePath("jsonl/cursor_update", *paths)
        events = lib.MakeEvents(result)

        self.assertEqual(result.warnings, [])
        self.assertEqual(len(events), 7)
        time, description, event_data = events[0]
        self.assertEqual(time, "2026-10-01T10:00:00.000+00:00")
        self.assertEqual(description, "Recorded Time")
        self.assertEqual(
            lib.FormatMessage(event_data)[0],
            "update supervisor_started phase=idle 3.25.9 -> 3.26.13 oldMainPid=812 "
            f"(installation: {event_data.installation_identifier:s})",
        )
        self.assertEqual(event_data.username, "ana")
        self.assertEqual(event_data.platform, "macOS")

    def testOnce(self):
        """With the parser of files at work too, a line comes out once."""
        paths = glob.glob(os.path.join(_DIRECTORY, "*", "*.json*"))
        result = lib.ParsePath("cursor_files,jsonl/cursor_update", *paths)
        update_types = [event_data.update_type for event_data in result.event_data]

        for update_type in ("supervisor_started", "result", "app-ready"):
            self.assertEqual(update_types.count(update_type), 1)

    def testDamaged(self):
        """A damaged line costs itself, also if it is the first one or the last."""
        line = json.dumps(_LINE)
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, "update-supervisor", "u-1", "events.jsonl")
            os.makedirs(os.path.dirname(path))
            for text, expected_number in (
                (f"{line:s}\n\nbad\n{line:s}\n{line[:50]:s}", 2),
                (f"bad\n{line:s}\n", 1),
            ):
                with open(path, "w", encoding="utf-8") as file_object:
                    file_object.write(text)
                result = lib.ParsePath("cursor_files,jsonl/cursor_update", path)

                self.assertEqual(len(result.event_data), expected_number)
                self.assertTrue(result.warnings)

    def testForeign(self):
        """JSON lines of other programs give neither an event nor a warning."""
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, "events.jsonl")
            for text in ('{"type": "a"}\n', "[1]\n", '["{", "}"]\n'):
                with open(path, "w", encoding="utf-8") as file_object:
                    file_object.write(text)
                result = lib.ParsePath("jsonl/cursor_update", path)

                self.assertEqual(result.event_data, [])
                self.assertEqual(result.warnings, [])


if __name__ == "__main__":
    unittest.main()
