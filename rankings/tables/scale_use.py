"""How each judge used the scale, and how long a ranking took."""

from collections.abc import Sequence

from appraise_gec.present.table import Column, Kind, Row, Table
from rankings.analysis.scale_use import ScaleUse

KEY = "scale-use"
NOTHING = "How judges used the scale was not computed."


def scale_use_table(judges: Sequence[ScaleUse]) -> Table:
    """A row for each judge: shares of ranks, and quartiles of times."""
    ranks = len(judges[0].ranks) if judges else 0
    columns = [
        Column("judge", "judge", Kind.NAME),
        *(Column(f"rank_{rank}", f"rank {rank}", Kind.SHARE) for rank in range(1, ranks + 1)),
        Column("timed", "timed", Kind.COUNT, help="Rankings with a known time."),
        Column(
            "seconds",
            "seconds",
            Kind.SCORE,
            digits=0,
            help="The median, of active time where known.",
        ),
        Column(
            "quartiles",
            "quartiles",
            Kind.INTERVAL,
            digits=0,
            below=True,
            parts=("seconds_low", "seconds_high"),
        ),
    ]
    rows = [
        Row(
            [
                one.judge,
                *(number / sum(one.ranks) for number in one.ranks),
                one.timed,
                one.seconds,
                None if one.seconds_low is None else (one.seconds_low, one.seconds_high),
            ]
        )
        for one in judges
    ]
    title = "Share of outputs at each rank, and seconds for a ranking (median and quartiles), by judge"
    return Table(KEY, title, columns, rows, reason="" if rows else NOTHING)
