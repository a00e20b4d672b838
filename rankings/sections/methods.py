"""Rankings by several methods, and how well each predicts judgments that it has not seen (Table 4)."""

import re
from collections.abc import Sequence
from itertools import cycle
from typing import TYPE_CHECKING, Any

from appraise_gec.present.blocks import Folded, Prose, Section, Shown
from appraise_gec.present.figure import LINES, MUTED, Figure, nothing, row_height, rows, shortened
from appraise_gec.present.numbers import TERMINAL, count, counted, listed, percent
from appraise_gec.present.table import Cell, Column, Kind, Row, Table
from rankings.analysis.cross_validation import CrossValidation
from rankings.analysis.methods import registration
from rankings.analysis.ranked_systems import RankedSystem
from rankings.analysis.ranking import SystemRanking
from rankings.sections.finding import leaders, share_first_place, tells_nothing
from rankings.sections.ranking import how_resampled, ranks_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

KEY, TITLE = "methods", "Other methods"
FIGURE = "rank-by-method"
# Of a line of a method's title, and of a system's name at the right.
TITLE_LETTERS, NAME_LETTERS = 12, 16
VALIDATION, VALIDATION_TITLE = "validation", "Choice of method"


def describe(leading: SystemRanking, others: Sequence[SystemRanking]) -> Section:
    """The section of all methods."""
    shown = methods_shown(leading, others)
    if not shown:
        return Section(KEY, TITLE, [Prose(leading.reason, "notice")])
    found = finding(shown)
    explained = [f"{name(one, leading)}: {registration(one.method).explanation}" for one in shown]
    explained.append("Scores of different methods have different scales: compare ranks and clusters.")
    return Section(
        KEY,
        TITLE,
        [
            *([Prose(found, "lead")] if found else []),
            rank_by_method(leading, others),
            Shown(methods_table(leading, others)),
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
    notes = list(dict.fromkeys(f"{how_resampled(one)}." for one in shown))
    if len(notes) > 1:
        notes = [f"{one.title}: {how_resampled(one)}." for one in shown]
    named = [(name(one, leading), one) for one in shown]
    return side_by_side("methods", "Methods side by side", named, order, notes)


def rank_by_method(leading: SystemRanking, others: Sequence[SystemRanking]) -> Figure:
    """A line per system from method to method: where lines cross, the methods disagree.

    Systems that keep their place are grey. Equal scores stand in the order of the leading ranking.

    Args:
        leading: the ranking that gives the order on the left.
        others: the rankings to compare with it.
    """
    shown = _of_all_systems(leading, others)
    if len(shown) < 2:
        return nothing(FIGURE, "There are no two methods to compare")
    names = [one.system for one in leading.systems if one.rank is not None]
    places = [_places(made, names) for made in shown]
    titles = [_in_lines(made.title) for made in shown]

    def draw(axes: "Axes") -> None:
        looks = cycle([look for look in LINES if look[0] != MUTED])
        for name in names:
            its = [place[name] for place in places]
            colour, dash = next(looks) if len(set(its)) > 1 else (MUTED, "-")
            axes.plot(range(len(its)), its, color=colour, linestyle=dash, marker="o")
        rows(axes, names)
        axes.set_xticks(range(len(shown)), labels=titles)
        axes.grid(axis="x")
        right = axes.secondary_yaxis("right")
        ends = sorted(names, key=places[-1].__getitem__)
        right.set_yticks(range(len(names)), labels=[shortened(name, NAME_LETTERS) for name in ends])
        right.spines[:].set_visible(False)

    orders = "; ".join(f"{name} {', '.join(str(place[name] + 1) for place in places)}" for name in names)
    words = f"Place of each system by {', '.join(made.title for made in shown)}: {orders}."
    height = row_height(len(names)) + 0.18 * max(title.count("\n") for title in titles)
    caption = (
        "Places by each method; where lines cross, methods disagree. Systems that keep their place are grey. "
        "Equal scores stand in the order of the first method."
    )
    return Figure(FIGURE, words, draw, caption, height=height, wide=True)


def _of_all_systems(leading: SystemRanking, others: Sequence[SystemRanking]) -> list[SystemRanking]:
    """One ranking by each method that puts the leading one's systems in an order."""
    ranked = {system.system for system in leading.systems if system.rank is not None}
    if len(leading.groups) != 1 or len(ranked) < 2:
        return []
    by_method: dict[str, SystemRanking] = {}
    for made in methods_shown(leading, others):
        its = {system.system for system in made.systems if system.rank is not None}
        if its == ranked and len(made.groups) == 1:
            by_method.setdefault(made.method, made)
    return list(by_method.values())


def _places(made: SystemRanking, names: Sequence[str]) -> dict[str, int]:
    """From 0; systems of the same rank in the order of the names."""
    ranks = {system.system: system.rank or 0 for system in made.systems}
    return {name: place for place, name in enumerate(sorted(names, key=ranks.__getitem__))}


def _in_lines(title: str) -> str:
    """A title broken into lines at spaces and after hyphens; a number stays beside the sign before it."""
    lines = [""]
    for word in re.findall(r"[^ -]+-?|-", title.replace(" \u2264 ", "\u00a0\u2264\u00a0")):
        glue = "" if not lines[-1] or lines[-1].endswith("-") else " "
        if lines[-1] and len(lines[-1] + glue + word) > TITLE_LETTERS:
            lines.append(word)
        else:
            lines[-1] += glue + word
    return "\n".join(lines)


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
        by_leaders: dict[str, list[str]] = {}
        for one in dissenting:
            by_leaders.setdefault(listed(leaders(one)), []).append(one.title)
        but = listed(
            [
                f"{names} by {titles[0] if len(titles) == 1 else f'{count(len(titles))} other methods'}"
                for names, titles in by_leaders.items()
            ]
        )
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


def side_by_side(
    key: str,
    title: str,
    rankings: Sequence[tuple[str, SystemRanking]],
    order: Sequence[str],
    notes: Sequence[str] = (),
    *,
    by_judge: bool = False,
) -> Table:
    """Several rankings, one under each heading: scores with their ranges of ranks, the better the deeper.

    `order` has the names of systems in the order of rows; others follow by name.
    """
    columns = [Column("system", "system", Kind.NAME)]
    for place, (heading, _) in enumerate(rankings, start=1):
        name = heading if by_judge else f"score_{place}"
        columns += [
            Column(name, heading, Kind.SCORE, named=by_judge),
            Column(
                f"{name}-ranks", "ranks", Kind.RANK_RANGE, below=True, parts=(f"{name}_low", f"{name}_high")
            ),
        ]
    by_name = [{system.system: system for system in made.systems} for _, made in rankings]
    names = [*order, *sorted({system for systems in by_name for system in systems} - set(order))]
    rows = []
    for name in names:
        cells = [
            cell
            for systems in by_name
            for cell in _score_and_ranks(systems.get(name), len(systems) * by_judge)
        ]
        rows.append(Row([name, *cells]))
    numbers = [len(made.clusters) for _, made in rankings]
    clusters = [cell for number in numbers for cell in (Cell(number or None, shown=str(number or "")), "")]
    rows.append(Row(["Clusters", *clusters], rule_above=True))
    return Table(key, title, columns, rows if rankings else [], notes)


def _score_and_ranks(system: RankedSystem | None, shaded_of: int) -> list[Any]:
    if system is None:
        return [None, None]
    shade = None
    if shaded_of > 1 and system.score is not None and system.rank is not None:
        shade = 0.9 * (shaded_of - system.rank) / (shaded_of - 1)
    return [Cell(system.score, shade=shade), ranks_of(system)]
