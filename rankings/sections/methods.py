"""Rankings by several methods, and how well each predicts judgments that it has not seen (Table 4)."""

from collections.abc import Sequence

from appraise_gec.present.blocks import Block, Folded, Prose, Section, Shown
from appraise_gec.present.numbers import TERMINAL, count, counted, listed, percent
from appraise_gec.present.table import Cell, Column, Kind, Row, Table
from rankings.analysis.cross_validation import CrossValidation
from rankings.analysis.methods import registration
from rankings.analysis.ranking import SystemRanking
from rankings.sections.finding import leaders, share_first_place, tells_nothing
from rankings.sections.ranking import how_resampled, ranking_table, side_by_side

KEY, TITLE = "methods", "Other methods"
VALIDATION, VALIDATION_TITLE = "validation", "Choice of method"


def describe(leading: SystemRanking, others: Sequence[SystemRanking]) -> Section:
    """The section of all methods."""
    shown = methods_shown(leading, others)
    if not shown:
        return Section(KEY, TITLE, [Prose(leading.reason, "notice")])
    found = finding(shown)
    explained = [f"{name(one, leading)}: {registration(one.method).explanation}" for one in shown]
    explained.append("Scores of different methods have different scales: compare ranks and clusters.")
    full: list[Block] = [
        Shown(ranking_table(one, key=f"ranking-{one.method}-{one.unit}"))
        for one in shown
        if one is not leading
    ]
    return Section(
        KEY,
        TITLE,
        [
            *([Prose(found, "lead")] if found else []),
            Shown(methods_table(leading, others)),
            *([Folded("Every method in full", full)] if full else []),
            Folded("What the methods do", "\n\n".join(explained)),
        ],
    )


def describe_validation(results: Sequence[CrossValidation]) -> Section:
    """The section that says which method predicts best."""
    tables = [Shown(validation_table(one)) for one in results]
    found = " ".join(dict.fromkeys(filter(None, map(verdict, results[:1]))))
    lead = [Prose(found, "lead")] if found else []
    return Section(
        VALIDATION, VALIDATION_TITLE, [*lead, *tables, Folded("What the columns mean", EXPLANATION)]
    )


def methods_shown(leading: SystemRanking, others: Sequence[SystemRanking]) -> list[SystemRanking]:
    """The rankings to show: the leading one in place of its smaller double."""
    different = [one for one in others if (one.method, one.unit) != (leading.method, leading.unit)]
    return [one for one in (leading, *different) if one.systems]


def methods_table(leading: SystemRanking, others: Sequence[SystemRanking]) -> Table:
    """Scores and ranges of ranks, two columns for each method."""
    shown = methods_shown(leading, others)
    order = [system.system for system in leading.systems]
    notes = [f"{one.title}: {how_resampled(one)}." for one in shown]
    return side_by_side(
        "methods", "Methods side by side", [(name(one, leading), one) for one in shown], order, notes
    )


def name(ranking: SystemRanking, leading: SystemRanking) -> str:
    """The title of a method, with the unit of resampling where it is another."""
    return ranking.title if ranking.unit == leading.unit else f"{ranking.title}, {ranking.unit} resampled"


def finding(shown: Sequence[SystemRanking]) -> str:
    """Whether the methods agree on who is first, and how far their places lie apart."""
    if len(shown) < 2:
        return ""
    if len(shown[0].groups) > 1:
        return "No comparison links all systems, so they have no common order by any method."
    if all(map(tells_nothing, shown)):
        return f"All {count(len(shown))} methods give all systems the same score."
    leading, *others = shown
    first = leaders(leading)
    opening = "By score alone, " if leading.without_ranges else ""
    dissenting = [one for one in others if set(leaders(one)) != set(first)]
    if dissenting:
        but = listed([f"{listed(leaders(one))} by {one.title}" for one in dissenting])
        opening += f"{share_first_place(first)} by {leading.title}, but {but}."
    else:
        opening += f"{share_first_place(first)} by all {count(len(shown))} methods."
    places = {system.system: system.rank for system in leading.systems if system.rank is not None}
    moved = max(
        abs(system.rank - places[system.system])
        for one in others
        for system in one.systems
        if system.rank is not None and system.system in places
    )
    if not moved:
        return f"{opening} They put all systems in the same order."
    return f"{opening} No system moves by more than {counted(moved, 'place')}."


