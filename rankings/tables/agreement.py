"""Tables 2a and 2b: agreement of judges with each other and with themselves, and by other measures."""

from dataclasses import replace

from appraise_gec.present.numbers import TERMINAL, count, counted, percent
from appraise_gec.present.table import Cell, Column, Kind, Row, Sample, Table
from appraise_gec.words import plural
from rankings.analysis.against_chance import p_of_kappa
from rankings.analysis.agreement import Agreement, PairAgreement
from rankings.analysis.kappa import OverallAgreement
from rankings.analysis.reasons import FEW_UNITS
from rankings.tables.nouns import comparisons, replicates

TOO_FEW = "*"
LEVEL = 0.05
UNSURE = 0.5
ONE_KIND = "undefined: only one kind of answer"
ALL_ONE_KIND = (
    "Undefined in spite of enough comparisons: the judges agree in all of them, but "
    "their answers are all of one kind, such as only ties, or always the system that is "
    "named first, so that chance alone would make them agree. With other answers than "
    "ties, a measure that does not depend on which system is named first still tells "
    "agreement from chance."
)
KINDS = {"inter": "between judges", "intra": "with themselves"}


def agreement_tables(agreement: Agreement) -> list[Table]:
    """All of them, for a page or a terminal."""
    tables = [overall(agreement), pairs(agreement)]
    return [*tables, measures(agreement)] if agreement.measures else tables


def overall(agreement: Agreement) -> Table:
    """Table 2a."""
    return Table(
        "agreement",
        "Kappa of the 2015 paper",
        [Column("agreement", "", spoken="agreement"), *_kappa_columns(agreement)],
        [
            Row([Cell(kind, whose), *_kappa(getattr(agreement, kind), too_few(agreement, kind))])
            for kind, whose in KINDS.items()
        ],
        notes=_few_sentences(agreement),
        source=_source(agreement),
        paper=_overall_in_paper(agreement),
    )


def _overall_in_paper(agreement: Agreement) -> Table:
    """As Table 2a: the numbers of comparisons stand in the caption."""
    inter, intra = agreement.inter.comparisons, agreement.intra.comparisons
    numbers = f" on {counted(inter, 'comparison')} between judges and {intra:,} of judges with themselves"
    rows = []
    for kind, said in KINDS.items():
        value = getattr(agreement, kind)
        kappa, interval, _, degree = _kappa(value, too_few(agreement, kind))
        rows.append(Row([Cell(kind, said), kappa, interval, degree]))
    return Table(
        "agreement",
        f"Agreement of judges: kappa{numbers if inter or intra else ''}",
        [
            Column("agreement", ""),
            *(column for column in _kappa_columns(agreement) if column.key != "comparisons"),
        ],
        rows,
        notes=_few_sentences(agreement),
        source=f"Intervals from sentences resampled {counted(agreement.replicates, 'time')}, "
        f"{agreement.for_whom} alone",
    )


def _few_sentences(agreement: Agreement) -> list[str]:
    if not 0 < agreement.sentences < FEW_UNITS:
        return []
    return [
        plural(
            agreement.sentences,
            (
                "Only {n} sentence with comparisons that judges share or repeat: intervals from so "
                "few are too narrow."
            ),
            (
                "Only {n} sentences with comparisons that judges share or repeat: intervals from so "
                "few are too narrow."
            ),
        )
    ]


def pairs(agreement: Agreement) -> Table:
    """Every two judges; for people, Table 2b."""
    columns = [
        Column("judge_a", "judge", Kind.NAME),
        Column("judge_b", "other judge", Kind.NAME),
        Column("kappa", "kappa", Kind.SCORE),
        Column("comparisons", "comparisons", Kind.COUNT),
        Column("agreed", "agreed", Kind.COUNT),
        Column("observed", "P(A)", Kind.SCORE),
        Column("expected", "P(E)", Kind.SCORE),
        Column("enough", "enough", Kind.YES_NO),
    ]
    rows = [Row([getattr(pair, column.key) for column in columns]) for pair in agreement.pairs]
    title = "Kappa of every two judges; on the diagonal, of each judge with their own repeats"
    return Table("agreement-pairs", title, columns, rows, printed=_matrix(agreement, title))


def measures(agreement: Agreement) -> Table:
    """The paper's kappa beside the alternatives; for people, one measure a row."""
    rows = [
        Row([measure.title, kind, *_kappa(value, too_few(agreement, kind))])
        for measure in agreement.measures
        for kind, value in (("inter", measure.inter), ("intra", measure.intra))
        if value is not None
    ]
    columns = [
        Column("measure", "measure"),
        Column("agreement", "agreement"),
        *_kappa_columns(agreement),
    ]
    printed = _measures_in_rows(agreement)
    return Table(
        "agreement-measures",
        "Other measures",
        columns,
        rows,
        printed=printed,
        paper=replace(printed, title="Agreement of judges by several measures"),
    )


