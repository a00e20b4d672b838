"""The best reference that mixing annotators' corrections allows, without forming all the mixtures.

The number of mixed references is the product over clusters, up to billions for one sentence. Where it is
large, the sentence is cut at unchanged tokens that every best alignment of every mixed reference provably
passes (see `i_measure_cuts`). Between cuts the alternatives are few and are aligned one by one; the preferred
alignment of a whole is then that of its pieces side by side, because a cell behind a cut has the same
predecessors on optimal paths in the piece as in the whole. So counts add up over pieces. Weighted accuracy
N / (N + E) with N = w TP + TN and E = w FP + FN - (w + 1) FPN / 2 grows with N and falls with E: pieces are
combined keeping only the choices that no other one beats in both.
"""

import itertools
import math
from collections.abc import Iterable, Sequence, Sized
from dataclasses import dataclass, field

import numpy as np

from metrics.scorers.i_measure.alignment import GAP, IntArray, LongArray, Texts, align_all, matched_positions
from metrics.scorers.i_measure.counts import Counts, preference
from metrics.scorers.i_measure.cuts import Alternatives, cut_margins
from metrics.scorers.i_measure.gold import ADVICE, GoldClusters, IMeasureLimitError, atom_references

Vector = tuple[int, ...]
"""The seven numbers of `Counts`."""

TABLES = 10
"""Numbers kept for each pair of positions in two sentences, however few cells of the cube are."""


@dataclass(frozen=True)
class Bounds:
    """How much work a sentence may cost before it is refused.

    Attributes:
        enumerate: up to so many mixed references are aligned as they are, without looking for cuts.
        choices: combinations that may be tried between two cuts.
        cells: cells of alignment tables held at once (4 bytes each).
        work: cells computed for one sentence and hypothesis; 10^9 take some seconds.
    """

    enumerate: int = 64
    choices: int = 50_000
    cells: int = 60_000_000
    work: int = 2_000_000_000


DEFAULT_BOUNDS = Bounds()


@dataclass(frozen=True)
class Cut:
    """An unchanged token: its place in source and hypothesis, and the places to try instead of it."""

    source: int
    hypothesis: int
    others: tuple[tuple[int, int], ...] = ()


