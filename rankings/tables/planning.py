"""The curve of a plan: how often the best systems are separated, by the size of the evaluation."""

from collections.abc import Sequence

from appraise_gec.presentation.numbers import TERMINAL, count, counted, percent
from appraise_gec.presentation.tables import Cell, Column, Kind, Row, Table
from rankings.analysis.results.planning import LARGEST_SIZE, NeededInterval, OverlapPlan, Plan, PlanPoint

REACHED = "\u2713"
TIMES = "\u00d7"
# Ends of an interval that lie further apart than this are hardly an answer.
WIDE = 2
WORTH_SAYING = 0.05
NO_NUMBER = f"not even {LARGEST_SIZE} times the present number of rankings is enough"
TITLE = "How often the best systems are separated from all others, by number of rankings"


def planning(plan: Plan | None) -> Table:
    """A plan from judgments; size 1 is the present evaluation."""
    if plan is None:
        return Table("planning", TITLE, _columns(), [], reason="No plan was asked for.")
    source = (
        f"{plan.title}: {count(plan.simulations)} simulated evaluations of each size, {plan.unit} drawn from "
        f"the present ones, rank ranges at {percent(plan.confidence, style=TERMINAL)} confidence"
        f"{plan.for_whom and f', {plan.for_whom}'}"
    )
    return Table(
        "planning",
        TITLE,
        _columns(),
        _rows(plan.points, plan.target, "now"),
        notes=_notes(plan),
        source=source if plan.points else "",
        reason=plan.reason,
    )


def planning_before_judging(plan: OverlapPlan, seconds: float | None = None) -> Table:
    """A plan before judging; size 1 is what is planned. With hours where a ranking takes so many seconds."""
    source = (
        f"Expected Wins: {count(plan.simulations)} simulated evaluations of each size, sentences resampled, "
        f"rank ranges at {percent(plan.confidence, style=TERMINAL)} confidence"
    )
    return Table(
        "planning",
        TITLE,
        _columns(with_hours=seconds is not None),
        _rows(plan.points, plan.target, "plan", seconds),
        notes=_notes(plan),
        source=source,
    )


def outcome(plan: Plan | OverlapPlan) -> str:
    """Where the curve reaches the target, in a sentence."""
    uncertainty = how_sure(plan.interval) if isinstance(plan, Plan) else ""
    return f"{_outcome(plan)} {uncertainty}".rstrip()


def _outcome(plan: Plan | OverlapPlan) -> str:
    best = best_systems(plan.top)
    share = f"{100 * plan.target:g} %"
    if plan.needed is None:
        why = f": {why_not(plan)}" if isinstance(plan, Plan) else ""
        return f"Even the largest size does not separate {best} in {share} of evaluations{why}."
    needed = counted(plan.needed, "ranking")
    if all(point.separated >= plan.target for point in plan.points):
        # The smallest size is no finding: nothing smaller was simulated.
        return f"{needed} or fewer separate {best} in {share} of evaluations."
    return (
        f"About {needed} {'separates' if plan.needed == 1 else 'separate'} {best} in {share} of evaluations."
    )


def why_not(plan: Plan) -> str:
    """Why no size of the curve separates the best systems."""
    if plan.held_up_by_judges:
        return f"{plan.judges:,} judges are too few for that, and only more judges help"
    return "the systems are too close"


def how_sure(interval: NeededInterval | None) -> str:
    """The interval of the needed number in a sentence or two; "" where an earlier version knew none."""
    if interval is None:
        return ""
    level = percent(interval.level, style=TERMINAL)
    never = percent(round(interval.never, 2), style=TERMINAL)
    if interval.low is None:
        return (
            f"That is hardly in doubt: with a probability of {never}, {NO_NUMBER}, as far as the present "
            "ones can tell."
        )
    if interval.high is None:
        span = f"{about(interval.low)} rankings or more ({level} interval)"
    else:
        span = f"between {about(interval.low)} and {about(interval.high)} rankings ({level} interval)"
    wide = interval.high is None or interval.high > WIDE * interval.low
    sentence = f"As far as the present rankings can tell, it takes {span}"
    if wide:
        sentence += "; so few rankings cannot narrow it further"
    if interval.never >= WORTH_SAYING:
        sentence += f". With a probability of {never}, {NO_NUMBER}"
    return f"{sentence}."


def best_systems(top: Sequence[str] | int) -> str:
    """The systems to separate: names, or how many of the best."""
    if isinstance(top, int):
        return "the best system" if top == 1 else f"the best {top} systems"
    return ", ".join(top)


def about(rankings: int) -> str:
    """Two significant digits: the curve is not more exact."""
    return f"{round(rankings, min(0, 2 - len(str(rankings)))):,}"


def _columns(*, with_hours: bool = False) -> list[Column]:
    return [
        Column("rankings", "rankings", Kind.COUNT),
        Column("size", "size", Kind.SCORE, help="In multiples of the present or planned evaluation."),
        *([Column("hours", "hours", Kind.COUNT, where="print")] if with_hours else []),
        Column(
            "separated", "separated", Kind.SHARE, help="Share of evaluations that separate the best systems."
        ),
        Column("clusters", "clusters", Kind.SCORE, digits=1, help="Their mean number."),
        Column("standard_error", "std. error", Kind.SCORE, digits=4, help="Of a score, mean over systems."),
    ]


def _rows(
    points: Sequence[PlanPoint], target: float, present: str, seconds: float | None = None
) -> list[Row]:
    return [
        Row(
            [
                point.rankings,
                Cell(point.size, shown=present if point.size == 1 else f"{point.size:g} {TIMES}"),
                *([] if seconds is None else [_hours(point.rankings * seconds / 3600)]),
                Cell(point.separated, mark=REACHED if point.separated >= target else ""),
                point.clusters,
                point.standard_error,
            ]
        )
        for point in points
    ]


def _hours(hours: float) -> Cell:
    """Whole hours; what takes less than one takes some time all the same."""
    return Cell(round(hours), shown="< 1" if hours < 1 else "")


def _notes(plan: Plan | OverlapPlan) -> list[str]:
    reached = any(point.separated >= plan.target for point in plan.points)
    marks = [f"{REACHED}  reaches the target of {percent(plan.target, style=TERMINAL)}."] if reached else []
    return [*marks, *(plan.notes if isinstance(plan, Plan) else ())]
