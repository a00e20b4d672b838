"""What the page shows of a comparison: its tables and figures, each described once for page and files."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from appraise_gec.present.figure import Figure
from appraise_gec.present.table import Table
from metrics.charts import correlation as figures
from metrics.site.people.asking import Compared
from metrics.tables import correlation as tables
from metrics.tables.beta_sweep import best_betas, sweep
from metrics.tables.scores import ComparedMetric
from metrics.tables.scores import compared as side_by_side
from metrics.tables.sentence_agreement import sentences

PEOPLE = "people"


def scores(found: Compared) -> Table:
    """People's score of every system beside those of the metrics."""
    people = ComparedMetric(PEOPLE, "People", found.study.title, found.people)
    return side_by_side([people, *(ComparedMetric(name, name, "", of) for name, of in found.scores.items())])


def scatter(found: Compared, metric: str) -> Figure:
    """People's score of every system over that by a metric."""
    return figures.scatter(found.scores[metric], found.people, (metric, f"People: {found.study.title}"))


TABLES: dict[str, Callable[[Compared], Table]] = {
    "compared": scores,
    "correlations": lambda found: tables.correlations(found.study),
    "intervals": lambda found: tables.wider_intervals(found.study),
    "differences": lambda found: tables.differences(found.study),
    "best-betas": lambda found: best_betas(found.study),
    "beta-sweep": lambda found: sweep(found.study),
    "sentences": lambda found: sentences(found.study),
}
FIGURES: dict[str, Callable[[Compared, str], Figure]] = {
    "intervals": lambda found, _: figures.intervals(found.study),
    "scatter": scatter,
    "beta-sweep": lambda found, _: figures.beta_sweep(found.study),
}


def strongest_first(found: Compared) -> list[str]:
    """The metrics, those first that agree best with people."""
    return [one.metric for one in tables.by_strength(found.study.metrics)]


def shown(found: Compared, metric: str) -> dict[str, Any]:
    """The context of the page; `metric` is drawn against people, the best where it is none of them."""
    metrics = strongest_first(found)
    drawn = metric if metric in metrics else metrics[0]
    return {
        "found": found,
        "finding": ". ".join([*tables.heading(found.study), ""]).strip(),
        "tables": {name.replace("-", "_"): describe(found) for name, describe in TABLES.items()},
        "figures": {name.replace("-", "_"): draw(found, drawn) for name, draw in FIGURES.items()},
        "metrics": metrics,
        "drawn": drawn,
        "scatter_query": f"&{urlencode({'metric': drawn})}",
    }
