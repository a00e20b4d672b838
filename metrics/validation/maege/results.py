"""The result of MAEGE, as it is printed and stored."""

from dataclasses import dataclass
from typing import Literal


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
    """One run: correlation of the models with the scores of their corpora, and the means of these."""

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
    """One run: `r` with the linear scale of the authors' program, `r_tokens` with that of the paper."""

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
    """What was drawn from, and the three analyses by metric.

    Attributes:
        sentences, corpus_sentences: sentences of chains, and of the corpora.
        chains, texts, edits: of one run: chains, their elements, the gold edits they apply.
        models: of the corpora.
        corpus, sentence: for each metric, in the order asked for.
        types: for each metric and error type, over all runs together.
    """

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
