"""Tests of the reader of terminal captures."""

import unittest

from tests.files import test_lib

_PATH = "/home/ana/.cursor/projects/home-ana-proj/terminals/401229.txt"


class TerminalTest(unittest.TestCase):
    """Tests of the reader of terminal captures."""

    def testPlain(self):
        """A capture without front matter is its output at the time of the file."""
        producer, is_known = test_lib.ReadFile(_PATH, b"ana@host:~$ ls\ncalc.py\n")

        self.assertTrue(is_known)
        self.assertEqual(
            test_lib.GetValues(producer.event_data[0]),
            {
                "modification_time": test_lib.FILE_TIME,
                "result": "ana@host:~$ ls\ncalc.py\n",
                "result_preview": "ana@host:~$ ls calc.py",
                "time_source": "file modification time",
            },
        )

    def testFrontMatter(self):
        """The front matter tells folder, last command and exit code."""
        producer, _ = test_lib.ReadFile(
            _PATH,
            b"---\npid: 128\ncwd: /home/ana/proj\nlast_command: |\n  pytest -q\n"
            b"last_exit_code: 1\n---\n1 failed\n",
        )

        self.assertEqual(
            test_lib.GetValues(producer.event_data[0]),
            {
                "command": "pytest -q",
                "exit_code": 1,
                "modification_time": test_lib.FILE_TIME,
                "process_identifier": 128,
                "result": "1 failed\n",
                "result_preview": "1 failed",
                "time_source": "file modification time",
                "working_directory": "/home/ana/proj",
            },
        )

    def testTimes(self):
        """A capture that has times of its own stands at them."""
        producer, _ = test_lib.ReadFile(
            _PATH,
            b'---\npid: 128\ncwd: "C:\\\\proj"\ncommand: "echo \\"a\\"\\nls"\n'
            b'title: "List"\nstatus: succeeded\nstarted_at: 2026-10-01T10:00:00.000Z\n'
            b"running_for_ms: 4000     \n---\nout\n---\nmore\n\n---\nexit_code: 0\n"
            b"elapsed_ms: 5000\nended_at: 2026-10-01T10:00:05.000Z\n---\n",
        )

        self.assertEqual(
            test_lib.GetValues(producer.event_data[0]),
            {
                "command": 'echo "a" ls',
                "command_description": "List",
                "duration": 5000,
                "end_time": "2026-10-01T10:00:05.000+00:00",
                "exit_code": 0,
                "process_identifier": 128,
                "result": "out\n---\nmore\n",
                "result_preview": "out --- more",
                "start_time": "2026-10-01T10:00:00.000+00:00",
                "status": "succeeded",
                "time_source": "started_at, ended_at",
                "working_directory": "c:\\proj",
            },
        )

    def testRunning(self):
        """A command that had not ended has no end time and no exit code."""
        producer, _ = test_lib.ReadFile(
            _PATH,
            b"---\npid: 1\ncwd: /a\ncommand: x\nstarted_at: 2026-10-01T10:00:00Z\n"
            b"---\nstill\n",
        )
        event_data = producer.event_data[0]

        self.assertIsNone(event_data.end_time)
        self.assertIsNone(event_data.exit_code)
        self.assertEqual(event_data.time_source, "started_at")

    def testNoFrontMatter(self):
        """What only looks like a front matter stays output."""
        for content in (
            "---\n",
            "---\nthis is text\n---\n",
            "---\npid: 1\n",
            "---\n---\n",
            "---\r\npid 1\r\n---\r\n",
        ):
            with self.subTest(content=content):
                producer, _ = test_lib.ReadFile(_PATH, content)

                self.assertEqual(len(producer.event_data), 1)
                self.assertIsNone(producer.event_data[0].process_identifier)
                self.assertEqual(producer.warnings, [])

    def testLargeOutput(self):
        """Output over 64 KiB is cut, with the size and the hash of the whole."""
        producer, _ = test_lib.ReadFile(_PATH, b"---\npid: 1\n---\n" + b"x" * 100000)
        event_data = producer.event_data[0]

        self.assertEqual(len(event_data.result), 65536)
        self.assertEqual(event_data.result_size, 100000)
        self.assertTrue(event_data.result_sha256)

    def testForeign(self):
        """Text files in other directories of this name are refused in silence."""
        for path in ("/srv/projects/a/terminals/1.txt", "/srv/terminals/1.txt"):
            for content in (b"text", b"---\ntitle: a\n---\n", b"\x00\xff", b""):
                with self.subTest(path=path, content=content):
                    producer, is_known = test_lib.ReadFile(path, content)

                    self.assertFalse(is_known)
                    self.assertEqual(producer.event_data, [])

    def testRenamedDirectory(self):
        """In a directory that was renamed the front matter tells."""
        _, is_known = test_lib.ReadFile(
            "/x/projects/p/terminals/1.txt", b"---\npid: 1\nlast_command: ls\n---\n"
        )

        self.assertTrue(is_known)


if __name__ == "__main__":
    unittest.main()
