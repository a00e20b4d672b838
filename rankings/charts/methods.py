"""The places of systems by several methods, side by side."""

from collections.abc import Sequence
from itertools import cycle

from appraise_gec.present.charts import (
    FULL_WIDTH,
    LINES,
    WIDTH,
    Axis,
    Chart,
    Dash,
    Panel,
    Points,
    Tone,
    in_lines,
    shortened,
)
from rankings.analysis.ranking import SystemRanking
from rankings.tables.methods import side_by_side

KEY = "rank-by-method"
ROW = 0.34  # inches
# Of a method's title in a line, and of a system's name beside the end of its line.
TITLE_LETTERS, NAME_LETTERS = 11, 16
# Inches of a letter, and of the words below a method, with room between two of them.
LETTER, METHOD = 0.11, 1.15
# Of the methods' room, what is free before the first and after the last.
MARGIN = 0.09
STILL: tuple[Tone, Dash] = ("muted", "solid")
MOVING = [(tone, dash) for tone, dash in LINES if tone != "muted"]


def rank_by_method(leading: SystemRanking, others: Sequence[SystemRanking]) -> Chart:
    """A line per system from method to method: where lines cross, the methods disagree.

    Systems that keep their place are grey. Equal scores stand in the order of the leading ranking.

    Args:
        leading: the ranking that gives the order on the left.
        others: the rankings to compare with it.
    """
    shown = _of_all_systems(leading, others)
    if len(shown) < 2:
        return Chart(KEY, "One method.", [], reason="There are no two methods to compare")
    names = [system.system for system in leading.systems if system.rank is not None]
    places = [_places(made, names) for made in shown]
    looks = cycle(MOVING)
    lines = []
    for name in names:
        moves = len({place[name] for place in places}) > 1
        tone, dash = next(looks) if moves else STILL
        points = [(float(at), float(place[name])) for at, place in enumerate(places)]
        lines.append(Points(points, tone=tone, line=dash, marker="circle", size=4.5))
    at_the_end = sorted(names, key=places[-1].__getitem__)
    methods = [in_lines(made.title, TITLE_LETTERS) for made in shown]
    letters = min(NAME_LETTERS, max(map(len, names)))
    narrow = max(WIDTH, METHOD * len(shown) + 2 * LETTER * letters)
    return Chart(
        KEY,
        _words(names, shown, places),
        [
            Panel(
                Axis(
                    low=-MARGIN * len(shown),
                    high=len(shown) - 1 + MARGIN * len(shown),
                    ticks=list(enumerate(methods)),
                    grid=True,
                ),
                Axis(
                    low=len(names) - 0.4,
                    high=-0.6,
                    ticks=_short(names),
                    ticked=False,
                    far=_short(at_the_end),
                ),
                lines,
            )
        ],
        height=0.9 + 0.26 * max(text.count("\n") for text in methods) + ROW * len(names),
        width=narrow,
        wide=max(FULL_WIDTH, narrow),
    )


def _of_all_systems(leading: SystemRanking, others: Sequence[SystemRanking]) -> list[SystemRanking]:
    """One ranking by each method that puts the leading one's systems in an order."""
    ranked = {system.system for system in leading.systems if system.rank is not None}
    if len(leading.groups) != 1 or len(ranked) < 2:
        return []
    by_method: dict[str, SystemRanking] = {}
    for made in side_by_side(leading, others):
        its = {system.system for system in made.systems if system.rank is not None}
        if its == ranked and len(made.groups) == 1:
            by_method.setdefault(made.method, made)
    return list(by_method.values())


def _places(made: SystemRanking, names: Sequence[str]) -> dict[str, int]:
    """From 0; systems of the same rank in the order of the names."""
    ranks = {system.system: system.rank or 0 for system in made.systems}
    return {name: place for place, name in enumerate(sorted(names, key=ranks.__getitem__))}


def _short(names: Sequence[str]) -> list[tuple[float, str]]:
    return [(float(place), shortened(name, NAME_LETTERS)) for place, name in enumerate(names)]


def _words(names: Sequence[str], shown: Sequence[SystemRanking], places: Sequence[dict[str, int]]) -> str:
    orders = "; ".join(f"{name} {', '.join(str(place[name] + 1) for place in places)}" for name in names)
    return f"Place of each system by {', '.join(made.title for made in shown)}: {orders}."
