"""Choshen and Abend (2018), MAEGE: what the tables and figures need."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING, Any

from appraise_gec.reproduction.comparing import Chart, Computed, Ours, Place, Series, Value
from appraise_gec.reproduction.release import (
    ALTERNATIVES,
    BOTH,
    REFERENCE_ANNOTATORS,
    REFERENCES,
    Release,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from metrics.references.edits import Gold
    from metrics.scorers.scorer import Scorer
    from metrics.validation.maege.results import CorpusLevel, MaegeResult, SentenceLevel

RUNS = 5
ALL_METRICS = {
    "iBLEU": "ibleu:sign=plus",
    "LT": "languagetool",
    "BLEU": "bleu",
    "MinLD O→R": "levenshtein-reference",
    "GLEU": "gleu:iterations=1",
    "MAX-SARI": "max-sari",
    "SARI": "sari",
    "LD S→O": "levenshtein-source",
}
NEEDS_NO_REFERENCE = ("LT", "LD S→O")
COLUMNS = ("rho", "p of rho", "r", "p of r", "tau", "p of tau")
NO_REFERENCES = (
    "Computed without the eight references of Bryant and Ng (2015), which are not in the folder: texts are "
    "compared with the corrections by the other annotators of the gold, some of whom saw each other's."
)
TWO_ANNOTATORS = (
    "Computed without the eight references of Bryant and Ng (2015), which are not in the folder: from the "
    "two annotators of the official gold."
)
MAXMATCH = (
    "For MaxMatch the paper finds the edits of references by ERRANT, for the drawn source; here it compares "
    "with the edits of the gold, which are edits of the original sentence."
)


def table_2(release: Release) -> Computed:
    """r, tau and rho of each metric, as means over runs."""
    from metrics.validation.maege.experiment import spread

    references, instead = _references(release)
    numbers: dict[Place, Value] = {}
    for names, reason in (_metrics(needing=True), instead), (_metrics(needing=False), ""):
        scorers, unavailable = _available(names)
        for row, why in unavailable.items():
            numbers |= {(row, column): Ours(None, reason=why) for column in COLUMNS}
        if not scorers:
            continue
        found = _validated(release, scorers, references, as_published=not reason)
        for corpus, sentence in zip(found.corpus, found.sentence, strict=True):
            for column, values in _by_run(corpus, sentence).items():
                mean, sd = spread(values)
                # The print is one run, ours the mean of several.
                error = (sd or 0.0) * (1 + 1 / len(values)) ** 0.5
                numbers[corpus.metric, column] = Ours(mean, error, reason)
    numbers |= {("M2", column): Ours(None, reason=MAXMATCH) for column in COLUMNS}
    return Computed(numbers)


def figure_1(release: Release) -> Computed:
    """Sentences by number of combined references."""
    from metrics.references.m2_file import read_m2
    from metrics.validation.maege.figures import combined_references

    golds: Sequence[Gold] = (release.gold(BOTH),)
    reason = TWO_ANNOTATORS
    if release.has(REFERENCES):
        files = [f"{REFERENCES}/A{number}.m2" for number in REFERENCE_ANNOTATORS]
        golds = [read_m2(release.read(file), release.place(file)) for file in files]
        reason = ""
    found = combined_references(golds)
    row = "combined references of a sentence"
    numbers: dict[Place, Value] = {
        (row, "median"): Ours(float(statistics.median(found)), reason=reason),
        (row, "mean"): f"{sum(found) / len(found):.3g}",
        (row, "largest"): f"{max(found):.3g}",
    }
    magnitudes = [len(str(number)) - 1 for number in found]
    counts = [magnitudes.count(magnitude) for magnitude in range(max(magnitudes) + 1)]
    places = tuple(float(magnitude) for magnitude in range(len(counts)))
    series = Series("sentences", places, tuple(map(float, counts)))
    label = "logarithm (base 10) of the number of references, cut to a whole number"
    chart = Chart("Combined references of a sentence", "bars", label, "sentences", (series,))
    return Computed(numbers, (chart,))


def figure_4(release: Release) -> Computed:
    """rho of each metric by people and by MAEGE."""
    from metrics.references.edits import gold_references
    from metrics.scorers.m2.metric import M2
    from metrics.scorers.scorer import Material
    from metrics.validation.maege.figures import correlations_with_people

    by_maege = {row: own for (row, column), own in _table_2(release).numbers.items() if column == "rho"}
    gold = release.gold(BOTH)
    references, instead = _references(release)
    material = Material(release.sources, gold, references or gold_references(gold))
    scorers, _ = _available(ALL_METRICS)
    scorers["M2"] = M2()
    people = correlations_with_people(scorers, release.judgments, release.outputs, material)
    reason = TWO_ANNOTATORS if instead else ""
    numbers: dict[Place, Value] = {}
    points = []
    for name, rho in people.items():
        numbers[name, "people, 2015"] = Ours(rho, reason=reason)
        own = by_maege.get(name)
        if isinstance(own, Ours) and isinstance(own.value, float):
            numbers[name, "MAEGE"] = own.value
            if rho is not None:
                points.append((rho, own.value, name))
    series = Series(
        "metrics",
        tuple(x for x, _, _ in points),
        tuple(y for _, y, _ in points),
        tuple(name for _, _, name in points),
    )
    chart = Chart(
        "Metrics by people and by MAEGE", "points", "rho with the rankings of 2015", "rho by MAEGE", (series,)
    )
    return Computed(numbers, (chart,))


def figure_5(release: Release) -> Computed:
    """Mean GLEU of originals by number of errors."""
    from metrics.scorers.registry import parse_metric
    from metrics.validation.maege.figures import scores_of_originals

    references, _ = _references(release)
    scorer = parse_metric(ALL_METRICS["GLEU"])
    groups, rho = scores_of_originals(release.gold(ALTERNATIVES), scorer, references)
    numbers: dict[Place, Value] = {("all originals", "rho"): rho}
    for group in groups:
        numbers[f"errors: {group.errors}", "GLEU"] = group.mean
        numbers[f"errors: {group.errors}", "sentences"] = group.sentences
    series = Series(
        "originals",
        tuple(float(group.errors) for group in groups),
        tuple(group.mean for group in groups),
    )
    chart = Chart("GLEU of originals by errors", "points", "errors", "mean GLEU", (series,))
    return Computed(numbers, (chart,))


def _table_2(release: Release) -> Computed:
    """Needed by a figure as well, and long to compute."""
    return release.once("maege", lambda: table_2(release))


def _references(release: Release) -> tuple[tuple[tuple[str, ...], ...], str]:
    """The references of the paper, or none and what that means."""
    if not release.has(REFERENCES):
        return (), NO_REFERENCES
    return release.independent_references(), ""


def _metrics(*, needing: bool) -> dict[str, str]:
    return {row: name for row, name in ALL_METRICS.items() if (row not in NEEDS_NO_REFERENCE) == needing}


def _available(metrics: Mapping[str, str]) -> tuple[dict[str, Scorer[Any]], dict[str, str]]:
    """The metrics that work here, and for the others what they miss."""
    from metrics.scorers.registry import parse_metric
    from metrics.scorers.scorer import UnavailableError

    scorers: dict[str, Scorer[Any]] = {}
    unavailable: dict[str, str] = {}
    for row, name in metrics.items():
        scorer = parse_metric(name)
        try:
            scorer.ensure_available()
        except UnavailableError as error:
            unavailable[row] = str(error)
        else:
            scorers[row] = scorer
    return scorers, unavailable


def _validated(
    release: Release,
    scorers: Mapping[str, Scorer[Any]],
    references: Sequence[Sequence[str]],
    *,
    as_published: bool,
) -> MaegeResult:
    from metrics.validation.maege.experiment import MaegeSettings, validate_without_people

    settings = MaegeSettings(runs=RUNS, as_published=as_published)
    return validate_without_people(release.gold(ALTERNATIVES), scorers, settings, references=references)


def _by_run(corpus: CorpusLevel, sentence: SentenceLevel) -> dict[str, list[float | None]]:
    """The columns of Table 2, of each run."""
    from metrics.validation.maege.analyses import correlation_p_value, tau_p_value

    return {
        "rho": [run.rho for run in corpus.runs],
        "p of rho": [correlation_p_value(run.rho, len(corpus.scores)) for run in corpus.runs],
        "r": [run.r for run in sentence.runs],
        "p of r": [correlation_p_value(run.r, sentence.texts) for run in sentence.runs],
        "tau": [run.tau for run in sentence.runs],
        "p of tau": [tau_p_value(run.tau, sentence.pairs) for run in sentence.runs],
    }
