"""Tests of the numbers for the identifiers of blobs."""

import hashlib
import sys
import unittest

from cursor_plaso.agent import identifiers


class IdentifierTableTest(unittest.TestCase):
    """Tests of the table."""

    def testAdd(self):
        """An identifier keeps the number it got first, whatever comes between."""
        table = identifiers.IdentifierTable()
        keys = [hashlib.sha256(b"%d" % number).digest() for number in range(20000)]

        self.assertEqual([table.Add(key) for key in keys], list(range(20000)))
        self.assertEqual([table.Add(key) for key in keys], list(range(20000)))
        self.assertEqual(len(table), 20000)
        self.assertEqual([table.Get(number) for number in range(20000)], keys)

    def testSimilarIdentifiers(self):
        """Identifiers that need no hash of anything: zero bytes and neighbours."""
        table = identifiers.IdentifierTable()
        keys = [number.to_bytes(32, "big") for number in range(300)]
        keys += [number.to_bytes(32, "little") for number in range(1, 300)]

        self.assertEqual([table.Add(key) for key in keys], list(range(len(keys))))
        self.assertEqual([table.Add(key) for key in keys], list(range(len(keys))))

    def testSize(self):
        """The table takes less than half of what a dictionary and a list of these take."""
        table = identifiers.IdentifierTable()
        numbers = {}
        for number in range(100000):
            key = hashlib.sha256(b"%d" % number).digest()
            table.Add(key)
            numbers[key] = number
        size = sum(
            sys.getsizeof(value)
            for value in vars(table).values()
            if not isinstance(value, dict)
        )

        dictionary_size = sys.getsizeof(numbers) + sum(map(sys.getsizeof, numbers))
        self.assertLess(size, dictionary_size / 2)


if __name__ == "__main__":
    unittest.main()
