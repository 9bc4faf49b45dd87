"""Tests that rows of the smaller tables are recovered wherever they survive."""

import collections

import pytest

from tests.benchmarks import recovery_tables

_ROW_COUNT = 300
_SEED = 20


@pytest.fixture(scope="module", name="results")
def fixture_results():
    """Scores all tables and ways.

    Returns:
      dict[str, tuple[collections.Counter, list]]: counts, and what was wrong or missed,
          per name of a table.
    """
    results = {}
    for name, _, score in recovery_tables.Run(_SEED, _ROW_COUNT):
        counts, wrong = results.setdefault(name, (collections.Counter(), []))
        counts.update(score.counts)
        wrong.extend(score.wrong + score.missed)
    return results


@pytest.mark.parametrize("name", recovery_tables.TABLES)
def testTable(results, name):
    """What survives is told, once, and what is told is right."""
    counts, wrong = results[name]

    assert counts["there"] >= 300
    assert counts["found"] >= 0.98 * counts["there"], wrong
    assert counts["wrong"] <= 0.003 * (counts["complete"] + counts["partial"]), wrong
    assert counts["live"] == 0
    assert counts["twice"] == 0


def testAllTables(results):
    """All tables together reach the floor that the largest has."""
    total = collections.Counter()
    for counts, _ in results.values():
        total.update(counts)

    assert total["found"] >= 0.995 * total["there"]
    assert total["wrong"] <= 0.003 * (total["complete"] + total["partial"])
