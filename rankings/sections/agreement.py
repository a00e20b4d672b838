"""Tables 2a and 2b: agreement of judges with each other and with themselves, and by other measures."""

from appraise_gec.present.blocks import Folded, Prose, Section, Shown
from appraise_gec.present.figure import heat_map
from appraise_gec.present.numbers import TERMINAL, count, counted, listed, number, percent
from appraise_gec.present.table import Cell, Column, Kind, Row, Table
from rankings.analysis.agreement import Agreement, PairAgreement
from rankings.analysis.agreement_measures import OverallAgreement
from rankings.analysis.reasons import FEW_UNITS

KEY, TITLE = "agreement", "Agreement"
TOO_FEW = "*"
LEVEL, UNSURE = 0.05, 0.5
KINDS = {"inter": "between judges", "intra": "with themselves"}
ALL_ONE_KIND = (
    "A dash: undefined in spite of enough comparisons. The judges agree in all of them, but their answers "
    "are all of one kind, such as only ties, so that chance alone would make them agree."
)


def describe(agreement: Agreement) -> Section:
    """The section."""
    least = count(agreement.least_comparisons)
    pairs = matrix(agreement)
    drawn = heat_map(pairs, "agreement", f"Kappa, bold: above chance, p \u2264 {LEVEL:g}")
    measures = [Folded("Other measures", [Shown(other_measures(agreement))])] if agreement.measures else []
    return Section(
        KEY,
        TITLE,
        [
            Prose(finding(agreement), "lead"),
            Shown(overall(agreement)),
            Folded("Kappa of every two judges", [Shown(pairs, drawn)]),
            *measures,
            Folded("What kappa means here", EXPLANATION.format(least=least)),
        ],
    )


def finding(agreement: Agreement) -> str:
    """Both overall values in words."""
    inter, intra = agreement.inter, agreement.intra
    parts = []
    if inter.kappa is not None:
        parts.append(f"{_degree(inter)} between judges (\u03ba\u00a0=\u00a0{number(inter.kappa, 2)})")
    if intra.kappa is not None:
        parts.append(
            f"{_degree(intra)} of judges with themselves (\u03ba\u00a0=\u00a0{number(intra.kappa, 2)})"
        )
    if parts:
        return f"There is {listed(parts)}."
    if compared := inter.comparisons + intra.comparisons:
        return (
            f"Judges agree in all {count(compared)} shared comparisons, but kappa is undefined: all "
            "answers are of one kind, so that chance alone would make them agree."
        )
    return "Judges share too few comparisons to measure agreement."


def overall(agreement: Agreement) -> Table:
    """Table 2a."""
    rows = []
    for kind, whose in KINDS.items():
        value: OverallAgreement = getattr(agreement, kind)
        degree = (
            value.degree if value.kappa is not None else Cell("", shown=_why_none(agreement, kind, value))
        )
        rows.append(Row([Cell(kind, whose), value.kappa, _interval(value), value.comparisons, degree]))
    columns = [
        Column("agreement", ""),
        Column("kappa", "kappa", Kind.SCORE),
        _interval_column(agreement),
        Column("comparisons", "comparisons", Kind.COUNT),
        Column("degree", "degree"),
    ]
    notes = [
        f"{agreement.unit.capitalize()} resampled {counted(agreement.replicates, 'time')}, seed "
        f"{agreement.seed}; intervals are {agreement.for_whom}."
    ]
    if 0 < agreement.units < FEW_UNITS:
        few = counted(agreement.units, agreement.unit.removesuffix("s"))
        notes.append(
            f"Only {few} with comparisons that judges share or repeat: such intervals are too narrow."
        )
    return Table("agreement", "Kappa of the 2015 paper", columns, rows, notes)


