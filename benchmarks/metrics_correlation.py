"""How long it takes to say which metric agrees with people, on the 2015 data and on larger evaluations.

    python -m benchmarks.metrics_correlation

Processor seconds of one process, the best of three, for the published metric scores with 1,000 resamplings
of sentences, 1,000 draws of systems, the sweep of 100 betas with the interval of its best beta, and 14,822
judged pairs of outputs. Beside the vectorised coefficients stand loops over scipy's functions, which give the
same numbers. Then growth with the number of systems.
"""

import os
import resource
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import scipy.stats

from metrics.validation.beta_sweep import sweep_parts
from metrics.validation.coefficients import kendall, pearson, spearman
from metrics.validation.human_scores import HumanScores, human_scores
from metrics.validation.judged_pairs import sentence_agreement
from metrics.validation.metric_correlation import compare_metrics, correlate
from metrics.validation.score_table import MetricScores, read_metric_scores
from rankings.analysis.arrays import FloatArray
from rankings.formats.columns import Judgments
from rankings.formats.judgments import read_judgments

CHECKOUT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("APPRAISE_GEC_SHARED") or CHECKOUT.parent / "shared")
DATA = SHARED / "data" / "gjg15"
REPETITIONS = 3


def main() -> None:
    """Print seconds for each part, then for more systems."""
    table = Judgments.of(read_judgments((DATA / "judgments.xml").read_bytes(), "judgments.xml"))
    files = sorted((DATA / "metric-scores").iterdir())
    metrics = [read_metric_scores(path.read_bytes(), path.name)[0][0] for path in files]
    by_name = {metric.metric: metric for metric in metrics}
    human = human_scores(table)
    rng = np.random.default_rng(1)
    sentences = {name: {key: float(rng.random()) for key in table.sentences} for name in table.systems}
    show("human scores, 1,000 resamplings of sentences", lambda: human_scores(table))
    show(f"correlations of {len(metrics)} metrics, all intervals", lambda: correlate([human], metrics))
    show("all pairs of them, Williams' test and shares", lambda: compare_metrics([human], metrics))
    show("sweep of 100 betas, interval of the best", lambda: sweep_parts(human, by_name["m2"]))
    show("judged pairs, 1,000 resamplings", lambda: sentence_agreement(table, "random", sentences))
    print()
    beside_scipy(human, by_name["m2"])
    print()
    for systems in (13, 25, 50, 100):
        grow(systems, rng)
    print(f"\npeak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


def beside_scipy(human: HumanScores, metric: MetricScores) -> None:
    """1,000 coefficients at once, and one by one with scipy."""
    scores = np.array([metric.scores[system] for system in human.systems])
    pairs = (
        ("Spearman", spearman, scipy.stats.spearmanr),
        ("Pearson", pearson, scipy.stats.pearsonr),
        ("Kendall", kendall, scipy.stats.kendalltau),
    )
    for title, ours, theirs in pairs:
        mine = show(f"{title}, 1,000 replicates at once", partial(ours, human.replicates, scores))
        other = show(f"{title}, 1,000 calls of scipy", partial(one_by_one, theirs, human.replicates, scores))
        assert np.allclose(mine, other)


def one_by_one(compute: Callable[..., Any], replicates: FloatArray, scores: FloatArray) -> FloatArray:
    return np.array([compute(one, scores).statistic for one in replicates])


def grow(systems: int, rng: np.random.Generator) -> None:
    """Six metrics on invented scores of more systems."""
    names = tuple(f"system-{number}" for number in range(systems))
    quality = rng.standard_normal(systems)
    replicates = quality + 0.2 * rng.standard_normal((1000, systems))
    human = HumanScores(names, quality, replicates, "invented", "sentences", 1000)
    metrics = [
        MetricScores(f"metric-{k}", dict(zip(names, quality + rng.standard_normal(systems), strict=True)))
        for k in range(6)
    ]
    show(f"{systems} systems: correlations of 6 metrics", lambda: correlate([human], metrics))
    show(f"{systems} systems: all pairs of them", lambda: compare_metrics([human], metrics))


def show(what: str, compute: Callable[[], Any]) -> Any:
    """Print the best of some runs; return the result."""
    best = float("inf")
    for _ in range(REPETITIONS):
        started = time.process_time()
        result = compute()
        best = min(best, time.process_time() - started)
    print(f"{best:8.3f} s  {what}")
    return result


if __name__ == "__main__":
    main()
