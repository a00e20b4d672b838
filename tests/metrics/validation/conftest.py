"""The 2015 evaluation: judgments, published metric scores, and what follows from them."""

import json
from pathlib import Path
from typing import Any

import pytest

from metrics.validation.human_scores import HumanScores, human_scores
from metrics.validation.score_table import MetricScores, read_metric_scores
from rankings.formats.columns import Judgments
from rankings.formats.judgments import read_judgments


@pytest.fixture(scope="session")
def table(shared: Path) -> Judgments:
    """All judgments."""
    path = shared / "data" / "gjg15" / "judgments.xml"
    return Judgments.of(read_judgments(path.read_bytes(), path.name))


@pytest.fixture(scope="session")
def human(table: Judgments) -> HumanScores:
    """Expected Wins with few replicates."""
    return human_scores(table, replicates=200)


@pytest.fixture(scope="session")
def published(shared: Path) -> dict[str, MetricScores]:
    """The published metric scores by name."""
    folder = shared / "data" / "gjg15" / "metric-scores"
    read = [read_metric_scores(path.read_bytes(), path.name)[0] for path in sorted(folder.iterdir())]
    return {metric.metric: metric for (metric,) in read}


@pytest.fixture(scope="session")
def paper(shared: Path) -> dict[str, Any]:
    """What follows from the published scripts."""
    values: dict[str, Any] = json.loads((shared / "expected" / "gjg15.json").read_text(encoding="utf-8"))
    return values
