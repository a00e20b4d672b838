"""Choose which sentences are judged, and which of their outputs are shown (2015 paper, section 4.1)."""

import math
import random
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Literal, get_args

from rankings.formats.records import OutputSet
from rankings.formats.samples import SampledItem

Sampler = Literal["diversity", "uniform"]
SAMPLERS: tuple[str, ...] = get_args(Sampler)


def sample_items(
    output_sets: Sequence[OutputSet],
    *,
    items: int,
    seed: int,
    max_outputs: int = 5,
    sampler: Sampler = "diversity",
    replacement: bool = True,
    least_outputs: int = 1,
) -> list[SampledItem]:
    """Draw `items` items from the output sets of all sentences.

    With replacement (as in 2015) the same sentence can be drawn more than once, possibly with other outputs:
    this is how judges come to overlap. Without, every sentence is drawn at most once, one after another with
    probability proportional to what is left. A set with more than `max_outputs` distinct outputs is cut to
    `max_outputs` of them, every subset of that size with equal probability. Sentences with fewer than
    `least_outputs` distinct outputs are never drawn; 2 leaves out sentences with nothing to compare.

    The same arguments give the same sample on every machine and Python version: the only source of chance is
    `random.Random(seed).random()`, a Mersenne Twister whose sequence Python guarantees. A longer sample with
    the same seed begins with the shorter one.

    Raises:
        ValueError: for arguments outside of their range, or when fewer sentences can be drawn than asked for.
    """
    if items < 0:
        raise ValueError(f"the number of items must not be negative, but is {items}")
    probabilities = sampling_probabilities(
        output_sets, max_outputs=max_outputs, sampler=sampler, least_outputs=least_outputs
    )
    possible = sum(probability > 0 for probability in probabilities)
    if items and not possible:
        raise ValueError(f"no sentence has {least_outputs} or more distinct outputs")
    if not replacement and items > possible:
        raise ValueError(
            f"only {possible} sentences can be drawn without repeating one, but {items} items were asked for"
        )
    chance = random.Random(seed)
    draw = _draw_with_replacement if replacement else _draw_without_replacement
    chosen = draw(probabilities, chance)
    sample = []
    for number in range(items):
        sentence = next(chosen)
        full = output_sets[sentence]
        shown = choose_outputs(full, max_outputs, chance)
        sample.append(SampledItem(number, sentence, shown, probabilities[sentence], len(full)))
    return sample


def sampling_probabilities(
    output_sets: Sequence[OutputSet],
    *,
    max_outputs: int = 5,
    sampler: Sampler = "diversity",
    least_outputs: int = 1,
) -> list[float]:
    """The probability p_i of drawing each sentence; they sum to 1 unless no sentence can be drawn.

    "diversity" is the distribution of the paper: proportional to C(M, 2) / C(C_i, 2), with C_i from
    `expected_coverage`. "uniform" gives every sentence the same probability.

    Raises:
        ValueError: if `max_outputs` is below 2, the sampler is unknown or an output set is empty.
    """
    _check_max_outputs(max_outputs)
    if sampler not in SAMPLERS:
        raise ValueError(f"unknown sampler {sampler!r}; expected one of {', '.join(SAMPLERS)}")
    by_multiplicities: dict[tuple[int, ...], float] = {}
    weights = []
    for output_set in output_sets:
        multiplicities = multiplicities_of(output_set)
        if multiplicities not in by_multiplicities:
            by_multiplicities[multiplicities] = (
                _diversity_weight(multiplicities, max_outputs) if sampler == "diversity" else 1.0
            )
        weights.append(by_multiplicities[multiplicities] if len(output_set) >= least_outputs else 0.0)
    total = math.fsum(weights)
    return [weight / total for weight in weights] if total else weights


def expected_coverage(multiplicities: Sequence[int], max_outputs: int = 5) -> float:
    """C_i: how many systems are covered, on average, by choosing at most M outputs that cover at least M.

    This weighs sentences; it does not foretell items, which always show as many outputs as they may, and
    mostly cover more. The mean of j under the weights c_i(j) for j from M to N (2015 paper, section 4.1).
    With fewer systems than M the sum would be empty; it then starts at N, so that C_i = N.
    """
    return float(_expected_coverage(tuple(multiplicities), max_outputs))


