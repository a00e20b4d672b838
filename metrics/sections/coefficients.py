"""What the tables and figures of metrics and people share: coefficients, and whom intervals speak for."""

from appraise_gec.present.table import Column, Kind, Where
from metrics.validation.study import StudyResult

COEFFICIENTS = {"spearman": "Spearman \u03c1", "pearson": "Pearson r", "kendall": "Kendall \u03c4"}
TESTED = ("spearman", "pearson")
METRIC = Column("metric", "metric", Kind.NAME)


def for_whom(found: StudyResult) -> str:
    """For whom intervals over judgments speak."""
    return found.for_whom if found.speaks_for == "judges-like-these" else f"{found.for_whom} alone"


def interval(name: str, heading: str, *, below: bool = False, where: Where = "everywhere") -> Column:
    parts = (f"{name}_low", f"{name}_high")
    return Column(f"{name}_interval", heading, Kind.INTERVAL, parts=parts, below=below, where=where)
