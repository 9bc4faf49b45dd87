"""Tests of the reader of usage exports."""

import io
import unittest

from cursor_plaso.files import usage_export
from tests.files import test_lib

_HEADER = (
    b"Date,User,Cloud Agent ID,Automation ID,Kind,Model,Max Mode,"
    b"Input (w/ Cache Write),Input (w/o Cache Write),Cache Read,"
    b"Output Tokens,Total Tokens,Cost"
)
_OLD_HEADER = (
    b"Date,Kind,Model,Max Mode,Input (w/ Cache Write),Input (w/o Cache Write),"
    b"Cache Read,Output Tokens,Total Tokens,Requests"
)


def _Read(*file_lines, separator=b"\n"):
    """Reads a usage export.

    Args:
      file_lines (list[bytes]): lines.
      separator (Optional[bytes]): what ends a line.

    Returns:
      CollectingProducer: what was produced.
    """
    producer = test_lib.CheckingProducer()
    usage_export.ReadUsageExport(io.BytesIO(separator.join(file_lines)), producer)
    producer.Close()
    return producer


class UsageExportTest(unittest.TestCase):
    """Tests of the reader of usage exports."""

    def testRead(self):
        """A row is an event at its date, joined to the cloud agent."""
        line = (
            b'"2026-10-01T10:01:03.250Z","ana@example.test","bc-e1","",'
            b'"Errored, No Charge","grok-4.7","Yes","120","880","4,000","75","5075",'
            b'"$0.12"'
        )
        for separator in (b"\n", b"\r\n"):
            producer = _Read(_HEADER, line, b"", separator=separator)

            self.assertEqual(producer.warnings, [])
            self.assertEqual(producer.event_data[0].record_key, "line 2")
            self.assertEqual(
                [test_lib.GetValues(event_data) for event_data in producer.event_data],
                [
                    {
                        "account_name": "ana@example.test",
                        "cache_read_tokens": 4000,
                        "conversation_identifier": "bc-e1",
                        "cost": "$0.12",
                        "input_tokens": 880,
                        "input_tokens_cache_write": 120,
                        "max_mode": "Yes",
                        "model": "grok-4.7",
                        "output_tokens": 75,
                        "recorded_time": "2026-10-01T10:01:03.250+00:00",
                        "time_source": "Date",
                        "total_tokens": 5075,
                        "usage_kind": "Errored, No Charge",
                    }
                ],
            )

    def testOldHeader(self):
        """Columns are found by name; not quoted cells and a byte order mark do."""
        producer = _Read(
            b"\xef\xbb\xbf" + _OLD_HEADER,
            b"2025-11-03T08:00:00.000Z,Included,auto,No,1,2,3,4,10,2",
        )

        self.assertEqual(
            test_lib.GetValues(producer.event_data[0]),
            {
                "cache_read_tokens": 3,
                "input_tokens": 2,
                "input_tokens_cache_write": 1,
                "max_mode": "No",
                "model": "auto",
                "number_of_requests": "2",
                "output_tokens": 4,
                "recorded_time": "2025-11-03T08:00:00.000+00:00",
                "time_source": "Date",
                "total_tokens": 10,
                "usage_kind": "Included",
            },
        )

    def testEqualRows(self):
        """Two equal rows are two requests."""
        line = b"2025-11-03T08:00:00.000Z,Free,auto,No,1,2,3,4,10,2"
        producer = _Read(_OLD_HEADER, line, line)

        self.assertEqual(
            [event_data.record_key for event_data in producer.event_data],
            ["line 2", "line 3"],
        )

    def testBadRows(self):
        """A bad row is marked and costs no other row."""
        producer = _Read(
            _OLD_HEADER,
            b"not a date,Free,auto,No,1,2,3,4,10,2",
            b"2025-11-03T08:00:00.000Z,Free,auto,No,x,-,,4",
            b"x" * 70000,
            b"\x00\x00",
            b"2025-11-03T08:00:00.000Z,Free,auto,No,1,2,3,4,99999999999999999999,2",
            b"2025-11-03T08:00:01.000Z,Free,auto,No,1,2,3,4,10,2",
            b'2025-11-03T08:00:02.000Z,"Fre',
        )

        self.assertEqual(
            [
                (event_data.record_key, corrupted)
                for event_data, corrupted in zip(
                    producer.event_data, producer.corrupted
                )
            ],
            [
                ("line 2", True),
                ("line 3", True),
                ("line 6", True),
                ("line 7", False),
                ("line 8", True),
            ],
        )
        self.assertIsNone(producer.event_data[0].recorded_time)
        self.assertIsNone(producer.event_data[1].input_tokens)
        self.assertEqual(len(producer.warnings), 5)

    def testIsUsageExport(self):
        """A file is recognised by its header and nothing else."""
        for head, expected_result in (
            (_HEADER + b"\n", True),
            (_OLD_HEADER + b"\r\n", True),
            (b'"Date","Kind","Model","Max Mode","Cost ($)"\n', True),
            (b"Date,Model,Price\n2026-01-01,Car,5\n", False),
            (b"Model,Max Mode\n", False),
            (b"Updated,Modell,Max Mode\n", False),
            (b"a\n" + _HEADER, False),
            (b"", False),
            (b'"Date,Model' * 100, False),
        ):
            with self.subTest(head=head[:40]):
                self.assertEqual(usage_export.IsUsageExport(head), expected_result)


if __name__ == "__main__":
    unittest.main()
