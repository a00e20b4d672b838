"""Names beside points that never lie on each other."""

from collections.abc import Iterator, Sequence
from math import hypot
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.text import Annotation

_GID = "name of a point"
# Where a name may stand beside its point: so many lines above, and in which column, the best first: right
# beside it, above or below it, or further away by its own width.
_LINES = (0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6, 7, -7)
_COLUMNS = (1, -1, 0, 2, -2)
_GAP = 4.0  # points
# So many points from the point to the name, and a line leads there.
_LED = 8.0
_DOT = 3.0  # points
_BETWEEN = 1.0  # points
# How bad it is to stand on another name, outside of the panel, on a dot or on a line, nearer to another dot,
# or behind another name; and per point away.
_ON_NAME, _OUTSIDE, _ON_DOT, _ON_LINE, _AWAY = 1000.0, 500.0, 200.0, 2.0, 0.1
_UNCLEAR, _LED_ACROSS = 3.0, 20.0
_ROUNDS = 5

Box = tuple[float, float, float, float]


def label_points(axes: "Axes", points: Sequence[tuple[float, float]], names: Sequence[str]) -> None:
    """Write names beside points; they find their places once the figure is laid out."""
    for name, point in zip(names, points, strict=True):
        annotation = axes.annotate(
            name,
            point,
            xytext=(0, 0),
            textcoords="offset points",
            ha="center",
            va="center",
            fontsize="small",
            gid=_GID,
            arrowprops={"arrowstyle": "-", "linewidth": 0.5, "alpha": 0.5, "shrinkA": 0, "shrinkB": 2},
        )
        # The panel does not give way to names: they look for room in it.
        annotation.set_in_layout(False)


def place_labels(axes: "Axes") -> None:
    """Move the names of points so that none covers another name or a dot, and few a line."""
    names: list[Annotation] = [text for text in axes.texts if text.get_gid() == _GID]  # type: ignore[misc]
    if not names:
        return
    unit = axes.figure.dpi / 72
    panel, page = axes.get_window_extent(), axes.figure.bbox
    room = (panel.x0, panel.y0, page.x1, page.y1)
    points = [axes.transData.transform(name.xy).tolist() for name in names]
    dots = [(x - _DOT * unit, y - _DOT * unit, x + _DOT * unit, y + _DOT * unit) for x, y in points]
    lines = list(_lines(axes))
    choices = [list(_choices(size, point, unit)) for size, point in zip(_sizes(names), points, strict=True)]
    alone = [
        [
            _AWAY * away
            + 0.01 * order
            + _OUTSIDE * (box[0] < room[0] or box[1] < room[1] or box[2] > room[2] or box[3] > room[3])
            + _ON_DOT * _covered(box, dots)
            + _ON_LINE * _covered(box, lines)
            + _UNCLEAR * _is_unclear(box, point, points)
            for order, (box, _, away) in enumerate(its)
        ]
        for its, point in zip(choices, points, strict=True)
    ]
    chosen = [min(range(len(costs)), key=costs.__getitem__) for costs in alone]
    for _ in range(_ROUNDS):
        before = list(chosen)
        for one, its in enumerate(choices):
            others = [choices[other][at][0] for other, at in enumerate(chosen) if other != one]
            costs = [
                cost
                + _ON_NAME * _covered(box, others)
                + _LED_ACROSS * (away > _LED and _crosses(box, points[one], others))
                for cost, (box, _, away) in zip(alone[one], its, strict=True)
            ]
            chosen[one] = min(range(len(costs)), key=costs.__getitem__)
        if chosen == before:
            break
    for name, its, at, point in zip(names, choices, chosen, points, strict=True):
        box, name.xyann, away = its[at]
        if name.arrow_patch:
            name.arrow_patch.set_visible(away > _LED or _is_unclear(box, point, points))


def _sizes(names: Sequence["Annotation"]) -> Iterator[tuple[float, float]]:
    """Of the names, in pixels."""
    from matplotlib.text import Text  # noqa: PLC0415

    for name in names:
        if name.arrow_patch:
            name.arrow_patch.set_visible(False)
        box = Text.get_window_extent(name)
        yield box.width, box.height


def _choices(
    size: tuple[float, float], point: Sequence[float], unit: float
) -> Iterator[tuple[Box, tuple[float, float], float]]:
    """Boxes for a name of this size in pixels, its offset in points, and how far away it is."""
    width, height = size[0] / 2 + _BETWEEN * unit, size[1] / 2 + _BETWEEN * unit
    for lines in _LINES:
        for column in _COLUMNS:
            if not lines and not column:
                continue
            side = (column > 0) - (column < 0)
            x = side * (_GAP * unit + (2 * abs(column) - 1) * width)
            y = 2 * height * lines + (0.0 if side else (_DOT * unit if lines > 0 else -_DOT * unit))
            middle = (point[0] + x, point[1] + y)
            box = (middle[0] - width, middle[1] - height, middle[0] + width, middle[1] + height)
            away = max(abs(x) - width, abs(y) - height) / unit
            yield box, (x / unit, y / unit), away


def _lines(axes: "Axes") -> Iterator[Box]:
    """What intervals cover."""
    for collection in axes.collections:
        for segment in getattr(collection, "get_segments", list)():
            (x0, y0), (x1, y1) = axes.transData.transform(segment)
            yield min(x0, x1), min(y0, y1) - 1, max(x0, x1), max(y0, y1) + 1


def _is_unclear(box: Box, point: Sequence[float], points: Sequence[Sequence[float]]) -> bool:
    """Whether another point is about as near as the one that the box belongs to."""
    own = _distance(box, point)
    return any(_distance(box, other) < own + 1 for other in points if other is not point)


def _distance(box: Box, point: Sequence[float]) -> float:
    return hypot(
        max(box[0] - point[0], 0.0, point[0] - box[2]), max(box[1] - point[1], 0.0, point[1] - box[3])
    )


def _crosses(box: Box, point: Sequence[float], others: Sequence[Box]) -> bool:
    """Whether the line from a box to its point leads over another box."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    on_line = ((x + at * (point[0] - x), y + at * (point[1] - y)) for at in (0.3, 0.45, 0.6, 0.75, 0.9))
    return any(_covered((*one, *one), others) for one in on_line)


def _covered(box: Box, others: Sequence[Box]) -> int:
    return sum(
        box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]
        for other in others
    )
