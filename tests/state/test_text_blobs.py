"""Tests of texts of bubbles that stand in a blob."""

import base64
import hashlib
import unittest

from cursor_plaso.state import text_blobs
from tests.state import test_reader

_TEXT = "Add a subtract function"
_DIGEST = hashlib.sha256(_TEXT.encode("utf-8")).digest()


class TextBlobsTest(unittest.TestCase):
    """Tests of texts of bubbles that stand in a blob."""

    def _ReadBubble(self, bubble, has_blob=True):
        """Reads a bubble whose text is in a blob.

        Args:
          bubble (dict[str, object]): bubble.
          has_blob (Optional[bool]): False if the store does not hold the blob.

        Returns:
          CollectingProducer: what was produced.
        """
        rows = [("bubbleId:c:b", {"type": 1, "text": "", **bubble})]
        if has_blob:
            rows.append((f"agentKv:blob:{_DIGEST.hex():s}", _TEXT.encode("utf-8")))
        return test_reader.ReadState(rows)

    def testText(self):
        """The text is read, however JSON has the identifier of the blob."""
        for identifier in (base64.b64encode(_DIGEST).decode("ascii"), _DIGEST.hex()):
            with self.subTest(identifier=identifier):
                result = self._ReadBubble({"textBlobId": identifier})

                self.assertEqual(
                    [
                        (message.role, message.message_body)
                        for message in result.GetByDataType("cursor:message")
                    ],
                    [("user", _TEXT)],
                )
                self.assertEqual(result.warnings, [])

    def testMissing(self):
        """That the blob of a text is missing is told."""
        result = self._ReadBubble({"textBlobId": _DIGEST.hex()}, has_blob=False)

        self.assertEqual(len(result.GetByDataType("cursor:message")), 1)
        self.assertEqual(
            result.warnings,
            [
                "cursorDiskKV row bubbleId:c:b: the store does not hold its text, blob "
                f"{_DIGEST.hex():s}"
            ],
        )

    def testGetIdentifier(self):
        """What is no SHA-256 is no identifier."""
        for value in (None, "", 5, [], "x", "0a0b", "AAAA", "~"):
            with self.subTest(value=value):
                self.assertIsNone(text_blobs.GetIdentifier(value))


if __name__ == "__main__":
    unittest.main()
