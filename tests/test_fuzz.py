"""Property tests of every decoder, and of the command that fuzzes them for longer.

What holds of each is in tests/fuzz/decoders.py: no exception but the documented ones,
nothing that plaso can not store, and the same when it is read again.
"""

import random
import sys

import hypothesis
from hypothesis import strategies as hypothesis_strategies
import pytest

from tests import lib
from tests import strategies
from tests.fuzz import decoders
from tests.fuzz import mutator
from tests.fuzz import runner
from tests.fuzz import seeds

_MAXIMUM_SIZE = 4096


@hypothesis_strategies.composite
def _Inputs(draw, name):
    """Makes inputs: any bytes, a seed, or a mutation of one.

    Args:
      draw (function): draws from a strategy.
      name (str): name of the decoder.

    Returns:
      bytes: input.
    """
    decoder_seeds = seeds.GetSeeds(name)
    kind = draw(hypothesis_strategies.integers(0, 7))
    if kind == 0:
        return draw(hypothesis_strategies.binary(max_size=200))
    data = draw(hypothesis_strategies.sampled_from(decoder_seeds))
    if kind == 1:
        return data
    generator = random.Random(draw(hypothesis_strategies.integers(0, 1 << 32)))
    return mutator.Mutate(generator, data, decoder_seeds, _MAXIMUM_SIZE)


@pytest.mark.parametrize("name", sorted(decoders.DECODERS))
def testDecoder(name):
    """A decoder takes any bytes."""

    @strategies.PROPERTY
    @hypothesis.given(data=_Inputs(name))
    def Decode(data):
        decoders.DECODERS[name](data)

    Decode()


@pytest.mark.parametrize("name", sorted(decoders.DECODERS))
def testSeedsAreSmall(name):
    """A decoder has seeds, which are no larger than what is fuzzed."""
    decoder_seeds = seeds.GetSeeds(name)

    assert decoder_seeds
    assert max(map(len, decoder_seeds)) <= runner.MAXIMUM_SIZE


def testRunsAreRepeatable():
    """The same seed of the random numbers gives the same inputs."""
    inputs = []
    generator_inputs = []
    for collected in (inputs, generator_inputs):
        generator = random.Random(7)
        for _ in range(50):
            collected.append(
                mutator.Mutate(generator, b"seed", [b"other"], _MAXIMUM_SIZE)
            )

    assert inputs == generator_inputs
    assert len(set(inputs)) > 25


def testFindingsAreReported(monkeypatch):
    """An exception is a finding, once for each place that it comes from."""

    def Fail(data):
        if data:
            raise TypeError("text")

    monkeypatch.setitem(decoders.DECODERS, "keys", Fail)

    result = runner.RunBuiltIn("keys", executions=50)

    assert result.executions == 50
    ((description, data),) = result.findings
    assert "TypeError: text" in description
    assert data


def testCommand():
    """One command fuzzes all decoders, whether atheris is installed or not."""
    process = lib.RunCommand(
        [
            sys.executable,
            "-m",
            "tests.fuzz",
            "--executions",
            "3",
            "--engine",
            "built-in",
        ],
        directory=lib.PROJECT_PATH,
    )

    for name in decoders.DECODERS:
        assert f"\n{name:s} " in process.stdout
    assert f"{3 * len(decoders.DECODERS):d} executions 0 findings" in process.stdout