def matrix(agreement: Agreement) -> Table:
    """Table 2b."""
    cells = {(pair.judge_a, pair.judge_b): _pair(pair) for pair in agreement.pairs}
    columns = [
        Column("judge", "", Kind.NAME),
        *(Column(judge, judge, Kind.FRACTION, named=True) for judge in agreement.judges),
    ]
    notes = [f"Bold and deeper: above chance, p \u2264 {LEVEL:g}, were comparisons independent."]
    if not all(pair.enough for pair in agreement.pairs):
        least = count(agreement.least_comparisons)
        notes.append(
            f"{TOO_FEW} Fewer than {least} comparisons: not printed, and not counted in the overall kappa."
        )
    if any(pair.enough and pair.kappa is None for pair in agreement.pairs):
        notes.append(ALL_ONE_KIND)
    return Table(
        "agreement-pairs",
        "Kappa of every two judges; on the diagonal, of each judge with their own repeats",
        columns,
        [Row([a, *(cells.get((a, b), "") for b in agreement.judges)]) for a in agreement.judges],
        notes,
        reason="There are no judges to compare.",
    )


def other_measures(agreement: Agreement) -> Table:
    """The paper's kappa beside the alternatives, one measure a row."""
    columns = [Column("measure", "measure")]
    for kind, whose in KINDS.items():
        interval = _interval_column(agreement, kind)
        columns += [Column(kind, whose, Kind.SCORE), interval]
    rows = [
        Row([Cell(one.title, words=one.applies), *_value(one.inter), *_value(one.intra)])
        for one in agreement.measures
    ]
    notes = [f"{one.title}: {one.applies}" for one in agreement.measures]
    return Table("agreement-measures", "Agreement of judges by several measures", columns, rows, notes)


def _degree(value: OverallAgreement) -> str:
    return "no agreement" if value.degree == "none" else f"{value.degree} agreement"


def _interval_column(agreement: Agreement, kind: str = "kappa") -> Column:
    heading = f"{percent(agreement.confidence, style=TERMINAL)} interval"
    parts = ("low", "high") if kind == "kappa" else (f"{kind}_low", f"{kind}_high")
    return Column(f"{kind}_interval", heading, Kind.INTERVAL, below=True, parts=parts)


def _why_none(agreement: Agreement, kind: str, value: OverallAgreement) -> str:
    if value.comparisons:
        return "undefined: only one kind of answer"
    is_own = kind == "intra"
    numbers = [pair.comparisons for pair in agreement.pairs if (pair.judge_a == pair.judge_b) == is_own]
    most = max(numbers, default=0)
    if not most:
        return "no repeated comparisons" if is_own else "no shared comparisons"
    who = "a judge repeats" if is_own else "two judges share"
    return f"too few: {who} at most {count(most)}, and it takes {count(agreement.least_comparisons)}"


def _value(value: OverallAgreement | None) -> list[object]:
    return [None, None] if value is None else [Cell(value.kappa, detail=value.degree), _interval(value)]


def _interval(value: OverallAgreement) -> tuple[float | None, float | None] | None:
    return None if value.low is None else (value.low, value.high)


def _pair(pair: PairAgreement) -> Cell:
    shared = counted(pair.comparisons, "comparison")
    if not pair.enough:
        return Cell(None, mark=TOO_FEW, words=shared)
    if pair.kappa is None:
        return Cell(None, words=shared)
    p = pair.p_value
    sure = p is not None and p <= LEVEL
    return Cell(pair.kappa, words=shared, shade=pair.kappa * (1.0 if sure else UNSURE), strong=sure)


EXPLANATION = """\u03ba = (P(A) \u2212 P(E)) / (1 \u2212 P(E)): how far judges agree beyond chance, 0 for \
none and 1 for all. P(A) is the share of comparisons of the same two outputs of a sentence about which two \
judgments say the same (better, tied, worse); P(E) is the chance that they do so at random, from the \
pooled shares of the three answers. It is counted on pairs of outputs, because pairs of systems would \
count shared outputs as agreement (2015 paper, section 4.4).

The overall value is the mean over pairs of judges, weighted by their comparisons, without pairs that \
share fewer than {least}. Degrees go in steps of 0.2: slight, weak, moderate, substantial, almost perfect."""
