"""Where names of dots stand in a figure, once it is laid out."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from appraise_gec.present.writers.figure_room import POINTS_AN_INCH, WIDER_IN_PRINT

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.text import Annotation

# Label of the names of dots, which no legend shows for its underscore.
NAME = "_name"
# To the right of the dot, above it (in points), and which side of the name is there; the best first.
CHOICES = (
    *((5, 4, "left"), (5, -10, "left"), (-5, 4, "right"), (-5, -10, "right"), (6, -3, "left")),
    *((-6, -3, "right"), (0, 6, "center"), (0, -13, "center"), (5, 13, "left"), (-5, 13, "right")),
    *((5, -19, "left"), (-5, -19, "right"), (0, 15, "center"), (0, -22, "center")),
    *((5, 22, "left"), (-5, 22, "right"), (5, -28, "left"), (-5, -28, "right")),
)
# How bad it is to stand outside of the panel, on another name, on a dot or on a line; and one choice further
# down the list. Names are moved so often, each as is best beside all others.
OUTSIDE, ON_NAME, ON_DOT, ON_LINE, FURTHER = 20.0, 10.0, 5.0, 0.3, 0.05
ROUNDS = 3
DOT_POINTS = 2.5

Box = tuple[float, float, float, float]


def place_names(axes: "Axes", right: float, top: float) -> None:
    """Move the names of dots so that they cover each other, dots and lines as little as possible.

    Args:
        axes: laid out.
        right, top: where names have to end, in pixels.
    """
    names: list[Annotation] = [text for text in axes.texts if text.get_label() == NAME]  # type: ignore[misc]
    if not names:
        return
    panel = axes.get_window_extent()
    radius = DOT_POINTS * axes.figure.dpi / POINTS_AN_INCH
    dots = [_around(axes.transData.transform(name.xy).tolist(), radius) for name in names]
    lines = _lines(axes)
    boxes = [[_box_at(name, choice) for choice in CHOICES] for name in names]
    alone = [
        [
            FURTHER * at
            + OUTSIDE * (box[0] < panel.x0 or box[2] > right or box[1] < panel.y0 or box[3] > top)
            + ON_DOT * _overlapping(box, dots)
            + ON_LINE * _overlapping(box, lines)
            for at, box in enumerate(choices)
        ]
        for choices in boxes
    ]
    chosen = [min(range(len(CHOICES)), key=costs.__getitem__) for costs in alone]
    for _ in range(ROUNDS):
        for one in range(len(names)):
            others = [boxes[other][chosen[other]] for other in range(len(names)) if other != one]
            costs = [
                cost + ON_NAME * _overlapping(box, others)
                for cost, box in zip(alone[one], boxes[one], strict=True)
            ]
            chosen[one] = min(range(len(CHOICES)), key=costs.__getitem__)
    for name, choice in zip(names, chosen, strict=True):
        _box_at(name, CHOICES[choice])


def _box_at(name: "Annotation", choice: tuple[int, int, str]) -> Box:
    """Move a name there, and say what it covers."""
    rightwards, upwards, side = choice
    name.xyann = (rightwards, upwards)
    name.set_horizontalalignment(side)  # type: ignore[arg-type]
    box = name.get_window_extent()
    wider = (WIDER_IN_PRINT - 1) * box.width / 2
    return (box.x0 - wider, box.y0, box.x1 + wider, box.y1)


def _lines(axes: "Axes") -> list[Box]:
    """What spans of a chart cover."""
    found = []
    for collection in axes.collections:
        for segment in getattr(collection, "get_segments", list)():
            (x0, y0), (x1, y1) = axes.transData.transform(segment)
            found.append((min(x0, x1), min(y0, y1) - 0.5, max(x0, x1), max(y0, y1) + 0.5))
    return found


def _around(dot: Sequence[float], radius: float) -> Box:
    return (dot[0] - radius, dot[1] - radius, dot[0] + radius, dot[1] + radius)


def _overlapping(box: Box, others: Sequence[Box]) -> int:
    return sum(
        box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]
        for other in others
    )
