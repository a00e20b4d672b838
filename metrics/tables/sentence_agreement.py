"""Agreement of metrics and people on single sentences."""

from dataclasses import fields

from appraise_gec.present.numbers import percent
from appraise_gec.present.table import Column, Kind, Row, Table
from metrics.tables.correlation import INTERVAL, METRIC
from metrics.validation.results import SentenceAgreement, StudyResult


def sentences(result: StudyResult) -> Table:
    """Agreement on single sentences; people see a part of the numbers."""
    several = len(result.sets) > 1
    names = [field.name for field in fields(SentenceAgreement) if field.name != "judgments"]
    agreements = sorted(
        result.sentence_level, key=lambda agreement: (agreement.judgments, -(agreement.accuracy or -1))
    )
    printed = [
        METRIC,
        *([Column("judgments", "judgments", Kind.NAME)] if several else []),
        Column("comparisons", "pairs", Kind.COUNT),
        Column(
            "accuracy",
            "accuracy",
            Kind.SCORE,
            help=(
                "Share of the pairs in the order of people; equal scores of the metric count half, "
                "ties of people are left out."
            ),
        ),
        Column("interval", INTERVAL, Kind.INTERVAL),
        Column(
            "tau",
            "tau",
            Kind.SCORE,
            help="Pairs in the same order minus those in the other, over all.",
        ),
        Column(
            "metric_ties",
            "metric ties",
            Kind.SHARE,
            0,
            help="Share of these pairs to which the metric gives the same score.",
        ),
        Column(
            "accuracy_with_ties",
            "with ties",
            Kind.SCORE,
            help="Share of all pairs, ties of people included, for which the metric says the same.",
        ),
        Column(
            "accuracy_calibrated",
            "calibrated",
            Kind.SCORE,
            help="The same, if small differences of scores count as ties, up to the best threshold.",
        ),
        Column(
            "ranking_tau",
            "tau-b of rankings",
            Kind.SCORE,
            help="The mean over rankings; ties count on both sides.",
        ),
    ]
    title = "Agreement on single sentences"
    notes = [
        (
            "Pairs of distinct outputs that people decided. Accuracy: share of those that the "
            "metric orders alike, its ties as half; tau: the same from \u22121 to 1; with ties: "
            "share of all pairs on which metric and people say the same; tau-b: mean over "
            "rankings."
        )
    ]
    source = "{confidence} interval over sentences, {whom}".format(
        confidence=percent(result.confidence), whom=f"{result.for_these_judges} alone"
    )
    return Table(
        "sentences",
        title,
        [Column(name, name.replace("_", " "), _sentence_kind(name)) for name in ("judgments", *names)],
        [
            Row([agreement.judgments, *(getattr(agreement, name) for name in names)])
            for agreement in result.sentence_level
        ],
        printed=Table(
            "sentences",
            title,
            printed,
            [_sentence_row(agreement, several) for agreement in agreements],
            notes,
            source,
        ),
    )


def _sentence_row(agreement: SentenceAgreement, several: bool) -> Row:
    ties = agreement.metric_ties / agreement.comparisons if agreement.comparisons else None
    interval = None if agreement.accuracy_low is None else (agreement.accuracy_low, agreement.accuracy_high)
    return Row(
        [
            agreement.metric,
            *([agreement.judgments] if several else []),
            *(agreement.comparisons, agreement.accuracy, interval, agreement.tau, ties),
            *(agreement.accuracy_with_ties, agreement.accuracy_calibrated, agreement.ranking_tau),
        ]
    )


def _sentence_kind(name: str) -> Kind:
    if name in {"judgments", "metric", "pairs"}:
        return Kind.NAME
    kind = SentenceAgreement.__annotations__[name]
    return Kind.COUNT if kind is int else Kind.SCORE
