"""Tests of the events of composers."""

import unittest
from unittest import mock

from cursor_plaso.state import composers
from tests import evidence
from tests.state import test_reader


class ComposerProducerTest(unittest.TestCase):
    """Tests of the producer of events of composers."""

    def _ReadConversations(self, rows, kept_size=None):
        """Reads the conversations and drafts of a database.

        Args:
          rows (list[tuple[str, object]]): rows of cursorDiskKV.
          kept_size (Optional[int]): number of bytes that are kept of composers, where
              None represents the usual one.

        Returns:
          list[tuple[str, str, str]]: data type, key of the record, and title or text.
        """
        # pylint: disable-next=protected-access
        kept_size = composers._MAXIMUM_KEPT_SIZE if kept_size is None else kept_size
        with mock.patch.object(composers, "_MAXIMUM_KEPT_SIZE", kept_size):
            result = test_reader.ReadState(rows)
        self.assertEqual(result.warnings, [])
        return [
            (
                event_data.data_type,
                event_data.record_key,
                getattr(event_data, "message_body", event_data.conversation_title),
            )
            for event_data in result.event_data
            if event_data.data_type.startswith("cursor:conversation")
        ]

    def testReadAgain(self):
        """What was too large to be kept is read again, and tells the same.

        The identifier of a composer may look like the place of a queued message.
        """
        rows = [
            evidence.MakeComposer(
                identifier,
                [evidence.MakeHeader("u1", 1)],
                name=f"Title of {identifier:s}",
                queueItems=[{"text": "first"}, {"text": f"last of {identifier:s}"}],
                text=f"draft of {identifier:s}",
            )
            for identifier in ("c", "c#queueItems.0", "c#queueItems.x")
        ]
        rows.append(evidence.MakeDraft("d", "draft of d"))
        conversations = self._ReadConversations(rows)

        self.assertEqual(len(conversations), 13)
        self.assertIn(
            (
                "cursor:conversation:draft",
                "cursorDiskKV[composerData:c#queueItems.x#queueItems.1]",
                "last of c#queueItems.x",
            ),
            conversations,
        )
        self.assertEqual(self._ReadConversations(rows, kept_size=0), conversations)


if __name__ == "__main__":
    unittest.main()
