"""The live cells of tables, by which copies of them are told from other rows."""

import array

# Bytes at the start of a cell that tell it from all others of its table: size, rowid,
# header and the start of the key.
FINGERPRINT_SIZE = 24

_MAXIMUM_LIVE_KEYS = 1000000


class LiveCells:
    """Live cells of the tables.

    Attributes:
      fingerprints (dict[int, array.array]): hashes of the starts of the live cells, per
          number of a table whose rows are replaced and never changed.
      keys (dict[int, tuple[array.array, array.array]]): hashes of the live keys and the
          page that each is in, per number of a table of keys and values that is not too
          large.
      row_counts (dict[int, int]): number of live rows seen, per number of a table.
    """

    def __init__(self, grammars):
        """Initializes live cells.

        Args:
          grammars (list[RecordGrammar]): grammars of the tables.
        """
        super().__init__()
        self.fingerprints = {
            grammar.number: array.array("q")
            for grammar in grammars
            if grammar.is_replaced
        }
        self.keys = {
            grammar.number: (array.array("q"), array.array("I"))
            for grammar in grammars
            if grammar.is_key_value
        }
        self.row_counts = {grammar.number: 0 for grammar in grammars}

    def Add(self, data, base, pointers, owner, page_number):
        """Adds the live cells of a page.

        Args:
          data (bytes): data that holds the page.
          base (int): offset of the page in the data.
          pointers (tuple[int]): offsets of the cells.
          owner (int): number of the table.
          page_number (int): page number.
        """
        self.row_counts[owner] += len(pointers)
        fingerprints = self.fingerprints.get(owner)
        if fingerprints is not None:
            fingerprints.extend(
                [
                    hash(data[base + pointer : base + pointer + FINGERPRINT_SIZE])
                    for pointer in pointers
                ]
            )
        live_keys = self.keys.get(owner)
        if live_keys is None:
            return
        key_hashes, pages = live_keys
        if len(pages) > _MAXIMUM_LIVE_KEYS:
            # The index is asked instead.
            del self.keys[owner]
            return
        try:
            for pointer in pointers:
                position = base + pointer
                while data[position] > 127:
                    position += 1
                position += 1
                while data[position] > 127:
                    position += 1
                position += 1
                key_type = data[position + 1]
                if key_type > 127:
                    key_type = (key_type & 127) << 7 | data[position + 2]
                position += data[position]
                key_hashes.append(
                    hash(data[position : position + (key_type - 13 >> 1)])
                )
                pages.append(page_number)
        except IndexError:
            # The page is damaged, or a varint ends behind the data.
            del self.keys[owner]