def verdict(result: CrossValidation) -> str:
    """Which method orders unseen comparisons best; empty where none was tested."""
    if not result.methods:
        return ""
    order = {
        one.title: round(100 * one.accuracy_total_order, 2)
        for one in result.methods
        if one.accuracy_total_order is not None
    }
    if not order:
        return "No comparison was decided, so no order can be tested."
    best, worst = max(order.values()), min(order.values())
    if best == worst:
        return f"All methods order unseen decided comparisons equally well, right in {best:.2f}\u00a0%."
    first = listed([title for title, value in order.items() if value == best])
    return (
        f"Unseen decided comparisons are ordered best by {first}, right in {best:.2f}\u00a0%; the last "
        f"method is {best - worst:.2f} percentage points behind."
    )


def validation_table(result: CrossValidation) -> Table:
    """Table 4 for one unit of folds, with what has to be beaten."""
    columns = [
        Column("method", "method"),
        Column("accuracy_total_order", "order, decided pairs", Kind.SHARE, digits=2),
        Column("accuracy_clusters", "clusters, all pairs", Kind.SHARE, digits=2),
        Column("clusters", "number of clusters", Kind.SCORE, digits=1),
    ]
    key = f"validation-{result.unit}"
    title = f"How often methods are right about {result.unit} that they have not seen"
    if not result.methods:
        return Table(key, title, columns, [], reason=result.reason)
    rows = [
        Row(
            [Cell(one.method, shown=one.title), one.accuracy_total_order, one.accuracy_clusters, one.clusters]
        )
        for one in result.methods
    ]
    rows += [
        Row(["always a tie", None, result.always_tie, 1], rule_above=True),
        Row(
            [
                Cell("upper bound of any order", shown="no order can do better than"),
                result.best_order,
                None,
                None,
            ]
        ),
        Row(
            [
                Cell("most frequent outcome", shown="each pair's most frequent outcome"),
                *(None, result.most_frequent, None),
            ]
        ),
    ]
    folds = "folds" if result.as_published else "clean folds"
    how = (
        f"{count(result.folds)} {folds} of {result.unit}, pairs resampled "
        f"{counted(result.replicates, 'time')} in each, {percent(result.confidence, style=TERMINAL)} "
        f"confidence, seed {result.seed}. Folds leave out no judge: the numbers tell nothing about other "
        "judges."
    )
    published = [AS_PUBLISHED] if result.as_published else []
    return Table(key, title, columns, rows, [how, *published, *result.notes])


AS_PUBLISHED = (
    "As published: resampling number r leaves out the folds whose number contains r, so that the tested "
    "fold is in training in most resamplings. Without --as-published, folds are clean."
)
EXPLANATION = """Order, decided pairs: systems are ranked from all folds but one. How often the \
better-ranked system won in the fold that was left out, ties aside; mean over folds (2015 paper, section \
5.3 and Table 4). No order can do better than naming each pair's more frequent winner; where winners go \
round in a circle, none does as well.

Clusters, all pairs: the same with three outcomes, where systems of one cluster are predicted to tie. It \
rewards few clusters, and is no ground to choose a method by: always predicting a tie, the baseline, may \
beat every method.

Folds: the tested fold is never used for training. The scripts of 2015 kept most of it in training, so the \
paper's Table 4 prints other figures; appraise-gec validate --as-published repeats those. Of pairs, single \
comparisons are left out; of sentences, all judgments of a sentence together, so that it is new to the \
method."""
