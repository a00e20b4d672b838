"""How sure the ranking will be, as the plan's page says it: in a sentence, as a curve and as a table."""

from dataclasses import dataclass
from itertools import pairwise
from math import log2, sqrt
from typing import Any

# Geometry of the figure in its own units; on a phone a unit is a pixel or a little less.
WIDTH, HEIGHT = 420, 250
LEFT, RIGHT, TOP, BOTTOM = 46, 12, 14, 200
STEPS_BETWEEN_POINTS = 8
TIMES = "\u00d7"
# Points of the usual sizes that have a number under the axis: each twice the one before.
LABELLED_SIZES = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0)

Document = dict[str, Any]


@dataclass(frozen=True, slots=True)
class CertaintyRow:
    """One size of evaluation, ready to be shown."""

    size: str
    rankings: int
    hours: float
    separated: str
    clusters: str
    error: str
    reaches: bool
    planned: bool


@dataclass(frozen=True, slots=True)
class Tick:
    """A line or a place on an axis, and what stands there."""

    place: float
    label: str


@dataclass(frozen=True, slots=True)
class CertaintyFigure:
    """The curve as an SVG image: share of evaluations by size, on an axis where each tick doubles the size.

    Attributes:
        line: corners of the curve, for `points` of a polyline.
        dots: (x, y) of the simulated sizes.
        across, along: ticks of the axis of sizes and of that of shares.
        target_y: of the target; `planned_x` of the plan itself.
        needed: (x, y) where the curve reaches the target for good; None if it lies elsewhere.
        words: the same for those who do not see it.
    """

    line: str
    dots: tuple[tuple[float, float], ...]
    across: tuple[Tick, ...]
    along: tuple[Tick, ...]
    target_y: float
    target: str
    planned_x: float
    needed: tuple[float, float] | None
    words: str
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    top: int = TOP
    bottom: int = BOTTOM


def certainty_context(result: Document, seconds: float) -> Document:
    """What the page shows of a result. `seconds` is how long one ranking takes."""
    target = result["target"]
    return {
        "sentences": certainty_sentences(result, seconds),
        "rows": [
            CertaintyRow(
                size=f"{point['size']:g}\u00a0{TIMES}",
                rankings=point["rankings"],
                hours=point["rankings"] * seconds / 3600,
                separated=_percent(point["separated"]),
                clusters=f"{point['clusters']:.1f}",
                error=f"{point['standard_error']:.4f}",
                reaches=point["separated"] >= target,
                planned=point["size"] == 1,
            )
            for point in result["points"]
        ],
        "figure": certainty_figure(result),
        "target": _percent(target),
        "slack": round(100 * 1.96 * sqrt(0.25 / result["simulations"])),
        "agreed_percent": round(100 * result["model"]["agreed"]),
        "confidence": _percent(result["confidence"]),
        **{name: result[name] for name in ("items", "judges_per_item", "simulations", "systems", "model")},
    }


def certainty_sentences(result: Document, seconds: float) -> tuple[str, str]:
    """How often the plan sets the best apart; and what it takes to reach the target."""
    planned = next(point for point in result["points"] if point["size"] == 1)
    judges = f"{result['judges_per_item']} judge{'s' * (result['judges_per_item'] != 1)}"
    apart = "apart from all others" if result["top"] == 1 else "as a group apart from all others"
    chance = (
        f"{planned['rankings']:,} rankings ({result['items']:,} items, {judges} each) set {_best(result)} of "
        f"{result['systems']} systems {apart} in {_percent(planned['separated'])} of simulated evaluations."
    )
    target, needed, points = _percent(result["target"]), result["needed"], result["points"]
    if needed is None:
        most = points[-1]
        return chance, (
            f"Even {most['size']:g} times as many stay below {target}: in many of these evaluations the best "
            "systems are too close to each other."
        )
    if needed <= points[0]["rankings"]:
        return chance, f"{_size(points[0]['size'])} as many would do for {target}."
    if needed <= planned["rankings"]:
        return chance, f"For {target}, about {_about(needed)} rankings would do."
    hours = needed * seconds / 3600
    return chance, (
        f"For {target} it takes about {_about(needed)} rankings, {needed / planned['rankings']:.1f} times as "
        f"many: {_hours(hours)} of judging."
    )


def certainty_figure(result: Document) -> CertaintyFigure:
    """The curve with the target, the plan and the place where they would meet."""
    points = result["points"]
    smallest, largest = points[0]["size"], points[-1]["size"]

    def across(size: float) -> float:
        share = log2(size / smallest) / log2(largest / smallest)
        return round(LEFT + share * (WIDTH - RIGHT - LEFT), 1)

    def along(share: float) -> float:
        return round(BOTTOM - share * (BOTTOM - TOP), 1)

    corners = []
    for low, high in pairwise(points):
        # Straight by number of rankings, as the needed number is worked out, so not straight on this axis.
        for step in range(STEPS_BETWEEN_POINTS):
            part = step / STEPS_BETWEEN_POINTS
            size, share = (low[name] + part * (high[name] - low[name]) for name in ("size", "separated"))
            corners.append((across(size), along(share)))
    corners.append((across(largest), along(points[-1]["separated"])))
    planned = next(point["rankings"] for point in points if point["size"] == 1)
    needed = result["needed"]
    target = along(result["target"])
    return CertaintyFigure(
        line=" ".join(f"{x},{y}" for x, y in corners),
        dots=tuple((across(point["size"]), along(point["separated"])) for point in points),
        across=tuple(
            Tick(across(size), f"{'½' if size == 0.5 else f'{size:g}'}{TIMES}")
            for size in LABELLED_SIZES
            if smallest <= size <= largest
        ),
        along=tuple(Tick(along(share), f"{100 * share:g} %") for share in (0.0, 0.25, 0.5, 0.75, 1.0)),
        target_y=target,
        target=_percent(result["target"]),
        planned_x=across(1.0),
        needed=(across(needed / planned), target)
        if needed is not None and needed > points[0]["rankings"]
        else None,
        words="; ".join(
            f"{point['size']:g} times the plan: {_percent(point['separated'])}" for point in points
        ),
    )


def _best(result: Document) -> str:
    return "the best" if result["top"] == 1 else f"the best {result['top']}"


def _size(size: float) -> str:
    return "Half" if size == 0.5 else f"{size:g} times"


def _hours(hours: float) -> str:
    return (
        "less than an hour" if hours < 1 else f"about {_about(round(hours))} hour{'s' * (round(hours) != 1)}"
    )


def _percent(share: float) -> str:
    return f"{round(100 * share):g}\u00a0%"


def _about(number: int) -> str:
    """Two digits that count: the curve does not know more."""
    return f"{round(number, min(0, 2 - len(str(number)))):,}"
