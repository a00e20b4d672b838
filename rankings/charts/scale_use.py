"""How judges used the scale, and how long their rankings took."""

from collections.abc import Sequence
from math import log10

from appraise_gec.presentation.charts import Axis, Cells, Chart, Mark, Panel, Points, Spans, names_axis
from appraise_gec.presentation.numbers import percent
from appraise_gec.words import words
from rankings.analysis.results.scale_use import ScaleUse
from rankings.tables import nouns

KEY = "scale-use"
ROW = 0.32  # inches
TICKS = ((1, "1"), (3, "3"), (10, "10"), (30, "30"), (100, "100"), (300, "300"), (1000, "1,000"))
LEAST = 0.5


def scale_use(judges: Sequence[ScaleUse]) -> Chart:
    """Percent of outputs at each rank, and the quartiles of the time for a ranking, a row for each judge."""
    if not judges:
        return Chart(
            KEY, words("Nothing is known of the use of the scale."), [], reason=words("Nothing is known")
        )
    names = [one.judge for one in judges]
    ranks = len(judges[0].ranks)
    shares = [[number / sum(one.ranks) for number in one.ranks] for one in judges]
    panels = [
        Panel(
            Axis(
                words("Outputs at rank, in %"),
                low=-0.5,
                high=ranks - 0.5,
                ticks=[(rank - 1, str(rank)) for rank in range(1, ranks + 1)],
                ticked=False,
            ),
            names_axis(names),
            [Cells(shares)],
        )
    ]
    timed = [(row, one) for row, one in enumerate(judges) if one.seconds is not None]
    if timed:
        panels.append(_times(timed, names))
    told = "; ".join(
        f"{one.judge} {', '.join(percent(share) for share in row)}"
        + (f", {one.seconds:.0f} s" if one.seconds is not None else "")
        for one, row in zip(judges, shares, strict=True)
    )
    return Chart(
        KEY,
        words(
            "Grid: share of outputs at each rank; beside it the median time of a ranking and its quartiles, "
            "for %(judges)s: %(values)s.",
            judges=nouns.judges(len(judges)),
            values=told,
        ),
        panels,
        height=1.2 + ROW * len(judges),
    )


def _times(timed: Sequence[tuple[int, ScaleUse]], names: Sequence[str]) -> Panel:
    """Medians and quartiles on an axis where each step is a multiple."""
    ends = [
        (float(row), log10(max(LEAST, one.seconds_low)), log10(max(LEAST, one.seconds_high)))
        for row, one in timed
        if one.seconds_low is not None and one.seconds_high is not None
    ]
    dots = [(log10(max(LEAST, one.seconds or 0.0)), float(row)) for row, one in timed]
    low, high = min(low for _, low, _ in ends), max(high for _, _, high in ends)
    room = max(0.15, 0.1 * (high - low))
    ticks = [(log10(value), text) for value, text in TICKS if low - room <= log10(value) <= high + room]
    marks: list[Mark] = [Spans(ends), Points(dots, marker="circle", size=6)]
    return Panel(
        Axis(
            words("Seconds, median and quartiles"), low=low - room, high=high + room, ticks=ticks, grid=True
        ),
        names_axis(names),
        marks,
    )
