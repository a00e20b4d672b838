"""Which corrected sentences a gold annotation allows, as the I-measure reads it.

Source: Felice and Briscoe (2015), section 2, and the conversion of M2 gold to clusters published with it.
Corrections that overlap exclude each other and form a cluster; clusters are independent, so every choice of
one alternative per cluster (or of none, where some annotator left the place alone) is a valid reference.
"""

import itertools
import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

Span = tuple[int, int, tuple[str, ...]]
"""Replace the source tokens from the first number up to the second by these tokens."""

Alternative = tuple[Span, ...]


ADVICE = (
    "Score the corpus without mixing annotators (the setting mix switched off; --setting "
    "mix=no on the command line), or leave the sentence out of source, outputs and gold"
)


class IMeasureLimitError(ValueError):
    """A sentence needs more work than the bound allows. The message names the bound and the remedy."""


@dataclass(frozen=True)
class Correction:
    """One annotator's edit: replace source tokens `start:end` by the text (blanks separate tokens)."""

    start: int
    end: int
    text: str
    annotator: int


@dataclass(frozen=True)
class Atom:
    """Source tokens `start:end` with everything that clusters do to them, independent of the rest.

    Each factor is one cluster: its distinct alternatives, the empty one included where it is allowed.
    """

    start: int
    end: int
    factors: tuple[tuple[Alternative, ...], ...]

    @property
    def choices(self) -> int:
        return math.prod(len(factor) for factor in self.factors)


@dataclass(frozen=True)
class GoldClusters:
    """A source sentence and its gold: atoms in source order, and one reference per annotator."""

    source: tuple[str, ...]
    atoms: tuple[Atom, ...]
    unmixed: tuple[tuple[str, ...], ...]

    @property
    def choices(self) -> int:
        """The product of all clusters' alternatives: how many references enumeration would try."""
        return math.prod(atom.choices for atom in self.atoms)

    @property
    def words(self) -> Iterator[str]:
        """Every token of every correction."""
        for atom in self.atoms:
            for factor in atom.factors:
                for alternative in factor:
                    for _, _, tokens in alternative:
                        yield from tokens


def build_gold(
    source: Sequence[str],
    corrections: Iterable[Correction],
    annotators: int,
    *,
    retokenise: bool = True,
) -> GoldClusters:
    """Cluster the corrections of one sentence.

    `annotators` counts everybody who annotated the sentence, with those who found nothing to correct.
    `retokenise` splits the corrections' text as the original does (see `split_correction`); without it only
    white space separates tokens. Raises ValueError for a correction outside the source.
    """
    source = tuple(source)
    spans: list[tuple[int, int, tuple[str, ...], int]] = []
    for correction in corrections:
        if not 0 <= correction.start <= correction.end <= len(source):
            raise ValueError(
                f"a correction covers tokens {correction.start} to {correction.end}, "
                f"but the sentence has {len(source)} tokens"
            )
        tokens = split_correction(correction.text) if retokenise else tuple(correction.text.split())
        spans.append((correction.start, correction.end, tokens, correction.annotator))
    clusters = _cluster(spans)
    factors = []
    for cluster in clusters:
        alternatives = [_merge_same_span(edits) for _, edits in _by_annotator(cluster)]
        options = dict.fromkeys(tuple(sorted(alternative)) for alternative in alternatives)
        if len(alternatives) != annotators:
            options.setdefault((), None)
        factors.append(tuple(options))
    return GoldClusters(source, _atoms(factors, len(source)), _unmixed(source, clusters, annotators))


def atom_references(
    source: Sequence[str], atoms: Sequence[Atom], start: int, end: int, limit: int
) -> tuple[tuple[str, ...], ...]:
    """All distinct texts that the source tokens `start:end` can become when these atoms (inside) are mixed.

    Choices that use one span twice are no reference. Raises IMeasureLimitError above `limit` choices.
    """
    choices = math.prod(atom.choices for atom in atoms)
    if choices > limit:
        raise IMeasureLimitError(
            f"neighbouring corrections allow {choices:,} combinations that cannot be separated, "
            f"more than the {limit:,} that are tried. {ADVICE}"
        )
    whole = start == 0 and end == len(source)
    tokens = list(source[start:end])
    texts: dict[tuple[str, ...], None] = {}
    for choice in itertools.product(*(factor for atom in atoms for factor in atom.factors)):
        edits = [edit for alternative in choice for edit in alternative]
        if len({edit[:2] for edit in edits}) == len(edits):
            texts[_apply(tokens, edits, start, whole)] = None
    return tuple(texts)


def split_correction(text: str) -> tuple[str, ...]:
    """Tokens of a correction by Penn Treebank conventions, which the original applies to gold corrections.

    Only punctuation, quotes, brackets, clitics and a few fused words are split; a full stop only at the end.
    """
    text = re.sub(r"^\"", "`` ", text)
    text = re.sub(r"([ (\[{<])(\"|'')", r"\1 `` ", text)
    text = re.sub(r"([:,])([^\d]|$)", r" \1 \2", text)
    text = re.sub(r"(\.\.\.|[;@#$%&])", r" \1 ", text)
    text = re.sub(r"(?<=[^.])(\.)([\])}>\"']*)\s*$", r" \1\2 ", text)
    text = re.sub(r"([?!])", r" \1 ", text)
    text = re.sub(r"(?<=[^'])' ", " ' ", text)
    text = re.sub(r"(--|[\[\](){}<>])", r" \1 ", text)
    text = f" {text} ".replace("''", " '' ").replace('"', " '' ")
    text = re.sub(r"(?<=[^' ])('[sSmMdD]|') ", r" \1 ", text)
    text = re.sub(r"(?<=[^' ])('ll|'LL|'re|'RE|'ve|'VE|n't|N'T) ", r" \1 ", text)
    for pattern in _FUSED:
        text = pattern.sub(r" \1 \2 ", text)
    return tuple(text.split())


