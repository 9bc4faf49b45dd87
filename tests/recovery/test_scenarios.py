"""Tests that small databases of all scenarios reach the figures that are asked for."""

import pytest

from tests.benchmarks import recovery_scenarios

_SEED = 20


@pytest.fixture(scope="module", name="results")
def fixture_results(tmp_path_factory):
    """Runs all scenarios.

    Returns:
      tuple[dict[str, Score], dict[str, tuple[set, set]]]: scores, and rows that the log
          hides as SQL finds them and as they were recovered, per name of a scenario.
    """
    directory = str(tmp_path_factory.mktemp("scenarios"))
    scores = {}
    states = {}
    for name, store, score, _ in recovery_scenarios.RunScenarios(
        _SEED, is_small=True, directory=directory
    ):
        scores[name] = score
        if name.startswith("log_") and name != "log_truncated":
            states[name] = recovery_scenarios.CompareStates(store.path)
    return scores, states


def testRemnants(results):
    """Something survives: the figures are not met for lack of remnants."""
    scores, _ = results
    total = recovery_scenarios.SumScores(scores.items())

    for place in ("freelist", "freeblock", "slack", "log", "uncommitted", "pending"):
        assert total.counts[f"{place:s} linked"] >= 40, place
    assert scores["batch"].counts["deleted linked"] >= 20
    assert scores["vacuum"].counts["deleted linked"] == 0
    assert scores["secure_delete_on"].counts["deleted linked"] <= 2
    # A vacuum that frees a single page would leave as much as none.
    assert (
        scores["auto_vacuum_all"].counts["freelist linked"]
        < scores["auto_vacuum_none"].counts["freelist linked"] / 4
    )


@pytest.mark.parametrize(
    ("group", "floor"),
    [
        ("freelist", 0.995),
        ("freeblock", 0.995),
        ("slack", 0.995),
        ("pending", 1),
        ("replaced", 0.99),
        ("log", 0.99),
        ("uncommitted", 0.97),
    ],
)
def testRecall(results, group, floor):
    """What survives and can be linked is recovered."""
    total = recovery_scenarios.SumScores(results[0].items())

    missed = [text for text in total.wrong if "missed" in text]
    assert total.GetShare(f"{group:s} found", f"{group:s} linked") >= floor, missed


@pytest.mark.parametrize(
    ("kind", "floor"), [("complete", 0.997), ("partial", 0.997), ("key only", 0.99)]
)
def testPrecision(results, kind, floor):
    """What is told is right."""
    total = recovery_scenarios.SumScores(results[0].items())

    assert total.counts[kind] > 50
    assert total.GetShare(f"{kind:s} right", kind) >= floor, total.wrong


def testNothingLiveOrTwice(results):
    """No row that is live is told, and none twice."""
    total = recovery_scenarios.SumScores(results[0].items())

    assert total.counts["live"] == 0
    assert total.counts["twice"] == 0


def testStrictScenarios(results):
    """With secure_delete, and after a VACUUM, no row is wrong."""
    for name in recovery_scenarios.STRICT_SCENARIOS:
        counts = results[0][name].counts
        assert counts["complete"] == counts["complete right"]
        assert counts["partial"] == counts["partial right"]


def testStates(results):
    """The rows that the log hides are those that SQL finds in copies."""
    for name, (expected, recovered) in results[1].items():
        assert expected or name not in ("log_pending", "log_auto_vacuum")
        assert recovered == expected, name
