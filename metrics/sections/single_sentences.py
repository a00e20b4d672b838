"""Agreement of metrics and people on single sentences."""

from appraise_gec.present.numbers import percent
from appraise_gec.present.table import Column, Kind, Row, Table
from metrics.sections.coefficients import METRIC, interval
from metrics.validation.judged_sentences import SentenceAgreement
from metrics.validation.study import StudyResult


def sentences(found: StudyResult) -> Table:
    """Agreement on single sentences; people see a part of the numbers."""
    columns = [
        METRIC,
        Column("comparisons", "pairs", Kind.COUNT),
        *_data("concordant", "discordant", "metric_ties", "human_ties", "unscored", kind=Kind.COUNT),
        Column(
            "accuracy",
            "accuracy",
            Kind.SCORE,
            help="Share of the pairs in the order of people; equal scores of the metric count half, ties of "
            "people are left out.",
        ),
        interval("accuracy", "interval"),
        Column("tau", "tau", Kind.SCORE, help="Pairs in the same order minus those in the other, over all."),
        *_data("tau_low", "tau_high"),
        Column(
            "ties",
            "metric ties",
            Kind.SHARE,
            0,
            where="print",
            help="Share of these pairs to which the metric gives the same score.",
        ),
        Column(
            "accuracy_with_ties",
            "with ties",
            Kind.SCORE,
            help="Share of all pairs, ties of people included, for which the metric says the same.",
        ),
        *_data("sentences", kind=Kind.COUNT),
    ]

    def values(one: SentenceAgreement) -> list[object]:
        known: dict[str, object] = {
            "accuracy_interval": None if one.accuracy_low is None else (one.accuracy_low, one.accuracy_high),
            "ties": one.metric_ties / one.comparisons if one.comparisons else None,
        }
        return [known[column.key] if column.key in known else getattr(one, column.key) for column in columns]

    strongest = sorted(found.sentence_level, key=lambda one: -(one.accuracy or -1))
    notes = [
        "Pairs of distinct outputs that people decided. Accuracy: share of those that the metric orders "
        "alike, its ties as half; tau: the same from \u22121 to 1; with ties: share of all pairs on which "
        "metric and people say the same."
    ]
    source = f"{percent(found.confidence)} interval over sentences, {found.for_these_judges} alone"
    lines = [Row(values(one)) for one in strongest]
    return Table("sentences", "Agreement on single sentences", columns, lines, notes, source)


def _data(*names: str, kind: Kind = Kind.SCORE) -> list[Column]:
    return [Column(name, name.replace("_", " "), kind, where="data") for name in names]
