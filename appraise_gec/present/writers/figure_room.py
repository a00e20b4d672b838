"""Room for the texts of a figure that is drawn small: turned, broken or shortened, none covers another."""

import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from appraise_gec.present.charts import in_lines, shortened

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Labels of texts, not for legends (hence the underscore): numbers of cells, names at a panel's far side.
CELL, FAR = "_cell", "_far"
# Of the figure's width, what names may take beside the panel: less where its columns need the room.
NAME_SHARES = (0.34, 0.27, 0.2, 0.14)
FEWEST_LETTERS = 6
# What a row of names needs at least, in heights of a line; and by how many inches a figure becomes higher
# for that, at most how often.
LINES_OF_ROW, HIGHER, MOST_TIMES = 1.4, 0.2, 30
# Between texts in a line, in points.
GAP, POINTS_AN_INCH = 1.5, 72
# Letters are measured as on a screen, and some are a little wider in print.
WIDER_IN_PRINT = 1.06
_NOT_LAID_OUT = "constrained_layout not applied"


def make_room(figure: "Figure", letters: int) -> None:
    """Turn, break or shorten texts that would cover each other or be cut, and leave out numbers without room.

    Where turned texts would leave rows too low, the figure becomes higher.

    Args:
        figure: to be changed.
        letters: of a name beside the panel, at most.
    """
    _laid_out(figure)
    names = [_names_of(axes) for axes in figure.axes]
    height = figure.get_figheight()
    gap = GAP * figure.dpi / POINTS_AN_INCH
    for share in NAME_SHARES:
        for axes, full in zip(figure.axes, names, strict=True):
            _shorten_names(axes, full, letters, share * figure.bbox.width)
        figure.set_figheight(height)
        _laid_out(figure)
        for axes in figure.axes:
            _turn(axes, gap)
        _make_high_enough(figure)
        if not any(covering(_said(axes)) for axes in figure.axes):
            break
    for axes in figure.axes:
        _break_labels(axes)
    _make_high_enough(figure)
    for axes in figure.axes:
        cells = [text for text in axes.texts if text.get_label() == CELL]
        if covering(cells, gap):
            for text in cells:
                text.remove()


def _laid_out(figure: "Figure") -> bool:
    """Place everything; False where texts leave no room for the panels."""
    with warnings.catch_warnings():
        warnings.filterwarnings("error", _NOT_LAID_OUT)
        try:
            figure.draw_without_rendering()
        except UserWarning:
            return False
    return True


def _names_of(axes: "Axes") -> tuple[list[str], list[str], list[str]]:
    """The names beside the panel, at its far side, and below it where they stand upright."""
    below = axes.get_xticklabels()
    upright = bool(below) and all(label.get_rotation() == 90 for label in below)
    return (
        [label.get_text() for label in axes.get_yticklabels()],
        [text.get_text() for text in axes.texts if text.get_label() == FAR],
        [label.get_text() for label in below] if upright else [],
    )


def _shorten_names(
    axes: "Axes", full: tuple[list[str], list[str], list[str]], letters: int, room: float
) -> None:
    """Make names at most so many letters and pixels long."""
    beside, far, below = full
    fitting = [_fitting(axes, name, letters, room) for name in beside]
    if fitting != beside:
        axes.set_yticks(axes.get_yticks(), fitting)
    texts = [text for text in axes.texts if text.get_label() == FAR]
    for text, name in zip(texts, far, strict=True):
        text.set_text(_fitting(axes, name, letters, room))
    if below:
        axes.set_xticks(axes.get_xticks(), [_fitting(axes, name, letters, room) for name in below])


def _fitting(axes: "Axes", name: str, letters: int, room: float) -> str:
    probe = axes.text(0, 0, "")
    try:
        while True:
            short = shortened(name, letters)
            probe.set_text(short)
            if letters <= FEWEST_LETTERS or probe.get_window_extent().width <= room:
                return short
            letters = min(letters, len(name)) - 1
    finally:
        probe.remove()


def _turn(axes: "Axes", gap: float) -> None:
    """Turn texts below the panel, and above its bars, that cover each other."""
    if covering(_said(axes), gap):
        texts = [label.get_text() for label in axes.get_xticklabels()]
        flat = [text.replace("-\n", "-").replace("\n", " ") for text in texts]
        axes.set_xticks(axes.get_xticks(), flat, rotation=90)
    heights = [text for text in axes.texts if axes.containers and text.get_label() != CELL]
    if covering(heights):
        for text in heights:
            text.set_rotation(90)
        # The highest would reach out of the panel.
        axes.margins(y=0.3)


def _make_high_enough(figure: "Figure") -> None:
    """Make a figure higher until every named row has room."""
    for _ in range(MOST_TIMES):
        if _laid_out(figure) and all(_has_room(axes) for axes in figure.axes):
            return
        figure.set_figheight(figure.get_figheight() + HIGHER)


def _has_room(axes: "Axes") -> bool:
    names = [label for label in axes.get_yticklabels() if label.get_text()]
    if not names:
        return True
    line = max(name.get_window_extent().height for name in names)
    return float(axes.get_window_extent().height) >= LINES_OF_ROW * line * len(names)


def _said(axes: "Axes") -> list[Any]:
    return [label for label in axes.get_xticklabels() if label.get_text()]


def covering(texts: Sequence[Any], gap: float = 0.0) -> bool:
    """Whether texts cover each other, or come nearer than `gap` pixels from left to right."""
    boxes = sorted((text.get_window_extent() for text in texts), key=lambda box: box.x0)
    for place, one in enumerate(boxes):
        for other in boxes[place + 1 :]:
            if other.x0 >= one.x1 + gap:
                break
            if one.y0 < other.y1 and other.y0 < one.y1:
                return True
    return False


def _break_labels(axes: "Axes") -> None:
    """Break the labels of both axes into lines where they are longer than these."""
    panel = axes.get_window_extent()
    for label, room, side in (
        (axes.xaxis.label, panel.width / WIDER_IN_PRINT, "width"),
        (axes.yaxis.label, panel.height / WIDER_IN_PRINT, "height"),
    ):
        text = label.get_text()
        length = getattr(label.get_window_extent(), side)
        letters = int(len(text) * room / length) if text else 0
        while text and letters >= FEWEST_LETTERS and getattr(label.get_window_extent(), side) > room:
            label.set_text(in_lines(text, letters))
            letters -= 1
