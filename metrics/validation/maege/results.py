"""The result of MAEGE, as it is printed and stored."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from metrics.validation.maege.experiment import (
    Maege,
    MaegeSettings,
    MetricFigures,
    corpus_p_value,
    sentence_p_values,
    spread,
)
from metrics.validation.maege.sampling import MODELS


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Sentences, annotations or edits that were not drawn from, by reason."""

    noop: int
    without_edits: int
    fewer_annotators: int
    overlapping_edits: int


@dataclass(frozen=True, slots=True)
class Model:
    """Edits that a model of a corpus asks for in each sentence, and the mean of those there were."""

    model: int
    mean_edits: float


@dataclass(frozen=True, slots=True)
class CorpusRun:
    rho: float | None
    scores: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class CorpusLevel:
    """A metric on corpora: mean, deviation over runs and p of rho; the mean score of each model's corpus."""

    metric: str
    rho: float | None
    rho_sd: float | None
    rho_p: float | None
    scores: tuple[float | None, ...]
    runs: tuple[CorpusRun, ...]


@dataclass(frozen=True, slots=True)
class SentenceRun:
    tau: float | None
    tau_half: float | None
    r: float | None
    r_tokens: float | None
    ties: float | None


@dataclass(frozen=True, slots=True)
class SentenceLevel:
    """A metric on sentences: of each figure the mean, the deviation over runs, and of some p."""

    metric: str
    tau: float | None
    tau_sd: float | None
    tau_p: float | None
    tau_half: float | None
    tau_half_sd: float | None
    r: float | None
    r_sd: float | None
    r_p: float | None
    r_tokens: float | None
    r_tokens_sd: float | None
    r_tokens_p: float | None
    ties: float | None
    ties_sd: float | None
    pairs: int
    texts: int
    runs: tuple[SentenceRun, ...]


@dataclass(frozen=True, slots=True)
class TypeLevel:
    """How an edit of a type changes a metric's score: the mean, and its standard error."""

    metric: str
    type: str
    count: int
    mean: float | None
    standard_error: float | None


@dataclass(frozen=True, slots=True)
class MaegeResult:
    """What was drawn from, and the three analyses by metric."""

    source_kind: str
    references: Literal["given", "other annotators"]
    sampler: Literal["published", "paper"]
    runs: int
    sentences: int
    corpus_sentences: int
    left_out: LeftOut
    chains: int
    edits: int
    texts: int
    models: tuple[Model, ...]
    corpus: tuple[CorpusLevel, ...]
    sentence: tuple[SentenceLevel, ...]
    types: tuple[TypeLevel, ...]
    warnings: tuple[str, ...] = ()


def maege_result(
    maege: Maege, settings: MaegeSettings, *, given_references: bool, warnings: Sequence[str] = ()
) -> MaegeResult:
    """The figures of all metrics over all runs."""
    lattices = maege.lattices
    return MaegeResult(
        source_kind=settings.source_kind,
        references="given" if given_references else "other annotators",
        sampler="published" if settings.as_published else "paper",
        runs=settings.runs,
        sentences=maege.chain_sentences,
        corpus_sentences=maege.corpus_sentences,
        left_out=LeftOut(
            noop=lattices.noop,
            without_edits=lattices.without_edits,
            fewer_annotators=len(lattices.sentences) - maege.chain_sentences,
            overlapping_edits=lattices.overlapping,
        ),
        chains=maege.chains,
        edits=maege.edits,
        texts=maege.texts,
        models=tuple(Model(*pair) for pair in zip(MODELS, maege.mean_edits, strict=True)),
        corpus=tuple(_corpus(metric) for metric in maege.metrics),
        sentence=tuple(_sentence(metric, maege.texts) for metric in maege.metrics),
        types=tuple(
            TypeLevel(
                metric.metric, effect.type, effect.count, _known(effect.mean), _known(effect.standard_error)
            )
            for metric in maege.metrics
            for effect in metric.types
        ),
        warnings=tuple(warnings),
    )


def _corpus(figures: MetricFigures) -> CorpusLevel:
    rho = spread([run.rho for run in figures.runs])
    means = np.mean([run.corpus for run in figures.runs], axis=0).tolist()
    return CorpusLevel(
        figures.metric,
        _known(rho.mean),
        _known(rho.sd),
        _known(corpus_p_value(rho.mean)),
        tuple(map(_known, means)),
        tuple(CorpusRun(_known(run.rho), tuple(map(_known, run.corpus.tolist()))) for run in figures.runs),
    )


def _sentence(figures: MetricFigures, texts: int) -> SentenceLevel:
    p_values = {name: _known(value) for name, value in sentence_p_values(figures.runs, texts).items()}
    tau = spread([run.pairs.tau for run in figures.runs])
    half = spread([run.pairs.tau_half for run in figures.runs])
    r = spread([run.r for run in figures.runs])
    r_tokens = spread([run.r_tokens for run in figures.runs])
    ties = spread([run.pairs.ties for run in figures.runs])
    return SentenceLevel(
        metric=figures.metric,
        tau=_known(tau.mean),
        tau_sd=_known(tau.sd),
        tau_p=p_values["tau"],
        tau_half=_known(half.mean),
        tau_half_sd=_known(half.sd),
        r=_known(r.mean),
        r_sd=_known(r.sd),
        r_p=p_values["r"],
        r_tokens=_known(r_tokens.mean),
        r_tokens_sd=_known(r_tokens.sd),
        r_tokens_p=p_values["r_tokens"],
        ties=_known(ties.mean),
        ties_sd=_known(ties.sd),
        pairs=figures.runs[0].pairs.pairs,
        texts=texts,
        runs=tuple(
            SentenceRun(
                *map(_known, (run.pairs.tau, run.pairs.tau_half, run.r, run.r_tokens, run.pairs.ties))
            )
            for run in figures.runs
        ),
    )


def _known(value: float) -> float | None:
    return value if math.isfinite(value) else None
