"""Tests of which composer wrote which root."""

import json
import os
import tempfile
import unittest

from cursor_plaso.state import root_writers
from tests import evidence
from tests.agent import tree_lib
from tests.state import test_reader

_ROOT = "0a" * 32
_OTHER_ROOT = "0b" * 32


class RootWritersTest(unittest.TestCase):
    """Tests of which composer wrote which root."""

    def testGetComposer(self):
        """A row names the root and the one before, by their identifiers."""
        writers = root_writers.RootWriters()
        writers.Add(
            "composerRootWriterDiagnostic:c1",
            json.dumps(
                {
                    "version": 1,
                    "rendererRootBlobIdHex": _ROOT.upper(),
                    "previousRendererRootBlobIdHex": _OTHER_ROOT,
                }
            ),
        )

        self.assertEqual(writers.GetComposer([_ROOT]), "c1")
        self.assertEqual(writers.GetComposer(["0c" * 32, _OTHER_ROOT]), "c1")
        self.assertIsNone(writers.GetComposer(["0c" * 32]))
        self.assertIsNone(writers.GetComposer([]))

        writers.Add(
            "composerRootWriterDiagnostic:c2",
            json.dumps({"rendererRootBlobIdHex": "0c" * 32}),
        )
        self.assertIsNone(writers.GetComposer([_ROOT, "0c" * 32]))

    def testHostileRows(self):
        """A row of another shape names no root."""
        writers = root_writers.RootWriters()
        for key, value in (
            ("composerRootWriterDiagnostic:", json.dumps({})),
            ("composerRootWriterDiagnostic:c", None),
            ("composerRootWriterDiagnostic:c", b"\xff"),
            ("composerRootWriterDiagnostic:c", "[]"),
            (
                "composerRootWriterDiagnostic:c",
                json.dumps({"rendererRootBlobIdHex": "x", "previous": 5}),
            ),
            (
                f"composerRootWriterDiagnostic:{'c' * 1000:s}",
                json.dumps({"rendererRootBlobIdHex": _ROOT}),
            ),
        ):
            writers.Add(key, value)

        self.assertIsNone(writers.GetComposer([_ROOT]))


class DeletedConversationTest(unittest.TestCase):
    """Tests with a deleted conversation that no shell call ties to its tree."""

    def _MakeRows(self):
        """Makes the blobs of the tree and the row that names its root.

        Returns:
          list[tuple[str, object]]: rows of cursorDiskKV, that of the root last.
        """
        builder = tree_lib.TreeBuilder()
        builder.PutTurn(
            builder.PutUser("Question", "m1", started_at_ms=tree_lib.START_MS),
            [builder.PutText("Answer", started_at_ms=tree_lib.START_MS + 1000)],
        )
        root = builder.PutRoot().hex()
        rows = list(map(evidence.MakeBlobRow, builder.stored_values.values()))
        rows.append(
            (
                "composerRootWriterDiagnostic:c3",
                {"rendererRootBlobIdHex": root, "writtenAtMs": tree_lib.START_MS},
            )
        )
        return rows

    def _CheckTree(self, result):
        """Checks that the tree is that of the conversation.

        Args:
          result (CollectingProducer): what was produced.
        """
        self.assertEqual(
            [
                (
                    message.conversation_identifier,
                    message.message_body,
                    message.evidence_source,
                )
                for message in result.GetByDataType("cursor:message")
            ],
            [("c3", "Question", "agent.v1 tree"), ("c3", "Answer", "agent.v1 tree")],
        )
        (conversation,) = result.GetByDataType("cursor:conversation")
        self.assertEqual(conversation.status, "rebuilt")

    def testRow(self):
        """A row that stands ties the tree to its conversation."""
        self._CheckTree(test_reader.ReadState(self._MakeRows()))

    def testRecoveredRow(self):
        """So does a row that was deleted with the conversation."""
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, "state.vscdb")
            rows = [*self._MakeRows(), evidence.MakeDraft("d1", "not sent")]
            evidence.WriteStateDatabase(path, rows)
            with evidence.EditDatabase(path) as connection:
                connection.execute("PRAGMA secure_delete = OFF")
                connection.execute(
                    "DELETE FROM cursorDiskKV WHERE key LIKE 'composerRootWriter%'"
                )
            self._CheckTree(test_reader.ReadPath(path))


if __name__ == "__main__":
    unittest.main()
