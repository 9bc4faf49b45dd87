"""Tests of the benchmarks: a small run of them, of which no time is asserted."""

import hashlib
import os
import sqlite3
import sys
import tempfile
import unittest
from unittest import mock

from plaso.parsers import manager

from cursor_plaso import database
from cursor_plaso import producer
from cursor_plaso.state import reader
from tests import lib
from tests.benchmarks import __main__
from tests.benchmarks import generator
from tests.benchmarks import measures
from tests.benchmarks import plaso_run


def _Generate(path, size=300_000, **mix_keys):
    """Generates a small database.

    Args:
      path (str): path of the database.
      size (Optional[int]): bytes of its rows.
      mix_keys (dict[str, float]): attributes of the mix.

    Returns:
      DatabaseSummary: what the database holds.
    """
    mix = generator.Mix(bubbles_per_conversation=20, text_scale=0.05, **mix_keys)
    return generator.StateDatabaseGenerator(path, mix=mix).Generate(size=size)


class GeneratorTest(unittest.TestCase):
    """Tests of the generator."""

    def setUp(self):
        """Makes a directory."""
        # The directory is removed after each test.
        # pylint: disable-next=consider-using-with
        self._directory = tempfile.TemporaryDirectory()
        self._path = os.path.join(self._directory.name, "state.vscdb")

    def tearDown(self):
        """Removes the directory."""
        self._directory.cleanup()

    def testStateDatabase(self):
        """What is generated is a sound database in the shares that were asked for."""
        summary = _Generate(self._path, size=1_000_000, deleted_share=0.3)

        connection = sqlite3.connect(self._path)
        ((state,),) = connection.execute("PRAGMA integrity_check")
        ((number_of_free_pages,),) = connection.execute("PRAGMA freelist_count")
        connection.close()
        self.assertEqual(state, "ok")
        self.assertGreater(number_of_free_pages, 0)
        self.assertAlmostEqual(summary.GetBubbleShare(), 0.4, delta=0.05)
        self.assertLess(summary.bubbles, summary.counts["bubble"])

    def testStateDatabaseIsTheSame(self):
        """The same arguments give the same file."""
        digests = set()
        for _ in range(2):
            _Generate(self._path)
            with open(self._path, "rb") as file_object:
                digests.add(hashlib.sha256(file_object.read()).hexdigest())

        self.assertEqual(len(digests), 1)

    def testStateDatabaseIsRead(self):
        """The reader finds every bubble, and what is left of deleted ones."""
        summary = _Generate(self._path, size=600_000, deleted_share=0.4)

        collecting_producer = producer.CollectingProducer()
        with open(self._path, "rb") as file_object:
            state_database = database.Database(
                file_object, producer=collecting_producer
            )
            reader.StateReader(collecting_producer, state_database).Read()

        self.assertEqual(collecting_producer.warnings, [])
        bubbles = {
            event_data.bubble_identifier
            for event_data, is_recovered in zip(
                collecting_producer.event_data, collecting_producer.recovered
            )
            if event_data.evidence_source == "bubble" and not is_recovered
        }
        self.assertEqual(len(bubbles), summary.bubbles)
        self.assertTrue(any(collecting_producer.recovered))

    def testChromeHistory(self):
        """plaso's own plugin reads every visit of the generated history."""
        path = os.path.join(self._directory.name, "History")
        generator.GenerateChromeHistory(path, 5)

        result = lib.ParsePath("sqlite/chrome_27_history", path)

        self.assertEqual(result.warnings, [])
        self.assertEqual(len(result.event_data), 5)

    def testForeignFiles(self):
        """No parser of this package takes a foreign file for its own."""
        path = os.path.join(self._directory.name, "foreign")
        generator.GenerateForeignFiles(path, 10)

        paths = [
            os.path.join(directory, name)
            for directory, _, names in os.walk(path)
            for name in names
        ]
        result = lib.ParsePath("cursor_state,cursor_files,cursor_transcript", *paths)

        self.assertEqual(len(paths), 10)
        self.assertEqual((result.event_data, result.warnings), ([], []))


class FloorTest(unittest.TestCase):
    """Tests of the floor."""

    def testFloor(self):
        """The floor yields the very event data that the parser makes."""
        manager.ParsersManager.RegisterParser(plaso_run.FloorParser)
        try:
            with tempfile.TemporaryDirectory() as directory:
                path = os.path.join(directory, "state.vscdb")
                record_path = os.path.join(directory, "records")
                _Generate(path)
                count = plaso_run.Record(path, record_path)
                plaso_run.FloorParser.records = plaso_run.ReadRecords(record_path)
                floor_result = lib.ParsePath("benchmark_floor", path)
                result = lib.ParsePath("cursor_state", path)
        finally:
            plaso_run.FloorParser.records = []
            manager.ParsersManager.DeregisterParser(plaso_run.FloorParser)

        self.assertEqual(count, len(result.event_data))
        hashes = [
            [
                event_data.CopyToDict()["_event_values_hash"]
                for event_data in parse_result.event_data
            ]
            for parse_result in (floor_result, result)
        ]
        self.assertEqual(hashes[0], hashes[1])


class MeasuresTest(unittest.TestCase):
    """Tests of the measures."""

    def testMeasures(self):
        """The measures that need no run of log2timeline give figures."""
        with tempfile.TemporaryDirectory() as directory:
            benchmarks = measures.Benchmarks(directory, measures.SIZES["small"])
            rows = [
                *benchmarks.MeasureReading(),
                *benchmarks.MeasureWarm(),
                *benchmarks.MeasureGrowth(),
                *benchmarks.MeasureEventRate(),
            ]

        self.assertEqual(len(rows), 8)
        for row in rows:
            self.assertTrue(row.name)
            self.assertTrue(row.value)
            self.assertTrue(row.detail)

    def testMain(self):
        """The command prints a table and reads in place without a temporary file."""
        result = lib.RunCommand(
            [
                sys.executable,
                "-m",
                "tests.benchmarks",
                "--size",
                "small",
                "--measure",
                "temporary-files",
            ],
            directory=lib.PROJECT_PATH,
        )

        rows = [line.split(" | ") for line in result.stdout.splitlines()]
        self.assertIn(["| temporary disk used", "0 bytes"], [row[:2] for row in rows])

    def testArguments(self):
        """A size that is not known is refused."""
        with self.assertRaises(SystemExit), tempfile.TemporaryFile("w") as errors:
            with mock.patch("sys.stderr", errors):
                __main__.Main(["--size", "huge"])


if __name__ == "__main__":
    unittest.main()
