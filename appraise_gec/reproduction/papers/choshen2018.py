"""Choshen and Abend (2018), MAEGE: what the tables and figures need."""

import statistics
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from appraise_gec.reproduction.comparing import Chart, Computed, Ours, Place, Series, Value
from appraise_gec.reproduction.release import ALTERNATIVES, BOTH, REFERENCE_ANNOTATORS, REFERENCES, Release
from metrics.references.edits import Gold, gold_references
from metrics.references.m2_file import read_m2
from metrics.scorers.i_measure.gold import Correction, build_gold
from metrics.scorers.m2.metric import M2
from metrics.scorers.registry import parse_metric
from metrics.scorers.scorer import Material, Scorer, UnavailableError
from metrics.validation.coefficients import or_none, spearman
from metrics.validation.human_scores import human_scores
from metrics.validation.judged_sentences import judged_indices, judged_part
from metrics.validation.maege.analyses import correlation_p_value, tau_p_value
from metrics.validation.maege.experiment import MaegeSettings, spread, validate_without_people
from metrics.validation.maege.lattice import build_lattices
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
    golds: Sequence[Gold] = (release.gold(BOTH),)
    reason = TWO_ANNOTATORS
    if release.has(REFERENCES):
        files = [f"{REFERENCES}/A{number}.m2" for number in REFERENCE_ANNOTATORS]
        golds = [read_m2(release.read(file), release.place(file)) for file in files]
        reason = ""
    found = _combined_references(golds)
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
    by_maege = {row: own for (row, column), own in _table_2(release).numbers.items() if column == "rho"}
    gold = release.gold(BOTH)
    references, instead = _references(release)
    material = Material(release.sources, gold, references or gold_references(gold))
    scorers, _ = _available(ALL_METRICS)
    scorers["M2"] = M2()
    people = _correlations_with_people(scorers, release, material)
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
    references, _ = _references(release)
    scorer = parse_metric(ALL_METRICS["GLEU"])
    lattices = build_lattices(release.gold(ALTERNATIVES))
    gold = release.gold(ALTERNATIVES).part(lattices.indices)
    texts = tuple(references[index] for index in lattices.indices) if references else gold_references(gold)
    sources = tuple(" ".join(sentence.tokens) for sentence in lattices.sentences)
    scored = scorer.score(sources, Material(sources, gold, texts)).sentences
    scores = np.array([one.score for one in scored])
    errors = np.array(
        [min(len(one.edits) for one in sentence.annotations) for sentence in lattices.sentences]
    )
    numbers: dict[Place, Value] = {("all originals", "rho"): or_none(spearman(errors, scores))}
    means = {}
    for number in np.unique(errors).tolist():
        means[float(number)] = float(scores[errors == number].mean())
        numbers[f"errors: {number}", "GLEU"] = means[float(number)]
        numbers[f"errors: {number}", "sentences"] = int((errors == number).sum())
    series = Series("originals", tuple(means), tuple(means.values()))
    chart = Chart("GLEU of originals by errors", "points", "errors", "mean GLEU", (series,))
    return Computed(numbers, (chart,))


def _combined_references(golds: Sequence[Gold]) -> tuple[int, ...]:
    """Of each sentence, how many references follow from combining several annotators' corrections.

    The I-measure takes corrections that do not overlap for independent, so that every choice of one
    alternative per place makes a reference, and their number explodes (section 2).
    """
    numbers = []
    for sentences in zip(*(gold.sentences for gold in golds), strict=True):
        annotations = [annotation for sentence in sentences for annotation in sentence.annotations]
        corrections = [
            Correction(edit.start, edit.end, edit.corrections[0], annotator)
            for annotator, annotation in enumerate(annotations)
            for edit in annotation.edits
        ]
        numbers.append(build_gold(sentences[0].tokens, corrections, len(annotations)).choices)
    return tuple(numbers)


def _correlations_with_people(
    scorers: Mapping[str, Scorer[Any]], release: Release, material: Material
) -> dict[str, float | None]:
    """rho of the mean scores of the judged sentences (section 3); None where it is undefined."""
    judgments = release.judgments
    part, judged = judged_part(material, release.outputs, judged_indices(judgments, len(material.sources)))
    human = human_scores(judgments, "trueskill-mean-field", replicates=0)
    systems = tuple(system for system in human.systems if system in judged)
    people = human.of(systems).scores
    found = {}
    for name, scorer in scorers.items():
        scored = scorer.score_systems({system: judged[system] for system in systems}, part)
        means = np.array([np.mean([one.score for one in scored[system].sentences]) for system in systems])
        found[name] = or_none(spearman(people, means))
    return found


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

    settings = MaegeSettings(runs=RUNS, as_published=as_published)
    return validate_without_people(release.gold(ALTERNATIVES), scorers, settings, references=references)


def _by_run(corpus: CorpusLevel, sentence: SentenceLevel) -> dict[str, list[float | None]]:
    """The columns of Table 2, of each run."""
    return {
        "rho": [run.rho for run in corpus.runs],
        "p of rho": [correlation_p_value(run.rho, len(corpus.scores)) for run in corpus.runs],
        "r": [run.r for run in sentence.runs],
        "p of r": [correlation_p_value(run.r, sentence.texts) for run in sentence.runs],
        "tau": [run.tau for run in sentence.runs],
        "p of tau": [tau_p_value(run.tau, sentence.pairs) for run in sentence.runs],
    }
