"""Metrics validated by partly corrected sentences (MAEGE): on sentences, on corpora, and by error type."""

from collections.abc import Sequence

from appraise_gec.present.blocks import Folded, Prose, Section, Shown
from appraise_gec.present.numbers import count, counted, decimal
from appraise_gec.present.table import Cell, Column, Kind, Row, Table
from metrics.validation.maege.results import MaegeResult, TypeLevel

KEY, TITLE = "maege", "Metrics without human rankings"
METRICS_BESIDE = 4
METRIC = Column("metric", "metric", Kind.NAME)
SOURCES = {
    "chain": "The source is drawn from the chain as well",
    "original": "The source is the original sentence",
}


def describe(result: MaegeResult) -> Section:
    """The section."""
    in_words = " ".join(f"{line}." for line in heading(result)[1:])
    return Section(
        KEY,
        TITLE,
        [
            Prose(finding(result), "lead"),
            *(Shown(table) for table in maege_tables(result)),
            Folded("How metrics are validated without people", f"{EXPLANATION}\n\n{in_words}"),
        ],
    )


def finding(result: MaegeResult) -> str:
    """Which metrics order texts best, of single sentences and of corpora."""
    parts = []
    for what, levels, name, sign in (
        ("texts of a sentence", result.sentence, "tau", "\u03c4"),
        ("corpora", result.corpus, "rho", "\u03c1"),
    ):
        known = [level for level in levels if getattr(level, name) is not None]
        if known:
            best = max(known, key=lambda level: getattr(level, name))
            parts.append(f"{best.metric} orders {what} best ({sign} {decimal(getattr(best, name), 2)})")
    told = ", and ".join(parts) or "No metric could be validated"
    return f"By partly corrected sentences, {told}." if parts else f"{told}."


def maege_tables(result: MaegeResult) -> list[Table]:
    """All of them; types in several tables where there are many metrics."""
    metrics = [metric.metric for metric in result.corpus]
    groups = [metrics[first : first + METRICS_BESIDE] for first in range(0, len(metrics), METRICS_BESIDE)]
    return [sentences(result), corpora(result), *(types(result, group) for group in groups)]


def heading(result: MaegeResult) -> list[str]:
    """The data that was drawn from, and how."""
    left_out = result.left_out
    runs = f"{count(result.runs)} runs, mean and standard deviation" if result.runs > 1 else "1 run"
    given = "given texts" if result.references == "given" else "corrections by the other annotators"
    drawn = f"{counted(result.chains, 'chain')} of {counted(result.edits, 'edit')}"
    lines = [
        "Metrics validated by partly corrected sentences (MAEGE)",
        f"{counted(result.sentences, 'sentence')}, {drawn}, {counted(result.texts, 'text')}; {runs}",
        f"{SOURCES[result.source_kind]}; references: {given}",
        f"Left out: {count(left_out.noop)} that need no correction to an annotator, "
        f"{count(left_out.without_edits)} without edits, {count(left_out.fewer_annotators)} "
        "with too few annotators",
    ]
    if result.sampler == "published":
        lines.append("Random numbers of the published program")
    return lines


def sentences(result: MaegeResult) -> Table:
    """Order and distance of the texts of a chain."""
    columns = [
        METRIC,
        Column("tau", "tau", Kind.SCORE),
        *_deviation(result, "tau"),
        Column("tau_p", "p", Kind.P_VALUE),
        Column("tau_half", "ties as half", Kind.SCORE),
        Column("ties", "ties", Kind.SCORE, 0),
        Column("r", "r", Kind.SCORE),
        *_deviation(result, "r"),
        Column("r_p", "p", Kind.P_VALUE),
        Column("r_tokens", "r by tokens", Kind.SCORE),
        *_deviation(result, "r_tokens"),
    ]
    rows = [Row([getattr(level, column.key) for column in columns]) for level in result.sentence]
    pairs = count(result.sentence[0].pairs) if result.sentence else "0"
    notes = [
        f"tau over {pairs} pairs of texts of the same chain, ties counting as right; with ties as half; r "
        "with a linear scale of quality as published, and by tokens as in the paper. Pairs of a chain are "
        "not independent, so that p is too small."
    ]
    return Table("maege-sentences", "Sentences", columns, rows, notes)


def corpora(result: MaegeResult) -> Table:
    """Order of corpora with more and more edits."""
    models = [Column(str(model.model), str(model.model), Kind.SCORE) for model in result.models]
    before = [
        METRIC,
        Column("rho", "rho", Kind.SCORE),
        *_deviation(result, "rho"),
        Column("rho_p", "p", Kind.P_VALUE),
    ]
    rows = [
        Row([*(getattr(level, column.key) for column in before), *level.scores]) for level in result.corpus
    ]
    edits = [decimal(model.mean_edits, 2) for model in result.models]
    rows.append(Row(["edits of a sentence", *[""] * (len(before) - 1), *edits], rule_above=True))
    notes = [
        f"Corpora of {counted(result.corpus_sentences, 'sentence')} with more and more edits; rho: rank "
        "correlation of their scores with the number of edits asked for. Where all edits there are have been "
        "applied, the order is left to chance."
    ]
    return Table("maege-corpora", "Corpora", [*before, *models], rows, notes)


def types(result: MaegeResult, metrics: Sequence[str]) -> Table:
    """How an edit of each type changes the scores of these metrics, a column for each."""
    by_type: dict[str, dict[str, TypeLevel]] = {}
    for effect in result.types:
        if effect.metric in metrics:
            by_type.setdefault(effect.type, {})[effect.metric] = effect
    columns = [
        Column("type", "type", Kind.NAME),
        Column("count", "edits", Kind.COUNT),
        *(Column(metric, metric, Kind.SCORE, named=True) for metric in metrics),
    ]
    rows = [
        Row([name, levels[metrics[0]].count, *(_effect(levels[metric]) for metric in metrics)])
        for name, levels in by_type.items()
    ]
    notes = ["Mean change of the score, in hundredths, by an edit of the type; +- standard error."]
    return Table("maege-types", "Types", columns, rows, notes)


def _deviation(result: MaegeResult, name: str) -> list[Column]:
    """The column of deviations, which a single run has not."""
    return [Column(f"{name}_sd", "+-", Kind.SCORE)] if result.runs > 1 else []


def _effect(level: TypeLevel) -> Cell:
    mean = None if level.mean is None else 100 * level.mean
    error = None if level.standard_error is None else 100 * level.standard_error
    return Cell(level.mean, shown=f"{decimal(mean, 1)} +- {decimal(error, 1)}")


EXPLANATION = """The gold edits of a sentence are applied one after the other. Each makes the text better, \
so that a metric should score it higher (Choshen and Abend 2018)."""
