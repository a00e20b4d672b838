"""A judge's speed over time."""

from collections.abc import Sequence
from math import log10
from statistics import median

from appraise_gec.present.charts import Axis, Chart, Panel, Points, Rule

WINDOW = 9
SHORTEST, LONGEST = 0.5, 3600.0
TICKS = ((1, "1 s"), (3, "3 s"), (10, "10 s"), (30, "30 s"), (100, "100 s"), (300, "5 min"), (1800, "30 min"))


def judge_pace(seconds: Sequence[float], too_fast: float) -> Chart:
    """Seconds of each answer in the order in which they came, with the median of nine around each."""
    if len(seconds) < 2:
        return Chart(
            "judge-pace",
            "No measured times.",
            [],
            reason="Fewer than two answers have a measured time",
        )
    shown = [log10(min(max(value, SHORTEST), LONGEST)) for value in seconds]
    half = WINDOW // 2
    smooth = [
        (place + 1, median(shown[max(0, place - half) : place + half + 1])) for place in range(len(shown))
    ]
    third = max(1, len(seconds) // 3)
    begin, end = median(seconds[:third]), median(seconds[-third:])
    return Chart(
        "judge-pace",
        (
            f"Seconds of {len(seconds):,} answers in the order in which they came. Median of the "
            f"first third {begin:,.0f} s, of the last third {end:,.0f} s."
        ),
        [
            Panel(
                Axis(
                    "Answers, in the order in which they came",
                    low=0,
                    high=len(seconds) + 1,
                    most=6,
                    whole=True,
                ),
                Axis(
                    low=min(*shown, log10(too_fast)) - 0.1,
                    high=max(*shown, 1.0) + 0.1,
                    ticks=[
                        (log10(value), text)
                        for value, text in TICKS
                        if min(*shown, log10(too_fast)) - 0.1 <= log10(value) <= max(*shown, 1.0) + 0.1
                    ],
                    grid=True,
                ),
                [
                    Points(
                        [(place, value) for place, value in enumerate(shown, start=1)],
                        marker="circle",
                        size=4,
                    ),
                    Points(smooth, line="solid", tone="second"),
                    Rule("y", log10(too_fast), "dashed"),
                ],
            )
        ],
        height=2.6,
    )
