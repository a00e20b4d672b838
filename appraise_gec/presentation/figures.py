"""The look of every figure, and figures as files: the same data give the same bytes.

The drawing library takes long to load, and is loaded when the first figure is drawn.
"""

import io
import logging
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CONTENT_TYPES = {"svg": "image/svg+xml", "pdf": "application/pdf", "png": "image/png"}

WIDTH = 6.0  # inches
PIXELS_AN_INCH = 120
INK = "#151a21"
MUTED = "#536070"
GRID = "#d8dee6"
# Blue and orange stay apart for every common form of colour blindness, and in grey by lightness.
MAIN = "#0b4da2"
SECOND = "#d9822b"

# Fonts are cut down for PDF with a page of log for each.
logging.getLogger("fontTools").setLevel(logging.WARNING)

# Parameters of the drawing library are global, so one figure is drawn at a time.
_drawing = threading.Lock()
_LOOK: Any = {
    "font.family": "sans-serif",
    "font.size": 10,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": MUTED,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": INK,
    "ytick.color": INK,
    "svg.fonttype": "none",
    "svg.hashsalt": "appraise-gec",
    "pdf.fonttype": 42,
    "savefig.dpi": 200,
    # A name with a dollar sign is a name, not a formula.
    "text.parse_math": False,
}
_NO_DATE = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}


def pixels(inches: float) -> int:
    """How much room a page leaves for a figure."""
    return round(inches * PIXELS_AN_INCH)


def render(make: "Callable[[], Figure]", extension: str) -> bytes:
    """A figure, made in the look of all figures of this site, as a file of one of `CONTENT_TYPES`."""
    import matplotlib as mpl  # noqa: PLC0415
    from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415

    with _drawing, mpl.rc_context(_LOOK):
        figure = make()
        FigureCanvasAgg(figure)
        file = io.BytesIO()
        figure.savefig(file, format=extension, metadata=_NO_DATE[extension], facecolor="white")
        return file.getvalue()
