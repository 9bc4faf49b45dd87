"""Tests of lists that share their beginnings."""

import random

from cursor_plaso.agent import chains


def testAdd():
    """A list that continues another shares its chains."""
    table = chains.ChainTable()

    first = table.Add([5, 6])
    second = table.Add([5, 6, 7])

    assert table.parents[second] == first
    assert table.lengths[second] == 3
    assert len(table) == 4
    assert table.Add([5, 6]) == first
    assert table.Add([]) == 0


def testAddOfBranches():
    """A list that leaves another one shares what comes before."""
    table = chains.ChainTable()
    first = table.Add([1, 2, 3])
    second = table.Add([1, 9, 3])

    assert table.parents[table.parents[second]] == table.parents[table.parents[first]]
    assert len(table) == 6


def testAddIsTheSameInAnyOrder():
    """The chain of a list does not depend on the list before."""
    generator = random.Random(1)
    lists = [
        [generator.randrange(3) for _ in range(generator.randrange(8))]
        for _ in range(300)
    ]
    table = chains.ChainTable()

    numbers = {}
    for index, elements in enumerate(lists):
        chain = table.Add(elements, series=index % 2)
        assert numbers.setdefault(tuple(elements), chain) == chain
        path = table.GetPath(chain)
        assert [table.elements[item] for item in reversed(path)] == elements
        assert table.lengths[chain] == len(elements)
    assert len(set(numbers.values())) == len(numbers)


def testMarkBeginnings():
    """The chains that a marked chain begins with are marked, too."""
    table = chains.ChainTable()
    short = table.Add([1, 2])
    long = table.Add([1, 2, 3])
    other = table.Add([4])
    marks = bytearray(len(table))
    marks[long] = 1

    table.MarkBeginnings(marks)

    assert (marks[short], marks[long], marks[other]) == (1, 1, 0)
