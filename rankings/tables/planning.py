"""The curve of a plan: how often the best systems are separated, by the size of the evaluation."""

from collections.abc import Sequence

from appraise_gec.presentation.numbers import TERMINAL, count, percent
from appraise_gec.presentation.tables import Cell, Column, Kind, Row, Table
from appraise_gec.words import Figure, joined, words, words_for_count, words_in
from rankings.analysis.results.planning import LARGEST_SIZE, NeededInterval, OverlapPlan, Plan, PlanPoint
from rankings.tables.nouns import UNITS
from rankings.tables.stored_words import worded

REACHED = "\u2713"
TIMES = "\u00d7"
# Ends of an interval that lie further apart than this are hardly an answer.
WIDE = 2
WORTH_SAYING = 0.05
NO_NUMBER = words(
    "not even %(times)s times the present number of rankings is enough", times=Figure(f"{LARGEST_SIZE}")
)
TITLE = words("How often the best systems are separated from all others, by number of rankings")


def planning(plan: Plan | None) -> Table:
    """A plan from judgments; size 1 is the present evaluation."""
    if plan is None:
        return Table("planning", TITLE, _columns(), [], reason=words("No plan was asked for."))
    how = words(
        "%(method)s: %(simulations)s simulated evaluations of each size, %(unit)s drawn from the present "
        "ones, rank ranges at %(confidence)s confidence",
        method=worded(plan.title),
        simulations=count(plan.simulations),
        unit=UNITS[plan.unit],
        confidence=percent(plan.confidence, style=TERMINAL),
    )
    source = joined(", ", filter(None, (how, plan.for_whom)))
    return Table(
        "planning",
        TITLE,
        _columns(),
        _rows(plan.points, plan.target, words("now")),
        notes=_notes(plan),
        source=source if plan.points else "",
        reason=worded(plan.reason),
    )


def planning_before_judging(plan: OverlapPlan, seconds: float | None = None) -> Table:
    """A plan before judging; size 1 is what is planned. With hours where a ranking takes so many seconds."""
    source = words(
        "Expected Wins: %(simulations)s simulated evaluations of each size, sentences resampled, rank ranges "
        "at %(confidence)s confidence",
        simulations=count(plan.simulations),
        confidence=percent(plan.confidence, style=TERMINAL),
    )
    return Table(
        "planning",
        TITLE,
        _columns(with_hours=seconds is not None),
        _rows(plan.points, plan.target, words_in("as planned", "plan"), seconds),
        notes=_notes(plan),
        source=source,
    )


def outcome(plan: Plan | OverlapPlan) -> str:
    """Where the curve reaches the target, in a sentence."""
    uncertainty = how_sure(plan.interval) if isinstance(plan, Plan) else ""
    return joined(" ", filter(None, (_outcome(plan), uncertainty)))


def _outcome(plan: Plan | OverlapPlan) -> str:
    best = best_systems(plan.top)
    share = Figure(f"{100 * plan.target:g} %")
    if plan.needed is None:
        if isinstance(plan, Plan):
            return words(
                "Even the largest size does not separate %(best)s in %(share)s of evaluations: %(why)s.",
                best=best,
                share=share,
                why=why_not(plan),
            )
        return words(
            "Even the largest size does not separate %(best)s in %(share)s of evaluations.",
            best=best,
            share=share,
        )
    if all(point.separated >= plan.target for point in plan.points):
        # The smallest size is no finding: nothing smaller was simulated.
        return words_for_count(
            "%(n)s ranking or fewer separate %(best)s in %(share)s of evaluations.",
            "%(n)s rankings or fewer separate %(best)s in %(share)s of evaluations.",
            plan.needed,
            best=best,
            share=share,
        )
    return words_for_count(
        "About %(n)s ranking separates %(best)s in %(share)s of evaluations.",
        "About %(n)s rankings separate %(best)s in %(share)s of evaluations.",
        plan.needed,
        best=best,
        share=share,
    )


def why_not(plan: Plan) -> str:
    """Why no size of the curve separates the best systems."""
    if plan.held_up_by_judges:
        return words(
            "%(judges)s judges are too few for that, and only more judges help", judges=count(plan.judges)
        )
    return words("the systems are too close")


def how_sure(interval: NeededInterval | None) -> str:
    """The interval of the needed number in a sentence or two; "" where an earlier version knew none."""
    if interval is None:
        return ""
    level = percent(interval.level, style=TERMINAL)
    never = percent(round(interval.never, 2), style=TERMINAL)
    if interval.low is None:
        return words(
            "That is hardly in doubt: with a probability of %(never)s, %(no_number)s, as far as the present "
            "ones can tell.",
            never=never,
            no_number=NO_NUMBER,
        )
    low, high = about(interval.low), about(interval.high or 0)
    if interval.high is None:
        span = words(
            "As far as the present rankings can tell, it takes %(low)s rankings or more (%(level)s "
            "interval); so few rankings cannot narrow it further.",
            low=low,
            level=level,
        )
    elif interval.high > WIDE * interval.low:
        span = words(
            "As far as the present rankings can tell, it takes between %(low)s and %(high)s rankings "
            "(%(level)s interval); so few rankings cannot narrow it further.",
            low=low,
            high=high,
            level=level,
        )
    else:
        span = words(
            "As far as the present rankings can tell, it takes between %(low)s and %(high)s rankings "
            "(%(level)s interval).",
            low=low,
            high=high,
            level=level,
        )
    if interval.never < WORTH_SAYING:
        return span
    perhaps_never = words("With a probability of %(never)s, %(no_number)s.", never=never, no_number=NO_NUMBER)
    return joined(" ", (span, perhaps_never))


def best_systems(top: Sequence[str] | int) -> str:
    """The systems to separate: names, or how many of the best."""
    if isinstance(top, int):
        return words_for_count("the best system", "the best %(n)s systems", top)
    return ", ".join(top)


def about(rankings: int) -> str:
    """Two significant digits: the curve is not more exact."""
    return count(round(rankings, min(0, 2 - len(str(rankings)))))


def _columns(*, with_hours: bool = False) -> list[Column]:
    return [
        Column("rankings", words("rankings"), Kind.COUNT),
        Column(
            "size",
            words("size"),
            Kind.SCORE,
            help=words("In multiples of the present or planned evaluation."),
        ),
        *([Column("hours", words("hours"), Kind.COUNT, where="print")] if with_hours else []),
        Column(
            "separated",
            words("separated"),
            Kind.SHARE,
            help=words("Share of evaluations that separate the best systems."),
        ),
        Column("clusters", words("clusters"), Kind.SCORE, digits=1, help=words("Their mean number.")),
        Column(
            "standard_error",
            words("std. error"),
            Kind.SCORE,
            digits=4,
            help=words("Of a score, mean over systems."),
        ),
    ]


def _rows(
    points: Sequence[PlanPoint], target: float, present: str, seconds: float | None = None
) -> list[Row]:
    return [
        Row(
            [
                point.rankings,
                Cell(point.size, shown=present if point.size == 1 else Figure(f"{point.size:g} {TIMES}")),
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
    target = percent(plan.target, style=TERMINAL)
    marks = (
        [words("%(mark)s  reaches the target of %(target)s.", mark=REACHED, target=target)] if reached else []
    )
    return [*marks, *(map(worded, plan.notes) if isinstance(plan, Plan) else ())]
