"""Units of candidates: those of one key and size, which are read together.

Sources: recovery.md B.5.
"""

import collections

from cursor_plaso.recovery import candidates as candidate_lists


class Units:
    """Units of candidates.

    Attributes:
      counts (collections.Counter[tuple[int, int], int]): number of units per table and
          key.
      in_order (list[tuple[tuple[int, int], list[int]]]): table and key, and indexes of
          the candidates, the newest unit first.
      largest_sizes (dict[tuple[int, int], int]): size of the largest record per table
          and key.
    """

    def __init__(self, candidates, indexes):
        """Groups candidates.

        Args:
          candidates (CandidateList): candidates.
          indexes (list[int]): indexes of those that are grouped.
        """
        super().__init__()
        self.counts = collections.Counter()
        self.largest_sizes = {}
        per_unit = collections.defaultdict(list)
        for index in indexes:
            per_unit[
                (
                    candidates.tables[index],
                    candidates.identities[index],
                    candidates.sizes[index],
                )
            ].append(index)
        units = []
        for (table, identity, size), members in per_unit.items():
            key = (table, identity)
            self.counts[key] += 1
            if size > self.largest_sizes.get(key, 0):
                self.largest_sizes[key] = size
            units.append((_GetOrder(candidates, members), key, members))
        units.sort(key=lambda unit: unit[0], reverse=True)
        self.in_order = [(key, members) for _, key, members in units]


def _GetOrder(candidates, members):
    """Determines when a unit has its turn.

    Rows that were alive in the base state or a frame own their pages for sure. The
    others come by rowid: a newer row has a higher one.

    Args:
      candidates (CandidateList): candidates.
      members (list[int]): indexes of candidates.

    Returns:
      tuple[bool, int]: order.
    """
    is_certain = any(
        candidates.frames[index]
        or candidates.flags[index] & candidate_lists.FLAG_BASE_ROW
        for index in members
    )
    return is_certain, max(candidates.rowids[index] for index in members)
