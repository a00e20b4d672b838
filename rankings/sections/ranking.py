"""Tables 3b and 3c: systems from best to worst, which of them are better than which, and how sure that is."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from appraise_gec.present.blocks import Block, Folded, Prose, Section, Shown
from appraise_gec.present.figure import MUTED, Figure, heat_map, intervals, nothing, row_height, rows
from appraise_gec.present.numbers import TERMINAL, counted, number, percent, span
from appraise_gec.present.table import Cell, Column, Kind, Row, Table, Where
from rankings.analysis.methods import registration
from rankings.analysis.ranked_systems import RankedSystem
from rankings.analysis.ranking import SystemRanking
from rankings.analysis.reasons import FEWEST_JUDGES
from rankings.sections.finding import finding

if TYPE_CHECKING:
    from matplotlib.axes import Axes

KEY, TITLE = "ranking", "Ranking"
UNDECIDED = "No comparison was decided"
PAIRS = "pairs, as in 2015"
# Shares below it would be shown as 0 %.
LEAST_SHOWN = 0.005
PAIRS_DEPEND = (
    "Pairs of one ranking depend on each other, so these ranges are too narrow, and there are too many "
    "clusters; resampling sentences respects that."
)
MEAN_SCORES = (
    "By the rules of cluster.py the score is the mean over the resamplings, not the score of the data: "
    "another seed may move its third decimal."
)


def describe(
    ranking: SystemRanking,
    better: Mapping[str, Cell] | None = None,
    published: SystemRanking | None = None,
    *,
    nothing_decided: bool = False,
) -> Section:
    """The section.

    Args:
        ranking: what it shows.
        better: for each system a cell with those that it is significantly better than, where that is known.
        published: the ranking as it would have been published in 2015, for comparison.
        nothing_decided: whether every comparison is a tie.
    """
    blocks: list[Block] = [
        Prose(" ".join(finding(ranking, nothing_decided=nothing_decided)), "lead"),
        *([Prose(for_whom(ranking))] if for_whom(ranking) else []),
        Shown(ranking_table(ranking, better)),
        ranking_figure(ranking, undecided=nothing_decided),
    ]
    if ranking.systems and not ranking.without_ranges and not nothing_decided:
        shares = rank_shares(ranking)
        unit = PAIRS if ranking.unit == "pairs" else ranking.unit
        drawn = heat_map(shares, "rank-probabilities", f"Rank, in percent of replicates ({unit}, resampled)")
        blocks.append(Folded("How often each system takes each rank", [Shown(shares, drawn)]))
    if published is not None and published.systems:
        shown = ranking_table(published, key="ranking-published")
        blocks.append(Folded("The ranking as published in 2015", [Prose(_WHY_THEY_DIFFER), Shown(shown)]))
    if ranking.systems:
        blocks.append(Folded("What the columns mean", _columns_explained(ranking)))
    return Section(KEY, TITLE, blocks)


def further_notes(ranking: SystemRanking) -> list[str]:
    """The notes beside what the finding says: why there are no ranges."""
    return [note for note in _shown_notes(ranking) if note != ranking.without_ranges]


def _shown_notes(ranking: SystemRanking) -> list[str]:
    """The notes without the one on few judges, which stands in the sentence on whom ranges hold for."""
    said = ranking.on_judges if ranking.judges < FEWEST_JUDGES else ""
    return [note for note in ranking.notes if note != said]


def ranking_table(ranking: SystemRanking, better: Mapping[str, Cell] | None = None, key: str = KEY) -> Table:
    """A row for each system, best first; a rule parts clusters."""
    keys = "cluster rank system score interval ranks sets error mass_low mass_high comparisons"
    columns = columns_of(ranking.confidence, f"group {keys}" if len(ranking.groups) > 1 else keys)
    if better:
        where: Where = "everywhere" if any(cell.shown for cell in better.values()) else "data"
        told = Column("better_than", "better than ranks", help="By the test of head to head.", where=where)
        columns.insert(-5, told)
    rows, above = [], None
    for place, system in enumerate(ranking.systems):
        values = [
            better[system.system] if better and column.key == "better_than" else value_of(system, column)
            for column in columns
        ]
        rows.append(Row(values, rule_above=place > 0 and system.cluster != above))
        above = system.cluster
    notes = [
        f"{how_resampled(ranking)}.",
        PAIRS_DEPEND if ranking.unit == "pairs" and not ranking.without_ranges else "",
        MEAN_SCORES if ranking.convention == "cluster.py" else "",
        *_shown_notes(ranking),
    ]
    return Table(
        key,
        title(ranking),
        columns,
        rows,
        [note for note in notes if note] if rows else [],
        reason=ranking.reason,
    )


def rank_shares(ranking: SystemRanking) -> Table:
    """How often each system takes each rank; nothing for ranks that its group does not have."""
    ranks = max((len(system.rank_probabilities) for system in ranking.systems), default=0)
    columns = [Column(f"rank_{rank}", str(rank), Kind.SCORE, digits=0) for rank in range(1, ranks + 1)]
    rows = []
    for system in ranking.systems:
        shares = [
            Cell(100 * share, shown="" if share >= LEAST_SHOWN else " ", shade=share) if share else Cell("")
            for share in system.rank_probabilities
        ]
        rows.append(Row([system.system, *shares, *[Cell("")] * (ranks - len(shares))]))
    return Table(
        "rank-shares",
        "Percent of replicates at each rank",
        [Column("system", "system", Kind.NAME), *columns],
        rows,
        reason=ranking.without_ranges,
    )


def ranking_figure(leading: SystemRanking, *, undecided: bool = False) -> Figure:
    """A dot and an interval per system, best on top; dashed lines separate clusters.

    Args:
        leading: the ranking.
        undecided: whether all comparisons are ties.
    """
    systems = leading.systems
    if not systems or undecided:
        return nothing("ranking", UNDECIDED if systems else leading.reason or "No ranking")
    places = {one.system: place for place, one in enumerate(systems)}
    scored, interval = leading.title, f"{percent(leading.confidence)} interval"
    lines = " Dashed lines separate clusters." if len(leading.clusters) > 1 else ""
    what = "Score of each system" if leading.without_ranges else f"Score and {interval} of each system"
    label = scored if leading.without_ranges else f"{scored}, with {interval}"

    def draw(axes: "Axes") -> None:
        rows(axes, list(places))
        intervals(axes, [(places[one.system], one.score, one.score_low, one.score_high) for one in systems])
        for place, one in enumerate(systems[1:], start=1):
            if one.cluster != systems[place - 1].cluster:
                axes.axhline(place - 0.5, color=MUTED, linewidth=0.8, linestyle="--")
        axes.grid(axis="x")
        axes.set_xlabel(label)

    scores = "; ".join(
        f"{one.system} {number(one.score)}"
        + ("" if one.score_low is None else f" ({span(one.score_low, one.score_high)})")
        for one in systems
    )
    return Figure(
        "ranking",
        f"{what}, best first: {scores}.",
        draw,
        f"{what}.{lines}",
        height=row_height(len(systems)),
    )


def for_whom(ranking: SystemRanking) -> str:
    """For whom ranges, clusters and tests speak, in a sentence that is said once; "" where there are none."""
    if not ranking.judges or not ranking.systems or ranking.without_ranges:
        return ""
    others = "documents" if ranking.unit == "documents" else "sentences"
    if ranking.speaks_for == "judges-like-these":
        judges = f"other judges like these {ranking.judges:,}"
        return f"Ranges, clusters and tests hold for other {others} and {judges}."
    these = "this judge" if ranking.judges == 1 else f"these {ranking.judges} judges"
    why = ": it takes five to see how much judges differ" if ranking.judges < FEWEST_JUDGES else ""
    return f"Ranges, clusters and tests hold for other {others}, but only for {these}{why}."


def title(ranking: SystemRanking) -> str:
    """`Expected Wins, sentences resampled`."""
    return f"{ranking.title}, {ranking.unit} resampled"


def how_resampled(made: Any) -> str:
    """How the intervals and ranges of a ranking, or of one for each judge, were computed."""
    unit = "Pairs, as published in 2015," if made.unit == "pairs" else made.unit.capitalize()
    rules = "" if made.convention == "standard" else f", rules of {made.convention}"
    times = counted(made.replicates, "time")
    confidence = percent(made.confidence, style=TERMINAL)
    return f"{unit} resampled {times}, {confidence} confidence, seed {made.seed}{rules}"


def columns_of(confidence: float, keys: str) -> list[Column]:
    """The columns with these keys, parted by spaces."""
    interval = f"{percent(confidence, style=TERMINAL)} interval"
    columns = (
        Column("group", "group", Kind.RANK, help="Comparisons link the systems of a group, and no others."),
        Column(
            "cluster", "cluster", Kind.RANK, help="Ranges of ranks overlap within it, and not between two."
        ),
        Column("rank", "rank", Kind.RANK),
        Column("system", "system", Kind.NAME),
        Column("score", "score", Kind.SCORE),
        Column("interval", interval, Kind.INTERVAL, parts=("score_low", "score_high")),
        Column("error", "s.e.", Kind.SCORE, digits=4, where="data"),
        Column("ranks", "ranks", Kind.RANK_RANGE),
        Column("sets", "all at once", Kind.RANK_RANGE, where="data", parts=("set_low", "set_high")),
        Column("mass_low", "at best", Kind.SHARE, where="data"),
        Column("mass_high", "at worst", Kind.SHARE, where="data"),
        Column("comparisons", "comparisons", Kind.COUNT, where="data"),
    )
    by_key = {column.key: column for column in columns}
    return [by_key[key] for key in keys.split()]


def ranks_of(system: RankedSystem) -> tuple[int, int] | None:
    """A system's range of ranks."""
    if system.rank_low is None or system.rank_high is None:
        return None
    return system.rank_low, system.rank_high


