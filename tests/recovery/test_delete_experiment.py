"""Test of what is left of a conversation that the editor window deleted.

The seed's experiment, "Deletion rows": 37 bubbles and 11 checkpoints go, the header row
and the agentKv blobs stay. The blobs, and the header, are those of the vendor-written
sample; the rows that were deleted are put beside them first.
"""

import collections
import json
import os
import shutil
import tempfile
import unittest

from cursor_plaso import times

from tests import evidence
from tests import lib

_SAMPLE_PATH = os.path.join(lib.TEST_DATA_PATH, "samples", "ide_agentkv")
_STATE_PATH = os.path.join(
    _SAMPLE_PATH,
    "Library",
    "Application Support",
    "Cursor",
    "User",
    "globalStorage",
    "state.vscdb",
)

# What the texts begin with that no tree holds.
_NOTE = "Note"

_NUMBER_OF_BUBBLES = 37
_NUMBER_OF_CHECKPOINTS = 11


def _MakeRows(conversation):
    """Makes the rows of a conversation.

    Args:
      conversation (dict[str, object]): conversation of expected.json.

    Returns:
      tuple[list[tuple[str, object]], set[str]]: keys and values, and the texts of the
          bubbles that no tree holds.
    """
    identifier = conversation["composer_id"]
    bubbles = []
    for turn in conversation["turns"]:
        bubbles.append((1, turn["user"], turn["started_at_ms"]))
        for step in turn["steps"]:
            if step["type"] == "assistant":
                bubbles.append((2, step["text"], step["started_at_ms"]))
    start = conversation["turns"][-1]["started_at_ms"]
    other_texts = set()
    while len(bubbles) < _NUMBER_OF_BUBBLES:
        text = f"{_NOTE:s} {len(bubbles):d}: only the bubble has this. {'x' * 400:s}"
        other_texts.add(text)
        bubbles.append((2, text, start + len(bubbles)))

    rows = [
        (
            f"bubbleId:{identifier:s}:{evidence.MakeUUID(str(index)):s}",
            {
                "_v": 3,
                "bubbleId": evidence.MakeUUID(str(index)),
                "createdAt": evidence.ToISO8601(milliseconds),
                "text": text,
                "type": bubble_type,
            },
        )
        for index, (bubble_type, text, milliseconds) in enumerate(bubbles)
    ]
    for index in range(_NUMBER_OF_CHECKPOINTS):
        rows.append(
            (
                f"checkpointId:{identifier:s}:{evidence.MakeUUID(f'k{index:d}'):s}",
                {"files": [], "newlyCreatedFolders": [], "nonExistentFiles": []},
            )
        )
    return rows, other_texts


class DeleteExperimentTest(unittest.TestCase):
    """Test of what is left of a deleted conversation."""

    def testDelete(self):
        """Each message comes once: of the tree with its copies, or of free space."""
        with open(
            os.path.join(_SAMPLE_PATH, "expected.json"), "r", encoding="utf-8"
        ) as file_object:
            conversation = json.load(file_object)["deleted"][0]
        identifier = conversation["composer_id"]
        rows, other_texts = _MakeRows(conversation)

        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, "state.vscdb")
            shutil.copyfile(_STATE_PATH, path)
            with evidence.EditDatabase(path) as connection:
                connection.execute("PRAGMA secure_delete = OFF")
                evidence.InsertRows(connection, rows)
            with evidence.EditDatabase(path) as connection:
                connection.execute("PRAGMA secure_delete = OFF")
                connection.executemany(
                    "DELETE FROM cursorDiskKV WHERE key = ?",
                    [(row[0],) for row in rows],
                )
            result = lib.ParsePath("cursor_state", path)

        messages = [
            event_data
            for event_data in result.GetByDataType("cursor:message")
            if event_data.conversation_identifier == identifier
        ]
        for event_data in messages:
            self.assertTrue(event_data.recovery_method)

        # The texts of the tree, each as often as it was said, at its time.
        expected = collections.Counter()
        for turn in conversation["turns"]:
            expected["user", turn["user"], turn["started_at_ms"]] += 1
            for step in turn["steps"]:
                if step["type"] == "assistant":
                    key = ("assistant", step["text"], step["started_at_ms"])
                    expected[key] += 1
        found = collections.Counter(
            (
                event_data.role,
                event_data.message_body,
                (event_data.sent_time or event_data.creation_time).timestamp,
            )
            for event_data in messages
            if not event_data.message_body.startswith(_NOTE)
            and event_data.role in ("assistant", "user")
        )
        self.assertEqual(found, expected)

        # What survived of the rest, once each, at the time of its row.
        other_messages = [
            event_data
            for event_data in messages
            if event_data.message_body in other_texts
        ]
        self.assertGreater(len(other_messages), 20)
        self.assertEqual(
            len(other_messages),
            len({event_data.message_body for event_data in other_messages}),
        )
        milliseconds = {
            row[1]["text"]: times.FromISO8601(row[1]["createdAt"]).timestamp
            for row in rows
            if "text" in row[1]
        }
        for event_data in other_messages:
            self.assertEqual(
                event_data.creation_time.timestamp,
                milliseconds[event_data.message_body],
            )

        # The copies in free space stand with the messages of the tree.
        places = [
            place
            for event_data in messages
            for place in (event_data.recovery_places or "").split(", ")
            if "offset" in place
        ]
        self.assertTrue(places)

        (deletion,) = [
            event_data
            for event_data in result.GetByDataType("cursor:conversation:deleted")
            if event_data.conversation_identifier == identifier
        ]
        self.assertIsNotNone(deletion.deletion_time)
        self.assertIn("bubbleId rows", deletion.remnants)
        self.assertIn("turns in the agent.v1 tree", deletion.remnants)


if __name__ == "__main__":
    unittest.main()