_FUSED = [
    re.compile(rf"\b({first})({second})\b", re.IGNORECASE)
    for first, second in (
        ("can", "not"),
        ("d", "'ye"),
        ("gim", "me"),
        ("gon", "na"),
        ("got", "ta"),
        ("lem", "me"),
        ("mor", "'n"),
        ("wan", "na"),
    )
] + [re.compile(r"(?<= )('t)(is|was)\b", re.IGNORECASE)]


def _cluster(
    spans: Sequence[tuple[int, int, tuple[str, ...], int]],
) -> list[list[tuple[int, int, tuple[str, ...], int]]]:
    """Longest edits first, each joins the first cluster with an edit that it overlaps."""
    clusters: list[list[tuple[int, int, tuple[str, ...], int]]] = []
    for span in sorted(spans, key=lambda edit: edit[0] - edit[1]):
        for cluster in clusters:
            if any(_overlap(span, other) for other in cluster):
                cluster.append(span)
                break
        else:
            clusters.append([span])
    clusters.sort(key=lambda cluster: cluster[0][:2])
    return clusters


def _overlap(a: tuple[int, int, tuple[str, ...], int], b: tuple[int, int, tuple[str, ...], int]) -> bool:
    """Same span, a shared token, or an insertion strictly inside; touching is no overlap."""
    return a[:2] == b[:2] or (a[0] < b[1] and b[0] < a[1])


def _by_annotator(
    cluster: Sequence[tuple[int, int, tuple[str, ...], int]],
) -> Iterator[tuple[int, list[Span]]]:
    ordered = sorted(cluster, key=lambda edit: edit[3])
    for annotator, edits in itertools.groupby(ordered, key=lambda edit: edit[3]):
        yield annotator, [edit[:3] for edit in edits]


def _merge_same_span(edits: Iterable[Span]) -> list[Span]:
    """Several corrections of one span by one annotator stand one after the other."""
    merged: dict[tuple[int, int], tuple[str, ...]] = {}
    for start, end, tokens in edits:
        merged[start, end] = merged.get((start, end), ()) + tokens
    return [(start, end, tokens) for (start, end), tokens in merged.items()]


def _atoms(factors: Sequence[tuple[Alternative, ...]], length: int) -> tuple[Atom, ...]:
    """Join clusters that touch or interleave, until an untouched source token stands between any two."""
    atoms: list[Atom] = []
    for factor in sorted(factors, key=_hull):
        start, end = _hull(factor)
        atoms.append(Atom(start, end, (factor,)))
        atoms[-1] = _confine(atoms[-1], length)
        while len(atoms) > 1 and atoms[-1].start <= atoms[-2].end:
            last = atoms.pop()
            joined = Atom(atoms[-1].start, max(atoms[-1].end, last.end), atoms[-1].factors + last.factors)
            atoms[-1] = _confine(joined, length)
    return tuple(atoms)


def _hull(factor: tuple[Alternative, ...]) -> tuple[int, int]:
    edits = [edit for alternative in factor for edit in alternative]
    return min(edit[0] for edit in edits), max(edit[1] for edit in edits)


def _confine(atom: Atom, length: int) -> Atom:
    """Widen an atom whose edits, applied one after the other, may reach tokens behind it.

    Edits are applied from the right with their original offsets. An edit that contains or overlaps one
    already applied meets a text of another length, and its end can lie behind the atom's: by as much as all
    its edits remove at most.
    """
    edits = {edit for factor in atom.factors for alternative in factor for edit in alternative}
    clash = any(
        _clash(factor_a, factor_b) for factor_a, factor_b in itertools.combinations(atom.factors, 2)
    ) or any(
        _overlap((*a, 0), (*b, 0))
        for factor in atom.factors
        for alternative in factor
        for a, b in itertools.combinations(alternative, 2)
    )
    if not clash:
        return atom
    end = max(edit[1] for edit in edits) + sum(edit[1] - edit[0] for edit in edits)
    return Atom(atom.start, min(length, max(atom.end, end)), atom.factors)


def _clash(first: tuple[Alternative, ...], second: tuple[Alternative, ...]) -> bool:
    a, b = _hull(first), _hull(second)
    return a[0] < b[1] and b[0] < a[1]


def _unmixed(
    source: tuple[str, ...],
    clusters: Sequence[Sequence[tuple[int, int, tuple[str, ...], int]]],
    annotators: int,
) -> tuple[tuple[str, ...], ...]:
    """One reference per annotator with edits, and the source when somebody has none."""
    edits: dict[int, list[Span]] = {}
    for cluster in clusters:
        for annotator, spans in _by_annotator(cluster):
            edits.setdefault(annotator, []).extend(_merge_same_span(spans))
    texts: dict[tuple[str, ...], None] = {}
    if len(edits) < annotators or not edits:
        texts[source] = None
    for annotator in sorted(edits):
        texts[_apply(list(source), edits[annotator], 0, whole=True)] = None
    return tuple(texts)


def _apply(tokens: list[str], edits: list[Span], offset: int, whole: bool) -> tuple[str, ...]:
    """Apply edits from the right. In a whole sentence an edit that would leave no token is not applied."""
    corrected = list(tokens)
    for start, end, replacement in sorted(edits, key=lambda edit: edit[:2], reverse=True):
        before = corrected
        corrected = corrected[: start - offset] + list(replacement) + corrected[end - offset :]
        if whole and not corrected:
            corrected = before
    return tuple(corrected)
