"""Figures of papers, drawn from our numbers."""

from typing import TYPE_CHECKING

from appraise_gec.present.figure import LINES, Figure
from appraise_gec.present.labels import label_points
from appraise_gec.reproduction.results import Chart

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def chart_figure(chart: Chart, key: str) -> Figure:
    """The chart as a figure; `key` tells it from others on its page."""

    def draw(axes: "Axes") -> None:
        for series, (colour, dash) in zip(chart.series, LINES, strict=False):
            if chart.kind == "bars":
                axes.bar(series.x, series.y, width=0.8, color=colour, label=series.name)
            elif chart.kind == "lines":
                axes.plot(series.x, series.y, color=colour, linestyle=dash, label=series.name)
            else:
                axes.plot(series.x, series.y, "o", color=colour, label=series.name)
                label_points(axes, list(zip(series.x, series.y, strict=True)), series.labels)
        axes.grid(axis="y")
        axes.set_xlabel(chart.x_label)
        axes.set_ylabel(chart.y_label)
        if len(chart.series) > 1:
            axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2)

    return Figure(key, chart.title, draw, chart.title, height=3.4)
