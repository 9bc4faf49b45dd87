"""Tests of the filter of what older versions of rows say."""

import unittest

from cursor_plaso import events
from cursor_plaso import times
from cursor_plaso.state import novelty


def _MakeMessage(text):
    """Makes a message.

    Args:
      text (str): text.

    Returns:
      CursorMessageEventData: event data.
    """
    event_data = events.CursorMessageEventData()
    event_data.role = "assistant"
    event_data.message_body = text
    return event_data


class NoveltyFilterTest(unittest.TestCase):
    """Tests of the filter."""

    def testVersions(self):
        """A text that the newer one begins with is not new, another text is."""
        novelty_filter = novelty.NoveltyFilter()
        novelty_filter.SetRow(("t", "k"), [_MakeMessage("The whole reply")])

        self.assertFalse(novelty_filter.IsNew(_MakeMessage("The whole")))
        self.assertTrue(novelty_filter.IsNew(_MakeMessage("Another reply")))
        self.assertFalse(novelty_filter.IsNew(_MakeMessage("Another")))
        self.assertEqual(novelty_filter.number_of_known, 2)

    def testRowsAreApart(self):
        """What one row says is nothing that another row says."""
        novelty_filter = novelty.NoveltyFilter()
        novelty_filter.SetRow(("t", "k"), [_MakeMessage("text")])
        novelty_filter.SetRow(("t", "l"))

        self.assertTrue(novelty_filter.IsNew(_MakeMessage("text")))

    def testFilesAreApart(self):
        """What a row says of one file is nothing that it says of another."""

        def MakeEdit(path, summary):
            event_data = events.CursorFileEditEventData()
            event_data.change_summary = summary
            event_data.file_path = path
            return event_data

        novelty_filter = novelty.NoveltyFilter()
        novelty_filter.SetRow(
            ("t", "k"), [MakeEdit("/a.py", "accepted"), MakeEdit("/b.py", "rejected")]
        )

        self.assertFalse(novelty_filter.IsNew(MakeEdit("/a.py", "accepted")))
        self.assertTrue(novelty_filter.IsNew(MakeEdit("/b.py", "accepted")))
        self.assertFalse(novelty_filter.IsNew(MakeEdit("/b.py", "accepted")))

    def testEditedPrompt(self):
        """A prompt that a longer one begins with was edited, which is new."""
        novelty_filter = novelty.NoveltyFilter()
        prompt = _MakeMessage("question, edited")
        prompt.role = "user"
        older_prompt = _MakeMessage("question")
        older_prompt.role = "user"
        novelty_filter.SetRow(("t", "k"), [prompt])

        self.assertTrue(novelty_filter.IsNew(older_prompt))

    def testStatus(self):
        """Another status of a call is new, another time is not."""
        novelty_filter = novelty.NoveltyFilter()
        call = events.CursorToolCallEventData()
        call.tool_call_identifier = "tc1"
        call.status = "completed"
        novelty_filter.SetRow(("t", "k"), [call])

        older_call = events.CursorToolCallEventData()
        older_call.tool_call_identifier = "tc1"
        older_call.status = "completed"
        older_call.duration = 5
        self.assertFalse(novelty_filter.IsNew(older_call))
        older_call.status = "loading"
        self.assertTrue(novelty_filter.IsNew(older_call))

    def testOtherTypes(self):
        """Of other types every attribute that is not provenance counts."""
        novelty_filter = novelty.NoveltyFilter()
        setting = events.CursorPermissionSettingEventData()
        setting.setting_name = "yoloCommandAllowlist"
        setting.setting_value = "curl"
        setting.record_key = "ItemTable[a]"
        novelty_filter.SetRow(("t", "k"), [setting])

        older_setting = events.CursorPermissionSettingEventData()
        older_setting.setting_name = "yoloCommandAllowlist"
        older_setting.setting_value = "curl"
        older_setting.record_key = "ItemTable[b]"
        self.assertFalse(novelty_filter.IsNew(older_setting))
        older_setting.setting_value = "python3"
        self.assertTrue(novelty_filter.IsNew(older_setting))

    def testMemory(self):
        """What was seen first is forgotten before too much is kept."""
        novelty_filter = novelty.NoveltyFilter()
        text = "x" * (1024 * 1024)
        for index in range(20):
            novelty_filter.SetRow(("t", f"k{index:d}"))
            self.assertTrue(novelty_filter.IsNew(_MakeMessage(text)))
        self.assertLess(novelty_filter._kept_size, 10 * 1024 * 1024)

    def testRecordIdentity(self):
        """A record is known by what it says, its identifiers and its times."""
        message = _MakeMessage("Done.")
        message.conversation_identifier = "c1"
        self.assertIsNone(novelty.GetRecordIdentity(message))

        message.creation_time = times.FromMilliseconds(1790000000000)
        identity = novelty.GetRecordIdentity(message)
        self.assertIsNotNone(identity)
        message.record_key = "blobs[a]"
        message.turn_number = 3
        self.assertEqual(novelty.GetRecordIdentity(message), identity)
        message.creation_time = times.FromMilliseconds(1790000000001)
        self.assertNotEqual(novelty.GetRecordIdentity(message), identity)

        call = events.CursorToolCallEventData()
        call.conversation_identifier = "c1"
        call.tool_call_identifier = "call-1"
        identity = novelty.GetRecordIdentity(call)
        call.result = "ok"
        self.assertNotEqual(novelty.GetRecordIdentity(call), identity)

    def testToldRecords(self):
        """Of two conversations a record is told each, of an unknown one it is not."""
        records = {}
        for identifier in ("c1", "c2", None):
            records[identifier] = _MakeMessage("Done.")
            records[identifier].conversation_identifier = identifier
            records[identifier].message_identifier = "m1"
        told_records = novelty.ToldRecords()
        self.assertFalse(told_records.Take(records["c1"], corrupted=True))
        self.assertFalse(told_records.Take(records["c1"]))
        self.assertTrue(told_records.Take(records["c1"]))
        self.assertTrue(told_records.Take(records[None]))
        self.assertFalse(told_records.Take(records["c2"]))

        told_records = novelty.ToldRecords()
        self.assertFalse(told_records.Take(records[None]))
        self.assertTrue(told_records.Take(records["c1"]))
        self.assertFalse(told_records.Take(_MakeMessage("Done.")))
        self.assertFalse(told_records.Take(_MakeMessage("Done.")))


if __name__ == "__main__":
    unittest.main()
