"""A reproduction as a table of all exhibits."""

from appraise_gec.present.table import Column, Kind, Row, Table
from appraise_gec.reproduction.results import Reproduction


def summary_table(made: Reproduction) -> Table:
    """How many numbers of each table and figure are equal, and how many are not."""
    counts = [(one.key, one.counts, one.reason) for one in made.exhibits] + [("all", made.counts, "")]
    rows = [
        Row([key, sum(count.values()), *count.values(), reason], rule_above=key == "all")
        for key, count, reason in counts
    ]
    return Table(
        "reproduction",
        "Published numbers, and ours",
        [
            Column("exhibit", "table or figure", Kind.NAME),
            Column("numbers", "numbers", Kind.COUNT),
            Column("equal", "equal", Kind.COUNT, help="To the printed precision."),
            Column("chance", "by chance", Kind.COUNT),
            Column("explained", "explained", Kind.COUNT),
            Column("differs", "unexplained", Kind.COUNT),
            Column("missing", "missing", Kind.COUNT),
            Column("reason", "not reproduced", Kind.TEXT),
        ],
        rows,
        notes=[
            "Equal: to the printed precision. By chance: both are drawn at random, and differ by at most "
            "two standard errors. Explained: the cause is known. -o FOLDER writes every number, and all "
            "reasons."
        ],
    )