def coverage_counts(multiplicities: Sequence[int], max_outputs: int = 5) -> list[int]:
    """c_i(j) for j = 0..N: ways to choose at most M distinct outputs that together cover j systems.

    `multiplicities` holds, for each distinct output, the number of systems that produced it; N is their sum.
    Outputs of the same multiplicity are different outputs, so both choices count. Exact for any N and M:
    a count by number chosen and systems covered, built up one distinct output at a time (d * M steps).

    Raises:
        ValueError: if a multiplicity is below 1, there is none, or `max_outputs` is below 2.
    """
    _check_max_outputs(max_outputs)
    if not multiplicities or min(multiplicities) < 1:
        raise ValueError(f"multiplicities must be positive, and at least one, not {list(multiplicities)}")
    systems = sum(multiplicities)
    most = min(max_outputs, len(multiplicities))
    # ways[k] holds, for choices of exactly k outputs, all counts by j side by side in one whole number: the
    # count for j begins at bit j * width. There are at most 2**d choices, so that no count runs over, and
    # adding an output that covers m systems is one shift by m counts.
    width = len(multiplicities) + 1
    ways = [1] + [0] * most
    for multiplicity in multiplicities:
        for k in range(most, 0, -1):
            ways[k] += ways[k - 1] << (multiplicity * width)
    together = sum(ways)
    mask = (1 << width) - 1
    return [together >> (j * width) & mask for j in range(systems + 1)]


def multiplicities_of(output_set: OutputSet) -> tuple[int, ...]:
    """Numbers of systems behind the distinct outputs, largest first: all that the probability depends on."""
    return tuple(sorted(map(len, output_set.systems), reverse=True))


def coverage_table(output_sets: Sequence[OutputSet], max_outputs: int = 5) -> list[float]:
    """C_i of every sentence, for reports; computed once per kind of output set."""
    kinds = Counter(map(multiplicities_of, output_sets))
    coverage = {kind: expected_coverage(kind, max_outputs) for kind in kinds}
    return [coverage[multiplicities_of(output_set)] for output_set in output_sets]


def _expected_coverage(multiplicities: tuple[int, ...], max_outputs: int) -> Fraction:
    counts = coverage_counts(multiplicities, max_outputs)
    lowest = min(max_outputs, len(counts) - 1)
    ways = sum(counts[lowest:])
    return Fraction(sum(j * counts[j] for j in range(lowest, len(counts))), ways)


def _diversity_weight(multiplicities: tuple[int, ...], max_outputs: int) -> float:
    coverage = _expected_coverage(multiplicities, max_outputs)
    if coverage <= 1:
        # A single system: no pair to compare anywhere, so no sentence is better than another.
        return 1.0
    return float(Fraction(math.comb(max_outputs, 2)) / (coverage * (coverage - 1) / 2))


def _check_max_outputs(max_outputs: int) -> None:
    if max_outputs < 2:
        raise ValueError(f"at least 2 outputs must be shown to compare any, not {max_outputs}")


def _draw_with_replacement(probabilities: Sequence[float], chance: random.Random) -> Iterator[int]:
    cumulative = list(accumulate(probabilities))
    while True:
        # Rounding may leave the last sum a little below or above 1; scaling keeps every draw inside.
        yield _at_or_before_last(bisect_right(cumulative, chance.random() * cumulative[-1]), probabilities)


def _at_or_before_last(index: int, probabilities: Sequence[float]) -> int:
    index = min(index, len(probabilities) - 1)
    while probabilities[index] == 0:
        index -= 1
    return index


def _draw_without_replacement(probabilities: Sequence[float], chance: random.Random) -> Iterator[int]:
    """In the order of exponential waiting times with rate p_i: the same law as drawing one after another."""
    waits = []
    for index, probability in enumerate(probabilities):
        wait = -math.log(1.0 - chance.random())
        if probability > 0:
            waits.append((wait / probability, index))
    yield from (index for _, index in sorted(waits))


def choose_outputs(full: OutputSet, most: int, chance: random.Random) -> OutputSet:
    """At most `most` of the outputs, every subset of that size with equal probability."""
    if len(full) <= most:
        return full
    left = list(range(len(full)))
    for k in range(most):
        other = k + int(chance.random() * (len(left) - k))
        left[k], left[other] = left[other], left[k]
    kept = sorted(left[:most])
    return OutputSet(tuple(full.texts[k] for k in kept), tuple(full.systems[k] for k in kept))
