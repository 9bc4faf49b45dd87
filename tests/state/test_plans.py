"""Tests of the reader of the registry of plans."""

import unittest

from tests.state import item_lib


class PlanRegistryReaderTest(unittest.TestCase):
    """Tests of the reader of the registry of plans."""

    def testRegistry(self):
        """A plan is told with its file, times and conversations."""
        producer = item_lib.ReadItems(
            (
                "composer.planRegistry",
                {
                    "p1": {
                        "id": "p1",
                        "name": "Add tests",
                        "uri": {
                            "fsPath": "/home/ana/.cursor/plans/p1.plan.md",
                            "scheme": "file",
                        },
                        "createdBy": "c1",
                        "editedBy": ["c1", "c2"],
                        "referencedBy": [],
                        "builtBy": {"c3": ["t1"]},
                        "createdAt": 1790848800000,
                        "lastUpdatedAt": 1790848860000,
                    },
                    "p2": "odd",
                },
            )
        )

        self.assertEqual(
            [
                item_lib.GetFacts(
                    event_data,
                    "data_type",
                    "name",
                    "file_path",
                    "conversation_identifier",
                    "conversations",
                    "creation_time",
                    "update_time",
                    "time_source",
                    "record_key",
                )
                for event_data in producer.event_data
            ],
            [
                (
                    "cursor:plan",
                    "Add tests",
                    "/home/ana/.cursor/plans/p1.plan.md",
                    "c1",
                    "c2, c3",
                    "2026-10-01T10:00:00.000+00:00",
                    "2026-10-01T10:01:00.000+00:00",
                    "createdAt, lastUpdatedAt",
                    "ItemTable[composer.planRegistry#p1]",
                )
            ],
        )
        self.assertEqual(
            producer.warnings,
            ["ItemTable row composer.planRegistry: 1 plans are not objects"],
        )

    def testList(self):
        """A list of names gives plans at the time of the file."""
        producer = item_lib.ReadItems(("composer.planRegistry", ["add-tests_1f2e"]))

        self.assertEqual(
            item_lib.GetFacts(producer.event_data[0], "name", "modification_time"),
            ("add-tests_1f2e", item_lib.FILE_TIME),
        )


if __name__ == "__main__":
    unittest.main()
