"""The best weight of recall, and correlation by that weight."""

from collections.abc import Sequence

from appraise_gec.present.numbers import listed, percent
from appraise_gec.present.table import Cell, Column, Kind, Row, Table
from metrics.tables.correlation import COEFFICIENTS, INTERVAL, METRIC, TESTED, for_whom
from metrics.validation.results import BetaSweep, StudyResult

BETA = "beta"
BY_WEIGHT = "Correlation by weight of recall"
BETAS_SHOWN = 10


def best_betas(result: StudyResult) -> Table:
    """For every sweep the best weight of recall, for each coefficient."""
    columns = [
        Column("metric", "scores", Kind.NAME),
        Column("coefficient", "best for"),
        Column("beta", BETA, Kind.SCORE, 2),
        Column("interval", INTERVAL, Kind.INTERVAL, 2),
        Column("spearman", f"{COEFFICIENTS['spearman']} there", Kind.SCORE),
        Column("pearson", f"{COEFFICIENTS['pearson']} there", Kind.SCORE),
    ]
    rows = []
    at_ends: list[str] = []
    for swept in result.beta_sweep or ():
        ends = (swept.rows[0].beta, swept.rows[-1].beta) if swept.rows else ()
        for name, best, low, high in (
            ("spearman", swept.best_spearman, swept.best_spearman_low, swept.best_spearman_high),
            ("pearson", swept.best_pearson, swept.best_pearson_low, swept.best_pearson_high),
        ):
            if best is not None:
                # Beyond the last beta nobody has looked: an interval that ends there says nothing.
                at_end = best.beta in ends
                span = None if low is None or at_end else (low, high)
                if at_end:
                    at_ends.append(f"{swept.metric} ({COEFFICIENTS[name]})")
                cells = [best.beta, span, best.spearman, best.pearson]
                rows.append(Row([swept.metric, Cell(name, COEFFICIENTS[name]), *cells]))
    source = f"{percent(result.confidence)} interval over resampled judgments, {for_whom(result)}"
    notes = ["Where the interval is wide, the best beta is an accident of these judgments."]
    if at_ends:
        notes.append(
            "The best beta lies at the end of those tried, so that a better one may lie beyond, "
            f"and there is no interval: {listed(at_ends)}."
        )
    return Table("best-betas", "The best weight of recall", columns, rows, notes, source)


def sweep(result: StudyResult) -> Table:
    """Both coefficients at every beta; for people, at every tenth."""
    sweeps = result.beta_sweep or ()
    columns = [
        METRIC,
        Column("beta", BETA, Kind.SCORE, 2),
        *(Column(name, COEFFICIENTS[name], Kind.SCORE) for name in TESTED),
    ]
    rows = [
        Row([swept.metric, row.beta, row.spearman, row.pearson], rule_above=place == 0)
        for swept in sweeps
        for place, row in enumerate(swept.rows)
    ]
    return Table("beta-sweep", BY_WEIGHT, columns, rows, printed=_every_tenth(sweeps))


def _every_tenth(sweeps: Sequence[BetaSweep]) -> Table:
    columns = [Column("beta", BETA, Kind.SCORE, 2)]
    for number, swept in enumerate(sweeps):
        columns += [
            Column(
                f"{name}_{number}",
                ": ".join((swept.metric, COEFFICIENTS[name])),
                Kind.SCORE,
                named=True,
            )
            for name in TESTED
        ]
    betas = sweeps[0].rows if sweeps else ()
    step = max(1, len(betas) // BETAS_SHOWN)
    rows = [
        Row([betas[place].beta, *(getattr(swept.rows[place], name) for swept in sweeps for name in TESTED)])
        for place in range(len(betas))
        if place == 0 or (place + 1) % step == 0
    ]
    return Table("beta-sweep", BY_WEIGHT, columns, rows)
