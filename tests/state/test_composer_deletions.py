"""Tests of deleted conversations."""

import unittest

from cursor_plaso import producer
from cursor_plaso.state import composer_deletions
from cursor_plaso.state import composer_model
from cursor_plaso.state import context as state_context


class DeletionProducerTest(unittest.TestCase):
    """Tests of the seed's "Deletion rows"."""

    def setUp(self):
        """Makes a producer of deletions."""
        self._producer = producer.CollectingProducer()
        self._deletions = composer_deletions.DeletionProducer(
            state_context.StateContext(self._producer, None)
        )

    def _AddComposer(self, identifier, header_value=None, **attributes):
        """Adds the composer of a deleted conversation.

        Args:
          identifier (str): identifier.
          header_value (Optional[dict[str, object]]): value of its header.
          **attributes (object): attributes of the composer.

        Returns:
          Composer: composer.
        """
        composer = composer_model.Composer(identifier)
        if header_value is not None:
            composer.header = composer_model.CreateHeader(
                header_value, {}, "composerHeaders", identifier
            )
        for name, value in attributes.items():
            setattr(composer, name, value)
        self._deletions.Add(composer)
        return composer

    def _GetDeletions(self):
        """Retrieves what was produced of deletions.

        Returns:
          list[tuple[object, ...]]: conversation, milliseconds of the deletion, kind of
              record, its key, remnants and their number.
        """
        return [
            (
                event_data.conversation_identifier,
                getattr(event_data.deletion_time, "timestamp", None),
                event_data.evidence_source,
                event_data.record_key,
                event_data.remnants,
                event_data.number_of_remnants,
            )
            for event_data in self._producer.GetByDataType(
                "cursor:conversation:deleted"
            )
        ]

    def testHeader(self):
        """A header that was kept tells the time, and when the conversation began."""
        # The seed's fixture conversation c3.
        self._AddComposer(
            "c3",
            {
                "createdAt": 1789990000000,
                "lastUpdatedAt": 1790003000000,
                "isArchived": True,
                "totalLinesAdded": 0,
            },
        )

        (conversation,) = self._producer.GetByDataType("cursor:conversation")
        self.assertEqual(conversation.creation_time.timestamp, 1789990000000)
        self.assertIsNone(conversation.last_update_time)
        self.assertEqual(conversation.status, "deleted")
        self.assertEqual(self._GetDeletions(), [])
        self.assertEqual(self._deletions.identifiers, ["c3"])

        self._deletions.Produce({}, {"c3": {"agentKv blobs": 6}})

        self.assertEqual(
            self._GetDeletions(),
            [
                (
                    "c3",
                    1790003000000,
                    "composer header",
                    "composerHeaders[c3]",
                    "6 agentKv blobs",
                    6,
                )
            ],
        )

    def testHeaderWithoutTimes(self):
        """A header without times gives a deletion without one, and no beginning."""
        self._AddComposer("c", {"isArchived": True})
        self._deletions.Produce({}, {})

        self.assertEqual(self._producer.GetByDataType("cursor:conversation"), [])
        self.assertEqual(
            self._GetDeletions(),
            [("c", None, "composer header", "composerHeaders[c]", None, None)],
        )

    def testRows(self):
        """Without a header, the rows that are left are named."""
        self._AddComposer("c", data_key="composerData:c", has_null_data=True)
        self._AddComposer("d", number_of_bubbles=2)
        self._deletions.Produce({}, {})

        self.assertEqual(
            self._GetDeletions(),
            [
                (
                    "c",
                    None,
                    "composer",
                    "cursorDiskKV[composerData:c]",
                    "composerData row without value",
                    None,
                ),
                (
                    "d",
                    None,
                    "composer",
                    "cursorDiskKV[bubbleId:d:]",
                    "2 bubble rows",
                    None,
                ),
            ],
        )

    def testRemnants(self):
        """A conversation that only remnants name was deleted, one with a row not."""
        live_composer = composer_model.Composer("live")
        live_composer.has_data = True
        self._deletions.Produce(
            {"live": live_composer},
            {"gone": {"b rows": 2, "a rows": 1}, "live": {"a rows": 1}},
        )

        self.assertEqual(
            self._GetDeletions(),
            [
                (
                    "gone",
                    None,
                    "remnants",
                    "cursorDiskKV[composerData:gone]",
                    "1 a rows, 2 b rows",
                    3,
                )
            ],
        )
        self.assertEqual(self._deletions.identifiers, ["gone"])

    def testDamagedTable(self):
        """Where rows are missing, it is not said that a conversation was deleted."""
        composer = composer_model.Composer("c")
        composer.number_of_bubbles = 2
        remnants = {"c": {"a rows": 1}, "d": {"a rows": 1}}
        self._deletions.Produce({"c": composer}, remnants, is_damaged=True)

        self.assertEqual(
            self._GetDeletions(),
            [
                (
                    "d",
                    None,
                    "remnants",
                    "cursorDiskKV[composerData:d]",
                    "maybe a record, as the table is damaged, 1 a rows",
                    1,
                )
            ],
        )

    def testAbort(self):
        """A producer that is told to stop stops."""
        self._AddComposer("c", number_of_bubbles=2)
        self._producer.SignalAbort()
        self._deletions.Produce({}, {})

        self.assertEqual(self._GetDeletions(), [])


if __name__ == "__main__":
    unittest.main()