def _matrix(agreement: Agreement, title: str) -> Table:
    cells = {(pair.judge_a, pair.judge_b): _pair(pair) for pair in agreement.pairs}
    least = agreement.least_comparisons
    fewer = (
        f"{TOO_FEW}  fewer than {count(least)} comparisons: not printed, and not counted in "
        "the overall kappa."
    )
    return Table(
        "agreement-pairs",
        title,
        [
            Column("judge", "", Kind.NAME, spoken="judge"),
            *(Column(judge, judge, Kind.FRACTION, named=True) for judge in agreement.judges),
        ],
        [Row([a, *(cells.get((a, b), "") for b in agreement.judges)]) for a in agreement.judges],
        notes=[
            *([] if all(pair.enough for pair in agreement.pairs) else [fewer]),
            *([ALL_ONE_KIND] if any(pair.enough and pair.kappa is None for pair in agreement.pairs) else []),
        ],
        legend=[
            Sample(".20", "not significantly above chance", 0.2 * UNSURE),
            Sample(
                ".20",
                f"bold: above chance, p \u2264 {LEVEL:g}, were comparisons independent",
                0.2,
                strong=True,
            ),
            Sample(".80", "the deeper, the more agreement", 0.8, strong=True),
        ],
    )


def _measures_in_rows(agreement: Agreement) -> Table:
    columns = [Column("measure", "", spoken="measure")]
    for kind, whose in KINDS.items():
        columns += [Column(kind, whose, Kind.SCORE), _interval_column(agreement)]
    rows = [
        Row(
            [
                Cell(measure.title, detail=measure.applies),
                *_short(measure.inter),
                *_short(measure.intra),
            ]
        )
        for measure in agreement.measures
    ]
    source = _source(agreement)
    return Table("agreement-measures", "Other measures", columns, rows, source=source)


def _kappa_columns(agreement: Agreement) -> list[Column]:
    return [
        Column("kappa", "kappa", Kind.SCORE),
        _interval_column(agreement),
        Column("comparisons", "comparisons", Kind.COUNT),
        Column("degree", "degree"),
    ]


def _interval_column(agreement: Agreement) -> Column:
    heading = f"{percent(agreement.confidence, style=TERMINAL)} interval"
    return Column("interval", heading, Kind.INTERVAL, below=True)


def too_few(agreement: Agreement, kind: str) -> str:
    """Why there is no value of this kind, where no pair of judges counts."""
    numbers = [
        pair.comparisons for pair in agreement.pairs if (pair.judge_a == pair.judge_b) == (kind == "intra")
    ]
    most = max(numbers, default=0)
    if not most:
        return "no repeated comparisons" if kind == "intra" else "no shared comparisons"
    values = {"most": count(most), "least": count(agreement.least_comparisons)}
    if kind == "intra":
        return "too few: a judge repeats at most {most}, and it takes {least}".format(**values)
    return "too few: two judges share at most {most}, and it takes {least}".format(**values)


def _kappa(value: OverallAgreement, no_pair: str) -> list[object]:
    why_none = ONE_KIND if value.comparisons else no_pair
    degree = value.degree if value.kappa is not None else Cell("", shown=why_none)
    return [value.kappa, _interval(value), value.comparisons, degree]


def _short(value: OverallAgreement | None) -> list[object]:
    return [None, None] if value is None else [Cell(value.kappa, detail=value.degree), _interval(value)]


def _interval(value: OverallAgreement) -> tuple[float | None, float | None] | None:
    return None if value.low is None else (value.low, value.high)


def _pair(pair: PairAgreement) -> Cell:
    shared = comparisons(pair.comparisons)
    if not pair.enough:
        return Cell(None, mark=TOO_FEW, words=shared)
    if pair.kappa is None:
        return Cell(None, words=shared)
    p = p_of_kappa(pair)
    sure = p is not None and p <= LEVEL
    return Cell(pair.kappa, words=shared, shade=pair.kappa * (1.0 if sure else UNSURE), strong=sure)


def _source(agreement: Agreement) -> str:
    return (
        f"sentences resampled and judges kept, so {agreement.for_whom} alone; "
        f"{replicates(agreement.replicates)}, confidence {agreement.confidence:g}, seed "
        f"{agreement.seed}"
    )
