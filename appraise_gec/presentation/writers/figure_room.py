"""Room for the texts of a figure that is drawn small: turned, broken or shortened, none covers another."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from appraise_gec.presentation.charts import in_lines, shortened

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Marks the numbers of cells among the texts of a figure.
CELL = "cell"


def make_room(figure: "Figure", letters: int) -> None:
    """Turn or break texts that would cover each other or be cut, and leave out numbers without room in cells.

    Args:
        figure: to be changed.
        letters: of a name beside the panel, at most.
    """
    figure.draw_without_rendering()
    for axes in figure.axes:
        names = [label.get_text() for label in axes.get_yticklabels()]
        if any(len(name) > letters for name in names):
            axes.set_yticks(axes.get_yticks(), [shortened(name, letters) for name in names])
    figure.draw_without_rendering()
    for axes in figure.axes:
        labels = [label for label in axes.get_xticklabels() if label.get_text()]
        if covering(labels):
            texts = [label.get_text() for label in axes.get_xticklabels()]
            flat = [text.replace("-\n", "-").replace("\n", " ") for text in texts]
            axes.set_xticks(axes.get_xticks(), flat, rotation=90)
        heights = [text for text in axes.texts if axes.containers and text.get_gid() != CELL]
        if covering(heights):
            for text in heights:
                text.set_rotation(90)
            # The highest would reach out of the panel.
            axes.margins(y=0.3)
    figure.draw_without_rendering()
    for axes in figure.axes:
        _break_labels(axes)
        cells = [text for text in axes.texts if text.get_gid() == CELL]
        if covering(cells):
            for text in cells:
                text.remove()


def covering(texts: Sequence[Any]) -> bool:
    """Whether texts cover each other."""
    boxes = sorted((text.get_window_extent() for text in texts), key=lambda box: box.x0)
    for place, one in enumerate(boxes):
        for other in boxes[place + 1 :]:
            if other.x0 >= one.x1:
                break
            if one.y0 < other.y1 and other.y0 < one.y1:
                return True
    return False


def _break_labels(axes: "Axes") -> None:
    """Break the labels of both axes into lines where they are longer than these."""
    panel = axes.get_window_extent()
    for label, room, side in (
        (axes.xaxis.label, panel.width, "width"),
        (axes.yaxis.label, panel.height, "height"),
    ):
        length = getattr(label.get_window_extent(), side)
        if label.get_text() and length > room:
            label.set_text(in_lines(label.get_text(), int(len(label.get_text()) * room / length)))