_VALUES: dict[str, Callable[[RankedSystem], Any]] = {
    "interval": lambda system: None if system.score_low is None else (system.score_low, system.score_high),
    "error": lambda system: system.score_sd,
    "sets": lambda system: None if system.set_low is None else (system.set_low, system.set_high),
    "ranks": ranks_of,
}


def value_of(system: RankedSystem, column: Column) -> Any:
    """A system's value in a column."""
    return _VALUES[column.key](system) if column.key in _VALUES else getattr(system, column.key)


_WHY_THEY_DIFFER = (
    "Resampling pairs treats all comparisons as independent, although dozens of them come from one look "
    "at one screen and several rankings are about the same sentence; its ranges are too narrow and it "
    "finds too many clusters. It is shown so that results can be compared with the paper of 2015."
)


def _columns_explained(ranking: SystemRanking) -> str:
    about = registration(ranking.method)
    score = f"{about.title}. {about.explanation}"
    if ranking.method == "expected-wins":
        score = (
            "Expected Wins: the chance to be ranked better than a randomly chosen other system. For each "
            "opponent, wins divided by wins and losses; then the mean over all opponents. Ties are left "
            "out (2015 paper, section 5.1)."
        )
    tail = percent((1 - ranking.confidence) / 2)
    judges = counted(ranking.judges, "judge")
    whom = (
        f"For judges like these {ranking.judges:,}: how much judges differ is added to how much sentences "
        "differ, so that ranges, clusters and tests say what other judges like these would make of other "
        "sentences."
        if ranking.speaks_for == "judges-like-these"
        else f"For these {judges}: ranges, clusters and tests say what they would make of other sentences, "
        "and nothing about other judges."
    )
    return "\n\n".join(
        (
            f"Score: {score}",
            f"Interval: the middle {percent(ranking.confidence)} of the scores in the replicates. In each "
            "replicate, the unit of resampling is drawn with replacement, as often as there are units.",
            (
                f"Ranks: those that remain when the best and the worst {tail} of the replicates are cut off "
                "(section 5.2). Each range holds by itself. Which systems may be the best is said of all at "
                "once, and so more of them may be than the ranges suggest."
            ),
            "Cluster: systems whose ranges of ranks overlap, directly or through others, share a cluster. "
            "A line parts clusters: every range above it ends before every range below it begins, and a "
            "test of all comparisons across the line agrees.",
            whom,
            "Better than: the systems at these ranks lose to it by the test of head to head, corrected "
            "for the number of pairs. Two systems of one cluster may well differ.",
        )
    )
