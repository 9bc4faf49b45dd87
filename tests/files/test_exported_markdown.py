"""Tests of the reader of exported conversations."""

import unittest

from dfdatetime import posix_time as dfdatetime_posix_time

from cursor_plaso.files import exported_markdown
from tests.files import test_lib

_BODY = (
    "\n---\n\n**User**\n\nAdd a subtract function\n\n---\n\n**Cursor**\n\nAdded.\n\n---"
    "\n\n**User**\n\nThanks\n"
)


def _Read(line, modification_time=None):
    """Reads an exported conversation.

    Args:
      line (str): line that tells when it was exported.
      modification_time (Optional[int]): content modification time of the file in
          seconds since the epoch.

    Returns:
      CollectingProducer: what was produced, or None if the file is not recognised.
    """
    content = f"# Add subtract\n{line:s}\n{_BODY:s}".encode("utf-8")
    evidence_file = test_lib.MakeFile("/home/ana/Desktop/export.md", content)
    if modification_time:
        evidence_file.modification_time = dfdatetime_posix_time.PosixTime(
            timestamp=modification_time
        )
    if not exported_markdown.IsExport(content[: exported_markdown.HEAD_SIZE]):
        return None
    producer = test_lib.CheckingProducer()
    exported_markdown.ReadExport(evidence_file, producer)
    return producer


class ExportedMarkdownTest(unittest.TestCase):
    """Tests of the reader of exported conversations."""

    def testRead(self):
        """An export has its title, version, time and number of user blocks."""
        producer = _Read(
            "_Exported on 10/1/2026 at 12:05:09 GMT+2 from Cursor (3.26.13)_"
        )
        values = test_lib.GetValues(producer.event_data[0])
        text = values.pop("message_body")
        values.pop("message_body_preview")

        self.assertTrue(text.startswith("# Add subtract\n"))
        self.assertEqual(
            values,
            {
                "conversation_title": "Add subtract",
                "creation_time": "2026-10-01T12:05:09+02:00",
                "message_count": 2,
                "time_source": "Exported on line, read as M/D/Y",
                "time_zone": "GMT+2",
                "version": "3.26.13",
            },
        )
        self.assertEqual(producer.warnings, [])
        self.assertEqual(producer.corrupted, [False])

    def testTimes(self):
        """Zones and orders of the date are read where they are certain."""
        for text, expected_time in (
            ("7/8/2025 at 19:03:40 PDT", "2025-07-08T19:03:40-07:00"),
            ("1/7/2026 at 00:17:50 EST", "2026-01-07T00:17:50-05:00"),
            ("3/28/2026 at 10:44:59 PDT", "2026-03-28T10:44:59-07:00"),
            ("28/9/2026 at 17:49:33 VET", "2026-09-28T17:49:33-04:00"),
            ("01/04/2026 at 23:26:26 GMT+8", "2026-04-01T23:26:26+08:00"),
            ("10/1/2026 at 6:05:09 PM EDT", "2026-10-01T18:05:09-04:00"),
            ("10/1/2026 at 12:00:00 UTC", "2026-10-01T12:00:00+00:00"),
            ("10/1/2026 at 12:00:00 GMT", "2026-10-01T12:00:00+00:00"),
            ("10/1/2026 at 12:00:00 GMT+5:30", "2026-10-01T12:00:00+05:30"),
            ("10/1/2026 at 12:00:00 GMT-3", "2026-10-01T12:00:00-03:00"),
            ("10/1/2026 at 12:00:00 CEST", "2026-10-01T12:00:00+02:00"),
            ("1.10.2026 at 12:00:00 MESZ", "2026-10-01T12:00:00+02:00"),
            ("2026/10/1 at 12:00:00 GMT+9", "2026-10-01T12:00:00+09:00"),
            ("2026-10-01 at 12:00:00 CET", "2026-10-01T12:00:00+01:00"),
        ):
            with self.subTest(text=text):
                producer = _Read(f"_Exported on {text:s} from Cursor (3.26.13)_")

                self.assertEqual(
                    test_lib.GetISO8601(producer.event_data[0].creation_time),
                    expected_time,
                )

    def testLocalTime(self):
        """A zone that is not certain leaves a local time, with the zone as written."""
        for zone in ("BST", "IST", "GMT+99", "Ortszeit"):
            producer = _Read(
                f"_Exported on 10/13/2026 at 12:00:00 {zone:s} from Cursor (3.26.13)_"
            )
            event_data = producer.event_data[0]

            self.assertTrue(event_data.creation_time.is_local_time)
            self.assertEqual(event_data.time_zone, zone)
            self.assertEqual(
                test_lib.GetISO8601(event_data.creation_time), "2026-10-13T12:00:00"
            )

    def testOrderByFileTime(self):
        """The time of the file decides where both orders are dates."""
        line = "_Exported on 3/4/2026 at 12:00:00 GMT+1 from Cursor (3.26.13)_"
        for modification_time, expected_time, order in (
            (1772622000, "2026-03-04T12:00:00+01:00", "M/D/Y"),
            (1775214000, "2026-04-03T12:00:00+01:00", "D/M/Y"),
            (1790863200, "2026-03-04T12:00:00+01:00", "M/D/Y"),
        ):
            producer = _Read(line, modification_time)
            event_data = producer.event_data[0]

            self.assertEqual(
                test_lib.GetISO8601(event_data.creation_time), expected_time
            )
            self.assertTrue(event_data.time_source.endswith(order))

    def testUnreadableTime(self):
        """A time that is none is left out, with one warning."""
        for text in (
            "13/13/2026 at 12:00:00 UTC",
            "2/30/2026 at 25:00:00 UTC",
            "today",
        ):
            with self.subTest(text=text):
                producer = _Read(f"_Exported on {text:s} from Cursor (3.26.13)_")

                self.assertIsNone(producer.event_data[0].creation_time)
                self.assertEqual(producer.corrupted, [True])
                self.assertEqual(len(producer.warnings), 1)

    def testIsExport(self):
        """Other Markdown is refused by its first lines."""
        for head, expected_result in (
            (b"# A\n_Exported on 1/1/2026 at 1:00:00 UTC from Cursor (1.0)_\n", True),
            (b"\xef\xbb\xbf# A\r\n_Exported on x from Cursor (1.0)_\r\n", True),
            (b"# A\n\n_Exported on x from Cursor (1.0)_\n", True),
            (b"# A\n_Exported on x from Other (1.0)_\n", False),
            (b"# A\nText\n_Exported on x from Cursor (1.0)_\n", False),
            (b"## A\n_Exported on x from Cursor (1.0)_\n", False),
            (b"# A\n_Exported on 5 May 2026_\n", False),
            (b"", False),
            (b"# " + b"a" * 4094, False),
        ):
            with self.subTest(head=head[:40]):
                self.assertEqual(exported_markdown.IsExport(head), expected_result)


if __name__ == "__main__":
    unittest.main()
