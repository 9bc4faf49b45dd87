"""Tests of the readers of the update supervisor."""

import io
import json
import unittest

from cursor_plaso.files import update_supervisor
from tests import wrong_types
from tests.files import test_lib

_DIRECTORY = "/Users/ana/Library/Application Support/Cursor/update-supervisor/u-1"

_COMMON = {"installationId": "u-1", "schemaVersion": 1}

_STARTED = {
    **_COMMON,
    "phase": "idle",
    "recordedAt": "2026-10-01T10:00:00.000Z",
    "type": "supervisor_started",
    "currentVersion": "3.25.9",
    "targetVersion": "3.26.13",
    "oldMainPid": 812,
}
_CHANGED = {
    **_COMMON,
    "phase": "waiting",
    "recordedAt": "2026-10-01T10:00:01.000Z",
    "type": "phase_changed",
    "from": "idle",
    "to": "waiting",
    "reason": "started",
}


class UpdateSupervisorTest(unittest.TestCase):
    """Tests of the readers of the update supervisor."""

    def _ReadLines(self, *file_lines):
        """Reads lines of events.jsonl.

        Args:
          file_lines (list[bytes]): lines.

        Returns:
          CollectingProducer: producer.
        """
        producer = test_lib.CheckingProducer()
        update_supervisor.ReadEventLines(io.BytesIO(b"\n".join(file_lines)), producer)
        return producer

    def testEvents(self):
        """Each line is an event at the time it was recorded."""
        producer = self._ReadLines(
            json.dumps(_STARTED).encode(), json.dumps(_CHANGED).encode()
        )

        self.assertEqual(producer.warnings, [])
        self.assertEqual(
            [event_data.record_key for event_data in producer.event_data],
            ["line 1", "line 2"],
        )
        self.assertEqual(
            [test_lib.GetValues(event_data) for event_data in producer.event_data],
            [
                {
                    "details": "oldMainPid=812",
                    "installation_identifier": "u-1",
                    "phase": "idle",
                    "recorded_time": "2026-10-01T10:00:00.000+00:00",
                    "time_source": "recordedAt",
                    "update_type": "supervisor_started",
                    "version_from": "3.25.9",
                    "version_to": "3.26.13",
                },
                {
                    "details": "from=idle reason=started to=waiting",
                    "installation_identifier": "u-1",
                    "phase": "waiting",
                    "recorded_time": "2026-10-01T10:00:01.000+00:00",
                    "time_source": "recordedAt",
                    "update_type": "phase_changed",
                },
            ],
        )

    def testBadLines(self):
        """A bad line is a warning and costs no other line."""
        line = json.dumps(_CHANGED).encode()
        producer = self._ReadLines(
            b"",
            line,
            b'{"cut": "',
            b"[1]",
            b"\xff\xfe",
            b"x" * 2000000,
            line,
            line[:40],
        )

        self.assertEqual(
            [event_data.record_key for event_data in producer.event_data],
            ["line 2", "line 7"],
        )
        self.assertEqual(len(producer.warnings), 5)
        self.assertIn("line 6: line too long", producer.warnings[3])

    def testWrongTypes(self):
        """A member of a wrong type is told once and costs its neighbours nothing."""

        def Read(text):
            """Reads a line.

            Args:
              text (str): JSON of the line.

            Returns:
              CollectingProducer: what was produced.
            """
            producer = test_lib.CheckingProducer()
            update_supervisor.ReadEventLines(
                io.BytesIO(f"{text:s}\n".encode("utf-8")), producer
            )
            return producer

        wrong_types.CheckWrongTypes(
            self,
            Read,
            {
                "installationId": "i",
                "phase": "p",
                "recordedAt": "2026-10-01T10:00:00.000Z",
                "targetVersion": "3",
                "type": "t",
            },
        )

    def testAbort(self):
        """The reader stops when it is told to."""
        producer = test_lib.CheckingProducer()
        producer.SignalAbort()
        update_supervisor.ReadEventLines(
            io.BytesIO(json.dumps(_STARTED).encode()), producer
        )

        self.assertEqual(producer.event_data, [])

    def testDamagedFirstLine(self):
        """A file that the parser of plaso refuses is read; no other is read twice."""
        line = json.dumps(_STARTED).encode()
        producer, is_known = test_lib.ReadFile(
            f"{_DIRECTORY:s}/events.jsonl", b"\x00\x00" + b"\n" + line
        )
        self.assertTrue(is_known)
        self.assertEqual(len(producer.event_data), 1)
        self.assertEqual(len(producer.warnings), 1)

        producer, is_known = test_lib.ReadFile(f"{_DIRECTORY:s}/events.jsonl", line)
        self.assertFalse(is_known)
        self.assertEqual(producer.event_data, [])

    def testResult(self):
        """The result stands at the time the update was completed."""
        producer, _ = test_lib.ReadFile(
            f"{_DIRECTORY:s}/result.json",
            {
                **_COMMON,
                "completedAt": "2026-10-01T10:00:08.000Z",
                "details": {"currentVersion": "3.26.13", "elapsedMs": 8000},
                "finalPhase": "confirmed",
                "status": "success",
            },
        )

        self.assertEqual(
            test_lib.GetValues(producer.event_data[0]),
            {
                "details": "currentVersion=3.26.13 elapsedMs=8000 status=success",
                "installation_identifier": "u-1",
                "phase": "confirmed",
                "recorded_time": "2026-10-01T10:00:08.000+00:00",
                "time_source": "completedAt",
                "update_type": "result",
            },
        )

    def testAppReady(self):
        """The program that is ready is the one that the update brought."""
        producer, _ = test_lib.ReadFile(
            f"{_DIRECTORY:s}/app-ready.json",
            {"currentVersion": "3.26.13", "pid": 9, "readyAt": 1790848807000},
        )

        self.assertEqual(
            test_lib.GetValues(producer.event_data[0]),
            {
                "details": "pid=9",
                "installation_identifier": "u-1",
                "recorded_time": "2026-10-01T10:00:07.000+00:00",
                "time_source": "readyAt",
                "update_type": "app-ready",
                "version_to": "3.26.13",
            },
        )

    def testState(self):
        """On Windows the state has the time of the file."""
        producer, _ = test_lib.ReadFile(
            "/Users/ana/AppData/Roaming/Cursor/update-supervisor/win32/u-1/state.json",
            {**_COMMON, "stage": "waiting_for_launch"},
        )

        self.assertEqual(
            test_lib.GetValues(producer.event_data[0]),
            {
                "installation_identifier": "u-1",
                "modification_time": test_lib.FILE_TIME,
                "phase": "waiting_for_launch",
                "time_source": "file modification time",
                "update_type": "state",
            },
        )

    def testForeign(self):
        """Files of these names of other programs are refused in silence."""
        for path, content in (
            ("/home/ana/proj/result.json", {"status": "success"}),
            ("/x/update-supervisor/u/state.json", {"state": 1}),
            ("/x/update-supervisor/u/result.json", b'{"installationId": '),
        ):
            with self.subTest(path=path):
                producer, is_known = test_lib.ReadFile(path, content)

                self.assertFalse(is_known)
                self.assertEqual(producer.event_data, [])
                self.assertEqual(producer.warnings, [])


if __name__ == "__main__":
    unittest.main()