@dataclass
class SentenceGold:
    """A sentence's gold made ready for many hypotheses: words as numbers, references formed once."""

    clusters: GoldClusters
    bounds: Bounds = DEFAULT_BOUNDS
    _numbers: dict[str, int] = field(default_factory=dict)
    _cores: dict[tuple[int, int], list[IntArray]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.source = self.number(self.clusters.source)
        # Every word of every reference gets its number now: hypotheses number their own words behind these.
        self.number(self.clusters.words)

    def number(self, tokens: Iterable[str]) -> IntArray:
        """Token numbers; new words get new ones."""
        numbers = self._numbers
        return np.array([numbers.setdefault(token, len(numbers)) for token in tokens], np.int32)

    def hypothesis(self, tokens: Iterable[str]) -> IntArray:
        """Token numbers of a hypothesis; words that the gold lacks are not remembered."""
        known, new = self._numbers, dict[str, int]()
        numbers = []
        for token in tokens:
            number = known.get(token)
            numbers.append(new.setdefault(token, len(known) + len(new)) if number is None else number)
        return np.array(numbers, np.int32)

    def core(self, first: int, last: int) -> list[IntArray]:
        """All texts of the source from where atom `first` begins to where atom `last - 1` ends."""
        if (first, last) not in self._cores:
            atoms = self.clusters.atoms[first:last]
            texts = atom_references(
                self.clusters.source, atoms, atoms[0].start, atoms[-1].end, self.bounds.choices
            )
            self._cores[first, last] = [self.number(text) for text in texts]
        return self._cores[first, last]


def best_mixed(gold: SentenceGold, hypothesis: Sequence[str], weight: float) -> Counts:
    """Counts of the mixed reference with the highest weighted accuracy.

    Ties are broken as in `preference`; what is equal even then by the counts themselves.
    Raises IMeasureLimitError when the sentence needs more than its bounds allow.
    """
    numbers = gold.hypothesis(hypothesis)
    pieces = _pieces(gold, numbers)
    if len(pieces) == 1:
        return _preferred(pieces[0], weight)
    front: set[Vector] = {(0, len(pieces) - 1, 0, 0, 0, len(pieces) - 1, 0)}
    for piece in pieces:
        sums = {
            tuple(map(sum, zip(done, more, strict=True)))
            for done, more in itertools.product(front, _unbeaten(piece, weight))
        }
        front = _unbeaten(sums, weight)
    return _preferred(front, weight)


def best_of(
    gold: SentenceGold, references: Iterable[Sequence[str]], hypothesis: Sequence[str], weight: float
) -> Counts:
    """The same among given references; there is at least one."""
    texts = [gold.number(reference) for reference in references]
    numbers = gold.hypothesis(hypothesis)
    return _preferred(_vectors(_align(gold, gold.source, numbers, texts)[0]), weight)


def _pieces(gold: SentenceGold, hypothesis: IntArray) -> list[set[Vector]]:
    """What each piece between certified cuts can count; the cut columns themselves are left out."""
    atoms, length = gold.clusters.atoms, len(gold.source)
    cuts: list[Cut] = []
    if gold.clusters.choices > gold.bounds.enumerate:
        _check_size(gold, gold.source, hypothesis, 0)
        cuts = _candidates(gold, matched_positions(gold.source, hypothesis))
    aligned: dict[tuple[int, int, int, int], LongArray] = {}
    texts: dict[tuple[int, int, int, int], list[IntArray]] = {}
    work = 0
    while True:
        starts = [(0, 0), *((cut.source + 1, cut.hypothesis + 1) for cut in cuts)]
        ends = [*((cut.source, cut.hypothesis) for cut in cuts), (length, len(hypothesis))]
        keys = [(*start, *end) for start, end in zip(starts, ends, strict=True)]
        for key in keys:
            if key in aligned:
                continue
            left, hyp_left, right, hyp_right = key
            inside = [k for k, atom in enumerate(atoms) if left <= atom.start and atom.end <= right]
            cores = gold.core(inside[0], inside[-1] + 1) if inside else [gold.source[:0]]
            lead = gold.source[left : atoms[inside[0]].start] if inside else gold.source[left:right]
            tail = gold.source[atoms[inside[-1]].end : right] if inside else gold.source[:0]
            texts[key] = [np.concatenate((lead, core, tail)) for core in cores]
            aligned[key], spent = _align(
                gold, gold.source[left:right], hypothesis[hyp_left:hyp_right], texts[key], work
            )
            work += spent
        if not cuts:
            break
        work += _sweep_work(gold, hypothesis, [texts[key] for key in keys], work)
        margins = _margins(
            gold.source, hypothesis, cuts, [texts[k] for k in keys], [aligned[k] for k in keys]
        )
        worst = int(np.argmin(margins))
        if margins[worst] > 0:
            break
        cuts[worst : worst + 1] = _instead(cuts, worst)
    return [_vectors(aligned[key]) for key in keys]


def _check_size(gold: SentenceGold, source: IntArray, hypothesis: IntArray, longest: int) -> None:
    """Refuse tables of two sentences that would take more memory than the cells allowed."""
    sizes = sorted((len(source) + 1, len(hypothesis) + 1, longest + 1))
    if TABLES * sizes[-1] * sizes[-2] > gold.bounds.cells:
        raise _too_much(gold, hypothesis)


def _candidates(gold: SentenceGold, matched: IntArray) -> list[Cut]:
    """One cut in each stretch of untouched tokens: first the middle of its longest matched run."""
    atoms, length = gold.clusters.atoms, len(gold.source)
    edges = [0, *itertools.chain.from_iterable((atom.start, atom.end) for atom in atoms), length]
    cuts = []
    for left, right in zip(edges[::2], edges[1::2], strict=True):
        runs: list[list[tuple[int, int]]] = []
        for i in range(left, right):
            if matched[i] < 0:
                continue
            if runs and runs[-1][-1] == (i - 1, matched[i] - 1):
                runs[-1].append((i, int(matched[i])))
            else:
                runs.append([(i, int(matched[i]))])
        runs.sort(key=len, reverse=True)
        places = [run[len(run) // 2] for run in runs]
        if places:
            cuts.append(Cut(*places[0], tuple(places[1:])))
    return cuts


def _instead(cuts: list[Cut], place: int) -> list[Cut]:
    others = cuts[place].others
    return [Cut(*others[0], others[1:])] if others else []


def _align(
    gold: SentenceGold, source: IntArray, hypothesis: IntArray, texts: Sequence[IntArray], spent: int = 0
) -> tuple[LongArray, int]:
    _check_size(gold, source, hypothesis, max(map(len, texts)))
    counts, cells = align_all(
        source,
        hypothesis,
        Texts(np.concatenate(texts), _starts(texts)),
        gold.bounds.cells,
        gold.bounds.work - spent,
    )
    if cells < 0:
        raise _too_much(gold, hypothesis)
    return counts, cells


def _sweep_work(
    gold: SentenceGold, hypothesis: IntArray, pieces: Sequence[Sequence[IntArray]], spent: int
) -> int:
    """Cells that certifying takes; refused beforehand when there are too many."""
    slice_cells = (len(gold.source) + 1) * (len(hypothesis) + 1)
    work = 2 * slice_cells * sum(len(text) for piece in pieces for text in piece)
    if spent + work > gold.bounds.work or 2 * slice_cells * len(pieces) > gold.bounds.cells:
        raise _too_much(gold, hypothesis)
    return work


def _too_much(gold: SentenceGold, hypothesis: IntArray) -> IMeasureLimitError:
    return IMeasureLimitError(
        f"aligning {len(gold.source)} source and {len(hypothesis)} output tokens with all "
        f"mixed references takes more than {gold.bounds.work:,} steps or "
        f"{gold.bounds.cells:,} table cells. {ADVICE}"
    )


def _margins(
    source: IntArray,
    hypothesis: IntArray,
    cuts: Sequence[Cut],
    pieces: Sequence[Sequence[IntArray]],
    aligned: Sequence[LongArray],
) -> IntArray:
    """For each cut the lesser of its margins for this hypothesis and for the source as a hypothesis."""
    flat = [text for piece in pieces for text in piece]
    cut_source = np.array([cut.source for cut in cuts], np.int32)
    cut_hypothesis = np.array([cut.hypothesis for cut in cuts], np.int32)
    costs = np.concatenate([counts[:, 7] for counts in aligned]).astype(np.int32)
    between = Alternatives(np.concatenate(flat), _starts(flat), _starts(pieces), costs)
    margins = cut_margins(source, hypothesis, cut_source, cut_hypothesis, between)
    base_costs = []
    edges = [-1, *cut_source.tolist(), len(source)]
    for piece, counts, left, right in zip(pieces, aligned, edges, edges[1:], strict=False):
        lengths = np.array([len(text) for text in piece])
        base_costs.append(counts[:, 8] + GAP * (right - left - 1 + lengths))
    between = between._replace(costs=np.concatenate(base_costs).astype(np.int32))
    return np.minimum(margins, cut_margins(source, hypothesis[:0], cut_source, cut_hypothesis, between))


def _starts(parts: Sequence[Sized]) -> IntArray:
    starts = np.zeros(len(parts) + 1, np.int32)
    np.cumsum([len(part) for part in parts], out=starts[1:])
    return starts


def _vectors(counts: LongArray) -> set[Vector]:
    return set(map(tuple, counts[:, :7].tolist()))


def _unbeaten(vectors: Iterable[Vector], weight: float) -> set[Vector]:
    """The count vectors that may still belong to the preferred whole.

    A vector is beaten when another has at least its N and at most its E, one of them better; or both equal
    and a baseline with no more right and no fewer wrong columns, one of them different (a larger I). This
    holds for wholes with something right in them, as all that have a cut: being better in one number decides.
    """
    kept: set[Vector] = set()
    lowest = math.inf
    ranked = sorted((_gain(vector, weight), vector) for vector in vectors)
    for (_, errors), same in itertools.groupby(ranked, key=lambda entry: entry[0]):
        if errors >= lowest:
            continue
        lowest = errors
        most_wrong = -1
        by_base = sorted((vector[5], -vector[6], vector) for _, vector in same)
        for (_, wrong), equal in itertools.groupby(by_base, key=lambda entry: entry[:2]):
            if -wrong > most_wrong:
                most_wrong = -wrong
                kept.update(vector for *_, vector in equal)
    return kept


def _gain(vector: Vector, weight: float) -> tuple[float, float]:
    """-N and E."""
    tp, tn, fp, fn, fpn = vector[:5]
    return -(weight * tp + tn), weight * fp + fn - (weight + 1) * (fpn / 2)


def _preferred(vectors: Iterable[Vector], weight: float) -> Counts:
    return max(
        (Counts(*vector) for vector in vectors),
        key=lambda counts: (preference(counts, weight), counts.vector),
    )
