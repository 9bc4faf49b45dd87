"""Tests of the times of bubbles."""

import unittest

from cursor_plaso.state import bubble_times

_NONE = (None, None, None)
_TIME = 1790848800123


class BubbleTimesTest(unittest.TestCase):
    """Tests of the times of bubbles."""

    def testGetOwnTime(self):
        """The first field that holds a plausible time counts, and is named."""
        for bubble, header_times, expected_time in (
            (
                {"createdAt": "2026-10-01T10:00:00.123Z", "startedAtMs": 1790000000000},
                _NONE,
                (_TIME, "bubble.createdAt"),
            ),
            # Milliseconds as a number, as text and with a fraction (2.3).
            ({"createdAt": _TIME}, _NONE, (_TIME, "bubble.createdAt")),
            ({"createdAt": str(_TIME)}, _NONE, (_TIME, "bubble.createdAt")),
            ({"startedAtMs": _TIME}, _NONE, (_TIME, "bubble.startedAtMs")),
            ({"startedAtMs": str(_TIME)}, _NONE, (_TIME, "bubble.startedAtMs")),
            (
                {"timingInfo": {"clientRpcSendTime": _TIME + 0.25}},
                _NONE,
                (_TIME, "bubble.timingInfo.clientRpcSendTime"),
            ),
            # A float since the program started is no time.
            ({"timingInfo": {"clientStartTime": 250000.5}}, _NONE, (None, None)),
            (
                {"createdAt": "yesterday"},
                (_TIME, None, None),
                (_TIME, "header entry createdAt"),
            ),
            ({}, (None, _TIME, None), (_TIME, "header entry startedAtMs")),
            ({"completedAtMs": _TIME}, _NONE, (_TIME, "bubble.completedAtMs")),
            ({}, (None, None, _TIME), (_TIME, "header entry completedAtMs")),
            ({"timingInfo": "none"}, _NONE, (None, None)),
        ):
            with self.subTest(bubble=bubble, header_times=header_times):
                self.assertEqual(
                    bubble_times.GetOwnTime(bubble, header_times), expected_time
                )

    def testGetDecisionTime(self):
        """An answer shows when the call starts, or else when it is complete."""
        for bubble, additional_data, expected_time in (
            (
                {"completedAtMs": _TIME + 1},
                {"startedAtMs": _TIME},
                (_TIME, "toolFormerData.additionalData.startedAtMs"),
            ),
            (
                {"completedAtMs": _TIME, "createdAt": _TIME - 1},
                {},
                (_TIME, "bubble.completedAtMs"),
            ),
            ({"createdAt": _TIME}, {}, (_TIME, "bubble.createdAt")),
        ):
            with self.subTest(bubble=bubble, additional_data=additional_data):
                self.assertEqual(
                    bubble_times.GetDecisionTime(bubble, additional_data, _NONE),
                    expected_time,
                )
        self.assertEqual(
            bubble_times.GetDecisionTime({}, {}, (1, 2, _TIME)),
            (_TIME, "header entry completedAtMs"),
        )

    def testCreateTime(self):
        """Milliseconds become a date and time in UTC."""
        self.assertEqual(
            bubble_times.CreateTime(_TIME).CopyToDateTimeString(),
            "2026-10-01 10:00:00.123",
        )
        self.assertIsNone(bubble_times.CreateTime(None))


if __name__ == "__main__":
    unittest.main()
