"""Figures as sections declare them; `drawing` makes pictures of them.

def pace_figure(found: Pace) -> Figure:
    def draw(axes: Axes) -> None:
        rows(axes, [one.judge for one in found.judges])
        intervals(axes, [(place, one.share, one.low, one.high) for place, one in enumerate(found.judges)])
        axes.set_xlabel("Share of long rankings")

    return Figure("pace", "Share of long rankings by judge.", draw, height=row_height(len(found.judges)))
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from appraise_gec.present.table import Table

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ROW = 0.3  # inches
MOST_LETTERS, MOST_LETTERS_BELOW = 24, 16
# Columns of a grid that have room in the column of a paper.
MOST_IN_COLUMN = 10

INK, MUTED, GRID = "#151a21", "#536070", "#d8dee6"
# Distinct for every common form of colour blindness; with a dash or a marker of its own each, also in grey.
MAIN, SECOND, THIRD, FOURTH = "#0b4da2", "#d9822b", "#1f8a70", "#8a3ffc"
LINES = ((MAIN, "-"), (SECOND, "--"), (THIRD, "-."), (FOURTH, ":"), (INK, "-"), (MUTED, "--"))
# So that ink can be read on it.
DEEPEST = 0.5


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure.

    Attributes:
        key: in addresses and names of files.
        words: the same for people who do not see it.
        draw: draws it on as many axes as there are panels.
        caption: below it on a page: how to read it.
        height: in inches.
        wide: across both columns of a paper.
        panels: how many, of equal size.
        stacked: panels lie below each other with one x axis, not side by side with one y axis.
        reason: why there is nothing to draw; "" where there is.
    """

    key: str
    words: str
    draw: Callable[..., None]
    caption: str = ""
    height: float = 3.0
    wide: bool = False
    panels: int = 1
    stacked: bool = False
    reason: str = ""


def nothing(key: str, reason: str) -> Figure:
    """A figure of data that do not allow it; pages show the reason."""

    def draw(axes: "Axes") -> None:
        axes.set_axis_off()
        axes.text(0.5, 0.5, reason, ha="center", va="center", color=MUTED)

    return Figure(key, f"{reason}.", draw, height=1.0, reason=reason)


def row_height(number: int) -> float:
    """The height of a figure with so many rows."""
    return 0.9 + ROW * max(1, number)


def shortened(name: str, most: int = MOST_LETTERS) -> str:
    """A name of at most so many letters; a longer one keeps both ends."""
    before = most // 2
    return name if len(name) <= most else f"{name[:before]}\u2026{name[before + 1 - most :]}"


def rows(axes: "Axes", names: Sequence[str]) -> None:
    """A row for each name, the first one on top."""
    axes.set_yticks(range(len(names)), labels=[shortened(name) for name in names])
    axes.set_ylim(len(names) - 0.4, -0.6)


def columns(axes: "Axes", names: Sequence[str]) -> None:
    """A column for each name, written upwards where they need the room."""
    axes.set_xticks(range(len(names)), labels=[shortened(name, MOST_LETTERS_BELOW) for name in names])
    axes.tick_params(axis="x", labelrotation=90 if max(map(len, names), default=0) > 2 else 0)


def intervals(
    axes: "Axes",
    found: Sequence[tuple[float, float | None, float | None, float | None]],
    *,
    colour: str = MAIN,
    dots: str = "",
    marker: str = "o",
    label: str = "",
    thick: float = 1.4,
) -> None:
    """Dots with intervals on rows: (place, value, low, high); what is None is not drawn."""
    spans = [(y, low, high) for y, _, low, high in found if low is not None and high is not None]
    if spans:
        axes.hlines(*zip(*spans, strict=True), color=colour, linewidth=thick)
    values = [(value, y) for y, value, _, _ in found if value is not None]
    if values and marker:
        axes.plot(*zip(*values, strict=True), marker, color=dots or colour, label=label or None)


def heat_map(table: Table, key: str, label: str) -> Figure:
    """A table as a grid: the text of every cell on its ground, and `label` below it."""
    if not table.rows:
        return nothing(key, table.reason.rstrip("."))
    lines, across = table.people_lines, [one for one in table.people_columns[1:] if not one.below]
    down = [line[0][1].text(line[0][0]) for line in lines]
    names = [one.heading for one in across]

    def draw(axes: "Axes") -> None:
        from matplotlib.collections import PatchCollection  # noqa: PLC0415
        from matplotlib.colors import to_rgba  # noqa: PLC0415
        from matplotlib.patches import Rectangle  # noqa: PLC0415

        rows(axes, down)
        columns(axes, names)
        grounds, colours = [], []
        for row, line in enumerate(lines):
            cells = [(cell.text(column) or cell.mark, cell) for column, cell in line[1:] if not column.below]
            for place, (text, cell) in enumerate(cells):
                if cell.shade:
                    grounds.append(Rectangle((place - 0.5, row - 0.5), 1, 1))
                    depth = DEEPEST * min(1.0, abs(cell.shade))
                    colours.append(to_rgba(MAIN if cell.shade > 0 else SECOND, depth))
                weight = "bold" if cell.strong else "normal"
                # Its cell has a place already, and measuring hundreds of texts takes long.
                axes.text(
                    place, row, text, ha="center", va="center", weight=weight, fontsize="small"
                ).set_in_layout(False)
        axes.add_collection(PatchCollection(grounds, facecolors=colours))
        axes.set_xlim(-0.5, len(across) - 0.5)
        axes.set_ylim(len(down) - 0.5, -0.5)
        axes.set_xlabel(label)
        axes.spines[:].set_visible(False)

    below = 0.08 * min(MOST_LETTERS_BELOW, max(map(len, names), default=0))
    height, wide = row_height(len(down)) + below, len(across) > MOST_IN_COLUMN
    return Figure(key, f"Grid: {table.title}.", draw, f"{table.title}.", height=height, wide=wide)


def legend_above(axes: "Axes", title: str = "") -> None:
    """What the labels mean, above the panel."""
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2, title=title or None)
