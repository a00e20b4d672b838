"""Validation of metrics without people, from files: what `appraise-gec maege` does."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import scipy

from appraise_gec.cli.documents import Answer, recipe, told_warnings
from appraise_gec.cli.errors import refused_values
from appraise_gec.cli.inputs import InputFiles, shown_path
from metrics.maege_tables import maege_text
from metrics.references.m2_file import read_m2
from metrics.references.plain import read_references
from metrics.scorers.parsing import parse_metric
from metrics.scorers.scorer import Scorer, SettingError
from metrics.validation.maege.experiment import (
    Maege,
    MaegeSettings,
    MetricFigures,
    corpus_p_value,
    sentence_p_values,
    spread,
    validate_without_people,
)
from metrics.validation.maege.sampling import MODELS

CALL = "appraise-gec maege"
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
WITH_ORIGINAL = "m2"
"""Compares with the edits of the gold, which are edits of the original sentences."""

SENTENCES_ONLY: dict[str, dict[str, Any]] = {"gleu": {"iterations": 1}}
"""Settings of corpus scores that take time and that sentence scores do not depend on."""


@dataclass(frozen=True, slots=True)
class MaegeRequest:
    """What to validate.

    Attributes:
        gold: gold edits in M2 format.
        references: reference texts, or M2 files of which every annotation, applied in full, is a reference.
        metrics: as METRIC or METRIC:SETTING=VALUE,SETTING=VALUE; empty for the default ones.
        settings: how to draw.
        seed: of the random numbers.
    """

    gold: Path
    references: tuple[Path, ...]
    metrics: tuple[str, ...]
    settings: MaegeSettings
    seed: int


def maege_files(request: MaegeRequest, progress: Callable[[float], None] | None = None) -> Answer:
    """Validate metrics by partly corrected sentences.

    Raises:
        FormatError: wrong inputs, by file and line, and what cannot be done with them.
        SettingError, UnavailableError: of the metrics.
    """
    names = request.metrics or default_metrics(request.settings.source_kind)
    scorers = _scorers(names)
    inputs = InputFiles()
    place = shown_path(request.gold)
    gold = read_m2(inputs.read(request.gold, "gold"), place)
    inputs.warnings += gold.warnings
    references: tuple[tuple[str, ...], ...] = ()
    if request.references:
        files = [(shown_path(path), inputs.read(path, "reference")) for path in request.references]
        references = read_references(files, sources=gold.sources)
    with refused_values(CALL):
        found = validate_without_people(
            gold, scorers, request.settings, seed=request.seed, references=references, progress=progress
        )
    made_from = recipe(
        "maege",
        inputs,
        {"metrics": list(scorers), **asdict(request.settings)},
        request.seed,
        signatures=[str(scorer.signature()) for scorer in scorers.values()],
        software={"numpy": np.__version__, "scipy": scipy.__version__},
    )
    result = maege_result(found, request.settings, given_references=bool(references))
    result["warnings"] = told_warnings(inputs.warnings)
    return Answer(made_from, result, partial(maege_text, result), tuple(inputs.warnings))


def default_metrics(source_kind: str) -> tuple[str, ...]:
    """The metrics that work everywhere with this kind of source."""
    return (*DEFAULT_METRICS, WITH_ORIGINAL) if source_kind == "original" else DEFAULT_METRICS


def maege_metric(text: str) -> Scorer[Any]:
    """A metric from METRIC or METRIC:SETTING=VALUE,SETTING=VALUE. Raises SettingError."""
    return parse_metric(text, SENTENCES_ONLY.get(text.partition(":")[0]))


def maege_result(found: Maege, settings: MaegeSettings, *, given_references: bool) -> dict[str, Any]:
    """What was found, as JSON values: what was drawn from, and the three analyses by metric."""
    lattices = found.lattices
    return {
        "source_kind": settings.source_kind,
        "references": "given" if given_references else "other annotators",
        "sampler": "published" if settings.as_published else "paper",
        "runs": settings.runs,
        "sentences": found.chain_sentences,
        "corpus_sentences": found.corpus_sentences,
        "left_out": {
            "noop": lattices.noop,
            "without_edits": lattices.without_edits,
            "fewer_annotators": len(lattices.sentences) - found.chain_sentences,
            "overlapping_edits": lattices.overlapping,
        },
        "chains": found.chains,
        "edits": found.edits,
        "texts": found.texts,
        "models": [
            {"model": model, "mean_edits": edits}
            for model, edits in zip(MODELS, found.mean_edits, strict=True)
        ],
        "corpus": [_corpus(one) for one in found.metrics],
        "sentence": [_sentence(one, found.texts) for one in found.metrics],
        "types": [{"metric": one.metric, **asdict(effect)} for one in found.metrics for effect in one.types],
    }


def _corpus(figures: MetricFigures) -> dict[str, Any]:
    rho = spread([run.rho for run in figures.runs])
    return {
        "metric": figures.metric,
        "rho": rho.mean,
        "rho_sd": rho.sd,
        "rho_p": corpus_p_value(rho.mean),
        "scores": np.mean([run.corpus for run in figures.runs], axis=0).tolist(),
        "runs": [{"rho": run.rho, "scores": run.corpus.tolist()} for run in figures.runs],
    }


def _sentence(figures: MetricFigures, texts: int) -> dict[str, Any]:
    runs = [
        {
            "tau": run.pairs.tau,
            "tau_half": run.pairs.tau_half,
            "r": run.r,
            "r_tokens": run.r_tokens,
            "ties": run.pairs.ties,
        }
        for run in figures.runs
    ]
    p_values = sentence_p_values(figures.runs, texts)
    entry: dict[str, Any] = {"metric": figures.metric}
    for name in ("tau", "tau_half", "r", "r_tokens", "ties"):
        over_runs = spread([run[name] for run in runs])
        entry |= {name: over_runs.mean, f"{name}_sd": over_runs.sd}
        if name in p_values:
            entry[f"{name}_p"] = p_values[name]
    return {**entry, "pairs": figures.runs[0].pairs.pairs, "texts": texts, "runs": runs}


def _scorers(names: Sequence[str]) -> dict[str, Scorer[Any]]:
    scorers: dict[str, Scorer[Any]] = {}
    for name in names:
        if name in scorers:
            raise SettingError(f"--metric {name} is given twice")
        scorers[name] = maege_metric(name)
        scorers[name].ensure_available()
    return scorers
