"""Charts as SVG for a page: plain shapes in the colours of the page; pointing at one shows its value."""

from collections.abc import Iterator
from html import escape

from appraise_gec.reproduction.exhibits import shown
from appraise_gec.reproduction.results import Chart, Series

WIDTH, HEIGHT = 640, 300
LEFT, RIGHT, TOP, BOTTOM = 56, 16, 12, 44
TICKS = 5
STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)


def svg(chart: Chart) -> str:
    """The chart as an SVG element."""
    frame = _Frame(chart)
    parts = [
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(chart.title)}">',
        *frame.axes(),
        *(
            part
            for number, series in enumerate(chart.series)
            for part in _drawn(chart, series, number, frame)
        ),
        "</svg>",
    ]
    if len(chart.series) > 1:
        names = "".join(
            f'<li class="series-{number}">{escape(series.name)}</li>'
            for number, series in enumerate(chart.series)
        )
        parts.append(f'<ul class="legend">{names}</ul>')
    return "\n".join(parts)


class _Frame:
    """Axes, and the place of values on them."""

    def __init__(self, chart: Chart) -> None:
        xs = [x for series in chart.series for x in series.x] or [0.0]
        ys = [y for series in chart.series for y in series.y] or [0.0]
        if chart.kind == "bars":
            xs, ys = [min(xs) - 0.5, max(xs) + 0.5], [0.0, *ys]
        self._chart = chart
        self._x_ticks, self._y_ticks = _ticks(min(xs), max(xs)), _ticks(min(ys), max(ys))
        self._x_span = _span(xs if chart.kind == "bars" else [*xs, *self._x_ticks])
        self._y_span = _span([*ys, *self._y_ticks])

    def x(self, value: float) -> float:
        low, high = self._x_span
        return LEFT + (WIDTH - LEFT - RIGHT) * (value - low) / (high - low)

    def y(self, value: float) -> float:
        low, high = self._y_span
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (value - low) / (high - low)

    def axes(self) -> Iterator[str]:
        right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM
        for tick in self._y_ticks:
            y = self.y(tick)
            yield f'<line class="rule" x1="{LEFT}" x2="{right}" y1="{y:.1f}" y2="{y:.1f}"/>'
            yield f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{_tick(tick)}</text>'
        for tick in self._x_ticks:
            if self._x_span[0] <= tick <= self._x_span[1]:
                x = self.x(tick)
                yield f'<text x="{x:.1f}" y="{bottom + 16}" text-anchor="middle">{_tick(tick)}</text>'
        middle = (LEFT + right) / 2
        label = escape(self._chart.x_label)
        yield f'<text x="{middle:.0f}" y="{HEIGHT - 6}" text-anchor="middle">{label}</text>'
        place = (TOP + bottom) / 2
        turned = f'transform="rotate(-90 12 {place:.0f})"'
        label = escape(self._chart.y_label)
        yield f'<text x="12" y="{place:.0f}" text-anchor="middle" {turned}>{label}</text>'


def _drawn(chart: Chart, series: Series, number: int, frame: _Frame) -> Iterator[str]:
    points = list(zip(series.x, series.y, strict=True))
    if chart.kind == "lines":
        path = " ".join(f"{frame.x(x):.1f},{frame.y(y):.1f}" for x, y in points)
        yield f'<polyline class="series-{number}" points="{path}"/>'
        return
    for place, (x, y) in enumerate(points):
        label = series.labels[place] if series.labels else ""
        hint = f"<title>{escape(f'{label} ' if label else '')}{_tick(x)}: {shown(y, 3)}</title>"
        if chart.kind == "bars":
            left, top = frame.x(x - 0.4), frame.y(y)
            size = f'width="{frame.x(x + 0.4) - left:.1f}" height="{frame.y(0) - top:.1f}"'
            yield f'<rect class="series-{number}" x="{left:.1f}" y="{top:.1f}" {size}>{hint}</rect>'
        else:
            centre = f'cx="{frame.x(x):.1f}" cy="{frame.y(y):.1f}"'
            yield f'<circle class="series-{number}" {centre} r="4">{hint}</circle>'
            if label:
                near_right = frame.x(x) > WIDTH * 0.8
                shift, anchor = (-7, "end") if near_right else (7, "start")
                where = f'x="{frame.x(x) + shift:.1f}" y="{frame.y(y) - 5:.1f}" text-anchor="{anchor}"'
                yield f"<text {where}>{escape(label)}</text>"


def _ticks(low: float, high: float) -> list[float]:
    """Round values that cover the span."""
    if high <= low:
        return [low]
    rough = (high - low) / TICKS
    power = 10.0 ** (len(str(int(1 / rough))) * -1 if rough < 1 else len(str(int(rough))) - 1)
    step = next(factor * power for factor in STEPS if factor * power >= rough)
    first = int(low // step)
    return [round((first + place) * step, 10) for place in range(int(-(-(high - first * step) // step)) + 1)]


def _span(values: list[float]) -> tuple[float, float]:
    low, high = min(values), max(values)
    return (low, high) if high > low else (low - 0.5, high + 0.5)


def _tick(value: float) -> str:
    return f"{value:g}"
