"""Grundkiewicz et al. (2015): how metrics correlate with people (Table 5 and Figure 3)."""

from collections.abc import Callable, Mapping

from appraise_gec.reproduction.comparing import Chart, Computed, Ours, Place, Series, Value
from appraise_gec.reproduction.exhibits import printed
from appraise_gec.reproduction.release import BOTH, Release
from metrics.scorers.m2.metric import M2
from metrics.scorers.registry import parse_metric
from metrics.scorers.scorer import Material, UnavailableError
from metrics.validation.beta_sweep import sweep_parts, sweep_scores
from metrics.validation.human_scores import HumanScores, human_scores
from metrics.validation.metric_correlation import correlate
from metrics.validation.score_table import MetricScores

PUBLISHED = {"I-WAcc": "iwacc", "BLEU": "bleu", "METEOR": "meteor"}
BETAS = (1.0, 0.5, 0.25, 0.18, 0.1)
OWN = {"I-WAcc": "i-measure", "BLEU": "bleu", "METEOR": "meteor"}
CURVES = {"Annotator 1": "m2.0", "Annotator 2": "m2.1", "Combined": "m2"}


def table_5(release: Release) -> Computed:
    """Published metric scores against the printed scores of people."""
    return Computed(_rows(release, lambda name: release.metric_scores(name).scores))


def table_5_own(release: Release) -> Computed:
    """Scores of our own metrics, with the official gold, against the printed scores of people."""
    material = Material(release.sources, release.gold(BOTH))
    human = _printed_scores()
    swept = M2().sweep(release.outputs, material, BETAS)
    rows = sweep_scores(human, "m2", swept, BETAS).rows
    numbers: dict[Place, Value] = {}
    for beta, point in zip(BETAS, rows, strict=True):
        numbers[f"M2 F{beta}", "rho"] = point.spearman
        numbers[f"M2 F{beta}", "r"] = point.pearson
    for row, name in OWN.items():
        scorer = parse_metric(name)
        try:
            scorer.ensure_available()
        except UnavailableError as error:
            numbers[row, "rho"] = numbers[row, "r"] = Ours(None, reason=str(error))
            continue
        scores = {
            system: one.score for system, one in scorer.score_systems(release.outputs, material).items()
        }
        numbers |= _row(row, human, scores)
    return Computed(numbers)


def figure_3(release: Release) -> Computed:
    """Correlation by beta, from published precision and recall and exact scores of people."""
    human = release.once("human scores", lambda: human_scores(release.judgments, replicates=0))
    numbers: dict[Place, Value] = {}
    curves: dict[str, list[Series]] = {"rho": [], "r": []}
    for name, scores in CURVES.items():
        sweep = sweep_parts(human, release.metric_scores(scores))
        for sign, best in (("rho", sweep.best_spearman), ("r", sweep.best_pearson)):
            value = best.spearman if best and sign == "rho" else best.pearson if best else None
            numbers[name, f"best beta for {sign}"] = best.beta if best else None
            numbers[name, f"largest {sign}"] = value
        for sign, points in (
            ("rho", [(point.beta, point.spearman) for point in sweep.rows]),
            ("r", [(point.beta, point.pearson) for point in sweep.rows]),
        ):
            known = [(beta, value) for beta, value in points if value is not None]
            curves[sign].append(Series(name, tuple(x for x, _ in known), tuple(y for _, y in known)))
    charts = (
        Chart("Spearman's rho by beta", "lines", "beta", "rho", tuple(curves["rho"])),
        Chart("Pearson's r by beta", "lines", "beta", "r", tuple(curves["r"])),
    )
    return Computed(numbers, charts)


def _rows(release: Release, scores_of: Callable[[str], Mapping[str, float]]) -> dict[Place, Value]:
    """Table 5; F is recomputed from precision and recall, as the scripts of the paper do."""
    human = _printed_scores()
    numbers: dict[Place, Value] = {}
    for beta, point in zip(BETAS, sweep_parts(human, release.metric_scores("m2"), BETAS).rows, strict=True):
        numbers[f"M2 F{beta}", "rho"] = point.spearman
        numbers[f"M2 F{beta}", "r"] = point.pearson
    for row, name in PUBLISHED.items():
        numbers |= _row(row, human, scores_of(name))
    return numbers


def _row(row: str, human: HumanScores, scores: Mapping[str, float]) -> dict[Place, Value]:
    (found,) = correlate(human, [MetricScores(row, scores)], system_draws=0)
    return {(row, "rho"): found.spearman, (row, "r"): found.pearson}


def _printed_scores() -> HumanScores:
    """The scores of Table 3b, as printed."""
    table = printed("grundkiewicz2015-table-3b")
    return HumanScores.given(
        {row: float(number) for (row, column), number in table.items() if column == "score"}
    )
