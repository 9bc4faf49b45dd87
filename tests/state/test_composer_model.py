"""Tests of what is kept of a composer."""

import unittest

from cursor_plaso.state import composer_model
from cursor_plaso.state import header_lists


def _MakeHeaderList(*identifiers):
    """Makes a header list.

    Args:
      *identifiers (str): identifiers of the bubbles.

    Returns:
      HeaderList: header list.
    """
    header_list = header_lists.HeaderList()
    header_list.AddEntries(
        [{"bubbleId": identifier, "type": 1} for identifier in identifiers]
    )
    return header_list


class ComposerTest(unittest.TestCase):
    """Tests of the header list in force of a composer (seed, "the header list")."""

    def testWithoutList(self):
        """A composer without records has no list."""
        composer = composer_model.Composer("c")

        self.assertIsNone(composer.header_list)
        self.assertEqual(composer.header_list_keys, [])

    def testInlineList(self):
        """Until 3.26.13 the list stands in composerData."""
        composer = composer_model.Composer("c")
        composer.data_key = "composerData:c"
        composer.inline_list = _MakeHeaderList("u1")
        composer.chunks = {"000000": _MakeHeaderList("u2")}

        self.assertIs(composer.header_list, composer.inline_list)
        self.assertEqual(composer.header_list_keys, ["composerData:c"])

    def testChunks(self):
        """Chunks make one list, in the order of their suffixes."""
        composer = composer_model.Composer("c")
        composer.data_key = "composerData:c"
        composer.inline_list = _MakeHeaderList()
        composer.chunks = {
            "000001": _MakeHeaderList("u3"),
            "000000": _MakeHeaderList("u1", "u2"),
        }

        self.assertEqual(
            [
                composer.header_list.GetPosition(identifier)
                for identifier in ("u1", "u2", "u3")
            ],
            [0, 1, 2],
        )
        self.assertEqual(
            composer.header_list_keys,
            ["composerConvHeaders:c:000000", "composerConvHeaders:c:000001"],
        )
        # The chunks themselves are not kept.
        self.assertIsNone(composer.chunks)


class HeaderTest(unittest.TestCase):
    """Tests of headers."""

    def testColumns(self):
        """Columns tell what the value does not, and the last update before it."""
        header = composer_model.CreateHeader(
            {"createdAt": 1789990000000, "lastUpdatedAt": 1790003000000, "name": ""},
            {
                "createdAt": 1,
                "isArchived": 1,
                "isSubagent": 1,
                "lastUpdatedAt": 1790003000001,
                "subagentTypeName": "explore",
                "workspaceId": "empty-window",
            },
            "composerHeaders",
            "c",
        )

        self.assertEqual(header.created, 1789990000000)
        self.assertEqual(header.last_updated, 1790003000001)
        self.assertTrue(header.is_archived)
        self.assertTrue(header.is_deleted_shape)
        self.assertFalse(header.is_draft)
        self.assertEqual(
            {name: value for name, value in header.value.items() if value is not None},
            {
                "isSubagent": True,
                "subagentType": "explore",
                "workspaceIdentifier": "empty-window",
            },
        )

    def testDeletedShape(self):
        """A header with a location history was of a conversation (seed)."""
        history = [{"id": "l1", "reason": "created", "timestamp": 1789990000000}]
        for value, is_deleted_shape in (
            ({"agentLocationHistory": history}, True),
            ({"isArchived": True}, True),
            ({"isArchived": False, "isDraft": True}, False),
            ({}, False),
        ):
            header = composer_model.CreateHeader(value, {}, "ItemTable", "c")

            self.assertEqual(header.is_deleted_shape, is_deleted_shape)


if __name__ == "__main__":
    unittest.main()
