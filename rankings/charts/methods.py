"""Places of systems by several methods as a figure."""

import re
from collections.abc import Sequence
from itertools import cycle
from typing import TYPE_CHECKING

from appraise_gec.present.figure import LINES, MUTED, Figure, nothing, row_height, rows, shortened
from rankings.analysis.ranking import SystemRanking
from rankings.tables.methods import side_by_side

if TYPE_CHECKING:
    from matplotlib.axes import Axes

KEY = "rank-by-method"
# Of a line of a method's title, and of a system's name at the right.
TITLE_LETTERS, NAME_LETTERS = 12, 16


def rank_by_method(leading: SystemRanking, others: Sequence[SystemRanking]) -> Figure:
    """A line per system from method to method: where lines cross, the methods disagree.

    Systems that keep their place are grey. Equal scores stand in the order of the leading ranking.

    Args:
        leading: the ranking that gives the order on the left.
        others: the rankings to compare with it.
    """
    shown = _of_all_systems(leading, others)
    if len(shown) < 2:
        return nothing(KEY, "There are no two methods to compare")
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
    return Figure(KEY, words, draw, caption, height=height, wide=True)


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
