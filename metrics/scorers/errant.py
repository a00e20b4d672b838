"""ERRANT: F of the edits that ERRANT extracts from an output, compared with those of the gold.

Source: Bryant, Felice and Briscoe (2017), "Automatic annotation and evaluation of error types for grammatical
error correction". The package `errant` extracts, merges and classifies the edits; the comparison is that of
its command `errant_compare -hyp output.m2 -ref gold.m2` for span-based correction.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Annotated, Any, ClassVar, Final, Literal, NamedTuple

from msgspec import Meta

from metrics.references.edits import Annotation
from metrics.scorers.registry import metric
from metrics.scorers.results import Score, SentenceScore, TypeScore
from metrics.scorers.scorer import (
    Material,
    Scorer,
    SettingError,
    UnavailableError,
    how_to_add,
    package_version,
)

ADVICE = (
    f"{how_to_add('errant')}; then python -m spacy download en_core_web_sm for its "
    "language model, or choose model=blank with a merging other than rules"
)
BLANK: Final = "blank"
UNKNOWN = "UNK"
ALTERNATIVES = "||"

Edits = Mapping[tuple[int, int, str], tuple[str, ...]]
"""Types by source span and correction. An edit that stands there twice has two types, and counts twice."""


class Tally(NamedTuple):
    """True positives, false positives and false negatives."""

    tp: int = 0
    fp: int = 0
    fn: int = 0


class Prepared(NamedTuple):
    """The loaded package, whether edits of references stand in gold, whether they have types; by sentence the
    source, and the edits of references and outputs so far."""

    annotator: Any
    as_in_gold: bool
    typed: bool
    sources: tuple[Any, ...]
    references: tuple[tuple[Edits, ...], ...]
    outputs: tuple[dict[str, Edits], ...]


@metric("errant", "ERRANT", "F of ERRANT's edits (needs the package errant)")
@dataclass(frozen=True)
class Errant(Scorer[Prepared]):
    """F of edits with equal span and correction.

    Each sentence is compared with the reference that gives the best F, rounded to four decimals, on the
    totals so far; then the most true positives, the fewest false positives, the fewest false negatives. So
    the score depends on the order of sentences, as in the original.

    Where the material has gold edits and no reference texts of its own, the gold's edits count as they stand
    in the file, with its error types; edits of type UNK, which detect and do not correct, do not count. An
    edit with alternative corrections equals no edit of an output, as in the original.

    The gold's edits can also be applied and extracted again from the texts, as those of reference texts
    always are. A blank model aligns by plain Levenshtein distance and classifies nothing.
    """

    needs: ClassVar[frozenset[str]] = frozenset({"references"})
    chooses_by_corpus: ClassVar[bool] = True
    own_part: ClassVar[str] = "f"
    is_f_of_parts: ClassVar[bool] = True

    beta: Annotated[float, Meta(gt=0, le=1000, description="Weight of recall against precision.")] = 0.5
    merging: Annotated[
        Literal["rules", "all-split", "all-merge", "all-equal"],
        Meta(description="How neighbouring changes become edits; rules need a model."),
    ] = "rules"
    model: Annotated[
        Literal["en_core_web_sm", "en_core_web_md", "en_core_web_lg", "en_core_web_trf", "blank"],
        Meta(description="Of spaCy; blank needs none, and knows error types of gold only."),
    ] = "en_core_web_sm"
    reference_edits: Annotated[
        Literal["as-in-gold", "extracted"],
        Meta(description="Edits of gold as they stand, or extracted again from the corrected texts."),
    ] = "as-in-gold"

    def __post_init__(self) -> None:
        if self.model == BLANK and self.merging == "rules":
            expected = "all-split, all-merge or all-equal where the model is blank"
            raise SettingError(f"merging = 'rules': expected {expected}")

    def implementation(self) -> str:
        """The package, its version and that of the model."""
        own = package_version("errant")
        return own if self.model == BLANK else f"{own}, {package_version(self.model)}"

    def ensure_available(self) -> None:
        """The package and the model are here."""
        _ensure_package()
        if self.model != BLANK and find_spec(self.model) is None:
            raise _without_model(self.model)

    def _prepare(self, material: Material) -> Prepared:
        annotator = load_annotator(self.model)
        sources = tuple(annotator.parse(" ".join(text.split())) for text in material.sources)
        gold = material.gold
        as_in_gold = gold is not None and not material.references and self.reference_edits == "as-in-gold"
        if gold is not None and as_in_gold:
            references = tuple(tuple(map(_gold_edits, sentence.annotations)) for sentence in gold.sentences)
        else:
            references = tuple(
                tuple(_once(self._edits(annotator, source, text)) for text in texts)
                for source, texts in zip(sources, material.reference_texts, strict=True)
            )
        typed = as_in_gold or self.model != BLANK
        return Prepared(annotator, as_in_gold, typed, sources, references, tuple({} for _ in sources))

    def _score(self, hypotheses: Sequence[str], prepared: Prepared) -> Score:
        total = Tally()
        sentences = []
        matched: Counter[str] = Counter()
        wanted: Counter[str] = Counter()
        for text, source, references, known in zip(hypotheses, *prepared[3:], strict=True):
            # Systems share more than half of their outputs.
            if text not in known:
                edits = self._edits(prepared.annotator, source, text)
                known[text] = edits if prepared.as_in_gold else _once(edits)
            mine = known[text]
            tallies = [_compare(mine, reference) for reference in references]
            best = max(range(len(tallies)), key=lambda n: self._preference(total, tallies[n]))
            total = _sum(total, tallies[best])
            sentences.append(SentenceScore(_scores(tallies[best], self.beta)[2], tallies[best]._asdict()))
            for key, kinds in references[best].items():
                wanted.update(kinds)
                matched.update(kinds if key in mine else ())
        precision, recall, score = _scores(total, self.beta)
        parts = {"precision": precision, "recall": recall, "f": score, **total._asdict()}
        types = tuple(TypeScore.of(kind, matched[kind], number) for kind, number in sorted(wanted.items()))
        return Score("", score, parts, types if prepared.typed else (), tuple(sentences))

    def _preference(self, total: Tally, tally: Tally) -> tuple[float, int, int, int]:
        return round(_scores(_sum(total, tally), self.beta)[2], 4), tally.tp, -tally.fp, -tally.fn

    def _edits(self, annotator: Any, source: Any, text: str) -> Edits:
        corrected = annotator.parse(" ".join(text.split()))
        alignment = align(annotator, source, corrected, plain=self.model == BLANK)
        edits = annotator.merge(alignment, self.merging)
        if self.model != BLANK:
            edits = [annotator.classify(edit) for edit in edits]
        return _by_place(
            (edit.o_start, edit.o_end, " ".join(token.text for token in edit.c_toks), str(edit.type))
            for edit in edits
        )


def load_annotator(model: str) -> Any:
    """ERRANT with a spaCy model. Raises UnavailableError, which says what is missing."""
    _ensure_package()
    spacy = import_module("spacy")
    try:
        language = spacy.blank("en") if model == BLANK else spacy.load(model, disable=["ner"])
    except OSError as error:
        raise _without_model(model) from error
    return import_module("errant").load("en", language)


def align(annotator: Any, source: Any, corrected: Any, *, plain: bool) -> Any:
    """ERRANT's alignment of two parsed texts, in less time.

    Its table takes most of the time, and grows with the product of the lengths. A cell does not depend on
    what comes behind it, and equal last tokens are always aligned with each other: they need no table. And
    tokens in a list are found faster than in a text of spaCy.
    """
    left, right = list(source), list(corrected)
    n, m = len(left), len(right)
    while n and m and left[n - 1].orth == right[m - 1].orth:
        n, m = n - 1, m - 1
    alignment = annotator.align(left[:n], right[:m], plain)
    alignment.orig, alignment.cor = source, corrected
    alignment.align_seq += [("M", n + k, n + k + 1, m + k, m + k + 1) for k in range(len(left) - n)]
    return alignment


def _ensure_package() -> None:
    if find_spec("errant") is None or find_spec("spacy") is None:
        raise UnavailableError(f"ERRANT needs the package errant; {ADVICE}.")


def _without_model(model: str) -> UnavailableError:
    return UnavailableError(f"ERRANT needs the spaCy model {model}, which is not here; {ADVICE}.")


def _gold_edits(annotation: Annotation) -> Edits:
    """The edits of an annotation as `errant_compare` reads them: alternatives are one text there."""
    return _by_place(
        (edit.start, edit.end, ALTERNATIVES.join(edit.corrections), edit.type) for edit in annotation.edits
    )


def _by_place(edits: Iterable[tuple[int, int, str, str]]) -> Edits:
    """Edits of start, end, correction and type, without those that only detect."""
    kinds: dict[tuple[int, int, str], tuple[str, ...]] = {}
    for start, end, correction, kind in edits:
        if kind != UNKNOWN:
            key = start, end, correction
            kinds[key] = (*kinds.get(key, ()), kind)
    return kinds


def _once(edits: Edits) -> Edits:
    """An edit that was extracted twice at one place, such as two commas, is one."""
    return {key: kinds[:1] for key, kinds in edits.items()}


def _compare(mine: Edits, reference: Edits) -> Tally:
    """An output's edit that is right counts as often as the reference has it."""
    return Tally(
        sum(len(kinds) for key, kinds in reference.items() if key in mine),
        sum(len(kinds) for key, kinds in mine.items() if key not in reference),
        sum(len(kinds) for key, kinds in reference.items() if key not in mine),
    )


def _sum(one: Tally, other: Tally) -> Tally:
    return Tally(one.tp + other.tp, one.fp + other.fp, one.fn + other.fn)


def _scores(tally: Tally, beta: float) -> tuple[float, float, float]:
    """Precision, recall and F; without false positives precision is 1, without false negatives recall."""
    precision = tally.tp / (tally.tp + tally.fp) if tally.fp else 1.0
    recall = tally.tp / (tally.tp + tally.fn) if tally.fn else 1.0
    weight = beta * beta
    if precision + recall == 0:
        return precision, recall, 0.0
    return precision, recall, (1 + weight) * precision * recall / (weight * precision + recall)
