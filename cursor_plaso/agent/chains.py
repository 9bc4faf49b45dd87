"""Lists that share their beginnings.

Every root of a conversation repeats the list of the messages and turns of the one
before it and adds to it: together they grow with the square of the conversation. A
chain keeps such a list as its last element and the chain of the elements before, so
that every beginning is kept once.
"""

import array


class ChainTable:
    """Table of chains of numbers.

    Chain 0 is the empty list. A chain has a larger number than the chains that it
    begins with, so that one pass in order sees beginnings first.
    """

    def __init__(self):
        """Initializes a table of chains."""
        super().__init__()
        # Nearly every chain is continued by one only, which takes 8 bytes here.
        self._first_children = array.array("q", [0])
        self._other_children = {}
        self._previous = {}
        self.elements = array.array("q", [-1])
        self.lengths = array.array("q", [0])
        self.parents = array.array("q", [-1])

    def __len__(self):
        """Retrieves the number of chains.

        Returns:
          int: number of chains.
        """
        return len(self.elements)

    def Add(self, elements, series=None):
        """Adds a list.

        Args:
          elements (list[int]): numbers of less than 32 bits.
          series (Optional[object]): what the list is one of a series of: most begin
              with the whole of the one before.

        Returns:
          int: number of the chain.
        """
        previous_elements, path = self._previous.get(series, ([], [0]))
        length = _GetCommonLength(previous_elements, elements)
        del path[length + 1 :]
        chain = path[length]
        for element in elements[length:]:
            chain = self.Extend(chain, element)
            path.append(chain)
        self._previous[series] = (elements, path)
        return chain

    def Extend(self, chain, element):
        """Adds an element to a chain.

        Args:
          chain (int): number of the chain.
          element (int): number of less than 32 bits.

        Returns:
          int: number of the longer chain.
        """
        first_child = self._first_children[chain]
        if first_child and self.elements[first_child] == element:
            return first_child
        key = chain << 32 | element
        longer_chain = self._other_children.get(key)
        if longer_chain is None:
            longer_chain = len(self.elements)
            if first_child:
                self._other_children[key] = longer_chain
            else:
                self._first_children[chain] = longer_chain
            self._first_children.append(0)
            self.elements.append(element)
            self.lengths.append(self.lengths[chain] + 1)
            self.parents.append(chain)
        return longer_chain

    def GetPath(self, chain):
        """Retrieves a chain and the chains that it begins with.

        Args:
          chain (int): number of the chain.

        Returns:
          list[int]: numbers of the chains but that of the empty list, longest first.
        """
        path = []
        while chain > 0:
            path.append(chain)
            chain = self.parents[chain]
        return path

    def MarkBeginnings(self, marks):
        """Marks the chains that a marked chain begins with.

        Args:
          marks (bytearray): mark of every chain, changed in place.
        """
        for chain in range(len(self.elements) - 1, 0, -1):
            if marks[chain]:
                marks[self.parents[chain]] = 1


def _GetCommonLength(first_list, second_list):
    """Determines how many elements two lists begin with that are the same.

    Args:
      first_list (list[int]): list.
      second_list (list[int]): list.

    Returns:
      int: number of elements.
    """
    lower = 0
    upper = min(len(first_list), len(second_list))
    if first_list[:upper] == second_list[:upper]:
        return upper
    while lower < upper:
        middle = (lower + upper + 1) // 2
        if first_list[lower:middle] == second_list[lower:middle]:
            lower = middle
        else:
            upper = middle - 1
    return lower
