"""MAEGE as a whole: draw, score and analyse, several times (Choshen and Abend 2018)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from metrics.references.edits import Gold
from metrics.scorers.registry import parse_metric, parse_metrics
from metrics.scorers.scorer import Scorer
from metrics.validation.coefficients import or_none, pearson, spearman
from metrics.validation.maege.analyses import (
    changes,
    correlation_p_value,
    count_pairs,
    linear_quality,
    tau_p_value,
    type_effects,
)
from metrics.validation.maege.lattice import Lattices, build_lattices, partial_text, partial_text_as_published
from metrics.validation.maege.results import (
    CorpusLevel,
    CorpusRun,
    LeftOut,
    MaegeResult,
    Model,
    SentenceLevel,
    SentenceRun,
    TypeLevel,
)
from metrics.validation.maege.sampling import MODELS, SOURCE_KINDS, Draw, Point, draw, draw_as_published
from metrics.validation.maege.scoring import References, Text, score_texts
from rankings.analysis.arrays import FloatArray, IntArray
from rankings.analysis.choices import SEED
from rankings.formats.records import FormatError, Problem

Progress = Callable[[float], None]

DEFAULT_METRICS = (
    "bleu",
    "ibleu",
    "ibleu:sign=plus",
    "gleu",
    "sari",
    "max-sari",
    "levenshtein-source",
    "levenshtein-reference",
)
SENTENCES_ONLY: dict[str, dict[str, Any]] = {"gleu": {"iterations": 1}}
"""Settings of corpus scores that take time and that sentence scores do not depend on."""


@dataclass(frozen=True, slots=True)
class MaegeSettings:
    """How to draw.

    Attributes:
        source_kind: "chain": the source is drawn as well (Table 2 of the paper); "original": it is the
            unchanged sentence (Table 4).
        runs: how often everything is drawn and computed.
        least_annotators: annotators who must have corrected a sentence for its chains to count.
        as_published: draw the random numbers of the authors' program.
    """

    source_kind: str = "chain"
    runs: int = 5
    least_annotators: int = 2
    as_published: bool = False

    def __post_init__(self) -> None:
        if self.source_kind not in SOURCE_KINDS:
            raise ValueError(f"source kind {self.source_kind!r}: expected one of {', '.join(SOURCE_KINDS)}")
        if min(self.runs, self.least_annotators) < 1:
            raise ValueError("runs and annotators have to be 1 or more")
        if self.as_published and self.least_annotators != 2:
            raise ValueError("the published sampler takes sentences of at least two annotators")


def maege_metric(text: str) -> Scorer[Any]:
    """A metric from METRIC or METRIC:SETTING=VALUE,SETTING=VALUE. Raises SettingError."""
    return parse_metric(text, SENTENCES_ONLY.get(text.partition(":")[0]))


def without_people(gold: Gold, seed: int, progress: Callable[[float], None] | None = None) -> MaegeResult:
    """The usual metrics validated by the gold edits, with the settings of `appraise-gec maege`.

    Raises:
        FormatError: no sentence is left to draw from.
    """
    scorers = parse_metrics(DEFAULT_METRICS, maege_metric)
    return validate_without_people(gold, scorers, MaegeSettings(), seed=seed, progress=progress)


def validate_without_people(
    gold: Gold,
    scorers: Mapping[str, Scorer[Any]],
    settings: MaegeSettings,
    *,
    seed: int = SEED,
    references: Sequence[Sequence[str]] = (),
    progress: Progress | None = None,
) -> MaegeResult:
    """Validate metrics by texts whose order of quality is known from gold edits.

    Args:
        seed: of the random numbers. Of the published sampler, run k (from 0) has the seed `seed + k`.
        references: for each sentence of the gold its reference texts. Without, a text is compared with what
            the other annotators made of the sentence, and corpora have only sentences of two annotators.

    Raises:
        FormatError: no sentence is left, or a metric cannot be used this way.
        ValueError: there are references for another number of sentences.
    """
    if references and len(references) != len(gold.sentences):
        raise ValueError(f"references for {len(references)} sentences, but {len(gold.sentences)} in the gold")
    lattices = build_lattices(gold)
    given = tuple(tuple(references[index]) for index in lattices.indices) if references else ()
    draws = _draws(lattices, settings, _corpus_annotators(lattices, scorers, settings, bool(given)), seed)
    runs = [_Run(lattices, drawn, as_published=settings.as_published) for drawn in draws]
    texts = [text for run in runs for text in run.texts]
    compared_with = References.from_texts(lattices, given)
    corpus, sentence = [], []
    types: list[TypeLevel] = []
    for done, (name, scorer) in enumerate(scorers.items()):
        scores = score_texts(scorer, texts, compared_with)
        by_run = np.split(scores, np.cumsum([len(run.texts) for run in runs])[:-1])
        figures = [run.figures(own) for run, own in zip(runs, by_run, strict=True)]
        corpus.append(_corpus(name, [one.corpus for one in figures]))
        sentence.append(_sentence(name, [one.sentence for one in figures], runs[0]))
        types += _types(name, runs, [one.changes for one in figures])
        if progress:
            progress((done + 1) / len(scorers))
    chains = draws[0].chains
    places = {chain.sentence for chain in chains}
    annotations = [one for place in places for one in lattices.sentences[place].annotations]
    lengths = [[[len(point.edits) for point in points] for points in drawn.corpora] for drawn in draws]
    mean_edits = np.array(lengths).mean(axis=(0, 2)).tolist()
    fewer = len(lattices.sentences) - len(places)
    return MaegeResult(
        source_kind=settings.source_kind,
        references="given" if given else "other annotators",
        sampler="published" if settings.as_published else "paper",
        runs=settings.runs,
        sentences=len(places),
        corpus_sentences=len(draws[0].corpus_sources),
        left_out=LeftOut(lattices.noop, lattices.without_edits, fewer, lattices.overlapping),
        chains=len(chains),
        edits=sum(len(annotation.edits) for annotation in annotations),
        texts=int(runs[0].lengths.sum()),
        models=tuple(map(Model, MODELS, mean_edits)),
        corpus=tuple(corpus),
        sentence=tuple(sentence),
        types=tuple(types),
    )


def spread(values: Sequence[float | None]) -> tuple[float | None, float | None]:
    """Mean and standard deviation, of the sample, of one figure over runs; no deviation of a single run."""
    numbers = np.array(values, dtype=np.float64)
    return or_none(numbers.mean()), or_none(numbers.std(ddof=1)) if len(numbers) > 1 else None


def scale(lattices: Lattices, chains: Sequence[Point], *, by_tokens: bool) -> FloatArray:
    """(C,) quality of the original of each chain, where the full correction has 1 (section 6).

    The paper takes from 1 the fewest edits of an annotator for each token of the sentence. The authors'
    program, from which the published figures are, takes one edit more for each character.
    """
    qualities = []
    for chain in chains:
        sentence = lattices.sentences[chain.sentence]
        fewest = min(len(annotation.edits) for annotation in sentence.annotations)
        if by_tokens:
            qualities.append(1 - fewest / max(1, len(sentence.tokens)))
        else:
            qualities.append(1 - (fewest + 1) / max(1, len(" ".join(sentence.tokens))))
    return np.array(qualities, dtype=np.float64)


def _corpus(metric: str, runs: Sequence[CorpusRun]) -> CorpusLevel:
    rho, sd = spread([run.rho for run in runs])
    scores = np.array([run.scores for run in runs], dtype=np.float64).mean(axis=0)
    p = correlation_p_value(rho, len(MODELS))
    return CorpusLevel(metric, rho, sd, p, tuple(map(or_none, scores)), tuple(runs))


def _sentence(metric: str, runs: Sequence[SentenceRun], first: "_Run") -> SentenceLevel:
    """p of the mean of tau, r and r_tokens over runs is as if it came from a single run."""
    tau, half, r, r_tokens, ties = (
        spread([getattr(run, name) for run in runs]) for name in ("tau", "tau_half", "r", "r_tokens", "ties")
    )
    texts, pairs = int(first.lengths.sum()), int((first.lengths * (first.lengths - 1) // 2).sum())
    p_of_r, p_of_tokens = (correlation_p_value(mean, texts) for mean, _ in (r, r_tokens))
    return SentenceLevel(
        metric,
        *(*tau, tau_p_value(tau[0], pairs)),
        *half,
        *(*r, p_of_r),
        *(*r_tokens, p_of_tokens),
        *ties,
        pairs,
        texts,
        tuple(runs),
    )


def _types(metric: str, runs: Sequence["_Run"], changes: Sequence[FloatArray]) -> list[TypeLevel]:
    edits = np.concatenate([run.edits for run in runs])
    return type_effects(metric, np.concatenate(changes), edits, runs[0].edit_types, runs[0].edit_sentences)


def _corpus_annotators(
    lattices: Lattices, scorers: Mapping[str, Scorer[Any]], settings: MaegeSettings, given: bool
) -> int:
    """How many annotators a sentence of the corpora must have. Raises FormatError for what cannot be done."""
    least = settings.least_annotators
    by_edits = [scorer.title for scorer in scorers.values() if "gold" in scorer.needs]
    by_others = by_edits or (not given and any(scorer.needs for scorer in scorers.values()))
    wrong = ""
    if not lattices.with_annotators(least):
        wrong = f"No sentence is left: none has edits of at least {least} annotators."
    elif by_edits and settings.source_kind != "original":
        wrong = f"{by_edits[0]} compares with edits of the original, which then has to be the source."
    elif by_others and (least < 2 or not lattices.with_annotators(2)):
        wrong = (
            "Without reference texts, what an annotator made is compared with what others made: sentences "
            "need edits of at least 2 annotators."
        )
    elif by_others and settings.as_published and len(lattices.with_annotators(2)) < len(lattices.sentences):
        wrong = (
            "The published sampler draws sentences with edits of a single annotator as well, which only "
            "reference texts can be compared with."
        )
    if wrong:
        raise FormatError(Problem(lattices.name, wrong))
    # Not looking at the other metrics, so that a metric has the same corpora alone as together with them.
    return 2 if by_edits or (not given and lattices.with_annotators(2)) else 1


def _draws(lattices: Lattices, settings: MaegeSettings, corpus_annotators: int, seed: int) -> list[Draw]:
    if settings.as_published:
        return [
            draw_as_published(lattices, seed + run, source_kind=settings.source_kind)
            for run in range(settings.runs)
        ]
    return [
        draw(
            lattices,
            np.random.default_rng([seed, run]),
            source_kind=settings.source_kind,
            least_annotators=settings.least_annotators,
            corpus_annotators=corpus_annotators,
        )
        for run in range(settings.runs)
    ]


class _Figures(NamedTuple):
    """One run of one metric; `changes` of the score, by each edit of each chain."""

    sentence: SentenceRun
    corpus: CorpusRun
    changes: FloatArray


class _Run:
    """One draw as texts: those of the chains, one chain behind the other, then those of the corpora.

    Attributes:
        texts: all of them.
        lengths: (C,) elements of each chain.
        quality, quality_by_tokens: (E,) known quality of the chains' elements.
        edits: (E - C,) number of the edit that each step of a chain adds.
        edit_types, edit_sentences: type and sentence of every edit by its number.
    """

    def __init__(self, lattices: Lattices, drawn: Draw, *, as_published: bool) -> None:
        self._lattices = lattices
        self._make = partial_text_as_published if as_published else partial_text
        self._tokens = [sentence.tokens for sentence in lattices.sentences]
        self.texts: list[Text] = []
        for chain, source in zip(drawn.chains, drawn.chain_sources, strict=True):
            steps = [self._text(chain, number) for number in range(len(chain.edits) + 1)]
            self.texts += [Text(chain.sentence, chain.annotation, steps[source], text) for text in steps]
        sources = [self._text(point) for point in drawn.corpus_sources]
        for points in drawn.corpora:
            self.texts += [
                Text(point.sentence, point.annotation, source, self._text(point))
                for point, source in zip(points, sources, strict=True)
            ]
        self.lengths: IntArray = np.array([len(chain.edits) + 1 for chain in drawn.chains], np.int64)
        self.quality = linear_quality(self.lengths, scale(lattices, drawn.chains, by_tokens=False))
        self.quality_by_tokens = linear_quality(self.lengths, scale(lattices, drawn.chains, by_tokens=True))
        self._number_edits(drawn)

    def figures(self, scores: FloatArray) -> _Figures:
        """What the scores of all its texts say."""
        elements = int(self.lengths.sum())
        of_chains, of_corpora = scores[:elements], scores[elements:]
        means = of_corpora.reshape(len(MODELS), -1).mean(axis=1)
        pairs = count_pairs(of_chains, self.lengths)
        r, r_tokens = (
            float(pearson(of_chains, quality)) for quality in (self.quality, self.quality_by_tokens)
        )
        return _Figures(
            SentenceRun(*map(or_none, (pairs.tau, pairs.tau_half, r, r_tokens, pairs.ties))),
            CorpusRun(or_none(float(spearman(np.array(MODELS), means))), tuple(map(or_none, means))),
            changes(of_chains, self.lengths),
        )

    def _text(self, point: Point, number: int | None = None) -> str:
        edits = self._lattices.sentences[point.sentence].annotations[point.annotation].edits
        return self._make(self._tokens[point.sentence], edits, point.edits[:number])

    def _number_edits(self, drawn: Draw) -> None:
        self.edit_types: list[str] = []
        sentences: list[int] = []
        first: dict[tuple[int, int], int] = {}
        for place, sentence in enumerate(self._lattices.sentences):
            for annotation, annotated in enumerate(sentence.annotations):
                first[place, annotation] = len(self.edit_types)
                self.edit_types += [edit.type for edit in annotated.edits]
                sentences += [place] * len(annotated.edits)
        self.edit_sentences: IntArray = np.array(sentences, np.int64)
        self.edits: IntArray = np.array(
            [
                first[chain.sentence, chain.annotation] + edit
                for chain in drawn.chains
                for edit in chain.edits
            ],
            np.int64,
        )
